"""Threats by the others: a reply that costs the seat that decides much, if it does nothing about it.

No game has a move that does nothing. So the engine looks at many actions of the seat, and at the best replies to each.
The reply that comes most often, and costs the most, after actions clearly worse than the best one may be a threat.
It is one if most other replies would cost clearly less: a bad action is not made bad by whatever comes next. And it is
none if it comes after the best action, too, and costs as much there. A seat that draws first, and then decides,
threatens nothing yet.
"""

from collections.abc import Generator as Steps
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from rookery.core.errors import CannotPlay
from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.reviews.estimates import Estimate, both_margins, estimate, estimate_of, grown, settled_estimate
from rookery.search.checks import check_mover, check_number
from rookery.search.mcts import Tree
from rookery.search.plan import Plan, engine

LEADING = 3  # of the best actions that are looked at, and of the best replies
ACTIONS_LOOKED_AT = 12  # of the seat that are looked at, spread over all of them
REPLIES_LOOKED_AT = 6  # other replies that are looked at in the place of the suspected one
CLEARLY = 0.05  # chance that must be at stake
OFTEN, TWICE = 1 / 3, 2  # share and number of the other actions to which a threat is the reply
SUSPECTS_TRIED = 2
OUTCOMES_TRIED = 3  # of a draw, if the best action leads to a draw


@dataclass(frozen=True, slots=True)
class Threat:
    """The reply of others after the next turn of the seat that decides, if it does nothing about it."""

    seat: int  # whose threat it is
    actions: tuple[int, ...]  # of that seat, one after the other
    words: tuple[str, ...]  # the same
    spots: tuple[str, ...]  # that they touch, in the scene
    cost: float  # how much less chance the seat that decides would have, 0 .. 1


@dataclass(frozen=True, slots=True)
class LikelyReply:
    """The best action of another seat."""

    seat: int
    action: int


@dataclass(frozen=True, slots=True)
class Continuation:
    """A continuation of play after one action of the seat that decides, until it decides again."""

    own: tuple[int, ...]  # its actions; the first one is looked at, others may follow in the same turn
    replies: tuple[LikelyReply, ...]  # of the others, up to a draw
    chance: float  # of the seat, after its own actions
    margin: float  # half-width of a 95 % interval of it


@dataclass(frozen=True, slots=True)
class Suspect:
    """A reply that may be a threat."""

    reply: LikelyReply
    left: Continuation  # the best way of those that do nothing about it
    cost: float  # chance that this way gives away
    best: Continuation | None  # the best way, if the reply comes there, too


