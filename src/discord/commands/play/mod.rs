//! Moves: chosen on a board, typed, or written into the form for other moves; and taking one back.

mod draft;

use futures::FutureExt;
use tokio::time::timeout_at;

use crate::discord::context::{InteractionContext, Purpose};
use crate::discord::input::control::{BoardAction, Control, MoveControl};
use crate::discord::input::written_move::{self, plain_notation};
use crate::discord::message::Message;
use crate::discord::pending_moves::TypedMove;
use crate::discord::reply::{FollowUp, Reply, Response};
use crate::discord::text::{key, tell};
use crate::discord::view;
use crate::game::{Action, GameId, Point};
use crate::records::GameRecord;
use crate::rules::{List, ListKind, Move};
use crate::service::{Error, GameFilter, GameUpdate, Refusal, Target};

impl InteractionContext {
    /// A control with which a move is chosen, on a board that shows that point.
    pub(in crate::discord) async fn choose(
        self: Box<Self>,
        target: Target,
        (game, seen): (GameId, Point),
        choice: MoveControl,
        values: &[String],
    ) -> Reply {
        match choice {
            MoveControl::Pick { list, .. } => self.pick(target, list, seen, values).await,
            MoveControl::Press(mv) => self.play(target, mv, seen).await,
            MoveControl::OtherMove => self.ask_for_move(target).await,
            MoveControl::Open { .. } | MoveControl::Sheet { .. } | MoveControl::Cell { .. } => {
                self.draft(target, (game, seen), choice, values).await
            }
        }
    }

    /// A move that was chosen on a select.
    async fn pick(
        self: Box<Self>,
        target: Target,
        kind: ListKind,
        seen: Point,
        values: &[String],
    ) -> Reply {
        match values.first().and_then(|value| value.parse().ok()) {
            Some(amount) => {
                let list = List { kind, most: amount };
                self.play(target, list.mv(amount), seen).await
            }
            None => self.private(key!("refused-old-control")).await,
        }
    }

    /// A move on the position that the member saw.
    pub(in crate::discord) async fn play(
        self: Box<Self>,
        target: Target,
        mv: Move,
        seen: Point,
    ) -> Reply {
        let seen = Some(seen);
        self.act(target, Action::Move { mv, seen }).await
    }

    /// Takes a round back. The first time the member is told that the game does not count then.
    pub(in crate::discord) async fn take_back(
        self: Box<Self>,
        target: Target,
        seen: Point,
    ) -> Reply {
        let action = Action::TakeBack { seen };
        let pending = self.bot.service.act(self.caller.clone(), target, action);
        self.change(pending, |context, update| {
            context.taken_back(update).boxed()
        })
        .await
    }

    async fn taken_back(&self, update: GameUpdate) -> Reply {
        let times = update.record.game.times_taken_back();
        let note = match times {
            1 => Some(tell!(self.language().await, key!("board-taken-back"), "times" => times)),
            _ => None,
        };
        let note = note.map(view::plain).map(FollowUp::SendPrivate);
        self.show_update(update).await.then(note)
    }

    /// A move that was typed. If the answer to the same move is still on its way, the member has not seen it, and means that move.
    pub(in crate::discord) async fn typed_move(
        mut self: Box<Self>,
        written: &str,
        game: Option<GameId>,
    ) -> Reply {
        let (mv, game) = match plain_notation(written) {
            Some(mv) => (mv, game),
            None => match self.meant(written, game).await {
                Ok((mv, game)) => (mv, game),
                Err(reply) => return reply,
            },
        };
        self.purpose = Purpose::InGame(BoardAction::Play(mv));
        let typed = TypedMove {
            member: self.caller.member,
            channel: self.caller.place.channel,
            game,
            mv,
        };
        loop {
            let in_flight = match self.bot.pending_moves.begin(typed) {
                Ok(pending_answer) => {
                    self.pending_answer = Some(pending_answer);
                    break;
                }
                Err(in_flight) => in_flight,
            };
            match timeout_at(self.deadline, in_flight.arrived()).await {
                Ok(Some(shown)) if shown.board.0 > self.caller.interaction.0 => {
                    let target = Target::Control {
                        game: shown.game,
                        message: None,
                    };
                    return self.board(target).await;
                }
                // It is another move, or the database knows whether it is.
                Ok(Some(_) | None) => {}
                Err(_elapsed) => return self.private(key!("still-saving")).await,
            }
        }
        let target = Target::Command(game, GameFilter::Reading(mv));
        self.act(target, Action::Move { mv, seen: None }).await
    }

