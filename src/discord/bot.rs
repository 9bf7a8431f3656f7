//! The bot: the use cases, and the texts and pictures that show their results.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::time::timeout;

use crate::chain::chain;
use crate::discord::closed::Closed;
use crate::discord::commands::privacy::Exports;
use crate::discord::drafts::Drafts;
use crate::discord::input::interaction::Interaction;
use crate::discord::message::{Attachment, Message};
use crate::discord::pending_moves::PendingMoves;
use crate::discord::picture::PictureCache;
use crate::discord::reply::{NewBoard, Response};
use crate::discord::text::{Texts, key};
use crate::discord::view;
use crate::game::MemberId;
use crate::records::InteractionId;
use crate::service::Service;
use nim_games::Position;

/// How long to wait for what a message can do without: the language that a member has chosen, and
/// that a game has earned a coin.
pub(super) const READ_TIMEOUT: Duration = Duration::from_millis(250);

/// The use cases, and what their results are shown with.
#[derive(Debug)]
pub struct Bot {
    pub(super) service: Service,
    pub(super) texts: Texts,
    /// The bot's own user, once it is known.
    pub(super) user: OnceLock<MemberId>,
    pub(super) pending_moves: Arc<PendingMoves>,
    pub(super) drafts: Drafts,
    pub(super) closed: Closed,
    pub(super) exports: Arc<Exports>,
    pictures: PictureCache,
}

/// Why an interaction was not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnedAway {
    /// Too many are in work.
    Busy,
    /// The member sends too many.
    TooQuick,
}

impl Bot {
    /// A bot with these use cases and texts.
    #[must_use]
    pub fn new(service: Service, texts: Texts) -> Self {
        Self {
            service,
            texts,
            user: OnceLock::new(),
            pending_moves: Arc::default(),
            drafts: Drafts::default(),
            closed: Closed::default(),
            exports: Arc::default(),
            pictures: PictureCache::new(),
        }
    }

    /// Counts a position out on a thread of its own, if its game needs that: the change that starts
    /// a game must not be kept waiting.
    pub async fn prepare(&self, start: Position) {
        if start.is_counted_out() {
            let counting = tokio::task::spawn_blocking(move || start.count_out());
            // A thread that is stopped has counted nothing; the change would do it then.
            let _stopped = counting.await;
        }
    }

    /// Counts out, once the program has started, what most games need, and then what the running
    /// ones do: those played last are known at last.
    pub async fn prepare_all(&self) {
        const MOST: i64 = 100;
        for position in Position::largest_counted() {
            self.prepare(position).await;
        }
        match self.service.running_starts(MOST).await {
            Ok(starts) => {
                for start in starts.into_iter().rev() {
                    self.prepare(start).await;
                }
            }
            Err(error) => tracing::warn!(
                error = chain(&error),
                "what the running games need is counted out when it is asked"
            ),
        }
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

    /// The texts, for registering commands.
    #[must_use]
    pub const fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Draws the pictures of a message that can be drawn in time.
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
    pub(super) async fn complete(&self, first: &mut Response, may_attach: bool) {
        let (Response::NewBoard(NewBoard { message, .. })
        | Response::Board { message, .. }
        | Response::Public { message, .. }
        | Response::Private(message)
        | Response::Update(message)) = first
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

    /// The language that a member has chosen for private messages, else the one of the member's
    /// client.
    pub(super) async fn locale(&self, member: MemberId, of_client: &str) -> String {
        let known = timeout(READ_TIMEOUT, self.service.member(member)).await;
        let known = known.ok().and_then(Result::ok);
        let chosen = known.and_then(|member| member.settings.language);
        chosen.unwrap_or_else(|| of_client.to_owned())
    }

    /// The response to an interaction that was not let in. It says so in the language of the
    /// client: reading the member's would cost what there is no room for.
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

    /// The message if answering failed halfway: it does not say what was done before that.
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
