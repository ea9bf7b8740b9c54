"""A report as one HTML page that needs no other file: a sentence and a picture for each number."""

import base64
import html
from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from rookery.balance.as_many_as_needed import ReportGames
from rookery.balance.findings import RESTRICTED, BalanceFinding, Change
from rookery.core.generator import Generator

STYLE = """
:root{color-scheme:light dark;--paper:#fdfcfa;--card:#fff;--ink:#16181d;--quiet:#5d6470;--line:#e2dfd8;--mark:#1f5fa8;
--soft:#c9dcf2;--warm:#b4541a}
@media (prefers-color-scheme:dark){:root{--paper:#16181d;--card:#1f2229;--ink:#e8e6e1;--quiet:#a2a8b3;--line:#343943;
--mark:#7fb2f0;--soft:#2c4666;--warm:#f0a46e}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}h1{font-size:1.9rem;line-height:1.2;margin:0 0 .3rem}
.about{color:var(--quiet);margin:0 0 1.5rem}h2{font-size:1.15rem;margin:2rem 0 .6rem}
section ul{list-style:none;margin:0;padding:0;background:var(--card);border:1px solid var(--line);border-radius:12px}
li{display:grid;grid-template-columns:1fr 17rem;gap:.2rem 1.5rem;align-items:center;padding:.7rem 1rem}
li+li{border-top:1px solid var(--line)}li p{margin:0}li svg{width:100%;height:auto;display:block}
li.real p{font-weight:600}li.real p::before{content:"● ";color:var(--warm)}
figure{float:right;margin:0 0 1rem 1.5rem;width:11rem}
figure img{width:100%;height:auto;border-radius:12px;display:block}
.head::after{content:"";display:block;clear:both}
@media (max-width:40rem){li{grid-template-columns:1fr}figure{width:8rem}main{padding-top:1.2rem}h1{font-size:1.5rem}}
"""
MARKED = "What changed, the first number without the change (● luck alone hardly makes it)"
BAR_WIDTH, BAR_HEIGHT, BAR_MARGIN = 260.0, 28.0, 6.0  # of a picture; room for the ends of its line


class Bar(msgspec.Struct, frozen=True, kw_only=True):
    """The picture of a number: places on a line from 0, its left end, to 1."""

    zero: float  # of 0, or of the left end
    low: float  # of the interval
    at: float  # of the number
    high: float  # of the interval
    even: float | None  # of a value with which the number is compared


def page(played: ReportGames, found: Sequence[BalanceFinding], changed: Sequence[Change] = ()) -> str:
    """The page. `changed`: with another version beside it."""
    name = html.escape(played.table.game.facts.name)
    drawn = played.table.begin.settled(Generator(0)).svg(theme="auto")
    picture = base64.b64encode(drawn.encode()).decode()  # as an image, so that its style stays its own
    sections = [_section(title, list(own)) for title, own in groupby(found, key=lambda one: one.about)]
    if changed:
        sections.insert(0, _changed(changed))
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>The balance of {name}</title><style>{STYLE}</style></head><body><main>",
            f'<div class="head"><figure><img alt="" src="data:image/svg+xml;base64,{picture}"></figure>',
            f"<h1>The balance of {name}</h1>",
            f'<p class="about">{html.escape(about(played))}</p></div>',
            *sections,
            "</main></body></html>\n",
        ]
    )


def _section(title: str, own: list[BalanceFinding]) -> str:
    rows = "".join(f"<li><p>{html.escape(one.words)}</p>{_picture(one, own)}</li>" for one in own)
    return f"<section><h2>{html.escape(title)}</h2><ul>{rows}</ul></section>"


def _changed(changed: Sequence[Change]) -> str:
    """What is different for sure comes first."""
    rows = "".join(
        f'<li class="{"real" if one.real else "same"}"><p>{html.escape(one.title)}: {html.escape(one.words)}</p>'
        f"{_two(one)}</li>"
        for one in sorted(changed, key=lambda one: not one.real)
    )
    return f"<section><h2>{MARKED}</h2><ul>{rows}</ul></section>"


def _picture(one: BalanceFinding, own: Sequence[BalanceFinding]) -> str:
    bar = bar_of(one, own)
    return "" if bar is None else _svg([_drawn(bar, BAR_HEIGHT / 2 - 4, "var(--mark)")], bar.even, one.number)


def _two(change: Change) -> str:
    """Both versions, the first one above."""
    pair = [change.before, change.after]
    bars = [bar for one in pair if (bar := bar_of(one, pair)) is not None]
    drawn = [
        _drawn(bar, 4.0 + 10.0 * row, colour)
        for row, (bar, colour) in enumerate(zip(bars, ("var(--quiet)", "var(--warm)"), strict=True))
    ]
    return _svg(drawn, bars[0].even, change.words)


