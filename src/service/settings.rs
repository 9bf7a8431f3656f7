//! Settings of members and servers.

use super::{Caller, Error, Refusal, Service};
use crate::records::{MemberChange, MemberSettings, ServerChange, ServerSettings};
use crate::store::{Key, Pending};

/// How many members one may block: they are read with each of the member's actions.
pub const MAX_BLOCKED: usize = 1000;

impl Service {
    /// Changes a setting of a member. Returns all settings.
    pub fn change_member(
        &self,
        caller: Caller,
        change: MemberChange,
    ) -> Pending<MemberSettings, Error> {
        self.change(caller, &[], move |work, caller| {
            let before = work.member(caller.member)?;
            let settings = before.settings.clone().with(change.clone());
            if settings.blocked.len() > MAX_BLOCKED.max(before.settings.blocked.len()) {
                return Err(Error::refused(Refusal::TooManyBlocked));
            }
            work.set_member(caller.member, settings.clone())?;
            Ok(settings)
        })
    }

    /// Changes a setting of a server. Returns all settings. The caller's permission is checked before, from the interaction.
    pub fn change_server(
        &self,
        caller: Caller,
        server: i64,
        change: ServerChange,
    ) -> Pending<ServerSettings, Error> {
        self.change(caller, &[Key::Server(server)], move |work, _| {
            let settings = work.server_settings(Some(server))?.with(change.clone());
            work.set_server(server, settings.clone())?;
            Ok(settings)
        })
    }
}
