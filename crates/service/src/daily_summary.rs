//! What a member sees once their try at a puzzle is over: how others did, and what became of the streak and the week.

use super::Caller;
use super::daily_posts::posted_at;
use super::help::{helped, helps_with_member, tries_helped};
use super::practice::due_practice;
use wythoff_game::Day;
use wythoff_game::records::{
    DailySummary, DailyTry, DayMark, LastWeek, NextTry, PracticeNews, Solver, Span, WeekRow,
};
use wythoff_store::Read;

/// A day of a member, what became of it, and the latest day off that its streak was forgiven.
type Marked = (Day, DayMark, Option<Day>);

/// The summary of a try that is over. `late`: the day before, if the member's try of that day can still be ended.
pub(super) async fn summary(
    tx: &mut Read,
    caller: &Caller,
    it: &DailyTry,
    late: Option<Day>,
) -> wythoff_store::Result<DailySummary> {
    let (server_rank, best_here) = among_others(tx, caller, it).await?;
    let monday = it.day.monday();
    // The day after a day off says that it was forgiven.
    let before = tx.latest_streak(it.member, it.day.minus(1)).await?;
    let since = before.map_or(monday, |(day, _)| day.plus(1));
    let from = monday.min(since);
    let marks = tx.day_marks(it.member, from, monday.plus(7)).await?;
    let days_of_streak = it.streak.map_or(0, |streak| streak.days);
    let before_streak = it.day.minus(days_of_streak);
    // One day in seven may be forgiven, and the first one soon.
    let began = before_streak.minus(days_of_streak / 6);
    let reminder = tx.reminder(it.member).await?;
    Ok(DailySummary {
        everybody: tx.daily_counts(it.day).await?,
        server_rank,
        best_here,
        week: marks_of_week(&marks, monday, late),
        own_week: tx.own_week(it.member, it.day).await?,
        post: match it.guild {
            Some(guild) => tx.running_post(guild, it.day).await?,
            None => None,
        },
        waiting: due_practice(tx, it.member, caller.at()).await?,
        failed_since: failed_between(&marks, since, it.day),
        last_week: last_week(tx, caller, it, &marks).await?,
        before,
        longest_before: tx.most_days_solved(it.member, before_streak).await?,
        // Not beyond a streak that has ended: what was long ago is forgotten.
        flawless: tx.flawless_in_a_row(it.member, (began, it.day)).await?,
        next: next_try(tx, caller, it).await?,
        is_reminded: reminder.is_some_and(|reminder| reminder.is_daily),
        hides_solution: solution_helps(tx, caller, it).await?,
        practice: PracticeNews::None,
        so_far: match it.guild.filter(|_| server_rank.is_some()) {
            Some(guild) => tx.week_so_far(guild, it.day).await?,
            None => None,
        },
    })
}

/// The place of a try in the server where it was begun, with the number of tries there, and who was best. They are
/// told only there.
async fn among_others(
    tx: &mut Read,
    caller: &Caller,
    it: &DailyTry,
) -> wythoff_store::Result<(Option<(u64, u64)>, Vec<Solver>)> {
    match it.guild.filter(|_| is_here(caller, it) && !it.is_helped) {
        Some(guild) => {
            let rank = tx.daily_rank(guild, it).await?;
            Ok((rank, tx.solvers(guild, it.day).await?.0))
        }
        None => Ok((None, Vec::new())),
    }
}

/// The days from `since` up to `until` on which the member has failed.
fn failed_between(marks: &[Marked], since: Day, until: Day) -> Vec<Day> {
    let is_failed = |&&(day, mark, _): &&Marked| {
        matches!(mark, DayMark::Failed | DayMark::SolvedLater) && since <= day && day < until
    };
    marks
        .iter()
        .filter(is_failed)
        .map(|&(day, ..)| day)
        .collect()
}

/// What has become of the next day's try, if that day has begun.
async fn next_try(tx: &mut Read, caller: &Caller, it: &DailyTry) -> wythoff_store::Result<NextTry> {
    if Day::of(caller.at()) <= it.day {
        return Ok(NextTry::Open);
    }
    Ok(match tx.daily(it.member, it.day.plus(1)).await? {
        Some(next) if next.is_over() => NextTry::Over(next.streak),
        Some(_) | None => NextTry::Open,
    })
}

