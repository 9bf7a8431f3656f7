//! Blocks outlive an erasure, and nobody without the key finds out whom a pseudonym stands for.

use super::*;
use wythoff_game::FormerId;
use wythoff_game::records::MemberChange;

const BORIS: MemberId = MemberId(11);
const FORMER: FormerId = FormerId(-5);

async fn erase(bench: &Bench, member: MemberId) {
    let erase = bench.change(move |tx| tx.erase_member(member, FORMER).boxed());
    erase.done().await.expect("erased");
}

async fn see(bench: &Bench, member: MemberId) {
    let see = bench.change(move |tx| tx.set_member_name(member, "somebody").boxed());
    see.done().await.expect("seen");
}

async fn blocked_by(bench: &Bench, member: MemberId) -> Vec<MemberId> {
    let known = bench.read(|mut tx| async move { tx.member(member).await });
    known.await.settings.blocked
}

#[tokio::test]
async fn a_block_applies_again_when_the_blocked_member_returns() {
    let bench = Bench::new().await;
    see(&bench, ANNA).await;
    see(&bench, BORIS).await;
    let block = bench.change(|tx| {
        async move {
            let settings = tx.member(ANNA).await?.settings;
            let blocking = MemberChange::Blocked {
                added: vec![BORIS],
                removed: vec![],
            };
            tx.set_member_settings(ANNA, &settings.with(blocking)).await
        }
        .boxed()
    });
    block.done().await.expect("blocked");
    erase(&bench, BORIS).await;
    assert_eq!(blocked_by(&bench, ANNA).await, []);
    let bench = bench.reopened().await;
    see(&bench, BORIS).await;
    assert_eq!(blocked_by(&bench, ANNA).await, [BORIS]);
    // If the blocking member erases everything, too, nobody is blocked any more.
    erase(&bench, BORIS).await;
    erase(&bench, ANNA).await;
    see(&bench, ANNA).await;
    see(&bench, BORIS).await;
    assert_eq!(blocked_by(&bench, ANNA).await, []);
}

#[tokio::test]
async fn nobody_without_the_key_finds_out_whom_a_pseudonym_stands_for() {
    let mut pseudonyms = Vec::new();
    for _ in 0..2 {
        let bench = Bench::new().await;
        see(&bench, BORIS).await;
        bench
            .execute("INSERT INTO blocks (member, blocked) VALUES (10, 11)")
            .await;
        erase(&bench, BORIS).await;
        let query = sqlx::query_scalar("SELECT blocked FROM pseudonymous_blocks");
        let pseudonym: Result<String, _> = query.fetch_one(&mut bench.connect().await).await;
        pseudonyms.push(pseudonym.expect("a pseudonym"));
    }
    assert_eq!(pseudonyms[0].len(), 64);
    assert_ne!(pseudonyms[0], pseudonyms[1], "each has its own key");
}
