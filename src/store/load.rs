//! Loading: everything that a group of jobs asks for, in one statement, so in one trip and as of one moment.
//!
//! Each question is a subselect over a JSON array of what is asked about, and its answer a JSON array in the same order. Ratings are
//! apart, since SQLite writes a real number as text with fewer digits than it has.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use serde_json::{Value as Json, json};
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::Result;
use super::known::{Key, Known, Value};
use super::limits::{Limit, Pseudonyms};
use super::rows::{ChallengeRow, GameRow, MemberText, NoticeRow, NumberText, PlyRow, ServerRow};
use super::standing::{rated, scope_of, standing};
use super::text::{read, write};
use crate::game::MemberId;
use crate::records::Form;

/// The columns of a table's row as one JSON array.
fn array(table: &str, columns: &[&str]) -> String {
    let columns = columns.iter().map(|column| format!("{table}.{column}"));
    format!("json_array({})", columns.collect::<Vec<_>>().join(", "))
}

/// A row of `games` as text: with its moves, and what it has made of ratings.
pub(super) static GAME: LazyLock<String> = LazyLock::new(|| {
    let (row, ply) = (
        array("games", GameRow::COLUMNS),
        array("plies", PlyRow::COLUMNS),
    );
    format!(
        "json_array({row},
         json((SELECT json_group_array({ply} ORDER BY ply) FROM plies WHERE game = games.id)),
         json(CASE WHEN finish IS NULL THEN '[]' ELSE
          (SELECT json_group_array(json_array(member, rating, change) ORDER BY member) FROM ratings WHERE game = games.id) END))"
    )
});

/// A row of `challenges` as text.
pub(super) static CHALLENGE: LazyLock<String> =
    LazyLock::new(|| array("challenges", ChallengeRow::COLUMNS));

/// A row of `notices` as text.
pub(super) static NOTICE: LazyLock<String> = LazyLock::new(|| array("notices", NoticeRow::COLUMNS));

/// What stands under each number of a list.
static NUMBERS: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT json_group_array(json_array(
         json((SELECT {} FROM games WHERE id = asked.value)),
         json((SELECT {} FROM challenges WHERE id = asked.value)),
         json((SELECT json_group_array({} ORDER BY member) FROM notices WHERE game = asked.value)),
         (SELECT id FROM games WHERE follows = asked.value)) ORDER BY asked.key) FROM json_each(?) AS asked",
        *GAME, *CHALLENGE, *NOTICE
    )
});

const MEMBERS: &str = "SELECT json_group_array(json_array(
    json_array(asked.value->>0, name, language, telling, challenges, visible),
    json((SELECT json_group_array(blocked ORDER BY blocked) FROM blocks WHERE member = asked.value->>0)),
    json((SELECT json_group_array(json_array(id, channel, second_player)) FROM games
     WHERE phase = 'running' AND first_player = asked.value->>0)),
    json((SELECT json_group_array(json_array(id, channel, first_player)) FROM games
     WHERE phase = 'running' AND second_player = asked.value->>0)),
    json((SELECT json_group_array(member) FROM pseudonymous_blocks WHERE blocked = asked.value->>1)),
    asked.value->>1) ORDER BY asked.key)
    FROM json_each(?) AS asked LEFT JOIN members ON members.id = asked.value->>0";

const SERVERS: &str = "SELECT json_group_array(json_array(
    json_array(asked.value, clock, largest_pile, language, pings, everywhere),
    servers.id IS NOT NULL AND absent_since IS NULL) ORDER BY asked.key)
    FROM json_each(?) AS asked LEFT JOIN servers ON servers.id = asked.value";

const APPLIED: &str = "SELECT json_group_array(json_array(EXISTS (SELECT 1 FROM interactions WHERE id = asked.value)) ORDER BY asked.key)
    FROM json_each(?) AS asked";

/// How many of the latest typed games are looked at: a move is typed again at once, or not at all.
const TYPED: &str = "SELECT json_group_array(json((SELECT json_group_array(id) FROM (
    SELECT id FROM games WHERE typed IS NOT NULL AND channel = asked.value->>0
    AND (first_player = asked.value->>1 OR second_player = asked.value->>1) ORDER BY typed DESC LIMIT 4))) ORDER BY asked.key)
    FROM json_each(?) AS asked";

