//! The only source of randomness, seeded by the operating system, or by a test that needs a
//! reproducible game.

use parking_lot::Mutex;
use rand::rngs::{StdRng, SysRng};
use rand::{Rng, SeedableRng};

use nim_games::{Draw, Draws};

/// A random number generator.
#[derive(Debug)]
pub struct Chance(Mutex<StdRng>);

impl Chance {
    /// A generator seeded by the operating system.
    ///
    /// # Errors
    /// If the operating system provides no randomness.
    pub fn from_system() -> Result<Self, rand::rngs::SysError> {
        Ok(Self(Mutex::new(StdRng::try_from_rng(&mut SysRng)?)))
    }

    /// A generator that draws the same numbers for the same seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Mutex::new(StdRng::seed_from_u64(seed)))
    }

    /// Draws one number.
    pub fn draw(&self) -> Draw {
        let mut generator = self.0.lock();
        Draw::new(generator.next_u64())
    }

    /// One of these, each as likely as another. `None` if there are none.
    pub fn one_of<T: Copy>(&self, all: &[T]) -> Option<T> {
        let chosen = self.draw().below(all.len() as u128);
        all.get(usize::try_from(chosen).ok()?).copied()
    }

    /// Draws the numbers for one move of the bot.
    pub fn draws(&self) -> Draws {
        Draws {
            skill: self.draw(),
            choice: self.draw(),
        }
    }
}
