-- Who did what: keys, the audit chain, answers kept for retries, webhooks.

create table api_keys (
    id            uuid primary key,
    -- Shown in lists and logs; the key itself is never stored.
    prefix        text not null constraint api_keys_prefix_once unique,
    secret_hash   bytea not null constraint api_keys_secret_once unique check (octet_length(secret_hash) = 32),
    name          text not null check (btrim(name) <> '' and length(name) <= 200),
    role          text not null check (role in ('admin', 'organizer', 'chief_arbiter', 'arbiter',
                  'entry_clerk', 'registrar', 'broadcaster', 'captain')),
    -- Null: every tournament.
    tournament_id uuid references tournaments (id),
    -- A captain's team.
    entry_id      uuid references entries (id),
    created_at    timestamptz not null,
    expires_at    timestamptz,
    revoked_at    timestamptz,
    last_used_at  timestamptz,
    rotated_from  uuid references api_keys (id),
    constraint api_keys_captain_has_a_team check ((role = 'captain') = (entry_id is not null)),
    constraint api_keys_captain_has_a_tournament check (role <> 'captain' or tournament_id is not null),
    constraint api_keys_admin_everywhere check (role <> 'admin' or tournament_id is null)
);
create index api_keys_newest on api_keys (created_at desc, id desc);
create index api_keys_by_tournament on api_keys (tournament_id) where tournament_id is not null;
create index api_keys_by_entry on api_keys (entry_id) where entry_id is not null;
create index api_keys_rotated on api_keys (rotated_from) where rotated_from is not null;

-- Every change, chained by hashes: hash = SHA-256(previous hash, the row). One chain a tournament,
-- and one (tournament_id null) for players and keys.
create table audit (
    id            uuid primary key,
    tournament_id uuid references tournaments (id),
    seq           bigint not null check (seq > 0),
    -- The public revision this change made; null when nothing public changed.
    revision      bigint,
    at            timestamptz not null,
    actor         text not null,
    actor_key     uuid,
    action        text not null check (length(action) <= 64),
    -- What it was done to, for people: {"game": "…", "round": 3}.
    subject       jsonb not null default '{}',
    -- Before and after of each public thing, in an order that can be replayed and undone.
    changes       jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
    -- Before and after of what is not public.
    private       jsonb,
    reason        text check (length(reason) <= 2000),
    request_id    text not null,
    previous_hash bytea not null check (octet_length(previous_hash) = 32),
    hash          bytea not null check (octet_length(hash) = 32),
    constraint audit_in_order unique nulls not distinct (tournament_id, seq)
);
create unique index audit_revision_once on audit (tournament_id, revision) where revision is not null;

-- The end of the chain that belongs to no tournament.
create table audit_head (
    only_one boolean primary key default true check (only_one),
    seq      bigint not null default 0,
    hash     bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000'
             check (octet_length(hash) = 32)
);
insert into audit_head default values;

-- Answers to POSTs, kept for a day so that a blind retry gets the same one.
create table idempotency_keys (
    owner       text not null,
    key         text not null check (key <> '' and length(key) <= 255),
    -- SHA-256 of method, path and body.
    fingerprint bytea not null check (octet_length(fingerprint) = 32),
    answer      jsonb not null,
    body        bytea not null,
    created_at  timestamptz not null,
    constraint idempotency_keys_once primary key (owner, key)
);
create index idempotency_keys_oldest on idempotency_keys (created_at);
