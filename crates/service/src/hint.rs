//! Hints. A game in which the member was shown a winning move is marked, because winning it proves
//! no skill. So is one in a lost position, where a hint shows why all moves lose.

use futures::FutureExt;

use super::help::{check_or_mark, mark_helped};
use super::play::find_target;
use super::{Caller, Error, Refusal, Result, Service, Target};
use nim_games::{Move, Told};
use wythoff_game::records::GameRecord;
use wythoff_game::{Point, Refusal as GameRefusal};
use wythoff_store::{Pending, Tx};

impl Service {
    /// Marks the game that a hint is requested for, and returns it. `seen` is the point that the
    /// member saw on a board. Only games against the bot have hints.
    pub fn hint(
        &self,
        caller: Caller,
        target: Target,
        (seen, guess): (Option<Point>, Option<Move>),
    ) -> Pending<GameRecord, Error> {
        self.change(caller, move |tx, caller| {
            hint(tx, caller, target, (seen, guess)).boxed()
        })
    }
}

async fn hint(
    tx: &mut Tx,
    caller: &Caller,
    target: Target,
    (seen, guess): (Option<Point>, Option<Move>),
) -> Result<GameRecord> {
    let record = match find_target(tx, caller, target).await {
        // The member has several games here, and none is against the bot.
        Err(Error::Refused {
            why: Refusal::NoSuitableGame(_),
            ..
        }) => return Err(Error::refused(Refusal::NoHints)),
        found => found?,
    };
    let checked = record.game.check_turn(caller.player(), seen);
    let is_with_a_member = record.game.players().animal().is_none();
    match checked {
        // Games between members have no hints, whoever is on turn.
        Ok(_) | Err(GameRefusal::NotYourTurn) if is_with_a_member => {
            Err(Error::about(Refusal::NoHints, record))
        }
        Ok(_) => {
            let at = record.game.position();
            let refuted = guess.map(|mv| Told::refutation(at, mv));
            let told = Told::solution(at, true).and(refuted.unwrap_or_default());
            check_or_mark(tx, caller, &told).await?;
            let marked = mark_helped(tx, caller.member, &told, None).await?;
            let is_the_same = |marked: &GameRecord| marked.game.id() == record.game.id();
            Ok(marked.into_iter().find(is_the_same).unwrap_or(record))
        }
        Err(why) => Err(Error::about(why, record)),
    }
}
