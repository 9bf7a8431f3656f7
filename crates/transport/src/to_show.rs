//! What is still to be shown, sent or deleted, as the database says.

use std::time::Duration;

use wythoff_discord::{Bot, RetryKey};
use wythoff_game::records::DailyTo;
use wythoff_game::{GameId, Timestamp};
use wythoff_service::Unsent;
use wythoff_store::Read;

/// After this time, what is still to be sent or deleted is tried again.
const UNSENT_FOR: Duration = Duration::from_secs(30);

/// How many undrawn boards are looked at together, the latest first. The others come once these are
/// drawn.
const MOST_UNDRAWN: i64 = 1 << 12;

/// How long to look for undrawn boards. That is generous, since nobody is waiting.
const UNDRAWN_TIMEOUT: Duration = Duration::from_secs(30);

/// Why a sweep begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// A process may just have died: our predecessor, or another one. Only we show what the dead one has
    /// changed, and the latest message of a game may not be known.
    Death,
    /// Time has passed.
    Regularly,
}

/// What is still to be shown.
#[derive(Debug)]
pub struct ToShow {
    /// The boards whose latest change is not drawn, with the time of that change.
    pub(super) boards: Vec<(GameId, Timestamp)>,
    pub(super) unsent: Unsent,
}

impl ToShow {
    /// Reads what the process before has left. Called before the first interaction is answered, since an
    /// answer makes its message the board of a game, and a newer one would no longer be looked for.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn at_start(bot: &Bot) -> wythoff_store::Result<Self> {
        Self::read(bot, Why::Death, Timestamp(i64::MAX)).await
    }

    /// Reads what is to be shown.
    pub(super) async fn read(bot: &Bot, why: Why, now: Timestamp) -> wythoff_store::Result<Self> {
        let before = match why {
            Why::Death => Timestamp(i64::MAX),
            Why::Regularly => now.minus(UNSENT_FOR),
        };
        let undrawn = |mut view: Read| async move { view.undrawn(MOST_UNDRAWN).await };
        Ok(Self {
            boards: bot.store().long_read(UNDRAWN_TIMEOUT, undrawn).await?,
            unsent: bot.service().unsent(before).await?,
        })
    }

    /// Since when the oldest of these deletions, notifications, puzzles and boards has been waiting, without those
    /// boards that are known to be drawn, and what cannot be shown because its channel is closed to the bot.
    pub(super) fn oldest(
        &self,
        is_drawn: impl Fn(GameId, Timestamp) -> bool,
        is_left_alone: impl Fn(RetryKey) -> bool,
    ) -> Option<Timestamp> {
        let boards = self.boards.iter().copied();
        let boards = boards.filter(|&(game, at)| !is_drawn(game, at));
        let boards = boards.map(|(game, at)| (RetryKey::Board(game), at));
        let to_send = self.unsent.to_send.iter();
        let to_send = to_send.map(|it| (RetryKey::Notification(it.game, it.member), it.at));
        let to_delete = self.unsent.to_delete.iter();
        let to_delete = to_delete.map(|&(it, at)| (RetryKey::Deletion(it.message), at));
        let dailies = self.unsent.dailies.iter();
        let dailies =
            dailies.map(|&(server, _, due)| (RetryKey::Daily(DailyTo::Server(server)), due));
        let all = boards.chain(to_send).chain(to_delete).chain(dailies);
        let tried = all.filter(|&(key, _)| !is_left_alone(key));
        tried.map(|(_, at)| at).min()
    }
}
