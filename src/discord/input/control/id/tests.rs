//! Ids that are written and read back.

use proptest::prelude::*;

use super::*;
use crate::discord::input::control::{Amounts, Reach, RulesPage, Setting};
use crate::discord::input::option::MAX_START;
use crate::game::{ChallengeAnswer, WhoStarts};
use crate::records::Order;
use crate::rules::{Cells, HeapSet, Level, ListKind, OptionName};

/// Any value that has a word.
fn any_word<T: Word + std::fmt::Debug>() -> impl Strategy<Value = T> {
    prop::sample::select(T::ALL.to_vec())
}

/// Any start that fits into an id, of any game, with the largest numbers that Discord sends.
fn any_game() -> impl Strategy<Value = NewGame> {
    let variant = prop::sample::select(Variant::ALL.to_vec());
    let numbers = prop::collection::vec(0..1_u64 << 53, 2..=8);
    let options = (
        prop::option::of(any_word::<Ending>()),
        prop::option::of(1..1_u64 << 53),
        prop::option::of(1..=8_u64),
    );
    let start = (variant, options, numbers).prop_filter_map(
        "it is a position",
        |(variant, (ending, most, heaps), numbers)| {
            let has = |name| Position::has_option(variant, name);
            let options = Options {
                ending: ending.filter(|_| has(OptionName::Ending)),
                most: most.filter(|_| has(OptionName::Most)),
                heaps: heaps.filter(|_| has(OptionName::Heaps)),
            };
            let heaps: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let heaps = Position::read(variant, options, &heaps.join(" "));
            let count = Options {
                most: options.most.map(|most| most % 25 + 1),
                ..options
            };
            let count = || Position::read(variant, count, &format!("{}/9999", numbers[0] % 10_000));
            let two =
                || Position::read(variant, options, &format!("{} {}", numbers[0], numbers[1]));
            let fits = |position: &Position| position.to_string().len() <= MAX_START;
            let small: Vec<String> = numbers
                .iter()
                .take(4)
                .map(|n| (n % 12 + 1).to_string())
                .collect();
            let small = || Position::read(variant, options, &small.join(" "));
            let cells = || {
                let boards = [
                    "ooooooo-oooooooooo",
                    "ooo/ooo/ooo ooo/oo-/ooo",
                    "Po-oooooo+Co-ooo+Soo-",
                    "oooooooooo",
                ];
                let limited = Options {
                    most: options.most.map(|most| most % 8 + 1),
                    ..options
                };
                let boards = boards.iter();
                let mut read = boards.map(|board| Position::read(variant, limited, board));
                read.find_map(Result::ok)
            };
            let stones = || Position::read(variant, options, &format!("{}/7", numbers[0] % 60 + 1));
            heaps
                .ok()
                .filter(fits)
                .or_else(|| two().ok())
                .or_else(|| count().ok())
                .or_else(|| small().ok())
                .or_else(|| stones().ok())
                .or_else(cells)
        },
    );
    let game = (start, any_word::<WhoStarts>(), any_word::<Level>());
    game.prop_map(|(start, first, level)| NewGame {
        start,
        first,
        level,
    })
}

fn any_list() -> impl Strategy<Value = ListKind> {
    prop_oneof![
        Just(ListKind::Count),
        Just(ListKind::Place),
        any::<u64>().prop_map(ListKind::Split),
        (1..=8_usize).prop_map(|count| ListKind::Take(HeapSet::first(count)))
    ]
}

fn any_move() -> impl Strategy<Value = Move> {
    // A start has at most 40 characters, and a move hardly more than the start.
    let amounts = prop::array::uniform2(1..1_u64 << 53).prop_map(Move::take);
    let cells = (1..1_u32 << 18).prop_map(|cells| Move::Clear(Cells(cells)));
    prop_oneof![amounts, any::<u64>().prop_map(Move::Count), cells]
}

fn any_choice() -> impl Strategy<Value = MoveControl> {
    let pick = (any_list(), any::<u64>())
        .prop_map(|(list, rendering)| MoveControl::Pick { list, rendering });
    let open = any::<u64>().prop_map(|rendering| MoveControl::Open { rendering });
    // A draft holds what four selects offer.
    let amounts = prop::array::uniform4(0..=24_u64);
    let sheet = (0..8_u8, 0..4_usize, amounts, any::<u64>());
    let sheet = sheet.prop_map(|(heap, from, amounts, rendering)| {
        let mut draft = Amounts::default();
        for (known, amount) in draft.0.iter_mut().skip(from).zip(amounts) {
            *known = amount;
        }
        MoveControl::Sheet {
            heap,
            draft,
            rendering,
        }
    });
    let cell = (0..18_u8, 0..1_u32 << 18, any::<u64>());
    let cell = cell.prop_map(|(cell, draft, rendering)| MoveControl::Cell {
        cell,
        draft: Cells(draft),
        rendering,
    });
    let press = any_move().prop_map(MoveControl::Press);
    prop_oneof![Just(MoveControl::OtherMove), pick, open, sheet, cell, press]
}

