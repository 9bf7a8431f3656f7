//! Answering one interaction: which use case it asks for, and what it is refused without asking one.

use std::sync::Arc;

use tokio::time::{Instant, timeout_at};

use super::control::{Control, ReviewPage, SettingsPage, Unreadable, Verb};
use super::handler::Bot;
use super::intent::{BadOptions, Command, Intent, Permissions};
use super::outcome::{Origin, Outcome};
use super::pending_moves::{PendingAnswer, TypedMove};
use super::reply::{Message, Reply, Response};
use super::text::{Key, Language, key};
use super::view;
use crate::game::{Action, Game, GameId, PlayerId, Point, Refusal as GameRefusal, Seat};
use crate::records::{GameRecord, MessageId};
use crate::rules::wythoff::{Move, Position};
use crate::service::{Caller, Error, Finished, GameFilter, GameUpdate, NewGame, Refusal, Target};

/// The interaction that is being answered.
pub(super) struct InteractionContext {
    pub(super) bot: Arc<Bot>,
    /// The language of what only the person sees.
    pub(super) locale: String,
    /// The language that the person's client is set to.
    pub(super) client_locale: String,
    pub(super) caller: Caller,
    pub(super) permissions: Permissions,
    /// The game against the bot that the person wants to begin, if that is what the interaction is about.
    pub(super) wanted: Option<NewGame>,
    /// What is to be done in the game that is meant, where the person has to be asked which that is.
    pub(super) asks: Option<Verb>,
    /// The answer to a typed move, which this is.
    pub(super) pending_answer: Option<PendingAnswer>,
    /// When to answer without the outcome.
    pub(super) deadline: Instant,
}

impl InteractionContext {
    pub(super) async fn answer(self, intent: Intent) -> Reply {
        match intent {
            Intent::Command(Ok(command)) => self.command(command).await,
            Intent::Command(Err(bad)) => self.private(match bad {
                BadOptions::Unknown => key!("refused-old-command"),
                BadOptions::NoSuchGame => key!("refused-unknown-game"),
                BadOptions::PileOutOfRange => key!("refused-pile-range"),
            }),
            Intent::Completion(completion) => {
                Reply::only(Response::Choices(self.complete(completion).await))
            }
            Intent::Click {
                control: Ok(control),
                message,
                values,
            } => self.click(control, message, values).await,
            Intent::Form {
                control: Ok(control),
                message,
                fields,
            } => self.form(control, message, &fields).await,
            Intent::Click {
                control: Err(Unreadable),
                ..
            }
            | Intent::Form {
                control: Err(Unreadable),
                ..
            } => self.private(key!("refused-old-control")),
        }
    }

    async fn command(mut self, command: Command) -> Reply {
        self.asks = match command {
            Command::Move { mv, .. } => Some(Verb::Play(mv)),
            Command::Resign { .. } => Some(Verb::ConfirmResign),
            Command::Board { .. } => Some(Verb::Show),
            _ => None,
        };
        match command {
            Command::Start(new) => self.start(new, Origin::Command).await,
            Command::Move { mv, game } => self.typed_move(mv, game).await,
            Command::Board { game } => {
                let target = Target::Command(game, GameFilter::Any);
                self.show(target, Origin::Command).await
            }
            Command::Resign { game } => {
                let target = Target::Command(game, GameFilter::Any);
                self.ask_to_resign(target, Origin::Command).await
            }
            Command::Hint { game } => {
                let target = Target::Command(game, GameFilter::AgainstTheBot);
                self.hint(target, Origin::Command).await
            }
            Command::Solve(position) => self.solve(position).await,
            Command::Review { game } => {
                let which = game.map_or(Finished::LatestHere, Finished::Named);
                self.review(which, ReviewPage::TurningPoint, Response::Message)
                    .await
            }
            Command::Games => match self.bot.service.running_games(self.caller.member).await {
                Ok(games) => {
                    Reply::private(view::games(self.language(), &games, self.caller.member))
                }
                Err(fault) => Reply::private(self.fault(&fault)),
            },
            Command::Rules => Reply::private(view::rules(self.language())),
            Command::Challenge(new, invited) => self.challenge(new, invited).await,
            Command::Stats(member) => self.stats(member).await,
            Command::Leaderboard(reach, order) => self.leaderboard(reach, order).await,
            Command::Settings => {
                self.show_settings(SettingsPage::Own, Response::Message)
                    .await
            }
            Command::Privacy => Reply::private(view::privacy(self.language())),
        }
    }

