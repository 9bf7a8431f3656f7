//! Wiring, and the order of startup and shutdown.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::{Config, Interactions};
use crate::operations::{Operations, OperationsError, Watched};
use wythoff_discord::{Bot, TextError, Texts};
use wythoff_service::{Chance, Service};
use wythoff_store::{OpenError, Store};
use wythoff_transport::{
    ConnectionError, DiscordTime, HostClock, Listener, Outbox, Responder, Rest, ShardStatus,
    ToShow, gateway, http, watch_deadlines,
};

/// How long a replica goes on answering after it is told to stop: a load balancer takes some
/// seconds to stop sending it requests.
const LEAVING_TIME: Duration = Duration::from_secs(5);

/// How long pending work may take once no more interactions come in. Before that, closing the
/// gateway takes at most two seconds, or finishing the HTTP requests at most three.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// How long closing the database may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The bot with its database open, ready to connect.
#[derive(Debug)]
pub struct App {
    api_url: String,
    store: Arc<Store>,
    bot: Arc<Bot>,
    rest: Arc<Rest>,
    time: Arc<DiscordTime>,
    operations: Option<Operations>,
    /// What listens for Discord's requests, if interactions do not come through the gateway.
    listener: Option<Listener>,
    /// What the process before has left to show.
    to_show: wythoff_store::Result<ToShow>,
}

/// Why the bot did not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The texts are broken.
    #[error("the texts cannot be read")]
    Texts(#[from] TextError),
    /// The HTTP client cannot be set up.
    #[error("the HTTP client cannot be set up")]
    Http(#[from] reqwest::Error),
    /// Discord's requests cannot be received.
    #[error("HTTP_LISTEN: cannot listen on {0}")]
    Listen(SocketAddr, #[source] std::io::Error),
    /// The operator endpoints cannot be served.
    #[error(transparent)]
    Operations(#[from] OperationsError),
}

/// The parts of a running bot that operators can observe.
struct Parts {
    store: Arc<Store>,
    outbox: Arc<Outbox>,
    shard_status: Arc<ShardStatus>,
    /// Whether interactions come in through the gateway.
    uses_gateway: bool,
    time: Arc<DiscordTime>,
    stop: CancellationToken,
}

impl Watched for Parts {
    fn why_not_ready(&self) -> Option<&'static str> {
        let (connected, all) = self.shard_status.connected();
        if self.stop.is_cancelled() {
            Some("stopping")
        } else if self.uses_gateway && (all == 0 || connected < all) {
            Some("not connected to Discord")
        } else if all == 0 {
            Some("Discord has not answered yet")
        } else if self.store.is_over() {
            Some("nothing is saved any more")
        } else if self.store.is_failing() {
            Some("the latest changes could not be saved")
        } else if self.store.is_silent() {
            Some("the database does not answer")
        } else {
            None
        }
    }

    fn remark(&self) -> Option<&'static str> {
        self.shard_status.remark()
    }

    fn queued_changes(&self) -> usize {
        self.store.waiting()
    }

    fn unshown(&self) -> usize {
        self.outbox.count()
    }

    fn unshown_for(&self) -> Duration {
        let since = self.outbox.oldest();
        since.map_or(Duration::ZERO, |since| self.time.now().since(since))
    }

    fn backup_age(&self) -> Option<f64> {
        let age = self.store.last_backup()?.elapsed();
        Some(age.map_or_else(
            |future| -future.duration().as_secs_f64(),
            |age| age.as_secs_f64(),
        ))
    }

    fn shards(&self) -> (usize, usize) {
        self.shard_status.connected()
    }

    fn is_registered(&self) -> bool {
        self.shard_status.is_registered()
    }
}

/// Why the bot stopped by itself.
#[derive(Debug, Error)]
pub enum RunError {
    /// The connection to Discord cannot be kept.
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    /// The files of the database are gone, or another process has taken it over.
    #[error(
        "the database is lost. SQLite: its file or its lock was deleted or replaced; if the file is gone, restore \
         it or a backup. PostgreSQL: another wythoff has taken it over, and no data is lost; run only one, or start \
         again as one of several replicas"
    )]
    DatabaseLost,
}

