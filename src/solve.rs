//! `wythoff solve`: the perfect player on the command line.

use std::io::{self, BufRead, Write};

use thiserror::Error;

use crate::rules::wythoff::{Explanation, Position, explain};

/// A line that is not a pair of piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not two whole numbers from 0 to 18446744073709551615")]
pub struct NotAPair;

/// Which winning positions to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The one that the bot moves to.
    Best,
    /// Every one, smallest difference first.
    All,
}

/// The positions to move to, written as `10 6`, or `none`.
///
/// ```
/// use wythoff::rules::wythoff::Position;
/// use wythoff::solve::{Wanted, answer};
///
/// assert_eq!(answer(Position::new(13, 9), Wanted::Best), "10 6");
/// assert_eq!(answer(Position::new(13, 9), Wanted::All), "10 6; 13 8");
/// assert_eq!(answer(Position::new(10, 6), Wanted::Best), "none");
/// ```
#[must_use]
pub fn answer(position: Position, wanted: Wanted) -> String {
    let targets = match explain(position) {
        Explanation::Cold { .. } => return "none".to_owned(),
        Explanation::Hot(moves) => moves
            .into_iter()
            .map(|winning| format!("{} {}", winning.to.left, winning.to.right)),
    };
    let shown = match wanted {
        Wanted::Best => 1,
        Wanted::All => usize::MAX,
    };
    targets.take(shown).collect::<Vec<_>>().join("; ")
}

/// Reads a pair of piles, separated by white space.
///
/// # Errors
/// [`NotAPair`] for anything else.
pub fn pair(line: &str) -> Result<Position, NotAPair> {
    let number = |word: &str| {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        if digits {
            word.parse().map_err(|_| NotAPair)
        } else {
            Err(NotAPair)
        }
    };
    let mut words = line.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some(left), Some(right), None) => Ok(Position::new(number(left)?, number(right)?)),
        _ => Err(NotAPair),
    }
}

/// Answers one pair per line. An invalid line is reported with its number and skipped. Returns whether every line was valid.
///
/// # Errors
/// If reading or writing fails.
pub fn answer_lines(
    mut lines: impl BufRead,
    mut answers: impl Write,
    mut errors: impl Write,
    wanted: Wanted,
) -> io::Result<bool> {
    let mut all_good = true;
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        if lines.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        match str::from_utf8(&line).map_err(|_| NotAPair).and_then(pair) {
            Ok(position) => writeln!(answers, "{}", answer(position, wanted))?,
            Err(problem) => {
                all_good = false;
                writeln!(errors, "line {number}: {problem}")?;
            }
        }
    }
    answers.flush()?;
    Ok(all_good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_is_reported_and_the_rest_goes_on() {
        let (mut answers, mut errors) = (Vec::new(), Vec::new());
        let lines =
            "13 9\n\n1 2\n5 -1\n+5 1\n1 2 3\n18446744073709551616 0\n18446744073709551615 0";
        let good = answer_lines(lines.as_bytes(), &mut answers, &mut errors, Wanted::Best)
            .expect("in memory");
        assert!(!good);
        assert_eq!(String::from_utf8_lossy(&answers), "10 6\nnone\n0 0\n");
        let reported = String::from_utf8_lossy(&errors);
        let numbers: Vec<_> = reported
            .lines()
            .filter_map(|line| line.split_once(':'))
            .map(|(line, _)| line)
            .collect();
        assert_eq!(numbers, ["line 2", "line 4", "line 5", "line 6", "line 7"]);
    }

    #[test]
    fn every_winning_position_is_printed_in_the_order_given() {
        assert_eq!(answer(Position::new(2, 2), Wanted::All), "0 0; 2 1; 1 2");
        assert_eq!(answer(Position::new(5, 10), Wanted::All), "5 3");
        assert_eq!(answer(Position::new(25, 30), Wanted::All), "8 13");
        assert_eq!(answer(Position::HOME, Wanted::All), "none");
    }
}
