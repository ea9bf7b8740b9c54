"""Training in rounds: games, what their positions were worth, a network, and again, with that network.

Everything is kept in a folder: games in files of some games each, and the network of each round. So training goes on
after it was stopped, and makes the same positions whatever the number of processes."""

import functools
import itertools
import math
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from rookery import __version__
from rookery.arena.match import ENGINE_FOLDERS, fingerprint
from rookery.core.errors import CannotPlay, OtherWork, Trouble
from rookery.core.position import Game
from rookery.locks import locked
from rookery.search.plan import TrainingLimits
from rookery.search.processes import Mapper, mapping
from rookery.training.fit import Fit, check_installed, fit, read_fit, write_fit
from rookery.training.labels import Examples, Searcher, examples_from, joined, labelled, searcher_of
from rookery.training.traces import followed

GAMES_IN_A_FILE = 20
AHEAD = 4  # files that each worker makes at most before their positions are counted
RECENT_ROUNDS = 2  # rounds from whose positions a network learns

TrainingReport = Callable[[int, int], None]  # the round, from 1; positions so far


@dataclass(frozen=True, slots=True)
class Training:
    """The subject of training, and its seed."""

    game: Game
    players: int
    limits: TrainingLimits
    seed: int
    folder: Path

    def part(self, number: int, unit: int) -> Path:
        """The file of some games of a round."""
        return self.folder / f"round-{number}" / f"games-{unit:05}.npz"

    def draft(self, number: int) -> Path:
        """The file that is being written."""
        return self.folder / f"round-{number}" / "games.draft"

    def fitted(self, number: int) -> Path:
        """The file of the network of a round."""
        return self.folder / f"round-{number}" / "network.json"

    @property
    def words(self) -> str:
        """All that decides which positions there are: a folder holds those of one such training."""
        game, players = self.game, self.players
        limits = replace(self.limits, rounds=1)  # more rounds go on with the positions of fewer
        plan = searcher_of(game, players, None, limits).plan
        code = fingerprint(game.path, (".py",), (*ENGINE_FOLDERS, "training"))
        weights = [round(float(weight), 6) for weight in game.weights_for(players)]
        searched = f"{plan}, weights {weights}, code {code}, Rookery {__version__}"
        return f"{game.identity}, {players} players, seed {self.seed}, {limits}, {searched}\n"


def train(
    training: Training, workers: int = 1, report: TrainingReport = lambda number, positions: None, dask: str = ""
) -> Generator[Fit, None, None]:
    """The fits of all rounds; the last one's network is the result. `dask`: the address of a scheduler whose workers
    play the games; networks are fitted here.

    Games and networks in the folder are not made again. Raises CannotPlay for a game without inputs, OtherWork for a
    folder of other training or one that another process uses, MissingExtra, LostWorker, Trouble for a scheduler, its
    workers, a folder that cannot be written, damaged games in it or inputs that are not finite, BrokenNetworks for a
    network that cannot be read, OSError."""
    game, players, limits = training.game, training.players, training.limits
    if not game.network_inputs.count(players):
        raise CannotPlay(f"no network can be trained for {game.facts.name}: its evaluator has no INPUTS")
    check_installed()  # said now, not after the games of the first round
    with _held(training):
        searchers, rounds = [searcher_of(game, players, None, limits)], list[Examples]()
        for number in range(1, limits.rounds + 1):
            with mapping(workers, dask) as mapper:
                rounds.append(_positions_of(training, number, searchers, mapper, report))
            network_fit = read_fit(training.fitted(number), game, players)
            if network_fit is None:
                network_fit = fit(joined(rounds[-RECENT_ROUNDS:]), limits.hidden, training.seed)
                write_fit(training.fitted(number), players, network_fit)
            searchers.append(searcher_of(game, players, network_fit.network, limits))
            yield network_fit


