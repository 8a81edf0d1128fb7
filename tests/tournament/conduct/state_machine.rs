//! What holds for every log: random acts, and the sample games with claims at every repetition.

use proptest::prelude::*;
use saiwu::rules::repetition::Ruling;
use saiwu::rules::{Color, Move};
use saiwu::tournament::conduct::claims::judge_by;
use saiwu::tournament::conduct::entry::{
    ClaimKind, Reading, Signature, TakeBackCause, TouchedPiece,
};
use saiwu::tournament::conduct::{Act, FoulKind, GameState, Phase, Role, Settings, adjudicate};
use saiwu::tournament::model::{Edition, Fouls, GameResult, PenaltyClause};
use saiwu::tournament::reason::ResultReason;
use saiwu::tournament::regulations::NaturalLimit;

use super::{Game, report, settings, some_move};

fn sides() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Red), Just(Color::Black)]
}

fn roles() -> impl Strategy<Value = Role> {
    prop_oneof![
        6 => Just(Role::Arbiter),
        2 => Just(Role::ChiefArbiter),
        1 => Just(Role::Organizer),
        1 => Just(Role::Red),
        1 => Just(Role::Black),
    ]
}

/// An act, possible or not; a number stands for a move or an entry of the game it comes to.
#[derive(Clone, Debug)]
enum Step {
    Legal(usize),
    AnyMove(u8, u8, bool),
    Back(usize),
    Void(usize),
    Sheet(usize, usize),
    Other(Box<Act>),
}

fn steps() -> impl Strategy<Value = (Role, Step)> {
    let reading = || {
        proptest::option::of((-10i64..600).prop_map(|seconds| Reading {
            remaining_ms: seconds * 1000,
            period: None,
        }))
    };
    let fouls = proptest::sample::select(vec![
        FoulKind::Disturbing,
        FoulKind::ClockBeforeMove,
        FoulKind::Touch,
        FoulKind::Duties,
    ]);
    let rulings = proptest::sample::select(vec![
        Ruling::RedLoses,
        Ruling::BlackMustChange,
        Ruling::RedMustChange,
        Ruling::Draw,
        Ruling::NotRepeated,
    ]);
    let results =
        proptest::sample::select(vec![GameResult::Red, GameResult::Black, GameResult::Draw]);
    let reasons = proptest::sample::select(ResultReason::ALL.to_vec());
    let signatures =
        proptest::sample::select(vec![Signature::Red, Signature::Black, Signature::Arbiter]);
    let penalties = proptest::sample::select(vec![
        PenaltyClause::Warning,
        PenaltyClause::RoundDisqualification,
        PenaltyClause::Expulsion,
    ]);
    let other = |act: Act| Step::Other(Box::new(act));
    let step = prop_oneof![
        20 => any::<usize>().prop_map(Step::Legal),
        2 => (0u8..90, 0u8..90, any::<bool>()).prop_map(|(from, to, word)| Step::AnyMove(from, to, word)),
        2 => any::<usize>().prop_map(Step::Back),
        1 => any::<usize>().prop_map(Step::Void),
        2 => sides().prop_map(move |side| other(Act::DrawOffer { side })),
        2 => (sides(), any::<bool>()).prop_map(move |(side, accept)| other(Act::DrawAnswer { side, accept })),
        3 => sides().prop_map(move |side| other(Act::Claim { side, claim: ClaimKind::Repetition })),
        1 => sides().prop_map(move |side| other(Act::Claim { side, claim: ClaimKind::NaturalLimit })),
        3 => rulings.prop_map(move |ruling| other(Act::RepetitionRuling { ruling, judge: None, reason: None })),
        1 => any::<bool>().prop_map(move |changed| other(Act::ChangeRuling { changed, reason: "so".into() })),
        2 => (sides(), fouls).prop_map(move |(side, foul)| other(Act::Foul { side, foul, note: None })),
        1 => (sides(), 0u32..6).prop_map(move |(side, missed_plies)| other(Act::RecordFault { side, missed_plies, unreadable: false })),
        1 => (0u8..90).prop_map(move |square| other(Act::Touch {
            touched: vec![TouchedPiece { square: saiwu::rules::Square::from_index(square).unwrap(), together: false }],
            announced: false, accidental: false, dropped: false,
        })),
        1 => (reading(), reading()).prop_map(move |(red, black)| other(Act::Clock { red, black })),
        1 => sides().prop_map(move |side| other(Act::Flag { side, clock: None })),
        1 => sides().prop_map(move |side| other(Act::Resign { side })),
        1 => (results, reasons, any::<bool>()).prop_map(move |(result, reason, word)| other(report(result, reason, word.then_some("word")))),
        2 => (signatures, any::<bool>()).prop_map(move |(signature, agree)| other(Act::Confirm { signature, agree, note: None })),
        1 => Just(other(Act::Correction { result: GameResult::Red, reason: Some(ResultReason::Resignation), why: "so".into() })),
        1 => (sides(), penalties).prop_map(move |(side, clause)| other(Act::Penalty { side, clause, reason: "so".into() })),
        1 => (0u32..40).prop_map(move |minutes| other(Act::ColoursSwapped { minutes: Some(minutes), as_paired: false, note: None })),
        1 => Just(other(Act::ResultRemoved { why: "so".into() })),
        1 => (0u32..3, 0u32..3).prop_map(move |(red, black)| other(Act::FoulCount { fouls: Fouls { red, black } })),
        1 => (sides(), any::<bool>()).prop_map(move |(side, yes)| other(if yes {
            Act::Claim { side, claim: ClaimKind::NeitherCanWin }
        } else {
            Act::DrawRuling { accept: true, reason: Some("so".into()) }
        })),
        1 => (0u32..60).prop_map(move |from| other(Act::Undone { from, reason: "so".into() })),
        2 => (any::<usize>(), any::<usize>()).prop_map(|(from, choice)| Step::Sheet(from, choice)),
    ];
    (roles(), step)
}

