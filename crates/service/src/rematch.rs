//! The next game after a finished one: with a member, once both vote for the same next game;
//! against the bot, at once.

use futures::FutureExt;

use super::may_challenge::{
    QUIET_FOR, refuse_blocked, refuse_if_declined, refuse_if_nobody_may_challenge,
};
use super::notifications::notifications;
use super::settle::mark_active;
use super::start::{Plan, StartDraws, begin, check_size, random_start, stake};
use super::wanted::{Drawn, NewGame, Setup};
use super::{Caller, Error, GameUpdate, Refusal, Result, Service, find};
use nim_games::{Animal, Draw, Options, Position, Size, Variant};
use wythoff_game::records::{
    GameRecord, Limit, MessageId, NotificationKind, OnLadder, ServerSettings,
};
use wythoff_game::{
    Action, GameId, MemberId, NextGame, Player, Refusal as GameRefusal, Seat, Stake, Terms,
    Timestamp, WhoStarts,
};
use wythoff_store::{Pending, Read, Tx};

/// The result of a vote for the next game.
#[derive(Clone, Debug)]
pub enum RematchResult {
    /// The next game has started.
    Began(GameUpdate),
    /// The opponent has to vote, too.
    Voted(GameUpdate),
}

/// The next game after one against the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotRematch {
    /// Against the same animal: from the same start, if the member had chosen it.
    Again,
    /// The same start, with sides swapped.
    OtherSide,
    /// Another start, against the same animal.
    NewPosition,
    /// Another start, against the given animal.
    Against(Animal),
}

impl BotRematch {
    /// How the game starts after a finished one.
    #[must_use]
    pub fn setup(self, finished: &GameRecord) -> Setup {
        let (players, start) = (finished.game.players(), finished.game.start_position());
        let animal = players.animal();
        let drawn = |animal| {
            // A start that the bot has drawn may have a limit of its own.
            let options = if finished.ladder.counts() {
                Options::default()
            } else {
                start.options()
            };
            Setup::Drawn(Drawn {
                options,
                animal,
                ..Drawn::usual(start.variant())
            })
        };
        match self {
            Self::Again if !finished.ladder.counts() => {
                Setup::Chosen(NewGame::to_win(start, animal))
            }
            Self::Again | Self::NewPosition => drawn(animal),
            Self::OtherSide => Setup::Chosen(NewGame {
                start,
                first: match players.first {
                    Player::Bot(_) => WhoStarts::Me,
                    Player::Member(_) | Player::Former(_) => WhoStarts::Opponent,
                },
                animal,
            }),
            Self::Against(other) => drawn(Some(other)),
        }
    }
}

impl Service {
    /// Votes for the next game with a member, and starts it, once, if both votes agree. `message`
    /// is the one with the control.
    pub fn rematch(
        &self,
        caller: Caller,
        from: GameId,
        next_game: NextGame,
        message: MessageId,
    ) -> Pending<RematchResult, Error> {
        let draws = self.draws();
        self.change(caller, move |tx, caller| {
            rematch(tx, caller, from, next_game, message, draws).boxed()
        })
    }
}

pub(super) async fn rematch(
    tx: &mut Tx,
    caller: &Caller,
    from: GameId,
    next_game: NextGame,
    message: MessageId,
    draws: StartDraws,
) -> Result<RematchResult> {
    let mut record = find::by_control(tx, caller, from).await?;
    // The bot does not vote.
    if record.game.players().animal().is_some() {
        return Err(Error::about(GameRefusal::NotAPlayer, record));
    }
    drop_old_votes(&mut record, caller.at());
    let voted = record
        .game
        .apply(caller.player(), Action::Rematch(next_game), caller.at());
    let game = match voted {
        Ok((game, _)) => game,
        Err(refusal) => return Err(Error::about(refusal, record)),
    };
    if let Some(next) = tx.successor(from).await? {
        return Err(Error::about(Refusal::AlreadyFollowed, next));
    }
    let Some(seat) = game.players().seat_of(caller.player()) else {
        return Err(Error::about(GameRefusal::NotAPlayer, record));
    };
    let Player::Member(opponent) = game.players().at(seat.other()) else {
        return Err(Error::about(Refusal::FormerPlayer, record));
    };
    // Who has voted wants to play.
    let wants_to = game.vote_of(seat.other()).is_some();
    check_may_offer(tx, caller, opponent, wants_to).await?;
    let (agreed, has_changed) = (game.agreed_next_game(), game != record.game);
    let is_first_vote = record.game.vote_of(seat).is_none();
    record.game = game;
    if agreed.is_none() && !has_changed {
        return Err(Error::about(Refusal::AlreadyVoted, record));
    }
    let mut update = GameUpdate::of(record);
    mark_active(tx, &mut update, Some(seat), caller.at()).await?;
    let Some(next_game) = agreed else {
        // A member who changes the vote does not notify the opponent again.
        if is_first_vote {
            notify_of_offer(tx, &mut update, (seat, opponent), next_game, caller).await?;
        }
        update.show_at(caller, message);
        let voted = update.save_and_return(tx, caller.at()).await?;
        return Ok(RematchResult::Voted(voted));
    };
    update.save(tx, caller.at()).await?;
    let plan = plan_after(tx, caller, &update.record, next_game, draws.start).await?;
    let mut next = begin(tx, caller, plan, draws).await?;
    next.save(tx, caller.at()).await?;
    next.obsolete.extend(update.obsolete);
    Ok(RematchResult::Began(next))
}

