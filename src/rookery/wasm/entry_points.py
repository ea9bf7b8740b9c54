"""The kernels of a module, and the types of their arguments, from their annotations."""

import importlib
from collections.abc import Callable, Iterator
from inspect import signature
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np

from rookery.compiler.language import BOOL, FLOAT, INT, UNSIGNED, ArrayType, RecordType, TupleType, Type
from rookery.compiler.program import Export, KernelName
from rookery.core.compiling.names import record_of
from rookery.core.position import Game
from rookery.core.protocol import Fields, Holds
from rookery.search import has_mixed_level, proves_endings
from rookery.search.kernels.frames import ALPHA_BETA_FRAME, ENTRY, MAXN_FRAME
from rookery.search.kernels.nodes import NODE, PLAN
from rookery.search.kernels.sights import CHOICE, HABIT, SIGHT, TAKEN_STEP

BINDINGS = "rookery.core.bindings"  # the generic file whose kernels a module calls rules.setup, rules.legal ...
SEARCH_PACKAGE = "rookery.search.kernels"
VERBS = {BINDINGS: ("setup", "mover", "legal", "weights", "play", "utilities", "hide", "determinize", "knows", "draw")}
SECRET_VERBS = {BINDINGS: ("resample_history",)}  # only where something is hidden
POINT_VERBS = {BINDINGS: ("points",)}  # only where points are counted
WORLD_KERNELS = {f"{SEARCH_PACKAGE}.proving": ("certain_ends",)}
TREE_KERNELS = {
    f"{SEARCH_PACKAGE}.mcts": ("simulate",),
    f"{SEARCH_PACKAGE}.growing": ("move_up", "key_of"),
    f"{SEARCH_PACKAGE}.evaluate": ("evaluate", "order", "ahead"),
    f"{SEARCH_PACKAGE}.playouts": ("playouts",),
}
MIXED_KERNELS = {f"{SEARCH_PACKAGE}.mixing": ("look_back", "mix", "sight_of_root")}  # only where a level is mixed
POINT_KERNELS = {f"{SEARCH_PACKAGE}.guided": ("guided_points",)}  # only where points are counted
PROOF_KERNELS = {f"{SEARCH_PACKAGE}.exact": ("solve", "ask")}  # only where endings can be proved
RIVALS_KERNELS = {f"{SEARCH_PACKAGE}.maxn": ("solve",)}  # the same for more rivals
TEMPLATES = (*VERBS, *TREE_KERNELS, *POINT_KERNELS, *WORLD_KERNELS, *MIXED_KERNELS, *PROOF_KERNELS, *RIVALS_KERNELS)
RECORDS = {NODE: "Node", PLAN: "Plan", ALPHA_BETA_FRAME: "AlphaBetaFrame", ENTRY: "Entry", MAXN_FRAME: "MaxNFrame"}
RECORDS |= {SIGHT: "Sight", CHOICE: "Choice", HABIT: "Habit", TAKEN_STEP: "Step"}
NUMBER_KINDS: dict[Any, str] = {int: INT, bool: BOOL, float: FLOAT, np.uint64: UNSIGNED}


class EntryPoint(NamedTuple):
    """A kernel that a module exports."""

    name: str  # "rules.legal", "mcts.simulate"
    kernel: KernelName
    parameters: tuple[str, ...]
    types: tuple[Type, ...]  # of the parameters

    @property
    def entry(self) -> Export:
        return Export(self.name, self.kernel, self.types)


def entry_points(game: Game) -> list[EntryPoint]:
    """The kernels of a module: the verbs of the game, and all that a search calls."""
    return [
        entry_point(game, f"{_short(template)}.{name}", KernelName(template, name))
        for template, names in _wanted(game)
        for name in names
    ]


def _wanted(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    facts = game.facts
    yield from (*VERBS.items(), *TREE_KERNELS.items())
    if facts.hidden:
        yield from (*SECRET_VERBS.items(), *WORLD_KERNELS.items())
    if has_mixed_level(game):
        yield from MIXED_KERNELS.items()
    if facts.points:
        yield from (*POINT_VERBS.items(), *POINT_KERNELS.items())
    if any(proves_endings(facts, players) for players in facts.players):
        yield from PROOF_KERNELS.items()
    if not facts.hidden and not facts.cooperative and max(facts.players) > 2:
        yield from RIVALS_KERNELS.items()


def _short(template: str) -> str:
    return "rules" if template == BINDINGS else template.rpartition(".")[2]


def entry_point(game: Game, called: str, kernel: KernelName) -> EntryPoint:
    """The kernel of a generic module, for a game; a module exports it as `called`."""
    state = record_of(game.dtype, "State")
    function = _function(kernel)
    hints = get_type_hints(function, include_extras=True)
    names = tuple(signature(function).parameters)
    return EntryPoint(called, kernel, names, tuple(_type(called, name, hints[name], state) for name in names))


def _function(kernel: KernelName) -> Callable[..., Any]:
    found = getattr(importlib.import_module(kernel.module), kernel.name)
    function: Callable[..., Any] = getattr(found, "py_func", found)
    return function


def _type(called: str, name: str, hint: Any, state: RecordType) -> Type:
    """The type that an annotation names. `state`: that of the game's states. Raises TypeError for `Any` and `Array`."""
    if hint in NUMBER_KINDS:
        return NUMBER_KINDS[hint]
    if get_origin(hint) is Annotated:
        for part in get_args(hint)[1:]:
            if isinstance(part, Holds):
                return ArrayType(state if part.dtype is None else _element(part.dtype), (None,) * part.axes)
    if isinstance(hint, type) and issubclass(hint, Fields):
        return state
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        fields = get_type_hints(hint, include_extras=True)
        items = tuple(_type(called, one, fields[one], state) for one in hint._fields)
        return TupleType(items, hint._fields, hint.__name__)
    raise TypeError(f"{name} of {called} is {hint}; Python lends it, so its annotation must say what it holds")


def _element(dtype: Any) -> str | RecordType:
    made = np.dtype(dtype)
    return record_of(made, RECORDS.get(made, "Record")) if made.fields else made.name
