//! Answering interactions: the first response, follow-ups, and the messages that a token gives
//! access to.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response as HttpResponse};
use serde::Deserialize;
use serde_json::{Value, json};

use super::body::{Answer, Payload, SharedState};
use super::message::{apply_edit, new_message};
use crate::id::Id;
use crate::judge;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::world::{
    FIRST_RESPONSE_MS, Interaction, InteractionKind, Response, TOKEN_LIFE_MS, World,
};

/// The flag of a private message.
const EPHEMERAL: u64 = 1 << 6;

/// How many follow-ups to an interaction an application may send in a channel that its bot is not
/// in.
const MAX_FOLLOW_UPS: usize = 5;

#[derive(Deserialize)]
pub(super) struct CallbackQuery {
    #[serde(default)]
    with_response: bool,
}

pub(super) async fn callback(
    State(shared): SharedState,
    Path((id, token)): Path<(Id, String)>,
    Query(query): Query<CallbackQuery>,
    payload: Payload,
) -> Result<HttpResponse, Refusal> {
    let now = shared.clock.now_ms();
    shared.change(|world| {
        let interaction = world
            .interactions
            .get(&id)
            .filter(|interaction| interaction.token == token)
            .cloned();
        let interaction = interaction.ok_or(Refusal::UNKNOWN_INTERACTION)?;
        if interaction.response.is_some() {
            return Err(Refusal::ALREADY_ACKNOWLEDGED);
        }
        let is_too_late = now - id.at_ms() > FIRST_RESPONSE_MS;
        if is_too_late {
            return Err(Refusal::UNKNOWN_INTERACTION);
        }
        let (response, original) = first_response(world, now, &interaction, &payload)?;
        let kind = payload.json["type"].clone();
        if let Some(known) = world.interactions.get_mut(&id) {
            known.response = Some(response);
            known.original = original;
        }
        if !query.with_response {
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
        let message = original
            .and_then(|id| world.messages.get(&id))
            .map(|message| world.message_json(message));
        let resource = json!({ "type": kind, "message": message });
        let callback_interaction =
            json!({ "id": id, "type": interaction.kind.number(), "response_message_id": original });
        Ok(
            Json(json!({ "interaction": callback_interaction, "resource": resource }))
                .into_response(),
        )
    })
}

/// Applies a first response, and returns it with the message that `@original` means from then on.
fn first_response(
    world: &mut World,
    now: i64,
    interaction: &Interaction,
    payload: &Payload,
) -> Result<(Response, Option<Id>), Refusal> {
    let kind = payload.json["type"].as_u64().unwrap_or(0);
    let null = Value::Null;
    let data = payload.json.get("data").unwrap_or(&null);
    let clicked = match interaction.kind {
        InteractionKind::Component(message) => Some(message),
        InteractionKind::Form(message) => message,
        InteractionKind::Command | InteractionKind::Completion => None,
    };
    let is_completion = interaction.kind == InteractionKind::Completion;
    let is_form = matches!(interaction.kind, InteractionKind::Form(_));
    match kind {
        4 | 5 if !is_completion => {
            let is_loading = kind == 5;
            let message = post(world, now, interaction, data, payload, is_loading)?;
            Ok((Response::Message(message), Some(message)))
        }
        6 | 7 if !is_completion => {
            let Some(message) = clicked else {
                // A form that was opened by a command belongs to no message, and a command cannot
                // be answered with an update.
                let unknown = Refusal::UNKNOWN_MESSAGE;
                return Err(if is_form {
                    unknown
                } else {
                    Refusal::bad_body("type", "not for a command")
                });
            };
            if kind == 6 {
                return Ok((Response::Acknowledged, Some(message)));
            }
            judge::message::judge(data, &payload.files)?;
            apply_edit(world, now, message, data, &payload.files)?;
            Ok((Response::Update(message), Some(message)))
        }
        8 if is_completion => {
            judge::response::judge_choices(&data["choices"])?;
            Ok((Response::Choices(data["choices"].clone()), None))
        }
        9 if !is_completion && !is_form => {
            judge::form::judge(data)?;
            Ok((Response::Form(data.clone()), clicked))
        }
        _ => Err(Refusal::bad_body(
            "type",
            "not a response to this kind of interaction",
        )),
    }
}

fn post(
    world: &mut World,
    now: i64,
    interaction: &Interaction,
    data: &Value,
    payload: &Payload,
    is_loading: bool,
) -> Result<Id, Refusal> {
    if !is_loading {
        judge::message::judge(data, &payload.files)?;
        if judge::message::is_empty(data, &payload.files) {
            return Err(Refusal::EMPTY_MESSAGE);
        }
    }
    let mut message = new_message(world, now, interaction.channel, data, &payload.files);
    message.interaction = Some(interaction.id);
    message.is_loading = is_loading;
    let is_private = is_ephemeral(data) || !world.may_answer_publicly(interaction.channel);
    message.only_for = is_private.then_some(interaction.user);
    let id = message.id;
    world.messages.insert(id, message);
    Ok(id)
}

fn is_ephemeral(data: &Value) -> bool {
    data["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0
}

/// The interaction that a token belongs to, if it has been answered and the token is still valid.
fn interaction_by_token(world: &World, now: i64, token: &str) -> Result<Interaction, Refusal> {
    let interaction = world
        .interactions
        .values()
        .find(|interaction| interaction.token == token);
    let interaction = interaction
        .filter(|interaction| interaction.response.is_some())
        .ok_or(Refusal::UNKNOWN_WEBHOOK)?;
    if now - interaction.id.at_ms() > TOKEN_LIFE_MS {
        return Err(Refusal::INVALID_TOKEN);
    }
    Ok(interaction.clone())
}

pub(super) async fn follow_up(
    State(shared): SharedState,
    Path((_, token)): Path<(Id, String)>,
    payload: Payload,
) -> Answer {
    let now = shared.clock.now_ms();
    shared.change(|world| {
        let interaction = interaction_by_token(world, now, &token)?;
        if !world.bot_is_in(interaction.channel) && interaction.follow_ups.len() >= MAX_FOLLOW_UPS {
            return Err(Refusal::TOO_MANY_FOLLOW_UPS);
        }
        let deferred = interaction.original.filter(|id| {
            world
                .messages
                .get(id)
                .is_some_and(|message| message.is_loading)
        });
        let id = match deferred {
            // The first follow-up to a deferred response fills it in.
            Some(id) => {
                judge::message::judge(&payload.json, &payload.files)?;
                apply_edit(world, now, id, &payload.json, &payload.files)?;
                id
            }
            None => post(world, now, &interaction, &payload.json, &payload, false)?,
        };
        if let Some(known) = world.interactions.get_mut(&interaction.id) {
            known.follow_ups.push(id);
        }
        let message = world.message(id)?;
        Ok(Json(world.message_json(message)))
    })
}

/// The message with the given name, if the token gives access to it: `@original`, or the id of the
/// original message or of a follow-up.
fn message_by_name(world: &World, now: i64, token: &str, name: &str) -> Result<Id, Refusal> {
    let interaction = interaction_by_token(world, now, token)?;
    let id = if name == "@original" {
        interaction.original
    } else {
        let id = name.parse::<Id>().ok();
        id.filter(|id| interaction.original == Some(*id) || interaction.follow_ups.contains(id))
    };
    id.filter(|id| world.messages.contains_key(id))
        .ok_or(Refusal::UNKNOWN_MESSAGE)
}

pub(super) async fn read_message(
    State(shared): SharedState,
    Path((_, token, name)): Path<(Id, String, String)>,
) -> Answer {
    let world = shared.world();
    let id = message_by_name(&world, shared.clock.now_ms(), &token, &name)?;
    let message = world.message(id)?;
    Ok(Json(world.message_json(message)))
}

pub(super) async fn edit_message(
    State(shared): SharedState,
    Path((_, token, name)): Path<(Id, String, String)>,
    payload: Payload,
) -> Answer {
    let now = shared.clock.now_ms();
    shared.change(|world| {
        let id = message_by_name(world, now, &token, &name)?;
        judge::message::judge(&payload.json, &payload.files)?;
        apply_edit(world, now, id, &payload.json, &payload.files)?;
        let message = world.message(id)?;
        Ok(Json(world.message_json(message)))
    })
}

pub(super) async fn delete_message(
    State(shared): SharedState,
    Path((_, token, name)): Path<(Id, String, String)>,
) -> Result<StatusCode, Refusal> {
    let now = shared.clock.now_ms();
    shared.change(|world| {
        let id = message_by_name(world, now, &token, &name)?;
        world.messages.remove(&id);
        Ok(StatusCode::NO_CONTENT)
    })
}

/// A new interaction, which waits for its first response.
pub(crate) fn open_interaction(
    shared: &Shared,
    kind: InteractionKind,
    user: Id,
    channel: Id,
) -> Interaction {
    let now = shared.clock.now_ms();
    shared.change(|world| {
        let id = world.new_id(now);
        let interaction = Interaction {
            id,
            token: format!("interaction.{id}.secret"),
            kind,
            user,
            channel,
            response: None,
            original: None,
            follow_ups: Vec::new(),
        };
        world.interactions.insert(id, interaction.clone());
        interaction
    })
}
