//! Lessons: exercises that are pressed, what is stored of them, and who is told of them.

use discord_sandbox::Member;
use insta::assert_snapshot;
use wythoff::rules::lessons::Exercise;
use wythoff::rules::{Choices, Move, Position, Variant, letter};

use crate::privacy::erases;
use crate::support::{Story, resigns, seconds};

#[tokio::test]
async fn a_newcomer_learns_is_refuted_and_goes_on_where_they_were() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/nim learn").await, @"
    Wythoff (only you can see this):
    **Lessons.** Each has a few positions to solve. Which game?
    ▾ Learn …: Wythoff’s game | Nim | … | Graph Nim
    ");
    assert_snapshot!(anna.chooses("Learn …", "wythoff").await, @"
    Wythoff (only you can see this):
    **Learn Wythoff’s game**: 0 of 86 positions solved.
    **When the last one wins**
    ▶️ 1. Take it all (0 of 6)
    ▫️ 2. No open door (0 of 7)
    ▫️ 3. Both at once (0 of 6)
    ▫️ 4. Cross out (0 of 7)
    ▫️ 5. And again (0 of 7)
    ▫️ 6. The rule of the list (0 of 7)
    ▫️ 7. Build it yourself (0 of 8)
    ▫️ 8. When you are lost (0 of 4)
    **When the last one loses**
    ▫️ 1. The last one loses (0 of 6)
    ▫️ 2. The next lost one (0 of 7)
    ▫️ 3. Cross out (0 of 7)
    ▫️ 4. The rule of the list (0 of 7)
    ▫️ 5. Build it yourself (0 of 7)
    ▾ Choose a lesson …: 1. Take it all | 2. No open door | … | 5. Build it yourself (last loses)
    [Begin]
    ");
    assert_snapshot!(anna.clicks("Begin").await, @"
    Wythoff (only you can see this):
    **Wythoff’s game, lesson 1** (1 of 6)
    You are to move from (0, 5). **Which move wins, or does none?**
    -# Take any number from one pile, or the same number from both. Whoever takes the last one wins.
    ```
    left   empty
    right  ●●●●● 5
    ```
    <board.png: A board of squares from home, (0, 0), to (0, 5). The queen is on (0, 5). She can go up to 0 to the left, 5 down, and 0 both at once.>
    ▾ From the right pile: Take 1, leaves (0, 4) | Take 2, leaves (0, 3) | … | Take 5, leaves (0, 0)
    [No move wins] [All lessons]
    ");
    assert_snapshot!(anna.chooses("From the right pile", "2").await, @"
    Wythoff (only you can see this):
    **Wythoff’s game, lesson 1** (1 of 6)
    ✗ You take 2 from the right: (0, 3), and I take 3 from the right and win. Try again.
    You are to move from (0, 5). **Which move wins, or does none?**
    -# Take any number from one pile, or the same number from both. Whoever takes the last one wins.
    ```
    left   empty
    right  ●●●●● 5
    ```
    <board.png: A board of squares from home, (0, 0), to (0, 5). The queen is on (0, 5). She can go up to 0 to the left, 5 down, and 0 both at once.>
    ▾ From the right pile: Take 1, leaves (0, 4) | Take 2, leaves (0, 3) | … | Take 5, leaves (0, 0)
    [No move wins] [All lessons]
    ");
    assert_snapshot!(anna.chooses("From the right pile", "5").await, @"
    Wythoff (only you can see this):
    **Wythoff’s game, lesson 1** (1 of 6)
    ✅ **Right.** You take 5 from the right: (0, 0).
    If one pile is empty, or both are equal, one move takes everything. So take everything there, and never leave me such piles.
    <board.png: A board of squares from home, (0, 0), to (0, 5). The queen is home.>
    [Next] [All lessons]
    ");
    for answer in [3_u32, 1, 4] {
        anna.clicks("Next").await;
        let pile = if answer == 3 {
            "From the left pile"
        } else {
            "From both piles"
        };
        let right = anna.chooses(pile, &answer.to_string()).await.to_string();
        assert!(right.contains("✅ **Right.**"), "{right}");
    }
    story.restart().await;
    // An old message still works, and nobody’s answer counts twice.
    anna.clicks("Next").await;
    anna.clicks("All lessons").await;
    let course = anna.types("/wythoff learn").await.to_string();
    assert!(course.contains("4 of 86 positions solved"), "{course}");
    assert!(course.contains("▶️ 1. Take it all (4 of 6)"), "{course}");
    let fifth = anna.clicks("Go on").await.to_string();
    assert!(fifth.contains("lesson 1** (5 of 6)"), "{fifth}");
    let other = anna.types("/wythoff learn").await.to_string();
    assert!(other.contains("[Go on]"), "{other}");
    let third = anna.chooses("Choose a lesson …", "2").await.to_string();
    assert!(third.contains("lesson 3** (1 of 6)"), "{third}");
    // Two moves win: the lesson shows its own, too.
    let other = anna.chooses("From the left pile", "1").await.to_string();
    let shown = "Your move wins, too. By that idea you take 3 from each: (1, 2).";
    assert!(other.contains("✅") && other.contains(shown), "{other}");
    story.end().await;
}

/// A move to press for an exercise, or `None` if no move wins.
fn solution(at: Position, exercise: Exercise) -> Option<Move> {
    let moves = at.winning_moves().chain(at.defences()).map(Some);
    let mut answers = moves
        .chain([None])
        .filter(|&answer| exercise.is_solved_by(answer));
    answers.next().expect("a solution")
}

/// Makes a move by the controls of the message, whatever they are.
async fn presses(member: &Member, at: Position, mv: Move) -> String {
    match (at.choices(), mv) {
        (Choices::Cells { .. }, Move::Clear(cells)) => {
            for cell in cells.iter() {
                member.clicks(&(cell + 1).to_string()).await;
            }
            member.clicks("Take").await.to_string()
        }
        (Choices::Sheet(_), Move::Take(amounts)) => {
            for (heap, amount) in amounts
                .iter()
                .enumerate()
                .filter(|(_, amount)| **amount > 0)
            {
                let select = format!("From heap {}", letter(heap));
                member.chooses(&select, &amount.to_string()).await;
            }
            member.clicks("Take ").await.to_string()
        }
        (_, mv) => {
            member.clicks("Other move…").await;
            member
                .fills(&[("Your move", &mv.to_string())])
                .await
                .to_string()
        }
    }
}

#[tokio::test]
async fn every_exercise_of_every_game_is_solved_on_its_controls() {
    let story = Story::begin().await;
    let anna = story.anna();
    for &variant in Variant::ALL
        .iter()
        .filter(|variant| **variant != Variant::Wythoff)
    {
        let course = anna.types(&format!("/nim learn variant:{variant}")).await;
        let mut seen = course.to_string();
        let all = Exercise::all(variant).count();
        assert!(
            seen.contains(&format!("0 of {all} positions solved")),
            "{seen}"
        );
        anna.clicks("Begin").await;
        for exercise in Exercise::all(variant) {
            // Nobody presses so quickly.
            story.later(seconds(3));
            let at = exercise.position().expect("a position");
            seen = match solution(at, exercise) {
                Some(mv) => presses(&anna, at, mv).await,
                None => anna.clicks("No move wins").await.to_string(),
            };
            assert!(seen.contains("✅ **Right"), "{variant} {at}: {seen}");
            let has_more = seen.contains("[Next");
            assert!(has_more || seen.contains("solved everything"), "{seen}");
            if has_more {
                anna.clicks("Next").await;
            }
        }
        assert!(seen.contains("[Play me]"), "{seen}");
    }
    story.end().await;
}

#[tokio::test]
async fn nothing_is_told_of_a_position_that_is_played_with_a_member() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris a:7 b:3").await;
    boris.clicks("Accept").await;
    anna.types("/wythoff learn").await;
    // The first exercise is (3, 7), which is the same.
    anna.chooses("Choose a lesson …", "3").await;
    for amount in ["2", "1"] {
        let refused = anna
            .chooses("From the right pile", amount)
            .await
            .to_string();
        assert!(refused.contains("I keep quiet about it"), "{refused}");
    }
    story.end().await;
}

#[tokio::test]
async fn what_was_solved_is_in_the_numbers_and_the_export_and_goes_with_an_erasure() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff learn").await;
    anna.clicks("Begin").await;
    anna.chooses("From the right pile", "5").await;
    let stats = anna.types("/wythoff stats").await.to_string();
    assert!(
        stats.contains("Lessons: 1 of 86 positions solved"),
        "{stats}"
    );
    let other = anna.types("/nim stats").await.to_string();
    assert!(!other.contains("Lessons"), "{other}");
    anna.types("/wythoff privacy").await;
    anna.clicks("Export").await;
    anna.sees("<wythoff.json: ").await;
    let file = anna.file("wythoff.json").expect("a file");
    let export: serde_json::Value = serde_json::from_slice(&file).expect("JSON");
    assert_eq!(export["solved_in_lessons"][0]["position"], "0 5");
    erases(&anna).await;
    let learn = anna.types("/wythoff learn").await.to_string();
    assert!(learn.contains("0 of 86 positions solved"), "{learn}");
    story.end().await;
}

#[tokio::test]
async fn a_first_loss_tells_of_lessons_once() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 1 2 first:me").await;
    assert_snapshot!(anna.chooses("From the left pile", "1").await, @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    @anna took 1 from the left pile.
    Wythoff took 2 from the right pile.
    🏁 **Wythoff took the last one and wins**, after 2 moves.
    Wythoff could win from the start, and never let it slip. At (0, 2): 2 from the right pile, leaving (0, 0). That is the last move, and it wins.
    The cold pairs, either way round: (0, 0), (1, 2), (3, 5), (4, 7), (6, 10) … Each begins with the smallest number not used yet, and differs by one more than the last. If yours is cold, you are lost. Else leave the pair with your left pile, your right pile, or your difference: one of them you can.
    -# New here? `/wythoff learn` shows how to win, step by step, just for you.
    Whoever begins from (1, 2) loses against best play.
    -# Blue squares are cold: whoever has to move there loses. The numbers are the moves, each where it led to.
    Position (0, 0)
    <game.png: The way of the queen from (1, 2) in 2 moves, each with its number where it led to; the cold squares are blue.>
    [Try again] [Swap sides] [New piles] [Easier: good]
    [Review] [Rules]
    ");
    let again = anna.clicks("Review").await.to_string();
    assert!(!again.contains("learn"), "{again}");
    anna.types("/wythoff start 1 2 first:me").await;
    let second = anna.chooses("From the left pile", "1").await.to_string();
    assert!(
        second.contains("Wythoff") && !second.contains("learn"),
        "{second}"
    );
    // Whoever wins is told nothing, and resigning is no lesson.
    let boris = story.server.member("boris");
    boris.types("/wythoff start 1 1 first:me").await;
    let won = boris.chooses("From both piles", "1").await.to_string();
    assert!(!won.contains("learn"), "{won}");
    boris.types("/wythoff start 5 9 first:me").await;
    resigns(&boris).await;
    story.end().await;
}
