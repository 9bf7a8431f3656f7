//! What PRIVACY.md says about each column of the database, checked against the tables, an export,
//! an erasure, and what remains of a server that removed the bot.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use discord_sandbox::{Fault, Member};
use serde_json::Value;
use sqlx::{AnyConnection, AssertSqlSafe};

use crate::support::{Story, columns, day, execute, hours, is_on_sqlite, open, resigns};

/// A column, and what PRIVACY.md says about it.
struct Claim {
    table: String,
    column: String,
    exported: String,
    after_erasure: String,
    after_leaving: String,
}

fn claims() -> Vec<Claim> {
    let text = include_str!("../PRIVACY.md");
    let (_, section) = text.split_once("## Column by column").expect("a section");
    let rows = section.lines().filter(|line| line.starts_with("| "));
    let mut claims = Vec::new();
    for row in rows.skip(2) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [table, columns, exported, after_erasure, after_leaving] = cells[..] else {
            panic!("five cells: {row}");
        };
        for column in columns.split_whitespace() {
            claims.push(Claim {
                table: table.to_owned(),
                column: column.to_owned(),
                exported: exported.to_owned(),
                after_erasure: after_erasure.to_owned(),
                after_leaving: after_leaving.to_owned(),
            });
        }
    }
    claims
}

/// The database of a story.
struct Database(AnyConnection, PathBuf);

impl Database {
    async fn of(story: &Story) -> Self {
        let folder = story.folder.path();
        Self(open(folder).await, folder.to_owned())
    }

    async fn texts(&mut self, query: String) -> Vec<String> {
        let texts = sqlx::query_scalar(AssertSqlSafe(query));
        texts.fetch_all(&mut self.0).await.expect("texts")
    }

    async fn count(&mut self, table: &str, condition: &str) -> i64 {
        let query = format!("SELECT COUNT(*) FROM {table} WHERE {condition}");
        let count = sqlx::query_scalar(AssertSqlSafe(query));
        count.fetch_one(&mut self.0).await.expect("a number")
    }

    /// Every column of every table.
    async fn columns(&mut self) -> BTreeSet<String> {
        let columns = columns(&self.1).await.into_iter();
        columns
            .map(|(table, column)| format!("{table}.{column}"))
            .collect()
    }

    /// For each claim, how often each value occurs in its column.
    async fn values(&mut self, claims: &[Claim]) -> Vec<BTreeMap<String, usize>> {
        let mut all = Vec::new();
        for Claim { table, column, .. } in claims {
            let text = if is_on_sqlite() {
                format!("quote({column})")
            } else {
                format!("CAST({column} AS TEXT)")
            };
            let query = format!("SELECT COALESCE({text}, '') FROM {table}");
            let mut values = BTreeMap::new();
            for value in self.texts(query).await {
                *values.entry(value).or_insert(0) += 1;
            }
            all.push(values);
        }
        all
    }

    /// Checks that the columns that should be kept have lost none of their values.
    async fn check_kept(
        &mut self,
        claims: &[Claim],
        before: &[BTreeMap<String, usize>],
        expected: fn(&Claim) -> &str,
    ) {
        let after = self.values(claims).await;
        for ((claim, before), after) in claims.iter().zip(before).zip(&after) {
            let is_there = |(value, count): (&String, &usize)| after.get(value) >= Some(count);
            let is_kept = before.iter().all(is_there);
            let Claim { table, column, .. } = claim;
            assert!(
                expected(claim) != "stays" || is_kept,
                "{table}.{column} has changed: {before:?}, {after:?}"
            );
        }
    }
}

/// Adds to `found` the path of every leaf of a JSON value that is not null.
fn collect_paths(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let dot = if path.is_empty() { "" } else { "." };
                collect_paths(value, &format!("{path}{dot}{key}"), found);
            }
        }
        Value::Array(values) => {
            for value in values {
                collect_paths(value, &format!("{path}[]"), found);
            }
        }
        Value::Null => {}
        Value::Bool(_) | Value::Number(_) | Value::String(_) => drop(found.insert(path.to_owned())),
    }
}

/// A member with data in every column: two finished games, one of them rated, and a challenge.
/// From then on, Discord rate-limits what the bot posts and deletes as itself.
async fn with_everything(story: &mut Story) -> Member {
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    boris.clicks("Accept").await;
    resigns(&anna).await;
    boris
        .types("/wythoff start 10 6 first:bot opponent:Dolphin")
        .await;
    boris.types("/wythoff move A1").await;
    resigns(&boris).await;
    boris.types("/wythoff settings").await;
    boris.picks("Block challenges from …", &[&anna]).await;
    boris.chooses("Language", "en-US").await;
    boris.types("/wythoff challenge game:wythoff").await;
    boris.clicks("Withdraw").await;
    story.until_boards_are_noted().await;
    story.stop().await;
    // Nor can the sweep take away the role, which nobody has earned.
    for (method, path) in [
        ("POST", "/channels/"),
        ("PATCH", "/channels/"),
        ("DELETE", "/channels/"),
        ("DELETE", "/guilds/"),
    ] {
        let fault = Fault::on(method, path);
        let limited = fault.rate_limited(hours(1), false).times(1_000);
        story.sandbox.inject(limited);
    }
    fill(story).await;
    story.restart().await;
    boris
}

