//! The settings: a pure function from variables to [`Config`], which reports all problems together.

use std::fmt;

use thiserror::Error;
use tracing_subscriber::EnvFilter;

use crate::store::Database;
use crate::transport::Token;

/// Everything that can be set.
#[derive(Debug)]
pub struct Config {
    /// The bot's token.
    pub token: Token,
    /// The location of a database.
    pub database: Database,
    /// The base address of Discord's interface: scheme and host.
    pub api_url: String,
    /// What is logged, as `tracing-subscriber` reads it.
    pub log: String,
}

/// One problem with the settings.
#[derive(Debug, Error)]
pub enum Problem {
    /// There is no token.
    #[error(
        "DISCORD_TOKEN is not set; make an application at https://discord.com/developers/applications and copy the token of \
         its bot, or run `cargo run --example sandbox`, which needs none"
    )]
    NoToken,
    /// The token cannot be one.
    #[error(
        "DISCORD_TOKEN holds spaces or other characters that no token has; copy it anew from the developer portal"
    )]
    NotAToken,
    /// The address of the database is not one.
    #[error(transparent)]
    Database(#[from] crate::store::OpenError),
    /// The base address is not one.
    #[error(
        "DISCORD_API_URL must be a scheme and a host, such as http://127.0.0.1:8080, not {0:?}"
    )]
    ApiUrl(String),
    /// The log filter cannot be read.
    #[error("RUST_LOG cannot be read: {0}")]
    Log(#[source] tracing_subscriber::filter::ParseError),
}

/// Every problem with the settings, a line each.
#[derive(Debug)]
pub struct Problems(pub Vec<Problem>);

/// Where Discord is.
const DISCORD: &str = "https://discord.com";

/// The default database.
const DATABASE: &str = "sqlite://wythoff.db";

/// The default log filter. It passes only the errors of serenity, since its warnings quote
/// what it received, which contains interaction tokens.
const LOG: &str = "info,serenity=error";

impl Config {
    /// Reads the settings. A variable that is set but empty counts as not set.
    ///
    /// # Errors
    /// Every [`Problem`] that was found.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self, Problems> {
        let set = |name| {
            variable(name)
                .map(|value| value.trim().to_owned())
                .filter(|value| !value.is_empty())
        };
        let mut problems = Vec::new();
        let token = read_token(set("DISCORD_TOKEN")).map_err(|problem| problems.push(problem));
        let database = Self::database(&variable).map_err(|problem| problems.push(problem.into()));
        let api_url =
            read_api_url(set("DISCORD_API_URL")).map_err(|problem| problems.push(problem));
        let log = read_log(set("RUST_LOG")).map_err(|problem| problems.push(problem));
        match (token, database, api_url, log) {
            (Ok(token), Ok(database), Ok(api_url), Ok(log)) => Ok(Self {
                token,
                database,
                api_url,
                log,
            }),
            _ => Err(Problems(problems)),
        }
    }

    /// Reads only the location of the database, for commands that need nothing else.
    ///
    /// # Errors
    /// If the address is not that of an SQLite file.
    pub fn database(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Database, crate::store::OpenError> {
        let set = variable("DATABASE_URL")
            .map(|value| value.trim().to_owned())
            .filter(|value| !value.is_empty());
        Database::at(set.as_deref().unwrap_or(DATABASE))
    }
}

fn read_token(set: Option<String>) -> Result<Token, Problem> {
    Token::new(set.ok_or(Problem::NoToken)?).ok_or(Problem::NotAToken)
}

fn read_api_url(set: Option<String>) -> Result<String, Problem> {
    let Some(given) = set else {
        return Ok(DISCORD.to_owned());
    };
    match reqwest::Url::parse(&given) {
        Ok(url)
            if matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.path() == "/"
                && url.query().is_none() =>
        {
            Ok(given.trim_end_matches('/').to_owned())
        }
        Ok(_) | Err(_) => Err(Problem::ApiUrl(given)),
    }
}

fn read_log(set: Option<String>) -> Result<String, Problem> {
    let log = set.unwrap_or_else(|| LOG.to_owned());
    EnvFilter::try_new(&log).map_err(Problem::Log)?;
    Ok(log)
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Problems {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Config, Problems> {
        Config::read(|name| {
            variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn a_token_is_enough() {
        let config = read(&[("DISCORD_TOKEN", "abc.def"), ("DATABASE_URL", " ")])
            .expect("a token is enough");
        assert_eq!(config.api_url, "https://discord.com");
        assert_eq!(config.database.path(), "wythoff.db");
        assert!(
            !format!("{config:?}").contains("abc.def"),
            "the token is printed"
        );
    }

    #[test]
    fn every_problem_is_named_at_once() {
        let problems = read(&[
            ("DISCORD_TOKEN", "two words"),
            ("DATABASE_URL", "postgres://localhost"),
            ("DISCORD_API_URL", "localhost:8080"),
            ("RUST_LOG", "wythoff=loud"),
        ]);
        let said = problems.expect_err("all four are wrong").to_string();
        for name in [
            "DISCORD_TOKEN",
            "DATABASE_URL",
            "DISCORD_API_URL",
            "RUST_LOG",
        ] {
            assert!(said.contains(name), "{name} is missing in: {said}");
        }
    }

    #[test]
    fn the_example_file_names_every_setting_and_holds_the_defaults() {
        let example = include_str!("../.env.example");
        let lines = example
            .lines()
            .filter_map(|line| line.trim_start_matches("# ").split_once('='));
        let variables: Vec<(&str, &str)> = lines
            .filter(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
            .collect();
        let names: BTreeSet<&str> = variables.iter().map(|(name, _)| *name).collect();
        assert_eq!(
            names,
            BTreeSet::from([
                "DISCORD_TOKEN",
                "DATABASE_URL",
                "DISCORD_API_URL",
                "RUST_LOG"
            ])
        );
        let value = |wanted| {
            variables
                .iter()
                .find(|(name, _)| *name == wanted)
                .map(|(_, value)| *value)
        };
        assert_eq!(value("DATABASE_URL"), Some(DATABASE));
        assert_eq!(value("DISCORD_API_URL"), Some(DISCORD));
        assert_eq!(value("RUST_LOG"), Some(LOG));
    }
}
