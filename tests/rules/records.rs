//! Game records: the sample games through every format and encoding, random trees through PGN and
//! DhtmlXQ, and texts that mean harm.

use proptest::prelude::*;
use saiwu::rules::notation::Notation;
use saiwu::rules::record::{
    Aside, GameResult, Import, Line, Ply, Record, dhtmlxq, import, list, pgn,
};
use saiwu::rules::{Position, START_FEN};

use crate::data::{rows, text};

fn games(bytes: &[u8]) -> Vec<Import> {
    import(bytes).collect()
}

/// The sample games as one PGN file, their moves as printed.
fn sample_as_pgn() -> Option<(Vec<serde_json::Value>, String)> {
    let rows = rows("games_sample.jsonl")?;
    let mut file = String::new();
    for row in &rows {
        file.push_str(&format!(
            "[Game \"Chinese Chess\"]\n[Event \"{}\"]\n[Red \"{}\"]\n[Result \"{}\"]\n",
            text(row, "event"),
            text(row, "red"),
            text(row, "result")
        ));
        if text(row, "start_fen") != START_FEN {
            file.push_str(&format!("[FEN \"{}\"]\n", text(row, "start_fen")));
        }
        file.push('\n');
        for (ply, printed) in text(row, "moves").split_whitespace().enumerate() {
            if ply % 2 == 0 {
                file.push_str(&format!("{}. ", ply / 2 + 1));
            }
            file.push_str(printed);
            file.push(if ply % 10 == 9 { '\n' } else { ' ' });
        }
        file.push_str(&format!("{}\n\n", text(row, "result")));
    }
    Some((rows, file))
}

/// Holds imported games against the rows they come from.
fn check_games(rows: &[serde_json::Value], games: &[Import], encoding: &str) {
    assert_eq!(games.len(), rows.len());
    for (row, game) in rows.iter().zip(games) {
        let id = text(row, "id");
        assert_eq!(game.encoding, encoding, "{id}");
        let iccs: Vec<&str> = text(row, "iccs").split_whitespace().collect();
        match (&game.game, row["error"].as_str()) {
            (Ok(record), None) => {
                let moves: Vec<String> = record.moves().map(|mv| mv.to_string()).collect();
                assert_eq!(moves, iccs, "{id}");
                assert_eq!(record.end().to_fen(), text(row, "final_fen"), "{id}");
                assert_eq!(record.tag("Event"), Some(text(row, "event")), "{id}");
            }
            (Err(refusal), Some(error)) => {
                // `ply 115: illegal: 帥五進一`
                let ply = error.trim_start_matches("ply ").split(':').next();
                assert_eq!(
                    Some(refusal.ply.to_string().as_str()),
                    ply,
                    "{id}: {refusal}"
                );
                assert!(error.contains(refusal.code()), "{id}: {refusal}");
                assert_eq!(game.plies, iccs.len(), "{id}");
            }
            (read, said) => panic!("{id}: {read:?} where the row says {said:?}"),
        }
        let mated = game
            .game
            .as_ref()
            .ok()
            .and_then(|record| record.end().outcome());
        let said = GameResult::parse(text(row, "result")).flatten();
        let contradicts = mated.is_some_and(|mated| {
            said.is_some_and(|said| said != GameResult::win_of(mated.winner()))
        });
        let warned = game
            .remarks
            .iter()
            .any(|remark| remark.code() == "result_contradicts_board");
        assert_eq!(warned, contradicts, "{id}");
    }
}

#[test]
fn sample_games_read_in_every_encoding() {
    let Some((rows, file)) = sample_as_pgn() else {
        return;
    };
    check_games(&rows, &games(file.as_bytes()), "UTF-8");
    let (big5, _, lost) = encoding_rs::BIG5.encode(&file);
    assert!(!lost);
    check_games(&rows, &games(&big5), "Big5");
    let (gb, _, lost) = encoding_rs::GB18030.encode(&file);
    assert!(!lost);
    check_games(&rows, &games(&gb), "GB18030");
    let marked = [b"\xef\xbb\xbf", file.as_bytes()].concat();
    check_games(&rows, &games(&marked), "UTF-8 BOM");
}

