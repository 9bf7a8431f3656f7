//! The record of REST calls.

use serde_json::Value;

/// A REST call that was made.
#[derive(Clone, Debug)]
pub struct Call {
    /// When it arrived, in milliseconds since 1970, by the sandbox's clock.
    pub at_ms: i64,
    /// Its method.
    pub method: String,
    /// Its path with the query.
    pub path: String,
    /// Its body, if it had one.
    pub body: Option<Value>,
    /// The status of its answer. `None` until it is answered.
    pub status: Option<u16>,
}
