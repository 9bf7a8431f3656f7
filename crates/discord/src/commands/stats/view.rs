//! The statistics of one member.

use std::cmp::Reverse;

use itertools::Itertools as _;

use crate::message::Message;
use crate::picture::{Climbed, Picture};
use crate::text::{Language, key, tell, yes_or_no};
use crate::view::position::heap_names;
use crate::view::{animal_name, escaped, plain, rating_text, readable, relative};
use nim_games::lessons::Exercise;
use nim_games::{Animal, Options, Position, Variant};
use wythoff_game::Accuracy;
use wythoff_game::rating::{CALIBRATED_AFTER, is_calibrating, is_provisional};
use wythoff_game::records::{
    BotWin, Coin, LATEST_GAMES, Ladder, Overview, Progress, RatingAfterGame, Stats, TableTally,
    Tally,
};

/// How many points a chart has room for.
const MAX_POINTS: usize = 200;

/// The most games whose animals are drawn.
const MAX_ROWS: usize = 6;

/// A member's statistics.
///
/// `name` is used if no name is stored.
pub(crate) fn stats(language: Language<'_>, stats: &Stats, name: &str) -> Message {
    let name = escaped(stats.name.as_deref().unwrap_or(name));
    let title =
        fluent::fluent_args!["name" => name.clone(), "game" => language.game_name(stats.variant)];
    let mut lines = vec![language.tell(key!("stats-title"), &title)];
    if stats.tallies.is_empty() {
        lines.push(language.say(key!("stats-nothing")));
        lines.extend(stats.coin.map(|coin| coins(language, &[coin])));
        lines.extend(lessons_of(language, stats));
        lines.extend(ladder_progress(language, &stats.progress.ladders));
        return plain(lines.join("\n"));
    }
    lines.push(match stats.rated {
        Some(_) if is_calibrating(stats.rated_games()) => tell!(
            language, key!("stats-calibrating"), "games" => stats.rated_games(), "all" => CALIBRATED_AFTER
        ),
        Some(rated) => {
            let kind = if is_provisional(rated.rating) {
                "provisional"
            } else {
                "established"
            };
            tell!(
                language, key!("stats-rating"), "rating" => rating_text(rated.rating.rating),
                "deviation" => rating_text(rated.rating.deviation), "kind" => kind,
                "change" => last_change(&stats.history)
            )
        }
        None => language.say(key!("stats-no-rating")),
    });
    lines.extend(stats.coin.map(|coin| coins(language, &[coin])));
    lines.extend(games_by_opponent(language, stats));
    lines.extend(accuracy(language, &stats.tallies));
    lines.extend(latest_accuracy(language, &stats.progress));
    lines.extend(games_against_caller(language, &stats.progress, &name));
    lines.extend(best_wins(language, stats));
    lines.extend(ladder_progress(language, &stats.progress.ladders));
    lines.extend(lessons_of(language, stats));
    let pairs = cold_pairs(language, stats);
    lines.extend(pairs.iter().map(|(line, _)| line.clone()));
    let message = Message::public(lines.join("\n"), vec![]);
    let coin = stats.coin.map(|coin| coins_picture(language, &[coin]));
    let pairs = pairs.map(|(line, picture)| (picture, line));
    let animals = collection(language, &stats.progress.ladders);
    let pictures = chart(language, stats).into_iter().chain(animals);
    let pictures = pictures.chain(coin).chain(pairs);
    pictures.fold(message, |message, (picture, in_words)| {
        message.showing(picture, in_words)
    })
}

/// How the latest game changed the rating: "+12".
fn last_change(history: &[RatingAfterGame]) -> String {
    let points = |rated: &RatingAfterGame| rounded(rated.rating.rating);
    match history {
        [.., before, after] => format!("{:+}", points(after) - points(before)),
        [] | [_] => String::new(),
    }
}

