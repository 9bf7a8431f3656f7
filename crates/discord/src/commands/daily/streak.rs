//! Words about streaks, days off and hearts.

use std::cmp::Ordering;

use itertools::Itertools as _;

use crate::text::{Language, key, tell, yes_or_no};
use crate::view::escaped;
use wythoff_game::records::{DailySummary, DailyTry, DayMark, LastWeek, NextTry, Stars, Streak};
use wythoff_game::{Attempt, Day, MAX_SLIPS};

/// The shortest streak that is remembered as the longest.
const LONG: i64 = 3;

/// The streak beside the longest one before, unless `is_said`, and whether a day off has saved it.
pub(super) fn streak_line(
    language: Language<'_>,
    day: Day,
    (streak, longest): (Streak, i64),
    is_said: bool,
) -> String {
    let is_milestone = yes_or_no(streak.is_milestone());
    let is = match streak.days - longest {
        0 if longest >= LONG && !is_said => "equal",
        ..0 if longest >= LONG && !is_said => "shorter",
        1 if longest >= LONG => "longest",
        _ => "none",
    };
    let line = tell!(
        language, key!("daily-streak"), "days" => streak.days, "milestone" => is_milestone, "is" => is,
        "longest" => longest
    );
    let saved = streak
        .next_day_off(day)
        .map(|next| tell!(language, key!("daily-saved"), "weekday" => next.weekday()));
    [line].into_iter().chain(saved).join(" ")
}

/// The day of the week from which on its star is mentioned: Thursday.
const MIDDLE: i64 = 3;

/// From how many missing puzzles on.
const NEAR: u64 = 3;

/// What one slip more would end, and what slips have cost.
pub(super) fn hearts(attempt: &Attempt) -> String {
    let slips = attempt.count_slips();
    let left = (MAX_SLIPS + 1).saturating_sub(slips);
    "❤️".repeat(left) + &"🖤".repeat(slips)
}

/// If a streak begins: that the one before had ended, unless the result of a day in between has said so.
pub(super) fn lost_streak(
    language: Language<'_>,
    daily_try: &DailyTry,
    summary: &DailySummary,
) -> Option<String> {
    let (_, lost) = summary.before.filter(|(_, before)| before.days > 1)?;
    let is_new = daily_try.streak.is_some_and(|streak| streak.days == 1);
    (is_new && !has_said_that_it_ended(summary))
        .then(|| tell!(language, key!("daily-anew"), "days" => lost.days))
}

/// Whether the result of an earlier day on which the puzzle was not solved has said that the streak before had
/// ended.
fn has_said_that_it_ended(summary: &DailySummary) -> bool {
    let goes_on = |day| Streak::including(day, summary.before).days > 1;
    (summary.failed_since.iter()).any(|day| !goes_on(day.plus(1)))
}

/// After a day without a solution of one's own: whether the streak that could have gone on still can,
/// until the day after that one is over.
pub(super) fn streak_after_day_off(
    language: Language<'_>,
    daily_try: &DailyTry,
    summary: &DailySummary,
    today: Day,
) -> Option<String> {
    let (day, before) = (daily_try.day, summary.before);
    let (_, streak) = before.filter(|_| daily_try.streak.is_none() && today <= day.plus(1))?;
    let goes_on = |next: Day| Streak::including(next, before).days > 1;
    let is = match (goes_on(day), goes_on(day.plus(1))) {
        // The next day's puzzle may be over already.
        (_, true) => match summary.next {
            NextTry::Open => "off",
            NextTry::Over(Some(next)) if next.days > 1 => "on",
            NextTry::Over(_) => "over",
        },
        (true, false) => "over",
        (false, false) if has_said_that_it_ended(summary) => return None,
        (false, false) => "ended",
    };
    // One day is no streak that could be missed.
    if is != "on" && streak.days < 2 {
        return None;
    }
    let is_today_lost = matches!(summary.next, NextTry::Over(None));
    let next = if today == day || is_today_lost {
        "tomorrow"
    } else {
        "today"
    };
    Some(tell!(language, key!("daily-day-off"), "is" => is, "days" => streak.days, "next" => next))
}

/// What became of the days of the week of a puzzle, so far. For whom has solved none before, the week begins with
/// their first day.
pub(super) fn week(
    language: Language<'_>,
    (it, today): (&DailyTry, Day),
    summary: &DailySummary,
) -> String {
    let (of, is_new) = (it.day, summary.before.is_none());
    let days = (0..)
        .zip(summary.week)
        .skip_while(|(_, mark)| is_new && mark.is_none());
    let days = days.map(|(place, mark)| match mark {
        Some(DayMark::Flawless) => "🎯",
        Some(DayMark::Solved) => "✅",
        Some(DayMark::DayOff) => "🧊",
        Some(DayMark::Helped) => "🔎",
        Some(DayMark::Failed) => "❌",
        Some(DayMark::Open) => "⏳",
        Some(DayMark::SolvedLater | DayMark::Practised) => "☑️",
        None if of.monday().plus(place) < today => "➖",
        None => "",
    });
    let days: String = days.collect();
    let (points, most) = summary.own_week;
    let is = match points.cmp(&most) {
        // A first week has nothing to be compared with, and of an old one it may not be so any more.
        _ if most == 0 || points == 0 || of.monday() != today.monday() => "none",
        Ordering::Less => "less",
        // A failed try has added nothing.
        _ if !it.is_solved() => "none",
        Ordering::Equal => "equal",
        Ordering::Greater => "most",
    };
    tell!(
        language, key!("daily-week"), "days" => days, "points" => points, "is" => is, "most" => most
    )
}

/// How last week ended for the member.
pub(super) fn last_week(language: Language<'_>, it: &LastWeek, place: &str) -> String {
    match it {
        LastWeek::Crowned { points, second } => {
            let (name, second) = match second {
                Some((name, points)) => (escaped(name), *points),
                None => ("none".to_owned(), 0),
            };
            tell!(
                language, key!("daily-crowned"), "where" => place.to_owned(), "points" => *points, "second" => name,
                "second-points" => second, "gap" => points - second
            )
        }
        LastWeek::Behind {
            winners,
            points,
            own,
        } => {
            let winners = winners.iter().map(|name| escaped(name)).join(", ");
            tell!(
                language, key!("daily-behind"), "winners" => winners, "points" => *points, "own" => *own,
                "gap" => points - own
            )
        }
    }
}

/// The star of a week of puzzles, when `is_new` for the member, and from the middle of the week on what it takes.
pub(super) fn star(
    language: Language<'_>,
    (of, today): (Day, Day),
    (stars, is_new): (Stars, bool),
    week: &[Option<DayMark>],
) -> Option<String> {
    let missing = stars.missing();
    let missed = (0..).zip(week).filter_map(|(place, mark)| {
        let day = of.monday().plus(place);
        let is_missed = matches!(mark, None | Some(DayMark::Failed | DayMark::DayOff));
        (is_missed && day < today).then_some(day)
    });
    match missing {
        _ if of.monday() != today.monday() || stars.solved > Stars::TAKES => None,
        0 => is_new.then(|| tell!(language, key!("daily-star"), "all" => stars.all)),
        // Who has just begun has other things to read.
        1..=NEAR if of.weekday() >= MIDDLE => {
            let missed = missed.last().map(|day| day.number().to_string());
            Some(tell!(
                language, key!("daily-star-soon"), "missing" => missing,
                "missed" => missed.unwrap_or_else(|| "none".to_owned())
            ))
        }
        _ => None,
    }
}
