//! A PostgreSQL server for tests, which ends with the process that started it.
//!
//! It keeps what it confirms (`fsync = on`), listens only on a socket in its own folder, and trusts
//! everybody who can reach that socket.

use std::fs;
use std::io;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use tokio::sync::OnceCell;
use tokio::time::sleep;

/// A running server.
#[derive(Debug)]
pub struct Server {
    folder: PathBuf,
    programs: PathBuf,
    owner: Option<(u32, u32)>,
    /// The shell around the server. It stops the server once `keeper_stdin` is closed.
    keeper: Child,
    keeper_stdin: Option<ChildStdin>,
}

/// Runs a server until stdin is closed, then removes its folder unless the folder contains the file
/// `kept`.
const KEEPER_SCRIPT: &str = r#"
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=400 -c shared_buffers=64MB \
    >>"$2/log" 2>&1 </dev/null &
server=$!
cat >/dev/null
kill -QUIT $server
wait $server
[ -e "$2/kept" ] || rm -rf "$2"
"#;

/// The number of databases that this process has made.
static DATABASES_MADE: AtomicU32 = AtomicU32::new(0);

/// The address of the server on which this process makes databases, if there is one.
static SHARED_SERVER: OnceCell<Option<String>> = OnceCell::const_new();

/// The address of a new, empty database: on the server that `TEST_DATABASE_URL` names, else on one
/// that this process starts and all its tests share. Returns `None` if PostgreSQL is not installed.
///
/// # Errors
/// If the server does not start, or does not answer.
pub async fn database() -> io::Result<Option<String>> {
    let shared = SHARED_SERVER.get_or_try_init(async || {
        #[expect(clippy::disallowed_methods, reason = "not a setting of the bot")]
        if let Ok(url) = std::env::var("TEST_DATABASE_URL") {
            return Ok::<_, io::Error>(Some(url));
        }
        let Some(server) = Server::start().await? else {
            return Ok(None);
        };
        let url = server.url("postgres");
        // When this process ends, the keeper's stdin is closed, and the server stops.
        std::mem::forget(server);
        Ok(Some(url))
    });
    match shared.await? {
        Some(url) => make_database(url).await.map(Some),
        None => Ok(None),
    }
}

/// Makes a database on the server with the given address.
async fn make_database(url: &str) -> io::Result<String> {
    let number = DATABASES_MADE.fetch_add(1, Ordering::Relaxed);
    let name = format!("test_{}_{number}", std::process::id());
    let mut connection = PgConnection::connect(url).await.map_err(io::Error::other)?;
    let made = connection
        .execute(AssertSqlSafe(format!("CREATE DATABASE {name}")))
        .await;
    made.map_err(io::Error::other)?;
    connection.close().await.map_err(io::Error::other)?;
    let (server, _) = url.rsplit_once('/').unwrap_or((url, ""));
    Ok(format!("{server}/{name}"))
}

/// Collects statistics on a database, as the server does by itself within a minute. Without them,
/// queries are planned as if the tables were empty.
///
/// # Errors
/// If the server does not answer.
pub async fn analyze(url: &str) -> io::Result<()> {
    let mut connection = PgConnection::connect(url).await.map_err(io::Error::other)?;
    let analyzed = connection.execute("ANALYZE").await;
    analyzed.map_err(io::Error::other)?;
    connection.close().await.map_err(io::Error::other)
}

impl Server {
    /// Starts a server. Returns `None` if PostgreSQL is not installed.
    ///
    /// # Errors
    /// If it does not start.
    pub async fn start() -> io::Result<Option<Self>> {
        let Some(programs) = programs_folder() else {
            return Ok(None);
        };
        let (folder, owner) = new_folder()?;
        let mut initdb = command(&programs.join("initdb"), owner);
        initdb.args([
            "--username=wythoff",
            "--auth=trust",
            "--encoding=UTF8",
            "--no-locale",
        ]);
        run_to_success(initdb.arg("--pgdata").arg(folder.join("data")))?;
        Self::run(programs, folder, owner).await.map(Some)
    }

    async fn run(
        programs: PathBuf,
        folder: PathBuf,
        owner: Option<(u32, u32)>,
    ) -> io::Result<Self> {
        let (keeper, keeper_stdin) = start_keeper(&programs, &folder, owner)?;
        let server = Self {
            folder,
            programs,
            owner,
            keeper,
            keeper_stdin,
        };
        server.wait_until_ready().await?;
        Ok(server)
    }

