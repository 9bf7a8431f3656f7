//! Pseudonyms under which limits and blocks outlive an erasure. Each is a keyed hash of one or two
//! ids, so that a member who comes back is recognised.
//!
//! The key is part of the database. A pseudonym hides an id from a reader of one row, not from a
//! reader of the whole database.

use std::fmt::Write;

use ring::hmac;

use super::InteractionId;
use crate::{Day, GameId, MemberId};

/// An event that restricts a member for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// A challenge was declined: the challenger, the invited member.
    Declined(MemberId, MemberId),
    /// The two members began a rated game. The smaller id comes first, as in [`Limit::rated`].
    Rated(MemberId, MemberId),
    NoShow(MemberId),
    /// A challenge was made: the challenger, the invited member.
    Challenged(MemberId, MemberId),
    /// An offer of another game pinged a member: who offered, who was pinged.
    Offered(MemberId, MemberId),
    /// A question that the other one has to agree to pinged a member: who asked, who was pinged.
    Asked(MemberId, MemberId),
    /// A member has asked the other one to agree to something in that game.
    Offer(MemberId, GameId),
    /// A member has begun their only try at a dare.
    Dared(MemberId, InteractionId),
    /// That member has predicted the winner of that game.
    Predicted(MemberId, GameId),
    /// A member has begun their only try at the puzzle of a day.
    Tried(MemberId, Day),
}

/// Makes pseudonyms.
#[derive(Debug)]
pub struct Pseudonyms(hmac::Key);

impl Pseudonyms {
    /// Makes pseudonyms with the key of a database.
    #[must_use]
    pub fn new(key: &[u8]) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, key))
    }

    /// The pseudonym of a blocked member.
    #[must_use]
    pub fn of_blocked(&self, member: MemberId) -> String {
        self.hash("blocked", &[member])
    }

    /// The pseudonym of the member, or of the pair, that a limit is about.
    #[must_use]
    pub fn of_limit(&self, limit: Limit) -> String {
        match limit {
            Limit::Declined(one, other)
            | Limit::Challenged(one, other)
            | Limit::Rated(one, other) => self.hash(limit.kind(), &[one, other]),
            // Stored as challenges, but counted apart.
            Limit::Offered(one, other) => self.hash("offered", &[one, other]),
            Limit::Asked(one, other) => self.hash("asked", &[one, other]),
            Limit::Offer(member, game) => self.hash("offer", &[member, MemberId(game.0)]),
            Limit::Dared(member, dare) => self.hash("dared", &[member, MemberId(dare.0)]),
            Limit::Predicted(member, game) => self.hash("predicted", &[member, MemberId(game.0)]),
            Limit::Tried(member, day) => self.hash("tried", &[member, MemberId(day.0)]),
            Limit::NoShow(member) => self.hash(limit.kind(), &[member]),
        }
    }

    /// HMAC-SHA256 of the purpose and the ids, in hexadecimal.
    fn hash(&self, purpose: &str, members: &[MemberId]) -> String {
        let mut context = hmac::Context::with_key(&self.0);
        context.update(purpose.as_bytes());
        for member in members {
            context.update(&member.0.to_be_bytes());
        }
        let mut digits = String::with_capacity(64);
        for byte in context.sign().as_ref() {
            // Writing to a string cannot fail.
            let _ = write!(digits, "{byte:02x}");
        }
        digits
    }
}

impl Limit {
    /// The limit for two members, in either order, who began a rated game.
    #[must_use]
    pub fn rated([a, b]: [MemberId; 2]) -> Self {
        Self::Rated(a.min(b), a.max(b))
    }

    /// The word for this kind of limit in the database.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Declined(..) => "declined",
            Self::Rated(..) => "rated",
            Self::NoShow(_) => "no_show",
            Self::Challenged(..)
            | Self::Offered(..)
            | Self::Asked(..)
            | Self::Offer(..)
            | Self::Dared(..)
            | Self::Predicted(..)
            | Self::Tried(..) => "challenged",
        }
    }
}
