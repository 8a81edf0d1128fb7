//! Stages whose field shrinks or whose settings are wrong; random chains of stages (10.5, 10.6).
use crate::stages::{
    assert_final_places_add_up, by_strength, event, one_round, play, random_result,
};
use saiwu::tournament::event_file;
use saiwu::tournament::field_source::{Carry, CutRule, DivideBy, FieldOrder, FieldSource, Pick};
use saiwu::tournament::format::stages::{
    StageError, consequences, final_places, presets, sitting_out, stage_places,
};
use saiwu::tournament::format::{PairingError, next_round};
use saiwu::tournament::lots::Seed;
use saiwu::tournament::model::{Format, GameResult, Number, Stage};
use saiwu::tournament::regulations::DropRule;
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[test]
fn the_lowest_are_dropped() {
    use saiwu::tournament::model::Edition;
    for edition in [Edition::Approved, Edition::Trial] {
        let rule = DropRule {
            from_round: None,
            per_round: 3,
            keep: 4,
            cut: CutRule::Lots,
        };
        let mut event = event(20, vec![presets::swiss_with_drops(7, rule)]);
        event.tournament.edition = edition;
        let announced = sitting_out::announced(&rule, 20, 7, edition);
        match edition {
            Edition::Approved => assert_eq!(announced, [20, 20, 20, 17, 14, 11, 11]),
            Edition::Trial => assert_eq!(announced, [20, 20, 17, 14, 11, 8, 8]),
        }
        let mut random = Seed::from_text("drops").sequence();
        play(&mut event, 0, |_, _| random_result(&mut random));
        for (r, round) in event.stages[0].rounds.iter().enumerate().skip(1) {
            let playing = 2 * round.games.len() + round.byes.len();
            assert_eq!(playing as u32, announced[r - 1], "round {}", r + 1);
        }
        let places = stage_places(&event, 0, None).unwrap();
        let last: BTreeSet<Number> = event.stages[0].rounds[6]
            .games
            .iter()
            .flat_map(|g| [g.red, g.black])
            .chain(event.stages[0].rounds[6].byes.iter().copied())
            .collect();
        let first: BTreeSet<Number> = places.places[..last.len()]
            .iter()
            .map(|p| p.number)
            .collect();
        assert_eq!(first, last, "whoever played the last round stands first");
        assert_final_places_add_up(&event);
        assert_eq!(
            event_file::read(event_file::write(&event).as_bytes()).unwrap(),
            event
        );
    }
}

/// A tie at the dropping line waits for a decision too.
#[test]
fn a_tie_at_the_dropping_line_stops_the_pairing() {
    let rule = DropRule {
        from_round: Some(1),
        per_round: 1,
        keep: 2,
        cut: CutRule::Wait,
    };
    let mut stage = presets::swiss_with_drops(4, rule);
    stage.regulations.chain = Some(vec![saiwu::tournament::regulations::Criterion::Points]);
    let mut event = event(8, vec![stage]);
    one_round(&mut event, 0, &mut by_strength).unwrap();
    let Err(PairingError::Stages(StageError::CutTie { numbers, taken, .. })) =
        next_round(&event, 0)
    else {
        panic!();
    };
    assert_eq!((numbers.len(), taken), (4, 3));
    event.stages[0].tie_orders = vec![numbers.clone()];
    let round = next_round(&event, 0).unwrap();
    assert_eq!(round.games.len(), 3);
    let playing: BTreeSet<Number> = round
        .games
        .iter()
        .flat_map(|g| [g.red, g.black])
        .chain(round.byes)
        .collect();
    assert!(!playing.contains(&numbers[3]));
}