def bar_of(one: BalanceFinding, own: Sequence[BalanceFinding]) -> Bar | None:
    """The picture of a finding among those of its section; None if it has no number."""
    if one.measure is None:
        return None
    left, right = _axis(one, own)
    zero, low, at, high = (
        min(max((number - left) / (right - left), 0.0), 1.0)
        for number in (max(left, 0.0), one.measure.low, one.measure.value, one.measure.high)
    )
    even = None if one.even is None else (one.even - left) / (right - left)
    return Bar(zero=zero, low=low, at=at, high=high, even=even)


def _axis(one: BalanceFinding, own: Sequence[BalanceFinding]) -> tuple[float, float]:
    """The ends of the line, which all shares have in common, and all counts of a section; of differences 0 is in the
    middle."""
    alike = [other.measure for other in own if other.measure is not None and other.even == 0.0]
    if one.even == 0.0:
        if one.about != RESTRICTED:
            alike = [one.measure] if one.measure is not None else []
        reach = max(0.01, *(abs(end) for measure in alike for end in (measure.low, measure.high)))
        return -reach, reach
    if one.percent:
        return 0.0, 1.0
    counts = (other for other in own if not other.percent and other.even is None)
    ends = [other.measure.high for other in counts if other.measure is not None]
    return 0.0, 1.15 * max(1e-9, *ends, 0.0)


def _drawn(bar: Bar, top: float, colour: str) -> str:
    """The interval as a line, the number as a dot, and a band to it from 0."""
    zero, start, at, end = map(_place, (bar.zero, bar.low, bar.at, bar.high))
    return (
        f'<rect x="{min(zero, at):.1f}" y="{top:.1f}" width="{abs(at - zero):.1f}" height="8" rx="2" fill="{colour}" '
        f'opacity=".28"/>'
        f'<line x1="{start:.1f}" x2="{end:.1f}" y1="{top + 4:.1f}" y2="{top + 4:.1f}" stroke="{colour}" '
        f'stroke-width="3" stroke-linecap="round"/>'
        f'<circle cx="{at:.1f}" cy="{top + 4:.1f}" r="4" fill="{colour}"/>'
    )


def _place(part: float) -> float:
    return BAR_MARGIN + (BAR_WIDTH - 2 * BAR_MARGIN) * part


def _svg(bars: Sequence[str], even: float | None, label: str) -> str:
    """The bars over a line, with a mark at the even value."""
    left, right, low = BAR_MARGIN, BAR_WIDTH - BAR_MARGIN, BAR_HEIGHT - 2
    parts = [f'<line x1="{left}" x2="{right}" y1="{low}" y2="{low}" stroke="var(--line)"/>', *bars]
    if even is not None:
        at = f"{_place(even):.1f}"
        dashes = 'stroke="var(--quiet)" stroke-dasharray="3 3"'
        parts.insert(1, f'<line x1="{at}" x2="{at}" y1="1" y2="{low + 1}" {dashes}/>')
    size, words = f"0 0 {BAR_WIDTH:g} {BAR_HEIGHT:g}", html.escape(label, quote=True)
    return f'<svg viewBox="{size}" role="img" aria-label="{words}">{"".join(parts)}</svg>'


def about(played: ReportGames) -> str:
    """The games of a report in words."""
    table, wanted = played.table, played.wanted
    usual = table.game.facts.chosen(table.game.facts.settings(table.players, {}))
    own = [f"{name}: {value}" for name, value in table.begin.options.items() if usual[name] != value]
    players = "1 player" if table.players == 1 else f"{table.players} players"
    words = ", ".join([players, *own, f"seed {wanted.seed}"])
    sure = f"known to ± {100 * played.widest_of_all:.1f} %"
    end = f" {played.stopped[0].upper()}{played.stopped[1:]}." if played.stopped else ""
    return (
        f"{played.equal.sums.games:,} games of {wanted.level} players: {words}. Shares of wins are {sure}. In brackets "
        f"is the range in which a number very probably lies (95 %).{end}"
    )


def as_text(found: Sequence[BalanceFinding], changed: Sequence[Change] = ()) -> Iterator[str]:
    """The lines for a terminal."""
    if changed:
        yield MARKED
        for change in sorted(changed, key=lambda one: not one.real):
            yield f"  {'●' if change.real else ' '} {change.title}: {change.words}"
    for title, own in groupby(found, key=lambda one: one.about):
        yield title
        for one in own:
            yield f"  {one.words}"