/// Which coins a member has, and since when.
fn coins(language: Language<'_>, coins: &[Coin]) -> String {
    let coin = |coin: &Coin| {
        let game = language.game_name(coin.variant);
        tell!(language, key!("stats-coin"), "game" => game, "at" => relative(coin.at))
    };
    let all = coins.iter().map(coin).join("; ");
    tell!(language, key!("stats-coins"), "all" => all)
}

/// A member's coins as a picture, with its description.
fn coins_picture(language: Language<'_>, coins: &[Coin]) -> (Picture, String) {
    let games = coins.iter().map(|coin| language.game_name(coin.variant));
    let games: Vec<String> = games.collect();
    let in_words = tell!(language, key!("picture-coins"), "games" => games.join(", "));
    (Picture::Coins(games), in_words)
}

/// A member's statistics over all games: one line per game, and the overall figures.
///
/// `name` is used if no name is stored.
pub(crate) fn overview(language: Language<'_>, overview: &Overview, name: &str) -> Message {
    let name = escaped(overview.name.as_deref().unwrap_or(name));
    let mut lines = vec![tell!(language, key!("overview-title"), "name" => name.clone())];
    lines.extend(overview.games.iter().map(|played| {
        let count = |with_members: bool| {
            let fits = |tally: &&Tally| tally.animal.is_none() == with_members;
            let tallies = played.tallies.iter().filter(fits);
            tallies.fold((0, 0), |(games, wins), tally| (games + tally.games, wins + tally.wins))
        };
        let ((member_games, member_wins), (bot_games, bot_wins)) = (count(true), count(false));
        tell!(
            language, key!("overview-game"), "game" => language.game_name(played.variant),
            "rating" => played.rated.map_or_else(String::new, |rated| rating_text(rated.rating.rating)),
            "deviation" => played.rated.map_or_else(String::new, |rated| rating_text(rated.rating.deviation)),
            "rated" => match played.rated {
                None => "no",
                Some(_) if is_calibrating(played.rated_games) => "calibrating",
                Some(_) => "yes",
            },
            "member-games" => member_games, "member-wins" => member_wins, "bot-games" => bot_games, "bot-wins" => bot_wins
        )
    }));
    // A coin can be won with others.
    let has_coins = !overview.coins.is_empty();
    if overview.games.is_empty() && overview.progress.puzzles_solved == 0 && !has_coins {
        lines.push(language.say(key!("stats-nothing")));
    }
    let tallies: Vec<Tally> = overview
        .games
        .iter()
        .flat_map(|played| played.tallies.iter().copied())
        .collect();
    lines.extend(accuracy(language, &tallies));
    let all = Variant::ALL.iter().copied().flat_map(Exercise::all).count();
    lines.extend(latest_accuracy(language, &overview.progress));
    lines.extend(games_against_caller(language, &overview.progress, &name));
    lines.extend(lessons(language, overview.solved.len(), all));
    lines.extend(ladder_progress(language, &overview.progress.ladders));
    lines.extend(daily_and_practice(language, &overview.progress));
    if overview.games.is_empty() && !has_coins {
        return plain(lines.join("\n"));
    }
    lines.extend(has_coins.then(|| coins(language, &overview.coins)));
    let coins = has_coins.then(|| coins_picture(language, &overview.coins));
    let pictures = collection(language, &overview.progress.ladders)
        .into_iter()
        .chain(coins);
    let message = Message::public(lines.join("\n"), vec![]);
    pictures.fold(message, |message, (picture, in_words)| {
        message.showing(picture, in_words)
    })
}

/// The animals that were beaten, as a picture, with its description: the games with the most of
/// them.
fn collection(language: Language<'_>, ladders: &[Ladder]) -> Option<(Picture, String)> {
    let most_first = |ladder: &&Ladder| (Reverse(ladder.beaten()), ladder.variant);
    let shown = ladders.iter().sorted_by_key(most_first).take(MAX_ROWS);
    let shown: Vec<_> = shown
        .map(|ladder| (language.game_name(ladder.variant), Climbed::of(ladder)))
        .collect();
    let count: usize = ladders.iter().map(Ladder::beaten).sum();
    let in_words = tell!(language, key!("picture-animals"), "count" => count);
    (!shown.is_empty()).then_some((Picture::Animals(shown), in_words))
}

