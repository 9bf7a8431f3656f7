//! Choosing a move in a private message that shows a position outside of a game: an exercise, a
//! puzzle, a position to practise.

use crate::commands::command::Submission;
use crate::commands::play::draft_after_choice;
use crate::context::{Answer, Context, Failure};
use crate::controls::move_control::MoveControl;
use crate::controls::{Id, Seen};
use crate::drafts::Draft;
use crate::input::written_move::{self, plain_notation};
use crate::message::Message;
use crate::reply::{FollowUp, Reply, Response};
use crate::text::key;
use crate::view::{MOVE_FIELD, other_move_form, plain};
use nim_games::{List, Move, Position};
use wythoff_game::GameId;

/// What the use of a move control leads to.
enum Choice {
    Move(Move),
    /// Part of a move, and why the choice was refused, if it was.
    Draft(Draft, Option<String>),
    /// The form for any move.
    Form,
}

/// Carries out a choice at a position: makes the move, shows the message with what is chosen so far, or opens the form with
/// the id `form`. If it is refused, its select is drawn again, where it would stay chosen. `value` is what was chosen there.
pub(super) async fn carry_out<P, M>(
    context: &Context,
    at: Position,
    (control, value, form): (MoveControl, &str, Id),
    page: impl Fn(Draft) -> P + Send,
    make: impl FnOnce(Move) -> M + Send,
) -> Answer
where
    P: Future<Output = Message> + Send,
    M: Future<Output = Answer> + Send,
{
    let answer = match read_choice(context, at, control, value).await {
        Ok(Choice::Move(mv)) => make(mv).await,
        Ok(Choice::Draft(draft, refusal)) => {
            let page = page(draft).await.keeping_picture();
            Ok(Reply::update(page).then(refusal.map(plain).map(FollowUp::SendPrivate)))
        }
        Ok(Choice::Form) => {
            let form = other_move_form(context.language().await, at, &form);
            Ok(Reply::only(Response::Form(form)))
        }
        Err(why) => Err(why),
    };
    match answer {
        Err(why) if control.draft_of_select().is_some() => {
            let page = page(Draft::Nothing).await.keeping_picture();
            Ok(context.redraw_and_explain(page, why).await)
        }
        answer => answer,
    }
}

async fn read_choice(
    context: &Context,
    at: Position,
    control: MoveControl,
    value: &str,
) -> Result<Choice, Failure> {
    Ok(match control {
        MoveControl::Pick { list, .. } => {
            let amount = value.parse().map_err(|_| key!("refused-old-control"))?;
            // `mv` uses only the kind.
            let list = List {
                kind: list,
                most: amount,
            };
            Choice::Move(list.mv(amount))
        }
        MoveControl::Press(mv) => Choice::Move(mv),
        MoveControl::OtherMove => Choice::Form,
        MoveControl::Open { .. } | MoveControl::Sheet { .. } | MoveControl::Cell { .. } => {
            let no_game = Seen::anywhere(GameId(0));
            let draft = draft_after_choice(context, at.choices(), no_game, control, value);
            match (draft.await, control.draft_of_select()) {
                (Ok(draft), _) => Choice::Draft(draft, None),
                // Redraw, or the refused option would stay chosen in its select.
                (Err((stands, why)), Some(Draft::Amounts(_))) => Choice::Draft(stands, Some(why)),
                (Err((_, why)), Some(_) | None) => return Err(plain(why).into()),
            }
        }
    })
}

/// The move written in the form.
pub(super) async fn read_form(
    context: &Context,
    at: Position,
    form: &Submission,
) -> Result<Move, Failure> {
    let written = form.field(MOVE_FIELD);
    Ok(match plain_notation(written) {
        Some(mv) => mv,
        None => written_move::read(context.language().await, at, written).map_err(plain)?,
    })
}
