//! The moves that members try: chosen on a board, typed as notation or in words, or entered in a
//! form; and which of them were confirmed to the member.

use discord_sandbox::{Answer, Id, Member};
use nim_games::{ListKind, Move, letter};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use wythoff_discord::{MoveControl, Seen, move_control, seen_in_id};
use wythoff_game::{GameId, Point};

use crate::people::Person;

/// Something that a move takes from or adds to.
#[derive(Clone, Copy)]
struct List {
    /// The name of its select. Not used for the running count, which has only buttons.
    control: &'static str,
    /// The letters or the sign before the amount in the notation of a move.
    letters: &'static str,
    /// Its name on a board, and in a move typed in words.
    name: &'static str,
}

const fn list(control: &'static str, letters: &'static str, name: &'static str) -> List {
    List {
        control,
        letters,
        name,
    }
}

/// The lists of Wythoff's game, then those of other games.
const LISTS: [List; 7] = [
    list("Left …", "A", "left"),
    list("Down …", "B", "down"),
    list("Diagonally …", "AB", "diagonally"),
    list("From heap A", "A", "heap A"),
    list("From heap B", "B", "heap B"),
    list("From heap C", "C", "heap C"),
    COUNT,
];

/// The running count of the games 21 and 100.
const COUNT: List = list("+", "+", "");

impl List {
    fn is_count(self) -> bool {
        self.letters == COUNT.letters
    }

    /// Whether it is a direction of the queen.
    fn is_direction(self) -> bool {
        self.control.ends_with('…')
    }

    /// How a board reports the move.
    fn report(self, who: &str, amount: i64) -> String {
        if self.is_count() {
            format!("@{who} added {amount} and said ")
        } else {
            let name = self.name;
            if self.is_direction() {
                format!("@{who} went {amount} {name}.")
            } else {
                format!("@{who} took {amount} from {name}.")
            }
        }
    }

    /// The move in words.
    fn words(self, amount: i64) -> String {
        if self.is_count() {
            format!("add {amount}")
        } else {
            let name = self.name;
            if self.is_direction() {
                format!("go {amount} {name}")
            } else {
                format!("take {amount} from {name}")
            }
        }
    }

    fn notation(self, amount: i64) -> String {
        format!("{}{amount}", self.letters)
    }

    /// The control that makes the move: an option of a select, or a button.
    fn control(self, board: &Member, amount: i64) -> Option<ControlUse> {
        let select = Some(self.control).filter(|_| !self.is_count());
        if let Some((message, current)) =
            select.and_then(|select| ShownControl::find(board, select.to_owned()))
        {
            return Some((message, current, SELECT, vec![amount.to_string()]));
        }
        let short = self.name.trim_start_matches("heap ");
        let button = if self.is_count() {
            format!("+{amount} → ")
        } else if self.is_direction() {
            let arrow = match self.letters {
                "A" => '←',
                "B" => '↓',
                _ => '↙',
            };
            format!("{arrow} {amount}")
        } else {
            format!("{amount} from {short}")
        };
        let (message, current) = ShownControl::find(board, button)?;
        Some((message, current, BUTTON, vec![]))
    }
}

/// Discord's types of components
/// (<https://discord.com/developers/docs/components/reference#component-object-component-types>).
const BUTTON: u8 = 2;
const SELECT: u8 = 3;

/// A move that somebody has tried to make.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    /// The interaction.
    pub(crate) interaction: i64,
    /// Who tried to make it.
    pub(crate) member: i64,
    /// The move.
    pub(crate) mv: Move,
    /// The game and the point of the board on which it was chosen. `None` if it was typed.
    pub(crate) seen: Option<(GameId, Point)>,
    /// Whether the answer showed that the move was made.
    pub(crate) is_confirmed: bool,
    /// Whether the member clicked *Take back* later, so the move may be gone.
    pub(crate) may_have_been_taken_back: bool,
}

/// A control as it was once shown.
pub(crate) struct ShownControl {
    name: String,
    id: String,
    game: GameId,
    point: Point,
}

/// How to use a control: its message, the control, its type, and the values to choose.
type ControlUse = (Id, ShownControl, u8, Vec<String>);

impl ShownControl {
    /// The latest control with the given name.
    fn find(board: &Member, name: String) -> Option<(Id, Self)> {
        let (message, id) = board.find_control(&name)?;
        let Seen { game, point } = seen_in_id(&id)?;
        let shown = Self {
            name,
            id,
            game,
            point,
        };
        Some((message, shown))
    }
}

