//! Settings, which take effect at once; what is stored about a member; and erasing it.

use std::io::Read;
use std::time::Duration;

use discord_sandbox::{Fault, Member};
use flate2::read::GzDecoder;
use insta::assert_snapshot;

use crate::erasure::erase;
use crate::support::{
    Says as _, Story, Takes as _, columns, day, execute, is_on_sqlite, minutes, open, resigns,
};

#[tokio::test]
async fn a_member_decides_who_may_challenge_them() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let eve = story.server.member("eve");
    boris.types("/wythoff settings").await;
    assert_snapshot!(boris.picks("Block challenges from …", &[&anna]).await, @"
    Wythoff (only you can see this):
    ⚙️ **Your settings**
    ✓ Saved.
    No challenges from: @anna
    ▾ Language: Language: same as Discord
    ▾ When it’s your turn: When it’s your turn: mention me in the game’s channel
    ▾ Leaderboards: Leaderboards: show me everywhere
    ▾ Block challenges from …: @anna
    [Challenges: from anyone] [Puzzle reminder: off]
    ");
    assert_snapshot!(anna.types("/wythoff challenge member:boris").await, @"
    Wythoff (only you can see this):
    Their settings don’t allow this challenge.
    ");
    let other = eve.types("/wythoff challenge member:boris").await;
    other.says("@eve challenges @boris");
    boris.types("/wythoff challenge game:wythoff").await;
    assert_snapshot!(anna.clicks("Accept").await, @"
    Wythoff (only you can see this):
    Their settings don’t allow this challenge.
    ");
    boris.clicks("Challenges: from anyone").await;
    let refused = eve
        .in_channel("talk")
        .types("/wythoff challenge member:boris")
        .await;
    refused.says("don’t allow this challenge");
    let settings = boris.picks("Block challenges from …", &[]).await;
    settings.does_not_say("No challenges from");
    settings.says("[Challenges: from nobody]");
    let settings = boris.clicks("Challenges: from nobody").await;
    settings.says("[Challenges: from anyone]");
    let back = anna.types("/wythoff challenge member:boris").await;
    back.says("@anna challenges @boris");
    story.end().await;
}

#[tokio::test]
async fn a_server_sets_its_clock_and_its_largest_pile() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff settings").await;
    assert!(!anna.latest().contains("Server settings"));
    let manager = boris.managing();
    manager.types("/wythoff settings").await;
    manager.clicks("Server settings").await;
    manager.chooses("Time in challenges", "3d").await;
    manager.chooses("Largest heap", "30").await;
    assert_snapshot!(manager.chooses("Board language", "en-US").await, @"
    Wythoff (only you can see this):
    ⚙️ **Server settings**
    ✓ Saved.
    [Daily puzzle: off]
    ▾ Time in challenges: Time in challenges: 3 days a move
    ▾ Largest heap: Largest heap: 30
    ▾ Board language: Board language: English
    [Pings: on] [Global leaderboard: wins here count] [More …] [My settings]
    ");
    assert_snapshot!(anna.types("/wythoff start 31 5").await, @"
    Wythoff (only you can see this):
    In this server, a heap can hold 30 at most.
    ");
    assert_snapshot!(anna.types("/wythoff challenge a:100").await, @"
    Wythoff (only you can see this):
    Wythoff’s game needs both: how far left home is, and how far down. Give `b`, too.
    ");
    // The limit also holds for the game that this button starts.
    anna.types("/wythoff challenge member:Wythoff position:\"40 3\"")
        .await;
    let refused = anna.clicks("Play me").await;
    refused.says("In this server, a heap can hold 30 at most.");
    let challenge = anna.types("/wythoff challenge game:wythoff").await;
    challenge.says("3 days a move");
    let forged = manager.control("Largest heap").expect("a select");
    assert_snapshot!(anna.forges(&forged, &["none"]).await, @"
    Wythoff (only you can see this):
    Only people who manage the server can set that.
    ");
    story.end().await;
}

#[tokio::test]
async fn hidden_members_leave_leaderboards_and_come_back() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    boris.clicks("Accept").await;
    resigns(&anna).await;
    let boris_is_listed =
        async |line: &str| anna.types(line).await.to_string().contains("1. boris");
    let (here, everywhere) = (
        "/wythoff leaderboard game:wythoff by:wins",
        "/wythoff leaderboard game:wythoff by:wins scope:everywhere",
    );
    assert!(boris_is_listed(here).await && boris_is_listed(everywhere).await);
    boris.types("/wythoff settings").await;
    boris.chooses("Leaderboards", "servers").await;
    assert!(boris_is_listed(here).await && !boris_is_listed(everywhere).await);
    boris.chooses("Leaderboards", "nowhere").await;
    assert!(!boris_is_listed(here).await && !boris_is_listed(everywhere).await);
    boris.chooses("Leaderboards", "everywhere").await;
    assert!(boris_is_listed(here).await && boris_is_listed(everywhere).await);
    story.end().await;
}

#[tokio::test]
async fn a_server_can_keep_its_games_off_global_leaderboards() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let anna = anna.managing();
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    anna.clicks("Global leaderboard: wins here count").await;
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    boris.clicks("Accept").await;
    resigns(&anna).await;
    let here = anna
        .types("/wythoff leaderboard game:wythoff by:wins")
        .await;
    here.says("1. boris");
    let everywhere = anna
        .types("/wythoff leaderboard game:wythoff by:wins scope:everywhere")
        .await
        .to_string();
    everywhere.does_not_say("1. boris");
    story.end().await;
}

/// Two members with a finished rated game, a running one, and an open challenge from `boris`.
async fn with_history(story: &Story) -> [Member; 2] {
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    boris.clicks("Accept").await;
    resigns(&anna).await;
    anna.types("/wythoff challenge member:boris a:3 b:5 first:me")
        .await;
    boris.clicks("Accept").await;
    anna.goes(1, "left").await;
    boris.types("/wythoff challenge game:wythoff").await;
    story.until_boards_are_noted().await;
    [anna, boris]
}

#[tokio::test]
async fn an_export_holds_everything() {
    let story = Story::begin().await;
    let [_anna, boris] = with_history(&story).await;
    let said = boris.types("/wythoff privacy").await.to_string();
    assert_snapshot!(said, @"
    Wythoff (only you can see this):
    **What I store about you**
    - Your Discord ID and your name, so that your games are yours.
    - Your games, challenges, results, and where they’re shown.
    - What you’ve set, solved, practiced and climbed.
    - For a short while, what you clicked and whom you challenged.
    Nothing else: I don’t read messages. **Export** sends you all of it; **Erase** deletes it.
    [Export] [Erase…] [More…]
    ");
    // PostgreSQL does not overwrite what is deleted, and the bot says so.
    let more = boris.clicks("More…").await.to_string();
    let postgres_note =
        "The files and the log of my database server may keep what was deleted for a while, too.";
    assert_eq!(more.contains(postgres_note), !is_on_sqlite());
    let length = more.chars().count() + postgres_note.chars().count();
    assert!(
        length <= 2_000,
        "{length} characters with PostgreSQL's note"
    );
    boris.types("/wythoff privacy").await;
    boris.clicks("Export").await;
    boris
        .sees("<wythoff.json: Everything Wythoff stores about you>")
        .await;
    assert_snapshot!(boris.latest(), @"
    Wythoff (only you can see this):
    Everything stored about you:
    <wythoff.json: Everything Wythoff stores about you>
    ");
    let file = boris.file("wythoff.json").expect("a file");
    let export: serde_json::Value = serde_json::from_slice(&file).expect("JSON");
    assert_eq!(export["name"], "boris");
    assert_eq!(export["games"].as_array().map(Vec::len), Some(2));
    let moved = &export["games"][1]["moves"][0];
    assert_eq!(moved["move"], "A1");
    assert_eq!(export["ratings"].as_array().map(Vec::len), Some(1));
    assert_eq!(export["challenges"].as_array().map(Vec::len), Some(3));
    story.end().await;
}

#[tokio::test]
async fn a_slow_upload_of_an_export_is_not_cut_off() {
    let story = Story::begin().await;
    let [_anna, boris] = with_history(&story).await;
    boris.types("/wythoff privacy").await;
    let slow = Fault::on("PATCH", "/webhooks/").delayed(Duration::from_millis(1_500));
    story.sandbox.inject(slow);
    boris.clicks("Export").await;
    boris
        .sees("<wythoff.json: Everything Wythoff stores about you>")
        .await;
    let file = boris.file("wythoff.json").expect("a file");
    let export: serde_json::Value = serde_json::from_slice(&file).expect("JSON");
    assert_eq!(export["name"], "boris");
    story.end().await;
}

#[tokio::test]
async fn ten_thousand_games_are_exported_compressed() {
    let story = Story::begin().await;
    let [_anna, boris] = with_history(&story).await;
    let copies = "WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < 10000)
        INSERT INTO games SELECT id + n, guild, channel, editable, language, message, shown, first_player, second_player, level, clock, 0,
            variant, rules, start, position, size, ply, taken_back, hinted, followed, phase, winner, begun, since, deadline, remind, first_active,
            second_active, typed, typed_by, first_vote, second_vote, first_kept, first_won, second_kept, second_won, everywhere,
            NULL, ladder, changed, drawn, NULL, NULL, 0 FROM games, copies WHERE rated = 1";
    execute(story.folder.path(), copies).await;
    boris.types("/wythoff privacy").await;
    boris.clicks("Export").await;
    // A second click says that the export is on its way.
    let again = boris.clicks("Export").await;
    again.says("Your export is on its way.");
    boris.sees("<wythoff.json.gz: ").await;
    let file = boris.file("wythoff.json.gz").expect("a file");
    let mut json = String::new();
    let read = GzDecoder::new(&file[..]).read_to_string(&mut json);
    read.expect("it is compressed");
    let export: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(export["games"].as_array().map(Vec::len), Some(10_002));
    story.end().await;
}

#[tokio::test]
async fn an_export_that_discord_refuses_is_reported() {
    let story = Story::begin().await;
    let [_anna, boris] = with_history(&story).await;
    boris.types("/wythoff privacy").await;
    let refused = Fault::on("PATCH", "/webhooks/");
    story.sandbox.inject(refused.refused_with(413, 40005));
    boris.clicks("Export").await;
    boris
        .sees("Something went wrong while I was answering.")
        .await;
    boris.screen().does_not_say("thinking");
    story.end().await;
}

#[tokio::test]
async fn a_stale_switch_does_what_its_label_says() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    boris.types("/wythoff settings").await;
    // A second copy of the page: once it is used, the first is stale.
    boris.types("/wythoff settings").await;
    let said = boris.at(2).clicks("Challenges: from anyone").await;
    said.says("[Challenges: from nobody]");
    let said = boris.at(1).clicks("Challenges: from anyone").await;
    said.says("[Challenges: from nobody]");
    let refused = anna.types("/wythoff challenge member:boris").await;
    refused.says("don’t allow this challenge");
    story.end().await;
}

#[tokio::test]
async fn one_of_several_blocked_members_can_be_unblocked() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let carla = story.server.member("carla");
    let block_select = "Block challenges from …";
    boris.types("/wythoff settings").await;
    boris.picks(block_select, &[&anna, &carla]).await;
    let page = boris.types("/wythoff settings").await.to_string();
    let preset = page.lines().find(|line| line.contains(block_select));
    assert!(
        preset.is_some_and(|line| line.contains("@anna") && line.contains("@carla")),
        "{page}"
    );
    boris.picks(block_select, &[&carla]).await;
    let allowed = anna.types("/wythoff challenge member:boris").await;
    allowed.says("@anna challenges @boris");
    let refused = carla.types("/wythoff challenge member:boris").await;
    refused.says("don’t allow this");
    story.end().await;
}

#[tokio::test]
async fn an_open_page_keeps_a_block_that_came_back_meanwhile() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let carla = story.server.member("carla");
    let block_select = "Block challenges from …";
    boris.types("/wythoff settings").await;
    boris.picks(block_select, &[&anna]).await;
    erase(&anna).await;
    // The block outlives the erasure. But until `anna` uses the bot again, the bot does not know
    // whom the block is for, and the page shows nobody.
    let page = boris.types("/wythoff settings").await.to_string();
    page.does_not_say("No challenges from");
    anna.types("/wythoff start 3 5").await;
    let page = boris.picks(block_select, &[&carla]).await;
    page.says("No challenges from: @anna @carla");
    let refused = anna.types("/wythoff challenge member:boris").await;
    let refused = refused.to_string();
    refused.says("don’t allow this");
    story.end().await;
}

#[tokio::test]
async fn blocks_that_do_not_fit_into_a_select_have_pages() {
    let story = Story::begin().await;
    let boris = story.server.member("boris");
    let crowd: Vec<Member> = (10..50)
        .map(|n| story.server.member(&format!("member-{n}")))
        .collect();
    let block_select = "Block challenges from …";
    let members = |range: std::ops::Range<usize>| crowd[range].iter().collect::<Vec<_>>();
    boris.types("/wythoff settings").await;
    boris.picks(block_select, &members(0..25)).await;
    // This page is full. The next one has room.
    let page = boris.clicks("Blocked: page 1 of 2, next ▶").await;
    page.does_not_say("No challenges from");
    let page = boris
        .picks(block_select, &members(25..40))
        .await
        .to_string();
    page.says("page 2 of 2");
    page.says("No challenges from: @member-35 @member-36");
    // Unblocking some members on this page leaves the other page alone.
    let page = boris
        .picks(block_select, &members(38..40))
        .await
        .to_string();
    let left = "No challenges from: @member-48 @member-49\n";
    page.says(left);
    let cannot_challenge = async |member: &Member| {
        let said = member.types("/wythoff challenge member:boris").await;
        said.to_string().contains("don’t allow this")
    };
    for (member, is_refused) in [(0, true), (24, true), (30, false), (39, true)] {
        assert_eq!(
            cannot_challenge(&crowd[member]).await,
            is_refused,
            "{member}"
        );
    }
    story.end().await;
}

#[tokio::test]
async fn a_nickname_stays_in_its_server() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let boris = boris.nickname("Bo of here").display_name("Boris");
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    boris.clicks("Accept").await;
    resigns(&anna).await;
    let there = story.sandbox.server("Another server");
    let eve = there.member("eve");
    for line in [
        "/wythoff stats game:wythoff member:boris",
        "/wythoff leaderboard game:wythoff by:wins scope:everywhere",
    ] {
        let shown = eve.types(line).await;
        shown.says("Boris");
        shown.does_not_say("Bo of here");
    }
    story.end().await;
}

#[tokio::test]
async fn an_erasure_leaves_nothing_but_results() {
    let story = Story::begin().await;
    let [anna, boris] = with_history(&story).await;
    boris.types("/wythoff privacy").await;
    assert_snapshot!(boris.clicks("Erase…").await, @"
    [Form] Erase everything about me?
    Type “erase” to erase. This can’t be undone.*: [erase]
    ");
    assert_snapshot!(boris.fills(&[("Type “erase” to erase. This can’t be undone.", "no")]).await, @"
    Wythoff (only you can see this):
    You did not type “erase”, so nothing was changed.
    ");
    boris.clicks("Erase…").await;
    assert_snapshot!(boris.fills(&[("Type “erase” to erase. This can’t be undone.", "erase")]).await, @"
    Wythoff (only you can see this):
    Everything about you has been erased. Your current game is over.
    ");
    anna.sees("Former player resigned").await;
    anna.sees("This challenge is over.").await;
    assert_snapshot!(anna.at(3).latest(), @"
    Wythoff (pings @boris):
    🏆 **@anna beat Former player** at Wythoff’s game! Former player resigned.
    -# Position (2, 5)
    <game.png: The queen’s path: (3, 5), (2, 5).>
    [Review]
    ");
    assert_snapshot!(anna.at(1).clicks("Rematch").await, @"
    Wythoff (only you can see this):
    Your opponent is gone: they erased all their data.
    ");
    assert_snapshot!(anna.types("/wythoff stats game:wythoff").await, @"
    Wythoff:
    **anna** at Wythoff’s game
    Rating: calibrating, 1 of 5 rated games
    Against members: 2 games, 1 won
    Rated wins in a row: 0 now, best 0
    ");
    assert_eq!(traces(&story, boris.id().0.cast_signed()).await, 0);
    erase(&boris).await;
    let stats = boris.types("/wythoff stats game:wythoff").await;
    stats.says("No finished games yet.");
    story.end().await;
}

/// How many values in the whole database equal `number`.
async fn traces(story: &Story, number: i64) -> i64 {
    let mut connection = open(story.folder.path()).await;
    let mut traces = 0;
    for (table, column) in columns(story.folder.path()).await {
        let count =
            format!("SELECT COUNT(*) FROM {table} WHERE CAST({column} AS TEXT) = '{number}'");
        let count: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(count))
            .fetch_one(&mut connection)
            .await
            .expect("a count");
        traces += count;
    }
    traces
}

#[tokio::test]
async fn server_data_is_deleted_90_days_after_the_bot_left() {
    let mut story = Story::begin().await;
    let anna = story.anna().managing();
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    anna.chooses("Largest heap", "30").await;
    anna.types("/wythoff start 2 2 first:me").await;
    anna.goes(2, "diagonally").await;
    story.until_boards_are_noted().await;
    // How many servers, games with a board, and games are stored.
    let count_stored = async |story: &Story| {
        let mut connection = open(story.folder.path()).await;
        let counts: (i64, i64, i64) = sqlx::query_as(
            "SELECT (SELECT COUNT(*) FROM servers), (SELECT COUNT(*) FROM games WHERE message IS NOT NULL), (SELECT COUNT(*) FROM games)",
        ).fetch_one(&mut connection).await.expect("counts");
        counts
    };
    let server = story.server.clone().without_bot();
    story.restart().await;
    story.later(89 * day());
    story.restart().await;
    assert_eq!(count_stored(&story).await, (1, 1, 1));
    story.later(2 * day());
    story.restart().await;
    assert_eq!(count_stored(&story).await, (0, 0, 1), "results stay");
    drop(server);
    story.end().await;
}

#[tokio::test]
async fn a_name_cannot_format_a_leaderboard() {
    let story = Story::begin().await;
    let loser = story.server.member("loser");
    let winner = story
        .server
        .member("winner")
        .display_name("@everyone **[x](http://x)** \u{202e}<@1>\n# `");
    winner
        .types("/wythoff challenge member:loser a:3 b:5")
        .await;
    loser.clicks("Accept").await;
    resigns(&loser).await;
    assert_snapshot!(loser.types("/wythoff leaderboard game:wythoff by:wins").await, @"
    Wythoff:
    🏆 **Leaderboard for Wythoff’s game** in this server by wins
    1. @everyone **[x](http://x)** <@1…: 1 win in 1 game
    — loser: not ranked here
    [This month]
    ▾ Choose a game: Wythoff’s game
    ");
    let sent = story.sandbox.calls();
    let content = sent
        .iter()
        .filter_map(|call| call.body.as_ref()?["data"]["content"].as_str())
        .find(|content| content.contains("Leaderboard"))
        .expect("a leaderboard");
    content.says(r"1\. \@everyone \*\*\[x\]\(http\:\/\/x\)\*\* \<\@1…: 1 win");
    story.end().await;
}

#[tokio::test]
async fn the_bot_plays_no_position_of_a_game_between_members() {
    const STAYS_OUT: &str = "I’ll stay out of it";
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let (talk, aside) = (anna.in_channel("talk"), anna.in_channel("aside"));
    talk.types("/wythoff start 6 5 first:me").await;
    aside.types("/wythoff start 2 5 first:me").await;
    anna.types("/wythoff challenge member:boris a:3 b:5 first:me")
        .await;
    boris.clicks("Accept").await;
    // The hint would be about a position that may come next, and the move would leave (3, 5).
    aside.types("/wythoff hint").await.says(STAYS_OUT);
    talk.types("/wythoff move A3").await.says(STAYS_OUT);
    resigns(&talk).await;
    for line in ["/wythoff start 3 5 first:\"the bot\"", "/wythoff start 5 3"] {
        talk.types(line).await.says(STAYS_OUT);
    }
    talk.types("/wythoff start 12 9 first:me")
        .await
        .says("to move");
    resigns(&talk).await;
    resigns(&anna).await;
    let begun = talk.types("/wythoff start 3 5 first:me").await;
    begun.says("Position (3, 5)");
    story.end().await;
}

#[tokio::test]
async fn a_member_cannot_challenge_whom_they_have_blocked() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff settings").await;
    anna.picks("Block challenges from …", &[&boris]).await;
    let refused = anna.types("/wythoff challenge member:boris").await;
    refused.says("You’ve blocked challenges from them");
    boris.screen().does_not_say("challenges @boris");
    // The block outlives an erasure.
    crate::erasure::erase(&boris).await;
    let refused = anna.types("/wythoff challenge member:boris").await;
    refused.says("You’ve blocked challenges from them");
    // Once he is back, she can unblock him.
    boris.types("/wythoff start 2 2").await;
    anna.types("/wythoff settings").await;
    anna.picks("Block challenges from …", &[]).await;
    let made = anna.types("/wythoff challenge member:boris a:3 b:5").await;
    made.says("challenges @boris");
    story.end().await;
}

#[tokio::test]
async fn nothing_is_said_about_the_position_of_a_game_between_members() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    // `solve` also refuses positions that may have the same solution.
    for line in [
        "/wythoff solve 3 5",
        "/wythoff solve 5 3",
        "/wythoff solve game:Wythoff position:\"3 5\" last:loses",
        "/wythoff solve game:multi position:\"3 5\"",
    ] {
        anna.types(line).await.says("I’ll stay out of it");
        boris.types(line).await.says("I’ll stay out of it");
    }
    // Nor are these squares among those of its map.
    anna.types("/wythoff solve 2 9").await.says("(2, 1)");
    // In Grundy's game, heaps that cannot be split do not count. Positions with dots, or with
    // stones to be placed, do not have the same solution as any heaps.
    for (channel, start, asked, is_refused) in [
        (
            "grundy",
            "game:grundy position:\"2 6\"",
            "game:grundy position:6",
            true,
        ),
        (
            "dots",
            "game:tactix position:3x3",
            "game:nim position:9",
            false,
        ),
        (
            "stones",
            "game:building position:8/3",
            "game:nim position:9",
            false,
        ),
    ] {
        let [anna, boris] = [anna.in_channel(channel), boris.in_channel(channel)];
        let challenge = format!("/wythoff challenge member:boris {start}");
        anna.types(&challenge).await;
        boris.clicks("Accept").await;
        let asked = format!("/wythoff solve {asked}");
        let answer = anna.types(&asked).await.to_string();
        assert_eq!(
            answer.contains("I’ll stay out of it"),
            is_refused,
            "{answer}"
        );
        resigns(&anna).await;
    }
    assert_snapshot!(anna.types("/wythoff hint").await, @"
    Wythoff (only you can see this):
    Hints are only for games against me.
    ");
    story.end().await;
}

#[tokio::test]
async fn a_board_against_the_bot_gives_no_move_away_in_a_game_with_a_member() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let aside = anna.in_channel("aside");
    aside.types("/wythoff start 3 5 first:me").await;
    let board = aside.types("/wythoff board").await;
    board.says("Position (3, 5)");
    anna.types("/wythoff challenge member:boris a:3 b:5 first:me")
        .await;
    boris.clicks("Accept").await;
    // The bot would answer a try.
    let tried = aside.types("/wythoff move A1").await;
    tried.says("I’ll stay out of it");
    resigns(&aside).await;
    let ended = aside.at(1).screen();
    ended.says("resigned");
    ended.does_not_say("could still have won");
    ended.does_not_say("winning move");
    // Nor do her own cold pairs help.
    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.does_not_say("Cold pairs");
    story.end().await;
}

#[tokio::test]
async fn a_block_is_lifted_even_after_an_erasure() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff settings").await;
    anna.picks("Block challenges from …", &[&boris]).await;
    crate::erasure::erase(&boris).await;
    anna.types("/wythoff settings").await;
    anna.picks("Block challenges from …", &[&boris]).await;
    anna.picks("Block challenges from …", &[]).await;
    let made = anna.types("/wythoff challenge member:boris a:3 b:5").await;
    made.says("challenges @boris");
    story.end().await;
}

#[tokio::test]
async fn a_start_that_the_bot_draws_helps_in_no_game_with_a_member() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris game:nim position:\"3 4 6\" first:me")
        .await;
    boris.clicks("Accept").await;
    let aside = anna.in_channel("aside");
    for _ in 0..12 {
        let started = aside.types("/wythoff start game:nim").await;
        started.says("@anna to move.");
        resigns(&aside).await;
        // Not too quickly for the bot.
        story.later(minutes(1));
    }
    story.end().await;
}
