//! Games and their moves.

use itertools::Itertools as _;
use sqlx::AssertSqlSafe;

use super::columns::{FromRow, Row, ToColumn as _};
use super::game_columns::{GameAndMoves, SELECT, insert, update};
use super::statement::{Statement, query, values};
use super::{Error, Read, Result, Tx};
use nim_games::Position;
use wythoff_game::records::{ChannelId, GameRecord, InteractionId, MessageId, MoveRecord};
use wythoff_game::{GameId, MemberId, PlayerId, Timestamp};

/// The running games of the member `$1`. Each half of the `OR` repeats the condition of its partial
/// index; otherwise SQLite would read every game.
macro_rules! running_of_member {
    () => {
        "(phase = 'running' AND first_player = $1 OR phase = 'running' AND second_player = $1)"
    };
}

/// The finished games of the member `$1`, in two halves like `running_of_member`.
macro_rules! finished_of_member {
    () => {
        "(phase <> 'running' AND first_player = $1 OR phase <> 'running' AND second_player = $1)"
    };
}
/// The condition that a game of `games` is not the first of two without a result in the second. What follows the first
/// one alone, which had no second, is a rematch.
macro_rules! not_half_a_pair {
    () => {
        "NOT (COALESCE(games.pair, '') = 'first' AND EXISTS
         (SELECT 1 FROM games AS second WHERE second.follows = games.id
         AND second.pair IN ('first_ahead', 'second_ahead') AND second.winner IS NULL))"
    };
}

/// Those of them that count: not the first of two while the second runs, because how it was judged would tell
/// something about their common start; nor if the second has no result, since then neither has.
macro_rules! counted_of_member {
    () => {
        concat!(
            $crate::games::not_half_a_pair!(),
            " AND ",
            $crate::games::finished_of_member!()
        )
    };
}
pub(super) use {counted_of_member, finished_of_member, not_half_a_pair, running_of_member};

/// Records which message `$2` shows the game `$1`, and the interaction `$3` that showed it, at `$4`.
/// What has changed since then counts as undrawn: the message may not show it.
macro_rules! show_game {
    () => {
        "UPDATE games SET message = $2, shown = $3, drawn = CASE WHEN drawn > $4 THEN $4 ELSE drawn END WHERE id = $1"
    };
}

/// The most moves that one statement saves. Usually there are two: a move and its reply.
const PLIES_AT_ONCE: usize = 32;

/// Selects the games that a condition names.
fn games(condition: &str) -> Statement {
    query(AssertSqlSafe(format!("{} {condition}", *SELECT)))
}

impl FromRow for MoveRecord {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self::new(
            row.get("mv")?,
            row.get("branch")?,
            row.get("at")?,
        ))
    }
}

/// The start of a game, if it can be read.
struct Start(Option<Position>);

impl FromRow for Start {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self(row.position("start").ok()))
    }
}

impl Read {
    /// When a game, or else a challenge, changed last.
    pub async fn changed(&mut self, id: GameId) -> Result<Option<Timestamp>> {
        let sql = "SELECT COALESCE((SELECT changed FROM games WHERE id = $1), (SELECT changed FROM challenges WHERE id = $1))";
        self.one("games", query(sql).bind(id)).await
    }

    pub async fn game(&mut self, id: GameId) -> Result<Option<GameRecord>> {
        self.first_game(games("WHERE id = $1").bind(id)).await
    }

    /// Every move of a game, with its time.
    pub async fn plies(&mut self, game: GameId) -> Result<Vec<MoveRecord>> {
        let sql = "SELECT mv, branch, at FROM plies WHERE game = $1 ORDER BY ply";
        self.all("plies", query(sql).bind(game)).await
    }

    async fn first_game(&mut self, statement: Statement) -> Result<Option<GameRecord>> {
        let found = self.first("games", statement).await?;
        Ok(found.map(|GameAndMoves(record, _)| record))
    }

    async fn games(&mut self, statement: Statement) -> Result<Vec<GameRecord>> {
        let found = self.all("games", statement).await?.into_iter();
        Ok(found.map(|GameAndMoves(record, _)| record).collect())
    }