    /// A move that was typed. Who has typed it before, and has not had the answer yet, means the same move.
    async fn typed_move(mut self, mv: Move, game: Option<GameId>) -> Reply {
        let typed = TypedMove {
            member: self.caller.member,
            channel: self.caller.place.channel,
            game,
            mv,
        };
        loop {
            let in_flight = match self.bot.pending_moves.begin(typed) {
                Ok(pending_answer) => {
                    self.pending_answer = Some(pending_answer);
                    break;
                }
                Err(in_flight) => in_flight,
            };
            match timeout_at(self.deadline, in_flight.arrived()).await {
                Ok(Some(shown)) if shown.board.0 > self.caller.interaction.0 => {
                    let target = Target::Control {
                        game: shown.game,
                        message: None,
                    };
                    return self.show(target, Origin::Command).await;
                }
                // It is another move; or the database knows whether it is.
                Ok(Some(_) | None) => {}
                Err(_elapsed) => return self.private(key!("still-saving")),
            }
        }
        let action = Action::Move { mv, seen: None };
        self.act(
            Target::Command(game, GameFilter::OnTurn),
            action,
            Origin::Command,
        )
        .await
    }

    async fn start(self, new: NewGame, origin: Origin) -> Reply {
        let pending = self.bot.service.start(self.caller.clone(), new);
        let answering = Self {
            wanted: Some(new),
            ..self
        };
        answering
            .outcome(pending, origin, |update| Outcome::Updated(Box::new(update)))
            .await
    }

    async fn solve(self, position: Position) -> Reply {
        let service = &self.bot.service;
        match service.is_being_played(self.caller.member, position).await {
            Ok(true) => self.private(key!("refused-being-played")),
            Ok(false) => Reply::private(view::solution(self.language(), position)),
            Err(fault) => Reply::private(self.fault(&fault)),
        }
    }

