//! Amounts that are added to a count: `2`, `add 2`, or the count that is reached, `say 40`.

use super::heaps::whole_number;
use super::words::{Token, Unclear, Words, tokens};
use crate::text::key;
use nim_games::{Counting, Move};

/// What a token of the text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Number(u64),
    /// The word "add", or a plus: there is an amount.
    Add,
    /// The word "say" or an arrow: the next number is the count that is reached.
    Say,
}

/// The move that adds an amount. If the text also gives the count that is reached, the two have to
/// agree.
pub(super) fn read_amount(
    words: Words<'_>,
    counting: Counting,
    text: &str,
) -> Result<Move, Unclear> {
    let mut meanings = meanings(words, text)?;
    let is_added = meanings.contains(&Meaning::Add);
    meanings.retain(|meaning| *meaning != Meaning::Add);
    // Larger than any number that can be read.
    if meanings.contains(&Meaning::Number(u64::MAX)) {
        return Err(Unclear::Unreadable);
    }
    let amount_to = |reached: u64| {
        let amount = reached.checked_sub(counting.count);
        amount
            .filter(|&amount| amount > 0)
            .ok_or(Unclear::TakesNothing)
    };
    let amount = match *meanings {
        [Meaning::Number(amount)] => amount,
        // "Say 3 more" is no count.
        [Meaning::Say, Meaning::Number(reached)] if !is_added => amount_to(reached)?,
        // "30 → 40", from the count.
        [
            Meaning::Number(from),
            Meaning::Say,
            Meaning::Number(reached),
        ] if !is_added && from == counting.count && amount_to(reached).ok() != Some(from) => {
            amount_to(reached)?
        }
        [
            Meaning::Number(amount),
            Meaning::Say,
            Meaning::Number(reached),
        ]
        | [
            Meaning::Say,
            Meaning::Number(reached),
            Meaning::Number(amount),
        ] => {
            if amount_to(reached)? != amount {
                return Err(Unclear::WrongSum {
                    parts: [counting.count, amount],
                    sum: reached,
                });
            }
            amount
        }
        _ => return Err(Unclear::Unreadable),
    };
    Ok(Move::Count(amount))
}

fn is_amount(words: Words<'_>, token: &Token) -> bool {
    match token {
        Token::Number(_) => true,
        Token::Word(word) => words.number(word).is_some(),
        Token::Mark(_) => false,
    }
}

fn meanings(words: Words<'_>, text: &str) -> Result<Vec<Meaning>, Unclear> {
    let separator = words.language.say(key!("digit-group-separator"));
    let joins = |c: char| c.is_whitespace() || c == '.' || separator.contains(c);
    let tokens = tokens(text, joins);
    let mut meanings = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let next = tokens.get(index + 1);
        match token {
            // "2 heaps" is not an amount of 2.
            _ if matches!(next, Some(Token::Word(next)) if words.is_of_kind("heaps", next))
                && is_amount(words, token) =>
            {
                return Err(Unclear::Unreadable);
            }
            Token::Number(number) => {
                meanings.push(Meaning::Number(whole_number(number, &separator)?));
            }
            Token::Mark('→') => meanings.push(Meaning::Say),
            Token::Mark('-' | '–' | '−') if matches!(next, Some(Token::Number(_))) => {
                return Err(Unclear::TakesNothing);
            }
            Token::Mark('+') => meanings.push(Meaning::Add),
            Token::Word(word) if words.is_of_kind("count", word) => meanings.push(Meaning::Add),
            Token::Mark(':' | ',' | ';' | '(' | ')') => {}
            Token::Word(word) if words.is_of_kind("say", word) => meanings.push(Meaning::Say),
            Token::Word(word) if words.is_idle(word) => {}
            Token::Word(word) if words.is_noun(word) || words.is_article(word, next) => {}
            // "Add 2 and say 8".
            Token::Word(word) if words.is_of_kind("and", word) => {}
            Token::Word(word) => match words.number(word) {
                Some(number) => meanings.push(Meaning::Number(number)),
                None => return Err(Unclear::Unreadable),
            },
            Token::Mark(_) => return Err(Unclear::Unreadable),
        }
    }
    if meanings.is_empty() {
        return Err(Unclear::Unreadable);
    }
    Ok(meanings)
}