/// Whether the caller is told about the server of a try: in that server, or in a direct message.
fn is_here(caller: &Caller, it: &DailyTry) -> bool {
    let here = caller.place.guild;
    here.is_none_or(|here| it.guild == Some(here))
}

/// How last week has ended in the server of a try of this week, if it is the member's first one since that was known.
/// `marks` are those of the week, at least.
async fn last_week(
    tx: &mut Read,
    caller: &Caller,
    it: &DailyTry,
    marks: &[Marked],
) -> wythoff_store::Result<Option<LastWeek>> {
    let monday = it.day.monday();
    let is_this_week = Day::of(caller.at()).monday() == monday;
    let Some(guild) = it.guild.filter(|_| is_this_week && is_here(caller, it)) else {
        return Ok(None);
    };
    // In the first hour of the week nobody knew.
    let known_at = posted_at(monday.start(), monday.start());
    let on_monday = tx.daily(it.member, monday).await?;
    let is_early = on_monday.is_some_and(|on_monday| on_monday.begun < Some(known_at));
    if is_early && it.day == monday {
        return Ok(None);
    }
    let since = if is_early { monday.plus(1) } else { monday };
    let is_earlier =
        |&(day, mark, _): &Marked| (since..it.day).contains(&day) && mark != DayMark::Practised;
    let is_first = !marks.iter().any(is_earlier);
    if !is_first || tx.last_crowned().await? != Some(monday) {
        return Ok(None);
    }
    let table = tx.daily_table(guild, Span::Week(monday.minus(7))).await?;
    let rows = || table.rows.iter();
    let Some(own) = rows().find(|row| row.member == it.member) else {
        return Ok(None);
    };
    if own.wears_crown {
        // Somebody who was hidden then, and is shown now, may have had more.
        let is_second = |row: &&WeekRow| !row.wears_crown && row.points <= own.points;
        let second = rows().find(is_second);
        return Ok(Some(LastWeek::Crowned {
            points: own.points,
            second: second.map(|row| (row.name.clone(), row.points)),
        }));
    }
    let winners: Vec<&WeekRow> = rows()
        .filter(|row| row.place == 1 && row.wears_crown)
        .collect();
    Ok(winners.first().map(|first| LastWeek::Behind {
        winners: winners.iter().map(|row| row.name.clone()).collect(),
        points: first.points,
        own: own.points,
    }))
}

/// What became of each day of the week that begins on `monday`. `open`: a day whose try can still be ended.
fn marks_of_week(marks: &[Marked], monday: Day, open: Option<Day>) -> [Option<DayMark>; 7] {
    std::array::from_fn(|place| {
        let day = monday.plus(i64::try_from(place).unwrap_or(0));
        let is_forgiven = |&(.., forgiven): &Marked| forgiven == Some(day);
        // What can still be ended may not need to be forgiven.
        let is_day_off = open != Some(day) && marks.iter().any(is_forgiven);
        let mark = marks.iter().find(|(marked, ..)| *marked == day);
        match mark.map(|&(_, mark, _)| mark) {
            // Solved after all, which counts for the star.
            Some(mark @ (DayMark::SolvedLater | DayMark::Practised)) => Some(mark),
            _ if is_day_off => Some(DayMark::DayOff),
            None if open == Some(day) => Some(DayMark::Open),
            mark => mark,
        }
    })
}

/// Whether what won in a try that is over helps in a running game, or with a puzzle that still counts.
async fn solution_helps(
    tx: &mut Read,
    caller: &Caller,
    it: &DailyTry,
) -> wythoff_store::Result<bool> {
    let told = it.told();
    let with_bot = helped(tx, it.member, &told, None).await?;
    Ok(with_bot.iter().any(|record| !record.is_helped)
        || helps_with_member(tx, it.member, &told).await?
        || !tries_helped(tx, (it.member, caller.at()), &told)
            .await?
            .is_empty())
}
