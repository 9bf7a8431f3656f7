//! The messages of the puzzle of the day: the puzzle to solve, the results, the solution, a result
//! to share, and the post in a server.

use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::commands::command::Control;
use crate::discord::commands::daily::DailyControl;
use crate::discord::drafts::Draft;
use crate::discord::message::Message;
use crate::discord::picture::Board;
use crate::discord::text::{Language, key, tell};
use crate::discord::view::controls::{MoveChooser, draft_line};
use crate::discord::view::description::message_with_board;
use crate::discord::view::explanation::{Voice, explained, in_sentence, refuted};
use crate::discord::view::legends::with_pictures;
use crate::discord::view::position::{heap_names, readable, rules_in_short, title};
use crate::discord::view::{button, escaped, illegal, mention, relative, time_of_day};
use crate::game::{Attempt, AttemptOutcome, Day, MAX_SLIPS, MemberId, Tried};
use crate::records::{DailyCounts, DailyPost, DailyResult, DailySummary, DailyTry, Streak, Word};
use crate::service::{Daily, NotTried};
use nim_games::{Explanation, Move, Refutation};

/// The length of the longest bar in the table of results.
const LONGEST_BAR: u64 = 8;

/// What is needed to write the messages.
pub(super) struct Page<'t> {
    pub(super) language: Language<'t>,
    /// Changes on every redraw. Otherwise the client would ignore the same option being chosen
    /// again.
    pub(super) rendering: u64,
    /// Whether others would see a result that is shared.
    pub(super) can_share: bool,
}

