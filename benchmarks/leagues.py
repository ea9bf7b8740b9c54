"""Leagues of players of known strength, and what ratings find: the tables of docs/ratings.md.

    python -m benchmarks.leagues --leagues 10

60 people, whose strengths are normal with a deviation of 300 Elo, play 30 games each at random tables: people alone, or
with bots in half of the seats. Ratings are compared with the strengths. Results come from three worlds:

    luce        Luce's model, which the ratings assume
    thurstone   normal performances: the best one wins
    luck        the same, but three games of ten are decided by chance alone

In the other two worlds no strength explains all results. There the truth is the strength that the arena's fit finds in
a long league, for people and bots alike. Where only people play, ratings have no zero, and means are compared without
their average. "fit's order" is what is possible at most: the arena's fit of the same games, all at once. Then cheats
are tried. The same command gives the same tables.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from statistics import fmean

import numpy as np

from benchmarks.arguments import described
from rookery.core.protocol import Array
from rookery.machine import machine_words
from rookery.ratings import RatedResult, Scale, Seated, Skill, after
from rookery.ratings.careers import Career, together
from rookery.ratings.luce import fit
from rookery.ratings.rated_result import stages
from rookery.ratings.skill import ELO_UNIT, START_DEVIATION

PEOPLE, GAMES = 60, 30  # 60 and 120 seats make whole tables of 2 to 6
SPREAD_OF_PEOPLE = 300.0  # Elo
BOT_STRENGTHS = (-600.0, -300.0, 0.0, 300.0, 600.0)
BOT_DEVIATION = 20.0  # Elo: of a measured level
PERFORMANCE = ELO_UNIT * np.pi / np.sqrt(6)  # deviation with which two normal performances differ as in Luce's model
LUCKY = 0.3
LONG = 8_000  # games from which the truth is fitted
WORLDS = ("luce", "thurstone", "luck")


@dataclass(frozen=True)
class League:
    """A kind of league."""

    seats: int
    world: str = "luce"
    ordered: bool = False  # utilities order all seats; otherwise they say who won
    bots: bool = False

    @property
    def words(self) -> str:
        return f"| {self.world} | {self.seats} | {'all places' if self.ordered else 'the winner'} | " + (
            "half bots" if self.bots else "people"
        )

    def performances(self, strengths: Array, rng: np.random.Generator) -> Array:
        if self.world == "luce":
            return np.array(strengths + ELO_UNIT * rng.gumbel(size=len(strengths)))
        if self.world == "luck" and rng.random() < LUCKY:
            return rng.random(len(strengths))
        return np.array(strengths + PERFORMANCE * rng.normal(size=len(strengths)))

    def round(self, strengths: Array, rng: np.random.Generator) -> Iterable[tuple[Array, RatedResult]]:
        """One game for each person: who sits (an index of `strengths`; bots come last), and the result."""
        pool = np.arange(PEOPLE)
        if self.bots:
            pool = np.append(pool, rng.integers(PEOPLE, len(strengths), PEOPLE))
        for table in rng.permutation(pool).reshape(-1, self.seats):
            if table.min() < PEOPLE:
                yield table, result(table, self.utilities(self.performances(strengths[table], rng)))

    def utilities(self, performances: Array) -> tuple[float, ...]:
        if not self.ordered:
            return tuple((performances == performances.max()).astype(float).tolist())
        return tuple((performances.argsort().argsort() / len(performances)).tolist())


def result(table: Iterable[int], utilities: tuple[float, ...]) -> RatedResult:
    return RatedResult("", tuple(Seated(str(who), bool(who >= PEOPLE)) for who in table), utilities)


def truth(league: League, strengths: Array, rng: np.random.Generator) -> Array:
    """The strengths in Elo that explain a long league best. In Luce's world they are those that made it."""
    if league.world == "luce":
        return strengths
    played = list[tuple[Array, RatedResult]]()
    while len(played) < LONG:
        played += league.round(strengths, rng)
    return fitted(played, len(strengths))


def fitted(played: Iterable[tuple[Array, RatedResult]], entrants: int) -> Array:
    """[entrants] in Elo: the arena's fit of all games at once, in which each place is a game of its own."""
    tables, won = [], np.zeros(entrants)
    for table, end in played:
        for stage in stages(end):
            tables.append(np.bincount(table[list(stage.seats)], minlength=entrants))
            won[table[list(stage.winners)]] += 1
    return np.array(ELO_UNIT * fit(np.array(tables, float), np.ones((1, len(tables))), won[None])[0])


