//! The review of a game: which moves kept a win, which threw one away, and what to play instead.

use std::ops::RangeInclusive;

use super::{Game, Outcome, Player, Ply, Seat};
use nim_games::{Move, Position, best_defences};

/// The moves of a game, judged by perfect play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// Every move, in order.
    pub moves: Vec<ReviewedMove>,
}

/// A move with its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// Its number: the first is 1.
    pub ply: Ply,
    /// The player.
    pub seat: Seat,
    pub before: Position,
    pub mv: Move,
    pub verdict: Verdict,
}

/// The verdict on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    KeptTheWin,
    ThrewTheWinAway {
        /// A winning move: the one that [`Position::best_move`] picks.
        right: Move,
    },
    /// The position was lost, and the move held out as long as possible.
    HeldOut,
    /// The position was lost, and other moves would have held out longer.
    GaveIn,
    /// The position was lost, and it is not known how to hold out longest.
    CouldNotWin,
}

/// How well a player kept wins, move by move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// Moves from won positions that kept the win.
    pub kept: u32,
    /// Moves from won positions.
    pub won: u32,
}

impl Accuracy {
    /// The share of wins that were kept, as a rounded percentage. Returns `None` if there was no
    /// win to keep.
    ///
    /// ```
    /// use wythoff_game::Accuracy;
    ///
    /// assert_eq!(Accuracy { kept: 2, won: 3 }.percent(), Some(67));
    /// assert_eq!(Accuracy::default().percent(), None);
    /// ```
    #[must_use]
    pub const fn percent(self) -> Option<u32> {
        (self.kept * 100 + self.won / 2).checked_div(self.won)
    }
}

/// Of the winning moves of a position, only this many are counted.
const MOST_WINNING: usize = 200;

/// If there are more, so many moves are looked through for one that does not win.
const MOST_MOVES: usize = 2_000;

/// How many legal moves a position has that is worth practising. Fewer are a guess, and more a search.
const CHOICES: RangeInclusive<u128> = 4..=100;

/// How many moves the winner makes from a won position if both players play perfectly.
fn moves_to_win(mut at: Position) -> usize {
    for moves in 1..MAX_MOVES {
        let Some(Ok(left)) = at.best_move().map(|best| at.play(best)) else {
            // In misère play, the other player has made the last move.
            return moves - 1;
        };
        let Some(Ok(next)) = best_defences(&left).first().map(|&mv| left.play(mv)) else {
            return moves;
        };
        at = next;
    }
    MAX_MOVES
}

/// The largest number that [`moves_to_win`] returns.
const MAX_MOVES: usize = 100;

impl Review {
    /// Judges the moves of a game. An illegal move ends the review.
    ///
    /// ```
    /// use wythoff_game::{Review, Verdict};
    /// use nim_games::Move;
    ///
    /// let review = Review::of("wythoff: 2 2".parse().unwrap(), &[Move::take([2]), Move::take([0, 2])]);
    /// assert_eq!(review.moves[0].verdict, Verdict::ThrewTheWinAway { right: Move::take([2, 2]) });
    /// assert_eq!(review.moves[1].verdict, Verdict::KeptTheWin);
    /// assert_eq!(review.last_mistake(|_| true), Some(review.moves[0]));
    /// ```
    #[must_use]
    pub fn of(start: Position, moves: &[Move]) -> Self {
        let mut before = start;
        let mut reviewed = Vec::with_capacity(moves.len());
        for (ply, &mv) in (1..).zip(moves) {
            let Ok(after) = before.play(mv) else { break };
            let seat = Game::seat_at(ply - 1);
            reviewed.push(ReviewedMove {
                ply,
                seat,
                before,
                mv,
                verdict: verdict(before, after),
            });
            before = after;
        }
        Self { moves: reviewed }
    }

