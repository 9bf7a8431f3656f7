//! The columns of a game. Each that is written is named once, in [`COLUMNS`], from which the
//! statements are made.

use std::sync::LazyLock;
use std::time::Duration;

use itertools::Itertools as _;
use sqlx::AssertSqlSafe;

use super::Result;
use super::columns::{FromColumn, FromRow, Row};
use super::hidden::listed;
use super::statement::{Statement, query, values};
use nim_games::{Animal, Position};
use wythoff_game::records::{CountsTowards, GameRecord, MoveRecord, Place, TypedMove};
use wythoff_game::{
    Accuracy, BySeat, Course, Game, Outcome, Pair, Phase, Player, PlayerId, Players, RematchVotes,
    Seat, Stake, Terms, Timestamp,
};

/// A column that is written.
struct Column {
    name: &'static str,
    changes: Changes,
    /// Binds its value.
    bind: fn(Statement, &GameRecord) -> Statement,
}

/// When a column may change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Changes {
    Never,
    /// With a move, a hint, or what else happens in a game.
    AtAnyTime,
    /// At the end of the game and after it.
    AtTheEnd,
}

use Changes::{AtAnyTime, AtTheEnd, Never};

const fn column(
    name: &'static str,
    changes: Changes,
    bind: fn(Statement, &GameRecord) -> Statement,
) -> Column {
    Column {
        name,
        changes,
        bind,
    }
}

/// Every column that is written, but for the id.
const COLUMNS: &[Column] = &[
    column("guild", Never, |to, it| to.bind(it.place.guild)),
    column("channel", Never, |to, it| to.bind(it.place.channel)),
    column("editable", Never, |to, it| to.bind(it.place.editable)),
    column("language", Never, |to, it| to.bind(&it.place.language)),
    column("message", AtAnyTime, |to, it| to.bind(it.board)),
    column("shown", AtAnyTime, |to, it| to.bind(it.shown)),
    column("changed", AtAnyTime, |to, it| to.bind(it.changed)),
    column("first_player", Never, |to, it| {
        to.bind(it.game.terms().players.first.id())
    }),
    column("second_player", Never, |to, it| {
        to.bind(it.game.terms().players.second.id())
    }),
    column("level", Never, |to, it| {
        to.bind(it.game.terms().players.animal())
    }),
    column("clock", Never, |to, it| to.bind(it.game.terms().clock)),
    column("time_left", AtAnyTime, |to, it| to.bind(time_left(it))),
    column("pair", Never, |to, it| to.bind(pair(it.game.terms().pair))),
    column("rated", Never, |to, it| {
        to.bind(it.game.terms().stake == Stake::Rated)
    }),
    column("everywhere", Never, |to, it| {
        to.bind(it.counts_towards == CountsTowards::Everywhere)
    }),
    column("variant", Never, |to, it| {
        to.bind(it.game.start_position().variant())
    }),
    column("rules", Never, |to, it| {
        to.bind(it.game.start_position().options().to_string())
    }),
    column("start", Never, |to, it| {
        to.bind(it.game.start_position().to_string())
    }),
    column("size", Never, |to, it| {
        to.bind(size(it.game.start_position()))
    }),
    column("position", AtAnyTime, |to, it| {
        to.bind(it.game.position().to_string())
    }),
    column("ply", AtAnyTime, |to, it| to.bind(it.game.ply())),
    column("taken_back", AtAnyTime, |to, it| {
        to.bind(it.game.times_taken_back())
    }),
    column("hinted", AtAnyTime, |to, it| to.bind(it.is_helped)),
    column("begun", Never, |to, it| to.bind(it.begun)),
    column("since", AtAnyTime, |to, it| {
        to.bind(it.game.phase().since())
    }),
    column("deadline", AtAnyTime, |to, it| to.bind(it.game.deadline())),
    column("remind", AtAnyTime, |to, it| {
        to.bind(it.remind.filter(|_| it.game.outcome().is_none()))
    }),
    column("first_active", AtAnyTime, |to, it| {
        to.bind(it.last_active.first)
    }),
    column("second_active", AtAnyTime, |to, it| {
        to.bind(it.last_active.second)
    }),
    // The interaction, and the seat.
    column("typed", AtAnyTime, |to, it| {
        to.bind(it.typed.map(|typed| typed.by))
    }),
    column("typed_by", AtAnyTime, |to, it| {
        to.bind(it.typed.map(|typed| typed.seat))
    }),
    column("phase", AtTheEnd, |to, it| {
        to.bind(phase(it.game.outcome()))
    }),
    column("winner", AtTheEnd, |to, it| {
        to.bind(it.game.outcome().and_then(Outcome::winner))
    }),
    column("first_vote", AtTheEnd, |to, it| {
        to.bind(it.game.vote_of(Seat::First))
    }),
    column("second_vote", AtTheEnd, |to, it| {
        to.bind(it.game.vote_of(Seat::Second))
    }),
    column("first_kept", AtTheEnd, |to, it| {
        to.bind(accuracy(it, Seat::First).map(|it| it.kept))
    }),
    column("first_won", AtTheEnd, |to, it| {
        to.bind(accuracy(it, Seat::First).map(|it| it.won))
    }),
    column("second_kept", AtTheEnd, |to, it| {
        to.bind(accuracy(it, Seat::Second).map(|it| it.kept))
    }),
    column("second_won", AtTheEnd, |to, it| {
        to.bind(accuracy(it, Seat::Second).map(|it| it.won))
    }),
    column("ladder", AtTheEnd, |to, it| to.bind(it.ladder)),
    column("private", Never, |to, it| to.bind(it.is_private)),
    column("followed", AtTheEnd, |to, it| to.bind(it.is_followed)),
    column("follows", AtTheEnd, |to, it| to.bind(it.follows)),
];

