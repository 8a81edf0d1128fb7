//! Chains of stages: groups, finals, qualifying, dropping, carried points, corrections
//! (10.2, 10.5, 10.6, B 10.4).
use saiwu::tournament::event_file;
use saiwu::tournament::field_source::{Carry, CutRule, DivideBy, FieldOrder, FieldSource, Pick};
use saiwu::tournament::format::knockout::{bracket_of, layout};
use saiwu::tournament::format::stages::consequences::{ConsequenceKind, Weight, gravest};
use saiwu::tournament::format::stages::{
    StageError, consequences, final_places, presets, resolve, settle, sitting_out, stage_places,
};
use saiwu::tournament::format::{PairingError, next_round};
use saiwu::tournament::lots::{Seed, Sequence};
use saiwu::tournament::model::{Event, Format, GameResult, Number, Stage};
use saiwu::tournament::points::Points;
use saiwu::tournament::regulations::DropRule;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn event(n: u32, stages: Vec<Stage>) -> Event {
    let entries: Vec<Value> = (1..=n)
        .map(|k| {
            json!({"number": k, "name": format!("棋手{k}"), "seed": k,
                   "unit": format!("单位{}", (k - 1) % 5)})
        })
        .collect();
    let value = json!({
        "format": "saiwu-event/1",
        "tournament": {"name": "组合赛制", "regulations": {
            "lots_seed": Seed::from_text("stages").to_string(),
            "places_decided": 2
        }},
        "entries": entries,
    });
    let mut event = event_file::read(value.to_string().as_bytes()).unwrap();
    event.stages = stages;
    assert_eq!(event_file::check(&event), []);
    event
}

/// Pairs one more round, settles the field where that is due, and plays it.
fn one_round(
    event: &mut Event,
    stage: usize,
    result: &mut dyn FnMut(Number, Number) -> GameResult,
) -> Result<(), PairingError> {
    let paired = next_round(event, stage)?;
    if let Some(field) = &paired.field {
        event.stages[stage].entries = Some(field.entries.clone());
        event.stages[stage].carried = field.carried.clone();
        event.draws.extend(field.lots.clone());
    }
    let mut round = paired.to_round();
    for game in &mut round.games {
        game.result
            .get_or_insert_with(|| result(game.red, game.black));
    }
    event.stages[stage].rounds.push(round);
    Ok(())
}

fn play(event: &mut Event, stage: usize, mut result: impl FnMut(Number, Number) -> GameResult) {
    let planned = event.stages[stage].rounds_planned;
    for _ in 0..500 {
        if planned.is_some_and(|t| event.stages[stage].rounds.len() as u32 >= t) {
            return;
        }
        match one_round(event, stage, &mut result) {
            Ok(()) => {}
            Err(PairingError::Finished { .. }) => return,
            Err(error) => panic!("stage {}: {error}", stage + 1),
        }
    }
    panic!("stage {} does not end", stage + 1);
}

/// The stronger (smaller number) always wins.
fn by_strength(red: Number, black: Number) -> GameResult {
    if red < black {
        GameResult::Red
    } else {
        GameResult::Black
    }
}

fn random_result(random: &mut Sequence) -> GameResult {
    match random.below(10) {
        0..=3 => GameResult::Red,
        4..=6 => GameResult::Black,
        _ => GameResult::Draw,
    }
}

fn assert_final_places_add_up(event: &Event) {
    let places = final_places(event).unwrap();
    assert_eq!(places.len(), event.entries.len());
    let mut next = 1;
    for group in places.chunk_by(|a, b| a.from == b.from) {
        assert_eq!(group[0].from, next, "{places:?}");
        next += group.len() as u32;
        assert!(group.iter().all(|p| p.to == next - 1));
    }
    let numbers: BTreeSet<Number> = places.iter().map(|p| p.number).collect();
    assert_eq!(numbers.len(), event.entries.len());
}

