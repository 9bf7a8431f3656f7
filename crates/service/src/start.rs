//! Starting a game: against the bot, replacing another one, after a challenge, or after a finished
//! game.

use std::time::Duration;

use futures::FutureExt;

use super::followed::{finished, latest_finished, mark_followed};
use super::help::{
    for_all, mark_told, positions_with_members, refuse_between_members, refuse_for_all,
    refuse_for_askers,
};
use super::notifications::notify;
use super::settle::after_change;
use super::wanted::{Drawn, EndIfReplaced, Setup, Wanted, seat_to_win};
use super::{Caller, Error, GameUpdate, Refusal, Result, Service, find};
use nim_games::{
    Animal, BadPosition, Draw, Draws, Numbers, Options, Position, Size, Told, Variant,
};
use wythoff_game::records::{
    GameRecord, Ladder, Limit, NotificationKind, OnLadder, Place, ServerSettings,
};
use wythoff_game::{
    Action, BySeat, Game, GameId, MemberId, Player, Players, Refusal as GameRefusal, Seat, Stake,
    Terms, Timestamp,
};
use wythoff_store::{Pending, Read, Tx};

/// How many running games a member may have.
pub const MAX_RUNNING: usize = 25;

/// How many rated games two members may start within [`RATED_WITHIN`].
const MAX_RATED: usize = 3;
pub(super) const RATED_WITHIN: Duration = Duration::from_hours(24);

/// How many starts are tried for one from which the member begins: in half of the draws, the animal
/// does.
const SEEDS_TRIED: usize = 8;

/// Random numbers, drawn before a change because a change must not draw any.
#[derive(Clone, Copy)]
pub(super) struct StartDraws {
    pub(super) who_starts: Draw,
    pub(super) start: [Draw; 2],
    pub(super) reply: Draws,
}

/// A game that is about to start.
pub(super) struct Plan {
    pub(super) id: GameId,
    pub(super) place: Place,
    pub(super) terms: Terms,
    /// The settings of the server where it is played.
    pub(super) settings: ServerSettings,
    pub(super) follows: Option<GameId>,
    /// Whether a player has seen the solution of its start.
    pub(super) is_helped: bool,
    pub(super) ladder: OnLadder,
    /// Whether only a member sees its board.
    pub(super) is_private: bool,
    /// When each player was last active.
    pub(super) last_active: BySeat<Timestamp>,
}

/// A game that a member is offered, with what its picture shows.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The game, which starts from just this position.
    pub drawn: Drawn,
    pub start: Position,
    /// How far the member has got in it.
    pub ladder: Ladder,
}

impl Service {
    /// Draws the start of a game before the member decides to play it: one from which the member
    /// begins, if there is one.
    ///
    /// # Errors
    /// If the game has no such options, or the store fails.
    pub async fn offer(&self, caller: &Caller, drawn: Drawn) -> Result<Offer> {
        let member = caller.member;
        let read = move |mut tx: Read| async move {
            let ladder = tx.ladder(member, drawn.variant).await?;
            Ok::<_, wythoff_store::Error>((ladder, positions_with_members(&mut tx, member).await?))
        };
        let (ladder, avoided) = self.store.read(read).await?;
        let animal = drawn.animal.unwrap_or(ladder.reached);
        let seeds = (0..SEEDS_TRIED).map(|_| seed(self.chance.draw()));
        let starts = seeds.map(|seed| {
            let start = draw_start(&avoided, drawn, animal, draws_of(seed))?;
            Ok((seed, start))
        });
        let starts: Vec<(u16, Position)> = starts.collect::<Result<_>>()?;
        let to_begin = starts.iter().find(|(_, start)| !start.is_lost());
        let &(seed, start) =
            to_begin
                .or(starts.first())
                .ok_or(Error::refused(Refusal::BadPosition(
                    drawn.variant,
                    BadPosition::BadOptions,
                )))?;
        let drawn = Drawn {
            seed: Some(seed),
            animal: Some(animal),
            ..drawn
        };
        Ok(Offer {
            drawn,
            start,
            ladder,
        })
    }

