//! Games: their rows, their moves, and the queries about them.

use itertools::Itertools as _;
use sqlx::any::AnyArguments;
use sqlx::query::QueryAs;
use sqlx::{Any, AssertSqlSafe, FromRow};

use super::columns::{RowOf, player, player_of, seconds};
use super::transaction::{query, query_as, query_scalar, values};
use super::{Error, Read, Result, Tx};
use crate::game::{
    Accuracy, BySeat, Course, Game, GameId, MemberId, Outcome, Phase, PlayedMove, Player, PlayerId,
    Players, RematchVotes, Seat, Stake, Terms, Timestamp,
};
use crate::records::{
    ChannelId, CountsTowards, GameRecord, InteractionId, MessageId, MoveRecord, Place, TypedMove,
    Word,
};
use nim_games::{Move, Position};

/// The columns of a game.
macro_rules! columns {
    () => {
        "games.id, guild, channel, editable, language, message, shown, first_player, second_player, level, clock, rated, variant, rules, start,
         position, ply, taken_back, hinted, followed, phase, winner, begun, since, deadline, remind, first_active, second_active, typed, typed_by,
         first_vote, second_vote, first_kept, first_won, second_kept, second_won, everywhere, follows, ladder, changed,
         (SELECT COUNT(*) FROM crowns WHERE crowns.guild = games.guild AND crowns.member = games.first_player) AS first_crown,
         (SELECT COUNT(*) FROM crowns WHERE crowns.guild = games.guild AND crowns.member = games.second_player) AS second_crown"
    };
}

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
pub(super) use {finished_of_member, running_of_member};

/// A row of `games`.
#[derive(Debug, FromRow)]
struct GameRow {
    id: i64,
    guild: Option<i64>,
    channel: i64,
    editable: i64,
    language: String,
    message: Option<i64>,
    shown: i64,
    first_player: i64,
    second_player: i64,
    level: Option<String>,
    clock: i64,
    rated: i64,
    variant: String,
    rules: String,
    start: String,
    position: String,
    ply: i64,
    taken_back: i64,
    hinted: i64,
    followed: i64,
    phase: String,
    winner: Option<String>,
    begun: i64,
    since: i64,
    deadline: Option<i64>,
    remind: Option<i64>,
    first_active: i64,
    second_active: i64,
    typed: Option<i64>,
    typed_by: Option<String>,
    first_vote: Option<String>,
    second_vote: Option<String>,
    first_kept: Option<i64>,
    first_won: Option<i64>,
    second_kept: Option<i64>,
    second_won: Option<i64>,
    everywhere: i64,
    follows: Option<i64>,
    ladder: String,
    changed: i64,
    first_crown: i64,
    second_crown: i64,
}

/// The assignments of the columns whose values [`bind_progress`] binds.
macro_rules! progress {
    () => {
        "message = $2, shown = $3, position = $4, ply = $5, taken_back = $6, hinted = $7, since = $8, first_active = $9, second_active = $10,
         typed = $11, typed_by = $12, changed = $13"
    };
}

/// A statement that saves a game, and returns its id.
type SaveStatement = QueryAs<'static, Any, (i64,), AnyArguments>;

/// A statement that finds games.
type GameQuery<'q> = QueryAs<'q, Any, GameRow, AnyArguments>;

/// A row of `plies`.
#[derive(Debug, FromRow)]
struct PlyRow {
    mv: String,
    branch: i64,
    at: i64,
}

/// The most moves that one statement saves. Usually there are two: a move and its reply.
const PLIES_AT_ONCE: usize = 32;

const RUNNING: &str = "running";

/// The word in the column `phase`: how a game has ended, or that it is running.
const fn phase(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => RUNNING,
        Some(Outcome::LastMove { .. }) => "last_move",
        Some(Outcome::Resignation { .. }) => "resignation",
        Some(Outcome::Forfeit { .. }) => "forfeit",
        Some(Outcome::NoShow) => "no_show",
        Some(Outcome::Abandonment) => "abandonment",
    }
}

/// How many objects there are at the start, or 0 if one move can win.
fn size(start: Position) -> i64 {
    if start.is_won_at_once() {
        0
    } else {
        i64::try_from(start.shape().size()).unwrap_or(i64::MAX)
    }
}

impl GameRow {
    const fn row(&self) -> RowOf {
        RowOf::new("games", self.id)
    }

