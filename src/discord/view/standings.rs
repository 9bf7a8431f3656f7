//! How members stand: leaderboards, and one member's numbers. People appear by the name last seen.

use fluent::fluent_args;
use serenity::all::{ButtonStyle, CreateActionRow};

use super::super::control::{Control, Reach, Verb, order_word, reach_word};
use super::super::picture::Picture;
use super::super::reply::Message;
use super::super::text::{Key, Language, key};
use super::{button, escaped, level_argument};
use crate::game::{Accuracy, MemberId};
use crate::rating::Rating;
use crate::records::{Order, Scope, Standing};
use crate::rules::wythoff::Level;
use crate::service::{A_PAGE, Leaderboard, PageRequest, Stats};

/// How many points a chart has room for.
const MOST_POINTS: usize = 200;

/// A page of a leaderboard.
///
/// `asking` is who asks for it, with the name: their own place is shown, on the page or below it.
pub(in crate::discord) fn leaderboard(
    language: Language<'_>,
    board: &Leaderboard,
    (asking, name): (MemberId, &str),
) -> Message {
    let reach = match board.scope {
        Scope::Server(_) => Reach::Server,
        Scope::Everywhere => Reach::Everywhere,
    };
    let order = order_word(board.order);
    let title = fluent_args!["reach" => reach_word(reach), "order" => order];
    let mut lines = vec![language.tell(key!("leaderboard-title"), &title)];
    if board.rows.is_empty() {
        lines.push(language.tell(key!("leaderboard-empty"), &fluent_args!["order" => order]));
    }
    lines.extend(
        (board.first..)
            .zip(&board.rows)
            .map(|(place, (standing, name))| {
                let place = language.number(place.unsigned_abs());
                let line = format!(
                    "{place}. {}: {}",
                    escaped(name),
                    value(language, board.order, standing)
                );
                if standing.member == asking {
                    format!("**{line}**")
                } else {
                    line
                }
            }),
    );
    let is_on_the_page = board
        .rows
        .iter()
        .any(|(standing, _)| standing.member == asking);
    let is_guessed = board.own.is_some_and(|own| !own.is_exact);
    lines.extend((!is_on_the_page || is_guessed).then(|| own(language, board, name)));
    let is_provisional = |standing: &Standing| standing.rating.is_provisional();
    let mut shown = board.rows.iter().map(|(standing, _)| standing);
    let own_provisional = board.own.is_some_and(|own| is_provisional(&own.standing));
    if board.order == Order::Rating && (own_provisional || shown.any(is_provisional)) {
        lines.push(language.say(key!("leaderboard-legend")));
    }
    Message::public(lines.join("\n"), turns(language, board, reach))
}

/// The place of who asks, where it is not on the page.
fn own(language: Language<'_>, board: &Leaderboard, name: &str) -> String {
    let name = escaped(name);
    let Some(own) = board.own else {
        return language.tell(
            key!("leaderboard-own-unranked"),
            &fluent_args!["name" => name],
        );
    };
    let args = fluent_args![
        "name" => name,
        "place" => own.place,
        "value" => value(language, board.order, &own.standing)
    ];
    if own.is_exact {
        language.tell(key!("leaderboard-own"), &args)
    } else {
        language.tell(key!("leaderboard-own-about"), &args)
    }
}

fn value(language: Language<'_>, order: Order, standing: &Standing) -> String {
    match order {
        Order::Rating => {
            let Rating {
                rating, deviation, ..
            } = standing.rating;
            let (rating, deviation) = (whole(rating), whole(deviation));
            let mut args = fluent_args!["rating" => rating, "deviation" => deviation];
            if standing.rating.is_provisional() {
                args.set("games", standing.rating.games_to_go());
                language.tell(key!("leaderboard-provisional"), &args)
            } else {
                language.tell(key!("leaderboard-rating"), &args)
            }
        }
        Order::Wins => {
            let args = fluent_args!["wins" => standing.wins, "games" => standing.games];
            language.tell(key!("leaderboard-wins"), &args)
        }
        Order::Accuracy => {
            let percent = standing.accuracy.percent().unwrap_or(0);
            language.tell(
                key!("leaderboard-accuracy"),
                &fluent_args!["percent" => percent],
            )
        }
        Order::Streak => language.tell(
            key!("leaderboard-streak"),
            &fluent_args!["wins" => standing.streak],
        ),
    }
}

