//! The roles that the bot gives to members, and takes away.

use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::body::SharedState;
use crate::id::Id;
use crate::refusal::Refusal;
use crate::shared::Shared;

type Place = Path<(Id, Id, Id)>;

pub(super) async fn give(
    State(shared): SharedState,
    Path((server, member, role)): Place,
) -> Result<StatusCode, Refusal> {
    change(&shared, (server, member, role), true)
}

pub(super) async fn take(
    State(shared): SharedState,
    Path((server, member, role)): Place,
) -> Result<StatusCode, Refusal> {
    change(&shared, (server, member, role), false)
}

fn change(
    shared: &Shared,
    (server, member, role): (Id, Id, Id),
    is_given: bool,
) -> Result<StatusCode, Refusal> {
    shared.change(|world| {
        if !world.users.contains_key(&member) {
            return Err(Refusal::UNKNOWN_USER);
        }
        let (role, may_give) = world.role(server, role).ok_or(Refusal::UNKNOWN_ROLE)?;
        if !may_give {
            return Err(Refusal::MISSING_PERMISSIONS);
        }
        if is_given {
            role.holders.insert(member);
        } else {
            role.holders.remove(&member);
        }
        Ok(StatusCode::NO_CONTENT)
    })
}
