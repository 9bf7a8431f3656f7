//! The menu of all games, first games (which can be won), and the form for challenges.

use discord_sandbox::Answer;
use insta::assert_snapshot;
use nim_games::Variant;

use crate::support::{OVER, Says as _, Story, Takes as _, presses, resigns, seconds};

#[tokio::test]
async fn the_menu_starts_the_chosen_game_and_disappears() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff start").await, @"
    Wythoff (only you can see this):
    **Wythoff’s game** against **🐥 Duckling**: You both move one queen: left, down, diagonally. Bring her home to win.
    <board.png: A board: the queen is (5, 2), 5 right of home and 2 above it. She can go up to 5 left, 2 down, or 2 diagonally.>
    [Play] [Today’s puzzle: Building Nim] [Learn]
    ▾ Another game …: 21 | TacTix | … | More games …
    [Challenge a friend] [A table for everybody]
    ");
    anna.chooses("Another game …", "More games …").await;
    anna.chooses("Choose a game", "Greedy Nim").await;
    anna.sees("@anna against **🐥 Duckling**").await;
    anna.sees("-# Greedy Nim · ").await;
    anna.sees_no("Which game?").await;
    anna.sees_no("Today’s puzzle").await;
    story.end().await;
}

#[tokio::test]
async fn the_menu_keeps_who_begins_and_the_opponent() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start opponent:Penguin first:bot")
        .await;
    anna.chooses("Another game …", "Nim").await;
    anna.sees("@anna against **🐧 Penguin**").await;
    anna.sees("Penguin took").await;
    story.end().await;
}

#[tokio::test]
async fn a_game_may_be_left_to_chance() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start").await;
    anna.chooses("Another game …", "More games …").await;
    anna.chooses("Choose a game", "Surprise me").await;
    anna.sees("@anna against **🐥 Duckling**").await;
    story.end().await;
}

#[tokio::test]
async fn a_choice_in_the_menu_during_a_game_asks_first() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.until_boards_are_noted().await;
    anna.types("/wythoff start").await;
    let question = anna.chooses("Another game …", "Nim").await;
    assert!(
        matches!(question, Answer::Update(_)),
        "the question replaces the menu: {question}"
    );
    question.says("[Show it] [New game]");
    anna.clicks("New game").await;
    anna.sees("@anna against **🐥 Duckling**").await;
    story.end().await;
}

/// Checks that a message has at most `most` characters, without its picture and controls.
fn assert_short(message: &str, most: usize) {
    let is_text = |line: &&str| !line.starts_with(['[', '▾', '<']);
    let text: Vec<&str> = message.lines().skip(1).filter(is_text).collect();
    let text = text.join("\n").replace("**", "").replace("-# ", "");
    assert!(text.chars().count() <= most, "{text}");
}

/// Checks that a message writes no position in a notation that one has to learn, such as `oo-/o-o`,
/// `P3+C4`, `8/21` or `3+(1, 2)`: there is a picture.
fn assert_no_codes(message: &str) {
    let is_code = |word: &str| {
        let digit = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
        let dots = word.len() > 2 && word.chars().all(|letter| "o-/".contains(letter));
        let count = word
            .split_once('/')
            .is_some_and(|(count, of)| digit(count) && digit(of));
        let graph = word.strip_prefix(['P', 'C', 'K', 'S']).is_some_and(digit);
        dots && word.contains('o') || count || graph || word.contains("+(")
    };
    let words = message.split_whitespace();
    let mut words =
        words.map(|word| word.trim_matches(|letter: char| ".,:;*`<>[]()".contains(letter)));
    assert_eq!(words.find(|word| is_code(word)), None, "{message}");
}

