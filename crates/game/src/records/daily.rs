//! A member's try at a puzzle of the day, and what became of it.

use std::time::Duration;

use itertools::Itertools as _;

use super::{MessageId, Place, PracticeNews, Solver, WeekTable};
use nim_games::{Draw, Draws, Explanation, Move, Numbers, Position, Told};

use crate::{Attempt, AttemptOutcome, Day, MemberId, Timestamp};

/// A member's try at the puzzle of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyTry {
    pub member: MemberId,
    pub day: Day,
    /// The server where it began.
    pub guild: Option<i64>,
    /// When it began. `None` if this was not noted, or if the puzzle is only practised.
    pub begun: Option<Timestamp>,
    /// The try that counts.
    pub attempt: Attempt,
    /// The latest try for practice, which can begin only once the one that counts is over, or its day.
    pub practice: Option<Attempt>,
    /// The streak that the day belongs to, if it is solved without help.
    pub streak: Option<Streak>,
    /// Whether something helped, so that it does not count.
    pub is_helped: bool,
    /// Whether its result was shared.
    pub is_shared: bool,
    /// Whether it was solved in practice.
    pub is_practised: bool,
}

/// How long after its day a try that has begun may be ended.
const GRACE: Duration = Duration::from_hours(1);

/// The day before, as long as tries of that day may still be ended.
#[must_use]
pub fn late_day(at: Timestamp) -> Option<Day> {
    let today = Day::of(at);
    (at < today.start().plus(GRACE)).then(|| today.minus(1))
}

impl DailyTry {
    /// A try without moves, which has not begun.
    #[must_use]
    pub fn new(member: MemberId, day: Day, guild: Option<i64>) -> Self {
        Self {
            member,
            day,
            guild,
            begun: None,
            attempt: day.attempt(),
            practice: None,
            streak: None,
            is_helped: false,
            is_shared: false,
            is_practised: false,
        }
    }

    /// Whether a move in the try counts at that time: on its day or, if it began then, until an hour
    /// later.
    #[must_use]
    pub fn counts_at(&self, at: Timestamp) -> bool {
        let has_begun = self.begun.is_some_and(|begun| begun < self.day.end());
        Day::of(at) == self.day || late_day(at) == Some(self.day) && has_begun
    }

    /// Until when a move in it may count.
    #[must_use]
    pub fn last_time(&self) -> Timestamp {
        self.day.end().plus(GRACE)
    }

    /// Whether the puzzle counts for the star of its week: it is solved without help, or in practice.
    #[must_use]
    pub fn counts_for_star(&self) -> bool {
        self.is_solved() && !self.is_helped || self.is_practised
    }

    /// The current attempt: practice once it has begun, before that the try that counts.
    #[must_use]
    pub fn current(&self) -> &Attempt {
        self.practice.as_ref().unwrap_or(&self.attempt)
    }

    /// A number for what the member sees: the steps of the current attempt, and whether it is
    /// practice. Controls carry it. It is no count, since practice may begin again.
    #[must_use]
    pub fn progress_number(&self) -> u32 {
        let steps = self.current().steps().iter().join(" ");
        hash(&format!("{} {steps}", self.practice.is_some()))
    }

    /// What chooses between replies that are equally good. Players who find the same moves get the same
    /// replies, so that results can be compared.
    #[must_use]
    pub fn draws(&self) -> Draws {
        self.draws_in(self.current())
    }

    fn draws_in(&self, attempt: &Attempt) -> Draws {
        let path = attempt.path().iter().join(" ");
        draws_of([&self.day.to_string(), &path])
    }

    /// The moves of a game that solved it, with the rest as the bot plays it out. `attempt` is the try
    /// that counts, or practice.
    #[must_use]
    pub fn played_out(&self, attempt: &Attempt) -> Vec<Move> {
        attempt.played_out(self.draws_in(attempt))
    }

    /// The positions that it leaves after the member's moves, if the try that counts has solved it.
    fn left_by_member(&self) -> Vec<Position> {
        let mut at = self.attempt.start();
        let moves = if self.is_solved() {
            self.played_out(&self.attempt)
        } else {
            Vec::new()
        };
        let after = moves.into_iter().map_while(|mv| {
            at = at.play(mv).ok()?;
            Some(at)
        });
        after.step_by(2).collect()
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

    /// What is explained afterwards: the position where the member failed, or the puzzle that they solved.
    #[must_use]
    pub fn explained(&self) -> Position {
        if self.is_over() && !self.is_solved() {
            self.attempt.now()
        } else {
            self.day.puzzle()
        }
    }

    /// What its result and the reasons tell, once it is over: how it is won, and what answers the slips.
    #[must_use]
    pub fn told(&self) -> Told {
        let slips = self.attempt.slips().iter();
        let answered = slips.map(|&(at, mv)| Told::refutation(at, mv));
        let told = Told::solution(self.explained(), true).and(Told::lost(self.left_by_member()));
        let made_good = self.made_good().map(|it| Told::solution(it.at, true));
        answered.chain(made_good).fold(told, Told::and)
    }

    /// How a position is won where the member slipped, but found it then.
    #[must_use]
    pub fn made_good(&self) -> Option<Explanation> {
        let made_good = self.attempt.made_good().filter(|_| self.is_solved())?;
        Some(Explanation::of_move(made_good.0, made_good.1))
    }

    /// How that is won: by the member's own first move, if they have solved it.
    #[must_use]
    pub fn explanation(&self) -> Explanation {
        let own = self.attempt.path().first().copied();
        match own.filter(|_| self.is_solved()) {
            Some(own) => Explanation::of_move(self.explained(), own),
            None => Explanation::of(self.explained()),
        }
    }
}

/// Numbers that depend only on these texts.
pub(super) fn draws_of(given: [&str; 2]) -> Draws {
    let mut numbers = Numbers::of(given.map(|text| Draw::new(hash(text).into())));
    // The first two numbers are the hashes, which fill only the lower 32 of 64 bits.
    let [_, _, skill, choice] = std::array::from_fn(|_| numbers.draw());
    Draws { skill, choice }
}

/// FNV-1a, the same in every process.
fn hash(text: &str) -> u32 {
    let add = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    text.bytes().fold(0x811c_9dc5, add)
}

/// Days on which a member has solved the puzzle without help, with at most one day off in
/// seven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streak {
    /// How many days.
    pub days: i64,
    /// The latest day off, without a solution, that was forgiven.
    pub forgiven: Option<Day>,
}

