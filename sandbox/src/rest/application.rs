//! The application, its bot user, its commands, and the address of the gateway.

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::body::{Answer, Payload, SharedState};
use crate::endpoint;
use crate::id::Id;
use crate::judge::command;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::world::BotAccess;

/// The type of the command that opens an activity
/// (<https://discord.com/developers/docs/interactions/application-commands#entry-point-commands>).
const ENTRY_POINT: u64 = 4;

pub(super) async fn gateway(State(shared): SharedState) -> Json<Value> {
    Json(json!({ "url": shared.gateway_url() }))
}

pub(super) async fn gateway_bot(State(shared): SharedState) -> Json<Value> {
    let (shards, (remaining, reset_after_ms)) = {
        let gateway = &shared.world().gateway;
        (gateway.shards, gateway.session_starts)
    };
    let limit = json!({
        "total": 1000, "remaining": remaining, "reset_after": reset_after_ms, "max_concurrency": 1,
    });
    Json(json!({ "url": shared.gateway_url(), "shards": shards, "session_start_limit": limit }))
}

pub(super) async fn current_user(State(shared): SharedState) -> Json<Value> {
    let world = shared.world();
    Json(world.bot_json())
}

pub(super) async fn user(State(shared): SharedState, Path(user): Path<Id>) -> Answer {
    let world = shared.world();
    if world.users.contains_key(&user) {
        Ok(Json(world.user_json(user)))
    } else {
        Err(Refusal::UNKNOWN_USER)
    }
}

pub(super) async fn current_application(State(shared): SharedState) -> Json<Value> {
    let world = shared.world();
    let mut installations = json!({ "0": {} });
    if world.application.allows_user_install {
        installations["1"] = json!({});
    }
    Json(json!({
        "id": world.application.id,
        "name": world.application.name,
        "icon": null,
        "description": "",
        "bot_public": true,
        "bot_require_code_grant": false,
        "verify_key": shared.signer.verify_key(),
        "interactions_endpoint_url": world.endpoint.url,
        "flags": 0,
        "integration_types_config": installations,
    }))
}

/// Sets the endpoint for interactions, if it passes Discord's test.
pub(super) async fn change_application(State(shared): SharedState, payload: Payload) -> Answer {
    const FIELD: &str = "interactions_endpoint_url";
    let url = match payload.json.get(FIELD) {
        None => return Err(Refusal::bad_body("", "nothing to change")),
        Some(Value::Null) => None,
        Some(Value::String(url)) if endpoint::passes(&shared, url).await => Some(url.clone()),
        Some(_) => {
            let problem = "The specified interactions endpoint url could not be verified.";
            return Err(Refusal::bad_body(FIELD, problem));
        }
    };
    shared.change(|world| {
        world.endpoint.url = url;
        world.endpoint.answers = false;
    });
    Ok(current_application(State(shared)).await)
}

/// The servers that the bot is in, a page at a time.
pub(super) async fn servers(State(shared): SharedState, Query(page): Query<Page>) -> Json<Value> {
    let world = shared.world();
    let after = page.after.unwrap_or(0);
    let servers = world.servers.values();
    let servers =
        servers.filter(|server| server.bot_access >= BotAccess::Member && server.id.0 > after);
    let page = servers.take(page.limit.unwrap_or(200).min(200));
    Json(page.map(|server| json!({ "id": server.id })).collect())
}

#[derive(Deserialize)]
pub(super) struct Page {
    limit: Option<usize>,
    after: Option<u64>,
}

pub(super) async fn open_direct_message(State(shared): SharedState, payload: Payload) -> Answer {
    let recipient = payload.json["recipient_id"]
        .as_str()
        .and_then(|id| id.parse::<Id>().ok());
    let now = shared.clock.now_ms();
    shared.change(|world| {
        let user = recipient
            .filter(|id| world.users.contains_key(id))
            .ok_or(Refusal::UNKNOWN_USER)?;
        let channel = world.direct_message(now, user);
        Ok(Json(
            json!({ "id": channel, "type": 1, "recipients": [world.user_json(user)] }),
        ))
    })
}

pub(super) async fn commands(State(shared): SharedState) -> Json<Value> {
    registered_commands(&shared, None)
}

pub(super) async fn guild_commands(
    State(shared): SharedState,
    Path((_, guild)): Path<(Id, Id)>,
) -> Json<Value> {
    registered_commands(&shared, Some(guild))
}

fn registered_commands(shared: &Shared, guild: Option<Id>) -> Json<Value> {
    let commands = shared.world().commands.get(&guild).cloned();
    Json(Value::Array(commands.unwrap_or_default()))
}

pub(super) async fn replace_commands(State(shared): SharedState, payload: Payload) -> Answer {
    replace(&shared, None, payload)
}

pub(super) async fn replace_guild_commands(
    State(shared): SharedState,
    Path((_, guild)): Path<(Id, Id)>,
    payload: Payload,
) -> Answer {
    replace(&shared, Some(guild), payload)
}

fn replace(shared: &Shared, guild: Option<Id>, payload: Payload) -> Answer {
    let Value::Array(commands) = payload.json else {
        return Err(Refusal::bad_body("", "not a list of commands"));
    };
    command::judge_all(&commands)?;
    let has_entry_point = |commands: &[Value]| {
        commands
            .iter()
            .any(|command| command["type"] == ENTRY_POINT)
    };
    let known = shared.world().commands.get(&guild).cloned();
    if has_entry_point(&known.unwrap_or_default()) && !has_entry_point(&commands) {
        return Err(Refusal::ENTRY_POINT_MISSING);
    }
    let registered: Vec<Value> = commands
        .into_iter()
        .map(|command| with_discord_fields(shared, guild, command))
        .collect();
    shared.change(|world| world.commands.insert(guild, registered.clone()));
    Ok(Json(Value::Array(registered)))
}

pub(super) async fn add_command(State(shared): SharedState, payload: Payload) -> Answer {
    command::judge(&payload.json)?;
    let command = with_discord_fields(&shared, None, payload.json);
    shared.change(|world| {
        let commands = world.commands.entry(None).or_default();
        commands.retain(|known| known["name"] != command["name"]);
        commands.push(command.clone());
    });
    Ok(Json(command))
}

/// A command with the fields that Discord adds.
fn with_discord_fields(shared: &Shared, guild: Option<Id>, mut command: Value) -> Value {
    let (id, version) = (shared.new_id(), shared.new_id());
    command["id"] = json!(id);
    command["version"] = json!(version);
    command["application_id"] = json!(shared.world().application.id);
    let mut set_if_missing = |name: &str, value: Value| {
        if command[name].is_null() {
            command[name] = value;
        }
    };
    set_if_missing("type", json!(1));
    set_if_missing("nsfw", json!(false));
    if let Some(guild) = guild {
        set_if_missing("guild_id", json!(guild));
    }
    command
}
