//! The message of a table: who sits there, whose turn it is, who is out, and who has won.

use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenuOption};

use crate::controls::Control;
use crate::controls::boss::BossControl;
use crate::controls::table::TableControl;
use crate::message::Message;
use crate::picture::{Board, Picture, TableSeatDrawn};
use crate::text::{Key, Language, key, tell};
use crate::view::description::position_in_words;
use crate::view::moves::in_short;
use crate::view::position::heap_names;
use crate::view::{
    animal_name, button, escaped, labelled_button, link, mention, plain, relative, select,
};
use nim_games::{Animal, BadTable, Move, Position, TableGame};
use wythoff_game::records::{InteractionId, TableRecord, Word as _};
use wythoff_game::{
    MOST_SEATS, OTHERS_BEGIN_AFTER, Sitter, Table, TableEvent, TablePhase, TableRefusal, TurnTime,
};
use wythoff_service::TableToShow;

/// How many moves are buttons. More are a list.
const BUTTONS: usize = 10;

/// How many buttons are in a row.
const IN_A_ROW: usize = 5;

/// How many of the latest events are told.
const TOLD: usize = 8;

pub(super) const fn game_key(game: TableGame) -> Key {
    match game {
        TableGame::TwentyOne => key!("choice-table-21"),
        TableGame::Hundred => key!("choice-table-100"),
        TableGame::Nim => key!("choice-table-nim"),
    }
}

pub(super) const fn time_key(time: TurnTime) -> Key {
    match time {
        TurnTime::FifteenSeconds => key!("choice-15-seconds"),
        TurnTime::ThirtySeconds => key!("choice-30-seconds"),
        TurnTime::Minute => key!("choice-1-minute"),
        TurnTime::TwoMinutes => key!("choice-2-minutes"),
        TurnTime::FiveMinutes => key!("choice-5-minutes"),
        TurnTime::TenMinutes => key!("choice-10-minutes"),
    }
}

/// What is played, as an argument of a text.
const fn kind(game: TableGame) -> &'static str {
    match game {
        TableGame::TwentyOne => "count",
        TableGame::Hundred => "race",
        TableGame::Nim => "nim",
    }
}

/// The message of a table.
pub(crate) fn table(language: Language<'_>, shown: &TableToShow) -> Message {
    let (record, table) = (&shown.record, &shown.record.table);
    match table.phase {
        TablePhase::Gathering { .. } => gathering(language, record),
        TablePhase::Playing { now, .. } => playing(language, shown, now),
        TablePhase::Ended { winner, .. } => ended(language, shown, winner),
    }
}

/// While members sit down: the rules, who sits, and who may begin.
fn gathering(language: Language<'_>, record: &TableRecord) -> Message {
    let (id, table) = (record.id, &record.table);
    let rules = table.rules;
    let since = table.phase.since();
    let sitters = (0..table.seats.len()).map(|seat| called(language, table, seat));
    let host = table.host().map_or_else(String::new, mention);
    let time = language.say(time_key(table.time));
    let text = tell!(
        language, key!("table-gathering"), "game" => kind(rules.game), "most" => most(table),
        "target" => rules.target.unwrap_or(0), "seats" => { let sitters: Vec<String> = sitters.collect(); sitters.join(", ") },
        "host" => host, "others-from" => relative(since.plus(OTHERS_BEGIN_AFTER)), "time" => time
    );
    let join = button(
        language,
        TableControl::Join(id).id(),
        key!("button-table-join"),
    );
    let begin = button(
        language,
        TableControl::Begin(id).id(),
        key!("button-table-begin"),
    );
    let leave = button(
        language,
        TableControl::Leave(id).id(),
        key!("button-table-leave"),
    );
    let is_full = table.seats.len() >= MOST_SEATS;
    let buttons = vec![
        join.style(ButtonStyle::Primary).disabled(is_full),
        begin
            .style(ButtonStyle::Success)
            .disabled(table.seats.len() < 2),
        leave,
    ];
    let animals = Animal::ALL
        .map(|animal| CreateSelectMenuOption::new(animal_name(language, animal), animal.word()));
    let animals = select(
        language,
        TableControl::Add(id).id(),
        animals.into(),
        key!("select-table-animal"),
    );
    Message::public(text, vec![CreateActionRow::Buttons(buttons), animals])
}

