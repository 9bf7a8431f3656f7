//! Lessons: positions of a game to solve, in private messages. Nothing is stored but what was solved.

pub(in crate::discord) mod view;

use futures::FutureExt;

use crate::discord::commands::play::given_move;
use crate::discord::context::InteractionContext;
use crate::discord::input::control::{Control, MoveControl, PageAction};
use crate::discord::input::written_move::{self, plain_notation};
use crate::discord::message::Message;
use crate::discord::reply::{Reply, Response};
use crate::discord::text::key;
use crate::discord::view::{other_move_form, plain};
use crate::game::{GameId, Point};
use crate::records::Solved;
use crate::rules::lessons::Exercise;
use crate::rules::{List, Move, Variant};

impl InteractionContext {
    /// The lessons of that game, or a list of all games.
    pub(in crate::discord) async fn learn(self: Box<Self>, variant: Option<Variant>) -> Reply {
        match variant {
            Some(variant) => self.course(variant, Response::Message).await,
            None => Reply::private(view::courses(self.language().await)),
        }
    }

    /// The lessons of the game that was chosen.
    pub(in crate::discord) async fn course_chosen(self: Box<Self>, values: &[String]) -> Reply {
        match values.first().and_then(|key| Variant::from_key(key)) {
            Some(variant) => self.course(variant, Response::Update).await,
            None => self.private(key!("refused-old-control")).await,
        }
    }

    /// The lessons of a game, with what is done. `response` says whether it is a new message.
    pub(in crate::discord) async fn course(
        self: Box<Self>,
        variant: Variant,
        response: fn(Message) -> Response,
    ) -> Reply {
        match self.bot.service.solved(self.caller.member, variant).await {
            Ok(solved) => {
                let lessons = self.lessons().await;
                Reply::only(response(lessons.course(variant, &solved)))
            }
            Err(fault) => Reply::private(self.fault(&fault).await),
        }
    }

    /// The first exercise of the lesson that was chosen that is not solved, or its first one.
    pub(in crate::discord) async fn lesson_chosen(
        self: Box<Self>,
        variant: Variant,
        values: &[String],
    ) -> Reply {
        let Some(lesson) = values
            .first()
            .and_then(|value| view::read_lesson(variant, value))
        else {
            return self.private(key!("refused-old-control")).await;
        };
        match self.bot.service.solved(self.caller.member, variant).await {
            Ok(solved) => {
                let unsolved = lesson.iter().find(|exercise| !solved.has(**exercise));
                match unsolved.or(lesson.first()) {
                    Some(&exercise) => self.exercise(exercise).await,
                    None => self.private(key!("refused-old-control")).await,
                }
            }
            Err(fault) => Reply::private(self.fault(&fault).await),
        }
    }

    /// An exercise, in place of what the message showed.
    pub(in crate::discord) async fn exercise(self: Box<Self>, exercise: Exercise) -> Reply {
        let lessons = self.lessons().await;
        Reply::only(Response::Update(lessons.exercise(exercise)))
    }

    /// A choice in an exercise: a move, or a part of one.
    pub(in crate::discord) async fn solve_by(
        self: Box<Self>,
        exercise: Exercise,
        choice: MoveControl,
        values: &[String],
    ) -> Reply {
        let Some(at) = exercise.position() else {
            return self.private(key!("refused-old-control")).await;
        };
        match choice {
            MoveControl::Pick { list, .. } => {
                let amount = values.first().and_then(|value| value.parse().ok());
                match amount {
                    Some(most) => {
                        let mv = List { kind: list, most }.mv(most);
                        self.solution(exercise, Some(mv)).await
                    }
                    None => self.private(key!("refused-old-control")).await,
                }
            }
            MoveControl::Press(mv) => self.solution(exercise, Some(mv)).await,
            MoveControl::OtherMove => {
                let control = Control::Page(PageAction::Solve(exercise, MoveControl::OtherMove));
                let language = self.language().await;
                Reply::only(Response::Form(other_move_form(language, at, control)))
            }
            MoveControl::Open { .. } | MoveControl::Sheet { .. } | MoveControl::Cell { .. } => {
                let drawing = (GameId(0), Point::default());
                match self.drafted(&at.choices(), drawing, choice, values).await {
                    Ok(draft) => {
                        let lessons = self.lessons().await;
                        Reply::only(Response::Update(lessons.with_draft(exercise, draft)))
                    }
                    Err(why) => Reply::private(why),
                }
            }
        }
    }

    /// A move that was written into the form.
    pub(in crate::discord) async fn typed_solution(
        self: Box<Self>,
        exercise: Exercise,
        fields: &[(String, String)],
    ) -> Reply {
        let (Some(at), given) = (exercise.position(), given_move(fields)) else {
            return self.private(key!("refused-old-control")).await;
        };
        let read = match plain_notation(given) {
            Some(mv) => Ok(mv),
            None => written_move::read(self.language().await, at, given),
        };
        match read {
            Ok(mv) => self.solution(exercise, Some(mv)).await,
            Err(why) => Reply::private(plain(why)),
        }
    }

    /// The answer that no move wins.
    pub(in crate::discord) async fn none_wins(self: Box<Self>, exercise: Exercise) -> Reply {
        self.solution(exercise, None).await
    }

    /// An answer to an exercise, a move, or that none wins: what becomes of it. If it solves it, that is saved. Of a position that the member plays
    /// with somebody nothing is told.
    async fn solution(self: Box<Self>, exercise: Exercise, answer: Option<Move>) -> Reply {
        let Some(at) = exercise.position() else {
            return self.private(key!("refused-old-control")).await;
        };
        if let Some(Err(illegal)) = answer.map(|mv| at.play(mv)) {
            let language = self.lessons().await.language;
            return Reply::private(plain(crate::discord::view::illegal(language, illegal, at)));
        }
        if !exercise.is_solved_by(answer) {
            let lessons = self.lessons().await;
            return Reply::only(Response::Update(lessons.refuted(exercise, answer)));
        }
        let pending = self.bot.service.note_solved(self.caller.clone(), exercise);
        self.change(pending, move |context, solved: Solved| {
            async move {
                let lessons = context.lessons().await;
                Reply::only(Response::Update(lessons.solved(exercise, answer, &solved)))
            }
            .boxed()
        })
        .await
    }

    async fn lessons(&self) -> view::Lessons<'_> {
        view::Lessons {
            language: self.language().await,
            rendering: self.rendering(),
        }
    }
}
