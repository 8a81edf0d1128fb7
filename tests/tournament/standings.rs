//! Standings, article by article, on small events whose tables can be worked out by hand.
use saiwu::tournament::check;
use saiwu::tournament::event_file;
use saiwu::tournament::model::Event;
use saiwu::tournament::regulations::Criterion;
use saiwu::tournament::standings::{self, Mark, StandingsError, Table, explain};
use serde_json::{Value as Json, json};

/// An event of one stage. Rounds are written as lists of games `"red-black result"`, with `=`
/// draw, `1` red, `0` black, `+` black did not come, `-` red did not come, `x` neither, `?` open;
/// `"bye 5"` is a bye.
fn file(format: &str, tournament: Json, entries: u32, rounds: &[&[&str]]) -> Json {
    let rounds: Vec<Json> = rounds
        .iter()
        .enumerate()
        .map(|(r, games)| {
            let (mut list, mut byes) = (Vec::new(), Vec::new());
            for text in *games {
                let (who, result) = text.split_once(' ').unwrap();
                if who == "bye" {
                    byes.push(result.parse::<u32>().unwrap());
                    continue;
                }
                let (red, black) = who.split_once('-').unwrap();
                let result = match result {
                    "1" => json!("red"),
                    "0" => json!("black"),
                    "=" => json!("draw"),
                    "+" => json!("black_forfeit"),
                    "-" => json!("red_forfeit"),
                    "x" => json!("double_forfeit"),
                    "?" => Json::Null,
                    other => panic!("{other}"),
                };
                list.push(
                    json!({"table": list.len() + 1, "red": red.parse::<u32>().unwrap(),
                    "black": black.parse::<u32>().unwrap(), "result": result}),
                );
            }
            json!({"number": r + 1, "games": list, "byes": byes})
        })
        .collect();
    let entries: Vec<Json> = (1..=entries)
        .map(|n| json!({"number": n, "name": format!("棋手{n}")}))
        .collect();
    let mut tournament = tournament;
    tournament["name"] = json!("测试");
    json!({"format": "saiwu-event/1", "tournament": tournament, "entries": entries,
        "stages": [{"format": format, "rounds": rounds}]})
}

fn event(file: &Json) -> Event {
    event_file::read(file.to_string().as_bytes()).expect("a good event")
}

fn table(file: &Json) -> Table {
    standings::compute(&event(file), 0, None).expect("a table")
}

fn order(table: &Table) -> Vec<(Option<u32>, u32)> {
    table
        .rows
        .iter()
        .map(|row| (row.rank, row.number))
        .collect()
}

fn value(table: &Table, number: u32, criterion: Criterion) -> String {
    let row = table.row(number).expect("an entry of the table");
    row.value(criterion).expect("in the chain").to_string()
}

/// Four players, all against all.
const FOUR: [&[&str]; 3] = [
    &["1-4 1", "2-3 ="],
    &["4-3 1", "1-2 1"],
    &["2-4 1", "3-1 1"],
];

#[test]
fn small_score_is_beaten_opponents_and_half_of_drawn_ones_14_1() {
    let table = table(&file("round_robin", json!({}), 4, &FOUR));
    // 1: 4 points, 2: 3, 3: 3, 4: 2.
    assert_eq!(value(&table, 1, Criterion::SmallScore), "5");
    assert_eq!(value(&table, 2, Criterion::SmallScore), "3.5");
    assert_eq!(value(&table, 3, Criterion::SmallScore), "5.5");
    assert_eq!(
        order(&table),
        [(Some(1), 1), (Some(2), 3), (Some(3), 2), (Some(4), 4)]
    );
    assert_eq!(table.chain[1].clause, Some("14.1"));
}

