//! The start, which is the same over the gateway and over HTTP: finds out which application the bot
//! is, and checks that the games in the database belong to it.

use std::time::Duration;

use futures::FutureExt;
use serenity::all::ApplicationId;
use tokio::time::sleep;

use super::error::ConnectionError;
use super::rest::{Application, Failure, Rest};
use super::time::DiscordTime;
use wythoff_discord::Bot;
use wythoff_game::chain::chain;

/// The permissions in the invitation: View Channels, to edit its own messages; Send Messages, also
/// in threads, for notifications; Attach Files, for pictures; Read Message History, to find a
/// message whose sending was not confirmed
/// (<https://discord.com/developers/docs/topics/permissions>).
const PERMISSIONS: u64 = 1 << 10 | 1 << 11 | 1 << 15 | 1 << 16 | 1 << 38;

/// The longest pause between two attempts to reach Discord at the start.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// How long to wait at most if Discord limits the calls of the start.
const LONGEST_WAIT: Duration = Duration::from_hours(1);

/// Asks Discord for the application of the token, and takes Discord's time from the answer. Checks
/// that the games in the database belong to the application.
///
/// # Errors
/// [`ConnectionError`]. Outages are waited out.
pub(super) async fn application(
    rest: &Rest,
    bot: &Bot,
    time: &DiscordTime,
) -> Result<Application, ConnectionError> {
    let (application, date) = retry_until_answered(|| rest.application()).await?;
    if let Some(date) = date {
        time.seed(date);
    }
    check_owner(bot, application.id).await?;
    Ok(application)
}

/// Fails if the games in the database are another bot's, whose players this bot would notify.
async fn check_owner(bot: &Bot, application: ApplicationId) -> Result<(), ConnectionError> {
    let ours = application.get().cast_signed();
    let note = bot
        .store()
        .change_later(move |tx| tx.note_application(ours).boxed());
    let noted = note.await;
    match noted.map_err(ConnectionError::Database)? {
        Some(theirs) => Err(ConnectionError::AnotherBot { theirs, ours }),
        None => Ok(()),
    }
}

/// Calls Discord until it answers, with longer and longer pauses between attempts.
pub(super) async fn retry_until_answered<T, F: Future<Output = Result<T, Failure>>>(
    call: impl Fn() -> F,
) -> Result<T, ConnectionError> {
    let mut pause = Duration::from_millis(500);
    loop {
        match call().await {
            Ok(answer) => return Ok(answer),
            Err(failure) if failure.is_unauthorised() => return Err(ConnectionError::TokenRefused),
            Err(failure) => {
                let wait = failure.wait().min(LONGEST_WAIT).max(pause);
                tracing::warn!(
                    error = chain(&failure),
                    ?wait,
                    "discord does not let the bot start; trying again"
                );
                sleep(wait).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }
}

/// The address that invites the bot to a server.
pub(super) fn invitation(application: ApplicationId) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={PERMISSIONS}"
    )
}
