//! Notifications about games: who gets one, how, and the message that carries it.

use std::time::Duration;

use futures::FutureExt;

use super::{GameUpdate, Service};
use wythoff_game::records::{
    GameRecord, Notification, NotificationKind, NotificationMessage, NotifyBy, NotifyVia,
    ObsoleteMessage, Post, RoleChange, Switch,
};
use wythoff_game::{Day, GameId, MemberId, Player, PlayerId, Seat, Timestamp};
use wythoff_store::{Read, Tx};

/// How long reading everything that is still to be sent may take. Nobody waits for it.
const UNSENT_TIMEOUT: Duration = Duration::from_secs(30);

/// A player who has done nothing in a game for longer than this is away.
const AWAY: Duration = Duration::from_mins(1);

/// What is still to be done at Discord.
#[derive(Clone, Debug, Default)]
pub struct Unsent {
    pub to_send: Vec<Notification>,
    /// Messages to delete, each with the time when it became obsolete.
    pub to_delete: Vec<(ObsoleteMessage, Timestamp)>,
    /// The servers in which puzzles are to be posted, with their days, and since when each has been due.
    pub dailies: Vec<(i64, Day, Timestamp)>,
    /// The members to remind of a puzzle.
    pub reminders: Vec<(MemberId, Day)>,
    /// Messages that may not show everything that has gathered there.
    pub posts: Vec<Post>,
    /// Roles to give or to take away.
    pub roles: Vec<RoleChange>,
}

impl Service {
    /// Stores the message of a notification, unless the member has been active in the game since,
    /// or has got a newer one. Returns a message to delete: this one, or the one that it replaces.
    pub async fn keep_notification(
        &self,
        notice: NotificationMessage,
    ) -> wythoff_store::Result<Option<ObsoleteMessage>> {
        self.change_later(move |tx| keep_notification(tx, notice).boxed())
            .await
    }

    /// Drops a member's notifications about a game, sent or pending, once a board that mentions the
    /// member was posted. Returns the message to delete.
    pub async fn replace_notification(
        &self,
        game: GameId,
        member: MemberId,
        at: Timestamp,
    ) -> wythoff_store::Result<Option<ObsoleteMessage>> {
        self.change_later(move |tx| replace_notification(tx, game, member, at).boxed())
            .await
    }

    /// The notifications and deletions pending since `before` or earlier, and all puzzles to post.
    pub async fn unsent(&self, before: Timestamp) -> wythoff_store::Result<Unsent> {
        let unsent = |mut view: Read| async move {
            Ok(Unsent {
                to_send: view.to_send(before).await?,
                to_delete: view.to_delete(before).await?,
                dailies: view.dailies_to_post().await?,
                reminders: view.reminders_to_send().await?,
                posts: view.undrawn_posts().await?,
                roles: view.role_changes().await?,
            })
        };
        self.store.long_read(UNSENT_TIMEOUT, unsent).await
    }

    /// The notification of the player on turn, and its message.
    pub async fn turn_notification(
        &self,
        game: GameId,
    ) -> wythoff_store::Result<Option<(NotificationMessage, Notification)>> {
        let notice = |mut tx: Read| async move { turn_notification(&mut tx, game).await };
        self.store.read(notice).await
    }
}

/// Forgets a member's sent and pending notifications about a game. Returns the message to delete.
pub(super) async fn replace_notification(
    tx: &mut Tx,
    game: GameId,
    member: MemberId,
    at: Timestamp,
) -> wythoff_store::Result<Option<ObsoleteMessage>> {
    for it in tx.to_send_to(member).await? {
        if it.game == game && it.at <= at {
            tx.note_sent(it).await?;
        }
    }
    let notice = tx.take_notification(game, member).await?;
    let obsolete = notice.map(NotificationMessage::obsolete);
    if let Some(obsolete) = obsolete {
        tx.note_to_delete(obsolete, at).await?;
    }
    Ok(obsolete)
}

pub(super) async fn keep_notification(
    tx: &mut Tx,
    notice: NotificationMessage,
) -> wythoff_store::Result<Option<ObsoleteMessage>> {
    let still_holds = still_holds(tx, notice).await?;
    let before = tx.notification(notice.game, notice.member).await?;
    let obsolete = if !still_holds || before.is_some_and(|before| before.at > notice.at) {
        Some(notice)
    } else {
        tx.keep_notification(notice).await?;
        before.filter(|before| before.message != notice.message)
    };
    let obsolete = obsolete.map(NotificationMessage::obsolete);
    if let Some(obsolete) = obsolete {
        tx.note_to_delete(obsolete, notice.at).await?;
    }
    Ok(obsolete)
}

