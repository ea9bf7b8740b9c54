"""Laws of facts.py, the fields of a position, and the files of the folder. They are checked once per game."""

import functools

import numpy as np

from rookery.core.picture import to_svg
from rookery.core.position import Game
from rookery.core.protocol import packed
from rookery.export.rules_pictures import PICTURE_BLOCK, blocks, pictured
from rookery.testing.walks import Case, must, worded


def card_is_coherent(case: Case) -> None:
    """The facts are consistent: every seat has a name and a style under all options, and sizes are possible."""
    if case.ply:
        return
    facts = case.game.facts
    must(facts.seats, "the facts name no number of players")
    for players, names in facts.seats.items():
        must(len(set(names)) == players >= 1, f"{players} players, but the names of seats are {names}")
        must(len(facts.seat_styles) >= players, f"{players} players, but {len(facts.seat_styles)} seat styles")
    position = case.position
    here = facts.seats_at(position.players, position.options)
    must(len({name for name, _ in here}) == position.players, f"{position.players} players, but the seats are {here}")
    must(1 <= facts.max_legal <= facts.actions, f"max_legal {facts.max_legal} of {facts.actions} actions")
    most = facts.actions - 1 if facts.chance else 0
    must(0 <= facts.chance_actions <= most, f"chance_actions is {facts.chance_actions}; allowed: 0 to {most}")
    must(facts.weight in range(1, 6), f"weight {facts.weight!r} is not between 1 and 5")
    must(facts.longest >= 1 and facts.minutes >= 1, "longest and minutes must be at least 1")
    texts = {"name": facts.name, "tagline": facts.tagline, "source": facts.source, "rules.md": case.game.rules_page}
    for name, text in texts.items():
        must(text.strip(), f"{name} is empty")


def options_have_one_spelling(case: Case) -> None:
    """The code of every choice of an option, and of a free-form example, gives the same choice again."""
    if case.ply:
        return
    for option in case.game.facts.options:
        for players in case.game.facts.players:
            there = option.choices_of(players)[:1]
            must(there == option.choices[:1], f"the default of the option {option.name} is not for {players} players")
        must(option.choices and option.help, f"the option {option.name} needs choices and help")
        free = (bool(option.free_form), bool(option.example), option.read is not None, option.show is not None)
        must(len(set(free)) == 1, f"the option {option.name}: free_form, example, read and show belong together")
        for value in (*option.choices, *([option.example] if option.example else [])):
            again = option.value(option.code(value))
            must(again == value, f"the option {option.name}: the code of {value!r} is read as {again!r}")
        if option.example:
            must(option.code(option.example) >= len(option.choices), f"{option.name}: the example has a choice's code")


def state_is_packed(case: Case) -> None:
    """A position is a packed record of exactly the declared fields, because its bytes are its identity."""
    if case.ply:
        return
    dtype = case.game.dtype
    must(dtype == packed(case.game.fields), f"STATE is {dtype}, but State declares {packed(case.game.fields)}")
    must(dtype.type is np.record, f"STATE must be an np.record dtype, not {dtype.type.__name__}")
    names = dtype.names or ()
    size = sum(dtype[name].itemsize for name in names)
    must(size == dtype.itemsize, f"{dtype.itemsize} bytes, but the fields need {size}: the record is padded")


# ── Pictures outside of tables ───────────────────────────────────────────────
@functools.cache
def _already_drawn() -> set[tuple[str, ...]]:
    """A game is tried at hundreds of tables."""
    return set()


def _drawn(game: Game, text: str) -> tuple[str, ...]:
    """Everything that the drawing of a text depends on: the game's rules, components and art, and the text."""
    return game.package, repr(game.identity), game.art, text


def lobby_picture_is_drawn(case: Case) -> None:
    """`PICTURE` in scene.py is a position for the usual number of players, and can be drawn."""
    scenery, facts = case.game.scenery, case.game.facts
    drawn = _drawn(case.game, str(getattr(scenery, "PICTURE", "")))
    if case.ply or drawn in _already_drawn():
        return
    must(hasattr(scenery, "PICTURE"), "scene.py has no PICTURE, the position that lists of games show")
    try:
        case.game.view(scenery.PICTURE).svg()
    except Exception as error:
        many = f" for {facts.players[0]} players" if len(facts.players) > 1 else ""
        raise AssertionError(f"PICTURE = {scenery.PICTURE!r} cannot be drawn{many}: {worded(error)}") from error
    _already_drawn().add(drawn)


def rules_page_is_drawn(case: Case) -> None:
    """Every block `position` in rules.md can be drawn."""
    drawn = _drawn(case.game, case.game.rules_page)
    if case.ply or drawn in _already_drawn():
        return
    for line, words, text in blocks(case.game.rules_page):
        try:
            to_svg(pictured(case.game, words, text).scene, case.game.art)
        except Exception as error:
            named = f"the block `{' '.join([PICTURE_BLOCK, *words])}` in line {line} of rules.md"
            raise AssertionError(f"{named} cannot be drawn: {worded(error)}") from error
    _already_drawn().add(drawn)
