//! The options of commands: how they are registered in every language, and how their values are read.

use serenity::all::{CommandOptionType, CreateCommandOption};

use super::interaction::{CommandOption, Value};
use super::text::{Key, Language, Texts};
use crate::records::Word;
use crate::rules::{BadPosition, Move, Position, Variant};

/// The largest number that Discord sends as an integer option.
pub(super) const LARGEST_NUMBER: u64 = (1 << 53) - 1;

/// A move as it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GivenMove {
    /// A move.
    Move(Move),
    /// A text, whose meaning may depend on the position.
    Text(String),
}

/// Options that the registered commands do not allow: they have changed since, or an option with completion was typed freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadOptions {
    /// The command or an option is not one of ours.
    Unknown,
    /// The value of `game` is not an id.
    NoSuchGame,
    /// A number is negative or larger than Discord's numbers.
    NumberOutOfRange,
    /// There is no game of that name.
    NoSuchVariant,
    /// There is no such position.
    Position(Variant, BadPosition),
    /// The notation is too long for a control.
    TooLong,
}

/// How long the notation of a start may be: it has to fit into a control id.
pub(super) const MAX_START: usize = 40;

/// Checks that a start fits into a control id.
pub(super) fn check_length(start: Position) -> Result<Position, BadOptions> {
    if start.to_string().len() > MAX_START {
        return Err(BadOptions::TooLong);
    }
    Ok(start)
}

/// The name and the description of a command or an option in each language. The first is the default.
pub(super) struct Naming {
    pub(super) localised: Vec<(&'static str, String, String)>,
}

impl Naming {
    pub(super) fn of(texts: &Texts, key: Key) -> Self {
        let localise = |(tag, language): (_, Language<'_>)| {
            (
                tag,
                language.say(key),
                language.attribute(key, "description"),
            )
        };
        Self {
            localised: texts.languages().map(localise).collect(),
        }
    }

    pub(super) fn name(&self) -> &str {
        self.localised.first().map_or("", |(_, name, _)| name)
    }

    pub(super) fn description(&self) -> &str {
        self.localised
            .first()
            .map_or("", |(_, _, description)| description)
    }
}

/// An option or a subcommand with its name and description.
pub(super) fn named(texts: &Texts, key: Key, kind: CommandOptionType) -> CreateCommandOption {
    let naming = Naming::of(texts, key);
    let option = CreateCommandOption::new(kind, naming.name(), naming.description());
    naming
        .localised
        .iter()
        .fold(option, |option, (tag, name, description)| {
            option
                .name_localized(*tag, name)
                .description_localized(*tag, description)
        })
}

/// A text option.
pub(super) fn text(texts: &Texts, key: Key) -> CreateCommandOption {
    named(texts, key, CommandOptionType::String)
}

/// A text option with completion.
pub(super) fn completed(texts: &Texts, key: Key) -> CreateCommandOption {
    text(texts, key).set_autocomplete(true)
}

/// A whole number of at least that.
pub(super) fn number(texts: &Texts, key: Key, least: u64) -> CreateCommandOption {
    named(texts, key, CommandOptionType::Integer)
        .min_int_value(least)
        .max_int_value(LARGEST_NUMBER)
}

/// An option with a choice for each value.
pub(super) fn choices<T: Word>(
    texts: &Texts,
    key: Key,
    name: impl Fn(T) -> Key,
) -> CreateCommandOption {
    T::all().fold(text(texts, key), |option, value| {
        let key = name(value);
        choice(texts, option, value.word(), |language| language.say(key))
    })
}

/// The same option with another choice.
pub(super) fn choice(
    texts: &Texts,
    option: CreateCommandOption,
    value: &str,
    name: impl Fn(Language<'_>) -> String,
) -> CreateCommandOption {
    let localised = texts
        .languages()
        .map(|(tag, language)| (tag, name(language)));
    option.add_string_choice_localized(name(texts.language("")), value, localised)
}

/// The values of options.
#[derive(Clone, Copy)]
pub(super) struct Given<'i>(pub(super) &'i [CommandOption]);

impl<'i> Given<'i> {
    pub(super) fn value(self, name: &str) -> Option<&'i Value> {
        let named = self.0.iter().find(|option| option.name == name);
        named.and_then(|option| option.value.as_ref())
    }

    pub(super) fn text(self, name: &str) -> Result<Option<&'i str>, BadOptions> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(_) => Err(BadOptions::Unknown),
        }
    }

    pub(super) fn word<T: Word>(self, name: &str) -> Result<Option<T>, BadOptions> {
        let given = self.text(name)?;
        let read = given.map(|given| T::from_word(given).ok_or(BadOptions::Unknown));
        read.transpose()
    }

    /// A number from 0 to the largest that Discord sends.
    pub(super) fn number(self, name: &str) -> Result<Option<u64>, BadOptions> {
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
}
