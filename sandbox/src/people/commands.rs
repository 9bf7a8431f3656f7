//! The commands that the client offers a member, and the command that a typed line becomes.

use serde_json::{Value, json};

use super::{Member, slash};
use crate::id::Id;
use crate::world::{ChannelKind, World};

impl Member {
    /// The slash commands that the client offers in this channel, with their options, one per line.
    pub(crate) fn command_usage(&self) -> String {
        let world = self.sandbox.shared.world();
        let locale = self.client_locale(&world);
        let lines = self
            .slash_commands(&world)
            .iter()
            .flat_map(|command| slash::usage(command, &locale))
            .collect::<Vec<_>>();
        lines.join("\n")
    }

    /// The commands that the client offers in this channel, including those of a member's context
    /// menu.
    pub(crate) fn commands(&self, world: &World) -> Vec<Value> {
        let channel = world.channels.get(&self.channel);
        let (guild, context) = match channel.map(|channel| channel.kind) {
            Some(ChannelKind::Server(server)) => (Some(server), 0),
            Some(ChannelKind::WithBot(_)) => (None, 1),
            Some(ChannelKind::Private) | None => (None, 2),
        };
        // Discord's numbers: 0 for an installation in the server, 1 for one by the user.
        let installation = u64::from(!world.bot_is_in(self.channel));
        let is_offered = |command: &&Value| {
            let allows = |field: &str, value: u64| {
                command[field]
                    .as_array()
                    .is_none_or(|allowed| allowed.contains(&json!(value)))
            };
            allows("contexts", context)
                && (allows("integration_types", installation) || context == 1)
        };
        // Global commands, then those of the server.
        let scopes = [Some(None), guild.map(Some)].into_iter().flatten();
        let lists = scopes.filter_map(|scope| world.commands.get(&scope));
        lists.flatten().filter(is_offered).cloned().collect()
    }

    /// The slash commands that the client offers in this channel.
    fn slash_commands(&self, world: &World) -> Vec<Value> {
        let mut commands = self.commands(world);
        commands.retain(|command| command["type"] == 1);
        commands
    }

    /// The interaction data sent when a command from a member's context menu is used.
    pub(super) fn member_command_data(&self, name: &str, whom: Id) -> Result<Value, String> {
        let world = self.sandbox.shared.world();
        let locale = self.client_locale(&world);
        let commands = self.commands(&world);
        let command = commands.iter().find(|command| {
            let is_named =
                command["name"] == name || command["name_localizations"][&locale] == name;
            command["type"] == 2 && is_named
        });
        let command =
            command.ok_or_else(|| format!("there is no command “{name}” for a member"))?;
        Ok(json!({
            "id": command["id"], "name": command["name"], "type": 2, "target_id": whom, "resolved": world.resolved(&[whom]),
        }))
    }

    /// The interaction data of a typed slash command.
    pub(super) fn parse_command(&self, line: &str, typed: slash::Typed) -> Result<Value, String> {
        let world = self.sandbox.shared.world();
        let mut data = slash::read(
            &self.slash_commands(&world),
            &self.client_locale(&world),
            &|name| world.user_by_name(name),
            line,
            typed,
        )?;
        let mut users = Vec::new();
        collect_users(&data["options"], &mut users);
        if !users.is_empty() {
            data["resolved"] = world.resolved(&users);
        }
        Ok(data)
    }

    pub(super) fn client_locale(&self, world: &World) -> String {
        world
            .users
            .get(&self.user)
            .map_or_else(String::new, |user| user.locale.clone())
    }
}

/// Collects the users named in options.
fn collect_users(options: &Value, users: &mut Vec<Id>) {
    for option in options.as_array().into_iter().flatten() {
        if option["type"] == 6
            && let Some(id) = option["value"].as_str().and_then(|id| id.parse().ok())
        {
            users.push(id);
        }
        collect_users(&option["options"], users);
    }
}
