//! How controls are written as ids, and read back. An id has at most 100 characters, and each control has one id. Ids of earlier versions
//! are read, too.

use std::fmt;
use std::str::FromStr;

use super::{BoardAction, Control, PageAction, ReviewPage, SettingsPage, UnknownControl, named};
use crate::game::{GameId, Point};
use crate::records::{PAGE_SIZE, PageRequest, Word};
use crate::rules::wythoff::{Move, Position};
use crate::service::{BotRematch, NewGame};

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
            Self::OtherAmount => f.write_str("other"),
            Self::Hint => f.write_str("hint"),
            Self::TakeBack => f.write_str("back"),
            Self::Resign => f.write_str("resign"),
            Self::ConfirmResign => f.write_str("resigned"),
            Self::Play(mv) => write!(f, "play:{}:{}", mv.pile.word(), mv.amount),
            Self::Rules => f.write_str("rules"),
            Self::Rematch(next_game) => f.write_str(next_game.word()),
            Self::RematchBot(BotRematch::MemberStarts) => f.write_str("next:me"),
            Self::RematchBot(BotRematch::BotStarts) => f.write_str("next:bot"),
            Self::RematchBot(BotRematch::NewPiles) => f.write_str("next:piles"),
            Self::RematchBot(BotRematch::AtLevel(level)) => {
                write!(f, "next:level:{}", level.word())
            }
            Self::Review => f.write_str("review"),
            Self::ReviewPage(ReviewPage::First) => f.write_str("page:first"),
            Self::ReviewPage(ReviewPage::TurningPoint) => f.write_str("page:turn"),
            Self::ReviewPage(ReviewPage::Last) => f.write_str("page:last"),
            Self::ReviewPage(ReviewPage::Number(number)) => write!(f, "page:{number}"),
            Self::AsText => f.write_str("text"),
            Self::Show => f.write_str("show"),
            Self::StartAnew(new) => write_game(f, "anew", new),
        }
    }
}