/// Selects games. A condition follows.
pub(super) static SELECT: LazyLock<String> = LazyLock::new(|| {
    let names = COLUMNS.iter().map(|column| column.name).join(", ");
    let listed = listed!("crowns");
    format!(
        "SELECT id, {names},
         (SELECT COUNT(*) FROM crowns INNER JOIN members ON members.id = crowns.member
          WHERE crowns.guild = games.guild AND crowns.member = games.first_player AND {listed}) AS first_crown,
         (SELECT COUNT(*) FROM crowns INNER JOIN members ON members.id = crowns.member
          WHERE crowns.guild = games.guild AND crowns.member = games.second_player AND {listed}) AS second_crown,
         (SELECT string_agg(branch || ':' || at || ':' || mv, ' ' ORDER BY ply) FROM plies WHERE game = games.id) AS plies
         FROM games"
    )
});

/// How much of a game is saved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Save {
    /// All of it, for the first time.
    New,
    /// What changes while it runs.
    Running,
    /// What changes at its end and after it.
    Ended,
}

impl Save {
    fn columns(self) -> impl Iterator<Item = &'static Column> {
        COLUMNS.iter().filter(move |column| match self {
            Self::New => true,
            Self::Running => column.changes == AtAnyTime,
            Self::Ended => column.changes != Never,
        })
    }

    fn statement(self) -> String {
        let names = self.columns().map(|column| column.name).collect_vec();
        let numbered = names.iter().zip(2..);
        let set = numbered
            .map(|(name, number)| format!("{name} = ${number}"))
            .join(", ");
        match self {
            Self::New => format!(
                "INSERT INTO games (id, {}) VALUES {} RETURNING id",
                names.join(", "),
                values(1, names.len() + 1)
            ),
            Self::Running => {
                format!("UPDATE games SET {set} WHERE id = $1 AND phase = 'running' RETURNING id")
            }
            // There is no condition on the phase: votes come after the end.
            Self::Ended => format!("UPDATE games SET {set} WHERE id = $1 RETURNING id"),
        }
    }

    fn bind(self, sql: &'static LazyLock<String>, record: &GameRecord) -> Statement {
        let statement = query(AssertSqlSafe(sql.as_str())).bind(record.game.id());
        self.columns()
            .fold(statement, |to, column| (column.bind)(to, record))
    }
}