#[test]
fn fewer_than_half_of_the_opponents_annuls_everything_19_2() {
    // Five players have four opponents: number 5 played one and left.
    let rounds: [&[&str]; 5] = [
        &["5-2 1", "3-4 1"],
        &["1-2 1", "5-3 ?"],
        &["2-3 1", "1-4 1"],
        &["4-5 ?", "3-1 1"],
        &["4-2 ="],
    ];
    let mut file = file("round_robin", json!({}), 5, &rounds);
    file["entries"][4]["status"] = json!("withdrawn");
    file["entries"][4]["withdrawn_after"] = json!(1);
    let table = table(&file);
    assert_eq!(table.rows[4].rank, None, "listed last without a place");
    assert_eq!(table.rows[4].number, 5);
    assert_eq!(table.rows[4].marks, [Mark::Withdrawn, Mark::Annulled]);
    assert_eq!(table.open, 0, "annulled games are not missing");
    assert_eq!(
        value(&table, 2, Criterion::Points),
        "3",
        "the loss to number 5 is gone"
    );
    assert_eq!(value(&table, 3, Criterion::Points), "4");
    // Before it left, its games counted.
    let before = standings::compute(&event(&file), 0, Some(0)).unwrap();
    assert_eq!(before.rows.len(), 5);
}

#[test]
fn half_of_the_opponents_keeps_the_results_and_the_rest_are_forfeits_19_2() {
    // Number 5 met 2 and 3 of four opponents. One later game is in the file without a result,
    // the other is in no round at all.
    let rounds: [&[&str]; 5] = [
        &["5-2 1", "3-4 1"],
        &["1-2 1", "5-3 1"],
        &["2-3 1", "1-4 1"],
        &["4-5 ?", "3-1 1"],
        &["4-2 ="],
    ];
    let mut file = file("round_robin", json!({}), 5, &rounds);
    file["entries"][4]["status"] = json!("expelled");
    file["entries"][4]["withdrawn_after"] = json!(2);
    let table = table(&file);
    assert_eq!(value(&table, 5, Criterion::Points), "4");
    assert_eq!(value(&table, 4, Criterion::Points), "3", "+ against 5");
    assert_eq!(value(&table, 1, Criterion::Points), "6", "+ against 5");
    assert_eq!(value(&table, 1, Criterion::Wins), "3");
    assert_eq!(value(&table, 1, Criterion::SmallScore), "10");
    assert_eq!(table.row(5).unwrap().marks, [Mark::Expelled], "18.3");
    assert_eq!(table.open, 0);
}

#[test]
fn a_withdrawn_swiss_entry_keeps_its_place_19_3() {
    let rounds: [&[&str]; 2] = [&["1-2 1", "4-3 0"], &["1-3 ?", "2-4 1"]];
    let mut file = file("swiss", json!({}), 4, &rounds);
    file["entries"][2]["status"] = json!("withdrawn");
    file["entries"][2]["withdrawn_after"] = json!(1);
    let table = table(&file);
    assert_eq!(order(&table)[0], (Some(1), 1));
    assert_eq!(value(&table, 1, Criterion::Points), "4", "+ against 3");
    let third = table.row(3).unwrap();
    assert!(third.rank.is_some());
    assert_eq!(third.marks, [Mark::Withdrawn]);
}

#[test]
fn a_bye_counts_the_lowest_score_above_nothing_or_half_of_it_14_4() {
    let rounds: [&[&str]; 2] = [&["1-2 1", "4-3 1", "bye 5"], &["1-4 =", "5-2 1", "bye 3"]];
    // Points: 1: 3, 2: 0, 3: 2, 4: 3, 5: 4. The lowest above 0 is 2.
    for (edition, bye_of_5) in [("2011-trial", "2"), ("2011-approved", "1")] {
        let table = table(&file("swiss", json!({"edition": edition}), 5, &rounds));
        assert_eq!(
            value(&table, 5, Criterion::Opponents),
            bye_of_5,
            "{edition}: the bye and number 2's 0"
        );
        assert_eq!(value(&table, 5, Criterion::Wins), "2");
    }
    // Nobody above 0 yet: nothing.
    let rounds: [&[&str]; 1] = [&["1-2 x", "bye 3"]];
    let regulations = json!({"regulations": {"points": {"bye": 0}}});
    let table = table(&file("swiss", regulations, 3, &rounds));
    assert_eq!(value(&table, 3, Criterion::Opponents), "0");
}

