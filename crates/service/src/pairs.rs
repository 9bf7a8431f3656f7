//! Two games with sides swapped: the second begins by itself when the first ends, and the two are rated
//! as one.

use super::GameUpdate;
use super::notifications::notify;
use super::practice::take_up;
use wythoff_game::records::{GameRecord, InteractionId, NotificationKind, RatedResult};
use wythoff_game::{Game, Outcome, Pair, Review, Seat, Terms, Timestamp};
use wythoff_store::{Read, Tx};

/// Begins the second of two games if the first has just ended with a winner. `by` is the player whose
/// action ended it. Without one, and where the bot cannot post, nobody would see a second game: then
/// the first decides.
pub(super) async fn begin_second(
    tx: &mut Tx,
    update: &mut GameUpdate,
    by: Option<Seat>,
    at: Timestamp,
) -> wythoff_store::Result<()> {
    let record = &mut update.record;
    let (terms, winner) = (
        record.game.terms(),
        record.game.outcome().and_then(Outcome::winner),
    );
    let (Pair::First, Some(winner)) = (terms.pair, winner) else {
        return Ok(());
    };
    if by.is_none() && !record.place.editable {
        return rate_first_alone(tx, update, at).await;
    }
    let terms = Terms {
        players: terms.players.swapped(),
        pair: Pair::Second {
            ahead: winner.other(),
        },
        ..terms
    };
    let first = record.game.id();
    let id = first.following_at(at);
    let Ok(game) = Game::start(id, terms, at) else {
        return Ok(());
    };
    let (place, counts_towards) = (record.place.clone(), record.counts_towards);
    let second = GameRecord {
        follows: Some(first),
        wears_crown: record.wears_crown.swapped(),
        last_active: record.last_active.swapped(),
        ..GameRecord::begun(game, place, InteractionId(id.0), counts_towards)
    };
    record.is_followed = true;
    let mut second = GameUpdate::begun(second);
    let by = by.map(Seat::other);
    notify(tx, &mut second, NotificationKind::Begun, by, at).await?;
    // The board of the next game says how this one has ended, so nobody is told twice.
    update.notifications.clear();
    update.next = Some(Box::new(second));
    Ok(())
}

/// Rates the first of two games if there will be no second, because a player leaves.
pub(super) async fn rate_first_alone(
    tx: &mut Tx,
    update: &mut GameUpdate,
    at: Timestamp,
) -> wythoff_store::Result<()> {
    if update.record.game.terms().pair == Pair::First {
        update.rated = rated(tx, &update.record, None).await?;
        take_up_first(tx, &update.record, at).await?;
    }
    Ok(())
}

/// Takes up the positions to practise from the first of two games, which waited for the end of the second.
pub(super) async fn take_up_first(
    tx: &mut Tx,
    first: &GameRecord,
    at: Timestamp,
) -> wythoff_store::Result<()> {
    let review = Review::of(first.game.start_position(), &first.moves);
    take_up(tx, first, &review, at).await.map(drop)
}

/// The first of two games, if this is the second.
pub(super) async fn first_of(
    tx: &mut Read,
    second: &GameRecord,
) -> wythoff_store::Result<Option<GameRecord>> {
    match (second.game.terms().pair, second.follows) {
        (Pair::Second { .. }, Some(first)) => tx.game(first).await,
        (_, _) => Ok(None),
    }
}

/// What the end of a rated game changes, or that of a pair whose first game is `first`. `None` if it is
/// not rated, or nobody has won it: then the pair has no result either.
pub(super) async fn rated(
    tx: &mut Read,
    record: &GameRecord,
    first: Option<&GameRecord>,
) -> wythoff_store::Result<Option<RatedResult>> {
    let Some([winner, loser]) = record.rated_result() else {
        return Ok(None);
    };
    let variant = record.variant();
    let winner_before = tx.ranking(winner, variant).await?;
    let loser_before = tx.ranking(loser, variant).await?;
    let before = [(winner, &winner_before), (loser, &loser_before)];
    Ok(Some(RatedResult::of(record, first, before)))
}
