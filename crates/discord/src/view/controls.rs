//! The controls of a running game: its moves, as buttons, lists, a sheet or a keypad, with the
//! choices made so far; and the other actions.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use crate::controls::hint::{HintControl, HintStep};
use crate::controls::move_control::MoveControl;
use crate::controls::play::PlayControl;
use crate::controls::predict::PredictControl;
use crate::controls::resign::ResignControl;
use crate::controls::rules::RulesControl;
use crate::controls::{Control, Id, Seen};
use crate::drafts::{Amounts, Draft};
use crate::text::{Language, key, tell};
use crate::view::cells::{COLUMNS, in_words, keypad};
use crate::view::moves::{as_option, move_arguments, objects_taken, on_button};
use crate::view::{button, labelled_button};
use nim_games::{
    Cells, Choices, HeapSet, List, ListKind, Move, Position, Shape, Sheet, letter, marked_cells,
};
use wythoff_game::records::GameRecord;
use wythoff_game::{Agreement, Game, Seat};
use wythoff_service::is_predictable;

/// How many choices a select may have
/// (<https://discord.com/developers/docs/components/reference#string-select>).
const MAX_CHOICES: u64 = 25;

/// The largest amount that a sheet offers. One option is needed for leaving the heap alone.
pub(crate) const MAX_AMOUNT: u64 = MAX_CHOICES - 1;

/// How many rows are left for moves besides the row of other buttons
/// (<https://discord.com/developers/docs/components/reference#action-row>).
const MAX_ROWS: usize = 4;
const BUTTONS_PER_ROW: usize = 5;
const MAX_BUTTONS: usize = MAX_ROWS * BUTTONS_PER_ROW;

/// The rows of controls of a running game. `rendering` makes its selects differ from those of other
/// renderings of the same point.
pub(crate) fn running_controls(
    language: Language<'_>,
    record: &GameRecord,
    rendering: u64,
    draft: Draft,
) -> Vec<CreateActionRow> {
    let game = &record.game;
    let chooser = MoveChooser {
        language,
        position: game.position(),
        rendering,
        tried: &[],
        offered: &[],
        id: &|choice| PlayControl::Choose(Seen::of(game), choice).id(),
    };
    chooser.rows(draft, &buttons(language, record))
}

/// What has been chosen so far, as a line of text.
pub(crate) fn draft_line(
    language: Language<'_>,
    position: Position,
    draft: Draft,
) -> Option<String> {
    match draft {
        Draft::Nothing => None,
        Draft::List(kind) => {
            Some(tell!(language, key!("draft-open"), "list" => list_name(language, position, kind)))
        }
        Draft::Amounts(amounts) => {
            let what = objects_taken(language, position, amounts.mv()?, None);
            Some(tell!(language, key!("draft-chosen"), "what" => what))
        }
        Draft::Cells(cells) if cells.is_empty() => None,
        Draft::Cells(cells) => {
            let what = in_words(language, cells);
            let is_move = position.play(Move::Clear(cells)).is_ok();
            let key = if is_move {
                key!("draft-chosen")
            } else {
                key!("draft-no-move")
            };
            Some(tell!(language, key, "what" => what))
        }
    }
}

/// The heaps of a sheet that get a select: the largest ones, in board order.
fn heaps_with_select(sheet: &Sheet) -> Vec<(usize, u64)> {
    let mut heaps: Vec<(usize, u64)> = sheet.heaps().collect();
    heaps.sort_by_key(|&(heap, most)| (std::cmp::Reverse(most), heap));
    heaps.truncate(MAX_ROWS);
    heaps.sort_unstable();
    heaps
}

/// The name of a list in a select.
fn list_name(language: Language<'_>, position: Position, kind: ListKind) -> String {
    match kind {
        ListKind::Take(heaps) => language.heaps_text(position.variant(), heaps, Some("select"), 0),
        ListKind::Count => language.say(key!("select-add")),
        ListKind::Split(heap) => {
            tell!(language, key!("select-heap-to-split"), "heap" => heap.to_string())
        }
        ListKind::Place => language.say(key!("select-place")),
    }
}

/// Marks what helps so much that a win no longer counts.
pub(crate) const HELPS: char = '🔎';

