//! Boards of cells: numbered dots, placed as the rules say, with lines between joined dots. Dots
//! that the last move took are hollow.

use super::board::Board;
use super::svg::{
    Anchor, FONT_SIZE, MARGIN, Mark, Sheet, Spot, WIDTH, colour, edged, fill, pixels, spot,
};
use nim_games::clearing::{Coordinates, DISTANCE, Layout};
use nim_games::{Cells, Move};

/// The usual distance between neighbours, in pixels. Wide boards are scaled down.
const SPACING: f64 = 66.0;

/// Where dots lie, and how far apart neighbours are.
struct Places {
    spots: Vec<Spot>,
    unit: f64,
}

/// The board. Dots in `remaining` are filled; dots that are only in `before` are hollow.
pub(super) fn dots(board: &Board, layout: Layout, remaining: Cells, before: Cells) -> String {
    let coordinates = layout.coordinates();
    let largest = |axis: fn(&Coordinates) -> i32| coordinates.iter().map(axis).max().unwrap_or(0);
    let [width, height] = [largest(|at| at.x), largest(|at| at.y)].map(length);
    // Leave room for half a dot on each side, or for the frame of a layer and its name.
    let (edge, name_height) = if layout.layers().is_empty() {
        (0.35, 0.0)
    } else {
        (0.55, FONT_SIZE)
    };
    let unit = (WIDTH / (width + 2.0 * edge)).min(SPACING);
    let size = (width + 2.0 * edge, height + 2.0 * edge);
    let (mut sheet, left) = Sheet::centred(size.0 * unit, size.1 * unit + name_height);
    let spot_of = |at: &Coordinates| {
        spot(
            left + (length(at.x) + edge) * unit,
            MARGIN + (length(at.y) + edge) * unit,
        )
    };
    let places = Places {
        spots: coordinates.iter().map(spot_of).collect(),
        unit,
    };
    frames(&mut sheet, layout, &places);
    lines(&mut sheet, layout, &places, remaining);
    let taken = before.without(remaining);
    for (cell, &spot) in places.spots.iter().enumerate() {
        let radius = unit * 0.3;
        let number = (cell + 1).to_string();
        if remaining.has(cell) {
            sheet.circle(spot, radius, &fill(colour::REACH));
            let middle = spot.offset(0.0, unit * 0.11);
            sheet.text_in(middle, Anchor::Middle, unit * 0.32, colour::SHEET, &number);
        } else if taken.has(cell) {
            sheet.circle(spot, radius, &edged(colour::SHEET, colour::LAST, 4.0));
        } else {
            sheet.circle(spot, unit * 0.08, &fill(colour::LINE));
        }
    }
    for (mark, mv) in board.marked() {
        let Move::Clear(cells) = mv else { continue };
        for &spot in cells.iter().filter_map(|cell| places.spots.get(cell)) {
            // Rings of different radii, so that both show if two moves mark the same dot.
            let radius = if mark == Mark::Wrong { 0.37 } else { 0.42 };
            sheet.ring(spot, unit * radius, mark);
        }
    }
    sheet.into_svg()
}

/// A square around each layer, with its number.
fn frames(sheet: &mut Sheet, layout: Layout, Places { spots, unit }: &Places) {
    const NAMES: [&str; 8] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"];
    for (layer, name) in layout.layers().into_iter().zip(NAMES) {
        let corners = layer.first().zip(layer.last());
        let corners = corners.and_then(|(&first, &last)| spots.get(first).zip(spots.get(last)));
        let Some((first, last)) = corners else {
            continue;
        };
        let margin = unit * 0.55;
        let corner = first.offset(-margin, -margin);
        let size = (
            last.x - first.x + 2.0 * margin,
            last.y - first.y + 2.0 * margin,
        );
        let attributes = format!(
            r#"rx="8" fill="{}" stroke="{}" stroke-width="2""#,
            colour::SQUARE,
            colour::LINE
        );
        sheet.rectangle(corner, size, &attributes);
        let below = corner.offset(size.0 / 2.0, size.1 + FONT_SIZE);
        sheet.text(below, Anchor::Middle, FONT_SIZE, name);
    }
}

/// Lines between joined dots: thick where both remain, thin where one is gone. No lines are
/// drawn between layers.
fn lines(sheet: &mut Sheet, layout: Layout, Places { spots, unit }: &Places, remaining: Cells) {
    for (one, other) in layout.joined_pairs() {
        let (Some(&from), Some(&to)) = (spots.get(one), spots.get(other)) else {
            continue;
        };
        let is_between_layers =
            layout.is_grid() && (to.x - from.x).hypot(to.y - from.y) > unit * 1.2;
        if is_between_layers {
            continue;
        }
        let (colour, width) = if remaining.has(one) && remaining.has(other) {
            (colour::INK, 6)
        } else {
            (colour::LINE, 2)
        };
        let stroke = format!(r#"stroke="{colour}" stroke-width="{width}" stroke-linecap="round""#);
        sheet.line(from, to, &stroke);
    }
}

/// Converts hundredths of the distance between neighbours to multiples of that distance.
fn length(hundredths: i32) -> f64 {
    let as_f64 = |number: i32| pixels(u64::try_from(number).unwrap_or(0));
    as_f64(hundredths) / as_f64(DISTANCE)
}
