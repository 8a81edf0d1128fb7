//! The natural limit (4.2.4, 22.2) and repetition (23, 25) as claims in a game.

use saiwu::rules::repetition::Ruling;
use saiwu::rules::repetition::claim::Claim;
use saiwu::rules::{Color, Move, Position};
use saiwu::tournament::conduct::claims::judge_by;
use saiwu::tournament::conduct::entry::{ClaimKind, Reading};
use saiwu::tournament::conduct::{Act, JudgeOpinion, Role, Settings, What, adjudicate};
use saiwu::tournament::model::{Edition, GameResult};
use saiwu::tournament::reason::ResultReason;
use saiwu::tournament::regulations::NaturalLimit;

use super::{Game, claim, mv, settings, settings_from, shuttle};

fn limit(full_moves: u32) -> Settings {
    Settings {
        natural_limit: NaturalLimit {
            full_moves,
            check_cap: Some(10),
        },
        ..settings()
    }
}

fn natural(side: Color) -> Act {
    claim(side, ClaimKind::NaturalLimit)
}

fn repeated(side: Color) -> Act {
    claim(side, ClaimKind::Repetition)
}

fn ruling(ruling: Ruling) -> Act {
    Act::RepetitionRuling {
        ruling,
        judge: None,
        reason: None,
    }
}

fn left(seconds: i64) -> Act {
    let reading = Some(Reading {
        remaining_ms: seconds * 1000,
        period: None,
    });
    Act::Clock {
        red: reading,
        black: reading,
    }
}

#[test]
fn article_4_2_4_a_true_claim_is_a_draw() {
    let mut game = Game::new(limit(2));
    game.play(&shuttle(4)).act(natural(Color::Red));
    game.ended(GameResult::Draw, ResultReason::NaturalLimit);
}

#[test]
fn article_16_3_a_claim_is_made_in_ones_own_time() {
    let mut game = Game::new(limit(2));
    game.play(&shuttle(4));
    assert_eq!(game.refused(natural(Color::Black)).code(), "not_own_time");
    assert_eq!(
        game.refused_by(Role::Black, natural(Color::Red)).code(),
        "not_entitled"
    );
}

#[test]
fn article_22_2_an_untrue_claim_is_a_foul_and_five_minutes() {
    let mut game = Game::new(limit(3));
    game.act(left(600))
        .play(&shuttle(4))
        .act(natural(Color::Red));
    game.goes_on();
    assert_eq!(game.fouls(Color::Red), 1);
    assert_eq!(game.state.fouls().list[0].clause, "8.1.4");
    assert!(game.has(&What::TimeDeducted {
        side: Color::Red,
        seconds: 300
    }));
    assert_eq!(game.state.clock().sides.red.unwrap().remaining_ms, 300_000);
    assert_eq!(
        game.state.clock().sides.black.unwrap().remaining_ms,
        600_000
    );
}

#[test]
fn article_22_2_a_flag_that_falls_through_the_five_minutes_loses() {
    for (seconds, falls) in [(300, true), (301, false), (10, true)] {
        let mut game = Game::new(limit(3));
        game.act(left(seconds))
            .play(&shuttle(4))
            .act(natural(Color::Red));
        if falls {
            game.ended(GameResult::Black, ResultReason::Time);
        } else {
            game.goes_on();
        }
    }
}

#[test]
fn article_4_1_11_a_second_untrue_claim_in_one_stage_loses() {
    let mut game = Game::new(limit(30));
    game.play(&shuttle(4))
        .act(natural(Color::Red))
        .play("h0g2 h9g7");
    // The opponent's untrue claim is his own.
    game.play("g2h0").act(natural(Color::Black)).play("g7h9");
    game.goes_on();
    game.act(natural(Color::Red));
    game.ended(GameResult::Black, ResultReason::NaturalLimitClaims);
}

#[test]
fn article_4_1_11_a_capture_begins_a_new_stage() {
    let mut game = Game::new(limit(30));
    game.act(natural(Color::Red))
        .play("b2b9 a9b9")
        .act(natural(Color::Red));
    game.goes_on();
    assert_eq!(game.fouls(Color::Red), 2);
}

