//! The secret of a key: 256 random bits, kept as SHA-256 (no slow hash is needed for so many bits).
use crate::service::{Error, Result};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// A fresh secret: the prefix that is shown, and the whole.
///
/// # Errors
/// When the operating system gives no random bytes.
pub fn fresh() -> Result<(String, String)> {
    let mut bytes = [0u8; 32 + 5];
    getrandom::fill(&mut bytes).map_err(|e| Error::Fault(format!("no random bytes: {e}")))?;
    let prefix = format!("saiwu_{}", hex::encode(&bytes[32..]));
    let secret = format!("{prefix}_{}", URL_SAFE_NO_PAD.encode(&bytes[..32]));
    Ok((prefix, secret))
}

/// What is kept of a secret.
pub fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_secrets_differ_and_show_their_prefix() {
        let (prefix, secret) = fresh().unwrap();
        assert!(secret.starts_with(&prefix) && secret.len() > prefix.len() + 40);
        assert_ne!(fresh().unwrap().1, secret);
        assert_ne!(hash(&secret), hash(&prefix));
    }
}
