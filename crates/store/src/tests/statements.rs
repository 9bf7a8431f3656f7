//! Checks of every statement in the files of `src/`, not of those in `engine/`: a test runs it, both
//! databases understand it, and it scans no whole table.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use syn::visit::{self, Visit};

use super::rows::filled_on;
use super::*;
use crate::statement::STATEMENTS;
use nim_games::{Numbers, TableGame, TableRules};
use wythoff_game::rating::Rating;
use wythoff_game::records::{
    BossRecord, DailyChannel, DailyReminder, DailyTry, Dare, DareTry, EditToken, Identify, Ladder,
    LeaderboardKey, Limit, MemberChange, Notification, NotificationKind, NotificationMessage,
    NotifyVia, Order, Page, Post, Practice, PracticeProgress, Question, QuestionAnswer, Race,
    Ranking, RatedResult, RatingAfterGame, RoleChange, RoleId, Scope, ServerSettings, Span,
    TableRecord, Visibility, Word,
};
use wythoff_game::{Boss, Day, FormerId, Seat, Table, TurnTime};

/// SQL that only one of the databases understands, or that the two understand differently.
const NOT_PORTABLE: [&str; 14] = [
    "json_",
    "->>",
    "OR ROLLBACK",
    "OR REPLACE",
    "OR IGNORE",
    "iif(",
    "changes()",
    "rowid",
    "max(",
    "min(",
    "FOR UPDATE",
    "now()",
    "GREATEST",
    "RANDOM",
];

/// The time of most changes in this file.
const AT: Timestamp = Timestamp(1_000_000_000_000);
const BORIS: MemberId = MemberId(11);
const DAY: Duration = Duration::from_hours(24);

/// Runs the statements, and returns them.
async fn all_statements(bench: Bench) -> (Bench, BTreeSet<String>) {
    let bench = filled_on(bench).await;
    let running = bench.change(|tx| {
        async move {
            people(tx).await?;
            games(tx).await?;
            messages(tx).await?;
            dailies(tx).await?;
            crown_roles(tx).await?;
            races(tx).await?;
            posts(tx).await?;
            tables(tx).await?;
            bosses(tx).await?;
            practice(tx).await?;
            ladders(tx).await?;
            time(tx).await?;
            standings(tx).await
        }
        .boxed()
    });
    running.done().await.expect("all of them are run");
    // `STATEMENTS` is thread-local, and the test and the writing task share a thread.
    (bench, STATEMENTS.take())
}

async fn people(tx: &mut Tx) -> Result<()> {
    tx.claim(InteractionId(5), ANNA, "Anna").await?;
    tx.forget_interactions(AT).await?;
    let token = EditToken {
        message: MessageId(82),
        application: 1,
        interaction: InteractionId(7),
        channel: HERE,
        token: "ghi".to_owned(),
        by_id: true,
    };
    tx.keep_edit_token(&token).await?;
    tx.edit_token(MessageId(82), InteractionId(1)).await?;
    tx.forget_edit_tokens(AT).await?;
    tx.draft("1:0:7").await?;
    tx.save_draft("1:0:7", "A3", AT).await?;
    tx.forget_drafts(AT).await?;
    tx.set_member_name(MemberId(15), "new").await?;
    let settings = tx.member(BORIS).await?.settings;
    let blocking = MemberChange::Blocked {
        added: vec![MemberId(15)],
        removed: vec![MemberId(13)],
    };
    let mut settings = settings.with(blocking);
    settings.visibility = Visibility::Nowhere;
    tx.set_member_settings(BORIS, &settings).await?;
    tx.note_told_of_lessons(BORIS).await?;
    tx.note_direct(BORIS, true).await?;
    tx.has_blocked(ANNA, BORIS).await?;
    tx.server_settings(Some(30)).await?;
    tx.set_server_settings(33, &ServerSettings::default())
        .await?;
    for editable in [false, true] {
        let place = Place {
            guild: Some(31 + i64::from(editable)),
            channel: HERE,
            editable,
            language: "en-US".to_owned(),
        };
        tx.active_server_settings(&place).await?;
    }
    let no_servers = HashSet::new();
    tx.compare_servers(&no_servers, (0, 1), AT, DAY).await?;
    tx.compare_servers(&no_servers, (0, 1), AT.plus(3 * DAY), DAY)
        .await?;
    Ok(())
}

