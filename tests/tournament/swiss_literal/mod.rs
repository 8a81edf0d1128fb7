//! The slow, literal Swiss engine: the definition of appendix 2 read aloud. It shares nothing with
//! the engine under test but the types of the answer; every segment is searched exhaustively.
mod facts;
mod first_round;
mod plan_ahead;

use facts::everyone;
use first_round::first_round;
use saiwu::tournament::format::swiss::colours::ColourRule;
use saiwu::tournament::format::swiss::reasons::{Form, SkipReason};
use saiwu::tournament::model::Event;
use saiwu::tournament::regulations::Regulations;
use std::collections::{BTreeSet, HashMap};

#[derive(Clone, Debug, Default)]
pub struct Who {
    pub number: u32,
    pub score: i64,
    pub colours: Vec<bool>,
    pub met: BTreeSet<u32>,
    pub byes: u32,
    pub downs: u32,
    pub ups: u32,
    pub unit: Option<String>,
    pub plays: bool,
}

impl Who {
    fn d(&self) -> i64 {
        self.colours
            .iter()
            .map(|red| if *red { 1 } else { -1 })
            .sum()
    }
    fn run(&self) -> i64 {
        let Some(last) = self.colours.last() else {
            return 0;
        };
        let length = self.colours.iter().rev().take_while(|c| *c == last).count() as i64;
        if *last { -length } else { length }
    }
    /// Some(true): 要先.
    fn wants(&self) -> Option<bool> {
        match (self.d(), self.run()) {
            (d, _) if d < 0 => Some(true),
            (d, _) if d > 0 => Some(false),
            (_, run) if run > 0 => Some(true),
            (_, run) if run < 0 => Some(false),
            _ => None,
        }
    }
    fn three(&self, red: bool) -> bool {
        let mut after = self.clone();
        after.colours.push(red);
        (after.d().abs() >= 3 && after.d().abs() > self.d().abs()) || after.run().abs() >= 3
    }
}

/// What the literal engine says of one pair.
#[derive(Clone, Debug, PartialEq)]
pub struct LiteralPair {
    pub red: u32,
    pub black: u32,
    pub chooser: u32,
    pub form: Form,
    pub skipped: Vec<(u32, SkipReason)>,
    pub rule: ColourRule,
    pub extension: bool,
    /// (number, down, forced)
    pub floats: Vec<(u32, bool, bool)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    pub pairs: Vec<LiteralPair>,
    pub bye: Option<u32>,
    pub bye_skipped: Vec<u32>,
    pub left_over: Vec<Vec<u32>>,
    pub objectives: Vec<[u32; 5]>,
    /// In small segments: the chooser, whom the objectives denied him, and the first objective that
    /// pair would have broken; none where it left no pairing.
    pub broken: Vec<(u32, u32, Option<usize>)>,
}

/// Segments up to this size are searched anew for every pair that was denied.
const SMALL: usize = 8;

struct Round<'a> {
    round: u32,
    settings: &'a Regulations,
    planned: Option<u32>,
    avoid_units: bool,
    who: Vec<Who>,
    pairable: HashMap<Vec<usize>, bool>,
    alone: Vec<bool>,
    /// Who plays in each later round, where those are to be planned ahead.
    later: Vec<(bool, Vec<usize>)>,
    /// Pairs made in this round.
    made: Vec<(usize, usize)>,
    completable: HashMap<(usize, Vec<(usize, usize)>), bool>,
}

