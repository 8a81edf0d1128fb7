//! The naive implementation: every value computed afresh from the games, by numbers, in quarter
//! points, as the text says it. No index, no cache, nothing shared with the real one but the
//! model and the settings.
use super::chains::chain;
use saiwu::tournament::model::{
    BoardGame, Event, Format, Game, GameResult, Kind, Number, PenaltyClause,
};
use saiwu::tournament::regulations::{ByeColour, ByeOpponentsValue, Regulations};
use std::collections::{BTreeMap, BTreeSet};

/// What happened to one entry in one game, match or bye.
#[derive(Clone)]
struct Deed {
    round: u32,
    other: Option<Number>,
    black: bool,
    /// "w", "d", "l", "+", "-", "x" (both absent), "?" (open), "bye", "missed".
    how: &'static str,
    points: i64,
    wins: i64,
    black_wins: i64,
    black_games: i64,
    fouls: i64,
}

struct Event_<'a> {
    event: &'a Event,
    settings: Regulations,
    after: u32,
    team: bool,
    round_robin: bool,
    numbers: Vec<Number>,
    annulled: BTreeSet<Number>,
    deeds: BTreeMap<Number, Vec<Deed>>,
}

fn how(result: Option<GameResult>, red: bool) -> &'static str {
    match (result, red) {
        (None, _) => "?",
        (Some(GameResult::Draw), _) => "d",
        (Some(GameResult::DoubleForfeit), _) => "x",
        (Some(GameResult::Red), true) | (Some(GameResult::Black), false) => "w",
        (Some(GameResult::Red), false) | (Some(GameResult::Black), true) => "l",
        (Some(GameResult::RedForfeit), true) | (Some(GameResult::BlackForfeit), false) => "-",
        (Some(GameResult::RedForfeit), false) | (Some(GameResult::BlackForfeit), true) => "+",
    }
}

