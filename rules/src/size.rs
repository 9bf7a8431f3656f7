//! How large a position is that is drawn at random.

use super::{Choices, Numbers, Options, Position, Result, Variant};

/// The size of a position that is drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// Few moves, each of which can be tapped: see [`Position::is_small`].
    Small,
    /// As the game draws it.
    Usual,
    /// The largest of several.
    Large,
}

impl Size {
    /// Each size, the smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Usual, Self::Large];

    /// A position of that size, with no heap above `largest`; not one in which going first decides who wins, unless the
    /// options allow hardly any other. If they allow no small one, one with few moves.
    ///
    /// # Errors
    /// [`BadPosition`](super::BadPosition) if the game does not have these options.
    ///
    /// ```
    /// use nim_games::{Draw, Numbers, Options, Size, Variant};
    ///
    /// let mut numbers = Numbers::of([Draw::new(7), Draw::new(8)]);
    /// let start = Size::Small.draw(Variant::Wythoff, Options::default(), 100, &mut numbers)?;
    /// assert!(start.is_small());
    /// # Ok::<(), nim_games::BadPosition>(())
    /// ```
    pub fn draw(
        self,
        variant: Variant,
        options: Options,
        largest: u64,
        numbers: &mut Numbers,
    ) -> Result<Position> {
        /// How often a position is drawn in place of one that going first decides.
        const TRIES: usize = 16;
        let mut draw = |largest| {
            let mut at = Position::drawn(variant, options, largest, numbers)?;
            for _ in 0..TRIES {
                if !at.is_decided_by_who_begins() {
                    break;
                }
                at = Position::drawn(variant, options, largest, numbers)?;
            }
            Ok(at)
        };
        let first = draw(largest)?;
        match self {
            Self::Usual => Ok(first),
            Self::Large => {
                /// Large ones differ, too.
                const DRAWS: usize = 6;
                let others = (0..DRAWS).filter_map(|_| draw(largest).ok());
                let size = |at: &Position| at.shape().size();
                Ok(others.chain([first]).max_by_key(size).unwrap_or(first))
            }
            Self::Small => {
                /// The sizes of the heaps, each tried several times.
                const LIMITS: [u64; 6] = [9, 8, 7, 6, 5, 4];
                const DRAWS: usize = 20;
                let limits = LIMITS
                    .into_iter()
                    .flat_map(|limit| std::iter::repeat_n(limit, DRAWS));
                let mut fewest = first;
                for limit in limits {
                    let at = draw(largest.min(limit))?;
                    if at.is_small() {
                        return Ok(at);
                    }
                    fewest = fewest_moves(fewest, at);
                }
                Ok(fewest)
            }
        }
    }
}

/// The one with fewer moves, or fewer objects. One that is decided by who begins only if the other one is, too.
fn fewest_moves(one: Position, other: Position) -> Position {
    let key = |at: &Position| {
        let (moves, objects) = (at.choices().count(), at.shape().size());
        (at.is_decided_by_who_begins(), moves, objects)
    };
    std::cmp::min_by_key(one, other, key)
}

/// The most moves of a small position. That is four rows of five buttons.
const MOST_MOVES: u128 = 20;

/// The fewest objects of a small position, or steps of a count, and the most.
const OBJECTS: std::ops::RangeInclusive<u128> = 5..=30;

impl Position {
    /// Whether somebody sees all of it at once: at most 20 moves, in at most four lists, and at most 30
    /// objects, but going first does not decide who wins.
    #[must_use]
    pub fn is_small(&self) -> bool {
        let choices = self.choices();
        let fits = match &choices {
            Choices::Lists(lists) => lists.len() <= 4,
            Choices::Sheet(sheet) => sheet.heaps().count() <= 4,
            Choices::Cells { .. } => true,
        };
        fits && choices.count() <= MOST_MOVES
            && OBJECTS.contains(&self.shape().size())
            && !self.is_decided_by_who_begins()
            && !self.is_over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw;

    #[test]
    fn small_starts_can_be_seen_at_once_and_large_ones_are_larger() {
        for &variant in Variant::ALL {
            let mut numbers = Numbers::of([Draw::new(3), Draw::new(4)]);
            let mut draw = |size: Size| {
                let drawn = size.draw(variant, Options::default(), u64::MAX, &mut numbers);
                drawn.expect("a position")
            };
            let [small, usual, large] = Size::ALL.map(|size| {
                let all: Vec<Position> = (0..100).map(|_| draw(size)).collect();
                all
            });
            for at in &small {
                assert!(at.is_small(), "{variant} {at}");
            }
            let won = small.iter().filter(|at| !at.is_lost()).count();
            assert!(won > 10, "{variant}: {won}");
            let size = |all: &[Position]| all.iter().map(|at| at.shape().size()).sum::<u128>();
            let sizes = [&small, &usual, &large].map(|all| size(all));
            assert!(sizes.is_sorted(), "{variant} {sizes:?}");
        }
    }

    /// Wythoff's game with a losing home, and Nim with a sweep, often draw such starts.
    #[test]
    fn going_first_does_not_decide_who_wins() {
        for &variant in Variant::ALL {
            for options in ["", "misere"] {
                let options: Options = options.parse().expect("options");
                for seed in 1..40_u64 {
                    let number = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                    let mut numbers = Numbers::of([Draw::new(number), Draw::new(!number)]);
                    for size in Size::ALL {
                        let Ok(at) = size.draw(variant, options, u64::MAX, &mut numbers) else {
                            continue;
                        };
                        assert!(!at.is_decided_by_who_begins(), "{variant} {options} {at}");
                    }
                }
            }
        }
    }

    #[test]
    fn where_the_options_allow_no_small_start_it_has_few_moves() {
        let mut numbers = Numbers::of([Draw::new(3), Draw::new(4)]);
        let options = "heaps=5".parse().expect("options");
        for _ in 0..20 {
            let drawn = Size::Small.draw(Variant::Moore, options, u64::MAX, &mut numbers);
            let moves = drawn.expect("a position").choices().count();
            assert!(moves < 500, "{moves}");
        }
    }

    #[test]
    fn a_start_keeps_to_the_options_and_the_largest_heap() {
        let mut numbers = Numbers::of([Draw::new(5), Draw::new(6)]);
        let options = "misere".parse().expect("options");
        for size in Size::ALL {
            for _ in 0..100 {
                let drawn = size.draw(Variant::Nim, options, 3, &mut numbers);
                let at = drawn.expect("a position");
                assert_eq!(at.options().ending, options.ending);
                assert!(at.shape().largest() <= Some(3), "{at}");
            }
        }
    }
}
