//! Messages and forms as plain text, with their controls, the way a person sees them.

use std::fmt::Write;
use std::time::{Duration, UNIX_EPOCH};

use serde_json::Value;

use crate::id::Id;
use crate::world::{ChannelKind, Message, World};

/// A channel, as somebody sees it: every message with its number.
pub(super) fn channel(world: &World, channel: Id, user: Id) -> String {
    let messages = world.visible(channel, user).enumerate();
    let texts: Vec<String> = messages
        .map(|(index, shown)| format!("#{} {}", index + 1, message(world, shown)))
        .collect();
    texts.join("\n\n")
}

/// A message: who sees it, whom it pings, its text, attachments and controls.
pub(super) fn message(world: &World, message: &Message) -> String {
    let mut marks = Vec::new();
    if message.only_for.is_some() {
        marks.push("only you can see this".to_owned());
    }
    marks.extend(
        message
            .pings
            .iter()
            .map(|user| format!("pings {}", name(world, *user))),
    );
    if message.pings_everyone {
        marks.push("pings everyone".to_owned());
    }
    let marks = if marks.is_empty() {
        String::new()
    } else {
        format!(" ({})", marks.join(", "))
    };
    let mut lines = vec![format!("{}{marks}:", world.application.name)];
    if message.is_loading {
        lines.push("is thinking…".to_owned());
    }
    if !message.content.is_empty() {
        lines.push(readable(world, &message.content));
    }
    let embeds = message.embeds.as_array().into_iter().flatten();
    lines.extend(
        embeds
            .flat_map(embed_lines)
            .map(|line| readable(world, &line)),
    );
    lines.extend(message.attachments.iter().map(|attachment| {
        format!(
            "<{}: {}>",
            attachment.filename,
            attachment
                .description
                .as_deref()
                .unwrap_or("no description")
        )
    }));
    let rows = message.components.as_array().into_iter().flatten();
    lines.extend(rows.map(|row| readable(world, &components(row))));
    lines.join("\n")
}

fn embed_lines(embed: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().map(|text| format!("| {text}"));
    let fields = embed["fields"].as_array().into_iter().flatten();
    let fields = fields.map(|field| {
        let (name, value) = (&field["name"], &field["value"]);
        format!(
            "| {}: {}",
            name.as_str().unwrap_or_default(),
            value.as_str().unwrap_or_default()
        )
    });
    [text(&embed["title"]), text(&embed["description"])]
        .into_iter()
        .flatten()
        .chain(fields)
        .collect()
}

/// A form that is open.
pub(super) fn form(world: &World, form: &Value) -> String {
    let mut lines = vec![format!(
        "[Form] {}",
        form["title"].as_str().unwrap_or_default()
    )];
    for field in form["components"].as_array().into_iter().flatten() {
        let input = &field["component"];
        let label = field["label"].as_str().unwrap_or_default();
        let chosen = input["options"].as_array().into_iter().flatten();
        let mut chosen = chosen.filter(|option| option["default"] == true);
        let filled = input["value"].as_str().filter(|value| !value.is_empty());
        let filled = filled.or_else(|| chosen.next().and_then(|option| option["label"].as_str()));
        let content = filled.or(input["placeholder"].as_str()).unwrap_or_default();
        let required_mark = if input["required"].as_bool().unwrap_or(true) {
            "*"
        } else {
            ""
        };
        let select_mark = if input["type"] == 4 { "" } else { "▾ " };
        lines.push(format!("{select_mark}{label}{required_mark}: [{content}]"));
    }
    readable(world, &lines.join("\n"))
}

fn components(row: &Value) -> String {
    let components = row["components"].as_array().into_iter().flatten();
    components.map(component).collect::<Vec<_>>().join(" ")
}

fn component(component: &Value) -> String {
    let off_mark = if component["disabled"].as_bool().unwrap_or(false) {
        " (off)"
    } else {
        ""
    };
    if component["type"] == 2 {
        return format!("[{}]{off_mark}", component["label"].as_str().unwrap_or("?"));
    }
    let placeholder = component["placeholder"]
        .as_str()
        .unwrap_or("Make a selection");
    let options: Vec<&Value> = component["options"]
        .as_array()
        .into_iter()
        .flatten()
        .collect();
    let preset = options.iter().find(|option| option["default"] == true);
    let users: Vec<String> = preset_ids(component)
        .map(|user| format!("<@{user}>"))
        .collect();
    if component["type"] == 5 {
        return format!("▾ {placeholder}: {}{off_mark}", users.join(" "));
    }
    if component["type"] == 6 {
        let roles: Vec<String> = preset_ids(component)
            .map(|id| format!("<@&{id}>"))
            .collect();
        return format!("▾ {placeholder}: {}{off_mark}", roles.join(" "));
    }
    let options: Vec<&str> = match preset {
        // A closed select shows only what is chosen.
        Some(preset) => preset["label"].as_str().into_iter().collect(),
        None => options
            .iter()
            .filter_map(|option| option["label"].as_str())
            .collect(),
    };
    let shown = match options.as_slice() {
        [first, second, _, .., last] => format!("{first} | {second} | … | {last}"),
        few => few.join(" | "),
    };
    format!("▾ {placeholder}: {shown}{off_mark}")
}

/// The users or roles that a select shows as chosen by default.
pub(super) fn preset_ids(select: &Value) -> impl Iterator<Item = Id> {
    let preset = select["default_values"].as_array().into_iter().flatten();
    preset.filter_map(|known| known["id"].as_str()?.parse().ok())
}

/// How a link to a message begins.
const LINK: &str = "https://discord.com/channels/";

