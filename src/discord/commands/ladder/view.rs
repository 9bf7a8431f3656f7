//! The ladder as a message: the opponents, and how far the member has climbed.

use serenity::all::{ButtonStyle, CreateActionRow, CreateSelectMenuOption};

use crate::discord::commands::command::Control;
use crate::discord::commands::id::animal_code;
use crate::discord::commands::ladder::LadderControl;
use crate::discord::message::Message;
use crate::discord::text::{Language, key, tell};
use crate::discord::view::{game_options, labelled_button, level_name, relative, select};
use crate::records::{Ladder, LadderNews, LadderStep, WhyNot, Word};
use nim_games::{Animal, Level};

/// The ladder of a game.
pub(super) fn ladder(language: Language<'_>, ladder: &Ladder) -> Message {
    let (variant, current) = (ladder.variant, ladder.rung);
    let game = language.game_name(variant);
    let mut lines = vec![tell!(language, key!("ladder-title"), "game" => game)];
    lines.extend(Animal::ALL.into_iter().map(|rung| {
        let state = match (ladder.has_passed(rung), rung == current) {
            (true, _) => "passed",
            (false, true) => "current",
            (false, false) => "closed",
        };
        tell!(
            language, key!("ladder-rung"), "state" => state, "number" => rung.number(),
            "name" => level_name(language, Level::Ladder(rung)), "rung" => rung.word()
        )
    }));
    lines.push(match ladder.topped {
        Some(at) => tell!(language, key!("ladder-topped"), "when" => relative(at)),
        None => tell!(
            language, key!("ladder-state"), "name" => level_name(language, Level::Ladder(current)),
            "wins" => ladder.wins(), "games" => ladder.results.len(), "needed" => Ladder::needed(current)
        ),
    });
    let play = LadderControl::Play(variant, current);
    let label = tell!(language, key!("button-ladder-play"), "name" => level_name(language, Level::Ladder(current)));
    let play = labelled_button(play.id(), &label).style(ButtonStyle::Primary);
    let open = Animal::ALL.into_iter().filter(|&rung| rung < current);
    let open: Vec<_> = open
        .map(|rung| {
            let name = level_name(language, Level::Ladder(rung));
            CreateSelectMenuOption::new(name, animal_code(rung))
        })
        .collect();
    let earlier = (!open.is_empty()).then(|| {
        let control = LadderControl::ChooseAnimal(variant).id();
        select(language, control, open, key!("select-rung"))
    });
    let games = game_options(language, Some(variant));
    let games = select(
        language,
        LadderControl::ChooseGame.id(),
        games,
        key!("select-game"),
    );
    let mut rows = vec![CreateActionRow::Buttons(vec![play])];
    rows.extend(earlier);
    rows.push(games);
    Message::private(lines.join("\n"), rows)
}

/// What the end of a game means for the ladder, in a line.
pub(in crate::discord) fn news(language: Language<'_>, news: LadderNews) -> String {
    let why = match news {
        LadderNews::Step(it) => return step(language, it),
        LadderNews::DoesNotCount(WhyNot::Hinted) => "hinted",
        LadderNews::DoesNotCount(WhyNot::TakenBack) => "taken-back",
        LadderNews::DoesNotCount(WhyNot::OtherStart) => "other-start",
    };
    tell!(language, key!("board-ladder-not-counted"), "why" => why)
}

fn step(language: Language<'_>, step: LadderStep) -> String {
    let next = step.rung.next();
    let state = match (step.is_passed, next) {
        (true, Some(_)) => "opened",
        (true, None) => "topped",
        (false, _) => "on",
    };
    let next = next.map(|next| level_name(language, Level::Ladder(next)));
    tell!(
        language, key!("board-ladder"), "state" => state, "next" => next.unwrap_or_default(),
        "wins" => step.wins, "needed" => step.needed
    )
}
