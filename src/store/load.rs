//! Loading: everything that a group of jobs asks for, in one statement, so in one trip and from one snapshot.
//!
//! Each kind of key has a subselect over a JSON array of parameters. Its answer is a JSON array in the same order. Ratings have a statement of
//! their own, since SQLite writes real numbers as text with too few digits.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use serde_json::value::RawValue;
use serde_json::{Value as Json, json};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::cache::{Key, Known, Value};
use super::profiles::{MemberText, ServerText};
use super::rows::{ChallengeRow, GameEntryText, GameRow, NotificationRow, PlyRow, position};
use super::standing::{rated, scope_of, standing};
use super::text::{read, write};
use super::{Error, Result};
use crate::game::MemberId;
use crate::records::{Pseudonyms, Ranking, Solved};
use crate::rules::Variant;

/// The columns of a table's row as one JSON array.
fn array(table: &str, columns: &[&str]) -> String {
    let columns = columns.iter().map(|column| format!("{table}.{column}"));
    format!("json_array({})", itertools::join(columns, ", "))
}

/// A row of `games` as text, with its moves and rating changes.
pub(super) static GAME: LazyLock<String> = LazyLock::new(|| {
    let (row, ply) = (
        array("games", GameRow::COLUMNS),
        array("plies", PlyRow::COLUMNS),
    );
    format!(
        "json_array({row},
         json((SELECT json_group_array({ply} ORDER BY ply) FROM plies WHERE game = games.id)),
         json(CASE WHEN finish IS NULL THEN '[]' ELSE
          (SELECT json_group_array(json_array(member, rating, change) ORDER BY member) FROM ratings WHERE game = games.id AND member > 0) END))"
    )
});

/// A row of `challenges` as text.
pub(super) static CHALLENGE: LazyLock<String> =
    LazyLock::new(|| array("challenges", ChallengeRow::COLUMNS));

/// A row of `notifications` as text.
pub(super) static NOTIFICATION: LazyLock<String> =
    LazyLock::new(|| array("notifications", NotificationRow::COLUMNS));

/// The challenges and games of a list of ids.
pub(super) static GAME_ENTRIES: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT json_group_array(json_array(
         json((SELECT {} FROM games WHERE id = asked.value)),
         json((SELECT {} FROM challenges WHERE id = asked.value)),
         json((SELECT json_group_array({} ORDER BY member) FROM notifications WHERE game = asked.value)),
         (SELECT id FROM games WHERE follows = asked.value)) ORDER BY asked.key) FROM json_each(?) AS asked",
        *GAME, *CHALLENGE, *NOTIFICATION
    )
});

pub(super) const MEMBERS: &str = "SELECT json_group_array(json_array(
    json_array(asked.value->>0, name, language, notify_by, challenges_from, visibility, told_of_lessons),
    json((SELECT json_group_array(blocked ORDER BY blocked) FROM blocks WHERE member = asked.value->>0)),
    json((SELECT json_group_array(json_array(id, channel, second_player)) FROM games
     WHERE phase = 'running' AND first_player = asked.value->>0)),
    json((SELECT json_group_array(json_array(id, channel, first_player)) FROM games
     WHERE phase = 'running' AND second_player = asked.value->>0)),
    json((SELECT json_group_array(member) FROM pseudonymous_blocks WHERE blocked = asked.value->>1)),
    asked.value->>1) ORDER BY asked.key)
    FROM json_each(?) AS asked LEFT JOIN members ON members.id = asked.value->>0";

pub(super) const SERVERS: &str = "SELECT json_group_array(json_array(
    json_array(asked.value, clock, largest_heap, language, pings, everywhere),
    servers.id IS NOT NULL AND absent_since IS NULL) ORDER BY asked.key)
    FROM json_each(?) AS asked LEFT JOIN servers ON servers.id = asked.value";

/// Selects a list of numbers for each parameter.
macro_rules! lists {
    ($numbers:literal) => {
        concat!(
            "SELECT json_group_array(json((SELECT json_group_array(number) FROM (",
            $numbers,
            "))) ORDER BY asked.key) FROM json_each(?) AS asked"
        )
    };
}

pub(super) const APPLIED: &str =
    lists!("SELECT 1 AS number FROM interactions WHERE id = asked.value");

/// Only the latest games: a move is typed again at once, or not at all.
pub(super) const TYPED: &str = lists!(
    "SELECT id AS number FROM games WHERE typed IS NOT NULL AND channel = asked.value->>0
    AND (first_player = asked.value->>1 OR second_player = asked.value->>1) ORDER BY typed DESC LIMIT 4"
);

