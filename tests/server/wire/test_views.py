"""No message tells a page what its seats may not know: games that differ only in that are told alike, byte for byte.

The other game is made by tests/two_worlds.py: `swap_secrets` for what others know, `with_another_draw` for what is
drawn later.
"""

import itertools
import pickle
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import rookery
from rookery import Record, Refusal
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.verification import pledge
from rookery.server.commands import moves
from rookery.server.table.events import Begun, Lent, Made, Named, Played, Seat
from rookery.server.table.table import Seats, Table
from rookery.server.wire import views
from rookery.server.wire.messages import Looked, Server, encode
from rookery.testing.walks import Walk, walks
from rookery.testing.walks import walk as random_game
from tests.often import KINDS, others_in_soak
from tests.two_worlds import alike, differing, swap_secrets, with_another_draw

RECORDED = Path(__file__).parents[2] / "games"  # slug / "recorded"
CHANCY = [slug for slug in rookery.slugs() if rookery.load(slug).facts.chance]
HIDDEN = [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden]
GAMES, STEP = 2, 16  # games of each slug, and of how many plies one is listened to
SWAPS = 50  # pairs of secret actions that may change places
GAMES_OF_A_SOAK = 500  # every ply of them
PARTS = 5  # of a soak, side by side
LOOKS = 50  # one of so many earlier plies is looked at again in the end


def table_for(walk: Walk) -> Table:
    """A table of people who are about to play this game."""
    first, facts = walk.positions[0], walk.game.facts
    seats = tuple(Seat("person", client_seed="") for _ in range(first.players))
    promised = pledge(Record(walk.game, first.players, first.options), 0, bytes(32))
    made = Made(facts.slug, facts.rules_version, first.players, first.options, seats, promised)
    return Table(walk.game, "t", bytes(32), [made, Begun()])


def played(walk: Walk) -> list[Played]:
    movers = [None if position.mover == CHANCE else position.mover for position in walk.positions]
    return [
        Played(ply, mover, action, after.key)
        for ply, (mover, action, after) in enumerate(zip(movers, walk.actions, walk.positions[1:]), start=1)
    ]


def told(table: Table, seats: Seats) -> list[str]:
    """What the server tells a page with these seats about the newest ply, and its answers to the page's questions."""
    moment = views.moment(table, seats)
    news: list[Server] = [*views.moved(table, seats, [table.plies], 0)] if table.plies else [Looked(moment)]
    said = [encode(message) for message in news]
    try:
        said.append(encode(views.checked(table, seats, table.plies)))
    except Refusal as refusal:
        said.append(str(refusal))
    return said


def listen(walk: Walk, step: int, pages: Iterable[Seats]) -> tuple[int, int]:
    """Play a game, and what each page (by its seats; none: a spectator's) may take for it, side by side; at every
    `step`-th ply both are told alike. Returns how often that was listened to, and how often the positions really
    differed."""
    heard, differed = 0, 0
    for seats in pages:
        other = swap_secrets(walk, *(seats or [SPECTATOR]), tries=SWAPS)
        tables, different = (table_for(walk), table_for(other)), set(differing(walk, other))
        for ply, plies in enumerate(itertools.zip_longest(played(walk), played(other))):
            if ply % step == walk.seed % step:
                heard += 1
                differed += ply in different
                assert told(tables[0], seats) == told(tables[1], seats), f"seed {walk.seed}, seats {seats}, ply {ply}"
            if ply < len(walk.actions) - 1:  # when the game is over, everybody may know everything
                for table, one in zip(tables, plies, strict=True):
                    table.add([one])
        lists = [[views.entry(table, seats, ply) for ply in range(1, table.plies + 1)] for table in tables]
        assert lists[0] == lists[1], f"seed {walk.seed}, seats {seats}: other lines in the list of moves"
        for ply in sorted(different)[::LOOKS]:
            looked = [encode(Looked(views.moment(table, seats, ply))) for table in tables]
            assert looked[0] == looked[1], f"seed {walk.seed}, seats {seats}, looking back at ply {ply}"
    return heard, differed


def pages_of(walk: Walk) -> list[Seats]:
    """Of each seat, and of a spectator."""
    return [(), *((seat,) for seat in range(walk.positions[0].players))]


def listen_to(slug: str, counts: Iterable[tuple[int, int]]) -> None:
    """`counts`: of each game what `listen` returns."""
    games, heard, differed = (sum(column) for column in zip(*((1, *count) for count in counts), strict=True))
    print(f"{slug}: {games} games, {heard} plies told alike, at {differed} of which the positions differ")
    assert differed > heard / 4, "so few differences say little"


@pytest.mark.parametrize("slug", HIDDEN)
def test_messages_do_not_depend_on_secrets(slug: str) -> None:
    listen_to(slug, (listen(walk, STEP, pages_of(walk)) for walk in walks(rookery.load(slug), GAMES, seed=2026)))


@pytest.mark.parametrize("slug", [slug for slug in HIDDEN if 3 in rookery.load(slug).facts.players])
def test_two_seats_at_one_page_hear_nothing_of_the_third(slug: str) -> None:
    """It sees through the eyes of one, then of the other. What neither may know is never told."""
    games = [random_game(rookery.load(slug), 3, {}, seed) for seed in range(GAMES)]
    listen_to(slug, (listen(walk, STEP, [(0, 2)]) for walk in games))


