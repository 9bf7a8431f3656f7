//! Hints. A game in which the member was shown a winning move is marked, because winning it proves
//! no skill. In a lost position there is no such move to show.

use futures::FutureExt;

use super::daily::{GivesAway, refuse_help_with_puzzle};
use super::play::find_target;
use super::{Caller, Error, Refusal, Result, Service, Target};
use crate::game::{Point, Refusal as GameRefusal};
use crate::records::GameRecord;
use crate::store::{Pending, Tx};

impl Service {
    /// Marks the game that a hint is requested for, and returns it. `seen` is the point that the
    /// member saw on a board. Only games against the bot have hints.
    pub fn hint(
        &self,
        caller: Caller,
        target: Target,
        seen: Option<Point>,
    ) -> Pending<GameRecord, Error> {
        self.change(caller, move |tx, caller| {
            hint(tx, caller, target, seen).boxed()
        })
    }
}

async fn hint(
    tx: &mut Tx,
    caller: &Caller,
    target: Target,
    seen: Option<Point>,
) -> Result<GameRecord> {
    let mut record = match find_target(tx, caller, target).await {
        // The member has several games here, and none is against the bot.
        Err(Error::Refused {
            why: Refusal::NoSuitableGame(_),
            ..
        }) => return Err(Error::refused(Refusal::NoHints)),
        found => found?,
    };
    let checked = record.game.check_turn(caller.player(), seen);
    let is_with_a_member = record.game.players().level().is_none();
    match checked {
        // Games between members have no hints, whoever is on turn.
        Ok(_) | Err(GameRefusal::NotYourTurn) if is_with_a_member => {
            Err(Error::about(Refusal::NoHints, record))
        }
        Ok(_) => {
            refuse_help_with_puzzle(tx, caller, &[record.game.position()], GivesAway::Solution)
                .await?;
            // If no move wins, the hint says only that, so the game is not marked.
            record.is_hinted |= !record.game.position().is_lost();
            tx.save_game(&record).await?;
            Ok(record)
        }
        Err(why) => Err(Error::about(why, record)),
    }
}
