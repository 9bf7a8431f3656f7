//! Challenges: who has invited whom, and what came of it.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::limits::Limit;
use super::rows::{self, MessageId, Place};
use super::snapshot::Query;
use super::{Error, Snapshot, Transaction};
use crate::game::{
    Challenge, ChallengeEnding, ChallengePhase, FirstMove, GameId, MemberId, Timestamp,
};
use crate::rules::wythoff::Position;

/// A challenge with where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRecord {
    /// The challenge.
    pub challenge: Challenge,
    /// Where it was made.
    pub place: Place,
    /// Its message; none until Discord has said which it is.
    pub message: Option<MessageId>,
    /// What the challenger and the invited member are called, as far as that is known.
    pub names: [Option<String>; 2],
}

/// Challenges, each with the name of the challenger.
macro_rules! challenges {
    () => {
        "SELECT challenges.*, members.name AS challenger_name
         FROM challenges LEFT JOIN members ON members.id = challenger"
    };
}
pub(super) use challenges;

impl Snapshot<'_> {
    /// A challenge by its number.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn challenge(&mut self, id: GameId) -> Result<Option<ChallengeRecord>, Error> {
        let query = sqlx::query(concat!(challenges!(), " WHERE challenges.id = $1")).bind(id.0);
        Ok(self.challenges(query).await?.into_iter().next())
    }

    /// A member's open challenges, the latest first.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn open_challenges(
        &mut self,
        of: MemberId,
        now: Timestamp,
    ) -> Result<Vec<ChallengeRecord>, Error> {
        let query = sqlx::query(concat!(
            challenges!(),
            " WHERE challenger = $1 AND phase = 'open' AND until >= $2 ORDER BY challenges.id DESC"
        ));
        self.challenges(query.bind(of.0).bind(now.0)).await
    }

    /// When a challenge of that member to that other one was declined last since then.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn declined(
        &mut self,
        challenger: MemberId,
        invited: MemberId,
        since: Timestamp,
    ) -> Result<Option<Timestamp>, Error> {
        let query = sqlx::query(
            "SELECT MAX(until) FROM challenges WHERE challenger = $1 AND invited = $2 AND phase = 'declined' AND until > $3",
        );
        let query = query.bind(challenger.0).bind(invited.0).bind(since.0);
        let row = query.fetch_one(&mut *self.connection).await?;
        let known = row.try_get::<Option<i64>, _>(0)?.map(Timestamp);
        let limit = Limit::Declined {
            challenger,
            invited,
        };
        let (_, erased) = self.limited(limit, since).await?;
        Ok(known.max(erased))
    }

    /// Challenges that nobody had answered by then.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn expired_challenges(
        &mut self,
        by: Timestamp,
        most: i64,
    ) -> Result<Vec<ChallengeRecord>, Error> {
        let query = sqlx::query(concat!(
            challenges!(),
            " WHERE phase = 'open' AND until < $1 ORDER BY until LIMIT $2"
        ));
        self.challenges(query.bind(by.0).bind(most)).await
    }

    pub(super) async fn challenges(
        &mut self,
        query: Query<'_>,
    ) -> Result<Vec<ChallengeRecord>, Error> {
        let rows = query.fetch_all(&mut *self.connection).await?;
        rows.iter().map(record).collect()
    }
}

