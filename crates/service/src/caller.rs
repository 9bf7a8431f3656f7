//! Who asks for something.

use wythoff_game::records::{InteractionId, Place};
use wythoff_game::{MemberId, PlayerId, Timestamp};

/// Who asks for something, where, and through which interaction.
#[derive(Clone, Debug)]
pub struct Caller {
    pub interaction: InteractionId,
    pub member: MemberId,
    /// The member's name, sanitised, as the interaction gives it.
    pub name: String,
    pub place: Place,
    /// Whether they want to see an answer that helps with their puzzle of the day.
    pub wants_help: bool,
    /// Whether everybody in the channel would see the answer.
    pub is_for_all: bool,
}

impl Caller {
    #[must_use]
    pub const fn at(&self) -> Timestamp {
        self.interaction.at()
    }

    /// The member as a player.
    #[must_use]
    pub const fn player(&self) -> PlayerId {
        PlayerId::Member(self.member)
    }
}
