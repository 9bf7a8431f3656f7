//! The board of a finished game: its picture, its lesson, and the next game.

use fluent::FluentArgs;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::input::control::{BoardAction, Control};
use crate::discord::picture::Picture;
use crate::discord::text::{Key, Language, key, tell};
use crate::discord::view::description::{in_words, strip_in_words};
use crate::discord::view::explanation::{Voice, explained_after};
use crate::discord::view::maps::map_in_words;
use crate::discord::view::moves::move_arguments;
use crate::discord::view::position::{rules_arguments, shown};
use crate::discord::view::{button, labelled, name};
use crate::game::{Cause, Game, NextGame, Outcome, Player, Review, Seat, TurningPoint, Verdict};
use crate::records::{GameRecord, Word};
use crate::rules::{Explanation, Level, Position};
use crate::service::BotRematch;

/// The picture of a finished game, and its description: its moves; the board if nobody moved; what is left if it was too large for a picture
/// of its moves.
pub(in crate::discord) fn way(
    language: Language<'_>,
    record: &GameRecord,
    review: &Review,
) -> Option<(Picture, String)> {
    let game = &record.game;
    let as_it_stands = || (Picture::of_game(game), in_words(language, game));
    if record.moves().is_empty() {
        return Some(as_it_stands());
    }
    // A resignation is no point in a picture of moves.
    let turning_point = game
        .turning_point(review)
        .filter(|turning| turning.cause == Cause::Move);
    let ply = turning_point.and_then(|turning| usize::try_from(turning.ply).ok());
    let Some(picture) = Picture::of_moves(game.start_position(), record.moves(), ply) else {
        return (!game.position().is_over()).then(as_it_stands);
    };
    let key = match picture {
        Picture::Strip { .. } => {
            let in_words = strip_in_words(language, &picture);
            return Some((picture, in_words));
        }
        Picture::Ribbon { .. } => key!("picture-ribbon"),
        Picture::Board { .. }
        | Picture::Path { .. }
        | Picture::Squares { .. }
        | Picture::Powers(_)
        | Picture::Largest(_)
        | Picture::Chart(_) => key!("picture-way"),
    };
    let in_words = tell!(
        language, key, "start" => shown(game.start_position()), "moves" => record.moves().len(),
        "turn" => if turning_point.is_some() { "some" } else { "none" }, "ply" => ply.unwrap_or(0)
    );
    Some((picture, in_words))
}

/// What is to be learnt from a finished game.
pub(in crate::discord) struct Lesson {
    /// Where the loser could have won, and how; or what the winner, who made no mistake, kept to. A game that the bot has won also tells the
    /// idea behind it.
    pub(in crate::discord) text: String,
    /// The map of the position that it speaks of, for a game against the bot.
    pub(in crate::discord) map: Option<(Picture, String)>,
}

/// The lesson of a finished game, always with the reason. Returns `None` if nobody has won, or nobody moved.
pub(in crate::discord) fn lesson(
    language: Language<'_>,
    game: &Game,
    review: &Review,
) -> Option<Lesson> {
    let winner = game.outcome()?.winner()?;
    let (head, explanation) = match game.turning_point(review) {
        Some(turning) => turned(language, game, turning),
        None => flawless(language, game, winner, review)?,
    };
    let why = explained_after(&head, language, &explanation, Voice::Them);
    let is_lost_to_the_bot = matches!(game.players().at(winner), Player::Bot(_));
    let idea = is_lost_to_the_bot.then(|| idea(language, game.start_position()));
    let lines: Vec<String> = [Some(why), idea.flatten()].into_iter().flatten().collect();
    let map = Picture::of_map(&explanation).filter(|_| game.players().level().is_some());
    Some(Lesson {
        text: lines.join("\n"),
        map: map.map(|map| {
            let in_words = map_in_words(language, &map, explanation.at);
            (map, in_words)
        }),
    })
}

/// The explanation of a better move, or of a lost position, and who could have won there.
pub(in crate::discord) fn turned(
    language: Language<'_>,
    game: &Game,
    turning: TurningPoint,
) -> (String, Explanation) {
    let position = turning.position;
    let (key, mut args, explanation) = match turning.right {
        Some(right) => (
            key!("board-lesson"),
            move_arguments(language, position, right),
            Explanation::of_move(position, right),
        ),
        None => (
            key!("board-lesson-not-to-move"),
            FluentArgs::new(),
            Explanation::of(position),
        ),
    };
    args.set("who", name(language, game, turning.seat));
    args.set("position", shown(position));
    (language.tell(key, &args), explanation)
}

