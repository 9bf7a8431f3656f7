//! Pictures that teach, with what they show in words.

use serenity::all::CreateActionRow;

use crate::discord::message::Message;
use crate::discord::picture::Picture;
use crate::discord::text::{Language, key, tell};
use crate::discord::view::description::strip_in_words;
use crate::discord::view::position::shown;
use crate::rules::{Position, Powers, Term, letter};

/// A private message with the map of a position, if there is one, and what its marks mean.
pub(in crate::discord) fn with_map(
    language: Language<'_>,
    text: String,
    rows: Vec<CreateActionRow>,
    map: Option<(Picture, Position)>,
) -> Message {
    let Some((picture, at)) = map else {
        return Message::private(text, rows);
    };
    let legend = legend(language, &picture);
    let lines: Vec<String> = [Some(text), legend].into_iter().flatten().collect();
    let in_words = map_in_words(language, &picture, at);
    Message::private(lines.join("\n"), rows).showing(picture, in_words)
}

/// What the marks on a picture mean. Boards need no words.
pub(in crate::discord) fn legend(language: Language<'_>, picture: &Picture) -> Option<String> {
    let (key, turning_point) = match picture {
        Picture::Squares { target, .. } => {
            let target = target.map_or("none", |_| "some");
            return Some(tell!(language, key!("picture-squares-legend"), "target" => target));
        }
        Picture::Path { turning_point, .. } => (key!("picture-legend"), turning_point),
        Picture::Ribbon { turning_point, .. } => (key!("picture-ribbon-legend"), turning_point),
        Picture::Strip {
            said,
            turning_point,
            ..
        } => {
            let marks = match (said.as_slice(), turning_point) {
                ([] | [0], _) => "none",
                ([_standing], _) => "count",
                (_, None) => "moves",
                (_, Some(_)) => "turn",
            };
            return Some(tell!(language, key!("picture-strip-legend"), "marks" => marks));
        }
        Picture::Powers(powers) => {
            let is_number = |term: &Term| term.name.ends_with(&format!(" {}", term.worth));
            let rows = if powers.terms.iter().all(is_number) {
                "numbers"
            } else {
                "worths"
            };
            return Some(tell!(
                language, key!("picture-powers-legend"), "cycle" => powers.cycle, "rows" => rows
            ));
        }
        Picture::Largest(_) => return Some(language.say(key!("picture-largest-legend"))),
        Picture::Board { .. } | Picture::Chart(_) => return None,
    };
    let turn = turning_point.map_or("none", |_| "some");
    Some(tell!(language, key, "turn" => turn))
}

/// The description of a map.
pub(in crate::discord) fn map_in_words(
    language: Language<'_>,
    picture: &Picture,
    at: Position,
) -> String {
    match picture {
        Picture::Strip { .. } => strip_in_words(language, picture),
        Picture::Powers(powers) => {
            let terms: Vec<String> = powers
                .terms
                .iter()
                .map(|term| told(&term.name, term.worth))
                .collect();
            tell!(language, key!("picture-powers"), "terms" => terms.join("; "), "counts" => counts(powers))
        }
        Picture::Largest(heaps) => {
            let largest = heaps.iter().copied().max().unwrap_or(0);
            let names = heaps
                .iter()
                .enumerate()
                .filter(|(_, size)| **size == largest);
            let names: Vec<String> = names.map(|(heap, _)| letter(heap).to_string()).collect();
            tell!(
                language, key!("picture-largest"), "position" => shown(at), "heaps" => names.join(", "), "count" => names.len(),
                "size" => largest.to_string()
            )
        }
        Picture::Board { .. }
        | Picture::Path { .. }
        | Picture::Squares { .. }
        | Picture::Ribbon { .. }
        | Picture::Chart(_) => {
            tell!(language, key!("picture-squares"), "position" => shown(at))
        }
    }
}

/// `A 7: 4+2+1`.
fn told(name: &str, worth: u64) -> String {
    let powers = (0..64).rev().map(|bit| worth & (1 << bit));
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
    let counts: Vec<String> = counts
        .map(|(power, count)| format!("{power}: {count}"))
        .collect();
    counts.join(", ")
}
