//! The finished game that a game against the bot follows.

use super::{Caller, Error, Refusal, Result, find};
use wythoff_game::records::GameRecord;
use wythoff_game::{GameId, Refusal as GameRefusal};
use wythoff_store::{Read, Tx};

/// A finished game of the member against the bot that the next one can follow. Returns `None` if
/// the one that followed it is over, too.
pub(super) async fn finished(
    tx: &mut Read,
    caller: &Caller,
    from: GameId,
) -> Result<Option<GameRecord>> {
    let record = find::by_control(tx, caller, from).await?;
    let players = record.game.players();
    if players.seat_of(caller.player()).is_none() || players.animal().is_none() {
        return Err(Error::about(GameRefusal::NotAPlayer, record));
    }
    if record.game.outcome().is_none() {
        return Err(Error::about(GameRefusal::StillRunning, record));
    }
    match tx.successor(from).await? {
        Some(next) if next.game.outcome().is_some() => Ok(None),
        Some(next) => Err(Error::about(Refusal::AlreadyFollowed, next)),
        None => Ok(Some(record)),
    }
}

/// The member's latest finished game here, if it was against the bot and none follows it yet. The
/// next one follows it however it is started, so that its board shrinks.
pub(super) async fn latest_finished(tx: &mut Read, caller: &Caller) -> Result<Option<GameRecord>> {
    let here = Some(caller.place.channel);
    let latest = tx.finished_games(caller.member, here, 1).await?.pop();
    let is_over =
        |record: &GameRecord| record.game.players().animal().is_some() && !record.is_followed;
    Ok(latest.filter(is_over))
}

/// Marks a finished game as followed.
pub(super) async fn mark_followed(
    tx: &mut Tx,
    caller: &Caller,
    mut finished: GameRecord,
) -> wythoff_store::Result<()> {
    finished.is_followed = true;
    finished.touch(caller.at());
    tx.save_game(&finished).await
}