#[test]
fn penalties_stand_last_among_equal_points_before_any_tie_break_18_5() {
    let rounds: [&[&str]; 1] = [&["1-2 1", "3-4 1", "5-6 1", "7-8 1"]];
    let mut file = file("swiss", json!({}), 8, &rounds);
    let warning = json!({"clause": "18.1", "round": 1});
    let removal = json!({"clause": "18.2", "round": 1});
    file["entries"][0]["penalties"] = json!([removal]);
    file["entries"][2]["penalties"] = json!([warning, warning]);
    file["entries"][4]["penalties"] = json!([warning]);
    let result = table(&file);
    let winners: Vec<u32> = result.rows[..4].iter().map(|row| row.number).collect();
    assert_eq!(winners, [7, 5, 3, 1], "none, one 18.1, two 18.1, one 18.2");
    assert_eq!(result.chain[1].criterion, Criterion::Penalties);
    assert_eq!(result.chain[1].clause, Some("18.5"));
    // A penalty of a later round is not known yet; one of another stage does not count here.
    file["entries"][0]["penalties"][0]["round"] = json!(2);
    file["entries"][2]["penalties"] = json!([{"clause": "18.2", "stage": 2}]);
    let result = table(&file);
    assert_eq!(result.row(1).unwrap().rank, Some(1));
    // Placed elsewhere by the regulations.
    file["tournament"]["regulations"] = json!({"chain": ["points", "black_games", "penalties"]});
    let result = table(&file);
    assert_eq!(result.chain[2].criterion, Criterion::Penalties);
}

#[test]
fn forfeits_and_double_forfeits_20_1_20_2_20_3() {
    let rounds: [&[&str]; 3] = [
        &["1-4 +", "2-3 x"],
        &["4-3 1", "1-2 1"],
        &["2-4 1", "3-1 ="],
    ];
    let table_ = table(&file("round_robin", json!({}), 4, &rounds));
    // 1: 5, 2: 2, 3: 1, 4: 2.
    assert_eq!(
        value(&table_, 1, Criterion::SmallScore),
        "4.5",
        "+ counts as beaten"
    );
    assert_eq!(
        value(&table_, 2, Criterion::SmallScore),
        "2",
        "x gives nothing"
    );
    assert_eq!(
        value(&table_, 4, Criterion::BlackGames),
        "2",
        "forfeits keep the colour"
    );
    let swiss = table(&file("swiss", json!({}), 4, &rounds));
    assert_eq!(
        value(&swiss, 2, Criterion::Opponents),
        "8",
        "1 + 5 + 2: the real points of number 3 although neither came"
    );
}

#[test]
fn direct_result_speaks_only_when_all_of_the_group_met_14_3_1() {
    // 1 and 2 are level in everything up to fouls; only the approved edition asks who won.
    let rounds: [&[&str]; 2] = [&["1-2 0", "3-4 0"], &["1-3 1", "4-2 1"]];
    let chain = json!({"regulations": {"chain": ["points", "direct"]}});
    let result = table(&file("swiss", chain, 4, &rounds));
    assert_eq!(value(&result, 1, Criterion::Direct), "0");
    assert_eq!(value(&result, 2, Criterion::Direct), "2");
    assert_eq!(
        order(&result)[..3],
        [(Some(1), 4), (Some(2), 2), (Some(3), 1)]
    );
    // Three of a group who did not all meet: the criterion says nothing.
    let rounds: [&[&str]; 1] = [&["1-2 =", "3-4 ="]];
    let chain = json!({"regulations": {"chain": ["points", "direct"]}});
    let result = table(&file("swiss", chain, 4, &rounds));
    assert_eq!(value(&result, 1, Criterion::Direct), "–");
    assert!(result.rows.iter().all(|row| row.rank == Some(1)));
}

#[test]
fn a_group_is_asked_once_and_its_level_rest_goes_on_14_1() {
    // All three drew with each other and are level; the next criterion decides.
    let rounds: [&[&str]; 3] = [&["2-3 ="], &["1-2 ="], &["3-1 ="]];
    let chain = json!({"regulations": {"chain": ["points", "direct", "black_games", "fouls"]}});
    let mut file = file("round_robin", chain, 3, &rounds);
    file["stages"][0]["rounds"][2]["games"][0]["fouls"] = json!({"red": 1});
    let result = table(&file);
    assert_eq!(
        order(&result),
        [(Some(1), 1), (Some(1), 2), (Some(3), 3)],
        "1 and 2 share the place, 3 has a foul"
    );
}

