"""A player's messages about a game from one server process, to compare with later ones."""

from dataclasses import dataclass, field
from typing import Any

import rookery
from tests.server.support.process import asked


@dataclass
class Played:
    """A table, and what its player was told of it."""

    slug: str
    table: str
    keys: list[str]
    heard: dict[int, Any] = field(default_factory=dict)  # ply -> entry of the move list
    sent: int = 0

    def hear(self, moves: list[Any]) -> None:
        """Of the next plies."""
        for entry in moves:
            assert entry["ply"] == len(self.heard) + 1
            self.heard[entry["ply"]] = entry


def new_table(link: str, slug: str) -> Played:
    """All seats are one player's."""
    order = {"game": slug, "seats": [{}] * rookery.load(slug).facts.players[0]}
    links = asked(link, "api/tables", order)
    return Played(slug, links["table"], [seat["key"] for seat in links["seats"]])


def check(played: Played, moves: list[Any]) -> None:
    """Check that a move list has all that was heard, and at most one move more that was on its way, with its draws."""
    assert [move["ply"] for move in moves] == list(range(1, len(moves) + 1))
    for before, now in zip(played.heard.values(), moves, strict=False):  # when it is over, secrets are told
        hidden = {"text": now["text"], "words": now["words"]} if before["text"] == "?" else {}
        assert now == before | hidden, "an acknowledged move is changed"
    assert len(moves) >= len(played.heard), "an acknowledged move is lost"
    unheard = moves[len(played.heard) :]
    assert sum(move["seat"] is not None for move in unheard) <= (1 if played.sent else 0)
    played.heard = {move["ply"]: move for move in moves}
