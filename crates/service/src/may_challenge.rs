//! Who may challenge whom, and how often.

use std::time::Duration;

use super::{Caller, Error, Refusal, Result};
use wythoff_game::records::{ChallengesFrom, Limit};
use wythoff_game::{MemberId, Person, PlayerId};
use wythoff_store::Read;

/// How many open challenges a member may have made.
const MAX_MADE: usize = 5;

/// How long after a declined challenge another one to the same member is refused.
pub(super) const PAUSE_AFTER_DECLINE: Duration = Duration::from_mins(10);

/// A member may challenge the same member fewer than [`TOO_OFTEN`] times within this period. A
/// challenge within [`QUIET_FOR`] of another one notifies nobody, and neither does an offer of another
/// game within that time of another offer.
pub(super) const CHALLENGE_WINDOW: Duration = Duration::from_hours(1);

const TOO_OFTEN: usize = 10;

pub(super) const QUIET_FOR: Duration = Duration::from_mins(10);

/// A member with this many open challenges, made or received, cannot be challenged, because erasing
/// a member closes all of them at once.
const MAX_MADE_OR_RECEIVED: usize = 100;

/// Checks that the member may make another challenge.
pub(super) async fn check_may_challenge(
    tx: &mut Read,
    caller: &Caller,
    invited: Option<MemberId>,
) -> Result<()> {
    let open = tx.open_challenges(caller.member, caller.at()).await?;
    let invited = invited.map(Person::Member);
    let same = open.iter().find(|record| {
        invited.is_some()
            && record.challenge.invited == invited
            && record.place.channel == caller.place.channel
    });
    if let Some(same) = same {
        let link = same.message.map(|message| (same.place.clone(), message));
        return Err(Error::refused(Refusal::AlreadyChallenged(link)));
    }
    if open.len() >= MAX_MADE {
        return Err(Error::refused(Refusal::TooManyChallenges));
    }
    Ok(())
}

/// Refuses if the caller has challenged the member too often. Returns whether the caller challenged
/// the member so recently that another notification would be too much.
pub(super) async fn check_frequency(
    tx: &mut Read,
    caller: &Caller,
    invited: MemberId,
) -> Result<bool> {
    let now = caller.at();
    let challenged = Limit::Challenged(caller.member, invited);
    let before = tx
        .limit_events_since(challenged, now.minus(CHALLENGE_WINDOW))
        .await?;
    // The challenge that is being made counts, too.
    let times = before.len() + 1;
    match before.first() {
        Some(first) if times >= TOO_OFTEN => Err(Error::refused(Refusal::ChallengedTooOften {
            retry_at: first.plus(CHALLENGE_WINDOW),
        })),
        _ => Ok(before.iter().any(|&at| at > now.minus(QUIET_FOR))),
    }
}

/// Refuses a game between two members one of whom has blocked the other.
pub(super) async fn refuse_blocked(
    tx: &mut Read,
    caller: &Caller,
    opponent: MemberId,
) -> Result<()> {
    if tx.has_blocked(caller.member, opponent).await? {
        return Err(Error::refused(Refusal::YouBlocked));
    }
    if tx.has_blocked(opponent, caller.member).await? {
        return Err(Error::refused(Refusal::ChallengesNotAccepted));
    }
    Ok(())
}

/// Refuses to invite a member who wants no challenges.
pub(super) async fn refuse_if_nobody_may_challenge(tx: &mut Read, invited: MemberId) -> Result<()> {
    if tx.member(invited).await?.settings.challenges_from == ChallengesFrom::Nobody {
        return Err(Error::refused(Refusal::ChallengesNotAccepted));
    }
    Ok(())
}

pub(super) async fn check_invited(tx: &mut Read, caller: &Caller, invited: MemberId) -> Result<()> {
    let opponent = PlayerId::Member(invited);
    if let Some(running) = tx
        .running_game(caller.place.channel, caller.member, opponent)
        .await?
    {
        return Err(Error::about(Refusal::AlreadyRunning, running));
    }
    refuse_blocked(tx, caller, invited).await?;
    refuse_if_nobody_may_challenge(tx, invited).await?;
    if tx.open_challenge_ids(invited).await?.len() >= MAX_MADE_OR_RECEIVED {
        return Err(Error::refused(Refusal::TooManyReceived));
    }
    refuse_if_declined(tx, caller, invited).await
}

/// Refuses to ask a member again who has declined not long ago.
pub(super) async fn refuse_if_declined(
    tx: &mut Read,
    caller: &Caller,
    invited: MemberId,
) -> Result<()> {
    let since = caller.at().minus(PAUSE_AFTER_DECLINE);
    let declined = tx
        .limit_events_since(Limit::Declined(caller.member, invited), since)
        .await?;
    match declined.last() {
        Some(declined) => Err(Error::refused(Refusal::DeclinedBefore {
            retry_at: declined.plus(PAUSE_AFTER_DECLINE),
        })),
        None => Ok(()),
    }
}
