//! Practice: positions in which members threw a win away come back until they are learned.

use futures::FutureExt;

use super::help::{check_or_mark, helps_with_member, mark_helped, tries_helped};
use super::{Caller, Error, Result, Service};
use nim_games::{Move, Told};
use wythoff_game::records::{DailyTry, GameRecord, Practice, PracticeList, PracticeWaitsFor};
use wythoff_game::{Day, GameId, MemberId, Player, Review, Seat, Timestamp};
use wythoff_store::{Pending, Read, Tx};

/// How many positions a member practises at a time.
const MAX_ACTIVE: usize = 20;

/// How many positions a member can practise a day.
pub const MOST_A_DAY: usize = 5;

/// What a move in a position did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PracticeResult {
    /// It wins. The position comes back as it is now; `None` if it is not practised any more.
    Found(Option<Practice>),
    /// It wins, and the position is learned.
    Learned,
    /// It does not win.
    Missed,
}

impl Service {
    /// What a member can practise now.
    pub async fn practice_list(&self, caller: &Caller) -> wythoff_store::Result<PracticeList> {
        let list = |mut tx: Read| async move { list(&mut tx, caller).await };
        self.store.read(list).await
    }

    /// The position from a game that a member practises, if there still is one.
    pub async fn practice_of(
        &self,
        member: MemberId,
        game: GameId,
    ) -> wythoff_store::Result<Option<Practice>> {
        let all = |mut tx: Read| async move { tx.practice(member).await };
        let all = self.store.read(all).await?;
        Ok(all.into_iter().find(|it| it.game == game))
    }

    /// Makes a legal move in a position, given with the stage at which it was shown. Only the first
    /// try counts, and only if the position is due.
    pub fn try_practice(
        &self,
        caller: Caller,
        shown: (Practice, usize),
        mv: Move,
    ) -> Pending<(PracticeResult, PracticeList), Error> {
        self.change(caller, move |tx, caller| {
            async move {
                let result = try_practice(tx, caller, shown, mv).await?;
                Ok((result, list(tx, caller).await?))
            }
            .boxed()
        })
    }
}

async fn try_practice(
    tx: &mut Tx,
    caller: &Caller,
    (practice, stage): (Practice, usize),
    mv: Move,
) -> Result<PracticeResult> {
    let at = practice.shown(stage);
    let told = Told::solution(at, false).and(Told::refutation(at, mv));
    check_or_mark(tx, caller, &told).await?;
    let after = at.play(mv);
    mark_helped(tx, caller.member, &told, None).await?;
    let is_found = after.is_ok_and(|after| after.is_lost());
    let today = Day::of(caller.at());
    let all = tx.practice(caller.member).await?;
    let mut now = all.into_iter().find(|it| it.game == practice.game);
    let mut practised = tx.practised(caller.member).await?;
    let done = practised.done_on(today);
    let counts = |it: &Practice| it.stage == stage && it.due <= today && done < MOST_A_DAY;
    let mut is_learned = false;
    if let Some(before) = now.filter(counts) {
        now = if is_found {
            before.after_win(today)
        } else {
            Some(before.after_mistake(today))
        };
        if let Some(next) = now {
            tx.save_practice(&next).await?;
        } else {
            tx.delete_practice(&before).await?;
            practised.learned += 1;
            is_learned = true;
        }
        (practised.day, practised.done) = (Some(today), done + 1);
        tx.set_practised(caller.member, practised).await?;
    }
    Ok(if is_learned {
        PracticeResult::Learned
    } else if is_found {
        PracticeResult::Found(now)
    } else {
        PracticeResult::Missed
    })
}

async fn list(tx: &mut Read, caller: &Caller) -> wythoff_store::Result<PracticeList> {
    let today = Day::of(caller.at());
    let all = tx.practice(caller.member).await?;
    let practised = tx.practised(caller.member).await?;
    let (active, done) = (all.len(), practised.done_on(today));
    let later = all.iter().find(|it| it.due > today);
    let next = later.map(|it| it.due.start());
    let is_any_due = all.iter().any(|it| it.due <= today);
    let (due, waits_for) = due(tx, all, done, caller.at()).await?;
    let waits_for = if done < MOST_A_DAY {
        waits_for
    } else {
        PracticeWaitsFor::Tomorrow
    };
    Ok(PracticeList {
        waits_for: Some(waits_for).filter(|_| is_any_due && due.is_empty()),
        due,
        active,
        next,
        practised,
    })
}

