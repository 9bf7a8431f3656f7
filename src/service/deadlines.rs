//! What time brings, whether or not anybody does anything: games forfeited, players reminded, challenges expired; and time that
//! is given back where the bot was away.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::challenge::{ClosedChallenge, close};
use super::notifications::notifications;
use super::settle::time_out;
use super::{GameUpdate, Service};
use crate::game::{ChallengeEnding, GameId, Timestamp};
use crate::records::{Identify, NotificationKind};
use crate::store::{self, Key, Pending, Snapshot, Work};

/// How long after a deadline it is judged: an interaction that was made in time is here by then, or Discord has given it up.
const GRACE: Duration = Duration::from_secs(5);

/// How much is dealt with at a time.
const BATCH: i64 = 50;

/// Gaps up to this are not given back: the mark of being alive is renewed every [`crate::service::MARK_EVERY`].
pub const SMALLEST_GAP: Duration = Duration::from_mins(1);

/// How often the mark of being alive is to be renewed.
pub const MARK_EVERY: Duration = Duration::from_secs(30);

/// How long what is kept for a server stays after the bot has left it.
const SERVER_PATIENCE: Duration = Duration::from_hours(24 * 90);

/// What happened so long before the mark of being alive was renewed last may not be shown yet when the process ends: that long,
/// an edit may have been held up.
const UNSHOWN: Duration = Duration::from_mins(1);

/// How long the looking for boards that may be behind can take. Nobody waits for it.
const BEHIND_PATIENCE: Duration = Duration::from_secs(30);

/// Something that has come due.
#[derive(Clone, Debug)]
pub enum Due {
    /// A game has ended for want of time.
    Ended(GameUpdate),
    /// The player of a game is reminded.
    Reminded(GameUpdate),
    /// Nobody has answered a challenge.
    Expired(ClosedChallenge),
}

/// Time that was given back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtendedDeadlines {
    /// By how much.
    pub by: Duration,
    /// The games and challenges whose messages show the deadline before it.
    pub shown: Vec<GameId>,
}

impl Service {
    /// Carries out what is due by now, a batch of it, each by itself: what cannot be carried out is logged, due again the next time,
    /// and holds up nothing else. Nothing more can be done now when the answer is empty.
    pub async fn due(&self, now: Timestamp) -> store::Result<Vec<Due>> {
        let judged = now.before(GRACE);
        let found = |mut view: Snapshot| async move { view.due(judged, BATCH).await };
        let mut due = Vec::new();
        for id in self.store.read(found).await? {
            let asks = vec![Key::Game(id)];
            let judging = self
                .store
                .change(asks, move |work| judge(work, id, judged, now));
            match judging.done().await {
                Ok(judged) => due.extend(judged),
                Err(error) => tracing::error!(
                    id = id.0,
                    error = &error as &dyn std::error::Error,
                    "what is due was not carried out"
                ),
            }
        }
        Ok(due)
    }

    /// Says whether interactions judge deadlines from now on. Where they do not, one that comes after a deadline is told to come again:
    /// the time that the bot was away has not been given back yet.
    pub fn judge_deadlines(&self, judges: bool) {
        self.judges_deadlines.store(judges, Ordering::Release);
    }

    /// When to ask again what is due; never, where nothing is.
    pub async fn next_due(&self) -> store::Result<Option<Timestamp>> {
        let next = |mut view: Snapshot| async move { view.next_due().await };
        let judged = |due: Timestamp| due.after(GRACE).after(Duration::from_millis(1));
        Ok(self.store.read(next).await?.map(judged))
    }

    /// Notes that the bot is connected, and that all goes well. Where that was not so for longer than a minute, the time since it
    /// was noted last is added to every deadline, but for `excused`.
    pub async fn mark_alive(
        &self,
        now: Timestamp,
        excused: Duration,
    ) -> store::Result<ExtendedDeadlines> {
        let mark = move |work: &mut Work<'_>| mark_alive(work, now, excused);
        self.store.change(vec![Key::Alive], mark).done().await
    }

    /// The games and challenges whose messages may not show what has become of them, where the process that was last known to be
    /// connected then has ended without a chance to draw them.
    pub async fn perhaps_unshown(&self, alive: Timestamp) -> store::Result<Vec<GameId>> {
        let then = alive.before(UNSHOWN);
        let unshown = |mut view: Snapshot| async move { view.changed_since(then).await };
        self.store.read_at_length(BEHIND_PATIENCE, unshown).await
    }

    /// Every IDENTIFY since then, the first one first.
    pub async fn identifies(&self, since: Timestamp) -> store::Result<Vec<Identify>> {
        let sent = |mut view: Snapshot| async move { view.identifies(since).await };
        self.store.read(sent).await
    }

    /// Notes an IDENTIFY that is about to be sent, and forgets those before `oldest`; or that Discord took every one of its shard so far.
    pub fn note_identify(&self, identify: Identify, oldest: Timestamp) -> Pending<()> {
        self.store.change(Vec::new(), move |work| {
            work.note_identify(identify, oldest);
            Ok(())
        })
    }

    /// When the bot was last known to be connected.
    pub async fn alive(&self) -> store::Result<Option<Timestamp>> {
        let alive = |work: &mut Work<'_>| work.alive();
        self.look(Key::Alive, alive).await
    }

    /// Compares the servers that the bot knows with those that Discord says it is in: all that belong to that shard.
    pub fn compare_servers(
        &self,
        present: HashSet<i64>,
        shard: (i64, i64),
        now: Timestamp,
    ) -> Pending<()> {
        self.store.change(Vec::new(), move |work| {
            work.compare_servers(&present, shard, now, SERVER_PATIENCE)
        })
    }
}

/// Gives back the time since the bot was last known to be there, if that is long, and notes that it is there now.
fn mark_alive(
    work: &mut Work<'_>,
    now: Timestamp,
    excused: Duration,
) -> store::Result<ExtendedDeadlines> {
    let last = work.alive()?.unwrap_or(now);
    let from = last.after(excused);
    let gap = now.since(from);
    work.forget_limits(now);
    work.mark_alive(now);
    if gap <= SMALLEST_GAP {
        return Ok(ExtendedDeadlines::default());
    }
    work.give_back(from, now);
    Ok(ExtendedDeadlines {
        by: gap,
        shown: work.shown_deadlines()?,
    })
}

/// Ends what stands under a number if its time is over, or says whom to remind, once: unless it has got more time since that was found.
pub(super) fn judge(
    work: &mut Work<'_>,
    id: GameId,
    judged: Timestamp,
    now: Timestamp,
) -> store::Result<Option<Due>> {
    if let Some(mut record) = work.game(id)? {
        if record.game.is_overdue(judged) {
            return Ok(Some(Due::Ended(time_out(work, record, now)?)));
        }
        if record.remind.is_none_or(|at| at > judged) {
            return Ok(None);
        }
        record.remind = None;
        work.save_game(&mut record, &[], now)?;
        let notifications = notifications(work, &record, NotificationKind::Reminder, None, now)?;
        let update = GameUpdate {
            notifications,
            ..GameUpdate::of(record)
        };
        return Ok(Some(Due::Reminded(update)));
    }
    match work.challenge(id)? {
        Some(record) if record.challenge.is_overdue(judged) => {
            let challenge = record.challenge.closed(ChallengeEnding::Expired, now);
            Ok(Some(Due::Expired(close(work, record, challenge)?)))
        }
        Some(_) | None => Ok(None),
    }
}
