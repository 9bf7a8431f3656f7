//! The page with its members, and which channel each of them is viewing.

use std::sync::{Arc, Mutex};

use serde::Deserialize;

use crate::id::Id;
use crate::people::{Member, Server};
use crate::sandbox::Sandbox;

/// The channels of the page, in addition to the direct message with the bot.
const CHANNELS: [&str; 2] = ["games", "talk"];

/// The page, ready to be served.
#[derive(Clone)]
pub struct Page(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub(super) sandbox: Sandbox,
    pub(super) members: Vec<Member>,
    /// A command suggested as a first step.
    pub(super) suggested: Option<String>,
    pub(super) restart: Box<dyn Fn() + Send + Sync>,
    /// What members have written in channels. A bot without the right to read messages sees none
    /// of it.
    pub(super) words: Mutex<Vec<Words>>,
}

/// A message of a member.
pub(super) struct Words {
    pub(super) id: Id,
    pub(super) by: Id,
    pub(super) channel: Id,
    pub(super) text: String,
}

impl std::fmt::Debug for Page {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Page")
            .field("members", &self.0.members)
            .finish_non_exhaustive()
    }
}

/// A member, and the channel they are viewing.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct View {
    pub(super) user: Id,
    /// A channel's name, or `dm`.
    pub(super) place: String,
}

impl Page {
    /// A page for the members of a server, each given as a name and the language of their client.
    /// The page suggests the command `suggested`. `restart` restarts the bot.
    #[must_use]
    pub fn new(
        sandbox: &Sandbox,
        server: &Server,
        people: &[(&str, &str)],
        suggested: Option<&str>,
        restart: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let members: Vec<Member> = people
            .iter()
            .map(|(name, locale)| server.member(name).locale(locale))
            .collect();
        if let Some(first) = members.first() {
            // The first member manages the server. Going to a channel creates it.
            let _managing = first.clone().managing();
            for channel in CHANNELS {
                let _made = first.in_channel(channel);
            }
        }
        Self(Arc::new(Inner {
            sandbox: sandbox.clone(),
            members,
            suggested: suggested.map(str::to_owned),
            restart: Box::new(restart),
            words: Mutex::default(),
        }))
    }

    /// The member of a view, with the view's channel open. Returns `None` if either is unknown.
    pub(super) fn member(&self, view: &View) -> Option<Member> {
        let member = self
            .0
            .members
            .iter()
            .find(|member| member.id() == view.user)?;
        Some(match view.place.as_str() {
            "dm" => member.in_direct_message(),
            channel if CHANNELS.contains(&channel) => member.in_channel(channel),
            _ => return None,
        })
    }
}
