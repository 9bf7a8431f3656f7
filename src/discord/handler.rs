//! The door: every interaction comes in here and is answered.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::Interaction;
use tokio::time::{Instant, timeout};

use super::answering::Answering;
use super::reply::{Board, Message, Reply, Response};
use super::request::{self, Incoming, Request};
use super::text::{Texts, key};
use super::view;
use crate::game::{GameId, MemberId};
use crate::service::{Acted, Service};
use crate::store::{self, GameRecord, InteractionId, MessageId};

/// How long to wait for somebody's language before doing without it.
const LANGUAGE_PATIENCE: Duration = Duration::from_millis(250);

/// What answers: the use cases, and the words to put their outcome in.
#[derive(Debug)]
pub struct Bot {
    pub(super) service: Service,
    pub(super) texts: Texts,
}

/// Answers an interaction. Total: whatever comes in, and whatever breaks, there is an answer. A change whose outcome is not known
/// by the deadline is answered without it.
pub async fn handle(bot: &Arc<Bot>, interaction: Interaction, deadline: Instant) -> Reply {
    match request::read(&interaction) {
        Incoming::Ping => Reply::only(Response::Pong),
        Incoming::Unknown => {
            let language = bot.texts.language("");
            Reply::private(view::plain(language.say(key!("refused-old-command"))))
        }
        Incoming::Request(request) => {
            let Request {
                caller,
                locale,
                wish,
            } = *request;
            let locale = bot.locale(caller.member, locale).await;
            Answering {
                bot: bot.clone(),
                locale,
                caller,
                deadline,
            }
            .answer(wish)
            .await
        }
    }
}

impl Bot {
    /// A bot with these use cases and texts.
    #[must_use]
    pub const fn new(service: Service, texts: Texts) -> Self {
        Self { service, texts }
    }

    /// The texts, for registering commands.
    #[must_use]
    pub const fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The board of a game as it is now, with where it is; none where it has not been shown yet.
    ///
    /// # Errors
    /// What the store says.
    pub async fn current_board(
        &self,
        game: GameId,
        rendering: u64,
    ) -> Result<Option<(Board, Message)>, store::Error> {
        let record = self.service.game(game).await?;
        Ok(record
            .and_then(|record| Some((place_of_board(&record)?, self.board(&record, rendering)))))
    }

    /// What a message that was the board of a game shows instead: where the board is now. None where it is the board again.
    ///
    /// # Errors
    /// What the store says.
    pub async fn instead_of(&self, retired: Board) -> Result<Option<Message>, store::Error> {
        let record = self.service.game(retired.game).await?;
        Ok(record.and_then(|record| {
            let board = record.board.filter(|&board| board != retired.message)?;
            let language = self.texts.language(&record.place.language);
            Some(view::moved_away(
                language,
                &view::link(&record.place, board),
            ))
        }))
    }

    /// The board of a game as it is now, wherever it is going to be shown.
    ///
    /// # Errors
    /// What the store says.
    pub async fn board_to_post(
        &self,
        game: GameId,
        rendering: u64,
    ) -> Result<Option<Message>, store::Error> {
        Ok(self
            .service
            .game(game)
            .await?
            .map(|record| self.board(&record, rendering)))
    }

    /// What to say to somebody whose interaction has come too late to be carried out.
    #[must_use]
    pub fn too_late(&self) -> Response {
        Response::Message(view::plain(
            self.texts.language("").say(key!("refused-too-late")),
        ))
    }

    /// What to say where answering has broken off, without a claim about what was done before that.
    #[must_use]
    pub fn apology(&self, incident: InteractionId) -> Response {
        Response::Message(view::apology(self.texts.language(""), incident))
    }

    /// Notes that a message with the board of a game has been delivered. Returns the message that is not the
    /// board any more, and should lose its controls.
    pub async fn delivered(
        &self,
        game: GameId,
        board: MessageId,
        by: InteractionId,
    ) -> Option<Board> {
        match self.service.note_board(game, board, by).done().await {
            Ok(noted) => {
                let Acted { record, retired } = noted?;
                retired.map(|retired| board_at(&record, retired))
            }
            Err(error) => {
                tracing::error!(
                    game = game.0,
                    error = &error as &dyn std::error::Error,
                    "a board was not noted"
                );
                None
            }
        }
    }

    /// Says that the board which an interaction was to show could not be delivered: if that interaction began the game, nobody
    /// has seen anything of it, and it is abandoned.
    pub async fn undelivered(&self, game: GameId, by: InteractionId) {
        if let Err(error) = self.service.abandon_unseen(game, by).done().await {
            tracing::error!(
                game = game.0,
                error = &error as &dyn std::error::Error,
                "a game was not abandoned"
            );
        }
    }

    pub(super) fn board(&self, record: &GameRecord, rendering: u64) -> Message {
        view::board(
            self.texts.language(&record.place.language),
            record,
            rendering,
        )
    }

    async fn locale(&self, member: MemberId, of_client: String) -> String {
        match timeout(LANGUAGE_PATIENCE, self.service.language(member)).await {
            Ok(Ok(Some(chosen))) => chosen,
            Ok(Ok(None) | Err(_)) | Err(_) => of_client,
        }
    }
}

/// Where the board of a game is, if it has been shown.
pub(super) fn place_of_board(record: &GameRecord) -> Option<Board> {
    record.board.map(|message| board_at(record, message))
}

/// That message, as a board of that game.
pub(super) const fn board_at(record: &GameRecord, message: MessageId) -> Board {
    Board {
        game: record.game.id(),
        channel: record.place.channel,
        message,
        editable: record.place.editable,
    }
}
