//! The commands, each in one file or folder: its options, how they are read, what it does and what it
//! shows. Its controls are in `controls`. A new command needs a line in [`COMMANDS`].
//! `play` is the command `move`, which is a keyword. `command` and `choice` serve the others, `leaks` and
//! `tests` test them.

pub(super) mod ask;
pub(super) mod board;
pub(super) mod boss;
pub(super) mod challenge;
mod choice;
pub(super) mod command;
pub(super) mod daily;
pub(super) mod dare;
pub(super) mod games;
pub(super) mod hint;
pub(super) mod ladder;
pub(super) mod leaderboard;
#[cfg(test)]
mod leaks;
pub(super) mod learn;
pub(super) mod play;
mod practice;
mod predict;
pub(super) mod privacy;
pub(super) mod resign;
pub(super) mod review;
pub(super) mod rules;
mod settings;
mod show_here;
pub(super) mod solve;
pub(super) mod start;
mod stats;
pub(super) mod table;
#[cfg(test)]
mod tests;

use serenity::all::{CommandType, CreateCommand, InstallationContext, InteractionContext};

use self::command::{Entry, Handler, Use, control_of};
use crate::controls::UsedControl;
use crate::controls::boss::BossControl;
use crate::controls::predict::PredictControl;
use crate::input::option::{BadOptions, GivenOptions};
use crate::text::{Texts, key};

/// Every command, in the order in which Discord lists them.
pub(super) const COMMANDS: &[Entry] = &[
    Entry::of::<start::Start>(),
    Entry::of::<challenge::Challenge>(),
    Entry::of::<play::MakeMove>(),
    Entry::of::<board::ShowBoard>(),
    Entry::of::<resign::Resign>(),
    Entry::of::<hint::Hint>(),
    Entry::of::<solve::Solve>(),
    Entry::of::<review::Review>(),
    Entry::of::<games::Games>(),
    Entry::of::<stats::Stats>(),
    Entry::of::<leaderboard::Leaderboard>(),
    Entry::of::<settings::Settings>(),
    Entry::of::<privacy::Privacy>(),
    Entry::of::<rules::Rules>(),
    Entry::of::<learn::Learn>(),
    Entry::of::<ask::Ask>(),
    Entry::of::<dare::Dare>(),
    Entry::of::<table::SetTable>(),
    Entry::of::<daily::Daily>(),
    Entry::of::<practice::Practice>(),
    Entry::of::<ladder::Ladder>(),
];

/// Reads the command of the given name with its options, ready to be answered.
pub(super) fn read(
    name: &str,
    given: GivenOptions<'_>,
) -> Result<(&'static str, Handler<()>), BadOptions> {
    let entry = COMMANDS.iter().find(|entry| entry.name == name);
    let entry = entry.ok_or(BadOptions::Unknown)?;
    Ok((entry.name, (entry.command)(given)?))
}

/// The control with the given id: the name of its command, the facts that decide where its outcome
/// is shown, and its handler.
pub(super) fn control(id: &str) -> Option<(&'static str, UsedControl, Handler<Use>)> {
    let of_command = |id: &str| {
        COMMANDS.iter().find_map(|entry| {
            let (used_control, handler) = (entry.control)(id)?;
            Some((entry.name, used_control, handler))
        })
    };
    let of_watcher = || {
        let (used_control, handler) = control_of::<PredictControl>(id)?;
        Some(("predict", used_control, handler))
    };
    let of_boss = || {
        let (used_control, handler) = control_of::<BossControl>(id)?;
        Some(("boss", used_control, handler))
    };
    of_command(id)
        .or_else(of_watcher)
        .or_else(of_boss)
        .or_else(|| {
            let (used_control, handler) = show_here::control(id, of_command)?;
            Some(("show-here", used_control, handler))
        })
}

/// The commands to register. `installations` are the ways in which the application can be
/// installed.
#[must_use]
pub fn definitions(texts: &Texts, installations: &[InstallationContext]) -> Vec<CreateCommand> {
    let mut contexts = vec![InteractionContext::Guild, InteractionContext::BotDm];
    if installations.contains(&InstallationContext::User) {
        contexts.push(InteractionContext::PrivateChannel);
    }
    let (key, fallback) = (key!("command-wythoff"), texts.language(""));
    let command = CreateCommand::new(fallback.say(key))
        .description(fallback.description(key))
        .integration_types(installations.to_vec())
        .contexts(contexts.clone())
        .set_options(
            COMMANDS
                .iter()
                .map(|entry| (entry.definition)(texts))
                .collect(),
        );
    let command = texts.languages().fold(command, |command, (tag, language)| {
        command
            .name_localized(tag, language.say(key))
            .description_localized(tag, language.description(key))
    });
    // The context-menu command challenges another member, but a direct message with the bot has no
    // other members.
    contexts.retain(|context| *context != InteractionContext::BotDm);
    let key = key!("command-on-member");
    let member_command = CreateCommand::new(fallback.say(key))
        .kind(CommandType::User)
        .integration_types(installations.to_vec())
        .contexts(contexts);
    let member_command = texts
        .languages()
        .fold(member_command, |command, (tag, language)| {
            command.name_localized(tag, language.say(key))
        });
    vec![command, member_command]
}
