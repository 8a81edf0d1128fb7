//! The matcher against an independent one and against trying everything.
use super::super::relaxed::relax;
use super::*;

struct Table {
    n: usize,
    cost: Vec<Option<i64>>,
    /// The kind of each vertex, and what each two kinds cost at least.
    kind: Vec<usize>,
    least: Vec<i64>,
    kinds: usize,
}

impl Costs<i64> for Table {
    fn vertices(&self) -> usize {
        self.n
    }
    fn cost(&self, a: usize, b: usize) -> Option<i64> {
        self.cost[a * self.n + b]
    }
    fn kinds(&self) -> usize {
        self.kinds
    }
    fn kind(&self, v: usize) -> usize {
        self.kind[v]
    }
    fn at_least(&self, kind: usize, other: usize) -> i64 {
        self.least[kind * self.kinds + other]
    }
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn random(dice: &mut Dice, n: usize) -> Table {
    let density = 15 + dice.below(86);
    let range = [2, 3, 6, 40][dice.below(4) as usize];
    let mut cost = vec![None; n * n];
    for a in 0..n {
        for b in a + 1..n {
            if dice.below(100) < density {
                let c = Some(2 * dice.below(range) as i64);
                cost[a * n + b] = c;
                cost[b * n + a] = c;
            }
        }
    }
    Table {
        n,
        cost,
        kind: vec![0; n],
        least: vec![0],
        kinds: 1,
    }
}

/// A graph of a few kinds, as segments are: costs by kind, a few edges missing, a few dearer; and the
/// start that the kinds give it.
fn of_kinds(dice: &mut Dice, n: usize) -> (Table, Vec<usize>, Vec<i64>) {
    let kinds = 1 + dice.below(4) as usize;
    let kind: Vec<usize> = (0..n).map(|_| dice.below(kinds as u64) as usize).collect();
    let range = [2, 3, 5][dice.below(3) as usize];
    let mut least = vec![0; kinds * kinds];
    for a in 0..kinds {
        for b in 0..=a {
            let c = 4 * dice.below(range) as i64;
            least[a * kinds + b] = c;
            least[b * kinds + a] = c;
        }
    }
    let missing = [5, 20, 50, 80][dice.below(4) as usize];
    let mut cost = vec![None; n * n];
    for a in 0..n {
        for b in 0..a {
            if dice.below(100) >= missing {
                let dearer = if dice.below(10) == 0 { 4 } else { 0 };
                let c = Some(least[kind[a] * kinds + kind[b]] + dearer);
                cost[a * n + b] = c;
                cost[b * n + a] = c;
            }
        }
    }
    let sizes: Vec<usize> = (0..kinds)
        .map(|k| kind.iter().filter(|&&of| of == k).count())
        .collect();
    let costs = (0..kinds * kinds)
        .map(|at| (at / kinds != at % kinds || sizes[at / kinds] > 1).then_some(least[at]))
        .collect();
    let y: Vec<i64> = match relax(&sizes, costs) {
        Some(relaxed) => kind.iter().map(|&k| relaxed.y[k]).collect(),
        None => vec![0; n],
    };
    let mut mate = vec![NONE; n];
    for a in 0..n {
        for b in 0..a {
            let tight = cost[a * n + b] == Some(y[a] + y[b]);
            if tight && mate[a] == NONE && mate[b] == NONE && dice.below(4) > 0 {
                mate[a] = b;
                mate[b] = a;
            }
        }
    }
    let table = Table {
        n,
        cost,
        kind,
        least,
        kinds,
    };
    (table, mate, y)
}

/// The least cost of a perfect matching of the vertices not in `gone`, by trying everything.
fn brute(t: &Table, gone: u32) -> Option<i64> {
    let first = (0..t.n).find(|v| gone >> v & 1 == 0);
    let Some(a) = first else {
        return Some(0);
    };
    (a + 1..t.n)
        .filter(|b| gone >> b & 1 == 0)
        .filter_map(|b| Some(t.cost(a, b)? + brute(t, gone | 1 << a | 1 << b)?))
        .min()
}

fn total(t: &Table, m: &Matcher<i64, Table>) -> i64 {
    (0..t.n)
        .map(|v| t.cost(v, m.mate(v)).expect("an edge"))
        .sum::<i64>()
        / 2
}

#[test]
fn least_cost_as_by_trying_everything() {
    let mut dice = Dice(1);
    let mut perfect = 0;
    for _ in 0..3000 {
        let n = 2 * (1 + dice.below(5) as usize);
        let t = random(&mut dice, n);
        let mut m = Matcher::new(&t, vec![NONE; n], vec![0; n]);
        let solved = m.solve();
        let best = brute(&t, 0);
        assert_eq!(solved, best.is_some());
        if let Some(best) = best {
            assert_eq!(total(&t, &m), best);
            perfect += 1;
        }
    }
    assert!(perfect > 500);
}

#[test]
fn least_cost_as_by_another_program_on_larger_graphs() {
    let mut dice = Dice(2);
    for _ in 0..60 {
        let n = 20 + 2 * dice.below(20) as usize;
        let t = random(&mut dice, n);
        let weights: Vec<i64> = t
            .cost
            .iter()
            .map(|c| c.map_or(0, |c| 1_000_000 - c))
            .collect();
        let other = integer_blossom::max_weight_matching(&weights, n);
        let mut m = Matcher::new(&t, vec![NONE; n], vec![0; n]);
        if m.solve() {
            let theirs: i64 = (0..n)
                .map(|v| t.cost(v, other[v].expect("perfect")).expect("an edge"))
                .sum();
            assert_eq!(total(&t, &m) * 2, theirs);
        } else {
            assert!(other.contains(&None));
        }
    }
}

#[test]
fn a_start_from_the_kinds_leads_to_the_least_cost() {
    let mut dice = Dice(4);
    let mut perfect = 0;
    for _ in 0..200 {
        let n = 10 + 2 * dice.below(25) as usize;
        let (t, mate, y) = of_kinds(&mut dice, n);
        let mut m = Matcher::new(&t, mate, y);
        let mut from_nothing = Matcher::new(&t, vec![NONE; n], vec![0; n]);
        let solved = m.solve();
        assert_eq!(solved, from_nothing.solve());
        if solved {
            assert_eq!(total(&t, &m), total(&t, &from_nothing));
            perfect += 1;
        }
    }
    assert!(perfect > 100);
}

#[test]
fn partners_are_fixed_in_order_of_preference_as_by_trying_everything() {
    let mut dice = Dice(3);
    for round in 0..8000 {
        let n = 2 * (1 + dice.below(5) as usize);
        let (t, mate, y) = if round % 2 == 0 {
            (random(&mut dice, n), vec![NONE; n], vec![0; n])
        } else {
            of_kinds(&mut dice, n)
        };
        let mut m = Matcher::new(&t, mate, y);
        let best = brute(&t, 0);
        assert_eq!(m.solve(), best.is_some());
        let Some(mut rest) = best else {
            continue;
        };
        let mut gone = 0u32;
        for x in 0..n {
            if gone >> x & 1 == 1 {
                continue;
            }
            let mut candidates: Vec<usize> =
                (0..n).filter(|&c| c != x && gone >> c & 1 == 0).collect();
            for k in (1..candidates.len()).rev() {
                candidates.swap(k, dice.below(k as u64 + 1) as usize);
            }
            // Now and then a list in which there may be no one.
            if dice.below(3) == 0 {
                candidates.truncate(1);
            }
            let wanted = candidates.iter().copied().find(|&c| {
                t.cost(x, c).is_some_and(|cost| {
                    brute(&t, gone | 1 << x | 1 << c).is_some_and(|b| b + cost == rest)
                })
            });
            for &c in &candidates {
                let Some((at_least, at_most)) = m.excess(x, c) else {
                    continue;
                };
                let with = t.cost(x, c).expect("an edge")
                    + brute(&t, gone | 1 << x | 1 << c).expect("one exchange leads there");
                let more = i128::from(with - rest);
                assert!((at_least..=at_most).contains(&more));
            }
            assert_eq!(
                m.fix_first(x, candidates),
                wanted,
                "graph {round}, vertex {x}"
            );
            if let Some(c) = wanted {
                gone |= 1 << x | 1 << c;
                rest = brute(&t, gone).expect("fixed pairs leave a best rest");
            }
        }
    }
}
