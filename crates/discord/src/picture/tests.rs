//! What is drawn, as SVG and as PNG.

use itertools::Itertools as _;
use std::collections::BTreeMap;

use insta::assert_snapshot;

use super::svg::Mark;
use super::*;
use nim_games::wythoff::Wythoff;
use nim_games::{Options, Variant};

fn board(start: (u64, u64), now: (u64, u64), before: Option<(u64, u64)>) -> Picture {
    let position = |(left, right)| Position::from(Wythoff::of([left, right]));
    Picture::Board(Box::new(Board {
        start: position(start),
        before: before.map(position),
        ..Board::at(position(now), sides())
    }))
}

fn sides() -> Vec<String> {
    ["left", "right"].map(str::to_owned).to_vec()
}

fn letters() -> Vec<String> {
    ["A", "B", "C", "D", "E", "F", "G", "H"]
        .map(str::to_owned)
        .to_vec()
}

/// The board at `now`, with `before` as both the previous position and the start.
fn after(before: &str, now: &str) -> Board {
    let [before, now]: [Position; 2] = [before, now].map(|at| at.parse().expect("a position"));
    Board {
        start: before,
        before: Some(before),
        ..Board::at(now, letters())
    }
}

/// How often each element occurs in each colour in a picture.
fn inventory(svg: &str) -> String {
    let mut counts = BTreeMap::new();
    for line in svg.lines().filter(|line| line.starts_with('<')) {
        let element: String = line
            .chars()
            .skip(1)
            .take_while(char::is_ascii_lowercase)
            .collect();
        let colour = line
            .split('#')
            .nth(1)
            .and_then(|rest| rest.get(..6))
            .unwrap_or_default();
        *counts.entry(format!("{element} {colour}")).or_insert(0) += 1;
    }

    counts
        .into_iter()
        .map(|(what, count)| format!("{count} {what}"))
        .join("\n")
}

#[test]
fn the_queen_has_a_home_only_in_normal_play() {
    for (start, has_home) in [("wythoff: 4 3", true), ("wythoff misere: 4 3", false)] {
        let drawn = board_svg(&Board::at(start.parse().expect("a position"), sides()));
        assert_eq!(drawn.contains(svg::colour::HOME), has_home, "{start}");
    }
}