async fn games(tx: &mut Tx) -> Result<()> {
    let mut begun = record(7, ChannelId(7));
    tx.begin_game(&begun).await?;
    tx.save_game(&begun).await?;
    let ply = MoveRecord::new(Move::take([1]), 0, AT);
    tx.add_plies(GameId(7), 1, &[ply; 3]).await?;
    tx.show_new_game(GameId(7), MessageId(1), InteractionId(1))
        .await?;
    tx.show_game(GameId(7), MessageId(1), InteractionId(1))
        .await?;
    tx.delete_plies_after(GameId(7), 0).await?;
    let resign = Action::Resign { seen: None };
    let ended = begun
        .game
        .apply(PlayerId::Member(ANNA), resign, Timestamp(9));
    begun.game = ended.expect("it runs").0;
    begun.end(Vec::new());
    tx.save_game(&begun).await?;
    tx.changed(GameId(1000)).await?;
    tx.game(GameId(1000)).await?;
    tx.plies(GameId(1000)).await?;
    tx.successor(GameId(1000)).await?;
    tx.running_games(ANNA, None).await?;
    tx.running_games_with_opponents(ANNA).await?;
    tx.running_game(HERE, ANNA, PlayerId::Member(BORIS)).await?;
    tx.typed_games(ANNA, HERE, InteractionId(0)).await?;
    tx.finished_games(ANNA, None, 5).await?;
    tx.all_games(ANNA).await?;
    tx.running_starts(5).await?;
    let challenge = tx.challenge(GameId(2000)).await?.expect("a challenge");
    tx.save_challenge(&challenge).await?;
    let mut another = challenge.clone();
    another.challenge.id = GameId(2010);
    tx.make_challenge(&another).await?;
    tx.show_challenge(GameId(2010), MessageId(1), AT).await?;
    tx.open_challenges(ANNA, AT).await?;
    tx.open_challenge_ids(ANNA).await?;
    tx.all_challenges(ANNA).await?;
    Ok(())
}

async fn crown_roles(tx: &mut Tx) -> Result<()> {
    tx.role_changes().await?;
    tx.roles_of(ANNA).await?;
    for is_given in [true, false] {
        let change = RoleChange {
            guild: 30,
            member: ANNA,
            role: RoleId(50),
            is_given,
        };
        tx.wants_role(change).await?;
        tx.begin_role(change).await?;
        tx.note_role(change).await?;
        tx.refuse_role(change).await?;
    }
    Ok(())
}

