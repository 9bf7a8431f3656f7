//! The first door: every interaction comes in here and is answered. Each intent is passed on to the feature that it asks for.

use std::sync::Arc;

use tokio::sync::OnceCell;
use tokio::time::Instant;
use tracing::Instrument;

use crate::discord::bot::Bot;
use crate::discord::commands;
use crate::discord::commands::leaderboard::Shown;
use crate::discord::context::{InteractionContext, Origin, Purpose};
use crate::discord::counting::count;
use crate::discord::input::control::{
    BoardAction, Control, HintStep, MoveControl, PageAction, ReviewPage, SettingsPage,
};
use crate::discord::input::intent::{
    self, Command, InGame, Intent, Invited, OtherVersion, Request,
};
use crate::discord::input::interaction::Interaction;
use crate::discord::reply::{Reply, Response};
use crate::discord::text::key;
use crate::discord::view;
use crate::game::{GameId, MemberId};
use crate::records::MessageId;
use crate::service::{Finished, GameFilter, Target};

/// Answers an interaction. Total: every interaction gets an answer, whatever fails. A change whose outcome is not known by the deadline is
/// answered without it.
pub async fn handle(bot: &Arc<Bot>, interaction: &Interaction, deadline: Instant) -> Reply {
    let Some(request) = intent::read(interaction, &bot.texts) else {
        let language = bot.texts.language("");
        return Reply::private(view::plain(language.say(key!("refused-old-command"))));
    };
    let Request {
        caller,
        locale: client_locale,
        permissions,
        intent,
    } = request;
    let span = count(&intent);
    let context = Box::new(InteractionContext {
        bot: bot.clone(),
        locale: OnceCell::new(),
        client_locale,
        caller,
        permissions,
        origin: origin(&intent),
        purpose: purpose(&intent),
        pending_answer: None,
        deadline,
    });
    let may_attach = interaction.lets_bot_attach();
    let answer = async {
        let reply = context.answer(intent).await;
        bot.with_pictures(reply, may_attach).await
    };
    answer.instrument(span).await
}

fn origin(intent: &Intent) -> Origin {
    match *intent {
        Intent::Click {
            control:
                Ok(
                    Control::Board {
                        action:
                            BoardAction::Play(_)
                            | BoardAction::ConfirmResign
                            | BoardAction::Show
                            | BoardAction::Hint(HintStep::Target | HintStep::Reason)
                            | BoardAction::Guess(_)
                            | BoardAction::StartOther
                            | BoardAction::StartAnew(..),
                        ..
                    }
                    | Control::Page(PageAction::Start(_) | PageAction::Play(_) | PageAction::Menu(_)),
                ),
            ..
        } => Origin::Private,
        // The page with the button for it goes, or stays as it is.
        Intent::Form {
            control: Ok(Control::Page(PageAction::Erase | PageAction::Challenge(_))),
            ..
        } => Origin::Command,
        Intent::Click {
            control: Ok(control),
            message,
            ..
        }
        | Intent::Form {
            control: Ok(control),
            message: Some(message),
            ..
        } => Origin::Message { message, control },
        Intent::Click { .. } | Intent::Form { .. } | Intent::Command(_) | Intent::Completion(_) => {
            Origin::Command
        }
    }
}

fn purpose(intent: &Intent) -> Purpose {
    match *intent {
        Intent::Command(Ok(Command::InGame(InGame::Resign, _))) => {
            Purpose::InGame(BoardAction::ConfirmResign)
        }
        Intent::Command(Ok(Command::InGame(InGame::Board, _))) => {
            Purpose::InGame(BoardAction::Show)
        }
        // Which move is meant may depend on the game.
        Intent::Command(_) | Intent::Completion(_) | Intent::Click { .. } | Intent::Form { .. } => {
            Purpose::Other
        }
    }
}

