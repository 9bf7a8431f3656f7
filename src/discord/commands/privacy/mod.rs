//! What is stored about a member: the export and the erasure.

mod exports;
pub(in crate::discord) mod view;

use futures::FutureExt;

pub(in crate::discord) use self::exports::Exports;
use self::exports::NotBegun;
use crate::discord::context::InteractionContext;
use crate::discord::follow_ups::follow_ups_of;
use crate::discord::reply::{Board, FollowUp, Late, Reply, Response};
use crate::discord::text::key;
use crate::discord::view::plain;
use crate::service::Erased;

impl InteractionContext {
    /// Sends everything that is stored about the member, as a follow-up: a large file takes longer than a first response may.
    pub(in crate::discord) async fn export(self: Box<Self>) -> Reply {
        let exporting = match self.bot.exports.begin(self.caller.member) {
            Ok(exporting) => exporting,
            Err(why) => {
                let why = match why {
                    NotBegun::UnderWay => key!("export-under-way"),
                    NotBegun::Busy => key!("refused-busy"),
                };
                return Reply::private(plain(self.language().await.say(why)));
            }
        };
        let late = async move {
            let message = match self.bot.service.export(self.caller.member).await {
                Ok(export) => {
                    let written = tokio::task::spawn_blocking(move || view::file(&export)).await;
                    let file = written.ok().flatten();
                    view::export(self.language().await, file)
                }
                Err(fault) => self.fault(&fault).await,
            };
            drop(exporting);
            vec![FollowUp::Edit {
                message,
                game: None,
            }]
        };
        Reply {
            late: Some(Late(late.boxed())),
            ..Reply::only(Response::Defer)
        }
    }

    /// Erases everything about the member, if the form contains the right word.
    pub(in crate::discord) async fn erase(self: Box<Self>, fields: &[(String, String)]) -> Reply {
        let language = self.language().await;
        let word = language.say(key!("form-erase-word"));
        let typed = fields.first().map_or("", |(_, typed)| typed.trim());
        if typed.to_lowercase() != word.to_lowercase() {
            let args = fluent::fluent_args!["word" => word];
            let why = language.tell(key!("refused-not-erased"), &args);
            return Reply::private(plain(why));
        }
        let pending = self.bot.service.erase(self.caller.clone());
        self.change(pending, |context, erased| {
            async move { context.erased(&erased).await }.boxed()
        })
        .await
    }

    async fn erased(&self, erased: &Erased) -> Reply {
        let games = erased.resigned.iter().flat_map(|update| {
            let board = update.record.board;
            let board = board.map(|board| Board::of(&update.record, board));
            let mut after: Vec<FollowUp> = follow_ups_of(update).collect();
            // Which message was the board is not stored any more.
            let posted = after.iter_mut().find_map(|follow_up| {
                if let FollowUp::PostBoard { instead, .. } = follow_up {
                    Some(instead)
                } else {
                    None
                }
            });
            match posted {
                Some(instead) => *instead = board,
                None => after.extend(board.map(FollowUp::RedrawMessage)),
            }
            after
        });
        let challenges = erased.closed.iter();
        let challenges = challenges.filter_map(|closed| Board::of_challenge(&closed.record));
        let obsolete = erased.closed.iter().filter_map(|closed| closed.obsolete);
        let obsolete = erased.notifications.iter().copied().chain(obsolete);
        let after: Vec<FollowUp> = games
            .chain(challenges.map(FollowUp::RedrawMessage))
            .chain(obsolete.map(FollowUp::Delete))
            .collect();
        let message = view::erased(self.language().await, erased.resigned.len());
        Reply::private(message).then(after)
    }
}
