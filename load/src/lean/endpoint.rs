//! Interactions as signed requests, as Discord sends them to an endpoint.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use reqwest::{Client, StatusCode};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair as _};

const PING: &str = r#"{"id":"1","type":1,"version":1}"#;

/// The endpoint of a bot, and the key that signs the requests to it.
#[derive(Debug)]
pub(crate) struct Endpoint {
    /// Where each of its processes listens. Requests go to them in turn.
    urls: Vec<String>,
    turn: AtomicUsize,
    client: Client,
    key: Ed25519KeyPair,
}

impl Endpoint {
    pub(crate) fn at(addresses: &[SocketAddr]) -> anyhow::Result<Self> {
        let url = |address| format!("http://{address}/interactions");
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new());
        let document = document.ok().context("cannot generate a signing key")?;
        let key = Ed25519KeyPair::from_pkcs8(document.as_ref());
        Ok(Self {
            urls: addresses.iter().map(url).collect(),
            turn: AtomicUsize::new(0),
            client: Client::builder().no_proxy().build()?,
            key: key.ok().context("cannot read the signing key")?,
        })
    }

    /// The key that verifies its signatures, in hexadecimal.
    pub(crate) fn verify_key(&self) -> String {
        hex::encode(self.key.public_key())
    }

    /// The URL that Discord reports as the bot's endpoint.
    pub(crate) fn url(&self) -> &str {
        self.urls.first().map_or("", String::as_str)
    }

    /// Whether every process answers.
    pub(crate) async fn is_ready(&self) -> bool {
        for _ in &self.urls {
            if self.post(PING, true).await != Some(StatusCode::OK) {
                return false;
            }
        }
        true
    }

    /// Posts a body, with Discord's signature or with a false one. Returns the status of the
    /// answer.
    pub(crate) async fn post(&self, body: &str, is_genuine: bool) -> Option<StatusCode> {
        let timestamp = "1700000000";
        let signed = if is_genuine { body } else { "" };
        let signature = self.key.sign([timestamp, signed].concat().as_bytes());
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let url = self.urls.get(turn % self.urls.len())?;
        let request = self.client.post(url).body(body.to_owned());
        let request = request
            .header("X-Signature-Ed25519", hex::encode(signature))
            .header("X-Signature-Timestamp", timestamp);
        Some(request.send().await.ok()?.status())
    }
}
