//! Random walks through the state machine.

use proptest::prelude::*;

use super::*;
use nim_games::Numbers;

fn any_action() -> impl Strategy<Value = Action> {
    let pile = prop::sample::select(vec![LEFT, RIGHT, HeapSet::first(2)]);
    let mv = (pile, 0..12_u64, prop::option::of(0..8_u32)).prop_map(|(pile, amount, ply)| {
        Action::Move {
            mv: Move::take_from(pile, amount),
            seen: ply.map(|ply| Point { ply, branch: 0 }),
        }
    });
    let wishes = prop::sample::select(vec![
        Agreement::TakeBack,
        Agreement::TakeBack,
        Agreement::End,
    ]);
    let asked_by = prop::sample::select(Seat::BOTH.to_vec());
    let agree = (wishes, asked_by, 0..8_u32, 0..3_u32);
    let agree = agree.prop_map(|(on, asked_by, ply, branch)| Action::Agree {
        on,
        asked_by,
        asked_at: Timestamp(i64::MAX),
        seen: Point { ply, branch },
    });
    prop_oneof![20 => mv, 4 => agree, 1 => Just(Action::Resign { seen: None }), 1 => Just(Action::Abandon)]
}

fn any_player() -> impl Strategy<Value = PlayerId> {
    prop::sample::select(vec![
        PlayerId::Member(ANNA),
        PlayerId::Member(BORIS),
        PlayerId::Member(STRANGER),
        PlayerId::Bot,
    ])
}

proptest! {
    #[test]
    fn a_random_walk_breaks_no_rule(
        left in 0..12_u64, right in 1..12_u64, steps in prop::collection::vec((any_player(), any_action()), 1..60),
    ) {
        let mut game = game_between_members(left, right);
        for (time, (by, action)) in (1_i64..).zip(steps) {
            let before = game.clone();
            let Ok((after, events)) = game.apply(by, action, Timestamp(time)) else { continue };
            prop_assert!(before.outcome().is_none(), "an ended game stays ended");
            let is_taken_back = events.iter().any(|event| matches!(event, Event::TakenBack { .. }));
            let size = |game: &Game| game.position().shape().size();
            prop_assert_eq!(size(&after) > size(&before), is_taken_back, "piles grow only by agreement");
            let seat = before.players().seat_of(by).expect("only players act");
            if let Action::Move { seen, .. } = action {
                prop_assert_eq!(Some(seat), before.to_move(), "only the player to move moves");
                prop_assert!(seen.is_none_or(|seen| seen == before.point()), "a move is made on the position that was seen");
                prop_assert_eq!(after.ply(), before.ply() + 1);
                prop_assert_ne!(after.position(), before.position());
            }
            if let Action::Agree { asked_by, seen, .. } = action {
                prop_assert_eq!(asked_by, seat.other(), "nobody agrees with themselves");
                prop_assert_eq!(seen, before.point(), "what was asked before the game went on is over");
            }
            if let Some(Outcome::LastMove { winner }) = after.outcome() {
                prop_assert_eq!(winner, seat, "the winner made the last move");
                prop_assert!(after.position().is_over());
            }
            prop_assert_eq!(after.outcome().is_some(), events.iter().any(|event| matches!(event, Event::Ended(_))));
            game = after;
        }
    }

    #[test]
    fn the_perfect_bot_wins_every_won_position(
        left in 0..40_u64, right in 1..40_u64, numbers in prop::collection::vec(any::<u64>(), 80),
    ) {
        let bot = Player::Bot(Animal::Penguin);
        let players = Players { first: bot, second: Player::Member(ANNA) };
        let start = piles(left, right);
        let mut game = Game::start(GameId(1), Terms::against_the_bot(players, start), Timestamp(0)).expect("not empty");
        let mut numbers = numbers.into_iter().map(Draw::new);
        while let Some(seat) = game.to_move() {
            let draws = Draws { skill: Draw::new(0), choice: numbers.next().expect("a game has fewer moves") };
            let mv = match game.players().at(seat) {
                Player::Bot(animal) => nim_games::reply(&game.position(), animal, draws),
                Player::Member(_) | Player::Former(_) => game.position().choices().random_move(&mut Numbers::of([draws.choice, draws.skill])),
            };
            let action = Action::Move { mv: mv.expect("the game is not over"), seen: Some(game.point()) };
            game = game.apply(game.players().at(seat).id(), action, Timestamp(0)).expect("legal").0;
        }
        if !start.is_lost() {
            prop_assert_eq!(game.outcome().and_then(Outcome::winner), Some(Seat::First));
        }
    }
}
