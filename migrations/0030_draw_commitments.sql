-- The seed behind a published commitment, until lots are drawn from it. The commitment itself is
-- public and stands with its stage.

create table draw_commitments (
    stage_id     uuid primary key references stages (id) on delete cascade,
    seed         bytea not null check (octet_length(seed) = 32),
    committed_at timestamptz not null
);
