//! Parses interactions into requests, and checks everything that can be checked without a game.

use std::sync::{Arc, OnceLock};

use futures::FutureExt;
use tokio::sync::OnceCell;
use tokio::time::Instant;

use crate::bot::Bot;
use crate::commands;
use crate::commands::challenge;
use crate::commands::command::{Click, Handler, Submission, Use};
use crate::context::{Context, InteractionContext, Origin, Permissions};
use crate::controls::{Id, Shown};
use crate::input::completion::Completion;
use crate::input::digits::PermissionBits;
use crate::input::interaction::{
    AUTOCOMPLETE, COMMAND, COMPONENT, IN_SERVER, Interaction, MODAL, PRIVATE,
};
use crate::input::option::{BadOptions, GivenOptions};
use crate::input::user::User;
use crate::reply::{Reply, Response};
use crate::text::{Texts, key};
use crate::view;
use wythoff_game::MemberId;
use wythoff_game::records::{ChannelId, InteractionId, MessageId, Place};
use wythoff_service::Caller;

/// The feature in the metrics for commands whose options cannot be used, and for controls that this
/// version does not know.
pub(super) const UNREADABLE: &str = "unreadable";

/// What an interaction asks for.
pub(super) struct Request {
    /// `command`, `completion`, `click` or `form`.
    pub(super) kind: &'static str,
    /// The name of the command, or of the command that the control belongs to; else `completion` or
    /// [`UNREADABLE`].
    pub(super) feature: &'static str,
    pub(super) origin: Origin,
    pub(super) handler: Handler<()>,
}

/// Parses an interaction. Returns `None` if it lacks what [`Interaction::read`] requires.
pub(super) fn read(interaction: &Interaction, texts: &Texts) -> Option<Request> {
    match interaction.kind {
        COMMAND => Some(command(interaction, texts)),
        AUTOCOMPLETE => Some(completion(interaction, texts)),
        COMPONENT => click(interaction),
        MODAL => form(interaction),
        _ => None,
    }
}

/// The context of a request: the member, the place, the language, and the deadline for the answer.
pub(super) fn context(
    bot: &Arc<Bot>,
    interaction: &Interaction,
    origin: Origin,
    deadline: Instant,
) -> Option<Context> {
    let user = interaction.sender()?;
    let editable = interaction.lets_bot_edit();
    let server_language = interaction.guild_locale.as_ref();
    Some(Arc::new(InteractionContext {
        bot: bot.clone(),
        locale: OnceCell::new(),
        public_locale: OnceCell::new(),
        client_locale: interaction.locale.clone(),
        caller: Caller {
            interaction: InteractionId(interaction.id.0),
            member: MemberId(user.id.0),
            name: user.name(),
            place: Place {
                guild: interaction.guild_id.map(|guild| guild.0),
                channel: ChannelId(interaction.channel_id.0),
                editable,
                language: server_language.unwrap_or(&interaction.locale).clone(),
            },
            wants_help: false,
            is_for_all: false,
        },
        permissions: permissions(interaction, editable),
        origin,
        purpose: OnceLock::new(),
        asks_first: OnceLock::new(),
        deadline,
    }))
}

fn permissions(interaction: &Interaction, editable: bool) -> Permissions {
    let member = interaction.member.as_ref();
    let has_permission =
        |permission| member.is_some_and(|member| member.permissions.contains(permission));
    let is_in_server = interaction.context == Some(IN_SERVER);
    Permissions {
        manages_server: is_in_server
            && (has_permission(PermissionBits::MANAGE_GUILD)
                || has_permission(PermissionBits::ADMINISTRATOR)),
        is_public: match interaction.context {
            // If the server does not allow external apps, only the member who uses one sees its
            // answers.
            Some(IN_SERVER) => editable || has_permission(PermissionBits::USE_EXTERNAL_APPS),
            Some(PRIVATE) => true,
            _ => false,
        },
        bot_may_post: interaction.lets_bot_write(),
    }
}

/// The subcommand and its options.
fn subcommand<'i>(
    interaction: &'i Interaction,
    texts: &'i Texts,
) -> Option<(&'i str, GivenOptions<'i>)> {
    let [subcommand] = interaction.data.options.as_slice() else {
        return None;
    };
    let given = GivenOptions {
        options: &subcommand.options,
        texts,
        locale: &interaction.locale,
        users: &interaction.data.resolved.users,
    };
    Some((&subcommand.name, given))
}

