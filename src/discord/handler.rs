//! The door: every interaction comes in here and is answered.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::answering::InteractionContext;
use super::intent::{self, Request};
use super::interaction::Interaction;
use super::pending_moves::PendingMoves;
use super::picture::PictureCache;
use super::reply::{Attachment, Board, Message, Reply, Response};
use super::text::{Texts, key};
use super::view;
use crate::game::{GameId, MemberId, Timestamp};
use crate::records::{
    ChallengeRecord, GameRecord, Identify, InteractionId, MessageId, Notification,
    NotificationMessage, NotifyVia, Place,
};
use crate::service::{ExtendedDeadlines, GameOrChallenge, GameUpdate, Service};
use crate::store;

/// How long to wait for somebody's language before doing without it.
const LANGUAGE_PATIENCE: Duration = Duration::from_millis(250);

/// What answers: the use cases, and the words to put their outcome in.
#[derive(Debug)]
pub struct Bot {
    pub(super) service: Service,
    pub(super) texts: Texts,
    /// The bot's own user, once it is known.
    pub(super) itself: OnceLock<MemberId>,
    pub(super) pending_moves: Arc<PendingMoves>,
    pictures: PictureCache,
}

/// Answers an interaction. Total: whatever comes in, and whatever breaks, there is an answer. A change whose outcome is not known
/// by the deadline is answered without it.
pub async fn handle(bot: &Arc<Bot>, interaction: &Interaction, deadline: Instant) -> Reply {
    let Some(request) = intent::read(interaction) else {
        let language = bot.texts.language("");
        return Reply::private(view::plain(language.say(key!("refused-old-command"))));
    };
    let Request {
        caller,
        locale: client_locale,
        permissions,
        intent,
    } = request;
    let asks = !intent.begins_with_a_change();
    let locale = bot.locale(caller.member, client_locale.clone(), asks).await;
    InteractionContext {
        bot: bot.clone(),
        locale,
        client_locale,
        caller,
        permissions,
        wanted: None,
        asks: None,
        pending_answer: None,
        deadline,
    }
    .answer(intent)
    .await
    .illustrated(bot)
    .await
}

impl Bot {
    /// A bot with these use cases and texts.
    #[must_use]
    pub fn new(service: Service, texts: Texts) -> Self {
        Self {
            service,
            texts,
            itself: OnceLock::new(),
            pending_moves: Arc::default(),
            pictures: PictureCache::new(),
        }
    }

    /// Tells the bot which user it is.
    pub fn introduce(&self, itself: MemberId) {
        // Whoever it is, it stays so.
        let _known_already = self.itself.set(itself);
    }

    /// The texts, for registering commands.
    #[must_use]
    pub const fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The board of a game, or a challenge, as it is now, with where it is; none where it has not been shown yet. Its picture is
    /// still to be drawn ([`Bot::illustrate`]).
    ///
    /// # Errors
    /// What the store says.
    pub async fn current_board(
        &self,
        game: GameId,
        rendering: u64,
    ) -> store::Result<Option<(Board, Message)>> {
        let Some(shown) = self.service.shown(game).await? else {
            return Ok(None);
        };
        let Some(place) = place_of(&shown) else {
            return Ok(None);
        };
        Ok(Some((place, self.message(&shown, rendering))))
    }

