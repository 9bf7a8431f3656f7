//! The calls to Discord's REST API, with timeouts and failures.
//!
//! Serenity's client is not used for them: its rate limiter keeps a bucket for every interaction
//! token forever and ignores the base address. Without the rate limiter it does not tell how long
//! to wait after a 429.

mod answers;
mod breaker;
pub(super) mod codes;
mod failure;
mod messages;
mod route;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use reqwest::header::{AUTHORIZATION, DATE, HeaderValue, RETRY_AFTER, USER_AGENT};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

pub use self::answers::Application;
use self::answers::Identified;
pub(super) use self::answers::{GatewayInfo, Me, SessionStartLimit};
use self::breaker::Breaker;
pub use self::failure::Failure;
pub(super) use self::route::Route;
use super::reply_to::ReplyTo;
use super::time::HostClock;
use super::token::Token;
use wythoff_game::Timestamp;
use wythoff_game::records::{ChannelId, MessageId};

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

/// No bot has more shards: an answer that names more is not Discord's.
const MOST_SHARDS: u32 = 1 << 16;

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
        let call = self.read(Route::Application, Method::GET, "/gateway/bot", None::<&()>);
        let info: GatewayInfo = call.await?;
        if info.shards > MOST_SHARDS {
            return Err(Failure::Nonsense);
        }
        Ok(info)
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
        // Calls by the token of an interaction say nothing about the bot's own.
        if failure.is_unauthorised() && !route.is_answer() {
            if !self.is_refused_again().await {
                tracing::warn!(
                    route = route.name(),
                    "discord has refused the token once (401), and accepted it again"
                );
                // As if a proxy had refused the call: it may succeed next time.
                return Err(Failure::Refused {
                    status: 401,
                    code: 0,
                    message: String::new(),
                });
            }
            self.token_refused.cancel();
        }
        Err(failure)
    }

    /// Whether Discord refuses the token for another call, too. One refusal may be a mistake.
    async fn is_refused_again(&self) -> bool {
        match self.request(Method::GET, "/users/@me").send().await {
            Ok(answer) => failure(answer).await.is_unauthorised(),
            Err(_unreachable) => false,
        }
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
