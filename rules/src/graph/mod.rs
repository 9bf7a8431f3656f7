//! Graph Nim: dots in several parts, some of the dots joined. In normal and in misère play.
//!
//! Two players in turn. A move takes one dot or several connected ones, up to the limit if there is
//! one. The player who takes the last one wins, or loses in misère play.
//!
//! The published rules speak of a disconnected graph, from which the players in turn remove
//! adjacent vertices. Here a move removes any connected set of vertices. Without a limit the first
//! player could take a whole connected graph at once, so only a disconnected one makes a game, and
//! parts in which every dot is joined to every other are heaps of Nim. If instead a move took
//! exactly two adjacent dots, a lone dot could never be taken. With a limit of 2, rows are Kayles,
//! and with a limit of 3 a ring is Circular Nim.
//!
//! In normal play each part has a value, and parts cancel like heaps of Nim; misère play is
//! tabulated.

pub(super) mod lessons;

use itertools::Itertools as _;

use super::clearing::{
    Clearing, ClearingGame, Layout, MAX_PARTS, Part, cells_of, marks_of, read_marks,
};
use super::map::{Powers, Term};
use super::play::reason;
use super::table::Table;
use super::{
    BadPosition, Cells, Ending, Numbers, Opening, OptionName, Options, Reason, Result, Rules,
    Variant,
};

/// The maximum number of dots in total, and in one part.
const MOST_DOTS: usize = 16;
const MOST_IN_PART: usize = 8;

/// Dots in parts.
///
/// ```
/// use nim_games::{Options, Rules, Setup, Variant, graph::Graph};
///
/// let read = |notation| Graph::read(Variant::Graph, Options::default(), notation).unwrap();
/// assert!(!read("P3+C4+S5").is_lost());
/// assert!(read("C4+P6+S4").is_lost());
/// assert_eq!(read("po-o + c4").to_string(), "Po-o+C4");
/// ```
pub type Graph = Clearing<Parts>;

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parts;

impl ClearingGame for Parts {
    const VARIANT: Variant = Variant::Graph;
    const ENDING: Ending = Ending::Normal;
    const OPTIONS: &'static [OptionName] = &[OptionName::Ending, OptionName::Most];
    const MOST: usize = MOST_IN_PART;
    const OPENINGS: &'static [Opening] = &[
        Opening::plain("P3+C4+S5"),
        Opening::plain("C4+P6+S4"),
        // Pins in rows: a throw knocks down one pin or two neighbouring ones (H. E. Dudeney, 1907).
        Opening {
            name: Some("kayles"),
            ..Opening::with("P8+P5", Options::of_most(2))
        },
    ];
    const EXAMPLES: &'static [&'static str] = &["P3+P1", "P2+P1"];

    fn read(options: Options, notation: &str) -> Result<(Layout, Cells)> {
        let mut parts = Vec::new();
        let mut marks = Vec::new();
        for written in notation.split('+') {
            let (part, part_marks) = read_part(written.trim())?;
            parts.push(part);
            marks.extend(part_marks);
        }
        // A limit that no part can exceed has no effect.
        let has_limit = options.most.is_some_and(|most| most < Self::MOST as u64);
        let least = if has_limit { 1 } else { 2 };
        if !(least..=MAX_PARTS).contains(&parts.len()) {
            return Err(BadPosition::PartCount {
                least,
                most: MAX_PARTS,
            });
        }
        let wrong_size = BadPosition::Cells {
            least: 1,
            most: MOST_DOTS,
        };
        if marks.len() > MOST_DOTS {
            return Err(wrong_size);
        }
        Ok((Layout::of(&parts).ok_or(wrong_size)?, cells_of(&marks)))
    }

    fn notation(layout: Layout, left: Cells) -> String {
        layout
            .parts()
            .map(|(part, first)| written_part(part, first, left))
            .join("+")
    }

    fn drawn(numbers: &mut Numbers) -> Option<(Layout, Cells)> {
        let count = numbers.between(2, 4);
        let most = if count == 4 { 4 } else { 5 };
        let mut draw = || {
            let dots = u8::try_from(numbers.between(1, most)).unwrap_or(1);
            match numbers.between(0, 3) {
                0 if dots > 2 => Part::Ring(dots),
                1 if dots > 3 => Part::Star(dots),
                2 if dots > 3 => Part::Full(dots),
                _ => Part::Row(dots),
            }
        };
        let parts: Vec<Part> = (0..count).map(|_| draw()).collect();
        let layout = Layout::of(&parts)?;
        Some((layout, layout.all()))
    }

    fn law(at: &Graph) -> Option<Reason> {
        if at.ending() == Ending::Normal && is_paired(at) {
            return Some(reason!("lost-graph-copy"));
        }
        let values = Self::pieces(at)?.listed();
        Some(reason!("lost-graph", "values" => values, "ending" => at.ending()))
    }

    /// In misère play, the balance rule is known only without a limit. (Every board of up to 16
    /// dots was tabulated.)
    fn pieces(at: &Graph) -> Option<Powers> {
        let is_known = at.ending() == Ending::Normal || at.most() == Self::MOST;
        is_known.then(|| Powers::of(pieces(at), 2))
    }
}

