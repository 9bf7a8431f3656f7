//! Turns the outcome of a change into the reply: the board, a refusal, a fault, or a provisional
//! answer.

use std::time::Duration;

use futures::FutureExt;
use tokio::time::timeout;

use crate::commands::daily::view::asks_anyway;
use crate::commands::games::view::{which_game, with_game_name};
use crate::context::{Answer, Context, Failure, InGame, InteractionContext, Origin, Purpose};
use crate::controls::{Seen, UsedControl};
use crate::drafts::Draft;
use crate::follow_ups::follow_ups_of;
use crate::message::Message;
use crate::reply::{FollowUp, Late, NewBoard, Reply, Response};
use crate::text::{Key, Language, key};
use crate::view;
use nim_games::Told;
use wythoff_game::chain::chain;
use wythoff_game::records::{GameRecord, MessageId, Notification};
use wythoff_game::{Day, GameId, PlayerId, Refusal as GameRefusal};
use wythoff_service::{Error, GameOrChallenge, GameUpdate, Refusal, Target};
use wythoff_store::{Pending, Status};

/// The time limit for reading a board in order to redraw it. It is short because the deadline for
/// the answer may be close.
const REDRAW_TIMEOUT: Duration = Duration::from_millis(500);

impl InteractionContext {
    /// Waits for the outcome of a change, and shows it. If the change is still running at the
    /// deadline, answers without the outcome, and shows it later.
    pub(super) async fn change<T, S, F>(
        self: &Context,
        pending: Pending<T, Error>,
        show: S,
    ) -> Answer
    where
        T: Send + 'static,
        S: FnOnce(Context, T) -> F + Send + 'static,
        F: Future<Output = Reply> + Send + 'static,
    {
        let done = match pending.within(self.deadline).await {
            Status::Done(done) => done?,
            Status::Withdrawn => return Ok(self.say_not_done(key!("refused-busy")).await),
            Status::Running(pending) => return Ok(self.show_later(pending, show).await),
        };
        Ok(show(self.clone(), done).await)
    }

