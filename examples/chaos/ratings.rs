//! Checks that ratings and standings are what the rated games give, one after the other.

use std::collections::{BTreeMap, HashMap};

use sqlx::{AnyConnection, Row};
use wythoff_game::rating::{Rating, after_draw, after_game};
use wythoff_game::{Accuracy, Seat};

use crate::verdict::Game;

/// A standing: rating, deviation, games, wins, kept and won (as in [`Accuracy`]), streak.
type Standing = (f64, f64, i64, i64, i64, i64, i64);

/// Computes all ratings and standings from the rated games, and compares them with the stored ones.
/// Returns the number of rated games.
pub(crate) async fn check_ratings(
    connection: &mut AnyConnection,
    games: &[Game],
    violations: &mut Vec<String>,
) -> anyhow::Result<usize> {
    let mut finished: Vec<(&Game, i64, Seat)> = games
        .iter()
        .filter_map(|game| Some((game, game.finish?, game.winner?)))
        .collect();
    finished.sort_by_key(|&(_, finish, _)| finish);
    let mut ratings: HashMap<(i64, &str), Rating> = HashMap::new();
    let mut standings: BTreeMap<(i64, i64, String), Standing> = BTreeMap::new();
    let mut history: Vec<(i64, i64, String, f64)> = Vec::new();
    for (number, &(game, finish, winner)) in (1..).zip(&finished) {
        if finish != number {
            violations.push(format!(
                "the rated game {} is number {finish}, not {number}",
                game.id
            ));
        }
        let [first, second] = game.players;
        let member = |seat| if seat == Seat::First { first } else { second };
        let (winner_id, loser_id) = (member(winner), member(winner.other()));
        let variant = game.start.variant().key();
        let before = |who| ratings.get(&(who, variant)).copied().unwrap_or_default();
        // Two games with sides swapped are rated as one.
        let is_drawn = game
            .second_of
            .is_some_and(|(_, ahead)| winner == ahead.other());
        let rate = if is_drawn { after_draw } else { after_game };
        let (winner_after, loser_after) = rate(before(winner_id), before(loser_id));
        ratings.insert((winner_id, variant), winner_after);
        ratings.insert((loser_id, variant), loser_after);
        let first_game = game
            .second_of
            .and_then(|(first, _)| games.iter().find(|game| game.id == first));
        for (who, rating, win) in [
            (winner_id, winner_after, i64::from(!is_drawn)),
            (loser_id, loser_after, 0),
        ] {
            history.push((finish, who, variant.to_owned(), rating.rating));
            let counted = [Some(game), first_game].into_iter().flatten();
            let accuracies: Vec<Accuracy> = counted.map(|game| game.accuracy_of(who)).collect();
            for &scope in &game.scopes {
                let standing = standings
                    .entry((scope, who, variant.to_owned()))
                    .or_default();
                standing.2 += 1;
                standing.3 += win;
                for accuracy in &accuracies {
                    standing.4 += i64::from(accuracy.kept);
                    standing.5 += i64::from(accuracy.won);
                }
                standing.6 = (standing.6 + 1) * win;
            }
            for (_, standing) in standings
                .iter_mut()
                .filter(|((_, member, kind), _)| *member == who && kind == variant)
            {
                (standing.0, standing.1) = (rating.rating, rating.deviation);
            }
        }
    }
    let stored = stored_ratings(connection).await?;
    history.sort_by_key(|(finish, member, ..)| (*finish, *member));
    if stored != history {
        let wrong: Vec<_> = stored.iter().filter(|row| !history.contains(row)).collect();
        violations.push(format!(
            "the ratings are not the fold of the rated games: {wrong:?}"
        ));
    }
    let stored = stored_standings(connection).await?;
    if stored != standings {
        let wrong: Vec<_> = stored
            .iter()
            .filter(|(key, row)| standings.get(key) != Some(row))
            .collect();
        violations.push(format!(
            "the standings are not the fold of the rated games: {wrong:?}"
        ));
    }
    Ok(finished.len())
}

async fn stored_ratings(
    connection: &mut AnyConnection,
) -> Result<Vec<(i64, i64, String, f64)>, sqlx::Error> {
    let rows =
        sqlx::query("SELECT finish, member, variant, rating FROM ratings ORDER BY finish, member");
    let stored = rows.fetch_all(&mut *connection).await?;
    stored
        .iter()
        .map(|row| {
            let (rating, variant) = (row.try_get(3)?, row.try_get(2)?);
            Ok((row.try_get(0)?, row.try_get(1)?, variant, rating))
        })
        .collect()
}

async fn stored_standings(
    connection: &mut AnyConnection,
) -> Result<BTreeMap<(i64, i64, String), Standing>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT scope, member, rating, deviation, games, wins, kept, won, streak, variant FROM standings",
    );
    let stored = rows.fetch_all(&mut *connection).await?;
    stored
        .iter()
        .map(|row| {
            let key = (row.try_get(0)?, row.try_get(1)?, row.try_get(9)?);
            let standing = (
                row.try_get(2)?,
                row.try_get(3)?,
                row.try_get(4)?,
                row.try_get(5)?,
                row.try_get(6)?,
                row.try_get(7)?,
                row.try_get(8)?,
            );
            Ok((key, standing))
        })
        .collect()
}
