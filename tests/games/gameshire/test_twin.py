"""Kernels and slow twin agree at every ply of random games: who decides, what is legal, what lies on the table."""

import random
from collections import Counter
from pathlib import Path

import pytest

import rookery
from rookery import Position
from rookery.games.gameshire.components import sets
from rookery.games.gameshire.rules.actions import ACT
from rookery.games.gameshire.rules.layout import NONE, REVIEWED, SPRING
from rookery.games.gameshire.text import notation
from tests.games.both import Both, counts
from tests.games.gameshire import other_set
from tests.games.gameshire.drawn import PHASES, letters, squares
from tests.games.gameshire.twin import COLOURS, GIFTS, Twin
from tests.games.gameshire.twin_box import CROPS, LINES, SQUARES, VALUES, read_box
from tests.games.gameshire.walks import Walker, tables

GAME = rookery.load("gameshire")
GAMES = 12  # for each number of players
GAMES_OF_A_SOAK = 1_200  # so that each value of each option is also played 1,000 times
GAMES_OF_AN_OWNER = 200  # likewise, over all numbers of players
# what a soak must have reached, with any number of players, and which set
SEASONS = ("spring", "autumn")
REACHED = [
    *(
        f"{what} in {season}"
        for season in SEASONS
        for what in (
            "choose",
            "record",
            "pass",
            "use W",
            "use O",
            "use R",
            "use P",
            "use G",
            "use Y",
            "erase",
            "write",
            "top",
            "resource",
            "wrinkle",
            "cross",
        )
    ),
    "shade",
    "deliver",
    "refresh",
    "discard in autumn",
    "done in autumn",
    "pick",
    "left out",
    "pass in choose",
    "season deck anew",
    "resource deck anew",
    "spring lost",
    "autumn lost",
    "autumn won",
]
HOUSE_EFFECTS = {wrinkle.effect for wrinkle in read_box("house").wrinkles[1:]}
REACHED_TOGETHER = ["crown", "pass in record", "decline in spring", "decline in autumn"]  # with others only

_texts: dict[int | tuple[int, ...], str] = {}


def texts_of(position: Position) -> dict[str, int]:
    """The legal actions by their notation, which is remembered: only that of areas depends on the position."""
    state, card = position.state, tuple[int, ...]()
    if state.chosen != NONE:
        card = (state.set, state.season, state.deck, state.market[state.chosen])
    texts = {}
    for action in position.legal_actions:
        key = (action, *card) if action < ACT.CHOOSE else action
        if key not in _texts:
            _texts[key] = notation.action_text(state, action)
        texts[_texts[key]] = action
    return texts


def numbers(mask: int) -> list[int]:
    """Card numbers, from 1, of a mask."""
    return [bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1]


def assert_same(position: Position, twin: Twin) -> None:
    state = position.state
    assert PHASES[state.phase] == twin.phase
    assert state.season == ("spring", "autumn").index(twin.season)
    if twin.phase not in ("who begins", "over"):
        assert state.turn == twin.turn
    if twin.phase != "over":  # the rest is told of the cards while there is something to do
        assert state.chosen == (NONE if twin.chosen is None else twin.chosen)
        assert state.omit == twin.omit
    assert state.top == (twin.top or 0) - 1
    assert [card + 1 for card in state.market.tolist()] == [card or 0 for card in twin.market]
    assert [card + 1 for card in state.under.tolist()] == [card or 0 for card in twin.under]
    assert numbers(int(state.season_deck)) == sorted(twin.season_deck)
    assert numbers(int(state.season_discard)) == sorted(twin.season_discard)
    assert numbers(int(state.resource_deck)) == sorted(twin.resource_deck)
    assert numbers(int(state.resource_discard)) == sorted(twin.resource_discard)
    assert state.dealt == twin.dealt
    assert numbers(int(state.drawn)) == sorted(twin.drawn)
    assert letters(int(state.learned), CROPS) == "".join(sorted(twin.learned, key=CROPS.index))
    assert (state.uses, state.spent) == (twin.uses, twin.spent)
    assert ["-WORPGY123456"[value] for value in state.gifts] == [twin.gifts.get(column, "-") for column in GIFTS]
    assert state.giver.tolist() == [twin.giver.get(column, NONE) for column in GIFTS]
    assert letters(int(state.delivered), GIFTS) == "".join(sorted(twin.delivered))
    if twin.mover == "chance":
        weights = twin.weights()
        chances = {text: position.chances[action] for text, action in texts_of(position).items()}
        assert chances == pytest.approx({text: weight / sum(weights.values()) for text, weight in weights.items()})
    assert_same_maps(position, twin)


