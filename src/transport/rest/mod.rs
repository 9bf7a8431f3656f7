//! The calls to Discord's REST API, with timeouts and failures.
//!
//! Serenity's client is not used for them: its rate limiter keeps a bucket for every interaction
//! token forever and ignores the base address. Without the rate limiter it does not tell how long
//! to wait after a 429.

mod answers;
mod breaker;
pub(super) mod codes;
mod failure;
mod route;

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use reqwest::header::{AUTHORIZATION, DATE, HeaderValue, RETRY_AFTER, USER_AGENT};
use reqwest::multipart::{Form, Part};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

pub use self::answers::Application;
use self::answers::{CallbackResult, Identified, Posted};
pub(super) use self::answers::{GatewayInfo, Me, SessionStartLimit};
use self::breaker::Breaker;
use self::codes::MISSING_PERMISSIONS;
pub use self::failure::Failure;
pub(super) use self::route::Route;
use super::reply_to::ReplyTo;
use super::time::HostClock;
use super::token::Token;
use crate::discord::{Attachment, Message, Response};
use crate::game::{GameId, MemberId, Timestamp};
use crate::records::{ChannelId, InteractionId, MessageId};

/// The most messages that are searched.
const MESSAGES_SEARCHED: u32 = 100;

/// How many servers are listed at a time: the most that Discord allows.
pub(super) const SERVERS_PER_PAGE: usize = 200;

/// How many bytes of a file add a second to the timeout.
const BYTES_PER_SECOND: usize = 200_000;

/// The header that says whom a rate limit applies to. A `shared` limit is not the bot's fault
/// (<https://discord.com/developers/docs/topics/rate-limits#header-format>).
const SCOPE: &str = "x-ratelimit-scope";

/// In the path of a call by a token, the name of the first response, or of the message whose
/// control was clicked.
pub(super) const ORIGINAL: &str = "@original";

/// The largest body of an answer that is read, in bytes. A hundred messages of Discord's take less
/// than a million.
const LARGEST_BODY: usize = 4 << 20;

/// The timeout of a call. First responses have their own, shorter deadline.
const PATIENCE: Duration = Duration::from_secs(10);

/// Discord's REST API.
#[derive(Debug)]
pub struct Rest {
    client: Client,
    base: String,
    token: Token,
    breaker: Breaker,
    /// Set once Discord has refused the token.
    token_refused: CancellationToken,
}

impl Rest {
    /// Discord's REST API at a base address (scheme and host). The clock tells when refused
    /// calls may be made again.
    ///
    /// # Errors
    /// If the HTTP client cannot be set up.
    pub fn new(
        base: &str,
        token: Token,
        clock: Arc<dyn HostClock>,
    ) -> Result<Self, reqwest::Error> {
        // It connects only to that address: no proxy from the environment, no redirect.
        let client = Client::builder()
            .timeout(PATIENCE)
            .connect_timeout(PATIENCE / 4)
            .no_proxy()
            .redirect(Policy::none())
            .build()?;
        Ok(Self {
            client,
            base: format!("{}/api/v10", base.trim_end_matches('/')),
            token,
            breaker: Breaker::new(clock),
            token_refused: CancellationToken::new(),
        })
    }

    /// Waits until Discord refuses the token.
    pub async fn until_token_refused(&self) {
        self.token_refused.cancelled().await;
    }

    /// Notes that an interaction has shown that the bot may write in a channel, and whether it may
    /// attach files.
    pub(super) fn note_permissions(&self, channel: ChannelId, may_attach: bool) {
        self.breaker.allow_again(channel, may_attach);
    }

    /// The HTTP client, for serenity's own calls.
    pub(super) const fn client(&self) -> &Client {
        &self.client
    }

    pub(super) const fn token(&self) -> &Token {
        &self.token
    }

    /// The bot's application, and Discord's time, to the second.
    pub(super) async fn application(&self) -> Result<(Application, Option<Timestamp>), Failure> {
        let response = self
            .call(
                Route::Application,
                Method::GET,
                "/applications/@me",
                None::<&()>,
            )
            .await?;
        let date = date_of(&response);
        Ok((parse(response).await?, date))
    }

    pub(super) async fn gateway(&self) -> Result<GatewayInfo, Failure> {
        self.read(Route::Application, Method::GET, "/gateway/bot", None::<&()>)
            .await
    }

    /// The bot's own user.
    pub(super) async fn me(&self) -> Result<Me, Failure> {
        self.read(Route::Application, Method::GET, "/users/@me", None::<&()>)
            .await
    }

