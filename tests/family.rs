//! Every game of the family, played to its end in every way in which a move can be made.

use discord_sandbox::Member;
use insta::assert_snapshot;
use nim_games::{Choices, Ending, HeapSet, ListKind, Move, Position, Shape, Variant, letter};

use crate::support::{OVER, Says as _, Story, presses, seconds};

/// A game, and the options of the command that starts it.
#[derive(Clone, Copy)]
struct Start {
    variant: &'static str,
    position: &'static str,
    last: Option<&'static str>,
    most: Option<u64>,
    heaps: Option<u64>,
}

const fn start(variant: &'static str, position: &'static str) -> Start {
    Start {
        variant,
        position,
        last: None,
        most: None,
        heaps: None,
    }
}

const fn misere(variant: &'static str, position: &'static str) -> Start {
    Start {
        last: Some("loses"),
        ..start(variant, position)
    }
}

const STARTS: [Start; 36] = [
    start("nim", "3 5 7"),
    misere("nim", "1 3 5 6"),
    Start {
        last: Some("wins"),
        most: Some(4),
        ..start("take", "5 8 11")
    },
    misere("take", "20"),
    start("21", "1/21"),
    start("100", "60/100"),
    start("greedy", "3 6 9"),
    misere("greedy", "3 5 6"),
    start("wythoff", "5 4"),
    misere("wythoff", "5 4"),
    start("moore", "3 4 5 6"),
    misere("moore", "3 4 5 6"),
    // More heaps than a board has selects for.
    start("moore", "2 3 4 5 6"),
    Start {
        heaps: Some(3),
        ..start("moore", "1 2 3 4 5 6")
    },
    Start {
        most: Some(2),
        ..misere("moore", "3 4 5 5")
    },
    start("multi", "3 4 5"),
    misere("multi", "2 4 5"),
    start("multi", "3 4 5 7"),
    start("multi", "1 2 3 4 5"),
    start("nim", "1 2 3 4 5 6 8"),
    start("grundy", "18"),
    start("grundy", "8 9 5 6 4 3"),
    misere("grundy", "8"),
    start("building", "8/3"),
    start("building", "4+3 0 1"),
    start("candy", "4 5 6"),
    start("circular", "ooo-ooooo-"),
    misere("circular", "ooooo-o-ooo-"),
    // The largest circle that is allowed.
    start("circular", "ooooooooo-oooooooo"),
    misere("tactix", "3x4"),
    misere("tactix", "2x3x3"),
    Start {
        last: Some("wins"),
        ..start("tactix", "3x3")
    },
    start("tactix", "oooo/o--o"),
    start("graph", "P3+C4+S5"),
    misere("graph", "K4+P2+S4"),
    Start {
        most: Some(2),
        ..start("graph", "C7+P8")
    },
];

impl Start {
    /// The options of the command.
    fn options(self) -> String {
        let Self {
            variant, position, ..
        } = self;
        let last = self.last.map(|last| format!(" last:{last}"));
        let most = self.most.map(|most| format!(" most:{most}"));
        let heaps = self.heaps.map(|heaps| format!(" heaps:{heaps}"));
        let options: String = [last, most, heaps].into_iter().flatten().collect();
        format!("game:{variant} position:\"{position}\"{options}")
    }
}

/// A winning move if the controls offer one, else the first move that they offer. A sheet shows
/// only the four largest heaps.
fn choice(at: Position) -> Move {
    let is_offered = |mv: &Move| match (mv, at.choices()) {
        (Move::Take(amounts), Choices::Sheet(sheet)) => {
            let count_before = |heap: usize| {
                let most = sheet.most[heap];
                let comes_before = |&(other, other_most): &(usize, u64)| {
                    other_most > most || other_most == most && other < heap
                };
                sheet.heaps().filter(comes_before).count()
            };
            HeapSet::of(*amounts)
                .iter()
                .all(|heap| count_before(heap) < 4)
        }
        _ => true,
    };
    let first = at.choices().moves().find(is_offered);
    let best = at.winning_moves().find(is_offered);
    best.or(first).expect("the game is not over")
}