/// Text as the client shows it: no escapes, readable times, and names in place of numbers in
/// mentions and links.
fn readable(world: &World, text: &str) -> String {
    let readable = without_escapes(&replace_times(text, world.clock.now_ms()));
    let readable = replace_commands(world, &readable);
    let mut readable = replace_mentions(world, &readable);
    let names_channels = readable.contains("<#") || readable.contains(LINK);
    let channels = names_channels.then(|| world.channels.values());
    for channel in channels.into_iter().flatten() {
        let server = match channel.kind {
            ChannelKind::Server(server) => server.to_string(),
            ChannelKind::WithBot(_) | ChannelKind::Private => "@me".to_owned(),
        };
        let link = format!("{LINK}{server}/{}/", channel.id);
        let channel_name = format!("#{}", channel.name);
        readable = readable.replace(&format!("<#{}>", channel.id), &channel_name);
        while let Some(start) = readable.find(&link) {
            let number_start = start + link.len();
            let rest = readable.get(number_start..).unwrap_or_default();
            let digits = rest.chars().take_while(char::is_ascii_digit).count();
            let number = rest
                .get(..digits)
                .and_then(|digits| digits.parse().ok())
                .map(Id);
            let public = world
                .messages
                .values()
                .filter(|message| message.channel == channel.id && message.only_for.is_none());
            let nth = number
                .and_then(|id| public.enumerate().find(|(_, message)| message.id == id))
                .map(|(index, _)| index + 1);
            let target = nth.map_or("a message that is gone".to_owned(), |nth| {
                format!("public message {nth}")
            });
            let mut shown_link = String::new();
            // Writing to a string cannot fail.
            let _ = write!(shown_link, "{channel_name} › {target}");
            readable.replace_range(start..number_start + digits, &shown_link);
        }
    }
    readable
}

/// Shows each mention of a registered command, `</name:id>`, as the command in code.
fn replace_commands(world: &World, text: &str) -> String {
    let registered = world.commands.values().flatten();
    registered.fold(text.to_owned(), |mut text, command| {
        let (name, id) = (
            command["name"].as_str().unwrap_or_default(),
            command["id"].as_str().unwrap_or_default(),
        );
        let (begin, end) = (format!("</{name}"), format!(":{id}>"));
        while let Some((before, rest)) = text.split_once(&begin)
            && let Some((sub, after)) = rest.split_once(&end)
        {
            text = format!("{before}`/{name}{sub}`{after}");
        }
        text
    })
}

/// Replaces each `<@…>` with the name of the user.
fn replace_mentions(world: &World, text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<@") {
        shown.push_str(before);
        let named = after.split_once('>').and_then(|(id, after)| {
            let named = if let Some(role) = id.strip_prefix('&') {
                format!("@{}", role_name(world, role.parse().ok()?)?)
            } else {
                let known = id.parse().ok().filter(|id| world.users.contains_key(id));
                name(world, known?)
            };
            Some((named, after))
        });
        if let Some((name, after)) = named {
            shown.push_str(&name);
            rest = after;
        } else {
            shown.push_str("<@");
            rest = after;
        }
    }
    shown + rest
}

fn role_name(world: &World, id: Id) -> Option<&str> {
    let mut servers = world.servers.values();
    let role = servers.find_map(|server| server.roles.get(&id))?;
    Some(&role.name)
}

/// Replaces timestamps with what the client shows, in UTC
/// (<https://discord.com/developers/docs/reference#message-formatting>).
fn replace_times(text: &str, now_ms: i64) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<t:") {
        shown.push_str(before);
        let stamp = after.split_once('>').and_then(|(stamp, rest)| {
            let (seconds, style) = stamp.split_once(':')?;
            Some((time_in(style, seconds.parse().ok()?, now_ms)?, rest))
        });
        if let Some((time, after)) = stamp {
            shown.push_str(&time);
            rest = after;
        } else {
            shown.push_str("<t:");
            rest = after;
        }
    }
    shown + rest
}

/// A time as a relative one (`R`), a time of day (`t`, `T`), a date (`D`), or both (`f`).
fn time_in(style: &str, seconds: i64, now_ms: i64) -> Option<String> {
    let since = Duration::from_secs(seconds.unsigned_abs());
    // `Fri, 11 Jan 2030 12:00:01 GMT`.
    let date = httpdate::fmt_http_date(UNIX_EPOCH + since);
    let part = |range| date.get(range).map(ToOwned::to_owned);
    match style {
        "R" => Some(from_now(seconds - now_ms.div_euclid(1000))),
        "t" => part(17..22),
        "T" => part(17..25),
        "D" => part(5..16),
        "f" => part(5..22),
        _ => None,
    }
}

fn from_now(seconds: i64) -> String {
    let distance = seconds.abs();
    if distance < 45 && seconds <= 0 {
        return "a few seconds ago".to_owned();
    }
    let rounded = |unit: i64| (distance + unit / 2) / unit;
    let (count, unit) = match distance {
        0..55 => (distance, "second"),
        55..3_300 => (rounded(60), "minute"),
        3_300..79_200 => (rounded(3_600), "hour"),
        _ => (rounded(86_400), "day"),
    };
    let plural = if count == 1 { "" } else { "s" };
    if seconds < 0 {
        format!("{count} {unit}{plural} ago")
    } else {
        format!("in {count} {unit}{plural}")
    }
}

/// Removes each backslash that escapes a punctuation mark.
fn without_escapes(text: &str) -> String {
    let mut unescaped = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if c != '\\' || !characters.peek().is_some_and(char::is_ascii_punctuation) {
            unescaped.push(c);
        }
    }
    unescaped
}

fn name(world: &World, user: Id) -> String {
    let known = world.users.get(&user);
    format!(
        "@{}",
        known.map_or("unknown", |known| known
            .display_name
            .as_deref()
            .unwrap_or(&known.name))
    )
}
