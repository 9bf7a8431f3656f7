//! Small changes to well-formed input.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use serde_json::{Map, Value, json};

/// Boundary values.
const EDGES: [i128; 14] = [
    0,
    1,
    -1,
    25,
    26,
    127,
    255,
    256,
    4_294_967_296,
    9_007_199_254_740_993,
    i64::MAX as i128,
    i64::MIN as i128,
    u64::MAX as i128,
    u64::MAX as i128 + 1,
];

/// Unexpected texts.
const ODD_TEXTS: [&str; 14] = [
    "",
    " ",
    "\u{202e}",
    "\u{0}",
    "0",
    "-1",
    "1e9",
    "99999999999999999999999999",
    "😀",
    "@everyone",
    "<@10>",
    "{ $move }",
    "A3",
    "1 2 3 4 5 6 7 8 9",
];

/// A slightly different text, one of `others`, or an unexpected one.
pub(crate) fn text(original: &str, others: &[String], random: &mut StdRng) -> String {
    let mut changed: Vec<char> = original.chars().collect();
    let random_position = |random: &mut StdRng, length: usize| random.random_range(0..=length);
    match random.random_range(0..8) {
        0 | 1 => {
            if let Some(other) = others.choose(random) {
                return other.clone();
            }
        }
        2 => return (*ODD_TEXTS.choose(random).unwrap_or(&"")).to_owned(),
        3 => return original.repeat(random.random_range(2..40)),
        4 if !changed.is_empty() => {
            let at = random.random_range(0..changed.len());
            changed.remove(at);
        }
        5 => {
            let at = random_position(random, changed.len());
            let character = char::from_u32(random.random_range(0..0x500)).unwrap_or('?');
            changed.insert(at, character);
        }
        6 => {
            // Replace the first number.
            let first_digit = changed.iter().position(char::is_ascii_digit);
            let edge = EDGES.choose(random).copied().unwrap_or(0).to_string();
            if let Some(at) = first_digit {
                let end = changed.iter().skip(at).take_while(|c| c.is_ascii_digit());
                let end = at + end.count();
                changed.splice(at..end, edge.chars());
            }
        }
        _ => {
            let at = random_position(random, changed.len());
            let mut other: Vec<char> = others
                .choose(random)
                .map(|other| other.chars().collect())
                .unwrap_or_default();
            let from = random_position(random, other.len());
            changed.truncate(at);
            changed.extend(other.split_off(from));
        }
    }
    changed.into_iter().collect()
}

/// A JSON value with something changed in it.
pub(crate) fn value(original: &Value, others: &[String], random: &mut StdRng) -> Value {
    match original {
        Value::Object(fields) if !fields.is_empty() => {
            let mut fields = fields.clone();
            change_a_field(&mut fields, others, random);
            Value::Object(fields)
        }
        Value::Array(values) if !values.is_empty() => {
            let mut values = values.clone();
            let at = random.random_range(0..values.len());
            match random.random_range(0..8) {
                0 => drop(values.remove(at)),
                1 => values.extend_from_within(at..=at),
                _ => {
                    let changed = values.get(at).map(|element| value(element, others, random));
                    if let (Some(element), Some(changed)) = (values.get_mut(at), changed) {
                        *element = changed;
                    }
                }
            }
            Value::Array(values)
        }
        Value::String(original) if random.random_range(0..10) > 0 => {
            Value::String(text(original, others, random))
        }
        Value::Number(_) if random.random_range(0..4) > 0 => {
            let edge = EDGES.choose(random).copied().unwrap_or(0);
            i64::try_from(edge).map_or_else(|_| json!(u64::MAX), |edge| json!(edge))
        }
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => another_type(random),
    }
}

fn change_a_field(fields: &mut Map<String, Value>, others: &[String], random: &mut StdRng) {
    let names: Vec<String> = fields.keys().cloned().collect();
    let Some(name) = names.choose(random) else {
        return;
    };
    if random.random_range(0..12) == 0 {
        fields.remove(name);
    } else if let Some(field) = fields.get_mut(name) {
        *field = value(field, others, random);
    }
}

fn another_type(random: &mut StdRng) -> Value {
    match random.random_range(0..6) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(""),
        4 => json!([]),
        _ => json!({}),
    }
}

/// The same JSON with a duplicated field, which is only possible in its text form.
pub(crate) fn with_duplicate_field(serialised: &str, random: &mut StdRng) -> String {
    let Ok(Value::Object(fields)) = serde_json::from_str(serialised) else {
        return serialised.to_owned();
    };
    let names: Vec<&String> = fields.keys().collect();
    let Some(name) = names.choose(random) else {
        return serialised.to_owned();
    };
    let field = json!(name);
    let duplicate = format!("{{{field}:{},", fields.get(*name).unwrap_or(&Value::Null));
    serialised.replacen('{', &duplicate, 1)
}

/// Adds every text in a value to `found`.
pub(crate) fn collect_texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| collect_texts(value, found)),
        Value::Object(fields) => fields
            .values()
            .for_each(|value| collect_texts(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Draws a seed for one input.
pub(crate) fn draw_seed(random: &mut impl Rng) -> u64 {
    random.random()
}