    async fn click(self, control: Control, message: MessageId, values: Vec<String>) -> Reply {
        let origin = Origin::Control { message, control };
        let target = Target::Control {
            game: control.game,
            message: Some(message),
        };
        // By a control on a private message, which does not become the board.
        let unseen = Target::Control {
            game: control.game,
            message: None,
        };
        match control.verb {
            Verb::Take { pile, .. } => {
                let Some(amount) = values.first().and_then(|value| value.parse().ok()) else {
                    return self.private(key!("refused-old-control"));
                };
                let action = Action::Move {
                    mv: Move::new(pile, amount),
                    seen: Some(control.point),
                };
                self.act(target, action, origin).await
            }
            Verb::TakeBack => {
                let action = Action::TakeBack {
                    seen: control.point,
                };
                self.act(target, action, origin).await
            }
            Verb::Play(mv) => {
                let action = Action::Move {
                    mv,
                    seen: Some(control.point),
                };
                self.act(unseen, action, Origin::Private).await
            }
            Verb::OtherAmount => self.ask_for_amount(target, origin).await,
            Verb::Hint => self.hint(target, origin).await,
            Verb::Resign => self.ask_to_resign(target, origin).await,
            Verb::ConfirmResign => self.resign(unseen, control.point).await,
            Verb::KeepPlaying => {
                let text = self.language().say(key!("kept-playing"));
                Reply::only(Response::Update(view::plain(text)))
            }
            Verb::Rules => Reply::private(view::rules(self.language())),
            Verb::Rematch(next_game) => {
                self.rematch(origin, control.game, next_game, message).await
            }
            Verb::RematchBot(next) => self.rematch_bot(origin, control.game, next).await,
            Verb::Review => {
                let which = Finished::Control(control.game);
                self.review(which, ReviewPage::TurningPoint, Response::Message)
                    .await
            }
            Verb::ReviewPage(page) => {
                let which = Finished::Control(control.game);
                self.review(which, page, Response::Update).await
            }
            Verb::AsText => self.show_as_text(control.game).await,
            Verb::Show => self.show(unseen, Origin::Private).await,
            Verb::StartAnew(new) => {
                let service = &self.bot.service;
                let pending = service.start_anew(self.caller.clone(), control.game, new);
                let answering = Self {
                    wanted: Some(new),
                    ..self
                };
                answering
                    .outcome(pending, Origin::Private, move |update| {
                        Outcome::Replaced(control.game, Box::new(update))
                    })
                    .await
            }
            Verb::Start(new) => self.start(new, Origin::Private).await,
            Verb::Answer(answer) => {
                self.answer_challenge(origin, control.game, answer, message)
                    .await
            }
            Verb::Leaderboard { reach, order, page } => {
                self.turn_leaderboard(reach, order, page).await
            }
            Verb::Set { setting, .. } => self.set(origin, setting, values).await,
            Verb::Settings(page) => self.show_settings(page, Response::Update).await,
            Verb::Export => self.export(),
            Verb::Erase => Reply::only(Response::Form(view::erase_form(self.language()))),
        }
    }

    async fn form(
        self,
        control: Control,
        message: Option<MessageId>,
        fields: &[(String, String)],
    ) -> Reply {
        let target = Target::Control {
            game: control.game,
            message,
        };
        let origin = message.map_or(Origin::Command, |message| Origin::Control {
            message,
            control,
        });
        match control.verb {
            Verb::OtherAmount => match self.amount(fields) {
                Ok(mv) => {
                    self.act(
                        target,
                        Action::Move {
                            mv,
                            seen: Some(control.point),
                        },
                        origin,
                    )
                    .await
                }
                Err(refusal) => Reply::private(view::plain(refusal)),
            },
            Verb::Erase => self.erase(fields).await,
            Verb::Take { .. }
            | Verb::Hint
            | Verb::TakeBack
            | Verb::Resign
            | Verb::ConfirmResign
            | Verb::KeepPlaying
            | Verb::Play(_)
            | Verb::Rules
            | Verb::Rematch(_)
            | Verb::RematchBot(_)
            | Verb::Review
            | Verb::ReviewPage(_)
            | Verb::AsText
            | Verb::Show
            | Verb::StartAnew(_)
            | Verb::Start(_)
            | Verb::Answer(_)
            | Verb::Leaderboard { .. }
            | Verb::Set { .. }
            | Verb::Settings(_)
            | Verb::Export => self.private(key!("refused-old-control")),
        }
    }

    async fn show(self, target: Target, origin: Origin) -> Reply {
        match self.bot.service.find(&self.caller, target).await {
            Ok(record) if record.game.outcome().is_some() => {
                self.failed(Error::about(GameRefusal::Ended, record), origin)
                    .await
            }
            Ok(record) => self.show_update(&GameUpdate::of(record), origin),
            Err(error) => self.failed(error, origin).await,
        }
    }

    /// A page of a review: on a board as a new message, on a review in its place.
    async fn review(
        self,
        which: Finished,
        page: ReviewPage,
        shown: fn(Message) -> Response,
    ) -> Reply {
        match self.bot.service.finished(&self.caller, which).await {
            Ok(record) => Reply::only(shown(view::review(self.language(), &record, page))),
            Err(error) => self.failed(error, Origin::Command).await,
        }
    }

