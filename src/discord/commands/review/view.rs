//! The review of a finished game, page by page: the turning point, and every move with its verdict.
//! It opens at the turning point.

use serenity::all::{CreateActionRow, CreateButton};

use crate::discord::commands::command::Control;
use crate::discord::commands::id::Seen;
use crate::discord::commands::review::{ReviewControl, ReviewPage};
use crate::discord::commands::start::StartControl;
use crate::discord::message::{Attachment, Message};
use crate::discord::text::{Language, key, tell};
use crate::discord::view::ended::{moment, picture, turning_point_explained};
use crate::discord::view::explanation::{Voice, explained_with_head};
use crate::discord::view::legends::legend;
use crate::discord::view::moves::{in_short, move_arguments};
use crate::discord::view::position::position_text;
use crate::discord::view::{MAX_CHARACTERS, button, length, name, paged, plain};
use crate::game::{Cause, Game, Outcome, Ply, Review, ReviewedMove, Seat, TurningPoint, Verdict};
use crate::records::GameRecord;
use nim_games::{Move, Position};

/// The maximum number of moves on a page. Long numbers leave room for fewer.
const MOVES_PER_PAGE: usize = 6;

/// How many characters are reserved for the line with the page number.
const PAGE_NUMBER_LENGTH: usize = 40;

/// A page of a game's review.
pub(in crate::discord) fn review(
    language: Language<'_>,
    record: &GameRecord,
    page: ReviewPage,
) -> Message {
    let game = &record.game;
    let review = Review::of(game.start_position(), &record.moves);
    let turning_point = game.turning_point(&review);
    let mut lines = summary(language, game, &review);
    let pictured = picture(language, record, &review);
    let legend = pictured.as_ref().and_then(|(picture, _)| {
        legend(language, picture).or_else(|| moment(language, game, &review, picture))
    });
    let surrounding_length: usize = lines.iter().chain(&legend).map(|line| length(line)).sum();
    let moves = review.moves.iter();
    let moves = moves.map(|reviewed| line(language, game, *reviewed));
    let pages = paged(
        moves.collect(),
        MOVES_PER_PAGE,
        MAX_CHARACTERS.saturating_sub(surrounding_length + PAGE_NUMBER_LENGTH),
    );
    let page_count = pages.len();
    let page_of_move = |ply: Ply| {
        let index = usize::try_from(ply.saturating_sub(1)).unwrap_or(0);
        let ends = pages.iter().scan(0, |end, page| {
            *end += page.len();
            Some(*end)
        });
        ends.take_while(|&end| end <= index).count()
    };
    let turning_page = turning_point.map(|turning| page_of_move(turning.ply).min(page_count - 1));
    let page = match page {
        ReviewPage::First => 0,
        ReviewPage::TurningPoint => turning_page.unwrap_or(0),
        ReviewPage::Last => page_count - 1,
        ReviewPage::Number(page) => usize::try_from(page).unwrap_or(0).min(page_count - 1),
    };
    lines.extend(pages.get(page).cloned().unwrap_or_default());
    if page_count > 1 {
        lines.push(tell!(language, key!("review-page"), "page" => page + 1, "pages" => page_count));
    }
    lines.extend(legend);
    let try_again = turning_point.and_then(|turning| try_again_button(language, game, turning));
    let rows = controls(language, game, (page, page_count), turning_page, try_again);
    let message = Message::private(lines.join("\n"), rows);
    match pictured {
        Some((picture, in_words)) => message.showing(picture, in_words),
        None => message,
    }
}

