//! What the members see: the latest point of each game that a message has shown, and whether the
//! boards are up to date at the end.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use discord_sandbox::Sandbox;
use serde_json::Value;
use sqlx::{AnyConnection, Connection, Row};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use wythoff_discord::seen_in_id;

use crate::trouble::Trouble;

/// How long the bot may take to bring all boards up to date after the trouble has ended.
const PATIENCE: Duration = Duration::from_secs(10);

/// How late a table may go on without its members: the grace, and a moment.
const LATE_MS: i64 = 10_000;

/// How far a game has come: how often moves were taken back, then the ply.
pub(crate) type Progress = (i64, i64);

/// The latest point at which each game was seen.
#[derive(Default)]
pub(crate) struct Boards(pub(crate) BTreeMap<i64, Progress>);

impl Boards {
    /// Looks at every message until `stop`, pausing after each pass, since a pass takes a while
    /// when there are many messages.
    pub(crate) async fn watch(sandbox: Sandbox, pause: Duration, stop: CancellationToken) -> Self {
        let mut seen = Self::default();
        while !stop.is_cancelled() {
            for message in sandbox.messages() {
                if let Some((game, progress)) = shown_game(&message) {
                    let known = seen.0.entry(game).or_insert(progress);
                    *known = progress.max(*known);
                }
            }
            sleep(pause).await;
        }
        seen
    }
}

/// The game that a message shows, and how far it has come on that board.
fn shown_game(message: &Value) -> Option<(i64, Progress)> {
    let content = message["content"].as_str()?;
    // A running board has its position, and an ended one says who beat whom at what.
    if !content.contains("Position ") && !content.contains("** at ") {
        return None;
    }
    let rows = message["components"].as_array()?.iter();
    let controls = rows
        .filter_map(|row| row["components"].as_array())
        .flatten();
    // Some controls do not say at which point they were shown.
    let seen = controls.filter_map(|control| seen_in_id(control["custom_id"].as_str()?));
    let progress = seen.map(|seen| {
        let point = (seen.point.branch.into(), seen.point.ply.into());
        (seen.game.0, point)
    });
    progress.max()
}

