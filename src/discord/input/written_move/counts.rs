//! Amounts that are added to a count: `2`, `add 2`, or the count that is reached, `say 40`.

use super::heaps::whole_number;
use super::words::{Token, Unclear, Words, tokens};
use crate::discord::text::key;
use nim_games::{Counting, Move};

/// What a token of the text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Number(u64),
    /// The number after it is the count that is reached.
    Says,
}

/// How much is added. If the text also gives the count that is reached, the two have to agree.
pub(super) fn added(words: Words<'_>, counting: Counting, given: &str) -> Result<Move, Unclear> {
    let said = said(words, given)?;
    let up_to = |reached: u64| {
        let amount = reached.checked_sub(counting.count);
        amount
            .filter(|&amount| amount > 0)
            .ok_or(Unclear::Unreadable)
    };
    let amount = match *said {
        [Said::Number(amount)] => amount,
        [Said::Says, Said::Number(reached)] => up_to(reached)?,
        [Said::Number(amount), Said::Says, Said::Number(reached)]
        | [Said::Says, Said::Number(reached), Said::Number(amount)]
            if up_to(reached)? == amount =>
        {
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

fn said(words: Words<'_>, given: &str) -> Result<Vec<Said>, Unclear> {
    let separator = words.language.say(key!("digit-group-separator"));
    let joins = |c: char| c.is_whitespace() || c == '.' || separator.contains(c);
    let tokens = tokens(given, joins);
    let mut said = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let next = tokens.get(index + 1);
        match token {
            // "2 heaps" is not an amount of 2.
            _ if matches!(next, Some(Token::Word(next)) if words.is("heaps", next))
                && is_amount(words, token) =>
            {
                return Err(Unclear::Unreadable);
            }
            Token::Number(number) => {
                let number = whole_number(number, &separator).ok_or(Unclear::NoWholeNumber)?;
                said.push(Said::Number(number));
            }
            Token::Mark('→') => said.push(Said::Says),
            Token::Mark('-' | '–' | '−') if matches!(next, Some(Token::Number(_))) => {
                return Err(Unclear::Negative);
            }
            Token::Mark('+' | ':' | ',' | ';' | '(' | ')') => {}
            Token::Word(word) if words.is("say", word) => said.push(Said::Says),
            Token::Word(word) if words.is_idle(word) || words.is("count", word) => {}
            Token::Word(word) if words.is_noun(word) || words.is_article(word, next) => {}
            // "Add 2 and say 8".
            Token::Word(word) if words.is("and", word) => {}
            Token::Word(word) => match words.number(word) {
                Some(number) => said.push(Said::Number(number)),
                None => return Err(Unclear::Unreadable),
            },
            Token::Mark(_) => return Err(Unclear::Unreadable),
        }
    }
    if said.is_empty() {
        return Err(Unclear::Unreadable);
    }
    Ok(said)
}
