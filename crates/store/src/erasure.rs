//! The erasure of a member: in results, another id replaces the member's; everything else about the
//! member is deleted. Traces in the files are overwritten (`engine/sqlite/connection.rs`).

use super::games::{finished_of_member, running_of_member};
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::records::Visibility;
use wythoff_game::{FormerId, MemberId};

/// Deletes everything about the member `$1` that is not a result.
const FORGET: [&str; 30] = [
    concat!(
        "UPDATE games SET message = NULL, drawn = CASE WHEN drawn < changed THEN changed ELSE drawn END WHERE ",
        running_of_member!()
    ),
    // Where the end is not drawn yet, the message is forgotten once it is: see `note_drawn`. A board that
    // nobody knows is not drawn.
    concat!(
        "UPDATE games SET message = CASE WHEN drawn < changed THEN message ELSE NULL END, drawn = CASE WHEN message IS NULL AND drawn < changed THEN changed ELSE drawn END, first_vote = NULL, second_vote = NULL WHERE ",
        finished_of_member!()
    ),
    "UPDATE challenges SET message = CASE WHEN drawn < changed THEN message ELSE NULL END, drawn = CASE WHEN message IS NULL AND drawn < changed THEN changed ELSE drawn END, invited_name = NULL WHERE challenger = $1 OR invited = $1",
    "DELETE FROM notifications WHERE member = $1",
    "DELETE FROM notifications_to_send WHERE member = $1",
    "DELETE FROM solved WHERE member = $1",
    "DELETE FROM dailies WHERE member = $1",
    "DELETE FROM crowns WHERE member = $1",
    "DELETE FROM reminders WHERE member = $1",
    "DELETE FROM races WHERE member = $1",
    "DELETE FROM race_bests WHERE member = $1",
    "DELETE FROM hidden_members WHERE member = $1",
    "UPDATE dares SET undrawn = undrawn + 1 WHERE member = $1 OR id IN (SELECT dare FROM dare_tries WHERE member = $1)",
    "UPDATE dares SET member = NULL WHERE member = $1",
    "DELETE FROM dare_tries WHERE member = $1",
    "UPDATE questions SET undrawn = undrawn + 1 WHERE member = $1 OR id IN (SELECT question FROM question_answers WHERE member = $1)",
    "UPDATE questions SET member = NULL WHERE member = $1",
    "DELETE FROM question_answers WHERE member = $1",
    "UPDATE tables SET undrawn = undrawn + 1 WHERE id IN (SELECT table_id FROM table_seats WHERE member = $1)",
    "UPDATE table_seats SET member = NULL WHERE member = $1",
    "UPDATE bosses SET undrawn = undrawn + 1 WHERE guild IN (SELECT guild FROM boss_votes WHERE member = $1)",
    "DELETE FROM boss_votes WHERE member = $1",
    "DELETE FROM boss_coins WHERE member = $1",
    "DELETE FROM predictions WHERE member = $1",
    "DELETE FROM ladders WHERE member = $1",
    "DELETE FROM practice WHERE member = $1",
    "DELETE FROM practised WHERE member = $1",
    "DELETE FROM pseudonymous_blocks WHERE member = $1",
    "DELETE FROM blocks WHERE member = $1 OR blocked = $1",
    "DELETE FROM members WHERE id = $1",
];

/// Replaces the member's id `$1` with `$2`. Running and finished games have statements of their
/// own, each with the condition of its partial index.
const RENAME: [&str; 8] = [
    "UPDATE games SET first_player = $2 WHERE phase = 'running' AND first_player = $1",
    "UPDATE games SET first_player = $2 WHERE phase <> 'running' AND first_player = $1",
    "UPDATE games SET second_player = $2 WHERE phase = 'running' AND second_player = $1",
    "UPDATE games SET second_player = $2 WHERE phase <> 'running' AND second_player = $1",
    "UPDATE challenges SET challenger = $2 WHERE challenger = $1",
    "UPDATE challenges SET invited = $2 WHERE invited = $1",
    "UPDATE ratings SET member = $2 WHERE member = $1",
    "UPDATE standings SET member = $2 WHERE member = $1",
];

impl Read {
    /// Whether an id of a former player is in use.
    pub async fn is_taken(&mut self, former: FormerId) -> Result<bool> {
        let sql = "SELECT COUNT(*) FROM (
             SELECT 1 AS one FROM games WHERE phase <> 'running' AND first_player = $1
             UNION ALL SELECT 1 FROM games WHERE phase <> 'running' AND second_player = $1
             UNION ALL SELECT 1 FROM challenges WHERE challenger = $1
             UNION ALL SELECT 1 FROM challenges WHERE invited = $1 LIMIT 1) AS used";
        self.one("games", query(sql).bind(former)).await
    }
}

impl Tx {
    /// Replaces a member with a former player everywhere, and deletes what is not a result, such as
    /// the name, the settings, and which messages show the games. Other members' blocks of this
    /// member stay, under a pseudonym.
    pub async fn erase_member(&mut self, member: MemberId, former: FormerId) -> Result<()> {
        self.erases = true;
        self.relist(member, Visibility::Nowhere).await?;
        let pseudonym = self.pseudonyms.of_blocked(member);
        let sql = "INSERT INTO pseudonymous_blocks (member, blocked) SELECT member, $1 FROM blocks WHERE blocked = $2 ON CONFLICT DO NOTHING";
        self.execute(query(sql).bind(pseudonym).bind(member))
            .await?;
        for sql in FORGET {
            self.execute(query(sql).bind(member)).await?;
        }
        for sql in RENAME {
            self.execute(query(sql).bind(member).bind(former)).await?;
        }
        Ok(())
    }
}
