//! Checks every game against brute force, which knows only the legal moves, and against published
//! tables.

mod explanations;
mod sentences;
mod tables;

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::*;
use crate::samples::{AT_LIMITS, any_position, joined};

/// A game with its options, and small starts from which every small position can be reached.
struct Case {
    variant: Variant,
    options: Options,
    starts: Vec<String>,
}

fn case(variant: Variant, options: &str, starts: Vec<String>) -> Case {
    let options = options.parse().expect("options");
    Case {
        variant,
        options,
        starts,
    }
}

/// Every game and ending, also with options other than the default.
fn cases() -> Vec<Case> {
    let pairs = || vec!["24 24".to_owned()];
    let heaps = || {
        ["12 12", "8 8 8", "5 5 5 5", "0 9 9", "3 3 3 3 2"]
            .map(str::to_owned)
            .to_vec()
    };
    let counts = |target: u64| vec![format!("0/{target}")];
    let owned = |starts: &[&str]| starts.iter().map(|&start| start.to_owned()).collect();
    let limited_heaps = || owned(&["6 6 6", "4 4 4 4", "2 2 2 2 2"]);
    let sweep_heaps = || owned(&["24 24", "8 8 8", "5 5 5 5", "3 3 3 3 3"]);
    let stacks = || owned(&["8/2", "9/2", "8/3", "7/3", "6/4", "3+4 0 2"]);
    let boards = || owned(&["3x3", "2x5", "2x2x2", "1x7"]);
    let graphs = || owned(&["P3+C4+S4", "K4+P2+S3", "P1+C3+K3+S4"]);
    let limited_graphs = || owned(&["C8", "P8", "S5+K4"]);
    let candies = || owned(&["5 5 5", "3 3 3 2"]);
    vec![
        case(Variant::Wythoff, "", pairs()),
        case(Variant::Wythoff, "misere", pairs()),
        case(Variant::Nim, "", heaps()),
        case(Variant::Nim, "misere", heaps()),
        case(Variant::Take, "", heaps()),
        case(Variant::Take, "misere", heaps()),
        case(Variant::Take, "most=1", heaps()),
        case(Variant::Take, "misere most=1", heaps()),
        case(Variant::Take, "most=2", heaps()),
        case(Variant::Take, "misere most=2", heaps()),
        case(Variant::Take, "most=4", heaps()),
        case(Variant::Take, "misere most=5", heaps()),
        case(Variant::Moore, "", heaps()),
        case(Variant::Moore, "misere", heaps()),
        case(Variant::Moore, "heaps=1", heaps()),
        case(Variant::Moore, "misere heaps=3", heaps()),
        case(Variant::Moore, "heaps=3", heaps()),
        case(Variant::Moore, "heaps=8", heaps()),
        case(Variant::Moore, "most=1", limited_heaps()),
        case(Variant::Moore, "misere most=1", limited_heaps()),
        case(Variant::Moore, "most=2 heaps=3", limited_heaps()),
        case(Variant::Moore, "misere most=3 heaps=2", limited_heaps()),
        case(Variant::Multi, "", sweep_heaps()),
        case(Variant::Multi, "misere", sweep_heaps()),
        case(Variant::Grundy, "", vec!["20".to_owned(), "9 8".to_owned()]),
        case(
            Variant::Grundy,
            "misere",
            vec!["20".to_owned(), "9 8".to_owned()],
        ),
        case(Variant::Building, "", stacks()),
        case(Variant::Candy, "", candies()),
        case(Variant::Circular, "", owned(&["3", "4", "11"])),
        case(Variant::Circular, "misere", owned(&["3", "4", "11"])),
        case(Variant::TacTix, "normal", boards()),
        case(Variant::TacTix, "", boards()),
        case(Variant::Graph, "", graphs()),
        case(Variant::Graph, "misere", graphs()),
        case(Variant::Graph, "most=2", limited_graphs()),
        case(Variant::Graph, "misere most=3", limited_graphs()),
        case(Variant::Greedy, "", heaps()),
        case(Variant::Greedy, "misere", heaps()),
        case(Variant::TwentyOne, "", counts(60)),
        case(Variant::TwentyOne, "most=1", counts(30)),
        case(Variant::TwentyOne, "most=5", counts(60)),
        case(Variant::Hundred, "", counts(100)),
        case(Variant::Hundred, "most=1", counts(30)),
        case(Variant::Hundred, "most=4", counts(60)),
    ]
}

