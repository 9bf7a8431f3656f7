//! The result of a puzzle of the day: how the member did, the streak, the week, and their own game as a picture.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::share::{milestone, share_text};
use super::streak::{last_week, lost_streak, star, streak_after_day_off, streak_line, week};
use super::view::{Page, heading};
use super::week::{podium, week_so_far};
use crate::controls::Control;
use crate::controls::daily::{DailyControl, Remind};
use crate::controls::practice::PracticeControl;
use crate::message::Message;
use crate::picture::{Board, Picture};
use crate::text::{key, tell, yes_or_no};
use crate::view::description::board_in_words;
use crate::view::ended::{path_of_moves, story_of_game};
use crate::view::explanation::{Voice, head, in_sentence};
use crate::view::legends::{legend, picture_in_words};
use crate::view::position::{heap_names, readable};
use crate::view::{button, labelled_button, link, mention, time_of_day};
use nim_games::Explanation;
use wythoff_game::records::{
    DailySummary, DailyTry, Everybody, MOST_POINTS, NextTry, PracticeNews, Streak,
};
use wythoff_game::{Attempt, AttemptOutcome, Day};
use wythoff_service::Daily;

/// The most buttons in a row
/// (<https://discord.com/developers/docs/components/reference#action-row>).
const MOST_IN_A_ROW: usize = 5;

