"""The schedule of a match: pairings, seats and the common beginnings of games, all fixed before the first game.

Words
    entrant   a name that `bots.level` understands, or the name of a bot that is passed to the match
    group     entrants that meet: a pair, or all of them together
    set       games of one group with the same beginning (the same luck and opening) and different seating, such that
              each entrant has each seat equally often. A set is the smallest fair unit. Errors are estimated by
              resampling sets, because games of a set are not independent of each other
    number    of a game, 0 .. total - 1. Sets follow each other group by group, round by round, so that a longer match
              begins with the games of a shorter one

Seats in a game for four (for each set, its games in order)
    even, two entrants     A B A B · B A B A                             half of the seats each
    even, three together   A B C A · B C A B · C A B C                   in turn round the table
    one                    A B B B · B A B B · B B A B · B B B A         one seat for the first of a pair
    all win or lose together: A A A A · B B B B                          each entrant forms a team
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from functools import cache, cached_property
from importlib.metadata import version
from itertools import combinations, pairwise
from numbers import Integral
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

import rookery
from rookery.bots import Bot, level
from rookery.core.environment import owners_folder
from rookery.core.errors import UnknownLevel, UnknownOption, one_of
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.core.registry import load

MATCH_FORMAT = 1
PAIRINGS = ("pairs", "ladder", "together", "alone")
TABLE_KINDS = ("even", "one")
LUCK_STREAM, OPENING_STREAM, BOT_STREAM = 1, 2, 3  # purposes of a generator
MAX_OPENING_TRIES = 100  # to find an opening that does not end the game
ENGINE_FOLDERS = ("core", "search", "bots")  # folders that decide what a bot plays, besides the game's own
BENCH_FILE = "bench.toml"  # of a game: the list of benchmarks, which does not affect play


class ScheduledGame(NamedTuple):
    """One game of the schedule."""

    set: int
    group: int  # index into Match.groups
    seats: tuple[str, ...]  # [P] entrants


class Beginning(NamedTuple):
    """The common beginning of the games of a set."""

    position: Position
    luck: np.random.Generator
    plies: int  # before the position


class Match:
    """A match, or a tournament of several entrants. Equal arguments give equal games, on any machine."""

    def __init__(
        self,
        game: Game | str,
        entrants: Iterable[str],
        *,
        games: int = 100,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        pairing: str = "pairs",
        table: str = "even",
        opening: int = 0,
        seed: int = 0,
        bots: Mapping[str, Bot] | None = None,
    ) -> None:
        """`games`: the least number of games of each group, rounded up to whole sets.

        `pairing`: "pairs" (each plays every other), "ladder" (each plays the one named before it), "together" (all at
        one table) or "alone" (a single entrant plays itself). `table`: "even", or "one" for a single seat of the first
        of a pair. `opening`: the number of random plies at the beginning of each game. `bots`: name -> bot, for
        entrants that are not levels. Raises UnknownGame, UnknownLevel, UnknownOption."""
        self.game = load(game) if isinstance(game, str) else game
        self.entrants = tuple(entrants)
        self.settings = self.game.facts.settings(players, options or {})
        self.pairing, self.table = pairing, table
        # NumPy's integers are not JSON
        counts = (int(n) if isinstance(n, Integral) else n for n in (opening, games, seed))
        self.opening, self.games, self.seed = counts
        self.bots = MappingProxyType(dict(bots or {}))
        self._check()

    def _check(self) -> None:
        facts, names = self.game.facts, self.entrants
        for name in names:
            self.bot(name)
        if self.pairing == "alone" and len(names) != 1:
            raise UnknownOption(f"the pairing 'alone' has one entrant, not: {', '.join(names)}")
        if self.pairing != "alone" and len(set(names)) < max(2, len(names)):
            raise UnknownLevel(f"a match needs two entrants or more, each named once, not: {', '.join(names)}")
        for what, choice, allowed in (("pairing", self.pairing, PAIRINGS), ("table", self.table, TABLE_KINDS)):
            if choice not in allowed:
                raise UnknownOption(f"a match has no {what} {choice!r}; {one_of(choice, allowed)}")
        for what, count, least in (("games", self.games, 1), ("opening", self.opening, 0), ("seed", self.seed, 0)):
            if not isinstance(count, int) or count < least:
                raise UnknownOption(f"{what} of a match is {count!r}; it must be a whole number, at least {least}")
        if self.table == "one" and (facts.cooperative or self.pairing in ("together", "alone")):
            why = f"in {facts.name} all win or lose together" if facts.cooperative else "here all sit at one table"
            raise UnknownOption(f"the table 'one' seats a single entrant among others, but {why}; allowed: even")
        if self.pairing == "together" and not facts.cooperative and len(names) > self.players:
            raise UnknownOption(
                f"{len(names)} entrants do not fit at one table of {self.players}; allowed: pairs, ladder"
            )

    def __repr__(self) -> str:
        return f"<Match of {', '.join(self.entrants)}: {self.total} games of {self.game.facts.name}, seed {self.seed}>"

    def __reduce__(self) -> tuple[Any, ...]:
        named = {name: getattr(self, name) for name in ("games", "pairing", "table", "opening", "seed")}
        return _match, (
            self.game,
            self.entrants,
            named
            | {
                "players": self.players,
                "options": self.options,
                "bots": dict(self.bots),
            },
        )

    @property
    def players(self) -> int:
        return int(self.settings[0])

    @property
    def options(self) -> dict[str, str]:
        return self.game.facts.chosen(self.settings)

    def bot(self, name: str) -> Bot:
        """The bot of an entrant. Raises UnknownLevel."""
        return self.bots[name] if name in self.bots else level(name, self.game)

    # ── The schedule ─────────────────────────────────────────────────────────
    @cached_property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The entrants that meet, group by group."""
        if self.game.facts.cooperative or self.pairing in ("together", "alone"):
            return (self.entrants,)
        return self.pairs

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs of entrants that are compared; in a ladder, the higher one first."""
        if self.pairing == "ladder":
            return tuple((higher, lower) for lower, higher in pairwise(self.entrants))
        return tuple(combinations(self.entrants, 2))

    @cached_property
    def set_size(self) -> int:
        """Games in a set."""
        return self.players if self.table == "one" else len(self.groups[0])

    @property
    def sets(self) -> int:
        return len(self.groups) * -(-self.games // self.set_size)

    @property
    def total(self) -> int:
        """Games of the whole match."""
        return self.sets * self.set_size

    def scheduled(self, number: int) -> ScheduledGame:
        """The set, group and seating of game `number`."""
        which, turn = divmod(number, self.set_size)
        group = which % len(self.groups)
        names, seats = self.groups[group], range(self.players)
        if self.game.facts.cooperative:
            sitting = [names[turn]] * self.players
        elif self.table == "one":
            sitting = [names[seat != turn] for seat in seats]
        else:
            sitting = [names[(seat + turn) % len(names)] for seat in seats]
        return ScheduledGame(which, group, tuple(sitting))

    # ── The common beginning of a set ────────────────────────────────────────
    def begin(self, which: int) -> "Beginning":
        """The beginning of the games of a set, with the stream of luck that they share: the n-th draw of each is the
        same number, even after they diverge. Raises UnknownOption if every opening ends the game."""
        for attempt in range(MAX_OPENING_TRIES):
            luck, chooser = self.generator(LUCK_STREAM, which, attempt), self.generator(OPENING_STREAM, which, attempt)
            position, plies = settled(self.game.start_with(self.settings), luck)
            for _ in range(self.opening):
                if not position.is_over:
                    action = int(chooser.choice(position.legal_actions))
                    position, drawn = settled(position.after_unchecked(action), luck)
                    plies += 1 + drawn
            if not position.is_over:
                return Beginning(position, luck, plies)
        raise UnknownOption(f"{self.opening} random plies end {self.game.facts.name}; the opening must be shorter")

    def generator(self, kind: int, which: int, turn: int = 0, seat: int = 0) -> np.random.Generator:
        """The generator for one purpose in one game, seeded so that no game depends on another."""
        return np.random.default_rng([self.seed, kind, which, turn, seat])

    # ── The identity of the match ────────────────────────────────────────────
    @cached_property
    def head(self) -> dict[str, Any]:
        """Everything that decides the games, except their number. It is the head of the match's file."""
        return {
            "rookery_arena": MATCH_FORMAT,
            **self.game.identity,
            "players": self.players,
            "options": self.options,
            "entrants": {name: _bot_identity(self.bot(name)) for name in self.entrants},
            "pairing": self.pairing,
            "table": self.table,
            "opening": self.opening,
            "seed": self.seed,
            "versions": {"rookery": rookery.__version__, **{name: version(name) for name in ("numpy", "numba")}},
            "engine": fingerprint(self.game.path),
        }


