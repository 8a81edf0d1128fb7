//! A draw as it is recorded in the event file, run, and run again.
use super::seed::Seed;
use super::{bracket, groups, numbers};
use crate::tournament::event_file::Fault;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// The most participants of one draw.
pub const MAX_PARTICIPANTS: usize = 100_000;

/// How lots are drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum LotsMethod {
    /// Numbers (序号) in one draw for all.
    Numbers,
    /// Numbers in two halves: the upper half odd ones, the lower even ones (appendix 2, 2.1).
    SeededHalves {
        /// How many of the participants, from the first, are seeds.
        seeds: u32,
        /// What the others behind them stand in.
        #[serde(default)]
        others: OthersOrder,
    },
    /// Groups by the snake; nothing is drawn.
    Snake {
        /// Number of groups.
        groups: u32,
    },
    /// Groups, pot by pot.
    Pots {
        /// Number of groups.
        groups: u32,
        /// Seed k heads group k; otherwise the first pot is drawn too.
        #[serde(default)]
        seeds_fixed: bool,
    },
    /// Positions in a bracket (appendix 3, note 1).
    Bracket {
        /// Seeds that stand on positions 1…k.
        protected: u32,
    },
    /// Positions drawn rank by rank: the first ranks take the first positions (all winners of
    /// groups, all seconds …).
    Ranks {
        /// How many stand in each rank, from the first.
        sizes: Vec<u32>,
    },
    /// Red or black in the first game (12.4): 1 = the participant named first has red.
    Colours,
    /// Numbers drawn in the hall and entered.
    ByHand,
}

/// The order of those who are not seeded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OthersOrder {
    /// As listed, for example by rating.
    #[default]
    Ranked,
    /// Drawn.
    Drawn,
}

/// A seed promised before the draw: whoever draws later can only use the one this is the hash of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Commitment {
    /// SHA-256 of the 32 bytes of the seed, 64 hexadecimal digits.
    pub sha256: String,
    /// When it was published (RFC 3339).
    pub committed_at: String,
}

/// One draw of lots with everything needed to run it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Lots {
    /// How.
    pub method: LotsMethod,
    /// The stage it is for, counted from 1; none for the numbers of the whole event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<u32>,
    /// What for, where a stage has many draws: the name under which the seed was derived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    /// Who takes part, in order of strength: names, or numbers drawn earlier. For `colours` one
    /// text a game.
    pub participants: Vec<String>,
    /// Unit (or group) of each participant, where mates are kept apart; empty otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<Option<String>>,
    /// The seed; none where nothing was drawn by machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// SHA-256 of the seed, published before the draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// When the commitment was published (RFC 3339).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub committed_at: Option<String>,
    /// When the lots were drawn (RFC 3339).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn_at: Option<String>,
    /// One a participant: number, group, position, or for colours 1 = red, 2 = black.
    #[serde(default)]
    pub result: Vec<u32>,
}

impl Lots {
    /// Draws: the result from method, participants and seed; whatever `result` holds is not looked
    /// at, except for lots drawn by hand, where it is checked and returned.
    ///
    /// # Errors
    /// Faults whose pointers are relative to this record.
    pub fn run(&self) -> Result<Vec<u32>, Vec<Fault>> {
        let faults = self.input_faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let n = self.participants.len();
        let mut sequence = self.seed.unwrap_or(Seed([0; 32])).sequence();
        Ok(match &self.method {
            LotsMethod::Numbers => numbers::simple(n, &mut sequence),
            LotsMethod::SeededHalves { seeds, others } => numbers::seeded_halves(
                n,
                *seeds as usize,
                *others == OthersOrder::Drawn,
                &mut sequence,
            ),
            LotsMethod::Snake { groups } => groups::snake(n, *groups as usize, &self.apart),
            LotsMethod::Pots {
                groups,
                seeds_fixed,
            } => groups::pots(
                n,
                *groups as usize,
                *seeds_fixed,
                &self.apart,
                &mut sequence,
            ),
            LotsMethod::Bracket { protected } => {
                bracket::draw(n, *protected as usize, &self.apart, &mut sequence)
            }
            LotsMethod::Ranks { sizes } => bracket::draw_ranks(sizes, &self.apart, &mut sequence),
            LotsMethod::Colours => (0..n).map(|_| 1 + u32::from(sequence.coin())).collect(),
            LotsMethod::ByHand => self.result.clone(),
        })
    }

