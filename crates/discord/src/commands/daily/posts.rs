//! The puzzle of the day for everybody in a server: the post, and the result into which it is edited.

use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow};

use crate::commands::daily::view::heading;
use crate::commands::daily::week::{medal, podium, week_so_far};
use crate::commands::leaderboard::month::best_of_month;
use crate::controls::Control;
use crate::controls::daily::{DailyControl, Remind};
use crate::message::Message;
use crate::picture::Board;
use crate::text::{Language, key, tell, yes_or_no};
use crate::view::description::message_with_board;
use crate::view::position::{heap_names, rules_line, title};
use crate::view::{button, date_and_time, escaped, mention, relative, time_of_day};
use wythoff_game::records::{
    DailyChannel, DailyPost, DailyPosted, NotifyVia, ReminderToSend, Solvers, Span, WeekRow,
    WeekTable, Winners, Word as _,
};
use wythoff_game::{Day, Timestamp};

/// The puzzle of a day, to be posted in a server. On a Monday it begins with the best of last week.
pub(crate) fn post(language: Language<'_>, post: &DailyPost) -> Message {
    let (day, at) = (post.day, post.day.puzzle());
    let mut lines = winners(language, &post.winners);
    lines.push(heading(language, day));
    lines.push(language.say(key!("daily-post")));
    lines.push(rules_line(language, at));
    lines.extend(together(language, post));
    let best = podium(language, &post.yesterday);
    lines.extend(best.map(|best| tell!(language, key!("daily-yesterday"), "best" => best)));
    let so_far = post.so_far.as_ref();
    // Yesterday's tries are over when it comes.
    let still = |week: &WeekTable| (week.is_open(), day.end());
    lines.extend(so_far.and_then(|week| week_so_far(language, week, day, None, still(week))));
    lines.extend(solved_by(language, &post.solvers));
    lines.extend(post.rests.then(|| language.say(key!("daily-rests"))));
    lines.push(tell!(language, key!("daily-post-ends"), "end" => relative(day.end())));
    let play = DailyControl::OpenDay(day).id();
    let play = button(language, play, key!("button-daily-play"));
    let rows = vec![CreateActionRow::Buttons(vec![
        play.style(ButtonStyle::Primary),
    ])];
    let board = Board::at(at, heap_names(language, at));
    message_with_board(Message::public, language, &lines, rows, board)
}

/// On how many days in a row somebody has solved the puzzle, or that such a row has ended.
fn together(language: Language<'_>, post: &DailyPost) -> Option<String> {
    let (days, ended) = (post.days_solved, post.days_ended);
    // One day is no row yet.
    match (days > 1, ended > 2) {
        (true, _) => Some(tell!(language, key!("daily-together"), "days" => days)),
        (false, true) => {
            let (_, solved) = post.solvers;
            Some(tell!(
                language, key!("daily-together-ended"), "days" => ended, "solved" => solved
            ))
        }
        (false, false) => None,
    }
}

/// Who has solved the puzzle so far.
fn solved_by(language: Language<'_>, (best, count): &Solvers) -> Option<String> {
    let more = count.saturating_sub(best.len() as u64);
    let best = podium(language, best)?;
    Some(tell!(language, key!("daily-solvers"), "best" => best, "more" => more))
}

/// Who has won last week and last month, where they have just ended: with puzzles, and with games.
fn winners(language: Language<'_>, winners: &Winners) -> Vec<String> {
    let Winners { week, month, games } = winners;
    let week = week.as_ref();
    let week = week.and_then(|week| crown(language, week, "here"));
    let month = month.as_ref();
    let month = month.and_then(|table| best_at_puzzles(language, table));
    let games = games.as_ref();
    let games = games.and_then(|games| best_of_month(language, games));
    [week, month, games].into_iter().flatten().collect()
}

/// Who was best at the puzzles of a month that is over.
fn best_at_puzzles(language: Language<'_>, table: &WeekTable) -> Option<String> {
    let Span::Days(first, _) = table.span else {
        return None;
    };
    // Equal members share a medal, and the next has the next, as for a day.
    let by_points = table.rows.chunk_by(|one, next| one.points == next.points);
    let best = (1..=3).zip(by_points).flat_map(|(place, rows)| {
        rows.iter().map(move |row| {
            let (name, points) = (escaped(&row.name), row.points);
            let points = tell!(language, key!("daily-points"), "name" => name, "points" => points);
            format!("{} {points}", medal(place))
        })
    });
    let best: Vec<String> = best.collect();
    Some(tell!(
        language, key!("daily-month"), "month" => first.month(), "best" => best.join(" · ")
    ))
}

