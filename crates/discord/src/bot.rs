//! The bot: the use cases, and the texts and pictures that show their results.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::SetOnce;
use tokio::time::timeout;

use crate::asked::AskedAbout;
use crate::closed::ClosedChallenges;
use crate::exports::Exports;
use crate::input::interaction::Interaction;
use crate::message::{Attachment, Message};
use crate::pending_moves::PendingMoves;
use crate::picture::PictureCache;
use crate::reply::{NewBoard, PublicMessage, Response};
use crate::text::{Texts, key};
use crate::view;
use nim_games::Position;
use wythoff_game::MemberId;
use wythoff_game::chain::chain;
use wythoff_game::records::{InteractionId, MessageId, Place, Post};
use wythoff_service::Service;
use wythoff_store::{Read, Store, Tx};

/// How long to wait for data that a message can do without: a member's chosen language, and whether
/// a game has earned a coin.
pub(super) const LOOKUP_TIMEOUT: Duration = Duration::from_millis(250);

/// How long to look for the starts of running games. That is generous, since nobody is waiting.
const STARTS_TIMEOUT: Duration = Duration::from_secs(30);

/// The use cases, and the texts and pictures that show their results.
#[derive(Debug)]
pub struct Bot {
    pub(super) service: Service,
    pub(super) texts: Texts,
    /// The bot's own user, once it is known.
    pub(super) user: SetOnce<MemberId>,
    pub(super) pending_moves: Arc<PendingMoves>,
    pub(super) closed_challenges: ClosedChallenges,
    pub(super) exports: Arc<Exports>,
    pub(super) asked: AskedAbout,
    pictures: PictureCache,
}

/// Why an interaction was not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnedAway {
    /// Too many interactions are in progress.
    Busy,
    /// The member sends too many interactions.
    TooQuick,
}

impl Bot {
    /// A bot with these use cases and texts.
    #[must_use]
    pub fn new(service: Service, texts: Texts) -> Self {
        Self {
            service,
            texts,
            user: SetOnce::new(),
            pending_moves: Arc::default(),
            closed_challenges: ClosedChallenges::default(),
            exports: Arc::default(),
            asked: AskedAbout::default(),
            pictures: PictureCache::new(),
        }
    }

    /// Tabulates a position on a separate thread, if its game needs that, so that the change that
    /// starts a game is not held up.
    pub async fn prepare(&self, start: Position) {
        if start.is_tabulated() {
            let tabulating = tokio::task::spawn_blocking(move || start.tabulate());
            // If the thread fails, the change itself tabulates the position.
            let _stopped = tabulating.await;
        }
    }

    /// After startup, tabulates the positions that most games need, then those of the running
    /// games, ending with the most recently played.
    pub async fn prepare_all(&self) {
        const MAX_GAMES: i64 = 100;
        let starts = |mut view: Read| async move { view.running_starts(MAX_GAMES).await };
        for position in Position::positions_to_tabulate_first() {
            self.prepare(position).await;
        }
        match self.store().long_read(STARTS_TIMEOUT, starts).await {
            Ok(starts) => {
                for start in starts.into_iter().rev() {
                    self.prepare(start).await;
                }
            }
            Err(error) => tracing::warn!(
                error = chain(&error),
                "the positions of running games could not be read; they are tabulated when needed"
            ),
        }
    }

    /// The bot's own user, once it is known.
    #[must_use]
    pub fn user(&self) -> Option<MemberId> {
        self.user.get().copied()
    }

    /// Waits until the bot knows its own user, and so which messages are its own.
    pub async fn until_user_known(&self) {
        self.user.wait().await;
    }

    /// Sets the bot's own user. Later calls change nothing.
    pub fn set_user(&self, user: MemberId) {
        let _already_set = self.user.set(user);
    }

    /// The use cases.
    #[must_use]
    pub const fn service(&self) -> &Service {
        &self.service
    }