async fn type_move(member: &Member, mv: &str) -> String {
    member
        .types(&format!("/wythoff move \"{mv}\""))
        .await
        .to_string()
}

/// What the board says at the end if the player whose mention is `last` made the last move.
fn end_text(at_the_end: Position, last: &str) -> String {
    match (at_the_end.shape(), at_the_end.ending()) {
        (_, Ending::Normal) if at_the_end.variant() == Variant::Wythoff => {
            format!("{last} reached home.")
        }
        (_, Ending::Misere) if at_the_end.variant() == Variant::Wythoff => {
            format!("{last} went home.")
        }
        (Shape::Count(count), _) => format!("{last} said {}.", count.target),
        (Shape::Sizes(_), _) => format!("{last} made the last split."),
        (_, _) => format!("{last} took the last one."),
    }
}

#[tokio::test]
async fn every_game_is_won_with_the_controls_of_the_board() {
    let story = Story::begin().await;
    let anna = story.anna();
    for start in STARTS {
        let line = format!("/wythoff start {} first:me", start.options());
        let mut board = anna.types(&line).await.to_string();
        assert!(!story.position(&anna).await.is_lost(), "{line} is won");
        while !board.contains(OVER) {
            story.later(seconds(1));
            let at = story.position(&anna).await;
            board = presses(&anna, at, choice(at)).await;
        }
        // In Moore's Nim with more than four heaps, not every winning move can be pressed.
        let wins_are_offered = start.position.split(' ').count() <= 4 || start.variant != "moore";
        assert!(
            !wins_are_offered || board.contains("**@anna beat"),
            "{line}: {board}"
        );
    }
    story.end().await;
}

#[tokio::test]
async fn every_game_is_played_between_members_by_typing() {
    let story = Story::begin().await;
    let pair = story.pair();
    for start in STARTS {
        let line = format!(
            "/wythoff challenge member:boris {} first:me",
            start.options()
        );
        pair[0].types(&line).await;
        let mut board = pair[1].clicks("Accept (anna goes first)").await.to_string();
        let mut players = [0, 1].into_iter().cycle();
        while !board.contains(OVER) {
            story.later(seconds(1));
            let at = story.position(&pair[0]).await;
            let seat = players.next().expect("an endless cycle");
            let mv = choice(at);
            // The first player types notation; the second player types words.
            let written = match (seat, mv, mv.taken()) {
                (1, Move::Count(amount), _) => format!("add {amount}"),
                (1, _, Some((heaps, amount))) if heaps.iter().count() == 1 => {
                    format!("{amount} from {}", heaps.to_string().to_lowercase())
                }
                (1, Move::Take(amounts), None) => {
                    let heaps = HeapSet::of(amounts);
                    let each = heaps.iter().map(|heap| {
                        let letter = letter(heap).to_ascii_lowercase();
                        format!("{} from {letter}", amounts[heap])
                    });
                    each.collect::<Vec<_>>().join(" and ")
                }
                (1, Move::Split { heap, part }, _) => {
                    format!("{heap} into {part} and {}", heap - part)
                }
                (1, Move::Clear(cells), _) => {
                    let numbers: Vec<String> =
                        cells.iter().map(|cell| (cell + 1).to_string()).collect();
                    format!("dots {}", numbers.join(" and "))
                }
                (1, Move::Place(stack), _) => format!("put one on {}", letter(stack.into())),
                _ => mv.to_string(),
            };
            board = type_move(&pair[seat], &written).await;
            if board.contains(OVER) {
                let names = ["@anna", "@boris"];
                let end = at.play(mv).expect("legal");
                assert!(
                    board.contains(&end_text(end, names[seat])),
                    "{line}: {board}"
                );
            }
        }
    }
    story.end().await;
}

