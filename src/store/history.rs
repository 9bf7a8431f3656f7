//! Everything about one member: the numbers for `stats`, the data for an export, and its erasure.

use sqlx::AssertSqlSafe;

use super::cache::Key;
use super::limits::Retention;
use super::load::CHALLENGE;
use super::ranking::RANK;
use super::rows::{ChallengeRow, position};
use super::snapshot::{finished_of_member, running_of_member};
use super::standing;
use super::text::{self, AsWord};
use super::{Result, Snapshot, Work};
use crate::game::{Accuracy, GameId, MemberId, Timestamp};
use crate::records::{
    BotWin, ChallengeRecord, ChannelId, GameRecord, MessageId, NotificationMessage, PlayedAt,
    RatingAfterGame, Tally,
};
use crate::rules::Variant;

pub(super) const TALLIES: &str = concat!(
    "SELECT level, COUNT(*) AS games,
     CAST(SUM(CASE WHEN (first_player = $1) = (winner = 'first') THEN 1 ELSE 0 END) AS BIGINT) AS wins,
     CAST(COALESCE(SUM(CASE WHEN hinted = 1 THEN 0 WHEN first_player = $1 THEN first_kept ELSE second_kept END), 0) AS BIGINT) AS kept,
     CAST(COALESCE(SUM(CASE WHEN hinted = 1 THEN 0 WHEN first_player = $1 THEN first_won ELSE second_won END), 0) AS BIGINT) AS won,
     CAST(SUM(hinted) AS BIGINT) AS hinted
     FROM games WHERE variant = $2 AND winner IS NOT NULL AND taken_back = 0 AND ",
    finished_of_member!(),
    " GROUP BY level"
);
pub(super) const BEST_BOT_WINS: &str = concat!(
    "SELECT level, variant, rules, start, ply FROM games WHERE variant = $2 AND level IS NOT NULL AND taken_back = 0 AND hinted = 0
     AND CASE WHEN first_player = $1 THEN 'first' ELSE 'second' END = winner
     AND size > 0 AND ",
    finished_of_member!(),
    " ORDER BY CASE level WHEN 'perfect' THEN 0 WHEN 'good' THEN 1 ELSE 2 END, size DESC, id LIMIT $3"
);

/// The level, games, wins, moves that kept a win, moves from won positions, and games with hints.
type TallyRow = (Option<String>, i64, i64, i64, i64, i64);

impl Snapshot {
    /// Every rating of a member in a game of the family, the oldest first.
    pub async fn rating_history(
        &mut self,
        member: MemberId,
        variant: Variant,
    ) -> Result<Vec<RatingAfterGame>> {
        let rated = "SELECT rating, deviation, volatility, streak FROM ratings WHERE member = $1 AND variant = $2 ORDER BY finish";
        let rows = sqlx::query(rated).bind(member.0).bind(variant.key());
        let rows = rows.fetch_all(self.connection()).await?;
        rows.iter().map(standing::rated).collect()
    }

    /// Every rating of a member, by game of the family, the oldest first.
    pub async fn all_ratings(
        &mut self,
        member: MemberId,
    ) -> Result<Vec<(Variant, RatingAfterGame)>> {
        let mut all = Vec::new();
        for &variant in Variant::ALL {
            let history = self.rating_history(member, variant).await?;
            all.extend(history.into_iter().map(|rated| (variant, rated)));
        }
        Ok(all)
    }

    /// The results of a member by kind of opponent.
    pub async fn tallies(&mut self, member: MemberId, variant: Variant) -> Result<Vec<Tally>> {
        let tallies = sqlx::query_as(TALLIES).bind(member.0).bind(variant.key());
        let tallies: Vec<TallyRow> = tallies.fetch_all(self.connection()).await?;
        let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        let tally = |(level, games, wins, kept, won, hinted): TallyRow| {
            Ok(Tally {
                hinted,
                level: level.as_deref().map(AsWord::read).transpose()?,
                games,
                wins,
                accuracy: Accuracy {
                    kept: count(kept),
                    won: count(won),
                },
            })
        };
        tallies.into_iter().map(tally).collect()
    }

    /// A member's best wins against the bot: the highest level first, then the largest starts. Wins from starts that one move can win are left
    /// out.
    pub async fn best_bot_wins(
        &mut self,
        member: MemberId,
        variant: Variant,
        most: i64,
    ) -> Result<Vec<BotWin>> {
        let wins = sqlx::query_as(BEST_BOT_WINS)
            .bind(member.0)
            .bind(variant.key());
        let wins: Vec<(String, String, String, String, i64)> =
            wins.bind(most).fetch_all(self.connection()).await?;
        let win = |(level, variant, rules, start, moves): (String, String, String, String, i64)| {
            let (level, from) = (AsWord::read(&level)?, position(&variant, &rules, &start)?);
            Ok(BotWin { level, from, moves })
        };
        wins.into_iter().map(win).collect()
    }

