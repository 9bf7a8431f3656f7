//! How controls are written as ids, and read back: exactly one id for each, at most 100 characters.

use std::fmt;
use std::str::FromStr;

use super::word::{
    ANSWERS, BEGINNERS, NEXT_GAMES, REACHES, SETTINGS, answer_word, beginner_word, level_word,
    next_game_word, order_word, pile_word, reach_word, setting_word,
};
use super::{Control, ReviewPage, SettingsPage, Unreadable, Verb};
use crate::game::{GameId, Point};
use crate::records::Order;
use crate::rules::wythoff::{Level, Move, Pile, Position};
use crate::service::{A_PAGE, BotRematch, NewGame, PageRequest};

const VERSION: &str = "w1";

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:{}:{}:", self.game.0, self.point)?;
        match self.verb {
            Verb::Take { pile, rendering } => write!(f, "take:{}:{rendering}", pile_word(pile)),
            Verb::OtherAmount => f.write_str("other"),
            Verb::Hint => f.write_str("hint"),
            Verb::TakeBack => f.write_str("back"),
            Verb::Resign => f.write_str("resign"),
            Verb::ConfirmResign => f.write_str("resigned"),
            Verb::KeepPlaying => f.write_str("keep"),
            Verb::Play(mv) => write!(f, "play:{}:{}", pile_word(mv.pile), mv.amount),
            Verb::Rules => f.write_str("rules"),
            Verb::Rematch(next_game) => f.write_str(next_game_word(next_game)),
            Verb::Review => f.write_str("review"),
            Verb::ReviewPage(page) => match page {
                ReviewPage::First => f.write_str("page:first"),
                ReviewPage::TurningPoint => f.write_str("page:turn"),
                ReviewPage::Last => f.write_str("page:last"),
                ReviewPage::Number(number) => write!(f, "page:{number}"),
            },
            Verb::AsText => f.write_str("text"),
            Verb::RematchBot(next) => match next {
                BotRematch::MemberBegins => f.write_str("next:me"),
                BotRematch::BotBegins => f.write_str("next:bot"),
                BotRematch::NewPiles => f.write_str("next:piles"),
                BotRematch::At(level) => write!(f, "next:level:{}", level_word(level)),
            },
            Verb::Show => f.write_str("show"),
            Verb::StartAnew(new) => write_game(f, "anew", new),
            Verb::Start(new) => write_game(f, "start", new),
            Verb::Answer(answer) => write!(f, "answer:{}", answer_word(answer)),
            Verb::Leaderboard { reach, order, page } => {
                let (reach, order) = (reach_word(reach), order_word(order));
                // An id has no room for whole words beside the longest numbers.
                let initial = |word: &str| word.chars().next().unwrap_or_default();
                write!(f, "top:{}:{}:", initial(reach), initial(order))?;
                match page {
                    PageRequest::First => f.write_str("first"),
                    PageRequest::From(place) => write!(f, "{place}"),
                    PageRequest::Me => f.write_str("me"),
                }
            }
            Verb::Set { setting, rendering } => {
                write!(f, "set:{}:{rendering}", setting_word(setting))
            }
            Verb::Settings(SettingsPage::Own) => f.write_str("settings:own"),
            Verb::Settings(SettingsPage::Server) => f.write_str("settings:server"),
            Verb::Export => f.write_str("export"),
            Verb::Erase => f.write_str("erase"),
        }
    }
}

fn write_game(
    f: &mut fmt::Formatter<'_>,
    verb: &str,
    NewGame {
        piles,
        first,
        level,
    }: NewGame,
) -> fmt::Result {
    let (first, level) = (beginner_word(first), level_word(level));
    write!(f, "{verb}:{}:{}:{first}:{level}", piles.left, piles.right)
}

impl FromStr for Control {
    type Err = Unreadable;

