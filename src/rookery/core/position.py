"""Game and Position, with which every use of the library begins.

    game = rookery.load("gleebs")
    p = game.start(seed=7)
    p = p.after("R3@b2")
    p.legal_actions, p.mover, p.outcome, p.text

A `Position` wraps one packed state and is immutable: its methods return new positions.
"""

import functools
import hashlib
import json
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar

import numpy as np

from rookery.core import picture
from rookery.core.errors import (
    GameOver,
    IllegalAction,
    NoSuchSpot,
    NotOver,
    NotYourTurn,
    StillSecret,
    UnknownOption,
    UnreadableAction,
    UnreadablePosition,
    one_of,
)
from rookery.core.folder import Folder
from rookery.core.generator import AnyGenerator, Generator
from rookery.core.numbers import Numbers, fresh, sealed
from rookery.core.protocol import CHANCE, OVER, SPECTATOR, Array, Settings, States, cells_of
from rookery.core.scene import Scene

T = TypeVar("T")


class Game(Folder):
    """A game, as `rookery.load(slug)` gives it; equal slugs give the same object."""

    # the files that a variant (core/variant.py) replaces: name -> hash of the new text
    components: Mapping[str, str] = MappingProxyType({})

    def __repr__(self) -> str:
        return f"rookery.load({self.facts.slug!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        from rookery.core.registry import load

        return load, (self.facts.slug,)

    @property
    def identity(self) -> dict[str, Any]:
        """The game's name in files: its slug, the version of its rules, and a variant's components."""
        named = {"game": self.facts.slug, "rules": self.facts.rules_version}
        return named | ({"components": dict(self.components)} if self.components else {})

    def vouch(self, position: "Position", before: "Position | None" = None, action: int = 0) -> None:
        """Raises BrokenRules if a table cannot go on from a whole position, to which `action` led from `before`. Rules
        that were installed are not asked; those of strangers are (wasm/module_game.py)."""

    def bounded(self, work: Callable[[], T]) -> T:
        """Do work with the rules of the game, all of it within their limits, where there are any. Raises what the work
        raises, and BrokenRules."""
        return work()

    def start(
        self, *, seed: int | AnyGenerator | None = None, players: int | None = None, **options: str
    ) -> "Position":
        """The first position. With a seed or a generator, the set-up is drawn and a seat moves first; without one, the
        first mover may be CHANCE. A number seeds a NumPy generator. Raises UnknownOption."""
        position = self.start_with(self.facts.settings(players, options))
        if seed is None:
            return position
        try:
            generator = seed if isinstance(seed, Generator) else np.random.default_rng(seed)
        except (TypeError, ValueError):
            allowed = "a whole number from 0 on, or a generator of random numbers"
            raise UnknownOption(f"the seed {seed!r} cannot be used; allowed: {allowed}") from None
        return position.settled(generator)

    def start_with(self, settings: Settings) -> "Position":
        """The first position with settings from `facts.settings`."""
        states = self.blank()
        self.bindings.setup(states, 0, settings)
        return Position(self, states, settings)

    def position(self, text: str, players: int | None = None, **options: str) -> "Position":
        """The whole position that a text from `Position.text` describes.

        Raises UnreadablePosition, also for the text of a view, and UnknownOption."""
        return self._of_text(text, self.facts.settings(players, options), None)

    def view(self, text: str, seat: int = SPECTATOR, players: int | None = None, **options: str) -> "Position":
        """The view of a seat (or SPECTATOR) of the position that a text describes: a whole position, or that seat's
        view.

        Raises UnreadablePosition, also for a text that hides more; UnknownOption; IndexError if there is no such
        seat."""
        return self._of_text(text, self.facts.settings(players, options), seat)

    def _of_text(self, text: str, settings: Settings, viewer: int | None) -> "Position":
        try:
            return self._seen(self._read(text, settings), settings, viewer)
        except ValueError as error:
            form = self.notation.POSITION_FORM
            raise UnreadablePosition(f"{text!r} is not a position of {self.facts.name}: {error}; {form}") from None

    def _read(self, text: str, settings: Settings) -> States:
        states = self.start_with(settings).states
        self.notation.read_position(text, states[0])
        return self.checked(states)

    def _seen(self, states: States, settings: Settings, viewer: int | None) -> "Position":
        """A position, or a viewer's view of it. Raises ValueError if something is blank that the viewer knows, or,
        without a viewer, if anything is blank.

        A determinization shows that: it fills all blanks, and its view then hides only what the viewer may not know.
        In the world that it makes somebody must be able to go on, or the game be over."""
        whole = Position(self, states, settings)
        seen = whole if viewer is None else whole.view(viewer)
        blanks = Position(self, seen.states, settings, SPECTATOR if viewer is None else viewer)
        world = blanks.determinize(Generator(0))
        self._must_go_on(world)
        if (world if viewer is None else world.view(viewer)) == seen:
            return seen
        if viewer is None:
            raise ValueError("this is what one seat sees, not a whole position; a game's view(text, seat) reads it")
        raise ValueError(f"it hides what {'everybody' if viewer == SPECTATOR else whole.role(viewer)} knows")

    def _must_go_on(self, world: "Position") -> None:
        """Raises ValueError if there is nothing to do although the game is not over, or more than a game's `max_legal`
        actions."""
        actions = np.empty(self.facts.actions, np.int32)  # more room than any position needs that a game can reach
        count = self.bindings.legal(world.states, 0, actions)
        if count > self.facts.max_legal:
            raise ValueError(
                f"there are {count} legal actions, but no game has more than {self.facts.max_legal} at once"
            )
        if count == 0 and not world.is_over:
            raise ValueError("nothing can be done in it, and yet the game is not over")
        if (world.mover or 0) >= world.players:
            raise ValueError(f"seat {world.mover} would have to move, and there are {world.players} seats")

    def from_json(self, text: str) -> "Position":
        """The position that `Position.to_json` wrote. Raises UnreadablePosition if anything is missing, out of range or
        contradictory."""
        try:
            data = json.loads(text)
            identity = {name: data[name] for name in ("game", "rules", "components") if name in data}
            if {"rules": self.facts.rules_version} | identity != self.identity:
                raise ValueError(f"it is of {identity}, not of {self.identity}")
            options = {str(name): str(value) for name, value in dict(data["options"]).items()}
            settings = self.facts.settings(data["players"], options)
            states = self.filled(data["fields"])
            if self._read(self.notation.position_text(Numbers(states)), settings).tobytes() != states.tobytes():
                raise ValueError("the fields contradict each other")
            return self._seen(states, settings, data.get("viewer"))
        except (ValueError, TypeError, LookupError, RecursionError) as error:
            raise UnreadablePosition(f"this JSON is not a position of {self.facts.name}: {error!s}") from None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: who won, and why it is over."""

    utilities: tuple[float, ...]  # [P] -1 .. 1
    winners: tuple[int, ...]  # the seats that won; empty if nobody did
    words: str  # a sentence: "Nobody can jump any more, and the score is 4 to 0: green and red win."
    reason: str = ""  # why it ended, as a clause to follow a colon: "nobody can jump any more, and the score is 4 to 0"


_set = object.__setattr__  # for a position while it is made, and for what it remembers


class _Found:
    """Facts worked out about a state, the same for all who see it. A view does not refer to the whole position, because
    the two would keep each other in memory."""

    __slots__ = ("legal_actions", "numbers")

    def __init__(self) -> None:
        self.legal_actions: tuple[int, ...] | None = None  # of the mover
        self.numbers: Numbers | None = None


class Position:
    """One position of a game, whole or as one seat sees it (`viewer`). It can be compared, hashed, copied and
    pickled."""

    __slots__ = ("__dict__", "_found", "_settings", "_states", "_views", "game", "viewer")
    game: Game
    viewer: int | None  # None: a whole position; a seat or SPECTATOR: that one's view
    _states: States
    _settings: Settings
    _found: _Found
    _views: "dict[int, Position] | None"  # by seat, those that were asked for

    def __init__(self, game: Game, states: States, settings: Settings, viewer: int | None = None) -> None:
        """`states`: an array of one state; the position keeps it and makes it read-only."""
        _set(self, "game", game)
        _set(self, "viewer", viewer)
        _set(self, "_states", sealed(states))
        _set(self, "_settings", settings)
        _set(self, "_found", _Found())
        _set(self, "_views", None)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a position never changes, so {name} cannot be set; `after` returns a new position")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a position never changes, so {name} cannot be deleted")

    # ── What it is ───────────────────────────────────────────────────────────
    @property
    def players(self) -> int:
        return int(self._settings[0])

    @property
    def options(self) -> dict[str, str]:
        return self.game.facts.chosen(self._settings)

    @property
    def settings(self) -> Settings:
        """[1 + options] the number of players and the codes of the options, as `facts.settings` gives them."""
        return self._settings.copy()

    @property
    def state(self) -> Any:
        """The packed fields by name, read-only: `p.state.mover`."""
        return self._states[0]

    @property
    def numbers(self) -> Any:
        """The same in plain Python, for notation and scenes, which must not change it."""
        if self._found.numbers is None:
            self._found.numbers = Numbers(self._states)
        return self._found.numbers

    @property
    def states(self) -> States:
        """[1] a fresh copy of the state, for kernels to change: `state` itself is read-only."""
        return fresh(self._states)

    @property
    def key(self) -> str:
        """16 hexadecimal digits that tell positions apart: a BLAKE2b hash of the state's bytes."""
        return self._key

    @functools.cached_property
    def _key(self) -> str:
        return hashlib.blake2b(self.game.packed(self._states), digest_size=8).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[Any, ...]:
        return self.game.package, self.viewer, tuple(self._settings.tolist()), self.game.packed(self._states)

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self.states, self._settings, self.viewer)

    # ── Whose decision, and which ────────────────────────────────────────────
    @functools.cached_property
    def mover(self) -> int | None:
        """The seat that decides, CHANCE (-1), or None if the game is over."""
        mover = int(self.game.bindings.mover(self._states, 0))
        return None if mover == OVER else mover

    @property
    def is_over(self) -> bool:
        return self.mover is None

    @functools.cached_property
    def is_open(self) -> bool:
        """Whether nothing is hidden from anybody, here and in all that follows: every view allows one world. It is the
        same for a position and its views."""
        facts = self.game.facts
        return not facts.hidden or (facts.opened is not None and facts.opened(self.numbers))

    @functools.cached_property
    def legal_actions(self) -> tuple[int, ...]:
        """The legal actions of the mover, chance included; empty when the game is over, and in the view of a seat that
        does not decide."""
        if self.viewer == SPECTATOR or self.viewer not in (None, self.mover):  # CHANCE and SPECTATOR are both -1
            return ()
        if self._found.legal_actions is None:
            actions = np.empty(self.game.facts.max_legal, np.int32)
            count = self.game.bindings.legal(self._states, 0, actions)
            self._found.legal_actions = tuple(actions[:count].tolist())
        return self._found.legal_actions

    @property
    def chances(self) -> dict[int, float]:
        """Action -> probability if the mover is CHANCE; else empty."""
        odds = self.odds
        return dict(zip(self.legal_actions, _shares(odds), strict=True)) if odds else {}

    @property
    def odds(self) -> tuple[float, ...]:
        """The weight of each of `legal_actions` if the mover is CHANCE, not normalised; else empty."""
        if self.mover != CHANCE or not self.legal_actions:
            return ()
        actions = np.array(self.legal_actions, np.int32)
        weights = np.empty(len(actions), np.float64)
        self.game.bindings.weights(self._states, 0, actions, len(actions), weights)
        return tuple(weights.tolist())

    def foresees(self, seat: int) -> bool:
        """Whether a seat knows every outcome that chance can bring here, and its odds. For whole positions only."""
        seen = Position(self.game, self.view(seat).states, self._settings)
        return (seen.mover, seen.legal_actions, seen.odds) == (self.mover, self.legal_actions, self.odds)

    @functools.cached_property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None if it is not over."""
        if not self.is_over:
            return None
        utilities = np.zeros(self.players, np.float64)
        self.game.bindings.utilities(self._states, 0, utilities)
        winners = tuple(seat for seat in range(self.players) if utilities[seat] > 0)
        notation, pos = self.game.notation, self.numbers
        # A game of another package may lack this function; the law `endings_are_explained` demands it.
        reason = notation.outcome_reason(pos) if hasattr(notation, "outcome_reason") else ""
        return Outcome(tuple(utilities.tolist()), winners, notation.outcome_words(pos), reason)

    def result(self) -> Outcome:
        """The outcome of the game. Raises NotOver."""
        if self.outcome is None:
            raise NotOver(f"the game is not over: {self._decider} decides now")
        return self.outcome

    # ── Going on ─────────────────────────────────────────────────────────────
    def after(self, action: int | str) -> "Position":
        """The position after an action, given as id or in notation.

        Raises IllegalAction (GameOver), UnreadableAction, and NotYourTurn in the view of another seat."""
        if isinstance(action, str):
            action = self.parse(action)
        return self.after_unchecked(self._legal(action))

    def after_unchecked(self, action: int) -> "Position":
        """The same without a check, for an action known to be legal; the result for an illegal one is undefined."""
        states = self.states
        self.game.bindings.play(states, 0, action)
        return Position(self.game, states, self._settings, self.viewer)

    def settled(self, generator: AnyGenerator) -> "Position":
        """The position after all plies of chance from here: the next one in which a seat decides, or the end."""
        position = self
        while position.mover == CHANCE:
            position = position.after_unchecked(position.draw(generator))
        return position

    def draw(self, generator: AnyGenerator) -> int:
        """Draw an action of chance by its odds. Raises NotYourTurn if chance does not move."""
        odds = self.odds
        if not odds:
            raise NotYourTurn("chance does not move here; it moves where mover is CHANCE")
        if isinstance(generator, Generator):
            return generator.choice(self.legal_actions, odds)
        return _drawn_by_numpy(generator, self.legal_actions, odds)

    def role(self, seat: int) -> str:
        """The name of a seat, as players read it: "Red and green". Raises IndexError if there is no such seat."""
        return self.game.facts.seats_at(self.players, self.options)[seat][0]

    def view(self, seat: int | None = SPECTATOR) -> "Position":
        """This position as far as a seat (or SPECTATOR) may know it. `p.view(p.mover)` is what the mover sees.

        Raises IndexError if there is no such seat, GameOver for None, as nobody moves, NotYourTurn for the view of
        another seat."""
        if seat is None:
            raise GameOver(f"nobody moves, as the game is over; a view needs a seat, or {SPECTATOR} for a spectator")
        if not isinstance(seat, int | np.integer) or not SPECTATOR <= seat < self.players:
            raise IndexError(f"no seat {seat!r}; there are 0 to {self.players - 1}, and {SPECTATOR} for a spectator")
        if self.viewer not in (None, seat):
            raise NotYourTurn(
                f"this is the view of {self._eyes(self.viewer)}; {self._eyes(seat)} may know other things"
            )
        if self._views is None:
            _set(self, "_views", {})
            assert self._views is not None
        if (seen := self._views.get(seat)) is None:
            seen = self._views[seat] = self._seen_by(seat)
        return seen

    def _seen_by(self, seat: int) -> "Position":
        if not self.game.facts.hidden:  # all see the same state, and what follows from it is found once
            seen = Position(self.game, self._states, self._settings, seat)
            _set(seen, "_found", self._found)
            return seen
        states = self.states
        self.game.bindings.hide(states, 0, seat)
        return Position(self.game, states, self._settings, seat)

    def observation(self, seat: int) -> Array:
        """[1] the record of what learners see of a seat's view (core/observation.py); `.view(np.int8)` makes it [N].

        Raises CannotPlay for a game without observe.py, IndexError if there is no such seat."""
        observer, view = self.game.observer, self.view(seat)
        out = np.zeros(1, observer.OBSERVATION)
        observer.observe(view.states[0], seat, out[0])
        return out

    def determinize(self, generator: AnyGenerator) -> "Position":
        """A whole position that agrees with this view, drawn without bias; a whole position is returned unchanged."""
        if self.viewer is None:
            return self
        from rookery.core.chance import stream_from  # here because it loads Numba

        states = self.states
        self.game.bindings.determinize(states, 0, self.viewer, stream_from(generator))
        return Position(self.game, states, self._settings)

    def opened(self) -> "Position":
        """The whole position behind a view of an open position. Raises StillSecret elsewhere."""
        if not self.is_open:
            raise StillSecret(f"in {self.game.facts.name} something is still hidden here")
        return self.determinize(Generator(0))

    # ── Words and pictures ───────────────────────────────────────────────────
    def format(self, action: int) -> str:
        """A legal action in notation. Raises IllegalAction, NotYourTurn."""
        return str(self.game.notation.action_text(self.numbers, self._legal(action)))

    def parse(self, text: str) -> int:
        """The legal action that a text names, in any case of letters. Raises UnreadableAction, IllegalAction
        (GameOver), NotYourTurn."""
        numbers, notation = self.numbers, self.game.notation
        known = {notation.action_text(numbers, action).lower(): action for action in self.legal_actions}
        if (action := known.get(text.strip().lower())) is not None:
            return action
        if known and not notation.ACTION_PATTERN.fullmatch(text.strip()):
            raise UnreadableAction(f"{text!r} is not an action of {self.game.facts.name}: {notation.ACTION_FORM}")
        raise self._refusal(text)

    def words(self, action: int) -> str:
        """A legal action in words, to be read aloud. Raises IllegalAction, NotYourTurn."""
        return str(self.game.notation.action_words(self.numbers, self._legal(action)))

    def knows(self, action: int, seat: int) -> bool:
        """Whether a seat (or SPECTATOR) may learn which action it is when it is played here. For whole positions
        only."""
        return bool(self.game.bindings.knows(self._states, 0, self._legal(action), seat))

    def told(self, action: int, *seats: int) -> tuple[str, str]:
        """The notation and the words in which these seats together (without any: a spectator) hear of a legal action.

        The notation of an action that is secret to them is "?". Both texts are made from their views, never from the
        whole position."""
        hearing, notation = seats or (SPECTATOR,), self.game.notation
        for seat in hearing:
            if self.knows(action, seat):
                seen = self.view(seat).numbers
                return str(notation.action_text(seen, action)), str(notation.action_words(seen, action))
        return "?", str(notation.secret_words(self.view(hearing[0]).numbers))

    def _eyes(self, viewer: int | None) -> str:
        """The name of a viewer."""
        return "a spectator" if viewer in (SPECTATOR, None) else self.role(viewer)

    @property
    def _decider(self) -> str:
        return "chance" if self.mover in (CHANCE, None) else self.role(self.mover)

    def _legal(self, action: int) -> int:
        if action not in self.legal_actions:
            raise self._refusal(str(action))
        return action

    def _refusal(self, asked: str) -> IllegalAction | NotYourTurn:
        if self.is_over:
            return GameOver(f"{asked} cannot be played: the game is over")
        if self.viewer not in (None, self.mover):
            return NotYourTurn(f"{asked} cannot be played by {self._eyes(self.viewer)}: {self._decider} decides now")
        numbers, notation = self.numbers, self.game.notation
        texts = [notation.action_text(numbers, action) for action in self.legal_actions]
        return IllegalAction(f"{asked} is not legal here; {one_of(asked, texts)}")

    @property
    def text(self) -> str:
        """All of the position in one line. `game.position(text)` reads it; `game.view(text, viewer)` reads that of a
        view."""
        return str(self.game.notation.position_text(self.numbers))

    def to_json(self) -> str:
        """All of the position as JSON, field by field. `game.from_json` reads it."""
        fields = {name: getattr(self.numbers, name) for name in cells_of(self.game.fields)}
        table = {"players": self.players, "options": self.options, "fields": fields}
        seen = {} if self.viewer is None else {"viewer": self.viewer}
        return json.dumps(self.game.identity | table | seen)

    def __repr__(self) -> str:
        table = "".join(f", {name}={value!r}" for name, value in self.options.items())
        read = "position" if self.viewer is None else "view"
        seat = "" if self.viewer is None else f", {self.viewer}"
        return f"{self.game!r}.{read}({self.text!r}{seat}, players={self.players}{table})"

    def __str__(self) -> str:
        return picture.to_text(self.scene(), self.role)

    def scene(self, seat: int = SPECTATOR, facing: int | None = None) -> Scene:
        """The picture as data (core/scene.py): that of this view, or what `seat` sees of a whole position.

        `facing`: the seat from whose side of the table it is drawn; by default, the seat whose view it is."""
        view = self if self.viewer is not None else self.view(seat)
        near = max(0, view.viewer or 0) if facing is None else facing
        return picture.lettered(self.game.scenery.scene(view, near), self.game.art)

    def touched(self, action: int) -> list[str]:
        """The ids of the spots to mark after a legal action was played here, in the mover's scene."""
        view = self if self.viewer is not None else self.view(self.mover if self.mover is not None else SPECTATOR)
        return list(self.game.scenery.touched(view, action))

    def why(self, path: Sequence[str], spot: str, facing: int | None = None) -> str:
        """The reason why a click on a spot of the mover's scene does nothing after the clicks in `path`; "" if it
        does something.

        Raises NoSuchSpot for a spot that is not in the scene, or a path that leads nowhere."""
        view = self if self.viewer is not None else self.view(self.mover if self.mover is not None else SPECTATOR)
        scene, steps = view.scene(facing=facing), tuple(path)
        if spot not in {part.id for part in scene.spots}:
            raise NoSuchSpot(f"the picture has no spot {spot!r}")
        if steps and not scene.onward(steps):
            raise NoSuchSpot(f"no choice goes on from the clicks {', '.join(map(repr, steps))}")
        reason = scene.refusal(steps, spot)
        return view._reason(scene, steps, spot) if reason is None else reason

    def _reason(self, scene: Scene, path: tuple[str, ...], spot: str) -> str:
        """The reason why nothing goes on with that spot in this view."""
        # A game of another package may lack this function; the law `refused_clicks_are_explained` demands it.
        told = str(self.game.scenery.why(self, path, spot)) if hasattr(self.game.scenery, "why") else ""
        return scene.explained(told, path)

    def why_not(self, text: str) -> str:
        """The reason why a text in the form of an action is not legal here: that of its first click that does
        nothing. If they make another action, how that is written."""
        view = self if self.viewer is not None else self.view(self.mover if self.mover is not None else SPECTATOR)
        scene, scenery, steps = view.scene(), self.game.scenery, tuple[str, ...]()
        spots = {spot.id.lower(): spot.id for spot in scene.spots}
        # A game of another package may lack this function.
        clicks = scenery.clicks(view, text.strip().lower()) if hasattr(scenery, "clicks") else ()
        for click in clicks:
            if (spot := spots.get(click.lower())) is None:
                break
            if spot not in scene.onward(steps):
                return view._reason(scene, steps, spot)
            steps += (spot,)
        meant = next((choice.text for choice in scene.choices if steps in choice.ways), "")
        return scene.explained(f"That is written {meant} here" if meant else "", ())

    def svg(
        self,
        seat: int = SPECTATOR,
        facing: int | None = None,
        theme: picture.SvgTheme = "auto",
        *,
        marks: Collection[str] = (),
        size: float | None = None,
    ) -> str:
        """The picture as a self-contained SVG document. `seat`, `facing`: see `scene`.

        `theme`: "light", "dark" or "auto", which follows the reader's system. `marks`: ids of spots to mark, such as
        `before.touched(action)`, which shows the last action. `size`: the longer side, in pixels. Raises
        UnknownOption."""
        return picture.to_svg(self.scene(seat, facing), self.game.art, theme, marks=marks, size=size)

    def _repr_svg_(self) -> str:
        return self.svg(theme="light")


def _drawn_by_numpy(generator: Any, actions: Sequence[int], odds: Sequence[float]) -> int:
    return int(generator.choice(actions, p=_shares(odds)))


def _shares(weights: Sequence[float]) -> list[float]:
    """Weights as parts of their sum, which is rounded in the same way on every machine."""
    total = math.fsum(weights)
    return [weight / total for weight in weights]
