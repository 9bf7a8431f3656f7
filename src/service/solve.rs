//! Solutions of positions that may occur in a member's running games: they are refused if they would
//! help against another member, and mark the games against the bot in which they help.

use futures::FutureExt;

use super::daily::{GivesAway, refuse_help_with_puzzle};
use super::{Caller, Error, Refusal, Result, Service};
use crate::game::{MemberId, PlayerId};
use crate::records::GameRecord;
use crate::store::{self, Pending, Read, Tx};
use nim_games::Position;

impl Service {
    /// Refuses to show the solutions of positions if they would help with the puzzle of the day, or
    /// in a running game of the member with another one.
    ///
    /// # Errors
    /// [`Refusal::TodaysPuzzle`], [`Refusal::BeingPlayed`], or those of the store.
    pub async fn check_no_help(&self, caller: &Caller, solved: Vec<Position>) -> Result<()> {
        let check = |mut tx: Read| async move {
            refuse_help_with_puzzle(&mut tx, caller, &solved, GivesAway::Solution).await?;
            refuse_help_with_game(&mut tx, caller, &solved, GivesAway::Solution).await
        };
        self.store.read(check).await
    }

    /// Refuses an answer about positions that would help in a running game of the member with another
    /// one.
    ///
    /// # Errors
    /// [`Refusal::BeingPlayed`], or those of the store.
    pub async fn check_no_help_with_game(
        &self,
        caller: &Caller,
        asked: Vec<Position>,
        gives_away: GivesAway,
    ) -> Result<()> {
        let check = |mut tx: Read| async move {
            refuse_help_with_game(&mut tx, caller, &asked, gives_away).await
        };
        self.store.read(check).await
    }

    /// The member's running games against the bot in which the solution of one of the positions
    /// helps.
    pub async fn games_of_member_helped_by(
        &self,
        member: MemberId,
        solved: &[Position],
        gives_away: GivesAway,
    ) -> store::Result<Vec<GameRecord>> {
        let mut running = self.running_games(member).await?;
        running.retain(|record| is_helped(record, solved, gives_away));
        Ok(running)
    }

    /// Whether the positions of a finished game occur in a running game of one of its members with
    /// another one, so that nothing may be said about them in public.
    pub async fn helps_in_games_with_members(&self, record: &GameRecord) -> store::Result<bool> {
        let members: Vec<MemberId> = record.members().map(|(member, _)| member).collect();
        let positions = record.positions();
        let helps = |mut tx: Read| async move {
            for member in members {
                if helps_with_game(&mut tx, member, &positions, GivesAway::Play).await? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        self.store.read(helps).await
    }

    /// Marks the member's running games against the bot in which the solutions of some positions
    /// help, since they are shown. Returns how many games are marked.
    pub fn mark_games_hinted(
        &self,
        caller: Caller,
        solved: Vec<Position>,
        gives_away: GivesAway,
    ) -> Pending<usize, Error> {
        self.change(caller, move |tx, caller| {
            async move { Ok(mark_helped(tx, caller, &solved, gives_away).await?.len()) }.boxed()
        })
    }
}

/// Marks the member's running games against the bot in which the solution of one of the positions
/// helps, and returns them.
pub(super) async fn mark_helped(
    tx: &mut Tx,
    caller: &Caller,
    solved: &[Position],
    gives_away: GivesAway,
) -> store::Result<Vec<GameRecord>> {
    let mut running = tx.running_games(caller.member, None).await?;
    running.retain(|record| is_helped(record, solved, gives_away));
    for record in running.iter_mut().filter(|record| !record.is_hinted) {
        record.is_hinted = true;
        tx.save_game(record).await?;
    }
    Ok(running)
}

fn is_helped(record: &GameRecord, solved: &[Position], gives_away: GivesAway) -> bool {
    record.game.players().animal().is_some() && helps(record, solved, gives_away)
}

/// Whether an answer about these positions helps in a game.
fn helps(record: &GameRecord, asked: &[Position], gives_away: GivesAway) -> bool {
    match gives_away {
        GivesAway::Solution => record.is_helped_by(asked),
        GivesAway::Play => {
            let now = record.game.position();
            asked.iter().any(|at| now.may_share_solution_with(at))
        }
    }
}

/// Refuses an answer about positions that would help in a running game of the caller with another
/// member.
pub(super) async fn refuse_help_with_game(
    tx: &mut Read,
    caller: &Caller,
    asked: &[Position],
    gives_away: GivesAway,
) -> Result<()> {
    if helps_with_game(tx, caller.member, asked, gives_away).await? {
        return Err(Error::refused(Refusal::BeingPlayed));
    }
    Ok(())
}

/// Whether an answer about these positions would help in a running game of a member with another
/// one.
pub(super) async fn helps_with_game(
    tx: &mut Read,
    member: MemberId,
    asked: &[Position],
    gives_away: GivesAway,
) -> store::Result<bool> {
    let opponents = tx.running_games_with_opponents(member).await?;
    if opponents
        .iter()
        .all(|&(.., against)| against == PlayerId::Bot)
    {
        return Ok(false);
    }
    let running = tx.running_games(member, None).await?;
    let mut with_members = running
        .iter()
        .filter(|record| record.game.players().animal().is_none());
    Ok(with_members.any(|record| helps(record, asked, gives_away)))
}
