//! Interactions over HTTP: signed requests to the endpoint that the application has set
//! (<https://discord.com/developers/docs/interactions/overview#setting-up-an-endpoint>).

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, StatusCode};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::shared::Shared;
use crate::world::{EndpointRequest, World};

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long a connection may be idle. This is shorter than load balancers wait before they close an
/// idle connection, so no request is sent on a connection that is just being closed.
const IDLE: Duration = Duration::from_secs(2);

/// How often to check whether the endpoint answers, so that tests can wait for it.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// One in this many interactions is sent again with a false signature, to see whether the endpoint
/// refuses it.
const FORGE_EVERY: u64 = 10;

/// The body that tests an endpoint.
const PING: &str = r#"{"id":"1","type":1,"version":1}"#;

/// Sends the queued interactions, each in its own task, and checks whether the endpoint answers.
pub(crate) async fn deliver(
    shared: Arc<Shared>,
    mut queue: mpsc::UnboundedReceiver<EndpointRequest>,
) {
    let client = client();
    let sending = async {
        let mut sent = 0_u64;
        while let Some(request) = queue.recv().await {
            sent += 1;
            let should_forge = sent.is_multiple_of(FORGE_EVERY);
            let (shared, client) = (shared.clone(), client.clone());
            tokio::spawn(async move {
                post_interaction(&shared, &client, &request).await;
                if should_forge {
                    forge(&shared, &client, &request).await;
                }
            });
        }
    };
    let checking = async {
        loop {
            check(&shared, &client).await;
            sleep(CHECK_INTERVAL).await;
        }
    };
    tokio::select! {
        () = sending => {}
        () = checking => {}
    }
}

fn client() -> Client {
    let client = Client::builder()
        .timeout(PATIENCE)
        .pool_idle_timeout(IDLE)
        .no_proxy()
        .build();
    client.unwrap_or_default()
}

async fn post_interaction(shared: &Shared, client: &Client, request: &EndpointRequest) {
    let answer = post(shared, client, &request.url, &request.body, true).await;
    let (is_accepted, why) = match answer {
        Ok(answer) => {
            let status = answer.status().to_string();
            let is_accepted = answer.status() == StatusCode::ACCEPTED;
            (is_accepted, status)
        }
        Err(error) => (false, format!("{error:?}")),
    };
    if !is_accepted {
        shared.change(|world| world.endpoint.failures.push(why));
    }
}

/// Sends an interaction again, with a false signature. An endpoint that accepts it is removed.
async fn forge(shared: &Shared, client: &Client, request: &EndpointRequest) {
    let EndpointRequest { url, body } = request;
    let answer = post(shared, client, url, body, false).await;
    if answer.is_ok_and(|answer| answer.status().is_success()) {
        shared.change(|world| {
            if world
                .endpoint
                .url
                .take_if(|current| current == url)
                .is_some()
            {
                world.endpoint.answers = false;
                world.endpoint.was_removed = true;
            }
        });
    }
}

/// Notes whether the endpoint answers now. Counts it as a connection each time it begins to answer.
async fn check(shared: &Shared, client: &Client) {
    let Some(url) = shared.world().endpoint.url.clone() else {
        return;
    };
    let answers = answers_ping(shared, client, &url).await;
    // The address may have been changed meanwhile.
    let is_news = |world: &World| {
        world.endpoint.url.as_ref() == Some(&url) && world.endpoint.answers != answers
    };
    if is_news(&shared.world()) {
        shared.change(|world| {
            world.endpoint.answers = answers;
            world.gateway.connections += u64::from(answers);
        });
    }
}

/// Whether an endpoint passes the test required to set it: it answers a PING, and refuses a PING
/// with a false signature.
pub(crate) async fn passes(shared: &Shared, url: &str) -> bool {
    let client = client();
    let forged = post(shared, &client, url, PING, false).await;
    answers_ping(shared, &client, url).await
        && forged.is_ok_and(|answer| answer.status() == StatusCode::UNAUTHORIZED)
}

async fn answers_ping(shared: &Shared, client: &Client, url: &str) -> bool {
    let Ok(answer) = post(shared, client, url, PING, true).await else {
        return false;
    };
    let is_json = answer
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    let is_ok = answer.status() == StatusCode::OK && is_json;
    let body = answer.bytes().await.unwrap_or_default();
    is_ok && serde_json::from_slice::<Value>(&body).is_ok_and(|body| body["type"] == 1)
}

async fn post(
    shared: &Shared,
    client: &Client,
    url: &str,
    body: &str,
    is_genuine: bool,
) -> reqwest::Result<reqwest::Response> {
    let timestamp = (shared.clock.now_ms() / 1000).to_string();
    let signed_text = if is_genuine { body } else { "something else" };
    let signature = shared.signer.sign(&timestamp, signed_text);
    client
        .post(url)
        .header("X-Signature-Ed25519", signature)
        .header("X-Signature-Timestamp", timestamp)
        .header(CONTENT_TYPE, "application/json")
        .body(body.to_owned())
        .send()
        .await
}
