//! Dots of a board by their numbers: `5 6 7`, `5, 6 and 7`, `dots 5 to 7`.

use super::words::{Token, Unclear, Words, tokens};
use nim_games::{Cells, MAX_CELLS, Move, marked};

/// What a token of the text says about the dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Dot(usize),
    /// A range from the dot before to the dot after.
    To,
}

/// The dots that are named. For two dots joined by "to", this includes the dots between them if
/// there is only one path from one to the other.
pub(super) fn cleared(words: Words<'_>, sets: &[Cells], given: &str) -> Result<Move, Unclear> {
    let said = said(words, given)?;
    let dot = |said: &Said| match *said {
        Said::Dot(dot) => Some(dot),
        Said::To => None,
    };
    let dots: Vec<usize> = said.iter().filter_map(dot).collect();
    let cells: Cells = dots.iter().copied().collect();
    let has_duplicates = cells.iter().count() < dots.len();
    if cells.is_empty() || has_duplicates {
        return Err(Unclear::Unreadable);
    }
    let meant = match *said {
        [Said::Dot(one), Said::To, Said::Dot(other)] => {
            marked(sets, Cells::one(one), other).unwrap_or(cells)
        }
        _ if said.contains(&Said::To) => return Err(Unclear::Unreadable),
        _ => cells,
    };
    Ok(Move::Clear(meant))
}

fn said(words: Words<'_>, given: &str) -> Result<Vec<Said>, Unclear> {
    let tokens = tokens(given, |_| false);
    let mut said = Vec::new();
    let (mut takes, mut has_noun) = (false, false);
    for (index, token) in tokens.iter().enumerate() {
        let is_after_number = index
            .checked_sub(1)
            .is_some_and(|before| matches!(tokens.get(before), Some(Token::Number(_))));
        match token {
            Token::Number(digits) => said.push(Said::Dot(cell(digits)?)),
            Token::Mark('-' | '–' | '−' | '…') => said.push(Said::To),
            Token::Mark(',' | ';' | '.' | ':' | '&') => {}
            Token::Word(word) if words.is("to", word) => said.push(Said::To),
            // "2 dots" means two dots, not the dot numbered 2.
            Token::Word(word) if words.is("cells", word) && !is_after_number => has_noun = true,
            Token::Word(word) if words.is("take", word) => takes = true,
            Token::Word(word) if words.is_idle(word) || words.is("and", word) => {}
            Token::Word(_) | Token::Mark(_) => return Err(Unclear::Unreadable),
        }
    }
    // "Take 2" may mean the dot numbered 2 or any two dots.
    if takes && !has_noun && said.len() == 1 {
        return Err(Unclear::Unreadable);
    }
    Ok(said)
}

/// The dot with a number, counted from 0.
fn cell(digits: &str) -> Result<usize, Unclear> {
    let number: Option<usize> = digits.parse().ok();
    let cell = number.and_then(|number| number.checked_sub(1));
    let cell = cell.filter(|&cell| cell < MAX_CELLS);
    cell.ok_or(Unclear::NoSuchCell)
}
