//! Answers to interactions that the handler did not answer: they were turned away, could not
//! be read or arrived too late, or the handler panicked.

use tokio::time::{Instant, timeout, timeout_at};
use tracing::Instrument;

use super::delivery::{ATTEMPT, Delivery};
use super::reply_to::ReplyTo;
use super::responder::{Responder, span};
use wythoff_discord::Response;

/// The type of autocomplete interactions.
const AUTOCOMPLETE: u8 = 4;

/// The answer to a completion that fails.
const NO_CHOICES: Response = Response::Choices(Vec::new());

impl Responder {
    /// Answers an interaction that cannot be parsed, such as one of a new type. Its content is not
    /// logged.
    pub(super) async fn answer_unparsed(&self, interaction: &str, error: &serde_json::Error) {
        let reason = error.to_string();
        let reason = if reason.starts_with("missing field") {
            reason.as_str()
        } else {
            "not as expected"
        };
        let Some((reply_to, kind)) = ReplyTo::of_unparsed(interaction) else {
            tracing::error!(
                reason,
                "an interaction cannot be read, so it cannot be answered"
            );
            return;
        };
        tracing::error!(
            incident = reply_to.interaction.0,
            kind,
            reason,
            "an interaction cannot be read"
        );
        let answer = if kind == AUTOCOMPLETE {
            NO_CHOICES
        } else {
            self.bot.fault(reply_to.interaction)
        };
        let span = span(reply_to.interaction);
        self.turn_away(&reply_to, &answer).instrument(span).await;
    }

    /// Says why nothing was done. That is tried once: nothing was done, so it matters little whether this arrives, and
    /// there may be thousands of them.
    pub(super) async fn turn_away(&self, reply_to: &ReplyTo, answer: &Response) {
        let started = Instant::now();
        let call = self.rest.respond(reply_to, answer, false);
        let delivery = match timeout(ATTEMPT, call).await {
            Ok(Ok(_)) => Delivery::Delivered(None),
            Ok(Err(_)) | Err(_) => Delivery::Lost,
        };
        self.count(delivery, started, reply_to);
    }

    /// Answers an interaction that arrived too late, for example after a long resume, and changes
    /// nothing, since Discord has told the member that it failed. If Discord accepts the response,
    /// the time was estimated wrongly.
    pub(super) async fn reject_late(&self, reply_to: &ReplyTo, is_completion: bool) {
        let answer = if is_completion {
            NO_CHOICES
        } else {
            self.bot.too_late()
        };
        let call = self.rest.respond(reply_to, &answer, false);
        match timeout(ATTEMPT, call).await {
            Ok(Ok(_)) => {
                tracing::warn!("an interaction only seemed to come too late");
                self.time.forget();
            }
            Ok(Err(_)) | Err(_) => {
                tracing::debug!("an interaction came too late");
            }
        }
    }

    /// An answer that says that something went wrong. A completion cannot be answered with a
    /// message, so it gets no choices.
    pub(super) fn apology(&self, reply_to: &ReplyTo, is_completion: bool) -> Response {
        if is_completion {
            NO_CHOICES
        } else {
            Response::Private(self.bot.apology(reply_to.interaction))
        }
    }

    /// Says that something went wrong, if there is time.
    pub(super) async fn apologise(
        &self,
        reply_to: &ReplyTo,
        apology: &Response,
        deadline: Instant,
    ) {
        let call = self.rest.respond(reply_to, apology, false);
        let answered = timeout_at(deadline, call).await;
        if !matches!(answered, Ok(Ok(_))) {
            tracing::error!(
                incident = reply_to.interaction.0,
                "an interaction could not be answered at all"
            );
        }
    }
}
