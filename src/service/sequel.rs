//! Going on from a finished game: against the bot at once, with a member when both want the same.

use super::begin::{Plan, begin, check_size, drawn_piles, stake};
use super::progress::{About, to_tell, touched};
use super::{Acted, Caller, Error, Refusal, Service, act, find};
use crate::game::{Action, GameId, Outcome, Phase, Player, Seat, Sequel, Stake, Terms};
use crate::store::{GameRecord, MessageId, Pending, Snapshot};

/// What has come of the wish to go on.
#[derive(Clone, Debug)]
pub enum GoneOn {
    /// The next game has begun.
    Began(Acted),
    /// The opponent has to want it, too.
    Offered(Acted),
}

impl Service {
    /// Keeps how somebody wants to go on from a finished game, and begins the next one, once, when both agree. `message` is the
    /// one whose control was used.
    pub fn go_on(
        &self,
        caller: Caller,
        from: GameId,
        sequel: Sequel,
        message: MessageId,
    ) -> Pending<GoneOn, Error> {
        let lots = self.lots();
        self.change(caller, move |mut changes, caller| {
            Box::pin(async move {
                let mut record = find::by_control(&mut changes.view(), &caller, from).await?;
                let wished = record
                    .game
                    .apply(caller.player(), Action::GoOn(sequel), caller.at());
                let (game, _) = match wished {
                    Ok(wished) => wished,
                    Err(refusal) => return Err(Error::about(refusal, record)),
                };
                if let Some(next) = changes.view().successor(from).await? {
                    return Err(Error::about(Refusal::AlreadyFollowed, next));
                }
                let Some(seat) = game.players().seat_of(caller.player()) else {
                    return Err(Error::about(crate::game::Refusal::NotAPlayer, record));
                };
                if game.players().at(seat.other()).is_former() {
                    return Err(Error::about(Refusal::FormerPlayer, record));
                }
                let (agreed, is_news) = (game.agreed_sequel(), game != record.game);
                let is_first_wish = matches!(
                    record.game.phase(),
                    Phase::Ended { wishes, .. } if wishes.of(seat).is_none()
                );
                record.game = game;
                if agreed.is_none() && !is_news {
                    return Err(Error::about(Refusal::AlreadyOffered, record));
                }
                changes.save_wish(from, seat, sequel).await?;
                let mut acted = Acted::of(record);
                touched(&mut changes, &mut acted, Some(seat), caller.at()).await?;
                let Some(sequel) = agreed else {
                    // Once: whoever changes their mind again and again tells nobody.
                    if is_first_wish {
                        let (view, about) = (&mut changes.view(), About::Offer(sequel));
                        acted.tell =
                            to_tell(view, &acted.record, about, Some(seat), caller.at()).await?;
                    }
                    act::show_at(&mut changes, &caller, &mut acted, message).await?;
                    return Ok(GoneOn::Offered(acted));
                };
                let terms = terms_after(
                    &mut changes.view(),
                    &caller,
                    &acted.record,
                    sequel,
                    lots.piles,
                )
                .await?;
                let [first, second] = acted.record.touched;
                let plan = Plan {
                    id: GameId(caller.interaction.0),
                    place: caller.place.clone(),
                    terms,
                    follows: Some(from),
                    // The other one begins.
                    touched: [second, first],
                };
                let mut next = begin(&mut changes, &caller, plan, lots).await?;
                next.served.extend(acted.served);
                Ok(GoneOn::Began(next))
            })
        })
    }
}

/// The terms of the next game: sides swapped. It is rated where the one before it had a result: one that was not played is no
/// first half of a pair.
async fn terms_after(
    view: &mut Snapshot<'_>,
    caller: &Caller,
    finished: &GameRecord,
    sequel: Sequel,
    draws: [crate::rules::Draw; 2],
) -> Result<Terms, Error> {
    let before = finished.game.terms();
    let piles = match sequel {
        Sequel::Rematch => {
            check_size(view, &caller.place, before.piles).await?;
            before.piles
        }
        Sequel::NewPiles => drawn_piles(view, &caller.place, draws).await?,
    };
    let has_result = finished.game.outcome().and_then(Outcome::winner).is_some();
    let players = before.players;
    let stake = match (players.at(Seat::First), players.at(Seat::Second)) {
        (Player::Member(one), Player::Member(other)) if has_result => {
            stake(view, [one, other], caller.at()).await?
        }
        (_, _) => Stake::Casual,
    };
    Ok(Terms {
        players: players.swapped(),
        piles,
        stake,
        ..before
    })
}
