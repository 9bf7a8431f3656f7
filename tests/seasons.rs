//! The games won in a month: the table, who has won it, and members whom a server hides from its leaderboards.

use discord_sandbox::Member;
use insta::assert_snapshot;

use crate::daily::solves;
use crate::support::{Says as _, Story, day, resigns};

/// `winner` wins a rated game against somebody who resigns.
async fn wins(winner: &Member, against: &Member, winner_name: &str) {
    let challenge = format!("/wythoff challenge member:{winner_name} a:3 b:5");
    against.types(&challenge).await;
    winner.clicks("Accept").await.says(", rated");
    resigns(against).await;
}

#[tokio::test]
async fn a_month_has_its_own_table_and_the_next_names_who_won_most() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let anna = anna.managing();
    let carla = story.server.member("carla");
    let empty = anna.types("/wythoff leaderboard by:month").await;
    assert_snapshot!(empty, @"
    Wythoff (only you can see this):
    🏆 **Games won here in January**
    Nobody is on it. Rated games between members count, of all kinds: `/wythoff challenge`
    [This month] (off) [Last month] [All time]
    ");
    wins(&boris, &anna, "boris").await;
    wins(&boris, &carla, "boris").await;
    wins(&carla, &anna, "carla").await;
    // A game against an animal does not count.
    anna.types("/wythoff start game:nim position:1 first:me")
        .await;
    anna.types("/wythoff move A1").await;
    assert_snapshot!(anna.types("/wythoff leaderboard by:month").await, @"
    Wythoff:
    🏆 **Games won here in January**
    1. boris **2** of 2
    2. carla **1** of 2
    -# Rated games between members, of all kinds. Two games with sides swapped count as one.
    [This month] (off) [Last month] [All time]
    ");
    anna.clicks("All time")
        .await
        .says("🏆 **Leaderboard for Wythoff’s game** in this server by wins");
    anna.clicks("This month")
        .await
        .says("**Games won here in January**");
    // The server decides what comes first.
    solves(&story, &anna).await;
    anna.clicks("Post it every day").await;
    anna.types("/wythoff leaderboard")
        .await
        .says("Puzzles here, this week");
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    assert_snapshot!(anna.clicks("More …").await, @"
    Wythoff (only you can see this):
    ⚙️ **More server settings**
    ▾ Hide from leaderboards here …: 
    ▾ Role that comes with the crown …: 
    [Leaderboard: puzzles first] [New games against me in this channel: everybody sees them] [Penguin of the week: off] [Server settings]
    ");
    anna.clicks("Leaderboard: puzzles first")
        .await
        .says("[Leaderboard: this month first]");
    anna.types("/wythoff leaderboard")
        .await
        .says("**Games won here in January**");
    // The post of the first day of the next month.
    story.later(25 * day());
    boris
        .sees("🏆 **boris** won most here in January: 2 rated wins. Then carla 1.")
        .await;
    // In a month that has just begun, the last one is what one looks for.
    anna.types("/wythoff leaderboard by:month")
        .await
        .says("1. boris **2** of 2");
    anna.clicks("This month").await.says("Nobody is on it.");
    story.end().await;
}

#[tokio::test]
async fn a_manager_hides_a_member_from_the_boards_of_a_server() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let anna = anna.managing();
    wins(&boris, &anna, "boris").await;
    solves(&story, &boris).await;
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    anna.clicks("More …").await;
    let select = "Hide from leaderboards here …";
    anna.picks(select, &[&boris])
        .await
        .says("Not on the leaderboards here: @boris");
    let own = boris
        .types("/wythoff leaderboard game:wythoff by:wins")
        .await;
    own.says("— boris: not ranked here");
    let week = boris.types("/wythoff leaderboard by:daily").await;
    week.says("Nobody is on it yet.");
    let month = boris.types("/wythoff leaderboard by:month").await;
    month.says("Nobody is on it.");
    // Who is in no table is told of no points and no place, and takes no place from others.
    let result = boris.types("/wythoff daily").await;
    result.does_not_say("+6 points");
    boris
        .types("/wythoff settings")
        .await
        .says("Who manages this server has left you out of its leaderboards.");
    // Everywhere else nothing changes, and a later game neither.
    let all = boris
        .types("/wythoff leaderboard game:wythoff by:wins scope:everywhere")
        .await;
    all.says("1. boris: 1 win in 1 game");
    wins(&boris, &anna, "boris").await;
    let own = boris
        .types("/wythoff leaderboard game:wythoff by:wins")
        .await;
    own.says("— boris: not ranked here");
    // It needs who manages the server.
    let refused = boris
        .forges(&anna.control(select).expect("a select"), &[])
        .await;
    refused.says("Only people who manage the server can set that.");
    anna.picks(select, &[])
        .await
        .does_not_say("Not on the leaderboards");
    let own = boris
        .types("/wythoff leaderboard game:wythoff by:wins")
        .await;
    own.says("1. boris: 2 wins in 2 games");
    story.end().await;
}

#[tokio::test]
async fn hidden_members_who_do_not_fit_into_a_select_have_pages() {
    let story = Story::begin().await;
    let anna = story.anna().managing();
    let crowd: Vec<Member> = (10..40)
        .map(|n| story.server.member(&format!("member-{n}")))
        .collect();
    let members = |range: std::ops::Range<usize>| crowd[range].iter().collect::<Vec<_>>();
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    anna.clicks("More …").await;
    let select = "Hide from leaderboards here …";
    anna.picks(select, &members(0..25)).await;
    let page = anna.clicks("Hidden: page 1 of 2, next ▶").await;
    page.does_not_say("Not on the leaderboards");
    let page = anna.picks(select, &members(25..28)).await.to_string();
    page.says("Not on the leaderboards here: @member-35 @member-36 @member-37\n");
    page.says("Hidden: page 2 of 2");
    // Who is taken off this page leaves the other one alone.
    let page = anna.picks(select, &members(26..27)).await.to_string();
    page.says("Not on the leaderboards here: @member-36\n");
    for (member, is_hidden) in [(0, true), (24, true), (25, false), (26, true), (27, false)] {
        let own = crowd[member].types("/wythoff settings").await.to_string();
        let said = own.contains("has left you out of its leaderboards");
        assert_eq!(said, is_hidden, "{member}");
    }
    story.end().await;
}