    /// The servers that the bot is in, ordered by id, starting after the id `after`: a page of
    /// [`SERVERS_PER_PAGE`], or fewer if it is the last
    /// (<https://discord.com/developers/docs/resources/user#get-current-user-guilds>).
    pub(super) async fn servers_after(&self, after: i64) -> Result<Vec<i64>, Failure> {
        let path = format!("/users/@me/guilds?limit={SERVERS_PER_PAGE}&after={after}");
        let servers: Vec<Identified> = self
            .read(Route::Application, Method::GET, &path, None::<&()>)
            .await?;
        let id = |server: &Identified| server.id.get().cast_signed();
        Ok(servers.iter().map(id).collect())
    }

    /// Tells Discord where to send interactions, or to send them to the gateway.
    ///
    /// # Errors
    /// [`Failure`], for example if the endpoint fails Discord's test.
    pub async fn set_endpoint(&self, url: Option<&str>) -> Result<Option<String>, Failure> {
        let body = json!({ "interactions_endpoint_url": url });
        let path = "/applications/@me";
        let application: Application = self
            .read(Route::Application, Method::PATCH, path, Some(&body))
            .await?;
        Ok(application.interactions_endpoint_url)
    }

    pub(super) async fn commands(&self, application: &Application) -> Result<Vec<Value>, Failure> {
        let path = format!(
            "/applications/{}/commands?with_localizations=true",
            application.id
        );
        self.read(Route::Application, Method::GET, &path, None::<&()>)
            .await
    }

    pub(super) async fn replace_commands(
        &self,
        application: &Application,
        commands: &[Value],
    ) -> Result<Vec<Value>, Failure> {
        let path = format!("/applications/{}/commands", application.id);
        self.read(Route::Application, Method::PUT, &path, Some(commands))
            .await
    }

    /// Sends the first response to an interaction. If `wants_message` is set, returns the id of its
    /// message, if there is one.
    pub(super) async fn respond(
        &self,
        reply_to: &ReplyTo,
        response: &Response,
        wants_message: bool,
    ) -> Result<Option<MessageId>, Failure> {
        let (InteractionId(id), token) = (reply_to.interaction, &reply_to.token);
        let path = format!("/interactions/{id}/{token}/callback?with_response={wants_message}");
        let route = Route::Respond(reply_to.interaction);
        let call = self.with_files(Method::POST, &path, response, response.attachments());
        let answer = self.carry_out(route, call).await?;
        if !wants_message {
            return Ok(None);
        }
        let result: CallbackResult = parse(answer).await?;
        let message = result.resource.and_then(|resource| resource.message);
        Ok(message.as_ref().map(message_id))
    }

    /// The message of the first response.
    pub(super) async fn original(&self, reply_to: &ReplyTo) -> Result<MessageId, Failure> {
        let path = path_by_token(reply_to, ORIGINAL);
        let route = Route::ReadBy(reply_to.interaction);
        let message: Identified = self.read(route, Method::GET, &path, None::<&()>).await?;
        Ok(message_id(&message))
    }

    /// Edits a message by the token of an interaction. `name` is its id, or [`ORIGINAL`].
    pub(super) async fn edit_by_token(
        &self,
        reply_to: &ReplyTo,
        name: &str,
        edit: &Message,
    ) -> Result<(), Failure> {
        let path = path_by_token(reply_to, name);
        let route = Route::EditBy(reply_to.interaction);
        let edited = self.send(route, Method::PATCH, &path, edit, edit.attachments());
        edited.await.map(drop)
    }

    /// Deletes a message by the token of an interaction. `name` is its id, or [`ORIGINAL`].
    pub(super) async fn delete_by_token(
        &self,
        reply_to: &ReplyTo,
        name: &str,
    ) -> Result<(), Failure> {
        let path = path_by_token(reply_to, name);
        let route = Route::DeleteBy(reply_to.interaction);
        let deleted = self.call(route, Method::DELETE, &path, None::<&()>);
        deleted.await.map(drop)
    }

    /// Sends a follow-up message.
    pub(super) async fn follow_up(
        &self,
        reply_to: &ReplyTo,
        message: &Message,
    ) -> Result<MessageId, Failure> {
        let path = format!("/webhooks/{}/{}", reply_to.application, reply_to.token);
        let route = Route::PostBy(reply_to.interaction);
        let files = message.attachments();
        let posted = self.send(route, Method::POST, &path, message, files);
        let posted: Identified = parse(posted.await?).await?;
        Ok(message_id(&posted))
    }

