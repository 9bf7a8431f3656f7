//! Registering the commands: what Discord may refuse, and what the bot does meanwhile.

use std::path::Path;

use discord_sandbox::{Answer, Fault, Sandbox};
use serde_json::{Value, json};

use crate::operations::{asks, start_with_operations};
use crate::support::{Binary, Says as _, hours, until_true};

/// Registers a command in the bot's name, as another program might.
async fn register(sandbox: &Sandbox, command: &Value) {
    let application: Value = call(sandbox, reqwest::Method::GET, "@me", &Value::Null).await;
    let id = application["id"].as_str().expect("an id");
    let path = format!("{id}/commands");
    call(sandbox, reqwest::Method::POST, &path, command).await;
}

async fn call(sandbox: &Sandbox, method: reqwest::Method, path: &str, body: &Value) -> Value {
    let url = format!("{}/api/v10/applications/{path}", sandbox.url());
    let call = reqwest::Client::new()
        .request(method, url)
        .header("Authorization", format!("Bot {}", sandbox.token()))
        .header("Content-Type", "application/json")
        .body(body.to_string());
    let answer = call.send().await.expect("an answer");
    let text = answer.text().await.expect("a text");
    serde_json::from_str(&text).expect("JSON")
}

/// A database and registered commands, both from an earlier run.
async fn used_before(sandbox: &Sandbox, folder: &Path) {
    let mut bot = Binary::start(sandbox, folder).await;
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
    sandbox.disconnected().await;
}

#[tokio::test]
async fn the_bot_plays_although_its_commands_are_refused() {
    let put = || Fault::on("PUT", "/commands").times(1);
    for fault in [
        put().refused_with(400, 50035),
        put().refused_with(400, 30034),
        put().refused_with(403, 20012),
        put().refused_with(404, 10_002),
        put().rate_limited(hours(1), false),
    ] {
        let sandbox = Sandbox::start().await.expect("a sandbox");
        let folder = tempfile::tempdir().expect("a folder");
        used_before(&sandbox, folder.path()).await;
        let older = json!({ "name": "older", "description": "of an older version" });
        register(&sandbox, &older).await;
        sandbox.inject(fault);
        let (bot, address) = start_with_operations(&sandbox, folder.path()).await;
        sandbox.called("PUT", "/commands").await;
        let anna = sandbox.server("A server").member("anna");
        let board = anna.types("/wythoff start 10 6 first:me").await;
        assert_ne!(board, Answer::Failed);
        until_true(async || asks(address, "/readyz").await.0 == 200).await;
        let (_, detail) = asks(address, "/readyz").await;
        detail.says("ready, but the commands are not registered yet");
        let (_, metrics) = asks(address, "/metrics").await;
        metrics.says("wythoff_commands_registered 0");
        let log = bot.log();
        let warned = log.matches("the commands are not registered").count();
        assert_eq!(warned, 1, "{log}");
        bot.kill().await;
    }
}

#[tokio::test]
async fn commands_are_registered_once_discord_recovers() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    used_before(&sandbox, folder.path()).await;
    let older = json!({ "name": "older", "description": "of an older version" });
    register(&sandbox, &older).await;
    sandbox.inject(Fault::on("PUT", "/commands").refused(500).times(2));
    let (bot, address) = start_with_operations(&sandbox, folder.path()).await;
    until_true(async || asks(address, "/readyz").await == (200, "ready\n".to_owned())).await;
    bot.log()
        .says("the commands had changed and were registered");
    bot.kill().await;
}

#[tokio::test]
async fn an_entry_point_command_is_kept() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let launch = json!({ "name": "launch", "type": 4, "handler": 2 });
    register(&sandbox, &launch).await;
    let (bot, address) = start_with_operations(&sandbox, folder.path()).await;
    until_true(async || asks(address, "/readyz").await == (200, "ready\n".to_owned())).await;
    let put = sandbox.called("PUT", "/commands").await;
    let sent = put.body.expect("commands").to_string();
    sent.says("launch");
    bot.kill().await;
    // At the next start there is nothing to register.
    let calls = sandbox.calls().len();
    let (bot, address) = start_with_operations(&sandbox, folder.path()).await;
    until_true(async || asks(address, "/readyz").await == (200, "ready\n".to_owned())).await;
    let later = sandbox.calls().split_off(calls);
    assert!(later.iter().all(|call| call.method != "PUT"));
    bot.kill().await;
}

#[tokio::test]
async fn commands_in_texts_can_be_clicked() {
    let sandbox = &Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let (bot, address) = start_with_operations(sandbox, folder.path()).await;
    until_true(async || asks(address, "/readyz").await == (200, "ready\n".to_owned())).await;
    let get = |path: String| async move {
        call(sandbox, reqwest::Method::GET, &path, &Value::Null).await
    };
    let application = get("@me".to_owned()).await;
    let application = application["id"].as_str().expect("an id");
    let registered = get(format!("{application}/commands")).await;
    let id = registered[0]["id"].as_str().expect("an id");
    let anna = sandbox.server("A server").member("anna");
    anna.types("/wythoff games").await;
    let answer = sandbox.called("POST", "/callback").await;
    let text = answer.body.expect("an answer").to_string();
    text.says(&format!("</wythoff start:{id}>"));
    bot.kill().await;
}

/// One refusal of the token may be a mistake.
#[tokio::test]
async fn a_token_that_is_refused_once_ends_nothing() {
    for (method, path) in [("GET", "/gateway/bot"), ("PUT", "/commands")] {
        let sandbox = Sandbox::start().await.expect("a sandbox");
        let folder = tempfile::tempdir().expect("a folder");
        used_before(&sandbox, folder.path()).await;
        let older = json!({ "name": "older", "description": "of an older version" });
        register(&sandbox, &older).await;
        sandbox.inject(Fault::on(method, path).refused_with(401, 0).times(1));
        let (_bot, address) = start_with_operations(&sandbox, folder.path()).await;
        until_true(async || asks(address, "/readyz").await.1 == "ready\n").await;
        let calls = sandbox.calls();
        assert!(calls.iter().any(|call| call.status == Some(401)));
    }
}
