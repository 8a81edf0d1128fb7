//! Lists of players in and out: import, look-alikes, Chinese order, pages.
use crate::client::{ADMIN, Got, Server};
use encoding_rs::{BIG5, GB18030};
use saiwu::exchange::tables::{Cell, Sheet};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

async fn import(server: &Server, query: &str, kind: &str, file: Vec<u8>) -> Got {
    let ask = server.ask("POST", &format!("/players/import{query}"));
    ask.key(ADMIN).fresh().bytes(kind, file).go().await
}

async fn csv(server: &Server, query: &str, text: &str) -> Got {
    import(server, query, "text/csv", text.as_bytes().to_vec()).await
}

/// Every name of a list, page by page.
async fn names(server: &Server, query: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut next = Some(String::new());
    while let Some(cursor) = next {
        let page = server.get(&format!("/players?{query}{cursor}")).await;
        let page = page.is(200).json();
        let items = page["items"].as_array().unwrap();
        names.extend(items.iter().map(|p| p["name"].as_str().unwrap().to_owned()));
        next = page["next"].as_str().map(|c| format!("&cursor={c}"));
    }
    names
}

#[tokio::test]
async fn a_list_is_registered_whatever_it_is_written_in() {
    let simplified = "姓名,单位,出生年份,性别\n许银川,广东,1975,男\n吕　钦,广东,1962,男\n";
    let traditional = "姓名;單位;出生年份;性別\n許銀川;廣東;1975;男\n呂　欽;廣東;1962;男\n";
    let sheet = Sheet {
        title: "名单".into(),
        headings: ["姓名", "单位", "出生年份", "性别"]
            .map(str::to_owned)
            .to_vec(),
        rows: [("许银川", 1975.0), ("吕 钦", 1962.0)]
            .map(|(name, year)| {
                vec![
                    Cell::Text(name.into()),
                    Cell::Text("广东".into()),
                    Cell::Number(year),
                    Cell::Text("男".into()),
                ]
            })
            .to_vec(),
    };
    let rows = json!([
        {"姓名": "许银川", "单位": "广东", "出生年份": 1975, "性别": "男"},
        {"姓名": "吕钦", "单位": "广东", "出生年份": 1962, "性别": "男"},
    ]);
    let cases: [(&str, &str, Vec<u8>); 6] = [
        ("UTF-8", "text/csv", simplified.as_bytes().to_vec()),
        (
            "UTF-8 BOM",
            "text/csv",
            [b"\xef\xbb\xbf", simplified.as_bytes()].concat(),
        ),
        (
            "GB18030",
            "text/csv",
            GB18030.encode(simplified).0.into_owned(),
        ),
        ("Big5", "text/csv", BIG5.encode(traditional).0.into_owned()),
        (
            "XLSX",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            sheet.to_xlsx().unwrap(),
        ),
        ("JSON", "application/json", rows.to_string().into_bytes()),
    ];
    for (encoding, kind, file) in cases {
        let server = Server::new().await;
        let dry = import(&server, "?dry_run=true", kind, file.clone()).await;
        let dry = dry.is(200).json();
        assert_eq!(
            (&dry["committed"], &dry["created"]),
            (&json!(false), &json!(2))
        );
        assert_eq!(
            dry["players"][0],
            json!({"row": dry["players"][0]["row"], "player": null, "did": "created"})
        );
        assert_eq!(names(&server, "").await, Vec::<String>::new());
        let done = import(&server, "", kind, file).await.is(201).json();
        assert_eq!(done["created"], 2, "{encoding}: {done}");
        if matches!(encoding, "GB18030" | "Big5" | "UTF-8" | "UTF-8 BOM") {
            assert_eq!(done["encoding"], encoding);
        }
        let id = done["players"][1]["player"].as_str().unwrap();
        let player = server.get(&format!("/players/{id}")).await.is(200).json();
        assert!(
            ["吕钦", "呂欽"].contains(&player["name"].as_str().unwrap()),
            "{player}"
        );
        assert_eq!(
            (&player["birth_year"], &player["sex"]),
            (&json!(1962), &json!("male"))
        );
    }
}

