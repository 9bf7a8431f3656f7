//! Actions in a running game: a move with the bot's reply, taking one back, resigning.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::FutureExt;

use super::delivered::Delivered;
use super::help::{mark_told, refuse_between_members};
use super::pairs::begin_second;
use super::settle::{after_change, mark_active, time_out};
use super::{Caller, Error, GameFilter, GameUpdate, Refusal, Result, Service, find};
use nim_games::{Draws, Told};
use wythoff_game::records::{GameRecord, InteractionId, MessageId, TypedMove};
use wythoff_game::{Action, Game, GameId, Pair, Refusal as GameRefusal, Seat, Timestamp};
use wythoff_store::{Pending, Read, Tx};

/// The game that an action is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The game of a control. Its message becomes the board.
    Control {
        game: GameId,
        /// The message. `None` for a form that a command opened.
        message: Option<MessageId>,
    },
    /// The game of a command, which may name it.
    Command(Option<GameId>, GameFilter),
    /// A game of the member, wherever it is: its channel may be gone.
    Own(GameId),
}

/// How long a move that is typed again counts as a repeat, if no board has shown the move: as long
/// as the reply to the first interaction could still arrive.
const RETYPED_WITHIN: Duration = Duration::from_mins(15);

/// How soon after a board was posted somebody has read it, and after a game began by itself.
const SEEN_WITHIN: Duration = Duration::from_secs(2);
const EXPECTED_AFTER: Duration = Duration::from_secs(10);

impl Service {
    /// Carries out an action together with the bot's reply. If the time is over, the game ends
    /// instead. A move that is typed again before its board was seen is not made twice.
    pub fn act(
        &self,
        caller: Caller,
        target: Target,
        action: Action,
    ) -> Pending<GameUpdate, Error> {
        let request = ActionRequest {
            target,
            action,
            draws: self.chance.draws(),
            enforces_deadlines: self.enforces_deadlines.clone(),
        };
        let delivered = self.delivered.clone();
        self.change(caller, move |tx, caller| {
            async move {
                match find_retyped(tx, caller, (request.target, request.action), &delivered).await?
                {
                    Some(known) => Ok(GameUpdate::of(known)),
                    None => act(tx, caller, &request).await,
                }
            }
            .boxed()
        })
    }

    /// Whether the member has typed this move already, and no process has noted yet that its board
    /// was delivered. The one that has delivered it may be doing so now.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn may_be_noted(
        &self,
        caller: &Caller,
        target: Target,
        action: Action,
    ) -> Result<bool> {
        let delivered = &self.delivered;
        let find = |mut tx: Read| async move {
            let record = find_retyped(&mut tx, caller, (target, action), delivered).await?;
            Ok(record.is_some_and(|it| it.typed.is_some_and(|typed| it.shown < typed.by)))
        };
        self.store.read(find).await
    }

    /// The game that a command or a control is about.
    ///
    /// # Errors
    /// If the game is not found, is in another channel or is ambiguous, or those of the store.
    pub async fn find(&self, caller: &Caller, target: Target) -> Result<GameRecord> {
        let find = |mut tx: Read| async move { find_target(&mut tx, caller, target).await };
        self.store.read(find).await
    }
}

/// What a member asks for in a running game.
pub(super) struct ActionRequest {
    pub(super) target: Target,
    pub(super) action: Action,
    pub(super) draws: Draws,
    /// Whether deadlines have been extended to make up for the time that the bot was away.
    pub(super) enforces_deadlines: Arc<AtomicBool>,
}

/// The player whose action ends a game, if the answer to it can show the second of two games: elsewhere none can.
fn shown_to(caller: &Caller, update: &GameUpdate, seat: Option<Seat>) -> Option<Seat> {
    seat.filter(|_| update.record.place.channel == caller.place.channel)
}

