//! `saiwu generate`, `check` and `pair` as they are called.
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn saiwu(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_saiwu"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn generated(more: &[&str]) -> Vec<u8> {
    let mut args = vec![
        "generate",
        "--entries",
        "21",
        "--rounds",
        "6",
        "--seed",
        "11",
    ];
    args.extend(more);
    let output = saiwu(&args, b"");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_else(|e| panic!("{e}"))
}

/// The same options and seed give the same file; another seed another one.
#[test]
fn the_same_seed_is_the_same_file() {
    let all = [
        "--draw-rate",
        "0.4",
        "--forfeits",
        "0.05",
        "--withdrawals",
        "2",
        "--late-entries",
        "2",
        "--units",
        "6",
        "--byes",
    ];
    let first = generated(&all);
    assert_eq!(first, generated(&all));
    let mut args = vec![
        "generate",
        "--entries",
        "21",
        "--rounds",
        "6",
        "--seed",
        "12",
    ];
    args.extend(all);
    assert_ne!(first, saiwu(&args, b"").stdout);
    let event = json(&first);
    assert_eq!(event["format"], "saiwu-event/1");
    assert_eq!(event["stages"][0]["rounds_planned"], 8);
    assert_eq!(event["stages"][0]["rounds"].as_array().unwrap().len(), 6);
    let entries = event["entries"].as_array().unwrap();
    assert_eq!(
        entries
            .iter()
            .filter(|e| e["first_round"].is_number())
            .count(),
        2
    );
    assert!(
        entries
            .iter()
            .filter(|e| e["status"] == "withdrawn")
            .count()
            >= 2
    );
    assert!(
        entries
            .iter()
            .all(|e| e["unit"].is_string() && e["rating"].is_number())
    );
    assert!(String::from_utf8_lossy(&first).contains("_forfeit"));
}

/// Rounds paired by the rules have no finding, at random nearly every round has some, and a known
/// deviation is found.
#[test]
fn the_checker_finds_what_was_made() {
    let good = saiwu(
        &["check", "-"],
        &generated(&["--forfeits", "0.1", "--late-entries", "1"]),
    );
    assert_eq!(
        good.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&good.stdout)
    );
    let random = saiwu(&["check", "-"], &generated(&["--pairing", "random"]));
    assert_eq!(random.status.code(), Some(1));
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let args = [
            "generate",
            "--entries",
            "14",
            "--rounds",
            "6",
            "--seed",
            seed,
            "--pairing",
            "bad",
        ];
        let bad = saiwu(&args, b"");
        let checked = saiwu(&["check", "-"], &bad.stdout);
        assert_eq!(checked.status.code(), Some(1), "seed {seed}");
        let found = json(&checked.stdout);
        let findings = found["findings"].as_array().unwrap();
        for made in String::from_utf8_lossy(&bad.stderr)
            .lines()
            .filter(|l| l.contains("round "))
        {
            let round = made
                .split("round ")
                .nth(1)
                .unwrap()
                .split(':')
                .next()
                .unwrap();
            let place = format!("/rounds/{}", round.parse::<u32>().unwrap() - 1);
            assert!(
                findings
                    .iter()
                    .any(|f| f["pointer"].as_str().unwrap().contains(&place)),
                "seed {seed}: {made}"
            );
        }
        assert!(
            findings
                .iter()
                .all(|f| { f["clause"].is_string() && f["zh"].is_string() && f["en"].is_string() })
        );
    }
}

/// The next round with reasons; how each segment was paired with `--explain`; warnings on standard
/// error; exit code 3 and who is left out where there is no pairing.
#[test]
fn pair_answers_warns_and_refuses() {
    let event = generated(&[]);
    let plain = saiwu(&["pair", "-"], &event);
    assert_eq!(plain.status.code(), Some(0));
    let answer = json(&plain.stdout);
    assert_eq!(answer["round"], 7);
    assert_eq!(answer["games"].as_array().unwrap().len(), 10);
    assert!(answer["games"][0]["reasons"]["zh"].is_string());
    assert!(answer.get("segments").is_none());
    let explained = json(&saiwu(&["pair", "-", "--explain"], &event).stdout);
    assert!(explained["segments"][0]["order"].is_array());
    assert_eq!(explained["feasibility"]["verdict"], "yes");
    let args = [
        "generate",
        "--entries",
        "6",
        "--rounds",
        "0",
        "--planned",
        "6",
    ];
    let warned = saiwu(&["pair", "-"], &saiwu(&args, b"").stdout);
    assert_eq!(warned.status.code(), Some(0));
    let said = String::from_utf8_lossy(&warned.stderr).into_owned();
    assert!(
        said.contains("round 6 cannot be paired") && said.contains("第 6 轮"),
        "{said}"
    );
    let args = [
        "generate",
        "--entries",
        "4",
        "--rounds",
        "3",
        "--planned",
        "3",
        "--seed",
        "1",
    ];
    let over = saiwu(&["pair", "-"], &saiwu(&args, b"").stdout);
    assert_eq!(over.status.code(), Some(3));
    assert_eq!(
        json(&over.stdout),
        serde_json::json!({"infeasible": [1, 2, 3, 4]})
    );
}

