//! Discord's answers, as far as the bot needs them.

use std::fmt;

use serde::Deserialize;
use serde_json::Value;
use serenity::all::InstallationContext;

use wythoff_discord::game_of_control;
use wythoff_game::GameId;

/// The bot's application.
#[derive(Clone, Debug, Deserialize)]
pub struct Application {
    /// Its snowflake.
    pub id: serenity::all::ApplicationId,
    /// The key that verifies Discord's signatures, in hexadecimal.
    #[serde(default)]
    pub verify_key: String,
    /// The address to which Discord sends interactions, if it does not send them to the gateway.
    #[serde(default)]
    pub interactions_endpoint_url: Option<String>,
    /// The ways to install it, by the number of the [`InstallationContext`].
    #[serde(default)]
    integration_types_config: Option<std::collections::BTreeMap<String, Value>>,
}

impl Application {
    /// Where it can be installed. If Discord does not say, only in servers.
    #[must_use]
    pub fn installations(&self) -> Vec<InstallationContext> {
        let Some(config) = &self.integration_types_config else {
            return vec![InstallationContext::Guild];
        };
        let known = [
            ("0", InstallationContext::Guild),
            ("1", InstallationContext::User),
        ];
        known
            .into_iter()
            .filter(|(number, _)| config.contains_key(*number))
            .map(|(_, kind)| kind)
            .collect()
    }
}

/// The bot's own user.
#[derive(Debug, Deserialize)]
pub(crate) struct Me {
    pub(crate) id: serenity::all::UserId,
    pub(crate) username: String,
}

/// The address of the gateway, and its limits.
#[derive(Debug, Deserialize)]
pub(crate) struct GatewayInfo {
    pub(crate) url: String,
    pub(crate) shards: u32,
    pub(crate) session_start_limit: SessionStartLimit,
}

/// How many sessions may be started in a day, and how many of them are left.
#[derive(Debug, Deserialize)]
pub(crate) struct SessionStartLimit {
    pub(crate) total: u32,
    pub(crate) remaining: u32,
    /// Milliseconds until the limit is reset.
    pub(crate) reset_after: u64,
    /// How many shards may start at the same time.
    #[serde(default)]
    pub(crate) max_concurrency: u32,
}

/// An object, such as a message or a server, of which only the id is needed. Whatever the
/// object is, the id has the type of a message's.
#[derive(Deserialize)]
pub(super) struct Identified {
    pub(super) id: serenity::all::MessageId,
}

/// A posted message, as far as it is needed to recognise it.
#[derive(Deserialize)]
pub(super) struct Posted {
    pub(super) id: serenity::all::MessageId,
    pub(super) author: Identified,
    #[serde(default)]
    components: Vec<Row>,
    #[serde(default)]
    pub(super) content: String,
    #[serde(default)]
    pub(super) interaction_metadata: Option<InteractionMetadata>,
}

impl Posted {
    /// Whether one of its controls is about a game. Only a board and a challenge have such controls.
    pub(super) fn has_control_of(&self, game: GameId) -> bool {
        let controls = self.components.iter().flat_map(|row| &row.components);
        let mut ids = controls.filter_map(|control| control.custom_id.as_deref());
        ids.any(|id| game_of_control(id) == Some(game))
    }
}

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    components: Vec<PostedControl>,
}

#[derive(Deserialize)]
struct PostedControl {
    custom_id: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct InteractionMetadata {
    pub(super) id: serenity::all::InteractionId,
}

#[derive(Deserialize)]
pub(super) struct CallbackResult {
    pub(super) resource: Option<CallbackResource>,
}

#[derive(Deserialize)]
pub(super) struct CallbackResource {
    pub(super) message: Option<Identified>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ErrorBody {
    pub(super) code: u64,
    pub(super) message: String,
    pub(super) retry_after: Option<f64>,
    pub(super) global: bool,
}

impl fmt::Display for Application {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}
