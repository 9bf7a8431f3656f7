//! Parses a typed line into the options of a command, as Discord's client does: against the
//! registered commands, with names and choices in the person's language, and with the client's own
//! complaints.

use serde_json::{Value, json};

use crate::id::Id;

/// How much of the line has been typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// All of it: the command is sent.
    Fully,
    /// The last word is still being typed.
    Partly,
}

/// Parses `/command subcommand value value name:value`. Required options, and optional numbers and
/// users after them, may be given in order without their names. In a partly typed line, the last
/// word becomes the focused option, and nothing has to be complete.
///
/// `whois` returns the id of a person by name.
pub(super) fn read(
    commands: &[Value],
    locale: &str,
    whois: &dyn Fn(&str) -> Option<Id>,
    line: &str,
    typed: Typed,
) -> Result<Value, String> {
    let line = line.strip_prefix('/').ok_or("a command begins with /")?;
    let words = split(line);
    let mut words = words.iter().map(String::as_str);
    let name = words.next().unwrap_or_default();
    let command =
        find(commands, locale, name).ok_or_else(|| format!("there is no command /{name}"))?;
    let mut path = Vec::new();
    let mut level = command;
    while let Some(nested) = options(level).first().filter(|option| is_nested(option)) {
        let expected = nested["name"].as_str().unwrap_or_default();
        let Some(word) = words.next() else {
            return Err(format!("choose a subcommand, such as {expected}"));
        };
        level = find(options(level), locale, word)
            .ok_or_else(|| format!("there is no subcommand {word}"))?;
        path.push(level);
    }
    let words = words.collect::<Vec<_>>();
    let values = read_options(options(level), locale, whois, &words, typed)?;
    let nested = path.iter().rev().fold(values, |inner, option| {
        json!([{ "type": option["type"], "name": option["name"], "options": inner }])
    });
    Ok(json!({ "id": command["id"], "name": command["name"], "type": 1, "options": nested }))
}

/// How to type a command and each of its subcommands, with their descriptions.
pub(super) fn usage(command: &Value, locale: &str) -> Vec<String> {
    let name = format!("/{}", localised_text(command, locale, "name"));
    let nested = options(command)
        .iter()
        .filter(|option| is_nested(option))
        .collect::<Vec<_>>();
    if nested.is_empty() {
        return vec![usage_line(&name, command, locale)];
    }
    nested
        .iter()
        .map(|option| {
            usage_line(
                &format!("{name} {}", localised_text(option, locale, "name")),
                option,
                locale,
            )
        })
        .collect()
}

fn usage_line(name: &str, level: &Value, locale: &str) -> String {
    let words = options(level).iter().map(|option| {
        let name = localised_text(option, locale, "name");
        let choices = option["choices"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|choice| localised_text(choice, locale, "name"));
        let choices: Vec<String> = choices.collect();
        let choices = if choices.is_empty() {
            String::new()
        } else {
            format!(":{}", choices.join("|"))
        };
        if option["required"] == true {
            format!(" {name}{choices}")
        } else {
            format!(" [{name}{choices}]")
        }
    });
    format!(
        "{name}{}: {}",
        words.collect::<String>(),
        localised_text(level, locale, "description")
    )
}

fn options(level: &Value) -> &[Value] {
    level["options"].as_array().map_or(&[], Vec::as_slice)
}

fn is_nested(option: &Value) -> bool {
    option["type"] == 1 || option["type"] == 2
}

fn find<'v>(candidates: &'v [Value], locale: &str, name: &str) -> Option<&'v Value> {
    candidates
        .iter()
        .find(|value| value["name"] == name || value["name_localizations"][locale] == name)
}

