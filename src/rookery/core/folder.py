"""A game's folder. Its facts are loaded at once, its compiled rules and other files when they are first needed."""

import functools
import importlib
import importlib.util
import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from rookery.core.compiling import lent
from rookery.core.errors import CannotPlay, Refusal
from rookery.core.networks import NETWORKS_FILE, Network, read_networks
from rookery.core.protocol import Cell, Facts, Fields, Inputs, States, Weights, cells_of

KIT = Path(__file__).parent.parent / "kit" / "kit.svg"  # drawings of boards and pieces
PLAIN_EVALUATOR = "rookery.core.plain_evaluator"
PLAIN_KINDS = "rookery.core.plain"
# Parts of a game that may have another name: in a large game a part is a folder, whose __init__.py has the names that
# the file would have. `rules` has the same name as a file and as a folder.
_AS_FOLDERS = {"notation": "text", "scene": "picture", "evaluator": "engine"}


class BrokenSettings(Refusal):
    """A file of numbers in a game's folder cannot be read, or has others than the game's."""


class Folder:
    """A package with the files of one game.

    facts      what is known of the game without compiling it (core/protocol.py)
    rules      the kernels; notation, scenery: modules. A module is a file, or a folder with an __init__.py
    made(name) the copy of a generic module that is specialised for this game
    """

    def __init__(self, package: str) -> None:
        """Raises ModuleNotFoundError, AttributeError or TypeError when the package holds no game."""
        self.package = package
        self._made: dict[str, ModuleType] = {}  # by template
        facts = importlib.import_module(f"{package}.facts").FACTS
        if not isinstance(facts, Facts):
            raise TypeError(f"{package}.facts.FACTS is not a rookery Facts")
        self.facts: Facts = facts

    @functools.cached_property
    def rules(self) -> ModuleType:
        return importlib.import_module(f"{self.package}.rules")

    @functools.cached_property
    def notation(self) -> ModuleType:
        return importlib.import_module(self._part("notation") or f"{self.package}.notation")

    @functools.cached_property
    def scenery(self) -> ModuleType:
        return importlib.import_module(self.scene_module)

    @property
    def scene_module(self) -> str:
        """The name of the module that draws the game; the module may be missing."""
        return self._part("scene") or f"{self.package}.scene"

    @functools.cached_property
    def evaluator(self) -> str:
        """The name of the module with the game's evaluator: its own, or core/plain_evaluator.py."""
        return self._part("evaluator") or PLAIN_EVALUATOR

    @functools.cached_property
    def kinds(self) -> str:
        """The name of the module with the kinds of the game's actions: its own, or core/plain.py."""
        return self._part("kind_of") or PLAIN_KINDS

    @property
    def weighed(self) -> tuple[str, ...]:
        """The names of the terms that the evaluator weighs."""
        return importlib.import_module(self.evaluator).WEIGHTS  # type: ignore[no-any-return]  # a module's attribute

    def _part(self, name: str) -> str | None:
        """The name of the module of a part of the game; None if it has none."""
        for module in (f"{self.package}.{name}", f"{self.package}.{_AS_FOLDERS.get(name, name)}"):
            spec = importlib.util.find_spec(module)
            if spec is not None and spec.origin is not None:  # a folder without __init__.py is no module
                return module
        return None

    def weights_for(self, players: int) -> Weights:
        """[WEIGHTS] the numbers of the evaluator's WEIGHTS at a table of so many players: in weights.toml those under
        [weights.PLAYERS], else those under [weights]. Raises BrokenSettings, also when the names differ."""
        tables = self._weights
        return tables.get(players, tables[0])

    @functools.cached_property
    def _weights(self) -> Mapping[int, Weights]:
        """By number of players; 0: any."""
        names = self.weighed
        path = self.path / "weights.toml"
        whose = f"{path.name} of {self.facts.name}"
        if not names:
            return {0: np.zeros(0, np.float64)}
        try:
            read = tomllib.loads(path.read_text("utf-8"))
            weights = dict(read.pop("weights", {}))
            if read:
                raise ValueError(f"it has {', '.join(map(repr, read))} besides [weights]")
            others = {name: dict(table) for name, table in weights.items() if isinstance(table, dict)}
            tables = {0: {name: float(weight) for name, weight in weights.items() if name not in others}}
            for name, table in others.items():
                if name not in map(str, self.facts.players):
                    raise ValueError(f"[weights.{name}] is no number of players")
                tables[int(name)] = {term: float(weight) for term, weight in table.items()}
            for numbers in tables.values():
                if strange := [name for name, weight in numbers.items() if not math.isfinite(weight)]:
                    raise ValueError(f"{', '.join(strange)} must be finite")
        except (OSError, TypeError, ValueError) as error:
            raise BrokenSettings(f"{whose} cannot be read: {error}; its evaluator weighs {sorted(names)}") from None
        for players, numbers in tables.items():
            if set(numbers) != set(names):
                under = f"[weights.{players}]" if players else "[weights]"
                words = f"has under {under} {sorted(numbers)}; its evaluator weighs {sorted(names)}"
                raise BrokenSettings(f"{whose} {words}")
        return {players: np.array([numbers[name] for name in names]) for players, numbers in tables.items()}

    def network_for(self, players: int) -> Network:
        """The trained network for so many players. Raises CannotPlay if there is none, BrokenNetworks."""
        if players not in self.networks:
            inputs = self.network_inputs.count(players)
            way = "rookery train makes one" if inputs else "its evaluator has no INPUTS for one"
            raise CannotPlay(f"{self.facts.name} has no trained network for {players} players; {way}")
        return self.networks[players]

    @property
    def network_inputs(self) -> Inputs:
        """The names of what a network of the game sees."""
        return importlib.import_module(self.evaluator).INPUTS  # type: ignore[no-any-return]  # a module's attribute

    @functools.cached_property
    def networks(self) -> Mapping[int, Network]:
        """The trained ones, by number of players. Raises BrokenNetworks."""
        return read_networks(self.path / NETWORKS_FILE, self.facts.name, self.network_shapes)

    @property
    def network_shapes(self) -> Mapping[int, tuple[int, int]]:
        """By number of players: how many inputs and outputs a network has. A team has one output."""
        together = self.facts.cooperative
        return {n: (self.network_inputs.count(n), 1 if together else n) for n in self.facts.players}

    @functools.cached_property
    def is_seen(self) -> bool:
        """Whether the game has an observe.py, so that learners can see it."""
        return importlib.util.find_spec(f"{self.package}.observe") is not None

    @functools.cached_property
    def observer(self) -> ModuleType:
        """The game's observe.py. Raises CannotPlay for a game without one."""
        if not self.is_seen:
            raise CannotPlay(f"learners cannot see {self.facts.name}: its package {self.package} has no observe.py")
        return importlib.import_module(f"{self.package}.observe")

    @property
    def observation(self) -> type[Fields]:
        """The class that declares what learners see. Raises CannotPlay for a game without observe.py."""
        return self.observer.Observation  # type: ignore[no-any-return]  # a module's attribute

    @functools.cached_property
    def path(self) -> Path:
        spec = importlib.util.find_spec(self.package)
        if spec is None or spec.origin is None:
            places = ", ".join(spec.submodule_search_locations or ()) if spec else ""
            raise CannotPlay(
                f"the package {self.package} of {self.facts.name} has no __init__.py in {places or 'its folder'}; if it"
                " has one elsewhere, Python found another folder of that name first: start from another folder"
            )
        return Path(spec.origin).parent

    @functools.cached_property
    def art(self) -> str:
        """The drawings: the text of an SVG whose <defs> hold one <g id> a symbol. Those of the kit are there, too, if
        the game has no art.svg, or one that says `data-kit`."""
        own = self.path / "art.svg"
        if not own.exists():
            return KIT.read_text("utf-8")
        text = own.read_text("utf-8")
        root = text[text.index("<svg") : text.index(">", text.index("<svg")) + 1]
        if "data-kit" not in root:
            return text
        kit = KIT.read_text("utf-8")
        return text.replace(root, root + kit[kit.index(">", kit.index("<svg")) + 1 : kit.rindex("</svg>")], 1)

    @functools.cached_property
    def rules_page(self) -> str:
        """The rules page, as Markdown."""
        return (self.path / "rules.md").read_text("utf-8")

    @functools.cached_property
    def fields(self) -> type[Fields]:
        return self.rules.State  # type: ignore[no-any-return]  # a module's attribute

    @functools.cached_property
    def dtype(self) -> np.dtype[Any]:
        return self.rules.STATE  # type: ignore[no-any-return]  # a module's attribute

    def blank(self, count: int = 1) -> States:
        """[count] states of zeros."""
        return lent.zeros(count, self.dtype) if count > 1 else np.zeros(1, self.dtype)

    def packed(self, states: States) -> bytes:
        """The bytes of states."""
        return states.tobytes()

    def filled(self, fields: Mapping[str, Any]) -> States:
        """[1] the state with these fields. Raises KeyError for a missing field, ValueError for a value out of range."""
        states = self.blank()
        for name, cell in cells_of(self.fields).items():
            _must_fit(name, cell, fields[name])
            states[0][name] = fields[name]
        return states

    def checked(self, states: States) -> States:
        """[1] these states, each field within its range. Raises ValueError."""
        for name, cell in cells_of(self.fields).items():
            _must_fit(name, cell, states[name].tolist()[0])
        return states

    def made(self, template: str) -> ModuleType:
        """The copy of a generic module, for example "rookery.search.kernels.playouts", specialised for this game."""
        if template not in self._made:
            from rookery.core.kernel import specialise  # here because it loads Numba

            modules = f"{self.package}.rules", self.evaluator, f"{self.package}.observe", self.kinds
            self._made[template] = specialise(template, *modules)
        return self._made[template]

    @functools.cached_property
    def bindings(self) -> ModuleType:
        return self.made("rookery.core.bindings")


def _must_fit(name: str, cell: Cell, value: Any) -> None:
    """Raises ValueError for a value that the field of that name cannot have."""
    if not _fits(value, cell.shape, cell.low, cell.high):
        wanted = f"whole numbers in the shape {cell.shape}" if cell.shape else "a whole number"
        raise ValueError(f"{name} must be {wanted}, {cell.low} .. {cell.high}")


def _fits(value: Any, shape: tuple[int, ...], low: int, high: int) -> bool:
    """Whether a value is a whole number `low` .. `high` or, with a shape, nested lists of them."""
    if not shape:
        return type(value) is int and low <= value <= high
    length, *rest = shape
    if not isinstance(value, list) or len(value) != length:
        return False
    if rest:
        return all(_fits(one, (*rest,), low, high) for one in value)
    return {*map(type, value)} <= {int} and low <= min(value, default=low) and max(value, default=low) <= high
