//! Which positions are so similar that the solution of one may give away that of another.

use super::{Choices, List, ListKind, Position, Shape, Variant};

/// How many moves ahead a solution is still useful.
const MOVES: usize = 2;

impl Position {
    /// The heaps that remain after pairs of equal ones are dropped, sorted, whatever the game and
    /// its options: positions with the same core often have the same solution. Returns `None` if
    /// the position is not made of heaps.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let core = |written: &str| written.parse::<Position>().unwrap().core();
    /// assert_eq!(core("nim: 3 5 7"), core("take most=25: 7 3 1 5 1"));
    /// assert_eq!(core("21: 4/21"), core("100: 83/100"));
    /// assert_ne!(core("nim: 3 5 7"), core("nim: 3 5 6"));
    /// assert_eq!(core("grundy: 6"), core("grundy: 2 6"));
    /// assert_eq!(core("tactix: 3x3"), None);
    /// ```
    #[must_use]
    pub fn core(&self) -> Option<Vec<u64>> {
        let mut heaps: Vec<u64> = match self.shape() {
            Shape::Count(counting) => vec![counting.target - counting.count],
            Shape::Heaps(sizes) | Shape::Candies(sizes, _) | Shape::Stacks(sizes, 0) => {
                sizes.to_vec()
            }
            // While stones are still to be placed, the Nim that follows is unknown. Cells are not
            // heaps: the same number of them can be arranged differently.
            Shape::Stacks(..) | Shape::Cells(..) => return None,
            // Heaps that cannot be split do not count.
            Shape::Sizes(sizes) => {
                let heaps = sizes.iter().copied().map(u64::from);
                heaps.filter(|&size| size > 2).collect()
            }
        };
        heaps.sort_unstable();
        let equal = heaps.chunk_by(|one, next| one == next);
        let odd = equal.filter(|equal| equal.len() % 2 == 1 && !equal.contains(&0));
        Some(odd.filter_map(|equal| equal.first().copied()).collect())
    }

    /// Whether the two are the same position of the same game, apart from symmetries, such as the
    /// order of heaps.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let at = |written: &str| written.parse::<Position>().unwrap();
    /// assert!(at("nim: 3 5 7").is_twin_of(&at("nim: 7 0 5 3")));
    /// assert!(!at("nim: 3 5 7").is_twin_of(&at("nim misere: 3 5 7")));
    /// ```
    #[must_use]
    pub fn is_twin_of(&self, other: &Self) -> bool {
        self.has_same_rules_as(other) && self.twin() == other.twin()
    }

    /// Whether a solution of `asked` may also solve this position: it is a twin or, if both or
    /// neither are played like Wythoff's game, has the same [`Self::core`].
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let at = |written: &str| written.parse::<Position>().unwrap();
    /// assert!(at("nim: 3 5 7").is_solved_by(&at("take most=9: 5 3 7 8 8")));
    /// assert!(at("multi: 3 5").is_solved_by(&at("wythoff: 3 5")));
    /// assert!(at("multi: 3 5 0").is_solved_by(&at("nim: 3 5")));
    /// assert!(!at("nim: 3 5 7").is_solved_by(&at("nim: 3 5 6")));
    /// ```
    #[must_use]
    pub fn is_solved_by(&self, asked: &Self) -> bool {
        let core = self
            .core()
            .filter(|_| is_wythoff(self) == is_wythoff(asked));
        self.is_twin_of(asked) || core.is_some() && core == asked.core()
    }

    /// Whether play from this position can lead to `asked`, or to a position with the same
    /// solution. Slightly more is accepted: in any game with heaps, no more and no larger heaps
    /// (from Grundy's game, no larger sum), ignoring those that cancel.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let at = |written: &str| written.parse::<Position>().unwrap();
    /// assert!(at("nim: 3 5 7").may_lead_to(&at("nim: 6 4")));
    /// assert!(at("nim: 3 5 7").may_lead_to(&at("take most=9: 6 4 9 9")));
    /// assert!(!at("nim: 3 5 7").may_lead_to(&at("nim: 6 6 8")));
    /// assert!(at("grundy: 9 4").may_lead_to(&at("grundy: 4 4 5")));
    /// ```
    #[must_use]
    pub fn may_lead_to(&self, asked: &Self) -> bool {
        let sorted = |mut heaps: Vec<u64>| {
            heaps.sort_unstable_by(|one, other| other.cmp(one));
            heaps
        };
        let mine = match self.shape() {
            // What a heap is split into adds up to it, so there can be more heaps.
            Shape::Sizes(sizes) => {
                let all: u64 = sizes.iter().copied().map(u64::from).sum();
                return asked
                    .core()
                    .is_some_and(|core| core.iter().sum::<u64>() <= all);
            }
            Shape::Heaps(heaps) | Shape::Candies(heaps, _) | Shape::Stacks(heaps, _) => {
                sorted(heaps.to_vec())
            }
            Shape::Count(_) | Shape::Cells(..) => return self.has_same_rules_as(asked),
        };
        let others = asked.core().map(sorted);
        others.is_some_and(|others| {
            others.len() <= mine.len()
                && others.iter().zip(&mine).all(|(other, mine)| other <= mine)
                && is_wythoff(self) == is_wythoff(asked)
        })
    }

