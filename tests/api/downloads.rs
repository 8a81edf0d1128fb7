//! Tables as files, prizes by category, one entry's way (issue: every view as CSV and XLSX).
use crate::client::{Got, Server};
use calamine::{Data, Reader, Xlsx};
use serde_json::{Value, json};

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Four players, one of them with a name that a spreadsheet would run; one round, one game open.
async fn event(server: &Server) -> String {
    let made = json!({"name": "下载测试", "start_date": "2026-05-01"});
    let made = server.post("/tournaments", made).await.is(201).json();
    let id = made["id"].as_str().unwrap().to_owned();
    let people = json!([
        {"name": "=1+1", "unit": "甲队", "sex": "male", "birth_year": 2015, "rating": 1500},
        {"name": "乙", "unit": "甲队", "sex": "female", "birth_year": 2011, "rating": 1900},
        {"name": "丙", "unit": "+乙队", "sex": "male", "birth_year": 1990, "rating": 2300},
        {"name": "丁", "unit": "+乙队", "sex": "female"},
    ]);
    let entries = format!("/tournaments/{id}/entries/import");
    server.post(&entries, people).await.is(201);
    let stages = format!("/tournaments/{id}/stages");
    server
        .post(&stages, json!({"format": "round_robin"}))
        .await
        .is(201);
    let rounds = format!("{stages}/1/rounds");
    server.post(&rounds, json!({})).await.is(201);
    let out = server
        .post(&format!("{rounds}/1/publish"), json!({}))
        .await
        .is(200)
        .json();
    let game = out["games"][0]["id"].as_str().unwrap();
    server
        .change(
            "PUT",
            &format!("/games/{game}/result"),
            1,
            json!({"result": "red"}),
        )
        .await
        .is(200);
    id
}

