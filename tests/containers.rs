//! The image, started by the example for compose: a game is played in it, and outlives it. Podman
//! takes the place of Docker. Not covered: building the program inside the image, which takes
//! Rust's image. It is built beforehand, and `CONTAINER_PROGRAM` says where it is.

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use discord_sandbox::Sandbox;
use tokio::process::Command;

use crate::support::{Says as _, best_move, free_address, plays_best, secrets, within_reason};

/// Settings that fit the machine that the story runs on and do not belong in the example: limits
/// that it may set, and no systemd.
const ENGINE: &str = r#"
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
"#;

/// The example for compose, as a project of its own, connected to a sandbox.
struct Compose {
    folder: tempfile::TempDir,
    project: String,
}

impl Compose {
    /// Builds the image with that program, and writes the settings that differ from the example.
    async fn prepare(program: &Path, sandbox: &Sandbox) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let project = format!("story-{}", std::process::id());
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("written");
        };
        write("containers.conf", ENGINE);
        write("token", &sandbox.token());
        let token = folder.path().join("token");
        let story = format!(
            "services: {{wythoff: {{image: {project}, network_mode: host, environment: {{DISCORD_API_URL: \"{}\", OPS_LISTEN: \"{}\"}}}}}}\n\
             secrets: {{discord_token: {{file: {}}}}}\n",
            sandbox.url(),
            free_address(),
            token.display(),
        );
        write("story.yaml", &story);
        // What the first stage of the Containerfile leaves.
        let built = folder.path().join("built");
        let image = built.join("image");
        std::fs::create_dir_all(image.join("data")).expect("a folder");
        std::fs::copy(program, image.join("wythoff")).expect("a program");
        let compose = Self { folder, project };
        let stage = format!("build={}", built.display());
        let mut podman = compose.podman(&["build", "--build-context", &stage]);
        podman.args(["--tag", &compose.project, "--file", "Containerfile", "."]);
        said(&mut podman).await;
        compose
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env(
                "CONTAINERS_CONF",
                self.folder.path().join("containers.conf"),
            )
            .stdin(Stdio::null())
            .args(arguments);
        command
    }

    fn podman(&self, arguments: &[&str]) -> Command {
        self.command("podman", arguments)
    }

    /// A `podman-compose` command with the example and the settings that differ from it.
    fn compose(&self, arguments: &[&str]) -> Command {
        let story = self.folder.path().join("story.yaml");
        let mut command = self.command("podman-compose", &["--project-name", &self.project]);
        command
            .args(["--file", "deploy/compose.yaml", "--file"])
            .arg(story)
            .args(arguments);
        command
    }

    /// The name of its container.
    fn container(&self) -> String {
        format!("{}_wythoff_1", self.project)
    }

    async fn inspect(&self, what: &str) -> String {
        let name = self.container();
        let mut inspect = self.podman(&["inspect", &name, "--format", what]);
        said(&mut inspect).await.trim().to_owned()
    }
}

impl Drop for Compose {
    fn drop(&mut self) {
        for mut remove in [
            self.compose(&["down", "--volumes", "--timeout", "1"]),
            self.podman(&["image", "rm", "--force", &self.project]),
        ] {
            let quietly = remove.stdout(Stdio::null()).stderr(Stdio::null());
            drop(quietly.as_std_mut().status());
        }
    }
}

/// The output of a command, which has to succeed.
async fn said(command: &mut Command) -> String {
    let ended: Output = command.output().await.expect("it starts");
    let error = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{command:?}: {error}");
    String::from_utf8_lossy(&ended.stdout).into_owned()
}

#[tokio::test]
#[expect(clippy::print_stderr, reason = "who runs the stories should know")]
async fn a_game_in_a_container_outlives_it_and_is_won_in_the_next_one() {
    let Some(program) = crate::support::told("CONTAINER_PROGRAM").map(PathBuf::from) else {
        eprintln!("CONTAINER_PROGRAM is not set, so the story of the container was left out");
        return;
    };
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let compose = Compose::prepare(&program, &sandbox).await;
    said(&mut compose.compose(&["up", "--no-build", "--detach"])).await;
    sandbox.ready().await;

    // Nobody in it is root, it can write to its games only, and it cannot gain privileges.
    let process = PathBuf::from("/proc").join(compose.inspect("{{.State.Pid}}").await);
    let read = |name| std::fs::read_to_string(process.join(name)).expect("it runs");
    let status = read("status");
    for line in [
        "Uid:\t65532\t65532\t65532\t65532",
        "CapEff:\t0000000000000000",
        "NoNewPrivs:\t1",
    ] {
        assert!(status.contains(line), "{line} is not in {status}");
    }
    let mounts = read("mounts");
    let options = |at: &str| {
        let mut mounts = mounts.lines().map(|line| line.split(' '));
        let options = mounts.find_map(|mut words| (words.nth(1) == Some(at)).then(|| words.nth(1)));
        options.flatten().expect("it is mounted")
    };
    assert!(options("/").starts_with("ro,"), "{mounts}");
    assert!(options("/data").starts_with("rw,"), "{mounts}");

    let anna = sandbox.server("A server").member("anna");
    let start = "/wythoff start 13 10 first:me";
    let mut board = anna.types(start).await.to_string();
    board = best_move(&anna, &board).await;
    let container = compose.container();
    said(&mut compose.podman(&["kill", &container])).await;
    let killed = said(&mut compose.podman(&["wait", &container])).await;
    assert_eq!(killed.trim(), "137");
    sandbox.gone().await;
    said(&mut compose.compose(&["start"])).await;
    sandbox.ready().await;
    board = plays_best(&anna, board).await;
    board.says("@anna took the last one.");

    let health = async || {
        let mut health = compose.podman(&["exec", &container, "/wythoff", "health"]);
        health.output().await.expect("it ends").status.success()
    };
    within_reason(async { while !health().await {} }).await;
    said(&mut compose.compose(&["stop"])).await;
    assert_eq!(compose.inspect("{{.State.ExitCode}}").await, "0");
    let mut logs = compose.podman(&["logs", &container]);
    let logs = logs.output().await.expect("it ends");
    let log = String::from_utf8_lossy(&logs.stderr);
    log.says("\"message\":\"stopped\"");
    secrets::check_text(&log);
}
