//! Webhooks: who is told of a tournament's changes. Sending is `live/webhooks.rs`.

pub mod create;
pub mod edit;
pub mod remove;
pub mod replay;
pub mod rotate;
pub mod target;

use super::check::Faults;
use super::{Error, Result};
use crate::store::webhooks::Webhook;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;

/// Most endpoints of a tournament.
pub const MOST: i64 = 20;
/// How long a name may take to be looked up when an endpoint is made.
const LOOKUP: Duration = Duration::from_secs(2);

/// A webhook as shown when it is made, or its secret is changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebhookMade {
    /// The secret: shown now and never again (null when a retry is answered).
    pub secret: Option<String>,
    /// What it is.
    #[serde(flatten)]
    pub webhook: Webhook,
}

/// What can be said of a webhook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// Where to: an `https` address that is public.
    pub url: String,
    /// What it is for.
    #[serde(default)]
    pub description: Option<String>,
    /// Kinds of change, as `action` in the feed names them; null = every kind.
    #[serde(default)]
    pub events: Option<Vec<String>>,
    /// Whether anything is sent.
    #[serde(default = "yes")]
    pub enabled: bool,
}

fn yes() -> bool {
    true
}

impl NewWebhook {
    /// What of a webhook can be changed.
    pub fn of(webhook: &Webhook) -> NewWebhook {
        NewWebhook {
            url: webhook.url.clone(),
            description: webhook.description.clone(),
            events: webhook.events.clone(),
            enabled: webhook.enabled,
        }
    }

    /// Everything wrong with it; a name that cannot be looked up now is not wrong.
    pub async fn check(&self, private: bool) -> Result<()> {
        let mut faults = target::faults(&self.url, private);
        faults.length("/description", self.description.as_deref(), 200);
        if let Some(events) = &self.events {
            faults.range("/events", i64::try_from(events.len()).ok(), 1, 50);
            for (i, event) in events.iter().enumerate() {
                faults.name(&format!("/events/{i}"), event, 64);
            }
        }
        if faults.0.is_empty() && !private {
            self.look_up(&mut faults).await;
        }
        faults.done()
    }

    async fn look_up(&self, faults: &mut Faults) {
        let Ok(url) = reqwest::Url::parse(&self.url) else {
            return;
        };
        let (Some(host), Some(port)) = (url.host_str(), url.port_or_known_default()) else {
            return;
        };
        if target::literal(&url).is_some() {
            return;
        }
        let found = tokio::time::timeout(LOOKUP, tokio::net::lookup_host((host, port))).await;
        if let Ok(Ok(mut addresses)) = found
            && addresses.any(|a| !target::is_public(a.ip()))
        {
            target::not_public(faults);
        }
    }
}

/// A new secret: its bytes, and as it is shown.
fn secret() -> Result<(Vec<u8>, String)> {
    let mut bytes = vec![0u8; 32];
    getrandom::fill(&mut bytes).map_err(|e| Error::Fault(format!("no random bytes: {e}")))?;
    let shown = format!("whsec_{}", STANDARD.encode(&bytes));
    Ok((bytes, shown))
}
