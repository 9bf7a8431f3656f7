//! Whether a position may be solved for a member.

use super::Service;
use crate::game::MemberId;
use crate::records::GameRecord;
use crate::rules::Position;
use crate::store;

impl Service {
    /// Whether the member plays a game with another member at that position, or at one that is equal under the symmetries of the game.
    pub async fn is_being_played(
        &self,
        member: MemberId,
        position: Position,
    ) -> store::Result<bool> {
        let running = self.running_games(member).await?;
        let is_it = |record: &GameRecord| {
            record.game.players().level().is_none() && record.shows(&position)
        };
        Ok(running.iter().any(is_it))
    }
}
