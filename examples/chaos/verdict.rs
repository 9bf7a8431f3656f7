//! Checks the database at the end: nothing that was seen is missing, nothing is stored twice, and
//! recomputing derived values gives the same results.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use anyhow::Context;
use discord_sandbox::Sandbox;
use nim_games::{Move, Options, Position, Variant};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use wythoff_game::records::InteractionId;
use wythoff_game::{Accuracy, Review, Seat};

use crate::boards::Boards;
use crate::bot::FilesLock;
use crate::moves::Attempt;
use crate::ratings::check_ratings;

/// The limits that members are told about.
const MAX_RUNNING: i64 = 25;
const MAX_OPEN: i64 = 5;
const MAX_RATED: i64 = 3;

/// The result of the checks.
pub(crate) struct Verdict {
    pub(crate) summary: String,
    pub(crate) violations: Vec<String>,
}

/// A game as it is stored.
pub(crate) struct Game {
    pub(crate) id: i64,
    pub(crate) players: [i64; 2],
    pub(crate) scopes: Vec<i64>,
    pub(crate) start: Position,
    pub(crate) now: Position,
    pub(crate) progress: (i64, i64),
    pub(crate) winner: Option<Seat>,
    /// Its number in the order in which rated games ended. `None` if it is not one of them.
    pub(crate) finish: Option<i64>,
    /// If it is the second of two, the first, and who has won that.
    pub(crate) second_of: Option<(i64, Seat)>,
    pub(crate) plies: Vec<Ply>,
}

/// A move as it is stored.
pub(crate) struct Ply {
    pub(crate) mv: Move,
    at: i64,
}

impl Game {
    /// How well a player kept what was won.
    pub(crate) fn accuracy_of(&self, player: i64) -> Accuracy {
        let moves: Vec<Move> = self.plies.iter().map(|ply| ply.mv).collect();
        let [first, _] = self.players;
        let seat = if player == first {
            Seat::First
        } else {
            Seat::Second
        };
        Review::of(self.start, &moves).accuracy(seat)
    }

    /// Who made the move with the given index.
    fn mover(&self, index: usize) -> i64 {
        let [first, second] = self.players;
        if index.is_multiple_of(2) {
            first
        } else {
            second
        }
    }
}

/// Checks the limits while the members play.
pub(crate) async fn watch(
    sandbox: Sandbox,
    database: String,
    files_lock: FilesLock,
    stop: CancellationToken,
) -> Vec<String> {
    let mut violations = Vec::new();
    while !stop.is_cancelled() {
        sleep(Duration::from_millis(300)).await;
        let _guard = files_lock.lock().await;
        // This may fail while the database is being created, or if its server is gone.
        let Ok(mut connection) = AnyConnection::connect(&database).await else {
            continue;
        };
        let now = sandbox.clock().now_ms();
        violations.extend(
            exceeded_limits(&mut connection, now)
                .await
                .unwrap_or_default(),
        );
        let _closed = connection.close().await;
    }
    violations
}

