//! The bot's reply to an action of a member.

use super::{Action, ChangedGame, Event, Game, PlayerId, Timestamp};
use nim_games::{Draws, reply};

impl Game {
    /// Makes the bot's move if it is the bot's turn, and adds the events of that move.
    #[must_use]
    pub fn replied(self, mut events: Vec<Event>, draws: Draws, at: Timestamp) -> ChangedGame {
        let animal = self.bot_to_move();
        let mv = animal.and_then(|animal| reply(&self.position(), animal, draws));
        let replied = mv.map(|mv| self.apply(PlayerId::Bot, Action::Move { mv, seen: None }, at));
        match replied {
            Some(Ok((game, reply))) => {
                events.extend(reply);
                (game, events)
            }
            // `None` if it is not the bot's turn. The bot's moves are always legal. If a bug made
            // one illegal, the game would stay on the bot's turn.
            Some(Err(_)) | None => (self, events),
        }
    }
}
