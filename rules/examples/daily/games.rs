//! The games of the puzzles, and the positions that are considered for each.

use itertools::Itertools as _;
use nim_games::{Choices, Numbers, Position};

/// Puzzles of one game that are played by the same rules.
pub(crate) struct Game {
    /// The rules, as in front of a position.
    pub(crate) rules: &'static str,
    source: Source,
}

/// Where the positions of a game come from.
enum Source {
    /// Wythoff's game, on all boards of up to 15 columns and 12 rows.
    Board,
    /// Heaps: for each number of them, the largest size. If the flag is set, no two are equal, since
    /// these would cancel, which is easy to see.
    Heaps(&'static [(usize, u64)], bool),
    /// These starts, and what can come of them in up to three moves.
    Played(&'static [&'static str]),
}

const fn game(rules: &'static str, source: Source) -> Game {
    Game { rules, source }
}

/// Every game, as a list of the rules by which it is played.
pub(crate) const GAMES: &[&[Game]] = &[
    &[
        game("wythoff", Source::Board),
        game("wythoff misere", Source::Board),
    ],
    &[
        game("nim", Source::Heaps(&[(3, 10), (4, 7)], true)),
        game("nim misere", Source::Heaps(&[(3, 9), (4, 6)], true)),
    ],
    &[
        game(
            "take normal most=3",
            Source::Heaps(&[(2, 14), (3, 10), (4, 7)], true),
        ),
        game(
            "take normal most=4",
            Source::Heaps(&[(2, 14), (3, 12), (4, 8)], true),
        ),
        game(
            "take normal most=5",
            Source::Heaps(&[(2, 14), (3, 12), (4, 9)], true),
        ),
    ],
    &[game(
        "21",
        Source::Played(&[
            "most=3: 0/17",
            "most=4: 0/23",
            "most=4: 0/27",
            "most=5: 0/25",
            "most=5: 0/33",
            "most=5: 0/39",
            "most=6: 0/29",
            "most=6: 0/45",
            "most=7: 0/37",
            "most=7: 0/51",
            "most=7: 0/45",
            "most=8: 0/40",
            "most=8: 0/49",
            "most=9: 0/57",
        ]),
    )],
    &[game(
        "100",
        Source::Played(&[
            "most=4: 0/33",
            "most=5: 0/29",
            "most=5: 0/41",
            "most=6: 0/45",
            "most=6: 0/39",
            "most=7: 0/51",
            "most=7: 0/63",
            "most=8: 0/61",
            "most=9: 0/77",
            "most=10: 0/75",
        ]),
    )],
    &[game(
        "greedy",
        Source::Heaps(&[(2, 10), (3, 10), (4, 8)], false),
    )],
    &[game(
        "moore heaps=2",
        Source::Heaps(&[(3, 7), (4, 5)], false),
    )],
    &[game("multi", Source::Heaps(&[(3, 10)], true))],
    &[game(
        "grundy",
        Source::Played(&[
            "12", "14", "15", "16", "18", "8 9", "10 6", "5 7 9", "6 7 8", "11 5", "13 4", "12 7",
        ]),
    )],
    &[game(
        "building",
        Source::Played(&[
            "8/3", "10/3", "12/3", "6/4", "8/4", "10/4", "6/5", "7/5", "8/5", "9/5", "10/5", "11/5",
        ]),
    )],
    &[game("candy", Source::Heaps(&[(3, 7), (4, 4)], false))],
    &[
        game("circular", Source::Played(&["8", "9", "10", "11", "12"])),
        game(
            "circular misere",
            Source::Played(&["7", "8", "9", "10", "11"]),
        ),
    ],
    &[
        game(
            "tactix misere",
            Source::Played(&["3x3", "2x5", "oooo/o--o/oooo", "ooo-/oooo/-ooo"]),
        ),
        game(
            "tactix normal",
            Source::Played(&["3x3", "2x5", "ooo/o-o/ooo"]),
        ),
    ],
    &[
        game(
            "graph",
            Source::Played(&[
                "P3+C4+S5", "P5+C5", "P3+P5", "C4+S5", "P4+P6", "C3+P4+P2", "C5+S4", "K3+P5+C4",
            ]),
        ),
        game(
            "graph most=2",
            Source::Played(&["P7+P3", "P5+P4+P2", "P8", "C5+P4", "P5+S5", "P6+P3"]),
        ),
    ],
];

/// How many positions of each game are considered at most.
const CONSIDERED: usize = 600;

impl Game {
    /// Positions to consider, in a random order.
    pub(crate) fn positions(&self, numbers: &mut Numbers) -> Vec<Position> {
        let all: Vec<Position> = match self.source {
            Source::Board => (1..=14_u64)
                .cartesian_product(1..=11_u64)
                .filter_map(|(left, down)| self.read(&format!("{left} {down}")))
                .collect(),
            Source::Heaps(limits, differ) => limits
                .iter()
                .flat_map(|&(count, most)| {
                    vec![1..=most; count].into_iter().multi_cartesian_product()
                })
                .filter(|heaps| !differ || heaps.iter().all_unique())
                .filter_map(|heaps| self.read(&heaps.iter().join(" ")))
                .collect(),
            Source::Played(starts) => starts
                .iter()
                .filter_map(|start| self.read(start))
                .flat_map(|start| (0..80).map(move |_| start))
                .map(|start| played(start, numbers))
                .collect(),
        };
        let mut all = all.into_iter().unique().filter(can_be_tapped).collect_vec();
        shuffle(&mut all, numbers);
        all.truncate(CONSIDERED);
        all
    }

    /// A position, perhaps after options of its own.
    fn read(&self, notation: &str) -> Option<Position> {
        let written = match notation.split_once(": ") {
            Some((options, notation)) => format!("{} {options}: {notation}", self.rules),
            None => format!("{}: {notation}", self.rules),
        };
        written.parse().ok()
    }
}

/// The position after up to three random moves.
fn played(start: Position, numbers: &mut Numbers) -> Position {
    let mut at = start;
    for _ in 0..numbers.between(0, 3) {
        let moves = at.choices().moves().collect_vec();
        let chosen = numbers.draw().below(moves.len() as u128);
        let mv = usize::try_from(chosen)
            .ok()
            .and_then(|chosen| moves.get(chosen));
        let next = mv.and_then(|&mv| at.play(mv).ok());
        at = next.filter(|next| !next.is_over()).unwrap_or(at);
    }
    at
}

/// Whether every first move can be tapped: in at most four lists of up to 25 moves.
fn can_be_tapped(at: &Position) -> bool {
    match at.choices() {
        Choices::Lists(lists) => lists.len() <= 4 && lists.iter().all(|list| list.most <= 25),
        Choices::Sheet(sheet) => sheet.heaps().count() <= 4,
        Choices::Cells { .. } => true,
    }
}

/// Fisher–Yates, from the end.
pub(crate) fn shuffle<T>(list: &mut [T], numbers: &mut Numbers) {
    for last in (1..list.len()).rev() {
        let other = numbers.between(0, last as u64);
        list.swap(last, usize::try_from(other).unwrap_or(0));
    }
}
