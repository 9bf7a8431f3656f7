//! The controls of `daily`.

use super::move_control::MoveControl;
use super::{Control, Id, Seen, Shown};
use wythoff_game::records::{InteractionId, Word, words};
use wythoff_game::{Day, Timestamp};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DailyControl {
    /// Shows today's puzzle in a new message.
    Open,
    /// Shows the puzzle of a day in a new message: an earlier one, to practise it.
    OpenDay(Day),
    /// Chooses a move, or a part of one.
    Choose {
        day: Day,
        /// The progress number of the try when the message was drawn.
        progress_seen: u32,
        choice: MoveControl,
    },
    /// Gives a hint.
    Hint {
        day: Day,
        /// The progress number of the try when the message was drawn.
        progress_seen: u32,
    },
    /// Begins a try that does not count.
    Practise(Day),
    /// Shows the result of the try that counts.
    Result(Day),
    /// Shows why the puzzle of a day is won.
    Reason(Day),
    /// Posts the member's result in the channel.
    Share(Day),
    /// Opens another earlier puzzle, of the kind that is chosen.
    Another {
        /// Makes the select differ from those of other renderings.
        rendering: u64,
    },
    /// Opens an easy earlier puzzle.
    AnEasyOne,
    /// Answers the request of that interaction, although it helps with today's puzzle.
    Anyway(InteractionId),
    /// Has puzzles posted in the channel, or not.
    Post(bool),
    /// Reminds the member.
    Remind(Remind),
    /// Says what a race is.
    Race,
    /// Begins one.
    StartRace,
    /// Makes a move in a race.
    Tap {
        /// When the race began.
        begun: Timestamp,
        /// What the race showed then.
        step: i64,
        choice: MoveControl,
    },
    /// Posts the result of the race that began then.
    ShareRace(Timestamp),
}

impl DailyControl {
    /// The day whose puzzle it is about.
    pub(crate) const fn day(self) -> Option<Day> {
        match self {
            Self::OpenDay(day)
            | Self::Choose { day, .. }
            | Self::Hint { day, .. }
            | Self::Practise(day)
            | Self::Result(day)
            | Self::Reason(day)
            | Self::Share(day) => Some(day),
            Self::Open
            | Self::Another { .. }
            | Self::AnEasyOne
            | Self::Anyway(_)
            | Self::Post(_)
            | Self::Remind(_)
            | Self::Race
            | Self::StartRace
            | Self::Tap { .. }
            | Self::ShareRace(_) => None,
        }
    }
}

/// How often a member is reminded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Remind {
    Tomorrow,
    Daily,
    Never,
}

words! {
    Remind:
        Self::Tomorrow => "tomorrow",
        Self::Daily => "daily",
        Self::Never => "never";
}

impl Control for DailyControl {
    fn id(self) -> Id {
        Id::without_game(match self {
            Self::Open => "daily".to_owned(),
            Self::OpenDay(day) => format!("daily-of:{}", day.0),
            Self::Choose {
                day,
                progress_seen,
                choice,
            } => format!("daily:{}:{progress_seen}:{choice}", day.0),
            Self::Hint { day, progress_seen } => format!("daily-hint:{}:{progress_seen}", day.0),
            Self::Practise(day) => format!("daily-practise:{}", day.0),
            Self::Result(day) => format!("daily-result:{}", day.0),
            Self::Reason(day) => format!("daily-reason:{}", day.0),
            Self::Share(day) => format!("daily-share:{}", day.0),
            Self::Another { rendering } => format!("daily-another:{rendering}"),
            Self::AnEasyOne => "daily-easy".to_owned(),
            Self::Anyway(by) => format!("daily-anyway:{}", by.0),
            Self::Post(is_wanted) => format!("daily-post:{is_wanted}"),
            Self::Remind(when) => format!("daily-remind:{}", when.word()),
            Self::Race => "race".to_owned(),
            Self::StartRace => "race-start".to_owned(),
            Self::Tap {
                begun,
                step,
                choice,
            } => format!("race:{}:{step}:{choice}", begun.0),
            Self::ShareRace(begun) => format!("race-share:{}", begun.0),
        })
    }

    fn read(_seen: Option<Seen>, words: &[&str]) -> Option<Self> {
        let read_day = |day: &str| day.parse().ok().filter(|&day| day >= 0).map(Day);
        Some(match *words {
            ["daily"] => Self::Open,
            ["daily-of", day] => Self::OpenDay(read_day(day)?),
            ["daily", day, progress_seen, ref choice @ ..] => Self::Choose {
                day: read_day(day)?,
                progress_seen: progress_seen.parse().ok()?,
                choice: MoveControl::read(choice)?,
            },
            ["daily-hint", day, progress_seen] => Self::Hint {
                day: read_day(day)?,
                progress_seen: progress_seen.parse().ok()?,
            },
            ["daily-practise", day] => Self::Practise(read_day(day)?),
            ["daily-result", day] => Self::Result(read_day(day)?),
            ["daily-reason", day] => Self::Reason(read_day(day)?),
            ["daily-share", day] => Self::Share(read_day(day)?),
            ["daily-another", rendering] => Self::Another {
                rendering: rendering.parse().ok()?,
            },
            ["daily-easy"] => Self::AnEasyOne,
            ["daily-anyway", by] => Self::Anyway(InteractionId(by.parse().ok()?)),
            ["daily-post", is_wanted] => Self::Post(is_wanted.parse().ok()?),
            ["daily-remind", when] => Self::Remind(Word::from_word(when)?),
            ["race"] => Self::Race,
            ["race-start"] => Self::StartRace,
            ["race", begun, step, ref choice @ ..] => Self::Tap {
                begun: Timestamp(begun.parse().ok()?),
                step: step.parse().ok()?,
                choice: MoveControl::read(choice)?,
            },
            ["race-share", begun] => Self::ShareRace(Timestamp(begun.parse().ok()?)),
            _ => return None,
        })
    }

    fn shown(self) -> Shown {
        match self {
            Self::Open
            | Self::OpenDay(_)
            | Self::Reason(_)
            | Self::Share(_)
            | Self::ShareRace(_)
            | Self::Another { .. }
            | Self::AnEasyOne
            | Self::Race
            | Self::Remind(_) => Shown::NewMessage,
            Self::Anyway(_) => Shown::NewMessageInstead,
            Self::Choose { .. }
            | Self::Hint { .. }
            | Self::Practise(_)
            | Self::Result(_)
            | Self::Post(_)
            | Self::StartRace
            | Self::Tap { .. } => Shown::InPlace,
        }
    }
}
