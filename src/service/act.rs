//! Acting in a running game: a move with the bot's reply to it, and giving up.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::progress::{progressed, timed_out, touched};
use super::{Caller, Error, Fitting, Refusal, Result, Service, find};
use crate::game::{Action, GameId, Refusal as GameRefusal};
use crate::records::{GameRecord, InteractionId, MessageId, Notice, Tell};
use crate::rules::wythoff::Draws;
use crate::store::{self, Key, Pending, Work};

/// Which game an action is meant for, and how that was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// By a control on a message, which then becomes the board.
    Control {
        /// The game.
        game: GameId,
        /// The message; none for a form that was opened by a command.
        message: Option<MessageId>,
    },
    /// By a command, with or without naming the game.
    Typed(Option<GameId>, Fitting),
}

/// For how long a typed move is taken for a repetition while no board has shown the first one: as long as the answer to that could
/// still come.
const RETYPED_WITHIN: Duration = Duration::from_mins(15);

/// What has come of an action.
#[derive(Clone, Debug)]
pub struct Acted {
    /// The game as it is now; with the action's message as its board, if it has one.
    pub record: GameRecord,
    /// The message that was its board before, if that was another one.
    pub retired: Option<MessageId>,
    /// Why the action did not count although something has changed: its time was over, and the game is.
    pub refused: Option<GameRefusal>,
    /// Who is away and is to be told.
    pub tell: Vec<Tell>,
    /// Messages by which somebody was told something, and which have served their purpose.
    pub served: Vec<Notice>,
}

impl Acted {
    pub(crate) const fn of(record: GameRecord) -> Self {
        Self {
            record,
            retired: None,
            refused: None,
            tell: Vec::new(),
            served: Vec::new(),
        }
    }
}

impl Service {
    /// Carries out an action and the bot's reply to it, together. Where its time is over, that ends the game instead. A move that is
    /// typed once more before anybody can have seen the first is not carried out again.
    pub fn act(&self, caller: Caller, target: Target, action: Action) -> Pending<Acted, Error> {
        let draws = self.chance.draws();
        let judges_deadlines = self.judges_deadlines.clone();
        let asks = target.asks(&caller);
        self.change(caller, &asks, move |work, caller| {
            let judges = judges_deadlines.load(Ordering::Acquire);
            act(work, caller, (target, action), draws, judges)
        })
    }

    /// The game that a command or a control is about.
    ///
    /// # Errors
    /// [`Error`], as an action there would have it.
    pub async fn find(&self, caller: &Caller, target: Target) -> Result<GameRecord> {
        let asks = target.asks(caller);
        self.store
            .look(asks, |work| find_target(work, caller, target))
            .await
    }
}

impl Target {
    /// What is surely asked for to find it.
    fn asks(self, caller: &Caller) -> Vec<Key> {
        match self {
            Self::Control { game, .. } | Self::Typed(Some(game), _) => vec![Key::Number(game)],
            Self::Typed(None, _) => vec![Key::Typed(caller.place.channel, caller.member)],
        }
    }
}

/// Carries out an action and the bot's reply to it, or ends a game whose time is over.
pub(super) fn act(
    work: &mut Work<'_>,
    caller: &Caller,
    (target, action): (Target, Action),
    draws: Draws,
    judges_deadlines: bool,
) -> Result<Acted> {
    if let Some(known) = retyped(work, caller, target, action)? {
        return Ok(Acted::of(known));
    }
    let record = find_target(work, caller, target)?;
    let seat = record.game.players().seat_of(caller.player());
    let mut acted = match record.game.apply(caller.player(), action, caller.at()) {
        Ok((game, events)) => {
            let happened = game.replied(events, draws, caller.at());
            progressed(work, record, happened, seat, caller.at())?
        }
        Err(GameRefusal::OutOfTime) if !judges_deadlines => {
            return Err(Error::refused(Refusal::ComingBack));
        }
        Err(GameRefusal::OutOfTime) => {
            let mut acted = timed_out(work, record, caller.at())?;
            touched(work, &mut acted, seat, caller.at())?;
            acted.tell.retain(|tell| tell.member != caller.member);
            acted.refused = Some(GameRefusal::OutOfTime);
            acted
        }
        Err(refusal) => return Err(Error::about(refusal, record)),
    };
    match target {
        Target::Control {
            message: Some(message),
            ..
        } => show_at(work, caller, &mut acted, message)?,
        Target::Typed(..) if acted.refused.is_none() => {
            acted.record.typed = Some(caller.interaction);
            work.save_game(&mut acted.record, &[], caller.at())?;
        }
        Target::Control { .. } | Target::Typed(..) => {}
    }
    Ok(acted)
}

fn find_target(work: &mut Work<'_>, caller: &Caller, target: Target) -> Result<GameRecord> {
    match target {
        Target::Control { game, .. } => find::by_control(work, caller, game),
        Target::Typed(named, fitting) => find::typed(work, caller, named, fitting),
    }
}

/// The game in which the member has typed that very move already, without a board having shown it.
fn retyped(
    work: &mut Work<'_>,
    caller: &Caller,
    target: Target,
    action: Action,
) -> Result<Option<GameRecord>> {
    let (Target::Typed(named, _), Action::Move { mv, .. }) = (target, action) else {
        return Ok(None);
    };
    let since = InteractionId::first_at(caller.at().before(RETYPED_WITHIN));
    let is_the_same = |record: &GameRecord| {
        let is_recent = record.typed.is_some_and(|typed| since <= typed);
        let is_meant = named.is_none_or(|named| named == record.game.id());
        is_recent && is_meant && record.has_been_typed(mv, caller.member, caller.interaction)
    };
    let typed = work.typed_games(caller.member, caller.place.channel)?;
    let Some(record) = typed.into_iter().find(is_the_same) else {
        return Ok(None);
    };
    // Who has begun another game since then has seen the end of that one.
    let has_ended = record.game.outcome().is_some();
    let running = if has_ended {
        work.running_games(caller.member, Some(caller.place.channel))?
    } else {
        Vec::new()
    };
    let is_later = |other: &GameRecord| other.begun > record.begun;
    Ok((!running.iter().any(is_later)).then_some(record))
}

/// Makes the message that was used the board of the game.
pub(super) fn show_at(
    work: &mut Work<'_>,
    caller: &Caller,
    acted: &mut Acted,
    message: MessageId,
) -> store::Result<()> {
    let record = &mut acted.record;
    let before = record.board.replace(message);
    record.shown = caller.interaction;
    acted.retired = before.filter(|&before| before != message);
    work.save_game(record, &[], caller.at())
}