def assert_same_maps(position: Position, twin: Twin) -> None:
    state = position.state
    for seat, sheet in enumerate(twin.sheets):
        written = {square: VALUES[value - 1] for square, value in zip(SQUARES, state.boxes[seat].tolist()) if value}
        assert written == sheet.boxes
        assert squares(int(state.crossed[seat])) == sheet.crossed
        assert squares(int(state.shaded[seat])) == sheet.shaded
        assert {*letters(int(state.boons[seat]), LINES)} == sheet.boons
        assert bool(state.out >> seat & 1) == sheet.out or twin.phase == "over"
    assert not state.boxes[position.players :].any()
    effects = twin.effects
    assert state.dearer == effects.get("skills cost more", 0)
    assert state.width == max(1, 3 - effects.get("market narrower", 0))
    assert state.needed == effects.get("filled needed", 0)
    assert state.followers_meet == ("followers meet too" in effects)
    assert state.ways == ("no mirroring" in effects) + 2 * ("no turning" in effects)


def twin_of(position: Position) -> Twin:
    """The same position, as the twin sees it; one in which nobody is asked by a skill or a wrinkle."""
    state = position.state
    twin = Twin(position.players, **position.options)
    twin.season, twin.phase = "spring" if state.season == SPRING else "autumn", PHASES[state.phase]
    twin.turn, twin.recorder = int(state.turn), int(state.recorder)
    twin.chosen = None if state.chosen == NONE else int(state.chosen)
    twin.omit, twin.left, twin.dealt = bool(state.omit), int(state.left), bool(state.dealt)
    twin.top = None if state.top == NONE else int(state.top) + 1
    twin.season_deck, twin.season_discard = numbers(int(state.season_deck)), numbers(int(state.season_discard))
    twin.resource_deck = numbers(int(state.resource_deck))
    twin.resource_discard = numbers(int(state.resource_discard))
    twin.market = [card + 1 if card != NONE else None for card in state.market.tolist()]
    twin.under = [card + 1 if card != NONE else None for card in state.under.tolist()]
    twin.drawn = numbers(int(state.drawn))
    if state.reviewed == REVIEWED:
        twin.picked, twin.wanted = numbers(int(state.picked) & ~int(state.drawn)), dict.fromkeys(COLOURS, 0)
    else:
        twin.wanted = dict(zip(COLOURS, state.in_deck.tolist(), strict=True))
    for wrinkle in (twin.box.wrinkles[number] for number in twin.drawn):
        if wrinkle.effect not in ("cross out", "boons lost", "skill forgotten"):
            twin.effects[wrinkle.effect] = twin.effects.get(wrinkle.effect, 0) + wrinkle.amount
    given = [column for column, value in zip(GIFTS, state.gifts.tolist(), strict=True) if value]
    twin.gifts = {column: VALUES[state.gifts[GIFTS.index(column)] - 1] for column in given}
    twin.giver = {column: int(state.giver[GIFTS.index(column)]) for column in given}
    twin.covered, twin.delivered = [*letters(int(state.covered), GIFTS)], [*letters(int(state.delivered), GIFTS)]
    twin.learned = [*letters(int(state.learned), CROPS)]
    twin.uses, twin.spent = int(state.uses), int(state.spent)
    for seat, sheet in enumerate(twin.sheets):
        values = state.boxes[seat].tolist()
        sheet.boxes = {square: VALUES[value - 1] for square, value in zip(SQUARES, values, strict=True) if value}
        sheet.crossed, sheet.shaded = squares(int(state.crossed[seat])), squares(int(state.shaded[seat]))
        sheet.boons, sheet.out = {*letters(int(state.boons[seat]), LINES)}, bool(int(state.out) >> seat & 1)
    twin._legal = None
    return twin