    async fn show_as_text(self, game: GameId) -> Reply {
        let which = Finished::Control(game);
        match self.bot.service.finished(&self.caller, which).await {
            Ok(record) => Reply::private(view::as_text(self.language(), &record)),
            Err(error) => self.failed(error, Origin::Command).await,
        }
    }

    async fn hint(self, target: Target, origin: Origin) -> Reply {
        let is_with_a_member = |game: &Game| game.players().level().is_none();
        match self.on_turn(target, origin).await {
            Ok(record) if !is_with_a_member(&record.game) => {
                Reply::private(view::hint(self.language(), &record.game))
            }
            Ok(_)
            | Err(Error::Refused {
                why: Refusal::NoneFits(_),
                ..
            }) => self.private(key!("refused-not-against-members")),
            // Not now, and not on the member's turn either.
            Err(Error::Refused {
                why: Refusal::Game(GameRefusal::NotYourTurn),
                game: Some(record),
            }) if is_with_a_member(&record.game) => {
                self.private(key!("refused-not-against-members"))
            }
            Err(error) => self.failed(error, origin).await,
        }
    }

    async fn ask_for_amount(self, target: Target, origin: Origin) -> Reply {
        match self.on_turn(target, origin).await {
            Ok(record) => Reply::only(Response::Form(view::other_amount_form(
                self.language(),
                &record.game,
            ))),
            Err(error) => self.failed(error, origin).await,
        }
    }

    async fn ask_to_resign(self, target: Target, origin: Origin) -> Reply {
        match self.in_play(target, seen_by(origin)).await {
            Ok((record, _)) => {
                let member = self.caller.member;
                Reply::private(view::ask_to_resign(self.language(), &record, member))
            }
            Err(error) => self.failed(error, origin).await,
        }
    }

    /// Resigns, unless the game has gone on since the person was asked.
    async fn resign(self, target: Target, seen: Point) -> Reply {
        if let Err(error) = self.in_play(target, Some(seen)).await {
            return self.failed(error, Origin::Private).await;
        }
        let service = &self.bot.service;
        let pending = service.act(self.caller.clone(), target, Action::Resign);
        self.outcome(pending, Origin::Private, |update| {
            Outcome::Resigned(Box::new(update))
        })
        .await
    }

    /// The game and the person's seat, if the person could act in it now; refused as the action itself would be.
    async fn in_play(
        &self,
        target: Target,
        seen: Option<Point>,
    ) -> Result<(GameRecord, Seat), Error> {
        let record = self.bot.service.find(&self.caller, target).await?;
        let seat = record
            .game
            .players()
            .seat_of(PlayerId::Member(self.caller.member));
        let behind = seen.is_some_and(|seen| seen != record.game.point());
        let why = match seat {
            Some(_) if record.game.outcome().is_some() => GameRefusal::Ended,
            Some(_) if behind => GameRefusal::Behind,
            Some(seat) => return Ok((record, seat)),
            None => GameRefusal::NotAPlayer,
        };
        Err(Error::about(why, record))
    }

    /// The game, if the person could move in it now.
    async fn on_turn(&self, target: Target, origin: Origin) -> Result<GameRecord, Error> {
        match self.in_play(target, seen_by(origin)).await? {
            (record, seat) if record.game.to_move() == Some(seat) => Ok(record),
            (record, _) => Err(Error::about(GameRefusal::NotYourTurn, record)),
        }
    }

    pub(super) fn language(&self) -> Language<'_> {
        self.bot.texts.language(&self.locale)
    }

    pub(super) fn private(&self, why: Key) -> Reply {
        Reply::private(view::plain(self.language().say(why)))
    }
}

/// The point that the board shows on which a control was used.
const fn seen_by(origin: Origin) -> Option<Point> {
    match origin {
        Origin::Control { control, .. } => Some(control.point),
        Origin::Command | Origin::Private => None,
    }
}
