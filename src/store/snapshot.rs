//! What can be asked. The same questions serve readers and the jobs that write.

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::{Any, AnyConnection, Row};

use super::Error;
use super::limits::Limit;
use super::rows::{self, ChannelId, GameRecord, InteractionId};
use crate::game::{GameId, MemberId, PlayerId, REMEMBERED, Timestamp};
use crate::rules::wythoff::Move;

/// A question, with what it is asked about.
pub(super) type Query<'q> = sqlx::query::Query<'q, Any, AnyArguments>;

/// The running games of the member `$1`. Each half repeats the condition of its index, or SQLite reads every game.
macro_rules! running_of_member {
    () => {
        "(phase = 'running' AND first_player = $1 OR phase = 'running' AND second_player = $1)"
    };
}

/// The finished games of the member `$1`; likewise.
macro_rules! finished_of_member {
    () => {
        "(phase <> 'running' AND first_player = $1 OR phase <> 'running' AND second_player = $1)"
    };
}
pub(super) use {finished_of_member, running_of_member};

pub(super) const RUNNING_GAMES: &str = concat!(
    "SELECT * FROM games WHERE ",
    running_of_member!(),
    " ORDER BY shown DESC"
);
pub(super) const RUNNING_COUNT: &str =
    concat!("SELECT COUNT(*) FROM games WHERE ", running_of_member!());
pub(super) const FINISHED_GAMES: &str = concat!(
    "SELECT * FROM games WHERE ",
    finished_of_member!(),
    " AND ply > 0 ORDER BY since DESC LIMIT $2"
);
/// Who has not turned up is who was to move.
pub(super) const NO_SHOWS: &str = "SELECT COUNT(*) FROM games WHERE
    phase <> 'running' AND phase = 'no_show' AND first_player = $1 AND ply = 0 AND since > $2
    OR phase <> 'running' AND phase = 'no_show' AND second_player = $1 AND ply = 1 AND since > $2";
pub(super) const TYPED_UNSEEN: &str = "SELECT * FROM games WHERE typed IS NOT NULL AND channel = $1
    AND (first_player = $2 OR second_player = $2) AND typed >= $3 AND typed < $4 AND (shown < typed OR message > $4)
    ORDER BY typed DESC";
pub(super) const RATED_GAMES_OF_A_PAIR: &str = "SELECT COUNT(*) FROM games WHERE rated = 1
    AND min(first_player, second_player) = $1 AND max(first_player, second_player) = $2 AND begun > $3
    AND phase NOT IN ('no_show', 'abandonment')";

/// A view of the database: as it was last committed, or within a job as the job has left it.
#[derive(Debug)]
pub struct Snapshot<'c> {
    pub(super) connection: &'c mut AnyConnection,
}

impl<'c> Snapshot<'c> {
    pub(super) const fn new(connection: &'c mut AnyConnection) -> Self {
        Self { connection }
    }

