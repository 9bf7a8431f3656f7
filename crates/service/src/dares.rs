//! Dares: a member who has beaten an animal dares others to do the same from the same start.

use futures::FutureExt;

use super::help::{POSTED_WITHIN, mark_told, refuse_between_members};
use super::start::check_size;
use super::{Caller, Error, Result, Service};
use nim_games::{Move, Position, Told};
use wythoff_game::records::{
    Dare, DareResult, DareTry, GameRecord, InteractionId, Limit, MessageId, Post,
};
use wythoff_game::{GameId, MemberId, Outcome, Player, Timestamp};
use wythoff_store::{Pending, Read, Tx};

/// How many of the results of a dare are listed.
const LISTED: usize = 20;

/// Among how many of the best results of a dare these are chosen.
const COMPARED: i64 = 500;

/// How many open dares of one member there can be.
const MAX_OPEN: usize = 3;

/// Why there is no dare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotDared {
    /// The member has not won that game against an animal, with a move of their own.
    NotWon,
    /// Something has helped.
    Helped,
    /// It is the member's open dare.
    Already,
    TooMany,
}

/// Why there is no try at a dare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTry {
    /// The dare was deleted, or its server forgotten.
    Gone,
    Over,
    /// It is the member's own dare.
    Own,
    /// The member has had a try, and erased it.
    Tried,
}

/// A member's try at a dare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriedDare {
    pub dare: Dare,
    pub tried: DareTry,
    /// Whether the last move was meant for an earlier position, and so was not made.
    pub is_outdated: bool,
}

/// What the message of a dare shows.
#[derive(Clone, Debug)]
pub struct DareToShow {
    pub dare: Dare,
    pub results: Vec<DareResult>,
    /// How many results there are, listed or not.
    pub count: u64,
    /// How many changes of it are not drawn.
    pub undrawn: i64,
}

impl Service {
    /// Makes a dare of a game that the caller has won against an animal.
    pub fn dare(&self, caller: Caller, game: GameId) -> Pending<Result<Dare, NotDared>, Error> {
        self.change(caller, move |tx, caller| make(tx, caller, game).boxed())
    }

    /// Begins the caller's try at a dare, or shows it. `message` is that of the dare.
    pub fn try_dare(
        &self,
        caller: Caller,
        dare: InteractionId,
        message: MessageId,
    ) -> Pending<Result<TriedDare, NoTry>, Error> {
        self.change(caller, move |tx, caller| {
            begin(tx, caller, (dare, message)).boxed()
        })
    }

    /// The caller's try at a dare.
    pub async fn dare_try(
        &self,
        caller: &Caller,
        dare: InteractionId,
    ) -> wythoff_store::Result<Result<TriedDare, NoTry>> {
        let read = |mut tx: Read| async move { find(&mut tx, caller, dare).await };
        self.store.read(read).await
    }

    /// Makes a move in the caller's try at a dare, if `step` moves had been made where the member saw it. An
    /// illegal move changes nothing.
    pub fn move_in_dare(
        &self,
        caller: Caller,
        (dare, step): (InteractionId, usize),
        mv: Move,
    ) -> Pending<Result<TriedDare, NoTry>, Error> {
        self.change(caller, move |tx, caller| {
            play(tx, caller, (dare, step), mv).boxed()
        })
    }

    /// A dare and its results. `None` if there is none any more.
    pub async fn dare_to_show(
        &self,
        dare: InteractionId,
    ) -> wythoff_store::Result<Option<DareToShow>> {
        let read = |mut tx: Read| async move {
            let undrawn = tx.count_undrawn(Post::Dare(dare)).await?;
            let Some(known) = tx.dare(dare).await? else {
                return Ok(None);
            };
            let (tries, count) = tx.dare_results(dare, COMPARED).await?;
            let mut results: Vec<DareResult> = tries.iter().map(|it| known.result(it)).collect();
            // Who made no slip has played better than whom a slip has brought home sooner.
            results.sort_by_key(|it| (!it.is_won, !it.is_flawless));
            results.truncate(LISTED);
            Ok(Some(DareToShow {
                dare: known,
                results,
                count,
                undrawn,
            }))
        };
        self.store.read(read).await
    }
}

async fn make(tx: &mut Tx, caller: &Caller, game: GameId) -> Result<Result<Dare, NotDared>> {
    let record = tx.game(game).await?;
    let record = record.filter(|it| it.game.players().seat_of(caller.player()).is_some());
    let Some(record) = record else {
        return Ok(Err(NotDared::NotWon));
    };
    let (players, winner) = (
        record.game.players(),
        record.game.outcome().and_then(Outcome::winner),
    );
    let has_won = winner.is_some_and(|seat| players.at(seat) == Player::Member(caller.member));
    let Some(animal) = players.animal().filter(|_| has_won) else {
        return Ok(Err(NotDared::NotWon));
    };
    if record.was_helped() {
        return Ok(Err(NotDared::Helped));
    }
    let open = open_dares(tx, caller).await?;
    let (start, moves) = since_own_first_move(&record, caller.member);
    if start.is_over() {
        return Ok(Err(NotDared::NotWon));
    }
    if open.iter().any(|dare| {
        (dare.start, dare.animal, dare.begins, dare.place.channel)
            == (start, animal, true, caller.place.channel)
    }) {
        return Ok(Err(NotDared::Already));
    }
    if open.len() >= MAX_OPEN {
        return Ok(Err(NotDared::TooMany));
    }
    // Then what is known of the server can be deleted once the bot has left it.
    let settings = tx.active_server_settings(&caller.place).await?;
    check_size(&settings, &start)?;
    let mut dare = Dare {
        id: caller.interaction,
        by: Some(caller.member),
        place: caller.place.clone(),
        message: None,
        start,
        animal,
        begins: true,
        moves: 0,
    };
    let won = DareTry {
        dare: dare.id,
        member: caller.member,
        moves,
        is_won: Some(true),
    };
    dare.moves = dare.own_moves(&won);
    if dare.moves == 0 {
        return Ok(Err(NotDared::NotWon));
    }
    tx.add_dare(&dare).await?;
    // Nor may they try their own once they have erased who dares.
    let limit = Limit::Dared(caller.member, dare.id);
    let until_end = dare.ends().since(caller.at());
    tx.limit(limit, caller.at(), until_end).await?;
    Ok(Ok(dare))
}