/// Who has won the week, and the next two. Others may wear the crown by now: it was given before somebody
/// left the table or came back to it, or a later week is over.
fn crown(language: Language<'_>, week: &WeekTable, place: &str) -> Option<String> {
    let is_first = |row: &&WeekRow| row.place == 1;
    let mut rows = week.rows.iter();
    let wears = rows.all(|row| is_first(&row) == row.wears_crown);
    let winners: Vec<&WeekRow> = week.rows.iter().filter(is_first).collect();
    let (points, crowns) = winners.first().map(|first| (first.points, first.crowns))?;
    let names = winners.iter().map(|row| escaped(&row.name)).join(", ");
    let others = week.rows.iter().filter(|row| row.place > 1).take(3);
    let mut others = others.map(|row| {
        tell!(language, key!("daily-points"), "name" => escaped(&row.name), "points" => row.points)
    });
    let others = Some(others.join(", ")).filter(|others| !others.is_empty());
    Some(tell!(
        language, key!("daily-crown"), "names" => names, "count" => winners.len(), "points" => points,
        "crowns" => crowns, "where" => place, "wears" => yes_or_no(wears),
        "others" => others.unwrap_or_else(|| "none".to_owned())
    ))
}

/// What becomes of a post once the next one comes: how many have solved the puzzle, and the best.
pub(crate) fn result(language: Language<'_>, posted: &DailyPosted) -> Message {
    let (day, (solved, all)) = (posted.day, posted.solved);
    let head = tell!(
        language, key!("daily-result"), "number" => day.number().to_string(), "weekday" => day.weekday(),
        "game" => title(language, day.puzzle()), "solved" => solved, "all" => all
    );
    let best = podium(language, &posted.best);
    let mut lines = winners(language, &posted.winners);
    lines.extend([Some(head), best].into_iter().flatten());
    let lines = lines.join("\n");
    let solution = DailyControl::Reason(day).id();
    let again = DailyControl::OpenDay(day).id();
    let play = if all == 0 {
        key!("button-daily-play")
    } else {
        key!("button-daily-practice")
    };
    let buttons = vec![
        button(language, solution, key!("button-daily-solution")),
        button(language, again, play),
    ];
    Message::public(lines, vec![CreateActionRow::Buttons(buttons)])
}

/// Reminds a member of the puzzle of a day.
pub(crate) fn reminder(
    language: Language<'_>,
    reminder: &ReminderToSend,
    (day, now): (Day, Timestamp),
) -> Message {
    let text = tell!(
        language, key!("daily-reminder"), "who" => mention(reminder.member),
        "game" => title(language, day.puzzle()), "streak" => reminder.streak, "next" => reminder.streak + 1,
        "chance" => if reminder.is_last_chance { "last" } else { "other" }, "ended" => reminder.ended
    );
    let solved = solved_by(language, &reminder.solvers);
    let week = reminder.so_far.as_ref();
    let week = week.and_then(|week| {
        let (reader, still) = ((reminder.member, 0), (week.is_open(), now));
        week_so_far(language, week, day, Some(reader), still)
    });
    // In a channel, that is nobody else's business.
    let is_direct = reminder.via == NotifyVia::Direct;
    let practice = (reminder.practice > 0 && is_direct)
        .then(|| tell!(language, key!("door-practice"), "count" => reminder.practice));
    let won = reminder.week.as_ref();
    let place = if is_direct { "there" } else { "here" };
    let won = won.and_then(|week| crown(language, week, place));
    let rare =
        (reminder.becomes_rare && is_direct).then(|| language.say(key!("daily-reminder-rare")));
    let lines = [won, Some(text), solved, week, practice, rare];
    let text = lines.into_iter().flatten().join("\n");
    let play = button(language, DailyControl::Open.id(), key!("button-daily-play"));
    let stop = DailyControl::Remind(Remind::Never).id();
    let buttons = vec![
        play.style(ButtonStyle::Primary),
        button(language, stop, key!("button-daily-stop")),
    ];
    let rows = vec![CreateActionRow::Buttons(buttons)];
    Message::public(text, rows).pinging(&[reminder.member])
}

/// Says when and where a member will be reminded.
pub(super) fn will_remind(
    language: Language<'_>,
    first: Timestamp,
    is_daily: bool,
    via: NotifyVia,
) -> Message {
    let each = if is_daily { "daily" } else { "once" };
    let text = tell!(
        language, key!("daily-will-remind"), "each" => each, "time" => time_of_day(first),
        "first" => date_and_time(first), "via" => via.word()
    );
    let daily = DailyControl::Remind(Remind::Daily).id();
    let daily = (!is_daily).then(|| button(language, daily, key!("button-daily-each-day")));
    let stop = DailyControl::Remind(Remind::Never).id();
    let stop = button(language, stop, key!("button-daily-stop"));
    let buttons = daily.into_iter().chain([stop]).collect();
    Message::private(text, vec![CreateActionRow::Buttons(buttons)])
}

/// Says when the first puzzle will be posted.
pub(super) fn switched_on(language: Language<'_>, first: Timestamp) -> String {
    tell!(
        language, key!("daily-posts"), "time" => time_of_day(first), "first" => date_and_time(first)
    )
}

/// Says where and when puzzles are posted already.
pub(super) fn on_already(language: Language<'_>, daily: &DailyChannel, today: Day) -> String {
    let channel = format!("<#{}>", daily.channel.0);
    let time = time_of_day(daily.comes_at(today.end()));
    tell!(language, key!("daily-posts-already"), "channel" => channel, "time" => time)
}
