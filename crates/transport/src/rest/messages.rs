//! The calls about messages.

use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder};
use serde::Serialize;
use serde_json::json;

use super::super::reply_to::ReplyTo;
use super::answers::{CallbackResult, Identified, Posted};
use super::codes::MISSING_PERMISSIONS;
use super::{
    BYTES_PER_SECOND, Failure, MESSAGES_SEARCHED, ORIGINAL, PATIENCE, Rest, Route, message_id,
    parse, path_by_token,
};
use wythoff_discord::{Attachment, Message, Response};
use wythoff_game::records::{ChannelId, InteractionId, MessageId, RoleChange, RoleId};
use wythoff_game::{GameId, MemberId};

impl Rest {
    /// Sends the first response to an interaction. If `wants_message` is set, returns the id of its
    /// message, if there is one.
    pub(crate) async fn respond(
        &self,
        reply_to: &ReplyTo,
        response: &Response,
        wants_message: bool,
    ) -> Result<Option<MessageId>, Failure> {
        let (InteractionId(id), token) = (reply_to.interaction, &reply_to.token);
        let path = format!("/interactions/{id}/{token}/callback?with_response={wants_message}");
        let route = Route::Respond(reply_to.interaction);
        let call = self.with_files(Method::POST, &path, response, response.attachments());
        let answer = self.carry_out(route, call).await?;
        if !wants_message {
            return Ok(None);
        }
        let result: CallbackResult = parse(answer).await?;
        let message = result.resource.and_then(|resource| resource.message);
        Ok(message.as_ref().map(message_id))
    }

    /// The message of the first response.
    pub(crate) async fn original(&self, reply_to: &ReplyTo) -> Result<MessageId, Failure> {
        let path = path_by_token(reply_to, ORIGINAL);
        let route = Route::ReadBy(reply_to.interaction);
        let message: Identified = self.read(route, Method::GET, &path, None::<&()>).await?;
        Ok(message_id(&message))
    }

    /// Edits a message by the token of an interaction. `name` is its id, or [`ORIGINAL`].
    pub(crate) async fn edit_by_token(
        &self,
        reply_to: &ReplyTo,
        name: &str,
        edit: &Message,
    ) -> Result<(), Failure> {
        let path = path_by_token(reply_to, name);
        let route = Route::EditBy(reply_to.interaction);
        let edited = self.send(route, Method::PATCH, &path, edit, edit.attachments());
        edited.await.map(drop)
    }

    /// Deletes a message by the token of an interaction. `name` is its id, or [`ORIGINAL`].
    pub(crate) async fn delete_by_token(
        &self,
        reply_to: &ReplyTo,
        name: &str,
    ) -> Result<(), Failure> {
        let path = path_by_token(reply_to, name);
        let route = Route::DeleteBy(reply_to.interaction);
        let deleted = self.call(route, Method::DELETE, &path, None::<&()>);
        deleted.await.map(drop)
    }

    /// Sends a follow-up message.
    pub(crate) async fn follow_up(
        &self,
        reply_to: &ReplyTo,
        message: &Message,
    ) -> Result<MessageId, Failure> {
        let path = format!("/webhooks/{}/{}", reply_to.application, reply_to.token);
        let route = Route::PostBy(reply_to.interaction);
        let files = message.attachments();
        let posted = self.send(route, Method::POST, &path, message, files);
        let posted: Identified = parse(posted.await?).await?;
        Ok(message_id(&posted))
    }

    /// Posts a message as the bot. A second call with the same nonce within some minutes returns
    /// the message of the first
    /// (<https://discord.com/developers/docs/resources/message#create-message>).
    pub(crate) async fn post(
        &self,
        channel: ChannelId,
        message: &Message,
        nonce: &str,
    ) -> Result<MessageId, Failure> {
        let path = format!("/channels/{}/messages", channel.0);
        let post = (Route::Post(channel), Method::POST);
        let posted = self.send_own(post, channel, &path, message, Some(nonce));
        let posted: Identified = parse(posted.await?).await?;
        Ok(message_id(&posted))
    }

    /// Searches a channel for a message that responds to an interaction, and, if `content` is given,
    /// has that text.
    pub(crate) async fn find_response(
        &self,
        channel: ChannelId,
        InteractionId(interaction): InteractionId,
        content: Option<&str>,
    ) -> Result<Option<MessageId>, Failure> {
        let path = format!(
            "/channels/{}/messages?after={interaction}&limit={MESSAGES_SEARCHED}",
            channel.0
        );
        let posted: Vec<Posted> = self
            .read(Route::Read(channel), Method::GET, &path, None::<&()>)
            .await?;
        let responds = |posted: &&Posted| {
            let metadata = posted.interaction_metadata.as_ref();
            metadata.is_some_and(|metadata| metadata.id.get().cast_signed() == interaction)
                && content.is_none_or(|content| posted.content.trim() == content.trim())
        };
        let found = posted.iter().find(responds);
        Ok(found.map(|posted| MessageId(posted.id.get().cast_signed())))
    }