/// Fills columns that are usually empty.
async fn fill(story: &Story) {
    let fill = "UPDATE games SET first_vote = 'rematch', second_vote = 'new_position', pair = 'first' WHERE rated = 1;
        INSERT INTO servers (id) SELECT DISTINCT guild FROM games WHERE TRUE ON CONFLICT DO NOTHING;
        UPDATE challenges SET invited_name = 'Boris' WHERE invited IS NOT NULL;
        INSERT INTO notifications SELECT id, invited, channel, 7, 1, 9 FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO notifications_to_send SELECT id, invited, 'ended', 'ping', until + 60000 FROM challenges WHERE invited IS NOT NULL;
        INSERT INTO messages_to_delete SELECT 8, channel, id, 1, 'notification', until + 60000 FROM challenges WHERE invited IS NOT NULL;
        INSERT INTO solved SELECT invited, 'wythoff', '', '0 5' FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO dailies (member, day, guild, moves, slips, outcome, practice, streak, forgiven, begun)
            SELECT invited, 21929, guild, '+1 +7 +1 +8 +1 +8', 1, 'solved', '+2', 3, 21918, 9 FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO dailies (member, day, guild, moves, slips, replay) SELECT invited, 21925, guild, '', 0, 'A1' FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO crowns SELECT guild, invited, 21928 FROM challenges WHERE invited IS NOT NULL AND guild IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO crown_roles SELECT guild, invited, 77, 1 FROM challenges WHERE invited IS NOT NULL AND guild IS NOT NULL ON CONFLICT DO NOTHING;
        UPDATE servers SET crown_role = 77;
        INSERT INTO reminders SELECT invited, 1, 9000000000000, 21921, guild, channel, 1, 'en-US', 21919 FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO races SELECT invited, guild, 9, 7, 4, 2, 11 FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO race_bests SELECT guild, invited, 13, 21921, 12 FROM challenges WHERE invited IS NOT NULL AND guild IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO dares SELECT id, invited, guild, channel, 1, 'en-US', 8, 'nim', 'misere', '3 5 7', 'otter', 1, 4, 0 FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO dare_tries SELECT id, invited, 'A1 B1', 1, 1 FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO questions SELECT id, invited, guild, channel, 1, 'en-US', 8, 'nim', 'misere', '3 5 7', 1, 0, 1 FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO question_answers SELECT id, invited, 'A1' FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO tables SELECT id, guild, channel, 1, 'en-US', 8, 0, '21', 3, 20, '1m', 'ended', 9, NULL, NULL, 2, 7, 'o1', NULL, 0, '21', '', '4/20', '1/20' FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO table_seats SELECT id, 0, invited, 'otter', 0, 1 FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO bosses SELECT guild, 1, 'en-US', NULL, 1, 0, 8, 0, 9, 'nim', '', '3 5 7', '', 0, 0, NULL, NULL, 10 FROM challenges WHERE guild IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO boss_votes SELECT guild, invited, 'A1' FROM challenges WHERE invited IS NOT NULL AND guild IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO boss_coins SELECT invited, 'nim', 9 FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO hidden_members SELECT guild, invited FROM challenges WHERE invited IS NOT NULL AND guild IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO predictions SELECT (SELECT MIN(id) FROM games), invited, 'first' FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO ladders SELECT invited, 'nim', 'otter', 'wl', 9, 1700000000000 FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO practice SELECT invited, id, 1, 'wythoff', '', '4 4', 2, 21925 FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO tokens SELECT 9, id, channel, 'a token', 1 FROM challenges WHERE invited IS NOT NULL ON CONFLICT DO NOTHING;
        INSERT INTO practised SELECT invited, 21921, 3, 7, 21920 FROM challenges WHERE invited IS NOT NULL ON CONFLICT (member) DO UPDATE SET day = 21921, told = 21920;
        UPDATE servers SET crown_role = 77, daily_channel = 1, daily_language = 'en-US', daily_due = 9000000000000, daily_message = 8, daily_posted = 21927, daily_posted_in = 2, daily_ended = 21926, daily_ended_message = 7, daily_ended_in = 2";
    execute(story.folder.path(), fill).await;
}