/// Where a member began in a game, and the moves from there: after the animal's first move, if that began.
fn since_own_first_move(record: &GameRecord, member: MemberId) -> (Position, Vec<Move>) {
    let (start, mut moves) = (record.game.start_position(), record.moves.clone());
    if record.game.players().first == Player::Member(member) || moves.is_empty() {
        return (start, moves);
    }
    let first = moves.remove(0);
    (start.play(first).unwrap_or(start), moves)
}

/// The open dares of the caller. Nobody has seen one whose message is not known after a while.
async fn open_dares(tx: &mut Read, caller: &Caller) -> Result<Vec<Dare>> {
    let seen_by = caller.at().minus(POSTED_WITHIN);
    let mut open = tx.dares_by(caller.member).await?;
    open.retain(|dare| {
        !dare.is_over(caller.at()) && (dare.message.is_some() || dare.id.at() > seen_by)
    });
    Ok(open)
}

async fn begin(
    tx: &mut Tx,
    caller: &Caller,
    (dare, message): (InteractionId, MessageId),
) -> Result<Result<TriedDare, NoTry>> {
    let Some(mut dare) = tx.dare(dare).await? else {
        return Ok(Err(NoTry::Gone));
    };
    if dare.message != Some(message) {
        tx.note_message_of(Post::Dare(dare.id), message).await?;
        dare.message = Some(message);
    }
    if dare.by == Some(caller.member) {
        return Ok(Err(NoTry::Own));
    }
    let tried = match tx.dare_try(dare.id, caller.member).await? {
        Some(tried) => tried,
        None if dare.is_over(caller.at()) => {
            // Its button goes.
            tx.note_change_of(Post::Dare(dare.id)).await?;
            return Ok(Err(NoTry::Over));
        }
        None if !tx
            .limit_events_since(Limit::Dared(caller.member, dare.id), Timestamp(0))
            .await?
            .is_empty() =>
        {
            return Ok(Err(NoTry::Tried));
        }
        None => {
            // If the animal begins, its move tells something.
            refuse_between_members(tx, caller, &Told::asked([dare.start])).await?;
            let begun = dare.begun(caller.member);
            note_told(tx, caller, (&dare, dare.start), &begun).await?;
            let limit = Limit::Dared(caller.member, dare.id);
            tx.limit(limit, caller.at(), dare.ends().since(caller.at()))
                .await?;
            tx.save_dare_try(&begun, dare.own_moves(&begun)).await?;
            begun
        }
    };
    Ok(Ok(TriedDare {
        dare,
        tried,
        is_outdated: false,
    }))
}

/// The caller's try at a dare.
async fn find(
    tx: &mut Read,
    caller: &Caller,
    dare: InteractionId,
) -> wythoff_store::Result<Result<TriedDare, NoTry>> {
    let tried = tx.dare_try(dare, caller.member).await?;
    Ok(match (tx.dare(dare).await?, tried) {
        (Some(dare), Some(tried)) => Ok(TriedDare {
            dare,
            tried,
            is_outdated: false,
        }),
        // It was erased, which gives no second try.
        (Some(_), None) => Err(NoTry::Tried),
        (None, _) => Err(NoTry::Gone),
    })
}

async fn play(
    tx: &mut Tx,
    caller: &Caller,
    (dare, step): (InteractionId, usize),
    mv: Move,
) -> Result<Result<TriedDare, NoTry>> {
    let now = match find(tx, caller, dare).await? {
        Ok(now) => now,
        Err(why) => return Ok(Err(why)),
    };
    let TriedDare { dare, tried, .. } = &now;
    let is_outdated = tried.is_won.is_some() || tried.moves.len() != step;
    if !is_outdated && dare.is_over(caller.at()) {
        return Ok(Err(NoTry::Over));
    }
    let at = dare.position(tried);
    let Some(after) = at.play(mv).ok().filter(|_| !is_outdated) else {
        return Ok(Ok(TriedDare {
            is_outdated: true,
            ..now
        }));
    };
    refuse_between_members(tx, caller, &Told::asked([at, after])).await?;
    // The move is possible, as was just seen.
    let Ok(played) = dare.played(tried, mv) else {
        return Ok(Ok(now));
    };
    note_told(tx, caller, (dare, at), &played).await?;
    tx.save_dare_try(&played, dare.own_moves(&played)).await?;
    Ok(Ok(TriedDare {
        tried: played,
        ..now
    }))
}

/// Marks the puzzle of the day if a move at a position, or the animal's reply, helps with it.
async fn note_told(
    tx: &mut Tx,
    caller: &Caller,
    (dare, at): (&Dare, Position),
    tried: &DareTry,
) -> wythoff_store::Result<()> {
    let told = Told::lost([dare.position(tried)]).and(Told::asked([at]));
    mark_told(tx, caller, &told, GameId(dare.id.0)).await
}
