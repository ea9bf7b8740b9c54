"""The protocol of a game: terms, the fields of a position, facts, and the verbs of a game with their laws.

Terms, used everywhere in this sense
    position   everything that matters for the rest of a game; in kernels `pos`, always the first argument
    action     one decision, a whole number 0 .. facts.actions - 1; plural nouns are arrays
    mover      who decides: a seat 0 .. P - 1, or CHANCE, or OVER when nobody does
    seat       a place at the table, 0 .. P - 1; SPECTATOR is a person who watches
    ply        one action played, chance included; a game after n plies has n + 1 positions
    outcome    how the game ended; its `utilities` are [P], -1 (worst) .. 1 (best)
    view       a position in which everything that a seat may not know is blanked
    world      a whole position that agrees with a view

Shapes
    B games in a batch · P seats · A actions of seats (facts.seat_actions) · L legal actions at once (facts.max_legal)
"""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Protocol, Self, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from rookery.core.errors import UnknownOption, one_of

__all__ = [
    "CHANCE",
    "OVER",
    "SPECTATOR",
    "UNTOLD",
    "Actions",
    "Array",
    "Cell",
    "Counted",
    "Evaluator",
    "EvaluatorWeights",
    "Facts",
    "Fields",
    "Holds",
    "Inputs",
    "Kinds",
    "Observer",
    "Option",
    "Rules",
    "Scores",
    "Settings",
    "States",
    "Stream",
    "Utilities",
    "Weights",
    "cell",
    "packed",
]

CHANCE = -1  # mover: dice, a deal, a draw
OVER = -2  # mover: no seat, the game has ended
SPECTATOR = -1  # the seat of a person who only watches
UNTOLD = -1  # in a history: an action that the seat did not learn


class Holds(NamedTuple):
    """The elements of an array that Python lends to a kernel. Only such kernels need to be told; for arrays that a
    kernel passes on, a plain `Array` will do."""

    dtype: Any  # None: the states of the game
    axes: int = 1


Array = npt.NDArray[Any]
States = Annotated[npt.NDArray[Any], Holds(None)]  # [B] packed records
Actions = Annotated[npt.NDArray[np.int32], Holds(np.int32)]  # [L] action ids
Weights = Annotated[npt.NDArray[np.float64], Holds(np.float64)]  # [L] positive, not normalised
Scores = Annotated[npt.NDArray[np.float64], Holds(np.float64)]  # [L] of legal actions; higher is better
EvaluatorWeights = Annotated[npt.NDArray[np.float64], Holds(np.float64)]  # [WEIGHTS] of any sign
Utilities = Annotated[npt.NDArray[np.float64], Holds(np.float64)]  # [P] -1 .. 1
# [1 + options] number of players, then a code for each of facts.options
Settings = Annotated[npt.NDArray[np.int64], Holds(np.int64)]
Stream = Annotated[npt.NDArray[np.uint64], Holds(np.uint64)]  # [1] the state of a random stream; see chance.py


# ── The state of a position ──────────────────────────────────────────────────
class Cell(NamedTuple):
    """The storage of one field of a state, and the values that it may hold."""

    dtype: Any
    shape: tuple[int, ...]
    low: int
    high: int
    means: str  # shown to people for observations; "" for fields of a state, which have comments


def cell(dtype: Any, *shape: int, low: int, high: int, means: str = "") -> Cell:
    """Declare a field of `shape` whose values are whole numbers `low` .. `high`, both included."""
    return Cell(np.dtype(dtype), shape, low, high, means)


class Fields:
    """Base of a game's `State`: a class whose annotations are the fields of its state.

    One declaration gives the packed dtype, the ranges that the laws check, and the names that a type checker knows:

        class State(Fields):
            cells: Annotated[Array, cell(np.int8, 9, low=-1, high=1)]   # EMPTY, or the seat that marked it
            mover: Annotated[int, cell(np.int8, low=0, high=1)]

        STATE = packed(State)
    """

    if TYPE_CHECKING:  # what packed states can do besides: they are NumPy records

        def copy(self) -> Self: ...

        def tobytes(self) -> bytes: ...

        def __getitem__(self, name: str) -> Any: ...

        def __setitem__(self, name: str, value: Any) -> None: ...


def cells_of(state: type[Fields]) -> Mapping[str, Cell]:
    """Name -> cell, in the order of declaration. Raises TypeError for a field without exactly one `cell`."""
    return _cells_of(state)  # type: ignore[arg-type]  # mypy sees no hash of a class


