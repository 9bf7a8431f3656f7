//! Moves that split a heap, `7 into 2 and 5`, and that put a stone on a stack, `one on b`.

use super::words::{Token, Unclear, Words, tokens};
use nim_games::{Move, Position, letter};

/// What a token of the text says about a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Split,
    Size(u64),
    Into,
    And,
}

/// A split, written as `7 into 2 and 5`, `7 = 2 + 5`, or `2 and 5`.
pub(super) fn read_split(words: Words<'_>, text: &str) -> Result<Move, Unclear> {
    let meanings = meanings(words, text)?;
    let meanings = match meanings.as_slice() {
        // "Split 2 and 5" is ambiguous: 2 and 5 may be two heaps. So "split" needs "into".
        [Meaning::Split, parts @ ..] if parts.contains(&Meaning::Into) => parts,
        meanings => meanings,
    };
    let (heap, one, other) = match *meanings {
        [Meaning::Size(one), Meaning::And, Meaning::Size(other)]
        | [
            Meaning::Into,
            Meaning::Size(one),
            Meaning::And,
            Meaning::Size(other),
        ] => (one.checked_add(other), one, other),
        [
            Meaning::Size(heap),
            Meaning::Into,
            Meaning::Size(one),
            Meaning::And,
            Meaning::Size(other),
        ]
        // "15 into 4, 11", "15 → 4 11".
        | [
            Meaning::Size(heap),
            Meaning::Into,
            Meaning::Size(one),
            Meaning::Size(other),
        ] => (Some(heap), one, other),
        _ => return Err(Unclear::Unreadable),
    };
    let part = one.min(other);
    match heap {
        Some(_) if part == 0 => Err(Unclear::TakesNothing),
        Some(heap) if one.checked_add(other) == Some(heap) => Ok(Move::Split { heap, part }),
        Some(sum) => Err(Unclear::WrongSum {
            parts: [one, other],
            sum,
        }),
        None => Err(Unclear::Unreadable),
    }
}

fn meanings(words: Words<'_>, text: &str) -> Result<Vec<Meaning>, Unclear> {
    let tokens = tokens(text, |_| false);
    let is_after_noun = |index: usize| {
        let previous = index
            .checked_sub(1)
            .and_then(|previous| tokens.get(previous));
        matches!(previous, Some(Token::Word(word)) if words.is_noun(word))
    };
    let meanings = tokens.iter().enumerate().filter_map(|(index, token)| {
        let next = tokens.get(index + 1);
        let meaning = match token {
            Token::Number(digits) => digits.parse().ok().map(Meaning::Size),
            Token::Mark('=' | ':' | '→') => Some(Meaning::Into),
            Token::Mark('+' | '&') => Some(Meaning::And),
            Token::Word(word) if words.is_of_kind("split", word) => Some(Meaning::Split),
            Token::Word(word) if words.is_of_kind("into", word) => Some(Meaning::Into),
            Token::Word(word) if words.is_of_kind("and", word) => Some(Meaning::And),
            Token::Word(word) if words.number(word).is_some() => {
                words.number(word).map(Meaning::Size)
            }
            Token::Word(word) if is_skipped(words, word, next) => return None,
            // "The heap of 15".
            Token::Word(word) if words.is_of_kind("from", word) && is_after_noun(index) => {
                return None;
            }
            // "2, 5" is ambiguous, but a comma before an idle word is not: ", please".
            Token::Mark(',') if matches!(next, Some(Token::Word(next)) if words.is_idle(next)) => {
                return None;
            }
            Token::Mark(',') if has_said_into(words, tokens.get(..index)) => return None,
            Token::Word(_) | Token::Mark(_) => None,
        };
        Some(meaning.ok_or(Unclear::Unreadable))
    });
    meanings.collect()
}

/// Whether what follows are the parts of a split.
fn has_said_into(words: Words<'_>, before: Option<&[Token]>) -> bool {
    before.unwrap_or_default().iter().any(|token| match token {
        Token::Word(word) => words.is_of_kind("into", word),
        Token::Mark(mark) => matches!(mark, '=' | ':' | '→'),
        Token::Number(_) => false,
    })
}

/// The move that puts a stone on the stack whose letter the text names.
pub(super) fn read_placement(words: Words<'_>, at: Position, text: &str) -> Result<Move, Unclear> {
    let stacks = at.shape().lettered().unwrap_or_default().len();
    let tokens = tokens(text, |_| false);
    let mut named = None;
    for (index, token) in tokens.iter().enumerate() {
        let word = match token {
            Token::Word(word) => word,
            Token::Mark(',' | ':' | '+') => continue,
            Token::Number(one) if one == "1" => continue,
            Token::Mark(_) | Token::Number(_) => return Err(Unclear::Unreadable),
        };
        if is_skipped(words, word, tokens.get(index + 1)) || words.is_of_kind("place", word) {
            continue;
        }
        let lettered = |stack: &usize| letter(*stack).to_string().to_lowercase() == *word;
        let counted = words.ordinal(word).filter(|&stack| stack < stacks);
        let stack = (0..stacks).find(lettered).or(counted);
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
