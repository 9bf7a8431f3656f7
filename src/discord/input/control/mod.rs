//! Controls: buttons, selects and forms. Each says in its id what it does, and for which game at which point. `id` writes and reads ids.
//!
//! An id is `w2:<game>:<point>:<action>…`, at most 100 characters. The number after the `w` is a version: controls stay on old messages
//! for years, and an id that this program does not know must not be mistaken for another one.

mod id;

pub(in crate::discord) use id::game_of_other_version;

use thiserror::Error;

use crate::game::{ChallengeAnswer, Game, GameId, MemberId, NextGame, Point, WhoStarts};
use crate::records::{ChallengesFrom, Order, PageRequest, Switch, Word, words};
use crate::rules::lessons::Exercise;
use crate::rules::{Cells, Level, ListKind, MAX_HEAPS, Move, Position, Variant};
use crate::service::{BotRematch, GivenUp, NewGame};

/// What a control stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// A control about a game.
    Board {
        /// The game.
        game: GameId,
        /// The point that the board with the control shows.
        point: Point,
        /// What to do.
        action: BoardAction,
    },
    /// An answer to a challenge.
    Challenge {
        /// The challenge.
        id: GameId,
        /// The answer.
        answer: ChallengeAnswer,
    },
    /// A control about no game.
    Page(PageAction),
}

/// What a control about a game does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardAction {
    /// Chooses a move, or a part of one.
    Choose(MoveControl),
    /// Asks for a hint, or for its next step.
    Hint(HintStep),
    /// Answers the question of a hint with that move.
    Guess(Move),
    /// Takes a round back.
    TakeBack,
    /// Asks whether to resign.
    Resign,
    /// Resigns.
    ConfirmResign,
    /// Makes the move that was typed, in this game.
    Play(Move),
    /// Shows the rules.
    Rules,
    /// Votes for the next game with the same member.
    Rematch(NextGame),
    /// Starts the next game against the bot.
    RematchBot(BotRematch),
    /// Shows the menu for another game.
    OtherGame,
    /// Starts the game that is chosen from the menu, after that one.
    StartOther,
    /// Shows why the game was won and lost.
    Why,
    /// Shows the review.
    Review,
    /// Turns the review to that page.
    ReviewPage(ReviewPage),
    /// Shows the finished game as text.
    AsText,
    /// Shows the board.
    Show,
    /// Gives the game up, as the member was told, and starts that one.
    StartAnew(GivenUp, NewGame),
}

/// A control with which a move is chosen, on a board or in an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveControl {
    /// A select for the moves of a list. Its values are the amounts.
    Pick {
        /// The list.
        list: ListKind,
        /// Differs between renderings. A client sends nothing if the chosen option is chosen again, so a board that is drawn again needs
        /// a new select.
        rendering: u64,
    },
    /// A select for the lists of moves, of which there are more than fit. Its values are lists: the one that is chosen opens.
    Open {
        /// Differs between renderings, as in [`MoveControl::Pick`].
        rendering: u64,
    },
    /// A select for what to take from one of several heaps. Its values are the amounts, 0 to leave the heap alone.
    Sheet {
        /// The index of the heap.
        heap: u8,
        /// What was chosen before, for each heap.
        draft: Amounts,
        /// Differs between renderings, as in [`MoveControl::Pick`].
        rendering: u64,
    },
    /// A button of a cell. It marks the cell, or clears the mark.
    Cell {
        /// The index of the cell.
        cell: u8,
        /// What was marked before.
        draft: Cells,
        /// Differs between renderings, so that taps on the same one add up.
        rendering: u64,
    },
    /// Makes that move, by a button on the board.
    Press(Move),
    /// Opens the form for any move. The form has the same id.
    OtherMove,
}

/// An amount for each heap, perhaps of nothing: `A2C3`, or `-`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amounts(pub [u64; MAX_HEAPS]);

impl Amounts {
    /// The move that takes them. `None` if there is nothing to take.
    #[must_use]
    pub fn mv(self) -> Option<Move> {
        let takes = self.0.iter().any(|&amount| amount > 0);
        takes.then_some(Move::Take(self.0))
    }

    /// The same with another amount from a heap.
    #[must_use]
    pub fn with(mut self, heap: u8, amount: u64) -> Self {
        if let Some(known) = self.0.get_mut(usize::from(heap)) {
            *known = amount;
        }
        self
    }
}

/// What a control about no game does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageAction {
    /// Starts that game against the bot.
    Start(NewGame),
    /// Starts a game of that kind that suits the member.
    Play(Variant),
    /// Starts the game that is chosen from the menu.
    Menu(Terms),
    /// Opens the form for a challenge, to that member if one is named. The form has the same id.
    Challenge(Option<MemberId>),
    /// Does not resign after all.
    KeepPlaying,
    /// Turns a leaderboard to another page.
    Leaderboard {
        /// The game.
        variant: Variant,
        /// Which games it counts.
        reach: Reach,
        /// By what it ranks.
        order: Order,
        /// The page.
        page: PageRequest,
    },
    /// Shows the leaderboard of the game that is chosen.
    LeaderboardOf {
        /// Which games it counts.
        reach: Reach,
        /// By what it ranks.
        order: Order,
    },
    /// Changes a setting.
    Set {
        /// The setting.
        setting: Setting,
        /// Differs between renderings, as in [`MoveControl::Pick`].
        rendering: u64,
    },
    /// Shows settings.
    Settings(SettingsPage),
    /// The member's settings, with that page of those who may never challenge, from 0.
    Blocked(u16),
    /// Shows the rules of the game that is chosen.
    Rules,
    /// Turns the rules to another page.
    RulesPage {
        /// A position that is played by them.
        of: Position,
        /// The page.
        page: RulesPage,
        /// Whether the game can be started there.
        is_offered: bool,
    },
    /// Makes the chosen move in the example of the rules.
    Try {
        /// The position.
        at: Position,
        /// Whether the game can be started there.
        is_offered: bool,
        /// Differs between renderings, as in [`MoveControl::Pick`].
        rendering: u64,
    },
    /// Shows the lessons of the game that is chosen.
    Courses,
    /// Shows the lessons of a game.
    Course(Variant),
    /// Shows the lesson that is chosen.
    Lesson {
        /// The game.
        variant: Variant,
        /// Differs between renderings, as in [`MoveControl::Pick`].
        rendering: u64,
    },
    /// Shows an exercise.
    Exercise(Exercise),
    /// Answers in an exercise that no move wins.
    NoneWins(Exercise),
    /// Chooses a move, or a part of one, in an exercise. The form for any move has the same id as its button.
    Solve(Exercise, MoveControl),
    /// Sends everything that is stored about the member.
    Export,
    /// Opens the form that asks whether to erase everything. The form has the same id.
    Erase,
}

