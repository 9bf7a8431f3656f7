//! A point in time, as Discord counts it.

use std::time::Duration;

/// Milliseconds since 1970, in Discord's time: read off the snowflake of the interaction that caused something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The point in time that lies that much earlier.
    ///
    /// ```
    /// use std::time::Duration;
    /// use wythoff::game::Timestamp;
    ///
    /// assert_eq!(Timestamp(5_000).before(Duration::from_secs(2)), Timestamp(3_000));
    /// ```
    #[must_use]
    pub fn before(self, by: Duration) -> Self {
        Self(
            self.0
                .saturating_sub(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)),
        )
    }
}
