//! Typed moves whose answer is in flight. The same move typed again before the answer arrives is
//! treated as a repetition; typed afterwards, it is a new move.
//!
//! This module does not know of answers that were abandoned, or that belong to an earlier process.
//! The use case that makes the move finds repetitions of those moves in the database.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::watch;

use nim_games::Move;
use wythoff_game::records::{ChannelId, MessageId};
use wythoff_game::{GameId, MemberId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TypedMove {
    pub(super) member: MemberId,
    pub(super) channel: ChannelId,
    pub(super) game: Option<GameId>,
    pub(super) mv: Move,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DeliveredBoard {
    pub(super) game: GameId,
    pub(super) board: MessageId,
}

/// The typed moves whose answers are in flight.
#[derive(Debug, Default)]
pub(super) struct PendingMoves(Mutex<HashMap<TypedMove, watch::Receiver<Option<DeliveredBoard>>>>);

/// The answer to a typed move, until it is delivered or abandoned.
#[derive(Debug)]
pub struct PendingAnswer {
    pending_moves: Arc<PendingMoves>,
    typed: TypedMove,
    answer: watch::Sender<Option<DeliveredBoard>>,
}

impl PendingMoves {
    /// Records that the answer to a typed move is in flight. Fails if an answer to the same move is
    /// in flight already.
    pub(super) fn begin(
        self: &Arc<Self>,
        typed: TypedMove,
    ) -> Result<PendingAnswer, AnswerInFlight> {
        let mut in_flight = self.0.lock();
        if let Some(answer) = in_flight.get(&typed) {
            return Err(AnswerInFlight(answer.clone()));
        }
        let (answer, receiver) = watch::channel(None);
        in_flight.insert(typed, receiver);
        Ok(PendingAnswer {
            pending_moves: self.clone(),
            typed,
            answer,
        })
    }
}

/// An answer to the same move that is being delivered to another interaction.
#[derive(Debug)]
pub(super) struct AnswerInFlight(watch::Receiver<Option<DeliveredBoard>>);

impl AnswerInFlight {
    /// The board with the answer, once it is delivered. Returns `None` if the answer was abandoned:
    /// the member may not have seen it.
    pub(super) async fn wait(mut self) -> Option<DeliveredBoard> {
        while self.0.changed().await.is_ok() {}
        *self.0.borrow()
    }
}

impl PendingAnswer {
    /// Notes that the answer was delivered as the message `board`, which now shows the game.
    pub fn mark_delivered(self, game: GameId, board: MessageId) {
        self.answer
            .send_replace(Some(DeliveredBoard { game, board }));
    }
}

impl Drop for PendingAnswer {
    fn drop(&mut self) {
        self.pending_moves.0.lock().remove(&self.typed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADD_1: TypedMove = TypedMove {
        member: MemberId(1),
        channel: ChannelId(2),
        game: None,
        mv: Move::Count(1),
    };

    #[tokio::test]
    async fn a_repeated_move_waits_for_the_first_answer() {
        let pending_moves = Arc::new(PendingMoves::default());
        let first = pending_moves.begin(ADD_1).expect("nothing is on its way");
        let other = TypedMove {
            mv: Move::Count(2),
            ..ADD_1
        };
        assert!(pending_moves.begin(other).is_ok(), "another move");
        let in_flight = pending_moves.begin(ADD_1).expect_err("the same move");
        let (game, board) = (GameId(3), MessageId(4));
        first.mark_delivered(game, board);
        assert_eq!(in_flight.wait().await, Some(DeliveredBoard { game, board }));

        let lost = pending_moves.begin(ADD_1).expect("it has arrived");
        let in_flight = pending_moves.begin(ADD_1).expect_err("the same move");
        drop(lost);
        assert_eq!(in_flight.wait().await, None);
        assert!(pending_moves.0.lock().is_empty());
    }
}
