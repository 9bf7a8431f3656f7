//! Rows to values and back: how games, seats and moves are written down.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::Error;
use crate::game::{
    Clock, Course, Game, GameId, MemberId, Outcome, Phase, Played, Player, PlayerId, Players,
    REMEMBERED, Seat, Sequel, Stake, Terms, Timestamp, Wishes,
};
use crate::rules::wythoff::{Level, Move, Pile, Position};

/// A message's snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MessageId(pub i64);

/// A channel's snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChannelId(pub i64);

/// An interaction's snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InteractionId(pub i64);

/// When Discord's count of milliseconds begins: 2015-01-01
/// (<https://discord.com/developers/docs/reference#snowflakes>).
const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;

impl MessageId {
    /// When the message was posted.
    #[must_use]
    pub const fn at(self) -> Timestamp {
        InteractionId(self.0).at()
    }
}

impl InteractionId {
    /// When the interaction was made: the upper 42 bits of a snowflake.
    #[must_use]
    pub const fn at(self) -> Timestamp {
        Timestamp((self.0 >> 22) + DISCORD_EPOCH_MS)
    }

    /// The smallest number that an interaction of that time or later can have.
    #[must_use]
    pub const fn first_at(time: Timestamp) -> Self {
        Self((time.0 - DISCORD_EPOCH_MS) << 22)
    }
}

/// Where a game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The server's snowflake; none in direct messages.
    pub guild: Option<i64>,
    /// The channel, thread or direct message.
    pub channel: ChannelId,
    /// Whether the bot is there itself, and may edit its messages without an interaction.
    pub editable: bool,
    /// The language of messages that everybody there sees, as Discord names it: `en-US`.
    pub language: String,
}

/// A game with all that is stored about it but its older moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The game.
    pub game: Game,
    /// Where it is played.
    pub place: Place,
    /// The message that is its board; none until Discord has said which it is.
    pub board: Option<MessageId>,
    /// The interaction that showed the board last.
    pub shown: InteractionId,
    /// The finished game that it goes on from.
    pub follows: Option<GameId>,
    /// When it began.
    pub begun: Timestamp,
    /// When the players did something in it last: who began, who answered.
    pub touched: [Timestamp; 2],
    /// Whether it counts on the leaderboard beyond its server.
    pub counts: Counts,
    /// What it has made of the ratings of its players; empty until a rated game has ended.
    pub ratings: Vec<RatingChange>,
    /// Every move, once it has ended; empty while it runs.
    pub moves: Vec<Move>,
    /// The interaction of the latest typed move, if one was.
    pub typed: Option<InteractionId>,
}

/// On which leaderboards a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// On that of its server and on the one for everywhere.
    Everywhere,
    /// On that of its server alone.
    InItsServer,
}

/// What a game has made of a player's rating, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingChange {
    /// Whose rating.
    pub member: MemberId,
    /// The rating before the game.
    pub before: i64,
    /// The rating after it.
    pub after: i64,
}

impl GameRecord {
    /// When the player in that seat did something in the game last.
    #[must_use]
    pub const fn touched_by(&self, seat: Seat) -> Timestamp {
        let [first, second] = self.touched;
        match seat {
            Seat::First => first,
            Seat::Second => second,
        }
    }
}

pub(super) const BOT: i64 = 0;

pub(super) const fn player(id: PlayerId) -> i64 {
    match id {
        PlayerId::Bot => BOT,
        PlayerId::Member(MemberId(id)) => id,
    }
}

pub(super) fn pile_size(size: u64) -> Result<i64, Error> {
    i64::try_from(size).map_err(|_| Error::TooLarge(size))
}

pub(super) const fn level(level: Level) -> &'static str {
    match level {
        Level::Perfect => "perfect",
        Level::Good => "good",
        Level::Beginner => "beginner",
    }
}

pub(super) const fn pile(pile: Pile) -> &'static str {
    match pile {
        Pile::Left => "left",
        Pile::Right => "right",
        Pile::Both => "both",
    }
}

/// The seconds that stand for a clock.
pub(super) fn clock(clock: Clock) -> i64 {
    i64::try_from(clock.each_move().as_secs()).unwrap_or(i64::MAX)
}

pub(super) fn clock_of(seconds: i64) -> Result<Clock, Error> {
    Clock::ALL
        .into_iter()
        .find(|&known| clock(known) == seconds)
        .ok_or(Error::Nonsense("clock"))
}

pub(super) const fn sequel(sequel: Sequel) -> &'static str {
    match sequel {
        Sequel::Rematch => "rematch",
        Sequel::NewPiles => "new_piles",
    }
}

fn sequel_of(stored: Option<&str>) -> Result<Option<Sequel>, Error> {
    match stored {
        None => Ok(None),
        Some("rematch") => Ok(Some(Sequel::Rematch)),
        Some("new_piles") => Ok(Some(Sequel::NewPiles)),
        Some(_) => Err(Error::Nonsense("wish")),
    }
}

/// The columns `phase`, `winner` and `since`.
pub(super) const fn phase(phase: Phase) -> (&'static str, Option<&'static str>, i64) {
    match phase {
        Phase::Running { since, .. } => ("running", None, since.0),
        Phase::Ended { outcome, at, .. } => {
            let (name, winner) = match outcome {
                Outcome::LastMove { winner } => ("last_move", Some(seat(winner))),
                Outcome::Resignation { winner } => ("resignation", Some(seat(winner))),
                Outcome::Forfeit { winner } => ("forfeit", Some(seat(winner))),
                Outcome::NoShow => ("no_show", None),
                Outcome::Abandonment => ("abandonment", None),
            };
            (name, winner, at.0)
        }
    }
}

