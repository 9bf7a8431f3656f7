//! The board of a game: who plays, what happened last, whose turn it is, the piles, and the controls.

use std::fmt::Write;

use fluent::fluent_args;
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateInputText, CreateModal, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, InputTextStyle,
};

use super::super::control::{Control, Verb};
use super::super::picture::{LARGEST_GRID, Picture};
use super::super::reply::Message;
use super::super::text::{Language, key};
use super::{button, level_argument, pile_argument, player, relative};
use crate::game::{Game, Outcome, Phase, Player, Seat, Sequel, Stake};
use crate::rules::wythoff::{Move, Pile, Position};
use crate::store::GameRecord;

/// The largest pile that is drawn as a row of counters.
const LARGEST_ROW: u64 = 30;

/// How many choices a select may have (<https://discord.com/developers/docs/components/reference#string-select>).
const MOST_CHOICES: u64 = 25;

/// The board of a game as it is now. `rendering` sets its selects apart from those of other renderings of the same ply.
pub(in crate::discord) fn board(
    language: Language<'_>,
    record: &GameRecord,
    rendering: u64,
) -> Message {
    let game = &record.game;
    let rows = if game.outcome().is_none() {
        running_controls(language, game, rendering)
    } else {
        vec![CreateActionRow::Buttons(ended_buttons(language, game))]
    };
    Message::public(text(language, record), rows)
        .showing(Picture::of_game(game), in_words(language, game))
}

/// What the picture shows: the piles, where the queen can go, and how she came there.
fn in_words(language: Language<'_>, game: &Game) -> String {
    let now = game.position();
    let args = fluent_args![
        "position" => now.to_string(),
        "start" => game.start_position().to_string(),
        "both" => now.smaller().to_string(),
        "left" => now.left.to_string(),
        "right" => now.right.to_string(),
        "is-home" => if now.is_home() { "yes" } else { "no" }
    ];
    let shown = if game.start_position().larger() <= LARGEST_GRID {
        language.tell(key!("picture-board"), &args)
    } else {
        language.tell(key!("picture-bars"), &args)
    };
    let last = game.latest().last().map(|(_, mv)| {
        let args =
            fluent_args!["pile" => pile_argument(mv.pile), "amount" => language.number(mv.amount)];
        language.tell(key!("picture-last-move"), &args)
    });
    [Some(shown), last]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// What takes the place of a board that is shown elsewhere now.
pub(in crate::discord) fn moved_away(language: Language<'_>, link: &str) -> Message {
    Message::public(
        language.tell(key!("board-moved-away"), &fluent_args!["link" => link]),
        vec![],
    )
}

fn text(language: Language<'_>, record: &GameRecord) -> String {
    let game = &record.game;
    let mut lines = vec![title(language, game)];
    lines.extend(game.latest().map(|(seat, mv)| {
        let who = player(language, game.players().at(seat));
        let amount = language.number(mv.amount);
        let args = fluent_args!["who" => who, "pile" => pile_argument(mv.pile), "amount" => amount];
        language.tell(key!("board-took"), &args)
    }));
    lines.push(state(language, game));
    lines.extend(rating_changes(language, record));
    lines.extend(wishes(language, game));
    if game.ply() < 2 && game.outcome().is_none() {
        lines.push(language.say(key!("board-rules-in-short")));
    }
    lines.push(rows(language, game.position()));
    // The last pair of numbers in the message, in ASCII and without grouping, whatever the language: programs read it, too.
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
    let level = players.level().map_or(stake, level_argument);
    language.tell(
        key!("board-title"),
        &fluent_args!["first" => first, "second" => second, "level" => level],
    )
}

/// Whose turn it is, or how the game ended.
fn state(language: Language<'_>, game: &Game) -> String {
    let name = |seat| player(language, game.players().at(seat));
    let moves = u64::from(game.ply());
    match game.outcome() {
        None => {
            let who = game.to_move().map(name).unwrap_or_default();
            match (game.phase(), game.players().level()) {
                (Phase::Running { deadline, .. }, None) => {
                    let args = fluent_args!["who" => who, "until" => relative(deadline)];
                    language.tell(key!("board-to-move-until"), &args)
                }
                (_, _) => language.tell(key!("board-to-move"), &fluent_args!["who" => who]),
            }
        }
        Some(Outcome::LastMove { winner }) => {
            let args = fluent_args!["who" => name(winner), "moves" => moves];
            language.tell(key!("board-won-by-last-move"), &args)
        }
        Some(Outcome::Resignation { winner }) => {
            let args = fluent_args!["who" => name(winner), "loser" => name(winner.other())];
            language.tell(key!("board-won-by-resignation"), &args)
        }
        Some(Outcome::Forfeit { winner }) => {
            let args = fluent_args!["who" => name(winner), "loser" => name(winner.other())];
            language.tell(key!("board-won-by-forfeit"), &args)
        }
        Some(Outcome::NoShow) => {
            let absent = game.seat_on_turn();
            language.tell(
                key!("board-no-show"),
                &fluent_args!["loser" => name(absent)],
            )
        }
        Some(Outcome::Abandonment) => language.say(key!("board-abandoned")),
    }
}

/// What a rated game has made of the ratings, the one who began first.
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
        let args = fluent_args![
            "who" => player(language, seated),
            "before" => change.before.to_string(),
            "after" => change.after.to_string(),
            "change" => format!("{:+}", change.after - change.before)
        ];
        Some(language.tell(key!("board-rating"), &args))
    };
    [players.first, players.second]
        .into_iter()
        .filter_map(of)
        .collect()
}

