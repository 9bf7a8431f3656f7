//! The views of games, and views that several commands share: values in, messages out. Every word
//! comes from the locale files.

pub(crate) mod board;
pub(crate) mod cells;
pub(crate) mod controls;
pub(crate) mod description;
pub(crate) mod ended;
pub(crate) mod explanation;
pub(crate) mod legends;
pub(crate) mod moves;
mod next_game;
pub(crate) mod notification;
pub(crate) mod position;
pub(crate) mod refusal;
mod turning_point;
pub(crate) mod why;

use crate::controls::show_here::here;
use crate::controls::{Control, Id};
pub(crate) use board::{
    MOVE_FIELD, board, board_with_draft, link_to_board_message, other_move_form,
};
pub(crate) use controls::{HELPS, MAX_AMOUNT};
pub(crate) use moves::in_short;
pub(crate) use notification::{challenge_notification, notification};
pub(crate) use position::{readable, with_name};
pub(crate) use refusal::{
    apology, bad_options, fault, game_refusal, illegal, refusal, refused_heap, running_here,
    takes_nothing,
};

use fluent::{FluentArgs, fluent_args};
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use crate::message::Message;
use crate::text::{Key, Language, key, tell};
use nim_games::{Animal, Variant};
use wythoff_game::records::{GameRecord, MessageId, Place, PracticeNews};
use wythoff_game::{Game, MemberId, Player, PlayerId, Seat, Timestamp};
use wythoff_service::Ending;

/// How long a message may be
/// (<https://discord.com/developers/docs/resources/message#create-message>).
pub(crate) const MAX_CHARACTERS: usize = 2000;

/// A member in the text of a message. Discord shows the name that each reader knows. Only
/// `Message::pinging` makes a mention ping.
pub(crate) fn mention(MemberId(member): MemberId) -> String {
    format!("<@{member}>")
}

pub(crate) fn player(language: Language<'_>, player: Player) -> String {
    match player {
        Player::Former(_) => language.say(key!("a-former-player")),
        Player::Member(member) => mention(member),
        Player::Bot(animal) => language.say(animal_key(animal)),
    }
}

/// A player's name, after a crown if the player wears that of the server.
pub(crate) fn crowned(record: &GameRecord, seat: Seat, name: String) -> String {
    if record.wears_crown.at(seat) {
        format!("👑 {name}")
    } else {
        name
    }
}

/// The optional lines on the board of a finished game.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExtraLines {
    pub(crate) mentions_lessons: bool,
    /// What to say about practice.
    pub(crate) practice: PracticeNews,
    pub(crate) ending: Ending,
}

pub(crate) fn button(language: Language<'_>, id: Id, label: Key) -> CreateButton {
    labelled_button(id, &language.say(label))
}

/// The player in a seat of a game.
pub(crate) fn name(language: Language<'_>, game: &Game, seat: Seat) -> String {
    player(language, game.players().at(seat))
}

/// A button with a label, which is cut if it is too long
/// (<https://discord.com/developers/docs/components/reference#button-button-structure>).
pub(crate) fn labelled_button(id: Id, label: &str) -> CreateButton {
    CreateButton::new(id)
        .label(label.chars().take(80).collect::<String>())
        .style(ButtonStyle::Secondary)
}

/// All games as options.
pub(crate) fn game_options(
    language: Language<'_>,
    chosen: Option<Variant>,
) -> Vec<CreateSelectMenuOption> {
    let option = |&variant: &Variant| {
        game_option(language, variant).default_selection(chosen == Some(variant))
    };
    Variant::ALL.iter().map(option).collect()
}

/// A game as an option, with its rule in a few words.
pub(crate) fn game_option(language: Language<'_>, variant: Variant) -> CreateSelectMenuOption {
    CreateSelectMenuOption::new(language.game_name(variant), variant.key())
        .description(language.game_rule(variant))
}

/// A select in a row of its own.
pub(crate) fn select(
    language: Language<'_>,
    id: Id,
    options: Vec<CreateSelectMenuOption>,
    placeholder: Key,
) -> CreateActionRow {
    let kind = CreateSelectMenuKind::String { options };
    let select = CreateSelectMenu::new(id, kind);
    CreateActionRow::SelectMenu(select.placeholder(language.say(placeholder)))
}

/// The name of an animal, after its picture.
pub(crate) fn animal_name(language: Language<'_>, animal: Animal) -> String {
    let key = animal_key(animal);
    format!(
        "{} {}",
        language.attribute(key, "picture"),
        language.say(key)
    )
}

/// What an animal says in a game: when it begins, when it is beaten, or when it has won.
pub(crate) fn animal_says(language: Language<'_>, animal: Animal, when: AnimalSays) -> String {
    let when = match when {
        AnimalSays::AtTheStart => "begins",
        AnimalSays::Beaten => "beaten",
        AnimalSays::HasWon => "won",
    };
    let said = language.attribute(animal_key(animal), when);
    tell!(language, key!("animal-says"), "said" => said)
}

