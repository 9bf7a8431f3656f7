//! Messages that the bot sends and edits as itself, and what every new or edited message has in
//! common.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::body::{Answer, Payload, SharedState};
use crate::id::Id;
use crate::judge;
use crate::judge::message::File;
use crate::refusal::Refusal;
use crate::world::{Attachment, Message, World};

/// A new message with the fields of `data` and the given files. It pings the mentioned members that
/// `allowed_mentions` allows.
pub(super) fn new_message(
    world: &mut World,
    now: i64,
    channel: Id,
    data: &Value,
    files: &[File],
) -> Message {
    let content = data["content"].as_str().unwrap_or_default().to_owned();
    let (pings, pings_everyone) = pings(world, &content, data.get("allowed_mentions"));
    Message {
        id: world.new_id(now),
        channel,
        content,
        components: list_or_empty(&data["components"]),
        embeds: list_or_empty(&data["embeds"]),
        attachments: attachments(world, now, data, files, &[]),
        only_for: None,
        is_loading: false,
        is_edited: false,
        pings,
        pings_everyone,
        interaction: None,
        nonce: data["nonce"].as_str().map(str::to_owned),
    }
}

/// Changes the fields that the body of an edit contains. Editing pings nobody.
pub(super) fn apply_edit(
    world: &mut World,
    now: i64,
    id: Id,
    data: &Value,
    files: &[File],
) -> Result<(), Refusal> {
    let mut message = world.message(id)?.clone();
    if let Some(content) = data.get("content") {
        content
            .as_str()
            .unwrap_or_default()
            .clone_into(&mut message.content);
    }
    if let Some(components) = data.get("components") {
        message.components = list_or_empty(components);
    }
    if let Some(embeds) = data.get("embeds") {
        message.embeds = list_or_empty(embeds);
    }
    if data.get("attachments").is_some() || !files.is_empty() {
        message.attachments = attachments(world, now, data, files, &message.attachments);
    }
    let shows_nothing = message.content.trim().is_empty()
        && [&message.components, &message.embeds]
            .iter()
            .all(|part| part.as_array().is_none_or(Vec::is_empty))
        && message.attachments.is_empty();
    if shows_nothing {
        return Err(Refusal::EMPTY_MESSAGE);
    }
    message.is_edited = !message.is_loading;
    message.is_loading = false;
    world.messages.insert(id, message);
    Ok(())
}

fn list_or_empty(value: &Value) -> Value {
    if value.is_array() {
        value.clone()
    } else {
        json!([])
    }
}

/// The attachments of a message after a body is applied: the old ones that the body lists (all, if
/// it has no list), and the new files with their descriptions.
fn attachments(
    world: &mut World,
    now: i64,
    data: &Value,
    files: &[File],
    old_attachments: &[Attachment],
) -> Vec<Attachment> {
    let listed = data["attachments"].as_array();
    let is_kept = |attachment: &&Attachment| match listed {
        Some(listed) => listed
            .iter()
            .any(|entry| entry["id"] == json!(attachment.id)),
        None => true,
    };
    let mut result: Vec<Attachment> = old_attachments.iter().filter(is_kept).cloned().collect();
    for file in files {
        let entry = listed.and_then(|listed| {
            let number = file.number.to_string();
            listed.iter().find(|entry| {
                entry["id"].as_u64() == Some(file.number) || entry["id"] == json!(number)
            })
        });
        let description = entry
            .and_then(|entry| entry["description"].as_str())
            .map(str::to_owned);
        let attachment = Attachment {
            id: world.new_id(now),
            filename: file.filename.clone(),
            description,
            bytes: file.bytes.as_slice().into(),
        };
        world.keep_file(attachment.clone());
        result.push(attachment);
    }
    result
}

/// The mentioned members that a new message pings, and whether it pings everyone.
/// `allowed_mentions` can restrict both.
fn pings(world: &World, content: &str, allowed: Option<&Value>) -> (Vec<Id>, bool) {
    let allowed = allowed.filter(|allowed| !allowed.is_null());
    let allows_all = |kind| {
        allowed.is_none_or(|allowed| {
            allowed["parse"]
                .as_array()
                .is_some_and(|parse| parse.contains(&json!(kind)))
        })
    };
    let is_listed = |id: Id| {
        let users = allowed.and_then(|allowed| allowed["users"].as_array());
        users.is_some_and(|users| users.contains(&json!(id)))
    };
    let is_pinged = |id: &Id| {
        let is_mentioned =
            content.contains(&format!("<@{id}>")) || content.contains(&format!("<@!{id}>"));
        is_mentioned && (allows_all("users") || is_listed(*id))
    };
    let pings_everyone =
        (content.contains("@everyone") || content.contains("@here")) && allows_all("everyone");
    (
        world.users.keys().copied().filter(is_pinged).collect(),
        pings_everyone,
    )
}