const CHALLENGES: &str = "SELECT json_group_array(json((SELECT json_group_array(id) FROM challenges
    WHERE challenger = asked.value AND phase = 'open')) ORDER BY asked.key) FROM json_each(?) AS asked";

/// Of the games, and of what an erasure has left.
const DECLINED: &str = "SELECT json_group_array(json_array(
    (SELECT MAX(until) FROM challenges
     WHERE challenger = asked.value->>0 AND invited = asked.value->>1 AND phase = 'declined'),
    (SELECT MAX(at) FROM limits WHERE pseudonym = asked.value->>2 AND kind = 'declined')) ORDER BY asked.key)
    FROM json_each(?) AS asked";

const NO_SHOWS: &str = "SELECT json_group_array(json_array(
    (SELECT MAX(since) FROM games
     WHERE phase <> 'running' AND phase = 'no_show' AND first_player = asked.value->>0 AND ply = 0),
    (SELECT MAX(since) FROM games
     WHERE phase <> 'running' AND phase = 'no_show' AND second_player = asked.value->>0 AND ply = 1),
    (SELECT MAX(at) FROM limits WHERE pseudonym = asked.value->>1 AND kind = 'no_show')) ORDER BY asked.key)
    FROM json_each(?) AS asked";

/// More of them than two can begin in a day.
const RATED: &str = "SELECT json_group_array(json((SELECT json_group_array(begun) FROM (
    SELECT begun FROM (SELECT begun FROM games WHERE rated = 1 AND min(first_player, second_player) = asked.value->>0
     AND max(first_player, second_player) = asked.value->>1 AND phase NOT IN ('no_show', 'abandonment')
     ORDER BY begun DESC LIMIT 8)
    UNION ALL SELECT at FROM limits WHERE pseudonym = asked.value->>2 AND kind = 'rated'))) ORDER BY asked.key)
    FROM json_each(?) AS asked";

const FORMS: &str = "SELECT asked.value AS member, NULL AS scope, rating, deviation, volatility, NULL AS games, NULL AS wins, NULL AS kept,
    NULL AS won, streak FROM json_each($1) AS asked JOIN ratings ON ratings.member = asked.value
    AND finish = (SELECT MAX(finish) FROM ratings WHERE member = asked.value)
    UNION ALL SELECT member, scope, rating, deviation, NULL, games, wins, kept, won, streak
    FROM json_each($1) AS asked JOIN standings ON standings.member = asked.value";

