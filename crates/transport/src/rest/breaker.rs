//! A circuit breaker. Discord bans an address after 10 000 answers with status 401, 403 or 429
//! within ten minutes
//! (<https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans>),
//! so calls that it refuses again and again are no longer made. First responses and calls by an
//! interaction token are always made: their number is limited by what people do.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hashlink::LruCache;
use parking_lot::Mutex;

use super::codes::{
    MISSING_ACCESS, UNKNOWN_CHANNEL, UNKNOWN_MEMBER, UNKNOWN_MESSAGE, UNKNOWN_ROLE, UNKNOWN_USER,
};
use super::{Failure, Route};
use crate::time::HostClock;
use wythoff_game::Timestamp;
use wythoff_game::records::ChannelId;

/// How long refusals are counted.
const WINDOW: Duration = Duration::from_mins(10);

/// How many refusals are tolerated within [`WINDOW`]: a hundredth of what Discord tolerates.
const MAX_REFUSALS: usize = 100;

/// How long a route is left alone after its first refusal. The wait is doubled after each further
/// refusal, up to `LONGEST_WAIT`.
const FIRST_WAIT: Duration = Duration::from_mins(10);
const LONGEST_WAIT: Duration = Duration::from_hours(24);

/// How many routes are remembered, at some 60 bytes each.
const MAX_ROUTES: usize = 1 << 12;

/// Counts what Discord refuses, and says which calls are not worth making.
#[derive(Debug)]
pub(super) struct Breaker {
    clock: Arc<dyn HostClock>,
    state: Mutex<State>,
    /// How many calls are under way, each of which may be refused.
    under_way: AtomicUsize,
}

/// A call that is under way, until this is dropped.
#[derive(Debug)]
pub(super) struct UnderWay<'a>(&'a AtomicUsize);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[derive(Debug)]
struct State {
    /// The latest refusals, up to as many as are tolerated.
    refusals: VecDeque<(Timestamp, &'static str)>,
    left_alone: LruCache<Route, LeftAlone>,
    /// Whether the log already says that too many calls are refused.
    is_logged: bool,
}

#[derive(Clone, Copy, Debug)]
struct LeftAlone {
    until: Timestamp,
    wait: Duration,
}

impl Breaker {
    pub(super) fn new(clock: Arc<dyn HostClock>) -> Self {
        Self {
            clock,
            state: Mutex::new(State {
                refusals: VecDeque::with_capacity(MAX_REFUSALS),
                left_alone: LruCache::new(MAX_ROUTES),
                is_logged: false,
            }),
            under_way: AtomicUsize::new(0),
        }
    }

    /// Begins a call, unless it is an answer, which is not counted. Fails with
    /// [`Failure::LeftAlone`] or [`Failure::Suspended`] if it is not worth making.
    pub(super) fn begin(&self, route: Route) -> Result<Option<UnderWay<'_>>, Failure> {
        if route.is_answer() {
            return Ok(None);
        }
        let now = self.clock.now();
        let mut state = self.state.lock();
        let left_alone = state.left_alone.peek(&route);
        if left_alone.is_some_and(|left_alone| left_alone.until > now) {
            return Err(Failure::LeftAlone);
        }
        // Under the lock, so that two calls cannot both be the last one.
        if state.is_suspended(now, self.under_way.load(Ordering::Relaxed)) {
            return Err(Failure::Suspended);
        }
        self.under_way.fetch_add(1, Ordering::Relaxed);
        Ok(Some(UnderWay(&self.under_way)))
    }

    /// Records the answer to a call. `is_shared`: whether it is a rate limit shared with others.
    pub(super) fn note(&self, route: Route, failure: Option<&Failure>, is_shared: bool) {
        let now = self.clock.now();
        let mut state = self.state.lock();
        let (status, code) = match failure {
            None => {
                state.left_alone.remove(&route);
                if let Route::GiveRole(server) = route {
                    state.allow_taking_again(server, now);
                }
                return;
            }
            Some(failure) if failure.is_from_proxy() => return,
            Some(Failure::Refused { status, code, .. }) => (*status, *code),
            Some(Failure::TooMany { .. }) => (429, 0),
            Some(
                Failure::Archived
                | Failure::Unreachable(_)
                | Failure::Nonsense
                | Failure::Unreadable(_)
                | Failure::LeftAlone
                | Failure::Suspended,
            ) => return,
        };
        if matches!(status, 401 | 403 | 429) && !is_shared {
            state.count(now, route.name());
        }
        // A message, a member or a role that does not exist says nothing about the others.
        let is_unknown = matches!(
            code,
            UNKNOWN_MESSAGE | UNKNOWN_MEMBER | UNKNOWN_USER | UNKNOWN_ROLE
        );
        if matches!(status, 403 | 404) && !is_unknown {
            let is_whole_channel = matches!(code, MISSING_ACCESS | UNKNOWN_CHANNEL);
            for route in route.affected(is_whole_channel) {
                state.leave_alone(route, now);
            }
            if let Some(ChannelId(channel)) = route.channel() {
                let call = route.name();
                tracing::warn!(
                    channel,
                    call,
                    status,
                    code,
                    "discord refuses calls in a channel; they are not made for a while"
                );
            }
        }
    }

