//! The seed of a draw, its commitment, and the sequence of numbers that follows from it.
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// 256 bits from which a draw is made; 64 hexadecimal digits on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

/// A text that is not 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadSeed;

impl BadSeed {
    /// What is wrong, in Chinese.
    pub const ZH: &'static str = "种子须为 64 位十六进制数";
}

impl fmt::Display for BadSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed has 64 hexadecimal digits")
    }
}

impl std::error::Error for BadSeed {}

impl FromStr for Seed {
    type Err = BadSeed;
    fn from_str(text: &str) -> Result<Seed, BadSeed> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| BadSeed)?;
        Ok(Seed(bytes))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

impl utoipa::PartialSchema for Seed {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .pattern(Some("^[0-9a-fA-F]{64}$"))
            .description(Some("256 bits as 64 hexadecimal digits."))
            .into()
    }
}

impl utoipa::ToSchema for Seed {}

impl Seed {
    /// What may be published before the draw: the SHA-256 of the 32 bytes, in hexadecimal. Anyone
    /// can check it afterwards (`xxd -r -p | sha256sum`), nobody can draw from it.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// A seed of its own for one purpose, so that draws from one seed do not depend on each other.
    pub fn derive(&self, purpose: &str) -> Seed {
        let mut hash = Sha256::new();
        hash.update(b"saiwu-lots/1 derive\n");
        hash.update(self.0);
        hash.update(purpose.as_bytes());
        Seed(hash.finalize().into())
    }

    /// A seed made from a text, where nothing was drawn: reproducible, and known to everybody.
    pub fn from_text(text: &str) -> Seed {
        let mut hash = Sha256::new();
        hash.update(b"saiwu-lots/1 text\n");
        hash.update(text.as_bytes());
        Seed(hash.finalize().into())
    }

    /// The numbers that follow from this seed.
    pub const fn sequence(self) -> Sequence {
        Sequence {
            seed: self,
            block: 0,
            words: [0; 4],
            left: 0,
        }
    }
}

/// The numbers that follow from a seed: block k is SHA-256 of `saiwu-lots/1\n`, the 32 bytes of
/// the seed and k as eight bytes (most significant first), read as four such numbers of 64 bits.
/// Written out so that a draw can be repeated without this program.
#[derive(Clone, Debug)]
pub struct Sequence {
    seed: Seed,
    block: u64,
    words: [u64; 4],
    left: usize,
}

impl Sequence {
    fn next_word(&mut self) -> u64 {
        if self.left == 0 {
            let mut hash = Sha256::new();
            hash.update(b"saiwu-lots/1\n");
            hash.update(self.seed.0);
            hash.update(self.block.to_be_bytes());
            let bytes: [u8; 32] = hash.finalize().into();
            for (word, chunk) in self.words.iter_mut().zip(bytes.chunks_exact(8)) {
                *word = chunk.iter().fold(0, |w, &b| w << 8 | u64::from(b));
            }
            self.block += 1;
            self.left = 4;
        }
        self.left -= 1;
        self.words[3 - self.left]
    }

    /// A number below `n`, each equally likely: words of the incomplete last range are skipped.
    /// Below 1 (and 0) it is 0, and no word is used.
    pub fn below(&mut self, n: u64) -> u64 {
        if n < 2 {
            return 0;
        }
        let skipped = (u64::MAX % n + 1) % n;
        loop {
            let word = self.next_word();
            if word <= u64::MAX - skipped {
                return word % n;
            }
        }
    }

    /// Draws an order: from the back, each place is exchanged with one at or before it.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }

    /// Heads or tails.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seed 000…0; the values were computed with `sha256sum` outside of this program.
    #[test]
    fn the_sequence_is_the_documented_one() {
        let mut sequence = Seed([0; 32]).sequence();
        let words: Vec<String> = (0..5)
            .map(|_| format!("{:016x}", sequence.next_word()))
            .collect();
        assert_eq!(
            words,
            [
                "bcab4edbd3b6e8f4",
                "06a3eec0d43fc68d",
                "f665119cf3b77a35",
                "933264417ce6ece6",
                "d0fee298ad34aea6"
            ]
        );
        assert_eq!(
            Seed([0; 32]).commitment(),
            "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
        );
    }

    #[test]
    fn every_order_of_four_is_equally_likely() {
        let mut counts = std::collections::BTreeMap::new();
        let mut sequence = Seed::from_text("four").sequence();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            sequence.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 24);
        // Standard deviation about 31; the sequence is fixed, so this cannot flicker.
        assert!(
            counts.values().all(|n| (850..1150).contains(n)),
            "{counts:?}"
        );
    }

    #[test]
    fn seeds_are_64_hexadecimal_digits() {
        let text = "0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789abcdef";
        let seed: Seed = text.parse().unwrap();
        assert_eq!(seed.to_string(), text.to_lowercase());
        assert_eq!("12".parse::<Seed>(), Err(BadSeed));
        assert_eq!("é".repeat(32).parse::<Seed>(), Err(BadSeed));
        assert_ne!(seed.derive("a"), seed.derive("b"));
    }
}
