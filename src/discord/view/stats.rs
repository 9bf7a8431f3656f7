//! The numbers of one member.

use fluent::fluent_args;

use super::super::message::Message;
use super::super::picture::Picture;
use super::super::text::{Language, key};
use super::{escaped, level_argument, whole};
use crate::game::Accuracy;
use crate::records::{BotWin, Stats};
use crate::rules::wythoff::Level;

/// How many points a chart has room for.
const MAX_POINTS: usize = 200;

/// A member's numbers.
///
/// `name` is used if no name is stored.
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

/// The rating over time, with a description. Returns `None` before the first rated game.
fn chart(language: Language<'_>, stats: &Stats) -> Option<(Picture, String)> {
    let (first, last) = (stats.history.first()?, stats.history.last()?);
    let games = stats.history.len();
    // As many points as the chart has room for, the last one among them.
    let step = games.div_ceil(MAX_POINTS);
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
    let line = |win: &BotWin| {
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
