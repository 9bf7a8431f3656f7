//! The rules, page by page: how to move, with an example to play; what wins; the idea; how to find
//! the winning moves. Some games have more pages: the golden ratio, the proof, a table, a textbook
//! example, the history.

#[cfg(test)]
mod tests;

use itertools::Itertools as _;
use serenity::all::{
    CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::commands::start::start_row;
use crate::controls::Control;
use crate::controls::rules::{RulesControl, RulesPage};
use crate::message::Message;
use crate::picture::{Board, Picture};
use crate::text::{Key, Language, key, tell, yes_or_no};
use crate::view::description::board_in_words;
use crate::view::explanation::{Voice, explained, in_sentence};
use crate::view::legends::with_pictures;
use crate::view::moves::move_arguments;
use crate::view::position::{
    heap_names, how_it_ended, readable, rules_arguments, rules_in_short, title,
};
use crate::view::{game_options, select};
use nim_games::{ColdPositions, Example, Explanation, LostIn, Move, Options, Position};
use wythoff_game::records::Word as _;
use wythoff_service::{Drawn, NewGame, Setup};

/// How many choices a select may have
/// (<https://discord.com/developers/docs/components/reference#string-select>).
const MAX_CHOICES: usize = 25;

/// How long the label of a choice may be.
const MAX_LABEL: usize = 100;

/// The pages in order.
const PAGES: [(RulesPage, Key); 4] = [
    (RulesPage::Moves, key!("rules-moves")),
    (RulesPage::Wins, key!("rules-example-of")),
    (RulesPage::Idea, key!("rules-idea")),
    (RulesPage::Find, key!("rules-find")),
];

/// The additional pages that some games have. A page is shown if the game has a text for it.
const EXTRA_PAGES: [(RulesPage, Key); 5] = [
    (RulesPage::Ratio, key!("rules-ratio")),
    (RulesPage::Proof, key!("rules-proof")),
    (RulesPage::Table, key!("rules-what-to-leave")),
    (RulesPage::WorkedExample, key!("rules-worked-example")),
    (RulesPage::History, key!("rules-history")),
];

/// Who reads a page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Readers {
    /// Who has asked for it, and can use its controls.
    One,
    Everybody,
}

/// The rules by which a position is played, page by page.
pub(crate) struct Rules<'t> {
    pub(crate) language: Language<'t>,
    /// Whether there is a button that starts the game.
    pub(crate) has_start_button: bool,
    /// Whether examples are shown. They are left out if they could help in a game between members.
    pub(crate) has_examples: bool,
    /// Whether the table of cold positions and the textbook example are shown. They are left
    /// out for the same reason as examples.
    pub(crate) has_tables: bool,
    pub(crate) readers: Readers,
    /// Changes on every redraw, so that the client accepts the same choice again.
    pub(crate) rendering: u64,
}

