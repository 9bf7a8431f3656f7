//! What is shown where: boards, challenges and notifications as they are now, and which message
//! shows them.
//!
//! Transport reads the current state again before each attempt to show it, since the game may have
//! changed in the meantime.

use tokio::time::timeout;

use crate::bot::{Bot, LOOKUP_TIMEOUT};
use crate::commands;
use crate::message::Message;
use crate::reply::Board;
use crate::view::{self, ExtraLines};
use wythoff_game::chain::chain;
use wythoff_game::records::{
    ChallengeRecord, ChannelId, GameRecord, InteractionId, MessageId, Notification,
    NotificationMessage, NotifyVia, ObsoleteMessage, Place, Post,
};
use wythoff_game::{Day, GameId, MemberId, Timestamp};
use wythoff_service::{Abandoned, Ending, GameOrChallenge, GameUpdate, NotedBoard, Unseen};
use wythoff_store::Read;

/// A message in which something gathers, as it is to be drawn.
#[derive(Clone, Debug)]
pub struct PostToDraw {
    pub place: Place,
    /// What a repeated post is recognised by.
    pub nonce: String,
    /// Its message. `None` if it is still to be posted.
    pub shown_in: Option<MessageId>,
    pub message: Message,
    /// How many changes this covers that are not drawn.
    pub undrawn: i64,
}

impl Bot {
    /// The board of a game, or a challenge, as it is now, and where it is shown. Returns `None` if
    /// no message shows it yet. The picture is not drawn yet ([`Bot::draw_pictures`]).
    ///
    /// # Errors
    /// Those of the store.
    pub async fn current_board(
        &self,
        game: GameId,
        rendering: u64,
    ) -> wythoff_store::Result<Option<(Board, Message)>> {
        let Some(game_or_challenge) = self.service.game_or_challenge(game).await? else {
            return Ok(None);
        };
        let board = match &game_or_challenge {
            GameOrChallenge::Game(record) => record.board.map(|board| Board::of(record, board)),
            GameOrChallenge::Challenge(record) => Board::of_challenge(record),
        };
        let Some(board) = board else {
            return Ok(None);
        };
        Ok(Some((
            board,
            self.message(&game_or_challenge, rendering).await,
        )))
    }

