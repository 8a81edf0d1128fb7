//! Team events: the modes of chapter 11 in every format, boards and colours, absences (12.2–12.4).
use saiwu::tournament::event_file;
use saiwu::tournament::format::knockout::bracket_of;
use saiwu::tournament::format::{PairingError, next_round};
use saiwu::tournament::lots::Seed;
use saiwu::tournament::model::{Event, GameResult, MemberRef, Number};
use saiwu::tournament::scoring;
use saiwu::tournament::teams::drawn::drawn;
use saiwu::tournament::teams::{self, LineUps, boards_of};
use serde_json::{Value, json};

fn event(format: &str, teams: u32, members: u32, regulations: Value) -> Event {
    let mut regulations = regulations;
    regulations["lots_seed"] = json!(Seed::from_text("teams").to_string());
    let entries: Vec<Value> = (1..=teams)
        .map(|t| {
            let members: Vec<Value> = (1..=members)
                .map(|m| json!({"name": format!("{t}队{m}"), "rating": 2600 - 10 * m, "captain": m == 1}))
                .collect();
            json!({"number": t, "name": format!("{t}队"), "members": members})
        })
        .collect();
    let value = json!({
        "format": "saiwu-event/1",
        "tournament": {"name": "团体赛", "kind": "team", "regulations": regulations},
        "entries": entries,
        "stages": [{"format": format, "rounds_planned": 4}]
    });
    event_file::read(value.to_string().as_bytes()).unwrap()
}

/// Pairs and plays a round: line-ups handed in where the mode asks for them, results by strength
/// of the teams (smaller number), board by board.
fn one_round(
    event: &mut Event,
    random: &mut saiwu::tournament::lots::Sequence,
) -> Result<(), PairingError> {
    let paired = next_round(event, 0)?;
    let mut round = paired.to_round();
    for game in &mut round.games {
        if game.result.is_some() {
            continue;
        }
        if game.boards.is_empty() {
            let number = round.number;
            let line_ups = match drawn(event, (0, number), game, Seed::from_text("order")) {
                Some((line_ups, lots)) => {
                    // 11.3: each team's draw can be run again.
                    for draw in &lots {
                        assert_eq!(saiwu::tournament::lots::check(draw), []);
                    }
                    event.draws.extend(lots);
                    line_ups
                }
                None => {
                    let mut choice = |_: Number| {
                        let all: Vec<Vec<u32>> = teams::lineup::choices(6, 4).collect();
                        let pick = random.below(all.len() as u64) as usize;
                        Some(all[pick].iter().copied().map(Some).collect())
                    };
                    LineUps {
                        red: choice(game.red),
                        black: choice(game.black),
                        deadline: None,
                    }
                }
            };
            game.boards = boards_of(event, (0, round.number), game, &line_ups, false).unwrap();
            game.line_ups = line_ups;
        }
        for board in &mut game.boards {
            board.result.get_or_insert_with(|| match random.below(3) {
                0 => GameResult::Red,
                1 => GameResult::Black,
                _ => GameResult::Draw,
            });
        }
    }
    event.stages[0].rounds.push(round);
    Ok(())
}

