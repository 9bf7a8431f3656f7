//! A position in a message: its name and options, and its rows of counters.

use itertools::Itertools as _;
use std::fmt::Write;

use fluent::{FluentArgs, fluent_args};

use crate::text::{Language, key, tell, yes_or_no};
use crate::view::cells;
use nim_games::{Counting, Ending, HeapSet, Map, Position, Shape};

/// The most counters in a row of text, and the length of the longest bar.
const LARGEST_ROW: u64 = 30;

/// A position in full, so that it can be read back: as in [`position_text`], with the candies eaten
/// so far.
pub(crate) fn position_in_full(position: Position) -> String {
    match position.shape() {
        Shape::Candies(_, [mine, theirs]) if mine + theirs > 0 => {
            format!("{} ({mine}-{theirs})", position_text(position))
        }
        Shape::Candies(..)
        | Shape::Heaps(_)
        | Shape::Sizes(_)
        | Shape::Stacks(..)
        | Shape::Count(_)
        | Shape::Cells(..) => position_text(position),
    }
}

/// A position as a player reads it, as an argument of a text: the sizes of the heaps, or the count.
/// `none` if it has only a notation, so that one has to look at the picture.
pub(crate) fn readable(position: Position) -> String {
    match position.shape() {
        Shape::Heaps(_) | Shape::Candies(..) | Shape::Stacks(_, 0) | Shape::Sizes(_) => {
            position_text(position)
        }
        Shape::Count(counting) => counting.count.to_string(),
        Shape::Stacks(..) | Shape::Cells(..) => "none".to_owned(),
    }
}

/// A position as written in `solve` and in the option `position`: heaps in parentheses, anything else in notation.
pub(crate) fn position_text(position: Position) -> String {
    let list = |sizes: &[u64]| {
        let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        format!("({})", sizes.join(", "))
    };
    match position.shape() {
        Shape::Heaps(sizes) | Shape::Candies(sizes, _) | Shape::Stacks(sizes, 0) => list(sizes),
        Shape::Sizes(_) => format!("({})", position.to_string().replace(' ', ", ")),
        Shape::Stacks(sizes, in_hand) if sizes.iter().any(|&size| size > 0) => {
            format!("{in_hand}+{}", list(sizes))
        }
        Shape::Stacks(..) | Shape::Count(_) | Shape::Cells(..) => position.to_string(),
    }
}

/// A position with the name of its game, for texts that do not otherwise name the game: only the
/// name if the position has only a notation.
pub(crate) fn with_name(language: Language<'_>, position: Position) -> String {
    let numbers = readable(position);
    if numbers == "none" {
        return title(language, position);
    }
    let mut args = rules_arguments(position);
    args.set("game", language.game_name(position.variant()));
    args.set("position", numbers);
    language.tell_for_game(position.variant(), key!("position-with-name"), &args)
}

/// The name of a game with its options.
pub(crate) fn title(language: Language<'_>, position: Position) -> String {
    title_with(language, position, rules_arguments(position))
}

/// The same for a text that says by itself if the last move loses.
pub(crate) fn title_without_ending(language: Language<'_>, position: Position) -> String {
    let mut args = rules_arguments(position);
    args.set("ending", Ending::Normal.to_string());
    title_with(language, position, args)
}

fn title_with(language: Language<'_>, position: Position, mut args: FluentArgs<'static>) -> String {
    let own = language.game_text(position.variant(), "name", Some("title"), &args);
    own.unwrap_or_else(|| {
        args.set("game", language.game_name(position.variant()));
        language.tell(key!("game-title"), &args)
    })
}

/// The rules of a game in a line or two.
pub(crate) fn rules_in_short(language: Language<'_>, position: Position) -> String {
    let line = language.game_text(position.variant(), "line", None, &rules_arguments(position));
    line.unwrap_or_default()
}

/// The rules of a game beside a position, as a line of its own. It stands out where the last move loses.
pub(crate) fn rules_line(language: Language<'_>, position: Position) -> String {
    let loses = yes_or_no(position.ending() == Ending::Misere);
    let rules = rules_in_short(language, position);
    tell!(language, key!("rules-line"), "rules" => rules, "loses" => loses)
}

/// How the last move ended a game, as an argument of a text.
pub(crate) fn how_it_ended(position: Position) -> &'static str {
    match (position.shape(), position.ending()) {
        (_, Ending::Normal) if position.map() == Some(Map::Squares) => "home",
        (_, Ending::Misere) if position.map() == Some(Map::Squares) => "had-to-go-home",
        (
            Shape::Heaps(_) | Shape::Candies(..) | Shape::Stacks(..) | Shape::Cells(..),
            Ending::Normal,
        ) => "took",
        (
            Shape::Heaps(_) | Shape::Candies(..) | Shape::Stacks(..) | Shape::Cells(..),
            Ending::Misere,
        ) => "had-to-take",
        (Shape::Sizes(_), Ending::Normal) => "split",
        (Shape::Sizes(_), Ending::Misere) => "had-to-split",
        (Shape::Count(_), Ending::Normal) => "said",
        (Shape::Count(_), Ending::Misere) => "had-to-say",
    }
}