    /// The last move of the given players that threw a win away, if there was one.
    #[must_use]
    pub fn last_mistake(&self, of: impl Fn(Seat) -> bool) -> Option<ReviewedMove> {
        let threw_away =
            |reviewed: &&ReviewedMove| matches!(reviewed.verdict, Verdict::ThrewTheWinAway { .. });
        let mut mistakes = self.moves.iter().rev().filter(threw_away);
        mistakes.find(|reviewed| of(reviewed.seat)).copied()
    }

    /// A player's mistake that is most worth practising: the one whose position could have been won
    /// in the fewest moves; if there are several, the latest. Positions with very few moves or with many
    /// are left out.
    #[must_use]
    pub fn mistake(&self, seat: Seat) -> Option<ReviewedMove> {
        let is_mistake = |reviewed: &&ReviewedMove| {
            reviewed.seat == seat
                && matches!(reviewed.verdict, Verdict::ThrewTheWinAway { .. })
                && CHOICES.contains(&reviewed.before.choices().count())
        };
        let mistakes = self.moves.iter().rev().filter(is_mistake);
        mistakes
            .min_by_key(|reviewed| moves_to_win(reviewed.before))
            .copied()
    }

    /// Of positions in which a win was thrown away, the one that is most worth practising, as
    /// [`Self::mistake`] chooses it.
    #[must_use]
    pub fn most_worth_practising(
        positions: impl DoubleEndedIterator<Item = Position>,
    ) -> Option<Position> {
        let fits = |at: &Position| CHOICES.contains(&at.choices().count());
        positions
            .rev()
            .filter(fits)
            .min_by_key(|&at| moves_to_win(at))
    }

    /// The accuracy of a player.
    ///
    /// ```
    /// use wythoff_game::{Accuracy, Review, Seat};
    /// use nim_games::Move;
    ///
    /// let review = Review::of("wythoff: 2 2".parse().unwrap(), &[Move::take([2]), Move::take([0, 2])]);
    /// assert_eq!(review.accuracy(Seat::First), Accuracy { kept: 0, won: 1 });
    /// assert_eq!(review.accuracy(Seat::Second), Accuracy { kept: 1, won: 1 });
    /// ```
    #[must_use]
    pub fn accuracy(&self, seat: Seat) -> Accuracy {
        let moves = self.moves.iter().filter(|reviewed| reviewed.seat == seat);
        // If every move wins, making one proves nothing.
        let has_choice = |reviewed: &&ReviewedMove| {
            let (before, choices) = (reviewed.before, reviewed.before.choices());
            let winning = before.winning_moves().take(MOST_WINNING).count();
            let keeps = |mv: Move| before.play(mv).is_ok_and(|after| after.is_lost());
            let may_miss = || choices.moves().take(MOST_MOVES).any(|mv| !keeps(mv));
            choices.count() > winning as u128 && (winning < MOST_WINNING || may_miss())
        };
        moves
            .filter(has_choice)
            .fold(Accuracy::default(), |sum, reviewed| {
                match reviewed.verdict {
                    Verdict::KeptTheWin => Accuracy {
                        kept: sum.kept + 1,
                        won: sum.won + 1,
                    },
                    Verdict::ThrewTheWinAway { .. } => Accuracy {
                        won: sum.won + 1,
                        ..sum
                    },
                    Verdict::HeldOut | Verdict::GaveIn | Verdict::CouldNotWin => sum,
                }
            })
    }
}

/// The turning point of a game: the winner made no mistake after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The number of the move, or of the last move before a resignation or forfeit.
    pub ply: Ply,
    pub cause: Cause,
    /// The player who could have won.
    pub seat: Seat,
    /// The position in which the win was thrown away.
    pub position: Position,
    /// A winning move: the one that [`Position::best_move`] picks. `None` if the player gave up
    /// while the opponent was to move in a lost position.
    pub right: Option<Move>,
}

