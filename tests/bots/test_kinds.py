"""Bots: legal, seeded, given a view and nothing more, and each level better than random."""

import functools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import rookery
from rookery import bots
from rookery.bots.kinds import Advice, Bot, EngineBot, GreedyBot, PlainBot, RandomBot
from rookery.core.errors import NotYourTurn, UnknownLevel
from rookery.core.generator import Generator
from rookery.core.position import Game, Position
from rookery.search import Plan, SearchResult, engine, mcts, playouts, prove
from rookery.search.result import UNPROVED

SLUGS = rookery.slugs()
GAMES_OF = {"greedy": 40, "easy": 24, "medium": 12}  # against random; enough for the margins below
LONGER = ("easy", "medium")
BOTS = (
    RandomBot(),
    GreedyBot(),
    PlainBot(simulations=60),
    EngineBot(simulations=60),
    EngineBot(60, temperature=0.5),
    EngineBot(60, overlooks=0.4),
    EngineBot(60, proof=10_000),
)


def play(game: Game, levels: list[str], seed: int) -> Position:
    """A whole game between bots, a level a seat."""
    generator = np.random.default_rng(seed)
    position = game.start(seed=generator)
    while position.mover is not None:
        action = bots.choose(position.view(position.mover), levels[position.mover], generator)
        position = position.after(action).settled(generator)
    return position


def with_a_choice(game: Game) -> Position:
    """The first view of a game in which there is one."""
    generator = np.random.default_rng(5)
    position = game.start(seed=generator)
    while len(position.legal_actions) == 1:
        position = position.after(position.legal_actions[0]).settled(generator)
    assert position.mover is not None
    return position.view(position.mover)


@functools.cache
def random_team(game: Game) -> float:
    """What it has on average."""
    return playouts(game.start(), 2_000, np.random.default_rng(1)).means[0]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("level", ["greedy", *(pytest.param(level, marks=pytest.mark.soak) for level in LONGER)])
def test_each_level_beats_random(slug: str, level: str) -> None:
    """By at least 0.2 of mean utility, seats taken in turn; where all win together, as a whole team."""
    game, total = rookery.load(slug), 0.0
    players, together = game.facts.players[0], game.facts.cooperative
    for seed in range(GAMES_OF[level]):
        seat = seed % players
        end = play(game, [level if together or s == seat else "random" for s in range(players)], seed).outcome
        assert end is not None
        total += end.utilities[seat]
    assert total / GAMES_OF[level] > (random_team(game) if together else 0) + 0.2


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("bot", BOTS, ids=repr)
def test_a_choice_depends_on_view_and_seed_alone(slug: str, bot: Bot) -> None:
    game = rookery.load(slug)
    if game.facts.hidden and isinstance(bot, EngineBot) and bot.proof:
        return  # what is hidden cannot be proved
    position = game.start(seed=5)
    assert position.mover is not None
    view = position.view(position.mover)
    chosen = bot.choose(view, Generator(11))
    assert chosen in view.legal_actions
    assert bot.choose(view, Generator(11)) == chosen


