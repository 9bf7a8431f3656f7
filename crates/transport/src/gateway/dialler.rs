//! Connecting to Discord: where, and when again after a failure.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use metrics::counter;
use parking_lot::Mutex;
use serenity::constants::GATEWAY_VERSION;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::pace::Pace;
use super::session::Session;
use wythoff_game::chain::chain;

/// How long Discord may take to accept a connection. Serenity waits 15 seconds for a HELLO.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

pub(super) type Upstream = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub(super) struct Dialler {
    /// Where sessions begin.
    gateway: String,
    pace: Mutex<Pace>,
}

impl Dialler {
    /// Connects the given number of shards to the gateway at the given address.
    pub(super) const fn new(gateway: String, shards: u32) -> Self {
        Self {
            gateway,
            pace: Mutex::new(Pace::new(shards)),
        }
    }

    /// Waits until Discord may be dialled, if connections have failed.
    pub(super) async fn pause(&self) {
        let random = RandomState::new().hash_one(());
        let wait = self.pace.lock().time_to_wait(Instant::now(), random);
        sleep(wait).await;
    }

    /// Connects to Discord: to the address at which the session is to be resumed, if there is one,
    /// it can be reached, and was not tried in vain; or else to the one where sessions begin.
    pub(super) async fn dial(&self, session: Option<&Session>) -> Result<Upstream, Error> {
        if let Some(url) = session.and_then(Session::try_resume_url) {
            match dial(url).await {
                Ok(upstream) => return Ok(upstream),
                Err(error) => tracing::debug!(url, error = chain(&error), "nobody answers"),
            }
        }
        dial(&self.gateway).await
    }

    /// Notes the end of a connection to Discord, or that there was none. `session` is when its
    /// session began or was resumed. Only the third failure in a row is reported.
    pub(super) fn note_end(&self, session: Option<Instant>, why: impl fmt::Display) {
        let mut pace = self.pace.lock();
        if pace.ended(session, Instant::now()) {
            counter!("wythoff_gateway_failures_total").increment(1);
        }
        if pace.is_to_be_reported() {
            tracing::warn!(%why, "connections to discord's gateway keep failing; the bot tries again with growing pauses");
        } else {
            tracing::debug!(%why, "a connection to discord's gateway has ended");
        }
    }
}

async fn dial(url: &str) -> Result<Upstream, Error> {
    // READY and the REST API name addresses without a path.
    let url = url.trim_end_matches('/');
    let address = format!("{url}/?v={GATEWAY_VERSION}&encoding=json");
    let dialled = timeout(CONNECT_TIMEOUT, connect_async(address)).await;
    let (upstream, _) = dialled.unwrap_or(Err(Error::ConnectionClosed))?;
    Ok(upstream)
}
