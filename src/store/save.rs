//! Saving the changes of a group, in one trip and one transaction. Values are compared with what they were when they were loaded. A statement
//! writes all rows of a kind, from a JSON array.

use itertools::Itertools as _;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Value as Json, json};
use sqlx::query::Query;
use sqlx::{AnyConnection, AssertSqlSafe, Executor};

use super::Result;
use super::cache::{GameEntry, Key, Member, Value};
use super::profiles::{MemberRow, ServerRow};
use super::ranking::RANK;
use super::rows::{ChallengeRow, GameRow, MovedRow, NotificationRow, PlyRow, ShownRow};
use super::standing::scope_number;
use super::text::write;
use super::work::{Changes, Statement, Unsent};
use crate::game::{GameId, MemberId};
use crate::records::{GameRecord, Visibility, Word};

/// The columns that may change when a game ends. A move does not write them all, since some are in indexes.
const ENDED: &str = "message shown position ply taken_back phase winner since deadline remind first_active second_active
    typed typed_by first_vote second_vote first_kept first_won second_kept second_won finish follows version everywhere hinted followed";

pub(super) const APPLIED: &str =
    "INSERT OR ROLLBACK INTO interactions (id) SELECT value FROM json_each(?)";
pub(super) const SOLVED: &str = "INSERT OR ROLLBACK INTO solved (member, variant, rules, position)
    SELECT value->>0, value->>1, value->>2, value->>3 FROM json_each(?) WHERE TRUE ON CONFLICT DO NOTHING";
pub(super) const UNBLOCKED: &str =
    "DELETE FROM blocks WHERE (member, blocked) IN (SELECT value->>0, value->>1 FROM json_each(?))";
pub(super) const BLOCKED: &str = "INSERT OR ROLLBACK INTO blocks (member, blocked) SELECT value->>0, value->>1 FROM json_each(?) WHERE TRUE
    ON CONFLICT DO NOTHING";
pub(super) const RETURNED: &str =
    "DELETE FROM pseudonymous_blocks WHERE blocked IN (SELECT value FROM json_each(?))";
pub(super) const TAKEN_BACK: &str = "DELETE FROM plies WHERE (game, ply) IN (
    SELECT plies.game, plies.ply FROM json_each(?) JOIN plies ON plies.game = value->>0 AND plies.ply > value->>1)";
pub(super) const UNTOLD: &str = "DELETE FROM notifications WHERE (game, member) IN (SELECT value->>0, value->>1 FROM json_each(?))";
pub(super) const LIMITS: &str = "INSERT OR ROLLBACK INTO limits (kind, pseudonym, at, until)
    SELECT value->>0, value->>1, value->>2, value->>3 FROM json_each(?)";
pub(super) const UNLIMITED: &str = "DELETE FROM limits WHERE (pseudonym, kind, at) IN (SELECT value->>1, value->>0, value->>2 FROM json_each(?))";
pub(super) const TO_SEND: &str = "INSERT OR ROLLBACK INTO notifications_to_send (game, member, kind, via, at)
    SELECT value->>0, value->>1, value->>2, value->>3, value->>4 FROM json_each(?) WHERE TRUE
    ON CONFLICT (game, member) DO UPDATE SET kind = excluded.kind, via = excluded.via, at = excluded.at WHERE excluded.at >= at";
pub(super) const SENT: &str = "DELETE FROM notifications_to_send WHERE (game, member, at) IN
    (SELECT value->>0, value->>1, value->>2 FROM json_each(?))";
pub(super) const TO_DELETE: &str = "INSERT OR ROLLBACK INTO messages_to_delete (message, channel, game, editable, was, at)
    SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 FROM json_each(?) WHERE TRUE ON CONFLICT DO NOTHING";
pub(super) const DELETED: &str =
    "DELETE FROM messages_to_delete WHERE message IN (SELECT value FROM json_each(?))";
/// Inserts a row if fewer rows were changed than expected. It violates the constraint of the table, which rolls the transaction back.
pub(super) const CONFLICTS: &str = "INSERT OR ROLLBACK INTO conflicts (rows)
    SELECT value - changes() FROM json_each(?) WHERE value <> changes()";
pub(super) const RATINGS: &str = "INSERT OR ROLLBACK INTO ratings (member, variant, finish, game, rating, deviation, volatility, change, streak)
    SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8 FROM json_each(?)";
