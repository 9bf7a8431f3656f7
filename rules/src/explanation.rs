//! Why a position is won or lost, as data: what the most telling moves lead to, and the law, if one
//! is known. Everything in it can be checked by making the moves; the wording is generated
//! elsewhere.

use super::{Move, Position, Reason};

/// The maximum number of refutations to build, since no explanation shows more.
const MOST_REFUTATIONS: usize = 4;

/// How many answers are looked at for the one that the law names.
const MOST_ANSWERS: usize = 16;

/// Why a position is won or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The position.
    pub at: Position,
    /// The winning move that is explained. `None` if the position is lost.
    pub winning: Option<Move>,
    /// The lost position that the remaining fields describe: `at`, or the one that the winning move
    /// leaves.
    pub lost_position: Position,
    /// The known law of the game: how to find the winning move, or why the lost position is lost.
    pub law: Option<Reason>,
    /// Refutations of moves in the lost position, the most telling first.
    pub refutations: Vec<Refutation>,
}

/// A move in a lost position, and what refutes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub after_move: Position,
    /// The move that wins then. `None` if the game is over and the player who moved has lost.
    pub answer: Option<Move>,
    /// The position after the answer.
    pub after_answer: Position,
}

impl Explanation {
    /// Why a position is lost or, if it is won, why its best winning move wins.
    #[must_use]
    pub fn of(at: Position) -> Self {
        match at.best_move() {
            Some(best) => Self::of_move(at, best),
            None => Self {
                at,
                winning: None,
                lost_position: at,
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
            lost_position: lost,
            law: law.filter(|_| !lost.is_over()),
            refutations: refutations(lost),
        }
    }

    /// Whether the refutations cover every legal move.
    #[must_use]
    pub fn refutes_every_move(&self) -> bool {
        self.lost_position.choices().count() == self.refutations.len() as u128
    }
}

impl Refutation {
    /// The refutation of a move in a lost position.
    #[must_use]
    pub fn of(lost: Position, mv: Move) -> Option<Self> {
        let after_move = lost.play(mv).ok()?;
        let answer = named(lost, after_move).or_else(|| after_move.best_move());
        let after_answer = answer
            .map_or(Ok(after_move), |answer| after_move.play(answer))
            .ok()?;
        Some(Self {
            mv,
            after_move,
            answer,
            after_answer,
        })
    }
}

/// The laws that name the answer to each move, each with the laws of the positions that it leaves.
const NAMED: [(&str, &[&str]); 4] = [
    ("lost-nim-pair", &["lost-nim-pair"]),
    ("lost-nim-pairs", &["lost-nim-pairs", "lost-nim-pair"]),
    (
        "lost-take-multiples",
        &["lost-take-multiples", "lost-nim-pair"],
    ),
    ("lost-graph-copy", &["lost-graph-copy"]),
];

/// The answer that the law of the lost position names, if it names one. The best one may be quicker.
fn named(lost: Position, after_move: Position) -> Option<Move> {
    let law = lost.law()?;
    let (_, laws) = NAMED.iter().find(|(name, _)| *name == law.name)?;
    let is_named =
        |at: Position| at.is_over() || at.law().is_some_and(|law| laws.contains(&law.name));
    let mut answers = after_move.winning_moves().take(MOST_ANSWERS);
    answers.find(|&mv| after_move.play(mv).is_ok_and(is_named))
}

fn refutations(lost: Position) -> Vec<Refutation> {
    let telling = lost.telling_moves().into_iter().take(MOST_REFUTATIONS);
    telling.filter_map(|mv| Refutation::of(lost, mv)).collect()
}
