"""Write the tables and pictures of docs/strength.md from what the arena measured (`measured.jsonl` of each game).

    python -m benchmarks.strength

A line of measured.jsonl is made by `rookery arena GAME LEVEL LEVEL ... --ladder --measured FILE`; it has the command.
"""

import math
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.arguments import described, with_tables
from rookery.arena.plot import PLOT_FAINT, PLOT_INK, PLOT_MARK, PLOT_PAPER, drawing, dressed
from rookery.core.errors import Trouble
from rookery.core.position import Game
from rookery.ratings.measured import MEASURED_FILE, Measurement, difficulty, measured
from rookery.ratings.skill import ELO_UNIT
from rookery.search.chances import WITHIN_95

PAGE = Path("docs/strength.md")
PICTURE_SIZE = 7.2, 4.0  # inches
LINES = "-", "--", ":", "-."  # one number of players each, then with other marks
MARKS = "o", "s"


def won(elo: float) -> float:
    """The share of games that a team of this rating wins against the game."""
    return 1 / (1 + math.exp(-elo / ELO_UNIT))


def levels_of(matches: list[Measurement]) -> list[str]:
    """All levels that were measured, the weakest first."""
    found: dict[str, float] = {}
    for match in matches:
        for level, skill in match.levels.items():
            found.setdefault(level, skill.mean)
    return sorted(found, key=found.__getitem__)


def cell(game: Game, match: Measurement, level: str) -> str:
    """The rating of a level, or its wins, and its time."""
    if level not in match.levels:
        return ""
    skill = match.levels[level]
    margin = WITHIN_95 * skill.deviation
    if game.facts.cooperative:
        low, high = (100 * won(skill.mean + away) for away in (-margin, margin))
        words = f"{100 * won(skill.mean):.1f} % ({low:.1f} to {high:.1f})"
    else:
        words = f"{skill.mean:.0f} ± {margin:.0f}" if margin else f"{skill.mean:.0f}"
    took = match.milliseconds.get(level)
    return f"{words}, {took:.{0 if took >= 10 else 1 if took >= 1 else 2}f} ms" if took else words


def table(game: Game) -> list[str]:
    """[line] the table of a game, its picture and when it was measured, as Markdown. Raises Trouble."""
    matches = sorted(measured(game), key=lambda match: match.players)
    if not matches:
        raise Trouble(f"{game.facts.name} has no measurements; rookery arena --measured makes them")
    tables = [difficulty(game, match.players, match.options if game.facts.cooperative else {}) for match in matches]
    lines = [f"| level | {' | '.join(tables)} |", f"| --- |{' ---: |' * len(matches)}"]
    lines += [
        f"| {level} | {' | '.join(cell(game, match, level) for match in matches)} |" for level in levels_of(matches)
    ]
    name = f"strength-{game.path.name}.svg"
    lines += ["", f"![{game.facts.name}: strength and time of the levels](pictures/{name})", ""]
    picture(game, matches, tables, PAGE.parent / "pictures" / name)
    steps = [(words, undecided(game, match)) for match, words in zip(matches, tables)]
    close = [f"{words}: {', '.join(found)}" for words, found in steps if found]
    dates = sorted({date for match in matches for date in re.findall(r"date (\S+)", match.machine)})
    lines += [
        f"Measured by `{matches[0].command.split(' --ladder')[0]} --ladder` for each number of players,"
        f" {' and '.join(dates)}: `{MEASURED_FILE}` has each command and machine."
        + (f" Not told apart: {'; '.join(close)}." if close else "")
    ]
    return lines


def undecided(game: Game, match: Measurement) -> list[str]:
    """The steps from level to level that may be none, by 95 % intervals.

    On a ladder of rivals the variance of a level is that of all steps below it. That of one step is what is added, but
    at least an equal part of the sum: the difference of two estimates can be too small by chance. Teams are each
    measured against the game."""
    close, levels = [], levels_of([match])
    for step, (lower, upper) in enumerate(pairwise(levels), 1):
        below, above = match.levels[lower], match.levels[upper]
        if game.facts.cooperative:
            variance = above.deviation**2 + below.deviation**2
        else:
            variance = max(above.deviation**2 - below.deviation**2, above.deviation**2 / step)
        if above.mean - below.mean < WITHIN_95 * math.sqrt(variance):
            close.append(f"{lower} and {upper}")
    return close


def picture(game: Game, matches: list[Measurement], tables: list[str], path: Path) -> None:
    """Draw the levels of every table: time to the right, strength upwards."""
    mpl, figure_of = drawing(path)
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "rookery", "font.family": "sans-serif"}):
        figure = figure_of(figsize=PICTURE_SIZE, layout="constrained", facecolor=PLOT_PAPER[0])
        axes = figure.add_subplot(facecolor=PLOT_PAPER[0])
        for at, (match, words) in enumerate(zip(matches, tables)):
            draw(axes, game, match, words, at)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.set_xlabel("mean processor time of a decision, ms", fontsize=9, color=PLOT_INK[0])
        what = "games won, %" if game.facts.cooperative else "Elo"
        axes.set_ylabel(f"{what}, with 95 % intervals", fontsize=9, color=PLOT_INK[0])
        axes.grid(color=PLOT_FAINT[0], linewidth=0.5)
        axes.tick_params(colors=PLOT_INK[0], labelsize=9, length=0, which="both")
        axes.spines[:].set_visible(False)
        axes.legend(loc="upper left", frameon=False, fontsize=9, labelcolor=PLOT_INK[0], handlelength=3)
        title = f"{game.facts.name}: strength and time of the levels"
        figure.savefig(path, metadata={"Date": None, "Title": title})
    path.write_text(dressed(path.read_text("utf-8")), "utf-8")


def draw(axes: Any, game: Game, match: Measurement, words: str, at: int) -> None:
    """Draw the levels of one table."""
    timed = [level for level in levels_of([match]) if level in match.milliseconds]
    scale = (lambda elo: 100 * won(elo)) if game.facts.cooperative else (lambda elo: elo)
    took = [match.milliseconds[level] for level in timed]
    mean = [scale(match.levels[level].mean) for level in timed]
    margins = [WITHIN_95 * match.levels[level].deviation for level in timed]
    down = [top - scale(match.levels[level].mean - margin) for level, margin, top in zip(timed, margins, mean)]
    up = [scale(match.levels[level].mean + margin) - top for level, margin, top in zip(timed, margins, mean)]
    style = {"linestyle": LINES[at % len(LINES)], "marker": MARKS[at // len(LINES) % len(MARKS)], "markersize": 5}
    axes.errorbar(took, mean, yerr=(down, up), color=PLOT_MARK[0], linewidth=1.4, label=words, **style)
    for level, right, top in zip(timed, took, mean) if at == 0 else ():  # the other tables have the same levels
        beside = {"xytext": (6, -10), "textcoords": "offset points"}
        axes.annotate(level, (right, top), fontsize=8, color=PLOT_INK[0], **beside)


def main() -> None:
    described(__doc__).parse_args()
    try:
        PAGE.write_text(with_tables(PAGE.read_text("utf-8"), "measured", table), "utf-8")
    except (Trouble, ValueError, OSError) as error:
        raise SystemExit(f"{PAGE} was not written: {error}") from None
    sys.stderr.write(f"{PAGE}: written\n")


if __name__ == "__main__":
    main()
