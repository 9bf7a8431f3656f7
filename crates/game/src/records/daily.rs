//! A member's try at a puzzle of the day, and what became of it.

use std::time::Duration;

use itertools::Itertools as _;

use super::{ChannelId, MessageId, NotifyVia, Place, PracticeNews};
use nim_games::{Draw, Draws, Explanation, Move, Numbers, Position};

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
    #[must_use]
    pub fn left_by_member(&self) -> Vec<Position> {
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

/// What a member sees once their try is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailySummary {
    /// How many have solved the puzzle without help, and how many have finished it.
    pub everybody: (u64, u64),
    /// The place of the try among the finished tries of its server that nothing helped, and their number. Equal tries
    /// share a place.
    pub server_rank: Option<(u64, u64)>,
    /// The best three of that server so far.
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
    /// Whether the member wears the server's crown, and this is the first puzzle of the week that they have ended
    /// there.
    pub is_crowned_now: bool,
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
    /// Not solved, but forgiven.
    DayOff,
}

/// Where a server wants the puzzle of each day to be posted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyChannel {
    pub channel: ChannelId,
    /// The language that the server had in Discord when this was set.
    pub language: String,
    /// The hour at which it comes, in UTC.
    pub hour: u8,
    /// Whether Discord refused the latest post.
    pub is_refused: bool,
}

/// The first and the last hour, in UTC, at which a puzzle is posted: yesterday's tries are over, and
/// members have six hours left.
const EARLIEST_HOUR: u8 = 1;
const LATEST_HOUR: u8 = 18;

impl DailyChannel {
    /// Puzzles come to a place from now on, at this hour.
    #[must_use]
    pub fn here(place: &Place, now: Timestamp) -> Self {
        Self {
            channel: place.channel,
            language: place.language.clone(),
            hour: Self::hour_of(now),
            is_refused: false,
        }
    }

    fn hour_of(at: Timestamp) -> u8 {
        let hour = at.since(Day::of(at).start()).as_secs() / 3_600;
        u8::try_from(hour).map_or(LATEST_HOUR, |hour| hour.clamp(EARLIEST_HOUR, LATEST_HOUR))
    }

    /// When the puzzle comes on the day that begins at `midnight`.
    #[must_use]
    pub fn comes_at(&self, midnight: Timestamp) -> Timestamp {
        midnight.plus(Duration::from_hours(self.hour.into()))
    }
}

/// Whom a message about the puzzle of the day is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DailyTo {
    /// Everybody in a server: the puzzle.
    Server(i64),
    /// A member: a reminder.
    Member(MemberId),
}

/// When and where a member wants to be reminded of the puzzle of the day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyReminder {
    pub member: MemberId,
    /// Whether each day, not once.
    pub is_daily: bool,
    /// When the next one is due. `None` if none is any more.
    pub due: Option<Timestamp>,
    /// The day whose reminder is still to be sent.
    pub to_send: Option<Day>,
    /// Where it was asked for.
    pub place: Place,
    /// When it was asked for.
    pub since: Day,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReminderToSend {
    pub member: MemberId,
    /// How it is sent. A direct message may be refused.
    pub via: NotifyVia,
    /// Where it was asked for.
    pub place: Place,
    /// The streak that today's solution would continue, or 0.
    pub streak: i64,
    /// Whether that streak ends unless today's puzzle is solved: no day off is left.
    pub is_last_chance: bool,
    /// The streak that yesterday has ended, or 0.
    pub ended: i64,
    /// Who in the member's server has solved it already.
    pub solvers: Solvers,
    /// The best of this week in that server.
    pub so_far: Option<WeekTable>,
    /// The best of last week in that server, on a Monday.
    pub week: Option<WeekTable>,
    /// How many positions can be practised.
    pub practice: usize,
    /// Whether reminders come only once a week from now on.
    pub becomes_rare: bool,
}

/// A puzzle to post in a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyPost {
    pub day: Day,
    /// Where.
    pub place: Place,
    /// The best of last week, on a Monday, and who has won it.
    pub week: Option<WeekTable>,
    /// Who has won most games in last month, on the first day of a month.
    pub month: Option<MonthTable>,
    /// The best at the puzzles of last month, on the first day of a month.
    pub puzzles_of_month: Option<WeekTable>,
    /// The best of this week so far, on its last two days.
    pub so_far: Option<WeekTable>,
    /// On how many days in a row, until yesterday, somebody in the server has solved the puzzle.
    pub days_solved: u64,
    /// How many such days ended with the day before yesterday, or 0.
    pub days_ended: u64,
    /// The best of yesterday's puzzle.
    pub yesterday: Vec<Solver>,
    /// Who in the server has solved it so far, and how many have.
    pub solvers: Solvers,
    /// Whether nobody there has tried one for a week, so that it comes rarely from now on.
    pub rests: bool,
}

/// A puzzle that was posted in a server, and is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyPosted {
    pub day: Day,
    /// How many members of the server have solved it, and how many have tried.
    pub solved: (u64, u64),
    /// The best three.
    pub best: Vec<Solver>,
    /// As in [`DailyPost::week`].
    pub week: Option<WeekTable>,
    /// As in [`DailyPost::month`].
    pub month: Option<MonthTable>,
    /// As in [`DailyPost::puzzles_of_month`].
    pub puzzles_of_month: Option<WeekTable>,
}

/// Who in a server has solved a puzzle without help: some names, and how many have.
pub type Solvers = (Vec<String>, u64);

/// Who has solved a puzzle without help: the place, which equal members share, the name, and the number
/// of slips, where a hint counts as one, and whether there was one. Those who do not want to be listed are left out.
pub type Solver = (u64, String, u64, bool);

/// The table of the puzzles that the members of a server have solved without help, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeekTable {
    /// Which days it counts.
    pub span: Span,
    pub rows: Vec<WeekRow>,
}

/// A member in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeekRow {
    /// The place, which equal members share.
    pub place: u64,
    pub member: MemberId,
    /// The member's name.
    pub name: String,
    /// Whether the member wears the crown of the server.
    pub wears_crown: bool,
    /// How many crowns the member has been given, in all servers.
    pub crowns: u64,
    /// The points of all days together.
    pub points: u64,
    /// The points of each day of the week from Monday. 0 for a day without a solution.
    pub days: [u64; 7],
}

/// Who of a server has won most rated games in a month, of all kinds together, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthTable {
    /// The first day of the month.
    pub first: Day,
    pub rows: Vec<MonthRow>,
}

/// A member in the table of a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthRow {
    /// The place, which equal members share.
    pub place: u64,
    pub member: MemberId,
    pub name: String,
    /// How many games the member has won, and of how many.
    pub wins: u64,
    pub games: u64,
}

/// The days that a table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// From Monday to Sunday.
    Week(Day),
    /// From one day up to another.
    Days(Day, Day),
    /// All days.
    AllTime,
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
    fn no_puzzle_is_posted_while_yesterdays_may_still_be_solved() {
        let place = Place {
            guild: Some(1),
            channel: ChannelId(1),
            editable: true,
            language: String::new(),
        };
        let midnight = Day(21_925).start();
        let comes = |minutes| {
            let asked = midnight.plus(Duration::from_mins(minutes));
            let comes = DailyChannel::here(&place, asked).comes_at(midnight);
            comes.since(midnight).as_secs() / 3_600
        };
        assert_eq!([12, 150, 23 * 60].map(comes), [1, 2, 18]);
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
