"""The picture of a match: the rating of every entrant with its interval, or the calibration of a single bot."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rookery.arena.calibration import Tenth, tenths
from rookery.arena.ratings import Rating, ratings
from rookery.arena.run import Results
from rookery.arena.scores import caption
from rookery.core.errors import MissingExtra, UnknownOption
from rookery.search.dask_client import INSTALL_ARENA

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# (light, dark) colours; a PNG has the light ones
PLOT_PAPER, PLOT_INK, PLOT_FAINT, PLOT_MARK = (
    ("#fdfcfa", "#16181d"),
    ("#23262d", "#e8e6e1"),
    ("#c9c6bf", "#4a4e57"),
    ("#1f5fa8", "#7fb2f0"),
)
PLOT_WIDTH, PLOT_ROW_HEIGHT, PLOT_MARGIN_HEIGHT, PLOT_SQUARE_SIZE = 7.2, 0.42, 1.5, 5.0  # inches


def plot(results: Results, file: str | Path, anchor: str | None = None) -> None:
    """Draw the ratings as an SVG, which follows the reader's light or dark theme, or as a PNG. For a bot that plays
    alone, draw its calibration instead.

    Raises MissingExtra without matplotlib, UnknownOption for another kind of file, OSError."""
    path = Path(file)
    mpl, figure_of = drawing(path)
    alone = results.match.pairing == "alone"
    rows = [] if alone else ratings(results, anchor)[::-1]
    size = (
        (PLOT_SQUARE_SIZE, PLOT_SQUARE_SIZE)
        if alone
        else (PLOT_WIDTH, PLOT_MARGIN_HEIGHT + PLOT_ROW_HEIGHT * len(rows))
    )
    style = {"svg.fonttype": "none", "svg.hashsalt": "rookery", "font.family": "sans-serif"}
    with mpl.rc_context(style):
        figure = figure_of(figsize=size, layout="constrained", facecolor=PLOT_PAPER[0])
        axes = figure.add_subplot(facecolor=PLOT_PAPER[0])
        words = caption(results.match, results.games)
        axes.set_title(words, fontsize=9, color=PLOT_INK[0], loc="left", wrap=True)
        if alone:
            _draw_tenths(axes, tenths(results))
        else:
            _draw(axes, rows)
            one_end = any(map(math.isinf, (end for rating in rows for end in (rating.low, rating.high))))
            arrows = "; arrows: no limit is known" if one_end else ""
            axes.set_xlabel(f"Elo, with 95 % intervals{arrows}", fontsize=9, color=PLOT_INK[0])
        svg = path.suffix.lower() == ".svg"
        figure.savefig(path, dpi=160, metadata={"Date": None, "Title": words} if svg else {"Title": words})
    if svg:
        path.write_text(dressed(path.read_text("utf-8")), "utf-8")


def drawing(path: Path) -> tuple[Any, Any]:
    """The module matplotlib and its class Figure. Raises MissingExtra; UnknownOption for an unknown kind of file."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise UnknownOption(f"a plot is drawn as .svg or .png, not as {path.name!r}")
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra(f"plots need matplotlib: {INSTALL_ARENA}") from None
    return mpl, Figure


def _draw(axes: "Axes", found: list[Rating]) -> None:
    ends = [end for rating in found for end in (rating.low, rating.high) if math.isfinite(end)]
    reach = max(60.0, max(ends) - min(ends)) if ends else 100.0
    for row, rating in enumerate(found):
        low, high = rating.low, rating.high
        at = low if math.isinf(high) else high if math.isinf(low) else rating.elo
        if math.isinf(low) and math.isinf(high):
            continue
        for end, away in ((low, -1), (high, 1)):
            if math.isinf(end):
                tip = {"arrowstyle": "->", "color": PLOT_MARK[0], "linewidth": 1.6}
                axes.annotate("", (at + away * 0.12 * reach, row), (at, row), arrowprops=tip)
            elif end != at:
                axes.plot([at, end], [row, row], color=PLOT_MARK[0], linewidth=1.6, solid_capstyle="butt")
                axes.plot([end, end], [row - 0.12, row + 0.12], color=PLOT_MARK[0], linewidth=1.6)
        axes.plot(at, row, "o", color=PLOT_MARK[0], markersize=6)
        sign = "≥ " if math.isinf(high) else "≤ " if math.isinf(low) else ""
        words = f"{sign}{at:.0f}".replace("-", "−")
        above: dict[str, Any] = {"xytext": (0, 6), "textcoords": "offset points", "ha": "center", "va": "bottom"}
        axes.annotate(words, (at, row), fontsize=9, color=PLOT_INK[0], **above)
    axes.set_yticks(range(len(found)), [rating.name for rating in found], fontsize=10, color=PLOT_INK[0])
    axes.set_ylim(-0.6, len(found) - 0.25)
    axes.margins(x=0.14)
    axes.axvline(0, color=PLOT_FAINT[0], linewidth=1, zorder=0)
    axes.grid(axis="x", color=PLOT_FAINT[0], linewidth=0.5)
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", colors=PLOT_INK[0], labelsize=9, length=0)
    axes.tick_params(axis="y", length=0)
    axes.spines[:].set_visible(False)


def _draw_tenths(axes: "Axes", found: list[Tenth]) -> None:
    """Draw stated chances to the right and shares won upwards. They are equal on the diagonal."""
    axes.plot([0, 1], [0, 1], color=PLOT_FAINT[0], linewidth=1, zorder=0)
    most = max((tenth.positions for tenth in found), default=1)
    for tenth in found:
        axes.plot([tenth.said] * 2, tenth.margin, color=PLOT_MARK[0], linewidth=1.6, solid_capstyle="butt")
        axes.plot(tenth.said, tenth.won, "o", color=PLOT_MARK[0], markersize=3 + 6 * math.sqrt(tenth.positions / most))
    axes.set_xlabel("chance that the bot gave itself", fontsize=9, color=PLOT_INK[0])
    axes.set_ylabel("share of the wins, with 95 % intervals", fontsize=9, color=PLOT_INK[0])
    ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_ticks(ticks, [f"{tick:.0%}" for tick in ticks])
    axes.set_aspect("equal")
    axes.grid(color=PLOT_FAINT[0], linewidth=0.5)
    axes.set_axisbelow(True)
    axes.tick_params(colors=PLOT_INK[0], labelsize=9, length=0)
    axes.spines[:].set_visible(False)


def dressed(svg: str) -> str:
    """Add the dark colours for readers with a dark theme. Programs without themes draw the light ones."""
    rules = "".join(
        f'[style*="fill: {light}"]{{fill:{dark}!important}}[style*="stroke: {light}"]{{stroke:{dark}!important}}'
        for light, dark in (PLOT_PAPER, PLOT_INK, PLOT_FAINT, PLOT_MARK)
    )
    start = svg.index(">", svg.index("<svg")) + 1
    return f"{svg[:start]}\n <style>@media (prefers-color-scheme: dark){{{rules}}}</style>{svg[start:]}"
