//! What can be saved, all within a job of the writer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::AnyConnection;
use sqlx::AssertSqlSafe;

use super::rows::{self, Counts, GameRecord, InteractionId, MessageId};
use super::{Error, Snapshot};
use crate::game::{Event, Game, GameId, Ply, Seat, Sequel, Stake, Timestamp};
use crate::rules::wythoff::Move;

/// How long an applied interaction is remembered. Its token lives 15 minutes, and no event comes later than that.
const REMEMBERED: Duration = Duration::from_hours(24);

/// The changes of one job: kept or rolled back together.
#[derive(Debug)]
pub struct Transaction<'c> {
    pub(super) connection: &'c mut AnyConnection,
    has_erased: Arc<AtomicBool>,
}

impl<'c> Transaction<'c> {
    pub(super) const fn new(
        connection: &'c mut AnyConnection,
        has_erased: Arc<AtomicBool>,
    ) -> Self {
        Self {
            connection,
            has_erased,
        }
    }

    /// Notes that something was erased which must not be found in the files any more.
    pub(super) fn has_erased(&self) {
        self.has_erased.store(true, Ordering::Relaxed);
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
        let (game, terms) = (&record.game, record.game.terms());
        let players = terms.players;
        let (phase, winner, since) = rows::phase(game.phase());
        let [first_touched, second_touched] = record.touched;
        sqlx::query(
            "INSERT INTO games (id, guild, channel, editable, language, message, shown, first_player, second_player, level,
             start_left, start_right, pile_left, pile_right, ply, phase, winner, since, follows, clock, rated, begun, deadline,
             remind, first_touched, second_touched, everywhere)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11, $12, 0, $13, $14, $15, $16, $17, $18, $19, $20, $21,
             $22, $23, $24)",
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
        .bind(rows::pile_size(terms.piles.left)?)
        .bind(rows::pile_size(terms.piles.right)?)
        .bind(phase)
        .bind(winner)
        .bind(since)
        .bind(record.follows.map(|follows| follows.0))
        .bind(rows::clock(terms.clock))
        .bind(i64::from(terms.stake == Stake::Rated))
        .bind(record.begun.0)
        .bind(rows::deadline(game.phase()))
        .bind(game.reminder().map(|at| at.0))
        .bind(first_touched.0)
        .bind(second_touched.0)
        .bind(i64::from(record.counts == Counts::Everywhere))
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }

    /// Saves what has happened to a running game: its new state, and every move among the events.
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
            "UPDATE games SET pile_left = $2, pile_right = $3, ply = $4, phase = $5, winner = $6, since = $7, deadline = $8,
             remind = $9, taken_back = $10 WHERE id = $1 AND phase = 'running'",
        )
        .bind(game.id().0)
        .bind(rows::pile_size(game.position().left)?)
        .bind(rows::pile_size(game.position().right)?)
        .bind(i64::from(game.ply()))
        .bind(phase)
        .bind(winner)
        .bind(since)
        .bind(rows::deadline(game.phase()))
        .bind(game.reminder().map(|at| at.0))
        .bind(i64::from(game.times_taken_back()))
        .execute(&mut *self.connection)
        .await?;
        if saved.rows_affected() != 1 {
            return Err(Error::Nonsense("game"));
        }
        for event in events {
            match *event {
                Event::Moved { ply, mv, branch } => {
                    self.add_ply(game.id(), ply, mv, branch, at).await?;
                }
                Event::TakenBack { to } => self.remove_plies(game.id(), to).await?,
                Event::Ended(_) | Event::Wished(..) => {}
            }
        }
        Ok(())
    }

    async fn add_ply(
        &mut self,
        game: GameId,
        ply: Ply,
        mv: Move,
        branch: u32,
        at: Timestamp,
    ) -> Result<(), Error> {
        sqlx::query(
            "INSERT INTO plies (game, ply, pile, amount, branch, at) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(game.0)
        .bind(i64::from(ply))
        .bind(rows::pile(mv.pile))
        .bind(rows::pile_size(mv.amount)?)
        .bind(i64::from(branch))
        .bind(at.0)
        .execute(&mut *self.connection)
        .await?;
        Ok(())
    }

    async fn remove_plies(&mut self, game: GameId, after: Ply) -> Result<(), Error> {
        sqlx::query("DELETE FROM plies WHERE game = $1 AND ply > $2")
            .bind(game.0)
            .bind(i64::from(after))
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    /// Notes that the latest move of a game was typed: the same move, typed again before a board has been delivered that shows it, is not
    /// another one.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn note_typed(&mut self, game: GameId, by: InteractionId) -> Result<(), Error> {
        sqlx::query("UPDATE games SET typed = $2 WHERE id = $1")
            .bind(game.0)
            .bind(by.0)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    /// Saves how a player of a finished game wants to go on.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn save_wish(&mut self, game: GameId, seat: Seat, wish: Sequel) -> Result<(), Error> {
        let statement = match seat {
            Seat::First => "UPDATE games SET first_wish = $2 WHERE id = $1",
            Seat::Second => "UPDATE games SET second_wish = $2 WHERE id = $1",
        };
        sqlx::query(statement)
            .bind(game.0)
            .bind(rows::sequel(wish))
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    /// Keeps when a player did something in a game last.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn touch(&mut self, game: GameId, seat: Seat, at: Timestamp) -> Result<(), Error> {
        let statement = match seat {
            Seat::First => {
                "UPDATE games SET first_touched = $2 WHERE id = $1 AND first_touched < $2"
            }
            Seat::Second => {
                "UPDATE games SET second_touched = $2 WHERE id = $1 AND second_touched < $2"
            }
        };
        sqlx::query(statement)
            .bind(game.0)
            .bind(at.0)
            .execute(&mut *self.connection)
            .await?;
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

    /// Remembers that an interaction was applied, and forgets those of more than a day before it.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn remember(&mut self, interaction: InteractionId) -> Result<(), Error> {
        sqlx::query("INSERT INTO interactions (id) VALUES ($1)")
            .bind(interaction.0)
            .execute(&mut *self.connection)
            .await?;
        sqlx::query("DELETE FROM interactions WHERE id < $1")
            .bind(InteractionId::first_at(interaction.at().before(REMEMBERED)).0)
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
