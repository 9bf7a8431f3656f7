//! Reads of lists, which jobs do not need, from one snapshot of the database.

use std::sync::Arc;

use sqlx::{Any, AnyConnection, AssertSqlSafe};

use super::cache::{Key, Known, Member, Value};
use super::load::{GAME, load};
use super::{Error, Result, rows, text};
use crate::game::MemberId;
use crate::records::{GameRecord, PlayedAt};

/// The running games of the member `$1`. Each half repeats the condition of its index, or SQLite reads every game.
macro_rules! running_of_member {
    () => {
        "(phase = 'running' AND first_player = $1 OR phase = 'running' AND second_player = $1)"
    };
}

/// The finished games of the member `$1`, in halves for the same reason.
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

/// A snapshot of the database as it was last committed.
#[derive(Debug)]
pub struct Snapshot(pub(super) sqlx::Transaction<'static, Any>);

impl Snapshot {
    pub(super) fn connection(&mut self) -> &mut AnyConnection {
        &mut self.0
    }

    /// A member.
    pub async fn member(&mut self, id: MemberId) -> Result<Arc<Member>> {
        let mut known = Known::first(self.connection()).await?;
        load(self.connection(), &[Key::Member(id)].into(), &mut known).await?;
        match known.get(Key::Member(id)) {
            Some(Value::Member(member)) => Ok(member),
            _other => Err(Error::Corrupt("member")),
        }
    }

    /// A member's latest finished games on which somebody has moved, the latest first.
    pub async fn finished_games(&mut self, member: MemberId, most: i64) -> Result<Vec<GameRecord>> {
        let games = self.games(FINISHED_GAMES, &[member.0, most]).await?;
        Ok(games.into_iter().map(|(record, _)| record).collect())
    }

    /// Games with their moves, each as the text of a row.
    pub(super) async fn games(
        &mut self,
        of: &'static str,
        about: &[i64],
    ) -> Result<Vec<(GameRecord, Vec<PlayedAt>)>> {
        let query = sqlx::query_scalar(AssertSqlSafe(format!("SELECT {}{of}", *GAME)));
        let query = about
            .iter()
            .fold(query, |query, &number| query.bind(number));
        let games: Vec<String> = query.fetch_all(self.connection()).await?;
        games
            .iter()
            .map(|game| rows::game(text::read(game)?))
            .collect()
    }
}
