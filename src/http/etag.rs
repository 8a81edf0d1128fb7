//! ETags of public reads, and the versions that If-Match takes.
//!
//! An ETag is `"r<revision>.<view>.<language>.<coding>.<renderer>"`, with `.v<version>` after the
//! revision for a view of one thing. If-Match takes that thing's version: `"3"`, or such an ETag.
use crate::live::{Coding, ViewKey, render::RENDERER};
use crate::service::command::Seen;
use axum::http::HeaderMap;
use axum::http::header::{IF_MATCH, IF_NONE_MATCH};
use sha2::{Digest, Sha256};

/// The strong ETag of a view.
pub fn of(key: &ViewKey, version: Option<i64>) -> String {
    let view = Sha256::digest(key.view.as_bytes());
    let version = version.map(|v| format!(".v{v}")).unwrap_or_default();
    let coding = match key.coding {
        Coding::Identity => "id",
        Coding::Gzip => "gz",
        Coding::Brotli => "br",
    };
    format!(
        "\"r{}{version}.{}.{}.{coding}.{RENDERER}\"",
        key.revision,
        hex::encode(&view[..6]),
        key.language,
    )
}

/// The tags of `If-None-Match`.
pub fn none_match(headers: &HeaderMap) -> Vec<&str> {
    headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|v| v.to_str().ok())
        .flat_map(|v| v.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .filter(|tag| !tag.is_empty())
        .collect()
}

/// The highest revision named by tags of ours.
pub fn newest_named(tags: &[&str]) -> Option<i64> {
    tags.iter().filter_map(|tag| revision(tag)).max()
}

/// Whether a tag has the form of ours.
pub fn is_ours(tag: &str) -> bool {
    tag == "*" || revision(tag).is_some()
}

fn revision(tag: &str) -> Option<i64> {
    tag.strip_prefix("\"r")?.split('.').next()?.parse().ok()
}

/// What `If-Match` says.
pub fn seen(headers: &HeaderMap) -> Seen {
    let mut values = headers
        .get_all(IF_MATCH)
        .iter()
        .filter_map(|v| v.to_str().ok());
    let Some(value) = values.next() else {
        return Seen::Unsaid;
    };
    let value = value.trim();
    if value == "*" {
        return Seen::Any;
    }
    let inner = value
        .strip_prefix('"')
        .and_then(|v| v.strip_suffix('"'))
        .unwrap_or(value);
    let version = inner
        .strip_prefix('v')
        .unwrap_or(inner)
        .parse()
        .ok()
        .or_else(|| {
            let of_ours = inner.starts_with('r');
            let part = inner
                .split('.')
                .find_map(|part| part.strip_prefix('v')?.parse().ok());
            part.filter(|_| of_ours)
        });
    version.map_or(Seen::Other, Seen::Version)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen_in(value: &'static str) -> Seen {
        let mut headers = HeaderMap::new();
        headers.insert(IF_MATCH, value.parse().unwrap());
        seen(&headers)
    }

    #[test]
    fn if_match_takes_a_version_or_an_etag_that_carries_one() {
        assert_eq!(seen(&HeaderMap::new()), Seen::Unsaid);
        assert_eq!(seen_in("*"), Seen::Any);
        assert_eq!(seen_in("\"3\""), Seen::Version(3));
        assert_eq!(seen_in("3"), Seen::Version(3));
        assert_eq!(seen_in("\"r12.v4.0011aabbccdd.zh.id.1\""), Seen::Version(4));
        assert_eq!(seen_in("\"r12.0011aabbccdd.zh.id.1\""), Seen::Other);
        assert_eq!(seen_in("W/\"3\""), Seen::Other);
        assert_eq!(seen_in("\"xyz\""), Seen::Other);
    }

    #[test]
    fn the_newest_revision_named_is_found() {
        assert_eq!(
            newest_named(&["\"r7.aa.zh.id.1\"", "\"r12.bb.zh.id.1\"", "\"x\""]),
            Some(12)
        );
        assert_eq!(newest_named(&["\"abc\""]), None);
    }
}
