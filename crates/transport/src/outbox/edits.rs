//! Overlapping edits of a message by this process. Discord may carry them out in any order, so the
//! last answer triggers a check of the message.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use wythoff_game::records::MessageId;

#[derive(Debug, Default)]
pub(crate) struct Edits(Mutex<HashMap<MessageId, UnderWay>>);

#[derive(Debug, Default)]
struct UnderWay {
    count: u32,
    have_overlapped: bool,
}

/// An edit that is under way.
#[derive(Debug)]
pub(crate) struct Edit {
    edits: Option<Arc<Edits>>,
    message: MessageId,
}

impl Edits {
    /// Begins an edit of a message, before it is sent.
    pub(crate) fn begin(self: &Arc<Self>, message: MessageId) -> Edit {
        let mut edits = self.0.lock();
        let under_way = edits.entry(message).or_default();
        under_way.have_overlapped |= under_way.count > 0;
        under_way.count += 1;
        Edit {
            edits: Some(self.clone()),
            message,
        }
    }

    fn end(&self, message: MessageId) -> bool {
        let mut edits = self.0.lock();
        let Some(under_way) = edits.get_mut(&message) else {
            return false;
        };
        under_way.count -= 1;
        if under_way.count > 0 {
            return false;
        }
        let have_overlapped = under_way.have_overlapped;
        edits.remove(&message);
        have_overlapped
    }
}

impl Edit {
    /// Ends an edit after Discord's answer. Returns whether it was the last of several edits that
    /// overlapped.
    pub(crate) fn finish(mut self) -> bool {
        let edits = self.edits.take();
        edits.is_some_and(|edits| edits.end(self.message))
    }
}

impl Drop for Edit {
    fn drop(&mut self) {
        if let Some(edits) = self.edits.take() {
            edits.end(self.message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_overlapping_edit_is_reported() {
        let edits = Arc::new(Edits::default());
        let message = MessageId(1);
        assert!(!edits.begin(message).finish(), "alone");
        let (first, second) = (edits.begin(message), edits.begin(message));
        let other = edits.begin(MessageId(2));
        assert!(!second.finish());
        let third = edits.begin(message);
        drop(first);
        assert!(third.finish());
        assert!(!other.finish());
        assert!(edits.0.lock().is_empty());
    }
}
