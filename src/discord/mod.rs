//! Discord: an interaction comes in, a reply goes out. Knows commands, controls, messages and their texts, but not how interactions arrive or
//! replies are delivered.
//!
//! Transport calls [`handle`], which answers every interaction; [`due()`], for deadlines; and the functions of [`Bot`] that tell what is shown
//! where (`shown`).

mod bot;
mod challenge;
mod closed;
mod command;
mod completion;
mod context;
mod control;
mod due;
mod follow_ups;
mod games;
mod handler;
mod hint;
mod intent;
mod interaction;
mod leaderboard;
mod message;
mod option;
mod pending_moves;
mod picture;
mod play;
mod privacy;
mod rematch;
mod reply;
mod resign;
mod respond;
mod review;
mod roots;
mod rules;
mod settings;
mod shown;
mod solve;
mod start;
mod stats;
mod text;
mod view;
mod written_move;
mod written_position;

pub use bot::Bot;
pub use command::definitions;
pub use control::{
    BoardAction, Control, PageAction, Reach, ReviewPage, Setting, SettingsPage, UnknownControl,
};
pub use due::{due, next_due};
pub use handler::handle;
pub use interaction::Interaction;
pub use message::{Attachment, Message};
pub use pending_moves::PendingAnswer;
pub use picture::{Picture, PictureCache};
pub use reply::{Board, FollowUp, Late, Reply, Response};
pub use text::{TextError, Texts};
