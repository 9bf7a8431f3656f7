//! How strong a member is: Glicko-2 (Mark Glickman, <http://www.glicko.net/glicko/glicko2.pdf>),
//! with one rating period per game.
//!
//! Pure: this module does not know what is rated or where ratings are stored.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, glicko2};

/// What is known about a member's strength: the estimate, initially 1500; its deviation (with 95 %
/// certainty the strength is within two deviations of the estimate); and its volatility, how
/// erratic the results are.
pub use skillratings::glicko2::Glicko2Rating as Rating;

/// A rating is provisional until its deviation is below this.
pub const ESTABLISHED_BELOW: f64 = 110.0;

/// A rating is shown after this many rated games: the first ones change it by hundreds of points.
pub const CALIBRATED_AFTER: u32 = 5;

/// Whether there are too few rated games to show a rating.
#[must_use]
pub const fn is_calibrating(games: u32) -> bool {
    games < CALIBRATED_AFTER
}

/// The upper limit of [`games_to_go`].
const MAX_TO_GO: u32 = 100;

/// Whether too little is known yet to compare a rating with others.
///
/// ```
/// use wythoff_game::rating::{Rating, is_provisional};
///
/// assert!(is_provisional(Rating::default()));
/// ```
#[must_use]
pub fn is_provisional(rating: Rating) -> bool {
    rating.deviation >= ESTABLISHED_BELOW
}

/// Estimates how many more rated games a rating needs to become established, if they are won and
/// lost alternately against established opponents of the same strength.
///
/// ```
/// use wythoff_game::rating::{Rating, games_to_go};
///
/// assert_eq!(games_to_go(Rating::default()), 11);
/// ```
#[must_use]
pub fn games_to_go(mut rating: Rating) -> u32 {
    let mut games = 0;
    while is_provisional(rating) && games < MAX_TO_GO {
        let opponent = Rating {
            deviation: ESTABLISHED_BELOW,
            ..rating
        };
        rating = if games.is_multiple_of(2) {
            after_game(rating, opponent).0
        } else {
            after_game(opponent, rating).1
        };
        games += 1;
    }
    games
}

/// The ratings of the winner and the loser after a game.
///
/// ```
/// use wythoff_game::rating::{Rating, after_game};
///
/// let (winner, loser) = after_game(Rating::default(), Rating::default());
/// assert_eq!((winner.rating.round(), loser.rating.round()), (1662.0, 1338.0));
/// assert!(winner.deviation < Rating::default().deviation);
/// ```
#[must_use]
pub fn after_game(winner: Rating, loser: Rating) -> (Rating, Rating) {
    glicko2(&winner, &loser, &Outcomes::WIN, &Glicko2Config::new())
}

/// The ratings of two players after a draw, such as one win each with sides swapped.
///
/// ```
/// use wythoff_game::rating::{Rating, after_draw};
///
/// let (one, other) = after_draw(Rating::default(), Rating::default());
/// assert_eq!((one.rating.round(), other.rating.round()), (1500.0, 1500.0));
/// assert!(one.deviation < Rating::default().deviation);
/// ```
#[must_use]
pub fn after_draw(one: Rating, other: Rating) -> (Rating, Rating) {
    glicko2(&one, &other, &Outcomes::DRAW, &Glicko2Config::new())
}
