//! A database with rows in every table and in every state, and records with everything changed.

use std::collections::BTreeSet;

use super::*;
use nim_games::Animal;
use wythoff_game::records::{
    ChallengeRecord, ChallengesFrom, CrownRole, DailyChannel, DailyReminder, DailyTry, Ladder,
    MemberSettings, NotifyBy, OnLadder, Practice, PracticeProgress, Race, RoleId, Scope,
    ServerSettings, Span, Streak, Switch, TypedMove, Visibility,
};
use wythoff_game::{
    Accuracy, Challenge, ChallengeEnding, ChallengePhase, ChallengeStart, Clock, Day, Games,
    NextGame, Outcome, Pair, Person, Seat, Sitter, Stake, TablePhase, WhoStarts,
};

/// A new database with the rows of `rows.sql`.
pub(super) async fn filled() -> Bench {
    filled_on(Bench::new().await).await
}

/// Adds the rows of `rows.sql` to a database.
pub(super) async fn filled_on(bench: Bench) -> Bench {
    bench.execute(include_str!("rows.sql")).await;
    bench
}

#[tokio::test]
async fn games_in_every_state_are_read() {
    let bench = filled().await;
    let mut outcomes = Vec::new();
    for id in 1000..=1006 {
        outcomes.push(bench.game(id).await.expect("a game").game.outcome());
    }
    let winner = Seat::First;
    assert_eq!(
        outcomes,
        [
            Some(Outcome::LastMove { winner }),
            None,
            None,
            Some(Outcome::NoShow),
            Some(Outcome::Resignation { winner }),
            Some(Outcome::Forfeit {
                winner: Seat::Second,
            }),
            Some(Outcome::Abandonment),
        ]
    );
    let running = bench.read(|mut tx| async move { tx.running_games(ANNA, None).await });
    let running = running.await;
    let ids: Vec<i64> = running.iter().map(|record| record.game.id().0).collect();
    assert_eq!(ids, [1002, 1001]);
    let moves: Vec<Move> = running[1].game.latest().map(|(_, mv)| mv).collect();
    assert_eq!(moves, [Move::take([1])]);
    assert!(running[0].is_helped);
}

#[tokio::test]
async fn members_and_servers_are_read() {
    let bench = filled().await;
    let anna = bench
        .read(|mut tx| async move { tx.member(ANNA).await })
        .await;
    assert_eq!(anna.name.as_deref(), Some("Anna"));
    assert_eq!(
        anna.settings,
        MemberSettings {
            language: Some("en-US".to_owned()),
            notify_by: NotifyBy::Direct,
            challenges_from: ChallengesFrom::Nobody,
            visibility: Visibility::Servers,
            blocked: vec![MemberId(12)],
            is_direct_refused: true,
        }
    );
    let server = bench.read(|mut tx| async move { tx.server_settings(Some(30)).await });
    assert_eq!(
        server.await,
        ServerSettings {
            clock: Some(Clock::Hour),
            largest_heap: Some(100),
            language: Some("en-US".to_owned()),
            pings: Switch::Off,
            everywhere: Switch::Off,
            begins_with_month: false,
            has_crown: true,
            crown_role: Some(CrownRole {
                role: RoleId(50),
                is_refused: true,
            }),
            daily: Some(DailyChannel {
                channel: ChannelId(20),
                language: "en-US".to_owned(),
                hour: 9,
                is_refused: true,
            }),
        }
    );
    let ranking = bench.read(|mut tx| async move { tx.ranking(ANNA, Variant::Wythoff).await });
    let ranking = ranking.await;
    assert_eq!(ranking.rated.expect("a rating").streak, 1);
    let mut of_server = ranking.standings.iter();
    let of_server = of_server.find(|(scope, _)| *scope == Scope::Server(30));
    assert_eq!(of_server.expect("a standing").1.wins, 1);
    let solved = bench.read(|mut tx| async move { tx.solved(ANNA, Variant::Wythoff).await });
    let solved: Vec<String> = solved.await.0.iter().map(ToString::to_string).collect();
    assert_eq!(solved, ["0 5", "0 4"]);
}

