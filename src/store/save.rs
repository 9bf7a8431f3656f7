//! Saving: what a group of jobs has changed, in one text of statements, so in one trip and one transaction. What is to be written is
//! found by comparing values with what they were when they were loaded; a statement writes all of a kind, from a JSON array of rows.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{AnyConnection, AssertSqlSafe};

use super::Error;
use super::known::Numbered;
use super::ranking::RANK;
use super::standing::scope_number;
use super::text::{ChallengeRow, GameRow, NoticeRow, PlyRow, write};
use super::work::Changes;
use crate::game::GameId;

/// The columns of a running game that change with a move.
const MOVED: [&str; 13] = [
    "message",
    "shown",
    "pile_left",
    "pile_right",
    "ply",
    "taken_back",
    "since",
    "deadline",
    "remind",
    "first_touched",
    "second_touched",
    "typed",
    "version",
];

/// The columns that change when a board is noted.
const SHOWN: [&str; 3] = ["message", "shown", "version"];

/// The columns that may change otherwise, as when a game ends. Apart, since they are in indexes.
const ENDED: [&str; 24] = [
    "message",
    "shown",
    "pile_left",
    "pile_right",
    "ply",
    "taken_back",
    "phase",
    "winner",
    "since",
    "deadline",
    "remind",
    "first_touched",
    "second_touched",
    "typed",
    "first_wish",
    "second_wish",
    "first_kept",
    "first_won",
    "second_kept",
    "second_won",
    "finish",
    "follows",
    "version",
    "everywhere",
];

const BEGIN: &str = "BEGIN IMMEDIATE";
const COMMIT: &str = "COMMIT";

const APPLIED: &str = "INSERT OR ROLLBACK INTO interactions (id) SELECT value FROM json_each(?)";
const MEMBERS: &str = "INSERT OR ROLLBACK INTO members (id, name) SELECT value->>0, value->>1 FROM json_each(?) WHERE TRUE
    ON CONFLICT (id) DO UPDATE SET name = excluded.name";
const RETURNED: &str = "INSERT OR ROLLBACK INTO blocks (member, blocked) SELECT value->>0, value->>1 FROM json_each(?) WHERE TRUE
    ON CONFLICT DO NOTHING";
const RETURNED_FROM: &str =
    "DELETE FROM pseudonymous_blocks WHERE blocked IN (SELECT value FROM json_each(?))";
const SERVERS: &str =
    "INSERT OR ROLLBACK INTO servers (id) SELECT value FROM json_each(?) WHERE TRUE
    ON CONFLICT (id) DO UPDATE SET absent_since = NULL";
const TAKEN_BACK: &str = "DELETE FROM plies WHERE (game, ply) IN (
    SELECT plies.game, plies.ply FROM json_each(?) JOIN plies ON plies.game = value->>0 AND plies.ply > value->>1)";
const UNTOLD: &str =
    "DELETE FROM notices WHERE (game, member) IN (SELECT value->>0, value->>1 FROM json_each(?))";
/// A row where fewer were changed than should have been, which breaks the rule of the table, and so the transaction.
const CONFLICTS: &str = "INSERT OR ROLLBACK INTO conflicts (rows)
    SELECT value - changes() FROM json_each(?) WHERE value <> changes()";
const RATINGS: &str = "INSERT OR ROLLBACK INTO ratings (member, finish, game, rating, deviation, volatility, change, streak)
    SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7 FROM json_each(?)";
const RATED: &str = "UPDATE standings SET rating = value->>1, deviation = value->>2 FROM json_each(?) WHERE member = value->>0";
const STANDINGS: &str = "INSERT OR ROLLBACK INTO standings (scope, member, shown, rating, deviation, games, wins, kept, won, accuracy, streak)
    SELECT value->>0, value->>1, NOT EXISTS (SELECT 1 FROM members WHERE id = value->>1
     AND CASE WHEN value->>0 = 0 THEN visible <> 'everywhere' ELSE visible = 'nowhere' END),
    value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8, value->>9 FROM json_each(?) WHERE TRUE
    ON CONFLICT (scope, member) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
    games = excluded.games, wins = excluded.wins, kept = excluded.kept, won = excluded.won,
    accuracy = excluded.accuracy, streak = excluded.streak";

