//! Carrying interactions in and replies out. Today through the gateway; what the interactions mean is not known here.

mod carrier;
mod delivery;
mod gateway;
mod outbox;
mod presence;
mod registration;
mod rest;
mod sweeper;
mod time;
mod token;

pub use carrier::Carrier;
pub use gateway::{GatewayError, Stuck, run};
pub use outbox::Outbox;
pub use presence::Presences;
pub use registration::register;
pub use rest::{Application, Failure, Rest};
pub use sweeper::sweep;
pub use time::{DiscordTime, HostClock, SystemClock};
pub use token::Token;