impl Event_<'_> {
    fn gone(&self, number: Number, round: u32) -> bool {
        let after = self.event.entry(number).unwrap().withdrawn_after;
        after.is_some_and(|after| after <= self.after && round > after)
    }

    fn single(&self, how: &str, red: bool) -> i64 {
        let p = &self.settings.points;
        match how {
            "w" => p.win.as_quarters(),
            "l" => p.loss.as_quarters(),
            "d" if red => p.draw_red.as_quarters(),
            "d" => p.draw_black.as_quarters(),
            "+" => p.forfeit_win.as_quarters(),
            "-" | "x" => p.forfeit_loss.as_quarters(),
            _ => 0,
        }
    }

    fn deed(&self, game: &Game, round: u32, red: bool) -> Deed {
        let (me, other) = if red {
            (game.red, game.black)
        } else {
            (game.black, game.red)
        };
        let mut result = game.result;
        let untouched = game.boards.iter().all(|b| b.result.is_none());
        if result.is_none() && untouched {
            result = match (self.gone(game.red, round), self.gone(game.black, round)) {
                (true, true) => Some(GameResult::DoubleForfeit),
                (true, false) => Some(GameResult::RedForfeit),
                (false, true) => Some(GameResult::BlackForfeit),
                (false, false) => None,
            };
        }
        let mut deed = Deed {
            round,
            other: Some(other),
            black: !red,
            how: how(result, red),
            points: 0,
            wins: 0,
            black_wins: 0,
            black_games: 0,
            fouls: 0,
        };
        let _ = me;
        if !self.team {
            if deed.how != "?" {
                deed.points = self.single(deed.how, red != game.colours_swapped);
                deed.wins = i64::from(deed.how == "w" || deed.how == "+");
                deed.black_games = i64::from(!red);
                deed.black_wins = deed.wins * deed.black_games;
                deed.fouls = i64::from(if red {
                    game.fouls.red
                } else {
                    game.fouls.black
                });
            }
            return deed;
        }
        let mut boards = game.boards.clone();
        if result.is_some_and(GameResult::is_forfeit) {
            // The whole match: "+" on every board.
            boards = (1..=self.settings.boards)
                .map(|board| BoardGame {
                    board,
                    result: result.map(|r| if board % 2 == 1 { r } else { r.swapped() }),
                    ..BoardGame::default()
                })
                .collect();
        }
        let (mut theirs, mut all_absent, mut open) = (0, !boards.is_empty(), boards.is_empty());
        for board in &boards {
            let red_here = (board.board % 2 == 1) == red;
            let own = how(board.result, red_here);
            if own == "?" {
                open = true;
                all_absent = false;
                continue;
            }
            let opposite = how(board.result, !red_here);
            deed.points += self.single(own, red_here);
            theirs += self.single(opposite, !red_here);
            all_absent &= own == "x";
            let won = i64::from(own == "w" || own == "+");
            deed.wins += won;
            deed.black_games += i64::from(!red_here);
            deed.black_wins += won * i64::from(!red_here);
            deed.fouls += i64::from(if red_here {
                board.fouls.red
            } else {
                board.fouls.black
            });
        }
        if !result.is_some_and(GameResult::is_forfeit) {
            deed.how = match (open, all_absent) {
                (true, _) => "?",
                (_, true) => "x",
                _ if deed.points > theirs => "w",
                _ if deed.points < theirs => "l",
                _ => "d",
            };
        }
        deed
    }

    /// All matches: (round of the last game, opponent, outcome, own points, match points).
    fn matches(&self, me: Number) -> Vec<(u32, Option<Number>, &'static str, i64)> {
        let p = &self.settings.points;
        let mut list = Vec::new();
        let mut groups: BTreeMap<(u32, Option<Number>), Vec<Deed>> = BTreeMap::new();
        let whole = !self.team && self.round_robin;
        for deed in &self.deeds[&me] {
            let key = if whole && deed.other.is_some() {
                0
            } else {
                deed.round
            };
            groups
                .entry((key, deed.other))
                .or_default()
                .push(deed.clone());
        }
        for ((key, other), deeds) in groups {
            let round = deeds.iter().map(|d| d.round).max().unwrap();
            let Some(other) = other else {
                for deed in &deeds {
                    list.push(match deed.how {
                        "bye" => (round, None, "bye", p.match_win.as_quarters()),
                        _ => (
                            round,
                            None,
                            "missed",
                            self.settings.missed_round.as_quarters(),
                        ),
                    });
                }
                continue;
            };
            let cycles = if whole { self.settings.cycles } else { 1 };
            let expected = (self.settings.games_per_pairing * cycles) as usize;
            if deeds.len() < expected || deeds.iter().any(|d| d.how == "?") {
                list.push((round, Some(other), "?", 0));
                continue;
            }
            let own: i64 = deeds.iter().map(|d| d.points).sum();
            let theirs: i64 = self.deeds[&other]
                .iter()
                .filter(|d| d.other == Some(me) && (key == 0 || d.round == key))
                .map(|d| d.points)
                .sum();
            let outcome = if deeds.iter().all(|d| d.how == "x") {
                "x"
            } else if self.team && deeds.len() == 1 {
                deeds[0].how
            } else if own > theirs {
                "w"
            } else if own < theirs {
                "l"
            } else {
                "d"
            };
            let points = match outcome {
                "w" | "+" => p.match_win.as_quarters(),
                "d" => p.match_draw.as_quarters(),
                "l" | "-" => p.match_loss.as_quarters(),
                _ => 0,
            };
            list.push((round, Some(other), outcome, points));
        }
        list
    }

    fn points(&self, me: Number) -> i64 {
        self.deeds[&me].iter().map(|d| d.points).sum()
    }

    fn match_points(&self, me: Number) -> i64 {
        self.matches(me).iter().map(|m| m.3).sum()
    }

    fn strength(&self, me: Number) -> i64 {
        if self.team {
            self.match_points(me)
        } else {
            self.points(me)
        }
    }

    fn bye_value(&self) -> i64 {
        let lowest = self
            .numbers
            .iter()
            .filter(|n| !self.annulled.contains(n))
            .map(|n| self.strength(*n))
            .filter(|s| *s > 0)
            .min()
            .unwrap_or(0);
        match self.settings.bye_opponents_value {
            ByeOpponentsValue::Lowest => lowest,
            ByeOpponentsValue::HalfLowest => lowest / 2,
            ByeOpponentsValue::Zero => 0,
        }
    }

    fn gifts(&self, me: Number) -> Vec<i64> {
        let mut seen = BTreeSet::new();
        let mut gifts = Vec::new();
        for deed in &self.deeds[&me] {
            match (deed.how, deed.other) {
                ("bye", _) => gifts.push(self.bye_value()),
                ("?" | "missed", _) => {}
                (_, Some(other)) if seen.insert((deed.round, other)) => {
                    gifts.push(self.strength(other));
                }
                _ => {}
            }
        }
        gifts.sort_unstable();
        gifts
    }

    fn until(&self, me: Number, round: u32, by_match: bool) -> i64 {
        if by_match {
            self.matches(me)
                .iter()
                .filter(|m| m.0 <= round)
                .map(|m| m.3)
                .sum()
        } else {
            self.deeds[&me]
                .iter()
                .filter(|d| d.round <= round)
                .map(|d| d.points)
                .sum()
        }
    }

    fn met(&self, a: Number, b: Number) -> bool {
        if self.team {
            self.matches(a).iter().any(|m| m.1 == Some(b) && m.2 != "?")
        } else {
            self.deeds[&a]
                .iter()
                .any(|d| d.other == Some(b) && d.how != "?")
        }
    }

    /// The value of a criterion in quarter points (counts too), better = greater after `sign`.
    fn value(&self, name: &str, me: Number, group: &[Number], first: &str) -> Option<Vec<i64>> {
        let deeds = &self.deeds[&me];
        let all_met = || {
            group
                .iter()
                .all(|a| group.iter().all(|b| a == b || self.met(*a, *b)))
        };
        let sum = |f: &dyn Fn(&Deed) -> i64| vec![4 * deeds.iter().map(f).sum::<i64>()];
        Some(match name {
            "points" | "game_points" => vec![self.points(me)],
            "match_points" => vec![self.match_points(me)],
            "match_wins" => {
                let won = |m: &&(u32, Option<Number>, &str, i64)| matches!(m.2, "w" | "+" | "bye");
                vec![4 * self.matches(me).iter().filter(won).count() as i64]
            }
            "small_score" => {
                let list: Vec<(Number, &str)> = if self.team {
                    let matches = self.matches(me);
                    matches.iter().filter_map(|m| Some((m.1?, m.2))).collect()
                } else {
                    deeds
                        .iter()
                        .filter_map(|d| Some((d.other?, d.how)))
                        .collect()
                };
                vec![
                    list.iter()
                        .map(|(other, how)| match *how {
                            "w" | "+" => self.strength(*other),
                            "d" => self.strength(*other) / 2,
                            _ => 0,
                        })
                        .sum(),
                ]
            }
            "opponents" => vec![self.gifts(me).iter().sum()],
            "opponents_cut" => {
                let mut gifts = self.gifts(me);
                let low = gifts.len().min(self.settings.cut_low as usize);
                gifts.drain(..low);
                let high = gifts.len().min(self.settings.cut_high as usize);
                gifts.truncate(gifts.len() - high);
                vec![gifts.iter().sum()]
            }
            "cumulative" => {
                vec![(1..=self.after).map(|r| self.until(me, r, self.team)).sum()]
            }
            "without" => (1..self.after)
                .map(|k| {
                    (k + 1..=self.after)
                        .map(|r| self.until(me, r, self.team))
                        .sum()
                })
                .collect(),
            "previous" => (1..self.after)
                .rev()
                .map(|r| self.until(me, r, first == "match_points"))
                .collect(),
            "wins" => sum(&|d| d.wins),
            "fouls" => sum(&|d| d.fouls),
            "black_games" => sum(&|d| d.black_games),
            "black_wins" => sum(&|d| d.black_wins),
            "direct" if !all_met() => return None,
            "direct" if self.team => vec![
                self.matches(me)
                    .iter()
                    .filter(|m| m.1.is_some_and(|o| group.contains(&o)))
                    .map(|m| m.3)
                    .sum(),
            ],
            "direct" => vec![
                deeds
                    .iter()
                    .filter(|d| d.other.is_some_and(|o| group.contains(&o)))
                    .map(|d| d.points)
                    .sum(),
            ],
            "was_black" if !all_met() => return None,
            "was_black" => sum(&|d| {
                let inside = d.other.is_some_and(|o| group.contains(&o));
                i64::from(inside && d.black && d.how != "?")
            }),
            "penalties" => {
                let given = |clause: PenaltyClause| {
                    let list = &self.event.entry(me).unwrap().penalties;
                    let n = list
                        .iter()
                        .filter(|p| p.clause == clause && p.round.unwrap() <= self.after)
                        .count();
                    4 * n as i64
                };
                vec![
                    given(PenaltyClause::RoundDisqualification),
                    given(PenaltyClause::Warning),
                ]
            }
            "extra_match" => return None,
            other => panic!("{other}"),
        })
    }
}