/// Whether a position is lost and how many moves it lasts, computed from these two values for each
/// position after a move.
fn verdict(at: &Position, after: &[(bool, u128)]) -> (bool, u128) {
    let lost = after.iter().filter(|(is_lost, _)| *is_lost);
    match lost.map(|(_, moves)| moves + 1).min() {
        _ if after.is_empty() => (at.ending() == Ending::Normal, 0),
        Some(moves) => (false, moves),
        None => (
            true,
            1 + after.iter().map(|(_, moves)| *moves).max().unwrap_or(0),
        ),
    }
}

/// What a player without theory finds out about a position: whether it is lost, and how many moves
/// it lasts if the winner hurries and the loser holds out.
#[derive(Default)]
struct BruteForce(HashMap<Position, (bool, u128)>);

impl BruteForce {
    fn judge(&mut self, position: &Position) -> (bool, u128) {
        if let Some(&known) = self.0.get(position) {
            return known;
        }
        let after: Vec<(bool, u128)> = position
            .choices()
            .moves()
            .map(|mv| self.judge(&position.play(mv).expect("choices are legal")))
            .collect();
        let verdict = verdict(position, &after);
        self.0.insert(*position, verdict);
        verdict
    }
}

#[test]
fn theory_agrees_with_brute_force_in_every_game_and_ending() {
    for Case {
        variant,
        options,
        starts,
    } in cases()
    {
        let mut brute = BruteForce::default();
        for start in &starts {
            brute.judge(&Position::read(variant, options, start).expect("a start"));
        }
        for (position, &(is_lost, moves)) in &brute.0 {
            let at = || format!("{variant} {options}: {position}");
            assert_eq!(position.is_lost(), is_lost, "{}", at());
            let choices: HashSet<Move> = position.choices().moves().collect();
            assert_eq!(
                choices.len() as u128,
                position.choices().count(),
                "{}",
                at()
            );
            let wins = choices
                .iter()
                .copied()
                .filter(|&mv| brute.0[&position.play(mv).expect("legal")].0);
            let found: Vec<Move> = position.winning_moves().collect();
            let distinct: HashSet<Move> = found.iter().copied().collect();
            assert_eq!(
                found.len(),
                distinct.len(),
                "a move is listed twice: {}",
                at()
            );
            for &mv in &found {
                assert!(
                    position.play(mv).is_ok_and(|next| next.is_lost()),
                    "{mv}: {}",
                    at()
                );
            }
            let offered: HashSet<Move> = distinct.intersection(&choices).copied().collect();
            assert_eq!(offered, wins.collect::<HashSet<_>>(), "{}", at());
            if let Some(known) = position.moves_to_end().filter(|_| is_lost) {
                assert_eq!(known, moves, "how long it lasts: {}", at());
                let after = |mv: Move| brute.0[&position.play(mv).expect("legal")].1;
                for mv in position.defences() {
                    assert_eq!(after(mv) + 1, moves, "{mv} holds out: {}", at());
                }
                assert!(
                    moves == 0 || !position.defences().is_empty(),
                    "no defence is known: {}",
                    at()
                );
            }
            // On boards of dots the first winning move is the one that is taught, not the quickest.
            let is_board = matches!(position.shape(), Shape::Cells(..));
            if !is_lost
                && !is_board
                && !choices.is_empty()
                && position
                    .play(found[0])
                    .is_ok_and(|next| next.moves_to_end().is_some())
            {
                let quickest = brute.0[&position.play(found[0]).expect("legal")].1;
                assert_eq!(quickest + 1, moves, "the first is the quickest: {}", at());
            }
        }
    }
}

