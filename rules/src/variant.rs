//! The names of the games.

use std::fmt;

/// Lists the games: each with its key, for people and for files, and its code, for places where
/// space is short.
macro_rules! variants {
    ($($(#[$about:meta])* $variant:ident = $key:literal $code:literal),* $(,)?) => {
        /// A game of the family.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Variant {
            $($(#[$about])* $variant),*
        }

        impl Variant {
            /// Every game, in the order in which they are shown.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The game's name in notation.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$variant => $key),*
                }
            }

            /// Two letters, for places where space is short.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$variant => $code),*
                }
            }
        }
    };
}

variants! {
    /// Wythoff's game.
    Wythoff = "wythoff" "wy",
    /// Nim.
    Nim = "nim" "ni",
    /// Nim with a limit for each move (a subtraction game).
    Take = "take" "ta",
    /// Counting up by at most 3: the player who says 21 loses.
    TwentyOne = "21" "tw",
    /// Counting up by at most 10: the player who says 100 wins.
    Hundred = "100" "hu",
    /// Nim in which every move takes from a largest heap.
    Greedy = "greedy" "gr",
    /// Nim in which a move may take from several heaps (Moore's Nim).
    Moore = "moore" "mo",
    /// Nim in which a move may also take the same number from every heap.
    Multi = "multi" "mu",
    /// Splitting heaps into unequal parts (Grundy's game).
    Grundy = "grundy" "gd",
    /// Placing stones on stacks, then Nim.
    Building = "building" "bu",
    /// Nim in which the number of objects taken also counts.
    Candy = "candy" "ca",
    /// Taking neighbouring dots from a circle (Circular Nim).
    Circular = "circular" "ci",
    /// Taking neighbouring dots from a row or column (TacTix, Bulo).
    TacTix = "tactix" "tt",
    /// Taking connected dots (Graph Nim).
    Graph = "graph" "gn",
}

impl Variant {
    /// The games that people know or like at once, the best liked first.
    pub const LIKED: [Self; 7] = [
        Self::Wythoff,
        Self::TwentyOne,
        Self::TacTix,
        Self::Nim,
        Self::Take,
        Self::Circular,
        Self::Hundred,
    ];

    /// The game with the given key.
    ///
    /// ```
    /// use nim_games::Variant;
    ///
    /// assert_eq!(Variant::from_key("21"), Some(Variant::TwentyOne));
    /// assert_eq!(Variant::from_key("chess"), None);
    /// ```
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|variant| variant.key() == key)
    }

    /// The game with the given code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|variant| variant.code() == code)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}
