//! A member's try at a puzzle of the day, and what became of it.

use itertools::Itertools as _;

use super::{ChannelId, Place};
use crate::game::{Attempt, AttemptOutcome, Day, MAX_SLIPS, MemberId};

/// A member's try at the puzzle of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyTry {
    /// The member.
    pub member: MemberId,
    /// The day.
    pub day: Day,
    /// The server where it began.
    pub guild: Option<i64>,
    /// The try that counts.
    pub attempt: Attempt,
    /// The latest try for practice, which can begin only once the one that counts is over.
    pub practice: Option<Attempt>,
    /// The streak that the day belongs to, once the try is over.
    pub streak: Option<Streak>,
}

impl DailyTry {
    /// A try that begins.
    #[must_use]
    pub fn begun(member: MemberId, day: Day, guild: Option<i64>) -> Self {
        Self {
            member,
            day,
            guild,
            attempt: Attempt::at(day.puzzle()),
            practice: None,
            streak: None,
        }
    }

    /// The current attempt: practice once it has begun, before that the try that counts.
    #[must_use]
    pub fn current(&self) -> &Attempt {
        self.practice.as_ref().unwrap_or(&self.attempt)
    }

    /// A number for what the member sees: the moves of the current attempt, and whether it is
    /// practice. Controls carry it. It is no count, since practice may begin again, and the same for
    /// every process (FNV-1a).
    #[must_use]
    pub fn progress_number(&self) -> u32 {
        let moves = self.current().moves().iter().join(" ");
        let seen = format!("{} {moves}", self.practice.is_some());
        let hash = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        seen.bytes().fold(0x811c_9dc5, hash)
    }

    /// Whether the try that counts is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.attempt.outcome().is_some()
    }

    /// Whether the try that counts has solved the puzzle.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.attempt.outcome() == Some(AttemptOutcome::Solved)
    }
}

/// Days on which a member has finished the puzzle, solved or not, with at most one missed day in
/// seven between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streak {
    /// How many days.
    pub days: i64,
    /// The latest missed day that was forgiven.
    pub forgiven: Option<Day>,
}

/// The number of days within which at most one missed day is forgiven.
const FORGIVEN_EVERY: i64 = 7;

impl Streak {
    /// The streak including today. `latest` is the latest earlier day on which the member finished
    /// the puzzle, with the streak up to that day.
    ///
    /// ```
    /// use wythoff::game::Day;
    /// use wythoff::records::Streak;
    ///
    /// let first = Streak::including(Day(1), None);
    /// let second = Streak::including(Day(2), Some((Day(1), first)));
    /// assert_eq!(second.days, 2);
    /// let forgiven = Streak::including(Day(4), Some((Day(2), second)));
    /// assert_eq!((forgiven.days, forgiven.forgiven), (3, Some(Day(3))));
    /// assert_eq!(Streak::including(Day(6), Some((Day(4), forgiven))).days, 1);
    /// ```
    #[must_use]
    pub fn including(today: Day, latest: Option<(Day, Self)>) -> Self {
        let continued = latest.and_then(|(day, streak)| {
            let days = streak.days + 1;
            let missed = today.minus(1);
            let may_forgive = |last: Day| last <= missed.minus(FORGIVEN_EVERY);
            match today.0 - day.0 {
                1 => Some(Self { days, ..streak }),
                2 if streak.forgiven.is_none_or(may_forgive) => Some(Self {
                    days,
                    forgiven: Some(missed),
                }),
                _ => None,
            }
        });
        continued.unwrap_or(Self {
            days: 1,
            forgiven: None,
        })
    }
}

/// How many tries were solved, by number of slips, and how many failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DailyCounts {
    /// Solved, by number of slips.
    pub solved: [u64; MAX_SLIPS + 1],
    /// Not solved.
    pub failed: u64,
}

impl DailyCounts {
    /// Adds tries that ended in the same way.
    pub fn add(&mut self, outcome: AttemptOutcome, slips: usize, count: u64) {
        match outcome {
            AttemptOutcome::Failed => self.failed += count,
            AttemptOutcome::Solved => {
                if let Some(known) = self.solved.get_mut(slips) {
                    *known += count;
                }
            }
        }
    }

    /// All tries.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.solved.iter().sum::<u64>() + self.failed
    }
}

/// What a member sees once their try is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailySummary {
    /// How the day went for everybody.
    pub of_day: DailyCounts,
    /// How the member's days went, for up to a year.
    pub own: DailyCounts,
    /// The place of the try among the finished tries of its server, and their number. Equal tries
    /// share a place.
    pub server_rank: Option<(u64, u64)>,
}

/// Where a server wants the puzzle of each day to be posted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyChannel {
    /// The channel.
    pub channel: ChannelId,
    /// The language that the server had in Discord when this was set.
    pub language: String,
    /// Whether Discord refused the latest post.
    pub is_refused: bool,
}

/// A puzzle to post in a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyPost {
    /// The day.
    pub day: Day,
    /// Where.
    pub place: Place,
    /// How the members of the server did on the day before: their names, and their results, the
    /// best first.
    pub results: Vec<DailyResult>,
}

/// How a member did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyResult {
    /// The member's name. `None` if they do not want to be listed, or are not among the best.
    pub name: Option<String>,
    /// How it ended.
    pub outcome: AttemptOutcome,
    /// The number of slips.
    pub slips: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_missed_day_in_seven_is_forgiven() {
        let streak = Streak {
            days: 3,
            forgiven: Some(Day(3)),
        };
        // The day before `today` is missed.
        let including = |today| Streak::including(Day(today), Some((Day(today - 2), streak)));
        assert_eq!(including(10).days, 1, "six days later");
        let forgiven = Some(Day(10));
        assert_eq!(including(11), Streak { days: 4, forgiven });
    }

    #[test]
    fn each_position_of_a_try_has_its_own_number() {
        let begun = DailyTry::begun(MemberId(1), Day(21_921), None);
        let after = |moves: &[&str]| {
            let moves = moves.iter().map(|mv| mv.parse().expect("a move"));
            let moves: Vec<_> = moves.collect();
            Attempt::replayed(begun.attempt.start(), &moves).expect("an attempt")
        };
        let tries = [
            &[] as &[&str],
            &["A1"],
            &["A2"],
            &["A1", "A2"],
            &["A2", "A1"],
        ];
        let numbers = tries.iter().flat_map(|moves| {
            let attempt = after(moves);
            let practising = DailyTry {
                practice: Some(attempt.clone()),
                ..begun.clone()
            };
            let trying = DailyTry {
                attempt,
                ..begun.clone()
            };
            [trying, practising].map(|it| it.progress_number())
        });
        assert_eq!(numbers.collect::<std::collections::BTreeSet<_>>().len(), 10);
    }
}