def settled(position: Position, luck: np.random.Generator) -> tuple[Position, int]:
    """The position after all chance actions that are due, and their number."""
    plies = 0
    while position.mover == CHANCE:
        position, plies = position.after_unchecked(position.draw(luck)), plies + 1
    return position, plies


def _bot_identity(bot: Bot) -> str:
    """Text that distinguishes a bot from others of the same name: its fields if it is a dataclass, else its words."""
    return repr(bot) if is_dataclass(bot) else getattr(bot, "words", "")


def _match(game: Game, entrants: tuple[str, ...], named: dict[str, Any]) -> Match:
    return Match(game, entrants, **named)


@cache
def fingerprint(
    game: Path, suffixes: tuple[str, ...] = (".py", ".toml", ".json"), folders: tuple[str, ...] = ENGINE_FOLDERS
) -> str:
    """16 hexadecimal digits: a hash of the sources that decide what bots play, including the game's folder and its
    owners' components. If these change, the bots are different, and their games must not share a file. `suffixes`: of
    the names of the files that count; `folders`: of the package."""
    digest, package = hashlib.blake2b(digest_size=8), Path(rookery.__file__).parent
    for folder in filter(None, (*(package / name for name in folders), game, owners_folder(game))):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in suffixes):
            if path.name != BENCH_FILE:
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
