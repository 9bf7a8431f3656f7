//! The command line of the bot: what to do, and with which settings.

mod exit;

use std::io::{self, BufWriter, IsTerminal, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use itertools::Itertools as _;
use tokio_util::sync::CancellationToken;
use wythoff::app::{App, RunError};
use wythoff::config::{Config, Problems, environment, without_mark};
use wythoff::operations;
use wythoff::solve::{Question, Wanted};
use wythoff::telemetry;
use wythoff_service::Chance;
use wythoff_store::{CopyError, Database, OpenError};
use wythoff_transport::{ConnectionError, Failure, Rest, SystemClock};

use crate::exit::{NotCopied, WRONG_INPUT, fail};
use nim_games::{Ending, OptionName, Options, Position, Variant};

/// Each answer makes hundreds of small allocations on several threads. This allocator halves the
/// time they take, and returns memory to the system after a peak.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A Discord bot for Wythoff's game.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Run the bot (the default)
    Run,
    /// Print the position that the perfect player moves to, or `none`
    Solve {
        /// The position: two piles, or in the notation of the game; if omitted, positions are read
        /// from standard input, one per line
        position: Vec<String>,
        /// Print every position that a winning move leads to; in most games, the one that wins soonest
        /// comes first
        #[arg(long)]
        all: bool,
        /// The game
        #[arg(long, value_parser = variant, default_value_t = Variant::Wythoff)]
        game: Variant,
        /// The last move loses
        #[arg(long)]
        misere: bool,
        /// The most that a move may take, or add
        #[arg(long)]
        most: Option<u64>,
        /// How many heaps a move may take from at once
        #[arg(long)]
        heaps: Option<u64>,
    },
    /// Ask the running bot, at its `OPS_LISTEN` address, whether it is ready; the exit code is 0 if
    /// it is
    Health,
    /// Tell Discord where to send interactions: to the public address of a bot that runs with
    /// `INTERACTIONS=http`, or, with `off`, to the gateway
    Endpoint {
        /// The address, such as `https://bot.example/interactions` (the path may be left out); or
        /// `off`
        url: String,
    },
    /// Write a consistent copy of the database to a new SQLite file, even while the bot is running
    Backup {
        /// The file to write
        file: PathBuf,
    },
    /// Copy the database of a stopped bot into an empty one, for example from SQLite to PostgreSQL
    CopyTo {
        /// The address of the other database, as in `DATABASE_URL`; or `-` to read it from standard
        /// input, so that nobody sees the password in the list of processes
        url: String,
    },
    /// Create the tables of the database, or bring them up to date; needs a role that is allowed to
    Migrate,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task.unwrap_or(Task::Run) {
        Task::Run => run(),
        Task::Solve {
            position,
            all,
            game,
            misere,
            most,
            heaps,
        } => {
            // `solve` defaults to normal play, even in games that people usually play the other
            // way.
            let has_endings = Position::has_option(game, OptionName::Ending);
            let ending = if misere {
                Some(Ending::Misere)
            } else {
                has_endings.then_some(Ending::Normal)
            };
            let wanted = if all { Wanted::All } else { Wanted::Best };
            let given = (!position.is_empty()).then(|| position.join(" "));
            solve(
                given.as_deref(),
                &Question {
                    variant: game,
                    options: Options {
                        ending,
                        most,
                        heaps,
                    },
                    wanted,
                },
            )
        }
        Task::Health => health(),
        Task::Endpoint { url } => endpoint(&url),
        Task::Backup { file } => backup(&file),
        Task::CopyTo { url } => copy_to(&url),
        Task::Migrate => migrate(),
    };
    done.unwrap_or_else(|error| fail(&error))
}

fn run() -> anyhow::Result<ExitCode> {
    let config = Config::read(environment()?)?;
    let collector = config.collector.as_deref();
    let telemetry = telemetry::start(&config.log, config.log_format, collector)
        .map_err(anyhow::Error::from_boxed)
        .context("the log cannot be started")?;
    // At least two, so that a signal is handled while one thread is busy.
    let threads = std::thread::available_parallelism().map_or(2, |threads| threads.get().max(2));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .enable_all()
        .build();
    let runtime = runtime.context("the runtime cannot be started")?;
    let ended = runtime.block_on(run_until_stopped(config));
    // Dropping the runtime would wait for threads that may be blocked on a dead network.
    runtime.shutdown_background();
    drop(telemetry);
    ended
}

async fn run_until_stopped(config: Config) -> anyhow::Result<ExitCode> {
    let stop = CancellationToken::new();
    tokio::spawn(wait_for_signals(stop.clone())?);
    let chance = Chance::from_system().context("the system provides no random numbers")?;
    tokio::select! {
        () = stop.cancelled() => {}
        started = App::start(config, chance, Arc::new(SystemClock::start())) => started?.run(stop.clone()).await?,
    }
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// Cancels `stop` on the first SIGTERM, SIGINT or SIGHUP, and exits at once on the second.
fn wait_for_signals(stop: CancellationToken) -> anyhow::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate()).context("signals cannot be received")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("signals cannot be received")?;
    let mut hang_up = signal(SignalKind::hangup()).context("signals cannot be received")?;
    Ok(async move {
        for first in [true, false] {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
                _ = hang_up.recv() => {}
            }
            if first {
                tracing::info!("stopping; a second signal stops it at once");
                stop.cancel();
            }
        }
        std::process::exit(1);
    })
}

