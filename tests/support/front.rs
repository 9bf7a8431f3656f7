//! The reverse proxy in front of the bot, for the stories and for `examples/chaos`: `HAProxy` or
//! nginx, configured like one of the examples in `deploy`.

use std::io;
use std::net::SocketAddr;
use std::process::Stdio;

use tokio::process::{Child, Command};

/// A running proxy.
pub(crate) struct Front {
    _folder: tempfile::TempDir,
    _child: Child,
}

impl Front {
    /// Starts a program with an example configuration to which `changes` have been made.
    ///
    /// # Errors
    /// If the program is not installed.
    pub(crate) fn start(
        program: &str,
        example: &str,
        changes: &[(&str, &str)],
    ) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut text = with_changes(example, changes);
        if program == "haproxy" {
            // These lines need root.
            let root_lines = [
                "    user haproxy\n",
                "    group haproxy\n",
                "    log /dev/log local0\n",
            ];
            for line in root_lines {
                text = text.replace(line, "");
            }
            text = text.replace("    log global\n", "");
        }
        let path = folder.path().join("config");
        std::fs::write(&path, text)?;
        let mut command = Command::new(program);
        if program == "haproxy" {
            command.arg("-db").arg("-f").arg(path);
        } else {
            let pid = folder.path().join("pid");
            let settings = format!(
                "daemon off; master_process off; error_log stderr; pid {};",
                pid.display()
            );
            command.arg("-c").arg(path).args(["-g", &settings]);
        }
        let child = command
            .kill_on_drop(true)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self {
            _folder: folder,
            _child: child,
        })
    }

    /// Starts `HAProxy` in front of two processes, each given by two addresses: where it gets
    /// interactions, and where it answers operators.
    ///
    /// # Errors
    /// If it is not installed.
    pub(crate) fn in_front_of_replicas(
        listen: SocketAddr,
        processes: [[SocketAddr; 2]; 2],
    ) -> io::Result<Self> {
        Self::start("haproxy", &Self::replicas_config(listen, processes), &[])
    }

    /// The configuration of `HAProxy` in front of two processes.
    pub(crate) fn replicas_config(listen: SocketAddr, processes: [[SocketAddr; 2]; 2]) -> String {
        let [one, two] = processes;
        let server = |[interactions, operators]: [SocketAddr; 2]| {
            format!("{interactions} check port {}", operators.port())
        };
        with_changes(
            include_str!("../../deploy/haproxy.replicas.cfg"),
            &[
                (
                    ":443 ssl crt /etc/haproxy/bot.example.pem",
                    &listen.to_string(),
                ),
                ("10.0.0.11:8080 check port 9464", &server(one)),
                ("10.0.0.12:8080 check port 9464", &server(two)),
                ("10.0.0.11:8080", &one[0].to_string()),
                ("10.0.0.12:8080", &two[0].to_string()),
            ],
        )
    }
}

/// The example with these replacements made. Each text that is replaced must occur in it.
fn with_changes(example: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(example.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from} is not in {text}");
        text.replace(from, to)
    })
}