    /// Starts a game against the bot. If the bot starts, it has made its first move. Refused if the
    /// game that it replaces would no longer end as the member was told.
    pub fn start(&self, caller: Caller, wanted: impl Into<Wanted>) -> Pending<GameUpdate, Error> {
        let (wanted, draws) = (wanted.into(), self.draws());
        self.change(caller, move |tx, caller| {
            start(tx, caller, wanted, draws).boxed()
        })
    }

    pub(super) fn draws(&self) -> StartDraws {
        let chance = &self.chance;
        StartDraws {
            who_starts: chance.draw(),
            start: [chance.draw(), chance.draw()],
            reply: chance.draws(),
        }
    }
}

/// Ends a running game that another one replaces.
async fn end_replaced_game(
    tx: &mut Tx,
    caller: &Caller,
    record: GameRecord,
    announced: EndIfReplaced,
) -> Result<()> {
    let (player, at) = (caller.player(), caller.at());
    let action = match EndIfReplaced::of(&record) {
        _ if record.game.outcome().is_some() => return Ok(()),
        current if current != announced => {
            return Err(Error::about(GameRefusal::OutdatedBoard, record));
        }
        // Its time had already run out, so it ends without a result.
        EndIfReplaced::AsALoss if record.game.is_overdue(at) => Action::Abandon,
        EndIfReplaced::AsALoss => Action::Resign { seen: None },
        EndIfReplaced::WithoutResult => Action::Abandon,
    };
    match record.game.apply(player, action, at) {
        Ok(ended) => {
            let mut update = after_change(tx, record, ended, None, at).await?;
            update.save(tx, at).await?;
        }
        Err(refusal) => return Err(Error::about(refusal, record)),
    }
    Ok(())
}

pub(super) async fn start(
    tx: &mut Tx,
    caller: &Caller,
    wanted: Wanted,
    draws: StartDraws,
) -> Result<GameUpdate> {
    if let Some((old, announced)) = wanted.replaces {
        let record = find::by_control(tx, caller, old).await?;
        end_replaced_game(tx, caller, record, announced).await?;
    }
    let before = match wanted.follows {
        Some(before) => finished(tx, caller, before).await?,
        None => None,
    };
    let followed = match before {
        Some(before) => Some(before),
        None => latest_finished(tx, caller).await?,
    };
    let was_private = wanted.follows.is_some() && followed.as_ref().is_some_and(|it| it.is_private);
    let is_private = match (wanted.is_private, caller.place.guild) {
        // In a direct message with the bot nobody else is there.
        (_, None) if caller.place.editable => false,
        (Some(is_private), _) => is_private,
        (None, None) => was_private,
        (None, Some(server)) => was_private || tx.is_quiet(server, caller.place.channel).await?,
    };
    let plan = against_the_bot(tx, caller, &wanted, draws).await?;
    let plan = Plan {
        follows: followed.as_ref().map(|it| it.game.id()),
        is_private,
        ..plan
    };
    let is_shown = matches!(wanted.setup, Setup::Chosen(_)) && !plan.is_private;
    let begun = begin(tx, caller, plan, draws).await?;
    if is_shown {
        refuse_public_solution(tx, caller, &begun.record.game).await?;
    }
    if let Some(followed) = followed {
        mark_followed(tx, caller, followed).await?;
    }
    Ok(begun.save_and_return(tx, caller.at()).await?)
}

/// Refuses to show everybody how the bot has begun from a chosen position, if that is what others are looking for.
async fn refuse_public_solution(tx: &mut Read, caller: &Caller, game: &Game) -> Result<()> {
    if game.ply() == 0 {
        return Ok(());
    }
    // As in `begin`: a start that is left to the bot is taken for lost.
    let told = Told::lost([game.start_position(), game.position()]);
    let everybody = for_all(caller, caller.place.clone());
    refuse_for_all(tx, &everybody, &told).await?;
    refuse_for_askers(tx, &everybody, &told).await
}

