//! The rules of the games, and perfect play at them: one folder for each game.
//!
//! Pure: values in, values out. No clock, no random number generator (drawn numbers come in as [`Draw`]), no input or
//! output, and nothing about players, turns or Discord.

#![deny(clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]

mod draw;
pub mod wythoff;

pub use draw::Draw;