#[test]
fn a_small_board_as_svg() {
    assert_snapshot!(board((2, 1), (1, 1), Some((2, 1))).svg(), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" width="320" height="160" viewBox="0 0 320 160">
    <rect x="0.0" y="0.0" width="320.0" height="160.0" rx="12" fill="#f7f1e3"/>
    <rect x="73.0" y="22.0" width="174.0" height="116.0" fill="#ebe1c8"/>
    <line x1="73.0" y1="22.0" x2="73.0" y2="138.0" stroke="#d5c9ac" stroke-width="1" shape-rendering="crispEdges"/>
    <line x1="131.0" y1="22.0" x2="131.0" y2="138.0" stroke="#d5c9ac" stroke-width="1" shape-rendering="crispEdges"/>
    <line x1="189.0" y1="22.0" x2="189.0" y2="138.0" stroke="#d5c9ac" stroke-width="1" shape-rendering="crispEdges"/>
    <line x1="247.0" y1="22.0" x2="247.0" y2="138.0" stroke="#d5c9ac" stroke-width="1" shape-rendering="crispEdges"/>
    <line x1="73.0" y1="22.0" x2="247.0" y2="22.0" stroke="#d5c9ac" stroke-width="1" shape-rendering="crispEdges"/>
    <line x1="73.0" y1="80.0" x2="247.0" y2="80.0" stroke="#d5c9ac" stroke-width="1" shape-rendering="crispEdges"/>
    <line x1="73.0" y1="138.0" x2="247.0" y2="138.0" stroke="#d5c9ac" stroke-width="1" shape-rendering="crispEdges"/>
    <polygon points="83.4,109.0 102.0,90.4 120.6,109.0 115.0,109.0 115.0,127.6 89.0,127.6 89.0,109.0" fill="#2c7a4b"/>
    <circle cx="102.0" cy="51.0" r="14.2" fill="#1f6fb2"/>
    <text x="102.0" y="57.9" text-anchor="middle" font-family="Hack" font-size="19.7" fill="#f7f1e3">1</text>
    <circle cx="160.0" cy="109.0" r="14.2" fill="#1f6fb2"/>
    <text x="160.0" y="115.9" text-anchor="middle" font-family="Hack" font-size="19.7" fill="#f7f1e3">1</text>
    <circle cx="102.0" cy="109.0" r="26.7" fill="none" stroke="#1f6fb2" stroke-width="4"/>
    <line x1="218.0" y1="51.0" x2="199.0" y2="51.0" stroke="#d9730d" stroke-width="2.5" stroke-linecap="round"/>
    <polygon points="189.0,51.0 199.0,44.0 199.0,58.0" fill="#d9730d"/>
    <circle cx="160.0" cy="51.0" r="26.7" fill="#4b2a7b"/>
    <polygon points="144.9,63.1 143.4,42.0 152.5,52.5 160.0,35.9 167.5,52.5 176.6,42.0 175.1,63.1" fill="#f7f1e3"/>
    </svg>
    "##);
}

#[test]
fn exactly_the_reachable_squares_are_marked() {
    assert_snapshot!(inventory(&board((10, 6), (10, 6), None).svg()), @"
    1  
    22 circle 1f6fb2
    1 circle 4b2a7b
    20 line d5c9ac
    1 polygon 2c7a4b
    1 polygon f7f1e3
    1 rect ebe1c8
    1 rect f7f1e3
    1 svg 
    22 text f7f1e3
    ");
    assert_snapshot!(inventory(&board((5, 5), (0, 5), Some((5, 5))).svg()), @"
    1  
    5 circle 1f6fb2
    1 circle 4b2a7b
    14 line d5c9ac
    1 line d9730d
    1 polygon 2c7a4b
    1 polygon d9730d
    1 polygon f7f1e3
    1 rect ebe1c8
    1 rect f7f1e3
    1 svg 
    4 text f7f1e3
    ");
}

#[test]
fn neither_a_board_nor_a_path_shows_cold_squares() {
    let blue = super::svg::colour::COLD;
    assert!(!board((20, 20), (20, 20), None).svg().contains(blue));
    let moves = [Move::take([1]), Move::take([0, 3])];
    let path = Picture::of_moves(Wythoff::of([10, 6]).into(), &moves, sides());
    let path = path.expect("it fits");
    assert!(!path.svg().contains(blue));
    assert_snapshot!(inventory(&path.svg()), @"
    1  
    3 circle f7f1e3
    20 line d5c9ac
    1 polygon 2c7a4b
    1 polyline d9730d
    1 rect ebe1c8
    1 rect f7f1e3
    1 svg 
    3 text 3b3428
    ");
}

#[test]
fn large_piles_are_bars_and_have_no_path() {
    assert_snapshot!(board((1000, 3), (500, 3), None).svg(), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" width="484" height="180" viewBox="0 0 484 180">
    <rect x="0.0" y="0.0" width="484.0" height="180.0" rx="12" fill="#f7f1e3"/>
    <text x="22.0" y="41.0" text-anchor="start" font-family="Hack" font-size="22.0" fill="#3b3428">left: 500</text>
    <rect x="22.0" y="50.0" width="440.0" height="34.0" rx="6" fill="#ebe1c8" stroke="#d5c9ac" stroke-width="1"/>
    <rect x="22.0" y="50.0" width="220.0" height="34.0" rx="6" fill="#1f6fb2"/>
    <text x="22.0" y="109.0" text-anchor="start" font-family="Hack" font-size="22.0" fill="#3b3428">right: 3</text>
    <rect x="22.0" y="118.0" width="1.3" height="34.0" rx="6" fill="#ebe1c8" stroke="#d5c9ac" stroke-width="1"/>
    <rect x="22.0" y="118.0" width="1.3" height="34.0" rx="6" fill="#1f6fb2"/>
    </svg>
    "##);
    assert_eq!(
        Picture::of_moves(Wythoff::of([1000, 3]).into(), &[], sides()),
        None
    );
}

#[test]
fn a_rating_is_a_line_in_a_band() {
    let ratings = vec![(1662, 290), (1500, 260), (1570, 230)];
    assert_snapshot!(inventory(&Picture::Chart(ratings).svg()), @"
    1  
    1 circle 1f6fb2
    9 line d5c9ac
    1 polygon 8cc7e8
    1 polyline 1f6fb2
    1 rect f7f1e3
    1 svg 
    9 text 3b3428
    ");
    assert!(Picture::Chart(Vec::new()).svg().contains("<svg"));
}

#[tokio::test]
async fn every_picture_becomes_a_small_file() {
    let cache = PictureCache::new();
    let pictures = [
        board((10, 6), (10, 6), None),
        board((0, 5), (0, 5), None),
        board((20, 20), (20, 20), None),
        board((40, 40), (40, 39), Some((40, 40))),
        board((u64::MAX, 3), (1, 3), None),
        Picture::Chart(vec![(1500, 350)]),
        Picture::Coins(vec!["Nim".to_owned(), "Take at most …".to_owned()]),
    ];
    for picture in pictures {
        let png = cache.png(&picture).await.expect("drawn");
        assert!(
            png.starts_with(b"\x89PNG") && png.len() < 40_000,
            "{picture:?}: {}",
            png.len()
        );
        let again = cache.png(&picture).await.expect("kept");
        assert!(std::sync::Arc::ptr_eq(&png, &again));
    }
}

#[tokio::test]
async fn a_picture_that_fails_or_is_late_is_left_out() {
    use super::render::RenderError;
    let picture = board((10, 6), (10, 6), None);
    let failing = PictureCache::drawing_with(|_| Err(RenderError::Size));
    assert_eq!(failing.png(&picture).await, None);
    let panicking = PictureCache::drawing_with(|_| panic!("as a bug would"));
    assert_eq!(panicking.png(&picture).await, None);
    // Drawing blocks until `release` is dropped, after the request has stopped waiting.
    let (release, released) = std::sync::mpsc::channel::<()>();
    let released = std::sync::Mutex::new(released);
    let slow = PictureCache::drawing_with(move |_| {
        let _disconnected = released.lock().expect("not poisoned").recv();
        Err(RenderError::Late)
    });
    assert_eq!(slow.png(&picture).await, None);
    drop(release);
}

#[tokio::test]
async fn a_picture_that_many_want_at_once_is_drawn_once() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    let drawings_begun = Arc::new(AtomicUsize::new(0));
    let counter = drawings_begun.clone();
    let cache = PictureCache::drawing_with(move |_| {
        counter.fetch_add(1, Ordering::SeqCst);
        Ok(vec![1])
    });
    let picture = board((9, 9), (9, 9), None);
    let requests = (0..64).map(|_| cache.png(&picture));
    let drawn = futures::future::join_all(requests).await;
    assert!(drawn.iter().all(Option::is_some));
    assert_eq!(drawings_begun.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn pictures_are_drawn_one_at_a_time() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex, mpsc};

    let (release, released) = mpsc::channel::<()>();
    let (drawings_begun, released) = (Arc::new(AtomicUsize::new(0)), Mutex::new(released));
    let counter = drawings_begun.clone();
    let slow = PictureCache::drawing_with(move |_| {
        counter.fetch_add(1, Ordering::SeqCst);
        let _disconnected = released.lock().expect("not poisoned").recv();
        Ok(vec![1])
    });
    let pictures: Vec<Picture> = (1..9).map(|n| board((n, n), (n, n), None)).collect();
    for _ in 0..2 {
        let requests = pictures.iter().map(|picture| slow.png(picture));
        let drawn = futures::future::join_all(requests).await;
        assert!(drawn.iter().all(Option::is_none), "all are too late");
        assert_eq!(drawings_begun.load(Ordering::SeqCst), 1);
    }
    drop(release);
    // Wait until the next picture can be drawn.
    while slow.png(&pictures[0]).await.is_none() {}
}

#[test]
fn the_numbers_of_the_last_move_stand_out() {
    let svg = board_svg(&after("100: 9/100", "100: 12/100"));
    let count = |colour| svg.matches(colour).count();
    assert_eq!(count(super::svg::colour::LIGHT_ORANGE), 3);
    assert_eq!(count(super::svg::colour::COLD), 9);
}

#[test]
fn the_counters_that_the_last_move_took_are_hollow() {
    let svg = board_svg(&after("nim: 3 5 7", "nim: 3 1 7"));
    assert_eq!(svg.matches(r#"fill="none""#).count(), 4);
    assert_eq!(svg.matches("<circle").count(), 15);
}

#[test]
fn every_mark_is_drawn_in_every_game() {
    for &variant in Variant::ALL {
        let start = Position::usual(variant, Options::default()).expect("an opening");
        let mv = start.choices().largest().expect("the game is not over");
        let now = start.play(mv).expect("legal");
        let count_of = |board: Board, mark: Mark| {
            let svg = Picture::Board(Box::new(board)).svg();
            svg.matches(mark.colour()).count()
        };
        let board = |now| Board {
            start,
            ..Board::at(now, letters())
        };
        let mut last = board(now);
        last.before = Some(start);
        assert!(
            count_of(last, Mark::New) > count_of(board(now), Mark::New),
            "{variant}"
        );
        let [mut winning, mut wrong, mut chosen] = [start; 3].map(board);
        winning.winning_move = Some(mv);
        wrong.wrong_move = Some(mv);
        chosen.chosen = Some(mv);
        for (mark, marked) in [
            (Mark::Winning, winning),
            (Mark::Wrong, wrong),
            (Mark::Chosen, chosen),
        ] {
            assert!(
                count_of(marked, mark) > count_of(board(start), mark),
                "{variant}: {mark:?}"
            );
        }
    }
}
