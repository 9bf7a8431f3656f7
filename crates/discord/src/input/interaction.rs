//! An interaction as Discord sends it. Only the fields that are needed are read, so that new fields
//! do no harm
//! (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object>).

use std::collections::BTreeMap;

use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer};

use crate::input::digits::{PermissionBits, Snowflake};
use crate::input::plain::deserialize_plain;
use crate::input::user::{Member, User};
use crate::text::{Key, key};
use wythoff_game::MemberId;
use wythoff_game::records::{ChannelId, InteractionId, MessageId};

#[derive(Debug, Deserialize)]
pub struct Interaction {
    pub(crate) id: Snowflake,
    pub(crate) application_id: Snowflake,
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    pub(crate) token: String,
    pub(crate) channel_id: Snowflake,
    #[serde(default, deserialize_with = "null_is_default")]
    pub(crate) channel: Channel,
    pub(crate) guild_id: Option<Snowflake>,
    pub(crate) guild_locale: Option<String>,
    pub(crate) locale: String,
    pub(crate) context: Option<u8>,
    #[serde(default)]
    pub(crate) authorizing_integration_owners: Owners,
    #[serde(default)]
    pub(crate) app_permissions: PermissionBits,
    pub(crate) member: Option<Member>,
    pub(crate) user: Option<User>,
    /// The message with the control.
    pub(crate) message: Option<Message>,
    pub(crate) data: Data,
}

/// The kinds of interactions.
pub(crate) const COMMAND: u8 = 2;
pub(crate) const COMPONENT: u8 = 3;
pub(crate) const AUTOCOMPLETE: u8 = 4;
pub(crate) const MODAL: u8 = 5;

/// The contexts of interactions: a server, a direct message with the bot, or another private
/// channel.
pub(crate) const IN_SERVER: u8 = 0;
pub(crate) const WITH_BOT: u8 = 1;
pub(crate) const PRIVATE: u8 = 2;

impl Interaction {
    /// Reads an interaction.
    ///
    /// # Errors
    /// If a field is missing, or not as expected.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        let interaction: Self = serde_json::from_str(text)?;
        let data = &interaction.data;
        let (is_complete, required) = match interaction.kind {
            COMMAND | AUTOCOMPLETE => (data.name.is_some(), "name"),
            COMPONENT => (
                data.custom_id.is_some() && interaction.message.is_some(),
                "custom_id",
            ),
            MODAL => (data.custom_id.is_some(), "custom_id"),
            _new => (false, "type"),
        };
        if !is_complete {
            return Err(serde_json::Error::missing_field(required));
        }
        if interaction.sender().is_none() {
            return Err(serde_json::Error::missing_field("user"));
        }
        Ok(interaction)
    }

    #[must_use]
    pub const fn id(&self) -> InteractionId {
        InteractionId(self.id.0)
    }

    /// The application, whose number is in the addresses of replies.
    #[must_use]
    pub const fn application(&self) -> u64 {
        self.application_id.0.cast_unsigned()
    }

    /// The secret with which it can be answered.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    #[must_use]
    pub const fn channel(&self) -> ChannelId {
        ChannelId(self.channel_id.0)
    }

    /// The message whose control was used.
    #[must_use]
    pub fn clicked(&self) -> Option<MessageId> {
        let message = self.message.as_ref();
        message.map(|message| MessageId(message.id.0))
    }

    /// Whether it asks for completions. Such a request cannot be answered with a message.
    #[must_use]
    pub const fn is_completion(&self) -> bool {
        self.kind == AUTOCOMPLETE
    }

    /// Whether the interaction shows that the bot can post in the channel, and edit its messages
    /// there, without an interaction's token.
    #[must_use]
    pub fn lets_bot_write(&self) -> bool {
        let needed = match self.channel.kind {
            ANNOUNCEMENT_THREAD..=PRIVATE_THREAD => PermissionBits::SEND_MESSAGES_IN_THREADS,
            _ => PermissionBits::SEND_MESSAGES,
        };
        self.context == Some(WITH_BOT)
            || self.lets_bot_edit() && self.app_permissions.contains(needed)
    }

    /// Whether the bot may attach files in the channel. Where it has no access to the channel, its
    /// answers may always have attachments.
    #[must_use]
    pub fn lets_bot_attach(&self) -> bool {
        let permissions = self.app_permissions;
        self.context != Some(IN_SERVER)
            || !self.lets_bot_edit()
            || permissions.contains(PermissionBits::ATTACH_FILES)
            || permissions.contains(PermissionBits::ADMINISTRATOR)
    }

    /// Whether the interaction shows that the bot has access to the channel, so that it can edit
    /// its messages without an interaction.
    #[must_use]
    pub fn lets_bot_edit(&self) -> bool {
        match self.context {
            Some(WITH_BOT) => true,
            Some(IN_SERVER) => {
                self.authorizing_integration_owners.server.is_some()
                    && self.app_permissions.contains(PermissionBits::VIEW_CHANNEL)
            }
            _ => false,
        }
    }

    /// Why the bot must not give the role that was chosen, if it must not. Only people who can give roles may choose
    /// one: otherwise they could give themselves more than they have.
    pub(crate) fn why_not_role(&self) -> Option<Key> {
        let may_give = |permissions: PermissionBits| {
            permissions.contains_any(PermissionBits::MANAGE_ROLES | PermissionBits::ADMINISTRATOR)
        };
        let member = self.member.as_ref().map(|member| member.permissions);
        let has_powers = |role: &Role| role.permissions.contains_any(PermissionBits::POWERS);
        let mut roles = self.data.resolved.roles.iter();
        if roles.len() == 0 {
            None
        } else if !member.is_some_and(may_give) {
            Some(key!("refused-role-of-others"))
        } else if !may_give(self.app_permissions) {
            Some(key!("refused-roles"))
        } else if roles
            .any(|(&id, role)| role.managed || has_powers(role) || Some(id) == self.guild_id)
        {
            Some(key!("refused-role-with-powers"))
        } else {
            None
        }
    }

    /// The id of the sender. [`Self::read`] rejects an interaction without a user.
    #[must_use]
    pub fn member_id(&self) -> MemberId {
        MemberId(self.sender().map_or(0, |user| user.id.0))
    }

    /// The user who sent the interaction.
    pub(crate) fn sender(&self) -> Option<&User> {
        let member = self.member.as_ref().map(|member| &member.user);
        member.or(self.user.as_ref())
    }
}

