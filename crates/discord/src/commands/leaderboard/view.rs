//! Leaderboards. Members appear under their last known name.

use fluent::fluent_args;
use serenity::all::CreateActionRow;

use crate::controls::Control;
use crate::controls::leaderboard::{LeaderboardControl, MonthSpan, Reach};
use crate::message::Message;
use crate::text::{Key, Language, key, tell};
use crate::view::{button, escaped, game_options, rating_text, select};
use wythoff_game::MemberId;
use wythoff_game::rating::{CALIBRATED_AFTER, Rating, games_to_go, is_calibrating, is_provisional};
use wythoff_game::records::{Leaderboard, Order, PAGE_SIZE, PageRequest, Scope, Standing, Word};

/// A page of a leaderboard.
///
/// `asker` is the member who asks, and `name` that member's name. The member's own rank is shown
/// on the page or below it.
pub(crate) fn leaderboard(
    language: Language<'_>,
    board: &Leaderboard,
    asker: MemberId,
    name: &str,
) -> Message {
    let reach = match board.scope {
        Scope::Server(_) => Reach::Server,
        Scope::Everywhere => Reach::Everywhere,
    };
    let order = board.order.word();
    let game = language.game_name(board.variant);
    let title = fluent_args!["reach" => reach.word(), "order" => order, "game" => game.as_str()];
    let mut lines = vec![language.tell(key!("leaderboard-title"), &title)];
    if board.rows.is_empty() {
        lines.push(tell!(language, key!("leaderboard-empty"), "order" => order, "game" => board.variant.key()));
    }
    lines.extend(board.rows.iter().map(|(place, standing, name)| {
        let place = language.number(place.unsigned_abs());
        // Discord would number a list by itself, so the period is escaped.
        let line = format!(
            "{place}\\. {}: {}",
            escaped(name),
            value(language, board.order, standing)
        );
        if standing.member == asker {
            format!("**{line}**")
        } else {
            line
        }
    }));
    let is_on_the_page = board
        .rows
        .iter()
        .any(|(_, standing, _)| standing.member == asker);
    let is_estimated = board.own.is_some_and(|own| !own.is_exact);
    lines.extend((!is_on_the_page || is_estimated).then(|| own_rank(language, board, name)));
    let is_provisional =
        |standing: &Standing| is_provisional(standing.rating) && !is_uncalibrated(standing);
    let mut standings = board.rows.iter().map(|(_, standing, _)| standing);
    let is_own_provisional = board.own.is_some_and(|own| is_provisional(&own.standing));
    if board.order == Order::Rating && (is_own_provisional || standings.any(is_provisional)) {
        lines.push(language.say(key!("leaderboard-legend")));
    }
    Message::public(lines.join("\n"), page_controls(language, board, reach))
}

/// The rank of the member who asks.
fn own_rank(language: Language<'_>, board: &Leaderboard, name: &str) -> String {
    let name = escaped(name);
    let Some(own) = board.own else {
        return tell!(language, key!("leaderboard-own-unranked"), "name" => name);
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
            if is_uncalibrated(standing) {
                let games = language.tell(
                    key!("leaderboard-calibrating"),
                    &fluent_args!["games" => standing.all_games, "all" => CALIBRATED_AFTER],
                );
                return games;
            }
            let Rating {
                rating, deviation, ..
            } = standing.rating;
            let (rating, deviation) = (rating_text(rating), rating_text(deviation));
            let mut args = fluent_args!["rating" => rating, "deviation" => deviation];
            if is_provisional(standing.rating) {
                args.set("games", games_to_go(standing.rating));
                language.tell(key!("leaderboard-provisional"), &args)
            } else {
                language.tell(key!("leaderboard-rating"), &args)
            }
        }
        Order::Wins => {
            tell!(
                language, key!("leaderboard-wins"), "wins" => standing.wins,
                "games" => standing.games
            )
        }
        Order::Accuracy => {
            let percent = standing.accuracy.percent().unwrap_or(0);
            tell!(language, key!("leaderboard-accuracy"), "percent" => percent)
        }
        Order::Streak => tell!(language, key!("leaderboard-streak"), "wins" => standing.streak),
    }
}

/// Whether a rating is not shown yet. It counts the games of all scopes.
fn is_uncalibrated(standing: &Standing) -> bool {
    is_calibrating(u32::try_from(standing.all_games).unwrap_or(u32::MAX))
}

fn page_controls(
    language: Language<'_>,
    board: &Leaderboard,
    reach: Reach,
) -> Vec<CreateActionRow> {
    let (order, variant) = (board.order, board.variant);
    let page_button = |page: PageRequest, label: Key| {
        let control = LeaderboardControl::Page {
            variant,
            reach,
            order,
            page,
        };
        button(language, control.id(), label)
    };
    let size = i64::from(PAGE_SIZE);
    let top = board.first != Some(1);
    let top = top.then(|| page_button(PageRequest::First, key!("button-top")));
    let above = board.first.filter(|&first| first > 1);
    let above = above.map(|first| PageRequest::From((first - size).max(1)));
    let above = above.map(|above| page_button(above, key!("button-above")));
    let below = board.first.filter(|_| board.has_below);
    let below = below.map(|first| PageRequest::From(first + size));
    let below = below.map(|below| page_button(below, key!("button-below")));
    let me = (!board.is_all).then(|| page_button(PageRequest::Me, key!("button-me")));
    let month = LeaderboardControl::Month(MonthSpan::This).id();
    let month = button(language, month, key!("button-month-this"));
    let month = (reach == Reach::Server).then_some(month);
    let buttons = [top, above, below, me, month].into_iter().flatten();
    let buttons: Vec<_> = buttons.collect();
    let buttons = (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons));
    let control = LeaderboardControl::ChooseGame { reach, order };
    let options = game_options(language, Some(variant));
    let games = select(language, control.id(), options, key!("select-game"));
    buttons.into_iter().chain([games]).collect()
}
