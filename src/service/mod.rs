//! Use cases: what members do, as load, decide, save. Knows the store and where numbers are drawn; knows nothing of Discord,
//! of messages or of languages.
//!
//! Every change is one job of the store's writer. Each is safe against being asked for twice: a game's number is that of the
//! interaction that made it, and applied interactions are remembered.

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

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use futures::future::BoxFuture;

pub use act::{Acted, Target};
pub use begin::{Beginner, NewGame};
pub use challenge::{Answered, Challenged, ClosedChallenge, NewChallenge, Shown};
pub use chance::Chance;
pub use due::{Due, GivenBack, Judging, MARK_EVERY, SMALLEST_GAP};
pub use error::{Error, Refusal};
pub use find::Fitting;
pub use progress::{About, Tell, Way};
pub use review::Finished;
pub use sequel::{GoneOn, Next};
pub use settings::{Erased, Export};
pub use standings::{A_PAGE, Leaderboard, Stats, Turn};

use crate::game::{Action, ChallengeEnding, GameId, MemberId, Player, PlayerId, Timestamp};
use crate::store::{
    self, GameRecord, InteractionId, MessageId, Notice, Pending, Place, Snapshot, Store,
};

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
            store,
            chance,
            met: once::Met::default(),
            judges_deadlines: Arc::default(),
        }
    }

    /// Asks something that may be refused.
    async fn look<T: Send + 'static>(
        &self,
        query: impl for<'c> FnOnce(Snapshot<'c>) -> BoxFuture<'c, Result<T, Error>> + Send,
    ) -> Result<T, Error> {
        let answer = self.store.read(|view| {
            let query = query(view);
            Box::pin(async move {
                match query.await {
                    Err(Error::Fault(fault)) => Err(fault),
                    answer => Ok(answer),
                }
            })
        });
        answer.await?
    }

    /// A game as it is now.
    ///
    /// # Errors
    /// What the store says.
    pub async fn game(&self, id: GameId) -> Result<Option<GameRecord>, store::Error> {
        self.store
            .read(move |mut view| Box::pin(async move { view.game(id).await }))
            .await
    }

    /// A member's running games everywhere: those on which the member is to move first, then by when they were shown last.
    ///
    /// # Errors
    /// What the store says.
    pub async fn running_games(&self, member: MemberId) -> Result<Vec<GameRecord>, store::Error> {
        let games = self
            .store
            .read(move |mut view| Box::pin(async move { view.running_games(member).await }));
        let mut games = games.await?;
        games.sort_by_key(|record| !find::is_to_move(record, member));
        Ok(games)
    }

    /// The language that a member has chosen, if any.
    ///
    /// # Errors
    /// What the store says.
    pub async fn language(&self, member: MemberId) -> Result<Option<String>, store::Error> {
        self.store
            .read(move |mut view| Box::pin(async move { view.language(member).await }))
            .await
    }

    /// Notes that a message has been shown as a game's board, or as a challenge. What an earlier interaction showed does not
    /// replace what a later one did, whichever is noted first.
    pub fn note_board(
        &self,
        game: GameId,
        board: MessageId,
        by: InteractionId,
    ) -> Pending<Option<Acted>, store::Error> {
        self.store.write(move |mut changes| {
            Box::pin(async move {
                let Some(mut record) = changes.view().game(game).await? else {
                    changes.show_challenge(game, board).await?;
                    return Ok(None);
                };
                let other = record.board.filter(|&known| known != board);
                let retired = if record.board.is_some() && record.shown > by {
                    other.map(|_| board)
                } else {
                    changes.show_board(game, board, by).await?;
                    record.board = Some(board);
                    other
                };
                Ok(Some(Acted {
                    retired,
                    ..Acted::of(record)
                }))
            })
        })
    }

    /// Ends what an interaction began, if nobody can have seen anything of it: a game, or a challenge. Who has done something in
    /// it has seen it, by whatever answer.
    pub fn abandon_unseen(
        &self,
        game: GameId,
        begun_by: InteractionId,
    ) -> Pending<(), store::Error> {
        self.store.write(move |mut changes| {
            Box::pin(async move {
                if game.0 != begun_by.0 {
                    return Ok(());
                }
                let Some(record) = changes.view().game(game).await? else {
                    let unseen = changes.view().challenge(game).await?;
                    if let Some(unseen) = unseen.filter(|unseen| unseen.message.is_none()) {
                        let ending = ChallengeEnding::Withdrawn;
                        let challenge = unseen.challenge.closed(ending, begun_by.at());
                        changes.close_challenge(&challenge).await?;
                    }
                    return Ok(());
                };
                let player = record.game.players().first.id();
                let is_unseen = record.board.is_none() && record.shown == begun_by;
                if is_unseen
                    && !has_member_moved(&record)
                    && let Ok((game, events)) =
                        record.game.apply(player, Action::Abandon, begun_by.at())
                {
                    changes.save_game(&game, &events, begun_by.at()).await?;
                    // The game that it went on from can be gone on from again.
                    changes.unfollow(game.id()).await?;
                }
                Ok(())
            })
        })
    }

    /// Keeps the message by which a member was told something about a game or a challenge, unless the member has done something there since
    /// then, or has been told something newer. Returns a message that is not wanted any more: this one, or the one that it takes
    /// the place of.
    pub fn keep_notice(&self, notice: Notice) -> Pending<Option<Notice>, store::Error> {
        self.store.write(move |mut changes| {
            Box::pin(async move {
                let is_news = is_news(&mut changes.view(), notice).await?;
                let before = changes.view().notice(notice.game, notice.member).await?;
                if !is_news || before.is_some_and(|before| before.at > notice.at) {
                    return Ok(Some(notice));
                }
                changes.keep_notice(&notice).await?;
                Ok(before)
            })
        })
    }

    /// Forgets the message by which a member was told something about a game, and returns it.
    pub fn take_notice(
        &self,
        game: GameId,
        member: MemberId,
    ) -> Pending<Option<Notice>, store::Error> {
        self.store.write(move |mut changes| {
            Box::pin(async move { changes.take_notice(game, member).await })
        })
    }

    /// The message by which whoever is to move in a game was told so, with what it says.
    ///
    /// # Errors
    /// What the store says.
    pub async fn notice_of_turn(
        &self,
        game: GameId,
    ) -> Result<Option<(Notice, Tell)>, store::Error> {
        self.store
            .read(move |mut view| Box::pin(async move { notice_of_turn(&mut view, game).await }))
            .await
    }

    /// The name under which a member was last seen.
    ///
    /// # Errors
    /// What the store says.
    pub async fn name(&self, member: MemberId) -> Result<Option<String>, store::Error> {
        self.store
            .read(move |mut view| Box::pin(async move { view.name(member).await }))
            .await
    }
}

async fn notice_of_turn(
    view: &mut Snapshot<'_>,
    game: GameId,
) -> Result<Option<(Notice, Tell)>, store::Error> {
    let Some(record) = view.game(game).await? else {
        return Ok(None);
    };
    let on_turn = record
        .game
        .to_move()
        .map(|seat| record.game.players().at(seat));
    let Some(Player::Member(member)) = on_turn else {
        return Ok(None);
    };
    let Some(notice) = view.notice(game, member).await? else {
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

/// Whether a member has made a move: the bot's first one is made with the game.
fn has_member_moved(record: &GameRecord) -> bool {
    let by_bot = u32::from(matches!(record.game.players().first, Player::Bot(_)));
    record.game.ply() > by_bot
}

/// Whether a member still has to know what a notice says: nothing was done in the game since then, or the challenge is open.
async fn is_news(view: &mut Snapshot<'_>, notice: Notice) -> Result<bool, store::Error> {
    let Some(record) = view.game(notice.game).await? else {
        let challenge = view.challenge(notice.game).await?;
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