@pytest.mark.parametrize(
    ("temperature", "shares"),
    [(0.0, (1.0, 0.0, 0.0)), (0.5, (0.9, 0.1, 0.0)), (1.0, (0.75, 0.25, 0.0)), (1e6, (0.5, 0.5, 0.0))],
)
def test_a_temperature_says_how_often_less_visited_actions_are_played(
    temperature: float, shares: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In proportion to visits ** (1 / temperature), of actions visited 30, 10 and 0 times."""
    found = SearchResult((4, 2, 6), (30, 10, 0), (0.5, 0.2, 0.0), (0.4, -0.4), 40, 50, 900, 0.1, False, (UNPROVED,) * 3)
    monkeypatch.setattr("rookery.bots.kinds.mcts", lambda *given, **named: found)
    view, generator = with_a_choice(rookery.load(SLUGS[0])), np.random.default_rng(1)
    bot = EngineBot(40, temperature=temperature)
    played = [bot.choose(view, generator) for _ in range(1_000)]
    for action, share in zip(found.actions, shares):
        assert played.count(action) / 1_000 == pytest.approx(share, abs=0.05 if 0 < share < 1 else 0)


def test_a_bot_that_overlooks_plays_the_best_of_what_it_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a share of 0.4, the best of three actions is played 60 times in 100, the next one 24 times. If it notices
    nothing, it plays any."""
    found = SearchResult((4, 2, 6), (30, 10, 0), (0.5, 0.2, 0.0), (0.4, -0.4), 40, 50, 900, 0.1, False, (UNPROVED,) * 3)
    monkeypatch.setattr("rookery.bots.kinds.mcts", lambda *given, **named: found)
    view, generator = with_a_choice(rookery.load(SLUGS[0])), np.random.default_rng(1)
    played = [EngineBot(40, overlooks=0.4).choose(view, generator) for _ in range(2_000)]
    for action, share in zip(found.actions, (0.6, 0.24, 0.096)):
        assert played.count(action) / 2_000 == pytest.approx(share + 0.4**3 / 3, abs=0.05)
    advice = [EngineBot(40, overlooks=0.9).advise(view, generator) for _ in range(50)]
    assert {(told.action, told.chance is None) for told in advice} == {(4, False), (2, False), (6, True)}
    with pytest.raises(ValueError, match=r"overlooks 1\.0"):
        EngineBot(40, overlooks=1.0)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_level_searches_as_the_engines_file_says(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rookery.load(slug)
    asked: list[tuple[Plan, int]] = []

    def noted(view: Position, generator: Generator, plan: Plan, *, simulations: int) -> SearchResult:
        asked.append((plan, simulations))
        return mcts(view, generator, plan, simulations=1)

    monkeypatch.setattr("rookery.bots.kinds.mcts", noted)
    told, view = engine(game), with_a_choice(game)
    for name, thought in told.levels.items():
        bot = bots.level(name, game)
        assert isinstance(bot, EngineBot)
        kept = ("proof", "temperature", "overlooks")
        assert [getattr(bot, name) for name in kept] == [getattr(thought, name) for name in kept]
        replace(bot, proof=0).choose(view, np.random.default_rng(1))
        assert asked[-1] == (told.plan_for(view.players), thought.simulations)


def test_words_tell_how_a_bot_chooses() -> None:
    words = [EngineBot(60, temperature=heat).words.partition(" after")[0] for heat in (0.0, 0.5, 1.0, 4.0)]
    assert words == [
        "plays what works best",
        "mostly plays what works best",
        "plays what looks promising",
        "plays almost anything that it looked at",
    ]
    assert EngineBot(60, overlooks=0.25).words.startswith("overlooks 25% of the moves, and of the others plays")


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if rookery.load(slug).facts.hidden])
@pytest.mark.parametrize("games", [1, 15, 40])
def test_a_yardstick_plays_as_many_games_as_it_says(slug: str, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def noted(world: Position, generator: Generator, plan: Plan, *, simulations: int) -> SearchResult:
        assert plan == Plan(proves=False)
        played.append(simulations)
        return mcts(world, generator, plan, simulations=1)

    monkeypatch.setattr("rookery.bots.kinds.mcts", noted)
    PlainBot(games).choose(with_a_choice(rookery.load(slug)), np.random.default_rng(1))
    assert sum(played) == games


@pytest.mark.parametrize(("simulations", "worlds"), [(0, 10), (5, 0), (2.5, 1)])
def test_a_yardstick_that_cannot_be_is_refused(simulations: int, worlds: int) -> None:
    with pytest.raises(ValueError, match="must be a whole number, 1 or more"):
        PlainBot(simulations, worlds)


def test_where_nothing_wins_a_bot_plays_what_its_search_would() -> None:
    """All actions are proved to lose: then it counts how often others err after them."""
    lost = 0
    for game in map(rookery.load, SLUGS):
        if game.facts.hidden or game.facts.chance:
            continue
        bot, generator = EngineBot(200, proof=50_000), np.random.default_rng(2)
        for _ in range(30):
            line = [game.start(seed=generator)]
            while not line[-1].is_over:
                line.append(line[-1].after_unchecked(int(generator.choice(line[-1].legal_actions))))
            position = line[-3]
            mover, proof = position.mover, prove(position, 40_000)
            if not proof.proved or mover is None or proof.utilities[mover] > -1 or len(position.legal_actions) == 1:
                continue
            lost += 1
            view = position.view(mover)
            advice = bot.advise(view, Generator(3))
            assert (advice.proved, advice.chance) == (True, 0.0)
            plan = replace(engine(game).plan_for(view.players), proves=False)
            assert advice.action == mcts(view, Generator(3), plan, simulations=200).best
    assert lost >= 5


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if rookery.load(slug).facts.hidden])
def test_nobody_peeks(slug: str) -> None:
    """Twins of a position, which differ in what its mover may not know, get the same action from every level."""
    game, generator = rookery.load(slug), np.random.default_rng(8)
    position, differed = game.start(seed=generator), 0
    for _ in range(4):
        for _ in range(9):
            position = position.after_unchecked(int(generator.choice(position.legal_actions))).settled(generator)
        assert position.mover is not None
        twin = position.view(position.mover).determinize(generator)
        differed += twin != position
        for level in bots.levels(game):
            chosen = {bots.choose(world.view(position.mover), level, 5) for world in (position, twin)}
            assert len(chosen) == 1, f"{level} at {position.text}"
    assert differed >= 3


