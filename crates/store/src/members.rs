//! Members: their names, what they have set, and whom they have blocked.

use super::columns::{FromRow, Row};
use super::statement::query;
use super::{Read, Result, Tx};
use wythoff_game::MemberId;
use wythoff_game::records::{MemberSettings, Visibility};

/// A member. One who has never been seen has no name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// The name last seen.
    pub name: Option<String>,
    pub settings: MemberSettings,
    /// Whether the member was told that there are lessons.
    pub told_of_lessons: bool,
}

impl FromRow for Member {
    /// The members whom this one has blocked are read separately.
    fn from_row(row: Row<'_>) -> Result<Self> {
        Ok(Self {
            name: Some(row.get("name")?),
            settings: MemberSettings {
                language: row.get("language")?,
                notify_by: row.get("notify_by")?,
                challenges_from: row.get("challenges_from")?,
                visibility: row.get("visibility")?,
                blocked: Vec::new(),
                is_direct_refused: row.get("direct_refused")?,
            },
            told_of_lessons: row.get("told_of_lessons")?,
        })
    }
}

impl Read {
    pub async fn member(&mut self, id: MemberId) -> Result<Member> {
        let sql = "SELECT id, name, language, notify_by, challenges_from, visibility, told_of_lessons, direct_refused FROM members WHERE id = $1";
        let known: Option<Member> = self.first("members", query(sql).bind(id)).await?;
        let Some(mut known) = known else {
            return Ok(Member::default());
        };
        let blocked = "SELECT blocked FROM blocks WHERE member = $1 ORDER BY blocked";
        known.settings.blocked = self.all("blocks", query(blocked).bind(id)).await?;
        Ok(known)
    }

    /// Whether a member accepts no challenges from another one, who may have erased everything since.
    pub async fn has_blocked(&mut self, member: MemberId, other: MemberId) -> Result<bool> {
        let sql = "SELECT (SELECT COUNT(*) FROM blocks WHERE member = $1 AND blocked = $2)
             + (SELECT COUNT(*) FROM pseudonymous_blocks WHERE member = $1 AND blocked = $3)";
        let pseudonym = self.pseudonyms.of_blocked(other);
        let query = query(sql).bind(member).bind(other);
        self.one("blocks", query.bind(pseudonym)).await
    }

    /// On which leaderboards a member wants to be shown.
    pub(super) async fn visibility(&mut self, id: MemberId) -> Result<Visibility> {
        let sql = "SELECT id, visibility FROM members WHERE id = $1";
        let known = self.first("members", query(sql).bind(id)).await?;
        Ok(known
            .map(|(_, visibility): (MemberId, _)| visibility)
            .unwrap_or_default())
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
        let named = query(sql).bind(id).bind(name).bind(&pseudonym);
        // No row is returned if the name has not changed.
        let blocks: Option<i64> = self.execute_returning("members", named).await?;
        if blocks.is_none_or(|blocks| blocks == 0) {
            return Ok(());
        }
        let sql = "INSERT INTO blocks (member, blocked) SELECT member, $2 FROM pseudonymous_blocks WHERE blocked = $1 ON CONFLICT DO NOTHING";
        self.execute(query(sql).bind(&pseudonym).bind(id)).await?;
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
            .bind(id)
            .bind(&settings.language)
            .bind(settings.notify_by)
            .bind(settings.challenges_from)
            .bind(settings.visibility)
            .bind(settings.is_direct_refused);
        self.execute(set).await?;
        for blocked in &before.blocked {
            if !settings.blocked.contains(blocked) {
                let sql = "DELETE FROM blocks WHERE member = $1 AND blocked = $2";
                self.execute(query(sql).bind(id).bind(blocked)).await?;
                // They may have erased everything meanwhile.
                let sql = "DELETE FROM pseudonymous_blocks WHERE member = $1 AND blocked = $2";
                let pseudonym = self.pseudonyms.of_blocked(*blocked);
                self.execute(query(sql).bind(id).bind(pseudonym)).await?;
            }
        }
        for blocked in &settings.blocked {
            if !before.blocked.contains(blocked) {
                let sql =
                    "INSERT INTO blocks (member, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING";
                self.execute(query(sql).bind(id).bind(blocked)).await?;
            }
        }
        if before.visibility != settings.visibility {
            self.relist(id, settings.visibility).await?;
        }
        Ok(())
    }

    /// Notes whether Discord has refused a direct message to a member.
    pub async fn note_direct(&mut self, id: MemberId, is_refused: bool) -> Result<()> {
        let sql = "UPDATE members SET direct_refused = $2 WHERE id = $1 AND direct_refused <> $2";
        self.execute(query(sql).bind(id).bind(is_refused)).await
    }

    /// Notes that a member was told that there are lessons. Returns whether that is new.
    pub async fn note_told_of_lessons(&mut self, id: MemberId) -> Result<bool> {
        let sql = "UPDATE members SET told_of_lessons = 1 WHERE id = $1 AND told_of_lessons = 0 RETURNING id";
        let told: Option<i64> = self
            .execute_returning("members", query(sql).bind(id))
            .await?;
        Ok(told.is_some())
    }
}