pub(super) const RATED: &str =
    "UPDATE standings SET rating = value->>2, deviation = value->>3 FROM json_each(?)
    WHERE member = value->>0 AND variant = value->>1";
pub(super) const VISIBLE: &str = "UPDATE standings SET shown = iif(scope = 0, value->>1, value->>2) FROM json_each(?) WHERE member = value->>0";
pub(super) const STANDINGS: &str = "INSERT OR ROLLBACK INTO standings (scope, variant, member, shown, rating, deviation, games, wins, kept, won, accuracy, streak)
    SELECT value->>0, value->>10, value->>1, NOT EXISTS (SELECT 1 FROM members WHERE id = value->>1
     AND CASE WHEN value->>0 = 0 THEN visibility <> 'everywhere' ELSE visibility = 'nowhere' END),
    value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8, value->>9 FROM json_each(?) WHERE TRUE
    ON CONFLICT (member, variant, scope) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
    games = excluded.games, wins = excluded.wins, kept = excluded.kept, won = excluded.won,
    accuracy = excluded.accuracy, streak = excluded.streak";

pub(super) static MEMBERS: LazyLock<String> =
    LazyLock::new(|| upsert("members", MemberRow::COLUMNS, &["id"]));
pub(super) static SERVERS: LazyLock<String> = LazyLock::new(|| {
    let upsert = upsert("servers", ServerRow::COLUMNS, &["id"]);
    format!("{upsert}, absent_since = NULL")
});
pub(super) static NOTIFICATIONS: LazyLock<String> = LazyLock::new(|| {
    upsert(
        "notifications",
        NotificationRow::COLUMNS,
        &["game", "member"],
    )
});
pub(super) static GAMES_BEGUN: LazyLock<String> =
    LazyLock::new(|| insert("games", GameRow::COLUMNS));
pub(super) static GAMES_MOVED: LazyLock<String> = LazyLock::new(|| update_all(MovedRow::COLUMNS));
pub(super) static GAMES_SHOWN: LazyLock<String> = LazyLock::new(|| update_all(ShownRow::COLUMNS));
pub(super) static GAMES_ENDED: LazyLock<String> =
    LazyLock::new(|| update(GameRow::COLUMNS, ENDED.split_whitespace()));
pub(super) static PLIES: LazyLock<String> = LazyLock::new(|| insert("plies", PlyRow::COLUMNS));
pub(super) static CHALLENGES: LazyLock<String> =
    LazyLock::new(|| insert("challenges", ChallengeRow::COLUMNS));
pub(super) static CHALLENGES_CHANGED: LazyLock<String> = LazyLock::new(|| {
    let at = |column| place(ChallengeRow::COLUMNS, column);
    format!(
        "UPDATE OR ROLLBACK challenges SET message = value->>{}, phase = value->>{}, until = value->>{}, invited_name = value->>{}
         FROM json_each(?) WHERE challenges.id = value->>0 AND challenges.phase IN ('open', value->>{})",
        at("message"), at("phase"), at("until"), at("invited_name"), at("phase")
    )
});

/// Decodes each row once, and not once a column.
const ROWS: &str = "WITH rows (v) AS MATERIALIZED (SELECT jsonb(value) FROM json_each(?))";

/// Writes rows.
fn insert(table: &str, columns: &[&str]) -> String {
    let values: Vec<String> = (0..columns.len())
        .map(|index| format!("v->>{index}"))
        .collect();
    let (columns, values) = (columns.join(", "), values.join(", "));
    format!("{ROWS} INSERT OR ROLLBACK INTO {table} ({columns}) SELECT {values} FROM rows")
}

/// Inserts or replaces rows.
fn upsert(table: &str, columns: &[&str], key: &[&str]) -> String {
    let (insert, others) = (insert(table, columns), only_in(columns, key));
    let set: Vec<_> = others
        .map(|column| format!("{column} = excluded.{column}"))
        .collect();
    let (key, set) = (key.join(", "), set.join(", "));
    format!("{insert} WHERE TRUE ON CONFLICT ({key}) DO UPDATE SET {set}")
}

