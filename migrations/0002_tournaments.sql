-- Tournaments and who plays in them. `details` holds fields of the domain type that no query asks
-- for; everything that must be unique, ordered, referenced or searched is a column.

create table tournaments (
    id            uuid primary key,
    name          text not null check (btrim(name) <> '' and length(name) <= 300),
    kind          text not null check (kind in ('individual', 'team')),
    edition       text not null check (edition in ('2011-approved', '2011-trial')),
    level         text not null check (level in ('national', 'national_youth', 'provincial', 'local')),
    venue         text check (length(venue) <= 300),
    start_date    date,
    end_date      date,
    time_zone     text check (length(time_zone) <= 64),
    regulations   jsonb not null default '{}' check (jsonb_typeof(regulations) = 'object'),
    status        text not null default 'scheduled' check (status in ('scheduled', 'running', 'finished')),
    -- Raised by every write that changes what is public; gapless.
    revision      bigint not null default 1,
    -- Raised by every write that changes a draft.
    draft_version bigint not null default 0,
    -- Of the frame itself (name, dates, regulations, status): what If-Match on the tournament takes.
    version       bigint not null default 1,
    -- Last row of this tournament's audit chain.
    audit_seq     bigint not null default 0,
    audit_hash    bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
    created_at    timestamptz not null,
    updated_at    timestamptz not null,
    deleted_at    timestamptz,
    constraint tournaments_dates_in_order check (start_date <= end_date),
    constraint tournaments_hash_length check (octet_length(audit_hash) = 32)
);
create index tournaments_newest on tournaments (created_at desc, id desc) where deleted_at is null;

create table entries (
    id                 uuid primary key,
    tournament_id      uuid not null references tournaments (id),
    number             integer not null constraint entries_number_positive check (number > 0),
    -- Copied from the player at entry; a later change of the player does not reach it.
    player_id          uuid references players (id),
    name               text not null check (btrim(name) <> '' and length(name) <= 200),
    unit               text check (length(unit) <= 200),
    rating             integer,
    title              text,
    sex                text check (sex in ('male', 'female')),
    birth_year         smallint,
    seed               integer check (seed > 0),
    status             text not null default 'active' check (status in ('active', 'withdrawn', 'expelled')),
    withdrawn_after    integer check (withdrawn_after >= 0),
    withdrawn_in_stage integer check (withdrawn_in_stage > 0),
    first_round        integer check (first_round > 0),
    details            jsonb not null default '{}',
    version            bigint not null default 1,
    created_at         timestamptz not null,
    -- A draw renumbers a whole field in one transaction.
    constraint entries_number_once unique (tournament_id, number) deferrable initially deferred,
    constraint entries_player_once unique (tournament_id, player_id),
    constraint entries_of_tournament unique (tournament_id, id)
);
create index entries_by_player on entries (player_id) where player_id is not null;

create table entry_external_ids (
    tournament_id uuid not null,
    system        text not null check (system ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
    external_id   text not null check (external_id <> '' and length(external_id) <= 200),
    entry_id      uuid not null,
    constraint entry_external_ids_once primary key (tournament_id, system, external_id),
    constraint entry_external_ids_entry foreign key (tournament_id, entry_id)
        references entries (tournament_id, id) on delete cascade
);
create index entry_external_ids_by_entry on entry_external_ids (entry_id);

-- A team's roster in registered order (11.1, 11.2).
create table entry_members (
    entry_id     uuid not null references entries (id) on delete cascade,
    place        integer not null check (place > 0),
    name         text not null check (btrim(name) <> '' and length(name) <= 200),
    rating       integer,
    title        text,
    reserve      boolean not null default false,
    captain      boolean not null default false,
    entry_number integer check (entry_number > 0),
    player_id    uuid references players (id),
    details      jsonb not null default '{}',
    primary key (entry_id, place)
);
create index entry_members_by_player on entry_members (player_id) where player_id is not null;

-- Penalties of article 18.
create table penalties (
    id         uuid primary key,
    entry_id   uuid not null references entries (id) on delete cascade,
    place      integer not null check (place > 0),
    clause     text not null check (clause in ('18.1', '18.2', '18.3', '18.4')),
    round      integer check (round > 0),
    stage      integer check (stage > 0),
    member     integer check (member > 0),
    note       text check (length(note) <= 2000),
    given_at   timestamptz not null,
    constraint penalties_in_order unique (entry_id, place)
);
