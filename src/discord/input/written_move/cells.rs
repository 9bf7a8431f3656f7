//! Dots of a board by their numbers: `5 6 7`, `5, 6 and 7`, `dots 5 to 7`.

use super::words::{Token, Unclear, Words, tokens};
use nim_games::{Cells, MAX_CELLS, Move, marked_cells};

/// What a token of the text says about the dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Dot(usize),
    /// A range from the previous dot to the next one.
    To,
}

/// The move that takes the named dots. If two dots are joined by "to", it also takes the dots
/// between them, provided that there is only one path from one to the other.
pub(super) fn read_dots(words: Words<'_>, sets: &[Cells], text: &str) -> Result<Move, Unclear> {
    let meanings = meanings(words, text)?;
    let dot = |meaning: &Meaning| match *meaning {
        Meaning::Dot(dot) => Some(dot),
        Meaning::To => None,
    };
    let dots: Vec<usize> = meanings.iter().filter_map(dot).collect();
    let cells: Cells = dots.iter().copied().collect();
    let has_duplicates = cells.iter().count() < dots.len();
    if cells.is_empty() || has_duplicates {
        return Err(Unclear::Unreadable);
    }
    let cells = match *meanings {
        [Meaning::Dot(one), Meaning::To, Meaning::Dot(other)] => {
            marked_cells(sets, Cells::one(one), other).unwrap_or(cells)
        }
        _ if meanings.contains(&Meaning::To) => return Err(Unclear::Unreadable),
        _ => cells,
    };
    Ok(Move::Clear(cells))
}

fn meanings(words: Words<'_>, text: &str) -> Result<Vec<Meaning>, Unclear> {
    let tokens = tokens(text, |_| false);
    let mut meanings = Vec::new();
    let (mut has_take, mut has_noun) = (false, false);
    for (index, token) in tokens.iter().enumerate() {
        let is_after_number = index
            .checked_sub(1)
            .is_some_and(|previous| matches!(tokens.get(previous), Some(Token::Number(_))));
        match token {
            Token::Number(digits) => meanings.push(Meaning::Dot(cell(digits)?)),
            Token::Mark('-' | '–' | '−' | '…') => meanings.push(Meaning::To),
            Token::Mark(',' | ';' | '.' | ':' | '&') => {}
            Token::Word(word) if words.is_of_kind("to", word) => meanings.push(Meaning::To),
            // Not after a number: "2 dots" means two dots, not the dot numbered 2, and is refused.
            Token::Word(word) if words.is_of_kind("cells", word) && !is_after_number => {
                has_noun = true;
            }
            Token::Word(word) if words.is_of_kind("take", word) => has_take = true,
            Token::Word(word) if words.is_idle(word) || words.is_of_kind("and", word) => {}
            Token::Word(_) | Token::Mark(_) => return Err(Unclear::Unreadable),
        }
    }
    // "Take 2" may mean the dot numbered 2 or any two dots.
    if has_take && !has_noun && meanings.len() == 1 {
        return Err(Unclear::Unreadable);
    }
    Ok(meanings)
}

/// The dot with a number, counted from 0.
fn cell(digits: &str) -> Result<usize, Unclear> {
    let number: Option<usize> = digits.parse().ok();
    let cell = number.and_then(|number| number.checked_sub(1));
    let cell = cell.filter(|&cell| cell < MAX_CELLS);
    cell.ok_or(Unclear::NoSuchCell)
}
