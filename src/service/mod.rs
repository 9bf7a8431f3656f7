//! Use cases: what members do, as load, decide, save. Knows the store and where numbers are drawn; knows nothing of Discord,
//! of messages or of languages.
//!
//! Every change is one job of the store's writer. Each is safe against being asked for twice: a game's number is that of the
//! interaction that made it, and applied interactions are remembered. What fails with a [`store::Error`] fails as the store does.

#![expect(clippy::missing_errors_doc, reason = "said above")]

mod act;
mod begin;
mod challenge;
mod chance;
mod due;
mod error;
mod find;
mod once;
mod progress;
mod review;
mod sequel;
mod settings;
mod standings;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use act::{Acted, Target};
pub use begin::{Beginner, NewGame};
pub use challenge::{Answered, Challenged, ClosedChallenge, NewChallenge, Shown};
pub use chance::Chance;
pub use due::{Due, GivenBack, MARK_EVERY, SMALLEST_GAP};
pub use error::{Error, Refusal, Result};
pub use find::Fitting;

pub use review::Finished;
pub use sequel::{GoneOn, Next};
pub use settings::{Erased, Export};
pub use standings::{A_PAGE, Leaderboard, Stats, Turn};

use crate::game::{Action, ChallengeEnding, GameId, MemberId, Player, PlayerId, Timestamp};
use crate::records::{
    About, GameRecord, InteractionId, MessageId, Notice, Place, ServerSettings, Tell, Way,
};
use crate::store::{self, Key, Member, Store, Work};

/// Who asks for something, where, and through which interaction.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The interaction.
    pub interaction: InteractionId,
    /// The member.
    pub member: MemberId,
    /// The member's name, sanitised, as the interaction gives it.
    pub name: String,
    /// Where that is.
    pub place: Place,
}

impl Caller {
    const fn at(&self) -> Timestamp {
        self.interaction.at()
    }

    const fn player(&self) -> PlayerId {
        PlayerId::Member(self.member)
    }
}

/// What members can do.
#[derive(Debug)]
pub struct Service {
    store: Arc<Store>,
    chance: Chance,
    met: once::Met,
    /// Whether the time that the bot was away has been given back.
    judges_deadlines: Arc<AtomicBool>,
}

impl Service {
    /// The use cases over that store.
    #[must_use]
    pub fn new(store: Arc<Store>, chance: Chance) -> Self {
        Self {
            chance,
            met: once::Met::since(store.newest_applied()),
            judges_deadlines: Arc::default(),
            store,
        }
    }

