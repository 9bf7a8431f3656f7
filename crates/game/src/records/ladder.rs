//! Which animals a member has beaten in a game.

use crate::{MemberId, Timestamp};
use nim_games::{Animal, Variant};

/// A member's place among the animals of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    pub member: MemberId,
    /// The game.
    pub variant: Variant,
    /// The animal to beat next: all before it are beaten.
    pub reached: Animal,
    /// When the last animal was beaten.
    pub topped: Option<Timestamp>,
}

/// What a game means for the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnLadder {
    /// Nothing: it is between members, or from a position of the member's own.
    Off,
    /// It counts if nothing helps.
    On,
    /// With it the animal was beaten for the first time.
    Beaten,
    /// It was won against an animal that was not beaten before, but something helped.
    Helped,
}

impl OnLadder {
    /// Of a game that begins.
    #[must_use]
    pub const fn if_counts(counts: bool) -> Self {
        if counts { Self::On } else { Self::Off }
    }

    /// Whether it counts, or would have counted without help.
    #[must_use]
    pub fn counts(self) -> bool {
        self != Self::Off
    }
}

impl Ladder {
    /// The ladder of a member who has beaten nobody yet.
    #[must_use]
    pub const fn new(member: MemberId, variant: Variant) -> Self {
        Self {
            member,
            variant,
            reached: Animal::Duckling,
            topped: None,
        }
    }

    #[must_use]
    pub fn has_beaten(&self, animal: Animal) -> bool {
        animal < self.reached || self.topped.is_some()
    }

    /// How many animals are beaten.
    #[must_use]
    pub fn beaten(&self) -> usize {
        let mut all = Animal::ALL.to_vec();
        all.retain(|&animal| self.has_beaten(animal));
        all.len()
    }

    /// Notes a win against the animal that was reached.
    pub fn climb(&mut self, at: Timestamp) {
        match self.reached.next() {
            Some(next) => self.reached = next,
            None => self.topped = Some(at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_win_opens_the_next_animal_and_the_last_one_is_topped() {
        let mut ladder = Ladder::new(MemberId(1), Variant::Wythoff);
        for (beaten, animal) in Animal::ALL.into_iter().enumerate() {
            assert_eq!((ladder.reached, ladder.beaten()), (animal, beaten));
            assert!(!ladder.has_beaten(animal));
            ladder.climb(Timestamp(1));
            assert!(ladder.has_beaten(animal));
        }
        assert_eq!((ladder.topped, ladder.beaten()), (Some(Timestamp(1)), 10));
    }
}
