//! What time brings, whether or not anybody does anything: games forfeited, players reminded, challenges expired; and time that
//! is given back where the bot was away.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::challenge::{ClosedChallenge, close};
use super::progress::{About, timed_out, to_tell};
use super::{Acted, Service};
use crate::game::{ChallengeEnding, GameId, Timestamp};
use crate::records::{ChallengeRecord, GameRecord, Identify};
use crate::store::{self, Hurry, Key, Pending, Transaction, Work};

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

/// What has come due.
#[derive(Clone, Debug, Default)]
pub struct Due {
    /// Games that have ended for want of time.
    pub ended: Vec<Acted>,
    /// Games whose player is reminded.
    pub reminded: Vec<Acted>,
    /// Challenges that nobody has answered.
    pub expired: Vec<ClosedChallenge>,
}

impl Due {
    /// Whether nothing was due.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ended.is_empty() && self.reminded.is_empty() && self.expired.is_empty()
    }
}

/// Time that was given back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenBack {
    /// How much.
    pub time: Duration,
    /// The games and challenges whose messages show the deadline before it.
    pub shown: Vec<GameId>,
}

/// What an interaction that comes after a deadline is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judging {
    /// That its time is over.
    Deadlines,
    /// To come again: the time that the bot was away has not been given back yet.
    Nothing,
}

impl Service {
    /// Carries out what is due by now, a batch of it, each in a transaction of its own: what cannot be carried out holds up
    /// nothing else. Nothing more is due when the answer is empty.
    pub async fn due(&self, now: Timestamp) -> Result<Due, store::Error> {
        let judged = now.before(GRACE);
        let found = self.store.read(move |mut view| {
            Box::pin(async move {
                let overdue = view.overdue_games(judged, BATCH).await?;
                let to_remind = view.games_to_remind(judged, BATCH).await?;
                let expired = view.expired_challenges(judged, BATCH).await?;
                Ok((overdue, to_remind, expired))
            })
        });
        let (overdue, to_remind, expired) = found.await?;
        let mut due = Due::default();
        for id in overdue {
            due.ended
                .extend(noted(id, self.time_out(id, now).done().await));
        }
        for id in to_remind {
            due.reminded
                .extend(noted(id, self.remind(id, judged, now).done().await));
        }
        for id in expired {
            due.expired
                .extend(noted(id, self.expire(id, now).done().await));
        }
        Ok(due)
    }

    /// Ends a game whose time is over, unless it has got more since that was found.
    fn time_out(&self, game: GameId, now: Timestamp) -> Pending<Option<Acted>, store::Error> {
        self.of_itself(game, move |work| {
            let record = work.game(game)?;
            match record.filter(|record| record.game.is_overdue(now.before(GRACE))) {
                Some(record) => Ok(Some(timed_out(work, record, now)?)),
                None => Ok(None),
            }
        })
    }

    /// Says whom to remind of a game, once.
    fn remind(
        &self,
        game: GameId,
        judged: Timestamp,
        now: Timestamp,
    ) -> Pending<Option<Acted>, store::Error> {
        self.of_itself(game, move |work| {
            let record = work.game(game)?;
            let is_due = |record: &GameRecord| record.remind.is_some_and(|at| at <= judged);
            let Some(mut record) = record.filter(is_due) else {
                return Ok(None);
            };
            record.remind = None;
            work.save_game(&mut record, &[], now)?;
            let mut acted = Acted::of(record);
            acted.tell = to_tell(work, &acted.record, About::Reminder, None, now)?;
            Ok(Some(acted))
        })
    }

    /// Closes a challenge that nobody has answered in time.
    fn expire(&self, id: GameId, now: Timestamp) -> Pending<Option<ClosedChallenge>, store::Error> {
        self.of_itself(id, move |work| {
            let record = work.challenge(id)?;
            let is_due = |record: &ChallengeRecord| record.challenge.is_overdue(now.before(GRACE));
            let Some(record) = record.filter(is_due) else {
                return Ok(None);
            };
            let challenge = record.challenge.closed(ChallengeEnding::Expired, now);
            Ok(Some(close(work, record, challenge)?))
        })
    }