    /// Searches a channel for messages by the bot that show a game or a challenge: those after the
    /// id `after`, oldest first, each with the interaction that it responds to. A message that
    /// responds to none is as new as itself.
    pub(crate) async fn find_boards(
        &self,
        (channel, after): (ChannelId, i64),
        MemberId(bot): MemberId,
        game: GameId,
    ) -> Result<Vec<(MessageId, InteractionId)>, Failure> {
        let path = format!(
            "/channels/{}/messages?after={after}&limit={MESSAGES_SEARCHED}",
            channel.0
        );
        let mut posted: Vec<Posted> = self
            .read(Route::Read(channel), Method::GET, &path, None::<&()>)
            .await?;
        posted.retain(|posted| {
            posted.author.id.get().cast_signed() == bot && posted.has_control_of(game)
        });
        posted.sort_by_key(|posted| posted.id);
        let boards = posted.iter().map(|posted| {
            let message = posted.id.get().cast_signed();
            let by = posted.interaction_metadata.as_ref();
            let by = by.map_or(message, |by| by.id.get().cast_signed());
            (MessageId(message), InteractionId(by))
        });
        Ok(boards.collect())
    }

    /// Whether a message is the last of its channel.
    pub(crate) async fn is_last(
        &self,
        channel: ChannelId,
        MessageId(message): MessageId,
    ) -> Result<bool, Failure> {
        let path = format!("/channels/{}/messages?after={message}&limit=1", channel.0);
        let below: Vec<Identified> = self
            .read(Route::Read(channel), Method::GET, &path, None::<&()>)
            .await?;
        Ok(below.is_empty())
    }

    /// The channel of the direct messages with a member.
    pub(crate) async fn direct_channel(&self, member: MemberId) -> Result<ChannelId, Failure> {
        let body = json!({ "recipient_id": member.0.to_string() });
        let channel: Identified = self
            .read(
                Route::OpenDirect,
                Method::POST,
                "/users/@me/channels",
                Some(&body),
            )
            .await?;
        Ok(ChannelId(channel.id.get().cast_signed()))
    }

    /// Gives a member a role, or takes it away
    /// (<https://discord.com/developers/docs/resources/guild#add-guild-member-role>).
    pub(crate) async fn change_role(&self, change: RoleChange) -> Result<(), Failure> {
        let (guild, MemberId(member), RoleId(role)) = (change.guild, change.member, change.role);
        let path = format!("/guilds/{guild}/members/{member}/roles/{role}");
        let method = if change.is_given {
            Method::PUT
        } else {
            Method::DELETE
        };
        let changed = self.call(Route::of_role(change), method, &path, None::<&()>);
        changed.await.map(drop)
    }

    /// Deletes one of the bot's own messages, as the bot.
    pub(crate) async fn delete(
        &self,
        channel: ChannelId,
        MessageId(message): MessageId,
    ) -> Result<(), Failure> {
        let path = format!("/channels/{}/messages/{message}", channel.0);
        let route = Route::Delete(channel);
        let deleted = self.call(route, Method::DELETE, &path, None::<&()>);
        deleted.await.map(drop)
    }

    /// Edits one of the bot's own messages, as the bot.
    pub(crate) async fn edit(
        &self,
        channel: ChannelId,
        MessageId(message): MessageId,
        edit: &Message,
    ) -> Result<(), Failure> {
        let path = format!("/channels/{}/messages/{message}", channel.0);
        let route = (Route::Edit(channel), Method::PATCH);
        let edited = self.send_own(route, channel, &path, edit, None);
        edited.await.map(drop)
    }

    /// Sends one of the bot's own messages, without its files where the bot may not attach any.
    async fn send_own(
        &self,
        (route, method): (Route, Method),
        channel: ChannelId,
        path: &str,
        message: &Message,
        nonce: Option<&str>,
    ) -> Result<reqwest::Response, Failure> {
        #[derive(Serialize)]
        struct Body<'m> {
            #[serde(flatten)]
            message: &'m Message,
            #[serde(skip_serializing_if = "Option::is_none")]
            nonce: Option<&'m str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            enforce_nonce: Option<bool>,
        }
        let body = |message| Body {
            message,
            nonce,
            enforce_nonce: nonce.map(|_| true),
        };
        let files = message.attachments();
        if !files.is_empty() {
            let attach = Route::Attach(channel);
            let with_files = body(message);
            let sent = self.send(attach, method.clone(), path, &with_files, files);
            match sent.await {
                Err(Failure::LeftAlone) => {}
                Err(failure) if failure.code() == Some(MISSING_PERMISSIONS) => {}
                sent => return sent,
            }
        }
        let message = message.clone().without_files();
        self.send(route, method, path, &body(&message), &[]).await
    }

    /// Sends a body with the files that belong to it.
    pub(crate) async fn send(
        &self,
        route: Route,
        method: Method,
        path: &str,
        body: &impl Serialize,
        files: &[Attachment],
    ) -> Result<reqwest::Response, Failure> {
        let call = self.with_files(method, path, body, files);
        self.carry_out(route, call).await
    }

    /// A call with the files that belong to its body
    /// (<https://discord.com/developers/docs/reference#uploading-files>).
    fn with_files(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
        files: &[Attachment],
    ) -> RequestBuilder {
        let call = self.request(method, path);
        if files.is_empty() {
            return call.json(body);
        }
        // The body consists of texts and numbers, which always serialise.
        let payload = serde_json::to_string(body).unwrap_or_default();
        let mut form = Form::new().text("payload_json", payload);
        for (index, file) in files.iter().enumerate() {
            let part = Part::bytes(file.bytes.clone()).file_name(file.name.clone());
            form = form.part(format!("files[{index}]"), part);
        }
        let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
        let seconds = u64::try_from(bytes / BYTES_PER_SECOND).unwrap_or(u64::MAX);
        let patience = PATIENCE.saturating_add(Duration::from_secs(seconds));
        call.multipart(form).timeout(patience)
    }
}