/// Waits until every board is up to date and every notification has been sent once. Returns what is
/// still wrong in the end.
pub(crate) async fn wait_until_up_to_date(
    sandbox: &Sandbox,
    database: &str,
    trouble: &Trouble,
) -> anyhow::Result<Vec<String>> {
    let end = Instant::now().max(trouble.rate_limited_until) + PATIENCE;
    loop {
        let mut problems = stale_boards(sandbox, database, &trouble.deleted).await?;
        problems.extend(stale_tables(sandbox, database, &trouble.deleted).await?);
        problems.extend(wrong_notifications(sandbox, database, &trouble.deleted).await?);
        if problems.is_empty() || Instant::now() > end {
            return Ok(problems);
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// The tables whose messages do not show how they stand, except where the bot is not at fault.
async fn stale_tables(
    sandbox: &Sandbox,
    database: &str,
    deleted: &HashSet<i64>,
) -> anyhow::Result<Vec<String>> {
    let mut connection = AnyConnection::connect(database).await?;
    let sql = "SELECT id, channel, message, phase, due FROM tables WHERE message IS NOT NULL";
    let tables = sqlx::query(sql).fetch_all(&mut connection).await?;
    connection.close().await?;
    let messages = messages_by_id(sandbox);
    let refused = RefusedTargets::from_calls(sandbox);
    let mut stale = Vec::new();
    for table in tables {
        let (message, phase): (i64, String) = (table.try_get("message")?, table.try_get("phase")?);
        let is_excused = refused.channels.contains(&table.try_get("channel")?)
            || refused.messages.contains(&message)
            || deleted.contains(&message);
        if is_excused {
            continue;
        }
        let shown = messages.get(&message).and_then(|it| it["content"].as_str());
        let shown = shown.unwrap_or_default();
        let is_right = match phase.as_str() {
            "gathering" => shown.contains("**At the table:**"),
            "playing" => shown.contains("your turn:**"),
            _ended => !shown.contains("**At the table:**") && !shown.contains("your turn:**"),
        };
        if !is_right {
            let id: i64 = table.try_get("id")?;
            stale.push(format!(
                "table {id} is {phase}, but {message} shows: {shown}"
            ));
        }
        let due: Option<i64> = table.try_get("due")?;
        if due.is_some_and(|due| due + LATE_MS < sandbox.clock().now_ms()) {
            stale.push(format!("a table does not go on, {phase}"));
        }
    }
    Ok(stale)
}

fn messages_by_id(sandbox: &Sandbox) -> BTreeMap<i64, Value> {
    let messages = sandbox.messages().into_iter();
    let numbered =
        messages.filter_map(|message| Some((message.get("id")?.as_str()?.parse().ok()?, message)));
    numbered.collect()
}

/// The messages and the channels for which Discord has permanently refused a call. The bot does not
/// retry such calls for a while, or until somebody looks at the game.
#[derive(Default)]
struct RefusedTargets {
    messages: HashSet<i64>,
    channels: HashSet<i64>,
}

impl RefusedTargets {
    fn from_calls(sandbox: &Sandbox) -> Self {
        let mut refused = Self::default();
        for call in sandbox.calls() {
            if !matches!(call.status, Some(403 | 404)) {
                continue;
            }
            let mut parts = call
                .path
                .split(['/', '?'])
                .skip_while(|&part| part != "channels");
            let [channel, message] = [1, 1].map(|skipped| {
                let part = parts.nth(skipped)?;
                part.parse::<i64>().ok()
            });
            refused.messages.extend(message);
            refused.channels.extend(channel);
        }
        refused
    }
}

/// What is wrong with the notifications: some were not sent, some are missing, or some are unknown
/// to the bot, since it posted them twice.
async fn wrong_notifications(
    sandbox: &Sandbox,
    database: &str,
    deleted: &HashSet<i64>,
) -> anyhow::Result<Vec<String>> {
    let mut connection = AnyConnection::connect(database).await?;
    let unsent: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM notifications_to_send")
        .fetch_one(&mut connection)
        .await?;
    let known: Vec<i64> = sqlx::query_scalar(
        "SELECT message FROM notifications UNION SELECT message FROM messages_to_delete UNION SELECT message FROM games WHERE message IS NOT NULL",
    )
    .fetch_all(&mut connection)
    .await?;
    let stored: Vec<i64> = sqlx::query_scalar("SELECT message FROM notifications")
        .fetch_all(&mut connection)
        .await?;
    connection.close().await?;
    let refused = RefusedTargets::from_calls(sandbox);
    let mut wrong = Vec::new();
    if unsent > 0 && refused.channels.is_empty() {
        wrong.push(format!("{unsent} notifications were not sent"));
    }
    let mut present = HashSet::new();
    for message in sandbox.messages() {
        let id = message
            .get("id")
            .and_then(Value::as_str)
            .and_then(|id| id.parse::<i64>().ok());
        let content = message
            .get("content")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let Some(id) = id else { continue };
        present.insert(id);
        // Discord may have refused to delete it, so that the bot has forgotten it.
        let is_known = known.contains(&id) || refused.messages.contains(&id);
        if content.contains("it’s your turn against") && !is_known {
            wrong.push(format!("notification {id} is not known: {content}"));
        }
    }
    let is_missing = |id: &&i64| {
        !present.contains(id) && !deleted.contains(id) && !refused.messages.contains(id)
    };
    let missing = stored.iter().filter(is_missing);
    wrong.extend(missing.map(|id| format!("notification {id} is missing")));
    Ok(wrong)
}

/// The stale boards, except where the bot is not at fault.
async fn stale_boards(
    sandbox: &Sandbox,
    database: &str,
    deleted: &HashSet<i64>,
) -> anyhow::Result<Vec<String>> {
    let mut connection = AnyConnection::connect(database).await?;
    // This leaves out the boards that the bot can edit only when somebody clicks: if the answer was
    // lost, such a board stays stale until then.
    let games = sqlx::query(
        "SELECT id, channel, message, phase, ply, taken_back, CASE WHEN first_player < 0 OR second_player < 0 THEN 1 ELSE 0 END AS former FROM games
         WHERE editable = 1",
    );
    let games = games.fetch_all(&mut connection).await?;
    connection.close().await?;
    let messages = messages_by_id(sandbox);
    let refused = RefusedTargets::from_calls(sandbox);
    let mut stale_boards = Vec::new();
    for game in games {
        if refused.channels.contains(&game.try_get("channel")?) {
            continue;
        }
        let id: i64 = game.try_get("id")?;
        let (message, phase): (Option<i64>, String) =
            (game.try_get("message")?, game.try_get("phase")?);
        // A game with a former player has no message id any more.
        let Some(message) = message else {
            // A process that is killed right after the first response never learns the id of the
            // message. The first click on that message supplies it.
            let is_new = game.try_get::<i64, _>("ply")? <= 1;
            if phase == "running" && !is_new && game.try_get::<i64, _>("former")? == 0 {
                stale_boards.push(format!("game {id} is running but has no board"));
            }
            continue;
        };
        if deleted.contains(&message) || refused.messages.contains(&message) {
            continue;
        }
        let Some(board) = messages.get(&message) else {
            stale_boards.push(format!(
                "the board of game {id}, {message}, is missing ({phase})"
            ));
            continue;
        };
        let content = board["content"].as_str().unwrap_or_default();
        let has_ended = ["** at ", "No result"]
            .iter()
            .any(|end| content.contains(end));
        if has_ended == (phase == "running") {
            stale_boards.push(format!(
                "the board of game {id}, {message}, does not show that it is {phase}"
            ));
            continue;
        }
        let Some((_, progress)) = shown_game(board) else {
            continue;
        };
        let stored_progress: Progress = (game.try_get("taken_back")?, game.try_get("ply")?);
        // The branch on the board is that of the latest move. Moves may have been taken back since
        // then, so a lower branch is accepted.
        if progress.1 != stored_progress.1 || progress.0 > stored_progress.0 {
            stale_boards.push(format!(
                "the board of game {id}, {message}, shows {progress:?} instead of {stored_progress:?}"
            ));
        }
    }
    Ok(stale_boards)
}