#[test]
fn a_third_foul_by_a_claim_loses_by_fouls() {
    let mut game = Game::new(Settings {
        fouls_to_lose: 1,
        ..limit(30)
    });
    game.act(natural(Color::Red));
    game.ended(GameResult::Black, ResultReason::Fouls);
}

#[test]
fn article_22_4_a_claim_in_time_stands_although_moves_followed() {
    let late = |edition| {
        let mut game = Game::new(Settings {
            edition,
            ..limit(2)
        });
        game.play(&shuttle(4));
        let entry = game.entry(Role::Arbiter, natural(Color::Red));
        game.play("a0a1 a9a8");
        game.state.apply(entry).map(|state| Game { state })
    };
    late(Edition::Approved)
        .unwrap()
        .ended(GameResult::Draw, ResultReason::NaturalLimit);
    assert_eq!(
        late(Edition::Trial).map(|_| ()).unwrap_err().clause(),
        Some("16.3")
    );
    // Not however late.
    let mut game = Game::new(limit(2));
    game.play(&shuttle(4));
    let entry = game.entry(Role::Arbiter, natural(Color::Red));
    game.play("a0a1 a9a8 a1a0");
    assert_eq!(game.state.apply(entry).unwrap_err().clause(), Some("22.4"));
}

#[test]
fn article_22_4_a_claim_in_time_stands_although_the_claimant_overstepped() {
    let overstepped = |edition| {
        let mut game = Game::new(Settings {
            edition,
            ..limit(2)
        });
        game.play(&shuttle(4)).act(Act::Flag {
            side: Color::Red,
            clock: None,
        });
        game.ended(GameResult::Black, ResultReason::Time);
        game
    };
    let mut game = overstepped(Edition::Approved);
    assert_eq!(game.refused(natural(Color::Black)).code(), "not_own_time");
    game.act(natural(Color::Red));
    game.ended(GameResult::Draw, ResultReason::NaturalLimit);
    let game = overstepped(Edition::Trial);
    assert_eq!(game.refused(natural(Color::Red)).code(), "wrong_phase");
}

#[test]
fn an_untrue_claim_after_the_flag_changes_nothing_but_the_fouls() {
    let mut game = Game::new(limit(60));
    game.play(&shuttle(4))
        .act(Act::Flag {
            side: Color::Red,
            clock: None,
        })
        .act(natural(Color::Red));
    game.ended(GameResult::Black, ResultReason::Time);
    assert_eq!(game.fouls(Color::Red), 1);
}

/// Both sides go to and fro: three times round after twelve plies and the move that led here.
fn idle() -> Game {
    let mut game = Game::new(settings());
    game.play("a0a1")
        .play("a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 a0a1");
    game
}

#[test]
fn a_claim_waits_for_its_ruling() {
    let mut game = idle();
    game.act(repeated(Color::Black));
    assert_eq!(game.refused(mv("a9a8")).code(), "claim_pending");
    assert_eq!(game.refused(natural(Color::Black)).code(), "claim_pending");
    assert_eq!(
        game.refused_by(Role::Black, ruling(Ruling::Draw)).code(),
        "not_entitled"
    );
    game.act(ruling(Ruling::NotRepeated));
    assert_eq!(game.state.repetition().unwrap().claim, Claim::Rejected);
    assert_eq!(
        game.fouls(Color::Black),
        0,
        "23.3: not accepted, and no foul"
    );
    assert_eq!(game.refused(ruling(Ruling::Draw)).code(), "no_claim");
    game.play("a9a8");
    game.goes_on();
}

#[test]
fn article_23_5_1_perpetual_check_loses_at_once() {
    for (decision, result) in [
        (Ruling::RedLoses, GameResult::Black),
        (Ruling::BlackLoses, GameResult::Red),
    ] {
        let mut game = idle();
        game.act(repeated(Color::Black)).act(ruling(decision));
        game.ended(result, ResultReason::PerpetualCheck);
    }
}

