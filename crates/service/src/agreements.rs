//! What two members can only do by agreement: one of them asks.

use std::time::Duration;

use futures::FutureExt;

use super::may_challenge::QUIET_FOR;
use super::notifications::told_via;
use super::play::find_target;
use super::{Caller, Error, Refusal, Result, Service, Target};
use wythoff_game::records::{GameRecord, Limit, NotifyVia};
use wythoff_game::{Agreement, MemberId, Player, Point, Seat};
use wythoff_store::{Pending, Tx};

/// How long the other one can agree.
pub const ANSWERED_WITHIN: Duration = Duration::from_mins(1);

/// A member asks the other one in a game.
#[derive(Clone, Debug)]
pub struct Asked {
    pub record: GameRecord,
    /// Who asks.
    pub by: Seat,
    /// The other player, if they want pings and were not pinged by such a question just before.
    pub pings: Option<MemberId>,
}

impl Service {
    /// Asks the other member of a running game to agree. `seen` is what the caller saw on its board.
    ///
    /// # Errors
    /// If the caller does not play in that game, or the two cannot agree on that now.
    pub fn ask_to_agree(
        &self,
        caller: Caller,
        target: Target,
        (on, seen): (Agreement, Point),
    ) -> Pending<Asked, Error> {
        self.change(caller, move |tx, caller| {
            ask(tx, caller, target, (on, seen)).boxed()
        })
    }
}

async fn ask(
    tx: &mut Tx,
    caller: &Caller,
    target: Target,
    (on, seen): (Agreement, Point),
) -> Result<Asked> {
    let record = find_target(tx, caller, target).await?;
    let game = &record.game;
    let checked = game.check_in_play(caller.player(), Some(seen));
    let checked = checked.and_then(|seat| game.check_agreement(on, seat).map(|()| seat));
    let by = match checked {
        Ok(seat) => seat,
        Err(why) => return Err(Error::about(why, record)),
    };
    let offer = Limit::Offer(caller.member, game.id());
    let before = tx.limit_events_since(offer, caller.at().minus(ANSWERED_WITHIN));
    if !before.await?.is_empty() {
        return Err(Error::about(Refusal::AskedBefore, record));
    }
    tx.limit(offer, caller.at(), ANSWERED_WITHIN).await?;
    let pings = match game.players().at(by.other()) {
        Player::Member(other) if is_told(tx, caller, other).await? => Some(other),
        Player::Member(_) | Player::Bot(_) | Player::Former(_) => None,
    };
    Ok(Asked { record, by, pings })
}

/// Whether a question pings the other player. If it does, the next ones do not for a while.
async fn is_told(tx: &mut Tx, caller: &Caller, other: MemberId) -> Result<bool> {
    if tx.has_blocked(other, caller.member).await? {
        return Ok(false);
    }
    let via = told_via(tx, other, caller.place.guild).await?;
    let (asked, at) = (Limit::Asked(caller.member, other), caller.at());
    let before = tx.limit_events_since(asked, at.minus(QUIET_FOR)).await?;
    if via != Some(NotifyVia::Ping) || !before.is_empty() {
        return Ok(false);
    }
    tx.limit(asked, at, QUIET_FOR).await?;
    Ok(true)
}