@contextmanager
def _held(training: Training) -> Iterator[None]:
    """Note in the folder what is trained, and keep other processes away. Raises OtherWork if it is something else,
    or if another process uses it, Trouble if it cannot be written."""
    folder = training.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        note = (folder / "training.txt").open("a+b", buffering=0)
    except OSError as error:
        raise Trouble(f"{folder} cannot be written: {error.strerror}; name another folder") from None
    with note:
        if not locked(note):
            raise OtherWork(f"{folder} is in use by another process; wait for it, or name another folder")
        note.seek(0)
        head, words = note.read(), training.words.encode()
        if not head and any(folder.glob("round-*")):
            raise OtherWork(
                f"{folder} has rounds, but its training.txt is empty or was gone, so nobody knows which training they "
                "are of; name another folder"
            )
        if not words.startswith(head):  # a process that was killed may have written only its beginning
            raise OtherWork(
                f"{folder} holds the positions of another training: of another game, other players, another seed, "
                "other limits or weights, or other code; name another folder"
            )
        note.write(words[len(head) :])
        yield


def _positions_of(
    training: Training, number: int, searchers: Sequence[Searcher], mapper: Mapper, report: TrainingReport
) -> Examples:
    """The positions of a round, in the order of its games."""
    training.part(number, 0).parent.mkdir(exist_ok=True)
    training.draft(number).unlink(missing_ok=True)  # of a process that was killed
    examples, positions, wanted = list[Examples](), 0, training.limits.of_round(number).positions
    report(number, 0)
    units = itertools.count()
    while positions < wanted:
        needed = math.ceil((wanted - positions) * len(examples) / positions) if positions else mapper.workers
        some = list(itertools.islice(units, min(needed, mapper.workers * AHEAD)))
        missing = [unit for unit in some if not training.part(number, unit).exists()]
        job = functools.partial(_made, training, training.words, number, tuple(searchers))
        parts = mapper.map(job, missing) if missing else iter(())
        for unit in some:
            if unit in missing:
                _keep(training, number, unit, next(parts))
            examples.append(_read(training, training.part(number, unit)))
            positions += len(examples[-1].inputs)
            report(number, min(positions, wanted))
    every = joined(examples)
    return Examples(every.inputs[:wanted], every.shares[:wanted])


def _read(training: Training, path: Path) -> Examples:
    """Raises Trouble for a file that is damaged."""
    try:
        with np.load(path) as told:
            return examples_from(training.game, training.players, told["inputs"], told["shares"])
    except Exception:  # noqa: BLE001 - zipfile and NumPy raise a dozen kinds for damaged bytes
        raise Trouble(f"{path} cannot be read; remove it, and its games are played again") from None


def _keep(training: Training, number: int, unit: int, part: Examples) -> None:
    """Write some games to their file, which is whole or missing."""
    draft = training.draft(number)
    with draft.open("wb") as file:
        np.savez(file, inputs=part.inputs, shares=part.shares)
    draft.replace(training.part(number, unit))


def _made(training: Training, words: str, number: int, searchers: Sequence[Searcher], unit: int) -> Examples:
    """The positions of some games. Raises Trouble on a machine where they would be others."""
    if training.words != words:
        raise Trouble(
            "a worker has different code, rules or weights; install the same Rookery on it as on this machine"
        )
    games = range(unit * GAMES_IN_A_FILE, (unit + 1) * GAMES_IN_A_FILE)
    limits = training.limits.of_round(number)
    examples = joined([_game(training, searchers, limits, (training.seed, number, game)) for game in games])
    if not np.isfinite(examples.inputs).all():
        raise Trouble(f"the inputs of {training.game.facts.name}'s evaluator wrote numbers that are not finite")
    return examples


def _game(training: Training, searchers: Sequence[Searcher], limits: TrainingLimits, seed: Sequence[int]) -> Examples:
    if limits.trace:
        return followed(training.game, training.players, searchers[-1], limits, seed)
    return labelled(training.game, training.players, searchers, limits, seed)