impl Round<'_> {
    fn may(&self, a: usize, b: usize) -> bool {
        self.obstacle(a, b).is_none()
    }

    fn obstacle(&self, a: usize, b: usize) -> Option<SkipReason> {
        let (x, y) = (&self.who[a], &self.who[b]);
        if x.met.contains(&y.number) {
            Some(SkipReason::Met)
        } else if self.avoid_units && x.unit.is_some() && x.unit == y.unit {
            Some(SkipReason::Unit)
        } else {
            None
        }
    }

    /// Whether a set, ascending, can be paired completely.
    fn can_pair(&mut self, set: &[usize]) -> bool {
        if set.is_empty() {
            return true;
        }
        if set.len() % 2 == 1 {
            return false;
        }
        if let Some(known) = self.pairable.get(set) {
            return *known;
        }
        let mut found = false;
        for k in 1..set.len() {
            if self.may(set[0], set[k]) {
                let rest: Vec<usize> = (1..set.len()).filter(|j| *j != k).map(|j| set[j]).collect();
                if self.can_pair(&rest) {
                    found = true;
                    break;
                }
            }
        }
        self.pairable.insert(set.to_vec(), found);
        found
    }

    fn last_round(&self) -> bool {
        self.planned.is_some_and(|t| self.round >= t)
    }

    fn order(&self, a: usize, b: usize) -> std::cmp::Ordering {
        let claim = |w: &Who| match w.wants() {
            Some(true) => w.run(),
            Some(false) => -w.run(),
            None => 0,
        };
        let (x, y) = (&self.who[a], &self.who[b]);
        let by_number = if self.round % 2 == 1 {
            x.number.cmp(&y.number)
        } else {
            y.number.cmp(&x.number)
        };
        y.score
            .cmp(&x.score)
            .then(y.d().abs().cmp(&x.d().abs()))
            .then(claim(y).cmp(&claim(x)))
            .then(by_number)
    }

    fn colours(
        &self,
        a: usize,
        b: usize,
        wants: &HashMap<usize, bool>,
    ) -> (bool, ColourRule, bool) {
        let (x, y) = (&self.who[a], &self.who[b]);
        let (mut red, mut rule) = if x.d() != y.d() {
            (x.d() < y.d(), ColourRule::C1)
        } else if x.run() != y.run() {
            (x.run() > y.run(), ColourRule::C2)
        } else {
            let odd = (x.number + y.number) % 2 == 1;
            (
                if odd {
                    x.number < y.number
                } else {
                    x.number > y.number
                },
                ColourRule::C3,
            )
        };
        let mut extension = rule != ColourRule::C3 && (x.d() * y.d() > 0);
        let threes = |red: bool| u32::from(x.three(red)) + u32::from(y.three(!red));
        if let Some(t) = self.planned
            && self.round + self.settings.last_rounds > t
            && x.score != y.score
        {
            let served = if x.score > y.score {
                wants[&a]
            } else {
                !wants[&b]
            };
            if served != red && threes(served) <= threes(red) {
                red = served;
                rule = ColourRule::C4;
                extension = false;
            }
        }
        (red, rule, extension)
    }

    fn pair_cost(&self, a: usize, b: usize, wants: &HashMap<usize, bool>) -> [u32; 5] {
        let (red, _, _) = self.colours(a, b, wants);
        let mut cost = [0; 5];
        for (p, colour) in [(a, red), (b, !red)] {
            if !self.last_round() && self.who[p].three(colour) {
                cost[2] += 1;
            }
            if wants[&p] != colour {
                cost[3] += 1;
            }
        }
        if self.who[a].score != self.who[b].score {
            let up = if self.who[a].score < self.who[b].score {
                a
            } else {
                b
            };
            if !self.alone[up] {
                cost[1] += u32::from(self.who[up].ups + 1 > self.settings.float_limit);
                cost[4] += self.who[up].ups;
            }
        }
        cost
    }

    fn left_cost(&self, a: usize) -> [u32; 5] {
        if self.alone[a] {
            return [1, 0, 0, 0, 0];
        }
        let downs = self.who[a].downs;
        [
            1,
            u32::from(downs + 1 > self.settings.float_limit),
            0,
            0,
            downs,
        ]
    }
}

type Sequence = Vec<(usize, Option<usize>)>;

struct Search<'a, 'b> {
    round: &'a mut Round<'b>,
    order: Vec<usize>,
    wants: HashMap<usize, bool>,
    below: Vec<usize>,
    best: Option<([u32; 5], Sequence)>,
}

impl Search<'_, '_> {
    fn candidates(&self, chooser: usize, free: &[usize]) -> Vec<usize> {
        let mut list = Vec::new();
        for same in [false, true] {
            for &p in free {
                if p != chooser && (self.wants[&p] == self.wants[&chooser]) == same {
                    list.push(p);
                }
            }
        }
        list
    }

