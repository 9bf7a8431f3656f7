//! Interactions by HTTP: Discord posts each one, signed, to an address that leads here.
//!
//! `endpoint` answers the requests, and hands interactions to the responder as the gateway does.
//! `signature` checks that they are from Discord. `reach` finds out whether the address leads here,
//! and `servers` asks which servers the bot is in, since no request says that it has left one.

mod endpoint;
mod reach;
mod servers;
mod signature;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use futures::FutureExt as _;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use self::endpoint::Endpoint;
use self::reach::Reach;
use self::signature::VerifyKey;
use super::error::ConnectionError;
use super::registration::keep_registering;
use super::responder::Responder;
use super::rest::Application;
use super::shard_status::ShardStatus;
use super::start::{application, invitation, retry_until_answered};
use wythoff_game::MemberId;
use wythoff_game::chain::chain;
use wythoff_store::Read;

/// Listens for Discord's requests.
#[derive(Debug)]
pub struct Listener(TcpListener);

impl Listener {
    /// Listens on the given address.
    ///
    /// # Errors
    /// If the address cannot be bound.
    pub async fn bind(address: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        tracing::info!(on = %listener.local_addr()?, "listening for Discord's requests");
        Ok(Self(listener))
    }
}

/// Answers requests, and registers the commands, until `stop`, or until Discord refuses for good.
///
/// # Errors
/// [`ConnectionError`]. Outages are waited out.
pub async fn run(
    Listener(listener): Listener,
    responder: Arc<Responder>,
    status: Arc<ShardStatus>,
    stop: CancellationToken,
) -> Result<(), ConnectionError> {
    let (rest, bot) = (&responder.rest, &responder.bot);
    let endpoint = Arc::new(Endpoint::new(responder.clone()));
    let preparing = async {
        let key = |mut view: Read| async move { view.verify_key().await };
        // The key from the last start is used until Discord has sent the current one.
        match bot.store().read(key).await {
            Ok(known) => {
                let key = known.as_deref().and_then(VerifyKey::read);
                if key.is_some() {
                    // Then it can answer, even if Discord lets it wait with its calls.
                    status.set_shards(1);
                    status.set_remark(Some("Discord has not answered yet"));
                }
                endpoint.set_key(key);
            }
            Err(error) => tracing::warn!(error = chain(&error), "the last key could not be read"),
        }
        prepare(&responder, &endpoint).await
    };
    let calling = async {
        let (application, name) = preparing.await?;
        let invite = invitation(application.id);
        let reach = Reach::new(rest.clone(), application.clone());
        let registering = async {
            // Another version, which is being replaced, would not know the commands.
            bot.store().wait_for_one_version().await;
            keep_registering(rest, &application, responder.bot.texts(), &status).await
        };
        let servers = servers::compare_daily(&responder, |servers| {
            tracing::info!(
                "playing as {name}, servers: {servers}, to invite the bot open {invite}"
            );
        });
        let watching = reach.watch(&status, &endpoint, &responder.time);
        tokio::try_join!(registering, watching.map(Ok), servers.map(Ok))?;
        Ok(())
    };
    tokio::select! {
        ended = calling => ended,
        () = endpoint.serve(listener, stop) => Ok(()),
    }
}

async fn prepare(
    responder: &Responder,
    endpoint: &Endpoint,
) -> Result<(Application, String), ConnectionError> {
    let (bot, rest) = (&responder.bot, &responder.rest);
    let application = application(rest, bot, &responder.time).await?;
    endpoint.use_key_of(&application).await;
    let user = retry_until_answered(|| rest.me()).await?;
    let id = MemberId(user.id.get().cast_signed());
    bot.set_user(id);
    Ok((application, user.username))
}
