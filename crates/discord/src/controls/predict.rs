//! The controls with which somebody who watches a game predicts who wins it.

use super::{Control, Id, Seen, Shown};
use wythoff_game::records::Word as _;
use wythoff_game::{GameId, Seat};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PredictControl {
    /// Asks who wins.
    Ask(GameId),
    /// That player wins.
    Winner(GameId, Seat),
}

impl Control for PredictControl {
    fn id(self) -> Id {
        match self {
            Self::Ask(game) => Id::without_game(format!("predict:{}", game.0)),
            Self::Winner(game, seat) => {
                Id::without_game(format!("predict:{}:{}", game.0, seat.word()))
            }
        }
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let read_game = |game: &str| game.parse().ok().map(GameId);
        match *words {
            ["predict", game] => Some(Self::Ask(read_game(game)?)),
            ["predict", game, seat] => Some(Self::Winner(read_game(game)?, Seat::from_word(seat)?)),
            _ => None,
        }
    }

    fn shown(self) -> Shown {
        match self {
            // It is on the board.
            Self::Ask(_) => Shown::NewMessage,
            Self::Winner(..) => Shown::InPlace,
        }
    }
}
