//! Every word that a person reads, from the Fluent files in `locales/`.

mod choices;

use std::fmt::Write;
use std::sync::OnceLock;

use fluent::{FluentArgs, FluentResource, FluentValue};
use include_dir::{Dir, include_dir};
use thiserror::Error;
use unic_langid::LanguageIdentifier;

use nim_games::{Fact, HeapSet, Reason, Variant};

pub(crate) use choices::{clock_key, games_key, size_key, who_starts_key};

/// The folder of the texts. It has a folder for each language, named after its tag; the texts are
/// in that folder and its subfolders.
static LOCALES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../locales");

/// The language for members whose own language is not available.
const FALLBACK: &str = "en-US";

/// Every language with its files, the fallback first.
fn locales() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut locales: Vec<_> = LOCALES
        .dirs()
        .filter_map(|language| Some((language.path().to_str()?, files(language))))
        .collect();
    locales.sort_by_key(|(tag, _)| (*tag != FALLBACK, *tag));
    locales
}

/// The files in a folder and its subfolders.
fn files(folder: &'static Dir<'static>) -> Vec<&'static str> {
    let own_files = folder.files().filter_map(|file| file.contents_utf8());
    own_files.chain(folder.dirs().flat_map(files)).collect()
}

/// The name of a text. In the source it is written only in `key!` or `reason!`, so that a test
/// finds every key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(pub(super) &'static str);

