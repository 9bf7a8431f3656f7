//! How controls are written as ids, and read back. An id has at most 100 characters, and each control has one id. Ids of earlier versions
//! are read, too.

use std::fmt;
use std::str::FromStr;

use super::{BoardAction, Control, PageAction, ReviewPage, UnknownControl, named};
use crate::game::{GameId, Point};
use crate::records::{PAGE_SIZE, PageRequest, Word};
use crate::rules::wythoff::{Move, Position};
use crate::service::NewGame;

const VERSION: &str = "w1";

/// What stands in the place of game and point if the control is about no game.
const NO_GAME: (GameId, Point) = (GameId(0), Point { ply: 0, branch: 0 });

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, point) = match *self {
            Self::Board { game, point, .. } => (game, point),
            Self::Challenge { id, .. } => (id, Point::default()),
            Self::Page(_) => NO_GAME,
        };
        write!(f, "{VERSION}:{}:{point}:", game.0)?;
        match *self {
            Self::Board { action, .. } => write!(f, "{action}"),
            Self::Challenge { answer, .. } => write!(f, "answer:{}", answer.word()),
            Self::Page(action) => write!(f, "{action}"),
        }
    }
}

impl fmt::Display for BoardAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Take { pile, rendering } => write!(f, "take:{}:{rendering}", pile.word()),
            Self::Play(mv) => write!(f, "play:{}:{}", mv.pile.word(), mv.amount),
            Self::ReviewPage(ReviewPage::Number(number)) => write!(f, "page:{number}"),
            Self::StartAnew(new) => write_game(f, "anew", new),
            plain => f.write_str(plain.word()),
        }
    }
}

impl fmt::Display for PageAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Start(new) => write_game(f, "start", new),
            Self::Leaderboard { reach, order, page } => {
                write!(f, "top:{}:{}:", reach.word(), order.word())?;
                match page {
                    PageRequest::First => f.write_str("first"),
                    PageRequest::From(place) => write!(f, "{place}"),
                    PageRequest::Me => f.write_str("me"),
                }
            }
            Self::Set { setting, rendering } => write!(f, "set:{}:{rendering}", setting.word()),
            plain => f.write_str(plain.word()),
        }
    }
}

fn write_game(f: &mut fmt::Formatter<'_>, action: &str, new: NewGame) -> fmt::Result {
    let Position { left, right } = new.piles;
    let (first, level) = (new.first.word(), new.level.word());
    write!(f, "{action}:{left}:{right}:{first}:{level}")
}

impl FromStr for Control {
    type Err = UnknownControl;

    fn from_str(id: &str) -> Result<Self, UnknownControl> {
        let mut parts = id.splitn(4, ':');
        let [Some(VERSION), Some(game), Some(point), Some(action)] = [(); 4].map(|()| parts.next())
        else {
            return Err(UnknownControl);
        };
        let (game, point) = (GameId(number(game)?), read_point(point)?);
        if let Some(answer) = action.strip_prefix("answer:") {
            let answer = named(answer)?;
            return Ok(Self::Challenge { id: game, answer });
        }
        match read_page(action)? {
            // Earlier versions wrote it with its game.
            Some(PageAction::KeepPlaying) => Ok(Self::Page(PageAction::KeepPlaying)),
            Some(action) if (game, point) == NO_GAME => Ok(Self::Page(action)),
            Some(_) => Err(UnknownControl),
            None => {
                let action = read_board_action(action)?;
                Ok(Self::Board {
                    game,
                    point,
                    action,
                })
            }
        }
    }
}

fn read_board_action(action: &str) -> Result<BoardAction, UnknownControl> {
    let words: Vec<&str> = action.split(':').collect();
    Ok(match *words {
        ["take", pile, rendering] => BoardAction::Take {
            pile: named(pile)?,
            rendering: number(rendering)?,
        },
        ["play", pile, amount] => BoardAction::Play(Move::new(named(pile)?, number(amount)?)),
        ["anew", left, right, first, level] => {
            BoardAction::StartAnew(read_game([left, right, first, level])?)
        }
        _ => match (BoardAction::from_word(action), words.as_slice()) {
            (Some(plain), _) => plain,
            (None, ["page", page]) => BoardAction::ReviewPage(ReviewPage::Number(number(page)?)),
            (None, _) => return Err(UnknownControl),
        },
    })
}

/// Returns `None` if the action is about a game.
fn read_page(action: &str) -> Result<Option<PageAction>, UnknownControl> {
    let words: Vec<&str> = action.split(':').collect();
    Ok(Some(match *words {
        ["start", left, right, first, level] => {
            PageAction::Start(read_game([left, right, first, level])?)
        }
        ["top", reach, order, ref page @ ..] => PageAction::Leaderboard {
            reach: abbreviated(reach)?,
            order: abbreviated(order)?,
            page: read_page_request(page)?,
        },
        ["set", setting, rendering] => PageAction::Set {
            setting: named(setting)?,
            rendering: number(rendering)?,
        },
        _ => return Ok(PageAction::from_word(action)),
    }))
}

/// Earlier versions also wrote the value at the edge of the page.
fn read_page_request(words: &[&str]) -> Result<PageRequest, UnknownControl> {
    Ok(match *words {
        ["me"] => PageRequest::Me,
        ["first"] => PageRequest::First,
        [place] | ["d", _, _, place] => PageRequest::From(number(place)?),
        ["u", _, _, place] => {
            PageRequest::From((number::<i64>(place)? - i64::from(PAGE_SIZE)).max(1))
        }
        _ => return Err(UnknownControl),
    })
}

