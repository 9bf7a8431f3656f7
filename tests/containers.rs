//! The container image, run with the example compose files: a game outlives its container.
//! Podman takes the place of Docker. Not covered:
//! - building the program inside the image, which needs Rust's image: the program is built
//!   beforehand, and `CONTAINER_PROGRAM` is its path;
//! - the images of PostgreSQL and `HAProxy`: images with the programs of this machine replace them;
//! - the network: all containers share that of this machine.

use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

use discord_sandbox::Sandbox;
use tokio::process::Command;
use tokio::time::sleep;

use crate::support::front::Front;
use crate::support::{
    Says as _, Takes as _, best_move, free_address, plays_best, secrets, with_timeout,
};

/// Settings for the machine that the story runs on, which do not belong in the example: limits low
/// enough to be set there, and no systemd.
const ENGINE: &str = r#"
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
"#;

/// A stand-in for PostgreSQL's image: the programs of this machine, and a script like that of the
/// image.
const DATABASE_IMAGE: &str = "
FROM scratch
COPY image /
";
const DATABASE_SCRIPT: &str = r#"#!/bin/sh -e
PGDATA=/var/lib/postgresql/data PATH="$PATH:$(echo /usr/lib/postgresql/*/bin)"
export PGDATA PATH
postgres() { setpriv --reuid=999 --regid=999 --clear-groups "$@"; }
chown 999:999 "$PGDATA" /var/run/postgresql
if [ ! -e "$PGDATA/PG_VERSION" ]; then
    postgres initdb --encoding=UTF8 --username="$POSTGRES_USER" --auth="$POSTGRES_HOST_AUTH_METHOD"
    echo "CREATE DATABASE $POSTGRES_USER" | postgres postgres --single postgres
fi
exec setpriv --reuid=999 --regid=999 --clear-groups "$@"
"#;

/// The settings that differ from the example with PostgreSQL.
const DATABASE_SETTINGS: &str = r"
  database:
    image: PROJECT-database
    entrypoint: [/script]
    network_mode: none
    volumes: ['/usr:/usr:ro']
";

/// A stand-in for `HAProxy`'s image: the program of this machine with its libraries.
const BALANCER_IMAGE: &str = r#"
FROM scratch
COPY image /
CMD ["/usr/sbin/haproxy", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
"#;

/// The settings that differ from the example with two replicas.
const REPLICAS_SETTINGS: &str = r"
  wythoff-two: {image: PROJECT, network_mode: host, networks: !reset null, environment: {DISCORD_API_URL: 'SANDBOX', OPS_LISTEN: 'OPERATORS_TWO', HTTP_LISTEN: 'TWO'}}
  haproxy:
    image: PROJECT-haproxy
    network_mode: host
    networks: !reset null
    ports: !reset null
    volumes: !override ['FOLDER/haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro']
";

/// Example compose files, run as a project of their own that is connected to a sandbox.
struct Compose {
    folder: tempfile::TempDir,
    project: String,
    files: &'static [&'static str],
}

