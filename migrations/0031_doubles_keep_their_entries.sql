-- A double merged into a player keeps its entries: an entry is a fact of its tournament, and what
-- changes a tournament goes through that tournament's own commands. Who asks for the double is led to
-- the player. So one person may stand in entries under several ids, and enters a tournament once all
-- the same.
create function entries_one_person() returns trigger language plpgsql as $$
declare
    person uuid;
begin
    select coalesce(p.merged_into, p.id) into person from players p where p.id = new.player_id;
    if exists (
        select from players p join entries e on e.player_id = p.id
        where (p.id = person or p.merged_into = person)
          and e.tournament_id = new.tournament_id and e.id <> new.id
    ) then
        raise exception 'one person enters a tournament once'
            using errcode = 'unique_violation', constraint = 'entries_player_once', table = 'entries';
    end if;
    return new;
end
$$;
create trigger entries_one_person before insert or update of player_id on entries
    for each row when (new.player_id is not null) execute function entries_one_person();

-- Two who met in one tournament are not the same person.
create function players_not_both_entered() returns trigger language plpgsql as $$
begin
    if exists (
        select from entries own
        join entries other on other.tournament_id = own.tournament_id and other.id <> own.id
        join players p on p.id = other.player_id
        where own.player_id = new.id
          and (p.id = new.merged_into or p.merged_into = new.merged_into)
    ) then
        raise exception 'both entered one tournament'
            using errcode = 'unique_violation', constraint = 'entries_player_once', table = 'entries';
    end if;
    return new;
end
$$;
create trigger players_not_both_entered before update of merged_into on players
    for each row when (new.merged_into is not null) execute function players_not_both_entered();
