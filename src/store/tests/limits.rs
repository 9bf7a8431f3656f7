//! What protects others outlives an erasure, and ends when it would have ended without one.

use super::*;
use crate::records::MemberChange;
use crate::store::Retention;

const BORIS: MemberId = MemberId(11);
const NOBODY: MemberId = MemberId(-5);
const NOW: Timestamp = Timestamp(1_700_000_000_000);
const RETENTION: Retention = Retention {
    declined: Duration::from_hours(1),
    rated: Duration::from_hours(24),
    no_show: Duration::from_hours(24),
    challenged: Duration::from_hours(1),
};

/// Erases a member at that time.
async fn erase(bench: &Bench, member: MemberId, at: Timestamp) {
    let job = bench.change(move |work| work.erase_member(member, NOBODY, (RETENTION, at)));
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
    erase(&bench, BORIS, NOW).await;
    assert_eq!(blocked_by(&bench, ANNA).await, []);
    let bench = bench.reopened().await;
    see(&bench, BORIS).await;
    assert_eq!(blocked_by(&bench, ANNA).await, [BORIS]);
    // The blocking member may erase everything, too, and then nobody is blocked.
    erase(&bench, BORIS, NOW).await;
    erase(&bench, ANNA, NOW).await;
    see(&bench, ANNA).await;
    see(&bench, BORIS).await;
    assert_eq!(blocked_by(&bench, ANNA).await, []);
}

#[tokio::test]
async fn limits_are_kept_for_their_time_and_then_forgotten() {
    let bench = Bench::new().await;
    let fill = "
        INSERT INTO challenges (id, channel, editable, language, challenger, invited, variant, rules, start, first, clock, phase,
            until) VALUES (1, 1, 1, 'en-US', 11, 10, 'wythoff', '', '3 5', 'random', 300, 'declined', 1700000000000);
        INSERT INTO games (id, channel, editable, language, shown, first_player, second_player, clock, rated, variant, rules, start,
            position, size, ply, phase, winner, begun, since, first_active, second_active, finish)
        VALUES (2, 1, 1, 'en-US', 1, 10, 11, 300, 1, 'wythoff', '', '3 5', '3 5', 8, 0, 'resignation', 'first', 1700000000000, 1700000000000, 1, 1, 1),
            (3, 1, 1, 'en-US', 1, 11, 10, 300, 0, 'wythoff', '', '3 5', '3 5', 8, 0, 'no_show', NULL, 1700000000000, 1700000000000, 1, 1, NULL);";
    bench.execute(fill).await;
    let known = async |since: Timestamp| {
        let later = move |time: Option<Timestamp>| time.filter(|&time| time > since);
        bench
            .look(move |work| {
                Ok((
                    later(work.declined(BORIS, ANNA)?),
                    later(work.declined(ANNA, BORIS)?),
                    work.rated_games_since([ANNA, BORIS], since)?,
                    later(work.no_show(BORIS)?),
                    later(work.no_show(ANNA)?),
                ))
            })
            .await
    };
    let before = NOW.before(Duration::from_secs(1));
    assert_eq!(known(before).await, (Some(NOW), None, 1, Some(NOW), None));
    erase(&bench, BORIS, NOW).await;
    assert_eq!(known(before).await, (Some(NOW), None, 1, Some(NOW), None));
    let forget = async |at: Timestamp| {
        let job = bench.change(move |work| {
            work.forget_limits(at);
            Ok(())
        });
        job.done().await.expect("forgotten");
    };
    forget(NOW.after(Duration::from_mins(59))).await;
    assert_eq!(known(before).await, (Some(NOW), None, 1, Some(NOW), None));
    forget(NOW.after(Duration::from_hours(1))).await;
    assert_eq!(known(before).await, (None, None, 1, Some(NOW), None));
    forget(NOW.after(Duration::from_hours(24))).await;
    assert_eq!(known(before).await, (None, None, 0, None, None));
}

#[tokio::test]
async fn a_message_about_a_game_that_ended_long_ago_limits_nobody_anew() {
    let bench = Bench::new().await;
    see(&bench, BORIS).await;
    let fill = "
        INSERT INTO games (id, channel, editable, language, shown, first_player, second_player, clock, rated, variant, rules, start,
            position, size, ply, phase, winner, begun, since, first_active, second_active, finish)
        VALUES (2, 1, 1, 'en-US', 1, 10, 11, 300, 1, 'wythoff', '', '3 5', '3 5', 8, 0, 'resignation', 'first', 1700000000000, 1700000000000, 1, 1, 1),
            (3, 1, 1, 'en-US', 1, 11, 10, 300, 0, 'wythoff', '', '3 5', '3 5', 8, 0, 'no_show', NULL, 1600000000000, 1600000000000, 1, 1, NULL);
        INSERT INTO notifications (game, member, channel, message, editable, at) VALUES (2, 11, 1, 5, 1, 1), (3, 11, 1, 6, 1, 1);";
    bench.execute(fill).await;
    let job = bench.change(|work| {
        let told = work.latest_notifications(BORIS)?;
        work.erase_member(BORIS, NOBODY, (RETENTION, NOW))?;
        Ok(told.len())
    });
    assert_eq!(job.done().await.expect("erased"), 2);
    let kept = bench
        .count("SELECT COUNT(*) FROM limits WHERE kind = 'rated'")
        .await;
    assert_eq!(kept, 1, "once for each game");
    let kept = bench
        .count("SELECT COUNT(*) FROM limits WHERE kind = 'no_show'")
        .await;
    assert_eq!(kept, 0, "it is too long ago");
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
        erase(&bench, BORIS, NOW).await;
        let query = sqlx::query_scalar("SELECT blocked FROM pseudonymous_blocks");
        let pseudonym: Result<String, _> = query.fetch_one(&mut bench.connect().await).await;
        pseudonyms.push(pseudonym.expect("a pseudonym"));
    }
    assert_eq!(pseudonyms[0].len(), 64);
    assert_ne!(pseudonyms[0], pseudonyms[1], "each database has its key");
}
