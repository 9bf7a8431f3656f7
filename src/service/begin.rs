//! Beginning a game against the bot: a new one, one in place of another, and one that goes on from a finished one.

use super::{Acted, Caller, Error, Refusal, Service, act, find};
use crate::game::{Action, Game, GameId, Player, PlayerId, Players};
use crate::rules::Draw;
use crate::rules::wythoff::{Draws, Level, Position};
use crate::store::{GameRecord, Pending, Transaction};

/// How many running games a member may have.
const MOST_RUNNING: i64 = 25;

/// The piles that are drawn have this many objects at least and at most.
const DRAWN_PILES: std::ops::RangeInclusive<u64> = 5..=30;

/// Who begins a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginner {
    /// Drawn by lot, as the rules say.
    Random,
    /// The member who asks.
    Me,
    /// The bot.
    Bot,
}

/// A game that a member wants to play against the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The piles.
    pub piles: Position,
    /// Who begins.
    pub first: Beginner,
    /// How well the bot plays.
    pub level: Level,
}

/// How to go on from a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequel {
    /// The same piles, with the other one beginning.
    Rematch,
    /// Other piles, drawn, with the other one beginning.
    NewPiles,
}

/// Numbers drawn beforehand, since the job that uses them must not draw.
#[derive(Clone, Copy)]
struct Lots {
    beginner: Draw,
    piles: [Draw; 2],
    reply: Draws,
}

impl Service {
    /// Begins a game against the bot. Where the bot begins, it has made its first move.
    pub fn start(&self, caller: Caller, new: NewGame) -> Pending<Acted, Error> {
        let lots = self.lots();
        self.change(caller, move |mut changes, caller| {
            Box::pin(async move {
                let plan = Plan::of(new, &caller, lots);
                begin(&mut changes, &caller, &plan, lots).await
            })
        })
    }

    /// Begins a game against the bot in place of `old`, which is abandoned if it still runs.
    pub fn start_anew(&self, caller: Caller, old: GameId, new: NewGame) -> Pending<Acted, Error> {
        let lots = self.lots();
        self.change(caller, move |mut changes, caller| {
            Box::pin(async move {
                let record = find::by_control(&mut changes.view(), &caller, old).await?;
                match record
                    .game
                    .apply(caller.player(), Action::Abandon, caller.at())
                {
                    Ok((game, events)) => changes.save_game(&game, &events, caller.at()).await?,
                    Err(crate::game::Refusal::Ended) => {}
                    Err(refusal) => return Err(Error::about(refusal, record)),
                }
                let plan = Plan::of(new, &caller, lots);
                begin(&mut changes, &caller, &plan, lots).await
            })
        })
    }

    /// Begins a game that goes on from a finished one, once.
    pub fn go_on(&self, caller: Caller, from: GameId, sequel: Sequel) -> Pending<Acted, Error> {
        let lots = self.lots();
        self.change(caller, move |mut changes, caller| {
            Box::pin(async move {
                let finished = find::by_control(&mut changes.view(), &caller, from).await?;
                let players = finished.game.players();
                if players.seat_of(caller.player()).is_none() {
                    return Err(Error::about(crate::game::Refusal::NotAPlayer, finished));
                }
                if finished.game.outcome().is_none() {
                    return Err(Error::about(Refusal::StillRunning, finished));
                }
                if let Some(next) = changes.view().successor(from).await? {
                    return Err(Error::about(Refusal::AlreadyFollowed, next));
                }
                let piles = match sequel {
                    Sequel::Rematch => finished.game.start_position(),
                    Sequel::NewPiles => {
                        Position::new(drawn_pile(lots.piles[0]), drawn_pile(lots.piles[1]))
                    }
                };
                let plan = Plan {
                    players: players.swapped(),
                    piles,
                    follows: Some(from),
                };
                begin(&mut changes, &caller, &plan, lots).await
            })
        })
    }

    fn lots(&self) -> Lots {
        let chance = &self.chance;
        Lots {
            beginner: chance.draw(),
            piles: [chance.draw(), chance.draw()],
            reply: chance.draws(),
        }
    }
}

/// A game that is about to begin.
struct Plan {
    players: Players,
    piles: Position,
    follows: Option<GameId>,
}

impl Plan {
    fn of(new: NewGame, caller: &Caller, lots: Lots) -> Self {
        let (me, bot) = (Player::Member(caller.member), Player::Bot(new.level));
        let i_begin = match new.first {
            Beginner::Me => true,
            Beginner::Bot => false,
            Beginner::Random => lots.beginner.below(2) == 0,
        };
        let players = if i_begin {
            Players {
                first: me,
                second: bot,
            }
        } else {
            Players {
                first: bot,
                second: me,
            }
        };
        Self {
            players,
            piles: new.piles,
            follows: None,
        }
    }
}

async fn begin(
    changes: &mut Transaction<'_>,
    caller: &Caller,
    plan: &Plan,
    lots: Lots,
) -> Result<Acted, Error> {
    let pair = [caller.player(), PlayerId::Bot];
    if let Some(running) = changes
        .view()
        .running_game(caller.place.channel, pair)
        .await?
    {
        return Err(Error::about(Refusal::AlreadyRunning, running));
    }
    if changes.view().running_count(caller.member).await? >= MOST_RUNNING {
        return Err(Error::refused(Refusal::TooManyGames));
    }
    let game = Game::start(
        GameId(caller.interaction.0),
        plan.players,
        plan.piles,
        caller.at(),
    );
    let game = game.map_err(Error::refused)?;
    let mut record = GameRecord {
        game,
        place: caller.place.clone(),
        board: None,
        shown: caller.interaction,
        follows: plan.follows,
    };
    changes.see_member(caller.member, &caller.name).await?;
    changes.add_game(&record).await?;
    let (game, events) = act::with_reply(record.game, Vec::new(), lots.reply, caller.at());
    if !events.is_empty() {
        changes.save_game(&game, &events, caller.at()).await?;
    }
    changes.remember(caller.interaction, game.id()).await?;
    record.game = game;
    Ok(Acted {
        record,
        retired: None,
    })
}

fn drawn_pile(draw: Draw) -> u64 {
    let (least, most) = (*DRAWN_PILES.start(), *DRAWN_PILES.end());
    least + u64::try_from(draw.below(u128::from(most - least + 1))).unwrap_or(0)
}