impl Rules<'_> {
    pub(crate) fn page(&self, position: Position, page: RulesPage) -> Message {
        let (language, start) = (self.language, position.example_start());
        let rows = || self.controls(start, Some(page));
        let text =
            |name| language.game_text(position.variant(), name, None, &rules_arguments(position));
        match page {
            RulesPage::Moves if !self.has_examples => {
                Message::private(self.in_short(position), rows())
            }
            RulesPage::Moves => {
                let ask = (self.readers == Readers::One).then(|| language.say(key!("rules-try")));
                let how = [self.in_short(position)].into_iter().chain(ask).join("\n");
                self.example_page(start, start, how)
            }
            RulesPage::Wins => self.wins_page(position, start),
            RulesPage::Idea => Message::private(text("idea").unwrap_or_default(), rows()),
            RulesPage::Find => {
                let find = text("find").unwrap_or_default();
                if !self.has_examples {
                    return Message::private(find, rows());
                }
                let explanation = Explanation::of(start);
                let heading =
                    tell!(language, key!("rules-worked"), "position" => readable(explanation.at));
                let why = explained(language, &explanation, Voice::Us);
                let solve = language.say(key!("rules-solve"));
                let text = format!("{find}\n\n{heading} {why}\n{solve}");
                with_pictures(language, text, rows(), &explanation)
            }
            RulesPage::Ratio
            | RulesPage::Proof
            | RulesPage::Table
            | RulesPage::WorkedExample
            | RulesPage::History => {
                let text = self.extra_page_text(position, page);
                let text = text.unwrap_or_else(|| self.in_short(position));
                let message = Message::private(text, rows());
                if page != RulesPage::Ratio {
                    return message;
                }
                let in_words = language.say(key!("picture-ratio"));
                message.showing(
                    Picture::Ratio(position.ending(), heap_names(language, position)),
                    in_words,
                )
            }
        }
    }

    /// What wins, with an example on its board.
    fn wins_page(&self, position: Position, start: Position) -> Message {
        let (language, mut args) = (self.language, rules_arguments(position));
        let example = || example_in_words(language, &start.example(), " ");
        let example = self.has_examples.then(example);
        args.set("example", example.unwrap_or_default());
        let wins = language.tell_for_game(position.variant(), key!("rules-wins"), &args);
        let rows = self.controls(start, Some(RulesPage::Wins));
        let message = Message::private(wins.trim_end().to_owned(), rows);
        if !self.has_examples {
            return message;
        }
        let board = Board::at(start, heap_names(language, start));
        let in_words = board_in_words(language, &board);
        message.showing(Picture::Board(Box::new(board)), in_words)
    }

    /// The name of the game, and its rules in a line.
    fn in_short(&self, position: Position) -> String {
        let (title, rules) = (
            title(self.language, position),
            rules_in_short(self.language, position),
        );
        format!("**{title}**\n{rules}")
    }

    /// The text of a page that only some games have.
    fn extra_page_text(&self, position: Position, page: RulesPage) -> Option<String> {
        let mut args = rules_arguments(position);
        match page {
            RulesPage::Table => return self.table(position),
            RulesPage::WorkedExample if !self.has_tables => return None,
            RulesPage::WorkedExample => {
                let worked = position.worked_example()?;
                args.set("example", example_in_words(self.language, &worked, "\n"));
            }
            RulesPage::Moves
            | RulesPage::Wins
            | RulesPage::Idea
            | RulesPage::Find
            | RulesPage::Ratio
            | RulesPage::Proof
            | RulesPage::History => {}
        }
        self.language
            .game_text(position.variant(), page.word(), None, &args)
    }

    /// The table of cold positions in a game.
    fn table(&self, position: Position) -> Option<String> {
        let table = self.has_tables.then(|| position.cold_positions())?;
        let (language, variant) = (self.language, position.variant());
        let row = |row: &ColdPositions| {
            let args = fluent::fluent_args!["heaps" => row.heaps, "largest" => row.largest];
            let heaps = language.tell_for_game(variant, key!("rules-table-row"), &args);
            let listed = row.positions.iter().map(ToString::to_string);
            // No-break spaces keep each position on one line.
            let listed = listed.map(|lost| lost.replace(' ', "\u{a0}")).join(", ");
            format!("{heaps}\n```\n{listed}\n```")
        };
        let rows = table.iter().map(row).join("\n");
        let mut lost_positions = table.iter().flat_map(|row| &row.positions);
        let has_stars = lost_positions.any(|lost| lost.lost_in != LostIn::All);
        let stars = has_stars.then(|| language.say(key!("rules-table-stars")));
        let args = rules_arguments(position);
        let text = language.tell_for_game(variant, key!("rules-table"), &args);
        let text = [text, rows].into_iter().chain(stars).join("\n");
        (!table.is_empty()).then_some(text)
    }

    /// The interactive example after the reader's move and the bot's answer.
    pub(crate) fn example_after(&self, at: Position, mv: Move) -> Message {
        let language = self.language;
        let after_move = at.play(mv).unwrap_or(at);
        let answer = after_move
            .best_move()
            .or_else(|| after_move.telling_moves().pop());
        let now = answer.map_or(Ok(after_move), |answer| after_move.play(answer));
        let now = now.unwrap_or(after_move);
        let move_text = in_sentence(language, at, mv, Voice::Us, true);
        let answer_text =
            answer.map(|answer| in_sentence(language, after_move, answer, Voice::Us, true));
        // It is the reader's turn if the bot has answered, and the bot's turn otherwise.
        let end = match (now.is_over(), now.is_lost() == answer.is_none()) {
            (false, _) => "none",
            (true, true) => "won",
            (true, false) => "lost",
        };
        let result = tell!(
            language, key!("rules-tried"), "move" => move_text, "answer" => answer_text.unwrap_or_default(),
            "answers" => yes_or_no(answer.is_some()), "end" => end
        );
        let before = if answer.is_some() { after_move } else { at };
        self.example_page(now, before, result)
    }

    /// A position of the example, with a select for its moves.
    fn example_page(&self, at: Position, before: Position, text: String) -> Message {
        let start = at.example_start();
        let mut rows: Vec<CreateActionRow> = self.moves(at).into_iter().collect();
        // Once the example is under way, the page's button restarts it.
        let page = (at == start && before == start).then_some(RulesPage::Moves);
        rows.extend(self.controls(start, page));
        let board = Board {
            start,
            before: (before != at).then_some(before),
            ..Board::at(at, heap_names(self.language, at))
        };
        let in_words = board_in_words(self.language, &board);
        Message::private(text, rows).showing(Picture::Board(Box::new(board)), in_words)
    }

    /// A select with the legal moves at a position of the example, if there are any.
    fn moves(&self, at: Position) -> Option<CreateActionRow> {
        let choices = at.choices();
        let option = |mv: Move| {
            let label = in_sentence(self.language, at, mv, Voice::Us, true);
            let label: String = label.chars().take(MAX_LABEL).collect();
            CreateSelectMenuOption::new(label, mv.to_string())
        };
        let options: Vec<_> = choices.moves().take(MAX_CHOICES).map(option).collect();
        let control = RulesControl::Try {
            at,
            has_start_button: self.has_start_button,
            rendering: self.rendering,
        };
        let is_over = options.is_empty();
        let kind = CreateSelectMenuKind::String { options };
        let select = CreateSelectMenu::new(control.id().to_string(), kind);
        let select = select.placeholder(self.language.say(key!("select-try")));
        (!is_over).then_some(CreateActionRow::SelectMenu(select))
    }

    /// The button that starts a game, and a select of the pages.
    fn controls(&self, position: Position, shown: Option<RulesPage>) -> Vec<CreateActionRow> {
        let extra = EXTRA_PAGES.into_iter();
        let extra = extra.filter(|&(page, _)| self.extra_page_text(position, page).is_some());
        let option = |(page, label): (RulesPage, Key)| {
            CreateSelectMenuOption::new(self.language.say(label), page.word())
                .default_selection(Some(page) == shown)
        };
        let control = RulesControl::Pages {
            position,
            has_start_button: self.has_start_button,
            rendering: self.rendering,
        };
        let pages = PAGES.into_iter().chain(extra).map(option).collect();
        let pages = select(self.language, control.id(), pages, key!("select-page"));
        let start_row = self.has_start_button.then(|| {
            let (opening, variant) = (position.opening(), position.variant());
            let is_usual = Position::usual(variant, Options::default()) == Ok(opening);
            let setup = if is_usual {
                Setup::Drawn(Drawn::usual(variant))
            } else {
                Setup::Chosen(NewGame::to_win(opening, None))
            };
            start_row(self.language, setup)
        });
        start_row.into_iter().chain([pages]).collect()
    }
}

