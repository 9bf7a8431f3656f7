//! Parsing interactions into intents. Everything is checked that can be checked without a game.

use icu_properties::CodePointSetData;
use icu_properties::props::{BidiControl, DefaultIgnorableCodePoint};

use crate::discord::input::control::{
    Control, Reach, Terms, UnknownControl, game_of_other_version,
};
use crate::discord::input::interaction::{
    AUTOCOMPLETE, COMMAND, COMPONENT, CommandOption, IN_SERVER, Interaction, MODAL, PRIVATE,
    PermissionBits, User, Value,
};
use crate::discord::input::option::{BadOptions, Given, only};
use crate::discord::input::position_options::{self, GivenPosition, opening};
use crate::discord::input::written_position;
use crate::discord::text::Texts;
use crate::game::{ChallengeStart, GameId, MemberId, WhoStarts};
use crate::records::{ChannelId, InteractionId, MessageId, Order, Place};
use crate::rules::{Level, Position, Variant};
use crate::service::{Caller, NewChallenge, NewGame};

/// An intent, and who has it.
#[derive(Debug)]
pub(in crate::discord) struct Request {
    pub(in crate::discord) caller: Caller,
    /// The language that the member's client is set to.
    pub(in crate::discord) locale: String,
    pub(in crate::discord) permissions: Permissions,
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
        control: Result<Control, OtherVersion>,
        message: MessageId,
        values: Vec<String>,
        preset: Vec<MemberId>,
    },
    /// A form that was submitted, with its fields. `message` is the one with the control that opened it.
    Form {
        control: Result<Control, OtherVersion>,
        message: Option<MessageId>,
        fields: Vec<(String, String)>,
        /// The user who is chosen in one of them.
        user: Option<(Invited, String)>,
    },
}

/// A control that this version of the program does not know.
#[derive(Clone, Copy, Debug)]
pub(in crate::discord) struct OtherVersion {
    /// The game on whose board it is, if it is a control of a board.
    pub(in crate::discord) game: Option<GameId>,
}

/// A command with its options.
#[derive(Debug)]
pub(in crate::discord) enum Command {
    Start(StartWith),
    /// Something in one of the member's running games, which the option `which` may name.
    InGame(InGame, Option<String>),
    /// The positions that a text can mean, or the one of the member's game here.
    Solve(Option<Vec<Position>>),
    /// A finished game, which the option `which` may name.
    Review(Option<String>),
    Games,
    /// The rules of a game, or a list of all games.
    Rules(Option<Variant>),
    /// The lessons of a game, or a list of all games.
    Learn(Option<Variant>),
    Challenge(NewChallenge, Option<Invited>),
    /// The form for a challenge: to the member on whom the command was used, with the name.
    ChallengeForm(Option<(Invited, String)>),
    /// The member with a name, or the one who asks; at one game, or at all.
    Stats(Option<Variant>, Option<(MemberId, String)>),
    Leaderboard(Option<Variant>, Option<Reach>, Order),
    Settings,
    Privacy,
}

/// What to start against the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum StartWith {
    /// What is chosen from the menu.
    Menu(Terms),
    /// A game from that position that suits the member.
    Suited(Position),
    /// Exactly that.
    Exactly(NewGame),
}

impl Terms {
    /// How to start from a position. What is left out suits the member only if nothing is said.
    pub(in crate::discord) fn from(self, start: Position) -> StartWith {
        match self {
            Self {
                first: None,
                level: None,
            } => StartWith::Suited(start),
            Self { first, level } => StartWith::Exactly(NewGame {
                start,
                first: first.unwrap_or(WhoStarts::Random),
                level: level.unwrap_or(Level::Perfect),
            }),
        }
    }
}

/// What to do in a running game.
#[derive(Clone, Debug)]
pub(in crate::discord) enum InGame {
    /// The move that was written.
    Move(String),
    Board,
    Resign,
    Hint,
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
    /// A move in notation, in the game that the option `which` may name.
    Move {
        which: Option<String>,
        typed: String,
    },
    /// A position of a game, or of any.
    Position {
        variant: Option<Variant>,
        typed: String,
    },
    /// A kind of game.
    Variant(String),
    RunningGame(String),
    FinishedGame(String),
    Nothing,
}

