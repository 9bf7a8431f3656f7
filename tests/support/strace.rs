//! System faults: uses strace to make system calls of a running process fail.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use super::{Binary, with_timeout};

/// As long as a value of this type exists, some system calls of a process fail.
pub(crate) struct Strace {
    child: Child,
    trace: PathBuf,
}

impl Strace {
    /// Whether processes can be traced here. Where `DISK_STORIES` is set they have to be.
    #[expect(clippy::print_stderr, reason = "whoever runs the stories should know")]
    pub(crate) async fn is_allowed() -> bool {
        let mut probe = Command::new("strace");
        probe.args(["-qq", "-e", "trace=none", "true"]);
        let probed = probe.stdin(Stdio::null()).stderr(Stdio::null()).status();
        let is_allowed = probed.await.is_ok_and(|status| status.success());
        let is_required = super::test_setting("DISK_STORIES").is_some();
        assert!(is_allowed || !is_required, "strace may not trace here");
        if !is_allowed {
            eprintln!("strace may not trace here, so this story of the disk was left out");
        }
        is_allowed
    }

    /// Makes the given system call fail with the given error on the database files in a folder.
    /// `when` says which calls: `"3"` is the third of each thread that runs now; `"1+"` is all
    /// calls of all threads, including new ones.
    pub(crate) async fn attach(
        binary: &Binary,
        folder: &Path,
        (call, error, when): (&str, &str, &str),
    ) -> Self {
        let trace = folder.join("trace");
        let mut strace = Command::new("strace");
        let threads = if when.ends_with('+') {
            strace.arg("-f");
            vec![binary.id().to_string()]
        } else {
            binary.threads()
        };
        for thread in &threads {
            strace.args(["-p", thread]);
        }
        strace
            .args(["-e", &format!("trace={call}")])
            .args(["-e", &format!("inject={call}:error={error}:when={when}")])
            .arg("-o")
            .arg(&trace);
        for name in ["wythoff.db", "wythoff.db-wal"] {
            strace.arg("-P").arg(folder.join(name));
        }
        strace
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = strace.spawn().expect("strace starts");
        let said = child.stderr.take().expect("it is piped");
        let mut lines = BufReader::new(said).lines();
        let attached = async {
            let mut missing = threads.len();
            while missing > 0 {
                let line = lines.next_line().await.expect("a line");
                let line = line.expect("strace attaches");
                missing -= usize::from(line.contains(" attached"));
            }
        };
        with_timeout(attached).await;
        // The rest of its output is read and discarded; otherwise strace would wait for a reader.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Self { child, trace }
    }

    /// Lets all system calls succeed again. Returns how many have failed.
    pub(crate) async fn detach(mut self) -> usize {
        let id = self.child.id().expect("it runs").to_string();
        let mut interrupt = Command::new("kill");
        interrupt.args(["-INT", &id]);
        assert!(interrupt.status().await.expect("kill runs").success());
        with_timeout(self.child.wait()).await.expect("it ends");
        let trace = std::fs::read_to_string(&self.trace).expect("a trace");
        trace.matches("(INJECTED)").count()
    }
}
