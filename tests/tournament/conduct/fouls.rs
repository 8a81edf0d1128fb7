//! Fouls (8), gaps in the record (7), draw offers (22.1).

use saiwu::rules::Color;
use saiwu::tournament::conduct::entry::{ClaimKind, FairCopy};
use saiwu::tournament::conduct::{Act, FoulKind, Role, Settings, What};
use saiwu::tournament::model::GameResult;
use saiwu::tournament::reason::ResultReason;

use super::{Game, claim, resign, settings};

fn offer(side: Color) -> Act {
    Act::DrawOffer { side }
}

fn answer(side: Color, accept: bool) -> Act {
    Act::DrawAnswer { side, accept }
}

fn missed(side: Color, missed_plies: u32) -> Act {
    Act::RecordFault {
        side,
        missed_plies,
        unreadable: false,
    }
}

#[test]
fn article_4_1_10_three_fouls_lose() {
    let mut game = Game::new(settings());
    game.foul(Color::Red, FoulKind::Disturbing)
        .foul(Color::Red, FoulKind::ClockStopped);
    game.foul(Color::Black, FoulKind::Duties);
    game.goes_on();
    game.foul(Color::Red, FoulKind::Duties);
    game.ended(GameResult::Black, ResultReason::Fouls);
}

#[test]
fn the_limit_of_fouls_is_a_setting() {
    for limit in [2, 4] {
        let mut game = Game::new(Settings {
            fouls_to_lose: limit,
            ..settings()
        });
        for _ in 1..limit {
            game.foul(Color::Black, FoulKind::Duties);
        }
        game.goes_on();
        game.foul(Color::Black, FoulKind::Duties);
        game.ended(GameResult::Red, ResultReason::Fouls);
    }
}

#[test]
fn every_foul_names_its_clause() {
    let mut game = Game::new(Settings {
        fouls_to_lose: 99,
        illegal_moves_to_lose: 2,
        ..settings()
    });
    for (number, foul) in (1..).zip([
        FoulKind::Disturbing,
        FoulKind::ClockStopped,
        FoulKind::DrawOffers,
        FoulKind::NaturalLimitClaim,
        FoulKind::Touch,
        FoulKind::Record,
        FoulKind::ClockBeforeMove,
        FoulKind::IllegalMove,
        FoulKind::Duties,
    ]) {
        game.foul(Color::Red, foul);
        let record = game.state.fouls().list.last().unwrap();
        assert_eq!(record.clause, format!("8.1.{number}"));
    }
    assert_eq!(game.fouls(Color::Red), 9);
}

#[test]
fn article_4_1_9_the_clock_pressed_before_moving_twice() {
    let mut game = Game::new(settings());
    game.foul(Color::Black, FoulKind::ClockBeforeMove);
    game.goes_on();
    assert_eq!(game.fouls(Color::Black), 1, "8.1.7");
    game.foul(Color::Black, FoulKind::ClockBeforeMove);
    game.ended(GameResult::Red, ResultReason::ClockBeforeMove);
}

#[test]
fn article_7_1_missed_plies() {
    let mut game = Game::new(Settings {
        fouls_to_lose: 9,
        ..settings()
    });
    for (more, fouls) in [(3, 0), (1, 1), (3, 1), (1, 2), (4, 3), (8, 5)] {
        game.act(missed(Color::Red, more));
        assert_eq!(game.fouls(Color::Red), fouls);
    }
    let mut at_once = Game::new(settings());
    at_once.act(missed(Color::Black, 8));
    assert_eq!(at_once.fouls(Color::Black), 2);
    at_once.act(missed(Color::Black, 4));
    at_once.ended(GameResult::Red, ResultReason::Fouls);
}

#[test]
fn article_7_1_only_where_a_record_is_kept() {
    let game = Game::new(Settings {
        record_duty: false,
        ..settings()
    });
    assert_eq!(game.refused(missed(Color::Red, 4)).clause(), Some("7.1"));
    let game = Game::new(settings());
    assert_eq!(
        game.refused(missed(Color::Red, 1_000_000)).code(),
        "nothing_there"
    );
}

#[test]
fn article_7_2_an_unreadable_record_is_confirmed_by_the_chief_arbiter() {
    let unreadable = Act::RecordFault {
        side: Color::Red,
        missed_plies: 4,
        unreadable: true,
    };
    let mut game = Game::new(settings());
    assert_eq!(game.refused(unreadable.clone()).clause(), Some("7.2"));
    game.by(Role::ChiefArbiter, unreadable);
    assert_eq!(game.fouls(Color::Red), 1);
    // 22.3: no claims by such a record.
    let error = game.refused(claim(Color::Red, ClaimKind::Repetition));
    assert_eq!(error.clause(), Some("22.3"));
}

