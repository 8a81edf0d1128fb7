//! Team events at the office: rosters and their changes, boards with versions of their own, absences,
//! corrections, penalties, withdrawals.
use crate::client::{ADMIN, Server};
use crate::play::{Dice, Play, checked, list, number, numbers, team_of};
use serde_json::{Value, json};

fn local(boards: u32) -> Value {
    json!({"kind": "team", "level": "local", "regulations": {"boards": boards}})
}

/// 11.1: in national events the order of the roster follows the newest ratings, unrated behind.
#[tokio::test]
async fn the_order_of_a_roster_follows_the_ratings_where_the_level_asks_11_1() {
    let server = Server::new().await;
    let members =
        json!([{"name": "甲", "rating": 2400}, {"name": "乙"}, {"name": "丙", "rating": 2300}]);
    for (level, status) in [
        ("national", 422),
        ("national_youth", 422),
        ("provincial", 201),
        ("local", 201),
    ] {
        let frame = json!({"kind": "team", "level": level, "regulations": {"boards": 3}});
        let play = Play::new(&server, frame).await;
        let got = play
            .post("/entries", json!({"name": "队", "members": members}))
            .await
            .is(status);
        if status == 422 {
            let problem = got.json();
            assert_eq!(problem["errors"][0]["pointer"], "/members/2/rating");
            assert!(
                problem["errors"][0]["detail"]
                    .as_str()
                    .unwrap()
                    .contains("11.1")
            );
            let ordered = json!([{"name": "甲", "rating": 2400}, {"name": "丙", "rating": 2300}, {"name": "乙"}]);
            let good = json!({"name": "队", "members": ordered});
            play.post("/entries", good).await.is(201);
        }
    }
    let play = Play::new(&server, local(3)).await;
    let refused = |members: Value| {
        let play = &play;
        async move {
            let body = json!({"name": "队", "members": members});
            play.post("/entries", body).await.is(422).json()["errors"][0]["pointer"].clone()
        }
    };
    let four = json!([{"name": "1"}, {"name": "2"}, {"name": "3"}, {"name": "4"}]);
    assert_eq!(refused(four).await, "/members");
    let twice = json!([{"name": "1"}, {"name": "1"}]);
    assert_eq!(refused(twice).await, "/members/1/name");
    let captains = json!([{"name": "1", "captain": true}, {"name": "2", "captain": true}]);
    assert_eq!(refused(captains).await, "/members");
    let reserve = json!([{"name": "1", "reserve": true}]);
    assert_eq!(refused(reserve).await, "/members");
}