    /// A game by its number.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn game(&mut self, id: GameId) -> Result<Option<GameRecord>, Error> {
        let query = sqlx::query("SELECT * FROM games WHERE id = $1").bind(id.0);
        self.one(query).await
    }

    /// The running game of two opponents in a channel: there is at most one.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn running_game(
        &mut self,
        channel: ChannelId,
        pair: [PlayerId; 2],
    ) -> Result<Option<GameRecord>, Error> {
        let [a, b] = pair.map(rows::player);
        let query = sqlx::query(
            "SELECT * FROM games WHERE phase = 'running' AND channel = $1
             AND min(first_player, second_player) = $2 AND max(first_player, second_player) = $3",
        );
        let query = query.bind(channel.0).bind(a.min(b)).bind(a.max(b));
        self.one(query).await
    }

    /// A member's running games everywhere, the one shown last first.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn running_games(&mut self, member: MemberId) -> Result<Vec<GameRecord>, Error> {
        self.many(sqlx::query(RUNNING_GAMES).bind(member.0)).await
    }

    /// How many running games a member has.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn running_count(&mut self, member: MemberId) -> Result<i64, Error> {
        self.count(sqlx::query(RUNNING_COUNT).bind(member.0)).await
    }

    /// The games of a member in a channel in which a move was typed since then that no board had shown by the time of that other
    /// interaction, the latest first.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn typed_unseen(
        &mut self,
        member: MemberId,
        channel: ChannelId,
        since: InteractionId,
        by: InteractionId,
    ) -> Result<Vec<GameRecord>, Error> {
        let query = sqlx::query(TYPED_UNSEEN)
            .bind(channel.0)
            .bind(member.0)
            .bind(since.0)
            .bind(by.0);
        self.many(query).await
    }

    /// The game that goes on from a finished one.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn successor(&mut self, of: GameId) -> Result<Option<GameRecord>, Error> {
        let query = sqlx::query("SELECT * FROM games WHERE follows = $1").bind(of.0);
        self.one(query).await
    }

    /// A member's latest finished games on which somebody has moved, the latest first.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn finished_games(
        &mut self,
        member: MemberId,
        most: u8,
    ) -> Result<Vec<GameRecord>, Error> {
        let query = sqlx::query(FINISHED_GAMES);
        self.many(query.bind(member.0).bind(i64::from(most))).await
    }

    /// Every move of a game, the first one first.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn moves(&mut self, game: GameId) -> Result<Vec<Move>, Error> {
        let query =
            sqlx::query("SELECT pile, amount FROM plies WHERE game = $1 ORDER BY ply").bind(game.0);
        query
            .fetch_all(&mut *self.connection)
            .await?
            .iter()
            .map(rows::mv)
            .collect()
    }

    /// Whether an interaction has been applied within the last day.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn is_applied(&mut self, interaction: InteractionId) -> Result<bool, Error> {
        let query = sqlx::query("SELECT id FROM interactions WHERE id = $1").bind(interaction.0);
        Ok(query.fetch_optional(&mut *self.connection).await?.is_some())
    }

    /// How many rated games the two have begun since then, but for those that ended without a result.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn rated_games_since(
        &mut self,
        [a, b]: [MemberId; 2],
        since: Timestamp,
    ) -> Result<i64, Error> {
        let query = sqlx::query(RATED_GAMES_OF_A_PAIR);
        let query = query.bind(a.0.min(b.0)).bind(a.0.max(b.0)).bind(since.0);
        let (erased, _) = self.limited(Limit::Rated([a, b]), since).await?;
        Ok(self.count(query).await? + erased)
    }

    /// How many games have ended since then because that member never turned up.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn no_shows_since(
        &mut self,
        member: MemberId,
        since: Timestamp,
    ) -> Result<i64, Error> {
        let query = sqlx::query(NO_SHOWS);
        let (erased, _) = self.limited(Limit::NoShow(member), since).await?;
        Ok(self.count(query.bind(member.0).bind(since.0)).await? + erased)
    }

    pub(super) async fn count(&mut self, query: Query<'_>) -> Result<i64, Error> {
        Ok(query.fetch_one(&mut *self.connection).await?.try_get(0)?)
    }

    async fn one(&mut self, query: Query<'_>) -> Result<Option<GameRecord>, Error> {
        match query.fetch_optional(&mut *self.connection).await? {
            Some(row) => self.record(&row).await.map(Some),
            None => Ok(None),
        }
    }

    pub(super) async fn many(&mut self, query: Query<'_>) -> Result<Vec<GameRecord>, Error> {
        let rows = query.fetch_all(&mut *self.connection).await?;
        let mut records = Vec::with_capacity(rows.len());
        for row in rows {
            records.push(self.record(&row).await?);
        }
        Ok(records)
    }

    async fn record(&mut self, row: &AnyRow) -> Result<GameRecord, Error> {
        let most = match row.try_get::<String, _>("phase")?.as_str() {
            "running" => i64::try_from(REMEMBERED).unwrap_or(i64::MAX),
            _ended => i64::MAX,
        };
        // Up to the row's own ply, so that a move made between the two queries is in neither.
        let query = sqlx::query(
            "SELECT pile, amount, branch FROM plies WHERE game = $1 AND ply <= $2 ORDER BY ply DESC LIMIT $3",
        );
        let query = query
            .bind(row.try_get::<i64, _>("id")?)
            .bind(row.try_get::<i64, _>("ply")?)
            .bind(most);
        let moves = query.fetch_all(&mut *self.connection).await?;
        let moves = moves
            .iter()
            .rev()
            .map(rows::played)
            .collect::<Result<Vec<_>, _>>()?;
        let ratings = match row.try_get::<Option<i64>, _>("finish")? {
            Some(_) => self.rating_changes(GameId(row.try_get("id")?)).await?,
            None => Vec::new(),
        };
        rows::game_record(row, &moves, ratings)
    }
}
