//! The Penguin in servers: the latest game, and the votes in it.

use itertools::Itertools as _;

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use nim_games::{Move, Position, Variant};
use wythoff_game::records::{BossRecord, BossVote, Place, Post};
use wythoff_game::{Boss, MemberId, Step, Timestamp};

/// The columns of the Penguin in a server, but what its message may not show.
macro_rules! columns {
    () => {
        "guild, channel, language, due, games, won, message, begun, variant, rules, start, moves, votes, voters, hinted, hinted_after, ended"
    };
}

impl FromRow for BossRecord {
    fn from_row(row: Row<'_>) -> Result<Self> {
        let (guild, due, begun) = (row.get("guild")?, row.get("due")?, row.get("begun")?);
        let latest = match begun {
            Some(begun) => Some(latest(row, begun, due)?),
            None => None,
        };
        let is_running = latest.as_ref().is_some_and(|boss| boss.ended().is_none());
        Ok(Self {
            guild,
            place: Place {
                guild: Some(guild),
                channel: row.get("channel")?,
                editable: true,
                language: row.get("language")?,
            },
            next: due.filter(|_| !is_running),
            games: row.get("games")?,
            won: row.get("won")?,
            message: row.get("message")?,
            counted: (row.get("votes")?, row.get("voters")?),
            latest,
        })
    }
}

/// The latest game.
fn latest(row: Row<'_>, begun: Timestamp, due: Option<Timestamp>) -> Result<Boss> {
    let moves: String = row.get("moves")?;
    let steps = moves.split_whitespace().map(str::parse::<Step>);
    let steps: Vec<Step> = steps
        .collect::<Result<_, _>>()
        .map_err(|bad| row.corrupt("moves", bad))?;
    let hinted: Option<Timestamp> = row.get("hinted")?;
    let hint = hinted.zip(row.get("hinted_after")?);
    let ended: Option<Timestamp> = row.get("ended")?;
    let counted_at = due.filter(|_| ended.is_none());
    let begun = (row.position("start")?, begun);
    Boss::restored(begun, &steps, counted_at, hint, ended)
        .map_err(|illegal| row.corrupt("moves", illegal))
}

impl FromRow for BossVote {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            guild: row.get("guild")?,
            mv: row.get("move")?,
        })
    }
}

impl Read {
    /// The Penguin in a server. `None` if it has never been there.
    pub async fn boss(&mut self, guild: i64) -> Result<Option<BossRecord>> {
        let sql = concat!("SELECT ", columns!(), " FROM bosses WHERE guild = $1");
        self.first("bosses", query(sql).bind(guild)).await
    }

    /// Some of the servers that the bot is in where a game begins, or votes are counted, by `at`.
    pub async fn due_bosses(&mut self, at: Timestamp) -> Result<Vec<i64>> {
        let sql = "SELECT guild FROM bosses WHERE due IS NOT NULL AND due <= $1
             AND guild IN (SELECT id FROM servers WHERE absent_since IS NULL) ORDER BY due LIMIT 50";
        self.all("bosses", query(sql).bind(at)).await
    }

    /// When that is next.
    pub async fn next_boss_due(&mut self) -> Result<Option<Timestamp>> {
        let sql = "SELECT MIN(due) FROM bosses WHERE due IS NOT NULL
             AND guild IN (SELECT id FROM servers WHERE absent_since IS NULL)";
        self.one("bosses", query(sql)).await
    }

    /// In how many servers it was beaten.
    pub async fn count_beaten(&mut self) -> Result<u64> {
        let sql = "SELECT COUNT(*) FROM bosses WHERE won > 0";
        self.one("bosses", query(sql)).await
    }

    /// A member's votes in the latest games.
    pub async fn boss_votes(&mut self, member: MemberId) -> Result<Vec<BossVote>> {
        let sql = "SELECT guild, move FROM boss_votes WHERE member = $1 ORDER BY guild";
        self.all("boss_votes", query(sql).bind(member)).await
    }

    /// A member's vote in the latest game of a server, if they have voted in it.
    pub async fn boss_vote(&mut self, guild: i64, member: MemberId) -> Result<Option<BossVote>> {
        let sql = "SELECT guild, move FROM boss_votes WHERE guild = $1 AND member = $2";
        let query = query(sql).bind(guild).bind(member);
        self.first("boss_votes", query).await
    }