pub(super) const CHALLENGES: &str =
    lists!("SELECT id AS number FROM challenges WHERE challenger = asked.value AND phase = 'open'");

pub(super) const LIMITED: &str = lists!(
    "SELECT at AS number FROM limits WHERE pseudonym = asked.value->>0 AND kind = asked.value->>1"
);

pub(super) const OPEN: &str = lists!(
    "SELECT id AS number FROM challenges WHERE challenger = asked.value AND phase = 'open'
    UNION ALL SELECT id FROM challenges WHERE invited = asked.value AND phase = 'open'"
);

/// Only the latest: nobody reads hundreds of them, and deleting each is a call.
pub(super) const TOLD: &str = "SELECT json_group_array(json((SELECT json_group_array(json_array(game, channel, message, editable, at)) FROM (
    SELECT * FROM notifications WHERE member = asked.value ORDER BY game DESC LIMIT 500))) ORDER BY asked.key) FROM json_each(?) AS asked";

pub(super) const TAKEN: &str = lists!(
    "SELECT 1 AS number FROM games WHERE phase <> 'running' AND first_player = asked.value
    UNION ALL SELECT 1 FROM games WHERE phase <> 'running' AND second_player = asked.value
    UNION ALL SELECT 1 FROM challenges WHERE challenger = asked.value
    UNION ALL SELECT 1 FROM challenges WHERE invited = asked.value LIMIT 1"
);

pub(super) const SOLVED: &str = "SELECT json_group_array(json((SELECT json_group_array(json_array(rules, position)) FROM solved
    WHERE member = asked.value->>0 AND variant = asked.value->>1)) ORDER BY asked.key) FROM json_each(?) AS asked";

pub(super) const ALIVE: &str = lists!("SELECT at AS number FROM marks WHERE name = 'alive'");

pub(super) const DEADLINES: &str = lists!(
    "SELECT id AS number FROM games WHERE phase = 'running' AND level IS NULL AND editable = 1 AND message IS NOT NULL
    UNION ALL SELECT id FROM challenges WHERE phase = 'open' AND editable = 1 AND message IS NOT NULL"
);

pub(super) const RANKINGS: &str = "SELECT asked.key AS number, NULL AS scope, asked.value->>0 AS member, rating, deviation, volatility, NULL AS games,
    NULL AS wins, NULL AS kept, NULL AS won, streak FROM json_each($1) AS asked JOIN ratings ON ratings.member = asked.value->>0
    AND variant = asked.value->>1 AND finish = (SELECT MAX(finish) FROM ratings WHERE member = asked.value->>0 AND variant = asked.value->>1)
    UNION ALL SELECT asked.key, scope, member, rating, deviation, NULL, games, wins, kept, won, streak
    FROM json_each($1) AS asked JOIN standings ON standings.member = asked.value->>0 AND variant = asked.value->>1";

/// The subselect for a key, and its parameter. Returns `None` for ratings.
fn question(key: Key, pseudonyms: &Pseudonyms) -> Option<(&'static str, Json)> {
    Some(match key {
        Key::Member(id) => (MEMBERS, json!([id.0, pseudonyms.of_blocked(id)])),
        Key::Server(id) => (SERVERS, json!(id)),
        Key::Game(id) => (&GAME_ENTRIES, json!(id.0)),
        Key::Applied(id) => (APPLIED, json!(id.0)),
        Key::TypedMove(channel, member) => (TYPED, json!([channel.0, member.0])),
        Key::ChallengesBy(member) => (CHALLENGES, json!(member.0)),
        Key::Limited(limit) => {
            let pseudonym = pseudonyms.of_limit(limit);
            (LIMITED, json!([pseudonym, limit.kind()]))
        }
        Key::Solved(member, variant) => (SOLVED, json!([member.0, variant.key()])),
        Key::ChallengesWith(member) => (OPEN, json!(member.0)),
        Key::NotifiedAbout(member) => (TOLD, json!(member.0)),
        Key::IdInUse(former) => (TAKEN, json!(former.0)),
        Key::LastConnected => (ALIVE, json!(0)),
        Key::Deadlines => (DEADLINES, json!(0)),
        Key::Ranking(..) => return None,
    })
}

/// The value of an answer, or that it makes no sense.
fn value_or_corrupt(key: Key, answer: &str) -> Result<Value> {
    match value(key, answer) {
        Err(Error::Corrupt(what)) => Ok(Value::Corrupt(what)),
        read => read,
    }
}

