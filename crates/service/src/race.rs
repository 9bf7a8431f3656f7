//! Races: positions one after the other for three minutes.

use futures::FutureExt;

use super::help::{helped, helps_with_member, tries_helped};
use super::{Caller, Error, Result, Service};
use nim_games::{Move, Position, Told};
use wythoff_game::records::Race;
use wythoff_game::{Day, Timestamp};
use wythoff_store::{Pending, Read, Tx};

/// How many of the best in a server are named.
const NAMED: i64 = 3;

/// A race, with the best of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceState {
    pub race: Race,
    pub is_over: bool,
    /// Whether it is the member's best so far.
    pub is_best: bool,
    /// Who have found most in the server, and how many, once the race is over.
    pub server_best: Vec<(String, u64)>,
}

/// What a tap in a race did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tapped {
    /// The move wins.
    Right(RaceState),
    /// It does not. Contains the position, in which another move wins; `None` if telling that would help
    /// with today's puzzle.
    Wrong(RaceState, Option<Position>),
    /// The tap came after the end, or on an earlier position.
    Late(RaceState),
    /// The position helps in a running game of the member, so another one takes its place.
    Replaced(RaceState),
    /// There is no such race any more: another one began, or the member has erased everything.
    Gone,
}

impl Service {
    /// Begins a race, in place of one that still runs.
    pub fn begin_race(&self, caller: Caller) -> Pending<RaceState, Error> {
        let seed = self.chance.draw().number().cast_signed();
        self.change(caller, move |tx, caller| {
            async move {
                let before = tx.race(caller.member).await?;
                let guild = caller.place.guild;
                tx.active_server_settings(&caller.place).await?;
                let race = Race {
                    member: caller.member,
                    guild,
                    begun: caller.at(),
                    seed,
                    found: 0,
                    mistakes: 0,
                    best: before.map_or(0, |before| before.best),
                };
                tx.save_race(&race).await?;
                Ok(state(tx, race, caller).await?)
            }
            .boxed()
        })
    }

    /// Makes a move in the race that began then, if the member saw what it shows.
    pub fn move_in_race(
        &self,
        caller: Caller,
        (begun, step): (Timestamp, i64),
        mv: Move,
    ) -> Pending<Tapped, Error> {
        self.change(caller, move |tx, caller| {
            tap(tx, caller, (begun, step), mv).boxed()
        })
    }

    /// The most that the caller has found in any race, 0 without one; and the best of the server.
    pub async fn best_in_races(
        &self,
        caller: &Caller,
    ) -> wythoff_store::Result<(u32, Vec<(String, u64)>)> {
        let read = |mut tx: Read| async move {
            let own = tx.race(caller.member).await?.map_or(0, |race| race.best);
            let here = match caller.place.guild {
                Some(guild) => {
                    let monday = Day::of(caller.at()).monday();
                    tx.best_races(guild, monday, NAMED).await?
                }
                None => Vec::new(),
            };
            Ok((own, here))
        };
        self.store.read(read).await
    }

    /// The race of the caller that began then, as it is at that time. `None` if another took its place.
    pub async fn race(
        &self,
        caller: &Caller,
        begun: Timestamp,
        at: Timestamp,
    ) -> wythoff_store::Result<Option<RaceState>> {
        let read = |mut tx: Read| async move {
            match tx.race(caller.member).await? {
                Some(race) if race.begun == begun => {
                    Ok(Some(state_at(&mut tx, race, caller, at).await?))
                }
                Some(_) | None => Ok(None),
            }
        };
        self.store.read(read).await
    }
}

async fn tap(
    tx: &mut Tx,
    caller: &Caller,
    (begun, step): (Timestamp, i64),
    mv: Move,
) -> Result<Tapped> {
    let Some(mut race) = tx.race(caller.member).await?.filter(|it| it.begun == begun) else {
        return Ok(Tapped::Gone);
    };
    let at = race.position();
    // A move that is not possible was meant for another position.
    if race.is_over(caller.at()) || race.step() != step || at.play(mv).is_err() {
        return Ok(Tapped::Late(state(tx, race, caller).await?));
    }
    let told = Told::solution(at, false);
    if helps_with_member(tx, caller.member, &told).await?
        || !helped(tx, caller.member, &told, None).await?.is_empty()
    {
        // The member learns nothing about it.
        race.replace();
        tx.save_race(&race).await?;
        return Ok(Tapped::Replaced(state(tx, race, caller).await?));
    }
    let tries = tries_helped(tx, (caller.member, caller.at()), &told).await?;
    let is_right = at.play(mv).is_ok_and(|after| after.is_lost());
    if is_right {
        race.found += 1;
        race.best = race.best.max(race.found);
    } else {
        race.mistakes += 1;
    }
    tx.save_race(&race).await?;
    let state = state(tx, race, caller).await?;
    Ok(if is_right {
        Tapped::Right(state)
    } else {
        Tapped::Wrong(state, tries.is_empty().then_some(at))
    })
}

async fn state(tx: &mut Read, race: Race, caller: &Caller) -> wythoff_store::Result<RaceState> {
    state_at(tx, race, caller, caller.at()).await
}

async fn state_at(
    tx: &mut Read,
    race: Race,
    caller: &Caller,
    at: Timestamp,
) -> wythoff_store::Result<RaceState> {
    let is_over = race.is_over(at);
    let server_best = match caller.place.guild.filter(|_| is_over) {
        Some(guild) => {
            let monday = Day::of(race.begun).monday();
            tx.best_races(guild, monday, NAMED).await?
        }
        None => Vec::new(),
    };
    Ok(RaceState {
        race,
        is_over,
        is_best: race.found > 0 && race.found == race.best,
        server_best,
    })
}
