//! The websocket to Discord, through serenity: interactions come in here.
//!
//! No intents and no cache: an interaction carries everything that its answer needs. Serenity
//! connects to a relay on this machine (`relay`), which connects to Discord and forwards what both say
//! (`conversation`). `watch`, `shards`, `pace` and `budget` judge what it sees. The bot requests the address of the gateway itself: if
//! serenity's own request failed, serenity would fall back on Discord's real address.

mod access;
mod budget;
mod connection;
mod conversation;
mod dialler;
mod frame;
mod pace;
mod relay;
mod session;
mod shards;
#[cfg(test)]
mod tests;
mod watch;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serenity::all::{Context, EventHandler, GatewayIntents, Ready};
use serenity::client::ClientBuilder;
use serenity::http::HttpBuilder;
use serenity::{Client, async_trait};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use self::relay::Relay;
pub use self::shards::Stuck;
use self::watch::Watch;
use super::error::ConnectionError;
use super::registration::keep_registering;
use super::responder::Responder;
use super::rest::Application;
use super::shard_status::ShardStatus;
use super::start::{application, invitation, retry_until_answered};
use wythoff_game::MemberId;

/// Connects, registers the commands, and hands interactions to the responder until `stop`, or until
/// Discord refuses for good.
///
/// # Errors
/// [`ConnectionError`]. Outages are waited out.
pub async fn run(
    base: &str,
    responder: Arc<Responder>,
    shard_status: Arc<ShardStatus>,
    stop: CancellationToken,
) -> Result<(), ConnectionError> {
    let prepared = tokio::select! {
        () = stop.cancelled() => return Ok(()),
        prepared = prepare(base, responder.clone(), shard_status.clone()) => prepared,
    };
    let Prepared {
        application,
        mut client,
        shards,
        relay,
        watch,
    } = prepared?;
    let registering = async {
        let texts = responder.bot.texts();
        keep_registering(&responder.rest, &application, texts, &shard_status).await?;
        std::future::pending().await
    };
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
        refused = registering => refused,
        ended = client.start_shards(shards) => ended.map_err(ConnectionError::of_serenity),
        // Serenity may wait for a close frame that never comes. Stopping must not.
        () = async { stop.cancelled().await; sleep(Duration::from_secs(2)).await } => Ok(()),
    };
    closer.abort();
    relaying.abort();
    ended
}

/// What is needed to connect.
struct Prepared {
    application: Application,
    client: Client,
    shards: u32,
    relay: Relay,
    watch: Arc<Watch>,
}

async fn prepare(
    base: &str,
    responder: Arc<Responder>,
    shard_status: Arc<ShardStatus>,
) -> Result<Prepared, ConnectionError> {
    let (bot, rest, time) = (&responder.bot, &responder.rest, &responder.time);
    let application = application(rest, bot, time).await?;
    if let Some(url) = application.interactions_endpoint_url {
        return Err(ConnectionError::EndpointSet(url));
    }
    let mut gateway = retry_until_answered(|| rest.gateway()).await?;
    // Without a shard there would be no connection.
    gateway.shards = gateway.shards.max(1);
    shard_status.set_shards(gateway.shards);
    let (limit, shards) = (&gateway.session_start_limit, gateway.shards);
    let watch = Watch::new(bot.clone(), shard_status, time.clone(), limit, shards);
    let watch = Arc::new(watch.await);
    let relay = Relay::bind(gateway.url, shards, responder.clone(), watch.clone()).await?;
    let http = HttpBuilder::new(rest.token().reveal())
        .application_id(application.id)
        .client(rest.client().clone())
        .proxy(base)
        .ratelimiter_disabled(true)
        .build();
    let receiver = Receiver {
        responder,
        watch: watch.clone(),
        application: application.clone(),
        has_connected: AtomicBool::new(false),
    };
    let client = ClientBuilder::new_with_http(http, GatewayIntents::empty())
        .event_handler(receiver)
        .await
        .map_err(|error| ConnectionError::Broken(Box::new(error)))?;
    *client.ws_url.lock().await = relay.url()?;
    Ok(Prepared {
        application,
        client,
        shards,
        relay,
        watch,
    })
}

struct Receiver {
    responder: Arc<Responder>,
    watch: Arc<Watch>,
    application: Application,
    has_connected: AtomicBool,
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
        let user = MemberId(ready.user.id.get().cast_signed());
        self.responder.bot.set_user(user);
        self.responder
            .compare_servers(present.collect(), shard)
            .await;
        self.watch.mark_connected(shard.0);
        let (name, servers) = (&ready.user.name, ready.guilds.len());
        if self.has_connected.swap(true, Ordering::Relaxed) {
            tracing::debug!(name, servers, "connected again");
            return;
        }
        let invite = invitation(self.application.id);
        tracing::info!("playing as {name}, servers: {servers}, to invite the bot open {invite}");
    }
}