/// In how many winning positions the member kept the win.
fn accuracy(language: Language<'_>, tallies: &[Tally]) -> Option<String> {
    let all = tallies
        .iter()
        .fold(Accuracy::default(), |sum, tally| Accuracy {
            kept: sum.kept.saturating_add(tally.accuracy.kept),
            won: sum.won.saturating_add(tally.accuracy.won),
        });
    let percent = all.percent()?;
    Some(
        tell!(language, key!("stats-accuracy"), "percent" => percent, "kept" => all.kept, "won" => all.won),
    )
}

/// The accuracy in the latest games, if there are [`LATEST_GAMES`] of them. With fewer games, it
/// would equal the accuracy in all games.
fn latest_accuracy(language: Language<'_>, progress: &Progress) -> Option<String> {
    let percent = progress.lately.percent()?;
    (progress.latest_games >= LATEST_GAMES).then(|| {
        tell!(
            language, key!("stats-lately"), "percent" => percent, "games" => progress.latest_games
        )
    })
}

/// The games against the member who asks.
fn games_against_caller(language: Language<'_>, progress: &Progress, name: &str) -> Option<String> {
    let (won, lost) = progress.against.filter(|(won, lost)| won + lost > 0)?;
    Some(tell!(
        language, key!("stats-against-you"), "name" => name, "won" => won, "lost" => lost
    ))
}

/// How far the ladders were climbed.
fn ladder_progress(language: Language<'_>, ladders: &[Ladder]) -> Option<String> {
    let topped = |ladder: &Ladder| yes_or_no(ladder.topped.is_some());
    match ladders {
        [] => None,
        [only] => Some(tell!(
            language, key!("stats-ladder"), "game" => language.game_name(only.variant),
            "number" => only.beaten(), "name" => animal_name(language, only.reached),
            "topped" => topped(only)
        )),
        all => {
            let of_game = |ladder: &Ladder| {
                tell!(
                    language, key!("stats-ladder-of-game"), "game" => language.game_name(ladder.variant),
                    "number" => ladder.beaten(), "topped" => topped(ladder)
                )
            };
            let all = all.iter().map(of_game).join(", ");
            Some(tell!(language, key!("stats-ladders"), "all" => all))
        }
    }
}

/// The puzzles of the day, and practice.
fn daily_and_practice(language: Language<'_>, progress: &Progress) -> Vec<String> {
    let daily = (progress.puzzles_solved > 0).then(|| {
        tell!(
            language, key!("stats-daily"), "solved" => progress.puzzles_solved,
            "left" => progress.puzzles.saturating_sub(progress.puzzles_solved),
            "streak" => progress.streak, "longest" => progress.longest_streak
        )
    });
    let stars = progress.stars;
    let stars = (stars > 0).then(|| tell!(language, key!("stats-stars"), "count" => stars));
    let weeks = progress.weeks_won;
    let weeks = (weeks > 0).then(|| tell!(language, key!("stats-weeks"), "count" => weeks));
    let race = progress.best_race;
    let race = (race > 0).then(|| tell!(language, key!("stats-race"), "found" => race));
    let practised = (progress.learned > 0 || progress.practice > 0).then(|| {
        tell!(
            language, key!("stats-practice"), "learned" => progress.learned, "active" => progress.practice
        )
    });
    let (seen, games) = progress.foreseen;
    let foreseen = (games > 0)
        .then(|| tell!(language, key!("stats-foreseen"), "seen" => seen, "games" => games));
    let TableTally { played, won } = progress.tables;
    let tables = (played > 0)
        .then(|| tell!(language, key!("stats-tables"), "played" => played, "won" => won));
    let slips = slips(language, &progress.slips);
    let lines = [
        daily, slips, stars, weeks, race, practised, foreseen, tables,
    ];
    lines.into_iter().flatten().collect()
}