/// The two who lead after the last round but one play a final, the others the last round.
#[test]
fn a_final_for_the_top_two() {
    let mut event = event(10, presets::swiss_with_final(5));
    let mut random = Seed::from_text("final").sequence();
    for _ in 0..4 {
        one_round(&mut event, 0, &mut |_, _| random_result(&mut random)).unwrap();
    }
    let top = stage_places(&event, 0, None).unwrap();
    let leaders = [top.places[0].number, top.places[1].number];
    one_round(&mut event, 0, &mut |_, _| random_result(&mut random)).unwrap();
    let last = &event.stages[0].rounds[4];
    assert_eq!(last.games.len(), 4);
    assert!(
        leaders
            .iter()
            .all(|n| last.games.iter().all(|g| g.opponent_of(*n).is_none()))
    );
    play(&mut event, 1, |red, _| {
        if red == leaders[1] {
            GameResult::Red
        } else {
            GameResult::Black
        }
    });
    let places = final_places(&event).unwrap();
    assert_eq!(places[0].number, leaders[1]);
    assert_eq!(places[1].number, leaders[0]);
    assert_final_places_add_up(&event);
}

/// A correction shows what it would change and loses nothing: places, the field of the next stage,
/// matches of the bracket, games that would stand in no match.
#[test]
fn settings_are_refused_by_the_field() {
    let pointers = |stage: Value| -> Vec<String> {
        let mut event = event(8, vec![Stage::default()]);
        event.stages.push(serde_json::from_value(stage).unwrap());
        event_file::check(&event)
            .into_iter()
            .map(|f| f.pointer)
            .collect()
    };
    let cases = [
        (
            json!({"format": "swiss", "source": {"picks": [{"stages": [2], "from": 1, "to": 2}]}}),
            "/stages/1/source/picks/0/stages/0",
        ),
        (
            json!({"format": "swiss", "source": {"picks": [{"stages": [], "from": 1, "to": 2}]}}),
            "/stages/1/source/picks/0/stages",
        ),
        (
            json!({"format": "swiss", "source": {"picks": [{"stages": [1], "from": 3, "to": 2}]}}),
            "/stages/1/source/picks/0/from",
        ),
        (
            json!({"format": "swiss", "source": {"divide": {"groups": 2, "this": 3}}}),
            "/stages/1/source/divide/this",
        ),
        (
            json!({"format": "swiss", "source": {"carry": "all"}}),
            "/stages/1/source/carry",
        ),
        (
            json!({"format": "single_elimination", "regulations": {"places_decided": 3}}),
            "/stages/1/regulations/places_decided",
        ),
        (
            json!({"format": "single_elimination", "regulations": {"tie_procedure": []}}),
            "/stages/1/regulations/tie_procedure",
        ),
        (
            json!({"format": "swiss", "regulations": {"drop": {"per_round": 1, "keep": 4}}}),
            "/stages/1/rounds_planned",
        ),
        (
            json!({"format": "swiss", "rounds_planned": 5, "regulations": {"drop": {"per_round": 0, "keep": 4}}}),
            "/stages/1/regulations/drop/per_round",
        ),
        (
            json!({"format": "round_robin", "regulations": {"drop": {"from_round": 1, "per_round": 1, "keep": 4}}}),
            "/stages/1/regulations/drop",
        ),
        (
            json!({"format": "swiss", "tie_orders": [[1, 1]]}),
            "/stages/1/tie_orders/0/1",
        ),
        (
            json!({"format": "swiss", "decisions": [{"match": "M1", "winner": 1}]}),
            "/stages/1/decisions",
        ),
        (
            json!({"format": "single_elimination", "decisions": [{"match": "M1", "winner": 99}]}),
            "/stages/1/decisions/0/winner",
        ),
        (
            json!({"format": "swiss", "carried": [{"number": 99, "points": 2}]}),
            "/stages/1/carried/0/number",
        ),
    ];
    for (stage, pointer) in cases {
        assert_eq!(pointers(stage.clone()), [pointer], "{stage}");
    }
}

