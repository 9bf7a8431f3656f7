//! The websocket to Discord, through serenity: interactions come in here.
//!
//! No intents and no cache: an interaction carries everything that its answer needs. Serenity
//! connects to a relay on this machine (`relay`), which connects to Discord. `watch`, `watchdog`
//! and `budget` judge what the relay sees. The address of the gateway is requested here, since
//! serenity falls back to Discord's real one.

mod budget;
mod door;
mod error;
mod frame;
mod relay;
mod session;
#[cfg(test)]
mod tests;
mod watch;
mod watchdog;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serenity::all::{ApplicationId, Context, EventHandler, GatewayIntents, Ready};
use serenity::client::ClientBuilder;
use serenity::constants::GATEWAY_VERSION;
use serenity::http::HttpBuilder;
use serenity::{Client, async_trait};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

pub use self::error::GatewayError;
use self::relay::Relay;
use self::watch::Watch;
pub use self::watchdog::Stuck;
use super::registration::register;
use super::responder::Responder;
use super::rest::{Application, Failure, Rest};
use super::shard_status::ShardStatus;
use super::time::DiscordTime;
use crate::chain::chain;
use crate::discord::{Bot, Texts};

/// The permissions in the invitation: View Channels, to edit own messages; Send Messages, in
/// threads, too, for notifications; Attach Files, for pictures; Read Message History, to find a
/// message whose sending was not confirmed
/// (<https://discord.com/developers/docs/topics/permissions>).
const PERMISSIONS: u64 = 1 << 10 | 1 << 11 | 1 << 15 | 1 << 16 | 1 << 38;

/// The longest pause between two attempts to reach Discord at the start.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// Connects, registers the commands, and hands interactions to the responder until `stop`, or until
/// Discord refuses for good.
///
/// # Errors
/// [`GatewayError`]. Outages are waited out.
pub async fn run(
    rest: &Arc<Rest>,
    base: &str,
    texts: &Texts,
    responder: Arc<Responder>,
    shard_status: Arc<ShardStatus>,
    time: Arc<DiscordTime>,
    stop: CancellationToken,
) -> Result<(), GatewayError> {
    let prepared = tokio::select! {
        () = stop.cancelled() => return Ok(()),
        prepared = prepare(rest, base, texts, responder, shard_status, &time) => prepared,
    };
    let Prepared {
        mut client,
        shards,
        relay,
        watch,
    } = prepared?;
    let relaying = tokio::spawn(relay.serve());
    let manager = client.shard_manager.clone();
    let stopping = stop.clone();
    let closer = tokio::spawn(async move {
        stopping.cancelled().await;
        manager.shutdown_all().await;
    });
    let ended = tokio::select! {
        biased;
        broken = watch.broken() => Err(broken),
        ended = client.start_shards(shards) => ended.map_err(GatewayError::of_serenity),
        // Serenity may wait for a close frame that never comes. Stopping must not.
        () = async { stop.cancelled().await; sleep(Duration::from_secs(2)).await } => Ok(()),
    };
    closer.abort();
    relaying.abort();
    ended
}

/// What is needed to connect.
struct Prepared {
    client: Client,
    shards: u32,
    relay: Relay,
    watch: Arc<Watch>,
}

async fn prepare(
    rest: &Arc<Rest>,
    base: &str,
    texts: &Texts,
    responder: Arc<Responder>,
    shard_status: Arc<ShardStatus>,
    time: &Arc<DiscordTime>,
) -> Result<Prepared, GatewayError> {
    let application = retry_until_answered(|| rest.application()).await?;
    check_owner(responder.bot(), application.id).await?;
    retry_until_answered(|| register(rest, &application, texts)).await?;
    let (gateway, date) = retry_until_answered(|| rest.gateway()).await?;
    if let Some(date) = date {
        time.seed(date);
    }
    shard_status.expect(gateway.shards);
    let limit = &gateway.session_start_limit;
    let bot = responder.bot().clone();
    let watch = Arc::new(Watch::new(bot, shard_status, time.clone(), limit).await);
    let upstream = format!("{}?v={GATEWAY_VERSION}&encoding=json", gateway.url);
    let relay = Relay::bind(upstream, responder.clone(), watch.clone()).await?;
    let http = HttpBuilder::new(rest.token().reveal())
        .application_id(application.id)
        .client(rest.client().clone())
        .proxy(base)
        .ratelimiter_disabled(true)
        .build();
    let receiver = Receiver {
        responder,
        watch: watch.clone(),
        application,
        greeted: AtomicBool::new(false),
    };
    let client = ClientBuilder::new_with_http(http, GatewayIntents::empty())
        .event_handler(receiver)
        .await
        .map_err(|error| GatewayError::Broken(Box::new(error)))?;
    *client.ws_url.lock().await = relay.url()?;
    Ok(Prepared {
        client,
        shards: gateway.shards,
        relay,
        watch,
    })
}

/// Refuses the games of another bot, whose members would be notified by this one.
async fn check_owner(bot: &Bot, application: ApplicationId) -> Result<(), GatewayError> {
    let ours = application.get().cast_signed();
    let noted = bot.service().note_application(ours).await;
    match noted.map_err(GatewayError::Database)? {
        Some(theirs) => Err(GatewayError::AnotherBot { theirs, ours }),
        None => Ok(()),
    }
}

/// Calls Discord until it answers, after longer and longer pauses.
async fn retry_until_answered<T, F: Future<Output = Result<T, Failure>>>(
    call: impl Fn() -> F,
) -> Result<T, GatewayError> {
    let mut pause = Duration::from_millis(500);
    loop {
        match call().await {
            Ok(answer) => return Ok(answer),
            Err(failure) if failure.is_unauthorised() => return Err(GatewayError::TokenRefused),
            Err(failure) if failure.is_retryable() => {
                let again = match failure {
                    Failure::TooMany { after, .. } => after.max(pause),
                    Failure::Refused { .. }
                    | Failure::Unreachable(_)
                    | Failure::Nonsense
                    | Failure::LeftAlone
                    | Failure::Suspended
                    | Failure::Unreadable(_) => pause,
                };
                tracing::warn!(
                    error = chain(&failure),
                    ?again,
                    "discord cannot be reached; trying again"
                );
                sleep(again).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
            Err(failure) => return Err(GatewayError::Refused(failure)),
        }
    }
}

struct Receiver {
    responder: Arc<Responder>,
    watch: Arc<Watch>,
    application: Application,
    greeted: AtomicBool,
}

#[async_trait]
impl EventHandler for Receiver {
    async fn ready(&self, _: Context, ready: Ready) {
        let shard = ready
            .shard
            .map_or((0, 1), |shard| (shard.id.0, shard.total));
        let present = ready
            .guilds
            .iter()
            .map(|guild| guild.id.get().cast_signed());
        self.responder
            .greet(ready.user.id, present.collect(), shard)
            .await;
        self.watch.mark_connected(shard.0);
        let (name, servers) = (&ready.user.name, ready.guilds.len());
        if self.greeted.swap(true, Ordering::Relaxed) {
            tracing::debug!(name, servers, "connected again");
            return;
        }
        let invite = invitation(self.application.id);
        tracing::info!("playing as {name}, servers: {servers}, to invite the bot open {invite}");
    }
}

fn invitation(application: ApplicationId) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={PERMISSIONS}"
    )
}