#[test]
fn article_23_5_2_1_a_draw_when_neither_changes_within_two_full_moves() {
    let mut game = idle();
    game.act(repeated(Color::Black))
        .act(ruling(Ruling::Draw))
        .play("a9a8 a1a0 a8a9");
    game.goes_on();
    game.play("a0a1");
    game.ended(GameResult::Draw, ResultReason::Repetition);
}

#[test]
fn article_23_5_2_either_side_may_change() {
    for (moves, changer) in [("a9a8 a1b1", Color::Red), ("h9g7", Color::Black)] {
        let mut game = idle();
        game.act(repeated(Color::Black))
            .act(ruling(Ruling::Draw))
            .play(moves);
        game.goes_on();
        assert!(game.has(&What::RepetitionChanged { side: changer }));
        assert_eq!(
            game.state.repetition().unwrap().claim,
            Claim::Changed { by: changer }
        );
    }
}

#[test]
fn article_23_5_2_2_who_must_change_and_does_not_loses() {
    let mut game = idle();
    game.act(repeated(Color::Black))
        .act(ruling(Ruling::RedMustChange))
        .play("a9a8 a1a0 a8a9");
    game.goes_on();
    game.play("a0a1");
    game.ended(GameResult::Black, ResultReason::RepetitionUnchanged);
    assert_eq!(game.state.ending().unwrap().clause, "4.1.5");

    let mut game = idle();
    game.act(repeated(Color::Black))
        .act(ruling(Ruling::BlackMustChange))
        .play("a9a8 a1a0 a8a9");
    game.ended(GameResult::Red, ResultReason::RepetitionUnchanged);
}

#[test]
fn article_23_5_2_who_must_change_and_does_plays_on() {
    let mut game = idle();
    game.act(repeated(Color::Black))
        .act(ruling(Ruling::RedMustChange))
        .play("a9a8 a1a0 a8a9 b2e2");
    game.goes_on();
    assert!(game.has(&What::RepetitionChanged { side: Color::Red }));
}

#[test]
fn the_arbiter_may_rule_otherwise_than_the_judge_with_a_reason() {
    let opinion = JudgeOpinion {
        ruling: Ruling::Draw,
        certain: true,
        cycle_start: 9,
    };
    let against = |reason: Option<&str>| Act::RepetitionRuling {
        ruling: Ruling::RedMustChange,
        judge: Some(opinion),
        reason: reason.map(str::to_owned),
    };
    let mut game = idle();
    game.act(repeated(Color::Black));
    assert_eq!(game.refused(against(None)).code(), "reason_needed");
    assert_eq!(game.refused(against(Some(" "))).code(), "reason_needed");
    game.act(against(Some("the rook attacks")));
    let claim = game.state.repetition().unwrap();
    assert_eq!(
        (claim.judge, claim.ruling),
        (Some(opinion), Some(Ruling::RedMustChange))
    );
    game.replays();
    // What the text leaves to him needs none.
    let mut game = idle();
    let unsure = Act::RepetitionRuling {
        ruling: Ruling::RedMustChange,
        judge: Some(JudgeOpinion {
            certain: false,
            ..opinion
        }),
        reason: None,
    };
    game.act(repeated(Color::Black)).act(unsure);
    game.goes_on();
}

#[test]
fn the_arbiter_may_rule_otherwise_on_a_change() {
    let say = |changed| Act::ChangeRuling {
        changed,
        reason: "by its sense".into(),
    };
    let mut game = idle();
    game.act(repeated(Color::Black))
        .act(ruling(Ruling::RedMustChange))
        .play("a9a8");
    // A move outside the cycle that is no change.
    game.play("a1b1")
        .act(say(false))
        .play("a8a9")
        .act(say(false));
    game.goes_on();
    game.play("b1a1");
    game.ended(GameResult::Black, ResultReason::RepetitionUnchanged);
    // And a move inside it that is one.
    game.act(say(true));
    game.goes_on();
    assert_eq!(
        game.state.repetition().unwrap().claim,
        Claim::Changed { by: Color::Red }
    );
    let silent = Act::ChangeRuling {
        changed: true,
        reason: String::new(),
    };
    assert_eq!(game.refused(silent).code(), "reason_needed");
    assert_eq!(
        Game::new(settings()).play("h2e2").refused(say(true)).code(),
        "no_claim"
    );
}

