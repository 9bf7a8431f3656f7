//! What members and servers set.

pub(in crate::discord) mod view;

use futures::FutureExt;

use crate::discord::context::InteractionContext;
use crate::discord::input::control::{Setting, SettingsPage};
use crate::discord::input::interaction::Snowflake;
use crate::discord::message::Message;
use crate::discord::reply::{Reply, Response};
use crate::discord::text::key;
use crate::game::MemberId;
use crate::records::{MemberChange, MemberSettings, ServerChange, ServerSettings, Word};
use view::Saved;

/// A change of one setting.
enum Change {
    Member(MemberChange),
    Server(ServerChange),
}

impl InteractionContext {
    /// A page of settings. `response` says whether it is a new message, or replaces the page before.
    pub(in crate::discord) async fn settings(
        self: Box<Self>,
        page: SettingsPage,
        response: fn(Message) -> Response,
    ) -> Reply {
        let service = &self.bot.service;
        let message = match (page, self.caller.place.guild) {
            (SettingsPage::Server, Some(server)) if self.permissions.manages_server => {
                match service.server_settings(server).await {
                    Ok(settings) => Ok(self.server_page(&settings, Saved::NotYet).await),
                    Err(fault) => Err(fault),
                }
            }
            (SettingsPage::Server, _) => return self.private(key!("refused-not-manager")).await,
            (SettingsPage::Own, _) => return self.own_settings(0, response).await,
        };
        match message {
            Ok(message) => Reply::only(response(message)),
            Err(fault) => Reply::private(self.fault(&fault).await),
        }
    }

    /// The member's settings, with that page of those who may never challenge.
    pub(in crate::discord) async fn own_settings(
        self: Box<Self>,
        blocked_page: usize,
        response: fn(Message) -> Response,
    ) -> Reply {
        match self.bot.service.member(self.caller.member).await {
            Ok(member) => {
                let page = self.own_page(&member.settings, blocked_page, Saved::NotYet);
                Reply::only(response(page))
            }
            Err(fault) => Reply::private(self.fault(&fault).await),
        }
    }

    /// Changes a setting. `preset` are the members that its select had chosen before.
    pub(in crate::discord) async fn set(
        self: Box<Self>,
        setting: Setting,
        values: &[String],
        preset: Vec<MemberId>,
    ) -> Reply {
        let chosen = values.first().and_then(|id| id.parse().ok());
        let chosen = chosen.map(|Snowflake(id)| MemberId(id));
        let first = preset.first().copied().or(chosen);
        let Some(change) = self.change_of(setting, values, preset) else {
            return self.private(key!("refused-old-control")).await;
        };
        let (service, caller) = (&self.bot.service, self.caller.clone());
        match (change, self.caller.place.guild) {
            (Change::Member(change), _) => {
                let pending = service.change_member(caller, change);
                self.change(pending, move |context, settings| {
                    let blocked_page = page_of(&settings, first);
                    let page = context.own_page(&settings, blocked_page, Saved::JustNow);
                    async move { Reply::only(Response::Update(page)) }.boxed()
                })
                .await
            }
            (Change::Server(change), Some(server)) if self.permissions.manages_server => {
                let pending = service.change_server(caller, server, change);
                self.change(pending, |context, settings| {
                    async move {
                        let page = context.server_page(&settings, Saved::JustNow).await;
                        Reply::only(Response::Update(page))
                    }
                    .boxed()
                })
                .await
            }
            (Change::Server(_), _) => self.private(key!("refused-not-manager")).await,
        }
    }

    /// What a control changes. Returns `None` if its values are not those of this program.
    fn change_of(
        &self,
        setting: Setting,
        values: &[String],
        preset: Vec<MemberId>,
    ) -> Option<Change> {
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
            Setting::NotifyBy => Change::Member(MemberChange::NotifyBy(Word::from_word(value)?)),
            Setting::ChallengesFrom(challenges_from) => {
                Change::Member(MemberChange::ChallengesFrom(challenges_from))
            }
            Setting::Blocked => {
                let ids: Result<Vec<Snowflake>, _> = values.iter().map(|id| id.parse()).collect();
                let mut added: Vec<MemberId> = ids.ok()?.iter().map(|id| MemberId(id.0)).collect();
                // Whoever is on another page, or has come back since the page was drawn, stays as they are.
                let mut removed = preset;
                removed.retain(|member| !added.contains(member));
                added.retain(|&member| member != self.caller.member);
                Change::Member(MemberChange::Blocked { added, removed })
            }
            Setting::Visibility => {
                Change::Member(MemberChange::Visibility(Word::from_word(value)?))
            }
            Setting::Clock => Change::Server(ServerChange::Clock(Word::from_word(value)?)),
            Setting::LargestHeap => Change::Server(ServerChange::LargestHeap(match value {
                "none" => None,
                size => Some(
                    size.parse()
                        .ok()
                        .filter(|size| view::LARGEST_HEAPS.contains(size))?,
                ),
            })),
            Setting::ServerLanguage => Change::Server(ServerChange::Language(language()?)),
            Setting::Pings(switch) => Change::Server(ServerChange::Pings(switch)),
            Setting::Everywhere(switch) => Change::Server(ServerChange::Everywhere(switch)),
        })
    }

    fn own_page(&self, settings: &MemberSettings, blocked_page: usize, saved: Saved) -> Message {
        // In the language that has just been chosen, if one has.
        let locale = settings.language.as_ref().unwrap_or(&self.client_locale);
        view::own_settings(
            self.bot.texts.language(locale),
            settings,
            blocked_page,
            &self.languages(),
            self.rendering(),
            saved,
            self.permissions.manages_server,
        )
    }

    async fn server_page(&self, settings: &ServerSettings, saved: Saved) -> Message {
        view::server_settings(
            self.language().await,
            settings,
            &self.languages(),
            self.rendering(),
            saved,
        )
    }

    /// The languages that there are texts in, each with its own name for itself.
    fn languages(&self) -> Vec<(&'static str, String)> {
        let languages = self.bot.texts.languages();
        languages
            .map(|(tag, language)| (tag, language.say(key!("settings-language-name"))))
            .collect()
    }
}

/// The page that shows the members from that one on among those who may never challenge.
fn page_of(settings: &MemberSettings, first: Option<MemberId>) -> usize {
    let before = |first| {
        settings
            .blocked
            .iter()
            .filter(|&&known| known < first)
            .count()
    };
    first.map_or(0, before) / view::BLOCKED_ON_A_PAGE
}
