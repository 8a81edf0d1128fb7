//! Line-ups over HTTP: listed, checked, hidden until both are in or the time has passed, drawn.
use crate::client::{ADMIN, Got, Server};
use crate::play::{Play, checked, list, number};
use saiwu::tournament::lots;
use serde_json::{Value, json};

/// Two teams of six about to play a match over four boards; the match.
async fn match_of(play: &Play<'_>, stage: Value) -> (Vec<Value>, Value) {
    let teams = play.teams(2, 6).await;
    play.stage(stage).await;
    let round = play.next(1).await.unwrap();
    (teams, round["games"][0].clone())
}

fn with_reserves() -> Value {
    json!({"kind": "team", "regulations": {"team_mode": "reserves", "boards": 4, "reserves": 2}})
}

async fn captain(server: &Server, tournament: &str, team: &Value) -> String {
    let body = json!({"name": "队长", "role": "captain", "tournament_id": tournament,
        "entry_id": team["id"]});
    let made = server.post("/keys", body).await.is(201).json();
    made["secret"].as_str().unwrap().to_owned()
}

async fn hand_in(server: &Server, key: &str, game: &Value, team: &Value, places: Value) -> Got {
    let path = format!(
        "/games/{}/lineups/{}",
        game["id"].as_str().unwrap(),
        team["id"].as_str().unwrap()
    );
    server
        .ask("PUT", &path)
        .key(key)
        .json(&json!({"places": places}))
        .go()
        .await
}

/// What somebody sees of the only match's line-ups.
async fn seen(play: &Play<'_>, key: Option<&str>) -> Value {
    let path = play.path("/stages/1/rounds/1/lineups");
    let mut ask = play.server.ask("GET", &path);
    if let Some(key) = key {
        ask = ask.key(key);
    }
    let got = ask.go().await.is(200);
    assert_eq!(got.header("cache-control"), "private, no-store");
    got.json()["matches"][0].clone()
}

#[tokio::test]
async fn a_line_up_is_hidden_until_both_are_in_11_2() {
    let server = Server::new().await;
    let play = Play::new(&server, with_reserves()).await;
    let (teams, game) = match_of(&play, json!({"format": "round_robin"})).await;
    assert!(game["boards"].is_null(), "nobody is named yet");
    let one = captain(&server, &play.id, &teams[0]).await;
    let two = captain(&server, &play.id, &teams[1]).await;
    let revision = play.get("").await["revision"].clone();

    // A secret order of players, then another one.
    hand_in(&server, &one, &game, &teams[0], json!([1, 2, 4, 6]))
        .await
        .is(200);
    let kept = hand_in(&server, &one, &game, &teams[0], json!([1, 3, 4, 6]))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&kept["open"], &kept["revision"]),
        (&json!(false), &revision)
    );
    for other in [None, Some(two.as_str())] {
        let view = seen(&play, other).await;
        assert_eq!(view["red"]["handed_in"], true);
        assert_eq!(view["black"]["handed_in"], false);
        assert!(view["red"]["places"].is_null(), "{view}");
        assert_eq!(view["open"], false);
    }
    for own in [one.as_str(), ADMIN] {
        assert_eq!(
            seen(&play, Some(own)).await["red"]["places"],
            json!([1, 3, 4, 6])
        );
    }
    // Nothing else tells it: no read, no file, no feed, whoever asks.
    for path in [
        "/export",
        "/pairings",
        "/current",
        "/changes?since=0",
        "/stages/1/rounds/1",
        "/entries",
    ] {
        let text = play.get(path).await.to_string();
        assert!(
            !text.contains("[1,3,4,6]") && !text.contains("[1,2,4,6]"),
            "{path}: {text}"
        );
    }
    let log = play.path("/audit");
    server.ask("GET", &log).key(&two).go().await.is(403);
    server.get(&log).await.is(401);

    let open = hand_in(&server, &two, &game, &teams[1], json!([3, 4, 5, 6]))
        .await
        .is(200)
        .json();
    assert_eq!(open["open"], true);
    // 12.2: on board 2 the team paired with black has red.
    let board = &open["game"]["boards"][1];
    assert_eq!((&board["red"], &board["black"]), (&json!(4), &json!(3)));
    assert_eq!(
        (&board["red_name"], &board["black_name"]),
        (&json!("2队4"), &json!("1队3"))
    );
    let view = seen(&play, None).await;
    assert_eq!(view["red"]["places"], json!([1, 3, 4, 6]));
    assert_eq!(view["open"], true);
    let late = hand_in(&server, &one, &game, &teams[0], json!([1, 2, 3, 4])).await;
    assert_eq!(late.is(409).problem(), "lineups_open");
    let file = play.comes_back_the_same().await;
    assert_eq!(
        file["stages"][0]["rounds"][0]["games"][0]["line_ups"]["red"],
        json!([1, 3, 4, 6])
    );
    checked(&file);
}