/// How many positions a member can practise now.
pub(super) async fn due_practice(
    tx: &mut Read,
    member: MemberId,
    at: Timestamp,
) -> wythoff_store::Result<usize> {
    let done = tx.practised(member).await?.done_on(Day::of(at));
    let all = tx.practice(member).await?;
    Ok(due(tx, all, done, at).await?.0.len())
}

/// The positions that a member can practise now, after practising `done` today. One that would help
/// in a running game with another member, or with a puzzle that still counts, is left out until that is over; also
/// returns what the last one waits for.
async fn due(
    tx: &mut Read,
    all: Vec<Practice>,
    done: usize,
    at: Timestamp,
) -> wythoff_store::Result<(Vec<Practice>, PracticeWaitsFor)> {
    let left = MOST_A_DAY.saturating_sub(done);
    let mut due = Vec::new();
    let mut waits_for = PracticeWaitsFor::Game;
    for it in all.into_iter().filter(|it| it.due <= Day::of(at)) {
        let told = Told::solution(it.shown(it.stage), false);
        if helps_with_member(tx, it.member, &told).await? {
            waits_for = PracticeWaitsFor::Game;
        } else if !tries_helped(tx, (it.member, at), &told).await?.is_empty() {
            waits_for = PracticeWaitsFor::Puzzle;
        } else if due.len() < left {
            due.push(it);
        }
    }
    Ok((due, waits_for))
}

/// For each member of a finished game, takes up the position to practise, if there is one. If a
/// twin of it is already in practice, practice of the twin begins again instead. Returns whether any
/// is asked the next day.
pub(super) async fn take_up(
    tx: &mut Tx,
    record: &GameRecord,
    review: &Review,
    at: Timestamp,
) -> wythoff_store::Result<bool> {
    let today = Day::of(at);
    let mut is_any = false;
    for seat in Seat::BOTH {
        let player = record.game.players().at(seat);
        let Player::Member(member) = player else {
            continue;
        };
        let Some(mistake) = review.mistake(seat) else {
            continue;
        };
        let it = Practice {
            member,
            game: record.game.id(),
            ply: mistake.ply,
            position: mistake.before,
            stage: 0,
            due: today,
        };
        is_any |= take_up_position(tx, &it, today).await?;
    }
    Ok(is_any)
}

/// Takes up the position of a slip in a puzzle of the day, if there is one. Returns whether it is asked the next day.
pub(super) async fn take_up_slip(
    tx: &mut Tx,
    daily_try: &DailyTry,
    today: Day,
) -> wythoff_store::Result<bool> {
    let slips = daily_try.attempt.slips().iter().map(|&(at, _)| at);
    let Some(position) = Review::most_worth_practising(slips) else {
        return Ok(false);
    };
    let begun = daily_try.begun.unwrap_or(daily_try.day.start());
    let it = Practice {
        member: daily_try.member,
        game: Practice::number_of_try(begun),
        ply: 1,
        position,
        stage: 0,
        due: today,
    };
    take_up_position(tx, &it, today).await
}