    /// The game that follows a finished one.
    pub async fn successor(&mut self, game: GameId) -> Result<Option<GameRecord>> {
        self.first_game(games("WHERE follows = $1").bind(game))
            .await
    }

    /// A member's running games, in a channel or everywhere, the most recently shown first.
    pub async fn running_games(
        &mut self,
        member: MemberId,
        channel: Option<ChannelId>,
    ) -> Result<Vec<GameRecord>> {
        let condition = concat!(
            "WHERE ",
            running_of_member!(),
            " AND (channel = $2 OR $3 = 1) ORDER BY shown DESC"
        );
        let is_everywhere = channel.is_none();
        let statement = games(condition).bind(member);
        let statement = statement.bind(channel.unwrap_or(ChannelId(0)));
        self.games(statement.bind(is_everywhere)).await
    }

    /// The running games in a channel.
    pub async fn running_games_in(&mut self, channel: ChannelId) -> Result<Vec<GameRecord>> {
        let condition = "WHERE phase = 'running' AND channel = $1";
        self.games(games(condition).bind(channel)).await
    }

    /// The running games of a member, each with its channel and the opponent.
    pub async fn running_games_with_opponents(
        &mut self,
        member: MemberId,
    ) -> Result<Vec<(GameId, ChannelId, PlayerId)>> {
        // With `UNION ALL` instead of `OR`, PostgreSQL uses both indexes, even if it planned the
        // statement when the table was small.
        let sql = "SELECT id, channel, second_player FROM games WHERE phase = 'running' AND first_player = $1
             UNION ALL SELECT id, channel, first_player FROM games WHERE phase = 'running' AND second_player = $1";
        self.all("games", query(sql).bind(member)).await
    }

    /// The running game of a member with an opponent in a channel. There is at most one.
    pub async fn running_game(
        &mut self,
        channel: ChannelId,
        member: MemberId,
        opponent: PlayerId,
    ) -> Result<Option<GameRecord>> {
        let condition = "WHERE phase = 'running' AND channel = $1
             AND (CASE WHEN first_player < second_player THEN first_player ELSE second_player END) = $2
             AND (CASE WHEN first_player < second_player THEN second_player ELSE first_player END) = $3";
        // In the same order as in the index of such pairs.
        let mut pair = [member.to_column(), opponent.to_column()];
        pair.sort_unstable();
        let statement = games(condition).bind(channel);
        self.first_game(statement.bind(pair[0]).bind(pair[1])).await
    }

    /// A member's games in a channel in which a move was typed at or after `since`, the latest
    /// first. Four games are enough: whoever types a move again does so soon after the first time.
    pub async fn typed_games(
        &mut self,
        member: MemberId,
        channel: ChannelId,
        since: InteractionId,
    ) -> Result<Vec<GameRecord>> {
        let condition = "WHERE typed >= $3 AND channel = $1 AND (first_player = $2 OR second_player = $2) ORDER BY typed DESC LIMIT 4";
        let statement = games(condition).bind(channel).bind(member).bind(since);
        self.games(statement).await
    }

    /// A member's latest finished games in which somebody has moved, in a channel or everywhere,
    /// the latest first.
    pub async fn finished_games(
        &mut self,
        member: MemberId,
        channel: Option<ChannelId>,
        limit: i64,
    ) -> Result<Vec<GameRecord>> {
        let condition = concat!(
            "WHERE ",
            finished_of_member!(),
            " AND ply > 0 AND (channel = $2 OR $3 = 1) ORDER BY since DESC LIMIT $4"
        );
        let is_everywhere = channel.is_none();
        let statement = games(condition).bind(member);
        let statement = statement.bind(channel.unwrap_or(ChannelId(0)));
        self.games(statement.bind(is_everywhere).bind(limit)).await
    }

