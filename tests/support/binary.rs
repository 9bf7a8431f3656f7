//! The real binary as a process.

use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use discord_sandbox::Sandbox;
use tokio::process::{Child, Command};

use super::{check_manners, secrets, variable};

/// How many of the last calls are shown if a story fails.
const CALLS_SHOWN: usize = 20;

/// The real binary, connected to a sandbox.
pub(crate) struct Binary {
    child: Child,
    log: PathBuf,
    sandbox: Sandbox,
}

impl Drop for Binary {
    #[expect(
        clippy::print_stderr,
        reason = "what the bot logged, and what it asked of Discord, says why the story failed"
    )]
    fn drop(&mut self) {
        if std::thread::panicking() {
            let calls = self.sandbox.calls();
            for call in calls.iter().rev().take(CALLS_SHOWN).rev() {
                let (at, method, path) = (call.at_ms, &call.method, &call.path);
                eprintln!("{at} {method} {path}: {:?}", call.status);
            }
            eprintln!("The bot has logged:\n{}", self.log());
        } else {
            check_manners(&self.sandbox);
            secrets::check_text(&self.log());
        }
    }
}

impl Binary {
    /// A command that starts the binary with the settings for a sandbox, and a database in a
    /// folder.
    pub(crate) fn command(sandbox: &Sandbox, folder: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
        command
            .current_dir(folder)
            .kill_on_drop(true)
            .stdin(Stdio::null());
        for name in [
            "DISCORD_TOKEN",
            "DISCORD_API_URL",
            "DATABASE_URL",
            "INTERACTIONS",
            "HTTP_LISTEN",
        ] {
            if let Some(value) = variable(sandbox, folder, name) {
                command.env(name, value);
            }
        }
        command.env_remove("RUST_LOG");
        command
    }

    /// Starts it.
    pub(crate) fn launch(sandbox: &Sandbox, folder: &Path) -> Self {
        Self::launch_with(Self::command(sandbox, folder), sandbox, folder)
    }

    pub(crate) fn launch_with(mut command: Command, sandbox: &Sandbox, folder: &Path) -> Self {
        let log = folder.join("log");
        let file = std::fs::File::options()
            .append(true)
            .create(true)
            .open(&log)
            .expect("a log");
        let child = command.stderr(file).spawn().expect("the binary starts");
        Self {
            child,
            log,
            sandbox: sandbox.clone(),
        }
    }

    /// Starts it and waits until it is connected.
    pub(crate) async fn start(sandbox: &Sandbox, folder: &Path) -> Self {
        let binary = Self::launch(sandbox, folder);
        sandbox.ready().await;
        binary
    }

    /// Like [`Self::start`], but everything is logged.
    pub(crate) async fn start_loud(sandbox: &Sandbox, folder: &Path) -> Self {
        let mut command = Self::command(sandbox, folder);
        command.env("RUST_LOG", "trace");
        let binary = Self::launch_with(command, sandbox, folder);
        sandbox.ready().await;
        binary
    }

    /// Kills it with SIGKILL.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.expect("killed");
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    /// The ids of its threads.
    pub(crate) fn threads(&self) -> Vec<String> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.id()));
        let tasks = tasks.expect("it runs").map(|task| task.expect("a task"));
        tasks
            .map(|task| task.file_name().to_string_lossy().into_owned())
            .collect()
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.id();
        let sent = std::process::Command::new("sh")
            .args(["-c", &format!("kill -{name} {id}")])
            .status();
        assert!(sent.expect("sh runs").success());
    }

    /// Waits for its end.
    pub(crate) async fn ended(&mut self) -> ExitStatus {
        self.child.wait().await.expect("it ends")
    }

    /// All that it has logged.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).expect("a log")
    }
}
