"""The common parts of the scripts here: arguments of their command lines, tables, and how they end too early."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import rookery
from rookery.bots import level
from rookery.cli.hours import INTERRUPTED
from rookery.core.errors import LostWorker
from rookery.core.position import Game


def described(doc: str | None) -> argparse.ArgumentParser:
    """A parser whose help is what its script says of itself."""
    return argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)


def positive(text: str) -> int:
    """A whole number of 1 or more. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def natural(text: str) -> int:
    """A whole number of 0 or more. Raises ArgumentTypeError."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more")
    return int(text)


def game_of(
    parser: argparse.ArgumentParser, slug: str, players: Sequence[int] = (), levels: Sequence[str] = ()
) -> Game:
    """The game, which so many can play, and which has bots of these levels; otherwise the script ends with a
    sentence."""
    try:
        game = rookery.load(slug)
        for number in players:
            game.facts.settings(number, {})
        for name in levels:
            level(name, game)
    except ValueError as error:
        parser.error(str(error))
    return game


@contextmanager
def stoppable(kept: Path | None = None) -> Iterator[None]:
    """End with one sentence after Ctrl-C or when a worker is lost. `kept`: the file with what is done."""
    more = "nothing was kept" if kept is None else f"what is done is in {kept}; the same command goes on"
    try:
        yield
    except KeyboardInterrupt:
        sys.stderr.write(f"stopped; {more}\n")
        raise SystemExit(INTERRUPTED) from None
    except LostWorker as error:
        raise SystemExit(f"{error}; {more}") from None


def tell(lines: Iterable[str], page: Path | None = None) -> None:
    """Print lines, each as soon as it is known, and keep them in a page, so that a long run that is stopped leaves
    what it found."""
    told = list[str]()
    for line in lines:
        print(line, flush=True)
        told.append(line)
        if page is not None:
            page.write_text("\n".join(told).rstrip() + "\n", "utf-8")


def with_tables(page: str, kind: str, table: Callable[[Game], Iterable[str]]) -> str:
    """A page with the tables of games anew: each stands between a comment `kind: slug` and a comment `end`."""
    place = re.compile(rf"(<!-- {kind}: (\w+) -->\n).*?(?=<!-- end -->)", re.DOTALL)
    return place.sub(lambda found: found[1] + "\n" + "\n".join(table(rookery.load(found[2]))) + "\n\n", page)
