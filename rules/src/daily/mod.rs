//! The puzzle of the day: one position for each day, the same for everybody.
//!
//! `list.txt` has a line for each day from Monday, 30 November 2026, and begins again after its
//! end. `cargo run -p nim-games --example daily` makes it, and says how puzzles are chosen; a test
//! checks that it is up to date. The puzzles of earlier days, which can still be played, come from
//! `first.txt`, which has a list for each day of the week. It does not change any more.

use std::sync::LazyLock;

use super::{Animal, Choices, Numbers, Position, Variant};

/// The first day of `list.txt`, in days since 1 January 1970.
const FIRST_OF_LIST: u64 = 20_787;

/// How many winning moves, one after the other, solve a puzzle of `list.txt`, unless fewer win. The
/// rest would be routine. An earlier puzzle is played to the end.
pub const TO_FIND: usize = 3;

/// The puzzles from that day on.
static LIST: LazyLock<Vec<Position>> = LazyLock::new(|| read(include_str!("list.txt").lines()));

/// The days of the week, as `first.txt` names them.
const WEEK: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// The puzzles before that day, of each day of the week from Monday.
static FIRST: LazyLock<[Vec<Position>; 7]> = LazyLock::new(|| {
    let lines = || include_str!("first.txt").lines();
    WEEK.map(|day| read(lines().filter_map(|line| line.strip_prefix(day))))
});

fn read<'l>(lines: impl Iterator<Item = &'l str>) -> Vec<Position> {
    lines.filter_map(|line| line.parse().ok()).collect()
}

/// The puzzle of a day, given in days since 1 January 1970. The player to move can win.
///
/// ```
/// use nim_games::daily::puzzle;
///
/// // Sunday, 29 November 2026, and the day after.
/// assert_eq!(puzzle(20_786).to_string(), "36 41");
/// assert_eq!(puzzle(20_787).to_string(), "1 4 3");
/// ```
///
/// # Panics
/// If a list is empty. A test would notice.
#[must_use]
#[expect(clippy::expect_used, reason = "the lists are part of the program")]
pub fn puzzle(day: u64) -> Position {
    // 1 January 1970 was a Thursday.
    let (week, weekday) = ((day + 3) / 7, (day + 3) % 7);
    let of_week = || usize::try_from(weekday).ok().and_then(|day| FIRST.get(day));
    let (list, place) = day.checked_sub(FIRST_OF_LIST).map_or_else(
        || (of_week().map_or(&[][..], Vec::as_slice), week),
        |place| (&LIST[..], place),
    );
    let place = usize::try_from(place).unwrap_or(0) % list.len().max(1);
    list.get(place).copied().expect("every day has a puzzle")
}

/// How many winning moves solve the puzzle of a day; `None` if it is played to the end.
#[must_use]
pub const fn to_find(day: u64) -> Option<usize> {
    if day < FIRST_OF_LIST {
        None
    } else {
        Some(TO_FIND)
    }
}

/// A puzzle of a day of the week, from 0 for Monday, in which each move is a single tap: at most 20
/// moves, in up to four rows of five.
///
/// # Panics
/// If there is none. A test would notice.
#[must_use]
#[expect(clippy::expect_used, reason = "the list is part of the program")]
pub fn to_tap(weekday: u64, numbers: &mut Numbers) -> Position {
    let of_day = LIST
        .iter()
        .zip(0_u64..)
        .filter(|(_, day)| day % 7 == weekday);
    let to_tap: Vec<Position> = of_day.map(|(at, _)| *at).filter(is_single_tap).collect();
    let chosen = numbers.draw().below(to_tap.len() as u128);
    let chosen = usize::try_from(chosen)
        .ok()
        .and_then(|chosen| to_tap.get(chosen));
    chosen.copied().expect("there are some on every day")
}

/// Positions that can be won with a tap, to begin with: of the starts of games against the weaker animals, the larger
/// the later their place.
#[must_use]
pub fn to_tap_first(place: usize) -> Vec<Position> {
    let animal = Animal::ALL.get(place);
    let starts =
        animal.map(|animal| [Variant::Wythoff, Variant::Nim].map(|game| animal.starts(game)));
    let mut starts = starts.map_or_else(Vec::new, |starts| starts.concat());
    starts.retain(|at| !at.is_lost() && is_single_tap(at));
    starts
}

