//! A question to a channel: its message, and what a member sees of it in private.

use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::controls::Control;
use crate::controls::ask::AskControl;
use crate::drafts::Draft;
use crate::message::Message;
use crate::picture::Board;
use crate::text::{Language, key, tell, yes_or_no};
use crate::view::controls::{MoveChooser, draft_line};
use crate::view::description::message_with_board;
use crate::view::explanation::head;
use crate::view::moves::in_short;
use crate::view::position::{heap_names, rules_line, title};
use crate::view::{button, labelled_button, mention, with_name};
use nim_games::{Explanation, Move, Position};
use wythoff_game::MemberId;
use wythoff_game::records::{InteractionId, Question, QuestionAnswer};
use wythoff_service::{OpenedQuestion, QuestionToShow};

/// How many of the answered moves are listed.
const SHARES_LISTED: usize = 5;

/// How many of those who have found it are named.
const FOUND_LISTED: usize = 10;

/// How many members are listed with their answers.
const ANSWERS_LISTED: usize = 25;

/// The button that asks everybody about a position. `None` if the position is too large for its id, or if
/// there is nothing to ask.
pub(crate) fn ask_button(language: Language<'_>, position: Position) -> Option<CreateButton> {
    let id = AskControl::Make(position).id();
    (id.fits() && !position.is_over()).then(|| button(language, id, key!("button-ask")))
}

/// A question, with the number of answers; once it is closed, with what was answered and what wins.
pub(crate) fn question(language: Language<'_>, shown: &QuestionToShow) -> Message {
    let it = &shown.question;
    let all: u64 = shown.shares.iter().map(|&(_, count)| count).sum();
    let who = asker(it.by);
    let is = if it.is_closed { "closed" } else { "open" };
    let mut lines = vec![tell!(language, key!("ask-heading"), "who" => who.as_str(), "is" => is)];
    let mut board = Board::at(it.position, heap_names(language, it.position));
    if it.is_closed {
        // If several moves win, the one that most have found.
        let mut answered = shown.shares.iter().map(|&(mv, _)| mv);
        let found_move = answered.find(|&mv| is_right(it.position, mv) == "yes");
        let solution = found_move.map_or_else(
            || Explanation::of(it.position),
            |mv| Explanation::of_move(it.position, mv),
        );
        lines.push(match solution.winning {
            Some(_) => head(language, &solution),
            None => language.say(key!("ask-lost")),
        });
        lines.extend(found(language, shown));
        lines.extend(shares(language, it.position, &shown.shares));
        let why = solution.law.map(|why| language.reason(&why));
        lines.extend(why.map(|why| tell!(language, key!("daily-insight"), "why" => why)));
        board.winning_move = solution.winning;
    } else {
        lines.push(rules_line(language, it.position));
    }
    let small_print = tell!(
        language, key!("ask-small-print"), "game" => title(language, it.position), "count" => all, "who" => who,
        "is" => is, "names" => yes_or_no(!it.is_anonymous)
    );
    lines.push(small_print);
    let answer = button(
        language,
        AskControl::Open(it.id).id(),
        key!("button-ask-answer"),
    );
    let answer = CreateActionRow::Buttons(vec![answer.style(ButtonStyle::Primary)]);
    let rows = (!it.is_closed).then_some(answer).into_iter().collect();
    message_with_board(Message::public, language, &lines, rows, board)
}

/// Who asks, as an argument of a text.
fn asker(by: Option<MemberId>) -> String {
    by.map_or_else(|| "none".to_owned(), mention)
}

/// How many have found a winning move, if there is one, and who.
fn found(language: Language<'_>, shown: &QuestionToShow) -> Option<String> {
    let (at, shares) = (shown.question.position, &shown.shares);
    let all: u64 = shares.iter().map(|&(_, count)| count).sum();
    let right = shares.iter().filter(|&&(mv, _)| is_right(at, mv) == "yes");
    let right: u64 = right.map(|&(_, count)| count).sum();
    let finders = shown.found_by.iter().take(FOUND_LISTED);
    let finders = finders.copied().map(mention).collect_vec();
    let others = right.saturating_sub(finders.len() as u64);
    let others = (others > 0).then(|| tell!(language, key!("ask-others"), "count" => others));
    let names = if finders.is_empty() {
        "none".to_owned()
    } else {
        finders.into_iter().chain(others).join(" ")
    };
    (all > 0 && !at.is_lost()).then(
        || tell!(language, key!("ask-found"), "right" => right, "all" => all, "names" => names),
    )
}

