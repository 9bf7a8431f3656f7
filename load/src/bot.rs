//! A bot as a process, and the resources that it uses.

use std::iter::Sum;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use pg_sandbox::Server;
use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::lean::{Endpoint, LeanDiscord, TOKEN};

/// Clock ticks per second (`getconf CLK_TCK`, which is 100 on all relevant Linux systems).
const TICKS_PER_SECOND: f64 = 100.0;

/// How many processes a bot has if one of the words in its name is `replicas`.
const REPLICAS: usize = 2;

/// A running bot, connected to a simulated Discord of its own.
pub(crate) struct Bot {
    pub(crate) lean: Arc<LeanDiscord>,
    /// One process, or several that share a database.
    children: Vec<Child>,
    _folder: TempDir,
    _server: Option<Server>,
}

impl Bot {
    /// Starts a bot. `delay` is how long Discord takes to accept each of its first responses.
    pub(crate) async fn start(
        (name, program): &(String, PathBuf),
        delay: Duration,
    ) -> anyhow::Result<Self> {
        let has = |word| name.split('-').any(|part| part == word);
        let are_replicas = has("replicas");
        let uses_http = are_replicas || has("http");
        let free_address = |_| TcpListener::bind("127.0.0.1:0")?.local_addr();
        let processes = if are_replicas { REPLICAS } else { 1 };
        let addresses: Vec<SocketAddr> =
            (0..processes).map(free_address).collect::<Result<_, _>>()?;
        let endpoint = uses_http.then(|| Endpoint::at(&addresses)).transpose()?;
        let lean = LeanDiscord::start(endpoint, delay).await?;
        let folder = tempfile::tempdir()?;
        let synchronous = if has("full") { "FULL" } else { "NORMAL" };
        let server = if are_replicas || has("postgres") {
            let server = Server::start().await?;
            Some(server.context("PostgreSQL is not installed")?)
        } else {
            None
        };
        let database = match &server {
            Some(server) => server.database().await?,
            None => format!("sqlite://{}", folder.path().join("bot.db").display()),
        };
        let mut children = Vec::new();
        for address in addresses {
            let mut command = Command::new(program);
            if uses_http {
                command.env("INTERACTIONS", "http");
                command.env("HTTP_LISTEN", address.to_string());
            }
            let child = command
                .current_dir(folder.path())
                .env("DISCORD_TOKEN", TOKEN)
                .env("DISCORD_API_URL", lean.url())
                .env("DATABASE_URL", &database)
                .env("SYNCHRONOUS", synchronous)
                .env("RUST_LOG", "error")
                .stdin(Stdio::null())
                .kill_on_drop(true)
                .spawn();
            let does_not_start = || format!("{} does not start", program.display());
            children.push(child.with_context(does_not_start)?);
        }
        if timeout(Duration::from_secs(30), lean.wait_until_ready())
            .await
            .is_err()
        {
            bail!("{name} does not connect");
        }
        // It may still be busy starting up, for instance registering its commands.
        tokio::time::sleep(Duration::from_millis(500)).await;
        if server.is_some() {
            // PostgreSQL itself analyzes new tables only after a minute, which is longer than a
            // measurement.
            tokio::spawn(async move {
                while pg_sandbox::analyze(&database).await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(500)).await;
                }
            });
        }
        Ok(Self {
            lean: Arc::new(lean),
            children,
            _folder: folder,
            _server: server,
        })
    }

    /// How many processes it has.
    pub(crate) const fn processes(&self) -> usize {
        self.children.len()
    }

    /// The CPU time used so far, in seconds.
    pub(crate) fn cpu(&self) -> anyhow::Result<f64> {
        self.sum(|process| {
            let stat = std::fs::read_to_string(process.join("stat"))?;
            let (_, after_name) = stat.rsplit_once(')').context("no stat")?;
            let mut fields = after_name.split_whitespace().skip(11);
            let mut ticks =
                || -> anyhow::Result<f64> { Ok(fields.next().context("no time")?.parse()?) };
            Ok((ticks()? + ticks()?) / TICKS_PER_SECOND)
        })
    }

    /// Its memory usage in MiB: `VmRSS` for the current value, `VmHWM` for the peak.
    pub(crate) fn memory(&self, which: &str) -> anyhow::Result<f64> {
        self.sum(|process| {
            let status = std::fs::read_to_string(process.join("status"))?;
            let line = status.lines().find(|line| line.starts_with(which));
            let size = line.and_then(|line| line.split_whitespace().nth(1));
            Ok(size.context("no memory")?.parse::<f64>()? / 1024.0)
        })
    }

    /// How many descriptors it has open.
    pub(crate) fn descriptors(&self) -> anyhow::Result<usize> {
        self.sum(|process| Ok(std::fs::read_dir(process.join("fd"))?.count()))
    }

    /// The sum over all processes of what `number` returns for the folder of a process in `/proc`.
    fn sum<T: Sum>(&self, number: impl Fn(PathBuf) -> anyhow::Result<T>) -> anyhow::Result<T> {
        let read = |child: &Child| {
            let id = child.id().unwrap_or_default();
            number(Path::new("/proc").join(id.to_string()))
        };
        self.children.iter().map(read).sum()
    }
}