/// Plans a game against the bot.
async fn against_the_bot(
    tx: &mut Tx,
    caller: &Caller,
    wanted: &Wanted,
    draws: StartDraws,
) -> Result<Plan> {
    let settings = tx.active_server_settings(&caller.place).await?;
    let variant = match wanted.setup {
        Setup::Chosen(new) => new.start.variant(),
        Setup::Drawn(game) => game.variant,
    };
    let reached = tx.ladder(caller.member, variant).await?.reached;
    let (start, first, animal, counts) = match wanted.setup {
        Setup::Chosen(new) => (new.start, new.first, new.animal.unwrap_or(reached), false),
        Setup::Drawn(game) => {
            let animal = game.animal.unwrap_or(reached);
            let avoided = positions_with_members(tx, caller.member).await?;
            let draws = game.seed.map_or(draws.start, draws_of);
            let start = draw_start(&avoided, game, animal, draws)?;
            let first = game.first.unwrap_or_else(|| seat_to_win(&start));
            (start, first, animal, game.has_usual_rules())
        }
    };
    check_size(&settings, &start)?;
    let member_starts = first.asker_starts(draws.who_starts);
    let players = Players::against_the_bot(Player::Member(caller.member), animal, member_starts);
    Ok(Plan {
        id: GameId(caller.interaction.0),
        place: caller.place.clone(),
        terms: Terms::against_the_bot(players, start),
        settings,
        follows: None,
        is_helped: wanted.is_helped,
        ladder: OnLadder::if_counts(counts),
        is_private: false,
        last_active: BySeat::each(|_| caller.at()),
    })
}

/// A seed for [`draws_of`].
fn seed(draw: Draw) -> u16 {
    u16::try_from(draw.below(1 << u16::BITS)).unwrap_or_default()
}

