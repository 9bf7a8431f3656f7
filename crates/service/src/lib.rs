//! Use cases: what members can do, as functions over a transaction: read, decide, save. Knows the
//! store and the random numbers; knows nothing of Discord, messages or languages.
//!
//! Every change is carried out once: a game has the id of the interaction that made it, and
//! interactions that were carried out are remembered. Functions fail with a [`wythoff_store::Error`] if the
//! store does.

#![expect(clippy::missing_errors_doc, reason = "said above")]

mod agreements;
mod boards;
mod bosses;
mod caller;
mod challenge;
mod chance;
mod daily;
mod daily_posts;
mod daily_summary;
mod dares;
mod deadlines;
mod dedup;
mod delivered;
mod drafts;
mod due;
mod ending;
mod error;
mod find;
mod followed;
mod help;
mod hint;
mod ladder;
mod leaderboard;
mod lessons;
mod may_challenge;
mod notifications;
mod pairs;
mod play;
mod practice;
mod predictions;
mod privacy;
mod questions;
mod race;
mod rematch;
mod reminders;
mod review;
mod service;
mod set_aside;
mod settings;
mod settle;
mod start;
mod stats;
mod tables;
#[cfg(test)]
mod tests;
mod update;
mod wanted;

pub use agreements::{ANSWERED_WITHIN, Asked};
pub use boards::{Abandoned, NotedBoard, Unseen};
pub use bosses::{BossSeen, BossToShow, NoVote, OwnVote};
pub use caller::Caller;
pub use challenge::{
    ChallengePosition, ChallengeResult, Challenged, ClosedChallenge, GameOrChallenge, NewChallenge,
};
pub use chance::Chance;
pub use daily::{Daily, NotShared, NotTried};
pub use dares::{DareToShow, NoTry, NotDared, TriedDare};
pub use deadlines::{LONGEST_IGNORED_GAP, MARK_EVERY};
pub use due::Due;
pub use ending::Ending;
pub use error::{Error, HelpedPuzzle, Refusal, Result};
pub use find::GameFilter;
pub use notifications::Unsent;
pub use play::Target;
pub use practice::{MOST_A_DAY, PracticeResult};
pub use predictions::{NotPredicted, Predictable, is_predictable};
pub use privacy::{Erased, Export};
pub use questions::{NoAnswer, NotAsked, OpenedQuestion, QuestionToShow};
pub use race::{RaceState, Tapped};
pub use rematch::{BotRematch, RematchResult};
pub use review::Finished;
pub use service::Service;
pub use settings::MAX_BLOCKED;
pub use start::{MAX_RUNNING, Offer};
pub use tables::{NotAtTable, NotSet, TableAction, TableToShow};
pub use update::GameUpdate;
pub use wanted::{Drawn, EndIfReplaced, NewGame, Setup, Wanted};
