//! Answers Discord's requests. What Discord has not signed is rejected.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest as _, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Router, extract::Request};
use futures::FutureExt;
use metrics::{counter, histogram};
use parking_lot::{Mutex, RwLock};
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::signature::VerifyKey;
use crate::responder::{Accepted, Responder, Via};
use crate::rest::Application;
use crate::server::{Busy, serve};
use wythoff_game::records::{InteractionId, TOKEN_LIFE};

/// Where Discord posts interactions.
pub(super) const PATH: &str = "/interactions";

/// The largest body that is read. Interactions take 2 to 10 KB.
const LARGEST_BODY: usize = 1 << 16;

/// How long the body of a request may take to arrive.
const BODY: Duration = Duration::from_secs(1);

/// How long a request waits for its interaction to be answered: less than Discord waits.
const ANSWER: Duration = Duration::from_millis(2_500);

/// How many connections may be open: twice as many as interactions may be in progress.
const CONNECTIONS: usize = 1024;

/// The header that tells the probe of the public address which application answers.
pub(super) const APPLICATION: &str = "x-wythoff-application";

/// The numbers of interactions' types: a ping, and the first and the last of those that a member
/// causes
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-type>).
const PING: u8 = 1;
const FIRST_KIND: u8 = 2;
const LAST_KIND: u8 = 5;

/// Checks and answers Discord's requests.
pub(super) struct Endpoint {
    responder: Arc<Responder>,
    known: RwLock<Known>,
    /// The latest interaction that was turned away as stale, unless one was accepted after it.
    stale: Mutex<Option<InteractionId>>,
}

/// What Discord has said about the application.
#[derive(Default)]
struct Known {
    key: Option<VerifyKey>,
    application: String,
}

/// The fields by which a request is judged.
#[derive(Deserialize)]
struct Judged {
    r#type: u8,
    id: Option<String>,
}

impl Endpoint {
    pub(super) fn new(responder: Arc<Responder>) -> Self {
        Self {
            responder,
            known: RwLock::default(),
            stale: Mutex::default(),
        }
    }

    pub(super) fn set_key(&self, key: Option<VerifyKey>) {
        self.known.write().key = key;
    }

    /// Uses the key of the application, and keeps it for the next start.
    pub(super) async fn use_key_of(&self, application: &Application) {
        let written = &application.verify_key;
        let Some(key) = VerifyKey::read(written) else {
            tracing::error!("discord gives no usable key, so no request can be verified");
            return;
        };
        *self.known.write() = Known {
            key: Some(key),
            application: application.id.to_string(),
        };
        let written = written.clone();
        let failure = "the key is not kept for the next start";
        let saving = self.responder.bot.save(failure, move |tx| {
            let written = written.clone();
            async move { tx.note_verify_key(&written).await }.boxed()
        });
        saving.await;
    }

    /// Answers requests until `stop`, and finishes those already begun.
    pub(super) async fn serve(self: &Arc<Self>, listener: TcpListener, stop: CancellationToken) {
        let routes = Router::new()
            .route(PATH, post(receive).fallback(other_method))
            .layer(DefaultBodyLimit::max(LARGEST_BODY))
            .with_state(self.clone());
        serve(listener, &routes, CONNECTIONS, &stop).await;
    }

    /// Whether an interaction can still be answered. If one after the other cannot, each later than
    /// the one before, it is the estimate of the time that is wrong, and the next arrival corrects
    /// it.
    fn is_fresh(&self, id: InteractionId) -> bool {
        let time = &self.responder.time;
        let mut stale = self.stale.lock();
        if time.now().since(id.at()) <= TOKEN_LIFE {
            *stale = None;
            return true;
        }
        let before = stale.replace(id);
        let is_time_wrong = before.is_some_and(|before| before < id);
        if is_time_wrong {
            tracing::warn!(
                "interactions seem to arrive too late; the estimate of the time is corrected"
            );
            time.forget();
            *stale = None;
        }
        is_time_wrong
    }

