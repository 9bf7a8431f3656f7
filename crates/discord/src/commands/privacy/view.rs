//! What is stored about a member: in words, as a file, and the form to erase it.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use serenity::all::{ButtonStyle, CreateActionRow};

use crate::controls::Control;
use crate::controls::privacy::PrivacyControl;
use crate::form::Form;
use crate::message::{Attachment, Message};
use crate::text::{Language, key, tell};
use crate::view::{button, plain};
use wythoff_game::records::{
    BossVote, ChallengeRecord, DailyReminder, DailyTry, Dare, GameRecord, MoveRecord, Question,
    TableRecord, Word,
};
use wythoff_game::{Attempt, Day, MemberId, Outcome, Pair, Player, Seat, Stake, TablePhase};
use wythoff_service::Export;

/// The largest file that is sent, in bytes. Discord takes 10 MiB
/// (<https://discord.com/developers/docs/reference#uploading-files>), and the rest of the request
/// body may count towards the limit.
const LARGEST_FILE: usize = 9 << 20;

/// The largest export that is sent uncompressed, in bytes. Discord can preview such a file.
const LARGEST_PLAIN: usize = 1 << 20;

/// The name of the form's field for the word that confirms the erasure.
pub(super) const WORD_FIELD: &str = "word";

/// What is stored, in a few lines, with buttons for the export and the erasure.
pub(crate) fn privacy(language: Language<'_>) -> Message {
    let button = |control: PrivacyControl, label| button(language, control.id(), label);
    let export = button(PrivacyControl::Export, key!("button-export")).style(ButtonStyle::Primary);
    let erase = button(PrivacyControl::Erase, key!("button-erase")).style(ButtonStyle::Danger);
    let more = button(PrivacyControl::More, key!("button-more"));
    let rows = vec![CreateActionRow::Buttons(vec![export, erase, more])];
    Message::private(language.say(key!("privacy")), rows)
}

/// What is stored and why, and what an erasure leaves. `overwrites` says whether it also overwrites
/// the deleted data in the files.
pub(crate) fn in_full(language: Language<'_>, overwrites: bool) -> Message {
    let engine = if overwrites { "sqlite" } else { "postgres" };
    plain(tell!(language, key!("privacy-in-full"), "engine" => engine))
}

/// The form that erases everything if the right word is typed.
pub(crate) fn erase_form(language: Language<'_>) -> Form {
    let word = language.say(key!("form-erase-word"));
    let label = tell!(language, key!("form-erase-label"), "word" => word.as_str());
    let id = PrivacyControl::Erase.id().to_string();
    Form::new(id, &language.say(key!("form-erase"))).text(WORD_FIELD, &label, &word, 40)
}

/// The message after an erasure.
pub(crate) fn erased(language: Language<'_>, resigned_games: usize) -> Message {
    let text = tell!(language, key!("erased"), "games" => resigned_games);
    plain(text.trim().to_owned())
}

/// Everything that is stored about a member, as a JSON file: its name and its bytes. A large file
/// is compressed. Returns `None` if it is still too large to send.
pub(crate) fn file(export: &Export) -> Option<(&'static str, Vec<u8>)> {
    let json = format!("{:#}", as_json(export)).into_bytes();
    if json.len() <= LARGEST_PLAIN {
        return Some(("wythoff.json", json));
    }
    let mut compressed = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    compressed.write_all(&json).ok()?;
    let bytes = compressed.finish().ok()?;
    (bytes.len() <= LARGEST_FILE).then_some(("wythoff.json.gz", bytes))
}

/// The message with the given file. `None` means that the file is too large to send.
pub(crate) fn export(language: Language<'_>, file: Option<(&'static str, Vec<u8>)>) -> Message {
    let Some((name, bytes)) = file else {
        return plain(language.say(key!("export-too-large")));
    };
    let mut message = plain(language.say(key!("export-done")));
    message.attach(Attachment {
        name: name.to_owned(),
        description: language.say(key!("export-file")),
        bytes,
    });
    message
}