/// Random chains of stages, run to the end: every stage ends, fields are settled, places add up,
/// and the whole goes through the file and back.
#[test]
fn random_chains_run_to_the_end() {
    let mut random = Seed::from_text("chains").sequence();
    for case in 0..120 {
        let n = 6 + random.below(19) as u32;
        let mut stages: Vec<Stage> = Vec::new();
        let mut width = n;
        match random.below(4) {
            0 => {
                let groups = 2 + random.below(u64::from(n / 3) - 1) as u32;
                let format = if random.coin() {
                    Format::RoundRobin
                } else {
                    Format::Swiss
                };
                let by = if random.coin() {
                    DivideBy::Snake
                } else {
                    DivideBy::Pots
                };
                stages.extend(presets::groups(format, groups, by, random.coin(), 1));
                for stage in &mut stages {
                    stage.rounds_planned = (format == Format::Swiss).then_some(2);
                }
                let depth = (n / groups).min(1 + random.below(3) as u32);
                stages.push(Stage {
                    format: [Format::SingleElimination, Format::RoundRobin, Format::Swiss]
                        [random.below(3) as usize],
                    source: Some(FieldSource {
                        picks: vec![Pick {
                            stages: (1..=groups).collect(),
                            from: 1,
                            to: depth,
                            ..Pick::default()
                        }],
                        order: [
                            FieldOrder::Picked,
                            FieldOrder::Drawn,
                            FieldOrder::DrawnByRank,
                        ][random.below(3) as usize],
                        cut: CutRule::Lots,
                        ..FieldSource::default()
                    }),
                    ..Stage::default()
                });
                width = depth * groups;
            }
            1 => {
                let rule = DropRule {
                    from_round: Some(2),
                    per_round: 2,
                    keep: 4,
                    cut: CutRule::Lots,
                };
                stages.push(presets::swiss_with_drops(4, rule));
            }
            2 => stages.push(Stage {
                format: Format::Swiss,
                rounds_planned: Some(3),
                ..Stage::default()
            }),
            _ => stages.push(Stage {
                format: Format::RoundRobin,
                ..Stage::default()
            }),
        }
        // One or two more stages, each from the places of the one before.
        for _ in 0..1 + random.below(2) {
            let k = (2 + random.below(u64::from(width.max(3)) - 1) as u32).min(width);
            let formats = [
                Format::SingleElimination,
                Format::DoubleElimination,
                Format::RoundRobin,
                Format::Swiss,
            ];
            let mut format = formats[random.below(4) as usize];
            if format == Format::DoubleElimination && k < 4 {
                format = Format::SingleElimination;
            }
            let table = matches!(format, Format::RoundRobin | Format::Swiss);
            // An earlier bracket or table alike can be picked from; points only from a table.
            let from_table = matches!(
                stages.last().unwrap().format,
                Format::RoundRobin | Format::Swiss
            );
            let previous = stages.len() as u32;
            stages.push(Stage {
                format,
                rounds_planned: (format == Format::Swiss).then_some(1 + random.below(2) as u32),
                source: Some(FieldSource {
                    picks: vec![Pick {
                        stages: vec![previous],
                        from: 1,
                        to: k,
                        ..Pick::default()
                    }],
                    cut: CutRule::Lots,
                    carry: if table && from_table && random.coin() {
                        Carry::All
                    } else {
                        Carry::Fresh
                    },
                    ..FieldSource::default()
                }),
                ..Stage::default()
            });
            width = k;
        }
        for stage in &mut stages {
            if stage.format == Format::Swiss && stage.rounds_planned.is_none() {
                stage.rounds_planned = Some(1);
            }
        }
        let mut event = event(n, stages);
        for stage in 0..event.stages.len() {
            let planned = event.stages[stage].rounds_planned;
            loop {
                if planned.is_some_and(|t| event.stages[stage].rounds.len() as u32 >= t) {
                    break;
                }
                match one_round(&mut event, stage, &mut |_, _| random_result(&mut random)) {
                    Ok(()) => {}
                    Err(PairingError::Finished { .. }) => break,
                    // A small Swiss may have no pairing left: it ends there.
                    Err(PairingError::Infeasible { .. }) => {
                        event.stages[stage].rounds_planned =
                            Some(event.stages[stage].rounds.len() as u32);
                        break;
                    }
                    Err(error) => panic!(
                        "case {case}, stage {}: {error}\n{}",
                        stage + 1,
                        event_file::write(&event)
                    ),
                }
            }
        }
        assert_final_places_add_up(&event);
        assert_eq!(
            event_file::read(event_file::write(&event).as_bytes()).unwrap(),
            event,
            "case {case}"
        );
        assert_eq!(consequences(&event, &event), []);
    }
}
