//! Results and their reasons (4, 20, appendix 3), penalties (18), proposals (4.2.2).

use saiwu::rules::{Color, Position};
use saiwu::tournament::conduct::entry::DecidingBody;
use saiwu::tournament::conduct::proposal::neither_can_win;
use saiwu::tournament::conduct::{Act, FoulKind, Phase, Role, Settings, What};
use saiwu::tournament::model::{GameResult, PenaltyClause};
use saiwu::tournament::reason::ResultReason;
use saiwu::tournament::regulations::{NaturalLimit, TimeControl};

use super::{Game, MATE_IN_ONE, report, resign, settings, settings_from, shuttle};

fn absent(red: bool, black: bool, minutes: u32, appeared: bool) -> Act {
    Act::Absent {
        red,
        black,
        minutes,
        appeared,
    }
}

fn penalty(clause: PenaltyClause) -> Act {
    Act::Penalty {
        side: Color::Red,
        clause,
        reason: "noise".into(),
    }
}

#[test]
fn article_4_1_1_mate_ends_the_game_by_itself() {
    let mut game = Game::from("4k4/R8/9/9/9/9/9/9/1R7/3K5 w");
    game.play("b1b9");
    game.ended(GameResult::Red, ResultReason::Checkmate);
    assert_eq!(game.refused(super::mv("e9e8")).code(), "wrong_phase");
    assert_eq!(game.refused(resign(Color::Red)).code(), "wrong_phase");
}

#[test]
fn article_4_1_2_stalemate_loses_by_itself() {
    let mut game = Game::from("3k5/9/9/3P5/9/9/9/9/9/4K4 w");
    game.play("d6d7");
    game.ended(GameResult::Red, ResultReason::Stalemate);
}

#[test]
fn article_4_1_12_resignation() {
    for (side, result) in [
        (Color::Red, GameResult::Black),
        (Color::Black, GameResult::Red),
    ] {
        let mut game = Game::new(settings());
        assert_eq!(
            game.refused_by(Role::Red, resign(Color::Black)).code(),
            "not_entitled"
        );
        game.play("h2e2").act(resign(side));
        game.ended(result, ResultReason::Resignation);
    }
}

#[test]
fn article_4_1_13_misconduct_needs_its_reason() {
    let misconduct = |reason: &str| Act::Misconduct {
        side: Color::Black,
        clause: "16.3".into(),
        reason: reason.into(),
    };
    let mut game = Game::new(settings());
    assert_eq!(game.refused(misconduct("")).code(), "reason_needed");
    game.act(misconduct("does not obey the arbiter"));
    game.ended(GameResult::Red, ResultReason::Misconduct);
}

#[test]
fn articles_20_1_and_20_2_absence() {
    let game = Game::new(settings());
    assert_eq!(
        game.refused(absent(true, false, 15, false)).clause(),
        Some("20.1")
    );
    assert_eq!(
        game.refused(absent(false, false, 99, false)).code(),
        "not_late"
    );
    for (red, black, appeared, result, reason) in [
        (
            true,
            false,
            false,
            GameResult::RedForfeit,
            ResultReason::Absence,
        ),
        (
            false,
            true,
            false,
            GameResult::BlackForfeit,
            ResultReason::Absence,
        ),
        (
            false,
            true,
            true,
            GameResult::BlackForfeit,
            ResultReason::Late,
        ),
        (
            true,
            true,
            false,
            GameResult::DoubleForfeit,
            ResultReason::BothAbsent,
        ),
    ] {
        let mut game = Game::new(settings());
        game.act(absent(red, black, 16, appeared));
        game.ended(result, reason);
    }
    // Red moved and waited: Black alone is absent.
    let mut game = Game::new(Settings {
        late_minutes: 5,
        ..settings()
    });
    game.play("h2e2");
    assert_eq!(
        game.refused(absent(true, false, 6, false)).code(),
        "contradicts_moves"
    );
    game.act(absent(false, true, 6, false));
    game.ended(GameResult::BlackForfeit, ResultReason::Absence);
}

