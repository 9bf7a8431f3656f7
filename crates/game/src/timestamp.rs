//! Timestamps, in Discord's time.

use std::time::Duration;

/// Milliseconds since 1970, in Discord's time, such as the time in an interaction's snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The time that is `by` earlier.
    ///
    /// ```
    /// use std::time::Duration;
    /// use wythoff_game::Timestamp;
    ///
    /// assert_eq!(Timestamp(5_000).minus(Duration::from_secs(2)), Timestamp(3_000));
    /// ```
    #[must_use]
    pub fn minus(self, by: Duration) -> Self {
        Self(
            self.0
                .saturating_sub(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)),
        )
    }

    /// The time that is `by` later.
    ///
    /// ```
    /// use std::time::Duration;
    /// use wythoff_game::Timestamp;
    ///
    /// assert_eq!(Timestamp(5_000).plus(Duration::from_secs(2)), Timestamp(7_000));
    /// ```
    #[must_use]
    pub fn plus(self, by: Duration) -> Self {
        Self(
            self.0
                .saturating_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)),
        )
    }

    /// This time, or the first after `before`, if that is later. So changes that came at the same time
    /// have times of their own.
    ///
    /// ```
    /// use wythoff_game::Timestamp;
    ///
    /// assert_eq!(Timestamp(5).or_after(Timestamp(3)), Timestamp(5));
    /// assert_eq!(Timestamp(5).or_after(Timestamp(5)), Timestamp(6));
    /// ```
    #[must_use]
    pub fn or_after(self, before: Self) -> Self {
        self.max(Self(before.0.saturating_add(1)))
    }

    /// The time that has passed since `then`. Zero if `then` is later.
    ///
    /// ```
    /// use std::time::Duration;
    /// use wythoff_game::Timestamp;
    ///
    /// assert_eq!(Timestamp(5_000).since(Timestamp(2_000)), Duration::from_secs(3));
    /// assert_eq!(Timestamp(2_000).since(Timestamp(5_000)), Duration::ZERO);
    /// ```
    #[must_use]
    pub fn since(self, then: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(then.0)).unwrap_or(0))
    }
}