/// 10.2 with crossing finals: four groups by the snake, two of each in a bracket, group mates in
/// different halves, so that they can meet again in the final only.
#[test]
fn groups_by_the_snake_then_crossing_finals() {
    let mut stages = presets::groups(Format::RoundRobin, 4, DivideBy::Snake, false, 1);
    stages.push(presets::crossing_finals(4, 2, 8));
    let mut event = event(12, stages);
    for group in 0..4 {
        play(&mut event, group, by_strength);
    }
    assert_eq!(event.field(0), [1, 8, 9]);
    assert_eq!(event.field(3), [4, 5, 12]);
    play(&mut event, 4, by_strength);
    let field = event.field(4);
    assert_eq!(
        field[..4],
        [1, 2, 3, 4],
        "winners of the groups keep their order"
    );
    let slots = layout::slots(8);
    let slot = |n: Number| slots[field.iter().position(|m| *m == n).unwrap()];
    for (winner, second) in [(1, 8), (2, 7), (3, 6), (4, 5)] {
        assert_eq!(
            layout::meeting_round(slot(winner), slot(second)),
            3,
            "{winner} {second}"
        );
    }
    let places: Vec<_> = final_places(&event).unwrap();
    let order: Vec<Number> = places.iter().map(|p| p.number).collect();
    assert_eq!(order[..4], [1, 2, 3, 4]);
    assert!(
        places[8..].iter().all(|p| (p.from, p.to) == (9, 12)),
        "all thirds share 9–12"
    );
    assert_final_places_add_up(&event);
    assert_eq!(
        event_file::read(event_file::write(&event).as_bytes()).unwrap(),
        event
    );
}

/// Two groups, crossing semi-finals: first of A against second of B.
#[test]
fn two_groups_cross() {
    let mut stages = presets::groups(Format::RoundRobin, 2, DivideBy::Snake, false, 1);
    stages.push(presets::crossing_finals(2, 2, 4));
    let mut event = event(8, stages);
    play(&mut event, 0, by_strength);
    play(&mut event, 1, by_strength);
    one_round(&mut event, 2, &mut by_strength).unwrap();
    let semis: BTreeSet<BTreeSet<Number>> = event.stages[2].rounds[0]
        .games
        .iter()
        .map(|g| BTreeSet::from([g.red, g.black]))
        .collect();
    // Snake: A = 1 4 5 8, B = 2 3 6 7.
    assert_eq!(
        semis,
        BTreeSet::from([BTreeSet::from([1, 3]), BTreeSet::from([2, 4])])
    );
}

/// Same-unit entries are spread over the groups, with the snake and with pots.
#[test]
fn groups_spread_units() {
    for by in [DivideBy::Snake, DivideBy::Pots] {
        let event = event(20, presets::groups(Format::RoundRobin, 4, by, true, 1));
        let mut seen = BTreeSet::new();
        for group in 0..4 {
            let field = resolve(&event, group).unwrap();
            assert_eq!(field.entries.len(), 5);
            let units: BTreeSet<u32> = field.entries.iter().map(|n| (n - 1) % 5).collect();
            assert_eq!(
                units.len(),
                5,
                "{by:?}: four of each unit, one in each group"
            );
            assert_eq!(field.lots.len(), usize::from(by == DivideBy::Pots));
            seen.extend(field.entries);
        }
        assert_eq!(seen.len(), 20, "the groups divide the field");
    }
}

