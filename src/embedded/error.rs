//! What can keep the embedded PostgreSQL from running, each with its own words.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why the embedded PostgreSQL does not run. Displayed in English; [`EmbeddedError::chinese`] says
/// the same in Chinese.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    /// No PostgreSQL programs were found anywhere.
    NoBinaries {
        /// The places looked at.
        searched: Vec<PathBuf>,
    },
    /// The folder given by `PG_BIN` lacks `postgres` or `initdb`.
    NotInPgBin {
        /// The folder given.
        folder: PathBuf,
    },
    /// Programs were found, all older than [`super::OLDEST_MAJOR`].
    TooOld {
        /// The major versions found.
        found: Vec<u32>,
    },
    /// The cluster was made by a major version that is not among those found.
    OtherMajorVersion {
        /// The folder of the cluster.
        folder: PathBuf,
        /// The major version that made it.
        folder_major: u32,
        /// The major versions found on this machine.
        found: Vec<u32>,
    },
    /// A PostgreSQL program could not be run at all.
    Program {
        /// The program.
        program: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The user the cluster must run as does not exist.
    NoSuchUser {
        /// The name asked for.
        name: String,
    },
    /// The user the cluster runs as may not enter a folder on the way to it.
    FolderClosed {
        /// The folder of the cluster.
        folder: PathBuf,
        /// The first folder on the way that is closed.
        closed_at: PathBuf,
        /// The user, by name or number.
        user: String,
    },
    /// The folder of the cluster belongs to another user.
    FolderNotOurs {
        /// The folder of the cluster.
        folder: PathBuf,
        /// The number of the user who owns it.
        owner: u32,
        /// The number of the user the cluster would run as.
        uid: u32,
    },
    /// A file or folder could not be made, read or locked.
    Folder {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The path of the Unix socket is longer than the system allows.
    SocketPathTooLong {
        /// The path.
        path: PathBuf,
        /// The longest path allowed, in bytes.
        limit: usize,
    },
    /// The user has a number but no entry in the user database; `initdb` needs one.
    UidWithoutPasswd {
        /// The number of the user.
        uid: u32,
    },
    /// The disk is full.
    DiskFull {
        /// The folder of the cluster.
        folder: PathBuf,
    },
    /// `initdb` failed for another reason.
    InitFailed {
        /// What it wrote.
        output: String,
    },
    /// PostgreSQL ended while starting, for another reason.
    StartFailed {
        /// The end of its log.
        log: String,
    },
    /// PostgreSQL did not become ready in time.
    StartTimeout {
        /// The folder of the cluster, where `log` says more.
        folder: PathBuf,
        /// The time allowed, in seconds.
        seconds: u64,
    },
}

/// The major versions as people write them: `15, 17`.
fn versions(found: &[u32]) -> String {
    let words: Vec<String> = found.iter().map(u32::to_string).collect();
    words.join(", ")
}

impl fmt::Display for EmbeddedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBinaries { searched } => {
                let places: Vec<_> = searched.iter().map(|p| p.display().to_string()).collect();
                write!(
                    f,
                    "no PostgreSQL programs (postgres, initdb) found in {}. Install the package \
                     postgresql (Debian, Ubuntu: apt-get install postgresql), or name the folder of \
                     the programs in PG_BIN, or give a running server in DATABASE_URL",
                    places.join(", ")
                )
            }
            Self::NotInPgBin { folder } => write!(
                f,
                "PG_BIN names {}, but postgres and initdb are not both there. Correct PG_BIN, or \
                 unset it and install the package postgresql, or give a running server in DATABASE_URL",
                folder.display()
            ),
            Self::TooOld { found } => write!(
                f,
                "only PostgreSQL {} was found, and {} or later is needed. Install a newer package \
                 postgresql, or name the folder of newer programs in PG_BIN, or give a running server \
                 in DATABASE_URL",
                versions(found),
                super::OLDEST_MAJOR
            ),
            Self::OtherMajorVersion {
                folder,
                folder_major,
                found,
            } => write!(
                f,
                "{} was made by PostgreSQL {folder_major}, but this machine has only {}. Install the \
                 package postgresql-{folder_major} (or name its folder of programs in PG_BIN), or move \
                 the data to the new version with pg_dump or pg_upgrade: see Upgrade in README.md",
                folder.display(),
                versions(found)
            ),
            Self::Program { program, source } => {
                write!(f, "cannot run {}: {source}", program.display())
            }
            Self::NoSuchUser { name } => write!(
                f,
                "PostgreSQL does not run as root, and the user {name} does not exist. Make that user, \
                 or name another one in SAIWU_PG_USER, or start saiwu as an ordinary user"
            ),
            Self::FolderClosed {
                folder,
                closed_at,
                user,
            } => write!(
                f,
                "PostgreSQL does not run as root, and the user {user} may not enter {}, so it cannot \
                 read {}. Choose another folder with --data-dir (for example /var/lib/saiwu), or \
                 open that one with chmod o+x, or start saiwu as its owner",
                closed_at.display(),
                folder.display()
            ),
            Self::FolderNotOurs { folder, owner, uid } => write!(
                f,
                "{} belongs to the user number {owner}, but PostgreSQL would run as {uid}. Start saiwu \
                 as its owner or as root, or choose another folder with --data-dir",
                folder.display()
            ),
            Self::Folder { path, source } => write!(f, "{}: {source}", path.display()),
            Self::SocketPathTooLong { path, limit } => write!(
                f,
                "the path of the socket, {}, has {} bytes, and the system allows {limit}. Choose a \
                 shorter folder with --data-dir",
                path.display(),
                path.as_os_str().len()
            ),
            Self::UidWithoutPasswd { uid } => write!(
                f,
                "the user number {uid} has no entry in /etc/passwd, and initdb needs one. Add it \
                 (useradd --uid {uid} saiwu), or run as a user who has one, or give a running server \
                 in DATABASE_URL"
            ),
            Self::DiskFull { folder } => write!(
                f,
                "the disk of {} is full. Free some space, or choose another folder with --data-dir",
                folder.display()
            ),
            Self::InitFailed { output } => write!(f, "initdb failed: {}", output.trim()),
            Self::StartFailed { log } => write!(f, "PostgreSQL did not start: {}", log.trim()),
            Self::StartTimeout { folder, seconds } => write!(
                f,
                "PostgreSQL was not ready after {seconds} seconds; {} says more",
                folder.join("log").display()
            ),
        }
    }
}

