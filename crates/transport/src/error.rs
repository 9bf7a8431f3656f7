//! Errors of the connection to Discord.

use thiserror::Error;

use super::gateway::Stuck;

/// Why the bot cannot connect, or cannot stay connected.
#[derive(Debug, Error)]
pub enum ConnectionError {
    /// The token is not accepted.
    #[error(
        "discord does not accept DISCORD_TOKEN; copy it again from the developer portal (Bot, Reset Token)"
    )]
    TokenRefused,
    /// Discord refuses the intents, although there are none.
    #[error(
        "discord refuses the bot's intents (4013, 4014); it asks for none, so look at the bot in the developer portal: it may be \
         limited or disabled"
    )]
    Intents,
    /// The games in the database belong to another bot.
    #[error(
        "the games in the database are those of the application {theirs}, but DISCORD_TOKEN is that of {ours}; set another token \
         or another database"
    )]
    AnotherBot {
        /// The application of the other bot.
        theirs: i64,
        /// The application of the token.
        ours: i64,
    },
    /// Discord sends interactions elsewhere.
    #[error(
        "discord sends the interactions to {0}, so the gateway gets none; run `wythoff endpoint off`, or set INTERACTIONS=http"
    )]
    EndpointSet(String),
    /// The database could not be asked whose games it holds.
    #[error("the database could not be asked whose games it holds")]
    Database(#[source] wythoff_store::Error),
    /// The connection is stuck, and only a restart helps.
    #[error(transparent)]
    Stuck(#[from] Stuck),
    /// There is no port for the relay on this machine.
    #[error("cannot listen on any local port")]
    NoPort(#[from] std::io::Error),
    /// Serenity gave up.
    #[error("the connection to discord broke for good")]
    Broken(#[source] Box<serenity::Error>),
}

impl ConnectionError {
    /// Converts an error from serenity.
    pub(super) fn of_serenity(error: serenity::Error) -> Self {
        use serenity::gateway::GatewayError as Theirs;
        if let serenity::Error::Gateway(Theirs::InvalidAuthentication) = error {
            ConnectionError::TokenRefused
        } else if let serenity::Error::Gateway(
            Theirs::InvalidGatewayIntents | Theirs::DisallowedGatewayIntents,
        ) = error
        {
            ConnectionError::Intents
        } else {
            ConnectionError::Broken(Box::new(error))
        }
    }
}
