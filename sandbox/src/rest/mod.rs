//! REST v10: the routes, and what all of them have in common: authorisation, faults, and the record
//! of calls.

mod application;
mod body;
mod interaction;
mod message;
mod role;

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post, put};
use axum::{Json, Router};
use serde_json::json;

use self::body::{LARGEST_BODY, SharedState};
use crate::call::Call;
use crate::fault::{Effect, Fault};
use crate::gateway;
use crate::refusal::Refusal;
use crate::shared::Shared;

pub(crate) use interaction::open_interaction;

pub(crate) fn routes(shared: Arc<Shared>) -> Router {
    let api = Router::new()
        .route("/gateway", get(application::gateway))
        .route("/gateway/bot", get(application::gateway_bot))
        .route("/users/@me", get(application::current_user))
        .route(
            "/users/@me/channels",
            post(application::open_direct_message),
        )
        .route("/users/{user}", get(application::user))
        .route(
            "/applications/@me",
            get(application::current_application).patch(application::change_application),
        )
        .route("/users/@me/guilds", get(application::servers))
        .route(
            "/oauth2/applications/@me",
            get(application::current_application),
        )
        .route(
            "/applications/{application}/commands",
            get(application::commands)
                .put(application::replace_commands)
                .post(application::add_command),
        )
        .route(
            "/applications/{application}/guilds/{guild}/commands",
            get(application::guild_commands).put(application::replace_guild_commands),
        )
        .route(
            "/interactions/{id}/{token}/callback",
            post(interaction::callback),
        )
        .route(
            "/webhooks/{application}/{token}",
            post(interaction::follow_up),
        )
        .route(
            "/webhooks/{application}/{token}/messages/{message}",
            get(interaction::read_message)
                .patch(interaction::edit_message)
                .delete(interaction::delete_message),
        )
        .route("/channels/{channel}", get(message::channel))
        .route(
            "/channels/{channel}/messages",
            get(message::list).post(message::create),
        )
        .route(
            "/channels/{channel}/messages/{message}",
            get(message::read)
                .patch(message::edit)
                .delete(message::delete),
        )
        .route(
            "/guilds/{guild}/members/{member}/roles/{role}",
            put(role::give).delete(role::take),
        )
        .fallback(|| async { Refusal::NOT_FOUND })
        .layer(from_fn_with_state(shared.clone(), handle_call));
    Router::new()
        .nest("/api/v10", api)
        .route("/gateway", any(gateway::begin))
        .route("/gateway/", any(gateway::begin))
        .route("/gateway/resume", any(gateway::resume))
        .route("/gateway/resume/", any(gateway::resume))
        .with_state(shared)
}

/// Middleware around every call: authorisation, faults and recording.
async fn handle_call(State(shared): SharedState, request: Request, next: Next) -> Response {
    let method = request.method().to_string();
    let path = request
        .uri()
        .path_and_query()
        .map_or_else(String::new, ToString::to_string);
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, LARGEST_BODY).await.unwrap_or_default();
    let recorded_body = serde_json::from_slice(&bytes).ok();
    let now_ms = shared.clock.now_ms();
    let call_index = shared.change(|world| {
        let (method, path) = (method.clone(), without_prefix(&path));
        world.calls.push(Call {
            at_ms: now_ms,
            method,
            path,
            body: recorded_body,
            status: None,
        });
        world.calls.len() - 1
    });
    let effect = take_fault(&shared, &method, &path);
    let authorised = is_authorised(&shared, &path, &parts.headers);
    let request = Request::from_parts(parts, Body::from(bytes));
    let mut response = match effect {
        None => carry_out(authorised, request, next).await,
        Some(Effect::Delay(duration)) => {
            // In a separate task, so that the call is carried out even if the caller gives up.
            let delayed_call = tokio::spawn(async move {
                tokio::time::sleep(duration).await;
                carry_out(authorised, request, next).await
            });
            delayed_call
                .await
                .unwrap_or_else(|_panic| StatusCode::INTERNAL_SERVER_ERROR.into_response())
        }
        Some(Effect::NoAnswer) => std::future::pending().await,
        Some(Effect::LoseAnswer) => {
            drop(carry_out(authorised, request, next).await);
            StatusCode::BAD_GATEWAY.into_response()
        }
        Some(Effect::Status(status)) => StatusCode::from_u16(status)
            .unwrap_or(StatusCode::BAD_REQUEST)
            .into_response(),
        Some(Effect::Code(status, code)) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
            let body = json!({ "message": "A fault.", "code": code, "retry_after": 3600.0 });
            (status, Json(body)).into_response()
        }
        Some(Effect::RateLimit {
            retry_after,
            global,
        }) => rate_limited(retry_after, global),
        Some(Effect::Html) => (
            StatusCode::SERVICE_UNAVAILABLE,
            [(header::CONTENT_TYPE, "text/html")],
            "<html><body>503 Service Temporarily Unavailable</body></html>",
        )
            .into_response(),
    };
    // The answer is dated with the sandbox's time, not the machine's.
    let since_1970 = Duration::from_millis(u64::try_from(now_ms).unwrap_or(0));
    if let Ok(date) = httpdate::fmt_http_date(UNIX_EPOCH + since_1970).parse() {
        response.headers_mut().insert(header::DATE, date);
    }
    let status = response.status().as_u16();
    shared.change(|world| {
        world
            .refusals
            .extend(response.extensions().get::<Refusal>().cloned());
        if let Some(call) = world.calls.get_mut(call_index) {
            call.status = Some(status);
        }
    });
    response
}

async fn carry_out(authorised: bool, request: Request, next: Next) -> Response {
    if authorised {
        next.run(request).await
    } else {
        Refusal::UNAUTHORIZED.into_response()
    }
}

fn take_fault(shared: &Shared, method: &str, path: &str) -> Option<Effect> {
    let mut world = shared.world();
    let fits = |fault: &Fault| fault.method == method && path.contains(&fault.path_part);
    let index = world.faults.iter().position(fits)?;
    let fault = world.faults.get_mut(index)?;
    fault.times = fault.times.saturating_sub(1);
    let effect = fault.effect.clone();
    if fault.times == 0 {
        world.faults.remove(index);
    }
    Some(effect)
}

/// Calls with an interaction's token in the path are authorised by that token, and `/gateway` needs
/// no authorisation. All other calls need the bot's token.
fn is_authorised(shared: &Shared, path: &str, headers: &HeaderMap) -> bool {
    let path = without_prefix(path);
    if path.starts_with("/interactions/") || path.starts_with("/webhooks/") || path == "/gateway" {
        return true;
    }
    let authorization = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    authorization
        .strip_prefix("Bot ")
        .is_some_and(|token| token == shared.world().application.token)
}

fn without_prefix(path: &str) -> String {
    path.strip_prefix("/api/v10").unwrap_or(path).to_owned()
}

fn rate_limited(retry_after: Duration, global: bool) -> Response {
    let seconds = retry_after.as_secs_f64();
    let body = json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": global });
    let headers = [("retry-after", seconds.ceil().to_string())];
    (StatusCode::TOO_MANY_REQUESTS, headers, Json(body)).into_response()
}
