//! All roles × all writing routes × own and other tournament, in one table.
use crate::client::{ADMIN, Server};
use serde_json::{Value, json};

const ROLES: [&str; 8] = [
    "admin",
    "organizer",
    "chief_arbiter",
    "arbiter",
    "entry_clerk",
    "registrar",
    "broadcaster",
    "captain",
];

/// Method, path (`T` the tournament, `E` an entry, `G` a game), body, and who may, in the order of
/// [`ROLES`]: `+` may, `-` may not.
const TABLE: &[(&str, &str, &str, &str)] = &[
    ("PATCH", "/tournaments/T", "{}", "+++-----"),
    ("DELETE", "/tournaments/T", "{}", "++------"),
    (
        "POST",
        "/tournaments/T/undo",
        r#"{"revision": 0, "reason": "x"}"#,
        "++++----",
    ),
    ("POST", "/tournaments/T/import", "{}", "+++-----"),
    (
        "POST",
        "/tournaments/T/entries",
        r#"{"number": 1, "name": "x"}"#,
        "+++-++--",
    ),
    ("PATCH", "/tournaments/T/entries/E", "{}", "+++-++--"),
    (
        "PUT",
        "/tournaments/T/entries/by-external-id/sys/1",
        r#"{"name": " "}"#,
        "+++-++--",
    ),
    (
        "POST",
        "/tournaments/T/entries/import?dry_run=true",
        "[]",
        "+++-++--",
    ),
    (
        "POST",
        "/tournaments/T/entries/E/withdraw",
        r#"{"after_round": 99}"#,
        "+++-+---",
    ),
    (
        "POST",
        "/tournaments/T/entries/E/penalties",
        r#"{"clause": "18.1", "member": 9}"#,
        "++++----",
    ),
    (
        "POST",
        "/tournaments/T/entries/E/penalties",
        r#"{"clause": "18.2", "member": 9}"#,
        "+++-----",
    ),
    (
        "POST",
        "/tournaments/T/entries/E/penalties",
        r#"{"clause": "18.3", "member": 9}"#,
        "++------",
    ),
    (
        "POST",
        "/tournaments/T/stages",
        r#"{"format": "swiss", "rounds_planned": 0}"#,
        "+++-----",
    ),
    ("PATCH", "/tournaments/T/stages/1", "{}", "+++-----"),
    ("DELETE", "/tournaments/T/stages/1", "{}", "+++-----"),
    ("POST", "/tournaments/T/stages/1/draw", "{}", "+++-----"),
    ("POST", "/tournaments/T/stages/9/rounds", "{}", "+++-----"),
    (
        "PUT",
        "/tournaments/T/stages/1/rounds/1/pairings",
        r#"{"games": []}"#,
        "+++-----",
    ),
    (
        "POST",
        "/tournaments/T/stages/1/rounds/9/publish",
        "{}",
        "+++-----",
    ),
    (
        "POST",
        "/tournaments/T/stages/1/rounds/9/lock",
        "{}",
        "+++-----",
    ),
    (
        "POST",
        "/tournaments/T/stages/1/rounds/1/reopen",
        "{}",
        "+++-----",
    ),
    (
        "DELETE",
        "/tournaments/T/stages/1/rounds/1",
        "{}",
        "+++-----",
    ),
    (
        "POST",
        "/tournaments/T/stages/1/draw/commitment",
        "{}",
        "+++-----",
    ),
    (
        "POST",
        "/tournaments/T/stages/1/rounds/9/lineups/deadline",
        "{}",
        "+++-----",
    ),
    (
        "POST",
        "/tournaments/T/stages/1/rounds/9/lineups/draw",
        "{}",
        "+++-----",
    ),
    ("PUT", "/games/G/lineups/E", r#"{"places": []}"#, "+++----+"),
    ("PUT", "/games/G/result", "{}", "++++----"),
    ("PUT", "/games/G/boards/1/result", "{}", "++++----"),
    (
        "POST",
        "/games/G/confirmations",
        r#"{"side": "red"}"#,
        "++++----",
    ),
    ("POST", "/games/G/moves", r#"{"moves": []}"#, "++++--+-"),
    (
        "POST",
        "/games/G/take-back",
        r#"{"to_ply": 9, "reason": "x"}"#,
        "++++----",
    ),
    (
        "POST",
        "/games/G/offers",
        r#"{"side": "black"}"#,
        "++++----",
    ),
    (
        "POST",
        "/games/G/claims",
        r#"{"side": "black", "claim": "repetition"}"#,
        "++++----",
    ),
    (
        "POST",
        "/games/G/rulings",
        r#"{"on": "repetition"}"#,
        "++++----",
    ),
    ("POST", "/games/G/fouls", r#"{"side": "red"}"#, "++++----"),
    ("POST", "/games/G/clock", "{}", "++++--+-"),
    (
        "POST",
        "/games/G/clock",
        r#"{"flag": {"side": "red", "clock": {"remaining_ms": 1000}}}"#,
        "++++----",
    ),
    (
        "POST",
        "/games/G/log",
        r#"{"act": {"kind": "late", "side": "red", "minutes": 99}}"#,
        "++++----",
    ),
    (
        "POST",
        "/games/G/log",
        r#"{"act": {"kind": "penalty", "side": "red", "clause": "18.2", "reason": ""}}"#,
        "+++-----",
    ),
    (
        "POST",
        "/games/G/log",
        r#"{"act": {"kind": "penalty", "side": "red", "clause": "18.3", "reason": ""}}"#,
        "++------",
    ),
    ("PUT", "/games/G/record", "", "++++--+-"),
    ("GET", "/tournaments/T/audit", "", "+++-----"),
    ("GET", "/tournaments/T/audit/verify", "", "+++-----"),
];

/// The same for what belongs to no tournament, by keys for every tournament.
const REGISTER: &[(&str, &str, &str, &str)] = &[
    ("POST", "/tournaments", r#"{"name": " "}"#, "++-----"),
    ("POST", "/tournaments/import?dry_run=true", "{}", "++-----"),
    ("POST", "/players", r#"{"name": " "}"#, "++--++-"),
    ("PATCH", "/players/E", "{}", "++--++-"),
    (
        "PUT",
        "/players/by-external-id/sys/1",
        r#"{"name": " "}"#,
        "++--++-",
    ),
    (
        "POST",
        "/players/E/merge",
        r#"{"double": "00000000-0000-0000-0000-000000000000"}"#,
        "++--+--",
    ),
    (
        "POST",
        "/keys",
        r#"{"name": " ", "role": "arbiter"}"#,
        "+------",
    ),
    ("GET", "/keys", "", "+------"),
    ("GET", "/keys/E", "", "+------"),
    ("POST", "/keys/E/rotate", "{}", "+------"),
    ("POST", "/keys/E/revoke", "{}", "+------"),
];

async fn status(server: &Server, key: Option<&str>, method: &str, path: &str, body: &str) -> u16 {
    let mut ask = server.ask(method, path);
    if let Some(key) = key {
        ask = ask.key(key);
    }
    if method != "GET" {
        ask = ask
            .fresh()
            .bytes("application/json", body.as_bytes().to_vec());
    }
    ask.go().await.status.as_u16()
}

/// Whether a status says that the key may not: everything else is about the request itself. None of
/// the requests of the table can succeed in changing anything that another one needs.
fn refused(status: u16) -> bool {
    assert!(status < 500, "{status}");
    status == 403 || status == 401
}

#[tokio::test]
async fn every_role_may_do_what_its_row_says_in_its_own_tournament_only() {
    let server = Server::new().await;
    let t = server.tournament(json!({}), 2).await;
    let other = server.tournament(json!({}), 2).await;
    let list = server
        .get(&format!("/tournaments/{t}/entries"))
        .await
        .json();
    let e = list["items"][0]["id"].as_str().unwrap().to_owned();
    server
        .post(
            &format!("/tournaments/{t}/stages"),
            json!({"format": "round_robin"}),
        )
        .await
        .is(201);
    let rounds = format!("/tournaments/{t}/stages/1/rounds");
    server.post(&rounds, json!({})).await.is(201);
    let out = server
        .post(&format!("{rounds}/1/publish"), json!({}))
        .await
        .is(200)
        .json();
    let g = out["games"][0]["id"].as_str().unwrap().to_owned();
    let mut keys: Vec<(String, Option<String>)> = Vec::new();
    for role in ROLES {
        let captain = |t: &str| -> Value {
            json!({"name": role, "role": role, "tournament_id": t, "entry_id": if role == "captain" { json!(e) } else { json!(null) }})
        };
        if role == "admin" {
            keys.push((ADMIN.to_owned(), None));
            continue;
        }
        let own = server.post("/keys", captain(&t)).await.is(201).json();
        let elsewhere = if role == "captain" {
            None
        } else {
            let made = server.post("/keys", captain(&other)).await.is(201).json();
            Some(made["secret"].as_str().unwrap().to_owned())
        };
        keys.push((own["secret"].as_str().unwrap().to_owned(), elsewhere));
    }
    for (method, path, body, row) in TABLE {
        let path = path.replace('T', &t).replace('E', &e).replace('G', &g);
        // `T`, `E`, `G` stand only where a segment begins, so names of routes are not touched.
        assert!(
            refused(status(&server, None, method, &path, body).await),
            "nobody: {method} {path}"
        );
        for ((role, (own, elsewhere)), may) in ROLES.iter().zip(&keys).zip(row.chars()) {
            let got = status(&server, Some(own), method, &path, body).await;
            assert_eq!(refused(got), may == '-', "{role}: {method} {path}: {got}");
            if let Some(elsewhere) = elsewhere {
                let got = status(&server, Some(elsewhere), method, &path, body).await;
                assert!(
                    refused(got),
                    "{role} of another tournament: {method} {path}: {got}"
                );
            }
        }
    }
}

#[tokio::test]
async fn what_belongs_to_no_tournament_has_its_own_rows() {
    let server = Server::new().await;
    let e = "01890000-0000-7000-8000-000000000000";
    for (role, place) in ROLES.iter().take(7).zip(0..) {
        let key = if *role == "admin" {
            ADMIN.to_owned()
        } else {
            server.made_key(role, None).await
        };
        for (method, path, body, row) in REGISTER {
            let path = path.replace('E', e);
            let got = status(&server, Some(&key), method, &path, body).await;
            let may = row.as_bytes()[place] == b'+';
            assert_eq!(refused(got), !may, "{role}: {method} {path}: {got}");
            assert!(
                refused(status(&server, None, method, &path, body).await),
                "nobody: {method} {path}"
            );
        }
    }
}

#[tokio::test]
async fn the_tables_name_every_writing_route_of_the_document() {
    let document = serde_json::to_value(saiwu::http::document()).unwrap();
    let known: Vec<(String, Vec<&str>)> = TABLE
        .iter()
        .chain(REGISTER)
        .map(|(method, path, ..)| {
            (
                method.to_lowercase(),
                path.split('?').next().unwrap().split('/').collect(),
            )
        })
        .collect();
    for (path, item) in document["paths"].as_object().unwrap() {
        let path = path.strip_prefix("/api/v1").unwrap();
        if path.starts_with("/rules/") {
            continue;
        }
        let parts: Vec<&str> = path.split('/').collect();
        for method in ["post", "put", "patch", "delete"] {
            if item.get(method).is_none() {
                continue;
            }
            let fits = |other: &[&str]| {
                other.len() == parts.len()
                    && parts
                        .iter()
                        .zip(other)
                        .all(|(a, b)| a == b || a.starts_with('{'))
            };
            assert!(
                known.iter().any(|(m, p)| m == method && fits(p)),
                "no row for {method} {path}"
            );
        }
    }
}
