//! Partly chosen moves. A control carries what was chosen when its board was drawn, so two taps on
//! the same message know nothing of each other; the service combines them.

use nim_games::{Cells, ListKind, MAX_HEAPS, Move};

/// An amount for each heap, which may be zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amounts(pub [u64; MAX_HEAPS]);

impl Amounts {
    /// The move that takes these amounts. Returns `None` if all of them are zero.
    #[must_use]
    pub fn mv(self) -> Option<Move> {
        let takes_any = self.0.iter().any(|&amount| amount > 0);
        takes_any.then_some(Move::Take(self.0))
    }

    /// The amounts with that of `heap` replaced by `amount`.
    #[must_use]
    pub fn with(mut self, heap: u8, amount: u64) -> Self {
        if let Some(old_amount) = self.0.get_mut(usize::from(heap)) {
            *old_amount = amount;
        }
        self
    }
}

/// The part of a move that has been chosen so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Draft {
    Nothing,
    /// The list whose moves are shown, if there are too many lists to show at once.
    List(ListKind),
    /// What to take from each heap, on a board with a select for each of them (a sheet).
    Amounts(Amounts),
    /// The cells that are marked.
    Cells(Cells),
}

impl Draft {
    /// The draft as a move, legal or not.
    pub(super) fn mv(self) -> Option<Move> {
        match self {
            Self::Amounts(amounts) => amounts.mv(),
            Self::Cells(cells) => (!cells.is_empty()).then_some(Move::Clear(cells)),
            Self::Nothing | Self::List(_) => None,
        }
    }

    /// The move of [`Self::mv`] in notation, or an empty text if there is none.
    pub(super) fn notation(self) -> String {
        self.mv().map(|mv| mv.to_string()).unwrap_or_default()
    }

    /// Reads what [`Self::notation`] returns.
    pub(super) fn read(notation: &str) -> Self {
        match notation.parse() {
            Ok(Move::Take(amounts)) => Self::Amounts(Amounts(amounts)),
            Ok(Move::Clear(cells)) => Self::Cells(cells),
            Ok(Move::Split { .. } | Move::Place(_) | Move::Count(_)) | Err(_) => Self::Nothing,
        }
    }

    /// The amounts on a sheet.
    pub(super) const fn amounts(self) -> Amounts {
        match self {
            Self::Amounts(amounts) => amounts,
            Self::Nothing | Self::List(_) | Self::Cells(_) => Amounts([0; MAX_HEAPS]),
        }
    }

    /// The marked cells.
    pub(super) const fn cells(self) -> Cells {
        match self {
            Self::Cells(cells) => cells,
            Self::Nothing | Self::List(_) | Self::Amounts(_) => Cells(0),
        }
    }
}
