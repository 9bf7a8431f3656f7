//! Actions on the page, carried out as Discord's client would.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::view::{Page, View, Words};
use crate::fault::Fault;
use crate::id::Id;
use crate::people::Answer;

/// The delay of a slow call: longer than Discord waits.
const SLOW: Duration = Duration::from_millis(3_500);

#[derive(Debug, Deserialize)]
pub(super) struct Request {
    #[serde(flatten)]
    view: View,
    #[serde(flatten)]
    act: Act,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case")]
enum Act {
    /// Types a command and sends it.
    Type { line: String },
    /// Writes a message.
    Say { text: String },
    /// Asks for suggestions for the last word.
    Complete { line: String },
    /// Uses a control of a message.
    Use {
        message: Id,
        kind: u8,
        custom_id: String,
        #[serde(default)]
        values: Vec<String>,
    },
    /// Uses a command from a member's context menu.
    On { command: String, whom: Id },
    /// Submits the open form. Each field is named by its label.
    Fill { fields: Vec<(String, String)> },
    /// Closes the form that is open.
    Dismiss,
    /// Lets time pass.
    Later { minutes: u64 },
    /// Delays the bot's next answer.
    Slow,
    /// Breaks the connection of the bot.
    Disconnect,
    /// Restarts the bot.
    Restart,
}

pub(super) async fn act(
    State(page): State<Page>,
    Json(request): Json<Request>,
) -> Result<Json<Value>, StatusCode> {
    let member = page.member(&request.view).ok_or(StatusCode::NOT_FOUND)?;
    let sandbox = &page.0.sandbox;
    let answer = match request.act {
        Act::Type { line } => member.types(&line).await,
        Act::Say { text } => {
            let shared = &sandbox.shared;
            let words = Words {
                id: shared.new_id(),
                by: member.id(),
                channel: member.channel(),
                text,
            };
            if let Ok(mut all) = page.0.words.lock() {
                all.push(words);
            }
            shared.change(|_| ());
            Answer::Acknowledged
        }
        Act::Complete { line } => {
            let choices = member.suggestions(&line).await;
            return Ok(Json(json!({ "choices": choices })));
        }
        Act::Use {
            message,
            kind,
            custom_id,
            values,
        } => member.uses(message, kind, &custom_id, &values).await,
        Act::On { command, whom } => member.uses_on(&command, whom).await,
        Act::Fill { fields } => {
            let fields: Vec<(&str, &str)> = fields
                .iter()
                .map(|(label, text)| (label.as_str(), text.as_str()))
                .collect();
            member.fills(&fields).await
        }
        Act::Dismiss => {
            member.dismisses();
            Answer::Acknowledged
        }
        Act::Later { minutes } => {
            sandbox.clock().advance(Duration::from_mins(minutes));
            // Wakes everything that waits for a change.
            sandbox.shared.change(|_| ());
            Answer::Acknowledged
        }
        Act::Slow => {
            // The fault affects several calls, since a bot may retry.
            sandbox.inject(Fault::on("POST", "/callback").times(3).delayed(SLOW));
            Answer::Acknowledged
        }
        Act::Disconnect => {
            sandbox.disconnect(4000);
            Answer::Acknowledged
        }
        Act::Restart => {
            (page.0.restart)();
            Answer::Acknowledged
        }
    };
    Ok(Json(match answer {
        Answer::Failed => json!({ "failed": true }),
        Answer::Client(complaint) => json!({ "complaint": complaint }),
        Answer::Message(_) | Answer::Update(_) | Answer::Form(_) | Answer::Acknowledged => {
            json!({})
        }
    }))
}