impl Compose {
    /// Builds the image with `program`, and writes the settings that differ from the example.
    async fn prepare(
        program: &Path,
        sandbox: &Sandbox,
        name: &str,
        files: &'static [&str],
    ) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let project = format!("{name}-{}", std::process::id());
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("written");
        };
        write("containers.conf", ENGINE);
        write("token", &sandbox.token());
        let token = folder.path().join("token");
        let [one, operators] = [(); 2].map(|()| free_address());
        let has_replicas = files.contains(&"deploy/compose.replicas.yaml");
        let (networks, http_listen) = if has_replicas {
            (
                "networks: !reset null, ",
                format!(", HTTP_LISTEN: \"{one}\""),
            )
        } else {
            ("", String::new())
        };
        let mut settings = format!(
            "secrets: {{discord_token: {{file: {}}}}}\n\
             services:\n  wythoff: {{image: {project}, network_mode: host, {networks}environment: {{DISCORD_API_URL: \"{}\", OPS_LISTEN: \"{operators}\"{http_listen}}}}}\n",
            token.display(),
            sandbox.url(),
        );
        let has_database = files.contains(&"deploy/compose.postgres.yaml");
        if has_database {
            settings += &DATABASE_SETTINGS.replace("PROJECT", &project);
        }
        if has_replicas {
            let [balancer_address, two, operators_two] = [(); 3].map(|()| free_address());
            let changes = [
                ("PROJECT", project.as_str()),
                ("SANDBOX", &sandbox.url()),
                ("OPERATORS_TWO", &operators_two.to_string()),
                ("TWO", &two.to_string()),
                ("FOLDER", &folder.path().display().to_string()),
            ];
            let replicas = changes
                .iter()
                .fold(REPLICAS_SETTINGS.to_owned(), |settings, (from, to)| {
                    settings.replace(from, to)
                });
            settings += &replicas;
            let places = [[one, operators], [two, operators_two]];
            let balancer = Front::replicas_config(balancer_address, places);
            // As many connections as the limit of open files in `ENGINE` allows.
            write(
                "haproxy.cfg",
                &balancer.replace("maxconn 4096", "maxconn 256"),
            );
            sandbox.set_endpoint(Some(&format!("http://{balancer_address}/interactions")));
        }
        write("story.yaml", &settings);
        // The output of the first stage of the Containerfile.
        let built = folder.path().join("built");
        let image = built.join("image");
        std::fs::create_dir_all(image.join("data")).expect("a folder");
        std::fs::copy(program, image.join("wythoff")).expect("a program");
        let compose = Self {
            folder,
            project,
            files,
        };
        let stage = format!("build={}", built.display());
        let mut podman = compose.podman(&["build", "--build-context", &stage]);
        podman.args(["--tag", &compose.project, "--file", "Containerfile", "."]);
        run(&mut podman).await;
        if has_database {
            compose.build_database().await;
        }
        if has_replicas {
            compose.build_balancer().await;
        }
        compose
    }

    /// Builds the stand-in for PostgreSQL's image.
    async fn build_database(&self) {
        let context = self.folder.path().join("database");
        let image = context.join("image");
        for folder in [
            "etc",
            "tmp",
            "usr",
            "var/lib/postgresql/data",
            "var/run/postgresql",
        ] {
            std::fs::create_dir_all(image.join(folder)).expect("a folder");
        }
        for folder in ["bin", "lib", "lib64"] {
            symlink(format!("usr/{folder}"), image.join(folder)).expect("a link");
        }
        let users = "root:x:0:0::/:/bin/sh\npostgres:x:999:999::/:/bin/sh\n";
        std::fs::write(image.join("etc/passwd"), users).expect("written");
        let script = image.join("script");
        std::fs::write(&script, DATABASE_SCRIPT).expect("written");
        std::fs::set_permissions(script, Permissions::from_mode(0o755)).expect("executable");
        std::fs::write(context.join("Containerfile"), DATABASE_IMAGE).expect("written");
        let name = format!("{}-database", self.project);
        let mut podman = self.podman(&["build", "--tag", &name]);
        run(podman.arg(context)).await;
    }

    /// Builds the stand-in for `HAProxy`'s image.
    async fn build_balancer(&self) {
        let context = self.folder.path().join("balancer");
        let image = context.join("image");
        let program = "/usr/sbin/haproxy";
        let needs = run(Command::new("ldd").arg(program)).await;
        let libraries = needs
            .split_whitespace()
            .filter(|word| word.starts_with('/'));
        for file in libraries.chain([program]) {
            let copy = image.join(file.trim_start_matches('/'));
            std::fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
            std::fs::copy(file, copy).expect("copied");
        }
        std::fs::create_dir_all(image.join("etc")).expect("a folder");
        for (name, text) in [
            (
                "passwd",
                "root:x:0:0::/:/bin/sh\nhaproxy:x:99:99::/:/bin/false\n",
            ),
            ("group", "root:x:0:\nhaproxy:x:99:\n"),
        ] {
            std::fs::write(image.join("etc").join(name), text).expect("written");
        }
        std::fs::write(context.join("Containerfile"), BALANCER_IMAGE).expect("written");
        let name = format!("{}-haproxy", self.project);
        let mut podman = self.podman(&["build", "--tag", &name]);
        run(podman.arg(context)).await;
    }

    /// Starts the containers. Podman leaves health checks to systemd, which [`ENGINE`] does
    /// without, so this function runs the database's.
    async fn up(&self) {
        let mut up = self.compose(&["up", "--no-build", "--detach"]);
        if !self.files.contains(&"deploy/compose.postgres.yaml") {
            run(&mut up).await;
            return;
        }
        let database = format!("{}_database_1", self.project);
        let until_healthy = async {
            let mut check = self.podman(&["healthcheck", "run", &database]);
            while !check.output().await.expect("it ends").status.success() {
                sleep(Duration::from_millis(100)).await;
            }
        };
        tokio::join!(with_timeout(until_healthy), run(&mut up));
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
        for file in self.files {
            command.args(["--file", file]);
        }
        command.arg("--file").arg(story).args(arguments);
        command
    }

    /// The name of the bot's container.
    fn container(&self) -> String {
        format!("{}_wythoff_1", self.project)
    }

    async fn inspect(&self, what: &str) -> String {
        let name = self.container();
        let mut inspect = self.podman(&["inspect", &name, "--format", what]);
        run(&mut inspect).await.trim().to_owned()
    }
}