impl InteractionContext {
    async fn answer(self: Box<Self>, intent: Intent) -> Reply {
        match intent {
            Intent::Command(Ok(command)) => self.command(command).await,
            Intent::Command(Err(bad)) => {
                let why = view::bad_options(self.language().await, bad);
                Reply::private(view::plain(why))
            }
            Intent::Completion(completion) => {
                Reply::only(Response::Choices(self.complete(completion).await))
            }
            Intent::Click {
                control: Ok(control),
                message,
                values,
                preset,
            } => self.click(control, message, (values, preset)).await,
            Intent::Form {
                control: Ok(control),
                message,
                fields,
                user,
            } => self.form(control, message, &fields, user).await,
            Intent::Click {
                control: Err(OtherVersion { game: Some(game) }),
                message,
                ..
            } => self.other_version(game, message).await,
            Intent::Click {
                control: Err(OtherVersion { game: None }),
                ..
            }
            | Intent::Form {
                control: Err(OtherVersion { .. }),
                ..
            } => self.private(key!("refused-old-control")).await,
        }
    }

    async fn command(self: Box<Self>, command: Command) -> Reply {
        match command {
            Command::Start(with) => self.start_with(with).await,
            Command::Challenge(new, invited) => self.challenge(new, invited).await,
            Command::ChallengeForm(whom) => self.challenge_form(whom).await,
            Command::InGame(action, which) => match self.running(which).await {
                Ok(game) => self.in_game(action, game).await,
                Err(reply) => reply,
            },
            Command::Solve(positions) => self.solve(positions).await,
            Command::Review(which) => match self.finished(which).await {
                Ok(game) => {
                    let which = game.map_or(Finished::LatestHere, Finished::Named);
                    self.review(which, ReviewPage::TurningPoint, Response::Message)
                        .await
                }
                Err(reply) => reply,
            },
            Command::Games => self.games().await,
            Command::Stats(variant, member) => self.stats(variant, member).await,
            Command::Leaderboard(variant, reach, order) => {
                self.leaderboard(variant, reach, order).await
            }
            Command::Settings => self.settings(SettingsPage::Own, Response::Message).await,
            Command::Privacy => {
                Reply::private(commands::privacy::view::privacy(self.language().await))
            }
            Command::Rules(variant) => self.rules(variant).await,
            Command::Learn(variant) => self.learn(variant).await,
        }
    }

    async fn in_game(self: Box<Self>, action: InGame, game: Option<GameId>) -> Reply {
        let any = Target::Command(game, GameFilter::Any);
        match action {
            InGame::Move(written) => self.typed_move(&written, game).await,
            InGame::Board => self.board(any).await,
            InGame::Resign => self.ask_to_resign(any).await,
            InGame::Hint => {
                let target = Target::Command(game, GameFilter::AgainstTheBot);
                self.hint(target, None, HintStep::Question).await
            }
        }
    }

    async fn click(
        self: Box<Self>,
        control: Control,
        message: MessageId,
        (values, preset): (Vec<String>, Vec<MemberId>),
    ) -> Reply {
        match control {
            Control::Board {
                game,
                point,
                action,
            } => {
                let target = Target::Control {
                    game,
                    message: self.origin.message(),
                };
                match action {
                    BoardAction::Choose(choice) => {
                        self.choose(target, (game, point), choice, &values).await
                    }
                    BoardAction::Play(mv) => self.play(target, mv, point).await,
                    BoardAction::TakeBack => self.take_back(target, point).await,
                    BoardAction::Hint(step) => self.hint(target, Some(point), step).await,
                    BoardAction::Guess(mv) => self.guess(target, point, mv).await,
                    BoardAction::Resign => self.ask_to_resign(target).await,
                    BoardAction::ConfirmResign => self.resign(target, point).await,
                    BoardAction::Show => self.board(target).await,
                    BoardAction::StartAnew(told, new) => self.start_anew(game, told, new).await,
                    BoardAction::Rematch(next_game) => self.rematch(game, next_game, message).await,
                    BoardAction::RematchBot(next) => self.rematch_bot(game, next).await,
                    BoardAction::OtherGame => self.menu_after(game, point).await,
                    BoardAction::StartOther => self.other_game(game, &values).await,
                    BoardAction::Why => self.why(game).await,
                    BoardAction::Rules => self.rules_of(game).await,
                    BoardAction::Review => {
                        let which = Finished::Control(game);
                        self.review(which, ReviewPage::TurningPoint, Response::Message)
                            .await
                    }
                    BoardAction::ReviewPage(page) => {
                        self.review(Finished::Control(game), page, Response::Update)
                            .await
                    }
                    BoardAction::AsText => self.review_as_text(game).await,
                }
            }
            Control::Challenge { id, answer } => self.answer_challenge(id, answer, message).await,
            Control::Page(action) => self.page(action, values, preset).await,
        }
    }

