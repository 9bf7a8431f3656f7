//! The messages of the puzzle of the day: the puzzle to solve, and the result.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::share::{milestone, share_text};
use super::streak::{hearts, lost_streak, streak_after_day_off, streak_line, week};
use super::week::{MOST_POINTS, podium, week_so_far};
use crate::controls::Control;
use crate::controls::daily::{DailyControl, Remind};
use crate::controls::practice::PracticeControl;
use crate::drafts::Draft;
use crate::message::Message;
use crate::picture::{Board, Picture};
use crate::text::{Language, key, tell};
use crate::view::controls::{MoveChooser, draft_line};
use crate::view::description::{board_in_words, message_with_board};
use crate::view::ended::story_of_game;
use crate::view::explanation::{Voice, head, in_sentence, refuted};
use crate::view::legends::legend;
use crate::view::position::{heap_names, rules_in_short, title, title_without_ending};
use crate::view::{
    HELPS, button, illegal, labelled_button, link, mention, plain, relative, time_of_day,
};
use nim_games::{Ending, Explanation, Move, Position, Refutation};
use wythoff_game::records::{
    DailySummary, DailyTry, InteractionId, NextTry, PracticeNews, Streak, Word,
};
use wythoff_game::{Attempt, Day, Timestamp, Tried};
use wythoff_service::{Daily, HelpedPuzzle, NotTried};