/// Finals by equal place, points among those who moved on carried along.
#[test]
fn finals_by_equal_place_with_carried_points() {
    let mut stages = presets::groups(Format::RoundRobin, 2, DivideBy::Snake, false, 1);
    let pick = Pick {
        stages: vec![1, 2],
        from: 1,
        to: 2,
        ..Pick::default()
    };
    stages.push(Stage {
        format: Format::RoundRobin,
        source: Some(FieldSource {
            picks: vec![pick],
            carry: Carry::AmongQualified,
            ..FieldSource::default()
        }),
        ..Stage::default()
    });
    let mut event = event(8, stages);
    play(&mut event, 0, by_strength);
    play(&mut event, 1, by_strength);
    let field = resolve(&event, 2).unwrap();
    assert_eq!(field.entries, [1, 2, 4, 3]);
    let carried: BTreeMap<Number, Points> =
        field.carried.iter().map(|c| (c.number, c.points)).collect();
    assert_eq!(carried[&1], Points::whole(2), "1 beat 4 in the group");
    assert_eq!(carried[&4], Points::ZERO);
    settle(&mut event, 2).unwrap();
    play(&mut event, 2, |_, _| GameResult::Draw);
    let table = saiwu::tournament::standings::compute(&event, 2, None).unwrap();
    let points: BTreeMap<Number, Points> =
        table.rows.iter().map(|r| (r.number, r.points)).collect();
    assert_eq!(
        (points[&1], points[&2]),
        (Points::whole(5), Points::whole(5))
    );
    assert_eq!(
        (points[&3], points[&4]),
        (Points::whole(3), Points::whole(3))
    );

    let finals = presets::finals_by_place(Format::RoundRobin, 2, 4, Carry::All, 2);
    event.stages.truncate(2);
    event.stages.extend(finals);
    for final_ in 2..6 {
        play(&mut event, final_, by_strength);
    }
    let order: Vec<_> = final_places(&event)
        .unwrap()
        .iter()
        .map(|p| (p.number, p.stage))
        .collect();
    assert_eq!(
        order,
        [
            (1, 3),
            (2, 3),
            (3, 4),
            (4, 4),
            (5, 5),
            (6, 5),
            (7, 6),
            (8, 6)
        ]
    );
}

/// The best of several thirds, groups of different size compared by points per opponent.
#[test]
fn the_best_thirds_move_on() {
    let mut stages = presets::groups(Format::RoundRobin, 3, DivideBy::Snake, false, 1);
    stages.push(Stage {
        format: Format::SingleElimination,
        source: Some(FieldSource {
            picks: vec![
                Pick {
                    stages: vec![1, 2, 3],
                    from: 1,
                    to: 2,
                    ..Pick::default()
                },
                Pick {
                    stages: vec![1, 2, 3],
                    from: 3,
                    to: 3,
                    best: Some(2),
                    ..Pick::default()
                },
            ],
            cut: CutRule::Lots,
            ..FieldSource::default()
        }),
        ..Stage::default()
    });
    // Groups: 1 6 7, 2 5 8 11, 3 4 9 10 (11 entries).
    let mut event = event(11, stages);
    for group in 0..3 {
        play(&mut event, group, by_strength);
    }
    let field = resolve(&event, 3).unwrap();
    assert_eq!(field.entries.len(), 8);
    // Thirds: 7 with 0 of 2 games, 8 and 9 with one win of 3.
    assert!(field.entries.contains(&8) && field.entries.contains(&9));
    assert!(field.notes.iter().any(|n| n.code == "best_across"));
}

fn swiss_with_a_tie_at_the_line() -> Event {
    let mut stages = presets::swiss_then_knockout(3, 4);
    // Only points: ties are certain.
    stages[0].regulations.chain = Some(vec![saiwu::tournament::regulations::Criterion::Points]);
    let mut event = event(12, stages);
    play(&mut event, 0, by_strength);
    event
}

