-- The conduct of a game: its log is the truth, and what the games and boards hold follows from it.

-- Nothing was kept in this form before.
delete from game_log;
alter table game_log
    add column role       text not null check (role in
        ('red', 'black', 'recorder', 'arbiter', 'chief_arbiter', 'organizer')),
    -- The key used; none for the machine itself.
    add column author_key uuid,
    -- The public revision that came with the entry: what a log of that revision ends with.
    add column revision   bigint not null check (revision > 0);
create index game_log_by_revision on game_log (game_id, revision);

-- What a game is played under, fixed with the first entry of its log: a later change of the
-- regulations does not rewrite what has happened.
create table game_settings (
    game_id  uuid not null references games (id) on delete cascade,
    board_no integer not null default 0 check (board_no >= 0),
    settings jsonb not null check (jsonb_typeof(settings) = 'object'),
    constraint game_settings_once primary key (game_id, board_no)
);
