//! The commands that the client offers a member, and the command that a typed line becomes.

use serde_json::{Value, json};

use super::{Member, slash};
use crate::id::Id;
use crate::world::{ChannelKind, World};

impl Member {
    /// The commands that the client offers here, with their options, one per line.
    pub(crate) fn offered(&self) -> String {
        let world = self.sandbox.shared.world();
        let locale = self.client_locale(&world);
        let lines = self
            .typed_commands(&world)
            .iter()
            .flat_map(|command| slash::usage(command, &locale))
            .collect::<Vec<_>>();
        lines.join("\n")
    }

    /// The commands that the client offers here.
    pub(crate) fn commands(&self, world: &World) -> Vec<Value> {
        let channel = world.channels.get(&self.channel);
        let (guild, context) = match channel.map(|channel| channel.kind) {
            Some(ChannelKind::Server(server)) => (Some(server), 0),
            Some(ChannelKind::WithBot(_)) => (None, 1),
            Some(ChannelKind::Private) | None => (None, 2),
        };
        let installation = u64::from(!world.bot_is_in(self.channel));
        let offers = |command: &&Value| {
            let holds = |field: &str, wanted: u64| {
                command[field]
                    .as_array()
                    .is_none_or(|all| all.contains(&json!(wanted)))
            };
            holds("contexts", context) && (holds("integration_types", installation) || context == 1)
        };
        let lists =
            [None, guild.map(Some)]
                .into_iter()
                .enumerate()
                .filter_map(|(index, key)| match (index, key) {
                    (0, _) => world.commands.get(&None),
                    (_, Some(guild)) => world.commands.get(&guild),
                    _ => None,
                });
        lists.flatten().filter(offers).cloned().collect()
    }

    /// The slash commands that the client offers here.
    fn typed_commands(&self, world: &World) -> Vec<Value> {
        let mut commands = self.commands(world);
        commands.retain(|command| command["type"] == 1);
        commands
    }

    /// The interaction data sent when a command from a member's context menu is used.
    pub(super) fn on_member(&self, name: &str, whom: Id) -> Result<Value, String> {
        let world = self.sandbox.shared.world();
        let locale = self.client_locale(&world);
        let commands = self.commands(&world);
        let named = commands.iter().find(|command| {
            let is_named =
                command["name"] == name || command["name_localizations"][&locale] == name;
            command["type"] == 2 && is_named
        });
        let command = named.ok_or_else(|| format!("there is no command “{name}” for a member"))?;
        Ok(json!({
            "id": command["id"], "name": command["name"], "type": 2, "target_id": whom, "resolved": world.resolved(&[whom]),
        }))
    }

    pub(super) fn reads(&self, line: &str, typed: slash::Typed) -> Result<Value, String> {
        let world = self.sandbox.shared.world();
        let mut typed = slash::read(
            &self.typed_commands(&world),
            &self.client_locale(&world),
            &|name| world.user_by_name(name),
            line,
            typed,
        )?;
        let mut users = Vec::new();
        named_users(&typed["options"], &mut users);
        if !users.is_empty() {
            typed["resolved"] = world.resolved(&users);
        }
        Ok(typed)
    }

    pub(super) fn client_locale(&self, world: &World) -> String {
        world
            .users
            .get(&self.user)
            .map_or_else(String::new, |user| user.locale.clone())
    }
}

/// Collects the users named in options.
fn named_users(options: &Value, users: &mut Vec<Id>) {
    for option in options.as_array().into_iter().flatten() {
        if option["type"] == 6
            && let Some(id) = option["value"].as_str().and_then(|id| id.parse().ok())
        {
            users.push(id);
        }
        named_users(&option["options"], users);
    }
}
