//! What protects members from one who has erased everything: their blocks, the pause after a declined challenge, the limits of rated games and
//! no-shows. It is kept by pseudonym, so that a member who comes back is known again.

use std::time::Duration;

use super::cache::{Key, Value};
use super::{Result, Work};
use crate::game::{MemberId, Timestamp};
use crate::records::{ChallengeRecord, GameRecord, Limit};

/// How long limits outlive an erasure.
#[derive(Clone, Copy, Debug)]
pub struct Retention {
    /// A challenge that was declined.
    pub declined: Duration,
    /// A rated game.
    pub rated: Duration,
    /// A game in which the member never turned up.
    pub no_show: Duration,
    /// A challenge that was made.
    pub challenged: Duration,
}

impl Work<'_> {
    /// Deletes limits that are over.
    pub fn forget_limits(&mut self, now: Timestamp) {
        self.execute("DELETE FROM limits WHERE until <= $1", &[now.0]);
    }

    /// Keeps what protects others from a member who is about to be erased.
    pub(super) fn keep_limits(
        &mut self,
        member: MemberId,
        retention: Retention,
        now: Timestamp,
    ) -> Result<()> {
        let pseudonyms = self.pseudonyms();
        let keep_blocks = "INSERT INTO pseudonymous_blocks (member, blocked)
             SELECT member, $1 FROM blocks WHERE blocked = $2 ON CONFLICT DO NOTHING";
        self.execute_on(
            Some(pseudonyms.of_blocked(member)),
            keep_blocks,
            &[member.0],
        );
        let forget_blocks = "DELETE FROM pseudonymous_blocks WHERE member = $1";
        self.execute(forget_blocks, &[member.0]);
        for (limit, at, keep) in self.limits_of(member, retention, now)? {
            let until = at.after(keep);
            if until > now {
                let kind = limit.kind();
                let insert = format!(
                    "INSERT INTO limits (kind, pseudonym, at, until) VALUES ('{kind}', $1, $2, $3)"
                );
                self.execute_on(Some(pseudonyms.of_limit(limit)), insert, &[at.0, until.0]);
            }
        }
        Ok(())
    }

    /// What limits a member, when that began, and how long it lasts.
    fn limits_of(
        &mut self,
        member: MemberId,
        retention: Retention,
        at_erasure: Timestamp,
    ) -> Result<Vec<(Limit, Timestamp, Duration)>> {
        // The games and challenges that this job has ended are not stored yet.
        let mut limits = Vec::new();
        for change in self.own.values.values() {
            let (Value::Game(before), Value::Game(now)) = (&change.before, &change.now) else {
                continue;
            };
            let was_open = |record: &ChallengeRecord| record.challenge.is_open();
            if before.challenge.as_ref().is_some_and(was_open)
                && let Some(record) = &now.challenge
                && let Some((invited, at)) = record.declined()
            {
                let limit = Limit::Declined(record.challenge.challenger, invited);
                limits.push((limit, at, retention.declined));
            }
            let has_ended = |record: &GameRecord| record.game.outcome().is_some();
            let Some(record) = now.game.as_ref() else {
                continue;
            };
            if !has_ended(record) || before.game.as_ref().is_some_and(has_ended) {
                continue;
            }
            if let (Some(pair), true) = (record.rated_pair(), record.has_result()) {
                limits.push((Limit::Rated(pair), record.begun, retention.rated));
            }
            if record.absent() == Some(member) {
                limits.push((Limit::NoShow(member), at_erasure, retention.no_show));
            }
        }
        let longest = retention
            .declined
            .max(retention.rated)
            .max(retention.no_show)
            .max(retention.challenged);
        let stored = self.list(Key::Limits(member, at_erasure.before(longest)))?;
        let limit = |row: &[i64]| {
            let &[kind, one, other, at] = row else {
                return None;
            };
            let (challenger, invited) = (MemberId(one), MemberId(other));
            let (limit, keep) = match kind {
                0 => (Limit::Declined(challenger, invited), retention.declined),
                1 => (Limit::Rated([challenger, invited]), retention.rated),
                3 => (Limit::Challenged(challenger, invited), retention.challenged),
                _ => (Limit::NoShow(member), retention.no_show),
            };
            Some((limit, Timestamp(at), keep))
        };
        limits.extend(stored.chunks(4).filter_map(limit));
        Ok(limits)
    }
}

/// What has limited members since then: kind 0, the challenger and the member who declined, and when; 1, the two members of a rated game, and
/// when it began; 2, the member twice, and when the no-show was; 3, the challenger and the invited member, and when the challenge was made. In
/// halves, each with an index.
pub(super) const LIMITS: &str = "SELECT json_group_array(json((SELECT json_group_array(json_array(kind, one, other, at)) FROM (
    SELECT 0 AS kind, challenger AS one, invited AS other, until AS at FROM challenges
    WHERE challenger = asked.value->>0 AND phase = 'declined' AND until > asked.value->>1
    UNION ALL SELECT 0, challenger, invited, until FROM challenges
    WHERE invited = asked.value->>0 AND phase = 'declined' AND until > asked.value->>1
    UNION ALL SELECT 1, first_player, second_player, begun FROM games WHERE phase <> 'running' AND first_player = asked.value->>0
    AND rated = 1 AND begun > asked.value->>1 AND phase NOT IN ('no_show', 'abandonment')
    UNION ALL SELECT 1, first_player, second_player, begun FROM games WHERE phase <> 'running' AND second_player = asked.value->>0
    AND rated = 1 AND begun > asked.value->>1 AND phase NOT IN ('no_show', 'abandonment')
    UNION ALL SELECT 2, first_player, first_player, since FROM games WHERE phase <> 'running' AND phase = 'no_show'
    AND first_player = asked.value->>0 AND ply = 0 AND since > asked.value->>1
    UNION ALL SELECT 2, second_player, second_player, since FROM games WHERE phase <> 'running' AND phase = 'no_show'
    AND second_player = asked.value->>0 AND ply = 1 AND since > asked.value->>1
    UNION ALL SELECT 3, challenger, invited, (id >> 22) + 1420070400000 FROM challenges
    WHERE challenger = asked.value->>0 AND id >= asked.value->>2 AND invited IS NOT NULL AND phase <> 'accepted'
    UNION ALL SELECT 3, challenger, invited, (id >> 22) + 1420070400000 FROM challenges
    WHERE invited = asked.value->>0 AND id >= asked.value->>2 AND phase <> 'accepted'))) ORDER BY asked.key) FROM json_each(?) AS asked";
