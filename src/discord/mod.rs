//! Discord: an interaction comes in, a reply goes out. Knows commands, controls, messages and their texts, but not how interactions arrive or
//! replies are delivered.
//!
//! Transport calls [`handle`], which answers every interaction; [`due()`], for deadlines; and the functions of [`Bot`] that tell what is shown
//! where (`shown`).

mod bot;
mod closed;
mod commands;
mod context;
mod counting;
mod drafts;
mod due;
mod follow_ups;
mod form;
mod handler;
mod input;
#[cfg(test)]
mod limits;
mod message;
mod pending_moves;
mod picture;
mod reply;
mod respond;
mod shown;
mod testing;
mod text;
mod view;

pub use bot::{Bot, TurnedAway};
pub use commands::start::menu::games_picture;
pub use due::{due, next_due};
pub use handler::handle;
pub use input::command::definitions;
pub use input::control::{
    Amounts, BoardAction, Control, MoveControl, PageAction, Reach, ReviewPage, Setting,
    SettingsPage, UnknownControl,
};
pub use input::interaction::Interaction;
pub use message::{Attachment, Message};
pub use pending_moves::PendingAnswer;
pub use picture::{Board as BoardPicture, Picture, PictureCache};
pub use reply::{Board, FollowUp, Lasting, Late, Reply, Response};
#[doc(hidden)]
pub use testing::intent_of;
pub use text::{TextError, Texts};