fn command(interaction: &Interaction, texts: &Texts) -> Request {
    let data = &interaction.data;
    let read = match (data.target_id, subcommand(interaction, texts)) {
        (Some(target), _) => match data.resolved.users.get(&target) {
            Some(user) => Ok(challenge::command_on_member(user.to_chosen_user())),
            None => Err(BadOptions::Unknown),
        },
        (None, Some((name, given))) => commands::read(name, given),
        (None, None) => Err(BadOptions::Unknown),
    };
    let (feature, handler) = read.unwrap_or_else(|bad| {
        let refuse = |(), context: Context| {
            async move {
                if let BadOptions::Unknown = bad {
                    return Err(key!("refused-old-command").into());
                }
                let why = view::bad_options(context.language().await, bad);
                Err(view::plain(why).into())
            }
            .boxed()
        };
        (UNREADABLE, Box::new(refuse))
    });
    Request {
        kind: "command",
        feature,
        origin: Origin::NewMessage,
        handler,
    }
}

fn completion(interaction: &Interaction, texts: &Texts) -> Request {
    let subcommand = subcommand(interaction, texts);
    let completion = subcommand.map_or(Completion::Nothing, |(name, given)| {
        Completion::read(name, given)
    });
    Request {
        kind: "completion",
        feature: "completion",
        origin: Origin::NewMessage,
        handler: Box::new(|(), context| {
            async move {
                Ok(Reply::only(Response::Choices(
                    context.complete(completion).await,
                )))
            }
            .boxed()
        }),
    }
}

fn click(interaction: &Interaction) -> Option<Request> {
    let id = interaction.data.custom_id.as_deref()?;
    let message = MessageId(interaction.message.as_ref()?.id.0);
    let Some((feature, control, handler)) = commands::control(id) else {
        let game = Id::game_of_other_version(id);
        return Some(Request {
            kind: "click",
            feature: UNREADABLE,
            origin: Origin::NewMessage,
            handler: Box::new(move |(), context| {
                async move {
                    match game {
                        // While another version runs, the refusal below says that the bot is being
                        // updated.
                        Some(game) if !context.bot.store().has_other_version() => {
                            Ok(context.answer_other_version(game, message).await)
                        }
                        Some(_) | None => Err(key!("refused-old-control").into()),
                    }
                }
                .boxed()
            }),
        });
    };
    let click = Click {
        message,
        values: interaction.data.values.clone(),
        preset: preset(interaction),
        why_not_role: interaction.why_not_role(),
    };
    Some(Request {
        kind: "click",
        feature,
        origin: match control.shown {
            Shown::InPlace => Origin::Message { message, control },
            Shown::NewMessageInstead => Origin::Private,
            Shown::NewMessage => Origin::NewMessage,
        },
        handler: Box::new(|(), context| handler(Use::Click(click), context)),
    })
}

fn form(interaction: &Interaction) -> Option<Request> {
    let data = &interaction.data;
    let message = interaction.message.as_ref();
    let message = message.map(|message| MessageId(message.id.0));
    let Some((feature, control, handler)) = commands::control(data.custom_id.as_deref()?) else {
        return Some(Request {
            kind: "form",
            feature: UNREADABLE,
            origin: Origin::NewMessage,
            handler: Box::new(|(), _| async { Err(key!("refused-old-control").into()) }.boxed()),
        });
    };
    let fields = data.components.iter().map(|labelled| &labelled.component);
    let fields = fields.map(|field| (field.custom_id.clone(), field.text_or_choice()));
    let users = data.resolved.users.values();
    let form = Submission {
        fields: fields.collect(),
        user: users.map(User::to_chosen_user).next(),
    };
    Some(Request {
        kind: "form",
        feature,
        origin: match (control.shown, message) {
            (Shown::InPlace, Some(message)) => Origin::Message { message, control },
            (Shown::InPlace | Shown::NewMessageInstead | Shown::NewMessage, _) => {
                Origin::NewMessage
            }
        },
        handler: Box::new(|(), context| handler(Use::Submission(form), context)),
    })
}

/// The members that were preselected in the select that was used.
fn preset(interaction: &Interaction) -> Vec<MemberId> {
    let rows = interaction
        .message
        .iter()
        .flat_map(|message| &message.components);
    let used_selects = rows
        .flat_map(|row| &row.components)
        .filter(|select| interaction.data.custom_id.as_ref() == Some(&select.custom_id));
    used_selects
        .flat_map(|select| &select.default_values)
        .map(|value| MemberId(value.id.0))
        .collect()
}
