//! The history check: clients record results while the server and PostgreSQL are killed again and
//! again. Afterwards every acknowledged change is there once, no refused one is, the revisions have
//! no gap, and every ETag ever polled stands for one body.
//!
//! `SAIWU_KILLS` says how often (20); `scripts/history N` runs it with N.
use crate::program::{ADMIN, PATIENCE, Place, Program, folder, pause};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use tokio::sync::RwLock;

const CLIENTS: usize = 4;
const GAMES_EACH: usize = 3;

/// What the clients know at the end.
#[derive(Default)]
struct Ledger {
    /// Requests acknowledged, by their id.
    acknowledged: Mutex<Vec<String>>,
    /// Requests refused, by their id.
    refused: Mutex<Vec<String>>,
    /// The last acknowledged version and result of each game.
    games: Mutex<HashMap<String, (i64, String)>>,
    count: AtomicU64,
    /// Body of every representation polled: path, coding and ETag.
    bodies: Mutex<BTreeMap<(String, String), Vec<u8>>>,
    done: AtomicBool,
}

type Shared = RwLock<Program>;

/// Sends one change, blindly again until the answer is definite.
async fn definite(
    program: &Shared,
    game: &str,
    version: i64,
    op: &str,
    result: &str,
) -> (u16, Value) {
    let end = Instant::now() + PATIENCE;
    loop {
        assert!(Instant::now() < end, "{op} gets no definite answer");
        let ask = program
            .read()
            .await
            .ask("PUT", &format!("/games/{game}/result"));
        let ask = ask
            .bearer_auth(ADMIN)
            .header("if-match", format!("\"{version}\""))
            .header("idempotency-key", op)
            .header("x-request-id", op);
        let ask = ask.json(&json!({"result": result, "note": op}));
        if let Ok(answer) = ask.send().await {
            let status = answer.status().as_u16();
            let retry = answer.headers().contains_key("retry-after");
            match (status, answer.json::<Value>().await) {
                (200 | 412, Ok(body)) => return (status, body),
                // Cut off in the middle of the answer, or not now: again.
                (200 | 412, Err(_)) => {}
                (409 | 503, _) => assert!(retry, "{op}: {status} without Retry-After"),
                (status, body) => panic!("{op}: {status} {body:?}"),
            }
        }
        pause().await;
    }
}

async fn client(number: usize, program: &Shared, ledger: &Ledger, games: &[String]) {
    let mut versions = vec![1; games.len()];
    let mut n = 0;
    while !ledger.done.load(Ordering::Relaxed) {
        let turn = n % games.len();
        let (game, version) = (&games[turn], versions[turn]);
        let op = format!("op-{number}-{n}");
        let result = ["red", "black", "draw"][(n + n / games.len()) % 3];
        // Now and then one that must be refused: it saw an older version.
        let stale = n % 5 == 4 && version > 1;
        let seen = if stale { version - 1 } else { version };
        let (status, body) = definite(program, game, seen, &op, result).await;
        if stale {
            assert_eq!(status, 412, "{op}: {body}");
            ledger.refused.lock().unwrap().push(op);
        } else {
            assert_eq!(status, 200, "{op}: {body}");
            let now = body["version"].as_i64().unwrap();
            assert_eq!(now, version + 1, "{op}");
            versions[turn] = now;
            ledger.acknowledged.lock().unwrap().push(op);
            let last = (now, result.to_owned());
            ledger.games.lock().unwrap().insert(game.clone(), last);
            ledger.count.fetch_add(1, Ordering::Relaxed);
        }
        n += 1;
    }
}

async fn poller(path: String, coding: &'static str, program: &Shared, ledger: &Ledger) {
    let mut newest = 0;
    while !ledger.done.load(Ordering::Relaxed) {
        pause().await;
        let ask = program.read().await.ask("GET", &path);
        let Ok(answer) = ask.header("accept-encoding", coding).send().await else {
            continue;
        };
        if answer.status() != 200 {
            assert_eq!(answer.status(), 503, "{path}");
            continue;
        }
        let tag = answer.headers()["etag"].to_str().unwrap().to_owned();
        let Ok(bytes) = answer.bytes().await else {
            continue;
        };
        let revision: i64 = tag[2..].split('.').next().unwrap().parse().unwrap();
        assert!(revision >= newest, "{path}: {newest}, then {revision}");
        newest = revision;
        let body = Sha256::digest(&bytes).to_vec();
        let mut bodies = ledger.bodies.lock().unwrap();
        let known = bodies
            .entry((path.clone(), tag.clone()))
            .or_insert_with(|| body.clone());
        assert_eq!(*known, body, "{path}: {tag} stands for two bodies");
    }
}

