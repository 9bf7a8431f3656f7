//! Ratings and leaderboards: what counts, what does not, and that they are the fold of the finished
//! games.

use discord_sandbox::Member;
use insta::assert_snapshot;
use nim_games::Variant;
use wythoff_game::rating::{Rating, after_game};
use wythoff_game::records::{GameRecord, Order, Page, Scope};
use wythoff_game::{GameId, MemberId, Outcome, Player, Review, Seat};
use wythoff_store::Read;

use crate::support::{
    OVER, Says as _, Story, Takes as _, best_choice, day, hours, minutes, plays_best, position,
    resigns, seconds,
};

/// Plays a rated game from (3, 5) that the challenger resigns.
async fn rated_game(challenger: &Member, opponent: &Member, opponent_name: &str) {
    challenger
        .types(&format!(
            "/wythoff challenge member:{opponent_name} a:3 b:5"
        ))
        .await;
    opponent.clicks("Accept").await.says(", rated");
    resigns(challenger).await;
}

#[tokio::test]
async fn a_rating_is_shown_after_five_rated_games() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    boris.clicks("Accept").await;
    resigns(&anna).await;
    assert_snapshot!(anna.at(1).latest(), @"
    Wythoff (pings @boris):
    🏆 **@boris beat @anna** at Wythoff’s game! @anna resigned.
    -# Position (3, 5)
    <board.png: A board: the queen is (3, 5), 3 right of home and 5 above it. She can go up to 3 left, 5 down, or 3 diagonally.>
    [Rematch] [Another board]
    ");
    assert_snapshot!(anna.types("/wythoff stats game:wythoff").await, @"
    Wythoff:
    **anna** at Wythoff’s game
    Rating: calibrating, 1 of 5 rated games
    Against members: 1 game, 0 won
    Rated wins in a row: 0 now, best 0
    ");
    let winner = anna.types("/wythoff stats game:wythoff member:boris").await;
    winner.says("Rating: calibrating, 1 of 5 rated games\nAgainst members: 1 game, 1 won\nRated wins in a row: 1 now");
    assert_snapshot!(anna.types("/wythoff leaderboard game:wythoff by:wins").await, @"
    Wythoff:
    🏆 **Leaderboard for Wythoff’s game** in this server by wins
    1. boris: 1 win in 1 game
    — anna: not ranked here
    [This month]
    ▾ Choose a game: Wythoff’s game
    ");
    assert_snapshot!(anna.types("/wythoff leaderboard game:wythoff").await, @"
    Wythoff:
    🏆 **Leaderboard for Wythoff’s game** in this server by rating
    1. boris: calibrating: 1 of 5
    **2. anna: calibrating: 1 of 5**
    [This month]
    ▾ Choose a game: Wythoff’s game
    ");
    for played in [2, 2] {
        for _ in 0..played {
            rated_game(&boris, &anna, "anna").await;
        }
        story.later(day());
    }
    anna.sees("@anna **1716**, the first rating! 🎉").await;
    anna.sees("Between you two here: @anna **4 : 1** @boris")
        .await;
    assert_snapshot!(anna.types("/wythoff stats game:wythoff").await, @"
    Wythoff:
    **anna** at Wythoff’s game
    Rating: **1716** ± 199 (provisional), +26 in the last game
    Against members: 5 games, 4 won
    Rated wins in a row: 4 now, best 4
    <rating.png: The rating over 5 rated games, from 1338 to 1716, with its deviation as a band.>
    ");
    assert_snapshot!(anna.types("/wythoff leaderboard game:wythoff").await, @"
    Wythoff:
    🏆 **Leaderboard for Wythoff’s game** in this server by rating
    **1. anna: 1716? ± 199, about 9 more rated games**
    2. boris: 1284? ± 199, about 9 more rated games
    -# “?”: not enough rated games to compare yet. How many more it takes is an estimate.
    [This month]
    ▾ Choose a game: Wythoff’s game
    ");
    story.end().await;
}

#[tokio::test]
async fn only_a_random_first_player_or_a_rematch_is_rated() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    assert!(anna.latest().contains(", not rated"), "anna chose to begin");
    resigns(&anna).await;
    let ended = anna.at(1).latest();
    ended.does_not_say("→");
    anna.clicks("Rematch")
        .await
        .says("It’s not rated, like this one.");
    boris.clicks("Rematch").await.says(", not rated");
    resigns(&boris).await;
    boris.at_latest().latest().does_not_say("→");
    // A rematch of a rated game is rated, too.
    let [anna, boris] = [anna.in_channel("talk"), boris.in_channel("talk")];
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    boris.clicks("Accept").await.says(", rated");
    resigns(&anna).await;
    let offered = anna.clicks("Rematch").await;
    offered.says("It’s rated, unless you two have played three rated games within a day.");
    boris.clicks("Rematch").await.says(", rated");
    story.end().await;
}

#[tokio::test]
async fn a_rematch_of_a_game_without_a_result_is_not_rated() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris a:3 b:5 clock:\"5 minutes a move\"")
        .await;
    boris.clicks("Accept").await.says(", rated");
    story.later(minutes(6));
    anna.sees("didn’t move in time").await;
    anna.clicks("Rematch").await;
    boris.clicks("Rematch").await.says(", not rated");
    story.end().await;
}

#[tokio::test]
async fn a_pair_plays_at_most_three_rated_games_a_day() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let challenge = "/wythoff challenge member:boris a:3 b:5";
    anna.types(challenge)
        .await
        .says("Chance decides who goes first; rated");
    for _ in 0..3 {
        rated_game(&boris, &anna, "anna").await;
    }
    boris.at(1).clicks("Accept").await.says(", not rated");
    boris.sees("This game is not rated after all").await;
    resigns(&anna).await;
    let fifth = anna.types(challenge).await;
    fifth.says("Not rated: you two have played");
    anna.clicks("Withdraw").await;
    story.later(day() + minutes(1));
    rated_game(&anna, &boris, "boris").await;
    story.end().await;
}

#[tokio::test]
async fn games_against_the_bot_have_statistics_of_their_own() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me").await;
    anna.goes(2, "diagonally").await;
    anna.types("/wythoff start 5 5 first:me").await;
    anna.goes(5, "diagonally").await;
    let board = anna.types("/wythoff start 4 3 first:me").await;
    plays_best(&anna, board.to_string()).await;
    anna.types("/wythoff start 10 6 first:me opponent:Squirrel")
        .await;
    resigns(&anna).await;
    assert_snapshot!(anna.types("/wythoff stats game:wythoff").await, @"
    Wythoff:
    **anna** at Wythoff’s game
    Rating: none yet. Play a rated game with a member to get one.
    🪙 Nim Champ: Wythoff’s game, a few seconds ago
    Against 🐧 Penguin: 3 games, 3 won
    Against 🐿️ Squirrel: 1 game, 0 won
    Accuracy: 100% (found 4 of 4 winning moves)
    Best wins against the bot:
    - 🐧 Penguin from (4, 3), 3 moves in all
    Cold pairs moved to in your latest 100 games: 1, up to (1, 2)
    <coins.png: Coins that say Nim Champ: Wythoff’s game.>
    <map.png: Cold pairs moved to in your latest 100 games: 1, up to (1, 2)>
    ");
    // Which pairs she knows is for herself.
    let seen = story.server.member("boris");
    let seen = seen.types("/wythoff stats member:anna game:wythoff").await;
    seen.says("Against 🐧 Penguin: 3 games, 3 won");
    seen.does_not_say("Cold pairs");
    assert_snapshot!(anna.types("/wythoff leaderboard game:wythoff by:wins").await, @"
    Wythoff (only you can see this):
    🏆 **Leaderboard for Wythoff’s game** in this server by wins
    Nobody is on it. Play rated games with members: `/wythoff challenge game:wythoff`
    — anna: not ranked here
    [This month]
    ▾ Choose a game: Wythoff’s game
    ");
    story.end().await;
}

#[tokio::test]
async fn a_leaderboard_has_pages_that_all_say_where_the_member_stands() {
    let story = Story::begin().await;
    let loser = story.server.member("loser");
    let mut winners = Vec::new();
    for n in 1..=12 {
        let winner = story.server.member(&format!("winner{n:02}"));
        for _ in 0..=(n % 3) {
            story.later(seconds(1));
            winner
                .types("/wythoff challenge member:loser a:3 b:5")
                .await;
            loser.clicks("Accept").await;
            resigns(&loser).await;
        }
        winners.push(winner);
    }
    assert_snapshot!(loser.types("/wythoff leaderboard game:wythoff by:wins").await, @"
    Wythoff:
    🏆 **Leaderboard for Wythoff’s game** in this server by wins
    1. winner11: 3 wins in 3 games
    1. winner08: 3 wins in 3 games
    1. winner05: 3 wins in 3 games
    1. winner02: 3 wins in 3 games
    5. winner10: 2 wins in 2 games
    5. winner07: 2 wins in 2 games
    5. winner04: 2 wins in 2 games
    5. winner01: 2 wins in 2 games
    9. winner12: 1 win in 1 game
    9. winner09: 1 win in 1 game
    — loser: not ranked here
    [Below] [Me] [This month]
    ▾ Choose a game: Wythoff’s game
    ");
    let below = loser.clicks("Below").await;
    below.says("by wins\n9. winner06: 1 win in 1 game\n9. winner03: 1 win in 1 game\n— loser");
    below.says("[Top] [Above] [Me]");
    loser.clicks("Above").await.says("\n1. ");
    let winner = &winners[2];
    let around = winner
        .types("/wythoff leaderboard game:wythoff by:wins")
        .await;
    around.says("\n— 9. winner03");
    let around = winner.clicks("Me").await;
    around.says("\n5. winner01: 2 wins in 2 games\n9. winner12: 1 win");
    around.says("\n**9. winner03: 1 win");
    around.says("[Top] [Me]");
    winner.clicks("Top").await.says("\n1. ");
    story.end().await;
}

#[tokio::test]
async fn the_leaderboards_are_the_fold_of_the_finished_games() {
    let mut story = Story::begin().await;
    let members = ["anna", "boris", "carla", "dmitri"];
    let people = members.map(|name| story.server.member(name));
    for round in 0..6_usize {
        for (first, second) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2), (3, 0)] {
            let (challenger, opponent) = (&people[first], &people[second]);
            let line = format!(
                "/wythoff challenge member:{} a:{} b:6",
                members[second],
                3 + round
            );
            challenger.types(&line).await;
            let mut board = opponent.clicks("Accept").await.to_string();
            for step in 0..round {
                let is_first = board.contains(&format!("**@{} to move", members[first]));
                let mover = if is_first { challenger } else { opponent };
                // Some moves are good, and some are bad.
                let (amount, pile) = if step % 3 > 0 {
                    best_choice(position(&board))
                } else {
                    (1, "down")
                };
                let line = format!("/wythoff move \"{amount} {pile}\"");
                board = mover.types(&line).await.to_string();
                assert!(board.contains(" went ") || board.contains(OVER), "{board}");
                if board.contains(OVER) {
                    break;
                }
            }
            if !board.contains(OVER) {
                let challenger_loses = (round + first) % 2 == 0;
                let loser = if challenger_loses {
                    challenger
                } else {
                    opponent
                };
                resigns(loser).await;
            }
        }
        // A restart in the middle changes nothing, and a new day allows rated games again.
        if round % 2 == 1 {
            story.restart().await;
        }
        story.later(hours(13));
    }
    check_the_fold(&story).await;
    story.end().await;
}

/// Recomputes every rating and standing from the games, and compares them with the stored ones.
async fn check_the_fold(story: &Story) {
    let games = rated_games(story).await;
    let mut ratings: std::collections::BTreeMap<MemberId, Rating> =
        std::collections::BTreeMap::new();
    // Of each member: the games, the wins, and the wins in a row.
    let mut tallies: std::collections::BTreeMap<MemberId, (i64, i64, i64)> =
        std::collections::BTreeMap::new();
    let mut kept: std::collections::BTreeMap<MemberId, (u32, u32)> =
        std::collections::BTreeMap::new();
    for record in &games {
        let winning_seat = record.game.outcome().and_then(Outcome::winner);
        let winning_seat = winning_seat.expect("a winner");
        let member = |seat| match record.game.players().at(seat) {
            Player::Member(member) => member,
            Player::Bot(_) | Player::Former(_) => {
                unreachable!("games against the bot are not rated")
            }
        };
        let (winner, loser) = (member(winning_seat), member(winning_seat.other()));
        let before = |who| ratings.get(&who).copied().unwrap_or_default();
        let (after_win, after_loss) = after_game(before(winner), before(loser));
        ratings.insert(winner, after_win);
        ratings.insert(loser, after_loss);
        let standing = tallies.entry(winner).or_default();
        *standing = (standing.0 + 1, standing.1 + 1, standing.2 + 1);
        let standing = tallies.entry(loser).or_default();
        *standing = (standing.0 + 1, standing.1, 0);
        let review = Review::of(record.game.start_position(), &record.moves);
        for seat in Seat::BOTH {
            let accuracy = review.accuracy(seat);
            let sum = kept.entry(member(seat)).or_default();
            *sum = (sum.0 + accuracy.kept, sum.1 + accuracy.won);
        }
    }
    assert!(games.len() > 20, "{} games were rated", games.len());
    assert!(
        kept.values().all(|&(kept, won)| 0 < kept && kept < won),
        "everybody kept a win and threw one away: {kept:?}"
    );
    let scopes = [
        Scope::Everywhere,
        Scope::Server(story.server.id().0.cast_signed()),
    ];
    for scope in scopes {
        for (&member, &expected) in &ratings {
            let ranking = |mut tx: Read| async move { tx.ranking(member, Variant::Wythoff).await };
            let ranking: wythoff_store::Result<_> = story.store.read(ranking).await;
            let standings = ranking.expect("a read").standings.clone();
            let (_, standing) = standings
                .iter()
                .find(|(known, _)| *known == scope)
                .expect("a standing");
            assert_eq!(
                (standing.rating.rating, standing.rating.deviation),
                (expected.rating, expected.deviation)
            );
            assert_eq!(
                (standing.games, standing.wins, standing.streak),
                tallies[&member]
            );
            assert_eq!(
                (standing.accuracy.kept, standing.accuracy.won),
                kept[&member]
            );
        }
        let read = story.store.read(move |mut tx: Read| async move {
            tx.leaders((scope, Variant::Wythoff), Order::Wins, Page::From(1), 10)
                .await
        });
        let wins_in_order: Vec<i64> = read
            .await
            .expect("a read")
            .iter()
            .map(|(standing, _)| standing.wins)
            .collect();
        assert!(
            wins_in_order.is_sorted_by(|a, b| a >= b) && wins_in_order.len() == 4,
            "{wins_in_order:?}"
        );
    }
}

/// Every rated game that has a winner, in the order in which they ended.
async fn rated_games(story: &Story) -> Vec<GameRecord> {
    let mut connection = crate::support::open(story.folder.path()).await;
    let ids = "SELECT id FROM games LEFT JOIN ratings ON ratings.game = games.id
        WHERE rated = 1 AND winner IS NOT NULL GROUP BY id ORDER BY MIN(finish)";
    let ids = sqlx::query_scalar(ids).fetch_all(&mut connection).await;
    let ids: Vec<i64> = ids.expect("the games");
    let mut games = Vec::new();
    for id in ids {
        let read = |mut tx: Read| async move { tx.game(GameId(id)).await };
        let read: wythoff_store::Result<_> = story.store.read(read).await;
        games.push(read.expect("a read").expect("a game"));
    }
    games
}

#[tokio::test]
async fn a_game_without_a_choice_proves_nothing() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let won = anna
        .types("/wythoff start game:nim position:\"1 1 1\" last:wins first:me")
        .await;
    won.says("(1, 1, 1)");
    anna.types("/wythoff move A1").await;
    // The only one that is left.
    let board = anna.types("/wythoff move 1").await;
    board.says("@anna beat");
    board.does_not_say("Nim Champ");
    let challenge = "/wythoff challenge member:boris game:nim position:\"1 1 1\" last:wins";
    let challenged = anna.types(challenge).await;
    challenged.says("Not rated: here, going first decides who wins.");
    boris.clicks("Accept").await.says(", not rated");
    story.end().await;
}

#[tokio::test]
async fn a_challenge_that_is_not_rated_stays_so() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    for _ in 0..3 {
        rated_game(&boris, &anna, "anna").await;
    }
    story.later(hours(2));
    let fourth = anna.types("/wythoff challenge member:boris a:3 b:5").await;
    fourth.says("Not rated: you two have played");
    // Meanwhile the three games are a day old.
    story.later(hours(23));
    boris.clicks("Accept").await.says(", not rated");
    story.end().await;
}

#[tokio::test]
async fn a_rating_counts_the_games_of_all_servers() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let carl = story.server.member("carl");
    for _ in 0..3 {
        rated_game(&boris, &anna, "anna").await;
    }
    for _ in 0..2 {
        rated_game(&carl, &anna, "anna").await;
    }
    let there = story.sandbox.server("Another server");
    rated_game(&there.member("dora"), &anna.in_server(&there), "anna").await;
    let table = anna
        .in_server(&there)
        .types("/wythoff leaderboard game:wythoff")
        .await;
    table.says("dora: calibrating: 1 of 5");
    table.does_not_say("anna: calibrating");
    story.end().await;
}
