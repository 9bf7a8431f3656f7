//! Tables, and who sits at them.

use itertools::Itertools as _;

use super::columns::{FromRow, Row};
use super::hidden::listed;
use super::statement::query;
use super::{Read, Result, Tx};
use nim_games::{Animal, TableRules};
use wythoff_game::records::{ChannelId, InteractionId, Place, Post, TableRecord, TableTally};
use wythoff_game::{MemberId, Sitter, Table, TableEvent, TablePhase, TableSeat, Timestamp};

/// The columns of a table.
macro_rules! columns {
    () => {
        "id, guild, channel, editable, language, message, game, most, target, turn_time, phase, since, due, round, step, latest, turn, winner, variant, rules, position, before"
    };
}

/// A table without its seats.
struct WithoutSeats(TableRecord);

impl FromRow for WithoutSeats {
    fn from_row(row: Row<'_>) -> Result<Self> {
        let latest: String = row.get("latest")?;
        let latest = latest.split_whitespace().map(event).collect::<Option<_>>();
        let (since, due): (Timestamp, Option<Timestamp>) = (row.get("since")?, row.get("due")?);
        let due = || due.ok_or_else(|| row.corrupt("due", "it is not over"));
        let phase: String = row.get("phase")?;
        let phase = match phase.as_str() {
            "gathering" => TablePhase::Gathering {
                since,
                until: due()?,
            },
            "playing" => TablePhase::Playing {
                before: row.position("before")?,
                now: row.position("position")?,
                turn: row.get("turn")?,
                since,
                deadline: due()?,
            },
            _ended => TablePhase::Ended {
                winner: row.get("winner")?,
                at: since,
            },
        };
        let rules = TableRules {
            game: row.get("game")?,
            most: row.get("most")?,
            target: row.get("target")?,
        };
        Ok(Self(TableRecord {
            id: row.get("id")?,
            place: Place::from_row(row)?,
            message: row.get("message")?,
            table: Table {
                rules,
                time: row.get("turn_time")?,
                seats: Vec::new(),
                phase,
                round: row.get("round")?,
                step: row.get("step")?,
                latest: latest.ok_or_else(|| row.corrupt("latest", "no such event"))?,
            },
        }))
    }
}

impl FromRow for TableSeat {
    fn from_row(row: Row<'_>) -> Result<Self> {
        let (member, animal): (Option<MemberId>, Option<Animal>) =
            (row.get("member")?, row.get("level")?);
        Ok(Self {
            sitter: match (member, animal) {
                (Some(member), _) => Sitter::Member(member),
                (None, Some(animal)) => Sitter::Animal(animal),
                (None, None) => Sitter::Gone,
            },
            out: row.get("out")?,
            won: row.get("won")?,
        })
    }
}

impl FromRow for TableTally {
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            played: row.get("played")?,
            won: row.get("won")?,
        })
    }
}

/// An event as a word: a letter, the seat, and the move if it is one.
fn word(event: TableEvent) -> String {
    match event {
        TableEvent::Moved(seat, mv) => format!("m{seat}:{mv}"),
        TableEvent::Said(seat, number) => format!("s{seat}:{number}"),
        TableEvent::Out(seat) => format!("o{seat}"),
        TableEvent::Late(seat) => format!("l{seat}"),
        TableEvent::Left(seat) => format!("g{seat}"),
        TableEvent::WonRound(seat) => format!("w{seat}"),
    }
}

/// The event that a word stands for.
fn event(word: &str) -> Option<TableEvent> {
    let (kind, rest) = word.split_at_checked(1)?;
    let (seat, what) = rest.split_once(':').unwrap_or((rest, ""));
    let seat = seat.parse().ok()?;
    match kind {
        "m" => Some(TableEvent::Moved(seat, what.parse().ok()?)),
        "s" => Some(TableEvent::Said(seat, what.parse().ok()?)),
        "o" => Some(TableEvent::Out(seat)),
        "l" => Some(TableEvent::Late(seat)),
        "g" => Some(TableEvent::Left(seat)),
        "w" => Some(TableEvent::WonRound(seat)),
        _ => None,
    }
}

impl Read {
    pub async fn table(&mut self, id: InteractionId) -> Result<Option<TableRecord>> {
        let sql = concat!("SELECT ", columns!(), " FROM tables WHERE id = $1");
        let found = self.first("tables", query(sql).bind(id)).await?;
        let Some(WithoutSeats(mut record)) = found else {
            return Ok(None);
        };
        let sql = "SELECT table_id, member, level, out, won FROM table_seats WHERE table_id = $1 ORDER BY seat";
        record.table.seats = self.all("table_seats", query(sql).bind(id)).await?;
        Ok(Some(record))
    }

    /// The table in a channel that is not over.
    pub async fn open_table_in(&mut self, channel: ChannelId) -> Result<Option<InteractionId>> {
        let sql = "SELECT id FROM tables WHERE channel = $1 AND phase <> 'ended' LIMIT 1";
        self.first("tables", query(sql).bind(channel)).await
    }

    /// Some of the tables at which the time has run out before `at`, the earliest first.
    pub async fn due_tables(&mut self, at: Timestamp) -> Result<Vec<InteractionId>> {
        let sql =
            "SELECT id FROM tables WHERE phase <> 'ended' AND due < $1 ORDER BY due LIMIT 100";
        self.all("tables", query(sql).bind(at)).await
    }