/// A finished game as text, or in a file if it is too long for a message.
pub(in crate::discord) fn as_text(language: Language<'_>, record: &GameRecord) -> Message {
    let notation = record.game.notation(&record.moves);
    let (variant, args) = (record.variant(), fluent::FluentArgs::new());
    let heading = language.tell_for_game(variant, key!("review-as-text"), &args);
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

/// The buttons for other pages, for another try, and for the text. A button that leads to no other
/// page is disabled.
fn controls(
    language: Language<'_>,
    game: &Game,
    (page, page_count): (usize, usize),
    turning_page: Option<usize>,
    try_again: Option<CreateButton>,
) -> Vec<CreateActionRow> {
    let numbered = |number: usize| ReviewPage::Number(u32::try_from(number).unwrap_or(u32::MAX));
    let page_button = |page: ReviewPage, label, is_other: bool| {
        let control = ReviewControl::Page(Seen::of(game), page);
        button(language, control.id(), label).disabled(!is_other)
    };
    let (has_earlier, has_later) = (page > 0, page + 1 < page_count);
    let (earlier, later) = (numbered(page.saturating_sub(1)), numbered(page + 1));
    let page_buttons = vec![
        page_button(ReviewPage::First, key!("button-first"), has_earlier),
        page_button(earlier, key!("button-earlier"), has_earlier),
        page_button(
            ReviewPage::TurningPoint,
            key!("button-turning-point"),
            turning_page.is_some_and(|turning| turning != page),
        ),
        page_button(later, key!("button-later"), has_later),
        page_button(ReviewPage::Last, key!("button-last"), has_later),
    ];
    let text_button = button(
        language,
        ReviewControl::AsText(Seen::of(game)).id(),
        key!("button-as-text"),
    );
    let page_row = (page_count > 1).then_some(CreateActionRow::Buttons(page_buttons));
    page_row
        .into_iter()
        .chain([CreateActionRow::Buttons(
            try_again.into_iter().chain([text_button]).collect(),
        )])
        .collect()
}

/// The button that starts a game against the bot from the turning point. Offered only if the
/// position is short enough for an id: if the member has a running game, the bot answers with a
/// button to replace it, whose id contains the position.
fn try_again_button(
    language: Language<'_>,
    game: &Game,
    turning: TurningPoint,
) -> Option<CreateButton> {
    let moves_before = match turning.cause {
        Cause::Move => turning.ply.saturating_sub(1),
        Cause::Resignation | Cause::Clock => turning.ply,
    };
    let control = StartControl::TryAgain(game.id(), usize::try_from(moves_before).ok()?);
    Some(button(language, control.id(), key!("button-try-again")))
}

fn summary(language: Language<'_>, game: &Game, review: &Review) -> Vec<String> {
    let title = language.say(key!("review-title"));
    if review.moves.is_empty() {
        return vec![title, language.say(key!("review-nobody-moved"))];
    }
    let turning_point = match game.turning_point(review) {
        Some(turning) => {
            let key = match turning.cause {
                Cause::Move => key!("review-turning-point"),
                Cause::Resignation => key!("review-resigned-a-win"),
                Cause::Clock => key!("review-ran-out-of-a-win"),
            };
            let sentence = tell!(
                language, key, "who" => name(language, game, turning.seat), "ply" => turning.ply,
                "position" => position_text(turning.position)
            );
            let (head, explanation) = turning_point_explained(language, game, turning);
            let why = explained_with_head(&head, language, &explanation, Voice::Them);
            format!("{sentence}\n{why}")
        }
        None if game.outcome().and_then(Outcome::winner).is_none() => {
            language.say(key!("review-no-result"))
        }
        None => language.say(key!("review-no-turning-point")),
    };
    let accuracies = Seat::BOTH.map(|seat| {
        let accuracy = review.accuracy(seat);
        let who = name(language, game, seat);
        match accuracy.percent() {
            Some(percent) => {
                let (kept, won) = (accuracy.kept, accuracy.won);
                tell!(
                    language, key!("review-accuracy"), "who" => who, "kept" => kept, "won" => won,
                    "percent" => percent
                )
            }
            None => tell!(language, key!("review-nothing-to-keep"), "who" => who),
        }
    });
    [title, turning_point]
        .into_iter()
        .chain(accuracies)
        .collect()
}

/// A move with its number, the position after it, and its verdict.
fn line(language: Language<'_>, game: &Game, reviewed: ReviewedMove) -> String {
    let choices = reviewed.before.choices();
    let is_only_move = choices.count() == 1;
    let verdict = match reviewed.verdict {
        Verdict::KeptTheWin => language.say(key!("verdict-kept-the-win")),
        Verdict::ThrewTheWinAway { right } => format!(
            "{} {}",
            language.say(key!("verdict-threw-the-win-away")),
            better(language, reviewed.before, right)
        ),
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
    args.set("ply", reviewed.ply);
    args.set("who", name(language, game, reviewed.seat));
    args.set("verdict", verdict.join(" "));
    language.tell(key!("review-move"), &args)
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
pub(in crate::discord) mod tests {
    use super::*;
    use crate::discord::text::Texts;
    use crate::game::{GameId, MemberId, Player, Players, Stake, Terms, Timestamp};
    use crate::records::{ChannelId, CountsTowards, InteractionId, Place};
    use nim_games::Animal;

    /// A game that was resigned after the given moves.
    pub(in crate::discord) fn finished(start: Position, moves: Vec<Move>) -> GameRecord {
        let players = Players {
            first: Player::Member(MemberId(i64::MAX)),
            second: Player::Bot(Animal::Dolphin),
        };
        let terms = Terms {
            stake: Stake::Casual,
            ..Terms::against_the_bot(players, start)
        };
        let game = Game::start(GameId(i64::MAX), terms, Timestamp(0)).expect("not empty");
        let resign = crate::game::Action::Resign { seen: None };
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
    fn a_page_with_the_longest_numbers_fits_into_a_message() {
        let texts = Texts::load().expect("the texts parse");
        let start = "wythoff: 9007199254740991 9007199254740990"
            .parse()
            .expect("a position");
        let moves = vec![Move::take([1_000_000_000_000; 2]); MOVES_PER_PAGE * 3];
        let record = finished(start, moves);
        for page in 0..3 {
            let page = review(texts.language("en-US"), &record, ReviewPage::Number(page));
            let length = page.content().chars().count();
            assert!((1000..=2000).contains(&length), "{length}");
        }
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