fn value(key: Key, answer: &str) -> Result<Value> {
    Ok(match key {
        Key::Member(_) => Value::Member(Arc::new(read::<MemberText>(answer)?.member())),
        Key::Server(_) => Value::Server(Arc::new(read::<ServerText>(answer)?.server()?)),
        Key::Game(_) => Value::Game(Arc::new(read::<GameEntryText>(answer)?.entry()?)),
        Key::NotifiedAbout(_) => Value::List(Arc::new(read::<Vec<[i64; 5]>>(answer)?.concat())),
        Key::Solved(_, variant) => Value::Solved(Arc::new(solved(variant, answer)?)),
        Key::Applied(_)
        | Key::TypedMove(..)
        | Key::ChallengesBy(_)
        | Key::Limited(_)
        | Key::Ranking(..)
        | Key::ChallengesWith(_)
        | Key::IdInUse(_)
        | Key::LastConnected
        | Key::Deadlines => {
            let list = read::<Vec<Option<i64>>>(answer)?;
            Value::List(Arc::new(list.into_iter().flatten().collect()))
        }
    })
}

fn solved(variant: Variant, answer: &str) -> Result<Solved> {
    let rows = read::<Vec<[String; 2]>>(answer)?.into_iter();
    let read = rows.map(|[rules, notation]| position(variant.key(), &rules, &notation));
    read.collect::<Result<Vec<_>>>().map(Solved)
}

/// Loads values. Returns the number of trips.
pub(super) async fn load(
    connection: &mut AnyConnection,
    keys: &BTreeSet<Key>,
    known: &mut Known,
) -> Result<u64> {
    let mut asked: Vec<(&str, Vec<Key>, Vec<Json>)> = Vec::new();
    let mut rankings = Vec::new();
    for &key in keys {
        match (question(key, &known.pseudonyms), key, asked.last_mut()) {
            // The keys are sorted, so those of a kind follow each other.
            (Some((asks, about)), _, Some((latest, keys, abouts))) if asks == *latest => {
                keys.push(key);
                abouts.push(about);
            }
            (Some((asks, about)), ..) => asked.push((asks, vec![key], vec![about])),
            (None, Key::Ranking(member, variant), _) => rankings.push((member, variant)),
            (None, ..) => {}
        }
    }
    let trips = u64::from(!asked.is_empty()) + u64::from(!rankings.is_empty());
    if !asked.is_empty() {
        let subselects = asked.iter().map(|(question, ..)| format!("({question})"));
        let statement = format!("SELECT {}", itertools::join(subselects, ", "));
        let mut query = sqlx::query(AssertSqlSafe(statement));
        for (_, _, abouts) in &asked {
            query = query.bind(write(abouts)?);
        }
        let row = query.fetch_one(&mut *connection).await?;
        for (index, (_, keys, _)) in asked.into_iter().enumerate() {
            let answers: &str = row.try_get(index)?;
            let answers: Vec<&RawValue> =
                serde_json::from_str(answers).map_err(|_| Error::Corrupt("text"))?;
            for (key, answer) in keys.into_iter().zip(answers) {
                known.insert(key, value_or_corrupt(key, answer.get())?);
            }
        }
    }
    if !rankings.is_empty() {
        load_rankings(connection, &rankings, known).await?;
    }
    Ok(trips)
}

async fn load_rankings(
    connection: &mut AnyConnection,
    asked: &[(MemberId, Variant)],
    known: &mut Known,
) -> Result<()> {
    let keys = asked
        .iter()
        .map(|(member, variant)| (member.0, variant.key()));
    let rows = sqlx::query(RANKINGS).bind(write(&keys.collect::<Vec<_>>())?);
    let rows = rows.fetch_all(connection).await?;
    for (number, &(member, variant)) in (0_i64..).zip(asked) {
        let value = match ranking(&rows, number) {
            Ok(ranking) => Value::Ranking(Arc::new(ranking)),
            Err(Error::Corrupt(what)) => Value::Corrupt(what),
            Err(error) => return Err(error),
        };
        known.insert(Key::Ranking(member, variant), value);
    }
    Ok(())
}

/// The ranking with that number among those that were asked for.
fn ranking(rows: &[AnyRow], number: i64) -> Result<Ranking> {
    let mut ranking = Ranking::default();
    for row in rows {
        if row.try_get::<i64, _>("number")? != number {
            continue;
        }
        match row.try_get::<Option<i64>, _>("scope")? {
            Some(scope) => ranking.standings.push((scope_of(scope), standing(row)?)),
            None => ranking.rated = Some(rated(row)?),
        }
    }
    Ok(ranking)
}
