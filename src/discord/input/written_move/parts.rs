//! Moves that split a heap, `7 into 2 and 5`, and that put a stone on a stack, `one on b`.

use super::words::{Token, Unclear, Words, tokens};
use nim_games::{Move, Position, letter};

/// What a token of the text says about a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Splits,
    Size(u64),
    Into,
    And,
}

/// A split, written as `7 into 2 and 5`, `7 = 2 + 5`, or `2 and 5`.
pub(super) fn split(words: Words<'_>, given: &str) -> Result<Move, Unclear> {
    let said = said(words, given)?;
    let said = match said.as_slice() {
        // "Split 2 and 5" is ambiguous: 2 and 5 may be two heaps. So "split" needs "into".
        [Said::Splits, parts @ ..] if parts.contains(&Said::Into) => parts,
        said => said,
    };
    let (heap, one, other) = match *said {
        [Said::Size(one), Said::And, Said::Size(other)]
        | [Said::Into, Said::Size(one), Said::And, Said::Size(other)] => {
            (one.checked_add(other), one, other)
        }
        [
            Said::Size(heap),
            Said::Into,
            Said::Size(one),
            Said::And,
            Said::Size(other),
        ] => (Some(heap), one, other),
        _ => return Err(Unclear::Unreadable),
    };
    let part = one.min(other);
    match heap {
        Some(heap) if part > 0 && one.checked_add(other) == Some(heap) => {
            Ok(Move::Split { heap, part })
        }
        _ => Err(Unclear::Unreadable),
    }
}

fn said(words: Words<'_>, given: &str) -> Result<Vec<Said>, Unclear> {
    let tokens = tokens(given, |_| false);
    let said = tokens.iter().enumerate().filter_map(|(index, token)| {
        let next = tokens.get(index + 1);
        let said = match token {
            Token::Number(digits) => digits.parse().ok().map(Said::Size),
            Token::Mark('=' | ':') => Some(Said::Into),
            Token::Mark('+' | '&') => Some(Said::And),
            Token::Word(word) if words.is("split", word) => Some(Said::Splits),
            Token::Word(word) if words.is("into", word) => Some(Said::Into),
            Token::Word(word) if words.is("and", word) => Some(Said::And),
            Token::Word(word) if is_skipped(words, word, next) => return None,
            // "2, 5" is ambiguous, but a comma before an idle word is not: ", please".
            Token::Mark(',') if matches!(next, Some(Token::Word(next)) if words.is_idle(next)) => {
                return None;
            }
            Token::Word(_) | Token::Mark(_) => None,
        };
        Some(said.ok_or(Unclear::Unreadable))
    });
    said.collect()
}

/// The stack that a text names by its letter.
pub(super) fn placed(words: Words<'_>, at: Position, given: &str) -> Result<Move, Unclear> {
    let stacks = at.shape().lettered().unwrap_or_default().len();
    let tokens = tokens(given, |_| false);
    let mut named = None;
    for (index, token) in tokens.iter().enumerate() {
        let word = match token {
            Token::Word(word) => word,
            Token::Mark(',' | ':' | '+') => continue,
            Token::Mark(_) | Token::Number(_) => return Err(Unclear::Unreadable),
        };
        if is_skipped(words, word, tokens.get(index + 1)) || words.is("place", word) {
            continue;
        }
        let stack = (0..stacks).find(|&stack| letter(stack).to_string().to_lowercase() == *word);
        let stack = match stack {
            Some(stack) => stack,
            None if word.chars().count() == 1 => return Err(Unclear::NoSuchHeap),
            None => return Err(Unclear::Unreadable),
        };
        if named.replace(stack).is_some() {
            return Err(Unclear::Unreadable);
        }
    }
    let stack = named.ok_or(Unclear::WhichHeap)?;
    Ok(Move::Place(u8::try_from(stack).unwrap_or(u8::MAX)))
}

/// Whether a word has no meaning of its own in a split or a placement.
fn is_skipped(words: Words<'_>, word: &str, next: Option<&Token>) -> bool {
    words.is_idle(word) || words.is_noun(word) || words.is_article(word, next)
}
