"""What Python draws and says of positions, as cases for a page to do again."""

import base64
import functools
import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, SPECTATOR, cells_of
from rookery.core.record import Record
from tests.house.sources import ROOT

Case = dict[str, Any]
T = TypeVar("T")
EXACT = 1 << 53  # JavaScript's numbers are exact below it
MOST = 4  # actions of a position, and spots, that are asked about


def wire(value: Any) -> Any:
    """A value as answers.mjs writes it."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int | np.integer):
        return int(value) if abs(int(value)) < EXACT else {"$int": str(int(value))}
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, list | tuple):
        return [wire(one) for one in value]
    if isinstance(value, dict):
        return {name: wire(one) for name, one in value.items()}
    return value  # a Struct, whose numbers are small


@functools.cache
def names_of(game: Game) -> list[str]:
    return [*cells_of(game.fields)]


def fields(position: Position) -> dict[str, Any]:
    """The fields of a state by name."""
    cells = {name: position.states[name] for name in names_of(position.game)}
    exact = {name: cell.itemsize < 8 or bool(((cell > -EXACT) & (cell < EXACT)).all()) for name, cell in cells.items()}
    return {name: cell.tolist()[0] if exact[name] else wire(cell.tolist()[0]) for name, cell in cells.items()}


def positions_of_games(game: Game, generator: random.Random, step: int = 1) -> Iterator[Position]:
    """One of `step` positions of endless random games, with every number of players in turn, and options at random."""
    for players in itertools.cycle(game.facts.players):
        options = {
            option.name: generator.choice([*option.choices_of(players), *filter(None, [option.example])])
            for option in game.facts.options
            if generator.random() < 0.7
        }
        position = game.start_with(game.facts.settings(players, options))
        begin = generator.randrange(step)
        for ply in itertools.count(begin):
            if ply % step == 0 or position.is_over:
                yield position
            if position.is_over:
                break
            draws = np.random.default_rng(generator.getrandbits(32))
            drawn = position.mover == CHANCE
            action = position.draw(draws) if drawn else generator.choice(position.legal_actions)
            position = position.after_unchecked(action)


def positions_of_records(game: Game, step: int = 1) -> Iterator[Position]:
    """One of `step` positions of the recorded games, which have endings that random ones do not reach."""
    for file in sorted((ROOT / "tests" / "games" / game.facts.slug / "recorded").glob("*.jsonl")):
        record = Record.load(file)
        yield from map(record.at, range(0, record.plies + 1, step))


def cases_of_position(position: Position, generator: random.Random, *, few: bool = False) -> Iterator[Case]:
    """A position from all eyes, and the rules. `few`: from the eyes of the mover and of somebody, and fewer actions."""
    seats, most = [*range(SPECTATOR, position.players)], 1 if few else MOST
    if few:  # chance has the spectator's
        seats = sorted({generator.choice(seats), SPECTATOR if position.mover is None else position.mover})
    yield from view_of(position)
    yield from of_rules(position, seats, some(position.legal_actions, most, generator))
    yield from of_words(position, some(position.legal_actions, most, generator))
    for seat in seats:
        view = position.view(seat)
        yield from view_of(view)
        for facing in {max(0, seat), generator.randrange(position.players)}:
            yield case("drawn", "$view", facing, answer=view.scene(facing=facing))
        yield from of_words(view, some(view.legal_actions, most, generator))
        if seat == position.mover != CHANCE:
            yield from of_clicks(view, most, generator)


def some(values: Sequence[T], most: int, generator: random.Random) -> list[T]:
    return generator.sample(values, min(most, len(values)))


def view_of(view: Position) -> Iterator[Case]:
    """A position, of which all that follows is asked, and what the page finds out about it."""
    state = base64.b64encode(view.states.tobytes()).decode()
    yield {"view": {"state": state, "viewer": view.viewer, "players": view.players}}
    seen = {"mover": view.mover, "is_over": view.is_over, "legal_actions": view.legal_actions, "outcome": view.outcome}
    yield case("seen", "$view", answer=seen)


def case(call: str, *args: Any, answer: Any) -> Case:
    return {"call": call, "args": args, "answer": wire(answer)}


def of_rules(position: Position, seats: list[int], chosen: list[int]) -> Iterator[Case]:
    facts, bindings, states = position.game.facts, position.game.bindings, position.states
    actions = position.legal_actions
    yield case("mover", "$pos", answer=int(bindings.mover(states, 0)))
    yield case("legal", "$pos", facts.max_legal, answer=actions)
    if position.mover == CHANCE:
        yield case("weights", "$pos", actions, answer=position.odds)
    if position.outcome is not None:
        yield case("utilities", "$pos", position.players, answer=position.outcome.utilities)
    for action in chosen:
        yield case("play", "$pos", action, answer=fields(position.after_unchecked(action)))
        yield case("knows", "$pos", action, seats, answer=[position.knows(action, seat) for seat in seats])
    for seat in seats:
        yield case("hide", "$pos", seat, answer=fields(position.view(seat)))
    if facts.points is not None:
        sat = [seat for seat in seats if seat != SPECTATOR]
        yield case("points", "$pos", sat, answer=[int(bindings.points(states, 0, seat)) for seat in sat])


def of_words(view: Position, chosen: list[int]) -> Iterator[Case]:
    notation, pos = view.game.notation, view.numbers
    yield case("position_text", "$pos", answer=notation.position_text(pos))
    if view.is_over:
        yield case("outcome_words", "$pos", answer=notation.outcome_words(pos))
        yield case("outcome_reason", "$pos", answer=notation.outcome_reason(pos))
    elif hasattr(notation, "secret_words") and view.viewer is not None:
        yield case("secret_words", "$pos", answer=notation.secret_words(pos))
    for action in chosen:
        yield case("action_text", "$pos", action, answer=notation.action_text(pos, action))
        yield case("action_words", "$pos", action, answer=notation.action_words(pos, action))


def of_clicks(view: Position, most: int, generator: random.Random) -> Iterator[Case]:
    """What the actions of the seat that decides touch, and why clicks do nothing."""
    scenery, scene = view.game.scenery, view.scene()
    facing = generator.randrange(view.players)
    for action in some(view.legal_actions, most, generator):
        then = view.after_unchecked(action).scene(facing=facing).idle()
        yield case("preview", "$view", action, facing, answer=then)
        yield case("touched", "$view", action, answer=[*scenery.touched(view, action)])
    first = scene.onward(())
    for spot in some([spot.id for spot in scene.spots], most, generator):
        begun = generator.choice([*first])
        for path in ((),) if first[begun] else ((), (begun,)):
            yield case("reason", "$view", path, spot, facing, answer=view.why(path, spot, facing))
            if spot not in scene.onward(path) and spot not in path:
                yield case("why", "$view", path, spot, answer=scenery.why(view, path, spot))
