//! Parsing interactions into intents. Everything is checked that can be checked without a game.

use icu_properties::CodePointSetData;
use icu_properties::props::{BidiControl, DefaultIgnorableCodePoint};

use crate::discord::input::control::{Control, Reach, UnknownControl};
use crate::discord::input::interaction::{
    AUTOCOMPLETE, COMMAND, COMPONENT, CommandOption, IN_SERVER, Interaction, MODAL, PRIVATE,
    PermissionBits, User, Value,
};
use crate::discord::input::option::{BadOptions, Given, GivenMove, only};
use crate::discord::input::roots::Root;
use crate::discord::input::written_position;
use crate::discord::text::Texts;
use crate::game::{ChallengeStart, GameId, MemberId, WhoStarts};
use crate::records::{ChannelId, InteractionId, MessageId, Order, Place};
use crate::rules::{Level, ListKind, Position, Variant};
use crate::service::{Caller, NewChallenge, NewGame};

/// An intent, and who has it.
#[derive(Debug)]
pub(in crate::discord) struct Request {
    pub(in crate::discord) caller: Caller,
    /// The language that the member's client is set to.
    pub(in crate::discord) locale: String,
    pub(in crate::discord) permissions: Permissions,
    /// The root command that was typed, if the interaction is a command.
    pub(in crate::discord) root: Option<Root>,
    pub(in crate::discord) intent: Intent,
}

/// What a member may do in a place, apart from playing.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::discord) struct Permissions {
    /// Whether the member manages the server.
    pub(in crate::discord) manages_server: bool,
    /// Whether others see the bot's answers there.
    pub(in crate::discord) is_public: bool,
}

