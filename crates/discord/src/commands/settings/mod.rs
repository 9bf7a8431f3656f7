//! `settings`: the settings of members and of servers.

mod view;

use view::{Own, Saved};

use crate::commands::command::{Click, Clickable, Command};
use crate::context::{Answer, Context, Failure, InteractionContext};
use crate::controls::settings::{Setting, SettingsControl, SettingsPage};
use crate::input::digits::Snowflake;
use crate::input::option::{BadOptions, GivenOptions};
use crate::message::Message;
use crate::reply::Reply;
use crate::text::{Key, key};
use wythoff_game::records::{
    DailyChannel, MemberChange, RoleId, ServerChange, ServerSettings, Switch, Word,
};
use wythoff_game::{Day, MemberId};

pub(super) struct Settings;

impl Command for Settings {
    const NAME: &'static str = "settings";
    const TEXT: Key = key!("command-settings");
    type Control = SettingsControl;

    fn read(_given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        Ok(Self)
    }

    async fn answer(self, context: Context) -> Answer {
        Ok(Reply::private(
            own_settings(&context, 0, Saved::NotYet).await?,
        ))
    }
}

impl Clickable for SettingsControl {
    async fn click(self, click: Click, context: Context) -> Answer {
        let page = match self {
            Self::Set { setting, .. } => return set(setting, click, context).await,
            Self::Page(SettingsPage::Own) => own_settings(&context, 0, Saved::NotYet).await?,
            Self::Page(SettingsPage::Server) => {
                let server = managed_server(&context)?;
                let settings = context.bot.service.server_settings(server).await?;
                server_page(&context, &settings, Saved::NotYet).await
            }
            Self::Page(SettingsPage::More) => {
                let server = managed_server(&context)?;
                more_settings(&context, server, |_| 0, Saved::NotYet).await?
            }
            Self::Blocked(page) => own_settings(&context, page.into(), Saved::NotYet).await?,
            Self::Hidden(page) => {
                let server = managed_server(&context)?;
                more_settings(&context, server, |_| page.into(), Saved::NotYet).await?
            }
        };
        Ok(Reply::update(page))
    }
}

/// The server, if the member manages it.
pub(super) fn managed_server(context: &Context) -> Result<i64, Key> {
    let server = context.caller.place.guild;
    let managed = server.filter(|_| context.permissions.manages_server);
    managed.ok_or(key!("refused-not-manager"))
}

/// The member's settings, with the given page of blocked members.
async fn own_settings(
    context: &Context,
    blocked_page: usize,
    saved: Saved,
) -> Result<Message, Failure> {
    let (service, member) = (&context.bot.service, context.caller.member);
    let settings = service.member(member).await?.settings;
    // The language may have been changed just now.
    let locale = settings.language.as_ref().unwrap_or(&context.client_locale);
    let is_hidden_here = match context.caller.place.guild {
        Some(server) => service.hidden_members(server).await?.contains(&member),
        None => false,
    };
    let own = Own {
        settings: &settings,
        is_hidden_here,
        reminder: service.reminder(member).await?,
        blocked_page,
        manages_server: context.permissions.manages_server,
    };
    Ok(view::own_settings(
        context.bot.texts.language(locale),
        &own,
        &languages(context),
        context.rendering(),
        saved,
    ))
}

/// More settings of a server: of its leaderboards, and of this channel. `page` tells which page of hidden members.
async fn more_settings(
    context: &InteractionContext,
    server: i64,
    page: impl FnOnce(&[MemberId]) -> usize,
    saved: Saved,
) -> Result<Message, Failure> {
    let service = &context.bot.service;
    let hidden = service.hidden_members(server).await?;
    let page = page(&hidden);
    Ok(view::more_settings(
        context.language().await,
        &service.server_settings(server).await?,
        (&hidden, page),
        (
            service
                .is_quiet(server, context.caller.place.channel)
                .await?,
            service.has_boss(server).await?,
        ),
        (context.rendering(), saved),
    ))
}

/// The member's settings after a change.
async fn show_saved(context: &Context, blocked_page: usize) -> Reply {
    match own_settings(context, blocked_page, Saved::JustNow).await {
        Ok(page) => Reply::update(page),
        Err(failure) => context.explain_failure(failure).await,
    }
}

/// A change of one setting.
enum Change {
    Member(MemberChange),
    /// Whether the member is reminded of the puzzle each day.
    Reminder(Switch),
    Server(ServerChange),
}

async fn set(setting: Setting, click: Click, context: Context) -> Answer {
    let (service, caller) = (&context.bot.service, context.caller.clone());
    if let Setting::Daily(Switch::On) = setting {
        context.check_may_post()?;
    }
    if let (Setting::CrownRole, Some(why_not)) = (setting, click.why_not_role) {
        return Err(why_not.into());
    }
    let first = first_member(setting, &click);
    let change = change_of(&context, setting, click);
    if setting == Setting::Penguin(Switch::On) && !context.permissions.can_gather() {
        return Err(key!("boss-nowhere").into());
    }
    match change.ok_or(key!("refused-old-control"))? {
        Change::Member(change) => {
            let pending = service.change_member(caller, change);
            context
                .change(pending, move |context, settings| async move {
                    show_saved(&context, page_of(&settings.blocked, first)).await
                })
                .await
        }
        Change::Reminder(switch) => set_reminder(switch, context).await,
        Change::Server(
            change @ (ServerChange::BeginsWithMonth(_)
            | ServerChange::CrownRole(_)
            | ServerChange::Quiet(..)
            | ServerChange::Penguin(_)
            | ServerChange::Hidden { .. }),
        ) => {
            let server = managed_server(&context)?;
            let pending = service.change_server(caller, server, change);
            context
                .change(pending, move |context, _| async move {
                    let page = |hidden: &[MemberId]| page_of(hidden, first);
                    match more_settings(&context, server, page, Saved::JustNow).await {
                        Ok(page) => Reply::update(page),
                        Err(failure) => context.explain_failure(failure).await,
                    }
                })
                .await
        }
        Change::Server(change) => {
            let pending = service.change_server(caller, managed_server(&context)?, change);
            context
                .change(pending, |context, settings| async move {
                    let page = server_page(&context, &settings, Saved::JustNow).await;
                    Reply::update(page)
                })
                .await
        }
    }
}

