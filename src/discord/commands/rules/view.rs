//! The rules, page by page: how to move, with an example to play; what wins; the idea; how to find
//! the winning moves. Some games have more pages: the golden ratio, the proof, a table, a textbook
//! example, the history.

use itertools::Itertools as _;
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::commands::command::Control;
use crate::discord::commands::rules::{RulesControl, RulesPage};
use crate::discord::commands::start::StartControl;
use crate::discord::message::Message;
use crate::discord::picture::{Board, Picture};
use crate::discord::text::{Key, Language, key, tell};
use crate::discord::view::description::board_in_words;
use crate::discord::view::explanation::{Voice, explained, in_sentence};
use crate::discord::view::legends::with_pictures;
use crate::discord::view::moves::move_arguments;
use crate::discord::view::position::{heap_names, how_it_ended, rules_arguments, shown};
use crate::discord::view::{button, game_options, select};
use crate::records::Word as _;
use nim_games::{Ends, Example, Explanation, Move, Position, ToLeave};

/// How many choices a select may have
/// (<https://discord.com/developers/docs/components/reference#string-select>).
const MAX_CHOICES: usize = 25;

/// How long the label of a choice may be.
const MAX_LABEL: usize = 100;

/// The pages in order.
const PAGES: [(RulesPage, Key); 4] = [
    (RulesPage::Moves, key!("button-rules-moves")),
    (RulesPage::Wins, key!("button-rules-wins")),
    (RulesPage::Idea, key!("button-rules-idea")),
    (RulesPage::Find, key!("button-rules-find")),
];

/// The additional pages that some games have. A page is shown if the game has a text for it.
const MORE: [(RulesPage, Key); 5] = [
    (RulesPage::Ratio, key!("button-rules-ratio")),
    (RulesPage::Proof, key!("button-rules-proof")),
    (RulesPage::Table, key!("button-rules-table")),
    (RulesPage::Worked, key!("button-rules-worked")),
    (RulesPage::History, key!("button-rules-history")),
];

/// The rules by which a position is played, page by page.
pub(in crate::discord) struct Rules<'t> {
    /// The language.
    pub(in crate::discord) language: Language<'t>,
    /// Whether there is a button that starts the game.
    pub(in crate::discord) is_offered: bool,
    /// Whether examples are shown. They are left out if they could help in a game between members.
    pub(in crate::discord) has_examples: bool,
    /// Whether the tables of positions to leave and the long example are shown. They are left out
    /// for the same reason as examples.
    pub(in crate::discord) has_tables: bool,
    /// Changes on every redraw, so that the client accepts the same choice again.
    pub(in crate::discord) rendering: u64,
}

