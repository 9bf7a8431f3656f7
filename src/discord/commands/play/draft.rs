//! Choices that are half made: a list that is opened, an amount of a sheet, a cell that is marked. They change nothing: the board, or the
//! exercise, is drawn again with them.

use crate::discord::context::InteractionContext;
use crate::discord::drafts::{Draft, Drawing};
use crate::discord::input::control::MoveControl;
use crate::discord::message::Message;
use crate::discord::reply::{FollowUp, Reply, Response};
use crate::discord::text::{key, tell};
use crate::discord::view;
use crate::discord::view::MAX_AMOUNT;
use crate::discord::view::cells::in_words;
use crate::game::{GameId, Point};
use crate::records::GameRecord;
use crate::rules::{Cells, Choices, marked};
use crate::service::Target;

/// Why a choice is not made.
enum NotChosen {
    /// The position has no such choice.
    Old,
    /// A move takes from fewer heaps at once.
    TooManyHeaps(usize),
    /// No move takes that cell with those that are marked.
    CannotMark(usize),
}

impl InteractionContext {
    /// A part of a move was chosen on a board.
    pub(in crate::discord) async fn draft(
        self: Box<Self>,
        target: Target,
        (game, point): (GameId, Point),
        choice: MoveControl,
        values: &[String],
    ) -> Reply {
        let record = match self.on_turn(target).await {
            Ok(record) => record,
            Err(error) => return self.failed(error).await,
        };
        let choices = record.game.position().choices();
        match self.drafted(&choices, (game, point), choice, values).await {
            Ok(draft) => self.redrawn(&record, draft),
            Err(why) => {
                let MoveControl::Sheet { draft, .. } = choice else {
                    return Reply::private(why);
                };
                // What is refused does not stay in its select.
                self.redrawn(&record, Draft::Amounts(draft))
                    .then([FollowUp::SendPrivate(why)])
            }
        }
    }

    /// What of a move has been chosen after that choice, or why it is not made. A tap that comes twice says the same twice.
    pub(in crate::discord) async fn drafted(
        &self,
        choices: &Choices,
        (game, point): (GameId, Point),
        choice: MoveControl,
        values: &[String],
    ) -> Result<Draft, Message> {
        let drawing = |rendering| Drawing {
            game,
            point,
            rendering,
        };
        let chosen = self.chosen(choices, drawing, choice, values);
        match chosen {
            Ok(draft) => Ok(draft),
            Err(why) => {
                let language = self.language().await;
                Err(view::plain(match why {
                    NotChosen::Old => language.say(key!("refused-old-control")),
                    NotChosen::TooManyHeaps(most) => {
                        tell!(language, key!("refused-too-many-heaps"), "most" => most)
                    }
                    NotChosen::CannotMark(cell) => {
                        let cells = in_words(language, Cells::one(cell));
                        tell!(language, key!("refused-cannot-mark"), "cells" => cells)
                    }
                }))
            }
        }
    }

    /// The same without words. A choice carries what its drawing had chosen before; taps on the same drawing add up.
    fn chosen(
        &self,
        choices: &Choices,
        drawing: impl Fn(u64) -> Drawing,
        choice: MoveControl,
        values: &[String],
    ) -> Result<Draft, NotChosen> {
        let value = values.first();
        match (choice, choices) {
            (MoveControl::Open { .. }, Choices::Lists(lists)) => {
                let kind = value.and_then(|value| value.parse().ok());
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
                let amount = value.and_then(|value| value.parse().ok());
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
                let tapped = self.bot.drafts.tap(drawing(rendering), shown, change);
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
                // A marked cell clears, another one is marked.
                let change = |draft: Draft| {
                    let changed = if shown.has(cell) {
                        Some(draft.cells().without(Cells::one(cell)))
                    } else {
                        marked(sets, draft.cells(), cell)
                    };
                    changed.map(Draft::Cells)
                };
                let shown = Draft::Cells(shown);
                let tapped = self.bot.drafts.tap(drawing(rendering), shown, change);
                tapped.ok_or(NotChosen::CannotMark(cell))
            }
            (_, _) => Err(NotChosen::Old),
        }
    }

    /// The board with what has been chosen, on the message that was clicked.
    pub(in crate::discord) fn redrawn(&self, record: &GameRecord, draft: Draft) -> Reply {
        let language = self.bot.texts.language(&record.place.language);
        let board = view::board_with(language, record, self.rendering(), draft);
        Reply {
            board: Some(record.game.id()),
            ..Reply::only(Response::Update(board))
        }
    }
}
