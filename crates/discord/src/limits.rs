//! Tests that every message fits Discord's limits, even for games at the limits of their sizes.

use super::commands::games::view::{page_of, which_game};
use super::commands::hint::view::hint;
use super::commands::review::view::review;
use super::commands::review::view::tests::finished;
use super::commands::rules::view::{Readers, Rules};
use super::commands::solve::view::solutions;
use super::context::{InGame, Permissions};
use super::controls::rules::RulesPage;
use super::message::Message;
use super::text::{Language, Texts};
use super::view::{ExtraLines, MAX_CHARACTERS, board};
use crate::controls::hint::HintStep;
use crate::controls::review::ReviewPage;
use nim_games::samples::games_at_limits;
use nim_games::{Animal, Move, Position};
use wythoff_game::records::{
    ChannelId, CountsTowards, GameRecord, Guesses, InteractionId, Place, PracticeNews, Word as _,
};
use wythoff_game::{Game, GameId, MemberId, Player, Players, Terms, Timestamp};
use wythoff_service::{Ending, MAX_RUNNING};

/// The longest description of a picture
/// (<https://discord.com/developers/docs/resources/message#attachment-object>).
const MAX_DESCRIPTION: usize = 1024;

/// What offers most.
const EVERYTHING: Permissions = Permissions {
    manages_server: true,
    is_public: true,
    bot_may_post: true,
};

/// All extra lines that the board of a finished game can show.
fn all_extra_lines() -> ExtraLines {
    let member = MemberId(i64::MAX);
    ExtraLines {
        practice: PracticeNews::AsksAgain,
        mentions_lessons: true,
        ending: Ending {
            earns_coin: true,
            guesses: Guesses {
                named: vec![member; 3],
                right: 999,
                all: 1_000,
            },
            tally: Some([10_000; 2]),
            first_ratings: vec![(member, 1_000.0, 5); 2],
            helps: false,
        },
    }
}

fn check(what: &str, at: Position, mut message: Message) {
    let length = message.content().chars().count();
    assert!(length <= MAX_CHARACTERS, "{what}, {length}: {at:?}");
    for (_, description) in message.take_pictures() {
        let length = description.chars().count();
        assert!(length <= MAX_DESCRIPTION, "{what}, {length}: {description}");
    }
    message.go_without_picture();
    let length = message.content().chars().count();
    assert!(length <= MAX_CHARACTERS, "{what}, {length}: {at:?}");
}

/// A game against the bot from the given position. Returns `None` if it would be over at once.
fn running_game(at: Position) -> Option<GameRecord> {
    let players = Players {
        first: Player::Member(MemberId(i64::MAX)),
        second: Player::Bot(Animal::Dolphin),
    };
    let terms = Terms::against_the_bot(players, at);
    let game = Game::start(GameId(i64::MAX), terms, Timestamp(0)).ok()?;
    let place = Place {
        guild: None,
        channel: ChannelId(1),
        editable: true,
        language: "en-US".to_owned(),
    };
    let interaction = InteractionId(1);
    Some(GameRecord::begun(
        game,
        place,
        interaction,
        CountsTowards::Everywhere,
    ))
}

fn check_position(language: Language<'_>, at: Position) {
    check("solve", at, solutions(language, &[at], 25, EVERYTHING));
    let Some(record) = running_game(at) else {
        return;
    };
    check("board", at, board(language, &record, 0, &all_extra_lines()));
    for step in [HintStep::Question, HintStep::Answer, HintStep::Law] {
        check("hint", at, hint(language, &record, step));
    }
    let games = vec![record.clone(); MAX_RUNNING];
    let (mut listed, mut page) = (0, 0);
    while listed < MAX_RUNNING {
        let games = page_of(language, &games, MemberId(10), page);
        listed += games.content().matches("\n- ").count();
        check("games", at, games);
        page += 1;
    }
    for count in [2, MAX_RUNNING - 1, MAX_RUNNING] {
        let choice = (&record, "W".repeat(32), InGame::Resign);
        let question = which_game(language, &vec![choice; count]);
        let sent = serde_json::to_value(&question).expect("JSON");
        let rows = sent["components"].as_array().expect("rows");
        let buttons = rows.iter().filter_map(|row| row["components"].as_array());
        let games = buttons.flatten().filter(|button| button["style"] == 4);
        assert_eq!(
            (games.count(), rows.len()),
            (count, count / 5 + 1 - count / 25)
        );
    }
}

fn check_game(language: Language<'_>, start: Position, moves: Vec<Move>) {
    let rules = Rules {
        has_examples: true,
        has_tables: true,
        readers: Readers::One,
        language,
        has_start_button: true,
        rendering: 0,
    };
    for page in RulesPage::all() {
        check("rules", start, rules.page(start, page));
    }
    let record = finished(start, moves);
    check(
        "end",
        start,
        board(language, &record, 0, &all_extra_lines()),
    );
    // Each game has at least one move, so at least one page is checked.
    for page in 0..u32::try_from(record.moves.len()).expect("few moves") {
        let page = ReviewPage::Number(page);
        check("review", start, review(language, &record, page, EVERYTHING));
    }
}

#[test]
fn every_message_about_a_game_at_the_limits_fits() {
    let texts = Texts::load().expect("the texts parse");
    let language = texts.language("en-US");
    for (start, moves) in games_at_limits() {
        let mut at = start;
        check_position(language, at);
        if let Some(&mv) = moves.first() {
            at = at.play(mv).expect("legal");
            check_position(language, at);
        }
        check_game(language, start, moves);
    }
}
