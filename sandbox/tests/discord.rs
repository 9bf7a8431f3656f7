//! The sandbox from a bot's side, over real sockets: what it delivers, what it refuses and with
//! which codes.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

use std::time::Duration;

use discord_sandbox::{Answer, Fault, Member, Sandbox};
use futures::{SinkExt, StreamExt};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A bot driven step by step by a test.
struct Bot {
    sandbox: Sandbox,
    client: reqwest::Client,
    socket: Socket,
    session: String,
    /// Where the session is to be resumed.
    resume_url: String,
    sequence: u64,
}

impl Bot {
    async fn connect() -> Self {
        let sandbox = Sandbox::start().await.expect("a sandbox");
        let socket = dial(&sandbox).await;
        let client = reqwest::Client::new();
        let mut bot = Self {
            sandbox,
            client,
            socket,
            session: String::new(),
            resume_url: String::new(),
            sequence: 0,
        };
        let token = bot.sandbox.token();
        bot.send(json!({ "op": 2, "d": { "token": token, "intents": 0, "properties": {} } }))
            .await;
        let ready = bot.next().await;
        assert_eq!(ready["t"], "READY");
        bot.session = ready["d"]["session_id"]
            .as_str()
            .expect("a session")
            .to_owned();
        bot.resume_url = ready["d"]["resume_gateway_url"]
            .as_str()
            .expect("an address")
            .to_owned();
        let command = json!([{ "name": "ping", "description": "x", "options": [
            { "type": 3, "name": "word", "description": "x", "autocomplete": true }] }]);
        let (status, _) = bot
            .call("PUT", "/applications/1/commands", Some(command))
            .await;
        assert_eq!(status, 200);
        bot
    }

    /// Asks to resume the session, after the given event.
    async fn resume(&mut self, sequence: u64) {
        let (token, session) = (self.sandbox.token(), &self.session);
        let resume = json!({ "token": token, "session_id": session, "seq": sequence });
        self.send(json!({ "op": 6, "d": resume })).await;
    }

    async fn send(&mut self, payload: Value) {
        self.socket
            .send(Message::text(payload.to_string()))
            .await
            .expect("sent");
    }

    /// The next event or payload.
    async fn next(&mut self) -> Value {
        loop {
            let received = self
                .socket
                .next()
                .await
                .expect("the connection is open")
                .expect("a message");
            if let Message::Text(text) = received {
                let payload: Value = serde_json::from_str(&text).expect("JSON");
                self.sequence = payload["s"].as_u64().unwrap_or(self.sequence);
                if payload["op"] != 10 {
                    return payload;
                }
            }
        }
    }

    /// The code with which the connection is closed.
    async fn close_code(&mut self) -> u16 {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Close(frame))) => {
                    return frame.expect("a close frame").code.into();
                }
                Some(Ok(_)) => {}
                end => panic!("no close frame, but {end:?}"),
            }
        }
    }

    /// Lets a member type a command. Returns the resulting interaction, and a handle to what the
    /// member will see.
    async fn type_command(
        &mut self,
        member: &Member,
        line: &'static str,
    ) -> (Value, JoinHandle<Answer>) {
        let member = member.clone();
        let answer = tokio::spawn(async move { member.types(line).await });
        (self.next().await["d"].clone(), answer)
    }

    async fn call(&self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        let url = format!("{}/api/v10{path}", self.sandbox.url());
        let mut request = self.client.request(method.parse().expect("a method"), url);
        request = request.header("authorization", format!("Bot {}", self.sandbox.token()));
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.expect("an answer");
        (
            response.status().as_u16(),
            response.json().await.unwrap_or(Value::Null),
        )
    }

    async fn respond(&self, interaction: &Value, body: Value) -> (u16, Value) {
        let (id, token) = (
            interaction["id"].as_str().expect("an id"),
            interaction["token"].as_str().expect("a token"),
        );
        self.call(
            "POST",
            &format!("/interactions/{id}/{token}/callback"),
            Some(body),
        )
        .await
    }

    async fn webhook(
        &self,
        method: &str,
        interaction: &Value,
        rest: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let token = interaction["token"].as_str().expect("a token");
        self.call(method, &format!("/webhooks/1/{token}{rest}"), body)
            .await
    }
}

/// Connects to where sessions begin.
async fn dial(sandbox: &Sandbox) -> Socket {
    let url = sandbox.url().replace("http", "ws");
    dial_at(&format!("{url}/gateway")).await
}

async fn dial_at(url: &str) -> Socket {
    let url = format!("{url}/?v=10&encoding=json");
    connect_async(url).await.expect("a connection").0
}

