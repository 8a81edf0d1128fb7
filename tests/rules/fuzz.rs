//! The fuzz targets for a moment: random bytes, and seeds with bytes changed, cut and doubled.
//! `scripts/fuzz` runs the same targets for as long as one likes.

use proptest::prelude::*;

use crate::targets::TARGETS;

/// Texts near enough to good ones that changing them leads somewhere.
const SEEDS: [&[u8]; 10] = [
    b"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "\x00炮二平五".as_bytes(),
    "\x00前兵四平五马8进7".as_bytes(),
    b"\x0033.4 P+-1 ++.5",
    b"\x00h2e2 h10g8",
    "[Red \"甲\"]\n\n1. 炮二平五 {c} (1. 兵七进一 $1 (1. h2d2)) 马8进7! 1-0\n".as_bytes(),
    b"[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][DhtmlXQ_move_0_1_1]7967[/DhtmlXQ_move_0_1_1]\
      [DhtmlXQ_comment1_1]x||y[/DhtmlXQ_comment1_1]",
    b"[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist][DhtmlXQ_move_0_3_1]1927[/DhtmlXQ_move_0_3_1]\
      [DhtmlXQ_move_0_2_2]1022[/DhtmlXQ_move_0_2_2][DhtmlXQ_move_2_3_3][/DhtmlXQ_move_2_3_3]",
    "红方：甲\n1. 炮二平五 马8进7\n好棋\n2. 马二进三 *\n".as_bytes(),
    b"[\"h2e2\", \"h9g7\"], \"result\": \"1-0\"}\n",
];

/// One change: where, what.
type Change = (u8, prop::sample::Index, u8);

fn changed(seed: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for (kind, at, byte) in changes {
        if bytes.is_empty() {
            break;
        }
        let at = at.index(bytes.len());
        match kind {
            0 => bytes[at] = *byte,
            1 => bytes.insert(at, *byte),
            2 => drop(bytes.drain(at..(at + usize::from(byte % 8)).min(bytes.len()))),
            _ => {
                let again = bytes[at..].to_vec();
                bytes.extend(again);
                bytes.truncate(4_000);
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes(data in prop::collection::vec(any::<u8>(), 0..200)) {
        for (_, target) in TARGETS {
            target(&data);
        }
    }

    #[test]
    fn changed_seeds(
        seed in prop::sample::select(SEEDS.to_vec()),
        changes in prop::collection::vec((0u8..4, any::<prop::sample::Index>(), any::<u8>()), 0..6),
    ) {
        let data = changed(seed, &changes);
        for (_, target) in TARGETS {
            target(&data);
        }
    }
}
