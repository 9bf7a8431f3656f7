//! Partly chosen moves: an opened list, an amount on a sheet, a marked cell.

use crate::context::Context;
use crate::controls::Seen;
use crate::controls::move_control::MoveControl;
use crate::drafts::{Amounts, Draft};
use crate::text::{key, tell};
use crate::view::MAX_AMOUNT;
use crate::view::cells::in_words;
use nim_games::{Cells, Choices, Sheet, marked_cells};
use wythoff_store::Status;

/// Why a choice is refused.
enum NotChosen {
    /// The position has no such choice.
    NoSuchChoice,
    /// The choice takes from more heaps than one move may. Contains the limit.
    TooManyHeaps(usize),
    /// No move takes the cell together with the marked ones. Contains the cell.
    CannotMark(usize),
}

/// The draft of a move after a choice; or, if the choice is refused, the draft that stands and a
/// message saying why. A control carries what was chosen when it was drawn. Taps on different controls of a drawing add up;
/// repeating a tap on the same control changes nothing.
pub(crate) async fn draft_after_choice(
    context: &Context,
    choices: Choices,
    seen: Seen,
    choice: MoveControl,
    value: &str,
) -> Result<Draft, (Draft, String)> {
    let value = value.to_owned();
    let draft_after = move |before| draft_after(&choices, choice, &value, before);
    let chosen = match choice {
        MoveControl::Sheet {
            draft, rendering, ..
        } => {
            tap(
                context,
                (seen, rendering),
                Draft::Amounts(draft),
                draft_after,
            )
            .await
        }
        MoveControl::Cell {
            draft, rendering, ..
        } => tap(context, (seen, rendering), Draft::Cells(draft), draft_after).await,
        MoveControl::Open { .. }
        | MoveControl::Pick { .. }
        | MoveControl::Press(_)
        | MoveControl::OtherMove => {
            draft_after(Draft::Nothing).map_err(|why| (Draft::Nothing, why))
        }
    };
    let (stands, why) = match chosen {
        Ok(draft) => return Ok(draft),
        Err(refused) => refused,
    };
    let language = context.language().await;
    let why = match why {
        NotChosen::NoSuchChoice => language.say(key!("refused-old-control")),
        NotChosen::TooManyHeaps(most) => {
            tell!(language, key!("refused-too-many-heaps"), "most" => most)
        }
        NotChosen::CannotMark(cell) => {
            let cells = in_words(language, Cells::one(cell));
            tell!(language, key!("refused-cannot-mark"), "cells" => cells)
        }
    };
    Err((stands, why))
}

/// The draft after a tap, combined with earlier taps on the same drawing, or, if the tap is refused,
/// the draft that stands. The drawing shows `drawn_draft`. If the store fails or is too slow, the earlier taps are ignored.
async fn tap(
    context: &Context,
    (Seen { game, point }, rendering): (Seen, u64),
    drawn_draft: Draft,
    draft_after: impl Fn(Draft) -> Result<Draft, NotChosen> + Clone + Send + 'static,
) -> Result<Draft, (Draft, NotChosen)> {
    let drawing = format!("{}:{point}:{rendering}", game.0);
    let now = context.caller.interaction.at();
    let add_to_earlier = draft_after.clone();
    let pending = context.bot.service.tap(drawing, now, move |before| {
        let before = before.map_or(drawn_draft, |before| Draft::read(&before));
        let chosen = add_to_earlier(before).map(Draft::notation);
        chosen.map_err(|why| (before, why))
    });
    match pending.within(context.deadline).await {
        Status::Done(Ok(chosen)) => chosen.map(|chosen| Draft::read(&chosen)),
        Status::Done(Err(_)) | Status::Withdrawn | Status::Running(_) => {
            draft_after(drawn_draft).map_err(|why| (drawn_draft, why))
        }
    }
}

/// The draft after one more choice.
fn draft_after(
    choices: &Choices,
    choice: MoveControl,
    value: &str,
    before: Draft,
) -> Result<Draft, NotChosen> {
    match (choice, choices) {
        (MoveControl::Open { .. }, Choices::Lists(lists)) => {
            let kind = value.parse().ok();
            let chosen = lists.iter().find(|list| Some(list.kind) == kind);
            chosen
                .map(|list| Draft::List(list.kind))
                .ok_or(NotChosen::NoSuchChoice)
        }
        (
            MoveControl::Sheet {
                heap,
                draft: drawn_amounts,
                ..
            },
            Choices::Sheet(sheet),
        ) => {
            let amount = value.parse().map_err(|_| NotChosen::NoSuchChoice)?;
            if !fits(sheet, drawn_amounts.with(heap, amount)) {
                return Err(NotChosen::NoSuchChoice);
            }
            let amounts = before.amounts().with(heap, amount);
            let heap_count = amounts.0.iter().filter(|&&amount| amount > 0).count();
            if fits(sheet, amounts) && heap_count <= sheet.at_once {
                Ok(Draft::Amounts(amounts))
            } else {
                Err(NotChosen::TooManyHeaps(sheet.at_once))
            }
        }
        (
            MoveControl::Cell {
                cell,
                draft: drawn_cells,
                ..
            },
            Choices::Cells { left, sets },
        ) => {
            let cell = usize::from(cell);
            if !left.has(cell) || !drawn_cells.are_within(*left) {
                return Err(NotChosen::NoSuchChoice);
            }
            // A tap unmarks a cell that was drawn as marked, and all of them if the others would have
            // a gap. It marks any other.
            let changed = if drawn_cells.has(cell) {
                let others = before.cells().without(Cells::one(cell));
                let stand = others.is_empty() || sets.contains(&others);
                Some(if stand { others } else { Cells::default() })
            } else {
                marked_cells(sets, before.cells(), cell)
            };
            changed.map(Draft::Cells).ok_or(NotChosen::CannotMark(cell))
        }
        (_, _) => Err(NotChosen::NoSuchChoice),
    }
}

/// Whether each amount may be taken from its heap, and is small enough for a select.
fn fits(sheet: &Sheet, amounts: Amounts) -> bool {
    let mut pairs = amounts.0.iter().zip(sheet.most);
    pairs.all(|(&amount, most)| amount <= most.min(MAX_AMOUNT))
}
