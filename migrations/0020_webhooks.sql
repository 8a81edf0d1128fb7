-- Webhooks: who is told of a tournament's changes, and what is still to be told. The audit log is
-- what they are told from: `told` is how far deliveries have been made of it.

create table webhook_endpoints (
    id               uuid primary key,
    tournament_id    uuid not null references tournaments (id),
    url              text not null check (url <> '' and length(url) <= 2000),
    description      text check (length(description) <= 200),
    -- Null: every kind of change.
    events           text[] check (cardinality(events) between 1 and 50),
    -- Signatures are made with it, so it is kept as it is; shown when it is made and never again.
    secret           bytea not null check (octet_length(secret) between 24 and 64),
    -- The one before, while both sign.
    old_secret       bytea check (octet_length(old_secret) between 24 and 64),
    old_secret_until timestamptz,
    enabled          boolean not null default true,
    -- Why it was switched off by itself.
    disabled_reason  text check (length(disabled_reason) <= 500),
    -- The first failure since the last success.
    failing_since    timestamptz,
    told             bigint not null,
    version          bigint not null default 1,
    created_at       timestamptz not null,
    updated_at       timestamptz not null,
    constraint webhook_old_secret_ends check ((old_secret is null) = (old_secret_until is null))
);
create index webhook_endpoints_by_tournament on webhook_endpoints (tournament_id, created_at, id);

create table webhook_deliveries (
    -- The webhook-id, the same on every attempt.
    id            uuid primary key,
    endpoint_id   uuid not null references webhook_endpoints (id) on delete cascade,
    revision      bigint not null,
    event         text not null,
    body          text not null,
    attempts      integer not null default 0 check (attempts >= 0),
    -- The schedule; null when it was delivered or given up.
    next_at       timestamptz,
    -- A server is at it; when it dies another takes over after this time.
    claimed_until timestamptz,
    delivered_at  timestamptz,
    last_status   integer,
    last_error    text check (length(last_error) <= 500),
    created_at    timestamptz not null,
    constraint webhook_deliveries_once unique (endpoint_id, revision)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_at) where next_at is not null;
create index webhook_deliveries_old on webhook_deliveries (created_at) where next_at is null;
