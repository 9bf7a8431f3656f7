//! Calls that can wait: a few at a time, one at a time on each of Discord's routes, and no sooner
//! than Discord allows.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until};

use super::keyed_mutex::{KeyedGuard, KeyedMutex};
use crate::rest::{Failure, Route};

/// How many calls are under way at the same time. A call that waits for a rate limit does not
/// count.
const AT_ONCE: usize = 8;

/// How many times a failing call is tried: for about twenty seconds, if Discord answers at once.
const TRIES: u32 = 9;

/// The longest wait before a call is tried again.
const LONGEST_BACKOFF: Duration = Duration::from_secs(5);

/// Rate limits of at least this long are logged. Calls that can be retried later do not wait for
/// longer ones.
const LONG_LIMIT: Duration = Duration::from_secs(10);

/// How long to keep trying a call: as long as an interaction token is valid.
const PATIENCE: Duration = wythoff_game::records::TOKEN_LIFE;

/// How far apart calls begin for a while after a global rate limit, so that they meet no second one: fewer than the
/// fifty a second that Discord allows
/// (<https://discord.com/developers/docs/topics/rate-limits#global-rate-limit>).
const PACE: Duration = Duration::from_millis(25);

/// How long they keep that pace: for as long as Discord counts what it refuses.
const PACED_FOR: Duration = Duration::from_mins(10);

/// Schedules calls.
#[derive(Debug)]
pub(super) struct Calls {
    /// One call at a time on each route. A rate limit also delays the other calls on the route,
    /// which would run into it, too.
    routes: KeyedMutex<Route>,
    slots: Semaphore,
    /// The ends of the long rate limits of routes.
    limits: Mutex<HashMap<Route, Instant>>,
    /// The end of a global rate limit.
    paused_until: Mutex<Option<Instant>>,
    /// When the next call may begin while calls keep a pace.
    next: Mutex<Instant>,
}

/// Repeated attempts at one call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempts {
    give_up_at: Instant,
    /// How long an attempt may wait for a rate limit.
    patience: Duration,
    /// How many of the attempts met a rate limit.
    limited: u32,
}

impl Calls {
    pub(super) fn new() -> Self {
        Self {
            routes: KeyedMutex::default(),
            slots: Semaphore::new(AT_ONCE),
            limits: Mutex::default(),
            paused_until: Mutex::default(),
            next: Mutex::new(Instant::now()),
        }
    }

    /// Makes a call when its route is free. A known rate limit is waited out first. If the call
    /// hits a new one, that is waited out as well (a global one by the next attempt), and then this
    /// fails with [`Failure::TooMany`], whose `after` is zero, so that the next attempt can send
    /// something newer. If a wait would take too long, this fails at once, and `after` is the time
    /// left.
    pub(super) async fn make<T>(
        &self,
        attempts: Attempts,
        route: Route,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let (turn, slot) = loop {
            let turn = self.take_turn(attempts, route).await?;
            let slot = self.slots.acquire().await;
            self.keep_pace().await;
            // All calls may have been limited while this one waited.
            if *self.paused_until.lock() <= Some(Instant::now()) {
                break (turn, slot);
            }
        };
        let outcome = call.await;
        drop(slot);
        let Err(Failure::TooMany { after, global }) = outcome else {
            return outcome;
        };
        // Some answers repeatedly ask for too short a wait.
        let after = after.max(backoff(attempts.limited));
        let until = Instant::now() + after;
        if global {
            self.pause(until);
            return Err(Failure::TooMany {
                after: Duration::ZERO,
                global,
            });
        }
        if after >= LONG_LIMIT {
            let (call, seconds) = (route.name(), after.as_secs());
            tracing::warn!(call, seconds, "discord limits calls of one kind");
            self.set_limit(route, until);
            // The other calls on the route now know of the limit, and may not want to wait for it.
            drop(turn);
        }
        attempts.wait_until(until, false).await?;
        Err(Failure::TooMany {
            after: Duration::ZERO,
            global,
        })
    }