    fn go(&mut self, free: &[usize], left: &[usize], cost: [u32; 5], sequence: &mut Sequence) {
        if self.best.as_ref().is_some_and(|(b, _)| cost >= *b) {
            return;
        }
        let Some(&chooser) = free.first() else {
            let mut rest: Vec<usize> = left.iter().chain(&self.below).copied().collect();
            rest.sort_unstable();
            let pairs: Vec<(usize, usize)> = sequence
                .iter()
                .filter_map(|(a, b)| Some((*a, (*b)?)))
                .collect();
            if self.round.good_rest(&pairs, &rest) {
                self.best = Some((cost, sequence.clone()));
            }
            return;
        };
        for c in self.candidates(chooser, free) {
            if !self.round.may(chooser, c) {
                continue;
            }
            let rest: Vec<usize> = free
                .iter()
                .copied()
                .filter(|p| *p != chooser && *p != c)
                .collect();
            let extra = self.round.pair_cost(chooser, c, &self.wants);
            sequence.push((chooser, Some(c)));
            self.go(&rest, left, plus(cost, extra), sequence);
            sequence.pop();
        }
        let rest: Vec<usize> = free[1..].to_vec();
        let mut more = left.to_vec();
        more.push(chooser);
        let extra = self.round.left_cost(chooser);
        sequence.push((chooser, None));
        self.go(&rest, &more, plus(cost, extra), sequence);
        sequence.pop();
    }
}

fn plus(a: [u32; 5], b: [u32; 5]) -> [u32; 5] {
    std::array::from_fn(|k| a[k] + b[k])
}

/// The pairing of a round, or nothing where there is none.
pub fn pair(event: &Event, round: u32) -> Option<Literal> {
    let settings = event.regulations(0);
    let who = everyone(event, round, &settings);
    let n = who.len();
    let plays = |e: &saiwu::tournament::model::Entry, r: u32| {
        let left = e.status.has_left() && e.withdrawn_after.unwrap() < r;
        e.first_round.unwrap_or(1) <= r && !left
    };
    let last = event.stages[0]
        .rounds_planned
        .filter(|_| settings.plan_ahead);
    let later: Vec<(bool, Vec<usize>)> = (round + 1..=last.unwrap_or(0))
        .map(|r| {
            let pool = (0..n).filter(|&i| plays(event.entry(who[i].number).unwrap(), r));
            (settings.avoid_unit_rounds.contains(&r), pool.collect())
        })
        .collect();
    let mut r = Round {
        round,
        planned: event.stages[0].rounds_planned,
        avoid_units: settings.avoid_unit_rounds.contains(&round),
        settings: &settings,
        who,
        pairable: HashMap::new(),
        alone: vec![false; n],
        later,
        made: Vec::new(),
        completable: HashMap::new(),
    };
    let mut pool: Vec<usize> = (0..n).filter(|&i| r.who[i].plays).collect();
    let mut bye = None;
    let mut bye_skipped = Vec::new();
    if pool.len() % 2 == 1 {
        let mut candidates = pool.clone();
        if round == 1 {
            candidates.reverse();
        } else {
            candidates.sort_by(|&a, &b| {
                let had = |i: usize| settings.avoid_second_bye && r.who[i].byes > 0;
                had(a)
                    .cmp(&had(b))
                    .then(r.who[a].score.cmp(&r.who[b].score))
                    .then(r.order(b, a))
            });
        }
        for c in candidates {
            let rest: Vec<usize> = pool.iter().copied().filter(|i| *i != c).collect();
            if r.good_rest(&[], &rest) {
                bye = Some(r.who[c].number);
                pool = rest;
                break;
            }
            bye_skipped.push(r.who[c].number);
        }
        bye?;
    } else if !r.good_rest(&[], &pool) {
        return None;
    }
    let mut answer = Literal {
        pairs: Vec::new(),
        bye,
        bye_skipped,
        left_over: Vec::new(),
        objectives: Vec::new(),
        broken: Vec::new(),
    };
    if round == 1 {
        first_round(&mut r, &pool, &mut answer);
        return Some(answer);
    }
    for &i in &pool {
        r.alone[i] = pool
            .iter()
            .filter(|&&j| r.who[j].score == r.who[i].score)
            .count()
            == 1;
    }
    let mut scores: Vec<i64> = pool.iter().map(|&i| r.who[i].score).collect();
    scores.sort_unstable();
    scores.dedup();
    let mut floated: Vec<usize> = Vec::new();
    for score in scores.into_iter().rev() {
        let mut members = floated.clone();
        members.extend(pool.iter().copied().filter(|&i| r.who[i].score == score));
        let below: Vec<usize> = pool
            .iter()
            .copied()
            .filter(|&i| r.who[i].score < score)
            .collect();
        floated = segment(&mut r, members, below, &mut answer)?;
    }
    Some(answer)
}

