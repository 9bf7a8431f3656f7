//! Where cells lie, in integers: the rules use no floating point.

/// Where a cell lies: to the right and down, in hundredths of the distance between neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coordinates {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// The distance between neighbours.
pub const DISTANCE: i32 = 100;

/// An angle of 180°, in hundredths of a degree.
const HALF_TURN: i64 = 18_000;

/// The integer that stands for a sine of 1.
const ONE: i64 = 10_000;

/// Points on a circle, clockwise from the top. Adjacent points are about [`DISTANCE`] apart, or
/// more if the radius would otherwise be below `least_radius`.
pub(super) fn circle(points: u8, least_radius: i32) -> Vec<Coordinates> {
    if points < 2 {
        return vec![
            Coordinates {
                x: 0,
                y: -least_radius
            };
            points.into()
        ];
    }
    let half_sine = sine(HALF_TURN / i64::from(points));
    let radius = (i64::from(DISTANCE) * ONE / 2 / half_sine.max(1)).max(least_radius.into());
    let length = |sine: i64| i32::try_from(radius * sine / ONE).unwrap_or(0);
    (0..i64::from(points))
        .map(|point| {
            let angle = 2 * HALF_TURN * point / i64::from(points);
            Coordinates {
                x: length(sine(angle)),
                y: -length(sine(angle + HALF_TURN / 2)),
            }
        })
        .collect()
}

/// The sine of an angle by Bhaskara's approximation, which is off by 0.0016 at most
/// (<https://en.wikipedia.org/wiki/Bh%C4%81skara_I%27s_sine_approximation_formula>).
fn sine(angle: i64) -> i64 {
    let angle = angle.rem_euclid(2 * HALF_TURN);
    if angle > HALF_TURN {
        return -sine(angle - HALF_TURN);
    }
    let product = angle * (HALF_TURN - angle);
    4 * ONE * product / (5 * HALF_TURN * HALF_TURN / 4 - product)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_are_nearly_right() {
        for (degrees, known) in [
            (0, 0),
            (30, 5_000),
            (45, 7_071),
            (90, 10_000),
            (150, 5_000),
            (270, -10_000),
        ] {
            assert!((sine(degrees * 100) - known).abs() <= 16, "{degrees}");
        }
    }

    #[test]
    fn adjacent_points_are_about_one_distance_apart() {
        for points in 3..=18 {
            let all = circle(points, 0);
            let next = all.iter().cycle().skip(1);
            for (one, other) in all.iter().zip(next) {
                let (x, y) = (one.x - other.x, one.y - other.y);
                let distance = (x * x + y * y).isqrt();
                assert!((95..=105).contains(&distance), "{points}: {distance}");
            }
        }
    }
}
