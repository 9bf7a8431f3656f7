//! Random numbers that the caller draws, for rules that need chance.

/// One uniformly drawn 64-bit number. The caller draws it; the rules only use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw(u64);

impl Draw {
    /// Takes a number that the caller has drawn.
    #[must_use]
    pub const fn new(drawn: u64) -> Self {
        Self(drawn)
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }

    /// A number from 0 to `count - 1`, each equally likely (to within `count / 2^64`). Returns 0 if
    /// `count` is 0.
    ///
    /// ```
    /// use nim_games::Draw;
    ///
    /// assert_eq!(Draw::new(0).below(6), 0);
    /// assert_eq!(Draw::new(u64::MAX).below(6), 5);
    /// ```
    #[must_use]
    pub const fn below(self, count: u128) -> u128 {
        // floor(drawn * count / 2^64). The product is split at bit 64 of `count` so that it cannot
        // overflow.
        let (high, low) = (count >> 64, count & u64::MAX as u128);
        self.0 as u128 * high + ((self.0 as u128 * low) >> 64)
    }

    /// A number from 0 to `most`, each equally likely.
    ///
    /// ```
    /// use nim_games::Draw;
    ///
    /// assert_eq!(Draw::new(0).up_to(5), 0);
    /// assert_eq!(Draw::new(u64::MAX).up_to(5), 5);
    /// ```
    #[must_use]
    pub fn up_to(self, most: u64) -> u64 {
        u64::try_from(self.below(u128::from(most) + 1)).unwrap_or(most)
    }

    /// Whether an event with a probability of `percent` happens.
    ///
    /// ```
    /// use nim_games::Draw;
    ///
    /// assert!(Draw::new(0).falls_within(1));
    /// assert!(!Draw::new(u64::MAX).falls_within(99));
    /// assert!(Draw::new(u64::MAX).falls_within(100));
    /// ```
    #[must_use]
    pub const fn falls_within(self, percent: u8) -> bool {
        self.below(100) < percent as u128
    }
}

/// Mixes the bits of a number, as SplitMix64 does with its state.
pub(crate) const fn mixed(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A sequence of drawn numbers: the first two are given, and the rest are derived from those
/// (SplitMix64, <https://prng.di.unimi.it/splitmix64.c>).
#[derive(Clone, Debug)]
pub struct Numbers {
    given: [Option<Draw>; 2],
    state: u64,
}

impl Numbers {
    /// The sequence that begins with two drawn numbers.
    #[must_use]
    pub const fn of([one, two]: [Draw; 2]) -> Self {
        Self {
            given: [Some(one), Some(two)],
            state: one.number() ^ two.number().rotate_left(32),
        }
    }

    /// The next number.
    pub fn draw(&mut self) -> Draw {
        if let Some(given) = self.given.iter_mut().find_map(Option::take) {
            return given;
        }
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        Draw::new(mixed(self.state))
    }

    /// A number from `least` to `most`, each equally likely.
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.draw().up_to(most.saturating_sub(least))
    }
}