impl TurningPoint {
    /// How many moves were made before it.
    #[must_use]
    pub fn moves_before(self) -> usize {
        let moves = match self.cause {
            Cause::Move => self.ply.saturating_sub(1),
            Cause::Resignation | Cause::Clock => self.ply,
        };
        usize::try_from(moves).unwrap_or(usize::MAX)
    }
}

/// How a win was thrown away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Move,
    Resignation,
    Clock,
}

impl Game {
    /// The turning point of a finished game: the last move that threw a win away, or a resignation
    /// or forfeit in a won position. Where a member has beaten an animal, the member's own last
    /// mistake.
    #[must_use]
    pub fn turning_point(&self, review: &Review) -> Option<TurningPoint> {
        if let Some(seat) = self.seat_that_gave_up_a_win() {
            let cause = match self.outcome()? {
                Outcome::Forfeit { .. } => Cause::Clock,
                Outcome::LastMove { .. }
                | Outcome::Resignation { .. }
                | Outcome::NoShow
                | Outcome::Abandonment => Cause::Resignation,
            };
            return Some(TurningPoint {
                ply: self.ply(),
                cause,
                seat,
                position: self.position(),
                right: self.position().best_move(),
            });
        }
        // Without a winner there is no turning point.
        let winner = self.outcome()?.winner()?;
        let is_members = matches!(self.players().at(winner), Player::Member(_));
        // Who has beaten an animal learns nothing from its mistakes, but from their own.
        let reviewed = if is_members && self.players().animal().is_some() {
            review.last_mistake(|seat| seat == winner)?
        } else {
            review.last_mistake(|_| true)?
        };
        Some(TurningPoint {
            ply: reviewed.ply,
            cause: Cause::Move,
            seat: reviewed.seat,
            position: reviewed.before,
            right: reviewed.before.best_move(),
        })
    }

    /// The player who resigned or forfeited in a won position, if the game ended that way.
    ///
    /// ```
    /// use wythoff_game::{Action, Game, GameId, MemberId, Player, Players, Seat, Terms, Timestamp};
    /// use nim_games::Animal;
    ///
    /// let me = Player::Member(MemberId(7));
    /// let players = Players { first: me, second: Player::Bot(Animal::Dolphin) };
    /// let terms = Terms::against_the_bot(players, "wythoff: 2 2".parse().unwrap());
    /// let game = Game::start(GameId(1), terms, Timestamp(0)).unwrap();
    /// let (resigned, _events) = game.apply(me.id(), Action::Resign { seen: None }, Timestamp(1)).unwrap();
    /// assert_eq!(resigned.seat_that_gave_up_a_win(), Some(Seat::First));
    /// ```
    #[must_use]
    pub fn seat_that_gave_up_a_win(&self) -> Option<Seat> {
        let Some(Outcome::Resignation { winner } | Outcome::Forfeit { winner }) = self.outcome()
        else {
            return None;
        };
        let to_move = Self::seat_at(self.ply());
        let could_win = if self.position().is_lost() {
            to_move.other()
        } else {
            to_move
        };
        (could_win != winner).then_some(could_win)
    }
}

fn verdict(before: Position, after: Position) -> Verdict {
    if !before.is_lost() {
        // `None` does not occur: a won position has a winning move.
        return match before.best_move() {
            Some(right) if !after.is_lost() => Verdict::ThrewTheWinAway { right },
            Some(_) | None => Verdict::KeptTheWin,
        };
    }
    let Some(longest) = before.moves_to_end() else {
        return Verdict::CouldNotWin;
    };
    // How long the game lasts after this move and each winning reply. The shortest counts, plus
    // these two moves. If there is no reply, this move ended the game.
    let replies = after.winning_moves();
    let rests = replies.filter_map(|reply| after.play(reply).ok()?.moves_to_end());
    let lasted = rests.min().map_or(1, |rest| rest + 2);
    if longest == lasted {
        Verdict::HeldOut
    } else {
        Verdict::GaveIn
    }
}
