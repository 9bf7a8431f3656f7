//! Numbers that Discord sends as text, since JavaScript would round them: ids and permissions.

use std::borrow::Cow;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use thiserror::Error;

/// An id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Snowflake(pub(crate) i64);

impl<'de> Deserialize<'de> for Snowflake {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = Cow::<str>::deserialize(deserializer)?;
        digits.parse().map_err(D::Error::custom)
    }
}

/// Parses a positive number without a sign. Ids fit into the database's `i64` until 2084.
impl FromStr for Snowflake {
    type Err = InvalidId;

    fn from_str(digits: &str) -> Result<Self, InvalidId> {
        let id = digits
            .parse::<u64>()
            .ok()
            .filter(|_| !digits.starts_with('+'));
        let id = id.and_then(|id| i64::try_from(id).ok());
        id.filter(|&id| id > 0).map(Self).ok_or(InvalidId)
    }
}

/// The text is not a valid id.
#[derive(Debug, Error)]
#[error("not an id")]
pub(crate) struct InvalidId;

/// Permissions as bits (<https://discord.com/developers/docs/topics/permissions>).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PermissionBits(i64);

impl PermissionBits {
    pub(crate) const ADMINISTRATOR: i64 = 1 << 3;
    /// Those with which a member can do more than take part: to kick, ban, administrate, or manage channels or
    /// the server; to see its audit log; to mute, deafen or move; to mention everybody; to manage messages,
    /// nicknames, roles, webhooks, expressions, events or threads; to time out.
    pub(crate) const POWERS: i64 = 1 << 1
        | 1 << 2
        | 1 << 3
        | 1 << 4
        | 1 << 5
        | 1 << 7
        | 1 << 13
        | 1 << 17
        | 1 << 22
        | 1 << 23
        | 1 << 24
        | 1 << 27
        | 1 << 28
        | 1 << 29
        | 1 << 30
        | 1 << 33
        | 1 << 34
        | 1 << 40;
    pub(crate) const MANAGE_ROLES: i64 = 1 << 28;
    pub(crate) const MANAGE_GUILD: i64 = 1 << 5;
    pub(crate) const VIEW_CHANNEL: i64 = 1 << 10;
    pub(crate) const SEND_MESSAGES: i64 = 1 << 11;
    pub(crate) const ATTACH_FILES: i64 = 1 << 15;
    pub(crate) const SEND_MESSAGES_IN_THREADS: i64 = 1 << 38;
    pub(crate) const USE_EXTERNAL_APPS: i64 = 1 << 50;

    /// Whether all of `permissions` are granted.
    pub(crate) const fn contains(self, permissions: i64) -> bool {
        self.0 & permissions == permissions
    }

    /// Whether any of `permissions` is granted.
    pub(crate) const fn contains_any(self, permissions: i64) -> bool {
        self.0 & permissions != 0
    }
}

impl<'de> Deserialize<'de> for PermissionBits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = Cow::<str>::deserialize(deserializer)?;
        let bits = digits.parse::<u64>().map_err(D::Error::custom)?;
        Ok(Self(bits.cast_signed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_positive_number_without_a_sign() {
        let id = "1174109849387008000".parse::<Snowflake>();
        assert_eq!(id.map(|id| id.0).ok(), Some(1_174_109_849_387_008_000));
        for invalid in ["", "0", "-1", "+1", "9223372036854775808", "1e3", " 1"] {
            assert!(invalid.parse::<Snowflake>().is_err(), "{invalid}");
        }
    }
}