#[test]
fn a_result_without_moves_needs_only_a_fitting_reason() {
    let game = Game::new(settings());
    for reason in ResultReason::ALL {
        for result in [
            GameResult::Red,
            GameResult::Black,
            GameResult::Draw,
            GameResult::RedForfeit,
            GameResult::BlackForfeit,
            GameResult::DoubleForfeit,
        ] {
            let reported = game.try_by(Role::Arbiter, report(result, reason, None));
            if reason.fits(result) {
                reported.unwrap().ended(result, reason);
            } else {
                assert_eq!(
                    reported.map(|_| ()).unwrap_err().code(),
                    "reason_does_not_fit"
                );
            }
        }
    }
    let by_player = report(GameResult::Red, ResultReason::Checkmate, None);
    assert_eq!(game.refused_by(Role::Red, by_player).code(), "not_entitled");
}

#[test]
fn a_reason_that_the_moves_contradict_needs_the_arbiters_word() {
    let mut game = Game::new(settings());
    game.play("h2e2 h9g7");
    for (result, reason) in [
        (GameResult::Red, ResultReason::Checkmate),
        (GameResult::Red, ResultReason::Stalemate),
        (GameResult::Red, ResultReason::Suicide),
        (GameResult::Red, ResultReason::PerpetualCheck),
        (GameResult::Draw, ResultReason::Repetition),
        (GameResult::Draw, ResultReason::NaturalLimit),
        (GameResult::RedForfeit, ResultReason::Absence),
        (GameResult::DoubleForfeit, ResultReason::BothAbsent),
    ] {
        let error = game.refused(report(result, reason, None));
        assert_eq!(
            (error.code(), error.clause()),
            ("contradicts_moves", Some(reason.clause()))
        );
        assert_eq!(
            game.refused(report(result, reason, Some("  "))).code(),
            "contradicts_moves"
        );
        let mut by_word = game.clone();
        by_word.act(report(
            result,
            reason,
            Some("the record is short of the last moves"),
        ));
        by_word.ended(result, reason);
        assert!(by_word.state.ending().unwrap().by_word && by_word.has(&What::AgainstTheMoves));
    }
    for (result, reason) in [
        (GameResult::Red, ResultReason::Resignation),
        (GameResult::Draw, ResultReason::Agreement),
        (GameResult::Black, ResultReason::Time),
    ] {
        let mut plain = game.clone();
        plain.act(report(result, reason, None));
        plain.ended(result, reason);
        assert!(!plain.state.ending().unwrap().by_word);
    }
}

#[test]
fn reasons_that_the_moves_bear_out_stand() {
    let mut game = Game::new(Settings {
        natural_limit: NaturalLimit {
            full_moves: 2,
            check_cap: None,
        },
        ..settings()
    });
    game.play(&shuttle(4));
    for reason in [ResultReason::Repetition, ResultReason::NaturalLimit] {
        let mut drawn = game.clone();
        drawn.act(report(GameResult::Draw, reason, None));
        drawn.ended(GameResult::Draw, reason);
        assert!(!drawn.state.ending().unwrap().by_word);
    }
}

#[test]
fn a_game_that_the_board_has_ended_has_no_other_result() {
    let mut game = Game::from("4k4/R8/9/9/9/9/9/9/1R7/3K5 w");
    game.play("b1b9");
    let other = report(
        GameResult::Draw,
        ResultReason::Agreement,
        Some("they agreed"),
    );
    assert_eq!(game.refused(other).code(), "contradicts_moves");
    // The sheet that says the same is no second result.
    game.act(report(GameResult::Red, ResultReason::Checkmate, None));
    game.ended(GameResult::Red, ResultReason::Checkmate);
}

#[test]
fn appendix_3_a_draw_of_an_extra_game_is_a_black_win() {
    let control = TimeControl {
        periods: Vec::new(),
        black_periods: None,
        rapid: true,
        draw_is_black_win: true,
    };
    let mut game = Game::new(Settings {
        time_control: Some(control),
        ..settings()
    });
    game.act(report(GameResult::Draw, ResultReason::Agreement, None));
    game.ended(GameResult::Black, ResultReason::DrawIsBlackWin);
}

