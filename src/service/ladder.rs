//! The ladder: ten opponents, one after the other.

use super::{Caller, Error, NewGame, Refusal, Result, Service};
use crate::game::{Day, MemberId, Player, Timestamp};
use crate::records::{GameRecord, Ladder, LadderStep};
use crate::store::{self, Read, Tx};
use nim_games::{Draw, Level, Numbers, Position, Rung, Variant, ladder_start};

/// How many positions are drawn at most.
const DRAWS: usize = 20;

impl Service {
    /// A member's place on the ladder of a game.
    pub async fn ladder(&self, member: MemberId, variant: Variant) -> store::Result<Ladder> {
        let ladder = |mut tx: Read| async move { tx.ladder(member, variant).await };
        self.store.read(ladder).await
    }

    /// The next game of a member on a ladder, on the highest open rung or on an earlier one. The
    /// member can win it, and begins every other one.
    ///
    /// # Errors
    /// [`Refusal::RungClosed`], or those of the store.
    pub async fn ladder_game(
        &self,
        caller: &Caller,
        variant: Variant,
        rung: Option<Rung>,
    ) -> Result<NewGame> {
        let find = |mut tx: Read| async move {
            let ladder = tx.ladder(caller.member, variant).await?;
            let settings = tx.server_settings(caller.place.guild).await?;
            Ok::<_, store::Error>((ladder, settings.largest_heap))
        };
        let (ladder, largest) = self.store.read(find).await?;
        let rung = rung.unwrap_or(ladder.rung);
        if rung > ladder.rung {
            return Err(Error::refused(Refusal::RungClosed));
        }
        // Another position takes the place of the puzzle of the day.
        let puzzle = Day::of(caller.at()).puzzle();
        let mut starts = starts(&ladder, rung, largest);
        let start = starts.find(|start| !puzzle.is_solved_by(start));
        match start {
            Some(start) => Ok(NewGame::to_win(start, Level::Ladder(rung))),
            None => Err(Error::refused(Refusal::HeapTooLarge {
                most: largest.unwrap_or(u64::MAX),
            })),
        }
    }
}

/// The positions from which the next game on a rung can start. They follow from the place on the
/// ladder, so that nobody can ask for another one, or start an old one again.
fn starts(ladder: &Ladder, rung: Rung, largest: Option<u64>) -> impl Iterator<Item = Position> {
    let (variant, member_begins) = (ladder.variant, ladder.member_begins());
    let place = u64::from(ladder.games) * 100 + rung.number() as u64;
    let member = Draw::new(ladder.member.0.unsigned_abs());
    let mut numbers = Numbers::of([member, Draw::new(place)]);
    // The first two numbers are those given above.
    let (_, _) = (numbers.draw(), numbers.draw());
    let largest = largest.unwrap_or(u64::MAX);
    let draws = std::iter::repeat_with(move || numbers.draw()).take(DRAWS);
    draws.filter_map(move |draw| ladder_start(variant, member_begins, largest, draw))
}

/// Adds the result of a finished game to the ladder, if it was played there.
pub(super) async fn climb(
    tx: &mut Tx,
    record: &GameRecord,
    at: Timestamp,
) -> store::Result<Option<LadderStep>> {
    let players = record.game.players();
    let (Some(Level::Ladder(rung)), Some(outcome)) = (players.level(), record.game.outcome())
    else {
        return Ok(None);
    };
    let winner = outcome.winner();
    if winner.is_none() && !record.has_member_moved() {
        return Ok(None);
    }
    let Some((member, _)) = record.members().next() else {
        return Ok(None);
    };
    // A game that was left after a move counts as lost.
    let won = winner.is_some_and(|winner| players.at(winner) == Player::Member(member));
    let alone = !record.is_hinted && record.game.times_taken_back() == 0;
    let mut ladder = tx.ladder(member, record.variant()).await?;
    let settings = tx.server_settings(record.place.guild).await?;
    let start = record.game.start_position();
    if !starts(&ladder, rung, settings.largest_heap).any(|at| at == start) {
        return Ok(None);
    }
    let step = ladder.add(rung, won, alone, at);
    tx.save_ladder(&ladder).await?;
    Ok(step)
}
