//! The ten animals that the computer plays as, each a little stronger than the one before.

/// How attentive an opponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attention {
    /// The chance, in percent, of seeing a win at the next move, for either side.
    pub near: u8,
    /// The chance, in percent, of the perfect move.
    pub far: u8,
}

/// An opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Animal {
    /// Lets the other side win: it moves at random, and takes no win that lies there.
    Duckling,
    /// Finds 3 % of the winning moves.
    Rabbit,
    /// Finds 14 %.
    Hedgehog,
    /// Finds 30 %.
    Squirrel,
    /// Finds 47 %.
    Otter,
    /// Finds 64 %.
    Swan,
    /// Finds 75 %.
    Dolphin,
    /// Finds 86 %.
    Elephant,
    /// Finds 94 %.
    Reindeer,
    /// Plays perfectly.
    Penguin,
}

impl Animal {
    /// From the weakest to the strongest.
    pub const ALL: [Self; 10] = [
        Self::Duckling,
        Self::Rabbit,
        Self::Hedgehog,
        Self::Squirrel,
        Self::Otter,
        Self::Swan,
        Self::Dolphin,
        Self::Elephant,
        Self::Reindeer,
        Self::Penguin,
    ];

    /// How well it plays. `far` is the cube of `near`, both in whole percent. The values were
    /// chosen so that each animal from the Hedgehog on beats the one before in about 61 of 100 games.
    #[must_use]
    pub const fn attention(self) -> Attention {
        let (near, far) = match self {
            Self::Duckling => (0, 0),
            Self::Rabbit => (30, 3),
            Self::Hedgehog => (52, 14),
            Self::Squirrel => (67, 30),
            Self::Otter => (78, 47),
            Self::Swan => (86, 64),
            Self::Dolphin => (91, 75),
            Self::Elephant => (95, 86),
            Self::Reindeer => (98, 94),
            Self::Penguin => (100, 100),
        };
        Attention { near, far }
    }

    /// Its number, from 1 to 10.
    #[must_use]
    pub fn number(self) -> usize {
        Self::ALL
            .iter()
            .take_while(|&&animal| animal < self)
            .count()
            + 1
    }

    /// The next stronger one, if there is one.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self.number()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_animals_get_better_and_are_numbered() {
        let numbers: Vec<usize> = Animal::ALL.iter().map(|animal| animal.number()).collect();
        assert_eq!(numbers, (1..=10).collect::<Vec<_>>());
        let attention = Animal::ALL.map(Animal::attention);
        assert!(
            attention
                .windows(2)
                .all(|pair| pair[0].near < pair[1].near && pair[0].far < pair[1].far)
        );
        assert_eq!(Animal::Penguin.next(), None);
    }
}
