//! The ladder: ten animals to beat in each game, one after the other.

use super::Service;
use nim_games::Variant;
use wythoff_game::records::{GameRecord, Ladder, OnLadder};
use wythoff_game::{MemberId, Outcome, Player, Timestamp};
use wythoff_store::{Read, Tx};

impl Service {
    /// A member's place among the animals of a game.
    pub async fn ladder(
        &self,
        member: MemberId,
        variant: Variant,
    ) -> wythoff_store::Result<Ladder> {
        let ladder = |mut tx: Read| async move { tx.ladder(member, variant).await };
        self.store.read(ladder).await
    }
}

/// Notes that a member has beaten the animal that they had reached, if nothing helped. What the
/// start was is not judged: the bot has chosen it.
pub(super) async fn climb(
    tx: &mut Tx,
    record: &mut GameRecord,
    at: Timestamp,
) -> wythoff_store::Result<()> {
    let players = record.game.players();
    let winner = record.game.outcome().and_then(Outcome::winner);
    let (Some(animal), Some(winner), OnLadder::On) = (players.animal(), winner, record.ladder)
    else {
        return Ok(());
    };
    let Player::Member(member) = players.at(winner) else {
        return Ok(());
    };
    let mut ladder = tx.ladder(member, record.variant()).await?;
    if ladder.has_beaten(animal) || animal != ladder.reached {
        return Ok(());
    }
    if record.was_helped() {
        record.ladder = OnLadder::Helped;
        return Ok(());
    }
    ladder.climb(at);
    tx.save_ladder(&ladder).await?;
    record.ladder = OnLadder::Beaten;
    Ok(())
}