/// 11.5: the members of the teams play in an event of their own.
#[test]
fn teams_are_ranked_by_their_members_in_another_file_11_5() {
    let folder = std::env::temp_dir().join(format!("saiwu-11-5-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (players, teams) = (folder.join("players.json"), folder.join("teams.json"));
    std::fs::write(&players, generated(&[])).unwrap();
    let path = |p: &std::path::Path| p.to_str().unwrap().to_owned();
    let table = saiwu(&["standings", &path(&players)], b"");
    let table = json(&table.stdout);
    let number = |place: usize| table["rows"][place]["number"].clone();
    let member =
        |place: usize| serde_json::json!({"name": format!("{place}"), "entry": number(place)});
    let of_teams = |mode: &str| {
        serde_json::json!({"format": "saiwu-event/1",
        "tournament": {"name": "团体", "kind": "team",
            "regulations": {"team_mode": mode, "counted_members": 2}},
        "entries": [
            {"number": 1, "name": "一队", "members": [member(0), member(9)]},
            {"number": 2, "name": "二队", "members": [member(2), member(4)]}]})
        .to_string()
    };
    std::fs::write(&teams, of_teams("members_places")).unwrap();
    let asked = path(&teams);
    let with = path(&players);
    let args = ["standings", &asked, "--individual", &with];
    let got = saiwu(&args, b"");
    assert!(
        got.status.success(),
        "{}",
        String::from_utf8_lossy(&got.stderr)
    );
    let got = json(&got.stdout);
    assert_eq!(got["rows"][0]["unit"], "二队", "{got}");
    assert_eq!(
        (&got["rows"][0]["places"], &got["rows"][1]["places"]),
        (&8.into(), &11.into())
    );
    // A team event with boards has a table of its own.
    std::fs::write(&teams, of_teams("fixed_boards")).unwrap();
    let refused = saiwu(&args, b"");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("11.5"));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Principle 8: a round paired while a game was open stays right, however that game ends: by a forfeit
/// that counts no colour, or found to have been played with colours exchanged (5.8.1).
#[test]
fn a_round_paired_by_an_open_game_stays_right_whatever_came_of_it() {
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let args = [
            "generate",
            "--entries",
            "8",
            "--rounds",
            "1",
            "--seed",
            seed,
        ];
        let mut event = json(&saiwu(&args, b"").stdout);
        event["tournament"]["regulations"]["forfeit_colours"] = false.into();
        let open = &mut event["stages"][0]["rounds"][0]["games"][0];
        open["result"] = Value::Null;
        open.as_object_mut().unwrap().remove("reason");
        open.as_object_mut().unwrap().remove("moves");
        let paired = saiwu(&["pair", "-"], event.to_string().as_bytes());
        let paired = json(&paired.stdout);
        assert_eq!(paired["provisional"].as_array().unwrap().len(), 2);
        let games = paired["games"].as_array().unwrap().iter().map(|game| {
            serde_json::json!({"table": game["table"], "red": game["red"],
                "black": game["black"], "result": null})
        });
        let round = serde_json::json!({"number": 2, "byes": [],
            "provisional": paired["provisional"], "games": games.collect::<Vec<_>>()});
        event["stages"][0]["rounds"]
            .as_array_mut()
            .unwrap()
            .push(round);
        for (result, swapped) in [("red_forfeit", false), ("black", true), ("draw", false)] {
            let game = &mut event["stages"][0]["rounds"][0]["games"][0];
            game["result"] = result.into();
            game["colours_swapped"] = swapped.into();
            let checked = saiwu(&["check", "-"], event.to_string().as_bytes());
            let said = String::from_utf8_lossy(&checked.stdout);
            assert_eq!(
                checked.status.code(),
                Some(0),
                "seed {seed}, {result}: {said}"
            );
        }
    }
}
