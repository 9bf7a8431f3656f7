//! How strong a member is: Glicko-2 (Mark Glickman, <http://www.glicko.net/glicko/glicko2.pdf>), one rating period a game.
//!
//! Pure: what is rated, and where ratings are kept, is not known here.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// What is known of a member's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The estimate; 1500 to begin with.
    pub rating: f64,
    /// Its deviation: with 95 % certainty the strength is within two of them.
    pub deviation: f64,
    /// How erratic the results are.
    pub volatility: f64,
}

/// A rating is provisional until its deviation is below this.
pub const ESTABLISHED_BELOW: f64 = 110.0;

/// The upper limit of [`Rating::games_to_go`].
const MAX_TO_GO: u32 = 100;

impl Default for Rating {
    fn default() -> Self {
        let Glicko2Rating {
            rating,
            deviation,
            volatility,
        } = Glicko2Rating::new();
        Self {
            rating,
            deviation,
            volatility,
        }
    }
}

impl Rating {
    /// Whether too little is known yet to compare it with others.
    ///
    /// ```
    /// use wythoff::rating::Rating;
    ///
    /// assert!(Rating::default().is_provisional());
    /// ```
    #[must_use]
    pub fn is_provisional(self) -> bool {
        self.deviation >= ESTABLISHED_BELOW
    }

    /// Estimates how many more rated games the rating needs to be established, against established opponents of the same
    /// strength, won and lost alternately.
    ///
    /// ```
    /// use wythoff::rating::Rating;
    ///
    /// assert_eq!(Rating::default().games_to_go(), 11);
    /// ```
    #[must_use]
    pub fn games_to_go(self) -> u32 {
        let mut rating = self;
        let mut games = 0;
        while rating.is_provisional() && games < MAX_TO_GO {
            let opponent = Self {
                deviation: ESTABLISHED_BELOW,
                ..rating
            };
            rating = if games.is_multiple_of(2) {
                Self::after_game(rating, opponent).0
            } else {
                Self::after_game(opponent, rating).1
            };
            games += 1;
        }
        games
    }

    /// The ratings of the winner and the loser of a game after it.
    ///
    /// ```
    /// use wythoff::rating::Rating;
    ///
    /// let (winner, loser) = Rating::after_game(Rating::default(), Rating::default());
    /// assert_eq!((winner.rating.round(), loser.rating.round()), (1662.0, 1338.0));
    /// assert!(winner.deviation < Rating::default().deviation);
    /// ```
    #[must_use]
    pub fn after_game(winner: Self, loser: Self) -> (Self, Self) {
        let config = Glicko2Config::new();
        let (winner, loser) = glicko2(&winner.known(), &loser.known(), &Outcomes::WIN, &config);
        (Self::of(winner), Self::of(loser))
    }

    const fn known(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
        }
    }

    const fn of(known: Glicko2Rating) -> Self {
        Self {
            rating: known.rating,
            deviation: known.deviation,
            volatility: known.volatility,
        }
    }
}