fn turns(language: Language<'_>, board: &Leaderboard, reach: Reach) -> Vec<CreateActionRow> {
    let order = board.order;
    let turn = |page: PageRequest, label: Key| {
        let control = Control::general(Verb::Leaderboard { reach, order, page });
        button(language, control, label, ButtonStyle::Secondary)
    };
    let top = (board.first > 1).then(|| turn(PageRequest::First, key!("button-top")));
    let above = PageRequest::From((board.first - i64::from(A_PAGE)).max(1));
    let above = board.has_above.then(|| turn(above, key!("button-above")));
    let below = PageRequest::From(board.first + i64::from(A_PAGE));
    let below = board.has_below.then(|| turn(below, key!("button-below")));
    let me = (!board.is_all).then(|| turn(PageRequest::Me, key!("button-me")));
    let buttons: Vec<_> = [top, above, below, me].into_iter().flatten().collect();
    if buttons.is_empty() {
        Vec::new()
    } else {
        vec![CreateActionRow::Buttons(buttons)]
    }
}

/// A member's numbers.
///
/// `name` is how the member is called where the name last seen is not known.
pub(in crate::discord) fn stats(language: Language<'_>, stats: &Stats, name: &str) -> Message {
    let name = escaped(stats.name.as_deref().unwrap_or(name));
    let mut lines = vec![language.tell(key!("stats-title"), &fluent_args!["name" => name])];
    if stats.tallies.is_empty() {
        lines.push(language.say(key!("stats-nothing")));
        return Message::public(lines.join("\n"), vec![]);
    }
    lines.push(match stats.rated {
        Some(rated) => {
            let kind = if rated.rating.is_provisional() {
                "provisional"
            } else {
                "established"
            };
            let args = fluent_args![
                "rating" => whole(rated.rating.rating),
                "deviation" => whole(rated.rating.deviation),
                "kind" => kind
            ];
            language.tell(key!("stats-rating"), &args)
        }
        None => language.say(key!("stats-no-rating")),
    });
    lines.extend(played(language, stats));
    let accuracy = stats
        .tallies
        .iter()
        .fold(Accuracy::default(), |sum, tally| Accuracy {
            kept: sum.kept.saturating_add(tally.accuracy.kept),
            won: sum.won.saturating_add(tally.accuracy.won),
        });
    if let Some(percent) = accuracy.percent() {
        let args =
            fluent_args!["percent" => percent, "kept" => accuracy.kept, "won" => accuracy.won];
        lines.push(language.tell(key!("stats-accuracy"), &args));
    }
    lines.extend(best_wins(language, stats));
    let message = Message::public(lines.join("\n"), vec![]);
    match chart(language, stats) {
        Some((picture, in_words)) => message.showing(picture, in_words),
        None => message,
    }
}

/// The rating over time, and the same in words; none before the first rated game.
fn chart(language: Language<'_>, stats: &Stats) -> Option<(Picture, String)> {
    let (first, last) = (stats.history.first()?, stats.history.last()?);
    let games = stats.history.len();
    // As many points as the chart has room for, the last one among them.
    let step = games.div_ceil(MOST_POINTS);
    let points = stats.history.iter().rev().step_by(step).rev();
    let points = points.map(|rated| {
        (
            rounded(rated.rating.rating),
            rounded(rated.rating.deviation),
        )
    });
    let args = fluent_args![
        "games" => games,
        "first" => whole(first.rating.rating),
        "last" => whole(last.rating.rating)
    ];
    let in_words = language.tell(key!("picture-rating"), &args);
    Some((Picture::Chart(points.collect()), in_words))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "ratings are numbers of four digits"
)]
fn rounded(points: f64) -> i64 {
    points.round() as i64
}

/// The games by kind of opponent: members first, then the bot, the best level first.
fn played(language: Language<'_>, stats: &Stats) -> Vec<String> {
    let of = |level: Option<Level>| stats.tallies.iter().find(|tally| tally.level == level);
    let mut lines = Vec::new();
    if let Some(tally) = of(None) {
        let args = fluent_args!["games" => tally.games, "wins" => tally.wins];
        lines.push(language.tell(key!("stats-members"), &args));
    }
    if let Some(rated) = stats.rated {
        let args = fluent_args!["now" => rated.streak, "longest" => stats.longest_streak];
        lines.push(language.tell(key!("stats-streak"), &args));
    }
    lines.extend(Level::ALL.into_iter().filter_map(|level| {
        let tally = of(Some(level))?;
        let args = fluent_args![
            "level" => level_argument(level),
            "games" => tally.games,
            "wins" => tally.wins
        ];
        Some(language.tell(key!("stats-bot"), &args))
    }));
    lines
}

fn best_wins(language: Language<'_>, stats: &Stats) -> Vec<String> {
    if stats.best.is_empty() {
        return Vec::new();
    }
    let line = |win: &crate::records::BotWin| {
        let args = fluent_args![
            "position" => win.from.to_string(),
            "level" => level_argument(win.level),
            "moves" => win.moves
        ];
        language.tell(key!("stats-best-line"), &args)
    };
    [language.say(key!("stats-best"))]
        .into_iter()
        .chain(stats.best.iter().map(line))
        .collect()
}

/// A rating in whole points, without grouping.
fn whole(points: f64) -> String {
    format!("{points:.0}")
}
