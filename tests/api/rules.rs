//! The stateless questions over HTTP.
use crate::client::{Got, Server};
use serde_json::{Value, json};

async fn ask(server: &Server, question: &str, body: Value) -> Got {
    server
        .ask("POST", &format!("/rules/{question}"))
        .json(&body)
        .go()
        .await
}

#[tokio::test]
async fn each_question_has_its_answer_and_a_pointer_when_it_has_none() {
    let server = Server::new().await;
    let position = ask(&server, "position", json!({"moves": ["h2e2", "h9g7"]}))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&position["side_to_move"], &position["status"]),
        (&json!("red"), &json!("playing"))
    );
    let illegal = ask(
        &server,
        "position",
        json!({"moves": ["h2e2", "h9g7", "h0g2", "a9a8", "e0e5"]}),
    )
    .await
    .is(422);
    assert_eq!(illegal.json()["errors"][0]["pointer"], "/moves/4");
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let read = ask(&server, "notation", json!({"fen": fen, "text": "炮二平五"}))
        .await
        .is(200)
        .json();
    assert_eq!(read["move"], "h2e2");
    let none = ask(&server, "notation", json!({"fen": fen, "text": "炮二平二"})).await;
    assert_eq!(none.status.as_u16(), 422, "{none:?}");
    let table = server.get("/rules/round-robin/4").await.is(200).json();
    assert_eq!(
        table["rounds"],
        json!([[[1, 4], [2, 3]], [[4, 3], [1, 2]], [[2, 4], [3, 1]]])
    );
    server.get("/rules/round-robin/1").await.is(422);
    let quiet = ask(
        &server,
        "natural-limit",
        json!({"fen": fen, "moves": ["h2e2"], "claimant": "red", "limit": 60, "check_cap": 10}),
    )
    .await
    .is(200)
    .json();
    assert_eq!(quiet["claim_holds"], false);
    let touched = ask(
        &server,
        "touch",
        json!({"fen": fen, "touched": [{"square": "b0"}]}),
    )
    .await
    .is(200)
    .json();
    assert_eq!(
        touched["compelled"].as_array().unwrap().len(),
        2,
        "{touched}"
    );
    let once = ask(
        &server,
        "repetition",
        json!({"edition": "2011-approved", "fen": fen, "moves": ["h2e2"]}),
    )
    .await
    .is(200)
    .json();
    assert_eq!(once["ruling"], "not_repeated");
}

/// A ruling over HTTP has the shape of a line of `saiwu judge`; what cannot be judged is a 422 that
/// points at the field or the ply (23–26).
#[tokio::test]
async fn a_ruling_has_the_same_shape_as_on_the_command_line() {
    let server = Server::new().await;
    let fen = "3k5/R8/6n2/9/9/9/9/9/9/4K4 w - - 0 1";
    let moves = ["a8a9", "d9d8", "a9a8", "d8d9"];
    let question = json!({"id": "g1", "fen": fen, "moves": moves, "assume_repeated": true});
    let over_http = ask(&server, "repetition", question.clone())
        .await
        .is(200)
        .json();
    let request = serde_json::from_value(question).expect("a request");
    let answer = saiwu::rules::repetition::judge_request(&request).expect("a ruling");
    assert_eq!(over_http, serde_json::to_value(answer).expect("JSON"));
    assert_eq!(over_http["ruling"], "red_loses");
    for (body, pointer) in [
        (
            json!({"fen": fen, "moves": ["a8a9", "d9d8", "e0e5"]}),
            "/moves/2",
        ),
        (json!({"fen": fen, "moves": ["a8a9", "d9"]}), "/moves/1"),
        (
            json!({"fen": "4k4/9/9/9/9/9/9/9/9/4K4 w", "moves": []}),
            "/fen",
        ),
        (
            json!({"fen": fen, "moves": [], "edition": "2099"}),
            "/edition",
        ),
    ] {
        let refused = ask(&server, "repetition", body).await.is(422).json();
        assert_eq!(refused["errors"][0]["pointer"], pointer, "{refused}");
    }
}