/// While it is played: what has happened, whose turn it is, who comes then, and who is out.
fn playing(language: Language<'_>, shown: &TableToShow, now: Position) -> Message {
    let (record, table) = (&shown.record, &shown.record.table);
    let TablePhase::Playing {
        before,
        turn,
        deadline,
        ..
    } = table.phase
    else {
        return Message::public(String::new(), Vec::new());
    };
    let target = now.shape().counting().map_or(0, |counting| counting.target);
    let mut lines = vec![tell!(
        language, key!("table-playing"), "game" => kind(table.rules.game), "most" => most(table), "target" => target,
        "round" => table.round
    )];
    lines.extend(news(language, table));
    let next = table.left_from(turn + 1).filter(|&seat| seat != turn);
    let next = next.map(|seat| named(language, shown, seat)).join(", ");
    lines.push(tell!(
        language, key!("table-turn"), "who" => called(language, table, turn), "until" => relative(deadline)
    ));
    lines.push(tell!(
        language, key!("table-next"), "next" => next, "out" => out(language, shown).unwrap_or_else(|| "none".to_owned())
    ));
    let board = Board {
        before: Some(before),
        ..Board::at(now, heap_names(language, now))
    };
    let in_words = position_in_words(language, now, now);
    let picture = Picture::Table {
        seats: drawn_seats(shown, Some(turn)),
        board: Some(Box::new(board)),
    };
    Message::public(lines.join("\n"), moves(language, record, now)).showing(picture, in_words)
}

/// Once it is over: who has won, and how to go on.
fn ended(language: Language<'_>, shown: &TableToShow, winner: Option<usize>) -> Message {
    let (record, table) = (&shown.record, &shown.record.table);
    let mut lines = Vec::new();
    lines.extend(news(language, table));
    if table.round == 0 {
        lines.push(language.say(key!("table-never-begun")));
    } else if let Some(winner) = winner {
        lines.push(tell!(
            language, key!("table-won"), "who" => called(language, table, winner), "game" => kind(table.rules.game),
            "seats" => table.seats.len(), "rounds" => table.round, "crown" => crate::text::yes_or_no(shown.is_crowned)
        ));
        lines.extend(places(language, shown, winner));
    } else {
        lines.push(language.say(key!("table-nobody")));
    }
    let again = TableControl::Again(record.id).id();
    let again = button(language, again, key!("button-table-again"));
    let penguin = shown.offers_penguin.then(|| {
        let invite = BossControl::Invite.id();
        button(language, invite, key!("button-boss-invite"))
    });
    let buttons = [again.style(ButtonStyle::Primary)]
        .into_iter()
        .chain(penguin);
    let rows = vec![CreateActionRow::Buttons(buttons.collect())];
    let message = Message::public(lines.join("\n"), rows);
    match winner {
        Some(winner) => {
            let picture = Picture::Table {
                seats: drawn_seats(shown, Some(winner)),
                board: None,
            };
            // No Markdown is read there.
            let who = shown.names.get(winner).filter(|name| !name.is_empty());
            let who = who
                .cloned()
                .unwrap_or_else(|| called(language, table, winner));
            message.showing(
                picture,
                tell!(language, key!("picture-table-won"), "who" => who),
            )
        }
        None => message,
    }
}

/// The moves: buttons if they are few, else a list.
fn moves(language: Language<'_>, record: &TableRecord, now: Position) -> Vec<CreateActionRow> {
    let (id, step) = (record.id, record.table.step);
    let moves: Vec<Move> = now.choices().moves().collect();
    if moves.len() <= BUTTONS {
        let buttons = moves.iter().map(|&mv| {
            let id = TableControl::Move(id, step, mv).id();
            labelled_button(id, &label(language, now, mv)).style(ButtonStyle::Primary)
        });
        let buttons: Vec<CreateButton> = buttons.collect();
        let rows = buttons.chunks(IN_A_ROW).map(<[_]>::to_vec);
        return rows.map(CreateActionRow::Buttons).collect();
    }
    let options = moves
        .iter()
        .map(|&mv| CreateSelectMenuOption::new(in_short(language, now, mv), mv.to_string()));
    let id = TableControl::Moves(id, step).id();
    vec![select(
        language,
        id,
        options.collect(),
        key!("select-table-move"),
    )]
}

