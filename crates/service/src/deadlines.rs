//! Deadlines: forfeits games, reminds players, closes expired challenges, and extends deadlines by
//! as long as the bot was away.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures::FutureExt;

use super::boards::abandon;
use super::challenge::close;
use super::daily_posts::{crown, posted_at};
use super::notifications::notifications;
use super::pairs::begin_second;
use super::questions::close_old_questions;
use super::settle::time_out;
use super::{Due, GameUpdate, Service};
use wythoff_game::chain::chain;
use wythoff_game::records::NotificationKind;
use wythoff_game::{ChallengeEnding, Day, GRACE, GameId, Timestamp};
use wythoff_store::{Read, Tx};

/// How many deadlines of each kind are handled at a time.
const BATCH: usize = 50;

/// An absence longer than this extends deadlines. It is well above [`MARK_EVERY`], so that one
/// missed mark does not count as an absence.
pub const LONGEST_IGNORED_GAP: Duration = Duration::from_mins(1);

/// How often to renew the alive mark.
pub const MARK_EVERY: Duration = Duration::from_secs(30);

/// For how long a change that ends a game may wait for earlier ones, such as for a disk that hangs.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

impl Service {
    /// Handles a batch of due games and challenges, each in a change of its own. A change that
    /// fails is logged and retried the next time. A game or challenge that cannot be read is set
    /// aside. Returns an empty list if nothing more can be done now.
    pub async fn handle_due(&self, now: Timestamp) -> wythoff_store::Result<Vec<Due>> {
        let overdue_at = now.minus(GRACE);
        let set_aside = self.set_aside.paused_at(now);
        let find_due =
            |mut view: Read| async move { view.due(overdue_at, BATCH, &set_aside).await };
        let posts = self.begin_due_daily_posts(now).await?.into_iter();
        let reminders = self.begin_due_reminders(now).await?.into_iter();
        let mut due: Vec<Due> = posts.chain(reminders).collect();
        due.extend(self.time_out_tables(overdue_at, now).await?);
        due.extend(self.go_on_against_bosses(overdue_at, now).await?);
        for id in self.store.read(find_due).await? {
            let queued = Instant::now();
            let enforcing = self.store.change(move |tx| {
                async move {
                    // If saving has taken that long, deadlines may be extended first.
                    if queued.elapsed() > LONGEST_WAIT {
                        return Ok(None);
                    }
                    enforce(tx, id, overdue_at, now).await
                }
                .boxed()
            });
            match enforcing.done().await {
                Ok(enforced) => {
                    self.set_aside.forget(id);
                    due.extend(enforced);
                }
                Err(error @ wythoff_store::Error::Corrupt { .. }) => {
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
    pub async fn next_due(&self, now: Timestamp) -> wythoff_store::Result<Option<Timestamp>> {
        let set_aside = self.set_aside.paused_at(now);
        let next = |mut view: Read| async move {
            let posted = view.next_daily().await?.map(|due| posted_at(due, now));
            let puzzles = [posted, view.next_reminder().await?];
            let games = view.next_due(&set_aside).await?;
            let together = [view.next_table_due().await?, view.next_boss_due().await?];
            let next = games
                .into_iter()
                .chain(together.into_iter().flatten())
                .min();
            Ok::<_, wythoff_store::Error>((next, puzzles))
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
    ) -> wythoff_store::Result<Duration> {
        let queued = Instant::now();
        let marking = self.store.change_alone(move |tx| {
            // The time that it has waited belongs to the gap.
            let now = now.plus(queued.elapsed());
            mark_alive(tx, now, clock_shift).boxed()
        });
        marking.done().await
    }
}

/// Extends deadlines by the time since the last mark, if that is long, and renews the mark. Also
/// deletes expired data.
async fn mark_alive(
    tx: &mut Tx,
    now: Timestamp,
    clock_shift: Duration,
) -> wythoff_store::Result<Duration> {
    let last = tx.alive().await?.unwrap_or(now);
    let from = last.plus(clock_shift);
    let gap = now.since(from);
    tx.forget_limits(now).await?;
    tx.forget_unsent(now).await?;
    tx.forget_earlier_dailies(Day::of(now)).await?;
    crown(tx, now).await?;
    tx.forget_interactions(now).await?;
    tx.forget_edit_tokens(now).await?;
    tx.forget_drafts(now).await?;
    tx.forget_posts(now).await?;
    tx.note_dares_closed(last, now).await?;
    close_old_questions(tx, now).await?;
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
) -> wythoff_store::Result<Option<Due>> {
    if let Some(mut record) = tx.game(id).await? {
        if record.game.is_overdue(overdue_at) {
            // Nobody loses a game that Discord has not shown.
            if record.is_unseen() {
                return Ok(abandon(tx, record, now).await?.map(Due::Unseen));
            }
            let mut update = time_out(tx, record, now).await?;
            begin_second(tx, &mut update, None, now).await?;
            update.save(tx, now).await?;
            return Ok(Some(Due::Ended(update)));
        }
        if record.remind.is_none_or(|at| at > overdue_at) {
            return Ok(None);
        }
        // The first time, the player is told that it is their turn (see `notify`); then they are reminded.
        record.remind = record.game.reminder().filter(|&it| it > overdue_at);
        let kind = if record.remind.is_some() {
            NotificationKind::Turn
        } else {
            NotificationKind::Reminder
        };
        let notifications = notifications(tx, &record, kind, None, now).await?;
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
