//! Challenges and notifications: what jobs read and change of them.

use std::cmp::Reverse;

use super::cache::{GameEntry, Key};
use super::{Result, Work};
use crate::game::{GameId, MemberId, Timestamp};
use crate::records::{ChallengeRecord, MessageId, NotificationMessage};

impl Work<'_> {
    /// A challenge by its id.
    pub fn challenge(&mut self, id: GameId) -> Result<Option<ChallengeRecord>> {
        let Some(mut record) = self.game_entry(id)?.challenge.clone() else {
            return Ok(None);
        };
        // The challenger's name now.
        let [name, _] = &mut record.names;
        name.clone_from(&self.member(record.challenge.challenger)?.name);
        Ok(Some(record))
    }

    /// Saves a challenge.
    pub fn save_challenge(&mut self, record: &ChallengeRecord) -> Result<()> {
        let challenge = &record.challenge;
        if self.game_entry(challenge.id)?.challenge.is_none() {
            let open = Key::ChallengesBy(challenge.challenger);
            self.edit_list(open, |open| open.push(challenge.id.0))?;
        }
        if let Some((invited, at)) = record.declined() {
            let declined = Key::Declined(challenge.challenger, invited);
            self.edit_list(declined, |times| times.push(at.0))?;
        }
        let mut stored = record.clone();
        let [name, invited] = &mut stored.names;
        *name = None;
        if !challenge.is_open() {
            *invited = None;
        }
        self.edit(challenge.id, |entry: &mut GameEntry| {
            entry.challenge = Some(stored);
        })
    }

    /// A member's open challenges, the latest first.
    pub fn open_challenges(
        &mut self,
        of: MemberId,
        now: Timestamp,
    ) -> Result<Vec<ChallengeRecord>> {
        let ids = self.ids(Key::ChallengesBy(of))?;
        let mut open = self.all(ids, Self::challenge)?;
        open.retain(|record| record.challenge.is_open() && !record.challenge.is_overdue(now));
        open.sort_by_key(|record| Reverse(record.challenge.id));
        Ok(open)
    }

    /// When a challenge of one member to another was last declined.
    pub fn declined(
        &mut self,
        challenger: MemberId,
        invited: MemberId,
    ) -> Result<Option<Timestamp>> {
        self.latest(Key::Declined(challenger, invited))
    }

    /// When one member has challenged another since then.
    pub fn challenged_since(
        &mut self,
        challenger: MemberId,
        invited: MemberId,
        since: Timestamp,
    ) -> Result<Vec<Timestamp>> {
        let times = self.list(Key::Challenged(challenger, invited, since))?;
        Ok(times.iter().copied().map(Timestamp).collect())
    }

    /// Saves the message of a challenge.
    pub fn show_challenge(&mut self, id: GameId, message: MessageId) -> Result<()> {
        if self.game_entry(id)?.challenge.is_none() {
            return Ok(());
        }
        self.edit(id, |entry: &mut GameEntry| {
            if let Some(record) = &mut entry.challenge {
                record.message = Some(message);
            }
        })
    }

    /// The message of a member's notification about a game or a challenge.
    pub fn notification(
        &mut self,
        game: GameId,
        member: MemberId,
    ) -> Result<Option<NotificationMessage>> {
        let entry = self.game_entry(game)?;
        let mut notifications = entry.notifications.iter();
        Ok(notifications
            .find(|notice| notice.member == member)
            .copied())
    }

    /// Saves the message of a notification. It replaces an earlier one.
    pub fn keep_notification(&mut self, notice: NotificationMessage) -> Result<()> {
        self.edit(notice.game, |entry: &mut GameEntry| {
            let notifications = &mut entry.notifications;
            notifications.retain(|known| known.member != notice.member);
            notifications.push(notice);
            notifications.sort_by_key(|notice| notice.member);
        })
    }

    /// Removes a notification, and returns its message.
    pub fn take_notification(
        &mut self,
        game: GameId,
        member: MemberId,
    ) -> Result<Option<NotificationMessage>> {
        let notice = self.notification(game, member)?;
        if notice.is_some() {
            self.edit(game, |entry: &mut GameEntry| {
                entry.notifications.retain(|notice| notice.member != member);
            })?;
        }
        Ok(notice)
    }
}
