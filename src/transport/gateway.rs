//! The websocket to Discord, through serenity: interactions come in here.
//!
//! No intents and no cache: every interaction carries all that its answer needs. The address of the gateway is asked for here,
//! since serenity dials Discord's real one when its own question fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serenity::all::{
    ApplicationId, ConnectionStage, Context, EventHandler, GatewayIntents, Interaction, Ready,
    ResumedEvent, ShardId, ShardManager,
};
use serenity::client::ClientBuilder;
use serenity::gateway::GatewayError as SerenityGatewayError;
use serenity::http::HttpBuilder;
use serenity::{Client, async_trait};
use thiserror::Error;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::carrier::Carrier;
use super::presence::Presences;
use super::registration::register;
use super::rest::{Application, Failure, Rest};
use super::time::DiscordTime;
use crate::discord::Texts;

/// The permissions that an invitation asks for: View Channels, which editing one's own messages needs; Send Messages, in threads,
/// too, which telling somebody needs whose time runs out
/// (<https://discord.com/developers/docs/topics/permissions>).
const PERMISSIONS: u64 = 1 << 10 | 1 << 11 | 1 << 38;

/// The longest pause between two attempts to reach Discord at the start.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// How often it is looked whether the connection stands.
const GLANCE: Duration = Duration::from_millis(250);

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
    /// Too many connections were made.
    #[error("discord allows no new connection for another {0:?}")]
    NoSessionsLeft(Duration),
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
        prepared = prepare((rest, base), texts, carrier, presences.clone(), &time) => prepared,
    };
    let (mut client, shards) = prepared?;
    let manager = client.shard_manager.clone();
    let stopping = stop.clone();
    let closer = tokio::spawn(async move {
        stopping.cancelled().await;
        manager.shutdown_all().await;
    });
    let manager = client.shard_manager.clone();
    let ended = tokio::select! {
        ended = client.start_shards(shards) => ended,
        () = observe(&manager, shards, &presences) => Ok(()),
        // Serenity may wait for a close frame that never comes; whoever stops does not.
        () = async { stop.cancelled().await; sleep(Duration::from_secs(2)).await } => Ok(()),
    };
    closer.abort();
    match ended {
        Ok(()) => Ok(()),
        Err(serenity::Error::Gateway(SerenityGatewayError::InvalidAuthentication)) => {
            Err(GatewayError::TokenRefused)
        }
        Err(error) => Err(GatewayError::Broken(Box::new(error))),
    }
}

/// Looks again and again which shards are connected. Serenity tells nobody when a connection is lost and cannot be made anew.
async fn observe(manager: &ShardManager, shards: u32, presences: &Presences) {
    loop {
        sleep(GLANCE).await;
        let runners = manager.runners.lock().await;
        for shard in 0..shards {
            let runner = runners.get(&ShardId(shard));
            match runner.map(|runner| runner.stage) {
                Some(ConnectionStage::Connected) => presences.is_back(shard),
                Some(_) | None => presences.is_gone(shard),
            }
        }
    }
}

async fn prepare(
    (rest, base): (&Arc<Rest>, &str),
    texts: &Texts,
    carrier: Arc<Carrier>,
    presences: Arc<Presences>,
    time: &DiscordTime,
) -> Result<(Client, u32), GatewayError> {
    let application = insisting(|| rest.application()).await?;
    insisting(|| register(rest, &application, texts)).await?;
    let (gateway, date) = insisting(|| rest.gateway()).await?;
    if let Some(date) = date {
        time.seed(date);
    }
    if gateway.session_start_limit.remaining == 0 {
        let reset_after = Duration::from_millis(gateway.session_start_limit.reset_after);
        return Err(GatewayError::NoSessionsLeft(reset_after));
    }
    let http = HttpBuilder::new(rest.token().reveal())
        .application_id(application.id)
        .client(rest.client().clone())
        .proxy(base)
        .ratelimiter_disabled(true)
        .build();
    let receiver = Receiver {
        carrier,
        presences,
        application,
        greeted: AtomicBool::new(false),
    };
    let client = ClientBuilder::new_with_http(http, GatewayIntents::empty())
        .event_handler(receiver)
        .await
        .map_err(|error| GatewayError::Broken(Box::new(error)))?;
    *client.ws_url.lock().await = gateway.url;
    Ok((client, gateway.shards))
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
    presences: Arc<Presences>,
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
        self.presences.is_back(shard.0);
        let (name, servers) = (&ready.user.name, ready.guilds.len());
        if self.greeted.swap(true, Ordering::Relaxed) {
            tracing::debug!(name, servers, "connected again");
            return;
        }
        let invite = invitation(self.application.id);
        tracing::info!("playing as {name}, servers: {servers}, to invite the bot open {invite}");
    }

    async fn resume(&self, context: Context, _: ResumedEvent) {
        self.presences.is_back(context.shard_id.0);
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        self.carrier.take(interaction);
    }
}

fn invitation(application: ApplicationId) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={PERMISSIONS}"
    )
}
