//! The rules.

use super::super::message::Message;
use super::super::text::{Language, key};

/// The rules, with an example and the idea behind cold positions.
pub(in crate::discord) fn rules(language: Language<'_>) -> Message {
    Message::private(language.say(key!("rules")), vec![])
}
