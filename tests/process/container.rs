//! What the Dockerfile and docker-compose.yml run, without containers.
use crate::harness::{TestDatabase, cluster};
use crate::served::{Served, json, run, saiwu};
use reqwest::Method;
use std::net::TcpListener;
use std::process::Command;

const DOCKERFILE: &str = include_str!("../../Dockerfile");
const COMPOSE: &str = include_str!("../../docker-compose.yml");

/// The list of words after `start` on its line.
fn words(text: &str, start: &str) -> Vec<String> {
    let line = text
        .lines()
        .find_map(|line| line.trim().strip_prefix(start));
    let list = line.unwrap_or_else(|| panic!("no line starts with {start}"));
    let list = &list[list.find('[').expect("a list")..];
    serde_json::from_str(list).expect("a list of words")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_image_serves_is_healthy_and_stops_when_asked() {
    let database = TestDatabase::new().await;
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    // The settings of the image, on a port that is free here.
    let settings: Vec<(String, String)> = DOCKERFILE
        .lines()
        .filter_map(|line| line.strip_prefix("ENV "))
        .flat_map(str::split_whitespace)
        .filter(|setting| setting.starts_with("SAIWU_"))
        .map(|setting| {
            let (name, value) = setting.split_once('=').expect("NAME=value");
            (name.to_owned(), value.replace("8080", &port.to_string()))
        })
        .collect();
    assert!(
        settings.iter().any(|(name, _)| name == "SAIWU_LISTEN"),
        "{settings:?}"
    );
    let with_settings = |words: &[String]| {
        assert_eq!(words[0], "saiwu");
        let mut command = saiwu();
        // Compose passes a variable that is not set as an empty one.
        command.args(&words[1..]).env("SAIWU_ADMIN_KEY", "");
        command
            .envs(settings.clone())
            .env("DATABASE_URL", database.url());
        command
    };
    let healthcheck = words(DOCKERFILE, "HEALTHCHECK");
    let (code, _, errors) = run(with_settings(&healthcheck));
    assert_eq!(code, Some(1), "nobody serves yet: {errors}");
    let server = Served::listening(with_settings(&words(DOCKERFILE, "CMD")));
    let (code, out, errors) = run(with_settings(&healthcheck));
    assert_eq!(code, Some(0), "{out}{errors}");
    let ready = reqwest::get(format!("http://127.0.0.1:{port}/readyz"))
        .await
        .unwrap();
    assert_eq!(ready.status().as_u16(), 200);
    // Docker stops a container with SIGTERM.
    assert_eq!(server.terminate().code(), Some(0));
}

/// The volume's database is waited for with this command.
#[test]
fn compose_waits_for_a_database_that_answers() {
    let test = words(COMPOSE, "test:");
    assert_eq!(test[0], "CMD");
    let folder = cluster().folder().to_owned();
    let binaries = cluster()
        .binaries()
        .expect("the programs of PostgreSQL")
        .folder;
    let ask = |host: &std::path::Path| {
        // A folder of links may hold the server's programs alone.
        let program = Some(binaries.join(&test[1])).filter(|program| program.exists());
        let mut command = Command::new(program.unwrap_or_else(|| test[1].clone().into()));
        command.args(&test[2..]).env("PGHOST", host);
        run(command).0
    };
    assert_eq!(ask(&folder), Some(0));
    assert_ne!(ask(std::path::Path::new("/nonexistent")), Some(0));
    let condition = "condition: service_healthy";
    assert!(
        COMPOSE.contains(condition),
        "the server starts when the database is there"
    );
}

/// The image is built as `scripts/run` builds.
#[test]
fn the_image_is_built_as_everywhere_else() {
    let build = "cargo build --release --locked --bin saiwu";
    assert!(DOCKERFILE.contains(build));
    assert!(include_str!("../../scripts/run").contains(build));
}

/// A key given as compose gives it opens the server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_administrators_key_comes_from_the_environment() {
    let database = TestDatabase::new().await;
    let server = Served::on(&database.url());
    let keys = server
        .ask(Method::GET, "/keys")
        .bearer_auth(crate::served::ADMIN);
    let keys = json(keys.send().await.unwrap(), 200).await;
    assert_eq!(keys["items"].as_array().unwrap().len(), 1);
}
