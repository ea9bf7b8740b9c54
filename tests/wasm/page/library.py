"""What the tests do with the library twice: here, and in a process without NumPy. Lines must be equal."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

import rookery
from rookery.bots import advise, level, levels
from rookery.core.errors import Trouble
from rookery.core.generator import Generator
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.reviews import review
from rookery.search import analyse
from rookery.search.plan import ReviewLimits
from tests.choices import text_of

SHOWN = 4  # legal actions of each position that are put into words
REVIEWED = 30  # plies
LOOKED = 7  # every so many plies, the pictures and the reasons are compared, too


def play(slug: str, players: str, seed: str) -> Iterator[Any]:
    """A random game: what the library tells of each position."""
    rules = rookery.load(slug)
    chance = random.Random(f"{slug} {players} {seed}")
    options: Any = {option.name: chance.choice(option.choices_of(int(players))) for option in rules.facts.options}
    position = rules.start(players=int(players), **options)
    while True:
        yield told(position)
        if position.is_over:
            break
        position = position.after(chance.choice(position.legal_actions))


def told(position: Position) -> Any:
    """What the library tells of a position, and what each seat sees of it."""
    chance = random.Random(position.key)
    shown = chance.sample(position.legal_actions, min(SHOWN, len(position.legal_actions)))
    seats = range(-1, position.players)
    whole = [
        position.key,
        position.text,
        position.mover,
        position.legal_actions,
        position.odds,
        msgspec.to_builtins(position.outcome),
        [(position.format(action), position.words(action)) for action in shown],
        [position.touched(action) for action in shown if position.mover != CHANCE],
        [(position.knows(action, seat), position.told(action, seat)) for action in shown[:1] for seat in seats[1:]],
        [position.view(seat).key for seat in seats],
    ]
    if int(position.key, 16) % LOOKED == 0 or position.is_over:
        for seat in seats:
            scene = position.view(seat).scene()
            whole.append(msgspec.to_builtins(scene))
            whole.append(position.game.from_json(position.view(seat).to_json()).text)
            if seat == position.mover != CHANCE:
                spots = chance.sample(scene.spots, min(SHOWN, len(scene.spots)))
                whole.append([position.view(seat).why((), spot.id) for spot in spots])
    return msgspec.to_builtins(whole)


def choose(slug: str, views: str, most: str) -> Iterator[Any]:
    """What each level chooses from views of random games, and an analysis. `most`: simulations; levels that search more
    are left out."""
    game, chance = rookery.load(slug), random.Random(slug)
    names = [name for name in levels(game) if getattr(level(name, game), "simulations", 0) <= int(most)]
    for number in range(int(views)):
        view = _view(game, chance)
        for name in names:
            yield [view.text, name, advise(view, name, number)]
        found = analyse(view, simulations=200, seed=number, lines=3)
        yield [found.chances, found.margin, found.proved, [(line.notation, line.chance) for line in found.lines]]


def recorded_choices(slug: str) -> Iterator[str]:
    """What stands in the file of a game's choices."""
    yield text_of(rookery.load(slug))


def _view(game: Game, chance: random.Random) -> Position:
    """A view of the mover in the middle of a random game, with a choice."""
    players = chance.choice(game.facts.players)
    while True:
        position = game.start(players=players)
        for _ in range(chance.randrange(game.facts.longest // 2)):
            if position.is_over:
                break
            position = position.after_unchecked(chance.choice(position.legal_actions))
        if position.mover not in (None, CHANCE) and len(position.legal_actions) > 1:
            return position.view(position.mover)


def stopped(kernel: str, block: int) -> None:
    """A kernel that stops."""
    raise ZeroDivisionError


def broken(slug: str, fault: str) -> Iterator[Any]:
    """What a game says whose modules are faulty: "missing", or "trap" for a kernel that stops. Another one still
    plays."""
    from rookery.wasm.page import kernels

    good = kernels._provider[0]

    def provider(wanted: str, name: Any) -> Any:
        description, runtime = good(wanted, name)
        if wanted == slug and fault == "missing":
            raise FileNotFoundError("no such file")
        if wanted == slug:
            runtime.call = stopped  # type: ignore[method-assign]
        return description, runtime

    kernels.provide(provider)
    for one in rookery.slugs():
        try:
            yield rookery.load(one).start().mover is not None
        except Trouble as error:
            yield f"{type(error).__name__}: {error}"


def reviewed(slug: str, players: str) -> Iterator[Any]:
    """A quick review of the beginning of a game."""
    record, generator = rookery.Record(rookery.load(slug), int(players)), Generator(3)
    for _ in range(REVIEWED):
        if record.position.is_over:
            break
        position = record.position
        record.play(position.draw(generator) if position.mover == CHANCE else generator.choice(position.legal_actions))
    yield msgspec.to_builtins(review(record, limits=ReviewLimits(decision=20, draw=20, hands=10, again=2)))
