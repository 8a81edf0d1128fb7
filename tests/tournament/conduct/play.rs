//! Moves, illegal moves (3.4, 4.1.3, 4.1.8, 8.1.8), touched pieces (5.1 to 5.7) and what is undone (5.8 to
//! 5.10).

use saiwu::rules::Color;
use saiwu::tournament::conduct::entry::{TakeBackCause, TouchedPiece};
use saiwu::tournament::conduct::{Act, FoulKind, Phase, Role, Settings, What};
use saiwu::tournament::model::GameResult;
use saiwu::tournament::reason::ResultReason;

use super::{Game, mv, played, settings, settings_from};

fn touch(squares: &[&str]) -> Act {
    let piece = |square: &&str| TouchedPiece {
        square: square.parse().unwrap(),
        together: false,
    };
    Act::Touch {
        touched: squares.iter().map(piece).collect(),
        announced: false,
        accidental: false,
        dropped: false,
    }
}

fn take_back(to_ply: u32, cause: TakeBackCause) -> Act {
    Act::TakeBack {
        to_ply,
        cause,
        reason: "found".into(),
    }
}

/// A provincial event: the second illegal move loses.
fn lenient() -> Game {
    Game::new(Settings {
        illegal_moves_to_lose: 2,
        ..settings()
    })
}

#[test]
fn a_first_move_begins_the_game() {
    let mut game = Game::new(settings());
    assert_eq!(game.state.phase(), Phase::Scheduled);
    game.play("h2e2 h9g7");
    assert_eq!((game.state.phase(), game.state.ply()), (Phase::Playing, 2));
    game.replays();
}

#[test]
fn an_illegal_move_is_refused_with_its_reason() {
    let game = Game::new(settings());
    let error = game.refused(mv("b0d1"));
    assert_eq!((error.code(), error.clause()), ("illegal", Some("2.2")));
    assert!(error.zh().contains("蹩腿"));
}

#[test]
fn an_entry_for_another_ply_is_refused() {
    let mut game = Game::new(settings());
    let stale = game.entry(Role::Arbiter, mv("h2e2"));
    game.act(mv("b2e2"));
    assert_eq!(game.state.apply(stale).unwrap_err().code(), "wrong_ply");
}

#[test]
fn players_enter_their_own_moves_only() {
    let mut game = Game::new(settings());
    assert_eq!(
        game.refused_by(Role::Black, mv("h2e2")).code(),
        "not_entitled"
    );
    game.by(Role::Red, mv("h2e2"));
    assert_eq!(
        game.refused_by(Role::Black, played("h9h8")).code(),
        "not_entitled"
    );
    game.by(Role::Black, mv("h9g7"));
    assert_eq!(
        game.refused_by(Role::Organizer, mv("h0g2")).code(),
        "not_entitled"
    );
}

#[test]
fn article_4_1_3_suicide_loses_at_once() {
    for (fen, text, kind) in [
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0", "facing_kings"),
        ("4k4/9/9/9/9/9/9/9/r8/3K5 w", "d0d1", "king_offered"),
        ("4k4/9/9/9/9/9/8P/9/9/r2K5 w", "i3i4", "check_unanswered"),
    ] {
        // At every level: suicide is no matter of counting.
        let mut game = Game::new(Settings {
            illegal_moves_to_lose: 2,
            ..settings_from(fen)
        });
        game.act(played(text));
        game.ended(GameResult::Black, ResultReason::Suicide);
        let side = Color::Red;
        assert!(game.has(&What::Suicide {
            side,
            mv: text.parse().unwrap(),
            suicide: kind
        }));
        assert_eq!(game.state.ply(), 0, "it does not go on record as a move");
    }
}

#[test]
fn article_4_1_8_the_first_illegal_move_loses_a_national_game() {
    let mut game = Game::new(settings());
    game.play("h2e2").act(played("a9a5"));
    game.ended(GameResult::Red, ResultReason::IllegalMoves);
    assert_eq!(game.fouls(Color::Black), 0);
}

#[test]
fn article_8_1_8_elsewhere_the_first_is_a_foul_and_the_second_loses() {
    let mut game = lenient();
    game.act(played("a0a5"));
    game.goes_on();
    assert_eq!((game.fouls(Color::Red), game.state.ply()), (1, 0));
    assert_eq!(game.state.illegal_moves().red, 1);
    // 5.8.3: play goes back to it, and its piece counts as touched (5.1).
    let error = game.refused(mv("h2e2"));
    assert_eq!(error.code(), "not_compelled");
    game.play("a0a1 a9a8").act(played("a1a5"));
    game.ended(GameResult::Black, ResultReason::IllegalMoves);
}