    /// A change of what stands under a number that no interaction has asked for.
    fn of_itself<T: Send + 'static>(
        &self,
        id: GameId,
        job: impl Fn(&mut Work<'_>) -> Result<T, store::Error> + Send + 'static,
    ) -> Pending<T, store::Error> {
        self.store.change(vec![Key::Number(id)], Hurry::Now, job)
    }

    /// Says whether interactions judge deadlines from now on.
    pub fn set_judging(&self, judging: Judging) {
        self.judges_deadlines
            .store(judging == Judging::Deadlines, Ordering::Release);
    }

    /// When to ask again what is due; never, where nothing is.
    pub async fn next_due(&self) -> Result<Option<Timestamp>, store::Error> {
        let next = self
            .store
            .read(|mut view| Box::pin(async move { view.next_due().await }));
        Ok(next
            .await?
            .map(|next| next.after(GRACE).after(Duration::from_millis(1))))
    }

    /// Notes that the bot is connected, and that all goes well. Where that was not so for longer than a minute, the time since it
    /// was noted last is added to every deadline, but for `excused`.
    pub async fn mark_alive(
        &self,
        now: Timestamp,
        excused: Duration,
    ) -> Result<GivenBack, store::Error> {
        let job = self
            .store
            .alone(move |transaction| Box::pin(mark_alive(transaction, now, excused)));
        job.done().await
    }

    /// When the bot was last known to be connected.
    pub async fn alive(&self) -> Result<Option<Timestamp>, store::Error> {
        self.store
            .read(|mut view| Box::pin(async move { view.alive().await }))
            .await
    }

    /// The games and challenges whose messages may not show what has become of them, where the process that was last known to be
    /// connected then has ended without a chance to draw them.
    pub async fn perhaps_unshown(&self, alive: Timestamp) -> Result<Vec<GameId>, store::Error> {
        let then = alive.before(UNSHOWN);
        self.store
            .read_at_length(BEHIND_PATIENCE, move |mut view| {
                Box::pin(async move { view.changed_since(then).await })
            })
            .await
    }

    /// Every IDENTIFY since then, the first one first.
    pub async fn identifies(&self, since: Timestamp) -> Result<Vec<Identify>, store::Error> {
        self.store
            .read(move |mut view| Box::pin(async move { view.identifies(since).await }))
            .await
    }

    /// Notes that the bot identifies itself; what was before `oldest` is forgotten.
    pub fn note_identify(&self, new: Identify, oldest: Timestamp) -> Pending<(), store::Error> {
        self.store
            .alone(move |transaction| Box::pin(transaction.add_identify(new, oldest)))
    }

    /// Notes that a shard has been taken.
    pub fn note_taken(&self, shard: u32) -> Pending<(), store::Error> {
        self.store
            .alone(move |transaction| Box::pin(transaction.take_identifies(shard)))
    }

    /// Compares the servers that the bot knows with those that Discord says it is in: all that belong to that shard.
    pub async fn compare_servers(
        &self,
        present: HashSet<i64>,
        shard: (i64, i64),
        now: Timestamp,
    ) -> Result<(), store::Error> {
        let job = self.store.alone(move |transaction| {
            Box::pin(async move {
                transaction
                    .compare_servers(&present, shard, now, SERVER_PATIENCE)
                    .await
            })
        });
        job.done().await
    }
}

/// Gives back the time since the bot was last known to be there, if that is long, and notes that it is there now.
async fn mark_alive(
    transaction: &mut Transaction<'_>,
    now: Timestamp,
    excused: Duration,
) -> Result<GivenBack, store::Error> {
    let last = transaction.view().await?.alive().await?.unwrap_or(now);
    let from = last.after(excused);
    let gap = now.since(from);
    transaction.forget_limits(now).await?;
    transaction.mark_alive(now).await?;
    if gap <= SMALLEST_GAP {
        return Ok(GivenBack::default());
    }
    transaction.give_back(from, now).await?;
    Ok(GivenBack {
        time: gap,
        shown: transaction.view().await?.shown_deadlines().await?,
    })
}

/// What came of one of many things to do; what failed is logged, and due again the next time.
fn noted<T>(id: GameId, outcome: Result<Option<T>, store::Error>) -> Option<T> {
    outcome.unwrap_or_else(|error| {
        tracing::error!(
            id = id.0,
            error = &error as &dyn std::error::Error,
            "what is due was not carried out"
        );
        None
    })
}
