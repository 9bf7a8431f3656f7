//! Players: members and the bot, and the two seats of a game.

use nim_games::Animal;

/// A member's id: the snowflake of the Discord user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MemberId(pub i64);

/// The id of a former player: a member who has erased everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormerId(pub i64);

/// Who a player is, without the animal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerId {
    Bot,
    Member(MemberId),
    /// A former player.
    Former(FormerId),
}

/// Who plays in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The bot, as the given animal.
    Bot(Animal),
    Member(MemberId),
    /// A former player.
    Former(FormerId),
}

/// A member or a former player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Person {
    Member(MemberId),
    /// A former player.
    Former(FormerId),
}

impl Person {
    /// The id of the member. `None` for a former player.
    #[must_use]
    pub const fn member(self) -> Option<MemberId> {
        match self {
            Self::Member(member) => Some(member),
            Self::Former(_) => None,
        }
    }
}

impl From<MemberId> for Person {
    fn from(member: MemberId) -> Self {
        Self::Member(member)
    }
}

impl From<Person> for Player {
    fn from(person: Person) -> Self {
        match person {
            Person::Member(member) => Self::Member(member),
            Person::Former(former) => Self::Former(former),
        }
    }
}

impl Player {
    /// The player without the animal.
    #[must_use]
    pub const fn id(self) -> PlayerId {
        match self {
            Self::Bot(_) => PlayerId::Bot,
            Self::Member(member) => PlayerId::Member(member),
            Self::Former(former) => PlayerId::Former(former),
        }
    }
}

/// One of the two sides of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The player who starts.
    First,
    /// The other player.
    Second,
}

impl Seat {
    /// Both seats.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent's seat.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A value for each of the two seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BySeat<T> {
    /// The value of the first player.
    pub first: T,
    /// The value of the second player.
    pub second: T,
}

impl<T: Copy> BySeat<T> {
    /// The values that a function returns for each seat.
    #[must_use]
    pub fn each(value_of: impl Fn(Seat) -> T) -> Self {
        Self {
            first: value_of(Seat::First),
            second: value_of(Seat::Second),
        }
    }

    /// The value of the given seat.
    #[must_use]
    pub const fn at(self, seat: Seat) -> T {
        match seat {
            Seat::First => self.first,
            Seat::Second => self.second,
        }
    }

    /// The values, with the one for the given seat replaced.
    #[must_use]
    pub const fn with(mut self, seat: Seat, value: T) -> Self {
        match seat {
            Seat::First => self.first = value,
            Seat::Second => self.second = value,
        }
        self
    }

    /// The values with the seats swapped.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            first: self.second,
            second: self.first,
        }
    }
}

/// The two players of a game. The first starts.
pub type Players = BySeat<Player>;

impl Players {
    /// A member against the bot as the given animal.
    #[must_use]
    pub const fn against_the_bot(member: Player, animal: Animal, member_starts: bool) -> Self {
        let players = Self {
            first: member,
            second: Player::Bot(animal),
        };
        if member_starts {
            players
        } else {
            players.swapped()
        }
    }

    /// The seat of a player, if the player is in this game.
    ///
    /// ```
    /// use wythoff_game::{MemberId, Player, PlayerId, Players, Seat};
    /// use nim_games::Animal;
    ///
    /// let players = Players { first: Player::Bot(Animal::Dolphin), second: Player::Member(MemberId(7)) };
    /// assert_eq!(players.seat_of(PlayerId::Member(MemberId(7))), Some(Seat::Second));
    /// assert_eq!(players.seat_of(PlayerId::Member(MemberId(8))), None);
    /// assert_eq!(players.swapped().seat_of(PlayerId::Bot), Some(Seat::Second));
    /// ```
    #[must_use]
    pub fn seat_of(self, player: PlayerId) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|&seat| self.at(seat).id() == player)
    }

    /// The animal, if the bot plays.
    #[must_use]
    pub fn animal(self) -> Option<Animal> {
        [self.first, self.second]
            .into_iter()
            .find_map(|player| match player {
                Player::Bot(animal) => Some(animal),
                Player::Member(_) | Player::Former(_) => None,
            })
    }
}
