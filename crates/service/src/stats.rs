//! The statistics of a member.

use std::collections::BTreeSet;

use super::help::helps_with_member;
use super::help::{open_tries, spoils};
use super::{Caller, Service};
use nim_games::{Map, Move, Options, Position, Shape, Told, Variant};
use wythoff_game::records::{Coin, Overview, Progress, Stats, Streak, Tally, VariantResults};
use wythoff_game::{Day, MemberId};
use wythoff_store::{Read, RecentMove};

/// How many of the best wins against the bot are shown.
const BEST_WINS: i64 = 3;

impl Service {
    /// A member's statistics in a game of the family, and their puzzles of the day and practice.
    pub async fn stats(
        &self,
        caller: &Caller,
        member: MemberId,
        variant: Variant,
    ) -> wythoff_store::Result<Stats> {
        self.store
            .read(|mut view: Read| async move {
                let progress = progress(&mut view, caller, member, Some(variant)).await?;
                let history = view.rating_history(member, variant).await?;
                Ok(Stats {
                    progress,
                    variant,
                    name: view.member(member).await?.name,
                    rated: history.last().copied(),
                    history,
                    longest_streak: view.longest_streak(member, variant).await?,
                    tallies: tallies(&view.tallies(member).await?, variant),
                    solved: view.all_solved(member).await?,
                    best: view.best_bot_wins(member, variant, BEST_WINS).await?,
                    coin: coin_for(view.coins(member).await?, variant),
                })
            })
            .await
    }

    /// A member's statistics over all games.
    pub async fn overview(
        &self,
        caller: &Caller,
        member: MemberId,
    ) -> wythoff_store::Result<Overview> {
        self.store
            .read(|mut view: Read| async move {
                let progress = progress(&mut view, caller, member, None).await?;
                let all = view.tallies(member).await?;
                let mut games = Vec::new();
                for &variant in Variant::ALL {
                    let tallies = tallies(&all, variant);
                    if !tallies.is_empty() {
                        games.push(VariantResults {
                            variant,
                            tallies,
                            rated: view.rating(member, variant).await?,
                            rated_games: view.count_rated(member, variant).await?,
                        });
                    }
                }
                Ok(Overview {
                    progress,
                    name: view.member(member).await?.name,
                    games,
                    solved: view.all_solved(member).await?,
                    coins: view.coins(member).await?,
                })
            })
            .await
    }
}

/// A member's progress, in one game of the family or in all of them. Puzzles of the day and
/// practice always count for all games.
async fn progress(
    tx: &mut Read,
    caller: &Caller,
    member: MemberId,
    variant: Option<Variant>,
) -> wythoff_store::Result<Progress> {
    let today = Day::of(caller.at());
    let (lately, latest_games) = tx.recent_accuracy(member, variant).await?;
    // What somebody got wrong is nobody else's business.
    let is_own = member == caller.member;
    let against = if is_own {
        None
    } else {
        let (won, lost) = tx.head_to_head(member, caller.member, variant).await?;
        Some((won.unsigned_abs(), lost.unsigned_abs()))
    };
    let mut ladders = tx.ladders(member).await?;
    ladders.retain(|ladder| variant.is_none_or(|variant| variant == ladder.variant));
    let usual = variant.and_then(|variant| Position::usual(variant, Options::default()).ok());
    // Nobody can ask which cold pairs another member knows.
    let cold_pairs = match usual.filter(|usual| is_own && usual.map() == Some(Map::Squares)) {
        Some(usual) => cold_pairs_to_show(tx, caller, usual.variant()).await?,
        None => Vec::new(),
    };
    let (slips, practice, learned) = if is_own {
        (
            tx.slips_of(member).await?,
            tx.practice(member).await?.len(),
            tx.practised(member).await?.learned,
        )
    } else {
        (Vec::new(), 0, 0)
    };
    Ok(Progress {
        lately,
        latest_games,
        against,
        ladders,
        puzzles_solved: tx.count_solved(member).await?.unsigned_abs(),
        foreseen: tx.count_foreseen(member).await?,
        tables: tx.table_tally(member).await?,
        slips,
        stars: tx.stars(member, today).await?.all,
        weeks_won: tx.weeks_won(member).await?,
        best_race: tx.race(member).await?.map_or(0, |race| race.best),
        longest_streak: tx.most_days_solved(member, today).await?,
        puzzles: today.number().unsigned_abs(),
        streak: running_streak(tx, member, today).await?,
        practice,
        learned,
        cold_pairs,
    })
}

/// The days of a member's streak, or 0 if it has ended. A missed day does not always end it.
async fn running_streak(tx: &mut Read, member: MemberId, today: Day) -> wythoff_store::Result<i64> {
    let todays_try = tx.daily(member, today).await?;
    let is_lost = todays_try.is_some_and(|it| it.is_over() && it.streak.is_none());
    let next = if is_lost { today.plus(1) } else { today };
    let goes_on = |latest| Streak::including(next, Some(latest)).days > 1;
    let latest = tx.latest_streak(member, today).await?;
    let latest = latest.filter(|&latest| latest.0 == today || goes_on(latest));
    Ok(latest.map_or(0, |(_, streak)| streak.days))
}

/// The cold pairs that the caller has moved to, unless they help the caller or somebody else here.
async fn cold_pairs_to_show(
    tx: &mut Read,
    caller: &Caller,
    variant: Variant,
) -> wythoff_store::Result<Vec<[u64; 2]>> {
    let pairs = cold_pairs(variant, &tx.recent_moves(caller.member, variant).await?);
    let position = |[left, right]: &[u64; 2]| {
        Position::read(variant, Options::default(), &format!("{left} {right}")).ok()
    };
    let told = Told::lost(pairs.iter().filter_map(position));
    let tries = open_tries(tx, caller.member, caller.at()).await?;
    let mut tries = tries.iter();
    let helps = tries.any(|it| told.helps_win(&it.attempt.now()))
        || helps_with_member(tx, caller.member, &told).await?
        || spoils(tx, (caller.place.channel, caller.at()), &told)
            .await?
            .is_some();
    Ok(if helps { Vec::new() } else { pairs })
}

/// The cold pairs that the member moved to, each once, the smaller pile first.
fn cold_pairs(variant: Variant, moves: &[RecentMove]) -> Vec<[u64; 2]> {
    let mut found = BTreeSet::new();
    for game in moves.chunk_by(|one, next| one.0 == next.0) {
        let Some((_, start, is_first, _)) = game.first() else {
            continue;
        };
        let mut by_member = *is_first != 0;
        let Ok(mut at) = Position::read(variant, Options::default(), start) else {
            continue;
        };
        for (.., mv) in game {
            let Some(Ok(next)) = mv.parse().ok().map(|mv: Move| at.play(mv)) else {
                break;
            };
            at = next;
            if let (true, true, Shape::Heaps(&[left, right])) =
                (by_member, at.is_lost() && !at.is_over(), at.shape())
            {
                found.insert([left.min(right), left.max(right)]);
            }
            by_member = !by_member;
        }
    }
    found.into_iter().collect()
}

/// The coin for one kind of game.
pub(super) fn coin_for(coins: Vec<Coin>, variant: Variant) -> Option<Coin> {
    coins.into_iter().find(|coin| coin.variant == variant)
}

/// The tallies for one kind of game.
fn tallies(all: &[(Variant, Tally)], variant: Variant) -> Vec<Tally> {
    let matching = all.iter().filter(|(tallied, _)| *tallied == variant);
    matching.map(|&(_, tally)| tally).collect()
}
