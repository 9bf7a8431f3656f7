//! How controls are written as ids, and read back. An id has at most 100 characters, and each control has one id.

use std::fmt;
use std::str::FromStr;

use super::{
    Amounts, BoardAction, Control, HintStep, MoveControl, PageAction, ReviewPage, SettingsPage,
    Terms, UnknownControl, named,
};
use crate::game::{GameId, MemberId, NextGame, Point, WhoStarts};
use crate::records::{PageRequest, Word};
use crate::rules::lessons::Exercise;
use crate::rules::{
    Cells, Ending, Level, MAX_CELLS, MAX_HEAPS, Move, Options, Position, Variant, letter,
};
use crate::service::{BotRematch, GivenUp, NewGame};

const VERSION: &str = "w2";

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
            Self::Choose(choice) => write!(f, "{choice}"),
            Self::Play(mv) => write!(f, "play:{mv}"),
            Self::ReviewPage(ReviewPage::Number(number)) => write!(f, "page:{number}"),
            Self::ReviewPage(ReviewPage::First) => f.write_str("page:first"),
            Self::ReviewPage(ReviewPage::TurningPoint) => f.write_str("page:turn"),
            Self::ReviewPage(ReviewPage::Last) => f.write_str("page:last"),
            Self::StartAnew(GivenUp::WithoutResult, new) => write_game(f, "anew", new),
            Self::StartAnew(GivenUp::AsALoss, new) => write_game(f, "lose", new),
            Self::Rematch(next) => write!(f, "rematch:{}", next.word()),
            Self::RematchBot(BotRematch::Again) => f.write_str("next:again"),
            Self::RematchBot(BotRematch::OtherSide) => f.write_str("next:other-side"),
            Self::RematchBot(BotRematch::NewPosition) => f.write_str("next:position"),
            Self::RematchBot(BotRematch::AtLevel(level)) => write!(f, "next:{}", level.word()),
            Self::Hint(HintStep::Question) => f.write_str("hint"),
            Self::Hint(HintStep::Target) => f.write_str("hint:2"),
            Self::Hint(HintStep::Reason) => f.write_str("hint:3"),
            Self::Guess(mv) => write!(f, "guess:{mv}"),
            Self::TakeBack => f.write_str("back"),
            Self::Resign => f.write_str("resign"),
            Self::ConfirmResign => f.write_str("resigned"),
            Self::Rules => f.write_str("rules"),
            Self::OtherGame => f.write_str("other-game"),
            Self::StartOther => f.write_str("start-other"),
            Self::Why => f.write_str("why"),
            Self::Review => f.write_str("review"),
            Self::AsText => f.write_str("text"),
            Self::Show => f.write_str("show"),
        }
    }
}

impl fmt::Display for MoveControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Pick { list, rendering } => write!(f, "pick:{list}:{rendering}"),
            Self::Open { rendering } => write!(f, "open:{rendering}"),
            Self::Sheet {
                heap,
                draft,
                rendering,
            } => {
                write!(f, "sheet:{}:", letter(heap.into()))?;
                match draft.mv() {
                    Some(mv) => write!(f, "{mv}")?,
                    None => f.write_str("-")?,
                }
                write!(f, ":{rendering}")
            }
            Self::Cell {
                cell,
                draft,
                rendering,
            } => write!(f, "cell:{:x}:{}:{rendering}", draft.0, u32::from(cell) + 1),
            Self::Press(mv) => write!(f, "press:{mv}"),
            Self::OtherMove => f.write_str("other"),
        }
    }
}

/// The actions in a game whose ids hold no number, move or position.
pub(in crate::discord) const PLAIN_BOARD_ACTIONS: &[BoardAction] = &[
    BoardAction::ReviewPage(ReviewPage::First),
    BoardAction::ReviewPage(ReviewPage::TurningPoint),
    BoardAction::ReviewPage(ReviewPage::Last),
    BoardAction::Rematch(NextGame::Rematch),
    BoardAction::Rematch(NextGame::NewPosition),
    BoardAction::RematchBot(BotRematch::Again),
    BoardAction::RematchBot(BotRematch::OtherSide),
    BoardAction::RematchBot(BotRematch::NewPosition),
    BoardAction::RematchBot(BotRematch::AtLevel(Level::Perfect)),
    BoardAction::RematchBot(BotRematch::AtLevel(Level::Good)),
    BoardAction::RematchBot(BotRematch::AtLevel(Level::Beginner)),
    BoardAction::Hint(HintStep::Question),
    BoardAction::Hint(HintStep::Target),
    BoardAction::Hint(HintStep::Reason),
    BoardAction::TakeBack,
    BoardAction::Resign,
    BoardAction::ConfirmResign,
    BoardAction::Rules,
    BoardAction::OtherGame,
    BoardAction::StartOther,
    BoardAction::Why,
    BoardAction::Review,
    BoardAction::AsText,
    BoardAction::Show,
];

