//! Places on leaderboards: by what members are ranked, and the pages.

use super::Standing;
use crate::game::MemberId;

/// By what a leaderboard ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// By rating: the established ones, then the provisional ones.
    Rating,
    /// By rated wins.
    Wins,
    /// By accuracy in rated games: from 20 moves on.
    Accuracy,
    /// By rated wins in a row, up to now.
    Streak,
}

impl Order {
    /// Every order.
    pub const ALL: [Self; 4] = [Self::Rating, Self::Wins, Self::Accuracy, Self::Streak];
}

/// How much more established ratings are ranked by than they are, so that they stand above all provisional ones.
pub const ESTABLISHED_BY: f64 = 10_000.0;

/// A member's place on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The place: the first is 1.
    pub place: i64,
    /// Whether it is known exactly: not among too many who stand alike.
    pub is_exact: bool,
    /// How the member stands.
    pub standing: Standing,
}

/// Where a page of a leaderboard begins or ends: the value that is ranked by, and who has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeaderboardKey {
    /// The value.
    pub value: f64,
    /// Who has it.
    pub member: MemberId,
}

/// Which page of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Page {
    /// The one that begins with that place; the first place is 1.
    From(i64),
    /// The one below that rung.
    Below(LeaderboardKey),
    /// The one above that rung.
    Above(LeaderboardKey),
}

impl Standing {
    /// The value that an order ranks by.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "nobody plays 2^52 games, and a count is as exact as its column up to there"
    )]
    pub fn key(&self, order: Order) -> LeaderboardKey {
        let value = match order {
            Order::Rating if self.rating.is_provisional() => self.rating.rating,
            Order::Rating => self.rating.rating + ESTABLISHED_BY,
            Order::Wins => self.wins as f64,
            Order::Accuracy => self.share(),
            Order::Streak => self.streak as f64,
        };
        LeaderboardKey {
            value,
            member: self.member,
        }
    }
}
