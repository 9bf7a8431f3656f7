//! The race: positions one after the other, in one private message.

use std::time::Duration;

use futures::FutureExt;
use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow};

use crate::context::{Answer, Context};
use crate::controls::Control;
use crate::controls::daily::DailyControl;
use crate::controls::move_control::MoveControl;
use crate::drafts::Draft;
use crate::message::Message;
use crate::picture::{Board, Picture};
use crate::reply::{FollowUp, Late, Reply};
use crate::text::{Language, key, tell};
use crate::view::controls::MoveChooser;
use crate::view::description::{board_in_words, message_with_board};
use crate::view::explanation::{Voice, in_sentence};
use crate::view::position::{heap_names, rules_line, title_without_ending};
use crate::view::{button, escaped, mention, plain, relative, time_with_seconds};
use nim_games::Position;
use wythoff_game::Timestamp;
use wythoff_game::chain::chain;
use wythoff_game::records::{MAX_MISTAKES, Race};
use wythoff_service::{RaceState, Tapped};

/// How long after the end of a race that end is shown, unasked. A tap of the last moment comes first.
const SHOWN_AFTER: Duration = Duration::from_secs(2);

/// From so many on, a best is worth saying.
const WORTH_SAYING: u32 = 4;

/// Says what a race is, so that nobody is surprised by the clock.
pub(super) async fn door(context: &Context) -> Answer {
    let language = context.language().await;
    let (best, here) = context.bot.service.best_in_races(&context.caller).await?;
    let door = tell!(language, key!("race-door"), "best" => best);
    let text = [door]
        .into_iter()
        .chain(best_here(language, &here))
        .join("\n");
    let start = button(
        language,
        DailyControl::StartRace.id(),
        key!("button-race-start"),
    );
    let rows = vec![CreateActionRow::Buttons(vec![
        start.style(ButtonStyle::Primary),
    ])];
    Ok(Reply::private(Message::private(text, rows)))
}

/// Begins a race, in the message of the click. Its end is shown there even if nobody taps, but after a
/// restart only when somebody does.
pub(super) async fn begin(context: &Context) -> Answer {
    let pending = context.bot.service.begin_race(context.caller.clone());
    context
        .change(pending, |context, state| async move {
            let first = Reply::update(shown(&context, &state, None).await);
            let end = state.race.ends();
            let late = async move { end_of_time(&context, &state.race).await };
            Reply {
                late: Some(Late {
                    at: Some(end.plus(SHOWN_AFTER)),
                    follow_ups: late.boxed(),
                }),
                ..first
            }
        })
        .await
}

/// Shows that the time of a race is up, unless it has ended before.
async fn end_of_time(context: &Context, race: &Race) -> Vec<FollowUp> {
    let ended = context
        .bot
        .service
        .race(&context.caller, race.begun, race.ends());
    match ended.await {
        Ok(Some(ended)) if ended.race.mistakes < MAX_MISTAKES => vec![FollowUp::EditResponse {
            message: shown(context, &ended, None).await,
            game: None,
        }],
        Ok(_) => Vec::new(),
        Err(error) => {
            tracing::warn!(error = chain(&error), "the end of a race was not read");
            Vec::new()
        }
    }
}

/// Makes a move in the race that began then, in a message that shows that step.
pub(super) async fn tap(
    context: &Context,
    (begun, step): (Timestamp, i64),
    control: MoveControl,
) -> Answer {
    let MoveControl::Press(mv) = control else {
        return Err(key!("refused-old-control").into());
    };
    let (service, caller) = (&context.bot.service, context.caller.clone());
    let pending = service.move_in_race(caller, (begun, step), mv);
    context
        .change(pending, move |context, tapped| async move {
            let language = context.language().await;
            let mut missed = None;
            let (state, news) = match tapped {
                Tapped::Gone => return Reply::update(plain(language.say(key!("race-gone")))),
                Tapped::Right(state) => (state, Some(language.say(key!("race-right")))),
                Tapped::Wrong(state, at) => {
                    let next = (!state.is_over).then(|| language.say(key!("race-next")));
                    missed = at.filter(|_| state.is_over);
                    (
                        state,
                        Some([wrong(language, at)].into_iter().chain(next).join(" ")),
                    )
                }
                Tapped::Late(state) => (state, None),
                Tapped::Replaced(state) => (state, Some(language.say(key!("race-replaced")))),
            };
            let message = shown(&context, &state, news).await;
            Reply::update(match missed {
                Some(at) => showing_win(language, message, at),
                None => message,
            })
        })
        .await
}