/// The whole export in one place, as it is in the file.
fn as_json(export: &Export) -> Value {
    let settings = &export.known.settings;
    json!({
        "id": id(export.member),
        "name": export.known.name,
        "settings": {
            "language": settings.language,
            "telling": settings.notify_by.word(),
            "challenges_from": settings.challenges_from.word(),
            "no_challenges_from": list(&settings.blocked, |&member| json!(id(member))),
            "leaderboards": settings.visibility.word(),
            "direct_refused": settings.is_direct_refused,
        },
        "games": list(&export.games, |(record, moves)| game(record, moves)),
        "challenges": list(&export.challenges, |record| challenge(record, export.member)),
        "ratings": list(&export.ratings, |(variant, rated)| json!({
            "game": variant.key(),
            "rating": rated.rating.rating,
            "deviation": rated.rating.deviation,
            "volatility": rated.rating.volatility,
            "wins_in_a_row": rated.streak,
        })),
        "solved_in_lessons": list(&export.solved, |at| json!({
            "game": at.variant().key(),
            "options": at.options().to_string(),
            "position": at.to_string(),
        })),
        "puzzles_of_the_day": list(&export.dailies, daily),
        "reminder": export.reminder.as_ref().map(reminder),
        "race": export.race.map(|race| json!({
            "server": race.guild.map(|guild| guild.to_string()),
            "begun_ms": race.begun.0,
            "seed": race.seed,
            "found": race.found,
            "mistakes": race.mistakes,
            "best": race.best,
        })),
        "race_bests": list(&export.race_bests, race_best),
        "dares": list(&export.dares, dare),
        "tries_at_dares": list(&export.dare_tries, |tried| json!({
            "dare": tried.dare.0.to_string(),
            "moves": list(&tried.moves, |mv| json!(mv.to_string())),
            "won": tried.is_won,
        })),
        "questions": list(&export.questions, question),
        "answers_to_questions": list(&export.answers, |answer| json!({
            "question": answer.question.0.to_string(),
            "move": answer.mv.to_string(),
        })),
        "tables": list(&export.tables, |record| table(export.member, record)),
        "votes_against_the_penguin": list(&export.votes, vote),
        "predictions": list(&export.predictions, |(game, winner)| json!({
            "game": game.0.to_string(),
            "winner": winner.word(),
        })),
        "hidden_from_leaderboards_of_servers": list(&export.hidden_in, |guild| json!(guild.to_string())),
        "crowns": list(&export.crowns, |(guild, monday)| json!({
            "server": guild.to_string(),
            "day": monday.0,
        })),
        "roles_with_crowns": list(&export.roles, |(guild, role)| json!({
            "server": guild.to_string(),
            "role": role.0.to_string(),
        })),
        "to_practice": list(&export.practice, |item| json!({
            "game": item.game.0.to_string(),
            "move": item.ply,
            "kind": item.position.variant().key(),
            "options": item.position.options().to_string(),
            "position": item.position.to_string(),
            "found_in_a_row": item.stage,
            "back_on_day": item.due.0,
        })),
        "practiced": {
            "day": export.practised.day.map(|day| day.0),
            "on_that_day": export.practised.done,
            "learned": export.practised.learned,
            "told_on_day": export.practised.told.map(|day| day.0),
        },
        "ladders": list(&export.ladders, |ladder| json!({
            "game": ladder.variant.key(),
            "reached": ladder.reached.word(),
            "top_reached_ms": ladder.topped.map(|at| at.0),
        })),
        "nim_champ": list(&export.coins, |coin| json!({ "game": coin.variant.key(), "at_ms": coin.at.0 })),
        "weeks_won": export.weeks_won,
        "told_of_lessons": export.known.told_of_lessons,
        "messages_to_you": list(&export.notifications, |notice| json!({
            "game": notice.game.0.to_string(),
            "channel": notice.channel.0.to_string(),
            "message": notice.message.0.to_string(),
        })),
        "still_to_tell_you": list(&export.to_send, |notification| json!({
            "game": notification.game.0.to_string(),
            "what": notification.kind.word(),
            "how": notification.via.word(),
            "at_ms": notification.at.0,
        })),
    })
}

