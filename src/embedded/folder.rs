//! What lies in the folder of the embedded cluster, and how servers on one folder find each other.
//!
//! | file | what it is |
//! |---|---|
//! | `cluster/` | the PostgreSQL data |
//! | `.s.PGSQL.5432` | the Unix socket |
//! | `lock` | locked by whoever starts the cluster, then by the shell that runs it |
//! | `alive` | the named pipe whose writers are the servers using the cluster |
//! | `users` | locked, shared, by the same servers: tells the last one that it is the last |
//! | `stopping` | there while the shell stops the cluster because nobody uses it |
//! | `supervisor.sh` | what the shell that runs the cluster does |
//! | `log` | what PostgreSQL wrote |

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};

use super::EmbeddedError;
use super::owner::Owner;

/// The number in the socket's name. Nothing listens on the network.
pub(super) const PORT: u16 = 5432;

/// `sun_path` has 108 bytes on Linux, the last one a NUL.
const SOCKET_PATH_LIMIT: usize = 107;

/// A log longer than this is put aside at the next start.
const LOG_LIMIT: u64 = 16 << 20;

/// The folder of one embedded cluster: `postgres` under the server's data folder.
#[derive(Debug, Clone)]
pub(super) struct Folder {
    pub path: PathBuf,
}

impl Folder {
    /// The folder of the cluster for `data_dir`, as an absolute path without links: its subfolder
    /// `postgres`, or, for an ephemeral cluster, `data_dir` itself, which must hold nothing else,
    /// for it will be removed. Makes what is missing.
    pub fn under(data_dir: &Path, ephemeral: bool) -> Result<Folder, EmbeddedError> {
        std::fs::create_dir_all(data_dir).map_err(at(data_dir))?;
        let mut path = data_dir.canonicalize().map_err(at(data_dir))?;
        if !ephemeral {
            path.push("postgres");
        } else if !path.join("users").exists()
            && path.read_dir().map_err(at(&path))?.next().is_some()
        {
            return Err(at(&path)(io::ErrorKind::DirectoryNotEmpty.into()));
        }
        let socket = path.join(format!(".s.PGSQL.{PORT}"));
        if socket.as_os_str().len() > SOCKET_PATH_LIMIT {
            return Err(EmbeddedError::SocketPathTooLong {
                path: socket,
                limit: SOCKET_PATH_LIMIT,
            });
        }
        Ok(Folder { path })
    }

    /// Makes the folder if missing, closes it to everyone but `owner`, and sees that `owner` can
    /// reach it.
    pub fn prepare(&self, owner: &Owner) -> Result<(), EmbeddedError> {
        let folder = self.path.as_path();
        match DirBuilder::new().mode(0o700).create(folder) {
            Err(e) if e.kind() != io::ErrorKind::AlreadyExists => return Err(at(folder)(e)),
            _ => {}
        }
        let there = folder.metadata().map_err(at(folder))?;
        if there.uid() != owner.uid {
            if !owner.drop || there.uid() != 0 {
                return Err(EmbeddedError::FolderNotOurs {
                    folder: folder.to_path_buf(),
                    owner: there.uid(),
                    uid: owner.uid,
                });
            }
            std::os::unix::fs::chown(folder, Some(owner.uid), Some(owner.gid))
                .map_err(at(folder))?;
        }
        if there.mode() & 0o077 != 0 {
            std::fs::set_permissions(folder, PermissionsExt::from_mode(0o700))
                .map_err(at(folder))?;
        }
        if owner.drop {
            // What root makes here must not keep the owner out when root is not there.
            self.open_lock_file("lock")?;
            self.open_lock_file("users")?;
            self.make_pipe()?;
            self.open_log()?;
            for name in ["lock", "users", "alive", "log"] {
                let path = folder.join(name);
                std::os::unix::fs::lchown(&path, Some(owner.uid), Some(owner.gid))
                    .map_err(at(&path))?;
            }
        }
        owner.may_enter(folder)
    }

    /// The PostgreSQL data.
    pub fn cluster(&self) -> PathBuf {
        self.path.join("cluster")
    }

