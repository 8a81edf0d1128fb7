//! Which PostgreSQL programs to run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::EmbeddedError;

/// The oldest major version the schema works on.
pub const OLDEST_MAJOR: u32 = 15;

/// Where to look for the PostgreSQL programs, in this order.
#[derive(Debug, Clone)]
pub struct Search {
    /// `PG_BIN`: when given, no other place counts.
    pub pg_bin: Option<PathBuf>,
    /// The value of `PATH`; `pg_config` is looked for there too.
    pub path: Option<OsString>,
    /// Folders with one folder a version, whose `bin` holds the programs.
    pub versioned: Vec<PathBuf>,
}

impl Default for Search {
    /// `PATH` and the places where distributions put PostgreSQL.
    fn default() -> Search {
        Search {
            pg_bin: None,
            path: std::env::var_os("PATH"),
            versioned: vec![PathBuf::from("/usr/lib/postgresql")],
        }
    }
}

/// The PostgreSQL programs of one version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binaries {
    /// The folder with `postgres` and `initdb`.
    pub folder: PathBuf,
    /// The major version, as 15.
    pub major: u32,
}

impl Binaries {
    /// The programs for a new cluster (the newest version), or for the cluster in `cluster` that
    /// was made by the major version `wanted`.
    pub(super) fn locate(
        search: &Search,
        wanted: Option<(u32, &Path)>,
    ) -> Result<Binaries, EmbeddedError> {
        let mut found = Vec::new();
        let places = match &search.pg_bin {
            Some(folder) => vec![folder.clone()],
            None => search.places(),
        };
        for folder in &places {
            if folder.join("postgres").is_file()
                && folder.join("initdb").is_file()
                && let Some(major) = major_version(&folder.join("postgres"))?
            {
                found.push(Binaries {
                    folder: folder.clone(),
                    major,
                });
            }
        }
        if found.is_empty() {
            return Err(match &search.pg_bin {
                Some(folder) => EmbeddedError::NotInPgBin {
                    folder: folder.clone(),
                },
                None => EmbeddedError::NoBinaries { searched: places },
            });
        }
        let mut majors: Vec<u32> = found.iter().map(|b| b.major).collect();
        majors.sort_unstable();
        majors.dedup();
        if let Some((major, cluster)) = wanted {
            return found.into_iter().find(|b| b.major == major).ok_or_else(|| {
                EmbeddedError::OtherMajorVersion {
                    folder: cluster.to_path_buf(),
                    folder_major: major,
                    found: majors,
                }
            });
        }
        // Of one version, the place looked at first.
        found
            .into_iter()
            .rev()
            .filter(|b| b.major >= OLDEST_MAJOR)
            .max_by_key(|b| b.major)
            .ok_or(EmbeddedError::TooOld { found: majors })
    }

    /// The server program.
    pub fn postgres(&self) -> PathBuf {
        self.folder.join("postgres")
    }

    /// The program that makes a cluster.
    pub fn initdb(&self) -> PathBuf {
        self.folder.join("initdb")
    }
}

impl Search {
    /// Every folder looked at: those of `PATH`, the one `pg_config` tells, one a version.
    fn places(&self) -> Vec<PathBuf> {
        let mut places: Vec<PathBuf> = Vec::new();
        let mut add = |folder: PathBuf| {
            if !folder.as_os_str().is_empty() && !places.contains(&folder) {
                places.push(folder);
            }
        };
        let path_folders: Vec<PathBuf> = match &self.path {
            Some(path) => std::env::split_paths(path).collect(),
            None => Vec::new(),
        };
        path_folders.iter().cloned().for_each(&mut add);
        if let Some(config) = path_folders
            .iter()
            .map(|folder| folder.join("pg_config"))
            .find(|program| program.is_file())
            && let Ok(answer) = Command::new(config).arg("--bindir").output()
        {
            add(PathBuf::from(
                String::from_utf8_lossy(&answer.stdout).trim(),
            ));
        }
        for root in &self.versioned {
            let versions = std::fs::read_dir(root).into_iter().flatten().flatten();
            let mut bins: Vec<PathBuf> = versions.map(|v| v.path().join("bin")).collect();
            bins.sort();
            if bins.is_empty() {
                bins.push(root.join("*").join("bin"));
            }
            bins.into_iter().for_each(&mut add);
        }
        places
    }
}

/// The major version a `postgres` program reports: `postgres (PostgreSQL) 15.14 (Debian …)` is 15.
/// None when the program is something else.
fn major_version(postgres: &Path) -> Result<Option<u32>, EmbeddedError> {
    let answer = Command::new(postgres)
        .arg("--version")
        .output()
        .map_err(|source| EmbeddedError::Program {
            program: postgres.to_path_buf(),
            source,
        })?;
    let text = String::from_utf8_lossy(&answer.stdout);
    let number = text
        .split_whitespace()
        .skip_while(|word| *word != "(PostgreSQL)")
        .nth(1);
    Ok(number.and_then(|word| {
        let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    }))
}
