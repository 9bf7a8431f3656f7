//! The settings of a member and of a server, and the controls to change them.

use serde_json::{Value, json};
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use crate::controls::settings::{Setting, SettingsControl, SettingsPage};
use crate::controls::{Control, Id};
use crate::message::{Message, Row};
use crate::text::{Key, Language, clock_key, key, tell, yes_or_no};
use crate::view::{button, mention, time_of_day};
use wythoff_game::records::{
    ChallengesFrom, DailyReminder, HourChange, MemberSettings, NotifyBy, RoleId, ServerSettings,
    Switch, Visibility, Word,
};
use wythoff_game::{Clock, Day, MemberId};

/// How many members can be chosen at once
/// (<https://discord.com/developers/docs/components/reference#user-select>).
const MAX_CHOSEN: u8 = 25;
pub(crate) const MEMBERS_PER_PAGE: usize = MAX_CHOSEN as usize;

/// The values that a server can choose from for its largest heap.
pub(crate) const LARGEST_HEAPS: [u64; 6] = [30, 100, 1_000, 10_000, 1_000_000, 1_000_000_000];

/// Whether a change has just been saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saved {
    /// Nothing has been changed yet.
    NotYet,
    /// A change has just been saved.
    JustNow,
}

/// What the page of a member's own settings shows.
pub(crate) struct Own<'s> {
    pub(crate) settings: &'s MemberSettings,
    /// Whether the leaderboards of this server leave them out.
    pub(crate) is_hidden_here: bool,
    /// How they are reminded of the puzzle.
    pub(crate) reminder: Option<DailyReminder>,
    /// Which page of blocked members.
    pub(crate) blocked_page: usize,
    pub(crate) manages_server: bool,
}

/// A member's own settings, with a page of blocked members. `languages` lists the languages with
/// texts, each with its name.
pub(crate) fn own_settings(
    language: Language<'_>,
    own: &Own<'_>,
    languages: &[(&str, String)],
    rendering: u64,
    saved: Saved,
) -> Message {
    let settings = own.settings;
    let blocked = Pages::of(&settings.blocked, own.blocked_page);
    let buttons = own_buttons(language, own, blocked, rendering);
    let mut rows = own_selects(language, settings, languages, rendering);
    rows.push(Row::Other(member_select(
        (Setting::Blocked, rendering),
        &language.say(key!("settings-nobody-blocked")),
        blocked.members(),
    )));
    rows.push(Row::Plain(CreateActionRow::Buttons(buttons)));
    let mut lines = title(language, key!("settings-title"), saved);
    if settings.notify_by == NotifyBy::Direct && settings.is_direct_refused {
        lines.push(language.say(key!("settings-direct-refused")));
    }
    if own.is_hidden_here && settings.visibility != Visibility::Nowhere {
        lines.push(language.say(key!("settings-hidden-here")));
    }
    let due = own.reminder.as_ref().filter(|it| it.is_daily);
    let due = due.and_then(|it| it.due).map(time_of_day);
    lines.extend(due.map(|time| tell!(language, key!("settings-reminded-at"), "time" => time)));
    if let Some(who) = blocked.mentions() {
        lines.push(tell!(language, key!("settings-blocked"), "who" => who));
    }
    Message::private(lines.join("\n"), vec![]).with_rows(rows)
}

/// The pages of members who are blocked or hidden. There is always one with room for another member.
#[derive(Clone, Copy)]
struct Pages<'m> {
    all: &'m [MemberId],
    shown: usize,
}

impl<'m> Pages<'m> {
    /// `page` is the page that is shown, or any higher number for the last one.
    fn of(all: &'m [MemberId], page: usize) -> Self {
        let shown = page.min(all.len() / MEMBERS_PER_PAGE);
        Self { all, shown }
    }

    /// The members on the page that is shown.
    fn members(self) -> &'m [MemberId] {
        let mut pages = self.all.chunks(MEMBERS_PER_PAGE);
        pages.nth(self.shown).unwrap_or_default()
    }

    /// The same, as mentions.
    fn mentions(self) -> Option<String> {
        let who: Vec<String> = self.members().iter().copied().map(mention).collect();
        (!who.is_empty()).then(|| who.join(" "))
    }

    /// A button for the next page, if there are several.
    fn next(
        self,
        language: Language<'_>,
        label: Key,
        control: fn(u16) -> SettingsControl,
    ) -> Option<CreateButton> {
        let pages = self.all.len() / MEMBERS_PER_PAGE + 1;
        let next = u16::try_from((self.shown + 1) % pages).unwrap_or(0);
        let label = tell!(language, label, "page" => self.shown + 1, "pages" => pages);
        let next = CreateButton::new(control(next).id().to_string()).label(label);
        (pages > 1).then(|| next.style(ButtonStyle::Secondary))
    }
}

