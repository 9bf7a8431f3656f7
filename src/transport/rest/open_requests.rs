//! First responses that are sent as answers to Discord's requests instead of by calls: only with
//! `HTTP_ANSWERS=response`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use parking_lot::Mutex;
use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::{Body, Request};
use tokio::sync::oneshot;

use crate::records::InteractionId;

/// A first response: its content type and its body.
pub(in crate::transport) type Content = (HeaderValue, Body);

/// The requests that wait for the first response to their interaction.
#[derive(Debug, Default)]
pub(super) struct OpenRequests(Mutex<HashMap<InteractionId, oneshot::Sender<Content>>>);

impl OpenRequests {
    /// Notes that a request waits. Returns `None` if another one with the same interaction already
    /// waits.
    pub(super) fn open(&self, interaction: InteractionId) -> Option<oneshot::Receiver<Content>> {
        match self.0.lock().entry(interaction) {
            Entry::Occupied(_) => None,
            Entry::Vacant(entry) => {
                let (sender, receiver) = oneshot::channel();
                entry.insert(sender);
                Some(receiver)
            }
        }
    }

    /// From now on the interaction is answered by a call.
    pub(super) fn close(&self, interaction: InteractionId) {
        self.0.lock().remove(&interaction);
    }

    /// If a request waits for this response, sends the content of the call as the answer to it.
    /// Otherwise returns the call, which then has to be made.
    pub(super) fn answer(&self, interaction: InteractionId, mut call: Request) -> Option<Request> {
        let Some(waiting) = self.0.lock().remove(&interaction) else {
            return Some(call);
        };
        let kind = call.headers_mut().remove(CONTENT_TYPE);
        if let (Some(kind), Some(body)) = (kind, call.body_mut().take()) {
            let _gone = waiting.send((kind, body));
        }
        None
    }
}
