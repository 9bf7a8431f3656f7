//! Parsing interactions into intents. Everything is checked that can be checked without a game.

use super::control::{Control, Reach, UnknownControl};
use super::interaction::{
    AUTOCOMPLETE, COMMAND, COMPONENT, CommandOption, IN_SERVER, Interaction, MODAL, PRIVATE,
    PermissionBits, User, Value, WITH_BOT,
};
use crate::game::{ChallengeStart, GameId, MemberId, WhoStarts};
use crate::records::{ChannelId, InteractionId, MessageId, Order, Place, Word};
use crate::rules::Level;
use crate::rules::wythoff::{Move, Pile, Position};
use crate::service::{Caller, NewChallenge, NewGame};

/// The largest number that Discord sends as an integer option.
pub(super) const LARGEST_PILE: u64 = (1 << 53) - 1;

/// An intent, and who has it.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) caller: Caller,
    /// The language that the member's client is set to.
    pub(super) locale: String,
    pub(super) permissions: Permissions,
    pub(super) intent: Intent,
}

/// What a member may do in a place, apart from playing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Permissions {
    /// Whether the member manages the server.
    pub(super) manages_server: bool,
    /// Whether others see the bot's answers there.
    pub(super) is_public: bool,
}

/// What an interaction asks for.
#[derive(Debug)]
pub(super) enum Intent {
    /// A command, or what is wrong with its options.
    Command(Result<Command, BadOptions>),
    /// Autocompletion of an option.
    Completion(Completion),
    /// A button or select on a message.
    Click {
        control: Result<Control, UnknownControl>,
        message: MessageId,
        values: Vec<String>,
    },
    /// A form that was submitted, with its fields. `message` is the one with the control that opened it.
    Form {
        control: Result<Control, UnknownControl>,
        message: Option<MessageId>,
        fields: Vec<(String, String)>,
    },
}

/// A command with its options.
#[derive(Debug)]
pub(super) enum Command {
    Start(NewGame),
    Move {
        mv: Move,
        game: Option<GameId>,
    },
    Board {
        game: Option<GameId>,
    },
    Resign {
        game: Option<GameId>,
    },
    Hint {
        game: Option<GameId>,
    },
    Solve(Position),
    Review {
        game: Option<GameId>,
    },
    Games,
    Rules,
    Challenge(NewChallenge, Option<Invited>),
    /// The member with a name, or the one who asks.
    Stats(Option<(MemberId, String)>),
    Leaderboard(Option<Reach>, Order),
    Settings,
    Privacy,
}

/// The user who is challenged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Invited {
    pub(super) user: MemberId,
    pub(super) is_bot: bool,
}

/// Options that the registered commands do not allow: they have changed since, or an option with completion was typed freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadOptions {
    /// The command or an option is not one of ours.
    Unknown,
    /// The value of `game` is not an id.
    NoSuchGame,
    /// A pile is negative or larger than Discord's numbers.
    PileOutOfRange,
}

/// An option that is being completed, with what is known of the others.
#[derive(Debug)]
pub(super) enum Completion {
    Amount {
        pile: Option<Pile>,
        game: Option<GameId>,
        typed: String,
    },
    RunningGame,
    FinishedGame,
    Nothing,
}

/// Parses an interaction. Returns `None` if it lacks what [`Interaction::read`] requires.
pub(super) fn read(interaction: &Interaction) -> Option<Request> {
    let data = &interaction.data;
    let message = interaction.message.as_ref();
    let message = message.map(|message| MessageId(message.id.0));
    let intent = match interaction.kind {
        COMMAND => Intent::Command(read_command(interaction)),
        AUTOCOMPLETE => Intent::Completion(read_completion(interaction)),
        COMPONENT => Intent::Click {
            control: data.custom_id.as_deref()?.parse(),
            message: message?,
            values: data.values.clone(),
        },
        MODAL => {
            let fields = data.components.iter().flat_map(|row| &row.components);
            let fields = fields.map(|field| (field.custom_id.clone(), field.value.clone()));
            Intent::Form {
                control: data.custom_id.as_deref()?.parse(),
                message,
                fields: fields.collect(),
            }
        }
        _ => return None,
    };
    let user = interaction.who()?;
    let editable = is_editable(interaction);
    let language = interaction.guild_locale.as_ref();
    Some(Request {
        caller: Caller {
            interaction: InteractionId(interaction.id.0),
            member: MemberId(user.id.0),
            name: known_name(user),
            place: Place {
                guild: interaction.guild_id.map(|guild| guild.0),
                channel: ChannelId(interaction.channel_id.0),
                editable,
                language: language.unwrap_or(&interaction.locale).clone(),
            },
        },
        locale: interaction.locale.clone(),
        permissions: permissions(interaction, editable),
        intent,
    })
}