@pytest.mark.parametrize("slug", SLUGS)
def test_whole_positions_and_other_seats_views_are_refused(slug: str) -> None:
    position = rookery.load(slug).start(seed=1)
    assert position.mover is not None
    with pytest.raises(NotYourTurn, match="a bot is given the view of the seat that decides"):
        bots.choose(position, "random", 1)
    with pytest.raises(NotYourTurn, match="a bot is given the view of the seat that decides"):
        bots.choose(position.view(1 - position.mover), "random", 1)


def test_a_misspelt_level_is_refused_with_the_allowed_ones() -> None:
    position = rookery.load(SLUGS[0]).start(seed=1)
    with pytest.raises(UnknownLevel, match="did you mean greedy"):
        bots.choose(position.view(position.mover or 0), "greedi", 1)


def test_an_exact_bot_never_lets_a_proved_win_go() -> None:
    """From positions four random plies before the end, 12 of each game, against random."""
    for game in map(rookery.load, SLUGS):
        proved = 0
        for seed in range(12 if "exact" in bots.levels(game) else 0):
            generator = np.random.default_rng(seed)
            line = [game.start(seed=generator)]
            while not line[-1].is_over:
                line.append(line[-1].after_unchecked(int(generator.choice(line[-1].legal_actions))))
            position = line[max(0, len(line) - 5)].settled(generator)
            if (seat := position.mover) is None:
                continue  # chance had the last word
            proof = prove(position, limit=200_000)
            if not proof.proved:
                continue  # a game that might have gone on for long
            proved += 1
            told = bots.advise(position.view(seat), "exact", generator)
            chance = (1 + proof.utilities[seat]) / 2 if len(position.legal_actions) > 1 else None
            assert (told.proved, told.chance) == (True, chance)
            assert bool(told.words) == (chance is not None)
            assert ("this wins" in told.words) == (chance == 1)
            while position.mover is not None:
                level = "exact" if position.mover == seat else "random"
                action = bots.choose(position.view(position.mover), level, generator)
                position = position.after(action).settled(generator)
            assert position.outcome is not None
            assert position.outcome.utilities[seat] >= proof.utilities[seat]
        assert proved > 4 or "exact" not in bots.levels(game)


@pytest.mark.parametrize(
    ("proved", "chance", "words"),
    [
        (True, 1.0, "proved: with perfect play this wins"),
        (True, 0.0, "proved: with perfect play this loses"),
        (True, 0.5, "proved: with perfect play nothing is better"),
        (True, None, ""),  # there was no choice
        (False, 1.0, ""),
    ],
)
def test_only_what_is_proved_is_remarked(proved: bool, chance: float | None, words: str) -> None:
    assert Advice(7, proved, chance).words == words


def test_any_bot_may_say_what_it_thinks() -> None:
    class Proud:  # without words: the arena also accepts such bots
        def choose(self, view: Position, generator: Generator) -> int:
            return view.legal_actions[0]

        def advise(self, view: Position, generator: Generator) -> Advice:
            return Advice(self.choose(view, generator), proved=False, chance=0.9)

    view = with_a_choice(rookery.load(SLUGS[0]))
    for bot, chance in ((Proud(), 0.9), (RandomBot(), None)):
        told = bots.advised(bot, view, 3)  # type: ignore[arg-type]
        assert told == (bot.choose(view, Generator(3)), False, chance)


@pytest.mark.parametrize("slug", SLUGS)
def test_warming_up_lets_each_bot_think(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a position with a choice; what is compiled only later would keep a player waiting."""
    asked: list[int] = []

    def counted(view: Position, *given: Any, **named: Any) -> SearchResult:
        asked.append(len(view.legal_actions))
        return mcts(view, *given, **named)

    monkeypatch.setattr("rookery.bots.kinds.mcts", counted)
    game = rookery.load(slug)
    bots.warm_up(game)
    assert len(asked) == len(bots.levels(game)) - 2  # all but random and greedy; nothing is proved with one position
    assert min(asked) > 1