/// Gives the same result as [`BruteForce`], but stores it only once for positions that are equal
/// under the symmetries of the game. Also checks it against the theory.
fn judge(at: &Position, known: &mut HashMap<String, (bool, u128)>) -> (bool, u128) {
    let twin = at.twin();
    if let Some(&known) = known.get(&twin) {
        return known;
    }
    let choices = at.choices();
    let after: Vec<(bool, u128)> = choices
        .moves()
        .map(|mv| judge(&at.play(mv).expect("choices are legal"), known))
        .collect();
    let verdict = verdict(at, &after);
    assert_eq!(at.is_lost(), verdict.0, "{at:?}");
    if let Some(moves) = at.moves_to_end().filter(|_| verdict.0) {
        assert_eq!(moves, verdict.1, "{at:?}");
    }
    known.insert(twin, verdict);
    verdict
}

/// With `cargo test --profile bench --lib tables_agree` this test goes up to the limits; in a debug
/// build only to about half of them.
#[test]
fn tables_agree_with_brute_force_to_their_limits() {
    let is_full = !cfg!(debug_assertions);
    for (game, full, reduced) in [
        ("multi", "20 20 20 20", "8 8 8 8"),
        ("multi misere", "20 20 20 20", "8 8 8 8"),
        ("grundy", "40", "24"),
        ("grundy misere", "40", "24"),
        ("moore heaps=2 most=3", "12 12 12 12", "7 7 7 7"),
        ("moore misere heaps=3 most=2", "12 12 12 12", "7 7 7 7"),
        ("moore heaps=3 most=4", "8 8 8 8 8", "4 4 4 4 4"),
        ("moore misere heaps=2 most=8", "8 8 8 8 8", "4 4 4 4 4"),
        ("building", "60/5", "16/5"),
        ("circular", "15", "12"),
        ("circular misere", "15", "12"),
        ("tactix normal", "3x4", "3x4"),
        ("tactix", "3x4", "3x4"),
        ("tactix normal", "2x2x3", "2x2x3"),
        ("tactix", "2x2x3", "2x2x3"),
        ("graph", "P6+C6", "P6+C6"),
        ("graph misere", "S5+P3+K4", "S5+P3+K4"),
        ("graph misere most=2", "P6+S6", "P6+S6"),
    ] {
        let start = format!("{game}: {}", if is_full { full } else { reduced });
        let mut known = HashMap::new();
        judge(&start.parse().expect("a position"), &mut known);
        assert!(known.len() > 100, "{start}: {} positions", known.len());
    }
}

/// An answer about the largest positions takes no longer than one about small ones: a table is asked only about what it
/// can hold. Empty heaps make a position smaller than it looks.
#[test]
fn the_largest_positions_are_answered_without_a_search() {
    for position in [
        "multi: 100 200 300 0",
        "multi misere: 0 100 200 172",
        "multi: 0 0 300 300",
        "multi: 300 300 300",
        "multi: 90 80 70 60 50",
        "nim: 1000000 2000000 3000000",
        "take most=3: 1000000",
        "greedy: 1000000 2000000",
        "moore: 900 800 700 600",
        "wythoff: 1000000 1618033",
        "100: 0/9999",
    ] {
        let at: Position = position.parse().expect("a position");
        let best = best_defences(&at);
        assert!(best.iter().all(|&mv| at.play(mv).is_ok()), "{position}");
        let explanation = Explanation::of(at);
        assert_eq!(explanation.winning.is_none(), at.is_lost(), "{position}");
    }
    // Where no sweep is possible, the last two equal heaps last longest if one is taken at a time.
    let equal: Position = "multi: 0 0 300 300".parse().expect("a position");
    assert_eq!(equal.moves_to_end(), Some(600));
    assert!(best_defences(&equal).contains(&"C1".parse().expect("a move")));
}