#[tokio::test]
async fn large_heaps_are_played_by_form() {
    let story = Story::begin().await;
    let anna = story.anna();
    let large = [
        start("nim", "40 30 3"),
        misere("nim", "40 30 3"),
        Start {
            most: Some(30),
            ..start("take", "100 40")
        },
        misere("greedy", "40 39"),
        start("wythoff", "40 30"),
        misere("wythoff", "40 30"),
    ];
    for start in large {
        let line = format!("/wythoff start {} first:me", start.options());
        let mut board = anna.types(&line).await.to_string();
        board.says("[Other move…]");
        while !board.contains(OVER) {
            story.later(seconds(1));
            let at = story.position(&anna).await;
            let mv = choice(at);
            board = if board.contains("[Other move…]") {
                anna.clicks("Other move…").await;
                anna.fills(&[("Your move", &mv.to_string())])
                    .await
                    .to_string()
            } else {
                presses(&anna, at, mv).await
            };
        }
    }
    story.end().await;
}

#[tokio::test]
async fn a_count_with_many_choices_has_a_select() {
    let story = Story::begin().await;
    let anna = story.anna();
    let start = Start {
        most: Some(25),
        ..start("100", "70/100")
    };
    let line = format!("/wythoff start {} first:me", start.options());
    anna.types(&line).await;
    let at = story.position(&anna).await;
    let Move::Count(amount) = choice(at) else {
        panic!("a count");
    };
    let Choices::Lists(lists) = at.choices() else {
        panic!("a list");
    };
    assert!(matches!(lists[0].kind, ListKind::Count));
    let board = anna.chooses("Add", &amount.to_string()).await.to_string();
    assert!(board.contains(&format!("@anna added {amount}")), "{board}");
    story.end().await;
}

