//! A game, where it is played, and what is stored about it.

use super::{InteractionId, MessageId, ObsoleteKind, ObsoleteMessage, OnLadder, Place};
use crate::{
    Accuracy, BySeat, Game, GameId, MemberId, Outcome, Phase, PlayedMove, Player, PlayerId, Review,
    Seat, Stake, Timestamp, Verdict,
};
use nim_games::{Animal, Move, Position, Told, Variant};

/// A game with everything that is stored about it, except its older moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    pub game: Game,
    /// Where it is played.
    pub place: Place,
    /// The message that shows its board, once Discord has reported its id.
    pub board: Option<MessageId>,
    /// The interaction that showed the board last.
    pub shown: InteractionId,
    /// The finished game that it follows.
    pub follows: Option<GameId>,
    /// When it began.
    pub begun: Timestamp,
    /// When each player last did something in it.
    pub last_active: BySeat<Timestamp>,
    /// Which leaderboards it counts towards.
    pub counts_towards: CountsTowards,
    /// In a game against the bot: whether an answer has helped the member, such as a hint or a
    /// solution.
    pub is_helped: bool,
    /// What it means for the ladder.
    pub ladder: OnLadder,
    /// Who wears the crown of the server. It is not stored with the game.
    pub wears_crown: BySeat<bool>,
    /// Whether a finished game against the bot was followed by another one, started from its board.
    pub is_followed: bool,
    /// In a game against the bot: whether only its member sees the board.
    pub is_private: bool,
    /// When what its board shows last changed. Each change has a time of its own, so it is known whether a
    /// drawing is stale.
    pub changed: Timestamp,
    /// The latest typed move, which may have ended the game.
    pub typed: Option<TypedMove>,
    /// When to remind the player on turn. `None` if no reminder is due any more.
    pub remind: Option<Timestamp>,
    /// Every move, once the game has ended.
    pub moves: Vec<Move>,
    /// The accuracy of both players, once the game has ended.
    pub accuracies: Option<BySeat<Accuracy>>,
}

/// Who typed a move, and with which interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypedMove {
    /// Who typed it.
    pub seat: Seat,
    pub by: InteractionId,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRecord {
    pub played: PlayedMove,
    /// When it was made.
    pub at: Timestamp,
}

impl MoveRecord {
    /// A move as it was made.
    #[must_use]
    pub const fn new(mv: Move, branch: u32, at: Timestamp) -> Self {
        Self {
            played: PlayedMove { mv, branch },
            at,
        }
    }
}

/// Which leaderboards a game counts towards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountsTowards {
    /// The leaderboard of its server, and the one for everywhere.
    Everywhere,
    /// Only the leaderboard of its server.
    ServerOnly,
}

impl GameRecord {
    /// Notes that what its board shows changes.
    pub fn touch(&mut self, at: Timestamp) {
        self.changed = at.or_after(self.changed);
    }

    /// A game that an interaction has just started.
    #[must_use]
    pub fn begun(
        game: Game,
        place: Place,
        by: InteractionId,
        counts_towards: CountsTowards,
    ) -> Self {
        Self {
            remind: game.reminder(),
            moves: Vec::new(),
            accuracies: None,
            game,
            place,
            board: None,
            shown: by,
            follows: None,
            begun: by.at(),
            last_active: BySeat::each(|_| by.at()),
            counts_towards,
            is_helped: false,
            ladder: OnLadder::Off,
            wears_crown: BySeat::each(|_| false),
            is_followed: false,
            is_private: false,
            changed: by.at(),
            typed: None,
        }
    }

    /// Whether a solution was shown, or a move taken back.
    #[must_use]
    pub fn was_helped(&self) -> bool {
        self.is_helped || self.game.times_taken_back() > 0
    }

    /// The member who has won on their own.
    fn unaided_winner(&self) -> Option<MemberId> {
        let winner = self.game.outcome().and_then(Outcome::winner)?;
        match self.game.players().at(winner) {
            Player::Member(member) if !self.was_helped() => Some(member),
            Player::Member(_) | Player::Bot(_) | Player::Former(_) => None,
        }
    }

    /// The member who earns the coin for this kind of game, unless they have it already. They must
    /// have won without help, against the Penguin, from a start whose first move does not decide it, in
    /// a game with a choice.
    #[must_use]
    pub fn coin_earner(&self) -> Option<MemberId> {
        let is_perfect = self.game.players().animal() == Some(Animal::Penguin);
        let is_open = !self.game.start_position().is_decided_by_who_begins();
        self.unaided_winner()
            .filter(|_| is_perfect && is_open && self.has_winner_chosen())
    }

    /// Whether the winner ever had both a move that wins and one that does not.
    fn has_winner_chosen(&self) -> bool {
        let winner = self.game.outcome().and_then(Outcome::winner);
        let accuracy = self.accuracies.zip(winner);
        accuracy.is_some_and(|(accuracies, winner)| accuracies.at(winner).won > 0)
    }

    /// The two members of a rated game.
    #[must_use]
    pub fn rated_pair(&self) -> Option<[MemberId; 2]> {
        let players = self.game.players();
        match (self.game.terms().stake, players.first, players.second) {
            (Stake::Rated, Player::Member(first), Player::Member(second)) => Some([first, second]),
            _other => None,
        }
    }

    /// Records all moves of a game that has ended, and the accuracy of its players. Returns the
    /// review of the game.
    pub fn end(&mut self, moves: Vec<Move>) -> Review {
        let review = Review::of(self.game.start_position(), &moves);
        self.remind = None;
        self.accuracies = Some(BySeat::each(|seat| review.accuracy(seat)));
        self.moves = moves;
        review
    }

