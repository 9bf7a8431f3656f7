//! The time in the sandbox: the machine's, moved forward on request, so that no test has to wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;

/// A clock that several parties share. Clones show the same time.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    advanced_ms: Arc<AtomicI64>,
    advances: Arc<Notify>,
}

impl Clock {
    /// Milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        #[expect(clippy::disallowed_methods, reason = "this is the clock")]
        let since_1970 = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        milliseconds(since_1970).saturating_add(self.advanced_ms.load(Ordering::Relaxed))
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        self.advanced_ms
            .fetch_add(milliseconds(by), Ordering::Relaxed);
        self.advances.notify_waiters();
        // `notify_waiters` wakes only tasks that are already waiting. `notify_one` also wakes one
        // task that is about to wait; if none is, the next wait ends at once.
        self.advances.notify_one();
    }

    /// How far the clock has been moved in total.
    #[must_use]
    pub fn moved(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.advanced_ms.load(Ordering::Relaxed)).unwrap_or(0))
    }

    /// Waits until the clock is moved. After a move, one later wait ends at once.
    pub async fn until_moved(&self) {
        self.advances.notified().await;
    }
}

fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
