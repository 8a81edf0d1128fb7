//! Changes by hand: what may never be is refused, all else is compared with the engine's pairing,
//! recorded with the round and shown by the checker.
use saiwu::tournament::check;
use saiwu::tournament::event_file;
use saiwu::tournament::format::swiss;
use saiwu::tournament::format::swiss::hand::{
    self, ByHand, Comparison, DeviationKind, FixedGame, HandError, HandGame, HandPairing, Wishes,
};
use saiwu::tournament::format::swiss::reasons::Form;
use saiwu::tournament::generate::{Options, generate};
use saiwu::tournament::model::{Event, Game, GameResult, Round};

/// Eleven players after three rounds.
fn event() -> Event {
    let mut options = Options::new(11, 3, 5);
    options.planned = Some(7);
    generate(&options).unwrap().event
}

fn arrange(wishes: Wishes) -> Result<Comparison, HandError> {
    hand::arrange(&event(), 0, 4, &wishes)
}

fn kinds(comparison: &Comparison) -> Vec<DeviationKind> {
    let mut kinds: Vec<_> = comparison.deviations.iter().map(|d| d.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn engine() -> swiss::Pairing {
    swiss::pair_next(&event(), 0).unwrap()
}

#[test]
fn nothing_wished_is_the_engines_pairing() {
    let same = arrange(Wishes::default()).unwrap();
    assert_eq!(same.deviations, []);
    assert_eq!(same.pairing.games, engine().games);
}

#[test]
fn the_rest_is_paired_around_fixed_tables() {
    let pairing = engine();
    let (a, b) = (pairing.games[0].red, pairing.games[3].black);
    let fixed = FixedGame {
        table: Some(2),
        red: a,
        black: b,
    };
    let changed = arrange(Wishes {
        fix: vec![fixed],
        ..Wishes::default()
    })
    .unwrap();
    let game = &changed.pairing.games[1];
    assert_eq!((game.table, game.red, game.black), (2, a, b));
    assert_eq!(game.reasons.form, Form::ByHand);
    assert!(game.reasons.zh.contains("裁判长") && game.reasons.en.contains("arbiter"));
    let deviation = changed
        .deviations
        .iter()
        .find(|d| d.numbers == [a, b])
        .unwrap();
    assert!(deviation.clause.starts_with("附录二"));
    assert_eq!(changed.engine.unwrap().games, pairing.games);
    // Everyone is paired once.
    let mut all: Vec<u32> = changed
        .pairing
        .games
        .iter()
        .flat_map(|g| [g.red, g.black])
        .collect();
    all.extend(&changed.pairing.byes);
    all.sort_unstable();
    assert_eq!(all, (1..=11).collect::<Vec<_>>());
}

#[test]
fn a_forbidden_pair_is_not_paired() {
    let pair = engine().games[1].clone();
    let wishes = Wishes {
        forbid: vec![(pair.black, pair.red)],
        ..Wishes::default()
    };
    let changed = arrange(wishes).unwrap();
    assert!(changed.pairing.games.iter().all(|g| {
        (g.red, g.black) != (pair.red, pair.black) && (g.black, g.red) != (pair.red, pair.black)
    }));
    assert!(kinds(&changed).contains(&DeviationKind::Pair));
}

#[test]
fn the_bye_can_be_given() {
    let pairing = engine();
    let top = pairing.games[0].red;
    let changed = arrange(Wishes {
        bye: Some(top),
        ..Wishes::default()
    })
    .unwrap();
    assert_eq!(changed.pairing.byes, [top]);
    assert!(kinds(&changed).contains(&DeviationKind::Bye));
    assert!(changed.pairing.bye_reasons[0].zh.contains("裁判长"));
    // In an even field nobody rests.
    let even = generate(&Options::new(10, 3, 5)).unwrap().event;
    let wishes = Wishes {
        bye: Some(1),
        ..Wishes::default()
    };
    assert_eq!(hand::arrange(&even, 0, 4, &wishes), Err(HandError::Byes));
}

#[test]
fn two_change_places() {
    let pairing = engine();
    let (a, b) = (pairing.games[0].red, pairing.games[0].black);
    let colours = arrange(Wishes {
        swap: vec![(a, b)],
        ..Wishes::default()
    })
    .unwrap();
    assert_eq!(kinds(&colours), [DeviationKind::Colours]);
    assert_eq!(
        (colours.pairing.games[0].red, colours.pairing.games[0].black),
        (b, a)
    );
    let rests = pairing.byes[0];
    let bye = arrange(Wishes {
        swap: vec![(a, rests)],
        ..Wishes::default()
    })
    .unwrap();
    assert_eq!(bye.pairing.byes, [a]);
    assert_eq!(bye.pairing.games[0].red, rests);
}

#[test]
fn somebody_twice_or_missing_is_refused() {
    let pairing = engine();
    let games = |change: &dyn Fn(&mut Vec<HandGame>)| {
        let mut games: Vec<HandGame> = pairing
            .games
            .iter()
            .map(|g| HandGame {
                table: g.table,
                red: g.red,
                black: g.black,
            })
            .collect();
        change(&mut games);
        let hand = HandPairing {
            games,
            byes: pairing.byes.clone(),
        };
        hand::compare_hand_pairing(&event(), 0, 4, &hand)
    };
    assert_eq!(games(&|_| {}).unwrap().deviations, []);
    let first = pairing.games[0].clone();
    let second = games(&|g| g[1].red = first.red).unwrap_err();
    assert_eq!(second, HandError::Twice { number: first.red });
    assert_eq!(
        (second.code(), second.clause()),
        ("paired_twice", "附录二.一.3")
    );
    let last = pairing.games[4].clone();
    let missing = games(&|g| {
        g.pop();
    });
    let mut numbers = vec![last.red, last.black];
    numbers.sort_unstable();
    assert_eq!(missing.unwrap_err(), HandError::Missing { numbers });
    assert_eq!(
        games(&|g| g[1].red = 99).unwrap_err(),
        HandError::NotPlaying { number: 99 }
    );
    assert_eq!(
        games(&|g| g[1].table = 1).unwrap_err(),
        HandError::Table { table: 1 }
    );
    let number = first.black;
    assert_eq!(
        games(&|g| g[0].red = number).unwrap_err(),
        HandError::Itself { number }
    );
    for wishes in [
        Wishes {
            bye: Some(1),
            fix: vec![FixedGame {
                table: None,
                red: 1,
                black: 2,
            }],
            ..Wishes::default()
        },
        Wishes {
            fix: [(1, 2), (2, 3)]
                .map(|(red, black)| FixedGame {
                    table: None,
                    red,
                    black,
                })
                .to_vec(),
            ..Wishes::default()
        },
    ] {
        assert!(matches!(arrange(wishes), Err(HandError::Twice { .. })));
    }
}

/// The deviation is recorded with the round, goes through the event file, and the checker shows it.
#[test]
fn the_checker_shows_what_was_recorded() {
    let pairing = engine();
    let (a, b) = (pairing.games[0].red, pairing.games[1].red);
    let changed = arrange(Wishes {
        swap: vec![(a, b)],
        ..Wishes::default()
    })
    .unwrap();
    let mut event = event();
    let games = changed.pairing.games.iter().map(|g| Game {
        table: g.table,
        red: g.red,
        black: g.black,
        game: 1,
        result: Some(GameResult::Draw),
        ..Game::default()
    });
    event.stages[0].rounds.push(Round {
        number: 4,
        byes: changed.pairing.byes.clone(),
        games: games.collect(),
        by_hand: Some(ByHand {
            reason: Some("电视转播".to_owned()),
            deviations: changed.deviations.clone(),
        }),
        ..Round::default()
    });
    let event = event_file::read(event_file::write(&event).as_bytes()).unwrap();
    let findings = check::pairing::check(&event);
    assert_eq!(findings.len(), changed.deviations.len());
    for finding in &findings {
        assert!(
            finding.zh.contains("已记录为裁判长更改: 电视转播"),
            "{}",
            finding.zh
        );
        assert!(
            finding.en.contains("recorded as changed by hand"),
            "{}",
            finding.en
        );
        assert!(finding.pointer.starts_with("/stages/0/rounds/3/games/"));
    }
}