/// 10.5: the first k of a Swiss go to a knock-out. Ties on the line are never resolved silently:
/// they stop the draw until a play-off, an order on record, or lots, and are noted.
#[test]
fn ties_on_the_cut_line_are_told_and_resolved_three_ways() {
    let event = swiss_with_a_tie_at_the_line();
    let Err(StageError::CutTie {
        stage: 0,
        numbers,
        taken,
    }) = resolve(&event, 1)
    else {
        panic!("{:?}", resolve(&event, 1));
    };
    assert!(numbers.len() as u32 > taken && taken > 0);
    assert!(matches!(
        next_round(&event, 1),
        Err(PairingError::Stages(StageError::CutTie { .. }))
    ));

    // An order on record.
    let mut ordered = event.clone();
    let order: Vec<Number> = numbers.iter().rev().copied().collect();
    ordered.stages[0].tie_orders = vec![order.clone()];
    let field = resolve(&ordered, 1).unwrap();
    assert!(
        order[..taken as usize]
            .iter()
            .all(|n| field.entries.contains(n))
    );
    assert!(field.notes.iter().any(|n| n.code == "tie_order"));

    // Lots.
    let mut by_lots = event.clone();
    by_lots.stages[1].source.as_mut().unwrap().cut = CutRule::Lots;
    let field = resolve(&by_lots, 1).unwrap();
    assert_eq!(field, resolve(&by_lots, 1).unwrap());
    assert!(field.notes.iter().any(|n| n.code == "tie_lots"));
    by_lots.tournament.regulations.lots_seed = None;
    assert_eq!(
        resolve(&by_lots, 1),
        Err(StageError::NeedsSeed { stage: 1 })
    );

    // A play-off among them.
    let mut played = event.clone();
    played.stages.push(Stage {
        format: Format::Playoff,
        entries: Some(numbers.clone()),
        ..Stage::default()
    });
    assert!(
        resolve(&played, 1).is_err(),
        "the play-off has not been played"
    );
    play(&mut played, 2, by_strength);
    let field = resolve(&played, 1).unwrap();
    assert!(
        numbers[..taken as usize]
            .iter()
            .all(|n| field.entries.contains(n))
    );
    assert!(field.notes.iter().any(|n| n.code == "tie_playoff"));
    play(&mut played, 1, by_strength);
    assert_final_places_add_up(&played);
}

#[test]
fn nothing_moves_on_from_a_stage_that_is_not_over() {
    let mut event = event(8, presets::swiss_then_knockout(3, 4));
    one_round(&mut event, 0, &mut by_strength).unwrap();
    assert_eq!(resolve(&event, 1), Err(StageError::NotFinished(0)));
}

/// 10.6, B 10.4.2: the lowest are dropped after each round from half time on; the numbers are known
/// beforehand; who stayed longer is placed higher.
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
fn a_correction_shows_its_consequences() {
    let mut stages = presets::groups(Format::RoundRobin, 2, DivideBy::Snake, false, 1);
    stages.push(presets::crossing_finals(2, 2, 2));
    let mut before = event(8, stages);
    play(&mut before, 0, by_strength);
    play(&mut before, 1, by_strength);
    assert_eq!(consequences(&before, &before), []);

    // Nobody has moved on yet: places change, nothing more.
    let mut after = before.clone();
    flip(&mut after, 0, 4, 5);
    let found = consequences(&before, &after);
    assert_eq!(gravest(&found), Some(Weight::Note));
    assert!(
        found
            .iter()
            .any(|c| c.kind == ConsequenceKind::Place && c.numbers == [5])
    );

    // The field is settled, nothing played: a reason is needed.
    settle(&mut before, 2).unwrap();
    let mut after = before.clone();
    flip(&mut after, 0, 4, 5);
    let found = consequences(&before, &after);
    let field = found
        .iter()
        .find(|c| c.kind == ConsequenceKind::Field)
        .unwrap();
    assert_eq!(
        (field.weight, field.numbers.clone()),
        (Weight::NeedsReason, vec![4, 5])
    );

    // The semi-final has been played: a conflict, and the games are still there.
    play(&mut before, 2, by_strength);
    let mut after = before.clone();
    flip(&mut after, 0, 4, 5);
    assert_eq!(
        gravest(&consequences(&before, &after)),
        Some(Weight::Conflict)
    );
    let mut after = before.clone();
    let semi = &mut after.stages[2].rounds[0].games[0];
    semi.result = semi.result.map(GameResult::swapped);
    let found = consequences(&before, &after);
    let lost = found
        .iter()
        .find(|c| c.kind == ConsequenceKind::GamesWithoutMatch)
        .unwrap();
    assert_eq!((lost.weight, lost.stage), (Weight::Conflict, Some(3)));
    assert_eq!(bracket_of(&after, 2).unwrap().conflicts.len(), 1);
}

fn flip(event: &mut Event, stage: usize, a: Number, b: Number) {
    let game = event.stages[stage]
        .rounds
        .iter_mut()
        .flat_map(|r| &mut r.games)
        .find(|g| g.opponent_of(a) == Some(b))
        .unwrap();
    game.result = game.result.map(|r| match r {
        GameResult::Red => GameResult::Black,
        GameResult::Black => GameResult::Red,
        other => other,
    });
}

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
