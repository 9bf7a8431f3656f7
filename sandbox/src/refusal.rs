//! Discord's refusals: status, code and text
//! (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>).

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// A refused call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// Discord's code.
    pub code: u64,
    /// Discord's text.
    pub message: &'static str,
    /// For an invalid body: where it is invalid, and why.
    pub problem: Option<(String, String)>,
}

impl Refusal {
    const fn new(status: u16, code: u64, message: &'static str) -> Self {
        Self {
            status,
            code,
            message,
            problem: None,
        }
    }

    pub(crate) const UNAUTHORIZED: Self = Self::new(401, 0, "401: Unauthorized");
    pub(crate) const NOT_FOUND: Self = Self::new(404, 0, "404: Not Found");
    pub(crate) const UNKNOWN_CHANNEL: Self = Self::new(404, 10003, "Unknown Channel");
    pub(crate) const UNKNOWN_MESSAGE: Self = Self::new(404, 10008, "Unknown Message");
    pub(crate) const UNKNOWN_ROLE: Self = Self::new(404, 10011, "Unknown Role");
    pub(crate) const UNKNOWN_USER: Self = Self::new(404, 10013, "Unknown User");
    pub(crate) const UNKNOWN_WEBHOOK: Self = Self::new(404, 10015, "Unknown Webhook");
    pub(crate) const UNKNOWN_INTERACTION: Self = Self::new(404, 10062, "Unknown interaction");
    pub(crate) const ALREADY_ACKNOWLEDGED: Self =
        Self::new(400, 40060, "Interaction has already been acknowledged.");
    pub(crate) const MISSING_ACCESS: Self = Self::new(403, 50001, "Missing Access");
    pub(crate) const MISSING_PERMISSIONS: Self = Self::new(403, 50013, "Missing Permissions");
    pub(crate) const EMPTY_MESSAGE: Self = Self::new(400, 50006, "Cannot send an empty message");
    pub(crate) const INVALID_TOKEN: Self = Self::new(401, 50027, "Invalid Webhook Token");
    pub(crate) const ENTRY_POINT_MISSING: Self = Self::new(
        400,
        50240,
        "You cannot remove this app's Entry Point command in a bulk update operation.",
    );
    pub(crate) const TOO_MANY_FOLLOW_UPS: Self = Self::new(
        400,
        40094,
        "Maximum number of follow-up messages has been reached",
    );

    /// The refusal of an invalid body: where it is invalid, and what the problem is.
    pub(crate) fn bad_body(place: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            problem: Some((place.into(), problem.into())),
            ..Self::new(400, 50035, "Invalid Form Body")
        }
    }

    fn body(&self) -> Value {
        let mut body = json!({ "code": self.code, "message": self.message });
        if let Some((place, problem)) = &self.problem {
            let inner = json!({ "_errors": [{ "code": "INVALID", "message": problem }] });
            body["errors"] = place
                .rsplit('.')
                .fold(inner, |inner, name| json!({ name: inner }));
        }
        body
    }
}

/// Attaches the refusal to the response as an extension, so that it can be recorded.
impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        let mut response = (status, Json(self.body())).into_response();
        response.extensions_mut().insert(self);
        response
    }
}
