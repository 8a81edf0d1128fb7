//! Everything recorded of a team event, held against chapter 11: rosters, line-ups, boards.
use super::{lineup, roster};
use crate::tournament::event_file::Fault;
use crate::tournament::model::{BoardGame, Entry, Event, Game, Kind, Member, MemberRef};
use crate::tournament::regulations::{Regulations, TeamMode};

/// Every fault found; empty for an individual event.
pub fn check(event: &Event) -> Vec<Fault> {
    if event.tournament.kind != Kind::Team {
        return Vec::new();
    }
    let mut faults = Vec::new();
    let regulations = Regulations::resolve(&event.tournament, None);
    for (i, entry) in event.entries.iter().enumerate() {
        faults.extend(below(
            format!("/entries/{i}"),
            roster::check(entry, &regulations),
        ));
    }
    for (s, stage) in event.stages.iter().enumerate() {
        let regulations = event.regulations(s);
        for (r, round) in stage.rounds.iter().enumerate() {
            for (g, game) in round.games.iter().enumerate() {
                let pointer = format!("/stages/{s}/rounds/{r}/games/{g}");
                faults.extend(below(
                    pointer,
                    of_match(event, s, round.number, game, &regulations),
                ));
            }
        }
    }
    faults
}

fn below(pointer: String, faults: Vec<Fault>) -> impl Iterator<Item = Fault> {
    faults.into_iter().map(move |f| Fault {
        pointer: format!("{pointer}{}", f.pointer),
        ..f
    })
}

/// Every fault of one match; pointers are relative to it (`/boards/2/red`).
pub fn of_match(
    event: &Event,
    stage: usize,
    round: u32,
    game: &Game,
    regulations: &Regulations,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    let teams = [(game.red, "red", true), (game.black, "black", false)];
    for (number, side, is_red_team) in teams {
        let Some(team) = event.entry(number) else {
            continue;
        };
        let team = &as_of(team, stage, round);
        if team.members.is_empty() {
            continue;
        }
        let given = if is_red_team {
            &game.line_ups.red
        } else {
            &game.line_ups.black
        };
        if let Some(line_up) = given {
            let of_rules = lineup::check(line_up, team, regulations.team_mode, regulations.boards);
            faults.extend(below(format!("/line_ups/{side}"), of_rules));
        }
        if regulations.team_mode == TeamMode::AllPlayAll {
            faults.extend(seats(team, game, is_red_team).1);
            continue;
        }
        faults.extend(on_boards(team, game, is_red_team, regulations));
    }
    if regulations.team_mode == TeamMode::AllPlayAll {
        faults.extend(met_twice(game));
    }
    faults
}

/// 11.4: the same two meet once in a match.
fn met_twice(game: &Game) -> Vec<Fault> {
    let mut seen: Vec<(&MemberRef, &MemberRef)> = Vec::new();
    let mut faults = Vec::new();
    for (b, board) in game.boards.iter().enumerate() {
        let (Some(red), Some(black)) = (&board.red, &board.black) else {
            continue;
        };
        let pair = if board.red_team_has_red() {
            (red, black)
        } else {
            (black, red)
        };
        if seen.contains(&pair) {
            faults.push(Fault {
                pointer: format!("/boards/{b}/black"),
                en: "these two have met on another board of the match (11.4)".to_owned(),
                zh: "该两名棋手在本场另一台已相遇(11.4)".to_owned(),
            });
        }
        seen.push(pair);
    }
    faults
}

/// The places of one team's players by board with the pointers of their seats, and those who are
/// not on the roster.
fn seats(team: &Entry, game: &Game, is_red_team: bool) -> (Vec<(Option<u32>, String)>, Vec<Fault>) {
    let mut faults = Vec::new();
    let mut boards: Vec<(usize, &BoardGame)> = game.boards.iter().enumerate().collect();
    boards.sort_by_key(|(_, b)| b.board);
    let mut seats = Vec::new();
    for (b, board) in boards {
        let (member, side) = if board.red_team_has_red() == is_red_team {
            (&board.red, "red")
        } else {
            (&board.black, "black")
        };
        let pointer = format!("/boards/{b}/{side}");
        let mut unknown = |who: &str| {
            faults.push(Fault {
                pointer: pointer.clone(),
                en: format!("{who} is not on the roster of team {}", team.number),
                zh: format!("{who} 不在序号 {} 的队的名单中", team.number),
            });
        };
        let place = match member {
            None => None,
            Some(MemberRef::Place(place)) => {
                if *place == 0 || *place as usize > team.members.len() {
                    unknown(&place.to_string());
                }
                Some(*place)
            }
            Some(MemberRef::Name(name)) => {
                let place = place_of(&team.members, name);
                if place.is_none() {
                    unknown(name);
                }
                place
            }
        };
        seats.push((place, pointer));
    }
    (seats, faults)
}

/// The team as it was when a round was played: its roster before later changes.
fn as_of(team: &Entry, stage: usize, round: u32) -> Entry {
    let later = team
        .roster_changes
        .iter()
        .filter(|c| (c.stage as usize, c.after_round) >= (stage + 1, round))
        .min_by_key(|c| (c.stage, c.after_round));
    match later {
        None => team.clone(),
        Some(change) => Entry {
            members: change.before.clone(),
            ..team.clone()
        },
    }
}

/// The boards of a match as a line-up of one team.
fn on_boards(
    team: &Entry,
    game: &Game,
    is_red_team: bool,
    regulations: &Regulations,
) -> Vec<Fault> {
    let (seats, mut faults) = seats(team, game, is_red_team);
    let on_roster = |place: u32| (1..=team.members.len() as u32).contains(&place);
    let line_up: Vec<Option<u32>> = seats
        .iter()
        .map(|(place, _)| place.filter(|p| on_roster(*p)))
        .collect();
    // Who plays on which board is a rule of its mode; how many boards a match lists is not looked
    // at here: a match may be recorded by its result alone.
    let boards = line_up.len() as u32;
    for fault in lineup::check(&line_up, team, regulations.team_mode, boards) {
        let index = fault
            .pointer
            .strip_prefix('/')
            .and_then(|i| i.parse::<usize>().ok());
        if let Some((_, pointer)) = index.and_then(|i| seats.get(i)) {
            faults.push(Fault {
                pointer: pointer.clone(),
                ..fault
            });
        }
    }
    faults
}

fn place_of(members: &[Member], name: &str) -> Option<u32> {
    members
        .iter()
        .position(|m| m.name.trim() == name.trim())
        .map(|i| i as u32 + 1)
}