/// The numbers that a seed stands for, spread evenly: multiples of the golden ratio (Knuth, The Art
/// of Computer Programming, volume 3, section 6.4).
fn draws_of(seed: u16) -> [Draw; 2] {
    let spread = |number: u64| Draw::new(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let number = u64::from(seed) + 1;
    [spread(number), spread(number << u16::BITS)]
}

/// The start of a game against an animal: one that helps with none of the given positions, if there
/// is one. (Otherwise the game is refused when it begins.) All are within the smallest limit that a
/// server can set.
fn draw_start(
    avoided: &[Position],
    game: Drawn,
    animal: Animal,
    draws: [Draw; 2],
) -> Result<Position> {
    let variant = game.variant;
    let with_options = |at: Position| {
        let options = game.options.or(at.options());
        Position::read(variant, options, &at.to_string())
    };
    let is_allowed = |at: &Position| {
        let at = with_options(*at).unwrap_or(*at);
        // That the bot begins tells that the start is lost.
        let told = Told::lost([at]).and(Told::asked([at]));
        avoided.iter().all(|now| !told.helps_search(now))
    };
    let numbers = || Numbers::of(draws);
    let start = animal
        .start(variant, &mut numbers(), is_allowed)
        .or_else(|| animal.start(variant, &mut numbers(), |_| true));
    let problem = |problem| Error::refused(Refusal::BadPosition(variant, problem));
    let start = start.ok_or_else(|| problem(BadPosition::BadOptions))?;
    with_options(start).map_err(problem)
}

/// Starts a planned game without saving it yet. The caller is one of the two players.
pub(super) async fn begin(
    tx: &mut Tx,
    caller: &Caller,
    plan: Plan,
    draws: StartDraws,
) -> Result<GameUpdate> {
    let players = plan.terms.players;
    // A game that cannot start is refused before the queries below.
    let game = Game::start(plan.id, plan.terms, caller.at()).map_err(Error::refused)?;
    if players.animal().is_some() {
        let told = Told::asked([plan.terms.start]);
        refuse_between_members(tx, caller, &told).await?;
    }
    check_running_games(tx, caller, &plan).await?;
    let counts_towards = plan.settings.counts_towards();
    let wears_crown = wears_crown(tx, &plan, caller.at()).await?;
    let place = Place {
        language: plan.settings.language.unwrap_or(plan.place.language),
        // Only an answer to its member can show it.
        editable: plan.place.editable && !plan.is_private,
        ..plan.place
    };
    let record = GameRecord {
        follows: plan.follows,
        is_helped: plan.is_helped,
        ladder: plan.ladder,
        is_private: plan.is_private,
        wears_crown,
        last_active: plan.last_active,
        ..GameRecord::begun(game, place, caller.interaction, counts_towards)
    };
    if let Some(pair) = record.rated_pair() {
        tx.limit(Limit::rated(pair), record.begun, RATED_WITHIN)
            .await?;
    }
    let game = record.game.clone();
    let (game, events) = game.replied(Vec::new(), draws.reply, caller.at());
    let caller_seat = players.seat_of(caller.player());
    if !events.is_empty() {
        // Members usually get the seat that can win, so if the bot begins, that tells that the start is lost.
        let told = Told::lost([game.start_position(), game.position()]);
        refuse_between_members(tx, caller, &told).await?;
        mark_told(tx, caller, &told, game.id()).await?;
        let begun = after_change(tx, record, (game, events), caller_seat, caller.at()).await?;
        return Ok(GameUpdate {
            is_new: true,
            ..begun
        });
    }
    let mut update = GameUpdate::begun(record);
    let (begun, at) = (NotificationKind::Begun, caller.at());
    notify(tx, &mut update, begun, caller_seat, at).await?;
    Ok(update)
}

/// For how long the winner of a table wears a crown.
const TABLE_CROWN: Duration = Duration::from_hours(24);

/// Who of the players wears a crown in the server: of a week's puzzles, or of a table.
async fn wears_crown(tx: &mut Read, plan: &Plan, at: Timestamp) -> Result<BySeat<bool>> {
    let mut crowned = Vec::new();
    if let Some(guild) = plan.place.guild.filter(|_| plan.settings.has_crown) {
        crowned.extend(tx.crowned(guild).await?);
        crowned.extend(tx.table_winners(guild, at.minus(TABLE_CROWN)).await?);
    }
    let wears = |player| {
        let mut crowned = crowned.iter();
        crowned.any(|&member| player == Player::Member(member))
    };
    Ok(BySeat::each(|seat| wears(plan.terms.players.at(seat))))
}

/// Checks that the two players have no running game with each other in this channel, and that
/// neither has too many running games.
async fn check_running_games(tx: &mut Read, caller: &Caller, plan: &Plan) -> Result<()> {
    let players = plan.terms.players;
    for seat in Seat::BOTH {
        let Player::Member(member) = players.at(seat) else {
            continue;
        };
        let opponent = players.at(seat.other()).id();
        let running = tx.running_games_with_opponents(member).await?;
        let channel = plan.place.channel;
        let duplicate = running
            .iter()
            .find(|(_, in_channel, against)| (*in_channel, *against) == (channel, opponent));
        if let Some(&(duplicate, ..)) = duplicate
            && let Some(record) = tx.game(duplicate).await?
        {
            return Err(Error::about(Refusal::AlreadyRunning, record));
        }
        if running.len() >= MAX_RUNNING {
            return Err(Error::refused(if member == caller.member {
                Refusal::TooManyGames
            } else {
                Refusal::OpponentTooManyGames
            }));
        }
    }
    Ok(())
}

/// Checks that the position can be stored, and that its heaps are within the server's limit.
pub(super) fn check_size(settings: &ServerSettings, start: &Position) -> Result<()> {
    if !start.reads_back() {
        let why = Refusal::BadPosition(start.variant(), BadPosition::BadOptions);
        return Err(Error::refused(why));
    }
    match (settings.largest_heap, start.shape().largest()) {
        (Some(most), Some(heap)) if heap > most => {
            Err(Error::refused(Refusal::HeapTooLarge { most }))
        }
        (_, _) => Ok(()),
    }
}

/// A random starting position of a game, with no heap above the server's limit.
pub(super) fn random_start(
    settings: &ServerSettings,
    (variant, options): (Variant, Options),
    size: Size,
    draws: [Draw; 2],
) -> Result<Position> {
    let largest = settings.largest_heap.unwrap_or(u64::MAX);
    let start = size.draw(variant, options, largest, &mut Numbers::of(draws));
    start.map_err(|problem| Error::refused(Refusal::BadPosition(variant, problem)))
}

/// Whether the next game between two members is rated: at most [`MAX_RATED`] a day are, and none in
/// which who begins decides who wins.
pub(super) async fn stake(
    tx: &mut Read,
    pair: [MemberId; 2],
    start: &Position,
    now: Timestamp,
) -> Result<Stake> {
    if start.is_decided_by_who_begins() {
        return Ok(Stake::Casual);
    }
    let rated = tx
        .limit_events_since(Limit::rated(pair), now.minus(RATED_WITHIN))
        .await?;
    Ok(if rated.len() < MAX_RATED {
        Stake::Rated
    } else {
        Stake::Casual
    })
}
