//! What time brings, whether or not anybody does anything: games forfeited, players reminded, challenges expired; and time that
//! is given back where the bot was away.

use std::time::Duration;

use super::progress::{About, timed_out, to_tell};
use super::{Acted, Service};
use crate::game::{ChallengeEnding, Timestamp};
use crate::store::{self, ChallengeRecord};

/// How long after a deadline it is judged: an interaction that was made in time is here by then, or Discord has given it up.
const GRACE: Duration = Duration::from_secs(5);

/// How much is dealt with in one transaction.
const BATCH: i64 = 50;

/// Gaps up to this are not given back: the mark of being alive is renewed every [`crate::service::MARK_EVERY`].
const SMALLEST_GAP: Duration = Duration::from_mins(1);

/// How often the mark of being alive is to be renewed.
pub const MARK_EVERY: Duration = Duration::from_secs(30);

/// How long what is kept for a server stays after the bot has left it.
const SERVER_PATIENCE: Duration = Duration::from_hours(24 * 90);

/// What has come due.
#[derive(Clone, Debug, Default)]
pub struct Due {
    /// Games that have ended for want of time.
    pub ended: Vec<Acted>,
    /// Games whose player is reminded.
    pub reminded: Vec<Acted>,
    /// Challenges that nobody has answered.
    pub expired: Vec<ChallengeRecord>,
}

impl Due {
    /// Whether nothing was due.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ended.is_empty() && self.reminded.is_empty() && self.expired.is_empty()
    }
}

/// Whether the bot has been connected since its last mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It has.
    Continued,
    /// It is connected again: after its start, or after the connection was lost.
    Returned,
}

impl Service {
    /// Carries out what is due by now, a batch of it. Nothing more is due when the answer is empty.
    ///
    /// # Errors
    /// What the store says.
    pub async fn due(&self, now: Timestamp) -> Result<Due, store::Error> {
        let judged = now.before(GRACE);
        let job = self.store.write(move |mut changes| {
            Box::pin(async move {
                let mut due = Due::default();
                for record in changes.view().overdue_games(judged, BATCH).await? {
                    due.ended.push(timed_out(&mut changes, record, now).await?);
                }
                for record in changes.view().games_to_remind(judged, BATCH).await? {
                    changes.forget_reminder(record.game.id()).await?;
                    let mut acted = Acted::of(record);
                    let view = &mut changes.view();
                    acted.tell = to_tell(view, &acted.record, About::Reminder, None, now).await?;
                    due.reminded.push(acted);
                }
                for record in changes.view().expired_challenges(judged, BATCH).await? {
                    let challenge = record.challenge.closed(ChallengeEnding::Expired, now);
                    changes.close_challenge(&challenge).await?;
                    due.expired.push(ChallengeRecord {
                        challenge,
                        ..record
                    });
                }
                Ok::<_, store::Error>(due)
            })
        });
        job.done().await
    }

    /// When to ask again what is due; never, where nothing is.
    ///
    /// # Errors
    /// What the store says.
    pub async fn next_due(&self) -> Result<Option<Timestamp>, store::Error> {
        let next = self
            .store
            .read(|mut view| Box::pin(async move { view.next_due().await }));
        Ok(next
            .await?
            .map(|next| next.after(GRACE).after(Duration::from_millis(1))))
    }

    /// Notes that the bot is connected. Where it was away for longer than a minute, that time is added to every deadline;
    /// returns how much.
    ///
    /// # Errors
    /// What the store says.
    pub async fn mark_alive(
        &self,
        now: Timestamp,
        presence: Presence,
    ) -> Result<Duration, store::Error> {
        let job = self.store.write(move |mut changes| {
            Box::pin(async move {
                let gap = match (presence, changes.view().alive().await?) {
                    (Presence::Returned, Some(last)) => now.since(last),
                    (Presence::Returned, None) | (Presence::Continued, _) => Duration::ZERO,
                };
                let given_back = if gap > SMALLEST_GAP {
                    gap
                } else {
                    Duration::ZERO
                };
                if !given_back.is_zero() {
                    changes.give_back(given_back).await?;
                }
                changes.mark_alive(now).await?;
                Ok::<_, store::Error>(given_back)
            })
        });
        job.done().await
    }

    /// Compares the servers that the bot knows with those that Discord says it is in: all that belong to that shard.
    ///
    /// # Errors
    /// What the store says.
    pub async fn compare_servers(
        &self,
        present: Vec<i64>,
        shard: (i64, i64),
        now: Timestamp,
    ) -> Result<(), store::Error> {
        let job = self.store.write(move |mut changes| {
            Box::pin(async move {
                changes
                    .compare_servers(&present, shard, now, SERVER_PATIENCE)
                    .await
            })
        });
        job.done().await
    }
}
