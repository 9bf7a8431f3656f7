//! An interaction as Discord sends it.

use serde_json::{Value, json};

use super::Member;
use crate::world::{Channel, ChannelKind, Interaction, InteractionKind, World};

/// Permissions of the bot in channels that it can see: View Channels, Read Message History, Send
/// Messages in Threads. A server that denies Send Messages in a channel often leaves the last one.
const SEE: u64 = 1 << 10 | 1 << 16 | 1 << 38;
const SEND_MESSAGES: u64 = 1 << 11;
const ATTACH_FILES: u64 = 1 << 15;

/// Permissions of every member: View Channels, Send Messages, Embed Links, Attach Files, Read
/// Message History, Use Application Commands
/// (<https://discord.com/developers/docs/topics/permissions>).
const MEMBER_PERMISSIONS: u64 = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 31;
const MANAGE_GUILD: u64 = 1 << 5;
const MANAGE_ROLES: u64 = 1 << 28;
const USE_EXTERNAL_APPS: u64 = 1 << 50;

/// An interaction as Discord sends it
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object>).
pub(super) fn interaction_json(
    world: &World,
    interaction: &Interaction,
    member: &Member,
    data: &Value,
) -> Value {
    let message = match interaction.kind {
        InteractionKind::Command | InteractionKind::Completion => None,
        InteractionKind::Component(message) => Some(message),
        InteractionKind::Form(message) => message,
    };
    let user = world.user_json(member.user);
    let mut event = json!({
        "id": interaction.id,
        "application_id": world.application.id,
        "type": interaction.kind.number(),
        "token": interaction.token,
        "version": 1,
        "data": data,
        "channel_id": interaction.channel,
        "locale": member.client_locale(world),
        "entitlements": [],
        "attachment_size_limit": 10_485_760,
    });
    if let Some(message) = message.and_then(|id| world.messages.get(&id)) {
        event["message"] = world.message_json(message);
    }
    let permissions = match interaction.channel {
        channel if world.bot_may_attach(channel) => SEE | SEND_MESSAGES | ATTACH_FILES,
        channel if world.bot_may_write(channel) => SEE | SEND_MESSAGES,
        channel if world.bot_sees(channel) => SEE,
        _ => 0,
    };
    let lets_give_roles = world.lets_give_roles(interaction.channel);
    let roles = if lets_give_roles { MANAGE_ROLES } else { 0 };
    event["app_permissions"] = json!((permissions | roles).to_string());
    match world.channels.get(&interaction.channel) {
        Some(Channel {
            kind: ChannelKind::Server(server),
            name,
            ..
        }) => {
            let locale = world
                .servers
                .get(server)
                .map_or("en-US", |server| &server.locale);
            let owners = if world.bot_is_in(interaction.channel) {
                json!({ "0": server })
            } else {
                json!({ "1": member.user })
            };
            let server_state = world.servers.get(server);
            let (is_manager, allows_external_apps) = server_state.map_or((false, true), |server| {
                (
                    server.managers.contains(&member.user),
                    server.allows_external_apps,
                )
            });
            let nickname = server_state.and_then(|server| server.nicknames.get(&member.user));
            let permissions = MEMBER_PERMISSIONS
                | if is_manager {
                    MANAGE_GUILD | MANAGE_ROLES
                } else {
                    0
                }
                | if allows_external_apps {
                    USE_EXTERNAL_APPS
                } else {
                    0
                };
            event["guild_id"] = json!(server);
            event["guild_locale"] = json!(locale);
            event["guild"] = json!({ "id": server, "locale": locale, "features": [] });
            event["context"] = json!(0);
            event["authorizing_integration_owners"] = owners;
            event["channel"] = json!({ "id": interaction.channel, "type": 0, "name": name });
            event["member"] = json!({
                "user": user, "nick": nickname, "roles": [], "joined_at": "2026-01-01T00:00:00.000000+00:00",
                "deaf": false, "mute": false, "flags": 0, "permissions": permissions.to_string(),
            });
        }
        Some(Channel {
            kind: ChannelKind::WithBot(_),
            ..
        }) => {
            event["context"] = json!(1);
            event["authorizing_integration_owners"] = json!({ "0": "0" });
            event["channel"] = json!({ "id": interaction.channel, "type": 1 });
            event["user"] = user;
        }
        Some(Channel {
            kind: ChannelKind::Private,
            ..
        })
        | None => {
            event["context"] = json!(2);
            event["authorizing_integration_owners"] = json!({ "1": member.user });
            event["channel"] = json!({ "id": interaction.channel, "type": 3 });
            event["user"] = user;
        }
    }
    event
}
