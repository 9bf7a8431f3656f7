//! The two traits that a file of this folder implements: a command, and what answers its controls.

use futures::FutureExt;
use futures::future::BoxFuture;
use serenity::all::{CommandOptionType, CreateCommandOption};

use crate::discord::context::{Answer, Context};
use crate::discord::controls::{Control, Id, NoControl, UsedControl, parse};
use crate::discord::input::interaction::ChosenUser;
use crate::discord::input::option::{BadOptions, GivenOptions, localised_option};
use crate::discord::text::{Key, Texts, key};
use crate::game::MemberId;
use crate::records::MessageId;
use nim_games::Variant;

/// A slash command with its options.
pub(in crate::discord) trait Command: Sized + Send + 'static {
    /// Its name in Discord, and in metrics.
    const NAME: &'static str;

    /// The text with its localised name and description.
    const TEXT: Key;

    /// Its buttons, selects and forms.
    type Control: Clickable;

    /// The options to register.
    fn options(_texts: &Texts) -> Vec<CreateCommandOption> {
        Vec::new()
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions>;

    fn answer(self, context: Context) -> impl Future<Output = Answer> + Send;
}

/// A control whose use is answered.
pub(in crate::discord) trait Clickable: Control {
    fn click(self, click: Click, context: Context) -> impl Future<Output = Answer> + Send;

    /// Answers the form that the control opens.
    fn submit(self, _form: Submission, _context: Context) -> impl Future<Output = Answer> + Send {
        async { Err(key!("refused-old-control").into()) }
    }
}

/// A click on a button, or a choice in a select.
#[derive(Debug)]
pub(in crate::discord) struct Click {
    pub(in crate::discord) message: MessageId,
    /// What was chosen in a select.
    pub(in crate::discord) values: Vec<String>,
    /// The members who were preselected when the message was drawn.
    pub(in crate::discord) preset: Vec<MemberId>,
}

impl Click {
    /// The first choice, or an empty text.
    pub(in crate::discord) fn value(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }

    /// The chosen game of the family.
    pub(in crate::discord) fn variant(&self) -> Result<Variant, Key> {
        Variant::from_key(self.value()).ok_or(key!("refused-old-control"))
    }
}

/// A form that was filled in.
#[derive(Debug)]
pub(in crate::discord) struct Submission {
    pub(in crate::discord) fields: Vec<(String, String)>,
    pub(in crate::discord) user: Option<ChosenUser>,
}

impl Submission {
    /// What was written or chosen in a field. Empty if nothing was.
    pub(in crate::discord) fn field(&self, name: &str) -> &str {
        let field = self.fields.iter().find(|(known, _)| known == name);
        field.map_or("", |(_, value)| value)
    }
}

impl Clickable for NoControl {
    async fn click(self, _click: Click, _context: Context) -> Answer {
        match self {}
    }
}

/// The handler of a command or control that has been read. `T` is [`Use`] for a control, and `()`
/// for a command.
pub(in crate::discord) type Handler<T> =
    Box<dyn FnOnce(T, Context) -> BoxFuture<'static, Answer> + Send>;

/// How a control was used.
#[derive(Debug)]
pub(in crate::discord) enum Use {
    Click(Click),
    Submission(Submission),
}

/// A control that was used, and the handler that answers it.
pub(in crate::discord) type ControlHandler = (UsedControl, Handler<Use>);

/// A command in the list of all commands.
pub(in crate::discord) struct Entry {
    pub(in crate::discord) name: &'static str,
    pub(in crate::discord) definition: fn(&Texts) -> CreateCommandOption,
    pub(in crate::discord) command: fn(GivenOptions<'_>) -> Result<Handler<()>, BadOptions>,
    /// Reads the id of one of its controls.
    pub(in crate::discord) control: fn(&str) -> Option<ControlHandler>,
}

impl Entry {
    pub(in crate::discord) const fn of<C: Command>() -> Self {
        Self {
            name: C::NAME,
            definition: |texts| {
                localised_option(texts, C::TEXT, CommandOptionType::SubCommand)
                    .set_sub_options(C::options(texts))
            },
            command: |given| {
                let command = C::read(given)?;
                Ok(Box::new(|(), context| command.answer(context).boxed()))
            },
            control: |id| {
                let control: C::Control = parse(id)?;
                let (seen, _) = Id::parts(id)?;
                let used_control = UsedControl {
                    seen,
                    shown: control.shown(),
                    belongs_to: control.belongs_to(),
                    draft: control.draft(),
                };
                Some((
                    used_control,
                    Box::new(move |used, context| match used {
                        Use::Click(click) => control.click(click, context).boxed(),
                        Use::Submission(form) => control.submit(form, context).boxed(),
                    }),
                ))
            },
        }
    }
}