/// On the largest boards, in random games, a position is lost exactly if every move leaves a won
/// one, and positions near the end agree with brute force.
#[test]
fn the_largest_boards_agree_with_brute_force_near_the_end() {
    const SMALL: u128 = 7;
    let boards = [
        "circular misere: 18",
        "tactix: 3x6",
        "tactix normal: 2x3x3",
        "graph: K8+C8",
    ];
    for board in boards {
        let start: Position = board.parse().expect("a board");
        let mut numbers = Numbers::of([Draw::new(5), Draw::new(9)]);
        for _ in 0..15 {
            let mut at = start;
            while let Some(mv) = at.choices().random_move(&mut numbers) {
                let choices = at.choices();
                let after = |mv| at.play(mv).expect("legal");
                let wins = choices.moves().filter(|&mv| after(mv).is_lost()).count();
                assert_eq!(at.is_lost(), wins == 0, "{board}: {at}");
                assert_eq!(at.winning_moves().count(), wins, "{board}: {at}");
                if at.shape().size() <= SMALL {
                    judge(&at, &mut HashMap::new());
                }
                at = after(mv);
            }
        }
    }
}

/// How many more candies than the opponent the player to move eats from here on, if the player who
/// can win does so and both otherwise eat as many as possible.
fn gain(at: &Position, known: &mut HashMap<String, i128>) -> i128 {
    let twin = at.twin();
    if let Some(&known) = known.get(&twin) {
        return known;
    }
    let choices = at.choices();
    let after = choices.moves().map(|mv| (mv, at.play(mv).expect("legal")));
    let candidates = after.filter(|(_, next)| at.is_lost() || next.is_lost());
    let gains = candidates.map(|(mv, next)| {
        let (_, taken) = mv.taken().expect("from one heap");
        i128::from(taken) - gain(&next, known)
    });
    let gain = gains.max().unwrap_or(0);
    if let Shape::Candies(_, [mine, theirs]) = at.shape() {
        let margin = i128::from(mine) - i128::from(theirs) + gain;
        assert_eq!(at.margin(), Some(margin), "{at:?}");
        for mv in at.defences() {
            let next = at.play(mv).expect("legal");
            assert_eq!(next.margin(), Some(-margin), "{mv} gains most: {at:?}");
        }
        assert_eq!(
            at.defences().is_empty(),
            !at.is_lost() || at.is_over(),
            "{at:?}"
        );
    }
    known.insert(twin, gain);
    gain
}

#[test]
fn the_margins_of_candy_nim_agree_with_brute_force() {
    for heaps in ["14 14 14", "6 6 6 6"] {
        let heaps: Vec<u64> = heaps
            .split(' ')
            .map(|heap| heap.parse().expect("a heap"))
            .collect();
        // Only positions in which nothing has been eaten yet.
        let mut all = vec![vec![]];
        for most in heaps {
            all = all
                .into_iter()
                .flat_map(|start: Vec<u64>| {
                    (0..=most).map(move |size| [start.as_slice(), &[size]].concat())
                })
                .filter(|start| start.is_sorted())
                .collect();
        }
        let mut known = HashMap::new();
        for start in all {
            let start = Position::read(Variant::Candy, Options::default(), &joined(&start));
            gain(&start.expect("a position"), &mut known);
        }
    }
}

