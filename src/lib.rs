//! Wythoff: a Discord bot for Wythoff's game and the family of Nim. It never forgets a game, always
//! answers, and teaches.
//!
//! The modules in reading order; each knows only those before it:
//! 1. [`game`]: one game from challenge to end, by the rules of [`nim_games`], and beside it
//!    [`rating`]: how strong a member is;
//! 2. [`records`]: the values that are stored, and [`store`]: the database, which saves every
//!    change exactly once;
//! 3. [`service`]: what members can do;
//! 4. [`discord`]: an interaction in, a reply out;
//! 5. [`transport`]: receives interactions and sends replies.
//!
//! [`config`], [`telemetry`], [`operations`], [`app`] and [`solve`] put these together for the
//! command line.

mod chain;
mod server;

pub mod game;
pub mod rating;

pub mod records;
pub mod store;

pub mod service;

pub mod discord;

pub mod transport;

pub mod app;
pub mod config;
pub mod operations;
pub mod solve;
pub mod telemetry;
