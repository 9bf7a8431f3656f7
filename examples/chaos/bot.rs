//! The bot's process: it is started, killed, paused and given a full disk, and its files are locked
//! or replaced.

use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use discord_sandbox::Sandbox;
use pg_sandbox::Server;
use sqlx::{AnyConnection, Connection, Executor};
use tokio::process::{Child, Command};
use tokio::sync::Mutex;
use tokio::time::{sleep, timeout};
use wythoff::operations;

use crate::front::Front;

/// The status with which the bot exits when its database is lost.
const DATABASE_LOST: i32 = 74;

/// How long the bot may take to notice that its database is lost. It notices at the next write.
const LOSS_NOTICE_TIMEOUT: Duration = Duration::from_secs(20);

/// Locked while the database's files are being replaced. Reading them in the meantime would find a
/// mix of old and new files.
pub(crate) type FilesLock = Arc<Mutex<()>>;

/// The real binary with its own database: one process, or two replicas that share it.
pub(crate) struct Bot {
    program: PathBuf,
    folder: PathBuf,
    sandbox: Sandbox,
    processes: Vec<Process>,
    /// The index of the process that is killed or stopped next.
    next: usize,
    files_lock: FilesLock,
    /// The database on a PostgreSQL server, if there is one.
    postgres: Option<Database>,
    _front: Option<Front>,
}

/// A process and its addresses.
struct Process {
    child: Option<Child>,
    /// The address for interactions, if they come in over HTTP.
    http_address: Option<SocketAddr>,
    operations_address: SocketAddr,
}

/// How interactions come in, and to how many processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deployment {
    Gateway,
    Http,
    /// Over HTTP, to two processes behind a load balancer.
    Replicas,
}

/// How long the load balancer, which checks once a second, may take to notice a ready process.
const LOAD_BALANCER_DELAY: Duration = Duration::from_millis(1_500);

/// A database on a PostgreSQL server. Its address contains a link, which leads to another server
/// after a failover.
pub(crate) struct Database {
    server: Server,
    /// A link to the folder of the server.
    link: PathBuf,
    url: String,
}

impl Database {
    /// A new database on a new server. The link is in the given folder.
    pub(crate) async fn new(folder: &Path) -> anyhow::Result<Self> {
        let server = Server::start().await?;
        let server = server.context("PostgreSQL is not installed")?;
        let link = folder.join("server");
        let database = server.database().await?;
        let database = database.rsplit('/').next().unwrap_or_default();
        let host = link.display().to_string().replace('/', "%2F");
        let url = format!("postgres://wythoff@{host}/{database}");
        symlink(server.folder(), &link)?;
        Ok(Self { server, link, url })
    }

    /// Kills the server, and lets a standby that has all its commits take its place.
    async fn fail_over(&mut self) -> anyhow::Result<()> {
        let standby = self.server.start_standby().await?;
        self.server.kill()?;
        let new_link = self.link.with_extension("next");
        symlink(standby.folder(), &new_link)?;
        std::fs::rename(new_link, &self.link)?;
        standby.promote().await?;
        self.server = standby;
        Ok(())
    }
}

impl Bot {
    pub(crate) fn launch(
        program: &Path,
        sandbox: &Sandbox,
        folder: &Path,
        postgres: Option<Database>,
        deployment: Deployment,
    ) -> anyhow::Result<Self> {
        sqlx::any::install_default_drivers();
        let free_address = || TcpListener::bind("127.0.0.1:0")?.local_addr();
        let process = || -> anyhow::Result<Process> {
            Ok(Process {
                child: None,
                http_address: (deployment != Deployment::Gateway)
                    .then(free_address)
                    .transpose()?,
                operations_address: free_address()?,
            })
        };
        let mut processes = vec![process()?];
        let mut endpoint = processes.first().and_then(|first| first.http_address);
        let mut front = None;
        if deployment == Deployment::Replicas {
            processes.push(process()?);
            let front_address = free_address()?;
            let addresses = processes
                .iter()
                .filter_map(|process| Some([process.http_address?, process.operations_address]));
            let addresses: Vec<_> = addresses.collect();
            let addresses = addresses.try_into().ok().context("there are two")?;
            front = Some(
                Front::in_front_of_replicas(front_address, addresses)
                    .context("HAProxy is not installed")?,
            );
            endpoint = Some(front_address);
        }
        if let Some(address) = endpoint {
            sandbox.set_endpoint(Some(&format!("http://{address}/interactions")));
        }
        let mut bot = Self {
            program: program.to_owned(),
            folder: folder.to_owned(),
            sandbox: sandbox.clone(),
            processes,
            next: 0,
            files_lock: FilesLock::default(),
            postgres,
            _front: front,
        };
        for _ in 0..bot.processes.len() {
            bot.start()?;
            bot.next = bot.index_after_next();
        }
        Ok(bot)
    }