/// The same point written in another way is not read: each control has one id.
fn read_point(written: &str) -> Result<Point, UnknownControl> {
    let point: Point = written.parse().map_err(|_| UnknownControl)?;
    if point.to_string() == written {
        Ok(point)
    } else {
        Err(UnknownControl)
    }
}

fn read_game([left, right, first, level]: [&str; 4]) -> Result<NewGame, UnknownControl> {
    Ok(NewGame {
        piles: Position::new(number(left)?, number(right)?),
        first: named(first)?,
        level: named(level)?,
    })
}

/// Earlier versions wrote the first letter alone.
fn abbreviated<T: Word>(word: &str) -> Result<T, UnknownControl> {
    let mut words = T::WORDS.iter();
    let letter = words.find(|(_, known)| word.len() == 1 && known.starts_with(word));
    letter.map_or_else(|| named(word), |(value, _)| Ok(*value))
}

/// Digits only: `FromStr` would also take a plus sign.
fn number<T: FromStr>(digits: &str) -> Result<T, UnknownControl> {
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain {
        digits.parse().map_err(|_| UnknownControl)
    } else {
        Err(UnknownControl)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::discord::control::{Reach, Setting};
    use crate::game::{ChallengeAnswer, NextGame, WhoStarts};
    use crate::records::Order;
    use crate::rules::Level;
    use crate::rules::wythoff::Pile;

    /// Any value that has a word.
    fn any_word<T: Word + std::fmt::Debug>() -> impl Strategy<Value = T> {
        let values = T::WORDS.iter().map(|(value, _)| *value);
        prop::sample::select(values.collect::<Vec<T>>())
    }

    fn any_game() -> impl Strategy<Value = NewGame> {
        let piles = (0..1_u64 << 53, 0..1_u64 << 53);
        let game = (piles, any_word::<WhoStarts>(), any_word::<Level>());
        game.prop_map(|((left, right), first, level)| NewGame {
            piles: Position::new(left, right),
            first,
            level,
        })
    }

    fn any_board_action() -> impl Strategy<Value = BoardAction> {
        let take = (any_word::<Pile>(), any::<u64>())
            .prop_map(|(pile, rendering)| BoardAction::Take { pile, rendering });
        let play = (any_word::<Pile>(), any::<u64>())
            .prop_map(|(pile, amount)| BoardAction::Play(Move::new(pile, amount)));
        let page = any::<u32>().prop_map(|page| BoardAction::ReviewPage(ReviewPage::Number(page)));
        let anew = any_game().prop_map(BoardAction::StartAnew);
        prop_oneof![any_word::<BoardAction>(), take, play, page, anew]
    }

    fn any_page_action() -> impl Strategy<Value = PageAction> {
        let set = (any_word::<Setting>(), any::<u64>())
            .prop_map(|(setting, rendering)| PageAction::Set { setting, rendering });
        let page = prop_oneof![
            (1..i64::MAX).prop_map(PageRequest::From),
            Just(PageRequest::First),
            Just(PageRequest::Me)
        ];
        let leaderboard = (any_word::<Reach>(), any_word::<Order>(), page)
            .prop_map(|(reach, order, page)| PageAction::Leaderboard { reach, order, page });
        let start = any_game().prop_map(PageAction::Start);
        prop_oneof![any_word::<PageAction>(), start, set, leaderboard]
    }

    fn any_control() -> impl Strategy<Value = Control> {
        let game = (0..i64::MAX).prop_map(GameId);
        let point = any::<(u32, u32)>().prop_map(|(ply, branch)| Point { ply, branch });
        let board = (game.clone(), point, any_board_action());
        let board = board.prop_map(|(game, point, action)| Control::Board {
            game,
            point,
            action,
        });
        let challenge = (game, any_word::<ChallengeAnswer>());
        prop_oneof![
            board,
            challenge.prop_map(|(id, answer)| Control::Challenge { id, answer }),
            any_page_action().prop_map(Control::Page)
        ]
    }

    proptest! {
        #[test]
        fn an_id_reads_back_as_what_was_written_and_fits(control in any_control()) {
            let id = control.to_string();
            prop_assert!(id.len() <= 100, "{id}");
            prop_assert_eq!(id.parse(), Ok(control));
        }

        #[test]
        fn any_string_is_read_or_refused(id in "\\PC*") {
            if let Ok(control) = id.parse::<Control>() {
                prop_assert_eq!(control.to_string(), id);
            }
        }

        #[test]
        fn an_almost_right_id_is_read_or_refused(id in "w1:[0-9+-]{0,22}:[0-9]{0,12}:(take|anew|hint)(:[a-z0-9]{0,8}){0,5}") {
            let _read_or_refused = id.parse::<Control>();
        }
    }

    #[test]
    fn ids_of_earlier_versions_are_read() {
        let leaderboard = |page| {
            Control::Page(PageAction::Leaderboard {
                reach: Reach::Everywhere,
                order: Order::Accuracy,
                page,
            })
        };
        for (id, control) in [
            ("w1:0:0:top:e:a:first", leaderboard(PageRequest::First)),
            ("w1:0:0:top:e:a:me", leaderboard(PageRequest::Me)),
            (
                "w1:0:0:top:e:a:d:4607182418800017408:17:21",
                leaderboard(PageRequest::From(21)),
            ),
            (
                "w1:0:0:top:e:a:u:4607182418800017408:17:21",
                leaderboard(PageRequest::From(11)),
            ),
            ("w1:9:3.1:keep", Control::Page(PageAction::KeepPlaying)),
            (
                "w1:9:3.1:piles",
                Control::Board {
                    game: GameId(9),
                    point: Point { ply: 3, branch: 1 },
                    action: BoardAction::Rematch(NextGame::NewPiles),
                },
            ),
        ] {
            assert_eq!(id.parse(), Ok(control), "{id}");
        }
    }
}
