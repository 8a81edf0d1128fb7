//! Requests nobody means well with: each gets a problem that says what is wrong, and nothing more.
use crate::client::{ADMIN, Server};
use crate::running::{PATIENCE, Running};
use saiwu::config::Limits;
use saiwu::http::App;
use serde_json::{Value, json};
use std::num::NonZeroU32;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends raw bytes; the status and the problem's code of what comes back.
async fn raw(running: &Running, bytes: &[u8]) -> (u16, String) {
    let rest = running.base.strip_prefix("http://").unwrap();
    let address = rest.split('/').next().unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may answer and close before it has read everything.
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let mut piece = [0; 4096];
    let reading = async {
        loop {
            let text = String::from_utf8_lossy(&answer).into_owned();
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let length = head.lines().find_map(|line| {
                    let (name, value) = line.split_once(':')?;
                    name.eq_ignore_ascii_case("content-length")
                        .then(|| value.trim().parse::<usize>().ok())?
                });
                if length.is_none_or(|length| body.len() >= length) {
                    break;
                }
            }
            match stream.read(&mut piece).await {
                Ok(length) if length > 0 => answer.extend(&piece[..length]),
                _ => break,
            }
        }
    };
    tokio::time::timeout(PATIENCE, reading)
        .await
        .expect("an answer");
    let text = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|s| s.parse().ok())
        .unwrap_or(0);
    let body: Value = serde_json::from_str(body).unwrap_or_default();
    let code = body["type"]
        .as_str()
        .unwrap_or("")
        .rsplit(':')
        .next()
        .unwrap_or("");
    (status, code.to_owned())
}

fn head(method: &str, path: &str, more: &str) -> Vec<u8> {
    format!(
        "{method} /api/v1{path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {ADMIN}\r\n\
         idempotency-key: k\r\n{more}\r\n"
    )
    .into_bytes()
}

#[tokio::test]
async fn heads_and_bodies_that_are_too_long_or_too_slow_are_told_so() {
    let mut server = Server::new().await;
    let limits = Limits {
        body_limit: 1000,
        import_limit: 3000,
        request_seconds: Duration::from_secs(1),
        ..Limits::default()
    };
    server.app = App::with(server.app.store().clone(), limits, Duration::from_secs(15));
    let running = Running::of(server).await;
    let long = format!("x-long: {}\r\n", "y".repeat(100_000));
    let answer = raw(&running, &head("GET", "/tournaments", &long)).await;
    assert_eq!(answer, (431, "head_too_large".to_owned()));
    let long = format!("/players?name={}", "z".repeat(70_000));
    let (status, _) = raw(&running, &head("GET", &long, "")).await;
    assert!([200, 414, 431, 422].contains(&status), "{status}");
    let json = "content-type: application/json\r\n";
    // Announced and never sent: the client is slow, or gone.
    let slow = head(
        "POST",
        "/tournaments",
        &format!("{json}content-length: 20\r\n"),
    );
    assert_eq!(raw(&running, &slow).await, (503, "timeout".to_owned()));
    let mut big = head(
        "POST",
        "/tournaments",
        &format!("{json}content-length: 2000\r\n"),
    );
    big.extend([b' '; 2000]);
    assert_eq!(
        raw(&running, &big).await,
        (413, "body_too_large".to_owned())
    );
    // The same without saying how long it is.
    let mut big = head(
        "POST",
        "/tournaments",
        &format!("{json}transfer-encoding: chunked\r\n"),
    );
    big.extend(b"7d0\r\n");
    big.extend([b' '; 2000]);
    big.extend(b"\r\n0\r\n\r\n");
    assert_eq!(
        raw(&running, &big).await,
        (413, "body_too_large".to_owned())
    );
    let mut file = head(
        "POST",
        "/players/import",
        "content-type: text/csv\r\ncontent-length: 4000\r\n",
    );
    file.extend([b'x'; 4000]);
    assert_eq!(
        raw(&running, &file).await,
        (413, "body_too_large".to_owned())
    );
    // The server is as well as before.
    assert_eq!(running.get("/tournaments", &[]).await.status(), 200);
}

/// Method, path, content type, body; the status and the problem it gets.
type Case<'a> = (&'a str, &'a str, &'a str, Vec<u8>, u16, &'a str);

