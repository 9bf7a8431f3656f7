//! The table of the puzzles that the members of a server have solved, and the best of one puzzle.

use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow};

use crate::controls::Control;
use crate::controls::leaderboard::{DailySpan, LeaderboardControl};
use crate::message::Message;
use crate::text::{Key, Language, key, tell, yes_or_no};
use crate::view::{button, escaped};
use wythoff_game::records::{MOST_POINTS, Solver, Span, WeekRow, WeekTable, Word as _, late_day};
use wythoff_game::{Day, MemberId, Timestamp};

/// The table, with the member who asks underlined. Days that are still to come are left out.
pub(crate) fn week(
    language: Language<'_>,
    table: &WeekTable,
    span: DailySpan,
    (asker, today): (MemberId, Day),
) -> Message {
    let mut lines = vec![tell!(language, key!("week-title"), "span" => span.word())];
    if table.rows.is_empty() {
        lines.push(tell!(language, key!("week-empty"), "span" => span.word()));
    } else {
        let days = match table.span {
            Span::Week(monday) => usize::try_from(today.0 - monday.0 + 1).unwrap_or(0).min(7),
            Span::Days(..) | Span::AllTime => 0,
        };
        lines.extend(
            table
                .rows
                .iter()
                .map(|row| line(language, row, asker, days)),
        );
        lines.push(tell!(language, key!("week-points"), "span" => span.word()));
    }
    let spans: [(DailySpan, Key); 3] = [
        (DailySpan::ThisWeek, key!("button-week-this")),
        (DailySpan::LastWeek, key!("button-week-last")),
        (DailySpan::AllTime, key!("button-week-all")),
    ];
    let buttons = spans.map(|(other, key)| {
        let style = if other == span {
            ButtonStyle::Primary
        } else {
            ButtonStyle::Secondary
        };
        let id = LeaderboardControl::Daily(other).id();
        button(language, id, key)
            .style(style)
            .disabled(other == span)
    });
    let rows = vec![CreateActionRow::Buttons(buttons.into())];
    Message::public(lines.join("\n"), rows)
}

/// A member, with the points of so many days of the week.
fn line(language: Language<'_>, row: &WeekRow, asker: MemberId, days: usize) -> String {
    let name = escaped(&row.name);
    let name = if row.member == asker {
        format!("__{name}__")
    } else {
        name
    };
    let crown = yes_or_no(row.wears_crown);
    let line = tell!(
        language, key!("week-row"), "crown" => crown, "place" => row.place, "name" => name, "points" => row.points
    );
    if days == 0 {
        return line;
    }
    let days = row.days.iter().take(days).map(|&points| match points {
        0 => "·".to_owned(),
        points => points.to_string(),
    });
    let days: Vec<String> = days.collect();
    let days = tell!(language, key!("week-row-days"), "days" => format!("`{}`", days.join(" ")));
    format!("{line}{days}")
}

/// The best, with medals.
pub(super) fn podium(language: Language<'_>, best: &[Solver]) -> Option<String> {
    let mut best = best.iter().map(|(place, name, slips, is_hinted)| {
        let medal = medal(*place);
        let slips = slips.saturating_sub(u64::from(*is_hinted));
        tell!(
            language, key!("daily-best"), "medal" => medal, "name" => escaped(name), "slips" => slips,
            "hinted" => yes_or_no(*is_hinted)
        )
    });
    Some(best.join(" · ")).filter(|best| !best.is_empty())
}

/// What stands for a place.
pub(super) const fn medal(place: u64) -> &'static str {
    match place {
        1 => "🥇",
        2 => "🥈",
        3 => "🥉",
        _ => "▫️",
    }
}

/// How many members are named in the week so far.
const NAMED: usize = 5;

/// Who leads in the week so far, with the puzzle of a day, and whether that can change. `reader`: who is named wherever
/// they are, with the points that they have just got; `is_open`: whether the puzzle may still change who is first;
/// `now` tells whether yesterday's tries may still bring points.
pub(super) fn week_so_far(
    language: Language<'_>,
    week: &WeekTable,
    day: Day,
    reader: Option<(MemberId, u64)>,
    (is_open, now): (bool, Timestamp),
) -> Option<String> {
    let rows = (0..).zip(&week.rows);
    let is_reader = |row: &WeekRow| reader.is_some_and(|(member, _)| member == row.member);
    let mut rows = rows.filter(|&(place, row)| place < NAMED || is_reader(row));
    let mut best = rows.by_ref().map(|(_, row)| {
        let crown = if row.wears_crown { "👑 " } else { "" };
        let name = format!("{crown}{}", escaped(&row.name));
        tell!(language, key!("daily-points"), "name" => name, "points" => row.points)
    });
    let best = best.join(" · ");
    let leader = (week.rows.first()).map_or_else(String::new, |row| escaped(&row.name));
    let points = |place: usize| week.rows.get(place).map_or(0, |row| row.points);
    let gap = points(0) - points(1);
    let to_come = day.monday().plus(6).0 - day.0;
    // Others may still solve today's, and for an hour yesterday's.
    let is_late = late_day(now).is_some_and(|late| late < day && late >= day.monday());
    let most = MOST_POINTS * u64::try_from(to_come + 1 + i64::from(is_late)).unwrap_or(0);
    let left = match to_come {
        0 if is_open && gap <= MOST_POINTS => "today",
        1 if gap <= MOST_POINTS => "tomorrow",
        _ if gap > most => "decided",
        _ => "more",
    };
    (!best.is_empty()).then(|| {
        tell!(
            language, key!("daily-so-far"), "best" => best, "left" => left, "leader" => leader,
            "own" => reader.map_or(0, |(_, points)| points)
        )
    })
}