    /// The game, with its moves. Its rating changes are read separately.
    fn record(self, plies: &[MoveRecord]) -> Result<GameRecord> {
        let row = self.row();
        let course = Course {
            position: self.position_of("position", &self.position)?,
            ply: row.number("ply", self.ply)?,
            latest: Vec::new(),
            taken_back: row.number("taken_back", self.taken_back)?,
        };
        let mut game = Game::restore(GameId(self.id), self.terms()?, course, self.phase()?);
        let moves: Vec<PlayedMove> = plies.iter().map(|ply| ply.played).collect();
        game.remember(&moves);
        let typed_by = row.optional_word("typed_by", self.typed_by.as_deref())?;
        let ladder = row.word("ladder", &self.ladder)?;
        Ok(GameRecord {
            remind: self.remind.map(Timestamp),
            moves: match game.outcome() {
                None => Vec::new(),
                Some(_) => moves.iter().map(|played| played.mv).collect(),
            },
            accuracies: match game.outcome() {
                None => None,
                Some(_) => Some(self.accuracies()?),
            },
            ratings: Vec::new(),
            game,
            board: self.message.map(MessageId),
            shown: InteractionId(self.shown),
            follows: self.follows.map(GameId),
            begun: Timestamp(self.begun),
            last_active: BySeat {
                first: Timestamp(self.first_active),
                second: Timestamp(self.second_active),
            },
            counts_towards: if self.everywhere == 0 {
                CountsTowards::ServerOnly
            } else {
                CountsTowards::Everywhere
            },
            is_hinted: self.hinted != 0,
            ladder,
            wears_crown: BySeat {
                first: self.first_crown > 0,
                second: self.second_crown > 0,
            },
            is_followed: self.followed != 0,
            changed: Timestamp(self.changed),
            // The column `typed` holds the interaction, and `typed_by` the seat.
            typed: self.typed.zip(typed_by).map(|(by, seat)| TypedMove {
                seat,
                by: InteractionId(by),
            }),
            place: Place {
                guild: self.guild,
                channel: ChannelId(self.channel),
                editable: self.editable != 0,
                language: self.language,
            },
        })
    }

    fn position_of(&self, column: &'static str, notation: &str) -> Result<Position> {
        let written = (self.variant.as_str(), self.rules.as_str(), notation);
        self.row().position(column, written)
    }

    fn terms(&self) -> Result<Terms> {
        let level = self.row().optional_word("level", self.level.as_deref())?;
        let seated = |player| match (player_of(player), level) {
            (PlayerId::Member(member), _) => Ok(Player::Member(member)),
            (PlayerId::Former(former), _) => Ok(Player::Former(former)),
            (PlayerId::Bot, Some(level)) => Ok(Player::Bot(level)),
            (PlayerId::Bot, None) => Err(self.row().corrupt("level", "the bot has none")),
        };
        Ok(Terms {
            players: Players {
                first: seated(self.first_player)?,
                second: seated(self.second_player)?,
            },
            start: self.position_of("start", &self.start)?,
            clock: self.row().clock(self.clock)?,
            stake: if self.rated == 0 {
                Stake::Casual
            } else {
                Stake::Rated
            },
        })
    }

    fn accuracies(&self) -> Result<BySeat<Accuracy>> {
        let number = |column, value: Option<i64>| {
            let value = value.ok_or_else(|| self.row().corrupt(column, "it is missing"))?;
            self.row().number(column, value)
        };
        Ok(BySeat {
            first: Accuracy {
                kept: number("first_kept", self.first_kept)?,
                won: number("first_won", self.first_won)?,
            },
            second: Accuracy {
                kept: number("second_kept", self.second_kept)?,
                won: number("second_won", self.second_won)?,
            },
        })
    }

    fn phase(&self) -> Result<Phase> {
        let row = self.row();
        let winner = || {
            let winner = row.optional_word("winner", self.winner.as_deref())?;
            winner.ok_or_else(|| row.corrupt("winner", "it is missing"))
        };
        let outcome = match self.phase.as_str() {
            RUNNING => {
                let deadline = self.deadline.map(Timestamp);
                return Ok(Phase::Running {
                    since: Timestamp(self.since),
                    deadline: deadline.ok_or_else(|| row.corrupt("deadline", "it is missing"))?,
                });
            }
            "last_move" => Outcome::LastMove { winner: winner()? },
            "resignation" => Outcome::Resignation { winner: winner()? },
            "forfeit" => Outcome::Forfeit { winner: winner()? },
            "no_show" => Outcome::NoShow,
            "abandonment" => Outcome::Abandonment,
            other => return Err(row.corrupt("phase", format!("no such phase: {other:?}"))),
        };
        Ok(Phase::Ended {
            outcome,
            at: Timestamp(self.since),
            votes: RematchVotes {
                first: row.optional_word("first_vote", self.first_vote.as_deref())?,
                second: row.optional_word("second_vote", self.second_vote.as_deref())?,
            },
        })
    }
}

