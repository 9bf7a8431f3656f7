//! Choosing a move in a private message that shows a position outside of a game: an exercise, a
//! puzzle, a position to practise.

use crate::commands::command::Submission;
use crate::commands::play::draft_after_choice;
use crate::context::{Context, Failure};
use crate::controls::Seen;
use crate::controls::move_control::MoveControl;
use crate::drafts::Draft;
use crate::input::written_move::{self, plain_notation};
use crate::text::key;
use crate::view::{MOVE_FIELD, plain};
use nim_games::{List, Move, Position};
use wythoff_game::GameId;

/// What the use of a move control leads to.
pub(super) enum Choice {
    Move(Move),
    /// Part of a move, and why the choice was refused, if it was.
    Draft(Draft, Option<String>),
    /// The form for any move.
    Form,
}

/// Reads a choice. `value` is what was chosen in a select.
pub(super) async fn read_choice(
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