#[tokio::test]
async fn texts_about_nim() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff start game:nim first:me").await, @"
    Wythoff:
    @anna against **🐥 Duckling**
    *“Quack! Show me how it goes.”*
    Take any number from one heap. Taking the last one wins.
    **@anna to move.**
    -# Nim · Position (3, 7)
    <board.png: Rows of counters: A 3, B 7.>
    [1 from A] [2 from A] [3 from A]
    [1 from B] [2 from B] [3 from B] [4 from B] [5 from B]
    [6 from B] [7 from B]
    [Hint (no prize)] [Resign] [Rules]
    ");
    assert_snapshot!(anna.clicks("Hint").await, @"
    Wythoff (only you can see this):
    **You can win here.** Which of these three is the right move?
    -# 🔎 With a hint, a win in this game doesn’t count.
    [7 from B] [4 from B] [1 from B]
    [Show me]
    ");
    let moved = anna.types("/wythoff move \"1 from a\"").await;
    moved.says("@anna took 1 from heap A.");
    assert_snapshot!(anna.types("/wythoff solve position:\"20\" game:take").await, @"
    Wythoff (only you can see this):
    **Sticks, the last one loses**
    **(20) is a win** for whoever moves:
    **Take 3**, which leaves (17). 17 is one more than a multiple of 4: whatever is taken, the reply tops it up to 4, until one is left. If I take 3: (14), you take 1: (13). If I take 1: (16), you take 3: (13).
    <board.png: Rows of counters: 20. The winning move: 3.>
    [Show it here] [Ask here]
    ");
    let sticks = anna.types("/wythoff solve position:boyard").await;
    sticks.says("leaves (17)");
    assert_snapshot!(anna.types("/wythoff solve position:0/21").await, @"
    Wythoff (only you can see this):
    **21**
    **0/21 is lost.** You add 3 and say 3, and I add 1 and say 4. You add 1 and say 1, and I add 3 and say 4. Whatever is added to 0, the reply tops it up to 4 and says 4. Winning numbers: 4, 8, … 20.
    -# Blue with a dot: say this number, and the other player loses.
    <map.png: A strip of numbers up to 21. Winning numbers: 4, 8, 12, … 20.>
    [Show it here] [Ask here]
    ");
    assert_snapshot!(anna.types("/wythoff solve position:\"3 6 9\" game:greedy").await, @"
    Wythoff (only you can see this):
    **Greedy Nim**
    **(3, 6, 9) is a win** for whoever moves:
    **Take 3 from heap C**, which leaves (3, 6, 6). 2 heaps of 6 are the largest: an even number. Whoever moves makes it odd, and the reply makes it even again. If I take 6 from B: (3, 0, 6), you take 3 from C: (3, 0, 3). If I take 1 from B: (3, 5, 6), you take 1 from C: (3, 5, 5).
    <board.png: Rows of counters: A 3, B 6, C 9. The winning move: 3 from C.>
    [Show it here] [Ask here]
    ");
    story.end().await;
}

#[tokio::test]
async fn rules_are_chosen_from_a_list_and_start_a_game() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff rules").await, @"
    Wythoff (only you can see this):
    **Rules** for which game?
    ▾ Choose a game: Wythoff’s game | Nim | … | Graph Nim
    ");
    assert_snapshot!(anna.chooses("Choose a game", "Nim").await, @"
    Wythoff (only you can see this):
    **Nim**
    Take any number from one heap. Taking the last one wins.
    Try a move on this board, just to see: I’ll answer.
    <board.png: Rows of counters: A 1, B 2, C 2.>
    ▾ Your move: take 1 from A: (0, 2, 2) | take 1 from B: (1, 1, 2) | … | take 2 from C: (1, 2, 0)
    [Play me]
    ▾ More about it …: How to move
    [Show it here]
    ");
    anna.clicks("Play me").await;
    anna.sees("@anna against **🐥 Duckling**").await;
    story.end().await;
}

#[tokio::test]
async fn the_rules_button_respects_the_ending() {
    let story = Story::begin().await;
    let anna = story.anna();
    let mut said = Vec::new();
    for variant in ["wythoff", "greedy"] {
        let line = format!("/wythoff start game:{variant} position:\"5 4\" last:loses first:me");
        anna.types(&line).await;
        said.push(anna.clicks("Rules").await.to_string());
        anna.types("/wythoff resign").await;
        anna.clicks("Resign").await;
    }
    assert_snapshot!(said.join("\n"), @"
    Wythoff (only you can see this):
    **Wythoff’s game, home loses**
    You both move one queen: left, down, diagonally. Whoever brings her home loses.
    Try a move on this board, just to see: I’ll answer.
    <board.png: A board: the queen is (1, 3), 1 right of home and 3 above it. She can go up to 1 left, 3 down, or 1 diagonally. Home has a cross: whoever goes there loses.>
    ▾ Your move: go 1 left | go 1 down | … | go 1 diagonally
    ▾ More about it …: How to move
    [Show it here]
    Wythoff (only you can see this):
    **Greedy Nim, the last one loses**
    Take any number, but only from the largest heap. Taking the last one loses.
    Try a move on this board, just to see: I’ll answer.
    <board.png: Rows of counters: A 1, B 3.>
    ▾ Your move: take 1 from B: (1, 2) | take 2 from B: (1, 1) | take 3 from B: (1, 0)
    ▾ More about it …: How to move
    [Show it here]
    ");
    story.end().await;
}

#[tokio::test]
async fn texts_about_counting() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:100 position:60/100 first:me")
        .await;
    assert_snapshot!(anna.clicks("+9 → 69").await, @"
    Wythoff:
    @anna against **🐧 Penguin**
    @anna added 9 and said 69. Penguin added 9 and said 78.
    **@anna to move.**
    -# Race to 100
    <board.png: A strip of numbers up to 100; the count is at 78. The last move added 9.>
    [+1 → 79] [+2 → 80] [+3 → 81] [+4 → 82] [+5 → 83]
    [+6 → 84] [+7 → 85] [+8 → 86] [+9 → 87] [+10 → 88]
    [Hint (no prize)] [Take back (no prize)] [Resign] [Rules]
    ");
    assert_snapshot!(anna.clicks("Hint").await, @"
    Wythoff (only you can see this):
    No move wins now. Add what you like: the game lasts just as long.
    -# 🔎 With a hint, a win in this game doesn’t count.
    [Why is it lost?]
    ");
    anna.clicks("Take back").await;
    assert_snapshot!(anna.clicks("Hint").await, @"
    Wythoff (only you can see this):
    **You can win here.** Which of these three is the right move?
    -# 🔎 With a hint, a win in this game doesn’t count.
    [Say 61 (add 1)] [Say 67 (add 7)] [Say 70 (add 10)]
    [Show me]
    ");
    story.end().await;
}

#[tokio::test]
async fn a_long_ambiguous_position_is_not_echoed() {
    let story = Story::begin().await;
    let anna = story.anna();
    let _boris = story.server.member("boris");
    let long = ["1,234"; 200].join(" ");
    for command in ["start", "solve", "challenge member:boris"] {
        let refused = anna
            .types(&format!("/wythoff {command} position:\"{long}\""))
            .await;
        refused.says("That position is too long: 40 characters at most.");
    }
    story.end().await;
}

#[tokio::test]
async fn an_ambiguous_position_is_refused_with_both_readings() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff start position:\"3,500 7\"").await, @"
    Wythoff (only you can see this):
    I can read that two ways. Write `3 500 7` or `3500 7`.
    ");
    story.end().await;
}

#[tokio::test]
async fn a_negative_count_is_refused_with_the_format_of_counts() {
    let story = Story::begin().await;
    let refused = story.anna().types("/wythoff solve position:-1/21").await;
    refused.says("the count and the target");
    story.end().await;
}

#[tokio::test]
async fn invalid_positions_and_options_are_refused() {
    let story = Story::begin().await;
    let anna = story.anna();
    let mut said = Vec::new();
    for line in [
        "/wythoff start position:0",
        "/wythoff start position:x",
        "/wythoff start position:\"1 2 3 4 5 6 7 8 9\"",
        "/wythoff start position:\"1111111111 2222222222 3333333333 44444444\"",
        "/wythoff start game:21 position:\"3 5\"",
        "/wythoff start game:21 position:22/21",
        "/wythoff start game:21 most:26",
        "/wythoff start game:21 last:loses",
        "/wythoff start game:nim most:3",
        "/wythoff start game:wythoff position:\"3 5 7\"",
        "/wythoff move A3",
    ] {
        said.push(format!("{line}\n  {}", anna.types(line).await));
    }
    let unknown = anna.types("/wythoff solve position:3 game:chess").await;
    unknown.says("I don’t know a game by that name. I play: Wythoff’s game, Nim, ");
    assert_snapshot!(said.join("\n"), @r#"
    /wythoff start position:0
      Wythoff (only you can see this):
    There is no move in that position.
    /wythoff start position:x
      Wythoff (only you can see this):
    Write the heaps as whole numbers, such as `3 5 7`.
    /wythoff start position:"1 2 3 4 5 6 7 8 9"
      Wythoff (only you can see this):
    Nim is played with 1 to 8 heaps.
    /wythoff start position:"1111111111 2222222222 3333333333 44444444"
      Wythoff (only you can see this):
    That position is too long: 40 characters at most.
    /wythoff start game:21 position:"3 5"
      Wythoff (only you can see this):
    Write the count and the target, such as `0/21`.
    /wythoff start game:21 position:22/21
      Wythoff (only you can see this):
    That count is past its target, 21.
    /wythoff start game:21 most:26
      Wythoff (only you can see this):
    The option `most` is a number from 1 to 25.
    /wythoff start game:21 last:loses
      Wythoff (only you can see this):
    21 has no option `last`. These games have it: Wythoff’s game, Nim, Sticks, Greedy Nim, Moore’s Nim, Nim with a sweep, Grundy’s game, Circular Nim, TacTix, Graph Nim.
    /wythoff start game:nim most:3
      Wythoff (only you can see this):
    Nim has no option `most`. These games have it: Sticks, 21, Race to 100, Moore’s Nim, Graph Nim.
    /wythoff start game:wythoff position:"3 5 7"
      Wythoff (only you can see this):
    Wythoff’s game is played with 2 heaps.
    /wythoff move A3
      Wythoff (only you can see this):
    You have no game going here. `/wythoff start` starts one, and `/wythoff games` lists any elsewhere.
    "#);
    story.end().await;
}

#[tokio::test]
async fn invalid_moves_are_refused() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:nim first:me").await;
    let mut said = Vec::new();
    for mv in ["x", "3", "A4", "D1", "A1B1", "+3", "A0", "0 from a", "1.2"] {
        said.push(format!(
            "{mv}\n  {}",
            anna.types(&format!("/wythoff move {mv:?}")).await
        ));
    }
    assert_snapshot!(said.join("\n"), @"
    x
      Wythoff (only you can see this):
    The heaps go from A to B.
    3
      Wythoff (only you can see this):
    Which one? Write it like this: 1 from A. Nothing was changed.
    A4
      Wythoff (only you can see this):
    Your game against 🐥 Duckling at Nim (3, 7): You can take at most 3 from heap A.
    D1
      Wythoff (only you can see this):
    Your game against 🐥 Duckling at Nim (3, 7): The heaps go from A to B.
    A1B1
      Wythoff (only you can see this):
    Your game against 🐥 Duckling at Nim (3, 7): A move takes from one heap only.
    +3
      Wythoff (only you can see this):
    Your game against 🐥 Duckling at Nim (3, 7): That isn’t a move in this game.
    A0
      Wythoff (only you can see this):
    Your game against 🐥 Duckling at Nim (3, 7): Take at least one.
    0 from a
      Wythoff (only you can see this):
    Your game against 🐥 Duckling at Nim (3, 7): Take at least one.
    1.2
      Wythoff (only you can see this):
    “1.2” is not a whole number. Nothing was changed.
    ");
    assert_snapshot!(anna.completes("/wythoff move B").await.join(" | "), @"B1: 1 from B | B2: 2 from B | B3: 3 from B | B4: 4 from B | B5: 5 from B | B6: 6 from B | B7: 7 from B");
    assert_snapshot!(anna.completes("/wythoff start game:nim position:").await.join(" | "), @"3 5 7 | marienbad: 1 3 5 7");
    assert_snapshot!(anna.completes("/wythoff start game:21 position:7/3").await.join(" | "), @"");
    assert_snapshot!(anna.completes("/wythoff stats game:gree").await.join(" | "), @"Greedy Nim");
    story.end().await;
}

#[tokio::test]
async fn a_count_offers_a_rematch_from_a_new_position() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris game:21 position:20/21 first:me")
        .await;
    boris.clicks("Accept (anna goes first)").await;
    anna.clicks("+1 → 21").await.says("[Another board]");
    let wish = anna.clicks("Another board").await;
    wish.says("@anna wants another game, from another board.");
    boris.clicks("Another board").await.says("to move");
    story.end().await;
}

#[tokio::test]
async fn each_game_has_its_own_ratings_and_leaderboards() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    for line in [
        "/wythoff challenge member:boris game:21",
        "/wythoff challenge member:boris a:3 b:5",
    ] {
        anna.types(line).await;
        let board = boris.clicks("Accept").await.to_string();
        let loser = if board.contains("@anna to move") {
            &anna
        } else {
            &boris
        };
        loser.types("/wythoff resign").await;
        loser.clicks("Resign").await;
    }
    let here = anna.types("/wythoff leaderboard game:21 by:wins").await;
    here.says("**1. anna: 1 win in 1 game**");
    let none = anna.types("/wythoff leaderboard game:nim").await;
    none.says("Play rated games with members to get a rating: `/wythoff challenge game:nim`");
    let other = anna
        .types("/wythoff leaderboard game:wythoff by:wins")
        .await;
    other.says("1. boris: 1 win in 1 game\n— anna: not ranked here");
    let other = anna.chooses("Choose a game", "21").await;
    other.says("**Leaderboard for 21**");
    assert_snapshot!(anna.types("/wythoff stats").await, @"
    Wythoff:
    **anna**
    - **Wythoff’s game**: rating: calibrating; 0 of 1 won against members
    - **21**: rating: calibrating; 1 of 1 won against members
    ");
    story.end().await;
}