#[test]
fn article_22_4_moves_that_followed_a_claim_are_watched() {
    let mut game = idle();
    let entry = game.entry(Role::Arbiter, repeated(Color::Black));
    game.play("a9a8 a1a0");
    let mut game = Game {
        state: game.state.apply(entry).unwrap(),
    };
    game.act(ruling(Ruling::Draw)).play("a8a9");
    game.goes_on();
    game.play("a0a1");
    game.ended(GameResult::Draw, ResultReason::Repetition);
}

#[test]
fn article_22_4_a_repetition_claim_outlives_only_the_claimants_flag() {
    let flag = |side| Act::Flag { side, clock: None };
    let mut game = idle();
    game.act(repeated(Color::Black)).act(flag(Color::Black));
    game.ended(GameResult::Red, ResultReason::Time);
    game.act(ruling(Ruling::Draw));
    game.ended(GameResult::Draw, ResultReason::Repetition);
    for (end, result, reason) in [
        (
            super::resign(Color::Black),
            GameResult::Red,
            ResultReason::Resignation,
        ),
        (flag(Color::Red), GameResult::Black, ResultReason::Time),
    ] {
        let mut game = idle();
        game.act(repeated(Color::Black)).act(end);
        assert_eq!(game.refused(ruling(Ruling::Draw)).code(), "wrong_phase");
        game.ended(result, reason);
    }
}

#[test]
fn the_judge_is_asked_about_the_moves_up_to_the_claim() {
    let mut game = idle();
    assert_eq!(
        adjudicate(&game.state, |_, _| unreachable!("no claim waits")),
        None
    );
    game.act(repeated(Color::Black));
    let judge = |start: &Position, moves: &[Move]| {
        assert_eq!((start, moves.len()), (&Position::startpos(), 13));
        JudgeOpinion {
            ruling: Ruling::Draw,
            certain: true,
            cycle_start: 9,
        }
    };
    let act = adjudicate(&game.state, judge).unwrap();
    game.act(act).play("a9a8 a1a0 a8a9 a0a1");
    game.ended(GameResult::Draw, ResultReason::Repetition);
}

#[test]
fn the_judge_of_repetition_and_the_conduct_of_a_game_together() {
    // To and fro on both sides: a draw.
    let mut game = idle();
    game.act(repeated(Color::Black));
    let act = adjudicate(&game.state, judge_by(game.state.settings())).unwrap();
    let Act::RepetitionRuling { ruling, .. } = act else {
        panic!("{act:?}")
    };
    assert_eq!(ruling, Ruling::Draw);
    game.act(act);
    game.goes_on();
    // Not three times yet: not accepted (23.3).
    let mut early = Game::new(settings());
    early
        .play("a0a1 a9a8 a1a0 a8a9 a0a1")
        .act(repeated(Color::Black));
    let act = adjudicate(&early.state, judge_by(early.state.settings())).unwrap();
    early.act(act);
    assert_eq!(early.state.repetition().unwrap().claim, Claim::Rejected);
}

#[test]
fn a_perpetual_check_by_the_judge() {
    let mut game = Game::new(settings_from("3k5/9/R7n/9/9/9/9/9/9/4K4 w"));
    game.play("a7a9");
    for _ in 0..3 {
        game.play("d9d8 a9a8 d8d9 a8a9");
    }
    game.act(repeated(Color::Black));
    let act = adjudicate(&game.state, judge_by(game.state.settings())).unwrap();
    game.act(act);
    game.ended(GameResult::Black, ResultReason::PerpetualCheck);
}