/// A reminder of the puzzle of the day.
fn reminder(reminder: &DailyReminder) -> Value {
    json!({
        "daily": reminder.is_daily,
        "due_ms": reminder.due.map(|due| due.0),
        "still_to_send_for_day": reminder.to_send.map(|day| day.0),
        "server": reminder.place.guild.map(|guild| guild.to_string()),
        "channel": reminder.place.channel.0.to_string(),
        "language": reminder.place.language,
        "asked_on_day": reminder.since.0,
    })
}

/// A vote against the Penguin.
fn vote(vote: &BossVote) -> Value {
    json!({
        "server": vote.guild.to_string(),
        "move": vote.mv.map(|mv| mv.to_string()),
    })
}

/// A question that the member has asked.
fn question(question: &Question) -> Value {
    json!({
        "asked_by_interaction": question.id.0.to_string(),
        "server": question.place.guild.map(|guild| guild.to_string()),
        "channel": question.place.channel.0.to_string(),
        "language": question.place.language,
        "message": question.message.map(|message| message.0.to_string()),
        "game": question.position.variant().key(),
        "options": question.position.options().to_string(),
        "position": question.position.to_string(),
        "closed": question.is_closed,
        "names_nobody": question.is_anonymous,
    })
}

/// A table at which the member sits or has sat. Who else sits there is left out.
fn table(member: MemberId, record: &TableRecord) -> Value {
    let (place, table) = (&record.place, &record.table);
    let own = table.seat_of(member);
    let own_seat = own.and_then(|seat| table.seats.get(seat));
    let winner = match table.phase {
        TablePhase::Ended { winner, .. } => winner,
        TablePhase::Gathering { .. } | TablePhase::Playing { .. } => None,
    };
    json!({
        "set_by_interaction": record.id.0.to_string(),
        "server": place.guild.map(|guild| guild.to_string()),
        "channel": place.channel.0.to_string(),
        "language": place.language,
        "message": record.message.map(|message| message.0.to_string()),
        "game": table.rules.game.word(),
        "most": table.rules.most,
        "target": table.rules.target,
        "turn_time": table.time.word(),
        "since_ms": table.phase.since().0,
        "rounds": table.round,
        "is_over": table.is_over(),
        "your_seat": own,
        "you_won": own.is_some() && own == winner,
        "out_after": own_seat.and_then(|seat| seat.out),
        "rounds_won": own_seat.map(|seat| seat.won),
    })
}

/// The best race in a server, and that of a week.
fn race_best(&(guild, found, in_week, week): &(i64, u64, u64, Option<Day>)) -> Value {
    json!({
        "server": guild.to_string(),
        "found": found,
        "found_in_week": in_week,
        "week": week.map(|week| week.to_string()),
    })
}

/// A dare that the member has made.
fn dare(dare: &Dare) -> Value {
    json!({
        "made_by_interaction": dare.id.0.to_string(),
        "server": dare.place.guild.map(|guild| guild.to_string()),
        "channel": dare.place.channel.0.to_string(),
        "language": dare.place.language,
        "message": dare.message.map(|message| message.0.to_string()),
        "game": dare.start.variant().key(),
        "options": dare.start.options().to_string(),
        "position": dare.start.to_string(),
        "animal": dare.animal.word(),
        "you_began": dare.begins,
        "moves": dare.moves,
    })
}

