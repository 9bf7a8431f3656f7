//! The bot's move, together with what a member has done.

use super::{Action, Event, Game, PlayerId, Timestamp};
use crate::rules::wythoff::{Draws, reply};

impl Game {
    /// Lets the bot move if it is to move, and adds what happened to the events.
    #[must_use]
    pub fn replied(
        self,
        mut events: Vec<Event>,
        draws: Draws,
        at: Timestamp,
    ) -> (Self, Vec<Event>) {
        let level = self.bot_to_move();
        let mv = level.and_then(|level| reply(self.position(), level, draws));
        let replied = mv.map(|mv| self.apply(PlayerId::Bot, Action::Move { mv, seen: None }, at));
        match replied {
            Some(Ok((game, reply))) => {
                events.extend(reply);
                (game, events)
            }
            // The bot makes legal moves, on its turn only; were it not so, the game would wait rather than break.
            Some(Err(_)) | None => (self, events),
        }
    }
}
