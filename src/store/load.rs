//! Loading: everything that a group of jobs asks for, in one statement, so in one trip and as of one moment.
//!
//! Each question is a subselect over a JSON array of what is asked about, and its answer one JSON text. Ratings are apart, since
//! SQLite writes a real number as text with fewer digits than it has.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use serde_json::{Value, json};
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::Error;
use super::Scope;
use super::known::{Answer, Key, Known};
use super::limits::{Limit, Pseudonyms};
use super::rows::{Form, InteractionId};
use super::settings::{MemberText, ServerText};
use super::standing::{rated, standing};
use super::text::{ChallengeRow, GameRow, NoticeRow, NumberText, PlyRow, numbered, read, write};
use crate::game::{GameId, MemberId, Timestamp};

/// The columns of a table's row as one JSON array.
fn array(table: &str, columns: &[&str]) -> String {
    let columns: Vec<String> = columns
        .iter()
        .map(|column| format!("{table}.{column}"))
        .collect();
    format!("json_array({})", columns.join(", "))
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
        "SELECT json_group_array(json_array(asked.value,
         json((SELECT {} FROM games WHERE id = asked.value)),
         json((SELECT {} FROM challenges WHERE id = asked.value)),
         json((SELECT json_group_array({} ORDER BY member) FROM notices WHERE game = asked.value)),
         (SELECT id FROM games WHERE follows = asked.value))) FROM json_each(?) AS asked",
        *GAME, *CHALLENGE, *NOTICE
    )
});

const MEMBERS: &str = "SELECT json_group_array(json_array(asked.value->>0, name, language, telling, challenges, visible,
    json((SELECT json_group_array(blocked ORDER BY blocked) FROM blocks WHERE member = asked.value->>0)),
    json((SELECT json_group_array(json_array(id, channel, second_player)) FROM games
     WHERE phase = 'running' AND first_player = asked.value->>0)),
    json((SELECT json_group_array(json_array(id, channel, first_player)) FROM games
     WHERE phase = 'running' AND second_player = asked.value->>0)),
    json((SELECT json_group_array(member) FROM pseudonymous_blocks WHERE blocked = asked.value->>1)),
    asked.value->>1))
    FROM json_each(?) AS asked LEFT JOIN members ON members.id = asked.value->>0";

const SERVERS: &str = "SELECT json_group_array(json_array(asked.value, clock, largest_pile, language, pings, everywhere,
    servers.id IS NOT NULL AND absent_since IS NULL))
    FROM json_each(?) AS asked LEFT JOIN servers ON servers.id = asked.value";

const APPLIED: &str = "SELECT json_group_array(json_array(asked.value, EXISTS (SELECT 1 FROM interactions WHERE id = asked.value)))
    FROM json_each(?) AS asked";

/// How many of the latest typed games are looked at: a move is typed again at once, or not at all.
const TYPED: &str = "SELECT json_group_array(json_array(json(asked.value), json((SELECT json_group_array(id) FROM (
    SELECT id FROM games WHERE typed IS NOT NULL AND channel = asked.value->>0
    AND (first_player = asked.value->>1 OR second_player = asked.value->>1) ORDER BY typed DESC LIMIT 4)))))
    FROM json_each(?) AS asked";

const CHALLENGES: &str = "SELECT json_group_array(json_array(asked.value, json((SELECT json_group_array(id) FROM challenges
    WHERE challenger = asked.value AND phase = 'open')))) FROM json_each(?) AS asked";

/// Of the games, and of what an erasure has left.
const DECLINED: &str = "SELECT json_group_array(json_array(json(asked.value),
    (SELECT MAX(until) FROM challenges
     WHERE challenger = asked.value->>0 AND invited = asked.value->>1 AND phase = 'declined'),
    (SELECT MAX(at) FROM limits WHERE pseudonym = asked.value->>2 AND kind = 'declined')))
    FROM json_each(?) AS asked";

const NO_SHOWS: &str = "SELECT json_group_array(json_array(json(asked.value),
    (SELECT MAX(since) FROM games
     WHERE phase <> 'running' AND phase = 'no_show' AND first_player = asked.value->>0 AND ply = 0),
    (SELECT MAX(since) FROM games
     WHERE phase <> 'running' AND phase = 'no_show' AND second_player = asked.value->>0 AND ply = 1),
    (SELECT MAX(at) FROM limits WHERE pseudonym = asked.value->>1 AND kind = 'no_show')))
    FROM json_each(?) AS asked";