fn solve(given: Option<&str>, question: &Question) -> anyhow::Result<ExitCode> {
    let (input, output) = (io::stdin(), BufWriter::new(io::stdout()));
    if let Some(position) = given {
        let written = question.answer_lines(position.as_bytes(), output, io::sink());
        return match question.check(position) {
            Ok(()) => exit_code(written),
            Err(problem) => Arguments::command()
                .error(
                    ErrorKind::ValueValidation,
                    format!("{position:?}: {problem}"),
                )
                .exit(),
        };
    }
    exit_code(if input.is_terminal() {
        question.answer_lines(input.lock(), io::stdout(), io::stderr())
    } else {
        question.answer_lines(input.lock(), output, io::stderr())
    })
}

fn exit_code(written: io::Result<bool>) -> anyhow::Result<ExitCode> {
    match written {
        Ok(true) => Ok(ExitCode::SUCCESS),
        Ok(false) => Ok(ExitCode::from(WRONG_INPUT)),
        // The reader of the answers has closed its end, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error).context("the answers cannot be written"),
    }
}

fn variant(key: &str) -> Result<Variant, String> {
    let keys = || Variant::ALL.iter().map(|variant| variant.key()).join(", ");
    Variant::from_key(key).ok_or_else(|| format!("not one of {}", keys()))
}

fn health() -> anyhow::Result<ExitCode> {
    let address = Config::ops_listen(environment()?).map_err(|problem| Problems(vec![problem]))?;
    let address = address.context("OPS_LISTEN is not set, so nobody can ask the bot")?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.context("the runtime cannot be started")?;
    let ready = runtime.block_on(operations::ask(address));
    ready.map_err(anyhow::Error::msg)?;
    Ok(ExitCode::SUCCESS)
}

fn endpoint(given: &str) -> anyhow::Result<ExitCode> {
    let config = Config::read(environment()?)?;
    let rest = Rest::new(
        &config.api_url,
        config.token,
        Arc::new(SystemClock::start()),
    );
    let rest = rest.context("the HTTP client cannot be set up")?;
    let url = match given {
        off if off.eq_ignore_ascii_case("off") => None,
        given => match endpoint_url(given) {
            Some(url) => Some(url),
            None => Arguments::command()
                .error(
                    ErrorKind::ValueValidation,
                    format!("{given:?} is neither an address that begins with https://, such as https://bot.example/interactions, nor `off`"),
                )
                .exit(),
        },
    };
    let result = runtime()?.block_on(rest.set_endpoint(url.as_deref()));
    match result {
        Ok(Some(url)) => say(&format!(
            "Discord sends the interactions to {url}. Run the bot with INTERACTIONS=http."
        ))?,
        Ok(None) => say(
            "Discord sends the interactions to the gateway. Run the bot without INTERACTIONS=http.",
        )?,
        Err(failure) if failure.is_unauthorised() => {
            return Err(RunError::Connection(ConnectionError::TokenRefused).into());
        }
        Err(failure @ Failure::Refused { status: 400, .. }) if url.is_some() => {
            return Err(failure).with_context(|| {
                format!(
                    "discord cannot verify {}: it sends a test request first, and got no valid answer; \
                     the bot has to run with INTERACTIONS=http, `curl -i` on the address has to show \
                     405 and x-wythoff-application, and the certificate has to be from a public authority",
                    url.unwrap_or_default()
                )
            });
        }
        Err(failure) if failure.may_have_arrived() => {
            return Err(failure).context(
                "it is not known whether the endpoint has changed; run the command again",
            );
        }
        Err(failure) => return Err(failure).context("the endpoint is unchanged"),
    }
    Ok(ExitCode::SUCCESS)
}

/// The address of the endpoint. If it has no path, `/interactions` is added. Without encryption Discord
/// accepts none, but a simulated one on this machine does.
fn endpoint_url(given: &str) -> Option<String> {
    let mut url = url::Url::parse(given).ok()?;
    let is_here = match url.host()? {
        url::Host::Domain(name) => name == "localhost",
        url::Host::Ipv4(address) => address.is_loopback(),
        url::Host::Ipv6(address) => address.is_loopback(),
    };
    if !(url.scheme() == "https" || url.scheme() == "http" && is_here) {
        return None;
    }
    if url.path() == "/" {
        url.set_path("/interactions");
    }
    Some(url.into())
}

fn say(line: &str) -> anyhow::Result<()> {
    writeln!(io::stdout(), "{line}").context("the answer cannot be written")
}

fn backup(file: &std::path::Path) -> anyhow::Result<ExitCode> {
    let database = database()?;
    runtime()?
        .block_on(database.back_up(file))
        .with_context(|| format!("no backup was made to {}", file.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn copy_to(url: &str) -> anyhow::Result<ExitCode> {
    let database = database()?;
    let url = match url {
        "-" => io::read_to_string(io::stdin()).context("standard input cannot be read")?,
        url => url.to_owned(),
    };
    let copied = match Database::at(without_mark(&url).trim()) {
        Ok(other) => runtime()?.block_on(database.copy_to(&other)),
        Err(OpenError::Address(why)) => {
            let why = format!("the address to copy to {why}");
            Err(CopyError::from(OpenError::Address(why)))
        }
        Err(wrong) => Err(CopyError::from(wrong)),
    };
    match copied {
        Err(unknown @ CopyError::Unanswered(_)) => return Err(unknown.into()),
        copied => copied.map_err(NotCopied)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn migrate() -> anyhow::Result<ExitCode> {
    let database = database()?;
    runtime()?.block_on(database.migrate())?;
    Ok(ExitCode::SUCCESS)
}

fn database() -> anyhow::Result<Database> {
    Ok(Config::database(environment()?).map_err(|problem| Problems(vec![problem]))?)
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    tokio::runtime::Runtime::new().context("the runtime cannot be started")
}
