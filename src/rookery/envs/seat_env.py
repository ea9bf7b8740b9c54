"""A game as a Gymnasium environment: one seat against bots.

env = rookery.envs.gymnasium("gleebs", bots="medium")
observation, info = env.reset(seed=1)
terminated = False
while not terminated:
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, SupportsFloat, SupportsIndex, get_args

import gymnasium
import numpy as np

from rookery.bots import Bot, level
from rookery.core.chance import stream_from
from rookery.core.errors import CannotPlay, GameOver, IllegalAction, UnknownOption
from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.core.protocol import OVER, Array
from rookery.envs.arguments import ObsType, check_seed
from rookery.envs.gym_spaces import action_space, flat_space, observation_space
from rookery.envs.many import KernelLevel, check_seat
from rookery.envs.one import EVERY_SEAT, OneGame
from rookery.envs.pictures import RENDER_MODES, Picture, check_mode, rendered

MAX_RESETS = 1_000  # games that bots end before the seat decides

Rivals = str | Bot | Sequence[str | Bot]


class SeatEnv(gymnasium.Env[ObsType, SupportsIndex]):
    """One seat of a game. Bots and chance play the rest; the seed of `reset` determines their luck.

    observation  {"observation": [N] np.int8, "action_mask": [A] np.int8}; the mask is in `info` too. With `flat` the
                 observation is [N] np.int8 alone, and `action_masks()` returns the mask
    reward       the utility, -1 .. 1, when the game ends; 0 before
    seat         the learner's seat
    position     the whole position; the learner must not use it

    An illegal action raises IllegalAction and changes nothing, also if a bot chose it. With `remaps`, no action is
    illegal: action n means the legal action with the index n modulo their count. This is for learners and checkers that
    ignore masks. Copies and pickles keep the position and the future luck."""

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        start: Position,
        seat: int | None = 0,
        bots: Rivals = "random",
        render_mode: str | None = None,
        *,
        flat: bool = False,
        remaps: bool = False,
    ) -> None:
        """`seat` None: drawn at each reset. `bots`: a level for all others, or one for each, in turn order after the
        learner's seat; a bot of your own may replace a level. Raises UnknownLevel, UnknownOption, CannotPlay,
        ValueError."""
        self._bots, quick = _seated(bots, start)
        self.seat = check_seat(seat, start.players)
        self.render_mode = check_mode(render_mode)
        self._flat, self._remaps = flat, remaps
        self.observation_space = flat_space(start.game) if flat else observation_space(start.game)  # type: ignore[assignment]  # of arrays
        self.action_space = action_space(start.game)
        self._draws_seat = seat is None
        self._in_kernel = quick is not None
        self._one = OneGame(start, EVERY_SEAT, quick or "random")
        self._luck = stream_from(self.np_random)

    @property
    def position(self) -> Position:
        return self._one.position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObsType, dict[str, Any]]:
        """Start a new game; without a seed, the random stream continues. `options` is ignored. Raises CannotPlay if
        games from this position end before the seat decides, ValueError for an invalid seed, and IllegalAction for a
        bot's illegal action."""
        seed = check_seed(seed)
        super().reset(seed=seed)
        if seed is not None:
            self._luck = stream_from(self.np_random)
        if self._draws_seat:
            self.seat = int(self.np_random.integers(self._one.start.players))
        if self._in_kernel:
            self._one.learn(self.seat)
        for _ in range(MAX_RESETS):
            self._one.reset(self._luck)
            if not self._others_play():
                return self._seen()
        raise CannotPlay(f"games from this position end before seat {self.seat} decides")

    def step(self, action: SupportsIndex) -> tuple[ObsType, SupportsFloat, bool, bool, dict[str, Any]]:
        """Play an action, and let the others answer. Raises IllegalAction (GameOver)."""
        if self._one.seat != self.seat:  # it is over; or a bot failed in the middle of `reset`
            raise GameOver("no game is in progress; reset() begins one")
        if self._remaps:
            legal = np.flatnonzero(self._one.mask())
            action = int(legal[int(action) % len(legal)])
        with self._unchanged_by_failure():
            self._one.step(action)
            terminated = self._others_play()
        observation, info = self._seen()
        return observation, self._one.utilities()[self.seat] if terminated else 0.0, terminated, False, info

    @contextmanager
    def _unchanged_by_failure(self) -> Iterator[None]:
        """Restore the state if a bot in Python fails or is interrupted after the learner's action was played."""
        if self._in_kernel or not self._bots:
            yield
            return
        one, luck = self._one, self.np_random.bit_generator
        arrays = [array for array in vars(one).values() if isinstance(array, np.ndarray) and array.flags.writeable]
        before, seat, state = [array.copy() for array in arrays], one.seat, luck.state
        try:
            yield
        except BaseException:
            for array, old in zip(arrays, before, strict=True):
                array[...] = old
            one.seat, luck.state = seat, state
            raise

    def _others_play(self) -> bool:
        """Play the other seats until the learner's seat decides or the game is over; return whether it is over.

        Raises IllegalAction."""
        one = self._one
        while one.seat not in (self.seat, OVER):
            bot = self._bots[(one.seat - self.seat) % one.start.players - 1]
            action = bot.choose(one.position.view(one.seat), Generator.of(self.np_random))
            try:
                one.step(action)
            except IllegalAction:
                who = f"the bot {type(bot).__name__} of seat {one.seat}"
                raise IllegalAction(f"{who} chose {action!r}; view.legal_actions lists the legal actions") from None
        if self.render_mode == "human":
            self.render()
        return one.seat == OVER

    def _seen(self) -> tuple[ObsType, dict[str, Any]]:
        mask, observation = self._one.mask(), self._one.observation(self.seat)
        seen: ObsType = observation if self._flat else {"observation": observation, "action_mask": mask}
        return seen, {"action_mask": mask}

    def action_masks(self) -> Array:
        """[A] bool, the legal actions of the seat. sb3-contrib's MaskablePPO calls this method by its name."""
        return self._one.mask().astype(np.bool_)

    def render(self) -> Picture:
        """The picture that the seat sees. Raises MissingExtra."""
        return rendered(self.position.view(self.seat), self.render_mode)


def _seated(bots: Rivals, start: Position) -> tuple[list[Bot], KernelLevel | None]:
    """A bot for each other seat, in turn order after the learner's; and their level, if all have the same one and
    kernels can play it, which is many times as fast. Raises UnknownLevel, UnknownOption."""
    others, alike = start.players - 1, isinstance(bots, str) or not isinstance(bots, Sequence)
    named: list[Any] = [bots] if alike else [*bots]  # type: ignore[misc]  # then it is a sequence
    seated = [_bot(bot, start) for bot in named]  # a level for all is checked even if there are no other seats
    if alike:
        named, seated = named * others, seated * others
    if len(seated) != others:
        raise UnknownOption(f"bots = {bots!r}; seats for bots: {others}; name a level for all, or one for each")
    return seated, next((quick for quick in get_args(KernelLevel) if named == [quick] * others and named), None)


def _bot(asked: Any, start: Position) -> Bot:
    if isinstance(asked, str):
        return level(asked, start.game)
    if isinstance(asked, type) or not callable(getattr(asked, "choose", None)):
        raise UnknownOption(f"bots: {asked!r} is not a bot; allowed: a level, an object with choose(view, generator)")
    return asked  # type: ignore[no-any-return]  # it has a bot's methods
