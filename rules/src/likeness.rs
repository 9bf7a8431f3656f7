//! Which positions are so similar that the solution of one may give away that of another.

use itertools::Itertools as _;

use super::{Choices, List, ListKind, Map, Position, Shape, Variant};

/// How many moves ahead a solution is still useful.
const MOVES_AHEAD: usize = 2;

impl Position {
    /// The sorted heaps that remain after pairs of equal ones are dropped. Positions with the same
    /// core often have the same solution, even in different games and with different options.
    /// Returns `None` if the position is not made of heaps.
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
        let groups = heaps.chunk_by(|one, next| one == next);
        let odd_groups = groups.filter(|group| group.len() % 2 == 1 && !group.contains(&0));
        Some(
            odd_groups
                .filter_map(|group| group.first().copied())
                .collect(),
        )
    }

    /// Whether the map that explains this position shows what wins in `other`, too: the lost squares
    /// of a board that is at least as large, or the good numbers on the way to the same target.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let at = |written: &str| written.parse::<Position>().unwrap();
    /// assert!(at("wythoff: 30 12").has_map_of(&at("wythoff: 10 6")));
    /// assert!(!at("wythoff: 30 5").has_map_of(&at("wythoff: 10 6")));
    /// assert!(at("wythoff misere: 30 12").has_map_of(&at("wythoff: 10 6")));
    /// assert!(at("21: 0/21").has_map_of(&at("21: 9/21")));
    /// assert!(!at("nim: 30 12").has_map_of(&at("nim: 10 6")));
    /// ```
    #[must_use]
    pub fn has_map_of(&self, other: &Self) -> bool {
        match (self.map(), other.map()) {
            // If the last one loses, only the smallest squares are others.
            (Some(Map::Squares), Some(Map::Squares)) => {
                let sorted = |at: &Self| {
                    let heaps = at.shape().lettered().unwrap_or_default().iter();
                    heaps.copied().sorted_unstable().collect_vec()
                };
                let (mine, theirs) = (sorted(self), sorted(other));
                mine.iter()
                    .zip(&theirs)
                    .all(|(mine, theirs)| mine >= theirs)
            }
            (Some(Map::GoodNumbers), Some(Map::GoodNumbers)) => {
                let target = |at: &Self| at.shape().counting().map(|counting| counting.target);
                self.has_same_rules_as(other) && target(self) == target(other)
            }
            _ => false,
        }
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

    /// Whether a solution of `other` may also solve this position: the two are twins or, if both or
    /// neither are played like Wythoff's game, have the same [`Self::core`].
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let at = |written: &str| written.parse::<Position>().unwrap();
    /// assert!(at("nim: 3 5 7").may_share_solution_with(&at("take most=9: 5 3 7 8 8")));
    /// assert!(at("multi: 3 5").may_share_solution_with(&at("wythoff: 3 5")));
    /// assert!(at("multi: 3 5 0").may_share_solution_with(&at("nim: 3 5")));
    /// assert!(!at("nim: 3 5 7").may_share_solution_with(&at("nim: 3 5 6")));
    /// assert!(!at("nim: 3 3").may_share_solution_with(&at("nim: 0 0")));
    /// assert!(!at("wythoff: 3 5").may_share_solution_with(&at("nim: 3 5")));
    /// ```
    #[must_use]
    pub fn may_share_solution_with(&self, other: &Self) -> bool {
        // A position that is over has no solution.
        if self.is_over() || other.is_over() {
            return false;
        }
        let core = self
            .core()
            .filter(|_| is_wythoff(self) == is_wythoff(other));
        self.is_twin_of(other) || core.is_some() && core == other.core()
    }

    /// Whether play from this position can lead to `other`, or to a position with the same
    /// solution. Slightly more is accepted. From a count or a board, `other` only has to have the
    /// same rules. From heaps, `other` may be of any game with heaps, if both or neither are played
    /// like Wythoff's game. Only those of its heaps are considered that do not cancel: there must
    /// be no more of them than heaps of this position and, with both sorted by size, none may be
    /// larger than its counterpart. From a position of Grundy's game, it is enough that they add up
    /// to no more than the heaps of this position. Not meant for stacks while stones are in hand,
    /// which still grow: no puzzle of the day is of that kind.
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
    pub fn may_lead_to(&self, other: &Self) -> bool {
        let sorted = |mut heaps: Vec<u64>| {
            heaps.sort_unstable_by(|one, next| next.cmp(one));
            heaps
        };
        let mine = match self.shape() {
            // What a heap is split into adds up to it, so there can be more heaps.
            Shape::Sizes(sizes) => {
                let all: u64 = sizes.iter().copied().map(u64::from).sum();
                return other
                    .core()
                    .is_some_and(|core| core.iter().sum::<u64>() <= all);
            }
            Shape::Heaps(heaps) | Shape::Candies(heaps, _) | Shape::Stacks(heaps, _) => {
                sorted(heaps.to_vec())
            }
            Shape::Count(_) | Shape::Cells(..) => return self.has_same_rules_as(other),
        };
        let theirs = other.core().map(sorted);
        theirs.is_some_and(|theirs| {
            theirs.len() <= mine.len()
                && theirs.iter().zip(&mine).all(|(their, my)| their <= my)
                && is_wythoff(self) == is_wythoff(other)
        })
    }

    fn has_same_rules_as(&self, other: &Self) -> bool {
        let rules = |position: &Self| {
            let (ending, options) = (position.ending(), position.options());
            (position.variant(), ending, options)
        };
        rules(self) == rules(other)
    }

    /// Whether the solution of `other` may also solve this position, or one that follows within
    /// two moves. It may if the heaps are the same, in any order, ignoring those that cancel or have
    /// no value, and both or neither are played like Wythoff's game; or if the dots are the same.
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
    /// assert!(!at("nim: 5 2").is_near(&at("wythoff: 5 2")));
    /// assert!(at("tactix: 3x3").is_near(&at("tactix: ooo/---/ooo")));
    /// assert!(!at("tactix: 3x3").is_near(&at("tactix: 3x4")));
    /// ```
    #[must_use]
    pub fn is_near(&self, other: &Self) -> bool {
        match (self.core(), other.core()) {
            (Some(mine), Some(theirs)) => {
                is_wythoff(self) == is_wythoff(other) && self.leads_to_heaps(&mine, &theirs)
            }
            (Some(_), None) => false,
            (None, theirs) => self.leads_to_rest(other, theirs.as_ref(), MOVES_AHEAD),
        }
    }

    /// Whether so few heaps differ that `MOVES_AHEAD` moves could account for the difference.
    /// Slightly more is accepted than those moves can really change.
    fn leads_to_heaps(&self, mine: &[u64], theirs: &[u64]) -> bool {
        let (removed, added) = (without(mine, theirs), without(theirs, mine));
        if let Some(counting) = self.shape().counting() {
            // The only heap of a count is its distance from the target.
            let distance = |heaps: &[u64]| heaps.first().copied().unwrap_or(0);
            let difference = distance(mine).checked_sub(distance(theirs));
            let most = counting.most.saturating_mul(2);
            return difference.is_some_and(|difference| difference <= most);
        }
        let largest = self.shape().largest().unwrap_or(0);
        let changes = removed.len() + added.len();
        changes <= MOVES_AHEAD * self.max_changes_by_a_move()
            && added.iter().all(|&heap| heap <= largest)
    }

    /// How many heaps one move can remove, plus how many it can add, at most. Includes heaps that
    /// cancel. To reduce a heap is to remove one and add another.
    fn max_changes_by_a_move(&self) -> usize {
        match self.choices() {
            Choices::Sheet(sheet) => 2 * sheet.at_once,
            Choices::Lists(lists) => {
                let changes = |list: &List| match list.kind {
                    ListKind::Take(heaps) => 2 * heaps.iter().count(),
                    ListKind::Split(_) => 3,
                    ListKind::Count | ListKind::Place => 2,
                };
                lists.iter().map(changes).max().unwrap_or(0)
            }
            Choices::Cells { .. } => 0,
        }
    }

    /// Whether up to `moves` moves can lead to a position whose core is `heaps` or, if `heaps` is
    /// `None`, to one with the same `rest` as `other`.
    fn leads_to_rest(&self, other: &Self, heaps: Option<&Vec<u64>>, moves: usize) -> bool {
        let is_alike = match heaps {
            Some(heaps) => self.core().as_ref() == Some(heaps),
            None => {
                self.variant() == other.variant()
                    && self.ending() == other.ending()
                    && self.rest() == other.rest()
            }
        };
        is_alike
            || moves > 0
                && self.choices().moves().any(|mv| {
                    let next = self.play(mv);
                    next.is_ok_and(|next| next.leads_to_rest(other, heaps, moves - 1))
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
        let groups = names.chunk_by(|one, next| one == next);
        let odd_groups = groups.filter(|group| group.len() % 2 == 1);
        odd_groups
            .filter_map(|group| group.first().cloned())
            .collect()
    }
}

/// Whether the position is played like Wythoff's game. Nim with a sweep is played like it if there
/// are two heaps. With a third heap that is empty, no sweep is possible, so it is played like Nim.
fn is_wythoff(position: &Position) -> bool {
    let heaps = position.shape().lettered().unwrap_or_default();
    position.variant() == Variant::Wythoff
        || position.variant() == Variant::Multi && heaps.len() == 2
}

/// The first list minus the second, counting repeated elements.
fn without(heaps: &[u64], removed: &[u64]) -> Vec<u64> {
    let mut rest = heaps.to_vec();
    for heap in removed {
        if let Some(index) = rest.iter().position(|other| other == heap) {
            rest.swap_remove(index);
        }
    }
    rest
}