    /// Posts a message as the bot. A second call with the same nonce within some minutes returns
    /// the message of the first
    /// (<https://discord.com/developers/docs/resources/message#create-message>).
    pub(super) async fn post(
        &self,
        channel: ChannelId,
        message: &Message,
        nonce: &str,
    ) -> Result<MessageId, Failure> {
        let path = format!("/channels/{}/messages", channel.0);
        let post = (Route::Post(channel), Method::POST);
        let posted = self.send_own(post, channel, &path, message, Some(nonce));
        let posted: Identified = parse(posted.await?).await?;
        Ok(message_id(&posted))
    }

    /// Searches a channel for a message that responds to an interaction, and, if `content` is given,
    /// has that text.
    pub(super) async fn find_response(
        &self,
        channel: ChannelId,
        InteractionId(interaction): InteractionId,
        content: Option<&str>,
    ) -> Result<Option<MessageId>, Failure> {
        let path = format!(
            "/channels/{}/messages?after={interaction}&limit={MESSAGES_SEARCHED}",
            channel.0
        );
        let posted: Vec<Posted> = self
            .read(Route::Read(channel), Method::GET, &path, None::<&()>)
            .await?;
        let responds = |posted: &&Posted| {
            let metadata = posted.interaction_metadata.as_ref();
            metadata.is_some_and(|metadata| metadata.id.get().cast_signed() == interaction)
                && content.is_none_or(|content| posted.content.trim() == content.trim())
        };
        let found = posted.iter().find(responds);
        Ok(found.map(|posted| MessageId(posted.id.get().cast_signed())))
    }

    /// Searches a channel for messages by the bot that show a game or a challenge: those after the
    /// id `after`, oldest first, each with the interaction that it responds to. A message that
    /// responds to none is as new as itself.
    pub(super) async fn find_boards(
        &self,
        (channel, after): (ChannelId, i64),
        MemberId(bot): MemberId,
        game: GameId,
    ) -> Result<Vec<(MessageId, InteractionId)>, Failure> {
        let path = format!(
            "/channels/{}/messages?after={after}&limit={MESSAGES_SEARCHED}",
            channel.0
        );
        let mut posted: Vec<Posted> = self
            .read(Route::Read(channel), Method::GET, &path, None::<&()>)
            .await?;
        posted.retain(|posted| {
            posted.author.id.get().cast_signed() == bot && posted.has_control_of(game)
        });
        posted.sort_by_key(|posted| posted.id);
        let boards = posted.iter().map(|posted| {
            let message = posted.id.get().cast_signed();
            let by = posted.interaction_metadata.as_ref();
            let by = by.map_or(message, |by| by.id.get().cast_signed());
            (MessageId(message), InteractionId(by))
        });
        Ok(boards.collect())
    }

    /// Whether a message is the last of its channel.
    pub(super) async fn is_last(
        &self,
        channel: ChannelId,
        MessageId(message): MessageId,
    ) -> Result<bool, Failure> {
        let path = format!("/channels/{}/messages?after={message}&limit=1", channel.0);
        let below: Vec<Identified> = self
            .read(Route::Read(channel), Method::GET, &path, None::<&()>)
            .await?;
        Ok(below.is_empty())
    }

    /// The channel of the direct messages with a member.
    pub(super) async fn direct_channel(&self, member: MemberId) -> Result<ChannelId, Failure> {
        let body = json!({ "recipient_id": member.0.to_string() });
        let channel: Identified = self
            .read(
                Route::OpenDirect,
                Method::POST,
                "/users/@me/channels",
                Some(&body),
            )
            .await?;
        Ok(ChannelId(channel.id.get().cast_signed()))
    }

    /// Deletes one of the bot's own messages, as the bot.
    pub(super) async fn delete(
        &self,
        channel: ChannelId,
        MessageId(message): MessageId,
    ) -> Result<(), Failure> {
        let path = format!("/channels/{}/messages/{message}", channel.0);
        let route = Route::Delete(channel);
        let deleted = self.call(route, Method::DELETE, &path, None::<&()>);
        deleted.await.map(drop)
    }

    /// Edits one of the bot's own messages, as the bot.
    pub(super) async fn edit(
        &self,
        channel: ChannelId,
        MessageId(message): MessageId,
        edit: &Message,
    ) -> Result<(), Failure> {
        let path = format!("/channels/{}/messages/{message}", channel.0);
        let route = (Route::Edit(channel), Method::PATCH);
        let edited = self.send_own(route, channel, &path, edit, None);
        edited.await.map(drop)
    }