/// The selects on the page of a member's own settings.
fn own_selects(
    language: Language<'_>,
    settings: &MemberSettings,
    languages: &[(&str, String)],
    rendering: u64,
) -> Vec<Row> {
    let select =
        |setting, name, options| Row::Plain(select(language, setting, rendering, name, options));
    let label = |key, word: &str| tell!(language, key, "value" => word.to_owned());
    let notify_options = NotifyBy::all().map(|notify_by| {
        let word = notify_by.word();
        option(
            label(key!("settings-telling"), word),
            word,
            notify_by == settings.notify_by,
        )
    });
    let visibilities = Visibility::all().map(|visibility| {
        let word = visibility.word();
        let is_set = visibility == settings.visibility;
        option(label(key!("settings-visibility"), word), word, is_set)
    });
    let language_choices = language_options(
        language,
        key!("settings-language"),
        languages,
        settings.language.as_deref(),
    );
    vec![
        select(Setting::Language, key!("select-language"), language_choices),
        select(
            Setting::NotifyBy,
            key!("select-telling"),
            notify_options.collect(),
        ),
        select(
            Setting::Visibility,
            key!("select-visibility"),
            visibilities.collect(),
        ),
    ]
}

/// The buttons on the page of a member's own settings.
fn own_buttons(
    language: Language<'_>,
    own: &Own<'_>,
    blocked: Pages<'_>,
    rendering: u64,
) -> Vec<CreateButton> {
    let settings = own.settings;
    let label = |key, word: &str| tell!(language, key, "value" => word.to_owned());
    let challenges_from = label(key!("settings-welcome"), settings.challenges_from.word());
    // The button shows the current value and sets the other one. What it sets is fixed when it is
    // drawn, even if the setting changes afterwards.
    let other = match settings.challenges_from {
        ChallengesFrom::Anyone => ChallengesFrom::Nobody,
        ChallengesFrom::Nobody => ChallengesFrom::Anyone,
    };
    let word = match &own.reminder {
        Some(reminder) if reminder.is_daily => "daily",
        Some(_) => "once",
        None => "off",
    };
    let switch = Switch::of(own.reminder.is_some());
    let reminder = label(key!("settings-reminder"), word);
    let mut buttons = vec![
        toggle(Setting::ChallengesFrom(other), rendering, challenges_from),
        toggle(Setting::Reminder(switch.other()), rendering, reminder),
    ];
    if own.manages_server {
        let server = page_id(SettingsPage::Server);
        buttons.push(button(language, server, key!("button-settings-server")));
    }
    buttons.extend(blocked.next(
        language,
        key!("button-blocked-page"),
        SettingsControl::Blocked,
    ));
    buttons
}

/// A select of a role, or none.
fn role_select(rendering: u64, placeholder: &str, chosen: Option<RoleId>) -> Value {
    let chosen = chosen.map(|role| json!({ "id": role.0.to_string(), "type": "role" }));
    json!({ "type": 1, "components": [{
        "type": 6,
        "custom_id": setting_id(Setting::CrownRole, rendering).to_string(),
        "placeholder": placeholder,
        "min_values": 0,
        "max_values": 1,
        "default_values": chosen.into_iter().collect::<Vec<_>>(),
    }] })
}

/// A select of members. Serenity's own select writes the ids of preselected members as numbers,
/// which are too large for JavaScript to read exactly.
fn member_select(
    (setting, rendering): (Setting, u64),
    placeholder: &str,
    chosen: &[MemberId],
) -> Value {
    let chosen = chosen.iter().take(MAX_CHOSEN.into());
    let chosen = chosen.map(|member| json!({ "id": member.0.to_string(), "type": "user" }));
    json!({ "type": 1, "components": [{
        "type": 5,
        "custom_id": setting_id(setting, rendering).to_string(),
        "placeholder": placeholder,
        "min_values": 0,
        "max_values": MAX_CHOSEN,
        "default_values": chosen.collect::<Vec<_>>(),
    }] })
}