const fn seat(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

/// The column `deadline`.
pub(super) const fn deadline(phase: Phase) -> Option<i64> {
    match phase {
        Phase::Running { deadline, .. } => Some(deadline.0),
        Phase::Ended { .. } => None,
    }
}

/// A row of `games`, with its moves, and with what it has made of ratings. The moves are all of them where it has ended, and at least
/// the latest where it runs.
pub(super) fn game_record(
    row: &AnyRow,
    moves: &[Played],
    ratings: Vec<RatingChange>,
) -> Result<GameRecord, Error> {
    let level = row.try_get::<Option<String>, _>("level")?;
    let seated = |column| -> Result<Player, Error> {
        match row.try_get::<i64, _>(column)? {
            BOT => Ok(Player::Bot(level_of(level.as_deref().unwrap_or_default())?)),
            member => Ok(Player::Member(MemberId(member))),
        }
    };
    let players = Players {
        first: seated("first_player")?,
        second: seated("second_player")?,
    };
    let piles = |left, right| -> Result<Position, Error> {
        let size = |column| {
            u64::try_from(row.try_get::<i64, _>(column)?).map_err(|_| Error::Nonsense("pile"))
        };
        Ok(Position::new(size(left)?, size(right)?))
    };
    let terms = Terms {
        players,
        piles: piles("start_left", "start_right")?,
        clock: clock_of(row.try_get("clock")?)?,
        stake: match row.try_get::<i64, _>("rated")? {
            0 => Stake::Casual,
            _ => Stake::Rated,
        },
    };
    let count = |column| {
        u32::try_from(row.try_get::<i64, _>(column)?).map_err(|_| Error::Nonsense("count"))
    };
    let course = Course {
        position: piles("pile_left", "pile_right")?,
        ply: count("ply")?,
        latest: moves
            .get(moves.len().saturating_sub(REMEMBERED)..)
            .unwrap_or_default()
            .to_vec(),
        taken_back: count("taken_back")?,
    };
    let game = Game::restore(GameId(row.try_get("id")?), terms, course, phase_of(row)?);
    let moves = match game.outcome() {
        Some(_) => moves.iter().map(|played| played.mv).collect(),
        None => Vec::new(),
    };
    Ok(GameRecord {
        game,
        place: place(row)?,
        board: row.try_get::<Option<i64>, _>("message")?.map(MessageId),
        shown: InteractionId(row.try_get("shown")?),
        follows: row.try_get::<Option<i64>, _>("follows")?.map(GameId),
        begun: Timestamp(row.try_get("begun")?),
        touched: [
            Timestamp(row.try_get("first_touched")?),
            Timestamp(row.try_get("second_touched")?),
        ],
        counts: match row.try_get::<i64, _>("everywhere")? {
            0 => Counts::InItsServer,
            _ => Counts::Everywhere,
        },
        ratings,
        moves,
        typed: row.try_get::<Option<i64>, _>("typed")?.map(InteractionId),
    })
}

/// The columns that say where something is.
pub(super) fn place(row: &AnyRow) -> Result<Place, Error> {
    Ok(Place {
        guild: row.try_get("guild")?,
        channel: ChannelId(row.try_get("channel")?),
        editable: row.try_get::<i64, _>("editable")? != 0,
        language: row.try_get("language")?,
    })
}

fn phase_of(row: &AnyRow) -> Result<Phase, Error> {
    let at = Timestamp(row.try_get("since")?);
    let winner = || -> Result<Seat, Error> {
        match row.try_get::<Option<String>, _>("winner")?.as_deref() {
            Some("first") => Ok(Seat::First),
            Some("second") => Ok(Seat::Second),
            _ => Err(Error::Nonsense("winner")),
        }
    };
    let outcome = match row.try_get::<String, _>("phase")?.as_str() {
        "running" => {
            let deadline = Timestamp(row.try_get("deadline")?);
            return Ok(Phase::Running {
                since: at,
                deadline,
            });
        }
        "last_move" => Outcome::LastMove { winner: winner()? },
        "resignation" => Outcome::Resignation { winner: winner()? },
        "forfeit" => Outcome::Forfeit { winner: winner()? },
        "no_show" => Outcome::NoShow,
        "abandonment" => Outcome::Abandonment,
        _ => return Err(Error::Nonsense("phase")),
    };
    let wishes = Wishes {
        first: sequel_of(row.try_get::<Option<String>, _>("first_wish")?.as_deref())?,
        second: sequel_of(row.try_get::<Option<String>, _>("second_wish")?.as_deref())?,
    };
    Ok(Phase::Ended {
        outcome,
        at,
        wishes,
    })
}

pub(super) fn level_of(stored: &str) -> Result<Level, Error> {
    Level::ALL
        .into_iter()
        .find(|&known| level(known) == stored)
        .ok_or(Error::Nonsense("level"))
}

/// A row of `plies`, with its branch.
pub(super) fn played(row: &AnyRow) -> Result<Played, Error> {
    let branch = row.try_get::<i64, _>("branch")?;
    Ok(Played {
        mv: mv(row)?,
        branch: u32::try_from(branch).map_err(|_| Error::Nonsense("branch"))?,
    })
}

/// A row of `plies`.
pub(super) fn mv(row: &AnyRow) -> Result<Move, Error> {
    let stored: String = row.try_get("pile")?;
    let from = Pile::ALL
        .into_iter()
        .find(|&known| pile(known) == stored)
        .ok_or(Error::Nonsense("pile"))?;
    let amount =
        u64::try_from(row.try_get::<i64, _>("amount")?).map_err(|_| Error::Nonsense("amount"))?;
    Ok(Move::new(from, amount))
}
