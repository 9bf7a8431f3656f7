//! What two members can only do by agreement: take a move back, or end the game without a result. One
//! asks in the channel, and the other agrees within a minute, unless the game goes on meanwhile.

use serenity::all::{ButtonStyle, CreateActionRow};

use crate::context::{Answer, Context};
use crate::controls::play::PlayControl;
use crate::controls::{Control, Seen};
use crate::message::Message;
use crate::reply::{FollowUp, Reply};
use crate::text::{key, tell};
use crate::view::{button, name, time_with_seconds};
use wythoff_game::{Action, Agreement, Pair, PlayerId, Refusal, Seat, Timestamp};
use wythoff_service::{ANSWERED_WITHIN, Asked, Error, Target};

/// Asks the other member, in the channel.
pub(super) async fn ask(context: &Context, seen: Seen, on: Agreement) -> Answer {
    let (service, caller) = (&context.bot.service, context.caller.clone());
    let pending = service.ask_to_agree(caller, context.target(seen), (on, seen.point));
    context
        .change(pending, move |context, asked| async move {
            let message = question(&context, (seen, on), &asked).await;
            context.public(message)
        })
        .await
}

async fn question(context: &Context, (seen, on): (Seen, Agreement), asked: &Asked) -> Message {
    let (language, game, seat) = (
        context.public_language().await,
        &asked.record.game,
        asked.by,
    );
    let until = context.caller.at().plus(ANSWERED_WITHIN);
    let key = match on {
        Agreement::TakeBack => key!("ask-take-back"),
        Agreement::End => key!("ask-end"),
    };
    let games = match game.terms().pair {
        Pair::Second { .. } => "two",
        Pair::First => "first",
        Pair::None => "one",
    };
    let text = tell!(
        language, key, "games" => games, "who" => name(language, game, seat), "other" => name(language, game, seat.other()),
        "until" => time_with_seconds(until)
    );
    let control = PlayControl::Agree {
        seen,
        on,
        by: seat,
        until,
    };
    let agree = button(language, control.id(), key!("button-agree")).style(ButtonStyle::Primary);
    let go_on = button(
        language,
        PlayControl::GoOn(seen).id(),
        key!("button-rather-go-on"),
    );
    let rows = vec![CreateActionRow::Buttons(vec![agree, go_on])];
    let pings: Vec<_> = asked.pings.into_iter().collect();
    Message::public(text, rows).pinging(&pings)
}

/// Says who does not want what was asked for, in place of the question.
pub(super) async fn go_on(context: &Context, seen: Seen) -> Answer {
    let record = context
        .bot
        .service
        .find(&context.caller, context.target(seen))
        .await?;
    let me = PlayerId::Member(context.caller.member);
    let Some(seat) = record.game.players().seat_of(me) else {
        return Err(Error::about(Refusal::NotAPlayer, record).into());
    };
    let game = &record.game;
    if game.outcome().is_some() || game.point() != seen.point {
        // The message may be the board by now.
        return Err(key!("agreement-over").into());
    }
    let language = context.public_language().await;
    let who = name(language, game, seat);
    let said = tell!(language, key!("agreement-declined"), "who" => who);
    // If the other one agrees at the same moment, the message is the board.
    let redraw = FollowUp::RedrawBoard(game.id());
    Ok(Reply::update(Message::public(said, Vec::new())).then([redraw]))
}

/// Does what was asked for. The message that asked becomes the board, or says that it is too late, unless
/// it is the board already.
pub(super) async fn agree(
    context: &Context,
    (seen, on): (Seen, Agreement),
    asked_by: Seat,
    until: Timestamp,
) -> Answer {
    let (service, caller) = (&context.bot.service, context.caller.clone());
    let target = context.target(seen);
    let record = service.find(&caller, target).await?;
    let asked_at = until.minus(ANSWERED_WITHIN);
    let game = &record.game;
    let is_in_time = game.outcome().is_none()
        && game.point() == seen.point
        && game.phase().since() <= asked_at
        && caller.at() <= until;
    if !is_in_time {
        let is_board = matches!(target, Target::Control { message, .. } if message == record.board);
        let is_player = (game.players().seat_of(PlayerId::Member(caller.member))).is_some();
        if is_board || !is_player {
            return Err(key!("agreement-over").into());
        }
        let said = context.public_language().await.say(key!("agreement-over"));
        return Ok(Reply::update(Message::public(said, Vec::new())));
    }
    let action = Action::Agree {
        on,
        asked_by,
        asked_at,
        seen: seen.point,
    };
    let pending = service.act(caller, target, action);
    context
        .change(pending, |context, update| async move {
            context.show_update(update).await
        })
        .await
}
