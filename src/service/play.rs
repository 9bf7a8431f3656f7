//! Actions in a running game: a move with the bot's reply, taking one back, resigning.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::delivered::Delivered;
use super::settle::{apply_events, mark_active, time_out};
use super::{Caller, Error, GameFilter, GameUpdate, Refusal, Result, Service, find};
use crate::game::{Action, GameId, Refusal as GameRefusal};
use crate::records::{GameRecord, InteractionId, MessageId, TypedMove};
use crate::rules::Draws;
use crate::store::{Key, Pending, Work};

/// The game that an action is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The game of a control. Its message becomes the board.
    Control {
        /// The game.
        game: GameId,
        /// The message. `None` for a form that a command opened.
        message: Option<MessageId>,
    },
    /// The game of a command, which may name it.
    Command(Option<GameId>, GameFilter),
}

/// How long the same typed move counts as a repetition if no board has shown the first: as long as its answer could still arrive.
const RETYPED_WITHIN: Duration = Duration::from_mins(15);

impl Service {
    /// Carries out an action together with the bot's reply. If the time is over, the game ends instead. A move that is typed again before
    /// its board was seen is not made twice.
    pub fn act(
        &self,
        caller: Caller,
        target: Target,
        action: Action,
    ) -> Pending<GameUpdate, Error> {
        let draws = self.chance.draws();
        let judges_deadlines = self.judges_deadlines.clone();
        let delivered = self.delivered.clone();
        let asks = target.asks(&caller);
        self.change(caller, &asks, move |work, caller| {
            let judges_deadlines = judges_deadlines.load(Ordering::Acquire);
            if let Some(known) = retyped(work, caller, target, action, &delivered)? {
                return Ok(GameUpdate::of(known));
            }
            act(work, caller, target, action, draws, judges_deadlines)
        })
    }

    /// The game that a command or a control is about.
    ///
    /// # Errors
    /// The same as for an action in it.
    pub async fn find(&self, caller: &Caller, target: Target) -> Result<GameRecord> {
        let asks = target.asks(caller);
        self.store
            .look(asks, |work| find_target(work, caller, target))
            .await
    }
}

impl Target {
    /// The keys that finding it is known to read.
    pub(super) fn asks(self, caller: &Caller) -> Vec<Key> {
        match self {
            Self::Control { game, .. } | Self::Command(Some(game), _) => vec![Key::Game(game)],
            Self::Command(None, _) => vec![Key::TypedMove(caller.place.channel, caller.member)],
        }
    }
}

/// Carries out an action and the bot's reply, or ends the game if its time is over.
pub(super) fn act(
    work: &mut Work<'_>,
    caller: &Caller,
    target: Target,
    action: Action,
    draws: Draws,
    judges_deadlines: bool,
) -> Result<GameUpdate> {
    let record = find_target(work, caller, target)?;
    let seat = record.game.players().seat_of(caller.player());
    let mut update = match record.game.apply(caller.player(), action, caller.at()) {
        Ok((game, events)) => {
            let happened = game.replied(events, draws, caller.at());
            apply_events(work, record, happened, seat, caller.at())?
        }
        Err(GameRefusal::OutOfTime) if !judges_deadlines => {
            return Err(Error::refused(Refusal::ExtendingDeadlines));
        }
        Err(GameRefusal::OutOfTime) => {
            let mut update = time_out(work, record, caller.at())?;
            mark_active(work, &mut update, seat, caller.at())?;
            update
                .notifications
                .retain(|notification| notification.member != caller.member);
            update.refused = Some(GameRefusal::OutOfTime);
            update
        }
        Err(refusal) => return Err(Error::about(refusal, record)),
    };
    match target {
        Target::Control {
            message: Some(message),
            ..
        } => show_at(caller, &mut update, message),
        Target::Command(..) if update.refused.is_none() => {
            let by = caller.interaction;
            update.record.typed = seat.map(|seat| TypedMove { seat, by });
        }
        Target::Control { .. } | Target::Command(..) => {}
    }
    Ok(update)
}

pub(super) fn find_target(
    work: &mut Work<'_>,
    caller: &Caller,
    target: Target,
) -> Result<GameRecord> {
    match target {
        Target::Control { game, .. } => find::by_control(work, caller, game),
        Target::Command(named, filter) => find::typed(work, caller, named, filter),
    }
}

/// The game in which the member has already typed this move, and no board has shown it.
pub(super) fn retyped(
    work: &mut Work<'_>,
    caller: &Caller,
    target: Target,
    action: Action,
    delivered: &Delivered,
) -> Result<Option<GameRecord>> {
    let (Target::Command(named, _), Action::Move { mv, .. }) = (target, action) else {
        return Ok(None);
    };
    let since = InteractionId::first_at(caller.at().before(RETYPED_WITHIN));
    let is_the_same = |record: &GameRecord| {
        let id = record.game.id();
        let is_unseen = |typed: TypedMove| since <= typed.by && !delivered.has_shown(id, typed.by);
        let is_recent = record.typed.is_some_and(is_unseen);
        let is_meant = named.is_none_or(|named| named == record.game.id());
        is_recent && is_meant && record.has_been_typed(mv, caller.member, caller.interaction)
    };
    let typed = work.typed_games(caller.member, caller.place.channel)?;
    let Some(record) = typed.into_iter().find(is_the_same) else {
        return Ok(None);
    };
    // A member who has started another game since has seen the end of that one.
    let has_ended = record.game.outcome().is_some();
    let running = if has_ended {
        work.running_games(caller.member, Some(caller.place.channel))?
    } else {
        Vec::new()
    };
    let is_later = |other: &GameRecord| other.begun > record.begun;
    Ok((!running.iter().any(is_later)).then_some(record))
}

/// Makes the message with the control the board of the game.
pub(super) fn show_at(caller: &Caller, update: &mut GameUpdate, message: MessageId) {
    let record = &mut update.record;
    let before = record.board.replace(message);
    record.shown = caller.interaction;
    let before = before.filter(|&before| before != message);
    update
        .obsolete
        .extend(before.map(|before| record.was_board(before)));
}
