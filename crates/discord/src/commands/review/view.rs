//! The review of a finished game: one move a page, on its board, with its verdict.

use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow};

use crate::commands::ask::view::ask_button;
use crate::context::Permissions;
use crate::controls::review::{ReviewControl, ReviewPage};
use crate::controls::start::StartControl;
use crate::controls::{Control, Seen};
use crate::message::{Attachment, Message};
use crate::picture::Board;
use crate::text::{Language, key, tell};
use crate::view::description::message_with_board;
use crate::view::moves::{in_short, move_arguments};
use crate::view::position::{heap_names, title};
use crate::view::{HELPS, MAX_CHARACTERS, button, name, plain, show_button};
use nim_games::{Move, Position};
use wythoff_game::records::GameRecord;
use wythoff_game::{Accuracy, Cause, Game, Ply, Review, ReviewedMove, Seat, TurningPoint, Verdict};

/// A page of a game's review.
pub(crate) fn review(
    language: Language<'_>,
    record: &GameRecord,
    page: ReviewPage,
    permissions: Permissions,
) -> Message {
    let game = &record.game;
    let review = Review::of(game.start_position(), &record.moves);
    let Some(last) = review.moves.len().checked_sub(1) else {
        return plain(language.say(key!("review-nobody-moved")));
    };
    let turning = game.turning_point(&review);
    // The page after the last move shows a win that was given up.
    let given_up = turning.filter(|turning| turning.cause != Cause::Move);
    let turning_page = turning.map(TurningPoint::moves_before);
    let last = turning_page.map_or(last, |turning| last.max(turning));
    let page = match page {
        ReviewPage::TurningPoint => turning_page.unwrap_or(0),
        ReviewPage::Number(page) => usize::try_from(page).unwrap_or(last).min(last),
    };
    let (text, board, shows_a_win) = match (review.moves.get(page), given_up) {
        (Some(reviewed), _) => (
            verdict(language, game, *reviewed),
            board_of_move(language, game, *reviewed),
            matches!(reviewed.verdict, Verdict::ThrewTheWinAway { .. }),
        ),
        (None, Some(turning)) => (
            gave_up(language, game, turning),
            Board {
                start: game.start_position(),
                winning_move: turning.right,
                ..Board::at(turning.position, heap_names(language, turning.position))
            },
            true,
        ),
        (None, None) => return plain(language.say(key!("review-nobody-moved"))),
    };
    let asked = review.moves.get(page).map(|reviewed| reviewed.before);
    let asked = asked.or(given_up.map(|turning| turning.position));
    let asked = asked.filter(|_| permissions.can_gather());
    let offers = (shows_a_win, permissions.is_public, asked);
    let rows = controls(language, game, page, (last, turning_page), offers);
    let [first, second] = Seat::BOTH.map(|seat| name(language, game, seat));
    let of = tell!(
        language, key!("review-of"), "first" => first, "second" => second,
        "game" => title(language, game.start_position())
    );
    message_with_board(Message::private, language, &[text, of], rows, board)
}

/// The board of a move: as it was left, or, if the move threw the win away, as it was before, with
/// the move and the better one.
fn board_of_move(language: Language<'_>, game: &Game, reviewed: ReviewedMove) -> Board {
    let ReviewedMove { before, mv, .. } = reviewed;
    let board = |now| Board {
        start: game.start_position(),
        ..Board::at(now, heap_names(language, now))
    };
    match reviewed.verdict {
        Verdict::ThrewTheWinAway { right } => Board {
            winning_move: Some(right),
            wrong_move: Some(mv),
            ..board(before)
        },
        Verdict::KeptTheWin | Verdict::HeldOut | Verdict::GaveIn | Verdict::CouldNotWin => Board {
            before: Some(before),
            ..board(before.play(mv).unwrap_or(before))
        },
    }
}

/// The number of a player's own move.
const fn own_number(ply: Ply) -> Ply {
    ply.div_ceil(2)
}