    /// Allows the calls that were refused in a channel: an interaction has shown that the bot may
    /// write there, and perhaps attach files.
    pub(super) fn allow_again(&self, channel: ChannelId, may_attach: bool) {
        let now = self.clock.now();
        let mut state = self.state.lock();
        let is_permitted = |route: &Route| may_attach || *route != Route::Attach(channel);
        for route in Route::in_channel(channel).into_iter().filter(is_permitted) {
            if let Some(left_alone) = state.left_alone.get_mut(&route) {
                // The entry is kept, so that the route is left alone for longer if it is refused
                // again.
                left_alone.until = now;
            }
        }
    }
}

impl State {
    fn count(&mut self, now: Timestamp, name: &'static str) {
        if self.refusals.len() == MAX_REFUSALS {
            self.refusals.pop_front();
        }
        self.refusals.push_back((now, name));
    }

    /// A role that was given shows that the bot may change roles in the server.
    fn allow_taking_again(&mut self, server: i64, now: Timestamp) {
        for (route, left_alone) in &mut self.left_alone {
            if matches!(route, Route::TakeRole(of, _) if *of == server) {
                left_alone.until = now;
            }
        }
    }

    fn leave_alone(&mut self, route: Route, now: Timestamp) {
        let before = self.left_alone.get(&route).map(|before| before.wait);
        let wait = before.map_or(FIRST_WAIT, |wait| (2 * wait).min(LONGEST_WAIT));
        let until = now.plus(wait);
        self.left_alone.insert(route, LeftAlone { until, wait });
    }

