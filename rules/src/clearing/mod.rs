//! Games in which cells are cleared: a board, what is left of it, and moves that take adjacent or
//! connected cells.
//!
//! This module has what such games share: positions, choices, and perfect play from tables. Each
//! game is a [`ClearingGame`], which knows its boards, their notation, and what is known about
//! them. `layout` is a board as data; `table` tabulates it.

mod coordinates;
mod layout;
mod piece;
mod table;

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

pub use coordinates::{Coordinates, DISTANCE};
pub use layout::{Layout, MAX_PARTS, Part};
pub(crate) use piece::{PieceGame, piece_games};

use super::map::Powers;
use super::play::reason;
use super::tabulated::{self, Tabulated};
use super::{
    BadPosition, Cells, Choices, Ending, IllegalMove, MAX_CELLS, Move, Numbers, Opening,
    OptionName, Options, Reason, Result, Rules, Setup, Shape, Variant,
};
use table::TableKey;
pub(super) use table::forget;

/// A game in which cells are cleared.
pub trait ClearingGame: Copy + Eq + Hash + fmt::Debug + 'static {
    /// Its name.
    const VARIANT: Variant;

    /// The ending if none is given.
    const ENDING: Ending;

    /// The options that it has.
    const OPTIONS: &'static [OptionName];

    /// The largest number of cells that a move may take: the limit unless the options give a
    /// smaller one.
    const MOST: usize;

    /// The positions that are offered. The first is the default.
    const OPENINGS: &'static [Opening];

    /// Small boards for an example of play: for every limit and ending, at least one of them is
    /// won.
    const EXAMPLES: &'static [&'static str];

    /// Reads the notation of a board and what is left of it.
    ///
    /// # Errors
    /// [`BadPosition`] says why there is no such board.
    fn read(options: Options, notation: &str) -> Result<(Layout, Cells)>;

    /// The notation that [`Self::read`] reads.
    fn notation(layout: Layout, left: Cells) -> String;

    /// A board drawn at random, and what is left of it.
    fn drawn(numbers: &mut Numbers) -> Option<(Layout, Cells)>;

    /// Why a lost position is lost, if that is known. Not called for an empty board or a misère
    /// endgame of single cells, which `Rules::law` handles.
    fn law(at: &Clearing<Self>) -> Option<Reason>;

    /// Whether the opponent can mirror every move: the simplest reason for a loss.
    #[must_use]
    fn moves_can_be_copied(_at: &Clearing<Self>) -> bool {
        false
    }

    /// What the position's pieces are worth. `None` unless the position is lost exactly when these
    /// values balance.
    #[must_use]
    fn pieces(_at: &Clearing<Self>) -> Option<Powers>;
}

/// A board and what is left of it, the limit of a move, and the ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clearing<G> {
    layout: Layout,
    left: Cells,
    most: u8,
    ending: Ending,
    game: PhantomData<G>,
}

impl<G: ClearingGame> Clearing<G> {
    /// The board.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The cells that are left.
    #[must_use]
    pub const fn left(&self) -> Cells {
        self.left
    }

    /// The largest number of cells that a move may take.
    #[must_use]
    pub fn most(&self) -> usize {
        self.most.into()
    }

    fn with(layout: Layout, left: Cells, options: Options) -> Result<Self> {
        let options = options.only(G::OPTIONS)?;
        let bad_limit = BadPosition::Most {
            most: G::MOST as u64,
        };
        let most = options.most.unwrap_or(G::MOST as u64);
        if !(1..=G::MOST as u64).contains(&most) {
            return Err(bad_limit);
        }
        Ok(Self {
            layout,
            left,
            most: u8::try_from(most).map_err(|_| bad_limit)?,
            ending: options.ending.unwrap_or(G::ENDING),
            game: PhantomData,
        })
    }

    /// Whether each move takes a single cell from now on.
    fn takes_single_cells(&self) -> bool {
        let mut pieces = self.layout.pieces(self.left).into_iter();
        self.most == 1 || pieces.all(|piece| piece.count() == 1)
    }

    /// The sets that may be taken.
    #[must_use]
    pub fn sets(&self) -> Vec<Cells> {
        let mut sets = self.layout.sets(self.most());
        sets.retain(|set| set.are_within(self.left));
        sets
    }
}

impl<G: ClearingGame> fmt::Display for Clearing<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&G::notation(self.layout, self.left))
    }
}

impl<G: ClearingGame> Tabulated for Clearing<G> {
    fn remoteness(&self) -> u16 {
        let key = TableKey {
            layout: self.layout,
            most: self.most(),
            ending: self.ending,
        };
        table::remoteness(key, self.left).into()
    }

    fn obscurity(&self) -> u8 {
        match self.law() {
            _ if self.left.is_empty() => 0,
            _ if G::moves_can_be_copied(self) => 1,
            Some(_) => 2,
            None => 3,
        }
    }
}

