//! Finished games, for reviewing them.

use super::{Caller, Error, Refusal, Result, Service, find};
use wythoff_game::records::GameRecord;
use wythoff_game::{GameId, MemberId, Pair};
use wythoff_store::Read;

/// How many finished games completion offers: as many as Discord shows.
const OFFERED: i64 = 25;

/// The finished game that a member wants to review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// A game of this channel, or one of the member's own.
    Game(GameId),
    /// The member's latest finished game here.
    LatestHere,
}

impl Service {
    /// A finished game.
    ///
    /// # Errors
    /// [`Refusal::UnknownGame`], [`Refusal::NoFinishedGameHere`],
    /// [`wythoff_game::Refusal::StillRunning`], or those of the store.
    pub async fn finished(&self, caller: &Caller, which: Finished) -> Result<GameRecord> {
        if let Finished::Game(id) = which {
            let find = |mut tx: Read| async move {
                let record = find::to_look_back_on(&mut tx, caller, id).await?;
                refuse_during_pair(&mut tx, &record).await?;
                match record.game.outcome() {
                    Some(_) => Ok(record),
                    None => Err(Error::about(wythoff_game::Refusal::StillRunning, record)),
                }
            };
            self.store.read(find).await
        } else {
            let (member, here) = (caller.member, Some(caller.place.channel));
            let latest = |mut view: Read| async move {
                let latest = view.finished_games(member, here, 1).await?.pop();
                let record = latest.ok_or_else(|| Error::refused(Refusal::NoFinishedGameHere))?;
                refuse_during_pair(&mut view, &record).await?;
                Ok(record)
            };
            self.store.read(latest).await
        }
    }

    /// A member's finished games everywhere, the latest first.
    pub async fn finished_games(&self, member: MemberId) -> wythoff_store::Result<Vec<GameRecord>> {
        let latest =
            |mut view: Read| async move { view.finished_games(member, None, OFFERED).await };
        self.store.read(latest).await
    }
}

/// The first of two games can be looked back on once both are over.
async fn refuse_during_pair(tx: &mut Read, record: &GameRecord) -> Result<()> {
    if record.game.terms().pair == Pair::First
        && let Some(second) = tx.successor(record.game.id()).await?
        // A rematch also follows, if there was no second game.
        && matches!(second.game.terms().pair, Pair::Second { .. })
        && second.game.outcome().is_none()
    {
        return Err(Error::refused(Refusal::PairNotOver));
    }
    Ok(())
}