async fn exceeded_limits(
    connection: &mut AnyConnection,
    now: i64,
) -> Result<Vec<String>, sqlx::Error> {
    let limits = [
        (
            "running games",
            MAX_RUNNING,
            "SELECT COUNT(*) AS n FROM (SELECT first_player AS member FROM games WHERE phase = 'running'
             UNION ALL SELECT second_player FROM games WHERE phase = 'running') AS playing WHERE member <> 0 GROUP BY member ORDER BY n DESC LIMIT 1",
        ),
        (
            "open challenges",
            MAX_OPEN,
            // An expired challenge does not count, even if it is not closed yet.
            "SELECT COUNT(*) AS n FROM challenges WHERE phase = 'open' AND until > NOW GROUP BY challenger ORDER BY n DESC LIMIT 1",
        ),
        (
            "rated games of a pair",
            MAX_RATED,
            "SELECT COUNT(*) AS n FROM games WHERE rated = 1 AND COALESCE(pair, 'first') = 'first' AND phase NOT IN ('no_show', 'abandonment')
             GROUP BY CASE WHEN first_player < second_player THEN first_player ELSE second_player END,
             CASE WHEN first_player < second_player THEN second_player ELSE first_player END ORDER BY n DESC LIMIT 1",
        ),
        (
            "running games of a pair in a channel",
            1,
            "SELECT COUNT(*) AS n FROM games WHERE phase = 'running'
             GROUP BY channel, CASE WHEN first_player < second_player THEN first_player ELSE second_player END,
             CASE WHEN first_player < second_player THEN second_player ELSE first_player END ORDER BY n DESC LIMIT 1",
        ),
    ];
    let impossible = [
        (
            "predictions of players",
            0,
            "SELECT COUNT(*) AS n FROM predictions INNER JOIN games ON games.id = predictions.game WHERE member IN (first_player, second_player)",
        ),
        (
            "answers to one's own question",
            0,
            "SELECT COUNT(*) AS n FROM question_answers INNER JOIN questions ON questions.id = question WHERE question_answers.member = questions.member",
        ),
        (
            "tries at one's own dare",
            0,
            "SELECT COUNT(*) AS n FROM dare_tries INNER JOIN dares ON dares.id = dare WHERE dare_tries.member = dares.member",
        ),
        (
            "private games of two members",
            0,
            "SELECT COUNT(*) AS n FROM games WHERE private = 1 AND level IS NULL",
        ),
        (
            "running tables in a channel beyond one",
            0,
            "SELECT COUNT(*) - 1 AS n FROM tables WHERE phase <> 'ended' GROUP BY channel ORDER BY n DESC LIMIT 1",
        ),
        (
            "members who sit twice at a table",
            0,
            "SELECT COUNT(*) - 1 AS n FROM table_seats WHERE member IS NOT NULL GROUP BY table_id, member ORDER BY n DESC LIMIT 1",
        ),
        (
            "turns of somebody who is out or nobody",
            0,
            "SELECT COUNT(*) AS n FROM tables WHERE phase = 'playing' AND NOT EXISTS (SELECT 1 FROM table_seats WHERE table_id = id AND seat = turn AND out IS NULL)",
        ),
        (
            "tables that nobody is left at, but one has not won",
            0,
            "SELECT COUNT(*) AS n FROM tables WHERE game <> '100' AND winner IS NOT NULL AND
             (SELECT COUNT(*) FROM table_seats WHERE table_id = id AND (out IS NULL) = (seat <> winner)) > 0",
        ),
        (
            "votes against the Penguin that are never counted",
            0,
            "SELECT COUNT(*) AS n FROM boss_votes INNER JOIN bosses ON bosses.guild = boss_votes.guild WHERE move IS NOT NULL AND (due IS NULL OR ended IS NOT NULL)",
        ),
    ];
    let mut violations = Vec::new();
    for (what, most, query) in limits.into_iter().chain(impossible) {
        let query = query.replace("NOW", &now.to_string());
        let highest: Option<i64> = sqlx::query_scalar(AssertSqlSafe(query))
            .fetch_optional(&mut *connection)
            .await?;
        if let Some(highest) = highest.filter(|&highest| highest > most) {
            violations.push(format!("{highest} {what}"));
        }
    }
    Ok(violations)
}

/// Checks the database of a bot that has stopped.
pub(crate) async fn judge(
    sandbox: &Sandbox,
    database: &str,
    attempts: &[Attempt],
    seen: &Boards,
) -> anyhow::Result<Verdict> {
    let mut connection = AnyConnection::connect(database).await?;
    let mut violations = exceeded_limits(&mut connection, sandbox.clock().now_ms()).await?;
    let is_file = database.starts_with("sqlite:");
    let checks = ["PRAGMA integrity_check", "PRAGMA foreign_key_check"];
    for check in checks.into_iter().filter(|_| is_file) {
        let found: Vec<AnyRow> = sqlx::query(check).fetch_all(&mut connection).await?;
        for row in found {
            let result: String = row.try_get(0)?;
            if result != "ok" {
                violations.push(format!("{check}: {result}"));
            }
        }
    }
    let games = games(&mut connection).await?;
    violations.extend(games.iter().flat_map(wrong_moves));
    let challenges: Vec<i64> = sqlx::query_scalar("SELECT id FROM challenges")
        .fetch_all(&mut connection)
        .await?;
    violations.extend(lost_progress(&games, &challenges, seen));
    let (confirmed, wrong) = check_confirmed(&games, attempts);
    violations.extend(wrong);
    let tables: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM tables WHERE round > 0")
        .fetch_one(&mut connection)
        .await?;
    let rated = check_ratings(&mut connection, &games, &mut violations).await?;
    connection.close().await?;
    let kinds: HashSet<Variant> = games.iter().map(|game| game.start.variant()).collect();
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    Ok(Verdict {
        summary: format!(
            "{tables} tables, {} games of {} kinds, {plies} moves, {confirmed} of them confirmed, {rated} rated games",
            games.len(),
            kinds.len()
        ),
        violations,
    })
}

