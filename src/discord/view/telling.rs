//! What somebody who is away is told about a game, in one line with a link.

use fluent::fluent_args;

use super::super::reply::Message;
use super::super::text::{Language, key};
use super::{link_to_board, mention, player, relative};
use crate::game::{Phase, PlayerId, Sequel};
use crate::service::{About, Tell, Way};
use crate::store::GameRecord;

/// The message to somebody who is away. Where it is posted in the channel, it pings.
pub(in crate::discord) fn telling(
    language: Language<'_>,
    record: &GameRecord,
    tell: Tell,
) -> Option<Message> {
    let game = &record.game;
    let seat = game.players().seat_of(PlayerId::Member(tell.member))?;
    let is_on_turn = game.to_move() == Some(seat);
    let key = match tell.about {
        About::Turn => key!("tell-turn"),
        About::Reminder => key!("tell-reminder"),
        About::Begun if is_on_turn => key!("tell-begun-turn"),
        About::Begun => key!("tell-begun"),
        About::Ended => key!("tell-ended"),
        About::Offer(Sequel::Rematch) => key!("tell-rematch"),
        About::Offer(Sequel::NewPiles) => key!("tell-new-piles"),
    };
    let until = match game.phase() {
        Phase::Running { deadline, .. } => relative(deadline),
        Phase::Ended { .. } => String::new(),
    };
    let args = fluent_args![
        "who" => mention(tell.member),
        "opponent" => player(language, game.players().at(seat.other())),
        "until" => until,
        "link" => link_to_board(record)
    ];
    let message = Message::public(language.tell(key, &args), vec![]);
    Some(match tell.way {
        Way::Ping => message.pinging(tell.member),
        Way::Direct => message,
    })
}
