//! What is kept of games, challenges, members and servers, as values. Pure: how they are stored is the business of [`crate::store`],
//! how they are shown that of [`crate::discord`].

mod challenge;
mod game;
mod ids;
mod notice;
mod ranking;
mod rated;
mod settings;
mod standing;

pub use challenge::ChallengeRecord;
pub use game::{Counts, GameRecord, PlayedAt};
pub use ids::{ChannelId, InteractionId, MessageId, Place};
pub use notice::{About, Identify, Notice, Tell, Way};
pub use ranking::{ESTABLISHED_BY, Order, Page, Ranked, Rung};
pub use rated::{Form, RatedEnd, RatingChange};
pub use settings::{
    MemberChange, MemberSettings, ServerChange, ServerSettings, Switch, Telling, Visibility,
    Welcome,
};
pub use standing::{BotWin, RatedUpTo, Scope, Standing, Tally};