#[test]
fn the_opponents_illegal_moves_are_his_own() {
    let mut game = lenient();
    game.act(played("a0a5")).play("a0a1").act(played("a9a5"));
    game.goes_on();
    assert_eq!((game.fouls(Color::Red), game.fouls(Color::Black)), (1, 1));
}

#[test]
fn an_illegal_move_of_a_piece_that_cannot_move_compels_nothing() {
    let mut game = lenient();
    // The elephant's general-side neighbour: the rook i0 can move, the advisor f0 only to e1.
    game.act(played("f0f1"));
    assert_eq!(game.refused(mv("h2e2")).code(), "not_compelled");
    let mut shut_in = Game::new(Settings {
        illegal_moves_to_lose: 2,
        ..settings_from("3k5/9/9/9/9/9/9/9/4K4/R4A3 w")
    });
    shut_in.act(played("f0g1")).play("a0a1");
    shut_in.goes_on();
}

#[test]
fn articles_5_1_to_5_4_bind_the_next_move() {
    let mut game = Game::new(settings());
    game.act(touch(&["b0"]));
    assert_eq!(game.state.compelled().unwrap().len(), 2);
    let error = game.refused(mv("h2e2"));
    assert_eq!((error.code(), error.clause()), ("not_compelled", Some("5")));
    game.play("b0c2");
    assert_eq!(game.state.compelled(), None);
    game.play("h9g7");
    game.goes_on();
}

#[test]
fn article_8_1_5_touching_what_cannot_move_is_a_foul() {
    let mut game = Game::new(settings());
    game.act(touch(&["e0"])).act(touch(&["e9"]));
    assert_eq!(
        game.fouls(Color::Red),
        1,
        "the general can move, the enemy general cannot be taken"
    );
    assert_eq!(game.state.fouls().list[0].clause, "8.1.5");
    assert_eq!(game.refused(touch(&["e5"])).code(), "bad_square");
}

#[test]
fn a_later_touch_does_not_widen_an_earlier_one() {
    let mut game = Game::new(settings());
    game.act(touch(&["b0"])).act(touch(&["h2"]));
    assert_eq!(game.refused(mv("h2e2")).code(), "not_compelled");
}

#[test]
fn the_arbiters_word_lets_another_piece_move() {
    let mut game = Game::new(settings());
    game.act(touch(&["b0"])).act(played("h2e2"));
    assert_eq!(game.state.ply(), 1);
    game.goes_on();
}

#[test]
fn article_5_8_2_displaced_pieces_go_back_within_five_full_moves() {
    let mut game = Game::new(settings());
    game.play("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 c6c5 g3g4 a9a8");
    let mut back = game.clone();
    back.act(take_back(0, TakeBackCause::Displaced));
    assert_eq!(back.state.ply(), 0);
    assert_eq!(back.state.compelled(), None, "any piece may be moved");
    back.play("b2e2");
    game.play("a0a1");
    assert_eq!(
        game.refused(take_back(0, TakeBackCause::Displaced))
            .clause(),
        Some("5.8.2")
    );
    game.act(take_back(1, TakeBackCause::Displaced));
    assert_eq!(game.state.side_to_move(), Color::Black);
    game.goes_on();
}

#[test]
fn article_5_8_3_an_illegal_move_found_later() {
    let mut game = lenient();
    game.play("h2e2 h9g7 h0g2")
        .act(take_back(1, TakeBackCause::Illegal));
    assert_eq!(game.fouls(Color::Black), 1);
    assert_eq!(game.refused(mv("b9c7")).code(), "not_compelled");
    game.play("h9i7");
    game.goes_on();
    // Where the first illegal move loses, it loses.
    let mut national = Game::new(settings());
    national
        .play("h2e2 h9g7 h0g2")
        .act(take_back(1, TakeBackCause::Illegal));
    national.ended(GameResult::Red, ResultReason::IllegalMoves);
}

#[test]
fn an_entry_error_costs_nobody_anything() {
    let mut game = Game::new(settings());
    game.play("h2e2 h9g7")
        .act(take_back(1, TakeBackCause::EntryError))
        .play("b9c7");
    assert_eq!(game.state.ply(), 2);
    assert_eq!(game.fouls(Color::Black), 0);
    assert_eq!(
        game.refused(take_back(2, TakeBackCause::EntryError)).code(),
        "nothing_there"
    );
    let silent = Act::TakeBack {
        to_ply: 0,
        cause: TakeBackCause::EntryError,
        reason: " ".into(),
    };
    assert_eq!(game.refused(silent).code(), "reason_needed");
    game.replays();
}

