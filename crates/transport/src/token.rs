//! The bot's token, which is never printed.

use std::fmt;

/// The bot's token. Holds only characters that a header can hold, and keeps itself out of logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A token. Returns `None` if there is a character that no token has.
    #[must_use]
    pub fn new(token: String) -> Option<Self> {
        token
            .bytes()
            .all(|byte| byte.is_ascii_graphic())
            .then_some(Self(token))
    }

    /// The token itself, for sending it.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[token]")
    }
}