/// The number of days within which at most one day off is forgiven.
const FORGIVEN_EVERY: i64 = 7;

impl Streak {
    /// The streak including today. `latest` is the latest earlier day on which the member solved the
    /// puzzle, with the streak up to that day.
    ///
    /// ```
    /// use wythoff_game::Day;
    /// use wythoff_game::records::Streak;
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

    /// The day from which on another day off is forgiven, if the one before `today` was.
    #[must_use]
    pub fn next_day_off(&self, today: Day) -> Option<Day> {
        let forgiven = self.forgiven.filter(|&day| day == today.minus(1))?;
        Some(forgiven.plus(FORGIVEN_EVERY))
    }

    /// Whether it has just reached a round number of days.
    #[must_use]
    pub const fn is_milestone(&self) -> bool {
        matches!(self.days, 7 | 30 | 100 | 365)
    }
}

/// What has become of the member's try of the day after a puzzle. (A try may be ended after midnight.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextTry {
    /// It is not over, or not begun.
    Open,
    /// It is over, and belongs to this streak.
    Over(Option<Streak>),
}

/// How everybody in all servers did with a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Everybody {
    pub finished: u64,
    /// How many solved it without help.
    pub solved: u64,
    /// How many of these made no slip and took no hint.
    pub flawless: u64,
}

/// How a week of puzzles has ended for a member of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastWeek {
    /// The member wears the crown. The second one, with their points, if there is one.
    Crowned {
        points: u64,
        second: Option<(String, u64)>,
    },
    /// Somebody else does.
    Behind {
        winners: Vec<String>,
        points: u64,
        own: u64,
    },
}

/// What a member sees once their try is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailySummary {
    pub everybody: Everybody,
    /// The place of the try among the finished tries of its server that nothing helped, and their number. Equal tries
    /// share a place.
    pub server_rank: Option<(u64, u64)>,
    /// The best of that server so far.
    pub best_here: Vec<Solver>,
    /// How many points the member has in its week, and how many they have had at most in one before.
    pub own_week: (u64, u64),
    /// How many positions wait to be practised.
    pub waiting: usize,
    /// The post of the puzzle in the server where the try counts, while it runs.
    pub post: Option<(Place, MessageId)>,
    /// What became of the days of its week, from Monday. `None` for a day that neither has a finished
    /// try nor was forgiven.
    pub week: [Option<DayMark>; 7],
    /// The days after the streak before, up to this one, whose tries failed.
    pub failed_since: Vec<Day>,
    /// How last week ended there, if this is the first puzzle of the week that the member has ended.
    pub last_week: Option<LastWeek>,
    /// The latest earlier day on which the member solved the puzzle without help, with the streak up to it.
    pub before: Option<(Day, Streak)>,
    /// The longest streak of the member that ended before this one began.
    pub longest_before: i64,
    /// How many tries in a row, up to this one, the member has solved without a slip.
    pub flawless: u64,
    pub next: NextTry,
    /// Whether the member is reminded each day.
    pub is_reminded: bool,
    /// Whether the solution would help elsewhere: in a running game, or with a puzzle that still counts.
    /// Then the result leaves it out; *Why?* asks first, or refuses.
    pub hides_solution: bool,
    pub practice: PracticeNews,
    /// The best of this week in that server.
    pub so_far: Option<WeekTable>,
}

/// A week in which a member has solved enough puzzles, on their day or in practice, gives a star.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stars {
    /// How many puzzles of the week are solved.
    pub solved: u64,
    /// How many stars the member has.
    pub all: u64,
}

impl Stars {
    /// How many puzzles of a week it takes.
    pub const TAKES: u64 = 5;

    /// How many more it takes. Those of earlier days can be solved later.
    #[must_use]
    pub const fn missing(self) -> u64 {
        Self::TAKES.saturating_sub(self.solved)
    }
}

/// What became of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayMark {
    /// Solved without help, and without a slip.
    Flawless,
    /// Solved without help.
    Solved,
    /// Solved, but something helped.
    Helped,
    /// Not solved.
    Failed,
    /// Not solved on its day, but afterwards in practice.
    SolvedLater,
    /// It was missed, and solved in practice then.
    Practised,
    /// Not solved, but forgiven.
    DayOff,
    /// Its try may still be ended.
    Open,
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
        let begun = DailyTry::new(MemberId(1), Day(21_925), None);
        let after = |moves: &[&str]| {
            let moves = moves.iter().map(|mv| mv.parse().expect("a move"));
            let moves: Vec<_> = moves.collect();
            begun.attempt.clone().replayed(&moves).expect("an attempt")
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