    /// A message that used to be the board of this game, to be deleted.
    #[must_use]
    pub const fn obsolete_board(&self, message: MessageId) -> ObsoleteMessage {
        ObsoleteMessage {
            game: self.game.id(),
            channel: self.place.channel,
            message,
            editable: self.place.editable,
            kind: ObsoleteKind::Board,
        }
    }

    /// The members who play, each with the opponent. Former players are left out.
    pub fn members(&self) -> impl Iterator<Item = (MemberId, PlayerId)> + use<> {
        let players = self.game.players();
        Seat::BOTH
            .into_iter()
            .filter_map(move |seat| match players.at(seat) {
                Player::Member(member) => Some((member, players.at(seat.other()).id())),
                Player::Former(_) | Player::Bot(_) => None,
            })
    }

    /// Whether the member is to move.
    #[must_use]
    pub fn is_turn_of(&self, member: MemberId) -> bool {
        let seat = self.game.players().seat_of(PlayerId::Member(member));
        seat.is_some() && seat == self.game.to_move()
    }

    /// Whether this member has made a move.
    #[must_use]
    pub fn has_moved(&self, member: MemberId) -> bool {
        let seat = self.game.players().seat_of(PlayerId::Member(member));
        let moves_before = match seat {
            Some(Seat::First) => 0,
            Some(Seat::Second) => 1,
            None => return false,
        };
        self.game.ply() > moves_before || self.game.times_taken_back() > 0
    }

    /// Whether a member has made a move, even if it was taken back. The bot's first move is made
    /// when the game starts.
    #[must_use]
    pub fn has_member_moved(&self) -> bool {
        let bot_moves = u32::from(matches!(self.game.players().first, Player::Bot(_)));
        self.game.ply() > bot_moves || self.game.times_taken_back() > 0
    }

    /// Whether the game is running, no message is known to have shown it, and no member has moved
    /// in it. Of a private game no message is ever known.
    #[must_use]
    pub fn is_unseen(&self) -> bool {
        let is_shown = self.board.is_some() || self.shown.0 != self.game.id().0 || self.is_private;
        matches!(self.game.phase(), Phase::Running { .. }) && !is_shown && !self.has_member_moved()
    }

    /// When a player's vote for the next game lapses: a challenge with the same clock would be open as
    /// long. Later the player may be away, and would lose on time.
    #[must_use]
    pub fn end_of_vote(&self, seat: Seat) -> Timestamp {
        let clock = self.game.terms().clock;
        self.last_active.at(seat).plus(clock.challenge_lifetime())
    }

    /// Whether the next game of the two members can be rated: only as a pair with this one.
    #[must_use]
    pub fn can_next_be_rated(&self) -> bool {
        self.game.terms().stake == Stake::Rated && self.has_result()
    }

    /// Every position of a finished game, in order.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut at = self.game.start_position();
        let after = self.moves.iter().map_while(|&mv| {
            at = at.play(mv).ok()?;
            Some(at)
        });
        [self.game.start_position()]
            .into_iter()
            .chain(after)
            .collect()
    }

    /// What one learns from a look back at the finished game: its positions, the moves that would have
    /// won, what would have followed, and, if `with_map`, the map of the game.
    #[must_use]
    pub fn told(&self, with_map: bool) -> Told {
        let start = self.game.start_position();
        let positions = self.positions();
        let review = Review::of(start, &self.moves);
        let missed = review.moves.iter().filter_map(|reviewed| {
            let is_missed = matches!(reviewed.verdict, Verdict::ThrewTheWinAway { .. });
            is_missed.then(|| Told::solution(reviewed.before, false))
        });
        let told = Told::lost(positions.iter().copied()).and(Told::asked(positions));
        let told = missed.fold(told, Told::and);
        if with_map {
            told.and(Told::map(start))
        } else {
            told
        }
    }

    /// The kind of game.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.game.start_position().variant()
    }

    /// Whether it has ended with a winner.
    #[must_use]
    pub fn has_result(&self) -> bool {
        self.game.outcome().and_then(Outcome::winner).is_some()
    }

    /// Whether that member has lost it.
    #[must_use]
    pub fn has_lost(&self, member: MemberId) -> bool {
        let winner = self.game.outcome().and_then(Outcome::winner);
        let loser = winner.map(|winner| self.game.players().at(winner.other()));
        loser == Some(Player::Member(member))
    }

    /// Who never turned up, if it ended for that reason.
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

    /// Whether the member typed `mv` in an interaction earlier than `before` and has done nothing
    /// since, and no board has shown the move.
    #[must_use]
    pub fn has_been_typed(&self, mv: Move, member: MemberId, before: InteractionId) -> bool {
        let seat = self.game.players().seat_of(PlayerId::Member(member));
        let is_earlier = |typed: &TypedMove| Some(typed.seat) == seat && typed.by < before;
        let Some(TypedMove { seat, by: typed }) = self.typed.filter(is_earlier) else {
            return false;
        };
        // A board posted after `before` cannot have been seen when the member typed the move again.
        let latest_visible = MessageId(before.0);
        let move_is_unseen =
            self.shown < typed || self.board.is_some_and(|board| board > latest_visible);
        let is_latest = typed.at() == self.last_active.at(seat);
        let own = self.game.latest().filter(|&(by, _)| by == seat);
        move_is_unseen && is_latest && own.last().is_some_and(|(_, latest)| latest == mv)
    }
}
