//! Partly chosen moves: an opened list, an amount on a sheet, a marked cell.

use crate::discord::commands::id::Seen;
use crate::discord::commands::move_control::MoveControl;
use crate::discord::context::Context;
use crate::discord::drafts::{Amounts, Draft};
use crate::discord::text::{key, tell};
use crate::discord::view::MAX_AMOUNT;
use crate::discord::view::cells::in_words;
use crate::store::Status;
use nim_games::{Cells, Choices, Sheet, marked};

/// Why a choice is refused.
enum NotChosen {
    /// The position has no such choice.
    Old,
    /// The choice takes from more heaps than one move may. Contains the limit.
    TooManyHeaps(usize),
    /// No move takes the cell together with the marked ones. Contains the cell.
    CannotMark(usize),
}

/// The draft of a move after a choice, or a message saying why the choice is refused. A control
/// carries what was chosen when it was drawn; taps on the same drawing add up. Tapping twice has
/// the same effect as tapping once.
pub(in crate::discord::commands) async fn drafted(
    context: &Context,
    choices: Choices,
    seen: Seen,
    choice: MoveControl,
    value: &str,
) -> Result<Draft, String> {
    let value = value.to_owned();
    let after = move |before| after(&choices, choice, &value, before);
    let chosen = match choice {
        MoveControl::Sheet {
            draft, rendering, ..
        } => tap(context, (seen, rendering), Draft::Amounts(draft), after).await,
        MoveControl::Cell {
            draft, rendering, ..
        } => tap(context, (seen, rendering), Draft::Cells(draft), after).await,
        MoveControl::Open { .. }
        | MoveControl::Pick { .. }
        | MoveControl::Press(_)
        | MoveControl::OtherMove => after(Draft::Nothing),
    };
    let why = match chosen {
        Ok(draft) => return Ok(draft),
        Err(why) => why,
    };
    let language = context.language().await;
    Err(match why {
        NotChosen::Old => language.say(key!("refused-old-control")),
        NotChosen::TooManyHeaps(most) => {
            tell!(language, key!("refused-too-many-heaps"), "most" => most)
        }
        NotChosen::CannotMark(cell) => {
            let cells = in_words(language, Cells::one(cell));
            tell!(language, key!("refused-cannot-mark"), "cells" => cells)
        }
    })
}

/// The draft after a tap on a drawing that shows `shown`, combined with earlier taps on the same
/// drawing. If the store fails or is too slow, those taps are ignored.
async fn tap(
    context: &Context,
    (Seen { game, point }, rendering): (Seen, u64),
    shown: Draft,
    after: impl Fn(Draft) -> Result<Draft, NotChosen> + Clone + Send + 'static,
) -> Result<Draft, NotChosen> {
    let drawing = format!("{}:{point}:{rendering}", game.0);
    let at = context.caller.interaction.at();
    let stored = after.clone();
    let tapped = context.bot.service.tap(drawing, at, move |before| {
        let before = before.map_or(shown, |before| Draft::read(&before));
        stored(before).map(Draft::written)
    });
    match tapped.within(context.deadline).await {
        Status::Done(Ok(chosen)) => chosen.map(|chosen| Draft::read(&chosen)),
        Status::Done(Err(_)) | Status::Withdrawn | Status::Running(_) => after(shown),
    }
}

/// The draft after one more choice.
fn after(
    choices: &Choices,
    choice: MoveControl,
    value: &str,
    before: Draft,
) -> Result<Draft, NotChosen> {
    match (choice, choices) {
        (MoveControl::Open { .. }, Choices::Lists(lists)) => {
            let kind = value.parse().ok();
            let open = lists.iter().find(|list| Some(list.kind) == kind);
            open.map(|list| Draft::List(list.kind))
                .ok_or(NotChosen::Old)
        }
        (
            MoveControl::Sheet {
                heap, draft: shown, ..
            },
            Choices::Sheet(sheet),
        ) => {
            let amount = value.parse().map_err(|_| NotChosen::Old)?;
            if !fits(sheet, shown.with(heap, amount)) {
                return Err(NotChosen::Old);
            }
            let amounts = before.amounts().with(heap, amount);
            let at_once = amounts.0.iter().filter(|&&amount| amount > 0).count();
            if fits(sheet, amounts) && at_once <= sheet.at_once {
                Ok(Draft::Amounts(amounts))
            } else {
                Err(NotChosen::TooManyHeaps(sheet.at_once))
            }
        }
        (
            MoveControl::Cell {
                cell, draft: shown, ..
            },
            Choices::Cells { left, sets },
        ) => {
            let cell = usize::from(cell);
            if !left.has(cell) || !shown.are_within(*left) {
                return Err(NotChosen::Old);
            }
            // A tap unmarks a cell that was drawn as marked, and marks any other.
            let changed = if shown.has(cell) {
                Some(before.cells().without(Cells::one(cell)))
            } else {
                marked(sets, before.cells(), cell)
            };
            changed.map(Draft::Cells).ok_or(NotChosen::CannotMark(cell))
        }
        (_, _) => Err(NotChosen::Old),
    }
}

/// Whether each amount may be taken from its heap, and is small enough for a select.
fn fits(sheet: &Sheet, amounts: Amounts) -> bool {
    let mut each = amounts.0.iter().zip(sheet.most);
    each.all(|(&amount, most)| amount <= most.min(MAX_AMOUNT))
}
