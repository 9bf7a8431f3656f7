//! The two traits that are implemented in a file of this folder: by a command, and by its controls.

use futures::FutureExt;
use futures::future::BoxFuture;
use serenity::all::{CommandOptionType, CreateCommandOption};

use crate::context::{Answer, Context};
use crate::controls::{Control, Id, NoControl, UsedControl, parse};
use crate::input::option::{BadOptions, GivenOptions, localised_option};
use crate::input::user::ChosenUser;
use crate::text::{Key, Texts, key};
use nim_games::Variant;
use wythoff_game::MemberId;
use wythoff_game::records::MessageId;

/// A slash command with its options.
pub(crate) trait Command: Sized + Send + 'static {
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
pub(crate) trait Clickable: Control {
    fn click(self, click: Click, context: Context) -> impl Future<Output = Answer> + Send;

    /// Answers the form that the control opens.
    fn submit(self, _form: Submission, _context: Context) -> impl Future<Output = Answer> + Send {
        async { Err(key!("refused-old-control").into()) }
    }
}

/// A click on a button, or a choice in a select.
#[derive(Debug)]
pub(crate) struct Click {
    pub(crate) message: MessageId,
    /// What was chosen in a select.
    pub(crate) values: Vec<String>,
    /// The members who were preselected when the message was drawn.
    pub(crate) preset: Vec<MemberId>,
    /// Why the bot must not give the role that was chosen, if it must not.
    pub(crate) why_not_role: Option<Key>,
}

impl Click {
    /// The first choice, or an empty text.
    pub(crate) fn value(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }

    /// The chosen game of the family.
    pub(crate) fn variant(&self) -> Result<Variant, Key> {
        Variant::from_key(self.value()).ok_or(key!("refused-old-control"))
    }
}

/// A form that was filled in.
#[derive(Debug)]
pub(crate) struct Submission {
    pub(crate) fields: Vec<(String, String)>,
    pub(crate) user: Option<ChosenUser>,
}

impl Submission {
    /// What was written or chosen in a field. Empty if nothing was.
    pub(crate) fn field(&self, name: &str) -> &str {
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
pub(crate) type Handler<T> = Box<dyn FnOnce(T, Context) -> BoxFuture<'static, Answer> + Send>;

/// How a control was used.
#[derive(Debug)]
pub(crate) enum Use {
    Click(Click),
    Submission(Submission),
}

/// A control that was used, and the handler that answers it.
pub(crate) type ControlHandler = (UsedControl, Handler<Use>);

/// A command in the list of all commands.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) definition: fn(&Texts) -> CreateCommandOption,
    pub(crate) command: fn(GivenOptions<'_>) -> Result<Handler<()>, BadOptions>,
    /// Reads the id of one of its controls.
    pub(crate) control: fn(&str) -> Option<ControlHandler>,
}

impl Entry {
    pub(crate) const fn of<C: Command>() -> Self {
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
            control: control_of::<C::Control>,
        }
    }
}

/// The control with the given id, if it is one of these.
pub(crate) fn control_of<C: Clickable>(id: &str) -> Option<ControlHandler> {
    let control: C = parse(id)?;
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
}
