//! Choices that are half made on a board: a list that is opened, an amount of a sheet, a cell that is marked. They change nothing: the board is drawn again with them.

use crate::discord::context::InteractionContext;
use crate::discord::drafts::{Draft, Drawing};
use crate::discord::input::control::Amounts;
use crate::discord::input::roots::Root;
use crate::discord::reply::{Reply, Response};
use crate::discord::text::{key, tell};
use crate::discord::view;
use crate::discord::view::MAX_AMOUNT;
use crate::game::{GameId, Point};
use crate::records::GameRecord;
use crate::rules::{Cells, Choices, ListKind, marked};
use crate::service::Target;

impl InteractionContext {
    /// A list was chosen, of more than fit on the board.
    pub(in crate::discord) async fn open(
        self: Box<Self>,
        target: Target,
        values: &[String],
    ) -> Reply {
        let record = match self.on_turn(target).await {
            Ok(record) => record,
            Err(error) => return self.failed(error).await,
        };
        let chosen = values.first().and_then(|value| value.parse().ok());
        let is_there = |kind: &ListKind| match record.game.position().choices() {
            Choices::Lists(lists) => lists.iter().any(|list| list.kind == *kind),
            Choices::Sheet(_) | Choices::Cells { .. } => false,
        };
        match chosen.filter(is_there) {
            Some(kind) => self.redrawn(&record, Draft::List(kind)),
            None => self.private(key!("refused-old-control")).await,
        }
    }

    /// An amount was chosen on a sheet. `shown` is what the board had chosen before.
    pub(in crate::discord) async fn fill_in_sheet(
        self: Box<Self>,
        target: Target,
        (game, point, rendering): (GameId, Point, u64),
        (heap, shown): (u8, Amounts),
        values: &[String],
    ) -> Reply {
        let record = match self.on_turn(target).await {
            Ok(record) => record,
            Err(error) => return self.failed(error).await,
        };
        let amount = values.first().and_then(|value| value.parse().ok());
        let (Choices::Sheet(sheet), Some(amount)) = (record.game.position().choices(), amount)
        else {
            return self.private(key!("refused-old-control")).await;
        };
        let fits = |amounts: Amounts| {
            let mut each = amounts.0.iter().zip(sheet.most);
            each.all(|(&amount, most)| amount <= most.min(MAX_AMOUNT))
        };
        if !fits(shown.with(heap, amount)) {
            return self.private(key!("refused-old-control")).await;
        }
        let at_once = |amounts: Amounts| amounts.0.iter().filter(|&&amount| amount > 0).count();
        let is_allowed = |amounts: Amounts| fits(amounts) && at_once(amounts) <= sheet.at_once;
        let drawing = Drawing {
            game,
            point,
            rendering,
        };
        let drafts = &self.bot.drafts;
        let change = |draft: Draft| {
            let amounts = draft.amounts().with(heap, amount);
            is_allowed(amounts).then_some(Draft::Amounts(amounts))
        };
        if let Some(draft) = drafts.tap(drawing, Draft::Amounts(shown), change) {
            return self.redrawn(&record, draft);
        }
        let language = self.language().await;
        let most = tell!(language, key!("refused-too-many-heaps"), "most" => sheet.at_once);
        Reply::private(view::plain(most))
    }

    /// A cell was tapped. `shown` is what the board had marked before: a marked cell clears, another one is marked. A tap that comes twice
    /// says the same twice.
    pub(in crate::discord) async fn mark_cell(
        self: Box<Self>,
        target: Target,
        (game, point, rendering): (GameId, Point, u64),
        (cell, shown): (usize, Cells),
    ) -> Reply {
        let record = match self.on_turn(target).await {
            Ok(record) => record,
            Err(error) => return self.failed(error).await,
        };
        let Choices::Cells { left, sets } = record.game.position().choices() else {
            return self.private(key!("refused-old-control")).await;
        };
        if !left.has(cell) || !shown.are_within(left) {
            return self.private(key!("refused-old-control")).await;
        }
        let change = |draft: Draft| {
            let chosen = draft.cells();
            let changed = if shown.has(cell) {
                Some(chosen.without(Cells::one(cell)))
            } else {
                marked(&sets, chosen, cell)
            };
            changed.map(Draft::Cells)
        };
        let drawing = Drawing {
            game,
            point,
            rendering,
        };
        if let Some(draft) = self.bot.drafts.tap(drawing, Draft::Cells(shown), change) {
            return self.redrawn(&record, draft);
        }
        let language = self.language().await;
        let cells = view::cells::in_words(language, Cells::one(cell));
        let why = tell!(language, key!("refused-cannot-mark"), "cells" => cells);
        Reply::private(view::plain(why))
    }

    /// The board with what has been chosen, on the message that was clicked.
    fn redrawn(&self, record: &GameRecord, draft: Draft) -> Reply {
        let language = self.bot.texts.language(&record.place.language);
        let language = language.naming(Root::of(record.variant()));
        let board = view::board_with(language, record, self.rendering(), draft);
        Reply {
            board: Some(record.game.id()),
            ..Reply::only(Response::Update(board))
        }
    }
}