#[tokio::test]
async fn challenges_in_every_state_are_read() {
    let bench = filled().await;
    let mut endings = Vec::new();
    for id in [1000, 2000, 2001, 2002, 2003] {
        let read = bench.read(|mut tx| async move { tx.challenge(GameId(id)).await });
        let record = read.await.expect("a challenge");
        endings.push(record.challenge.phase.ending());
    }
    assert_eq!(
        endings,
        [
            Some(ChallengeEnding::Accepted),
            None,
            Some(ChallengeEnding::Expired),
            Some(ChallengeEnding::Declined),
            Some(ChallengeEnding::Withdrawn),
        ]
    );
}

/// A fixture that leaves out a table or a state proves nothing about it.
#[tokio::test]
async fn there_are_rows_in_every_table_and_state() {
    let bench = filled_on(Bench::on_sqlite().await).await;
    let mut connection = bench.connect().await;
    let tables = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'";
    let tables = sqlx::query_as(tables);
    let tables: Vec<(String, String)> = tables.fetch_all(&mut connection).await.expect("tables");
    for (table, definition) in tables {
        let rows = format!("SELECT COUNT(*) FROM {table}");
        let rows = sqlx::query_scalar::<_, i64>(AssertSqlSafe(rows));
        let rows = rows.fetch_one(&mut connection).await.expect("a number");
        assert!(rows > 0, "{table} is empty");
        // The column's constraint lists the words that it may hold.
        for constraint in definition.split("CHECK (").skip(1) {
            let Some((column, words)) = constraint.split_once(" IN (") else {
                continue;
            };
            let words = words.split(')').next().unwrap_or_default();
            let words = words.split('\'').skip(1).step_by(2);
            if column.contains(' ') || words.clone().next().is_none() {
                continue;
            }
            let held = format!("SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL");
            let held = sqlx::query_scalar::<_, String>(AssertSqlSafe(held));
            let held = held.fetch_all(&mut connection).await.expect("words");
            let held: BTreeSet<String> = held.into_iter().collect();
            let is_word = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            for word in words.filter(is_word) {
                assert!(
                    held.contains(word),
                    "no row of {table} has the {column} {word}"
                );
            }
        }
    }
}

/// A record of `game`. Its fields differ from those of `record`, except for those listed last.
fn changed(record: &GameRecord, game: Game) -> GameRecord {
    GameRecord {
        game,
        board: Some(MessageId(77)),
        shown: InteractionId(78),
        changed: Timestamp(76),
        last_active: BySeat {
            first: Timestamp(80),
            second: Timestamp(81),
        },
        is_helped: true,
        typed: Some(TypedMove {
            seat: Seat::Second,
            by: InteractionId(82),
        }),
        // As before, unless the caller changes them. Every field is listed here, so that a new one is not
        // forgotten.
        place: record.place.clone(),
        follows: record.follows,
        begun: record.begun,
        ladder: record.ladder,
        wears_crown: record.wears_crown,
        counts_towards: record.counts_towards,
        is_followed: record.is_followed,
        is_private: record.is_private,
        remind: record.remind,
        moves: record.moves.clone(),
        accuracies: record.accuracies,
    }
}

/// Terms that differ from those of [`record`].
fn other_terms() -> Terms {
    Terms {
        players: Players {
            first: Player::Member(MemberId(11)),
            second: Player::Member(ANNA),
        },
        start: "nim misere: 3 5 7".parse().expect("a position"),
        clock: Clock::QuarterOfAnHourInAll,
        stake: Stake::Rated,
        pair: Pair::Second {
            ahead: Seat::Second,
        },
    }
}