fn permissions(interaction: &Interaction, editable: bool) -> Permissions {
    let member = interaction.member.as_ref();
    let may = |permission| member.is_some_and(|member| member.permissions.contain(permission));
    let is_in_server = interaction.context == Some(IN_SERVER);
    Permissions {
        manages_server: is_in_server
            && (may(PermissionBits::MANAGE_GUILD) || may(PermissionBits::ADMINISTRATOR)),
        is_public: match interaction.context {
            // If the server does not allow external apps, only the member who uses one sees its answers.
            Some(IN_SERVER) => editable || may(PermissionBits::USE_EXTERNAL_APPS),
            Some(PRIVATE) => true,
            _ => false,
        },
    }
}

/// Whether the bot is a member there, so that it can edit its messages without an interaction.
fn is_editable(interaction: &Interaction) -> bool {
    let owners = &interaction.authorizing_integration_owners;
    match interaction.context {
        Some(WITH_BOT) => true,
        Some(IN_SERVER) => {
            let permissions = interaction.app_permissions;
            owners.server.is_some() && permissions.contain(PermissionBits::VIEW_CHANNEL)
        }
        _ => false,
    }
}

/// A user's global name. Nicknames of a server must not be shown in others.
fn known_name(user: &User) -> String {
    sanitised(user.global_name.as_deref().unwrap_or(&user.username))
}

/// A name without control characters and without marks that change the writing direction.
pub(super) fn sanitised(name: &str) -> String {
    let is_kept = |c: &char| {
        !c.is_control()
            && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    let kept: String = name.chars().filter(is_kept).take(32).collect();
    match kept.trim() {
        "" => "?".to_owned(),
        kept => kept.to_owned(),
    }
}

/// The subcommand and its options.
fn subcommand(interaction: &Interaction) -> Option<(&str, &[CommandOption])> {
    match interaction.data.options.as_slice() {
        [only] => Some((&only.name, &only.options)),
        _ => None,
    }
}

fn read_command(interaction: &Interaction) -> Result<Command, BadOptions> {
    let (name, options) = subcommand(interaction).ok_or(BadOptions::Unknown)?;
    let game = || game_option(options);
    match name {
        "start" => Ok(Command::Start(NewGame {
            piles: Position::new(pile_option(options, "a")?, pile_option(options, "b")?),
            first: word_option(options, "first")?.unwrap_or(WhoStarts::Random),
            level: word_option(options, "level")?.unwrap_or(Level::Perfect),
        })),
        "move" => {
            let pile = word_option(options, "pile")?.ok_or(BadOptions::Unknown)?;
            Ok(Command::Move {
                mv: Move::new(pile, pile_option(options, "amount")?),
                game: game()?,
            })
        }
        "board" => Ok(Command::Board { game: game()? }),
        "resign" => Ok(Command::Resign { game: game()? }),
        "hint" => Ok(Command::Hint { game: game()? }),
        "solve" => Ok(Command::Solve(Position::new(
            pile_option(options, "a")?,
            pile_option(options, "b")?,
        ))),
        "review" => Ok(Command::Review { game: game()? }),
        "games" => Ok(Command::Games),
        "challenge" => read_challenge(interaction, options),
        "stats" => {
            let user = user_option(interaction, options)?;
            let named = user.map(|user| (MemberId(user.id.0), known_name(user)));
            Ok(Command::Stats(named))
        }
        "leaderboard" => Ok(Command::Leaderboard(
            word_option(options, "scope")?,
            word_option(options, "by")?.unwrap_or(Order::Rating),
        )),
        "settings" => Ok(Command::Settings),
        "privacy" => Ok(Command::Privacy),
        "rules" => Ok(Command::Rules),
        _ => Err(BadOptions::Unknown),
    }
}

fn read_challenge(
    interaction: &Interaction,
    options: &[CommandOption],
) -> Result<Command, BadOptions> {
    let user = user_option(interaction, options)?;
    let invited = user.map(|user| Invited {
        user: MemberId(user.id.0),
        is_bot: user.bot,
    });
    let pile = |name| match option(options, name) {
        None => Ok(None),
        Some(_) => pile_option(options, name).map(Some),
    };
    let new = NewChallenge {
        invited: invited.map(|invited| invited.user),
        invited_name: user.map(known_name),
        left: pile("a")?,
        right: pile("b")?,
        first: word_option(options, "first")?.unwrap_or(ChallengeStart::Fixed(WhoStarts::Random)),
        clock: word_option(options, "clock")?,
    };
    Ok(Command::Challenge(new, invited))
}

/// The user that the option `member` names.
fn user_option<'i>(
    interaction: &'i Interaction,
    options: &[CommandOption],
) -> Result<Option<&'i User>, BadOptions> {
    let Some(value) = option(options, "member") else {
        return Ok(None);
    };
    let Value::Text(id) = value else {
        return Err(BadOptions::Unknown);
    };
    let users = &interaction.data.resolved.users;
    let named = users.iter().find(|(known, _)| known.0.to_string() == *id);
    named.map(|(_, user)| Some(user)).ok_or(BadOptions::Unknown)
}

