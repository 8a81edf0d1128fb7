//! 抽签: places drawn by lot from a recorded seed, so that anyone can draw them again.
//!
//! The lot of an entry is its place when all entries are ordered by SHA-256 of the seed's 32
//! bytes, the text `saiwu standings lots`, the stage from 1 and the entry's number (both 32-bit,
//! big-endian). It does not depend on who else is level.
use super::{Part, Value};
use crate::tournament::standings::ledger::Ledger;
use sha2::{Digest, Sha256};

pub(super) fn values(ledger: &Ledger) -> Vec<Value> {
    let Some(text) = &ledger.regulations.lots_seed else {
        return vec![Value::None; ledger.len()];
    };
    let seed = hex::decode(text).unwrap_or_else(|_| text.as_bytes().to_vec());
    let mut drawn: Vec<(Vec<u8>, usize)> = (0..ledger.len())
        .map(|entry| {
            let mut hash = Sha256::new();
            hash.update(&seed);
            hash.update(b"saiwu standings lots");
            hash.update(ledger.stage.to_be_bytes());
            hash.update(ledger.numbers[entry].to_be_bytes());
            (hash.finalize().to_vec(), entry)
        })
        .collect();
    drawn.sort_unstable();
    let mut values = vec![Value::None; ledger.len()];
    for (lot, (_, entry)) in drawn.into_iter().enumerate() {
        values[entry] = Value::Count(lot as i64 + 1);
    }
    values
}

pub(super) fn parts(ledger: &Ledger, value: &Value) -> Vec<Part> {
    let seed = ledger.regulations.lots_seed.as_deref().unwrap_or_default();
    vec![Part::new(
        None,
        None,
        value.clone(),
        format!("按种子 {seed} 抽得的签号"),
        format!("lot drawn from the seed {seed}"),
    )]
}
