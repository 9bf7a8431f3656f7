//! Practice as messages: a position to move in, the result of a move, and when the next position
//! comes back.

use serenity::all::{ButtonStyle, CreateActionRow};

use crate::controls::Control;
use crate::controls::practice::PracticeControl;
use crate::drafts::Draft;
use crate::message::Message;
use crate::picture::{Board, Picture};
use crate::text::{Language, key, tell, yes_or_no};
use crate::view::controls::{MoveChooser, draft_line};
use crate::view::description::{board_in_words, message_with_board};
use crate::view::explanation::{Voice, explained, refuted};
use crate::view::position::{heap_names, readable, rules_line, title};
use crate::view::{button, date, plain, relative};
use nim_games::{Explanation, Move, Refutation};
use wythoff_game::records::{InteractionId, PracticeList, PracticeWaitsFor};
use wythoff_game::records::{Practice as Item, REPEAT_AFTER_DAYS};
use wythoff_service::{MOST_A_DAY, PracticeResult};

/// What is needed to write the messages.
pub(super) struct Page<'t> {
    pub(super) language: Language<'t>,
    /// Changes on every redraw. Otherwise the client would ignore the same option being chosen
    /// again.
    pub(super) rendering: u64,
}

impl Page<'_> {
    /// The next position or, if none is due, when one comes back.
    pub(super) fn next(&self, list: &PracticeList) -> Message {
        match list.due.first() {
            Some(item) => self.question((item, item.stage), None, Draft::Nothing),
            None => plain(self.nothing_due(list)),
        }
    }

    /// A position with the controls of a board.
    pub(super) fn question(
        &self,
        (item, stage): (&Item, usize),
        wrong: Option<(Move, String)>,
        draft: Draft,
    ) -> Message {
        let (language, at, game) = (self.language, item.shown(stage), item.game);
        let mut lines = vec![tell!(
            language, key!("practice-heading"), "game" => title(language, at),
            "when" => relative(InteractionId(game.0).at()), "same" => yes_or_no(at == item.position),
            "of" => if Item::is_of_try(game) { "puzzle" } else { "game" }
        )];
        let (tried, news): (Vec<Move>, Vec<String>) = wrong.into_iter().unzip();
        lines.extend(news);
        lines.push(tell!(language, key!("practice-question"), "position" => readable(at)));
        lines.push(rules_line(language, at));
        lines.extend(draft_line(language, at, draft));
        let chooser = MoveChooser {
            language,
            position: at,
            rendering: self.rendering,
            tried: &tried,
            offered: &[],
            id: &|choice| {
                PracticeControl::Choose {
                    game,
                    stage,
                    choice,
                }
                .id()
            },
        };
        let rows = chooser.rows(draft, &[]);
        let board = Board {
            chosen: draft.mv(),
            ..Board::at(at, heap_names(language, at))
        };
        message_with_board(Message::private, language, &lines, rows, board)
    }

    /// The result of a move.
    pub(super) fn after(
        &self,
        (item, stage): (&Item, usize),
        mv: Move,
        result: PracticeResult,
        list: &PracticeList,
    ) -> Message {
        let (language, at) = (self.language, item.shown(stage));
        if result == PracticeResult::Missed {
            let refutation = Refutation::of(at, mv);
            let why =
                refutation.map(|refutation| refuted(language, at, &refutation, false, Voice::Us));
            let news = tell!(language, key!("practice-wrong"), "why" => why.unwrap_or_default());
            return self.question((item, stage), Some((mv, news)), Draft::Nothing);
        }
        let why = explained(language, &Explanation::of_move(at, mv), Voice::Us);
        let right = if result == PracticeResult::Learned {
            key!("practice-learned")
        } else {
            key!("practice-right")
        };
        let mut lines = vec![tell!(language, right, "why" => why)];
        if let PracticeResult::Found(Some(now)) = result {
            lines.push(self.steps(&now));
        }
        let mut rows = Vec::new();
        if list.due.is_empty() {
            lines.push(self.nothing_due(list));
        } else {
            let next = button(
                language,
                PracticeControl::Next.id(),
                key!("button-next-exercise"),
            );
            rows.push(CreateActionRow::Buttons(vec![
                next.style(ButtonStyle::Primary),
            ]));
        }
        let board = Board {
            now: at.play(mv).unwrap_or(at),
            before: Some(at),
            ..Board::at(at, heap_names(language, at))
        };
        let in_words = board_in_words(language, &board);
        Message::private(lines.join("\n"), rows).showing(Picture::Board(Box::new(board)), in_words)
    }

    /// How often in a row a position was found, and has to be.
    fn steps(&self, now: &Item) -> String {
        let left = REPEAT_AFTER_DAYS.len().saturating_sub(now.stage);
        let steps = "🟩".repeat(now.stage) + &"⬜".repeat(left);
        tell!(self.language, key!("practice-steps"), "steps" => steps, "left" => left)
    }

    /// Says that nothing is due now, when the next position comes back, and how many positions are
    /// learned.
    fn nothing_due(&self, list: &PracticeList) -> String {
        let language = self.language;
        let state = match list.waits_for {
            Some(PracticeWaitsFor::Game) => "game",
            Some(PracticeWaitsFor::Puzzle) => "puzzle",
            Some(PracticeWaitsFor::Tomorrow) => "tomorrow",
            None if list.active == 0 && list.practised.learned > 0 => "all",
            None if list.active == 0 => "none",
            None => "later",
        };
        let next = list.next.map(date).unwrap_or_default();
        tell!(
            language, key!("practice-nothing"), "state" => state, "next" => next,
            "active" => list.active, "learned" => list.practised.learned, "most" => MOST_A_DAY
        )
    }
}