    /// The board of a game, or a challenge, as it is now, and the place to post it in. The picture
    /// is not drawn yet.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn board_to_post(
        &self,
        game: GameId,
        pings: &[MemberId],
        rendering: u64,
    ) -> wythoff_store::Result<Option<(Place, Message)>> {
        let Some(game_or_challenge) = self.service.game_or_challenge(game).await? else {
            return Ok(None);
        };
        let message = self
            .message(&game_or_challenge, rendering)
            .await
            .pinging(pings);
        Ok(Some((game_or_challenge.place().clone(), message)))
    }

    /// Where a message of a game or a challenge may be that is newer than the one that is known: the
    /// channel, if the bot has access to it, and the id that is older than the message's.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn where_to_look(
        &self,
        game: GameId,
    ) -> wythoff_store::Result<Option<(ChannelId, i64)>> {
        let game_or_challenge = self.service.game_or_challenge(game).await?;
        let accessible = game_or_challenge.filter(|it| it.place().editable);
        Ok(accessible.map(|it| {
            let after = it.board().map_or(game.0, |board| board.0);
            (it.place().channel, after)
        }))
    }

    /// The content for a message that used to be the board of a game: a link to the current board.
    /// Returns `None` if the message is the board again, or if the game has no board.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn link_to_new_board(&self, old: Board) -> wythoff_store::Result<Option<Message>> {
        let game_or_challenge = self.service.game_or_challenge(old.game).await?;
        Ok(game_or_challenge.and_then(|it| {
            let board = it.board().filter(|&board| board != old.message)?;
            let language = self.texts.language(&it.place().language);
            let link = view::link(it.place(), board);
            Some(view::link_to_board_message(language, &link))
        }))
    }

    /// Whether a message is the current board of its game.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn is_board(&self, board: Board) -> wythoff_store::Result<bool> {
        let game_or_challenge = self.service.game_or_challenge(board.game).await?;
        Ok(game_or_challenge.is_some_and(|it| it.board() == Some(board.message)))
    }

    /// A message that shows a game, as its board, if an erasure has deleted which message that was.
    pub async fn forgotten_board(&self, game: GameId, message: MessageId) -> Option<Board> {
        let record = self.service.game(game).await.ok().flatten()?;
        record.board.is_none().then(|| Board::of(&record, message))
    }

    /// When a game or a challenge changed last. `None` if that cannot be read, which is logged.
    pub async fn changed(&self, game: GameId) -> Option<Timestamp> {
        let changed = self.service.changed(game).await;
        ok_or_log(game, changed, "it was not read when a board changed").flatten()
    }

    /// Records that a message shows the board of a game, or a challenge. Returns the message to
    /// delete and when the game changed last; `None` if saving fails, which is logged.
    pub async fn note_board(
        &self,
        game: GameId,
        board: MessageId,
        interaction: InteractionId,
    ) -> Option<NotedBoard> {
        let noted = self.service.note_board(game, board, interaction).await;
        ok_or_log(game, noted, "a board was not recorded").flatten()
    }

    /// Abandons a game, or withdraws a challenge, that nobody can have seen because the response
    /// with its first message was not delivered. Returns `None` if the game or challenge stays.
    pub async fn abandon_unseen(&self, game: GameId, why: Unseen) -> Option<Abandoned> {
        let abandoned = self.service.abandon_unseen(game, why).await;
        ok_or_log(game, abandoned, "a game was not abandoned").flatten()
    }

    /// The text of a notification, and the place of its game. Returns `None` if the notification is
    /// stale.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn notification(
        &self,
        notification: Notification,
    ) -> wythoff_store::Result<Option<(Place, Message)>> {
        let Some(game_or_challenge) = self.service.game_or_challenge(notification.game).await?
        else {
            return Ok(None);
        };
        let place = game_or_challenge.place();
        let chosen_language = match notification.via {
            NotifyVia::Direct => {
                let member = self.service.member(notification.member).await?;
                member.settings.language.clone()
            }
            NotifyVia::Ping => None,
        };
        let language = self
            .texts
            .language(chosen_language.as_ref().unwrap_or(&place.language));
        let message = match &game_or_challenge {
            GameOrChallenge::Game(record) => view::notification(language, record, notification),
            GameOrChallenge::Challenge(record) => {
                view::challenge_notification(language, record, notification)
            }
        };
        Ok(message.map(|message| (place.clone(), message)))
    }

    /// Like [`Bot::notification`], for a notification that is still to be sent. Also returns `None`
    /// if a later notification has replaced it, or if it no longer needs sending.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn notification_to_send(
        &self,
        notification: Notification,
    ) -> wythoff_store::Result<Option<(Place, Message)>> {
        let is_unsent = |mut view: Read| async move { view.is_to_be_sent(notification).await };
        if !self.store().read(is_unsent).await? {
            return Ok(None);
        }
        self.notification(notification).await
    }

    /// What to post in a server, if the puzzle of a day is still to be posted there: the place, and the message.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn daily_to_post(
        &self,
        server: i64,
        day: Day,
    ) -> wythoff_store::Result<Option<(Place, Message)>> {
        let post = |mut view: Read| async move { view.daily_to_post(server, day).await };
        let post = self.store().read(post).await?;
        Ok(post.map(|post| {
            let language = self.texts.language(&post.place.language);
            let message = commands::daily::posts::post(language, &post);
            (post.place, message)
        }))
    }

    /// A message as it is now, with what has gathered there. `None` if the message is not known, or is not kept any
    /// more.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn post_to_draw(
        &self,
        post: Post,
        now: Timestamp,
    ) -> wythoff_store::Result<Option<PostToDraw>> {
        let (place, shown_in, undrawn, message) = match post {
            Post::Daily(server, day) => {
                let shown =
                    |mut view: Read| async move { view.daily_post_shown(server, day).await };
                let Some((post, shown_in, undrawn)) = self.store().read(shown).await? else {
                    return Ok(None);
                };
                let language = self.texts.language(&post.place.language);
                let message = commands::daily::posts::post(language, &post).keeping_picture();
                (post.place, Some(shown_in), undrawn, message)
            }
            Post::DailyResult(server, day) => {
                let ended = |mut view: Read| async move { view.ended_post(server, day).await };
                let Some((place, shown_in, result)) = self.store().read(ended).await? else {
                    return Ok(None);
                };
                let language = self.texts.language(&place.language);
                let message = commands::daily::posts::result(language, &result);
                (place, Some(shown_in), 1, message)
            }
            Post::Dare(id) => {
                let Some(shown) = self.service.dare_to_show(id).await? else {
                    return Ok(None);
                };
                let locale = self.public_locale(&shown.dare.place).await;
                let language = self.texts.language(&locale);
                let message = commands::dare::view::dare(language, &shown, now).keeping_picture();
                (shown.dare.place, shown.dare.message, shown.undrawn, message)
            }
            Post::Question(id) => {
                let Some(shown) = self.service.question_to_show(id).await? else {
                    return Ok(None);
                };
                let locale = self.public_locale(&shown.question.place).await;
                let message = commands::ask::view::question(self.texts.language(&locale), &shown);
                let (question, undrawn) = (shown.question, shown.undrawn);
                // Once it is closed, the picture shows what wins.
                let message = if question.is_closed {
                    message
                } else {
                    message.keeping_picture()
                };
                (question.place, question.message, undrawn, message)
            }
            Post::Boss(server) => {
                let Some(shown) = self.service.boss_to_show(server).await? else {
                    return Ok(None);
                };
                let locale = self.public_locale(&shown.record.place).await;
                let Some(message) =
                    commands::boss::view::boss(self.texts.language(&locale), &shown)
                else {
                    return Ok(None);
                };
                let record = shown.record;
                return Ok(Some(PostToDraw {
                    nonce: format!("b{:x}-{}", record.guild, record.games),
                    place: record.place,
                    shown_in: record.message,
                    message,
                    undrawn: shown.undrawn,
                }));
            }
            Post::Table(id) => {
                let Some(shown) = self.service.table_to_show(id).await? else {
                    return Ok(None);
                };
                let locale = self.public_locale(&shown.record.place).await;
                let message = commands::table::view::table(self.texts.language(&locale), &shown);
                let record = shown.record;
                (record.place, record.message, shown.undrawn, message)
            }
        };
        // Others are posted by the interaction that makes them.
        Ok(shown_in.is_some().then_some(PostToDraw {
            nonce: String::new(),
            place,
            shown_in,
            message,
            undrawn,
        }))
    }

    /// The reminder of the puzzle of a day: how and where it is sent, and the message.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn reminder(
        &self,
        member: MemberId,
        (day, now): (Day, Timestamp),
        refused: Option<NotifyVia>,
    ) -> wythoff_store::Result<Option<(NotifyVia, Place, Message)>> {
        let reminder = self.service.reminder_to_send(member, (day, now), refused);
        let Some(reminder) = reminder.await? else {
            return Ok(None);
        };
        let locale = match reminder.via {
            NotifyVia::Ping => reminder.place.language.clone(),
            NotifyVia::Direct => self.locale(member, &reminder.place.language).await,
        };
        let message =
            commands::daily::posts::reminder(self.texts.language(&locale), &reminder, (day, now));
        Ok(Some((reminder.via, reminder.place, message)))
    }

    /// Records the message of a notification. Returns a message to delete: the previous one, or
    /// this one if it is no longer needed.
    pub async fn note_notification(&self, sent: NotificationMessage) -> Option<ObsoleteMessage> {
        let noted = self.service.keep_notification(sent).await;
        ok_or_log(
            sent.game,
            noted,
            "the message of a notification was not recorded",
        )
        .flatten()
    }

    /// Forgets a member's notifications about a game, after a board was posted that mentions the
    /// member. Returns the message to delete, if there is one.
    pub async fn replace_notification(
        &self,
        game: GameId,
        member: MemberId,
        at: Timestamp,
    ) -> Option<ObsoleteMessage> {
        let replaced = self.service.replace_notification(game, member, at).await;
        ok_or_log(game, replaced, "a notification was not replaced").flatten()
    }

    pub(super) async fn board(&self, record: &GameRecord, rendering: u64) -> Message {
        self.board_with_extra_lines(record, rendering, ExtraLines::default())
            .await
    }

    /// The board after a change. The lines that mention lessons and practice are shown
    /// only once, so they are missing when the board is drawn again, or posted by a follow-up.
    pub(super) async fn board_after(&self, update: &GameUpdate, rendering: u64) -> Message {
        let extra_lines = ExtraLines {
            mentions_lessons: update.tells_of_lessons,
            practice: update.practice,
            ending: Ending::default(),
        };
        self.board_with_extra_lines(&update.record, rendering, extra_lines)
            .await
    }

    async fn board_with_extra_lines(
        &self,
        record: &GameRecord,
        rendering: u64,
        extra_lines: ExtraLines,
    ) -> Message {
        let language = self.texts.language(&record.place.language);
        // A late board is worse than one that says less.
        let ending = timeout(LOOKUP_TIMEOUT, self.service.ending(record)).await;
        let ending = ending.ok().and_then(Result::ok).unwrap_or_default();
        let extra_lines = ExtraLines {
            ending,
            ..extra_lines
        };
        view::board(language, record, rendering, &extra_lines)
    }

    pub(super) fn challenge(&self, record: &ChallengeRecord) -> Message {
        let language = self.texts.language(&record.place.language);
        commands::challenge::view::challenge(language, record)
    }

    async fn message(&self, game_or_challenge: &GameOrChallenge, rendering: u64) -> Message {
        match game_or_challenge {
            GameOrChallenge::Game(record) => self.board(record, rendering).await,
            GameOrChallenge::Challenge(record) => self.challenge(record),
        }
    }
}

/// The result of saving, or `None` after logging the error.
fn ok_or_log<T>(game: GameId, saved: wythoff_store::Result<T>, failure: &'static str) -> Option<T> {
    saved
        .inspect_err(|error| {
            let error = chain(error);
            tracing::error!(game = game.0, error, "{failure}");
        })
        .ok()
}