    fn has_same_rules_as(&self, other: &Self) -> bool {
        let rules = |position: &Self| {
            let (ending, options) = (position.ending(), position.options());
            (position.variant(), ending, options)
        };
        rules(self) == rules(other)
    }

    /// Whether the solution of `asked` may also solve this position, or one that follows within
    /// two moves: the same heaps, in any order and any game, ignoring those that cancel or have no
    /// value; or the same dots.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let at = |written: &str| written.parse::<Position>().unwrap();
    /// let played = at("nim: 3 5 7");
    /// assert!(played.is_near(&at("nim: 7 5 3 9 9")));
    /// assert!(played.is_near(&at("nim: 5 2")));
    /// assert!(!played.is_near(&at("nim: 1 2")));
    /// assert!(!played.is_near(&at("nim: 3 5 8")));
    /// assert!(at("tactix: 3x3").is_near(&at("tactix: ooo/---/ooo")));
    /// assert!(!at("tactix: 3x3").is_near(&at("tactix: 3x4")));
    /// ```
    #[must_use]
    pub fn is_near(&self, asked: &Self) -> bool {
        match (self.core(), asked.core()) {
            (Some(mine), Some(others)) => self.leads_to_heaps(&mine, &others),
            (Some(_), None) => false,
            (None, others) => self.leads_to_rest(asked, others.as_ref(), MOVES),
        }
    }

    /// Whether so few heaps differ that `MOVES` moves could account for the difference. Slightly
    /// more is accepted than those moves can really change.
    fn leads_to_heaps(&self, mine: &[u64], others: &[u64]) -> bool {
        let (gone, come) = (without(mine, others), without(others, mine));
        if let Some(counting) = self.shape().counting() {
            let of = |heaps: &[u64]| heaps.first().copied().unwrap_or(0);
            let counted = of(mine).checked_sub(of(others));
            let most = counting.most.saturating_mul(2);
            return counted.is_some_and(|counted| counted <= most);
        }
        let largest = self.shape().largest().unwrap_or(0);
        let differ = gone.len() + come.len();
        differ <= MOVES * self.changed_by_a_move() && come.iter().all(|&heap| heap <= largest)
    }

    /// The most heaps that a move can remove and add in all, including those that cancel.
    fn changed_by_a_move(&self) -> usize {
        match self.choices() {
            Choices::Sheet(sheet) => 2 * sheet.at_once,
            Choices::Lists(lists) => {
                let changed = |list: &List| match list.kind {
                    ListKind::Take(heaps) => 2 * heaps.iter().count(),
                    ListKind::Split(_) => 3,
                    ListKind::Count | ListKind::Place => 2,
                };
                lists.iter().map(changed).max().unwrap_or(0)
            }
            Choices::Cells { .. } => 0,
        }
    }

    /// Whether up to `moves` moves can lead to a position whose core is `heaps` or, if `heaps` is
    /// `None`, to one with the same `rest` as `asked`.
    fn leads_to_rest(&self, asked: &Self, heaps: Option<&Vec<u64>>, moves: usize) -> bool {
        let is_like = match heaps {
            Some(heaps) => self.core().as_ref() == Some(heaps),
            None => {
                self.variant() == asked.variant()
                    && self.ending() == asked.ending()
                    && self.rest() == asked.rest()
            }
        };
        is_like
            || moves > 0
                && self.choices().moves().any(|mv| {
                    let next = self.play(mv);
                    next.is_ok_and(|next| next.leads_to_rest(asked, heaps, moves - 1))
                })
    }

    /// What distinguishes positions without heaps: the pieces that do not cancel or, if no pieces
    /// are known, the position up to rotation and reflection.
    fn rest(&self) -> Vec<String> {
        let Some(pieces) = self.pieces() else {
            return vec![self.twin()];
        };
        let alive = pieces.terms.into_iter().filter(|term| term.value > 0);
        let mut names: Vec<String> = alive.map(|term| term.name).collect();
        names.sort_unstable();
        let equal = names.chunk_by(|one, next| one == next);
        let odd = equal.filter(|equal| equal.len() % 2 == 1);
        odd.filter_map(|equal| equal.first().cloned()).collect()
    }
}

/// Whether the position is played like Wythoff's game. Nim with a sweep is, if it has two heaps. A
/// third heap that is empty makes it Nim: no sweep is possible.
fn is_wythoff(position: &Position) -> bool {
    let heaps = position.shape().lettered().unwrap_or_default();
    position.variant() == Variant::Wythoff
        || position.variant() == Variant::Multi && heaps.len() == 2
}

/// The first list minus the second, counting repeated elements.
fn without(heaps: &[u64], gone: &[u64]) -> Vec<u64> {
    let mut left = heaps.to_vec();
    for that in gone {
        if let Some(place) = left.iter().position(|this| this == that) {
            left.swap_remove(place);
        }
    }
    left
}
