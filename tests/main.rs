//! Stories: whole games and what comes in between, over real sockets, with a real database file. Each begins with a bot that is
//! connected to a sandbox, is lived through by members, and asserts what they see.

mod against_the_bot;
mod delivery;
mod leaving;
mod places;
mod second_thoughts;
mod support;
mod teaching;
mod the_binary;
mod the_database;
mod typed_moves;
mod wrong_clicks;
