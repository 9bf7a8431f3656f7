//! Drafts, that is, moves that are half chosen on a board: they change nothing, survive a restart,
//! and are only for the player to move.

use insta::assert_snapshot;

use crate::support::{Says as _, Story, until};

#[tokio::test]
async fn a_move_from_two_heaps_is_put_together_on_the_board() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:moore position:\"3 4 5 6\" first:me")
        .await;
    assert_snapshot!(anna.chooses("From heap A", "2").await, @"
    Wythoff:
    @anna against **🐧 Penguin**
    *“I make no mistakes.”*
    Take any number from up to 2 heaps at once. Taking the last one wins.
    **@anna to move.**
    Chosen: 2 from heap A.
    -# Moore’s Nim · Position (3, 4, 5, 6)
    <board.png: Rows of counters: A 3, B 4, C 5, D 6.>
    ▾ From heap A: Take 2 from A
    ▾ From heap B: Leave B alone
    ▾ From heap C: Leave C alone
    ▾ From heap D: Leave D alone
    [Take 2 from A] [Hint (no prize)] [Resign] [Rules]
    ");
    let chosen = anna.chooses("From heap C", "3").await.to_string();
    chosen.says("Chosen: 2 from heap A and 3 from heap C.");
    chosen.says("[Take 2 from A and 3 from C]");
    assert!(
        chosen.contains("<board.png: "),
        "the picture stays: {chosen}"
    );
    // A move takes from two heaps at most, so a third choice does not count.
    let third = anna.chooses("From heap D", "1").await;
    third.says("Chosen: 2 from heap A and 3 from heap C.\n");
    third.says("▾ From heap D: Leave D alone");
    // The draft is kept in the controls.
    let without_c = anna.at(1).chooses("From heap C", "0").await;
    without_c.says("Chosen: 2 from heap A.\n");
    // Nothing was saved except the start.
    let interactions = "SELECT COUNT(*) FROM interactions";
    until(story.folder.path(), interactions, |saved| saved == 1).await;
    let with_d = anna.at(1).chooses("From heap D", "1").await;
    with_d.says("[Take 2 from A and 1 from D]");
    // The control carries the choice, even if the board is redrawn without it.
    let take = anna.at(1).control("Take ").expect("a button");
    story.restart().await;
    let moved = anna.at(1).forges(&take, &[]).await;
    assert_snapshot!(moved, @"
    Wythoff:
    @anna against **🐧 Penguin**
    @anna took 2 from heap A and 1 from heap D. Penguin took 1 from heap D.
    **@anna to move.**
    -# Moore’s Nim · Position (1, 4, 5, 4)
    <board.png: Rows of counters: A 1, B 4, C 5, D 4. The last move took 1 from heap D.>
    ▾ From heap A: Leave A alone
    ▾ From heap B: Leave B alone
    ▾ From heap C: Leave C alone
    ▾ From heap D: Leave D alone
    [Hint (no prize)] [Take back (no prize)] [Resign] [Rules]
    ");
    story.end().await;
}

#[tokio::test]
async fn quick_taps_add_up_even_across_a_restart() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:moore position:\"3 4 5 6\" first:me")
        .await;
    let [a, c] = ["A", "C"].map(|heap| {
        let select = anna.control(&format!("From heap {heap}"));
        select.expect("a select")
    });
    story.sandbox.deliver_times(2);
    anna.forges(&a, &["2"]).await;
    let both = anna.forges(&c, &["3"]).await;
    both.says("[Take 2 from A and 3 from C]");
    let one_from_a = anna.forges(&a, &["1"]).await;
    one_from_a.says("[Take 1 from A and 3 from C]");
    story.restart().await;
    let two_from_c = anna.forges(&c, &["2"]).await;
    two_from_c.says("[Take 1 from A and 2 from C]");
    let moved = anna.clicks("Take 1 from A and 2 from C").await;
    moved.says("@anna took 1 from heap A and 2 from heap C.");
    assert_eq!(story.plies(&anna).await, [2], "one move with its reply");
    story.end().await;
}