def step(twin: Twin, text: str) -> Twin:
    twin.play(text)
    return twin


BOTH = Both(
    game=GAME,
    start=Twin,
    twin_of=twin_of,
    assert_same=assert_same,
    worth=lambda twin: (1.0 if twin.won else -1.0,) * twin.players,
    texts=texts_of,
    patience=400,
    step=step,
)


def play(players: int, options: dict[str, str], generator: random.Random, seen: Counter[str]) -> None:
    """One game by both; `seen` counts what was reached."""
    walker = Walker.drawn(generator)

    def choose(legal: list[str], twin: Twin) -> str:
        text = walker(twin, generator)
        note(twin, text, seen)
        return text

    twin, plies = BOTH.play(players, options, choose)
    seen[f"{twin.season} {'won' if twin.won else 'lost'}"] += 1
    seen["plies"] += plies


def note(twin: Twin, text: str, seen: Counter[str]) -> None:
    """What this action shows: its kind, its season, the wrinkle that comes, who loses by it."""
    seen[twin.phase] += 1
    words = text.split()
    kind = " ".join(words[:2]) if words[0] == "use" else words[0]
    seen[f"{kind} in {twin.season}"] += 1
    if words[0] == "wrinkle" and twin.phase == "resource":
        seen[twin.box.wrinkles[int(words[1])].effect] += 1
    if words[0] == "record" and "-" in text:
        seen["left out"] += 1
    if words[0] == "pass":
        seen[f"pass in {twin.phase}"] += 1
    if twin.season == "autumn":  # all cards that were used in Spring are discarded until then
        seen["season deck anew"] += twin.phase == "top" and not twin.season_discard
        seen["resource deck anew"] += twin.phase == "resource" and not twin.resource_discard


def play_many(players: int, games: int, name: str = "house") -> Counter[str]:
    """So many games with a set; what was reached."""
    generator, seen = random.Random(20262 + players), Counter[str]()
    for options in tables(players, games, generator, name):
        play(players, options, generator, seen)
        seen.update(f"{name} {value}" for name, value in options.items())
    return seen


@pytest.mark.parametrize("players", GAME.facts.players)
def test_kernels_and_twin_play_the_same_game(players: int) -> None:
    seen = play_many(players, GAMES)
    assert seen["spring lost"]
    assert seen["autumn lost"] + seen["autumn won"]


@pytest.mark.soak
@pytest.mark.parametrize("players", GAME.facts.players)
def test_kernels_and_twin_play_a_thousand_games(players: int) -> None:
    seen = play_many(players, GAMES_OF_A_SOAK)
    print(f"\n{players} players: {dict(sorted(seen.items()))}")
    missing = [what for what in (*REACHED, *REACHED_TOGETHER * (players > 1), *HOUSE_EFFECTS) if not seen[what]]
    assert not missing, f"{players} players never came to: {', '.join(missing)}"


def test_perft_has_every_phase_in_which_much_is_decided() -> None:
    phases = {" ".join(counted.text.split()[:2]) for counted in counts("gameshire")}
    assert phases >= {"spring choose", "spring record", "spring crown", "autumn choose", "autumn record"}
    assert phases >= {"autumn deliver", "autumn refresh", "spring resource"}


@pytest.mark.soak
@pytest.mark.parametrize("players", GAME.facts.players)
def test_the_same_with_the_set_of_an_owner(players: int, tmp_path: Path) -> None:
    """It has what the house set has not: all other effects of wrinkles."""
    seen = other_set.play_apart(tmp_path, players, GAMES_OF_AN_OWNER, compiled=True)
    effects = {effect for effect, _ in other_set.WRINKLES}
    assert effects | HOUSE_EFFECTS == {*sets.EFFECT_AMOUNTS}
    missing = [what for what in (*effects, "forget in spring", "forget in autumn") if not seen[what]]
    assert not missing, f"{players} players never came to: {', '.join(missing)}"