/// Posts the result of a race for everybody to see.
pub(super) async fn share(context: &Context, begun: Timestamp) -> Answer {
    let caller = &context.caller;
    let race = context.bot.service.race(caller, begun, caller.at());
    let state = race.await?;
    let state = state.filter(|state| state.is_over && context.permissions.is_public);
    let state = state.ok_or(key!("race-gone"))?;
    let language = context.public_language().await;
    let (who, found) = (mention(state.race.member), state.race.found);
    let why = why_over(&state.race);
    let text = tell!(language, key!("race-share"), "who" => who, "found" => found, "why" => why);
    let play = button(language, DailyControl::Race.id(), key!("button-race"));
    let rows = vec![CreateActionRow::Buttons(vec![play])];
    Ok(context.public(Message::public(text, rows)))
}

/// That a move was wrong, and which one would have won at `at`.
fn wrong(language: Language<'_>, at: Option<Position>) -> String {
    let better = at.and_then(|at| Some((at, at.best_move()?)));
    let better = better.map(|(at, mv)| in_sentence(language, at, mv, Voice::Us, false));
    let better = better.unwrap_or_else(|| "none".to_owned());
    tell!(language, key!("race-wrong"), "move" => better)
}

/// The end of a race with the board of the last mistake, and the move that would have won.
fn showing_win(language: Language<'_>, message: Message, at: Position) -> Message {
    let board = Board {
        winning_move: at.best_move(),
        ..Board::at(at, heap_names(language, at))
    };
    let in_words = board_in_words(language, &board);
    message.showing(Picture::Board(Box::new(board)), in_words)
}

async fn shown(context: &Context, state: &RaceState, news: Option<String>) -> Message {
    let language = context.language().await;
    if state.is_over {
        result(language, state, news, context.permissions.is_public)
    } else {
        position(language, &state.race, news, context.rendering())
    }
}

/// The current position, with a button for each move.
fn position(language: Language<'_>, race: &Race, news: Option<String>, rendering: u64) -> Message {
    let (at, begun, step) = (race.position(), race.begun, race.step());
    let best = if race.found < race.best { race.best } else { 0 };
    let mut lines = vec![tell!(
        language, key!("race-title"), "found" => race.found, "best" => best, "end" => relative(race.ends()),
        "clock" => time_with_seconds(race.ends()), "left" => MAX_MISTAKES - race.mistakes
    )];
    lines.extend(news);
    lines.push(format!("**{}**", title_without_ending(language, at)));
    lines.push(rules_line(language, at));
    let id = |choice| {
        DailyControl::Tap {
            begun,
            step,
            choice,
        }
        .id()
    };
    let chooser = MoveChooser {
        language,
        position: at,
        rendering,
        tried: &[],
        offered: &[],
        id: &id,
    };
    let rows = chooser.rows(Draft::Nothing, &[]);
    let board = Board::at(at, heap_names(language, at));
    message_with_board(Message::private, language, &lines, rows, board)
}

/// What ended a race.
const fn why_over(race: &Race) -> &'static str {
    if race.mistakes >= MAX_MISTAKES {
        "mistakes"
    } else {
        "time"
    }
}

/// The end of a race: how many were found, the member's best, and the server's.
fn result(
    language: Language<'_>,
    state: &RaceState,
    news: Option<String>,
    can_share: bool,
) -> Message {
    let race = &state.race;
    let best = match race.best {
        0 => "none",
        _ if state.is_best && race.found < WORTH_SAYING => "none",
        _ if state.is_best => "now",
        _ => "before",
    };
    let mut lines: Vec<String> = news.into_iter().collect();
    lines.push(tell!(
        language, key!("race-over"), "why" => why_over(race), "found" => race.found, "is" => best, "best" => race.best
    ));
    lines.extend(best_here(language, &state.server_best));
    let again = button(
        language,
        DailyControl::StartRace.id(),
        key!("button-race-again"),
    );
    let share = (can_share && race.found > 0).then(|| {
        let share = DailyControl::ShareRace(race.begun).id();
        button(language, share, key!("button-daily-share"))
    });
    let buttons = [again.style(ButtonStyle::Primary)].into_iter().chain(share);
    Message::private(
        lines.join("\n"),
        vec![CreateActionRow::Buttons(buttons.collect())],
    )
}

/// The best of a server.
fn best_here(language: Language<'_>, best: &[(String, u64)]) -> Option<String> {
    let mut best = best.iter().map(|(name, found)| {
        tell!(language, key!("daily-points"), "name" => escaped(name), "points" => *found)
    });
    let best = best.join(" · ");
    (!best.is_empty()).then(|| tell!(language, key!("race-server"), "best" => best))
}