    /// The same record with its result drawn.
    ///
    /// # Errors
    /// As [`Lots::run`].
    pub fn drawn(mut self) -> Result<Lots, Vec<Fault>> {
        self.result = self.run()?;
        Ok(self)
    }

    /// Who has which result, in ascending order of the result: for a draw of numbers or positions
    /// the participants in their new order.
    pub fn in_order(&self) -> Vec<(u32, &str)> {
        let mut order: Vec<(u32, &str)> = self
            .result
            .iter()
            .copied()
            .zip(self.participants.iter().map(String::as_str))
            .collect();
        order.sort_by_key(|&(result, _)| result);
        order
    }

    const fn needs_seed(&self) -> bool {
        !matches!(self.method, LotsMethod::ByHand | LotsMethod::Snake { .. })
    }

    fn input_faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut add = |pointer: &str, en: String, zh: String| {
            faults.push(Fault {
                pointer: pointer.to_owned(),
                en,
                zh,
            });
        };
        let n = self.participants.len();
        if n == 0 || n > MAX_PARTICIPANTS {
            add(
                "/participants",
                format!("a draw has 1 to {MAX_PARTICIPANTS} participants"),
                format!("抽签人数须为 1 至 {MAX_PARTICIPANTS}"),
            );
        }
        let distinct: BTreeSet<&String> = self.participants.iter().collect();
        if distinct.len() < n {
            add(
                "/participants",
                "a participant is listed twice".into(),
                "抽签名单有重复".into(),
            );
        }
        if !self.apart.is_empty() && self.apart.len() != n {
            add(
                "/apart",
                format!("one unit a participant ({n}), or none at all"),
                format!("须与抽签人数({n})一致, 或为空"),
            );
        }
        if self.needs_seed() && self.seed.is_none() {
            add(
                "/seed",
                "a draw by machine needs a seed of 64 hexadecimal digits".into(),
                "机器抽签须有 64 位十六进制种子".into(),
            );
        }
        if let (Some(seed), Some(commitment)) = (&self.seed, &self.commitment)
            && !seed.commitment().eq_ignore_ascii_case(commitment)
        {
            add(
                "/commitment",
                "the seed is not the one that was committed to".into(),
                "种子与事先公布的承诺值不符".into(),
            );
        }
        match &self.method {
            LotsMethod::SeededHalves { seeds, .. } if *seeds as usize > n => add(
                "/method/seeds",
                format!("{seeds} seeds among {n} participants"),
                format!("种子数 {seeds} 多于人数 {n}"),
            ),
            LotsMethod::Snake { groups } | LotsMethod::Pots { groups, .. }
                if *groups == 0 || *groups as usize > n =>
            {
                add(
                    "/method/groups",
                    format!("{groups} groups for {n} participants"),
                    format!("{n} 人不能分为 {groups} 组"),
                );
            }
            LotsMethod::Bracket { protected } if *protected as usize > n => add(
                "/method/protected",
                format!("{protected} protected seeds among {n} participants"),
                format!("种子数 {protected} 多于人数 {n}"),
            ),
            LotsMethod::Ranks { sizes } => {
                let total: u64 = sizes.iter().map(|s| u64::from(*s)).sum();
                if total != n as u64 {
                    add(
                        "/method/sizes",
                        format!("the ranks have {total} places for {n} participants"),
                        format!("各档共 {total} 个位置, 而人数为 {n}"),
                    );
                }
            }
            LotsMethod::ByHand => {
                let distinct: BTreeSet<u32> = self.result.iter().copied().collect();
                if self.result.len() != n || distinct.len() != n || distinct.contains(&0) {
                    add(
                        "/result",
                        format!(
                            "every one of the {n} participants has a number of his own, from 1"
                        ),
                        format!("{n} 人各有一个不同的签号, 从 1 开始"),
                    );
                }
            }
            _ => {}
        }
        faults
    }
}

