//! Posting the puzzle of the day in servers, and reminding members of it.

use futures::FutureExt;

use super::post::Post;
use super::{Worker, is_final};
use crate::rest::{Failure, Route};
use wythoff_game::chain::chain;
use wythoff_game::records::{self, DailyTo, NotifyVia};
use wythoff_game::{Day, MemberId};

impl Worker {
    /// Posts the puzzle of a day in the channel that a server has chosen. The nonce consists of the channel and
    /// the day, so that Discord recognises a repetition after a restart.
    pub(super) async fn post_daily(&self, server: i64, day: Day) -> Result<(), Failure> {
        let sent = (DailyTo::Server(server), day);
        let wanted = || self.bot.daily_to_post(server, day);
        let attempt = async |attempts| {
            // Whether and where it is wanted may change while an attempt waits.
            let Some((place, mut message)) = wanted().await? else {
                return Ok(None);
            };
            let post = Post::named(format!("{}{}", place.channel.0, day.0));
            self.bot.draw_pictures(&mut message).await;
            let posted = self.post(attempts, None, &place, &message, &post).await?;
            Ok(Some((place.channel, posted)))
        };
        let Some((place, _)) = wanted().await? else {
            return Ok(());
        };
        let posted = if self.sent.includes(sent) {
            Ok(Some((place.channel, self.sent.message(sent))))
        } else {
            self.calls.retry(attempt).await
        };
        let (channel, posted_as) = match posted {
            Ok(None) => return Ok(()),
            Ok(Some(posted)) => posted,
            Err(_) => (place.channel, None),
        };
        if posted.is_ok() {
            self.sent.add(sent, posted_as);
        }
        let posted = posted.map(drop);
        if is_final(&posted) {
            let place = (server, channel);
            let failure = "it was not saved that a puzzle was posted or refused";
            let saving = self.bot.save(failure, move |tx| {
                tx.note_daily_posted(place, day, posted_as).boxed()
            });
            saving.await;
            // Somebody may have solved it while it was on its way.
            let _later_if_it_fails = self.redraw_post(records::Post::Daily(server, day)).await;
        }
        posted
    }

    /// Forgets the puzzles of earlier days that could not be posted, and reminders of them: they would no longer
    /// be true.
    pub(super) async fn forget_earlier_dailies(&self) -> Result<(), Failure> {
        let today = Day::of(self.time.now());
        let failure = "it was not saved that earlier puzzles need no posting any more";
        self.bot
            .save(failure, move |tx| tx.forget_earlier_dailies(today).boxed())
            .await;
        Ok(())
    }

    /// Reminds a member of the puzzle of a day: in the channel where they have asked for it, or in a
    /// direct message; in the other way if that one fails for now.
    pub(super) async fn remind(&self, member: MemberId, day: Day) -> Result<(), Failure> {
        if !self.sent.includes((DailyTo::Member(member), day)) {
            let mut sent = self.try_to_remind(member, day, None).await;
            if let (via, Err(failure)) = &sent
                && !failure.may_be_temporary()
            {
                let other = self.try_to_remind(member, day, *via).await;
                // There may be no other way.
                if other.0.is_some() {
                    sent = other;
                }
            }
            let (_, sent) = sent;
            if !is_final(&sent) {
                return sent;
            }
            self.sent.add((DailyTo::Member(member), day), None);
        }
        let noted = self.bot.service().note_reminded(member, day).await;
        if let Err(error) = noted {
            tracing::error!(
                error = chain(&error),
                "it was not saved that a member was reminded"
            );
        }
        Ok(())
    }

    /// Also returns how it was tried.
    async fn try_to_remind(
        &self,
        member: MemberId,
        day: Day,
        refused: Option<NotifyVia>,
    ) -> (Option<NotifyVia>, Result<(), Failure>) {
        let now = self.time.now();
        let reminder = self.bot.reminder(member, (day, now), refused).await;
        let (via, place, message) = match reminder {
            Ok(Some(reminder)) => reminder,
            Ok(None) => return (None, Ok(())),
            Err(error) => return (None, Err(error.into())),
        };
        let post = Post::named(format!("r{}{}", member.0, day.0));
        let attempt = async |attempts| match via {
            NotifyVia::Ping => self.post(attempts, None, &place, &message, &post).await,
            NotifyVia::Direct => {
                let open = self.rest.direct_channel(member);
                let channel = self.calls.make(attempts, Route::OpenDirect, open).await?;
                let own = self.rest.post(channel, &message, &post.nonce);
                let route = Route::Post(channel);
                self.calls.make(attempts, route, own).await.map(Some)
            }
        };
        (Some(via), self.calls.retry(attempt).await.map(drop))
    }
}