#[test]
fn sample_games_survive_every_format() {
    let Some((_, file)) = sample_as_pgn() else {
        return;
    };
    let records: Vec<Record> = games(file.as_bytes())
        .into_iter()
        .filter_map(|game| game.game.ok())
        .step_by(7)
        .collect();
    assert!(records.len() > 200);
    let write: [fn(&Record) -> String; 6] = [
        |record| pgn::write(record, Notation::Chinese),
        |record| pgn::write(record, Notation::Wxf),
        |record| pgn::write(record, Notation::Iccs),
        dhtmlxq::write,
        |record| list::write(record, Notation::Chinese),
        |record| list::write(record, Notation::Uci10),
    ];
    for write in write {
        let file: String = records.iter().map(|record| write(record) + "\n").collect();
        let again = games(file.as_bytes());
        assert_eq!(
            again.len(),
            records.len(),
            "{}",
            &file[..500.min(file.len())]
        );
        for (record, again) in records.iter().zip(&again) {
            let again = again.game.as_ref().expect("written by ourselves");
            assert!(record.moves().eq(again.moves()));
            assert_eq!(record.result, again.result);
        }
    }
}

#[test]
fn a_result_that_contradicts_a_mate_is_warned_about() {
    let Some((_, file)) = sample_as_pgn() else {
        return;
    };
    let mated: Vec<Record> = games(file.as_bytes())
        .into_iter()
        .filter_map(|game| game.game.ok())
        .filter(|record| record.end().outcome().is_some())
        .collect();
    assert!(!mated.is_empty());
    for mut record in mated {
        let winner = record.end().outcome().map(|outcome| outcome.winner());
        record.result = winner.map(|winner| GameResult::win_of(winner.other()));
        let again = games(pgn::write(&record, Notation::Chinese).as_bytes());
        assert_eq!(again[0].remarks[0].code(), "result_contradicts_board");
    }
}

/// A choice of moves, comments and variations, from which a record is grown.
fn growth() -> impl Strategy<Value = Vec<(u8, prop::sample::Index, String)>> {
    let comment = "[ a-z0-9红黑车马炮.()\\[\\]\"\n%;$!?*-]{0,12}";
    prop::collection::vec((0u8..10, any::<prop::sample::Index>(), comment), 0..60)
}

/// Grows a record: each step plays a move, says something, begins or ends a variation.
fn grow(steps: &[(u8, prop::sample::Index, String)]) -> Record {
    let mut record = Record::new(Position::startpos());
    // Line, position before its next ply, position before its last one.
    let mut open = vec![(0usize, Position::startpos(), None::<Position>)];
    for (kind, choice, said) in steps {
        let Some(&(line, position, previous)) = open.last() else {
            break;
        };
        // Readers keep no line of a comment that looks like the beginning of another game.
        let said = said.trim().replace("\n[", "\n [");
        match (kind, previous) {
            (0, _) if !said.is_empty() => match record.lines[line].plies.last_mut() {
                Some(ply) => ply.asides.push(Aside::Comment(said)),
                None => record.lines[line].intro.push(said),
            },
            (1, Some(start)) if open.len() < 8 => {
                let new = record.lines.len();
                record.lines.push(Line::default());
                let ply = record.lines[line]
                    .plies
                    .last_mut()
                    .expect("there is a last ply");
                ply.asides.push(Aside::Variation(new));
                open.push((new, start, None));
            }
            (2, Some(_)) if open.len() > 1 => {
                open.pop();
            }
            _ => {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[choice.index(moves.len())];
                let glyphs = if *kind == 3 { vec![1] } else { Vec::new() };
                record.lines[line].plies.push(Ply {
                    mv,
                    glyphs,
                    asides: Vec::new(),
                });
                if let Some(last) = open.last_mut() {
                    *last = (line, position.play_unchecked(mv), Some(position));
                }
            }
        }
    }
    drop_empty_variations(&mut record);
    record
}

/// A variation without a move and a word is nothing.
fn drop_empty_variations(record: &mut Record) {
    if let Some(last) = record.lines.last()
        && record.lines.len() > 1
        && last.plies.is_empty()
        && last.intro.is_empty()
    {
        let gone = record.lines.len() - 1;
        record.lines.pop();
        for line in &mut record.lines {
            for ply in &mut line.plies {
                ply.asides.retain(|aside| *aside != Aside::Variation(gone));
            }
        }
    }
}

