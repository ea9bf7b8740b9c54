"""`python -m rookery.server.bots.compile_all` compiles all games but the examples, and their bots, for example while an
image is built."""

from rookery.core.registry import load, slugs
from rookery.server.bots.bot_worker import compile_bots, compile_rules
from rookery.server.bots.compile_scheduler import longest_first

__all__ = []


def main() -> None:
    for slug in longest_first({slug: load(slug) for slug in slugs(examples=False)}):
        compile_rules(slug)
        compile_bots("rookery.bots", slug)


if __name__ == "__main__":
    main()
