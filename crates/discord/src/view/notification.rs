//! Notifications: one line about a game, with a link.

use fluent::fluent_args;

use crate::message::Message;
use crate::text::{Language, key, tell, yes_or_no};
use crate::view::ended::result_in_words;
use crate::view::{link, link_to_board, mention, player, relative};
use wythoff_game::records::{
    ChallengeRecord, GameRecord, Notification, NotificationKind, NotifyVia,
};
use wythoff_game::{MemberId, PlayerId, Seat};

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
        NotificationKind::Challenge => return None,
    };
    let until = game.deadline().map(relative).unwrap_or_default();
    let args = fluent_args![
        "who" => mention(notification.member),
        "opponent" => player(language, game.players().at(seat.other())),
        "until" => until,
        "result" => result_in_words(language, record),
        "rated" => yes_or_no(record.can_next_be_rated()),
        "link" => link_to_board(record)
    ];
    let text = language.tell_for_game(record.variant(), key, &args);
    Some(sent(text, notification))
}

/// The message with a text. It pings the member if it is sent in the channel.
fn sent(text: String, Notification { member, via, .. }: Notification) -> Message {
    let message = Message::public(text, vec![]);
    match via {
        NotifyVia::Ping => message.pinging(&[member]),
        NotifyVia::Direct => message,
    }
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
            NotificationKind::Challenge => false,
        }
}

/// The direct message about a challenge, or the mention in its place; or to the challenger, that it was
/// declined. Returns `None` if the challenge is over otherwise.
pub(crate) fn challenge_notification(
    language: Language<'_>,
    record: &ChallengeRecord,
    notification: Notification,
) -> Option<Message> {
    let (challenge, member) = (&record.challenge, notification.member);
    if challenge.is_declined() {
        let text = declined(language, record, member)?;
        return Some(sent(text, notification));
    }
    if !challenge.is_open() {
        return None;
    }
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
    let key = match notification.via {
        NotifyVia::Ping => key!("tell-challenged-here"),
        NotifyVia::Direct => key!("tell-challenged"),
    };
    Some(sent(language.tell(key, &args), notification))
}

/// Tells the challenger that a challenge was declined.
fn declined(
    language: Language<'_>,
    record: &ChallengeRecord,
    challenger: MemberId,
) -> Option<String> {
    let challenge = &record.challenge;
    let invited = challenge
        .invited
        .filter(|_| challenge.challenger == challenger.into())?;
    Some(tell!(
        language, key!("tell-declined"), "who" => mention(challenger), "opponent" => player(language, invited.into()),
        "game" => language.game_name(challenge.start.variant())
    ))
}