/// No answer depends on what has been tabulated before.
#[test]
fn an_empty_table_answers_as_a_full_one_does() {
    let positions = [
        "multi: 9 12 7 20",
        "grundy misere: 17 9 4",
        "moore heaps=2 most=3: 9 7 12 4",
        "building: 30/3",
        "building: 11+3 0 4",
        "candy: 20 31 44",
        "circular misere: ooo-oooooo",
        "tactix: 3x4",
        "graph most=2: P6+C5",
    ];
    for written in positions {
        let position: Position = written.parse().expect("a position");
        let ask = || {
            let moves: Vec<Move> = position.winning_moves().collect();
            (
                position.is_lost(),
                moves,
                position.moves_to_end(),
                position.defences(),
                position.margin(),
            )
        };
        forget_tables();
        let first = ask();
        assert_eq!(first, ask(), "{written}");
        position
            .choices()
            .moves()
            .for_each(|mv| position.play(mv).expect("legal").tabulate());
        assert_eq!(first, ask(), "{written}");
    }
}

#[test]
fn a_position_is_small_and_implements_copy() {
    const fn size_if_copy<T: Copy>() -> usize {
        size_of::<T>()
    }
    // Eight heaps of 64 bits take 64 bytes; everything else takes at most 40.
    assert!(
        size_if_copy::<Position>() <= 104,
        "{}",
        size_if_copy::<Position>()
    );
}

/// The values of heaps of 0, 1, 2, … in Grundy's game, from their splits.
fn heap_values(largest: usize) -> Vec<u64> {
    let mut values = vec![0; largest + 1];
    for heap in 3..=largest {
        let mut is_reached = [false; 256];
        let (mut smaller, mut larger) = (1, heap - 1);
        while smaller < larger {
            let value = values[smaller] ^ values[larger];
            is_reached[usize::try_from(value).expect("small")] = true;
            (smaller, larger) = (smaller + 1, larger - 1);
        }
        values[heap] = (0..)
            .zip(is_reached)
            .find(|(_, is_reached)| !is_reached)
            .expect("small")
            .0;
    }
    values
}

/// Every position that is set up, drawn or played can be stored and read back.
#[test]
fn whole_games_at_every_limit_read_back() {
    let mut numbers = Numbers::of([Draw::new(3), Draw::new(5)]);
    let mut played = 0;
    for (&variant, options) in Variant::ALL
        .iter()
        .flat_map(|variant| option_combinations().map(move |options| (variant, options)))
    {
        let written = AT_LIMITS
            .iter()
            .map(|written| Position::read(variant, options, written));
        let mut starts: Vec<Position> = written.filter_map(Result::ok).collect();
        for largest in [1, 2, 16, u64::MAX] {
            starts.extend(Position::drawn(variant, options, largest, &mut numbers));
        }
        for mut at in starts {
            assert!(at.reads_back(), "{at:?}");
            for _ in 0..20 {
                let Some(mv) = at.choices().random_move(&mut numbers) else {
                    break;
                };
                at = at.play(mv).expect("legal");
                assert!(at.reads_back(), "{at:?}");
                played += 1;
            }
        }
    }
    assert!(played > 10_000, "{played}");
}

/// Combinations of options, including ones that few games have.
fn option_combinations() -> impl Iterator<Item = Options> {
    const MOST: [u64; 9] = [1, 2, 3, 7, 8, 9, 18, 25, u64::MAX];
    let endings = [None, Some(Ending::Normal), Some(Ending::Misere)].into_iter();
    let most = || [None].into_iter().chain(MOST.map(Some));
    let heaps = || [None].into_iter().chain([1, 2, 5, 8].map(Some));
    let all = endings.flat_map(move |ending| most().map(move |most| (ending, most)));
    all.flat_map(move |(ending, most)| {
        heaps().map(move |heaps| Options {
            ending,
            most,
            heaps,
        })
    })
}

