//! The single list of all games, and a position of any of them.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use super::lessons::Lesson;
use super::{
    BadPosition, Ending, IllegalMove, Move, Numbers, Opening, OptionName, Options, Result, Rules,
    Setup, Variant, building, candy, circular, graph, greedy, grundy, moore, multi, nim, race,
    tactix, wythoff,
};

/// Takes the position types, each with the games that use it.
macro_rules! family {
    ($($game:ident($position:ty): $($variant:ident),+;)*) => {
        /// A position of any game of the family. It has all the methods of
        /// [`Rules`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Position {
            $(#[doc = concat!("A position of `", stringify!($position), "`.")] $game($position)),*
        }

        impl Position {
            /// Reads the notation of a game, or the name of one of its openings.
            ///
            /// # Errors
            /// [`BadPosition`] says why there is no such position.
            pub fn read(variant: Variant, options: Options, notation: &str) -> Result<Self> {
                let is_named = |known: &&Opening| known.name.is_some_and(|name| name.eq_ignore_ascii_case(notation.trim()));
                let named = Self::openings(variant).iter().find(is_named);
                let (notation, options) = named.map_or((notation, options), |known| (known.position, options.or(known.options)));
                match variant {
                    $($(Variant::$variant)|+ => <$position>::read(variant, options, notation).map(Self::$game)),*
                }
            }

            /// Like [`Self::read`], but for a position that is only to be solved, not played, and
            /// may therefore be larger.
            ///
            /// # Errors
            /// [`BadPosition`] says why there is no such position.
            pub fn read_to_solve(variant: Variant, options: Options, notation: &str) -> Result<Self> {
                if let Ok(read) = Self::read(variant, options, notation) {
                    return Ok(read);
                }
                match variant {
                    $($(Variant::$variant)|+ => <$position>::read_to_solve(variant, options, notation).map(Self::$game)),*
                }
            }

            /// A position drawn at random, with heaps of up to `largest`.
            ///
            /// # Errors
            /// [`BadPosition`] if the game does not have these options.
            pub fn drawn(variant: Variant, options: Options, largest: u64, numbers: &mut Numbers) -> Result<Self> {
                match variant {
                    $($(Variant::$variant)|+ => <$position>::drawn(variant, options, largest, numbers).map(Self::$game)),*
                }
            }

            /// The positions that a game offers. The first is the default.
            #[must_use]
            pub fn openings(variant: Variant) -> &'static [Opening] {
                match variant {
                    $($(Variant::$variant)|+ => <$position>::openings(variant)),*
                }
            }

            /// A small position by the same rules, for an example of play.
            #[must_use]
            pub fn example_start(&self) -> Self {
                match self {
                    $(Self::$game(position) => Self::$game(position.example_start())),*
                }
            }

            /// The position after a move.
            ///
            /// ```
            /// use nim_games::{Options, Position, Variant};
            ///
            /// let nim = Position::read(Variant::Nim, Options::default(), "3 5 7").unwrap();
            /// assert_eq!(nim.play("B4".parse().unwrap()).unwrap().to_string(), "3 1 7");
            /// ```
            ///
            /// # Errors
            /// [`IllegalMove`] if the rules forbid it.
            pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
                let mut next = *self;
                match &mut next {
                    $(Self::$game(position) => position.play(mv)?),*
                }
                Ok(next)
            }
        }

        impl Deref for Position {
            type Target = dyn Rules;

            fn deref(&self) -> &(dyn Rules + 'static) {
                match self {
                    $(Self::$game(position) => position),*
                }
            }
        }

        $(impl From<$position> for Position {
            fn from(position: $position) -> Self {
                Self::$game(position)
            }
        })*
    };
}

family! {
    Wythoff(wythoff::Wythoff): Wythoff;
    Nim(nim::Nim): Nim, Take;
    Race(race::Race): TwentyOne, Hundred;
    Greedy(greedy::Greedy): Greedy;
    Moore(moore::Moore): Moore;
    Multi(multi::Multi): Multi;
    Grundy(grundy::Grundy): Grundy;
    Building(building::Building): Building;
    Candy(candy::Candy): Candy;
    Circular(circular::Circular): Circular;
    TacTix(tactix::TacTix): TacTix;
    Graph(graph::Graph): Graph;
}