/// Every mode in every format, to the end: nobody is asked for what the rules do not say, every
/// recorded board is one the checks accept, and the file comes back the same.
#[test]
fn every_mode_in_every_format() {
    let modes = [
        ("fixed_boards", 4, 4),
        ("reserves", 6, 4),
        ("order_per_match", 6, 4),
        ("all_play_all", 3, 9),
    ];
    let formats = [
        "round_robin",
        "swiss",
        "single_elimination",
        "double_elimination",
        "playoff",
    ];
    for (mode, members, boards) in modes {
        for format in formats {
            let teams_count = if format == "playoff" { 2 } else { 7 };
            let mut event = event(
                format,
                teams_count,
                members,
                json!({"team_mode": mode, "boards": 4, "reserves": 2, "places_decided": 4}),
            );
            let mut random = Seed::from_text(mode).sequence();
            for _ in 0..100 {
                if format == "swiss" && event.stages[0].rounds.len() == 4 {
                    break;
                }
                match one_round(&mut event, &mut random) {
                    Ok(()) => {}
                    Err(PairingError::Finished { .. }) => break,
                    Err(error) => panic!("{mode} {format}: {error}"),
                }
            }
            for game in event.stages[0].rounds.iter().flat_map(|r| &r.games) {
                assert_eq!(game.boards.len(), boards, "{mode} {format}");
                // 12.2, 12.3: the red team's players sit with red on odd boards.
                for board in &game.boards {
                    for (member, is_red) in [(&board.red, true), (&board.black, false)] {
                        assert!(
                            matches!(member, Some(MemberRef::Place(p)) if (1..=members).contains(p)),
                            "{is_red}"
                        );
                    }
                }
            }
            assert_eq!(event_file::check(&event), [], "{mode} {format}");
            assert_eq!(teams::check::check(&event), [], "{mode} {format}");
            assert_eq!(
                event_file::read(event_file::write(&event).as_bytes()).unwrap(),
                event
            );
            if format.ends_with("elimination") {
                assert!(bracket_of(&event, 0).unwrap().finished);
            }
        }
    }
}

/// 12.4: a two-game match of teams: the second with colours exchanged on every board.
#[test]
fn a_two_game_match_exchanges_colours_on_every_board() {
    let event = event(
        "single_elimination",
        2,
        4,
        json!({"games_per_pairing": 2, "boards": 4}),
    );
    let paired = next_round(&event, 0).unwrap();
    assert_eq!(paired.games.len(), 2);
    let (first, second) = (&paired.games[0], &paired.games[1]);
    assert_eq!((first.red, first.black), (second.black, second.red));
    for (a, b) in first.boards.iter().zip(&second.boards) {
        assert_eq!((a.board, &a.red, &a.black), (b.board, &b.black, &b.red));
    }
    // The team with red has red on odd boards: its k-th player on board k.
    assert_eq!(first.boards[0].red, Some(MemberRef::Place(1)));
}

/// 20.1: an absent player forfeits the board, an absent team the match with every board.
#[test]
fn absent_players_and_teams() {
    let mut event = event("round_robin", 4, 4, json!({"boards": 4}));
    event.entries[1].members.truncate(3);
    let paired = next_round(&event, 0).unwrap();
    let short = paired
        .games
        .iter()
        .find(|g| g.red == 2 || g.black == 2)
        .unwrap();
    // Board 4: the team paired with black has red there.
    let expected = if short.red == 2 {
        GameResult::BlackForfeit
    } else {
        GameResult::RedForfeit
    };
    let results: Vec<_> = short.boards.iter().map(|b| b.result).collect();
    assert_eq!(results, [None, None, None, Some(expected)]);

    let mut round = paired.to_round();
    let other = round
        .games
        .iter_mut()
        .find(|g| g.red != 2 && g.black != 2)
        .unwrap();
    other.boards.clear();
    other.result = Some(GameResult::BlackForfeit);
    let regulations = event.regulations(0);
    let played = scoring::team_match(other, 4, &regulations.points);
    assert_eq!(played.result, Some(GameResult::BlackForfeit));
    assert_eq!(played.score.red.wins, 4);
    event.stages[0].rounds.push(round);
    assert_eq!(event_file::check(&event), []);
}

/// A team that left before half of its matches: its opponents rest; later: forfeits (19.2).
#[test]
fn a_team_that_left_a_round_robin() {
    for (rounds, forfeits) in [(2, 0), (3, 2)] {
        let mut event = event("round_robin", 6, 4, json!({"boards": 4}));
        let mut random = Seed::from_text("left").sequence();
        for _ in 0..rounds {
            one_round(&mut event, &mut random).unwrap();
        }
        event.entries[2].status = saiwu::tournament::model::EntryStatus::Withdrawn;
        event.entries[2].withdrawn_after = Some(rounds);
        let mut found = 0;
        while let Ok(()) = one_round(&mut event, &mut random) {
            let last = event.stages[0].rounds.last().unwrap();
            for game in last.games.iter().filter(|g| g.opponent_of(3).is_some()) {
                found += 1;
                assert!(game.result.unwrap().is_forfeit() && game.boards.is_empty());
            }
        }
        assert_eq!(found, forfeits);
    }
}