/// The channel of an interaction.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Channel {
    #[serde(rename = "type")]
    pub(crate) kind: u8,
}

/// The first and the last type of a thread
/// (<https://discord.com/developers/docs/resources/channel#channel-object-channel-types>).
const ANNOUNCEMENT_THREAD: u8 = 10;
const PRIVATE_THREAD: u8 = 12;

/// Who has installed the application.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Owners {
    /// Present if the application is installed in the server.
    #[serde(rename = "0")]
    pub(crate) server: Option<IgnoredAny>,
}

/// A message, and the members that were preselected in its selects.
#[derive(Debug, Deserialize)]
pub(crate) struct Message {
    pub(crate) id: Snowflake,
    #[serde(default, deserialize_with = "null_is_default")]
    pub(crate) components: Vec<SelectRow>,
}

/// A row of a message.
#[derive(Debug, Deserialize)]
pub(crate) struct SelectRow {
    #[serde(default, deserialize_with = "null_is_default")]
    pub(crate) components: Vec<Select>,
}

/// A control of a message. Only a select of members has default values.
#[derive(Debug, Deserialize)]
pub(crate) struct Select {
    #[serde(default, deserialize_with = "null_is_default")]
    pub(crate) custom_id: String,
    #[serde(default, deserialize_with = "null_is_default")]
    pub(crate) default_values: Vec<DefaultValue>,
}

/// Reads `null` as if the field were missing. The contents of a message matter little, and must not
/// make an interaction unreadable.
fn null_is_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// A member that was preselected in a select.
#[derive(Debug, Deserialize)]
pub(crate) struct DefaultValue {
    pub(crate) id: Snowflake,
}

/// The data of an interaction: a command with options, a control with values, or a form with
/// fields.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Data {
    /// The name of a command.
    pub(crate) name: Option<String>,
    pub(crate) options: Vec<CommandOption>,
    pub(crate) resolved: Resolved,
    /// The id of a control or a form.
    pub(crate) custom_id: Option<String>,
    pub(crate) values: Vec<String>,
    pub(crate) components: Vec<Labelled>,
    /// For a command on a member, the id of that member.
    pub(crate) target_id: Option<Snowflake>,
}

/// The users that options name.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Resolved {
    pub(crate) users: BTreeMap<Snowflake, User>,
    pub(crate) roles: BTreeMap<Snowflake, Role>,
}

/// A role that was chosen.
#[derive(Debug, Deserialize)]
pub(crate) struct Role {
    #[serde(default)]
    pub(crate) permissions: PermissionBits,
    /// Whether it belongs to an integration, such as a bot, so that nobody can be given it.
    #[serde(default)]
    pub(crate) managed: bool,
}

