//! Access to the relay: only a program that knows its path may connect. The path is checked before
//! anything else is done, since every program on this machine can connect to the port.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// How long a connection may take to send its request.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

/// How many connections may be checked at the same time. Further ones are closed immediately.
const CHECKED_AT_ONCE: usize = 16;

/// The pause before reading again when the request is still incomplete.
const PAUSE: Duration = Duration::from_millis(5);

/// The entrance to the relay.
pub(super) struct Access {
    /// The path in the address for serenity. Other programs on this machine do not know it.
    pub(super) path: String,
    checks: Semaphore,
}

impl Access {
    pub(super) fn new() -> Self {
        Self {
            path: format!("/{:016x}", RandomState::new().build_hasher().finish()),
            checks: Semaphore::new(CHECKED_AT_ONCE),
        }
    }

    /// Whether the connection requests the right path. The request is only peeked at, so it can
    /// still be read.
    pub(super) async fn admits(&self, stream: &TcpStream) -> bool {
        let Ok(_permit) = self.checks.try_acquire() else {
            return false;
        };
        let requests_path = timeout(PATIENCE, self.requests_path(stream)).await;
        matches!(requests_path, Ok(Ok(true)))
    }

    async fn requests_path(&self, stream: &TcpStream) -> io::Result<bool> {
        // Serenity appends a query string to the path.
        let request = format!("GET {}", self.path);
        let mut received = vec![0; request.len()];
        loop {
            let length = stream.peek(&mut received).await?;
            let matches_so_far = request
                .as_bytes()
                .starts_with(received.get(..length).unwrap_or_default());
            if length == request.len() || length == 0 || !matches_so_far {
                return Ok(received == request.as_bytes());
            }
            sleep(PAUSE).await;
        }
    }
}
