//! Who watches a game can say who will win it, once, while it is young. Its end names those who were right.

use std::time::Duration;

use futures::FutureExt;

use super::{Caller, Error, Result, Service};
use wythoff_game::records::{GameRecord, Limit};
use wythoff_game::{GameId, Player, Ply, Seat, Timestamp};
use wythoff_store::{Pending, Read, Tx};

/// Up to this move a winner can be predicted. Later it shows.
const UP_TO_PLY: Ply = 10;

/// How long a member cannot predict the same game again, even after an erasure.
const REMEMBERED: Duration = Duration::from_hours(24 * 14);

/// A game whose winner a member can predict, with the names of its players, the first one's first, as far as they are known.
pub type Predictable = (GameRecord, [Option<String>; 2]);

/// Why nothing is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotPredicted {
    /// The game is over, or gone.
    Over,
    TooLate,
    /// The member had said so, and has erased it.
    Erased,
    /// The member plays in it.
    Player,
    /// The member has predicted that this player wins.
    Before(Player),
}

impl Service {
    /// The game whose winner the caller wants to predict.
    pub async fn predictable(
        &self,
        caller: &Caller,
        game: GameId,
    ) -> wythoff_store::Result<Result<Predictable, NotPredicted>> {
        let read = |mut tx: Read| async move { find(&mut tx, caller, game).await };
        self.store.read(read).await
    }

    /// Notes that the caller predicts that a player wins.
    pub fn predict(
        &self,
        caller: Caller,
        game: GameId,
        winner: Seat,
    ) -> Pending<Result<Predictable, NotPredicted>, Error> {
        self.change(caller, move |tx, caller| {
            predict(tx, caller, game, winner).boxed()
        })
    }
}

/// Whether the winner of a game can still be predicted. This must not depend on who can win: everybody sees it.
#[must_use]
pub fn is_predictable(record: &GameRecord) -> bool {
    let is_between_members = record.game.players().animal().is_none();
    is_between_members && record.game.outcome().is_none() && record.game.ply() <= UP_TO_PLY
}

async fn name(tx: &mut Read, player: Player) -> wythoff_store::Result<Option<String>> {
    match player {
        Player::Member(member) => Ok(tx.member(member).await?.name),
        Player::Bot(_) | Player::Former(_) => Ok(None),
    }
}

async fn find(
    tx: &mut Read,
    caller: &Caller,
    game: GameId,
) -> wythoff_store::Result<Result<Predictable, NotPredicted>> {
    let record = tx.game(game).await?;
    let Some(record) = record.filter(|it| it.game.outcome().is_none()) else {
        return Ok(Err(NotPredicted::Over));
    };
    if record.game.players().seat_of(caller.player()).is_some() {
        return Ok(Err(NotPredicted::Player));
    }
    if let Some(before) = tx.prediction(game, caller.member).await? {
        let winner = record.game.players().at(before);
        return Ok(Err(NotPredicted::Before(winner)));
    }
    // An erasure gives no second say.
    let limit = Limit::Predicted(caller.member, game);
    let said = tx.limit_events_since(limit, Timestamp(0)).await?;
    if !said.is_empty() {
        return Ok(Err(NotPredicted::Erased));
    }
    if !is_predictable(&record) || record.game.is_overdue(caller.at()) {
        return Ok(Err(NotPredicted::TooLate));
    }
    let players = record.game.players();
    let names = [
        name(tx, players.first).await?,
        name(tx, players.second).await?,
    ];
    Ok(Ok((record, names)))
}

async fn predict(
    tx: &mut Tx,
    caller: &Caller,
    game: GameId,
    winner: Seat,
) -> Result<Result<Predictable, NotPredicted>> {
    let found = find(tx, caller, game).await?;
    if found.is_ok() {
        tx.save_prediction(game, caller.member, winner).await?;
        let limit = Limit::Predicted(caller.member, game);
        tx.limit(limit, caller.at(), REMEMBERED).await?;
    }
    Ok(found)
}
