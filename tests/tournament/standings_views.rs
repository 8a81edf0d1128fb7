//! The tables people read: cross table, progress, categories, units, boards.
use saiwu::tournament::event_file;
use saiwu::tournament::model::{EntryStatus, Event, Penalty, PenaltyClause};
use saiwu::tournament::scoring::Side;
use saiwu::tournament::standings::views::categories::{Categories, categories};
use saiwu::tournament::standings::views::played::Ended;
use saiwu::tournament::standings::views::{crosstable, players, progress, units};
use saiwu::tournament::standings::{self, Table};
use serde_json::{Value as Json, json};

fn event(file: Json) -> Event {
    event_file::read(file.to_string().as_bytes()).expect("a good event")
}

fn table(event: &Event) -> Table {
    standings::compute(event, 0, None).expect("a table")
}

fn game(table: u32, red: u32, black: u32, result: &str) -> Json {
    json!({"table": table, "red": red, "black": black, "result": result})
}

/// Six players of three units in a Swiss with a forfeit, a bye and an absence.
fn swiss() -> Event {
    let entry = |n: u32, unit: &str, sex: &str, born: i16, rating: i32| {
        json!({"number": n, "name": format!("棋手{n}"), "unit": unit, "sex": sex,
            "birth_year": born, "rating": rating})
    };
    event(json!({"format": "saiwu-event/1",
    "tournament": {"name": "测试", "regulations": {"chain": ["points"]}},
    "entries": [entry(1, "甲队", "male", 2000, 2300), entry(2, "乙队", "female", 2012, 1700),
        entry(3, "丙队", "male", 2008, 2100), entry(4, "甲队", "female", 1990, 2000),
        entry(5, "乙队", "male", 2014, 1500), entry(6, "甲队", "male", 1999, 2250)],
    "stages": [{"format": "swiss", "rounds": [
        {"number": 1, "games": [game(1, 1, 2, "red"), game(2, 4, 3, "draw"),
            game(3, 5, 6, "red_forfeit")]},
        {"number": 2, "byes": [3], "games": [game(1, 6, 1, "draw"), game(2, 2, 4, "black")]}
    ]}]}))
}

#[test]
fn the_cross_table_shows_colours_and_forfeits_20_3() {
    let event = swiss();
    let table = table(&event);
    let cross = crosstable::crosstable(&event, 0, &table).unwrap();
    assert_eq!(cross.columns, [1, 2, 3, 4, 5, 6]);
    let sixth = &cross.rows[5];
    let plus = sixth.against(5).next().unwrap();
    assert_eq!(
        (plus.symbol.as_str(), plus.colour),
        ("+", Some(Side::Black))
    );
    let minus = cross.rows[4].against(6).next().unwrap();
    assert_eq!(
        (minus.symbol.as_str(), minus.result),
        ("−", Ended::ForfeitLoss)
    );
    assert!(sixth.against(2).next().is_none());
    // What one side wins the other side loses, in every pair of cells.
    for row in &cross.rows {
        for game in &row.games {
            let Some(opponent) = game.opponent else {
                continue;
            };
            let other = &cross.rows[opponent as usize - 1];
            let mirror = other.against(row.who.number).next().unwrap();
            assert_eq!(mirror.colour, game.colour.map(Side::other));
            assert_eq!(
                mirror.points.as_quarters() + game.points.as_quarters(),
                8,
                "two points a game"
            );
        }
    }
}