#[test]
fn a_mate_entered_by_mistake_can_be_taken_back_a_resignation_not() {
    let mut game = Game::from("4k4/R8/9/9/9/9/9/9/1R7/3K5 w");
    game.play("b1b9");
    game.ended(GameResult::Red, ResultReason::Checkmate);
    game.act(take_back(0, TakeBackCause::EntryError));
    game.goes_on();
    game.act(Act::Resign { side: Color::Red });
    assert_eq!(
        game.refused(take_back(0, TakeBackCause::EntryError)).code(),
        "nothing_there"
    );
}

#[test]
fn article_5_8_1_colours_swapped() {
    let swapped = |minutes| Act::ColoursSwapped {
        minutes: Some(minutes),
        as_paired: false,
        note: None,
    };
    let mut game = Game::new(settings());
    game.play("h2e2 h9g7")
        .foul(Color::Red, FoulKind::Duties)
        .act(swapped(20));
    assert_eq!(
        (game.state.ply(), game.fouls(Color::Red)),
        (0, 0),
        "begun anew"
    );
    assert!(!game.state.colours_swapped() && game.has(&What::Restarted));
    game.play("h2e2 h9g7").act(swapped(21));
    assert_eq!(game.state.ply(), 2);
    assert!(game.state.colours_swapped());
    game.act(Act::Resign { side: Color::Black });
    game.ended(GameResult::Red, ResultReason::Resignation);
    assert_eq!(
        game.state.paired_result(),
        Some(GameResult::Black),
        "paired and played are kept apart"
    );
    // Found only after the end, the game stands as played, however short it was.
    let mut late = Game::new(settings());
    late.play("h2e2")
        .act(Act::Resign { side: Color::Black })
        .act(swapped(3));
    late.ended(GameResult::Red, ResultReason::Resignation);
    assert_eq!(late.state.paired_result(), Some(GameResult::Black));
}

#[test]
fn articles_5_9_and_5_10_are_on_record() {
    let mut game = Game::new(settings());
    game.act(Act::Start {})
        .act(Act::UpsetPieces { side: Color::Red });
    let name = |side, text: &str| Act::PointNamed {
        side,
        mv: text.parse().unwrap(),
    };
    assert_eq!(
        game.refused(name(Color::Red, "h2e2")).clause(),
        Some("5.10")
    );
    assert_eq!(game.refused(name(Color::Black, "b0d1")).code(), "illegal");
    game.act(name(Color::Black, "h2f2"));
    assert_eq!(game.refused(mv("h2e2")).code(), "not_compelled");
    game.play("h2f2");
    game.goes_on();
}

#[test]
fn an_entry_made_by_mistake_is_left_out() {
    let void = |entry| Act::Void {
        entry,
        reason: "wrong board".into(),
    };
    let mut game = Game::new(Settings {
        fouls_to_lose: 2,
        ..settings()
    });
    game.play("h2e2")
        .foul(Color::Red, FoulKind::Duties)
        .play("h9g7")
        .foul(Color::Red, FoulKind::Touch);
    game.ended(GameResult::Black, ResultReason::Fouls);
    game.act(void(1));
    game.goes_on();
    assert_eq!((game.fouls(Color::Red), game.state.ply()), (1, 2));
    assert_eq!(game.refused(void(1)).code(), "cannot_void");
    assert_eq!(game.refused(void(0)).code(), "cannot_void");
    assert_eq!(game.refused(void(99)).code(), "nothing_there");
    game.play("h0g2");
    game.goes_on();
}

#[test]
fn unknown_fields_and_kinds_of_entries_are_refused_by_name() {
    let read = |text: &str| serde_json::from_str::<Act>(text).map_err(|error| error.to_string());
    assert!(read(r#"{"kind": "move", "move": "h2e2"}"#).is_ok());
    assert!(
        read(r#"{"kind": "move", "move": "h2e2", "speed": 3}"#)
            .unwrap_err()
            .contains("speed")
    );
    assert!(read(r#"{"kind": "hop"}"#).unwrap_err().contains("hop"));
    assert!(
        read(r#"{"kind": "move", "move": "z9"}"#)
            .unwrap_err()
            .contains("z9")
    );
}