/// Updates these columns of games whose version is still the one before. `row` has the columns of the rows that are given, the id first.
fn update<'c>(row: &[&str], columns: impl Iterator<Item = &'c str>) -> String {
    let at = |column| place(row, column);
    let set = columns
        .map(|column| format!("{column} = v->>{}", at(column)))
        .join(", ");
    format!(
        "{ROWS} UPDATE OR ROLLBACK games SET {} FROM rows WHERE games.id = v->>0 AND games.version = v->>{} - 1",
        set,
        at("version")
    )
}

/// Updates every column of those rows.
fn update_all(row: &[&str]) -> String {
    update(row, only_in(row, &["id"]).copied())
}

fn place(columns: &[&str], column: &str) -> usize {
    let mut columns = columns.iter();
    columns
        .position(|known| *known == column)
        .unwrap_or(usize::MAX)
}

/// A text of statements, and their parameters.
#[derive(Default)]
pub(super) struct Script {
    statements: Vec<&'static str>,
    values: Vec<String>,
}

impl Script {
    /// Adds a statement over rows, if there are any.
    fn write<T: Serialize>(&mut self, statement: &'static str, rows: &[T]) -> Result<()> {
        if !rows.is_empty() {
            self.statements.push(statement);
            self.values.push(write(rows)?);
        }
        Ok(())
    }

    /// The same, and a check that every row was changed.
    fn change<T: Serialize>(&mut self, statement: &'static str, rows: &[T]) -> Result<()> {
        self.write(statement, rows)?;
        if rows.is_empty() {
            return Ok(());
        }
        self.write(CONFLICTS, &[rows.len()])
    }
}

/// Saves changes in a transaction, and in one trip unless there are statements for many rows.
pub(super) async fn save(connection: &mut AnyConnection, changes: &Changes) -> Result<()> {
    let Script {
        mut statements,
        values,
    } = compose(changes)?;
    statements.insert(0, "BEGIN IMMEDIATE");
    if changes.wide.is_empty() {
        statements.push("COMMIT");
    }
    let query = sqlx::query(AssertSqlSafe(statements.join("; ")));
    let query = values.into_iter().fold(query, Query::bind);
    query.execute(&mut *connection).await?;
    for Statement { sql, text, numbers } in &changes.wide {
        let query = sqlx::query(AssertSqlSafe(sql.to_string()));
        let query = text
            .iter()
            .fold(query, |query, text| query.bind(text.clone()));
        let query = numbers
            .iter()
            .fold(query, |query, &number| query.bind(number));
        query.execute(&mut *connection).await?;
    }
    if !changes.wide.is_empty() {
        connection.execute("COMMIT").await?;
    }
    Ok(())
}

fn compose(changes: &Changes) -> Result<Script> {
    let mut rows = Rows::default();
    for (key, change) in &changes.values {
        match (*key, &change.before, &change.now) {
            (Key::Member(id), Value::Member(before), Value::Member(now)) => {
                rows.compare_members(id, before, now);
            }
            (Key::Server(id), Value::Server(before), Value::Server(now)) if before != now => {
                rows.servers.push(ServerRow::of(id, &now.settings));
            }
            (Key::Game(id), Value::Game(before), Value::Game(now)) => {
                rows.compare(id, before, now);
            }
            (Key::Solved(member, variant), Value::Solved(before), Value::Solved(now)) => {
                let new = only_in(&now.0, &before.0);
                rows.solved.extend(new.map(|at| {
                    let (rules, position) = (at.options().to_string(), at.to_string());
                    json!([member.0, variant.key(), rules, position])
                }));
            }
            _answer => {}
        }
    }
    let mut script = Script::default();
    let applied: Vec<i64> = changes.applied.iter().map(|id| id.0).collect();
    script.write(APPLIED, &applied)?;
    script.write(&MEMBERS, &rows.members)?;
    script.write(UNBLOCKED, &rows.unblocked)?;
    script.write(BLOCKED, &rows.blocked)?;
    script.write(RETURNED, &rows.returned)?;
    script.write(SOLVED, &rows.solved)?;
    script.write(&SERVERS, &rows.servers)?;
    script.change(&GAMES_SHOWN, &rows.shown)?;
    script.change(&GAMES_MOVED, &rows.moved)?;
    // Before new ones begin, which may take their place.
    script.change(&GAMES_ENDED, &rows.ended)?;
    script.write(&GAMES_BEGUN, &rows.begun)?;
    script.write(TAKEN_BACK, &rows.taken_back)?;
    script.write(&PLIES, &rows.plies)?;
    script.write(&CHALLENGES, &rows.challenges)?;
    script.change(&CHALLENGES_CHANGED, &rows.challenges_changed)?;
    script.write(LIMITS, &changes.limited)?;
    script.write(UNLIMITED, &changes.unlimited)?;
    script.write(UNTOLD, &rows.untold)?;
    script.write(&NOTIFICATIONS, &rows.notifications)?;
    compose_unsent(&changes.unsent, &mut script)?;
    compose_ranks(changes, &rows, &mut script)?;
    Ok(script)
}

