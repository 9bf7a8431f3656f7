//! The messages of the puzzle of the day: the puzzle to solve, and what leads to its result.

use itertools::Itertools as _;
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
use crate::view::moves::label;
use crate::view::position::{heap_names, rules_line, title, title_without_ending};
use crate::view::refusal::being_played;
use crate::view::{HELPS, button, illegal, labelled_button, plain, relative};
use nim_games::Refutation;
use wythoff_game::records::{DailyTry, InteractionId, Word};
use wythoff_game::{Attempt, Day, Step, Timestamp, Tried};
use wythoff_service::{Daily, HelpedPuzzle, NotTried};

/// With more moves than this to choose from, a hint is there at once.
const LARGE: u128 = 15;

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
            Ok(Tried::Wrong) => Some(self.slip(attempt, step)),
            Ok(Tried::Hinted | Tried::Right(None)) => None,
            Ok(Tried::Right(Some(_))) => Some(language.say(key!("daily-right"))),
        };
        self.with_news(daily, news, Draft::Nothing)
    }

    /// That the latest move gives the win away.
    fn slip(&self, attempt: &Attempt, step: Step) -> String {
        let (language, at) = (self.language, attempt.now());
        let slip = match step {
            Step::Move(mv) => capitalised(&label(language, at, mv)),
            Step::Hint => String::new(),
        };
        tell!(language, key!("daily-wrong"), "move" => slip, "slips" => attempt.count_slips())
    }

    fn with_news(&self, daily: &Daily, news: Option<String>, draft: Draft) -> Message {
        let it = &daily.daily_try;
        let is_closed = it.practice.is_none() && !it.counts_at(self.now);
        match (it.current().outcome(), &daily.summary) {
            (Some(_), Some(summary)) => self.result_message(daily, summary, news),
            (Some(_), None) => self.practised(daily, news),
            (None, Some(summary)) if is_closed => self.result_message(daily, summary, news),
            (None, None) if is_closed => self.day_over(it.day),
            (None, _) => self.question(daily, news, draft),
        }
    }

    /// The position to move in, with the controls of a board.
    fn question(&self, daily: &Daily, news: Option<String>, draft: Draft) -> Message {
        let (language, it) = (self.language, &daily.daily_try);
        let at = it.current().now();
        let mut lines = self.lines_of_question(daily, news);
        lines.extend(draft_line(language, at, draft));
        let others = self.other_buttons(daily);
        let rows = if daily.is_blocked {
            lines.push(being_played(language, None));
            let has_others = !others.is_empty();
            let others = has_others.then_some(CreateActionRow::Buttons(others));
            others.into_iter().collect()
        } else {
            self.choices(it, draft, &others)
        };
        let board = Board {
            chosen: draft.mv(),
            ..Board::at(at, heap_names(language, at))
        };
        message_with_board(Message::private, language, &lines, rows, board)
    }

    fn lines_of_question(&self, daily: &Daily, news: Option<String>) -> Vec<String> {
        let it = &daily.daily_try;
        let (language, attempt) = (self.language, it.current());
        let at = attempt.now();
        let mut lines = vec![heading(language, it.day)];
        lines.extend(news);
        lines.extend(self.marked_games(daily));
        lines.extend(self.latest_round(attempt));
        let found = attempt.count_found();
        let left = attempt.to_find().map_or(0, |all| all.saturating_sub(found));
        lines.push(if attempt.hint().is_some() {
            language.say(key!("daily-hinted"))
        } else if has_begun(attempt) {
            tell!(language, key!("daily-go-on"), "left" => left)
        } else {
            tell!(language, key!("daily-can-win"), "left" => left)
        });
        lines.extend(self.tried(attempt));
        lines.push(rules_line(language, at));
        lines.push(self.what_counts(it));
        lines.extend(daily.late.map(|_| language.say(key!("daily-late-open"))));
        let is_hard_first = daily.is_hard_first;
        lines.extend(is_hard_first.then(|| language.say(key!("daily-hard-first"))));
        lines
    }

    /// The moves that gave the win away in the current position, if there are several.
    fn tried(&self, attempt: &Attempt) -> Option<String> {
        let (language, tried) = (self.language, attempt.tried_here());
        let mut moves = tried.iter().map(|&mv| label(language, attempt.now(), mv));
        let moves = moves.join(" · ");
        (tried.len() > 1).then(|| tell!(language, key!("daily-tried"), "moves" => moves))
    }

    /// That running games are marked, since the latest move helps there.
    pub(super) fn marked_games(&self, daily: &Daily) -> Option<String> {
        let games = daily.marked_games;
        (games > 0).then(|| tell!(self.language, key!("told-counts"), "games" => games))
    }

    /// What a slip costs, and until when a try can be ended; or that it does not count.
    fn what_counts(&self, it: &DailyTry) -> String {
        let (language, attempt) = (self.language, it.current());
        if it.practice.is_some() {
            let is_of_this_week = it.day.monday() == Day::of(self.now).monday();
            let star = yes_or_no(is_of_this_week && !it.counts_for_star());
            return tell!(language, key!("daily-practice"), "star" => star);
        }
        if it.is_helped {
            return language.say(key!("daily-helped"));
        }
        let (hearts, is_late) = (hearts(attempt), it.day < Day::of(self.now));
        if is_late {
            let end = relative(it.last_time());
            return tell!(language, key!("daily-late"), "end" => end, "hearts" => hearts);
        }
        let end = if has_begun(attempt) {
            "later".to_owned()
        } else {
            relative(it.day.end())
        };
        tell!(language, key!("daily-rules"), "hearts" => hearts, "end" => end)
    }

    /// The moves, and a last row with the other buttons.
    fn choices(
        &self,
        it: &DailyTry,
        draft: Draft,
        others: &[CreateButton],
    ) -> Vec<CreateActionRow> {
        let (day, attempt, progress_seen) = (it.day, it.current(), it.progress_number());
        let chooser = MoveChooser {
            language: self.language,
            position: attempt.now(),
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
        chooser.rows(draft, others)
    }

    fn other_buttons(&self, daily: &Daily) -> Vec<CreateButton> {
        let (language, it) = (self.language, &daily.daily_try);
        let (day, attempt) = (it.day, it.current());
        // Who comes from an old message may be looking for today's.
        let is_old = it.practice.is_some() && !has_begun(attempt) && day < Day::of(self.now);
        let todays = is_old.then(|| {
            let id = DailyControl::Open.id();
            button(language, id, key!("button-daily-today")).style(ButtonStyle::Primary)
        });
        let easy = daily.is_hard_first.then(|| {
            let id = DailyControl::AnEasyOne.id();
            button(language, id, key!("button-daily-easy")).style(ButtonStyle::Primary)
        });
        let result = it.is_over().then(|| {
            let id = DailyControl::Result(day).id();
            button(language, id, key!("button-daily-result"))
        });
        let hint = self.hint(it).filter(|_| !daily.is_blocked);
        let others = todays.into_iter().chain(easy).chain(hint);
        others.chain(result).chain(self.finish(daily)).collect()
    }

    /// It is for who does not see it, so on a small board not there at first.
    fn hint(&self, it: &DailyTry) -> Option<CreateButton> {
        let attempt = it.current();
        let is_large = attempt.now().choices().count() > LARGE;
        let is_there = attempt.can_hint() && (is_large || attempt.count_slips() > 0);
        is_there.then(|| {
            let costs = if it.practice.is_none() {
                "heart"
            } else {
                "slip"
            };
            let label = tell!(self.language, key!("button-daily-hint"), "costs" => costs);
            let (day, progress_seen) = (it.day, it.progress_number());
            labelled_button(DailyControl::Hint { day, progress_seen }.id(), &label)
        })
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

/// A text at the beginning of a sentence.
fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter();
    first
        .flat_map(char::to_uppercase)
        .chain(characters)
        .collect()
}

/// Whether a move has been found. A slip changes nothing.
fn has_begun(attempt: &Attempt) -> bool {
    !attempt.path().is_empty()
}

/// The number of the puzzle, the day of the week, and the game. [`rules_line`] says how it ends.
pub(super) fn heading(language: Language<'_>, day: Day) -> String {
    let game = title_without_ending(language, day.puzzle());
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