#[test]
fn article_22_3_too_many_gaps_bar_claims() {
    let mut game = Game::new(settings());
    game.act(missed(Color::Red, 7))
        .act(claim(Color::Red, ClaimKind::NaturalLimit));
    let mut game = Game::new(settings());
    game.act(missed(Color::Red, 8));
    for kind in [ClaimKind::NaturalLimit, ClaimKind::Repetition] {
        assert_eq!(game.refused(claim(Color::Red, kind)).clause(), Some("22.3"));
    }
}

#[test]
fn article_7_3_a_fair_copy_and_7_4_its_refusal() {
    let mut game = Game::new(settings());
    game.play("h2e2").act(resign(Color::Black));
    for state in [FairCopy::Demanded, FairCopy::Delivered] {
        game.act(Act::FairCopy {
            side: Color::Red,
            state,
        });
        assert_eq!(game.state.fair_copies().red, Some(state));
    }
    game.replays();
    let mut refusing = Game::new(settings());
    refusing.act(Act::FairCopy {
        side: Color::Red,
        state: FairCopy::Refused,
    });
    refusing.act(Act::Misconduct {
        side: Color::Red,
        clause: "7.4".into(),
        reason: "refuses to complete the record".into(),
    });
    refusing.ended(GameResult::Black, ResultReason::Misconduct);
}

#[test]
fn article_8_2_resigning_at_once_spares_the_foul() {
    let mut game = Game::new(settings());
    game.foul(Color::Red, FoulKind::Duties)
        .act(resign(Color::Red));
    game.ended(GameResult::Black, ResultReason::Resignation);
    assert_eq!(game.fouls(Color::Red), 0);
    assert!(
        game.state.fouls().list[0].waived,
        "it stays on record as not judged"
    );
    assert!(game.has(&What::FoulWaived { side: Color::Red }));
    // Not at once, or not the offender: the foul stands.
    let mut later = Game::new(settings());
    later
        .foul(Color::Red, FoulKind::Duties)
        .play("h2e2 h9g7")
        .act(resign(Color::Red));
    assert_eq!(later.fouls(Color::Red), 1);
    let mut other = Game::new(settings());
    other
        .foul(Color::Red, FoulKind::Duties)
        .act(resign(Color::Black));
    assert_eq!(other.fouls(Color::Red), 1);
}

#[test]
fn article_8_2_even_after_the_foul_that_had_lost() {
    let mut game = Game::new(Settings {
        fouls_to_lose: 1,
        ..settings()
    });
    game.foul(Color::Red, FoulKind::Duties);
    game.ended(GameResult::Black, ResultReason::Fouls);
    assert_eq!(game.refused(resign(Color::Black)).code(), "wrong_phase");
    game.act(resign(Color::Red));
    game.ended(GameResult::Black, ResultReason::Resignation);
    assert_eq!(game.fouls(Color::Red), 0);
}

#[test]
fn article_4_2_1_a_draw_by_agreement() {
    let mut game = Game::new(settings());
    game.play("h2e2 h9g7")
        .act(offer(Color::Red))
        .act(answer(Color::Black, true));
    game.ended(GameResult::Draw, ResultReason::Agreement);
}

#[test]
fn article_22_1_an_offer_is_made_in_ones_own_time_and_cannot_be_taken_back() {
    let mut game = Game::new(settings());
    assert_eq!(game.refused(offer(Color::Black)).clause(), Some("22.1"));
    game.act(offer(Color::Red)).play("h2e2");
    assert_eq!(
        game.state.offer(),
        Some(Color::Red),
        "one's own move does not end it"
    );
    assert_eq!(game.refused(answer(Color::Red, true)).code(), "no_offer");
    assert_eq!(game.refused(offer(Color::Black)).code(), "offer_stands");
    game.act(answer(Color::Black, true));
    game.ended(GameResult::Draw, ResultReason::Agreement);
}

#[test]
fn article_22_1_an_offer_is_refused_by_word_or_by_moving() {
    let mut game = Game::new(settings());
    game.act(offer(Color::Red)).act(answer(Color::Black, false));
    assert_eq!(game.state.offer(), None);
    game.play("h2e2").act(offer(Color::Black)).play("h9g7 h0g2");
    assert_eq!(game.state.offer(), None);
    assert!(game.has(&What::OfferRefused { side: Color::Black }));
    assert_eq!(game.refused(answer(Color::Red, true)).code(), "no_offer");
    game.goes_on();
}

#[test]
fn article_8_1_3_offers_that_exceed_the_opponents_by_two() {
    let mut game = Game::new(settings());
    game.act(offer(Color::Red)).play("h2e2 h9g7");
    assert_eq!(game.fouls(Color::Red), 0, "one more is allowed");
    game.act(offer(Color::Red)).play("h0g2");
    assert_eq!(game.fouls(Color::Red), 1);
    game.play("b9c7 b0c2")
        .act(offer(Color::Black))
        .play("a9a8 a0a1 a8a9");
    game.act(offer(Color::Red));
    assert_eq!(game.fouls(Color::Red), 2, "three against one");
    assert_eq!(game.fouls(Color::Black), 0);
    assert_eq!(game.state.fouls().list[0].clause, "8.1.3");
}
