//! Moves as people write them: in notation, `A3`, or in words, `3 from the left`, `three from a`,
//! `all from d`; or only `3` if the position has just one list of moves. The whole text is read,
//! word by word. A word that is not understood is never skipped, so that no unintended move is
//! made.

mod cells;
mod counts;
mod heaps;
mod parts;
mod words;

use words::{Token, Unclear, Words};

use crate::input::option::MAX_MOVE;
use crate::input::user::sanitised;
use crate::text::{Language, key, tell};
use crate::view::{in_short, refused_heap, takes_nothing};
use nim_games::{Choices, ListKind, MAX_HEAPS, Map, Move, Position};

/// How long a move in words may be, in bytes. The form accepts fewer characters.
const MAX_WRITTEN: usize = 200;

/// A move in notation, which means the same in every position. Text that begins with a digit is
/// accepted only if it is a split (`7=2+5`): what a mere number means depends on the position.
pub(crate) fn plain_notation(text: &str) -> Option<Move> {
    let begins_with_digit = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let is_mere_number = begins_with_digit && !text.contains('=');
    let fits = |mv: &Move| mv.to_string().len() <= MAX_MOVE;
    text.parse().ok().filter(|mv| !is_mere_number && fits(mv))
}

/// The move that a text means in a position, or why the text is not a move.
pub(crate) fn read(language: Language<'_>, at: Position, text: &str) -> Result<Move, String> {
    if let Some(mv) = plain_notation(text) {
        return Ok(mv);
    }
    if let Some(mv) = arrow(text).filter(|_| at.map() == Some(Map::Squares)) {
        return Ok(mv);
    }
    let (words, given) = (Words { language }, text);
    let text = without_subject(words, text);
    let has_squares = at.map() == Some(Map::Squares);
    let read = match square(words, text).filter(|_| has_squares) {
        Some(to) => move_to_square(at, to),
        None => read_words(words, at, text),
    };
    read.map_err(|unclear| refusal_text(language, at, given, unclear))
}

/// A move as the buttons of a board of squares name it: `← 3`.
fn arrow(text: &str) -> Option<Move> {
    let text = text.trim();
    let heaps = [('←', "A"), ('↓', "B"), ('↙', "AB")];
    let mut moves = heaps.into_iter().filter_map(|(arrow, heaps)| {
        let amount = text.strip_prefix(arrow)?.trim();
        let is_number = amount.chars().all(|c| c.is_ascii_digit());
        plain_notation(&format!("{heaps}{amount}")).filter(|_| is_number)
    });
    moves.next()
}

/// The square that a text names: `(1, 2)`, `1, 2`, `go to (1, 2)` or `home`.
fn square(words: Words<'_>, text: &str) -> Option<[u64; 2]> {
    let tokens = words::tokens(text, |_| false);
    // "1,000" is one number.
    let is_grouped = |(comma, after): (&str, &str)| {
        let digits = after.chars().take_while(char::is_ascii_digit).count();
        digits == 3 && !comma.contains('(')
    };
    if text.split_once(',').is_some_and(is_grouped) {
        return None;
    }
    let mut numbers: Vec<u64> = Vec::new();
    let mut has_comma = false;
    for token in &tokens {
        match token {
            Token::Number(digits) => numbers.push(digits.parse().ok()?),
            Token::Mark(',') if numbers.len() == 1 => has_comma = true,
            Token::Mark(',' | '(' | ')') => {}
            Token::Word(word) if words.is_of_kind("home", word) => numbers.extend([0, 0]),
            Token::Word(word) if words.is_idle(word) => {}
            // "Go to the square", but not "take": that is said of amounts.
            Token::Word(word)
                if numbers.is_empty()
                    && (words.is_of_kind("go", word)
                        || words.is_of_kind("to", word)
                        || words.is_of_kind("things", word)) => {}
            Token::Word(_) | Token::Mark(_) => return None,
        }
    }
    match *numbers {
        [0, 0] => Some([0, 0]),
        [left, down] if has_comma => Some([left, down]),
        _ => None,
    }
}

