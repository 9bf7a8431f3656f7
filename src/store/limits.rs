//! What protects members from one who has erased everything: their blocks, the pause after they declined, how many rated games a
//! day, and how often somebody may fail to turn up. It is kept by pseudonym, a keyed hash of the id, so that who comes back is
//! known again, and nobody else is.
//!
//! The key is part of the database. A pseudonym hides an id from whoever sees a row, not from whoever has the whole file.

use std::fmt::Write;
use std::time::Duration;

use ring::hmac;
use sqlx::AnyConnection;

use super::{Result, Transaction};
use crate::game::{MemberId, Timestamp};

/// For how long what somebody has done limits them also after an erasure.
#[derive(Clone, Copy, Debug)]
pub struct Retention {
    /// A challenge that was declined.
    pub declined: Duration,
    /// A rated game.
    pub rated: Duration,
    /// A game in which the member never turned up.
    pub no_show: Duration,
}

/// What limits somebody.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    /// A challenge of the one to the other was declined.
    Declined {
        challenger: MemberId,
        invited: MemberId,
    },
    /// The two began a rated game.
    Rated([MemberId; 2]),
    /// The member did not turn up.
    NoShow(MemberId),
}

/// Makes pseudonyms.
#[derive(Debug)]
pub(super) struct Pseudonyms(hmac::Key);

impl Pseudonyms {
    /// Who is blocked.
    pub(super) fn of_blocked(&self, member: MemberId) -> String {
        self.of("blocked", &[member])
    }

    pub(super) fn of_limit(&self, limit: Limit) -> String {
        match limit {
            Limit::Declined {
                challenger,
                invited,
            } => self.of("declined", &[challenger, invited]),
            Limit::Rated([a, b]) => self.of("rated", &[a.min(b), a.max(b)]),
            Limit::NoShow(member) => self.of("no_show", &[member]),
        }
    }

    /// HMAC-SHA256 over what the pseudonym is for and the ids, in hexadecimal digits.
    fn of(&self, purpose: &str, members: &[MemberId]) -> String {
        let mut context = hmac::Context::with_key(&self.0);
        context.update(purpose.as_bytes());
        for member in members {
            context.update(&member.0.to_be_bytes());
        }
        let mut digits = String::with_capacity(64);
        for byte in context.sign().as_ref() {
            // Writing to a string cannot fail.
            let _ = write!(digits, "{byte:02x}");
        }
        digits
    }
}

impl Limit {
    const fn kind(self) -> &'static str {
        match self {
            Self::Declined { .. } => "declined",
            Self::Rated(_) => "rated",
            Self::NoShow(_) => "no_show",
        }
    }
}

impl Pseudonyms {
    /// With the key of a database.
    pub(super) async fn of_database(connection: &mut AnyConnection) -> Result<Self> {
        let key = sqlx::query_scalar("SELECT value FROM secrets WHERE name = 'pseudonyms'");
        let key: Vec<u8> = key.fetch_one(connection).await?;
        Ok(Self(hmac::Key::new(hmac::HMAC_SHA256, &key)))
    }
}

impl Transaction<'_> {
    /// Forgets what limits nobody any more.
    pub async fn forget_limits(&mut self, now: Timestamp) -> Result<()> {
        self.execute("DELETE FROM limits WHERE until <= $1", &[now.0])
            .await
    }

    /// Keeps what protects others from a member who is about to be erased, and nothing that only protects that member.
    pub(super) async fn keep_limits(
        &mut self,
        member: MemberId,
        retention: Retention,
        now: Timestamp,
    ) -> Result<()> {
        let pseudonyms = self.pseudonyms();
        sqlx::query(
            "INSERT INTO pseudonymous_blocks (member, blocked)
             SELECT member, $2 FROM blocks WHERE blocked = $1 ON CONFLICT DO NOTHING",
        )
        .bind(member.0)
        .bind(pseudonyms.of_blocked(member))
        .execute(self.connection().await?)
        .await?;
        self.execute(
            "DELETE FROM pseudonymous_blocks WHERE member = $1",
            &[member.0],
        )
        .await?;
        for (limit, at, keep) in self.limits_of(member, retention, now).await? {
            sqlx::query("INSERT INTO limits (kind, pseudonym, at, until) VALUES ($1, $2, $3, $4)")
                .bind(limit.kind())
                .bind(pseudonyms.of_limit(limit))
                .bind(at.0)
                .bind(at.after(keep).0)
                .execute(self.connection().await?)
                .await?;
        }
        Ok(())
    }

    /// What limits a member now, since when, and for how long.
    async fn limits_of(
        &mut self,
        member: MemberId,
        retention: Retention,
        now: Timestamp,
    ) -> Result<Vec<(Limit, Timestamp, Duration)>> {
        let limits = sqlx::query_as(LIMITS).bind(member.0);
        let limits = limits
            .bind(now.before(retention.declined).0)
            .bind(now.before(retention.rated).0);
        let limits = limits.bind(now.before(retention.no_show).0);
        let limits: Vec<(i64, i64, i64, i64)> = limits.fetch_all(self.connection().await?).await?;
        let limit = |(kind, one, other, at)| {
            let (challenger, invited) = (MemberId(one), MemberId(other));
            let (limit, keep) = match kind {
                0 => (
                    Limit::Declined {
                        challenger,
                        invited,
                    },
                    retention.declined,
                ),
                1 => (Limit::Rated([challenger, invited]), retention.rated),
                _ => (Limit::NoShow(member), retention.no_show),
            };
            (limit, Timestamp(at), keep)
        };
        Ok(limits.into_iter().map(limit).collect())
    }
}

/// What limits the member `$1`: challenges declined since `$2`, rated games since `$3`, games in which the member did not turn up since
/// `$4`. Halves, each with an index of its own.
pub(super) const LIMITS: &str = "SELECT 0, challenger, invited, until FROM challenges WHERE challenger = $1 AND phase = 'declined' AND until > $2
    UNION ALL
    SELECT 0, challenger, invited, until FROM challenges WHERE invited = $1 AND phase = 'declined' AND until > $2
    UNION ALL
    SELECT 1, first_player, second_player, begun FROM games WHERE phase <> 'running' AND first_player = $1
    AND rated = 1 AND begun > $3 AND phase NOT IN ('no_show', 'abandonment')
    UNION ALL
    SELECT 1, first_player, second_player, begun FROM games WHERE phase <> 'running' AND second_player = $1
    AND rated = 1 AND begun > $3 AND phase NOT IN ('no_show', 'abandonment')
    UNION ALL
    SELECT 2, $1, $1, since FROM games WHERE phase <> 'running' AND phase = 'no_show' AND first_player = $1 AND ply = 0 AND since > $4
    UNION ALL
    SELECT 2, $1, $1, since FROM games WHERE phase <> 'running' AND phase = 'no_show' AND second_player = $1 AND ply = 1 AND since > $4";