    /// Sets the program that is started from now on.
    pub(crate) fn set_program(&mut self, program: &Path) {
        program.clone_into(&mut self.program);
    }

    /// Whether another process goes on while one is down.
    pub(crate) const fn has_replicas(&self) -> bool {
        self.processes.len() > 1
    }

    /// Whether it connects to the gateway, and has to identify itself.
    pub(crate) fn identifies(&self) -> bool {
        self.processes
            .iter()
            .any(|process| process.http_address.is_none())
    }

    /// The index of the process after the next one.
    const fn index_after_next(&self) -> usize {
        (self.next + 1) % self.processes.len()
    }

    /// The next process.
    fn process(&mut self) -> anyhow::Result<&mut Process> {
        self.processes.get_mut(self.next).context("no process")
    }

    /// The address of the database. If it is a file, the address allows only reading.
    pub(crate) fn database(&self) -> String {
        match &self.postgres {
            Some(database) => database.url.clone(),
            None => format!("{}?mode=ro", self.address()),
        }
    }

    /// The address of the database, for reading and writing.
    fn address(&self) -> String {
        match &self.postgres {
            Some(database) => database.url.clone(),
            None => format!("sqlite://{}", self.folder.join("wythoff.db").display()),
        }
    }

    /// Whether the database is on a PostgreSQL server.
    pub(crate) const fn uses_postgres(&self) -> bool {
        self.postgres.is_some()
    }

    /// The lock to hold while reading the database's files.
    pub(crate) fn files_lock(&self) -> FilesLock {
        self.files_lock.clone()
    }

    /// Starts the next process.
    fn start(&mut self) -> anyhow::Result<()> {
        let log = File::options()
            .append(true)
            .create(true)
            .open(self.folder.join("log"))?;
        // Ignoring SIGXFSZ makes a write beyond the limit of `fill_disk` fail instead of killing
        // the process.
        let mut command = Command::new("sh");
        let process = self.process()?;
        if let Some(address) = process.http_address {
            command.env("INTERACTIONS", "http");
            command.env("HTTP_LISTEN", address.to_string());
        }
        command.env("OPS_LISTEN", process.operations_address.to_string());
        let child = command
            .args(["-c", "trap '' XFSZ; exec \"$0\""])
            .arg(&self.program)
            .current_dir(&self.folder)
            .env("DISCORD_TOKEN", self.sandbox.token())
            .env("DISCORD_API_URL", self.sandbox.url())
            .env("DATABASE_URL", self.address())
            .env("RUST_LOG", "info,wythoff=debug,serenity=debug")
            .stdin(Stdio::null())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()?;
        self.process()?.child = Some(child);
        Ok(())
    }

    /// Waits until the bot has recorded that Discord accepted its IDENTIFY. A bot that is stopped
    /// earlier waits longer and longer until its next IDENTIFY.
    pub(crate) async fn wait_until_identify_accepted(&self) -> anyhow::Result<()> {
        let mut connection = AnyConnection::connect(&self.database()).await?;
        for _ in 0..100 {
            let pending = sqlx::query_scalar("SELECT COUNT(*) FROM identifies WHERE taken = 0");
            let pending: i64 = pending.fetch_one(&mut connection).await?;
            if pending == 0 {
                break;
            }
            sleep(Duration::from_millis(100)).await;
        }
        Ok(connection.close().await?)
    }