#[test]
fn the_progress_table_has_a_running_total_every_round() {
    let event = swiss();
    let table = table(&event);
    let progress = progress::progress(&event, 0, &table).unwrap();
    let numbers: Vec<u32> = progress.rows.iter().map(|row| row.who.number).collect();
    let places: Vec<u32> = table.rows.iter().map(|row| row.number).collect();
    assert_eq!(numbers, places, "in the order of the standings");
    let row = |n: u32| {
        progress
            .rows
            .iter()
            .find(|row| row.who.number == n)
            .unwrap()
    };
    let totals: Vec<String> = row(3).rounds.iter().map(|r| r.total.to_string()).collect();
    assert_eq!(totals, ["1", "3"]);
    assert_eq!(row(3).rounds[1].games[0].result, Ended::Bye);
    assert_eq!(row(3).rounds[1].games[0].symbol, "轮空");
    assert!(row(5).rounds[1].games.is_empty(), "absent in round 2");
    assert_eq!(row(5).rounds[1].total.to_string(), "0");
}

#[test]
fn one_entry_has_a_place_after_every_round() {
    let event = swiss();
    let table = table(&event);
    let way = progress::of_entry(&event, 0, &table, 3).unwrap().unwrap();
    assert_eq!(way.ranks, [Some(3), Some(1)]);
    assert_eq!(progress::of_entry(&event, 0, &table, 9).unwrap(), None);
}

#[test]
fn categories_keep_the_order_of_the_table_and_share_its_places() {
    let event = swiss();
    let table = table(&event);
    // Points: 1: 3, 3: 3, 4: 3, 6: 3, 2: 0, 5: 0.
    let by_sex = categories(&event, &table, &Categories::Sex);
    let women: Vec<_> = by_sex[1]
        .rows
        .iter()
        .map(|r| (r.place, r.who.number))
        .collect();
    assert_eq!(by_sex[1].zh, "女子");
    assert_eq!(women, [(Some(1), 4), (Some(2), 2)]);
    let men: Vec<_> = by_sex[0]
        .rows
        .iter()
        .map(|r| (r.place, r.who.number))
        .collect();
    assert_eq!(
        men,
        [(Some(1), 1), (Some(1), 3), (Some(1), 6), (Some(4), 5)]
    );
    let ages = Categories::Age {
        year: 2026,
        up_to: vec![18, 12],
    };
    let by_age: Vec<(String, Vec<u32>)> = categories(&event, &table, &ages)
        .into_iter()
        .map(|c| (c.zh, c.rows.iter().map(|r| r.who.number).collect()))
        .collect();
    assert_eq!(
        by_age,
        [
            ("12 岁及以下".to_owned(), vec![5]),
            ("18 岁及以下".to_owned(), vec![3, 2]),
            ("18 岁以上".to_owned(), vec![1, 4, 6])
        ]
    );
    let ratings = Categories::Rating { below: vec![2000] };
    let low: Vec<u32> = categories(&event, &table, &ratings)[0]
        .rows
        .iter()
        .map(|r| r.who.number)
        .collect();
    assert_eq!(low, [2, 5], "2000 itself is not below 2000");
}

#[test]
fn units_stand_by_the_sum_of_places_as_printed_11_5_b_14_9() {
    let mut event = swiss();
    event.tournament.regulations.counted_members = Some(2);
    let table = table(&event);
    let units = units::units(&event, &table);
    assert_eq!((units.clause, units.counted), ("14.9", 2));
    let rows: Vec<_> = units
        .rows
        .iter()
        .map(|r| (r.rank, r.unit.as_str(), r.places, r.best_place))
        .collect();
    assert_eq!(
        rows,
        [
            (Some(1), "甲队", Some(2), Some(1)),
            (Some(2), "乙队", Some(10), Some(5)),
            (None, "丙队", None, None)
        ],
        "four share place 1, two share place 5; 丙队 has one member only"
    );
    let counted: Vec<bool> = units.rows[0].members.iter().map(|m| m.counted).collect();
    assert_eq!(counted, [true, true, false], "two of three count");
}

