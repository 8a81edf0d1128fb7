"""An event walked by the client generated from openapi.yaml: registration, draw, three rounds, table.

The client's types are the document's: a field that is missing or of another type fails here.
"""

import os
import uuid

from client import AuthenticatedClient, Client
from client.api.entries import entries_create, entries_list
from client.api.games import games_get, games_moves, games_result
from client.api.rounds import rounds_pair, rounds_publish
from client.api.stages import stages_create, stages_draw
from client.api.tournaments import tournaments_create, tournaments_export
from client.api.views import views_current, views_standings
from client.models import (
    DrawWish,
    Format,
    GameResult,
    MovesWish,
    NewEntry,
    Problem,
    ResultWish,
    Stage,
    Tournament,
)
from client.types import UNSET

SERVER = os.environ["SAIWU"]
OFFICE = AuthenticatedClient(base_url=SERVER, token=os.environ["KEY"])
PUBLIC = Client(base_url=SERVER)


def once():
    """An Idempotency-Key."""
    return str(uuid.uuid4())


def good(answer):
    """The answer, unless it is a problem or nothing the document knows."""
    assert answer is not None, "an answer that the document does not describe"
    assert not isinstance(answer, Problem), answer
    return answer


tournament = good(
    tournaments_create.sync(client=OFFICE, body=Tournament(name="由描述生成的客户端"), idempotency_key=once())
)
where = tournament.id
for n in range(1, 7):
    body = NewEntry(name=f"选手{n}", unit=f"单位{n % 3}", rating=2400 - n)
    made = good(entries_create.sync(where, client=OFFICE, body=body, idempotency_key=once()))
    assert made.number == n, made
stage = Stage(format_=Format.SWISS, rounds_planned=3)
good(stages_create.sync(where, client=OFFICE, body=stage, idempotency_key=once()))
drawn = good(
    stages_draw.sync(where, 1, client=OFFICE, body=DrawWish(seed="5a" * 32), idempotency_key=once())
)
assert sorted(entry.number for entry in drawn.entries) == [1, 2, 3, 4, 5, 6]

points = 0
for number in (1, 2, 3):
    draft = good(rounds_pair.sync(where, 1, client=OFFICE, idempotency_key=once()))
    assert draft.state == "draft" and len(draft.games) == 3
    published = good(rounds_publish.sync(where, 1, number, client=OFFICE, idempotency_key=once()))
    for game in published.games:
        version = game.version
        if number == 1:
            wish = MovesWish(moves=["h2e2", "h9g7"])
            moved = good(games_moves.sync(game.id, client=OFFICE, body=wish, idempotency_key=once()))
            version = moved.version
        result = ResultWish(result=GameResult.RED)
        changed = good(
            games_result.sync(game.id, client=OFFICE, body=result, if_match=f'"{version}"', idempotency_key=once())
        )
        assert changed.result == "red"
        points += 2
        # A version that is no longer right is a problem that the client knows.
        stale = games_result.sync(game.id, client=OFFICE, body=result, if_match=f'"{version}"', idempotency_key=once())
        assert isinstance(stale, Problem) and stale.status == 412, stale

now = good(views_current.sync(where, client=PUBLIC))
assert now.open_ == 0 and now.tournament.status == "running"
seen = good(games_get.sync(now.round_.games[0].id, client=PUBLIC))
assert seen.result == "red"
table = views_standings.sync_detailed(where, client=PUBLIC, explain=True)
tag = table.headers["etag"]
rows = good(table.parsed).rows
assert sum(row.points for row in rows) == points, rows
assert table.parsed.explanation is not UNSET
answer = PUBLIC.get_httpx_client().get(
    f"/api/v1/tournaments/{where}/standings?explain=true", headers={"If-None-Match": tag}
)
assert answer.status_code == 304, answer
listing = good(entries_list.sync(where, client=PUBLIC, limit=4))
assert len(listing.items) == 4 and listing.next_, listing
event = good(tournaments_export.sync(where, client=PUBLIC))
assert len(event.stages[0].rounds) == 3
print("an event of 3 rounds walked by a generated client: all as described")