    /// Whether a request is from Discord. Returns `None` if the key is not known yet.
    fn verifies(&self, headers: &HeaderMap, body: &[u8]) -> Option<bool> {
        let key = self.known.read().key.clone()?;
        let begun = Instant::now();
        let is_signed = key.verifies(headers, body);
        histogram!("wythoff_verification_seconds").record(begun.elapsed());
        Some(is_signed)
    }
}

/// Answers Discord's request, and counts it.
async fn receive(
    State(endpoint): State<Arc<Endpoint>>,
    Extension(busy): Extension<Busy>,
    request: Request,
) -> Response {
    let (outcome, answer) = judge(&endpoint, &busy, request).await;
    counter!("wythoff_requests_total", "outcome" => outcome).increment(1);
    answer
}

async fn judge(endpoint: &Endpoint, busy: &Busy, request: Request) -> (&'static str, Response) {
    let status_only = |outcome, status: StatusCode| (outcome, status.into_response());
    let headers = request.headers().clone();
    let body = match timeout(BODY, Bytes::from_request(request, &())).await {
        Ok(Ok(body)) => body,
        Ok(Err(wrong)) if wrong.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            return status_only("too_large", wrong.status());
        }
        Ok(Err(_cut_off)) => return status_only("unreadable", StatusCode::BAD_REQUEST),
        Err(_) => return status_only("too_slow", StatusCode::REQUEST_TIMEOUT),
    };
    match endpoint.verifies(&headers, &body) {
        // Anybody can fill the connections with requests that Discord has not signed.
        Some(true) => busy.mark(),
        Some(false) => return status_only("not_signed", StatusCode::UNAUTHORIZED),
        None => return ("no_key", unavailable()),
    }
    let Some((text, judged)) = read(&body) else {
        return status_only("unreadable", StatusCode::BAD_REQUEST);
    };
    match judged.r#type {
        PING => {
            let pong = (
                [(header::CONTENT_TYPE, "application/json")],
                r#"{"type":1}"#,
            );
            return ("ping", pong.into_response());
        }
        FIRST_KIND..=LAST_KIND => {}
        _ => return status_only("unreadable", StatusCode::BAD_REQUEST),
    }
    // Once its token has expired, an interaction can no longer be answered; the request may be a
    // replay. The status is still 202: if it is only this host's clock that is wrong, an error must
    // not make Discord remove the endpoint.
    let id = judged.id.and_then(|id| id.parse().ok()).map(InteractionId);
    match id.filter(|&id| endpoint.is_fresh(id)) {
        Some(_) => answer(endpoint, text).await,
        None => status_only("stale", StatusCode::ACCEPTED),
    }
}

/// Lets the responder answer an interaction, and waits for that. If this process dies meanwhile, a
/// balancer sends the request to another one.
async fn answer(endpoint: &Endpoint, text: String) -> (&'static str, Response) {
    match endpoint.responder.accept(text, Via::Http) {
        Accepted::Busy => ("busy", unavailable()),
        Accepted::Begun(done) => {
            let _done_or_late = timeout(ANSWER, done).await;
            ("accepted", StatusCode::ACCEPTED.into_response())
        }
    }
}

/// The answer that makes a balancer try another process.
fn unavailable() -> Response {
    let after = [(header::RETRY_AFTER, "1")];
    (StatusCode::SERVICE_UNAVAILABLE, after).into_response()
}

fn read(body: &Bytes) -> Option<(String, Judged)> {
    let text = std::str::from_utf8(body).ok()?;
    let judged = serde_json::from_str(text).ok()?;
    Some((text.to_owned(), judged))
}

/// Refuses other methods. The probe of the public address uses GET, and learns which application
/// answers.
async fn other_method(State(endpoint): State<Arc<Endpoint>>, _: Request) -> Response {
    let application = endpoint.known.read().application.clone();
    let headers = [
        (header::ALLOW.as_str(), Method::POST.to_string()),
        (APPLICATION, application),
    ];
    (StatusCode::METHOD_NOT_ALLOWED, headers).into_response()
}
