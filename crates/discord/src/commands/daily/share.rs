//! A result to share: without a move or a position.

use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow};

use crate::controls::Control;
use crate::controls::daily::DailyControl;
use crate::message::Message;
use crate::picture::Picture;
use crate::text::{Language, key, tell, yes_or_no};
use crate::view::position::title;
use crate::view::{HELPS, button, mention};
use wythoff_game::records::{DailyTry, Streak};
use wythoff_game::{AttemptOutcome, Mark};

/// A mark for each of the member's moves, once the try is over. The moves are not shown.
fn marks(daily_try: &DailyTry) -> Option<String> {
    let attempt = &daily_try.attempt;
    let outcome = attempt.outcome()?;
    let marks = attempt.marks().iter().map(|mark| match mark {
        Mark::Found => '🟩',
        Mark::Slip => '🟧',
        Mark::Hint => '💡',
    });
    let mut marks: String = marks.collect();
    if outcome == AttemptOutcome::Failed {
        // The last slip ended the try.
        marks.pop();
        marks.push('🟥');
    }
    if daily_try.is_helped {
        marks.push(HELPS);
    }
    Some(marks)
}

/// A result to share.
pub(super) fn share_text(language: Language<'_>, daily_try: &DailyTry) -> Option<String> {
    let marks = marks(daily_try)?;
    let streak = daily_try.streak.map_or(0, |streak| streak.days);
    let number = daily_try.day.number().to_string();
    Some(tell!(
        language, key!("daily-share"), "number" => number, "marks" => marks, "streak" => streak
    ))
}

/// A member's result for everybody to see, once their try is over, with those that `others` have shared there,
/// and how to play.
pub(super) fn result_to_share(
    language: Language<'_>,
    daily_try: &DailyTry,
    others: &[DailyTry],
) -> Option<Message> {
    let text = share_text(language, daily_try)?;
    let who = mention(daily_try.member);
    let mut lines = vec![format!("{who} {text}")];
    let others = others.iter().filter_map(|it| Some((it.member, marks(it)?)));
    let mut others = others.map(|(who, marks)| format!("{} {marks}", mention(who)));
    let others = others.join(" · ");
    lines.extend(
        (!others.is_empty())
            .then(|| tell!(language, key!("daily-share-others"), "others" => others)),
    );
    let game = title(language, daily_try.day.puzzle());
    let solved = yes_or_no(daily_try.is_solved());
    lines.push(tell!(language, key!("daily-how"), "game" => game, "solved" => solved));
    let play = DailyControl::OpenDay(daily_try.day).id();
    let play = button(language, play, key!("button-daily-play"));
    let rows = vec![CreateActionRow::Buttons(vec![
        play.style(ButtonStyle::Primary),
    ])];
    let message = Message::public(lines.join("\n"), rows);
    // The picture of a milestone is for everybody.
    Some(match daily_try.streak.filter(Streak::is_milestone) {
        Some(streak) => {
            let (picture, in_words) = milestone(language, streak);
            message.showing(picture, in_words)
        }
        None => message,
    })
}

/// The picture of a milestone of a streak, and its description.
pub(super) fn milestone(language: Language<'_>, streak: Streak) -> (Picture, String) {
    let days = u64::try_from(streak.days).unwrap_or(0);
    let in_words = tell!(language, key!("daily-milestone"), "days" => days);
    (Picture::Streak(days), in_words)
}
