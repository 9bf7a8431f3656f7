//! Settings of members and servers.

use std::collections::HashSet;
use std::time::Duration;

use futures::FutureExt;

use super::{Caller, Error, Refusal, Service, bosses};
use wythoff_game::records::{MemberChange, MemberSettings, ServerChange, ServerSettings, Switch};
use wythoff_game::{Day, Timestamp};
use wythoff_store::Pending;

/// How long the settings of a server are kept after the bot has left it.
const SERVER_RETENTION: Duration = Duration::from_hours(24 * 90);

/// How many members a member may block. The list is read with each of the member's actions.
pub const MAX_BLOCKED: usize = 1000;

impl Service {
    /// Compares the known servers of a shard with those that Discord lists, and deletes the data
    /// about servers that have been missing for 90 days.
    pub fn compare_servers(
        &self,
        present: HashSet<i64>,
        shard: (i64, i64),
        now: Timestamp,
    ) -> Pending<()> {
        self.store.change_alone(move |tx| {
            async move {
                tx.compare_servers(&present, shard, now, SERVER_RETENTION)
                    .await
            }
            .boxed()
        })
    }

    /// Changes a setting of a member. Returns all settings.
    pub fn change_member(
        &self,
        caller: Caller,
        change: MemberChange,
    ) -> Pending<MemberSettings, Error> {
        self.change(caller, move |tx, caller| {
            async move {
                let before = tx.member(caller.member).await?.settings;
                let most = MAX_BLOCKED.max(before.blocked.len());
                let settings = before.with(change);
                if settings.blocked.len() > most {
                    return Err(Error::refused(Refusal::TooManyBlocked));
                }
                tx.set_member_settings(caller.member, &settings).await?;
                Ok(settings)
            }
            .boxed()
        })
    }

    /// Changes a setting of a server. Returns all settings. The caller's permission has already
    /// been checked from the interaction.
    pub fn change_server(
        &self,
        caller: Caller,
        server: i64,
        change: ServerChange,
    ) -> Pending<ServerSettings, Error> {
        self.change(caller, move |tx, caller| {
            async move {
                if let ServerChange::Hidden { hidden, shown } = &change {
                    for &member in shown {
                        tx.unhide_member(server, member).await?;
                    }
                    for &member in hidden {
                        tx.hide_member(server, member).await?;
                    }
                }
                if let ServerChange::Penguin(switch) = change {
                    let (switched, place) = ((server, switch == Switch::On), &caller.place);
                    bosses::switch(tx, switched, place.clone(), caller.at()).await?;
                }
                if let ServerChange::Quiet(channel, switch) = change {
                    tx.set_quiet(server, channel, switch == Switch::On).await?;
                }
                let before = tx.server_settings(Some(server)).await?;
                // A button on an old message must not undo what was set since then.
                let is_on_already =
                    matches!(change, ServerChange::Daily(Some(_))) && before.daily.is_some();
                if is_on_already {
                    return Ok(before);
                }
                let settings = before.clone().with(change.clone());
                tx.set_server_settings(server, &settings).await?;
                if let (ServerChange::DailyHour(_), Some(daily), Some(before)) =
                    (change, &settings.daily, &before.daily)
                {
                    let hours = i64::from(daily.hour) - i64::from(before.hour);
                    tx.move_daily_due(server, hours).await?;
                } else if settings.daily != before.daily {
                    let tomorrow = Day::of(caller.at()).end();
                    let due = settings
                        .daily
                        .as_ref()
                        .map(|daily| daily.comes_at(tomorrow));
                    tx.set_daily_due(server, due).await?;
                }
                Ok(settings)
            }
            .boxed()
        })
    }
}