/// The actions in no game whose ids are words alone.
pub(in crate::discord) const PLAIN_PAGE_ACTIONS: &[PageAction] = &[
    PageAction::KeepPlaying,
    PageAction::Settings(SettingsPage::Own),
    PageAction::Settings(SettingsPage::Server),
    PageAction::Rules,
    PageAction::Courses,
    PageAction::Export,
    PageAction::Erase,
];

impl fmt::Display for PageAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Start(new) => write_game(f, "start", new),
            Self::Play(variant) => write!(f, "play-me:{}", variant.code()),
            Self::Menu(Terms { first, level }) => {
                let (first, level) = (first.map_or("-", first_code), level.map_or("-", level_code));
                write!(f, "menu:{first}:{level}")
            }
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
            Self::Challenge(None) => f.write_str("challenge:-"),
            Self::Challenge(Some(MemberId(member))) => write!(f, "challenge:{member}"),
            Self::LeaderboardOf { reach, order } => {
                write!(f, "top-of:{}:{}", reach.word(), order.word())
            }
            Self::Blocked(page) => write!(f, "blocked:{page}"),
            Self::RulesPage {
                of,
                page,
                is_offered,
            } => {
                write_position(f, "rules-page", of)?;
                write!(f, ":{}:{}", page.word(), flag(is_offered))
            }
            Self::Try {
                at,
                is_offered,
                rendering,
            } => {
                write_position(f, "try", at)?;
                write!(f, ":{}:{rendering}", flag(is_offered))
            }
            Self::Set { setting, rendering } => write!(f, "set:{}:{rendering}", setting.word()),
            Self::KeepPlaying => f.write_str("keep"),
            Self::Settings(SettingsPage::Own) => f.write_str("settings:own"),
            Self::Settings(SettingsPage::Server) => f.write_str("settings:server"),
            Self::Rules => f.write_str("rules-of"),
            Self::Courses => f.write_str("lessons"),
            Self::Course(variant) => write!(f, "course:{}", variant.code()),
            Self::Lesson { variant, rendering } => {
                write!(f, "lesson:{}:{rendering}", variant.code())
            }
            Self::Exercise(exercise) => write_exercise(f, "exercise", exercise),
            Self::NoneWins(exercise) => write_exercise(f, "none-wins", exercise),
            Self::Solve(exercise, choice) => {
                write_exercise(f, "solve", exercise)?;
                write!(f, ":{choice}")
            }
            Self::Export => f.write_str("export"),
            Self::Erase => f.write_str("erase"),
        }
    }
}

fn write_game(f: &mut fmt::Formatter<'_>, action: &str, new: NewGame) -> fmt::Result {
    write_position(f, action, new.start)?;
    let (first, level) = (first_code(new.first), level_code(new.level));
    write!(f, ":{first}:{level}")
}

/// A position with its game and options, after the name of an action.
fn write_position(f: &mut fmt::Formatter<'_>, action: &str, position: Position) -> fmt::Result {
    let Options {
        ending,
        most,
        heaps,
    } = position.options();
    let ending = ending.map_or("-", ending_code);
    let most = most.map_or("-".to_owned(), |most| most.to_string());
    let game = position.variant().code();
    // A field that only one game needs, and that older ids do not have.
    let heaps = heaps.map(|heaps| format!("{heaps}:")).unwrap_or_default();
    write!(f, "{action}:{game}:{ending}:{most}:{heaps}{position}")
}

fn write_exercise(f: &mut fmt::Formatter<'_>, action: &str, exercise: Exercise) -> fmt::Result {
    let (game, ending) = (exercise.variant.code(), ending_code(exercise.ending));
    write!(
        f,
        "{action}:{game}:{ending}:{}:{}",
        exercise.lesson, exercise.number
    )
}

const fn ending_code(ending: Ending) -> &'static str {
    match ending {
        Ending::Normal => "n",
        Ending::Misere => "m",
    }
}

const fn first_code(first: WhoStarts) -> &'static str {
    match first {
        WhoStarts::Random => "r",
        WhoStarts::Me => "m",
        WhoStarts::Opponent => "o",
    }
}

const fn level_code(level: Level) -> &'static str {
    match level {
        Level::Perfect => "p",
        Level::Good => "g",
        Level::Beginner => "b",
    }
}

/// What is written, or `-` for nothing.
fn optional<T>(
    written: &str,
    read: impl FnOnce(&str) -> Result<T, UnknownControl>,
) -> Result<Option<T>, UnknownControl> {
    match written {
        "-" => Ok(None),
        written => read(written).map(Some),
    }
}

