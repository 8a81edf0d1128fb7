//! A cluster starts, keeps its data, is shared, comes back after a crash and leaves nothing behind.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, geteuid, kill_process, test_kill_process};
use saiwu::embedded::{Cluster, Options};
use sqlx::{ConnectOptions, PgConnection};

/// Waits until it holds, and fails after a time that no machine needs.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < end, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn start(options: Options) -> Cluster {
    Cluster::start(options).expect("the cluster starts")
}

pub fn postmaster(cluster: &Path) -> Pid {
    let status = std::fs::read_to_string(cluster.join("cluster/postmaster.pid")).unwrap();
    Pid::from_raw(status.lines().next().unwrap().parse().unwrap()).unwrap()
}

fn parent(process: Pid) -> Pid {
    let path = format!("/proc/{}/stat", process.as_raw_pid());
    let stat = std::fs::read_to_string(path).unwrap();
    // After the name in parentheses: the state, then the parent.
    let fields = stat.rsplit(')').next().unwrap();
    Pid::from_raw(fields.split_whitespace().nth(1).unwrap().parse().unwrap()).unwrap()
}

async fn connect(cluster: &Cluster) -> PgConnection {
    cluster
        .connect_options("postgres")
        .connect()
        .await
        .expect("a connection")
}

async fn number(connection: &mut PgConnection, query: &'static str) -> i32 {
    sqlx::query_scalar(query)
        .fetch_one(connection)
        .await
        .unwrap()
}

/// Waits off the runtime, so that the watching threads and the connections go on.
async fn answers_again(cluster: &Cluster) -> PgConnection {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        match cluster.connect_options("postgres").connect().await {
            Ok(connection) => return connection,
            Err(error) => assert!(Instant::now() < end, "does not come back: {error}"),
        }
    }
}

#[tokio::test]
async fn nothing_but_a_socket_in_a_closed_folder() {
    let cluster = start(Options::ephemeral());
    let mut connection = connect(&cluster).await;
    let addresses: String = sqlx::query_scalar("SHOW listen_addresses")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(addresses, "");
    let folder = cluster.folder().metadata().unwrap();
    assert_eq!(folder.permissions().mode() & 0o777, 0o700);
    let server = format!("/proc/{}", postmaster(cluster.folder()).as_raw_pid());
    let server = Path::new(&server).metadata().unwrap();
    assert_eq!(server.uid(), folder.uid());
    assert_ne!(server.uid(), 0, "PostgreSQL never runs as root");
    if !geteuid().is_root() {
        assert_eq!(server.uid(), geteuid().as_raw());
    }
}

#[tokio::test]
async fn a_stopped_cluster_keeps_its_data_and_an_ephemeral_one_its_folder_not() {
    let data = tempfile::tempdir().unwrap();
    open_to_all(data.path());
    let cluster = start(Options::at(data.path()));
    let folder = cluster.folder().to_path_buf();
    let first = postmaster(&folder);
    sqlx::raw_sql("CREATE TABLE kept AS SELECT 42 AS n")
        .execute(&mut connect(&cluster).await)
        .await
        .unwrap();
    cluster.stop();
    assert!(
        test_kill_process(first).is_err(),
        "still running after the stop"
    );

    let cluster = start(Options::at(data.path()));
    assert_eq!(
        number(&mut connect(&cluster).await, "SELECT n FROM kept").await,
        42
    );
    cluster.stop();

    let cluster = start(Options::ephemeral());
    let folder = cluster.folder().to_path_buf();
    cluster.stop();
    assert!(!folder.exists());
}

/// A second server on the folder uses the running cluster, and keeps it when the first one leaves.
#[tokio::test]
async fn a_second_server_adopts_the_cluster_and_keeps_it() {
    let data = tempfile::tempdir().unwrap();
    open_to_all(data.path());
    let first = start(Options::at(data.path()));
    let running = postmaster(first.folder());
    let second = start(Options::at(data.path()));
    assert_eq!(postmaster(second.folder()), running);
    let mut connection = connect(&second).await;
    first.stop();
    assert_eq!(
        number(&mut connection, "SELECT 7").await,
        7,
        "the connection outlives the first"
    );
    assert_eq!(postmaster(second.folder()), running);
    second.stop();
    assert!(test_kill_process(running).is_err());
}