    /// Starts a standby of this server. From then on, commits on this server wait for the standby.
    ///
    /// # Errors
    /// If it does not start.
    pub async fn start_standby(&self) -> io::Result<Self> {
        let (folder, owner) = new_folder()?;
        let mut basebackup = command(&self.programs.join("pg_basebackup"), owner);
        basebackup.args([
            "--username=wythoff",
            "--write-recovery-conf",
            "--checkpoint=fast",
        ]);
        basebackup.arg("--host").arg(&self.folder);
        run_to_success(basebackup.arg("--pgdata").arg(folder.join("data")))?;
        let standby = Self::run(self.programs.clone(), folder, owner).await?;
        self.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            .await?;
        self.execute("SELECT pg_reload_conf()").await?;
        self.until_commits_wait().await?;
        Ok(standby)
    }

    /// Waits until the changed setting is in effect, which takes a moment.
    async fn until_commits_wait(&self) -> io::Result<()> {
        let mut connection = self.connect().await?;
        let waits = "SELECT EXISTS (SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync')";
        for _ in 0..600 {
            let waits = sqlx::query_scalar(waits).fetch_one(&mut connection).await;
            if waits.map_err(io::Error::other)? {
                // The process that tells commits to wait has then been told, too, and reads its
                // settings before it makes a checkpoint.
                let checkpoint = connection.execute("CHECKPOINT").await;
                checkpoint.map_err(io::Error::other)?;
                return connection.close().await.map_err(io::Error::other);
            }
            sleep(Duration::from_millis(50)).await;
        }
        Err(io::Error::other("the standby does not connect"))
    }

    /// Promotes this standby, so that it accepts changes.
    ///
    /// # Errors
    /// If this server is not a standby.
    pub async fn promote(&self) -> io::Result<()> {
        let mut connection = self.connect().await?;
        let promoted = sqlx::query_scalar("SELECT pg_promote()");
        let promoted = promoted.fetch_one(&mut connection).await;
        if promoted.map_err(io::Error::other)? {
            Ok(())
        } else {
            Err(io::Error::other("the standby was not promoted in time"))
        }
    }

    async fn connect(&self) -> io::Result<PgConnection> {
        let connected = PgConnection::connect(&self.url("postgres")).await;
        connected.map_err(io::Error::other)
    }

    async fn execute(&self, sql: &'static str) -> io::Result<()> {
        let mut connection = self.connect().await?;
        connection.execute(sql).await.map_err(io::Error::other)?;
        connection.close().await.map_err(io::Error::other)
    }

    /// The address of one of its databases.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://wythoff@{folder}/{database}")
    }

    /// The address of a new, empty database.
    ///
    /// # Errors
    /// If the server does not answer.
    pub async fn database(&self) -> io::Result<String> {
        make_database(&self.url("postgres")).await
    }

    /// The server's folder, which contains the socket.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Kills it with all its processes, as a power cut would, and starts it again.
    ///
    /// # Errors
    /// If it does not start.
    pub async fn crash(&mut self) -> io::Result<()> {
        self.kill()?;
        self.restart().await
    }

    /// Kills it with all its processes, as a power cut would.
    ///
    /// # Errors
    /// If it cannot be killed.
    pub fn kill(&mut self) -> io::Result<()> {
        fs::write(self.folder.join("kept"), "")?;
        // A child that is born between the list and the signal would outlive the others.
        self.signal("STOP", |_| false)?;
        let killed = self.signal("KILL", |_| true)?;
        self.keeper_stdin = None;
        self.keeper.wait()?;
        // A new server can start only once the shared memory is free. A zombie process holds no
        // memory any more.
        let is_running = |id: &String| {
            fs::read(format!("/proc/{id}/cmdline")).is_ok_and(|line| !line.is_empty())
        };
        while killed.iter().any(is_running) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    /// Starts it again after it was killed.
    ///
    /// # Errors
    /// If it does not start.
    pub async fn restart(&mut self) -> io::Result<()> {
        let _gone = fs::remove_file(self.folder.join("kept"));
        let _gone = fs::remove_file(self.folder.join("data/postmaster.pid"));
        (self.keeper, self.keeper_stdin) = start_keeper(&self.programs, &self.folder, self.owner)?;
        self.wait_until_ready().await
    }

    /// Sends a signal to the server's main process and to those of its children whose command line
    /// `fits` accepts. Returns the ids of all these processes.
    ///
    /// # Errors
    /// If the processes cannot be found or the signal cannot be sent.
    pub fn signal(&self, name: &str, fits: impl Fn(&str) -> bool) -> io::Result<Vec<String>> {
        let pid = fs::read_to_string(self.folder.join("data/postmaster.pid"))?;
        let pid = pid.lines().next().unwrap_or_default().to_owned();
        let mut processes = vec![pid.clone()];
        for entry in fs::read_dir("/proc")? {
            let path = entry?.path();
            let Ok(status) = fs::read_to_string(path.join("status")) else {
                continue;
            };
            let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
            let line = fs::read_to_string(path.join("cmdline")).unwrap_or_default();
            if parent.map(str::trim) == Some(&pid) && fits(&line) {
                let id = path.file_name().unwrap_or_default();
                processes.push(id.to_string_lossy().into_owned());
            }
        }
        let sent = Command::new("kill")
            .arg(format!("-{name}"))
            .args(&processes)
            .stderr(Stdio::null())
            .status()?;
        // A process may have ended meanwhile.
        let _all_were_there = sent.success();
        Ok(processes)
    }

    async fn wait_until_ready(&self) -> io::Result<()> {
        for _ in 0..600 {
            let options = PgConnectOptions::new()
                .socket(&self.folder)
                .username("wythoff")
                .database("postgres");
            if let Ok(connection) = PgConnection::connect_with(&options).await {
                return connection.close().await.map_err(io::Error::other);
            }
            sleep(Duration::from_millis(50)).await;
        }
        let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        Err(io::Error::other(format!(
            "PostgreSQL does not start: {log}"
        )))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.keeper_stdin = None;
        let _ended = self.keeper.wait();
        // The shell leaves the folder behind if the server was killed.
        let _gone = fs::remove_dir_all(&self.folder);
    }
}

