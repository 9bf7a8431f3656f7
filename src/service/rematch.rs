//! The next game after a finished one: with a member, once both vote for the same next game;
//! against the bot, at once.

use futures::FutureExt;

use super::challenge::{refuse_blocked, refuse_if_declined, refuse_if_nobody_may_challenge};
use super::notifications::notifications;
use super::settle::mark_active;
use super::start::{Plan, StartDraws, begin, check_size, random_start, stake};
use super::{Caller, Error, GameUpdate, Refusal, Result, Service, find, play};
use crate::game::{
    Action, BySeat, GameId, NextGame, Player, Players, Refusal as GameRefusal, Seat, Stake, Terms,
    Timestamp,
};
use crate::records::{GameRecord, MessageId, NotificationKind, ServerSettings};
use crate::store::{Pending, Read, Tx};
use nim_games::{Draw, Level, Position};

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
    /// The same start, from the seat that can win. At the next level if the member won on their
    /// own.
    Again,
    /// The same start, with sides swapped.
    OtherSide,
    /// A position drawn at random, from the seat that can win.
    NewPosition,
    /// The same start at the given level, from the seat that can win.
    AtLevel(Level),
}

impl Service {
    /// Starts the next game after one against the bot, once.
    pub fn rematch_bot(
        &self,
        caller: Caller,
        from: GameId,
        next: BotRematch,
    ) -> Pending<GameUpdate, Error> {
        let draws = self.draws();
        self.change(caller, move |tx, caller| {
            rematch_bot(tx, caller, from, next, draws).boxed()
        })
    }

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
    if record.game.players().level().is_some() {
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
    let opponent = match game.players().at(seat.other()) {
        Player::Member(opponent) => opponent,
        Player::Former(_) | Player::Bot(_) => {
            return Err(Error::about(Refusal::FormerPlayer, record));
        }
    };
    refuse_blocked(tx, caller, opponent).await?;
    // Who has voted wants to play.
    if game.vote_of(seat.other()).is_none() {
        refuse_if_nobody_may_challenge(tx, opponent).await?;
        refuse_if_declined(tx, caller, opponent).await?;
    }
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
            let kind = NotificationKind::RematchVote(next_game);
            update.notifications =
                notifications(tx, &update.record, kind, Some(seat), caller.at()).await?;
        }
        play::show_at(caller, &mut update, message);
        let voted = update.save_and_return(tx, caller.at()).await?;
        return Ok(RematchResult::Voted(voted));
    };
    update.save(tx, caller.at()).await?;
    let settings = tx.active_server_settings(caller.place.guild).await?;
    let terms = terms_after(
        tx,
        caller,
        &settings,
        &update.record,
        next_game,
        draws.start,
    )
    .await?;
    let plan = Plan {
        id: GameId(caller.interaction.0),
        place: caller.place.clone(),
        terms,
        settings,
        follows: Some(from),
        is_helped: false,
        // The seats are swapped, because the other player starts.
        last_active: update.record.last_active.swapped(),
    };
    let mut next = begin(tx, caller, plan, draws).await?;
    next.save(tx, caller.at()).await?;
    next.obsolete.extend(update.obsolete);
    Ok(RematchResult::Began(next))
}

/// Drops the votes of a finished game that no longer hold.
fn drop_old_votes(record: &mut GameRecord, now: Timestamp) {
    for seat in Seat::BOTH {
        if record.end_of_vote(seat) <= now {
            record.game = record.game.without_vote_of(seat);
        }
    }
}

pub(super) async fn rematch_bot(
    tx: &mut Tx,
    caller: &Caller,
    from: GameId,
    next: BotRematch,
    draws: StartDraws,
) -> Result<GameUpdate> {
    let finished = finished(tx, caller, from).await?;
    let before = finished.game.start_position();
    let settings = tx.active_server_settings(caller.place.guild).await?;
    let start = match next {
        BotRematch::NewPosition => {
            let rules = (before.variant(), before.options());
            random_start(&settings, rules, draws.start)?
        }
        BotRematch::Again | BotRematch::OtherSide | BotRematch::AtLevel(_) => {
            check_size(&settings, &before)?;
            before
        }
    };
    let plan = Plan {
        id: GameId(caller.interaction.0),
        place: caller.place.clone(),
        terms: Terms::against_the_bot(next_players(&finished, next, start), start),
        settings,
        follows: None,
        is_helped: false,
        last_active: BySeat::each(|_| caller.at()),
    };
    follow(tx, caller, finished, plan, draws).await
}

/// A finished game of the member against the bot that has no successor yet.
pub(super) async fn finished(tx: &mut Read, caller: &Caller, from: GameId) -> Result<GameRecord> {
    let record = find::by_control(tx, caller, from).await?;
    let players = record.game.players();
    if players.seat_of(caller.player()).is_none() || players.level().is_none() {
        return Err(Error::about(GameRefusal::NotAPlayer, record));
    }
    if record.game.outcome().is_none() {
        return Err(Error::about(GameRefusal::StillRunning, record));
    }
    match tx.successor(from).await? {
        Some(next) => Err(Error::about(Refusal::AlreadyFollowed, next)),
        None => Ok(record),
    }
}

/// Starts a planned game after a finished one, and marks the finished one as followed.
pub(super) async fn follow(
    tx: &mut Tx,
    caller: &Caller,
    mut finished: GameRecord,
    plan: Plan,
    draws: StartDraws,
) -> Result<GameUpdate> {
    let plan = Plan {
        follows: Some(finished.game.id()),
        ..plan
    };
    let begun = begin(tx, caller, plan, draws).await?;
    finished.is_followed = true;
    tx.save_game(&finished).await?;
    Ok(begun.save_and_return(tx, caller.at()).await?)
}

/// Who starts the next game against the bot, and its level.
fn next_players(finished: &GameRecord, next: BotRematch, start: Position) -> Players {
    let before = finished.game.players();
    // A rung's level is not in `Level::ALL`, though it is in `Word::ALL`: only the ladder itself
    // starts games against a rung.
    let level = before.level().filter(|level| Level::ALL.contains(level));
    let level = level.unwrap_or(Level::Perfect);
    let (member, member_started) = match before.first {
        Player::Member(_) | Player::Former(_) => (before.first, true),
        Player::Bot(_) => (before.second, false),
    };
    let can_win = !start.is_lost();
    let (member_starts, level) = match next {
        BotRematch::Again => (can_win, finished.level_to_play_again(level)),
        BotRematch::OtherSide => (!member_started, level),
        BotRematch::NewPosition => (can_win, level),
        BotRematch::AtLevel(other) => (can_win, other),
    };
    Players::against_the_bot(member, level, member_starts)
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
            random_start(settings, rules, draws)?
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
        ..before
    })
}
