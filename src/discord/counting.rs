//! Counting interactions, by kind and by the feature that they ask for.

use tracing::Span;

use crate::discord::input::control::{BoardAction, Control, PageAction};
use crate::discord::input::intent::{Command, InGame, Intent};

/// Counts an interaction, and begins the span of its answer.
pub(super) fn count(intent: &Intent) -> Span {
    let (kind, feature) = match intent {
        Intent::Command(Ok(command)) => ("command", of_command(command)),
        Intent::Command(Err(_)) => ("command", "unreadable"),
        Intent::Completion(_) => ("completion", "completion"),
        Intent::Click { control, .. } => ("click", of_control(control.ok())),
        Intent::Form { control, .. } => ("form", of_control(control.ok())),
    };
    metrics::counter!("wythoff_interactions_total", "kind" => kind, "feature" => feature)
        .increment(1);
    tracing::debug_span!("handle", kind, feature)
}

const fn of_command(command: &Command) -> &'static str {
    match command {
        Command::Start(_) => "start",
        Command::InGame(InGame::Move(_), _) => "play",
        Command::InGame(InGame::Board, _) => "board",
        Command::InGame(InGame::Resign, _) => "resign",
        Command::InGame(InGame::Hint, _) => "hint",
        Command::Solve(_) => "solve",
        Command::Review(_) => "review",
        Command::Games => "games",
        Command::Rules(_) => "rules",
        Command::Learn(_) => "learn",
        Command::Challenge(..) | Command::ChallengeForm(_) => "challenge",
        Command::Stats(..) => "stats",
        Command::Leaderboard(..) => "leaderboard",
        Command::Settings => "settings",
        Command::Privacy => "privacy",
    }
}

const fn of_control(control: Option<Control>) -> &'static str {
    match control {
        None => "unreadable",
        Some(Control::Challenge { .. }) => "challenge",
        Some(Control::Board { action, .. }) => of_board_action(action),
        Some(Control::Page(action)) => of_page_action(action),
    }
}

const fn of_board_action(action: BoardAction) -> &'static str {
    match action {
        BoardAction::Choose(_) | BoardAction::Play(_) | BoardAction::TakeBack => "play",
        BoardAction::Hint(_) | BoardAction::Guess(_) => "hint",
        BoardAction::Resign | BoardAction::ConfirmResign => "resign",
        BoardAction::Rules => "rules",
        BoardAction::Rematch(_)
        | BoardAction::RematchBot(_)
        | BoardAction::OtherGame
        | BoardAction::StartOther => "rematch",
        BoardAction::Why
        | BoardAction::Review
        | BoardAction::ReviewPage(_)
        | BoardAction::AsText => "review",
        BoardAction::Show => "board",
        BoardAction::StartAnew(..) => "start",
    }
}

const fn of_page_action(action: PageAction) -> &'static str {
    match action {
        PageAction::Start(_) | PageAction::Play(_) | PageAction::Menu(_) => "start",
        PageAction::Challenge(_) => "challenge",
        PageAction::KeepPlaying => "resign",
        PageAction::Leaderboard { .. } | PageAction::LeaderboardOf { .. } => "leaderboard",
        PageAction::Set { .. } | PageAction::Settings(_) | PageAction::Blocked(_) => "settings",
        PageAction::Rules | PageAction::RulesPage { .. } | PageAction::Try { .. } => "rules",
        PageAction::Courses
        | PageAction::Course(_)
        | PageAction::Lesson { .. }
        | PageAction::Exercise(_)
        | PageAction::NoneWins(_)
        | PageAction::Solve(..) => "learn",
        PageAction::Export | PageAction::Erase => "privacy",
    }
}
