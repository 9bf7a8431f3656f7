//! The ladder: ten opponents, one after the other.

use super::{Caller, Error, NewGame, Refusal, Result, Service};
use crate::game::{Day, MemberId, Outcome, Player, Timestamp};
use crate::records::{GameRecord, Ladder, LadderStep};
use crate::store::{self, Read, Tx};
use nim_games::{Level, Rung, Variant, ladder_start};

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
        let ladder = self.ladder(caller.member, variant).await?;
        let rung = rung.unwrap_or(ladder.rung);
        // Another position is drawn in place of the puzzle of the day.
        let puzzle = Day::of(caller.at()).puzzle();
        let drawn = || ladder_start(variant, ladder.member_begins(), self.chance.draw());
        let mut starts = std::iter::repeat_with(drawn).take(DRAWS);
        let start = starts.find(|start| start.is_none_or(|start| !puzzle.is_solved_by(&start)));
        let start = start.or_else(|| Some(drawn())).flatten();
        match start.filter(|_| rung <= ladder.rung) {
            Some(start) => Ok(NewGame::to_win(start, Level::Ladder(rung))),
            None => Err(Error::refused(Refusal::RungClosed)),
        }
    }
}

/// Adds the result of a finished game to the ladder, if it was played there.
pub(super) async fn climb(
    tx: &mut Tx,
    record: &GameRecord,
    at: Timestamp,
) -> store::Result<Option<LadderStep>> {
    let players = record.game.players();
    let winner = record.game.outcome().and_then(Outcome::winner);
    let (Some(Level::Ladder(rung)), Some(winner)) = (players.level(), winner) else {
        return Ok(None);
    };
    let Some((member, _)) = record.members().next() else {
        return Ok(None);
    };
    let won = players.at(winner) == Player::Member(member);
    let alone = !record.is_hinted && record.game.times_taken_back() == 0;
    let mut ladder = tx.ladder(member, record.variant()).await?;
    let step = ladder.add(rung, won, alone, at);
    tx.save_ladder(&ladder).await?;
    Ok(step)
}