fn option<'o>(options: &'o [CommandOption], name: &str) -> Option<&'o Value> {
    let named = options.iter().find(|option| option.name == name);
    named.and_then(|option| option.value.as_ref())
}

fn pile_option(options: &[CommandOption], name: &str) -> Result<u64, BadOptions> {
    let Some(Value::Integer(size)) = option(options, name) else {
        return Err(BadOptions::Unknown);
    };
    u64::try_from(*size)
        .ok()
        .filter(|&size| size <= LARGEST_PILE)
        .ok_or(BadOptions::PileOutOfRange)
}

fn word_option<T: Word>(options: &[CommandOption], name: &str) -> Result<Option<T>, BadOptions> {
    match option(options, name) {
        None => Ok(None),
        Some(Value::Text(given)) => T::from_word(given).map(Some).ok_or(BadOptions::Unknown),
        Some(_) => Err(BadOptions::Unknown),
    }
}

fn game_option(options: &[CommandOption]) -> Result<Option<GameId>, BadOptions> {
    match option(options, "game") {
        None => Ok(None),
        Some(Value::Text(id)) => id
            .trim()
            .parse()
            .map(|id| Some(GameId(id)))
            .map_err(|_| BadOptions::NoSuchGame),
        Some(_) => Err(BadOptions::Unknown),
    }
}

/// During completion, required options may be missing, and values may be incomplete.
fn read_completion(interaction: &Interaction) -> Completion {
    let Some((command, options)) = subcommand(interaction) else {
        return Completion::Nothing;
    };
    let focused = options.iter().find(|option| option.focused);
    let focused = focused.and_then(|option| match &option.value {
        Some(Value::Text(typed)) => Some((option.name.as_str(), typed)),
        _ => None,
    });
    match focused {
        Some(("amount", typed)) => Completion::Amount {
            pile: word_option(options, "pile").ok().flatten(),
            game: game_option(options).ok().flatten(),
            typed: typed.trim().to_owned(),
        },
        Some(("game", _)) if command == "review" => Completion::FinishedGame,
        Some(("game", _)) => Completion::RunningGame,
        Some(_) | None => Completion::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::sanitised;

    #[test]
    fn names_lose_what_could_turn_the_text_around_them() {
        assert_eq!(sanitised("@everyone **x**"), "@everyone **x**");
        assert_eq!(sanitised(" \u{202e}evil\u{2066}\n "), "evil");
        assert_eq!(sanitised("\u{200b}"), "?");
    }
}
