//! The messages of the puzzle of the day: the puzzle to solve, and what leads to its result.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::streak::hearts;
use crate::controls::Control;
use crate::controls::daily::DailyControl;
use crate::drafts::Draft;
use crate::message::Message;
use crate::picture::Board;
use crate::text::{Language, key, tell, yes_or_no};
use crate::view::controls::{MoveChooser, draft_line};
use crate::view::description::message_with_board;
use crate::view::explanation::{Voice, in_sentence, refuted};
use crate::view::position::{heap_names, rules_in_short, title, title_without_ending};
use crate::view::{HELPS, button, illegal, plain, relative};
use nim_games::{Ending, Position, Refutation};
use wythoff_game::records::{DailyTry, InteractionId, Word};
use wythoff_game::{Attempt, Day, Step, Timestamp, Tried};
use wythoff_service::{Daily, HelpedPuzzle, NotTried};

/// What is needed to write the messages.
pub(super) struct Page<'t> {
    pub(super) language: Language<'t>,
    /// Changes on every redraw. Otherwise the client would ignore the same option being chosen
    /// again.
    pub(super) rendering: u64,
    /// Whether others would see a result that is shared.
    pub(super) can_share: bool,
    /// Whether it is shown in a server. A direct message tells about the server where the try began.
    pub(super) is_in_server: bool,
    pub(super) now: Timestamp,
}