async fn killer(kills: u32, program: &Shared, ledger: &Ledger) {
    for n in 0..kills {
        let before = ledger.count.load(Ordering::Relaxed);
        let end = Instant::now() + PATIENCE;
        // Work goes on between two kills; where in it the next one falls is left to chance.
        while ledger.count.load(Ordering::Relaxed) < before + 5 {
            assert!(Instant::now() < end, "no work is done after kill {n}");
            pause().await;
        }
        if n % 2 == 0 {
            let mut program = program.write().await;
            program.kill();
            program.start_again();
        } else {
            while !program.read().await.kill_postgres() {
                pause().await;
            }
        }
    }
    let before = ledger.count.load(Ordering::Relaxed);
    while ledger.count.load(Ordering::Relaxed) < before + 5 {
        pause().await;
    }
    ledger.done.store(true, Ordering::Relaxed);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn history_holds_while_the_server_and_postgresql_are_killed() {
    let kills = std::env::var("SAIWU_KILLS").map_or(20, |n| n.parse().expect("a number"));
    let data = folder();
    let program = Program::start(Place::Folder(data.path().to_owned()));
    program.ready().await;
    let (id, games) = program.event(CLIENTS * GAMES_EACH * 2).await;
    let program = RwLock::new(program);
    let ledger = Ledger::default();
    let start = Instant::now();
    let of = |number: usize| &games[number * GAMES_EACH..(number + 1) * GAMES_EACH];
    let standings = format!("/tournaments/{id}/standings");
    tokio::join!(
        killer(kills, &program, &ledger),
        client(0, &program, &ledger, of(0)),
        client(1, &program, &ledger, of(1)),
        client(2, &program, &ledger, of(2)),
        client(3, &program, &ledger, of(3)),
        poller(standings.clone(), "identity", &program, &ledger),
        poller(standings, "gzip", &program, &ledger),
        poller(
            format!("/tournaments/{id}/current"),
            "identity",
            &program,
            &ledger
        ),
        poller(format!("/games/{}", games[0]), "br", &program, &ledger),
    );
    let took = start.elapsed();
    let program = program.into_inner();
    program.ready().await;
    verify(&program, &id, &ledger).await;
    let count = ledger.count.load(Ordering::Relaxed);
    let polled = ledger.bodies.lock().unwrap().len();
    println!("{kills} kills in {took:?}: {count} changes acknowledged, {polled} representations");
}

async fn verify(program: &Program, id: &str, ledger: &Ledger) {
    let mut times: HashMap<String, u32> = HashMap::new();
    let mut revisions = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = program
            .get(&format!("/tournaments/{id}/audit?limit=500{cursor}"))
            .await;
        for row in page["items"].as_array().unwrap() {
            *times
                .entry(row["request_id"].as_str().unwrap().to_owned())
                .or_default() += 1;
            revisions.extend(row["revision"].as_i64());
        }
        let Some(next) = page["next"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    let times = |op: &String| times.get(op).copied().unwrap_or(0);
    let acknowledged = ledger.acknowledged.lock().unwrap().clone();
    for op in &acknowledged {
        assert_eq!(times(op), 1, "{op} was acknowledged");
    }
    for op in ledger.refused.lock().unwrap().iter() {
        assert_eq!(times(op), 0, "{op} was refused");
    }
    for pair in revisions.windows(2) {
        assert_eq!(pair[1], pair[0] + 1, "a gap in the revisions");
    }
    let now = program.get(&format!("/tournaments/{id}")).await;
    assert_eq!(now["revision"], *revisions.last().unwrap());
    let intact = program
        .get(&format!("/tournaments/{id}/audit/verify"))
        .await;
    assert_eq!(intact["whole"], true, "{intact}");
    let games = ledger.games.lock().unwrap().clone();
    for (game, (version, result)) in games {
        let shown = program.get(&format!("/games/{game}")).await;
        assert_eq!(
            (&shown["version"], &shown["result"]),
            (&json!(version), &json!(result))
        );
    }
    // What was polled long ago can still be read, and is the same.
    let polled = ledger.bodies.lock().unwrap().clone();
    let step = (polled.len() / 20).max(1);
    for ((path, tag), body) in polled.iter().step_by(step) {
        let coding = match tag.rsplit('.').nth(1).unwrap() {
            "gz" => "gzip",
            "br" => "br",
            _ => "identity",
        };
        let revision = tag[2..].split('.').next().unwrap();
        let ask = program.ask("GET", &format!("{path}?revision={revision}"));
        let answer = ask.header("accept-encoding", coding).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path} at {revision}");
        assert_eq!(answer.headers()["etag"], tag.as_str());
        assert_eq!(
            Sha256::digest(answer.bytes().await.unwrap()).to_vec(),
            *body,
            "{path} {tag}"
        );
    }
}