/// Notifies players who are away of a change. A player on turn who is here is reminded later, after [`AWAY`],
/// unless they act by then, so that nobody waits for someone who has left.
pub(super) async fn notify(
    tx: &mut Read,
    update: &mut GameUpdate,
    kind: NotificationKind,
    by: Option<Seat>,
    at: Timestamp,
) -> wythoff_store::Result<()> {
    let record = &mut update.record;
    update.notifications = notifications(tx, record, kind, by, at).await?;
    let players = record.game.players();
    let on_turn = record.game.to_move().map(|seat| players.at(seat));
    let is_told = |it: &Notification| on_turn == Some(Player::Member(it.member));
    let is_told = update.notifications.iter().any(is_told);
    record.remind = record.game.reminder().map(|reminder| {
        if is_told {
            reminder
        } else {
            reminder.min(at.plus(AWAY))
        }
    });
    Ok(())
}

/// The notifications for players who are away.
pub(super) async fn notifications(
    tx: &mut Read,
    record: &GameRecord,
    kind: NotificationKind,
    by: Option<Seat>,
    at: Timestamp,
) -> wythoff_store::Result<Vec<Notification>> {
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
            | NotificationKind::Challenge => true,
        };
        // The player who has just lost may already be looking elsewhere, so a wish for another game is told at once.
        let is_wish = matches!(kind, NotificationKind::RematchVote(_));
        let is_away = is_wish || at.since(record.last_active.at(seat)) > AWAY;
        let is_between_members = record.game.players().animal().is_none();
        if by == Some(seat) || !concerns || !is_away || !is_between_members {
            continue;
        }
        let member_now = tx.member(member).await?;
        let settings = &member_now.settings;
        let opponent = record.game.players().at(seat.other());
        let is_blocked = settings
            .blocked
            .iter()
            .any(|&blocked| opponent == Player::Member(blocked));
        if is_blocked && matches!(kind, NotificationKind::RematchVote(_)) {
            continue;
        }
        if let Some(via) = notify_via(tx, settings.notify_by, record.place.guild).await? {
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

impl Service {
    /// What is sent instead of a direct message: a mention in the channel, unless the server wants
    /// no pings.
    pub async fn instead_of_direct(
        &self,
        direct: Notification,
    ) -> wythoff_store::Result<Option<Notification>> {
        let instead = move |mut tx: Read| async move {
            let guild = if let Some(record) = tx.game(direct.game).await? {
                record.place.guild
            } else {
                let challenge = tx.challenge(direct.game).await?;
                challenge.and_then(|record| record.place.guild)
            };
            let via = notify_via(&mut tx, NotifyBy::Ping, guild).await?;
            Ok(via.map(|via| Notification { via, ..direct }))
        };
        self.store.read(instead).await
    }
}

/// How a member wants to be told of something in a server.
pub(super) async fn told_via(
    tx: &mut Read,
    member: MemberId,
    server: Option<i64>,
) -> wythoff_store::Result<Option<NotifyVia>> {
    let notify_by = tx.member(member).await?.settings.notify_by;
    notify_via(tx, notify_by, server).await
}

/// How a member with the given setting is notified in a server.
pub(super) async fn notify_via(
    tx: &mut Read,
    notify_by: NotifyBy,
    server: Option<i64>,
) -> wythoff_store::Result<Option<NotifyVia>> {
    Ok(match notify_by {
        NotifyBy::Never => None,
        NotifyBy::Direct => Some(NotifyVia::Direct),
        NotifyBy::Ping => match tx.server_settings(server).await?.pings {
            Switch::On => Some(NotifyVia::Ping),
            Switch::Off => None,
        },
    })
}

async fn turn_notification(
    tx: &mut Read,
    game: GameId,
) -> wythoff_store::Result<Option<(NotificationMessage, Notification)>> {
    let Some(record) = tx.game(game).await? else {
        return Ok(None);
    };
    let on_turn = record
        .game
        .to_move()
        .map(|seat| record.game.players().at(seat));
    let Some(Player::Member(member)) = on_turn else {
        return Ok(None);
    };
    let Some(notice) = tx.notification(game, member).await? else {
        return Ok(None);
    };
    let is_late = |reminder| notice.at >= reminder;
    let kind = if record.game.reminder().is_some_and(is_late) {
        NotificationKind::Reminder
    } else {
        NotificationKind::Turn
    };
    let is_in_channel = notice.channel == record.place.channel;
    let notification = Notification {
        game,
        member,
        kind,
        via: if is_in_channel {
            NotifyVia::Ping
        } else {
            NotifyVia::Direct
        },
        at: notice.at,
    };
    Ok(Some((notice, notification)))
}

/// Whether a notification still holds: the member has done nothing in the game since, or the
/// challenge is open, or was declined.
async fn still_holds(tx: &mut Read, notice: NotificationMessage) -> wythoff_store::Result<bool> {
    let Some(record) = tx.game(notice.game).await? else {
        let challenge = tx.challenge(notice.game).await?;
        return Ok(challenge.is_some_and(|record| {
            let it = &record.challenge;
            it.is_open() && it.invited == Some(notice.member.into())
                || it.is_declined() && it.challenger == notice.member.into()
        }));
    };
    // A former player has no seat.
    let seat = record
        .game
        .players()
        .seat_of(PlayerId::Member(notice.member));
    Ok(seat.is_some_and(|seat| record.last_active.at(seat) <= notice.at))
}