impl Rules<'_> {
    pub(in crate::discord) fn page(&self, of: Position, page: RulesPage) -> Message {
        let (language, start) = (self.language, of.example_start());
        let rows = || self.buttons(start, Some(page));
        let told = |name| language.of_game(of.variant(), name, None, &rules_arguments(of));
        match page {
            RulesPage::Moves if !self.has_examples => {
                Message::private(told("rules").unwrap_or_default(), rows())
            }
            RulesPage::Moves => {
                let ask = tell!(language, key!("rules-try"), "position" => shown(start));
                let how = told("rules").into_iter().chain([ask]).join("\n\n");
                self.example(start, start, how)
            }
            RulesPage::Wins => {
                let mut args = rules_arguments(of);
                let example = self
                    .has_examples
                    .then(|| example(language, &start.example(), " "));
                args.set("example", example.unwrap_or_default());
                let wins = language.tell_of(of.variant(), key!("rules-wins"), &args);
                Message::private(wins.trim_end().to_owned(), rows())
            }
            RulesPage::Idea => Message::private(told("idea").unwrap_or_default(), rows()),
            RulesPage::Find => {
                let find = told("find").unwrap_or_default();
                if !self.has_examples {
                    return Message::private(find, rows());
                }
                let explanation = Explanation::of(start);
                let at = tell!(language, key!("rules-worked"), "position" => shown(explanation.at));
                let why = explained(language, &explanation, Voice::Us);
                let solve = language.say(key!("rules-solve"));
                let text = format!("{find}\n\n{at} {why}\n{solve}");
                with_pictures(language, text, rows(), &explanation)
            }
            RulesPage::Ratio
            | RulesPage::Proof
            | RulesPage::Table
            | RulesPage::Worked
            | RulesPage::History => {
                let text = self.more(of, page).or_else(|| told("rules"));
                let message = Message::private(text.unwrap_or_default(), rows());
                if page != RulesPage::Ratio {
                    return message;
                }
                let in_words = language.say(key!("picture-ratio"));
                message.showing(Picture::Ratio(heap_names(language, of)), in_words)
            }
        }
    }

    /// The text of a page that only some games have.
    fn more(&self, of: Position, page: RulesPage) -> Option<String> {
        let mut args = rules_arguments(of);
        match page {
            RulesPage::Table => return self.table(of),
            RulesPage::Worked if !self.has_tables => return None,
            RulesPage::Worked => {
                let worked = of.worked_example()?;
                args.set("example", example(self.language, &worked, "\n"));
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
            .of_game(of.variant(), page.word(), None, &args)
    }

    /// The table of positions to leave in a game.
    fn table(&self, of: Position) -> Option<String> {
        let table = self.has_tables.then(|| of.to_leave())?;
        let (language, variant) = (self.language, of.variant());
        let row = |row: &ToLeave| {
            let args = fluent::fluent_args!["heaps" => row.heaps, "largest" => row.largest];
            let heaps = language.tell_of(variant, key!("rules-table-row"), &args);
            let listed = row.positions.iter().map(ToString::to_string);
            // No-break spaces keep each position on one line.
            let listed = listed.map(|lost| lost.replace(' ', "\u{a0}")).join(", ");
            format!("{heaps}\n```\n{listed}\n```")
        };
        let rows = table.iter().map(row).join("\n");
        let mut lost = table.iter().flat_map(|row| &row.positions);
        let stars = lost.any(|lost| lost.ends != Ends::All);
        let stars = stars.then(|| language.say(key!("rules-table-stars")));
        let args = rules_arguments(of);
        let told = language.tell_of(variant, key!("rules-table"), &args);
        let told = [told, rows].into_iter().chain(stars).join("\n");
        (!table.is_empty()).then_some(told)
    }

    /// The interactive example after the reader's move and the bot's answer.
    pub(in crate::discord) fn tried(&self, at: Position, mv: Move) -> Message {
        let language = self.language;
        let left = at.play(mv).unwrap_or(at);
        let answer = left.best_move().or_else(|| left.telling_moves().pop());
        let now = answer.map_or(Ok(left), |answer| left.play(answer));
        let now = now.unwrap_or(left);
        let made = in_sentence(language, at, mv, Voice::Us, true);
        let answered = answer.map(|answer| in_sentence(language, left, answer, Voice::Us, true));
        // It is the reader's turn if the bot has answered, and the bot's turn otherwise.
        let end = match (now.is_over(), now.is_lost() == answer.is_none()) {
            (false, _) => "none",
            (true, true) => "won",
            (true, false) => "lost",
        };
        let said = tell!(
            language, key!("rules-tried"), "move" => made, "answer" => answered.unwrap_or_default(),
            "answers" => if answer.is_some() { "yes" } else { "no" }, "end" => end
        );
        let before = if answer.is_some() { left } else { at };
        self.example(now, before, said)
    }

    /// The position of the example with its moves.
    fn example(&self, at: Position, before: Position, text: String) -> Message {
        let start = at.example_start();
        let mut rows: Vec<CreateActionRow> = self.moves(at).into_iter().collect();
        // Once the example is under way, the page's button restarts it.
        let page = (at == start && before == start).then_some(RulesPage::Moves);
        rows.extend(self.buttons(start, page));
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
            is_offered: self.is_offered,
            rendering: self.rendering,
        };
        let is_over = options.is_empty();
        let kind = CreateSelectMenuKind::String { options };
        let select = CreateSelectMenu::new(control.id().to_string(), kind);
        let select = select.placeholder(self.language.say(key!("select-try")));
        (!is_over).then_some(CreateActionRow::SelectMenu(select))
    }

    /// The buttons for the pages, with the shown page's button disabled, and the button that starts
    /// a game.
    fn buttons(&self, of: Position, shown: Option<RulesPage>) -> Vec<CreateActionRow> {
        let more = MORE.into_iter();
        let more = more.filter(|&(page, _)| self.more(of, page).is_some());
        let page = |(page, label)| {
            let control = RulesControl::Page {
                of,
                page,
                is_offered: self.is_offered,
            };
            button(self.language, control.id(), label).disabled(Some(page) == shown)
        };
        let (pages, more) = (PAGES.map(page).to_vec(), more.map(page).collect::<Vec<_>>());
        let more = (!more.is_empty()).then_some(CreateActionRow::Buttons(more));
        let play = self.is_offered.then(|| {
            let control = StartControl::Suited(of.variant());
            let play = button(self.language, control.id(), key!("button-start"));
            CreateActionRow::Buttons(vec![play.style(ButtonStyle::Primary)])
        });
        let pages = Some(CreateActionRow::Buttons(pages));
        [pages, more, play].into_iter().flatten().collect()
    }
}

/// An example of play in words, move by move.
fn example(language: Language<'_>, Example { start, moves }: &Example, between: &str) -> String {
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
    tell!(language, key!("rules-example"), "position" => shown(*start), "steps" => steps.join(between))
}

/// A select that opens the rules of a game.
pub(in crate::discord) fn all_rules(language: Language<'_>) -> Message {
    let games = select(
        language,
        RulesControl::Choose.id(),
        game_options(language, None),
        key!("select-game"),
    );
    Message::private(language.say(key!("all-rules")), vec![games])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::text::Texts;
    use nim_games::{Ending, Options, Variant};

    /// The maximum length of a text that everyone sees: people do not read more.
    const MAX_TOLD: usize = 300;

    /// The maximum length of an additional page, opened only by readers who want to know more.
    const MAX_MORE: usize = 900;

    #[test]
    fn every_page_of_every_game_has_its_text_and_fits_on_a_phone() {
        let texts = Texts::load().expect("texts");
        let mut long = Vec::new();
        for (_, language) in texts.languages() {
            for &variant in Variant::ALL {
                for ending in [Ending::Normal, Ending::Misere] {
                    let of = Position::usual(variant, Options::of_ending(ending));
                    let of = of.or_else(|_| Position::usual(variant, Options::default()));
                    let of = of.expect("an opening");
                    for name in ["rules", "idea", "find"] {
                        let told = language.of_game(variant, name, None, &rules_arguments(of));
                        let told = told.unwrap_or_else(|| panic!("{variant} has no {name}"));
                        let length = told.chars().count();
                        if name != "rules" && length > MAX_TOLD {
                            long.push(format!("{length}: {told}"));
                        }
                    }
                    let rules = Rules {
                        language,
                        is_offered: true,
                        has_examples: true,
                        has_tables: true,
                        rendering: 0,
                    };
                    let more = MORE.map(|(page, _)| rules.more(of, page));
                    for told in more.into_iter().flatten() {
                        let length = told.chars().count();
                        if length > MAX_MORE {
                            long.push(format!("{length}: {told}"));
                        }
                    }
                }
            }
        }
        assert!(long.is_empty(), "{long:#?}");
    }
}
