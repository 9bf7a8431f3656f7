//! Discord: an interaction comes in, a reply goes out. Commands, controls, messages and their texts; nothing about how
//! interactions arrive or replies are delivered.
//!
//! The one door is [`handle`]: total, so that every interaction gets an answer.

mod answering;
mod command;
mod completion;
mod control;
mod handler;
mod outcome;
mod reply;
mod request;
mod text;
mod view;

pub use command::definitions;
pub use control::{Control, Unreadable, Verb};
pub use handler::{Bot, handle};
pub use reply::{Board, FollowUp, Message, Reply, Response};
pub use text::{TextError, Texts};
