//! Tests that ids round-trip, and that the commands keep within Discord's limits.

use proptest::prelude::*;
use serenity::all::InstallationContext;

use super::*;
use crate::controls::ask::AskControl;
use crate::controls::board::BoardControl;
use crate::controls::boss::BossControl;
use crate::controls::challenge::ChallengeControl;
use crate::controls::daily::DailyControl;
use crate::controls::dare::DareControl;
use crate::controls::games::GamesControl;
use crate::controls::hint::{HintControl, HintStep};
use crate::controls::ladder::LadderControl;
use crate::controls::leaderboard::{LeaderboardControl, MonthSpan, Reach};
use crate::controls::learn::LearnControl;
use crate::controls::move_control::MoveControl;
use crate::controls::play::PlayControl;
use crate::controls::practice::PracticeControl;
use crate::controls::predict::PredictControl;
use crate::controls::privacy::PrivacyControl;
use crate::controls::resign::ResignControl;
use crate::controls::review::{ReviewControl, ReviewPage};
use crate::controls::rules::{RulesControl, RulesPage};
use crate::controls::settings::{Setting, SettingsControl, SettingsPage};
use crate::controls::solve::SolveControl;
use crate::controls::start::{StartControl, Terms, Wish};
use crate::controls::table::TableControl;
use crate::controls::{Control, Seen, parse};
use crate::drafts::Amounts;
use crate::input::option::MAX_START;
use nim_games::lessons::Exercise;
use nim_games::{
    Animal, Cells, Ending, HeapSet, ListKind, Move, OptionName, Options, Position, Variant,
};
use wythoff_game::records::{InteractionId, Order, PageRequest, Switch, Word};
use wythoff_game::{
    Agreement, ChallengeAnswer, Day, GameId, MemberId, NextGame, Point, Seat, Timestamp, WhoStarts,
};
use wythoff_service::{BotRematch, Drawn, EndIfReplaced, NewGame, Setup};

/// An id, and whether it reads back as the control that wrote it.
type RoundTrip = (String, bool);

/// The id of any of the given controls, and whether it reads back.
fn round_trip<C: Control + std::fmt::Debug + PartialEq + 'static>(
    controls: impl Strategy<Value = C> + 'static,
) -> BoxedStrategy<RoundTrip> {
    controls
        .prop_map(|control| {
            let id = control.id().to_string();
            let reads_back = parse(&id) == Some(control);
            (id, reads_back)
        })
        .boxed()
}

fn any_word<T: Word + std::fmt::Debug>() -> impl Strategy<Value = T> {
    prop::sample::select(T::ALL.to_vec())
}

fn any_variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL.to_vec())
}

fn any_seen() -> impl Strategy<Value = Seen> {
    let point = any::<(u32, u32)>().prop_map(|(ply, branch)| Point { ply, branch });
    let game = (1..i64::MAX).prop_map(GameId);
    (game, point).prop_map(|(game, point)| Seen { game, point })
}

/// Any new game whose start fits into an id, with numbers as large as Discord can send.
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
            let digits: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let heaps = Position::read(variant, options, &digits.join(" "));
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
            // The first of these notations that the game can read.
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
    let animal = prop::option::of(any_word::<Animal>());
    let game = (start, any_word::<WhoStarts>(), animal);
    game.prop_map(|(start, first, animal)| NewGame {
        start,
        first,
        animal,
    })
}

/// Any game from a position that the bot draws.
fn any_drawn() -> impl Strategy<Value = Drawn> {
    let options = (
        prop::option::of(any_word::<Ending>()),
        prop::option::of(any::<u64>()),
        prop::option::of(any::<u64>()),
    );
    let options = options.prop_map(|(ending, most, heaps)| Options {
        ending,
        most,
        heaps,
    });
    let who = (
        prop::option::of(any_word::<WhoStarts>()),
        prop::option::of(any_word::<Animal>()),
    );
    let seed = prop::option::of(any::<u16>());
    (any_variant(), options, who, seed).prop_map(|(variant, options, (first, animal), seed)| {
        Drawn {
            variant,
            options,
            first,
            animal,
            seed,
        }
    })
}

