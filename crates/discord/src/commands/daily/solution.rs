//! The solution of a puzzle, and which earlier puzzle comes next.

use std::collections::HashSet;

use serenity::all::{ButtonStyle, CreateActionRow, CreateSelectMenuOption};

use super::streak::star;
use super::view::{Page, heading};
use crate::controls::Control;
use crate::controls::daily::DailyControl;
use crate::message::Message;
use crate::text::{Language, key, tell};
use crate::view::explanation::{Voice, explained, refuted};
use crate::view::legends::{legend, with_pictures};
use crate::view::position::readable;
use crate::view::why::ways_to_win;
use crate::view::{button, select};
use nim_games::{Refutation, Variant};
use wythoff_game::records::DailyTry;
use wythoff_game::{Attempt, AttemptOutcome, Day};
use wythoff_service::Daily;

/// The kinds of earlier puzzles, besides those of a game.
pub(super) const ANY: &str = "any";

pub(super) const EASY: &str = "easy";

pub(super) const HARD: &str = "hard";

impl Page<'_> {
    /// Why the puzzle of a day can be won, from the position in which the try has failed if it has; what
    /// answers the member's slips, in how many running games against the bot that helps, and what else
    /// there is to play.
    pub(super) fn reason(&self, daily_try: &DailyTry, helped: usize) -> Message {
        let (language, day) = (self.language, daily_try.day);
        let (at, explanation) = (daily_try.explained(), daily_try.explanation());
        let question = || tell!(language, key!("daily-was"), "position" => readable(at));
        let why = explained(language, &explanation, Voice::Us);
        let mut lines = vec![heading(language, day)];
        lines.extend((!daily_try.is_solved()).then(question));
        lines.push(why);
        lines.extend(slips_answered(language, &daily_try.attempt));
        lines.extend((helped > 0).then(|| tell!(language, key!("told-counts"), "games" => helped)));
        let again = DailyControl::Practise(day).id();
        let again = button(language, again, key!("button-daily-practice"));
        let mut ways = ways_to_win(language, at);
        if let CreateActionRow::Buttons(buttons) = &mut ways {
            buttons.insert(0, again);
        }
        let rows = vec![ways, self.another()];
        with_pictures(language, lines.join("\n"), rows, &explanation)
    }

    /// The end of practice of an earlier puzzle.
    pub(super) fn practised(&self, daily: &Daily, news: Option<String>) -> Message {
        let daily_try = &daily.daily_try;
        let (language, day) = (self.language, daily_try.day);
        let mut lines = vec![heading(language, day)];
        lines.extend(news);
        lines.extend(self.practice_line(daily_try));
        let attempt = daily_try.current();
        lines.extend(self.given_up(attempt));
        let is_solved = attempt.outcome() == Some(AttemptOutcome::Solved);
        let is_new = is_solved && (!daily_try.is_solved() || daily_try.is_helped);
        let days = (day, Day::of(self.now));
        lines.extend(star(language, days, (daily.stars, is_new), &[]));
        let today = button(
            language,
            DailyControl::Open.id(),
            key!("button-daily-today"),
        );
        let solution = DailyControl::Reason(day).id();
        let again = DailyControl::Practise(day).id();
        let buttons = vec![
            today.style(ButtonStyle::Primary),
            button(language, again, key!("button-daily-practice")),
            button(language, solution, key!("button-daily-solution")),
        ];
        let rows = vec![CreateActionRow::Buttons(buttons), self.another()];
        let game = is_solved
            .then(|| self.game_of(daily_try, attempt))
            .flatten();
        let about = game.as_ref();
        lines.extend(about.and_then(|(picture, _)| legend(language, picture)));
        let message = Message::private(lines.join("\n"), rows);
        match game {
            Some((picture, in_words)) => message.showing(picture, in_words),
            None => message,
        }
    }

    /// Says that the day of a puzzle is over, in the message that was drawn on that day.
    pub(super) fn day_over(&self, day: Day) -> Message {
        let language = self.language;
        let text = [heading(language, day), language.say(key!("daily-over"))].join("\n");
        let today = button(
            language,
            DailyControl::Open.id(),
            key!("button-daily-today"),
        );
        let why = DailyControl::Reason(day).id();
        let why = button(language, why, key!("button-daily-solution"));
        let again = DailyControl::Practise(day).id();
        let again = button(language, again, key!("button-daily-practice"));
        let buttons = vec![today.style(ButtonStyle::Primary), why, again];
        Message::private(text, vec![CreateActionRow::Buttons(buttons)])
    }

    /// A select of the kinds of earlier puzzles. Some games had none yet.
    fn another(&self) -> CreateActionRow {
        let language = self.language;
        let kinds = [
            (ANY, key!("daily-any")),
            (EASY, key!("daily-easy")),
            (HARD, key!("daily-hard")),
        ];
        let kinds = kinds
            .into_iter()
            .map(|(kind, key)| CreateSelectMenuOption::new(language.say(key), kind));
        let earlier = (1..Day::of(self.now).number()).map(Day::numbered);
        let earlier: HashSet<Variant> = earlier.map(|day| day.puzzle().variant()).collect();
        let games = Variant::ALL.iter().filter(|game| earlier.contains(game));
        let games =
            games.map(|game| CreateSelectMenuOption::new(language.game_name(*game), game.key()));
        let rendering = self.rendering;
        let id = DailyControl::Another { rendering }.id();
        select(
            language,
            id,
            kinds.chain(games).collect(),
            key!("daily-another"),
        )
    }
}

/// The slips of a try that is over, with what answers them.
fn slips_answered(language: Language<'_>, attempt: &Attempt) -> Vec<String> {
    let slips = attempt.slips().iter();
    let answered = slips.filter_map(|&(at, mv)| {
        let refutation = Refutation::of(at, mv)?;
        let why = refuted(language, at, &refutation, false, Voice::Us);
        // A notation says nothing to a player.
        let from = Some(readable(at)).filter(|it| at != attempt.start() && it != "none");
        let from = from.unwrap_or_else(|| "start".to_owned());
        Some(tell!(language, key!("daily-slip"), "from" => from, "why" => why))
    });
    let answered: Vec<String> = answered.collect();
    let head = (!answered.is_empty()).then(|| language.say(key!("daily-slips")));
    head.into_iter().chain(answered).collect()
}