/// What an interaction asks for.
#[derive(Debug)]
pub(in crate::discord) enum Intent {
    /// A command, or what is wrong with its options.
    Command(Result<Command, BadOptions>),
    /// Autocompletion of an option.
    Completion(Completion),
    /// A button or select on a message. `preset` are the members that the select had chosen when the message was drawn.
    Click {
        control: Result<Control, UnknownControl>,
        message: MessageId,
        values: Vec<String>,
        preset: Vec<MemberId>,
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
pub(in crate::discord) enum Command {
    Start(NewGame),
    Move {
        mv: GivenMove,
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
    /// The positions that a text can mean.
    Solve(Vec<Position>),
    Review {
        game: Option<GameId>,
    },
    Games,
    /// The rules of a game, or a list of all games.
    Rules(Option<Variant>),
    /// The lessons of a game, or a list of all games.
    Learn(Option<Variant>),
    Challenge(NewChallenge, Option<Invited>),
    /// The member with a name, or the one who asks.
    Stats(Variant, Option<(MemberId, String)>),
    Leaderboard(Variant, Option<Reach>, Order),
    Settings,
    Privacy,
}

/// The user who is challenged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Invited {
    pub(in crate::discord) user: MemberId,
    pub(in crate::discord) is_bot: bool,
}

/// An option that is being completed, with what is known of the others.
#[derive(Debug)]
pub(in crate::discord) enum Completion {
    /// An amount for moves from what another option names.
    Amount {
        list: Option<ListKind>,
        game: Option<GameId>,
        typed: String,
    },
    /// A move in notation.
    Move {
        game: Option<GameId>,
        typed: String,
    },
    /// A position of a game.
    Position {
        variant: Option<Variant>,
        typed: String,
    },
    /// A game of the family.
    Variant(String),
    RunningGame,
    FinishedGame,
    Nothing,
}

/// Parses an interaction. Returns `None` if it lacks what [`Interaction::read`] requires.
pub(in crate::discord) fn read(interaction: &Interaction, texts: &Texts) -> Option<Request> {
    let data = &interaction.data;
    let root = data.name.as_deref().and_then(Root::from_name);
    let message = interaction.message.as_ref();
    let message = message.map(|message| MessageId(message.id.0));
    let intent = match interaction.kind {
        COMMAND => Intent::Command(read_command(interaction, texts, root)),
        AUTOCOMPLETE => Intent::Completion(read_completion(interaction, texts, root)),
        COMPONENT => Intent::Click {
            control: data.custom_id.as_deref()?.parse(),
            message: message?,
            values: data.values.clone(),
            preset: preset(interaction),
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
    let editable = interaction.lets_bot_edit();
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
        root,
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

/// A user's global name. Nicknames of a server must not be shown in others.
fn known_name(user: &User) -> String {
    sanitised(user.global_name.as_deref().unwrap_or(&user.username))
}

/// A name without what nobody sees: control characters, separators of lines, marks that change the writing direction, and whatever else
/// Unicode says is not displayed.
pub(in crate::discord) fn sanitised(name: &str) -> String {
    let (ignorable, turning) = (
        CodePointSetData::new::<DefaultIgnorableCodePoint>(),
        CodePointSetData::new::<BidiControl>(),
    );
    let is_kept = |&c: &char| {
        !c.is_control()
            && !matches!(c, '\u{2028}' | '\u{2029}')
            && !ignorable.contains(c)
            && !turning.contains(c)
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

/// The options of the subcommand, as they were given.
fn given<'i>(
    interaction: &'i Interaction,
    texts: &'i Texts,
    options: &'i [CommandOption],
) -> Given<'i> {
    Given {
        options,
        texts,
        locale: &interaction.locale,
    }
}

/// Who was chosen in the select that was used when its message was drawn.
fn preset(interaction: &Interaction) -> Vec<MemberId> {
    let rows = interaction.message.iter().flat_map(|on| &on.components);
    let used = rows
        .flat_map(|row| &row.components)
        .filter(|select| interaction.data.custom_id.as_ref() == Some(&select.custom_id));
    used.flat_map(|select| &select.default_values)
        .map(|chosen| MemberId(chosen.id.0))
        .collect()
}

fn read_command(
    interaction: &Interaction,
    texts: &Texts,
    root: Option<Root>,
) -> Result<Command, BadOptions> {
    let (name, options) = subcommand(interaction).ok_or(BadOptions::Unknown)?;
    let root = root.ok_or(BadOptions::Unknown)?;
    let given = given(interaction, texts, options);
    let game = || game_option(given);
    let positions = || root.read_positions(given);
    let variant = || root.read_variant(given);
    let usual = |named: Option<Variant>| named.unwrap_or(root.usual_game());
    match name {
        "start" => Ok(Command::Start(NewGame {
            start: only(positions()?)?,
            first: given.word("first")?.unwrap_or(WhoStarts::Random),
            level: given.word("level")?.unwrap_or(Level::Perfect),
        })),
        "move" => {
            let mv = root.read_move(given)?;
            Ok(Command::Move { mv, game: game()? })
        }
        "board" => Ok(Command::Board { game: game()? }),
        "resign" => Ok(Command::Resign { game: game()? }),
        "hint" => Ok(Command::Hint { game: game()? }),
        "solve" => Ok(Command::Solve(positions()?)),
        "review" => Ok(Command::Review { game: game()? }),
        "games" => Ok(Command::Games),
        "challenge" => read_challenge(interaction, root, given),
        "stats" => {
            let user = user_option(interaction, given)?;
            let named = user.map(|user| (MemberId(user.id.0), known_name(user)));
            Ok(Command::Stats(usual(variant()?), named))
        }
        "leaderboard" => Ok(Command::Leaderboard(
            usual(variant()?),
            given.word("scope")?,
            given.word("by")?.unwrap_or(Order::Rating),
        )),
        "settings" => Ok(Command::Settings),
        "privacy" => Ok(Command::Privacy),
        "rules" => Ok(Command::Rules(variant()?.or(root.only_game()))),
        "learn" => Ok(Command::Learn(variant()?.or(root.only_game()))),
        _ => Err(BadOptions::Unknown),
    }
}

fn read_challenge(
    interaction: &Interaction,
    root: Root,
    given: Given<'_>,
) -> Result<Command, BadOptions> {
    let user = user_option(interaction, given)?;
    let invited = user.map(|user| Invited {
        user: MemberId(user.id.0),
        is_bot: user.bot,
    });
    let new = NewChallenge {
        invited: invited.map(|invited| invited.user),
        invited_name: user.map(known_name),
        start: root.read_challenge(given)?,
        first: given
            .word("first")?
            .unwrap_or(ChallengeStart::Fixed(WhoStarts::Random)),
        clock: given.word("clock")?,
    };
    Ok(Command::Challenge(new, invited))
}

/// The user that the option `member` names.
fn user_option<'i>(
    interaction: &'i Interaction,
    given: Given<'_>,
) -> Result<Option<&'i User>, BadOptions> {
    let Some(id) = given.text("member")? else {
        return Ok(None);
    };
    let users = &interaction.data.resolved.users;
    let named = users.iter().find(|(known, _)| known.0.to_string() == *id);
    named.map(|(_, user)| Some(user)).ok_or(BadOptions::Unknown)
}

fn game_option(given: Given<'_>) -> Result<Option<GameId>, BadOptions> {
    let id = given.text("game")?.map(|id| id.trim().parse());
    let id = id.transpose().map_err(|_| BadOptions::NoSuchGame)?;
    Ok(id.map(GameId))
}

/// During completion, required options may be missing, and values may be incomplete.
fn read_completion(interaction: &Interaction, texts: &Texts, root: Option<Root>) -> Completion {
    let Some((command, options)) = subcommand(interaction) else {
        return Completion::Nothing;
    };
    let given = given(interaction, texts, options);
    let focused = options.iter().find(|option| option.focused);
    let focused = focused.and_then(|option| match &option.value {
        Some(Value::Text(typed)) => Some((option.name.as_str(), typed)),
        _ => None,
    });
    let game = game_option(given).ok().flatten();
    match focused {
        Some(("amount", typed)) => Completion::Amount {
            list: root.and_then(|root| root.read_list(given)),
            game,
            typed: typed.trim().to_owned(),
        },
        Some(("move", typed)) => Completion::Move {
            game,
            typed: typed.trim().to_owned(),
        },
        Some(("position", typed)) => Completion::Position {
            variant: given
                .variant()
                .ok()
                .flatten()
                .or(root.map(Root::usual_game)),
            typed: written_position::notation(given.language(), typed)
                .unwrap_or_else(|_open| typed.trim().to_owned()),
        },
        Some(("variant", typed)) => Completion::Variant(typed.trim().to_owned()),
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
        // The Arabic letter mark, a Hangul filler, a tag.
        assert_eq!(sanitised("a\u{61c}b\u{3164}c\u{e0041}"), "abc");
    }
}