/// Who broke the order of 11.2, or played for a team he is not in, is found by the check.
#[test]
fn wrong_boards_are_found() {
    let mut event = event(
        "round_robin",
        2,
        6,
        json!({"team_mode": "reserves", "boards": 4, "reserves": 2}),
    );
    one_round(&mut event, &mut Seed::from_text("wrong").sequence()).unwrap();
    assert_eq!(teams::check::check(&event), []);
    let pointers = |event: &Event| -> Vec<String> {
        teams::check::check(event)
            .into_iter()
            .map(|f| f.pointer)
            .collect()
    };
    let mut inverted = event.clone();
    let boards = &mut inverted.stages[0].rounds[0].games[0].boards;
    // Boards 1 and 3: the red team's players with red.
    let first = boards[0].red.clone();
    boards[0].red = boards[2].red.clone();
    boards[2].red = first;
    assert!(!pointers(&inverted).is_empty());
    let mut stranger = event.clone();
    stranger.stages[0].rounds[0].games[0].boards[1].black = Some(MemberRef::Name("外人".into()));
    assert!(pointers(&stranger).contains(&"/stages/0/rounds/0/games/0/boards/1/black".to_owned()));
    let mut overfull = event.clone();
    overfull.entries[0]
        .members
        .extend(event.entries[1].members.clone());
    assert!(pointers(&overfull).contains(&"/entries/0/members".to_owned()));
}

/// Generated team events of every mode: paired by the rules, rosters and boards as chapter 11 has
/// them; the same seed gives the same event, and what is spoilt is found with its clause.
#[test]
fn generated_team_events_are_sound_and_spoilt_ones_are_found() {
    use saiwu::tournament::check;
    use saiwu::tournament::generate::{Amount, Options, Teams, generate};
    use saiwu::tournament::regulations::TeamMode;
    for (mode, reserves) in [
        (TeamMode::FixedBoards, 0),
        (TeamMode::Reserves, 2),
        (TeamMode::OrderPerMatch, 1),
        (TeamMode::AllPlayAll, 0),
    ] {
        for seed in 1..=6 {
            let options = Options {
                teams: Some(Teams {
                    boards: 3,
                    reserves,
                    mode,
                }),
                byes: seed % 2 == 0,
                forfeits: Amount::Count(2),
                withdrawals: Amount::Count(1),
                ..Options::new(12, 5, seed)
            };
            let event = generate(&options).unwrap().event;
            assert_eq!(generate(&options).unwrap().event, event);
            assert_eq!(event_file::check(&event), [], "{mode:?} {seed}");
            assert_eq!(check::pairing::check(&event), [], "{mode:?} {seed}");
            assert_eq!(check::teams::check(&event), [], "{mode:?} {seed}");
            let text = event_file::write(&event);
            assert_eq!(event_file::read(text.as_bytes()).unwrap(), event);
            let played = |e: &Event| {
                let games = e.stages[0].rounds.iter().flat_map(|r| &r.games);
                games.filter(|g| !g.boards.is_empty()).count()
            };
            assert!(played(&event) > 15, "matches are played board by board");

            let mut spoilt = event.clone();
            let games = spoilt.stages[0].rounds[0].games.iter_mut();
            let game = games.into_iter().find(|g| !g.boards.is_empty()).unwrap();
            game.boards[0].red = Some(MemberRef::Name("外人".into()));
            let clause = match mode {
                TeamMode::FixedBoards => "11.1",
                TeamMode::Reserves => "11.2",
                TeamMode::OrderPerMatch => "11.3",
                _ => "11.4",
            };
            let findings = check::teams::check(&spoilt);
            assert!(
                findings.iter().any(|f| f.clause.as_deref() == Some(clause)),
                "{findings:?}"
            );
        }
    }
}