/// An example of play in words, move by move.
fn example_in_words(
    language: Language<'_>,
    Example { start, moves }: &Example,
    separator: &str,
) -> String {
    let players = [key!("example-first"), key!("example-second")].map(|name| language.say(name));
    let mut at = *start;
    let mut steps = Vec::with_capacity(moves.len());
    for (&mv, who) in moves.iter().zip(players.iter().cycle()) {
        let mut args = move_arguments(language, at, mv);
        args.set("who", who.as_str());
        steps.push(language.tell(key!("example-step"), &args));
        at = at.play(mv).unwrap_or(at);
    }
    let [first, second] = &players;
    let [last, next] = if moves.len().is_multiple_of(2) {
        [second, first]
    } else {
        [first, second]
    };
    // The player who would move next has lost, or has won if the last move loses.
    let [winner, loser] = if at.is_lost() {
        [last, next]
    } else {
        [next, last]
    };
    steps.push(tell!(
        language, key!("example-end"), "how" => how_it_ended(at), "who" => winner.as_str(), "loser" => loser.as_str(),
        "target" => at.shape().counting().map_or(0, |counting| counting.target)
    ));
    tell!(language, key!("rules-example"), "position" => readable(*start), "steps" => steps.join(separator))
}

/// A select that opens the rules of a game.
pub(crate) fn all_rules(language: Language<'_>) -> Message {
    let games = select(
        language,
        RulesControl::Choose.id(),
        game_options(language, None),
        key!("select-game"),
    );
    Message::private(language.say(key!("all-rules")), vec![games])
}
