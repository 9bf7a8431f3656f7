//! The boards that have been drawn, to be noted together: a statement of their own would cost each click
//! a commit. If the process is killed before, they are drawn once more.

use std::collections::HashMap;
use std::time::Duration;

use futures::FutureExt;
use parking_lot::Mutex;
use tokio::time::sleep;

use wythoff_discord::Bot;
use wythoff_game::chain::chain;
use wythoff_game::{GameId, Timestamp};

/// How often they are noted.
const NOTED_EVERY: Duration = Duration::from_secs(1);

/// For each board, when what was drawn changed.
#[derive(Debug, Default)]
pub(super) struct Drawn(Mutex<HashMap<GameId, Timestamp>>);

impl Drawn {
    /// Notes that a board was drawn, or never can be, as it was after a change.
    pub(super) fn add(&self, game: GameId, changed: Timestamp) {
        let mut drawn = self.0.lock();
        let latest = drawn.entry(game).or_insert(changed);
        *latest = changed.max(*latest);
    }

    /// Whether a change is drawn, though that may not be saved yet.
    pub(super) fn includes(&self, game: GameId, changed: Timestamp) -> bool {
        self.0.lock().get(&game).is_some_and(|&at| at >= changed)
    }

    /// Saves them again and again.
    pub(super) async fn save_regularly(&self, bot: &Bot) {
        loop {
            sleep(NOTED_EVERY).await;
            self.save(bot).await;
        }
    }

    /// Saves them.
    pub(super) async fn save(&self, bot: &Bot) {
        let drawn: Vec<_> = self
            .0
            .lock()
            .iter()
            .map(|(&game, &at)| (game, at))
            .collect();
        if drawn.is_empty() {
            return;
        }
        let noted = drawn.clone();
        let noting = bot
            .store()
            .change(move |tx| async move { tx.note_drawn(&noted).await }.boxed());
        match noting.done().await {
            Ok(()) => {
                let saved: HashMap<_, _> = drawn.into_iter().collect();
                self.0.lock().retain(|game, at| saved.get(game) != Some(at));
            }
            Err(error) => tracing::warn!(
                error = chain(&error),
                "it was not noted which boards are drawn; trying again"
            ),
        }
    }
}
