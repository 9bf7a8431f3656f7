//! What somebody who is away is told about a game, in one line with a link.

use fluent::fluent_args;

use super::super::reply::Message;
use super::super::text::{Language, key};
use super::{link, link_to_board, mention, player, relative};
use crate::game::{ChallengePhase, Phase, PlayerId, Sequel};
use crate::records::{About, ChallengeRecord, GameRecord, Tell, Way};

/// The message to somebody who is away; none where it does not hold any more. Where it is posted in the channel, it pings.
pub(in crate::discord) fn telling(
    language: Language<'_>,
    record: &GameRecord,
    tell: Tell,
) -> Option<Message> {
    let game = &record.game;
    let seat = game.players().seat_of(PlayerId::Member(tell.member))?;
    if !holds(record, tell) {
        return None;
    }
    let is_on_turn = game.to_move() == Some(seat);
    let key = match tell.about {
        About::Turn => key!("tell-turn"),
        About::Reminder => key!("tell-reminder"),
        About::Begun if is_on_turn => key!("tell-begun-turn"),
        About::Begun => key!("tell-begun"),
        About::Ended => key!("tell-ended"),
        About::Offer(Sequel::Rematch) => key!("tell-rematch"),
        About::Offer(Sequel::NewPiles) => key!("tell-new-piles"),
        About::Challenged => return None,
    };
    let until = match game.phase() {
        Phase::Running { deadline, .. } => relative(deadline),
        Phase::Ended { .. } => String::new(),
    };
    let args = fluent_args![
        "who" => mention(tell.member),
        "opponent" => player(language, game.players().at(seat.other())),
        "until" => until,
        "result" => super::board::state(language, game),
        "link" => link_to_board(record)
    ];
    let message = Message::public(language.tell(key, &args), vec![]);
    Some(match tell.way {
        Way::Ping => message.pinging(&[tell.member]),
        Way::Direct => message,
    })
}

/// Whether what somebody is to be told still holds.
fn holds(record: &GameRecord, tell: Tell) -> bool {
    let game = &record.game;
    let Some(seat) = game.players().seat_of(PlayerId::Member(tell.member)) else {
        return false;
    };
    let is_away_since = record.touched_by(seat) <= tell.at;
    is_away_since
        && match tell.about {
            About::Turn => game.to_move() == Some(seat),
            About::Reminder => game.to_move() == Some(seat) && !game.is_overdue(tell.at),
            About::Begun => game.outcome().is_none(),
            About::Ended | About::Offer(_) => game.outcome().is_some(),
            About::Challenged => false,
        }
}

/// The direct message to somebody who has been challenged and wants to be told like that; none where the challenge is over.
pub(in crate::discord) fn telling_of_challenge(
    language: Language<'_>,
    record: &ChallengeRecord,
) -> Option<Message> {
    let ChallengePhase::Open { .. } = record.challenge.phase else {
        return None;
    };
    let link = match record.message {
        Some(message) => link(&record.place, message),
        None => format!("<#{}>", record.place.channel.0),
    };
    let args = fluent_args!["challenger" => mention(record.challenge.challenger), "link" => link];
    Some(Message::public(
        language.tell(key!("tell-challenged"), &args),
        vec![],
    ))
}