#[tokio::test]
async fn every_changed_field_of_a_game_is_saved() {
    let bench = Bench::new().await.with_a_game().await;
    let begun = GameRecord {
        follows: Some(GameId(1)),
        is_followed: true,
        is_private: true,
        ladder: OnLadder::Helped,
        begun: Timestamp(79),
        counts_towards: CountsTowards::ServerOnly,
        place: Place {
            guild: None,
            channel: ChannelId(90),
            editable: false,
            language: "fr".to_owned(),
        },
        ..record(2, HERE)
    };
    let game = Game::start(begun.game.id(), other_terms(), Timestamp(83)).expect("begun");
    let mut begun = changed(&begun, game);
    begun.remind = Some(Timestamp(84));
    let assert_saved = async |record: &GameRecord| {
        let saved = bench.game(2).await.expect("a game");
        // The moves come from the table `plies`, and the ratings from the table `ratings`.
        assert_eq!(saved, *record);
    };
    bench.add(&begun).done().await.expect("begun");
    assert_saved(&begun).await;

    let action = Action::Move {
        mv: Move::take([2]),
        seen: None,
    };
    let moved = begun
        .game
        .apply(PlayerId::Member(MemberId(11)), action, Timestamp(85));
    let (game, _) = moved.expect("moved");
    let moved = GameRecord {
        board: Some(MessageId(87)),
        shown: InteractionId(88),
        changed: Timestamp(86),
        last_active: BySeat {
            first: Timestamp(89),
            second: Timestamp(90),
        },
        is_helped: false,
        typed: None,
        remind: None,
        moves: Vec::new(),
        accuracies: None,
        game,
        // No move changes these.
        place: begun.place,
        follows: begun.follows,
        begun: begun.begun,
        counts_towards: begun.counts_towards,
        ladder: begun.ladder,
        wears_crown: begun.wears_crown,
        is_followed: begun.is_followed,
        is_private: begun.is_private,
    };
    let save = moved.clone();
    let saved = bench.change(move |tx| {
        async move {
            tx.save_game(&save).await?;
            let ply = MoveRecord::new(Move::take([2]), 0, Timestamp(85));
            tx.add_plies(GameId(2), 1, &[ply]).await
        }
        .boxed()
    });
    saved.done().await.expect("saved");
    assert_saved(&moved).await;

    let resign = Action::Resign { seen: None };
    let ended = moved
        .game
        .apply(PlayerId::Member(ANNA), resign, Timestamp(91));
    let (game, _) = ended.expect("ended");
    let wishes = [
        (MemberId(11), NextGame::Rematch),
        (ANNA, NextGame::NewPosition),
    ];
    let game = wishes.into_iter().fold(game, |game, (member, next)| {
        let voted = game.apply(
            PlayerId::Member(member),
            Action::Rematch(next),
            Timestamp(92),
        );
        voted.expect("voted").0
    });
    let ended = GameRecord {
        follows: None,
        is_followed: false,
        is_private: begun.is_private,
        moves: vec![Move::take([2])],
        accuracies: Some(BySeat {
            first: Accuracy { kept: 1, won: 2 },
            second: Accuracy { kept: 3, won: 4 },
        }),
        ..changed(&moved, game)
    };
    let save = ended.clone();
    let saved = bench.change(move |tx| async move { tx.save_game(&save).await }.boxed());
    saved.done().await.expect("saved");
    assert_saved(&ended).await;
}

#[tokio::test]
async fn every_changed_field_of_a_challenge_is_saved() {
    let bench = Bench::new().await;
    let made = ChallengeRecord {
        challenge: Challenge {
            id: GameId(5),
            challenger: Person::Member(ANNA),
            invited: Some(Person::Member(MemberId(11))),
            start: "take most=4: 5 6".parse().expect("a position"),
            first: ChallengeStart::Fixed(WhoStarts::Opponent),
            clock: Clock::HourInAll,
            games: Games::Two,
            phase: ChallengePhase::Open {
                until: Timestamp(70),
            },
        },
        place: Place {
            guild: Some(30),
            channel: ChannelId(31),
            editable: true,
            language: "fr".to_owned(),
        },
        message: None,
        is_rated: false,
        changed: Timestamp(73),
        names: [None, Some("Boris".to_owned())],
    };
    let read = async || {
        let read = bench.read(|mut tx| async move { tx.challenge(GameId(5)).await });
        read.await.expect("a challenge")
    };
    let record = made.clone();
    let making = bench.change(move |tx| async move { tx.make_challenge(&record).await }.boxed());
    making.done().await.expect("made");
    assert_eq!(read().await, made);
    let closed = ChallengeRecord {
        challenge: Challenge {
            phase: ChallengePhase::Closed {
                ending: ChallengeEnding::Declined,
                at: Timestamp(71),
            },
            ..made.challenge.clone()
        },
        message: Some(MessageId(72)),
        changed: Timestamp(74),
        names: [None, None],
        ..made
    };
    let record = closed.clone();
    let saving = bench.change(move |tx| async move { tx.save_challenge(&record).await }.boxed());
    saving.done().await.expect("saved");
    assert_eq!(read().await, closed);
}

