//! Partly chosen moves, for taps that come faster than the bot can answer. A control carries what
//! was chosen when its board was drawn, so two taps on the same drawing know nothing of each other;
//! this cache adds them up. Evicting an entry is harmless: a later tap then starts from what its
//! control carries.

use hashlink::LruCache;
use parking_lot::Mutex;

use crate::discord::commands::id::Seen;
use nim_games::{Cells, ListKind, MAX_HEAPS, Move};

/// How many drawings are remembered. An entry matters only for the few seconds until the tap that
/// stored it is answered.
const MOST: usize = 1_024;

/// An amount for each heap, which may be zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amounts(pub [u64; MAX_HEAPS]);

impl Amounts {
    /// The move that takes these amounts. Returns `None` if all of them are zero.
    #[must_use]
    pub fn mv(self) -> Option<Move> {
        let takes = self.0.iter().any(|&amount| amount > 0);
        takes.then_some(Move::Take(self.0))
    }

    /// The same amounts, except for `amount` from `heap`.
    #[must_use]
    pub fn with(mut self, heap: u8, amount: u64) -> Self {
        if let Some(known) = self.0.get_mut(usize::from(heap)) {
            *known = amount;
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
    /// What to take from each heap of a sheet.
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

/// One drawing of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Drawing {
    pub(super) seen: Seen,
    pub(super) rendering: u64,
}

/// What was chosen on each drawing.
#[derive(Debug)]
pub(super) struct Drafts(Mutex<LruCache<Drawing, Draft>>);

impl Default for Drafts {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MOST)))
    }
}

impl Drafts {
    /// The draft after a tap on a drawing that shows `shown`. Returns `None`, and stores nothing,
    /// if `change` does not allow the tap.
    pub(super) fn tap(
        &self,
        drawing: Drawing,
        shown: Draft,
        change: impl FnOnce(Draft) -> Option<Draft>,
    ) -> Option<Draft> {
        let mut known = self.0.lock();
        let before = known.get(&drawing).copied().unwrap_or(shown);
        let after = change(before)?;
        known.insert(drawing, after);
        Some(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameId;

    #[test]
    fn quick_taps_add_up_and_illegal_ones_do_nothing() {
        let drafts = Drafts::default();
        let drawing = |rendering| Drawing {
            seen: Seen::anywhere(GameId(1)),
            rendering,
        };
        let cells = |cells| Draft::Cells(Cells(cells));
        let with =
            |cell: u32| move |draft: Draft| Some(Draft::Cells(Cells(draft.cells().0 | cell)));
        assert_eq!(drafts.tap(drawing(7), cells(0), with(1)), Some(cells(1)));
        assert_eq!(drafts.tap(drawing(7), cells(0), |_| None), None);
        assert_eq!(drafts.tap(drawing(7), cells(0), with(4)), Some(cells(5)));
        let again = drafts.tap(drawing(7), cells(0), with(4));
        assert_eq!(again, Some(cells(5)), "a doubled tap");
        let later = drafts.tap(drawing(8), cells(1), with(2));
        assert_eq!(later, Some(cells(3)), "another drawing");
    }
}
