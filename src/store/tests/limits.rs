//! What limits somebody outlives an erasure, and ends when its time is over; so do blocks.

use super::*;
use crate::game::FormerId;
use crate::records::{Limit, MemberChange};

const BORIS: MemberId = MemberId(11);
const NOBODY: FormerId = FormerId(-5);
const NOW: Timestamp = Timestamp(1_700_000_000_000);

async fn erase(bench: &Bench, member: MemberId) {
    let job = bench.change(move |work| work.erase_member(member, NOBODY));
    job.done().await.expect("erased");
}

async fn see(bench: &Bench, member: MemberId) {
    let job = bench.change(move |work| work.set_member_name(member, "somebody"));
    job.done().await.expect("seen");
    bench.cache_is_fresh().await;
}

async fn blocked_by(bench: &Bench, member: MemberId) -> Vec<MemberId> {
    let blocked = |work: &mut Work<'_>| Ok(work.member(member)?.settings.blocked.clone());
    bench.look(blocked).await
}

#[tokio::test]
async fn a_block_is_there_again_when_the_blocked_member_comes_back() {
    let bench = Bench::new().await;
    see(&bench, ANNA).await;
    see(&bench, BORIS).await;
    let block = bench.change(|work| {
        let settings = work.member(ANNA)?.settings.clone();
        work.set_member(
            ANNA,
            settings.with(MemberChange::Blocked {
                added: vec![BORIS],
                removed: vec![],
            }),
        )
    });
    block.done().await.expect("blocked");
    erase(&bench, BORIS).await;
    assert_eq!(blocked_by(&bench, ANNA).await, []);
    let bench = bench.reopened().await;
    see(&bench, BORIS).await;
    assert_eq!(blocked_by(&bench, ANNA).await, [BORIS]);
    // The blocking member may erase everything, too, and then nobody is blocked.
    erase(&bench, BORIS).await;
    erase(&bench, ANNA).await;
    see(&bench, ANNA).await;
    see(&bench, BORIS).await;
    assert_eq!(blocked_by(&bench, ANNA).await, []);
}

#[tokio::test]
async fn limits_are_kept_for_their_time_and_then_forgotten() {
    let bench = Bench::new().await;
    let limits = [
        (Limit::Declined(BORIS, ANNA), Duration::from_hours(1)),
        (Limit::rated([ANNA, BORIS]), Duration::from_hours(24)),
        (Limit::NoShow(BORIS), Duration::from_hours(24)),
    ];
    let job = bench.change(move |work| {
        let mut limits = limits.into_iter();
        limits.try_for_each(|(limit, keep)| work.limit(limit, NOW, keep))
    });
    job.done().await.expect("noted");
    let known = async || {
        let of = |work: &mut Work<'_>, limit| -> Result<usize> {
            Ok(work.limited_since(limit, Timestamp(0))?.len())
        };
        bench
            .look(move |work| {
                Ok([
                    of(work, Limit::Declined(BORIS, ANNA))?,
                    of(work, Limit::Declined(ANNA, BORIS))?,
                    of(work, Limit::rated([BORIS, ANNA]))?,
                    of(work, Limit::NoShow(BORIS))?,
                    of(work, Limit::NoShow(ANNA))?,
                ])
            })
            .await
    };
    assert_eq!(known().await, [1, 0, 1, 1, 0]);
    erase(&bench, BORIS).await;
    assert_eq!(known().await, [1, 0, 1, 1, 0]);
    let forget = async |at: Timestamp| {
        let job = bench.change(move |work| {
            work.forget_limits(at);
            Ok(())
        });
        job.done().await.expect("forgotten");
    };
    forget(NOW.after(Duration::from_mins(59))).await;
    assert_eq!(known().await, [1, 0, 1, 1, 0]);
    forget(NOW.after(Duration::from_hours(1))).await;
    assert_eq!(known().await, [0, 0, 1, 1, 0]);
    forget(NOW.after(Duration::from_hours(24))).await;
    assert_eq!(known().await, [0, 0, 0, 0, 0]);
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
    assert_ne!(pseudonyms[0], pseudonyms[1], "each database has its key");
}