/// With how many slips puzzles were solved, and how many were not.
fn slips(language: Language<'_>, slips: &[(u64, u64)]) -> Option<String> {
    let mut counts = slips.iter().map(
        |&(slips, count)| tell!(language, key!("stats-slips-of"), "slips" => slips, "count" => count),
    );
    let all = counts.join(" · ");
    (!all.is_empty()).then(|| tell!(language, key!("stats-slips"), "all" => all))
}

/// The cold pairs that the member has moved to, in words and on a map.
fn cold_pairs(language: Language<'_>, stats: &Stats) -> Option<(String, Picture)> {
    let pairs = &stats.progress.cold_pairs;
    let [left, right] = pairs.last()?;
    let line = tell!(
        language, key!("stats-cold-pairs"), "count" => pairs.len(), "last" => format!("({left}, {right})")
    );
    let usual = Position::usual(stats.variant, Options::default()).ok()?;
    let names = heap_names(language, usual);
    Some((line, Picture::ColdSquares(pairs.clone(), names)))
}

/// The rating over time, with a description. Returns `None` while it is not shown.
fn chart(language: Language<'_>, stats: &Stats) -> Option<(Picture, String)> {
    let (first, last) = (stats.history.first()?, stats.history.last()?);
    let games = stats.history.len();
    if is_calibrating(stats.rated_games()) {
        return None;
    }
    // Take every `step`-th point, counted from the last one, so that the chart has room for them.
    let step = games.div_ceil(MAX_POINTS);
    let points = stats.history.iter().rev().step_by(step).rev();
    let points = points.map(|rated| {
        (
            rounded(rated.rating.rating),
            rounded(rated.rating.deviation),
        )
    });
    let in_words = tell!(
        language, key!("picture-rating"), "games" => games, "first" => rating_text(first.rating.rating),
        "last" => rating_text(last.rating.rating)
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

/// The games by kind of opponent: members first, then the animals, strongest first.
fn games_by_opponent(language: Language<'_>, stats: &Stats) -> Vec<String> {
    let tally_of =
        |animal: Option<Animal>| stats.tallies.iter().find(|tally| tally.animal == animal);
    let mut lines = Vec::new();
    if let Some(tally) = tally_of(None) {
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
    lines.extend(Animal::ALL.into_iter().rev().filter_map(|animal| {
        let tally = tally_of(Some(animal))?;
        Some(tell!(
            language, key!("stats-bot"), "animal" => animal_name(language, animal), "games" => tally.games,
            "wins" => tally.wins, "hinted" => tally.hinted
        ))
    }));
    lines
}

/// How many of a game's exercises the member has solved. Returns `None` if none are solved.
fn lessons_of(language: Language<'_>, stats: &Stats) -> Option<String> {
    let solved = stats.solved.iter();
    let done = solved
        .filter(|exercise| exercise.variant() == stats.variant)
        .count();
    lessons(language, done, Exercise::all(stats.variant).count())
}

fn lessons(language: Language<'_>, done: usize, all: usize) -> Option<String> {
    (done > 0).then(|| tell!(language, key!("stats-lessons"), "done" => done, "all" => all))
}

fn best_wins(language: Language<'_>, stats: &Stats) -> Vec<String> {
    if stats.best.is_empty() {
        return Vec::new();
    }
    let line = |win: &BotWin| {
        tell!(
            language, key!("stats-best-line"), "position" => readable(win.from),
            "animal" => animal_name(language, win.animal), "moves" => win.moves
        )
    };
    [language.say(key!("stats-best"))]
        .into_iter()
        .chain(stats.best.iter().map(line))
        .collect()
}
