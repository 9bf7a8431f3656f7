//! Interactions and their first responses.

use serde_json::Value;

use crate::id::Id;

/// How long an interaction waits for its first response
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding>).
pub(crate) const FIRST_RESPONSE_MS: i64 = 3_000;

/// How long an interaction's token is valid.
pub(crate) const TOKEN_LIFE_MS: i64 = 15 * 60 * 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionKind {
    Command,
    Completion,
    /// A use of a control on that message.
    Component(Id),
    /// A submitted form, with the message whose control opened it, if any.
    Form(Option<Id>),
}

impl InteractionKind {
    /// Discord's number for this type
    /// (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-type>).
    pub(crate) const fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component(_) => 3,
            Self::Completion => 4,
            Self::Form(_) => 5,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) token: String,
    pub(crate) kind: InteractionKind,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) response: Option<Response>,
    /// The message that `@original` means with this interaction's token.
    pub(crate) original: Option<Id>,
    pub(crate) follow_ups: Vec<Id>,
}

/// The first response, as the client sees it.
#[derive(Clone, Debug)]
pub(crate) enum Response {
    Message(Id),
    Update(Id),
    Acknowledged,
    Form(Value),
    Choices(Value),
}