/// The options of a position, as the arguments of a text.
pub(crate) fn rules_arguments(position: Position) -> FluentArgs<'static> {
    let (ending, options) = (position.ending().to_string(), position.options());
    let counting = position.shape().counting();
    let most = counting.map(|counting| counting.most).or(options.most);
    let target = counting.map(|counting| counting.target);
    let layers = if let Shape::Cells(layout, _) = position.shape() {
        layout.layers().len()
    } else {
        0
    };
    let cycle = options.heaps.or(most).unwrap_or(0).saturating_add(1);
    fluent_args![
        "ending" => ending, "most" => most.unwrap_or(0), "target" => target.unwrap_or(0), "heaps" => options.heaps.unwrap_or(0),
        "layers" => layers, "cycle" => cycle, "step" => most.unwrap_or(0).saturating_add(1)
    ]
}

/// The text of a message about a position, in two versions: for use with a picture, and without
/// one, where rows of counters and the position in full replace it.
pub(crate) fn with_position(
    language: Language<'_>,
    lines: &[String],
    position: Position,
) -> [String; 2] {
    with_small_print(language, lines, position, "")
}

/// Like [`with_position`], with something before the position.
pub(crate) fn with_small_print(
    language: Language<'_>,
    lines: &[String],
    position: Position,
    before: &str,
) -> [String; 2] {
    let rows = (!position.is_over()).then(|| rows(language, position));
    let text = |rows: Option<String>, numbers: Option<String>| {
        // The position is in ASCII, with ungrouped digits, in every language, since programs read
        // it as well.
        let numbers = numbers.map(|it| format!("{} {it}", language.say(key!("board-position"))));
        let small_print = [before.to_owned()].into_iter().chain(numbers);
        let small_print = small_print.filter(|part| !part.is_empty()).join(" · ");
        let small_print = (!small_print.is_empty()).then(|| format!("-# {small_print}"));
        let lines = lines.iter().cloned().chain(rows).chain(small_print);
        lines.collect_vec().join("\n")
    };
    let shown = match position.shape() {
        Shape::Count(_) | Shape::Stacks(..) | Shape::Cells(..) => None,
        // The picture of an end shows how it came to that.
        _ if position.is_over() => None,
        Shape::Heaps(_) | Shape::Candies(..) | Shape::Sizes(_) => Some(position_in_full(position)),
    };
    [
        text(None, shown),
        text(rows, Some(position_in_full(position))),
    ]
}

/// A position as text: heaps as rows of counters in groups of five, a count as a bar.
pub(crate) fn rows(language: Language<'_>, position: Position) -> String {
    match position.shape() {
        Shape::Heaps(sizes) | Shape::Candies(sizes, _) | Shape::Stacks(sizes, 0) => {
            lettered_rows(language, position, sizes)
        }
        Shape::Stacks(sizes, in_hand) => {
            let in_hand = tell!(language, key!("row-in-hand"), "stones" => in_hand);
            format!("{}\n{in_hand}", lettered_rows(language, position, sizes))
        }
        Shape::Sizes(sizes) => unlettered_rows(language, sizes),
        Shape::Count(counting) => bar(language, counting),
        Shape::Cells(layout, left) => cells::board(language, layout, left),
    }
}

/// The names of a position's heaps, as shown beside their rows.
pub(crate) fn heap_names(language: Language<'_>, position: Position) -> Vec<String> {
    let heaps = position.shape().lettered().unwrap_or_default();
    let name = |heap| language.heaps_text(position.variant(), HeapSet::one(heap), Some("row"), 0);
    (0..heaps.len()).map(name).collect()
}

fn lettered_rows(language: Language<'_>, position: Position, heaps: &[u64]) -> String {
    let labels = heap_names(language, position);
    let widest = labels
        .iter()
        .map(|label| label.chars().count())
        .max()
        .unwrap_or(0);
    let mut block = "```\n".to_owned();
    for (label, &size) in labels.iter().zip(heaps) {
        let number = match size {
            0 => language.say(key!("row-empty")),
            size => size.to_string(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(block, "{label:widest$}  {}{number}", counters(size));
    }
    block + "```"
}

/// A row for each heap that can be split, and a single line for all others.
fn unlettered_rows(language: Language<'_>, sizes: &[u16]) -> String {
    let mut block = "```\n".to_owned();
    for &size in sizes.iter().filter(|&&size| size > 2) {
        // Writing to a string cannot fail.
        let _ = writeln!(block, "{}{size}", counters(size.into()));
    }
    let dead: Vec<String> = sizes
        .iter()
        .filter(|&&size| size <= 2)
        .map(ToString::to_string)
        .collect();
    if !dead.is_empty() {
        let dead = tell!(language, key!("row-dead"), "sizes" => dead.join(" "));
        let _ = writeln!(block, "{dead}");
    }
    block + "```"
}

fn bar(language: Language<'_>, Counting { count, target, .. }: Counting) -> String {
    let progress = tell!(language, key!("count-of-target"), "count" => count, "target" => target);
    let length = target.min(LARGEST_ROW);
    let filled = count
        .saturating_mul(length)
        .checked_div(target)
        .unwrap_or(0);
    let squares: String = (0..length)
        .map(|square| if square < filled { '█' } else { '░' })
        .collect();
    format!("```\n{progress}\n{squares}\n```")
}

fn counters(size: u64) -> String {
    if size > LARGEST_ROW {
        return String::new();
    }
    let mut row = String::new();
    for index in 0..size {
        row.push('●');
        if index % 5 == 4 {
            row.push(' ');
        }
    }
    if !row.ends_with(' ') && size > 0 {
        row.push(' ');
    }
    row
}
