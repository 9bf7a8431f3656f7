//! Going on from a finished game: with a member when both want the same, against the bot at once, and never from a start that is lost
//! without that having been said.

use super::begin::{Lots, Plan, begin, check_size, drawn_piles, stake};
use super::progress::{to_tell, touched};
use super::{Acted, Caller, Error, Refusal, Result, Service, act, find};
use crate::game::{
    Action, GameId, Outcome, Phase, Player, Players, Refusal as GameRefusal, Seat, Sequel, Stake,
    Terms,
};
use crate::records::{About, GameRecord, MessageId};
use crate::rules::wythoff::{Level, Position, is_cold};
use crate::store::{Key, Pending, Work};

/// What has come of the wish to go on.
#[derive(Clone, Debug)]
pub enum GoneOn {
    /// The next game has begun.
    Began(Acted),
    /// The opponent has to want it, too.
    Offered(Acted),
}

/// How to go on from a finished game against the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The same piles; the member begins.
    MemberBegins,
    /// The same piles; the bot begins.
    BotBegins,
    /// Other piles, drawn, that the member can win.
    NewPiles,
    /// The same piles against that level; whoever has to, so that the member can win, begins.
    At(Level),
}

impl Service {
    /// Begins the game that goes on from a finished one against the bot, once.
    pub fn play_on(&self, caller: Caller, from: GameId, next: Next) -> Pending<Acted, Error> {
        let lots = self.lots();
        self.change(caller, &[Key::Number(from)], move |work, caller| {
            let finished = find::by_control(work, caller, from)?;
            play_on(work, caller, finished, next, lots)
        })
    }

    /// Keeps how somebody wants to go on from a finished game with a member, and begins the next one, once, when both agree.
    /// `message` is the one whose control was used.
    pub fn go_on(
        &self,
        caller: Caller,
        from: GameId,
        sequel: Sequel,
        message: MessageId,
    ) -> Pending<GoneOn, Error> {
        let lots = self.lots();
        self.change(caller, &[Key::Number(from)], move |work, caller| {
            let record = find::by_control(work, caller, from)?;
            if record.game.players().level().is_none() {
                return go_on(work, caller, record, sequel, message, lots);
            }
            // From a board of the first version: sides are swapped.
            let has_member_begun = record.game.players().first.id() == caller.player();
            let next = match sequel {
                Sequel::Rematch if has_member_begun => Next::BotBegins,
                Sequel::Rematch => Next::MemberBegins,
                Sequel::NewPiles => Next::NewPiles,
            };
            Ok(GoneOn::Began(play_on(work, caller, record, next, lots)?))
        })
    }
}

fn go_on(
    work: &mut Work<'_>,
    caller: &Caller,
    mut record: GameRecord,
    sequel: Sequel,
    message: MessageId,
    lots: Lots,
) -> Result<GoneOn> {
    let from = record.game.id();
    let wished = record
        .game
        .apply(caller.player(), Action::GoOn(sequel), caller.at());
    let game = match wished {
        Ok((game, _)) => game,
        Err(refusal) => return Err(Error::about(refusal, record)),
    };
    if let Some(next) = work.successor(from)? {
        return Err(Error::about(Refusal::AlreadyFollowed, next));
    }
    let Some(seat) = game.players().seat_of(caller.player()) else {
        return Err(Error::about(GameRefusal::NotAPlayer, record));
    };
    if game.players().at(seat.other()).is_former() {
        return Err(Error::about(Refusal::FormerPlayer, record));
    }
    let (agreed, is_news) = (game.agreed_sequel(), game != record.game);
    let is_first_wish = matches!(
        record.game.phase(),
        Phase::Ended { wishes, .. } if wishes.of(seat).is_none()
    );
    record.game = game;
    if agreed.is_none() && !is_news {
        return Err(Error::about(Refusal::AlreadyOffered, record));
    }
    let mut acted = Acted::of(record);
    touched(work, &mut acted, Some(seat), caller.at())?;
    let Some(sequel) = agreed else {
        // Once: whoever changes their mind again and again tells nobody.
        if is_first_wish {
            let about = About::Offer(sequel);
            acted.tell = to_tell(work, &acted.record, about, Some(seat), caller.at())?;
        }
        act::show_at(work, caller, &mut acted, message)?;
        return Ok(GoneOn::Offered(acted));
    };
    let terms = terms_after(work, caller, &acted.record, sequel, lots.piles)?;
    let [first, second] = acted.record.touched;
    let plan = Plan {
        id: GameId(caller.interaction.0),
        place: caller.place.clone(),
        terms,
        follows: Some(from),
        // The other one begins.
        touched: [second, first],
    };
    let mut next = begin(work, caller, plan, lots)?;
    next.served.extend(acted.served);
    Ok(GoneOn::Began(next))
}

fn play_on(
    work: &mut Work<'_>,
    caller: &Caller,
    finished: GameRecord,
    next: Next,
    lots: Lots,
) -> Result<Acted> {
    let game = &finished.game;
    let (players, from) = (game.players(), game.id());
    let (Some(_), Some(level)) = (players.seat_of(caller.player()), players.level()) else {
        return Err(Error::about(GameRefusal::NotAPlayer, finished));
    };
    if game.outcome().is_none() {
        return Err(Error::about(GameRefusal::StillRunning, finished));
    }
    if let Some(next) = work.successor(from)? {
        return Err(Error::about(Refusal::AlreadyFollowed, next));
    }
    let piles = match next {
        Next::NewPiles => drawn_piles(work, &caller.place, lots.piles)?,
        Next::MemberBegins | Next::BotBegins | Next::At(_) => {
            check_size(work, &caller.place, game.start_position())?;
            game.start_position()
        }
    };
    let plan = Plan {
        id: GameId(caller.interaction.0),
        place: caller.place.clone(),
        terms: Terms::against_the_bot(next_players(players, level, next, piles), piles),
        follows: Some(from),
        touched: [caller.at(); 2],
    };
    begin(work, caller, plan, lots)
}

/// Who begins the next game against the bot, and at which level.
fn next_players(before: Players, level: Level, next: Next, piles: Position) -> Players {
    let member = match before.first {
        Player::Member(_) => before.first,
        Player::Bot(_) => before.second,
    };
    let (member_begins, level) = match next {
        Next::MemberBegins => (true, level),
        Next::BotBegins => (false, level),
        Next::NewPiles => (!is_cold(piles), level),
        Next::At(other) => (!is_cold(piles), other),
    };
    Players::against_the_bot(member, level, member_begins)
}

/// The terms of the next game: sides swapped. It is rated where the one before it had a result: one that was not played is no
/// first half of a pair.
fn terms_after(
    work: &mut Work<'_>,
    caller: &Caller,
    finished: &GameRecord,
    sequel: Sequel,
    draws: [crate::rules::Draw; 2],
) -> Result<Terms> {
    let before = finished.game.terms();
    let piles = match sequel {
        Sequel::Rematch => {
            check_size(work, &caller.place, before.piles)?;
            before.piles
        }
        Sequel::NewPiles => drawn_piles(work, &caller.place, draws)?,
    };
    let has_result = finished.game.outcome().and_then(Outcome::winner).is_some();
    let players = before.players;
    let stake = match (players.at(Seat::First), players.at(Seat::Second)) {
        (Player::Member(one), Player::Member(other)) if has_result => {
            stake(work, [one, other], caller.at())?
        }
        (_, _) => Stake::Casual,
    };
    Ok(Terms {
        players: players.swapped(),
        piles,
        stake,
        ..before
    })
}
