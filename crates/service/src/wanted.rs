//! What a member wants to play against the bot.

use nim_games::{Animal, Options, Position, Variant};
use wythoff_game::records::GameRecord;
use wythoff_game::{GameId, WhoStarts};

/// A game from a position that a member has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewGame {
    pub start: Position,
    pub first: WhoStarts,
    /// The animal that the bot plays as. `None`: the one that the member has reached.
    pub animal: Option<Animal>,
}

/// A game from a position that the bot draws, as large as the animal is strong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The game.
    pub variant: Variant,
    /// Its options. Those not given are the usual ones.
    pub options: Options,
    /// Who starts. `None`: the member gets the seat that can win.
    pub first: Option<WhoStarts>,
    /// The animal that the bot plays as. `None`: the one that the member has reached.
    pub animal: Option<Animal>,
    /// Decides which start is drawn, if the member has seen it. `None`: any.
    pub seed: Option<u16>,
}

/// How a game against the bot starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    /// From a position that the member has chosen.
    Chosen(NewGame),
    /// From a position that the bot draws.
    Drawn(Drawn),
}

/// A game that a member wants to play against the bot, and what it comes after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// How it starts.
    pub setup: Setup,
    /// Whether the member has seen the solution of its start. If so, it is marked like a game with
    /// a hint.
    pub is_helped: bool,
    /// The finished game that it follows, once.
    pub follows: Option<GameId>,
    /// Whether only the member sees its board. `None`: as the channel, or the game before, has it.
    pub is_private: Option<bool>,
    /// The running game that it replaces, and how the member was told that game would end.
    pub replaces: Option<(GameId, EndIfReplaced)>,
}

impl From<Setup> for Wanted {
    /// A game that comes after nothing.
    fn from(setup: Setup) -> Self {
        Self {
            setup,
            is_helped: false,
            follows: None,
            is_private: None,
            replaces: None,
        }
    }
}

impl From<NewGame> for Wanted {
    fn from(new: NewGame) -> Self {
        Setup::Chosen(new).into()
    }
}

/// How a running game against the bot ends if another one replaces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndIfReplaced {
    WithoutResult,
    /// As a loss, since the member has moved in it.
    AsALoss,
}

impl NewGame {
    /// A game in which the member has the seat that can win.
    #[must_use]
    pub fn to_win(start: Position, animal: Option<Animal>) -> Self {
        Self {
            start,
            first: seat_to_win(&start),
            animal,
        }
    }
}

impl Drawn {
    /// A game with its usual options against the animal that the member has reached.
    #[must_use]
    pub fn usual(variant: Variant) -> Self {
        Self {
            variant,
            options: Options::default(),
            first: None,
            animal: None,
            seed: None,
        }
    }

    /// Whether the game is played by its usual rules.
    pub(super) fn has_usual_rules(&self) -> bool {
        let usual = |options| Position::usual(self.variant, options);
        usual(self.options) == usual(Options::default())
    }
}

/// Who has to start for the member to have the seat that can win.
pub(super) fn seat_to_win(start: &Position) -> WhoStarts {
    if start.is_lost() {
        WhoStarts::Opponent
    } else {
        WhoStarts::Me
    }
}

impl EndIfReplaced {
    /// How the game of `record` ends if it is replaced.
    #[must_use]
    pub fn of(record: &GameRecord) -> Self {
        if record.has_member_moved() {
            Self::AsALoss
        } else {
            Self::WithoutResult
        }
    }
}
