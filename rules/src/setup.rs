//! Setting a position up: the notation of heaps, openings, positions drawn at random.

use std::fmt;
use std::ops::RangeInclusive;

use itertools::Itertools as _;

use super::{BadPosition, IllegalMove, MAX_HEAPS, Move, Numbers, Options, Result, Rules, Variant};

/// A starting position, and its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its name, if it has one of its own. It can be written in place of the notation.
    pub name: Option<&'static str>,
    /// The notation.
    pub position: &'static str,
    /// The options.
    pub options: Options,
}

impl Opening {
    /// A position with the default options.
    #[must_use]
    pub const fn plain(position: &'static str) -> Self {
        Self::with(position, Options::NONE)
    }

    /// A position with options.
    #[must_use]
    pub const fn with(position: &'static str, options: Options) -> Self {
        Self {
            name: None,
            position,
            options,
        }
    }
}

/// How a game sets its positions up. A type may serve several games, which differ in their
/// defaults.
pub trait Setup: Rules + Sized {
    /// Reads the notation.
    ///
    /// # Errors
    /// [`BadPosition`] says why there is no such position.
    fn read(variant: Variant, options: Options, notation: &str) -> Result<Self>;

    /// Reads the notation of a position that is only solved, not played, and so may be larger.
    ///
    /// # Errors
    /// [`BadPosition`] says why there is no such position.
    fn read_to_solve(variant: Variant, options: Options, notation: &str) -> Result<Self> {
        Self::read(variant, options, notation)
    }

    /// A position drawn at random, with heaps up to the given size.
    ///
    /// # Errors
    /// [`BadPosition`] if the game does not have these options.
    fn drawn(
        variant: Variant,
        options: Options,
        largest: u64,
        numbers: &mut Numbers,
    ) -> Result<Self>;

    /// The positions that are offered. The first is the default.
    fn openings(variant: Variant) -> &'static [Opening];

    /// A small position by the same rules, for an example of play.
    #[must_use]
    fn example_start(&self) -> Self;
}

/// A whole number up to `most`, written with digits alone and without leading zeros, since the
/// `000` in `1 000` is not a number of its own. `error` is returned if the word is not written like
/// this.
pub(super) fn whole_number(word: &str, error: BadPosition, most: u64) -> Result<u64> {
    let is_plain = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    if !is_plain || word.len() > 1 && word.starts_with('0') {
        return Err(error);
    }
    let number = word.parse().ok().filter(|&number| number <= most);
    number.ok_or(BadPosition::TooLarge { most })
}

/// The words of a notation, separated by white space or commas. The notation may be in brackets.
pub(super) fn words(notation: &str) -> impl Iterator<Item = &str> {
    let inner = notation.trim();
    let inner = inner
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'))
        .unwrap_or(inner);
    inner
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
}

/// Heaps of objects: up to eight. An emptied heap stays as 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    sizes: [u64; MAX_HEAPS],
    count: u8,
}

impl Heaps {
    /// Heaps of the given sizes.
    ///
    /// # Errors
    /// [`BadPosition::HeapCount`] if there are none, or more than eight.
    pub fn of(sizes: &[u64]) -> Result<Self> {
        let bad = BadPosition::HeapCount {
            least: 1,
            most: MAX_HEAPS,
        };
        let mut heaps = Self {
            sizes: [0; MAX_HEAPS],
            count: u8::try_from(sizes.len()).map_err(|_| bad)?,
        };
        let places = heaps.sizes.get_mut(..sizes.len());
        let places = places.filter(|places| !places.is_empty()).ok_or(bad)?;
        places.copy_from_slice(sizes);
        Ok(heaps)
    }

    /// Reads `3 5 7`, also as `(3, 5, 7)`. `counts` is how many heaps the game may have.
    ///
    /// # Errors
    /// [`BadPosition::NotHeaps`], [`BadPosition::TooLarge`], [`BadPosition::HeapCount`].
    pub fn read(notation: &str, counts: RangeInclusive<usize>) -> Result<Self> {
        let size = |word| whole_number(word, BadPosition::NotHeaps, u64::MAX);
        let sizes = words(notation).map(size).collect::<Result<Vec<u64>, _>>()?;
        if !counts.contains(&sizes.len()) {
            let (least, most) = counts.into_inner();
            return Err(BadPosition::HeapCount { least, most });
        }
        Self::of(&sizes)
    }

    /// Heaps drawn at random, their number and their sizes within the given limits.
    pub fn drawn(count: (u64, u64), sizes: (u64, u64), numbers: &mut Numbers) -> Self {
        let mut heaps = Self {
            sizes: [0; MAX_HEAPS],
            count: 1,
        };
        let count = numbers.between(count.0, count.1);
        heaps.count = u8::try_from(count).unwrap_or(1);
        for heap in heaps.sizes.iter_mut().take(heaps.count.into()) {
            *heap = numbers.between(sizes.0, sizes.1);
        }
        heaps
    }

    /// Their sizes.
    #[must_use]
    pub fn as_slice(&self) -> &[u64] {
        self.sizes.get(..self.count.into()).unwrap_or_default()
    }

    /// Each heap that is not empty, with its index.
    pub fn filled(&self) -> impl Iterator<Item = (usize, u64)> {
        self.sizes
            .into_iter()
            .enumerate()
            .filter(|(_, size)| *size > 0)
    }

    /// The size of a heap, or 0.
    #[must_use]
    pub fn size(&self, heap: usize) -> u64 {
        self.sizes.get(heap).copied().unwrap_or(0)
    }

    /// These heaps, with the size of one replaced.
    #[must_use]
    pub fn with(mut self, heap: usize, size: u64) -> Self {
        if let Some(known) = self.sizes.get_mut(heap) {
            *known = size;
        }
        self
    }

    /// The size of the largest heap.
    #[must_use]
    pub fn largest(&self) -> u64 {
        self.sizes.into_iter().max().unwrap_or(0)
    }

    /// The heap and the amount, for a move that takes from one heap.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move takes nothing, takes from several heaps or from one that is not
    /// there, or is of another game.
    pub fn taken_from_one(&self, mv: Move) -> Result<(usize, u64), IllegalMove> {
        let Move::Take(amounts) = mv else {
            return Err(IllegalMove::OtherGame);
        };
        let heaps = self.as_slice().len();
        let mut taken = amounts
            .into_iter()
            .enumerate()
            .filter(|(_, amount)| *amount > 0);
        match (taken.next(), taken.next()) {
            (None, _) => Err(IllegalMove::Nothing),
            (Some((heap, _)), None) if heap >= heaps => Err(IllegalMove::NoSuchHeap { heaps }),
            (Some(one), None) => Ok(one),
            (Some(_), Some(_)) => Err(IllegalMove::NotTogether),
        }
    }

    /// The sizes in order, for a table: empty heaps first. Where positions are tabulated, every
    /// size fits into a byte.
    pub(super) fn sorted<const N: usize>(&self) -> [u8; N] {
        let mut sizes = [0; N];
        for (size, (_, filled)) in sizes.iter_mut().zip(self.filled()) {
            *size = u8::try_from(filled).unwrap_or(u8::MAX);
        }
        sizes.sort_unstable();
        sizes
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.as_slice().iter().join(" "))
    }
}