impl Transaction<'_> {
    /// Adds a challenge.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn add_challenge(&mut self, record: &ChallengeRecord) -> Result<(), Error> {
        let ChallengeRecord {
            challenge, place, ..
        } = record;
        let (phase, until) = phase(challenge.phase);
        sqlx::query(
            "INSERT INTO challenges (id, guild, channel, editable, language, message, challenger, invited, pile_left, pile_right,
             first, clock, phase, until, invited_name)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        )
        .bind(challenge.id.0)
        .bind(place.guild)
        .bind(place.channel.0)
        .bind(i64::from(place.editable))
        .bind(&place.language)
        .bind(record.message.map(|message| message.0))
        .bind(challenge.challenger.0)
        .bind(challenge.invited.map(|invited| invited.0))
        .bind(rows::pile_size(challenge.piles.left)?)
        .bind(rows::pile_size(challenge.piles.right)?)
        .bind(first(challenge.first))
        .bind(rows::clock(challenge.clock))
        .bind(phase)
        .bind(until)
        .bind(record.names.get(1).cloned().flatten())
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }

    /// Saves how an open challenge has ended.
    ///
    /// # Errors
    /// [`Error`] if the database fails, or where the challenge is not open.
    pub async fn close_challenge(&mut self, challenge: &Challenge) -> Result<(), Error> {
        let (phase, until) = phase(challenge.phase);
        let saved = sqlx::query(
            "UPDATE challenges SET phase = $2, until = $3, invited_name = NULL WHERE id = $1 AND phase = 'open'",
        )
        .bind(challenge.id.0)
        .bind(phase)
        .bind(until)
        .execute(&mut *self.connection)
        .await?;
        match saved.rows_affected() {
            1 => Ok(()),
            _ => Err(Error::Nonsense("challenge")),
        }
    }

    /// Keeps which message shows a challenge.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn show_challenge(&mut self, id: GameId, message: MessageId) -> Result<(), Error> {
        sqlx::query("UPDATE challenges SET message = $2 WHERE id = $1")
            .bind(id.0)
            .bind(message.0)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }
}

const fn phase(phase: ChallengePhase) -> (&'static str, i64) {
    match phase {
        ChallengePhase::Open { until } => ("open", until.0),
        ChallengePhase::Closed { ending, at } => {
            let name = match ending {
                ChallengeEnding::Accepted => "accepted",
                ChallengeEnding::Declined => "declined",
                ChallengeEnding::Withdrawn => "withdrawn",
                ChallengeEnding::Expired => "expired",
            };
            (name, at.0)
        }
    }
}

fn phase_of(name: &str, time: Timestamp) -> Result<ChallengePhase, Error> {
    let ending = match name {
        "open" => return Ok(ChallengePhase::Open { until: time }),
        "accepted" => ChallengeEnding::Accepted,
        "declined" => ChallengeEnding::Declined,
        "withdrawn" => ChallengeEnding::Withdrawn,
        "expired" => ChallengeEnding::Expired,
        _ => return Err(Error::Nonsense("phase")),
    };
    Ok(ChallengePhase::Closed { ending, at: time })
}

const fn first(first: FirstMove) -> &'static str {
    match first {
        FirstMove::Random => "random",
        FirstMove::Challenger => "challenger",
        FirstMove::Opponent => "opponent",
        FirstMove::OpponentChooses => "opponent_chooses",
    }
}

fn record(row: &AnyRow) -> Result<ChallengeRecord, Error> {
    let pile =
        |column| u64::try_from(row.try_get::<i64, _>(column)?).map_err(|_| Error::Nonsense("pile"));
    let wanted: String = row.try_get("first")?;
    let first = FirstMove::ALL
        .into_iter()
        .find(|&known| first(known) == wanted)
        .ok_or(Error::Nonsense("first"))?;
    Ok(ChallengeRecord {
        challenge: Challenge {
            id: GameId(row.try_get("id")?),
            challenger: MemberId(row.try_get("challenger")?),
            invited: row.try_get::<Option<i64>, _>("invited")?.map(MemberId),
            piles: Position::new(pile("pile_left")?, pile("pile_right")?),
            first,
            clock: rows::clock_of(row.try_get("clock")?)?,
            phase: phase_of(
                &row.try_get::<String, _>("phase")?,
                Timestamp(row.try_get("until")?),
            )?,
        },
        place: rows::place(row)?,
        message: row.try_get::<Option<i64>, _>("message")?.map(MessageId),
        names: [
            row.try_get("challenger_name")?,
            row.try_get("invited_name")?,
        ],
    })
}
