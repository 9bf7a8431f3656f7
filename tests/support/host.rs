//! A host whose clock can go wrong and stand still.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use discord_sandbox::{Clock, Sandbox};
use futures::future::BoxFuture;
use wythoff_game::Timestamp;
use wythoff_transport::HostClock;

/// The clock of the host, which follows the sandbox's unless it is changed. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Host {
    clock: Clock,
    ahead_ms: Arc<AtomicI64>,
    asleep_ms: Arc<AtomicI64>,
}

impl Host {
    /// A host whose clock agrees with the sandbox's.
    pub(crate) fn of(sandbox: &Sandbox) -> Self {
        Self {
            clock: sandbox.clock().clone(),
            ahead_ms: Arc::default(),
            asleep_ms: Arc::default(),
        }
    }

    /// Sets its clock forward by `milliseconds`, or back if they are negative.
    pub(crate) fn step(&self, milliseconds: i64) {
        self.ahead_ms.fetch_add(milliseconds, Ordering::Relaxed);
    }

    /// Puts the machine to sleep while the sandbox's clock moves on: its own clock stands still.
    pub(crate) fn sleep(&self, by: Duration) {
        let milliseconds = i64::try_from(by.as_millis()).expect("a short sleep");
        self.step(-milliseconds);
        self.asleep_ms.fetch_add(milliseconds, Ordering::Relaxed);
        self.clock.advance(by);
    }
}

impl HostClock for Host {
    fn now(&self) -> Timestamp {
        Timestamp(self.clock.now_ms() + self.ahead_ms.load(Ordering::Relaxed))
    }

    fn moved(&self) -> Duration {
        let asleep = self.asleep_ms.load(Ordering::Relaxed).cast_unsigned();
        self.clock
            .moved()
            .saturating_sub(Duration::from_millis(asleep))
    }

    fn until_moved(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.clock.until_moved())
    }
}
