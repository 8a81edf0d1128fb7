//! Whatever goes wrong is told as a problem, in the client's language.
use crate::client::{ADMIN, Server};
use serde_json::json;
use std::sync::{Arc, Mutex};

#[tokio::test]
async fn every_kind_of_bad_request_has_its_problem() {
    let server = Server::new().await;
    let post = || server.ask("POST", "/players").key(ADMIN).fresh();
    let cases = [
        (server.get("/nowhere").await, 404, "not_found"),
        (server.get("/players/not-a-uuid").await, 404, "not_found"),
        (
            server.ask("PUT", "/players").go().await,
            405,
            "method_not_allowed",
        ),
        (
            server
                .ask("POST", "/players")
                .fresh()
                .json(&json!({"name": "x"}))
                .go()
                .await,
            401,
            "unauthenticated",
        ),
        (
            server
                .ask("POST", "/players")
                .key("wrong")
                .fresh()
                .json(&json!({"name": "x"}))
                .go()
                .await,
            401,
            "unauthenticated",
        ),
        (
            server
                .ask("POST", "/players")
                .key(ADMIN)
                .json(&json!({"name": "x"}))
                .go()
                .await,
            400,
            "idempotency_key_missing",
        ),
        (
            post()
                .bytes("application/json", b"{\"name\": ".to_vec())
                .go()
                .await,
            400,
            "malformed",
        ),
        (
            post()
                .bytes(
                    "application/json",
                    format!("{}1{}", "[".repeat(3000), "]".repeat(3000)).into_bytes(),
                )
                .go()
                .await,
            400,
            "malformed",
        ),
        (
            post().bytes("text/plain", b"{}".to_vec()).go().await,
            415,
            "unsupported_media_type",
        ),
        (
            post()
                .bytes("application/json", vec![b' '; (2 << 20) + 1])
                .go()
                .await,
            413,
            "body_too_large",
        ),
        (
            post().json(&json!({"name": "a\u{0}b"})).go().await,
            422,
            "invalid",
        ),
        (
            post()
                .json(&json!({"name": "x", "nickname": "y"}))
                .go()
                .await,
            422,
            "invalid",
        ),
        (
            post().json(&json!({"name": " "})).go().await,
            422,
            "invalid",
        ),
        (server.get("/players?name=%00").await, 400, "malformed"),
    ];
    for (got, status, code) in cases {
        assert_eq!(
            (got.status.as_u16(), got.problem().as_str()),
            (status, code)
        );
        assert_eq!(
            got.json()["request_id"].as_str().unwrap(),
            got.header("x-request-id")
        );
        assert_eq!(got.json()["status"], status);
    }
}

#[tokio::test]
async fn pointers_lead_to_the_fault_and_unknown_fields_are_named() {
    let server = Server::new().await;
    let got = server
        .post(
            "/players",
            json!({"name": "x", "external_ids": [{"system": "a", "id": 5}]}),
        )
        .await
        .is(422);
    assert_eq!(got.json()["errors"][0]["pointer"], "/external_ids/0/id");
    let got = server
        .post("/players", json!({"name": "x", "nickname": "y"}))
        .await
        .is(422);
    assert!(
        got.json()["errors"][0]["detail"]
            .as_str()
            .unwrap()
            .contains("nickname")
    );
}

#[tokio::test]
async fn problems_speak_chinese_unless_english_is_asked_for() {
    let server = Server::new().await;
    let title = async |language: &str| {
        let got = server
            .ask("GET", "/nowhere")
            .header("accept-language", language)
            .go()
            .await;
        got.json()["title"].as_str().unwrap().to_owned()
    };
    assert_eq!(title("en").await, "Not found");
    assert_eq!(title("zh-CN").await, "没有找到");
    assert_eq!(title("fr").await, "没有找到");
}

#[tokio::test]
async fn a_request_id_sent_is_echoed() {
    let server = Server::new().await;
    let got = server
        .ask("GET", "//healthz")
        .header("x-request-id", "mine-7")
        .go()
        .await
        .is(200);
    assert_eq!(got.header("x-request-id"), "mine-7");
    let ready = server.get("//readyz").await.is(200);
    assert!(!ready.header("x-request-id").is_empty());
    let counted = server.get("//metrics").await.is(200);
    let text = String::from_utf8(counted.bytes).unwrap();
    assert!(
        text.contains("http_requests_total") && text.contains("/healthz"),
        "{text}"
    );
}

#[tokio::test]
async fn a_parameter_that_does_not_fit_is_named() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 2).await;
    for (path, pointer) in [
        ("/players?limit=".to_owned(), "/limit"),
        ("/players?limit=many".to_owned(), "/limit"),
        ("/players?limit=0".to_owned(), "/limit"),
        (format!("/tournaments/{id}/entries?sort=age"), "/sort"),
        (
            format!("/tournaments/{id}/standings?after_round=-1"),
            "/after_round",
        ),
    ] {
        let got = server.get(&path).await.is(422).json();
        assert_eq!(got["errors"][0]["pointer"], pointer, "{path}");
    }
}

/// A log that can be read.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// The one line that has this.
    fn line(&self, part: &str) -> String {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let mut lines = text.lines().filter(|line| line.contains(part));
        let line = lines.next().unwrap_or_else(|| panic!("{part}: {text}"));
        assert_eq!(lines.next(), None);
        line.to_owned()
    }
}

#[tokio::test]
async fn a_fault_and_a_refused_write_are_found_in_the_log_by_the_request_id() {
    let server = Server::new().await;
    let mut conn = server.app.store().primary().await.unwrap();
    sqlx::query("alter table players rename to players_away")
        .execute(&mut *conn)
        .await
        .unwrap();
    drop(conn);
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::INFO)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let listening = tracing::subscriber::set_default(subscriber);
    let named = |method, path, id| server.ask(method, path).header("x-request-id", id);
    let fault = named("GET", "/players", "fault-7").go().await.is(500);
    let refused = named("POST", "/players", "refused-7").json(&json!({"name": "x"}));
    refused.go().await.is(401);
    drop(listening);
    let line = log.line("fault-7");
    for part in ["ERROR", "GET", "/api/v1/players", "500", "does not exist"] {
        assert!(line.contains(part), "{line}");
    }
    // The cause is nobody else's business.
    assert!(!String::from_utf8_lossy(&fault.bytes).contains("does not exist"));
    let line = log.line("refused-7");
    for part in ["INFO", "POST", "/api/v1/players", "401", "unauthenticated"] {
        assert!(line.contains(part), "{line}");
    }
}

#[tokio::test]
async fn a_method_that_a_client_invents_makes_no_series_of_its_own() {
    let server = Server::new().await;
    server.ask("INVENTED1", "/tournaments").go().await.is(405);
    let counted = server.get("//metrics").await.is(200);
    let text = String::from_utf8(counted.bytes).unwrap();
    assert!(!text.contains("INVENTED1"), "{text}");
    assert!(text.contains("method=\"other\""), "{text}");
}
