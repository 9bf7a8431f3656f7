//! Choices that are half made, of taps that come quicker than the answers to them. A control carries what was chosen when its board was drawn,
//! so two taps on the same drawing know nothing of each other: here they add up. What is forgotten is lost to nobody: then the later tap stands
//! alone, as its control says.

use std::sync::{Mutex, PoisonError};

use hashlink::LruCache;

use crate::discord::input::control::Amounts;
use crate::game::{GameId, Point};

/// How many drawings are remembered. A tap that comes with its answer under way is seconds old at most.
const MOST: usize = 1_024;

/// One drawing of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Drawing {
    pub(super) game: GameId,
    pub(super) point: Point,
    pub(super) rendering: u64,
}

/// What was chosen on each drawing.
#[derive(Debug)]
pub(super) struct Drafts(Mutex<LruCache<Drawing, Amounts>>);

impl Default for Drafts {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MOST)))
    }
}

impl Drafts {
    /// The draft after a tap on a drawing that shows `shown`, if `is_allowed`. `None` if it is not, and nothing is chosen.
    pub(super) fn tap(
        &self,
        drawing: Drawing,
        shown: Amounts,
        (heap, amount): (u8, u64),
        is_allowed: impl FnOnce(Amounts) -> bool,
    ) -> Option<Amounts> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known.get(&drawing).copied().unwrap_or(shown);
        let after = before.with(heap, amount);
        if !is_allowed(after) {
            return None;
        }
        known.insert(drawing, after);
        Some(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taps_on_the_same_drawing_add_up_and_one_that_is_not_allowed_changes_nothing() {
        let drafts = Drafts::default();
        let drawing = |rendering| Drawing {
            game: GameId(1),
            point: Point::default(),
            rendering,
        };
        let nothing = Amounts::default();
        let first = drafts.tap(drawing(7), nothing, (0, 2), |_| true);
        assert_eq!(first, Some(nothing.with(0, 2)));
        let refused = drafts.tap(drawing(7), nothing, (1, 1), |_| false);
        assert_eq!(refused, None);
        let second = drafts.tap(drawing(7), nothing, (2, 3), |_| true);
        assert_eq!(second, Some(nothing.with(0, 2).with(2, 3)));
        let again = drafts.tap(drawing(7), nothing, (2, 3), |_| true);
        assert_eq!(again, second, "a doubled tap");
        let later = drafts.tap(drawing(8), nothing.with(0, 2), (0, 0), |_| true);
        assert_eq!(later, Some(nothing), "another drawing");
    }
}
