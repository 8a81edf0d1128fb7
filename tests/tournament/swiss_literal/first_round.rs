//! Round 1, literally.
use super::{Literal, LiteralPair, Round};
use saiwu::tournament::format::swiss::colours::ColourRule;
use saiwu::tournament::format::swiss::reasons::{Form, SkipReason};
use saiwu::tournament::regulations::FirstRound;
use std::collections::HashMap;

pub(super) fn first_round(r: &mut Round, pool: &[usize], answer: &mut Literal) {
    let n = pool.len();
    let mut partner: HashMap<usize, usize> = HashMap::new();
    for t in 0..n / 2 {
        let (a, b) = match r.settings.first_round {
            FirstRound::Adjacent => (2 * t, 2 * t + 1),
            FirstRound::Ends => (t, n - 1 - t),
            FirstRound::Halves => (t, t + n / 2),
        };
        partner.insert(pool[a], pool[b]);
        partner.insert(pool[b], pool[a]);
    }
    let mut free: Vec<usize> = pool.to_vec();
    while let Some(&first) = free.first() {
        let mut list: Vec<usize> = Vec::new();
        if free.contains(&partner[&first]) {
            list.push(partner[&first]);
        }
        list.extend(free[1..].iter().filter(|p| **p != partner[&first]));
        let mut skipped = Vec::new();
        for c in list {
            let rest: Vec<usize> = free
                .iter()
                .copied()
                .filter(|p| *p != first && *p != c)
                .collect();
            if let Some(why) = r.obstacle(first, c) {
                skipped.push((r.who[c].number, why));
            } else if !r.good_rest(&[(first, c)], &rest) {
                skipped.push((r.who[c].number, SkipReason::Objective));
            } else {
                let (small, large) = (r.who[first].number, r.who[c].number);
                let odd = answer.pairs.len().is_multiple_of(2);
                answer.pairs.push(LiteralPair {
                    red: if odd { small } else { large },
                    black: if odd { large } else { small },
                    chooser: small,
                    form: if c == partner[&first] {
                        Form::FirstRound
                    } else {
                        Form::FirstRoundUnit
                    },
                    skipped,
                    rule: ColourRule::Table,
                    extension: false,
                    floats: Vec::new(),
                });
                r.made.push((first, c));
                free = rest;
                break;
            }
        }
    }
}
