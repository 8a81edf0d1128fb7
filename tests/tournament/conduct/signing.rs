//! The end of a game (9): signatures, disputes about the result, corrections.

use saiwu::rules::Color;
use saiwu::tournament::conduct::entry::{Author, Signature};
use saiwu::tournament::conduct::{Act, Phase, Role, Settings};
use saiwu::tournament::model::GameResult;
use saiwu::tournament::reason::ResultReason;

use super::{Game, report, resign, settings, sign};

fn finished(settings: Settings) -> Game {
    let mut game = Game::new(settings);
    game.play("h2e2 h9g7")
        .act(report(GameResult::Draw, ResultReason::Agreement, None));
    game
}

fn correction(result: GameResult, reason: ResultReason) -> Act {
    Act::Correction {
        result,
        reason: Some(reason),
        why: "the sheet was misread".into(),
    }
}

#[test]
fn article_9_three_signatures_confirm() {
    let mut game = finished(settings());
    game.by(Role::Red, sign(Signature::Red))
        .by(Role::Black, sign(Signature::Black));
    assert_eq!(game.state.phase(), Phase::Finished);
    game.act(sign(Signature::Arbiter));
    assert_eq!(game.state.phase(), Phase::Confirmed);
    game.replays();
}

#[test]
fn signatures_come_in_any_order_and_from_whom_they_are_of() {
    let mut game = finished(settings());
    assert_eq!(
        game.refused_by(Role::Red, sign(Signature::Black)).code(),
        "not_entitled"
    );
    assert_eq!(
        game.refused_by(Role::Red, sign(Signature::Arbiter)).code(),
        "not_entitled"
    );
    // The arbiter enters what stands on the paper.
    game.act(sign(Signature::Arbiter))
        .act(sign(Signature::Black))
        .act(sign(Signature::Red));
    assert_eq!(game.state.phase(), Phase::Confirmed);
    assert_eq!(
        Game::new(settings()).refused(sign(Signature::Red)).code(),
        "wrong_phase"
    );
}

#[test]
fn who_enters_is_not_who_confirms() {
    let mut game = finished(Settings {
        double_confirmation: true,
        ..settings()
    });
    game.act(sign(Signature::Red)).act(sign(Signature::Black));
    assert_eq!(game.refused(sign(Signature::Arbiter)).code(), "same_person");
    let mut nameless = game.entry(Role::Arbiter, sign(Signature::Arbiter));
    nameless.by.id = None;
    assert_eq!(
        game.state.apply(nameless.clone()).unwrap_err().code(),
        "same_person"
    );
    nameless.by = Author {
        role: Role::Arbiter,
        id: Some("another".into()),
    };
    game.state = game.state.apply(nameless).unwrap();
    assert_eq!(game.state.phase(), Phase::Confirmed);
}

#[test]
fn a_disputed_result_waits_for_the_chief_arbiter() {
    let mut game = finished(settings());
    let disagree = Act::Confirm {
        signature: Signature::Black,
        agree: false,
        note: None,
    };
    game.by(Role::Red, sign(Signature::Red))
        .by(Role::Black, disagree);
    assert_eq!(game.refused(sign(Signature::Arbiter)).code(), "disputed");
    let nonsense = Act::Confirm {
        signature: Signature::Arbiter,
        agree: false,
        note: None,
    };
    assert_eq!(game.refused(nonsense).code(), "not_entitled");
    game.by(Role::ChiefArbiter, sign(Signature::Arbiter));
    assert_eq!(game.state.phase(), Phase::Confirmed);
}

#[test]
fn a_confirmed_game_changes_only_by_a_correction() {
    let mut game = finished(settings());
    game.act(sign(Signature::Red))
        .act(sign(Signature::Black))
        .act(sign(Signature::Arbiter));
    for act in [
        super::mv("h0g2"),
        resign(Color::Red),
        report(GameResult::Red, ResultReason::Time, None),
        Act::TakeBack {
            to_ply: 0,
            cause: saiwu::tournament::conduct::entry::TakeBackCause::EntryError,
            reason: "x".into(),
        },
        Act::Void {
            entry: 2,
            reason: "x".into(),
        },
        Act::Foul {
            side: Color::Red,
            foul: saiwu::tournament::conduct::FoulKind::Duties,
            note: None,
        },
    ] {
        assert_eq!(game.refused(act).code(), "wrong_phase");
    }
    let right = correction(GameResult::Red, ResultReason::Resignation);
    assert_eq!(game.refused(right.clone()).code(), "not_entitled");
    game.by(Role::ChiefArbiter, right);
    game.ended(GameResult::Red, ResultReason::Resignation);
    assert_eq!(game.state.phase(), Phase::Confirmed);
    let kept = &game.state.signing().corrections[0];
    assert_eq!(kept.old.result, GameResult::Draw);
    assert_eq!(
        (kept.by.role, kept.why.as_str()),
        (Role::ChiefArbiter, "the sheet was misread")
    );
}

#[test]
fn a_correction_needs_a_result_a_reason_and_a_why() {
    let open = Game::new(settings());
    let right = correction(GameResult::Red, ResultReason::Resignation);
    assert_eq!(
        open.refused_by(Role::ChiefArbiter, right).code(),
        "wrong_phase"
    );
    let game = finished(settings());
    let unfit = correction(GameResult::Red, ResultReason::Agreement);
    assert_eq!(
        game.refused_by(Role::ChiefArbiter, unfit).code(),
        "reason_does_not_fit"
    );
    let silent = Act::Correction {
        result: GameResult::Red,
        reason: Some(ResultReason::Resignation),
        why: String::new(),
    };
    assert_eq!(
        game.refused_by(Role::ChiefArbiter, silent).code(),
        "reason_needed"
    );
}

#[test]
fn a_correction_against_the_moves_says_so() {
    let mut game = finished(settings());
    game.by(
        Role::ChiefArbiter,
        correction(GameResult::Red, ResultReason::Checkmate),
    );
    assert!(game.state.ending().unwrap().by_word);
    game.by(
        Role::ChiefArbiter,
        correction(GameResult::Black, ResultReason::Time),
    );
    assert!(!game.state.ending().unwrap().by_word);
    assert_eq!(game.state.signing().corrections.len(), 2);
    game.replays();
}