/// Who could still have won when they resigned or ran out of time.
fn gave_up(language: Language<'_>, game: &Game, turning: TurningPoint) -> String {
    let key = match turning.cause {
        Cause::Clock => key!("review-ran-out-of-a-win"),
        Cause::Move | Cause::Resignation => key!("review-resigned-a-win"),
    };
    tell!(language, key, "who" => name(language, game, turning.seat))
}

/// A finished game as text, or in a file if it is too long for a message.
pub(crate) fn as_text(language: Language<'_>, record: &GameRecord) -> Message {
    let notation = record.game.notation(&record.moves);
    let (variant, args) = (record.variant(), fluent::FluentArgs::new());
    let heading = language.tell_for_game(variant, key!("review-as-text"), &args);
    let review = Review::of(record.game.start_position(), &record.moves);
    let heading = [heading]
        .into_iter()
        .chain(kept_wins(language, &record.game, &review))
        .join("\n");
    let text = format!("{heading}\n```\n{notation}\n```");
    if text.chars().count() <= MAX_CHARACTERS {
        return plain(text);
    }
    let mut message = plain(heading.clone());
    message.attach(Attachment {
        name: "game.txt".to_owned(),
        description: heading,
        bytes: notation.into_bytes(),
    });
    message
}

/// The buttons for other pages, for the text, for another try from a page that shows where a win was still there,
/// to show the page to everybody, and to ask them about its position. A button that leads to no other page is disabled.
fn controls(
    language: Language<'_>,
    game: &Game,
    page: usize,
    (last, turning_page): (usize, Option<usize>),
    (shows_a_win, can_show, asked): (bool, bool, Option<Position>),
) -> Vec<CreateActionRow> {
    let seen = Seen::of(game);
    let page_button = |page: ReviewPage, label, is_other: bool| {
        let control = ReviewControl::Page(seen, page);
        button(language, control.id(), label).disabled(!is_other)
    };
    let numbered = |number: usize| ReviewPage::Number(u32::try_from(number).unwrap_or(u32::MAX));
    let turning = turning_page.is_some_and(|turning| turning != page);
    let next = page_button(numbered(page + 1), key!("button-later"), page < last);
    let pages = vec![
        page_button(
            numbered(page.saturating_sub(1)),
            key!("button-earlier"),
            page > 0,
        ),
        next.style(ButtonStyle::Primary),
        page_button(
            ReviewPage::TurningPoint,
            key!("button-turning-point"),
            turning,
        ),
    ];
    let try_again = shows_a_win.then(|| {
        let try_again = StartControl::TryAgain(game.id(), page).id();
        button(language, try_again, key!("button-try-again")).emoji(HELPS)
    });
    let text = button(
        language,
        ReviewControl::AsText(seen).id(),
        key!("button-as-text"),
    );
    let show = can_show.then(|| {
        let shown = ReviewControl::Page(seen, numbered(page));
        show_button(language, shown)
    });
    let ask = asked.and_then(|position| ask_button(language, position));
    let others = try_again.into_iter().chain([text]).chain(show).chain(ask);
    let others = others.collect();
    vec![
        CreateActionRow::Buttons(pages),
        CreateActionRow::Buttons(others),
    ]
}

/// In how many winning positions each player kept the win, if they had any.
fn kept_wins(language: Language<'_>, game: &Game, review: &Review) -> impl Iterator<Item = String> {
    let kept = move |seat| {
        let Accuracy { kept, won } = review.accuracy(seat);
        let who = name(language, game, seat);
        let kept = tell!(language, key!("review-kept"), "who" => who, "kept" => kept, "won" => won);
        (won > 0).then_some(kept)
    };
    Seat::BOTH.into_iter().filter_map(kept)
}