/// The value that has this code.
fn coded<T: Word>(code: impl Fn(T) -> &'static str, written: &str) -> Result<T, UnknownControl> {
    let mut values = T::all();
    values
        .find(|&value| code(value) == written)
        .ok_or(UnknownControl)
}

impl FromStr for Control {
    type Err = UnknownControl;

    fn from_str(id: &str) -> Result<Self, UnknownControl> {
        let mut parts = id.splitn(4, ':');
        let [Some(version), Some(game), Some(point), Some(action)] = [(); 4].map(|()| parts.next())
        else {
            return Err(UnknownControl);
        };
        if version != VERSION {
            return Err(UnknownControl);
        }
        let (game, point) = (GameId(number(game)?), read_point(point)?);
        if let Some(answer) = action.strip_prefix("answer:") {
            let answer = named(answer)?;
            return Ok(Self::Challenge { id: game, answer });
        }
        match read_page(action)? {
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

/// The game of the board whose control has an id of another version.
pub(in crate::discord) fn game_of_other_version(id: &str) -> Option<GameId> {
    let mut parts = id.split(':');
    let version = parts.next()?.strip_prefix('w')?;
    let is_other = format!("w{version}") != VERSION && number::<u32>(version).is_ok();
    let game = parts.next().and_then(|game| number(game).ok());
    game.filter(|&game| is_other && game > 0).map(GameId)
}

fn read_board_action(action: &str) -> Result<BoardAction, UnknownControl> {
    let words: Vec<&str> = action.split(':').collect();
    Ok(match *words {
        ["guess", mv] => BoardAction::Guess(read_move(mv)?),
        ["play", mv] => BoardAction::Play(read_move(mv)?),
        ["anew", ref game @ ..] => BoardAction::StartAnew(GivenUp::WithoutResult, read_game(game)?),
        ["lose", ref game @ ..] => BoardAction::StartAnew(GivenUp::AsALoss, read_game(game)?),
        ["page", page] if page.starts_with(|c: char| c.is_ascii_digit()) => {
            BoardAction::ReviewPage(ReviewPage::Number(number(page)?))
        }
        _ => match plain(PLAIN_BOARD_ACTIONS, action) {
            Some(action) => action,
            None => BoardAction::Choose(read_choice(&words)?),
        },
    })
}

fn read_choice(words: &[&str]) -> Result<MoveControl, UnknownControl> {
    Ok(match *words {
        ["pick", list, rendering] => MoveControl::Pick {
            list: list.parse().map_err(|_| UnknownControl)?,
            rendering: number(rendering)?,
        },
        ["open", rendering] => MoveControl::Open {
            rendering: number(rendering)?,
        },
        ["sheet", heap, draft, rendering] => MoveControl::Sheet {
            heap: read_heap(heap)?,
            draft: read_amounts(draft)?,
            rendering: number(rendering)?,
        },
        ["cell", draft, cell, rendering] => MoveControl::Cell {
            cell: read_cell(cell)?,
            draft: read_mask(draft)?,
            rendering: number(rendering)?,
        },
        ["press", mv] => MoveControl::Press(read_move(mv)?),
        ["other"] => MoveControl::OtherMove,
        _ => return Err(UnknownControl),
    })
}

/// An exercise that there is.
fn read_exercise([game, ending, lesson, number_of]: [&str; 4]) -> Result<Exercise, UnknownControl> {
    let exercise = Exercise {
        variant: Variant::from_code(game).ok_or(UnknownControl)?,
        ending: coded(ending_code, ending)?,
        lesson: number(lesson)?,
        number: number(number_of)?,
    };
    let is_there = exercise.position().is_some();
    is_there.then_some(exercise).ok_or(UnknownControl)
}

/// The action that is written so.
fn plain<T: Copy + fmt::Display>(actions: &[T], written: &str) -> Option<T> {
    let mut actions = actions.iter().copied();
    actions.find(|action| action.to_string() == written)
}

/// Returns `None` if the action is about a game.
fn read_page(action: &str) -> Result<Option<PageAction>, UnknownControl> {
    let words: Vec<&str> = action.split(':').collect();
    Ok(Some(match *words {
        ["start", ref game @ ..] => PageAction::Start(read_game(game)?),
        ["play-me", game] => PageAction::Play(Variant::from_code(game).ok_or(UnknownControl)?),
        ["menu", first, level] => PageAction::Menu(Terms {
            first: optional(first, |first| coded(first_code, first))?,
            level: optional(level, |level| coded(level_code, level))?,
        }),
        ["top", game, reach, order, page] => PageAction::Leaderboard {
            variant: Variant::from_code(game).ok_or(UnknownControl)?,
            reach: named(reach)?,
            order: named(order)?,
            page: read_page_request(page)?,
        },
        ["challenge", member] => {
            let member = optional(member, number)?.filter(|&member| member > 0);
            PageAction::Challenge(member.map(MemberId))
        }
        ["top-of", reach, order] => PageAction::LeaderboardOf {
            reach: named(reach)?,
            order: named(order)?,
        },
        ["blocked", page] => PageAction::Blocked(number(page)?),
        ["rules-page", ref of @ .., page, is_offered] => PageAction::RulesPage {
            of: read_position(of)?,
            page: named(page)?,
            is_offered: read_flag(is_offered)?,
        },
        ["try", ref at @ .., is_offered, rendering] => PageAction::Try {
            at: read_position(at)?,
            is_offered: read_flag(is_offered)?,
            rendering: number(rendering)?,
        },
        ["course", game] => PageAction::Course(Variant::from_code(game).ok_or(UnknownControl)?),
        ["lesson", game, rendering] => PageAction::Lesson {
            variant: Variant::from_code(game).ok_or(UnknownControl)?,
            rendering: number(rendering)?,
        },
        ["exercise", game, ending, lesson, number] => {
            PageAction::Exercise(read_exercise([game, ending, lesson, number])?)
        }
        ["none-wins", game, ending, lesson, number] => {
            PageAction::NoneWins(read_exercise([game, ending, lesson, number])?)
        }
        ["solve", game, ending, lesson, number, ref choice @ ..] => {
            let exercise = read_exercise([game, ending, lesson, number])?;
            PageAction::Solve(exercise, read_choice(choice)?)
        }
        ["set", setting, rendering] => PageAction::Set {
            setting: named(setting)?,
            rendering: number(rendering)?,
        },
        _ => return Ok(plain(PLAIN_PAGE_ACTIONS, action)),
    }))
}

fn read_page_request(word: &str) -> Result<PageRequest, UnknownControl> {
    Ok(match word {
        "me" => PageRequest::Me,
        "first" => PageRequest::First,
        place => PageRequest::From(number(place)?),
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

fn read_heap(written: &str) -> Result<u8, UnknownControl> {
    let mut heaps = 0..u8::try_from(MAX_HEAPS).unwrap_or(u8::MAX);
    let found = heaps.find(|&heap| letter(heap.into()).to_string() == written);
    found.ok_or(UnknownControl)
}

fn read_cell(written: &str) -> Result<u8, UnknownControl> {
    let mut cells = 0..u8::try_from(MAX_CELLS).unwrap_or(u8::MAX);
    let found = cells.find(|&cell| (u32::from(cell) + 1).to_string() == written);
    found.ok_or(UnknownControl)
}

fn read_mask(written: &str) -> Result<Cells, UnknownControl> {
    let mask = u32::from_str_radix(written, 16).map_err(|_| UnknownControl)?;
    // The same mask written in another way is not read.
    if mask <= Cells::first(MAX_CELLS).0 && format!("{mask:x}") == written {
        Ok(Cells(mask))
    } else {
        Err(UnknownControl)
    }
}

fn read_amounts(written: &str) -> Result<Amounts, UnknownControl> {
    if written == "-" {
        return Ok(Amounts::default());
    }
    match read_move(written)? {
        Move::Take(amounts) => Ok(Amounts(amounts)),
        Move::Split { .. } | Move::Place(_) | Move::Count(_) | Move::Clear(_) => {
            Err(UnknownControl)
        }
    }
}

fn read_game(words: &[&str]) -> Result<NewGame, UnknownControl> {
    let [position @ .., first, level] = words else {
        return Err(UnknownControl);
    };
    Ok(NewGame {
        start: read_position(position)?,
        first: coded(first_code, first)?,
        level: coded(level_code, level)?,
    })
}

fn read_position(words: &[&str]) -> Result<Position, UnknownControl> {
    let (game, ending, most, heaps, notation) = match *words {
        [game, ending, most, notation] => (game, ending, most, None, notation),
        [game, ending, most, heaps, notation] => {
            (game, ending, most, Some(number(heaps)?), notation)
        }
        _ => return Err(UnknownControl),
    };
    let variant = Variant::from_code(game).ok_or(UnknownControl)?;
    let ending = optional(ending, |ending| coded(ending_code, ending))?;
    let most = optional(most, number)?;
    let options = Options {
        ending,
        most,
        heaps,
    };
    let position = Position::read(variant, options, notation).map_err(|_| UnknownControl)?;
    // The same position written in another way is not read.
    if position.to_string() != notation || position.options() != options {
        return Err(UnknownControl);
    }
    Ok(position)
}

/// `y` or `n`.
fn read_flag(written: &str) -> Result<bool, UnknownControl> {
    match written {
        "y" => Ok(true),
        "n" => Ok(false),
        _ => Err(UnknownControl),
    }
}

const fn flag(is_so: bool) -> &'static str {
    if is_so { "y" } else { "n" }
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