impl Read {
    /// When a game, or else a challenge, changed last.
    pub async fn changed(&mut self, id: GameId) -> Result<Option<Timestamp>> {
        let sql = "SELECT COALESCE((SELECT changed FROM games WHERE id = $1), (SELECT changed FROM challenges WHERE id = $1))";
        let changed: Option<i64> = self.value(query_scalar(sql).bind(id.0)).await?;
        Ok(changed.map(Timestamp))
    }

    /// A game.
    pub async fn game(&mut self, id: GameId) -> Result<Option<GameRecord>> {
        let sql = concat!("SELECT ", columns!(), " FROM games WHERE id = $1");
        self.first_game(query_as(sql).bind(id.0)).await
    }

    /// Every move of a game, with its time.
    pub async fn plies(&mut self, game: GameId) -> Result<Vec<MoveRecord>> {
        let sql = "SELECT mv, branch, at FROM plies WHERE game = $1 ORDER BY ply";
        let rows: Vec<PlyRow> = self.all(query_as(sql).bind(game.0)).await?;
        let row = RowOf::new("plies", game.0);
        let record = |PlyRow { mv, branch, at }: PlyRow| {
            let mv: Move = mv.parse().map_err(|bad| row.corrupt("mv", bad))?;
            let branch = row.number("branch", branch)?;
            Ok(MoveRecord::new(mv, branch, Timestamp(at)))
        };
        rows.into_iter().map(record).collect()
    }

    async fn complete(&mut self, row: GameRow) -> Result<GameRecord> {
        let plies = self.plies(GameId(row.id)).await?;
        let mut record = row.record(&plies)?;
        // Rating changes are read even if a player has since become a former player.
        if record.game.terms().stake == Stake::Rated && record.has_result() {
            record.ratings = self.rating_changes(record.game.id()).await?;
        }
        Ok(record)
    }

    async fn first_game(&mut self, query: GameQuery<'_>) -> Result<Option<GameRecord>> {
        match self.first(query).await? {
            Some(row) => self.complete(row).await.map(Some),
            None => Ok(None),
        }
    }

    async fn games(&mut self, query: GameQuery<'_>) -> Result<Vec<GameRecord>> {
        let mut games = Vec::new();
        for row in self.all(query).await? {
            games.push(self.complete(row).await?);
        }
        Ok(games)
    }

    /// The game that follows a finished one.
    pub async fn successor(&mut self, game: GameId) -> Result<Option<GameRecord>> {
        let sql = concat!("SELECT ", columns!(), " FROM games WHERE follows = $1");
        self.first_game(query_as(sql).bind(game.0)).await
    }