/// Carries out an action and the bot's reply, or ends the game if its time is over.
pub(super) async fn act(
    tx: &mut Tx,
    caller: &Caller,
    request: &ActionRequest,
) -> Result<GameUpdate> {
    let at = caller.at();
    let record = find_target(tx, caller, request.target).await?;
    let seat = record.game.players().seat_of(caller.player());
    if let (Target::Command(..), Action::Move { .. }) = (request.target, request.action)
        && is_unexpected(&record, at)
    {
        return Err(Error::about(GameRefusal::OutdatedBoard, record));
    }
    let mut update = match record.game.apply(caller.player(), request.action, at) {
        Ok((game, events)) => {
            refuse_help(tx, caller, &record, &game, request.action).await?;
            let (game, events) = game.replied(events, request.draws, at);
            if record.game.players().animal().is_some() {
                let is_move = matches!(request.action, Action::Move { .. });
                let asked = is_move.then(|| record.game.position());
                let told = Told::lost([game.position()]).and(Told::asked(asked));
                mark_told(tx, caller, &told, game.id()).await?;
            }
            let mut update = after_change(tx, record, (game, events), seat, at).await?;
            let by = shown_to(caller, &update, seat);
            begin_second(tx, &mut update, by, at).await?;
            update
        }
        Err(GameRefusal::OutOfTime) if !request.enforces_deadlines.load(Ordering::Acquire) => {
            return Err(Error::refused(Refusal::ExtendingDeadlines));
        }
        Err(GameRefusal::OutOfTime) => {
            let mut update = time_out(tx, record, at).await?;
            mark_active(tx, &mut update, seat, at).await?;
            let by = shown_to(caller, &update, seat);
            begin_second(tx, &mut update, by, at).await?;
            update
                .notifications
                .retain(|notification| notification.member != caller.member);
            update.refused = Some(GameRefusal::OutOfTime);
            update
        }
        Err(refusal) => return Err(Error::about(refusal, record)),
    };
    match request.target {
        Target::Control {
            message: Some(message),
            ..
        } => update.show_at(caller, message),
        Target::Command(..) if update.refused.is_none() => {
            let by = caller.interaction;
            update.record.typed = seat.map(|seat| TypedMove { seat, by });
        }
        Target::Control { .. } | Target::Command(..) | Target::Own(_) => {}
    }
    Ok(update.save_and_return(tx, at).await?)
}

/// Whether a game has begun by itself so recently that nobody can have meant it with a typed move.
fn is_unexpected(record: &GameRecord, at: Timestamp) -> bool {
    let is_seen = |board: MessageId| board.at().plus(SEEN_WITHIN) <= at;
    matches!(record.game.terms().pair, Pair::Second { .. })
        && record.game.ply() == 0
        && at < record.begun.plus(EXPECTED_AFTER)
        && !record.board.is_some_and(is_seen)
}

/// Refuses an action against the bot that would help in a game with another member: a move or taking
/// moves back in the same position, and a move that leaves such a position to the bot.
async fn refuse_help(
    tx: &mut Tx,
    caller: &Caller,
    before: &GameRecord,
    after: &Game,
    action: Action,
) -> Result<()> {
    let is_against_bot = before.game.players().animal().is_some();
    match action {
        Action::Move { .. } | Action::TakeBack { .. } if is_against_bot => {
            let told = Told::asked([before.game.position(), after.position()]);
            refuse_between_members(tx, caller, &told).await
        }
        Action::Move { .. }
        | Action::TakeBack { .. }
        | Action::Agree { .. }
        | Action::Resign { .. }
        | Action::Abandon
        | Action::Rematch(_) => Ok(()),
    }
}

pub(super) async fn find_target(
    tx: &mut Read,
    caller: &Caller,
    target: Target,
) -> Result<GameRecord> {
    match target {
        Target::Control { game, .. } => find::by_control(tx, caller, game).await,
        Target::Command(named, filter) => find::by_command(tx, caller, named, filter).await,
        Target::Own(game) => find::of_member(tx, caller, game).await,
    }
}

/// The game in which the member has already typed this move, if no board has shown it yet.
pub(super) async fn find_retyped(
    tx: &mut Read,
    caller: &Caller,
    asked: (Target, Action),
    delivered: &Delivered,
) -> Result<Option<GameRecord>> {
    let (Target::Command(named, _), Action::Move { mv, .. }) = asked else {
        return Ok(None);
    };
    let since = InteractionId::first_at(caller.at().minus(RETYPED_WITHIN));
    let is_the_same = |record: &GameRecord| {
        let id = record.game.id();
        let is_unseen = |typed: TypedMove| !delivered.has_shown(id, typed.by, caller.interaction);
        let is_undelivered = record.typed.is_some_and(is_unseen);
        let is_meant = named.is_none_or(|named| named == record.game.id());
        is_undelivered && is_meant && record.has_been_typed(mv, caller.member, caller.interaction)
    };
    let typed = tx
        .typed_games(caller.member, caller.place.channel, since)
        .await?;
    let Some(record) = typed.into_iter().find(is_the_same) else {
        return Ok(None);
    };
    // A member who has started another game since must have seen the end of this one. The second of two
    // games begins by itself.
    let has_ended = record.game.outcome().is_some();
    let running = if has_ended {
        tx.running_games(caller.member, Some(caller.place.channel))
            .await?
    } else {
        Vec::new()
    };
    let is_later =
        |other: &GameRecord| other.begun > record.begun && other.follows != Some(record.game.id());
    Ok((!running.iter().any(is_later)).then_some(record))
}
