//! Users and messages as Discord's API returns them.

use serde_json::{Value, json};

use super::{Attachment, InteractionKind, Message, World};
use crate::id::Id;

impl World {
    /// The `resolved` users of an interaction.
    pub(crate) fn resolved(&self, users: &[Id]) -> Value {
        let entries = |to_json: &dyn Fn(Id) -> Value| -> Value {
            users
                .iter()
                .map(|id| (id.to_string(), to_json(*id)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        json!({
            "users": entries(&|id| self.user_json(id)),
            "members": entries(&|_| json!({
                "nick": null, "roles": [], "joined_at": "2026-01-01T00:00:00.000000+00:00", "flags": 0,
                "permissions": "1125899906842624",
            })),
        })
    }

    /// The `resolved` roles of an interaction.
    pub(crate) fn resolved_roles(&self, server: Id, roles: &[Id]) -> Value {
        let known = self.servers.get(&server).map(|server| &server.roles);
        let chosen = known
            .into_iter()
            .flatten()
            .filter(|(id, _)| roles.contains(id));
        let roles = chosen.map(|(id, role)| {
            let role = json!({
                "id": id, "name": role.name, "permissions": role.permissions.to_string(), "managed": false,
                "position": 1, "color": 0, "hoist": false, "mentionable": false, "flags": 0,
            });
            (id.to_string(), role)
        });
        json!({ "roles": Value::Object(roles.collect()) })
    }

    pub(crate) fn user_json(&self, id: Id) -> Value {
        let user = self.users.get(&id);
        json!({
            "id": id,
            "username": user.map_or("wythoff", |user| &user.name),
            "global_name": user.and_then(|user| user.display_name.as_ref()),
            "discriminator": "0",
            "avatar": null,
            "bot": user.is_none_or(|user| user.is_bot),
            "public_flags": 0,
        })
    }

    pub(crate) fn bot_json(&self) -> Value {
        let mut user = self.user_json(self.application.bot);
        user["username"] = json!(self.application.name);
        user
    }

    /// The metadata of the interaction that a message answers
    /// (<https://discord.com/developers/docs/resources/message#message-interaction-metadata-object>).
    fn metadata_json(&self, id: Id) -> Value {
        let interaction = self.interactions.get(&id);
        let kind = interaction.map_or(InteractionKind::Command, |interaction| interaction.kind);
        let metadata = |kind: InteractionKind, clicked: Option<Id>| {
            json!({
                "id": id,
                "type": kind.number(),
                "user": interaction.map(|interaction| self.user_json(interaction.user)),
                "authorizing_integration_owners": {},
                "interacted_message_id": clicked,
            })
        };
        match kind {
            InteractionKind::Command | InteractionKind::Completion => metadata(kind, None),
            InteractionKind::Component(clicked) => metadata(kind, Some(clicked)),
            InteractionKind::Form(opened_from) => {
                let opening_kind =
                    opened_from.map_or(InteractionKind::Command, InteractionKind::Component);
                let mut form_metadata = metadata(kind, None);
                form_metadata["triggering_interaction_metadata"] =
                    metadata(opening_kind, opened_from);
                form_metadata
            }
        }
    }

    pub(crate) fn message_json(&self, message: &Message) -> Value {
        let attachments: Vec<Value> = message.attachments.iter().map(Attachment::json).collect();
        json!({
            "id": message.id,
            "channel_id": message.channel,
            "type": if message.interaction.is_some() { 20 } else { 0 },
            "author": self.user_json(self.application.bot),
            "application_id": self.application.id,
            "content": message.content,
            "timestamp": "2026-01-01T00:00:00.000000+00:00",
            "edited_timestamp": message.is_edited.then_some("2026-01-01T00:00:00.000000+00:00"),
            "tts": false,
            "mention_everyone": message.pings_everyone,
            "mentions": [],
            "mention_roles": [],
            "attachments": attachments,
            "embeds": message.embeds,
            "components": message.components,
            "pinned": false,
            "nonce": message.nonce,
            "interaction_metadata": message.interaction.map(|id| self.metadata_json(id)),
            "flags": if message.only_for.is_some() { 64 } else { 0 } | if message.is_loading { 128 } else { 0 },
        })
    }
}

impl Attachment {
    fn json(&self) -> Value {
        let url = format!("http://127.0.0.1/attachments/{}/{}", self.id, self.filename);
        json!({
            "id": self.id,
            "filename": self.filename,
            "description": self.description,
            "size": self.bytes.len(),
            "url": url,
            "proxy_url": url,
        })
    }
}
