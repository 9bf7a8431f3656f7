//! A game with where it is played and what has come of it.

use super::{InteractionId, MessageId, Place, RatingChange};
use crate::game::{
    Accuracy, Game, GameId, MemberId, Outcome, Played, Player, PlayerId, Seat, Stake, Timestamp,
};
use crate::rules::wythoff::{Move, Position};

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
    pub last_active: [Timestamp; 2],
    /// Whether it counts on the leaderboard beyond its server.
    pub counts_towards: CountsTowards,
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
    /// A move as it was made.
    #[must_use]
    pub const fn new(mv: Move, branch: u32, at: Timestamp) -> Self {
        Self {
            played: Played { mv, branch },
            at,
        }
    }
}

/// On which leaderboards a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountsTowards {
    /// On that of its server and on the one for everywhere.
    Everywhere,
    /// On that of its server alone.
    ServerOnly,
}

impl GameRecord {
    /// A game that an interaction has begun just now.
    #[must_use]
    pub fn begun(
        game: Game,
        place: Place,
        by: InteractionId,
        counts_towards: CountsTowards,
    ) -> Self {
        Self {
            remind: game.reminder(),
            game,
            place,
            board: None,
            shown: by,
            follows: None,
            begun: by.at(),
            last_active: [by.at(); 2],
            counts_towards,
            ratings: Vec::new(),
            moves: Vec::new(),
            typed: None,
            accuracies: None,
        }
    }

    /// When the player in that seat did something in the game last.
    #[must_use]
    pub const fn last_active_of(&self, seat: Seat) -> Timestamp {
        let [first, second] = self.last_active;
        match seat {
            Seat::First => first,
            Seat::Second => second,
        }
    }

    /// The two of a rated game.
    #[must_use]
    pub fn rated_pair(&self) -> Option<[MemberId; 2]> {
        let players = self.game.players();
        match (self.game.terms().stake, players.first, players.second) {
            (Stake::Rated, Player::Member(first), Player::Member(second)) => Some([first, second]),
            _other => None,
        }
    }

    /// Who typed the latest typed move: the one who did something at that very time.
    #[must_use]
    pub fn typed_by(&self) -> Option<MemberId> {
        let typed = self.typed?.at();
        let mut seats = [Seat::First, Seat::Second].into_iter();
        let seat = seats.find(|&seat| self.last_active_of(seat) == typed)?;
        match self.game.players().at(seat) {
            Player::Member(member) => Some(member),
            Player::Bot(_) => None,
        }
    }

    /// The members who play, each with the opponent; not those who have erased everything.
    pub fn members(&self) -> impl Iterator<Item = (MemberId, PlayerId)> + use<> {
        let players = self.game.players();
        [Seat::First, Seat::Second]
            .into_iter()
            .filter_map(move |seat| match players.at(seat) {
                Player::Member(member) if member.0 > 0 => {
                    Some((member, players.at(seat.other()).id()))
                }
                Player::Member(_) | Player::Bot(_) => None,
            })
    }

    /// Whether the member is to move.
    #[must_use]
    pub fn is_turn_of(&self, member: MemberId) -> bool {
        let seat = self.game.players().seat_of(PlayerId::Member(member));
        seat.is_some() && seat == self.game.to_move()
    }

    /// Whether a member has made a move: the bot's first one is made with the game.
    #[must_use]
    pub fn has_member_moved(&self) -> bool {
        let by_bot = u32::from(matches!(self.game.players().first, Player::Bot(_)));
        self.game.ply() > by_bot
    }

    /// Whether that position is the one of the game, in either order of the piles.
    #[must_use]
    pub fn shows(&self, position: Position) -> bool {
        let shown = self.game.position();
        position == shown || position == Position::new(shown.right, shown.left)
    }

    /// Whether it has ended, and somebody has won.
    #[must_use]
    pub fn has_result(&self) -> bool {
        self.game.outcome().and_then(Outcome::winner).is_some()
    }

    /// Who never turned up, where it has ended so.
    #[must_use]
    pub fn absent(&self) -> Option<MemberId> {
        match (
            self.game.outcome(),
            self.game.players().at(self.game.seat_on_turn()),
        ) {
            (Some(Outcome::NoShow), Player::Member(member)) => Some(member),
            _other => None,
        }
    }

    /// Whether the last thing that a member has done there was to type that very move, without a board having shown it, before that
    /// interaction was made.
    #[must_use]
    pub fn has_been_typed(&self, mv: Move, member: MemberId, before: InteractionId) -> bool {
        let Some(seat) = self.game.players().seat_of(PlayerId::Member(member)) else {
            return false;
        };
        let Some(typed) = self.typed.filter(|&typed| typed < before) else {
            return false;
        };
        // Another board may have come meanwhile, but not before this was typed.
        let by = MessageId(before.0);
        let is_unseen = self.shown < typed || self.board.is_some_and(|board| board > by);
        let is_own = typed.at() == self.last_active_of(seat);
        let own = self.game.latest().filter(|&(by, _)| by == seat);
        is_unseen && is_own && own.last().is_some_and(|(_, latest)| latest == mv)
    }
}