static GAMES_BEGUN: LazyLock<String> = LazyLock::new(|| insert("games", GameRow::COLUMNS));
static GAMES_MOVED: LazyLock<String> = LazyLock::new(|| update(&MOVED));
static GAMES_SHOWN: LazyLock<String> = LazyLock::new(|| update(&SHOWN));
static GAMES_ENDED: LazyLock<String> = LazyLock::new(|| update(&ENDED));
static PLIES: LazyLock<String> = LazyLock::new(|| insert("plies", PlyRow::COLUMNS));
static CHALLENGES: LazyLock<String> = LazyLock::new(|| insert("challenges", ChallengeRow::COLUMNS));
static CHALLENGES_CHANGED: LazyLock<String> = LazyLock::new(|| {
    let at = |column| place(ChallengeRow::COLUMNS, column);
    format!(
        "UPDATE OR ROLLBACK challenges SET message = value->>{}, phase = value->>{}, until = value->>{}, invited_name = value->>{}
         FROM json_each(?) WHERE challenges.id = value->>0 AND challenges.phase IN ('open', value->>{})",
        at("message"), at("phase"), at("until"), at("invited_name"), at("phase")
    )
});
static NOTICES: LazyLock<String> = LazyLock::new(|| {
    let insert = insert("notices", NoticeRow::COLUMNS);
    format!(
        "{insert} WHERE TRUE ON CONFLICT (game, member) DO UPDATE SET channel = excluded.channel, message = excluded.message,
         editable = excluded.editable, at = excluded.at"
    )
});

/// Writes rows: each is decoded once, and not for each of its columns.
fn insert(table: &str, columns: &[&str]) -> String {
    let values: Vec<String> = (0..columns.len())
        .map(|index| format!("v->>{index}"))
        .collect();
    format!(
        "WITH rows (v) AS MATERIALIZED (SELECT jsonb(value) FROM json_each(?))
         INSERT OR ROLLBACK INTO {table} ({}) SELECT {} FROM rows",
        columns.join(", "),
        values.join(", ")
    )
}

/// Writes those columns of games which are still of the version before.
fn update(columns: &[&str]) -> String {
    let at = |column| place(GameRow::COLUMNS, column);
    let set: Vec<String> = columns
        .iter()
        .map(|column| format!("{column} = v->>{}", at(column)))
        .collect();
    format!(
        "WITH rows (v) AS MATERIALIZED (SELECT jsonb(value) FROM json_each(?))
         UPDATE OR ROLLBACK games SET {} FROM rows WHERE games.id = v->>0 AND games.version = v->>{} - 1",
        set.join(", "),
        at("version")
    )
}

fn place(columns: &[&str], column: &str) -> usize {
    columns
        .iter()
        .position(|known| *known == column)
        .unwrap_or(usize::MAX)
}

/// Statements with what goes into each.
#[derive(Default)]
pub(super) struct Script {
    text: String,
    values: Vec<String>,
}

impl Script {
    fn add(&mut self, statement: &str) {
        if !self.text.is_empty() {
            self.text.push_str("; ");
        }
        self.text.push_str(statement);
    }

    /// A statement over rows, if there are any.
    fn write<T: Serialize>(&mut self, statement: &str, rows: &Vec<T>) -> Result<(), Error> {
        if !rows.is_empty() {
            self.add(statement);
            self.values.push(write(rows)?);
        }
        Ok(())
    }

    /// The same, where every one of the rows has to be there.
    fn change<T: Serialize>(&mut self, statement: &str, rows: &Vec<T>) -> Result<(), Error> {
        self.write(statement, rows)?;
        if !rows.is_empty() {
            self.write(CONFLICTS, &vec![rows.len()])?;
        }
        Ok(())
    }