    /// A member's running games, in a channel or everywhere, the most recently shown first.
    pub async fn running_games(
        &mut self,
        member: MemberId,
        channel: Option<ChannelId>,
    ) -> Result<Vec<GameRecord>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE ",
            running_of_member!(),
            " AND (channel = $2 OR $3 = 1) ORDER BY shown DESC"
        );
        let query = query_as(sql).bind(member.0);
        let is_everywhere = channel.is_none();
        let channel = channel.map_or(0, |channel| channel.0);
        let query = query.bind(channel).bind(i64::from(is_everywhere));
        self.games(query).await
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
        let rows: Vec<(i64, i64, i64)> = self.all(query_as(sql).bind(member.0)).await?;
        let game = |(id, channel, opponent)| (GameId(id), ChannelId(channel), player_of(opponent));
        Ok(rows.into_iter().map(game).collect())
    }

    /// The running game of a member with an opponent in a channel. There is at most one.
    pub async fn running_game(
        &mut self,
        channel: ChannelId,
        member: MemberId,
        opponent: PlayerId,
    ) -> Result<Option<GameRecord>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE phase = 'running' AND channel = $1
             AND (CASE WHEN first_player < second_player THEN first_player ELSE second_player END) = $2
             AND (CASE WHEN first_player < second_player THEN second_player ELSE first_player END) = $3"
        );
        // In the same order as in the index of such pairs.
        let mut pair = [member.0, player(opponent)];
        pair.sort_unstable();
        let query = query_as(sql).bind(channel.0);
        self.first_game(query.bind(pair[0]).bind(pair[1])).await
    }

    /// A member's games in a channel in which a move was typed at or after `since`, the latest
    /// first. Four games are enough: whoever types a move again does so soon after the first time.
    pub async fn typed_games(
        &mut self,
        member: MemberId,
        channel: ChannelId,
        since: InteractionId,
    ) -> Result<Vec<GameRecord>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE typed >= $3 AND channel = $1 AND (first_player = $2 OR second_player = $2) ORDER BY typed DESC LIMIT 4"
        );
        let query = query_as(sql).bind(channel.0).bind(member.0);
        self.games(query.bind(since.0)).await
    }

    /// A member's latest finished games in which somebody has moved, in a channel or everywhere,
    /// the latest first.
    pub async fn finished_games(
        &mut self,
        member: MemberId,
        channel: Option<ChannelId>,
        limit: i64,
    ) -> Result<Vec<GameRecord>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE ",
            finished_of_member!(),
            " AND ply > 0 AND (channel = $2 OR $3 = 1) ORDER BY since DESC LIMIT $4"
        );
        let query = query_as(sql).bind(member.0);
        let is_everywhere = channel.is_none();
        let channel = channel.map_or(0, |channel| channel.0);
        let query = query.bind(channel).bind(i64::from(is_everywhere));
        self.games(query.bind(limit)).await
    }

    /// Every game of a member, running and finished, with its moves but without its rating changes,
    /// the oldest first.
    pub async fn all_games(
        &mut self,
        member: MemberId,
    ) -> Result<Vec<(GameRecord, Vec<MoveRecord>)>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM games WHERE ",
            running_of_member!(),
            " OR ",
            finished_of_member!(),
            " ORDER BY id"
        );
        let rows: Vec<GameRow> = self.all(query_as(sql).bind(member.0)).await?;
        let mut games = Vec::with_capacity(rows.len());
        for row in rows {
            let plies = self.plies(GameId(row.id)).await?;
            games.push((row.record(&plies)?, plies));
        }
        Ok(games)
    }

    /// The distinct start positions of running games, up to `limit` of the latest. Positions that
    /// cannot be read are left out.
    pub async fn running_starts(&mut self, limit: i64) -> Result<Vec<Position>> {
        let sql = "SELECT variant, rules, start FROM games WHERE phase = 'running' GROUP BY variant, rules, start
             ORDER BY MAX(since) DESC LIMIT $1";
        let starts: Vec<(String, String, String)> = self.all(query_as(sql).bind(limit)).await?;
        let row = RowOf::new("games", 0);
        let positions = starts.iter().filter_map(|(variant, rules, start)| {
            row.position("start", (variant, rules, start)).ok()
        });
        Ok(positions.collect())
    }
}