    /// Waits until every process is in use.
    pub(crate) async fn wait_until_all_connected(&mut self) -> anyhow::Result<()> {
        for _ in 0..self.processes.len() {
            self.wait_until_connected().await?;
            self.next = self.index_after_next();
        }
        Ok(())
    }

    /// Kills the next process, and starts it again.
    pub(crate) async fn kill(&mut self) -> anyhow::Result<()> {
        if let Some(mut child) = self.process()?.child.take() {
            child.kill().await?;
        }
        self.start_again().await
    }

    /// Starts the process that has ended, and waits until it is in use.
    async fn start_again(&mut self) -> anyhow::Result<()> {
        if !self.has_replicas() {
            self.sandbox.disconnected().await;
        }
        self.start()?;
        self.wait_until_connected().await?;
        self.next = self.index_after_next();
        Ok(())
    }

    /// Waits until it is connected. A bot that has identified itself ten times within two minutes
    /// waits for the two minutes to pass.
    pub(crate) async fn wait_until_connected(&mut self) -> anyhow::Result<()> {
        for _ in 0..1500 {
            if self.has_replicas() {
                let operations_address = self.process()?.operations_address;
                if self.sandbox.is_connected() && operations::ask(operations_address).await.is_ok()
                {
                    sleep(LOAD_BALANCER_DELAY).await;
                    return Ok(());
                }
            } else if self.sandbox.is_connected() {
                return Ok(());
            }
            let child = self.process()?.child.as_mut();
            if let Some(status) = child.and_then(|child| child.try_wait().ok()?) {
                bail!(
                    "the bot has ended by itself: {status}, see {}",
                    self.folder.display()
                );
            }
            sleep(Duration::from_millis(100)).await;
        }
        bail!("the bot does not connect, see {}", self.folder.display());
    }

    /// Asks the next process to stop, and starts it again.
    pub(crate) async fn restart(&mut self) -> anyhow::Result<()> {
        self.stop_next().await?;
        self.start_again().await
    }

    /// Asks every process to stop, and waits until it has.
    pub(crate) async fn stop(&mut self) -> anyhow::Result<()> {
        for _ in 0..self.processes.len() {
            self.stop_next().await?;
            self.next = self.index_after_next();
        }
        Ok(())
    }

    async fn stop_next(&mut self) -> anyhow::Result<()> {
        self.signal("TERM").await?;
        let Some(mut child) = self.process()?.child.take() else {
            return Ok(());
        };
        let status = child.wait().await?;
        if status.success() {
            return Ok(());
        }
        bail!("the bot ended with {status}");
    }

    /// Whether its log says that Discord has refused too many calls, so that for ten minutes it
    /// does not update boards by itself.
    pub(crate) fn has_been_refused_too_much(&self) -> anyhow::Result<bool> {
        let log = std::fs::read_to_string(self.folder.join("log"))?;
        Ok(log.contains("only interactions are answered"))
    }

    /// The lines of its log that report a panic.
    pub(crate) fn panics(&self) -> anyhow::Result<Vec<String>> {
        let log = std::fs::read_to_string(self.folder.join("log"))?;
        let panics = log.lines().filter(|line| line.contains("panicked"));
        Ok(panics.map(str::to_owned).collect())
    }

    /// Sends a signal to the next process.
    pub(crate) async fn signal(&self, name: &str) -> anyhow::Result<()> {
        self.run("kill", &[&format!("-{name}")]).await
    }

    /// Stops the files of the database from growing, as on a full disk.
    pub(crate) async fn fill_disk(&self) -> anyhow::Result<()> {
        let mut largest = 0;
        for entry in std::fs::read_dir(&self.folder)? {
            let entry = entry?;
            if entry
                .file_name()
                .to_string_lossy()
                .starts_with("wythoff.db")
            {
                largest = largest.max(entry.metadata()?.len());
            }
        }
        self.run("prlimit", &[&format!("--fsize={largest}:"), "--pid"])
            .await
    }

