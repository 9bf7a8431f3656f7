//! The options of commands: how they are registered in every language, and how their values are
//! read.

use std::collections::BTreeMap;

use serenity::all::{CommandOptionType, CreateCommandOption};

use crate::input::digits::Snowflake;
use crate::input::interaction::{CommandOption, Value};
use crate::input::user::{ChosenUser, User};
use crate::input::written_position::TwoReadings;
use crate::text::{Key, Language, Texts};
use nim_games::{BadPosition, Opening, OptionName, Position, Variant};
use wythoff_game::records::Word;

/// The largest number that Discord sends as an integer option.
pub(crate) const LARGEST_NUMBER: u64 = (1 << 53) - 1;

/// Options that cannot be used: they contradict each other, come from an older version of the
/// command, or contain free text that has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BadOptions {
    /// The command, an option or a value is unknown.
    Unknown,
    /// A number is negative or larger than [`LARGEST_NUMBER`].
    NumberOutOfRange,
    /// There is no game of the given name.
    NoSuchVariant,
    /// There is no such position.
    Position(Variant, BadPosition),
    /// The position contains text that can be read as one number or as several.
    Ambiguous(TwoReadings),
    /// The notation fits several games.
    WhichGame(Vec<Position>),
    /// The notation is too long for a control.
    TooLong,
    /// One pile of Wythoff's game is given, but not the other.
    OnePile {
        /// The option that is missing.
        missing: &'static str,
    },
    /// Both the piles of Wythoff's game and a position are given.
    PilesAndPosition,
    /// Both a size, for a position that is drawn, and a position are given.
    SizeAndPosition,
    /// The piles of Wythoff's game are given for another game.
    PilesOfOtherGame(Variant),
    /// An option of the rules is given, but no game.
    OptionOfWhichGame(OptionName),
}

/// How long the notation of a starting position may be: it has to fit into a control id.
pub(crate) const MAX_START: usize = 40;

/// How long the notation of a move may be: it has to fit into a control id, too. No legal move is
/// longer if the notation of the starting position is within [`MAX_START`].
pub(crate) const MAX_MOVE: usize = 48;

/// Checks that a starting position fits into a control id.
pub(crate) fn check_length(start: Position) -> Result<Position, BadOptions> {
    if start.to_string().len() > MAX_START {
        return Err(BadOptions::TooLong);
    }
    Ok(start)
}

pub(crate) fn only_position(meant: Vec<Position>) -> Result<Position, BadOptions> {
    match *meant {
        [position] => Ok(position),
        _ => Err(BadOptions::WhichGame(meant)),
    }
}

/// An option or a subcommand with its name and description in each language.
pub(crate) fn localised_option(
    texts: &Texts,
    key: Key,
    kind: CommandOptionType,
) -> CreateCommandOption {
    let fallback = texts.language("");
    let option = CreateCommandOption::new(kind, fallback.say(key), fallback.description(key));
    texts.languages().fold(option, |option, (tag, language)| {
        option
            .name_localized(tag, language.say(key))
            .description_localized(tag, language.description(key))
    })
}

pub(crate) fn text(texts: &Texts, key: Key) -> CreateCommandOption {
    localised_option(texts, key, CommandOptionType::String)
}

pub(crate) fn text_with_completion(texts: &Texts, key: Key) -> CreateCommandOption {
    text(texts, key).set_autocomplete(true)
}

/// An option for a whole number that is at least `min`.
pub(crate) fn number(texts: &Texts, key: Key, min: u64) -> CreateCommandOption {
    localised_option(texts, key, CommandOptionType::Integer)
        .min_int_value(min)
        .max_int_value(LARGEST_NUMBER)
}

/// An option with a choice for each value.
pub(crate) fn choices<T: Word>(
    texts: &Texts,
    key: Key,
    name: impl Fn(T) -> Key,
) -> CreateCommandOption {
    choices_of(texts, key, T::all(), name)
}

/// An option with a choice for each of the given values.
pub(crate) fn choices_of<T: Word>(
    texts: &Texts,
    key: Key,
    values: impl IntoIterator<Item = T>,
    name: impl Fn(T) -> Key,
) -> CreateCommandOption {
    values.into_iter().fold(text(texts, key), |option, value| {
        let key = name(value);
        let localised = texts
            .languages()
            .map(|(tag, language)| (tag, language.say(key)));
        let fallback = texts.language("").say(key);
        option.add_string_choice_localized(fallback, value.word(), localised)
    })
}

/// The values of options, and the languages that they may be written in.
#[derive(Clone, Copy)]
pub(crate) struct GivenOptions<'i> {
    pub(crate) options: &'i [CommandOption],
    pub(crate) texts: &'i Texts,
    /// The language of the member's client.
    pub(crate) locale: &'i str,
    /// The users that options name.
    pub(crate) users: &'i BTreeMap<Snowflake, User>,
}