proptest! {
    #[test]
    fn the_notation_and_the_options_read_back(position in any_position()) {
        let options = position.options().to_string().parse().expect("options");
        prop_assert_eq!(Position::read(position.variant(), options, &position.to_string()), Ok(position));
    }

    #[test]
    fn winning_moves_exist_exactly_in_won_positions(position in any_position()) {
        let wins: Vec<Move> = position.winning_moves().take(20).collect();
        prop_assert_eq!(wins.is_empty(), position.is_lost() || position.is_over());
        for mv in wins {
            prop_assert!(position.play(mv).expect("legal").is_lost(), "{mv}");
        }
    }

    #[test]
    fn from_a_lost_position_every_move_leaves_a_won_position(position in any_position(), drawn: u64) {
        if let Some(mv) = position.choices().random_move(&mut Numbers::of([Draw::new(drawn), Draw::new(!drawn)])) {
            let next = position.play(mv).expect("offered moves are legal");
            prop_assert!(!position.is_lost() || !next.is_lost());
            prop_assert_eq!(mv.to_string().parse(), Ok(mv));
        }
    }

    #[test]
    fn every_animal_plays_legal_moves(position in any_position(), skill: u64, choice: u64) {
        let draws = Draws { skill: Draw::new(skill), choice: Draw::new(choice) };
        for animal in Animal::ALL {
            match reply(&position, animal, draws) {
                Some(mv) => prop_assert!(position.play(mv).is_ok()),
                None => prop_assert!(position.is_over()),
            }
        }
        if !position.is_lost() && !position.is_over() {
            let mv = reply(&position, Animal::Penguin, draws).expect("not over");
            prop_assert!(position.play(mv).expect("legal").is_lost());
        }
    }

    #[test]
    fn drawn_positions_are_of_the_game_and_within_the_limit(drawn: u64, largest in 1..40_u64) {
        for &variant in Variant::ALL {
            let mut numbers = Numbers::of([Draw::new(drawn), Draw::new(!drawn)]);
            let position = Position::drawn(variant, Options::default(), largest, &mut numbers).expect("a position");
            prop_assert_eq!(position.variant(), variant);
            prop_assert!(!position.is_over());
            prop_assert!(position.shape().largest().is_none_or(|heap| heap <= largest.max(3)));
        }
    }
}

/// In these two cases a position drawn without care is often lost: half of the circles are, and so
/// are heaps of one whenever their number is even.
#[test]
fn a_start_drawn_to_be_won_is_won() {
    for (variant, largest) in [(Variant::Circular, 30), (Variant::Nim, 1)] {
        let mut numbers = Numbers::of([Draw::new(7), Draw::new(11)]);
        for _ in 0..200 {
            let start = Position::drawn_won(variant, Options::default(), largest, &mut numbers);
            assert!(!start.expect("a start").is_lost(), "{variant}");
        }
    }
}

/// 1 000 won positions of each game and ending, played out by the perfect player against three
/// opponents. A debug build plays fewer games on boards of dots, each of which has a table of its
/// own.
#[test]
fn the_perfect_player_wins_every_won_position() {
    for Case {
        variant, options, ..
    } in cases()
    {
        let mut numbers = Numbers::of([Draw::new(7), Draw::new(11)]);
        let is_of_dots = matches!(variant, Variant::TacTix | Variant::Graph);
        let is_quick = !is_of_dots || !cfg!(debug_assertions);
        for _ in 0..if is_quick { 1_000 } else { 20 } {
            let mut options = options;
            options.most = options.most.or((variant == Variant::Take).then_some(3));
            let start = Position::drawn_won(variant, options, 30, &mut numbers).expect("a start");
            if start.is_lost() {
                continue;
            }
            for opponent in [perfect, random, greedy_player] {
                let mut position = start;
                let mut is_perfect = true;
                while !position.is_over() {
                    let player = if is_perfect { perfect } else { opponent };
                    let mv = player(&position, &mut numbers).expect("not over");
                    position = position.play(mv).expect("legal");
                    is_perfect = !is_perfect;
                }
                assert_eq!(
                    position.is_lost(),
                    !is_perfect,
                    "{variant} {options}: {start}"
                );
            }
        }
    }
}

