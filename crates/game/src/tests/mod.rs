//! Games as transcripts, random walks through the state machine, attempts at a puzzle, and reviews.

mod attempt;
mod random;
mod review;
mod table;

use std::fmt::Write as _;

use insta::assert_snapshot;

use super::*;
use nim_games::{Animal, Move, Position};
use nim_games::{Draw, Draws, HeapSet};

const ANNA: MemberId = MemberId(1);
const BORIS: MemberId = MemberId(2);
const STRANGER: MemberId = MemberId(3);

fn game_between_members(left: u64, right: u64) -> Game {
    let players = Players {
        first: Player::Member(ANNA),
        second: Player::Member(BORIS),
    };
    let terms = Terms {
        players,
        start: piles(left, right),
        clock: Clock::Day,
        stake: Stake::Rated,
        pair: Pair::None,
    };
    Game::start(GameId(1), terms, Timestamp(0)).expect("the piles are not empty")
}

fn piles(left: u64, right: u64) -> Position {
    nim_games::wythoff::Wythoff::of([left, right]).into()
}

/// The game after a move by a member.
fn moved(game: &Game, by: MemberId, heaps: HeapSet, amount: u64) -> Game {
    let mv = Move::take_from(heaps, amount);
    let action = Action::Move { mv, seen: None };
    let moved = game.apply(PlayerId::Member(by), action, Timestamp(1));
    moved.expect("legal").0
}

const LEFT: HeapSet = HeapSet::one(0);
const RIGHT: HeapSet = HeapSet::one(1);

/// Plays a script of lines such as `anna left 3`, `boris both 2 at 1` (seen at ply 1) or `anna
/// resigns`, and records the outcome of each.
fn transcript(mut game: Game, script: &str) -> String {
    let mut written = format!("{} {:?}\n", game.position(), game.phase());
    for (time, line) in script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .enumerate()
    {
        let words: Vec<&str> = line.split(' ').collect();
        let by = match words[0] {
            "anna" => ANNA,
            "boris" => BORIS,
            _ => STRANGER,
        };
        let now = Timestamp(i64::try_from(time).expect("a short script") + 1);
        match game.apply(PlayerId::Member(by), action(&words), now) {
            Ok((next, events)) => {
                writeln!(written, "{line}: {} {events:?}", next.position())
                    .expect("writing to a string cannot fail");
                game = next;
            }
            Err(refusal) => {
                writeln!(written, "{line}: refused, {refusal}")
                    .expect("writing to a string cannot fail");
            }
        }
    }
    written
}

fn action(words: &[&str]) -> Action {
    let pile = match words[1] {
        "left" => LEFT,
        "right" => RIGHT,
        "both" => HeapSet::first(2),
        "takes" => {
            return Action::TakeBack {
                seen: words[3].parse().expect("a point"),
            };
        }
        "resigns" => return Action::Resign { seen: None },
        "rematches" => return Action::Rematch(NextGame::Rematch),
        "renews" => return Action::Rematch(NextGame::NewPosition),
        _ => return Action::Abandon,
    };
    let seen = words.get(4).map(|point| point.parse().expect("a point"));
    Action::Move {
        mv: Move::take_from(pile, words[2].parse().expect("an amount")),
        seen,
    }
}