    /// The most rated wins in a row of a member.
    pub async fn longest_streak(&mut self, member: MemberId, variant: Variant) -> Result<i64> {
        let longest =
            "SELECT COALESCE(MAX(streak), 0) FROM ratings WHERE member = $1 AND variant = $2";
        let longest = sqlx::query_scalar(longest)
            .bind(member.0)
            .bind(variant.key());
        Ok(longest.fetch_one(self.connection()).await?)
    }

    /// Every game of a member, running and finished, with its moves, the oldest first.
    pub async fn all_games(
        &mut self,
        member: MemberId,
    ) -> Result<Vec<(GameRecord, Vec<PlayedAt>)>> {
        let theirs = concat!(
            " FROM games WHERE ",
            running_of_member!(),
            " OR ",
            finished_of_member!(),
            " ORDER BY id"
        );
        self.games(theirs, &[member.0]).await
    }

    /// Every challenge that a member has made or received, the oldest first.
    pub async fn all_challenges(&mut self, member: MemberId) -> Result<Vec<ChallengeRecord>> {
        let query = AssertSqlSafe(format!(
            "SELECT {}, name FROM challenges LEFT JOIN members ON members.id = challenger
             WHERE challenger = $1 OR invited = $1 ORDER BY challenges.id",
            *CHALLENGE
        ));
        let rows = sqlx::query_as(query).bind(member.0);
        let rows: Vec<(String, Option<String>)> = rows.fetch_all(self.connection()).await?;
        let challenge = |(row, challenger): (String, Option<String>)| {
            let mut record = text::read::<ChallengeRow>(&row)?.record()?;
            let [name, _] = &mut record.names;
            *name = challenger;
            Ok(record)
        };
        rows.into_iter().map(challenge).collect()
    }
}

/// Deletes everything about a member that is not a result.
pub(super) const FORGET: [&str; 6] = [
    concat!(
        "UPDATE games SET version = version + 1, message = NULL WHERE ",
        running_of_member!()
    ),
    concat!(
        "UPDATE games SET version = version + 1, message = NULL, first_vote = NULL, second_vote = NULL WHERE ",
        finished_of_member!()
    ),
    "UPDATE challenges SET message = NULL, invited_name = NULL WHERE challenger = $1 OR invited = $1",
    "DELETE FROM notifications WHERE member = $1",
    "DELETE FROM blocks WHERE member = $1 OR blocked = $1",
    "DELETE FROM members WHERE id = $1",
];

/// The columns in which another id replaces a member's.
const RENAME: [&str; 8] = [
    "UPDATE games SET first_player = $2 WHERE phase = 'running' AND first_player = $1",
    "UPDATE games SET first_player = $2 WHERE phase <> 'running' AND first_player = $1",
    "UPDATE games SET second_player = $2 WHERE phase = 'running' AND second_player = $1",
    "UPDATE games SET second_player = $2 WHERE phase <> 'running' AND second_player = $1",
    "UPDATE challenges SET challenger = $2 WHERE challenger = $1",
    "UPDATE challenges SET invited = $2 WHERE invited = $1",
    "UPDATE ratings SET member = $2 WHERE member = $1",
    "UPDATE standings SET member = $2, shown = 0 WHERE member = $1",
];

impl Work<'_> {
    /// The ids of open challenges that a member has made or received.
    pub fn open_with(&mut self, member: MemberId) -> Result<Vec<GameId>> {
        self.ids(Key::ChallengesWith(member))
    }

    /// The messages of a member's latest notifications.
    pub fn latest_notifications(&mut self, member: MemberId) -> Result<Vec<NotificationMessage>> {
        let notice = |row: &[i64]| {
            let &[game, channel, message, editable, at] = row else {
                return None;
            };
            Some(NotificationMessage {
                game: GameId(game),
                member,
                channel: ChannelId(channel),
                message: MessageId(message),
                editable: editable != 0,
                at: Timestamp(at),
            })
        };
        let rows = self.list(Key::NotifiedAbout(member))?;
        Ok(rows.chunks(5).filter_map(notice).collect())
    }

    /// Whether that id is in use.
    pub fn is_taken(&mut self, nobody: MemberId) -> Result<bool> {
        Ok(self.list(Key::IdInUse(nobody))?.contains(&1))
    }

    /// Replaces a member by the id `nobody` everywhere, and deletes what is not a result: name, settings, the messages of games. What protects
    /// others from the member is kept for a while.
    pub fn erase_member(
        &mut self,
        member: MemberId,
        nobody: MemberId,
        (retention, now): (Retention, Timestamp),
    ) -> Result<()> {
        self.forget();
        self.own.erases = true;
        let [uncount, rank, count] = &*RANK;
        self.execute_on(Some(text::write(&[member.0])?), uncount, &[]);
        self.keep_limits(member, retention, now)?;
        for statement in FORGET {
            self.execute(statement, &[member.0]);
        }
        for statement in RENAME {
            self.execute(statement, &[member.0, nobody.0]);
        }
        self.execute_on(Some(text::write(&[nobody.0])?), rank, &[]);
        self.execute_on(Some(text::write(&[nobody.0])?), count, &[]);
        Ok(())
    }
}