/// How the players of a finished game want to go on, until they agree.
fn wishes(language: Language<'_>, game: &Game) -> Vec<String> {
    let Phase::Ended { wishes, .. } = game.phase() else {
        return Vec::new();
    };
    if game.agreed_sequel().is_some() {
        return Vec::new();
    }
    let of = |seat| {
        let key = match wishes.of(seat)? {
            Sequel::Rematch => key!("board-wish-rematch"),
            Sequel::NewPiles => key!("board-wish-new-piles"),
        };
        let who = player(language, game.players().at(seat));
        Some(language.tell(key, &fluent_args!["who" => who]))
    };
    let mut lines: Vec<String> = [Seat::First, Seat::Second]
        .into_iter()
        .filter_map(of)
        .collect();
    if !lines.is_empty() {
        lines.push(language.say(key!("board-wishes-agree")));
    }
    lines
}

/// Both piles as rows of counters in groups of five, so that they can be counted at a glance.
fn rows(language: Language<'_>, position: Position) -> String {
    let rows = [
        (key!("pile-left"), position.left),
        (key!("pile-right"), position.right),
    ];
    let labels = rows.map(|(label, _)| language.say(label));
    let widest = labels
        .iter()
        .map(|label| label.chars().count())
        .max()
        .unwrap_or(0);
    let mut block = "```\n".to_owned();
    for (label, (_, size)) in labels.iter().zip(rows) {
        let counters = counters(size);
        // Writing to a string cannot fail.
        let _ = writeln!(block, "{label:widest$}  {counters}{size}");
    }
    block + "```"
}

fn counters(size: u64) -> String {
    if size > LARGEST_ROW {
        return String::new();
    }
    let mut row = String::new();
    for index in 0..size {
        row.push('●');
        if index % 5 == 4 {
            row.push(' ');
        }
    }
    if !row.ends_with(' ') && size > 0 {
        row.push(' ');
    }
    row
}