impl Page<'_> {
    /// The current state of a try.
    pub(super) fn current_state(&self, daily: &Daily) -> Message {
        self.with_news(daily, None, Draft::Nothing)
    }

    /// The result of the try that counts, or its current state until the try is over.
    pub(super) fn result(&self, daily: &Daily, news: Option<String>) -> Message {
        match &daily.summary {
            Some(summary) => self.result_message(daily, summary, news),
            None => self.current_state(daily),
        }
    }

    /// A try with a half-made choice marked, as an edit that keeps the picture.
    pub(super) fn with_draft(&self, daily: &Daily, draft: Draft) -> Message {
        self.with_news(daily, None, draft).keeping_picture()
    }

    /// A try that has gone on since the message was drawn.
    pub(super) fn outdated(&self, daily: &Daily) -> Message {
        let news = self.language.say(key!("daily-outdated"));
        self.with_news(daily, Some(news), Draft::Nothing)
    }

    /// A try after a move or a hint. What answers a slip is not told until the try is over, except
    /// in practice.
    pub(super) fn after(
        &self,
        daily: &Daily,
        step: Step,
        tried: Result<Tried, NotTried>,
    ) -> Message {
        let (language, attempt) = (self.language, daily.daily_try.current());
        let news = match tried {
            Err(NotTried::Outdated) => return self.outdated(daily),
            Err(NotTried::Illegal(why)) => Some(illegal(language, why, attempt.now())),
            Ok(Tried::Again) => Some(language.say(key!("daily-again"))),
            Ok(Tried::Wrong) if attempt.outcome().is_some() => None,
            Ok(Tried::Wrong) if daily.daily_try.practice.is_some() => {
                let refutation = match step {
                    Step::Move(mv) => Refutation::of(attempt.now(), mv),
                    Step::Hint => None,
                };
                refutation.map(|it| {
                    let why = refuted(language, attempt.now(), &it, false, Voice::Us);
                    format!("✗ {why}")
                })
            }
            Ok(Tried::Wrong) => {
                Some(tell!(language, key!("daily-wrong"), "slips" => attempt.count_slips()))
            }
            Ok(Tried::Hinted | Tried::Right(None)) => None,
            Ok(Tried::Right(Some(_))) => Some(language.say(key!("daily-right"))),
        };
        self.with_news(daily, news, Draft::Nothing)
    }

    fn with_news(&self, daily: &Daily, news: Option<String>, draft: Draft) -> Message {
        let it = &daily.daily_try;
        let is_closed = it.practice.is_none() && !it.counts_at(self.now);
        match (it.current().outcome(), &daily.summary) {
            (Some(_), Some(summary)) => self.result_message(daily, summary, news),
            (Some(_), None) => self.practised(it, news),
            (None, Some(summary)) if is_closed => self.result_message(daily, summary, news),
            (None, None) if is_closed => self.day_over(it.day),
            (None, _) => self.question(daily, news, draft),
        }
    }

    /// The position to move in, with the controls of a board.
    fn question(&self, daily: &Daily, news: Option<String>, draft: Draft) -> Message {
        let daily_try = &daily.daily_try;
        let (language, day, attempt) = (self.language, daily_try.day, daily_try.current());
        let at = attempt.now();
        // A slip changes nothing.
        let is_first = attempt.path().is_empty();
        // Later, the name of the game says how it ends.
        let mut lines = vec![if is_first {
            heading(language, day)
        } else {
            heading_of(language, day, &title(language, at))
        }];
        lines.extend(news);
        lines.extend(self.latest_round(attempt));
        lines.extend(last_loses(language, at).filter(|_| is_first));
        let found = attempt.found_moves().len();
        let left = attempt.to_find().map_or(0, |all| all.saturating_sub(found));
        lines.push(if attempt.hint().is_some() {
            language.say(key!("daily-hinted"))
        } else if is_first {
            tell!(language, key!("daily-can-win"), "left" => left)
        } else {
            tell!(language, key!("daily-go-on"), "left" => left)
        });
        let rules =
            || tell!(language, key!("lesson-rules"), "rules" => rules_in_short(language, at));
        lines.extend(is_first.then(rules));
        lines.push(if daily_try.practice.is_some() {
            language.say(key!("daily-practice"))
        } else if daily_try.is_helped {
            language.say(key!("daily-helped"))
        } else if day < Day::of(self.now) {
            let end = relative(daily_try.last_time());
            tell!(language, key!("daily-late"), "end" => end, "hearts" => hearts(attempt))
        } else {
            let end = if is_first {
                relative(day.end())
            } else {
                "later".to_owned()
            };
            tell!(language, key!("daily-rules"), "hearts" => hearts(attempt), "end" => end)
        });
        lines.extend(daily.late.map(|_| language.say(key!("daily-late-open"))));
        lines.extend(draft_line(language, at, draft));
        let progress_seen = daily_try.progress_number();
        let chooser = MoveChooser {
            language,
            position: at,
            rendering: self.rendering,
            tried: attempt.tried_here(),
            offered: attempt.hint().unwrap_or_default(),
            id: &|choice| {
                DailyControl::Choose {
                    day,
                    progress_seen,
                    choice,
                }
                .id()
            },
        };
        let easy = daily.is_hard_first.then(|| {
            lines.push(language.say(key!("daily-hard-first")));
            let id = DailyControl::AnEasyOne.id();
            button(language, id, key!("button-daily-easy")).style(ButtonStyle::Primary)
        });
        let result = daily_try.is_over().then(|| {
            let id = DailyControl::Result(day).id();
            button(language, id, key!("button-daily-result"))
        });
        // Who comes from an old message may be looking for today's.
        let today = Day::of(self.now);
        let is_old = daily_try.practice.is_some() && is_first && day < today;
        let todays = is_old.then(|| {
            let id = DailyControl::Open.id();
            button(language, id, key!("button-daily-today")).style(ButtonStyle::Primary)
        });
        // It is for who does not see it, so not there at first.
        let can_hint = attempt.can_hint() && attempt.count_slips() > 0;
        let hint = can_hint.then(|| {
            let id = DailyControl::Hint { day, progress_seen }.id();
            button(language, id, key!("button-daily-hint"))
        });
        let others = todays.into_iter().chain(easy).chain(hint).chain(result);
        let others = others.chain(self.finish(daily));
        let others: Vec<CreateButton> = others.collect();
        let rows = if daily.is_blocked {
            lines.push(language.say(key!("refused-being-played")));
            let has_others = !others.is_empty();
            let others = has_others.then_some(CreateActionRow::Buttons(others));
            others.into_iter().collect()
        } else {
            chooser.rows(draft, &others)
        };
        let board = Board {
            chosen: draft.mv(),
            ..Board::at(at, heap_names(language, at))
        };
        message_with_board(Message::private, language, &lines, rows, board)
    }

    /// The latest round, in words, if the latest move was right.
    fn latest_round(&self, attempt: &Attempt) -> Option<String> {
        let (mv, answer, at) = attempt.latest_round()?;
        let position_left = at.play(mv).ok()?;
        let mine = in_sentence(self.language, at, mv, Voice::Us, true);
        let bots = in_sentence(self.language, position_left, answer, Voice::Us, true);
        Some(tell!(self.language, key!("daily-round"), "mine" => mine, "bots" => bots))
    }

    /// The button that goes on with yesterday's puzzle, while it still counts.
    pub(super) fn finish(&self, daily: &Daily) -> Option<CreateButton> {
        let id = DailyControl::OpenDay(daily.late?).id();
        Some(button(self.language, id, key!("button-daily-finish")))
    }

    pub(super) fn practice_line(&self, daily_try: &DailyTry) -> Option<String> {
        let practice = daily_try.practice.as_ref()?;
        let outcome = practice.outcome()?.word();
        Some(tell!(
            self.language, key!("daily-practiced"), "outcome" => outcome, "slips" => practice.slips().len(),
            "hinted" => yes_or_no(practice.is_hinted())
        ))
    }
}