    /// What a message that was the board of a game shows instead: where the board is now. None where it is the board again.
    ///
    /// # Errors
    /// What the store says.
    pub async fn instead_of(&self, retired: Board) -> store::Result<Option<Message>> {
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

    /// Whether that message is the board of its game.
    ///
    /// # Errors
    /// What the store says.
    pub async fn is_board(&self, board: Board) -> store::Result<bool> {
        let record = self.service.game(board.game).await?;
        Ok(record.is_some_and(|record| record.board == Some(board.message)))
    }

    /// The message by which whoever is to move in a game was told so, with what it says.
    ///
    /// # Errors
    /// What the store says.
    pub async fn turn_notification(
        &self,
        game: GameId,
    ) -> store::Result<Option<(NotificationMessage, Notification)>> {
        self.service.turn_notification(game).await
    }

    /// The board of a game, or a challenge, as it is now, and where it belongs: wherever it is going to be shown. Its picture is
    /// still to be drawn.
    ///
    /// # Errors
    /// What the store says.
    pub async fn board_to_post(
        &self,
        game: GameId,
        pings: &[MemberId],
        rendering: u64,
    ) -> store::Result<Option<(Place, Message)>> {
        let Some(shown) = self.service.shown(game).await? else {
            return Ok(None);
        };
        let message = self.message(&shown, rendering).pinging(pings);
        Ok(Some((where_it_is(&shown).clone(), message)))
    }

    /// Draws the picture that belongs to a message, if there is one and it can be drawn in time.
    pub async fn illustrate(&self, message: &mut Message) {
        let Some((picture, description)) = message.take_picture() else {
            return;
        };
        if let Some(png) = self.pictures.png(&picture).await {
            message.attach(Attachment {
                name: picture.file_name().to_owned(),
                description,
                bytes: png.to_vec(),
            });
        }
    }

    /// What to tell somebody about a game, and where the game is; none where it does not concern them any more.
    ///
    /// # Errors
    /// What the store says.
    pub async fn notification_message(
        &self,
        notification: Notification,
    ) -> store::Result<Option<(Place, Message)>> {
        let Some(shown) = self.service.shown(notification.game).await? else {
            return Ok(None);
        };
        let chosen = match notification.via {
            NotifyVia::Direct => Some(self.service.member(notification.member).await?),
            NotifyVia::Ping => None,
        };
        let place = where_it_is(&shown);
        let chosen = chosen
            .as_ref()
            .and_then(|member| member.settings.language.as_ref());
        let language = self.texts.language(chosen.unwrap_or(&place.language));
        let message = match &shown {
            GameOrChallenge::Game(record) => view::notification(language, record, notification),
            GameOrChallenge::Challenge(record) => view::challenge_notification(language, record),
        };
        Ok(message.map(|message| (place.clone(), message)))
    }

    /// Notes the message by which somebody was told something. Returns one that is to be taken away: an earlier one, or this
    /// one where it is not needed any more.
    pub async fn note_notification(
        &self,
        notice: NotificationMessage,
    ) -> Option<NotificationMessage> {
        logged(notice.game, self.service.keep_notification(notice).await)
    }

    /// Forgets the message by which a member was told something about a game, since there is a better one; returns it.
    pub async fn replace_notification(
        &self,
        game: GameId,
        member: MemberId,
    ) -> Option<NotificationMessage> {
        logged(game, self.service.take_notification(game, member).await)
    }

    /// Notes that the bot is connected; where it was away, deadlines move by that time, but for `excused`. Returns the games and
    /// challenges whose messages show what was the deadline before that.
    ///
    /// # Errors
    /// What the store says.
    pub async fn mark_alive(
        &self,
        now: Timestamp,
        excused: Duration,
    ) -> store::Result<Vec<GameId>> {
        let ExtendedDeadlines { time, shown } = self.service.mark_alive(now, excused).await?;
        if !time.is_zero() {
            tracing::info!(given_back = ?time, "was away; every deadline has moved by that");
        }
        Ok(shown)
    }

    /// When the bot was last known to be connected.
    ///
    /// # Errors
    /// What the store says.
    pub async fn alive(&self) -> store::Result<Option<Timestamp>> {
        self.service.alive().await
    }

    /// The games and challenges whose messages may be behind, where the process before this one was last known to be connected then.
    ///
    /// # Errors
    /// What the store says.
    pub async fn perhaps_unshown(&self, alive: Timestamp) -> store::Result<Vec<GameId>> {
        self.service.perhaps_unshown(alive).await
    }

    /// Every IDENTIFY since then; none where they cannot be read, which is logged.
    pub async fn identifies(&self, since: Timestamp) -> Vec<Identify> {
        let known = self.service.identifies(since).await;
        known.unwrap_or_else(|error| {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "what was sent to the gateway before is not known"
            );
            Vec::new()
        })
    }

