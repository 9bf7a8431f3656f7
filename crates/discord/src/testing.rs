//! Access for tests and examples. Not part of the public interface.

use super::commands;
use super::input::interaction::Interaction;
use super::request;
use super::text::Texts;
use crate::controls::move_control::MoveControl;
use crate::controls::play::PlayControl;
use crate::controls::{Seen, parse};

/// The kind of request that an interaction is read as: `command`, `completion`, `click`, `form`,
/// `unreadable`, or `nothing`.
#[doc(hidden)]
#[must_use]
pub fn read_as(interaction: &Interaction, texts: &Texts) -> &'static str {
    match request::read(interaction, texts) {
        Some(request) if request.feature == request::UNREADABLE => request::UNREADABLE,
        Some(request) => request.kind,
        None => "nothing",
    }
}

/// Whether `id` is the id of a control.
#[doc(hidden)]
#[must_use]
pub fn is_control(id: &str) -> bool {
    commands::control(id).is_some()
}

/// The game and point that a board control's id contains.
#[doc(hidden)]
#[must_use]
pub fn seen_in_id(id: &str) -> Option<Seen> {
    let (_, control, _) = commands::control(id)?;
    control.seen
}

/// The move control with the given id, and the game and point that the id contains.
#[doc(hidden)]
#[must_use]
pub fn move_control(id: &str) -> Option<(Seen, MoveControl)> {
    match parse(id)? {
        PlayControl::Choose(seen, control) => Some((seen, control)),
        PlayControl::Play(..)
        | PlayControl::TakeBack(_)
        | PlayControl::Ask(..)
        | PlayControl::Agree { .. }
        | PlayControl::GoOn(_) => None,
    }
}