/// Whether some player could ask to take a move back.
fn can_ask_to_take_back(game: &Game) -> bool {
    let may_ask = |seat| game.check_agreement(Agreement::TakeBack, seat).is_ok();
    Seat::BOTH.into_iter().any(may_ask)
}

/// The buttons for the other actions in a running game.
fn buttons(language: Language<'_>, record: &GameRecord) -> Vec<CreateButton> {
    let game = &record.game;
    let (seen, is_with_bot) = (Seen::of(game), game.players().animal().is_some());
    let hint = HintControl::Step(seen, HintStep::Question).id();
    let helps = |id, label| button(language, id, label).emoji(HELPS);
    let take_back = PlayControl::TakeBack(seen).id();
    let ask = PlayControl::Ask(seen, Agreement::TakeBack).id();
    let buttons = [
        is_with_bot.then(|| helps(hint, key!("button-hint"))),
        (game.can_take_back()).then(|| helps(take_back, key!("button-take-back"))),
        (!is_with_bot && can_ask_to_take_back(game))
            .then(|| button(language, ask, key!("button-ask-to-take-back"))),
        Some(button(
            language,
            ResignControl::Ask(seen).id(),
            key!("button-resign"),
        )),
        Some(button(
            language,
            RulesControl::OfGame(seen).id(),
            key!("button-rules"),
        )),
        (!is_with_bot && record.place.guild.is_some() && is_predictable(record)).then(|| {
            let id = PredictControl::Ask(game.id()).id();
            button(language, id, key!("button-predict"))
        }),
    ];
    buttons.into_iter().flatten().collect()
}

/// The controls with which a move is chosen. `id` makes their ids.
#[derive(Clone, Copy)]
pub(crate) struct MoveChooser<'c> {
    pub(crate) language: Language<'c>,
    pub(crate) position: Position,
    /// Makes the selects differ from those of other renderings.
    pub(crate) rendering: u64,
    /// Moves that were made here and taken back: their buttons are disabled, their options marked.
    pub(crate) tried: &'c [Move],
    /// The moves to choose from, if not all of them.
    pub(crate) offered: &'c [Move],
    pub(crate) id: &'c dyn Fn(MoveControl) -> Id,
}

