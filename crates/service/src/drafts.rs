//! Drafts: partly chosen moves. Quick taps on the same drawing of a board, which is its game, its point and
//! the message as it was sent, add up. A draft is stored as text.

use futures::FutureExt;

use super::Service;
use wythoff_game::Timestamp;
use wythoff_store::Pending;

impl Service {
    /// Changes what is chosen on a drawing: `change` gets what earlier taps have chosen, if there
    /// were any. If `change` fails, nothing is stored.
    pub fn tap<E: Send + 'static>(
        &self,
        drawing: String,
        at: Timestamp,
        change: impl FnOnce(Option<String>) -> Result<String, E> + Send + 'static,
    ) -> Pending<Result<String, E>, wythoff_store::Error> {
        self.store.change(move |tx| {
            async move {
                let chosen = change(tx.draft(&drawing).await?);
                if let Ok(chosen) = &chosen {
                    tx.save_draft(&drawing, chosen, at).await?;
                }
                Ok(chosen)
            }
            .boxed()
        })
    }
}
