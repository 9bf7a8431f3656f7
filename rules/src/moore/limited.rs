//! Moore's Nim with a limit for each heap, tabulated: how long each position lasts, up to a size.

use std::sync::Arc;

use crate::table::Table;

/// The limits of a move, and the number and size of the heaps that a table covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Limited {
    pub(super) heaps: usize,
    pub(super) largest: usize,
    /// The most that a move may take from each heap.
    pub(super) most: usize,
    /// How many heaps a move may take from at once.
    pub(super) at_once: usize,
    /// Whether the player to move wins when nothing is left, as in misère play.
    pub(super) wins_at_the_end: bool,
}

/// A table for each `Limited`. Each takes up about 60 kB at most; when there are more than 64, all
/// are cleared before the next use.
pub(crate) static TABLES: Table<Limited, Arc<Vec<u8>>> = Table::of(64);

impl Limited {
    /// How many moves the position lasts if the winner hurries and the loser holds out.
    pub(super) fn remoteness(&self, heaps: &[u64]) -> u16 {
        let table = TABLES.with(|known| {
            let table = known.entry(*self);
            table.or_insert_with(|| Arc::new(self.tabulate())).clone()
        });
        let mut place = 0;
        for (heap, &size) in heaps.iter().filter(|&&size| size > 0).enumerate() {
            place += usize::try_from(size).unwrap_or(0) * self.stride(heap);
        }
        table.get(place).copied().unwrap_or(0).into()
    }

    /// The distance in the table between two positions that differ by one object in the given heap.
    fn stride(&self, heap: usize) -> usize {
        (0..heap).fold(1, |stride, _| stride * (self.largest + 1))
    }

    /// A table of every position in every order of its heaps. Only positions with heaps in
    /// descending order are computed, smaller ones first.
    fn tabulate(&self) -> Vec<u8> {
        let mut table = vec![0; self.stride(self.heaps)];
        let mut sizes = vec![0; self.heaps];
        loop {
            let moves = self.compute_remoteness(&table, &sizes);
            self.store(&mut table, &sizes, moves);
            // The next descending sequence, counting up like a number whose last digit changes most
            // often.
            let bound = |heap: usize| heap.checked_sub(1).and_then(|heap| sizes.get(heap));
            let can_grow = |&heap: &usize| {
                let most = bound(heap).copied().unwrap_or(self.largest);
                sizes.get(heap).is_some_and(|&size| size < most)
            };
            let Some(heap) = (0..self.heaps).rev().find(can_grow) else {
                return table;
            };
            for (index, size) in sizes.iter_mut().enumerate().skip(heap) {
                *size = if index == heap { *size + 1 } else { 0 };
            }
        }
    }

    /// The remoteness of a position, computed from those of smaller positions in the table.
    fn compute_remoteness(&self, table: &[u8], sizes: &[usize]) -> u8 {
        let offsets = (sizes.iter().enumerate()).map(|(heap, size)| size * self.stride(heap));
        let mut outcomes = Outcomes::default();
        self.visit(
            table,
            sizes,
            offsets.sum(),
            (0, self.at_once),
            false,
            &mut outcomes,
        );
        let best = outcomes.quickest.or(outcomes.slowest);
        best.map_or(0, |moves| moves + 1)
    }

    /// Visits every position that can be reached by taking from up to `at_once` heaps, from `heap`
    /// onwards.
    fn visit(
        &self,
        table: &[u8],
        sizes: &[usize],
        place: usize,
        (heap, at_once): (usize, usize),
        has_taken: bool,
        outcomes: &mut Outcomes,
    ) {
        let Some(&size) = sizes.get(heap) else {
            if has_taken && let Some(&moves) = table.get(place) {
                outcomes.record(moves, moves.is_multiple_of(2) != self.wins_at_the_end);
            }
            return;
        };
        self.visit(
            table,
            sizes,
            place,
            (heap + 1, at_once),
            has_taken,
            outcomes,
        );
        if at_once > 0 {
            let stride = self.stride(heap);
            for amount in 1..=size.min(self.most) {
                let next = place - amount * stride;
                self.visit(table, sizes, next, (heap + 1, at_once - 1), true, outcomes);
            }
        }
    }

    /// Stores the same number for every order of the heaps.
    fn store(&self, table: &mut [u8], sizes: &[usize], moves: u8) {
        let mut order: Vec<usize> = sizes.to_vec();
        order.sort_unstable();
        loop {
            let offsets = (order.iter().enumerate()).map(|(heap, size)| size * self.stride(heap));
            if let Some(entry) = table.get_mut(offsets.sum::<usize>()) {
                *entry = moves;
            }
            if !next_order(&mut order) {
                return;
            }
        }
    }
}

/// Advances to the next permutation in lexicographic order. Returns false if there is none.
fn next_order(order: &mut [usize]) -> bool {
    let mut pairs = order.windows(2);
    let Some(place) = pairs.rposition(|pair| matches!(pair, [one, next] if one < next)) else {
        return false;
    };
    let pivot = order.get(place).copied().unwrap_or(0);
    let larger = order.iter().rposition(|&size| size > pivot);
    order.swap(place, larger.unwrap_or(place));
    if let Some(rest) = order.get_mut(place + 1..) {
        rest.reverse();
    }
    true
}

/// What the moves from a position lead to.
#[derive(Default)]
struct Outcomes {
    /// How many moves the shortest game lasts, among positions that the opponent loses.
    quickest: Option<u8>,
    /// How many moves the longest game lasts, among the other positions.
    slowest: Option<u8>,
}

impl Outcomes {
    /// Takes into account a position from which the game lasts `moves` moves.
    fn record(&mut self, moves: u8, is_lost: bool) {
        if is_lost {
            self.quickest = Some(self.quickest.map_or(moves, |known| known.min(moves)));
        } else {
            self.slowest = Some(self.slowest.map_or(moves, |known| known.max(moves)));
        }
    }
}
