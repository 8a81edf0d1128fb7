//! An event moved: by backup into another folder, and by a new program from an earlier schema.
use crate::harness::TestDatabase;
use crate::program::{Place, Program, folder, with_database};
use serde_json::{Value, json};
use sqlx::migrate::Migrator;
use std::path::Path;

async fn shown(program: &Program, path: &str) -> (String, Vec<u8>) {
    let answer = program.ask("GET", path).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{path}");
    let tag = answer.headers()["etag"].to_str().unwrap().to_owned();
    (tag, answer.bytes().await.unwrap().to_vec())
}

/// README, Operations: an event backed up while the server runs, restored into a new folder, and
/// served from there as if nothing had been.
#[tokio::test]
async fn a_backup_is_restored_and_served_the_same() {
    let (data, other, files) = (folder(), folder(), folder());
    let backup = files.path().join("backup.dump");
    let here = Place::Folder(data.path().to_owned());
    let there = Place::Folder(other.path().to_owned());
    let program = Program::start(here.clone());
    program.ready().await;
    let (id, games) = program.event(6).await;
    let paths = [
        format!("/tournaments/{id}"),
        format!("/tournaments/{id}/standings"),
        format!("/tournaments/{id}/export"),
        format!("/games/{}", games[0]),
    ];
    let dump = "pg_dump --format=custom --dbname=\"$DATABASE_URL\" >\"$0\"";
    with_database(&here, dump, &backup);
    let mut before = Vec::new();
    for path in &paths {
        before.push(shown(&program, path).await);
    }
    drop(program);
    let restore = "pg_restore --clean --if-exists --no-owner --dbname=\"$DATABASE_URL\" \"$0\"";
    with_database(&there, restore, &backup);
    let program = Program::start(there);
    program.ready().await;
    for (path, before) in paths.iter().zip(before) {
        assert_eq!(shown(&program, path).await, before, "{path}");
    }
    // The keys and the log came along, and work goes on.
    let intact = program
        .get(&format!("/tournaments/{id}/audit/verify"))
        .await;
    assert_eq!(intact["whole"], true);
    assert_eq!(program.touch(&id, "广州").await.status(), 200);
}

/// The migrations with which `event_at_0004.sql` was written.
const FIRST: i64 = 4;

#[tokio::test]
async fn an_event_of_an_earlier_schema_is_served_by_this_program() {
    let database = TestDatabase::empty().await;
    let pool = database.pool().await;
    let early = tempfile::tempdir().unwrap();
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    for file in std::fs::read_dir(all).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name[..4].parse::<i64>().unwrap() <= FIRST {
            std::fs::copy(&path, early.path().join(name)).unwrap();
        }
    }
    let early = Migrator::new(early.path()).await.unwrap();
    early.run(&pool).await.unwrap();
    sqlx::raw_sql(include_str!("event_at_0004.sql"))
        .execute(&pool)
        .await
        .unwrap();
    let revision: i64 = sqlx::query_scalar("select revision from tournaments")
        .fetch_one(&pool)
        .await
        .unwrap();
    let id: uuid::Uuid = sqlx::query_scalar("select id from tournaments")
        .fetch_one(&pool)
        .await
        .unwrap();
    let program = Program::start(Place::Url(database.url(), None));
    program.ready().await;
    let path = format!("/tournaments/{id}");
    let read = program.get(&path).await;
    assert_eq!(
        (&read["revision"], &read["name"]),
        (&json!(revision), &json!("历史赛"))
    );
    let standings = program.get(&format!("{path}/standings")).await;
    assert_eq!(
        standings["rows"].as_array().unwrap().len(),
        6,
        "{standings}"
    );
    // Earlier revisions are rebuilt from the old log, whose chain still holds.
    let past = program.get(&format!("{path}/entries?revision=2")).await;
    assert_eq!(past["items"].as_array().unwrap().len(), 6);
    let intact = program.get(&format!("{path}/audit/verify")).await;
    assert_eq!(intact["whole"], true);
    let changed: Value = program
        .touch(&id.to_string(), "广州")
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(changed["revision"], revision + 1);
}