#[test]
fn the_editions_differ_in_14_3_1() {
    let criteria = |edition: &str| -> Vec<Criterion> {
        let table = table(&file(
            "swiss",
            json!({"edition": edition}),
            2,
            &[&["1-2 1"]],
        ));
        table.chain.iter().map(|link| link.criterion).collect()
    };
    assert!(!criteria("2011-trial").contains(&Criterion::Direct));
    assert!(criteria("2011-approved").contains(&Criterion::Direct));
}

#[test]
fn previous_rounds_and_rounds_left_out_14_3() {
    let rounds: [&[&str]; 3] = [
        &["1-2 1", "3-4 1"],
        &["1-3 0", "2-4 1"],
        &["1-4 1", "3-2 0"],
    ];
    let previous = table(&file("swiss", json!({}), 4, &rounds));
    assert_eq!(value(&previous, 2, Criterion::Previous), "2, 0");
    assert_eq!(value(&previous, 3, Criterion::Previous), "4, 2");
    let method = json!({"regulations": {"swiss_method": "cumulative"}});
    let without = table(&file("swiss", method, 4, &rounds));
    assert_eq!(value(&without, 1, Criterion::Cumulative), "8", "2 + 2 + 4");
    assert_eq!(value(&without, 1, Criterion::Without), "6, 4");
    assert_eq!(without.chain[1].clause, Some("14.3.2"));
}

#[test]
fn criteria_without_sense_are_refused_by_name() {
    let team = json!("team");
    for (format, kind, chain) in [
        ("round_robin", "individual", "opponents"),
        ("round_robin", "individual", "cumulative"),
        ("round_robin", "individual", "previous"),
        ("swiss", "individual", "match_points"),
        ("swiss", "individual", "places"),
        ("swiss", "individual", "lots"),
        ("swiss", "team", "points"),
    ] {
        let mut file = file(format, json!({}), 4, &[&["1-2 1", "3-4 1"]]);
        if kind == "team" {
            file["tournament"]["kind"] = team.clone();
        }
        let first = if kind == "team" {
            "match_points"
        } else {
            "points"
        };
        let chain = if chain == first {
            vec![chain]
        } else {
            vec![first, chain]
        };
        file["tournament"]["regulations"] = json!({"chain": chain});
        let error = standings::compute(&event(&file), 0, None).unwrap_err();
        let named = chain.last().unwrap();
        assert!(
            error.to_string().contains(&format!("\"{named}\"")),
            "{named}: {error}"
        );
    }
    let bracket = file("single_elimination", json!({}), 4, &[&["1-2 1", "3-4 1"]]);
    assert!(matches!(
        standings::compute(&event(&bracket), 0, None),
        Err(StandingsError::NoTable { .. })
    ));
}

#[test]
fn lots_come_from_a_recorded_seed_and_are_drawn_again_alike() {
    let drawn = |seed: char| {
        let regulations = json!({"regulations": {"chain": ["points", "lots"],
            "lots_seed": seed.to_string().repeat(64)}});
        order(&table(&file("swiss", regulations, 12, &[])))
    };
    assert_eq!(drawn('a'), drawn('a'));
    assert_ne!(drawn('a'), drawn('b'));
    let places: Vec<_> = drawn('a')
        .into_iter()
        .filter_map(|(rank, _)| rank)
        .collect();
    assert_eq!(places, (1..=12).collect::<Vec<_>>(), "nobody shares");
}

#[test]
fn shared_places_leave_a_gap() {
    let rounds: [&[&str]; 1] = [&["1-2 =", "3-4 1"]];
    let chain = json!({"regulations": {"chain": ["points"]}});
    let result = table(&file("swiss", chain, 4, &rounds));
    assert_eq!(
        order(&result),
        [(Some(1), 3), (Some(2), 1), (Some(2), 2), (Some(4), 4)]
    );
}