/// Splits a line into words. Double quotes preserve white space. A line that ends with white space
/// has an empty last word.
fn split(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            c if c.is_whitespace() && !is_quoted => words.push(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    words.push(word);
    let count = words.len();
    let mut number = 0;
    words.retain(|word| {
        number += 1;
        !word.is_empty() || number == count
    });
    words
}

fn read_options(
    known: &[Value],
    locale: &str,
    whois: &dyn Fn(&str) -> Option<Id>,
    words: &[&str],
    typed: Typed,
) -> Result<Value, String> {
    let mut filled: Vec<Value> = Vec::new();
    let is_partly_typed = typed == Typed::Partly;
    let words = if is_partly_typed {
        words
    } else {
        words.strip_suffix(&[""]).unwrap_or(words)
    };
    for (index, word) in words.iter().enumerate() {
        let by_name = word
            .split_once(':')
            .and_then(|(name, value)| Some((find(known, locale, name)?, value)));
        let is_unfilled =
            |option: &&Value| filled.iter().all(|entry| entry["name"] != option["name"]);
        let next_required = || {
            known
                .iter()
                .filter(|option| option["required"] == true)
                .find(is_unfilled)
        };
        let next_number = || {
            let mut numbers = known.iter().filter(|option| option["type"] == 4);
            numbers
                .find(is_unfilled)
                .filter(|_| word.parse::<i64>().is_ok())
        };
        // A person's name can only be the value of an option that asks for a user.
        let next_user = || {
            let mut users = known.iter().filter(|option| option["type"] == 6);
            users.find(is_unfilled).filter(|_| whois(word).is_some())
        };
        let is_focused = is_partly_typed && index + 1 == words.len();
        let (option, value) = match by_name {
            Some(option_and_value) => option_and_value,
            None => match next_required().or_else(next_number).or_else(next_user) {
                Some(option) => (option, *word),
                None if word.is_empty() => continue,
                None => return Err(format!("there is no option for “{word}”; write name:value")),
            },
        };
        if !is_unfilled(&option) {
            return Err(format!("{} is given twice", option["name"]));
        }
        let mut entry = json!({ "type": option["type"], "name": option["name"] });
        if is_focused {
            entry["value"] = json!(value);
            entry["focused"] = json!(true);
        } else {
            entry["value"] = read_value(option, locale, whois, value)?;
        }
        filled.push(entry);
    }
    let missing = known.iter().find(|option| {
        option["required"] == true && filled.iter().all(|entry| entry["name"] != option["name"])
    });
    match missing {
        Some(option) if !is_partly_typed => Err(format!(
            "{} is required: {}",
            localised_text(option, locale, "name"),
            localised_text(option, locale, "description")
        )),
        _ => Ok(Value::Array(filled)),
    }
}

fn localised_text(value: &Value, locale: &str, field: &str) -> String {
    let localised = &value[&format!("{field}_localizations")][locale];
    localised
        .as_str()
        .or(value[field].as_str())
        .unwrap_or_default()
        .to_owned()
}

fn read_value(
    option: &Value,
    locale: &str,
    whois: &dyn Fn(&str) -> Option<Id>,
    word: &str,
) -> Result<Value, String> {
    let choices = option["choices"].as_array().map_or(&[][..], Vec::as_slice);
    if !choices.is_empty() {
        let is_meant = |choice: &&Value| {
            let value = choice["value"]
                .as_str()
                .map_or_else(|| choice["value"].to_string(), str::to_owned);
            let names = [
                localised_text(choice, locale, "name"),
                choice["name"].as_str().unwrap_or_default().to_owned(),
                value,
            ];
            names.iter().any(|name| name.eq_ignore_ascii_case(word))
        };
        let chosen = choices.iter().find(is_meant);
        return chosen.map(|choice| choice["value"].clone()).ok_or_else(|| {
            let names: Vec<String> = choices
                .iter()
                .map(|choice| localised_text(choice, locale, "name"))
                .collect();
            format!("“{word}” is not one of: {}", names.join(", "))
        });
    }
    match option["type"].as_u64() {
        Some(4) => {
            let number: i64 = word
                .parse()
                .map_err(|_| format!("“{word}” is not a whole number"))?;
            check_range(option, number)
        }
        Some(5) => word
            .to_lowercase()
            .parse::<bool>()
            .map(Value::Bool)
            .map_err(|_| format!("“{word}” is not true or false")),
        Some(6) => whois(word)
            .map(|user| json!(user))
            .ok_or_else(|| format!("there is nobody called “{word}”")),
        Some(10) => word
            .parse::<f64>()
            .map(Value::from)
            .map_err(|_| format!("“{word}” is not a number")),
        _ => Ok(json!(word)),
    }
}

/// Checks a number against Discord's range and the option's own range.
fn check_range(option: &Value, number: i64) -> Result<Value, String> {
    const LARGEST: i64 = (1 << 53) - 1;
    let min = option["min_value"].as_i64().unwrap_or(-LARGEST);
    let max = option["max_value"].as_i64().unwrap_or(LARGEST);
    match number {
        number if number < min => Err(format!("{number} is less than {min}")),
        number if number > max => Err(format!("{number} is more than {max}")),
        number => Ok(json!(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands() -> Vec<Value> {
        let number =
            json!({ "type": 4, "name": "a", "description": "x", "required": true, "min_value": 0 });
        let word = json!({ "type": 3, "name": "who", "name_localizations": { "pt-BR": "quem" }, "description": "x",
            "choices": [{ "name": "by lot", "value": "random" }, { "name": "me", "value": "me" }] });
        vec![json!({ "id": "1", "name": "play", "description": "x",
            "options": [{ "type": 1, "name": "start", "description": "x", "options": [number, word] }] })]
    }

    fn values(line: &str) -> Result<String, String> {
        read(&commands(), "pt-BR", &|_| None, line, Typed::Fully)
            .map(|typed| typed["options"][0]["options"].to_string())
    }

    #[test]
    fn required_options_come_in_order_and_others_by_name() {
        let both = r#"[{"name":"a","type":4,"value":10},{"name":"who","type":3,"value":"me"}]"#;
        assert_eq!(values("/play start 10 who:me").as_deref(), Ok(both));
        assert_eq!(values("/play start quem:me a:10 ").map(|_| ()), Ok(()));
        assert!(
            values("/play start 10 who:\"by lot\"").is_ok_and(|values| values.contains("random"))
        );
    }

    #[test]
    fn the_client_complains_before_anything_is_sent() {
        for (line, complaint) in [
            ("play", "begins with /"),
            ("/nothing", "no command"),
            ("/play", "subcommand"),
            ("/play stop", "no subcommand"),
            ("/play start", "required"),
            ("/play start x", "not a whole number"),
            ("/play start -1", "less than 0"),
            ("/play start 9007199254740992", "more than"),
            ("/play start 1 2", "no option"),
            ("/play start 1 who:you", "not one of"),
            ("/play start 1 a:2", "given twice"),
        ] {
            let actual = values(line).expect_err(line);
            assert!(actual.contains(complaint), "{line}: {actual}");
        }
    }

    #[test]
    fn completion_focuses_the_last_word() {
        let partly = |line| read(&commands(), "en-US", &|_| None, line, Typed::Partly);
        let typed = partly("/play start 1x").expect("half typed");
        let focused = &typed["options"][0]["options"][0];
        assert_eq!(
            (&focused["value"], &focused["focused"]),
            (&json!("1x"), &json!(true))
        );
        let typed = partly("/play start ").expect("nothing typed yet");
        assert_eq!(typed["options"][0]["options"][0]["value"], json!(""));
    }
}