/// The statement that saves a game that has begun. The bot may already have made the first move, which
/// may even have ended the game.
pub(super) fn insert(record: &GameRecord) -> Statement {
    static SQL: LazyLock<String> = LazyLock::new(|| Save::New.statement());
    Save::New.bind(&SQL, record)
}

/// The statement that saves a game that has changed.
pub(super) fn update(record: &GameRecord) -> Statement {
    static RUNNING: LazyLock<String> = LazyLock::new(|| Save::Running.statement());
    static ENDED: LazyLock<String> = LazyLock::new(|| Save::Ended.statement());
    match record.game.outcome() {
        None => Save::Running.bind(&RUNNING, record),
        Some(_) => Save::Ended.bind(&ENDED, record),
    }
}

const RUNNING: &str = "running";

/// The word in the column `phase`: how a game has ended, or that it is running.
const fn phase(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => RUNNING,
        Some(Outcome::LastMove { .. }) => "last_move",
        Some(Outcome::Resignation { .. }) => "resignation",
        Some(Outcome::Forfeit { .. }) => "forfeit",
        Some(Outcome::NoShow) => "no_show",
        Some(Outcome::Abandonment) => "abandonment",
    }
}

/// How many objects there are at the start, or 0 if going first decides who wins.
fn size(start: Position) -> u128 {
    if start.is_decided_by_who_begins() {
        0
    } else {
        start.shape().size()
    }
}

/// The word in the column `pair`.
const fn pair(pair: Pair) -> Option<&'static str> {
    match pair {
        Pair::None => None,
        Pair::First => Some("first"),
        Pair::Second { ahead: Seat::First } => Some("first_ahead"),
        Pair::Second {
            ahead: Seat::Second,
        } => Some("second_ahead"),
    }
}

fn pair_of(row: Row<'_>) -> Result<Pair> {
    let word: Option<String> = row.get("pair")?;
    let seconds = Seat::BOTH.map(|ahead| Pair::Second { ahead });
    let mut all = [Pair::None, Pair::First].into_iter().chain(seconds);
    all.find(|&known| pair(known) == word.as_deref())
        .ok_or_else(|| row.corrupt("pair", format!("no such word: {word:?}")))
}

/// The milliseconds that the player not on turn has left, if the clock is for all moves.
fn time_left(record: &GameRecord) -> Option<u128> {
    record.game.terms().clock.increment()?;
    let left = match record.game.phase() {
        Phase::Running { others_time, .. } => others_time,
        Phase::Ended { .. } => None,
    };
    Some(left.unwrap_or_default().as_millis())
}

fn accuracy(record: &GameRecord, seat: Seat) -> Option<Accuracy> {
    record.game.outcome()?;
    Some(record.accuracies.unwrap_or_default().at(seat))
}

/// A game with the times of its moves. Its rating changes are read separately.
pub(super) struct GameAndMoves(pub(super) GameRecord, pub(super) Vec<MoveRecord>);

impl FromRow for GameAndMoves {
    fn from_row(row: Row<'_>) -> Result<Self> {
        let mut record = record(row)?;
        let moves = moves(row)?;
        let played = moves.iter().map(|it| it.played).collect_vec();
        record.game.remember(&played);
        if record.game.outcome().is_some() {
            record.moves = played.into_iter().map(|it| it.mv).collect();
        }
        Ok(Self(record, moves))
    }
}

/// The moves of a game: for each a branch, a time, and its notation.
fn moves(row: Row<'_>) -> Result<Vec<MoveRecord>> {
    let written: Option<String> = row.get("plies")?;
    let read = |written: &str| {
        let mut parts = written.splitn(3, ':');
        let mut next = || parts.next().unwrap_or_default();
        let (branch, at) = (next().parse().ok()?, next().parse().ok()?);
        Some(MoveRecord::new(next().parse().ok()?, branch, Timestamp(at)))
    };
    let written = written.unwrap_or_default();
    let moves = written
        .split_whitespace()
        .map(|it| read(it).ok_or_else(|| row.corrupt("plies", format!("no such move: {it:?}"))));
    moves.collect()
}

