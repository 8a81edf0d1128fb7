//! The README's walk-through, run as written.
use crate::harness::TestDatabase;
use crate::served::{ADMIN, Served, run};
use std::process::Command;

/// The shell commands between the markers of the README.
fn commands() -> String {
    let readme = include_str!("../../README.md");
    let (_, rest) = readme
        .split_once("<!-- walk-through -->")
        .expect("the start");
    let (text, _) = rest.split_once("<!-- /walk-through -->").expect("the end");
    let blocks = text.split("```sh\n").skip(1);
    blocks
        .map(|block| block.split_once("```").expect("the end of a block").0)
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_walk_through_of_the_readme_works_as_written() {
    let database = TestDatabase::new().await;
    let server = Served::on(&database.url());
    let folder = tempfile::tempdir().unwrap();
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_saiwu"));
    let path = std::env::var("PATH").unwrap();
    let script = format!("set -euo pipefail\n{}", commands());
    let mut bash = Command::new("bash");
    bash.args(["-c", &script])
        .current_dir(folder.path())
        .env(
            "PATH",
            format!("{}:{path}", binary.parent().unwrap().display()),
        )
        .env("SAIWU", &server.address)
        .env("KEY", ADMIN);
    let (code, out, errors) = tokio::task::spawn_blocking(move || run(bash))
        .await
        .unwrap();
    assert_eq!(code, Some(0), "{out}\n{errors}");
    for sign in ["\"checkmate\"", "\n304\n", "\"best\"", "\"findings\": []"] {
        assert!(out.contains(sign), "{sign} is missing in:\n{out}");
    }
    let csv = out.find('\u{feff}').expect("the cross table as CSV");
    assert!(out[csv..].contains("序号,姓名,单位"), "{out}");
    // What the commands left behind on the server.
    let list = server.get("/tournaments").await;
    let id = list["items"][0]["id"].as_str().unwrap();
    assert_eq!(list["items"][0]["status"], "finished");
    let table = server.get(&format!("/tournaments/{id}/standings")).await;
    assert_eq!(
        (&table["after_round"], &table["open"]),
        (&4.into(), &0.into())
    );
    let points: f64 = table["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["points"].as_f64().unwrap())
        .sum();
    assert_eq!(points, 32.0, "16 games of 2 points each");
    assert_eq!(server.terminate().code(), Some(0));
}