/// Refuses to offer another game to a member who wants none from the caller.
async fn check_may_offer(
    tx: &mut Read,
    caller: &Caller,
    opponent: MemberId,
    wants_to: bool,
) -> Result<()> {
    refuse_blocked(tx, caller, opponent).await?;
    if wants_to {
        return Ok(());
    }
    refuse_if_nobody_may_challenge(tx, opponent).await?;
    refuse_if_declined(tx, caller, opponent).await
}

/// The next game of the two, after a finished one.
async fn plan_after(
    tx: &mut Tx,
    caller: &Caller,
    finished: &GameRecord,
    next_game: NextGame,
    draws: [Draw; 2],
) -> Result<Plan> {
    let settings = tx.active_server_settings(&caller.place).await?;
    Ok(Plan {
        id: GameId(caller.interaction.0),
        place: caller.place.clone(),
        terms: terms_after(tx, caller, &settings, finished, next_game, draws).await?,
        settings,
        follows: Some(finished.game.id()),
        is_helped: false,
        is_private: false,
        ladder: OnLadder::Off,
        // The seats are swapped, because the other player starts.
        last_active: finished.last_active.swapped(),
    })
}

/// Notifies the opponent of the first vote, but not of one offer after the other.
async fn notify_of_offer(
    tx: &mut Tx,
    update: &mut GameUpdate,
    (seat, opponent): (Seat, MemberId),
    next_game: NextGame,
    caller: &Caller,
) -> Result<()> {
    let (kind, at) = (NotificationKind::RematchVote(next_game), caller.at());
    let offered = Limit::Offered(caller.member, opponent);
    let since = at.minus(QUIET_FOR);
    if tx.limit_events_since(offered, since).await?.is_empty() {
        update.notifications = notifications(tx, &update.record, kind, Some(seat), at).await?;
        if !update.notifications.is_empty() {
            tx.limit(offered, at, QUIET_FOR).await?;
        }
    }
    Ok(())
}

/// Drops the votes of a finished game that no longer hold.
fn drop_old_votes(record: &mut GameRecord, now: Timestamp) {
    for seat in Seat::BOTH {
        if record.end_of_vote(seat) <= now {
            record.game = record.game.without_vote_of(seat);
        }
    }
}

/// A random start that is no twin of the one before, and in which going first does not decide who wins; of another
/// size if there is no other of that one.
fn another_start(
    settings: &ServerSettings,
    rules: (Variant, Options),
    (before, size): (Position, Size),
    draws: [Draw; 2],
) -> Result<Position> {
    /// How often one is drawn of each size.
    const TRIES: u32 = 8;
    let sizes = [size, Size::Usual, Size::Large].into_iter();
    let tries = sizes.flat_map(|size| (0..TRIES).map(move |nth| (size, nth)));
    let starts = tries.filter_map(|(size, nth)| {
        let draws = draws.map(|draw| Draw::new(draw.number().rotate_left(7 * nth)));
        random_start(settings, rules, size, draws).ok()
    });
    let others: Vec<Position> = starts.filter(|start| !start.is_twin_of(&before)).collect();
    let open = others
        .iter()
        .find(|start| !start.is_decided_by_who_begins());
    let other = open.or(others.first()).copied();
    other.map_or_else(|| random_start(settings, rules, size, draws), Ok)
}

/// The terms of the next game, with sides swapped.
async fn terms_after(
    tx: &mut Read,
    caller: &Caller,
    settings: &ServerSettings,
    finished: &GameRecord,
    next_game: NextGame,
    draws: [Draw; 2],
) -> Result<Terms> {
    let before = finished.game.terms();
    let start = match next_game {
        NextGame::Rematch => {
            check_size(settings, &before.start)?;
            before.start
        }
        NextGame::NewPosition => {
            let rules = (before.start.variant(), before.start.options());
            let size = if before.start.is_small() {
                Size::Small
            } else {
                Size::Usual
            };
            another_start(settings, rules, (before.start, size), draws)?
        }
    };
    let players = before.players;
    let stake = match (players.at(Seat::First), players.at(Seat::Second)) {
        (Player::Member(one), Player::Member(other)) if finished.can_next_be_rated() => {
            stake(tx, [one, other], &start, caller.at()).await?
        }
        (_, _) => Stake::Casual,
    };
    Ok(Terms {
        players: players.swapped(),
        start,
        stake,
        pair: before.pair.anew(),
        ..before
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The offer says that it is rated, so it has to be possible.
    #[test]
    fn another_start_is_not_decided_by_who_begins() {
        let before: Position = "moore heaps=3: 3 4 5 6".parse().expect("a position");
        let rules = (before.variant(), before.options());
        for seed in 1..200 {
            let number = u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15);
            let draws = [Draw::new(number), Draw::new(!number)];
            let settings = ServerSettings::default();
            let other = another_start(&settings, rules, (before, Size::Usual), draws);
            let other = other.unwrap_or(before);
            assert!(!other.is_decided_by_who_begins(), "{other}");
        }
    }
}