macro_rules! key {
    ($name:literal) => {
        $crate::text::Key($name)
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

/// Whether something is so, as an argument of a text.
pub(super) const fn yes_or_no(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

/// An error in the locale files.
#[derive(Debug, Error)]
pub enum TextError {
    /// A folder name is not a valid language identifier.
    #[error("{0} is not a language identifier")]
    Language(&'static str),
    /// A file does not parse, or repeats a key.
    #[error("the texts of {0} do not parse: {1}")]
    Syntax(&'static str, String),
    /// The separator between groups of digits is missing or not supported.
    #[error("the digit-group-separator of {0} is missing or not supported")]
    Grouping(&'static str),
}

/// The texts in every language.
pub struct Texts {
    /// By tag.
    languages: Vec<(&'static str, Bundle)>,
    /// The id of the registered command, once it is known.
    command: OnceLock<u64>,
}

/// The texts in one language.
#[derive(Clone, Copy)]
pub(super) struct Language<'t> {
    bundle: Option<&'t Bundle>,
    command: Option<u64>,
}

type Bundle = fluent::concurrent::FluentBundle<FluentResource>;

impl std::fmt::Debug for Texts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.languages.iter().map(|(tag, _)| tag))
            .finish()
    }
}

impl Texts {
    /// Reads the texts that are built into the program.
    ///
    /// # Errors
    /// [`TextError`]. A test of this crate rules it out.
    pub fn load() -> Result<Self, TextError> {
        let load = |(tag, files): (&'static str, Vec<&str>)| {
            bundle(tag, &files).map(|bundle| (tag, bundle))
        };
        Ok(Self {
            languages: locales().into_iter().map(load).collect::<Result<_, _>>()?,
            command: OnceLock::new(),
        })
    }

    /// Makes the commands in texts clickable, now that the command is registered under this id.
    pub fn link_commands(&self, id: u64) {
        // The id of a command stays the same as long as it is registered.
        let _ = self.command.set(id);
    }

    /// The texts for a Discord locale, or those in the fallback language.
    pub(super) fn language(&self, locale: &str) -> Language<'_> {
        let entry = self
            .languages
            .iter()
            .find(|(tag, _)| *tag == locale)
            .or_else(|| self.languages.first());
        Language {
            bundle: entry.map(|(_, bundle)| bundle),
            command: self.command.get().copied(),
        }
    }

    /// Every language with its tag.
    pub(super) fn languages(&self) -> impl Iterator<Item = (&'static str, Language<'_>)> {
        let command = self.command.get().copied();
        self.languages.iter().map(move |(tag, bundle)| {
            let bundle = Some(bundle);
            (*tag, Language { bundle, command })
        })
    }
}

fn bundle(tag: &'static str, files: &[&str]) -> Result<Bundle, TextError> {
    let language: LanguageIdentifier = tag.parse().map_err(|_| TextError::Language(tag))?;
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // The isolation marks that Fluent puts around arguments would end up in mentions, links and
    // positions.
    bundle.set_use_isolating(false);
    for file in files {
        let parsed = FluentResource::try_new((*file).to_owned());
        let file = parsed.map_err(|(_, errors)| TextError::Syntax(tag, format!("{errors:?}")))?;
        bundle
            .add_resource(file)
            .map_err(|errors| TextError::Syntax(tag, format!("{errors:?}")))?;
    }
    let separator = bundle.get_message("digit-group-separator");
    let separator = separator.and_then(|message| message.value());
    let separator = separator.map(|pattern| bundle.format_pattern(pattern, None, &mut Vec::new()));
    let formatter = separator.and_then(|separator| formatter(&separator));
    bundle.set_formatter(Some(formatter.ok_or(TextError::Grouping(tag))?));
    Ok(bundle)
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

    /// The description of a command or an option.
    pub(super) fn description(self, key: Key) -> String {
        self.attribute(key, "description")
    }

    /// An attribute of a text.
    pub(super) fn attribute(self, key: Key, name: &str) -> String {
        self.format(key, Some(name), None)
    }

    /// A text with arguments about a game: the game's own text, or else the one for all games.
    pub(super) fn tell_for_game(self, variant: Variant, key: Key, args: &FluentArgs<'_>) -> String {
        let own = self.game_text(variant, key.0, None, args);
        own.unwrap_or_else(|| self.tell(key, args))
    }

    /// A game's own text. Returns `None` if the game has no text of the given name.
    pub(super) fn game_text(
        self,
        variant: Variant,
        name: &str,
        attribute: Option<&str>,
        args: &FluentArgs<'_>,
    ) -> Option<String> {
        let name = format!("game-{variant}-{name}");
        self.find(&name, attribute, Some(args))
    }

    /// The text for an amount taken from heaps, or an attribute of that text: the game's own, or
    /// else the one for all games.
    pub(super) fn heaps_text(
        self,
        variant: Variant,
        heaps: HeapSet,
        attribute: Option<&str>,
        amount: u64,
    ) -> String {
        let name = heaps.to_string();
        let mut args = fluent::fluent_args!["amount" => amount.to_string(), "count" => name.len()];
        if let Some(own) = self.game_text(variant, &name, attribute, &args) {
            return own;
        }
        let mut letters: Vec<String> = name.chars().map(String::from).collect();
        let key = match letters.pop() {
            Some(last) if !letters.is_empty() => {
                let heaps = tell!(self, key!("and"), "first" => letters.join(", "), "last" => last);
                args.set("heaps", heaps);
                key!("heaps")
            }
            _ => {
                args.set("heap", name);
                key!("heap")
            }
        };
        let own = self.game_text(variant, key.0, attribute, &args);
        own.unwrap_or_else(|| self.format(key, attribute, Some(&args)))
    }

    pub(super) fn game_name(self, variant: Variant) -> String {
        let name = self.game_text(variant, "name", None, &FluentArgs::new());
        name.unwrap_or_else(|| variant.to_string())
    }

    /// The rule of a game, in at most nine words.
    pub(super) fn game_rule(self, variant: Variant) -> String {
        let rule = self.game_text(variant, "name", Some("rule"), &FluentArgs::new());
        rule.unwrap_or_default()
    }

    /// Other names by which people know a game.
    pub(super) fn other_names(self, variant: Variant) -> Vec<String> {
        let names = self.game_text(variant, "name", Some("also"), &FluentArgs::new());
        let names = names.unwrap_or_default();
        let names = names.split(',').map(|name| name.trim().to_owned());
        names.filter(|name| !name.is_empty()).collect()
    }

    /// A reason, in words.
    pub(super) fn reason(self, reason: &Reason) -> String {
        let facts = reason.facts.iter().map(|(name, fact)| match fact {
            Fact::Text(values) if *name == "values" => (*name, Fact::Text(self.values(values))),
            Fact::Text(_) | Fact::Number(_) => (*name, fact.clone()),
        });
        let facts: Vec<(&'static str, Fact)> = facts.collect();
        self.tell(Key(reason.name), &arguments(&facts))
    }

    /// What parts of a position count as, each written like `P3:3`, in words.
    fn values(self, written: &str) -> String {
        let in_words = |written: &str| {
            let (part, value) = written.split_once(':').unwrap_or((written, ""));
            let letter = part.trim_end_matches(|c: char| c.is_ascii_digit());
            let size = part.trim_start_matches(letter);
            let mut args = FluentArgs::new();
            args.set("part", if letter.is_empty() { "none" } else { letter });
            args.set("size", size.parse::<u64>().unwrap_or(0));
            args.set("value", value.to_owned());
            self.tell(key!("reason-value"), &args)
        };
        itertools::join(written.split(", ").map(in_words), ", ")
    }

    /// The sentence that a lesson teaches, or an attribute of it.
    pub(super) fn lesson(
        self,
        name: &str,
        attribute: Option<&str>,
        facts: &[(&'static str, Fact)],
    ) -> String {
        let name = format!("lesson-{name}");
        let text = self.find(&name, attribute, Some(&arguments(facts)));
        text.unwrap_or(name)
    }

    /// A number with its digits in groups of three from 10 000 up. Numbers in the arguments of
    /// texts are written in the same way. Those in positions and moves are not grouped, but written
    /// as they are typed.
    pub(super) fn number(self, number: u64) -> String {
        let digits = number.to_string();
        if digits.len() < MIN_GROUPED_DIGITS {
            return digits;
        }
        grouped(&digits, &self.say(key!("digit-group-separator")))
    }

    fn format(self, key: Key, attribute: Option<&str>, args: Option<&FluentArgs<'_>>) -> String {
        self.find(key.0, attribute, args).unwrap_or_else(|| {
            tracing::error!(key = key.0, attribute, "a text is missing");
            key.0.to_owned()
        })
    }

    fn find(
        self,
        name: &str,
        attribute: Option<&str>,
        args: Option<&FluentArgs<'_>>,
    ) -> Option<String> {
        let bundle = self.bundle?;
        let message = bundle.get_message(name)?;
        let pattern = match attribute {
            None => message.value(),
            Some(name) => message
                .get_attribute(name)
                .map(|attribute| attribute.value()),
        };
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern?, args, &mut errors);
        if !errors.is_empty() {
            tracing::error!(name, ?errors, "a text does not fit its arguments");
        }
        Some(match self.command {
            Some(id) if text.contains(COMMAND) => with_links(&text, id),
            _ => text.into_owned(),
        })
    }
}

/// How a command is written in a text, before the name of its subcommand.
const COMMAND: &str = "`/wythoff ";

/// A text with its commands as mentions, which one can click. A command with options stays as it is.
fn with_links(text: &str, id: u64) -> String {
    let (mut linked, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(COMMAND) {
        linked.push_str(before);
        let is_name = |name: &str| name.chars().all(|c| c.is_ascii_lowercase());
        match after.split_once('`') {
            Some((name, after)) if is_name(name) => {
                // https://discord.com/developers/docs/reference#message-formatting
                let _ = write!(linked, "</wythoff {name}:{id}>");
                rest = after;
            }
            _ => {
                linked.push_str(COMMAND);
                rest = after;
            }
        }
    }
    linked + rest
}

/// Facts as the arguments of a text.
fn arguments(facts: &[(&'static str, Fact)]) -> FluentArgs<'static> {
    let mut args = FluentArgs::new();
    for (name, fact) in facts {
        match fact {
            // Larger numbers are passed as text: Fluent would convert them to floats, and their
            // digits would be grouped.
            Fact::Number(number @ ..10_000) => args.set(*name, *number),
            Fact::Number(number) => args.set(*name, number.to_string()),
            Fact::Text(text) => args.set(*name, text.clone()),
        }
    }
    args
}

/// Numbers with at least this many digits are written in groups.
const MIN_GROUPED_DIGITS: usize = 5;

/// Digits in groups of three, if there are at least `MIN_GROUPED_DIGITS` of them.
pub(super) fn grouped(digits: &str, separator: &str) -> String {
    if digits.len() < MIN_GROUPED_DIGITS {
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

/// Writes numbers in the arguments of texts.
type NumberFormatter<M> = fn(&FluentValue<'_>, &M) -> Option<String>;

/// The formatter with the given separator between groups of digits. Fluent takes a function
/// pointer, which cannot capture the separator, so there is one function for each supported
/// separator.
fn formatter<M>(separator: &str) -> Option<NumberFormatter<M>> {
    match separator {
        "," => Some(|value, _| number_argument(value, ",")),
        "." => Some(|value, _| number_argument(value, ".")),
        "\u{202f}" => Some(|value, _| number_argument(value, "\u{202f}")),
        _ => None,
    }
}

fn number_argument(value: &FluentValue<'_>, separator: &str) -> Option<String> {
    let FluentValue::Number(number) = value else {
        return None;
    };
    let is_whole = number.value >= 0.0 && number.value.fract() == 0.0;
    is_whole.then(|| grouped(&format!("{:.0}", number.value), separator))
}

#[cfg(test)]
mod tests;