/// Who begins a game against the bot that is chosen from the menu, and how well the bot plays. `None`: what suits the member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Who begins.
    pub first: Option<WhoStarts>,
    /// How well the bot plays.
    pub level: Option<Level>,
}

/// A page of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesPage {
    /// How to move.
    Moves,
    /// What wins.
    Wins,
    /// The idea of perfect play.
    Idea,
    /// How its moves are found.
    Find,
    /// The number behind it.
    Ratio,
    /// Why it is so.
    Proof,
    /// The positions to leave.
    Table,
    /// A game that books tell, move by move.
    Worked,
    /// Where it comes from.
    History,
}

/// A step of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintStep {
    /// Which of these positions is to be left; or that the position is lost.
    Question,
    /// The position to leave; or what becomes of one's moves.
    Target,
    /// The move with its reason; or the law.
    Reason,
}

/// A page of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewPage {
    /// The first page.
    First,
    /// The page with the turning point, or the first page.
    TurningPoint,
    /// The last page.
    Last,
    /// The page with that index, from 0.
    Number(u32),
}

/// Which games a leaderboard counts.
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
    /// The language of private messages.
    Language,
    /// How the member is notified.
    NotifyBy,
    /// Who may challenge the member, from now on.
    ChallengesFrom(ChallengesFrom),
    /// Who may never challenge the member.
    Blocked,
    /// On which leaderboards the member appears.
    Visibility,
    /// The clock of challenges in the server.
    Clock,
    /// The server's largest heap.
    LargestHeap,
    /// The language of the server's public messages.
    ServerLanguage,
    /// Whether members are pinged in the server, from now on.
    Pings(Switch),
    /// Whether the server's games count everywhere, from now on.
    Everywhere(Switch),
}

words! {
    RulesPage:
        Self::Moves => "moves",
        Self::Wins => "wins",
        Self::Idea => "idea",
        Self::Find => "find",
        Self::Ratio => "ratio",
        Self::Proof => "proof",
        Self::Table => "table",
        Self::Worked => "worked",
        Self::History => "history";
    Reach:
        Self::Server => "server",
        Self::Everywhere => "everywhere";
    Setting:
        Self::Language => "language",
        Self::NotifyBy => "telling",
        Self::ChallengesFrom(ChallengesFrom::Anyone) => "welcome-anyone",
        Self::ChallengesFrom(ChallengesFrom::Nobody) => "welcome-nobody",
        Self::Blocked => "blocked",
        Self::Visibility => "visibility",
        Self::Clock => "clock",
        Self::LargestHeap => "pile",
        Self::ServerLanguage => "server-language",
        Self::Pings(Switch::On) => "pings-on",
        Self::Pings(Switch::Off) => "pings-off",
        Self::Everywhere(Switch::On) => "everywhere-on",
        Self::Everywhere(Switch::Off) => "everywhere-off";
}

/// Whose settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsPage {
    /// The member's own.
    Own,
    /// The server's.
    Server,
}

impl BoardAction {
    /// Whether the control belongs to a running game (`Some(true)`), to a finished one (`Some(false)`), or to both.
    pub(in crate::discord) const fn is_for_running(self) -> Option<bool> {
        match self {
            Self::Choose(_)
            | Self::Hint(_)
            | Self::Guess(_)
            | Self::TakeBack
            | Self::Resign
            | Self::ConfirmResign
            | Self::Play(_) => Some(true),
            Self::Rematch(_) | Self::RematchBot(_) | Self::OtherGame | Self::StartOther => {
                Some(false)
            }
            Self::Rules
            | Self::Why
            | Self::Review
            | Self::ReviewPage(_)
            | Self::AsText
            | Self::Show
            | Self::StartAnew(..) => None,
        }
    }
}

impl Control {
    /// A control about a game, at the point where it is now. One that starts another game holds at any point, and its id is long without it.
    pub(in crate::discord) fn of(game: &Game, action: BoardAction) -> Self {
        let point = if let BoardAction::StartAnew(..) = action {
            Point::default()
        } else {
            game.point()
        };
        Self::Board {
            game: game.id(),
            point,
            action,
        }
    }

    /// The game that the control is about, and the point that its board shows.
    #[must_use]
    pub const fn shows(self) -> Option<(GameId, Point)> {
        match self {
            Self::Board { game, point, .. } => Some((game, point)),
            Self::Challenge { .. } | Self::Page(_) => None,
        }
    }
}

/// The id belongs to no control of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the control is not known")]
pub struct UnknownControl;

/// The value that a word stands for.
pub(in crate::discord) fn named<T: Word>(word: &str) -> Result<T, UnknownControl> {
    T::from_word(word).ok_or(UnknownControl)
}
