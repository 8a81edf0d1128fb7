//! Live reads: rendered snapshots, the listener, the feed, webhooks.