#[test]
fn a_game_is_played_to_its_last_move() {
    assert_snapshot!(transcript(game_between_members(3, 5), "
        anna left 2 at 0
        boris both 1
        anna right 4
    "), @"
    3 5 Running { since: Timestamp(0), deadline: Timestamp(86400000), others_time: None }
    anna left 2 at 0: 1 5 [Moved { ply: 1, mv: Take([2, 0, 0, 0, 0, 0, 0, 0]), branch: 0 }]
    boris both 1: 0 4 [Moved { ply: 2, mv: Take([1, 1, 0, 0, 0, 0, 0, 0]), branch: 0 }]
    anna right 4: 0 0 [Moved { ply: 3, mv: Take([0, 4, 0, 0, 0, 0, 0, 0]), branch: 0 }, Ended(LastMove { winner: First })]
    ");
}

#[test]
fn an_impossible_action_is_refused_with_its_reason() {
    assert_snapshot!(transcript(game_between_members(3, 5), "
        boris left 1
        stranger left 1
        anna left 0
        anna left 4
        anna both 4
        anna left 1 at 1
        anna resigns
        boris left 1
        boris resigns
        anna abandons
    "), @"
    3 5 Running { since: Timestamp(0), deadline: Timestamp(86400000), others_time: None }
    boris left 1: refused, the opponent is to move
    stranger left 1: refused, not a player of this game
    anna left 0: refused, a move takes at least one object
    anna left 4: refused, at most 3 can be taken there
    anna both 4: refused, at most 3 can be taken there
    anna left 1 at 1: refused, the board that was used is stale
    anna resigns: 3 5 [Ended(Resignation { winner: Second })]
    boris left 1: refused, the game has ended
    boris resigns: refused, the game has ended
    anna abandons: refused, the game has ended
    ");
}

#[test]
fn members_abandon_a_game_only_before_the_first_move() {
    assert_snapshot!(transcript(game_between_members(3, 5), "
        anna left 1
        anna abandons
        boris left 1
    "), @"
    3 5 Running { since: Timestamp(0), deadline: Timestamp(86400000), others_time: None }
    anna left 1: 2 5 [Moved { ply: 1, mv: Take([1, 0, 0, 0, 0, 0, 0, 0]), branch: 0 }]
    anna abandons: refused, a game between members cannot be abandoned
    boris left 1: 1 5 [Moved { ply: 2, mv: Take([1, 0, 0, 0, 0, 0, 0, 0]), branch: 0 }]
    ");
    assert_snapshot!(transcript(game_between_members(3, 5), "
        boris abandons
        anna left 1
    "), @"
    3 5 Running { since: Timestamp(0), deadline: Timestamp(86400000), others_time: None }
    boris abandons: 3 5 [Ended(Abandonment)]
    anna left 1: refused, the game has ended
    ");
}

#[test]
fn the_next_game_needs_two_equal_votes() {
    assert_snapshot!(transcript(game_between_members(3, 5), "
        anna rematches
        anna resigns
        stranger rematches
        anna rematches
        boris renews
        boris rematches
    "), @"
    3 5 Running { since: Timestamp(0), deadline: Timestamp(86400000), others_time: None }
    anna rematches: refused, the game is still running
    anna resigns: 3 5 [Ended(Resignation { winner: Second })]
    stranger rematches: refused, not a player of this game
    anna rematches: 3 5 []
    boris renews: 3 5 []
    boris rematches: 3 5 []
    ");
    let agreed = |first, second| {
        let act = |game: Game, by, action| {
            let acted = game.apply(PlayerId::Member(by), action, Timestamp(1));
            acted.expect("allowed").0
        };
        let ended = act(
            game_between_members(3, 5),
            ANNA,
            Action::Resign { seen: None },
        );
        let vote = |game, by, next_game: Option<NextGame>| match next_game {
            Some(next_game) => act(game, by, Action::Rematch(next_game)),
            None => game,
        };
        vote(vote(ended, ANNA, first), BORIS, second).agreed_next_game()
    };
    let (rematch, new_position) = (Some(NextGame::Rematch), Some(NextGame::NewPosition));
    assert_eq!(agreed(rematch, rematch), rematch);
    assert_eq!(agreed(new_position, new_position), new_position);
    assert_eq!(agreed(rematch, new_position), None);
    assert_eq!(agreed(rematch, None), None);
}

#[test]
fn time_is_up_after_the_deadline_and_not_at_it() {
    let game = game_between_members(3, 5);
    let day = Timestamp(24 * 60 * 60 * 1000);
    let mv = Action::Move {
        mv: Move::take_from(LEFT, 1),
        seen: None,
    };
    let anna = PlayerId::Member(ANNA);
    let (moved, _) = game.apply(anna, mv, day).expect("in time");
    let late = Timestamp(day.0 + 1);
    for action in [mv, Action::Resign { seen: None }] {
        assert_eq!(game.apply(anna, action, late), Err(Refusal::OutOfTime));
    }
    assert!(game.is_overdue(late) && !game.is_overdue(day));
    assert!(!moved.is_overdue(late), "boris has a day from anna's move");
    assert_eq!(game.reminder(), Some(Timestamp(16 * 60 * 60 * 1000)));
}

#[test]
fn a_player_who_has_never_moved_is_a_no_show() {
    let outcome = |game: &Game, absence| {
        let (ended, _) = game.timed_out(absence, Timestamp(9)).expect("it runs");
        (ended.outcome().expect("ended"), ended.seat_on_turn())
    };
    let fresh = game_between_members(3, 5);
    let first_moved = moved(&fresh, ANNA, RIGHT, 1);
    let both_moved = moved(&first_moved, BORIS, RIGHT, 1);
    let (excused, counts) = (Absence::Excused, Absence::Counts);
    assert_eq!(outcome(&fresh, excused), (Outcome::NoShow, Seat::First));
    assert_eq!(
        outcome(&first_moved, excused),
        (Outcome::NoShow, Seat::Second)
    );
    let won_by_second = Outcome::Forfeit {
        winner: Seat::Second,
    };
    assert_eq!(outcome(&both_moved, excused), (won_by_second, Seat::First));
    assert_eq!(outcome(&fresh, counts), (won_by_second, Seat::First));
}

#[test]
fn taking_back_restores_the_point_and_a_new_move_gets_a_new_one() {
    let players = Players {
        first: Player::Member(ANNA),
        second: Player::Bot(Animal::Dolphin),
    };
    let terms = Terms::against_the_bot(players, piles(9, 9));
    let game = Game::start(GameId(1), terms, Timestamp(0)).expect("not empty");
    let play = |game: &Game, by, pile, amount, seen| {
        let mv = Move::take_from(pile, amount);
        game.apply(by, Action::Move { mv, seen }, Timestamp(1))
    };
    let (anna, bot) = (PlayerId::Member(ANNA), PlayerId::Bot);
    let round = |game: &Game, amount| {
        let moved = play(game, anna, LEFT, amount, None).expect("legal").0;
        play(&moved, bot, RIGHT, amount, None).expect("legal").0
    };
    let take_back = |game: &Game, seen| game.apply(anna, Action::TakeBack { seen }, Timestamp(1));

    assert_eq!(
        take_back(&game, game.point()),
        Err(Refusal::NothingToTakeBack)
    );
    let once = round(&game, 1);
    let twice = round(&once, 2);
    assert_eq!(take_back(&twice, once.point()), Err(Refusal::OutdatedBoard));
    let (restored, events) = take_back(&twice, twice.point()).expect("a round was played");
    assert_eq!(events, [Event::TakenBack { to: 2 }]);
    assert_eq!(
        (restored.position(), restored.point()),
        (once.position(), once.point())
    );
    assert_eq!(
        restored.latest().collect::<Vec<_>>(),
        once.latest().collect::<Vec<_>>()
    );
    // A control from the restored position is valid again; one from another position at the same
    // ply is not.
    assert!(play(&restored, anna, HeapSet::first(2), 1, Some(once.point())).is_ok());
    let other = round(&restored, 3);
    assert_eq!(other.ply(), twice.ply());
    let outdated = play(&other, anna, HeapSet::first(2), 1, Some(twice.point()));
    assert_eq!(outdated, Err(Refusal::OutdatedBoard));
    // Moves can be taken back any number of times.
    let (back_once, _) = take_back(&other, other.point()).expect("a round was played");
    let (at_start, _) = take_back(&back_once, back_once.point()).expect("another round was played");
    assert_eq!(
        (at_start.position(), at_start.point()),
        (game.position(), game.point())
    );
    assert_eq!(
        (at_start.times_taken_back(), at_start.latest().count()),
        (3, 0)
    );
}

#[test]
fn between_members_and_after_the_end_nothing_is_taken_back() {
    assert_snapshot!(transcript(game_between_members(3, 5), "
        anna left 1
        boris left 1
        anna takes back 2
        anna resigns
        anna takes back 2
    "), @"
    3 5 Running { since: Timestamp(0), deadline: Timestamp(86400000), others_time: None }
    anna left 1: 2 5 [Moved { ply: 1, mv: Take([1, 0, 0, 0, 0, 0, 0, 0]), branch: 0 }]
    boris left 1: 1 5 [Moved { ply: 2, mv: Take([1, 0, 0, 0, 0, 0, 0, 0]), branch: 0 }]
    anna takes back 2: refused, moves between members cannot be taken back
    anna resigns: 1 5 [Ended(Resignation { winner: Second })]
    anna takes back 2: refused, the game has ended
    ");
}

#[test]
fn a_game_needs_something_to_take() {
    let players = Players {
        first: Player::Member(ANNA),
        second: Player::Bot(Animal::Dolphin),
    };
    assert_eq!(
        Game::start(
            GameId(1),
            Terms::against_the_bot(players, piles(0, 0)),
            Timestamp(0)
        ),
        Err(Refusal::NothingToTake)
    );
}

#[test]
fn the_latest_moves_know_who_made_them() {
    let game = game_between_members(30, 30);
    assert_eq!(game.latest().count(), 0);
    let game = moved(&game, ANNA, LEFT, 1);
    assert_eq!(
        game.latest().collect::<Vec<_>>(),
        [(Seat::First, Move::take_from(LEFT, 1))]
    );
    let game = moved(&moved(&game, BORIS, LEFT, 2), ANNA, LEFT, 3);
    let latest = [
        (Seat::Second, Move::take_from(LEFT, 2)),
        (Seat::First, Move::take_from(LEFT, 3)),
    ];
    assert_eq!(game.latest().collect::<Vec<_>>(), latest);
}
