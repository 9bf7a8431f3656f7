//! Games by typed commands: moves, boards, completion, other amounts.

use discord_sandbox::{Answer, Fault};
use insta::assert_snapshot;

use crate::support::{OVER, Story, position, resigns, until_boards};

#[tokio::test]
async fn a_whole_game_by_typed_moves() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 4 4 first:me").await;
    assert_snapshot!(anna.types("/wythoff move left 1").await, @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    @anna took 1 from the left pile.
    Wythoff took 2 from each pile.
    **@anna to move.**
    ```
    left   ● 1
    right  ●● 2
    ```
    Position (1, 2)
    <board.png: A board of squares from home, (0, 0), to (4, 4). The queen is on (1, 2). She can go up to 1 to the left, 2 down, and 1 both at once. The last move took 2 from each pile.>
    ▾ From the left pile: Take 1, leaves (0, 2)
    ▾ From the right pile: Take 1, leaves (1, 1) | Take 2, leaves (1, 0)
    ▾ From both piles: Take 1, leaves (0, 1)
    [Hint] [Take back] [Resign] [Rules]
    ");
    until_boards(&anna, 1).await;
    let mut moves = 0;
    while !anna.latest().contains(OVER) {
        let at = position(&anna.latest());
        let pile = if at[0] > 0 { "left" } else { "right" };
        anna.types(&format!("/wythoff move {pile} 1")).await;
        moves += 1;
        assert!(moves < 10, "the game does not end");
    }
    assert_snapshot!(anna.latest(), @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    @anna took 1 from the left pile.
    Wythoff took 2 from the right pile.
    🏁 **Wythoff took the last one and wins**, after 4 moves.
    (4, 4) was @anna’s: 4 from each pile, leaving (0, 0). That is the last move, and it wins.
    The cold pairs, either way round: (0, 0), (1, 2), (3, 5), (4, 7), (6, 10) … Each begins with the smallest number not used yet, and differs by one more than the last. If yours is cold, you are lost. Else leave the pair with your left pile, your right pile, or your difference: one of them you can.
    -# New here? `/wythoff learn` shows how to win, step by step, just for you.
    Whoever begins from (4, 4) can win.
    -# Blue squares are cold: whoever has to move there loses. The numbers are the moves, each where it led to; a dashed ring marks the turning point.
    Position (0, 0)
    <game.png: The way of the queen from (4, 4) in 4 moves, each with its number where it led to; the cold squares are blue. The turning point, number 1, has a dashed ring around it.>
    [Try again] [Swap sides] [New piles] [Easier: good]
    [Review] [Rules]
    ");
    assert_snapshot!(anna.types("/wythoff move left 1").await, @"
    Wythoff (only you can see this):
    You have no running game here. `/wythoff start 12 9 first:me` begins one, and `/wythoff games` lists those elsewhere.
    ");
    story.end().await;
}

#[tokio::test]
async fn an_older_board_goes_when_a_newer_one_is_posted() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 3 3 first:me").await;
    anna.types("/wythoff board").await;
    until_boards(&anna, 1).await;
    assert_snapshot!(anna.screen(), @"
    #1 Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    **@anna to move.**
    Take any number from one pile, or the same number from both. Whoever takes the last one wins.
    ```
    left   ●●● 3
    right  ●●● 3
    ```
    Position (3, 3)
    <board.png: A board of squares from home, (0, 0), to (3, 3). The queen is on (3, 3). She can go up to 3 to the left, 3 down, and 3 both at once.>
    ▾ From the left pile: Take 1, leaves (2, 3) | Take 2, leaves (1, 3) | Take 3, leaves (0, 3)
    ▾ From the right pile: Take 1, leaves (3, 2) | Take 2, leaves (3, 1) | Take 3, leaves (3, 0)
    ▾ From both piles: Take 1, leaves (2, 2) | Take 2, leaves (1, 1) | Take 3, leaves (0, 0)
    [Hint] [Resign] [Rules]
    ");
    story.end().await;
}

#[tokio::test]
async fn impossible_moves_are_refused_with_the_reason() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 30000 4 first:me").await;
    let mut said = Vec::new();
    for line in [
        "/wythoff move left 30001",
        "/wythoff move both 5",
        "/wythoff move right 5",
        "/wythoff move left 0",
        "/wythoff move top 1",
        "/wythoff move left",
    ] {
        said.push(format!("{line}\n  {}", anna.types(line).await));
    }
    assert_snapshot!(said.join("\n"), @"
    /wythoff move left 30001
      Wythoff (only you can see this):
    Against the bot at (30000, 4): From the left pile you can take 30000 at most.
    /wythoff move both 5
      Wythoff (only you can see this):
    Against the bot at (30000, 4): From each of the two piles you can take 4 at most.
    /wythoff move right 5
      Wythoff (only you can see this):
    Against the bot at (30000, 4): From the right pile you can take 4 at most.
    /wythoff move left 0
      (Discord says: 0 is less than 1)
    /wythoff move top 1
      (Discord says: “top” is not one of: left, right, both)
    /wythoff move left
      (Discord says: amount is required: How many to take; from both piles, that many from each)
    ");
    story.end().await;
}

#[tokio::test]
async fn amounts_complete_to_what_is_legal() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_eq!(
        anna.completes("/wythoff move left ").await,
        [""; 0],
        "there is no game yet"
    );
    anna.types("/wythoff start 12 4 first:me").await;
    assert_eq!(
        anna.completes("/wythoff move right ").await,
        [
            "Take 1, leaves (12, 3)",
            "Take 2, leaves (12, 2)",
            "Take 3, leaves (12, 1)",
            "Take 4, leaves (12, 0)"
        ]
    );
    assert_eq!(
        anna.completes("/wythoff move left 1").await,
        [
            "Take 1, leaves (11, 4)",
            "Take 10, leaves (2, 4)",
            "Take 11, leaves (1, 4)",
            "Take 12, leaves (0, 4)"
        ]
    );
    assert_eq!(anna.completes("/wythoff move left x").await, [""; 0]);
    assert_eq!(
        anna.completes("/wythoff move both 1 game:").await,
        ["Against the bot at (12, 4)"]
    );
    assert_eq!(
        anna.in_channel("talk")
            .completes("/wythoff board game:")
            .await,
        [""; 0],
        "it is played elsewhere"
    );
    story.end().await;
}

#[tokio::test]
async fn any_move_goes_through_a_form_which_can_be_closed_and_opened_again() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 40 30 first:me").await;
    assert_snapshot!(anna.clicks("Other move…").await, @"
    [Form] Make another move
    Your move*: [A1, or “3 from the left”; both piles: AB3]
    ");
    // Closing a form sends nothing; the button can be clicked again.
    anna.clicks("Other move…").await;
    let mut said = Vec::new();
    for given in [
        "3",
        "A3B4",
        "left",
        "1,5 left",
        "0 left",
        "A41",
        "99999999999999999999999 left",
        "-1 left",
        "B31",
        "31 from both",
        "+3",
    ] {
        anna.clicks("Other move…").await;
        said.push(format!(
            "{given}: {}",
            anna.fills(&[("Your move", given)]).await
        ));
    }
    assert_snapshot!(said.join("\n"), @"
    3: Wythoff (only you can see this):
    From where? Write it like A1. Nothing was changed.
    A3B4: Wythoff (only you can see this):
    From both piles you have to take the same number. Nothing was changed.
    left: Wythoff (only you can see this):
    I can’t read “left” as a move. Write it like A1. Nothing was changed.
    1,5 left: Wythoff (only you can see this):
    “1,5 left” is not a whole number. Nothing was changed.
    0 left: Wythoff (only you can see this):
    Take at least one.
    A41: Wythoff (only you can see this):
    From the left pile you can take 40 at most.
    99999999999999999999999 left: Wythoff (only you can see this):
    From the left pile you can take 40 at most.
    -1 left: Wythoff (only you can see this):
    Take at least one.
    B31: Wythoff (only you can see this):
    From the right pile you can take 30 at most.
    31 from both: Wythoff (only you can see this):
    From each of the two piles you can take 30 at most.
    +3: Wythoff (only you can see this):
    That is no move of this game.
    ");
    anna.clicks("Other move…").await;
    let board = anna.fills(&[("Your move", " ab 28 ")]).await.to_string();
    assert!(board.contains("@anna took 28 from each pile."), "{board}");
    story.end().await;
}

#[tokio::test]
async fn what_is_no_game_is_refused() {
    let story = Story::begin().await;
    let anna = story.anna();
    let mut said = Vec::new();
    for line in [
        "/wythoff board",
        "/wythoff move left 1",
        "/wythoff resign",
        "/wythoff hint",
        "/wythoff games",
        "/wythoff board game:x",
        "/wythoff board game:123",
        "/wythoff board game:99999999999999999999999",
    ] {
        said.push(format!("{line}\n  {}", anna.types(line).await));
    }
    assert_snapshot!(said.join("\n"), @"
    /wythoff board
      Wythoff (only you can see this):
    You have no running game here. `/wythoff start 12 9 first:me` begins one, and `/wythoff games` lists those elsewhere.
    /wythoff move left 1
      Wythoff (only you can see this):
    You have no running game here. `/wythoff start 12 9 first:me` begins one, and `/wythoff games` lists those elsewhere.
    /wythoff resign
      Wythoff (only you can see this):
    You have no running game here. `/wythoff start 12 9 first:me` begins one, and `/wythoff games` lists those elsewhere.
    /wythoff hint
      Wythoff (only you can see this):
    You have no running game here. `/wythoff start 12 9 first:me` begins one, and `/wythoff games` lists those elsewhere.
    /wythoff games
      Wythoff (only you can see this):
    You have no running game. `/wythoff start 12 9 first:me` begins one.
    /wythoff board game:x
      Wythoff (only you can see this):
    I don’t know that game. `/wythoff games` lists those of yours that run.
    /wythoff board game:123
      Wythoff (only you can see this):
    I don’t know that game. `/wythoff games` lists those of yours that run.
    /wythoff board game:99999999999999999999999
      Wythoff (only you can see this):
    I don’t know that game. `/wythoff games` lists those of yours that run.
    ");
    story.end().await;
}

#[tokio::test]
async fn resigning_by_command_shows_the_end_on_the_board() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 3 5 first:me level:beginner")
        .await;
    story.boards_are_noted().await;
    resigns(&anna).await;
    assert_snapshot!(anna.screen(), @"
    #1 Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: beginner)
    🏁 @anna resigned. **Wythoff wins.**
    Whoever begins from (3, 5) loses against best play.
    ```
    left   ●●● 3
    right  ●●●●● 5
    ```
    Position (3, 5)
    <board.png: A board of squares from home, (0, 0), to (3, 5). The queen is on (3, 5). She can go up to 3 to the left, 5 down, and 3 both at once.>
    [Try again] [Swap sides] [New piles]
    [Rules]

    #2 Wythoff (only you can see this):
    You have resigned.
    ");
    story.end().await;
}

#[tokio::test]
async fn a_move_typed_again_before_its_answer_is_there_counts_once() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    story.boards_are_noted().await;
    // The first answer takes its time; meanwhile she types the same once more.
    let slow = Fault::on("POST", "/callback").delayed(std::time::Duration::from_millis(400));
    story.sandbox.inject(slow);
    let first = tokio::spawn({
        let anna = anna.clone();
        async move { anna.types("/wythoff move left 1").await.to_string() }
    });
    story.sandbox.calling("POST", "/callback").await;
    let second = anna.types("/wythoff move left 1").await.to_string();
    let first = first.await.expect("typed");
    assert!(
        first.contains("@anna took 1 from the left pile."),
        "{first}"
    );
    assert_eq!(position(&second), position(&first), "{second}");
    assert_eq!(story.plies(&anna).await, [2]);
    until_boards(&anna, 1).await;
    // Now that she has seen it, it is another move.
    let third = anna.types("/wythoff move left 1").await.to_string();
    assert_ne!(position(&third), position(&first), "{third}");
    assert_eq!(story.plies(&anna).await, [4]);
    story.end().await;
}

#[tokio::test]
async fn a_typed_move_whose_answer_never_came_counts_once_even_after_a_restart() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    story.boards_are_noted().await;
    let lost = Fault::on("POST", "/callback").refused(404);
    story.sandbox.inject(lost.times(2));
    assert_eq!(anna.types("/wythoff move left 1").await, Answer::Failed);
    story.restart().await;
    let again = anna.types("/wythoff move left 1").await.to_string();
    assert!(
        again.contains("@anna took 1 from the left pile."),
        "{again}"
    );
    assert_eq!(story.plies(&anna).await, [2], "it shows what holds");
    story.boards_are_noted().await;
    until_boards(&anna, 1).await;
    let another = anna.types("/wythoff move left 1").await.to_string();
    assert!(
        another.contains("@anna took 1 from the left pile."),
        "{another}"
    );
    assert_eq!(story.plies(&anna).await, [4]);
    story.end().await;
}

#[tokio::test]
async fn thirty_typed_moves_leave_one_board() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 9000 8000 first:me").await;
    for _ in 0..30 {
        let board = anna.types("/wythoff move left 1").await.to_string();
        assert!(
            board.contains("@anna took 1 from the left pile."),
            "{board}"
        );
    }
    until_boards(&anna, 1).await;
    assert!(!anna.screen().contains("#2 "), "{}", anna.screen());
    story.end().await;
}