async fn dailies(tx: &mut Tx) -> Result<()> {
    let (day, now) = (Day::of(AT), AT);
    let it = DailyTry {
        attempt: solved_after(day, &[]),
        ..DailyTry::new(ANNA, day, Some(30))
    };
    tx.set_member_name(ANNA, "Anna").await?;
    tx.save_daily(&it).await?;
    tx.daily(ANNA, day).await?;
    tx.all_dailies(ANNA).await?;
    tx.latest_streak(ANNA, day).await?;
    tx.daily_counts(day).await?;
    tx.day_marks(ANNA, day, day).await?;
    tx.count_rated(ANNA, Variant::Nim).await?;
    tx.ratings_after(GameId(1_000)).await?;
    tx.tally((30, Timestamp(0)), ANNA, BORIS).await?;
    tx.most_days_solved(ANNA, Day(20_000)).await?;
    tx.count_solved(ANNA).await?;
    tx.flawless_in_a_row(ANNA, (day.minus(9), day)).await?;
    tx.slips_of(ANNA).await?;
    tx.shared_dailies(30, &it).await?;
    tx.daily_rank(30, &it).await?;
    let settings = ServerSettings {
        daily: Some(DailyChannel {
            channel: HERE,
            language: "en-US".to_owned(),
            hour: 18,
            is_refused: false,
        }),
        ..ServerSettings::default()
    };
    tx.set_server_settings(30, &settings).await?;
    tx.set_daily_due(30, Some(now)).await?;
    tx.move_daily_due(30, 0).await?;
    tx.next_daily().await?;
    tx.due_dailies(now).await?;
    tx.begin_daily_post(30, now).await?;
    tx.dailies_to_post().await?;
    tx.daily_to_post(30, day).await?;
    tx.note_daily_posted((30, HERE), day, Some(MessageId(7)))
        .await?;
    tx.begin_daily_post(30, now.plus(Duration::from_hours(48)))
        .await?;
    tx.ended_post(30, day).await?;
    tx.running_post(30, day).await?;
    tx.last_week(30, day.monday()).await?;
    tx.ended_tries(30, day).await?;
    tx.note_post_drawn(Post::DailyResult(30, day), 1).await?;
    tx.daily_to_post(30, day.plus(2)).await?;
    tx.ask_for_daily_posts(30).await?;
    tx.forget_earlier_dailies(day).await?;
    for span in [Span::Week(day.monday()), Span::AllTime] {
        tx.daily_table(30, span).await?;
    }
    let (member, it) = (MemberId(77), it);
    tx.set_member_name(member, "Carla").await?;
    tx.save_daily(&DailyTry { member, ..it }).await?;
    tx.crown(day.monday().plus(7)).await?;
    tx.last_crowned().await?;
    tx.crowned(30).await?;
    tx.own_week(ANNA, Day(21_921)).await?;
    tx.weeks_won(ANNA).await?;
    tx.stars(ANNA, day).await?;
    tx.month_table(30, day).await?;
    tx.set_quiet(30, HERE, true).await?;
    tx.is_quiet(30, HERE).await?;
    tx.set_quiet(30, HERE, false).await?;
    tx.hide_member(30, ANNA).await?;
    tx.hidden_members(30).await?;
    tx.hidden_in(ANNA).await?;
    tx.unhide_member(30, ANNA).await?;
    tx.crowns_of(ANNA).await?;
    let reminder = DailyReminder {
        member: ANNA,
        is_daily: true,
        due: Some(now),
        to_send: Some(day),
        place: Place {
            guild: Some(30),
            channel: HERE,
            editable: true,
            language: "en-US".to_owned(),
        },
        since: Day(21_900),
    };
    tx.save_reminder(&reminder).await?;
    tx.reminder(ANNA).await?;
    tx.next_reminder().await?;
    tx.due_reminders(now).await?;
    tx.reminders_to_send().await?;
    tx.latest_tries_begun(ANNA).await?;
    tx.latest_daily_guild(ANNA).await?;
    tx.delete_reminder(ANNA).await
}

async fn races(tx: &mut Tx) -> Result<()> {
    let race = Race {
        member: ANNA,
        guild: Some(30),
        begun: AT,
        seed: -7,
        found: 4,
        mistakes: 2,
        best: 11,
    };
    tx.save_race(&race).await?;
    tx.race(ANNA).await?;
    tx.race_bests(ANNA).await?;
    tx.best_races(30, Day(21_921), 3).await.map(drop)
}

fn here() -> Place {
    Place {
        guild: Some(30),
        channel: HERE,
        editable: true,
        language: "en-US".to_owned(),
    }
}

async fn tables(tx: &mut Tx) -> Result<()> {
    let mut set = TableRecord {
        id: InteractionId(3_004),
        place: here(),
        message: None,
        table: Table::new(
            (
                TableRules {
                    game: TableGame::Nim,
                    most: None,
                    target: None,
                },
                TurnTime::Minute,
            ),
            ANNA,
            AT,
        ),
    };
    set.table.join(BORIS, AT).expect("a seat");
    let mut numbers = Numbers::of([Draw::new(1), Draw::new(2)]);
    set.table.begin(ANNA, AT, &mut numbers).expect("begun");
    tx.save_table(&set).await?;
    tx.table(set.id).await?;
    tx.open_table_in(HERE).await?;
    tx.due_tables(AT).await?;
    tx.next_table_due().await?;
    tx.slow_tables(AT).await?;
    tx.note_called(set.id, AT).await?;
    tx.tables_of(BORIS).await?;
    tx.table_tally(BORIS).await?;
    tx.table_winners(30, AT).await?;
    tx.note_change_of(Post::Table(set.id)).await?;
    tx.note_message_of(Post::Table(set.id), MessageId(9))
        .await?;
    let undrawn = tx.count_undrawn(Post::Table(set.id)).await?;
    tx.note_post_drawn(Post::Table(set.id), undrawn).await
}