impl Page<'_> {
    /// The current state of a try.
    pub(super) fn current_state(&self, daily: &Daily) -> Message {
        self.with_news(daily, None, Draft::Nothing)
    }

    /// The result of the try that counts, or its current state until the try is over.
    pub(super) fn result(&self, daily: &Daily) -> Message {
        match &daily.summary {
            Some(summary) => self.results_message(&daily.daily_try, summary, None),
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

    /// A try after a move.
    pub(super) fn after_move(
        &self,
        daily: &Daily,
        mv: Move,
        tried: Result<Tried, NotTried>,
    ) -> Message {
        let (language, attempt) = (self.language, daily.daily_try.current());
        let news = match tried {
            Err(NotTried::Outdated) => return self.outdated(daily),
            Err(NotTried::Illegal(why)) => illegal(language, why, attempt.now()),
            Ok(Tried::Again) => language.say(key!("daily-again")),
            Ok(Tried::Wrong) => {
                let refutation = Refutation::of(attempt.now(), mv);
                let why = refutation.map(|refutation| {
                    refuted(language, attempt.now(), &refutation, false, Voice::Us)
                });
                tell!(
                    language, key!("daily-wrong"), "why" => why.unwrap_or_default(),
                    "slips" => attempt.count_slips(), "most" => MAX_SLIPS
                )
            }
            Ok(Tried::Right(None)) => String::new(),
            Ok(Tried::Right(Some(_))) => language.say(key!("daily-right")),
        };
        let news = Some(news).filter(|news| !news.is_empty());
        self.with_news(daily, news, Draft::Nothing)
    }

    fn with_news(&self, daily: &Daily, news: Option<String>, draft: Draft) -> Message {
        match (daily.daily_try.current().outcome(), &daily.summary) {
            (Some(_), Some(summary)) => self.results_message(&daily.daily_try, summary, news),
            (_, _) => self.question(&daily.daily_try, news, draft),
        }
    }

    /// The position to move in, with the controls of a board.
    fn question(&self, daily_try: &DailyTry, news: Option<String>, draft: Draft) -> Message {
        let (language, day, attempt) = (self.language, daily_try.day, daily_try.current());
        let at = attempt.now();
        let mut lines = vec![heading(language, day)];
        let is_new = attempt.moves().is_empty();
        if daily_try.practice.is_some() {
            lines.push(language.say(key!("daily-practice")));
        } else if is_new {
            lines.push(tell!(
                language, key!("daily-new"), "most" => MAX_SLIPS, "end" => relative(day.end()), "time" => time_of_day(day.end())
            ));
        }
        lines.extend(news);
        lines.extend(self.latest_round(attempt));
        lines.push(tell!(
            language, key!("daily-question"), "position" => readable(at), "slips" => attempt.count_slips(),
            "most" => MAX_SLIPS
        ));
        lines.push(tell!(language, key!("lesson-rules"), "rules" => rules_in_short(language, at)));
        lines.extend(draft_line(language, at, draft));
        let progress_seen = daily_try.progress_number();
        let chooser = MoveChooser {
            language,
            position: at,
            rendering: self.rendering,
            id: &|choice| {
                DailyControl::Choose {
                    day,
                    progress_seen,
                    choice,
                }
                .id()
            },
        };
        let result = DailyControl::Result(day).id();
        let extra_button = match daily_try.practice {
            Some(_) => button(language, result, key!("button-daily-result")),
            None => self.yesterday(day),
        };
        let rows = chooser.rows(draft, &[extra_button]);
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

    /// The results, once the try that counts is over.
    fn results_message(
        &self,
        daily_try: &DailyTry,
        summary: &DailySummary,
        news: Option<String>,
    ) -> Message {
        let (language, attempt) = (self.language, &daily_try.attempt);
        let mut lines = vec![heading(language, daily_try.day)];
        lines.extend(news);
        lines.extend(daily_try.practice.as_ref().and_then(|practice| {
            let outcome = practice.outcome()?.word();
            let slips = practice.count_slips();
            Some(tell!(language, key!("daily-practiced"), "outcome" => outcome, "slips" => slips))
        }));
        lines.push(outcome(language, attempt));
        lines.extend(daily_try.streak.map(|streak| {
            let forgiven = is_forgiven(streak);
            tell!(language, key!("daily-streak"), "days" => streak.days, "forgiven" => forgiven)
        }));
        lines.extend(summary.server_rank.map(
            |(place, all)| tell!(language, key!("daily-place"), "place" => place, "all" => all),
        ));
        lines.push(self.table(summary));
        lines.extend(share_text(language, daily_try).map(|text| format!("```\n{text}\n```")));
        lines.push(tell!(language, key!("daily-next"), "next" => relative(daily_try.day.end())));
        let practise = button(
            language,
            DailyControl::Practise(daily_try.day).id(),
            key!("button-daily-practice"),
        );
        let share = self.can_share.then(|| {
            let share = DailyControl::Share(daily_try.day).id();
            button(language, share, key!("button-daily-share")).style(ButtonStyle::Primary)
        });
        let buttons = share
            .into_iter()
            .chain([practise, self.yesterday(daily_try.day)]);
        let rows = vec![CreateActionRow::Buttons(buttons.collect())];
        Message::private(lines.join("\n"), rows)
    }

    /// The results of everybody on this day, and of the member on all days, by number of slips.
    fn table(&self, summary: &DailySummary) -> String {
        let language = self.language;
        let [of_day, own] = [&summary.of_day, &summary.own].map(bars);
        let width = of_day
            .iter()
            .map(|bar| bar.chars().count())
            .max()
            .unwrap_or(0);
        let titles = tell!(
            language, key!("daily-table"), "today" => summary.of_day.total(), "days" => summary.own.total()
        );
        let rows = of_day
            .iter()
            .zip(&own)
            .enumerate()
            .map(|(slips, (day, own))| {
                let slips = if slips > MAX_SLIPS {
                    "✗".to_owned()
                } else {
                    slips.to_string()
                };
                let row = format!("{slips} {day:width$}  {own}");
                row.trim_end().to_owned()
            });
        format!(
            "{titles}\n```\n{}\n```",
            rows.collect::<Vec<_>>().join("\n")
        )
    }

    fn yesterday(&self, day: Day) -> CreateButton {
        let reason = DailyControl::Reason(day.minus(1)).id();
        button(self.language, reason, key!("button-daily-yesterday"))
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
        let buttons = vec![today.style(ButtonStyle::Primary), why];
        Message::private(text, vec![CreateActionRow::Buttons(buttons)])
    }

    /// Why the puzzle of a past day is won.
    pub(super) fn reason(&self, day: Day) -> Message {
        let (language, at) = (self.language, day.puzzle());
        let explanation = Explanation::of(at);
        let question = tell!(language, key!("daily-was"), "position" => readable(at));
        let why = explained(language, &explanation, Voice::Us);
        let text = [heading(language, day), question, why].join("\n");
        with_pictures(language, text, vec![], &explanation)
    }
}

/// The number of the puzzle, the day of the week, and the game.
fn heading(language: Language<'_>, day: Day) -> String {
    tell!(
        language, key!("daily-heading"), "number" => day.number().to_string(), "weekday" => day.weekday(),
        "game" => title(language, day.puzzle())
    )
}

/// How the try that counts ended.
fn outcome(language: Language<'_>, attempt: &Attempt) -> String {
    let outcome = attempt.outcome().map_or("none", Word::word);
    tell!(language, key!("daily-outcome"), "outcome" => outcome, "slips" => attempt.count_slips())
}

/// A bar for each number of slips, and one for tries that failed.
fn bars(counts: &DailyCounts) -> Vec<String> {
    let all_counts = || counts.solved.iter().copied().chain([counts.failed]);
    let largest = all_counts().max().unwrap_or(0).max(1);
    all_counts()
        .map(|count| {
            let length = (count * LONGEST_BAR).div_ceil(largest);
            let bar = "▇".repeat(usize::try_from(length).unwrap_or(0));
            if count > 0 {
                format!("{bar} {count}")
            } else {
                String::new()
            }
        })
        .collect()
}

/// A result to share, in words and in squares: how many slips came before each winning move. The
/// moves are not shown.
fn share_text(language: Language<'_>, daily_try: &DailyTry) -> Option<String> {
    let attempt = &daily_try.attempt;
    let outcome = attempt.outcome()?;
    let mut marks: Vec<&str> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    for found in attempt.found_moves() {
        marks.push(match found.slips {
            0 => "🟩",
            1 => "🟨",
            _ => "🟧",
        });
        words.push(tell!(language, key!("daily-found"), "slips" => found.slips));
    }
    if outcome == AttemptOutcome::Failed {
        marks.push("⬛");
        words.push(language.say(key!("daily-not-found")));
    }
    let days = daily_try.streak.map_or(0, |streak| streak.days);
    let forgiven = daily_try.streak.map_or("no", is_forgiven);
    let head = tell!(
        language, key!("daily-share"), "number" => daily_try.day.number().to_string(), "weekday" => daily_try.day.weekday(),
        "game" => title(language, attempt.start()), "outcome" => outcome.word(),
        "slips" => attempt.count_slips(), "streak" => days, "forgiven" => forgiven
    );
    Some(format!("{head}\n{}\n{}", marks.concat(), words.join(", ")))
}

/// Whether a missed day of a streak was forgiven, as an argument of a text.
const fn is_forgiven(streak: Streak) -> &'static str {
    match streak.forgiven {
        Some(_) => "yes",
        None => "no",
    }
}

/// A member's result for everybody to see, once their try is over.
pub(super) fn result_to_share(
    language: Language<'_>,
    daily_try: &DailyTry,
    member: MemberId,
) -> Option<Message> {
    let text = share_text(language, daily_try)?;
    let who = tell!(language, key!("daily-shared"), "who" => mention(member));
    Some(Message::public(
        format!("{who}\n{text}"),
        vec![play_row(language)],
    ))
}

/// The puzzle of a day, to be posted in a server with the results of the day before.
pub(in crate::discord) fn post(language: Language<'_>, post: &DailyPost) -> Message {
    let (day, at) = (post.day, post.day.puzzle());
    let mut lines = vec![
        heading(language, day),
        tell!(language, key!("daily-post"), "position" => readable(at), "end" => relative(day.end())),
        tell!(language, key!("lesson-rules"), "rules" => rules_in_short(language, at)),
    ];
    lines.extend(results(language, &post.results));
    let board = Board::at(at, heap_names(language, at));
    message_with_board(
        Message::public,
        language,
        &lines,
        vec![play_row(language)],
        board,
    )
}

/// How the members of a server did on the day before.
fn results(language: Language<'_>, results: &[DailyResult]) -> Vec<String> {
    let by_result = results
        .iter()
        .chunk_by(|result| (result.outcome, result.slips));
    let lines = by_result.into_iter().map(|((outcome, slips), members)| {
        let members: Vec<&DailyResult> = members.collect();
        let names = members
            .iter()
            .filter_map(|result| result.name.as_deref().map(escaped));
        let names: Vec<String> = names.collect();
        let others = members.len() - names.len();
        tell!(
            language, key!("daily-result"), "outcome" => outcome.word(), "slips" => slips,
            "names" => names.join(", "), "others" => others, "named" => names.len()
        )
    });
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return lines;
    }
    [language.say(key!("daily-results"))]
        .into_iter()
        .chain(lines)
        .collect()
}

fn play_row(language: Language<'_>) -> CreateActionRow {
    let play = button(language, DailyControl::Open.id(), key!("button-daily-play"));
    CreateActionRow::Buttons(vec![play.style(ButtonStyle::Primary)])
}
