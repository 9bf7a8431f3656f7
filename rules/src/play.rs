//! What each game says about its positions: the trait that the rest of the program uses.

use itertools::Itertools as _;
use std::fmt;

use thiserror::Error;

use super::map::{Map, Powers};
use super::options::{Ending, Options};
use super::{Choices, HeapSet, Move, Shape, Variant};

/// A position of one game. Its `Display` is the notation, which reads back as the same position.
pub trait Rules: fmt::Display + fmt::Debug {
    /// The game.
    fn variant(&self) -> Variant;

    /// Whether the last move wins or loses.
    fn ending(&self) -> Ending;

    /// Every legal move. Empty if the game is over.
    fn choices(&self) -> Choices;

    /// Makes a move. On an error, nothing changes.
    ///
    /// # Errors
    /// [`IllegalMove`] if the rules forbid it.
    fn play(&mut self, mv: Move) -> Result<(), IllegalMove>;

    /// Whether the player to move loses against perfect play. At the end of the game, whether the
    /// player to move has lost.
    fn is_lost(&self) -> bool;

    /// Every winning move. First comes the one that ends the game soonest, if known, or that the
    /// lessons teach. There may be more than fit into memory, so take only as many as needed.
    fn winning_moves(&self) -> Box<dyn Iterator<Item = Move> + '_>;

    /// What makes a lost position lost: the law of the game, if one is known. At the end of the
    /// game, what ended it.
    fn law(&self) -> Option<Reason>;

    /// How a winning move is found, if that says more than the law of the position that it leaves.
    fn clue(&self, _winning: Move) -> Option<Reason> {
        None
    }

    /// What else is known of a lost position.
    fn remark(&self) -> Option<Reason> {
        None
    }

    /// The moves that show best why a lost position is lost, the most telling first. By default the
    /// one that takes most, the one that holds out longest, and the smallest one.
    fn telling_moves(&self) -> Vec<Move> {
        let choices = self.choices();
        let [largest, smallest] = choices.extremes();
        let longest = self.defences().first().copied();
        let telling = [largest, longest, smallest].into_iter().flatten();
        telling.unique().collect()
    }

    /// What the pieces of a position are worth, if it is lost exactly when their values balance
    /// ([`Powers::are_lost`]).
    fn pieces(&self) -> Option<Powers> {
        None
    }

    /// What a picture can show of the law. `None` in misère play with only ones left, where balance
    /// does not decide.
    fn map(&self) -> Option<Map> {
        let pieces = self.pieces().filter(|_| !self.has_simpler_law())?;
        let is_endgame = self.ending() == Ending::Misere && pieces.are_ones();
        (!is_endgame).then_some(Map::Powers(pieces))
    }

    /// Whether the law explains the position without the values of its pieces.
    fn has_simpler_law(&self) -> bool {
        false
    }

    /// How many moves a lost position lasts if both play perfectly: the winner as soon as possible,
    /// the loser as long as possible. Returns `None` if it is not known.
    fn moves_to_end(&self) -> Option<u128> {
        None
    }

    /// Moves that make a lost position last as long as possible. Empty if none is known.
    fn defences(&self) -> Vec<Move> {
        Vec::new()
    }

    /// Options with which the notation reads back as this position. Those that equal the defaults
    /// of the game may be left out. Unless a game overrides this, only the ending is given, and
    /// only in misère play.
    fn options(&self) -> Options {
        match self.ending() {
            Ending::Normal => Options::NONE,
            Ending::Misere => Options::of_ending(Ending::Misere),
        }
    }

    /// A text that is the same for all positions that are equal under the symmetries of the game.
    /// By default the order of heaps does not matter, and empty ones are ignored.
    fn twin(&self) -> String {
        let Some(heaps) = self.shape().lettered() else {
            return self.to_string();
        };
        let mut heaps: Vec<u64> = heaps.iter().copied().filter(|&size| size > 0).collect();
        heaps.sort_unstable();
        heaps.iter().join(" ")
    }

    /// Whether people mean this game when they give such a position without naming a game.
    fn is_usual(&self) -> bool {
        false
    }

    /// How the position is shown.
    fn shape(&self) -> Shape<'_>;

    /// Whether it is tabulated: the first question about it may take tens of milliseconds.
    fn is_tabulated(&self) -> bool {
        false
    }

    /// By how many objects the player to move ends up ahead of the opponent if both play
    /// perfectly, in a game in which the objects taken are counted.
    fn margin(&self) -> Option<i128> {
        None
    }
}

