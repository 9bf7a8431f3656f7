//! The ids of controls: `w2:<game>:<point>:<words>`, at most 100 characters.
//!
//! `w2` is a version. Controls stay on old messages for years, and an id that this program does not
//! know must not be mistaken for another one. Each control has one id:
//! [`parse`](super::parse) rejects any other spelling. Ids are kept short by
//! using codes instead of names, and by limiting positions to
//! [`MAX_START`](crate::input::option::MAX_START); a property test in `tests` checks the
//! length.

use std::fmt;

use nim_games::lessons::Exercise;
use nim_games::{Animal, Ending, Options, Position, Variant};
use wythoff_game::records::Word;
use wythoff_game::{Game, GameId, Point, WhoStarts};
use wythoff_service::{Drawn, NewGame};

const VERSION: &str = "w2";

/// How long an id may be
/// (<https://discord.com/developers/docs/components/reference#custom-id>).
const MAX_LENGTH: usize = 100;

/// A game or a challenge, and the point in it that the message with the control shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seen {
    pub game: GameId,
    pub point: Point,
}

impl Seen {
    /// The game as it is now.
    pub(crate) fn of(game: &Game) -> Self {
        Self {
            game: game.id(),
            point: game.point(),
        }
    }

    /// The game, at no particular point: for a challenge, or for a control for which the point does
    /// not matter.
    pub(crate) fn anywhere(game: GameId) -> Self {
        Self {
            game,
            point: Point::default(),
        }
    }
}

/// The game that a control is about, if any, whichever version made its id.
#[must_use]
pub fn game_of_control(id: &str) -> Option<GameId> {
    let of_ours = Id::parts(id).and_then(|(seen, _)| seen.map(|seen| seen.game));
    of_ours.or_else(|| Id::game_of_other_version(id))
}

/// An id: the game that the control is about, if any, and what it does, as words between colons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Id {
    seen: Option<Seen>,
    words: String,
}

impl Id {
    /// Whether it is short enough: that of a large position may not be.
    pub(crate) fn fits(&self) -> bool {
        self.to_string().chars().count() <= MAX_LENGTH
    }

    /// The id of a control about a game.
    pub(crate) fn in_game(seen: Seen, words: impl Into<String>) -> Self {
        Self {
            seen: Some(seen),
            words: words.into(),
        }
    }

    /// The id of a control about no game.
    pub(crate) fn without_game(words: impl Into<String>) -> Self {
        Self {
            seen: None,
            words: words.into(),
        }
    }

    /// The same id with one more word before its words.
    pub(crate) fn after(self, word: &str) -> Self {
        let words = format!("{word}:{}", self.words);
        Self { words, ..self }
    }

    /// The parts of an id of this version: the game that it is about, if any, and its words.
    pub(crate) fn parts(id: &str) -> Option<(Option<Seen>, Vec<&str>)> {
        let mut words = id.split(':');
        let is_ours = words.next()? == VERSION;
        let game = words.next()?.parse().ok().filter(|&game| game >= 0)?;
        let point = words.next()?.parse().ok()?;
        let game = GameId(game);
        let seen = (game != GameId(0)).then_some(Seen { game, point });
        is_ours.then(|| (seen, words.collect()))
    }

    /// The game of a board whose control id is from another version.
    pub(crate) fn game_of_other_version(id: &str) -> Option<GameId> {
        let mut words = id.split(':');
        let version = words.next()?;
        let number: u32 = version.strip_prefix('w')?.parse().ok()?;
        let is_other = version == format!("w{number}") && version != VERSION;
        let game: i64 = words.next()?.parse().ok()?;
        (is_other && game > 0).then_some(GameId(game))
    }
}

impl From<Id> for String {
    fn from(id: Id) -> Self {
        id.to_string()
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, point) = match self.seen {
            Some(Seen { game, point }) => (game.0, point),
            None => (0, Point::default()),
        };
        write!(f, "{VERSION}:{game}:{point}:{}", self.words)
    }
}

/// A position with its game and options: four words, or five if the option `heaps` is set.
pub(crate) fn position_words(position: Position) -> String {
    let Options {
        ending,
        most,
        heaps,
    } = position.options();
    let ending = ending.map_or("-", ending_code);
    let most = most.map_or("-".to_owned(), |most| most.to_string());
    let game = position.variant().code();
    // This word is left out if the option is not set: only one game needs it, and older ids do
    // not have it.
    let heaps = heaps.map(|heaps| format!("{heaps}:")).unwrap_or_default();
    format!("{game}:{ending}:{most}:{heaps}{position}")
}

