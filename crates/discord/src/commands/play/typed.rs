//! Typed moves, in notation or in words.

use std::time::Duration;

use tokio::time::{sleep, timeout, timeout_at};

use crate::commands::board::show_board;
use crate::context::{Answer, Context, Failure, InGame, Purpose};
use crate::input::written_move::{self, plain_notation};
use crate::message::Message;
use crate::pending_moves::TypedMove;
use crate::reply::Response;
use crate::text::key;
use crate::view;
use nim_games::Move;
use wythoff_game::records::GameRecord;
use wythoff_game::{Action, GameId};
use wythoff_service::{Error, GameFilter, Refusal, Target};

/// How long a process may take to note that it has delivered a board, and how often to look.
const NOTED_WITHIN: Duration = Duration::from_millis(600);
const LOOK_EVERY: Duration = Duration::from_millis(30);

/// Makes a typed move. If the answer to an identical earlier command is still on its way, this
/// command counts as a repetition of it, since the member has not seen that answer yet.
pub(super) async fn typed_move(context: &Context, text: &str, game: Option<GameId>) -> Answer {
    let (mv, game) = match plain_notation(text) {
        Some(mv) => (mv, game),
        None => interpret(context, text, game).await?,
    };
    context.set_purpose(Purpose::InGame(InGame::Move(mv)));
    let typed = TypedMove {
        member: context.caller.member,
        channel: context.caller.place.channel,
        game,
        mv,
    };
    let pending_answer = loop {
        let in_flight = match context.bot.pending_moves.begin(typed) {
            Ok(pending_answer) => break pending_answer,
            Err(in_flight) => in_flight,
        };
        match timeout_at(context.deadline, in_flight.wait()).await {
            // The earlier answer appeared after the member had sent this command: ids grow
            // with time.
            Ok(Some(shown)) if shown.board.0 > context.caller.interaction.0 => {
                let target = Target::Control {
                    game: shown.game,
                    message: None,
                };
                return show_board(context, target).await;
            }
            // Either the move is new, or the transaction recognises it as a repetition.
            Ok(Some(_) | None) => {}
            Err(_elapsed) => return Err(key!("still-saving").into()),
        }
    };
    let (caller, action) = (context.caller.clone(), Action::Move { mv, seen: None });
    let target = Target::Command(game, GameFilter::WithMovesLike(mv));
    if context.bot.store().is_shared() {
        let _elapsed = timeout(NOTED_WITHIN, wait_for_note(context, target, action)).await;
    }
    let pending = context.bot.service.act(caller, target, action);
    context
        .change(pending, |context, update| async move {
            let mut reply = context.show_update(update).await;
            if let Response::NewBoard(board) = &mut reply.first {
                board.pending_answer = Some(pending_answer);
            }
            reply
        })
        .await
}

/// Waits while another process may be noting that it has delivered the board of the same move, typed
/// just before: then the member has seen it, and this is another move.
async fn wait_for_note(context: &Context, target: Target, action: Action) {
    let service = &context.bot.service;
    // If the database fails, so will the move, and the member is told.
    while let Ok(true) = service.may_be_noted(&context.caller, target, action).await {
        sleep(LOOK_EVERY).await;
    }
}

/// Interprets words as a move. If the member has several games and the words are a move in exactly
/// one of them, also returns that game. If they are a move in more than one, the member is asked
/// which game is meant.
async fn interpret(
    context: &Context,
    words: &str,
    game: Option<GameId>,
) -> Result<(Move, Option<GameId>), Failure> {
    let target = Target::Command(game, GameFilter::OnTurn);
    let candidates = match context.bot.service.find(&context.caller, target).await {
        Ok(record) => return Ok((read(context, words, &record).await?, game)),
        Err(Error::Refused {
            why: Refusal::Ambiguous(candidates),
            ..
        }) => candidates,
        Err(error) => return Err(error.into()),
    };
    let (mut readings, mut first_error) = (Vec::new(), None);
    for record in &candidates {
        match read(context, words, record).await {
            Ok(mv) => readings.push((record, mv)),
            Err(why) => first_error = first_error.or(Some(why)),
        }
    }
    match (readings.as_slice(), first_error) {
        ([], Some(why)) => Err(why.into()),
        ([(record, mv)], _) => Ok((*mv, Some(record.game.id()))),
        (_, _) => {
            let options = readings.iter();
            let options = options.map(|(record, mv)| (*record, InGame::Move(*mv)));
            Err(context.ask_which_of(options).await.into())
        }
    }
}

/// The move that a text describes in a game, or a message saying why it cannot be read.
async fn read(context: &Context, text: &str, record: &GameRecord) -> Result<Move, Message> {
    let mv = written_move::read(context.language().await, record.game.position(), text);
    mv.map_err(view::plain)
}

/// The move that a text means. Notation can be read without the position; words cannot.
pub(super) async fn move_from_text(
    context: &Context,
    text: &str,
    target: Target,
) -> Result<Move, Failure> {
    if let Some(mv) = plain_notation(text) {
        return Ok(mv);
    }
    let record = context.bot.service.find(&context.caller, target).await?;
    Ok(read(context, text, &record).await?)
}
