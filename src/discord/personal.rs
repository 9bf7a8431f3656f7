//! Answering what is about members rather than games: how they stand, what they set, what is stored about them.

use futures::FutureExt;

use super::answering::InteractionContext;
use super::control::{
    NOTIFY_BY, Reach, Setting, SettingsPage, VISIBILITIES, clock_word, named, notify_by_word,
    visibility_word,
};
use super::handler::board_at;
use super::outcome::{Origin, Outcome, follow_ups_of};
use super::reply::{Board, FollowUp, Message, Reply, Response};
use super::text::key;
use super::view;
use super::view::Saved;
use crate::game::{Clock, MemberId};
use crate::records::{MemberChange, MemberSettings, Order, Scope, ServerChange, ServerSettings};
use crate::service::{Erased, PageRequest};

/// Something that is set, by a member or for a server.
enum Change {
    Member(MemberChange),
    Server(ServerChange),
}

impl InteractionContext {
    pub(super) async fn stats(self, member: Option<(MemberId, String)>) -> Reply {
        let (member, name) =
            member.unwrap_or_else(|| (self.caller.member, self.caller.name.clone()));
        if self.bot.itself.get() == Some(&member) {
            return self.private(key!("stats-of-the-bot"));
        }
        match self.bot.service.stats(member).await {
            Ok(stats) => {
                let language = self.bot.texts.language(&self.caller.place.language);
                Reply::only(Response::Message(view::stats(language, &stats, &name)))
            }
            Err(fault) => Reply::private(self.fault(&fault)),
        }
    }

    pub(super) async fn leaderboard(self, reach: Option<Reach>, order: Order) -> Reply {
        let reach = reach.unwrap_or(Reach::Server);
        self.leaders(reach, order, PageRequest::First, Response::Message)
            .await
    }

    pub(super) async fn turn_leaderboard(
        self,
        reach: Reach,
        order: Order,
        page: PageRequest,
    ) -> Reply {
        self.leaders(reach, order, page, Response::Update).await
    }

    async fn leaders(
        self,
        reach: Reach,
        order: Order,
        page: PageRequest,
        shown: fn(Message) -> Response,
    ) -> Reply {
        // Where there is no server, every game counts.
        let scope = match (reach, self.caller.place.guild) {
            (Reach::Server, Some(server)) => Scope::Server(server),
            (Reach::Server, None) | (Reach::Everywhere, _) => Scope::Everywhere,
        };
        let service = &self.bot.service;
        match service
            .leaderboard(scope, order, page, self.caller.member)
            .await
        {
            Ok(board) => {
                let language = self.bot.texts.language(&self.caller.place.language);
                let asking = (self.caller.member, self.caller.name.as_str());
                let message = view::leaderboard(language, &board, asking);
                Reply::only(shown(message))
            }
            Err(fault) => Reply::private(self.fault(&fault)),
        }
    }

    pub(super) async fn show_settings(
        self,
        page: SettingsPage,
        shown: fn(Message) -> Response,
    ) -> Reply {
        let service = &self.bot.service;
        let message = match (page, self.caller.place.guild) {
            (SettingsPage::Server, Some(server)) if self.permissions.manages_server => {
                let settings = service.server_settings(server).await;
                settings.map(|settings| self.server_page(&settings, Saved::NotYet))
            }
            (SettingsPage::Server, _) => return self.private(key!("refused-not-manager")),
            (SettingsPage::Own, _) => {
                let member = service.member(self.caller.member).await;
                member.map(|member| self.own_page(&member.settings, Saved::NotYet))
            }
        };
        match message {
            Ok(message) => Reply::only(shown(message)),
            Err(fault) => Reply::private(self.fault(&fault)),
        }
    }

    pub(super) async fn set(self, origin: Origin, setting: Setting, values: Vec<String>) -> Reply {
        let Some(change) = self.change(setting, &values) else {
            return self.private(key!("refused-old-control"));
        };
        let (service, caller) = (&self.bot.service, self.caller.clone());
        match (change, self.caller.place.guild) {
            (Change::Member(change), _) => {
                let pending = service.change_member(caller, change);
                self.outcome(pending, origin, Outcome::OwnSettings).await
            }
            (Change::Server(change), Some(server)) if self.permissions.manages_server => {
                let pending = service.change_server(caller, server, change);
                self.outcome(pending, origin, Outcome::ServerSettings).await
            }
            (Change::Server(_), _) => self.private(key!("refused-not-manager")),
        }
    }

