//! The cost of metrics: recording those of one start (but for the store's), with the recorder that the bot uses.
//! Scraping is not included.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot begin has failed"
)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use metrics::{counter, histogram};
use metrics_exporter_prometheus::PrometheusBuilder;

fn record_start(seconds: f64) {
    let (kind, feature) = black_box(("command", "start"));
    let (route, status) = black_box(("first response", "2xx"));
    histogram!("wythoff_arrival_delay_seconds").record(seconds);
    counter!("wythoff_interactions_total", "kind" => kind, "feature" => feature).increment(1);
    counter!("wythoff_pictures_total", "outcome" => black_box("drawn")).increment(1);
    histogram!("wythoff_handling_seconds").record(seconds);
    counter!("wythoff_calls_total", "route" => route, "status" => status).increment(1);
    counter!("wythoff_first_responses_total", "outcome" => black_box("delivered")).increment(1);
    histogram!("wythoff_delivery_seconds").record(seconds);
    histogram!("wythoff_answer_seconds").record(seconds);
    // Reading the message that became the board.
    counter!("wythoff_calls_total", "route" => black_box("read by token"), "status" => status)
        .increment(1);
}

fn metrics(criterion: &mut Criterion) {
    criterion.bench_function("metrics of a start, without a recorder", |bencher| {
        bencher.iter(|| record_start(black_box(0.004)));
    });
    let recorder = PrometheusBuilder::new()
        .set_buckets(&[
            0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0,
        ])
        .expect("there are buckets")
        .build_recorder();
    let handle = recorder.handle();
    metrics::set_global_recorder(recorder).expect("no other recorder is installed");
    let mut starts_recorded = 0_u32;
    criterion.bench_function("metrics of a start, with the recorder", |bencher| {
        bencher.iter(|| {
            record_start(black_box(0.004));
            starts_recorded += 1;
            // Corresponds to every five seconds at ten thousand starts a second.
            if starts_recorded.is_multiple_of(50_000) {
                handle.run_upkeep();
            }
        });
    });
}

criterion_group!(benches, metrics);
criterion_main!(benches);