    async fn execute(self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let mut query = sqlx::query(AssertSqlSafe(self.text));
        for value in self.values {
            query = query.bind(value);
        }
        query.execute(connection).await.map(drop)
    }
}

/// Saves changes in a transaction of their own.
pub(super) async fn save(connection: &mut AnyConnection, changes: &Changes) -> Result<(), Error> {
    let mut script = Script::default();
    script.add(BEGIN);
    compose(changes, &mut script)?;
    script.add(COMMIT);
    Ok(script.execute(connection).await?)
}

/// Saves changes in the transaction that is open.
pub(super) async fn save_within(
    connection: &mut AnyConnection,
    changes: &Changes,
) -> Result<(), Error> {
    let mut script = Script::default();
    compose(changes, &mut script)?;
    if script.text.is_empty() {
        return Ok(());
    }
    Ok(script.execute(connection).await?)
}

fn compose(changes: &Changes, script: &mut Script) -> Result<(), Error> {
    let applied: Vec<i64> = changes.applied.iter().map(|id| id.0).collect();
    script.write(APPLIED, &applied)?;
    compose_members(changes, script)?;
    let seen = changes
        .servers
        .iter()
        .filter(|(_, server)| server.now.is_present && !server.before.is_present);
    let seen: Vec<i64> = seen.map(|(&id, _)| id).collect();
    script.write(SERVERS, &seen)?;
    let mut rows = Rows::default();
    for (&id, change) in &changes.numbers {
        rows.compare(id, &change.before, &change.now)?;
    }
    script.change(&GAMES_SHOWN, &rows.shown)?;
    script.change(&GAMES_MOVED, &rows.moved)?;
    // Before new ones begin, which may take their place.
    script.change(&GAMES_ENDED, &rows.ended)?;
    script.write(&GAMES_BEGUN, &rows.begun)?;
    script.write(TAKEN_BACK, &rows.taken_back)?;
    script.write(&PLIES, &rows.plies)?;
    script.write(&CHALLENGES, &rows.challenges)?;
    script.change(&CHALLENGES_CHANGED, &rows.challenges_changed)?;
    script.write(UNTOLD, &rows.untold)?;
    script.write(&NOTICES, &rows.notices)?;
    compose_rated(changes, script)
}

fn compose_members(changes: &Changes, script: &mut Script) -> Result<(), Error> {
    let (mut names, mut returned, mut pseudonyms) = (Vec::new(), Vec::new(), Vec::new());
    for (id, change) in &changes.members {
        if change.now.name != change.before.name {
            names.push(json!([id.0, change.now.name]));
        }
        if change.now.name.is_some() && !change.before.blocked_by.is_empty() {
            returned.extend(
                change
                    .before
                    .blocked_by
                    .iter()
                    .map(|blocker| json!([blocker.0, id.0])),
            );
            pseudonyms.extend(change.before.pseudonym.clone());
        }
    }
    script.write(MEMBERS, &names)?;
    script.write(RETURNED, &returned)?;
    script.write(RETURNED_FROM, &pseudonyms)
}

fn compose_rated(changes: &Changes, script: &mut Script) -> Result<(), Error> {
    let (mut ratings, mut latest, mut standings) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
    for end in &changes.rated {
        for ((member, form), change) in end.forms.iter().zip(end.changes) {
            let Some(rated) = form.rated else { continue };
            let rating = rated.rating;
            ratings.push(json!([
                member.0,
                end.finish,
                end.game.0,
                rating.rating,
                rating.deviation,
                rating.volatility,
                change,
                rated.streak
            ]));
            // Of several for the same member, the last one counts.
            latest.insert(*member, json!([member.0, rating.rating, rating.deviation]));
            let counted = form
                .standings
                .iter()
                .filter(|(scope, _)| end.scopes.contains(scope));
            for (scope, standing) in counted {
                let scope = scope_number(*scope);
                let row = json!([
                    scope,
                    member.0,
                    rating.rating,
                    rating.deviation,
                    standing.games,
                    standing.wins,
                    standing.accuracy.kept,
                    standing.accuracy.won,
                    standing.share(),
                    standing.streak
                ]);
                standings.insert((scope, *member), row);
            }
        }
    }
    let members: Vec<i64> = latest.keys().map(|member| member.0).collect();
    let [uncount, rank, count] = &*RANK;
    script.write(uncount, &members)?;
    script.write(RATINGS, &ratings)?;
    script.write(RATED, &latest.into_values().collect())?;
    script.write(STANDINGS, &standings.into_values().collect())?;
    script.write(rank, &members)?;
    script.write(count, &members)
}

