//! Each way the embedded PostgreSQL can fail has a message of its own, in both languages, that says
//! what to do.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use saiwu::embedded::{Cluster, EmbeddedError, Options, Search};

/// A folder that any user may enter, removed at the end.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    folder
}

/// The message in both languages, when the start fails.
fn refusal(options: Options) -> (EmbeddedError, String) {
    let error = Cluster::start(options).expect_err("the start fails");
    let both = format!("{error}\n{}", error.chinese());
    (error, both)
}

fn says(message: &str, words: &[&str]) {
    for part in message.lines() {
        for word in words {
            assert!(part.contains(word), "{word:?} is not in: {part}");
        }
    }
    assert!(!message.is_ascii(), "no Chinese in: {message}");
}

/// Programs that stand in for PostgreSQL's. `initdb` may use `$pgdata`.
fn programs(version: &str, initdb: &str, postgres: &str) -> tempfile::TempDir {
    let bin = folder();
    let write = |name: &str, body: String| {
        let path = bin.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    };
    let version =
        format!("[ \"$1\" = --version ] && {{ echo 'postgres (PostgreSQL) {version}'; exit; }}");
    write("postgres", format!("{version}\n{postgres}"));
    write("initdb", format!("pgdata=$2\n{initdb}"));
    bin
}

