//! Messages about puzzles of the day for others than who plays: where a server wants the puzzle of each day, whom a
//! message is for, and what a post and a table tell.

use std::time::Duration;

use super::{ChannelId, NotifyVia, Place};
use crate::{Day, MemberId, Timestamp};

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

/// A change of the hour at which a server's puzzle comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HourChange {
    Earlier,
    Later,
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

    /// The same place, an hour earlier or later, if puzzles may come then.
    #[must_use]
    pub fn moved(self, to: HourChange) -> Self {
        let hour = match to {
            HourChange::Earlier => self.hour.saturating_sub(1),
            HourChange::Later => self.hour.saturating_add(1),
        };
        Self {
            hour: hour.clamp(EARLIEST_HOUR, LATEST_HOUR),
            ..self
        }
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
    /// When the next one is due, if there will be another.
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
    pub winners: Winners,
    /// The best of this week so far, from its third day on.
    pub so_far: Option<WeekTable>,
    /// On how many days in a row, until yesterday, somebody in the server has solved the puzzle.
    pub days_solved: u64,
    /// How many such days ended with the day before yesterday, or 0.
    pub days_ended: u64,
    /// The best of yesterday's puzzle.
    pub yesterday: Vec<Solver>,
    /// Who in the server has solved it so far.
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
    /// The best.
    pub best: Vec<Solver>,
    pub winners: Winners,
}

/// Who has won last week and last month, where they have just ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winners {
    /// The best of last week, on a Monday, and who has won it.
    pub week: Option<WeekTable>,
    /// The best at the puzzles of last month, on the first day of a month.
    pub month: Option<WeekTable>,
    /// Who has won most games in last month, on the first day of a month.
    pub games: Option<MonthTable>,
}

/// Who in a server has solved a puzzle without help: the best of them, and how many have.
pub type Solvers = (Vec<Solver>, u64);

/// Who has solved a puzzle without help: the place, the name, the number of slips, where a hint counts as one, and
/// whether there was a hint. Equal members share a place, and no place is skipped. Members who do not want to be listed
/// are left out.
pub type Solver = (u64, String, u64, bool);

/// The table of the puzzles that the members of a server have solved without help, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeekTable {
    /// Which days it counts.
    pub span: Span,
    pub rows: Vec<WeekRow>,
    /// Whose try at the puzzle of the last day brings nothing any more. Only known of the week so far.
    pub ended: Vec<MemberId>,
}

/// The most points that a puzzle brings.
pub const MOST_POINTS: u64 = 6;

impl WeekTable {
    /// Whether the puzzle of the last day may still change who is first.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let most = self.rows.first().map_or(0, |row| row.points);
        let firsts = self.rows.iter().filter(|row| row.points == most).count();
        let may_change = |row: &WeekRow| {
            let is_first = row.points == most;
            let can_win = is_first && firsts > 1;
            let can_catch_up = !is_first && row.points + MOST_POINTS >= most;
            (can_win || can_catch_up) && !self.ended.contains(&row.member)
        };
        // Somebody who has no points yet may come.
        most <= MOST_POINTS || self.rows.iter().any(may_change)
    }
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

    fn week(points: &[u64], ended: &[i64]) -> WeekTable {
        let rows = (1..).zip(points).map(|(member, &points)| WeekRow {
            place: 1,
            member: MemberId(member),
            name: String::new(),
            wears_crown: false,
            crowns: 0,
            points,
            days: [0; 7],
        });
        WeekTable {
            span: Span::AllTime,
            rows: rows.collect(),
            ended: ended.iter().copied().map(MemberId).collect(),
        }
    }

    #[test]
    fn a_puzzle_is_open_while_somebody_can_become_first() {
        for (points, ended, is_open) in [
            (&[12, 6][..], &[][..], true),
            (&[12, 5], &[], false),
            (&[12, 6], &[2], false),
            // Who is first alone changes nothing.
            (&[12, 6], &[1], true),
            // One of two could get ahead.
            (&[12, 12], &[1], true),
            (&[12, 12, 6], &[1, 2, 3], false),
            // Somebody new could catch up.
            (&[6, 1], &[1, 2], true),
        ] {
            assert_eq!(
                week(points, ended).is_open(),
                is_open,
                "{points:?} {ended:?}"
            );
        }
    }
}
