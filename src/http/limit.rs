//! Limits that speak: so many requests a second for each key, and for each address that asks the
//! rules, which look at no key: any text would pass for another one. Public reads have no limit: they cost next to nothing, and a whole hall of
//! phones shares one address.
use super::{App, Problem, auth};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use moka::sync::Cache;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A bucket for each caller that fills evenly and holds a burst.
#[derive(Debug)]
pub struct Limiter {
    buckets: Cache<u64, Arc<Mutex<Bucket>>>,
    /// Requests a second.
    rate: f64,
    /// Requests at once.
    burst: f64,
}

#[derive(Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

/// What a caller has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// Whether this request may go on.
    pub allowed: bool,
    /// Requests left at once.
    pub remaining: u32,
    /// Seconds until there is one (again).
    pub seconds: u32,
}

impl Limiter {
    /// A limiter of so many requests a second, and so many at once.
    pub fn new(rate: u32, burst: u32) -> Limiter {
        let buckets = Cache::builder()
            .max_capacity(100_000)
            .time_to_idle(Duration::from_secs(600))
            .build();
        Limiter {
            buckets,
            rate: f64::from(rate),
            burst: f64::from(burst),
        }
    }

    /// Takes one request of a caller.
    pub fn take(&self, caller: impl Hash, now: Instant) -> Left {
        let mut hasher = DefaultHasher::new();
        caller.hash(&mut hasher);
        let full = || {
            Arc::new(Mutex::new(Bucket {
                left: self.burst,
                at: now,
            }))
        };
        let bucket = self.buckets.get_with(hasher.finish(), full);
        let mut bucket = bucket.lock().unwrap_or_else(PoisonError::into_inner);
        let passed = now.saturating_duration_since(bucket.at).as_secs_f64();
        bucket.left = (bucket.left + passed * self.rate).min(self.burst);
        bucket.at = now;
        let allowed = bucket.left >= 1.0;
        if allowed {
            bucket.left -= 1.0;
        }
        let missing = (1.0 - bucket.left).max(0.0);
        Left {
            allowed,
            remaining: bucket.left as u32,
            seconds: (missing / self.rate).ceil() as u32,
        }
    }

    fn policy(&self) -> String {
        let window = (self.burst / self.rate).ceil() as u32;
        format!("\"default\";q={};w={window}", self.burst as u32)
    }
}

/// Refuses what is over the limit, with `Retry-After`; tells the others what is left.
pub async fn around(State(app): State<App>, request: Request, next: Next) -> Response {
    let limiter = &app.limiter;
    let now = Instant::now();
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let address = address.filter(|_| request.uri().path().contains("/rules/"));
    let left = match (address, auth::key(request.headers())) {
        (Some(address), _) => Some(limiter.take(address.0.ip(), now)),
        // The key itself and not its header, of which there are many spellings.
        (None, Some(key)) => Some(limiter.take(key, now)),
        (None, None) => None,
    };
    let Some(left) = left else {
        return next.run(request).await;
    };
    let mut response = if left.allowed {
        next.run(request).await
    } else {
        Problem::too_many(left.seconds.max(1)).into_response()
    };
    let headers = response.headers_mut();
    let mut set = |name: &'static str, value: String| {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    };
    set("ratelimit-policy", limiter.policy());
    set(
        "ratelimit",
        format!("\"default\";r={};t={}", left.remaining, left.seconds),
    );
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_then_the_rate_holds_for_each_caller_alone() {
        let limiter = Limiter::new(10, 3);
        let start = Instant::now();
        let allowed = |caller: &str, at: Instant| limiter.take(caller, at).allowed;
        assert!((0..3).all(|_| allowed("a", start)));
        let refused = limiter.take("a", start);
        assert_eq!((refused.allowed, refused.seconds), (false, 1));
        assert!(
            allowed("b", start),
            "another caller has a bucket of its own"
        );
        assert!(allowed("a", start + Duration::from_millis(100)));
        assert!(!allowed("a", start + Duration::from_millis(150)));
        assert!((0..3).all(|_| allowed("a", start + Duration::from_secs(60))));
        assert!(
            !allowed("a", start + Duration::from_secs(60)),
            "never more than the burst"
        );
    }
}
