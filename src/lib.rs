//! Wythoff: a Discord bot for a game of two piles.
pub mod discord;
pub mod game;
pub mod rules;
pub mod service;
pub mod store;
