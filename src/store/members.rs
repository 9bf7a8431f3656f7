//! Members: their names, what they have set, and whom they have blocked.

use sqlx::FromRow;

use super::columns::RowOf;
use super::transaction::{query, query_as, query_scalar};
use super::{Read, Result, Tx};
use crate::game::MemberId;
use crate::records::{MemberSettings, Visibility, Word};

/// A member. One who has never been seen has no name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// The name last seen.
    pub name: Option<String>,
    /// The settings.
    pub settings: MemberSettings,
    /// Whether the member was told that there are lessons.
    pub told_of_lessons: bool,
}

/// A row of `members`.
#[derive(Debug, FromRow)]
struct MemberRow {
    name: String,
    language: Option<String>,
    notify_by: String,
    challenges_from: String,
    visibility: String,
    told_of_lessons: i64,
    direct_refused: i64,
}

impl Read {
    /// A member.
    pub async fn member(&mut self, id: MemberId) -> Result<Member> {
        let sql = "SELECT name, language, notify_by, challenges_from, visibility, told_of_lessons, direct_refused FROM members WHERE id = $1";
        let known: Option<MemberRow> = self.first(query_as(sql).bind(id.0)).await?;
        let Some(known) = known else {
            return Ok(Member::default());
        };
        let row = RowOf::new("members", id.0);
        let blocked = "SELECT blocked FROM blocks WHERE member = $1 ORDER BY blocked";
        let blocked = self.values(query_scalar(blocked).bind(id.0)).await?;
        Ok(Member {
            name: Some(known.name),
            settings: MemberSettings {
                language: known.language,
                notify_by: row.word("notify_by", &known.notify_by)?,
                challenges_from: row.word("challenges_from", &known.challenges_from)?,
                visibility: row.word("visibility", &known.visibility)?,
                blocked: blocked.into_iter().map(MemberId).collect(),
                is_direct_refused: known.direct_refused != 0,
            },
            told_of_lessons: known.told_of_lessons != 0,
        })
    }

    /// Whether a member accepts no challenges from another one, who may have erased everything since.
    pub async fn has_blocked(&mut self, member: MemberId, other: MemberId) -> Result<bool> {
        let sql = "SELECT (SELECT COUNT(*) FROM blocks WHERE member = $1 AND blocked = $2)
             + (SELECT COUNT(*) FROM pseudonymous_blocks WHERE member = $1 AND blocked = $3)";
        let pseudonym = self.pseudonyms.of_blocked(other);
        let query = query_scalar(sql).bind(member.0).bind(other.0);
        let known: i64 = self.value(query.bind(pseudonym)).await?;
        Ok(known > 0)
    }

    /// On which leaderboards a member wants to be shown.
    pub(super) async fn visibility(&mut self, id: MemberId) -> Result<Visibility> {
        let sql = "SELECT visibility FROM members WHERE id = $1";
        let known: Vec<String> = self.values(query_scalar(sql).bind(id.0)).await?;
        let known = RowOf::new("members", id.0)
            .optional_word("visibility", known.first().map(String::as_str));
        known.map(Option::unwrap_or_default)
    }
}

impl Tx {
    /// Saves the name under which a member was just seen. If others had blocked this member before
    /// an erasure, those blocks apply again.
    pub async fn set_member_name(&mut self, id: MemberId, name: &str) -> Result<()> {
        let pseudonym = self.pseudonyms.of_blocked(id);
        let sql = "INSERT INTO members (id, name) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE members.name <> excluded.name
             RETURNING (SELECT COUNT(*) FROM pseudonymous_blocks WHERE blocked = $3)";
        let named = query_as(sql).bind(id.0).bind(name).bind(&pseudonym);
        // No row is returned if the name has not changed.
        let blocks: Option<(i64,)> = self.execute_returning(named).await?;
        if blocks.is_none_or(|(blocks,)| blocks == 0) {
            return Ok(());
        }
        let sql = "INSERT INTO blocks (member, blocked) SELECT member, $2 FROM pseudonymous_blocks WHERE blocked = $1 ON CONFLICT DO NOTHING";
        self.execute(query(sql).bind(&pseudonym).bind(id.0)).await?;
        let sql = "DELETE FROM pseudonymous_blocks WHERE blocked = $1";
        self.execute(query(sql).bind(&pseudonym)).await
    }

    /// Saves the settings of a member whose name is known. The standings are shown or hidden
    /// accordingly.
    pub async fn set_member_settings(
        &mut self,
        id: MemberId,
        settings: &MemberSettings,
    ) -> Result<()> {
        let before = self.member(id).await?.settings;
        let sql = "UPDATE members SET language = $2, notify_by = $3, challenges_from = $4, visibility = $5, direct_refused = $6 WHERE id = $1";
        let set = query(sql)
            .bind(id.0)
            .bind(&settings.language)
            .bind(settings.notify_by.word())
            .bind(settings.challenges_from.word())
            .bind(settings.visibility.word())
            .bind(i64::from(settings.is_direct_refused));
        self.execute(set).await?;
        for blocked in &before.blocked {
            if !settings.blocked.contains(blocked) {
                let sql = "DELETE FROM blocks WHERE member = $1 AND blocked = $2";
                self.execute(query(sql).bind(id.0).bind(blocked.0)).await?;
                // They may have erased everything meanwhile.
                let sql = "DELETE FROM pseudonymous_blocks WHERE member = $1 AND blocked = $2";
                let pseudonym = self.pseudonyms.of_blocked(*blocked);
                self.execute(query(sql).bind(id.0).bind(pseudonym)).await?;
            }
        }
        for blocked in &settings.blocked {
            if !before.blocked.contains(blocked) {
                let sql =
                    "INSERT INTO blocks (member, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING";
                self.execute(query(sql).bind(id.0).bind(blocked.0)).await?;
            }
        }
        if before.visibility != settings.visibility {
            self.show_standings(id, settings.visibility).await?;
        }
        Ok(())
    }

    /// Notes whether Discord has refused a direct message to a member.
    pub async fn note_direct(&mut self, id: MemberId, is_refused: bool) -> Result<()> {
        let sql = "UPDATE members SET direct_refused = $2 WHERE id = $1 AND direct_refused <> $2";
        let is_refused = i64::from(is_refused);
        self.execute(query(sql).bind(id.0).bind(is_refused)).await
    }

    /// Notes that a member was told that there are lessons. Returns whether that is new.
    pub async fn note_told_of_lessons(&mut self, id: MemberId) -> Result<bool> {
        let sql = "UPDATE members SET told_of_lessons = 1 WHERE id = $1 AND told_of_lessons = 0 RETURNING id";
        let told: Option<(i64,)> = self.execute_returning(query_as(sql).bind(id.0)).await?;
        Ok(told.is_some())
    }
}
