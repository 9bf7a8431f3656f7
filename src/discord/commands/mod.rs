//! What members can do: each feature answers interactions, and beside it stands what it shows.

pub(super) mod challenge;
pub(super) mod games;
pub(super) mod hint;
pub(super) mod leaderboard;
pub(super) mod learn;
pub(super) mod play;
pub(super) mod privacy;
pub(super) mod rematch;
pub(super) mod resign;
pub(super) mod review;
pub(super) mod rules;
pub(super) mod settings;
pub(super) mod solve;
pub(super) mod start;
pub(super) mod stats;
