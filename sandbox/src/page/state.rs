//! What a member sees, as JSON for the page: people, messages, commands, the open form, and the
//! last calls of the bot.

use serde_json::{Value, json};

use super::view::{Inner, Words};
use crate::call::Call;
use crate::id::Id;
use crate::people::Member;
use crate::world::{InteractionKind, Message, World};

/// How many interactions, and how many of the bot's calls, the panel shows.
const SHOWN: usize = 20;

/// What a member sees, and the time.
pub(super) struct Seen {
    pub(super) state: Value,
    now_ms: i64,
}

impl Seen {
    /// The state, including the time.
    pub(super) fn with_time(self) -> Value {
        let mut state = self.state;
        state["now"] = json!(self.now_ms);
        state
    }
}

pub(super) fn seen_by(page: &Inner, member: &Member, place: &str) -> Seen {
    let world = page.sandbox.shared.world();
    let people: Vec<Value> = page
        .members
        .iter()
        .filter_map(|person| {
            let user = world.users.get(&person.id())?;
            Some(json!({ "id": person.id(), "name": user.name, "locale": user.locale }))
        })
        .collect();
    let mut messages: Vec<(Id, Value)> = world
        .visible(member.channel(), member.id())
        .map(|shown| (shown.id, message(&world, shown, member)))
        .collect();
    if let Ok(words) = page.words.lock() {
        let here = words
            .iter()
            .filter(|words| words.channel == member.channel());
        messages.extend(here.map(|words| (words.id, in_words(words))));
    }
    messages.sort_by_key(|(id, _)| *id);
    let messages: Vec<Value> = messages.into_iter().map(|(_, message)| message).collect();
    let calls = world.calls.iter().rev().take(SHOWN).map(call);
    let sent = world.sent.iter().rev().take(SHOWN).cloned();
    let channels: serde_json::Map<String, Value> = world
        .channels
        .values()
        .map(|channel| (channel.id.to_string(), json!(channel.name)))
        .collect();
    let names: serde_json::Map<String, Value> = world
        .users
        .iter()
        .map(|(id, user)| {
            let name = user.display_name.as_ref().unwrap_or(&user.name);
            (id.to_string(), json!(name))
        })
        .collect();
    let roles = world.servers.values().flat_map(|server| &server.roles);
    let roles: serde_json::Map<String, Value> = roles
        .map(|(id, role)| (id.to_string(), json!(role.name)))
        .collect();
    let names = names.into_iter().chain(roles.clone());
    let names: serde_json::Map<String, Value> = names.collect();
    Seen {
        now_ms: world.clock.now_ms(),
        state: json!({
            "bot": world.application.name,
            "people": people,
            "names": names,
            "roles": roles,
            "channels": channels,
            "place": place,
            "try": page.suggested,
            "messages": messages,
            "commands": member.commands(&world),
            "form": open_form(&world, member),
            "calls": calls.collect::<Vec<_>>(),
            "sent": sent.collect::<Vec<_>>(),
        }),
    }
}

fn message(world: &World, message: &Message, member: &Member) -> Value {
    let files: Vec<Value> = message
        .attachments
        .iter()
        .map(|file| {
            json!({
                "url": format!("/attachments/{}", file.id),
                "name": file.filename,
                "description": file.description,
            })
        })
        .collect();
    let interaction = message
        .interaction
        .and_then(|id| world.interactions.get(&id));
    let command = interaction.filter(|interaction| interaction.kind == InteractionKind::Command);
    json!({
        "id": message.id,
        "at": message.id.at_ms(),
        "content": message.content,
        "components": message.components,
        "embeds": message.embeds,
        "files": files,
        "private": message.only_for.is_some(),
        "loading": message.is_loading,
        "edited": message.is_edited,
        "pings": message.pings.contains(&member.id()) || message.pings_everyone,
        "used_by": command.map(|interaction| interaction.user),
        "answers": interaction.map(|interaction| interaction.user),
    })
}

/// A message of a member.
fn in_words(words: &Words) -> Value {
    json!({
        "id": words.id,
        "at": words.id.at_ms(),
        "by": words.by,
        "content": words.text,
        "components": [],
        "embeds": [],
        "files": [],
        "answers": words.by,
    })
}

/// The form that the member has open.
fn open_form(world: &World, member: &Member) -> Value {
    member
        .open_form(world)
        .map_or(Value::Null, |(_, form, _)| form)
}

fn call(call: &Call) -> Value {
    json!({
        "method": call.method,
        "path": call.path,
        "status": call.status,
        "body": call.body,
    })
}
