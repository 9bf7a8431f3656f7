//! Stories, that is, end-to-end tests: whole games and everything around them, over real sockets,
//! with a real database. Each starts a bot that is connected to a sandbox, has members act, and
//! asserts what they see. `circles`, `documents`, `first_changes`, `fuzz`, `layers` and `lessons` are other kinds
//! of tests.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a story that cannot go on has failed"
)]

mod against_the_bot;
mod binary;
mod boards;
mod boss;
mod bot_rematches;
mod browser;
mod challenges;
mod circles;
mod clocks;
mod concurrency;
mod containers;
mod crown_roles;
mod daily;
mod dares;
mod database_failures;
mod delivery;
mod documents;
mod drafts;
mod erasure;
mod family;
mod first_changes;
mod fuzz;
mod gateway;
mod heap_games;
mod http;
mod ladder;
mod layers;
mod learning;
mod lessons;
mod live_posts;
mod menu;
mod notifications;
mod on_postgres;
mod on_sqlite;
mod operations;
mod outbox;
mod overload;
mod pairs;
mod permissions;
mod places;
mod playthrough;
mod practice;
mod predictions;
mod privacy;
mod privacy_columns;
mod private_games;
mod questions;
mod registration;
mod rematches;
mod reminders;
mod replicas;
mod reviews;
mod seasons;
mod shutdown;
mod standings;
mod starting_anew;
mod support;
mod tables;
mod take_back;
mod teaching;
mod typed_moves;
mod which_game;
mod wrong_clicks;
