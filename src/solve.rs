//! `wythoff solve`: the perfect player on the command line.

use itertools::Itertools as _;
use std::io::{self, BufRead, Write};

use thiserror::Error;

use nim_games::{BadPosition, OptionName, Options, Position, Variant};

/// Which winning moves to print. Each is printed as the position that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The one that the bot makes.
    Best,
    /// All of them, that one first.
    All,
}

/// The game to solve, and what is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The game.
    pub variant: Variant,
    pub options: Options,
    /// Which winning moves to print.
    pub wanted: Wanted,
}

/// A position that cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unsolvable {
    /// A pair of piles was expected.
    #[error("not two whole numbers from 0 to 18446744073709551615")]
    NotAPair,
    /// The game has no such option.
    #[error("{0} has no such option; these games have it: {games}", games = games_with(*.1))]
    NoOption(Variant, OptionName),
    /// There is no such position in the game.
    #[error(transparent)]
    BadPosition(BadPosition),
}

impl Question {
    /// The positions to move to, separated by semicolons, or `none`.
    ///
    /// ```
    /// use nim_games::{Options, Variant};
    /// use wythoff::solve::{Question, Wanted};
    ///
    /// let answer = |variant, wanted, position| Question { variant, options: Options::default(), wanted }.answer(position);
    /// assert_eq!(answer(Variant::Wythoff, Wanted::Best, "13 9").unwrap(), "10 6");
    /// assert_eq!(answer(Variant::Wythoff, Wanted::All, "13 9").unwrap(), "10 6; 13 8");
    /// assert_eq!(answer(Variant::Nim, Wanted::Best, "3 5 6").unwrap(), "none");
    /// ```
    ///
    /// # Errors
    /// [`Unsolvable`] if there is no such position.
    pub fn answer(&self, position: &str) -> Result<String, Unsolvable> {
        let mut written = Vec::new();
        // Writing to memory cannot fail.
        let _ = self.write(&self.read(position)?, &mut written);
        Ok(String::from_utf8(written)
            .unwrap_or_default()
            .trim_end()
            .to_owned())
    }

    /// Checks that the position can be solved.
    ///
    /// # Errors
    /// [`Unsolvable`] if there is no such position.
    pub fn check(&self, position: &str) -> Result<(), Unsolvable> {
        self.read(position).map(drop)
    }

    fn read(&self, position: &str) -> Result<Position, Unsolvable> {
        let read = Position::read_to_solve(self.variant, self.options, position);
        read.map_err(|problem| {
            let is_no_pair = matches!(
                problem,
                BadPosition::NotHeaps | BadPosition::HeapCount { .. }
            );
            if let BadPosition::NoOption(name) = problem {
                Unsolvable::NoOption(self.variant, name)
            } else if is_no_pair && self.variant == Variant::Wythoff {
                Unsolvable::NotAPair
            } else {
                Unsolvable::BadPosition(problem)
            }
        })
    }

    /// Writes one answer move by move, since the winning moves may not all fit into memory.
    fn write(&self, position: &Position, answers: &mut impl Write) -> io::Result<()> {
        let targets = position
            .winning_moves()
            .filter_map(|mv| position.play(mv).ok());
        let limit = match self.wanted {
            Wanted::Best => 1,
            Wanted::All => usize::MAX,
        };
        let mut separator = "";
        for target in targets.take(limit) {
            write!(answers, "{separator}{target}")?;
            separator = "; ";
        }
        writeln!(
            answers,
            "{}",
            if separator.is_empty() { "none" } else { "" }
        )
    }

    /// Answers one position per line. An invalid line is reported with its number and skipped.
    /// Returns whether every line was valid.
    ///
    /// # Errors
    /// If reading or writing fails.
    pub fn answer_lines(
        &self,
        mut lines: impl BufRead,
        mut answers: impl Write,
        mut errors: impl Write,
    ) -> io::Result<bool> {
        let mut all_good = true;
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            if lines.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            // A line that is not UTF-8 is no position, like any other nonsense.
            match self.read(&String::from_utf8_lossy(&line)) {
                Ok(position) => self.write(&position, &mut answers)?,
                Err(problem) => {
                    all_good = false;
                    writeln!(errors, "line {number}: {problem}")?;
                }
            }
        }
        answers.flush()?;
        Ok(all_good)
    }
}

/// The games that have an option.
fn games_with(name: OptionName) -> String {
    let games = Variant::ALL
        .iter()
        .filter(|variant| Position::has_option(**variant, name));
    games.map(|variant| variant.key()).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(variant: Variant, options: &str, wanted: Wanted) -> Question {
        Question {
            variant,
            options: options.parse().expect("options"),
            wanted,
        }
    }

    #[test]
    fn a_bad_line_is_reported_and_the_others_are_answered() {
        let (mut answers, mut errors) = (Vec::new(), Vec::new());
        let lines =
            "13 9\n\n1 2\n5 -1\n+5 1\n1 2 3\n18446744073709551616 0\n18446744073709551615 0";
        let question = question(Variant::Wythoff, "", Wanted::Best);
        let good = question.answer_lines(lines.as_bytes(), &mut answers, &mut errors);
        assert!(!good.expect("in memory"));
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
    fn every_winning_move_is_printed_the_best_first() {
        for (variant, options, position, answer) in [
            (Variant::Wythoff, "", "2 2", "0 0; 2 1; 1 2"),
            (Variant::Wythoff, "", "25 30", "8 13"),
            (Variant::Wythoff, "", "0 0", "none"),
            (Variant::Wythoff, "misere", "2 5", "2 2"),
            (Variant::Nim, "", "3 5 7", "2 5 7; 3 4 7; 3 5 6"),
            (Variant::Nim, "", "marienbad", "none"),
            (Variant::Take, "misere", "20", "17"),
            (Variant::TwentyOne, "", "2/21", "4/21"),
            (Variant::Greedy, "", "9 6 3", "6 6 3"),
        ] {
            assert_eq!(
                question(variant, options, Wanted::All)
                    .answer(position)
                    .as_deref(),
                Ok(answer),
                "{position}"
            );
        }
    }

    #[test]
    fn a_refused_option_names_the_games_that_have_it() {
        let refused = question(Variant::Nim, "most=3", Wanted::Best)
            .answer("3 5 7")
            .expect_err("no such option");
        assert!(
            refused.to_string().ends_with("take, 21, 100, moore, graph"),
            "{refused}"
        );
    }
}