/// How often each move was answered.
fn shares(language: Language<'_>, at: Position, shares: &[(Move, u64)]) -> Vec<String> {
    let all: u64 = shares.iter().map(|&(_, count)| count).sum();
    let listed = shares.iter().take(SHARES_LISTED);
    let mut lines = listed
        .map(|&(mv, count)| {
            tell!(
                language, key!("ask-share"), "right" => is_right(at, mv), "move" => in_short(language, at, mv),
                "count" => count, "all" => all
            )
        })
        .collect_vec();
    let others: u64 = shares.iter().skip(SHARES_LISTED).map(|&(_, it)| it).sum();
    lines.extend((others > 0).then(|| tell!(language, key!("ask-others"), "count" => others)));
    lines
}

/// Whether a move wins, as an argument of a text.
fn is_right(at: Position, mv: Move) -> &'static str {
    yes_or_no(at.play(mv).is_ok_and(|after| after.is_lost()))
}

/// What a member sees of an open question in private. `manages` tells whether they manage the server.
pub(crate) fn opened(
    language: Language<'_>,
    opened: &OpenedQuestion,
    (rendering, manages): (u64, bool),
    draft: Draft,
) -> Message {
    match opened {
        OpenedQuestion::Others(question, answer) => {
            let close = manages.then(|| close(language, question.id));
            to_answer(language, question, *answer, rendering, draft, close)
        }
        OpenedQuestion::Own(question, answers) => own(language, question, answers),
    }
}

fn close(language: Language<'_>, question: InteractionId) -> CreateButton {
    let id = AskControl::Close(question).id();
    button(language, id, key!("button-ask-close"))
}

/// Offers to close an open question, wherever its message is.
pub(super) fn too_many(language: Language<'_>, open: &[Question]) -> Message {
    let close = |it: &Question| {
        let label = tell!(
            language, key!("button-ask-close-one"), "position" => with_name(language, it.position)
        );
        labelled_button(AskControl::Close(it.id).id(), &label)
    };
    let buttons = open.iter().map(close).collect();
    Message::private(
        language.say(key!("ask-too-many")),
        vec![CreateActionRow::Buttons(buttons)],
    )
}

/// The position, with the controls of a board.
fn to_answer(
    language: Language<'_>,
    question: &Question,
    answer: Option<Move>,
    rendering: u64,
    draft: Draft,
    close: Option<CreateButton>,
) -> Message {
    let at = question.position;
    let mut lines = vec![match answer {
        None => language.say(key!("ask-your-move")),
        Some(mv) => {
            tell!(language, key!("ask-answered"), "move" => in_short(language, at, mv))
        }
    }];
    lines.push(rules_line(language, at));
    lines.extend(draft_line(language, at, draft));
    let chooser = MoveChooser {
        language,
        position: at,
        rendering,
        tried: &[],
        offered: &[],
        id: &|choice| {
            AskControl::Choose {
                question: question.id,
                choice,
            }
            .id()
        },
    };
    let rows = chooser.rows(draft, &close.into_iter().collect_vec());
    let board = Board {
        chosen: draft.mv().or(answer),
        ..Board::at(at, heap_names(language, at))
    };
    message_with_board(Message::private, language, &lines, rows, board)
}

/// That a question is closed now; to the asker also who has answered what, and who was right.
pub(super) fn closed(
    language: Language<'_>,
    (closed, marked_games): (&OpenedQuestion, usize),
) -> String {
    let mut lines = vec![language.say(key!("ask-closed-now"))];
    lines.extend(
        (marked_games > 0).then(|| tell!(language, key!("told-counts"), "games" => marked_games)),
    );
    if let OpenedQuestion::Own(question, answers) = closed {
        let at = question.position;
        lines.extend(who_answered(language, at, answers, |mv| is_right(at, mv)));
    }
    lines.join("\n")
}

/// Who has answered what, with what is said of each move.
fn who_answered(
    language: Language<'_>,
    at: Position,
    answers: &[QuestionAnswer],
    verdict: impl Fn(Move) -> &'static str,
) -> Vec<String> {
    let line = |answer: &QuestionAnswer| {
        tell!(
            language, key!("ask-answer"), "who" => mention(answer.member), "right" => verdict(answer.mv),
            "move" => in_short(language, at, answer.mv)
        )
    };
    let listed = answers.iter().take(ANSWERS_LISTED).map(line);
    let others = answers.len().saturating_sub(ANSWERS_LISTED);
    let others = (others > 0).then(|| tell!(language, key!("ask-others"), "count" => others));
    listed.chain(others).collect()
}

/// Who has answered what. It does not say which answers win: while the question is open, that could help the asker in
/// a game or with a puzzle.
fn own(language: Language<'_>, question: &Question, answers: &[QuestionAnswer]) -> Message {
    let mut lines = vec![tell!(language, key!("ask-own"), "count" => answers.len())];
    lines.extend(who_answered(
        language,
        question.position,
        answers,
        |_| "open",
    ));
    let close = close(language, question.id).style(ButtonStyle::Primary);
    Message::private(
        lines.join("\n"),
        vec![CreateActionRow::Buttons(vec![close])],
    )
}