/// What is to be written of numbers.
#[derive(Default)]
struct Rows {
    begun: Vec<GameRow>,
    shown: Vec<GameRow>,
    moved: Vec<GameRow>,
    ended: Vec<GameRow>,
    plies: Vec<PlyRow>,
    taken_back: Vec<Value>,
    challenges: Vec<ChallengeRow>,
    challenges_changed: Vec<ChallengeRow>,
    notices: Vec<NoticeRow>,
    untold: Vec<Value>,
}

impl Rows {
    /// Compares what stands under a number with what stood there.
    fn compare(&mut self, id: GameId, before: &Numbered, now: &Numbered) -> Result<(), Error> {
        self.compare_games(before, now)?;
        let known = before.plies.iter().zip(now.plies.iter());
        let alike = known.take_while(|(before, now)| before == now).count();
        if alike < before.plies.len() {
            self.taken_back.push(json!([id.0, alike]));
        }
        for (index, ply) in now.plies.iter().enumerate().skip(alike) {
            self.plies.push(PlyRow::of(id, index + 1, ply)?);
        }
        match (&before.challenge, &now.challenge) {
            (None, Some(new)) => self.challenges.push(ChallengeRow::of(new)?),
            (Some(known), Some(changed)) if known != changed => {
                self.challenges_changed.push(ChallengeRow::of(changed)?);
            }
            _same => {}
        }
        let new = now
            .notices
            .iter()
            .filter(|notice| !before.notices.contains(notice));
        self.notices.extend(new.map(NoticeRow::of));
        let is_told = |member| now.notices.iter().any(|notice| notice.member == member);
        let gone = before
            .notices
            .iter()
            .filter(|notice| !is_told(notice.member));
        self.untold
            .extend(gone.map(|notice| json!([id.0, notice.member.0])));
        Ok(())
    }

    fn compare_games(&mut self, before: &Numbered, now: &Numbered) -> Result<(), Error> {
        let Some(record) = &now.game else {
            return Ok(());
        };
        let row = GameRow::of(record, now.finish, now.version)?;
        let Some(former) = &before.game else {
            self.begun.push(row);
            return Ok(());
        };
        if former == record {
            return Ok(());
        }
        if record.game.outcome().is_some() || former.follows != record.follows {
            self.ended.push(row);
        } else if former.game == record.game
            && (former.touched, former.typed, former.remind)
                == (record.touched, record.typed, record.remind)
        {
            self.shown.push(row);
        } else {
            self.moved.push(row);
        }
        Ok(())
    }
}

/// Every statement, to look at how it is carried out.
#[cfg(test)]
pub(super) fn statements() -> Vec<String> {
    let [uncount, rank, count] = &*RANK;
    let composed = [
        &*GAMES_BEGUN,
        &*GAMES_MOVED,
        &*GAMES_SHOWN,
        &*GAMES_ENDED,
        &*PLIES,
        &*CHALLENGES,
        &*CHALLENGES_CHANGED,
        &*NOTICES,
        uncount,
        rank,
        count,
    ];
    let plain = [
        APPLIED,
        MEMBERS,
        RETURNED,
        RETURNED_FROM,
        SERVERS,
        TAKEN_BACK,
        UNTOLD,
        CONFLICTS,
        RATINGS,
        RATED,
        STANDINGS,
    ];
    let composed = composed.into_iter().cloned();
    composed.chain(plain.map(str::to_owned)).collect()
}