#[test]
fn teams_stand_by_the_places_of_their_members_in_another_event_11_5() {
    let individual = swiss();
    let table = table(&individual);
    let teams = event(json!({"format": "saiwu-event/1",
        "tournament": {"name": "团体", "kind": "team", "edition": "2011-trial",
            "regulations": {"team_mode": "members_places", "counted_members": 2}},
        "entries": [
            {"number": 1, "name": "一队", "members": [{"name": "a", "entry": 2}, {"name": "b", "entry": 1}]},
            {"number": 2, "name": "二队", "members": [{"name": "c", "entry": 3}, {"name": "d", "entry": 4}]}],
        "stages": [{"format": "round_robin"}]}));
    let ranked = units::teams(&teams, &table).unwrap();
    let rows: Vec<_> = ranked
        .rows
        .iter()
        .map(|r| (r.rank, r.number, r.places))
        .collect();
    assert_eq!(
        rows,
        [(Some(1), Some(2), Some(2)), (Some(2), Some(1), Some(6))]
    );
    assert_eq!(ranked.clause, "14.8");
    let error = standings::compute(&teams, 0, None).unwrap_err();
    assert!(error.en().contains("11.5"), "{error}");
    // 18.5: of teams with the same sum one with a penalty stands behind, whatever its best place.
    let mut level = teams.clone();
    level.tournament.regulations.counted_members = Some(1);
    level.entries[0].members = level.entries[1].members.clone();
    let order = |teams: &Event| -> Vec<(Option<u32>, Option<u32>)> {
        let rows = units::teams(teams, &table).unwrap().rows;
        rows.iter().map(|r| (r.rank, r.number)).collect()
    };
    assert_eq!(order(&level), [(Some(1), Some(1)), (Some(1), Some(2))]);
    let warned = Penalty {
        clause: PenaltyClause::Warning,
        round: None,
        stage: None,
        member: None,
        note: None,
    };
    level.entries[0].penalties.push(warned);
    assert_eq!(order(&level), [(Some(1), Some(2)), (Some(2), Some(1))]);
    // 18.3: an expelled team has no place.
    level.entries[1].status = EntryStatus::Expelled;
    assert_eq!(order(&level), [(Some(1), Some(1)), (None, Some(2))]);
}

#[test]
fn board_prizes_follow_the_colours_of_the_boards_12_2() {
    let event = event(json!({"format": "saiwu-event/1",
    "tournament": {"name": "团体", "kind": "team"},
    "entries": [
        {"number": 1, "name": "一队", "members": [{"name": "甲"}, {"name": "乙"}, {"name": "丙", "reserve": true}]},
        {"number": 2, "name": "二队", "members": [{"name": "丁"}, {"name": "戊"}]}],
    "stages": [{"format": "round_robin", "regulations": {"cycles": 2}, "rounds": [
        {"number": 1, "games": [{"table": 1, "red": 1, "black": 2, "boards": [
            {"board": 1, "result": "red"},
            {"board": 2, "red": 2, "black": "丙", "result": "black"}]}]},
        {"number": 2, "games": [{"table": 1, "red": 2, "black": 1, "boards": [
            {"board": 1, "red": 1, "black": 1, "result": "draw"},
            {"board": 2, "red": 2, "black": 2, "result": "black_forfeit"}]}]}
    ]}]}));
    let boards = players::boards(&event, 0, None).unwrap();
    let rows = |board: usize| -> Vec<(u32, &str, String, u32)> {
        boards[board - 1]
            .rows
            .iter()
            .map(|r| (r.rank, r.name.as_str(), r.points.to_string(), r.black_wins))
            .collect()
    };
    assert_eq!(
        rows(1),
        [(1, "甲", "3".to_owned(), 0), (2, "丁", "1".to_owned(), 0)]
    );
    assert_eq!(
        rows(2),
        [
            (1, "丙", "2".to_owned(), 1),
            (2, "乙", "2".to_owned(), 0),
            (3, "戊", "0".to_owned(), 0)
        ],
        "丙 won with black, 乙 by + with red"
    );
    let all = players::players(&event, 0, Some(1)).unwrap();
    assert_eq!(all.len(), 4, "乙 has not played yet");
    assert!(players::players(&event, 0, Some(3)).is_err());
}
