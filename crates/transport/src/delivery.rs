//! Delivering a first response, and finding out whether it was delivered.

use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use super::reply_to::ReplyTo;
use super::rest::codes::{ALREADY_ACKNOWLEDGED, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK};
use super::rest::{Failure, Rest};
use wythoff_discord::{PublicMessage, Response};
use wythoff_game::records::MessageId;

/// How long after the deadline Discord may still accept a response that is on its way.
const MARGIN: Duration = Duration::from_millis(200);

/// The timeout of one attempt. A dead connection never answers, and a second attempt is harmless.
pub(super) const ATTEMPT: Duration = Duration::from_secs(1);

/// How long to check whether there is a first response.
const CHECK: Duration = Duration::from_secs(1);

/// How long Discord may still carry out a call after delivery was given up, if the clocks differ.
pub(super) const MAX_LATENESS: Duration = Duration::from_millis(1_500);

/// The first pause before a failed call is tried again. Each further one doubles it.
const PAUSE: Duration = Duration::from_millis(50);

/// How long to search for the message of a new board or challenge.
const SEARCH: Duration = Duration::from_secs(8);

/// The longest pause between two searches.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The outcome of delivering a first response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    /// Discord has it, or it does not matter: a form or choices, which nothing follows. Holds the id of
    /// the message if the response posted a board.
    Delivered(Option<MessageId>),
    /// Discord has another response, which answered a repetition of the same interaction.
    AnsweredBefore,
    /// Discord does not have it.
    Lost,
    /// Discord may or may not have it: asking would not tell, or was not answered.
    Unknown,
}

/// Delivers the first response. It is retried until the deadline, and then Discord is asked whether
/// it arrived. Fails if Discord refuses it, in which case another response may take its place.
pub(super) async fn deliver(
    rest: &Rest,
    reply_to: &ReplyTo,
    first: &Response,
    deadline: Instant,
) -> Result<Delivery, Failure> {
    let makes_message = makes_message(first);
    // Whether an earlier attempt may have had its effect.
    let mut may_have_arrived = false;
    let mut min_pause = PAUSE;
    loop {
        let call = rest.respond(reply_to, first, makes_message);
        let pause = match timeout_at(deadline.min(Instant::now() + ATTEMPT), call).await {
            Ok(Ok(message)) => return Ok(Delivery::Delivered(message)),
            Ok(Err(failure)) if failure.code() == Some(ALREADY_ACKNOWLEDGED) => {
                return Ok(if may_have_arrived {
                    confirm(rest, reply_to, first).await
                } else {
                    Delivery::AnsweredBefore
                });
            }
            Ok(Err(Failure::TooMany { after, .. })) => {
                min_pause *= 2;
                after.max(min_pause)
            }
            Ok(Err(failure)) if !failure.is_retryable() => {
                return if may_have_arrived {
                    Ok(confirm(rest, reply_to, first).await)
                } else {
                    Err(failure)
                };
            }
            Ok(Err(_)) | Err(_) => {
                may_have_arrived = true;
                let pause = min_pause;
                min_pause *= 2;
                pause
            }
        };
        if Instant::now() + pause < deadline {
            sleep(pause).await;
            continue;
        }
        tracing::warn!("a first response was not confirmed in time");
        // Discord may still accept a response that is on its way.
        sleep_until(deadline + MARGIN).await;
        // That there is a message proves nothing here: it may be the one to edit, as it was before. (Above,
        // Discord has refused a repetition, so it has answered one of them.)
        if let Response::Board { .. } | Response::Update(_) = first {
            return Ok(Delivery::Unknown);
        }
        return Ok(confirm(rest, reply_to, first).await);
    }
}

/// Whether the id of the message is wanted.
const fn makes_message(first: &Response) -> bool {
    matches!(
        first,
        Response::NewBoard(_) | Response::Public(PublicMessage { post: Some(_), .. })
    )
}

/// Checks for up to a second whether there is a first response.
async fn confirm(rest: &Rest, reply_to: &ReplyTo, first: &Response) -> Delivery {
    if let Response::Form(_) | Response::Choices(_) = first {
        // There is no message to check for, and there are no follow-ups.
        return Delivery::Delivered(None);
    }
    let makes_message = makes_message(first);
    check_until(rest, reply_to, makes_message, Instant::now() + CHECK).await
}

/// Checks for several seconds whether there is a first response.
pub(super) async fn search(rest: &Rest, reply_to: &ReplyTo) -> Delivery {
    check_until(rest, reply_to, true, Instant::now() + SEARCH).await
}

async fn check_until(
    rest: &Rest,
    reply_to: &ReplyTo,
    makes_message: bool,
    until: Instant,
) -> Delivery {
    let mut pause = PAUSE;
    loop {
        let original = rest.original(reply_to);
        match timeout_at(until.min(Instant::now() + ATTEMPT), original).await {
            Ok(Ok(message)) => return Delivery::Delivered(makes_message.then_some(message)),
            Ok(Err(failure))
                if matches!(failure.code(), Some(UNKNOWN_WEBHOOK | UNKNOWN_MESSAGE)) =>
            {
                return Delivery::Lost;
            }
            Ok(Err(failure)) if !failure.is_retryable() => return Delivery::Unknown,
            Ok(Err(_)) | Err(_) if Instant::now() + pause >= until => return Delivery::Unknown,
            Ok(Err(_)) | Err(_) => sleep(pause).await,
        }
        pause = (2 * pause).min(LONGEST_PAUSE);
    }
}
