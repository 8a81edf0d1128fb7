//! Reads from a streaming standby, made with PostgreSQL's own programs: never older than what was
//! promised.
use crate::program::{PATIENCE, Place, Program, folder, pause};
use rustix::process::geteuid;
use saiwu::embedded::{Cluster, Options};
use serde_json::Value;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// A running standby of a cluster.
struct Standby {
    child: Child,
    folder: tempfile::TempDir,
}

/// One of PostgreSQL's programs, as the user the cluster belongs to.
fn as_owner(program: PathBuf, cluster: &Path) -> Command {
    let owner = cluster.metadata().unwrap();
    let mut command = Command::new(program);
    if geteuid().is_root() {
        command.uid(owner.uid()).gid(owner.gid());
    }
    command.env_clear().current_dir("/").stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

impl Standby {
    fn of(cluster: &Cluster) -> Standby {
        let folder = folder();
        let primary = cluster.folder();
        if geteuid().is_root() {
            let owner = primary.metadata().unwrap();
            chown(folder.path(), Some(owner.uid()), Some(owner.gid())).unwrap();
        }
        let programs = cluster.binaries().unwrap().folder;
        let data = folder.path().join("standby");
        // A folder of links may hold the server's programs alone.
        let basebackup = Some(programs.join("pg_basebackup")).filter(|program| program.exists());
        let mut backup = as_owner(
            basebackup.unwrap_or_else(|| "pg_basebackup".into()),
            primary,
        );
        let socket = cluster.connect_options("postgres");
        backup
            .arg("-h")
            .arg(socket.get_socket().unwrap())
            .args(["-p", &socket.get_port().to_string(), "-U", "saiwu"])
            .args(["-R", "-X", "stream", "-c", "fast", "-D"])
            .arg(&data);
        assert!(backup.status().unwrap().success(), "pg_basebackup");
        let mut command = as_owner(programs.join("postgres"), primary);
        command.arg("-D").arg(&data).arg("-k").arg(folder.path());
        command.args(["-c", "listen_addresses="]);
        let child = command.spawn().unwrap();
        Standby { child, folder }
    }

    fn options(&self) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass()
            .socket(self.folder.path())
            .port(5432)
            .username("saiwu")
            .database("saiwu")
    }

    fn url(&self) -> String {
        let folder = self.folder.path().display();
        format!("postgresql:///saiwu?host={folder}&user=saiwu")
    }

    async fn connect(&self) -> PgConnection {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.options().connect().await {
                Ok(connection) => return connection,
                Err(error) => assert!(Instant::now() < end, "{error}"),
            }
            pause().await;
        }
    }
}

impl Drop for Standby {
    fn drop(&mut self) {
        // It has nothing to lose.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn yes(connection: &mut PgConnection, query: &'static str) -> bool {
    sqlx::query_scalar(query)
        .fetch_one(connection)
        .await
        .unwrap()
}

async fn until(connection: &mut PgConnection, query: &'static str) {
    let end = Instant::now() + PATIENCE;
    while !yes(connection, query).await {
        assert!(Instant::now() < end, "{query}");
        pause().await;
    }
}

#[tokio::test]
async fn reads_come_from_the_standby_and_are_never_older_than_promised() {
    let data = folder();
    let start = Options::at(data.path());
    let cluster = tokio::task::spawn_blocking(move || Cluster::start(start));
    let cluster = cluster.await.unwrap().unwrap();
    saiwu::store::database::create_if_missing(&cluster.connect_options("saiwu"), "saiwu")
        .await
        .unwrap();
    let standby = Standby::of(&cluster);
    let mut on_standby = standby.connect().await;
    assert!(yes(&mut on_standby, "select pg_is_in_recovery()").await);
    let place = Place::Url(cluster.url("saiwu"), Some(standby.url()));
    let program = Program::start(place);
    program.ready().await;
    let (id, games) = program.event(4).await;
    let path = format!("/tournaments/{id}");
    // As fast as can be written and read: what was acknowledged is there.
    for n in 0..50 {
        let changed: Value = program
            .touch(&id, &n.to_string())
            .await
            .json()
            .await
            .unwrap();
        let read = program.get(&path).await;
        assert_eq!(read["revision"], changed["revision"]);
        assert_eq!(read["venue"], n.to_string());
    }
    // Its last statement may be the end of a transaction: that it is connected is what counts.
    let served = "select exists (select from pg_stat_activity
                                 where application_name = 'saiwu' and pid <> pg_backend_pid())";
    until(
        &mut on_standby,
        "select exists (select from tournaments where venue = '49')",
    )
    .await;
    program.touch(&id, "once more").await;
    program.get(&path).await;
    assert!(
        yes(&mut on_standby, served).await,
        "nothing was read from the standby"
    );

    sqlx::query("select pg_wal_replay_pause()")
        .execute(&mut on_standby)
        .await
        .unwrap();
    until(
        &mut on_standby,
        "select pg_get_wal_replay_pause_state() = 'paused'",
    )
    .await;
    let changed: Value = program.touch(&id, "behind").await.json().await.unwrap();
    let newest = changed["revision"].as_i64().unwrap();
    assert!(
        yes(
            &mut on_standby,
            "select not exists (select from tournaments where venue = 'behind')"
        )
        .await
    );
    let read = program.get(&path).await;
    assert_eq!(
        (&read["venue"], &read["revision"]),
        (&"behind".into(), &newest.into())
    );
    let past = program.get(&format!("{path}?revision={newest}")).await;
    assert_eq!(past["venue"], "behind");
    let changes = program
        .get(&format!("{path}/changes?since={}", newest - 1))
        .await;
    assert_eq!(changes["changes"][0]["revision"], newest);
    let game = program.get(&format!("/games/{}", games[0])).await;
    assert_eq!(game["version"], 1);
    sqlx::query("select pg_wal_replay_resume()")
        .execute(&mut on_standby)
        .await
        .unwrap();
    until(
        &mut on_standby,
        "select exists (select from tournaments where venue = 'behind')",
    )
    .await;
    assert_eq!(program.get(&path).await["revision"], newest);
    drop(program);
    tokio::task::spawn_blocking(move || cluster.stop())
        .await
        .unwrap();
}
