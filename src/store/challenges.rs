//! Challenges.

use sqlx::FromRow;

use super::columns::{RowOf, person, person_of, seconds};
use super::transaction::{query, query_as, query_scalar};
use super::{Read, Result, Tx};
use crate::game::{Challenge, ChallengeEnding, ChallengePhase, GameId, MemberId, Timestamp};
use crate::records::{ChallengeRecord, ChannelId, MessageId, Place, Word};

/// The columns of a challenge, with the challenger's current name.
macro_rules! columns {
    () => {
        "challenges.id, guild, channel, editable, challenges.language, message, challenger, invited, variant, rules, start, first, clock, phase,
         until, invited_name, rated, changed, members.name AS challenger_name FROM challenges LEFT JOIN members ON members.id = challenger"
    };
}

/// A row of `challenges`.
#[derive(Debug, FromRow)]
struct ChallengeRow {
    id: i64,
    guild: Option<i64>,
    channel: i64,
    editable: i64,
    language: String,
    message: Option<i64>,
    challenger: i64,
    invited: Option<i64>,
    variant: String,
    rules: String,
    start: String,
    first: String,
    clock: i64,
    phase: String,
    until: i64,
    invited_name: Option<String>,
    rated: i64,
    changed: i64,
    challenger_name: Option<String>,
}

impl ChallengeRow {
    fn record(self) -> Result<ChallengeRecord> {
        let row = RowOf::new("challenges", self.id);
        let at = Timestamp(self.until);
        let start = (
            self.variant.as_str(),
            self.rules.as_str(),
            self.start.as_str(),
        );
        let ending: Option<ChallengeEnding> = row.word("phase", &self.phase)?;
        Ok(ChallengeRecord {
            challenge: Challenge {
                id: GameId(self.id),
                challenger: person_of(self.challenger),
                invited: self.invited.map(person_of),
                start: row.position("start", start)?,
                first: row.word("first", &self.first)?,
                clock: row.clock(self.clock)?,
                phase: match ending {
                    None => ChallengePhase::Open { until: at },
                    Some(ending) => ChallengePhase::Closed { ending, at },
                },
            },
            place: Place {
                guild: self.guild,
                channel: ChannelId(self.channel),
                editable: self.editable != 0,
                language: self.language,
            },
            message: self.message.map(MessageId),
            is_rated: self.rated != 0,
            changed: Timestamp(self.changed),
            names: [self.challenger_name, self.invited_name],
        })
    }
}

/// The column `until`: when an open challenge expires, or when a closed one was closed.
const fn phase_time(phase: ChallengePhase) -> Timestamp {
    match phase {
        ChallengePhase::Open { until: at } | ChallengePhase::Closed { at, .. } => at,
    }
}

/// The invited member's name, for the buttons of an open challenge. It is deleted once the
/// challenge is closed.
fn invited_name(record: &ChallengeRecord) -> Option<&str> {
    let [_, invited] = &record.names;
    invited.as_deref().filter(|_| record.challenge.is_open())
}

impl Read {
    /// A challenge.
    pub async fn challenge(&mut self, id: GameId) -> Result<Option<ChallengeRecord>> {
        let sql = concat!("SELECT ", columns!(), " WHERE challenges.id = $1");
        let row: Option<ChallengeRow> = self.first(query_as(sql).bind(id.0)).await?;
        row.map(ChallengeRow::record).transpose()
    }

    /// The open challenges that a member has made, the latest first.
    pub async fn open_challenges(
        &mut self,
        challenger: MemberId,
        now: Timestamp,
    ) -> Result<Vec<ChallengeRecord>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " WHERE challenger = $1 AND phase = 'open' ORDER BY challenges.id DESC"
        );
        let rows: Vec<ChallengeRow> = self.all(query_as(sql).bind(challenger.0)).await?;
        let open: Result<Vec<_>> = rows.into_iter().map(ChallengeRow::record).collect();
        let mut open = open?;
        open.retain(|record| !record.challenge.is_overdue(now));
        Ok(open)
    }

    /// The ids of open challenges that a member has made or received.
    pub async fn open_challenge_ids(&mut self, member: MemberId) -> Result<Vec<GameId>> {
        let sql = "SELECT id FROM challenges WHERE challenger = $1 AND phase = 'open'
             UNION ALL SELECT id FROM challenges WHERE invited = $1 AND phase = 'open'";
        let ids: Vec<i64> = self.values(query_scalar(sql).bind(member.0)).await?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// Every challenge that a member has made or received, the oldest first.
    pub async fn all_challenges(&mut self, member: MemberId) -> Result<Vec<ChallengeRecord>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " WHERE challenger = $1 OR invited = $1 ORDER BY challenges.id"
        );
        let rows: Vec<ChallengeRow> = self.all(query_as(sql).bind(member.0)).await?;
        rows.into_iter().map(ChallengeRow::record).collect()
    }
}

impl Tx {
    /// Saves a new challenge.
    pub async fn make_challenge(&mut self, record: &ChallengeRecord) -> Result<()> {
        let ChallengeRecord {
            challenge, place, ..
        } = record;
        let sql = "INSERT INTO challenges (id, guild, channel, editable, language, message, challenger, invited, variant, rules, start, first,
             clock, phase, until, invited_name, rated, changed)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)";
        let query = query(sql)
            .bind(challenge.id.0)
            .bind(place.guild)
            .bind(place.channel.0)
            .bind(i64::from(place.editable))
            .bind(&place.language)
            .bind(record.message.map(|message| message.0))
            .bind(person(challenge.challenger))
            .bind(challenge.invited.map(person))
            .bind(challenge.start.variant().key())
            .bind(challenge.start.options().to_string())
            .bind(challenge.start.to_string())
            .bind(challenge.first.word())
            .bind(seconds(challenge.clock))
            .bind(challenge.phase.ending().word())
            .bind(phase_time(challenge.phase).0)
            .bind(invited_name(record))
            .bind(i64::from(record.is_rated))
            .bind(record.changed.0);
        self.execute(query).await
    }

    /// Saves a challenge that has changed.
    pub async fn save_challenge(&mut self, record: &ChallengeRecord) -> Result<()> {
        let challenge = &record.challenge;
        let sql = "UPDATE challenges SET message = $2, phase = $3, until = $4, invited_name = $5, changed = $6 WHERE id = $1";
        let query = query(sql)
            .bind(challenge.id.0)
            .bind(record.message.map(|message| message.0))
            .bind(challenge.phase.ending().word())
            .bind(phase_time(challenge.phase).0)
            .bind(invited_name(record))
            .bind(record.changed.0);
        self.execute(query).await
    }

    /// Saves the message of a challenge.
    pub async fn set_challenge_message(&mut self, id: GameId, message: MessageId) -> Result<()> {
        let sql = "UPDATE challenges SET message = $2 WHERE id = $1";
        self.execute(query(sql).bind(id.0).bind(message.0)).await
    }
}
