//! Partly chosen moves: an opened list, an amount on a sheet, a marked cell.

use crate::discord::commands::id::Seen;
use crate::discord::commands::move_control::MoveControl;
use crate::discord::context::Context;
use crate::discord::drafts::{Draft, Drawing};
use crate::discord::text::{key, tell};
use crate::discord::view::MAX_AMOUNT;
use crate::discord::view::cells::in_words;
use nim_games::{Cells, Choices, marked};

/// Why a choice is refused.
enum NotChosen {
    /// The position has no such choice.
    Old,
    /// The choice takes from more heaps than one move may. Contains that limit.
    TooManyHeaps(usize),
    /// No move takes that cell together with the marked ones.
    CannotMark(usize),
}

/// The draft of a move after a choice, or a message saying why the choice is refused. Tapping twice
/// has the same effect as tapping once.
pub(in crate::discord::commands) async fn drafted(
    context: &Context,
    choices: &Choices,
    seen: Seen,
    choice: MoveControl,
    value: &str,
) -> Result<Draft, String> {
    let why = match chosen(context, choices, seen, choice, value) {
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

/// Like [`drafted`], but returns the reason instead of a message. A control carries what was chosen
/// when it was drawn; taps on the same drawing add up.
fn chosen(
    context: &Context,
    choices: &Choices,
    seen: Seen,
    choice: MoveControl,
    value: &str,
) -> Result<Draft, NotChosen> {
    let drawing = |rendering| Drawing { seen, rendering };
    match (choice, choices) {
        (MoveControl::Open { .. }, Choices::Lists(lists)) => {
            let kind = value.parse().ok();
            let open = lists.iter().find(|list| Some(list.kind) == kind);
            open.map(|list| Draft::List(list.kind))
                .ok_or(NotChosen::Old)
        }
        (
            MoveControl::Sheet {
                heap,
                draft: shown,
                rendering,
            },
            Choices::Sheet(sheet),
        ) => {
            let amount = value.parse().ok();
            let amount = amount.ok_or(NotChosen::Old)?;
            let fits = |amounts: [u64; _]| {
                let mut each = amounts.iter().zip(sheet.most);
                each.all(|(&amount, most)| amount <= most.min(MAX_AMOUNT))
            };
            if !fits(shown.with(heap, amount).0) {
                return Err(NotChosen::Old);
            }
            let change = |draft: Draft| {
                let amounts = draft.amounts().with(heap, amount);
                let at_once = amounts.0.iter().filter(|&&amount| amount > 0).count();
                let is_allowed = fits(amounts.0) && at_once <= sheet.at_once;
                is_allowed.then_some(Draft::Amounts(amounts))
            };
            let shown = Draft::Amounts(shown);
            let tapped = context.bot.drafts.tap(drawing(rendering), shown, change);
            tapped.ok_or(NotChosen::TooManyHeaps(sheet.at_once))
        }
        (
            MoveControl::Cell {
                cell,
                draft: shown,
                rendering,
            },
            Choices::Cells { left, sets },
        ) => {
            let cell = usize::from(cell);
            if !left.has(cell) || !shown.are_within(*left) {
                return Err(NotChosen::Old);
            }
            // A tap unmarks a cell that was drawn as marked, and marks any other.
            let change = |draft: Draft| {
                let changed = if shown.has(cell) {
                    Some(draft.cells().without(Cells::one(cell)))
                } else {
                    marked(sets, draft.cells(), cell)
                };
                changed.map(Draft::Cells)
            };
            let shown = Draft::Cells(shown);
            let tapped = context.bot.drafts.tap(drawing(rendering), shown, change);
            tapped.ok_or(NotChosen::CannotMark(cell))
        }
        (_, _) => Err(NotChosen::Old),
    }
}
