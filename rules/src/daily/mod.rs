//! The puzzle of the day: one position for each day, the same for everybody.
//!
//! `lists.txt` has a list of positions for each day of the week. Wythoff's game is on Monday,
//! Friday and Sunday; the other games of the family are on the other days. The puzzles get
//! harder from Monday to Sunday. `cargo run -p nim-games --example daily` makes the lists, and a
//! test checks that `lists.txt` is up to date.

use std::sync::LazyLock;

use super::Position;

/// The days of the week, as `lists.txt` names them.
const WEEK: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// The puzzles of each day of the week, from Monday.
static LISTS: LazyLock<[Vec<Position>; 7]> = LazyLock::new(|| {
    let lines = || include_str!("lists.txt").lines();
    WEEK.map(|day| {
        let of_day = lines().filter_map(|line| line.strip_prefix(day));
        of_day.filter_map(|puzzle| puzzle.parse().ok()).collect()
    })
});

/// The puzzle of a day, given in days since 1 January 1970. The player to move can win.
///
/// ```
/// use nim_games::daily::puzzle;
///
/// // Monday, 4 January 2027.
/// assert_eq!(puzzle(20_822).to_string(), "50 3");
/// ```
///
/// # Panics
/// If `lists.txt` lacks a day of the week. A test would notice.
#[must_use]
#[expect(clippy::expect_used, reason = "the lists are part of the program")]
pub fn puzzle(day: u64) -> Position {
    // 1 January 1970 was a Thursday.
    let (week, day) = ((day + 3) / 7, (day + 3) % 7);
    let list = usize::try_from(day).ok().and_then(|day| LISTS.get(day));
    let list = list.map_or(&[] as &[Position], Vec::as_slice);
    let place = usize::try_from(week).unwrap_or(0) % list.len().max(1);
    list.get(place).copied().expect("every day has puzzles")
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// From the first day of 2027 to the last day of 2036.
    const TEN_YEARS: std::ops::Range<u64> = 20_819..24_472;

    /// A puzzle does not come again within this many days.
    const NO_REPEAT: u64 = 400;

    #[test]
    fn every_line_of_the_lists_is_a_position() {
        let read: usize = LISTS.iter().map(Vec::len).sum();
        assert_eq!(read, include_str!("lists.txt").lines().count());
    }

    #[test]
    fn puzzles_can_be_won_and_do_not_repeat_within_400_days() {
        let mut last_days: HashMap<String, u64> = HashMap::new();
        for day in TEN_YEARS {
            let puzzle = puzzle(day);
            assert!(!puzzle.is_lost(), "{puzzle} on day {day}");
            let key = format!(
                "{:?} {} {}",
                puzzle.variant(),
                puzzle.options(),
                puzzle.twin()
            );
            if let Some(earlier) = last_days.insert(key, day) {
                assert!(
                    day - earlier > NO_REPEAT,
                    "{puzzle} on days {earlier} and {day}"
                );
            }
        }
    }
}
