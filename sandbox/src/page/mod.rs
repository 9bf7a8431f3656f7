//! A page on which a visitor acts as a member and uses a bot in the browser. It shows what
//! Discord's client would show, live.
//!
//! Plain HTML, CSS and JavaScript modules, built into the program. Changes arrive as server-sent
//! events. Only the page itself may act: the `Host` of a request must be the page's address, and
//! so must its `Origin` if it has one.

mod act;
mod state;
mod view;

use std::convert::Infallible;
use std::io;

use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures::{Stream, stream};
use tokio::net::TcpListener;

pub use self::view::Page;
use self::view::View;
use crate::id::Id;
use crate::people::Member;
use crate::world::Attachment;

/// A file of the page, with its type.
macro_rules! file {
    ($path:literal, $kind:literal, $name:literal) => {
        ($path, $kind, include_str!(concat!("../../page/", $name)))
    };
}

/// The files of the page.
const FILES: [(&str, &str, &str); 6] = [
    file!("/", "text/html", "index.html"),
    file!("/style.css", "text/css", "style.css"),
    file!("/app.js", "text/javascript", "app.js"),
    file!("/message.js", "text/javascript", "message.js"),
    file!("/composer.js", "text/javascript", "composer.js"),
    file!("/markdown.js", "text/javascript", "markdown.js"),
];

impl Page {
    /// Serves the page until the listener breaks.
    ///
    /// # Errors
    /// The error of the listener.
    pub async fn serve(self, listener: TcpListener) -> io::Result<()> {
        let host = listener.local_addr()?.to_string();
        let mut routes = Router::new()
            .route("/events", get(events))
            .route("/people", get(people))
            .route("/act", post(act::act))
            .route("/attachments/{id}", get(attachment));
        for (path, kind, content) in FILES {
            let file = move || async move {
                (
                    [(header::CONTENT_TYPE, format!("{kind}; charset=utf-8"))],
                    content,
                )
            };
            routes = routes.route(path, get(file));
        }
        let guarded = routes.with_state(self).layer(from_fn(move |request, next| {
            let host = host.clone();
            async move { guard(&host, request, next).await }
        }));
        axum::serve(listener, guarded).await
    }
}

/// Rejects requests that do not come from the page itself.
async fn guard(host: &str, request: Request, next: Next) -> Response {
    let is_own = |headers: &HeaderMap| {
        let value = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let port = host.rsplit(':').next().unwrap_or_default();
        let own_hosts = [host.to_owned(), format!("localhost:{port}")];
        let is_own_host = |named: &str| own_hosts.iter().any(|own| own == named);
        value(header::HOST).is_some_and(is_own_host)
            && value(header::ORIGIN)
                .is_none_or(|origin| is_own_host(origin.trim_start_matches("http://")))
    };
    if is_own(request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "only the page itself may do that").into_response()
    }
}

/// Sends what the member sees, now and after every change.
async fn events(
    State(page): State<Page>,
    Query(view): Query<View>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, StatusCode> {
    let member = page.member(&view).ok_or(StatusCode::NOT_FOUND)?;
    let changes = page.0.sandbox.shared.changes();
    let states = stream::unfold(
        (changes, String::new()),
        move |(mut changes, last_shown)| {
            let (page, member, view) = (page.clone(), member.clone(), view.clone());
            async move {
                loop {
                    changes.mark_unchanged();
                    let current = state::seen_by(&page.0, &member, &view.place);
                    // The time always changes, so it is left out when comparing states.
                    let state = current.state.to_string();
                    if state != last_shown {
                        let event = Event::default().data(current.with_time().to_string());
                        return Some((Ok(event), (changes, state)));
                    }
                    changes.changed().await.ok()?;
                }
            }
        },
    );
    Ok(Sse::new(states).keep_alive(KeepAlive::default()))
}

/// The ids of the members, in order.
async fn people(State(page): State<Page>) -> Json<Vec<Id>> {
    Json(page.0.members.iter().map(Member::id).collect())
}

async fn attachment(State(page): State<Page>, Path(id): Path<Id>) -> Response {
    let world = page.0.sandbox.shared.world();
    let mut attachments = world
        .messages
        .values()
        .flat_map(|message| &message.attachments);
    // Files of messages that have since been edited or deleted are served too: a browser may be
    // about to show one.
    let mut recent = world.files.iter();
    let has_id = |file: &&Attachment| file.id == id;
    match attachments.find(has_id).or_else(|| recent.find(has_id)) {
        Some(file) => {
            let extension = file.filename.rsplit('.').next().unwrap_or_default();
            let kind = match extension {
                "png" => "image/png",
                "json" => "application/json",
                _ => "application/octet-stream",
            };
            ([(header::CONTENT_TYPE, kind)], file.bytes.to_vec()).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