#[tokio::test]
async fn a_captain_hands_in_for_his_own_team_and_does_nothing_else() {
    let server = Server::new().await;
    let play = Play::new(&server, with_reserves()).await;
    let (teams, game) = match_of(&play, json!({"format": "round_robin"})).await;
    let key = captain(&server, &play.id, &teams[0]).await;
    let other = hand_in(&server, &key, &game, &teams[1], json!([1, 2, 3, 4])).await;
    other.is(403);
    let result = format!("/games/{}/result", game["id"].as_str().unwrap());
    let body = json!({"result": "black_forfeit"});
    let put = server.ask("PUT", &result).key(&key).saw(1).json(&body);
    put.go().await.is(403);
    for path in ["/lineups/deadline", "/lineups/draw", "/lock"] {
        let path = play.path(&format!("/stages/1/rounds/1{path}"));
        let post = server.ask("POST", &path).key(&key).fresh().json(&json!({}));
        post.go().await.is(403);
    }
    // Not even his own roster.
    let roster = play.path(&format!("/entries/{}", teams[0]["id"].as_str().unwrap()));
    let patch = server
        .ask("PATCH", &roster)
        .key(&key)
        .saw(1)
        .json(&json!({}));
    patch.go().await.is(403);
    hand_in(&server, &key, &game, &teams[0], json!([1, 2, 3, 4]))
        .await
        .is(200);
}

#[tokio::test]
async fn what_11_2_does_not_allow_is_refused_by_board_and_clause() {
    let server = Server::new().await;
    let play = Play::new(&server, with_reserves()).await;
    let (teams, game) = match_of(&play, json!({"format": "round_robin"})).await;
    for (places, pointer) in [
        (json!([2, 1, 3, 4]), "/places/1"),
        (json!([1, 2, 3, 7]), "/places/3"),
        (json!([1, 1, 3, 4]), "/places/1"),
        (json!([1, 2, 3]), "/places"),
    ] {
        let got = hand_in(&server, ADMIN, &game, &teams[0], places)
            .await
            .is(422);
        assert_eq!(got.problem(), "lineup_refused");
        let problem = got.json();
        assert_eq!(problem["clause"], "11.2");
        assert_eq!(problem["errors"][0]["pointer"], pointer);
    }
    // A draft has no line-ups, and is not there for a captain.
    let play = Play::new(&server, with_reserves()).await;
    let teams = play.teams(2, 6).await;
    play.stage(json!({"format": "round_robin"})).await;
    let draft = play
        .post("/stages/1/rounds", json!({}))
        .await
        .is(201)
        .json();
    let key = captain(&server, &play.id, &teams[0]).await;
    let game = &draft["games"][0];
    let hidden = hand_in(&server, &key, game, &teams[0], json!([1, 2, 3, 4])).await;
    hidden.is(404);
    let path = play.path("/stages/1/rounds/1/lineups");
    server.ask("GET", &path).key(&key).go().await.is(404);
    // Fixed boards ask for none.
    let play = Play::new(&server, json!({"kind": "team"})).await;
    let teams = play.teams(2, 4).await;
    play.stage(json!({"format": "round_robin"})).await;
    let round = play.next(1).await.unwrap();
    let got = hand_in(
        &server,
        ADMIN,
        &round["games"][0],
        &teams[0],
        json!([1, 2, 3, 4]),
    )
    .await;
    assert_eq!(got.is(409).problem(), "no_lineups");
}