    async fn page(
        self: Box<Self>,
        action: PageAction,
        values: Vec<String>,
        preset: Vec<MemberId>,
    ) -> Reply {
        match action {
            PageAction::Start(new) => self.start(new).await,
            PageAction::Play(variant) => self.play_me(variant).await,
            PageAction::Menu(terms) => self.chosen_from_menu(terms, &values).await,
            PageAction::Challenge(_) => self.challenge_form(None).await,
            PageAction::KeepPlaying => {
                let text = self.language().await.say(key!("kept-playing"));
                Reply::only(Response::Update(view::plain(text)))
            }
            PageAction::Leaderboard {
                variant,
                reach,
                order,
                page,
            } => {
                self.leaderboard_page(variant, reach, order, page, Shown::InPlace)
                    .await
            }
            PageAction::LeaderboardOf { reach, order } => {
                self.leaderboard_chosen(&values, reach, order).await
            }
            PageAction::Set { setting, .. } => self.set(setting, &values, preset).await,
            PageAction::Blocked(page) => self.own_settings(page.into(), Response::Update).await,
            PageAction::Settings(page) => self.settings(page, Response::Update).await,
            PageAction::Rules => self.rules_chosen(&values).await,
            PageAction::RulesPage {
                of,
                page,
                is_offered,
            } => self.rules_page(of, page, is_offered).await,
            PageAction::Try { at, is_offered, .. } => self.tried(at, is_offered, &values).await,
            PageAction::Courses => self.course_chosen(&values).await,
            PageAction::Course(variant) => self.course(variant, Response::Update).await,
            PageAction::Lesson { variant, .. } => self.lesson_chosen(variant, &values).await,
            PageAction::Exercise(exercise) => self.exercise(exercise).await,
            PageAction::NoneWins(exercise) => self.none_wins(exercise).await,
            PageAction::Solve(exercise, choice) => self.solve_by(exercise, choice, &values).await,
            PageAction::Export => self.export().await,
            PageAction::Erase => Reply::only(Response::Form(commands::privacy::view::erase_form(
                self.language().await,
            ))),
        }
    }

    async fn form(
        self: Box<Self>,
        control: Control,
        message: Option<MessageId>,
        fields: &[(String, String)],
        user: Option<(Invited, String)>,
    ) -> Reply {
        match control {
            Control::Board {
                game,
                point,
                action: BoardAction::Choose(MoveControl::OtherMove),
            } => {
                let target = Target::Control { game, message };
                self.other_move(target, point, fields).await
            }
            Control::Page(PageAction::Solve(exercise, MoveControl::OtherMove)) => {
                self.typed_solution(exercise, fields).await
            }
            Control::Page(PageAction::Erase) => self.erase(fields).await,
            Control::Page(PageAction::Challenge(whom)) => {
                self.challenge_by_form(whom, user, fields).await
            }
            Control::Board { .. } | Control::Challenge { .. } | Control::Page(_) => {
                self.private(key!("refused-old-control")).await
            }
        }
    }
}