#[tokio::test]
async fn a_roster_changed_after_the_start_is_recorded_with_its_reason() {
    let server = Server::new().await;
    let frame = json!({"kind": "team", "level": "local",
        "regulations": {"team_mode": "reserves", "boards": 2, "reserves": 2}});
    let play = Play::new(&server, frame).await;
    let teams = play.teams(2, 3).await;
    let id = teams[0]["id"].as_str().unwrap();
    let path = play.path(&format!("/entries/{id}"));
    play.stage(json!({"format": "round_robin", "regulations": {"cycles": 2}}))
        .await;
    // Before the start it is simply changed.
    let mut members = team_of(1, 4)["members"].clone();
    server
        .change("PATCH", &path, 1, json!({"members": members}))
        .await
        .is(200);
    let round = play.next(1).await.unwrap();
    let game = &round["games"][0];
    let over = json!({"deadline": "2020-01-01T00:00:00Z"});
    play.post("/stages/1/rounds/1/lineups/deadline", over)
        .await
        .is(200);
    let round = play.get("/stages/1/rounds/1").await;
    play.finish_boards(&round, &mut Dice(1)).await;
    assert_eq!(number(&game["red"]), 1);
    // 1 and 2 have played; 3 and 4 may still be others.
    members[2]["name"] = json!("新人");
    let body = json!({"members": members});
    let unexplained = server.change("PATCH", &path, 2, body).await.is(422);
    assert_eq!(unexplained.json()["errors"][0]["pointer"], "/reason");
    let body = json!({"members": members, "reason": "伤病"});
    let changed = server.change("PATCH", &path, 2, body).await.is(200).json();
    let recorded = &changed["roster_changes"][0];
    assert_eq!(
        (&recorded["stage"], &recorded["after_round"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        (&recorded["note"], &recorded["before"][2]["name"]),
        (&json!("伤病"), &json!("1队3"))
    );
    members[0]["name"] = json!("顶替");
    let body = json!({"members": members, "reason": "换人"});
    let refused = server.change("PATCH", &path, 3, body).await.is(409);
    assert_eq!(refused.problem(), "roster_place_played");
    checked(&play.comes_back_the_same().await);
}

#[tokio::test]
async fn two_arbiters_at_two_boards_never_conflict_and_at_one_board_one_wins() {
    let server = Server::new().await;
    let play = Play::new(&server, local(4)).await;
    play.teams(2, 4).await;
    play.stage(json!({"format": "round_robin"})).await;
    let round = play.next(1).await.unwrap();
    let game = &round["games"][0];
    let id = game["id"].as_str().unwrap();
    let board = |n: u32| format!("/games/{id}/boards/{n}/result");
    let (a, b) = (board(1), board(2));
    let red = json!({"result": "red", "reason": "checkmate"});
    let (one, two) = tokio::join!(
        server.change("PUT", &a, 1, red.clone()),
        server.change("PUT", &b, 1, red.clone())
    );
    assert_eq!(
        (one.is(200).header("etag"), two.is(200).header("etag")),
        ("\"2\"", "\"2\"")
    );
    let stale = server.change("PUT", &a, 1, json!({"result": "draw"})).await;
    stale.is(412);
    let path = board(3);
    let unsaid = server
        .ask("PUT", &path)
        .key(ADMIN)
        .json(&json!({"result": "draw"}));
    unsaid.go().await.is(428);
    // A board's result that stands is corrected with a reason.
    let body = json!({"result": "draw"});
    let unexplained = server.change("PUT", &a, 2, body).await.is(422);
    assert_eq!(unexplained.json()["errors"][0]["pointer"], "/note");
    let body = json!({"result": "draw", "note": "记录有误"});
    let now = server.change("PUT", &a, 2, body).await.is(200).json();
    assert_eq!(now["state"], "scheduled");
    assert_eq!(now["boards"][0]["version"], 3);
    assert_eq!(now["boards"][1]["version"], 2);
    for n in [3, 4] {
        server
            .change("PUT", &board(n), 1, red.clone())
            .await
            .is(200);
    }
    let game = server.get(&format!("/games/{id}")).await.is(200).json();
    assert_eq!(game["state"], "finished", "a match is over with its boards");
    // Red on 1 (draw), 3; black on 2 and 4: 1 + 0 + 2 + 0.
    let table = play.get("/standings").await;
    let points: Vec<f64> = list(&table["rows"])
        .iter()
        .map(|r| r["points"].as_f64().unwrap())
        .collect();
    assert_eq!(
        (numbers(&table["rows"]), points),
        (vec![2, 1], vec![2.0, 0.0])
    );
    for (n, body, pointer) in [
        (5, json!({"result": "red"}), "/board"),
        (
            1,
            json!({"result": "draw", "reason": "checkmate", "note": "x"}),
            "/reason",
        ),
    ] {
        let path = board(n);
        let put = server
            .ask("PUT", &path)
            .key(ADMIN)
            .header("if-match", "*")
            .json(&body);
        assert_eq!(
            put.go().await.is(422).json()["errors"][0]["pointer"],
            pointer
        );
    }
    // The order of 11.1 cannot be broken by naming somebody else.
    let body = json!({"result": "draw", "red": 2, "note": "x"});
    let put = server
        .ask("PUT", &a)
        .key(ADMIN)
        .header("if-match", "*")
        .json(&body);
    let got = put.go().await.is(422).json();
    assert_eq!(
        (&got["clause"], &got["errors"][0]["pointer"]),
        (&json!("11.1"), &json!("/red"))
    );
}

/// 20.1, 20.2: an absent player forfeits the board, an absent team the match with every board; taken
/// back, the boards are open again.
#[tokio::test]
async fn absent_players_and_absent_teams() {
    let server = Server::new().await;
    let play = Play::new(&server, local(3)).await;
    play.teams(4, 3).await;
    play.stage(json!({"format": "round_robin"})).await;
    let round = play.next(1).await.unwrap();
    let games = list(&round["games"]);
    // Table 1: on board 2 red (the team paired with black) did not come.
    let body = json!({"boards": [{"board": 1, "result": "draw"},
        {"board": 2, "result": "red_forfeit", "reason": "absence"}, {"board": 3, "result": "draw"}]});
    let first = play.result(&games[0], body).await;
    assert_eq!(first["state"], "finished");
    let whole = play
        .result(
            &games[1],
            json!({"result": "black_forfeit", "reason": "absence"}),
        )
        .await;
    let results: Vec<&str> = list(&whole["boards"])
        .iter()
        .map(|b| b["result"].as_str().unwrap())
        .collect();
    assert_eq!(results, ["black_forfeit", "red_forfeit", "black_forfeit"]);
    let (came, absent) = (number(&whole["red"]), number(&whole["black"]));
    let table = play.get("/teams/standings").await;
    let row = |n: u64| {
        let rows = list(&table["table"]["rows"]);
        rows.iter().find(|r| r["number"] == n).unwrap().clone()
    };
    let value = |row: &Value, name: &str| {
        let item = list(&row["criteria"]).iter().find(|c| c["name"] == name);
        item.unwrap()["value"].as_f64().unwrap()
    };
    assert_eq!(value(&row(came), "game_points"), 6.0);
    assert_eq!(value(&row(absent), "game_points"), 0.0);
    assert_eq!(value(&row(number(&first["red"])), "game_points"), 4.0);
    let players = list(&table["players"]);
    let of_team = |n: u64| players.iter().filter(move |p| p["team"] == n);
    assert!(of_team(came).all(|p| p["wins"] == 1));
    // The team was only late: the match is open again.
    let back = play
        .result(&whole, json!({"result": null, "note": "迟到而非弃权"}))
        .await;
    assert_eq!(back["state"], "scheduled");
    assert!(list(&back["boards"]).iter().all(|b| b["result"].is_null()));
    let nonsense = format!("/games/{}/result", back["id"].as_str().unwrap());
    let version = back["version"].as_i64().unwrap();
    let got = server
        .change("PUT", &nonsense, version, json!({"result": "red"}))
        .await;
    assert_eq!(got.is(422).json()["errors"][0]["pointer"], "/result");
    play.result(
        &back,
        json!({"result": "double_forfeit", "reason": "both_absent"}),
    )
    .await;
    checked(&play.comes_back_the_same().await);
}

/// 18.5: a warning to a player stands against the team among equal points; 18.3: an expelled player's
/// board is forfeited from the next round on, the team plays.
#[tokio::test]
async fn a_players_penalty_counts_for_the_team_18() {
    let server = Server::new().await;
    let play = Play::new(&server, local(2)).await;
    let teams = play.teams(4, 2).await;
    play.stage(json!({"format": "round_robin"})).await;
    let round = play.next(1).await.unwrap();
    for game in list(&round["games"]) {
        let boards =
            json!({"boards": [{"board": 1, "result": "draw"}, {"board": 2, "result": "draw"}]});
        play.result(game, boards).await;
    }
    let penalise = |team: usize, body: Value| {
        let path = format!("/entries/{}/penalties", teams[team]["id"].as_str().unwrap());
        let play = &play;
        async move { play.post(&path, body).await }
    };
    penalise(0, json!({"clause": "18.1", "member": 2}))
        .await
        .is(200);
    let table = play.get("/standings").await;
    assert_eq!(numbers(&table["rows"]).last(), Some(&1));
    let stranger = penalise(0, json!({"clause": "18.1", "member": 3}))
        .await
        .is(422);
    assert_eq!(stranger.json()["errors"][0]["pointer"], "/member");

    penalise(1, json!({"clause": "18.3", "member": 1}))
        .await
        .is(200);
    let round = play.next(1).await.unwrap();
    let game = list(&round["games"])
        .iter()
        .find(|g| g["red"] == 2 || g["black"] == 2)
        .unwrap();
    let lost = if game["red"] == 2 {
        "red_forfeit"
    } else {
        "black_forfeit"
    };
    assert_eq!(
        game["boards"][0]["result"], lost,
        "board 1 is the expelled player's"
    );
    assert!(game["boards"][1]["result"].is_null());
    play.comes_back_the_same().await;
}

/// 19.2: a team that leaves before half of its matches takes its results with it; later, they stand
/// and the rest are forfeits. 14.4: the Swiss goes on with a bye worth a whole match.
#[tokio::test]
async fn teams_that_withdraw_19_2_19_3() {
    let server = Server::new().await;
    for (rounds, rank_gone) in [(2, true), (3, false)] {
        let play = Play::new(&server, local(2)).await;
        let teams = play.teams(6, 2).await;
        play.stage(json!({"format": "round_robin"})).await;
        let mut dice = Dice(rounds);
        for _ in 0..rounds {
            let round = play.next(1).await.unwrap();
            play.finish_boards(&round, &mut dice).await;
        }
        let path = format!("/entries/{}/withdraw", teams[2]["id"].as_str().unwrap());
        play.post(&path, json!({"reason": "退出"})).await.is(200);
        while let Some(round) = play.next(1).await {
            for game in list(&round["games"]) {
                if game["red"] == 3 || game["black"] == 3 {
                    assert!(game["result"].as_str().unwrap().ends_with("_forfeit"));
                    assert!(!rank_gone, "nobody is paired with a team that is gone");
                }
            }
            play.finish_boards(&round, &mut dice).await;
        }
        let table = play.get("/standings").await;
        let row = list(&table["rows"])
            .iter()
            .find(|r| r["number"] == 3)
            .unwrap();
        assert_eq!(row["rank"].is_null(), rank_gone);
        checked(&play.comes_back_the_same().await);
    }
    let play = Play::new(&server, local(2)).await;
    let teams = play.teams(6, 2).await;
    play.stage(json!({"format": "swiss", "rounds_planned": 3}))
        .await;
    let round = play.next(1).await.unwrap();
    play.finish_boards(&round, &mut Dice(5)).await;
    let path = format!("/entries/{}/withdraw", teams[5]["id"].as_str().unwrap());
    play.post(&path, json!({})).await.is(200);
    let round = play.next(1).await.unwrap();
    assert_eq!(list(&round["byes"]).len(), 1);
    play.finish_boards(&round, &mut Dice(6)).await;
    let resting = number(&round["byes"][0]);
    let table = play.get("/standings?after_round=2").await;
    let before = play.get("/standings?after_round=1").await;
    let of = |table: &Value, name: &str| {
        let row = list(&table["rows"])
            .iter()
            .find(|r| r["number"] == resting)
            .unwrap()
            .clone();
        let item = list(&row["criteria"])
            .iter()
            .find(|c| c["name"] == name)
            .unwrap()
            .clone();
        item["value"].as_f64().unwrap()
    };
    assert_eq!(
        of(&table, "match_points") - of(&before, "match_points"),
        2.0
    );
    assert_eq!(of(&table, "game_points") - of(&before, "game_points"), 4.0);
    checked(&play.comes_back_the_same().await);
}

/// 9: where two enter a result, a match waits as a whole for the second person.
#[tokio::test]
async fn a_match_waits_for_its_second_person() {
    let server = Server::new().await;
    let frame = json!({"kind": "team", "level": "local",
        "regulations": {"boards": 2, "double_confirmation": true}});
    let play = Play::new(&server, frame).await;
    play.teams(2, 2).await;
    play.stage(json!({"format": "round_robin"})).await;
    let round = play.next(1).await.unwrap();
    let boards = json!({"boards": [{"board": 1, "result": "red"}, {"board": 2, "result": "draw"}]});
    let waiting = play.result(&round["games"][0], boards).await;
    assert_eq!(waiting["state"], "scheduled");
    assert_eq!(waiting["proposed"]["after"]["boards"][0]["result"], "red");
    let path = format!("/games/{}/confirmations", waiting["id"].as_str().unwrap());
    let own = server.post(&path, json!({"side": "arbiter"})).await.is(409);
    assert_eq!(own.problem(), "same_person");
    let key = server.made_key("chief_arbiter", Some(&play.id)).await;
    let confirm = server.ask("POST", &path).key(&key).fresh();
    let body = json!({"side": "arbiter"});
    let done = confirm.json(&body).go().await.is(200).json();
    assert_eq!(done["state"], "finished");
    assert_eq!(done["boards"][0]["result"], "red");
}
