//! Chains of stages: groups, finals, qualifying, dropping, carried points, corrections
//! (10.2, 10.5, 10.6, B 10.4).
use saiwu::tournament::event_file;
use saiwu::tournament::field_source::{Carry, CutRule, DivideBy, FieldSource, Pick};
use saiwu::tournament::format::knockout::{bracket_of, layout};
use saiwu::tournament::format::stages::consequences::{ConsequenceKind, Weight, gravest};
use saiwu::tournament::format::stages::{
    StageError, consequences, final_places, presets, resolve, settle,
};
use saiwu::tournament::format::{PairingError, next_round};
use saiwu::tournament::lots::{Seed, Sequence};
use saiwu::tournament::model::{Event, Format, GameResult, Number, Stage};
use saiwu::tournament::points::Points;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) fn event(n: u32, stages: Vec<Stage>) -> Event {
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
pub(crate) fn one_round(
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

pub(crate) fn play(
    event: &mut Event,
    stage: usize,
    mut result: impl FnMut(Number, Number) -> GameResult,
) {
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
pub(crate) fn by_strength(red: Number, black: Number) -> GameResult {
    if red < black {
        GameResult::Red
    } else {
        GameResult::Black
    }
}

pub(crate) fn random_result(random: &mut Sequence) -> GameResult {
    match random.below(10) {
        0..=3 => GameResult::Red,
        4..=6 => GameResult::Black,
        _ => GameResult::Draw,
    }
}

pub(crate) fn assert_final_places_add_up(event: &Event) {
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

pub(crate) fn swiss_with_a_tie_at_the_line() -> Event {
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

pub(crate) fn flip(event: &mut Event, stage: usize, a: Number, b: Number) {
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