pub(crate) fn read_position(words: &[&str]) -> Option<Position> {
    let (game, ending, most, heaps, notation) = match *words {
        [game, ending, most, notation] => (game, ending, most, None, notation),
        [game, ending, most, heaps, notation] => (game, ending, most, Some(heaps), notation),
        _ => return None,
    };
    // An unknown word is read as `None`. `parse` then rejects the id, because `None` is written
    // differently.
    let options = Options {
        ending: decode(ending_code, ending),
        most: most.parse().ok(),
        heaps: heaps.and_then(|heaps| heaps.parse().ok()),
    };
    Position::read(Variant::from_code(game)?, options, notation).ok()
}

/// A game to start: the words of its position, who begins, and the animal.
pub(crate) fn game_words(new: NewGame) -> String {
    let (first, animal) = (first_code(new.first), new.animal.map_or("-", animal_code));
    format!("{}:{first}:{animal}", position_words(new.start))
}

pub(crate) fn read_game(words: &[&str]) -> Option<NewGame> {
    let [position @ .., first, animal] = words else {
        return None;
    };
    Some(NewGame {
        start: read_position(position)?,
        first: decode(first_code, first)?,
        animal: decode(animal_code, animal),
    })
}

/// A game from a position that the bot draws: its options, who begins, and the animal.
pub(crate) fn drawn_words(drawn: Drawn) -> String {
    let number = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    let Options {
        ending,
        most,
        heaps,
    } = drawn.options;
    format!(
        "{}:{}:{}:{}:{}:{}:{}",
        drawn.variant.code(),
        ending.map_or("-", ending_code),
        number(most),
        number(heaps),
        drawn.first.map_or("-", first_code),
        drawn.animal.map_or("-", animal_code),
        number(drawn.seed.map(u64::from))
    )
}

pub(crate) fn read_drawn(words: &[&str]) -> Option<Drawn> {
    let [game, ending, most, heaps, first, animal, seed] = *words else {
        return None;
    };
    // An unknown word is read as `None`. `parse` then rejects the id, because `None` is written
    // differently.
    Some(Drawn {
        variant: Variant::from_code(game)?,
        options: Options {
            ending: decode(ending_code, ending),
            most: most.parse().ok(),
            heaps: heaps.parse().ok(),
        },
        first: decode(first_code, first),
        animal: decode(animal_code, animal),
        seed: seed.parse().ok(),
    })
}

/// An exercise: four words.
pub(crate) fn exercise_words(exercise: Exercise) -> String {
    let (game, ending) = (exercise.variant.code(), ending_code(exercise.ending));
    format!("{game}:{ending}:{}:{}", exercise.lesson, exercise.number)
}

/// Reads an exercise. `None` if there is no such exercise.
pub(crate) fn read_exercise(words: [&str; 4]) -> Option<Exercise> {
    let [game, ending, lesson, number] = words;
    let exercise = Exercise {
        variant: Variant::from_code(game)?,
        ending: decode(ending_code, ending)?,
        lesson: lesson.parse().ok()?,
        number: number.parse().ok()?,
    };
    exercise.position().map(|_| exercise)
}

/// `y` or `n`.
pub(crate) const fn flag(is_true: bool) -> &'static str {
    if is_true { "y" } else { "n" }
}

/// The value whose code is `word`. `code` returns the code of a value.
pub(crate) fn decode<T: Word>(code: impl Fn(T) -> &'static str, word: &str) -> Option<T> {
    T::all().find(|&value| code(value) == word)
}

const fn ending_code(ending: Ending) -> &'static str {
    match ending {
        Ending::Normal => "n",
        Ending::Misere => "m",
    }
}

pub(crate) const fn first_code(first: WhoStarts) -> &'static str {
    match first {
        WhoStarts::Random => "r",
        WhoStarts::Me => "m",
        WhoStarts::Opponent => "o",
    }
}

pub(crate) const fn animal_code(animal: Animal) -> &'static str {
    match animal {
        Animal::Duckling => "0",
        Animal::Rabbit => "1",
        Animal::Hedgehog => "2",
        Animal::Squirrel => "3",
        Animal::Otter => "4",
        Animal::Swan => "5",
        Animal::Dolphin => "6",
        Animal::Elephant => "7",
        Animal::Reindeer => "8",
        Animal::Penguin => "9",
    }
}
