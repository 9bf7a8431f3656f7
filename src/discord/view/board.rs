//! The board of a game: who plays, what happened last, whose turn it is, the piles, and the controls.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateInputText, CreateModal, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, InputTextStyle,
};

use super::super::control::{BoardAction, Control};
use super::super::message::Message;
use super::super::picture::Picture;
use super::super::text::{Language, key, tell};
use super::ended::{ended_rows, legend, lesson, outlook, way};
use super::position::{in_words, rows};
use super::{button, move_arguments, name, player, relative};
use crate::game::{Game, NextGame, Outcome, Phase, Player, Review, Seat, Stake};
use crate::records::{GameRecord, Word};
use crate::rules::wythoff::{Move, Pile, Position};

/// How many choices a select may have (<https://discord.com/developers/docs/components/reference#string-select>).
const MAX_CHOICES: u64 = 25;

/// The board of a game. `rendering` makes its selects differ from those of other renderings of the same point.
pub(in crate::discord) fn board(
    language: Language<'_>,
    record: &GameRecord,
    rendering: u64,
) -> Message {
    let game = &record.game;
    if game.outcome().is_none() {
        let rows = running_controls(language, game, rendering);
        let text = text(language, record, None, None);
        return Message::public(text, rows)
            .showing(Picture::of_game(game), in_words(language, game));
    }
    let review = Review::of(game.start_position(), &record.moves);
    let way = way(language, record, &review);
    let legend = way
        .as_ref()
        .and_then(|(picture, _)| legend(language, picture));
    let lesson = lesson(language, game, &review);
    let message = Message::public(
        text(language, record, lesson, legend),
        ended_rows(language, game),
    );
    match way {
        Some((picture, in_words)) => message.showing(picture, in_words),
        None => message,
    }
}

/// The text of a message that was the board before.
pub(in crate::discord) fn link_to_board_message(language: Language<'_>, link: &str) -> Message {
    Message::public(
        tell!(language, key!("board-moved-away"), "link" => link),
        vec![],
    )
}

/// The text of a board. That of a finished game has a lesson and the legend of its picture.
fn text(
    language: Language<'_>,
    record: &GameRecord,
    lesson: Option<String>,
    legend: Option<String>,
) -> String {
    let game = &record.game;
    let mut lines = vec![title(language, game)];
    lines.extend(game.latest().map(|(seat, mv)| {
        let mut args = move_arguments(language, game.position(), mv);
        args.set("who", name(language, game, seat));
        language.tell(key!("board-took"), &args)
    }));
    lines.push(state(language, game));
    lines.extend(lesson);
    if game.times_taken_back() > 0 {
        lines.push(tell!(language, key!("board-taken-back"), "times" => game.times_taken_back()));
    }
    lines.extend(rating_changes(language, record));
    lines.extend(votes(language, game));
    if game.ply() < 2 && game.outcome().is_none() {
        lines.push(language.say(key!("board-rules-in-short")));
    }
    lines.extend(outlook(language, game));
    if !game.position().is_home() {
        lines.push(rows(language, game.position()));
    }
    lines.extend(legend);
    // The last pair of numbers in the message, in ASCII and without grouping in every language: programs read it, too.
    lines.push(format!(
        "{} {}",
        language.say(key!("board-position")),
        game.position()
    ));
    lines.join("\n")
}

fn title(language: Language<'_>, game: &Game) -> String {
    let players = game.players();
    let [first, second] = [players.first, players.second].map(|seated| player(language, seated));
    let stake = match game.terms().stake {
        Stake::Rated => "rated",
        Stake::Casual => "casual",
    };
    let level = players.level().map_or(stake, Word::word);
    tell!(language, key!("board-title"), "first" => first, "second" => second, "level" => level)
}

/// Whose turn it is, or how the game ended.
pub(super) fn state(language: Language<'_>, game: &Game) -> String {
    let name = |seat| name(language, game, seat);
    let moves = u64::from(game.ply());
    match game.outcome() {
        None => {
            let who = game.to_move().map(name).unwrap_or_default();
            match (game.phase(), game.players().level()) {
                (Phase::Running { deadline, .. }, None) => {
                    tell!(
                        language, key!("board-to-move-until"), "who" => who,
                        "until" => relative(deadline)
                    )
                }
                (_, _) => tell!(language, key!("board-to-move"), "who" => who),
            }
        }
        Some(Outcome::LastMove { winner }) => {
            tell!(language, key!("board-won-by-last-move"), "who" => name(winner), "moves" => moves)
        }
        Some(Outcome::Resignation { winner }) => {
            tell!(
                language, key!("board-won-by-resignation"), "who" => name(winner),
                "loser" => name(winner.other())
            )
        }
        Some(Outcome::Forfeit { winner }) => {
            tell!(
                language, key!("board-won-by-forfeit"), "who" => name(winner),
                "loser" => name(winner.other())
            )
        }
        Some(Outcome::NoShow) => {
            let absent = game.seat_on_turn();
            tell!(language, key!("board-no-show"), "loser" => name(absent))
        }
        Some(Outcome::Abandonment) => language.say(key!("board-abandoned")),
    }
}

