//! The endpoint that the application has set, and the key that signs what is sent there.

use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::Value;
use tokio::sync::mpsc;

/// The endpoint of the application.
#[derive(Debug)]
pub(crate) struct EndpointState {
    /// The address that interactions are sent to, instead of the gateway.
    pub(crate) url: Option<String>,
    /// Whether the endpoint answers.
    pub(crate) answers: bool,
    /// Whether the endpoint was removed because it accepted a false signature.
    pub(crate) was_removed: bool,
    /// Why requests were not accepted.
    pub(crate) failures: Vec<String>,
    queue: mpsc::UnboundedSender<EndpointRequest>,
}

/// An interaction on its way, to the address that was set when it was sent.
#[derive(Debug)]
pub(crate) struct EndpointRequest {
    pub(crate) url: String,
    pub(crate) body: String,
}

impl EndpointState {
    pub(crate) const fn new(queue: mpsc::UnboundedSender<EndpointRequest>) -> Self {
        Self {
            url: None,
            answers: false,
            was_removed: false,
            failures: Vec::new(),
            queue,
        }
    }

    /// Sends an interaction, if there is an address.
    pub(crate) fn send(&self, interaction: &Value) {
        let Some(url) = self.url.clone() else { return };
        let body = interaction.to_string();
        let _ended = self.queue.send(EndpointRequest { url, body });
    }
}

/// Signs requests.
#[derive(Debug)]
pub(crate) struct Signer(Ed25519KeyPair);

impl Signer {
    /// A signer with a new key.
    pub(crate) fn new() -> Option<Self> {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).ok()?;
        Ed25519KeyPair::from_pkcs8(document.as_ref()).ok().map(Self)
    }

    /// The key that verifies its signatures, in hexadecimal.
    pub(crate) fn verify_key(&self) -> String {
        hex::encode(self.0.public_key())
    }

    /// The signature of a request, in hexadecimal.
    pub(crate) fn sign(&self, timestamp: &str, body: &str) -> String {
        hex::encode(self.0.sign(&[timestamp, body].concat().into_bytes()))
    }
}