fn message(content: &str) -> Value {
    json!({ "type": 4, "data": { "content": content } })
}

fn status_and_code(answer: &(u16, Value)) -> (u16, u64) {
    (answer.0, answer.1["code"].as_u64().unwrap_or(0))
}

#[tokio::test]
async fn a_command_is_delivered_answered_and_seen() {
    let mut bot = Bot::connect().await;
    let anna = bot.sandbox.server("A server").member("anna");
    let (interaction, answer) = bot.type_command(&anna, "/ping").await;
    assert_eq!(interaction["data"]["name"], "ping");
    assert_eq!(
        bot.respond(&interaction, message("pong")).await,
        (204, Value::Null)
    );
    assert_eq!(answer.await.expect("seen").to_string(), "Wythoff:\npong");
    let (_, original) = bot
        .webhook("GET", &interaction, "/messages/@original", None)
        .await;
    assert_eq!(original["content"], "pong");
}

#[tokio::test]
async fn invalid_first_responses_are_refused_as_in_discord() {
    let mut bot = Bot::connect().await;
    let anna = bot.sandbox.server("A server").member("anna");
    let (interaction, _answer) = bot.type_command(&anna, "/ping").await;
    let bad = [
        json!({ "type": 4, "data": {} }),
        json!({ "type": 4, "data": { "content": "x".repeat(2001) } }),
        json!({ "type": 7, "data": { "content": "x" } }),
        json!({ "type": 8, "data": { "choices": [] } }),
        json!({ "type": 9, "data": { "title": "x", "custom_id": "x", "components": [] } }),
        json!({ "type": 99 }),
        json!({}),
    ];
    for body in bad {
        let (status, answer) = bot.respond(&interaction, body.clone()).await;
        assert_eq!(status, 400, "{body}: {answer}");
    }
    assert_eq!(bot.respond(&interaction, message("pong")).await.0, 204);
    assert_eq!(
        status_and_code(&bot.respond(&interaction, message("pong")).await),
        (400, 40060)
    );
    let unknown = json!({ "id": "1", "token": "x" });
    assert_eq!(
        status_and_code(&bot.respond(&unknown, message("pong")).await),
        (404, 10062)
    );
    let (late, _answer) = bot.type_command(&anna, "/ping").await;
    bot.sandbox.clock().advance(Duration::from_millis(3001));
    assert_eq!(
        status_and_code(&bot.respond(&late, message("pong")).await),
        (404, 10062)
    );
}

#[tokio::test]
async fn a_token_edits_only_its_own_messages_for_15_minutes() {
    let mut bot = Bot::connect().await;
    let anna = bot.sandbox.server("A server").member("anna");
    let (first, _) = bot.type_command(&anna, "/ping").await;
    let early = bot
        .webhook("POST", &first, "", Some(json!({ "content": "x" })))
        .await;
    assert_eq!(
        status_and_code(&early),
        (404, 10015),
        "a follow-up before the first response"
    );
    bot.respond(&first, message("one")).await;
    let (second, _) = bot.type_command(&anna, "/ping").await;
    bot.respond(&second, message("two")).await;
    let (_, follow_up) = bot
        .webhook(
            "POST",
            &second,
            "",
            Some(json!({ "content": "more", "flags": 64 })),
        )
        .await;
    let path = format!("/messages/{}", follow_up["id"].as_str().expect("an id"));
    let edit = || Some(json!({ "content": "edited" }));
    assert_eq!(bot.webhook("PATCH", &second, &path, edit()).await.0, 200);
    assert_eq!(
        status_and_code(&bot.webhook("PATCH", &first, &path, edit()).await),
        (404, 10008)
    );
    assert_eq!(
        bot.webhook("PATCH", &first, "/messages/@original", edit())
            .await
            .0,
        200
    );
    assert!(
        anna.screen()
            .contains("#3 Wythoff (only you can see this):\nedited"),
        "{}",
        anna.screen()
    );
    bot.sandbox.clock().advance(Duration::from_mins(16));
    assert_eq!(
        status_and_code(
            &bot.webhook("PATCH", &first, "/messages/@original", edit())
                .await
        ),
        (401, 50027)
    );
}