async fn bosses(tx: &mut Tx) -> Result<()> {
    let mut record = BossRecord::awaited(30, here(), AT);
    record.begin(Boss::at("nim: 3 5 7".parse().expect("a position"), AT));
    tx.save_boss(&record).await?;
    tx.boss(30).await?;
    tx.due_bosses(AT).await?;
    tx.next_boss_due().await?;
    tx.count_beaten().await?;
    let mv = "A1".parse().expect("a move");
    tx.save_boss_vote(30, BORIS, mv).await?;
    tx.boss_vote(30, BORIS).await?;
    tx.boss_votes(BORIS).await?;
    tx.votes_for(30).await?;
    tx.boss_voters(30).await?;
    tx.give_boss_coins(30, Variant::Nim, AT).await?;
    tx.clear_boss_votes(30).await?;
    tx.forget_boss_voters(30).await?;
    tx.note_message_of(Post::Boss(30), MessageId(9)).await?;
    let undrawn = tx.count_undrawn(Post::Boss(30)).await?;
    tx.note_post_drawn(Post::Boss(30), undrawn).await
}

async fn posts(tx: &mut Tx) -> Result<()> {
    let place = here();
    let dare = Dare {
        id: InteractionId(3001),
        by: Some(ANNA),
        place: place.clone(),
        message: None,
        start: "nim: 3 5 7".parse().expect("a position"),
        animal: Animal::Otter,
        begins: true,
        moves: 4,
    };
    tx.add_dare(&dare).await?;
    tx.dare(dare.id).await?;
    tx.dares_by(ANNA).await?;
    let tried = DareTry {
        dare: dare.id,
        member: BORIS,
        moves: vec![Move::take([1])],
        is_won: Some(true),
    };
    tx.save_dare_try(&tried, 1).await?;
    tx.dare_try(dare.id, BORIS).await?;
    tx.dare_tries(BORIS).await?;
    tx.dare_results(dare.id, 20).await?;
    let question = Question {
        id: InteractionId(3003),
        by: Some(ANNA),
        place,
        message: None,
        position: "nim: 3 5 7".parse().expect("a position"),
        is_closed: false,
        is_anonymous: false,
    };
    tx.add_question(&question).await?;
    tx.question(question.id).await?;
    tx.questions_by(ANNA).await?;
    tx.named_answers(question.id).await?;
    let answer = QuestionAnswer {
        question: question.id,
        member: BORIS,
        mv: Move::take([1]),
    };
    tx.save_answer(answer).await?;
    tx.answer(question.id, BORIS).await?;
    tx.answers_of(BORIS).await?;
    tx.answers_to(question.id).await?;
    tx.shares(question.id).await?;
    tx.close_question(question.id).await?;
    tx.open_questions_in(HERE).await?;
    tx.dares_in(HERE).await?;
    tx.save_prediction(GameId(1_000), BORIS, Seat::First)
        .await?;
    tx.prediction(GameId(1_000), BORIS).await?;
    tx.guesses(GameId(1_000), Seat::First).await?;
    tx.count_foreseen(BORIS).await?;
    tx.predictions(BORIS).await?;
    tx.undrawn_posts().await?;
    tx.running_games_in(HERE).await?;
    tx.daily_post_shown(30, Day(21_921)).await?;
    let daily = Post::Daily(30, Day(21_921));
    tx.count_undrawn(Post::DailyResult(30, Day(21_921))).await?;
    for post in [Post::Dare(dare.id), Post::Question(question.id), daily] {
        tx.note_change_of(post).await?;
        tx.note_message_of(post, MessageId(9)).await?;
        let undrawn = tx.count_undrawn(post).await?;
        tx.note_post_drawn(post, undrawn).await?;
    }
    tx.note_dares_closed(AT, AT).await?;
    tx.old_questions(AT).await?;
    tx.forget_posts(AT).await
}

async fn practice(tx: &mut Tx) -> Result<()> {
    let it = Practice {
        member: ANNA,
        game: GameId(1001),
        ply: 1,
        position: "wythoff: 4 4".parse().expect("a position"),
        stage: 0,
        due: Day::of(AT),
    };
    tx.save_practice(&it).await?;
    tx.practice(ANNA).await?;
    tx.delete_practice(&it).await?;
    tx.set_practised(ANNA, PracticeProgress::default()).await?;
    tx.practised(ANNA).await.map(drop)
}

async fn ladders(tx: &mut Tx) -> Result<()> {
    let ladder = Ladder::new(ANNA, Variant::Wythoff);
    tx.save_ladder(&ladder).await?;
    tx.ladder(ANNA, ladder.variant).await?;
    tx.ladders(ANNA).await?;
    tx.recent_accuracy(ANNA, None).await?;
    tx.head_to_head(ANNA, BORIS, Some(ladder.variant)).await?;
    tx.recent_moves(ANNA, ladder.variant).await.map(drop)
}

