//! An evening of two members and the bot in one channel, with typed moves, late answers, restarts
//! and an absence. Afterwards, only the boards of the finished games remain.

use discord_sandbox::{Answer, Fault, Member};
use insta::assert_snapshot;

use crate::support::{OVER, Says as _, Story, Takes as _, position, resigns, until_boards};

/// Types moves, and counts them.
struct Typist(u32);

impl Typist {
    /// Types a legal move from `board`. Every sixth is typed twice, as its answer comes too late.
    async fn type_move(&mut self, story: &Story, member: &Member, board: &str) -> String {
        let at = position(board);
        let pile = if at[0] > at[1] { "A" } else { "B" };
        let line = format!("/wythoff move {pile}1");
        self.0 += 1;
        if self.0.is_multiple_of(6) {
            let late = Fault::on("POST", "/callback").refused_with(404, 10062);
            story.sandbox.inject(late);
            assert_eq!(member.types(&line).await, Answer::Failed);
        }
        let board = member.types(&line).await.to_string();
        assert!(
            board.contains(" went 1 ") || board.contains(OVER),
            "{board}"
        );
        board
    }
}

#[tokio::test]
async fn an_evening_leaves_one_message_for_each_finished_game() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.pair();
    let mut typist = Typist(0);

    // Against the bot, by typing alone, with a restart in between.
    let mut board = anna
        .types("/wythoff start 14 11 first:me")
        .await
        .to_string();
    while !board.contains(OVER) {
        board = typist.type_move(&story, &anna, &board).await;
        if typist.0 == 3 {
            story.restart().await;
        }
    }
    until_boards(&boris, 1).await;

    // Against each other: boris is away for a while, and is notified.
    anna.types("/wythoff challenge member:boris a:30 b:24 first:me")
        .await;
    boris.clicks("Accept (anna goes first)").await;
    story.until_boards_are_noted().await;
    story.stays_silent("anna").await;
    anna.goes(1, "left").await;
    boris.sees("@boris, it’s your turn against @anna").await;
    story.until_notifications_sent(1).await;
    let mut board = boris.at(2).latest();
    for turn in 0..14 {
        let member = if turn % 2 == 0 { &boris } else { &anna };
        board = typist.type_move(&story, member, &board).await;
        if turn == 7 {
            story.restart().await;
        }
    }
    boris.sees_no("it’s your turn against @anna").await;
    resigns(&boris).await;
    until_boards(&anna, 2).await;

    // Again, with sides swapped, to the end.
    anna.clicks("Rematch").await;
    let mut board = boris.clicks("Rematch").await.to_string();
    let mut turn = 0;
    while typist.0 < 30 {
        let member = if turn % 2 == 0 { &boris } else { &anna };
        board = typist.type_move(&story, member, &board).await;
        turn += 1;
    }
    // The player to move throws the win away, and the other takes the last one.
    let (loser, at) = (if turn % 2 == 0 { &boris } else { &anna }, position(&board));
    loser.types(&format!("/wythoff move B{}", at[1])).await;
    let winner = if turn % 2 == 0 { &anna } else { &boris };
    let end = winner.types(&format!("/wythoff move A{}", at[0])).await;
    end.says(OVER);
    until_boards(&boris, 3).await;

    let review = boris.clicks("Review").await;
    review.says("**Threw the win away.**");
    assert_eq!(typist.0, 30);
    let carla = story.server.member("carla");
    // Once no board has a select any more, all of them show the end of their game.
    carla.sees_no("▾").await;
    // What a member who was not there sees.
    assert_snapshot!(carla.screen(), @"
    #1 Wythoff:
    **🐧 Penguin beat @anna** at Wythoff’s game. Penguin reached home.
    @anna could have won by going 7 diagonally on the first move.
    -# `/wythoff learn` shows you how to win, step by step; only you see it.
    *“Perfectly cold. Try again.”*
    -# Green: this would have won. Dashed red: this was played.
    <board.png: A board: the queen is (14, 11), 14 right of home and 11 above it. She can go up to 14 left, 11 down, or 11 diagonally. The move made: 1 left. The winning move: 7 diagonally.>
    [Try again from there] [Why?] [More…]

    #2 Wythoff:
    🏆 **@anna beat @boris** at Wythoff’s game! @boris resigned.
    -# Position (20, 19)
    [Review]

    #3 Wythoff:
    🏆 **@boris beat @anna** at Wythoff’s game! @boris reached home.
    -# Between you two here: @boris **1 : 1** @anna
    -# The game, board by board: a blue number is a move of @boris, an orange one of @anna.
    <game.png: The game, move by move: 1 left; 1 left; 1 left; 1 left; 1 left; 1 left; 1 down; 1 left; 1 down; 1 left; 1 down; 1 left; 1 down; 20 down; 21 left.>
    [Rematch] [Another board] [Review]
    ");
    story.end().await;
}
