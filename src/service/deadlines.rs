//! Deadlines: forfeits games, reminds players, closes expired challenges, and extends deadlines by
//! as long as the bot was away.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::FutureExt;

use super::challenge::{ClosedChallenge, close};
use super::daily_posts::crown;
use super::notifications::notifications;
use super::settle::time_out;
use super::{GameUpdate, Service};
use crate::chain::chain;
use crate::game::{ChallengeEnding, Day, GRACE, GameId, Timestamp};
use crate::records::{DailyTo, Identify, NotificationKind};
use crate::store::{self, Pending, Read, Tx};
use nim_games::Position;

/// How many deadlines of each kind are handled at a time.
const BATCH: usize = 50;

/// An absence longer than this extends deadlines. It is well above [`MARK_EVERY`], so that one
/// missed mark does not count as an absence.
pub const LONGEST_IGNORED_GAP: Duration = Duration::from_mins(1);

/// How often to renew the alive mark.
pub const MARK_EVERY: Duration = Duration::from_secs(30);

/// How long the settings of a server are kept after the bot has left it.
const SERVER_RETENTION: Duration = Duration::from_hours(24 * 90);

/// How long finding the starts of running games may take. Nobody waits for it.
const STARTS_TIMEOUT: Duration = Duration::from_secs(30);

/// Something that was due.
#[derive(Clone, Debug)]
pub enum Due {
    /// A game has ended because the time ran out.
    Ended(GameUpdate),
    /// The player to move is reminded.
    Reminded(GameUpdate),
    /// Nobody has answered a challenge.
    Expired(ClosedChallenge),
    /// The puzzle of the day is to be posted in a server, or a member to be reminded of it.
    Daily(DailyTo, Day),
}

impl Service {
    /// Handles a batch of due games and challenges, each in a change of its own. A change that
    /// fails is logged and retried the next time. A game or challenge that cannot be read is set
    /// aside. Returns an empty list if nothing more can be done now.
    pub async fn handle_due(&self, now: Timestamp) -> store::Result<Vec<Due>> {
        let overdue_at = now.minus(GRACE);
        let set_aside = self.set_aside.paused_at(now);
        let find_due =
            |mut view: Read| async move { view.due(overdue_at, BATCH, &set_aside).await };
        let posts = self.begin_due_daily_posts(now).await?.into_iter();
        let posts = posts.map(|(server, day)| Due::Daily(DailyTo::Server(server), day));
        let reminders = self.begin_due_reminders(now).await?.into_iter();
        let reminders = reminders.map(|(member, day)| Due::Daily(DailyTo::Member(member), day));
        let mut due: Vec<Due> = posts.chain(reminders).collect();
        for id in self.store.read(find_due).await? {
            let enforcing = self
                .store
                .change(move |tx| enforce(tx, id, overdue_at, now).boxed());
            match enforcing.done().await {
                Ok(enforced) => {
                    self.set_aside.forget(id);
                    due.extend(enforced);
                }
                Err(error @ store::Error::Corrupt { .. }) => {
                    if self.set_aside.add(id, now) {
                        tracing::error!(
                            id = id.0,
                            error = chain(&error),
                            "a due game or challenge cannot be read, and is set aside"
                        );
                    }
                }
                Err(error) => tracing::error!(
                    id = id.0,
                    error = chain(&error),
                    "a due game or challenge was not handled"
                ),
            }
        }
        Ok(due)
    }

    /// Sets whether interactions enforce deadlines. They do not until deadlines have been extended
    /// to make up for the bot's absence; until then, a member who acts after a deadline is asked to
    /// try again.
    pub fn enforce_deadlines(&self, is_on: bool) {
        self.enforces_deadlines.store(is_on, Ordering::Release);
    }

    /// When something falls due next. Returns `None` if nothing will.
    pub async fn next_due(&self, now: Timestamp) -> store::Result<Option<Timestamp>> {
        let set_aside = self.set_aside.paused_at(now);
        let next = |mut view: Read| async move {
            let puzzles = [view.next_daily().await?, view.next_reminder().await?];
            Ok::<_, store::Error>((view.next_due(&set_aside).await?, puzzles))
        };
        let (next, puzzles) = self.store.read(next).await?;
        let enforced_at = |due: Timestamp| due.plus(GRACE).plus(Duration::from_millis(1));
        let puzzles = puzzles.into_iter().flatten();
        Ok(next.map(enforced_at).into_iter().chain(puzzles).min())
    }

    /// Records that the bot is connected. `clock_shift` is how far the clock jumped without time
    /// passing. If the time since the last record, minus `clock_shift`, is longer than
    /// [`LONGEST_IGNORED_GAP`], every deadline is extended by that difference, which is returned.
    pub async fn mark_alive(
        &self,
        now: Timestamp,
        clock_shift: Duration,
    ) -> store::Result<Duration> {
        let marking = self
            .store
            .change_alone(move |tx| mark_alive(tx, now, clock_shift).boxed());
        marking.done().await
    }

