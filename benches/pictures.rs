//! Pictures of the board: from position to PNG, and from the cache.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot go on has failed"
)]
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use nim_games::wythoff::Wythoff;
use tokio::runtime::Runtime;
use wythoff_discord::{BoardPicture, Picture, PictureCache};

fn pictures(criterion: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime");
    let picture_cache = PictureCache::new();
    let board = |left, right, left_before: u64| {
        let names = ["left", "right"].map(str::to_owned).to_vec();
        Picture::Board(Box::new(BoardPicture {
            start: Wythoff::of([20, 20]).into(),
            before: Some(Wythoff::of([left_before, right]).into()),
            ..BoardPicture::at(Wythoff::of([left, right]).into(), names)
        }))
    };
    let mut round = 0;
    criterion.bench_function("a board of 20 by 20, drawn", |bencher| {
        bencher.iter(|| {
            // A new picture each time, so it is not cached.
            round += 1;
            let picture = board(15, 12, 15 + round);
            black_box(runtime.block_on(picture_cache.png(&picture))).expect("drawn")
        });
    });
    let cached = board(15, 12, 20);
    let png = runtime.block_on(picture_cache.png(&cached)).expect("drawn");
    println!("a board of 20 by 20 takes {} bytes", png.len());
    criterion.bench_function("a board of 20 by 20, from the cache", |bencher| {
        bencher.iter(|| black_box(runtime.block_on(picture_cache.png(&cached))).expect("cached"));
    });
}

criterion_group!(benches, pictures);
criterion_main!(benches);
