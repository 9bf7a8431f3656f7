//! What can be asked beyond what jobs ask: lists, as of one moment.

use std::sync::Arc;

use sqlx::any::AnyArguments;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Row};

use super::Error;
use super::known::{Key, Known, Member};
use super::load::{GAME, load};
use super::rows::{GameRecord, PlayedAt};
use super::text::{self, GameText};
use crate::game::MemberId;

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

pub(super) const FINISHED_GAMES: &str = concat!(
    " FROM games WHERE ",
    finished_of_member!(),
    " AND ply > 0 ORDER BY since DESC LIMIT $2"
);

/// A view of the database as it was last committed.
#[derive(Debug)]
pub struct Snapshot<'c> {
    pub(super) connection: &'c mut AnyConnection,
}

impl<'c> Snapshot<'c> {
    pub(super) const fn new(connection: &'c mut AnyConnection) -> Self {
        Self { connection }
    }

    /// A member.
    ///
    /// # Errors
    /// [`Error`] if the database fails.
    pub async fn member(&mut self, id: MemberId) -> Result<Arc<Member>, Error> {
        let mut known = Known::first(self.connection).await?;
        load(self.connection, &[Key::Member(id)].into(), &mut known).await?;
        known.members.get(&id).ok_or(Error::Nonsense("member"))
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
        let query = AssertSqlSafe(format!("SELECT {}{FINISHED_GAMES}", *GAME));
        let query = sqlx::query(query).bind(member.0).bind(i64::from(most));
        let games = self.games(query).await?;
        Ok(games.into_iter().map(|(record, _)| record).collect())
    }

    /// Games with their moves, each as the text of a row.
    pub(super) async fn games(
        &mut self,
        query: Query<'_>,
    ) -> Result<Vec<(GameRecord, Vec<PlayedAt>)>, Error> {
        let rows = query.fetch_all(&mut *self.connection).await?;
        let game = |row: &sqlx::any::AnyRow| text::game(&text::read::<GameText>(row.try_get(0)?)?);
        rows.iter().map(game).collect()
    }

    pub(super) async fn count(&mut self, query: Query<'_>) -> Result<i64, Error> {
        Ok(query.fetch_one(&mut *self.connection).await?.try_get(0)?)
    }
}
