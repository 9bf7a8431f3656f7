//! Showing what Discord does not show: after a crash, an outage, an overflow, the death of another process,
//! or an absence that has extended deadlines. What that is, the database says.

use std::time::Duration;

use futures::StreamExt as _;
use tokio::time::timeout;

use super::delivery::MAX_LATENESS;
use super::outbox::Outbox;
use super::reply_to::FIRST_RESPONSE;
use super::time::DiscordTime;
use super::to_show::{ToShow, Why};
use wythoff_discord::{Bot, FollowUp};
use wythoff_game::chain::chain;
use wythoff_game::{GameId, Timestamp};

/// The pause between two sweeps.
const PAUSE: Duration = Duration::from_secs(5);

/// For how long an interaction may be answered. Meanwhile, whoever answers it also draws the board.
const ANSWERED_WITHIN: Duration = FIRST_RESPONSE.saturating_add(MAX_LATENESS);

/// How long a sweep waits for its boards. Where Discord answers none of their calls, whatever else is to be shown must
/// not wait for them.
const SWEPT_WITHIN: Duration = Duration::from_secs(10);

/// How many boards are drawn at a time.
const AT_ONCE: usize = 4;

/// Sweeps again and again. It begins with what was to be shown at the start. The
/// death of another process interrupts a sweep; what that sweep has not reached is found by the next one.
pub(super) async fn sweep_regularly(
    bot: &Bot,
    outbox: &Outbox,
    time: &DiscordTime,
    at_start: wythoff_store::Result<ToShow>,
) {
    if let Ok(at_start) = &at_start {
        outbox.note_oldest(at_start);
    }
    let (mut why, mut at_start) = (Why::Death, Some(at_start));
    loop {
        // That needs no connection: Discord's REST API may work although no interaction can arrive, or the
        // bot may only be unable to see that one can.
        bot.until_user_known().await;
        let read = match at_start.take() {
            Some(read) => read,
            None => ToShow::read(bot, why, time.now()).await,
        };
        let sweeping = async {
            match read {
                Ok(to_show) => {
                    sweep(bot, outbox, time, why, to_show).await;
                    why = Why::Regularly;
                }
                Err(error) => tracing::warn!(
                    error = chain(&error),
                    "what is still to be shown could not be read; trying again"
                ),
            }
            time.sleep_until(time.now().plus(PAUSE)).await;
            why
        };
        why = tokio::select! {
            why = sweeping => why,
            () = bot.store().death() => Why::Death,
        };
    }
}

/// Draws the boards that are due, a few at a time; the outbox takes the rest: notifications, deletions,
/// puzzles.
async fn sweep(bot: &Bot, outbox: &Outbox, time: &DiscordTime, why: Why, to_show: ToShow) {
    let show = match why {
        Why::Death => FollowUp::CatchUp,
        Why::Regularly => FollowUp::ShowOrPost,
    };
    let is_shared = bot.store().is_shared();
    let due = outbox.take_due(to_show, why, is_shared).await;
    let draw = async |(game, changed): (GameId, Timestamp)| {
        until_answered(time, changed).await;
        outbox.carry_out(show(game)).await;
    };
    let drawing = futures::stream::iter(due).for_each_concurrent(AT_ONCE, draw);
    // What has been begun goes on; the rest is found by the next sweep.
    let _late = timeout(SWEPT_WITHIN, drawing).await;
}

/// Waits until the first response to a change has arrived, or never will: whoever is still answering the
/// interaction, perhaps this process, shows the board itself.
async fn until_answered(time: &DiscordTime, changed: Timestamp) {
    // If the clock was set back, nothing is answered later than now.
    time.wait_until(changed.min(time.now()).plus(ANSWERED_WITHIN))
        .await;
}