#[test]
fn appendix_3_note_5_a_draw_with_a_foul_on_record() {
    let drawn = |fouls: &[Color]| {
        let mut game = Game::new(Settings {
            fouls_lose_draws: true,
            ..settings()
        });
        for &side in fouls {
            game.foul(side, FoulKind::Duties);
        }
        game.act(report(GameResult::Draw, ResultReason::Agreement, None));
        game
    };
    drawn(&[]).ended(GameResult::Draw, ResultReason::Agreement);
    drawn(&[Color::Red]).ended(GameResult::Black, ResultReason::RapidFoulDraw);
    drawn(&[Color::Black]).ended(GameResult::Red, ResultReason::RapidFoulDraw);
    drawn(&[Color::Red, Color::Black]).ended(GameResult::Draw, ResultReason::Agreement);
    drawn(&[Color::Red, Color::Red, Color::Black]).ended(GameResult::Draw, ResultReason::Agreement);
}

#[test]
fn article_18_who_may_give_which_penalty() {
    use PenaltyClause::{Expulsion, RecommendedBan, RoundDisqualification, Warning};
    let may = [
        (Role::Arbiter, Warning, true),
        (Role::ChiefArbiter, Warning, true),
        (Role::Organizer, Warning, false),
        (Role::Red, Warning, false),
        (Role::Arbiter, RoundDisqualification, false),
        (Role::ChiefArbiter, RoundDisqualification, true),
        (Role::Organizer, RoundDisqualification, false),
        (Role::ChiefArbiter, Expulsion, false),
        (Role::Organizer, Expulsion, true),
        (Role::ChiefArbiter, RecommendedBan, false),
        (Role::Organizer, RecommendedBan, true),
    ];
    for (role, clause, allowed) in may {
        let mut game = Game::new(settings());
        game.play("h2e2");
        match game.try_by(role, penalty(clause)) {
            Err(error) => {
                assert!(!allowed, "{role:?} {clause:?}");
                assert_eq!(error.code(), "not_entitled");
            }
            Ok(game) => {
                assert!(allowed, "{role:?} {clause:?}");
                assert_eq!(game.state.penalties()[0].clause, clause);
                game.replays();
            }
        }
    }
}

#[test]
fn article_18_2_and_18_3_end_the_game_18_1_does_not() {
    let mut game = Game::new(settings());
    game.act(penalty(PenaltyClause::Warning));
    game.goes_on();
    let mut disqualified = game.clone();
    disqualified.by(
        Role::ChiefArbiter,
        penalty(PenaltyClause::RoundDisqualification),
    );
    disqualified.ended(GameResult::Black, ResultReason::Misconduct);
    game.by(Role::Organizer, penalty(PenaltyClause::Expulsion));
    game.ended(GameResult::Black, ResultReason::Misconduct);
    // After the end it changes no result.
    let mut over = Game::new(settings());
    over.act(resign(Color::Black))
        .by(Role::Organizer, penalty(PenaltyClause::Expulsion));
    over.ended(GameResult::Red, ResultReason::Resignation);
}

#[test]
fn article_18_4_a_recommended_ban_and_its_outcome() {
    let outcome = |entry| Act::PenaltyOutcome {
        entry,
        outcome: "two years".into(),
    };
    let mut game = Game::new(settings());
    game.act(penalty(PenaltyClause::Warning));
    game.by(Role::Organizer, penalty(PenaltyClause::RecommendedBan));
    assert_eq!(
        game.refused_by(Role::Organizer, outcome(0)).code(),
        "nothing_there"
    );
    game.by(Role::Organizer, outcome(1));
    assert_eq!(
        game.state.penalties()[1].outcome.as_deref(),
        Some("two years")
    );
    game.goes_on();
}

#[test]
fn articles_15_and_16_3_disputes_and_appeals() {
    let dispute = |side, appeal| Act::Dispute {
        side,
        subject: "the clock".into(),
        appeal,
    };
    let decide = |entry, body| Act::Decision {
        entry,
        body,
        decision: "play on".into(),
    };
    let mut game = Game::new(settings());
    game.play("h2e2");
    assert_eq!(
        game.refused(dispute(Color::Red, false)).clause(),
        Some("16.3")
    );
    game.by(Role::Black, dispute(Color::Black, false))
        .by(Role::Red, dispute(Color::Red, true));
    assert_eq!(
        game.refused(decide(1, DecidingBody::ChiefArbiter)).code(),
        "not_entitled"
    );
    assert_eq!(
        game.refused(decide(0, DecidingBody::Arbiter)).code(),
        "nothing_there"
    );
    assert_eq!(
        game.refused(decide(2, DecidingBody::Arbiter)).clause(),
        Some("15")
    );
    game.act(decide(1, DecidingBody::Arbiter));
    game.by(Role::Organizer, decide(2, DecidingBody::AppealsCommittee));
    assert!(
        game.state
            .disputes()
            .iter()
            .all(|dispute| dispute.decision.is_some())
    );
    game.goes_on();
}

