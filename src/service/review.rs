//! Looking back on finished games.

use super::{Caller, Error, Refusal, Result, Service, find};
use crate::game::{GameId, MemberId};
use crate::records::GameRecord;
use crate::store::{self, Key, Work};

/// How many finished games are offered: as many as Discord shows.
const OFFERED: u8 = 25;

/// Which finished game somebody wants to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// The one that a control belongs to, whoever has used it.
    Control(GameId),
    /// One of the member's own.
    Named(GameId),
    /// The member's latest one here.
    LatestHere,
}

impl Service {
    /// A finished game.
    ///
    /// # Errors
    /// [`Refusal::UnknownGame`], [`Refusal::NoFinishedGameHere`], or [`crate::game::Refusal::StillRunning`]; else what the store says.
    pub async fn finished(&self, caller: &Caller, which: Finished) -> Result<GameRecord> {
        if let Finished::Control(id) | Finished::Named(id) = which {
            let find = |work: &mut Work<'_>| {
                let record = match which {
                    Finished::Named(_) => find::of_member(work, caller, id)?,
                    Finished::Control(_) | Finished::LatestHere => {
                        find::by_control(work, caller, id)?
                    }
                };
                ended(record)
            };
            return self.look(Key::Number(id), find).await;
        }
        let (member, channel) = (caller.member, caller.place.channel);
        let latest = self
            .store
            .read(move |mut view| async move { view.finished_games(member, OFFERED).await });
        let mut latest = latest.await?.into_iter();
        latest
            .find(|record| record.place.channel == channel)
            .ok_or_else(|| Error::refused(Refusal::NoFinishedGameHere))
    }

    /// A member's latest finished games everywhere, the latest first.
    pub async fn finished_games(&self, member: MemberId) -> store::Result<Vec<GameRecord>> {
        self.store
            .read(move |mut view| async move { view.finished_games(member, OFFERED).await })
            .await
    }
}

fn ended(record: GameRecord) -> Result<GameRecord> {
    match record.game.outcome() {
        Some(_) => Ok(record),
        None => Err(Error::about(crate::game::Refusal::StillRunning, record)),
    }
}