const RATED: &str = "SELECT json_group_array(json_array(json(asked.value), json((SELECT json_group_array(begun) FROM (
    SELECT begun FROM games WHERE rated = 1 AND min(first_player, second_player) = asked.value->>0
    AND max(first_player, second_player) = asked.value->>1 AND phase NOT IN ('no_show', 'abandonment')
    ORDER BY begun DESC LIMIT 8))),
    json((SELECT json_group_array(at) FROM limits WHERE pseudonym = asked.value->>2 AND kind = 'rated'))))
    FROM json_each(?) AS asked";

const FORMS: &str = "SELECT asked.value AS member, NULL AS scope, rating, deviation, volatility, NULL AS games, NULL AS wins, NULL AS kept,
    NULL AS won, streak FROM json_each($1) AS asked JOIN ratings ON ratings.member = asked.value
    AND finish = (SELECT MAX(finish) FROM ratings WHERE member = asked.value)
    UNION ALL SELECT member, scope, rating, deviation, NULL, games, wins, kept, won, streak
    FROM json_each($1) AS asked JOIN standings ON standings.member = asked.value";

/// Loads the answers to questions.
///
/// # Errors
/// If the database fails, or holds what is never written.
pub(super) async fn load(
    connection: &mut AnyConnection,
    keys: &BTreeSet<Key>,
    known: &mut Known,
) -> Result<(), Error> {
    let asked = Asked::of(keys, &known.pseudonyms);
    if !asked.lists.is_empty() {
        let mut statement = String::new();
        for (kind, _) in &asked.lists {
            let begin = if statement.is_empty() {
                "SELECT "
            } else {
                ", "
            };
            // Writing to a string cannot fail.
            let _ = write!(statement, "{begin}({})", kind.question());
        }
        let mut query = sqlx::query(AssertSqlSafe(statement));
        for (_, list) in &asked.lists {
            query = query.bind(write(list)?);
        }
        let row = query.fetch_one(&mut *connection).await?;
        for (index, (kind, _)) in asked.lists.iter().enumerate() {
            let text: String = row.try_get(index)?;
            kind.answer(&text, known)?;
        }
    }
    if !asked.forms.is_empty() {
        load_forms(connection, &asked.forms, known).await?;
    }
    Ok(())
}

/// What is asked, by kind of question.
struct Asked {
    lists: Vec<(Kind, Vec<Value>)>,
    forms: Vec<MemberId>,
}

impl Asked {
    fn of(keys: &BTreeSet<Key>, pseudonyms: &Pseudonyms) -> Self {
        let mut asked = Self {
            lists: Vec::new(),
            forms: Vec::new(),
        };
        for &key in keys {
            let (kind, about) = match key {
                Key::Applied(id) => (Kind::Applied, json!(id.0)),
                Key::Member(id) => (Kind::Member, json!([id.0, pseudonyms.of_blocked(id)])),
                Key::Server(id) => (Kind::Server, json!(id)),
                Key::Number(id) => (Kind::Number, json!(id.0)),
                Key::Typed(channel, member) => (Kind::Typed, json!([channel.0, member.0])),
                Key::Challenges(member) => (Kind::Challenges, json!(member.0)),
                Key::Declined(challenger, invited) => {
                    let limit = Limit::Declined {
                        challenger,
                        invited,
                    };
                    let pseudonym = pseudonyms.of_limit(limit);
                    (Kind::Declined, json!([challenger.0, invited.0, pseudonym]))
                }
                Key::Rated(a, b) => {
                    let pseudonym = pseudonyms.of_limit(Limit::Rated([a, b]));
                    (Kind::Rated, json!([a.0, b.0, pseudonym]))
                }
                Key::NoShow(member) => {
                    let pseudonym = pseudonyms.of_limit(Limit::NoShow(member));
                    (Kind::NoShow, json!([member.0, pseudonym]))
                }
                Key::Form(member) => {
                    asked.forms.push(member);
                    continue;
                }
            };
            // The keys are in order, so those of a kind follow each other.
            match asked.lists.last_mut() {
                Some((latest, list)) if *latest == kind => list.push(about),
                _other => asked.lists.push((kind, vec![about])),
            }
        }
        asked
    }
}

/// The kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Applied,
    Member,
    Server,
    Number,
    Typed,
    Challenges,
    Declined,
    Rated,
    NoShow,
}