fn act(state: &GameState, step: Step) -> Option<Act> {
    let plain = |mv: Move| Act::Move {
        mv,
        clock: None,
        as_played: false,
    };
    Some(match step {
        Step::Legal(choice) => plain(some_move(state.position(), choice)?),
        Step::AnyMove(from, to, as_played) => {
            let square = saiwu::rules::Square::from_index;
            Act::Move {
                mv: Move::new(square(from)?, square(to)?),
                clock: None,
                as_played,
            }
        }
        Step::Back(choice) => Act::TakeBack {
            to_ply: choice as u32 % (state.ply() + 1),
            cause: [
                TakeBackCause::Displaced,
                TakeBackCause::Illegal,
                TakeBackCause::EntryError,
            ][choice % 3],
            reason: "so".into(),
        },
        Step::Void(choice) => Act::Void {
            entry: choice as u32 % (state.log().len() as u32 + 1),
            reason: "so".into(),
        },
        Step::Sheet(from, choice) => {
            let from_ply = from % (state.ply() as usize + 1);
            let mut position = *state.start();
            for &mv in &state.moves()[..from_ply] {
                position = position.play(mv).unwrap();
            }
            Act::Sheet {
                from_ply: from_ply as u32,
                moves: some_move(&position, choice).into_iter().collect(),
                text: None,
                reason: Some("so".into()),
            }
        }
        Step::Other(act) => *act,
    })
}

/// What may follow a result: only a way to undo, correct, or judge what came before it.
fn may_change_a_result(act: &Act) -> bool {
    matches!(
        act,
        Act::Correction { .. }
            | Act::ResultRemoved { .. }
            | Act::Undone { .. }
            | Act::TakeBack { .. }
            | Act::Void { .. }
            | Act::Claim { .. }
            | Act::RepetitionRuling { .. }
            | Act::ChangeRuling { .. }
            | Act::Resign { .. }
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_path_leads_to_two_results_and_a_log_replays(
        steps in proptest::collection::vec(steps(), 1..60),
        trial in any::<bool>(),
        lenient in 1u32..3,
        fouls_to_lose in 2u32..5,
        two_persons in any::<bool>(),
    ) {
        let settings = Settings {
            edition: if trial { Edition::Trial } else { Edition::Approved },
            illegal_moves_to_lose: lenient,
            fouls_to_lose,
            double_confirmation: two_persons,
            natural_limit: NaturalLimit { full_moves: 4, check_cap: Some(1) },
            ..settings()
        };
        let mut game = Game::new(settings);
        for (role, step) in steps {
            let Some(act) = act(&game.state, step) else { continue };
            let before = game.state.clone();
            let Ok(after) = game.try_by(role, act.clone()) else {
                prop_assert_eq!(&game.state, &before);
                continue;
            };
            let (old, new) = (before.ending(), after.state.ending());
            // A result and the end of the game are one thing.
            prop_assert_eq!(new.is_some(), matches!(after.state.phase(), Phase::Finished | Phase::Confirmed));
            if let Some(ending) = new {
                prop_assert!(ending.reason.is_none_or(|reason| reason.fits(ending.result)));
            }
            if let Some(old) = old
                && new.map(|new| (new.result, new.reason)) != Some((old.result, old.reason))
            {
                prop_assert!(may_change_a_result(&act), "{:?}", act);
                if before.phase() == Phase::Confirmed {
                    let corrected = matches!(
                        act,
                        Act::Correction { .. } | Act::ResultRemoved { .. } | Act::Undone { .. }
                    );
                    prop_assert!(corrected, "{:?}", act);
                }
            }
            // The record holds nothing but legal moves.
            let mut position = *after.state.start();
            for &mv in after.state.moves() {
                position = position.play(mv).unwrap();
            }
            prop_assert_eq!(&position, after.state.position());
            game = after;
        }
        game.replays();
    }
}

/// The sample games, move by move, with a claim wherever a position stands for the third time: the
/// conduct never refuses a published move, and a ruling always leaves a game that can go on or is over.
#[test]
fn the_sample_games_with_claims_at_every_repetition() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../shared/data/games_sample.jsonl"
    );
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("{path}: not present");
        return;
    };
    let (mut games, mut claims, mut accepted) = (0, 0, 0);
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let fen = row["start_fen"].as_str().unwrap();
        let mut state = GameState::new(super::settings_from(fen)).unwrap();
        let mut seen: std::collections::HashMap<u64, u32> = std::collections::HashMap::new();
        for text in row["iccs"].as_str().unwrap_or_default().split_whitespace() {
            let game = Game { state };
            state = game.try_by(Role::Arbiter, super::mv(text)).unwrap().state;
            let times = seen.entry(state.position().hash()).or_default();
            *times += 1;
            if *times < 3 || state.ending().is_some() {
                continue;
            }
            // Asked on a copy: the published game went on without a ruling.
            let asked = Game {
                state: state.clone(),
            };
            let side = state.side_to_move();
            let claimed = asked
                .try_by(Role::Arbiter, super::claim(side, ClaimKind::Repetition))
                .unwrap();
            let ruling = adjudicate(&claimed.state, judge_by(claimed.state.settings())).unwrap();
            let ruled = claimed.try_by(Role::Arbiter, ruling).unwrap();
            claims += 1;
            let claim = ruled.state.repetition().unwrap();
            assert!(!claim.waits());
            accepted += u32::from(claim.ruling != Some(Ruling::NotRepeated));
        }
        games += 1;
    }
    println!("{games} games, {claims} claims, {accepted} accepted");
    assert!(games > 0 && claims > 0);
}
