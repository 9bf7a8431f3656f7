//! Snowflakes: Discord's ids, which contain their creation time.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The epoch of snowflakes: 2015-01-01, in milliseconds since 1970
/// (<https://discord.com/developers/docs/reference#snowflakes>).
const EPOCH_MS: i64 = 1_420_070_400_000;

/// An id. In JSON it is a string, as in Discord's API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u64);

impl Id {
    /// The first id of a given millisecond.
    #[must_use]
    pub fn first_at(now_ms: i64) -> Self {
        Self(u64::try_from(now_ms - EPOCH_MS).unwrap_or(0) << 22)
    }

    /// The time in the id, in milliseconds since 1970.
    #[must_use]
    pub fn at_ms(self) -> i64 {
        (self.0 >> 22).cast_signed() + EPOCH_MS
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(digits: &str) -> Result<Self, Self::Err> {
        digits.parse().map(Self)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}
