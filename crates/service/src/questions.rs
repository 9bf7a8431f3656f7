//! Questions: a member shows a position to a channel, and everybody there answers which move they would make.
//! Who asks sees the answers, and closes the question; then all see them, and what wins.

use std::time::Duration;

use futures::FutureExt;

use super::help::{
    POSTED_WITHIN, check_or_mark, for_all, helps_with_member, mark_helped, refuse_for_askers,
    spoils, tries_helped,
};
use super::start::check_size;
use super::{Caller, Error, Refusal, Result, Service};
use nim_games::{Move, Position, Told};
use wythoff_game::records::{InteractionId, MessageId, Post, Question, QuestionAnswer};
use wythoff_game::{MemberId, Timestamp};
use wythoff_store::{Pending, Read, Tx};

/// After how long a question closes by itself, a day before it is forgotten.
const CLOSED_AFTER: Duration = Duration::from_hours(24 * 3);

/// How many open questions of one member there can be.
const MAX_OPEN: usize = 3;

/// Why there is no question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAsked {
    /// These are open.
    TooMany(Vec<Question>),
    /// The member asks about it in this channel already.
    Already,
    /// The game is over there.
    NoMoves,
}

/// Why nothing can be answered, or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The question was deleted, or its server forgotten.
    Gone,
    Closed,
    /// Only who asked, and who manages the server, can close it.
    NotYours,
}

/// A question, as a member sees it in private.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenedQuestion {
    /// Somebody else's, with what the member has answered.
    Others(Question, Option<Move>),
    /// The member's own, with all answers.
    Own(Question, Vec<QuestionAnswer>),
}

impl OpenedQuestion {
    #[must_use]
    pub const fn question(&self) -> &Question {
        match self {
            Self::Others(question, _) | Self::Own(question, _) => question,
        }
    }
}

/// What the message of a question shows.
#[derive(Clone, Debug)]
pub struct QuestionToShow {
    pub question: Question,
    /// How often each move was answered, the most frequent first.
    pub shares: Vec<(Move, u64)>,
    /// Those who have found a winning move, once it is closed, if they are named.
    pub found_by: Vec<MemberId>,
    /// How many changes of it are not drawn.
    pub undrawn: i64,
}

impl Service {
    /// Asks everybody in the channel which move they would make. Closing the question shows the solution, so
    /// what `solve` would refuse here cannot be asked.
    pub fn ask(
        &self,
        caller: Caller,
        position: Position,
        is_anonymous: bool,
    ) -> Pending<Result<Question, NotAsked>, Error> {
        self.change(caller, move |tx, caller| {
            ask(tx, caller, (position, is_anonymous)).boxed()
        })
    }

    /// Opens a question. `message` is that of the question.
    pub fn open_question(
        &self,
        caller: Caller,
        question: InteractionId,
        message: MessageId,
    ) -> Pending<Result<OpenedQuestion, NoAnswer>, Error> {
        self.change(caller, move |tx, caller| {
            async move {
                let opened = find(tx, caller, question).await?;
                if let Ok(opened) = &opened
                    && opened.question().message != Some(message)
                {
                    tx.note_message_of(Post::Question(question), message)
                        .await?;
                }
                Ok(opened)
            }
            .boxed()
        })
    }

    /// A question, as the caller sees it in private.
    pub async fn question(
        &self,
        caller: &Caller,
        question: InteractionId,
    ) -> wythoff_store::Result<Result<OpenedQuestion, NoAnswer>> {
        let read = |mut tx: Read| async move { find(&mut tx, caller, question).await };
        self.store.read(read).await
    }

    /// Notes what the caller answers, in place of what they have answered before. `mv` is legal.
    pub fn answer_question(
        &self,
        caller: Caller,
        question: InteractionId,
        mv: Move,
    ) -> Pending<Result<OpenedQuestion, NoAnswer>, Error> {
        self.change(caller, move |tx, caller| {
            async move {
                let found = find(tx, caller, question).await?;
                let Ok(OpenedQuestion::Others(asked, _)) = found else {
                    return Ok(found);
                };
                let member = caller.member;
                tx.save_answer(QuestionAnswer {
                    question,
                    member,
                    mv,
                })
                .await?;
                Ok(Ok(OpenedQuestion::Others(asked, Some(mv))))
            }
            .boxed()
        })
    }

    /// Closes a question, so that everybody sees the answers and what wins. `manages` tells whether the
    /// caller manages the server.
    pub fn close_question(
        &self,
        caller: Caller,
        question: InteractionId,
        manages: bool,
    ) -> Pending<Result<(OpenedQuestion, usize), NoAnswer>, Error> {
        self.change(caller, move |tx, caller| {
            close(tx, caller, question, manages).boxed()
        })
    }

    /// A question and its answers. `None` if there is none any more.
    pub async fn question_to_show(
        &self,
        question: InteractionId,
    ) -> wythoff_store::Result<Option<QuestionToShow>> {
        let read = |mut tx: Read| async move {
            let undrawn = tx.count_undrawn(Post::Question(question)).await?;
            let Some(known) = tx.question(question).await? else {
                return Ok(None);
            };
            let found_by = if known.is_closed {
                found_by(&mut tx, &known).await?
            } else {
                Vec::new()
            };
            Ok(Some(QuestionToShow {
                question: known,
                shares: tx.shares(question).await?,
                found_by,
                undrawn,
            }))
        };
        self.store.read(read).await
    }
}

