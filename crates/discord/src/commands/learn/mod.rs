//! `learn`: the lessons of a game, each with exercises in which one finds the winning move, in private
//! messages. Only solved exercises are stored.

pub(super) mod view;

use serenity::all::CreateCommandOption;

use crate::commands::choice;
use crate::commands::command::{Click, Clickable, Command, Submission};
use crate::context::{Answer, Context, Failure};
use crate::controls::Control;
use crate::controls::learn::LearnControl;
use crate::controls::move_control::MoveControl;
use crate::input::option::{BadOptions, GivenOptions, text_with_completion};
use crate::input::position_options;
use crate::message::Message;
use crate::reply::Reply;
use crate::text::{Key, Texts, key, tell};
use crate::view::{illegal, plain};
use nim_games::lessons::Exercise;
use nim_games::{Ending, Move, Position, Variant};
use wythoff_game::records::Solved;

pub(super) struct Learn {
    game: Option<Position>,
}

impl Command for Learn {
    const NAME: &'static str = "learn";
    const TEXT: Key = key!("command-learn");
    type Control = LearnControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![text_with_completion(texts, key!("option-game"))]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let game = position_options::named_game(given)?;
        Ok(Self { game })
    }

    async fn answer(self, context: Context) -> Answer {
        Ok(Reply::private(match self.game {
            Some(game) if game.own_lessons().is_empty() => {
                let language = context.language().await;
                let has_any = Exercise::all(game.variant()).next().is_some();
                let key = if has_any {
                    key!("no-lessons-with-these-rules")
                } else {
                    key!("no-lessons")
                };
                let variant = game.variant().to_string();
                plain(
                    tell!(language, key, "game" => language.game_name(game.variant()), "variant" => variant),
                )
            }
            Some(game) => course(&context, game.variant(), Some(game.ending())).await?,
            None => view::courses(context.language().await),
        }))
    }
}

impl Clickable for LearnControl {
    async fn click(self, click: Click, context: Context) -> Answer {
        let page = match self {
            Self::ChooseCourse => course(&context, click.variant()?, None).await?,
            Self::Course(variant) => course(&context, variant, None).await?,
            Self::Lesson { variant, .. } => match lesson(&context, variant, &click).await {
                Ok(page) => page,
                Err(why) => {
                    let page = course(&context, variant, None).await?;
                    return Ok(context.redraw_and_explain(page, why).await);
                }
            },
            Self::Exercise(exercise) => {
                refuse_help(&context, exercise, None).await?;
                lessons(&context).await.exercise(exercise)
            }
            Self::NoneWins(exercise) => return answer_exercise(&context, exercise, None).await,
            Self::Solve(exercise, choice) => {
                let at = position(exercise)?;
                let page = async |draft| lessons(&context).await.with_draft(exercise, draft);
                let make = |mv| answer_exercise(&context, exercise, Some(mv));
                let chosen = (choice, click.value(), self.id());
                return choice::carry_out(&context, at, chosen, page, make).await;
            }
        };
        Ok(Reply::update(page))
    }

    async fn submit(self, form: Submission, context: Context) -> Answer {
        let Self::Solve(exercise, MoveControl::OtherMove) = self else {
            return Err(key!("refused-old-control").into());
        };
        let mv = choice::read_form(&context, position(exercise)?, &form).await?;
        answer_exercise(&context, exercise, Some(mv)).await
    }
}

/// The lessons of a game, with the member's progress. The next exercise is one with the given
/// ending, if there is one left.
async fn course(
    context: &Context,
    variant: Variant,
    ending: Option<Ending>,
) -> Result<Message, Failure> {
    let solved = context
        .bot
        .service
        .solved(context.caller.member, variant)
        .await?;
    Ok(lessons(context).await.course(variant, &solved, ending))
}

/// The first unsolved exercise of the chosen lesson, or the first one if all are solved.
async fn lesson(context: &Context, variant: Variant, click: &Click) -> Result<Message, Failure> {
    let lesson = view::read_lesson(variant, click.value()).unwrap_or_default();
    let solved = context
        .bot
        .service
        .solved(context.caller.member, variant)
        .await?;
    let unsolved = lesson.iter().find(|exercise| !solved.has(**exercise));
    let exercise = unsolved.or(lesson.first());
    let exercise = *exercise.ok_or(key!("refused-old-control"))?;
    refuse_help(context, exercise, None).await?;
    Ok(lessons(context).await.exercise(exercise))
}

/// Answers an exercise with a move, or with "no move wins" (`None`). Shows the result, and saves a
/// right answer.
async fn answer_exercise(context: &Context, exercise: Exercise, answer: Option<Move>) -> Answer {
    let at = position(exercise)?;
    refuse_help(context, exercise, answer).await?;
    if let Some(Err(why)) = answer.map(|mv| at.play(mv)) {
        return Err(plain(illegal(context.language().await, why, at)).into());
    }
    if !exercise.is_solved_by(answer) {
        let page = lessons(context).await.refuted(exercise, answer);
        return Ok(Reply::update(page));
    }
    let service = &context.bot.service;
    let pending = service.note_solved(context.caller.clone(), exercise);
    context
        .change(pending, move |context, solved: Solved| async move {
            let page = lessons(&context).await.solved(exercise, answer, &solved);
            Reply::update(page)
        })
        .await
}

/// Refuses an exercise, or what it says about an answer, if that would help in a game with a member, or
/// with the puzzle of the day, unless the member wants that help: then the try is marked.
async fn refuse_help(
    context: &Context,
    exercise: Exercise,
    answer: Option<Move>,
) -> Result<(), Failure> {
    context.check_or_mark(&exercise.told(answer)).await
}

fn position(exercise: Exercise) -> Result<Position, Key> {
    exercise.position().ok_or(key!("refused-old-control"))
}

async fn lessons(context: &Context) -> view::Lessons<'_> {
    view::Lessons {
        language: context.language().await,
        can_ask: context.permissions.can_gather(),
        rendering: context.rendering(),
    }
}
