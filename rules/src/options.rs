//! The options of a game, and the reasons why a position is refused.

use itertools::Itertools as _;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Whether the last move wins or loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It wins.
    #[default]
    Normal,
    /// It loses.
    Misere,
}

/// The word in the stored form of options: `normal`, `misere`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normal => "normal",
            Self::Misere => "misere",
        })
    }
}

/// What a person may choose about a game. `None` for the default of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Whether the last move wins or loses.
    pub ending: Option<Ending>,
    /// The most that a move may take, or add.
    pub most: Option<u64>,
    /// From how many heaps a move may take at once.
    pub heaps: Option<u64>,
}

/// A result whose error says why there is no such position.
pub type Result<T, E = BadPosition> = std::result::Result<T, E>;

/// An option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionName {
    /// Whether the last move wins or loses.
    Ending,
    /// The most that a move may take, or add.
    Most,
    /// From how many heaps a move may take at once.
    Heaps,
}

/// Why there is no such position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadPosition {
    /// It is not in the notation of heaps.
    #[error("expected heaps, such as 3 5 7: whole numbers from 0 to 18446744073709551615")]
    NotHeaps,
    /// A number in it is too large.
    #[error("a number can be at most {most}")]
    TooLarge {
        /// The largest number.
        most: u64,
    },
    /// It has too few or too many heaps.
    #[error("{least} to {most} heaps are possible")]
    HeapCount {
        /// The smallest number of heaps.
        least: usize,
        /// The largest number of heaps.
        most: usize,
    },
    /// It is not in the notation of counts.
    #[error("expected a count and its target, such as 0/21")]
    NotACount,
    /// The target is too large, or 0.
    #[error("the target is a number from 1 to {most}")]
    Target {
        /// The largest target.
        most: u64,
    },
    /// The count is past the target.
    #[error("the count is past its target, {target}")]
    PastTarget {
        /// The target.
        target: u64,
    },
    /// The limit of a move is too large, or 0.
    #[error("the limit of a move is a number from 1 to {most}")]
    Most {
        /// The largest limit.
        most: u64,
    },
    /// The number of heaps that a move may take from at once is too large, or 0.
    #[error("a move may take from 1 to {most} heaps at once")]
    AtOnce {
        /// The largest number of heaps.
        most: usize,
    },
    /// A heap is too large for a game that is tabulated.
    #[error("with {heaps} heaps, each can have at most {most} objects")]
    TooLargeToTabulate {
        /// How many heaps there are.
        heaps: usize,
        /// The largest heap.
        most: u64,
    },
    /// There are too many objects in all.
    #[error("at most {most} objects are possible in all")]
    TooManyInAll {
        /// The largest number of objects.
        most: u64,
    },
    /// A heap is empty, in a game that has no empty heaps.
    #[error("a heap has at least one object")]
    EmptyHeap,
    /// It is not in the notation of stones and stacks.
    #[error("expected stones and stacks, such as 8/3 or 4+3 0 2")]
    NotStacks,
    /// It has too many stones, or none.
    #[error("1 to {most} stones are possible")]
    Stones {
        /// The largest number of stones.
        most: u64,
    },
    /// It is not in the notation of circles.
    #[error("expected a circle, such as 10 or ooo--ooooo")]
    NotACircle,
    /// It is not in the notation of boards with rows and columns.
    #[error("expected a board, such as 4x4 or oooo/o--o")]
    NotABoard,
    /// It is not in the notation of parts with dots.
    #[error(
        "expected parts, such as P3+C4 or Po-o+C4: a letter (P row, C ring, K complete, S star) and a number, or o and - for each dot"
    )]
    NotAGraph,
    /// It has too many cells, or too few.
    #[error("{least} to {most} cells are possible")]
    Cells {
        /// The smallest number of cells.
        least: usize,
        /// The largest number of cells.
        most: usize,
    },
    /// It has too many parts, or too few.
    #[error("{least} to {most} parts are possible")]
    PartCount {
        /// The smallest number of parts.
        least: usize,
        /// The largest number of parts.
        most: usize,
    },
    /// A part has too many dots, or too few.
    #[error("a part {letter} has {least} to {most} dots")]
    PartSize {
        /// What kind of part it is.
        letter: char,
        /// The smallest number of dots.
        least: usize,
        /// The largest number of dots.
        most: usize,
    },
    /// The game has no such option.
    #[error("the game has no option for {}", .0.word())]
    NoOption(OptionName),
    /// Stored options that this program never writes.
    #[error("options that cannot be read")]
    BadOptions,
}

impl OptionName {
    const fn word(self) -> &'static str {
        match self {
            Self::Ending => "the last move",
            Self::Most => "the most that a move takes",
            Self::Heaps => "how many heaps a move takes from",
        }
    }
}

impl Options {
    /// No options: the defaults of the game apply.
    pub const NONE: Self = Self {
        ending: None,
        most: None,
        heaps: None,
    };

    /// Options that give only the ending.
    #[must_use]
    pub const fn of_ending(ending: Ending) -> Self {
        Self {
            ending: Some(ending),
            ..Self::NONE
        }
    }

    /// Options that give only the limit of a move.
    #[must_use]
    pub const fn of_most(most: u64) -> Self {
        Self {
            most: Some(most),
            ..Self::NONE
        }
    }

    /// The ending, for a game that has no other option.
    pub(super) fn ending_alone(self) -> Result<Ending> {
        let options = self.only(&[OptionName::Ending])?;
        Ok(options.ending.unwrap_or_default())
    }

    /// Refuses options that a game does not have.
    ///
    /// # Errors
    /// [`BadPosition::NoOption`].
    pub fn only(self, known: &[OptionName]) -> Result<Self> {
        let unknown = self.given_names().find(|name| !known.contains(name));
        unknown.map_or(Ok(self), |name| Err(BadPosition::NoOption(name)))
    }

    /// The first option that is given.
    #[must_use]
    pub fn first_given(self) -> Option<OptionName> {
        self.given_names().next()
    }

    fn given_names(self) -> impl Iterator<Item = OptionName> {
        let ending = self.ending.map(|_| OptionName::Ending);
        let most = self.most.map(|_| OptionName::Most);
        let heaps = self.heaps.map(|_| OptionName::Heaps);
        [ending, most, heaps].into_iter().flatten()
    }

    /// These options. Those that are not given are taken from `others`.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        Self {
            ending: self.ending.or(others.ending),
            most: self.most.or(others.most),
            heaps: self.heaps.or(others.heaps),
        }
    }
}

/// The form in which options are stored: `misere most=3 heaps=2`.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ending = self.ending.map(|ending| ending.to_string());
        let most = self.most.map(|most| format!("most={most}"));
        let heaps = self.heaps.map(|heaps| format!("heaps={heaps}"));
        let words = [ending, most, heaps].into_iter().flatten().join(" ");
        f.write_str(&words)
    }
}

impl FromStr for Options {
    type Err = BadPosition;

    fn from_str(written: &str) -> Result<Self> {
        let number = |digits: &str| digits.parse().map_err(|_| BadPosition::BadOptions);
        let mut options = Self::default();
        for word in written.split_whitespace() {
            match word.split_once('=') {
                None if word == "normal" => options.ending = Some(Ending::Normal),
                None if word == "misere" => options.ending = Some(Ending::Misere),
                Some(("most", most)) => options.most = Some(number(most)?),
                Some(("heaps", heaps)) => options.heaps = Some(number(heaps)?),
                _ => return Err(BadPosition::BadOptions),
            }
        }
        Ok(options)
    }
}
