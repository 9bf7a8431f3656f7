//! The settings: a pure function from variables to [`Config`], which reports all problems together,
//! but only the first of settings for the same thing, such as those for HTTP.

mod environment;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use itertools::Itertools as _;
use thiserror::Error;
use tracing_subscriber::EnvFilter;

use wythoff_store::Database;
use wythoff_transport::Token;

pub use environment::environment;

/// Everything that can be set.
#[derive(Debug)]
pub struct Config {
    /// The bot's token.
    pub token: Token,
    /// The location of the database.
    pub database: Database,
    /// The base address of Discord's API: scheme and host.
    pub api_url: String,
    /// The log filter, in the syntax of `tracing-subscriber`.
    pub log: String,
    /// The format of the log.
    pub log_format: LogFormat,
    /// The address of the HTTP server for operators, if any.
    pub ops_listen: Option<SocketAddr>,
    /// How interactions come in.
    pub interactions: Interactions,
    /// The base address of an OpenTelemetry collector, if there is one.
    pub collector: Option<String>,
}

/// How interactions come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interactions {
    /// Through Discord's gateway.
    Gateway,
    /// As signed requests.
    Http {
        /// The address on which the bot listens for them.
        address: SocketAddr,
    },
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object per line, for programs.
    Json,
}

/// One problem with the settings.
#[derive(Debug, Error)]
pub enum Problem {
    /// There is no token.
    #[error(
        "DISCORD_TOKEN is not set; make an application at https://discord.com/developers/applications and copy the token of \
         its bot, or run `cargo run -p play`, which needs none"
    )]
    NoToken,
    /// A line of `.env` does not set a variable.
    #[error("the file .env has a line that is not NAME=value")]
    DotEnvLine,
    /// `.env` cannot be read. The text says why.
    #[error("the file .env cannot be read: {0}")]
    DotEnv(String),
    /// The token has characters that no token has.
    #[error(
        "DISCORD_TOKEN holds spaces or other characters that no token has; copy it again from the developer portal"
    )]
    NotAToken,
    /// The address of the database is not valid.
    #[error("DATABASE_URL {0}")]
    Database(wythoff_store::OpenError),
    /// The base address is not valid.
    #[error(
        "DISCORD_API_URL must be a scheme and a host, such as http://127.0.0.1:8080, and nothing else"
    )]
    ApiUrl,
    /// The log filter cannot be read.
    #[error("RUST_LOG cannot be read: {0}")]
    Log(#[source] tracing_subscriber::filter::ParseError),
    /// The log format is unknown.
    #[error("LOG_FORMAT must be text or json, not {0:?}")]
    LogFormat(String),
    /// The address for operators is not valid.
    #[error("OPS_LISTEN must be an address and a port, such as 127.0.0.1:9464, not {0:?}")]
    OpsListen(String),
    /// The way in which interactions come in is unknown.
    #[error("INTERACTIONS must be gateway or http, not {0:?}")]
    Interactions(String),
    /// The address for Discord's requests is not valid.
    #[error("HTTP_LISTEN must be an address and a port, such as 0.0.0.0:8080, not {0:?}")]
    HttpListen(String),
    /// A setting for Discord's requests is set, but interactions do not come in as requests.
    #[error("{0} is set, but INTERACTIONS is not http: set INTERACTIONS=http, or remove {0}")]
    NeedsHttp(&'static str),
    /// The address of the collector is not valid.
    #[error(
        "OTEL_EXPORTER_OTLP_ENDPOINT must be a base address with http, such as http://127.0.0.1:4318"
    )]
    Collector,
    /// A setting has several lines.
    #[error("{0} has several lines; is a quotation mark missing?")]
    Lines(&'static str),
    /// A setting is set in several ways.
    #[error("{name} is set in several ways: {}; keep only one of them", .ways.join(", "))]
    SetTwice {
        /// The setting.
        name: &'static str,
        /// The places where it is set.
        ways: Vec<String>,
    },
    /// A variable is not UTF-8.
    #[error("{0} is not UTF-8")]
    NotText(&'static str),
    /// The file with a setting is empty.
    #[error("{name} is to be read from {}, which is empty", .path.display())]
    EmptyFile {
        /// The setting.
        name: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// The file with a setting cannot be read.
    #[error("{name} cannot be read from {}: {source}", .path.display())]
    File {
        /// The setting.
        name: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Every problem with the settings, one per line.
#[derive(Debug)]
pub struct Problems(pub Vec<Problem>);

/// The settings that may be read from files, since they are secret.
const SECRETS: [&str; 2] = ["DISCORD_TOKEN", "DATABASE_URL"];

/// The variable with the folder of a service's credentials (<https://systemd.io/CREDENTIALS/>).
const CREDENTIALS_VARIABLE: &str = "CREDENTIALS_DIRECTORY";

/// The default base address of Discord's API.
const DEFAULT_API_URL: &str = "https://discord.com";

/// The default database.
const DEFAULT_DATABASE: &str = "sqlite://wythoff.db";

/// The default address for Discord's requests.
const DEFAULT_HTTP_LISTEN: &str = "0.0.0.0:8080";

/// The default log filter. From serenity and sqlx it passes only errors: serenity's warnings quote
/// received data, which contains interaction tokens, and sqlx's warnings quote slow statements in
/// full (the store logs only that a commit was slow).
const DEFAULT_LOG: &str = "info,serenity=error,sqlx=error";

/// The value of a variable, if it is set.
type Setting = Result<Option<String>, Problem>;

/// The variables, including those read from files: for example, `DISCORD_TOKEN` may be in the file that
/// `DISCORD_TOKEN_FILE` names, or in a file called `DISCORD_TOKEN` among the service's credentials.
/// An empty variable counts as not set, except one that names a file: whoever set it meant to
/// provide a token or a database, and a default must not silently take its place.
///
/// Looking up a variable fails if it is not UTF-8, has several lines, or is set in several ways, or if its file
/// cannot be read or is empty.
pub fn with_files(
    variable: impl Fn(&str) -> Option<OsString>,
    read: impl Fn(&Path) -> io::Result<String>,
) -> impl Fn(&'static str) -> Setting {
    move |name| {
        let non_empty = |name: &str| variable(name).filter(|value| !value.is_empty());
        let mut ways: Vec<(String, String)> = Vec::new();
        match variable(name).map(OsString::into_string).transpose() {
            Err(_) => return Err(Problem::NotText(name)),
            Ok(value) => {
                let value = value.filter(|value| !value.trim().is_empty());
                ways.extend(value.map(|value| (name.to_owned(), value)));
            }
        }
        if !SECRETS.contains(&name) {
            return on_one_line(name, ways.pop().map(|(_, value)| value));
        }
        let file_variable = format!("{name}_FILE");
        let named_file =
            variable(&file_variable).map(|path| (file_variable, PathBuf::from(path), true));
        let credential = non_empty(CREDENTIALS_VARIABLE).map(|folder| {
            let path = Path::new(&folder).join(name);
            (path.display().to_string(), path, false)
        });
        for (way, path, is_required) in named_file.into_iter().chain(credential) {
            match read(&path) {
                Ok(value) if without_mark(&value).trim().is_empty() => {
                    return Err(Problem::EmptyFile { name, path });
                }
                Ok(value) => ways.push((way, without_mark(&value).to_owned())),
                Err(error) if error.kind() == io::ErrorKind::NotFound && !is_required => {}
                Err(source) => return Err(Problem::File { name, path, source }),
            }
        }
        if ways.len() > 1 {
            let ways = ways.into_iter().map(|(way, _)| way).collect();
            return Err(Problem::SetTwice { name, ways });
        }
        on_one_line(name, ways.pop().map(|(_, value)| value))
    }
}

/// What a file says. Some editors begin it with a byte order mark.
#[must_use]
pub fn without_mark(file: &str) -> &str {
    file.trim_start_matches('\u{feff}')
}

/// Refuses a value of several lines without showing it: it may hold other settings.
fn on_one_line(name: &'static str, value: Option<String>) -> Setting {
    match value {
        Some(value) if value.trim().contains('\n') => Err(Problem::Lines(name)),
        value => Ok(value),
    }
}

impl Config {
    /// Reads the settings.
    ///
    /// # Errors
    /// Every [`Problem`] that was found.
    pub fn read(variable: impl Fn(&'static str) -> Setting) -> Result<Self, Problems> {
        let trimmed = |name| Ok(variable(name)?.map(|value| value.trim().to_owned()));
        let problems = RefCell::new(Vec::new());
        let note = |problem| problems.borrow_mut().push(problem);
        let token = trimmed("DISCORD_TOKEN").and_then(read_token).map_err(note);
        let database = Self::database(&variable).map_err(note);
        let api_url = trimmed("DISCORD_API_URL")
            .and_then(read_api_url)
            .map_err(note);
        let log = trimmed("RUST_LOG").and_then(read_log).map_err(note);
        let log_format = trimmed("LOG_FORMAT")
            .and_then(|format| read_log_format(format.as_deref()))
            .map_err(note);
        let ops_listen = Self::ops_listen(&variable).map_err(note);
        let interactions = read_interactions(trimmed).map_err(note);
        let collector = trimmed("OTEL_EXPORTER_OTLP_ENDPOINT");
        let collector = collector.and_then(read_collector).map_err(note);
        let settings = || {
            Ok(Self {
                token: token?,
                // Over HTTP, several processes can answer; through the gateway, only one can.
                database: match interactions {
                    Ok(Interactions::Http { .. }) => database?.shared(),
                    Ok(Interactions::Gateway) | Err(()) => database?,
                },
                api_url: api_url?,
                log: log?,
                log_format: log_format?,
                ops_listen: ops_listen?,
                interactions: interactions?,
                collector: collector?,
            })
        };
        settings().map_err(|()| Problems(problems.take()))
    }

    /// Reads only the address of the HTTP server for operators.
    ///
    /// # Errors
    /// If it is not a valid address.
    pub fn ops_listen(
        variable: impl Fn(&'static str) -> Setting,
    ) -> Result<Option<SocketAddr>, Problem> {
        let read = |value: String| {
            let address = value.trim().parse();
            address.map_err(|_| Problem::OpsListen(value))
        };
        variable("OPS_LISTEN")?.map(read).transpose()
    }

    /// Reads only the location of the database, for commands that need nothing else.
    ///
    /// # Errors
    /// If the location is not valid.
    pub fn database(variable: impl Fn(&'static str) -> Setting) -> Result<Database, Problem> {
        let url = variable("DATABASE_URL")?;
        let url = url.as_deref().map_or(DEFAULT_DATABASE, str::trim);
        Database::at(url).map_err(Problem::Database)
    }
}

fn read_token(value: Option<String>) -> Result<Token, Problem> {
    Token::new(value.ok_or(Problem::NoToken)?).ok_or(Problem::NotAToken)
}

fn read_api_url(value: Option<String>) -> Result<String, Problem> {
    let Some(value) = value else {
        return Ok(DEFAULT_API_URL.to_owned());
    };
    match reqwest::Url::parse(&value) {
        Ok(url)
            if matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.path() == "/"
                && url.query().is_none()
                && url.fragment().is_none()
                && url.username().is_empty()
                && url.password().is_none() =>
        {
            Ok(value.trim_end_matches('/').to_owned())
        }
        Ok(_) | Err(_) => Err(Problem::ApiUrl),
    }
}

fn read_collector(value: Option<String>) -> Result<Option<String>, Problem> {
    let check = |value: String| match reqwest::Url::parse(&value) {
        Ok(url) if url.scheme() == "http" && url.has_host() => Ok(value),
        Ok(_) | Err(_) => Err(Problem::Collector),
    };
    value.map(check).transpose()
}

fn read_log(value: Option<String>) -> Result<String, Problem> {
    let log = value.unwrap_or_else(|| DEFAULT_LOG.to_owned());
    EnvFilter::try_new(&log).map_err(Problem::Log)?;
    Ok(log)
}

fn read_interactions(setting: impl Fn(&'static str) -> Setting) -> Result<Interactions, Problem> {
    let listen = setting("HTTP_LISTEN")?;
    match setting("INTERACTIONS")?.as_deref() {
        None | Some("gateway") if listen.is_some() => Err(Problem::NeedsHttp("HTTP_LISTEN")),
        None | Some("gateway") => Ok(Interactions::Gateway),
        Some("http") => {
            let listen = listen.unwrap_or_else(|| DEFAULT_HTTP_LISTEN.to_owned());
            let address = listen.parse().map_err(|_| Problem::HttpListen(listen))?;
            Ok(Interactions::Http { address })
        }
        Some(other) => Err(Problem::Interactions(other.to_owned())),
    }
}

fn read_log_format(value: Option<&str>) -> Result<LogFormat, Problem> {
    match value {
        None | Some("text") => Ok(LogFormat::Text),
        Some("json") => Ok(LogFormat::Json),
        Some(other) => Err(Problem::LogFormat(other.to_owned())),
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.0.iter().join("\n");
        f.write_str(&lines)
    }
}

impl std::error::Error for Problems {}