/// The settings of a server.
pub(crate) fn server_settings(
    language: Language<'_>,
    settings: &ServerSettings,
    languages: &[(&str, String)],
    rendering: u64,
    saved: Saved,
    today: Day,
) -> Message {
    let switch = |setting: fn(Switch) -> Setting, key, current: Switch| {
        let label = tell!(language, key, "value" => current.word());
        toggle(setting(current.other()), rendering, label)
    };
    let page = |page, label| button(language, page_id(page), label);
    let daily = Switch::of(settings.daily.is_some());
    let daily = switch(Setting::Daily, key!("settings-daily"), daily);
    let everywhere = key!("settings-everywhere");
    let last = vec![
        switch(Setting::Pings, key!("settings-pings"), settings.pings),
        switch(Setting::Everywhere, everywhere, settings.everywhere),
        page(SettingsPage::More, key!("button-settings-more")),
        page(SettingsPage::Own, key!("button-settings-own")),
    ];
    let hour = |to, name| {
        let moved = settings.daily.clone()?.moved(to);
        (Some(moved) != settings.daily)
            .then(|| toggle(Setting::DailyHour(to), rendering, language.say(name)))
    };
    let hours = [
        hour(HourChange::Earlier, key!("settings-daily-earlier")),
        hour(HourChange::Later, key!("settings-daily-later")),
    ];
    let daily = [Some(daily)].into_iter().chain(hours).flatten();
    let mut rows = vec![CreateActionRow::Buttons(daily.collect())];
    rows.extend(server_selects(language, settings, languages, rendering));
    rows.push(CreateActionRow::Buttons(last));
    let mut lines = title(language, key!("settings-server-title"), saved);
    lines.extend(settings.daily.as_ref().map(|daily| {
        let state = if daily.is_refused {
            "refused"
        } else {
            "posted"
        };
        let channel = format!("<#{}>", daily.channel.0);
        let time = time_of_day(daily.comes_at(today.end()));
        tell!(
            language, key!("settings-daily-channel"), "state" => state, "channel" => channel,
            "time" => time
        )
    }));
    Message::private(lines.join("\n"), rows)
}

/// The selects on the page of a server's settings.
fn server_selects(
    language: Language<'_>,
    settings: &ServerSettings,
    languages: &[(&str, String)],
    rendering: u64,
) -> Vec<CreateActionRow> {
    let select = |setting, name, options| select(language, setting, rendering, name, options);
    let clock = settings.clock.unwrap_or(Clock::Day);
    let clocks = Clock::all().filter(|clock| clock.increment().is_none());
    let clocks = clocks.map(|known| {
        let name = language.say(clock_key(known));
        let label = tell!(language, key!("settings-clock"), "value" => name);
        option(label, known.word(), known == clock)
    });
    let heap = |value: Option<u64>| {
        let shown = value.map_or_else(
            || language.say(key!("settings-no-limit")),
            |value| language.number(value),
        );
        let label = tell!(language, key!("settings-largest-heap"), "value" => shown);
        let word = value.map_or("none".to_owned(), |value| value.to_string());
        option(label, &word, value == settings.largest_heap)
    };
    let heaps = [None]
        .into_iter()
        .chain(LARGEST_HEAPS.map(Some))
        .map(heap)
        .collect();
    let language_choices = language_options(
        language,
        key!("settings-server-language"),
        languages,
        settings.language.as_deref(),
    );
    vec![
        select(Setting::Clock, key!("select-clock"), clocks.collect()),
        select(Setting::LargestHeap, key!("select-largest-heap"), heaps),
        select(
            Setting::ServerLanguage,
            key!("select-server-language"),
            language_choices,
        ),
    ]
}