async fn games(connection: &mut AnyConnection) -> anyhow::Result<Vec<Game>> {
    let mut plies: HashMap<i64, Vec<Ply>> = HashMap::new();
    let rows = sqlx::query("SELECT game, mv, at FROM plies ORDER BY game, ply");
    for row in rows.fetch_all(&mut *connection).await? {
        plies.entry(row.try_get("game")?).or_default().push(Ply {
            mv: row.try_get::<&str, _>("mv")?.parse()?,
            at: row.try_get("at")?,
        });
    }
    let rows = sqlx::query(
        "SELECT id, guild, everywhere, first_player, second_player, variant, rules, start, position,
         ply, taken_back, winner, pair, follows, (SELECT MIN(finish) FROM ratings WHERE ratings.game = games.id) AS finish FROM games ORDER BY id",
    );
    let rows = rows.fetch_all(&mut *connection).await?;
    let read = |row: &AnyRow| -> anyhow::Result<Game> {
        let position = |column| -> anyhow::Result<Position> {
            let variant = Variant::from_key(row.try_get("variant")?).context("a game")?;
            let options: Options = row.try_get::<&str, _>("rules")?.parse()?;
            Ok(Position::read(variant, options, row.try_get(column)?)?)
        };
        let id = row.try_get("id")?;
        let everywhere = (row.try_get::<i64, _>("everywhere")? != 0).then_some(0);
        let scopes = row
            .try_get::<Option<i64>, _>("guild")?
            .into_iter()
            .chain(everywhere);
        Ok(Game {
            id,
            players: [row.try_get("first_player")?, row.try_get("second_player")?],
            scopes: scopes.collect(),
            start: position("start")?,
            now: position("position")?,
            progress: (row.try_get("taken_back")?, row.try_get("ply")?),
            winner: match row.try_get::<Option<&str>, _>("winner")? {
                Some("first") => Some(Seat::First),
                Some(_) => Some(Seat::Second),
                None => None,
            },
            finish: row.try_get("finish")?,
            second_of: match row.try_get::<Option<&str>, _>("pair")? {
                Some("first_ahead") => Some((row.try_get("follows")?, Seat::First)),
                Some("second_ahead") => Some((row.try_get("follows")?, Seat::Second)),
                _other => None,
            },
            plies: plies.remove(&id).unwrap_or_default(),
        })
    };
    rows.iter().map(read).collect()
}

/// Checks that a game's moves lead to its position, and that no interaction counts twice.
fn wrong_moves(game: &Game) -> Vec<String> {
    let mut violations = Vec::new();
    let mut position = game.start;
    for (number, ply) in game.plies.iter().enumerate() {
        match position.play(ply.mv) {
            Ok(next) => position = next,
            Err(_) => violations.push(format!(
                "move {} of game {} is impossible",
                number + 1,
                game.id
            )),
        }
    }
    let count = i64::try_from(game.plies.len()).unwrap_or(i64::MAX);
    if position != game.now || count != game.progress.1 {
        violations.push(format!(
            "the {count} moves of game {} lead elsewhere",
            game.id
        ));
    }
    let mut made = HashSet::new();
    for (index, ply) in game.plies.iter().enumerate() {
        let mover = game.mover(index);
        // The bot's reply has the same time as the member's move, so the mover is compared, too.
        if !made.insert((mover, ply.at)) {
            violations.push(format!(
                "{mover} has made two moves at once in game {}",
                game.id
            ));
        }
    }
    violations
}