impl<G: ClearingGame> Rules for Clearing<G> {
    fn variant(&self) -> Variant {
        G::VARIANT
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    fn choices(&self) -> Choices {
        Choices::Cells {
            left: self.left,
            sets: self.sets(),
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let Move::Clear(cells) = mv else {
            return Err(IllegalMove::OtherGame);
        };
        if cells.is_empty() {
            return Err(IllegalMove::Nothing);
        }
        if !cells.are_within(self.layout.all()) {
            let cells = self.layout.cells();
            return Err(IllegalMove::NoSuchCell { cells });
        }
        if let Some(cell) = cells.without(self.left).iter().next() {
            return Err(IllegalMove::Cleared { cell });
        }
        if usize::try_from(cells.count()).is_ok_and(|count| count > self.most()) {
            return Err(IllegalMove::TooManyCells { most: self.most() });
        }
        if !self.layout.may_take(cells, self.most()) {
            return Err(IllegalMove::NotBeside);
        }
        self.left = self.left.without(cells);
        Ok(())
    }

    fn is_lost(&self) -> bool {
        self.remoteness().is_multiple_of(2) == (self.ending == Ending::Normal)
    }

    fn winning_moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        Box::new(tabulated::winning_moves(self).into_iter())
    }

    fn law(&self) -> Option<Reason> {
        match (self.ending, self.left.count()) {
            (_, 0) => Some(reason!("lost-nothing-left")),
            (Ending::Misere, 1) => Some(reason!("lost-last-one")),
            (Ending::Misere, _) if self.takes_single_cells() => Some(reason!("lost-clear-odd")),
            (_, _) => G::law(self),
        }
    }

    fn pieces(&self) -> Option<Powers> {
        (!self.left.is_empty()).then(|| G::pieces(self)).flatten()
    }

    fn has_simpler_law(&self) -> bool {
        G::moves_can_be_copied(self)
    }

    fn moves_to_end(&self) -> Option<u128> {
        Some(self.remoteness().into())
    }

    fn defences(&self) -> Vec<Move> {
        tabulated::defences(self)
    }

    fn options(&self) -> Options {
        Options {
            ending: (self.ending != G::ENDING).then_some(self.ending),
            most: (self.most() != G::MOST).then_some(self.most.into()),
            ..Options::default()
        }
    }

    fn twin(&self) -> String {
        self.layout.twin(self.left)
    }

    fn is_tabulated(&self) -> bool {
        true
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Cells(self.layout, self.left)
    }
}

impl<G: ClearingGame> Setup for Clearing<G> {
    fn read(_: Variant, options: Options, notation: &str) -> Result<Self> {
        let (layout, left) = G::read(options, notation.trim())?;
        Self::with(layout, left, options)
    }

    fn drawn(_: Variant, options: Options, _largest: u64, numbers: &mut Numbers) -> Result<Self> {
        let (layout, left) = G::drawn(numbers).ok_or(BadPosition::BadOptions)?;
        Self::with(layout, left, options)
    }

    fn openings(_: Variant) -> &'static [Opening] {
        G::OPENINGS
    }

    fn example_start(&self) -> Self {
        let read = |notation: &&str| Self::read(G::VARIANT, self.options(), notation).ok();
        let mut examples = G::EXAMPLES.iter().filter_map(read);
        examples.find(|example| !example.is_lost()).unwrap_or(*self)
    }
}

/// What is left of a part: `o` for each cell that is left, and `-` for each that is taken.
pub(super) fn marks_of(left: Cells, first: usize, cells: usize) -> String {
    let marks = first..first + cells;
    marks
        .map(|cell| if left.has(cell) { 'o' } else { '-' })
        .collect()
}

/// Reads marks. `.` and `_` also stand for taken cells. `None` if there is any other character, or
/// if there are more than `MAX_CELLS` marks.
pub(super) fn read_marks(written: &str) -> Option<Vec<bool>> {
    let mark = |mark: char| match mark {
        'o' | 'O' => Some(true),
        '-' | '.' | '_' => Some(false),
        _ => None,
    };
    let marks: Vec<bool> = written.chars().map(mark).collect::<Option<_>>()?;
    (marks.len() <= MAX_CELLS).then_some(marks)
}

/// The cells that are marked as left.
pub(super) fn cells_of(marks: &[bool]) -> Cells {
    let left = marks.iter().enumerate().filter(|(_, is_left)| **is_left);
    left.map(|(cell, _)| cell).collect()
}

/// Removes each cell with the given probability in percent. If that would remove all cells, none is
/// removed.
pub(super) fn thinned(layout: Layout, percent: u8, numbers: &mut Numbers) -> Cells {
    let left: Cells = layout
        .all()
        .iter()
        .filter(|_| !numbers.draw().falls_within(percent))
        .collect();
    if left.is_empty() { layout.all() } else { left }
}