async fn messages(tx: &mut Tx) -> Result<()> {
    let notification = Notification {
        game: GameId(1001),
        member: ANNA,
        kind: NotificationKind::Turn,
        via: NotifyVia::Ping,
        at: AT,
    };
    let notice = NotificationMessage {
        game: GameId(1001),
        member: BORIS,
        channel: HERE,
        message: MessageId(9),
        editable: true,
        at: AT,
    };
    let obsolete = notice.obsolete();
    tx.limit(Limit::NoShow(ANNA), AT, DAY).await?;
    tx.limit_events_since(Limit::NoShow(ANNA), AT).await?;
    tx.remove_limit(Limit::NoShow(ANNA), AT).await?;
    tx.forget_limits(AT).await?;
    tx.keep_notification(notice).await?;
    tx.latest_notifications(ANNA).await?;
    tx.all_notifications(ANNA).await?;
    tx.take_notification(GameId(1001), BORIS).await?;
    tx.note_to_send(notification).await?;
    tx.is_to_be_sent(notification).await?;
    tx.to_send(AT).await?;
    tx.to_send_to(ANNA).await?;
    tx.note_sent(notification).await?;
    tx.note_to_delete(obsolete, AT).await?;
    tx.to_delete(AT).await?;
    tx.note_deleted(MessageId(9)).await?;
    tx.forget_unsent(AT).await?;
    let start = "wythoff: 0 7".parse().expect("a position");
    tx.note_solved(ANNA, start).await?;
    tx.all_solved(ANNA).await?;
    tx.solved(ANNA, start.variant()).await?;
    Ok(())
}

async fn time(tx: &mut Tx) -> Result<()> {
    tx.note_application(1).await?;
    tx.note_verify_key("ab").await?;
    tx.verify_key().await?;
    let identify = Identify {
        at: AT,
        shard: 0,
        accepted: false,
    };
    tx.note_identify(identify, AT).await?;
    let accepted = Identify {
        accepted: true,
        ..identify
    };
    tx.note_identify(accepted, AT).await?;
    tx.identifies(AT).await?;
    tx.alive().await?;
    tx.mark_alive(AT).await?;
    tx.touch().await?;
    tx.undrawn(9).await?;
    tx.note_drawn(&[(GameId(1000), AT)]).await?;
    tx.next_due(&[]).await?;
    tx.extend_deadlines(Timestamp(1), Timestamp(2)).await?;
    Ok(())
}

async fn standings(tx: &mut Tx) -> Result<()> {
    let (scope, wythoff) = (Scope::Server(30), Variant::Wythoff);
    tx.tallies(ANNA).await?;
    tx.coins(ANNA).await?;
    tx.best_bot_wins(ANNA, wythoff, 3).await?;
    tx.rating_history(ANNA, wythoff).await?;
    tx.longest_streak(ANNA, wythoff).await?;
    let rated = RatingAfterGame {
        rating: Rating::default(),
        streak: 1,
    };
    let mut ranking = tx.ranking(ANNA, wythoff).await?;
    ranking.rated = Some(rated);
    for (_, standing) in &mut ranking.standings {
        standing.wins += 1;
        standing.accuracy.kept += 20;
        standing.accuracy.won += 20;
    }
    let end = RatedResult {
        game: GameId(1000),
        variant: wythoff,
        rankings: [(ANNA, ranking), (MemberId(-1), Ranking::default())],
        changes: [1.0; 2],
        scopes: vec![scope],
    };
    tx.rate(&end).await?;
    tx.most_played(scope).await?;
    let key = LeaderboardKey {
        value: 1.0,
        member: ANNA,
    };
    for order in Order::all() {
        for page in [Page::From(1), Page::Below(key), Page::Above(key)] {
            tx.leaders((scope, wythoff), order, page, 10).await?;
        }
        tx.rank((scope, wythoff), order, ANNA).await?;
    }
    tx.is_taken(FormerId(-5)).await?;
    tx.erase_member(MemberId(15), FormerId(-5)).await?;
    tx.set_member_name(MemberId(15), "again").await
}

