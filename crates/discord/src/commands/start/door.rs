//! The front door: the next game, today's puzzle and learning; and all other games.

use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow, CreateSelectMenuOption};

use super::Terms;
use crate::controls::Control;
use crate::controls::challenge::ChallengeControl;
use crate::controls::daily::DailyControl;
use crate::controls::learn::LearnControl;
use crate::controls::start::StartControl;
use crate::controls::table::TableControl;
use crate::message::Message;
use crate::picture::{Board, Climbed, Frame, Picture};
use crate::text::{Key, Language, key, tell};
use crate::view::description::board_in_words;
use crate::view::position::{heap_names, rules_in_short, title_without_ending};
use crate::view::{animal_name, button, game_option, labelled_button, select};
use nim_games::{Position, Variant};
use wythoff_service::{Chance, Offer};

/// The value of the option that picks a random game, and of the one that shows the other games.
const ANY: &str = "any";
const MORE: &str = "more";

/// What the door leads to.
pub(super) struct Door {
    pub(super) terms: Terms,
    /// The game behind *Play*.
    pub(super) offer: Offer,
    /// Today's puzzle.
    pub(super) puzzle: Position,
    /// Whether the member has solved it.
    pub(super) is_puzzle_done: bool,
    /// How many positions wait to be practised.
    pub(super) waiting_practice: usize,
    /// Whether others see the answers, so that a challenge makes sense.
    pub(super) can_challenge: bool,
}

/// The three doors, and a list of the games that people like at once.
pub(super) fn door(language: Language<'_>, door: &Door) -> Message {
    let Offer {
        drawn,
        start,
        ladder,
    } = &door.offer;
    let (variant, start) = (drawn.variant, *start);
    let animal = drawn.animal.unwrap_or(ladder.reached);
    let play = StartControl::Drawn(*drawn).id();
    let puzzle = title_without_ending(language, door.puzzle);
    let state = if door.is_puzzle_done { "done" } else { "open" };
    let puzzle = tell!(language, key!("button-todays-puzzle"), "game" => puzzle, "state" => state);
    let learn = LearnControl::Course(variant).id();
    let doors = vec![
        button(language, play, key!("button-play")).style(ButtonStyle::Primary),
        labelled_button(DailyControl::Open.id(), &puzzle),
        button(language, learn, key!("button-learn")),
    ];
    let more = CreateSelectMenuOption::new(language.say(key!("door-more")), MORE);
    let liked = Variant::LIKED.iter();
    let liked = liked.filter(|&&liked| liked != variant);
    let games = liked.map(|&variant| game_option(language, variant));
    let id = StartControl::Menu(door.terms).id();
    let games = select(
        language,
        id,
        games.chain([more]).collect(),
        key!("select-other-game"),
    );
    let challenge = ChallengeControl::Form(None).id();
    let challenge = button(language, challenge, key!("button-challenge"));
    let table = button(language, TableControl::Set.id(), key!("button-table"));
    let with_others = door
        .can_challenge
        .then(|| CreateActionRow::Buttons(vec![challenge, table]));
    let rows = [CreateActionRow::Buttons(doors), games];
    let text = tell!(
        language, key!("door"), "game" => language.game_name(variant),
        "animal" => animal_name(language, animal), "rule" => rules_in_short(language, start)
    );
    let waiting = (door.waiting_practice > 0)
        .then(|| tell!(language, key!("door-practice"), "count" => door.waiting_practice));
    let text = [text].into_iter().chain(waiting).join("\n");
    let board = Board::at(start, heap_names(language, start));
    let in_words = board_in_words(language, &board);
    let frame = Frame::Ladder(Climbed::of(ladder));
    let picture = Picture::Board(Box::new(board)).with(frame);
    let message = Message::private(text, rows.into_iter().chain(with_others).collect());
    message.showing(picture, in_words)
}

/// The games that are not on the first list.
pub(super) fn more_games(language: Language<'_>, terms: Terms) -> Message {
    let others = Variant::ALL.iter();
    let others = others.filter(|variant| !Variant::LIKED.contains(variant));
    let games = others.map(|&variant| game_option(language, variant));
    let any = CreateSelectMenuOption::new(language.say(key!("menu-any")), ANY);
    let any = any.description(language.say(key!("menu-any-what")));
    let games = select(
        language,
        StartControl::Menu(terms).id(),
        games.chain([any]).collect(),
        key!("select-game"),
    );
    Message::private(language.say(key!("menu")), vec![games])
}

/// What was chosen from a list of games.
pub(super) enum Chosen {
    Game(Variant),
    /// The list of the other games.
    More,
}

/// The chosen game, or, if the member chose any, one that `chance` draws.
pub(super) fn chosen(value: &str, chance: &Chance) -> Result<Chosen, Key> {
    let variant = match value {
        MORE => return Ok(Chosen::More),
        ANY => chance.one_of(Variant::ALL),
        key => Variant::from_key(key),
    };
    variant.map(Chosen::Game).ok_or(key!("refused-old-control"))
}