#[tokio::test]
async fn every_column_is_stored_and_exported_as_the_document_says() {
    let mut story = Story::begin().await;
    let claims = claims();
    let claimed: BTreeSet<String> = claims
        .iter()
        .map(|it| format!("{}.{}", it.table, it.column))
        .collect();
    assert_eq!(claimed, Database::of(&story).await.columns().await);
    let boris = with_everything(&mut story).await;
    boris.types("/wythoff privacy").await;
    boris.clicks("Export").await;
    boris.sees("wythoff.json").await;
    let export = boris.file("wythoff.json").expect("a file");
    let export: Value = serde_json::from_slice(&export).expect("JSON");
    let mut exported = BTreeSet::new();
    collect_paths(&export, "", &mut exported);
    let claimed = claims.iter().map(|claim| claim.exported.clone());
    let claimed: BTreeSet<String> = claimed.filter(|path| !path.is_empty()).collect();
    assert_eq!(claimed, exported);
    story.end().await;
}

#[tokio::test]
async fn an_erasure_changes_columns_as_privacy_md_says() {
    let mut story = Story::begin().await;
    let claims = claims();
    let boris = with_everything(&mut story).await;
    let mut database = Database::of(&story).await;
    let id = boris.id().0;
    let games = format!("SELECT id FROM games WHERE {id} IN (first_player, second_player)");
    let challenges = format!("SELECT id FROM challenges WHERE {id} IN (challenger, invited)");
    let their_ids = database
        .texts(format!(
            "SELECT CAST(id AS TEXT) FROM ({games} UNION {challenges}) AS all_ids"
        ))
        .await;
    let their_ids = their_ids.join(", ");
    story.until_all_is_drawn().await;
    let before = database.values(&claims).await;
    crate::erasure::erase(&boris).await;
    database
        .check_kept(&claims, &before, |claim| &claim.after_erasure)
        .await;
    for Claim {
        table,
        column,
        after_erasure,
        ..
    } in &claims
    {
        let what = format!("{table}.{column}: {after_erasure}");
        match after_erasure.as_str() {
            "gone" => {
                let key = if table == "members" { "id" } else { "member" };
                assert_eq!(
                    database.count(table, &format!("{key} = {id}")).await,
                    0,
                    "{what}"
                );
            }
            "empty" => {
                let id = if table == "table_seats" {
                    "table_id"
                } else {
                    "id"
                };
                let full = format!("{id} IN ({their_ids}) AND {column} IS NOT NULL");
                assert_eq!(database.count(table, &full).await, 0, "{what}");
            }
            "another number" => {
                assert_eq!(
                    database.count(table, &format!("{column} = {id}")).await,
                    0,
                    "{what}"
                );
                assert!(
                    database.count(table, &format!("{column} < 0")).await > 0,
                    "{what}"
                );
            }
            "hidden" => {
                let seen = format!(
                    "member < 0 AND (shown = 1 OR {column} IS NOT NULL AND '{column}' <> 'shown')"
                );
                assert_eq!(database.count(table, &seen).await, 0, "{what}");
            }
            "stays" | "" => {}
            other => panic!("{other}"),
        }
    }
    story.end().await;
}

#[tokio::test]
async fn a_server_without_the_bot_keeps_what_privacy_md_says() {
    let mut story = Story::begin().await;
    let claims = claims();
    with_everything(&mut story).await;
    let _server = story.server.clone().without_bot();
    story.restart().await;
    story.later(89 * day());
    story.restart().await;
    story.stop().await;
    let mut database = Database::of(&story).await;
    assert!(database.count("servers", "absent_since IS NOT NULL").await > 0);
    for table in ["notifications_to_send", "messages_to_delete"] {
        assert_eq!(
            database.count(table, "TRUE").await,
            0,
            "{table} is retried for a day only"
        );
    }
    fill(&story).await;
    let before = database.values(&claims).await;
    story.later(2 * day());
    story.restart().await;
    database
        .check_kept(&claims, &before, |claim| &claim.after_leaving)
        .await;
    for Claim {
        table,
        column,
        after_leaving,
        ..
    } in &claims
    {
        let still_there = match after_leaving.as_str() {
            // One row of no server says when crowns were given last.
            "gone" if table == "crowns" => "guild <> 0".to_owned(),
            "gone" => "TRUE".to_owned(),
            "empty" => format!("COALESCE({column}, 0) <> 0"),
            "stays" | "" => continue,
            other => panic!("{other}"),
        };
        assert_eq!(
            database.count(table, &still_there).await,
            0,
            "{table}.{column}: {after_leaving}"
        );
    }
    story.end().await;
}