/// A game without its moves.
fn record(row: Row<'_>) -> Result<GameRecord> {
    let course = Course {
        position: row.position("position")?,
        ply: row.get("ply")?,
        latest: Vec::new(),
        taken_back: row.get("taken_back")?,
    };
    let phase = phase_of(row)?;
    let accuracies = match phase {
        Phase::Running { .. } => None,
        Phase::Ended { .. } => Some(BySeat {
            first: Accuracy {
                kept: there(row, "first_kept")?,
                won: there(row, "first_won")?,
            },
            second: Accuracy {
                kept: there(row, "second_kept")?,
                won: there(row, "second_won")?,
            },
        }),
    };
    let typed = row.get::<Option<_>>("typed")?.zip(row.get("typed_by")?);
    Ok(GameRecord {
        game: Game::restore(row.get("id")?, terms(row)?, course, phase),
        place: Place::from_row(row)?,
        board: row.get("message")?,
        shown: row.get("shown")?,
        follows: row.get("follows")?,
        begun: row.get("begun")?,
        last_active: BySeat {
            first: row.get("first_active")?,
            second: row.get("second_active")?,
        },
        counts_towards: if row.get("everywhere")? {
            CountsTowards::Everywhere
        } else {
            CountsTowards::ServerOnly
        },
        is_helped: row.get("hinted")?,
        ladder: row.get("ladder")?,
        wears_crown: BySeat {
            first: row.get("first_crown")?,
            second: row.get("second_crown")?,
        },
        is_followed: row.get("followed")?,
        is_private: row.get("private")?,
        changed: row.get("changed")?,
        typed: typed.map(|(by, seat)| TypedMove { seat, by }),
        remind: row.get("remind")?,
        moves: Vec::new(),
        accuracies,
    })
}

/// The value of a column that is not NULL in such a game.
fn there<T: FromColumn>(row: Row<'_>, column: &str) -> Result<T> {
    let value: Option<T> = row.get(column)?;
    value.ok_or_else(|| row.corrupt(column, "it is missing"))
}

fn terms(row: Row<'_>) -> Result<Terms> {
    let level: Option<Animal> = row.get("level")?;
    let seated = |column| match (row.get(column)?, level) {
        (PlayerId::Member(member), _) => Ok(Player::Member(member)),
        (PlayerId::Former(former), _) => Ok(Player::Former(former)),
        (PlayerId::Bot, Some(level)) => Ok(Player::Bot(level)),
        (PlayerId::Bot, None) => Err(row.corrupt("level", "the bot has none")),
    };
    Ok(Terms {
        players: Players {
            first: seated("first_player")?,
            second: seated("second_player")?,
        },
        start: row.position("start")?,
        clock: row.clock(row.get::<Option<u64>>("time_left")?.is_some())?,
        stake: if row.get("rated")? {
            Stake::Rated
        } else {
            Stake::Casual
        },
        pair: pair_of(row)?,
    })
}

fn phase_of(row: Row<'_>) -> Result<Phase> {
    let winner = || there(row, "winner");
    let phase: String = row.get("phase")?;
    let outcome = match phase.as_str() {
        RUNNING => {
            return Ok(Phase::Running {
                since: row.get("since")?,
                deadline: there(row, "deadline")?,
                others_time: row
                    .get::<Option<u64>>("time_left")?
                    .map(Duration::from_millis),
            });
        }
        "last_move" => Outcome::LastMove { winner: winner()? },
        "resignation" => Outcome::Resignation { winner: winner()? },
        "forfeit" => Outcome::Forfeit { winner: winner()? },
        "no_show" => Outcome::NoShow,
        "abandonment" => Outcome::Abandonment,
        other => return Err(row.corrupt("phase", format!("no such phase: {other:?}"))),
    };
    Ok(Phase::Ended {
        outcome,
        at: row.get("since")?,
        votes: RematchVotes {
            first: row.get("first_vote")?,
            second: row.get("second_vote")?,
        },
    })
}