    /// Whether the latest changes, several in a row, could not be saved.
    #[must_use]
    pub fn is_failing(&self) -> bool {
        self.store.is_failing()
    }

    /// Waits for another process that shares the database to die.
    pub async fn death(&self) {
        self.store.death().await;
    }

    /// The distinct start positions of running games, at most `limit`, those of the latest games
    /// first.
    pub async fn running_starts(&self, limit: i64) -> store::Result<Vec<Position>> {
        let starts = |mut view: Read| async move { view.running_starts(limit).await };
        self.store.long_read(STARTS_TIMEOUT, starts).await
    }

    /// Tries to save something while nothing can be saved.
    pub fn try_to_save(&self) -> Pending<()> {
        self.store.change(|tx| tx.touch().boxed())
    }

    /// Notes the bot's application. If the games belong to another one, returns that one.
    pub async fn note_application(&self, ours: i64) -> store::Result<Option<i64>> {
        self.store
            .change_later(move |tx| tx.note_application(ours).boxed())
            .await
    }

    /// The key that verifies Discord's requests, if it is known.
    pub async fn verify_key(&self) -> store::Result<Option<String>> {
        let key = |mut view: Read| async move { view.verify_key().await };
        self.store.read(key).await
    }

    /// Notes the key that verifies Discord's requests.
    pub async fn note_verify_key(&self, key: String) -> store::Result<()> {
        let note = self
            .store
            .change(move |tx| async move { tx.note_verify_key(&key).await }.boxed());
        note.done().await
    }

    /// Every IDENTIFY after `since`, the oldest first.
    pub async fn identifies(&self, since: Timestamp) -> store::Result<Vec<Identify>> {
        let sent = |mut view: Read| async move { view.identifies(since).await };
        self.store.read(sent).await
    }

    /// Records an IDENTIFY about to be sent, or marks its shard's earlier ones as accepted. Deletes
    /// records older than `oldest`.
    pub fn note_identify(&self, identify: Identify, oldest: Timestamp) -> Pending<()> {
        self.store
            .change(move |tx| tx.note_identify(identify, oldest).boxed())
    }

    /// Compares the known servers of a shard with those that Discord lists, and deletes the data
    /// about servers that have been missing for 90 days.
    pub fn compare_servers(
        &self,
        present: HashSet<i64>,
        shard: (i64, i64),
        now: Timestamp,
    ) -> Pending<()> {
        self.store.change_alone(move |tx| {
            async move {
                tx.compare_servers(&present, shard, now, SERVER_RETENTION)
                    .await
            }
            .boxed()
        })
    }
}

/// Extends deadlines by the time since the last mark, if that is long, and renews the mark. Also
/// deletes expired data.
async fn mark_alive(tx: &mut Tx, now: Timestamp, clock_shift: Duration) -> store::Result<Duration> {
    let last = tx.alive().await?.unwrap_or(now);
    let from = last.plus(clock_shift);
    let gap = now.since(from);
    tx.forget_limits(now).await?;
    tx.forget_unsent(now).await?;
    tx.forget_daily_posts(Day::of(now)).await?;
    crown(tx, now).await?;
    tx.forget_interactions(now).await?;
    tx.forget_edit_tokens(now).await?;
    tx.forget_drafts(now).await?;
    tx.mark_alive(now).await?;
    if gap <= LONGEST_IGNORED_GAP {
        return Ok(Duration::ZERO);
    }
    tx.extend_deadlines(from, now).await?;
    Ok(gap)
}

/// Ends a game or challenge whose time had run out by `overdue_at`, or reminds its player once.
/// Checks the deadline again, because it may have been extended in the meantime.
pub(super) async fn enforce(
    tx: &mut Tx,
    id: GameId,
    overdue_at: Timestamp,
    now: Timestamp,
) -> store::Result<Option<Due>> {
    if let Some(mut record) = tx.game(id).await? {
        if record.game.is_overdue(overdue_at) {
            let mut update = time_out(tx, record, now).await?;
            update.save(tx, now).await?;
            return Ok(Some(Due::Ended(update)));
        }
        if record.remind.is_none_or(|at| at > overdue_at) {
            return Ok(None);
        }
        record.remind = None;
        let notifications =
            notifications(tx, &record, NotificationKind::Reminder, None, now).await?;
        // The board stays as it is.
        tx.save_game(&record).await?;
        for &notification in &notifications {
            tx.note_to_send(notification).await?;
        }
        return Ok(Some(Due::Reminded(GameUpdate {
            notifications,
            ..GameUpdate::of(record)
        })));
    }
    match tx.challenge(id).await? {
        Some(record) if record.challenge.is_overdue(overdue_at) => {
            let challenge = record.challenge.closed(ChallengeEnding::Expired, now);
            Ok(Some(Due::Expired(close(tx, record, challenge).await?)))
        }
        Some(_) | None => Ok(None),
    }
}
