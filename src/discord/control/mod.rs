//! The ids of buttons, selects and forms: which game, at which point, and what to do. How they are written is in `id`.
//!
//! Written as `w1:<game>:<point>:<verb>…`, at most 100 characters. The number after the `w` is the version: controls live on old
//! messages for years, and one that this program does not understand is told from one that it misunderstands.

mod id;
mod word;

use thiserror::Error;

pub(super) use self::id::named;
pub(super) use self::word::{
    BEGINNERS, NOTIFY_BY, REACHES, VISIBILITIES, beginner_word, challenges_from_word, clock_word,
    first_word, level_word, notify_by_word, order_word, pile_word, reach_word, visibility_word,
};
use crate::game::{ChallengeAnswer, Game, GameId, NextGame, Point};
use crate::records::{ChallengesFrom, Order, Switch};
use crate::rules::wythoff::{Move, Pile};
use crate::service::{BotRematch, NewGame, PageRequest};

/// What a control stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// The game.
    pub game: GameId,
    /// The point of the game that the board shows which the control is on.
    pub point: Point,
    /// What to do.
    pub verb: Verb,
}

/// What a control does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// The select for moves from there; its values are the amounts.
    Take {
        /// Where it takes from.
        pile: Pile,
        /// Different on every rendering: a client sends nothing when an option is chosen that it shows as chosen already, so a
        /// board that is to be chosen from again needs a new select.
        rendering: u64,
    },
    /// Opens the form for other amounts, and is the form's id.
    OtherAmount,
    /// Asks for a hint.
    Hint,
    /// Takes a round back.
    TakeBack,
    /// Asks whether to resign.
    Resign,
    /// Resigns: the answer to that.
    ConfirmResign,
    /// Plays on: the other answer.
    KeepPlaying,
    /// Makes the move that was typed, in that game.
    Play(Move),
    /// Shows the rules.
    Rules,
    /// Goes on from the finished game with a member.
    Rematch(NextGame),
    /// Goes on from the finished game against the bot.
    RematchBot(BotRematch),
    /// Shows the review of the game.
    Review,
    /// Turns a review to that page.
    ReviewPage(ReviewPage),
    /// Shows the finished game as text.
    AsText,
    /// Shows the board of the game.
    Show,
    /// Abandons the game and begins that one instead.
    StartAnew(NewGame),
    /// Begins that game against the bot.
    Start(NewGame),
    /// Answers the challenge.
    Answer(ChallengeAnswer),
    /// Turns a leaderboard to another page.
    Leaderboard {
        /// How far it reaches.
        reach: Reach,
        /// By what it ranks.
        order: Order,
        /// Which way to turn.
        page: PageRequest,
    },
    /// Changes a setting. Different on every rendering, as [`Verb::Take`] is.
    Set {
        /// Which one.
        setting: Setting,
        /// The number of the rendering.
        rendering: u64,
    },
    /// Shows one's own settings, or those of the server.
    Settings(SettingsPage),
    /// Sends all that is stored about the person.
    Export,
    /// Opens the form that asks whether to erase, and is the form's id.
    Erase,
}

/// A page of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewPage {
    /// The first one.
    First,
    /// The one with the turning point; the first where there is none.
    TurningPoint,
    /// The last one.
    Last,
    /// That one, counted from 0.
    Number(u32),
}

/// How far a leaderboard reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Games in the server where it is shown.
    Server,
    /// Games everywhere.
    Everywhere,
}

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The language of what only the member sees.
    Language,
    /// How the member is told.
    NotifyBy,
    /// Who may challenge the member, from now on.
    ChallengesFrom(ChallengesFrom),
    /// Who may not in any case.
    Blocked,
    /// On which leaderboards the member appears.
    Visibility,
    /// The server's clock.
    Clock,
    /// The server's largest pile.
    LargestPile,
    /// The language of the server's public messages.
    ServerLanguage,
    /// Whether anybody is pinged in the server, from now on.
    Pings(Switch),
    /// Whether the server's games count everywhere, from now on.
    Everywhere(Switch),
}

/// Whose settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsPage {
    /// The member's own.
    Own,
    /// The server's.
    Server,
}

impl Verb {
    /// Whether the control belongs to a board of a running game, of an ended one, or to neither.
    pub(super) const fn is_for_running(self) -> Option<bool> {
        match self {
            Self::Take { .. }
            | Self::OtherAmount
            | Self::Hint
            | Self::TakeBack
            | Self::Resign
            | Self::ConfirmResign
            | Self::KeepPlaying
            | Self::Play(_) => Some(true),
            Self::Rematch(_) | Self::RematchBot(_) => Some(false),
            Self::Rules
            | Self::Review
            | Self::ReviewPage(_)
            | Self::AsText
            | Self::Show
            | Self::StartAnew(_)
            | Self::Start(_)
            | Self::Answer(_)
            | Self::Leaderboard { .. }
            | Self::Set { .. }
            | Self::Settings(_)
            | Self::Export
            | Self::Erase => None,
        }
    }
}

impl Control {
    /// A control on the board of a game as it is now.
    pub(super) fn of(game: &Game, verb: Verb) -> Self {
        Self {
            game: game.id(),
            point: game.point(),
            verb,
        }
    }

    /// A control that belongs to no board.
    pub(super) fn general(verb: Verb) -> Self {
        Self::of_id(GameId(0), verb)
    }

    /// A control that belongs to what goes by that number, whatever is on its board.
    pub(super) fn of_id(game: GameId, verb: Verb) -> Self {
        Self {
            game,
            point: Point::default(),
            verb,
        }
    }
}

/// The id belongs to no control of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the control cannot be read")]
pub struct Unreadable;
