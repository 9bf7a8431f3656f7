//! A dare with its results, and a try at it.

use serenity::all::{ButtonStyle, CreateActionRow};

use crate::controls::dare::DareControl;
use crate::controls::solve::SolveControl;
use crate::controls::start::StartControl;
use crate::controls::{Control, Id};
use crate::drafts::Draft;
use crate::message::Message;
use crate::picture::{Board, Frame, Picture};
use crate::text::{Language, key, tell, yes_or_no};
use crate::view::controls::{MoveChooser, draft_line};
use crate::view::description::board_in_words;
use crate::view::moves::move_arguments;
use crate::view::position::{heap_names, rules_line, title, with_position};
use crate::view::{animal_name, button, mention, relative};
use nim_games::{Animal, Position};
use wythoff_game::Timestamp;
use wythoff_game::records::DareResult;
use wythoff_service::{DareToShow, Drawn, TriedDare};

/// A dare, with its results.
pub(crate) fn dare(language: Language<'_>, shown: &DareToShow, now: Timestamp) -> Message {
    let dare = &shown.dare;
    let is_over = dare.is_over(now);
    let who = dare.by.map_or_else(|| "none".to_owned(), mention);
    let animal = animal_name(language, dare.animal);
    let mut lines = vec![tell!(
        language, key!("dare-heading"), "who" => who, "animal" => animal, "moves" => dare.moves,
        "first" => if dare.begins { "member" } else { "animal" }
    )];
    let results = shown.results.iter();
    lines.extend(results.map(|result| result_line(language, result, dare.animal)));
    let others = shown.count.saturating_sub(shown.results.len() as u64);
    lines.extend((others > 0).then(|| tell!(language, key!("dare-others"), "count" => others)));
    let end = if is_over {
        "past".to_owned()
    } else {
        relative(dare.ends())
    };
    lines.push(tell!(
        language, key!("dare-small-print"), "game" => title(language, dare.start), "end" => end
    ));
    let attempt = button(
        language,
        DareControl::Try(dare.id).id(),
        key!("button-dare-try"),
    );
    let rows = vec![CreateActionRow::Buttons(vec![
        attempt.style(ButtonStyle::Primary),
    ])];
    let rows = if is_over { Vec::new() } else { rows };
    with_animal(
        language,
        (dare.start, dare.start, dare.animal),
        &lines,
        move |text| Message::public(text, rows),
    )
}

/// How somebody has done.
fn result_line(language: Language<'_>, result: &DareResult, animal: Animal) -> String {
    tell!(
        language, key!("dare-result"), "who" => mention(result.member), "moves" => result.moves,
        "is" => if result.is_won { "won" } else { "lost" }, "flawless" => yes_or_no(result.is_flawless),
        "animal" => animal_name(language, animal)
    )
}

/// A member's try: the position, with the controls of a board, or how it has ended.
pub(crate) fn attempt(
    language: Language<'_>,
    it: &TriedDare,
    rendering: u64,
    draft: Draft,
) -> Message {
    let TriedDare { dare, tried, .. } = it;
    let at = dare.position(tried);
    let animal = || animal_name(language, dare.animal);
    let mut lines = Vec::new();
    lines.extend(it.is_outdated.then(|| language.say(key!("daily-outdated"))));
    lines.extend(dare.latest_reply(tried).map(|(before, mv)| {
        let mut args = move_arguments(language, before, mv);
        args.set("who", format!("**{}**", animal()));
        language.tell(key!("board-took"), &args)
    }));
    let rows = match tried.is_won {
        None => {
            lines.push(tell!(language, key!("dare-your-move"), "animal" => animal()));
            let is_new = dare.own_moves(tried) == 0;
            lines.extend(is_new.then(|| rules_line(language, at)));
            lines.extend(draft_line(language, at, draft));
            choices(language, it, rendering, draft)
        }
        Some(is_won) => {
            let who = dare.by.map_or_else(|| "none".to_owned(), mention);
            lines.push(tell!(
                language, key!("dare-ended"), "is" => if is_won { "won" } else { "lost" }, "animal" => animal(),
                "moves" => dare.own_moves(tried), "who" => who, "best" => dare.moves
            ));
            vec![ways_on(language, it, is_won)]
        }
    };
    with_animal(language, (dare.start, at, dare.animal), &lines, |text| {
        Message::private(text, rows)
    })
}

/// The moves of a try that runs.
fn choices(
    language: Language<'_>,
    TriedDare { dare, tried, .. }: &TriedDare,
    rendering: u64,
    draft: Draft,
) -> Vec<CreateActionRow> {
    let (dare_id, step) = (dare.id, tried.moves.len());
    let chooser = MoveChooser {
        language,
        position: dare.position(tried),
        rendering,
        tried: &[],
        offered: &[],
        id: &|choice| {
            DareControl::Choose {
                dare: dare_id,
                step,
                choice,
            }
            .id()
        },
    };
    chooser.rows(draft, &[])
}

/// What a member can do after a try: see why they lost, and play a game of their own.
fn ways_on(
    language: Language<'_>,
    TriedDare { dare, tried, .. }: &TriedDare,
    is_won: bool,
) -> CreateActionRow {
    let own = Drawn {
        animal: Some(dare.animal),
        ..Drawn::usual(dare.start.variant())
    };
    let own = button(
        language,
        StartControl::Drawn(own).id(),
        key!("button-play-own"),
    );
    let missed = dare.missed(tried).filter(|_| !is_won);
    let why = missed.map(|at| SolveControl::Show(at).id());
    let why = why.filter(Id::fits);
    let why = why.map(|id| button(language, id, key!("button-why")).style(ButtonStyle::Primary));
    CreateActionRow::Buttons(why.into_iter().chain([own]).collect())
}

/// A message with a position, and the animal beside it.
fn with_animal(
    language: Language<'_>,
    (start, now, animal): (Position, Position, Animal),
    lines: &[String],
    message: impl FnOnce(String) -> Message,
) -> Message {
    let board = Board {
        start,
        ..Board::at(now, heap_names(language, now))
    };
    let in_words = board_in_words(language, &board);
    let [text_with_picture, text_without_picture] = with_position(language, lines, now);
    let picture = Picture::Board(Box::new(board)).with(Frame::Against(animal));
    message(text_with_picture)
        .showing(picture, in_words)
        .or_saying(text_without_picture)
}
