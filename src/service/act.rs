//! Acting in a running game: a move with the bot's reply to it, and giving up.

use super::{Caller, Error, Service, find};
use crate::game::{Action, Event, Game, GameId, Timestamp};
use crate::rules::wythoff::{Draws, reply};
use crate::store::{GameRecord, MessageId, Pending, Snapshot};

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
    Typed(Option<GameId>),
}

/// What has come of an action.
#[derive(Clone, Debug)]
pub struct Acted {
    /// The game as it is now; with the action's message as its board, if it has one.
    pub record: GameRecord,
    /// The message that was its board before, if that was another one.
    pub retired: Option<MessageId>,
}

impl Service {
    /// Carries out an action and the bot's reply to it, together.
    pub fn act(&self, caller: Caller, target: Target, action: Action) -> Pending<Acted, Error> {
        let draws = self.chance.draws();
        self.change(caller, move |mut changes, caller| {
            Box::pin(async move {
                let mut record = find_target(&mut changes.view(), &caller, target).await?;
                let mut retired = None;
                let (game, events) = match record.game.apply(caller.player(), action, caller.at()) {
                    Ok((game, events)) => with_reply(game, events, draws, caller.at()),
                    Err(refusal) => return Err(Error::about(refusal, record)),
                };
                changes.save_game(&game, &events, caller.at()).await?;
                changes.remember(caller.interaction, game.id()).await?;
                changes.see_member(caller.member, &caller.name).await?;
                record.game = game;
                if let Target::Control {
                    message: Some(message),
                    ..
                } = target
                {
                    changes
                        .show_board(record.game.id(), message, caller.interaction)
                        .await?;
                    retired = record
                        .board
                        .replace(message)
                        .filter(|&before| before != message);
                }
                Ok(Acted { record, retired })
            })
        })
    }

    /// The game that a command or a control is about.
    ///
    /// # Errors
    /// [`Error`], as an action there would have it.
    pub async fn find(&self, caller: &Caller, target: Target) -> Result<GameRecord, Error> {
        let caller = caller.clone();
        self.look(move |mut view| {
            Box::pin(async move { find_target(&mut view, &caller, target).await })
        })
        .await
    }
}

async fn find_target(
    view: &mut Snapshot<'_>,
    caller: &Caller,
    target: Target,
) -> Result<GameRecord, Error> {
    match target {
        Target::Control { game, .. } => find::by_control(view, caller, game).await,
        Target::Typed(named) => find::typed(view, caller, named).await,
    }
}

/// Lets the bot move if it is to move, and adds what happened to the events.
pub(super) fn with_reply(
    game: Game,
    mut events: Vec<Event>,
    draws: Draws,
    at: Timestamp,
) -> (Game, Vec<Event>) {
    let mv = game
        .bot_to_move()
        .and_then(|level| reply(game.position(), level, draws));
    let replied = mv.map(|mv| {
        game.apply(
            crate::game::PlayerId::Bot,
            Action::Move { mv, seen: None },
            at,
        )
    });
    match replied {
        Some(Ok((game, reply))) => {
            events.extend(reply);
            (game, events)
        }
        // The bot makes legal moves, on its turn only; were it not so, the game would wait rather than break.
        Some(Err(_)) | None => (game, events),
    }
}