/// Servers that start in the same moment on a new folder end up on one cluster.
#[test]
fn a_crowd_starts_one_cluster() {
    let data = std::env::temp_dir().join(format!("saiwu-crowd-{}", std::process::id()));
    let clusters: Vec<Cluster> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..6)
            .map(|_| scope.spawn(|| start(Options::ephemeral_at(&data))))
            .collect();
        starts
            .into_iter()
            .map(|start| start.join().unwrap())
            .collect()
    });
    let running = postmaster(clusters[0].folder());
    assert!(
        clusters
            .iter()
            .all(|cluster| postmaster(cluster.folder()) == running)
    );
    drop(clusters);
    until("the cluster has ended", || {
        test_kill_process(running).is_err() && !data.exists()
    });
}

/// kill -9 of PostgreSQL itself: what was committed is there again, without anyone's help.
#[tokio::test]
async fn a_killed_postgresql_comes_back_with_its_data() {
    let data = tempfile::tempdir().unwrap();
    open_to_all(data.path());
    let cluster = start(Options::at(data.path()));
    let mut connection = connect(&cluster).await;
    sqlx::raw_sql("CREATE TABLE kept AS SELECT 5 AS n")
        .execute(&mut connection)
        .await
        .unwrap();
    let killed = postmaster(cluster.folder());
    kill_process(killed, Signal::KILL).unwrap();
    until("the killed one has gone", || {
        test_kill_process(killed).is_err()
    });
    let mut connection = answers_again(&cluster).await;
    assert_eq!(number(&mut connection, "SELECT n FROM kept").await, 5);
    assert_ne!(postmaster(cluster.folder()), killed);
    cluster.stop();
}

/// kill -9 of the shell that runs PostgreSQL: the orphan, which nobody would stop, is replaced.
#[tokio::test]
async fn an_orphaned_postgresql_is_taken_over() {
    let cluster = start(Options::ephemeral());
    let orphan = postmaster(cluster.folder());
    kill_process(parent(orphan), Signal::KILL).unwrap();
    until("the orphan has gone", || test_kill_process(orphan).is_err());
    let mut connection = answers_again(&cluster).await;
    assert_eq!(number(&mut connection, "SELECT 1").await, 1);
    let running = postmaster(cluster.folder());
    cluster.stop();
    assert!(test_kill_process(running).is_err());
}

/// After the first server has gone, the restart is the second one's duty.
#[tokio::test]
async fn the_adopter_restarts_what_it_did_not_start() {
    let data = std::env::temp_dir().join(format!("saiwu-adopter-{}", std::process::id()));
    let first = start(Options::ephemeral_at(&data));
    let second = start(Options::ephemeral_at(&data));
    first.stop();
    let killed = postmaster(second.folder());
    kill_process(killed, Signal::KILL).unwrap();
    until("the killed one has gone", || {
        test_kill_process(killed).is_err()
    });
    answers_again(&second).await;
    second.stop();
    assert!(!data.exists());
}

/// A cluster that lingers serves the next one on the folder although nobody used it in between.
#[test]
fn a_lingering_cluster_serves_the_next_one() {
    let data = std::env::temp_dir().join(format!("saiwu-linger-{}", std::process::id()));
    let mut options = Options::ephemeral_at(&data);
    options.linger = Some(Duration::from_secs(3));
    let first = start(options.clone());
    let running = postmaster(first.folder());
    first.stop();
    let second = start(options);
    assert_eq!(postmaster(second.folder()), running);
    second.stop();
    until("the cluster has ended", || {
        test_kill_process(running).is_err() && !data.exists()
    });
}

/// The folder for an ephemeral cluster is removed in the end, so it must not hold anything else.
#[test]
fn an_ephemeral_cluster_refuses_a_folder_with_other_things() {
    let data = tempfile::tempdir().unwrap();
    std::fs::write(data.path().join("precious"), "").unwrap();
    let error = Cluster::start(Options::ephemeral_at(data.path())).unwrap_err();
    assert!(
        error.to_string().contains(data.path().to_str().unwrap()),
        "{error}"
    );
    assert!(data.path().join("precious").exists());
}

pub fn open_to_all(folder: &Path) {
    std::fs::set_permissions(folder, PermissionsExt::from_mode(0o755)).unwrap();
}
