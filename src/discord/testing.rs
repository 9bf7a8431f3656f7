//! What tests look at. No part of the interface.

use super::input::intent::{self, Intent};
use super::input::interaction::Interaction;
use super::text::Texts;

/// What an interaction is read as, for counting.
#[doc(hidden)]
#[must_use]
pub fn intent_of(interaction: &Interaction, texts: &Texts) -> &'static str {
    match intent::read(interaction, texts).map(|request| request.intent) {
        Some(Intent::Command(Ok(_))) => "command",
        Some(Intent::Command(Err(_))) => "command with bad options",
        Some(Intent::Completion(_)) => "completion",
        Some(Intent::Click { control: Ok(_), .. }) => "click",
        Some(Intent::Click { .. }) => "click on nothing",
        Some(Intent::Form { control: Ok(_), .. }) => "form",
        Some(Intent::Form { .. }) => "form of nothing",
        None => "unknown command",
    }
}
