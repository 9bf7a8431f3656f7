//! Messages and the files on them.

use std::sync::Arc;

use serde_json::Value;

use crate::id::Id;

#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) content: String,
    pub(crate) components: Value,
    pub(crate) embeds: Value,
    pub(crate) attachments: Vec<Attachment>,
    /// The only user who sees it, if it is ephemeral.
    pub(crate) only_for: Option<Id>,
    /// "Wythoff is thinking…": a deferred response that has not been filled in.
    pub(crate) is_loading: bool,
    pub(crate) is_edited: bool,
    pub(crate) pings: Vec<Id>,
    pub(crate) pings_everyone: bool,
    /// The interaction that it answers. `None` if the bot posted it by itself.
    pub(crate) interaction: Option<Id>,
    /// The nonce set by the author, which prevents posting the message twice.
    pub(crate) nonce: Option<String>,
}

/// How many files are kept. The oldest are dropped first.
pub(crate) const FILES_KEPT: usize = 256;

#[derive(Clone, Debug)]
pub(crate) struct Attachment {
    pub(crate) id: Id,
    pub(crate) filename: String,
    pub(crate) description: Option<String>,
    pub(crate) bytes: Arc<[u8]>,
}