/// Writes what is to be sent and deleted, and then what was.
fn compose_unsent(unsent: &Unsent, script: &mut Script) -> Result<()> {
    let to_send = unsent.to_send.iter().map(|it| {
        let (kind, via) = (it.kind.word(), it.via.word());
        json!([it.game.0, it.member.0, kind, via, it.at.0])
    });
    script.write(TO_SEND, &to_send.collect::<Vec<_>>())?;
    let sent = unsent.sent.iter();
    let sent = sent.map(|it| (it.game.0, it.member.0, it.at.0));
    script.write(SENT, &sent.collect::<Vec<_>>())?;
    let to_delete = unsent.to_delete.iter().map(|(it, at)| {
        let editable = i64::from(it.editable);
        json!([
            it.message.0,
            it.channel.0,
            it.game.0,
            editable,
            it.was.word(),
            at.0
        ])
    });
    script.write(TO_DELETE, &to_delete.collect::<Vec<_>>())?;
    let deleted = unsent.deleted.iter().map(|message| message.0);
    script.write(DELETED, &deleted.collect::<Vec<_>>())
}

/// Writes ratings and standings after rated games and changes of visibility.
fn compose_ranks(changes: &Changes, rows: &Rows, script: &mut Script) -> Result<()> {
    let (mut ratings, mut latest, mut standings) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
    for end in &changes.rated {
        for ((member, ranking), change) in end.rankings.iter().zip(end.changes) {
            let (Some(rated), id) = (ranking.rated, member.0) else {
                continue;
            };
            let rating = rated.rating;
            let (value, deviation) = (rating.rating, rating.deviation);
            let variant = end.variant.key();
            ratings.push(json!([
                id,
                variant,
                end.finish,
                end.game.0,
                value,
                deviation,
                rating.volatility,
                change,
                rated.streak
            ]));
            // Of several changes for a member, the last one counts.
            latest.insert((id, end.variant), json!([id, variant, value, deviation]));
            for (scope, standing) in &ranking.standings {
                if end.scopes.contains(scope) {
                    let scope = scope_number(*scope);
                    let (kept, won) = (standing.accuracy.kept, standing.accuracy.won);
                    let (games, wins, share) = (standing.games, standing.wins, standing.share());
                    let row = json!([
                        scope,
                        id,
                        value,
                        deviation,
                        games,
                        wins,
                        kept,
                        won,
                        share,
                        standing.streak,
                        variant
                    ]);
                    standings.insert((scope, id, end.variant), row);
                }
            }
        }
    }
    let ranked: BTreeSet<i64> = latest
        .keys()
        .map(|(member, _)| *member)
        .chain(rows.visible.keys().copied())
        .collect();
    let ranked: Vec<i64> = ranked.into_iter().collect();
    let [uncount, rank, count] = &*RANK;
    script.write(uncount, &ranked)?;
    script.write(RATINGS, &ratings)?;
    script.write(VISIBLE, &rows.visible.values().collect::<Vec<_>>())?;
    script.write(STANDINGS, &standings.into_values().collect::<Vec<_>>())?;
    // After the standings of each scope: the rating is the same in all of them.
    script.write(RATED, &latest.into_values().collect::<Vec<_>>())?;
    script.write(rank, &ranked)?;
    script.write(count, &ranked)
}