#[tokio::test]
async fn first_games_can_be_won_and_the_next_are_harder() {
    let story = Story::begin().await;
    let anna = story.anna();
    for &variant in Variant::ALL {
        let start = format!("/wythoff start game:{variant}");
        anna.types(&start)
            .await
            .says("@anna against **🐥 Duckling**");
        while !anna.latest().contains(OVER) {
            assert_short(&anna.latest(), 200);
            assert_no_codes(&anna.latest());
            anna.latest().does_not_say("▾");
            let at = story.position(&anna).await;
            let best = at
                .best_move()
                .unwrap_or_else(|| panic!("{variant} {at} is lost"));
            story.later(seconds(3));
            presses(&anna, at, best).await;
        }
        let end = anna.latest();
        assert_short(&end, 250);
        assert_no_codes(&end);
        let buttons = end.lines().filter(|line| line.starts_with('['));
        assert_eq!(
            buttons.map(|line| line.matches('[').count()).sum::<usize>(),
            3
        );
        end.says("🏆 **@anna beat 🐥 Duckling**");
        anna.latest().says("🪜 1 of 10 animals beaten at ");
        for button in ["Why?", "More…", "Review", "Next ▶"] {
            assert_no_codes(&anna.clicks(button).await.to_string());
        }
        story.later(seconds(3));
        anna.clicks("Next: 🐇 Rabbit").await;
        anna.sees("@anna against **🐇 Rabbit**").await;
        resigns(&anna).await;
    }
    story.end().await;
}

#[tokio::test]
async fn a_challenge_is_made_with_a_form() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff start").await;
    assert_snapshot!(anna.clicks("Challenge a friend").await, @"
    [Form] Challenge somebody
    ▾ Who (leave empty for anyone): []
    ▾ Which game*: [Wythoff’s game]
    ▾ How big*: [small]
    ▾ Who goes first (random: rated)*: [random]
    ▾ Time to think*: [the server’s default]
    ");
    let challenge = anna
        .fills(&[
            ("Who (leave empty for anyone)", "boris"),
            ("Which game", "Greedy Nim"),
            ("Who goes first (random: rated)", "me"),
            ("Time to think", "5 minutes a move"),
        ])
        .await;
    challenge.says("pings @boris");
    challenge.says("@anna challenges @boris to **Greedy Nim**");
    boris.clicks("Accept (anna goes first)").await;
    boris
        .sees("**@anna to move**; time is up in 5 minutes.")
        .await;
    // The command without options opens the same form. If nobody is chosen, anyone may accept.
    let form = anna.types("/wythoff challenge").await;
    form.says("[Form] Challenge somebody");
    let open = anna.fills(&[]).await;
    open.says("@anna challenges anyone to **Wythoff’s game**");
    story.end().await;
}

#[tokio::test]
async fn a_member_is_challenged_from_their_menu() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    assert_snapshot!(anna.uses_on("Challenge", boris.id()).await, @"
    [Form] Challenge boris
    ▾ Which game*: [Wythoff’s game]
    ▾ How big*: [small]
    ▾ Who goes first (random: rated)*: [random]
    ▾ Time to think*: [the server’s default]
    ");
    let challenge = anna.fills(&[("Which game", "21")]).await;
    challenge.says("@anna challenges @boris to **Counting to");
    let myself = anna.uses_on("Challenge", anna.id()).await;
    myself.says("You can’t challenge yourself.");
    let helper = story.server.bot("helper");
    let refusal = anna.uses_on("Challenge", helper).await;
    refusal.says("Bots don’t take challenges.");
    story.end().await;
}

#[tokio::test]
async fn another_game_on_somebody_elses_board_is_ones_own() {
    let story = Story::begin().await;
    let anna = story.anna();
    let boris = story.server.member("boris");
    anna.types("/wythoff start 2 2 first:me").await;
    anna.goes(2, "diagonally").await;
    boris.clicks("More…").await;
    boris.chooses("Another game …", "nim").await;
    boris.sees("@boris against **🐥 Duckling**").await;
    anna.at(1).latest().says("[Play again");
    story.end().await;
}

#[tokio::test]
async fn nobody_is_challenged_where_nobody_sees_it() {
    let story = Story::begin().await;
    let anna = story.anna();
    let menu = anna.types("/wythoff start").await;
    menu.says("Challenge a friend");
    let menu = anna.in_direct_message().types("/wythoff start").await;
    menu.says("Today’s puzzle");
    menu.does_not_say("Challenge a friend");
    story.end().await;
}
