//! Where a webhook may lead: to a public address, never into the network the server stands in.
use crate::service::check::Faults;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is one of the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_unspecified()
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_multicast()
        || address.is_documentation()
        // This network; shared by a carrier's customers; protocol assignments; benchmarks; reserved.
        || a == 0
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19))
        || a >= 240)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let inside = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match parts {
        // An IPv4 address in other clothes is judged as what it is.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            inside(high, low)
        }
        [0x2002, high, low, ..] => inside(high, low),
        // Teredo, documentation, benchmarks.
        [0x2001, 0 | 2 | 0xdb8, ..] | [0x3fff, ..] => false,
        // What is routed in public; unique local, link local, multicast and the rest are not in it.
        [first, ..] => (first & 0xe000) == 0x2000,
    }
}

/// What of an address can be seen without asking the network. `private` allows plain HTTP and
/// addresses that are not public.
pub fn faults(url: &str, private: bool) -> Faults {
    let mut faults = Faults::default();
    faults.length("/url", Some(url), 2000);
    let Ok(parsed) = reqwest::Url::parse(url) else {
        faults.add("/url", "不是网址", "is not an address");
        return faults;
    };
    let schemes: &[&str] = if private {
        &["https", "http"]
    } else {
        &["https"]
    };
    if !schemes.contains(&parsed.scheme()) {
        faults.add("/url", "须以 https:// 开头", "must start with https://");
    }
    if !parsed.username().is_empty() || parsed.password().is_some() {
        faults.add(
            "/url",
            "不得含用户名或密码",
            "must not hold a user or a password",
        );
    }
    if parsed.fragment().is_some() {
        faults.add("/url", "不得含 # 部分", "must not have a fragment");
    }
    let literal = literal(&parsed);
    let local = parsed.host_str().is_some_and(|host| {
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        host == "localhost" || host.ends_with(".localhost")
    });
    if !private && (local || literal.is_some_and(|a| !is_public(a))) {
        not_public(&mut faults);
    }
    faults
}

/// The host, when it is an address and no name.
pub fn literal(url: &reqwest::Url) -> Option<IpAddr> {
    let host = url.host_str()?;
    let host = host
        .strip_prefix('[')
        .and_then(|h| h.strip_suffix(']'))
        .unwrap_or(host);
    host.parse().ok()
}

/// Says that an address leads into a private network.
pub fn not_public(faults: &mut Faults) {
    faults.add(
        "/url",
        "不得指向本机或内部网络",
        "must not lead to this machine or a private network",
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_loopback_and_link_local_addresses_are_told_apart_in_all_their_clothes() {
        let private = [
            "127.0.0.1",
            "127.8.9.1",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "192.0.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.1.1.1",
            "64:ff9b::a00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "::7f00:1",
            "fec0::1",
        ];
        for address in private {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "1.1.1.1",
            "172.32.0.1",
            "100.128.0.1",
            "2606:4700::1",
            "::ffff:8.8.8.8",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn every_way_to_write_a_loopback_address_is_refused() {
        let bad = [
            "https://127.0.0.1/x",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://017700000001/",
            "https://[::1]/",
            "https://[::ffff:7f00:1]/",
            "https://localhost/",
            "https://LOCALHOST./",
            "https://a.localhost:8443/",
            "http://example.org/",
            "ftp://example.org/",
            "nonsense",
            "https://u:p@example.org/",
            "https://example.org/#a",
            "file:///etc/passwd",
        ];
        for url in bad {
            assert!(!faults(url, false).0.is_empty(), "{url}");
        }
        assert!(faults("https://example.org/hook?x=1", false).0.is_empty());
        assert!(faults("http://127.0.0.1:8080/", true).0.is_empty());
        assert!(!faults("ftp://127.0.0.1/", true).0.is_empty());
    }
}
