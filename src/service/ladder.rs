//! The ladder: ten opponents, one after the other.

use super::{Caller, Error, NewGame, Refusal, Result, Service};
use crate::game::{Day, MemberId, Player, Timestamp};
use crate::records::{GameRecord, Ladder, LadderNews, WhyNot};
use crate::store::{self, Read, Tx};
use nim_games::{Animal, Draw, Level, Numbers, Position, Variant, ladder_starts};

impl Service {
    /// A member's place on the ladder of a game.
    pub async fn ladder(&self, member: MemberId, variant: Variant) -> store::Result<Ladder> {
        let ladder = |mut tx: Read| async move { tx.ladder(member, variant).await };
        self.store.read(ladder).await
    }

    /// The next game of a member on a ladder, on the highest open rung or on an earlier one. The
    /// member can win it, and begins every second game on the highest open rung, if there are
    /// suitable starts.
    ///
    /// # Errors
    /// [`Refusal::AnimalNotReached`], or those of the store.
    pub async fn ladder_game(
        &self,
        caller: &Caller,
        variant: Variant,
        rung: Option<Animal>,
    ) -> Result<NewGame> {
        let ladder = self.ladder(caller.member, variant).await?;
        let rung = rung.unwrap_or(ladder.rung);
        if rung > ladder.rung {
            return Err(Error::refused(Refusal::AnimalNotReached));
        }
        match start(&ladder, rung, Day::of(caller.at())) {
            Some(start) => Ok(NewGame::to_win(start, Level::Ladder(rung))),
            None => Err(Error::refused(Refusal::TodaysPuzzle)),
        }
    }
}

/// The position from which the next game on a rung starts, unlike the puzzle of the day. It depends
/// on the place on the ladder, so that nobody can get a different position by asking again. The next
/// place draws anew, perhaps a position that was drawn before. Every start is within the smallest
/// limit that a server can set.
fn start(ladder: &Ladder, rung: Animal, day: Day) -> Option<Position> {
    let place = u64::from(ladder.games) * 100 + rung.number() as u64;
    let member = Draw::new(ladder.member.0.unsigned_abs());
    let mut numbers = Numbers::of([member, Draw::new(place)]);
    // The first two numbers drawn are the two that were passed in.
    let (_, _) = (numbers.draw(), numbers.draw());
    let starts = ladder_starts(ladder.variant, ladder.member_begins(), numbers);
    let puzzle = day.puzzle();
    starts
        .into_iter()
        .find(|at| !puzzle.may_share_solution_with(at))
}

/// Adds the result of a finished game to the ladder, if it was played there.
pub(super) async fn climb(
    tx: &mut Tx,
    record: &GameRecord,
    at: Timestamp,
) -> store::Result<Option<LadderNews>> {
    let players = record.game.players();
    let (Some(Level::Ladder(rung)), Some(outcome)) = (players.level(), record.game.outcome())
    else {
        return Ok(None);
    };
    let winner = outcome.winner();
    if winner.is_none() && !record.is_lost_if_left() {
        return Ok(None);
    }
    let Some((member, _)) = record.members().next() else {
        return Ok(None);
    };
    let won = winner.is_some_and(|winner| players.at(winner) == Player::Member(member));
    let help = if record.is_hinted {
        Some(WhyNot::Hinted)
    } else {
        (record.game.times_taken_back() > 0).then_some(WhyNot::TakenBack)
    };
    let mut ladder = tx.ladder(member, record.variant()).await?;
    let expected = start(&ladder, rung, Day::of(record.begun));
    // A win counts only if the game began where the next one has to. A loss always counts:
    // otherwise members could play several such games at once and keep only the best.
    let is_other_start = expected != Some(record.game.start_position());
    // Nobody expects a win on an earlier rung, or after the top, to count.
    let is_current = rung == ladder.rung && ladder.topped.is_none();
    let not_counted = |why| is_current.then_some(LadderNews::DoesNotCount(why));
    if won && is_other_start {
        return Ok(not_counted(help.unwrap_or(WhyNot::OtherStart)));
    }
    let step = ladder.add(rung, won, help.is_none(), at);
    tx.save_ladder(&ladder).await?;
    let why_not = help.filter(|_| won).and_then(not_counted);
    Ok(step.map(LadderNews::Step).or(why_not))
}
