//! Discord: an interaction comes in, a reply goes out. Knows commands, controls, messages and their
//! texts, but not how interactions arrive or replies are delivered.
//!
//! Transport calls [`handle`], which answers every interaction; [`carry_out_due`], which handles
//! deadlines; and the functions of [`Bot`] in the module `shown`, which return the current messages
//! and their places.

mod asked;
mod bot;
mod closed;
mod commands;
mod context;
mod controls;
mod drafts;
mod due;
mod exports;
mod find;
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
mod request;
mod respond;
mod shown;
mod testing;
mod text;
mod view;

pub use bot::{Bot, TurnedAway};
pub use commands::definitions;
pub use controls::id::{Seen, game_of_control};
pub use controls::move_control::MoveControl;
pub use drafts::Amounts;
pub use due::{carry_out_due, next_due};
pub use handler::handle;
pub use input::interaction::Interaction;
pub use message::{Attachment, Message};
pub use pending_moves::PendingAnswer;
pub use picture::{Board as BoardPicture, Picture, PictureCache, TableSeatDrawn};
pub use reply::{Board, FollowUp, Late, NewBoard, PublicMessage, Reply, Response, RetryKey};
pub use shown::PostToDraw;
#[doc(hidden)]
pub use testing::{is_control, move_control, read_as, seen_in_id};
pub use text::{TextError, Texts};