#[test]
fn an_open_round_counts_what_is_finished_and_says_what_is_missing() {
    let rounds: [&[&str]; 2] = [&["1-2 1", "3-4 1"], &["1-3 ?", "2-4 1"]];
    let result = table(&file("swiss", json!({}), 4, &rounds));
    assert_eq!((result.open, result.after_round), (1, 2));
    assert_eq!(value(&result, 1, Criterion::Points), "2");
    assert_eq!(
        value(&result, 1, Criterion::Opponents),
        "2",
        "3 is not counted yet"
    );
    let asked = standings::compute(&event(&file("swiss", json!({}), 4, &rounds)), 0, Some(3));
    assert_eq!(
        asked,
        Err(StandingsError::NoRound {
            asked: 3,
            paired: 2
        })
    );
}

#[test]
fn a_result_corrected_rounds_later_changes_every_later_table() {
    let rounds: [&[&str]; 3] = [
        &["1-2 1", "3-4 1"],
        &["1-3 =", "2-4 1"],
        &["1-4 1", "3-2 1"],
    ];
    let mut file = file("swiss", json!({}), 4, &rounds);
    let before = table(&file);
    file["stages"][0]["rounds"][0]["games"][0]["result"] = json!("black");
    let after = table(&file);
    assert_eq!(value(&before, 1, Criterion::Points), "5");
    assert_eq!(value(&after, 1, Criterion::Points), "3");
    assert_eq!(value(&after, 1, Criterion::Previous), "1, 0");
    file["stages"][0]["rounds"][0]["games"][0]["result"] = json!("red");
    assert_eq!(table(&file), before);
}

#[test]
fn a_late_entry_has_the_points_set_for_its_missed_rounds() {
    let rounds: [&[&str]; 2] = [&["1-2 1"], &["1-3 0"]];
    let regulations = json!({"regulations": {"missed_round": 0.5, "swiss_method": "cumulative"}});
    let mut file = file("swiss", regulations, 3, &rounds);
    file["entries"][2]["first_round"] = json!(2);
    let result = table(&file);
    assert_eq!(value(&result, 3, Criterion::Points), "2.5");
    assert_eq!(value(&result, 3, Criterion::Cumulative), "3");
    assert_eq!(
        value(&result, 3, Criterion::BlackGames),
        "1",
        "no colour of round 1"
    );
    assert_eq!(result.row(3).unwrap().marks, [Mark::Late]);
}

#[test]
fn a_match_of_two_games_counts_once_both_are_finished_14_2() {
    let rounds: [&[&str]; 6] = [
        &["2-3 1"],
        &["1-2 1"],
        &["3-1 ="],
        &["3-2 ="],
        &["2-1 0"],
        &["1-3 ?"],
    ];
    let regulations = json!({"regulations": {"cycles": 2}});
    let result = table(&file("round_robin", regulations, 3, &rounds));
    assert_eq!(
        value(&result, 1, Criterion::MatchPoints),
        "2",
        "4:0 against 2"
    );
    assert_eq!(value(&result, 1, Criterion::GamePoints), "5");
    assert_eq!(
        value(&result, 2, Criterion::MatchPoints),
        "2",
        "3:1 against 3"
    );
    assert_eq!(
        value(&result, 3, Criterion::MatchPoints),
        "0",
        "1 against 3 is open"
    );
    assert_eq!(result.chain[0].clause, Some("14.2"));
}

/// Two teams of two boards level in everything of B 14.6: only the extra match decides.
#[test]
fn an_extra_match_separates_teams_b_14_6() {
    let boards = |a: &str, b: &str| json!([{"board": 1, "result": a}, {"board": 2, "result": b}]);
    let mut file = file(
        "round_robin",
        json!({"kind": "team", "regulations": {"cycles": 2, "boards": 2}}),
        2,
        &[&["1-2 ?"], &["2-1 ?"]],
    );
    for round in 0..2 {
        // The team with red wins both boards.
        file["stages"][0]["rounds"][round]["games"][0]["boards"] = boards("red", "black");
    }
    let level = table(&file);
    assert_eq!(order(&level), [(Some(1), 1), (Some(1), 2)]);
    let mut playoff = file["stages"][0].clone();
    playoff["format"] = json!("playoff");
    playoff["rounds"] = json!([{"number": 1, "games": [{"table": 1, "red": 1, "black": 2,
        "boards": boards("draw", "red")}]}]);
    file["stages"].as_array_mut().unwrap().push(playoff);
    let decided = table(&file);
    assert_eq!(order(&decided), [(Some(1), 2), (Some(2), 1)]);
    assert_eq!(value(&decided, 2, Criterion::ExtraMatch), "2");
    // The trial edition has no such clause: its chain for a single round robin.
    file["tournament"]["edition"] = json!("2011-trial");
    assert_eq!(table(&file).chain[0].clause, Some("14.5"));
}

