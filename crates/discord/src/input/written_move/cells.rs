//! Dots of a board by their numbers: `5 6 7`, `5, 6 and 7`, `dots 5 to 7`.

use super::words::{Token, Unclear, Words, tokens};
use nim_games::clearing::{Layout, Part};
use nim_games::{Cells, MAX_CELLS, Move, Position, Shape, marked_cells};

/// What a token of the text says about the dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Dot(usize),
    /// A range from the previous dot to the next one.
    To,
}

/// The move that takes the named dots. If two dots are joined by "to", it also takes those between
/// them ([`range`]).
pub(super) fn read_dots(words: Words<'_>, at: Position, text: &str) -> Result<Move, Unclear> {
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
        [Meaning::Dot(one), Meaning::To, Meaning::Dot(other)] => range(at, one, other)?,
        _ if meanings.contains(&Meaning::To) => return Err(Unclear::Unreadable),
        _ => cells,
    };
    Ok(Move::Clear(cells))
}

/// The dots from one to another: those with the numbers between, or on a grid those of the line
/// between them. From a larger number to a smaller one, the way may also be the one around a circle.
fn range(at: Position, one: usize, other: usize) -> Result<Cells, Unclear> {
    let numbers: Cells = (one.min(other)..=one.max(other)).collect();
    let Shape::Cells(layout, _) = at.shape() else {
        return Ok(numbers);
    };
    if layout.is_grid() {
        // A line of the whole board, so that a refusal names a dot of this line that is gone.
        let line = marked_cells(&layout.sets(MAX_CELLS), Cells::one(one), other);
        return Ok(line.unwrap_or(numbers));
    }
    let is_legal = |cells: &Cells| at.play(Move::Clear(*cells)).is_ok();
    match around(layout, one, other).filter(is_legal) {
        Some(around) if is_legal(&numbers) => {
            let readings = [numbers, around].map(Move::Clear);
            Err(Unclear::TwoReadings(Box::new(readings)))
        }
        Some(around) => Ok(around),
        None => Ok(numbers),
    }
}

/// The dots of a circle from one past the last to a smaller one.
fn around(layout: Layout, one: usize, other: usize) -> Option<Cells> {
    let mut rings = layout.parts().filter_map(|(part, first)| match part {
        Part::Ring(_) => Some(first..first + part.cells()),
        Part::Row(_) | Part::Full(_) | Part::Star(_) | Part::Grid(_) => None,
    });
    let ring = rings.find(|ring| ring.contains(&one) && ring.contains(&other))?;
    (one > other).then(|| (one..ring.end).chain(ring.start..=other).collect())
}

fn meanings(words: Words<'_>, text: &str) -> Result<Vec<Meaning>, Unclear> {
    let tokens = tokens(text, |_| false);
    let mut meanings = Vec::new();
    let (mut has_take, mut has_noun, mut has_digits) = (false, false, false);
    for token in &tokens {
        match token {
            Token::Number(digits) => {
                has_digits = true;
                meanings.push(Meaning::Dot(cell(digits)?));
            }
            Token::Mark('-' | '–' | '−' | '…') => meanings.push(Meaning::To),
            Token::Mark(',' | ';' | '.' | ':' | '&') => {}
            Token::Word(word) if words.is_of_kind("to", word) => meanings.push(Meaning::To),
            // Not after a number: "2 dots" and "2 of the dots" mean any two, and are refused.
            Token::Word(word) if words.is_of_kind("cells", word) && meanings.is_empty() => {
                has_noun = true;
            }
            // "2 of 5" means any two.
            Token::Word(word) if words.is_of_kind("from", word) && !meanings.is_empty() => {
                return Err(Unclear::Unreadable);
            }
            Token::Word(word) if words.is_of_kind("take", word) => has_take = true,
            Token::Word(word) if words.is_idle(word) || words.is_of_kind("and", word) => {}
            Token::Word(word) => {
                let number = words.number(word).ok_or(Unclear::Unreadable)?;
                meanings.push(Meaning::Dot(cell(&number.to_string())?));
            }
            Token::Mark(_) => return Err(Unclear::Unreadable),
        }
    }
    // "Take 2" and "two" may mean the dot numbered 2 or any two dots.
    if (has_take || !has_digits) && !has_noun && meanings.len() == 1 {
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