#[tokio::test]
async fn all_settings_of_members_and_servers_are_saved() {
    let bench = Bench::new().await;
    let member = MemberSettings {
        language: Some("fr".to_owned()),
        notify_by: NotifyBy::Never,
        challenges_from: ChallengesFrom::Nobody,
        visibility: Visibility::Nowhere,
        blocked: vec![MemberId(7), MemberId(8)],
        is_direct_refused: true,
    };
    let server = ServerSettings {
        clock: Some(Clock::Week),
        largest_heap: Some(9),
        language: Some("fr".to_owned()),
        pings: Switch::Off,
        has_crown: false,
        crown_role: Some(CrownRole {
            role: RoleId(51),
            is_refused: false,
        }),
        everywhere: Switch::Off,
        begins_with_month: true,
        daily: Some(DailyChannel {
            channel: ChannelId(20),
            language: "de".to_owned(),
            hour: 9,
            is_refused: true,
        }),
    };
    let (saved_member, saved_server) = (member.clone(), server.clone());
    let saving = bench.change(move |tx| {
        async move {
            tx.set_member_name(ANNA, "Anna").await?;
            tx.set_member_settings(ANNA, &saved_member).await?;
            assert!(tx.note_told_of_lessons(ANNA).await?);
            assert!(!tx.note_told_of_lessons(ANNA).await?);
            tx.set_server_settings(30, &saved_server).await
        }
        .boxed()
    });
    saving.done().await.expect("saved");
    let known = bench.read(|mut tx| async move { tx.member(ANNA).await });
    let expected = Member {
        name: Some("Anna".to_owned()),
        settings: member,
        told_of_lessons: true,
    };
    assert_eq!(known.await, expected);
    let set = bench.read(|mut tx| async move { tx.server_settings(Some(30)).await });
    assert_eq!(set.await, server);
}

#[tokio::test]
async fn every_field_of_a_daily_try_is_saved() {
    let bench = Bench::new().await;
    // Wythoff's game from (12, 7).
    let day = Day(21_925);
    let read = || bench.read(move |mut tx| async move { tx.daily(ANNA, day).await });
    let begun = DailyTry {
        begun: Some(day.start()),
        attempt: attempted(day, &["A1"]),
        ..DailyTry::new(ANNA, day, Some(30))
    };
    let solved = DailyTry {
        attempt: solved_after(day, &["A1"]),
        is_shared: true,
        streak: Some(Streak {
            days: 12,
            forgiven: Some(Day(21_918)),
        }),
        ..begun.clone()
    };
    let failed = DailyTry {
        attempt: attempted(day, &["A1", "A2", "A3", "A4", "A5", "A7"]),
        practice: Some(attempted(day, &["B1"])),
        is_helped: true,
        is_practised: true,
        ..begun.clone()
    };
    assert_eq!(read().await, None);
    for daily in [begun, solved, failed] {
        let saved = daily.clone();
        let saving = bench.change(move |tx| async move { tx.save_daily(&saved).await }.boxed());
        saving.done().await.expect("saved");
        assert_eq!(read().await, Some(daily));
    }
}

#[tokio::test]
async fn every_field_of_a_reminder_and_of_a_race_is_saved() {
    let bench = Bench::new().await;
    let reminder = DailyReminder {
        member: ANNA,
        is_daily: true,
        due: Some(Timestamp(7)),
        to_send: Some(Day(21_921)),
        place: Place {
            guild: Some(30),
            channel: ChannelId(21),
            editable: true,
            language: "de".to_owned(),
        },
        since: Day(21_900),
    };
    let race = Race {
        member: ANNA,
        guild: Some(30),
        begun: Timestamp(8),
        seed: -9,
        found: 10,
        mistakes: 2,
        best: 12,
    };
    let saved = reminder.clone();
    let saving = bench.change(move |tx| {
        async move {
            tx.save_reminder(&saved).await?;
            tx.save_race(&race).await
        }
        .boxed()
    });
    saving.done().await.expect("saved");
    let read = bench.read(|mut tx| async move {
        Ok::<_, crate::Error>((tx.reminder(ANNA).await?, tx.race(ANNA).await?))
    });
    assert_eq!(read.await, (Some(reminder), Some(race)));
}

