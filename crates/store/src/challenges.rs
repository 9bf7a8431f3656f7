//! Challenges.

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::records::{ChallengeRecord, MessageId, Place};
use wythoff_game::{Challenge, ChallengePhase, GameId, MemberId, Timestamp};

/// The columns of a challenge, with the challenger's current name.
macro_rules! columns {
    () => {
        "challenges.id, guild, channel, editable, challenges.language, message, challenger, invited, variant, rules, start, first, clock, in_all, games, phase,
         until, invited_name, rated, changed, members.name AS challenger_name FROM challenges LEFT JOIN members ON members.id = challenger"
    };
}

impl FromRow for ChallengeRecord {
    fn from_row(row: Row<'_>) -> Result<Self> {
        let at = row.get("until")?;
        Ok(Self {
            challenge: Challenge {
                id: row.get("id")?,
                challenger: row.get("challenger")?,
                invited: row.get("invited")?,
                start: row.position("start")?,
                first: row.get("first")?,
                clock: row.clock(row.get("in_all")?)?,
                games: row.get("games")?,
                phase: match row.get("phase")? {
                    None => ChallengePhase::Open { until: at },
                    Some(ending) => ChallengePhase::Closed { ending, at },
                },
            },
            place: Place::from_row(row)?,
            message: row.get("message")?,
            is_rated: row.get("rated")?,
            changed: row.get("changed")?,
            names: [row.get("challenger_name")?, row.get("invited_name")?],
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
    pub async fn challenge(&mut self, id: GameId) -> Result<Option<ChallengeRecord>> {
        let sql = concat!("SELECT ", columns!(), " WHERE challenges.id = $1");
        self.first("challenges", query(sql).bind(id)).await
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
        let open = self.all("challenges", query(sql).bind(challenger));
        let mut open: Vec<ChallengeRecord> = open.await?;
        open.retain(|record| !record.challenge.is_overdue(now));
        Ok(open)
    }

    /// The ids of open challenges that a member has made or received.
    pub async fn open_challenge_ids(&mut self, member: MemberId) -> Result<Vec<GameId>> {
        let sql = "SELECT id FROM challenges WHERE challenger = $1 AND phase = 'open'
             UNION ALL SELECT id FROM challenges WHERE invited = $1 AND phase = 'open'";
        self.all("challenges", query(sql).bind(member)).await
    }

    /// Every challenge that a member has made or received, the oldest first.
    pub async fn all_challenges(&mut self, member: MemberId) -> Result<Vec<ChallengeRecord>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " WHERE challenger = $1 OR invited = $1 ORDER BY challenges.id"
        );
        self.all("challenges", query(sql).bind(member)).await
    }
}

impl Tx {
    /// Saves a new challenge.
    pub async fn make_challenge(&mut self, record: &ChallengeRecord) -> Result<()> {
        let ChallengeRecord {
            challenge, place, ..
        } = record;
        let sql = "INSERT INTO challenges (id, guild, channel, editable, language, message, challenger, invited, variant, rules, start, first,
             clock, in_all, games, phase, until, invited_name, rated, changed)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)";
        let query = query(sql)
            .bind(challenge.id)
            .bind_place(place)
            .bind(record.message)
            .bind(challenge.challenger)
            .bind(challenge.invited)
            .bind_position(challenge.start)
            .bind(challenge.first)
            .bind(challenge.clock)
            .bind(challenge.clock.increment().is_some())
            .bind(challenge.games)
            .bind(challenge.phase.ending())
            .bind(phase_time(challenge.phase))
            .bind(invited_name(record))
            .bind(record.is_rated)
            .bind(record.changed);
        self.execute(query).await
    }

    /// Saves a challenge that has changed.
    pub async fn save_challenge(&mut self, record: &ChallengeRecord) -> Result<()> {
        let challenge = &record.challenge;
        let sql = "UPDATE challenges SET message = $2, phase = $3, until = $4, invited_name = $5, changed = $6 WHERE id = $1";
        let query = query(sql)
            .bind(challenge.id)
            .bind(record.message)
            .bind(challenge.phase.ending())
            .bind(phase_time(challenge.phase))
            .bind(invited_name(record))
            .bind(record.changed);
        self.execute(query).await
    }

    /// Records which message, of that time, shows a challenge. What has changed since then is undrawn.
    pub async fn show_challenge(
        &mut self,
        id: GameId,
        message: MessageId,
        at: Timestamp,
    ) -> Result<()> {
        let sql = "UPDATE challenges SET message = $2, drawn = CASE WHEN drawn > $3 THEN $3 ELSE drawn END WHERE id = $1";
        self.execute(query(sql).bind(id).bind(message).bind(at))
            .await
    }
}
