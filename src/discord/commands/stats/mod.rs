//! The numbers of a member.

pub(in crate::discord) mod view;

use crate::discord::context::InteractionContext;
use crate::discord::reply::Reply;
use crate::discord::text::key;
use crate::game::MemberId;
use crate::rules::Variant;

impl InteractionContext {
    /// The numbers of that member, or of the one who asks, at a game or at all.
    pub(in crate::discord) async fn stats(
        self: Box<Self>,
        variant: Option<Variant>,
        member: Option<(MemberId, String)>,
    ) -> Reply {
        let (member, name) =
            member.unwrap_or_else(|| (self.caller.member, self.caller.name.clone()));
        if self.bot.user.get() == Some(&member) {
            return self.private(key!("stats-of-the-bot")).await;
        }
        let service = &self.bot.service;
        // Others need not see that there is nothing to see.
        let language = async |is_empty| {
            if is_empty {
                self.language().await
            } else {
                self.public_language()
            }
        };
        let shown = match variant {
            Some(variant) => match service.stats(member, variant).await {
                Ok(stats) => view::stats(language(stats.tallies.is_empty()).await, &stats, &name),
                Err(fault) => return Reply::private(self.fault(&fault).await),
            },
            None => match service.overview(member).await {
                Ok(all) => view::overview(language(all.games.is_empty()).await, &all, &name),
                Err(fault) => return Reply::private(self.fault(&fault).await),
            },
        };
        self.public(shown)
    }
}
