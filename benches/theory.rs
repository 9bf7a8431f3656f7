//! All winning moves of random pairs of `u64`: the exact method of `nim-games`, one with integer
//! square roots, and one with floating point (which is wrong for large piles, and is only here to
//! compare its speed).

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use nim_games::wythoff::winning_moves;

/// SplitMix64: random enough, and the same pairs in each run.
struct RandomPairs(u64);

impl RandomPairs {
    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn pair(&mut self) -> (u64, u64) {
        (self.number(), self.number())
    }
}

const PAIRS: usize = 1024;

/// `floor(x / phi) = floor((sqrt(5 x^2) - x) / 2)`.
fn divide_by_phi_with_square_root(x: u64) -> u64 {
    let x = u128::from(x);
    // 5 x^2 could need 131 bits, but these numbers stay below 2^62.
    u64::try_from(((5 * x * x).isqrt() - x) / 2).unwrap_or(u64::MAX)
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the method that `nim-games` avoids"
)]
fn divide_by_phi_with_float(x: u64) -> u64 {
    (x as f64 * 0.618_033_988_749_894_9) as u64
}

/// The positions to which the winning moves lead, computed with the given division by phi.
fn winning_targets(divide: impl Fn(u64) -> u64, left: u64, right: u64) -> [Option<(u64, u64)>; 3] {
    let (x, y) = (left.min(right), left.max(right));
    let lower = |k: u64| k.saturating_add(divide(k));
    let partner = |x: u64| {
        let quotient = divide(x);
        if x == 0 {
            0
        } else if divide(x + 1) == quotient + 1 {
            x.saturating_add(quotient + 1)
        } else {
            quotient
        }
    };
    let (smaller_pile, partner_of_x, partner_of_y) = (lower(y - x), partner(x), partner(y));
    [
        (smaller_pile < x).then(|| (smaller_pile, smaller_pile + (y - x))),
        (partner_of_x < y).then_some((x, partner_of_x)),
        (partner_of_y < x).then_some((partner_of_y, y)),
    ]
}

fn winning(criterion: &mut Criterion) {
    let mut random = RandomPairs(1);
    let pairs: Vec<(u64, u64)> = (0..PAIRS).map(|_| random.pair()).collect();
    let smaller: Vec<(u64, u64)> = pairs
        .iter()
        .map(|(left, right)| (left >> 2, right >> 2))
        .collect();
    let mut group = criterion.benchmark_group("1024 times all winning moves");
    group.bench_function("the loop alone", |bencher| {
        let solve = |&(left, right): &(u64, u64)| {
            black_box((left, right));
        };
        bencher.iter(|| pairs.iter().for_each(solve));
    });
    group.bench_function("exact", |bencher| {
        let solve = |&(left, right): &(u64, u64)| {
            black_box(winning_moves([left, right]));
        };
        bencher.iter(|| pairs.iter().for_each(solve));
    });
    group.bench_function("square root", |bencher| {
        let solve = |&(left, right): &(u64, u64)| {
            black_box(winning_targets(divide_by_phi_with_square_root, left, right));
        };
        bencher.iter(|| smaller.iter().for_each(solve));
    });
    group.bench_function("floating point", |bencher| {
        let solve = |&(left, right): &(u64, u64)| {
            black_box(winning_targets(divide_by_phi_with_float, left, right));
        };
        bencher.iter(|| pairs.iter().for_each(solve));
    });
    group.finish();
}

criterion_group!(benches, winning);
criterion_main!(benches);
