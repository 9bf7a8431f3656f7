//! Every word that a person reads, from the Fluent files in `locales/`.

use fluent::concurrent::FluentBundle;
use fluent::{FluentArgs, FluentResource, FluentValue};
use thiserror::Error;
use unic_langid::LanguageIdentifier;

use crate::game::Clock;

/// The languages. The first is the fallback.
const LOCALES: [(&str, &[&str]); 1] = [(
    "en-US",
    &[
        include_str!("../../locales/en-US/commands.ftl"),
        include_str!("../../locales/en-US/board.ftl"),
        include_str!("../../locales/en-US/teaching.ftl"),
        include_str!("../../locales/en-US/answers.ftl"),
        include_str!("../../locales/en-US/members.ftl"),
        include_str!("../../locales/en-US/settings.ftl"),
    ],
)];

/// The name of a text. Only `key!` makes one, so that a test finds every key in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(pub(super) &'static str);

macro_rules! key {
    ($name:literal) => {
        $crate::discord::text::Key($name)
    };
}
pub(super) use key;

/// A text with arguments: `tell!(language, key!("games-list"), "count" => 3)`.
macro_rules! tell {
    ($language:expr, $key:expr, $($name:literal => $value:expr),*) => {
        $language.tell($key, &fluent::fluent_args![$($name => $value),*])
    };
}
pub(super) use tell;

/// An error in the locale files.
#[derive(Debug, Error)]
pub enum TextError {
    /// A tag is no language identifier.
    #[error("{0} is no language")]
    Language(&'static str),
    /// A file does not parse, or repeats a key.
    #[error("the texts of {0} do not parse: {1}")]
    Syntax(&'static str, String),
}

/// The texts in every language.
pub struct Texts(Vec<(&'static str, FluentBundle<FluentResource>)>);

/// The texts in one language.
#[derive(Clone, Copy)]
pub(super) struct Language<'t> {
    bundle: Option<&'t FluentBundle<FluentResource>>,
}

impl std::fmt::Debug for Texts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|(tag, _)| tag))
            .finish()
    }
}

impl Texts {
    /// Reads the texts that are built into the program.
    ///
    /// # Errors
    /// [`TextError`]. A test of this crate rules it out.
    pub fn load() -> Result<Self, TextError> {
        let load = |(tag, files): (&'static str, &[&str])| {
            let language: LanguageIdentifier = tag.parse().map_err(|_| TextError::Language(tag))?;
            let mut bundle = FluentBundle::new_concurrent(vec![language]);
            // The marks that Fluent puts around arguments would end up in mentions, links and positions.
            bundle.set_use_isolating(false);
            for file in files {
                let resource = FluentResource::try_new((*file).to_owned())
                    .map_err(|(_, errors)| TextError::Syntax(tag, format!("{errors:?}")))?;
                bundle
                    .add_resource(resource)
                    .map_err(|errors| TextError::Syntax(tag, format!("{errors:?}")))?;
            }
            let separator = Language {
                bundle: Some(&bundle),
            }
            .say(key!("digit-group-separator"));
            bundle.set_formatter(Some(formatter(&separator)));
            Ok((tag, bundle))
        };
        LOCALES
            .into_iter()
            .map(load)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// The texts for a locale of Discord, or the fallback.
    pub(super) fn language(&self, locale: &str) -> Language<'_> {
        let found = self
            .0
            .iter()
            .find(|(tag, _)| *tag == locale)
            .or_else(|| self.0.first());
        Language {
            bundle: found.map(|(_, bundle)| bundle),
        }
    }

    /// Every language with its tag.
    pub(super) fn languages(&self) -> impl Iterator<Item = (&'static str, Language<'_>)> {
        self.0.iter().map(|(tag, bundle)| {
            (
                *tag,
                Language {
                    bundle: Some(bundle),
                },
            )
        })
    }
}

