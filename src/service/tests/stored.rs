//! Use cases whose results outlive them, over a real database file.

use std::sync::Arc;

use super::*;
use crate::records::NotificationMessage;
use crate::service::{Chance, Erased, GameFilter, Service};
use crate::store::{Database, Store};

/// A service over an empty database.
struct Bench {
    _folder: tempfile::TempDir,
    service: Service,
    now: Timestamp,
}

impl Bench {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("test.db");
        let database = Database::at(&format!("sqlite://{}", file.display())).expect("an address");
        let store = Arc::new(Store::open(database).await.expect("a database"));
        Self {
            _folder: folder,
            service: Service::new(store, Chance::seeded(1)),
            now: START,
        }
    }

    /// An interaction of a member, some time after the one before it.
    fn caller(&mut self, member: MemberId, later: Duration) -> Caller {
        self.now = self.now.after(later);
        Caller {
            interaction: InteractionId::first_at(self.now),
            member,
            name: format!("member {}", member.0),
            place: Place {
                guild: Some(SERVER),
                channel: ChannelId(20),
                editable: true,
                language: "en-US".to_owned(),
            },
        }
    }

    /// A member's game against the bot.
    async fn starts(&mut self) -> GameId {
        let caller = self.caller(ANNA, SECOND);
        let new = NewGame {
            start: wythoff::Position::new(10, 6).into(),
            first: WhoStarts::Me,
            level: Level::Perfect,
        };
        let begun = self.service.start(caller, new).done().await;
        begun.expect("begun").record.game.id()
    }

    /// A challenge of Boris to Anna.
    async fn challenges(&mut self) -> Result<GameId> {
        let caller = self.caller(BORIS, SECOND);
        let new = NewChallenge {
            invited: Some(ANNA),
            invited_name: None,
            start: ChallengeFrom::Position("wythoff: 3 5".parse().expect("a position")),
            first: ChallengeStart::Fixed(WhoStarts::Opponent),
            clock: Some(Clock::FiveMinutes),
        };
        let made = self.service.challenge(caller, new).done().await;
        Ok(made?.record.challenge.id)
    }

    /// Erases Anna.
    async fn erases(&mut self, later: Duration) -> Erased {
        let caller = self.caller(ANNA, later);
        self.service.erase(caller).done().await.expect("erased")
    }
}

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_mins(1);

#[tokio::test]
async fn an_older_board_does_not_replace_a_newer_one() {
    let mut bench = Bench::new().await;
    let game = bench.starts().await;
    let [first, second] = [(); 2].map(|()| bench.caller(ANNA, SECOND).interaction);
    let (older, newer) = (MessageId(7), MessageId(8));
    let noted = bench.service.note_board(game, newer, second).await;
    assert_eq!(noted.expect("noted").expect("a game").old_board, None);
    // It was posted before, and is noted after it.
    let noted = bench.service.note_board(game, older, first).await;
    let noted = noted.expect("noted").expect("a game");
    assert_eq!(noted.old_board, Some(older));
    assert_eq!(noted.record.board, Some(newer));
}

#[tokio::test]
async fn a_notification_that_comes_after_the_move_is_deleted() {
    let mut bench = Bench::new().await;
    let game = bench.starts().await;
    let notice = |at| NotificationMessage {
        game,
        member: ANNA,
        channel: ChannelId(20),
        message: MessageId(9),
        editable: true,
        at,
    };
    let active = bench.now;
    let late = notice(active.before(SECOND));
    let kept = bench.service.keep_notification(late).await;
    assert_eq!(kept.expect("noted"), Some(late), "it is to be deleted");
    let kept = bench.service.keep_notification(notice(active)).await;
    assert_eq!(kept.expect("noted"), None);
}

#[tokio::test]
async fn what_an_erasure_itself_declines_protects_others_too() {
    let mut bench = Bench::new().await;
    bench.challenges().await.expect("challenged");
    bench.erases(SECOND).await;
    let again = bench.challenges().await;
    assert!(
        matches!(refusal(again), Refusal::DeclinedBefore { .. }),
        "nobody is asked twice"
    );
}

#[tokio::test]
async fn whoever_erases_instead_of_turning_up_was_excused_once_today() {
    let mut bench = Bench::new().await;
    bench.service.judge_deadlines(true);
    let mut outcomes = Vec::new();
    for _ in 0..2 {
        let id = bench.challenges().await.expect("challenged");
        let caller = bench.caller(ANNA, SECOND);
        let accept = bench
            .service
            .answer(caller, id, ChallengeAnswer::Accept, MessageId(2));
        accept.done().await.expect("accepted");
        let erased = bench.erases(6 * MINUTE).await;
        let [ended] = &erased.resigned[..] else {
            panic!("one game has ended");
        };
        outcomes.push(ended.record.game.outcome());
    }
    let excused: Vec<bool> = outcomes
        .iter()
        .map(|outcome| *outcome == Some(Outcome::NoShow))
        .collect();
    assert_eq!(excused, [true, false]);
}

#[tokio::test]
async fn an_erasure_knows_what_was_declined_just_before_it() {
    let mut bench = Bench::new().await;
    let id = bench.challenges().await.expect("challenged");
    let [anna, boris] = [ANNA, BORIS].map(|member| bench.caller(member, SECOND));
    // Both are queued together.
    let decline = bench
        .service
        .answer(anna, id, ChallengeAnswer::Decline, MessageId(2));
    let erase = bench.service.erase(boris);
    decline.done().await.expect("declined");
    erase.done().await.expect("erased");
    let again = bench.challenges().await;
    assert!(matches!(refusal(again), Refusal::DeclinedBefore { .. }));
}

#[tokio::test]
async fn a_move_whose_board_was_delivered_may_be_typed_again_whether_or_not_that_was_saved() {
    let mut bench = Bench::new().await;
    let game = bench.starts().await;
    let types = async |bench: &mut Bench| {
        let caller = bench.caller(ANNA, SECOND);
        let by = caller.interaction;
        let action = Action::Move {
            mv: Move::take([1]),
            seen: None,
        };
        let target = Target::Command(Some(game), GameFilter::Any);
        let typed = bench.service.act(caller, target, action).done().await;
        (typed.expect("typed").record.game.ply(), by)
    };
    let (made, first) = types(&mut bench).await;
    // Nobody has seen the board.
    let (again, _) = types(&mut bench).await;
    assert_eq!(again, made);
    bench.service.delivered.note(game, first);
    let (more, _) = types(&mut bench).await;
    assert!(more > made);
}