/// Who has found a winning move and may be named.
async fn found_by(tx: &mut Read, question: &Question) -> wythoff_store::Result<Vec<MemberId>> {
    let mut answers = tx.named_answers(question.id).await?;
    let wins = |mv: Move| (question.position.play(mv)).is_ok_and(|after| after.is_lost());
    answers.retain(|answer| wins(answer.mv));
    Ok(answers.iter().map(|answer| answer.member).collect())
}

async fn ask(
    tx: &mut Tx,
    caller: &Caller,
    (position, is_anonymous): (Position, bool),
) -> Result<Result<Question, NotAsked>> {
    if position.is_over() {
        return Ok(Err(NotAsked::NoMoves));
    }
    let everybody = for_all(caller, caller.place.clone());
    // Its picture has no map.
    let told = Told::solution(position, false);
    check_or_mark(tx, &everybody, &told).await?;
    refuse_for_askers(tx, &everybody, &told).await?;
    // Nobody has seen a question whose message is not known after a while.
    let seen_by = caller.at().minus(POSTED_WITHIN);
    let mut open = tx.questions_by(caller.member).await?;
    open.retain(|it| !it.is_closed && (it.message.is_some() || it.id.at() > seen_by));
    let is_the_same =
        |it: &Question| (it.position, it.place.channel) == (position, caller.place.channel);
    if open.iter().any(is_the_same) {
        return Ok(Err(NotAsked::Already));
    }
    if open.len() >= MAX_OPEN {
        return Ok(Err(NotAsked::TooMany(open)));
    }
    // Then what is known of the server can be deleted once the bot has left it.
    let settings = tx.active_server_settings(&caller.place).await?;
    check_size(&settings, &position)?;
    let question = Question {
        id: caller.interaction,
        by: Some(caller.member),
        place: caller.place.clone(),
        message: None,
        position,
        is_closed: false,
        is_anonymous,
    };
    tx.add_question(&question).await?;
    Ok(Ok(question))
}

async fn find(
    tx: &mut Read,
    caller: &Caller,
    question: InteractionId,
) -> wythoff_store::Result<Result<OpenedQuestion, NoAnswer>> {
    let Some(asked) = tx.question(question).await? else {
        return Ok(Err(NoAnswer::Gone));
    };
    if asked.is_closed {
        return Ok(Err(NoAnswer::Closed));
    }
    Ok(Ok(if asked.by == Some(caller.member) {
        OpenedQuestion::Own(asked, tx.answers_to(question).await?)
    } else {
        let answer = tx.answer(question, caller.member).await?;
        OpenedQuestion::Others(asked, answer.map(|answer| answer.mv))
    }))
}

async fn close(
    tx: &mut Tx,
    caller: &Caller,
    question: InteractionId,
    manages: bool,
) -> Result<Result<(OpenedQuestion, usize), NoAnswer>> {
    let opened = match find(tx, caller, question).await? {
        Ok(opened) => opened,
        Err(why) => return Ok(Err(why)),
    };
    let asked = opened.question().clone();
    let is_here = manages && asked.place.guild == caller.place.guild;
    if asked.by != Some(caller.member) && !is_here {
        return Ok(Err(NoAnswer::NotYours));
    }
    // Others may have asked about the same.
    tx.close_question(question).await?;
    let told = Told::solution(asked.position, false);
    let everybody = for_all(caller, asked.place.clone());
    refuse_for_askers(tx, &everybody, &told).await?;
    check_or_mark(tx, &everybody, &told).await?;
    let marked = mark_helped(tx, caller.member, &told, None).await?.len();
    let other = asked.by.filter(|&asker| asker != caller.member);
    if let Some(why) = tell_asker(tx, (other, caller.at()), &told).await? {
        return Err(Error::refused(why));
    }
    Ok(Ok((opened, marked)))
}

/// The asker sees the solution, too: marks their games against the bot in which it helps. If it helps in a game of
/// theirs with a member, or with their try at a puzzle, nothing is marked, and this returns why the question stays
/// open.
async fn tell_asker(
    tx: &mut Tx,
    (asker, at): (Option<MemberId>, Timestamp),
    told: &Told,
) -> wythoff_store::Result<Option<Refusal>> {
    let Some(asker) = asker else {
        return Ok(None);
    };
    if helps_with_member(tx, asker, told).await? {
        return Ok(Some(Refusal::BeingPlayedHere));
    }
    if !tries_helped(tx, (asker, at), told).await?.is_empty() {
        return Ok(Some(Refusal::SpoilsPuzzle));
    }
    mark_helped(tx, asker, told, None).await?;
    Ok(None)
}

/// Closes questions before they are forgotten, so that their messages tell how they were answered. One whose solution
/// would help somebody in its channel, or the asker, waits.
pub(super) async fn close_old_questions(tx: &mut Tx, now: Timestamp) -> wythoff_store::Result<()> {
    for question in tx.old_questions(now.minus(CLOSED_AFTER)).await? {
        let told = Told::solution(question.position, false);
        let spoils = spoils(tx, (question.place.channel, now), &told).await?;
        if spoils.is_none() && tell_asker(tx, (question.by, now), &told).await?.is_none() {
            tx.close_question(question.id).await?;
        }
    }
    Ok(())
}