/// A try at a puzzle of the day.
fn daily(daily_try: &DailyTry) -> Value {
    let steps = |attempt: &Attempt| list(attempt.steps(), |step| json!(step.to_string()));
    json!({
        "day": daily_try.day.0,
        "server": daily_try.guild.map(|guild| guild.to_string()),
        "moves": steps(&daily_try.attempt),
        "slips": daily_try.attempt.count_slips(),
        "outcome": daily_try.attempt.outcome().map(Word::word),
        "practice": daily_try.practice.as_ref().map(steps),
        "streak": daily_try.streak.map(|streak| streak.days),
        "forgiven_day": daily_try.streak.and_then(|streak| Some(streak.forgiven?.0)),
        "begun_ms": daily_try.begun.map(|begun| begun.0),
        "helped": daily_try.is_helped,
        "shared": daily_try.is_shared,
        "solved_in_practice": daily_try.is_practised,
    })
}

fn list<'a, T: 'a>(all: impl IntoIterator<Item = &'a T>, json: impl Fn(&'a T) -> Value) -> Value {
    all.into_iter().map(json).collect()
}

/// An id as text, since not every JSON reader represents such large integers exactly.
fn id(MemberId(id): MemberId) -> String {
    id.to_string()
}

fn player(player: Player) -> Value {
    match player {
        Player::Bot(_) => json!("bot"),
        Player::Former(_) => json!("former player"),
        Player::Member(member) => json!(id(member)),
    }
}

fn game(record: &GameRecord, plies: &[MoveRecord]) -> Value {
    let (game, terms) = (&record.game, record.game.terms());
    let ending = game.outcome().map(|outcome| match outcome {
        Outcome::LastMove { .. } => "last move",
        Outcome::Resignation { .. } => "resignation",
        Outcome::Forfeit { .. } => "forfeit",
        Outcome::NoShow => "no show",
        Outcome::Abandonment => "abandoned",
    });
    let winner = game
        .outcome()
        .and_then(Outcome::winner)
        .map(|seat| player(terms.players.at(seat)));
    let pair = match terms.pair {
        Pair::None => None,
        Pair::First => Some("first"),
        Pair::Second { .. } => Some("second"),
    };
    json!({
        "id": game.id().0.to_string(),
        "server": record.place.guild.map(|guild| guild.to_string()),
        "channel": record.place.channel.0.to_string(),
        "message": record.board.map(|board| board.0.to_string()),
        "first": player(terms.players.first),
        "second": player(terms.players.second),
        "animal": terms.players.animal().map(Word::word),
        "game": record.variant().key(),
        "options": terms.start.options().to_string(),
        "start": terms.start.to_string(),
        "clock": terms.clock.word(),
        "rated": terms.stake == Stake::Rated,
        "pair": pair,
        "begun_ms": record.begun.0,
        "last_done_ms": { "first": record.last_active.at(Seat::First).0, "second": record.last_active.at(Seat::Second).0 },
        "moves": list(plies, |ply| json!({ "move": ply.played.mv.to_string(), "at_ms": ply.at.0 })),
        "taken_back": game.times_taken_back(),
        "hinted": record.is_helped,
        "private": record.is_private,
        "ladder": record.ladder.word(),
        "ending": ending,
        "winner": winner,
    })
}

/// A challenge in the export of `member`. While it is open, its record contains the name of the
/// invited member, which is included only in that member's own export.
fn challenge(record: &ChallengeRecord, member: MemberId) -> Value {
    let challenge = &record.challenge;
    let [_, invited_name] = &record.names;
    let your_name = invited_name
        .as_ref()
        .filter(|_| challenge.invited == Some(member.into()));
    json!({
        "id": challenge.id.0.to_string(),
        "server": record.place.guild.map(|guild| guild.to_string()),
        "channel": record.place.channel.0.to_string(),
        "message": record.message.map(|message| message.0.to_string()),
        "challenger": player(challenge.challenger.into()),
        "invited": challenge.invited.map(|invited| player(invited.into())),
        "your_name": your_name,
        "game": challenge.start.variant().key(),
        "options": challenge.start.options().to_string(),
        "start": challenge.start.to_string(),
        "clock": challenge.clock.word(),
        "games": challenge.games.word(),
        "state": challenge.phase.ending().word(),
    })
}
