//! Roles of a server, which members choose and the bot gives.

use super::{Answer, Member, Server, screen};
use crate::id::Id;
use crate::sandbox::Sandbox;
use crate::world::{RoleState, ServerState};

/// A role of a server.
#[derive(Clone, Debug)]
pub struct Role {
    sandbox: Sandbox,
    server: Id,
    id: Id,
}

impl Server {
    /// Adds a role without permissions, below the bot's own.
    #[must_use]
    pub fn role(&self, name: &str) -> Role {
        let role = RoleState {
            name: name.to_owned(),
            permissions: 0,
            is_above_bot: false,
            holders: [].into(),
        };
        let now = self.sandbox.clock().now_ms();
        let id = self.sandbox.shared.change(|world| {
            let id = world.new_id(now);
            let server = world.servers.get_mut(&self.id);
            server.map(|server| server.roles.insert(id, role));
            id
        });
        Role {
            sandbox: self.sandbox.clone(),
            server: self.id,
            id,
        }
    }

    /// Sets whether the bot may give roles. It may at first.
    pub fn let_give_roles(&self, are_given: bool) {
        let change = |server: &mut ServerState| server.lets_give_roles = are_given;
        let shared = &self.sandbox.shared;
        shared.change(|world| world.servers.get_mut(&self.id).map(change));
    }
}

impl Role {
    fn set(self, change: impl FnOnce(&mut RoleState)) -> Self {
        let shared = &self.sandbox.shared;
        shared.change(|world| {
            world
                .role(self.server, self.id)
                .map(|(role, _)| change(role))
        });
        self
    }

    /// Gives the role permissions, as bits.
    #[must_use]
    pub fn permitting(self, permissions: u64) -> Self {
        self.set(|role| role.permissions = permissions)
    }

    /// Moves the role above the bot's own, so that the bot cannot give it.
    #[must_use]
    pub fn above_bot(self) -> Self {
        self.set(|role| role.is_above_bot = true)
    }

    /// Who has the role.
    #[must_use]
    pub fn holders(&self) -> Vec<Id> {
        let mut world = self.sandbox.shared.world();
        let role = world.role(self.server, self.id);
        role.map_or(Vec::new(), |(role, _)| {
            role.holders.iter().copied().collect()
        })
    }

    /// Waits until exactly these members have the role.
    pub async fn is_held_by(&self, members: &[&Member]) {
        let mut expected: Vec<Id> = members.iter().map(|member| member.id()).collect();
        expected.sort_unstable();
        let (server, id) = (self.server, self.id);
        let held = self.sandbox.until(move |world| {
            let role = world.servers.get(&server)?.roles.get(&id)?;
            role.holders.iter().eq(&expected).then_some(())
        });
        held.await;
    }
}

impl Member {
    /// Chooses a role, or none, in the select with the given placeholder.
    pub async fn picks_role(&self, placeholder: &str, role: Option<&Role>) -> Answer {
        let control = self.find_component(|component| {
            component["placeholder"] == placeholder && component["type"] == 6
        });
        let Some((message, select)) = control else {
            return Answer::Client(format!("there is no select “{placeholder}”"));
        };
        let id = select["custom_id"].as_str().unwrap_or_default().to_owned();
        let values: Vec<String> = role.iter().map(|role| role.id.to_string()).collect();
        let preset = screen::preset_ids(&select).map(|id| id.to_string());
        if !self.store_choice((message, &id), &values, preset.collect()) {
            return Answer::Client("that is chosen already".to_owned());
        }
        self.uses(message, 6, &id, &values).await
    }
}