    /// Whether too many calls have been refused, if those that are under way are refused, too. Logs
    /// that once.
    fn is_suspended(&mut self, now: Timestamp, under_way: usize) -> bool {
        let is_recent = |&(at, _): &(Timestamp, _)| at.plus(WINDOW) > now;
        self.refusals.retain(is_recent);
        let is_suspended = self.refusals.len() + under_way >= MAX_REFUSALS;
        if is_suspended && !self.is_logged {
            let mut routes: BTreeMap<&str, usize> = BTreeMap::new();
            for &(_, name) in &self.refusals {
                *routes.entry(name).or_default() += 1;
            }
            tracing::warn!(
                ?routes,
                "discord has refused some {MAX_REFUSALS} calls in ten minutes; until fewer are refused, only interactions are answered"
            );
        }
        self.is_logged = is_suspended;
        is_suspended
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicI64;

    use super::*;
    use wythoff_game::records::{InteractionId, RoleId};

    /// A clock that stands still until it is moved.
    #[derive(Debug, Default)]
    struct Clock(AtomicI64);

    impl HostClock for Clock {
        fn now(&self) -> Timestamp {
            Timestamp(self.0.load(Ordering::Relaxed))
        }
    }

    struct Bench {
        clock: Arc<Clock>,
        breaker: Breaker,
    }

    impl Bench {
        fn new() -> Self {
            let clock = Arc::new(Clock::default());
            let breaker = Breaker::new(clock.clone());
            Self { clock, breaker }
        }

        fn later(&self, minutes: i64) {
            self.clock.0.fetch_add(minutes * 60_000, Ordering::Relaxed);
        }

        fn permits(&self, route: Route) -> bool {
            self.breaker.begin(route).is_ok()
        }

        fn refuse(&self, route: Route, status: u16, code: u64) {
            let refused = Failure::Refused {
                status,
                code,
                message: "Discord's reason".to_owned(),
            };
            self.breaker.note(route, Some(&refused), false);
        }
    }

    const HERE: ChannelId = ChannelId(1);

    /// Roles that may not be taken away are tried again after ever longer pauses. One of a member who is gone says
    /// nothing of others.
    #[test]
    fn a_server_that_lets_no_roles_be_taken_is_left_alone() {
        let bench = Bench::new();
        let (old, new) = (RoleId(7), RoleId(8));
        let (taking, giving) = (Route::TakeRole(1, old), Route::GiveRole(1));
        for unknown in [UNKNOWN_MEMBER, UNKNOWN_ROLE] {
            bench.refuse(taking, 404, unknown);
            assert!(bench.permits(taking));
        }
        for minutes in [10, 20, 40] {
            bench.refuse(taking, 403, 50_013);
            bench.later(minutes - 1);
            assert!(!bench.permits(taking));
            assert!(bench.permits(giving) && bench.permits(Route::TakeRole(2, old)));
            assert!(
                bench.permits(Route::TakeRole(1, new)),
                "each role is for itself"
            );
            bench.later(2);
            assert!(bench.permits(taking));
        }
        // A manager who chooses the role again may just have allowed it.
        bench.refuse(giving, 403, 50_013);
        assert!(bench.permits(giving));
        bench.refuse(taking, 403, 50_013);
        assert!(!bench.permits(taking));
        bench.breaker.note(Route::GiveRole(2), None, false);
        assert!(!bench.permits(taking));
        bench.breaker.note(giving, None, false);
        assert!(bench.permits(taking));
    }

    #[test]
    fn what_a_proxy_refuses_closes_nothing() {
        let bench = Bench::new();
        for status in [401, 403, 404] {
            let refused = Failure::of_answer(status, None, b"<html>");
            for _ in 0..200 {
                bench.breaker.note(Route::Post(HERE), Some(&refused), false);
            }
        }
        assert!(bench.permits(Route::Post(HERE)));
    }

    #[test]
    fn a_refused_route_is_left_alone_for_longer_and_longer() {
        let bench = Bench::new();
        let may_post = || bench.permits(Route::Post(HERE));
        let mut minutes = 10;
        while minutes < 24 * 60 {
            bench.refuse(Route::Post(HERE), 403, 50013);
            bench.later(minutes - 1);
            assert!(!may_post(), "before {minutes} minutes have passed");
            bench.later(1);
            assert!(may_post());
            minutes *= 2;
        }
        bench.refuse(Route::Post(HERE), 403, 50013);
        bench.later(24 * 60 - 1);
        assert!(!may_post());
        bench.later(1);
        assert!(may_post(), "the longest wait is a day");
        bench.breaker.note(Route::Post(HERE), None, false);
        bench.refuse(Route::Post(HERE), 403, 50013);
        bench.later(10);
        assert!(
            may_post(),
            "after a success the shortest wait applies again"
        );
    }

    #[test]
    fn a_refusal_closes_its_route_or_its_whole_channel() {
        let bench = Bench::new();
        let permits = |route| bench.permits(route);
        bench.refuse(Route::Post(HERE), 403, 50013);
        assert!(
            permits(Route::Edit(HERE)),
            "the bot may still see the channel"
        );
        bench.refuse(Route::Edit(HERE), 403, 50001);
        assert!(!permits(Route::Delete(HERE)) && !permits(Route::Read(HERE)));
        assert!(permits(Route::Post(ChannelId(2))));
        bench.refuse(Route::Edit(ChannelId(2)), 404, UNKNOWN_MESSAGE);
        assert!(permits(Route::Edit(ChannelId(2))));
        let answer = Route::EditBy(InteractionId(1));
        bench.refuse(answer, 403, 50001);
        assert!(permits(answer));
    }

    #[test]
    fn a_channel_is_called_again_once_permissions_are_seen() {
        let bench = Bench::new();
        bench.refuse(Route::Post(HERE), 403, 50001);
        bench.breaker.allow_again(HERE, true);
        assert!(bench.permits(Route::Post(HERE)));
        bench.refuse(Route::Post(HERE), 403, 50001);
        bench.later(19);
        assert!(!bench.permits(Route::Post(HERE)));
    }

    #[test]
    fn after_too_many_refusals_only_answers_are_sent() {
        let bench = Bench::new();
        let is_suspended = || {
            let begun = bench.breaker.begin(Route::Post(ChannelId(0)));
            matches!(begun, Err(Failure::Suspended))
        };
        for channel in 1..=99 {
            bench.refuse(Route::Edit(ChannelId(channel)), 403, 50001);
        }
        assert!(!is_suspended());
        let limit = Failure::too_many(None, false);
        bench.breaker.note(Route::OpenDirect, Some(&limit), true);
        bench.refuse(Route::Edit(HERE), 404, 10003);
        assert!(
            !is_suspended(),
            "shared limits and missing channels are not counted against the bot"
        );
        bench.later(1);
        bench.breaker.note(Route::OpenDirect, Some(&limit), false);
        assert!(is_suspended());
        assert!(bench.permits(Route::Respond(InteractionId(1))));
        assert!(bench.permits(Route::PostBy(InteractionId(1))));
        bench.later(9);
        assert!(
            !is_suspended(),
            "the refusals of ten minutes ago no longer count"
        );
    }

    /// Eight calls may be under way at the same time, and all of them may be refused.
    #[test]
    fn calls_under_way_count_as_if_they_were_refused() {
        let bench = Bench::new();
        for channel in 1..=93 {
            bench.refuse(Route::Edit(ChannelId(channel)), 403, 50013);
        }
        let begin = || bench.breaker.begin(Route::Post(HERE));
        let under_way: Vec<_> = std::iter::from_fn(|| begin().ok()).collect();
        assert_eq!(under_way.len(), 7);
        assert!(bench.permits(Route::Respond(InteractionId(1))));
        drop(under_way);
        assert!(begin().is_ok());
    }
}