const fn letter_of(part: Part) -> char {
    match part {
        Part::Row(_) => 'P',
        Part::Ring(_) => 'C',
        Part::Full(_) => 'K',
        Part::Star(_) | Part::Grid(_) => 'S',
    }
}

fn written_part(part: Part, first: usize, left: Cells) -> String {
    let cells = part.cells();
    let is_full = (first..first + cells).all(|cell| left.has(cell));
    let dots = if is_full {
        cells.to_string()
    } else {
        marks_of(left, first, cells)
    };
    format!("{}{dots}", letter_of(part))
}

/// A part and what is left of it: `P3`, `Po-o`.
fn read_part(written: &str) -> Result<(Part, Vec<bool>)> {
    let mut dots = written.chars();
    let letter = dots
        .next()
        .ok_or(BadPosition::NotAGraph)?
        .to_ascii_uppercase();
    let least = match letter {
        'P' | 'K' => 1,
        'C' | 'S' => 3,
        _ => return Err(BadPosition::NotAGraph),
    };
    let wrong_size = BadPosition::PartSize {
        letter,
        least,
        most: MOST_IN_PART,
    };
    let dots = dots.as_str().trim();
    let is_number = dots.bytes().all(|byte| byte.is_ascii_digit());
    let marks = match dots {
        "" => return Err(BadPosition::NotAGraph),
        _ if is_number && dots.starts_with('0') => return Err(BadPosition::NotAGraph),
        _ if is_number => vec![
            true;
            dots.parse::<usize>()
                .map_err(|_| wrong_size)?
                .min(MOST_IN_PART + 1)
        ],
        _ => read_marks(dots).ok_or(BadPosition::NotAGraph)?,
    };
    if !(least..=MOST_IN_PART).contains(&marks.len()) {
        return Err(wrong_size);
    }
    let cells = u8::try_from(marks.len()).map_err(|_| wrong_size)?;
    let part = match letter {
        'P' => Part::Row(cells),
        'C' => Part::Ring(cells),
        'K' => Part::Full(cells),
        _ => Part::Star(cells),
    };
    Ok((part, marks))
}

/// Each connected piece with its value, named as a part of its own.
fn pieces(at: &Graph) -> Vec<Term> {
    let layout = at.layout();
    let in_part = |(part, first): (Part, usize)| {
        let left = at.left().slice(first, part.cells());
        let pieces = Layout::of(&[part]).map_or_else(Vec::new, |layout| layout.pieces(left));
        pieces.into_iter().map(move |piece| part.piece(piece))
    };
    let term = |part: Part| {
        let all = Cells::first(part.cells());
        Term::new(written_part(part, 0, all), value(part, at.most()).into())
    };
    layout.parts().flat_map(in_part).map(term).collect()
}

/// Whether there are as many of each piece that a move in one of them can be copied in another.
fn is_paired(at: &Graph) -> bool {
    let counts = pieces(at).into_iter().map(|term| term.name).counts();
    counts.values().all(|count| count.is_multiple_of(2))
}

/// The values of whole parts, by part and limit. There are a few hundred.
pub(super) static VALUES: Table<(Part, usize)> = Table::new();

/// The value of a whole part.
fn value(part: Part, most: usize) -> u16 {
    VALUES.with(|known| {
        let value = || u16::try_from(grundy_value(part, most)).unwrap_or(u16::MAX);
        *known.entry((part, most)).or_insert_with(value)
    })
}

/// Computes the Grundy value of `part` from those of its subsets, smallest first: each is the
/// smallest value that no move reaches.
fn grundy_value(part: Part, most: usize) -> usize {
    let Some(sets) = Layout::of(&[part]).map(|layout| layout.sets(most)) else {
        return 0;
    };
    let mut values: Vec<usize> = Vec::new();
    for subset in 0..=Cells::first(part.cells()).0 {
        let possible = sets.iter().filter(|set| set.are_within(Cells(subset)));
        let after = |set: &Cells| values.get(usize::try_from(subset ^ set.0).ok()?).copied();
        let found: Vec<usize> = possible.filter_map(after).collect();
        let least = (0..=found.len()).find(|value| !found.contains(value));
        values.push(least.unwrap_or(0));
    }
    values.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_the_known_values() {
        for dots in 1..=8 {
            assert_eq!(grundy_value(Part::Row(dots), 8), usize::from(dots));
            assert_eq!(grundy_value(Part::Full(dots), 8), usize::from(dots));
        }
        for dots in 3..=8 {
            assert_eq!(grundy_value(Part::Ring(dots), 8), usize::from(dots));
        }
        // Stars of 2n dots are worth 2, of 2n + 1 dots 3.
        for dots in 4..=8 {
            assert_eq!(grundy_value(Part::Star(dots), 8), 2 + usize::from(dots % 2));
        }
        // Kayles (A002186).
        let kayles = [1, 2, 3, 1, 4, 3, 2, 1];
        for (dots, known) in (1..=8).zip(kayles) {
            assert_eq!(grundy_value(Part::Row(dots), 2), known);
        }
    }
}
