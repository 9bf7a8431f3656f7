//! Heaps: columns of counters, those that were taken last hollow. For large heaps, bars.

use super::super::text::grouped;
use super::svg::{Anchor, Sheet, Spot, colour, pixels};
use crate::rules::letter;

/// Room around the columns, with their letters and numbers below.
const MARGIN: f64 = 24.0;
const LABELS: f64 = 48.0;

/// Each heap as a column of counters with its letter and its size.
pub(super) fn heaps(start: &[u64], now: &[u64], before: Option<&[u64]>) -> String {
    let highest = start.iter().copied().max().unwrap_or(1).max(1);
    let all = now.len();
    columns(highest, (now, all), before, |heap| letter(heap).to_string())
}

/// Heaps that have no letters, each that can be split as a column of counters with its size. Those of 1 and 2 stand behind them.
pub(super) fn sizes(sizes: &[u16]) -> String {
    let mut sizes: Vec<u64> = sizes.iter().copied().map(u64::from).collect();
    sizes.sort_by_key(|&size| size <= 2);
    let alive = sizes.iter().filter(|&&size| size > 2).count();
    // What is dead takes no more room than the rest.
    sizes.truncate(alive.max(1) + 8);
    let highest = sizes.iter().copied().max().unwrap_or(1).max(1);
    columns(highest, (&sizes, alive), None, |_| String::new())
}

/// Stacks as columns with their letters and sizes, and the stones in hand beside them.
pub(super) fn stacks(now: &[u64], before: Option<&[u64]>, in_hand: u64) -> String {
    let highest = now
        .iter()
        .copied()
        .chain([in_hand])
        .max()
        .unwrap_or(1)
        .max(1);
    let mut all = now.to_vec();
    let mut was = before.map(<[u64]>::to_vec);
    if in_hand > 0 {
        all.push(in_hand);
        was = was.map(|mut was| {
            was.push(in_hand);
            was
        });
    }
    let stacks = now.len();
    columns(highest, (&all, stacks), was.as_deref(), |heap| {
        if heap < stacks {
            letter(heap).to_string()
        } else {
            "+".to_owned()
        }
    })
}

/// Columns of counters, each with its name and its number below: the first so many are solid, the others outlines.
fn columns(
    highest: u64,
    (now, solid): (&[u64], usize),
    before: Option<&[u64]>,
    name: impl Fn(usize) -> String,
) -> String {
    // No picture is too large for a phone.
    let unit = (440.0 / pixels(highest)).clamp(11.0, 34.0).floor();
    let column = (unit * 1.5).max(46.0);
    let count = u64::try_from(now.len()).unwrap_or(1);
    let height = pixels(highest) * unit;
    let mut sheet = Sheet::new(
        (pixels(count) * column + 2.0 * MARGIN).max(180.0),
        height + LABELS + 2.0 * MARGIN,
    );
    let ground = MARGIN + height;
    let (left, right) = (MARGIN * 0.5, pixels(count) * column + 1.5 * MARGIN);
    let stroke = format!(
        r#"stroke="{}" stroke-width="2" shape-rendering="crispEdges""#,
        colour::LINE
    );
    sheet.line(
        Spot { x: left, y: ground },
        Spot {
            x: right,
            y: ground,
        },
        &stroke,
    );
    for (heap, (place, &size)) in (0_u64..).zip(now).enumerate() {
        let x = MARGIN + (pixels(place) + 0.5) * column;
        let was = before
            .and_then(|before| before.get(heap))
            .copied()
            .unwrap_or(size);
        for counter in 0..size.max(was) {
            let at = Spot {
                x,
                y: ground - (pixels(counter) + 0.5) * unit,
            };
            let drawn = if counter < size && heap < solid {
                format!(r#"fill="{}""#, colour::REACH)
            } else if counter < size {
                format!(r#"fill="none" stroke="{}" stroke-width="2""#, colour::REACH)
            } else {
                format!(r#"fill="none" stroke="{}" stroke-width="2""#, colour::LAST)
            };
            sheet.circle(at, unit * 0.4, &drawn);
        }
        let below = |y: f64| Spot { x, y: ground + y };
        sheet.text(below(20.0), Anchor::Middle, 16.0, &name(heap));
        sheet.text(below(40.0), Anchor::Middle, 16.0, &size.to_string());
    }
    sheet.finished()
}

/// Heaps as bars, each with its letter and its size.
pub(super) fn named_bars(start: &[u64], now: &[u64]) -> String {
    bars(start, now, |heap| format!("{}: ", letter(heap)))
}

/// Bars, relative to the largest at the start, with names and sizes.
pub(super) fn bars(start: &[u64], now: &[u64], name: impl Fn(usize) -> String) -> String {
    const LENGTH: f64 = 560.0;
    const HEIGHT: f64 = 44.0;
    let count = u64::try_from(start.len()).unwrap_or(1);
    let mut sheet = Sheet::new(LENGTH + 40.0, pixels(count) * (HEIGHT + 44.0) + 22.0);
    let whole = pixels(start.iter().copied().max().unwrap_or(1)).max(1.0);
    let rows = (0_u64..).zip(now.iter().zip(start));
    for (heap, (row, (&size, &of))) in rows.enumerate() {
        let y = 44.0 + pixels(row) * (HEIGHT + 44.0);
        let at = Spot { x: 20.0, y };
        let above = Spot {
            x: 20.0,
            y: y - 10.0,
        };
        // The same in every language: a picture is drawn once for all.
        let number = grouped(&size.to_string(), " ");
        let label = name(heap) + &number;
        sheet.text(above, Anchor::Start, 20.0, &label);
        let length = |heap: u64| (pixels(heap) / whole * LENGTH).max(1.0);
        let outline = format!(
            r#"rx="6" fill="{}" stroke="{}" stroke-width="1""#,
            colour::SQUARE,
            colour::LINE
        );
        sheet.rectangle(at, (length(of), HEIGHT), &outline);
        if size > 0 {
            let fill = format!(r#"rx="6" fill="{}""#, colour::REACH);
            sheet.rectangle(at, (length(size), HEIGHT), &fill);
        }
    }
    sheet.finished()
}
