//! Clocks and time (6, 20.1, 21).

use saiwu::rules::Color;
use saiwu::tournament::conduct::clock::{FlagVerdict, moves_required, presets};
use saiwu::tournament::conduct::entry::{AdjustmentClause, Reading};
use saiwu::tournament::conduct::{Act, Settings, What};
use saiwu::tournament::model::{Edition, GameResult};
use saiwu::tournament::reason::ResultReason;
use saiwu::tournament::regulations::TimeControl;

use super::{Game, mv, settings, settings_from};

fn reading(seconds: i64, period: Option<u32>) -> Option<Reading> {
    Some(Reading {
        remaining_ms: seconds * 1000,
        period,
    })
}

fn flag(side: Color) -> Act {
    Act::Flag { side, clock: None }
}

fn adjust(seconds: i64, clause: AdjustmentClause, agreed: bool) -> Act {
    Act::Adjust {
        side: Color::Red,
        seconds,
        clause,
        agreed,
        reason: "the clock stood".into(),
    }
}

fn preset(name: &str) -> TimeControl {
    presets()
        .into_iter()
        .find(|preset| preset.name == name)
        .unwrap()
        .time_control
}

fn timed(name: &str) -> Game {
    Game::new(Settings {
        time_control: Some(preset(name)),
        ..settings()
    })
}

#[test]
fn article_6_has_five_schemes() {
    let clauses: Vec<&str> = presets().iter().map(|preset| preset.clause).collect();
    assert_eq!(clauses, ["6.1", "6.2", "6.3", "6.4", "6.5"]);
    for preset in presets() {
        let control = &preset.time_control;
        let minutes = control.periods[0].base_seconds / 60;
        assert!(
            !control.rapid || minutes <= 15,
            "6.4: at most 15 minutes a side"
        );
        assert_eq!(control.black_periods.is_some(), preset.clause == "6.5");
    }
}

#[test]
fn article_6_2_the_last_period_repeats() {
    let periods = preset("moves_in_period").periods;
    let required = |period| moves_required(&periods, period);
    assert_eq!(
        [required(1), required(2), required(3), required(5)],
        [Some(30), Some(40), Some(50), Some(70)]
    );
    assert_eq!(moves_required(&preset("whole_game").periods, 1), None);
    assert_eq!(moves_required(&preset("whole_game").periods, 2), None);
    assert_eq!(moves_required(&[], 1), None);
    assert_eq!(moves_required(&periods, u32::MAX), Some(u32::MAX));
}

#[test]
fn article_4_1_6_time_used_up_loses() {
    let mut game = timed("whole_game");
    game.play("h2e2").act(Act::Clock {
        red: reading(0, None),
        black: reading(100, None),
    });
    assert_eq!(
        game.state.flag_verdict(Color::Red),
        FlagVerdict::Overstepped
    );
    assert_eq!(game.refused(flag(Color::Black)).clause(), Some("21.3"));
    game.act(flag(Color::Red));
    game.ended(GameResult::Black, ResultReason::Time);
}

#[test]
fn article_21_3_the_last_reading_counts() {
    let mut game = timed("increment");
    game.act(Act::Move {
        mv: "h2e2".parse().unwrap(),
        clock: reading(30, None),
        as_played: false,
    });
    assert_eq!(game.state.flag_verdict(Color::Red), FlagVerdict::InTime);
    assert_eq!(game.state.flag_verdict(Color::Black), FlagVerdict::Unknown);
    assert_eq!(game.state.clock().sides.red.unwrap().remaining_ms, 30_000);
    assert_eq!(game.refused(flag(Color::Red)).code(), "time_not_up");
    game.act(Act::Flag {
        side: Color::Red,
        clock: reading(0, None),
    });
    game.ended(GameResult::Black, ResultReason::Time);
}

#[test]
fn without_a_reading_the_arbiters_word_stands() {
    let mut game = timed("whole_game");
    game.play("h2e2").act(flag(Color::Black));
    game.ended(GameResult::Red, ResultReason::Time);
}

