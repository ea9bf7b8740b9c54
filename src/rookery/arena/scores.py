"""Scores of a match: points, verdicts on pairs, and their intervals."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rookery.arena.match import Match
from rookery.arena.one_game import GameResult
from rookery.search.chances import WITHIN_95, wilson


def paired(more: float, less: float, games: int) -> tuple[float, float, float]:
    """The difference of two win rates from the same beginnings, and its 95 % interval by Bonett and Price (2012),
    https://doi.org/10.3102/1076998611411915. `more`, `less`: beginnings from which only the first, or only the second,
    won."""
    one, other = (more + 1) / (games + 2), (less + 1) / (games + 2)
    margin = WITHIN_95 * math.sqrt((one + other - (one - other) ** 2) / (games + 2))
    return (more - less) / max(1, games), max(-1.0, one - other - margin), min(1.0, one - other + margin)


# ── Entrants ─────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class Standing:
    """The score of one entrant. A game is worth one point, which winners share; a team wins or loses it as a whole."""

    name: str
    games: int
    points: float
    decided: int  # games whose point went to one entrant alone
    seconds: float  # mean CPU time of a decision, a position with more than one legal action
    longest: float  # CPU time of the longest decision

    @property
    def share(self) -> float:
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.points, self.games)


def standings(match: Match, games: Iterable[GameResult]) -> list[Standing]:
    """The standings, in the order in which the entrants were named."""
    games = list(games)
    rows = []
    for name in match.entrants:
        own = [game for game in games if name in game.seats]
        points = [points_of(match, game) for game in own]
        decisions = sum(game.decisions[name] for game in own)
        seconds = sum(game.seconds[name] for game in own) / max(1, decisions)
        longest = max((game.longest[name] for game in own), default=0.0)
        decided = sum(_decided(match, point) for point in points)
        rows.append(Standing(name, len(own), sum(point[name] for point in points), decided, seconds, longest))
    return rows


def _decided(match: Match, points: Mapping[str, float]) -> bool:
    """Whether the point of a game went to one entrant alone; in a cooperative game, whether the team won or lost."""
    return set(points.values()) <= {0.0, 1.0} if match.game.facts.cooperative else 1.0 in points.values()


def points_of(match: Match, game: GameResult) -> dict[str, float]:
    """Entrant -> points of a game. A team gets 1 if it wins, 0 if it loses, and 0.5 for an outcome between."""
    if not match.game.facts.cooperative:
        return game.points
    utility = game.utilities[0]
    return {game.seats[0]: 1.0 if utility > 0 else 0.5 if utility == 0 else 0.0}


# ── Pairs ────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class Verdict:
    """The comparison of two entrants. `won` and `lost` count decided games; for teams, they count the beginnings from
    which the first team had a better or a worse outcome than the second."""

    first: str
    second: str
    won: int
    drawn: int
    lost: int
    words: str  # share and interval

    @property
    def share(self) -> float:
        """The share of decided games that the first won."""
        return self.won / max(1, self.won + self.lost)

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.won, self.won + self.lost)


def verdicts(match: Match, games: Iterable[GameResult]) -> list[Verdict]:
    """The verdicts on all pairs of the match, from the games played so far."""
    games = list(games)
    verdict = _teams if match.game.facts.cooperative else _alone if match.table == "one" else _opponents
    return [verdict(match, first, second, games) for first, second in match.pairs]


def _opponents(match: Match, first: str, second: str, games: Sequence[GameResult]) -> Verdict:
    games = [game for game in games if first in game.seats and second in game.seats]
    points = [game.points for game in games]
    won, lost = (sum(point[name] == 1.0 for point in points) for name in (first, second))
    drawn = sum(point[first] > 0 and point[second] > 0 for point in points)
    words = f"{first} against {second}: {_share(won, won + lost)} of {_counted(won + lost, 'decided game')}"
    words += f", {drawn} shared" if drawn else ""
    if match.players == 2:  # the first seat may have an advantage
        for seat in range(2):
            own = [point[first] for game, point in zip(games, points) if game.seats[seat] == first]
            words += f"; {own.count(1.0)} of {len(own)} won in seat {seat + 1}"
    return Verdict(first, second, won, drawn, lost, words)


def _alone(match: Match, first: str, second: str, games: Sequence[GameResult]) -> Verdict:
    """The verdict on one seat among others: its share of the points, compared with the share of an average seat."""
    points = [game.points for game in games if first in game.seats and second in game.seats]
    won, lost = (sum(point[name] == 1.0 for point in points) for name in (first, second))
    total, even = sum(point[first] for point in points), 1 / match.players
    share, (low, high) = total / max(1, len(points)), wilson(total, len(points))
    words = (
        f"{first} alone among {match.players - 1} × {second}: {_share(total, len(points))} of the points of "
        f"{_counted(len(points), 'game')}, {share / even:.2f} times the even share "
        f"({low / even:.2f} to {high / even:.2f})"
    )
    return Verdict(first, second, won, len(points) - won - lost, lost, words)


def _teams(match: Match, first: str, second: str, games: Sequence[GameResult]) -> Verdict:
    """The verdict on two teams, compared game by game with the same luck."""
    both = [
        [next(game for game in games if game.seats[0] == name) for name in (first, second)]
        for games in sets_of(match, games)
        if {first, second} <= {game.seats[0] for game in games}
    ]
    better = [one.utilities[0] - other.utilities[0] for one, other in both]
    won, lost = sum(gap > 0 for gap in better), sum(gap < 0 for gap in better)
    gaps = [points_of(match, one)[first] - points_of(match, other)[second] for one, other in both]
    mean, low, high = paired(sum(max(0.0, gap) for gap in gaps), sum(max(0.0, -gap) for gap in gaps), len(gaps))
    words = (
        f"{first} beside {second}: wins {100 * mean:+.1f} points (95 %: {100 * low:+.1f} to {100 * high:+.1f}) of "
        f"{_counted(len(both), 'common beginning')}"
    )
    if won + lost:
        words += f"; of {_counted(won + lost, 'different end')} {_share(won, won + lost)} are better"
    return Verdict(first, second, won, len(both) - won - lost, lost, words)


def sets_of(match: Match, games: Iterable[GameResult]) -> list[list[GameResult]]:
    """The games of each set of which at least one was played."""
    found: dict[int, list[GameResult]] = {}
    for game in games:
        found.setdefault(game.number // match.set_size, []).append(game)
    return [found[which] for which in sorted(found)]


# ── Words ────────────────────────────────────────────────────────────────────
def as_text(match: Match, games: Sequence[GameResult]) -> str:
    """The table and the verdicts as text, for `print` and notebooks."""
    rows = [HEADINGS, *(cells(standing) for standing in standings(match, games))]
    wide = [max(len(row[i]) for row in rows) for i in range(len(HEADINGS))]
    lines = ["  ".join((row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:]))) for row in rows]
    return "\n".join([caption(match, games), *lines, NOTE, *(verdict.words for verdict in verdicts(match, games))])


INTERVAL = "95 %"
HEADINGS = ("entrant", "games", "points", "%", INTERVAL, "decided", "mean ms", "most ms")
NOTE = "mean ms, most ms: CPU time per decision"


def cells(standing: Standing) -> tuple[str, ...]:
    """A line of the table with the columns HEADINGS."""
    low, high = standing.interval
    return (
        standing.name,
        f"{standing.games:,}",
        f"{standing.points:,.1f}".removesuffix(".0"),
        f"{100 * standing.share:.1f}",
        f"{100 * low:.1f} to {100 * high:.1f}",
        f"{standing.decided:,}",
        *(f"{1000 * seconds:,.{2 if seconds < 0.01 else 0}f}" for seconds in (standing.seconds, standing.longest)),
    )


def caption(match: Match, games: Sequence[GameResult]) -> str:
    """The match in words. It says how many games are different, because repeated games add no evidence."""
    chosen = [
        f"{option.name} {match.options[option.name]}"
        for option in match.game.facts.options
        if match.options[option.name] != option.choices[0]
    ]
    words = [match.game.facts.name, _counted(match.players, "player"), *chosen]
    words += ["one of the first among others"] if match.table == "one" else []
    words += [f"{_counted(match.opening, 'random ply', 'random plies')} first"] if match.opening else []
    different = len({(game.seats, game.key, game.plies) for game in games})
    alike = f", {different} of them different" if different < len(games) else ""
    return f"{', '.join(words)}, seed {match.seed}: {_counted(len(games), 'game')}{alike}"


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _share(points: float, games: float) -> str:
    low, high = wilson(points, games)
    return f"{100 * points / max(1, games):.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f})"