/// The string literals in the source that are statements or parts of one.
#[derive(Default)]
struct Written(BTreeSet<String>);

impl<'ast> Visit<'ast> for Written {
    fn visit_lit_str(&mut self, text: &'ast syn::LitStr) {
        let text = text.value();
        let words = [" FROM ", " INTO ", "UPDATE ", " SET ", " WHERE "];
        // Interpolated values are in braces.
        let longest = text.split(['{', '}']).max_by_key(|part| part.len());
        if words.iter().any(|word| text.contains(word)) {
            self.0.extend(longest.map(str::to_owned));
        }
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        for token in called.tokens.clone() {
            if let Ok(text) = syn::parse2::<syn::LitStr>(token.into()) {
                self.visit_lit_str(&text);
            }
        }
        visit::visit_macro(self, called);
    }

    fn visit_attribute(&mut self, _documentation: &'ast syn::Attribute) {}
}

#[tokio::test]
async fn every_statement_is_run_and_both_databases_understand_it() {
    let (_bench, run) = all_statements(Bench::new().await).await;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut written = Written::default();
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        // The statements of `copy.rs` have tests of their own, those of `testing.rs` are for tests. The one in
        // `store.rs` is run whenever a store is opened.
        let is_left_out = ["copy.rs", "store.rs", "testing.rs"];
        let is_left_out = is_left_out.iter().any(|name| path.ends_with(name));
        if path.extension().is_some_and(|ending| ending == "rs") && !is_left_out {
            let source = std::fs::read_to_string(path).expect("read");
            written.visit_file(&syn::parse_file(&source).expect("Rust"));
        }
    }
    assert!(written.0.len() > 80, "{:#?}", written.0);
    for part in &written.0 {
        let is_run = run
            .iter()
            .any(|statement| statement.contains(part.as_str()));
        assert!(is_run, "no test runs {part}");
    }
    for statement in &run {
        for word in NOT_PORTABLE {
            assert!(!statement.contains(word), "{word}: {statement}");
        }
    }
}

#[tokio::test]
async fn every_statement_uses_an_index() {
    let (bench, run) = all_statements(Bench::on_sqlite().await).await;
    // These statements may scan the whole table: it is small, or they are run once a day or less.
    let whole = [
        "FROM servers",
        "FROM marks",
        "GROUP BY variant, rules, start",
        "level IS NULL AND editable",
        "DELETE FROM messages_to_delete WHERE at",
        "DELETE FROM notifications_to_send WHERE at",
        "FROM notifications_to_send WHERE at",
        "FROM messages_to_delete WHERE at",
        "UPDATE games SET remind",
        "UPDATE challenges SET until",
        "UPDATE identifies",
    ];
    let mut connection = bench.connect().await;
    for statement in &run {
        if whole.iter().any(|whole| statement.contains(whole)) {
            continue;
        }
        let explained = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
        let steps = sqlx::query_as(explained).fetch_all(&mut connection).await;
        let steps: Vec<(i64, i64, i64, String)> = steps.expect("a plan");
        let mut steps = steps.into_iter().map(|(.., step)| step);
        let scan = steps.find(|step| {
            let is_covered = step.contains("COVERING INDEX")
                || step.contains("(subquery")
                // Subqueries with names.
                || ["SCAN solved", "SCAN weeks", "SCAN places", "SCAN tries", "SCAN played", "SCAN coins"].contains(&step.as_str())
                || step.contains("CONSTANT")
                || step.contains("VALUES")
                // Only what is to be drawn is in this index.
                || step.contains("_to_draw")
                || step.contains("better")
                || step.contains("used");
            step.starts_with("SCAN") && !is_covered
        });
        assert_eq!(scan, None, "{statement}");
    }
    for (order, index) in
        Order::all().map(|order| (order, format!("standings_by_{}", order.word())))
    {
        let page = format!("ORDER BY by_{} DESC", order.word());
        let statement = run.iter().find(|statement| statement.contains(&page));
        let statement = statement.expect("a page");
        let explained = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
        let steps = sqlx::query_as(explained).fetch_all(&mut connection).await;
        let steps: Vec<(i64, i64, i64, String)> = steps.expect("a plan");
        let plan = itertools::join(steps.into_iter().map(|(.., step)| step), "\n");
        assert!(
            plan.contains(&index) && !plan.contains("TEMP B-TREE"),
            "{statement}: {plan}"
        );
    }
}