/// What the winner kept to, who could win from the first move on. Returns `None` if nobody moved.
fn flawless(
    language: Language<'_>,
    game: &Game,
    winner: Seat,
    review: &Review,
) -> Option<(String, Explanation)> {
    let start = review.moves.first()?.before;
    // What was kept could also have been lost.
    let first = review.moves.iter().find(|reviewed| {
        reviewed.seat == winner
            && reviewed.verdict == Verdict::KeptTheWin
            && !reviewed.before.choices().is_one_at_a_time()
    });
    let who = name(language, game, winner);
    let Some(first) = first else {
        let said = tell!(language, key!("board-lesson-could-win"), "who" => who);
        return Some((said, Explanation::of(start)));
    };
    let said = tell!(language, key!("board-lesson-flawless"), "who" => who);
    let mut args = move_arguments(language, first.before, first.mv);
    args.set("position", shown(first.before));
    let how = language.tell(key!("board-lesson-flawless-first"), &args);
    let explanation = Explanation::of_move(first.before, first.mv);
    Some((format!("{said} {how}"), explanation))
}

/// The idea behind a game, if it has one to tell: how the positions are found that are lost.
fn idea(language: Language<'_>, start: Position) -> Option<String> {
    language.of_game(start.variant(), "find", None, &rules_arguments(start))
}

/// Whether the first player can win from the start of a finished game against the bot. It tells what to expect from playing it again.
pub(in crate::discord) fn outlook(language: Language<'_>, game: &Game) -> Option<String> {
    let is_offered = game.outcome().is_some() && game.players().level().is_some();
    let start = game.start_position();
    let key = if start.is_lost() {
        key!("board-start-cold")
    } else {
        key!("board-start-hot")
    };
    is_offered.then(|| tell!(language, key, "position" => shown(start)))
}

pub(in crate::discord) fn ended_rows(language: Language<'_>, game: &Game) -> Vec<CreateActionRow> {
    let players = game.players();
    // There is no next game with a former player.
    let is_former = |player| matches!(player, Player::Former(_));
    let is_anybody_gone = is_former(players.first) || is_former(players.second);
    let rematch = match players.level() {
        _ if is_anybody_gone => Vec::new(),
        Some(level) => against_the_bot(language, game, level),
        None => with_a_member(language, game),
    };
    let look_back = (game.ply() > 0).then_some((BoardAction::Review, key!("button-review")));
    let look = look_back
        .into_iter()
        .chain([(BoardAction::Rules, key!("button-rules"))])
        .map(|(verb, label)| button(language, Control::of(game, verb), label));
    let rows = if players.level().is_some() {
        vec![rematch, look.collect()]
    } else {
        vec![rematch.into_iter().chain(look).collect()]
    };
    rows.into_iter()
        .filter(|row: &Vec<CreateButton>| !row.is_empty())
        .map(CreateActionRow::Buttons)
        .collect()
}

/// A label, in the game's own words if it has any.
fn label_of(language: Language<'_>, game: &Game, label: Key) -> String {
    let variant = game.start_position().variant();
    language.tell_of(variant, label, &FluentArgs::new())
}

fn with_a_member(language: Language<'_>, game: &Game) -> Vec<CreateButton> {
    let rematch = |next_game, label, style| {
        let control = Control::of(game, BoardAction::Rematch(next_game));
        labelled(control, &label_of(language, game, label)).style(style)
    };
    vec![
        rematch(
            NextGame::Rematch,
            key!("button-rematch"),
            ButtonStyle::Primary,
        ),
        rematch(
            NextGame::NewPosition,
            key!("button-new-position"),
            ButtonStyle::Secondary,
        ),
    ]
}

/// The buttons for the next game against the bot. The one that can be won stands out.
fn against_the_bot(language: Language<'_>, game: &Game, level: Level) -> Vec<CreateButton> {
    let rematch_bot = |next, label, style| {
        let control = Control::of(game, BoardAction::RematchBot(next));
        labelled(control, &label_of(language, game, label)).style(style)
    };
    let (plain, players) = (ButtonStyle::Secondary, game.players());
    let [me, bot] = if game.start_position().is_lost() {
        [plain, ButtonStyle::Primary]
    } else {
        [ButtonStyle::Primary, plain]
    };
    let [i_begin, bot_begins] = match players.first {
        Player::Member(_) | Player::Former(_) => {
            [key!("button-try-again"), key!("button-swap-sides")]
        }
        // Trying again swaps sides.
        Player::Bot(_) => [key!("button-i-begin"), key!("button-bot-begins")],
    };
    let mut buttons = vec![
        rematch_bot(BotRematch::MemberStarts, i_begin, me),
        rematch_bot(BotRematch::BotStarts, bot_begins, bot),
        rematch_bot(BotRematch::NewPosition, key!("button-new-position"), plain),
    ];
    let winner = game.outcome().and_then(Outcome::winner);
    let other = winner.and_then(|winner| match players.at(winner) {
        Player::Bot(_) => Some((level.easier()?, key!("button-easier"))),
        Player::Member(_) | Player::Former(_) => Some((level.harder()?, key!("button-harder"))),
    });
    buttons.extend(other.map(|(other, label)| {
        let control = Control::of(game, BoardAction::RematchBot(BotRematch::AtLevel(other)));
        labelled(control, &tell!(language, label, "level" => other.word())).style(plain)
    }));
    buttons
}
