//! Gateway messages, with only the fields that the relay needs.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Operations of the gateway
/// (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway>).
pub(super) const DISPATCH: u8 = 0;
pub(super) const HEARTBEAT: u8 = 1;
pub(super) const IDENTIFY: u8 = 2;
pub(super) const RESUME: u8 = 6;
pub(super) const INVALID_SESSION: u8 = 9;
pub(super) const HELLO: u8 = 10;
pub(super) const HEARTBEAT_ACK: u8 = 11;

/// The envelope of a gateway message.
#[derive(Deserialize, Serialize)]
pub(super) struct Frame<'f> {
    pub(super) op: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) s: Option<u64>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub(super) t: Option<&'f str>,
    #[serde(default, borrow)]
    pub(super) d: Option<&'f RawValue>,
}

#[derive(Deserialize)]
pub(super) struct Hello {
    pub(super) heartbeat_interval: u64,
}

#[derive(Deserialize)]
pub(super) struct IdentifyPayload {
    pub(super) shard: Option<(u32, u32)>,
}

#[derive(Deserialize)]
pub(super) struct Ready {
    pub(super) session_id: String,
    #[serde(default)]
    pub(super) resume_gateway_url: Option<String>,
}

#[derive(Deserialize, Serialize)]
pub(super) struct Resume {
    pub(super) token: String,
    pub(super) session_id: String,
    pub(super) seq: u64,
}

/// The data of a message, if it can be parsed.
pub(super) fn data<'f, T: Deserialize<'f>>(frame: &Frame<'f>) -> Option<T> {
    parsed(frame).ok()
}

/// The data of a message, or why it cannot be read.
pub(super) fn parsed<'f, T: Deserialize<'f>>(frame: &Frame<'f>) -> serde_json::Result<T> {
    serde_json::from_str(frame.d.map_or("null", RawValue::get))
}

/// A message with the given operation and data, as JSON. Returns `None` if the data cannot be
/// serialised.
pub(super) fn encode(op: u8, d: &impl Serialize) -> Option<String> {
    let d = serde_json::value::to_raw_value(d).ok()?;
    let frame = Frame {
        op,
        s: None,
        t: None,
        d: Some(&d),
    };
    serde_json::to_string(&frame).ok()
}