/// A question: its statement, and how its answers are read.
type Question = (&'static str, fn(&str) -> Result<Vec<Value>>);

/// What is asked for a key, and about what; nothing where it is asked apart.
fn question(key: Key, pseudonyms: &Pseudonyms) -> Option<(Question, Json)> {
    let about = |limit| pseudonyms.of_limit(limit);
    Some(match key {
        Key::Member(id) => {
            let about = json!([id.0, pseudonyms.of_blocked(id)]);
            ((MEMBERS, read_members), about)
        }
        Key::Server(id) => ((SERVERS, read_servers), json!(id)),
        Key::Number(id) => ((&NUMBERS, read_numbers), json!(id.0)),
        Key::Applied(id) => ((APPLIED, read_lists), json!(id.0)),
        Key::Typed(channel, member) => ((TYPED, read_lists), json!([channel.0, member.0])),
        Key::Challenges(member) => ((CHALLENGES, read_lists), json!(member.0)),
        Key::Declined(challenger, invited) => {
            let pseudonym = about(Limit::Declined {
                challenger,
                invited,
            });
            (
                (DECLINED, read_lists),
                json!([challenger.0, invited.0, pseudonym]),
            )
        }
        Key::Rated(a, b) => {
            let pseudonym = about(Limit::Rated([a, b]));
            ((RATED, read_lists), json!([a.0, b.0, pseudonym]))
        }
        Key::NoShow(member) => {
            let pseudonym = about(Limit::NoShow(member));
            ((NO_SHOWS, read_lists), json!([member.0, pseudonym]))
        }
        Key::Form(_) => return None,
    })
}

fn read_members(text: &str) -> Result<Vec<Value>> {
    let members = read::<Vec<MemberText>>(text)?.into_iter();
    let member = |text: MemberText| Value::Member(Arc::new(text.member()));
    Ok(members.map(member).collect())
}

fn read_servers(text: &str) -> Result<Vec<Value>> {
    let servers = read::<Vec<(ServerRow, u8)>>(text)?.into_iter();
    let server =
        |(row, is_present): (ServerRow, u8)| Ok(Value::Server(Arc::new(row.server(is_present)?)));
    servers.map(server).collect()
}

fn read_numbers(text: &str) -> Result<Vec<Value>> {
    let numbers = read::<Vec<NumberText>>(text)?.into_iter();
    let number = |text: NumberText| Ok(Value::Number(Arc::new(text.number()?)));
    numbers.map(number).collect()
}

fn read_lists(text: &str) -> Result<Vec<Value>> {
    let lists = read::<Vec<Vec<Option<i64>>>>(text)?.into_iter();
    let list = |list: Vec<Option<i64>>| Value::List(Arc::new(list.into_iter().flatten().collect()));
    Ok(lists.map(list).collect())
}

/// Loads the answers to questions.
pub(super) async fn load(
    connection: &mut AnyConnection,
    keys: &BTreeSet<Key>,
    known: &mut Known,
) -> Result<()> {
    let mut asked: Vec<(Question, Vec<Key>, Vec<Json>)> = Vec::new();
    let mut forms = Vec::new();
    for &key in keys {
        match (question(key, &known.pseudonyms), key, asked.last_mut()) {
            // The keys are in order, so those of a kind follow each other.
            (Some((asks, about)), _, Some((latest, keys, abouts))) if asks.0 == latest.0 => {
                keys.push(key);
                abouts.push(about);
            }
            (Some((asks, about)), ..) => asked.push((asks, vec![key], vec![about])),
            (None, Key::Form(member), _) => forms.push(member),
            (None, ..) => {}
        }
    }
    if !asked.is_empty() {
        let subselects = asked
            .iter()
            .map(|((statement, _), ..)| format!("({statement})"));
        let statement = format!("SELECT {}", subselects.collect::<Vec<_>>().join(", "));
        let mut query = sqlx::query(AssertSqlSafe(statement));
        for (_, _, abouts) in &asked {
            query = query.bind(write(abouts)?);
        }
        let row = query.fetch_one(&mut *connection).await?;
        for (index, ((_, read), keys, _)) in asked.into_iter().enumerate() {
            for (key, value) in keys.into_iter().zip(read(row.try_get(index)?)?) {
                known.insert(key, value);
            }
        }
    }
    if !forms.is_empty() {
        load_forms(connection, &forms, known).await?;
    }
    Ok(())
}

async fn load_forms(
    connection: &mut AnyConnection,
    members: &[MemberId],
    known: &mut Known,
) -> Result<()> {
    let ids: Vec<i64> = members.iter().map(|member| member.0).collect();
    let rows = sqlx::query(FORMS).bind(write(&ids)?);
    let rows = rows.fetch_all(connection).await?;
    for &member in members {
        let mut form = Form::default();
        for row in &rows {
            if row.try_get::<i64, _>("member")? != member.0 {
                continue;
            }
            match row.try_get::<Option<i64>, _>("scope")? {
                Some(scope) => form.standings.push((scope_of(scope), standing(row)?)),
                None => form.rated = Some(rated(row)?),
            }
        }
        known.insert(Key::Form(member), Value::Form(Arc::new(form)));
    }
    Ok(())
}

/// Every question, to look at how it is answered.
#[cfg(test)]
pub(super) fn questions() -> Vec<String> {
    let plain = [
        MEMBERS, SERVERS, APPLIED, TYPED, CHALLENGES, DECLINED, RATED, NO_SHOWS, FORMS,
    ];
    let plain = plain.map(str::to_owned).into_iter();
    plain.chain([NUMBERS.clone()]).collect()
}
