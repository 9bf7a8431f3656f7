//! Limits on interactions: how many are handled at the same time, and how quickly one member may
//! send them. The rest are turned away before any work is done, without a database query.

use std::sync::Arc;
use std::time::Duration;

use hashlink::LruCache;
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;

use wythoff_discord::TurnedAway;
use wythoff_game::{MemberId, Timestamp};

/// How many interactions are handled at the same time: as many as arrive in a quarter of a second
/// at the highest load. They take some 40 MiB.
const AT_ONCE: usize = 512;

/// How many interactions a member may send in a burst. Completions count, too, and come as quickly
/// as somebody types.
const BURST: i64 = 30;

/// After a burst, how many milliseconds pass until the member may send another interaction.
const INTERVAL_MS: i64 = 200;

/// How many members' buckets are kept, of some 50 bytes each. The member who has been quiet for
/// longest is forgotten first.
const MEMBERS: usize = 1 << 14;

/// How often the log says how many were turned away.
const REPORT_EVERY: Duration = Duration::from_mins(1);

/// Lets interactions in.
#[derive(Debug)]
pub(super) struct Admission {
    slots: Arc<Semaphore>,
    buckets: Mutex<LruCache<MemberId, Bucket>>,
    turned_away: Arc<Mutex<Counts>>,
}

/// A token bucket, stored as the time at which it is full again: the "theoretical arrival time"
/// of the generic cell rate algorithm (ITU-T I.371).
#[derive(Clone, Copy, Debug)]
struct Bucket {
    full_at: Timestamp,
}

/// How many were turned away since the last report.
#[derive(Debug, Default)]
struct Counts {
    busy: u64,
    too_quick: u64,
}

impl Admission {
    pub(super) fn new() -> Self {
        Self {
            slots: Arc::new(Semaphore::new(AT_ONCE)),
            buckets: Mutex::new(LruCache::new(MEMBERS)),
            turned_away: Arc::default(),
        }
    }

    /// Admits an interaction that `member` sent at `sent_at`, or returns why not. It counts as
    /// being handled while the permit is held.
    pub(super) fn admit(
        &self,
        member: MemberId,
        sent_at: Timestamp,
    ) -> Result<OwnedSemaphorePermit, TurnedAway> {
        let admitted = match self.slots.clone().try_acquire_owned() {
            Ok(slot) if self.take_token(member, sent_at) => Ok(slot),
            Ok(_) => Err(TurnedAway::TooQuick),
            Err(_none_free) => Err(TurnedAway::Busy),
        };
        if let Err(why) = admitted {
            self.count(why);
        }
        admitted
    }

    /// Takes a token from a member's bucket. Returns `false` if the bucket is empty. Interactions
    /// may arrive out of order.
    fn take_token(&self, member: MemberId, sent_at: Timestamp) -> bool {
        let mut buckets = self.buckets.lock();
        let full_at = buckets.get(&member).map(|bucket| bucket.full_at);
        let full_at = full_at.unwrap_or(sent_at).max(sent_at);
        if full_at.0 - sent_at.0 > (BURST - 1) * INTERVAL_MS {
            return false;
        }
        let full_at = Timestamp(full_at.0 + INTERVAL_MS);
        buckets.insert(member, Bucket { full_at });
        true
    }

    fn count(&self, why: TurnedAway) {
        let mut counts = self.turned_away.lock();
        let is_first = counts.busy + counts.too_quick == 0;
        match why {
            TurnedAway::Busy => counts.busy += 1,
            TurnedAway::TooQuick => counts.too_quick += 1,
        }
        // The first since the last report schedules the next one.
        if is_first {
            tokio::spawn(report(self.turned_away.clone()));
        }
    }
}

async fn report(turned_away: Arc<Mutex<Counts>>) {
    sleep(REPORT_EVERY).await;
    let Counts { busy, too_quick } = std::mem::take(&mut *turned_away.lock());
    tracing::warn!(busy, too_quick, "interactions were turned away");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: i64) -> Timestamp {
        Timestamp(1_700_000_000_000 + ms)
    }

    #[tokio::test]
    async fn concurrent_interactions_are_limited() {
        let admission = Admission::new();
        let members = (0..).map(MemberId);
        let let_in = members
            .map(|member| admission.admit(member, at(0)))
            .map_while(Result::ok);
        let mut let_in: Vec<_> = let_in.collect();
        assert_eq!(let_in.len(), AT_ONCE);
        let next = || admission.admit(MemberId(-1), at(0));
        assert_eq!(next().expect_err("all slots are taken"), TurnedAway::Busy);
        drop(let_in.pop());
        assert!(next().is_ok());
    }

    #[tokio::test]
    async fn a_member_has_a_burst_and_then_five_a_second() {
        let admission = Admission::new();
        let sends = |member, ms| admission.admit(MemberId(member), at(ms)).is_ok();
        assert_eq!((0..100).filter(|_| sends(1, 0)).count(), 30);
        assert_eq!((0..100).filter(|&n| sends(1, 10 * n)).count(), 4);
        assert!(sends(2, 0), "other members are not affected");
        assert_eq!((0..100).filter(|_| sends(1, 10_000)).count(), 30);
        // Five a second are never too many, even if every two of them arrive in reverse order.
        assert!((0..1_000).all(|n| sends(3, 200 * (n ^ 1))));
    }

    #[tokio::test(start_paused = true)]
    async fn one_report_is_scheduled_at_a_time() {
        let admission = Admission::new();
        for _second in 0..300 {
            admission.count(TurnedAway::Busy);
            admission.count(TurnedAway::TooQuick);
            let scheduled = Arc::strong_count(&admission.turned_away) - 1;
            assert_eq!(scheduled, 1);
            tokio::time::advance(Duration::from_secs(1)).await;
        }
    }

    #[tokio::test]
    async fn buckets_are_bounded() {
        let admission = Admission::new();
        for member in 0..20_000 {
            assert!(admission.admit(MemberId(member), at(0)).is_ok());
        }
        let buckets = admission.buckets.lock();
        assert_eq!(buckets.len(), MEMBERS);
    }
}
