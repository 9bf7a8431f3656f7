//! Discord: an interaction comes in, a reply goes out. Commands, controls, messages and their texts; nothing about how
//! interactions arrive or replies are delivered.
//!
//! The two doors are [`handle`], total, so that every interaction gets an answer; and [`due()`], for what time brings.

mod amount;
mod answering;
mod challenging;
mod command;
mod completion;
mod control;
mod due;
mod handler;
mod intent;
mod interaction;
mod outcome;
mod pending_moves;
mod personal;
mod picture;
mod reply;
mod text;
mod view;

pub use command::definitions;
pub use control::{Control, Reach, ReviewPage, Setting, SettingsPage, Unreadable, Verb};
pub use due::{due, next_due};
pub use handler::{Bot, handle};
pub use interaction::Interaction;
pub use pending_moves::PendingAnswer;
pub use picture::{Picture, PictureCache};
pub use reply::{Attachment, Board, FollowUp, Message, Reply, Response};
pub use text::{TextError, Texts};
