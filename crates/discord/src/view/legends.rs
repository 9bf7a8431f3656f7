//! Pictures that teach, with descriptions of what they show.

use itertools::Itertools as _;
use serenity::all::CreateActionRow;

use crate::message::Message;
use crate::picture::{Picture, cold_squares_in_words};
use crate::text::{Language, key, tell};
use crate::view::description::{board_in_words, strip_in_words};
use crate::view::position::{heap_names, position_text};
use nim_games::{Ending, Explanation, Position, Powers, Term};

/// A private message with the pictures of an explanation (the board with the winning move, and the
/// game's law), and a legend for the marks.
pub(crate) fn with_pictures(
    language: Language<'_>,
    text: String,
    rows: Vec<CreateActionRow>,
    explanation: &Explanation,
) -> Message {
    let (at, mut lines) = (explanation.at, vec![text]);
    let pictures = Picture::of_explanation(explanation, heap_names(language, at));
    lines.extend(
        pictures
            .iter()
            .filter_map(|picture| legend(language, picture)),
    );
    let message = Message::private(lines.join("\n"), rows);
    pictures.into_iter().fold(message, |message, picture| {
        let in_words = picture_in_words(language, &picture, at);
        message.showing(picture, in_words)
    })
}

/// The legend for the marks on a picture. Only some need one.
pub(crate) fn legend(language: Language<'_>, picture: &Picture) -> Option<String> {
    Some(match picture {
        Picture::Squares { target, .. } => {
            let target = target.map_or("none", |_| "some");
            tell!(language, key!("picture-squares-legend"), "target" => target)
        }
        Picture::Strip { counting, .. } => {
            tell!(language, key!("picture-strip-legend"), "count" => counting.count)
        }
        Picture::Powers(powers) => {
            // The name of a heap ends in its size, such as `A 3`. In some games the value of a heap
            // is its size.
            let is_number = |term: &Term| term.name.ends_with(&format!(" {}", term.value));
            let rows = if powers.terms.iter().all(is_number) {
                "numbers"
            } else {
                "values"
            };
            let is = if powers.are_lost(Ending::Normal) {
                "balanced"
            } else {
                "open"
            };
            tell!(language, key!("picture-powers-legend"), "cycle" => powers.cycle, "rows" => rows, "is" => is)
        }
        Picture::Story(_) => language.say(key!("picture-story-legend")),
        Picture::Board(_)
        | Picture::Path(..)
        | Picture::Framed(..)
        | Picture::Animals(_)
        | Picture::Ratio(..)
        | Picture::ColdSquares(..)
        | Picture::Chart(_)
        | Picture::Coins(_)
        | Picture::Table { .. }
        | Picture::Streak(_) => return None,
    })
}

/// The description of a picture of an explanation.
pub(crate) fn picture_in_words(language: Language<'_>, picture: &Picture, at: Position) -> String {
    match picture {
        Picture::Strip { counting, .. } => strip_in_words(language, *counting),
        Picture::Powers(powers) => {
            let terms: Vec<String> = powers
                .terms
                .iter()
                .map(|term| as_powers(&term.name, term.value))
                .collect();
            tell!(language, key!("picture-powers"), "terms" => terms.join("; "), "counts" => counts(powers))
        }
        Picture::Board(board) => board_in_words(language, board),
        Picture::Framed(..)
        | Picture::Animals(_)
        | Picture::Path(..)
        | Picture::Story(_)
        | Picture::Ratio(..)
        | Picture::ColdSquares(..)
        | Picture::Squares { .. }
        | Picture::Chart(_)
        | Picture::Coins(_)
        | Picture::Table { .. }
        | Picture::Streak(_) => {
            tell!(language, key!("picture-squares"), "position" => position_text(at), "cold" => cold_squares_in_words(at))
        }
    }
}

/// A name, and `value` as a sum of powers of two: `A 7: 4+2+1`.
fn as_powers(name: &str, value: u64) -> String {
    let powers = (0..64).rev().map(|bit| value & (1 << bit));
    let powers: Vec<String> = powers
        .filter(|&power| power > 0)
        .map(|power| power.to_string())
        .collect();
    let sum = if powers.is_empty() {
        "0".to_owned()
    } else {
        powers.join("+")
    };
    format!("{name}: {sum}")
}

/// `4: 2, 1: 3`: how often each power occurs.
fn counts(powers: &Powers) -> String {
    let counts = powers.counts().into_iter();
    let mut counts = counts.map(|(power, count)| format!("{power}: {count}"));
    counts.join(", ")
}
