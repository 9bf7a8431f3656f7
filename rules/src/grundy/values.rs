//! The values of heaps in Grundy's game (OEIS A002188). Each is the smallest number that is not the
//! value of a position reached by a split.

use parking_lot::Mutex;

/// The values of heaps of 0, 1, 2, …, as far as they have been needed. 10 000 of them take 20 KB
/// and about 30 ms.
static VALUES: Mutex<Vec<u16>> = Mutex::new(Vec::new());

/// The largest possible size of the smaller part of a split heap.
pub(super) const fn most_part(size: u16) -> u16 {
    size.saturating_sub(1) / 2
}

/// Forgets all values.
pub(super) fn forget() {
    VALUES.lock().clear();
}

/// The values of these heaps.
pub(crate) fn of(sizes: &[u16]) -> Vec<u16> {
    with_values(sizes, |values| {
        let value = |&size: &u16| values.get(usize::from(size)).copied().unwrap_or(0);
        sizes.iter().map(value).collect()
    })
}

/// The nim-sum of the values of these heaps. The position is lost if it is 0.
pub(super) fn sum(sizes: &[u16]) -> u16 {
    of(sizes).into_iter().fold(0, |sum, value| sum ^ value)
}

/// The splits of heaps with sizes in `sizes_to_split` that leave a sum of 0. Each is given as the
/// size of the heap and that of its smaller part.
pub(super) fn winning_splits(sizes: &[u16], sizes_to_split: &[u16]) -> Vec<(u16, u16)> {
    let sum = sum(sizes);
    with_values(sizes, |values| {
        let value = |size: u16| values.get(usize::from(size)).copied().unwrap_or(0);
        let splits = sizes_to_split.iter().flat_map(|&heap| {
            let parts = 1..=most_part(heap);
            parts.map(move |part| (heap, part))
        });
        let wins =
            |&(heap, part): &(u16, u16)| sum ^ value(heap) ^ value(part) ^ value(heap - part) == 0;
        splits.filter(wins).collect()
    })
}

/// Calls `ask` with the values of all heaps up to the largest of these.
fn with_values<T>(sizes: &[u16], ask: impl FnOnce(&[u16]) -> T) -> T {
    let mut values = VALUES.lock();
    let largest = sizes.iter().copied().max().unwrap_or(0);
    // For each value, the latest size with a split that reaches it. The search for the smallest
    // value not reached is short, since values are small: that of a heap of 10 000 is below 512.
    let mut latest_sizes = vec![0_usize; usize::from(u16::MAX) + 1];
    while values.len() <= usize::from(largest) {
        let size = values.len();
        let most = size.saturating_sub(1) / 2;
        let smaller = values.get(1..=most).unwrap_or_default();
        let larger = values.get(size - most..).unwrap_or_default();
        for (one, other) in smaller.iter().zip(larger.iter().rev()) {
            if let Some(latest) = latest_sizes.get_mut(usize::from(one ^ other)) {
                *latest = size;
            }
        }
        let value = latest_sizes
            .iter()
            .position(|&latest| latest != size || size == 0);
        values.push(
            value
                .and_then(|value| u16::try_from(value).ok())
                .unwrap_or(0),
        );
    }
    ask(&values)
}
