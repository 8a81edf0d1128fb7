//! Making the cluster and bringing it up. Everything here runs under the lock of the folder.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::folder::{Folder, PORT, PipeEnd, at};
use super::owner::Owner;
use super::{Binaries, EmbeddedError, Options};

/// The superuser of the cluster; also the name of its database.
pub(super) const USER: &str = "saiwu";

/// How long between two looks at a starting server.
pub(super) const GLANCE: Duration = Duration::from_millis(20);

/// A cluster that has come up.
pub(super) struct Running {
    /// The shell that runs it, and now holds the lock.
    pub shell: Child,
    /// A writing end of the pipe `alive`; without any, the shell stops the cluster.
    pub pipe: OwnedFd,
}

/// Brings the cluster up. The shell then holds `lock` too.
pub(super) fn launch(
    options: &Options,
    folder: &Folder,
    lock: &File,
) -> Result<Running, EmbeddedError> {
    let owner = Owner::find(options.run_as.as_deref(), &folder.cluster())?;
    folder.prepare(&owner)?;
    let cluster = folder.cluster();
    let made_by = folder.major_version()?;
    let wanted = made_by.map(|major| (major, cluster.as_path()));
    let binaries = Binaries::locate(&options.search, wanted)?;
    if made_by.is_none() {
        init(&binaries, folder, &owner, options.ephemeral)?;
    }
    stop_orphan(folder);
    let deadline = Instant::now() + options.start_timeout;
    loop {
        match start(&binaries, folder, &owner, options, lock, deadline) {
            // The processes of a server that was killed need a moment to notice.
            Err(EmbeddedError::StartFailed { log })
                if log.contains("pre-existing shared memory block")
                    && Instant::now() < deadline =>
            {
                sleep(GLANCE);
            }
            result => return result,
        }
    }
}

/// Makes a new cluster: beside its place first, so that a broken attempt is never taken for one.
fn init(
    binaries: &Binaries,
    folder: &Folder,
    owner: &Owner,
    ephemeral: bool,
) -> Result<(), EmbeddedError> {
    let fresh = folder.path.join("cluster.new");
    if fresh.exists() {
        std::fs::remove_dir_all(&fresh).map_err(at(&fresh))?;
    }
    let program = binaries.initdb();
    let mut command = owner.command(&program);
    clean_environment(&mut command);
    command
        .arg("--pgdata")
        .arg(&fresh)
        .args([
            &format!("--username={USER}"),
            "--encoding=UTF8",
            "--locale=C",
        ])
        .args([
            "--auth-local=trust",
            "--auth-host=reject",
            "--no-instructions",
        ])
        .current_dir(&folder.path)
        .stdin(Stdio::null());
    if ephemeral {
        command.arg("--no-sync");
    }
    let answer = command
        .output()
        .map_err(|source| EmbeddedError::Program { program, source })?;
    if !answer.status.success() {
        let mut output = String::from_utf8_lossy(&answer.stderr).into_owned();
        if output.trim().is_empty() {
            output = String::from_utf8_lossy(&answer.stdout).into_owned();
        }
        return Err(failure(output, folder, owner, |output| {
            EmbeddedError::InitFailed { output }
        }));
    }
    let cluster = folder.cluster();
    std::fs::rename(&fresh, &cluster).map_err(at(&cluster))
}

/// Ends a server that still runs on the cluster though the shell that ran it is gone: it would not
/// end with its users.
fn stop_orphan(folder: &Folder) {
    let Some(pid) = folder
        .postmaster()
        .and_then(|status| status.lines().next()?.trim().parse().ok())
        .and_then(rustix::process::Pid::from_raw)
    else {
        return;
    };
    // A number left over from a crash may belong to anyone by now; only a server answers.
    if !folder.answers() {
        return;
    }
    tracing::warn!(
        pid = pid.as_raw_pid(),
        "stopping a PostgreSQL left without its supervisor"
    );
    let patience = Instant::now() + Duration::from_secs(10);
    let mut signal = rustix::process::Signal::INT;
    while rustix::process::kill_process(pid, signal).is_ok() {
        let end = Instant::now() + Duration::from_secs(1);
        while Instant::now() < end && rustix::process::test_kill_process(pid).is_ok() {
            sleep(GLANCE);
        }
        if Instant::now() > patience {
            signal = rustix::process::Signal::QUIT;
        }
    }
}