/// Makes a folder. If this process runs as root, the folder belongs to another user, who is
/// returned as well: PostgreSQL refuses to run as root.
fn new_folder() -> io::Result<(PathBuf, Option<(u32, u32)>)> {
    let folder = tempfile::Builder::new().prefix("pg").tempdir()?.keep();
    let owner = is_root().then(other_user).transpose()?;
    if let Some((user, group)) = owner {
        chown(&folder, Some(user), Some(group))?;
    }
    Ok((folder, owner))
}

fn run_to_success(command: &mut Command) -> io::Result<()> {
    let ended = command.output()?;
    if ended.status.success() {
        return Ok(());
    }
    Err(io::Error::other(String::from_utf8_lossy(&ended.stderr)))
}

fn start_keeper(
    programs: &Path,
    folder: &Path,
    owner: Option<(u32, u32)>,
) -> io::Result<(Child, Option<ChildStdin>)> {
    let mut shell = command(Path::new("sh"), owner);
    shell
        .args(["-c", KEEPER_SCRIPT, "keep"])
        .arg(programs)
        .arg(folder)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut keeper = shell.spawn()?;
    let keeper_stdin = keeper.stdin.take();
    Ok((keeper, keeper_stdin))
}

fn command(program: &Path, owner: Option<(u32, u32)>) -> Command {
    let mut command = Command::new(program);
    if let Some((user, group)) = owner {
        command.uid(user).gid(group);
    }
    // In its own process group: Ctrl+C ends the tests first, and the server after them.
    command.process_group(0);
    command
}

/// The folder of PostgreSQL's programs: the one that contains the `postgres` in PATH, with links
/// resolved, else the one of the latest version installed by Debian.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "not a setting of the bot")]
pub fn programs_folder() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut debian: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .collect();
    debian.sort();
    let in_path = std::env::split_paths(&path).filter_map(|folder| {
        let program = folder.join("postgres").canonicalize().ok()?;
        program.parent().map(Path::to_owned)
    });
    let programs = ["postgres", "initdb", "pg_basebackup"];
    let has_all = |folder: &PathBuf| programs.iter().all(|name| folder.join(name).exists());
    in_path.chain(debian.into_iter().rev()).find(has_all)
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata("/proc/self").is_ok_and(|itself| itself.uid() == 0)
}

/// The user and group of a user who is not root: `postgres`, else `nobody`.
fn other_user() -> io::Result<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd")?;
    let find = |name: &str| {
        let line = users
            .lines()
            .find(|line| line.split(':').next() == Some(name));
        let mut fields = line?.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    let found = find("postgres").or_else(|| find("nobody"));
    found.ok_or_else(|| io::Error::other("there is no user `postgres` or `nobody`"))
}

/// The address of a new, empty database, for a test that has asked for PostgreSQL. Blocks the
/// thread.
///
/// # Panics
/// If PostgreSQL is not installed or does not start.
#[must_use]
#[expect(clippy::expect_used, reason = "the test cannot go on")]
pub fn test_database() -> String {
    // A thread of its own, since the caller's may run a runtime.
    let thread = std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(database())
    });
    let url = thread.join().expect("no panic");
    let url = url.expect("a server");
    url.expect("PostgreSQL is installed")
}