/// A move on a button: the number that one says, or what one takes.
fn label(language: Language<'_>, now: Position, mv: Move) -> String {
    let said = now.play(mv).ok().and_then(|after| after.shape().counting());
    said.map_or_else(
        || in_short(language, now, mv),
        |counting| counting.count.to_string(),
    )
}

/// What has happened since a member moved last, in one line.
fn news(language: Language<'_>, table: &Table) -> Option<String> {
    let told = table.latest.iter().filter_map(|&event| {
        let (what, seat) = match event {
            TableEvent::Moved(seat, mv) => {
                let TablePhase::Playing { before, .. } = table.phase else {
                    // What follows says that it was the last one.
                    return None;
                };
                let (who, mv) = (
                    called(language, table, seat),
                    in_short(language, before, mv),
                );
                return Some(tell!(language, key!("table-took"), "who" => who, "move" => mv));
            }
            TableEvent::Said(seat, number) => {
                let who = called(language, table, seat);
                return Some(tell!(language, key!("table-said"), "who" => who, "number" => number));
            }
            TableEvent::Out(seat) => ("out", seat),
            TableEvent::Late(seat) => ("late", seat),
            TableEvent::Left(seat) => ("left", seat),
            TableEvent::WonRound(seat) => ("won", seat),
        };
        let who = called(language, table, seat);
        Some(tell!(language, key!("table-event"), "what" => what, "who" => who))
    });
    let told: Vec<String> = told.collect();
    let skipped = told.len().saturating_sub(TOLD);
    Some(told.into_iter().skip(skipped).join(" ")).filter(|told| !told.is_empty())
}

/// Those who are out, the latest first.
fn out(language: Language<'_>, shown: &TableToShow) -> Option<String> {
    let seats = (0..).zip(&shown.record.table.seats);
    let out = seats.filter_map(|(seat, it)| Some((it.out?, seat)));
    let out = out.sorted().rev();
    let names = out.map(|(_, seat)| named(language, shown, seat));
    Some(names.collect::<Vec<_>>().join(", ")).filter(|names| !names.is_empty())
}

/// The others, the best first.
fn places(language: Language<'_>, shown: &TableToShow, winner: usize) -> Option<String> {
    let table = &shown.record.table;
    let seats = (0..).zip(&table.seats).filter(|&(seat, _)| seat != winner);
    // Who is not out was still there at the end.
    let by_place =
        |&(_, it): &(usize, &wythoff_game::TableSeat)| (it.won, it.out.map_or(u32::MAX, |out| out));
    let others = seats.sorted_by_key(by_place).rev();
    let others = others.map(|(seat, _)| named(language, shown, seat));
    let others: Vec<String> = others.collect();
    (!others.is_empty())
        .then(|| tell!(language, key!("table-others"), "others" => others.join(", ")))
}

/// A seat's member as a mention, or the animal.
fn called(language: Language<'_>, table: &Table, seat: usize) -> String {
    match table.seats.get(seat).map(|seat| seat.sitter) {
        Some(Sitter::Member(member)) => mention(member),
        Some(Sitter::Animal(animal)) => animal_name(language, animal),
        Some(Sitter::Gone) | None => language.say(key!("table-somebody")),
    }
}

/// A seat's member by name, or the animal.
fn named(language: Language<'_>, shown: &TableToShow, seat: usize) -> String {
    match shown.names.get(seat) {
        Some(name) if !name.is_empty() => escaped(name),
        Some(_) | None => called(language, &shown.record.table, seat),
    }
}

