//! Stories: whole games and what comes in between, over real sockets, with a real database file. Each begins with a bot that is
//! connected to a sandbox, is lived through by members, and asserts what they see.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a story that cannot go on has failed"
)]

mod against_the_bot;
mod browser;
mod challenges;
mod clocks;
mod delivery;
mod erasure;
mod evening;
mod family;
mod going_on;
mod layers;
mod leaving;
mod outbox;
mod overtaken;
mod places;
mod privacy;
mod rematches;
mod reviews;
mod second_thoughts;
mod standings;
mod support;
mod teaching;
mod telling;
mod the_binary;
mod the_database;
mod the_files;
mod the_gateway;
mod typed_moves;
mod which_game;
mod wrong_clicks;