fn perfect(position: &Position, numbers: &mut Numbers) -> Option<Move> {
    reply(
        position,
        Animal::Penguin,
        Draws {
            skill: numbers.draw(),
            choice: numbers.draw(),
        },
    )
}

fn random(position: &Position, numbers: &mut Numbers) -> Option<Move> {
    position.choices().random_move(numbers)
}

/// Takes as much as possible.
fn greedy_player(position: &Position, _: &mut Numbers) -> Option<Move> {
    position.choices().largest()
}

/// The example starts from one of a few small positions; with some options the first of them is
/// lost.
#[test]
fn the_example_of_moores_nim_can_be_won_with_all_its_options() {
    for heaps in 1..=8 {
        for options in [
            "",
            "misere",
            "most=1",
            "misere most=1",
            "most=2",
            "misere most=2",
        ] {
            let position: Result<Position, _> =
                format!("moore {options} heaps={heaps}: 3 5 7").parse();
            let start = position.expect("a position").example().start;
            assert!(!start.is_lost(), "{options} heaps={heaps}: {start}");
        }
    }
}

#[test]
fn the_example_of_every_game_is_won_by_whoever_can_win_it() {
    for ending in [Ending::Normal, Ending::Misere] {
        let starts = [
            ("wythoff", "3 5"),
            ("nim", "3 5 7"),
            ("greedy", "3 5 7"),
            ("take", "21"),
            ("21", "0/21"),
            ("100", "0/100"),
            ("moore", "3 5 7"),
            ("multi", "3 5 7"),
            ("grundy", "8"),
            ("building", "8/3"),
            ("candy", "3 5 7"),
            ("circular", "10"),
            ("tactix", "4x4"),
            ("graph", "P3+C4"),
        ];
        for (key, start) in starts {
            let variant = Variant::from_key(key).expect("a game");
            let targets = [1, 2, 5, 10, 21, 100, 9999].map(|target| format!("0/{target}"));
            let starts = match start.split_once('/') {
                Some(_) => targets.to_vec(),
                None => vec![start.to_owned()],
            };
            for (most, start) in (0..=30).flat_map(|most| starts.iter().map(move |at| (most, at))) {
                let options = Options {
                    ending: Some(ending),
                    most: (most > 0).then_some(most),
                    heaps: None,
                };
                // Not every game has a limit.
                let Ok(position) = Position::read(variant, options, start) else {
                    continue;
                };
                let Example { start, moves } = position.example();
                let mut at = start;
                for &mv in &moves {
                    at = at.play(mv).expect("a legal move");
                }
                let context = format!("{position:?}: {start} {moves:?}");
                assert!(at.is_over() && !moves.is_empty(), "{context}");
                assert!(moves.len() <= 6, "it is too long: {context}");
                let first_player_moved_last = moves.len() % 2 == 1;
                let first_wins = first_player_moved_last == (ending == Ending::Normal);
                assert_eq!(first_wins, !start.is_lost(), "{context}");
                // With a target of 1 in misère play, the player to move has to say 1 and loses, so
                // no start is won.
                let cannot_be_won = start
                    .shape()
                    .counting()
                    .is_some_and(|count| count.target == 1);
                assert!(
                    !start.is_lost() || cannot_be_won,
                    "it cannot be won: {context}"
                );
                assert_eq!(start.ending(), position.ending(), "{context}");
                assert_eq!(start.options(), position.options(), "{context}");
            }
        }
    }
}

#[test]
fn no_example_gives_away_a_game_that_is_offered() {
    for &variant in Variant::ALL {
        for opening in Position::openings(variant) {
            let offered = Position::read(variant, opening.options, opening.position);
            let offered = offered.expect("a position");
            let Example { start, .. } = offered.example();
            let is_given_away = start == offered
                || offered
                    .core()
                    .is_some_and(|core| Some(core) == start.core());
            assert!(!is_given_away, "{variant}: {offered} and {start}");
        }
    }
}
