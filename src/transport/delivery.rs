//! Delivering a first response in time, and finding out whether it was delivered.

use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use super::outbox::Envelope;
use super::rest::{Failure, Rest};
use crate::discord::Response;
use crate::records::MessageId;

/// How much longer Discord may take an answer that is on its way when the time is up.
const MARGIN: Duration = Duration::from_millis(200);

/// How long one attempt may take: on a connection that died silently no answer ever comes, and a second attempt is harmless.
pub(super) const ATTEMPT: Duration = Duration::from_secs(1);

/// How much later still Discord may carry out what it has not answered, where the clocks differ.
pub(super) const LATE: Duration = Duration::from_millis(1_500);

/// How long to wait before a failed call is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// How long a game whose first board may or may not be there is looked after.
const SEARCH: Duration = Duration::from_secs(8);

/// The longest pause between two looks.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Discord's codes for an interaction that has been answered already, for one that it knows no more, and for a message that is not
/// there, or whose token was never answered
/// (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>).
const ALREADY_ACKNOWLEDGED: u64 = 40060;
pub(super) const UNKNOWN_INTERACTION: u64 = 10062;
pub(super) const UNKNOWN_MESSAGE: u64 = 10008;
const UNKNOWN_WEBHOOK: u64 = 10015;

/// What is known of a first response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    /// Discord has it, with the message that it made.
    Delivered(Option<MessageId>),
    /// Discord has one already: that of another event of the same interaction.
    Answered,
    /// Discord does not have it.
    Lost,
    /// Discord may or may not have it, and cannot be asked.
    Unknown,
}

/// Delivers the first response: tries again for as long as there is time, and where the outcome is open finds it out. `makes_message`
/// says whether a public message comes of it. Where Discord refuses it, something else may be said in its place.
pub(super) async fn deliver(
    rest: &Rest,
    envelope: &Envelope,
    first: &Response,
    makes_message: bool,
    deadline: Instant,
) -> Result<Delivery, Failure> {
    if matches!(first, Response::Nothing) {
        return Ok(Delivery::Answered);
    }
    // Whether an earlier attempt may have had its effect without our knowing.
    let mut is_open = false;
    loop {
        let (id, token) = (envelope.interaction, &envelope.token);
        let call = rest.respond(id, token, first, makes_message);
        let pause = match timeout_at(deadline.min(Instant::now() + ATTEMPT), call).await {
            Ok(Ok(message)) => return Ok(Delivery::Delivered(message)),
            Ok(Err(failure)) if failure.code() == Some(ALREADY_ACKNOWLEDGED) => {
                return Ok(if is_open {
                    settle(rest, envelope, makes_message).await
                } else {
                    Delivery::Answered
                });
            }
            Ok(Err(Failure::TooMany { after, .. })) => after,
            Ok(Err(failure)) if !failure.is_passing() => {
                return if is_open {
                    Ok(settle(rest, envelope, makes_message).await)
                } else {
                    Err(failure)
                };
            }
            Ok(Err(_)) | Err(_) => {
                is_open = true;
                PAUSE
            }
        };
        if Instant::now() + pause < deadline {
            sleep(pause).await;
            continue;
        }
        tracing::warn!(
            interaction = envelope.interaction.0,
            "a first response was not confirmed in time"
        );
        // Until then Discord may still take what is under way.
        sleep_until(deadline + MARGIN).await;
        // A message that was to change is there in any case.
        return Ok(match first {
            Response::Update(_) => Delivery::Unknown,
            _other => settle(rest, envelope, makes_message).await,
        });
    }
}

/// Finds out at once whether there is a first response.
async fn settle(rest: &Rest, envelope: &Envelope, makes_message: bool) -> Delivery {
    look(rest, envelope, makes_message, Instant::now() + ATTEMPT).await
}

/// Keeps finding out whether there is a first response, for some seconds.
pub(super) async fn search(rest: &Rest, envelope: &Envelope) -> Delivery {
    look(rest, envelope, true, Instant::now() + SEARCH).await
}

async fn look(rest: &Rest, envelope: &Envelope, makes_message: bool, until: Instant) -> Delivery {
    let mut pause = PAUSE;
    loop {
        let original = rest.original(envelope.application, &envelope.token);
        match timeout_at(until.min(Instant::now() + ATTEMPT), original).await {
            Ok(Ok(message)) => return Delivery::Delivered(message.filter(|_| makes_message)),
            Ok(Err(failure))
                if matches!(failure.code(), Some(UNKNOWN_WEBHOOK | UNKNOWN_MESSAGE)) =>
            {
                return Delivery::Lost;
            }
            Ok(Err(failure)) if !failure.is_passing() => return Delivery::Unknown,
            Ok(Err(_)) | Err(_) if Instant::now() + pause >= until => return Delivery::Unknown,
            Ok(Err(_)) | Err(_) => sleep(pause).await,
        }
        pause = (2 * pause).min(LONGEST_PAUSE);
    }
}
