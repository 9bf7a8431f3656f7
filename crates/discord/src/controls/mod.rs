//! The buttons, selects and forms: what each stands for, its id, and where its outcome appears. Any
//! message may have any of them; what they do is in `commands`, in the file of the same name.

pub(super) mod ask;
pub(super) mod board;
pub(super) mod boss;
pub(super) mod challenge;
pub(super) mod daily;
pub(super) mod dare;
pub(super) mod games;
pub(super) mod hint;
pub(super) mod id;
pub(super) mod ladder;
pub(super) mod leaderboard;
pub(super) mod learn;
pub(super) mod move_control;
pub(super) mod play;
pub(super) mod practice;
pub(super) mod predict;
pub(super) mod privacy;
pub(super) mod resign;
pub(super) mod review;
pub(super) mod rules;
pub(super) mod settings;
pub(super) mod show_here;
pub(super) mod solve;
pub(super) mod start;
pub(super) mod table;

pub(super) use self::id::{Id, Seen};
use crate::drafts::Draft;

/// A button, a select or a form. A form has the id of the control that opens it.
pub(crate) trait Control: Copy + Send + Sync + 'static {
    fn id(self) -> Id;

    /// Reads what [`Control::id`] writes. It may be lenient: [`parse`] rejects an id if `id` would
    /// write it differently.
    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self>;

    /// Where the outcome appears.
    fn shown(self) -> Shown {
        Shown::InPlace
    }

    /// Whether the control is on the boards of running games, of finished ones, or of both.
    fn belongs_to(self) -> BelongsTo {
        BelongsTo::Both
    }

    /// For a select on a board: the partly chosen move with which the select was drawn.
    fn draft(self) -> Option<Draft> {
        None
    }
}

/// Where the outcome of a control appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// On the message with the control.
    InPlace,
    NewMessage,
    /// In a new message. The one with the control is private, and is deleted.
    NewMessageInstead,
}

/// The games whose boards a control appears on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BelongsTo {
    /// Running games.
    Running,
    /// Finished games.
    Finished,
    /// Running and finished games.
    Both,
}

/// The facts about a used control that decide where its outcome is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UsedControl {
    /// The game or challenge that the control is about, and the point that the member saw.
    pub(crate) seen: Option<Seen>,
    pub(crate) shown: Shown,
    pub(crate) belongs_to: BelongsTo,
    /// The partly chosen move that the control was drawn with, if it is a select on a board.
    pub(crate) draft: Option<Draft>,
}

/// The control of a command without controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoControl {}

impl Control for NoControl {
    fn id(self) -> Id {
        match self {}
    }

    fn read(_seen: Option<Seen>, _words: &[&str]) -> Option<Self> {
        None
    }
}

/// The control with the given id.
pub(crate) fn parse<C: Control>(id: &str) -> Option<C> {
    let (seen, words) = Id::parts(id)?;
    let control = C::read(seen, &words)?;
    (control.id().to_string() == id).then_some(control)
}