/// The move that leads to a square.
fn move_to_square(at: Position, to: [u64; 2]) -> Result<Move, Unclear> {
    let mut amounts = [0; MAX_HEAPS];
    let pairs = at.shape().lettered().unwrap_or_default().iter().zip(to);
    for (amount, (from, to)) in amounts.iter_mut().zip(pairs) {
        *amount = from.checked_sub(to).ok_or(Unclear::NotThere)?;
    }
    if amounts == [0; MAX_HEAPS] {
        return Err(Unclear::TakesNothing);
    }
    Ok(Move::Take(amounts))
}

/// The move that a text in words means.
fn read_words(words: Words<'_>, at: Position, text: &str) -> Result<Move, Unclear> {
    if text.trim().is_empty() {
        return Err(Unclear::Empty);
    }
    if text.len() > MAX_WRITTEN {
        return Err(Unclear::Unreadable);
    }
    match at.choices() {
        Choices::Lists(lists) => match lists.first().map(|list| list.kind) {
            Some(ListKind::Split(_)) => parts::read_split(words, text),
            Some(ListKind::Place) => parts::read_placement(words, at, text).or_else(|unclear| {
                // If it says what to take, the rules answer that it is too early.
                heaps::read_one_list(words, at, &[], text).map_err(|_| unclear)
            }),
            Some(ListKind::Take(_) | ListKind::Count) | None => match at.shape().counting() {
                Some(counting) => counts::read_amount(words, counting, text),
                None => heaps::read_one_list(words, at, &lists, text),
            },
        },
        Choices::Sheet(_) => heaps::read_several_heaps(words, at, text),
        Choices::Cells { .. } => cells::read_dots(words, at, text),
    }
}

/// A text without who moves: "I take 3", "I’ll take 3", "I will take 3".
fn without_subject<'t>(words: Words<'_>, text: &'t str) -> &'t str {
    let is = |kind, word: &str| words.is_of_kind(kind, &word.to_lowercase());
    let Some((who, rest)) = text.trim_start().split_once(char::is_whitespace) else {
        return text;
    };
    // "I’ll": what follows the apostrophe says only when.
    let who = who.split(['\'', '’']).next().unwrap_or_default();
    match rest.trim_start().split_once(char::is_whitespace) {
        Some((will, rest)) if is("who", who) && is("will", will) => rest,
        Some(_) | None if is("who", who) => rest,
        Some(_) | None => text,
    }
}

/// Why a text is not a move, in words, with an example of a valid move.
fn refusal_text(language: Language<'_>, at: Position, text: &str, unclear: Unclear) -> String {
    let example = at.choices().moves().next();
    let example = example.map(|mv| in_short(language, at, mv));
    let example = example.unwrap_or_default();
    match unclear {
        Unclear::Empty => language.say(key!("refused-no-move")),
        Unclear::Unreadable => {
            tell!(language, key!("refused-unreadable-move"), "given" => sanitised(text), "move" => example)
        }
        Unclear::NotAWholeNumber => {
            tell!(language, key!("refused-no-number"), "given" => sanitised(text))
        }
        Unclear::TooLarge => {
            tell!(language, key!("refused-too-large"), "most" => u64::MAX.to_string())
        }
        Unclear::TakesNothing => takes_nothing(language, at),
        Unclear::NotThere => language.say(key!("refused-not-there")),
        Unclear::WhichHeap => tell!(language, key!("refused-which-heap"), "move" => example),
        Unclear::NoSuchHeap => {
            let heaps = at.shape().lettered().unwrap_or_default().len();
            refused_heap(language, at.variant(), heaps)
        }
        Unclear::TwoReadings(readings) => {
            let [one, other] = *readings;
            tell!(language, key!("refused-two-readings"), "one" => one.to_string(), "other" => other.to_string())
        }
        Unclear::WrongSum {
            parts: [one, other],
            sum,
        } => tell!(
            language, key!("refused-wrong-sum"), "one" => one.to_string(), "other" => other.to_string(),
            "sum" => sum.to_string()
        ),
        Unclear::NoSuchCell => {
            tell!(language, key!("refused-no-such-cell"), "cells" => at.shape().cells())
        }
    }
}

#[cfg(test)]
mod tests;