/// Whether each move is a button: the lists have at most four rows of five together.
fn is_single_tap(at: &Position) -> bool {
    match at.choices() {
        Choices::Lists(lists) => {
            let rows = lists.iter().map(|list| list.most.div_ceil(5));
            lists.len() <= 4 && rows.sum::<u64>() <= 4
        }
        Choices::Sheet(_) | Choices::Cells { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use itertools::Itertools as _;
    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::{Draw, Variant};

    /// As many days as the list has, and then some.
    fn days() -> impl Iterator<Item = (u64, Position)> {
        let days = FIRST_OF_LIST..FIRST_OF_LIST + LIST.len() as u64 + 100;
        days.map(|day| (day, puzzle(day)))
    }

    #[test]
    fn every_line_of_the_lists_is_a_position() {
        let first: usize = FIRST.iter().map(Vec::len).sum();
        assert_eq!(first, include_str!("first.txt").lines().count());
        assert_eq!(LIST.len(), include_str!("list.txt").lines().count());
        assert_eq!(LIST.len() % 7, 0);
    }

    #[test]
    fn the_puzzles_of_earlier_days_stay_what_they_were() {
        let first = format!("{:x}", Sha256::digest(include_str!("first.txt")));
        assert_eq!(
            first,
            "be54097155f1365545264f556f99e2515bc9b2201013fb3d7d3f3c92be5c0cc5"
        );
    }

    #[test]
    fn puzzles_can_be_won_with_a_move_that_can_be_tapped() {
        for (day, at) in days() {
            assert!(!at.is_lost() && !at.is_won_at_once(), "{at} on day {day}");
            let is_tapped = match at.choices() {
                Choices::Lists(lists) => {
                    lists.len() <= 4 && lists.iter().all(|list| list.most <= 25)
                }
                Choices::Sheet(sheet) => {
                    let heaps = sheet.heaps().collect_vec();
                    heaps.len() <= 4 && heaps.iter().all(|&(_, most)| most <= 24)
                }
                Choices::Cells { left, .. } => left.count() <= 18,
            };
            assert!(is_tapped, "{at} on day {day}");
            if let (Variant::Wythoff, Some(piles)) = (at.variant(), at.shape().lettered()) {
                assert!(matches!(piles, &[..=14, ..=11]), "{at} on day {day}");
            }
        }
    }

    #[test]
    fn no_winning_move_leads_to_the_same_position_within_30_days() {
        let mut latest: HashMap<String, u64> = HashMap::new();
        for (day, at) in days() {
            let after = at.winning_moves().filter_map(|mv| at.play(mv).ok());
            let key = |at: Position| format!("{} {}: {}", at.variant(), at.options(), at.twin());
            for target in after.map(key).collect::<BTreeSet<_>>() {
                let earlier = latest.insert(target.clone(), day);
                let is_far = earlier.is_none_or(|earlier| day - earlier >= 30);
                assert!(is_far, "{target} on days {earlier:?} and {day}");
            }
        }
    }

    #[test]
    fn all_games_take_turns_and_wythoffs_comes_on_two_days_of_seven() {
        let all = days().map(|(_, at)| at.variant()).collect_vec();
        for week in all.chunks_exact(7) {
            let is_wythoff = |game: &&Variant| **game == Variant::Wythoff;
            assert_eq!(week.iter().filter(is_wythoff).count(), 2, "{week:?}");
        }
        // Building Nim has only small puzzles, for Mondays.
        for weeks in all.windows(10 * 7) {
            let games = weeks.iter().unique().count();
            assert_eq!(games, Variant::ALL.len(), "{weeks:?}");
        }
    }

    #[test]
    fn there_are_many_puzzles_to_tap_on_the_easy_days() {
        for weekday in 0..3 {
            let mut numbers = Numbers::of([Draw::new(1), Draw::new(2)]);
            let different = (0..200).map(|_| to_tap(weekday, &mut numbers).to_string());
            assert!(different.unique().count() > 20, "{weekday}");
        }
    }
}