/// The longest notation that can be stored, in bytes.
const LONGEST_NOTATION: usize = 400;

impl Position {
    /// A position drawn at random which the player to move can win, if one is found soon.
    ///
    /// # Errors
    /// [`BadPosition`] if the game does not have these options.
    pub fn drawn_won(
        variant: Variant,
        options: Options,
        largest: u64,
        numbers: &mut Numbers,
    ) -> Result<Self> {
        /// The maximum number of draws. At most about half of the drawn positions are lost, except
        /// with tiny heaps.
        const TRIES: usize = 50;
        let mut drawn = Self::drawn(variant, options, largest, numbers)?;
        for _ in 0..TRIES {
            if !drawn.is_lost() {
                break;
            }
            drawn = Self::drawn(variant, options, largest, numbers)?;
        }
        Ok(drawn)
    }

    /// What a notation can mean if no game is named: the position of the one game that people
    /// usually mean, otherwise the positions of every game that has such a position and these
    /// options.
    ///
    /// ```
    /// use nim_games::{Options, Position, Variant};
    ///
    /// let meant = |notation| {
    ///     let meant = Position::meanings(Options::default(), notation).unwrap();
    ///     meant.iter().map(|position| position.variant()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(meant("3 5 7"), [Variant::Nim]);
    /// assert_eq!(meant("5/100"), [Variant::Hundred]);
    /// assert_eq!(meant("0/34"), [Variant::TwentyOne, Variant::Hundred]);
    /// // The ending is the usual one of the game that is meant.
    /// let sticks = Position::meanings("most=3".parse().unwrap(), "20").unwrap();
    /// assert_eq!(sticks, ["take misere most=3: 20".parse().unwrap()]);
    /// ```
    ///
    /// # Errors
    /// Says why there is no such position, and to which game it would belong.
    pub fn meanings(options: Options, notation: &str) -> Result<Vec<Self>, (Variant, BadPosition)> {
        let read = |options| {
            let games = Variant::ALL.iter();
            games.map(move |&variant| {
                let options = Self::usual_options(variant, options);
                (variant, Self::read(variant, options, notation))
            })
        };
        let mut found: Vec<Self> = read(options).filter_map(|(_, read)| read.ok()).collect();
        if let Some(usual) = found.iter().find(|position| position.is_usual()).copied() {
            found = vec![usual];
        }
        if !found.is_empty() {
            return Ok(found);
        }
        // If the options are at fault, report the error of the game that would be meant without
        // them. Otherwise report the error of the nearest match.
        let meant = if options == Options::default() {
            None
        } else {
            Self::meanings(Options::default(), notation).ok()
        };
        let meant = meant.and_then(|meant| meant.first().map(|position| position.variant()));
        let faults = || read(options).filter_map(|(variant, read)| Some((variant, read.err()?)));
        let is_meant = |(variant, _): &(Variant, BadPosition)| meant == Some(*variant);
        let is_near = |(_, fault): &(Variant, BadPosition)| {
            !matches!(
                fault,
                BadPosition::NotHeaps
                    | BadPosition::NotACount
                    | BadPosition::NotStacks
                    | BadPosition::NotACircle
                    | BadPosition::NotABoard
                    | BadPosition::NotAGraph
            )
        };
        let is_of_nim = |(variant, _): &(Variant, BadPosition)| *variant == Variant::Nim;
        let is_of_count = |(_, fault): &(Variant, BadPosition)| {
            notation.contains('/') && *fault == BadPosition::NotACount
        };
        let near = || faults().filter(is_near);
        Err(faults()
            .find(is_meant)
            .or_else(|| near().find(is_of_nim))
            .or_else(|| near().next())
            .or_else(|| faults().find(is_of_count))
            .unwrap_or((Variant::Nim, BadPosition::NotHeaps)))
    }