#[tokio::test]
async fn the_bot_edits_messages_only_in_servers_it_is_in() {
    let mut bot = Bot::connect().await;
    let with_bot = bot.sandbox.server("A server").member("anna");
    let without_bot = bot.sandbox.server("Another").without_bot().member("anna");
    for (member, expected) in [(with_bot, (200, 0)), (without_bot, (403, 50001))] {
        let (interaction, _) = bot.type_command(&member, "/ping").await;
        bot.respond(&interaction, message("pong")).await;
        let (_, original) = bot
            .webhook("GET", &interaction, "/messages/@original", None)
            .await;
        let (channel, id) = (
            original["channel_id"].as_str().expect("an id"),
            original["id"].as_str().expect("an id"),
        );
        let path = format!("/channels/{channel}/messages/{id}");
        assert_eq!(
            status_and_code(
                &bot.call("PATCH", &path, Some(json!({ "content": "x" })))
                    .await
            ),
            expected
        );
    }
    assert_eq!(
        status_and_code(&bot.call("GET", "/channels/1", None).await),
        (404, 10003)
    );
}

#[tokio::test]
async fn without_the_right_token_there_is_no_access() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let response = reqwest::get(format!("{}/api/v10/users/@me", sandbox.url()))
        .await
        .expect("an answer");
    assert_eq!(response.status(), 401);
    let socket = dial(&sandbox).await;
    let client = reqwest::Client::new();
    let mut bot = Bot {
        sandbox,
        client,
        socket,
        session: String::new(),
        resume_url: String::new(),
        sequence: 0,
    };
    bot.send(json!({ "op": 2, "d": { "token": "wrong" } }))
        .await;
    assert_eq!(bot.close_code().await, 4004);
}

#[tokio::test]
async fn a_resume_delivers_missed_events() {
    let mut bot = Bot::connect().await;
    let anna = bot.sandbox.server("A server").member("anna");
    bot.sandbox.disconnect(4000);
    assert_eq!(bot.close_code().await, 4000);
    bot.sandbox.disconnected().await;
    let answer = tokio::spawn(async move { anna.types("/ping").await });
    bot.socket = dial_at(&bot.resume_url).await;
    bot.resume(bot.sequence).await;
    let mut events = [bot.next().await, bot.next().await];
    events.sort_by_key(|event| event["t"] != "INTERACTION_CREATE");
    assert_eq!(
        (&events[0]["t"], &events[1]["t"]),
        (&json!("INTERACTION_CREATE"), &json!("RESUMED"))
    );
    bot.respond(&events[0]["d"], message("pong")).await;
    assert_eq!(answer.await.expect("seen").to_string(), "Wythoff:\npong");
    bot.sandbox.invalidate_sessions();
    assert_eq!(bot.next().await["op"], 9);
    bot.resume(1).await;
    assert_eq!(bot.next().await["op"], 9, "the session cannot be resumed");
}

#[tokio::test]
async fn sessions_begin_at_one_address_and_are_resumed_at_another() {
    let mut bot = Bot::connect().await;
    bot.socket = dial(&bot.sandbox).await;
    bot.resume(bot.sequence).await;
    assert_eq!(bot.next().await["op"], 9);
    bot.socket = dial_at(&bot.resume_url).await;
    bot.send(json!({ "op": 2, "d": { "token": bot.sandbox.token() } }))
        .await;
    assert_eq!(bot.next().await["op"], 9);
    bot.resume(bot.sequence).await;
    assert_eq!(bot.next().await["t"], "RESUMED");
}

#[tokio::test]
async fn a_resumed_session_survives_the_end_of_its_old_connection() {
    let mut bot = Bot::connect().await;
    let new_socket = dial_at(&bot.resume_url).await;
    let mut old_socket = std::mem::replace(&mut bot.socket, new_socket);
    bot.resume(bot.sequence).await;
    assert_eq!(bot.next().await["t"], "RESUMED");
    old_socket.close(None).await.expect("closed");
    while old_socket.next().await.is_some() {}
    let anna = bot.sandbox.server("A server").member("anna");
    let (ping, answer) = bot.type_command(&anna, "/ping").await;
    bot.respond(&ping, message("pong")).await;
    assert_eq!(answer.await.expect("seen").to_string(), "Wythoff:\npong");
    assert!(bot.sandbox.is_connected());
}

#[tokio::test]
async fn heartbeats_are_acknowledged_unless_disabled() {
    let mut bot = Bot::connect().await;
    bot.send(json!({ "op": 1, "d": 1 })).await;
    assert_eq!(bot.next().await["op"], 11);
    bot.sandbox.answer_heartbeats(false);
    bot.send(json!({ "op": 1, "d": 1 })).await;
    bot.sandbox.ask_to_reconnect();
    assert_eq!(
        bot.next().await["op"],
        7,
        "the heartbeat is not acknowledged"
    );
}

