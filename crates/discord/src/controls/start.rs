//! The controls of `start`.

use super::id::{animal_code, decode, drawn_words, first_code, game_words, read_drawn, read_game};
use super::{BelongsTo, Control, Id, Seen, Shown};
use nim_games::{Animal, Options, Variant};
use wythoff_game::records::{Switch, Word};
use wythoff_game::{GameId, WhoStarts};
use wythoff_service::{BotRematch, Drawn, EndIfReplaced, NewGame, Setup};

/// Who goes first, and against which animal, as far as the member has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) first: Option<WhoStarts>,
    pub(crate) animal: Option<Animal>,
}

impl Terms {
    /// A game from a position that the bot draws.
    pub(crate) fn drawn(self, variant: Variant, options: Options) -> Drawn {
        Drawn {
            options,
            first: self.first,
            animal: self.animal,
            ..Drawn::usual(variant)
        }
    }
}

/// A game against the bot, as a member wishes to play it. A question about it carries it whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// As it is described, and whether only the member sees its board, if they say so.
    Game(Setup, Option<Switch>),
    /// From the position of a finished game after the given number of moves.
    TryAgain(GameId, usize),
    /// Another game, after a finished one.
    Other(GameId, Variant),
    /// The next one after a finished game.
    Next(GameId, BotRematch),
}

impl Wish {
    /// Its words in the id of a control.
    pub(crate) fn words(self) -> String {
        match self {
            Self::Game(setup, privately) => {
                let game = match setup {
                    Setup::Chosen(new) => game_words(new),
                    Setup::Drawn(drawn) => format!("drawn:{}", drawn_words(drawn)),
                };
                match privately {
                    Some(Switch::On) => format!("private:{game}"),
                    Some(Switch::Off) => format!("shown:{game}"),
                    None => game,
                }
            }
            Self::TryAgain(game, moves) => format!("try-again:{}:{moves}", game.0),
            Self::Other(game, variant) => format!("other:{}:{}", game.0, variant.code()),
            Self::Next(game, next) => format!("next:{}:{}", game.0, rematch_word(next)),
        }
    }

    pub(crate) fn read(words: &[&str]) -> Option<Self> {
        let id = |game: &str| game.parse().ok().map(GameId);
        Some(match *words {
            ["private", ref game @ ..] => Self::Game(read_setup(game)?, Some(Switch::On)),
            ["shown", ref game @ ..] => Self::Game(read_setup(game)?, Some(Switch::Off)),
            ["try-again", game, moves] => Self::TryAgain(id(game)?, moves.parse().ok()?),
            ["other", game, variant] => Self::Other(id(game)?, Variant::from_code(variant)?),
            ["next", game, next] => Self::Next(id(game)?, read_rematch(next)?),
            _ => Self::Game(read_setup(words)?, None),
        })
    }
}

fn read_setup(words: &[&str]) -> Option<Setup> {
    Some(match *words {
        ["drawn", ref drawn @ ..] => Setup::Drawn(read_drawn(drawn)?),
        _ => Setup::Chosen(read_game(words)?),
    })
}

pub(crate) fn rematch_word(next: BotRematch) -> &'static str {
    match next {
        BotRematch::Again => "again",
        BotRematch::OtherSide => "other-side",
        BotRematch::NewPosition => "position",
        BotRematch::Against(animal) => animal.word(),
    }
}

pub(crate) fn read_rematch(word: &str) -> Option<BotRematch> {
    Some(match word {
        "again" => BotRematch::Again,
        "other-side" => BotRematch::OtherSide,
        "position" => BotRematch::NewPosition,
        animal => BotRematch::Against(Word::from_word(animal)?),
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartControl {
    /// Starts the given game.
    New(NewGame),
    /// Starts a game from a position that the bot draws.
    Drawn(Drawn),
    /// Starts the game that is chosen from the menu.
    Menu(Terms),
    /// Ends the running game in the way announced to the member, and starts the one that is wished.
    Replace(GameId, EndIfReplaced, Wish),
    /// Starts the game that follows a finished one.
    Rematch(Seen, BotRematch),
    /// Shows what else can be done after a finished game.
    More(Seen),
    /// Starts the game that is chosen after a finished one.
    StartOther(Seen),
    /// Starts a game against the animal that is chosen after a finished game.
    Against(Seen),
    /// Starts a game from the position of a finished game after the given number of moves.
    TryAgain(GameId, usize),
}

impl StartControl {
    /// Starts a game as it is described.
    pub(crate) const fn of(setup: Setup) -> Self {
        match setup {
            Setup::Chosen(new) => Self::New(new),
            Setup::Drawn(drawn) => Self::Drawn(drawn),
        }
    }
}

impl Control for StartControl {
    fn id(self) -> Id {
        match self {
            Self::New(new_game) => Id::without_game(format!("start:{}", game_words(new_game))),
            Self::Drawn(drawn) => Id::without_game(format!("play:{}", drawn_words(drawn))),
            Self::Menu(Terms { first, animal }) => {
                let first = first.map_or("-", first_code);
                let animal = animal.map_or("-", animal_code);
                Id::without_game(format!("menu:{first}:{animal}"))
            }
            // The id leaves out the point, which would make it too long.
            Self::Replace(game, old_end, wish) => {
                let word = match old_end {
                    EndIfReplaced::WithoutResult => "anew",
                    EndIfReplaced::AsALoss => "lose",
                };
                Id::in_game(Seen::anywhere(game), format!("{word}:{}", wish.words()))
            }
            Self::Rematch(seen, next) => Id::in_game(seen, format!("next:{}", rematch_word(next))),
            Self::More(seen) => Id::in_game(seen, "more"),
            Self::StartOther(seen) => Id::in_game(seen, "start-other"),
            Self::Against(seen) => Id::in_game(seen, "against"),
            Self::TryAgain(game, moves) => {
                Id::in_game(Seen::anywhere(game), format!("try-again:{moves}"))
            }
        }
    }

    fn read(seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["start", ref game @ ..] => Self::New(read_game(game)?),
            ["play", ref drawn @ ..] => Self::Drawn(read_drawn(drawn)?),
            ["menu", first, animal] => Self::Menu(Terms {
                first: decode(first_code, first),
                animal: decode(animal_code, animal),
            }),
            ["anew", ref wish @ ..] => {
                Self::Replace(seen?.game, EndIfReplaced::WithoutResult, Wish::read(wish)?)
            }
            ["lose", ref wish @ ..] => {
                Self::Replace(seen?.game, EndIfReplaced::AsALoss, Wish::read(wish)?)
            }
            ["next", next] => Self::Rematch(seen?, read_rematch(next)?),
            ["more"] => Self::More(seen?),
            ["start-other"] => Self::StartOther(seen?),
            ["against"] => Self::Against(seen?),
            ["try-again", moves] => Self::TryAgain(seen?.game, moves.parse().ok()?),
            _ => return None,
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::New(_)
            | Self::Drawn(_)
            | Self::Menu(_)
            | Self::Replace(..)
            | Self::Against(_)
            | Self::StartOther(_) => Shown::NewMessageInstead,
            Self::TryAgain(..) => Shown::NewMessage,
            Self::Rematch(..) | Self::More(_) => Shown::InPlace,
        }
    }

    fn belongs_to(self) -> BelongsTo {
        match self {
            Self::New(_)
            | Self::Drawn(_)
            | Self::Menu(_)
            | Self::Replace(..)
            | Self::TryAgain(..) => BelongsTo::Both,
            Self::Rematch(..) | Self::More(_) | Self::StartOther(_) | Self::Against(_) => {
                BelongsTo::Finished
            }
        }
    }
}