#[tokio::test]
async fn every_malformed_request_has_its_problem() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 2).await;
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_name = format!("{{\"name\": {deep}}}");
    let path = format!("/tournaments/{id}");
    let long_name = json!({"name": "长".repeat(301)}).to_string();
    let cases: Vec<Case<'_>> = vec![
        (
            "POST",
            "/tournaments",
            "application/json",
            deep.into_bytes(),
            400,
            "malformed",
        ),
        (
            "POST",
            "/tournaments",
            "application/json",
            deep_name.into_bytes(),
            400,
            "malformed",
        ),
        (
            "POST",
            "/tournaments",
            "application/json",
            b"{\"name\": \"\xff\"}".to_vec(),
            400,
            "malformed",
        ),
        (
            "POST",
            "/tournaments",
            "application/json",
            b"{\"name\": \"a\\u0000\"}".to_vec(),
            422,
            "invalid",
        ),
        (
            "POST",
            "/tournaments",
            "application/json",
            b"{\"name\": \"a\", \"colour\": 1}".to_vec(),
            422,
            "invalid",
        ),
        (
            "POST",
            "/tournaments",
            "application/json",
            b"{\"name\": 7}".to_vec(),
            422,
            "invalid",
        ),
        (
            "POST",
            "/tournaments",
            "application/json",
            b"{\"name\": \"a\"".to_vec(),
            400,
            "malformed",
        ),
        (
            "POST",
            "/tournaments",
            "application/json",
            b"[]".to_vec(),
            422,
            "invalid",
        ),
        (
            "POST",
            "/tournaments",
            "application/json",
            long_name.into_bytes(),
            422,
            "invalid",
        ),
        (
            "POST",
            "/tournaments",
            "text/plain",
            b"{\"name\": \"a\"}".to_vec(),
            415,
            "unsupported_media_type",
        ),
        (
            "POST",
            "/tournaments",
            "application/x-www-form-urlencoded",
            b"name=a".to_vec(),
            415,
            "unsupported_media_type",
        ),
        (
            "POST",
            "/tournaments",
            "multipart/form-data; boundary=x",
            b"--x--".to_vec(),
            415,
            "unsupported_media_type",
        ),
        (
            "POST",
            "/rules/position",
            "text/plain",
            b"{}".to_vec(),
            415,
            "unsupported_media_type",
        ),
        (
            "POST",
            "/rules/position",
            "application/json",
            b"{\"fen\": \"\\u0000\"}".to_vec(),
            422,
            "invalid",
        ),
        (
            "PUT",
            &path,
            "application/json",
            b"{}".to_vec(),
            405,
            "method_not_allowed",
        ),
        (
            "TRACE",
            &path,
            "application/json",
            b"{}".to_vec(),
            405,
            "method_not_allowed",
        ),
        ("GET", "/tournaments/%00", "", vec![], 400, "malformed"),
        ("GET", "/tournaments/%ff", "", vec![], 404, "not_found"),
        ("GET", "/tournaments/1", "", vec![], 404, "not_found"),
        ("GET", "/tournaments?limit=501", "", vec![], 422, "invalid"),
        ("GET", "/tournaments?limit=x", "", vec![], 422, "invalid"),
        ("GET", "/tournaments?cursor=%F0", "", vec![], 422, "invalid"),
        ("GET", "/tournaments?cursor=bm8", "", vec![], 422, "invalid"),
        (
            "GET",
            "/players?sort=pinyin&cursor=WzEsMl0",
            "",
            vec![],
            422,
            "invalid",
        ),
        ("GET", "/nowhere", "", vec![], 404, "not_found"),
    ];
    for (method, path, kind, body, status, code) in cases {
        let mut ask = server.ask(method, path).key(ADMIN).fresh();
        if !kind.is_empty() {
            ask = ask.bytes(kind, body.clone());
        }
        let got = ask.go().await;
        let what = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        assert_eq!(got.status.as_u16(), status, "{method} {path} {kind} {what}");
        assert_eq!(got.problem(), code, "{method} {path} {what}");
        let problem = got.json();
        assert_eq!(problem["request_id"], got.header("x-request-id"));
        assert_eq!(problem["status"], status);
    }
    let unknown = server
        .ask("POST", "/tournaments")
        .key(ADMIN)
        .fresh()
        .header("accept-language", "en")
        .json(&json!({"name": "a", "colour": 1}))
        .go()
        .await
        .is(422);
    assert!(
        unknown.json().to_string().contains("colour"),
        "named by its name"
    );
    for authorization in [
        "",
        "Bearer",
        "Bearer ",
        "Basic eDp5",
        "Bearer \u{e9}",
        "Bearer nobody",
    ] {
        let got = server
            .ask("GET", "/tournaments")
            .header("authorization", authorization)
            .go()
            .await;
        assert!([200, 401].contains(&got.status.as_u16()), "{authorization}");
        let got = server
            .ask("POST", "/tournaments")
            .header("authorization", authorization);
        let got = got.fresh().json(&json!({"name": "a"})).go().await;
        assert_eq!(
            (got.status.as_u16(), got.problem()),
            (401, "unauthenticated".to_owned())
        );
    }
    let list = server.get("/tournaments?limit=500").await.json();
    assert_eq!(
        list["items"].as_array().unwrap().len(),
        1,
        "nothing was made"
    );
}

#[tokio::test]
async fn what_cannot_be_read_as_http_is_answered_and_harms_nobody() {
    let running = Running::start().await;
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"GET / HTTP/9.9\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"GET /api/v1/tournaments HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n",
        b"POST /api/v1/tournaments HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"POST /api/v1/tournaments HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    ] {
        let (status, _) = raw(&running, bytes).await;
        assert!(status == 0 || (400..=505).contains(&status) && status != 500, "{status}");
    }
    assert_eq!(running.get("/tournaments", &[]).await.status(), 200);
}