@functools.cache  # texts of positions are checked by it, and annotations are read slowly
def _cells_of(state: type[Fields]) -> Mapping[str, Cell]:
    cells = {}
    for name, hint in get_type_hints(state, include_extras=True).items():
        parts = [part for part in get_args(hint)[1:] if isinstance(part, Cell)] if get_origin(hint) is Annotated else []
        if len(parts) != 1:
            raise TypeError(f"{state.__qualname__}.{name} needs one cell(...), found {len(parts)}")
        cells[name] = parts[0]
    return MappingProxyType(cells)


FIELDS_CLASSES: dict[np.dtype[Any], str] = {}  # record dtype -> name of its class


def packed(state: type[Fields]) -> np.dtype[Any]:
    """The record dtype of a `Fields` class.

    It has no gaps, because equality and hash are those of its bytes. It is padded to whole 64-bit words, because those
    are hashed and copied fastest."""
    fields: list[Any] = [(name, c.dtype, c.shape) for name, c in cells_of(state).items()]
    rest = -np.dtype(fields).itemsize % 8
    dtype = np.dtype((np.record, [*fields, ("_filling", np.uint8, (rest,))] if rest else fields))
    FIELDS_CLASSES[dtype] = state.__name__
    return dtype


# ── Facts: what is known of a game without compiling it ──────────────────
@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A choice of the table before the game. Rules see it as a whole number, its code."""

    name: str  # "grues"
    choices: tuple[str, ...]  # code = index; the first is the default
    help: str
    only: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # choice -> its numbers of players; others: any
    refused: Mapping[str, str] = field(default_factory=dict)  # value -> why it is not a choice
    free_form: str = ""  # the form of other values; "" = only the choices
    example: str = ""  # one such value, which the laws play
    read: Callable[[str], int] | None = None  # other value -> code >= len(choices); raises ValueError
    show: Callable[[int], str] | None = None  # such a code -> the value, in one spelling

    def choices_of(self, players: int) -> tuple[str, ...]:
        """The choices for a number of players; the default is always one of them."""
        return tuple(choice for choice in self.choices if players in self.only.get(choice, (players,)))

    def code(self, value: str, players: int | None = None) -> int:
        """The code of a value; with `players`, only of one for that number of players. Raises UnknownOption."""
        if players is not None and value in self.choices and value not in (there := self.choices_of(players)):
            raise UnknownOption(f"{self.name} = {value!r} is not for {players} players; {one_of(value, there)}")
        if value in self.choices:
            return self.choices.index(value)
        if value in self.refused:
            raise UnknownOption(f"{self.name} = {value!r} is not available: {self.refused[value]}")
        if self.read is not None:
            try:
                return self.read(value)
            except ValueError as error:
                reason = f" ({error})"
        else:
            reason = ""
        also = f", or {self.free_form}" if self.free_form else ""
        raise UnknownOption(f"{self.name} = {value!r} is not a choice{reason}; {one_of(value, self.choices)}{also}")

    def value(self, code: int) -> str:
        """The value of a code, in its canonical spelling."""
        if code < len(self.choices) or self.show is None:
            return self.choices[code]
        return self.show(code)


@dataclass(frozen=True, slots=True)
class Counted:
    """The points that a game counts, at its end, to say who has won."""

    one: str  # "bird"
    many: str  # "birds"
    most_win: bool = True  # False: the fewest win


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """All that is known of a game without compiling it. Search, server and page ask the facts and never name a game."""

    slug: str  # its folder, and its name in records: "gleebs"
    name: str
    tagline: str  # one line: what a player does in it
    weight: int = 3  # complexity, 1 (learnt in a minute) .. 5 (in an evening): the page shows the lightest first
    rules_version: int  # raised whenever the same actions could lead to other positions
    seats: Mapping[int, tuple[str, ...]]  # number of players -> names of the seats; the first key is the default
    seat_styles: tuple[str, ...]  # [seat] CSS classes of its badge
    actions: int  # action ids are 0 .. actions - 1
    chance_actions: int = 0  # how many of them, the last ones, only chance takes
    max_legal: int  # the most legal actions at once
    longest: int  # the most plies of a game
    chance: bool
    hidden: bool
    cooperative: bool  # all seats always have equal utilities; otherwise utilities sum to zero
    points: Counted | None = None  # what the verb `points` counts; None: nothing is counted, and there is no such verb
    # of a game that hides something: whether nothing is hidden from anybody, from this position (or view) on
    opened: Callable[[Any], bool] | None = None
    reveals: bool = False  # what a seat sees of an action can depend on what is hidden from it (see `play`)
    options: tuple[Option, ...] = ()
    seated: Callable[[int, Mapping[str, str]], tuple[tuple[str, str], ...]] | None = None  # see `seats_at`
    minutes: int
    designers: tuple[str, ...]
    publisher: str
    source: str  # where the rules come from

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(self.seats)

    @property
    def seat_actions(self) -> int:
        """Seats choose among the ids 0 .. seat_actions - 1."""
        return self.actions - self.chance_actions

    def seats_at(self, players: int, options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """[P] the name and the style of each seat of a table; `seated` gives them if options decide that.

        Raises UnknownOption."""
        if self.seated is not None:
            return self.seated(players, self.chosen(self.settings(players, options)))
        return tuple(zip(self.seats[players], self.seat_styles, strict=False))

    def settings(self, players: int | None, options: Mapping[str, str]) -> Settings:
        """[1 + options] the settings for `setup`. Raises UnknownOption for a number of players or an option that the
        game does not have."""
        count = self.players[0] if players is None else players
        if count not in self.seats or isinstance(count, bool | float):  # True is 1, and 3.0 is 3, for a dictionary
            allowed = ", ".join(map(str, sorted(self.players)))
            raise UnknownOption(f"{self.name} cannot be played by {players!r} players; allowed: {allowed}")
        for name in options:
            if name not in (known := [option.name for option in self.options]):
                raise UnknownOption(f"{self.name} has no option {name!r}; {one_of(name, known)}")
        codes = [option.code(str(options.get(option.name, option.choices[0])), count) for option in self.options]
        return np.array([count, *codes], np.int64)

    def chosen(self, settings: Settings) -> dict[str, str]:
        """Option name -> value in its canonical spelling, for every option."""
        return {option.name: option.value(int(code)) for option, code in zip(self.options, settings[1:], strict=True)}


# ── Verbs: the rules of a game, as kernels ───────────────────────────────────
class Rules(Protocol):
    """A game's `rules.py`. Verbs are kernels over one state; each writes only into memory that its caller lends.

    They never allocate or return records, never raise for users, and own no random generator. Legality is a
    *precondition* of `play`: callers (position.py, the server) check it. Games without chance or secrets take
    `weights`, `hide`, `determinize` and `knows` from core/plain.py; only games with secrets have `resample_history`.

    The laws (testing/laws.py proves them for every game found):
      1 `legal` lists no action exactly when `mover` is OVER, never lists an action twice, and never lists one of the
        last ids, which the facts reserve for chance, for a seat
      2 `play` changes nothing but the state it is given
      3 `weights` are positive, one for each legal action, whenever `mover` is CHANCE
      4 `utilities` are defined when OVER: equal if the game is cooperative, else with the sum zero
      5 `hide` twice is `hide` once; two positions that differ only in what a seat may not know have the same view
      6 `determinize` fills a view to a position whose view it is; if the facts call it
        `opened`, each of its views is called so, too, and allows that one world, and so in all that follows
      7 every field stays within its stated range
      8 all legal actions that a seat may not learn leave it the same view; the mover knows its own action; nobody is
        told what their view hides
      9 what a seat sees of an action is the same in all worlds of its view, unless the facts say `reveals`
     10 `resample_history` fills a history so that it can be played, and the seat would see and hear the same at each
        ply
     11 `undo` leads back to the position before the last ply, and a spectator sees the same of it in all worlds
     12 at the end nobody with worse `points` has a higher utility; a team has the same `points` in all seats
    """

    def setup(self, pos: Fields, settings: Settings) -> None:
        """Write the position before the first ply into a state of zeros."""

    def legal(self, pos: Fields, actions: Actions) -> int:
        """Write the legal actions of the mover (of chance: the outcomes) to `actions`, [L]; return their number."""

    def play(self, pos: Fields, action: int) -> None:
        """Play a legal action in place.

        In a game with `reveals=True` in its facts, the next mover, the end of the game and what a seat sees may depend
        on what was hidden from that seat, or a seat may do what others do not learn. In all other games, an action that
        a seat learns has the same visible effects in every world of that seat's view."""

    def mover(self, pos: Fields) -> int:
        """A seat, CHANCE or OVER."""

    def weights(self, pos: Fields, actions: Actions, count: int, weights: Weights) -> None:
        """Write the weight of each of the `count` legal actions of chance to `weights`: positive, not normalised."""

    def utilities(self, pos: Fields, out: Utilities) -> None:
        """Write the utilities of a position that is over to `out`, [P]: -1 .. 1."""

    def points(self, pos: Fields, seat: int) -> int:
        """The `points` of the facts that a seat has so far, in a whole position; in a team, those of all.

        Needed only if the facts have `points`."""

    def hide(self, pos: Fields, seat: int) -> None:
        """Blank what the seat (or SPECTATOR) may not know."""

    def determinize(self, pos: Fields, seat: int, stream: Stream) -> None:
        """Fill the blanks of the seat's view with a world, drawn without bias; keep what is not blank."""

    def knows(self, pos: Fields, action: int, seat: int) -> bool:
        """Whether the seat (or SPECTATOR) may learn which action it is when a legal action is played at a whole
        position.

        If not, `secret_words(pos)` of the game's notation says what the seat is told; there `pos` is a view."""

    def undo(self, pos: Fields) -> int:
        """Take back the last ply of a whole position in place; return its action. -1 if the position does not tell,
        and then it stays as it is; whether it tells may not depend on secrets.

        Needed only if a level of the game is `mixed` (search/plan.py)."""

    def resample_history(self, pos: Fields, seen: Any, seat: int, history: Actions, stream: Stream) -> None:
        """Fill a history: the actions from `pos` on, with UNTOLD for those that the seat did not learn. It now sees
        `seen`.

        Histories that agree with what the seat saw and heard come as often as chance brings them. Others may come too,
        if not so often that none agrees for long: the caller plays each history, and asks again if it does not agree
        (core/memory.py). `pos` is scratch memory."""


