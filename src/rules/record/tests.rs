//! Records as people keep them, good and bad.

use super::remark::{RefusalReason, Remark};
use super::{Aside, Format, GameResult, Import, Record, dhtmlxq, import, list, pgn};
use crate::rules::notation::Notation;
use crate::rules::{Outcome, Position};

const OPENING: &str = "炮二平五 馬８進７ 馬二進三 車９平８ 車一平二 炮８進２";
const OPENING_MOVES: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 h7h5";

fn games(text: impl AsRef<[u8]>) -> Vec<Import> {
    import(text.as_ref()).collect()
}

fn only(text: impl AsRef<[u8]>) -> Import {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0)
}

/// The record of a good game, its tags in the order of their names.
fn good(text: impl AsRef<[u8]>) -> Record {
    let mut record = only(text).game.expect("a good game");
    record.tags.sort();
    record
}

fn moves(record: &Record) -> String {
    record
        .moves()
        .map(|mv| mv.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

fn codes(import: &Import) -> Vec<&'static str> {
    import.remarks.iter().map(Remark::code).collect()
}

fn pgn_game(tags: &str, movetext: &str) -> String {
    format!("[Game \"Chinese Chess\"]\n[Event \"全国象棋个人赛\"]\n{tags}\n{movetext}\n")
}

#[test]
fn pgn_in_its_three_formats_and_with_ranks_from_one() {
    for movetext in [
        "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 炮8进2 *",
        "1.炮二平五 馬８進７ 2．馬二進三　車９平８ 3、車一平二 炮８進２",
        "炮二平五马8进7马二进三车9平8车一平二炮8进2",
        "1. C2.5 H8+7 2. H2+3 R9.8 3. R1.2 C8+2 *",
        "1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0 H7-H5 *",
        "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 h7h5",
        "1. h3e3 h10g8 2. h1g3 i10h10 3. i1h1 h8h6",
        "1. 炮25 马87\u{332} 2. 马23\u{332} 车98 3. 车12 炮82\u{332}",
    ] {
        let record = good(pgn_game("", movetext));
        assert_eq!(moves(&record), OPENING_MOVES, "{movetext}");
    }
}

#[test]
fn ranks_from_one_are_seen_only_over_the_whole_game() {
    // Every move so far reads both ways; the whole game reads only with ranks from 1.
    let game = only(pgn_game("", "1. a4a5 a7a6 2. h3e3 h10g8"));
    assert_eq!(game.notation, Some(Notation::Uci10));
    assert_eq!(moves(&game.game.expect("good")), "a3a4 a6a5 h2e2 h9g7");
}

#[test]
fn the_index_dialect_is_taken_where_only_it_reads() {
    // WXF's own 33 is the middle soldier, g6; then the general could not go to e8 at last.
    let fen = "[FEN \"4k4/9/2P3P2/6P2/2P3P2/9/9/9/9/3K5 w - - 0 1\"]";
    let record = good(pgn_game(fen, "1. 33.4 K5+1 2. P4+1 K5-1 3. P4+1"));
    assert_eq!(moves(&record), "g6f6 e9e8 f6f7 e8e9 f7f8");
    let record = good(pgn_game(fen, "1. 33.4 K5+1 2. P4+1 K5-1 3. P4+1 K5+1"));
    assert_eq!(moves(&record), "g5f5 e9e8 f5f6 e8e9 f6f7 e9e8");
}

#[test]
fn tags_are_kept_and_white_is_red() {
    let text = pgn_game(
        "[White \"甲 \\\"快手\\\"\"]\n[WhiteTeam \"北京\"]\n[Black \"乙\"]\n[Result \"红先胜\"]\n[Opening \"中炮\"]",
        OPENING,
    );
    let record = good(text);
    assert_eq!(record.tag("Red"), Some("甲 \"快手\""));
    assert_eq!(record.tag("RedTeam"), Some("北京"));
    assert_eq!(record.tag("Opening"), Some("中炮"));
    assert_eq!(record.tag("Result"), None);
    assert_eq!(record.result, Some(GameResult::Red));
}

#[test]
fn the_game_ends_at_the_result() {
    let game = only(pgn_game(
        "[Result \"1/2-1/2\"]",
        "1. 炮二平五 1/2-1/2 提和 2. 马8进7",
    ));
    assert_eq!(codes(&game), ["text_after_result"]);
    let record = game.game.expect("good");
    assert_eq!(record.main().len(), 1);
    assert_eq!(record.result, Some(GameResult::Draw));
    let game = only(pgn_game("[Result \"1-0\"]", "1. 炮二平五 0-1"));
    assert_eq!(codes(&game), ["results_differ"]);
    assert_eq!(game.game.expect("good").result, Some(GameResult::Red));
}

#[test]
fn comments_glyphs_and_variations_are_kept() {
    let text = pgn_game(
        "",
        "{开局} 1. 炮二平五! {中炮\n古老} (1. 兵七进一 {仙人指路} 卒7进1 (1... 炮2平3?!)) (1. 相三进五) \
         马8进7 $14 ; 屏风马\n2. 马二进三 *",
    );
    let game = only(&text);
    assert_eq!(game.remarks, []);
    let record = game.game.expect("good");
    assert_eq!(moves(&record), "h2e2 h9g7 h0g2");
    assert_eq!(record.variations(), 3);
    assert_eq!(record.comments(), 4);
    assert_eq!(record.lines[0].intro, ["开局"]);
    assert_eq!(record.main()[0].glyphs, [1]);
    assert_eq!(
        record.main()[0].asides,
        [
            Aside::Comment("中炮\n古老".into()),
            Aside::Variation(1),
            Aside::Variation(3)
        ]
    );
    assert_eq!(record.lines[2].plies[0].glyphs, [6]);
    for notation in [Notation::Chinese, Notation::Wxf, Notation::Iccs] {
        let written = pgn::write(&record, notation);
        let again = only(&written);
        assert_eq!(again.notation, Some(notation), "{written}");
        assert_eq!(again.game.as_ref(), Ok(&record), "{written}");
    }
}

#[test]
fn what_a_variation_cannot_say_is_kept_as_a_comment() {
    let game = only(pgn_game(
        "",
        "1. 炮二平五 (1. 炮二平四 马8进9 2. 马二进二 {?} (x)) 马8进7 *",
    ));
    assert_eq!(codes(&game), ["variation_unread"]);
    let record = game.game.expect("good");
    assert_eq!(moves(&record), "h2e2 h9g7");
    let line = &record.lines[1];
    assert_eq!(line.plies.len(), 2);
    assert_eq!(
        line.plies[1].asides,
        [Aside::Comment("马二进二 {?) (x)".into())]
    );
    assert_eq!(
        good(pgn::write(&record, Notation::Chinese)).lines[1]
            .plies
            .len(),
        2
    );
}

#[test]
fn a_bad_game_stops_no_other_and_names_its_ply() {
    let text = format!(
        "{}\n{}\n{}",
        pgn_game("", "1. 炮二平五 马8进7 2. 车一进三 车9平8 *"),
        pgn_game("", "1. 炮二平五 {从未结束的注解 *"),
        pgn_game("", OPENING)
    );
    let games = games(&text);
    assert_eq!(games.len(), 3);
    let refusal = games[0].game.as_ref().expect_err("refused");
    assert_eq!(
        (refusal.ply, refusal.text.as_str(), refusal.code()),
        (3, "车一进三", "illegal")
    );
    assert!(refusal.zh().contains("第 3 着"), "{}", refusal.zh());
    assert_eq!(games[0].plies, 2);
    assert_eq!(codes(&games[1]), ["comment_not_closed"]);
    assert!(games[2].game.is_ok());
    assert_eq!(
        games.iter().map(|game| game.line).collect::<Vec<_>>(),
        [1, 6, 11]
    );
}

#[test]
fn a_result_is_held_against_the_board() {
    // 4.1.1: the last move mates.
    let fen = "[FEN \"3k5/R8/8R/9/9/9/9/9/9/4K4 w - - 0 1\"]";
    for (result, code) in [
        ("0-1", Some("result_contradicts_board")),
        ("1/2-1/2", Some("result_contradicts_board")),
        ("*", Some("result_missing")),
        ("1-0", None),
    ] {
        let game = only(pgn_game(
            &format!("{fen}\n[Result \"{result}\"]"),
            "1. i7i9",
        ));
        assert_eq!(codes(&game).first().copied(), code, "{result}");
    }
    let after = only(pgn_game(fen, "1. i7i9 d9d8"));
    let refusal = after.game.expect_err("a move after the end");
    assert!(matches!(
        refusal.reason,
        RefusalReason::AfterEnd {
            outcome: Outcome::Checkmate { .. },
            ..
        }
    ));
}

#[test]
fn an_impossible_start_is_refused_by_name() {
    let game = only(pgn_game(
        "[FEN \"4k4/9/9/9/9/9/9/9/9/9 w - - 0 1\"]",
        "1. K5+1",
    ));
    assert_eq!(game.game.expect_err("refused").code(), "bad_position");
}

#[test]
fn the_encoding_is_the_one_in_which_the_moves_read() {
    let simplified = pgn_game(
        "[Red \"许银川\"]",
        "1. 炮二平五 马8进7 2. 马二进三 车9平8 *",
    );
    let traditional = "[Event \"世界象棋錦標賽\"]\n\n1. 炮二平五 馬８進７ 2. 馬二進三 車９平８ *\n";
    let (gb, _, _) = encoding_rs::GB18030.encode(&simplified);
    let (big5, _, _) = encoding_rs::BIG5.encode(traditional);
    let mut mixed = gb.to_vec();
    mixed.extend_from_slice(&big5);
    mixed.extend_from_slice(simplified.as_bytes());
    let games = games(&mixed);
    let found: Vec<_> = games
        .iter()
        .map(|game| (game.encoding, game.plies))
        .collect();
    assert_eq!(found, [("GB18030", 4), ("Big5", 4), ("UTF-8", 4)]);
    let tag = |game: &Import, name| {
        game.game
            .as_ref()
            .ok()
            .and_then(|record| record.tag(name).map(str::to_owned))
    };
    assert_eq!(tag(&games[0], "Red").as_deref(), Some("许银川"));
    assert_eq!(tag(&games[1], "Event").as_deref(), Some("世界象棋錦標賽"));
    let mut marked = b"\xef\xbb\xbf".to_vec();
    marked.extend_from_slice(simplified.as_bytes());
    assert_eq!(only(&marked).encoding, "UTF-8 BOM");
    let mut utf16 = b"\xff\xfe".to_vec();
    utf16.extend(simplified.encode_utf16().flat_map(u16::to_le_bytes));
    assert_eq!(only(&utf16).encoding, "UTF-16LE");
}

#[test]
fn moves_in_ascii_leave_the_encoding_to_the_names() {
    let text = "[Event \"全國象棋錦標賽\"]\n[Red \"許銀川\"]\n\n1. H2-E2 H9-G7 *\n";
    let (big5, _, _) = encoding_rs::BIG5.encode(text);
    let game = only(&big5);
    assert_eq!(game.encoding, "Big5");
    assert_eq!(game.game.expect("good").tag("Red"), Some("許銀川"));
    let text = "[Event \"全国象棋个人锦标赛\"]\n[Red \"许银川\"]\n\n1. H2-E2 H9-G7 *\n";
    let (gb, _, _) = encoding_rs::GB18030.encode(text);
    let game = only(&gb);
    assert_eq!(game.encoding, "GB18030");
    assert_eq!(game.game.expect("good").tag("Red"), Some("许银川"));
}

#[test]
fn dhtmlxq_with_branches_and_comments() {
    let text = "[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n\
        [DhtmlXQ_title]试题[/DhtmlXQ_title]\n[DhtmlXQ_red]甲[/DhtmlXQ_red]\n\
        [DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
        [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n\
        [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n\
        [DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]\n\
        [DhtmlXQ_move_1_3_2]1927[/DhtmlXQ_move_1_3_2]\n\
        [DhtmlXQ_comment0]起首||两行[/DhtmlXQ_comment0]\n\
        [DhtmlXQ_comment2]屏风马[/DhtmlXQ_comment2]\n\
        [DhtmlXQ_comment1_2]右马[/DhtmlXQ_comment1_2]\n\
        [DhtmlXQ_comment2_9]无处可放[/DhtmlXQ_comment2_9]\n[/DhtmlXQ]\n";
    let game = only(text);
    assert_eq!(game.format, Format::DhtmlXq);
    assert_eq!(codes(&game), ["orphan"]);
    let record = game.game.expect("good");
    assert_eq!(moves(&record), "h2e2 h9g7 h0g2");
    assert_eq!(record.lines[0].intro, ["起首\n两行"]);
    assert_eq!(
        record.main()[1].asides,
        [Aside::Comment("屏风马".into()), Aside::Variation(1)]
    );
    assert_eq!(record.lines[1].plies[1].asides, [Aside::Variation(2)]);
    assert_eq!(record.lines[2].plies[0].mv.to_string(), "b0c2");
    assert_eq!(record.result, Some(GameResult::Red));
    let mut record = record;
    record.tags.sort();
    assert_eq!(good(dhtmlxq::write(&record)), record);
    assert_eq!(good(pgn::write(&record, Notation::Iccs)), record);
}

/// The branches of a file are numbered as its author made them; ours as they are written. One without
/// moves and without a word is none; a comment alone is kept.
#[test]
fn dhtmlxq_branches_are_numbered_as_they_are_written() {
    let of = |branches: &str| {
        good(format!(
            "[DhtmlXQ]\n[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n{branches}[/DhtmlXQ]\n"
        ))
    };
    let late = of("[DhtmlXQ_move_0_3_1]1927[/DhtmlXQ_move_0_3_1]\n\
         [DhtmlXQ_move_0_2_2]10227967[/DhtmlXQ_move_0_2_2]\n\
         [DhtmlXQ_move_2_3_3]1927[/DhtmlXQ_move_2_3_3]\n");
    assert_eq!(late.main()[1].asides, [Aside::Variation(1)]);
    assert_eq!(late.lines[1].plies[1].asides, [Aside::Variation(2)]);
    assert_eq!(late.main()[2].asides, [Aside::Variation(3)]);
    let empty = of("[DhtmlXQ_move_0_1_1][/DhtmlXQ_move_0_1_1]\n\
         [DhtmlXQ_move_0_2_2][/DhtmlXQ_move_0_2_2]\n\
         [DhtmlXQ_comment2_1]无着[/DhtmlXQ_comment2_1]\n");
    assert_eq!(empty.main()[0].asides, []);
    assert_eq!(empty.main()[1].asides, [Aside::Variation(1)]);
    for record in [late, empty] {
        assert_eq!(
            good(pgn::write(&record, Notation::Iccs)).lines,
            record.lines
        );
        assert_eq!(good(dhtmlxq::write(&record)).lines, record.lines);
    }
}

#[test]
fn dhtmlxq_says_whose_move_it_is_by_the_first_move() {
    let text = "[DhtmlXQ][DhtmlXQ_binit]9999999949999999999999999999999999999999409999999999999999999906[/DhtmlXQ_binit]\
        [DhtmlXQ_movelist]0607[/DhtmlXQ_movelist][/DhtmlXQ]";
    let game = only(text);
    // The generals face each other on the open file: no position of play.
    assert_eq!(game.game.expect_err("refused").code(), "bad_position");
    let text = text.replace("9949999999", "9939999999");
    let record = good(text);
    assert_eq!(record.start.to_fen(), "4k4/9/9/9/9/9/p8/9/9/3K5 b - - 0 1");
    assert_eq!(moves(&record), "a3a2");
    assert_eq!(good(dhtmlxq::write(&record)), record);
    for (movelist, ply) in [("06", 1), ("0706", 1), ("06070607", 2), ("0607x3", 2)] {
        let bad = dhtmlxq::write(&record).replace("]0607[", &format!("]{movelist}["));
        let refusal = only(bad).game.expect_err("refused");
        assert_eq!(refusal.ply, ply, "{movelist}");
    }
}

#[test]
fn plain_lists() {
    let numbered = "红方：甲\n黑方: 乙\n结果：红胜\n\n 1. 炮二平五 马8进7\n 2. 马二进三 车9平8\n\n红方布局\n\
        3. 车一平二 炮8进2\n\n棋谱由某站生成\n";
    let game = only(numbered);
    assert_eq!(game.format, Format::List);
    let record = game.game.expect("good");
    assert_eq!(moves(&record), OPENING_MOVES);
    assert_eq!(record.tag("Red"), Some("甲"));
    assert_eq!(record.result, Some(GameResult::Red));
    assert_eq!(record.comments(), 2);
    let two = "1. 炮二平五 马8进7\n2. 马二进三 *\n1. 兵七进一 卒7进1\n";
    assert_eq!(
        games(two).iter().map(|game| game.plies).collect::<Vec<_>>(),
        [3, 2]
    );
    let blank = "h2e2 h9g7\nh0g2 i9h9\n\nc3c4 g6g5\n";
    assert_eq!(
        games(blank)
            .iter()
            .map(|game| game.plies)
            .collect::<Vec<_>>(),
        [4, 2]
    );
    let lines = "h2e2 h9g7 h0g2\nc3c4 g6g5\nb2e2 b9c7\n";
    assert_eq!(
        games(lines)
            .iter()
            .map(|game| game.plies)
            .collect::<Vec<_>>(),
        [3, 2, 2]
    );
    let uci = "position startpos moves h2e2 h9g7\nposition fen 4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1 moves a1a2\n";
    assert_eq!(
        games(uci).iter().map(|game| game.plies).collect::<Vec<_>>(),
        [2, 1]
    );
    assert_eq!(games("无棋谱的文字\n第二行\n"), []);
    let bad = only("1. 炮二平五 马8进7\n2. 炮二平十 车9平8\n");
    assert_eq!(bad.game.expect_err("refused").ply, 3);
    for notation in Notation::ALL
        .into_iter()
        .filter(|&notation| notation != Notation::Short)
    {
        assert_eq!(moves(&good(list::write(&record, notation))), OPENING_MOVES);
    }
}

#[test]
fn lines_of_json() {
    let text = "{\"id\": 7, \"red\": \"甲\", \"moves\": \"炮二平五 马8进7\", \"result\": \"1-0\"}\n\
        {\"moves\": [\"h2e2\", \"h2e2\"], \"fen\": null}\n{\"move\": 1}\n{\"moves\": [1]}\n";
    let games = games(text);
    let plies: Vec<_> = games.iter().map(|game| game.plies).collect();
    assert_eq!(plies, [2, 1, 0, 0]);
    assert_eq!(games[1].game.as_ref().expect_err("refused").ply, 2);
    assert_eq!(
        games[2].game.as_ref().expect_err("refused").code(),
        "malformed"
    );
    assert_eq!(games[0].game.as_ref().expect("good").tag("Red"), Some("甲"));
}

#[test]
fn formats_may_follow_one_another() {
    let text = format!(
        "1. 炮二平五 马8进7\n\n{}[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n{{\"moves\": []}}\n{}",
        pgn_game("", "1. C2.5"),
        pgn_game("", "")
    );
    let formats: Vec<_> = games(&text).iter().map(|game| game.format).collect();
    assert_eq!(
        formats,
        [
            Format::List,
            Format::Pgn,
            Format::DhtmlXq,
            Format::JsonLines,
            Format::Pgn
        ]
    );
}

#[test]
fn black_may_begin() {
    let text = pgn_game(
        "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1\"]",
        "1... 马8进7 2. 马二进三",
    );
    let record = good(&text);
    let written = pgn::write(&record, Notation::Wxf);
    assert!(written.contains("1... H8+7 2. H2+3 *"), "{written}");
    assert_eq!(good(&written), record);
    assert_eq!(
        good(list::write(&record, Notation::Chinese)).start,
        record.start
    );
}

#[test]
fn records_are_built_of_legal_moves_only() {
    let legal = ["h2e2", "h9g7"].map(|mv| mv.parse().expect("a move"));
    let record = Record::from_moves(Position::startpos(), &legal).expect("legal");
    assert_eq!(record.main().len(), 2);
    let illegal = ["h2e2", "h2e2"].map(|mv| mv.parse().expect("a move"));
    let (index, _) = Record::from_moves(Position::startpos(), &illegal).expect_err("illegal");
    assert_eq!(index, 1);
}

/// The short form marks moves ahead and back by a line and leaves level ones bare: one mark anywhere tells
/// that a bare move before it is level.
#[test]
fn a_mark_tells_of_the_bare_moves_before_it_too() {
    let text = "1. 炮25 炮85\n2. 马23\u{332} 马87\u{332}\n*\n";
    assert_eq!(moves(&good(text)), "h2e2 h7e7 h0g2 h9g7");
}

/// Whatever ends the lines of a list, every game of it is read.
#[test]
fn lists_are_read_whatever_ends_their_lines() {
    let text = "红方：甲\n1. 炮二平五 马8进7\n1-0\n\n红方：乙\n1. 兵七进一 *\n";
    for end in ["\n", "\r\n", "\r"] {
        let games: Vec<_> = import(text.replace('\n', end).as_bytes()).collect();
        assert_eq!(games.len(), 2, "{end:?}");
        assert!(games.iter().all(|game| game.game.is_ok()), "{end:?}");
    }
}