async fn take_up_position(tx: &mut Tx, it: &Practice, today: Day) -> wythoff_store::Result<bool> {
    let active = tx.practice(it.member).await?;
    let twin = active
        .iter()
        .find(|known| known.position.is_twin_of(&it.position));
    match twin {
        Some(twin) => tx.save_practice(&twin.after_mistake(today)).await?,
        None if active.len() < MAX_ACTIVE => tx.save_practice(&it.after_mistake(today)).await?,
        None => return Ok(false),
    }
    let others = active.iter().filter(|known| Some(*known) != twin);
    Ok(others.filter(|known| known.due <= today.plus(1)).count() < MOST_A_DAY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chance, Refusal, tests::caller};
    use nim_games::{Animal, Position};
    use wythoff_game::records::CountsTowards;
    use wythoff_game::{Game, Players, Terms};
    use wythoff_store::testing::temporary_store;

    /// A day without a puzzle that resembles these positions.
    const TUESDAY: Day = Day(21_922);
    const MEMBER: MemberId = MemberId(10);

    fn practice(game: i64, position: &str, stage: usize) -> Practice {
        Practice {
            member: MEMBER,
            game: GameId(game),
            ply: 1,
            position: position.parse().expect("a position"),
            stage,
            due: TUESDAY,
        }
    }

    /// A service whose member practises these positions.
    async fn practising(all: Vec<Practice>) -> (tempfile::TempDir, Service) {
        let (folder, store) = temporary_store().await;
        let saving: Pending<(), wythoff_store::Error> = store.change(move |tx| {
            async move {
                tx.set_member_name(MEMBER, "anna").await?;
                for it in &all {
                    tx.save_practice(it).await?;
                }
                Ok(())
            }
            .boxed()
        });
        saving.done().await.expect("saved");
        let store = std::sync::Arc::new(store);
        (folder, Service::new(store, Chance::seeded(1)))
    }

    #[tokio::test]
    async fn a_position_helping_with_todays_puzzle_is_asked_about() {
        let today = TUESDAY;
        let mut it = practice(1, "wythoff: 5 9", 0);
        it.position = today.puzzle();
        let (_folder, service) = practising(vec![it]).await;
        let best = it.position.best_move().expect("won");
        let tried = service.try_practice(caller(MEMBER, today.start(), 20), (it, 0), best);
        assert!(matches!(
            tried.done().await,
            Err(Error::Refused {
                why: Refusal::HelpsWithPuzzle(_),
                ..
            })
        ));
    }

    #[tokio::test]
    async fn a_position_counts_only_at_its_current_stage() {
        let it = practice(1, "wythoff: 5 9", 1);
        let (_folder, service) = practising(vec![it]).await;
        let mut stages = Vec::new();
        for shown in [0, 1] {
            let best = it.shown(shown).best_move().expect("won");
            let at = TUESDAY
                .start()
                .plus(std::time::Duration::from_secs(shown as u64));
            let caller = caller(MEMBER, at, 20);
            let tried = service.try_practice(caller, (it, shown), best);
            tried.done().await.expect("tried");
            let now = service.practice_of(MEMBER, GameId(1)).await.expect("read");
            stages.push(now.expect("still practised").stage);
        }
        assert_eq!(stages, [1, 2]);
    }

    /// That it is asked tomorrow is promised of no more than are asked.
    #[tokio::test]
    async fn no_more_are_promised_for_tomorrow_than_are_asked() {
        let (_folder, service) = practising(Vec::new()).await;
        let mut promised = Vec::new();
        for nth in 1..=6 {
            let it = practice(nth, &format!("nim: 1 {} 99", nth + 1), 0);
            let taking: Pending<bool, wythoff_store::Error> = service
                .store
                .change(move |tx| async move { take_up_position(tx, &it, TUESDAY).await }.boxed());
            promised.push(taking.done().await.expect("taken up"));
        }
        assert_eq!(promised, [true, true, true, true, true, false]);
    }

    #[tokio::test]
    async fn at_most_twenty_positions_are_practised_and_twins_are_one() {
        let eighteen = (1..=18).map(|n| practice(n, &format!("nim: 1 {} 99", n + 1), 0));
        let (_folder, service) = practising(eighteen.collect()).await;
        let mut counts = Vec::new();
        for (n, start) in [(21, [5, 9]), (22, [9, 5]), (23, [4, 9]), (24, [2, 6])] {
            let start: Position = format!("wythoff: {} {}", start[0], start[1])
                .parse()
                .expect("a position");
            let review = Review::of(start, &[Move::take([1])]);
            let caller = caller(MEMBER, TUESDAY.start(), 20);
            let players = Players::against_the_bot(Player::Member(MEMBER), Animal::Dolphin, true);
            let terms = Terms::against_the_bot(players, start);
            let game = Game::start(GameId(n), terms, caller.at()).expect("not empty");
            let (place, by) = (caller.place.clone(), caller.interaction);
            let record = GameRecord::begun(game, place, by, CountsTowards::Everywhere);
            let taking: Pending<(), wythoff_store::Error> = service.store.change(move |tx| {
                async move {
                    take_up(tx, &record, &review, TUESDAY.start())
                        .await
                        .map(drop)
                }
                .boxed()
            });
            taking.done().await.expect("taken up");
            let list = service.practice_list(&caller).await;
            counts.push(list.expect("read").active);
        }
        assert_eq!(counts, [19, 19, 20, 20]);
    }
}
