//! A member's try at a puzzle of the day, and what became of it.

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

    /// The number of moves in the try and in practice, plus 1 once practice has begun. Controls
    /// carry it to identify what the member saw.
    #[must_use]
    pub fn progress_number(&self) -> usize {
        self.attempt.moves().len() + self.practice.as_ref().map_or(0, |it| 1 + it.moves().len())
    }

    /// Whether the try that counts is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.attempt.outcome().is_some()
    }
}

/// Days in a row on which a member has finished the puzzle, solved or not.
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