#[test]
fn a_team_bye_is_a_match_won_on_every_board_14_4_b_14_7() {
    let mut file = file("swiss", json!({"kind": "team"}), 3, &[&["1-2 ?", "bye 3"]]);
    file["stages"][0]["rounds"][0]["games"][0]["boards"] = json!([
        {"board": 1, "result": "red"}, {"board": 2, "result": "draw"},
        {"board": 3, "result": "black", "fouls": {"red": 1, "black": 0}}
    ]);
    let result = table(&file);
    assert_eq!(value(&result, 3, Criterion::MatchPoints), "2");
    assert_eq!(
        value(&result, 3, Criterion::GamePoints),
        "6",
        "as many boards as the others play"
    );
    assert_eq!(value(&result, 3, Criterion::Wins), "3");
    assert_eq!(value(&result, 1, Criterion::MatchPoints), "1");
    assert_eq!(value(&result, 1, Criterion::Fouls), "1", "red on board 3");
    assert_eq!(
        value(&result, 3, Criterion::Opponents),
        "0.5",
        "half of the lowest"
    );
    assert_eq!(result.chain[1].clause, Some("14.7"));
}

#[test]
fn explanations_name_criterion_values_and_clause_in_both_languages() {
    let event = event(&file("round_robin", json!({}), 4, &FOUR));
    let table = standings::compute(&event, 0, None).unwrap();
    let explanation = explain::explain(&event, 0, &table).unwrap();
    let why = &explanation.neighbours[1];
    assert_eq!((why.upper, why.lower), (3, 2));
    assert_eq!(why.criterion, Some(Criterion::SmallScore));
    assert_eq!(why.clause, Some("14.1"));
    assert_eq!(
        why.zh,
        "3 棋手3 列 2 棋手2 之前: 小分 5.5 对 3.5, 多者列前(14.1)"
    );
    assert_eq!(
        why.en,
        "3 棋手3 before 2 棋手2: small score 5.5 against 3.5, more is better (14.1)"
    );
    let parts = &explanation.entries[1].criteria[1].parts;
    assert_eq!(parts.len(), 2, "half of number 2, all of number 1");
    assert_eq!(parts[0].opponent, Some(2));
    assert_eq!(parts[0].value.to_string(), "1.5");
    assert!(parts[0].zh.contains("一半"));
}

#[test]
fn a_stored_final_table_is_derived_again() {
    let mut file = file("round_robin", json!({}), 4, &FOUR);
    let table = table(&file);
    file["stages"][0]["final_table"] = json!(table.rows);
    assert_eq!(check::standings::check(&event(&file)), []);
    file["stages"][0]["final_table"][1]["rank"] = json!(3);
    file["stages"][0]["final_table"][2]["criteria"][1]["value"] = json!(4);
    file["stages"][0]["final_table"][3]["points"] = json!(3);
    let pointers: Vec<String> = check::standings::check(&event(&file))
        .into_iter()
        .map(|finding| finding.pointer)
        .collect();
    assert_eq!(
        pointers,
        [
            "/stages/0/final_table/1/rank",
            "/stages/0/final_table/2/criteria/1/value",
            "/stages/0/final_table/3/points"
        ]
    );
    file["stages"][0]["final_table"] = json!([{"rank": 1, "number": 1}]);
    assert_eq!(
        check::standings::check(&event(&file)).len(),
        3,
        "three are missing"
    );
}
