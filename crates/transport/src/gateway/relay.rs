//! A relay on this machine between serenity and Discord. Serenity connects to it instead of to
//! Discord, and it forwards the messages of both. It sees what serenity does not report: each
//! IDENTIFY, each close code, each heartbeat, a lost connection. It intercepts interactions as
//! text, so even those that serenity cannot parse are answered.
//!
//! Serenity handles sessions, heartbeats, resuming and shards. It never sees interactions.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::accept_async;

use super::access::{self, Access};
use super::connection::Connection;
use super::conversation::Conversation;
use super::dialler::Dialler;
use super::session::Sessions;
use super::watch::Watch;
use crate::responder::Responder;

/// The pause after a local connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(500);

/// The relay of a bot.
pub(super) struct Relay {
    listener: TcpListener,
    access: Access,
    dialler: Dialler,
    sessions: Sessions,
    responder: Arc<Responder>,
    watch: Arc<Watch>,
    next_number: AtomicU64,
}

impl Relay {
    /// A relay of all shards to the gateway at the given address, on a free port of this machine.
    pub(super) async fn bind(
        gateway: String,
        shards: u32,
        responder: Arc<Responder>,
        watch: Arc<Watch>,
    ) -> io::Result<Self> {
        Ok(Self {
            listener: TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?,
            access: Access::new(),
            dialler: Dialler::new(gateway, shards),
            sessions: Sessions::default(),
            responder,
            watch,
            next_number: AtomicU64::default(),
        })
    }

    /// The address for serenity.
    pub(super) fn url(&self) -> io::Result<String> {
        Ok(format!(
            "ws://{}{}",
            self.listener.local_addr()?,
            self.access.path
        ))
    }

    /// Accepts and relays connections for as long as this future is polled.
    pub(super) async fn serve(self) {
        let relay = Arc::new(self);
        let mut connections = tokio::task::JoinSet::new();
        loop {
            tokio::select! {
                accepted = relay.listener.accept() => {
                    let Ok((stream, _)) = accepted else {
                        // For example, this process has too many open files.
                        tracing::warn!("a local connection was not accepted");
                        sleep(PAUSE).await;
                        continue;
                    };
                    connections.spawn(Box::pin(relay.clone().connect(stream)));
                }
                Some(_ended) = connections.join_next() => {}
            }
        }
    }

    /// Relays a connection from serenity. It is accepted only when Discord may be dialled, since from then on
    /// serenity waits only briefly for HELLO.
    async fn connect(self: Arc<Self>, stream: TcpStream) {
        if !self.access.admits(&stream).await {
            tracing::debug!("a local connection that is not serenity's was turned away");
            return;
        }
        // Messages are sent without delay.
        let _slower_otherwise = stream.set_nodelay(true);
        self.dialler.pause().await;
        if let Ok(Ok(local)) = timeout(access::PATIENCE, accept_async(stream)).await {
            let number = self.next_number.fetch_add(1, Ordering::Relaxed);
            let mut connection = Connection::new(self.watch.clone(), number);
            let replaced = connection.replaced.clone();
            // A connection that another one has replaced is dropped on both sides without a close
            // frame, because a close frame would end the session.
            let conversation = Conversation {
                dialler: &self.dialler,
                sessions: &self.sessions,
                responder: &self.responder,
                local,
                connection: &mut connection,
            };
            let relaying = Box::pin(conversation.run());
            if replaced.run_until_cancelled(relaying).await.is_none() {
                self.dialler
                    .note_end(connection.session_began, "the shard has another connection");
            }
            connection.ended();
        }
    }
}
