//! Sends webhooks, by the Standard Webhooks specification.
//!
//! What is to be sent and when stands in the database, so a server that is killed loses nothing:
//! another one (or the same one, started again) goes on, under the same message ids. Addresses are
//! checked when a name has been looked up, and the connection goes to what was checked.
use super::snapshot::Live;
use crate::service::webhooks::target;
use crate::store::webhooks::{self, Failure, Job};
use crate::store::{self, Store};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use sha2::Sha256;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use time::OffsetDateTime;
use tokio::sync::Notify;
use tokio::task::JoinSet;

/// Seconds between attempts; after the last one a delivery is given up, and can be replayed.
const SCHEDULE: [f64; 11] = [
    5.0, 30.0, 120.0, 600.0, 1800.0, 7200.0, 18000.0, 36000.0, 50400.0, 72000.0, 86400.0,
];
/// An endpoint that has failed for so many seconds without a success is switched off.
pub const OFF_AFTER: f64 = 5.0 * 86400.0;
/// How long an endpoint may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// Deliveries under way in one server.
const SIDE_BY_SIDE: usize = 32;
/// The longest time between two looks at the schedule: another server may have put something there.
const LOOK: Duration = Duration::from_secs(30);
/// How long deliveries under way may take at the end.
const GRACE: Duration = Duration::from_secs(2);

/// What is settled about sending.
#[derive(Debug, Default)]
pub struct Webhooks {
    private: AtomicBool,
    woken: Notify,
}

impl Webhooks {
    /// Allows plain HTTP and addresses that are not public: for a network of one's own.
    pub fn allow_private(&self, allow: bool) {
        self.private.store(allow, Ordering::Relaxed);
    }

    /// Whether addresses that are not public are allowed.
    pub fn private(&self) -> bool {
        self.private.load(Ordering::Relaxed)
    }

    /// Something is to be sent now.
    pub fn wake(&self) {
        self.woken.notify_one();
    }
}

/// Sends until `stop` ends.
pub async fn run(
    live: Arc<Live>,
    store: Store,
    webhooks: Arc<Webhooks>,
    stop: impl Future<Output = ()>,
) {
    tokio::pin!(stop);
    let client = match client(&webhooks) {
        Ok(client) => client,
        Err(error) => {
            tracing::error!(%error, "webhooks are not sent: no client");
            return;
        }
    };
    let mut news = live.news();
    let mut sending = JoinSet::new();
    loop {
        let wait = tokio::select! {
            () = &mut stop => break,
            wait = round(&store, &client, &webhooks, &mut sending) => wait.unwrap_or_else(|error| {
                tracing::warn!(%error, "webhooks wait for the database");
                Duration::from_secs(1)
            }),
        };
        tokio::select! {
            () = &mut stop => break,
            // Lagged behind or not: there is news.
            _ = news.recv() => {}
            () = webhooks.woken.notified() => {}
            Some(_) = sending.join_next() => {}
            () = tokio::time::sleep(wait) => {}
        }
    }
    // What is cut off is sent again, under the same id, when its claim has run out.
    let _ = tokio::time::timeout(GRACE, async {
        while sending.join_next().await.is_some() {}
    })
    .await;
}

/// Starts what is due; how long nothing more will be.
async fn round(
    store: &Store,
    client: &reqwest::Client,
    settings: &Arc<Webhooks>,
    sending: &mut JoinSet<()>,
) -> store::Result<Duration> {
    let mut conn = store.primary().await?;
    while webhooks::make(&mut conn).await? > 0 {}
    let mut started = 0;
    loop {
        while sending.try_join_next().is_some() {}
        let free = SIDE_BY_SIDE.saturating_sub(sending.len());
        if free == 0 {
            return Ok(LOOK);
        }
        let jobs = webhooks::claim(&mut conn, free as i64).await?;
        if jobs.is_empty() {
            break;
        }
        started += jobs.len();
        for job in jobs {
            let (store, client, settings) = (store.clone(), client.clone(), settings.clone());
            sending.spawn(async move { deliver(&store, &client, &settings, job).await });
        }
    }
    let due = webhooks::next_due(&mut conn).await?;
    let wait = due.map_or(LOOK, |seconds| {
        Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(LOOK)
    });
    // Due and not started: as many are under way as may be; their end wakes us.
    let least = Duration::from_millis(if started > 0 { 0 } else { 500 });
    Ok(wait.clamp(least, LOOK))
}

