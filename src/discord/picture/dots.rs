//! Boards of cells: numbered dots where the rules say that they lie, with lines between those that are joined. What the last move took is hollow.

use super::svg::{Anchor, Sheet, Spot, colour, pixels};
use crate::rules::Cells;
use crate::rules::clearing::{Coordinates, DISTANCE, Layout};

const MARGIN: f64 = 40.0;

/// The distance between neighbours, in pixels: less where the board is wide, so that no picture is too large for a phone.
const NEAR: f64 = 72.0;
const WIDEST: f64 = 620.0;

/// The board, what is left of it, and what was left before the last move.
pub(super) fn dots(layout: Layout, left: Cells, before: Cells) -> String {
    let all = layout.coordinates();
    let most = |of: fn(&Coordinates) -> i32| all.iter().map(of).max().unwrap_or(0);
    let [width, height] = [most(|at| at.x), most(|at| at.y)].map(length);
    let unit = (WIDEST / width.max(1.0)).min(NEAR);
    let spots: Vec<Spot> = all
        .iter()
        .map(|at| Spot {
            x: MARGIN + length(at.x) * unit,
            y: MARGIN + length(at.y) * unit,
        })
        .collect();
    let mut sheet = Sheet::new(
        (width * unit + 2.0 * MARGIN).max(180.0),
        height * unit + 2.0 * MARGIN,
    );
    lines(&mut sheet, layout, (&spots, unit), left);
    let last = before.without(left);
    for (cell, &spot) in spots.iter().enumerate() {
        let radius = unit * 0.3;
        let number = (cell + 1).to_string();
        if left.has(cell) {
            sheet.circle(spot, radius, &format!(r#"fill="{}""#, colour::REACH));
            let middle = Spot {
                y: spot.y + unit * 0.09,
                ..spot
            };
            sheet.text_in(middle, Anchor::Middle, unit * 0.27, colour::SHEET, &number);
        } else if last.has(cell) {
            let ring = format!(
                r#"fill="{}" stroke="{}" stroke-width="4""#,
                colour::SHEET,
                colour::LAST
            );
            sheet.circle(spot, radius, &ring);
        } else {
            let point = format!(r#"fill="{}""#, colour::LINE);
            sheet.circle(spot, unit * 0.08, &point);
        }
    }
    sheet.finished()
}

/// Lines between joined dots: thick where both are left, thin where one is gone. Layers, which stand beside each other, are joined by arcs.
fn lines(sheet: &mut Sheet, layout: Layout, (spots, unit): (&[Spot], f64), left: Cells) {
    for (one, other) in layout.joined() {
        let (Some(&from), Some(&to)) = (spots.get(one), spots.get(other)) else {
            continue;
        };
        let (x, y) = (to.x - from.x, to.y - from.y);
        let is_pillar = layout.is_grid() && x.hypot(y) > unit * 1.2;
        let (colour, width) = match left.has(one) && left.has(other) {
            true if is_pillar => (colour::INK, 3),
            true => (colour::INK, 6),
            false => (colour::LINE, 2),
        };
        let stroke = format!(r#"stroke="{colour}" stroke-width="{width}" stroke-linecap="round""#);
        if is_pillar {
            let bend = Spot {
                x: f64::midpoint(from.x, to.x) + y * 0.18,
                y: f64::midpoint(from.y, to.y) - x * 0.18,
            };
            let dashed = format!(r#"{stroke} stroke-dasharray="1 7""#);
            sheet.curve(from, bend, to, &dashed);
        } else {
            sheet.line(from, to, &stroke);
        }
    }
}

/// Hundredths of the distance between neighbours as distances.
fn length(hundredths: i32) -> f64 {
    let part = |number: i32| pixels(u64::try_from(number).unwrap_or(0));
    part(hundredths) / part(DISTANCE)
}
