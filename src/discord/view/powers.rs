//! Heaps as powers of two, for the reasons of Nim.

/// The powers of two in each heap, in columns, with the number of each power below them: `none` if the heaps are too large for that.
pub(in crate::discord) fn columns(heaps: &[u64]) -> String {
    /// Larger heaps have too many columns.
    const MOST: u64 = 127;
    let largest = heaps.iter().copied().max().unwrap_or(0);
    if largest > MOST {
        return "none".to_owned();
    }
    let powers: Vec<u64> = (0..7)
        .rev()
        .map(|bit| 1 << bit)
        .filter(|&power| power <= largest)
        .collect();
    let row = |heap: u64| {
        powers
            .iter()
            .map(move |&power| if heap & power == 0 { 0 } else { power })
    };
    let written = |label: String, cells: Vec<u64>| {
        let cells = cells.into_iter().map(|cell| {
            if cell == 0 {
                "   ·".to_owned()
            } else {
                format!("{cell:4}")
            }
        });
        format!("{label:>4} {}", cells.collect::<String>())
    };
    let filled = || heaps.iter().copied().filter(|&heap| heap > 0);
    let mut lines: Vec<String> = filled()
        .map(|heap| written(heap.to_string(), row(heap).collect()))
        .collect();
    let counts = powers
        .iter()
        .map(|&power| filled().map(|heap| u64::from(heap & power != 0)).sum());
    lines.push(written("×".to_owned(), counts.collect()));
    lines.join("\n")
}
