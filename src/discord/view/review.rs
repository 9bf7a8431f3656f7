//! The review of a finished game, page by page: the turning point first, then every move with its verdict.

use fluent::fluent_args;
use serenity::all::{ButtonStyle, CreateActionRow};

use super::super::control::{Control, Verb};
use super::super::picture::Picture;
use super::super::reply::Message;
use super::super::text::{Language, key};
use super::{button, pile_argument, player};
use crate::game::{Game, Outcome, Review, ReviewedMove, Seat, Verdict};
use crate::rules::wythoff::Move;

/// How many moves a page shows: with the longest numbers they fit into a message of 2000 characters.
const MOVES_A_PAGE: usize = 6;

/// One page of a game's review; the last one where there is none of that number.
pub(in crate::discord) fn review(
    language: Language<'_>,
    game: &Game,
    moves: &[Move],
    page: u32,
) -> Message {
    let review = Review::of(game.start_position(), moves);
    let pages = u32::try_from(review.moves.len().div_ceil(MOVES_A_PAGE))
        .unwrap_or(u32::MAX)
        .max(1);
    let page = page.min(pages - 1);
    let mut lines = Vec::new();
    if page == 0 {
        lines.extend(summary(language, game, &review));
    }
    let shown = review
        .moves
        .chunks(MOVES_A_PAGE)
        .nth(usize::try_from(page).unwrap_or(usize::MAX))
        .unwrap_or_default();
    lines.extend(shown.iter().map(|reviewed| line(language, game, *reviewed)));
    if pages > 1 {
        lines.push(language.tell(
            key!("review-page"),
            &fluent_args!["page" => page + 1, "pages" => pages],
        ));
    }
    let message = Message::private(lines.join("\n"), turns(language, game, page, pages));
    let turning_point = turning_point(game, &review);
    match Picture::of_way(game.start_position(), moves, turning_point) {
        Some(picture) if !moves.is_empty() => {
            message.showing(picture, in_words(language, game, moves, &review))
        }
        Some(_) | None => message,
    }
}

/// The place of the turning point among the positions, the first of which is the start.
fn turning_point(game: &Game, review: &Review) -> Option<usize> {
    let at_end = game.gave_up_a_win().map(|_| review.moves.len());
    let by_move = || {
        let ply = review.turning_point()?.ply;
        usize::try_from(ply).ok()?.checked_sub(1)
    };
    at_end.or_else(by_move)
}

/// What the picture shows.
fn in_words(language: Language<'_>, game: &Game, moves: &[Move], review: &Review) -> String {
    let turned_at = turning_point(game, review).map(|index| {
        let reviewed = review.moves.get(index);
        reviewed.map_or(game.position(), |reviewed| reviewed.before)
    });
    let args = fluent_args![
        "start" => game.start_position().to_string(),
        "moves" => moves.len(),
        "turn" => if turned_at.is_some() { "some" } else { "none" },
        "position" => turned_at.map(|position| position.to_string()).unwrap_or_default()
    ];
    language.tell(key!("picture-way"), &args)
}

fn turns(language: Language<'_>, game: &Game, page: u32, pages: u32) -> Vec<CreateActionRow> {
    let control = |page| Control {
        game: game.id(),
        ply: game.ply(),
        verb: Verb::ReviewPage(page),
    };
    let turn = |page, label| button(language, control(page), label, ButtonStyle::Secondary);
    let earlier = page
        .checked_sub(1)
        .map(|page| turn(page, key!("button-earlier")));
    let later = (page + 1 < pages).then(|| turn(page + 1, key!("button-later")));
    let buttons: Vec<_> = earlier.into_iter().chain(later).collect();
    if buttons.is_empty() {
        Vec::new()
    } else {
        vec![CreateActionRow::Buttons(buttons)]
    }
}