#[test]
fn article_4_2_2_is_proposed_only_when_nothing_can_cross() {
    let proposed = |fen: &str| neither_can_win(&Position::from_fen(fen).unwrap()).is_some();
    assert!(proposed("3k5/4a4/9/9/9/9/9/4B4/4A4/4K4 w"));
    assert!(!proposed("3k5/4a4/9/9/9/9/P8/4B4/4A4/4K4 w"));
    assert!(!proposed("3k5/4a4/9/9/9/9/9/4B4/4A4/1N2K4 w"));
    assert!(!proposed(saiwu::rules::START_FEN));
    // Proposed, not decided: the arbiter gives it.
    let mut game = Game::from("3k5/4a4/9/9/9/9/9/4B4/4A4/4K4 w");
    assert!(game.state.view().proposal.is_some());
    game.play("e0f0")
        .act(report(GameResult::Draw, ResultReason::NeitherCanWin, None));
    game.ended(GameResult::Draw, ResultReason::NeitherCanWin);
    assert_eq!(game.state.phase(), Phase::Finished);
    assert!(game.state.view().proposal.is_none());
}

/// Generals, advisors and elephants cannot shut each other in: of all their placements, none leaves
/// the side to move without a move. This is what makes the proposal of 4.2.2 certain.
#[test]
fn article_4_2_2_no_stalemate_without_crossing_pieces() {
    use saiwu::rules::{Board, Piece, PieceKind, Setup, Square};
    let square = |file, rank| Square::new(file, rank).unwrap();
    let palace = (3..6).flat_map(|file| (0..3).map(move |rank| (file, rank)));
    let advisors = [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)];
    let elephants = [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)];
    // Up to two of the points, each set once.
    fn choices(points: &[(u8, u8)]) -> Vec<Vec<(u8, u8)>> {
        let mut sets = vec![Vec::new()];
        for (i, &a) in points.iter().enumerate() {
            sets.push(vec![a]);
            sets.extend(points[i + 1..].iter().map(|&b| vec![a, b]));
        }
        sets
    }
    let red = |kind| Piece::new(Color::Red, kind);
    let mut seen = 0;
    for king in palace {
        for guards in choices(&advisors) {
            for sentries in choices(&elephants) {
                for other in 3..6 {
                    let mut board = Board::empty();
                    board.set(square(king.0, king.1), Some(red(PieceKind::General)));
                    board.set(
                        square(other, 9),
                        Some(Piece::new(Color::Black, PieceKind::General)),
                    );
                    let pieces = guards
                        .iter()
                        .map(|&at| (at, PieceKind::Advisor))
                        .chain(sentries.iter().map(|&at| (at, PieceKind::Elephant)));
                    for ((file, rank), kind) in pieces {
                        if board.piece_at(square(file, rank)).is_none() {
                            board.set(square(file, rank), Some(red(kind)));
                        }
                    }
                    let setup = Setup {
                        board,
                        side_to_move: Color::Red,
                        halfmove: 0,
                        fullmove: 1,
                    };
                    if let Ok(position) = Position::try_from(setup) {
                        assert!(position.has_legal_move(), "{}", position.to_fen());
                        seen += 1;
                    }
                }
            }
        }
    }
    assert!(seen > 5_000, "{seen}");
}

#[test]
fn impossible_start_positions_are_refused() {
    let bad = saiwu::tournament::conduct::GameState::new(settings_from("9/9 w"));
    assert_eq!(bad.unwrap_err().code(), "bad_position");
    assert!(saiwu::tournament::conduct::GameState::new(settings_from(MATE_IN_ONE)).is_ok());
}
