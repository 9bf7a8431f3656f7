//! Wythoff: a Discord bot for Wythoff's game and the family of Nim. It never loses a game, always answers, and teaches.
//!
//! ```
//! use wythoff::rules::Position;
//!
//! // The perfect move, and whether there is one, at every size.
//! let piles: Position = "wythoff: 13 9".parse().unwrap();
//! let best = piles.best_move().unwrap();
//! assert_eq!(best.to_string(), "A3B3");
//! assert!(piles.play(best).unwrap().is_lost());
//! ```
//!
//! The modules in reading order; each knows only those before it:
//! 1. [`rules`]: the rules and perfect play;
//! 2. [`game`]: one game from challenge to end, and beside it [`rating`]: how strong a member is;
//! 3. [`records`]: the values that are stored, and [`store`]: the database, which saves every change exactly once;
//! 4. [`service`]: what members can do;
//! 5. [`discord`]: an interaction in, a reply out;
//! 6. [`transport`]: receives interactions and sends replies.
//!
//! [`config`], [`telemetry`], [`operations`], [`app`] and [`solve`] put these together for the command line.

pub mod rules;

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