#[tokio::test]
async fn a_table_ranks_who_solved_without_help_and_crowns_the_first() {
    let bench = Bench::new().await;
    let friday = Day(21_925);
    let members = [(1, 0), (2, 1), (3, 0), (4, 0)];
    let saving = bench.change(move |tx| {
        async move {
            for (member, slips) in members {
                let member = MemberId(member);
                tx.set_member_name(member, &format!("member {}", member.0))
                    .await?;
                let tries = DailyTry {
                    attempt: solved_after(friday, &["A1"][..slips]),
                    is_helped: member == MemberId(4),
                    ..DailyTry::new(member, friday, Some(30))
                };
                tx.save_daily(&tries).await?;
            }
            tx.crown(friday.monday().plus(7)).await
        }
        .boxed()
    });
    saving.done().await.expect("saved");
    let table = bench.read(move |mut tx| async move {
        Ok::<_, crate::Error>((
            tx.daily_table(30, Span::Week(friday.monday())).await?,
            tx.crowned(30).await?,
        ))
    });
    let (table, crowned) = table.await;
    let rows = table
        .rows
        .iter()
        .map(|row| (row.place, row.member.0, row.points, row.days[4]));
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [(1, 1, 6, 6), (1, 3, 6, 6), (3, 2, 5, 5)]
    );
    assert_eq!(crowned, [MemberId(1), MemberId(3)]);
}

#[tokio::test]
async fn every_changed_field_of_practice_is_saved() {
    let bench = Bench::new().await;
    let begun = Practice {
        member: ANNA,
        game: GameId(1000),
        ply: 3,
        position: "take misere most=4: 3 4".parse().expect("a position"),
        stage: 0,
        due: Day(21_921),
    };
    let later = Practice {
        stage: 3,
        due: Day(21_930),
        ..begun
    };
    let practised = PracticeProgress {
        day: Some(Day(21_921)),
        done: 4,
        learned: 9,
        told: None,
    };
    for practice in [begun, later] {
        let saving = bench.change(move |tx| {
            async move {
                tx.save_practice(&practice).await?;
                tx.set_practised(ANNA, practised).await
            }
            .boxed()
        });
        saving.done().await.expect("saved");
        let read = bench.read(|mut tx| async move {
            Ok::<_, crate::Error>((tx.practice(ANNA).await?, tx.practised(ANNA).await?))
        });
        assert_eq!(read.await, (vec![practice], practised));
    }
}

#[tokio::test]
async fn every_field_of_a_ladder_is_saved() {
    let bench = Bench::new().await;
    let begun = Ladder {
        reached: Animal::Otter,
        ..Ladder::new(ANNA, Variant::Nim)
    };
    let top = Ladder {
        reached: Animal::Penguin,
        topped: Some(Timestamp(7)),
        ..begun
    };
    for ladder in [begun.clone(), top] {
        let saved = ladder.clone();
        let saving = bench.change(move |tx| async move { tx.save_ladder(&saved).await }.boxed());
        saving.done().await.expect("saved");
        let read = bench.read(|mut tx| async move { tx.ladder(ANNA, Variant::Nim).await });
        assert_eq!(read.await, ladder);
    }
}

#[tokio::test]
async fn tables_are_read_as_they_were_written() {
    let bench = filled().await;
    let table =
        |id: i64| bench.read(move |mut tx| async move { tx.table(InteractionId(id)).await });
    let playing = table(3_004).await.expect("a table");
    assert_eq!(playing.table.latest.len(), 3);
    assert_eq!(playing.table.seats.len(), 3);
    assert!(matches!(
        playing.table.phase,
        TablePhase::Playing { turn: 2, .. }
    ));
    let gathering = table(3_005).await.expect("a table");
    assert_eq!(gathering.table.rules.target, Some(60));
    let ended = table(3_006).await.expect("a table");
    assert_eq!(
        ended.table.seats.get(1).map(|seat| seat.sitter),
        Some(Sitter::Gone)
    );
    for written in [playing, gathering, ended] {
        let (id, saved) = (written.id, written.clone());
        let saving = bench.change(move |tx| async move { tx.save_table(&saved).await }.boxed());
        saving.done().await.expect("saved");
        assert_eq!(table(id.0).await, Some(written));
    }
}