/// More settings of a server: its leaderboards, with those whom they hide, and this channel.
pub(crate) fn more_settings(
    language: Language<'_>,
    settings: &ServerSettings,
    (hidden, page): (&[MemberId], usize),
    (is_quiet, has_boss): (bool, bool),
    (rendering, saved): (u64, Saved),
) -> Message {
    let penguin = Switch::of(has_boss);
    let label = tell!(language, key!("settings-penguin"), "value" => penguin.word());
    let penguin = toggle(Setting::Penguin(penguin.other()), rendering, label);
    let quiet = Switch::of(is_quiet);
    let label = tell!(language, key!("settings-quiet"), "value" => quiet.word());
    let quiet = toggle(Setting::Quiet(quiet.other()), rendering, label);
    let first = Switch::of(settings.begins_with_month);
    let label = tell!(language, key!("settings-first-board"), "value" => first.word());
    let first = toggle(Setting::BeginsWithMonth(first.other()), rendering, label);
    let server = page_id(SettingsPage::Server);
    let server = button(language, server, key!("button-settings-server"));
    let nobody = language.say(key!("settings-nobody-hidden"));
    let hidden = Pages::of(hidden, page);
    let next = hidden.next(
        language,
        key!("button-hidden-page"),
        SettingsControl::Hidden,
    );
    let buttons = [first, quiet, penguin, server].into_iter().chain(next);
    let (role, no_role) = (settings.crown_role, language.say(key!("settings-no-role")));
    let rows = vec![
        Row::Other(member_select(
            (Setting::Hidden, rendering),
            &nobody,
            hidden.members(),
        )),
        Row::Other(role_select(rendering, &no_role, role.map(|it| it.role))),
        Row::Plain(CreateActionRow::Buttons(buttons.collect())),
    ];
    let mut lines = title(language, key!("settings-more-title"), saved);
    if let Some(who) = hidden.mentions() {
        lines.push(tell!(language, key!("settings-hidden"), "who" => who));
    }
    lines.extend(role.map(|it| {
        let (role, state) = (format!("<@&{}>", it.role.0), yes_or_no(it.is_refused));
        tell!(language, key!("settings-role"), "role" => role, "refused" => state)
    }));
    Message::private(lines.join("\n"), vec![]).with_rows(rows)
}

fn title(language: Language<'_>, title: Key, saved: Saved) -> Vec<String> {
    let confirmation = (saved == Saved::JustNow).then(|| language.say(key!("settings-saved")));
    [language.say(title)]
        .into_iter()
        .chain(confirmation)
        .collect()
}

fn language_options(
    language: Language<'_>,
    label: Key,
    languages: &[(&str, String)],
    current: Option<&str>,
) -> Vec<CreateSelectMenuOption> {
    let label_of = |name: String| tell!(language, label, "value" => name);
    let as_discord = label_of(language.say(key!("settings-language-discord")));
    let language_choices = languages
        .iter()
        .map(|(tag, name)| option(label_of(name.clone()), tag, current == Some(tag)));
    [option(as_discord, "discord", current.is_none())]
        .into_iter()
        .chain(language_choices)
        .collect()
}

fn option(label: String, value: &str, is_set: bool) -> CreateSelectMenuOption {
    CreateSelectMenuOption::new(label, value).default_selection(is_set)
}

fn page_id(page: SettingsPage) -> Id {
    SettingsControl::Page(page).id()
}

fn toggle(setting: Setting, rendering: u64, label: String) -> CreateButton {
    CreateButton::new(setting_id(setting, rendering).to_string())
        .label(label)
        .style(ButtonStyle::Secondary)
}

fn setting_id(setting: Setting, rendering: u64) -> Id {
    SettingsControl::Set { setting, rendering }.id()
}

/// A select. `name` is its placeholder, which screen readers read out.
fn select(
    language: Language<'_>,
    setting: Setting,
    rendering: u64,
    name: Key,
    options: Vec<CreateSelectMenuOption>,
) -> CreateActionRow {
    let kind = CreateSelectMenuKind::String { options };
    let menu = CreateSelectMenu::new(setting_id(setting, rendering).to_string(), kind);
    CreateActionRow::SelectMenu(menu.placeholder(language.say(name)))
}

#[cfg(test)]
mod tests {
    use nim_games::{Animal, Variant};

    use super::*;

    #[test]
    fn no_server_can_refuse_a_start_of_the_ladder() {
        for &variant in Variant::ALL {
            for at in Animal::ALL
                .into_iter()
                .flat_map(|animal| animal.starts(variant))
            {
                let largest = at.shape().largest();
                assert!(largest <= Some(LARGEST_HEAPS[0]), "{variant}: {at}");
            }
        }
    }
}
