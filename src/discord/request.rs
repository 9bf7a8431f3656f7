//! From serenity's interactions to what a member wants: a closed enum with everything checked that can be checked without
//! looking at a game.

use serenity::all::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, CommandInteraction,
    ComponentInteraction, ComponentInteractionDataKind, GuildId, Interaction, InteractionContext,
    ModalInteraction, Permissions, ResolvedOption, ResolvedValue, User,
};

use super::control::{self, BEGINNERS, Control, REACHES, Reach, Unreadable, Verb};
use crate::game::{Clock, FirstMove, GameId, MemberId};
use crate::rules::wythoff::{Level, Move, Pile, Position};
use crate::service::{Beginner, Caller, NewChallenge, NewGame};
use crate::store::{ChannelId, InteractionId, MessageId, Order, Place};

/// The largest number that Discord sends as an integer option.
pub(super) const LARGEST_PILE: u64 = (1 << 53) - 1;

/// What somebody wants, and who that is.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) caller: Caller,
    /// The language of the person, as Discord's client is set.
    pub(super) locale: String,
    pub(super) rights: Rights,
    pub(super) wish: Wish,
}

/// What somebody may do where the interaction was, beyond playing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rights {
    /// Whether the person manages the server.
    pub(super) manages_server: bool,
    /// Whether others are there who see what the bot answers.
    pub(super) has_company: bool,
}

/// What somebody wants.
#[derive(Debug)]
pub(super) enum Wish {
    /// A typed command, or why it makes no sense.
    Command(Result<Command, Misuse>),
    /// Suggestions for an option that is being typed.
    Completion(Completion),
    /// A button or select on a message.
    Click {
        control: Result<Control, Unreadable>,
        message: MessageId,
        values: Vec<String>,
    },
    /// A form that was sent, with its fields; `message` where it was opened from a control.
    Form {
        control: Result<Control, Unreadable>,
        message: Option<MessageId>,
        fields: Vec<(String, String)>,
    },
}

impl Wish {
    /// Whether nothing is said before something has been changed.
    pub(super) const fn begins_with_a_change(&self) -> bool {
        match self {
            Self::Command(Ok(Command::Start(_))) => true,
            Self::Click {
                control: Ok(control),
                ..
            } => matches!(control.verb, Verb::Take { .. }),
            Self::Command(_) | Self::Completion(_) | Self::Click { .. } | Self::Form { .. } => {
                false
            }
        }
    }
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
    /// Whose numbers: a member with a name, or one's own.
    Stats(Option<(MemberId, String)>),
    Leaderboard(Option<Reach>, Order),
    Settings,
    Privacy,
}

/// Who is challenged, as far as the interaction tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Invited {
    pub(super) user: MemberId,
    pub(super) is_bot: bool,
}

/// What cannot come from the registered commands: they have changed, or the option was typed where completion was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misuse {
    /// The command or an option is not one of ours.
    Unknown,
    /// What was given as `game` is not one.
    NoSuchGame,
    /// A pile is negative or larger than Discord's numbers.
    PileOutOfRange,
}

/// An option that is being typed, with what is known of the others.
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

/// What is told apart where an interaction comes in.
pub(super) enum Incoming {
    Ping,
    Request(Box<Request>),
    /// A kind of interaction that did not exist when this was written.
    Unknown,
}

pub(super) fn read(interaction: &Interaction) -> Incoming {
    let request = match interaction {
        Interaction::Ping(_) => return Incoming::Ping,
        Interaction::Command(command) => {
            from_command(command, Wish::Command(read_command(command)))
        }
        Interaction::Autocomplete(command) => {
            from_command(command, Wish::Completion(read_completion(command)))
        }
        Interaction::Component(component) => from_component(component),
        Interaction::Modal(modal) => from_modal(modal),
        _ => return Incoming::Unknown,
    };
    Incoming::Request(Box::new(request))
}

fn from_command(command: &CommandInteraction, wish: Wish) -> Request {
    let owners = &command.authorizing_integration_owners;
    let editable = is_editable(command.context, owners, command.app_permissions);
    let place = place(
        command.guild_id,
        command.channel_id.get(),
        editable,
        command.guild_locale.as_ref(),
        &command.locale,
    );
    let caller = caller(command.id.get(), &command.user, place);
    Request {
        caller,
        locale: command.locale.clone(),
        rights: rights(
            command.context,
            editable,
            command
                .member
                .as_deref()
                .and_then(|member| member.permissions),
        ),
        wish,
    }
}