fn moves_of_lines(record: &Record) -> Vec<Vec<String>> {
    let mut lines: Vec<Vec<String>> = record
        .lines
        .iter()
        .map(|line| line.plies.iter().map(|ply| ply.mv.to_string()).collect())
        .collect();
    lines.sort();
    lines
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 128,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Comments, glyphs and variations survive PGN, in each of its move formats.
    #[test]
    fn trees_survive_pgn(steps in growth(), format in 0usize..3) {
        let record = grow(&steps);
        let notation = [Notation::Chinese, Notation::Wxf, Notation::Iccs][format];
        let written = pgn::write(&record, notation);
        let again = games(written.as_bytes());
        prop_assert_eq!(again.len(), 1, "{}", written);
        let again = again[0].game.as_ref().map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(again, &record, "{}", written);
        // Written again it is the same text.
        prop_assert_eq!(pgn::write(again, notation), written);
    }

    #[test]
    fn trees_survive_dhtmlxq(steps in growth()) {
        let record = grow(&steps);
        let again = games(dhtmlxq::write(&record).as_bytes());
        prop_assert_eq!(again.len(), 1);
        let again = again[0].game.as_ref().map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(moves_of_lines(again), moves_of_lines(&record));
        prop_assert_eq!(again.comments() > 0, record.comments() > 0);
    }

    /// Whatever the bytes, there is an answer, and every record in it is legal.
    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for game in import(&bytes) {
            if let Ok(record) = game.game {
                prop_assert!(Record::from_moves(record.start, &record.moves().collect::<Vec<_>>()).is_ok());
            }
        }
    }

    #[test]
    fn likely_text_is_answered(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "[Event \"x\"]\n", "[FEN \"", "\n\n", "1. ", "炮二平五 ", "h2e2 ", "C2.5 ", "马8进7 ", "(", ")",
                "{", "}", ";", "$3 ", "1-0 ", "* ", "[DhtmlXQ]", "[DhtmlXQ_movelist]", "7747", "[/DhtmlXQ]",
                "[DhtmlXQ_move_0_1_1]", "[DhtmlXQ_comment1_2]", "{\"moves\":[", "]}\n", "红方：", "position startpos moves ",
                "!?", "33.4 ", "炮25\u{332} ", "\u{feff}", "\0",
            ]),
            0..60,
        ),
    ) {
        let text: String = parts.concat();
        let (gb, _, _) = encoding_rs::GB18030.encode(&text);
        for bytes in [text.as_bytes(), &gb] {
            for game in import(bytes) {
                let report = game.report();
                prop_assert_eq!(report.error.is_some(), game.game.is_err());
                if let Ok(record) = game.game {
                    // What was read can be written and read again.
                    let written = pgn::write(&record, Notation::Iccs);
                    let again = games(written.as_bytes());
                    let read = again[0].game.as_ref().map_err(|e| TestCaseError::fail(e.to_string()))?;
                    prop_assert!(read.moves().eq(record.moves()), "{}", written);
                }
            }
        }
    }
}

/// Texts that would take a careless reader minutes, or its stack: a megabyte of each. Ten times as
/// much takes ten times as long (`scripts/fuzz --hostile` measures it).
#[test]
fn hostile_text_is_answered() {
    let size = 1_000_000;
    let head = "[Event \"x\"]\n\n1. h2e2 ";
    for part in [
        "[",
        "(",
        ")",
        "{",
        "()",
        "[\n",
        "[a \"",
        "[a \"x\"]",
        "[a \"\\",
        "1.",
        "炮",
        "炮二平五",
        "(1. h2e2)",
        "(1. b2e2 (1. h2e2 ",
        "[DhtmlXQ]",
        "[DhtmlXQ_a]",
        "{\"a\":",
        "a",
        "\n",
        "\r",
        "\0",
        "FEN: x\n",
        "红方：甲\n",
        "；",
        "...",
        "\\",
        "\"",
    ] {
        let body = part.repeat(size / part.len());
        for file in [body.clone(), format!("{head}{body}")] {
            let mut answered = 0;
            for game in import(file.as_bytes()) {
                game.report();
                answered += 1;
            }
            assert!(answered <= size);
        }
    }
    let nested = format!(
        "{head}{}{} h9g7 *",
        "(1. b2e2 (1. h2e2 ".repeat(5_000),
        ")".repeat(10_000)
    );
    let game = import(nested.as_bytes()).next().expect("a game");
    assert_eq!(game.remarks.len(), 1, "{:?}", game.remarks);
    let record = game.game.expect("the game itself is good");
    assert_eq!(record.main().len(), 2);
    assert_eq!(record.variations(), Record::DEEPEST);
}
