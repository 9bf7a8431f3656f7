//! Dares and the tries at them.

use itertools::Itertools as _;

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use nim_games::Move;
use wythoff_game::MemberId;
use wythoff_game::records::{ChannelId, Dare, DareTry, InteractionId, Place, Post};

/// The columns of a dare.
macro_rules! columns {
    () => {
        "id, member, guild, channel, editable, language, message, variant, rules, start, level, begins, moves"
    };
}

impl FromRow for Dare {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            by: row.get("member")?,
            place: Place::from_row(row)?,
            message: row.get("message")?,
            start: row.position("start")?,
            animal: row.get("level")?,
            begins: row.get("begins")?,
            moves: row.get("moves")?,
        })
    }
}

impl FromRow for DareTry {
    fn from_row(row: Row<'_>) -> Result<Self> {
        let moves: String = row.get("moves")?;
        let moves = moves.split_whitespace().map(str::parse::<Move>);
        Ok(Self {
            dare: row.get("dare")?,
            member: row.get("member")?,
            moves: moves
                .try_collect()
                .map_err(|bad| row.corrupt("moves", bad))?,
            is_won: row.get("won")?,
        })
    }
}

impl Read {
    pub async fn dare(&mut self, id: InteractionId) -> Result<Option<Dare>> {
        let sql = concat!("SELECT ", columns!(), " FROM dares WHERE id = $1");
        self.first("dares", query(sql).bind(id)).await
    }

    /// The dares that a member has made, the latest first.
    pub async fn dares_by(&mut self, member: MemberId) -> Result<Vec<Dare>> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM dares WHERE member = $1 ORDER BY id DESC"
        );
        self.all("dares", query(sql).bind(member)).await
    }

    /// The dares in a channel, open or not.
    pub async fn dares_in(&mut self, channel: ChannelId) -> Result<Vec<Dare>> {
        let sql = concat!("SELECT ", columns!(), " FROM dares WHERE channel = $1");
        self.all("dares", query(sql).bind(channel)).await
    }

    /// A member's try at a dare.
    pub async fn dare_try(
        &mut self,
        dare: InteractionId,
        member: MemberId,
    ) -> Result<Option<DareTry>> {
        let sql = "SELECT dare, member, moves, won FROM dare_tries WHERE dare = $1 AND member = $2";
        let statement = query(sql).bind(dare).bind(member);
        self.first("dare_tries", statement).await
    }

    /// All tries of a member, the latest first.
    pub async fn dare_tries(&mut self, member: MemberId) -> Result<Vec<DareTry>> {
        let sql =
            "SELECT dare, member, moves, won FROM dare_tries WHERE member = $1 ORDER BY dare DESC";
        self.all("dare_tries", query(sql).bind(member)).await
    }

    /// The tries at a dare that are over, wins first, in the fewest moves first; at most `most`. And how many there
    /// are.
    pub async fn dare_results(
        &mut self,
        dare: InteractionId,
        most: i64,
    ) -> Result<(Vec<DareTry>, u64)> {
        let sql =
            "SELECT dare, member, moves, won FROM dare_tries WHERE dare = $1 AND won IS NOT NULL
             ORDER BY won DESC, own_moves, member LIMIT $2";
        let listed = query(sql).bind(dare).bind(most);
        let listed = self.all("dare_tries", listed).await?;
        let sql = "SELECT COUNT(*) FROM dare_tries WHERE dare = $1 AND won IS NOT NULL";
        let count = self.one("dare_tries", query(sql).bind(dare)).await?;
        Ok((listed, count))
    }
}

impl Tx {
    /// Saves a new dare.
    pub async fn add_dare(&mut self, dare: &Dare) -> Result<()> {
        let sql = concat!(
            "INSERT INTO dares (",
            columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
        );
        let saving = query(sql)
            .bind(dare.id)
            .bind(dare.by)
            .bind_place(&dare.place)
            .bind(dare.message)
            .bind_position(dare.start)
            .bind(dare.animal)
            .bind(dare.begins)
            .bind(dare.moves);
        self.execute(saving).await
    }

    /// Saves a try. If it has ended, the message of the dare is to be drawn again.
    pub async fn save_dare_try(&mut self, tried: &DareTry, own_moves: u32) -> Result<()> {
        let sql = "INSERT INTO dare_tries (dare, member, moves, own_moves, won) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (dare, member) DO UPDATE SET moves = excluded.moves, own_moves = excluded.own_moves, won = excluded.won";
        let saving = query(sql)
            .bind(tried.dare)
            .bind(tried.member)
            .bind(tried.moves.iter().join(" "))
            .bind(own_moves)
            .bind(tried.is_won);
        self.execute(saving).await?;
        if tried.is_won.is_some() {
            self.note_change_of(Post::Dare(tried.dare)).await?;
        }
        Ok(())
    }
}