    /// Waits until a route is free and no known rate limit holds. Fails if a limit lasts too long.
    async fn take_turn(
        &self,
        attempts: Attempts,
        route: Route,
    ) -> Result<KeyedGuard<'_, Route>, Failure> {
        loop {
            let turn = self.routes.take(route).await;
            let pause = *self.paused_until.lock();
            let limit = self.limits.lock().get(&route).copied();
            let global = limit <= pause;
            let until = limit.max(pause).filter(|&until| until > Instant::now());
            let Some(until) = until else {
                return Ok(turn);
            };
            drop(turn);
            attempts.wait_until(until, global).await?;
        }
    }

    /// Notes a long rate limit, for a quarter of an hour at most, even if the answer says longer.
    /// Drops expired ones.
    fn set_limit(&self, route: Route, until: Instant) {
        let mut limits = self.limits.lock();
        let now = Instant::now();
        limits.retain(|_, &mut until| until > now);
        limits.insert(route, until.min(now + PATIENCE));
    }

    /// Waits for this call's turn, if there was a global rate limit not long ago.
    async fn keep_pace(&self) {
        let now = Instant::now();
        let limited = *self.paused_until.lock();
        if limited.is_none_or(|limited| limited + PACED_FOR < now) {
            return;
        }
        let at = {
            let mut next = self.next.lock();
            let at = now.max(*next);
            *next = at + PACE;
            at
        };
        sleep_until(at).await;
    }

    /// Delays all calls until `until`.
    fn pause(&self, until: Instant) {
        let mut pause = self.paused_until.lock();
        if Some(until) > *pause {
            *pause = Some(until);
            let seconds = (until - Instant::now()).as_secs();
            tracing::warn!(seconds, "discord limits all calls; they wait");
        }
    }

    /// Retries a call until it succeeds, is refused for good, or has failed too often. A rate limit
    /// does not count as a failure, but a long one is not waited for: the caller retries later, so
    /// that other calls need not wait for this one.
    pub(super) async fn retry<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        attempt: impl Fn(Attempts) -> F,
    ) -> Result<T, Failure> {
        self.retry_within(LONG_LIMIT, attempt).await
    }

    /// Like [`Self::retry`], but for calls that cannot be retried later: long rate limits are
    /// waited for, too.
    pub(super) async fn retry_patiently<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        attempt: impl Fn(Attempts) -> F,
    ) -> Result<T, Failure> {
        self.retry_within(PATIENCE, attempt).await
    }

    async fn retry_within<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        patience: Duration,
        attempt: impl Fn(Attempts) -> F,
    ) -> Result<T, Failure> {
        let mut attempts = Attempts {
            give_up_at: Instant::now() + PATIENCE,
            patience,
            limited: 0,
        };
        let mut failed = 0;
        loop {
            let failure = match attempt(attempts).await {
                Ok(done) => return Ok(done),
                Err(failure) => failure,
            };
            let until = match failure {
                Failure::TooMany { after, .. } => {
                    if !after.is_zero() {
                        return Err(failure);
                    }
                    attempts.limited += 1;
                    continue;
                }
                Failure::Refused { .. }
                | Failure::Archived
                | Failure::Unreachable(_)
                | Failure::Nonsense
                | Failure::LeftAlone
                | Failure::Suspended
                | Failure::Unreadable(_) => {
                    failed += 1;
                    Instant::now() + backoff(failed)
                }
            };
            if failed == TRIES || !failure.is_retryable() || until > attempts.give_up_at {
                return Err(failure);
            }
            sleep_until(until).await;
        }
    }
}

impl Attempts {
    /// Waits for the end of a rate limit. If that is too far off, fails with the time left.
    async fn wait_until(self, until: Instant, global: bool) -> Result<(), Failure> {
        let after = until.saturating_duration_since(Instant::now());
        if until > self.give_up_at || after > self.patience {
            return Err(Failure::TooMany { after, global });
        }
        sleep_until(until).await;
        Ok(())
    }
}

