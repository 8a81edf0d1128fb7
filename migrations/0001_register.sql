-- The register: people who play, and the keys by which programs and arbiters are known.

create table players (
    id          uuid primary key,
    name        text not null check (name = btrim(name) and name <> '' and length(name) <= 200),
    latin_name  text check (length(latin_name) <= 200),
    sex         text check (sex in ('male', 'female')),
    birth_year  smallint check (birth_year between 1850 and 2200),
    unit        text check (length(unit) <= 200),
    rating      integer check (rating between 0 and 10000),
    title       text check (length(title) <= 100),
    -- Set when this row was a double of another player: reads and references go there.
    merged_into uuid references players (id),
    version     bigint not null default 1,
    created_at  timestamptz not null,
    updated_at  timestamptz not null,
    constraint players_merged_elsewhere check (merged_into <> id)
);
create index players_by_name on players (name, id) where merged_into is null;
create index players_by_unit on players (unit, name, id) where merged_into is null;
create index players_merged on players (merged_into) where merged_into is not null;

-- The number another system knows a player by (a federation's register).
create table player_external_ids (
    system      text not null check (system ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
    external_id text not null check (external_id <> '' and length(external_id) <= 200),
    player_id   uuid not null references players (id),
    constraint player_external_ids_once primary key (system, external_id)
);
create index player_external_ids_by_player on player_external_ids (player_id);
