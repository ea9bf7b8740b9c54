"""The laws of a step, for two to six seats, people and bots: made-up games of which many end in ties."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from rookery.ratings import NotRated, RatedResult, Scale, Seated, Skill, after, rate
from rookery.ratings.luce import fit
from rookery.ratings.skill import ELO_UNIT, START_DEVIATION, moved
from tests.ratings.tables import LEVELS, PEOPLE, SCALE, SEATS, ended, games, somebody, utilities_of


def means(skills: dict[str, Skill]) -> dict[str, float]:
    return {name: skill.mean for name, skill in skills.items()}


def alike(skills: dict[str, Skill]) -> dict[str, object]:
    """Equal up to the order of additions."""
    return {name: pytest.approx((each.mean, each.deviation, each.games)) for name, each in skills.items()}


def numbers(skills: dict[str, Skill]) -> dict[str, tuple[float, float, int]]:
    return {name: (each.mean, each.deviation, each.games) for name, each in skills.items()}


# ── Symmetry ─────────────────────────────────────────────────────────────────
def test_seats_do_not_matter() -> None:
    for skills, result in games(1):
        order = np.random.default_rng(1).permutation(len(result.seats)).tolist()
        turned = [(result.seats[seat], result.utilities[seat]) for seat in order]
        other = RatedResult("t", *map(tuple, zip(*turned)))  # type: ignore[arg-type]
        assert numbers(after(skills, other, SCALE)) == alike(after(skills, result, SCALE))


def test_names_do_not_matter() -> None:
    new = dict(zip(PEOPLE, reversed(PEOPLE)))
    for skills, result in games(2):
        renamed = replace(
            result, seats=tuple(seat._replace(name=new.get(seat.name, seat.name)) for seat in result.seats)
        )
        found = after({new[name]: skill for name, skill in skills.items()}, renamed, SCALE)
        assert found == {new[name]: skill for name, skill in after(skills, result, SCALE).items()}


def test_only_differences_of_ratings_matter() -> None:
    def higher(skill: Skill) -> Skill:
        return replace(skill, mean=skill.mean + 500)

    raised = Scale({name: higher(level) for name, level in LEVELS.items()}, higher(SCALE.start))
    for skills, result in games(3):
        found = after({name: higher(skill) for name, skill in skills.items()}, result, raised)
        assert numbers(found) == alike({name: higher(each) for name, each in after(skills, result, SCALE).items()})


# ── What a result is worth ───────────────────────────────────────────────────
@pytest.mark.parametrize("seats", SEATS)
def test_a_better_place_is_worth_more(seats: int) -> None:
    """Every place, where utilities order all seats."""
    rng = np.random.default_rng(seats)
    skills = {name: somebody(rng) for name in PEOPLE[:seats]}
    places = rng.permutation(seats - 1).astype(float)
    reached = [after(skills, ended(PEOPLE[:seats], place - 0.5, *places), SCALE)["ann"].mean for place in range(seats)]
    assert all(low < high for low, high in pairwise(reached)), reached


@pytest.mark.parametrize("seats", SEATS)
def test_a_win_is_worth_more_than_a_shared_one_and_that_more_than_a_loss(seats: int) -> None:
    rng = np.random.default_rng(seats)
    skills = {name: somebody(rng) for name in PEOPLE[:seats]}
    rest = [0.0] * (seats - 2)
    ends = [(0.0, 1.0, *rest), (1.0, 1.0, *rest), (1.0, 0.0, *rest)]
    lost, shared, won = (after(skills, ended(PEOPLE[:seats], *end), SCALE)["ann"].mean for end in ends)
    assert lost < skills["ann"].mean < won
    assert lost < shared < won


@pytest.mark.parametrize("seats", SEATS)
def test_a_tie_between_equals_moves_nobody(seats: int) -> None:
    known = Skill(40.0, 90.0, 12)
    found = after(dict.fromkeys(PEOPLE, known), ended(PEOPLE[:seats], *[0.0] * seats), SCALE)
    assert means(found) == pytest.approx(dict.fromkeys(PEOPLE[:seats], 40.0))


def test_who_loses_together_has_not_drawn() -> None:
    """Each loser loses what it was expected to win: the strong one is not pulled towards the weak one."""
    skills = {"ann": Skill(0.0, 9.0), "bob": Skill(400.0, 9.0), "cat": Skill(-400.0, 9.0)}
    found = means(after(skills, ended(skills, 1.0, -0.5, -0.5), SCALE))
    expected = np.array([1, 10, 0.1]) / 11.1
    lost = np.array([0, 400, -400]) - list(found.values())
    assert lost / lost[1] * expected[1] == pytest.approx([expected[0] - 1, expected[1], expected[2]], rel=0.05)


def test_a_deviation_does_not_depend_on_the_result() -> None:
    for skills, result in games(4):
        if len(result.seats) == 2:
            other = replace(result, utilities=utilities_of(np.random.default_rng(0), 2))
            first, second = (after(skills, each, SCALE) for each in (result, other))
            assert [each.deviation for each in first.values()] == [each.deviation for each in second.values()]


def test_games_make_a_rating_more_certain() -> None:
    skills: dict[str, Skill] = {}
    deviations = [START_DEVIATION]
    for number in range(30):
        skills |= after(skills, ended(["ann", "fair"], number % 2, 1 - number % 2), SCALE)
        deviations.append(skills["ann"].deviation)
    assert deviations == sorted(deviations, reverse=True)
    assert deviations[1] < 320
    assert 50 < deviations[-1] < 100


# ── Bots ─────────────────────────────────────────────────────────────────────
def test_points_that_others_won_are_counted() -> None:
    found = after({}, ended(["ann", "bob", "weak", "cat"], 1.0, 1.0, 0.0, 0.5), SCALE)
    assert {name: skill.lost for name, skill in found.items()} == {"ann": 0.5, "bob": 0.5, "cat": 1.0}


def test_bots_never_move() -> None:
    before = dict(LEVELS)
    for skills, result in games(5):
        found = after(skills, result, SCALE)
        assert set(found) == {seat.name for seat in result.seats if not seat.anchor}
        assert {name: each.games for name, each in found.items()} == {n: s.games + 1 for n, s in skills.items()}
    assert before == LEVELS == SCALE.anchors


@pytest.mark.parametrize("seats", SEATS)
def test_people_and_bots_are_on_one_scale(seats: int) -> None:
    """A person of known strength against bots: the rating is the one that the arena would have found."""
    rng, strength = np.random.default_rng(seats), 250.0
    names = ["ann", *(list(LEVELS) * 2)[: seats - 1]]
    strengths = np.array([strength, *(LEVELS[name].mean for name in names[1:])])
    skills, reached = dict[str, Skill](), []
    for _ in range(1500):
        winner = (strengths / ELO_UNIT + rng.gumbel(size=seats)).argmax()
        skills |= after(skills, ended(names, *(np.arange(seats) == winner).astype(float).tolist()), SCALE)
        reached.append(skills["ann"].mean)
    assert np.mean(reached[300:]) == pytest.approx(strength, abs=25)


def test_one_scale_with_the_fit_of_the_arena() -> None:
    """The same games, in which ann won 30 of 40 against a level at 100, give nearly the same rating in both."""
    results = [ended(["ann", "fair"], *((1.0, -1.0) if n % 4 else (-1.0, 1.0)), table=str(n)) for n in range(40)]
    found = rate(results, SCALE)["ann"]
    arena = fit(np.ones((1, 2)), np.array([[40.0]]), np.array([[30.0, 10.0]]))[0]
    assert found.mean - 100 == pytest.approx(ELO_UNIT * (arena[0] - arena[1]), abs=0.5 * found.deviation)


def test_one_game_against_a_bot_is_a_number_with_an_error_bar() -> None:
    found = rate([ended(["ann", "strong"], 1.0, -1.0)], SCALE)["ann"]
    low, high = found.interval
    assert SCALE.start.mean < low + 700 < found.mean + 700
    assert found.mean > SCALE.start.mean
    assert high - low < 2 * 1.96 * START_DEVIATION
    assert found.words == f"{found.mean:.0f} (95 %: {low:.0f} to {high:.0f})"


# ── Replays ──────────────────────────────────────────────────────────────────
def season() -> list[RatedResult]:
    return [replace(result, table=f"table {number}") for number, (_, result) in enumerate(games(6, 60))]


def test_a_replay_gives_what_single_steps_gave() -> None:
    results, skills = season(), dict[str, Skill]()
    for count, result in enumerate(results, start=1):
        skills |= after(skills, result, SCALE)
        if count % 20 == 0:
            assert rate(results[:count], SCALE) == skills


def test_a_table_counts_once() -> None:
    results = season()
    assert rate([*results[:30], *results[:30], *results[10:]], SCALE) == rate(results, SCALE)


def test_what_is_not_rated_changes_nothing() -> None:
    results = season()
    refused = [ended(["ann", "ann", "bob"], 1.0, 0.0, 0.0, table="x"), ended(["weak", "fair"], 1.0, -1.0, table="y")]
    assert rate([*results[:7], *refused, *results[7:]], SCALE) == rate(results, SCALE)


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (ended(["ann", "bob", "ann"], 1.0, 0.0, 0.0), "one person had two seats"),
        (ended(["weak", "fair"], 1.0, 0.0), "only bots played"),
        (ended(["ann", "bob"], 1.0, -1.0, left=[0, 1]), "everybody left"),
        (
            RatedResult("t", (Seated("ann"), Seated("exact", anchor=True)), (1.0, -1.0)),
            "the arena has not measured exact here; measured: weak, fair, strong",
        ),
    ],
)
def test_a_refusal_says_why(result: RatedResult, why: str) -> None:
    with pytest.raises(NotRated, match=f"^{why}$"):
        after({}, result, SCALE)


# ── Leaving ──────────────────────────────────────────────────────────────────
def test_leaving_gains_nothing_and_costs_the_others_nothing() -> None:
    """Whatever a stand-in reaches for the seat: it ends no better than by staying and losing to everybody."""
    for skills, result in games(7):
        people = [seat for seat, who in enumerate(result.seats) if not who.anchor]
        gone, stayed = people[0], people[1:]
        left = after(skills, replace(result, left=frozenset([gone])), SCALE)
        lost = tuple(-9.0 if seat == gone else value for seat, value in enumerate(result.utilities))
        name = result.seats[gone].name
        assert left == after(skills, replace(result, utilities=lost), SCALE)
        assert left[name].mean < skills[name].mean
        beaten = result.utilities[gone] == max(result.utilities) and result.utilities.count(max(result.utilities)) == 1
        if beaten and len(stayed) == len(result.seats) - 1 == 1:
            other = result.seats[stayed[0]].name
            assert left[other].mean > skills[other].mean


def test_numbers_stay_finite() -> None:
    far = {"ann": Skill(4000.0, 350.0), "bob": Skill(-4000.0, 350.0)}
    for end in ((1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)):
        for skill in after(far, ended(far, *end), SCALE).values():
            assert math.isfinite(skill.mean)
            assert 0 < skill.deviation <= START_DEVIATION


STEPS = [
    (Skill(0, 350), [Skill(0, 0)], 1.0, 218.91214756274624, 273.08876148510103),
    (Skill(120, 80), [Skill(511.2, 32.3)], 0.0, 116.3305914418642, 79.274114865769),
    (Skill(1500, 60), [Skill(900, 120), Skill(1100, 0), Skill(1490, 200)], 1.0, 1509.2397037927126, 59.38220071460417),
    (Skill(-300, 200), [Skill(250, 40), Skill(250, 40)], 0.5, -213.88476807244078, 196.87006729782487),
]


@pytest.mark.parametrize(("own", "others", "share", "mean", "deviation"), STEPS)
def test_a_step_is_that_of_weng_and_lin(
    own: Skill, others: list[Skill], share: float, mean: float, deviation: float
) -> None:
    """As the library openskill 6.2.0 takes it, given two sides."""
    step = moved(own, others, share)
    assert (step.mean, step.deviation) == pytest.approx((mean, deviation), rel=1e-14)
