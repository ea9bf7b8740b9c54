"""`python -m rookery.server.bots.compile_all` compiles all games and their bots, for example
while the page is being built."""

from rookery.core.registry import load, titles
from rookery.server.bots.bot_worker import compile_bots, compile_rules
from rookery.server.bots.compile_scheduler import longest_first

__all__ = []


def main() -> None:
    for title in longest_first({title: load(title) for title in titles()}):
        compile_rules(title)
        compile_bots("rookery.bots", title)


if __name__ == "__main__":
    main()