    /// Looks at what is committed under a key.
    pub async fn look<T, E: From<store::Error>>(
        &self,
        key: Key,
        job: impl Fn(&mut Work<'_>) -> Result<T, E> + Send,
    ) -> Result<T, E> {
        self.store.look(vec![key], job).await
    }

    /// A game as it is now.
    pub async fn game(&self, id: GameId) -> store::Result<Option<GameRecord>> {
        self.look(Key::Number(id), |work| work.game(id)).await
    }

    /// A member's running games everywhere: those on which the member is to move first, then by when they were shown last.
    pub async fn running_games(&self, member: MemberId) -> store::Result<Vec<GameRecord>> {
        let running = |work: &mut Work<'_>| work.running_games(member, None);
        let mut games = self.look(Key::Member(member), running).await?;
        games.sort_by_key(|record| !record.is_turn_of(member));
        Ok(games)
    }

    /// A member as the database knows one: the name last seen, and what is set.
    pub async fn member(&self, id: MemberId) -> store::Result<Arc<Member>> {
        self.look(Key::Member(id), |work| work.member(id)).await
    }

    /// What a server has set.
    pub async fn server_settings(&self, server: i64) -> store::Result<ServerSettings> {
        let set = |work: &mut Work<'_>| work.server_settings(Some(server));
        self.look(Key::Server(server), set).await
    }

    /// A member, as far as known without asking: after a change by the member it is.
    #[must_use]
    pub fn known_member(&self, id: MemberId) -> Option<Arc<Member>> {
        self.store.known_member(id)
    }

    /// Notes that a message has been shown as a game's board, or as a challenge. What an earlier interaction showed does not
    /// replace what a later one did, whichever is noted first.
    pub async fn note_board(
        &self,
        game: GameId,
        board: MessageId,
        by: InteractionId,
    ) -> store::Result<Option<Acted>> {
        self.note(game, move |work| {
            let Some(mut record) = work.game(game)? else {
                work.show_challenge(game, board)?;
                return Ok(None);
            };
            let other = record.board.filter(|&known| known != board);
            let retired = if record.board.is_some() && record.shown > by {
                other.map(|_| board)
            } else {
                record.board = Some(board);
                record.shown = by;
                work.save_game(&mut record, &[], by.at())?;
                other
            };
            Ok(Some(Acted {
                retired,
                ..Acted::of(record)
            }))
        })
        .await
    }

    /// Ends what an interaction began, if nobody can have seen anything of it: a game, or a challenge. Who has done something in
    /// it has seen it, by whatever answer.
    pub async fn abandon_unseen(&self, game: GameId, begun_by: InteractionId) -> store::Result<()> {
        if game.0 != begun_by.0 {
            return Ok(());
        }
        self.note(game, move |work| abandon_unseen(work, game, begun_by))
            .await
    }

    /// Keeps the message by which a member was told something about a game or a challenge, unless the member has done something there since
    /// then, or has been told something newer. Returns a message that is not wanted any more: this one, or the one that it takes
    /// the place of.
    pub async fn keep_notice(&self, notice: Notice) -> store::Result<Option<Notice>> {
        self.note(notice.game, move |work| {
            let is_news = is_news(work, notice)?;
            let before = work.notice(notice.game, notice.member)?;
            if !is_news || before.is_some_and(|before| before.at > notice.at) {
                return Ok(Some(notice));
            }
            work.keep_notice(notice)?;
            Ok(before)
        })
        .await
    }

    /// Forgets the message by which a member was told something about a game, and returns it.
    pub async fn take_notice(
        &self,
        game: GameId,
        member: MemberId,
    ) -> store::Result<Option<Notice>> {
        self.note(game, move |work| work.take_notice(game, member))
            .await
    }

    /// Notes something about a game or a challenge, which nobody waits for.
    async fn note<T: Send + 'static>(
        &self,
        game: GameId,
        job: impl Fn(&mut Work<'_>) -> store::Result<T> + Clone + Send + 'static,
    ) -> store::Result<T> {
        self.store.note(vec![Key::Number(game)], job).await
    }

    /// The message by which whoever is to move in a game was told so, with what it says.
    pub async fn notice_of_turn(&self, game: GameId) -> store::Result<Option<(Notice, Tell)>> {
        let notice = |work: &mut Work<'_>| notice_of_turn(work, game);
        self.look(Key::Number(game), notice).await
    }
}

fn abandon_unseen(work: &mut Work<'_>, game: GameId, begun_by: InteractionId) -> store::Result<()> {
    let Some(mut record) = work.game(game)? else {
        let unseen = work.challenge(game)?;
        if let Some(mut unseen) =
            unseen.filter(|unseen| unseen.message.is_none() && unseen.challenge.is_open())
        {
            let ending = ChallengeEnding::Withdrawn;
            unseen.challenge = unseen.challenge.closed(ending, begun_by.at());
            work.save_challenge(&unseen)?;
        }
        return Ok(());
    };
    let player = record.game.players().first.id();
    let is_unseen = record.board.is_none() && record.shown == begun_by;
    if is_unseen
        && !record.has_member_moved()
        && let Ok((game, events)) = record.game.apply(player, Action::Abandon, begun_by.at())
    {
        record.game = game;
        // The game that it went on from can be gone on from again.
        record.follows = None;
        work.save_game(&mut record, &events, begun_by.at())?;
    }
    Ok(())
}

fn notice_of_turn(work: &mut Work<'_>, game: GameId) -> store::Result<Option<(Notice, Tell)>> {
    let Some(record) = work.game(game)? else {
        return Ok(None);
    };
    let on_turn = record
        .game
        .to_move()
        .map(|seat| record.game.players().at(seat));
    let Some(Player::Member(member)) = on_turn else {
        return Ok(None);
    };
    let Some(notice) = work.notice(game, member)? else {
        return Ok(None);
    };
    let is_late = |reminder| notice.at >= reminder;
    let about = if record.game.reminder().is_some_and(is_late) {
        About::Reminder
    } else {
        About::Turn
    };
    let is_there = notice.channel == record.place.channel;
    let tell = Tell {
        game,
        member,
        about,
        way: if is_there { Way::Ping } else { Way::Direct },
        at: notice.at,
    };
    Ok(Some((notice, tell)))
}

/// Whether a member still has to know what a notice says: nothing was done in the game since then, or the challenge is open.
fn is_news(work: &mut Work<'_>, notice: Notice) -> store::Result<bool> {
    let Some(record) = work.game(notice.game)? else {
        let challenge = work.challenge(notice.game)?;
        return Ok(challenge.is_some_and(|record| {
            record.challenge.is_open() && record.challenge.invited == Some(notice.member)
        }));
    };
    // A former player has no seat by that number any more.
    let seat = record
        .game
        .players()
        .seat_of(PlayerId::Member(notice.member));
    Ok(seat.is_some_and(|seat| record.touched_by(seat) <= notice.at))
}
