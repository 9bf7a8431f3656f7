//! Looking back on finished games.

use super::{Caller, Error, Refusal, Service, find};
use crate::game::{GameId, MemberId};
use crate::store::{self, GameRecord, Snapshot};

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
    pub async fn finished(&self, caller: &Caller, which: Finished) -> Result<GameRecord, Error> {
        let caller = caller.clone();
        self.look(move |mut view| {
            Box::pin(async move { find_finished(&mut view, &caller, which).await })
        })
        .await
    }

    /// A member's latest finished games everywhere, the latest first.
    ///
    /// # Errors
    /// What the store says.
    pub async fn finished_games(&self, member: MemberId) -> Result<Vec<GameRecord>, store::Error> {
        self.store
            .read(move |mut view| {
                Box::pin(async move { view.finished_games(member, OFFERED).await })
            })
            .await
    }
}

async fn find_finished(
    view: &mut Snapshot<'_>,
    caller: &Caller,
    which: Finished,
) -> Result<GameRecord, Error> {
    let record = match which {
        Finished::Control(game) => find::by_control(view, caller, game).await?,
        Finished::Named(game) => find::of_member(view, caller, game).await?,
        Finished::LatestHere => {
            let mut finished = view
                .finished_games(caller.member, OFFERED)
                .await?
                .into_iter();
            let here = finished.find(|record| record.place.channel == caller.place.channel);
            here.ok_or_else(|| Error::refused(Refusal::NoFinishedGameHere))?
        }
    };
    match record.game.outcome() {
        Some(_) => Ok(record),
        None => Err(Error::about(crate::game::Refusal::StillRunning, record)),
    }
}