    /// Lets files grow again.
    pub(crate) async fn free_disk(&self) -> anyhow::Result<()> {
        self.run("prlimit", &["--fsize=unlimited:", "--pid"]).await
    }

    /// Locks the database for `time`, as a backup program may.
    pub(crate) async fn lock_database(&self, time: Duration) -> anyhow::Result<()> {
        let mut connection = AnyConnection::connect(&self.address()).await?;
        let lock = if self.uses_postgres() {
            "BEGIN; SELECT id FROM installation FOR UPDATE"
        } else {
            "BEGIN IMMEDIATE"
        };
        // This fails if the bot holds the lock for too long, as on a busy disk.
        if connection.execute(lock).await.is_ok() {
            sleep(time).await;
            connection.execute("ROLLBACK").await?;
        }
        Ok(connection.close().await?)
    }

    /// Kills the database server with all its processes, and restarts it after `time`.
    pub(crate) async fn interrupt_server(&mut self, time: Duration) -> anyhow::Result<()> {
        if let Some(Database { server, .. }) = &mut self.postgres {
            server.kill()?;
            sleep(time).await;
            server.restart().await?;
        }
        Ok(())
    }

    /// Freezes the database server for `time`.
    pub(crate) async fn freeze_server(&self, time: Duration) -> anyhow::Result<()> {
        if let Some(Database { server, .. }) = &self.postgres {
            server.signal("STOP", |_| true)?;
            sleep(time).await;
            server.signal("CONT", |_| true)?;
        }
        Ok(())
    }

    /// Kills the server of the database. A standby takes its place.
    pub(crate) async fn fail_over(&mut self) -> anyhow::Result<()> {
        match &mut self.postgres {
            Some(database) => database.fail_over().await,
            None => Ok(()),
        }
    }

    /// Ends all sessions of the database, as an operator may.
    pub(crate) async fn end_sessions(&self) -> anyhow::Result<()> {
        let mut connection = AnyConnection::connect(&self.address()).await?;
        let end = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()";
        connection.execute(end).await?;
        Ok(connection.close().await?)
    }

    /// Replaces the database's files with copies, as somebody who restores a backup may. The bot
    /// has to exit, since anything it wrote from then on would be lost; then it is started again.
    pub(crate) async fn replace_files(&mut self) -> anyhow::Result<()> {
        let files_lock = self.files_lock();
        let guard = files_lock.lock().await;
        self.signal("STOP").await?;
        let path = |suffix: &str| self.folder.join(format!("wythoff.db{suffix}"));
        for suffix in ["", "-wal"] {
            std::fs::copy(path(suffix), path(&format!("{suffix}.copy")))?;
        }
        // This file belongs to the WAL that is being replaced.
        std::fs::remove_file(path("-shm"))?;
        for suffix in ["-wal", ""] {
            std::fs::rename(path(&format!("{suffix}.copy")), path(suffix))?;
        }
        self.signal("CONT").await?;
        drop(guard);
        let process = self.process()?;
        let child = process.child.as_mut();
        let child = child.context("the bot has ended by itself")?;
        let status = timeout(LOSS_NOTICE_TIMEOUT, child.wait()).await;
        let status = status.context("the bot goes on although its files were replaced")??;
        if status.code() != Some(DATABASE_LOST) {
            bail!("the bot whose files were replaced ended with {status}");
        }
        self.start_again().await
    }

    /// Runs a program on the next process, whose id is the last argument.
    async fn run(&self, program: &str, arguments: &[&str]) -> anyhow::Result<()> {
        let process = self.processes.get(self.next);
        let id = process.and_then(|process| process.child.as_ref()?.id());
        let id = id.context("the bot has ended by itself")?;
        let status = Command::new(program)
            .args(arguments)
            .arg(id.to_string())
            .status()
            .await?;
        if status.success() {
            return Ok(());
        }
        bail!("{program} ended with {status}");
    }
}
