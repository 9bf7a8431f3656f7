//! Requests that wait until their member has answered a question about them. A restart forgets them;
//! then the member is asked to make the request again.

use std::fmt;

use hashlink::LruCache;
use parking_lot::Mutex;

use crate::commands::command::Handler;
use wythoff_game::MemberId;
use wythoff_game::records::InteractionId;

/// How many requests are kept.
const KEPT: usize = 1_000;

/// A request: the interaction and the member that made it.
type By = (InteractionId, MemberId);

/// Requests.
pub(super) struct AskedAbout(Mutex<LruCache<By, Handler<()>>>);

impl Default for AskedAbout {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(KEPT)))
    }
}

impl fmt::Debug for AskedAbout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AskedAbout")
    }
}

impl AskedAbout {
    /// Keeps what answers a request.
    pub(super) fn keep(&self, by: By, handler: Handler<()>) {
        self.0.lock().insert(by, handler);
    }

    /// What answers a request, once.
    pub(super) fn take(&self, by: By) -> Option<Handler<()>> {
        self.0.lock().remove(&by)
    }
}
