//! Standings on leaderboards, ratings, and the statistics of a member.

use super::{Ladder, TableTally};
use crate::rating::Rating;
use crate::{Accuracy, MemberId, Timestamp};
use nim_games::{Animal, Position, Variant};

/// Which games a leaderboard counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Games played in that server.
    Server(i64),
    /// All games, except those of servers that do not share theirs.
    Everywhere,
}

/// How a member stands on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    pub member: MemberId,
    /// The rating. Unlike the other values, it counts the games of all scopes.
    pub rating: Rating,
    /// Rated games.
    pub games: i64,
    /// Rated games of all scopes. It is not stored with the standing.
    pub all_games: i64,
    /// Rated wins.
    pub wins: i64,
    /// Accuracy in rated games.
    pub accuracy: Accuracy,
    /// Rated wins in a row, up to now.
    pub streak: i64,
}

/// A rating after a game, with the number of rated wins in a row, including that game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingAfterGame {
    pub rating: Rating,
    /// The wins in a row.
    pub streak: i64,
}

impl Standing {
    /// The standing of a member without a rated game.
    #[must_use]
    pub fn none(member: MemberId) -> Self {
        Self {
            member,
            rating: Rating::default(),
            games: 0,
            all_games: 0,
            wins: 0,
            accuracy: Accuracy::default(),
            streak: 0,
        }
    }

    /// The share of won positions in which the win was kept.
    #[must_use]
    pub fn share(&self) -> f64 {
        f64::from(self.accuracy.kept) / f64::from(self.accuracy.won.max(1))
    }
}

/// The results of a member against one kind of opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The animal. `None` for games with members.
    pub animal: Option<Animal>,
    /// Games with a result.
    pub games: i64,
    /// Games won.
    pub wins: i64,
    /// Games in which the member was shown what to play.
    pub hinted: i64,
    /// The accuracy in the games in which the member was not shown what to play.
    pub accuracy: Accuracy,
}

/// A win against the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotWin {
    pub animal: Animal,
    /// The position that the game began with.
    pub from: Position,
    /// How many moves it took.
    pub moves: i64,
}

/// A coin, which makes its owner a Nim Champ of a game. A member earns it by beating the Penguin
/// at that game without a hint and without taking a move back, from a start that cannot be won
/// in one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coin {
    /// The game.
    pub variant: Variant,
    /// When the first such win was.
    pub at: Timestamp,
}

/// A member's statistics over all games of the family.
#[derive(Clone, Debug)]
pub struct Overview {
    /// The member's progress.
    pub progress: Progress,
    /// The name last seen, if there is one.
    pub name: Option<String>,
    /// The games with a result.
    pub games: Vec<VariantResults>,
    /// What was solved in lessons.
    pub solved: Vec<Position>,
    /// The coins, in the order in which they were earned.
    pub coins: Vec<Coin>,
}

/// A member's results in one game of the family.
#[derive(Clone, Debug)]
pub struct VariantResults {
    /// The game.
    pub variant: Variant,
    /// Games by kind of opponent.
    pub tallies: Vec<Tally>,
    /// The current rating. `None` before the first rated game.
    pub rated: Option<RatingAfterGame>,
    /// How many rated games there were.
    pub rated_games: u32,
}

/// How many games count as the latest ones.
pub const LATEST_GAMES: u32 = 20;

/// The progress of a member.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The accuracy in up to [`LATEST_GAMES`] games in which there was a win to keep.
    pub lately: Accuracy,
    /// The number of games that `lately` covers.
    pub latest_games: u32,
    /// How many games this member has won against the member who asks, and how many lost.
    pub against: Option<(u64, u64)>,
    /// The ladders that were climbed.
    pub ladders: Vec<Ladder>,
    /// How many puzzles of the day the member has solved, in tries and in practice.
    pub puzzles_solved: u64,
    /// With how many slips the member has solved them without help, each with how often; 6 stands for those
    /// that were not solved.
    pub slips: Vec<(u64, u64)>,
    /// How many weeks with enough puzzles there were ([`Stars`](super::Stars)).
    pub stars: u64,
    /// How many weeks of a server the member has won.
    pub weeks_won: u64,
    /// The most that the member has found in a race.
    pub best_race: u32,
    /// How many there have been.
    pub puzzles: u64,
    /// The current streak of days.
    pub streak: i64,
    /// The longest streak of days.
    pub longest_streak: i64,
    /// How many winners of other games the member has foreseen, of how many.
    pub foreseen: (u64, u64),
    /// The tables at which the member has sat.
    pub tables: TableTally,
    /// How many positions are practised.
    pub practice: usize,
    /// How many positions have been learned.
    pub learned: u64,
    /// The cold pairs of piles that the member has moved to, if the game has any.
    pub cold_pairs: Vec<[u64; 2]>,
}

/// A member's statistics in one game of the family.
#[derive(Clone, Debug)]
pub struct Stats {
    /// The member's progress in the game.
    pub progress: Progress,
    /// The game.
    pub variant: Variant,
    /// The name last seen, if there is one.
    pub name: Option<String>,
    /// The current rating. `None` before the first rated game.
    pub rated: Option<RatingAfterGame>,
    /// Every rating, the oldest first.
    pub history: Vec<RatingAfterGame>,
    /// The most rated wins in a row.
    pub longest_streak: i64,
    /// Games by kind of opponent.
    pub tallies: Vec<Tally>,
    /// What was solved in the lessons of every game.
    pub solved: Vec<Position>,
    /// The best wins against the bot.
    pub best: Vec<BotWin>,
    /// The coin of this game.
    pub coin: Option<Coin>,
}

impl Stats {
    /// How many rated games there were.
    #[must_use]
    pub fn rated_games(&self) -> u32 {
        u32::try_from(self.history.len()).unwrap_or(u32::MAX)
    }
}