async fn set_reminder(switch: Switch, context: Context) -> Answer {
    let (service, caller) = (&context.bot.service, context.caller.clone());
    if switch == Switch::Off {
        let pending = service.stop_reminding(caller);
        let show = |context, ()| async move { show_saved(&context, 0).await };
        return context.change(pending, show).await;
    }
    let pending = service.remind(caller, true);
    let show = |context, _| async move { show_saved(&context, 0).await };
    context.change(pending, show).await
}

/// What a control changes. Returns `None` if this version of the program does not know the values
/// that were chosen.
fn change_of(context: &Context, setting: Setting, click: Click) -> Option<Change> {
    let value = click.value();
    let language = || match value {
        "discord" => Some(None),
        tag => {
            let mut languages = context.bot.texts.languages();
            let is_known = languages.any(|(known, _)| known == tag);
            is_known.then(|| Some(tag.to_owned()))
        }
    };
    Some(match setting {
        Setting::Language => Change::Member(MemberChange::Language(language()?)),
        Setting::NotifyBy => Change::Member(MemberChange::NotifyBy(Word::from_word(value)?)),
        Setting::ChallengesFrom(challenges_from) => {
            Change::Member(MemberChange::ChallengesFrom(challenges_from))
        }
        Setting::Blocked => {
            let (mut added, removed) = members_chosen(click)?;
            added.retain(|&member| member != context.caller.member);
            Change::Member(MemberChange::Blocked { added, removed })
        }
        Setting::Visibility => Change::Member(MemberChange::Visibility(Word::from_word(value)?)),
        Setting::Reminder(switch) => Change::Reminder(switch),
        Setting::Clock => Change::Server(ServerChange::Clock(Word::from_word(value)?)),
        Setting::LargestHeap => Change::Server(ServerChange::LargestHeap(match value {
            "none" => None,
            size => {
                let size = size.parse().ok();
                Some(size.filter(|size| view::LARGEST_HEAPS.contains(size))?)
            }
        })),
        Setting::ServerLanguage => Change::Server(ServerChange::Language(language()?)),
        Setting::Pings(switch) => Change::Server(ServerChange::Pings(switch)),
        Setting::BeginsWithMonth(switch) => Change::Server(ServerChange::BeginsWithMonth(switch)),
        Setting::Quiet(switch) => {
            Change::Server(ServerChange::Quiet(context.caller.place.channel, switch))
        }
        Setting::Penguin(switch) => Change::Server(ServerChange::Penguin(switch)),
        Setting::CrownRole => Change::Server(ServerChange::CrownRole(match value {
            "" => None,
            id => Some(RoleId(id.parse::<Snowflake>().ok()?.0)),
        })),
        Setting::Hidden => {
            let (hidden, shown) = members_chosen(click)?;
            Change::Server(ServerChange::Hidden { hidden, shown })
        }
        Setting::Everywhere(switch) => Change::Server(ServerChange::Everywhere(switch)),
        Setting::DailyHour(to) => Change::Server(ServerChange::DailyHour(to)),
        Setting::Daily(switch) => Change::Server(ServerChange::Daily(match switch {
            Switch::On => Some(DailyChannel::here(
                &context.caller.place,
                context.caller.at(),
            )),
            Switch::Off => None,
        })),
    })
}

/// The members who are chosen in a select, and those who are not any more. Only members preselected there can
/// be removed: those on other pages, or added since the page was drawn, stay.
fn members_chosen(click: Click) -> Option<(Vec<MemberId>, Vec<MemberId>)> {
    let ids: Result<Vec<Snowflake>, _> = click.values.iter().map(|id| id.parse()).collect();
    let chosen: Vec<MemberId> = ids.ok()?.iter().map(|id| MemberId(id.0)).collect();
    let mut removed = click.preset;
    removed.retain(|member| !chosen.contains(member));
    Some((chosen, removed))
}

async fn server_page(context: &Context, settings: &ServerSettings, saved: Saved) -> Message {
    view::server_settings(
        context.language().await,
        settings,
        &languages(context),
        context.rendering(),
        saved,
        Day::of(context.caller.at()),
    )
}

/// The languages with texts, each with its name in that language.
fn languages(context: &Context) -> Vec<(&'static str, String)> {
    let languages = context.bot.texts.languages();
    languages
        .map(|(tag, language)| (tag, language.say(key!("settings-language-name"))))
        .collect()
}

/// The first member of the page that was shown before or, if that page was empty, the first member chosen: the page
/// with that one is shown next.
fn first_member(setting: Setting, click: &Click) -> Option<MemberId> {
    let chooses_members = matches!(setting, Setting::Blocked | Setting::Hidden);
    let chosen: Option<Snowflake> = click.value().parse().ok();
    let chosen = chosen.map(|Snowflake(id)| MemberId(id));
    let first = click.preset.first().copied().or(chosen);
    first.filter(|_| chooses_members)
}

/// The page of these members on which `first` is, or would be.
fn page_of(members: &[MemberId], first: Option<MemberId>) -> usize {
    let before = |first| members.iter().filter(|&&known| known < first).count();
    first.map_or(0, before) / view::MEMBERS_PER_PAGE
}
