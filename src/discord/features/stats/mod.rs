//! The numbers of a member.

pub(in crate::discord) mod view;

use crate::discord::context::InteractionContext;
use crate::discord::reply::Reply;
use crate::discord::text::key;
use crate::game::MemberId;
use crate::rules::Variant;

impl InteractionContext {
    /// The numbers of that member, or of the one who asks.
    pub(in crate::discord) async fn stats(
        self: Box<Self>,
        variant: Variant,
        member: Option<(MemberId, String)>,
    ) -> Reply {
        let (member, name) =
            member.unwrap_or_else(|| (self.caller.member, self.caller.name.clone()));
        if self.bot.user.get() == Some(&member) {
            return self.private(key!("stats-of-the-bot")).await;
        }
        match self.bot.service.stats(member, variant).await {
            Ok(stats) => {
                // Others need not see that there is nothing to see.
                let language = if stats.tallies.is_empty() {
                    self.language().await
                } else {
                    self.public_language()
                };
                self.public(view::stats(language, &stats, &name))
            }
            Err(fault) => Reply::private(self.fault(&fault).await),
        }
    }
}