    /// Sends one of the bot's own messages, without its files where the bot may not attach any.
    async fn send_own(
        &self,
        (route, method): (Route, Method),
        channel: ChannelId,
        path: &str,
        message: &Message,
        nonce: Option<&str>,
    ) -> Result<reqwest::Response, Failure> {
        #[derive(Serialize)]
        struct Body<'m> {
            #[serde(flatten)]
            message: &'m Message,
            #[serde(skip_serializing_if = "Option::is_none")]
            nonce: Option<&'m str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            enforce_nonce: Option<bool>,
        }
        let body = |message| Body {
            message,
            nonce,
            enforce_nonce: nonce.map(|_| true),
        };
        let files = message.attachments();
        if !files.is_empty() {
            let attach = Route::Attach(channel);
            let with_files = body(message);
            let sent = self.send(attach, method.clone(), path, &with_files, files);
            match sent.await {
                Err(Failure::LeftAlone) => {}
                Err(failure) if failure.code() == Some(MISSING_PERMISSIONS) => {}
                sent => return sent,
            }
        }
        let message = message.clone().without_files();
        self.send(route, method, path, &body(&message), &[]).await
    }

    /// Sends a body with the files that belong to it.
    async fn send(
        &self,
        route: Route,
        method: Method,
        path: &str,
        body: &impl Serialize,
        files: &[Attachment],
    ) -> Result<reqwest::Response, Failure> {
        let call = self.with_files(method, path, body, files);
        self.carry_out(route, call).await
    }

    /// A call with the files that belong to its body
    /// (<https://discord.com/developers/docs/reference#uploading-files>).
    fn with_files(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
        files: &[Attachment],
    ) -> RequestBuilder {
        let call = self.request(method, path);
        if files.is_empty() {
            return call.json(body);
        }
        // The body consists of texts and numbers, which always serialise.
        let payload = serde_json::to_string(body).unwrap_or_default();
        let mut form = Form::new().text("payload_json", payload);
        for (index, file) in files.iter().enumerate() {
            let part = Part::bytes(file.bytes.clone()).file_name(file.name.clone());
            form = form.part(format!("files[{index}]"), part);
        }
        let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
        let seconds = u64::try_from(bytes / BYTES_PER_SECOND).unwrap_or(u64::MAX);
        let patience = PATIENCE.saturating_add(Duration::from_secs(seconds));
        call.multipart(form).timeout(patience)
    }

    /// Makes a call, and parses its answer.
    async fn read<T: DeserializeOwned>(
        &self,
        route: Route,
        method: Method,
        path: &str,
        body: Option<&(impl Serialize + ?Sized)>,
    ) -> Result<T, Failure> {
        let response = self.call(route, method, path, body).await?;
        parse(response).await
    }

    async fn call(
        &self,
        route: Route,
        method: Method,
        path: &str,
        body: Option<&(impl Serialize + ?Sized)>,
    ) -> Result<reqwest::Response, Failure> {
        let request = self.request(method, path);
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        self.carry_out(route, request).await
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client
            .request(method, format!("{}{path}", self.base))
            .header(USER_AGENT, serenity::constants::USER_AGENT)
            .header(AUTHORIZATION, authorization(&self.token))
    }

    /// Makes a call, unless the circuit breaker stops it.
    async fn carry_out(
        &self,
        route: Route,
        request: RequestBuilder,
    ) -> Result<reqwest::Response, Failure> {
        let _under_way = self.breaker.begin(route)?;
        let span = tracing::debug_span!("call", route = route.name());
        let sent = request.send().instrument(span).await;
        count(route, sent.as_ref().ok());
        let response = sent.map_err(unreachable)?;
        if response.status().is_success() {
            self.breaker.note(route, None, false);
            return Ok(response);
        }
        let scope = response.headers().get(SCOPE);
        let is_shared = scope.is_some_and(|scope| scope.as_bytes() == b"shared");
        let failure = failure(response).await;
        self.breaker.note(route, Some(&failure), is_shared);
        if failure.is_unauthorised() {
            self.token_refused.cancel();
        }
        Err(failure)
    }
}

/// Counts a call, by its route and the status of the answer.
fn count(route: Route, answer: Option<&reqwest::Response>) {
    let status = match answer.map(|answer| answer.status().as_u16()) {
        None => "none",
        Some(200..=299) => "2xx",
        Some(401) => "401",
        Some(403) => "403",
        Some(404) => "404",
        Some(429) => "429",
        Some(500..=599) => "5xx",
        Some(_) => "other",
    };
    metrics::counter!("wythoff_calls_total", "route" => route.name(), "status" => status)
        .increment(1);
}

/// Discord's time, to the second.
fn date_of(response: &reqwest::Response) -> Option<Timestamp> {
    let date = response.headers().get(DATE)?.to_str().ok()?;
    let date = httpdate::parse_http_date(date).ok()?;
    let since_1970 = date.duration_since(UNIX_EPOCH).ok()?;
    Some(Timestamp(0).plus(since_1970))
}