    /// What a control sets; none where its values are not those of this program.
    fn change(&self, setting: Setting, values: &[String]) -> Option<Change> {
        let value = values.first().map_or("", String::as_str);
        let language = || match value {
            "discord" => Some(None),
            tag => {
                let mut known = self.bot.texts.languages();
                known
                    .any(|(known, _)| known == tag)
                    .then(|| Some(tag.to_owned()))
            }
        };
        Some(match setting {
            Setting::Language => Change::Member(MemberChange::Language(language()?)),
            Setting::NotifyBy => Change::Member(MemberChange::NotifyBy(
                named(&NOTIFY_BY, notify_by_word, value).ok()?,
            )),
            Setting::ChallengesFrom(challenges_from) => {
                Change::Member(MemberChange::ChallengesFrom(challenges_from))
            }
            Setting::Blocked => {
                let members = values.iter().map(|id| id.parse().map(MemberId));
                let members: Result<Vec<_>, _> = members.collect();
                let mut members = members.ok()?;
                members.retain(|&member| member != self.caller.member);
                Change::Member(MemberChange::Blocked(members))
            }
            Setting::Visibility => Change::Member(MemberChange::Visibility(
                named(&VISIBILITIES, visibility_word, value).ok()?,
            )),
            Setting::Clock => Change::Server(ServerChange::Clock(
                named(&Clock::ALL, clock_word, value).ok()?,
            )),
            Setting::LargestPile => Change::Server(ServerChange::LargestPile(match value {
                "none" => None,
                size => Some(
                    size.parse()
                        .ok()
                        .filter(|size| view::LARGEST_PILES.contains(size))?,
                ),
            })),
            Setting::ServerLanguage => Change::Server(ServerChange::Language(language()?)),
            Setting::Pings(switch) => Change::Server(ServerChange::Pings(switch)),
            Setting::Everywhere(switch) => Change::Server(ServerChange::Everywhere(switch)),
        })
    }

    pub(super) fn own_page(&self, settings: &MemberSettings, saved: Saved) -> Message {
        // In the language that has just been chosen, if one has.
        let locale = settings.language.as_ref().unwrap_or(&self.client_locale);
        let details = (self.rendering(), saved, self.permissions.manages_server);
        view::own_settings(
            self.bot.texts.language(locale),
            settings,
            &self.languages(),
            details,
        )
    }

    pub(super) fn server_page(&self, settings: &ServerSettings, saved: Saved) -> Message {
        let details = (self.rendering(), saved);
        view::server_settings(self.language(), settings, &self.languages(), details)
    }

    /// The languages that there are texts in, each with its own name for itself.
    fn languages(&self) -> Vec<(&'static str, String)> {
        let languages = self.bot.texts.languages();
        languages
            .map(|(tag, language)| (tag, language.say(key!("settings-language-name"))))
            .collect()
    }

    /// Gathers and sends everything that is stored: in its own time, since a large file takes longer than a first response may.
    pub(super) fn export(self) -> Reply {
        let late = async move {
            let message = match self.bot.service.export(self.caller.member).await {
                Ok(export) => view::export(self.language(), &export),
                Err(fault) => self.fault(&fault),
            };
            vec![FollowUp::Edit {
                message,
                game: None,
            }]
        };
        Reply {
            late: Some(late.boxed()),
            ..Reply::only(Response::Defer)
        }
    }

    pub(super) async fn erase(self, fields: &[(String, String)]) -> Reply {
        let word = self.language().say(key!("form-erase-word"));
        let typed = fields.first().map_or("", |(_, typed)| typed.trim());
        if typed.to_lowercase() != word.to_lowercase() {
            let args = fluent::fluent_args!["word" => word];
            let why = self.language().tell(key!("refused-not-erased"), &args);
            return Reply::private(view::plain(why));
        }
        let pending = self.bot.service.erase(self.caller.clone());
        self.outcome(pending, Origin::Command, Outcome::Erased)
            .await
    }

    pub(super) fn erased(&self, erased: &Erased) -> Reply {
        let games = erased.resigned.iter().flat_map(|update| {
            let board = update.record.board;
            let board = board.map(|board| board_at(&update.record, board));
            let mut after: Vec<FollowUp> = follow_ups_of(update).collect();
            // Which message was the board is not known any more.
            let posted = after.iter_mut().find_map(|follow_up| match follow_up {
                FollowUp::PostBoard { instead, .. } => Some(instead),
                _ => None,
            });
            match posted {
                Some(instead) => *instead = board,
                None => after.extend(board.map(FollowUp::Redraw)),
            }
            after
        });
        let challenges = erased.closed.iter().filter_map(|closed| {
            let record = &closed.record;
            Some(FollowUp::Redraw(Board {
                game: record.challenge.id,
                channel: record.place.channel,
                message: record.message?,
                editable: record.place.editable,
            }))
        });
        let obsolete = erased.closed.iter().filter_map(|closed| closed.obsolete);
        let notices = erased.notices.iter().copied().chain(obsolete);
        let after: Vec<FollowUp> = games
            .chain(challenges)
            .chain(notices.map(FollowUp::Remove))
            .collect();
        let message = view::erased(self.language(), erased.resigned.len());
        Reply::private(message).then(after)
    }
}
