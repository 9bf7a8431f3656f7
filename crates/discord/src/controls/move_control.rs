//! Controls with which a move is chosen, on a board or in an exercise.

use std::fmt;

use crate::drafts::{Amounts, Draft};
use nim_games::{Cells, ListKind, MAX_CELLS, MAX_HEAPS, Move, letter};

/// A control with which a move is chosen.
///
/// `rendering` differs each time a control is drawn. A client sends nothing if the chosen option is
/// chosen again, so a redrawn board needs a select with a new id. `rendering` also identifies the
/// drawing, so that taps on the same drawing add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveControl {
    /// A select for the moves in a list. Its values are amounts.
    Pick {
        list: ListKind,
        /// See [`MoveControl`].
        rendering: u64,
    },
    /// A select that chooses which list of moves to open, if there are too many lists to give each
    /// its own select. Its values are the lists.
    Open {
        /// See [`MoveControl`].
        rendering: u64,
    },
    /// A select for what to take from one of several heaps. Its values are the amounts; 0 leaves
    /// the heap alone.
    Sheet {
        /// The index of the heap.
        heap: u8,
        /// What was chosen before, for each heap.
        draft: Amounts,
        /// See [`MoveControl`].
        rendering: u64,
    },
    /// A button for a cell. It marks the cell, or clears the mark.
    Cell {
        /// The index of the cell.
        cell: u8,
        /// What was marked before.
        draft: Cells,
        /// See [`MoveControl`].
        rendering: u64,
    },
    /// A button that makes the given move.
    Press(Move),
    /// Opens the form for any move. The form has the same id.
    OtherMove,
}

impl MoveControl {
    /// What had been chosen when the control was drawn, if it is a select.
    pub(crate) const fn draft_of_select(self) -> Option<Draft> {
        match self {
            Self::Pick { .. } | Self::Open { .. } => Some(Draft::Nothing),
            Self::Sheet { draft, .. } => Some(Draft::Amounts(draft)),
            Self::Cell { .. } | Self::Press(_) | Self::OtherMove => None,
        }
    }

    /// Reads what [`fmt::Display`] writes.
    pub(crate) fn read(words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["pick", list, rendering] => Self::Pick {
                list: list.parse().ok()?,
                rendering: rendering.parse().ok()?,
            },
            ["open", rendering] => Self::Open {
                rendering: rendering.parse().ok()?,
            },
            ["sheet", heap, draft, rendering] => Self::Sheet {
                heap: read_heap(heap)?,
                draft: read_amounts(draft)?,
                rendering: rendering.parse().ok()?,
            },
            ["cell", draft, cell, rendering] => Self::Cell {
                cell: read_cell(cell)?,
                draft: read_cells(draft)?,
                rendering: rendering.parse().ok()?,
            },
            ["press", mv] => Self::Press(mv.parse().ok()?),
            ["other"] => Self::OtherMove,
            _ => return None,
        })
    }
}

impl fmt::Display for MoveControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Pick { list, rendering } => write!(f, "pick:{list}:{rendering}"),
            Self::Open { rendering } => write!(f, "open:{rendering}"),
            Self::Sheet {
                heap,
                draft,
                rendering,
            } => {
                let draft = draft.mv().map_or("-".to_owned(), |mv| mv.to_string());
                write!(f, "sheet:{}:{draft}:{rendering}", letter(heap.into()))
            }
            Self::Cell {
                cell,
                draft,
                rendering,
            } => write!(f, "cell:{:x}:{}:{rendering}", draft.0, u32::from(cell) + 1),
            Self::Press(mv) => write!(f, "press:{mv}"),
            Self::OtherMove => f.write_str("other"),
        }
    }
}

fn read_heap(word: &str) -> Option<u8> {
    let mut heaps = 0..u8::try_from(MAX_HEAPS).ok()?;
    heaps.find(|&heap| letter(heap.into()).to_string() == word)
}

fn read_cell(word: &str) -> Option<u8> {
    let mut cells = 0..u8::try_from(MAX_CELLS).ok()?;
    cells.find(|&cell| (u32::from(cell) + 1).to_string() == word)
}

fn read_cells(word: &str) -> Option<Cells> {
    let cells = Cells(u32::from_str_radix(word, 16).ok()?);
    cells.are_within(Cells::first(MAX_CELLS)).then_some(cells)
}

fn read_amounts(word: &str) -> Option<Amounts> {
    if word == "-" {
        return Some(Amounts::default());
    }
    match word.parse().ok()? {
        Move::Take(amounts) => Some(Amounts(amounts)),
        Move::Split { .. } | Move::Place(_) | Move::Count(_) | Move::Clear(_) => None,
    }
}
