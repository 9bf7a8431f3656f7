//! The rules.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::input::control::{Control, PageAction};
use crate::discord::message::Message;
use crate::discord::picture::Picture;
use crate::discord::text::{Language, key, tell};
use crate::discord::view::button;
use crate::discord::view::description::{position_in_words, strip_in_words};
use crate::discord::view::ended::legend;
use crate::discord::view::moves::move_arguments;
use crate::discord::view::position::{how_it_ended, rules_arguments, rules_in_short, shown};
use crate::game::WhoStarts;
use crate::rules::{Example, Level, Position, Variant};
use crate::service::NewGame;

/// The rules of a game as its first opening plays it, with an example and the idea behind it. `is_offered`: with a picture, and a button that
/// starts it.
pub(in crate::discord) fn rules(
    language: Language<'_>,
    variant: Variant,
    is_offered: bool,
) -> Message {
    let Some(start) = first_opening(variant) else {
        return Message::private(language.game_name(variant), vec![]);
    };
    if !is_offered {
        return rules_of(language, start);
    }
    let row = play_me(language, start, first_to_win(start));
    let picture = Picture::of_good_numbers(start).unwrap_or_else(|| Picture::of_start(start));
    rules_with(language, start, vec![row], Some(picture))
}

/// The rules of a game as it is played from that position: with its ending and its limit.
pub(in crate::discord) fn rules_of(language: Language<'_>, start: Position) -> Message {
    rules_with(language, start, vec![], Picture::of_good_numbers(start))
}

fn rules_with(
    language: Language<'_>,
    start: Position,
    rows: Vec<CreateActionRow>,
    picture: Option<Picture>,
) -> Message {
    let mut args = rules_arguments(start);
    args.set("example", example(language, &start.example()));
    let rules = language.of_game(start.variant(), "rules", None, &args);
    let legend = picture
        .as_ref()
        .and_then(|picture| legend(language, picture));
    let lines: Vec<String> = rules.into_iter().chain(legend).collect();
    let message = Message::private(lines.join("\n"), rows);
    match picture {
        Some(picture @ Picture::Strip { .. }) => {
            let in_words = strip_in_words(language, &picture);
            message.showing(picture, in_words)
        }
        Some(picture) => message.showing(picture, position_in_words(language, start, start)),
        None => message,
    }
}

fn first_opening(variant: Variant) -> Option<Position> {
    let opening = Position::openings(variant).first()?;
    Position::read(variant, opening.options, opening.position).ok()
}

/// An example of play in words, move by move.
fn example(language: Language<'_>, Example { start, moves }: &Example) -> String {
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
    // Whoever would be next has lost, or has won if the last move loses.
    let [winner, loser] = if at.is_lost() {
        [last, next]
    } else {
        [next, last]
    };
    steps.push(tell!(
        language, key!("example-end"), "how" => how_it_ended(at), "who" => winner.as_str(), "loser" => loser.as_str(),
        "target" => at.shape().counting().map_or(0, |counting| counting.target)
    ));
    tell!(language, key!("rules-example"), "position" => shown(*start), "steps" => steps.join(" "))
}

/// Who has to start from a position for the member to be able to win.
pub(in crate::discord) fn first_to_win(start: Position) -> WhoStarts {
    if start.is_lost() {
        WhoStarts::Opponent
    } else {
        WhoStarts::Me
    }
}

/// A row with the button that starts a game against the perfect bot.
pub(in crate::discord) fn play_me(
    language: Language<'_>,
    start: Position,
    first: WhoStarts,
) -> CreateActionRow {
    let new = NewGame {
        start,
        first,
        level: Level::Perfect,
    };
    let control = Control::Page(PageAction::Start(new));
    let start = button(language, control, key!("button-start")).style(ButtonStyle::Primary);
    CreateActionRow::Buttons(vec![start])
}

/// Every game with a line about it, and a select that opens the rules of one.
pub(in crate::discord) fn all_rules(language: Language<'_>) -> Message {
    let mut lines = vec![language.say(key!("all-rules"))];
    lines.extend(Variant::ALL.iter().filter_map(|&variant| {
        let line = rules_in_short(language, first_opening(variant)?);
        let game = language.game_name(variant);
        Some(format!("- **{game}**: {line}"))
    }));
    let option = |&variant: &Variant| {
        CreateSelectMenuOption::new(language.game_name(variant), variant.key())
    };
    let options = Variant::ALL.iter().map(option).collect();
    let control = Control::Page(PageAction::Rules);
    let select = CreateSelectMenu::new(
        control.to_string(),
        CreateSelectMenuKind::String { options },
    );
    let select = select.placeholder(language.say(key!("select-rules")));
    Message::private(lines.join("\n"), vec![CreateActionRow::SelectMenu(select)])
}
