//! The rules.

use super::super::message::Message;
use super::super::text::{Language, key};
use super::plain;

/// The rules, with an example and the idea behind cold positions.
pub(in crate::discord) fn rules(language: Language<'_>) -> Message {
    plain(language.say(key!("rules")))
}
