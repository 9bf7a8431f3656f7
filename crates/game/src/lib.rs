//! One game between two players, from the challenge to its end, as a pure state machine; ratings
//! ([`rating`]); and what is known of games and members, as values to be stored ([`records`]).
//!
//! [`Game::apply`] answers every action in every phase, with the next state and events, or with a
//! [`Refusal`]. Nothing outside `records` knows where the game is played, nothing how it is stored, or
//! what time it is: the time is an argument.

mod action;
mod attempt;
mod boss;
pub mod chain;
mod challenge;
mod clock;
mod course;
mod day;
mod game;
mod pair;
mod phase;
mod play;
mod player;
pub mod rating;
pub mod records;
mod refusal;
mod reply;
mod review;
mod table;
mod terms;
#[cfg(test)]
mod tests;
mod timestamp;

pub use action::{Action, Agreement, Event};
pub use attempt::{Attempt, AttemptOutcome, MAX_SLIPS, Mark, Step, Tried};
pub use boss::{Boss, BossOutcome, BossRefusal};
pub use challenge::{
    Challenge, ChallengeAnswer, ChallengeEnding, ChallengePhase, ChallengeStart, WhoStarts,
};
pub use clock::{Clock, GRACE, Stake};
pub use course::{Course, LatestMove, PlayedMove, Point};
pub use day::Day;
pub use game::Game;
pub use pair::{Games, Pair};
pub use phase::{Absence, NextGame, Outcome, Phase, RematchVotes};
pub use play::ChangedGame;
pub use player::{BySeat, FormerId, MemberId, Person, Player, PlayerId, Players, Seat};
pub use refusal::Refusal;
pub use review::{Accuracy, Cause, Review, ReviewedMove, TurningPoint, Verdict};
pub use table::{
    MOST_ANIMALS, MOST_SEATS, OTHERS_BEGIN_AFTER, Sitter, Table, TableEvent, TablePhase,
    TableRefusal, TableSeat, TurnTime,
};
pub use terms::{GameId, Ply, Terms};
pub use timestamp::Timestamp;