/// Checks a recorded draw: its inputs, and that running it again gives the recorded result.
/// Pointers are relative to the record.
pub fn check(lots: &Lots) -> Vec<Fault> {
    match lots.run() {
        Err(faults) => faults,
        Ok(result) if result == lots.result => Vec::new(),
        Ok(_) => vec![Fault {
            pointer: "/result".to_owned(),
            en: "running the draw again gives another result".to_owned(),
            zh: "重新抽签所得结果与记录不符".to_owned(),
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lots(method: LotsMethod, n: usize) -> Lots {
        Lots {
            method,
            stage: None,
            participants: (1..=n).map(|k| format!("P{k}")).collect(),
            apart: Vec::new(),
            seed: Some(Seed::from_text("test")),
            purpose: None,
            commitment: None,
            committed_at: None,
            drawn_at: None,
            result: Vec::new(),
        }
    }

    fn is_permutation(result: &[u32]) -> bool {
        let mut sorted = result.to_vec();
        sorted.sort_unstable();
        sorted.iter().copied().eq(1..=result.len() as u32)
    }

    #[test]
    fn numbers_are_each_given_once_and_a_second_run_gives_the_same() {
        for n in 1..50 {
            let drawn = lots(LotsMethod::Numbers, n).drawn().unwrap();
            assert!(is_permutation(&drawn.result));
            assert_eq!(check(&drawn), []);
            let text = serde_json::to_string(&drawn).unwrap();
            assert_eq!(serde_json::from_str::<Lots>(&text).unwrap(), drawn);
        }
    }

    /// Appendix 2, 2.1: the upper half draws odd numbers, the lower half even ones.
    #[test]
    fn halves_draw_odd_and_even_numbers() {
        for n in 1..40usize {
            for others in [OthersOrder::Ranked, OthersOrder::Drawn] {
                let seeds = (n / 3) as u32;
                let drawn = lots(LotsMethod::SeededHalves { seeds, others }, n)
                    .drawn()
                    .unwrap();
                assert!(is_permutation(&drawn.result));
                for seed in 0..seeds as usize {
                    assert_eq!(drawn.result[seed] % 2, 1, "seeds are in the upper half");
                }
                if others == OthersOrder::Ranked {
                    for (i, number) in drawn.result.iter().enumerate() {
                        assert_eq!(number % 2 == 1, i < n.div_ceil(2));
                    }
                }
            }
        }
    }

    #[test]
    fn a_changed_result_or_seed_is_found() {
        let mut drawn = lots(LotsMethod::Numbers, 9).drawn().unwrap();
        drawn.result.swap(0, 1);
        assert_eq!(check(&drawn)[0].pointer, "/result");
        let mut drawn = lots(LotsMethod::Numbers, 9).drawn().unwrap();
        drawn.commitment = Some(Seed::from_text("another").commitment());
        assert_eq!(check(&drawn)[0].pointer, "/commitment");
    }

    #[test]
    fn protected_seeds_keep_their_positions_and_mates_meet_late() {
        for n in 4..=32usize {
            let mut draw = lots(LotsMethod::Bracket { protected: 4 }, n);
            // Pairs of mates: k and the next one.
            draw.apart = (0..n).map(|k| Some((k / 2).to_string())).collect();
            let drawn = draw.drawn().unwrap();
            assert!(is_permutation(&drawn.result));
            assert_eq!(drawn.result[..4], [1, 2, 3, 4]);
            let slots = crate::tournament::format::knockout::layout::slots(n as u32);
            for k in (4..n - 1).step_by(2) {
                let slot = |i: usize| slots[drawn.result[i] as usize - 1];
                let round = crate::tournament::format::knockout::layout::meeting_round(
                    slot(k),
                    slot(k + 1),
                );
                assert!(round > 1 || n < 6, "{n}: {:?}", drawn.result);
            }
        }
    }

    #[test]
    fn faults_name_the_field() {
        let pointer = |l: Lots| l.run().unwrap_err()[0].pointer.clone();
        assert_eq!(
            pointer(lots(LotsMethod::Snake { groups: 0 }, 4)),
            "/method/groups"
        );
        assert_eq!(
            pointer(lots(LotsMethod::Bracket { protected: 5 }, 4)),
            "/method/protected"
        );
        assert_eq!(pointer(lots(LotsMethod::ByHand, 4)), "/result");
        assert_eq!(
            pointer(Lots {
                seed: None,
                ..lots(LotsMethod::Numbers, 4)
            }),
            "/seed"
        );
        let mut twice = lots(LotsMethod::Numbers, 2);
        twice.participants[1] = "P1".into();
        assert_eq!(pointer(twice), "/participants");
    }
}
