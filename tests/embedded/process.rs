//! The embedded PostgreSQL of a `saiwu` process, seen from outside.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::life::{open_to_all, postmaster, until};

fn saiwu(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_saiwu"));
    command
        .env_remove("DATABASE_URL")
        .env("SAIWU_DATA_DIR", data)
        .stdin(Stdio::null());
    command
}

fn folder() -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    open_to_all(data.path());
    data
}

/// A process that uses the cluster until it is killed.
fn holder(data: &Path) -> Child {
    let marker = data.join("held");
    let mut command = saiwu(data);
    command
        .args(["with-database", "sh", "-c", "touch \"$0\"; exec cat"])
        .arg(&marker)
        // The command inside outlives its killed parent until this pipe is closed, with the child.
        .stdin(Stdio::piped())
        .stdout(Stdio::null());
    let child = command.spawn().unwrap();
    until("the process uses the cluster", || marker.exists());
    std::fs::remove_file(marker).unwrap();
    child
}

fn runs(pid: Pid) -> bool {
    rustix::process::test_kill_process(pid).is_ok()
}

fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

fn sql(data: &Path, statement: &str) -> Output {
    let mut psql = saiwu(data);
    psql.args(["with-database", "sh", "-c"])
        .arg("exec psql --no-psqlrc --tuples-only --no-align --set ON_ERROR_STOP=1 \"$DATABASE_URL\"")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = psql.spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(statement.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn postgresql_ends_with_a_killed_process() {
    let data = folder();
    let mut process = holder(data.path());
    let server = postmaster(&data.path().join("postgres"));
    assert!(runs(server));
    // Rust's kill is SIGKILL: the process has no chance to say anything.
    kill(&mut process);
    until("PostgreSQL has ended", || !runs(server));
}

#[test]
fn postgresql_outlives_one_of_two_killed_processes() {
    let data = folder();
    let (mut first, mut second) = (holder(data.path()), holder(data.path()));
    let server = postmaster(&data.path().join("postgres"));
    kill(&mut first);
    let answer = sql(data.path(), "SELECT 6 * 7;");
    assert_eq!(
        String::from_utf8_lossy(&answer.stdout).trim(),
        "42",
        "{answer:?}"
    );
    assert_eq!(
        postmaster(&data.path().join("postgres")),
        server,
        "the same server all the time"
    );
    kill(&mut second);
    until("PostgreSQL has ended", || !runs(server));
}

/// What the shell that runs PostgreSQL does with a server that is killed while another one, which
/// did not start it, goes on: that one starts it again.
#[test]
fn the_surviving_process_restarts_postgresql() {
    let data = folder();
    let (mut first, mut second) = (holder(data.path()), holder(data.path()));
    let server = postmaster(&data.path().join("postgres"));
    kill(&mut first);
    kill_process(server, Signal::KILL).unwrap();
    until("another PostgreSQL runs", || {
        std::fs::read_to_string(data.path().join("postgres/cluster/postmaster.pid"))
            .is_ok_and(|status| status.lines().nth(7).is_some_and(|s| s.trim() == "ready"))
            && postmaster(&data.path().join("postgres")) != server
    });
    let server = postmaster(&data.path().join("postgres"));
    kill(&mut second);
    until("PostgreSQL has ended", || !runs(server));
}

/// README, Operations: a backup by pg_dump, restored into a new folder.
#[test]
fn a_backup_of_one_folder_is_restored_into_another() {
    let (data, other, files) = (folder(), folder(), folder());
    let backup = files.path().join("backup.dump");
    let made = sql(data.path(), "CREATE TABLE event AS SELECT '赛务' AS name;");
    assert!(made.status.success(), "{made:?}");
    let mut dump = saiwu(data.path());
    dump.args(["with-database", "sh", "-c"])
        .arg("pg_dump --format=custom --dbname=\"$DATABASE_URL\" >\"$0\"")
        .arg(&backup);
    assert!(dump.status().unwrap().success());
    let mut restore = saiwu(other.path());
    restore
        .args(["with-database", "sh", "-c"])
        .arg("pg_restore --clean --if-exists --no-owner --dbname=\"$DATABASE_URL\" \"$0\"")
        .arg(&backup);
    assert!(restore.status().unwrap().success());
    let answer = sql(other.path(), "SELECT name FROM event;");
    assert_eq!(
        String::from_utf8_lossy(&answer.stdout).trim(),
        "赛务",
        "{answer:?}"
    );
}

/// The exit code of the command is passed on, and a start that fails has its own: 2.
#[test]
fn exit_codes() {
    let data = folder();
    let code = |command: &mut Command| command.output().unwrap().status.code();
    assert_eq!(
        code(saiwu(data.path()).args(["with-database", "sh", "-c", "exit 7"])),
        Some(7)
    );
    assert_eq!(
        code(saiwu(data.path()).args(["with-database", "no-such-program"])),
        Some(2)
    );
    let mut lost = saiwu(data.path());
    lost.args(["migrate"]).env("PG_BIN", data.path());
    let lost = lost.output().unwrap();
    assert_eq!(lost.status.code(), Some(2));
    let words = String::from_utf8_lossy(&lost.stderr);
    assert!(
        words.contains("PG_BIN 指向") && words.contains("PG_BIN names"),
        "{words}"
    );
}

/// With an address, no embedded cluster is made, and the schema goes where the address says.
#[test]
fn an_address_is_used_instead() {
    let data = folder();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let database = runtime.block_on(crate::harness::TestDatabase::empty());
    for _ in ["the first time", "again"] {
        let mut migrate = saiwu(data.path());
        migrate.arg("migrate").env("DATABASE_URL", database.url());
        let answer = migrate.output().unwrap();
        assert!(answer.status.success(), "{answer:?}");
    }
    assert!(!data.path().join("postgres").exists());
    let applied: i64 = runtime.block_on(async {
        let pool = database.pool().await;
        let count = sqlx::query_scalar("SELECT count(*) FROM _sqlx_migrations WHERE success");
        count.fetch_one(&pool).await.unwrap()
    });
    let known = saiwu::store::database::MIGRATOR.iter().count();
    assert_eq!(applied, i64::try_from(known).unwrap());
}
