//! Places on leaderboards, their orders and pages.

use super::{Scope, Standing};
use crate::MemberId;
use crate::rating::is_provisional;
use nim_games::Variant;

/// What a leaderboard ranks by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// By rating: the established ones, then the provisional ones.
    Rating,
    /// By rated wins.
    Wins,
    /// By accuracy in rated games, after at least 20 moves from won positions.
    Accuracy,
    /// By rated wins in a row, up to now.
    Streak,
}

/// What is added to established ratings for ranking, so that they rank above all provisional ones.
pub const ESTABLISHED_BONUS: f64 = 10_000.0;

/// A member's place on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The place: the first is 1. Equal values share a place.
    pub place: i64,
    /// Whether the place is exact. If very many members are only slightly ahead, not all of them
    /// are counted.
    pub is_exact: bool,
    /// The member's standing.
    pub standing: Standing,
}

/// The key that a leaderboard is sorted by: the value, then the member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeaderboardKey {
    pub value: f64,
    pub member: MemberId,
}

/// Which rows of a leaderboard to read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Page {
    /// The page that begins with that row. The first row is 1.
    From(i64),
    /// The page below that key.
    Below(LeaderboardKey),
    /// The page above that key.
    Above(LeaderboardKey),
}

/// The number of members on a page of a leaderboard.
pub const PAGE_SIZE: u8 = 10;

/// A page of a leaderboard.
#[derive(Clone, Debug)]
pub struct Leaderboard {
    /// The game.
    pub variant: Variant,
    /// Which games count.
    pub scope: Scope,
    /// What it ranks by.
    pub order: Order,
    /// The members on the page, the best first, with their places and names. Equal values share a
    /// place.
    pub rows: Vec<(i64, Standing, String)>,
    /// How many rows precede the page, plus 1. `None` on the page around the member who asks.
    pub first: Option<i64>,
    /// Whether a control leads to a page below.
    pub has_below: bool,
    /// Whether everybody who is ranked is on this page.
    pub is_all: bool,
    /// The place of the member who asks.
    pub own: Option<Ranked>,
}

/// The page that a member wants to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageRequest {
    First,
    /// The page that begins with that row.
    From(i64),
    /// The page around the member who asks.
    Me,
}

impl Standing {
    /// The key of this standing in an order.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "nobody plays 2^52 games, and smaller counts are exact as floats"
    )]
    pub fn key(&self, order: Order) -> LeaderboardKey {
        let value = match order {
            Order::Rating if is_provisional(self.rating) => self.rating.rating,
            Order::Rating => self.rating.rating + ESTABLISHED_BONUS,
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