impl fmt::Display for PageAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Start(new) => write_game(f, "start", new),
            Self::KeepPlaying => f.write_str("keep"),
            Self::Leaderboard { reach, order, page } => {
                write!(f, "top:{}:{}:", reach.word(), order.word())?;
                match page {
                    PageRequest::First => f.write_str("first"),
                    PageRequest::From(place) => write!(f, "{place}"),
                    PageRequest::Me => f.write_str("me"),
                }
            }
            Self::Set { setting, rendering } => write!(f, "set:{}:{rendering}", setting.word()),
            Self::Settings(SettingsPage::Own) => f.write_str("settings:own"),
            Self::Settings(SettingsPage::Server) => f.write_str("settings:server"),
            Self::Export => f.write_str("export"),
            Self::Erase => f.write_str("erase"),
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
        let words: Vec<&str> = id.split(':').collect();
        let [VERSION, game, point, action @ ..] = words.as_slice() else {
            return Err(UnknownControl);
        };
        let (game, point) = (GameId(number(game)?), read_point(point)?);
        if let ["answer", answer] = *action {
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

fn read_board_action(words: &[&str]) -> Result<BoardAction, UnknownControl> {
    Ok(match *words {
        ["take", pile, rendering] => BoardAction::Take {
            pile: named(pile)?,
            rendering: number(rendering)?,
        },
        ["other"] => BoardAction::OtherAmount,
        ["hint"] => BoardAction::Hint,
        ["back"] => BoardAction::TakeBack,
        ["resign"] => BoardAction::Resign,
        ["resigned"] => BoardAction::ConfirmResign,
        ["play", pile, amount] => BoardAction::Play(Move::new(named(pile)?, number(amount)?)),
        ["rules"] => BoardAction::Rules,
        ["review"] => BoardAction::Review,
        ["page", "first"] => BoardAction::ReviewPage(ReviewPage::First),
        ["page", "turn"] => BoardAction::ReviewPage(ReviewPage::TurningPoint),
        ["page", "last"] => BoardAction::ReviewPage(ReviewPage::Last),
        ["page", page] => BoardAction::ReviewPage(ReviewPage::Number(number(page)?)),
        ["text"] => BoardAction::AsText,
        ["next", "me"] => BoardAction::RematchBot(BotRematch::MemberStarts),
        ["next", "bot"] => BoardAction::RematchBot(BotRematch::BotStarts),
        ["next", "piles"] => BoardAction::RematchBot(BotRematch::NewPiles),
        ["next", "level", level] => BoardAction::RematchBot(BotRematch::AtLevel(named(level)?)),
        ["show"] => BoardAction::Show,
        ["anew", left, right, first, level] => {
            BoardAction::StartAnew(read_game([left, right, first, level])?)
        }
        [next_game] => BoardAction::Rematch(named(next_game)?),
        _ => return Err(UnknownControl),
    })
}

/// Returns `None` if the words are about a game.
fn read_page(words: &[&str]) -> Result<Option<PageAction>, UnknownControl> {
    Ok(Some(match *words {
        ["start", left, right, first, level] => {
            PageAction::Start(read_game([left, right, first, level])?)
        }
        ["keep"] => PageAction::KeepPlaying,
        ["top", reach, order, ref page @ ..] => PageAction::Leaderboard {
            reach: abbreviated(reach)?,
            order: abbreviated(order)?,
            page: read_page_request(page)?,
        },
        ["set", setting, rendering] => PageAction::Set {
            setting: named(setting)?,
            rendering: number(rendering)?,
        },
        ["settings", "own"] => PageAction::Settings(SettingsPage::Own),
        ["settings", "server"] => PageAction::Settings(SettingsPage::Server),
        ["export"] => PageAction::Export,
        ["erase"] => PageAction::Erase,
        _ => return Ok(None),
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
    use crate::rules::wythoff::{Level, Pile};

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
        let plain = [
            BoardAction::OtherAmount,
            BoardAction::Hint,
            BoardAction::Resign,
            BoardAction::Rules,
            BoardAction::Rematch(NextGame::Rematch),
            BoardAction::Rematch(NextGame::NewPiles),
            BoardAction::Show,
            BoardAction::Review,
            BoardAction::ReviewPage(ReviewPage::First),
            BoardAction::ReviewPage(ReviewPage::TurningPoint),
            BoardAction::ReviewPage(ReviewPage::Last),
            BoardAction::ReviewPage(ReviewPage::Number(0)),
            BoardAction::ReviewPage(ReviewPage::Number(u32::MAX)),
            BoardAction::AsText,
            BoardAction::TakeBack,
            BoardAction::ConfirmResign,
            BoardAction::Play(Move::new(Pile::Both, u64::MAX)),
            BoardAction::RematchBot(BotRematch::MemberStarts),
            BoardAction::RematchBot(BotRematch::BotStarts),
            BoardAction::RematchBot(BotRematch::NewPiles),
            BoardAction::RematchBot(BotRematch::AtLevel(Level::Good)),
        ];
        let take = (any_word::<Pile>(), any::<u64>())
            .prop_map(|(pile, rendering)| BoardAction::Take { pile, rendering });
        prop_oneof![
            prop::sample::select(plain.to_vec()),
            take,
            any_game().prop_map(BoardAction::StartAnew)
        ]
    }

    fn any_page_action() -> impl Strategy<Value = PageAction> {
        let plain = [
            PageAction::KeepPlaying,
            PageAction::Export,
            PageAction::Erase,
            PageAction::Settings(SettingsPage::Own),
            PageAction::Settings(SettingsPage::Server),
        ];
        let set = (any_word::<Setting>(), any::<u64>())
            .prop_map(|(setting, rendering)| PageAction::Set { setting, rendering });
        let page = prop_oneof![
            (1..i64::MAX).prop_map(PageRequest::From),
            Just(PageRequest::First),
            Just(PageRequest::Me)
        ];
        let leaderboard = (any_word::<Reach>(), any_word::<Order>(), page)
            .prop_map(|(reach, order, page)| PageAction::Leaderboard { reach, order, page });
        prop_oneof![
            prop::sample::select(plain.to_vec()),
            any_game().prop_map(PageAction::Start),
            set,
            leaderboard
        ]
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
