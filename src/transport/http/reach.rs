//! Whether Discord's requests reach this bot: it requests its own public address, through the
//! balancer, if there is one.
//!
//! While the address does not lead here, nobody can play, so deadlines are extended by that time.

use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;

use super::endpoint::{APPLICATION, Endpoint};
use crate::chain::{chain, in_full};
use crate::transport::rest::{Application, Rest};
use crate::transport::shard_status::ShardStatus;
use crate::transport::time::DiscordTime;

/// The pause between two probes of an address that leads here, and of one that does not.
const PAUSE: Duration = Duration::from_secs(30);
const SHORT_PAUSE: Duration = Duration::from_secs(1);

/// Discord is asked for the address after each successful probe, after the first failed one, and
/// then after every `ASK_AGAIN` more.
const ASK_AGAIN: u32 = 10;

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
enum Found {
    /// To this bot.
    Us,
    /// Nowhere, as far as the bot can tell. Holds the reason.
    Nobody(String),
    /// To something else. Holds the status of its answer.
    SomebodyElse(u16),
    /// There is no address.
    NoEndpoint,
}

impl Found {
    /// Why the bot is not ready, unless that may pass by itself. A balancer that sends nothing
    /// to a bot that is not ready would never let a probe through.
    const fn not_ready(&self) -> Option<&'static str> {
        match self {
            Self::Us | Self::Nobody(_) => None,
            Self::SomebodyElse(_) => Some("the interactions endpoint leads elsewhere\n"),
            Self::NoEndpoint => Some("the application has no interactions endpoint\n"),
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
        status.expect(1);
        let (mut last, mut failed) = (None, 0);
        loop {
            let found = self.probe().await;
            status.set_not_ready(found.not_ready());
            if found == Found::Us {
                status.mark_connected(0);
                failed = 0;
            } else {
                status.mark_disconnected(0);
                failed += 1;
            }
            if last.as_ref() != Some(&found) {
                self.report(&found);
            }
            let pause = if found == Found::Us {
                PAUSE
            } else {
                SHORT_PAUSE
            };
            last = Some(found);
            time.pause(pause).await;
            if failed == 0 || failed % ASK_AGAIN == 1 {
                self.ask(endpoint).await;
            }
        }
    }

    /// Asks Discord for the address and the key, which may have been changed.
    async fn ask(&mut self, endpoint: &Endpoint) {
        match self.rest.application().await {
            Ok((application, _)) => {
                if application.verify_key != self.application.verify_key {
                    endpoint.use_key_of(&application).await;
                }
                self.application = application;
            }
            Err(error) => tracing::debug!(error = chain(&error), "discord was not asked"),
        }
    }

    async fn probe(&self) -> Found {
        let Some(url) = &self.application.interactions_endpoint_url else {
            return Found::NoEndpoint;
        };
        let answer = match self.client.get(url).send().await {
            Ok(answer) => answer,
            Err(error) => return Found::Nobody(in_full(&error)),
        };
        let ours = self.application.id.to_string();
        if answer
            .headers()
            .get(APPLICATION)
            .is_some_and(|theirs| theirs.as_bytes() == ours.as_bytes())
        {
            return Found::Us;
        }
        let status = answer.status();
        if status.is_server_error() {
            Found::Nobody(status.to_string())
        } else {
            Found::SomebodyElse(status.as_u16())
        }
    }

    fn report(&self, found: &Found) {
        let url = self.application.interactions_endpoint_url.as_deref();
        let url = url.unwrap_or_default();
        match found {
            Found::Us => tracing::info!("interactions come in at {url}"),
            Found::Nobody(why) => tracing::warn!(
                why,
                "no interactions come in: the bot cannot reach {url}, the interactions endpoint"
            ),
            Found::SomebodyElse(status) => tracing::warn!(
                status,
                "no interactions come in: {url}, the interactions endpoint, does not lead to this bot"
            ),
            Found::NoEndpoint => tracing::warn!(
                "no interactions come in: tell Discord where to send them with `wythoff endpoint https://...`"
            ),
        }
    }
}