#[tokio::test]
async fn a_list_is_taken_whole_or_by_its_good_rows_and_says_what_is_wrong_where() {
    let server = Server::new().await;
    let list = "姓名,性别,出生年份,external_system,external_id\n甲,男,1990,gx,1\n,女,1991,gx,2\n丙,他,1992,gx,3\n丁,女,1993,gx,1\n戊,女,1994,gx,\n己,女,1700,gx,6\n";
    let refused = csv(&server, "", list).await.is(422);
    let pointers: Vec<String> = refused.json()["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["pointer"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        pointers,
        [
            "/rows/3/姓名",
            "/rows/4/性别",
            "/rows/5/external_id",
            "/rows/6/external_id",
            "/rows/7/出生年份"
        ]
    );
    assert_eq!(names(&server, "").await, Vec::<String>::new());
    let report = csv(&server, "?best_effort=true", list).await.is(201).json();
    assert_eq!(
        (&report["created"], &report["accepted"]),
        (&json!(1), &json!(1))
    );
    let rows: Vec<u64> = report["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["row"].as_u64().unwrap())
        .collect();
    assert_eq!(rows, [3, 4, 5, 6, 7]);
    assert_eq!(names(&server, "").await, ["甲"]);
    for (kind, file, status) in [
        ("image/png", &b"\x89PNG"[..], 415),
        ("multipart/form-data; boundary=x", b"--x", 415),
        ("text/csv", b"", 422),
        ("text/csv", b"a,b\n1,2\n", 422),
        ("text/csv", b"name\nA\0B\n", 422),
        ("application/json", b"[{\"name\": \"a\\u0000b\"}]", 422),
    ] {
        let got = import(&server, "", kind, file.to_vec()).await;
        assert_eq!(got.status.as_u16(), status, "{kind}: {}", got.problem());
    }
}

#[tokio::test]
async fn look_alikes_are_flagged_and_merged_only_on_request() {
    let server = Server::new().await;
    let body = json!({"name": "王斌", "unit": "江苏", "birth_year": 1970, "rating": 2400});
    let known = server.post("/players", body).await.is(201).json();
    let id = known["id"].as_str().unwrap();
    let list = "姓名,单位,出生年份,称号\n王斌,江苏,1970,大师\n王斌,江苏,1971,\n王斌,北京,,\n李明,北京,1980,\n";
    let dry = csv(&server, "?dry_run=true", list).await.is(200).json();
    let flagged: Vec<(u64, Value, Value, String)> = dry["duplicates"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|d| d["player"] == id)
        .map(|d| {
            (
                d["row"].as_u64().unwrap(),
                d["player"].clone(),
                d["like_row"].clone(),
                d["likeness"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    let of = |row, likeness: &str| (row, json!(id), json!(null), likeness.to_owned());
    assert_eq!(
        flagged,
        [of(2, "same"), of(3, "other_person"), of(4, "perhaps")]
    );
    // Not asked for: nobody is merged, not even the same.
    let done = csv(&server, "?duplicates=create", list)
        .await
        .is(201)
        .json();
    assert_eq!((&done["created"], &done["updated"]), (&json!(4), &json!(0)));
    let same = server.get(&format!("/players/{id}")).await.json();
    assert_eq!(same["version"], 1);

    let server = Server::new().await;
    let body = json!({"name": "王斌", "unit": "江苏", "birth_year": 1970, "rating": 2400});
    let known = server.post("/players", body).await.is(201).json();
    let id = known["id"].as_str().unwrap();
    let merged = csv(&server, "?duplicates=merge", list).await.is(201).json();
    assert_eq!(
        (&merged["created"], &merged["updated"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(
        merged["players"][0],
        json!({"row": 2, "player": id, "did": "updated"})
    );
    let player = server.get(&format!("/players/{id}")).await.json();
    assert_eq!(
        (&player["title"], &player["rating"], &player["version"]),
        (&json!("大师"), &json!(2400), &json!(2))
    );
    let skipped = csv(&server, "?duplicates=skip", "姓名,单位\n李明,北京\n").await;
    let skipped = skipped.is(201).json();
    assert_eq!(
        (&skipped["skipped"], &skipped["created"]),
        (&json!(1), &json!(0))
    );
    // Two who are the same: which one must be said.
    let twice = csv(&server, "?duplicates=create", "姓名,单位\n李明,北京\n").await;
    twice.is(201);
    csv(&server, "?duplicates=merge", "姓名,单位\n李明,北京\n")
        .await
        .is(422);
}

#[tokio::test]
async fn a_list_sent_again_updates_by_external_ids_and_changes_nothing_else() {
    let server = Server::new().await;
    let list = "name,unit,external_system,external_id\n甲,北京,gx,1\n乙,上海,gx,2\n";
    let first = csv(&server, "", list).await.is(201).json();
    let again = csv(&server, "", list).await.is(201).json();
    assert_eq!(
        (&again["unchanged"], &again["created"]),
        (&json!(2), &json!(0))
    );
    let moved = csv(
        &server,
        "",
        "name,unit,external_system,external_id\n甲,天津,gx,1\n丙,,gx,3\n",
    );
    let moved = moved.await.is(201).json();
    assert_eq!(
        (&moved["updated"], &moved["created"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(moved["players"][0]["player"], first["players"][0]["player"]);
    // The same request twice is one import.
    let send = || {
        let ask = server.ask("POST", "/players/import").key(ADMIN);
        ask.header("idempotency-key", "list-7")
            .bytes("text/csv", b"name\n\xe4\xb8\x81\n".to_vec())
            .go()
    };
    let one = send().await.is(201);
    let two = send().await.is(201);
    assert_eq!(one.bytes, two.bytes);
    assert_eq!(
        names(&server, "")
            .await
            .iter()
            .filter(|n| *n == "丁")
            .count(),
        1
    );
}

#[tokio::test]
async fn names_are_sorted_by_pronunciation_and_by_strokes_on_request() {
    let server = Server::new().await;
    let list = "姓名\n张三\n王一\n李四\n丁二\n赵五\n安六\n卜七\n";
    csv(&server, "", list).await.is(201);
    for size in [2, 50] {
        let pinyin = names(&server, &format!("sort=pinyin&limit={size}")).await;
        assert_eq!(
            pinyin,
            ["安六", "卜七", "丁二", "李四", "王一", "张三", "赵五"]
        );
        let stroke = names(&server, &format!("sort=stroke&limit={size}")).await;
        assert_eq!(
            stroke,
            ["丁二", "卜七", "王一", "安六", "张三", "李四", "赵五"]
        );
    }
    server.get("/players?sort=colour").await.is(422);
}

/// A start list is read by name: the same orders for the entries of a tournament, page by page.
#[tokio::test]
async fn entries_are_sorted_by_pronunciation_and_by_strokes_on_request() {
    let server = Server::new().await;
    let id = server.tournament(json!({}), 0).await;
    let path = format!("/tournaments/{id}/entries");
    for name in [
        "张三", "王一", "李四", "丁二", "赵五", "安六", "卜七", "丁二",
    ] {
        server.post(&path, json!({"name": name})).await.is(201);
    }
    for (sort, expected) in [
        (
            "pinyin",
            [
                "安六", "卜七", "丁二", "丁二", "李四", "王一", "张三", "赵五",
            ],
        ),
        (
            "stroke",
            [
                "丁二", "丁二", "卜七", "王一", "安六", "张三", "李四", "赵五",
            ],
        ),
        (
            "name",
            [
                "丁二", "丁二", "卜七", "安六", "张三", "李四", "王一", "赵五",
            ],
        ),
    ] {
        for size in [1, 3, 50] {
            let (mut told, mut numbers) = (Vec::new(), Vec::new());
            let mut next = format!("{path}?sort={sort}&limit={size}");
            loop {
                // Asked twice: an answer given again is the same.
                let got = server.get(&next).await.is(200);
                let again = server.get(&next).await.is(200);
                let page = got.json();
                assert_eq!(again.json(), page);
                assert_eq!(again.headers.get("link"), got.headers.get("link"));
                for entry in page["items"].as_array().unwrap() {
                    told.push(entry["name"].as_str().unwrap().to_owned());
                    numbers.push(entry["number"].as_u64().unwrap());
                }
                match page["next"].as_str() {
                    Some(cursor) => {
                        next = format!("{path}?sort={sort}&limit={size}&cursor={cursor}")
                    }
                    None => break,
                }
            }
            assert_eq!(told, expected, "{sort} {size}");
            numbers.sort_unstable();
            assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
        }
    }
    server.get(&format!("{path}?sort=colour")).await.is(422);
    let strange = format!("{path}?sort=pinyin&cursor=WzEsMl0");
    server.get(&strange).await.is(422);
}

#[tokio::test]
async fn pages_lose_and_repeat_nobody_while_others_are_registered() {
    let server = Server::new().await;
    let surnames = ["安", "卜", "丁", "李", "王", "张", "赵"];
    let mut list = "姓名\n".to_owned();
    for n in 0..70 {
        // Every name twice: ties are told apart by the id.
        let _ = writeln!(list, "{}某{}", surnames[n % 7], n / 14);
    }
    csv(&server, "", &list).await.is(201);
    for sort in ["name", "pinyin", "stroke"] {
        let all = server
            .get(&format!("/players?sort={sort}&limit=500"))
            .await
            .json();
        let ids = |page: &Value| -> Vec<String> {
            let items = page["items"].as_array().unwrap();
            items
                .iter()
                .map(|p| p["id"].as_str().unwrap().to_owned())
                .collect()
        };
        let before = ids(&all);
        let mut seen = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = server
                .get(&format!("/players?sort={sort}&limit=9{cursor}"))
                .await;
            let link = page.header("link").to_owned();
            let page = page.is(200).json();
            seen.extend(ids(&page));
            let Some(next) = page["next"].as_str() else {
                break;
            };
            assert!(link.contains("rel=\"next\"") && link.contains(&format!("sort={sort}")));
            cursor = format!("&cursor={next}");
            // Before, at and behind the place of the cursor.
            for surname in ["阿", "李", "邹"] {
                let body = json!({"name": format!("{surname}某{}", seen.len())});
                server.post("/players", body).await.is(201);
            }
        }
        let unique: BTreeSet<&String> = seen.iter().collect();
        assert_eq!(unique.len(), seen.len(), "{sort}: somebody twice");
        assert!(
            before.iter().all(|id| unique.contains(id)),
            "{sort}: somebody lost"
        );
    }
}

#[tokio::test]
async fn ten_thousand_rows_of_gb18030_are_soon_registered() {
    let surnames: Vec<char> = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许".chars().collect();
    let given: Vec<char> = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平".chars().collect();
    let mut list = "姓名,单位,性别,出生年份,等级分,external_system,external_id\n".to_owned();
    for n in 0..10_000usize {
        let name: String = [surnames[n % 20], given[n / 20 % 20], given[n / 400 % 20]]
            .iter()
            .collect();
        let year = 1950 + n % 60;
        let _ = writeln!(
            list,
            "{name},单位{},男,{year},{},gx,{n}",
            n % 97,
            1500 + n % 1000
        );
    }
    let file = GB18030.encode(&list).0.into_owned();
    let server = Server::new().await;
    let start = Instant::now();
    let dry = import(&server, "?dry_run=true", "text/csv", file.clone()).await;
    let (dry, looked) = (dry.is(200).json(), start.elapsed());
    assert_eq!(
        (&dry["created"], &dry["encoding"]),
        (&json!(10_000), &json!("GB18030"))
    );
    let start = Instant::now();
    let done = import(&server, "", "text/csv", file).await.is(201).json();
    let took = start.elapsed();
    assert_eq!(done["created"], 10_000);
    println!("10,000 rows: dry run {looked:?}, registered in {took:?}");
    // The promise is for the program as it is shipped.
    if !cfg!(debug_assertions) {
        assert!(took < Duration::from_secs(5), "{took:?}");
    }
    server.get("/players?limit=1").await.is(200);
}

#[tokio::test]
async fn a_row_that_cannot_be_read_is_told_and_not_lost() {
    let server = Server::new().await;
    let open = "姓名,单位\n王五,广东\n\"张三,北京\n李四,上海\n";
    let refused = csv(&server, "?dry_run=true&best_effort=true", open).await;
    let report = refused.is(200).json();
    assert_eq!(report["accepted"], 1);
    assert_eq!(report["faults"][0]["row"], 3);
    let old = csv(
        &server,
        "?dry_run=true&best_effort=true",
        "姓名,等级分\r甲,1\r乙,x\r",
    )
    .await;
    assert_eq!(old.is(200).json()["faults"][0]["row"], 3);
    let rows = json!([{"name": {"a": 1}}, {"name": "甲", "rating": 10_000}]);
    let file = rows.to_string().into_bytes();
    let query = "?dry_run=true&best_effort=true";
    let report = import(&server, query, "application/json", file).await;
    let report = report.is(200).json();
    assert_eq!(report["accepted"], 1, "{report}");
    assert_eq!(report["faults"][0]["row"], 2);
    assert_eq!(report["faults"][0]["column"], "name");
}