#[tokio::test]
async fn faults_occur_exactly_as_often_as_requested() {
    let bot = Bot::connect().await;
    bot.sandbox
        .inject(Fault::on("GET", "/users/@me").rate_limited(Duration::from_secs(2), true));
    bot.sandbox
        .inject(Fault::on("GET", "/users/@me").with_html().times(2));
    let (status, body) = bot.call("GET", "/users/@me", None).await;
    assert_eq!(
        (status, &body["retry_after"], &body["global"]),
        (429, &json!(2.0), &json!(true))
    );
    assert_eq!(
        bot.call("GET", "/users/@me", None).await,
        (503, Value::Null)
    );
    assert_eq!(bot.call("GET", "/users/@me", None).await.0, 503);
    assert_eq!(bot.call("GET", "/users/@me", None).await.0, 200);
}

#[tokio::test]
async fn choosing_the_same_option_twice_sends_nothing() {
    let mut bot = Bot::connect().await;
    let anna = bot.sandbox.server("A server").member("anna");
    let (interaction, answer) = bot.type_command(&anna, "/ping").await;
    let select = json!({ "type": 3, "custom_id": "s", "placeholder": "Which?", "options": [{ "label": "a", "value": "1" }] });
    let rows = json!([{ "type": 1, "components": [select] }]);
    bot.respond(
        &interaction,
        json!({ "type": 4, "data": { "components": rows } }),
    )
    .await;
    assert_eq!(
        answer.await.expect("seen").to_string(),
        "Wythoff:\n▾ Which?: a"
    );
    let chosen = tokio::spawn({
        let anna = anna.clone();
        async move { anna.chooses("Which?", "a").await }
    });
    let click = bot.next().await["d"].clone();
    assert_eq!(click["data"]["values"], json!(["1"]));
    bot.respond(&click, json!({ "type": 6 })).await;
    assert_eq!(chosen.await.expect("seen"), Answer::Acknowledged);
    assert_eq!(
        anna.chooses("Which?", "a").await,
        Answer::Client("that is chosen already".into())
    );
}

#[tokio::test]
async fn forms_are_opened_filled_in_and_answered() {
    let mut bot = Bot::connect().await;
    let anna = bot.sandbox.server("A server").member("anna");
    let (interaction, answer) = bot.type_command(&anna, "/ping").await;
    let input = json!({ "type": 4, "custom_id": "f", "style": 1 });
    let form = json!({ "title": "Say", "custom_id": "x", "components": [{ "type": 18, "label": "Your word", "component": input }] });
    assert_eq!(
        bot.respond(&interaction, json!({ "type": 9, "data": form }))
            .await
            .0,
        204
    );
    assert_eq!(
        answer.await.expect("seen").to_string(),
        "[Form] Say\nYour word*: []"
    );
    assert_eq!(
        anna.fills(&[]).await,
        Answer::Client("“Your word” is required".into())
    );
    let filled = tokio::spawn({
        let anna = anna.clone();
        async move { anna.fills(&[("Your word", "hello")]).await }
    });
    let sent = bot.next().await["d"].clone();
    assert_eq!(sent["data"]["components"][0]["component"]["value"], "hello");
    let second_form = json!({ "type": 9, "data": form });
    assert_eq!(
        bot.respond(&sent, second_form).await.0,
        400,
        "a form does not answer a form"
    );
    assert_eq!(
        status_and_code(
            &bot.respond(&sent, json!({ "type": 7, "data": { "content": "x" } }))
                .await
        ),
        (404, 10008)
    );
    bot.respond(&sent, message("thanks")).await;
    assert_eq!(filled.await.expect("seen").to_string(), "Wythoff:\nthanks");
}

#[tokio::test]
async fn files_come_with_their_descriptions_and_pings_are_shown() {
    let mut bot = Bot::connect().await;
    let anna = bot.sandbox.server("A server").member("anna");
    let (interaction, answer) = bot.type_command(&anna, "/ping").await;
    let content = format!("<@{}> @everyone", anna.id());
    let attachments = json!([{ "id": 0, "filename": "a.png", "description": "a picture" }]);
    let body = json!({ "type": 4, "data": { "content": content, "attachments": attachments } });
    let form = Form::new()
        .text("payload_json", body.to_string())
        .part("files[0]", Part::bytes(vec![1, 2]).file_name("a.png"));
    let (id, token) = (
        interaction["id"].as_str().expect("an id"),
        interaction["token"].as_str().expect("a token"),
    );
    let url = format!(
        "{}/api/v10/interactions/{id}/{token}/callback",
        bot.sandbox.url()
    );
    assert_eq!(
        bot.client
            .post(url)
            .multipart(form)
            .send()
            .await
            .expect("an answer")
            .status(),
        204
    );
    let seen = answer.await.expect("seen").to_string();
    assert_eq!(
        seen,
        "Wythoff (pings @anna, pings everyone):\n@anna @everyone\n<a.png: a picture>"
    );
}

