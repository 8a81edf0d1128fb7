//! Article 7.5 and the notations of programs, over cases and games from outside.

use proptest::prelude::*;
use saiwu::rules::notation::{Notation, Reader, WxfDialect, write, write_wxf};
use saiwu::rules::{Move, Position, Setup};

use crate::data::{rows, text};

#[test]
fn cases_read_as_a_tolerant_and_as_a_strict_reader_would() {
    for row in rows("notation_cases.jsonl").unwrap_or_default() {
        let kind: Notation = serde_json::from_value(row["kind"].clone()).expect("a notation");
        for (field, reader) in [
            ("expected", Reader::tolerant(kind)),
            ("strict", Reader::strict(kind)),
        ] {
            // A side without its general has no legal move; other set-ups are read as they stand.
            let setup = Setup::from_fen(text(&row, "fen")).expect("a set-up");
            let answer = match Position::for_reading(setup) {
                Err(_) => "illegal".to_owned(),
                Ok(position) => match reader.read(&position, text(&row, "text")) {
                    Ok(mv) => mv.to_string(),
                    Err(error) => error.code().to_owned(),
                },
            };
            assert_eq!(answer, text(&row, field), "{field} of {row}");
        }
    }
}

#[test]
fn games_read_to_the_same_squares_and_stop_at_the_same_ply() {
    for row in rows("games_sample.jsonl").unwrap_or_default() {
        let mut position = Position::from_fen(text(&row, "start_fen")).expect("a position");
        let mut iccs = text(&row, "iccs").split_whitespace();
        let mut refused = false;
        for printed in text(&row, "moves").split_whitespace() {
            match Reader::tolerant(Notation::Chinese).read(&position, printed) {
                Ok(mv) => {
                    assert_eq!(Some(mv.to_string().as_str()), iccs.next(), "{}", row["id"]);
                    position = position.play(mv).expect("legal");
                }
                Err(_) => {
                    refused = true;
                    break;
                }
            }
        }
        assert_eq!(iccs.next(), None, "{}", row["id"]);
        assert_eq!(refused, !row["error"].is_null(), "{}", row["id"]);
        assert_eq!(position.to_fen(), text(&row, "final_fen"), "{}", row["id"]);
    }
}

/// Every legal move of a position, written in every notation, reads back to itself.
fn round_trip(position: &Position) {
    for &mv in &position.legal_moves() {
        for notation in Notation::ALL {
            let written = write(position, mv, notation);
            let strict = Reader::strict(notation).with_dialect(WxfDialect::Wxf);
            assert_eq!(
                strict.read(position, &written),
                Ok(mv),
                "{written}: {position:?}"
            );
            // A short form without its line is 平 by the book; a tolerant reader cannot know.
            if notation != Notation::Short {
                let tolerant = Reader::tolerant(notation).read(position, &written);
                assert_eq!(tolerant, Ok(mv), "{written}: {position:?}");
            }
        }
        let index = write_wxf(position, mv, WxfDialect::Index);
        let reader = Reader::strict(Notation::Wxf).with_dialect(WxfDialect::Index);
        assert_eq!(
            reader.read(position, &index),
            Ok(mv),
            "{index}: {position:?}"
        );
    }
}

/// A sample by default; all games with `SAIWU_ALL_GAMES=1`, as `scripts/round-trip` does.
#[test]
fn legal_moves_of_games_survive_every_notation() {
    let step = if std::env::var_os("SAIWU_ALL_GAMES").is_some() {
        1
    } else {
        97
    };
    for row in rows("games_sample.jsonl")
        .unwrap_or_default()
        .iter()
        .step_by(step)
    {
        let mut position = Position::from_fen(text(row, "start_fen")).expect("a position");
        for iccs in text(row, "iccs").split_whitespace() {
            round_trip(&position);
            position = position.play(iccs.parse().expect("a move")).expect("legal");
        }
    }
}

/// A position some random legal moves away from the start.
fn random_position() -> impl Strategy<Value = Position> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..120).prop_map(|choices| {
        let mut position = Position::startpos();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[choice.index(moves.len())]);
        }
        position
    })
}

/// Positions with soldiers doubled, tripled and more, which games hardly ever have.
fn crowded_soldiers() -> impl Strategy<Value = Position> {
    let point = (0u8..9, 5u8..10);
    prop::collection::btree_set(point, 2..=5).prop_map(|points| {
        let mut ranks = vec![vec!['1'; 9]; 10];
        ranks[0][4] = 'K';
        ranks[9][3] = 'k';
        for (file, rank) in points {
            let cell = &mut ranks[usize::from(rank)][usize::from(file)];
            if *cell == '1' {
                *cell = 'P';
            }
        }
        let rows: Vec<String> = ranks
            .iter()
            .rev()
            .map(|rank| rank.iter().collect())
            .collect();
        // Black to move may be in check, so Red only moves where that is a position.
        Position::from_fen(&format!("{} w - - 0 1", rows.join("/")))
            .unwrap_or_else(|_| Position::startpos())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn written_moves_read_back(position in random_position()) {
        round_trip(&position);
    }

    #[test]
    fn crowded_soldiers_read_back(position in crowded_soldiers()) {
        round_trip(&position);
        round_trip(&position.swap_colors());
    }

    /// Exchanging the colours changes numerals and words, never what a move says.
    #[test]
    fn wxf_is_the_same_for_both_sides(position in random_position()) {
        let swapped = position.swap_colors().mirror();
        for &mv in &position.legal_moves() {
            prop_assert_eq!(
                write(&position, mv, Notation::Wxf),
                write(&swapped, mv.flip().mirror(), Notation::Wxf)
            );
        }
    }

    #[test]
    fn any_text_is_answered(position in random_position(), text in "\\PC{0,12}") {
        for reader in Notation::ALL.map(Reader::tolerant).into_iter().chain([Reader::default()]) {
            if let Ok(mv) = reader.read(&position, &text) {
                prop_assert!(position.is_legal(mv));
            }
        }
    }

    #[test]
    fn likely_text_is_answered(
        position in random_position(),
        text in "[前中后一二三五九兵车炮马相仕帅进退平1-9+\\-.=RCHPa-i\u{332}\u{305}]{1,6}",
    ) {
        for notation in Notation::ALL {
            let tolerant = Reader::tolerant(notation).read(&position, &text);
            let strict = Reader::strict(notation).read(&position, &text);
            // What the book form says, a tolerant reader never takes for another move.
            if let (Ok(strict), Ok(tolerant)) = (&strict, &tolerant) {
                prop_assert_eq!(strict, tolerant);
            }
            if let Ok(mv) = tolerant {
                prop_assert!(position.legal_moves().contains(&mv));
            }
        }
    }
}

#[test]
fn moves_parse_as_coordinates_do() {
    let position = Position::startpos();
    for &mv in &position.legal_moves() {
        assert_eq!(write(&position, mv, Notation::Iccs).parse::<Move>(), Ok(mv));
    }
}
