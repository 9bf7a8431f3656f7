//! The erasure of a member: another id in the place of the member's, and what is deleted. What remains in the files is overwritten (`connection`).

use super::cache::Key;
use super::ranking::RANK;
use super::snapshot::{finished_of_member, running_of_member};
use super::{Result, Work, text};
use crate::game::{FormerId, GameId, MemberId, Timestamp};
use crate::records::{ChannelId, MessageId, NotificationMessage};

/// Deletes everything about a member that is not a result.
pub(super) const FORGET: [&str; 9] = [
    concat!(
        "UPDATE games SET version = version + 1, message = NULL WHERE ",
        running_of_member!()
    ),
    concat!(
        "UPDATE games SET version = version + 1, message = NULL, first_vote = NULL, second_vote = NULL WHERE ",
        finished_of_member!()
    ),
    "UPDATE challenges SET message = NULL, invited_name = NULL WHERE challenger = $1 OR invited = $1",
    "DELETE FROM notifications WHERE member = $1",
    "DELETE FROM notifications_to_send WHERE member = $1",
    "DELETE FROM solved WHERE member = $1",
    "DELETE FROM pseudonymous_blocks WHERE member = $1",
    "DELETE FROM blocks WHERE member = $1 OR blocked = $1",
    "DELETE FROM members WHERE id = $1",
];

/// The columns in which another id replaces a member's.
pub(super) const RENAME: [&str; 8] = [
    "UPDATE games SET first_player = $2 WHERE phase = 'running' AND first_player = $1",
    "UPDATE games SET first_player = $2 WHERE phase <> 'running' AND first_player = $1",
    "UPDATE games SET second_player = $2 WHERE phase = 'running' AND second_player = $1",
    "UPDATE games SET second_player = $2 WHERE phase <> 'running' AND second_player = $1",
    "UPDATE challenges SET challenger = $2 WHERE challenger = $1",
    "UPDATE challenges SET invited = $2 WHERE invited = $1",
    "UPDATE ratings SET member = $2 WHERE member = $1",
    "UPDATE standings SET member = $2, shown = 0 WHERE member = $1",
];

impl Work<'_> {
    /// The messages of a member's latest notifications.
    pub fn latest_notifications(&mut self, member: MemberId) -> Result<Vec<NotificationMessage>> {
        let notice = |row: &[i64]| {
            let &[game, channel, message, editable, at] = row else {
                return None;
            };
            Some(NotificationMessage {
                game: GameId(game),
                member,
                channel: ChannelId(channel),
                message: MessageId(message),
                editable: editable != 0,
                at: Timestamp(at),
            })
        };
        let rows = self.list(Key::NotifiedAbout(member))?;
        Ok(rows.chunks(5).filter_map(notice).collect())
    }

    /// Whether that id is in use.
    pub fn is_taken(&mut self, former: FormerId) -> Result<bool> {
        Ok(self.list(Key::IdInUse(former))?.contains(&1))
    }

    /// Replaces a member by a former player everywhere, and deletes what is not a result: name, settings, the messages of games. The blocks by
    /// others stay, by pseudonym.
    pub fn erase_member(&mut self, member: MemberId, former: FormerId) -> Result<()> {
        self.forget();
        self.own.erases = true;
        let [uncount, rank, count] = &*RANK;
        self.execute_on(Some(text::write(&[member.0])?), uncount, &[]);
        let pseudonym = self.pseudonyms().of_blocked(member);
        let keep_blocks = "INSERT INTO pseudonymous_blocks (member, blocked)
             SELECT member, $1 FROM blocks WHERE blocked = $2 ON CONFLICT DO NOTHING";
        self.execute_on(Some(pseudonym), keep_blocks, &[member.0]);
        for statement in FORGET {
            self.execute(statement, &[member.0]);
        }
        for statement in RENAME {
            self.execute(statement, &[member.0, former.0]);
        }
        self.execute_on(Some(text::write(&[former.0])?), rank, &[]);
        self.execute_on(Some(text::write(&[former.0])?), count, &[]);
        Ok(())
    }
}