impl Tx {
    /// Saves a game that has begun. The bot may already have made the first move, which may even
    /// have ended the game.
    pub async fn begin_game(&mut self, record: &GameRecord) -> Result<()> {
        check_position(record)?;
        let GameRecord { game, place, .. } = record;
        let (terms, start) = (game.terms(), game.start_position());
        let sql = "INSERT INTO games (id, message, shown, position, ply, taken_back, hinted, since, first_active, second_active, typed, typed_by, changed,
             deadline, remind, followed, phase, winner, follows, first_kept, first_won, second_kept, second_won, ladder, guild, channel, editable, language,
             first_player, second_player, level, clock, rated, variant, rules, start, size, begun, everywhere)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26,
             $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39) RETURNING id";
        let statement = bind_progress(query_as(sql), record)
            .bind(game.deadline().map(|deadline| deadline.0))
            .bind(record.remind.map(|at| at.0));
        let statement = bind_end(statement, record, record.accuracies)
            .bind(place.guild)
            .bind(place.channel.0)
            .bind(i64::from(place.editable))
            .bind(place.language.clone())
            .bind(player(terms.players.first.id()))
            .bind(player(terms.players.second.id()))
            .bind(terms.players.animal().map(Word::word))
            .bind(seconds(terms.clock))
            .bind(i64::from(terms.stake == Stake::Rated))
            .bind(start.variant().key())
            .bind(start.options().to_string())
            .bind(start.to_string())
            .bind(size(start))
            .bind(record.begun.0)
            .bind(i64::from(
                record.counts_towards == CountsTowards::Everywhere,
            ));
        self.execute_returning(statement).await.map(drop)
    }

    /// Saves a game that has changed.
    pub async fn save_game(&mut self, record: &GameRecord) -> Result<()> {
        check_position(record)?;
        let id = match record.game.outcome() {
            None => self.save_running(record).await?,
            Some(_) => self.save_ended(record).await?,
        };
        id.map(drop)
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
        let sql = "UPDATE games SET message = $2, shown = $3 WHERE id = $1 AND message IS NULL RETURNING changed";
        let show = query_as(sql).bind(id.0).bind(board.0);
        let show = show.bind(interaction.0);
        let changed: Option<(i64,)> = self.execute_returning(show).await?;
        Ok(changed.map(|(at,)| Timestamp(at)))
    }

    /// Notes which message shows a game, and the interaction that showed it.
    pub async fn show_game(
        &mut self,
        id: GameId,
        board: MessageId,
        interaction: InteractionId,
    ) -> Result<()> {
        let sql = "UPDATE games SET message = $2, shown = $3 WHERE id = $1";
        self.execute(query(sql).bind(id.0).bind(board.0).bind(interaction.0))
            .await
    }

    /// Saves what a move or a hint changes.
    async fn save_running(&mut self, record: &GameRecord) -> Result<Option<(i64,)>> {
        let sql = concat!(
            "UPDATE games SET ",
            progress!(),
            ", deadline = $14, remind = $15 WHERE id = $1 AND phase = 'running' RETURNING id"
        );
        let statement = bind_progress(query_as(sql), record)
            .bind(record.game.deadline().map(|deadline| deadline.0))
            .bind(record.remind.map(|at| at.0));
        self.execute_returning(statement).await
    }

    /// Saves what changes at the end of a game and after it, so there is no condition on its phase.
    async fn save_ended(&mut self, record: &GameRecord) -> Result<Option<(i64,)>> {
        let vote = |seat| record.game.vote_of(seat).map(Word::word);
        let sql = concat!(
            "UPDATE games SET ",
            progress!(),
            ", deadline = NULL, remind = NULL, followed = $14, phase = $15, winner = $16, follows = $17, first_kept = $18, first_won = $19,
             second_kept = $20, second_won = $21, ladder = $22, first_vote = $23, second_vote = $24 WHERE id = $1 RETURNING id"
        );
        let accuracies = Some(record.accuracies.unwrap_or_default());
        let statement = bind_progress(query_as(sql), record);
        let statement = bind_end(statement, record, accuracies)
            .bind(vote(Seat::First))
            .bind(vote(Seat::Second));
        self.execute_returning(statement).await
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
                let row = insert.bind(game.0).bind(*number);
                let row = row.bind(played.mv.to_string());
                insert = row.bind(i64::from(played.branch)).bind(at.0);
            }
            self.execute(insert).await?;
        }
        Ok(())
    }

    /// Deletes the moves after `ply`.
    pub async fn delete_plies_after(&mut self, game: GameId, ply: u32) -> Result<()> {
        let sql = "DELETE FROM plies WHERE game = $1 AND ply > $2";
        let query = query(sql).bind(game.0).bind(i64::from(ply));
        self.execute(query).await
    }
}

/// Binds the id and what any update of a game may change, `$1` to `$13`.
fn bind_progress(statement: SaveStatement, record: &GameRecord) -> SaveStatement {
    let game = &record.game;
    statement
        .bind(game.id().0)
        .bind(record.board.map(|board| board.0))
        .bind(record.shown.0)
        .bind(game.position().to_string())
        .bind(i64::from(game.ply()))
        .bind(i64::from(game.times_taken_back()))
        .bind(i64::from(record.is_hinted))
        .bind(game.phase().since().0)
        .bind(record.last_active.first.0)
        .bind(record.last_active.second.0)
        .bind(record.typed.map(|typed| typed.by.0))
        .bind(record.typed.map(|typed| typed.seat.word()))
        .bind(record.changed.0)
}

/// Binds whether another game follows this one, how this one ended, which game it follows, and the
/// accuracies.
fn bind_end(
    statement: SaveStatement,
    record: &GameRecord,
    accuracies: Option<BySeat<Accuracy>>,
) -> SaveStatement {
    let outcome = record.game.outcome();
    let statement = statement
        .bind(i64::from(record.is_followed))
        .bind(phase(outcome))
        .bind(outcome.and_then(Outcome::winner).map(Word::word))
        .bind(record.follows.map(|follows| follows.0));
    let bind_accuracy = |statement: SaveStatement, seat| {
        let accuracy = accuracies.map(|accuracies| accuracies.at(seat));
        statement
            .bind(accuracy.map(|accuracy| i64::from(accuracy.kept)))
            .bind(accuracy.map(|accuracy| i64::from(accuracy.won)))
    };
    let statement = Seat::BOTH.into_iter().fold(statement, bind_accuracy);
    statement.bind(record.ladder.word())
}

/// Refuses a position that could not be read back.
fn check_position(record: &GameRecord) -> Result<()> {
    let position = record.game.position();
    if position.reads_back() {
        return Ok(());
    }
    let row = RowOf::new("games", record.game.id().0);
    Err(row.corrupt("position", format!("{position} cannot be read back")))
}