/// The position after a move, if the move is legal.
pub(super) fn after<R: Rules + Copy>(at: &R, mv: Move) -> Option<R> {
    let mut next = *at;
    next.play(mv).is_ok().then_some(next)
}

/// Why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// It takes nothing.
    #[error("a move takes at least one object")]
    Nothing,
    /// It takes more than it may.
    #[error("at most {most} can be taken there")]
    TooMany {
        /// Where it takes from.
        from: HeapSet,
        /// The most that could be taken, possibly 0.
        most: u64,
    },
    /// It takes from a heap that the game does not have.
    #[error("there are only {heaps} heaps")]
    NoSuchHeap {
        /// How many heaps there are, empty ones included.
        heaps: usize,
    },
    /// It adds more than it may.
    #[error("at most {most} can be added")]
    TooFar {
        /// The most that could be added.
        most: u64,
    },
    /// It takes from several heaps where the game allows only one at a time, or takes different
    /// numbers from them.
    #[error("one move cannot take from these heaps in this way")]
    NotTogether,
    /// It takes from a heap that is not a largest one.
    #[error("only a largest heap can be taken from")]
    NotALargest,
    /// It takes from more heaps at once than it may.
    #[error("at most {most} heaps can be taken from at once")]
    TooManyHeaps {
        /// The largest number of heaps.
        most: u64,
    },
    /// It splits a heap of a size that no heap has.
    #[error("there is no heap of {size}")]
    NoHeapOf {
        /// The size.
        size: u64,
    },
    /// It splits a heap into equal parts, or splits a heap that cannot be split into
    /// unequal parts.
    #[error("a heap is split into two unequal heaps")]
    NotUnequal,
    /// It takes a stone, and there are still some to be placed.
    #[error("all stones must be placed first")]
    StillPlacing,
    /// It places a stone, and there is none left.
    #[error("all stones are placed")]
    AllPlaced,
    /// It takes a cell that the board does not have.
    #[error("there are only {cells} places")]
    NoSuchCell {
        /// How many cells the board has.
        cells: usize,
    },
    /// It takes a cell that is gone.
    #[error("place {} is empty", .cell + 1)]
    Cleared {
        /// The index of the cell.
        cell: usize,
    },
    /// It takes more cells than it may.
    #[error("at most {most} can be taken at once")]
    TooManyCells {
        /// The largest number of cells.
        most: usize,
    },
    /// It takes cells that are not adjacent in one line, or not connected.
    #[error("these are not adjacent")]
    NotBeside,
    /// It is a move of another game.
    #[error("a move of another game")]
    OtherGame,
}

/// A reason, independent of language: the name of a text, and its facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The name of the text.
    pub name: &'static str,
    /// The arguments of the text.
    pub facts: Vec<(&'static str, Fact)>,
}

/// A fact of a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A number.
    Number(u64),
    /// A word, or a position in notation.
    Text(String),
}

/// Numbers as sums of powers of two: `2, 5 = 4+1`. Zeros are left out. The text is `none` if no
/// number remains, or if the numbers are too many or too large.
pub(super) fn in_powers(numbers: &[u64]) -> String {
    const LARGEST: u64 = 63;
    const MOST: usize = 5;
    let mut nonzero: Vec<u64> = numbers
        .iter()
        .copied()
        .filter(|&number| number > 0)
        .collect();
    nonzero.sort_unstable();
    if nonzero.len() > MOST || nonzero.last().is_none_or(|&largest| largest > LARGEST) {
        return "none".to_owned();
    }
    let sum = |number: u64| {
        let powers = (0..6).rev().map(|bit| number & (1 << bit));
        let powers: Vec<String> = powers
            .filter(|&power| power > 0)
            .map(|power| power.to_string())
            .collect();
        if powers.len() == 1 {
            number.to_string()
        } else {
            format!("{number} = {}", powers.join("+"))
        }
    };

    nonzero.into_iter().map(sum).join(", ")
}

/// Numbers as `4, 2`.
pub(super) fn listed(numbers: &[u64]) -> String {
    numbers.iter().join(", ")
}

impl From<u64> for Fact {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

/// `normal` or `misere`.
impl From<Ending> for Fact {
    fn from(ending: Ending) -> Self {
        Self::Text(ending.to_string())
    }
}

impl From<String> for Fact {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// A reason: `reason!("lost-moore-ones", "cycle" => cycle)`. A test collects the names by searching
/// the code for this macro.
macro_rules! reason {
    ($name:literal $(, $fact:literal => $value:expr)*) => {
        $crate::Reason { name: $name, facts: vec![$(($fact, $value.into())),*] }
    };
}
pub(crate) use reason;