class Inputs(NamedTuple):
    """The names of what a network sees of a position."""

    of_seat: tuple[str, ...] = ()  # of each seat
    of_table: tuple[str, ...] = ()

    def count(self, players: int) -> int:
        """The number of inputs at a table of so many players."""
        return players * len(self.of_seat) + len(self.of_table)


class Evaluator(Protocol):
    """A game's `evaluator.py`: knowledge that speeds up search but changes no proved result.

    A game without one uses core/plain_evaluator.py."""

    SYMMETRIES: int  # the number of mirror images that play the same; image 0 changes nothing
    WEIGHTS: tuple[str, ...]  # the names of the entries of `weights`; the numbers are in the game's weights.toml
    INPUTS: Inputs  # what `inputs` writes; empty: no network can be trained

    def simplify(self, pos: Fields) -> None:
        """Turn the position into a canonical one with the same legal actions and the same value for every seat.

        Transposition tables then find equal positions. The result need not be playable: it is only hashed."""

    def evaluate(self, pos: Fields, weights: EvaluatorWeights, out: Utilities) -> None:
        """Write an estimate of the utilities of a position that is not over to `out`, [P].

        It should be a weighted sum of terms, in log odds, that core/log_odds.py turns into utilities: then
        benchmarks/tune.py can fit the weights."""

    def inputs(self, pos: Fields, out: Array) -> int:
        """Write the numbers that a network sees of an unfinished position to `out`, [INPUTS.count(P)] zeros, float32;
        return the seat whose numbers come first.

        That is the seat that decides; while chance draws, the one whose turn it is. The numbers of the others follow in
        turn order, then those of the table. Numbers are best between -1 and 3 or so."""

    def order(self, pos: Fields, weights: EvaluatorWeights, actions: Actions, count: int, scores: Scores) -> None:
        """Write to `scores` how promising each of `count` legal actions is for the mover; the highest is searched
        first.

        The actions come in any order and may be a subset: playouts ask about a few."""

    def prove_first(self, pos: Fields, actions: Actions, count: int, scores: Scores) -> None:
        """Write to `scores` in which order a proof tries `count` legal actions, the highest first.

        An action that is likely to prove the result should come first and, among those, one that leaves few replies.
        This may take more time than `order`. A search adds 2 or 3 to the score of an action that sufficed elsewhere."""

    def mirror(self, pos: Fields, which: int) -> None:
        """Turn the position into its mirror image number `which`."""

    def mirror_action(self, action: int, which: int) -> int:
        """The action in mirror image `which` that corresponds to `action`."""

    def mirror_seat(self, seat: int, which: int) -> int:
        """The seat in mirror image `which` that corresponds to `seat`."""


class Observer(Protocol):
    """A game's `observe.py`: what learners see (core/observation.py). A game without one has no environments."""

    def observe(self, pos: Fields, seat: int, out: Any) -> None:
        """Write what the seat sees of `pos`, its view, to `out`, an Observation record of zeros.

        Views that differ have observations that differ: nothing that the seat sees is left out."""


class Kinds(Protocol):
    """A game's `kind_of.py`: the kinds of action that a report on its balance tells apart. A game without one has those
    of its table of actions (core/actions.py), or those that the first words of its notation make."""

    KINDS: tuple[str, ...]  # what a player does who takes such an action: "captures a tile"

    def kind(self, pos: Fields, action: int) -> int:
        """The index in KINDS of a legal action of a seat; of chance, any."""