/// A server that lets a caller ask three times at once.
async fn strict() -> Server {
    let mut server = Server::new().await;
    let limits = Limits {
        rate_per_second: NonZeroU32::MIN,
        rate_burst: NonZeroU32::new(3).unwrap(),
        ..Limits::default()
    };
    server.app = App::with(server.app.store().clone(), limits, Duration::from_secs(15));
    server.router = saiwu::http::router(server.app.clone());
    server
}

#[tokio::test]
async fn a_key_that_asks_too_often_is_told_when_to_come_back() {
    let server = strict().await;
    let ask = || server.ask("GET", "/keys").key(ADMIN).go();
    for left in [2, 1, 0] {
        let got = ask().await.is(200);
        assert_eq!(got.header("ratelimit-policy"), "\"default\";q=3;w=3");
        assert!(got.header("ratelimit").contains(&format!("r={left}")));
    }
    let refused = ask().await.is(429);
    assert_eq!(refused.problem(), "too_many_requests");
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(refused.header("ratelimit-policy"), "\"default\";q=3;w=3");
    assert_eq!(refused.header("ratelimit"), "\"default\";r=0;t=1");
    // What is left is told with every problem.
    let wrong = server.ask("GET", "/keys").key("wrong").go().await.is(401);
    assert_eq!(wrong.header("ratelimit"), "\"default\";r=2;t=0");
    // Readers without a key go on.
    server.get("/tournaments").await.is(200);
}

#[tokio::test]
async fn no_spelling_of_a_key_asks_more_often() {
    let server = strict().await;
    let spelled = async |header: String| {
        let ask = server.ask("GET", "/keys").header("authorization", &header);
        ask.go().await.status.as_u16()
    };
    assert_eq!(spelled(format!("Bearer {ADMIN}")).await, 200);
    assert_eq!(spelled(format!("bearer {ADMIN}")).await, 200);
    assert_eq!(spelled(format!("BEARER   {ADMIN}")).await, 200);
    assert_eq!(spelled(format!("bEARER  {ADMIN} ")).await, 429);
    // The rules look at no key: one invented for each request is none.
    let running = Running::of(server).await;
    for (invented, status) in [("a", 200), ("b", 200), ("c", 200), ("d", 429)] {
        let ask = running.ask("GET", "/rules/round-robin/6");
        let got = ask.bearer_auth(invented).send().await.unwrap();
        assert_eq!(got.status(), status, "{invented}");
    }
}

#[tokio::test]
async fn a_cursor_holds_no_nul_and_is_of_its_own_order() {
    use base64::Engine as _;
    let server = Server::new().await;
    let tournament = server.tournament(json!({}), 3).await;
    let entries = format!("/tournaments/{tournament}/entries");
    let of = |key: Value| {
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(key.to_string().as_bytes())
    };
    let nobody = "00000000-0000-0000-0000-000000000000";
    for path in [
        format!("/players?cursor={}", of(json!(["\0", nobody]))),
        format!("/players?cursor={}", of(json!(["name", ["\0", nobody]]))),
        format!("{entries}?sort=pinyin&cursor={}", of(json!(["\0", 3]))),
        format!(
            "{entries}?sort=pinyin&cursor={}",
            of(json!(["pinyin", ["\0", 3]]))
        ),
    ] {
        let refused = server.get(&path).await.is(422).json();
        assert_eq!(refused["errors"][0]["pointer"], "/cursor", "{path}");
    }
    server.get("/players?name=%00").await.is(400);
    let ancient = json!(["-9999-01-01 00:00:00.0 +00:00:00", nobody]);
    let path = format!("/tournaments?cursor={}", of(ancient));
    server.get(&path).await.is(422);
    let first = server.get(&format!("{entries}?sort=pinyin&limit=1")).await;
    let next = first.is(200).json()["next"].as_str().unwrap().to_owned();
    server
        .get(&format!("{entries}?sort=pinyin&cursor={next}"))
        .await
        .is(200);
    server
        .get(&format!("{entries}?sort=stroke&cursor={next}"))
        .await
        .is(422);
}

#[tokio::test]
async fn a_list_is_no_object_and_a_date_is_one_the_database_has() {
    let server = Server::new().await;
    server.post("/tournaments", json!(["甲"])).await.is(422);
    server.post("/players", json!(["甲"])).await.is(422);
    for date in [
        "-9999-12-31",
        "-4713-01-01",
        "0000-01-01",
        "+2024-01-01",
        "2023-02-29",
    ] {
        let wish = json!({"name": "甲", "start_date": date});
        let refused = server.post("/tournaments", wish).await.is(422).json();
        assert_eq!(refused["errors"][0]["pointer"], "/start_date", "{date}");
    }
    let id = server.tournament(json!({}), 0).await;
    let wish = json!({"end_date": "-4713-01-01"});
    let path = format!("/tournaments/{id}");
    let refused = server.change("PATCH", &path, 1, wish).await.is(422).json();
    assert_eq!(refused["errors"][0]["pointer"], "/end_date");
    for date in ["0001-01-01", "9999-12-31"] {
        let wish = json!({"name": "甲", "start_date": date});
        server.post("/tournaments", wish).await.is(201);
    }
}