#[test]
fn article_21_1_a_period_whose_moves_are_made_is_over() {
    let mut control = preset("moves_in_period");
    control.periods[0].moves = Some(2);
    let mut game = Game::new(Settings {
        time_control: Some(control),
        ..settings()
    });
    let out = |period| Act::Clock {
        red: reading(0, Some(period)),
        black: None,
    };
    game.play("h2e2 h9g7").act(out(1));
    assert_eq!(
        game.state.flag_verdict(Color::Red),
        FlagVerdict::Overstepped,
        "one of two moves"
    );
    game.play("h0g2").act(out(1));
    assert_eq!(game.state.flag_verdict(Color::Red), FlagVerdict::InTime);
    game.act(out(2));
    assert_eq!(
        game.state.flag_verdict(Color::Red),
        FlagVerdict::Overstepped
    );
}

#[test]
fn article_6_5_each_side_by_its_own_periods() {
    let mut control = preset("moves_in_period");
    control.black_periods = Some(preset("whole_game").periods);
    control.periods[0].moves = Some(1);
    let mut game = Game::new(Settings {
        time_control: Some(control),
        ..settings()
    });
    game.play("h2e2 h9g7").act(Act::Clock {
        red: reading(0, Some(1)),
        black: reading(0, Some(1)),
    });
    assert_eq!(game.state.flag_verdict(Color::Red), FlagVerdict::InTime);
    assert_eq!(
        game.state.flag_verdict(Color::Black),
        FlagVerdict::Overstepped
    );
}

#[test]
fn article_21_6_a_move_that_mates_or_stalemates_has_won() {
    for (fen, text, reason) in [
        (
            "4k4/R8/9/9/9/9/9/9/1R7/3K5 w",
            "b1b9",
            ResultReason::Checkmate,
        ),
        (
            "3k5/9/9/3P5/9/9/9/9/9/4K4 w",
            "d6d7",
            ResultReason::Stalemate,
        ),
    ] {
        let mut game = Game::new(settings_from(fen));
        game.act(Act::Move {
            mv: text.parse().unwrap(),
            clock: reading(0, None),
            as_played: false,
        });
        game.ended(GameResult::Red, reason);
        assert_eq!(game.refused(flag(Color::Red)).code(), "wrong_phase");
    }
}

#[test]
fn article_21_4_a_faulty_clock_is_adjusted_by_agreement() {
    let mut game = timed("whole_game");
    game.act(Act::Clock {
        red: reading(600, None),
        black: None,
    });
    assert_eq!(
        game.refused(adjust(120, AdjustmentClause::FaultyClock, false))
            .clause(),
        Some("21.4")
    );
    game.act(adjust(120, AdjustmentClause::FaultyClock, true));
    assert_eq!(game.state.clock().sides.red.unwrap().remaining_ms, 720_000);
    assert_eq!(game.state.clock().adjustments.len(), 1);
    game.replays();
}

#[test]
fn article_21_5_a_missed_press_is_adjusted_within_one_minute() {
    let mut game = timed("whole_game");
    for seconds in [61, -61] {
        let error = game.refused(adjust(seconds, AdjustmentClause::MissedPress, false));
        assert_eq!(error.clause(), Some("21.5"));
    }
    game.act(adjust(60, AdjustmentClause::MissedPress, false));
    game.act(adjust(-60, AdjustmentClause::MissedPress, false));
    assert_eq!(game.state.clock().adjustments.len(), 2);
}

#[test]
fn article_20_1_the_late_sides_clock_by_edition() {
    let late = |edition, minutes| {
        Game::new(Settings {
            edition,
            ..settings()
        })
        .try_by(
            super::Role::Arbiter,
            Act::Late {
                side: Color::Black,
                minutes,
            },
        )
    };
    for (edition, starts_at_turn) in [(Edition::Trial, true), (Edition::Approved, false)] {
        let game = late(edition, 15).unwrap();
        assert!(game.has(&What::LateClock {
            side: Color::Black,
            starts_at_turn
        }));
    }
    assert_eq!(
        late(Edition::Trial, 16).map(|_| ()).unwrap_err().code(),
        "too_late"
    );
}

#[test]
fn hostile_numbers_do_no_harm() {
    let mut game = timed("whole_game");
    let huge = Some(Reading {
        remaining_ms: i64::MAX,
        period: Some(u32::MAX),
    });
    game.act(Act::Clock {
        red: huge,
        black: huge,
    });
    game.act(adjust(i64::MAX, AdjustmentClause::Odds, false));
    game.act(adjust(i64::MIN, AdjustmentClause::Odds, false));
    let low = Some(Reading {
        remaining_ms: i64::MIN,
        period: Some(0),
    });
    game.act(Act::Clock {
        red: low,
        black: low,
    })
    .act(mv("h2e2"));
    game.replays();
}