impl Language<'_> {
    /// A text without arguments.
    pub(super) fn say(self, key: Key) -> String {
        self.format(key, None, None)
    }

    /// A text with arguments.
    pub(super) fn tell(self, key: Key, args: &FluentArgs<'_>) -> String {
        self.format(key, None, Some(args))
    }

    /// An attribute of a text, such as a command's description.
    pub(super) fn attribute(self, key: Key, name: &str) -> String {
        self.format(key, Some(name), None)
    }

    /// A number with its digits in groups of three from 10 000 up. Numbers in the arguments of texts are written in the same way.
    pub(super) fn number(self, number: u64) -> String {
        grouped(
            &number.to_string(),
            &self.say(key!("digit-group-separator")),
        )
    }

    fn format(self, key: Key, attribute: Option<&str>, args: Option<&FluentArgs<'_>>) -> String {
        let pattern = self.bundle.and_then(|bundle| {
            let message = bundle.get_message(key.0)?;
            let pattern = match attribute {
                None => message.value(),
                Some(name) => message
                    .get_attribute(name)
                    .map(|attribute| attribute.value()),
            };
            Some((bundle, pattern?))
        });
        let Some((bundle, pattern)) = pattern else {
            tracing::error!(key = key.0, attribute, "a text is missing");
            return key.0.to_owned();
        };
        let mut errors = Vec::new();
        let text = bundle
            .format_pattern(pattern, args, &mut errors)
            .into_owned();
        if !errors.is_empty() {
            tracing::error!(key = key.0, ?errors, "a text does not fit its arguments");
        }
        text
    }
}

/// Digits in groups of three, from five digits up.
fn grouped(digits: &str, separator: &str) -> String {
    if digits.len() < 5 {
        return digits.to_owned();
    }
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .filter_map(|group| str::from_utf8(group).ok())
        .collect();
    groups.join(separator)
}

/// The formatter for numbers in the arguments of texts. Fluent takes a plain function, so there is one for each separator.
fn formatter<M>(separator: &str) -> fn(&FluentValue<'_>, &M) -> Option<String> {
    match separator {
        "." => |value, _| number_argument(value, "."),
        "\u{202f}" => |value, _| number_argument(value, "\u{202f}"),
        _ => |value, _| number_argument(value, ","),
    }
}

fn number_argument(value: &FluentValue<'_>, separator: &str) -> Option<String> {
    match value {
        FluentValue::Number(number) if number.value >= 0.0 && number.value.fract() == 0.0 => {
            Some(grouped(&format!("{:.0}", number.value), separator))
        }
        _ => None,
    }
}

/// The name of a clock.
pub(super) const fn clock_key(clock: Clock) -> Key {
    match clock {
        Clock::FiveMinutes => key!("clock-5-minutes"),
        Clock::QuarterOfAnHour => key!("clock-15-minutes"),
        Clock::Hour => key!("clock-1-hour"),
        Clock::Day => key!("clock-1-day"),
        Clock::ThreeDays => key!("clock-3-days"),
        Clock::Week => key!("clock-7-days"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Every `key!("…")` below that folder.
    fn keys_in(folder: &Path, keys: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder of the source") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                keys_in(&path, keys);
                continue;
            }
            let source = std::fs::read_to_string(&path).expect("source is text");
            let used = source
                .split("key!(\"")
                .skip(1)
                .filter_map(|rest| rest.split('"').next());
            keys.extend(used.filter(|key| !key.contains('…')).map(str::to_owned));
        }
    }

    #[test]
    fn every_key_is_used_and_exists_in_every_language() {
        let mut used = BTreeSet::new();
        keys_in(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("src/discord"),
            &mut used,
        );
        for (tag, files) in LOCALES {
            let written: BTreeSet<String> = files
                .iter()
                .flat_map(|file| file.lines())
                .filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()))
                .filter_map(|line| line.split_once(" =").map(|(key, _)| key.to_owned()))
                .collect();
            assert_eq!(written, used, "left: written for {tag}, right: used");
        }
    }

    #[test]
    fn numbers_are_grouped_from_ten_thousand_up() {
        let texts = Texts::load().expect("the texts parse");
        let english = texts.language("en-US");
        assert_eq!(english.number(9_999), "9999");
        assert_eq!(english.number(10_000), "10,000");
        assert_eq!(
            english.number(9_007_199_254_740_991),
            "9,007,199,254,740,991"
        );
        let args = fluent::fluent_args!["count" => 12_345];
        assert_eq!(
            english.tell(key!("games-more"), &args),
            "… and 12,345 more."
        );
    }

    #[test]
    fn an_unknown_language_falls_back_to_the_first() {
        let texts = Texts::load().expect("the texts parse");
        assert_eq!(
            texts.language("tlh").say(key!("button-hint")),
            texts.language("en-US").say(key!("button-hint"))
        );
    }
}
