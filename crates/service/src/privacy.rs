//! What is stored about a member: the export and the erasure.

use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::FutureExt;

use super::challenge::{ClosedChallenge, close};
use super::pairs::rate_first_alone;
use super::settle::{after_change, time_out};
use super::tables::leave_tables;
use super::{Caller, Error, GameUpdate, Refusal, Result, Service};
use nim_games::{Draw, Draws, Position, Variant};
use wythoff_game::records::{
    BossVote, ChallengeRecord, Coin, DailyReminder, DailyTry, Dare, DareTry, GameRecord, Ladder,
    Limit, MoveRecord, Notification, NotificationMessage, ObsoleteMessage, Practice,
    PracticeProgress, Question, QuestionAnswer, Race, RatingAfterGame, RoleId, TableRecord,
};
use wythoff_game::{
    Action, ChallengeEnding, Day, FormerId, GameId, MemberId, Refusal as GameRefusal, Seat,
};
use wythoff_store::{Member, Pending, Read, Tx};

/// How long gathering everything about a member may take. The member has been told to wait.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(30);

/// Everything that is stored about a member.
#[derive(Clone, Debug)]
pub struct Export {
    pub member: MemberId,
    /// The name last seen, and what the member has set.
    pub known: Member,
    /// Every game with its moves.
    pub games: Vec<(GameRecord, Vec<MoveRecord>)>,
    /// Every challenge made or received.
    pub challenges: Vec<ChallengeRecord>,
    /// The rating after each rated game, grouped by kind of game.
    pub ratings: Vec<(Variant, RatingAfterGame)>,
    /// What was solved in lessons.
    pub solved: Vec<Position>,
    /// The tries at puzzles of the day.
    pub dailies: Vec<DailyTry>,
    /// The servers whose crown the member wears, each with the day on which it was given.
    pub crowns: Vec<(i64, Day)>,
    /// The roles that the member has been given with crowns, each with its server.
    pub roles: Vec<(i64, RoleId)>,
    pub weeks_won: u64,
    /// The member's reminder of the puzzle of the day.
    pub reminder: Option<DailyReminder>,
    /// The member's race.
    pub race: Option<Race>,
    /// The most that the member has found in races of each server.
    pub race_bests: Vec<(i64, u64, u64, Option<Day>)>,
    /// The dares that the member has made, and the tries at dares.
    pub dares: Vec<Dare>,
    pub dare_tries: Vec<DareTry>,
    /// The questions that the member has asked, and their answers to questions.
    pub questions: Vec<Question>,
    pub answers: Vec<QuestionAnswer>,
    /// The tables at which the member sits or has sat.
    pub tables: Vec<TableRecord>,
    /// Who wins which game, as the member has predicted.
    pub predictions: Vec<(GameId, Seat)>,
    /// The servers from whose leaderboards the member is hidden.
    pub hidden_in: Vec<i64>,
    /// The positions to practise.
    pub practice: Vec<Practice>,
    pub practised: PracticeProgress,
    /// The ladders that were climbed.
    pub ladders: Vec<Ladder>,
    /// Their votes in the latest games against the Penguin.
    pub votes: Vec<BossVote>,
    /// The coins that were earned.
    pub coins: Vec<Coin>,
    /// The messages of the member's notifications.
    pub notifications: Vec<NotificationMessage>,
    /// The notifications still to be sent to the member.
    pub to_send: Vec<Notification>,
}

/// How long it is known that a puzzle was tried before an erasure: longer than a try at it may count.
const TRY_REMEMBERED: Duration = Duration::from_hours(48);

/// The result of an erasure.
#[derive(Clone, Debug)]
pub struct Erased {
    /// The games that were resigned, with the member's id not yet replaced.
    pub resigned: Vec<GameUpdate>,
    /// The challenges that were withdrawn or declined.
    pub closed: Vec<ClosedChallenge>,
    /// The messages of the member's other notifications, to be deleted.
    pub notifications: Vec<ObsoleteMessage>,
}

impl Service {
    /// Whether an erasure also overwrites the data in the files of the database.
    #[must_use]
    pub fn overwrites_erased(&self) -> bool {
        self.store.overwrites_erased()
    }

    /// Everything that is stored about a member. Exports run one at a time, so that other long
    /// reads get their turn.
    pub async fn export(&self, member: MemberId) -> wythoff_store::Result<Export> {
        let _turn = self.exports.lock().await;
        self.store
            .long_read(EXPORT_TIMEOUT, move |mut view: Read| async move {
                Ok(Export {
                    member,
                    known: view.member(member).await?,
                    games: view.all_games(member).await?,
                    challenges: view.all_challenges(member).await?,
                    ratings: view.all_ratings(member).await?,
                    solved: view.all_solved(member).await?,
                    dailies: view.all_dailies(member).await?,
                    crowns: view.crowns_of(member).await?,
                    roles: view.roles_of(member).await?,
                    weeks_won: view.weeks_won(member).await?,
                    reminder: view.reminder(member).await?,
                    race: view.race(member).await?,
                    race_bests: view.race_bests(member).await?,
                    dares: view.dares_by(member).await?,
                    dare_tries: view.dare_tries(member).await?,
                    questions: view.questions_by(member).await?,
                    answers: view.answers_of(member).await?,
                    tables: view.tables_of(member).await?,
                    votes: view.boss_votes(member).await?,
                    predictions: view.predictions(member).await?,
                    hidden_in: view.hidden_in(member).await?,
                    practice: view.practice(member).await?,
                    practised: view.practised(member).await?,
                    ladders: view.ladders(member).await?,
                    coins: view.coins(member).await?,
                    notifications: view.all_notifications(member).await?,
                    to_send: view.to_send_to(member).await?,
                })
            })
            .await
    }

