//! A flame with a number: the days of a streak that has reached a round number.

use super::svg::{Anchor, Sheet, colour, fill, spot};

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 220.0;

/// How far the number's size is from its middle to its foot, as a share of it.
const FOOT: f64 = 0.35;

/// The flame, drawn from its tip, around the number.
pub(super) fn streak(days: u64) -> String {
    let mut sheet = Sheet::new(WIDTH, HEIGHT);
    sheet.path(OUTER, &fill(colour::LAST));
    sheet.path(INNER, &fill(colour::LIGHT_ORANGE));
    let number = days.to_string();
    let size = if number.len() > 2 { 52.0 } else { 64.0 };
    let middle = spot(WIDTH / 2.0, 150.0 + FOOT * size);
    sheet.text(middle, Anchor::Middle, size, &number);
    sheet.into_svg()
}

const OUTER: &str = "M150 10 C158 52 222 84 222 144 C222 186 190 210 150 210 C110 210 78 186 78 144 C78 112 98 94 108 68 C118 84 124 92 130 96 C144 74 152 46 150 10 Z";
const INNER: &str = "M152 72 C158 100 200 116 200 152 C200 182 176 198 150 198 C124 198 100 182 100 154 C100 136 110 124 118 112 C124 122 130 126 134 128 C146 112 152 96 152 72 Z";