fn segment(
    r: &mut Round,
    members: Vec<usize>,
    below: Vec<usize>,
    answer: &mut Literal,
) -> Option<Vec<usize>> {
    let mut order = members.clone();
    order.sort_by(|&a, &b| r.order(a, b));
    let mut wants: HashMap<usize, bool> = HashMap::new();
    for &i in &order {
        if let Some(red) = r.who[i].wants() {
            wants.insert(i, red);
        }
    }
    let mut new: Vec<usize> = order
        .iter()
        .copied()
        .filter(|i| r.who[*i].wants().is_none())
        .collect();
    new.sort_by_key(|&i| r.who[i].number);
    for i in new {
        let reds = wants.values().filter(|w| **w).count();
        let blacks = wants.len() - reds;
        wants.insert(i, reds <= blacks);
    }
    let mut search = Search {
        round: r,
        order: order.clone(),
        wants: wants.clone(),
        below: below.clone(),
        best: None,
    };
    search.go(&search.order.clone(), &[], [0; 5], &mut Vec::new());
    let (cost, sequence) = search.best?;
    let candidates = |chooser: usize, free: &[usize]| {
        let mut list: Vec<usize> = Vec::new();
        for same in [false, true] {
            list.extend(
                free.iter()
                    .filter(|&&p| p != chooser && (wants[&p] == wants[&chooser]) == same),
            );
        }
        list
    };
    let is_small = order.len() <= SMALL && r.later.is_empty();
    let mut free = order.clone();
    let mut left = Vec::new();
    let mut before = [0; 5];
    for (chooser, partner) in sequence {
        let list = candidates(chooser, &free);
        let Some(partner) = partner else {
            before = plus(before, r.left_cost(chooser));
            left.push(chooser);
            free.retain(|p| *p != chooser);
            continue;
        };
        let at = list.iter().position(|p| *p == partner).unwrap();
        let skipped = list[..at]
            .iter()
            .map(|&p| {
                (
                    r.who[p].number,
                    r.obstacle(chooser, p).unwrap_or(SkipReason::Objective),
                )
            })
            .collect();
        let mut denied = list[..at].to_vec();
        denied.retain(|&p| is_small && r.may(chooser, p));
        for p in denied {
            let rest: Vec<usize> = free
                .iter()
                .copied()
                .filter(|q| *q != chooser && *q != p)
                .collect();
            let with = plus(before, r.pair_cost(chooser, p, &wants));
            let mut search = Search {
                round: r,
                order: order.clone(),
                wants: wants.clone(),
                below: below.clone(),
                best: None,
            };
            search.go(&rest, &left, with, &mut Vec::new());
            let worse = search
                .best
                .map(|(worse, _)| (0..5).find(|&k| worse[k] > cost[k]).expect("denied"));
            let number = |i: usize| r.who[i].number;
            answer.broken.push((number(chooser), number(p), worse));
        }
        before = plus(before, r.pair_cost(chooser, partner, &wants));
        let form = if wants[&partner] == wants[&chooser] {
            Form::SameColumn
        } else if at == 0 {
            Form::SamePlace
        } else {
            Form::ShiftedPlace
        };
        let (is_red, rule, extension) = r.colours(chooser, partner, &wants);
        let (a, b) = (r.who[chooser].score, r.who[partner].score);
        let mut floats = Vec::new();
        if a != b {
            floats.push((r.who[chooser].number, a > b, r.alone[chooser]));
            floats.push((r.who[partner].number, b > a, r.alone[partner]));
        }
        let (x, y) = (r.who[chooser].number, r.who[partner].number);
        answer.pairs.push(LiteralPair {
            red: if is_red { x } else { y },
            black: if is_red { y } else { x },
            chooser: x,
            form,
            skipped,
            rule,
            extension,
            floats,
        });
        free.retain(|p| *p != chooser && *p != partner);
        r.made.push((chooser, partner));
    }
    answer
        .left_over
        .push(left.iter().map(|&i| r.who[i].number).collect());
    answer.objectives.push(cost);
    Some(left)
}