    /// Erases a member: running games are resigned, open challenges are closed, and a random id
    /// replaces the member's everywhere. Opponents keep their results. Erasing twice does no harm.
    pub fn erase(&self, caller: Caller) -> Pending<Erased, Error> {
        let draws = self.chance.draws();
        let enforces_deadlines = self.enforces_deadlines.clone();
        self.change_alone(caller, move |tx, caller| {
            async move {
                let enforces_deadlines = enforces_deadlines.load(Ordering::Acquire);
                erase(tx, caller, draws, enforces_deadlines).await
            }
            .boxed()
        })
    }
}

/// Resigns and closes everything, and replaces the member's id with another.
pub(super) async fn erase(
    tx: &mut Tx,
    caller: &Caller,
    draws: Draws,
    enforces_deadlines: bool,
) -> Result<Erased> {
    let notifications = tx.latest_notifications(caller.member).await?;
    let (resigned, closed) = (
        resign_all(tx, caller, enforces_deadlines).await?,
        close_all(tx, caller).await?,
    );
    let is_listed = |notice: &ObsoleteMessage| {
        let of_games = resigned.iter().flat_map(|update| &update.obsolete);
        let of_challenges = closed.iter().flat_map(|closed| &closed.obsolete);
        of_games.chain(of_challenges).any(|known| known == notice)
    };
    let others = notifications.into_iter().map(NotificationMessage::obsolete);
    let others: Vec<_> = others.filter(|notice| !is_listed(notice)).collect();
    for &obsolete in &others {
        tx.note_to_delete(obsolete, caller.at()).await?;
    }
    let erased = Erased {
        notifications: others,
        resigned,
        closed,
    };
    let mut former = random_former_id(draws.skill);
    while tx.is_taken(former).await? {
        former = FormerId(former.0 - 1);
    }
    note_puzzles(tx, caller).await?;
    leave_tables(tx, (caller.member, caller.at()), draws).await?;
    tx.erase_member(caller.member, former).await?;
    Ok(erased)
}

/// Notes which puzzles the member has tried, or been helped with, that could still be tried: an erasure gives no second
/// try.
async fn note_puzzles(tx: &mut Tx, caller: &Caller) -> Result<()> {
    let today = Day::of(caller.at());
    for day in [today.minus(1), today] {
        let tried = tx.daily(caller.member, day).await?;
        if tried.is_some_and(|it| it.is_helped || !it.attempt.steps().is_empty()) {
            let limit = Limit::Tried(caller.member, day);
            tx.limit(limit, caller.at(), TRY_REMEMBERED).await?;
        }
    }
    Ok(())
}

/// Resigns every running game of a member.
pub(super) async fn resign_all(
    tx: &mut Tx,
    caller: &Caller,
    enforces_deadlines: bool,
) -> Result<Vec<GameUpdate>> {
    let at = caller.at();
    let mut resigned = Vec::new();
    for record in tx.running_games(caller.member, None).await? {
        let seat = record.game.players().seat_of(caller.player());
        let resign = Action::Resign { seen: None };
        let mut update = match record.game.apply(caller.player(), resign, at) {
            Ok(ended) => after_change(tx, record, ended, seat, at).await?,
            Err(GameRefusal::OutOfTime) if !enforces_deadlines => {
                return Err(Error::refused(Refusal::ExtendingDeadlines));
            }
            Err(GameRefusal::OutOfTime) => {
                let mut update = time_out(tx, record, at).await?;
                let is_other = |it: &Notification| it.member != caller.member;
                update.notifications.retain(is_other);
                update
            }
            Err(refusal) => return Err(Error::about(refusal, record)),
        };
        rate_first_alone(tx, &mut update, at).await?;
        update.save(tx, at).await?;
        resigned.push(update);
    }
    Ok(resigned)
}

/// Closes open challenges that a member has made or received.
pub(super) async fn close_all(tx: &mut Tx, caller: &Caller) -> Result<Vec<ClosedChallenge>> {
    let mut closed = Vec::new();
    for id in tx.open_challenge_ids(caller.member).await? {
        let Some(record) = tx.challenge(id).await? else {
            continue;
        };
        let ending = if record.challenge.is_over_for(caller.member, caller.at()) {
            ChallengeEnding::Expired
        } else if record.challenge.challenger == caller.member.into() {
            ChallengeEnding::Withdrawn
        } else {
            ChallengeEnding::Declined
        };
        let challenge = record.challenge.closed(ending, caller.at());
        let mut over = close(tx, record, challenge).await?;
        // Nobody has said no.
        if let Some(declined) = over.declined.take() {
            tx.note_sent(declined).await?;
        }
        closed.push(over);
    }
    Ok(closed)
}

/// A random negative id, which no member has.
fn random_former_id(draw: Draw) -> FormerId {
    FormerId(-1 - i64::try_from(draw.below(1 << 62)).unwrap_or(0))
}