fn any_board_action() -> impl Strategy<Value = BoardAction> {
    let play = any_move().prop_map(BoardAction::Play);
    let guess = any_move().prop_map(BoardAction::Guess);
    let page = any::<u32>().prop_map(|page| BoardAction::ReviewPage(ReviewPage::Number(page)));
    prop_oneof![
        prop::sample::select(PLAIN_BOARD_ACTIONS),
        any_choice().prop_map(BoardAction::Choose),
        play,
        guess,
        page
    ]
}

fn any_page_action() -> impl Strategy<Value = PageAction> {
    let set = (any_word::<Setting>(), any::<u64>())
        .prop_map(|(setting, rendering)| PageAction::Set { setting, rendering });
    let page = prop_oneof![
        (1..i64::MAX).prop_map(PageRequest::From),
        Just(PageRequest::First),
        Just(PageRequest::Me)
    ];
    let variant = prop::sample::select(Variant::ALL.to_vec());
    let leaderboard = (variant, any_word::<Reach>(), any_word::<Order>(), page);
    let leaderboard =
        leaderboard.prop_map(|(variant, reach, order, page)| PageAction::Leaderboard {
            variant,
            reach,
            order,
            page,
        });
    let start = any_game().prop_map(PageAction::Start);
    let of = || any_game().prop_map(|game| game.start.example_start());
    let rules = (of(), any_word::<RulesPage>(), any::<bool>());
    let rules = rules.prop_map(|(of, page, is_offered)| PageAction::RulesPage {
        of,
        page,
        is_offered,
    });
    let tried = (of(), any::<bool>(), any::<u64>());
    let tried = tried.prop_map(|(at, is_offered, rendering)| PageAction::Try {
        at,
        is_offered,
        rendering,
    });
    let variant = || prop::sample::select(Variant::ALL.to_vec());
    let course = variant().prop_map(PageAction::Course);
    let lesson = (variant(), any::<u64>())
        .prop_map(|(variant, rendering)| PageAction::Lesson { variant, rendering });
    let exercises: Vec<Exercise> = Variant::ALL
        .iter()
        .copied()
        .flat_map(Exercise::all)
        .collect();
    let exercise = || prop::sample::select(exercises.clone());
    let solve = (exercise(), any_choice())
        .prop_map(|(exercise, choice)| PageAction::Solve(exercise, choice));
    prop_oneof![
        prop::sample::select(PLAIN_PAGE_ACTIONS),
        course,
        lesson,
        exercise().prop_map(PageAction::Exercise),
        exercise().prop_map(PageAction::NoneWins),
        solve,
        start,
        set,
        leaderboard,
        rules,
        tried
    ]
}

fn any_control() -> impl Strategy<Value = Control> {
    let game = (0..i64::MAX).prop_map(GameId);
    let point = any::<(u32, u32)>().prop_map(|(ply, branch)| Point { ply, branch });
    let board = (game.clone(), point, any_board_action());
    let board = board.prop_map(|(game, point, action)| Control::Board {
        game,
        point,
        action,
    });
    let challenge = (game.clone(), any_word::<ChallengeAnswer>());
    let told = prop_oneof![Just(GivenUp::WithoutResult), Just(GivenUp::AsALoss)];
    let anew = (game, told, any_game()).prop_map(|(game, told, new)| Control::Board {
        game,
        point: Point::default(),
        action: BoardAction::StartAnew(told, new),
    });
    prop_oneof![
        board,
        anew,
        challenge.prop_map(|(id, answer)| Control::Challenge { id, answer }),
        any_page_action().prop_map(Control::Page)
    ]
}

proptest! {
    #[test]
    fn an_id_reads_back_as_what_was_written_and_fits(control in any_control()) {
        let id = control.to_string();
        prop_assert!(id.len() <= 100, "{id}");
        prop_assert_eq!(id.parse(), Ok(control));
    }

    #[test]
    fn any_string_is_read_or_refused(id in "\\PC*") {
        if let Ok(control) = id.parse::<Control>() {
            prop_assert_eq!(control.to_string(), id);
        }
    }

    #[test]
    fn an_almost_right_id_is_read_or_refused(id in "w[12]:[0-9+-]{0,22}:[0-9]{0,12}:(pick|play|anew|hint)(:[a-z0-9]{0,8}){0,5}") {
        let _read_or_refused = id.parse::<Control>();
    }
}