impl Drop for Compose {
    fn drop(&mut self) {
        let [database, balancer] =
            ["database", "haproxy"].map(|name| format!("{}-{name}", self.project));
        let images = [self.project.as_str(), &database, &balancer];
        let mut remove_images = self.podman(&["image", "rm", "--force", "--ignore"]);
        remove_images.args(images);
        for mut remove in [
            self.compose(&["down", "--volumes", "--timeout", "1"]),
            remove_images,
        ] {
            let quietly = remove.stdout(Stdio::null()).stderr(Stdio::null());
            drop(quietly.as_std_mut().status());
        }
    }
}

/// Runs a command, which has to succeed. Returns its output.
async fn run(command: &mut Command) -> String {
    let ended: Output = command.output().await.expect("it starts");
    let error = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{command:?}: {error}");
    String::from_utf8_lossy(&ended.stdout).into_owned()
}

#[expect(clippy::print_stderr, reason = "whoever runs the stories should know")]
fn program() -> Option<PathBuf> {
    let program = crate::support::test_setting("CONTAINER_PROGRAM").map(PathBuf::from);
    if program.is_none() {
        eprintln!("CONTAINER_PROGRAM is not set, so the container stories were skipped");
    }
    program
}

#[tokio::test]
async fn games_in_a_database_container_outlive_the_containers() {
    let Some(program) = program() else { return };
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let files = &["deploy/compose.yaml", "deploy/compose.postgres.yaml"];
    let compose = Compose::prepare(&program, &sandbox, "on-postgres", files).await;
    compose.up().await;
    sandbox.ready().await;
    let anna = sandbox.server("A server").member("anna");
    let mut board = anna
        .types("/wythoff start 13 10 first:me")
        .await
        .to_string();
    board = best_move(&anna, &board).await;
    let database = format!("{}_database_1", compose.project);
    let count = "SELECT COUNT(*) > 0 FROM plies";
    let ask = [
        "exec",
        &database,
        "psql",
        "--username=wythoff",
        "--no-align",
        "--tuples-only",
        "--command",
        count,
    ];
    assert_eq!(run(&mut compose.podman(&ask)).await.trim(), "t");
    run(&mut compose.compose(&["down"])).await;
    sandbox.disconnected().await;
    compose.up().await;
    sandbox.ready().await;
    board = plays_best(&anna, board).await;
    board.says("@anna reached home.");
}

#[tokio::test]
async fn a_replica_in_a_container_goes_on_after_the_other_is_killed() {
    let Some(program) = program() else { return };
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let files = &[
        "deploy/compose.yaml",
        "deploy/compose.postgres.yaml",
        "deploy/compose.replicas.yaml",
    ];
    let compose = Compose::prepare(&program, &sandbox, "replicas", files).await;
    compose.up().await;
    sandbox.ready().await;
    let anna = sandbox.server("A server").member("anna");
    anna.types("/wythoff start 3000 2400 first:me").await;
    let two = format!("{}_wythoff-two_1", compose.project);
    for killed in [compose.container(), two] {
        for _ in 0..4 {
            anna.goes(1, "left").await.says("@anna went 1");
        }
        run(&mut compose.podman(&["kill", &killed])).await;
        for _ in 0..4 {
            anna.goes(1, "left").await.says("@anna went 1");
        }
        run(&mut compose.podman(&["start", &killed])).await;
        let ready = async || {
            let mut health = compose.podman(&["exec", &killed, "/wythoff", "health"]);
            health.output().await.expect("it ends").status.success()
        };
        with_timeout(async { while !ready().await {} }).await;
    }
}

#[tokio::test]
async fn a_game_outlives_its_container_and_is_won_afterwards() {
    let Some(program) = program() else { return };
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let compose = Compose::prepare(&program, &sandbox, "story", &["deploy/compose.yaml"]).await;
    compose.up().await;
    sandbox.ready().await;

    // The process is not root, can write only to its games, and cannot gain privileges.
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
        // The words of a line: the device, the mount point, the file system and the options.
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
    run(&mut compose.podman(&["kill", &container])).await;
    let killed = run(&mut compose.podman(&["wait", &container])).await;
    assert_eq!(killed.trim(), "137");
    sandbox.disconnected().await;
    run(&mut compose.compose(&["start"])).await;
    sandbox.ready().await;
    board = plays_best(&anna, board).await;
    board.says("@anna reached home.");

    let health = async || {
        let mut health = compose.podman(&["exec", &container, "/wythoff", "health"]);
        health.output().await.expect("it ends").status.success()
    };
    with_timeout(async { while !health().await {} }).await;
    run(&mut compose.compose(&["stop"])).await;
    assert_eq!(compose.inspect("{{.State.ExitCode}}").await, "0");
    let mut logs = compose.podman(&["logs", &container]);
    let logs = logs.output().await.expect("it ends");
    let log = String::from_utf8_lossy(&logs.stderr);
    log.says("\"message\":\"stopped\"");
    secrets::check_text(&log);
}