/// Starts PostgreSQL under its shell and waits until it is ready.
fn start(
    binaries: &Binaries,
    folder: &Folder,
    owner: &Owner,
    options: &Options,
    lock: &File,
    deadline: Instant,
) -> Result<Running, EmbeddedError> {
    let stopping = folder.path.join("stopping");
    match std::fs::remove_file(&stopping) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(at(&stopping)(e)),
        _ => {}
    }
    let before = folder.postmaster();
    let (log, log_start) = folder.open_log()?;
    let lock_path = folder.path.join("lock");
    folder.make_pipe()?;
    // Opening one end alone would wait for the other.
    let both = folder.open_pipe(PipeEnd::Both)?;
    let reading = folder.open_pipe(PipeEnd::Read)?;
    let pipe = folder.open_pipe(PipeEnd::Write)?;
    drop(both);
    let mut command = owner.command("/bin/sh");
    clean_environment(&mut command);
    command
        .arg(folder.write_script(include_str!("supervisor.sh"))?)
        .arg(&stopping)
        .arg(if options.ephemeral {
            &folder.path
        } else {
            Path::new("")
        })
        .arg(binaries.postgres())
        .arg("-D")
        .arg(folder.cluster())
        .arg("-k")
        .arg(&folder.path)
        .args(settings(options.ephemeral))
        .current_dir(&folder.path)
        .stdin(reading)
        .stdout(lock.try_clone().map_err(at(&lock_path))?)
        .stderr(log)
        // The keys of the terminal are meant for saiwu, which stops PostgreSQL last.
        .process_group(0);
    let mut shell = command.spawn().map_err(|source| EmbeddedError::Program {
        program: "/bin/sh".into(),
        source,
    })?;
    drop(command);
    loop {
        if folder.is_ready(before.as_deref()) {
            return Ok(Running { shell, pipe });
        }
        if shell.try_wait().is_ok_and(|ended| ended.is_some()) {
            let log = folder.log_since(log_start);
            return Err(failure(log, folder, owner, |log| {
                EmbeddedError::StartFailed { log }
            }));
        }
        if Instant::now() > deadline {
            // With the pipe dropped here, the shell stops what it runs.
            return Err(EmbeddedError::StartTimeout {
                folder: folder.path.clone(),
                seconds: options.start_timeout.as_secs(),
            });
        }
        sleep(GLANCE);
    }
}

/// The settings that matter, on the command line, where no edited file can lose them.
fn settings(ephemeral: bool) -> Vec<String> {
    let mut settings = vec![
        format!("port={PORT}"),
        // No network at all: the socket in the closed folder is the only door.
        "listen_addresses=".into(),
        "unix_socket_permissions=0700".into(),
        "logging_collector=off".into(),
        "log_destination=stderr".into(),
        "log_line_prefix=%m [%p] ".into(),
        "lc_messages=C".into(),
        "timezone=UTC".into(),
        // Short queries only; compiling them costs more than running them.
        "jit=off".into(),
    ];
    if ephemeral {
        // What is removed at the end need not survive a power cut.
        let careless = [
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
        ];
        let plain = [
            "wal_level=minimal",
            "max_wal_senders=0",
            "max_connections=300",
        ];
        settings.extend(careless.into_iter().chain(plain).map(String::from));
    }
    settings
        .into_iter()
        .flat_map(|setting| ["-c".into(), setting])
        .collect()
}

/// The programs must not be led astray by the caller's `PG…` variables, nor answer in its language:
/// their messages are read here.
fn clean_environment(command: &mut Command) {
    command.env_clear().env("LC_ALL", "C").env("TZ", "UTC");
    if let Some(path) = std::env::var_os("PATH") {
        command.env("PATH", path);
    }
}

/// What a program's last words mean.
fn failure(
    words: String,
    folder: &Folder,
    owner: &Owner,
    other: impl Fn(String) -> EmbeddedError,
) -> EmbeddedError {
    if words.contains("No space left on device") {
        EmbeddedError::DiskFull {
            folder: folder.path.clone(),
        }
    } else if words.contains("could not look up effective user ID") {
        EmbeddedError::UidWithoutPasswd { uid: owner.uid }
    } else {
        other(words)
    }
}
