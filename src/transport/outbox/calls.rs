//! Calls that can wait: a few at a time, in order for each route of Discord's, and as late as Discord asks.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until};

use super::keyed_mutex::KeyedMutex;
use crate::transport::rest::{Failure, Route};

/// How many calls are under way at the same time. A call that waits for a rate limit does not count.
const AT_ONCE: usize = 8;

/// How often a failing call is tried: for about twenty seconds, if Discord answers at once.
const TRIES: u32 = 9;

/// The longest wait before a call is tried again.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// How long a call is tried: as long as a token lives.
const PATIENCE: Duration = super::tokens::TOKEN_LIFE;

/// Orders calls.
#[derive(Debug)]
pub(super) struct Calls {
    /// One call of a route at a time. A rate limit delays the others of the same route, which would run into it, too.
    routes: KeyedMutex<Route>,
    slots: Semaphore,
    /// The end of a global rate limit.
    pause: Mutex<Instant>,
}

/// Several attempts at one thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempts {
    given_up: Instant,
}

impl Calls {
    pub(super) fn new() -> Self {
        Self {
            routes: KeyedMutex::default(),
            slots: Semaphore::new(AT_ONCE),
            pause: Mutex::new(Instant::now()),
        }
    }

    /// Makes a call when its route is free. A rate limit is waited for, and returned as
    /// [`Failure::TooMany`]: the next attempt may have something newer to say.
    pub(super) async fn make<T>(
        &self,
        attempts: Attempts,
        route: Route,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let _turn = self.routes.take(route).await;
        self.unpaused().await;
        let outcome = {
            let _slot = self.slots.acquire().await;
            call.await
        };
        if let Err(Failure::TooMany { after, global }) = outcome {
            let until = Instant::now() + after;
            if until > attempts.given_up {
                return outcome;
            }
            if global {
                let mut pause = self.pause.lock().unwrap_or_else(PoisonError::into_inner);
                *pause = until.max(*pause);
            } else {
                sleep_until(until).await;
            }
        }
        outcome
    }

    async fn unpaused(&self) {
        loop {
            let until = *self.pause.lock().unwrap_or_else(PoisonError::into_inner);
            if until <= Instant::now() {
                return;
            }
            sleep_until(until).await;
        }
    }

    /// Tries until it succeeds, is refused for good, or has failed too often. A rate limit is no failure.
    pub(super) async fn retry_while_locked<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        attempt: impl Fn(Attempts) -> F,
    ) -> Result<T, Failure> {
        let attempts = Attempts {
            given_up: Instant::now() + PATIENCE,
        };
        let mut failed = 0;
        loop {
            let failure = match attempt(attempts).await {
                Ok(done) => return Ok(done),
                Err(failure) => failure,
            };
            let until = match failure {
                Failure::TooMany { after, .. } => {
                    if Instant::now() + after > attempts.given_up {
                        return Err(failure);
                    }
                    continue;
                }
                Failure::Refused { .. } | Failure::Unreachable(_) | Failure::Unreadable(_) => {
                    failed += 1;
                    let wait = Duration::from_millis(100) * 2_u32.pow(failed);
                    Instant::now() + wait.min(LONGEST_WAIT)
                }
            };
            if failed == TRIES || !failure.is_retryable() || until > attempts.given_up {
                return Err(failure);
            }
            sleep_until(until).await;
        }
    }
}
