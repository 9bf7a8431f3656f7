//! An evening of two members and the bot in one channel: everything that happens to people, and what is left of it in the end.

use discord_sandbox::{Answer, Fault, Member};
use insta::assert_snapshot;

use crate::support::{OVER, Story, minutes, position, resigns, until_boards};

/// How many moves are typed.
struct Typed(u32);

impl Typed {
    /// Types a move that is possible there, and does so again where the answer came too late.
    async fn move_at(&mut self, story: &Story, member: &Member, board: &str) -> String {
        let at = position(board);
        let pile = if at[0] > at[1] { "left" } else { "right" };
        let line = format!("/wythoff move {pile} 1");
        self.0 += 1;
        // Five answers come too late.
        if self.0.is_multiple_of(6) {
            let late = Fault::on("POST", "/callback").refused_with(404, 10062);
            story.sandbox.inject(late);
            assert_eq!(member.types(&line).await, Answer::Failed);
        }
        let board = member.types(&line).await.to_string();
        assert!(board.contains("took 1 from the"), "{board}");
        board
    }
}

#[tokio::test]
async fn an_evening_leaves_one_message_for_each_finished_game() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.pair();
    let mut typed = Typed(0);

    // Against the bot, by typing alone, with a restart in between.
    let mut board = anna
        .types("/wythoff start 14 11 first:me")
        .await
        .to_string();
    while !board.contains(OVER) {
        board = typed.move_at(&story, &anna, &board).await;
        if typed.0 == 3 {
            story.restart().await;
        }
    }
    until_boards(&boris, 1).await;

    // Each other: boris is away for a while, and told.
    anna.types("/wythoff challenge member:boris a:30 b:24 first:me")
        .await;
    boris.clicks("Accept, anna begins").await;
    story.boards_are_noted().await;
    story.later(minutes(3));
    anna.chooses("From the left pile", "1").await;
    boris.sees("it is your turn against @anna").await;
    story.is_told(1).await;
    let mut board = boris.at(2).latest();
    for turn in 0..14 {
        let member = if turn % 2 == 0 { &boris } else { &anna };
        board = typed.move_at(&story, member, &board).await;
        if turn == 7 {
            story.restart().await;
        }
    }
    boris.sees_no("it is your turn against @anna").await;
    resigns(&boris).await;
    until_boards(&anna, 2).await;

    // Again, with sides swapped, to the end.
    anna.clicks("Rematch").await;
    let mut board = boris.clicks("Rematch").await.to_string();
    let mut turn = 0;
    while typed.0 < 30 {
        let member = if turn % 2 == 0 { &boris } else { &anna };
        board = typed.move_at(&story, member, &board).await;
        turn += 1;
    }
    let (winner, at) = (if turn % 2 == 0 { &boris } else { &anna }, position(&board));
    winner
        .types(&format!("/wythoff move right {}", at[1]))
        .await;
    let loser = if turn % 2 == 0 { &anna } else { &boris };
    let end = loser
        .types(&format!("/wythoff move left {}", at[0]))
        .await
        .to_string();
    assert!(end.contains(OVER), "{end}");
    until_boards(&boris, 3).await;

    let review = boris.clicks("Review").await.to_string();
    assert!(review.contains("Looking back on the game"), "{review}");
    assert_eq!(typed.0, 30);
    let carla = story.server.member("carla");
    carla.sees_no("▾").await;
    // What somebody sees who was not there.
    assert_snapshot!(carla.screen(), @"
    #1 Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    @anna took 1 from the left pile.
    Wythoff took 1 from each pile.
    🏁 **Wythoff took the last one and wins**, after 6 moves.
    (14, 11) was @anna’s: 7 from each pile, leaving (7, 4). That keeps the difference 3, which only one cold pair has. If one takes 3 from the left: (4, 4), the other takes 4 from each and wins. If one takes 1 from the left: (6, 4), the other takes 1 from each: (5, 3).
    The cold pairs, either way round: (0, 0), (1, 2), (3, 5), (4, 7), (6, 10) … Each begins with the smallest number not used yet, and differs by one more than the last. If yours is cold, you are lost. Else leave the pair with your left pile, your right pile, or your difference: one of them you can.
    Whoever begins from (14, 11) can win.
    -# Blue squares are cold: whoever has to move there loses. The numbers are the moves, each where it led to; a dashed ring marks the turning point.
    Position (0, 0)
    <game.png: The way of the queen from (14, 11) in 6 moves, each with its number where it led to; the cold squares are blue. The turning point, number 1, has a dashed ring around it.>
    [Try again] [Swap sides] [New piles] [Easier: good]
    [Review] [Rules]

    #2 Wythoff:
    **Wythoff’s game**: @anna against @boris (not rated)
    @boris took 1 from the left pile.
    @anna took 1 from the right pile.
    🏁 @boris resigned. **@anna wins.**
    (20, 19) was @boris’s: 18 from each pile, leaving (2, 1). Every move from there leaves an empty pile or two equal ones, and the next move takes all. If one takes 1 from the left: (1, 1), the other takes 1 from each and wins.
    ```
    left   ●●●●● ●●●●● ●●●●● ●●●●● 20
    right  ●●●●● ●●●●● ●●●●● ●●●● 19
    ```
    -# Blue squares are cold: whoever has to move there loses. The numbers are the moves, each where it led to.
    Position (20, 19)
    <game.png: The way of the queen from (30, 24) in 15 moves, each with its number where it led to; the cold squares are blue.>
    [Rematch] [New piles] [Review] [Rules]

    #3 Wythoff:
    **Wythoff’s game**: @boris against @anna (rated)
    @anna took 20 from the right pile.
    @boris took 21 from the left pile.
    🏁 **@boris took the last one and wins**, after 15 moves.
    (21, 20) was @anna’s: 19 from each pile, leaving (2, 1). Every move from there leaves an empty pile or two equal ones, and the next move takes all. If one takes 1 from the left: (1, 1), the other takes 1 from each and wins.
    @boris: 1500 → **1662** (+162)
    @anna: 1500 → **1338** (-162)
    -# Blue squares are cold: whoever has to move there loses. The numbers are the moves, each where it led to; a dashed ring marks the turning point.
    Position (0, 0)
    <game.png: The way of the queen from (30, 24) in 15 moves, each with its number where it led to; the cold squares are blue. The turning point, number 14, has a dashed ring around it.>
    [Rematch] [New piles] [Review] [Rules]
    ");
    story.end().await;
}