    /// How many have voted for each move, the one with most votes first.
    pub async fn votes_for(&mut self, guild: i64) -> Result<Vec<(Move, u64)>> {
        let sql =
            "SELECT move, COUNT(*) AS votes FROM boss_votes WHERE guild = $1 AND move IS NOT NULL
             GROUP BY move ORDER BY votes DESC, move";
        self.all("boss_votes", query(sql).bind(guild)).await
    }

    /// Who has voted in the latest game of a server.
    pub async fn boss_voters(&mut self, guild: i64) -> Result<Vec<MemberId>> {
        let sql = "SELECT member FROM boss_votes WHERE guild = $1 ORDER BY member";
        self.all("boss_votes", query(sql).bind(guild)).await
    }
}

impl Tx {
    /// Saves the Penguin in a server as it is now. Its message is to be drawn again, or posted.
    pub async fn save_boss(&mut self, record: &BossRecord) -> Result<()> {
        let boss = record.latest.as_ref();
        let start: Option<Position> = boss.map(Boss::start);
        let steps = boss.map(|boss| boss.attempt().steps().iter().join(" "));
        let hint = boss.and_then(Boss::latest_hint);
        let sql = concat!(
            "INSERT INTO bosses (",
            columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
             ON CONFLICT (guild) DO UPDATE SET channel = excluded.channel, language = excluded.language, due = excluded.due,
             games = excluded.games, won = excluded.won, message = excluded.message, begun = excluded.begun, variant = excluded.variant,
             rules = excluded.rules, start = excluded.start, moves = excluded.moves, votes = excluded.votes, voters = excluded.voters,
             hinted = excluded.hinted, hinted_after = excluded.hinted_after, ended = excluded.ended"
        );
        let saving = query(sql)
            .bind(record.guild)
            .bind(record.place.channel)
            .bind(&record.place.language)
            .bind(record.due())
            .bind(record.games)
            .bind(record.won)
            .bind(record.message)
            .bind(boss.map(Boss::begun))
            .bind(start.map(|start| start.variant()))
            .bind(start.map(|start| start.options().to_string()))
            .bind(start.map(|start| start.to_string()))
            .bind(steps.unwrap_or_default())
            .bind(record.counted.0)
            .bind(record.counted.1)
            .bind(hint.map(|(at, _)| at))
            .bind(hint.map(|(_, after)| after))
            .bind(boss.and_then(Boss::ended));
        self.execute(saving).await?;
        self.note_change_of(Post::Boss(record.guild)).await
    }

    /// Notes a member's vote, in place of an earlier one.
    pub async fn save_boss_vote(&mut self, guild: i64, member: MemberId, mv: Move) -> Result<()> {
        let sql = "INSERT INTO boss_votes (guild, member, move) VALUES ($1, $2, $3)
             ON CONFLICT (guild, member) DO UPDATE SET move = excluded.move";
        self.execute(query(sql).bind(guild).bind(member).bind(mv))
            .await
    }

    /// The votes have been counted.
    pub async fn clear_boss_votes(&mut self, guild: i64) -> Result<()> {
        let sql = "UPDATE boss_votes SET move = NULL WHERE guild = $1";
        self.execute(query(sql).bind(guild)).await
    }

    /// Forgets who has voted, since another game begins.
    pub async fn forget_boss_voters(&mut self, guild: i64) -> Result<()> {
        let sql = "DELETE FROM boss_votes WHERE guild = $1";
        self.execute(query(sql).bind(guild)).await
    }

    /// A coin for each who has voted in the game that was won.
    pub async fn give_boss_coins(
        &mut self,
        guild: i64,
        variant: Variant,
        at: Timestamp,
    ) -> Result<()> {
        let sql = "INSERT INTO boss_coins (member, variant, since) SELECT member, $2, $3 FROM boss_votes WHERE guild = $1
             ON CONFLICT (member, variant) DO NOTHING";
        self.execute(query(sql).bind(guild).bind(variant).bind(at))
            .await
    }
}