/// Parses an interaction. Returns `None` if it lacks what [`Interaction::read`] requires.
pub(in crate::discord) fn read(interaction: &Interaction, texts: &Texts) -> Option<Request> {
    let data = &interaction.data;
    let message = interaction.message.as_ref();
    let message = message.map(|message| MessageId(message.id.0));
    let intent = match interaction.kind {
        COMMAND => Intent::Command(read_command(interaction, texts)),
        AUTOCOMPLETE => Intent::Completion(read_completion(interaction, texts)),
        COMPONENT => Intent::Click {
            control: read_control(data.custom_id.as_deref()?),
            message: message?,
            values: data.values.clone(),
            preset: preset(interaction),
        },
        MODAL => {
            let fields = data.components.iter().map(|labelled| &labelled.component);
            let fields = fields.map(|field| (field.custom_id.clone(), field.given()));
            Intent::Form {
                control: read_control(data.custom_id.as_deref()?),
                message,
                fields: fields.collect(),
                user: data.resolved.users.values().next().map(invited),
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
        intent,
    })
}

fn read_control(id: &str) -> Result<Control, OtherVersion> {
    id.parse().map_err(|UnknownControl| OtherVersion {
        game: game_of_other_version(id),
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

fn invited(user: &User) -> (Invited, String) {
    let invited = Invited {
        user: MemberId(user.id.0),
        is_bot: user.bot,
    };
    (invited, known_name(user))
}

fn read_command(interaction: &Interaction, texts: &Texts) -> Result<Command, BadOptions> {
    let data = &interaction.data;
    if let Some(target) = data.target_id {
        let user = data.resolved.users.get(&target);
        let user = user.ok_or(BadOptions::Unknown)?;
        return Ok(Command::ChallengeForm(Some(invited(user))));
    }
    let (name, options) = subcommand(interaction).ok_or(BadOptions::Unknown)?;
    let given = given(interaction, texts, options);
    let which = || Ok(given.text("which")?.map(str::to_owned));
    let in_game = |action| Ok(Command::InGame(action, which()?));
    match name {
        "start" => read_start(given).map(Command::Start),
        "move" => {
            let written = given.text("move")?.ok_or(BadOptions::Unknown)?;
            in_game(InGame::Move(written.to_owned()))
        }
        "board" => in_game(InGame::Board),
        "resign" => in_game(InGame::Resign),
        "hint" => in_game(InGame::Hint),
        "solve" => position_options::read(given)?
            .positions()
            .map(Command::Solve),
        "review" => which().map(Command::Review),
        "games" => Ok(Command::Games),
        "challenge" => read_challenge(interaction, given),
        "stats" => {
            let user = user_option(interaction, given)?;
            let named = user.map(|user| (MemberId(user.id.0), known_name(user)));
            Ok(Command::Stats(given.game()?, named))
        }
        "leaderboard" => Ok(Command::Leaderboard(
            given.game()?,
            given.word("scope")?,
            given.word("by")?.unwrap_or(Order::Rating),
        )),
        "settings" => Ok(Command::Settings),
        "privacy" => Ok(Command::Privacy),
        "rules" => given.game().map(Command::Rules),
        "learn" => given.game().map(Command::Learn),
        _ => Err(BadOptions::Unknown),
    }
}

fn read_start(given: Given<'_>) -> Result<StartWith, BadOptions> {
    let terms = Terms {
        first: given.word("first")?,
        level: given.word("level")?,
    };
    Ok(match position_options::read(given)? {
        GivenPosition::Nothing => StartWith::Menu(terms),
        GivenPosition::Game(variant, options) => terms.from(opening(variant, options)?),
        GivenPosition::Positions(meant) => StartWith::Exactly(NewGame {
            start: only(meant)?,
            first: terms.first.unwrap_or(WhoStarts::Random),
            level: terms.level.unwrap_or(Level::Perfect),
        }),
    })
}

fn read_challenge(interaction: &Interaction, given: Given<'_>) -> Result<Command, BadOptions> {
    if given.options.is_empty() {
        return Ok(Command::ChallengeForm(None));
    }
    let user = user_option(interaction, given)?;
    let invited = user.map(|user| invited(user).0);
    let new = NewChallenge {
        invited: invited.map(|invited| invited.user),
        invited_name: user.map(known_name),
        start: position_options::read(given)?.of_challenge()?,
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

/// During completion, required options may be missing, and values may be incomplete.
fn read_completion(interaction: &Interaction, texts: &Texts) -> Completion {
    let Some((command, options)) = subcommand(interaction) else {
        return Completion::Nothing;
    };
    let given = given(interaction, texts, options);
    let focused = options.iter().find(|option| option.focused);
    let focused = focused.and_then(|option| match &option.value {
        Some(Value::Text(typed)) => Some((option.name.as_str(), typed)),
        _ => None,
    });
    let which = given.text("which").ok().flatten();
    match focused {
        Some(("move", typed)) => Completion::Move {
            which: which.map(str::to_owned),
            typed: typed.trim().to_owned(),
        },
        Some(("position", typed)) => Completion::Position {
            variant: given.game().ok().flatten(),
            typed: written_position::notation(given.language(), typed)
                .unwrap_or_else(|_open| typed.trim().to_owned()),
        },
        Some(("game", typed)) => Completion::Variant(typed.trim().to_owned()),
        Some(("which", typed)) if command == "review" => {
            Completion::FinishedGame(typed.trim().to_owned())
        }
        Some(("which", typed)) => Completion::RunningGame(typed.trim().to_owned()),
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
