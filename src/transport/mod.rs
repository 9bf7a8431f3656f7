//! Carrying interactions in and replies out. Today through the gateway; what the interactions mean is not known here.

mod carrier;
mod delay;
mod gateway;
mod outbox;
mod registration;
mod rest;
mod token;

pub use carrier::Carrier;
pub use gateway::{GatewayError, run};
pub use outbox::Outbox;
pub use registration::register;
pub use rest::{Application, Failure, Rest};
pub use token::Token;
