//! A small part of what `examples/fuzz` does: interactions that nobody should send, and texts that
//! nobody should type.

#[path = "../examples/fuzz/interactions.rs"]
mod interactions;
#[path = "../examples/fuzz/mutate.rs"]
mod mutate;
#[path = "../examples/fuzz/texts.rs"]
mod texts;
#[path = "../examples/fuzz/tour.rs"]
mod tour;

#[test]
fn nothing_that_is_typed_does_harm() {
    let report = texts::read_all(20_000, 1);
    assert!(report.faults.is_empty(), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_is_sent_does_harm() {
    let log = interactions::watch_log();
    let tour = tour::tour().await.expect("people play");
    let report = interactions::feed(&tour, 3_000, 1).await.expect("a report");
    assert!(report.faults.is_empty(), "{report}");
    assert!(report.count_reaching_service() * 2 > 3_000, "{report}");
    assert!(log.is_clean(), "a token is in the log");
}