/// The most buttons in a row
/// (<https://discord.com/developers/docs/components/reference#action-row>).
const MOST_IN_A_ROW: usize = 5;

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

    /// A try after a move. What answers a slip is not told until the try is over, except
    /// in practice.
    pub(super) fn after_move(
        &self,
        daily: &Daily,
        mv: Move,
        tried: Result<Tried, NotTried>,
    ) -> Message {
        let (language, attempt) = (self.language, daily.daily_try.current());
        let news = match tried {
            Err(NotTried::Outdated) => return self.outdated(daily),
            Err(NotTried::Illegal(why)) => Some(illegal(language, why, attempt.now())),
            Ok(Tried::Again) => Some(language.say(key!("daily-again"))),
            Ok(Tried::Wrong) if attempt.outcome().is_some() => None,
            Ok(Tried::Wrong) if daily.daily_try.practice.is_some() => {
                let refutation = Refutation::of(attempt.now(), mv);
                refutation.map(|it| {
                    let why = refuted(language, attempt.now(), &it, false, Voice::Us);
                    format!("✗ {why}")
                })
            }
            Ok(Tried::Wrong) => {
                Some(tell!(language, key!("daily-wrong"), "slips" => attempt.count_slips()))
            }
            Ok(Tried::Right(None)) => None,
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
        lines.push(if is_first {
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
        let others = todays.into_iter().chain(easy).chain(result);
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

    /// That the bot gives up after the move that solved it, if the game goes on.
    pub(super) fn given_up(&self, it: &DailyTry, attempt: &Attempt) -> Option<String> {
        let (at, mv) = attempt.given_up_after()?;
        let mine = in_sentence(self.language, at, mv, Voice::Us, true);
        let more = it.played_out(attempt).len() - attempt.path().len();
        Some(tell!(self.language, key!("daily-given-up"), "mine" => mine, "more" => more))
    }

    /// The result, once the try that counts is over.
    fn result_message(
        &self,
        daily: &Daily,
        summary: &DailySummary,
        news: Option<String>,
    ) -> Message {
        let (language, it) = (self.language, &daily.daily_try);
        let (day, is_solved) = (it.day, it.is_solved());
        let mut lines: Vec<String> = news.into_iter().collect();
        lines.extend(self.practice_line(it));
        let who = mention(it.member);
        lines.push(if is_solved {
            let slips = it.attempt.count_slips();
            let flawless = summary.flawless;
            let is_helped = if it.is_helped { "yes" } else { "no" };
            tell!(
                language, key!("daily-solved"), "who" => who, "slips" => slips, "flawless" => flawless,
                "helped" => is_helped
            )
        } else {
            let found = it.attempt.found_moves().len();
            tell!(language, key!("daily-failed"), "who" => who, "found" => found)
        });
        let given_up = self.given_up(it, &it.attempt);
        lines.extend(given_up.filter(|_| !summary.hides_solution));
        if !is_solved && !summary.hides_solution {
            let solution = Explanation::of(it.attempt.now());
            let winning = head(language, &solution);
            lines.push(tell!(language, key!("daily-solution"), "winning" => winning));
        }
        lines.extend(self.insight(it, summary));
        lines.extend(self.streak_lines(daily, summary));
        lines.extend(
            summary
                .is_crowned_now
                .then(|| language.say(key!("daily-crowned"))),
        );
        lines.extend(it.is_helped.then(|| language.say(key!("daily-helped"))));
        // With two players, the place is obvious.
        let rank = summary.server_rank.filter(|_| is_solved);
        let place = if self.is_in_server { "here" } else { "there" };
        // Who is in the list sees the place there.
        let listed = summary.best_here.len() as u64;
        lines.extend(match rank {
            Some((rank, all)) if all > 2 && rank > listed => Some(tell!(
                language, key!("daily-place"), "place" => rank, "all" => all, "where" => place
            )),
            Some(_) | None => None,
        });
        // One name needs no list.
        let others = (summary.best_here.len() > 1).then(|| podium(language, &summary.best_here));
        let best = others.flatten();
        lines.extend(
            best.map(|best| tell!(language, key!("daily-here"), "best" => best, "where" => place)),
        );
        // It can be shared only once, so not before its streak is known.
        let text = share_text(language, it).filter(|_| daily.late.is_none() && !self.can_share);
        lines.extend(text.map(|text| format!("```\n{text}\n```")));
        let elsewhere = !self.can_share && self.may_share(daily);
        lines.extend(elsewhere.then(|| {
            let post = summary.post.as_ref();
            let post = post.map(|(place, message)| link(place, *message));
            tell!(language, key!("daily-share-elsewhere"), "post" => post.unwrap_or_else(|| "none".to_owned()))
        }));
        let is_new = summary.before.is_none();
        lines.push(week(language, (day, Day::of(self.now)), summary, is_new));
        let (solved, all) = summary.everybody;
        let next = if self.now < day.end() && !is_new {
            // Who has solved one before knows when the next one comes.
            "done".to_owned()
        } else if self.now < day.end() {
            time_of_day(day.end())
        } else if matches!(summary.next, NextTry::Over(_)) {
            "done".to_owned()
        } else {
            "past".to_owned()
        };
        let says_nothing = (solved == 0 || all == 1) && next == "done";
        let everybody = tell!(
            language, key!("daily-everybody"), "solved" => solved, "all" => all,
            "next" => next
        );
        lines.extend((!says_nothing).then_some(everybody));
        let so_far = summary.so_far.as_ref();
        let so_far = so_far.filter(|_| day == Day::of(self.now));
        lines.extend(so_far.and_then(|week| {
            let slips = it.attempt.count_slips() as u64;
            let own = if is_solved {
                MOST_POINTS.saturating_sub(slips)
            } else {
                0
            };
            {
                let to_come = day.monday().plus(6).0 - day.0;
                week_so_far(language, week, to_come, Some((it.member, own)))
            }
        }));
        let asks_again = summary.practice == PracticeNews::AsksAgain;
        lines.extend(asks_again.then(|| language.say(key!("board-asks-again"))));
        lines.extend(daily.asks_to_post.then(|| language.say(key!("daily-ask"))));
        let (picture, in_words) = self.picture(it, summary.hides_solution);
        lines.extend(legend(language, &picture));
        let rows = self.result_rows(daily);
        let message = Message::private(lines.join("\n"), rows);
        message.showing(picture, in_words)
    }

    /// Why the member's first move wins, or the one that was not found: something to remember.
    fn insight(&self, it: &DailyTry, summary: &DailySummary) -> Option<String> {
        let why = it.explanation().law.filter(|_| !summary.hides_solution)?;
        let why = self.language.reason(&why);
        Some(tell!(self.language, key!("daily-insight"), "why" => why))
    }

    /// What has become of the streak. While yesterday's puzzle can still be ended, nobody knows.
    fn streak_lines(&self, daily: &Daily, summary: &DailySummary) -> Vec<String> {
        let (language, it) = (self.language, &daily.daily_try);
        if daily.late.is_some() {
            return vec![language.say(key!("daily-late-open"))];
        }
        let lost = lost_streak(language, it, summary);
        let is_said = lost.is_some();
        let line = it
            .streak
            .map(|streak| streak_line(language, it.day, (streak, summary.longest_before), is_said));
        let today = Day::of(self.now);
        let after_day_off = streak_after_day_off(language, it, summary, today);
        line.into_iter().chain(lost).chain(after_day_off).collect()
    }

    /// The button that goes on with yesterday's puzzle, while it still counts.
    fn finish(&self, daily: &Daily) -> Option<CreateButton> {
        let id = DailyControl::OpenDay(daily.late?).id();
        Some(button(self.language, id, key!("button-daily-finish")))
    }

    /// The picture of a try that is over: a round number of days, how the puzzle was solved, or the
    /// move that was not found.
    fn picture(&self, daily_try: &DailyTry, hides_solution: bool) -> (Picture, String) {
        let (language, attempt) = (self.language, &daily_try.attempt);
        if let Some(streak) = daily_try.streak.filter(Streak::is_milestone) {
            return milestone(language, streak);
        }
        let is_told = daily_try.is_solved() && !hides_solution;
        let game = is_told.then(|| self.game_of(daily_try, attempt)).flatten();
        game.unwrap_or_else(|| {
            let (at, solution) = if daily_try.is_solved() {
                (attempt.start(), None)
            } else {
                (attempt.now(), Explanation::of(attempt.now()).winning)
            };
            let board = Board {
                winning_move: solution.filter(|_| !hides_solution),
                ..Board::at(at, heap_names(language, at))
            };
            let in_words = board_in_words(language, &board);
            (Picture::Board(Box::new(board)), in_words)
        })
    }

    /// The member's own game, played out, and its description.
    pub(super) fn game_of(&self, it: &DailyTry, attempt: &Attempt) -> Option<(Picture, String)> {
        story_of_game(self.language, attempt.start(), &it.played_out(attempt))
    }

    /// Whether a result can still be shared, where others would see it.
    fn may_share(&self, daily: &Daily) -> bool {
        let it = &daily.daily_try;
        let is_new = it.day.plus(1) >= Day::of(self.now);
        is_new && !it.is_shared && daily.late.is_none()
    }

    /// At most four buttons. Whoever may manage the server also gets a question.
    fn result_rows(&self, daily: &Daily) -> Vec<CreateActionRow> {
        let (language, it) = (self.language, &daily.daily_try);
        let (day, today) = (it.day, Day::of(self.now));
        let share = (self.can_share && self.may_share(daily)).then(|| {
            let share = DailyControl::Share(day).id();
            let share = button(language, share, key!("button-daily-share"));
            share.style(if it.is_solved() {
                ButtonStyle::Primary
            } else {
                ButtonStyle::Secondary
            })
        });
        let race = button(language, DailyControl::Race.id(), key!("button-race"));
        let is_reminded = daily.summary.as_ref().is_some_and(|it| it.is_reminded);
        // One question at a time.
        let can_be_reminded = day == today && !is_reminded && !daily.asks_to_post;
        let remind = can_be_reminded.then(|| {
            let remind = DailyControl::Remind(Remind::Tomorrow).id();
            button(language, remind, key!("button-daily-remind"))
        });
        let why = DailyControl::Reason(day).id();
        let why = button(language, why, key!("button-why"));
        // Those who failed want to see why; those who solved it want to share it.
        let (first, last) = if it.is_solved() {
            (None, Some(why))
        } else {
            (Some(why.style(ButtonStyle::Primary)), None)
        };
        let first = first.into_iter().chain(share).chain(self.finish(daily));
        // Who failed finds it hard enough without a clock.
        let next = if it.is_solved() {
            race
        } else {
            let easy = DailyControl::AnEasyOne.id();
            button(language, easy, key!("button-daily-easy"))
        };
        let waiting = daily.summary.as_ref().map_or(0, |it| it.waiting);
        let practice = (waiting > 0).then(|| {
            let label = tell!(language, key!("button-practice-waiting"), "count" => waiting);
            labelled_button(PracticeControl::Open.id(), &label)
        });
        let buttons = first.chain([next]).chain(remind).chain(last);
        let buttons: Vec<CreateButton> = buttons.collect();
        let has_room = buttons.len() < MOST_IN_A_ROW;
        let buttons = buttons.into_iter().chain(practice.filter(|_| has_room));
        let mut rows = vec![CreateActionRow::Buttons(buttons.collect())];
        if daily.asks_to_post {
            let answers = [
                (true, key!("button-daily-post-yes")),
                (false, key!("button-daily-post-no")),
            ];
            let answers = answers
                .map(|(is_wanted, key)| button(language, DailyControl::Post(is_wanted).id(), key));
            rows.push(CreateActionRow::Buttons(answers.into()));
        }
        rows
    }

    pub(super) fn practice_line(&self, daily_try: &DailyTry) -> Option<String> {
        let practice = daily_try.practice.as_ref()?;
        let outcome = practice.outcome()?.word();
        let slips = practice.count_slips();
        Some(tell!(
            self.language, key!("daily-practiced"), "outcome" => outcome, "slips" => slips
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
    let solved = if is_solved { "yes" } else { "no" };
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
