//! The sandbox itself: its server, its world, and what a test can see and do.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::call::Call;
use crate::clock::Clock;
use crate::endpoint;
use crate::fault::Fault;
use crate::gateway;
use crate::id::Id;
use crate::refusal::Refusal;
use crate::rest;
use crate::shared::Shared;
use crate::world::{EndpointState, Greeting, HangUp, Outgoing, Signer, World};

/// How long to wait for something a test expects: far longer than it should take, since a
/// busy machine is slow.
const WAIT: Duration = Duration::from_secs(30);

/// A private Discord. Clones share it, and it stops when the last one is dropped.
#[derive(Clone, Debug)]
pub struct Sandbox {
    pub(crate) shared: Arc<Shared>,
    _server: Arc<ServerTask>,
}

#[derive(Debug)]
struct ServerTask(JoinHandle<()>);

impl Drop for ServerTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Sandbox {
    /// Starts a sandbox on a free port of 127.0.0.1.
    ///
    /// # Errors
    /// If no port is available.
    pub async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let (queue, interactions) = mpsc::unbounded_channel();
        let signer =
            Signer::new().ok_or_else(|| io::Error::other("no signing key could be made"))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::new(address, signer, EndpointState::new(queue)));
        let routes = rest::routes(shared.clone());
        let delivery = endpoint::deliver(shared.clone(), interactions);
        let server = tokio::spawn(async move {
            tokio::select! {
                served = axum::serve(listener, routes) => {
                    if let Err(error) = served {
                        tracing::error!(%error, "the sandbox stopped serving");
                    }
                }
                () = delivery => {}
            }
        });
        Ok(Self {
            shared,
            _server: Arc::new(ServerTask(server)),
        })
    }

    /// The base address for the bot, in place of `https://discord.com`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.shared.address)
    }

    /// The bot token that the sandbox accepts.
    #[must_use]
    pub fn token(&self) -> String {
        self.shared.world().application.token.clone()
    }

    /// Sets the name of the application, and so of the bot.
    pub fn name_application(&self, name: &str) {
        name.clone_into(&mut self.shared.world().application.name);
    }

    /// From now on, sends interactions to `url` without testing it first. `None`: to the gateway.
    pub fn set_endpoint(&self, url: Option<&str>) {
        self.shared.change(|world| {
            world.endpoint.url = url.map(str::to_owned);
            world.endpoint.answers = false;
        });
    }

    /// The URL to which interactions are sent, or `None` if they go to the gateway.
    #[must_use]
    pub fn endpoint(&self) -> Option<String> {
        self.shared.world().endpoint.url.clone()
    }

    /// Whether the endpoint was removed because it accepted a false signature.
    #[must_use]
    pub fn was_endpoint_removed(&self) -> bool {
        self.shared.world().endpoint.was_removed
    }

    /// Why the endpoint did not accept interactions: a text for each failure.
    #[must_use]
    pub fn endpoint_failures(&self) -> Vec<String> {
        self.shared.world().endpoint.failures.clone()
    }

    /// The interactions that have no first response.
    #[must_use]
    pub fn unanswered(&self) -> Vec<Id> {
        let world = self.shared.world();
        let all = world.interactions.values();
        let unanswered = all.filter(|interaction| interaction.response.is_none());
        unanswered.map(|interaction| interaction.id).collect()
    }

    /// The signature headers for a request to the endpoint with the given body.
    #[must_use]
    pub fn signature_headers(&self, body: &str) -> [(&'static str, String); 2] {
        let timestamp = (self.shared.clock.now_ms() / 1000).to_string();
        let signature = self.shared.signer.sign(&timestamp, body);
        [
            ("X-Signature-Ed25519", signature),
            ("X-Signature-Timestamp", timestamp),
        ]
    }

    /// Sets whether members can install the application for themselves.
    pub fn allow_user_install(&self, allowed: bool) {
        self.shared.world().application.allows_user_install = allowed;
    }

    /// The sandbox's clock, which can be moved.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.shared.clock
    }

    /// Waits until a bot is connected.
    pub async fn ready(&self) {
        self.until(|world| world.is_connected().then_some(())).await;
    }

    /// Whether a bot is connected.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.shared.world().is_connected()
    }

    /// Waits for the next connection or resume. Call this before triggering the connection, and
    /// await the result afterwards.
    pub fn connection(&self) -> impl Future<Output = ()> {
        let before = self.shared.world().gateway.connections;
        async move {
            self.until(|world| (world.gateway.connections > before).then_some(()))
                .await;
        }
    }

    /// Waits until no bot is connected.
    pub async fn disconnected(&self) {
        self.until(|world| (!world.is_connected()).then_some(()))
            .await;
    }

    /// Sets a fault for future calls.
    pub fn inject(&self, fault: Fault) {
        self.shared.world().faults.push(fault);
    }

    /// Removes every fault that has not happened yet.
    pub fn clear_faults(&self) {
        self.shared.world().faults.clear();
    }

    /// Every REST call so far.
    #[must_use]
    pub fn calls(&self) -> Vec<Call> {
        self.shared.world().calls.clone()
    }

    /// Waits until a call with the given method and path has been answered.
    pub async fn called(&self, method: &str, path_part: &str) -> Call {
        self.until(|world| {
            let fits = |call: &&Call| {
                call.status.is_some() && call.method == method && call.path.contains(path_part)
            };
            world.calls.iter().find(fits).cloned()
        })
        .await
    }

    /// Waits until a call with the given method and path is under way.
    pub async fn call_begun(&self, method: &str, path_part: &str) {
        self.until(|world| {
            let fits = |call: &Call| {
                call.status.is_none() && call.method == method && call.path.contains(path_part)
            };
            world.calls.iter().any(fits).then_some(())
        })
        .await;
    }

    /// Every public message, as in Discord's API, oldest first.
    #[must_use]
    pub fn messages(&self) -> Vec<Value> {
        let world = self.shared.world();
        let messages = world.messages.values();
        let public = messages.filter(|message| message.only_for.is_none());
        public.map(|message| world.message_json(message)).collect()
    }

    /// Every interaction that people have sent so far, as the bot received it.
    #[must_use]
    pub fn sent(&self) -> Vec<Value> {
        self.shared.world().sent.clone()
    }

    /// Deletes a message, as a moderator can.
    pub fn delete_message(&self, message: Id) {
        self.shared.change(|world| world.messages.remove(&message));
    }

    /// Deletes a channel of a server with its messages. Returns the ids of those messages.
    #[must_use]
    pub fn delete_channel(&self, channel: Id) -> Vec<Id> {
        self.shared.change(|world| {
            world.channels.remove(&channel);
            let deleted = world
                .messages
                .extract_if(.., |_, message| message.channel == channel);
            deleted.map(|(id, _)| id).collect()
        })
    }

    /// Every refusal so far, except those that a fault caused.
    #[must_use]
    pub fn refusals(&self) -> Vec<Refusal> {
        self.shared.world().refusals.clone()
    }

    /// Waits until at least `times` calls have been refused with the given code.
    pub async fn refused(&self, code: u64, times: usize) {
        let count = |world: &World| {
            let refusals = world.refusals.iter();
            refusals.filter(|refusal| refusal.code == code).count()
        };
        self.until(|world| (count(world) >= times).then_some(()))
            .await;
    }

    /// From now on, delivers each interaction `times` times.
    pub fn deliver_times(&self, times: u32) {
        self.shared.world().gateway.deliveries = times;
    }

    /// Sends the latest interaction again, as a load balancer may do after losing the answer.
    pub fn send_again(&self) {
        self.shared.change(|world| {
            if let Some(latest) = world.sent.last().cloned() {
                gateway::dispatch(world, "INTERACTION_CREATE", &latest);
            }
        });
    }

    /// Makes every resume repeat the last `events` events that the bot has already received.
    pub fn repeat_on_resume(&self, events: u64) {
        self.shared.world().gateway.repeats_on_resume = events;
    }

    /// How many events were resent at each resume, RESUMED not counted.
    #[must_use]
    pub fn resumes(&self) -> Vec<usize> {
        self.shared.world().gateway.resumes.clone()
    }

    /// Sets whether heartbeats are acknowledged.
    pub fn answer_heartbeats(&self, is_enabled: bool) {
        self.shared.world().gateway.answers_heartbeats = is_enabled;
    }

    /// Closes each connection to the gateway at the given moment, with the given code, from now on.
    pub fn hang_up(&self, when: Option<(HangUp, u16)>) {
        self.shared.world().gateway.hang_up = when;
    }

    /// Waits until at least `times` connections have been turned away, or closed by
    /// [`Self::hang_up`].
    pub async fn turned_away(&self, times: u64) {
        self.until(|world| (world.gateway.turned_away >= times).then_some(()))
            .await;
    }

    /// Sets whether connections to the gateway are turned away.
    pub fn refuse_connections(&self, are_refused: bool) {
        self.shared.world().gateway.refuses_connections = are_refused;
    }

    /// Sets the answer to every IDENTIFY from now on.
    pub fn set_greeting(&self, greeting: Greeting) {
        self.shared.world().gateway.greeting = greeting;
    }

    /// Announces how many sessions may still be started. The limit is not enforced:
    /// [`Self::identifies`] tells whether the bot respected it.
    pub fn limit_session_starts(&self, remaining: u32, reset_after: Duration) {
        self.shared.world().gateway.session_starts = (remaining, reset_after.as_millis());
    }

    /// The number of IDENTIFYs so far.
    #[must_use]
    pub fn identifies(&self) -> u64 {
        self.shared.world().gateway.identifies
    }

    /// Sets or omits a field of every interaction from now on, as if Discord's API had changed.
    pub fn alter_interactions(&self, field: &str, value: Option<Value>) {
        let altered_field = (field.to_owned(), value);
        self.shared
            .world()
            .gateway
            .altered_fields
            .push(altered_field);
    }

    /// Undoes [`Self::alter_interactions`].
    pub fn restore_interactions(&self) {
        self.shared.world().gateway.altered_fields.clear();
    }

    /// Sets how many shards a bot must use if it connects from now on.
    pub fn offer_shards(&self, shards: u64) {
        self.shared.world().gateway.shards = shards;
    }

    /// The numbers of the shards that are connected, in order.
    #[must_use]
    pub fn shards(&self) -> Vec<u64> {
        let world = self.shared.world();
        let sessions = world.sessions.values();
        let connected = sessions.filter(|session| session.socket.is_some());
        let mut shards: Vec<u64> = connected.map(|session| session.shard).collect();
        shards.sort_unstable();
        shards
    }

    /// Holds events back, as a slow gateway does.
    pub fn hold_events(&self) {
        self.shared.world().gateway.held.get_or_insert_default();
    }

    /// How many events are held back.
    #[must_use]
    pub fn count_held(&self) -> usize {
        let world = self.shared.world();
        world.gateway.held.as_ref().map_or(0, Vec::len)
    }

    /// Delivers the events that were held back, in their order.
    pub fn release_events(&self) {
        self.shared.change(|world| {
            let held = world.gateway.held.take().unwrap_or_default();
            for (name, data) in &held {
                gateway::dispatch(world, name, data);
            }
        });
    }

    /// Delivers the events that were held back, the last one first.
    pub fn release_events_backwards(&self) {
        self.shared
            .change(|world| world.gateway.held.get_or_insert_default().reverse());
        self.release_events();
    }

    /// Drops every gateway connection without a close frame, as if the network failed.
    pub fn drop_connections(&self) {
        self.tell_sockets(&Outgoing::Drop);
    }

    /// Closes every gateway connection with the given code.
    pub fn disconnect(&self, code: u16) {
        self.tell_sockets(&Outgoing::Close(code));
    }

    /// Asks every session to reconnect (op 7).
    pub fn ask_to_reconnect(&self) {
        self.tell_sockets(&gateway::payload(7, &Value::Null));
    }

    /// Declares the sessions invalid (op 9): they cannot be resumed.
    pub fn invalidate_sessions(&self) {
        self.tell_sockets(&gateway::payload(9, &Value::Bool(false)));
        self.shared.change(|world| world.sessions.clear());
    }

    fn tell_sockets(&self, outgoing: &Outgoing) {
        let world = self.shared.world();
        let sockets = world
            .sessions
            .values()
            .filter_map(|session| session.socket.as_ref());
        for socket in sockets {
            let _closed_already = socket.send(outgoing.clone());
        }
    }

    /// Waits until `find` returns something, and panics after [`WAIT`].
    pub(crate) async fn until<T>(&self, find: impl Fn(&World) -> Option<T>) -> T {
        match self.shared.until(WAIT, find).await {
            Some(found) => found,
            #[expect(clippy::panic, reason = "a test whose wait times out has failed")]
            None => panic!("what the test waits for did not happen within {WAIT:?}"),
        }
    }
}