    /// The move that words mean, and the game if only one of several can read them. If several can, the member is asked which.
    async fn meant(
        &self,
        words: &str,
        game: Option<GameId>,
    ) -> Result<(Move, Option<GameId>), Reply> {
        let target = Target::Command(game, GameFilter::OnTurn);
        let several = match self.bot.service.find(&self.caller, target).await {
            Ok(record) => {
                let read = self.read(words, &record).await;
                return read.map(|mv| (mv, game)).map_err(Reply::private);
            }
            Err(Error::Refused {
                why: Refusal::Ambiguous(candidates),
                ..
            }) => candidates,
            Err(error) => return Err(self.failed(error).await),
        };
        let (mut reading, mut unclear) = (Vec::new(), None);
        for record in &several {
            match self.read(words, record).await {
                Ok(mv) => reading.push((record, mv)),
                Err(why) => unclear = unclear.or(Some(why)),
            }
        }
        match (reading.as_slice(), unclear) {
            ([], Some(why)) => Err(Reply::private(why)),
            ([(record, mv)], _) => Ok((*mv, Some(record.game.id()))),
            (_, _) => {
                let asked = reading.iter();
                let asked = asked.map(|(record, mv)| (*record, BoardAction::Play(*mv)));
                Err(Reply::private(self.which_of(asked).await))
            }
        }
    }

    /// The move that a text means in a game, or why it means none.
    async fn read(&self, text: &str, record: &GameRecord) -> Result<Move, Message> {
        let read = written_move::read(self.language().await, record.game.position(), text);
        read.map_err(view::plain)
    }

    /// The move that a text means. Only words need the position.
    async fn written(&self, text: &str, target: Target) -> Result<Move, Reply> {
        if let Some(mv) = plain_notation(text) {
            return Ok(mv);
        }
        match self.bot.service.find(&self.caller, target).await {
            Ok(record) => self.read(text, &record).await.map_err(Reply::private),
            Err(error) => Err(self.failed(error).await),
        }
    }

    /// Opens the form for any move.
    async fn ask_for_move(self: Box<Self>, target: Target) -> Reply {
        match self.on_turn(target).await {
            Ok(record) => {
                let control =
                    Control::of(&record.game, BoardAction::Choose(MoveControl::OtherMove));
                let position = record.game.position();
                let form = view::other_move_form(self.language().await, position, control);
                Reply::only(Response::Form(form))
            }
            Err(error) => self.failed(error).await,
        }
    }

    /// The move that a filled-in form asks for.
    pub(in crate::discord) async fn other_move(
        self: Box<Self>,
        target: Target,
        seen: Point,
        fields: &[(String, String)],
    ) -> Reply {
        match self.written(given_move(fields), target).await {
            Ok(mv) => self.play(target, mv, seen).await,
            Err(reply) => reply,
        }
    }

    async fn act(self: Box<Self>, target: Target, action: Action) -> Reply {
        let pending = self.bot.service.act(self.caller.clone(), target, action);
        self.change(pending, |context, update| {
            context.show_update(update).boxed()
        })
        .await
    }
}

/// What was written into the form for any move.
pub(in crate::discord) fn given_move(fields: &[(String, String)]) -> &str {
    let field = fields.iter().find(|(name, _)| name == "move");
    field.map_or("", |(_, given)| given)
}