fn summary(language: Language<'_>, game: &Game, review: &Review) -> Vec<String> {
    let title = language.say(key!("review-title"));
    if review.moves.is_empty() {
        return vec![title, language.say(key!("review-nobody-moved"))];
    }
    let turning_point = match (game.gave_up_a_win(), review.turning_point()) {
        (Some(seat), _) => {
            let key = match game.outcome() {
                Some(Outcome::Forfeit { .. }) => key!("review-ran-out-of-a-win"),
                _ => key!("review-resigned-a-win"),
            };
            let args = fluent_args!["who" => name(language, game, seat), "position" => game.position().to_string()];
            language.tell(key, &args)
        }
        (None, Some(turning)) => {
            let ply = language.number(u64::from(turning.ply));
            let args = fluent_args!["ply" => ply, "who" => name(language, game, turning.seat)];
            language.tell(key!("review-turning-point"), &args)
        }
        (None, None) => language.say(key!("review-no-turning-point")),
    };
    let accuracies = [Seat::First, Seat::Second].map(|seat| {
        let accuracy = review.accuracy(seat);
        let who = name(language, game, seat);
        match accuracy.percent() {
            Some(percent) => {
                let (kept, won) = (u64::from(accuracy.kept), u64::from(accuracy.won));
                let args =
                    fluent_args!["who" => who, "kept" => kept, "won" => won, "percent" => percent];
                language.tell(key!("review-accuracy"), &args)
            }
            None => language.tell(key!("review-nothing-to-keep"), &fluent_args!["who" => who]),
        }
    });
    [title, turning_point]
        .into_iter()
        .chain(accuracies)
        .collect()
}

fn line(language: Language<'_>, game: &Game, reviewed: ReviewedMove) -> String {
    let took = taking(language, game, reviewed.seat, reviewed.mv);
    let verdict = match reviewed.verdict {
        Verdict::KeptTheWin => language.say(key!("verdict-kept-the-win")),
        Verdict::ThrewTheWinAway { right } => {
            let args = fluent_args!["pile" => pile_argument(right.pile), "amount" => language.number(right.amount)];
            language.tell(key!("verdict-threw-the-win-away"), &args)
        }
        Verdict::HeldOut => language.say(key!("verdict-held-out")),
        Verdict::GaveIn => language.say(key!("verdict-gave-in")),
    };
    format!("{}. {} {took} {verdict}", reviewed.ply, reviewed.before)
}

fn taking(language: Language<'_>, game: &Game, seat: Seat, mv: Move) -> String {
    let args = fluent_args![
        "who" => name(language, game, seat),
        "pile" => pile_argument(mv.pile),
        "amount" => language.number(mv.amount)
    ];
    language.tell(key!("board-took"), &args)
}

fn name(language: Language<'_>, game: &Game, seat: Seat) -> String {
    player(language, game.players().at(seat))
}

#[cfg(test)]
mod tests {
    use super::super::super::text::Texts;
    use super::*;
    use crate::game::{GameId, MemberId, Player, Players, Terms, Timestamp};
    use crate::rules::wythoff::{Level, Pile, Position};

    #[test]
    fn a_page_with_the_longest_numbers_fits_into_a_message() {
        let texts = Texts::load().expect("the texts parse");
        let players = Players {
            first: Player::Member(MemberId(i64::MAX)),
            second: Player::Bot(Level::Good),
        };
        let start = Position::new((1 << 53) - 1, (1 << 53) - 2);
        let game = Game::start(
            GameId(i64::MAX),
            Terms::against_the_bot(players, start),
            Timestamp(0),
        )
        .expect("not empty");
        let moves = vec![Move::new(Pile::Both, 1_000_000_000_000); MOVES_A_PAGE * 3];
        for page in 0..3 {
            let message =
                serde_json::to_value(review(texts.language("en-US"), &game, &moves, page))
                    .expect("JSON");
            let length = message["content"].as_str().expect("a text").chars().count();
            assert!((500..=2000).contains(&length), "{length}");
        }
    }
}