@pytest.mark.soak
@pytest.mark.parametrize("slug", HIDDEN)
def test_messages_do_not_depend_on_secrets_in_many_games(slug: str) -> None:
    games = walks(rookery.load(slug), GAMES_OF_A_SOAK, seed=2026)
    listen_to(slug, (listen(walk, 1, pages_of(walk)) for walk in games))


# ── What is drawn later ──────────────────────────────────────────────────────
def foresee(walk: Walk, step: int) -> bool:
    """Whether another draw was possible somewhere. Up to there that game is the same to everybody, also looking back
    from the end, and no position holds more than was played."""
    other, shared = with_another_draw(walk)
    tables = table_for(walk), table_for(other)
    for table, game in zip(tables, (walk, other), strict=True):
        table.add(played(game))
    for ply in range(walk.seed % step, shared + 1, step):
        one, two = walk.positions[ply], other.positions[ply]
        assert pickle.dumps(one) == pickle.dumps(two), f"seed {walk.seed}, ply {ply}"
        for viewer in range(SPECTATOR, one.players):
            alike(one, two, viewer)
        for seats in pages_of(walk) if ply < shared else []:  # when the game is over, everybody may know everything
            lines = [views.entry(table, seats, ply) if ply else None for table in tables]
            looked = [encode(Looked(views.moment(table, seats, ply))) for table in tables]
            assert lines[0] == lines[1], f"seed {walk.seed}, seats {seats}: another line for ply {ply}"
            assert looked[0] == looked[1], f"seed {walk.seed}, seats {seats}, looking back at ply {ply}"
    if shared == len(walk.actions):
        return False
    if not walk.game.facts.hidden:  # then everybody sees it: all this would hold, too, if nothing were shown
        assert any(views.moment(tables[0], (), ply) != views.moment(tables[1], (), ply) for ply in drawn(walk, shared))
    return True


def drawn(walk: Walk, ply: int) -> Iterator[int]:
    """The plies of a draw and of those that follow it at once. Who is first is drawn before the deal, say: a picture
    need not show it until somebody decides."""
    for after, position in enumerate(walk.positions[ply + 1 :], start=ply + 1):
        yield after
        if position.mover != CHANCE:
            return


@pytest.mark.parametrize("slug", others_in_soak(CHANCY, KINDS))
def test_nothing_tells_what_is_drawn_later(slug: str) -> None:
    assert sum(foresee(walk, STEP) for walk in walks(rookery.load(slug), GAMES, seed=2027))


@pytest.mark.parametrize("slug", others_in_soak(CHANCY, KINDS[:1]))
def test_nor_in_games_that_go_far(slug: str) -> None:
    """Random games of some slugs end long before all their decks have been drawn from; recorded ones do not."""
    games = 0
    for number, file in enumerate(sorted((RECORDED / slug / "recorded").glob("*.jsonl"))):
        record = Record.load(file)
        positions = tuple(record.at(ply) for ply in range(record.plies + 1))
        games += foresee(Walk(record.game, number, positions, tuple(record.actions)), 4 * STEP)
    assert games


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("slug", CHANCY)
def test_nothing_tells_what_is_drawn_later_in_many_games(slug: str, part: int) -> None:
    games = walks(rookery.load(slug), GAMES_OF_A_SOAK // PARTS, seed=3000 + part * GAMES_OF_A_SOAK)
    differed = sum(foresee(walk, 1) for walk in games)
    print(f"{slug}: {differed} games with another draw, the same to everybody before it")
    assert differed > GAMES_OF_A_SOAK / PARTS / 4, "so few draws say little"


@pytest.mark.parametrize("slug", HIDDEN)
def test_who_may_know_is_told(slug: str) -> None:
    """The tests above would also pass if nothing were told. To some page the games differ."""
    for walk in walks(rookery.load(slug), 1, seed=1):
        other = swap_secrets(walk, SPECTATOR)
        tables = table_for(walk), table_for(other)
        for table, plies in zip(tables, (played(walk), played(other)), strict=True):
            table.add(plies[: differing(walk, other)[0]])
        seats = range(walk.positions[0].players)
        assert any(told(tables[0], (seat,)) != told(tables[1], (seat,)) for seat in seats)


def test_a_list_tells_a_bot_from_a_stand_in() -> None:
    table = table_for(next(iter(walks(rookery.load(KINDS[0]), 1, seed=1))))
    seats = (table.seats[0], *(Seat("bot", "easy") for _ in table.seats[1:]))
    table = Table(table.game, "t", bytes(32), [replace(table.made, seats=seats), Begun(), Lent(0, "easy")])
    told = views.glance(table, (0,)).seats
    assert [seat.kind for seat in told] == ["person"] + ["bot"] * (table.players - 1)
    assert {seat.level for seat in told} == {"easy"}


def test_no_name_is_in_the_words_of_a_list() -> None:
    """Those words are kept, also when a person has left for good."""
    table = table_for(next(iter(walks(rookery.load(KINDS[0]), 1, seed=1))))
    table.add([Named(seat, "Xanthippe") for seat in range(table.players)])
    table.add(moves.resign(table, (0,)))
    told = views.glance(table, ())
    assert {seat.name for seat in told.seats} == {"Xanthippe"}
    assert told.words
    assert "Xanthippe" not in told.words + told.reason
