//! Notifications about games: who gets one, how, and the message that carries it.

use std::time::Duration;

use super::Service;
use crate::game::{GameId, MemberId, Player, PlayerId, Seat, Timestamp};
use crate::records::{
    GameRecord, Notification, NotificationKind, NotificationMessage, NotifyBy, NotifyVia, Switch,
};
use crate::store::{self, Key, Work};

/// A player who has done nothing in a game for longer than this is away.
const AWAY: Duration = Duration::from_mins(1);

impl Service {
    /// Stores the message of a notification, unless the member has been active in the game since, or has got a newer one. Returns a message
    /// to delete: this one, or the one that it replaces.
    pub async fn keep_notification(
        &self,
        notice: NotificationMessage,
    ) -> store::Result<Option<NotificationMessage>> {
        self.note(notice.game, move |work| keep_notification(work, notice))
            .await
    }

    /// Removes the notification of a member about a game, and returns its message.
    pub async fn take_notification(
        &self,
        game: GameId,
        member: MemberId,
    ) -> store::Result<Option<NotificationMessage>> {
        self.note(game, move |work| work.take_notification(game, member))
            .await
    }

    /// The notification of the player on turn, and its message.
    pub async fn turn_notification(
        &self,
        game: GameId,
    ) -> store::Result<Option<(NotificationMessage, Notification)>> {
        let notice = |work: &mut Work<'_>| turn_notification(work, game);
        self.look(Key::Game(game), notice).await
    }
}

pub(super) fn keep_notification(
    work: &mut Work<'_>,
    notice: NotificationMessage,
) -> store::Result<Option<NotificationMessage>> {
    let is_news = is_news(work, notice)?;
    let before = work.notification(notice.game, notice.member)?;
    if !is_news || before.is_some_and(|before| before.at > notice.at) {
        return Ok(Some(notice));
    }
    work.keep_notification(notice)?;
    Ok(before)
}

/// The notifications for players who are away.
pub(super) fn notifications(
    work: &mut Work<'_>,
    record: &GameRecord,
    kind: NotificationKind,
    by: Option<Seat>,
    at: Timestamp,
) -> store::Result<Vec<Notification>> {
    let mut notifications = Vec::new();
    for seat in Seat::BOTH {
        let Player::Member(member) = record.game.players().at(seat) else {
            continue;
        };
        let concerns = match kind {
            NotificationKind::Turn | NotificationKind::Reminder => {
                record.game.to_move() == Some(seat)
            }
            NotificationKind::Begun
            | NotificationKind::Ended
            | NotificationKind::RematchVote(_)
            | NotificationKind::Challenged => true,
        };
        let is_away = at.since(record.last_active.at(seat)) > AWAY;
        let can_be_told = record.game.players().level().is_none();
        if by == Some(seat) || !concerns || !is_away || !can_be_told {
            continue;
        }
        let member_now = work.member(member)?;
        let settings = &member_now.settings;
        let opponent = record.game.players().at(seat.other());
        let is_blocked = settings
            .blocked
            .iter()
            .any(|&blocked| opponent == Player::Member(blocked));
        if is_blocked && matches!(kind, NotificationKind::RematchVote(_)) {
            continue;
        }
        if let Some(via) = notify_via(work, settings.notify_by, record.place.guild)? {
            notifications.push(Notification {
                game: record.game.id(),
                member,
                kind,
                via,
                at,
            });
        }
    }
    Ok(notifications)
}

/// How a member with that setting is notified in that server.
pub(super) fn notify_via(
    work: &mut Work<'_>,
    notify_by: NotifyBy,
    server: Option<i64>,
) -> store::Result<Option<NotifyVia>> {
    Ok(match notify_by {
        NotifyBy::Never => None,
        NotifyBy::Direct => Some(NotifyVia::Direct),
        NotifyBy::Ping => match work.server_settings(server)?.pings {
            Switch::On => Some(NotifyVia::Ping),
            Switch::Off => None,
        },
    })
}

fn turn_notification(
    work: &mut Work<'_>,
    game: GameId,
) -> store::Result<Option<(NotificationMessage, Notification)>> {
    let Some(record) = work.game(game)? else {
        return Ok(None);
    };
    let on_turn = record
        .game
        .to_move()
        .map(|seat| record.game.players().at(seat));
    let Some(Player::Member(member)) = on_turn else {
        return Ok(None);
    };
    let Some(notice) = work.notification(game, member)? else {
        return Ok(None);
    };
    let is_late = |reminder| notice.at >= reminder;
    let kind = if record.game.reminder().is_some_and(is_late) {
        NotificationKind::Reminder
    } else {
        NotificationKind::Turn
    };
    let is_there = notice.channel == record.place.channel;
    let notification = Notification {
        game,
        member,
        kind,
        via: if is_there {
            NotifyVia::Ping
        } else {
            NotifyVia::Direct
        },
        at: notice.at,
    };
    Ok(Some((notice, notification)))
}

/// Whether a notification still holds: the member has done nothing in the game since, or the challenge is open.
fn is_news(work: &mut Work<'_>, notice: NotificationMessage) -> store::Result<bool> {
    let Some(record) = work.game(notice.game)? else {
        let challenge = work.challenge(notice.game)?;
        return Ok(challenge.is_some_and(|record| {
            record.challenge.is_open() && record.challenge.invited == Some(notice.member.into())
        }));
    };
    // A former player has no seat.
    let seat = record
        .game
        .players()
        .seat_of(PlayerId::Member(notice.member));
    Ok(seat.is_some_and(|seat| record.last_active.at(seat) <= notice.at))
}
