//! The worths of heaps in Grundy's game (OEIS A002188): the smallest number that is not the worth of what a split leaves.

use std::sync::{Mutex, PoisonError};

/// The worths of heaps of 0, 1, 2, … as far as anybody has asked. 10 000 of them take 20 KB and some 30 ms.
static WORTHS: Mutex<Vec<u16>> = Mutex::new(Vec::new());

/// The worths of these heaps.
pub(super) fn of(sizes: &[u16]) -> Vec<u16> {
    with_worths(sizes, |worths| {
        let worth = |&size: &u16| worths.get(usize::from(size)).copied().unwrap_or(0);
        sizes.iter().map(worth).collect()
    })
}

/// The sum of the worths of these heaps, as Nim adds. The position is lost if it is 0.
pub(super) fn sum(sizes: &[u16]) -> u16 {
    of(sizes).into_iter().fold(0, |sum, worth| sum ^ worth)
}

/// The splits that leave a sum of 0, as the size of the heap, one of `kinds`, and its smaller part.
pub(super) fn winning_splits(sizes: &[u16], kinds: &[u16]) -> Vec<(u16, u16)> {
    let sum = sum(sizes);
    with_worths(sizes, |worths| {
        let worth = |size: u16| worths.get(usize::from(size)).copied().unwrap_or(0);
        let splits = kinds.iter().flat_map(|&heap| {
            let parts = 1..=super::most_part(heap);
            parts.map(move |part| (heap, part))
        });
        let wins =
            |&(heap, part): &(u16, u16)| sum ^ worth(heap) ^ worth(part) ^ worth(heap - part) == 0;
        splits.filter(wins).collect()
    })
}

/// Lends the worths of all heaps up to the largest of these.
fn with_worths<T>(sizes: &[u16], ask: impl FnOnce(&[u16]) -> T) -> T {
    let mut worths = WORTHS.lock().unwrap_or_else(PoisonError::into_inner);
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let mut reached = Vec::new();
    while worths.len() <= usize::from(largest) {
        let size = worths.len();
        // Marks which worths a split of that size reaches.
        reached.clear();
        reached.resize(worths.len().next_power_of_two().max(2) * 2, false);
        for part in 1..=size.saturating_sub(1) / 2 {
            let [one, other] = [part, size - part].map(|part| worths.get(part).copied());
            let sum = usize::from(one.unwrap_or(0) ^ other.unwrap_or(0));
            if let Some(mark) = reached.get_mut(sum) {
                *mark = true;
            }
        }
        let worth = reached.iter().position(|&is_reached| !is_reached);
        worths.push(
            worth
                .and_then(|worth| u16::try_from(worth).ok())
                .unwrap_or(0),
        );
    }
    ask(&worths)
}