    /// The opening with which a game usually begins. The given options override its own.
    ///
    /// ```
    /// use nim_games::{Options, Position, Variant};
    ///
    /// let nim = Position::usual(Variant::Nim, Options::default()).unwrap();
    /// assert_eq!(nim.to_string(), "3 5 7");
    /// ```
    ///
    /// # Errors
    /// [`BadPosition`] if the game does not have these options.
    pub fn usual(variant: Variant, options: Options) -> Result<Self> {
        let opening = Self::openings(variant).first();
        let opening = opening.ok_or(BadPosition::BadOptions)?;
        let options = Self::usual_options(variant, options);
        Self::read(variant, options, opening.position)
    }

    /// The given options, with the game's usual values for those not given.
    #[must_use]
    pub fn usual_options(variant: Variant, options: Options) -> Options {
        let opening = Self::openings(variant).first();
        opening.map_or(options, |opening| options.or(opening.options))
    }

    /// Whether a game has an option.
    #[must_use]
    pub fn has_option(variant: Variant, name: OptionName) -> bool {
        let example = match name {
            OptionName::Ending => "misere",
            OptionName::Most => "most=3",
            OptionName::Heaps => "heaps=2",
        };
        let options = example.parse();
        options.is_ok_and(|options| Self::usual(variant, options).is_ok())
    }

    /// The opening with these options: the first that has exactly them, else the usual one.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let kayles: Position = "graph most=2: P3".parse().unwrap();
    /// assert_eq!(kayles.opening().to_string(), "P8+P5");
    /// ```
    #[must_use]
    pub fn opening(&self) -> Self {
        let variant = self.variant();
        // In full, since the usual opening of some games has the other ending.
        let ending = Self::has_option(variant, OptionName::Ending).then_some(self.ending());
        let options = Options {
            ending,
            ..self.options()
        };
        let openings = Self::openings(variant).iter();
        let mut read = openings.filter_map(|it| Self::read(variant, it.options, it.position).ok());
        read.find(|opening| opening.options() == self.options())
            .or_else(|| Self::usual(variant, options).ok())
            .unwrap_or(*self)
    }