pub(super) async fn channel(State(shared): SharedState, Path(channel): Path<Id>) -> Answer {
    let world = shared.world();
    let known = world
        .channels
        .get(&channel)
        .ok_or(Refusal::UNKNOWN_CHANNEL)?;
    if !world.bot_sees(channel) {
        return Err(Refusal::MISSING_ACCESS);
    }
    Ok(Json(
        json!({ "id": known.id, "type": 0, "name": known.name }),
    ))
}

#[derive(Deserialize)]
pub(super) struct ListQuery {
    after: Option<Id>,
    limit: Option<usize>,
}

/// The latest messages or, with `after`, the first ones after that message. Newest first.
pub(super) async fn list(
    State(shared): SharedState,
    Path(channel): Path<Id>,
    Query(query): Query<ListQuery>,
) -> Answer {
    let world = shared.world();
    check_access(&world, channel)?;
    let public = world
        .messages
        .values()
        .filter(|message| message.channel == channel && message.only_for.is_none())
        .filter(|message| query.after.is_none_or(|after| message.id > after));
    let limit = query.limit.unwrap_or(50).min(100);
    let json = |message| world.message_json(message);
    let mut messages: Vec<Value> = match query.after {
        Some(_) => public.take(limit).map(json).collect(),
        None => public.rev().take(limit).map(json).collect(),
    };
    if query.after.is_some() {
        messages.reverse();
    }
    Ok(Json(Value::Array(messages)))
}

fn check_access(world: &World, channel: Id) -> Result<(), Refusal> {
    if !world.channels.contains_key(&channel) {
        return Err(Refusal::UNKNOWN_CHANNEL);
    }
    if world.bot_sees(channel) {
        Ok(())
    } else {
        Err(Refusal::MISSING_ACCESS)
    }
}

/// A message that the bot can reach with its own permissions.
fn reachable(world: &World, channel: Id, id: Id) -> Result<&Message, Refusal> {
    check_access(world, channel)?;
    let message = world
        .messages
        .get(&id)
        .filter(|message| message.channel == channel && message.only_for.is_none());
    message.ok_or(Refusal::UNKNOWN_MESSAGE)
}

pub(super) async fn create(
    State(shared): SharedState,
    Path(channel): Path<Id>,
    payload: Payload,
) -> Answer {
    let now = shared.clock.now_ms();
    shared.change(|world| {
        check_access(world, channel)?;
        if !world.bot_may_write(channel) {
            return Err(Refusal::MISSING_PERMISSIONS);
        }
        check_files(world, channel, &payload.files)?;
        if let Some(existing) = message_with_same_nonce(world, channel, &payload.json) {
            return Ok(Json(world.message_json(existing)));
        }
        judge::message::judge(&payload.json, &payload.files)?;
        if judge::message::is_empty(&payload.json, &payload.files) {
            return Err(Refusal::EMPTY_MESSAGE);
        }
        let message = new_message(world, now, channel, &payload.json, &payload.files);
        let answer = world.message_json(&message);
        world.messages.insert(message.id, message);
        Ok(Json(answer))
    })
}

/// Attaching files needs a separate permission.
fn check_files(world: &World, channel: Id, files: &[File]) -> Result<(), Refusal> {
    if files.is_empty() || world.bot_may_attach(channel) {
        return Ok(());
    }
    Err(Refusal::MISSING_PERMISSIONS)
}

/// The message that was posted with the same nonce, if the body has `enforce_nonce`
/// (<https://discord.com/developers/docs/resources/message#create-message>).
fn message_with_same_nonce<'w>(world: &'w World, channel: Id, body: &Value) -> Option<&'w Message> {
    let nonce = body["nonce"]
        .as_str()
        .filter(|_| body["enforce_nonce"] == true)?;
    world
        .messages
        .values()
        .rev()
        .find(|message| message.channel == channel && message.nonce.as_deref() == Some(nonce))
}

pub(super) async fn read(
    State(shared): SharedState,
    Path((channel, message)): Path<(Id, Id)>,
) -> Answer {
    let world = shared.world();
    let message = reachable(&world, channel, message)?;
    Ok(Json(world.message_json(message)))
}

pub(super) async fn edit(
    State(shared): SharedState,
    Path((channel, message)): Path<(Id, Id)>,
    payload: Payload,
) -> Answer {
    let now = shared.clock.now_ms();
    shared.change(|world| {
        reachable(world, channel, message)?;
        check_files(world, channel, &payload.files)?;
        judge::message::judge(&payload.json, &payload.files)?;
        apply_edit(world, now, message, &payload.json, &payload.files)?;
        let message = world.message(message)?;
        Ok(Json(world.message_json(message)))
    })
}

pub(super) async fn delete(
    State(shared): SharedState,
    Path((channel, message)): Path<(Id, Id)>,
) -> Result<StatusCode, Refusal> {
    shared.change(|world| {
        reachable(world, channel, message)?;
        world.messages.remove(&message);
        Ok(StatusCode::NO_CONTENT)
    })
}
