//! The websocket to Discord, through serenity: interactions come in here.
//!
//! No intents and no cache: every interaction carries all that its answer needs. Serenity dials a relay on this machine (`relay`),
//! which dials Discord; what it sees is judged in `watch`, `watchdog` and `budget`. The address of the gateway is asked for here,
//! since serenity dials Discord's real one when its own question fails.

mod budget;
mod relay;
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
use thiserror::Error;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use self::relay::Relay;
use self::watch::Watch;
pub use self::watchdog::Stuck;
use super::carrier::Carrier;
use super::presence::Presences;
use super::registration::register;
use super::rest::{Application, Failure, Rest};
use super::time::DiscordTime;
use crate::discord::Texts;

/// The permissions that an invitation asks for: View Channels, which editing one's own messages needs; Send Messages, in threads,
/// too, which telling somebody needs whose time runs out; Attach Files, for the pictures of what the bot posts by itself; Read Message
/// History, to look whether a message has arrived whose sending was not confirmed
/// (<https://discord.com/developers/docs/topics/permissions>).
const PERMISSIONS: u64 = 1 << 10 | 1 << 11 | 1 << 15 | 1 << 16 | 1 << 38;

/// The longest pause between two attempts to reach Discord at the start.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// Why the bot cannot, or can no longer, be connected.
#[derive(Debug, Error)]
pub enum GatewayError {
    /// The token is not accepted.
    #[error(
        "discord does not accept DISCORD_TOKEN; copy it anew from the developer portal (Bot, Reset Token)"
    )]
    TokenRefused,
    /// Discord refuses a call that the start needs.
    #[error("discord refused to let the bot start")]
    Refused(#[source] Failure),
    /// Discord does not allow what the bot wants to be told of, which is nothing.
    #[error(
        "discord refuses the bot's intents (4013, 4014); it asks for none, so look at the bot in the developer portal: it may be \
         limited or disabled"
    )]
    Intents,
    /// The connection is stuck, and only a new start helps.
    #[error(transparent)]
    Stuck(#[from] Stuck),
    /// There is no port for the relay on this machine.
    #[error("no port of this machine can be listened on")]
    NoPort(#[from] std::io::Error),
    /// Serenity gave up.
    #[error("the connection to discord broke for good")]
    Broken(#[source] Box<serenity::Error>),
}

/// Connects, registers the commands where they have changed, and hands interactions to the carrier until `stop`, or until
/// Discord refuses for good.
///
/// # Errors
/// [`GatewayError`]. What may pass, as an outage, is waited for.
pub async fn run(
    rest: &Arc<Rest>,
    base: &str,
    texts: &Texts,
    (carrier, presences): (Arc<Carrier>, Arc<Presences>),
    time: Arc<DiscordTime>,
    stop: CancellationToken,
) -> Result<(), GatewayError> {
    let prepared = tokio::select! {
        () = stop.cancelled() => return Ok(()),
        prepared = prepare((rest, base), texts, carrier, presences, &time) => prepared,
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
        ended = client.start_shards(shards) => ended.map_err(judged),
        // Serenity may wait for a close frame that never comes; whoever stops does not.
        () = async { stop.cancelled().await; sleep(Duration::from_secs(2)).await } => Ok(()),
    };
    closer.abort();
    relaying.abort();
    ended
}

/// What an error of serenity's means.
fn judged(error: serenity::Error) -> GatewayError {
    use serenity::gateway::GatewayError as Theirs;
    match error {
        serenity::Error::Gateway(Theirs::InvalidAuthentication) => GatewayError::TokenRefused,
        serenity::Error::Gateway(
            Theirs::InvalidGatewayIntents | Theirs::DisallowedGatewayIntents,
        ) => GatewayError::Intents,
        error => GatewayError::Broken(Box::new(error)),
    }
}

/// Everything that is needed to connect.
struct Prepared {
    client: Client,
    shards: u32,
    relay: Relay,
    watch: Arc<Watch>,
}

async fn prepare(
    (rest, base): (&Arc<Rest>, &str),
    texts: &Texts,
    carrier: Arc<Carrier>,
    presences: Arc<Presences>,
    time: &Arc<DiscordTime>,
) -> Result<Prepared, GatewayError> {
    let application = insisting(|| rest.application()).await?;
    insisting(|| register(rest, &application, texts)).await?;
    let (gateway, date) = insisting(|| rest.gateway()).await?;
    if let Some(date) = date {
        time.seed(date);
    }
    let limit = &gateway.session_start_limit;
    let bot = carrier.bot().clone();
    let watch = Arc::new(Watch::new(bot, presences, time.clone(), limit).await);
    let upstream = format!("{}?v={GATEWAY_VERSION}&encoding=json", gateway.url);
    let relay = Relay::bind(upstream, carrier.clone(), watch.clone()).await?;
    let http = HttpBuilder::new(rest.token().reveal())
        .application_id(application.id)
        .client(rest.client().clone())
        .proxy(base)
        .ratelimiter_disabled(true)
        .build();
    let receiver = Receiver {
        carrier,
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

/// Tries until Discord answers: at once, then after longer and longer pauses.
async fn insisting<T, F: Future<Output = Result<T, Failure>>>(
    call: impl Fn() -> F,
) -> Result<T, GatewayError> {
    let mut pause = Duration::from_millis(500);
    loop {
        match call().await {
            Ok(answer) => return Ok(answer),
            Err(failure) if failure.is_unauthorised() => return Err(GatewayError::TokenRefused),
            Err(failure) if failure.is_passing() => {
                let again = match failure {
                    Failure::TooMany { after, .. } => after.max(pause),
                    Failure::Refused { .. } | Failure::Unreachable(_) | Failure::Unreadable(_) => {
                        pause
                    }
                };
                tracing::warn!(
                    error = &failure as &dyn std::error::Error,
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
    carrier: Arc<Carrier>,
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
        self.carrier
            .greet(ready.user.id, present.collect(), shard)
            .await;
        self.watch.is_back(shard.0);
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
