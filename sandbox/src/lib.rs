//! A strict Discord on loopback, for testing bots that answer interactions, and for trying them
//! without an account.
//!
//! It speaks REST v10 and gateway v10 as Discord documents them. To an application with an
//! interactions endpoint (a URL), it sends interactions as signed requests. It refuses what Discord
//! refuses, with Discord's own status and codes, and injects faults on request. People in it do what
//! people do in Discord's client: type commands, choose, click, fill in forms; and they see what people
//! see. It knows nothing of any particular bot.
//!
//! ```no_run
//! # async fn story() -> Result<(), Box<dyn std::error::Error>> {
//! use discord_sandbox::Sandbox;
//!
//! let sandbox = Sandbox::start().await?;
//! // Start the bot with sandbox.url() as Discord's address and sandbox.token() as its token, then:
//! sandbox.ready().await;
//! let server = sandbox.server("A server");
//! let anna = server.member("anna").locale("pt-BR");
//! println!("{}", anna.types("/ping").await);
//! println!("{}", anna.screen());
//! # Ok(())
//! # }
//! ```
//!
//! [`Page`] serves all this to a browser.
//!
//! Left out on purpose: everything that interaction bots do not need, such as reactions, voice,
//! threads, message content intents, and most permissions. It knows only whether the bot is in a
//! server and may see, write, attach files and give roles there, who manages the server, and
//! whether the server allows external apps.

#![warn(missing_docs)]
#![expect(
    clippy::indexing_slicing,
    reason = "a missing field of a JSON value reads as null, and fields are set only on objects made here"
)]

mod call;
mod clock;
mod endpoint;
mod fault;
mod gateway;
mod id;
mod judge;
mod page;
mod people;
mod prompt;
mod refusal;
mod rest;
mod sandbox;
mod shared;
mod world;

pub use call::Call;
pub use clock::Clock;
pub use fault::Fault;
pub use id::Id;
pub use judge::response::{judge_message, judge_response};
pub use page::Page;
pub use people::{Answer, Member, Role, Server};
pub use prompt::Prompt;
pub use refusal::Refusal;
pub use sandbox::Sandbox;
pub use world::{Greeting, HangUp};
