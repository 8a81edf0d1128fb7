//! `GET PUT /games/{id}/record`: every format and encoding, and what is wrong with a bad one.
use crate::client::{ADMIN, Got};
use crate::table::Table;
use serde_json::json;

async fn put(table: &Table, query: &str, kind: &str, bytes: &[u8]) -> Got {
    let version = table.game().await["version"].as_i64().unwrap();
    table
        .server
        .ask("PUT", &format!("{}/record{query}", table.game))
        .key(ADMIN)
        .saw(version)
        .bytes(kind, bytes.to_vec())
        .go()
        .await
}

async fn text(table: &Table, query: &str) -> String {
    let path = format!("{}/record{query}", table.game);
    String::from_utf8(table.server.get(&path).await.is(200).bytes).unwrap()
}

const PGN: &str = "[Game \"Chinese Chess\"]\n[Red \"别人\"]\n[Black \"另一人\"]\n[Result \"1/2-1/2\"]\n\n1. 炮二平五 {中炮} 马8进7 2. 马二进三 (2. 兵七进一 卒7进1) 车9平8 1/2-1/2\n";

#[tokio::test]
async fn a_record_comes_out_in_every_format() {
    let table = Table::of(json!({"name": "测试赛", "venue": "广州"})).await;
    table.play("h2e2 h9g7 h0g2 i9h9").await;
    let pgn = text(&table, "").await;
    assert!(pgn.starts_with("[Game \"Chinese Chess\"]"), "{pgn}");
    for part in [
        "[Event \"测试赛\"]",
        "[Site \"广州\"]",
        "[Round \"1\"]",
        "炮二平五",
        "[Format \"Chinese\"]",
    ] {
        assert!(pgn.contains(part), "{part}: {pgn}");
    }
    let name = table.paired["red_entry"]["name"].as_str().unwrap();
    assert!(pgn.contains(&format!("[Red \"{name}\"]")));
    for (notation, first, format) in [("wxf", "C2.5", "WXF"), ("iccs", "H2-E2", "ICCS")] {
        let pgn = text(&table, &format!("?format=pgn&notation={notation}")).await;
        assert!(pgn.contains(first) && pgn.contains(format), "{pgn}");
    }
    assert!(
        text(&table, "?format=dhtmlxq")
            .await
            .contains("[DhtmlXQ_movelist]7747")
    );
    for (notation, first) in [
        ("chinese", "炮二平五"),
        ("uci", "h2e2"),
        ("uci10", "h3e3"),
        ("short", "炮25"),
    ] {
        let list = text(&table, &format!("?format=list&notation={notation}")).await;
        assert!(list.contains(first), "{list}");
    }
    let json = table
        .server
        .get(&format!("{}/record?format=json", table.game))
        .await
        .is(200)
        .json();
    assert_eq!(json["moves"], json!(["h2e2", "h9g7", "h0g2", "i9h9"]));
    let bad = table
        .server
        .get(&format!("{}/record?format=pgn&notation=uci", table.game))
        .await
        .is(422);
    assert_eq!(bad.json()["errors"][0]["pointer"], "/notation");
    table
        .server
        .get(&format!("{}/record?format=xqf", table.game))
        .await
        .is(422);
}

#[tokio::test]
async fn accept_decides_where_format_does_not() {
    let table = Table::new(json!({})).await;
    table.play("h2e2").await;
    let path = format!("{}/record", table.game);
    for (accept, media) in [
        ("*/*", "application/vnd.chess-pgn; charset=utf-8"),
        ("application/json", "application/json"),
        (
            "text/plain;q=0.5, application/x-chess-pgn;q=0.4",
            "text/plain; charset=utf-8",
        ),
        (
            "application/x-dhtmlxq",
            "application/x-dhtmlxq; charset=utf-8",
        ),
    ] {
        let got = table
            .server
            .ask("GET", &path)
            .header("accept", accept)
            .go()
            .await
            .is(200);
        assert_eq!(got.header("content-type"), media, "{accept}");
        assert!(
            got.header("vary").contains("Accept,"),
            "{}",
            got.header("vary")
        );
        let tag = got.header("etag").to_owned();
        let again = table
            .server
            .ask("GET", &path)
            .header("accept", accept)
            .header("if-none-match", &tag);
        again.go().await.is(304);
    }
}

