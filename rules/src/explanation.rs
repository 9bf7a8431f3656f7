//! Why a position is won or lost, as data: what becomes of the moves that tell most, and the law,
//! if one is known. Everything in it can be checked by making the moves; the words are made
//! elsewhere.

use super::{Move, Position, Reason};

/// How many refutations are built. More are not told.
const REFUTATIONS: usize = 4;

/// Why a position is won or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The position.
    pub at: Position,
    /// The winning move that is explained. `None` if the position is lost.
    pub winning: Option<Move>,
    /// The lost position of which the rest speaks: `at`, or the one that the winning move leaves.
    pub lost: Position,
    /// What is known of the game: how the winning move is found, or why the lost position is lost.
    pub law: Option<Reason>,
    /// What becomes of moves in the lost position, the most telling first.
    pub refutations: Vec<Refutation>,
}

/// A move in a lost position, and what refutes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub to: Position,
    /// The move that wins then. `None` if the game is over, lost for who moved.
    pub answer: Option<Move>,
    /// The position after the answer.
    pub leaves: Position,
}

impl Explanation {
    /// Why a position is won, by its quickest winning move, or lost.
    #[must_use]
    pub fn of(at: Position) -> Self {
        match at.best_move() {
            Some(best) => Self::of_move(at, best),
            None => Self {
                at,
                winning: None,
                lost: at,
                law: at.law(),
                refutations: refutations(at),
            },
        }
    }

    /// Why a move wins.
    #[must_use]
    pub fn of_move(at: Position, winning: Move) -> Self {
        let lost = at.play(winning).unwrap_or(at);
        let law = at.clue(winning).or_else(|| lost.law());
        Self {
            at,
            winning: Some(winning),
            lost,
            law: law.filter(|_| !lost.is_over()),
            refutations: refutations(lost),
        }
    }

    /// Whether the refutations are all moves that there are.
    #[must_use]
    pub fn refutes_every_move(&self) -> bool {
        self.lost.choices().count() == self.refutations.len() as u128
    }
}

impl Refutation {
    /// What becomes of a move in a lost position.
    #[must_use]
    pub fn of(lost: Position, mv: Move) -> Option<Self> {
        let to = lost.play(mv).ok()?;
        let answer = to.best_move();
        let leaves = answer.map_or(Ok(to), |answer| to.play(answer)).ok()?;
        Some(Self {
            mv,
            to,
            answer,
            leaves,
        })
    }
}

fn refutations(lost: Position) -> Vec<Refutation> {
    let telling = lost.telling_moves().into_iter().take(REFUTATIONS);
    telling.filter_map(|mv| Refutation::of(lost, mv)).collect()
}
