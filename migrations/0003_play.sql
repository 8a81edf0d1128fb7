-- Stages, rounds, games: what is played.

create table stages (
    id             uuid primary key,
    tournament_id  uuid not null references tournaments (id),
    number         integer not null check (number > 0),
    format         text not null check (format in
        ('round_robin', 'swiss', 'single_elimination', 'double_elimination', 'playoff')),
    name           text check (length(name) <= 200),
    rounds_planned integer check (rounds_planned between 1 and 1000),
    regulations    jsonb not null default '{}' check (jsonb_typeof(regulations) = 'object'),
    -- Whether stage_entries names the field; otherwise everyone plays, by number.
    own_field      boolean not null default false,
    details        jsonb not null default '{}',
    version        bigint not null default 1,
    created_at     timestamptz not null,
    constraint stages_number_once unique (tournament_id, number),
    constraint stages_of_tournament unique (tournament_id, id)
);

-- Who plays in a stage that does not take everyone, in the order of its table or bracket.
create table stage_entries (
    stage_id      uuid not null,
    tournament_id uuid not null,
    entry_id      uuid not null,
    position      integer not null check (position > 0),
    primary key (stage_id, position),
    constraint stage_entries_once unique (stage_id, entry_id),
    constraint stage_entries_stage foreign key (tournament_id, stage_id)
        references stages (tournament_id, id) on delete cascade,
    constraint stage_entries_entry foreign key (tournament_id, entry_id)
        references entries (tournament_id, id)
);
create index stage_entries_by_entry on stage_entries (entry_id);

-- Draws of lots: everything needed to run one again.
create table draws (
    tournament_id uuid not null references tournaments (id),
    seq           integer not null check (seq > 0),
    lots          jsonb not null check (jsonb_typeof(lots) = 'object'),
    drawn_at      timestamptz not null,
    constraint draws_in_order primary key (tournament_id, seq)
);

create table rounds (
    id            uuid primary key,
    tournament_id uuid not null,
    stage_id      uuid not null,
    number        integer not null check (number > 0),
    state         text not null check (state in ('draft', 'published', 'locked')),
    -- The engine's pairing with its reasons, as it was made.
    pairing       jsonb,
    details       jsonb not null default '{}',
    version       bigint not null default 1,
    created_at    timestamptz not null,
    published_at  timestamptz,
    constraint rounds_number_once unique (stage_id, number),
    constraint rounds_published_have_a_time check ((state = 'draft') = (published_at is null)),
    constraint rounds_stage foreign key (tournament_id, stage_id)
        references stages (tournament_id, id)
);
create index rounds_by_tournament on rounds (tournament_id);
-- One draft at a time in a stage: the next round waits until this one is out.
create unique index rounds_one_draft on rounds (stage_id) where state = 'draft';

-- Where an entry sits in a round: at one table, or nowhere (a bye). One pairing per entry and round.
create table seats (
    round_id  uuid not null references rounds (id) on delete cascade,
    entry_id  uuid not null references entries (id),
    table_no  integer check (table_no > 0),
    -- Place in the list of byes.
    bye_place integer check (bye_place > 0),
    constraint seats_one_pairing primary key (round_id, entry_id),
    constraint seats_table unique (round_id, entry_id, table_no),
    constraint seats_table_or_bye check ((table_no is null) <> (bye_place is null))
);
create index seats_by_entry on seats (entry_id);

create table games (
    id              uuid primary key,
    tournament_id   uuid not null references tournaments (id),
    round_id        uuid not null references rounds (id) on delete cascade,
    table_no        integer not null check (table_no > 0),
    game_no         integer not null default 1 check (game_no > 0),
    match_code      text check (length(match_code) <= 32),
    red_id          uuid not null,
    black_id        uuid not null,
    -- scheduled → playing → finished → confirmed
    state           text not null default 'scheduled'
                    check (state in ('scheduled', 'playing', 'finished', 'confirmed')),
    -- One result per game: it is a column.
    result          text check (result in
        ('red', 'black', 'draw', 'red_forfeit', 'black_forfeit', 'double_forfeit')),
    reason          text check (length(reason) <= 64),
    -- A result that waits for its second person: shown to arbiters, counted by nobody.
    proposed        jsonb,
    fouls_red       integer not null default 0 check (fouls_red >= 0),
    fouls_black     integer not null default 0 check (fouls_black >= 0),
    colours_swapped boolean not null default false,
    start_fen       text check (length(start_fen) <= 120),
    -- The moves as they stand, ICCS, one a ply.
    moves           text[] not null default '{}',
    details         jsonb not null default '{}',
    version         bigint not null default 1,
    updated_at      timestamptz not null,
    constraint games_once unique (round_id, table_no, game_no),
    constraint games_two_sides check (red_id <> black_id),
    constraint games_reason_needs_result check (reason is null or result is not null),
    -- A team match ends with its boards and may have no result of its own.
    constraint games_result_ends_it check (result is null or state in ('finished', 'confirmed')),
    constraint games_red_sits_there foreign key (round_id, red_id, table_no)
        references seats (round_id, entry_id, table_no) deferrable initially deferred,
    constraint games_black_sits_there foreign key (round_id, black_id, table_no)
        references seats (round_id, entry_id, table_no) deferrable initially deferred
);
create index games_by_tournament on games (tournament_id);
create index games_by_red on games (red_id);
create index games_by_black on games (black_id);

-- The boards of a team match.
create table boards (
    id          uuid primary key,
    game_id     uuid not null references games (id) on delete cascade,
    board_no    integer not null check (board_no > 0),
    red_member  jsonb,
    black_member jsonb,
    result      text check (result in
        ('red', 'black', 'draw', 'red_forfeit', 'black_forfeit', 'double_forfeit')),
    reason      text check (length(reason) <= 64),
    fouls_red   integer not null default 0 check (fouls_red >= 0),
    fouls_black integer not null default 0 check (fouls_black >= 0),
    moves       text[] not null default '{}',
    details     jsonb not null default '{}',
    version     bigint not null default 1,
    constraint boards_once unique (game_id, board_no),
    constraint boards_reason_needs_result check (reason is null or result is not null)
);

-- A team's line-up for one match; hidden until both are in or the time has passed (11.2, 11.3).
create table lineups (
    game_id      uuid not null references games (id) on delete cascade,
    entry_id     uuid not null references entries (id),
    places       integer[] not null,
    submitted_at timestamptz not null,
    submitted_by text not null,
    constraint lineups_once primary key (game_id, entry_id)
);
create index lineups_by_entry on lineups (entry_id);

-- The game's log (conduct): every move, clock reading, offer, claim, foul, ruling, in order.
create table game_log (
    game_id  uuid not null references games (id) on delete cascade,
    -- 0 for a single game, the board's number in a team match.
    board_no integer not null default 0 check (board_no >= 0),
    seq      integer not null check (seq > 0),
    kind     text not null check (length(kind) <= 64),
    ply      integer check (ply >= 0),
    side     text check (side in ('red', 'black')),
    clause   text check (length(clause) <= 64),
    author   text not null,
    at       timestamptz not null,
    content  jsonb not null default '{}',
    constraint game_log_in_order primary key (game_id, board_no, seq)
);

-- Who has confirmed a game's result (9): red, black, an arbiter.
create table confirmations (
    game_id      uuid not null references games (id) on delete cascade,
    role         text not null check (role in ('red', 'black', 'arbiter')),
    agrees       boolean not null default true,
    note         text check (length(note) <= 2000),
    by_key       uuid,
    by_name      text not null,
    at           timestamptz not null,
    constraint confirmations_once primary key (game_id, role)
);
