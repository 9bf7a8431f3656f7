//! A position in a message: its name and options, and its rows of counters.

use std::fmt::Write;

use fluent::{FluentArgs, fluent_args};

use crate::discord::text::{Language, key, tell};
use crate::rules::{Counting, Ending, HeapSet, Position};

/// The largest heap that is drawn as a row of counters, and the longest bar.
const LARGEST_ROW: u64 = 30;

/// A position in a sentence: heaps in parentheses, others in notation.
pub(in crate::discord) fn shown(position: Position) -> String {
    let notation = position.to_string();
    match position.heaps() {
        Some(_) => format!("({})", notation.replace(' ', ", ")),
        None => notation,
    }
}

/// A position among those of other games.
pub(in crate::discord) fn with_name(language: Language<'_>, position: Position) -> String {
    let mut args = rules_arguments(position);
    args.set("game", language.game_name(position.variant()));
    args.set("position", shown(position));
    language.tell_of(position.variant(), key!("position-with-name"), &args)
}

/// The name of a game with its options.
pub(in crate::discord) fn title(language: Language<'_>, position: Position) -> String {
    let mut args = rules_arguments(position);
    let own = language.of_game(position.variant(), "name", Some("title"), &args);
    own.unwrap_or_else(|| {
        args.set("game", language.game_name(position.variant()));
        language.tell(key!("game-title"), &args)
    })
}

/// The rules of a game in a line or two.
pub(in crate::discord) fn rules_in_short(language: Language<'_>, position: Position) -> String {
    let line = language.of_game(position.variant(), "line", None, &rules_arguments(position));
    line.unwrap_or_default()
}

/// How the last move has ended a game, as an argument of a text.
pub(in crate::discord) fn how_it_ended(position: Position) -> &'static str {
    match (position.counting(), position.ending()) {
        (None, Ending::Normal) => "took",
        (None, Ending::Misere) => "had-to-take",
        (Some(_), Ending::Normal) => "said",
        (Some(_), Ending::Misere) => "had-to-say",
    }
}

/// What the options of a position are, as the arguments of a text.
pub(in crate::discord) fn rules_arguments(position: Position) -> FluentArgs<'static> {
    let ending = position.ending().to_string();
    let most = position
        .counting()
        .map(|counting| counting.most)
        .or(position.options().most);
    let target = position.counting().map(|counting| counting.target);
    fluent_args!["ending" => ending, "most" => most.unwrap_or(0), "target" => target.unwrap_or(0)]
}

/// A position as text: heaps as rows of counters in groups of five, a count as a bar.
pub(in crate::discord) fn rows(language: Language<'_>, position: Position) -> String {
    if let Some(counting) = position.counting() {
        return bar(language, counting);
    }
    let heaps = position.heaps().unwrap_or_default();
    let label = |heap| language.of_heaps(position.variant(), HeapSet::one(heap), Some("row"), 0);
    let labels: Vec<String> = (0..heaps.len()).map(label).collect();
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

fn bar(language: Language<'_>, Counting { count, target, .. }: Counting) -> String {
    let of = tell!(language, key!("count-of-target"), "count" => count, "target" => target);
    let length = target.min(LARGEST_ROW);
    let filled = count
        .saturating_mul(length)
        .checked_div(target)
        .unwrap_or(0);
    let squares: String = (0..length)
        .map(|square| if square < filled { '█' } else { '░' })
        .collect();
    format!("```\n{of}\n{squares}\n```")
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
