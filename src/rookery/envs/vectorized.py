"""Many games as a Gymnasium vector environment: in each, one seat plays against bots; a game that is over restarts.

envs = rookery.envs.vector("gleebs", 1024, bots="greedy")
observations, infos = envs.reset(seed=1)
while learning:
    actions = policy(observations["observation"], observations["action_mask"])
    observations, rewards, terminated, truncated, infos = envs.step(actions)
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from rookery.core.chance import stream_from
from rookery.core.errors import GameOver, UnknownOption
from rookery.core.position import Position
from rookery.core.protocol import Array
from rookery.envs.arguments import ObsType, check_seeds
from rookery.envs.gym_spaces import action_space, flat_space, observation_space
from rookery.envs.many import Batch, KernelLevel, check_seat
from rookery.envs.pictures import RENDER_MODES, Picture, check_mode, rendered


class SeatVectorEnv(VectorEnv[ObsType, Array, Array]):
    """B games over a `Batch`, one kernel call a step.

    observations  {"observation": [B, N] np.int8, "action_mask": [B, A] np.int8}; the masks are in `infos` too. With
                  `flat` they are [B, N] np.int8 alone, and `action_masks()` returns the masks
    rewards       [B] the utility, -1 .. 1, where a game has ended; 0 elsewhere
    seats         [B] the learner's seat in each game
    batch         the games, for inspection

    It returns the same numbers as `SyncVectorEnv(..., autoreset_mode="SameStep")` over `rookery.envs.gymnasium`: where
    a game has ended, the observation is that of a new one, and the last one is in `infos["final_obs"]`. An illegal
    action is refused (IllegalAction) and changes nothing. Copies and pickles keep the games and the future luck.
    """

    def __init__(
        self,
        start: Position,
        games: int,
        seat: int | None = 0,
        bots: KernelLevel = "random",
        copy: bool = True,
        render_mode: str | None = None,
        *,
        flat: bool = False,
    ) -> None:
        """`seat` None: game i is played from seat i, counted around. Not `copy`: observations and masks are the batch's
        own arrays, which the next step writes into. Raises CannotPlay, UnknownOption, ValueError."""
        first = check_seat(seat, start.players)
        self.num_envs, self.copy, self.render_mode = games, copy, check_mode(render_mode)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": [*RENDER_MODES], "render_fps": 1}
        self.batch = Batch(start, games, bots=bots)  # of every seat, because `reset` chooses the seats
        self.seats = np.arange(games) % start.players if seat is None else np.full(games, first)
        self.batch.learns[:] = 1 << self.seats
        self._begun = False
        self._flat = flat
        self.single_observation_space = flat_space(start.game) if flat else observation_space(start.game)
        self.single_action_space = action_space(start.game)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObsType, dict[str, Any]]:
        """Restart every game, game i with the seed `seed + i` or `seed[i]`; without one, its random stream continues.

        Raises ValueError, and UnknownOption for a `reset_mask`, because games restart by themselves."""
        if options and "reset_mask" in options:
            raise UnknownOption(
                "reset_mask is not available: a game restarts when it is over, and reset() restarts all"
            )
        seeds = check_seeds(seed, self.num_envs)
        if isinstance(seeds, range):
            super().reset(seed=seeds.start)
        streams = self.batch.streams.copy()
        for i, own in enumerate(seeds):
            if own is not None:
                streams[i : i + 1] = stream_from(np.random.default_rng(own))
        self._begun = False
        self.batch.begin(streams)
        self._begun = True
        return self._seen()

    def step(self, actions: Array) -> tuple[ObsType, Array, Array, Array, dict[str, Any]]:
        """Play an action in each game, and let the others answer. Raises IllegalAction (GameOver), and CannotPlay if
        games that start again end before their seats decide: then no action is legal in any game until `reset`."""
        if not self._begun:
            raise GameOver("no game is in progress; reset() begins one")
        self.batch.step(actions)
        observations, infos = self._seen()
        terminated, rewards = self.batch.over.copy(), self.batch.rewards[np.arange(self.num_envs), self.seats]
        if terminated.any():
            infos |= self._ends(terminated)
        return observations, rewards, terminated, np.zeros(self.num_envs, np.bool_), infos

    def _seen(self) -> tuple[ObsType, dict[str, Any]]:
        seen, masks, told = self.batch.observations, self.batch.masks, self.batch.masks
        if self.copy:  # the mask twice, so that writing into one copy does not change the other
            seen, masks, told = seen.copy(), masks.copy(), told.copy()
        infos = {"action_mask": told, "_action_mask": np.ones(self.num_envs, np.bool_)}
        return seen if self._flat else {"observation": seen, "action_mask": masks}, infos

    def _ends(self, terminated: Array) -> dict[str, Any]:
        """Gymnasium's infos of games that have ended; a key with an underscore marks these games."""
        ended = np.flatnonzero(terminated)
        last, nothing = self.batch.last[ended], np.zeros_like(self.batch.masks)
        final = np.full(self.num_envs, None, object)
        for row, i in enumerate(ended):
            final[i] = last[row] if self._flat else {"observation": last[row], "action_mask": nothing[i].copy()}
        return {
            "final_obs": final,
            "_final_obs": terminated.copy(),
            "_final_info": terminated.copy(),
            "final_info": {"action_mask": nothing, "_action_mask": terminated.copy()},
        }

    def action_masks(self) -> Array:
        """[B, A] bool, the legal actions of the seat of each game."""
        return self.batch.masks.astype(np.bool_)

    def render(self) -> tuple[Picture, ...]:  # type: ignore[override]  # a picture is one of these
        """The picture that the seat of each game sees. Raises MissingExtra."""
        views = (self.batch.position(i).view(int(seat)) for i, seat in enumerate(self.seats))
        return tuple(rendered(view, self.render_mode) for view in views)