/// An option, or a subcommand with its own options.
#[derive(Debug, Deserialize)]
pub(crate) struct CommandOption {
    pub(crate) name: String,
    pub(crate) value: Option<Value>,
    #[serde(default)]
    pub(crate) options: Vec<Self>,
    /// Whether it is being completed.
    #[serde(default)]
    pub(crate) focused: bool,
}

/// The value of an option.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Value {
    Integer(i64),
    Text(#[serde(deserialize_with = "deserialize_plain")] String),
    Other(IgnoredAny),
}

/// A field of a form under its label.
#[derive(Debug, Deserialize)]
pub(crate) struct Labelled {
    pub(crate) component: Field,
}

/// A field of a form: a text, or what is chosen.
#[derive(Debug, Deserialize)]
pub(crate) struct Field {
    pub(crate) custom_id: String,
    #[serde(default, deserialize_with = "deserialize_plain")]
    pub(crate) value: String,
    #[serde(default)]
    pub(crate) values: Vec<String>,
}

impl Field {
    /// The text, or the first choice. Empty if there is none.
    pub(crate) fn text_or_choice(&self) -> String {
        self.values.first().unwrap_or(&self.value).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_a_message_may_be_null_or_missing() {
        for message in [
            r#"{"id": "1"}"#,
            r#"{"id": "1", "components": null}"#,
            r#"{"id": "1", "components": [{"components": null}]}"#,
            r#"{"id": "1", "components": [{"components": [{"custom_id": null, "default_values": null}]}]}"#,
        ] {
            let read = serde_json::from_str::<Message>(message);
            assert!(read.is_ok(), "{message}: {read:?}");
        }
    }

    /// Nobody can give themselves more than they have by choosing the role that the bot gives.
    #[test]
    fn a_role_is_chosen_by_who_can_give_it_and_grants_nothing() {
        let (manage_server, manage_roles, view) = (1_i64 << 5, 1_i64 << 28, 1_i64 << 10);
        for (member, bot, role, managed, why_not) in [
            (manage_roles, manage_roles, view, false, None),
            (PermissionBits::ADMINISTRATOR, manage_roles, 0, false, None),
            (
                manage_server,
                manage_roles,
                0,
                false,
                Some(key!("refused-role-of-others")),
            ),
            (manage_roles, view, 0, false, Some(key!("refused-roles"))),
            (
                manage_roles,
                manage_roles,
                manage_server,
                false,
                Some(key!("refused-role-with-powers")),
            ),
            (
                manage_roles,
                manage_roles,
                0,
                true,
                Some(key!("refused-role-with-powers")),
            ),
        ] {
            let text = serde_json::json!({
                "id": "1", "application_id": "2", "type": COMPONENT, "token": "", "channel_id": "3",
                "guild_id": "4", "locale": "en-US", "context": IN_SERVER, "app_permissions": bot.to_string(),
                "member": { "user": { "id": "5", "username": "anna" }, "permissions": member.to_string() },
                "message": { "id": "6" },
                "data": { "custom_id": "x", "values": ["7"], "resolved": { "roles": {
                    "7": { "permissions": role.to_string(), "managed": managed },
                } } },
            });
            let read = Interaction::read(&text.to_string()).expect("an interaction");
            assert_eq!(read.why_not_role(), why_not, "{text}");
        }
    }

    #[test]
    fn threads_need_a_permission_of_their_own() {
        const TEXT: u8 = 0;
        const PUBLIC_THREAD: u8 = 11;
        let (in_channels, in_threads) = (1_i64 << 11, 1_i64 << 38);
        for (kind, granted, lets_write) in [
            (TEXT, in_channels, true),
            (TEXT, in_threads, false),
            (PUBLIC_THREAD, in_channels, false),
            (PUBLIC_THREAD, in_threads, true),
        ] {
            let permissions = granted | PermissionBits::VIEW_CHANNEL;
            let text = serde_json::json!({
                "id": "1", "application_id": "2", "type": COMMAND, "token": "",
                "channel_id": "3", "channel": { "type": kind }, "locale": "en-US",
                "context": IN_SERVER, "authorizing_integration_owners": { "0": "4" },
                "app_permissions": permissions.to_string(),
                "user": { "id": "5", "username": "anna" }, "data": { "name": "wythoff" },
            });
            let read = Interaction::read(&text.to_string()).expect("an interaction");
            assert_eq!(read.lets_bot_write(), lets_write, "{kind}: {granted}");
        }
    }
}