fn with_programs(data: &Path, bin: &Path) -> Options {
    let mut options = Options::at(data);
    options.search.pg_bin = Some(bin.to_path_buf());
    options
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[test]
fn no_programs_names_the_package_and_both_variables() {
    let data = folder();
    let mut options = Options::at(data.path());
    options.search = Search {
        pg_bin: None,
        path: Some("/nonexistent/bin".into()),
        versioned: vec![PathBuf::from("/nonexistent/postgresql")],
    };
    let (error, message) = refusal(options);
    assert!(
        matches!(error, EmbeddedError::NoBinaries { .. }),
        "{error:?}"
    );
    let places = ["/nonexistent/bin", "/nonexistent/postgresql"];
    says(
        &message,
        &["package postgresql", "PG_BIN", "DATABASE_URL"].map(|w| w.trim_start_matches("package ")),
    );
    says(&message, &places);
}

#[test]
fn a_wrong_pg_bin_is_named() {
    let (data, bin) = (folder(), folder());
    let (error, message) = refusal(with_programs(data.path(), bin.path()));
    assert!(
        matches!(error, EmbeddedError::NotInPgBin { .. }),
        "{error:?}"
    );
    says(
        &message,
        &["PG_BIN", "DATABASE_URL", bin.path().to_str().unwrap()],
    );
}

#[test]
fn programs_too_old_for_the_schema() {
    let (data, bin) = (folder(), programs("14.2 (Debian 14.2-1)", "", ""));
    let (error, message) = refusal(with_programs(data.path(), bin.path()));
    assert!(
        matches!(&error, EmbeddedError::TooOld { found } if found == &[14]),
        "{error:?}"
    );
    says(&message, &["14", "15"]);
}

#[test]
fn a_cluster_of_another_major_version() {
    let data = folder();
    let cluster = data.path().join("postgres/cluster");
    std::fs::create_dir_all(&cluster).unwrap();
    std::fs::write(cluster.join("PG_VERSION"), "13\n").unwrap();
    if is_root() {
        // Root hands the cluster to the owner of the folder; let that not be root.
        for path in [data.path().join("postgres"), cluster] {
            std::os::unix::fs::chown(path, Some(65534), Some(65534)).unwrap();
        }
    }
    let (error, message) = refusal(Options::at(data.path()));
    assert!(
        matches!(
            &error,
            EmbeddedError::OtherMajorVersion {
                folder_major: 13,
                ..
            }
        ),
        "{error:?}"
    );
    says(
        &message,
        &[
            "13",
            "postgresql-13",
            "pg_dump",
            "PG_BIN",
            data.path().to_str().unwrap(),
        ],
    );
}

/// Of several versions found, the one that made the cluster is taken, not the newest.
#[test]
fn the_version_that_made_the_cluster_is_taken() {
    let data = folder();
    let cluster = data.path().join("postgres/cluster");
    std::fs::create_dir_all(&cluster).unwrap();
    std::fs::write(cluster.join("PG_VERSION"), "16\n").unwrap();
    if is_root() {
        for path in [data.path().join("postgres"), cluster] {
            std::os::unix::fs::chown(path, Some(65534), Some(65534)).unwrap();
        }
    }
    let (newer, maker) = (
        programs("17.1", "", "echo seventeen; exit 1"),
        programs("16.3", "", "echo sixteen >&2; exit 1"),
    );
    let mut options = Options::at(data.path());
    options.search = Search {
        pg_bin: None,
        path: Some(std::env::join_paths([newer.path(), maker.path()]).unwrap()),
        versioned: vec![],
    };
    let (error, _) = refusal(options);
    assert!(
        matches!(&error, EmbeddedError::StartFailed { log } if log.contains("sixteen")),
        "{error:?}"
    );
}

#[test]
fn a_folder_the_other_user_cannot_reach() {
    if !is_root() {
        println!("only root drops to another user");
        return;
    }
    let closed = tempfile::tempdir().unwrap();
    std::fs::set_permissions(closed.path(), PermissionsExt::from_mode(0o700)).unwrap();
    let (error, message) = refusal(Options::at(closed.path().join("data")));
    assert!(
        matches!(&error, EmbeddedError::FolderClosed { closed_at, .. } if closed_at == closed.path()),
        "{error:?}"
    );
    says(
        &message,
        &[closed.path().to_str().unwrap(), "--data-dir", "chmod o+x"],
    );
}

#[test]
fn a_folder_of_another_user() {
    if !is_root() {
        println!("only root can give a folder away");
        return;
    }
    let data = folder();
    std::fs::create_dir(data.path().join("postgres")).unwrap();
    std::os::unix::fs::chown(data.path().join("postgres"), Some(54321), None).unwrap();
    let (error, message) = refusal(Options::at(data.path()));
    assert!(
        matches!(&error, EmbeddedError::FolderNotOurs { owner: 54321, .. }),
        "{error:?}"
    );
    says(&message, &["54321", "--data-dir"]);
}

#[test]
fn a_socket_path_too_long_for_the_system() {
    let data = folder();
    let (error, message) = refusal(Options::at(data.path().join("长".repeat(40))));
    assert!(
        matches!(error, EmbeddedError::SocketPathTooLong { limit: 107, .. }),
        "{error:?}"
    );
    says(&message, &["--data-dir", "107"]);
}

#[test]
fn a_user_number_without_an_entry() {
    if !is_root() {
        println!("only root can become a user without an entry");
        return;
    }
    let data = folder();
    let mut options = Options::at(data.path());
    options.run_as = Some("54321".into());
    let (error, message) = refusal(options);
    assert!(
        matches!(error, EmbeddedError::UidWithoutPasswd { uid: 54321 }),
        "{error:?}"
    );
    says(
        &message,
        &["54321", "/etc/passwd", "useradd", "DATABASE_URL"],
    );
}

#[test]
fn a_user_who_does_not_exist() {
    if !is_root() {
        println!("only root drops to another user");
        return;
    }
    let data = folder();
    let mut options = Options::at(data.path());
    options.run_as = Some("no-such-user".into());
    let (error, message) = refusal(options);
    assert!(
        matches!(error, EmbeddedError::NoSuchUser { .. }),
        "{error:?}"
    );
    says(&message, &["no-such-user", "SAIWU_PG_USER"]);
}

/// The words are the system's own: writing to /dev/full fails as on a full disk.
#[test]
fn a_full_disk_while_the_cluster_is_made() {
    let data = folder();
    let bin = programs("15.3", "export LC_ALL=C; cat /etc/passwd >/dev/full", "");
    let (error, message) = refusal(with_programs(data.path(), bin.path()));
    assert!(matches!(error, EmbeddedError::DiskFull { .. }), "{error:?}");
    says(&message, &[data.path().to_str().unwrap()]);
}

#[test]
fn a_full_disk_while_it_starts() {
    let data = folder();
    let make = "mkdir -p \"$pgdata\"; echo 15 >\"$pgdata/PG_VERSION\"";
    let bin = programs("15.3", make, "export LC_ALL=C; cat /etc/passwd >/dev/full");
    let (error, message) = refusal(with_programs(data.path(), bin.path()));
    assert!(matches!(error, EmbeddedError::DiskFull { .. }), "{error:?}");
    says(&message, &[data.path().to_str().unwrap()]);
}

#[test]
fn another_failure_carries_the_programs_own_words() {
    let data = folder();
    let bin = programs("15.3", "echo 'the moon is wrong' >&2; exit 1", "");
    let (error, message) = refusal(with_programs(data.path(), bin.path()));
    assert!(
        matches!(error, EmbeddedError::InitFailed { .. }),
        "{error:?}"
    );
    says(&message, &["the moon is wrong"]);

    let make = "mkdir -p \"$pgdata\"; echo 15 >\"$pgdata/PG_VERSION\"";
    let bin = programs("15.3", make, "echo 'the sun is wrong' >&2; exit 1");
    let (error, message) = refusal(with_programs(data.path(), bin.path()));
    assert!(
        matches!(error, EmbeddedError::StartFailed { .. }),
        "{error:?}"
    );
    says(&message, &["the sun is wrong"]);
}

/// A server that hangs while starting is given up, and does not stay behind.
#[test]
fn a_start_that_never_ends_is_given_up() {
    let data = folder();
    let make = "mkdir -p \"$pgdata\"; echo 15 >\"$pgdata/PG_VERSION\"";
    let bin = programs(
        "15.3",
        make,
        "echo $$ >pid; exec env --default-signal=INT,QUIT tail -f /dev/null",
    );
    let mut options = with_programs(data.path(), bin.path());
    options.start_timeout = std::time::Duration::from_secs(2);
    let (error, message) = refusal(options);
    assert!(
        matches!(error, EmbeddedError::StartTimeout { seconds: 2, .. }),
        "{error:?}"
    );
    says(&message, &["2", "log"]);
    let pid = std::fs::read_to_string(data.path().join("postgres/pid")).unwrap();
    let pid = rustix::process::Pid::from_raw(pid.trim().parse().unwrap()).unwrap();
    let end = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while rustix::process::test_kill_process(pid).is_ok() {
        assert!(
            std::time::Instant::now() < end,
            "the hung server stays behind"
        );
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}
