"""Write the tables of docs/balance.md from what was counted: the `seats.jsonl` of all games.

    python -m benchmarks.seats

`rookery balance GAME --games 4000 --keep` counts the games of a table.
"""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.arguments import described, with_tables
from rookery.arena import wilson
from rookery.core.errors import Trouble
from rookery.core.position import Game
from rookery.core.seats import seats_measured
from rookery.export.seats_section import later_turns

PAGE = Path("docs/balance.md")


def table(game: Game) -> Iterator[str]:
    """The lines of the table of a game, as Markdown."""
    known = seats_measured(game)
    most = max((one.players for one in known), default=0)
    if not known:
        raise Trouble(f"nobody has counted how often each seat of {game.facts.name} wins")
    heads = ["begins", *later_turns(most)]
    yield f"| players | bots | games | {' | '.join(heads)} |"
    yield f"| --- | --- | ---: |{' ---: |' * most}"
    for one in known:
        option = "".join(f", {name} = {value}" for name, value in sorted(one.options.items()))
        cells = [cell(won, one.games) for won in one.won] + [""] * (most - one.players)
        yield f"| {one.players}{option} | {one.level} | {one.games:,} | {' | '.join(cells)} |"


def cell(won: float, games: int) -> str:
    """A share of games, in percent with its interval."""
    low, high = wilson(won, games)
    return f"{100 * won / games:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def main(argv: list[str] | None = None) -> None:
    described(__doc__).parse_args(argv)
    try:
        PAGE.write_text(with_tables(PAGE.read_text("utf-8"), "seats", table), "utf-8")
    except (Trouble, OSError) as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