/// When an animal says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnimalSays {
    AtTheStart,
    Beaten,
    HasWon,
}

/// The text with which an animal is chosen as the opponent.
pub(crate) const fn opponent_key(animal: Animal) -> Key {
    if matches!(animal, Animal::Penguin) {
        key!("choice-penguin")
    } else {
        animal_key(animal)
    }
}

/// The text with the name of an animal.
pub(crate) const fn animal_key(animal: Animal) -> Key {
    match animal {
        Animal::Duckling => key!("animal-duckling"),
        Animal::Rabbit => key!("animal-rabbit"),
        Animal::Hedgehog => key!("animal-hedgehog"),
        Animal::Squirrel => key!("animal-squirrel"),
        Animal::Otter => key!("animal-otter"),
        Animal::Swan => key!("animal-swan"),
        Animal::Dolphin => key!("animal-dolphin"),
        Animal::Elephant => key!("animal-elephant"),
        Animal::Reindeer => key!("animal-reindeer"),
        Animal::Penguin => key!("animal-penguin"),
    }
}

/// A time that Discord shows relative to now: "in 3 hours"
/// (<https://discord.com/developers/docs/reference#message-formatting>).
pub(crate) fn relative(at: Timestamp) -> String {
    format!("<t:{}:R>", at.0.div_euclid(1000))
}

/// A date and time of day, which Discord shows in each reader's own time zone.
pub(crate) fn date_and_time(at: Timestamp) -> String {
    format!("<t:{}:f>", at.0.div_euclid(1000))
}

/// A date, which Discord shows in each reader's own time zone.
pub(crate) fn date(at: Timestamp) -> String {
    format!("<t:{}:D>", at.0.div_euclid(1000))
}

/// A time of day, which Discord shows in each reader's own time zone.
pub(crate) fn time_of_day(at: Timestamp) -> String {
    format!("<t:{}:t>", at.0.div_euclid(1000))
}

/// A time of day with its seconds.
pub(crate) fn time_with_seconds(at: Timestamp) -> String {
    format!("<t:{}:T>", at.0.div_euclid(1000))
}

/// A name with its Markdown escaped.
pub(crate) fn escaped(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

pub(crate) fn link(place: &Place, message: MessageId) -> String {
    let guild = place
        .guild
        .map_or("@me".to_owned(), |guild| guild.to_string());
    format!(
        "https://discord.com/channels/{guild}/{}/{}",
        place.channel.0, message.0
    )
}

/// A link to the board of a game, or to the game's channel if the board is not known, or nobody can link to it.
pub(crate) fn link_to_board(record: &GameRecord) -> String {
    match record.board.filter(|_| !record.is_private) {
        Some(board) => link(&record.place, board),
        None => format!("<#{}>", record.place.channel.0),
    }
}

/// A button that shows the answer of a control to everybody.
pub(crate) fn show_button(language: Language<'_>, answer: impl Control) -> CreateButton {
    button(language, here(answer), key!("button-show-here"))
}

/// A private message without controls.
pub(crate) fn plain(text: String) -> Message {
    Message::private(text, vec![])
}

/// A member's opponent in a list or a sentence. The bot is not called by its name there, since that
/// is also the name of a game.
pub(crate) fn opponent(language: Language<'_>, record: &GameRecord, member: MemberId) -> String {
    let players = record.game.players();
    let seat = players.seat_of(PlayerId::Member(member));
    match seat.map(|seat| players.at(seat.other())) {
        Some(Player::Bot(animal)) => animal_name(language, animal),
        None => language.say(key!("an-opponent-bot")),
        Some(other @ (Player::Member(_) | Player::Former(_))) => player(language, other),
    }
}

/// The opponent and the position of a member's game, as the arguments of a text.
pub(crate) fn game_arguments(
    language: Language<'_>,
    record: &GameRecord,
    member: MemberId,
) -> FluentArgs<'static> {
    fluent_args![
        "opponent" => opponent(language, record, member),
        "position" => with_name(language, record.game.position())
    ]
}

/// A rating in whole points, without grouping.
pub(crate) fn rating_text(points: f64) -> String {
    format!("{points:.0}")
}

/// The length of a line including its line break, in characters.
pub(crate) fn length(line: &str) -> usize {
    line.chars().count() + 1
}

/// Splits lines into pages of at most `most` lines and `max_length` characters, each as full as
/// possible. There is always at least one page.
pub(crate) fn paged(lines: Vec<String>, most: usize, max_length: usize) -> Vec<Vec<String>> {
    let (mut pages, mut used) = (vec![Vec::new()], 0);
    for line in lines {
        let length = length(&line);
        let is_full = |page: &Vec<String>| {
            page.len() == most || !page.is_empty() && used + length > max_length
        };
        if pages.last().is_none_or(is_full) {
            pages.push(Vec::new());
            used = 0;
        }
        used += length;
        if let Some(page) = pages.last_mut() {
            page.push(line);
        }
    }
    pages
}
