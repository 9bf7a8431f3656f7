//! Receives interactions, through the gateway or by HTTP, and sends replies. This layer does not
//! know what the interactions mean.

mod admission;
mod after;
mod deadlines;
mod delivery;
mod error;
pub mod gateway;
pub mod http;
mod outbox;
mod registration;
mod reply_to;
mod responder;
mod rest;
pub mod server;
mod shard_status;
mod start;
mod sweep;
mod time;
mod to_show;
mod token;
mod unhandled;

pub use deadlines::watch_deadlines;
pub use error::ConnectionError;
pub use gateway::Stuck;
pub use http::Listener;
pub use outbox::Outbox;
pub use responder::Responder;
pub use rest::{Application, Failure, Rest};
pub use shard_status::ShardStatus;
pub use time::{DiscordTime, HostClock, SystemClock};
pub use to_show::ToShow;
pub use token::Token;
