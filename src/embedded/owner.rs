//! Which user the cluster runs as. PostgreSQL refuses to run as root, so root hands it to another.

use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use super::EmbeddedError;

/// The user of the cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Owner {
    pub uid: u32,
    pub gid: u32,
    /// For messages: the name, or the number when there is none.
    pub name: String,
    /// This process is root and must drop to the user; otherwise it is the user.
    pub drop: bool,
}

/// The users root tries when none is named.
const USUAL_USERS: [&str; 2] = ["postgres", "nobody"];

impl Owner {
    /// The user for the cluster in `cluster`, which need not exist yet.
    pub fn find(run_as: Option<&str>, cluster: &Path) -> Result<Owner, EmbeddedError> {
        let uid = rustix::process::geteuid();
        if !uid.is_root() {
            let (uid, gid) = (uid.as_raw(), rustix::process::getegid().as_raw());
            return Ok(Owner {
                uid,
                gid,
                name: uid.to_string(),
                drop: false,
            });
        }
        if let Some(name) = run_as {
            return by_name(name).ok_or_else(|| EmbeddedError::NoSuchUser { name: name.into() });
        }
        if let Ok(there) = cluster.metadata()
            && there.uid() != 0
        {
            let (uid, gid) = (there.uid(), there.gid());
            return Ok(Owner {
                uid,
                gid,
                name: uid.to_string(),
                drop: true,
            });
        }
        USUAL_USERS
            .iter()
            .find_map(|name| by_name(name))
            .ok_or_else(|| EmbeddedError::NoSuchUser {
                name: USUAL_USERS.join(", "),
            })
    }

    /// The program, to be run as this user.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        if self.drop {
            command.uid(self.uid).gid(self.gid);
        }
        command
    }

    /// Whether this user may enter the folder and every folder on the way to it.
    pub fn may_enter(&self, folder: &Path) -> Result<(), EmbeddedError> {
        if !self.drop {
            return Ok(());
        }
        let mut way: Vec<&Path> = folder.ancestors().collect();
        way.reverse();
        let answer = self
            .command("/bin/sh")
            .arg("-c")
            .arg(r#"for d in "$@"; do [ -x "$d" ] || { printf %s "$d"; exit 1; }; done"#)
            .arg("sh")
            .args(&way)
            .current_dir("/")
            .output()
            .map_err(|source| EmbeddedError::Program {
                program: "/bin/sh".into(),
                source,
            })?;
        if answer.status.success() {
            return Ok(());
        }
        Err(EmbeddedError::FolderClosed {
            folder: folder.to_path_buf(),
            closed_at: String::from_utf8_lossy(&answer.stdout).into_owned().into(),
            user: self.name.clone(),
        })
    }
}

/// A user by name, or by number without asking whether the number has a name.
fn by_name(name: &str) -> Option<Owner> {
    if let Ok(uid) = name.parse() {
        return Some(Owner {
            uid,
            gid: uid,
            name: name.into(),
            drop: true,
        });
    }
    let ask = |flag: &str| -> Option<u32> {
        let answer = Command::new("id").args([flag, "--", name]).output().ok()?;
        String::from_utf8_lossy(&answer.stdout).trim().parse().ok()
    };
    Some(Owner {
        uid: ask("-u")?,
        gid: ask("-g")?,
        name: name.into(),
        drop: true,
    })
}