    /// Every game of a member, running and finished, with its moves but without its rating changes,
    /// the oldest first.
    pub async fn all_games(
        &mut self,
        member: MemberId,
    ) -> Result<Vec<(GameRecord, Vec<MoveRecord>)>> {
        let condition = concat!(
            "WHERE ",
            running_of_member!(),
            " OR ",
            finished_of_member!(),
            " ORDER BY id"
        );
        let found = self.all("games", games(condition).bind(member)).await?;
        let found = found.into_iter();
        Ok(found
            .map(|GameAndMoves(record, moves)| (record, moves))
            .collect())
    }

    /// The distinct start positions of running games, up to `limit` of the latest. Positions that
    /// cannot be read are left out.
    pub async fn running_starts(&mut self, limit: i64) -> Result<Vec<Position>> {
        let sql = "SELECT variant, rules, start FROM games WHERE phase = 'running' GROUP BY variant, rules, start
             ORDER BY MAX(since) DESC LIMIT $1";
        let starts = self.all("games", query(sql).bind(limit)).await?;
        Ok(starts
            .into_iter()
            .filter_map(|Start(start)| start)
            .collect())
    }
}

impl Tx {
    /// Saves a game that has begun. The bot may already have made the first move, which may even
    /// have ended the game.
    pub async fn begin_game(&mut self, record: &GameRecord) -> Result<()> {
        check_position(record)?;
        self.save(insert(record)).await
    }

    /// Saves a game that has changed.
    pub async fn save_game(&mut self, record: &GameRecord) -> Result<()> {
        check_position(record)?;
        self.save(update(record)).await
    }

    async fn save(&mut self, statement: Statement) -> Result<()> {
        let saved: Option<GameId> = self.execute_returning("games", statement).await?;
        saved
            .map(drop)
            .ok_or(Error::Database(sqlx::Error::RowNotFound))
    }

    /// Records which message shows a game, and the interaction that showed it. Returns when the game
    /// changed last. If a message was recorded before, changes nothing and returns `None`.
    pub async fn show_new_game(
        &mut self,
        id: GameId,
        board: MessageId,
        interaction: InteractionId,
    ) -> Result<Option<Timestamp>> {
        let sql = concat!(show_game!(), " AND message IS NULL RETURNING changed");
        let show = query(sql).bind(id).bind(board);
        let show = show.bind(interaction).bind(interaction.at());
        self.execute_returning("games", show).await
    }

    /// Records which message shows a game, and the interaction that showed it.
    pub async fn show_game(
        &mut self,
        id: GameId,
        board: MessageId,
        interaction: InteractionId,
    ) -> Result<()> {
        let show = query(show_game!()).bind(id).bind(board);
        self.execute(show.bind(interaction).bind(interaction.at()))
            .await
    }

    /// Adds moves that follow each other, numbered from `first`.
    pub async fn add_plies(
        &mut self,
        game: GameId,
        first: u32,
        plies: &[MoveRecord],
    ) -> Result<()> {
        let numbered = plies.iter().zip(i64::from(first)..).collect_vec();
        for chunk in numbered.chunks(PLIES_AT_ONCE) {
            let values = values(chunk.len(), 5);
            let sql = format!("INSERT INTO plies (game, ply, mv, branch, at) VALUES {values}");
            let mut insert = query(AssertSqlSafe(sql));
            for (MoveRecord { played, at }, number) in chunk {
                let row = insert.bind(game).bind(*number);
                let row = row.bind(played.mv.to_string());
                insert = row.bind(played.branch).bind(at);
            }
            self.execute(insert).await?;
        }
        Ok(())
    }

    /// Deletes the moves after `ply`.
    pub async fn delete_plies_after(&mut self, game: GameId, ply: u32) -> Result<()> {
        let sql = "DELETE FROM plies WHERE game = $1 AND ply > $2";
        let query = query(sql).bind(game).bind(ply);
        self.execute(query).await
    }
}

/// Refuses a position that could not be read back.
fn check_position(record: &GameRecord) -> Result<()> {
    let position = record.game.position();
    if position.reads_back() {
        return Ok(());
    }
    Err(Error::Corrupt {
        table: "games",
        column: "position".to_owned(),
        id: record.game.id().0,
        source: format!("{position} cannot be read back").into(),
    })
}
