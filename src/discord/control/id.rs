//! How controls are written as ids, and read back. An id has at most 100 characters, and each control has one id. Ids of earlier versions
//! are read, too.

use std::fmt;
use std::str::FromStr;

use super::{BoardAction, Control, PageAction, ReviewPage, UnknownControl, named};
use crate::discord::roots::wythoff::{GAME, from_pile, from_piles};
use crate::game::{GameId, Point};
use crate::records::{PAGE_SIZE, PageRequest, Word};
use crate::rules::{Ending, ListKind, Move, Options, Position, Variant};
use crate::service::{GivenUp, NewGame};

const VERSION: &str = "w2";

/// The version before, for one game.
const VERSION_1: &str = "w1";

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
            Self::Pick { list, rendering } => write!(f, "pick:{list}:{rendering}"),
            Self::Press(mv) => write!(f, "press:{mv}"),
            Self::Play(mv) => write!(f, "play:{mv}"),
            Self::ReviewPage(ReviewPage::Number(number)) => write!(f, "page:{number}"),
            Self::StartAnew(GivenUp::WithoutResult, new) => write_game(f, "anew", new),
            Self::StartAnew(GivenUp::AsALoss, new) => write_game(f, "lose", new),
            plain => f.write_str(plain.word()),
        }
    }
}

impl fmt::Display for PageAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Start(new) => write_game(f, "start", new),
            Self::Leaderboard {
                variant,
                reach,
                order,
                page,
            } => {
                let (game, reach, order) = (variant.code(), reach.word(), order.word());
                write!(f, "top:{game}:{reach}:{order}:")?;
                match page {
                    PageRequest::First => f.write_str("first"),
                    PageRequest::From(place) => write!(f, "{place}"),
                    PageRequest::Me => f.write_str("me"),
                }
            }
            Self::Blocked(page) => write!(f, "blocked:{page}"),
            Self::Set { setting, rendering } => write!(f, "set:{}:{rendering}", setting.word()),
            plain => f.write_str(plain.word()),
        }
    }
}

fn write_game(f: &mut fmt::Formatter<'_>, action: &str, new: NewGame) -> fmt::Result {
    let Options { ending, most } = new.start.options();
    let ending = ending.map_or("-", |ending| match ending {
        Ending::Normal => "n",
        Ending::Misere => "m",
    });
    let most = most.map_or("-".to_owned(), |most| most.to_string());
    let (game, first, level) = (
        new.start.variant().code(),
        letter(new.first),
        letter(new.level),
    );
    write!(
        f,
        "{action}:{game}:{ending}:{most}:{}:{first}:{level}",
        new.start
    )
}

/// The first letter of a word. Those of the values of a type differ.
fn letter<T: Word>(value: T) -> &'static str {
    value.word().get(..1).unwrap_or_default()
}

impl FromStr for Control {
    type Err = UnknownControl;

    fn from_str(id: &str) -> Result<Self, UnknownControl> {
        let mut parts = id.splitn(4, ':');
        let [Some(version), Some(game), Some(point), Some(action)] = [(); 4].map(|()| parts.next())
        else {
            return Err(UnknownControl);
        };
        if version != VERSION && version != VERSION_1 {
            return Err(UnknownControl);
        }
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
        ["pick", list, rendering] => BoardAction::Pick {
            list: list.parse().map_err(|_| UnknownControl)?,
            rendering: number(rendering)?,
        },
        ["press", mv] => BoardAction::Press(read_move(mv)?),
        ["play", mv] => BoardAction::Play(read_move(mv)?),
        ["anew", ref game @ ..] => BoardAction::StartAnew(GivenUp::WithoutResult, read_game(game)?),
        ["lose", ref game @ ..] => BoardAction::StartAnew(GivenUp::AsALoss, read_game(game)?),
        // Version 1.
        ["take", pile, rendering] => BoardAction::Pick {
            list: ListKind::Take(from_pile(named(pile)?, 1).taken().ok_or(UnknownControl)?.0),
            rendering: number(rendering)?,
        },
        ["play", pile, amount] => BoardAction::Play(from_pile(named(pile)?, number(amount)?)),
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
        ["start", ref game @ ..] => PageAction::Start(read_game(game)?),
        ["top", game, reach, order, page] if Variant::from_code(game).is_some() => {
            PageAction::Leaderboard {
                variant: Variant::from_code(game).ok_or(UnknownControl)?,
                reach: named(reach)?,
                order: named(order)?,
                page: read_page_request(&[page])?,
            }
        }
        ["top", reach, order, ref page @ ..] => PageAction::Leaderboard {
            variant: GAME,
            reach: abbreviated(reach)?,
            order: abbreviated(order)?,
            page: read_page_request(page)?,
        },
        ["blocked", page] => PageAction::Blocked(number(page)?),
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

/// The same move written in another way is not read.
fn read_move(written: &str) -> Result<Move, UnknownControl> {
    let mv: Move = written.parse().map_err(|_| UnknownControl)?;
    if mv.to_string() == written {
        Ok(mv)
    } else {
        Err(UnknownControl)
    }
}

fn read_game(words: &[&str]) -> Result<NewGame, UnknownControl> {
    match *words {
        [game, ending, most, start, first, level] => {
            let variant = Variant::from_code(game).ok_or(UnknownControl)?;
            let ending = match ending {
                "-" => None,
                "n" => Some(Ending::Normal),
                "m" => Some(Ending::Misere),
                _ => return Err(UnknownControl),
            };
            let most = match most {
                "-" => None,
                most => Some(number(most)?),
            };
            let read = Position::read(variant, Options { ending, most }, start);
            let position = read.map_err(|_| UnknownControl)?;
            let new = NewGame {
                start: position,
                first: abbreviated(first)?,
                level: abbreviated(level)?,
            };
            let is_same =
                position.to_string() == start && position.options() == Options { ending, most };
            if is_same {
                Ok(new)
            } else {
                Err(UnknownControl)
            }
        }
        // Version 1.
        [left, right, first, level] => Ok(NewGame {
            start: from_piles([number(left)?, number(right)?]),
            first: named(first)?,
            level: named(level)?,
        }),
        _ => Err(UnknownControl),
    }
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
mod tests;