/// The lines of a CSV file of ours.
fn lines(got: &Got) -> Vec<Vec<String>> {
    assert_eq!(
        got.header("content-type"),
        "text/csv; charset=utf-8; header=present"
    );
    let text = got
        .bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .expect("a byte order mark");
    csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text)
        .records()
        .map(|line| line.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

#[tokio::test]
async fn every_table_comes_as_csv_and_xlsx_with_chinese_headings() {
    let server = Server::new().await;
    let id = event(&server).await;
    let entries = server
        .get(&format!("/tournaments/{id}/entries"))
        .await
        .json();
    let entry = entries["items"][0]["id"].as_str().unwrap().to_owned();
    let views = [
        ("standings?explain=true&".to_owned(), "名次表", "名次", 4),
        ("crosstable?".to_owned(), "循环赛成绩表", "序号", 4),
        ("progress?".to_owned(), "积分编排赛成绩表", "名次", 4),
        (
            format!("entries/{entry}/progress?"),
            "个人成绩进程",
            "轮次",
            1,
        ),
        ("categories?by=sex&".to_owned(), "分类名次", "类别", 4),
        ("teams/standings?".to_owned(), "单位名次", "名次", 2),
    ];
    for (view, sheet, first, rows) in views {
        let path = format!("/tournaments/{id}/{view}format=");
        let csv = server.get(&format!("{path}csv")).await.is(200);
        let table = lines(&csv);
        assert_eq!(
            (table[0][0].as_str(), table.len()),
            (first, rows + 1),
            "{view}"
        );
        let name = csv.header("content-disposition");
        assert!(
            name.starts_with("attachment; filename=\"") && name.ends_with(".csv\""),
            "{name}"
        );
        let xlsx = server.get(&format!("{path}xlsx")).await.is(200);
        assert_eq!(xlsx.header("content-type"), XLSX);
        let mut book = Xlsx::new(std::io::Cursor::new(xlsx.bytes)).unwrap();
        let range = book.worksheet_range(sheet).unwrap();
        assert_eq!(
            range.get((0, 0)),
            Some(&Data::String(first.to_owned())),
            "{view}"
        );
        assert_eq!(range.height(), rows + 1, "{view}");
        assert!(book.worksheet_formula(sheet).unwrap().is_empty(), "{view}");
        // Nothing but the three.
        assert_eq!(
            server.get(&format!("{path}pdf")).await.is(422).problem(),
            "invalid"
        );
    }
}

#[tokio::test]
async fn formulas_in_names_and_units_are_harmless() {
    let server = Server::new().await;
    let id = event(&server).await;
    let path = format!("/tournaments/{id}/standings?format=csv");
    let table = lines(&server.get(&path).await.is(200));
    let cells: Vec<&String> = table.iter().flatten().collect();
    assert!(cells.iter().any(|cell| *cell == "'=1+1"), "{table:?}");
    assert!(cells.iter().any(|cell| *cell == "'+乙队"), "{table:?}");
    assert!(
        !cells.iter().any(|cell| cell.starts_with(['=', '@'])),
        "{table:?}"
    );
}

#[tokio::test]
async fn accept_chooses_the_form_and_every_form_has_its_own_etag() {
    let server = Server::new().await;
    let id = event(&server).await;
    let path = format!("/tournaments/{id}/standings");
    let ask = async |accept: &str| server.ask("GET", &path).header("accept", accept).go().await;
    let csv = ask("text/csv").await.is(200);
    assert_eq!(lines(&csv).len(), 5);
    assert!(
        csv.header("vary").contains("Accept,"),
        "{}",
        csv.header("vary")
    );
    let xlsx = ask(XLSX).await.is(200);
    assert_eq!(xlsx.header("content-type"), XLSX);
    let json = ask("*/*").await.is(200);
    assert_eq!(json.header("content-type"), "application/json");
    let tags = [csv.header("etag"), xlsx.header("etag"), json.header("etag")];
    assert!(
        tags[0] != tags[1] && tags[1] != tags[2] && tags[0] != tags[2],
        "{tags:?}"
    );
    let again = server
        .ask("GET", &path)
        .header("accept", "text/csv")
        .header("if-none-match", tags[0])
        .go()
        .await;
    assert_eq!(again.status.as_u16(), 304);
    // The tag of one form is no excuse for another.
    let other = server
        .ask("GET", &path)
        .header("if-none-match", tags[0])
        .go()
        .await
        .is(200);
    assert_eq!(other.header("content-type"), "application/json");
}

#[tokio::test]
async fn prizes_by_category() {
    let server = Server::new().await;
    let id = event(&server).await;
    let names = |body: &Value| -> Vec<(String, usize)> {
        let all = body["categories"].as_array().unwrap().iter();
        all.map(|c| {
            (
                c["en"].as_str().unwrap().to_owned(),
                c["rows"].as_array().unwrap().len(),
            )
        })
        .collect()
    };
    let get = async |query: &str| {
        server
            .get(&format!("/tournaments/{id}/categories?{query}"))
            .await
    };
    let counted = |list: &[(&str, usize)]| -> Vec<(String, usize)> {
        list.iter()
            .map(|(name, rows)| ((*name).to_owned(), *rows))
            .collect()
    };
    let sex = get("by=sex").await.is(200).json();
    assert_eq!(names(&sex), counted(&[("men", 2), ("women", 2)]));
    assert_eq!(sex["open"], 1, "a game of the round is open");
    // Ages are reached in the year of the first day, or in the year asked for.
    let age = get("by=age&bounds=12,16").await.is(200).json();
    let expected = [
        ("up to 12", 1),
        ("up to 16", 1),
        ("over 16", 1),
        ("not registered", 1),
    ];
    assert_eq!(names(&age), counted(&expected));
    let later = get("by=age&bounds=12,16&year=2030").await.is(200).json();
    assert_eq!(
        names(&later),
        counted(&[("up to 16", 1), ("over 16", 2), ("not registered", 1)])
    );
    let rating = get("by=rating&bounds=1800,2200").await.is(200).json();
    let expected = [
        ("rated below 1800", 1),
        ("rated below 2200", 1),
        ("rated 2200 and above", 1),
        ("unrated", 1),
    ];
    assert_eq!(names(&rating), counted(&expected));
    let unit = get("by=unit").await.is(200).json();
    assert_eq!(unit["categories"].as_array().unwrap().len(), 2);
    // Places within the category, beside those of the whole table.
    let women = &sex["categories"][1]["rows"];
    assert_eq!(women[0]["place"], 1);
    assert!(women[0]["rank"].as_u64() >= women[0]["place"].as_u64());
    let bad = get("by=age&bounds=old").await.is(422);
    assert_eq!(bad.json()["errors"][0]["pointer"], "/bounds");
    get("by=shoe_size").await.is(422);
}

#[tokio::test]
async fn one_entry_round_by_round() {
    let server = Server::new().await;
    let id = event(&server).await;
    let entries = server
        .get(&format!("/tournaments/{id}/entries"))
        .await
        .json();
    for entry in entries["items"].as_array().unwrap() {
        let path = format!(
            "/tournaments/{id}/entries/{}/progress",
            entry["id"].as_str().unwrap()
        );
        let way = server.get(&path).await.is(200).json();
        assert_eq!(way["name"], entry["name"]);
        assert_eq!(way["ranks"].as_array().unwrap().len(), 1);
        assert_eq!(way["rounds"][0]["games"].as_array().unwrap().len(), 1);
    }
    let nobody = format!(
        "/tournaments/{id}/entries/{}/progress",
        uuid::Uuid::now_v7()
    );
    server.get(&nobody).await.is(404);
}

#[tokio::test]
async fn the_table_explains_itself_in_both_languages() {
    let server = Server::new().await;
    let id = event(&server).await;
    let path = format!("/tournaments/{id}/standings?explain=true");
    let table = server.get(&path).await.is(200).json();
    let explanation = &table["explanation"];
    let neighbours = explanation["neighbours"].as_array().unwrap();
    assert_eq!(neighbours.len(), 3, "every neighbouring pair");
    for pair in neighbours {
        let (zh, en) = (pair["zh"].as_str().unwrap(), pair["en"].as_str().unwrap());
        assert!(zh.chars().any(|c| c as u32 > 0x2fff), "{zh}");
        assert!(en.chars().any(|c| c.is_ascii_alphabetic()), "{en}");
    }
    let entries = explanation["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 4);
    let with_parts = |entry: &&Value| {
        let criteria = entry["criteria"].as_array().unwrap();
        criteria
            .iter()
            .any(|c| !c["parts"].as_array().unwrap().is_empty())
    };
    assert!(
        entries.iter().filter(with_parts).count() >= 2,
        "what values are made of"
    );
    let plain = server
        .get(&format!("/tournaments/{id}/standings"))
        .await
        .json();
    assert!(plain.get("explanation").is_none());
}
