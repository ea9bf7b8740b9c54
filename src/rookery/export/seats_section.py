"""The section of a rules page that says how often each seat wins, from the measurements in the game's folder."""

from collections.abc import Sequence

from rookery.core.position import Game
from rookery.core.seats import SeatMeasurement, seats_measured

TURN_NAMES = ("second", "third", "fourth", "fifth", "sixth")  # after the first; then "7th"
CLEAR = 2.0  # standard deviations, from which a difference is no accident


def later_turns(players: int) -> list[str]:
    """The turns after the first one: "the second"."""
    names = [*TURN_NAMES, *(f"{turn}th" for turn in range(len(TURN_NAMES) + 2, players + 1))]
    return [f"the {name}" for name in names[: players - 1]]


def seats_section(game: Game) -> str:
    """Markdown with a heading; "" where nothing was measured. Raises BrokenSeats."""
    strongest = {(one.players, *sorted(one.options.items())): one for one in seats_measured(game)}
    usual = [one for one in strongest.values() if not one.options]
    if not usual:
        return ""
    parts = ["## Who has the better seat", _summary(usual), _table(usual)]
    for options in dict.fromkeys(tuple(sorted(one.options.items())) for one in strongest.values() if one.options):
        chosen = [one for one in strongest.values() if one.options == dict(options)]
        parts += [f"With the option {_named(dict(options))}:", _table(chosen)]
    return "\n\n".join(parts) + "\n"


def _named(options: dict[str, str]) -> str:
    return " and ".join(f"*{name.replace('_', ' ')}: {choice}*" for name, choice in options.items())


def _summary(usual: Sequence[SeatMeasurement]) -> str:
    signs = {_sign(one) for one in usual}
    if signs == {1}:
        first = "Whoever begins has an advantage."
    elif signs == {-1}:
        first = "Whoever begins has a disadvantage."
    elif signs == {0}:
        first = "It hardly matters who begins."
    else:
        first = "How much it matters who begins depends on the number of players."
    return f"{first} We let computer players of equal strength play. Of every 100 games, each seat won:"


def _sign(one: SeatMeasurement) -> int:
    """1, -1 or 0: whether the seat that begins wins more or fewer games than its part, beyond chance."""
    even = one.games / one.players
    away = (one.won[0] - even) / (even * (1.0 - 1.0 / one.players)) ** 0.5
    return 0 if abs(away) < CLEAR else 1 if away > 0 else -1


def _table(rows: Sequence[SeatMeasurement]) -> str:
    most = max(one.players for one in rows)
    heads = ["who begins", *later_turns(most)]
    lines = [f"| players | {' | '.join(heads)} | games |", f"| --- |{' ---: |' * (most + 1)}"]
    for one in sorted(rows, key=lambda one: one.players):
        cells = [f"{100 * won / one.games:.0f}" for won in one.won] + [""] * (most - one.players)
        lines.append(f"| {one.players} | {' | '.join(cells)} | {one.games:,} |")
    return "\n".join(lines)