impl EmbeddedError {
    /// The same message in Chinese.
    pub fn chinese(&self) -> String {
        match self {
            Self::NoBinaries { searched } => {
                let places: Vec<_> = searched.iter().map(|p| p.display().to_string()).collect();
                format!(
                    "在 {} 中都找不到 PostgreSQL 程序(postgres、initdb)。请安装软件包 postgresql\
                     (Debian、Ubuntu:apt-get install postgresql),或用 PG_BIN 指明程序所在目录,\
                     或用 DATABASE_URL 指定已有的数据库服务器",
                    places.join("、")
                )
            }
            Self::NotInPgBin { folder } => format!(
                "PG_BIN 指向 {},但其中没有 postgres 和 initdb。请改正 PG_BIN,或取消它并安装软件包 \
                 postgresql,或用 DATABASE_URL 指定已有的数据库服务器",
                folder.display()
            ),
            Self::TooOld { found } => format!(
                "只找到 PostgreSQL {},需要 {} 或更新的版本。请安装更新的软件包 postgresql,或用 PG_BIN \
                 指明新版程序所在目录,或用 DATABASE_URL 指定已有的数据库服务器",
                versions(found),
                super::OLDEST_MAJOR
            ),
            Self::OtherMajorVersion {
                folder,
                folder_major,
                found,
            } => format!(
                "{} 由 PostgreSQL {folder_major} 建立,而本机只有 {}。请安装软件包 \
                 postgresql-{folder_major}(或用 PG_BIN 指明其程序目录),或用 pg_dump、pg_upgrade \
                 把数据迁到新版本:见 README.md 的升级一节",
                folder.display(),
                versions(found)
            ),
            Self::Program { program, source } => {
                format!("无法运行 {}:{source}", program.display())
            }
            Self::NoSuchUser { name } => format!(
                "PostgreSQL 不能以 root 运行,而用户 {name} 不存在。请建立该用户,或用 SAIWU_PG_USER \
                 指定另一个用户,或以普通用户启动 saiwu"
            ),
            Self::FolderClosed {
                folder,
                closed_at,
                user,
            } => format!(
                "PostgreSQL 不能以 root 运行,而用户 {user} 无权进入 {},因而读不到 {}。请用 --data-dir \
                 另选目录(例如 /var/lib/saiwu),或用 chmod o+x 放行,或以该目录的主人启动 saiwu",
                closed_at.display(),
                folder.display()
            ),
            Self::FolderNotOurs { folder, owner, uid } => format!(
                "{} 属于用户号 {owner},而 PostgreSQL 将以 {uid} 运行。请以其主人或 root 启动 saiwu,\
                 或用 --data-dir 另选目录",
                folder.display()
            ),
            Self::Folder { path, source } => format!("{}:{source}", path.display()),
            Self::SocketPathTooLong { path, limit } => format!(
                "套接字路径 {} 长 {} 字节,系统只允许 {limit} 字节。请用 --data-dir 选一个更短的目录",
                path.display(),
                path.as_os_str().len()
            ),
            Self::UidWithoutPasswd { uid } => format!(
                "用户号 {uid} 在 /etc/passwd 中没有条目,而 initdb 需要它。请添加(useradd --uid {uid} \
                 saiwu),或改用有条目的用户运行,或用 DATABASE_URL 指定已有的数据库服务器"
            ),
            Self::DiskFull { folder } => format!(
                "{} 所在的磁盘已满。请腾出空间,或用 --data-dir 另选目录",
                folder.display()
            ),
            Self::InitFailed { output } => format!("initdb 失败:{}", output.trim()),
            Self::StartFailed { log } => format!("PostgreSQL 未能启动:{}", log.trim()),
            Self::StartTimeout { folder, seconds } => format!(
                "PostgreSQL 在 {seconds} 秒内未就绪;详见 {}",
                folder.join("log").display()
            ),
        }
    }
}
