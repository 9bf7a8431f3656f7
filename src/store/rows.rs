//! What is stored: games with their moves, where they are played, and what they have made of ratings.

use super::Error;
use super::standing::{RatedUpTo, Scope, Standing};
use crate::game::{
    Accuracy, Game, GameId, MemberId, Played, Player, PlayerId, Players, Seat, Stake, Timestamp,
};
use crate::rules::wythoff::Move;

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
    /// When to remind the one to move; none where that has been done, or is not to be done.
    pub remind: Option<Timestamp>,
    /// How well both kept what could be won, once it has ended.
    pub accuracies: Option<[Accuracy; 2]>,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedAt {
    /// The move.
    pub played: Played,
    /// When it was made.
    pub at: Timestamp,
}

impl PlayedAt {
    pub(super) const fn new(mv: Move, branch: u32, at: Timestamp) -> Self {
        Self {
            played: Played { mv, branch },
            at,
        }
    }
}

/// The rating of a member, and how the member stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// The rating after the latest rated game.
    pub rated: Option<RatedUpTo>,
    /// The standing in each scope that there is one in.
    pub standings: Vec<(Scope, Standing)>,
}

/// What a rated game has made of its players.
#[derive(Clone, Debug)]
pub struct RatedEnd {
    /// The game.
    pub game: GameId,
    /// The how-manyth it was to end. Counted by the store.
    pub finish: i64,
    /// Each player's form after it.
    pub forms: [(MemberId, Form); 2],
    /// By how much each rating has changed.
    pub changes: [f64; 2],
    /// The leaderboards on which it counts.
    pub scopes: Vec<Scope>,
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

    /// The two of a rated game.
    pub(super) fn rated_pair(&self) -> Option<[MemberId; 2]> {
        let players = self.game.players();
        match (self.game.terms().stake, players.first, players.second) {
            (Stake::Rated, Player::Member(first), Player::Member(second)) => Some([first, second]),
            _other => None,
        }
    }

    /// Who typed the latest typed move: the one who did something at that very time.
    pub(super) fn typed_by(&self) -> Option<MemberId> {
        let typed = self.typed?.at();
        let mut seats = [Seat::First, Seat::Second].into_iter();
        let seat = seats.find(|&seat| self.touched_by(seat) == typed)?;
        match self.game.players().at(seat) {
            Player::Member(member) => Some(member),
            Player::Bot(_) => None,
        }
    }

    /// Whether it can be stored.
    pub(super) fn check(&self) -> Result<(), Error> {
        let piles = self.game.start_position();
        pile_size(piles.left)?;
        pile_size(piles.right)?;
        Ok(())
    }
}

/// The members among the players, each with the opponent; not those who have erased everything.
pub(super) fn members(players: Players) -> impl Iterator<Item = (MemberId, PlayerId)> {
    let seats = [Seat::First, Seat::Second].into_iter();
    seats.filter_map(move |seat| match players.at(seat) {
        Player::Member(member) if member.0 > 0 => Some((member, players.at(seat.other()).id())),
        Player::Member(_) | Player::Bot(_) => None,
    })
}

pub(super) fn pile_size(size: u64) -> Result<i64, Error> {
    i64::try_from(size).map_err(|_| Error::TooLarge(size))
}