fn from_component(click: &ComponentInteraction) -> Request {
    let editable = is_editable(
        click.context,
        &click.authorizing_integration_owners,
        click.app_permissions,
    );
    let place = place(
        click.guild_id,
        click.channel_id.get(),
        editable,
        click.guild_locale.as_ref(),
        &click.locale,
    );
    let values = match &click.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.clone(),
        ComponentInteractionDataKind::UserSelect { values } => {
            values.iter().map(ToString::to_string).collect()
        }
        _ => Vec::new(),
    };
    let permissions = click.member.as_ref().and_then(|member| member.permissions);
    Request {
        caller: caller(click.id.get(), &click.user, place),
        locale: click.locale.clone(),
        rights: rights(click.context, editable, permissions),
        wish: Wish::Click {
            control: click.data.custom_id.parse(),
            message: MessageId(click.message.id.get().cast_signed()),
            values,
        },
    }
}

fn from_modal(form: &ModalInteraction) -> Request {
    // Forms begin no game, so whether the bot may edit here is known from the game, not from them.
    let place = place(
        form.guild_id,
        form.channel_id.get(),
        false,
        form.guild_locale.as_ref(),
        &form.locale,
    );
    let inputs = form.data.components.iter().flat_map(|row| &row.components);
    let fields = inputs.filter_map(|component| match component {
        serenity::all::ActionRowComponent::InputText(input) => Some((
            input.custom_id.clone(),
            input.value.clone().unwrap_or_default(),
        )),
        _ => None,
    });
    Request {
        caller: caller(form.id.get(), &form.user, place),
        locale: form.locale.clone(),
        rights: Rights::default(),
        wish: Wish::Form {
            control: form.data.custom_id.parse(),
            message: form
                .message
                .as_ref()
                .map(|message| MessageId(message.id.get().cast_signed())),
            fields: fields.collect(),
        },
    }
}

fn rights(
    context: Option<InteractionContext>,
    editable: bool,
    permissions: Option<Permissions>,
) -> Rights {
    let may = |permission| permissions.is_some_and(|given| given.contains(permission));
    let has_company = match context {
        // Where the server does not allow external apps, only the person who used one sees its answers.
        Some(InteractionContext::Guild) => editable || may(Permissions::USE_EXTERNAL_APPS),
        Some(InteractionContext::PrivateChannel) => true,
        _ => false,
    };
    let manages_server = context == Some(InteractionContext::Guild)
        && (may(Permissions::MANAGE_GUILD) || may(Permissions::ADMINISTRATOR));
    Rights {
        manages_server,
        has_company,
    }
}

/// Whether the bot itself is there, and so may edit its messages without an interaction.
fn is_editable(
    context: Option<InteractionContext>,
    owners: &AuthorizingIntegrationOwners,
    permissions: Option<Permissions>,
) -> bool {
    match context {
        Some(InteractionContext::BotDm) => true,
        Some(InteractionContext::Guild) => {
            let is_member = owners
                .0
                .iter()
                .any(|owner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_)));
            is_member && permissions.is_some_and(Permissions::view_channel)
        }
        _ => false,
    }
}

fn place(
    guild: Option<GuildId>,
    channel: u64,
    editable: bool,
    guild_locale: Option<&String>,
    locale: &str,
) -> Place {
    Place {
        guild: guild.map(|guild| guild.get().cast_signed()),
        channel: ChannelId(channel.cast_signed()),
        editable,
        language: guild_locale.map_or(locale, String::as_str).to_owned(),
    }
}

/// Who interacts, by the name that the member has everywhere: what is shown in other servers must not tell what this one calls the
/// member.
fn caller(interaction: u64, user: &User, place: Place) -> Caller {
    Caller {
        interaction: InteractionId(interaction.cast_signed()),
        member: MemberId(user.id.get().cast_signed()),
        name: known_name(user),
        place,
    }
}

fn known_name(user: &User) -> String {
    sanitised(user.global_name.as_deref().unwrap_or(&user.name))
}

/// A name without what could change the text around it: control characters, and the marks that turn the writing direction.
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

