//! Judges whether Discord would accept a body. Twilight checks the limits, independently of the
//! library that a bot uses. Our own rules check what twilight misses.

pub(crate) mod command;
pub(crate) mod form;
pub(crate) mod message;
pub(crate) mod response;

use serde_json::Value;

use crate::refusal::Refusal;

/// Discord's locales (<https://discord.com/developers/docs/reference#locales>).
const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];

/// Parses a part of a body as Discord documents it.
fn parse<T: serde::de::DeserializeOwned>(place: &str, value: &Value) -> Result<T, Refusal> {
    T::deserialize(value).map_err(|problem| Refusal::bad_body(place, problem.to_string()))
}

fn require(holds: bool, place: &str, problem: &str) -> Result<(), Refusal> {
    if holds {
        Ok(())
    } else {
        Err(Refusal::bad_body(place, problem))
    }
}

fn all_different(mut values: Vec<&str>) -> bool {
    let count = values.len();
    values.sort_unstable();
    values.dedup();
    values.len() == count
}
