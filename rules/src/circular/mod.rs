//! Circular Nim, in normal and in misère play. There is a different game of the same name, with
//! stacks in a circle and moves that take from several of them (M. Dufour and S. Heubach, 2013).
//!
//! Objects lie in a circle, and two players move in turn. A move takes one, two or three
//! neighbouring objects, with no gap between them. Gaps stay open: objects on both sides of a gap
//! never become neighbours. The player who takes the last one wins, or loses in misère play.
//!
//! This follows the example in the published rules, in which 3, 3 and 1 of 10 objects have been
//! taken and the gaps can prevent taking three at once. If the circle closed again, only the number
//! of objects would count, as in Sticks.
//!
//! In normal play the rows between the gaps have values, by which they cancel like heaps of Nim
//! (the octal game 0.777). A full circle of four or more is lost: any move leaves a row, the
//! opponent takes one or two from its middle, and then copies every move in one half on the other.
//! Misère play is tabulated.

pub(super) mod lessons;

use std::sync::LazyLock;

use super::clearing::{
    Clearing, ClearingGame, Layout, Part, cells_of, marks_of, read_marks, thinned,
};
use super::map::{Powers, Term};
use super::play::reason;
use super::{
    BadPosition, Cells, Ending, MAX_CELLS, Numbers, Opening, OptionName, Options, Reason, Result,
    Rules, Variant,
};

/// The smallest number of objects.
const LEAST: usize = 3;

/// The largest number of objects that a move takes.
const MOST: usize = 3;

/// The longest row whose value in misère play is known: it is the same as in normal play while a
/// value above 1 is left. This does not hold with longer rows: rows of 1, 4 and 5 are lost,
/// although their values do not balance. (Every circle was tabulated.)
const MISERE_KNOWN: usize = 4;

/// Objects in a circle.
///
/// ```
/// use nim_games::{Options, Rules, Setup, Variant, circular::Circular};
///
/// let read = |notation| Circular::read(Variant::Circular, Options::default(), notation).unwrap();
/// assert!(read("10").is_lost());
/// assert_eq!(read("ooo__ooooo").to_string(), "ooo--ooooo");
/// ```
pub type Circular = Clearing<Circle>;

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Circle;

impl ClearingGame for Circle {
    const VARIANT: Variant = Variant::Circular;
    const ENDING: Ending = Ending::Normal;
    const OPTIONS: &'static [OptionName] = &[OptionName::Ending];
    const MOST: usize = MOST;
    const OPENINGS: &'static [Opening] = &[Opening::plain("10"), Opening::plain("7")];
    const EXAMPLES: &'static [&'static str] = &["ooo-oo-"];

    fn read(_: Options, notation: &str) -> Result<(Layout, Cells)> {
        let wrong_size = BadPosition::Cells {
            least: LEAST,
            most: MAX_CELLS,
        };
        let is_number = !notation.is_empty() && notation.bytes().all(|byte| byte.is_ascii_digit());
        let marks = if is_number && !notation.starts_with('0') {
            let count: usize = notation.parse().map_err(|_| wrong_size)?;
            vec![true; count.min(MAX_CELLS + 1)]
        } else if notation.chars().count() > MAX_CELLS {
            let start: String = notation.chars().take(LEAST).collect();
            return Err(match read_marks(&start) {
                Some(_) => wrong_size,
                None => BadPosition::NotACircle,
            });
        } else {
            read_marks(notation).ok_or(BadPosition::NotACircle)?
        };
        if !(LEAST..=MAX_CELLS).contains(&marks.len()) {
            return Err(if marks.is_empty() {
                BadPosition::NotACircle
            } else {
                wrong_size
            });
        }
        Ok((ring(marks.len()).ok_or(wrong_size)?, cells_of(&marks)))
    }

    fn notation(layout: Layout, left: Cells) -> String {
        if left == layout.all() {
            layout.cells().to_string()
        } else {
            marks_of(left, 0, layout.cells())
        }
    }

    /// A broken circle, since a full one is lost for the player who begins. Most broken circles are
    /// won, so half of the time a lost one is searched for.
    fn drawn(numbers: &mut Numbers) -> Option<(Layout, Cells)> {
        const TRIES: usize = 30;
        let should_be_won = numbers.draw().falls_within(50);
        let mut draw = || {
            let layout = ring(usize::try_from(numbers.between(7, 14)).ok()?)?;
            let left = thinned(layout, 25, numbers);
            let is_full = left == layout.all();
            let left = if is_full {
                left.without(Cells::one(0))
            } else {
                left
            };
            Some((layout, left))
        };
        let fits =
            |&(layout, left): &(Layout, Cells)| (value(&rows(layout, left)) != 0) == should_be_won;
        let mut drawn = draw()?;
        for _ in 0..TRIES {
            if fits(&drawn) {
                break;
            }
            drawn = draw()?;
        }
        Some(drawn)
    }

    fn law(at: &Circular) -> Option<Reason> {
        let rows = rows(at.layout(), at.left());
        Some(match (rows.as_slice(), at.ending()) {
            // A full circle of three leaves nothing to copy, but it is won, and only lost positions
            // get here.
            ([], Ending::Normal) => reason!("lost-circular-full"),
            ([one, other], Ending::Normal) if one == other => reason!("lost-circular-copy"),
            (_, ending) => {
                reason!("lost-circular", "values" => Self::pieces(at)?.listed(), "ending" => ending)
            }
        })
    }

    fn moves_can_be_copied(at: &Circular) -> bool {
        let rows = rows(at.layout(), at.left());
        let are_equal = matches!(*rows.as_slice(), [one, other] if one == other);
        at.ending() == Ending::Normal && are_equal
    }

    /// The rows with their values. `None` for a full circle, which has no rows, and in misère play
    /// with a row longer than `MISERE_KNOWN`, since no balance rule is known then.
    fn pieces(at: &Circular) -> Option<Powers> {
        let rows = rows(at.layout(), at.left());
        let is_known = |&row: &usize| at.ending() == Ending::Normal || row <= MISERE_KNOWN;
        let has_values = !rows.is_empty() && rows.iter().all(is_known);
        let term = |&row: &usize| {
            let value = u64::try_from(*values().get(row)?).ok()?;
            Some(Term::new(row.to_string(), value))
        };
        has_values.then(|| Powers::of(rows.iter().filter_map(term).collect(), 2))
    }
}

