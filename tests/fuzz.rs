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

use crate::support::secrets;

#[test]
fn nothing_that_is_typed_does_harm() {
    let report = texts::read_all(20_000, 1);
    assert!(report.faults.is_empty(), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_is_sent_does_harm() {
    secrets::watch();
    let tour = tour::tour().await.expect("a tour");
    let report = interactions::feed(&tour, 3_000, 1).await.expect("a report");
    assert!(report.faults.is_empty(), "{report}");
    assert!(report.count_reaching_service() * 2 > 3_000, "{report}");
    secrets::check_that_none_leaked();
}