/// Why a call failed, from its answer.
async fn failure(response: reqwest::Response) -> Failure {
    let status = response.status().as_u16();
    let retry_after = response.headers().get(RETRY_AFTER);
    let retry_after = retry_after.and_then(|value| value.to_str().ok()?.parse().ok());
    let body = body(response).await.unwrap_or_default();
    Failure::of_answer(status, retry_after, &body)
}

/// Parses the body of an answer.
async fn parse<T: DeserializeOwned>(response: reqwest::Response) -> Result<T, Failure> {
    let body = body(response).await?;
    serde_json::from_slice(&body).map_err(|_| Failure::Nonsense)
}

/// The body of an answer. Fails if it is larger than [`LARGEST_BODY`].
async fn body(mut response: reqwest::Response) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
        if body.len() + chunk.len() > LARGEST_BODY {
            return Err(Failure::Nonsense);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The path for calls to a message by the token of an interaction.
fn path_by_token(
    ReplyTo {
        application, token, ..
    }: &ReplyTo,
    name: &str,
) -> String {
    format!("/webhooks/{application}/{token}/messages/{name}")
}

fn authorization(token: &Token) -> HeaderValue {
    // A token holds nothing that a header cannot hold.
    let mut value = HeaderValue::from_str(&format!("Bot {}", token.reveal()))
        .unwrap_or(HeaderValue::from_static(""));
    value.set_sensitive(true);
    value
}

/// An error without its URL, which contains interaction tokens.
fn unreachable(error: reqwest::Error) -> Failure {
    Failure::Unreachable(error.without_url())
}

const fn message_id(message: &Identified) -> MessageId {
    MessageId(message.id.get().cast_signed())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;
    use crate::transport::time::SystemClock;

    /// Parses an answer whose body begins with `start` and is padded to `bytes` bytes.
    async fn parse_padded(start: &'static str, bytes: usize) -> Result<Value, Failure> {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let at = listener.local_addr().expect("an address");
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a call");
            let _read = stream.read(&mut [0; 4096]).await.expect("a request");
            stream
                .write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n")
                .await
                .expect("sent");
            stream.write_all(start.as_bytes()).await.expect("sent");
            let spaces = vec![b' '; 1 << 16];
            let mut remaining = bytes - start.len();
            while remaining > 0 {
                let part = &spaces[..remaining.min(spaces.len())];
                // The client has closed the connection.
                if stream.write_all(part).await.is_err() {
                    return;
                }
                remaining -= part.len();
            }
        });
        let answer = reqwest::get(format!("http://{at}/"))
            .await
            .expect("an answer");
        parse(answer).await
    }

    #[tokio::test]
    async fn a_body_is_read_up_to_the_limit_and_no_further() {
        let whole = parse_padded(r#"{"id":"1"}"#, LARGEST_BODY).await;
        assert_eq!(whole.expect("it fits"), json!({ "id": "1" }));
        let endless = parse_padded(r#"{"id":"1"}"#, usize::MAX).await;
        assert!(matches!(endless, Err(Failure::Nonsense)));
    }

    /// A client of a fake Discord that answers once, with `answer`.
    async fn client_of(answer: &Value) -> Rest {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let answer = format!("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{answer}");
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a call");
            let _read = stream.read(&mut [0; 4096]).await.expect("a request");
            stream.write_all(answer.as_bytes()).await.expect("sent");
        });
        let token = Token::new("token".to_owned()).expect("a token");
        let clock = Arc::new(SystemClock::start());
        Rest::new(&base, token, clock).expect("a client")
    }

    #[tokio::test]
    async fn a_response_is_found_by_its_interaction_and_its_text() {
        let posted = |id: &str, interaction: &str, content: &str| json!({ "id": id, "author": { "id": "1" }, "content": content, "interaction_metadata": { "id": interaction } });
        let answer = json!([
            posted("14", "7", "the board"),
            posted("13", "6", "your turn"),
            posted("12", "7", "your turn\n"),
            { "id": "11", "author": { "id": "1" }, "content": "your turn" },
        ]);
        for (content, found) in [
            (Some("your turn "), Some(MessageId(12))),
            (Some("your win"), None),
            (None, Some(MessageId(14))),
        ] {
            let rest = client_of(&answer).await;
            let search = rest.find_response(ChannelId(1), InteractionId(7), content);
            assert_eq!(search.await.expect("an answer"), found, "{content:?}");
        }
    }
}