#[tokio::test]
async fn a_refused_quick_tap_keeps_the_earlier_ones() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:moore position:\"3 4 5 6\" first:me")
        .await;
    let [a, c, d] = ["A", "C", "D"].map(|heap| {
        let select = anna.control(&format!("From heap {heap}"));
        select.expect("a select")
    });
    anna.forges(&a, &["2"]).await;
    anna.forges(&c, &["3"]).await;
    let third = anna.at(1).forges(&d, &["1"]).await;
    third.says("[Take 2 from A and 3 from C]");
    anna.sees("A move takes from 2 heaps at most.").await;
    story.end().await;
}

#[tokio::test]
async fn a_draft_is_for_the_player_to_move_at_that_point() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris game:moore position:\"3 4 5 6\" first:me")
        .await;
    boris.clicks("Accept (anna goes first)").await;
    let select = anna.control("From heap A").expect("a select");
    boris.chooses("From heap A", "1").await;
    boris.sees("It’s not your turn.").await;
    anna.at(1).chooses("From heap A", "1").await;
    let button = anna.at(1).control("Take 1 from A").expect("a button");
    // A board that is redrawn for another reason loses the draft, but the draft's button still
    // works.
    let redrawn = anna.types("/wythoff board").await.to_string();
    redrawn.does_not_say("Chosen");
    let moved = anna.forges(&button, &[]).await;
    moved.says("@anna took 1 from heap A.");
    anna.forges(&select, &["2"]).await.says("@boris to move");
    anna.sees("The game has moved on since that board was shown")
        .await;
    for nonsense in ["", "x", "25", "4", "18446744073709551615"] {
        let select = boris.control("From heap A").expect("a select");
        // The board is redrawn, so that its select does not keep the refused choice.
        let redrawn = boris.forges(&select, &[nonsense]).await;
        redrawn.says("@boris to move");
    }
    boris.sees("I don’t know this button or menu").await;
    story.end().await;
}

#[tokio::test]
async fn a_dot_that_is_gone_cannot_be_marked() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:circular position:\"ooo-ooooo-\" first:me")
        .await;
    let first = anna.control("1").expect("a button");
    // Dot 4 is gone. Three clicks are forged: one with dots 1 and 4 marked, one on dot 4, and one
    // on another dot with dot 4 marked.
    for forged in [":cell:9:1:", ":cell:0:4:", ":cell:8:5:"] {
        let forged = first.replace(":cell:0:1:", forged);
        assert_ne!(forged, first);
        let refused = anna.at(1).forges(&forged, &[]).await.to_string();
        assert!(
            refused.contains("I don’t know this button or menu"),
            "{forged}: {refused}"
        );
    }
    // The second tap is on the drawing on which the dot was not marked yet.
    for _tap in 0..2 {
        let marked = anna.at(1).forges(&first, &[]).await;
        marked.says("Chosen: dot 1.\n");
    }
    story.end().await;
}

#[tokio::test]
async fn with_many_heaps_one_is_chosen_first() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start position:\"1 2 3 4 5 6\" first:me")
        .await;
    let heap_select = anna.control("Which?").expect("a select");
    assert_snapshot!(anna.chooses("Which?", "From heap E").await, @"
    Wythoff:
    @anna against **🐧 Penguin**
    *“I make no mistakes.”*
    Take any number from one heap. Taking the last one wins.
    **@anna to move.**
    “From heap E”: now finish your move.
    -# Nim · Position (1, 2, 3, 4, 5, 6)
    <board.png: Rows of counters: A 1, B 2, C 3, D 4, E 5, F 6.>
    ▾ Which?: From heap E
    ▾ From heap E: Take 1, leaving (1, 2, 3, 4, 4, 6) | Take 2, leaving (1, 2, 3, 4, 3, 6) | … | Take 5, leaving (1, 2, 3, 4, 0, 6)
    [Hint (no prize)] [Resign] [Rules]
    ");
    let nonsense = anna.forges(&heap_select, &["Z"]).await;
    nonsense.says("I don’t know this button or menu");
    let moved = anna.at(1).chooses("From heap E", "2").await;
    moved.says("@anna took 2 from heap E.");
    story.end().await;
}
