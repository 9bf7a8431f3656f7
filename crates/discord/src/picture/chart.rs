//! A rating over time, with its deviation as a band.

use super::svg::{Anchor, Sheet, Spot, colour, fill, pixels, spot, stroke};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;

/// The left margin, which has room for the labels, and the other margins.
const LEFT: f64 = 60.0;
const EDGE: f64 = 24.0;

/// A chart of the given ratings, in order, each with its deviation.
pub(super) fn chart(ratings: &[(i64, i64)]) -> String {
    let mut sheet = Sheet::new(WIDTH, HEIGHT);
    let low = ratings.iter().map(|(rating, band)| rating - band).min();
    let high = ratings.iter().map(|(rating, band)| rating + band).max();
    let (Some(low), Some(high)) = (low, high) else {
        return sheet.into_svg();
    };
    // Whole hundreds, so that the lines have round numbers.
    let (low, high) = (low.div_euclid(100) * 100, (high.div_euclid(100) + 1) * 100);
    let last = u64::try_from(ratings.len().saturating_sub(1)).unwrap_or(0);
    let at = |index: usize, value: i64| {
        let along = pixels(u64::try_from(index).unwrap_or(0)) / pixels(last.max(1));
        let up = share(value - low, high - low);
        spot(
            LEFT + along * (WIDTH - LEFT - EDGE),
            HEIGHT - EDGE - up * (HEIGHT - 2.0 * EDGE),
        )
    };
    let step = if high - low > 800 { 200 } else { 100 };
    for value in (low..=high).filter(|value| value % step == 0) {
        let start = at(0, value);
        let end = spot(WIDTH - EDGE, start.y);
        sheet.line(start, end, &stroke(colour::LINE, 1.0));
        let label = spot(LEFT - 8.0, start.y + 5.0);
        sheet.text(label, Anchor::End, 14.0, &value.to_string());
    }
    let numbered = || ratings.iter().enumerate();
    let above = numbered().map(|(index, (rating, band))| at(index, rating + band));
    let below = numbered().map(|(index, (rating, band))| at(index, rating - band));
    let band: Vec<Spot> = above.chain(below.rev()).collect();
    sheet.polygon(&band, &format!(r#"fill="{}" opacity="0.45""#, colour::COLD));
    let line: Vec<Spot> = numbered()
        .map(|(index, (rating, _))| at(index, *rating))
        .collect();
    let stroke = format!(
        r#"fill="none" stroke="{}" stroke-width="3" stroke-linejoin="round""#,
        colour::REACH
    );
    sheet.polyline(&line, &stroke);
    if let Some(&latest) = line.last() {
        sheet.circle(latest, 5.0, &fill(colour::REACH));
    }
    sheet.into_svg()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the rounding error is far smaller than a pixel"
)]
fn share(part: i64, whole: i64) -> f64 {
    part as f64 / (whole.max(1)) as f64
}
