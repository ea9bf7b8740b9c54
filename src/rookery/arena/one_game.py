"""Plays one game between bots; its result."""

import time
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from rookery.arena.match import BOT_STREAM, Match, settled
from rookery.bots import advised
from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.search.work_file import number, whole


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game. Times are CPU time of the process that played it."""

    number: int  # in the match
    seats: tuple[str, ...]  # [P] entrants
    utilities: tuple[float, ...]  # [P]
    plies: int  # opening and chance included
    key: str  # of the last position: equal games have equal keys
    # by entrant
    seconds: dict[str, float] = field(default_factory=dict, compare=False)  # spent thinking
    decisions: dict[str, int] = field(default_factory=dict)  # positions with more than one legal action
    longest: dict[str, float] = field(default_factory=dict, compare=False)  # seconds of the longest decision
    claims: tuple[tuple[int, float], ...] = ()  # for each unproved estimate: seat, its chance to win after its action

    @property
    def points(self) -> dict[str, float]:
        """Entrant -> its share of the game's one point, which the seats with the highest utility share equally."""
        best = max(self.utilities)
        winners = [name for name, utility in zip(self.seats, self.utilities, strict=True) if utility == best]
        return {name: winners.count(name) / len(winners) for name in dict.fromkeys(self.seats)}

    def as_json(self) -> dict[str, Any]:
        """One line of the file; `of_json` reads it."""
        told = asdict(self)
        return {"game": told.pop("number")} | told

    @staticmethod
    def of_json(line: Any) -> "GameResult":
        """Read a line of the file. Raises KeyError, TypeError, ValueError for a line that `as_json` did not write."""
        seats = tuple(map(str, line["seats"]))
        utilities = tuple(number(utility, "utility", -1.0, 1.0) for utility in line["utilities"])
        if len(utilities) != len(seats):
            raise ValueError(f"{len(utilities)} utilities for {len(seats)} seats")
        names = dict.fromkeys(seats)
        return GameResult(
            whole(line["game"], "game"),
            seats,
            utilities,
            whole(line["plies"], "plies"),
            str(line["key"]),
            {name: number(line["seconds"][name], "seconds") for name in names},
            {name: whole(line["decisions"][name], "decisions") for name in names},
            {name: number(line["longest"][name], "longest") for name in names},
            tuple(
                (whole(seat, "seat of a claim", high=len(seats) - 1), number(chance, "chance of a claim", high=1.0))
                for seat, chance in line["claims"]
            ),
        )


def ended(position: Position) -> tuple[float, ...]:
    """[P] The utilities of a position that is over, without the cost of wording its outcome."""
    out = np.zeros(position.players)
    position.game.bindings.utilities(position.states, 0, out)
    return tuple(out.tolist())


def play_game(match: Match, number: int) -> GameResult:
    """Play a game of the match. Raises what bots raise, and IllegalAction for an illegal action of a bot."""
    which, _, seats = match.scheduled(number)
    turn = number % match.set_size
    bots = [match.bot(name) for name in seats]
    thoughts = [Generator.of(match.generator(BOT_STREAM, which, turn, seat)) for seat in range(match.players)]
    seconds, longest = dict.fromkeys(seats, 0.0), dict.fromkeys(seats, 0.0)
    decisions = dict.fromkeys(seats, 0)
    claims: list[tuple[int, float]] = []
    position, luck, plies = match.begin(which)
    while (mover := position.mover) is not None:
        view, name = position.view(mover), seats[mover]
        began = time.process_time()
        advice = advised(bots[mover], view, thoughts[mover])
        spent = time.process_time() - began
        if advice.chance is not None and not advice.proved:  # a proof is certain, not an estimate
            claims.append((mover, advice.chance))
        seconds[name] += spent
        if len(view.legal_actions) > 1:
            decisions[name] += 1
            longest[name] = max(longest[name], spent)
        position, drawn = settled(position.after(advice.action), luck)
        plies += 1 + drawn
    return GameResult(number, seats, ended(position), plies, position.key, seconds, decisions, longest, tuple(claims))