@dataclass
class Found:
    """The results of ratings after some games."""

    order: float  # rank correlation with the truth
    best: float  # that of the arena's fit of all games at once
    held: float  # share of the 95 % intervals that hold the truth
    deviation: float  # mean


def play(league: League, rng: np.random.Generator, checks: Sequence[int] = (GAMES,)) -> list[Found]:
    """A league, and what is found after so many games of each."""
    strengths = np.append(rng.normal(0, SPREAD_OF_PEOPLE, PEOPLE), BOT_STRENGTHS if league.bots else ())
    true = truth(league, strengths, rng)
    true = true - (true[PEOPLE:] if league.bots else true).mean()
    bots = {str(PEOPLE + i): Skill(float(mean), BOT_DEVIATION) for i, mean in enumerate(true[PEOPLE:])}
    scale, skills, results = Scale(bots, Skill(0.0, START_DEVIATION)), dict[str, Skill](), []
    played = list[tuple[Array, RatedResult]]()
    for number in range(1, max(checks) + 1):
        games = list(league.round(strengths, rng))
        for _, end in games:
            skills |= after(skills, end, scale)
        played += games
        if number in checks:
            people = [skills[str(who)] for who in range(PEOPLE)]
            best = order(fitted(played, len(strengths))[:PEOPLE], true[:PEOPLE])
            results.append(compared(people, true[:PEOPLE], best, league.bots))
    return results


def compared(skills: Sequence[Skill], true: Array, best: float, anchored: bool) -> Found:
    means, deviations = (np.array([getattr(skill, name) for skill in skills]) for name in ("mean", "deviation"))
    gaps = means - true - (0 if anchored else means.mean() - true.mean())
    half = np.array([skill.interval[1] - skill.mean for skill in skills])
    return Found(order(means, true), best, float((abs(gaps) <= half).mean()), float(deviations.mean()))


def order(found: Array, true: Array) -> float:
    """Spearman's rank correlation."""
    return float(np.corrcoef(found.argsort().argsort(), true.argsort().argsort())[0, 1])


def mean_of(found: Sequence[Found]) -> Found:
    return Found(*(fmean(getattr(each, field.name) for each in found) for field in fields(Found)))


