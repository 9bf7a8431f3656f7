//! Solutions of positions that may occur in a member's running games.

use futures::FutureExt;

use super::{Caller, Error, Service};
use crate::game::MemberId;
use crate::records::GameRecord;
use crate::store::{self, Pending};
use nim_games::Position;

impl Service {
    /// The member's running games in which the solution of one of the positions may help: against
    /// the bot as [`GameRecord::is_helped_by`] says, against members if the game is at a similar
    /// position ([`GameRecord::is_near_one_of`]).
    pub async fn games_of_member_helped_by(
        &self,
        member: MemberId,
        positions: &[Position],
    ) -> store::Result<Vec<GameRecord>> {
        let mut running = self.running_games(member).await?;
        running.retain(|record| match record.game.players().level() {
            Some(_) => record.is_helped_by(positions),
            None => record.is_near_one_of(positions),
        });
        Ok(running)
    }

    /// Marks the member's running games against the bot as hinted if the solution of one of the
    /// positions helps there, since the solutions are shown.
    pub fn mark_games_hinted(
        &self,
        caller: Caller,
        positions: Vec<Position>,
    ) -> Pending<(), Error> {
        self.change(caller, move |tx, caller| {
            async move {
                for mut record in tx.running_games(caller.member, None).await? {
                    let is_against_the_bot = record.game.players().level().is_some();
                    if is_against_the_bot && record.is_helped_by(&positions) {
                        record.is_hinted = true;
                        tx.save_game(&record).await?;
                    }
                }
                Ok(())
            }
            .boxed()
        })
    }
}