/// The number of the puzzle, the day of the week, and the game. [`last_loses`] says how it ends.
pub(super) fn heading(language: Language<'_>, day: Day) -> String {
    heading_of(language, day, &title_without_ending(language, day.puzzle()))
}

fn heading_of(language: Language<'_>, day: Day, game: &str) -> String {
    tell!(
        language, key!("daily-heading"), "number" => day.number().to_string(), "weekday" => day.weekday(),
        "game" => game
    )
}

/// A puzzle in a line, for completion.
pub(crate) fn puzzle_in_a_line(language: Language<'_>, day: Day, is_solved: bool) -> String {
    let solved = yes_or_no(is_solved);
    tell!(
        language, key!("daily-option"), "number" => day.number().to_string(), "weekday" => day.weekday(),
        "date" => day.to_string(), "game" => title(language, day.puzzle()), "solved" => solved
    )
}

/// A warning, if the last move loses.
pub(super) fn last_loses(language: Language<'_>, at: Position) -> Option<String> {
    let target = at.shape().counting().map_or(0, |counting| counting.target);
    (at.ending() == Ending::Misere)
        .then(|| tell!(language, key!("daily-last-loses"), "target" => target))
}

/// Asks whether an answer is to be shown although it helps with the puzzle of the day.
pub(crate) fn asks_anyway(
    language: Language<'_>,
    by: InteractionId,
    (with, today): (HelpedPuzzle, Day),
    question: &str,
) -> Message {
    let (puzzle, label) = match with {
        HelpedPuzzle::Yesterdays => (today.minus(1), key!("button-daily-finish")),
        HelpedPuzzle::Todays | HelpedPuzzle::Both => (today, key!("button-daily-today")),
    };
    let anyway = DailyControl::Anyway(by).id();
    let buttons = vec![
        button(language, anyway, key!("button-daily-anyway")).emoji(HELPS),
        button(language, DailyControl::OpenDay(puzzle).id(), label).style(ButtonStyle::Primary),
    ];
    let rows = vec![CreateActionRow::Buttons(buttons)];
    Message::private(question.to_owned(), rows)
}

/// Says that there is no such puzzle.
pub(super) fn unknown_day(language: Language<'_>, today: Day) -> Message {
    plain(tell!(
        language, key!("daily-unknown-day"), "last" => today.number().to_string(), "date" => today.to_string()
    ))
}
