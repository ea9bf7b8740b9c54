"""What a report says: a number with its interval, and a sentence for a designer who knows no statistics."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from rookery.balance.as_many_as_needed import ReportGames
from rookery.balance.playing import ALWAYS_FIRST, BalanceTable, Cast
from rookery.balance.statistics import Measure, by_luck, elo, real_differences
from rookery.balance.tallies import (
    BY_DRAWS,
    CHANGES,
    DECISIONS,
    FORCED,
    KIND_CHOSEN,
    KIND_DONE,
    KIND_OFFERED,
    LEAD_AT_HALF,
    LEAD_AT_QUARTER,
    LEAD_AT_THREE_QUARTERS,
    LEGAL_AT_CHOICES,
    OF_SEATS,
    PER_KIND,
    PLIES,
    SHARED,
    SWINGS,
    WINNER_LEADS_FROM,
    WINNERS_LESS_LOSERS,
)
from rookery.core.scene import plural
from rookery.export.seats_section import later_turns

WINS, HOW_LONG, COURSE, CHOICES_MADE, RESTRICTED, LUCK_AND_SKILL = (
    "Who wins",
    "How long it takes",
    "How it is decided",
    "What players do",
    "What it costs to do without",
    "Luck and skill",
)
RARE = 0.02  # of the decisions at which it was possible: what is chosen less often is nearly dead
LITTLE, MUCH = 0.02, 0.10  # differences of shares


@dataclass(frozen=True, slots=True)
class BalanceFinding:
    """One number of a report, or a sentence without one."""

    about: str  # the section
    name: str  # what is measured; the same in reports of other versions
    words: str  # the sentence
    measure: Measure | None = None
    percent: bool = False  # whether the number is a share, or a difference of shares
    even: float | None = None  # a value with which the number is compared, if there is one

    @property
    def number(self) -> str:
        return "" if self.measure is None else told(self.measure, percent=self.percent)


def findings(played: ReportGames) -> list[BalanceFinding]:
    """All findings of a report, section by section."""
    if not played.equal.sums.games:
        return []
    parts = (_wins, _exactly, _length, _course, _actions, _restricted, _skill)
    return [finding for part in parts for finding in part(played)]


# ── Numbers as text ──────────────────────────────────────────────────────────
def told(measure: Measure, *, percent: bool) -> str:
    """A number with its interval: "53.1 % (51.2 to 55.0)"."""
    scale = 100.0 if percent else 1.0
    digits = 1 if percent or abs(measure.value) >= 1 else 2
    value, low, high = (_rounded(scale * number, digits) for number in (measure.value, measure.low, measure.high))
    return f"{value}{' %' if percent else ''} ({low} to {high})"


def _rounded(number: float, digits: int) -> str:
    text = f"{number:,.{digits}f}"
    return (text[1:] if float(text.replace(",", "")) == 0.0 and text.startswith("-") else text).replace("-", "−")


def _share(about: str, name: str, words: str, measure: Measure, even: float | None = None) -> BalanceFinding:
    return BalanceFinding(about, name, words, measure, percent=True, even=even)


# ── The sections ─────────────────────────────────────────────────────────────
def _wins(played: ReportGames) -> Iterator[BalanceFinding]:
    table, sums = played.table, played.equal.sums
    if table.game.facts.cooperative:
        won = sums.share(OF_SEATS)
        yield _share(WINS, "the team", f"The team wins {told(won, percent=True)} of the games.", won)
        return
    even, turns = 1.0 / table.players, ["who decides first", *later_turns(table.players)]
    for turn, name in enumerate(turns):
        won = sums.share(OF_SEATS + turn)
        subject = "Whoever decides first" if turn == 0 else f"{name[0].upper()}{name[1:]} in turn"
        yield _share(WINS, name, f"{subject} wins {told(won, percent=True)}: {_beside(won, even)}.", won, even)
    shared = sums.share(SHARED)
    yield _share(WINS, "shared", f"The win is shared in {told(shared, percent=True)} of the games.", shared)


def _beside(won: Measure, even: float) -> str:
    """How a share compares with an even one."""
    gap = won.value - even
    if won.low <= even <= won.high:
        return f"no difference from an even share ({100 * even:.0f} %) shows"
    much = "a little" if abs(gap) < LITTLE else "far" if abs(gap) >= MUCH else "clearly"
    return f"{much} {'more' if gap > 0 else 'less'} than an even share ({100 * even:.0f} %)"


def _exactly(played: ReportGames) -> Iterator[BalanceFinding]:
    if (proof := played.proof) is None:
        return
    table = played.table
    seats = [name for name, _ in table.game.facts.seats_at(table.players, table.begin.options)]
    best = max(proof.utilities)
    if table.game.facts.cooperative:
        words = f"If all play perfectly, the team {'wins' if best > 0 else 'loses'} (utility {best:g})."
    elif best <= 0:
        words = "If all play perfectly, the game is a draw."
    else:
        winners = [name for name, worth in zip(seats, proof.utilities, strict=True) if worth == best]
        words = f"If all play perfectly, {' and '.join(winners)} {plural(len(winners), 'wins', 'win')}."
    yield BalanceFinding(WINS, "perfect play", f"{words} This is proved.")


def _length(played: ReportGames) -> Iterator[BalanceFinding]:
    sums = played.equal.sums
    for name, column, words in (
        ("plies", PLIES, "A game takes {} actions, those of chance included."),
        ("decisions", DECISIONS, "In {} of them somebody has a choice."),
    ):
        measure = sums.mean(column)
        yield BalanceFinding(HOW_LONG, name, words.format(told(measure, percent=False)), measure)
    choices = sums.ratio(LEGAL_AT_CHOICES, DECISIONS)
    yield BalanceFinding(HOW_LONG, "choices", f"A choice is among {told(choices, percent=False)} actions.", choices)
    forced = sums.mean(FORCED)
    yield BalanceFinding(HOW_LONG, "forced", f"{told(forced, percent=False)} actions a game are forced.", forced)


def _course(played: ReportGames) -> Iterator[BalanceFinding]:
    table, sums = played.table, played.equal.sums
    together = table.game.facts.cooperative
    if together and sums.total(LEAD_AT_HALF) == sums.total(OF_SEATS):  # it always expects the same
        yield BalanceFinding(COURSE, "estimates", "The game's evaluator cannot tell before the end who will win.")
        return
    who, even = ("The party that is ahead", 0.5) if together else ("Whoever leads", 1.0 / table.players)
    by = "the game's evaluator" if table.samples == 0 else f"{table.samples} random games from each position"
    yield BalanceFinding(
        COURSE, "estimates", f"Chances are estimated by {by}, and the lead by those of the last few actions."
    )
    changes = sums.mean(CHANGES)
    yield BalanceFinding(
        COURSE, "lead changes", f"The lead changes {told(changes, percent=False)} times a game.", changes
    )
    settled = sums.share(WINNER_LEADS_FROM)
    words = f"The winner leads for good after {told(settled, percent=True)} of the game."
    yield _share(COURSE, "settled", words, settled)
    for name, column in (
        ("a quarter", LEAD_AT_QUARTER),
        ("half", LEAD_AT_HALF),
        ("three quarters", LEAD_AT_THREE_QUARTERS),
    ):
        won = sums.share(column)
        words = f"{who} after {name} of the game wins {told(won, percent=True)}: {_lead_words(won, even)}."
        yield _share(COURSE, f"leads after {name}", words, won, even)
    if table.game.facts.chance and sums.total(SWINGS) > 0.0:
        draws = sums.ratio(BY_DRAWS, SWINGS)
        words = "As far as these estimates see, draws hardly move the chances; what players do moves them."
        if draws.low > 0.0:
            words = f"Draws make {told(draws, percent=True)} of the movement of these estimates, and players the rest."
        yield _share(COURSE, "draws", words, draws)


def _lead_words(won: Measure, even: float) -> str:
    if won.low <= even:
        return "a lead is worth nothing then"
    part = (won.value - even) / (1.0 - even)
    return "leads run away" if part > 0.8 else "a lead often lasts" if part > 0.4 else "much is open"


def _actions(played: ReportGames) -> Iterator[BalanceFinding]:
    table, sums = played.table, played.equal.sums
    named = table.kinds.words if len(table.kinds.words) > 1 else ()  # else nothing tells them apart
    places = {OF_SEATS + table.players + PER_KIND * kind: name for kind, name in enumerate(named)}
    gaps = {name: sums.mean(place + WINNERS_LESS_LOSERS) for place, name in places.items()}
    clear = real_differences({name: by_luck(gap) for name, gap in gaps.items()})
    for place, name in places.items():
        if sums.total(place + KIND_DONE) + sums.total(place + KIND_OFFERED) == 0.0:
            continue
        chosen, done = sums.ratio(place + KIND_CHOSEN, place + KIND_OFFERED), sums.share(place + KIND_DONE)
        chosen = Measure(chosen.value, max(0.0, chosen.low), min(1.0, chosen.high), chosen.games)
        words = f"Somebody {name} in {told(done, percent=True)} of the games"
        if sums.total(place + KIND_OFFERED) == 0.0:
            yield _share(CHOICES_MADE, name, f"{words}, and there is never anything else to do then.", done)
        else:
            words += f", and in {told(chosen, percent=True)} of the decisions that allow it and something else"
            yield _share(CHOICES_MADE, name, f"{words}.", chosen)
        if name in clear:
            gap = gaps[name]
            who, than = ("Winners", "losers") if gap.value > 0 else ("Losers", "winners")
            more = told(gap if gap.value > 0 else gap.minus(0.0, -1), percent=False)
            words = f"{who} do so more often than {than}, by {more} times a game."
            yield BalanceFinding(CHOICES_MADE, f"{name}: winners less losers", words, gap, even=0.0)
    yield from _dead(played, places)


def _dead(played: ReportGames, places: dict[int, str]) -> Iterator[BalanceFinding]:
    """What is never a choice, and what nobody chooses."""
    table, sums = played.table, played.equal.sums
    for place, name in places.items():
        offered, chosen = sums.total(place + KIND_OFFERED), sums.total(place + KIND_CHOSEN)
        if offered + sums.total(place + KIND_DONE) == 0.0:
            yield BalanceFinding(CHOICES_MADE, f"{name}: dead", f"It never was a choice that a player {name}.")
        elif chosen < RARE * offered:
            yield BalanceFinding(CHOICES_MADE, f"{name}: dead", f"It is nearly a dead choice that a player {name}.")
    ids, legal, taken = table.game.facts.seat_actions, played.equal.legal, played.equal.taken
    never, idle = int((legal[:ids] == 0).sum()), int(((legal[:ids] > 0) & (taken[:ids] == 0)).sum())
    words = f"Of {ids:,} actions, {never:,} were never legal, and {idle:,} were legal and never chosen."
    yield BalanceFinding(CHOICES_MADE, "dead actions", words)


def _restricted(played: ReportGames) -> Iterator[BalanceFinding]:
    """The dearest first."""
    table = played.table
    losses = {cast: _loss(played, cast) for cast in played.counted if _is_restricted(played, cast)}
    clear = real_differences({_called(cast, table): by_luck(loss) for cast, loss in losses.items()})
    for cast, loss in sorted(losses.items(), key=lambda pair: (-pair[1].value, pair[0].bar)):
        name = _called(cast, table)
        who = f"A player who {name}"
        if table.game.facts.cooperative:
            who = f"A team of players, each of whom {name},"
        yield _share(RESTRICTED, name, f"{who} {_loss_words(loss, clear=name in clear)}.", loss, 0.0)


def _called(cast: Cast, table: BalanceTable) -> str:
    """What a restricted player does."""
    if cast.bar >= 0:
        return f"never {table.kinds.words[cast.bar]}"
    return "always takes the first legal action" if cast.other == ALWAYS_FIRST else "plays at random"


def _is_restricted(played: ReportGames, cast: Cast) -> bool:
    if not played.counted[cast].sums.games:
        return False
    return not cast.is_equal and cast.level == "greedy" and cast.other in ("", ALWAYS_FIRST, "random")


def _loss(played: ReportGames, cast: Cast) -> Measure:
    """What a restricted player loses of the share of the wins, against greedy ones who are not."""
    share = played.counted[cast].sums.share(0)
    if played.table.game.facts.cooperative:
        return played.counted[Cast()].sums.share(OF_SEATS).less(share)
    return share.minus(1.0 / played.table.players, -1)


def _loss_words(loss: Measure, *, clear: bool) -> str:
    if not clear:
        return f"loses nothing that shows: {told(loss, percent=True)} of the wins"
    gain = loss.value < 0
    much = loss.minus(0.0, -1) if gain else loss
    return f"{'even gains' if gain else 'loses'} {told(much, percent=True)} of the wins"


def _skill(played: ReportGames) -> Iterator[BalanceFinding]:
    table = played.table
    if table.game.facts.cooperative:
        for cast, counted in played.counted.items():
            if cast.is_equal and counted.sums.games:
                won = counted.sums.share(OF_SEATS)
                words = f"A team of the level {cast.level} wins {told(won, percent=True)}."
                yield _share(LUCK_AND_SKILL, f"team of {cast.level}", words, won)
        return
    for cast, counted in played.counted.items():
        if cast.other and not _is_restricted(played, cast) and counted.sums.games:
            won, even = counted.sums.share(0), 1.0 / table.players
            among = f"one {cast.level} player" if table.players == 2 else f"{table.players - 1} {cast.level} players"
            words = f"A player of the level {cast.other} wins {told(won, percent=True)} against {among}"
            if table.players == 2:
                words += f": {_elo_words(won)}"
            yield _share(LUCK_AND_SKILL, f"{cast.other} against {cast.level}", f"{words}.", won, even)


def _elo_words(won: Measure) -> str:
    low, high = (f"{elo(end):.0f}".replace("-", "−") for end in (won.low, won.high))
    if won.value in (0.0, 1.0):
        return f"{low} Elo or more" if won.value else f"{high} Elo or less"
    return f"{elo(won.value):.0f} Elo ({low} to {high})".replace("-", "−")


# ── Two versions ─────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class Change:
    """The same number of two versions."""

    before: BalanceFinding
    after: BalanceFinding
    difference: Measure
    real: bool  # luck alone hardly makes it

    @property
    def title(self) -> str:
        """What it is the number of."""
        return f"{self.before.about}, {self.before.name}"

    @property
    def words(self) -> str:
        gap = told(self.difference, percent=self.before.percent).replace(" %", " points")
        return f"{self.before.number}, now {self.after.number}; the difference is {gap}"


def changes(before: list[BalanceFinding], after: list[BalanceFinding]) -> list[Change]:
    """All numbers that both versions have, with marks where luck alone is unlikely, whatever their number (Holm)."""
    now = {(one.about, one.name): one for one in after}
    both = [(one, now[one.about, one.name]) for one in before if (one.about, one.name) in now]
    pairs = {
        f"{one.about}: {one.name}": (one, other, other.measure.less(one.measure))
        for one, other in both
        if one.measure is not None and other.measure is not None
    }
    finite = {name: by_luck(gap) for name, (_, _, gap) in pairs.items() if math.isfinite(gap.error)}
    real = real_differences(finite)
    return [Change(one, other, gap, name in real) for name, (one, other, gap) in pairs.items()]