async fn deliver(store: &Store, client: &reqwest::Client, settings: &Webhooks, job: Job) {
    let outcome = attempt(client, settings, &job).await;
    let noted = async {
        let mut conn = store.primary().await?;
        match &outcome {
            Ok(status) => webhooks::delivered(&mut conn, &job, *status).await,
            Err(failure) => webhooks::failed(&mut conn, &job, failure, OFF_AFTER).await,
        }
    };
    let id = job.id;
    match noted.await {
        Ok(()) => tracing::debug!(delivery = %id, ?outcome, "a webhook"),
        // Its claim runs out, and it is sent again under the same id.
        Err(error) => tracing::warn!(delivery = %id, %error, "a webhook's outcome is lost"),
    }
}

/// One attempt: the status of success, or what went wrong.
async fn attempt(client: &reqwest::Client, settings: &Webhooks, job: &Job) -> Result<u16, Failure> {
    let fail = |status: Option<u16>, error: String| Failure {
        status,
        error,
        pause: pause(job.attempts, chance()),
        gone: status == Some(410),
    };
    // What may be told has been settled when it was made; the rules may have become stricter since.
    let faults = target::faults(&job.url, settings.private());
    if let Some(fault) = faults.0.first() {
        return Err(fail(None, fault.en.clone()));
    }
    let id = webhooks::message_id(job.id);
    let now = OffsetDateTime::now_utc().unix_timestamp();
    let mut signature = sign(&job.secret, &id, now, &job.body);
    if let Some(old) = &job.old_secret {
        signature = format!("{signature} {}", sign(old, &id, now, &job.body));
    }
    let sent = client
        .post(&job.url)
        .header("content-type", "application/json")
        .header("webhook-id", id)
        .header("webhook-timestamp", now)
        .header("webhook-signature", signature)
        .body(job.body.clone())
        .send()
        .await;
    match sent {
        Ok(answer) if answer.status().is_success() => Ok(answer.status().as_u16()),
        Ok(answer) => {
            let status = answer.status();
            Err(fail(Some(status.as_u16()), format!("answered {status}")))
        }
        Err(error) => Err(fail(None, reason(&error))),
    }
}

/// The innermost reason, without the address: it may hold a secret of the receiver.
fn reason(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "no answer in time".to_owned();
    }
    let mut inner: &dyn std::error::Error = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}

/// The signature of a message: `v1,` and HMAC-SHA256 over id, time and body.
pub fn sign(secret: &[u8], id: &str, timestamp: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes a key of any length");
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// Seconds until the next attempt: by the schedule, a fifth more or less by chance (0 to 1), so that
/// many that failed together do not come back together. Nothing after the last attempt.
fn pause(attempts: i32, chance: f64) -> Option<f64> {
    let made = usize::try_from(attempts).unwrap_or(0).max(1);
    SCHEDULE
        .get(made - 1)
        .map(|seconds| seconds * (0.8 + 0.4 * chance))
}

fn chance() -> f64 {
    // Without random bytes all wait the same time: no harm but to the receiver's comfort.
    getrandom::u32().map_or(0.5, |n| f64::from(n) / f64::from(u32::MAX))
}

/// A client that follows no redirect, uses no proxy and reaches no address that is not public.
fn client(settings: &Arc<Webhooks>) -> reqwest::Result<reqwest::Client> {
    reqwest::Client::builder()
        .user_agent(concat!("saiwu/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .timeout(PATIENCE)
        .connect_timeout(PATIENCE / 2)
        .dns_resolver(Arc::new(Checked(settings.clone())))
        .build()
}

/// Looks names up and gives back public addresses only: what is connected to has been checked, and
/// a name that means another address a moment later gains nothing.
#[derive(Debug)]
struct Checked(Arc<Webhooks>);

impl Resolve for Checked {
    fn resolve(&self, name: Name) -> Resolving {
        let private = self.0.private();
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let found: Vec<SocketAddr> = found.collect();
            if !private && found.iter().any(|a| !target::is_public(a.ip())) {
                return Err("the name leads to a private address".into());
            }
            let addresses: Addrs = Box::new(found.into_iter());
            Ok(addresses)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_the_specification() {
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let body = r#"{"test": 2432232314}"#;
        let signed = sign(&secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn pauses_grow_vary_by_a_fifth_and_end() {
        for attempts in 1..=11 {
            let (short, long) = (pause(attempts, 0.0).unwrap(), pause(attempts, 1.0).unwrap());
            assert!(long > short);
            if let Some(next) = pause(attempts + 1, 0.5) {
                assert!(next > pause(attempts, 0.5).unwrap(), "{attempts}");
            }
        }
        assert_eq!(pause(12, 0.5), None);
    }

    #[tokio::test]
    async fn a_name_that_leads_inside_is_not_connected_to() {
        let settings = Arc::new(Webhooks::default());
        let name = || "localhost".parse::<Name>().unwrap();
        let checked = Checked(settings.clone());
        assert!(checked.resolve(name()).await.is_err());
        settings.allow_private(true);
        assert!(checked.resolve(name()).await.is_ok());
    }
}