fn read_command(command: &CommandInteraction) -> Result<Command, Misuse> {
    let options = command.data.options();
    let [
        ResolvedOption {
            name,
            value: ResolvedValue::SubCommand(options),
            ..
        },
    ] = options.as_slice()
    else {
        return Err(Misuse::Unknown);
    };
    let game = || game_option(options);
    match *name {
        "start" => Ok(Command::Start(NewGame {
            piles: Position::new(pile_option(options, "a")?, pile_option(options, "b")?),
            first: word_option(options, "first", &BEGINNERS, control::beginner_word)?
                .unwrap_or(Beginner::Random),
            level: word_option(options, "level", &Level::ALL, control::level_word)?
                .unwrap_or(Level::Perfect),
        })),
        "move" => {
            let pile = word_option(options, "pile", &Pile::ALL, control::pile_word)?
                .ok_or(Misuse::Unknown)?;
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
        "challenge" => read_challenge(options),
        "stats" => Ok(Command::Stats(user_option(options, "member")?.map(
            |user| (MemberId(user.id.get().cast_signed()), known_name(user)),
        ))),
        "leaderboard" => Ok(Command::Leaderboard(
            word_option(options, "scope", &REACHES, control::reach_word)?,
            word_option(options, "by", &Order::ALL, control::order_word)?.unwrap_or(Order::Rating),
        )),
        "settings" => Ok(Command::Settings),
        "privacy" => Ok(Command::Privacy),
        "rules" => Ok(Command::Rules),
        _ => Err(Misuse::Unknown),
    }
}

fn read_challenge(options: &[ResolvedOption<'_>]) -> Result<Command, Misuse> {
    let invited = user_option(options, "member")?.map(|user| Invited {
        user: MemberId(user.id.get().cast_signed()),
        is_bot: user.bot,
    });
    let pile = |name| match option(options, name) {
        None => Ok(None),
        Some(_) => pile_option(options, name).map(Some),
    };
    let new = NewChallenge {
        invited: invited.map(|invited| invited.user),
        invited_name: user_option(options, "member")?.map(known_name),
        left: pile("a")?,
        right: pile("b")?,
        first: word_option(options, "first", &FirstMove::ALL, control::first_word)?
            .unwrap_or(FirstMove::Random),
        clock: word_option(options, "clock", &Clock::ALL, control::clock_word)?,
    };
    Ok(Command::Challenge(new, invited))
}

fn user_option<'o>(
    options: &'o [ResolvedOption<'o>],
    name: &str,
) -> Result<Option<&'o User>, Misuse> {
    match option(options, name) {
        None => Ok(None),
        Some(ResolvedValue::User(user, _)) => Ok(Some(user)),
        Some(_) => Err(Misuse::Unknown),
    }
}

fn option<'o>(options: &'o [ResolvedOption<'o>], name: &str) -> Option<&'o ResolvedValue<'o>> {
    options
        .iter()
        .find(|option| option.name == name)
        .map(|option| &option.value)
}

fn pile_option(options: &[ResolvedOption<'_>], name: &str) -> Result<u64, Misuse> {
    let Some(ResolvedValue::Integer(size)) = option(options, name) else {
        return Err(Misuse::Unknown);
    };
    u64::try_from(*size)
        .ok()
        .filter(|&size| size <= LARGEST_PILE)
        .ok_or(Misuse::PileOutOfRange)
}

fn word_option<T: Copy>(
    options: &[ResolvedOption<'_>],
    name: &str,
    all: &[T],
    word: fn(T) -> &'static str,
) -> Result<Option<T>, Misuse> {
    match option(options, name) {
        None => Ok(None),
        Some(ResolvedValue::String(given)) => control::named(all, word, given)
            .map(Some)
            .map_err(|Unreadable| Misuse::Unknown),
        Some(_) => Err(Misuse::Unknown),
    }
}

fn game_option(options: &[ResolvedOption<'_>]) -> Result<Option<GameId>, Misuse> {
    match option(options, "game") {
        None => Ok(None),
        Some(ResolvedValue::String(id)) => id
            .trim()
            .parse()
            .map(|id| Some(GameId(id)))
            .map_err(|_| Misuse::NoSuchGame),
        Some(_) => Err(Misuse::Unknown),
    }
}

/// While somebody types, required options may be missing and every value may be half there.
fn read_completion(command: &CommandInteraction) -> Completion {
    let options = command.data.options();
    let [
        ResolvedOption {
            name: command,
            value: ResolvedValue::SubCommand(options),
            ..
        },
    ] = options.as_slice()
    else {
        return Completion::Nothing;
    };
    let focused = options.iter().find_map(|option| match option.value {
        ResolvedValue::Autocomplete { value, .. } => Some((option.name, value)),
        _ => None,
    });
    match focused {
        Some(("amount", typed)) => Completion::Amount {
            pile: word_option(options, "pile", &Pile::ALL, control::pile_word)
                .ok()
                .flatten(),
            game: game_option(options).ok().flatten(),
            typed: typed.trim().to_owned(),
        },
        Some(("game", _)) if *command == "review" => Completion::FinishedGame,
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
