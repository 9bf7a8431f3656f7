//! Challenges and notifications: what jobs read and change of them.

use std::cmp::Reverse;

use super::cache::{GameEntry, Key};
use super::{Result, Work};
use crate::game::{Challenge, GameId, MemberId, Person, Timestamp};
use crate::records::{ChallengeRecord, MessageId, NotificationMessage};

impl Work<'_> {
    /// A challenge by its id.
    pub fn challenge(&mut self, id: GameId) -> Result<Option<ChallengeRecord>> {
        let Some(mut record) = self.game_entry(id)?.challenge.clone() else {
            return Ok(None);
        };
        // The challenger's name now.
        let [name, _] = &mut record.names;
        if let Person::Member(challenger) = record.challenge.challenger {
            name.clone_from(&self.member(challenger)?.name);
        }
        Ok(Some(record))
    }

    /// Saves a challenge.
    pub fn save_challenge(&mut self, record: &ChallengeRecord) -> Result<()> {
        let challenge = &record.challenge;
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
        let is_open = |challenge: &Challenge| {
            challenge.is_open() && challenge.challenger == Person::Member(of)
        };
        let ids = self.meant(Key::ChallengesBy(of), |entry| {
            let made = entry.challenge.as_ref();
            made.is_some_and(|record| is_open(&record.challenge))
        })?;
        let mut open = self.all(ids, Self::challenge)?;
        open.retain(|record| !record.challenge.is_overdue(now));
        open.sort_by_key(|record| Reverse(record.challenge.id));
        Ok(open)
    }

    /// The ids of open challenges that a member has made or received.
    pub fn open_with(&mut self, member: MemberId) -> Result<Vec<GameId>> {
        let member_id = Person::Member(member);
        self.meant(Key::ChallengesWith(member), |entry| {
            let made = entry.challenge.as_ref().map(|record| &record.challenge);
            made.is_some_and(|challenge| {
                let is_theirs =
                    challenge.challenger == member_id || challenge.invited == Some(member_id);
                challenge.is_open() && is_theirs
            })
        })
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