impl Page<'_> {
    /// That nobody can stop the member after the move that solved it, if the game goes on.
    pub(super) fn given_up(&self, attempt: &Attempt) -> Option<String> {
        let (at, mv) = attempt.given_up_after()?;
        let mine = in_sentence(self.language, at, mv, Voice::Us, true);
        let is_copied = at.play(mv).is_ok_and(|left| left.is_copied());
        Some(tell!(
            self.language, key!("daily-given-up"), "mine" => mine, "copied" => yes_or_no(is_copied)
        ))
    }

    /// The result, once the try that counts is over.
    pub(super) fn result_message(
        &self,
        daily: &Daily,
        summary: &DailySummary,
        news: Option<String>,
    ) -> Message {
        let (language, it) = (self.language, &daily.daily_try);
        let (place, today) = (self.place(), Day::of(self.now));
        let mut lines: Vec<String> = news.into_iter().collect();
        lines.extend(self.practice_line(it));
        lines.extend(self.how_it_went(it, summary));
        lines.extend(self.marked_games(daily));
        lines.extend(self.streak_lines(daily, summary));
        lines.extend(
            summary
                .last_week
                .as_ref()
                .map(|it| last_week(language, it, place)),
        );
        lines.extend(it.is_helped.then(|| language.say(key!("daily-helped"))));
        lines.extend(self.among_others(it, summary));
        lines.extend(self.how_to_share(daily, summary));
        lines.push(week(language, (it, today), summary));
        let is_new = it.counts_for_star();
        lines.extend(star(
            language,
            (it.day, today),
            (daily.stars, is_new),
            &summary.week,
        ));
        lines.extend(self.everybody(it, summary));
        lines.extend(self.so_far(it, summary));
        // Who solved it after all is asked again without being told so.
        let asks_again = summary.practice == PracticeNews::AsksAgain && !it.is_solved();
        lines.extend(asks_again.then(|| language.say(key!("board-asks-again"))));
        lines.extend(daily.asks_to_post.then(|| language.say(key!("daily-ask"))));
        let (picture, in_words) = self.picture(it, summary.hides_solution);
        // Who has solved one before knows how to read that.
        lines.extend(
            legend(language, &picture).filter(|_| summary.before.is_none() || !it.is_solved()),
        );
        let message = Message::private(lines.join("\n"), self.result_rows(daily));
        message.showing(picture, in_words)
    }

    /// Where the member's server is, as an argument of a text.
    const fn place(&self) -> &'static str {
        if self.is_in_server { "here" } else { "there" }
    }

    /// Whether it was solved, how it would have gone on, and something to remember.
    fn how_it_went(&self, it: &DailyTry, summary: &DailySummary) -> Vec<String> {
        let (language, who) = (self.language, mention(it.member));
        let practised = it.practice.as_ref().and_then(Attempt::outcome);
        let outcome = if !it.is_solved() && practised == Some(AttemptOutcome::Solved) {
            heading(language, it.day)
        } else if it.is_solved() {
            let is_hardest = it.day.monday().plus(6) == it.day;
            tell!(
                language, key!("daily-solved"), "hardest" => yes_or_no(is_hardest), "who" => who,
                "slips" => it.attempt.slips().len(),
                "flawless" => summary.flawless, "hinted" => yes_or_no(it.attempt.is_hinted()),
                "helped" => yes_or_no(it.is_helped)
            )
        } else {
            let found = it.attempt.count_found();
            tell!(language, key!("daily-failed"), "who" => who, "found" => found)
        };
        if summary.hides_solution {
            return vec![outcome];
        }
        let solution = (!it.is_solved()).then(|| {
            let winning = head(language, &Explanation::of(it.attempt.now()));
            tell!(language, key!("daily-solution"), "winning" => winning)
        });
        let given_up = self.given_up(&it.attempt);
        let lines = [Some(outcome), given_up, solution, self.insight(it)];
        lines.into_iter().flatten().collect()
    }

    /// The place, and who was best.
    fn among_others(&self, it: &DailyTry, summary: &DailySummary) -> Vec<String> {
        let (language, place) = (self.language, self.place());
        // Who is in the list sees the place there, and with two players it is obvious.
        let listed = summary.best_here.len() as u64;
        let rank = summary.server_rank.filter(|_| it.is_solved());
        let rank = rank.filter(|&(rank, all)| all > 2 && rank > listed);
        let rank = rank.map(|(rank, all)| {
            tell!(language, key!("daily-place"), "place" => rank, "all" => all, "where" => place)
        });
        // One name needs no list.
        let best = (listed > 1).then(|| podium(language, &summary.best_here));
        let best = best.flatten();
        let best =
            best.map(|best| tell!(language, key!("daily-here"), "best" => best, "where" => place));
        // Where others play, too, being early is something.
        let is_first = listed == 1 && it.is_solved() && it.day == Day::of(self.now);
        let is_first = is_first && summary.so_far.is_some();
        let first = || tell!(language, key!("daily-first-here"), "where" => place);
        let first = is_first.then(first);
        rank.into_iter().chain(best).chain(first).collect()
    }

    /// What can be shared, where no button can do it.
    fn how_to_share(&self, daily: &Daily, summary: &DailySummary) -> Vec<String> {
        let language = self.language;
        if self.can_share {
            return Vec::new();
        }
        // It can be shared only once, so not before its streak is known.
        let text = share_text(language, &daily.daily_try).filter(|_| daily.late.is_none());
        let text = text.map(|text| format!("```\n{text}\n```"));
        let elsewhere = self.may_share(daily).then(|| {
            let post = summary.post.as_ref();
            let post = post.map(|(place, message)| link(place, *message));
            tell!(language, key!("daily-share-elsewhere"), "post" => post.unwrap_or_else(|| "none".to_owned()))
        });
        text.into_iter().chain(elsewhere).collect()
    }

    /// How many have solved it everywhere, and when the next one comes, if that is worth saying.
    fn everybody(&self, it: &DailyTry, summary: &DailySummary) -> Option<String> {
        let Everybody {
            finished,
            solved,
            flawless,
        } = summary.everybody;
        let (runs, is_new) = (self.now < it.day.end(), summary.before.is_none());
        let next = match summary.next {
            _ if runs && is_new => time_of_day(it.day.end()),
            // Who has solved one before knows when the next one comes.
            _ if runs => "done".to_owned(),
            NextTry::Over(_) => "done".to_owned(),
            NextTry::Open => "past".to_owned(),
        };
        let says_nothing = (solved == 0 || finished == 1) && next == "done";
        let is_flawless = it.is_solved() && !it.is_helped && it.attempt.count_slips() == 0;
        (!says_nothing).then(|| {
            let line = tell!(
                self.language, key!("daily-everybody"), "solved" => solved, "all" => finished,
                "flawless" => flawless, "alone" => yes_or_no(is_flawless && flawless == 1), "next" => next
            );
            line.trim_end().to_owned()
        })
    }

    /// How the week stands, as long as the puzzle is today's.
    fn so_far(&self, it: &DailyTry, summary: &DailySummary) -> Option<String> {
        let week = summary.so_far.as_ref();
        let week = week.filter(|_| it.day == Day::of(self.now))?;
        let own = if it.is_solved() {
            MOST_POINTS.saturating_sub(it.attempt.count_slips() as u64)
        } else {
            0
        };
        let still = (false, self.now);
        week_so_far(self.language, week, it.day, Some((it.member, own)), still)
    }

    /// Why a move wins that the member missed at first, or else their first one, or the one that was not found:
    /// something to remember.
    fn insight(&self, it: &DailyTry) -> Option<String> {
        let language = self.language;
        if let Some(missed) = it.made_good() {
            let why = language.reason(missed.law.as_ref()?);
            let why = format!("{} {why}", head(language, &missed));
            let at = readable(missed.at);
            return Some(tell!(language, key!("daily-missed"), "position" => at, "why" => why));
        }
        let explanation = it.explanation();
        let why = language.reason(explanation.law.as_ref()?);
        // What the reason is about. Where it was not found, the line before says that.
        if !it.is_solved() {
            return Some(tell!(language, key!("daily-insight"), "why" => why));
        }
        let why = format!("{} {why}", head(language, &explanation));
        // The line before tells of the last move.
        let is_first = yes_or_no(it.attempt.count_found() > 1);
        Some(tell!(language, key!("daily-first-move"), "why" => why, "first" => is_first))
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

    /// The picture of a try that is over: a round number of days, how the puzzle was solved, or the
    /// move that was not found.
    fn picture(&self, daily_try: &DailyTry, hides_solution: bool) -> (Picture, String) {
        let (language, attempt) = (self.language, &daily_try.attempt);
        if let Some(streak) = daily_try.streak.filter(Streak::is_milestone) {
            return milestone(language, streak);
        }
        let is_told = daily_try.is_solved() && !hides_solution;
        let solved = is_told.then(|| self.picture_of_solved(daily_try));
        solved.flatten().unwrap_or_else(|| {
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

    /// The queen's path, or why the move that is explained wins; and its description.
    fn picture_of_solved(&self, it: &DailyTry) -> Option<(Picture, String)> {
        let (language, attempt) = (self.language, &it.attempt);
        let path = path_of_moves(language, attempt.start(), &it.played_out(attempt));
        path.or_else(|| {
            let explanation = it.made_good().unwrap_or_else(|| it.explanation());
            let names = heap_names(language, explanation.at);
            let picture = Picture::of_explanation(&explanation, names).pop()?;
            let in_words = picture_in_words(language, &picture, explanation.at);
            Some((picture, in_words))
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

    /// The buttons of a result. People who manage the server may also be asked about posts.
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
        // Who made no slip needs no reminder of others.
        let practice = (waiting > 0 && it.attempt.count_slips() > 0).then(|| {
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
}
