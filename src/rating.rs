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