    fn from_str(id: &str) -> Result<Self, Unreadable> {
        let words: Vec<&str> = id.split(':').collect();
        let [VERSION, game, point, verb @ ..] = words.as_slice() else {
            return Err(Unreadable);
        };
        let verb = match *verb {
            ["take", pile, rendering] => Verb::Take {
                pile: named(&Pile::ALL, pile_word, pile)?,
                rendering: number(rendering)?,
            },
            ["other"] => Verb::OtherAmount,
            ["hint"] => Verb::Hint,
            ["back"] => Verb::TakeBack,
            ["resign"] => Verb::Resign,
            ["resigned"] => Verb::ConfirmResign,
            ["keep"] => Verb::KeepPlaying,
            ["play", pile, amount] => Verb::Play(Move::new(
                named(&Pile::ALL, pile_word, pile)?,
                number(amount)?,
            )),
            ["rules"] => Verb::Rules,
            [next_game @ ("rematch" | "piles")] => {
                Verb::Rematch(named(&NEXT_GAMES, next_game_word, next_game)?)
            }
            ["review"] => Verb::Review,
            ["page", page] => Verb::ReviewPage(match page {
                "first" => ReviewPage::First,
                "turn" => ReviewPage::TurningPoint,
                "last" => ReviewPage::Last,
                page => ReviewPage::Number(number(page)?),
            }),
            ["text"] => Verb::AsText,
            ["next", "me"] => Verb::RematchBot(BotRematch::MemberBegins),
            ["next", "bot"] => Verb::RematchBot(BotRematch::BotBegins),
            ["next", "piles"] => Verb::RematchBot(BotRematch::NewPiles),
            ["next", "level", level] => {
                Verb::RematchBot(BotRematch::At(named(&Level::ALL, level_word, level)?))
            }
            ["show"] => Verb::Show,
            ["anew", left, right, first, level] => {
                Verb::StartAnew(read_game([left, right, first, level])?)
            }
            ["start", left, right, first, level] => {
                Verb::Start(read_game([left, right, first, level])?)
            }
            ["answer", answer] => Verb::Answer(named(&ANSWERS, answer_word, answer)?),
            ["top", reach, order, ref page @ ..] => Verb::Leaderboard {
                reach: initialled(&REACHES, reach_word, reach)?,
                order: initialled(&Order::ALL, order_word, order)?,
                page: read_page(page)?,
            },
            ["set", setting, rendering] => Verb::Set {
                setting: named(&SETTINGS, setting_word, setting)?,
                rendering: number(rendering)?,
            },
            ["settings", "own"] => Verb::Settings(SettingsPage::Own),
            ["settings", "server"] => Verb::Settings(SettingsPage::Server),
            ["export"] => Verb::Export,
            ["erase"] => Verb::Erase,
            _ => return Err(Unreadable),
        };
        Ok(Self {
            game: GameId(number(game)?),
            point: read_point(point)?,
            verb,
        })
    }
}

/// One way to write it: what reads as a point and is written otherwise is none.
fn read_point(written: &str) -> Result<Point, Unreadable> {
    let point: Point = written.parse().map_err(|_| Unreadable)?;
    if point.to_string() == written {
        Ok(point)
    } else {
        Err(Unreadable)
    }
}

/// Boards of before 2026-12 also said which value stood at the edge of the page, and the place there.
fn read_page(words: &[&str]) -> Result<PageRequest, Unreadable> {
    Ok(match *words {
        ["me"] => PageRequest::Me,
        ["first"] => PageRequest::First,
        [place] | ["d", _, _, place] => PageRequest::From(number(place)?),
        ["u", _, _, place] => PageRequest::From((number::<i64>(place)? - i64::from(A_PAGE)).max(1)),
        _ => return Err(Unreadable),
    })
}

fn read_game([left, right, first, level]: [&str; 4]) -> Result<NewGame, Unreadable> {
    Ok(NewGame {
        piles: Position::new(number(left)?, number(right)?),
        first: named(&BEGINNERS, beginner_word, first)?,
        level: named(&Level::ALL, level_word, level)?,
    })
}

/// The value that goes by that word.
pub(in crate::discord) fn named<T: Copy>(
    all: &[T],
    word: fn(T) -> &'static str,
    wanted: &str,
) -> Result<T, Unreadable> {
    all.iter()
        .copied()
        .find(|&value| word(value) == wanted)
        .ok_or(Unreadable)
}