impl Person {
    fn draw_a_move(&mut self) -> (List, i64) {
        let list = LISTS.choose(&mut self.rng).copied().unwrap_or(COUNT);
        (list, self.rng.random_range(1..=4))
    }

    /// Chooses a move in a select or by a button, sometimes with a control of an earlier point,
    /// as on a board that has been updated since.
    pub(crate) async fn choose_a_move(&mut self, here: &Member) {
        let (list, amount) = self.draw_a_move();
        let before = here.screen();
        let own = self.own_board(here, &before);
        let board = own.unwrap_or_else(|| here.clone());
        let Some((message, current, kind, values)) = list.control(&board, amount) else {
            return;
        };
        let (older, is_late) = (self.earlier_version(&current), self.rng.random_bool(0.3));
        let older = older.filter(|_| is_late);
        let (used, seen) = older.unwrap_or((current.id.clone(), current.point));
        let seen = (current.game, seen);
        let answer = self.answer(here.uses(message, kind, &used, &values)).await;
        self.note(here, (list, amount, Some(seen)), &before, &answer);
        self.shown.push(current);
    }

    /// Takes or adds one, with a select or a button, or by typing. Starts a game if that is
    /// impossible, and sometimes even if it is not.
    pub(crate) async fn move_somehow(&mut self, here: &Member) {
        let before = here.screen();
        let Some(board) = self.own_board(here, &before) else {
            return self.start_long_game(here).await;
        };
        let mut lists = LISTS;
        lists.shuffle(&mut self.rng);
        let found = lists
            .into_iter()
            .find_map(|list| Some((list, list.control(&board, 1)?)));
        let Some((list, (message, current, kind, values))) = found else {
            return self.start_long_game(here).await;
        };
        if self.rng.random_bool(0.4) {
            let line = format!("/wythoff move {}1", list.letters);
            let answer = self.answer(here.types(&line)).await;
            return self.note(here, (list, 1, None), &before, &answer);
        }
        let answer = self
            .answer(here.uses(message, kind, &current.id, &values))
            .await;
        self.note(
            here,
            (list, 1, Some((current.game, current.point))),
            &before,
            &answer,
        );
    }

    /// The same control at another point of the same game: its id and its point.
    fn earlier_version(&mut self, current: &ShownControl) -> Option<(String, Point)> {
        let older = self.shown.iter().filter(|shown| {
            shown.name == current.name && shown.game == current.game && shown.point != current.point
        });
        let older: Vec<&ShownControl> = older.collect();
        let shown = older.choose(&mut self.rng)?;
        Some((shown.id.clone(), shown.point))
    }

    /// This person at the latest board on which they are to move. Sometimes `None` even if there is
    /// one, as if they had overlooked it.
    fn own_board(&mut self, here: &Member, screen: &str) -> Option<Member> {
        if self.rng.random_bool(0.2) {
            return None;
        }
        let turn = format!("**@{} to move", self.name);
        let messages = screen.split("\n\n#").enumerate();
        let own = messages
            .filter(|(_, message)| message.contains(&turn))
            .last();
        own.map(|(index, _)| here.at(index + 1))
    }

    /// Fills in the form for any move.
    pub(crate) async fn fill_in_a_move(&mut self, here: &Member) {
        let (list, amount) = self.draw_a_move();
        let before = here.screen();
        let board = self
            .own_board(here, &before)
            .unwrap_or_else(|| here.clone());
        let Some((message, form)) = ShownControl::find(&board, "Other move…".to_owned()) else {
            return;
        };
        // By its id, since the board may be updated in between.
        let opened = board.uses(message, BUTTON, &form.id, &[]).await;
        if !matches!(opened, Answer::Form(_)) {
            return;
        }
        let written = if self.rng.random_bool(0.5) {
            list.words(amount)
        } else {
            list.notation(amount)
        };
        let answer = here.fills(&[("Your move", &written)]).await;
        self.note(
            here,
            (list, amount, Some((form.game, form.point))),
            &before,
            &answer,
        );
    }

    /// Types a move, sometimes in words.
    pub(crate) async fn type_a_move(&mut self, here: &Member) {
        let (list, amount) = self.draw_a_move();
        let line = if self.rng.random_bool(0.3) {
            format!("/wythoff move \"{}\"", list.words(amount))
        } else {
            format!("/wythoff move {}{amount}", list.letters)
        };
        let before = here.screen();
        let answer = self.answer(here.types(&line)).await;
        self.note(here, (list, amount, None), &before, &answer);
    }

