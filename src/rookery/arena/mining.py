"""Mines puzzles: plays games between bots, and looks at every decision for one that has exactly one right action."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from rookery.arena.match import BOT_STREAM, Match, settled
from rookery.bots import advised, warm_up
from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.puzzles.one_right import MIN_GAP, OneRight, proved_right, searched_right
from rookery.puzzles.puzzle import Origin, Puzzle
from rookery.puzzles.themes import themes
from rookery.puzzles.worthwhile import LEAST_CHOICES, is_missed, matters
from rookery.search import Analysis, Prover, analyse, engine, may_be_proved, proves_endings
from rookery.search.checks import check_number
from rookery.search.processes import mapping

FIRST_LINES = 6  # of a first look: the likeliest rivals of the best action
LINE_SIMULATIONS = 1_000  # for the lines of a proved puzzle, from which its themes follow


@dataclass(frozen=True, slots=True)
class MiningLimits:
    """The amount of search. The searches are those of the game's reviews: `decision` simulations for a first look,
    `again` times as many for a second one."""

    proof: int = 300_000  # positions for a proof, and as many for all other actions; 0: nothing is proved
    only_proved: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError."""
        check_number("proof", self.proof, 0, whole=True)


def mined(
    match: Match, limits: MiningLimits, numbers: Iterable[int], workers: int = 1
) -> Iterator[tuple[int, list[Puzzle]]]:
    """The puzzles of these games of a match, game by game in this order, whatever the number of processes. Raises
    LostWorker, and what bots raise."""
    numbers = list(numbers)
    if numbers:
        warm_up(match.game, names=[name for name in match.entrants if name not in match.bots])
    with mapping(workers) as mapper:
        yield from zip(numbers, mapper.map(partial(mined_game, match, limits), numbers))


def mined_game(match: Match, limits: MiningLimits, number: int) -> list[Puzzle]:
    """The puzzles of one game, in the order of its plies; no two have the same solution. It is looked at from its end:
    there proofs are short, and what they find helps with the decisions before."""
    prover, solutions, puzzles = _prover(match, limits), set[int](), list[Puzzle]()
    for ply, view in reversed([*decisions(match, number)]):
        right, analysis = None, None
        if prover is not None and not may_be_proved(view):
            prover = None  # and what came before was no more open
        if prover is not None:
            proof = prover.prove(view, limits.proof)
            if proof.action is not None and is_missed(view, proof.action):
                right = proved_right(view, prover, proof, limits.proof)
            if not proof.proved:
                prover = None  # earlier in the game, proofs are longer still
        if prover is None and not limits.only_proved:
            right, analysis = _searched(view, _stream(match, number, ply))
        if right is not None and matters(view, right.best, right.second) and right.action not in solutions:
            solutions.add(right.action)
            puzzles.append(puzzle_at(view, right, Origin(match.entrants, match.seed, number, ply), analysis))
    return puzzles[::-1]


def _prover(match: Match, limits: MiningLimits) -> Prover | None:
    """None if nothing is to be proved in games of this match."""
    possible = limits.proof and proves_endings(match.game.facts, match.players)
    return Prover(match.game, match.players) if possible else None


def decisions(match: Match, number: int) -> Iterator[tuple[int, Position]]:
    """Play a game of a match: plies played before, and the view of the seat, of each decision between LEAST_CHOICES
    actions or more. Raises what bots raise."""
    which, _, seats = match.scheduled(number)
    turn = number % match.set_size
    thoughts = [Generator.of(match.generator(BOT_STREAM, which, turn, seat)) for seat in range(match.players)]
    position, luck, plies = match.begin(which)
    while (mover := position.mover) is not None:
        view = position.view(mover)
        if len(view.legal_actions) >= LEAST_CHOICES:
            yield plies, view
        action = advised(match.bot(seats[mover]), view, thoughts[mover]).action
        position, drawn = settled(position.after(action), luck)
        plies += 1 + drawn


def _stream(match: Match, number: int, ply: int) -> int:
    """A seed for the searches of each decision."""
    return (((match.seed << 32) + number) << 16) + ply


def _searched(view: Position, seed: int) -> tuple[OneRight | None, Analysis | None]:
    """A first look tells whether one action may be the only right one; a second one looks at every action."""
    limits, plan = engine(view.game).review, engine(view.game).plan_for(view.players)
    first = analyse(view, simulations=limits.decision, seed=seed, lines=FIRST_LINES, plan=plan, nodes=200_000)
    best, *others = first.lines
    if first.proved or any(best.chance - line.chance < MIN_GAP for line in others if line.visits >= best.visits // 2):
        return None, None
    if not is_missed(view, best.actions[0]):
        return None, None
    likely = [line.actions[0] for line in others]
    rest = [action for action in view.legal_actions if action not in (best.actions[0], *likely)]
    simulations = limits.decision * limits.again
    return searched_right(view, best.actions[0], [*likely, *rest], simulations, seed), first


def puzzle_at(view: Position, right: OneRight, origin: Origin, looked: Analysis | None = None) -> Puzzle:
    """The puzzle of a view. `looked`: an analysis of it; None: a short one is made."""
    if looked is None:
        looked = analyse(view, simulations=LINE_SIMULATIONS, seed=0, lines=FIRST_LINES, nodes=200_000)
    usual = view.game.facts.chosen(view.game.facts.settings(view.players, {}))
    assert view.viewer is not None
    return Puzzle(
        key=view.key,
        game=view.game.facts.slug,
        players=view.players,
        options={name: value for name, value in view.options.items() if value != usual[name]},
        seat=view.viewer,
        view=view.text,
        choices=len(view.legal_actions),
        solution=view.format(right.action),
        words=view.words(right.action),
        best=right.best,
        second=right.second,
        proved=right.proved,
        themes=themes(view, right, looked.lines),
        origin=origin,
    )
