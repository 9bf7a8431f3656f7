//! Notifications: one line about a game, with a link.

use fluent::fluent_args;

use crate::message::Message;
use crate::text::{Language, key};
use crate::view::ended::result_in_words;
use crate::view::{link, link_to_board, mention, player, relative};
use wythoff_game::records::{
    ChallengeRecord, GameRecord, Notification, NotificationKind, NotifyVia,
};
use wythoff_game::{ChallengePhase, PlayerId, Seat};

/// The message of a notification about a game, which pings the member if it is sent in the channel.
/// Returns `None` if the notification no longer holds, or is about a challenge.
pub(crate) fn notification(
    language: Language<'_>,
    record: &GameRecord,
    notification: Notification,
) -> Option<Message> {
    let game = &record.game;
    let seat = game
        .players()
        .seat_of(PlayerId::Member(notification.member))?;
    if !still_holds(record, seat, notification) {
        return None;
    }
    let is_on_turn = game.to_move() == Some(seat);
    let key = match notification.kind {
        NotificationKind::Turn => key!("tell-turn"),
        NotificationKind::Reminder => key!("tell-reminder"),
        NotificationKind::Begun if is_on_turn => key!("tell-begun-turn"),
        NotificationKind::Begun => key!("tell-begun"),
        NotificationKind::Ended => key!("tell-ended"),
        // The wish may change, and the board says what is wanted.
        NotificationKind::RematchVote(_) => key!("tell-next-game"),
        NotificationKind::Challenged => return None,
    };
    let until = game.deadline().map(relative).unwrap_or_default();
    let args = fluent_args![
        "who" => mention(notification.member),
        "opponent" => player(language, game.players().at(seat.other())),
        "until" => until,
        "result" => result_in_words(language, record),
        "rated" => if record.can_next_be_rated() { "yes" } else { "no" },
        "link" => link_to_board(record)
    ];
    let text = language.tell_for_game(record.variant(), key, &args);
    let message = Message::public(text, vec![]);
    Some(match notification.via {
        NotifyVia::Ping => message.pinging(&[notification.member]),
        NotifyVia::Direct => message,
    })
}

/// Whether a notification of the player in `seat` still holds: the player has not been active since,
/// and what it says is still true.
fn still_holds(record: &GameRecord, seat: Seat, notification: Notification) -> bool {
    let game = &record.game;
    let has_been_inactive = record.last_active.at(seat) <= notification.at;
    has_been_inactive
        && match notification.kind {
            NotificationKind::Turn => game.to_move() == Some(seat),
            NotificationKind::Reminder => {
                game.to_move() == Some(seat) && !game.is_overdue(notification.at)
            }
            NotificationKind::Begun => game.outcome().is_none(),
            NotificationKind::Ended | NotificationKind::RematchVote(_) => game.outcome().is_some(),
            NotificationKind::Challenged => false,
        }
}

/// The direct message about a challenge, or the mention in its place. Returns `None` if the
/// challenge is over.
pub(crate) fn challenge_notification(
    language: Language<'_>,
    record: &ChallengeRecord,
    Notification { member, via, .. }: Notification,
) -> Option<Message> {
    let ChallengePhase::Open { .. } = record.challenge.phase else {
        return None;
    };
    let link = match record.message {
        Some(message) => link(&record.place, message),
        None => format!("<#{}>", record.place.channel.0),
    };
    let args = fluent_args![
        "who" => mention(member),
        "challenger" => player(language, record.challenge.challenger.into()),
        "game" => language.game_name(record.challenge.start.variant()),
        "link" => link
    ];
    Some(match via {
        NotifyVia::Ping => {
            let text = language.tell(key!("tell-challenged-here"), &args);
            Message::public(text, vec![]).pinging(&[member])
        }
        NotifyVia::Direct => Message::public(language.tell(key!("tell-challenged"), &args), vec![]),
    })
}