    /// The answer to an action. In a dense round nobody waits once the bot is disconnected.
    pub(crate) async fn answer(&self, act: impl Future<Output = Answer>) -> Answer {
        if !self.is_dense {
            return act.await;
        }
        tokio::select! {
            biased;
            answer = act => answer,
            () = self.sandbox.disconnected() => Answer::Failed,
        }
    }

    /// Presses a button that makes a move, or chooses a split, in games in which a move is not an
    /// amount from a list. Also presses the button that plays a draft.
    pub(crate) async fn press_a_move(&mut self, here: &Member) {
        let before = here.screen();
        let own = self.own_board(here, &before);
        let board = own.unwrap_or_else(|| here.clone());
        let split = format!("Split {}", self.rng.random_range(3..=9));
        self.tap_dots(&board).await;
        let found = ["Stone on ", "Take ", &split].into_iter().find_map(|name| {
            let (message, id) = board.find_control(name)?;
            let (Seen { game, point }, control) = move_control(&id)?;
            Some((message, id, control, (game, point)))
        });
        let Some((message, id, control, seen)) = found else {
            return;
        };
        let (mv, kind, values) = if let MoveControl::Press(mv) = control {
            (mv, BUTTON, vec![])
        } else if let MoveControl::Pick {
            list: ListKind::Split(heap @ 3..),
            ..
        } = control
        {
            let part = self.rng.random_range(1..=(heap - 1) / 2);
            (Move::Split { heap, part }, SELECT, vec![part.to_string()])
        } else {
            return;
        };
        let report = match mv {
            Move::Split { heap, part } => {
                format!("@{} split {heap} into {part} and ", self.name)
            }
            Move::Place(stack) => {
                format!("@{} put a stone on {}.", self.name, letter(stack.into()))
            }
            Move::Clear(cells) => {
                let dots: Vec<String> = cells.iter().map(|cell| (cell + 1).to_string()).collect();
                match dots.split_last() {
                    Some((last, [])) => format!("@{} took dot {last}.", self.name),
                    Some((last, others)) => {
                        let others = others.join(", ");
                        format!("@{} took dots {others} and {last}.", self.name)
                    }
                    None => return,
                }
            }
            // Reports of such moves are not checked, so this is a text that no board shows.
            Move::Take(_) | Move::Count(_) => "@nobody took".to_owned(),
        };
        let answer = self.answer(here.uses(message, kind, &id, &values)).await;
        self.note_move(here, (mv, report, Some(seen)), &before, &answer);
    }

    /// Taps one or two dots on a board with dots, each once or twice.
    async fn tap_dots(&mut self, board: &Member) {
        for _ in 0..self.rng.random_range(1..=2) {
            let dot = self.rng.random_range(1..=7).to_string();
            let Some((message, id)) = board.find_control(&dot) else {
                continue;
            };
            if !id.contains(":cell:") {
                return;
            }
            for _ in 0..self.rng.random_range(1..=2) {
                self.answer(board.uses(message, BUTTON, &id, &[])).await;
            }
        }
    }

    fn note(
        &mut self,
        here: &Member,
        (list, amount, seen): (List, i64, Option<(GameId, Point)>),
        before: &str,
        answer: &Answer,
    ) {
        let report = list.report(&self.name, amount);
        if let Ok(mv) = list.notation(amount).parse() {
            self.note_move(here, (mv, report, seen), before, answer);
        }
    }

    fn note_move(
        &mut self,
        here: &Member,
        (mv, report, seen): (Move, String, Option<(GameId, Point)>),
        before: &str,
        answer: &Answer,
    ) {
        if matches!(answer, Answer::Client(_)) {
            return;
        }
        // The screen may already have shown the same move, made earlier.
        let is_new = !before.contains(&report);
        let is_confirmed = is_new
            && match answer {
                Answer::Message(board) | Answer::Update(board) => board.contains(&report),
                Answer::Form(_) | Answer::Acknowledged | Answer::Client(_) | Answer::Failed => {
                    false
                }
            };
        if let Some(interaction) = here.last_interaction() {
            self.attempts.push(Attempt {
                interaction: interaction.0.cast_signed(),
                member: here.id().0.cast_signed(),
                mv,
                seen,
                is_confirmed,
                may_have_been_taken_back: false,
            });
        }
    }
}