    /// Notes that the bot identifies itself to the gateway, and forgets what was before `oldest`; or that Discord has taken what a shard
    /// identified itself with.
    pub async fn note_identify(&self, identify: Identify, oldest: Timestamp) {
        let noted = self.service.note_identify(identify, oldest).done().await;
        if let Err(error) = noted {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "what was sent to the gateway was not noted"
            );
        }
    }

    /// Notes that an event of an interaction has come; returns whether it is the first one, which is the one that is answered.
    #[must_use]
    pub fn mark_seen(&self, interaction: InteractionId) -> bool {
        self.service.mark_seen(interaction)
    }

    /// Says whether interactions judge deadlines from now on.
    pub fn judge_deadlines(&self, judges: bool) {
        self.service.judge_deadlines(judges);
    }

    /// Takes note of the servers that the bot is in: all that belong to that shard, of so many.
    pub async fn see_servers(&self, present: HashSet<i64>, shard: (i64, i64), now: Timestamp) {
        if let Err(error) = self
            .service
            .compare_servers(present, shard, now)
            .done()
            .await
        {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "the list of servers was not compared"
            );
        }
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

    /// What to say where an interaction could not even be read, and nothing was done.
    #[must_use]
    pub fn fault(&self, incident: InteractionId) -> Response {
        Response::Message(view::fault(self.texts.language(""), incident))
    }

    /// Notes that a message with the board of a game has been delivered. Returns the message that is not the board any more, and should
    /// lose its controls; and since when the game is as it is now.
    pub async fn delivered(
        &self,
        game: GameId,
        board: MessageId,
        by: InteractionId,
    ) -> (Option<Board>, Option<Timestamp>) {
        match self.service.note_board(game, board, by).await {
            Ok(Some(GameUpdate {
                record, retired, ..
            })) => {
                let retired = retired.map(|retired| board_at(&record, retired));
                (retired, Some(record.game.phase().since()))
            }
            Ok(None) => (None, None),
            Err(error) => {
                tracing::error!(
                    game = game.0,
                    error = &error as &dyn std::error::Error,
                    "a board was not noted"
                );
                (None, None)
            }
        }
    }

    /// Says that the board which an interaction was to show could not be delivered: if that interaction began the game, nobody
    /// has seen anything of it, and it is abandoned.
    pub async fn undelivered(&self, game: GameId, by: InteractionId) {
        if let Err(error) = self.service.abandon_unseen(game, by).await {
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

    pub(super) fn challenge(&self, record: &ChallengeRecord) -> Message {
        view::challenge(self.texts.language(&record.place.language), record)
    }

    fn message(&self, shown: &GameOrChallenge, rendering: u64) -> Message {
        match shown {
            GameOrChallenge::Game(record) => self.board(record, rendering),
            GameOrChallenge::Challenge(record) => self.challenge(record),
        }
    }

    /// The language of what only a member sees, asked for where that is not known, unless it will be with a change.
    async fn locale(&self, member: MemberId, of_client: String, asks: bool) -> String {
        let known = match self.service.known_member(member) {
            None if asks => {
                let asked = timeout(LANGUAGE_PATIENCE, self.service.member(member)).await;
                asked.ok().and_then(Result::ok)
            }
            known => known,
        };
        let chosen = known.and_then(|member| member.settings.language.clone());
        chosen.unwrap_or(of_client)
    }
}

/// What was noted about a notice; what failed is logged.
fn logged(
    game: GameId,
    noted: store::Result<Option<NotificationMessage>>,
) -> Option<NotificationMessage> {
    noted.unwrap_or_else(|error| {
        tracing::error!(
            game = game.0,
            error = &error as &dyn std::error::Error,
            "a notice was not noted"
        );
        None
    })
}

/// Where a game or a challenge is shown, if it has been.
fn place_of(shown: &GameOrChallenge) -> Option<Board> {
    match shown {
        GameOrChallenge::Game(record) => record.board.map(|message| board_at(record, message)),
        GameOrChallenge::Challenge(record) => Some(Board {
            game: record.challenge.id,
            channel: record.place.channel,
            message: record.message?,
            editable: record.place.editable,
        }),
    }
}

const fn where_it_is(shown: &GameOrChallenge) -> &Place {
    match shown {
        GameOrChallenge::Game(record) => &record.place,
        GameOrChallenge::Challenge(record) => &record.place,
    }
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
