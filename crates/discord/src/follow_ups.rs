//! The consequences of a change for members who do not see the answer: notifications to send and to
//! delete.

use std::time::Duration;

use crate::reply::FollowUp;
use wythoff_game::records::{Notification, NotificationKind};
use wythoff_service::GameUpdate;

/// If a player is pinged, a board older than this is posted again, since nobody would find the old
/// message.
const REPOST_AFTER: Duration = Duration::from_hours(1);

/// The follow-ups of a change: obsolete messages are deleted, and notifications are sent. If a
/// player is pinged, and the game has ended or its board is old, the board is posted again, and
/// that message contains the ping.
pub(super) fn follow_ups_of(update: &GameUpdate) -> impl Iterator<Item = FollowUp> + use<> {
    let is_announced_by_board = |notification: &Notification| {
        let board = update.record.board;
        let is_old = board.is_some_and(|board| notification.at.since(board.at()) > REPOST_AFTER);
        let has_ended = notification.kind == NotificationKind::Ended;
        notification.is_ping() && (is_old || has_ended)
    };
    let notifications = update.notifications.iter().copied();
    let (by_board, others): (Vec<_>, Vec<_>) = notifications.partition(is_announced_by_board);
    let others = if by_board.is_empty() {
        others.into_iter().map(FollowUp::Notify).collect()
    } else {
        vec![post(update, by_board, others)]
    };
    let obsolete = update.obsolete.clone().into_iter().map(FollowUp::Delete);
    obsolete
        .chain(others)
        .chain(update.next.as_deref().map(post_next))
}

/// Posts the board of a game that begins by itself, and notifies those whom it does not ping.
fn post_next(next: &GameUpdate) -> FollowUp {
    let notifications = next.notifications.iter().copied();
    let (by_board, others) = notifications.partition(Notification::is_ping);
    post(next, by_board, others)
}

/// Posts the board of a game, which announces it to some, and then notifies others.
fn post(update: &GameUpdate, by_board: Vec<Notification>, then: Vec<Notification>) -> FollowUp {
    FollowUp::PostBoard {
        game: update.record.game.id(),
        pings: by_board.into_iter().map(|it| it.member).collect(),
        then,
    }
}

/// The follow-ups of a change, plus `otherwise` if none of them posts the board again.
pub(super) fn follow_ups_or(update: &GameUpdate, otherwise: FollowUp) -> Vec<FollowUp> {
    let mut follow_ups: Vec<FollowUp> = follow_ups_of(update).collect();
    let updated = update.record.game.id();
    let is_post = |follow_up: &FollowUp| matches!(follow_up, FollowUp::PostBoard { game, .. } if *game == updated);
    if !follow_ups.iter().any(is_post) {
        follow_ups.push(otherwise);
    }
    follow_ups
}
