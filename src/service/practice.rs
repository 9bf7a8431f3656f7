//! Practice: positions that members threw away come back until they have learnt them.

use futures::FutureExt;

use super::daily::{GivesAway, refuse_todays};
use super::{Caller, Error, Result, Service};
use crate::game::{Day, GameId, MemberId, Player, Review, Seat, Timestamp};
use crate::records::{GameRecord, Practice, PracticeList};
use crate::store::{self, Pending, Read, Tx};
use nim_games::Move;

/// How many positions a member practises at a time.
const MOST: usize = 20;

/// How many positions a day.
pub const MOST_A_DAY: usize = 5;

/// What a move in a position did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Practised {
    /// It wins.
    Found {
        /// Whether the position is learnt with that, so that it does not come back.
        is_learnt: bool,
    },
    /// It does not win.
    Missed,
}

impl Service {
    /// What a member can practise now.
    pub async fn practice(&self, caller: &Caller) -> store::Result<PracticeList> {
        let list = |mut tx: Read| async move { list(&mut tx, caller).await };
        self.store.read(list).await
    }

    /// A position that a member practises.
    pub async fn practice_of(
        &self,
        member: MemberId,
        game: GameId,
    ) -> store::Result<Option<Practice>> {
        let all = |mut tx: Read| async move { tx.practice(member).await };
        let all = self.store.read(all).await?;
        Ok(all.into_iter().find(|it| it.game == game))
    }

    /// Makes a legal move in a position, as it was shown at `stage`. Only the first try counts, on
    /// a day on which the position is due.
    pub fn practise(
        &self,
        caller: Caller,
        shown: (Practice, usize),
        mv: Move,
    ) -> Pending<(Practised, PracticeList), Error> {
        self.change(caller, move |tx, caller| {
            async move {
                let practised = practise(tx, caller, shown, mv).await?;
                Ok((practised, list(tx, caller).await?))
            }
            .boxed()
        })
    }
}

async fn practise(
    tx: &mut Tx,
    caller: &Caller,
    (shown, stage): (Practice, usize),
    mv: Move,
) -> Result<Practised> {
    refuse_todays(tx, caller, &[shown.shown(stage)], GivesAway::Solution).await?;
    let left = shown.shown(stage).play(mv);
    let is_found = left.is_ok_and(|left| left.is_lost());
    let today = Day::of(caller.at());
    let all = tx.practice(caller.member).await?;
    let now = all.into_iter().find(|it| it.game == shown.game);
    let mut practised = tx.practised(caller.member).await?;
    let done = practised.done_on(today);
    let counts = |it: &Practice| it.stage == stage && it.due <= today && done < MOST_A_DAY;
    let mut is_learnt = false;
    if let Some(now) = now.filter(counts) {
        let next = if is_found {
            now.found(today)
        } else {
            Some(now.missed(today))
        };
        if let Some(next) = next {
            tx.save_practice(&next).await?;
        } else {
            tx.delete_practice(&now).await?;
            practised.learnt += 1;
            is_learnt = true;
        }
        (practised.day, practised.done) = (Some(today), done + 1);
        tx.set_practised(caller.member, practised).await?;
    }
    Ok(if is_found {
        Practised::Found { is_learnt }
    } else {
        Practised::Missed
    })
}

async fn list(tx: &mut Read, caller: &Caller) -> store::Result<PracticeList> {
    let today = Day::of(caller.at());
    let all = tx.practice(caller.member).await?;
    let practised = tx.practised(caller.member).await?;
    let left = MOST_A_DAY.saturating_sub(practised.done_on(today));
    let (active, mut due) = (all.len(), Vec::new());
    let mut next: Option<Timestamp> = None;
    for it in all {
        if it.due > today {
            next = next.or(Some(it.due.start()));
        } else if due.len() < left {
            // A position that would help with the puzzle of the day waits until that is solved.
            let shown = it.shown(it.stage);
            match refuse_todays(tx, caller, &[shown], GivesAway::Solution).await {
                Ok(()) => due.push(it),
                Err(Error::Refused { .. }) => {}
                Err(Error::Fault(fault)) => return Err(fault),
            }
        }
    }
    Ok(PracticeList {
        due,
        active,
        next,
        practised,
    })
}

/// Takes up the position of a finished game that a member should practise, if there is one. The
/// same position from an earlier game begins again instead.
pub(super) async fn take_up(
    tx: &mut Tx,
    record: &GameRecord,
    review: &Review,
    at: Timestamp,
) -> store::Result<()> {
    let today = Day::of(at);
    for seat in Seat::BOTH {
        let player = record.game.players().at(seat);
        let Player::Member(member) = player else {
            continue;
        };
        let Some(mistake) = review.mistake(seat) else {
            continue;
        };
        let active = tx.practice(member).await?;
        let twin = active
            .iter()
            .find(|it| it.position.is_twin_of(&mistake.before));
        if let Some(twin) = twin {
            tx.save_practice(&twin.missed(today)).await?;
        } else if active.len() < MOST {
            let it = Practice {
                member,
                game: record.game.id(),
                ply: mistake.ply,
                position: mistake.before,
                stage: 0,
                due: today,
            };
            tx.save_practice(&it.missed(today)).await?;
        }
    }
    Ok(())
}

/// How many positions wait for a member, if they have not been told today.
pub(super) async fn waiting(tx: &mut Tx, member: MemberId, at: Timestamp) -> store::Result<u64> {
    let today = Day::of(at);
    let done = tx.practised(member).await?.done_on(today);
    let due = tx.count_due(member, today).await?;
    let due = due.min(i64::try_from(MOST_A_DAY.saturating_sub(done)).unwrap_or(0));
    if due > 0 && tx.tell_of_practice(member, today).await? {
        return Ok(due.unsigned_abs());
    }
    Ok(0)
}