fn print(value: &Option<Vec<i64>>) -> String {
    match value {
        None => "–".to_owned(),
        Some(list) => {
            let numbers: Vec<String> = list
                .iter()
                .map(|q| format!("{}", *q as f64 / 4.0))
                .collect();
            numbers.join(", ")
        }
    }
}

/// The table as text, after a round.
pub fn table(event: &Event, after: u32) -> Vec<String> {
    let settings = event.regulations(0);
    let stage = &event.stages[0];
    let mut numbers: Vec<Number> = event.entries.iter().map(|e| e.number).collect();
    numbers.sort_unstable();
    let mut e = Event_ {
        event,
        after,
        team: event.tournament.kind == Kind::Team,
        round_robin: stage.format == Format::RoundRobin,
        annulled: BTreeSet::new(),
        deeds: numbers.iter().map(|n| (*n, Vec::new())).collect(),
        numbers,
        settings,
    };
    // 19.2, by the games before anything is annulled.
    if e.round_robin {
        for entry in &event.entries {
            let Some(left) = entry.withdrawn_after.filter(|left| *left <= after) else {
                continue;
            };
            let met: BTreeSet<Number> = stage
                .rounds
                .iter()
                .filter(|round| round.number <= left)
                .flat_map(|round| &round.games)
                .filter(|game| game.result.is_some() || !game.boards.is_empty())
                .filter(|game| game.red == entry.number || game.black == entry.number)
                .map(|game| game.red + game.black - entry.number)
                .collect();
            if 2 * met.len() < e.numbers.len() - 1 || met.is_empty() {
                e.annulled.insert(entry.number);
            }
        }
    }
    for entry in &event.entries {
        let first = entry.first_round.unwrap_or(1).min(after + 1);
        for round in 1..first {
            let points = e.settings.missed_round.as_quarters();
            e.deeds
                .get_mut(&entry.number)
                .unwrap()
                .push(alone(round, "missed", points, 0, false));
        }
    }
    for round in stage.rounds.iter().filter(|round| round.number <= after) {
        for game in &round.games {
            if e.annulled.contains(&game.red) || e.annulled.contains(&game.black) {
                continue;
            }
            for (number, red) in [(game.red, true), (game.black, false)] {
                let deed = e.deed(game, round.number, red);
                e.deeds.get_mut(&number).unwrap().push(deed);
            }
        }
        let games = i64::from(e.settings.games_per_pairing);
        for number in &round.byes {
            let (points, wins) = if e.team {
                let boards = i64::from(e.settings.boards) * games;
                (boards * e.settings.points.forfeit_win.as_quarters(), boards)
            } else {
                (games * e.settings.points.bye.as_quarters(), games)
            };
            let black = e.settings.bye_colour == ByeColour::Black && !e.team;
            let deed = alone(round.number, "bye", points, wins, black);
            e.deeds.get_mut(number).unwrap().push(deed);
        }
    }
    let mut chain = chain(event, &e.settings, stage.format);
    let placed = chain.iter().any(|name| name == "penalties");
    let somebody = e
        .numbers
        .iter()
        .any(|n| e.value("penalties", *n, &[], "") != Some(vec![0, 0]));
    if !placed && somebody {
        chain.insert(1, "penalties".to_owned());
    }
    let ranked: Vec<Number> = e
        .numbers
        .iter()
        .copied()
        .filter(|n| !e.annulled.contains(n))
        .collect();
    let mut shown: BTreeMap<Number, Vec<Option<Vec<i64>>>> = e
        .numbers
        .iter()
        .map(|n| (*n, vec![None; chain.len()]))
        .collect();
    for (i, name) in chain.iter().enumerate() {
        if !matches!(name.as_str(), "direct" | "was_black" | "extra_match") {
            for n in &e.numbers {
                shown.get_mut(n).unwrap()[i] = e.value(name, *n, &[], &chain[0]);
            }
        }
    }
    let mut order = Vec::new();
    place(&e, &chain, 0, ranked, &mut shown, &mut order);
    let mut lines = Vec::new();
    let mut rank = 1;
    for group in &order {
        for number in group {
            lines.push(line(Some(rank), *number, &chain, &shown));
        }
        rank += group.len();
    }
    for number in &e.annulled {
        lines.push(line(None, *number, &chain, &shown));
    }
    lines
}