/// The rows to write.
#[derive(Default)]
struct Rows {
    members: Vec<MemberRow>,
    blocked: Vec<Json>,
    unblocked: Vec<Json>,
    returned: Vec<String>,
    solved: Vec<Json>,
    visible: BTreeMap<i64, Json>,
    servers: Vec<ServerRow>,
    begun: Vec<GameRow>,
    shown: Vec<ShownRow>,
    moved: Vec<MovedRow>,
    ended: Vec<GameRow>,
    plies: Vec<PlyRow>,
    taken_back: Vec<Json>,
    challenges: Vec<ChallengeRow>,
    challenges_changed: Vec<ChallengeRow>,
    notifications: Vec<NotificationRow>,
    untold: Vec<Json>,
}

/// The elements of the first list that are not in the second.
fn only_in<'a, T: PartialEq>(one: &'a [T], other: &'a [T]) -> impl Iterator<Item = &'a T> {
    one.iter().filter(|item| !other.contains(item))
}

impl Rows {
    fn compare_members(&mut self, id: MemberId, before: &Member, now: &Member) {
        let (was, is) = (&before.settings, &now.settings);
        let is_told = before.told_of_lessons != now.told_of_lessons;
        if before.name != now.name || was != is || is_told {
            self.members.push(MemberRow::of(id, now));
        }
        let block = |other: &MemberId| json!([id.0, other.0]);
        self.blocked
            .extend(only_in(&is.blocked, &was.blocked).map(block));
        self.unblocked
            .extend(only_in(&was.blocked, &is.blocked).map(block));
        if now.pseudonym.is_none() {
            self.returned.extend(before.pseudonym.clone());
        }
        if was.visibility != is.visibility {
            let everywhere = u8::from(is.visibility == Visibility::Everywhere);
            let in_servers = u8::from(is.visibility != Visibility::Nowhere);
            self.visible
                .insert(id.0, json!([id.0, everywhere, in_servers]));
        }
    }

    /// Adds the rows that differ between two values of a game.
    fn compare(&mut self, id: GameId, before: &GameEntry, now: &GameEntry) {
        self.compare_games(before, now);
        let known = before.plies.iter().zip(now.plies.iter());
        let alike = known.take_while(|(before, now)| before == now).count();
        if alike < before.plies.len() {
            self.taken_back.push(json!([id.0, alike]));
        }
        let new = now.plies.iter().enumerate().skip(alike);
        self.plies
            .extend(new.map(|(index, ply)| PlyRow::of(id, index + 1, ply)));
        match (&before.challenge, &now.challenge) {
            (None, Some(new)) => self.challenges.push(ChallengeRow::of(new)),
            (Some(known), Some(changed)) if known != changed => {
                self.challenges_changed.push(ChallengeRow::of(changed));
            }
            _same => {}
        }
        self.notifications
            .extend(only_in(&now.notifications, &before.notifications).map(NotificationRow::of));
        let is_told = |member| {
            now.notifications
                .iter()
                .any(|notice| notice.member == member)
        };
        let gone = before
            .notifications
            .iter()
            .filter(|notice| !is_told(notice.member));
        self.untold
            .extend(gone.map(|notice| json!([id.0, notice.member.0])));
    }

    fn compare_games(&mut self, before: &GameEntry, now: &GameEntry) {
        let Some(record) = &now.game else { return };
        let row = || GameRow::of(record, now.finish, now.version);
        let Some(former) = &before.game else {
            return self.begun.push(row());
        };
        let activity = |record: &GameRecord| {
            (
                record.last_active,
                record.typed,
                record.reminder(),
                record.is_hinted,
            )
        };
        if former == record {
        } else if record.game.outcome().is_some() || former.follows != record.follows {
            self.ended.push(row());
        } else if former.game == record.game && activity(former) == activity(record) {
            self.shown.push(ShownRow::of(record, now.version));
        } else {
            self.moved.push(MovedRow::of(record, now.version));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Else `place` would have nothing to point at, and the column would lose its value.
    #[test]
    fn every_column_that_a_statement_names_is_one_of_its_row() {
        for column in ENDED.split_whitespace() {
            assert!(GameRow::COLUMNS.contains(&column), "{column}");
        }
        for column in ["message", "phase", "until", "invited_name"] {
            assert!(ChallengeRow::COLUMNS.contains(&column), "{column}");
        }
        for row in [GameRow::COLUMNS, MovedRow::COLUMNS, ShownRow::COLUMNS] {
            assert!(row.contains(&"version") && row.first() == Some(&"id"));
        }
    }
}