/// The rating changes of a rated game.
fn rating_changes(language: Language<'_>, record: &GameRecord) -> Vec<String> {
    let players = record.game.players();
    let of = |seated: Player| {
        let Player::Member(member) = seated else {
            return None;
        };
        let change = record
            .ratings
            .iter()
            .find(|change| change.member == member)?;
        Some(tell!(
            language, key!("board-rating"), "who" => player(language, seated),
            "before" => change.before.to_string(), "after" => change.after.to_string(),
            "change" => format!("{:+}", change.after - change.before)
        ))
    };
    [players.first, players.second]
        .into_iter()
        .filter_map(of)
        .collect()
}

/// The votes for the next game, until they agree.
fn votes(language: Language<'_>, game: &Game) -> Vec<String> {
    let Phase::Ended { votes, .. } = game.phase() else {
        return Vec::new();
    };
    if game.agreed_next_game().is_some() {
        return Vec::new();
    }
    let of = |seat| {
        let key = match votes.at(seat)? {
            NextGame::Rematch => key!("board-wish-rematch"),
            NextGame::NewPiles => key!("board-wish-new-piles"),
        };
        let who = name(language, game, seat);
        Some(tell!(language, key, "who" => who))
    };
    let mut lines: Vec<String> = Seat::BOTH.into_iter().filter_map(of).collect();
    if !lines.is_empty() {
        lines.push(language.say(key!("board-wishes-agree")));
    }
    lines
}

fn running_controls(language: Language<'_>, game: &Game, rendering: u64) -> Vec<CreateActionRow> {
    let selects = Pile::ALL
        .into_iter()
        .filter(|&pile| game.position().most(pile) > 0);
    let mut rows: Vec<_> = selects
        .map(|pile| select(language, game, pile, rendering))
        .collect();
    let is_with_bot = game.players().level().is_some();
    let is_large = game.position().larger() > MAX_CHOICES;
    let buttons = [
        (
            is_large,
            BoardAction::OtherAmount,
            key!("button-other-amount"),
        ),
        (is_with_bot, BoardAction::Hint, key!("button-hint")),
        (
            game.can_take_back(),
            BoardAction::TakeBack,
            key!("button-take-back"),
        ),
        (true, BoardAction::Resign, key!("button-resign")),
        (true, BoardAction::Rules, key!("button-rules")),
    ];
    let offered = buttons.into_iter().filter(|(is_offered, ..)| *is_offered);
    let buttons = offered.map(|(_, action, label)| {
        let button = button(language, Control::of(game, action), label);
        match action {
            BoardAction::OtherAmount => button.style(ButtonStyle::Primary),
            _ => button,
        }
    });
    rows.push(CreateActionRow::Buttons(buttons.collect()));
    rows
}

fn select(language: Language<'_>, game: &Game, pile: Pile, rendering: u64) -> CreateActionRow {
    let most = game.position().most(pile).min(MAX_CHOICES);
    let options = (1..=most).map(|amount| {
        let label = taking(language, game.position(), Move::new(pile, amount));
        CreateSelectMenuOption::new(label, amount.to_string())
    });
    let control = Control::of(game, BoardAction::Take { pile, rendering });
    let kind = CreateSelectMenuKind::String {
        options: options.collect(),
    };
    let placeholder = tell!(language, key!("select-from"), "pile" => pile.word());
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(control.to_string(), kind).placeholder(placeholder),
    )
}

/// A move as an option: what it takes, and what it leaves.
pub(in crate::discord) fn taking(language: Language<'_>, at: Position, mv: Move) -> String {
    let leaves = at.play(mv).unwrap_or(at);
    tell!(
        language, key!("select-take"), "amount" => language.number(mv.amount),
        "position" => leaves.to_string()
    )
}

/// The form for amounts that are in no select. Its fields are `left` and `right`.
pub(in crate::discord) fn other_amount_form(language: Language<'_>, game: &Game) -> CreateModal {
    let control = Control::of(game, BoardAction::OtherAmount);
    let Position { left, right } = game.position();
    let hint = if left > 0 && right > 0 {
        key!("form-amount-hint")
    } else {
        key!("form-amount-hint-one")
    };
    let field = |(label, name, most): (_, &str, u64)| {
        let hint = tell!(language, hint, "most" => language.number(most));
        let input = CreateInputText::new(InputTextStyle::Short, language.say(label), name);
        CreateActionRow::InputText(input.placeholder(hint).required(false).max_length(40))
    };
    let piles = [
        (key!("form-left"), "left", left),
        (key!("form-right"), "right", right),
    ];
    let rows = piles
        .into_iter()
        .filter(|(_, _, size)| *size > 0)
        .map(field)
        .collect();
    CreateModal::new(control.to_string(), language.say(key!("form-other-amount"))).components(rows)
}
