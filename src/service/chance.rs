//! Where numbers are drawn: the one source of randomness, seeded by the system, or by a test that wants to repeat a game.

use std::sync::{Mutex, PoisonError};

use rand::rngs::{StdRng, SysRng};
use rand::{Rng, SeedableRng};

use crate::rules::Draw;
use crate::rules::wythoff::Draws;

/// A source of drawn numbers.
#[derive(Debug)]
pub struct Chance(Mutex<StdRng>);

impl Chance {
    /// Numbers that nobody can foresee.
    ///
    /// # Errors
    /// If the system has no randomness to give.
    pub fn from_system() -> Result<Self, rand::rngs::SysError> {
        Ok(Self(Mutex::new(StdRng::try_from_rng(&mut SysRng)?)))
    }

    /// The same numbers for the same seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Mutex::new(StdRng::seed_from_u64(seed)))
    }

    /// Draws one number.
    pub fn draw(&self) -> Draw {
        let mut generator = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Draw::new(generator.next_u64())
    }

    /// Draws what one move of the computer needs.
    pub fn draws(&self) -> Draws {
        Draws {
            skill: self.draw(),
            choice: self.draw(),
        }
    }
}
