//! What members have solved in lessons.

use futures::FutureExt;

use super::{Caller, Error, Service};
use nim_games::Variant;
use nim_games::lessons::Exercise;
use wythoff_game::MemberId;
use wythoff_game::records::Solved;
use wythoff_store::{Pending, Read};

impl Service {
    /// What a member has solved in the lessons of a game.
    pub async fn solved(
        &self,
        member: MemberId,
        variant: Variant,
    ) -> wythoff_store::Result<Solved> {
        let solved = |mut tx: Read| async move { tx.solved(member, variant).await };
        self.store.read(solved).await
    }

    /// Notes that a member has solved an exercise. Returns what the member has solved in the game
    /// of the exercise. Solving an exercise again changes nothing.
    pub fn note_solved(&self, caller: Caller, exercise: Exercise) -> Pending<Solved, Error> {
        self.change(caller, move |tx, caller| {
            async move {
                if let Some(at) = exercise.position() {
                    tx.note_solved(caller.member, at).await?;
                }
                Ok(tx.solved(caller.member, exercise.variant).await?)
            }
            .boxed()
        })
    }
}
