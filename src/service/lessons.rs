//! What members have solved in lessons.

use super::update::Change;
use super::{Caller, Error, Service};
use crate::game::MemberId;
use crate::records::Solved;
use crate::rules::Variant;
use crate::rules::lessons::Exercise;
use crate::store::{self, Key, Pending};

impl Service {
    /// What a member has solved in the lessons of a game.
    pub async fn solved(&self, member: MemberId, variant: Variant) -> store::Result<Solved> {
        let key = Key::Solved(member, variant);
        self.look(key, |work| work.solved(member, variant)).await
    }

    /// Notes that a member has solved an exercise. Returns what is solved in that game. Solving it again changes nothing.
    pub fn note_solved(&self, caller: Caller, exercise: Exercise) -> Pending<Solved, Error> {
        let key = Key::Solved(caller.member, exercise.variant);
        self.change(caller, &[key], move |work, caller| {
            if let Some(at) = exercise.position() {
                work.note_solved(caller.member, at)?;
            }
            Ok(work.solved(caller.member, exercise.variant)?)
        })
    }
}

// It is saved as a value.
impl Change for Solved {}