impl App {
    /// Opens the database and connects the parts. Sends nothing yet. `chance` draws the random
    /// numbers. `clock` tells the time as long as no interaction has given a better estimate.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn start(
        config: Config,
        chance: Chance,
        clock: Arc<dyn HostClock>,
    ) -> Result<Self, StartError> {
        let operations = match config.ops_listen {
            Some(address) => Some(Operations::listen(address).await?),
            None => None,
        };
        let texts = Texts::load()?;
        let rest = Arc::new(Rest::new(&config.api_url, config.token, clock.clone())?);
        let store = Arc::new(Store::open(config.database).await?);
        let listener = match config.interactions {
            Interactions::Gateway => None,
            Interactions::Http { address } => {
                let listener = Listener::bind(address).await;
                Some(listener.map_err(|error| StartError::Listen(address, error))?)
            }
        };
        let bot = Arc::new(Bot::new(Service::new(store.clone(), chance), texts));
        let to_show = ToShow::at_start(&bot).await;
        Ok(Self {
            api_url: config.api_url,
            store,
            bot,
            rest,
            time: Arc::new(DiscordTime::new(clock)),
            operations,
            listener,
            to_show,
        })
    }

    /// The database of the running bot.
    #[must_use]
    pub const fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// Connects, and answers interactions until `stop` is cancelled; a replica goes on a little
    /// longer, so that a load balancer can switch to other replicas. Then accepts nothing new,
    /// finishes the pending interactions and their follow-ups, and closes the database.
    ///
    /// # Errors
    /// [`RunError`].
    pub async fn run(self, stop: CancellationToken) -> Result<(), RunError> {
        let (bot, rest, time) = (self.bot.clone(), self.rest.clone(), self.time.clone());
        let outbox = Arc::new(Outbox::start(bot, rest, time));
        let tasks = TaskTracker::new();
        let bot = self.bot.clone();
        let end = CancellationToken::new();
        let preparing = async move { bot.prepare_all().await };
        tasks.spawn(end.clone().run_until_cancelled_owned(preparing));
        let shard_status = Arc::new(ShardStatus::default());
        let leaving = leave(stop.clone(), self.store.clone(), end.clone());
        tasks.spawn(end.clone().run_until_cancelled_owned(leaving));
        if let Some(operations) = &self.operations {
            operations.watch(Parts {
                store: self.store.clone(),
                outbox: outbox.clone(),
                shard_status: shard_status.clone(),
                uses_gateway: self.listener.is_none(),
                time: self.time.clone(),
                stop: stop.clone(),
            });
        }
        let responder = Responder::new(
            self.bot.clone(),
            self.rest.clone(),
            outbox.clone(),
            tasks.clone(),
            self.time.clone(),
        );
        let deadlines = watch_deadlines(
            self.bot.clone(),
            outbox.clone(),
            self.time.clone(),
            shard_status.clone(),
            self.to_show,
        );
        // Cancelling `deadlines` undoes no change: the store or a separate task finishes what it
        // has begun.
        tasks.spawn(end.clone().run_until_cancelled_owned(deadlines));
        let (responder, connection_end) = (Arc::new(responder), end.clone());
        let connection = async {
            if let Some(listener) = self.listener {
                http::run(listener, responder, shard_status, connection_end).await
            } else {
                gateway::run(&self.api_url, responder, shard_status, connection_end).await
            }
        };
        let ended = tokio::select! {
            ended = connection => ended.map_err(RunError::from),
            () = self.store.lost() => Err(RunError::DatabaseLost),
            () = self.rest.until_token_refused() => Err(ConnectionError::TokenRefused.into()),
        };
        stop.cancel();
        end.cancel();
        finish(tasks, &outbox).await;
        if let Err(RunError::DatabaseLost) = ended {
            self.store.abandon();
        } else if timeout(CLOSE_TIMEOUT, self.store.close()).await.is_err() {
            tracing::warn!(
                "the database was not closed in time; if it is an SQLite file, do not delete its WAL"
            );
        }
        ended
    }
}

/// Waits until what is under way is done, for at most [`STOP_TIMEOUT`].
async fn finish(tasks: TaskTracker, outbox: &Outbox) {
    tasks.close();
    let pending_work = async {
        tasks.wait().await;
        outbox.drain().await;
    };
    if timeout(STOP_TIMEOUT, pending_work).await.is_err() {
        tracing::warn!("shutdown took too long and was cut short; what was confirmed is saved");
    }
}

/// Waits for `stop`, and then cancels `end`: at once, or, for a replica, after [`LEAVING_TIME`].
async fn leave(stop: CancellationToken, store: Arc<Store>, end: CancellationToken) {
    stop.cancelled().await;
    if store.is_shared() {
        sleep(LEAVING_TIME).await;
    }
    end.cancel();
}