    /// The store, for what needs no decision.
    #[must_use]
    pub fn store(&self) -> &Store {
        self.service.store()
    }

    /// Saves something that no member waits for. If that fails, it is logged.
    pub async fn save<T: Send + 'static>(
        &self,
        failure: &'static str,
        change: impl for<'t> Fn(&'t mut Tx) -> BoxFuture<'t, wythoff_store::Result<T>>
        + Clone
        + Send
        + 'static,
    ) -> Option<T> {
        let saved = self.store().change_later(change).await;
        saved
            .inspect_err(|error| tracing::error!(error = chain(error), "{failure}"))
            .ok()
    }

    /// Notes in which message something gathers.
    pub async fn note_message_of(&self, post: Post, message: MessageId) {
        let failure = "it was not saved in which message something gathers";
        self.save(failure, move |tx| tx.note_message_of(post, message).boxed())
            .await;
    }

    /// The texts, for registering commands.
    #[must_use]
    pub const fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Draws a message's pictures, except those that cannot be drawn in time.
    pub async fn draw_pictures(&self, message: &mut Message) {
        for (picture, description) in message.take_pictures() {
            match self.pictures.png(&picture).await {
                Some(png) => message.attach(Attachment {
                    name: picture.file_name().to_owned(),
                    description,
                    bytes: png.to_vec(),
                }),
                None => message.go_without_picture(),
            }
        }
    }

    /// Draws the pictures of a first response, if files may be attached.
    pub(super) async fn draw_response(&self, response: &mut Response, may_attach: bool) {
        let (Response::NewBoard(NewBoard { message, .. })
        | Response::Board { message, .. }
        | Response::Public(PublicMessage { message, .. })
        | Response::Private(message)
        | Response::Update(message)) = response
        else {
            return;
        };
        if may_attach {
            self.draw_pictures(message).await;
        } else {
            message.take_pictures();
            message.go_without_picture();
        }
    }

    /// The language that a member has chosen for private messages, or else that of the member's
    /// client.
    pub(super) async fn locale(&self, member: MemberId, client_locale: &str) -> String {
        let known = timeout(LOOKUP_TIMEOUT, self.service.member(member)).await;
        let known = known.ok().and_then(Result::ok);
        let chosen = known.and_then(|member| member.settings.language);
        chosen.unwrap_or_else(|| client_locale.to_owned())
    }

    /// The language of public messages in a place: that of the server's setting, or else its language in
    /// Discord.
    pub(super) async fn public_locale(&self, place: &Place) -> String {
        let chosen = async {
            let known = self.service.server_settings(place.guild?);
            timeout(LOOKUP_TIMEOUT, known).await.ok()?.ok()?.language
        };
        chosen.await.unwrap_or_else(|| place.language.clone())
    }

    /// The response to an interaction that was not let in. It uses the client's language: reading
    /// the member's chosen one would add load just when the bot has to turn interactions away.
    #[must_use]
    pub fn turn_away(&self, interaction: &Interaction, why: TurnedAway) -> Response {
        if interaction.is_completion() {
            return Response::Choices(Vec::new());
        }
        let text = self.texts.language(&interaction.locale).say(match why {
            TurnedAway::Busy => key!("refused-busy"),
            TurnedAway::TooQuick => key!("refused-too-quick"),
        });
        Response::Private(view::plain(text))
    }

    /// The response to an interaction that arrived too late to be carried out.
    #[must_use]
    pub fn too_late(&self) -> Response {
        let text = self.texts.language("").say(key!("refused-too-late"));
        Response::Private(view::plain(text))
    }

    /// The message shown if answering failed halfway. It does not say how much was done.
    #[must_use]
    pub fn apology(&self, incident: InteractionId) -> Message {
        view::apology(self.texts.language(""), incident)
    }

    /// The response to an interaction that cannot be read. Nothing was done.
    #[must_use]
    pub fn fault(&self, incident: InteractionId) -> Response {
        Response::Private(view::fault(self.texts.language(""), incident))
    }
}
