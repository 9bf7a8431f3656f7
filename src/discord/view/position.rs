//! A position as rows of counters, and the descriptions of its pictures.

use std::fmt::Write;

use fluent::fluent_args;

use super::super::picture::LARGEST_GRID;
use super::super::text::{Language, key};
use super::move_arguments;
use crate::game::Game;
use crate::rules::wythoff::Position;

/// The largest pile that is drawn as a row of counters.
const LARGEST_ROW: u64 = 30;

/// The description of a game's picture: the piles, where the queen can go, and the last move.
pub(super) fn in_words(language: Language<'_>, game: &Game) -> String {
    let shown = position_in_words(language, game.start_position(), game.position());
    let last = game.latest().last().map(|(_, mv)| {
        let args = move_arguments(language, game.position(), mv);
        format!(" {}", language.tell(key!("picture-last-move"), &args))
    });
    shown + &last.unwrap_or_default()
}

/// The description of a position's picture.
pub(super) fn position_in_words(language: Language<'_>, start: Position, now: Position) -> String {
    let args = fluent_args![
        "position" => now.to_string(),
        "start" => start.to_string(),
        "both" => language.number(now.smaller()),
        "left" => language.number(now.left),
        "right" => language.number(now.right),
        "is-home" => if now.is_home() { "yes" } else { "no" }
    ];
    if start.larger() <= LARGEST_GRID {
        language.tell(key!("picture-board"), &args)
    } else {
        language.tell(key!("picture-bars"), &args)
    }
}

/// Both piles as rows of counters in groups of five.
pub(super) fn rows(language: Language<'_>, position: Position) -> String {
    let rows = [
        (key!("pile-left"), position.left),
        (key!("pile-right"), position.right),
    ];
    let labels = rows.map(|(label, _)| language.say(label));
    let widest = labels
        .iter()
        .map(|label| label.chars().count())
        .max()
        .unwrap_or(0);
    let mut block = "```\n".to_owned();
    for (label, (_, size)) in labels.iter().zip(rows) {
        let (counters, number) = (counters(size), language.number(size));
        // Writing to a string cannot fail.
        let _ = writeln!(block, "{label:widest$}  {counters}{number}");
    }
    block + "```"
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
