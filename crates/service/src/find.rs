//! Finds the game that a command or a control refers to.

use super::{Caller, Error, Refusal, Result};
use nim_games::{IllegalMove, Move};
use wythoff_game::records::GameRecord;
use wythoff_game::{GameId, MemberId, Refusal as GameRefusal};
use wythoff_store::Read;

/// The running games that a typed command can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFilter {
    /// Games in which it is the member's turn.
    OnTurn,
    /// Games in which it is the member's turn and in which moves have the form of the given move.
    /// Whether that move is legal there does not matter: otherwise a mistyped move would be made in
    /// another game, in which it happens to be legal.
    WithMovesLike(Move),
    /// The game against the bot.
    AgainstTheBot,
    /// All running games.
    Any,
}

impl GameFilter {
    fn fits(self, record: &GameRecord, member: MemberId) -> bool {
        match self {
            // `by_command` compares the form of the move, if several games are left.
            Self::OnTurn | Self::WithMovesLike(_) => record.is_turn_of(member),
            Self::AgainstTheBot => record.game.players().animal().is_some(),
            Self::Any => true,
        }
    }
}

/// The running game that a typed command is about. A named game must be in this channel. If no game
/// is named, the member's only game here is meant, or the only one that passes the filter. If
/// several pass, the command is refused.
pub(super) async fn by_command(
    tx: &mut Read,
    caller: &Caller,
    named: Option<GameId>,
    filter: GameFilter,
) -> Result<GameRecord> {
    if let Some(id) = named {
        let record = of_member(tx, caller, id).await?;
        if record.place.channel == caller.place.channel {
            return Ok(record);
        }
        return Err(Error::about(Refusal::Elsewhere, record));
    }
    let mut here = tx
        .running_games(caller.member, Some(caller.place.channel))
        .await?;
    if here.len() > 1 {
        let (fit, others): (Vec<_>, Vec<_>) = here
            .into_iter()
            .partition(|record| filter.fits(record, caller.member));
        if fit.is_empty() {
            return Err(Error::refused(Refusal::NoSuitableGame(others)));
        }
        here = fit;
    }
    if let GameFilter::WithMovesLike(mv) = filter
        && here.len() > 1
    {
        let first = here.first().cloned();
        here.retain(|record| record.game.position().has_moves_like(mv));
        if let Some(first) = first.filter(|_| here.is_empty()) {
            let other_game = GameRefusal::Illegal(IllegalMove::OtherGame);
            return Err(Error::about(other_game, first));
        }
    }
    if here.len() > 1 {
        return Err(Error::refused(Refusal::Ambiguous(here)));
    }
    here.pop()
        .ok_or_else(|| Error::refused(Refusal::NoGameHere))
}

/// The game that a control belongs to. The caller need not be a player.
pub(super) async fn by_control(tx: &mut Read, caller: &Caller, id: GameId) -> Result<GameRecord> {
    let record = tx.game(id).await?;
    record
        .filter(|record| record.place.channel == caller.place.channel)
        .ok_or_else(|| Error::refused(Refusal::UnknownGame))
}

/// A game to look back on: one of this channel, or one of the member's own.
pub(super) async fn to_look_back_on(
    tx: &mut Read,
    caller: &Caller,
    id: GameId,
) -> Result<GameRecord> {
    let record = tx.game(id).await?;
    let is_own = |record: &GameRecord| record.game.players().seat_of(caller.player()).is_some();
    record
        .filter(|record| record.place.channel == caller.place.channel || is_own(record))
        .ok_or_else(|| Error::refused(Refusal::UnknownGame))
}

/// One of the member's own games.
pub(super) async fn of_member(tx: &mut Read, caller: &Caller, id: GameId) -> Result<GameRecord> {
    let record = tx.game(id).await?;
    record
        .filter(|record| record.game.players().seat_of(caller.player()).is_some())
        .ok_or_else(|| Error::refused(Refusal::UnknownGame))
}
