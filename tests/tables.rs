//! Tables: games for everybody in a channel.

use crate::support::Story;

#[tokio::test]
async fn three_members_play_21_until_one_is_left() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let carla = story.server.member("carla");
    let said = anna.types("/wythoff table target:15").await;
    eprintln!("{said}");
    let table = anna.at_latest();
    boris.at(1).clicks("Join").await;
    carla.at(1).clicks("Join").await;
    table.sees("@anna, @boris, @carla").await;
    eprintln!("{}", table.latest());
    anna.at(1).clicks("Begin").await;
    table.sees("your turn").await;
    eprintln!("{}", anna.screen());
    let _ = std::fs::write(
        "/tmp/look/table.png",
        anna.at(1).file("table.png").unwrap_or_default(),
    );
    let members = [("anna", &anna), ("boris", &boris), ("carla", &carla)];
    for _ in 0..60 {
        let screen = anna.screen();
        let Some((before, _)) = screen.split_once(", your turn") else {
            break;
        };
        let turn = before.rsplit('@').next().unwrap_or("").to_owned();
        let (_, who) = members
            .iter()
            .find(|(name, _)| *name == turn)
            .expect("a member");
        let first = (1..=20)
            .rev()
            .map(|n| n.to_string())
            .find(|n| who.at(1).control(n).is_some())
            .expect("a button");
        who.at(1).clicks(&first).await;
        crate::support::until_true(async || anna.screen() != screen).await;
        eprintln!("--- {turn} {first}\n{}", anna.screen());
    }
    let _ = std::fs::write(
        "/tmp/look/table2.png",
        anna.at(1).file("table.png").unwrap_or_default(),
    );
    story.end().await;
}
