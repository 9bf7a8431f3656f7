//! What can be saved, all within a job of the writer.

use std::time::Duration;

use sqlx::AnyConnection;
use sqlx::AssertSqlSafe;

use super::rows::{self, GameRecord, InteractionId, MessageId};
use super::{Error, Snapshot};
use crate::game::{Event, Game, GameId, MemberId, Timestamp};

/// How long an applied interaction is remembered. Its token lives 15 minutes, and no event comes later than that.
const REMEMBERED: Duration = Duration::from_hours(24);

/// The changes of one job: kept or rolled back together.
#[derive(Debug)]
pub struct Transaction<'c> {
    connection: &'c mut AnyConnection,
}

impl<'c> Transaction<'c> {
    pub(super) const fn new(connection: &'c mut AnyConnection) -> Self {
        Self { connection }
    }

    #[cfg(test)]
    pub(super) const fn connection(&mut self) -> &mut AnyConnection {
        self.connection
    }

    /// What the job sees, its own changes among it.
    pub const fn view(&mut self) -> Snapshot<'_> {
        Snapshot::new(self.connection)
    }

    /// Adds a new game, on which nobody has moved.
    ///
    /// # Errors
    /// [`Error`] if the database fails, also where one of its rules is broken.
    pub async fn add_game(&mut self, record: &GameRecord) -> Result<(), Error> {
        let (game, players, start) = (
            &record.game,
            record.game.players(),
            record.game.start_position(),
        );
        let (phase, winner, since) = rows::phase(game.phase());
        sqlx::query(
            "INSERT INTO games (id, guild, channel, editable, language, message, shown, first_player, second_player, level,
             start_left, start_right, pile_left, pile_right, ply, phase, winner, since, follows)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11, $12, 0, $13, $14, $15, $16)",
        )
        .bind(game.id().0)
        .bind(record.place.guild)
        .bind(record.place.channel.0)
        .bind(i64::from(record.place.editable))
        .bind(&record.place.language)
        .bind(record.board.map(|board| board.0))
        .bind(record.shown.0)
        .bind(rows::player(players.first.id()))
        .bind(rows::player(players.second.id()))
        .bind(players.level().map(rows::level))
        .bind(rows::pile_size(start.left)?)
        .bind(rows::pile_size(start.right)?)
        .bind(phase)
        .bind(winner)
        .bind(since)
        .bind(record.follows.map(|follows| follows.0))
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }

    /// Saves what has happened to a game: its new state, and every move among the events.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn save_game(
        &mut self,
        game: &Game,
        events: &[Event],
        at: Timestamp,
    ) -> Result<(), Error> {
        let (phase, winner, since) = rows::phase(game.phase());
        let saved = sqlx::query(
            "UPDATE games SET pile_left = $2, pile_right = $3, ply = $4, phase = $5, winner = $6, since = $7
             WHERE id = $1 AND phase = 'running'",
        )
        .bind(game.id().0)
        .bind(rows::pile_size(game.position().left)?)
        .bind(rows::pile_size(game.position().right)?)
        .bind(i64::from(game.ply()))
        .bind(phase)
        .bind(winner)
        .bind(since)
        .execute(&mut *self.connection)
        .await?;
        if saved.rows_affected() != 1 {
            return Err(Error::Nonsense("game"));
        }
        for event in events {
            if let Event::Moved { ply, mv } = event {
                sqlx::query(
                    "INSERT INTO plies (game, ply, pile, amount, at) VALUES ($1, $2, $3, $4, $5)",
                )
                .bind(game.id().0)
                .bind(i64::from(*ply))
                .bind(rows::pile(mv.pile))
                .bind(rows::pile_size(mv.amount)?)
                .bind(at.0)
                .execute(&mut *self.connection)
                .await?;
            }
        }
        Ok(())
    }

    /// Lets another game go on from the one that this game went on from.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn unfollow(&mut self, game: GameId) -> Result<(), Error> {
        sqlx::query("UPDATE games SET follows = NULL WHERE id = $1")
            .bind(game.0)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    /// Makes a message a game's board.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn show_board(
        &mut self,
        game: GameId,
        board: MessageId,
        by: InteractionId,
    ) -> Result<(), Error> {
        sqlx::query("UPDATE games SET message = $2, shown = $3 WHERE id = $1")
            .bind(game.0)
            .bind(board.0)
            .bind(by.0)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    /// Remembers that an interaction was applied to a game, and forgets those of more than a day before it.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn remember(
        &mut self,
        interaction: InteractionId,
        game: GameId,
    ) -> Result<(), Error> {
        sqlx::query("INSERT INTO interactions (id, game) VALUES ($1, $2)")
            .bind(interaction.0)
            .bind(game.0)
            .execute(&mut *self.connection)
            .await?;
        sqlx::query("DELETE FROM interactions WHERE id < $1")
            .bind(InteractionId::first_at(interaction.at().before(REMEMBERED)).0)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    /// Keeps the name under which a member was last seen.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn see_member(&mut self, member: MemberId, name: &str) -> Result<(), Error> {
        sqlx::query(
            "INSERT INTO members (id, name) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE members.name <> excluded.name",
        )
        .bind(member.0)
        .bind(name)
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }

    /// Lets the database grow to that many pages at most, for as long as the connection lives.
    pub(super) async fn limit_pages(&mut self, pages: u32) -> Result<(), Error> {
        let statement = AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
        sqlx::query(statement)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }
}