#[tokio::test]
async fn after_the_deadline_who_handed_in_none_plays_in_registered_order_11_2() {
    let server = Server::new().await;
    let play = Play::new(&server, with_reserves()).await;
    let (teams, game) = match_of(&play, json!({"format": "round_robin"})).await;
    let one = captain(&server, &play.id, &teams[0]).await;
    let deadline = "/stages/1/rounds/1/lineups/deadline";
    let bad = play
        .post(deadline, json!({"deadline": "tomorrow"}))
        .await
        .is(422);
    assert_eq!(bad.json()["errors"][0]["pointer"], "/deadline");
    let far = json!({"deadline": "2999-01-01T09:00:00+08:00"});
    let set = play.post(deadline, far).await.is(200).json();
    assert_eq!(list(&set["matches"]).len(), 1);
    hand_in(&server, &one, &game, &teams[0], json!([1, 2, 5, 6]))
        .await
        .is(200);
    assert_eq!(
        seen(&play, None).await["deadline"],
        "2999-01-01T09:00:00+08:00"
    );
    // Boards are not entered over a line-up that is still hidden.
    let path = format!("/games/{}/result", game["id"].as_str().unwrap());
    let boards = json!({"boards": [{"board": 1, "result": "red"}]});
    let hidden = server.change("PUT", &path, 2, boards).await.is(409);
    assert_eq!(hidden.problem(), "lineups_hidden");
    let id = game["id"].as_str().unwrap();
    for (path, body) in [
        ("moves?board=1", json!({"moves": ["h2e2"]})),
        ("offers?board=1", json!({"side": "red"})),
        (
            "log?board=1",
            json!({"act": {"kind": "resign", "side": "red"}}),
        ),
    ] {
        let path = format!("/games/{id}/{path}");
        let got = server.post(&path, body).await.is(409);
        assert_eq!(got.problem(), "lineups_hidden", "{path}");
    }
    let over = json!({"deadline": "2020-01-01T09:00:00+08:00"});
    let opened = play.post(deadline, over).await.is(200).json();
    let boards = list(&opened["matches"][0]["boards"]);
    assert_eq!(boards.len(), 4);
    let view = seen(&play, None).await;
    assert_eq!(
        (&view["open"], &view["red"]["places"]),
        (&json!(true), &json!([1, 2, 5, 6]))
    );
    // Board 3: red's third of the line-up against black's third of the registered order.
    assert_eq!(
        (&boards[2]["red"], &boards[2]["black"]),
        (&json!(5), &json!(3))
    );
    checked(&play.comes_back_the_same().await);
}

#[tokio::test]
async fn a_deadline_that_passes_by_itself_opens_for_the_first_who_asks() {
    let server = Server::new().await;
    let play = Play::new(&server, with_reserves()).await;
    let (teams, game) = match_of(&play, json!({"format": "round_robin"})).await;
    hand_in(&server, ADMIN, &game, &teams[1], json!([2, 3, 4, 5]))
        .await
        .is(200);
    // A file brings a match whose time has passed while nobody looked.
    let mut file = play.export().await;
    file["stages"][0]["rounds"][0]["games"][0]["line_ups"] =
        json!({"deadline": "2020-01-01T00:00:00Z"});
    let copy = server
        .ask("POST", "/tournaments/import")
        .key(ADMIN)
        .fresh()
        .json(&file)
        .go()
        .await
        .is(201)
        .json();
    let copy = Play {
        server: &server,
        id: copy["id"].as_str().unwrap().to_owned(),
    };
    let before = copy.get("").await["revision"].as_i64().unwrap();
    assert_eq!(seen(&copy, None).await["open"], true);
    let round = copy.get("/stages/1/rounds/1").await;
    assert_eq!(list(&round["games"][0]["boards"]).len(), 4);
    assert_eq!(copy.get("").await["revision"].as_i64().unwrap(), before + 1);
    // Asked again, nothing more happens.
    assert_eq!(seen(&copy, None).await["open"], true);
    assert_eq!(copy.get("").await["revision"].as_i64().unwrap(), before + 1);
}

/// 11.3 of edition B: the order is drawn before each match; anyone can run each team's draw again.
#[tokio::test]
async fn the_order_is_drawn_before_each_match_11_3() {
    let server = Server::new().await;
    let regulations = json!({"team_mode": "order_per_match", "boards": 4});
    let frame = json!({"kind": "team", "regulations": regulations});
    let play = Play::new(&server, frame).await;
    let (_, game) = match_of(&play, json!({"format": "round_robin"})).await;
    let draw = "/stages/1/rounds/1/lineups/draw";
    let seed = "0123456789abcdef".repeat(4);
    let done = play.post(draw, json!({"seed": seed})).await.is(200).json();
    let boards = list(&done["matches"][0]["boards"]);
    assert_eq!(boards.len(), 4);
    let draws = play.get("/draws").await;
    assert_eq!(list(&draws["items"]).len(), 2);
    for n in [1, 2] {
        let lots: lots::Lots =
            serde_json::from_value(play.get(&format!("/draws/{n}")).await).unwrap();
        assert_eq!(lots::check(&lots), []);
        // Who drew board 1 of the team paired with red has red there.
        let first = lots.in_order()[0].1;
        let side = if n == 1 { "red_name" } else { "black_name" };
        assert_eq!(boards[0][side], first);
    }
    assert_eq!(number(&game["red"]), 1);
    let again = play.post(draw, json!({})).await.is(409);
    assert_eq!(again.problem(), "not_drawn");
    checked(&play.comes_back_the_same().await);
    // Edition A knows the set order only.
    let frame = json!({"kind": "team", "edition": "2011-trial", "regulations": regulations});
    let play = Play::new(&server, frame).await;
    match_of(&play, json!({"format": "round_robin"})).await;
    let got = play.post(draw, json!({})).await.is(409);
    assert_eq!(got.json()["clause"], "11.3");
}