/// A move with its number, and its verdict in a line of its own.
fn verdict(language: Language<'_>, game: &Game, reviewed: ReviewedMove) -> String {
    let choices = reviewed.before.choices();
    let is_only_move = choices.count() == 1;
    let after = reviewed.before.play(reviewed.mv);
    let is_lost_at_once = after.is_ok_and(|after| after.is_won_at_once());
    let verdict = match reviewed.verdict {
        Verdict::KeptTheWin => language.say(key!("verdict-kept-the-win")),
        Verdict::ThrewTheWinAway { right } => format!(
            "{} {}",
            language.say(key!("verdict-threw-the-win-away")),
            better(language, reviewed.before, right)
        ),
        Verdict::HeldOut if is_lost_at_once => language.say(key!("verdict-could-not-win")),
        Verdict::HeldOut if is_only_move => language.say(key!("verdict-only-move")),
        Verdict::HeldOut if choices.is_one_at_a_time() => {
            language.say(key!("verdict-could-not-win"))
        }
        Verdict::HeldOut => language.say(key!("verdict-held-out")),
        Verdict::GaveIn => language.say(key!("verdict-gave-in")),
        Verdict::CouldNotWin => language.say(key!("verdict-could-not-win")),
    };
    let verdict = [Some(verdict), shortfall(language, reviewed)];
    let verdict: Vec<String> = verdict.into_iter().flatten().collect();
    let mut args = move_arguments(language, reviewed.before, reviewed.mv);
    args.set("number", own_number(reviewed.ply));
    args.set("who", name(language, game, reviewed.seat));
    format!(
        "{}\n{}",
        language.tell(key!("review-move"), &args),
        verdict.join(" ")
    )
}

/// How much less a move gains than the best one, in a game where the amount taken counts. Returns
/// `None` if the move gains as much as the best one, or if it threw the win away.
fn shortfall(language: Language<'_>, reviewed: ReviewedMove) -> Option<String> {
    let threw_win_away = matches!(reviewed.verdict, Verdict::ThrewTheWinAway { .. });
    let after = reviewed.before.play(reviewed.mv).ok()?;
    // The margin after the move is from the opponent's point of view. What one player does not get,
    // the other one gets, so it counts twice in a margin.
    let shortfall = reviewed.before.margin()?.midpoint(after.margin()?);
    let shortfall = u64::try_from(shortfall).ok()?;
    (!threw_win_away && shortfall > 0)
        .then(|| tell!(language, key!("review-fewer"), "fewer" => shortfall))
}

/// A sentence that names the better move.
fn better(language: Language<'_>, at: Position, better_move: Move) -> String {
    let mut args = move_arguments(language, at, better_move);
    args.set("short", in_short(language, at, better_move));
    language.tell(key!("review-better"), &args)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::text::Texts;
    use nim_games::Animal;
    use wythoff_game::records::{ChannelId, CountsTowards, InteractionId, Place};
    use wythoff_game::{GameId, MemberId, Player, Players, Stake, Terms, Timestamp};

    /// A game that was resigned, with the given moves in its record.
    pub(crate) fn finished(start: Position, moves: Vec<Move>) -> GameRecord {
        let players = Players {
            first: Player::Member(MemberId(i64::MAX)),
            second: Player::Bot(Animal::Dolphin),
        };
        let terms = Terms {
            stake: Stake::Casual,
            ..Terms::against_the_bot(players, start)
        };
        let game = Game::start(GameId(i64::MAX), terms, Timestamp(0)).expect("not empty");
        let resign = wythoff_game::Action::Resign { seen: None };
        let (game, _) = game
            .apply(players.first.id(), resign, Timestamp(1))
            .expect("it runs");
        let place = Place {
            guild: None,
            channel: ChannelId(1),
            editable: true,
            language: "en-US".to_owned(),
        };
        let interaction = InteractionId(1);
        let mut record = GameRecord::begun(game, place, interaction, CountsTowards::Everywhere);
        record.end(moves);
        record
    }

    #[test]
    fn a_game_too_long_for_a_message_comes_in_a_file() {
        let texts = Texts::load().expect("the texts parse");
        let moves = vec![Move::take([1]); 900];
        let long = as_text(
            texts.language("en-US"),
            &finished("wythoff: 950 5".parse().expect("a position"), moves),
        );
        let file = long.attachments().first().expect("a file");
        assert_eq!(
            file.bytes.len(),
            "950 5:".len() + 900 * " A1".len() + " 0-1".len()
        );
    }
}