/// The wait after `failures` failures: 0.1 s, doubled for each, up to `LONGEST_BACKOFF`.
fn backoff(failures: u32) -> Duration {
    let factor = 2_u32.saturating_pow(failures);
    Duration::from_millis(100)
        .saturating_mul(factor)
        .min(LONGEST_BACKOFF)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use wythoff_game::records::ChannelId;

    /// Posts in a channel until that succeeds. The first `limits` answers are rate limits of
    /// `seconds`. Returns whether it succeeded, and how many calls were made.
    async fn post(
        calls: &Calls,
        channel: i64,
        limits: u32,
        (seconds, global): (f64, bool),
    ) -> (bool, u32) {
        let made = AtomicU32::new(0);
        let attempt = async |attempts| {
            let call = async {
                if made.fetch_add(1, Ordering::Relaxed) < limits {
                    return Err(Failure::too_many(Some(seconds), global));
                }
                Ok(())
            };
            calls
                .make(attempts, Route::Post(ChannelId(channel)), call)
                .await
        };
        let posted = calls.retry_patiently(attempt).await.is_ok();
        (posted, made.into_inner())
    }

    #[tokio::test(start_paused = true)]
    async fn zero_waits_do_not_cause_a_storm_of_calls() {
        let calls = Calls::new();
        let begun = Instant::now();
        let (posted, made) = post(&calls, 1, u32::MAX, (0.0, false)).await;
        assert!(!posted && begun.elapsed() <= PATIENCE);
        assert!((100..200).contains(&made), "{made} calls in {PATIENCE:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_limit_without_end_is_not_waited_for() {
        let calls = Calls::new();
        assert_eq!(post(&calls, 1, 1, (1e19, false)).await, (false, 1));
        assert_eq!(post(&calls, 2, 0, (0.0, false)).await, (true, 1));
        tokio::time::advance(PATIENCE).await;
        assert_eq!(post(&calls, 1, 0, (0.0, false)).await, (true, 1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_retryable_call_does_not_wait_for_a_long_limit() {
        let calls = Calls::new();
        let made = AtomicU32::new(0);
        let begun = Instant::now();
        for channel in [1, 1, 2] {
            let attempt = async |attempts| {
                let call = async {
                    made.fetch_add(1, Ordering::Relaxed);
                    Err::<(), _>(Failure::too_many(Some(60.0), false))
                };
                let route = Route::Edit(ChannelId(channel));
                calls.make(attempts, route, call).await
            };
            let failed = calls.retry(attempt).await.expect_err("it is limited");
            assert_eq!(failed.wait(), Duration::from_mins(1));
        }
        assert!(begun.elapsed().is_zero());
        // The second call to the first channel was not made, since the limit was known.
        assert_eq!(made.into_inner(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_waits_patiently_holds_nobody_up() {
        let calls = Calls::new();
        let begun = Instant::now();
        let patient = post(&calls, 1, 1, (60.0, false));
        let other = async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            let attempt = async |attempts| {
                let route = Route::Post(ChannelId(1));
                calls.make(attempts, route, async { Ok(()) }).await
            };
            let failed = calls.retry(attempt).await.expect_err("it is limited");
            (failed.wait(), begun.elapsed())
        };
        let (posted, waited) = tokio::join!(patient, other);
        assert_eq!(posted, (true, 2));
        assert_eq!(waited, (Duration::from_secs(59), Duration::from_secs(1)));
    }

    /// Those that wait for a slot do not run into the limit of another one: at most as many as there are slots do. After
    /// a limit all keep to the pace that Discord allows.
    #[tokio::test(start_paused = true)]
    async fn few_calls_run_into_a_global_limit() {
        for (allowed, posts, most_refused) in [(50, 2_000, 8), (10, 400, 8 * 40)] {
            let calls = Calls::new();
            let begun = Instant::now();
            let (made, refused) = (Mutex::new(HashMap::new()), AtomicU32::new(0));
            let posts = (0..posts).map(|channel| {
                let (calls, made, refused) = (&calls, &made, &refused);
                async move {
                    let attempt = async |attempts| {
                        let call = async {
                            let second = begun.elapsed().as_secs();
                            let left = u64::from(1_000 - begun.elapsed().subsec_millis());
                            tokio::time::sleep(Duration::from_millis(60)).await;
                            let count = *made
                                .lock()
                                .entry(second)
                                .and_modify(|it| *it += 1)
                                .or_insert(1);
                            if count > allowed {
                                refused.fetch_add(1, Ordering::Relaxed);
                                let seconds = Duration::from_millis(left).as_secs_f64();
                                return Err(Failure::too_many(Some(seconds), true));
                            }
                            Ok(())
                        };
                        let route = Route::Post(ChannelId(channel));
                        calls.make(attempts, route, call).await
                    };
                    assert!(calls.retry(attempt).await.is_ok());
                }
            });
            futures::future::join_all(posts).await;
            let refused = refused.into_inner();
            assert!(refused <= most_refused, "{refused} of {allowed} a second");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_global_limit_lasts_for_its_whole_time() {
        let calls = Calls::new();
        let begun = Instant::now();
        assert_eq!(post(&calls, 1, 1, (3600.0, true)).await, (false, 1));
        // No call is made while the limit lasts.
        while begun.elapsed() < Duration::from_mins(44) {
            assert_eq!(post(&calls, 2, 0, (0.0, false)).await, (false, 0));
            tokio::time::advance(Duration::from_mins(1)).await;
        }
        tokio::time::advance(Duration::from_mins(2)).await;
        assert_eq!(post(&calls, 2, 0, (0.0, false)).await, (true, 1));
        assert_eq!(begun.elapsed().as_secs() / 60, 60);
    }
}
