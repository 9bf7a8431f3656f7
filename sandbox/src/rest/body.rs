//! The inputs and outputs of routes: a body with files, and an answer or a refusal.

use std::sync::Arc;

use axum::Json;
use axum::body::to_bytes;
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::judge::message::File;
use crate::refusal::Refusal;
use crate::shared::Shared;

/// The size limit of a body, in bytes.
pub(super) const LARGEST_BODY: usize = 64 * 1024 * 1024;

pub(super) type Answer = Result<Json<Value>, Refusal>;
pub(super) type SharedState = State<Arc<Shared>>;

/// A body with the files that came with it: JSON, or multipart with `payload_json` and `files[n]`.
pub(super) struct Payload {
    pub(super) json: Value,
    pub(super) files: Vec<File>,
}

impl FromRequest<Arc<Shared>> for Payload {
    type Rejection = Response;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, Response> {
        let kind = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or_default();
        if kind.starts_with("multipart/form-data") {
            let multipart = Multipart::from_request(request, shared)
                .await
                .map_err(IntoResponse::into_response)?;
            let payload = read_multipart(multipart).await;
            return payload.map_err(IntoResponse::into_response);
        }
        let bytes = to_bytes(request.into_body(), LARGEST_BODY)
            .await
            .unwrap_or_default();
        let json = serde_json::from_slice(&bytes)
            .map_err(|problem| Refusal::bad_body("", problem.to_string()).into_response())?;
        Ok(Self {
            json,
            files: Vec::new(),
        })
    }
}

async fn read_multipart(mut multipart: Multipart) -> Result<Payload, Refusal> {
    let refusal = |problem: &dyn std::fmt::Display| Refusal::bad_body("", problem.to_string());
    let mut payload = Payload {
        json: json!({}),
        files: Vec::new(),
    };
    while let Some(field) = multipart
        .next_field()
        .await
        .map_err(|problem| refusal(&problem))?
    {
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().map(str::to_owned);
        let bytes = field.bytes().await.map_err(|problem| refusal(&problem))?;
        if name == "payload_json" {
            payload.json = serde_json::from_slice(&bytes).map_err(|problem| refusal(&problem))?;
            continue;
        }
        let number = name
            .strip_prefix("files[")
            .and_then(|rest| rest.strip_suffix(']'))
            .and_then(|n| n.parse().ok());
        match (number, filename) {
            (Some(number), Some(filename)) => payload.files.push(File {
                number,
                filename,
                bytes: bytes.to_vec(),
            }),
            _ => {
                return Err(Refusal::bad_body(
                    name,
                    "a part that is neither payload_json nor files[n]",
                ));
            }
        }
    }
    Ok(payload)
}