@dataclass(frozen=True, slots=True)
class Alternatives:
    """The chances after a reply, and after other replies in its place."""

    played: Estimate
    others: tuple[Estimate, ...]

    def fall(self, seat: int, rival: int) -> tuple[float, float]:
        """The chance that a seat loses by the reply of a rival, compared with one of middling worth to it, and the
        margin of that; 0 if there is no other reply."""
        if not self.others:
            return 0.0, 0.0
        ranked = sorted(self.others, key=lambda other: other.chances[rival])
        middle = ranked[len(ranked) // 2]
        margin = both_margins(middle.margins[seat], self.played.margins[seat])
        return middle.chances[seat] - self.played.chances[seat], margin


def suspects(ways: Sequence[Continuation]) -> list[Suspect]:
    """The replies that come often after actions that are clearly worse than the best one: first those that come most
    often and cost the most. Replies that come only after a few bad actions are left out: those invite them."""
    best = _best(ways)
    others = [way for way in ways if way.replies and way.own[0] != best.own[0]]
    after = dict[LikelyReply, list[Continuation]]()
    for way in others:
        if _clearly(best.chance - way.chance, best.margin, way.margin):
            for reply in dict.fromkeys(way.replies):
                after.setdefault(reply, []).append(way)
    least = max(TWICE, OFTEN * len(others))
    often = {reply: left for reply, left in after.items() if len(left) >= least}
    weight = {reply: len(left) * _middle(best.chance - way.chance for way in left) for reply, left in often.items()}
    replies = []
    for reply in sorted(often, key=lambda reply: -weight[reply]):
        nearest = _best(often[reply])
        also = next((way for way in ways if way.own[0] == best.own[0] and reply in way.replies), None)
        replies.append(Suspect(reply, nearest, best.chance - nearest.chance, also))
    return replies


def cost_of(seat: int, suspect: Suspect, left: Alternatives, best: Alternatives | None) -> float:
    """The cost of a suspected reply to a seat; 0 if that is not clear. `left`: in the way that does nothing about it;
    `best`: in the best way, if the reply comes there, too. A reply that costs as much there cannot be prevented."""
    fall, margin = left.fall(seat, suspect.reply.seat)
    fall_there, margin_there = best.fall(seat, suspect.reply.seat) if best else (0.0, 0.0)
    fall -= max(0.0, fall_there)
    return min(fall, suspect.cost) if _clearly(fall, margin, margin_there) else 0.0


def _middle(numbers: Iterable[float]) -> float:
    """The median."""
    ranked = sorted(numbers)
    half = len(ranked) // 2
    return ranked[half] if len(ranked) % 2 else (ranked[half - 1] + ranked[half]) / 2.0


def _best(ways: Sequence[Continuation]) -> Continuation:
    return max(ways, key=lambda way: way.chance)


def _clearly(difference: float, margin: float, other: float) -> bool:
    return difference >= CLEARLY and difference > both_margins(margin, other)


class GrowingThreat:
    """A look for threats in steps: `step` until `is_done`; then `found`."""

    def __init__(self, view: Position, simulations: int | None = None, seed: int = 0, plan: Plan | None = None) -> None:
        """`view`: of the seat that decides; `simulations`: of each position, None: as many as suit the game.

        Raises CannotPlay in a game whose seats play together, or hide something from each other; CannotPlay and
        NotYourTurn as `analyse`, ValueError."""
        facts, settings = view.game.facts, engine(view.game)
        if facts.cooperative or facts.hidden:
            why = "the players win and lose together" if facts.cooperative else "players do not see everything"
            raise CannotPlay(f"nobody can say what is threatened in {facts.name}, because {why}")
        self._me = check_mover(view)
        self._simulations = max(1, settings.review.decision // 2) if simulations is None else simulations
        check_number("simulations", self._simulations, 1, whole=True)
        self._plan, self._generator = plan or settings.plan_for(view.players), Generator(seed)
        self._start = view.determinize(Generator(0))  # there is only one world, and it has the actions of others
        self._ways: list[Continuation] = []
        self.found: Threat | None = None  # None: nothing clearly
        self.is_done = False
        self._steps = self._looks()

    def step(self) -> None:
        """Look at one more action, or at one more reply."""
        self.is_done = self.is_done or next(self._steps, False) is False

    @property
    def chance(self) -> float:
        """Of the seat after its best action, as far as that is known."""
        return max((way.chance for way in self._ways), default=1.0)

    def _looks(self) -> Steps[None, None, None]:
        for action in _spread(self._start, self._grown(self._start), LEADING, ACTIONS_LOOKED_AT):
            yield
            self._ways.append(self._way(action))
        best = _best(self._ways).own[0]
        for _ in range(1, OUTCOMES_TRIED if self._start.after_unchecked(best).mover == CHANCE else 1):
            yield
            self._ways.append(self._way(best))
        for suspect in suspects(self._ways)[:SUSPECTS_TRIED]:
            left = yield from self._alternatives(suspect.reply, suspect.left)
            there = None if suspect.best is None else (yield from self._alternatives(suspect.reply, suspect.best))
            cost = cost_of(self._me, suspect, left, there)
            if cost > 0.0:
                self.found = self._told(suspect, cost)
                return

    def _alternatives(self, reply: LikelyReply, way: Continuation) -> Steps[None, None, Alternatives]:
        before = self._before(reply, way)
        ranked = _spread(before, self._grown(before), LEADING, REPLIES_LOOKED_AT + 1)
        others = [action for action in ranked if action != reply.action][:REPLIES_LOOKED_AT]
        estimates = []
        for action in (reply.action, *others):
            yield
            estimates.append(self._estimated(before.after_unchecked(action)))
        return Alternatives(estimates[0], tuple(estimates[1:]))

    def _grown(self, position: Position) -> Tree:
        return grown(position, self._simulations, self._generator, self._plan)

    def _estimated(self, position: Position) -> Estimate:
        return estimate(position, self._simulations, self._generator, self._plan)

    def _way(self, action: int) -> Continuation:
        """An action, what the seat best plays after it in the same turn, and the best replies of the others."""
        own, position = [action], self._start.after_unchecked(action)
        known = self._estimated(position) if position.mover == CHANCE else settled_estimate(position)
        while position.mover in (self._me, CHANCE):
            drawn = position.mover == CHANCE
            own.append(position.draw(self._generator) if drawn else self._grown(position).result().best)
            position = position.after_unchecked(own[-1])
        replies = list[LikelyReply]()
        while position.mover not in (None, CHANCE, self._me):
            tree = self._grown(position)
            known = known or estimate_of(tree)
            assert position.mover is not None
            reply = LikelyReply(position.mover, tree.result().best)
            position = position.after_unchecked(reply.action)
            if not _draws_first(position, reply.seat):
                replies.append(reply)
        known = known or self._estimated(position)
        return Continuation(tuple(own), tuple(replies), known.chances[self._me], known.margins[self._me])

    def _before(self, reply: LikelyReply, way: Continuation) -> Position:
        """The position in which a reply is played."""
        position = self._start
        for action in way.own:
            position = position.after_unchecked(action)
        for earlier in way.replies[: way.replies.index(reply)]:
            position = position.after_unchecked(earlier.action)
        return position

    def _told(self, suspect: Suspect, cost: float) -> Threat:
        """The reply, and what the same seat plays after it in the same turn."""
        seat, replies = suspect.reply.seat, suspect.left.replies
        following = replies[replies.index(suspect.reply) :]
        position = self._before(suspect.reply, suspect.left)
        actions, words, spots = [], [], list[str]()
        for action in [reply.action for reply in takewhile(lambda reply: reply.seat == seat, following)]:
            actions.append(action)
            words.append(position.words(action))
            spots += position.touched(action)
            position = position.after_unchecked(action)
        return Threat(seat, tuple(actions), tuple(words), tuple(dict.fromkeys(spots)), cost)


def _draws_first(position: Position, seat: int) -> bool:
    """Whether a seat has begun a draw, on whose outcome it decides next."""
    return position.mover == CHANCE and position.after_unchecked(position.legal_actions[0]).mover == seat


def _spread(position: Position, tree: Tree, leading: int, most: int) -> list[int]:
    """Actions of a position: the best ones that the tree found, and some of the others, evenly."""
    ranked = list(dict.fromkeys((*tree.result().actions, *position.legal_actions)))
    if len(ranked) <= most:
        return ranked
    rest = ranked[leading:]
    places = most - leading
    return ranked[:leading] + [rest[round(i * (len(rest) - 1) / (places - 1))] for i in range(places)]


def threat(
    position: Position, *, simulations: int | None = None, seed: int = 0, plan: Plan | None = None
) -> Threat | None:
    """The threat of the others at a decision of a seat; None if there is no clear one. The same seed gives the same
    answer.
    `simulations`, `plan` and errors: see GrowingThreat."""
    growing = GrowingThreat(position, simulations, seed, plan)
    while not growing.is_done:
        growing.step()
    return growing.found