    /// Shows an answer, with the number of running games against the bot in which it helps, or 0 if
    /// all of these are marked already. They are marked first.
    pub(super) async fn tell(
        self: &Context,
        told: Told,
        reply: fn(Message) -> Reply,
        show: impl FnOnce(Language<'_>, usize) -> Message + Send + 'static,
    ) -> Answer {
        let service = &self.bot.service;
        let helped = service.check_told(&self.caller, &told).await?;
        if helped == 0 && !self.caller.wants_help {
            return Ok(reply(show(self.language().await, 0)));
        }
        let pending = service.note_told(self.caller.clone(), told);
        self.change(pending, move |context, helped| async move {
            // The others are not concerned.
            let helped = if context.caller.is_for_all { 0 } else { helped };
            reply(show(context.language().await, helped))
        })
        .await
    }

    /// Answers now, and shows the outcome of the change once it is known.
    async fn show_later<T, S, F>(self: &Context, pending: Pending<T, Error>, show: S) -> Reply
    where
        T: Send + 'static,
        S: FnOnce(Context, T) -> F + Send + 'static,
        F: Future<Output = Reply> + Send + 'static,
    {
        let first = match self.origin {
            Origin::NewMessage => {
                let text = self.language().await.say(key!("still-saving"));
                Response::Private(view::plain(text))
            }
            Origin::Private | Origin::Message { .. } => Response::Acknowledge,
        };
        let context = self.clone();
        let late = async move {
            let reply = match pending.done().await {
                Ok(done) => show(context, done).await,
                Err(error) => context.explain_error(error).await,
            };
            reply.into_follow_ups()
        };
        Reply {
            late: Some(Late {
                at: None,
                follow_ups: late.boxed(),
            }),
            ..Reply::only(first)
        }
    }

    /// The board after a change: in the message with the control, or as a new message.
    pub(super) async fn show_update(&self, update: GameUpdate) -> Reply {
        self.board_reply(update, self.origin).await
    }

    /// The board after a change, as a new message.
    pub(super) async fn show_new_board(&self, update: GameUpdate) -> Reply {
        self.board_reply(update, Origin::NewMessage).await
    }

    async fn board_reply(&self, mut update: GameUpdate, origin: Origin) -> Reply {
        let game = update.record.game.id();
        // A new message can contain the pings, so no separate messages are needed for them.
        let mut pings = Vec::new();
        if let Origin::NewMessage | Origin::Private = origin {
            let (by_board, others): (Vec<_>, Vec<_>) = update
                .notifications
                .into_iter()
                .partition(Notification::is_ping);
            update.notifications = others;
            pings.extend(by_board.iter().map(|notification| notification.member));
        }
        let board = self.bot.board_after(&update, self.rendering());
        let reply = match origin {
            // What only its member sees becomes the board.
            Origin::Private if update.record.is_private => {
                Reply::board(&update.record, board.await)
            }
            Origin::NewMessage => Reply::only(Response::NewBoard(NewBoard {
                game,
                message: board.await.pinging(&pings),
                changed: update.record.changed,
                pings,
                pending_answer: None,
            })),
            Origin::Private => {
                let done = view::plain(self.language().await.say(key!("done-below")));
                let post = FollowUp::PostBoard {
                    game,
                    pings,
                    then: Vec::new(),
                };
                Reply::update(done).then([post, FollowUp::DeletePrivate])
            }
            Origin::Message { .. } => Reply::board(&update.record, board.await),
        };
        let refused = match update.refused {
            Some(why) => Some(view::game_refusal(self.language().await, why)),
            None => None,
        };
        reply
            .then(refused.map(|why| FollowUp::SendPrivate(view::plain(why))))
            .then(follow_ups_of(&update))
    }

    /// Turns a failure into the reply that explains it.
    pub(super) async fn explain_failure(&self, failure: Failure) -> Reply {
        match failure {
            Failure::Service(error) => self.explain_error(error).await,
            Failure::Say(text) => self.private(self.unless_being_updated(text)).await,
            Failure::Show(reply) => *reply,
        }
    }

    /// Says why a choice in a private message was refused, and draws the message again: Discord
    /// sends nothing if the selected option of a select is picked again.
    pub(super) async fn redraw_and_explain(&self, page: Message, why: Failure) -> Reply {
        let explained = self.explain_failure(why).await;
        Reply::update(page).then(explained.into_follow_ups())
    }

    /// The text to send. If this version does not know the command or control, but another version
    /// is running, the text says that the bot is being updated.
    pub(super) fn unless_being_updated(&self, text: Key) -> Key {
        let is_unknown = [key!("refused-old-control"), key!("refused-old-command")].contains(&text);
        if is_unknown && self.bot.store().has_other_version() {
            key!("refused-being-updated")
        } else {
            text
        }
    }

    /// Says why nothing was done.
    pub(super) async fn explain_error(&self, error: Error) -> Reply {
        let (why, game) = match error {
            Error::Refused { why, game } => (why, game),
            Error::Fault(wythoff_store::Error::RolledBack) => {
                // Another replica may be carrying out the same interaction.
                return self
                    .say_not_done(if self.bot.store().is_shared() {
                        key!("not-saved-here")
                    } else {
                        key!("not-saved")
                    })
                    .await;
            }
            Error::Fault(fault) => return self.say_and_redraw(self.fault(&fault).await).await,
        };
        if let Some(reply) = self.instead_of_refusing(&why, game.as_deref()).await {
            return reply;
        }
        let language = self.language().await;
        let mut message = view::refusal(language, &why, game.as_deref(), self.caller.member);
        if let Refusal::HelpsWithPuzzle(with) = why {
            let _asks_already = self.asks_first.set(());
            let with = (with, Day::of(self.caller.at()));
            message = asks_anyway(language, self.caller.interaction, with, message.content());
        }
        if why == Refusal::Game(GameRefusal::ChallengeClosed) {
            return self.say_and_show(message).await;
        }
        self.show_refusal(message, &why, game.as_deref()).await
    }

    /// What is more useful than saying why nothing was done, if anything is.
    async fn instead_of_refusing(&self, why: &Refusal, game: Option<&GameRecord>) -> Option<Reply> {
        Some(match (why, game) {
            (Refusal::AlreadyHandled, _) => self.answer_repetition().await,
            // Show the board: the first one was lost, or is still in flight.
            (Refusal::AlreadyRunning, Some(running)) if running.board.is_none() => {
                let origin = match self.origin {
                    Origin::Message { .. } => Origin::NewMessage,
                    origin @ (Origin::NewMessage | Origin::Private) => origin,
                };
                self.board_reply(GameUpdate::of(running.clone()), origin)
                    .await
            }
            (Refusal::AlreadyRunning, Some(running)) => {
                let wanted = match self.purpose.get() {
                    Some(&Purpose::Start(wish)) => Some(wish),
                    Some(Purpose::InGame(_)) | None => None,
                };
                let message = view::running_here(self.language().await, running, wanted);
                // Replace the menu: Discord sends nothing if the selected game is picked again.
                match self.origin {
                    Origin::Private => Reply::update(message),
                    Origin::NewMessage | Origin::Message { .. } => Reply::private(message),
                }
            }
            (Refusal::Ambiguous(candidates), _) => {
                Reply::private(self.ask_which_game(candidates).await)
            }
            (_, _) => return None,
        })
    }

    /// Shows why nothing was done: in place of a private message, else in a new one, after the
    /// message with the control has been updated if it is stale.
    async fn show_refusal(
        &self,
        message: Message,
        why: &Refusal,
        game: Option<&GameRecord>,
    ) -> Reply {
        match (self.origin, game) {
            (Origin::Private, _) => Reply::update(message),
            (Origin::NewMessage, Some(record)) if matches!(why, Refusal::Game(why) if *why != GameRefusal::NotAPlayer) =>
            {
                let language = self.language().await;
                let message = with_game_name(language, record, self.caller.member, &message);
                Reply::private(message)
            }
            (
                Origin::Message {
                    message: clicked, ..
                },
                Some(record),
            ) if self.origin.is_stale(record) => self
                .repair(record, clicked)
                .await
                .then([FollowUp::SendPrivate(message)]),
            (Origin::Message { control, .. }, Some(record)) => {
                let player = PlayerId::Member(self.caller.member);
                let is_player = record.game.players().seat_of(player).is_some();
                match control.draft.filter(|_| is_player) {
                    // Redraw the board: otherwise the refused option would stay selected.
                    Some(draft) => self
                        .redraw_with_draft(record, draft)
                        .then([FollowUp::SendPrivate(message)]),
                    None => Reply::private(message),
                }
            }
            // A select on a board is drawn again, too.
            (Origin::Message { .. } | Origin::NewMessage, _) => self.say_and_redraw(message).await,
        }
    }

    /// Redraws the board in the message that was clicked, with the parts of a move chosen so far.
    pub(super) fn redraw_with_draft(&self, record: &GameRecord, draft: Draft) -> Reply {
        let language = self.bot.texts.language(&record.place.language);
        let board = view::board_with_draft(language, record, self.rendering(), draft);
        Reply::board(record, board)
    }

    /// Asks which of several games is meant. Choosing one then does what the member wanted.
    async fn ask_which_game(&self, candidates: &[GameRecord]) -> Message {
        let action = match self.purpose.get() {
            Some(&Purpose::InGame(action)) => action,
            Some(Purpose::Start(_)) | None => InGame::ShowBoard,
        };
        self.ask_which_of(candidates.iter().map(|record| (record, action)))
            .await
    }

    /// Asks which of several games is meant. Choosing a game carries out the action given with it.
    pub(super) async fn ask_which_of(
        &self,
        candidates: impl Iterator<Item = (&GameRecord, InGame)>,
    ) -> Message {
        let mut choices = Vec::new();
        for (record, action) in candidates {
            choices.push((record, self.opponent(record).await, action));
        }
        which_game(self.language().await, &choices)
    }

    /// Answers a control of a board drawn by another version of the program: the board is redrawn.
    pub(super) async fn answer_other_version(&self, game: GameId, clicked: MessageId) -> Reply {
        let message = view::plain(self.language().await.say(key!("refused-old-control")));
        let target = Target::Control {
            game,
            message: None,
        };
        match self.bot.service.find(&self.caller, target).await {
            Ok(record) => self
                .repair(&record, clicked)
                .await
                .then([FollowUp::SendPrivate(message)]),
            Err(_) => Reply::private(message),
        }
    }

    /// Says that nothing was done, and that the member may try again.
    async fn say_not_done(&self, why: Key) -> Reply {
        let message = view::plain(self.language().await.say(why));
        self.say_and_redraw(message).await
    }

    /// Says something in private. If a select for a move was used, the board is redrawn: Discord
    /// sends nothing if the selected option of a select is picked again.
    async fn say_and_redraw(&self, message: Message) -> Reply {
        let Origin::Message {
            message: clicked,
            control:
                UsedControl {
                    seen: Some(Seen { game, .. }),
                    draft: Some(_),
                    ..
                },
        } = self.origin
        else {
            return Reply::private(message);
        };
        match timeout(REDRAW_TIMEOUT, self.bot.service.game(game)).await {
            Ok(Ok(Some(record))) => self
                .repair(&record, clicked)
                .await
                .then([FollowUp::SendPrivate(message)]),
            Ok(Ok(None)) => Reply::private(message),
            // Redraw the board as soon as it can be read.
            Ok(Err(_)) | Err(_) => Reply::private(message).then([FollowUp::RedrawBoard(game)]),
        }
    }

    /// Says something in private about a challenge that is over, after updating its message. The
    /// challenge may be a game by now.
    async fn say_and_show(&self, message: Message) -> Reply {
        let Origin::Message {
            message: clicked,
            control:
                UsedControl {
                    seen: Some(Seen { game: id, .. }),
                    ..
                },
        } = self.origin
        else {
            return Reply::private(message);
        };
        let reading = self.bot.service.game_or_challenge(id);
        let reply = match timeout(REDRAW_TIMEOUT, reading).await {
            Ok(Ok(Some(GameOrChallenge::Game(record)))) => self.repair(&record, clicked).await,
            Ok(Ok(Some(GameOrChallenge::Challenge(record)))) => {
                Reply::challenge(&record, self.bot.challenge(&record))
            }
            Ok(Ok(None) | Err(_)) | Err(_) => return Reply::private(message),
        };
        reply.then([FollowUp::SendPrivate(message)])
    }

    /// Answers an interaction that was already carried out, perhaps by a process that died before
    /// answering. If the interaction was already answered, Discord refuses this answer.
    async fn answer_repetition(&self) -> Reply {
        let service = &self.bot.service;
        let seen = self.origin.control().and_then(|control| control.seen);
        let game = match seen {
            Some(seen) => service.game(seen.game).await,
            None => service.game_changed_by(&self.caller).await,
        };
        let game = game.unwrap_or_else(|error| {
            tracing::warn!(error = chain(&error), "no game is shown for a repetition");
            None
        });
        match (game, self.origin) {
            (Some(record), Origin::Message { message, .. }) => self.repair(&record, message).await,
            (Some(record), Origin::NewMessage) => self.show_update(GameUpdate::of(record)).await,
            (_, Origin::Private) => {
                Reply::update(view::plain(self.language().await.say(key!("done-before"))))
            }
            (None, Origin::Message { .. } | Origin::NewMessage) => {
                self.private(key!("done-before")).await
            }
        }
    }

    /// Redraws the message: as the board of the game, or, if another message is the board, as a
    /// link to it.
    async fn repair(&self, record: &GameRecord, message: MessageId) -> Reply {
        match record.board {
            Some(board) if board != message => {
                let language = self.bot.texts.language(&record.place.language);
                let link = view::link(&record.place, board);
                Reply::update(view::link_to_board_message(language, &link))
            }
            Some(_) | None => {
                let board = self.bot.board(record, self.rendering()).await;
                Reply::board(record, board)
            }
        }
    }
}
