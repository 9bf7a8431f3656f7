//! Interactions as signed requests, as Discord sends them to an endpoint.

use std::net::SocketAddr;

use anyhow::Context;
use reqwest::{Client, StatusCode};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair as _};

const PING: &str = r#"{"id":"1","type":1,"version":1}"#;

/// The endpoint of a bot, and what signs the requests to it.
#[derive(Debug)]
pub(crate) struct Endpoint {
    pub(crate) url: String,
    client: Client,
    key: Ed25519KeyPair,
}

impl Endpoint {
    pub(crate) fn at(bot: SocketAddr) -> anyhow::Result<Self> {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new());
        let document = document.ok().context("there is no key")?;
        let key = Ed25519KeyPair::from_pkcs8(document.as_ref());
        Ok(Self {
            url: format!("http://{bot}/interactions"),
            client: Client::builder().no_proxy().build()?,
            key: key.ok().context("there is no key")?,
        })
    }

    /// The key that verifies its signatures, in hexadecimal.
    pub(crate) fn verify_key(&self) -> String {
        hex::encode(self.key.public_key())
    }

    /// Whether the bot answers.
    pub(crate) async fn answers(&self) -> bool {
        self.post(PING, true).await == Some(StatusCode::OK)
    }

    /// Posts a body, with Discord's signature or with a false one. Returns the status of the answer.
    pub(crate) async fn post(&self, body: &str, is_genuine: bool) -> Option<StatusCode> {
        let timestamp = "1700000000";
        let signed = if is_genuine { body } else { "" };
        let signature = self.key.sign([timestamp, signed].concat().as_bytes());
        let request = self.client.post(&self.url).body(body.to_owned());
        let request = request
            .header("X-Signature-Ed25519", hex::encode(signature))
            .header("X-Signature-Timestamp", timestamp);
        Some(request.send().await.ok()?.status())
    }
}