#[tokio::test]
async fn a_record_goes_in_from_every_format_and_encoding_and_comes_out_the_same() {
    let (gbk, _, _) = encoding_rs::GB18030.encode(PGN);
    for (kind, bytes, encoding) in [
        (
            "application/vnd.chess-pgn",
            PGN.as_bytes().to_vec(),
            "UTF-8",
        ),
        ("text/plain", gbk.to_vec(), "GB18030"),
        (
            "application/octet-stream",
            [b"\xef\xbb\xbf", PGN.as_bytes()].concat(),
            "UTF-8 BOM",
        ),
    ] {
        let table = Table::new(json!({})).await;
        let got = put(&table, "", kind, &bytes).await.is(200).json();
        assert_eq!(got["report"]["encoding"], encoding, "{got}");
        assert_eq!((&got["plies"], &got["result"]), (&json!(4), &json!(null)));
        assert_eq!(got["warnings"][0]["code"], "result_not_entered", "{got}");
        // Comments and variations survive, under the names of this tournament.
        let pgn = text(&table, "").await;
        assert!(pgn.contains("{中炮}") && pgn.contains("(2."), "{pgn}");
        assert!(!pgn.contains("别人"), "{pgn}");
        // What came out goes in again, in each format.
        for format in ["pgn", "dhtmlxq", "list", "json"] {
            let out = text(&table, &format!("?format={format}")).await;
            let other = Table::new(json!({})).await;
            let again = put(&other, "", "text/plain", out.as_bytes())
                .await
                .is(200)
                .json();
            assert_eq!(again["plies"], 4, "{format}: {again}");
        }
    }
}

#[tokio::test]
async fn the_first_bad_ply_is_named_with_its_reason_and_nothing_is_kept() {
    let table = Table::new(json!({})).await;
    let bad = PGN.replace("马二进三", "马二进四");
    let got = put(&table, "", "text/plain", bad.as_bytes()).await.is(422);
    let told = got.json();
    assert_eq!(told["errors"][0]["pointer"], "/moves/2", "{told}");
    assert!(told["detail"].as_str().unwrap().contains('3'), "{told}");
    for nothing in ["", "你好", "[]"] {
        put(&table, "", "text/plain", nothing.as_bytes())
            .await
            .is(422);
    }
    let two = format!("{PGN}\n{PGN}");
    put(&table, "", "text/plain", two.as_bytes()).await.is(422);
    assert_eq!(table.game().await["version"], 1);
    let path = format!("{}/record", table.game);
    let blind = table
        .server
        .ask("PUT", &path)
        .key(ADMIN)
        .bytes("text/plain", PGN.into());
    blind.go().await.is(428);
}

#[tokio::test]
async fn a_record_continues_what_is_on_record_and_replaces_it_with_a_reason() {
    let table = Table::new(json!({})).await;
    table.play("h2e2 h9g7").await;
    put(&table, "", "text/plain", PGN.as_bytes()).await.is(200);
    assert_eq!(table.game().await["plies"], 4);
    let other = "1. 炮二平五 马8进7 2. 兵七进一 卒7进1";
    let silent = put(&table, "", "text/plain", other.as_bytes())
        .await
        .is(422);
    assert_eq!(
        (silent.problem().as_str(), silent.json()["clause"].as_str()),
        ("reason_needed", Some("7.3"))
    );
    let reason = "?reason=%E8%AF%AF%E5%BD%95";
    put(&table, reason, "text/plain", other.as_bytes())
        .await
        .is(200);
    let read = table
        .server
        .get(&format!("{}/moves", table.game))
        .await
        .json();
    assert_eq!(read["moves"][2], "c3c4");
    // A recorder may go on, not rewrite.
    let key = table.key("broadcaster").await;
    let version = table.game().await["version"].as_i64().unwrap();
    let path = format!("{}/record{reason}", table.game);
    let rewrite = table
        .server
        .ask("PUT", &path)
        .key(&key)
        .saw(version)
        .bytes("text/plain", PGN.into());
    rewrite.go().await.is(403);
}

#[tokio::test]
async fn a_record_that_mates_ends_the_game_and_one_that_contradicts_is_refused() {
    let mate = r#"{"start_fen": "3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1", "moves": ["a1a8", "d9e9", "b0b9"], "result": "1-0"}"#;
    let table = Table::new(json!({})).await;
    put(&table, "", "application/json", mate.as_bytes())
        .await
        .is(200);
    table.ended("red", "checkmate").await;
    let drawn = Table::new(json!({})).await;
    let agreed = json!({"result": "draw", "reason": "agreement"});
    drawn.result(ADMIN, agreed).await.is(200);
    let got = put(&drawn, "", "application/json", mate.as_bytes())
        .await
        .is(422);
    assert_eq!(got.problem(), "contradicts_record");
}
