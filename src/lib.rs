//! Wythoff: a Discord bot for Wythoff's game and the family of Nim. It never forgets a game, always
//! answers, and teaches.
//!
//! The bot is made of the crates in `crates/`; this one puts them together for the command line.

pub mod app;
pub mod config;
pub mod operations;
pub mod solve;
pub mod telemetry;