#[tokio::test]
async fn commands_of_a_server_are_offered_only_there() {
    let mut bot = Bot::connect().await;
    let anna = bot.sandbox.server("A server").member("anna");
    let (interaction, _) = bot.type_command(&anna, "/ping").await;
    let guild = interaction["guild_id"]
        .as_str()
        .expect("a server")
        .to_owned();
    let path = format!("/applications/1/guilds/{guild}/commands");
    let only_here = json!([{ "name": "here", "description": "x" }]);
    assert_eq!(bot.call("PUT", &path, Some(only_here)).await.0, 200);
    assert_eq!(bot.call("GET", &path, None).await.1[0]["name"], "here");
    let (interaction, _) = bot.type_command(&anna, "/here").await;
    assert_eq!(interaction["data"]["name"], "here");
    let berta = bot.sandbox.server("Another").member("berta");
    assert_eq!(
        berta.types("/here").await,
        Answer::Client("there is no command /here".into())
    );
    let bad = json!([{ "name": "Here", "description": "x" }]);
    assert_eq!(
        status_and_code(&bot.call("PUT", &path, Some(bad)).await),
        (400, 50035)
    );
}

#[tokio::test]
async fn the_bot_sends_and_deletes_direct_messages() {
    let bot = Bot::connect().await;
    let anna = bot.sandbox.server("A server").member("anna");
    let recipient = json!({ "recipient_id": anna.id().to_string() });
    let (_, channel) = bot
        .call("POST", "/users/@me/channels", Some(recipient))
        .await;
    let path = format!(
        "/channels/{}/messages",
        channel["id"].as_str().expect("an id")
    );
    let (status, sent) = bot
        .call("POST", &path, Some(json!({ "content": "hello" })))
        .await;
    assert_eq!(status, 200, "{sent}");
    assert_eq!(anna.in_direct_message().latest(), "Wythoff:\nhello");
    assert_eq!(bot.call("GET", &path, None).await.1[0]["content"], "hello");
    assert_eq!(
        status_and_code(
            &bot.call("POST", &path, Some(json!({ "content": " " })))
                .await
        ),
        (400, 50006)
    );
    let message_path = format!("{path}/{}", sent["id"].as_str().expect("an id"));
    assert_eq!(bot.call("DELETE", &message_path, None).await.0, 204);
    assert_eq!(
        status_and_code(&bot.call("GET", &message_path, None).await),
        (404, 10008)
    );
    let nobody = json!({ "recipient_id": "1" });
    assert_eq!(
        status_and_code(&bot.call("POST", "/users/@me/channels", Some(nobody)).await),
        (404, 10013)
    );
}

#[tokio::test]
async fn a_deferred_answer_is_filled_in_later() {
    let mut bot = Bot::connect().await;
    let anna = bot.sandbox.server("A server").member("anna");
    let (interaction, answer) = bot.type_command(&anna, "/ping").await;
    bot.respond(&interaction, json!({ "type": 5 })).await;
    assert_eq!(
        answer.await.expect("seen").to_string(),
        "Wythoff:\nis thinking…"
    );
    let edit = Some(json!({ "content": "pong" }));
    assert_eq!(
        bot.webhook("PATCH", &interaction, "/messages/@original", edit)
            .await
            .0,
        200
    );
    assert_eq!(anna.latest(), "Wythoff:\npong");
}

#[tokio::test]
async fn actions_from_other_origins_are_refused() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let server = sandbox.server("A server");
    let page = discord_sandbox::Page::new(&sandbox, &server, &[("anna", "en-US")], None, || ());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let address = listener.local_addr().expect("an address");
    let serving = tokio::spawn(page.serve(listener));
    let client = reqwest::Client::new();
    let people = client.get(format!("http://{address}/people"));
    let people: Value = people
        .send()
        .await
        .expect("an answer")
        .json()
        .await
        .expect("ids");
    let act = json!({ "user": people[0], "place": "games", "act": "later", "minutes": 5 });
    let status = async |name: &str, value: &str| {
        let request = client.post(format!("http://{address}/act")).json(&act);
        let answer = request.header(name, value).send().await;
        answer.expect("an answer").status().as_u16()
    };
    let time_moved = || sandbox.clock().moved();
    assert_eq!(status("origin", "http://evil.example").await, 403);
    assert_eq!(status("host", "evil.example").await, 403);
    assert!(time_moved().is_zero());
    assert_eq!(status("origin", &format!("http://{address}")).await, 200);
    assert_eq!(time_moved().as_secs(), 300);
    serving.abort();
}