fn ring(cells: usize) -> Option<Layout> {
    Layout::of(&[Part::Ring(u8::try_from(cells).ok()?)])
}

/// The length of each row between two gaps, in order around the circle.
fn rows(layout: Layout, left: Cells) -> Vec<usize> {
    let cells = layout.cells();
    let Some(gap) = layout.all().without(left).iter().next() else {
        return Vec::new();
    };
    let around = (gap..gap + cells).map(|cell| left.has(cell % cells));
    let around: Vec<bool> = around.collect();
    let rows = around.split(|is_left| !is_left).map(<[bool]>::len);
    rows.filter(|&row| row > 0).collect()
}

/// The combined value of rows: 0 if they cancel.
fn value(rows: &[usize]) -> usize {
    let values = values();
    let each = rows.iter().filter_map(|&row| values.get(row));
    each.fold(0, |sum, value| sum ^ value)
}

/// The values of rows, by length. Each is the smallest value that no move from the row leaves.
fn values() -> &'static [usize] {
    static VALUES: LazyLock<Vec<usize>> = LazyLock::new(|| {
        let mut values: Vec<usize> = vec![0];
        for row in 1..=MAX_CELLS {
            let value = |length: usize| values.get(length).copied().unwrap_or(0);
            let left: Vec<usize> = (1..=MOST.min(row))
                .flat_map(|taken| {
                    (0..=row - taken).map(move |before| (before, row - taken - before))
                })
                .map(|(before, after)| value(before) ^ value(after))
                .collect();
            let least = (0..=left.len()).find(|value| !left.contains(value));
            values.push(least.unwrap_or(0));
        }
        values
    });
    &VALUES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draw, Setup};

    #[test]
    fn about_half_of_the_drawn_circles_can_be_won() {
        let mut numbers = Numbers::of([Draw::new(3), Draw::new(5)]);
        let mut draw = || Circular::drawn(Variant::Circular, Options::default(), 30, &mut numbers);
        let drawn: Vec<Circular> = (0..1_000).filter_map(|_| draw().ok()).collect();
        let won = drawn
            .iter()
            .filter(|at| value(&rows(at.layout(), at.left())) != 0);
        let won = won.count();
        assert!((450..=550).contains(&won), "{won} of {}", drawn.len());
    }

    #[test]
    fn a_long_text_is_a_circle_only_if_it_begins_like_one() {
        let reads = |text: &str| Circular::read(Variant::Circular, Options::default(), text);
        for text in ["девятнадцать знаков", "Niña, ¿jugamos a esto?"] {
            assert_eq!(reads(text), Err(BadPosition::NotACircle));
        }
        let (least, most) = (LEAST, MAX_CELLS);
        let too_long = Err(BadPosition::Cells { least, most });
        assert_eq!(reads(&"o-".repeat(MAX_CELLS)), too_long);
    }

    #[test]
    fn rows_have_the_published_values() {
        // The octal game 0.777 (Guy and Smith, 1956).
        let known = [0, 1, 2, 3, 4, 1, 6, 3, 2, 1, 6];
        assert_eq!(values()[..known.len()], known);
    }
}
