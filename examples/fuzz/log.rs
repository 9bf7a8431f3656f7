//! Looks for tokens in what the bot logs.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tracing_subscriber::fmt::MakeWriter;

/// What every interaction token and every bot token contains.
const TOKENS: [&str; 2] = [".secret", "sandbox.token."];

/// A log that is searched for tokens, and discarded.
#[derive(Clone, Default)]
pub(crate) struct Log {
    has_token: Arc<AtomicBool>,
}

impl Log {
    /// Begins to search the log of this process.
    pub(crate) fn watch() -> Self {
        let log = Self::default();
        tracing_subscriber::fmt()
            .with_max_level(tracing::Level::DEBUG)
            .with_writer(log.clone())
            .init();
        log
    }

    /// Whether the log is free of tokens.
    pub(crate) fn is_clean(&self) -> bool {
        !self.has_token.load(Ordering::Relaxed)
    }
}

impl io::Write for Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let line_text = String::from_utf8_lossy(line);
        if TOKENS.iter().any(|token| line_text.contains(token)) {
            self.has_token.store(true, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}