/// The value that goes by a word with that initial.
fn initialled<T: Copy>(
    all: &[T],
    word: fn(T) -> &'static str,
    initial: &str,
) -> Result<T, Unreadable> {
    all.iter()
        .copied()
        .find(|&value| initial.len() == 1 && word(value).starts_with(initial))
        .ok_or(Unreadable)
}

/// Digits only: `FromStr` would also take a plus sign, and one control would have two names.
fn number<T: FromStr>(digits: &str) -> Result<T, Unreadable> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain {
        digits.parse().map_err(|_| Unreadable)
    } else {
        Err(Unreadable)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::NextGame;

    fn any_verb() -> impl Strategy<Value = Verb> {
        let pile = prop::sample::select(Pile::ALL.to_vec());
        let first = prop::sample::select(BEGINNERS.to_vec());
        let level = prop::sample::select(Level::ALL.to_vec());
        let piles = (0..1_u64 << 53, 0..1_u64 << 53);
        let anew = (piles, first, level).prop_map(|((left, right), first, level)| {
            Verb::StartAnew(NewGame {
                piles: Position::new(left, right),
                first,
                level,
            })
        });
        let plain = [
            Verb::OtherAmount,
            Verb::Hint,
            Verb::Resign,
            Verb::Rules,
            Verb::Rematch(NextGame::Rematch),
            Verb::Rematch(NextGame::NewPiles),
            Verb::Show,
            Verb::Export,
            Verb::Erase,
            Verb::Settings(SettingsPage::Own),
            Verb::Settings(SettingsPage::Server),
            Verb::Review,
            Verb::ReviewPage(ReviewPage::First),
            Verb::ReviewPage(ReviewPage::TurningPoint),
            Verb::ReviewPage(ReviewPage::Last),
            Verb::ReviewPage(ReviewPage::Number(0)),
            Verb::ReviewPage(ReviewPage::Number(u32::MAX)),
            Verb::AsText,
            Verb::TakeBack,
            Verb::ConfirmResign,
            Verb::KeepPlaying,
            Verb::Play(Move::new(Pile::Both, u64::MAX)),
            Verb::RematchBot(BotRematch::MemberBegins),
            Verb::RematchBot(BotRematch::BotBegins),
            Verb::RematchBot(BotRematch::NewPiles),
            Verb::RematchBot(BotRematch::At(Level::Good)),
        ];
        let take =
            (pile, any::<u64>()).prop_map(|(pile, rendering)| Verb::Take { pile, rendering });
        let answer = prop::sample::select(ANSWERS.to_vec()).prop_map(Verb::Answer);
        let setting = prop::sample::select(SETTINGS.to_vec());
        let set = (setting, any::<u64>())
            .prop_map(|(setting, rendering)| Verb::Set { setting, rendering });
        let (reach, order) = (
            prop::sample::select(REACHES.to_vec()),
            prop::sample::select(Order::ALL.to_vec()),
        );
        let page = prop_oneof![
            (1..i64::MAX).prop_map(PageRequest::From),
            Just(PageRequest::First),
            Just(PageRequest::Me)
        ];
        let leaders = (reach, order, page).prop_map(|(reach, order, page)| Verb::Leaderboard {
            reach,
            order,
            page,
        });
        prop_oneof![
            prop::sample::select(plain.to_vec()),
            take,
            anew.clone(),
            anew.prop_map(|verb| match verb {
                Verb::StartAnew(new) => Verb::Start(new),
                other => other,
            }),
            answer,
            set,
            leaders
        ]
    }

    proptest! {
        #[test]
        fn an_id_reads_back_as_what_was_written_and_fits(game in 0..i64::MAX, ply: u32, branch: u32, verb in any_verb()) {
            let control = match verb {
                Verb::Leaderboard { .. } => Control::general(verb),
                verb => Control { game: GameId(game), point: Point { ply, branch }, verb },
            };
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
}