fn drawn_seats(shown: &TableToShow, marked: Option<usize>) -> Vec<TableSeatDrawn> {
    let seats = (0..).zip(&shown.record.table.seats);
    let seats = seats.map(|(place, seat)| TableSeatDrawn {
        name: shown.names.get(place).cloned().unwrap_or_default(),
        animal: match seat.sitter {
            Sitter::Animal(animal) => Some(animal),
            Sitter::Member(_) | Sitter::Gone => None,
        },
        is_out: seat.out.is_some(),
        is_marked: marked == Some(place),
        won: seat.won,
    });
    seats.collect()
}

/// The most that one may add.
fn most(table: &Table) -> u64 {
    table.rules.most.unwrap_or_else(|| table.rules.usual_most())
}

/// Calls those who sit at a table that begins.
pub(super) fn call(language: Language<'_>, record: &TableRecord) -> Message {
    let members: Vec<_> = record.table.members().collect();
    let who = members.iter().copied().map(mention).join(" ");
    let link = record.message.map(|message| link(&record.place, message));
    let text = tell!(
        language, key!("table-call"), "who" => who, "link" => link.unwrap_or_else(|| "none".to_owned())
    );
    Message::public(text, Vec::new()).pinging(&members)
}

/// Calls the member on turn. `None` if there is none.
pub(crate) fn slow_turn(language: Language<'_>, record: &TableRecord) -> Option<Message> {
    let (member, deadline) = (record.table.on_turn()?, record.table.deadline()?);
    let link = record.message.map(|message| link(&record.place, message));
    let text = tell!(
        language, key!("table-slow"), "who" => mention(member), "until" => relative(deadline),
        "link" => link.unwrap_or_else(|| "none".to_owned())
    );
    Some(Message::public(text, Vec::new()).pinging(&[member]))
}

/// Why there is no such table.
pub(super) fn bad(language: Language<'_>, bad: BadTable) -> Message {
    plain(match bad {
        BadTable::NothingCounted => language.say(key!("table-nothing-counted")),
        BadTable::Most { least, most } => {
            tell!(language, key!("table-bad-most"), "least" => least, "most" => most)
        }
        BadTable::Target { least, most } => {
            tell!(language, key!("table-bad-target"), "least" => least, "most" => most)
        }
    })
}

/// There is one in the channel already.
pub(super) fn is_here(language: Language<'_>, record: &TableRecord) -> Message {
    let link = record.message.map(|message| link(&record.place, message));
    plain(tell!(language, key!("table-here"), "link" => link.unwrap_or_else(|| "none".to_owned())))
}

/// Why something at a table is not done.
pub(super) fn refusal(language: Language<'_>, why: TableRefusal, id: InteractionId) -> Message {
    let say = |key: Key| plain(language.say(key));
    match why {
        TableRefusal::Full => say(key!("table-full")),
        TableRefusal::ManyAnimals => say(key!("table-many-animals")),
        TableRefusal::Seated => say(key!("table-seated")),
        TableRefusal::NotSeated => {
            let own = button(
                language,
                TableControl::Again(id).id(),
                key!("button-table-own"),
            );
            let rows = vec![CreateActionRow::Buttons(vec![own])];
            Message::private(language.say(key!("table-not-seated")), rows)
        }
        TableRefusal::NotHost => say(key!("table-not-host")),
        TableRefusal::TooEarly(at) => {
            plain(tell!(language, key!("table-too-early"), "at" => relative(at)))
        }
        TableRefusal::Alone => say(key!("table-alone")),
        TableRefusal::Begun => say(key!("table-begun")),
        TableRefusal::NotBegun => say(key!("table-not-begun")),
        TableRefusal::Ended => say(key!("table-over")),
        TableRefusal::Out => say(key!("table-out")),
        TableRefusal::NotYourTurn => say(key!("table-not-your-turn")),
        TableRefusal::Outdated => say(key!("table-outdated")),
        TableRefusal::OutOfTime => say(key!("table-out-of-time")),
        TableRefusal::Illegal(_) | TableRefusal::NoStart(_) => say(key!("refused-old-control")),
    }
}