impl<'i> GivenOptions<'i> {
    /// The language of the member's client.
    pub(crate) fn language(self) -> Language<'i> {
        self.texts.language(self.locale)
    }

    pub(crate) fn value(self, name: &str) -> Option<&'i Value> {
        let option = self.options.iter().find(|option| option.name == name);
        option.and_then(|option| option.value.as_ref())
    }

    pub(crate) fn text(self, name: &str) -> Result<Option<&'i str>, BadOptions> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(_) => Err(BadOptions::Unknown),
        }
    }

    pub(crate) fn word<T: Word>(self, name: &str) -> Result<Option<T>, BadOptions> {
        let given = self.text(name)?;
        let read = given.map(|given| T::from_word(given).ok_or(BadOptions::Unknown));
        read.transpose()
    }

    /// The option `which`: the id of one of the member's games, or the label that completion shows
    /// for it.
    pub(crate) fn which(self) -> Result<Option<String>, BadOptions> {
        Ok(self.text("which")?.map(str::to_owned))
    }

    /// The user that the option `member` names.
    pub(crate) fn user(self) -> Result<Option<ChosenUser>, BadOptions> {
        let Some(id) = self.text("member")? else {
            return Ok(None);
        };
        let mut users = self.users.iter();
        let user = users.find(|(known_id, _)| known_id.0.to_string() == *id);
        let user = user.map(|(_, user)| Some(user.to_chosen_user()));
        user.ok_or(BadOptions::Unknown)
    }

    /// A number from 0 to the largest that Discord sends.
    pub(crate) fn number(self, name: &str) -> Result<Option<u64>, BadOptions> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Integer(number)) => u64::try_from(*number)
                .ok()
                .filter(|&number| number <= LARGEST_NUMBER)
                .map(Some)
                .ok_or(BadOptions::NumberOutOfRange),
            Some(_) => Err(BadOptions::Unknown),
        }
    }

    /// The kind of game that the option `game` names: by its key, by its name in any language, by
    /// the beginning of either, or by the name of an opening.
    pub(crate) fn game(self) -> Result<Option<Variant>, BadOptions> {
        let name = self.text("game")?;
        let variant = name.map(|name| variant_named(self.texts, name));
        variant
            .map(|variant| variant.ok_or(BadOptions::NoSuchVariant))
            .transpose()
    }
}

/// The game with the given key or name, the only one whose key or name begins with it, or the game
/// of the opening with that name. Only letters and digits are compared, ignoring case.
fn variant_named(texts: &Texts, name: &str) -> Option<Variant> {
    let name = normalised(name);
    let names = |variant: Variant| {
        let names = texts.languages().flat_map(move |(_, language)| {
            let other_names = language.other_names(variant);
            [language.game_name(variant)].into_iter().chain(other_names)
        });
        names
            .map(|name| normalised(&name))
            .chain([variant.key().to_owned()])
    };
    let find = |fits: &dyn Fn(&str) -> bool| {
        let mut fitting = Variant::ALL
            .iter()
            .copied()
            .filter(|&variant| names(variant).any(|known| fits(&known)));
        fitting.next().filter(|_| fitting.next().is_none())
    };
    if name.is_empty() {
        return None;
    }
    find(&|known| known == name)
        .or_else(|| find(&|known| known.starts_with(&name)))
        .or_else(|| opening_named(&name).map(|(variant, _)| variant))
}

/// The opening with the given name, ignoring case, and its game.
pub(crate) fn opening_named(name: &str) -> Option<(Variant, &'static Opening)> {
    let is_meant = |opening: &Opening| {
        let known = opening.name;
        known.is_some_and(|known| known.eq_ignore_ascii_case(name.trim()))
    };
    named_openings().find(|(_, opening)| is_meant(opening))
}

/// The openings that have names, each with its game.
pub(crate) fn named_openings() -> impl Iterator<Item = (Variant, &'static Opening)> {
    let with_game = |&variant: &Variant| {
        let named = Position::openings(variant).iter();
        let named = named.filter(|opening| opening.name.is_some());
        named.map(move |opening| (variant, opening))
    };
    Variant::ALL.iter().flat_map(with_game)
}

/// The letters and digits of a name, in lower case.
fn normalised(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_key_name_prefix_or_opening() {
        let texts = Texts::load().expect("the texts parse");
        for (name, variant) in [
            ("Race to 100", Variant::Hundred),
            ("race", Variant::Hundred),
            ("100", Variant::Hundred),
            ("21", Variant::TwentyOne),
            ("Greedy Nim", Variant::Greedy),
            (" GREEDY ", Variant::Greedy),
            ("nim", Variant::Nim),
            ("Wythoff's game", Variant::Wythoff),
            ("wyth", Variant::Wythoff),
            ("Sticks", Variant::Take),
            ("take at", Variant::Take),
            ("Kayles", Variant::Graph),
            ("marienbad", Variant::Nim),
            ("捡石子", Variant::Wythoff),
            ("jian shizi", Variant::Wythoff),
        ] {
            assert_eq!(variant_named(&texts, name), Some(variant), "{name}");
        }
        for unknown in ["", "chess", "game", "Nim 2", "…"] {
            assert_eq!(variant_named(&texts, unknown), None, "{unknown}");
        }
    }
}
