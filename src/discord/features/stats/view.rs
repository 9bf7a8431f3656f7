//! The numbers of one member.

use crate::discord::message::Message;
use crate::discord::picture::Picture;
use crate::discord::text::{Language, key, tell};
use crate::discord::view::{escaped, plain, shown, whole};
use crate::game::Accuracy;
use crate::rating::is_provisional;
use crate::records::{BotWin, Stats, Word};
use crate::rules::Level;
use crate::rules::lessons::Exercise;

/// How many points a chart has room for.
const MAX_POINTS: usize = 200;

/// A member's numbers.
///
/// `name` is used if no name is stored.
pub(in crate::discord) fn stats(language: Language<'_>, stats: &Stats, name: &str) -> Message {
    let name = escaped(stats.name.as_deref().unwrap_or(name));
    let title = fluent::fluent_args!["name" => name, "game" => language.game_name(stats.variant)];
    let mut lines = vec![language.tell_of(stats.variant, key!("stats-title"), &title)];
    if stats.tallies.is_empty() {
        lines.push(language.say(key!("stats-nothing")));
        lines.extend(lessons(language, stats));
        return plain(lines.join("\n"));
    }
    lines.push(match stats.rated {
        Some(rated) => {
            let kind = if is_provisional(rated.rating) {
                "provisional"
            } else {
                "established"
            };
            tell!(
                language, key!("stats-rating"), "rating" => whole(rated.rating.rating),
                "deviation" => whole(rated.rating.deviation), "kind" => kind
            )
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
        lines.push(tell!(
            language, key!("stats-accuracy"), "percent" => percent, "kept" => accuracy.kept,
            "won" => accuracy.won
        ));
    }
    lines.extend(best_wins(language, stats));
    lines.extend(lessons(language, stats));
    let message = Message::public(lines.join("\n"), vec![]);
    match chart(language, stats) {
        Some((picture, in_words)) => message.showing(picture, in_words),
        None => message,
    }
}

/// The rating over time, with a description. Returns `None` before the second rated game.
fn chart(language: Language<'_>, stats: &Stats) -> Option<(Picture, String)> {
    let (first, last) = (stats.history.first()?, stats.history.last()?);
    let games = stats.history.len();
    // A single point is no line.
    if games < 2 {
        return None;
    }
    // As many points as the chart has room for, the last one among them.
    let step = games.div_ceil(MAX_POINTS);
    let points = stats.history.iter().rev().step_by(step).rev();
    let points = points.map(|rated| {
        (
            rounded(rated.rating.rating),
            rounded(rated.rating.deviation),
        )
    });
    let in_words = tell!(
        language, key!("picture-rating"), "games" => games, "first" => whole(first.rating.rating),
        "last" => whole(last.rating.rating)
    );
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
        lines.push(tell!(
            language, key!("stats-members"), "games" => tally.games, "wins" => tally.wins
        ));
    }
    if let Some(rated) = stats.rated {
        lines.push(tell!(
            language, key!("stats-streak"), "now" => rated.streak,
            "longest" => stats.longest_streak
        ));
    }
    lines.extend(Level::ALL.into_iter().filter_map(|level| {
        let tally = of(Some(level))?;
        Some(tell!(
            language, key!("stats-bot"), "level" => level.word(), "games" => tally.games,
            "wins" => tally.wins, "hinted" => tally.hinted
        ))
    }));
    lines
}

/// How much of the lessons is done, if anything.
fn lessons(language: Language<'_>, stats: &Stats) -> Option<String> {
    let all = Exercise::all(stats.variant).count();
    let done = stats
        .solved
        .iter()
        .filter(|at| at.variant() == stats.variant);
    let done = done.count();
    (done > 0).then(|| tell!(language, key!("stats-lessons"), "done" => done, "all" => all))
}

fn best_wins(language: Language<'_>, stats: &Stats) -> Vec<String> {
    if stats.best.is_empty() {
        return Vec::new();
    }
    let line = |win: &BotWin| {
        tell!(
            language, key!("stats-best-line"), "position" => shown(win.from),
            "level" => win.level.word(), "moves" => win.moves
        )
    };
    [language.say(key!("stats-best"))]
        .into_iter()
        .chain(stats.best.iter().map(line))
        .collect()
}