    /// The lessons that teach this game. Empty if they do not hold with its options: with a limit
    /// in Moore's Nim and Graph Nim, and in Moore's Nim from other than two heaps.
    #[must_use]
    pub fn own_lessons(&self) -> &'static [Lesson] {
        let (variant, options) = (self.variant(), self.options());
        let has_limit =
            matches!(variant, Variant::Moore | Variant::Graph) && options.most.is_some();
        let is_other_moore = variant == Variant::Moore && options.heaps != Some(2);
        if has_limit || is_other_moore {
            &[]
        } else {
            Self::lessons(variant, self.ending())
        }
    }

    /// Whether its stored form (game, options and notation) parses as the same position. This holds
    /// for everything that can be set up and played; anything else is refused before it is stored.
    #[must_use]
    pub fn reads_back(&self) -> bool {
        let notation = self.to_string();
        let read = Self::read(self.variant(), self.options(), &notation);
        notation.len() <= LONGEST_NOTATION && read.is_ok_and(|read| read == *self)
    }

    /// What can be learned about a game, step by step.
    #[must_use]
    pub const fn lessons(variant: Variant, ending: Ending) -> &'static [Lesson] {
        match (variant, ending) {
            (Variant::Wythoff, Ending::Normal) => wythoff::lessons::NORMAL,
            (Variant::Wythoff, Ending::Misere) => wythoff::lessons::MISERE,
            (Variant::Nim, Ending::Normal) => nim::lessons::NIM,
            (Variant::Nim, Ending::Misere) => nim::lessons::NIM_MISERE,
            (Variant::Take, Ending::Normal) => nim::lessons::TAKE,
            (Variant::Take, Ending::Misere) => nim::lessons::TAKE_MISERE,
            (Variant::TwentyOne, Ending::Misere) => race::lessons::TWENTY_ONE,
            (Variant::Hundred, Ending::Normal) => race::lessons::HUNDRED,
            (Variant::Greedy, Ending::Normal) => greedy::lessons::NORMAL,
            (Variant::Greedy, Ending::Misere) => greedy::lessons::MISERE,
            (Variant::Moore, Ending::Normal) => moore::lessons::NORMAL,
            (Variant::Moore, Ending::Misere) => moore::lessons::MISERE,
            (Variant::Multi, Ending::Normal) => multi::lessons::NORMAL,
            (Variant::Multi, Ending::Misere) => multi::lessons::MISERE,
            (Variant::Grundy, Ending::Normal) => grundy::lessons::NORMAL,
            (Variant::Grundy, Ending::Misere) => grundy::lessons::MISERE,
            (Variant::Building, Ending::Normal) => building::lessons::LESSONS,
            (Variant::Candy, Ending::Normal) => candy::lessons::LESSONS,
            (Variant::Circular, Ending::Normal) => circular::lessons::NORMAL,
            (Variant::Circular, Ending::Misere) => circular::lessons::MISERE,
            (Variant::TacTix, Ending::Normal) => tactix::lessons::NORMAL,
            (Variant::TacTix, Ending::Misere) => tactix::lessons::MISERE,
            (Variant::Graph, Ending::Normal) => graph::lessons::NORMAL,
            (Variant::Graph, Ending::Misere) => graph::lessons::MISERE,
            // These games have only the other ending.
            (Variant::Building | Variant::Candy | Variant::Hundred, Ending::Misere)
            | (Variant::TwentyOne, Ending::Normal) => &[],
        }
    }

    /// Tabulates the position if needed, so that later queries are answered at once.
    pub fn tabulate(&self) {
        if self.is_tabulated() {
            let _tabulated = (self.best_move(), self.margin());
        }
    }

    /// Large positions of some tabulated games. Tabulating them also tabulates many smaller
    /// positions of these games.
    pub fn positions_to_tabulate_first() -> impl Iterator<Item = Self> {
        const LARGEST: [&str; 6] = [
            "multi: 20 20 20 20",
            "multi misere: 20 20 20 20",
            "grundy: 40",
            "grundy misere: 40",
            "candy: 100 99 98",
            "candy: 20 19 18 17",
        ];
        LARGEST.iter().filter_map(|written| written.parse().ok())
    }

    /// Whether a move is of a kind that this game has, legal or not.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let nim: Position = "nim: 3 5 7".parse().unwrap();
    /// assert!(nim.has_moves_like("A9".parse().unwrap()));
    /// assert!(!nim.has_moves_like("+2".parse().unwrap()));
    /// ```
    #[must_use]
    pub fn has_moves_like(&self, mv: Move) -> bool {
        self.play(mv) != Err(IllegalMove::OtherGame)
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.choices().is_empty()
    }

    /// Whether one move ends the game and wins.
    #[must_use]
    pub fn is_won_at_once(&self) -> bool {
        let best = self.best_move().and_then(|mv| self.play(mv).ok());
        best.is_some_and(|after| after.is_over())
    }

    /// The first of [`Rules::winning_moves`]: in most games the one that ends the game soonest.
    /// Returns `None` if the position is lost or the game is over.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.winning_moves().next()
    }
}

/// Reads a game, its options, a colon, and the notation: `nim misere: 3 5 7`.
///
/// ```
/// use nim_games::{Position, Variant};
///
/// let position: Position = "take most=4: 5 8 11".parse().unwrap();
/// assert_eq!(position.variant(), Variant::Take);
/// ```
impl FromStr for Position {
    type Err = BadPosition;

    fn from_str(written: &str) -> Result<Self> {
        let (game, notation) = written.split_once(':').ok_or(BadPosition::BadOptions)?;
        let (key, options) = game.trim().split_once(' ').unwrap_or((game.trim(), ""));
        let variant = Variant::from_key(key).ok_or(BadPosition::BadOptions)?;
        Self::read(variant, options.parse()?, notation)
    }
}

/// The notation.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}