impl MoveChooser<'_> {
    /// The choices, and a last row with the other buttons. That row may also have the button that
    /// makes the chosen move, or the one that opens the form for any move.
    pub(crate) fn rows(self, draft: Draft, others: &[CreateButton]) -> Vec<CreateActionRow> {
        let choices = self.position.choices();
        let mut rows = match &choices {
            _any if !self.offered.is_empty() => self.move_buttons(self.offered, BUTTONS_PER_ROW),
            Choices::Lists(lists) => self.lists(lists, draft),
            Choices::Sheet(_) if choices.count() <= MAX_BUTTONS as u128 => {
                let moves: Vec<Move> = choices.moves().collect();
                // In as many rows as there are, since these moves have long names.
                self.move_buttons(&moves, moves.len().div_ceil(MAX_ROWS))
            }
            Choices::Sheet(sheet) => self.sheet(sheet, draft.amounts()),
            Choices::Cells { left, sets } => self.keypad(*left, sets, draft.cells()),
        };
        let form_button = button(
            self.language,
            (self.id)(MoveControl::OtherMove),
            key!("button-other-move"),
        );
        let others = others.iter().cloned();
        // A row holds at most five buttons, so the button for the form is left out if the controls
        // show every move or if a move has been chosen.
        let last: Vec<CreateButton> = match draft.amounts().mv() {
            Some(mv) => [self.take_button(mv)].into_iter().chain(others).collect(),
            None if self.offered.is_empty() && has_hidden_moves(&choices) => {
                let form_button = form_button.style(ButtonStyle::Primary);
                [form_button].into_iter().chain(others).collect()
            }
            None => others.collect(),
        };
        rows.extend((!last.is_empty()).then_some(CreateActionRow::Buttons(last)));
        rows
    }

    /// Each list as rows of buttons, or as a select if there are too many rows.
    fn lists(self, lists: &[List], draft: Draft) -> Vec<CreateActionRow> {
        if lists.len() > MAX_ROWS {
            let moves = lists.iter().flat_map(moves_of);
            let moves: Vec<Move> = moves.take(MAX_BUTTONS + 1).collect();
            return if moves.len() <= MAX_BUTTONS {
                self.move_buttons(&moves, BUTTONS_PER_ROW)
            } else {
                self.two_steps(lists, draft)
            };
        }
        let rows = |list: &List| list.most.div_ceil(BUTTONS_PER_ROW as u64);
        let all_rows = lists.iter().map(rows).fold(0, u64::saturating_add);
        if all_rows > MAX_ROWS as u64 {
            return lists.iter().map(|&list| self.list(list)).collect();
        }
        let buttons = |list: &List| {
            let moves: Vec<Move> = moves_of(list).collect();
            self.move_buttons(&moves, BUTTONS_PER_ROW)
        };
        lists.iter().flat_map(buttons).collect()
    }

    /// A select that opens a list, and a select for the list that is open, if there is one.
    fn two_steps(self, lists: &[List], draft: Draft) -> Vec<CreateActionRow> {
        let open = lists.iter().find(|list| draft == Draft::List(list.kind));
        let position = self.position;
        let option = |list: &List| {
            let label = list_name(self.language, position, list.kind);
            CreateSelectMenuOption::new(label, list.kind.to_string())
                .default_selection(Some(list) == open)
        };
        let options = lists.iter().map(option).collect();
        let rendering = self.rendering;
        let placeholder = self.language.say(key!("select-list"));
        let first = self.select(MoveControl::Open { rendering }, options, placeholder);
        let second = open.map(|&list| self.list(list));
        [first].into_iter().chain(second).collect()
    }

    fn list(self, list: List) -> CreateActionRow {
        let position = self.position;
        let options = (1..=list.most.min(MAX_CHOICES)).map(|amount| {
            let mv = list.mv(amount);
            let mark = if self.tried.contains(&mv) { "✗ " } else { "" };
            let label = format!("{mark}{}", as_option(self.language, position, mv));
            CreateSelectMenuOption::new(label, amount.to_string())
        });
        let action = MoveControl::Pick {
            list: list.kind,
            rendering: self.rendering,
        };
        let placeholder = list_name(self.language, position, list.kind);
        self.select(action, options.collect(), placeholder)
    }

    /// A select for each of the largest heaps, which shows the amount chosen.
    fn sheet(self, sheet: &Sheet, chosen: Amounts) -> Vec<CreateActionRow> {
        let variant = self.position.variant();
        let select = |(heap, most): (usize, u64)| {
            let amount = chosen.0.get(heap).copied().unwrap_or(0);
            let letter = letter(heap).to_string();
            let leave = tell!(self.language, key!("select-leave"), "heap" => letter.as_str());
            let leave = CreateSelectMenuOption::new(leave, "0").default_selection(amount == 0);
            let options = (1..=most.min(MAX_AMOUNT)).map(|offered| {
                let label = tell!(self.language, key!("select-take-from"), "amount" => offered.to_string(), "heap" => letter.as_str());
                CreateSelectMenuOption::new(label, offered.to_string()).default_selection(offered == amount)
            });
            let action = MoveControl::Sheet {
                heap: u8::try_from(heap).unwrap_or(u8::MAX),
                draft: chosen,
                rendering: self.rendering,
            };
            let placeholder =
                self.language
                    .heaps_text(variant, HeapSet::one(heap), Some("select"), 0);
            self.select(
                action,
                [leave].into_iter().chain(options).collect(),
                placeholder,
            )
        };
        heaps_with_select(sheet).into_iter().map(select).collect()
    }

    fn select(
        self,
        action: MoveControl,
        options: Vec<CreateSelectMenuOption>,
        placeholder: String,
    ) -> CreateActionRow {
        let kind = CreateSelectMenuKind::String { options };
        let id = (self.id)(action);
        CreateActionRow::SelectMenu(CreateSelectMenu::new(id, kind).placeholder(placeholder))
    }

    /// A button for each cell, highlighted if it was chosen, and disabled if it is taken or cannot be
    /// added to the choice; and a button that takes the chosen cells.
    fn keypad(self, left: Cells, sets: &[Cells], chosen: Cells) -> Vec<CreateActionRow> {
        let Shape::Cells(layout, _) = self.position.shape() else {
            return Vec::new();
        };
        let button = |cell: usize| {
            let action = MoveControl::Cell {
                cell: u8::try_from(cell).unwrap_or(u8::MAX),
                draft: chosen,
                rendering: self.rendering,
            };
            let is_left = left.has(cell);
            let number = (cell + 1).to_string();
            let label = if is_left { number.as_str() } else { "·" };
            let style = if chosen.has(cell) {
                ButtonStyle::Primary
            } else {
                ButtonStyle::Secondary
            };
            let can_tap = chosen.has(cell) || marked_cells(sets, chosen, cell).is_some();
            let button = labelled_button((self.id)(action), label);
            button.style(style).disabled(!(is_left && can_tap))
        };
        let rows = keypad(layout).into_iter();
        let mut rows: Vec<Vec<CreateButton>> = rows
            .map(|row| row.into_iter().map(button).collect())
            .collect();
        let take_button = self.take_cells_button(chosen, left, sets);
        match rows.iter_mut().rev().find(|row| row.len() < COLUMNS) {
            Some(row) => row.push(take_button),
            None => rows.push(vec![take_button]),
        }
        rows.into_iter().map(CreateActionRow::Buttons).collect()
    }

    /// The button that takes the chosen cells, disabled unless they form a move. If no cell is
    /// chosen, the id of the button names all the remaining cells, since even a disabled button
    /// needs an id.
    fn take_cells_button(self, chosen: Cells, left: Cells, sets: &[Cells]) -> CreateButton {
        let taken = if chosen.is_empty() { left } else { chosen };
        let control = (self.id)(MoveControl::Press(Move::Clear(taken)));
        let label = if chosen.is_empty() {
            self.language.say(key!("button-take-nothing"))
        } else {
            tell!(self.language, key!("button-take"), "what" => in_words(self.language, chosen))
        };
        labelled_button(control, &label)
            .style(ButtonStyle::Success)
            .disabled(!sets.contains(&chosen) || self.tried.contains(&Move::Clear(taken)))
    }

    /// A button for each move.
    fn move_buttons(self, moves: &[Move], per_row: usize) -> Vec<CreateActionRow> {
        let button = |&mv: &Move| {
            let mut args = move_arguments(self.language, self.position, mv);
            args.set("short", on_button(self.language, self.position, mv));
            let label = self.language.tell(key!("button-move"), &args);
            let control = (self.id)(MoveControl::Press(mv));
            let button = labelled_button(control, &label).style(ButtonStyle::Primary);
            button.disabled(self.tried.contains(&mv))
        };
        let rows = moves.chunks(per_row.max(1));
        rows.map(|row| CreateActionRow::Buttons(row.iter().map(button).collect()))
            .collect()
    }

    /// The button that makes the move chosen in a sheet.
    fn take_button(self, mv: Move) -> CreateButton {
        let what = objects_taken(self.language, self.position, mv, Some("short"));
        let label = tell!(self.language, key!("button-take"), "what" => what);
        labelled_button((self.id)(MoveControl::Press(mv)), &label).style(ButtonStyle::Primary)
    }
}

/// The moves of a list, the smallest first.
fn moves_of(list: &List) -> impl Iterator<Item = Move> {
    (1..=list.most).map(|amount| list.mv(amount))
}

/// Whether there are moves that the controls do not show.
fn has_hidden_moves(choices: &Choices) -> bool {
    match choices {
        Choices::Lists(lists) => lists.iter().any(|list| list.most > MAX_CHOICES),
        Choices::Sheet(sheet) => {
            sheet.heaps().count() > MAX_ROWS || sheet.heaps().any(|(_, most)| most > MAX_AMOUNT)
        }
        Choices::Cells { .. } => false,
    }
}

/// Leaves the game as it is.
pub(crate) fn keep_playing(language: Language<'_>) -> CreateButton {
    button(
        language,
        ResignControl::KeepPlaying.id(),
        key!("button-keep-playing"),
    )
}
