//! What members and servers set, and what members can do about what is stored of them.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::begin::RATED_WITHIN;
use super::challenge::{ClosedChallenge, DECLINED_FOR, close};
use super::progress::{NO_SHOW, progressed, timed_out};
use super::{Acted, Caller, Error, Refusal, Service};
use crate::game::{Action, ChallengeEnding, MemberId, Refusal as GameRefusal, Timestamp};
use crate::rules::Draw;
use crate::rules::wythoff::Move;
use crate::store::{
    self, ChallengeRecord, GameRecord, MemberChange, MemberSettings, Notice, Pending, RatedUpTo,
    Retention, ServerChange, ServerSettings,
};

/// How long gathering everything about a member may take. Whoever wants it has been told to wait.
const EXPORT_PATIENCE: Duration = Duration::from_secs(30);

/// What protects others outlives an erasure for as long as it would have protected them without one.
const RETENTION: Retention = Retention {
    declined: DECLINED_FOR,
    rated: RATED_WITHIN,
    no_show: NO_SHOW,
};

/// Everything that is stored about a member.
#[derive(Clone, Debug)]
pub struct Export {
    /// The member.
    pub member: MemberId,
    /// The name last seen.
    pub name: Option<String>,
    /// What the member has set.
    pub settings: MemberSettings,
    /// Every game with its moves.
    pub games: Vec<(GameRecord, Vec<(Move, Timestamp)>)>,
    /// Every challenge made or received.
    pub challenges: Vec<ChallengeRecord>,
    /// Every rating.
    pub ratings: Vec<RatedUpTo>,
    /// The messages by which the member was told something, and which are still there.
    pub notices: Vec<Notice>,
}

/// What an erasure has ended.
#[derive(Clone, Debug)]
pub struct Erased {
    /// Games that were resigned, as they were before the erasure.
    pub resigned: Vec<Acted>,
    /// Challenges that were taken back or declined.
    pub closed: Vec<ClosedChallenge>,
    /// Messages by which the member was told something.
    pub notices: Vec<Notice>,
}

impl Service {
    /// What a member has set.
    ///
    /// # Errors
    /// What the store says.
    pub async fn member_settings(&self, member: MemberId) -> Result<MemberSettings, store::Error> {
        self.store
            .read(move |mut view| Box::pin(async move { view.member_settings(member).await }))
            .await
    }

    /// What a server has set.
    ///
    /// # Errors
    /// What the store says.
    pub async fn server_settings(&self, server: i64) -> Result<ServerSettings, store::Error> {
        self.store
            .read(move |mut view| Box::pin(async move { view.server_settings(server).await }))
            .await
    }

    /// Changes what a member has set; returns all that is set then.
    pub fn change_member(
        &self,
        caller: Caller,
        change: MemberChange,
    ) -> Pending<MemberSettings, Error> {
        self.change(caller, move |mut changes, caller| {
            Box::pin(async move {
                changes.change_member(caller.member, &change).await?;
                Ok(changes.view().member_settings(caller.member).await?)
            })
        })
    }

    /// Changes what a server has set; returns all that is set then. Whether the caller may is known from the interaction.
    pub fn change_server(
        &self,
        caller: Caller,
        server: i64,
        change: ServerChange,
    ) -> Pending<ServerSettings, Error> {
        self.change(caller, move |mut changes, _| {
            Box::pin(async move {
                changes.change_server(server, &change).await?;
                Ok(changes.view().server_settings(server).await?)
            })
        })
    }

    /// Everything that is stored about a member.
    ///
    /// # Errors
    /// What the store says.
    pub async fn export(&self, member: MemberId) -> Result<Export, store::Error> {
        self.store
            .read_at_length(EXPORT_PATIENCE, move |mut view| {
                Box::pin(async move {
                    Ok(Export {
                        member,
                        name: view.name(member).await?,
                        settings: view.member_settings(member).await?,
                        games: view.all_games(member).await?,
                        challenges: view.all_challenges(member).await?,
                        ratings: view.rating_history(member).await?,
                        notices: view.notices(member).await?,
                    })
                })
            })
            .await
    }

    /// Erases a member: running games are resigned, open challenges closed, and a fresh random number stands in the member's
    /// place everywhere. Opponents keep their results. A second time it finds nothing, which is no harm.
    pub fn erase(&self, caller: Caller) -> Pending<Erased, Error> {
        let draw = self.chance.draw();
        let judges_deadlines = self.judges_deadlines.clone();
        self.change(caller, move |mut changes, caller| {
            Box::pin(async move {
                let (member, at) = (caller.member, caller.at());
                let mut erased = Erased {
                    resigned: Vec::new(),
                    closed: Vec::new(),
                    notices: Vec::new(),
                };
                for record in changes.view().running_games(member).await? {
                    let seat = record.game.players().seat_of(caller.player());
                    let resigned = record.game.apply(caller.player(), Action::Resign, at);
                    erased.resigned.push(match resigned {
                        Ok(ended) => progressed(&mut changes, record, ended, seat, at).await?,
                        Err(GameRefusal::OutOfTime)
                            if !judges_deadlines.load(Ordering::Acquire) =>
                        {
                            return Err(Error::refused(Refusal::ComingBack));
                        }
                        Err(GameRefusal::OutOfTime) => timed_out(&mut changes, record, at).await?,
                        Err(refusal) => return Err(Error::about(refusal, record)),
                    });
                }
                for record in changes.view().all_challenges(member).await? {
                    if !record.challenge.is_open() {
                        continue;
                    }
                    let ending = if record.challenge.challenger == member {
                        ChallengeEnding::Withdrawn
                    } else {
                        ChallengeEnding::Declined
                    };
                    let challenge = record.challenge.closed(ending, at);
                    erased
                        .closed
                        .push(close(&mut changes, record, challenge).await?);
                }
                erased.notices = changes.view().notices(member).await?;
                let mut nobody = stand_in(draw);
                while changes.view().is_taken(nobody).await? {
                    nobody = MemberId(nobody.0 - 1);
                }
                changes
                    .erase_member(member, nobody, (RETENTION, at))
                    .await?;
                Ok(erased)
            })
        })
    }
}

/// A random negative number, which no member has.
fn stand_in(draw: Draw) -> MemberId {
    MemberId(-1 - i64::try_from(draw.below(1 << 62)).unwrap_or(0))
}
