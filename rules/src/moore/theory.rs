//! Moore's theorem, and the winning moves that follow from it.
//!
//! With `k` heaps at once a position is lost in normal play exactly if each power of two occurs in
//! a multiple of `k + 1` heaps (E. H. Moore, A Generalization of the Game Called Nim, 1910). In
//! misère play the same holds while a heap is larger than 1. If none is, a position is lost exactly
//! if the number of ones is one more than a multiple of `k + 1`.

use std::iter;

use crate::{Ending, MAX_HEAPS, Move};

/// The winning moves, in no particular order. There may be more than fit into memory.
pub(super) fn winning_moves(
    heaps: &[u64],
    at_once: usize,
    ending: Ending,
) -> impl Iterator<Item = Move> {
    let is_misere = ending == Ending::Misere;
    let balanced = Search::begin(heaps, at_once)
        .filter(move |after| !is_misere || after.iter().any(|&size| size > 1));
    let ones = if is_misere {
        leaving_ones(heaps, at_once)
    } else {
        Vec::new()
    };
    let move_to = move |after: [u64; MAX_HEAPS]| {
        let mut amounts = [0; MAX_HEAPS];
        for ((amount, &before), after) in amounts.iter_mut().zip(heaps).zip(after) {
            *amount = before - after;
        }
        Move::Take(amounts)
    };
    balanced.chain(ones).map(move_to)
}

/// The sizes that are left by those winning moves of misère play after which all heaps are 0 or 1.
fn leaving_ones(heaps: &[u64], at_once: usize) -> Vec<[u64; MAX_HEAPS]> {
    let mut positions = Vec::new();
    // A bit for each heap that has a single object afterwards.
    for ones in 0..1_u32 << heaps.len() {
        let mut after = [0; MAX_HEAPS];
        for (heap, size) in after.iter_mut().enumerate() {
            *size = u64::from(ones >> heap & 1);
        }
        let pairs = || heaps.iter().zip(after);
        let is_possible = pairs().all(|(&before, after)| after <= before);
        let changed = pairs().filter(|&(&before, after)| after < before).count();
        let is_move = is_possible && (1..=at_once).contains(&changed);
        if is_move && is_lost(&after, at_once, Ending::Misere) {
            positions.push(after);
        }
    }
    positions
}

pub(super) fn is_lost(heaps: &[u64], at_once: usize, ending: Ending) -> bool {
    let cycle = at_once + 1;
    if ending == Ending::Misere && heaps.iter().all(|&heap| heap <= 1) {
        return heaps.iter().filter(|&&heap| heap == 1).count() % cycle == 1 % cycle;
    }
    (0..u64::BITS).all(|bit| count_with_bit(heaps, bit).is_multiple_of(cycle))
}

fn count_with_bit(heaps: &[u64], bit: u32) -> usize {
    heaps.iter().filter(|&&heap| heap >> bit & 1 == 1).count()
}

/// Finds every balanced position that can be reached in one move, power by power from the highest:
/// once a heap has lost a power, its lower powers can be chosen freely. From each state at least
/// one balanced position can be reached: if the number of heaps with a power exceeds a multiple of
/// `k + 1` by `d`, either `d` further heaps lose the power, or `k + 1 - d` heaps that were already
/// reduced gain it.
struct Search {
    at_once: usize,
    open: Vec<State>,
    initial: [u64; MAX_HEAPS],
}

/// The sizes so far: the powers below `bit` are still to be chosen for heaps that were already
/// reduced.
#[derive(Clone, Copy)]
struct State {
    sizes: [u64; MAX_HEAPS],
    /// A bit for each heap that was already reduced.
    reduced: u32,
    bit: u32,
}

impl Search {
    fn begin(heaps: &[u64], at_once: usize) -> Self {
        let mut sizes = [0; MAX_HEAPS];
        for (size, &heap) in sizes.iter_mut().zip(heaps) {
            *size = heap;
        }
        let start = State {
            sizes,
            reduced: 0,
            bit: u64::BITS,
        };
        Self {
            at_once,
            open: vec![start],
            initial: sizes,
        }
    }

    /// Pushes the states in which the next power is balanced, so that those with the fewest changed
    /// heaps are popped first.
    fn expand(&mut self, state: State) {
        let bit = state.bit - 1;
        let has = |sizes: &[u64; MAX_HEAPS], heap: usize| {
            sizes.get(heap).is_some_and(|size| size >> bit & 1 == 1)
        };
        let is_reduced = |heap: usize| state.reduced >> heap & 1 == 1;
        let free: Vec<usize> = (0..MAX_HEAPS).filter(|&heap| is_reduced(heap)).collect();
        let unreduced_with_power: Vec<usize> = (0..MAX_HEAPS)
            .filter(|&heap| !is_reduced(heap) && has(&state.sizes, heap))
            .collect();
        let room = self.at_once - free.len();
        let mut next_states = Vec::new();
        for losing in subsets(&unreduced_with_power) {
            if losing.count_ones() as usize > room {
                continue;
            }
            let kept = unreduced_with_power.len() - losing.count_ones() as usize;
            for gaining in subsets(&free) {
                if !(kept + gaining.count_ones() as usize).is_multiple_of(self.at_once + 1) {
                    continue;
                }
                let mut sizes = state.sizes;
                for (heap, size) in sizes.iter_mut().enumerate() {
                    let power = 1_u64 << bit;
                    if losing >> heap & 1 == 1 {
                        // The lower powers are cleared; later steps choose them.
                        *size = *size >> bit << bit & !power;
                    } else if gaining >> heap & 1 == 1 {
                        *size |= power;
                    }
                }
                next_states.push(State {
                    sizes,
                    reduced: state.reduced | losing,
                    bit,
                });
            }
        }
        next_states.sort_by_key(|state| std::cmp::Reverse(state.reduced.count_ones()));
        self.open.extend(next_states);
    }
}

/// Every subset of `heaps`, as a bit mask.
fn subsets(heaps: &[usize]) -> impl Iterator<Item = u32> {
    let all = heaps.iter().fold(0_u32, |all, heap| all | 1 << heap);
    // The subsets of a mask, in descending order.
    iter::successors(Some(all), move |&set| Some((set.checked_sub(1)?) & all))
}

impl Iterator for Search {
    type Item = [u64; MAX_HEAPS];

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(state) = self.open.pop() {
            if state.bit > 0 {
                self.expand(state);
            } else if state.sizes != self.initial {
                return Some(state.sizes);
            }
        }
        None
    }
}