    /// Some of the tables at which a slow member is to be called, the earliest first.
    pub async fn slow_tables(&mut self, at: Timestamp) -> Result<Vec<InteractionId>> {
        let sql = "SELECT id FROM tables WHERE remind IS NOT NULL AND remind < $1 ORDER BY remind LIMIT 100";
        self.all("tables", query(sql).bind(at)).await
    }

    /// When the time runs out next at a table, or a slow member is called.
    pub async fn next_table_due(&mut self) -> Result<Option<Timestamp>> {
        let sql = "SELECT MIN(due) FROM tables WHERE phase <> 'ended'";
        let due: Option<Timestamp> = self.one("tables", query(sql)).await?;
        let sql = "SELECT MIN(remind) FROM tables WHERE remind IS NOT NULL";
        let remind: Option<Timestamp> = self.one("tables", query(sql)).await?;
        Ok(due.into_iter().chain(remind).min())
    }

    /// The tables at which a member sits or has sat, the latest first.
    pub async fn tables_of(&mut self, member: MemberId) -> Result<Vec<TableRecord>> {
        let sql = "SELECT table_id FROM table_seats WHERE member = $1 ORDER BY table_id DESC";
        let ids: Vec<InteractionId> = self.all("table_seats", query(sql).bind(member)).await?;
        let mut tables = Vec::new();
        for id in ids {
            tables.extend(self.table(id).await?);
        }
        Ok(tables)
    }

    /// How often a member has sat at a table that was played, and won there.
    pub async fn table_tally(&mut self, member: MemberId) -> Result<TableTally> {
        let sql = "SELECT COUNT(*) AS played, COUNT(CASE WHEN winner = seat THEN 1 END) AS won
             FROM table_seats INNER JOIN tables ON tables.id = table_id
             WHERE member = $1 AND phase = 'ended' AND round > 0";
        self.one("table_seats", query(sql).bind(member)).await
    }

    /// The members who have won a table of several members in a server since `since`.
    pub async fn table_winners(&mut self, guild: i64, since: Timestamp) -> Result<Vec<MemberId>> {
        let sql = concat!(
            "SELECT member FROM tables INNER JOIN table_seats ON table_id = tables.id AND seat = winner
             INNER JOIN members ON members.id = member
             WHERE guild = $1 AND since >= $2
             AND (SELECT COUNT(*) FROM table_seats WHERE table_id = tables.id AND level IS NULL) > 1 AND ",
            listed!("tables")
        );
        self.all("tables", query(sql).bind(guild).bind(since)).await
    }
}

impl Tx {
    /// Notes that the member on turn is being called. Returns whether that was still to be done.
    pub async fn note_called(&mut self, id: InteractionId, at: Timestamp) -> Result<bool> {
        let sql = "UPDATE tables SET remind = NULL WHERE id = $1 AND remind < $2 RETURNING id";
        let calling = query(sql).bind(id).bind(at);
        let called: Option<InteractionId> = self.execute_returning("tables", calling).await?;
        Ok(called.is_some())
    }

    /// Saves a table as it is now, new or not. Its message is to be drawn again.
    pub async fn save_table(&mut self, record: &TableRecord) -> Result<()> {
        let TableRecord {
            id,
            place,
            message,
            table,
        } = record;
        let (phase, since, due) = ("gathering", table.phase.since(), table.deadline());
        let (phase, turn, winner, positions) = match table.phase {
            TablePhase::Gathering { .. } => (phase, None, None, None),
            TablePhase::Playing {
                before, now, turn, ..
            } => ("playing", Some(turn), None, Some((before, now))),
            TablePhase::Ended { winner, .. } => ("ended", None, winner, None),
        };
        let sql = concat!(
            "INSERT INTO tables (",
            columns!(),
            ", remind) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
             ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, since = excluded.since, due = excluded.due, remind = excluded.remind, round = excluded.round,
             step = excluded.step, latest = excluded.latest, turn = excluded.turn, winner = excluded.winner, variant = excluded.variant,
             rules = excluded.rules, position = excluded.position, before = excluded.before"
        );
        let latest = table.latest.iter().map(|&event| word(event)).join(" ");
        let saving = query(sql)
            .bind(*id)
            .bind_place(place)
            .bind(*message)
            .bind(table.rules.game)
            .bind(table.rules.most)
            .bind(table.rules.target)
            .bind(table.time)
            .bind(phase)
            .bind(since)
            .bind(due)
            .bind(table.round)
            .bind(table.step)
            .bind(latest)
            .bind(turn)
            .bind(winner)
            .bind(positions.map(|(_, now)| now.variant()))
            .bind(positions.map(|(_, now)| now.options().to_string()))
            .bind(positions.map(|(_, now)| now.to_string()))
            .bind(positions.map(|(before, _)| before.to_string()))
            .bind(table.reminder());
        self.execute(saving).await?;
        let sql = "DELETE FROM table_seats WHERE table_id = $1";
        self.execute(query(sql).bind(*id)).await?;
        for (place, seat) in table.seats.iter().enumerate() {
            let (member, animal) = match seat.sitter {
                Sitter::Member(member) => (Some(member), None),
                Sitter::Animal(animal) => (None, Some(animal)),
                Sitter::Gone => (None, None),
            };
            let sql = "INSERT INTO table_seats (table_id, seat, member, level, out, won) VALUES ($1, $2, $3, $4, $5, $6)";
            let saving = query(sql).bind(*id).bind(place).bind(member).bind(animal);
            self.execute(saving.bind(seat.out).bind(seat.won)).await?;
        }
        self.note_change_of(Post::Table(*id)).await
    }
}
