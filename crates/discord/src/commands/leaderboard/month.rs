//! Who has won most games in a month.

use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow};

use crate::controls::Control;
use crate::controls::leaderboard::{LeaderboardControl, MonthSpan, Reach};
use crate::message::Message;
use crate::text::{Language, key, tell};
use crate::view::{button, escaped};
use nim_games::Variant;
use wythoff_game::MemberId;
use wythoff_game::records::{MonthRow, MonthTable, Order, PageRequest};

/// The table, with the member who asks underlined. `variant`: the game whose leaderboard of all time is one button
/// away.
pub(super) fn month(
    language: Language<'_>,
    table: &MonthTable,
    (span, variant): (MonthSpan, Variant),
    asker: MemberId,
) -> Message {
    let month = table.first.month();
    let mut lines = vec![tell!(language, key!("month-title"), "month" => month)];
    lines.extend(table.rows.iter().map(|row| {
        let name = escaped(&row.name);
        let name = if row.member == asker {
            format!("__{name}__")
        } else {
            name
        };
        tell!(
            language, key!("month-row"), "place" => row.place, "name" => name, "wins" => row.wins, "games" => row.games
        )
    }));
    lines.push(language.say(if table.rows.is_empty() {
        key!("month-empty")
    } else {
        key!("month-counts")
    }));
    let all_time = LeaderboardControl::Page {
        variant,
        reach: Reach::Server,
        order: Order::Wins,
        page: PageRequest::First,
    };
    let (this, last) = (MonthSpan::This, MonthSpan::Last);
    let buttons = [
        (LeaderboardControl::Month(this), key!("button-month-this")),
        (LeaderboardControl::Month(last), key!("button-month-last")),
        (all_time, key!("button-week-all")),
    ];
    let shown = LeaderboardControl::Month(span);
    let buttons = buttons.map(|(control, label)| {
        let style = if control == shown {
            ButtonStyle::Primary
        } else {
            ButtonStyle::Secondary
        };
        button(language, control.id(), label)
            .style(style)
            .disabled(control == shown)
    });
    let rows = vec![CreateActionRow::Buttons(buttons.into())];
    Message::public(lines.join("\n"), rows)
}

/// Who has won most games in a month that is over, and the next two.
pub(crate) fn best_of_month(language: Language<'_>, table: &MonthTable) -> Option<String> {
    let wins = table.rows.first()?.wins;
    let is_first = |row: &&MonthRow| row.place == 1;
    let firsts = table.rows.iter().filter(is_first).count();
    let names = table.rows.iter().filter(is_first);
    let names = names.map(|row| escaped(&row.name)).join(", ");
    let others = table.rows.iter().filter(|row| row.place > 1).take(2);
    let mut others = others.map(|row| {
        tell!(language, key!("daily-points"), "name" => escaped(&row.name), "points" => row.wins)
    });
    let others = Some(others.join(", ")).filter(|others| !others.is_empty());
    Some(tell!(
        language, key!("month-best"), "month" => table.first.month(), "names" => names, "wins" => wins,
        "count" => firsts,
        "others" => others.unwrap_or_else(|| "none".to_owned())
    ))
}