fn alone(round: u32, how: &'static str, points: i64, wins: i64, black: bool) -> Deed {
    Deed {
        round,
        other: None,
        black,
        how,
        points,
        wins,
        black_wins: wins * i64::from(black),
        black_games: if how == "bye" && black { wins } else { 0 },
        fouls: 0,
    }
}

/// Splits a level group by the chain from a place on, best first.
fn place(
    e: &Event_<'_>,
    chain: &[String],
    from: usize,
    group: Vec<Number>,
    shown: &mut BTreeMap<Number, Vec<Option<Vec<i64>>>>,
    order: &mut Vec<Vec<Number>>,
) {
    if group.is_empty() {
        return;
    }
    if group.len() == 1 || from == chain.len() {
        order.push(group);
        return;
    }
    let fewer = matches!(chain[from].as_str(), "fouls" | "penalties");
    let mut by_value: BTreeMap<Option<Vec<i64>>, Vec<Number>> = BTreeMap::new();
    for number in &group {
        let value = e.value(&chain[from], *number, &group, &chain[0]);
        shown.get_mut(number).unwrap()[from] = value.clone();
        by_value.entry(value).or_default().push(*number);
    }
    let parts: Vec<Vec<Number>> = if fewer {
        by_value.into_values().collect()
    } else {
        by_value.into_values().rev().collect()
    };
    for part in parts {
        place(e, chain, from + 1, part, shown, order);
    }
}

fn line(
    rank: Option<usize>,
    number: Number,
    chain: &[String],
    shown: &BTreeMap<Number, Vec<Option<Vec<i64>>>>,
) -> String {
    let values: Vec<String> = chain
        .iter()
        .zip(&shown[&number])
        .map(|(name, value)| format!("{name}={}", print(value)))
        .collect();
    let rank = rank.map_or("-".to_owned(), |rank| rank.to_string());
    format!("{rank}: {number} {}", values.join("; "))
}