    /// The major version that made the cluster; None when there is none yet.
    pub fn major_version(&self) -> Result<Option<u32>, EmbeddedError> {
        let file = self.cluster().join("PG_VERSION");
        match std::fs::read_to_string(&file) {
            Ok(text) => text.trim().parse().map(Some).map_err(|_| {
                at(&file)(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "not a PostgreSQL version",
                ))
            }),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(at(&file)(e)),
        }
    }

    fn open_lock_file(&self, name: &str) -> Result<File, EmbeddedError> {
        let path = self.path.join(name);
        let mut options = OpenOptions::new();
        options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .custom_flags(no_links());
        options.open(&path).map_err(at(&path))
    }

    /// The lock of the folder, if nobody holds it.
    pub fn try_lock(&self) -> Result<Option<File>, EmbeddedError> {
        let file = self.open_lock_file("lock")?;
        match file.try_lock() {
            // An ephemeral folder may have been removed, and this lock with it.
            Ok(()) if self.is_current(&file, "lock") => Ok(Some(file)),
            Ok(()) | Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(e)) => Err(at(&self.path.join("lock"))(e)),
        }
    }

    /// Waits for the lock of the folder: for the end of the shell that runs the cluster.
    pub fn wait_for_lock(&self) -> Result<File, EmbeddedError> {
        loop {
            let file = self.open_lock_file("lock")?;
            match file.lock() {
                Ok(()) => return Ok(file),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(at(&self.path.join("lock"))(e)),
            }
        }
    }

    /// Whether the open file is still the one of that name.
    fn is_current(&self, file: &File, name: &str) -> bool {
        match (file.metadata(), self.path.join(name).metadata()) {
            (Ok(open), Ok(named)) => open.ino() == named.ino() && open.dev() == named.dev(),
            _ => false,
        }
    }

    /// Counts this process among the users of the cluster for as long as the file is kept.
    pub fn join_users(&self) -> Result<File, EmbeddedError> {
        loop {
            let file = self.open_lock_file("users")?;
            file.lock_shared().map_err(at(&self.path.join("users")))?;
            if self.is_current(&file, "users") {
                return Ok(file);
            }
        }
    }

    /// Whether no process is counted among the users.
    pub fn is_unused(&self) -> bool {
        self.open_lock_file("users")
            .is_ok_and(|file| file.try_lock().is_ok())
    }

    /// The named pipe `alive`, made if missing.
    pub fn make_pipe(&self) -> Result<(), EmbeddedError> {
        let path = self.path.join("alive");
        match rustix::fs::mkfifoat(rustix::fs::CWD, &path, Mode::RUSR | Mode::WUSR) {
            Ok(()) | Err(rustix::io::Errno::EXIST) => Ok(()),
            Err(e) => Err(at(&path)(e.into())),
        }
    }

    /// An end of the pipe. One end alone may be opened only while the other is held, or the call
    /// waits for it.
    pub fn open_pipe(&self, end: PipeEnd) -> Result<OwnedFd, EmbeddedError> {
        let flags = match end {
            PipeEnd::Read => OFlags::RDONLY,
            PipeEnd::Write => OFlags::WRONLY,
            PipeEnd::Both => OFlags::RDWR,
        };
        let path = self.path.join("alive");
        rustix::fs::open(&path, flags | OFlags::CLOEXEC, Mode::empty())
            .map_err(|e| at(&path)(e.into()))
    }

    /// A writing end of the pipe, if a shell holds the reading one and is not about to stop.
    pub fn hold_pipe(&self) -> Option<OwnedFd> {
        let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let end = rustix::fs::open(self.path.join("alive"), flags, Mode::empty()).ok()?;
        (!self.path.join("stopping").exists()).then_some(end)
    }

    /// Whether PostgreSQL says it is ready and accepts a connection. `before` is what its status
    /// file held before the start, which does not count.
    pub fn is_ready(&self, before: Option<&str>) -> bool {
        let Some(status) = self.postmaster() else {
            return false;
        };
        let ready = status
            .lines()
            .nth(7)
            .is_some_and(|line| line.trim() == "ready");
        ready && before != Some(status.as_str()) && self.answers()
    }

    /// Whether the socket accepts a connection.
    pub fn answers(&self) -> bool {
        UnixStream::connect(self.path.join(format!(".s.PGSQL.{PORT}"))).is_ok()
    }

    /// The status file of PostgreSQL (`postmaster.pid`): line 1 its process, line 8 its state.
    pub fn postmaster(&self) -> Option<String> {
        std::fs::read_to_string(self.cluster().join("postmaster.pid")).ok()
    }

    /// The log, to be appended to, and its length now.
    pub fn open_log(&self) -> Result<(File, u64), EmbeddedError> {
        let path = self.path.join("log");
        if path.metadata().is_ok_and(|there| there.len() > LOG_LIMIT) {
            std::fs::rename(&path, self.path.join("log.1")).map_err(at(&path))?;
        }
        let log = OpenOptions::new()
            .create(true)
            .append(true)
            .custom_flags(no_links())
            .open(&path)
            .map_err(at(&path))?;
        let length = log.metadata().map_err(at(&path))?.len();
        Ok((log, length))
    }

    /// Puts down the script of the shell that runs PostgreSQL, anew at each start: the folder may
    /// have been used by another version of this program. In a file, a list of processes stays
    /// readable.
    pub fn write_script(&self, text: &str) -> Result<PathBuf, EmbeddedError> {
        let path = self.path.join("supervisor.sh");
        match std::fs::remove_file(&path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(at(&path)(e)),
            _ => {}
        }
        let mut file = File::create_new(&path).map_err(at(&path))?;
        file.write_all(text.as_bytes()).map_err(at(&path))?;
        Ok(path)
    }

    /// What was written to the log after the first `from` bytes.
    pub fn log_since(&self, from: u64) -> String {
        let mut text = Vec::new();
        if let Ok(mut log) = File::open(self.path.join("log"))
            && log.seek(SeekFrom::Start(from)).is_ok()
        {
            // What cannot be read cannot be told; the failure itself is reported anyway.
            let _ = log.read_to_end(&mut text);
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// The ends of the pipe a starting server opens for the shell.
#[derive(Debug, Clone, Copy)]
pub(super) enum PipeEnd {
    Read,
    Write,
    Both,
}

/// Root opens files in a folder of another user, who might put a link to somewhere else there.
fn no_links() -> i32 {
    OFlags::NOFOLLOW.bits().cast_signed()
}

/// An input or output error at this path.
pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> EmbeddedError {
    move |source| match source.kind() {
        io::ErrorKind::StorageFull => EmbeddedError::DiskFull {
            folder: path.to_path_buf(),
        },
        _ => EmbeddedError::Folder {
            path: path.to_path_buf(),
            source,
        },
    }
}