fn running_controls(language: Language<'_>, game: &Game, rendering: u64) -> Vec<CreateActionRow> {
    let selects = Pile::ALL
        .into_iter()
        .filter(|&pile| game.position().most(pile) > 0);
    let mut rows: Vec<_> = selects
        .map(|pile| select(language, game, pile, rendering))
        .collect();
    let control = |verb| Control {
        game: game.id(),
        ply: game.ply(),
        verb,
    };
    let mut buttons = Vec::new();
    if game.position().larger() > MOST_CHOICES {
        let other = control(Verb::OtherAmount);
        buttons.push(button(
            language,
            other,
            key!("button-other-amount"),
            ButtonStyle::Primary,
        ));
    }
    if game.players().level().is_some() {
        buttons.push(button(
            language,
            control(Verb::Hint),
            key!("button-hint"),
            ButtonStyle::Secondary,
        ));
    }
    buttons.push(button(
        language,
        control(Verb::Resign),
        key!("button-resign"),
        ButtonStyle::Secondary,
    ));
    buttons.push(button(
        language,
        control(Verb::Rules),
        key!("button-rules"),
        ButtonStyle::Secondary,
    ));
    rows.push(CreateActionRow::Buttons(buttons));
    rows
}

fn select(language: Language<'_>, game: &Game, pile: Pile, rendering: u64) -> CreateActionRow {
    let most = game.position().most(pile).min(MOST_CHOICES);
    let options = (1..=most).filter_map(|amount| {
        let leaves = game.position().play(Move::new(pile, amount)).ok()?;
        let args = fluent_args!["amount" => amount.to_string(), "position" => leaves.to_string()];
        Some(CreateSelectMenuOption::new(
            language.tell(key!("select-take"), &args),
            amount.to_string(),
        ))
    });
    let control = Control {
        game: game.id(),
        ply: game.ply(),
        verb: Verb::Take { pile, rendering },
    };
    let kind = CreateSelectMenuKind::String {
        options: options.collect(),
    };
    let placeholder = language.tell(
        key!("select-from"),
        &fluent_args!["pile" => pile_argument(pile)],
    );
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(control.to_string(), kind).placeholder(placeholder),
    )
}

fn ended_buttons(language: Language<'_>, game: &Game) -> Vec<serenity::all::CreateButton> {
    let control = |verb| Control {
        game: game.id(),
        ply: game.ply(),
        verb,
    };
    let players = game.players();
    let is_anybody_gone = players.first.is_former() || players.second.is_former();
    let sequels = if is_anybody_gone { 2 } else { 0 };
    let buttons = vec![
        button(
            language,
            control(Verb::GoOn(Sequel::Rematch)),
            key!("button-rematch"),
            ButtonStyle::Primary,
        ),
        button(
            language,
            control(Verb::GoOn(Sequel::NewPiles)),
            key!("button-new-piles"),
            ButtonStyle::Secondary,
        ),
        button(
            language,
            control(Verb::Review),
            key!("button-review"),
            ButtonStyle::Secondary,
        ),
        button(
            language,
            control(Verb::Rules),
            key!("button-rules"),
            ButtonStyle::Secondary,
        ),
    ];
    // With a former player nobody goes on.
    buttons.into_iter().skip(sequels).collect()
}

/// The form for amounts that are in no select: `left` and `right` are its fields.
pub(in crate::discord) fn other_amount_form(language: Language<'_>, game: &Game) -> CreateModal {
    let control = Control {
        game: game.id(),
        ply: game.ply(),
        verb: Verb::OtherAmount,
    };
    let Position { left, right } = game.position();
    let hint = if left > 0 && right > 0 {
        key!("form-amount-hint")
    } else {
        key!("form-amount-hint-one")
    };
    let field = |(label, name, most): (_, &str, u64)| {
        let hint = language.tell(hint, &fluent_args!["most" => language.number(most)]);
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

/// The form that asks whether to resign. A form needs a field; this one may stay empty.
pub(in crate::discord) fn resign_form(language: Language<'_>, game: &Game) -> CreateModal {
    let control = Control {
        game: game.id(),
        ply: game.ply(),
        verb: Verb::Resign,
    };
    let label = language.say(key!("form-resign-label"));
    let input = CreateInputText::new(InputTextStyle::Short, label, "nothing");
    let input = input
        .placeholder(language.tell(
            key!("form-resign-hint"),
            &fluent_args!["position" => game.position().to_string()],
        ))
        .required(false)
        .max_length(40);
    CreateModal::new(control.to_string(), language.say(key!("form-resign")))
        .components(vec![CreateActionRow::InputText(input)])
}
