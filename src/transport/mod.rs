//! Carries interactions in and replies out, at present through the gateway. What the interactions
//! mean is not known here.

mod admission;
mod deadlines;
mod delivery;
mod gateway;
mod outbox;
mod registration;
mod reply_to;
mod responder;
mod rest;
mod shard_status;
mod time;
mod token;
mod unhandled;

pub use deadlines::watch_deadlines;
pub use gateway::{GatewayError, Stuck, run};
pub use outbox::Outbox;
pub use registration::register;
pub use responder::Responder;
pub use rest::{Application, Failure, Rest};
pub use shard_status::ShardStatus;
pub use time::{DiscordTime, HostClock, SystemClock};
pub use token::Token;