/// Checks that no game is stored at an earlier point than a member has seen.
fn lost_progress(games: &[Game], challenges: &[i64], seen: &Boards) -> Vec<String> {
    let challenges = challenges.iter().map(|&id| (id, (0, 0)));
    let games = games.iter().map(|game| (game.id, game.progress));
    // A game has the id of its challenge.
    let known: BTreeMap<i64, (i64, i64)> = challenges.chain(games).collect();
    let loss = |(id, progress): (&i64, &(i64, i64))| match known.get(id) {
        None => Some(format!("game {id} was seen, but is not stored")),
        Some(stored) if stored < progress => Some(format!(
            "game {id} was seen at {progress:?}, but is stored at {stored:?}"
        )),
        Some(_) => None,
    };
    seen.0.iter().filter_map(loss).collect()
}

/// Whether the move was chosen on a stale board. The answer then shows the current game, perhaps
/// with the same move made earlier.
fn is_stale(games: &[Game], attempt: &Attempt) -> bool {
    let at = InteractionId(attempt.interaction).at().0;
    attempt.seen.is_some_and(|(id, seen)| {
        let game = games.iter().find(|game| game.id == id.0);
        let earlier = game.map_or(0, |game| {
            let earlier = game.plies.iter().filter(|ply| ply.at < at);
            earlier.count()
        });
        // Moves may also have been taken back since then.
        let was_taken_back = game.is_some_and(|game| game.progress.0 > seen.branch.into());
        was_taken_back || usize::try_from(seen.ply).is_ok_and(|seen| earlier > seen)
    })
}

/// A stored move: who made it, after how many others, and in which game.
struct StoredMove {
    mover: i64,
    index: usize,
    game: i64,
}

/// The number of confirmed moves that are stored, and the violations: confirmed moves that are not
/// stored, and moves that were not made at the ply that the member saw.
fn check_confirmed(games: &[Game], attempts: &[Attempt]) -> (usize, Vec<String>) {
    let mut stored: HashMap<(i64, Move), Vec<StoredMove>> = HashMap::new();
    for game in games {
        for (index, ply) in game.plies.iter().enumerate() {
            let moves = stored.entry((ply.at, ply.mv)).or_default();
            moves.push(StoredMove {
                mover: game.mover(index),
                index,
                game: game.id,
            });
        }
    }
    // The stored move of an attempt. It is uncertain for a former player, whose id is negative:
    // somebody else may have made the same move in the same millisecond.
    let find_stored = |attempt: &Attempt| {
        let at = InteractionId(attempt.interaction).at().0;
        let mut candidates = stored.get(&(at, attempt.mv)).into_iter().flatten();
        candidates.find(|made| made.mover == attempt.member || made.mover < 0)
    };
    let mut violations = Vec::new();
    let mut count = 0;
    // How many moves were made but never confirmed to the member. If the member tries such a move
    // again, the answer shows the first one.
    let mut unconfirmed: HashMap<(i64, Move), usize> = HashMap::new();
    // The latest typed move of each member in each game. If the process was killed before recording
    // that the board was seen, the bot takes the next identical move for a retry and shows the
    // first one again.
    let mut typed: HashMap<(i64, i64), Move> = HashMap::new();
    for attempt in attempts {
        let (key, made) = ((attempt.member, attempt.mv), find_stored(attempt));
        let is_like = |(&(member, _), mv): (&(i64, i64), &Move)| {
            (member, *mv) == (attempt.member, attempt.mv)
        };
        let is_repetition = attempt.seen.is_none() && typed.iter().any(is_like);
        if let (None, Some(made)) = (attempt.seen, made) {
            typed.insert((attempt.member, made.game), attempt.mv);
        }
        if let (
            Some((_, seen)),
            Some(&StoredMove {
                mover: 1.., index, ..
            }),
        ) = (attempt.seen, made)
            && usize::try_from(seen.ply) != Ok(index)
        {
            violations.push(format!("{attempt:?} was made after {index} moves"));
        }
        match (attempt.is_confirmed, made.is_some()) {
            (true, true) => count += 1,
            (true, false) => {
                let unconfirmed_count = unconfirmed.entry(key).or_default();
                let is_excused =
                    attempt.may_have_been_taken_back || is_repetition || is_stale(games, attempt);
                if *unconfirmed_count == 0 && !is_excused {
                    violations.push(format!("{attempt:?} was confirmed, but is not stored"));
                }
                *unconfirmed_count = unconfirmed_count.saturating_sub(1);
            }
            (false, true) => *unconfirmed.entry(key).or_default() += 1,
            (false, false) => {}
        }
    }
    (count, violations)
}