# ── Cheats ───────────────────────────────────────────────────────────────────
class Season:
    """One person of strength 0 among others, in games for two. `rng` draws opponents and results."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng, self.kind = rng, League(2)
        self.scale = Scale({}, Skill(0.0, START_DEVIATION))
        self.own = self.play(Skill(0.0, START_DEVIATION), GAMES)

    def opponent(self) -> Skill:
        """Somebody else, whose rating is as uncertain as after 30 games."""
        return Skill(float(self.rng.normal(0, SPREAD_OF_PEOPLE)), 100.0)

    def play(self, own: Skill, games: int, leaves: bool = False, counted: bool = True) -> Skill:
        """Honest games. `leaves`: in lost ones, before the end, where a stand-in then wins half of them; `counted`: by
        our rule, otherwise games that somebody left are not rated."""
        for _ in range(games):
            other = self.opponent()
            strength = self.rng.normal(other.mean, other.deviation)
            won = bool(np.diff(self.kind.performances(np.array([strength, 0.0]), self.rng))[0] > 0)
            if won or not leaves:
                own = self.step(own, other, won)
            elif counted:
                own = self.step(own, other, bool(self.rng.random() < 0.5), left=True)
        return own

    def step(self, own: Skill, other: Skill, won: bool, left: bool = False) -> Skill:
        return self.both(own, other, won, left)[0]

    def both(self, own: Skill, other: Skill, won: bool, left: bool = False) -> tuple[Skill, Skill]:
        end = replace(result((0, 1), (1.0, -1.0) if won else (-1.0, 1.0)), left=frozenset([0] if left else []))
        moved = after({"0": own, "1": other}, end, self.scale)
        return moved["0"], moved["1"]


def sandbagging(season: Season) -> dict[str, Skill]:
    low = season.own
    for _ in range(GAMES):
        low = season.step(low, season.opponent(), won=False)
    return {
        "loses 30 games on purpose": low,
        "... then plays 10 honest games": (back := season.play(low, 10)),
        "... then 50 more": season.play(back, 50),
    }


def throwing(season: Season) -> dict[str, Skill]:
    friend = season.play(Skill(0.0, START_DEVIATION), GAMES)
    ratings, up = {}, season.own
    for count in range(1, 101):
        up, friend = season.both(up, friend, won=True)
        if count in (10, 100):
            ratings[f"a friend of equal strength throws {count} games"] = up
    return ratings | {"... and then plays 30 honest games": season.play(up, GAMES)}


def fresh_tags(season: Season) -> dict[str, Skill]:
    told, up = {}, season.own
    for count in range(1, 101):
        up = season.step(up, season.scale.start, won=True)
        if count in (10, 100):
            told[f"wins against {count} new tags of its own"] = up
    return told | {"... and then plays 30 honest ones": season.play(up, GAMES)}


def changing_tags(season: Season) -> dict[str, Skill]:
    """After the honest games, each game under a new tag; those that won join the old one, the others are left alone."""
    start, won, up = season.scale.start, list[Career](), season.own
    for number in range(GAMES):
        one = season.play(start, 1)
        if one.mean > start.mean:
            won.append(Career(f"new {number}", start, one))
            up = season.step(up, season.opponent(), won=True)
    return {
        "plays 30 more games, each under a new tag, and joins the 15 or so that won": together(
            [Career("old", start, season.own), *won]
        ),
        "the same, if a game counted for the tag that is there at its end": up,
    }


def leaving(season: Season) -> dict[str, Skill]:
    return {
        "plays 60 honest games": season.play(season.own, 60),
        "plays 60 games, leaves the lost ones": season.play(season.own, 60, leaves=True),
        "the same, if left games were not rated": season.play(season.own, 60, leaves=True, counted=False),
    }


def cheats(seasons: int, seed: int) -> dict[str, list[Skill]]:
    """Each deed of somebody of strength 0 after 30 honest games -> the ratings afterwards."""
    ratings: dict[str, list[Skill]] = {}
    for number in range(seasons):
        season = Season(np.random.default_rng((seed, number)))
        ends = {"plays 30 honest games, as everybody below": season.own}
        for cheat in (sandbagging, throwing, fresh_tags, leaving, changing_tags):
            ends |= cheat(season)
        for words, skill in ends.items():
            ratings.setdefault(words, []).append(skill)
    return ratings


# ── The tables ───────────────────────────────────────────────────────────────
def kinds() -> list[League]:
    plain = [League(seats, "luce", ordered) for ordered in (False, True) for seats in range(2, 7)]
    plain = [league for league in plain if league.seats > 2 or not league.ordered]
    others = [League(seats, world) for world in WORLDS[1:] for seats in range(2, 7)]
    others += [League(seats, world, ordered=True) for world in WORLDS[1:] for seats in (4, 6)]
    return [*plain, *others, *(League(seats, world, bots=True) for world in WORLDS for seats in (2, 4, 6))]


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--leagues", type=int, default=10, help="of each kind [%(default)s]")
    parser.add_argument("--seasons", type=int, default=100, help="of each cheat [%(default)s]")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print(f"{machine_words()}\n")
    print("| world | seats | utilities say | tables | order | worst | interval holds | fit's order | deviation |")
    print("| --- | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: |")
    first = list[list[Found]]()
    for number, league in enumerate(kinds()):
        checks = (1, GAMES) if league.bots else (GAMES,)
        runs = [play(league, np.random.default_rng((args.seed, number, run)), checks) for run in range(args.leagues)]
        mean, worst = mean_of([run[-1] for run in runs]), min(run[-1].order for run in runs)
        figures = f"{mean.order:.3f} | {worst:.3f} | {mean.held:.1%} | {mean.best:.3f} | {mean.deviation:.0f}"
        print(f"{league.words} | {figures} |", flush=True)
        first += [[run[0] for run in runs]] if league.bots else []
    mean = mean_of([found for runs in first for found in runs])
    words = f"order {mean.order:.2f}, intervals hold {mean.held:.1%}, mean deviation {mean.deviation:.0f}"
    print(f"\nAfter one game with bots: {words}.\n")
    print("| somebody of strength 0 | rating | interval |\n| --- | ---: | ---: |")
    for words, skills in cheats(args.seasons, args.seed).items():
        means, half = [skill.mean for skill in skills], fmean(skill.interval[1] - skill.mean for skill in skills)
        print(f"| {words} | {fmean(means):+.0f} | ± {half:.0f} |")


if __name__ == "__main__":
    main()