impl Kind {
    fn question(self) -> &'static str {
        match self {
            Self::Applied => APPLIED,
            Self::Member => MEMBERS,
            Self::Server => SERVERS,
            Self::Number => &NUMBERS,
            Self::Typed => TYPED,
            Self::Challenges => CHALLENGES,
            Self::Declined => DECLINED,
            Self::Rated => RATED,
            Self::NoShow => NO_SHOWS,
        }
    }

    fn answer(self, text: &str, known: &mut Known) -> Result<(), Error> {
        match self {
            Self::Applied => {
                for (id, is_applied) in read::<Vec<(i64, i64)>>(text)? {
                    let key = Key::Applied(InteractionId(id));
                    known.answers.insert(key, Answer::Applied(is_applied != 0));
                }
            }
            Self::Member => {
                for member in read::<Vec<MemberText>>(text)? {
                    let (id, member) = member.member()?;
                    known.meet(id, Arc::new(member));
                }
            }
            Self::Server => {
                for server in read::<Vec<ServerText>>(text)? {
                    let (id, server) = server.server()?;
                    known.servers.insert(id, Arc::new(server));
                }
            }
            Self::Number => {
                for text in read::<Vec<NumberText>>(text)? {
                    let (id, number) = numbered(&text)?;
                    known.numbers.insert(id, Arc::new(number));
                }
            }
            Self::Typed => {
                for ((channel, member), games) in read::<Vec<((i64, i64), Vec<i64>)>>(text)? {
                    let key = Key::Typed(super::ChannelId(channel), MemberId(member));
                    known.answers.insert(key, numbers(games));
                }
            }
            Self::Challenges => {
                for (member, challenges) in read::<Vec<(i64, Vec<i64>)>>(text)? {
                    let key = Key::Challenges(MemberId(member));
                    known.answers.insert(key, numbers(challenges));
                }
            }
            Self::Declined => {
                type Text = ((i64, i64, String), Option<i64>, Option<i64>);
                for ((challenger, invited, _), one, other) in read::<Vec<Text>>(text)? {
                    let key = Key::Declined(MemberId(challenger), MemberId(invited));
                    known
                        .answers
                        .insert(key, times([one, other].into_iter().flatten()));
                }
            }
            Self::Rated => {
                type Text = ((i64, i64, String), Vec<i64>, Vec<i64>);
                for ((a, b, _), begun, erased) in read::<Vec<Text>>(text)? {
                    let key = Key::Rated(MemberId(a), MemberId(b));
                    known
                        .answers
                        .insert(key, times(begun.into_iter().chain(erased)));
                }
            }
            Self::NoShow => {
                type Text = ((i64, String), Option<i64>, Option<i64>, Option<i64>);
                for ((member, _), first, second, erased) in read::<Vec<Text>>(text)? {
                    let key = Key::NoShow(MemberId(member));
                    let all = [first, second, erased].into_iter().flatten();
                    known.answers.insert(key, times(all));
                }
            }
        }
        Ok(())
    }
}

fn numbers(ids: Vec<i64>) -> Answer {
    Answer::Numbers(ids.into_iter().map(GameId).collect())
}

fn times(times: impl Iterator<Item = i64>) -> Answer {
    Answer::Times(times.map(Timestamp).collect())
}

async fn load_forms(
    connection: &mut AnyConnection,
    members: &[MemberId],
    known: &mut Known,
) -> Result<(), Error> {
    let ids: Vec<i64> = members.iter().map(|member| member.0).collect();
    let rows = sqlx::query(FORMS)
        .bind(write(&ids)?)
        .fetch_all(connection)
        .await?;
    let mut forms: HashMap<MemberId, Form> = HashMap::new();
    for row in &rows {
        let form = forms.entry(MemberId(row.try_get("member")?)).or_default();
        match row.try_get::<Option<i64>, _>("scope")? {
            Some(scope) => form.standings.push((Scope::of(scope), standing(row)?)),
            None => form.rated = Some(rated(row)?),
        }
    }
    for &member in members {
        let form = forms.remove(&member).unwrap_or_default();
        known.answers.insert(Key::Form(member), Answer::Form(form));
    }
    Ok(())
}

/// Every question, to look at how it is answered.
#[cfg(test)]
pub(super) fn questions() -> Vec<String> {
    let kinds = [
        Kind::Applied,
        Kind::Member,
        Kind::Server,
        Kind::Number,
        Kind::Typed,
        Kind::Challenges,
        Kind::Declined,
        Kind::Rated,
        Kind::NoShow,
    ];
    let questions = kinds.map(|kind| kind.question().to_owned());
    questions.into_iter().chain([FORMS.to_owned()]).collect()
}
