"""The script that tunes the weights of evaluators."""

import importlib
import re

import numpy as np
import pytest

import rookery
from benchmarks import tune

WEIGHED = [slug for slug in rookery.slugs() if importlib.import_module(rookery.load(slug).evaluator).WEIGHTS]


def test_weights_that_made_the_shares_are_fitted() -> None:
    generator, true = np.random.default_rng(1), np.array([1.5, -0.5, 0.0])
    terms = generator.normal(size=(4_000, 3, 3))
    chances = np.array([tune.softmax(some @ true) for some in terms])
    shares = np.array([generator.multinomial(1, chance) for chance in chances], np.float64)
    found = tune.fit(list(zip(terms, shares)), np.zeros(3))
    assert found == pytest.approx(true, abs=0.1)
    kept = list(zip(terms, shares))
    assert tune.loss(kept, found) < min(tune.loss(kept, 0 * found), tune.loss(kept, 2 * found)) < np.inf


@pytest.mark.parametrize("slug", WEIGHED)
def test_strengths_are_linear_in_the_weights(slug: str) -> None:
    """As the fit takes them to be: up to a common summand, and where an estimate is not cut off at its ends."""
    game, generator = rookery.load(slug), np.random.default_rng(2)
    position = game.start(seed=generator)
    for _ in range(12):
        position = position.after_unchecked(int(generator.choice(position.legal_actions))).settled(generator)
    few, more = (1e-3 * generator.normal(size=len(game.weights_for(position.players))) for _ in range(2))
    parts = [tune.strengths(position, weights) for weights in (few, more, few + more)]
    few_alone, more_alone, both = (part - part.mean() for part in parts)
    assert np.ptp(both) > 0
    assert both == pytest.approx(few_alone + more_alone, abs=1e-9)


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["no_such_game"], "invalid choice: 'no_such_game'"),
        (["{slug}", "--players", "99"], "99"),
        (["{slug}", "--outcomes", "0"], "'0' is not a whole number of 1 or more"),
        (["{slug}", "--games", "-3"], "'-3' is not a whole number of 1 or more"),
    ],
)
def test_what_cannot_be_tuned_is_refused(words: list[str], refusal: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tune.main([word.format(slug=WEIGHED[0]) for word in words])
    assert refusal in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.soak
@pytest.mark.parametrize("slug", WEIGHED)
def test_a_command_gives_the_same_weights_again(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = f"{slug} --rounds 2 --size 4 --games 8 --outcomes 2 --simulations 20 --seed 3".split()
    before = (rookery.load(slug).path / "weights.toml").read_bytes()
    told = []
    for _ in range(2):
        assert tune.main(words) == 0
        told.append(re.sub(r"# date .*", "", capsys.readouterr().out))
    assert told[0] == told[1]
    assert f"# Written by: python -m benchmarks.tune {' '.join(words)}" in told[0]
    names = re.findall(r'^"(.+)" = -?\d+\.\d{4}$', told[0], re.M)
    assert tuple(names) == importlib.import_module(rookery.load(slug).evaluator).WEIGHTS
    assert (rookery.load(slug).path / "weights.toml").read_bytes() == before, "only --write writes"