/// Any next game after one against the bot.
fn any_next() -> impl Strategy<Value = BotRematch> {
    prop_oneof![
        Just(BotRematch::Again),
        Just(BotRematch::OtherSide),
        Just(BotRematch::NewPosition),
        any_word::<Animal>().prop_map(BotRematch::Against)
    ]
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
    // Two amounts of 16 digits each are enough: a start has at most 40 characters, and a move
    // hardly more than its start.
    let amounts = prop::array::uniform2(1..1_u64 << 53).prop_map(Move::take);
    let cells = (1..1_u32 << 18).prop_map(|cells| Move::Clear(Cells(cells)));
    let split = (1..5_000_u64, 1..5_000_u64).prop_map(|(part, more)| Move::Split {
        heap: 2 * part + more,
        part,
    });
    prop_oneof![
        amounts,
        any::<u64>().prop_map(Move::Count),
        cells,
        split,
        (0..8_u8).prop_map(Move::Place)
    ]
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
        for (slot, amount) in draft.0.iter_mut().skip(from).zip(amounts) {
            *slot = amount;
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

/// Controls of games and challenges.
fn in_a_game() -> BoxedStrategy<RoundTrip> {
    let id = || (1..i64::MAX).prop_map(GameId);
    let old_end = prop_oneof![
        Just(EndIfReplaced::WithoutResult),
        Just(EndIfReplaced::AsALoss)
    ];
    let wish = prop_oneof![
        (any_game(), proptest::option::of(any_word::<Switch>()))
            .prop_map(|(new, seen)| Wish::Game(Setup::Chosen(new), seen)),
        (any_drawn(), proptest::option::of(any_word::<Switch>()))
            .prop_map(|(drawn, seen)| Wish::Game(Setup::Drawn(drawn), seen)),
        (id(), any::<usize>()).prop_map(|(game, moves)| Wish::TryAgain(game, moves)),
        (id(), any_variant()).prop_map(|(game, variant)| Wish::Other(game, variant)),
        (id(), any_next()).prop_map(|(game, next)| Wish::Next(game, next)),
    ];
    let replace = (id(), old_end, wish);
    let replace =
        replace.prop_map(|(game, old_end, wish)| StartControl::Replace(game, old_end, wish));
    let next = (any_seen(), any_next()).prop_map(|(seen, next)| StartControl::Rematch(seen, next));
    let answer = (id(), any_word::<ChallengeAnswer>());
    let answer = answer.prop_map(|(id, answer)| ChallengeControl::Answer(id, answer));
    let rematch = (any_seen(), any_word::<NextGame>());
    let rematch = rematch.prop_map(|(seen, next)| ChallengeControl::Rematch(seen, next));
    let steps = vec![HintStep::Question, HintStep::Answer, HintStep::Law];
    let step = (any_seen(), prop::sample::select(steps));
    let step = step.prop_map(|(seen, step)| HintControl::Step(seen, step));
    let guess = (any_seen(), any_move()).prop_map(|(seen, mv)| HintControl::Guess(seen, mv));
    let page = prop_oneof![
        Just(ReviewPage::TurningPoint),
        any::<u32>().prop_map(ReviewPage::Number)
    ];
    let page = (any_seen(), page).prop_map(|(seen, page)| ReviewControl::Page(seen, page));
    let choose =
        (any_seen(), any_choice()).prop_map(|(seen, choice)| PlayControl::Choose(seen, choice));
    let play = (any_seen(), any_move()).prop_map(|(seen, mv)| PlayControl::Play(seen, mv));
    let try_again = (id(), 0..1_000_usize);
    let try_again = try_again.prop_map(|(game, moves)| StartControl::TryAgain(game, moves));
    let practise = (id(), 0..4_usize, any_choice());
    let practise = practise.prop_map(|(game, stage, choice)| PracticeControl::Choose {
        game,
        stage,
        choice,
    });
    let ask = (any_seen(), any_word::<Agreement>());
    let ask = ask.prop_map(|(seen, on)| PlayControl::Ask(seen, on));
    let agree = (
        any_seen(),
        any_word::<Agreement>(),
        any_word::<Seat>(),
        0..i64::MAX,
    );
    let agree = agree.prop_map(|(seen, on, by, until)| PlayControl::Agree {
        seen,
        on,
        by,
        until: Timestamp(until),
    });
    prop_oneof![
        round_trip(replace),
        round_trip(next),
        round_trip(any_seen().prop_map(PlayControl::GoOn)),
        round_trip(any_seen().prop_map(StartControl::More)),
        round_trip(any_seen().prop_map(StartControl::Against)),
        round_trip(any_seen().prop_map(StartControl::StartOther)),
        round_trip(answer),
        round_trip(rematch),
        round_trip(choose),
        round_trip(play),
        round_trip(any_seen().prop_map(PlayControl::TakeBack)),
        round_trip(ask),
        round_trip(agree),
        round_trip(any_seen().prop_map(BoardControl::Show)),
        round_trip(any_seen().prop_map(ResignControl::Ask)),
        round_trip(any_seen().prop_map(ResignControl::Confirm)),
        round_trip(step),
        round_trip(guess),
        round_trip(any_seen().prop_map(ReviewControl::Open)),
        round_trip(page),
        round_trip(any_seen().prop_map(ReviewControl::AsText)),
        round_trip(any_seen().prop_map(ReviewControl::Why)),
        round_trip(any_seen().prop_map(RulesControl::OfGame)),
        round_trip(try_again),
        round_trip(practise),
    ]
    .boxed()
}

/// Controls that are about no particular game or challenge.
fn without_a_game() -> BoxedStrategy<RoundTrip> {
    let terms = (
        prop::option::of(any_word::<WhoStarts>()),
        prop::option::of(any_word::<Animal>()),
    );
    let menu = terms.prop_map(|(first, animal)| StartControl::Menu(Terms { first, animal }));
    let member = prop::option::of((1..i64::MAX).prop_map(MemberId));
    let page = prop_oneof![
        (1..i64::MAX).prop_map(PageRequest::From),
        Just(PageRequest::First),
        Just(PageRequest::Me)
    ];
    let top = (any_variant(), any_word(), any_word(), page);
    let top = top.prop_map(|(variant, reach, order, page)| LeaderboardControl::Page {
        variant,
        reach,
        order,
        page,
    });
    let top_of = (any_word::<Reach>(), any_word::<Order>());
    let top_of = top_of.prop_map(|(reach, order)| LeaderboardControl::ChooseGame { reach, order });
    let set = (any_word::<Setting>(), any::<u64>());
    let set = set.prop_map(|(setting, rendering)| SettingsControl::Set { setting, rendering });
    let day = || (0..100_000_i64).prop_map(Day);
    let daily = (day(), any::<u32>(), any_choice());
    let daily = daily.prop_map(|(day, progress_seen, choice)| DailyControl::Choose {
        day,
        progress_seen,
        choice,
    });
    let climb = (any_variant(), any_word::<Animal>());
    let climb = climb.prop_map(|(variant, animal)| LadderControl::Play(variant, animal));
    let answer = (1..i64::MAX, any_choice()).prop_map(|(it, choice)| AskControl::Choose {
        question: InteractionId(it),
        choice,
    });
    let predicted = (1..i64::MAX, any_word::<Seat>());
    let predicted = predicted.prop_map(|(game, seat)| PredictControl::Winner(GameId(game), seat));
    let tried_dare = (1..i64::MAX, 0..10_000_usize, any_choice());
    let tried_dare = tried_dare.prop_map(|(dare, step, choice)| DareControl::Choose {
        dare: InteractionId(dare),
        step,
        choice,
    });
    prop_oneof![
        round_trip(any_game().prop_map(StartControl::New)),
        round_trip(any_drawn().prop_map(StartControl::Drawn)),
        round_trip(menu),
        round_trip(member.prop_map(ChallengeControl::Form)),
        round_trip(Just(ResignControl::KeepPlaying)),
        round_trip(top),
        round_trip(top_of),
        round_trip(set),
        round_trip(any_word::<MonthSpan>().prop_map(LeaderboardControl::Month)),
        round_trip(any_word::<SettingsPage>().prop_map(SettingsControl::Page)),
        round_trip(any::<u16>().prop_map(SettingsControl::Blocked)),
        round_trip(any::<u16>().prop_map(SettingsControl::Hidden)),
        round_trip(any::<u16>().prop_map(GamesControl::Page)),
        round_trip(Just(PrivacyControl::Export)),
        round_trip(Just(PrivacyControl::Erase)),
        round_trip(Just(DailyControl::Open)),
        round_trip(Just(DailyControl::AnEasyOne)),
        round_trip(Just(DailyControl::StartRace)),
        round_trip((1..i64::MAX).prop_map(|game| DareControl::Make(GameId(game)))),
        round_trip((1..i64::MAX).prop_map(|dare| DareControl::Try(InteractionId(dare)))),
        round_trip(tried_dare),
        round_trip(any_game().prop_map(|game| AskControl::Make(game.start))),
        round_trip((1..i64::MAX).prop_map(|it| AskControl::Open(InteractionId(it)))),
        round_trip((1..i64::MAX).prop_map(|it| AskControl::Close(InteractionId(it)))),
        round_trip(answer),
        round_trip((1..i64::MAX).prop_map(|game| PredictControl::Ask(GameId(game)))),
        round_trip(predicted),
        round_trip(daily),
        round_trip(
            (day(), any::<u32>())
                .prop_map(|(day, progress_seen)| DailyControl::Hint { day, progress_seen })
        ),
        round_trip(day().prop_map(DailyControl::Practise)),
        round_trip(day().prop_map(DailyControl::Result)),
        round_trip(day().prop_map(DailyControl::Reason)),
        round_trip(day().prop_map(DailyControl::Share)),
        round_trip(Just(PracticeControl::Next)),
        round_trip(Just(LadderControl::ChooseGame)),
        round_trip(any_variant().prop_map(LadderControl::Show)),
        round_trip(any_variant().prop_map(LadderControl::ChooseAnimal)),
        round_trip(climb),
    ]
    .boxed()
}

/// Controls of the game against the Penguin.
fn against_the_penguin() -> BoxedStrategy<RoundTrip> {
    let game = || (1..i64::MAX, any::<u32>().prop_map(u64::from));
    let choose = (game(), 0..100_usize, any_choice());
    prop_oneof![
        round_trip(Just(BossControl::Invite)),
        round_trip(game().prop_map(BossControl::Open)),
        round_trip(game().prop_map(BossControl::Hint)),
        round_trip(choose.prop_map(|(game, step, choice)| BossControl::Choose {
            game,
            step,
            choice
        })),
    ]
    .boxed()
}

/// Controls of tables.
fn at_tables() -> BoxedStrategy<RoundTrip> {
    let id = || (1..i64::MAX).prop_map(InteractionId);
    let mv = (id(), any::<u32>(), any_move());
    prop_oneof![
        round_trip(Just(TableControl::Set)),
        round_trip(id().prop_map(TableControl::Again)),
        round_trip(id().prop_map(TableControl::Join)),
        round_trip(id().prop_map(TableControl::Leave)),
        round_trip(id().prop_map(TableControl::Begin)),
        round_trip(id().prop_map(TableControl::Add)),
        round_trip(mv.prop_map(|(id, step, mv)| TableControl::Move(id, step, mv))),
        round_trip((id(), any::<u32>()).prop_map(|(id, step)| TableControl::Moves(id, step))),
    ]
    .boxed()
}

/// Controls of rules and lessons.
fn in_rules_and_lessons() -> BoxedStrategy<RoundTrip> {
    let position = || any_game().prop_map(|game| game.start.example_start());
    let page = (position(), any::<bool>(), any::<u64>());
    let page = page.prop_map(
        |(position, has_start_button, rendering)| RulesControl::Pages {
            position,
            has_start_button,
            rendering,
        },
    );
    let solved = any_game().prop_map(|game| SolveControl::Show(game.start));
    let tried = (position(), any::<bool>(), any::<u64>());
    let tried = tried.prop_map(|(at, has_start_button, rendering)| RulesControl::Try {
        at,
        has_start_button,
        rendering,
    });
    let one_page = (position(), any_word::<RulesPage>());
    let one_page = one_page.prop_map(|(position, page)| RulesControl::Page(position, page));
    let lesson = (any_variant(), any::<u64>());
    let lesson =
        lesson.prop_map(|(variant, rendering)| LearnControl::Lesson { variant, rendering });
    let exercises = Variant::ALL.iter().copied().flat_map(Exercise::all);
    let exercises: Vec<Exercise> = exercises.collect();
    let exercise = || prop::sample::select(exercises.clone());
    let solve = (exercise(), any_choice());
    prop_oneof![
        round_trip(Just(RulesControl::Choose)),
        round_trip(page),
        round_trip(one_page),
        round_trip(solved),
        round_trip(tried),
        round_trip(Just(LearnControl::ChooseCourse)),
        round_trip(any_variant().prop_map(LearnControl::Course)),
        round_trip(lesson),
        round_trip(exercise().prop_map(LearnControl::Exercise)),
        round_trip(exercise().prop_map(LearnControl::NoneWins)),
        round_trip(solve.prop_map(|(exercise, choice)| LearnControl::Solve(exercise, choice))),
    ]
    .boxed()
}

proptest! {
    // Four times the usual number of cases, since an id can be of many kinds.
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn every_id_fits_and_reads_back_as_its_control((id, reads_back) in prop_oneof![in_a_game(), without_a_game(), at_tables(), against_the_penguin(), in_rules_and_lessons()]) {
        prop_assert!(id.len() <= 100, "{}", id);
        prop_assert!(reads_back, "{}", id);
        let owners = COMMANDS.iter().filter(|entry| (entry.control)(&id).is_some());
        let of_watcher = control_of::<PredictControl>(&id).iter().count();
        let of_boss = control_of::<BossControl>(&id).iter().count();
        prop_assert_eq!(owners.count() + of_watcher + of_boss, 1, "{}", id);
    }

    #[test]
    fn any_string_is_read_or_refused(id in "\\PC*") {
        let _read_or_refused = control(&id);
    }

    #[test]
    fn an_almost_right_id_is_read_or_refused(id in "w[12]:[0-9+-]{0,22}:[0-9]{0,12}:(pick|play|anew|hint)(:[a-z0-9]{0,8}){0,5}") {
        let _read_or_refused = control(&id);
    }
}

#[test]
fn ids_of_old_messages_are_read_and_other_spellings_are_not() {
    let owner = |id| control(id).map(|(name, ..)| name);
    for (id, name) in [
        ("w2:0:0:top:wy:server:rating:me", "leaderboard"),
        ("w2:0:0:export", "privacy"),
        ("w2:0:0:keep", "resign"),
        ("w2:7:4.1:resigned", "resign"),
        ("w2:7:4:pick:A:99", "move"),
        ("w2:7:0:answer:accept", "challenge"),
        ("w2:7:5:next:again", "start"),
    ] {
        assert_eq!(owner(id), Some(name), "{id}");
    }
    for id in [
        "w1:0:0:keep",
        "w2:0:1:keep",
        "w2:7:0:keep",
        "w2:7:4.0:resigned",
        "w2:+7:4:resigned",
        "w2:-7:4:resigned",
        "w2:0:0:resigned",
        "w2",
        "",
    ] {
        assert_eq!(owner(id), None, "{id}");
    }
}

#[test]
fn command_names_match_their_texts() {
    let texts = Texts::load().expect("the texts parse");
    for entry in COMMANDS {
        let definition = serde_json::to_value((entry.definition)(&texts)).expect("JSON");
        assert_eq!(definition["name"], entry.name);
    }
}

/// Discord's limit for the total length of a command's names, descriptions and values
/// (<https://discord.com/developers/docs/interactions/application-commands#slash-commands>).
const MAX_CHARACTERS: usize = 8000;

#[test]
fn commands_keep_within_the_character_limit() {
    let texts = Texts::load().expect("the texts parse");
    let installations = [InstallationContext::Guild, InstallationContext::User];
    for command in definitions(&texts, &installations) {
        let definition = serde_json::to_value(&command).expect("commands are JSON");
        let length = length(&definition);
        assert!(length < MAX_CHARACTERS, "{length}");
    }
}

/// The total length of every name, description and value, in characters. Localisations are not
/// counted.
fn length(value: &serde_json::Value) -> usize {
    match value {
        serde_json::Value::Object(fields) => fields
            .iter()
            .map(|(field, value)| match field.as_str() {
                "name" | "description" | "value" => {
                    value.as_str().map_or(0, |text| text.chars().count())
                }
                "options" | "choices" => length(value),
                _ => 0,
            })
            .sum(),
        serde_json::Value::Array(values) => values.iter().map(length).sum(),
        serde_json::Value::Null
        | serde_json::Value::Bool(_)
        | serde_json::Value::Number(_)
        | serde_json::Value::String(_) => 0,
    }
}
