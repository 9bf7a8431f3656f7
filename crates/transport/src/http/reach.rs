//! Whether Discord's requests reach this bot: it requests its own public address, through the
//! balancer, if there is one.
//!
//! While the address does not lead here, nobody can play, so deadlines are extended by that time.

use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;

use super::endpoint::{APPLICATION, Endpoint};
use crate::rest::{Application, Failure, Rest};
use crate::shard_status::ShardStatus;
use crate::time::DiscordTime;
use wythoff_game::chain::{chain, full_message};

/// The pause between two probes of an address that leads here, and of one that does not.
const PAUSE: Duration = Duration::from_secs(30);
const SHORT_PAUSE: Duration = Duration::from_secs(1);

/// Discord is asked for the address after each successful probe. Among failures in a row, it is
/// asked after the first one, and then after every `ASK_EVERY` further ones.
const ASK_EVERY: u32 = 10;

/// How long a probe may take.
const PATIENCE: Duration = Duration::from_secs(3);

/// Probes the public address.
pub(super) struct Reach {
    rest: Arc<Rest>,
    client: reqwest::Client,
    application: Application,
}

/// Where the public address leads.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Destination {
    /// To this bot.
    Us,
    /// Nowhere, as far as the bot can tell. Holds the reason.
    Unreachable(String),
    /// To something else. Holds the status of its answer.
    SomebodyElse(u16),
    /// There is no address.
    NoEndpoint,
}

impl Destination {
    /// What `/readyz` says about it. The bot is ready all the same: a balancer sends nothing to a
    /// bot that is not ready, neither probes nor the request with which Discord checks an address
    /// before it accepts it.
    const fn remark(&self) -> Option<&'static str> {
        match self {
            Self::Us | Self::Unreachable(_) => None,
            Self::SomebodyElse(_) => Some("the interactions endpoint leads elsewhere"),
            Self::NoEndpoint => Some("the application has no interactions endpoint"),
        }
    }
}

impl Reach {
    pub(super) fn new(rest: Arc<Rest>, application: Application) -> Self {
        Self {
            rest,
            client: reqwest::Client::builder()
                .timeout(PATIENCE)
                .pool_max_idle_per_host(0)
                .no_proxy()
                .redirect(Policy::none())
                .build()
                .unwrap_or_default(),
            application,
        }
    }

    /// Probes the address again and again.
    pub(super) async fn watch(
        mut self,
        status: &ShardStatus,
        endpoint: &Endpoint,
        time: &DiscordTime,
    ) {
        status.set_shards(1);
        let (mut last, mut failures) = (None, 0);
        let mut may_ask_from = time.now();
        loop {
            let destination = self.probe().await;
            status.set_remark(destination.remark());
            if destination == Destination::Us {
                status.mark_connected(0);
                failures = 0;
            } else {
                status.mark_disconnected(0);
                failures += 1;
            }
            if last.as_ref() != Some(&destination) {
                self.report(&destination);
            }
            let pause = if destination == Destination::Us {
                PAUSE
            } else {
                SHORT_PAUSE
            };
            last = Some(destination);
            time.pause(pause).await;
            let is_time_to_ask = failures == 0 || failures % ASK_EVERY == 1;
            if is_time_to_ask && time.now() >= may_ask_from {
                let wait = self.refresh_application(endpoint).await;
                may_ask_from = time.now().plus(wait);
            }
        }
    }

    /// Asks Discord for the address and the key, which may have been changed. Returns how long Discord
    /// wants not to be asked again.
    async fn refresh_application(&mut self, endpoint: &Endpoint) -> Duration {
        match self.rest.application().await {
            Ok((application, _)) => {
                if application.verify_key != self.application.verify_key {
                    endpoint.use_key_of(&application).await;
                }
                self.application = application;
                Duration::ZERO
            }
            Err(limit @ Failure::TooMany { .. }) => {
                tracing::warn!(
                    error = chain(&limit),
                    "discord is not asked about the application until its rate limit ends"
                );
                limit.wait()
            }
            Err(error) => {
                tracing::debug!(
                    error = chain(&error),
                    "discord could not be asked about the application"
                );
                error.wait()
            }
        }
    }

    async fn probe(&self) -> Destination {
        let Some(url) = &self.application.interactions_endpoint_url else {
            return Destination::NoEndpoint;
        };
        let answer = match self.client.get(url).send().await {
            Ok(answer) => answer,
            Err(error) => return Destination::Unreachable(full_message(&error)),
        };
        let ours = self.application.id.to_string();
        if answer
            .headers()
            .get(APPLICATION)
            .is_some_and(|theirs| theirs.as_bytes() == ours.as_bytes())
        {
            return Destination::Us;
        }
        let status = answer.status();
        if status.is_server_error() {
            Destination::Unreachable(status.to_string())
        } else {
            Destination::SomebodyElse(status.as_u16())
        }
    }

    fn report(&self, destination: &Destination) {
        let url = self.application.interactions_endpoint_url.as_deref();
        let url = url.unwrap_or_default();
        match destination {
            Destination::Us => tracing::info!("interactions come in at {url}"),
            Destination::Unreachable(why) => tracing::warn!(
                why,
                "no interactions come in: the bot cannot reach {url}, the interactions endpoint"
            ),
            Destination::SomebodyElse(status) => tracing::warn!(
                status,
                "no interactions come in: {url}, the interactions endpoint, does not lead to this bot"
            ),
            Destination::NoEndpoint => tracing::warn!(
                "no interactions come in: tell Discord where to send them with `wythoff endpoint https://...`"
            ),
        }
    }
}
