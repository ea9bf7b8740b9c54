"""A game as a PettingZoo AEC environment: every seat is an agent, and they act in turn.

    env = rookery.envs.pettingzoo("blockers", players=4, render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        ended = termination or truncation
        env.step(None if ended else env.action_space(agent).sample(info["action_mask"]))

Seats decide in turn, so Rookery has no parallel environment; PettingZoo's `turn_based_aec_to_parallel` makes one.
"""

from typing import Any, SupportsIndex

import numpy as np
from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv

from rookery.core.chance import stream_from
from rookery.core.errors import GameOver, IllegalAction, UnknownOption, one_of
from rookery.core.position import Position
from rookery.core.protocol import OVER, Array
from rookery.envs.arguments import check_seed
from rookery.envs.gym_spaces import action_space, observation_space
from rookery.envs.one import OneGame
from rookery.envs.pictures import RENDER_MODES, Picture, check_mode, rendered


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Agents are player_0, player_1, ...; the environment plays chance, from the seed of `reset`.

    observations  {"observation": [N] np.int8, "action_mask": [A] np.int8}; the mask is also in `infos`, and is
                  zeros for agents that do not decide
    rewards       the utilities, -1 .. 1, when the game ends; 0 before
    position      the whole position, for inspection

    An illegal action is refused (IllegalAction) and changes nothing. Copies and pickles keep the position and the
    future luck."""

    def __init__(self, start: Position, render_mode: str | None = None) -> None:
        """Raises CannotPlay, UnknownOption."""
        slug, version = start.game.facts.slug, start.game.facts.rules_version
        self.metadata = {
            "name": f"{slug}_v{version}",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = check_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(start.players)]
        self.agents: list[str] = []
        self._begun = False
        self._one = OneGame(start)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observations = {agent: observation_space(start.game) for agent in self.possible_agents}
        self._actions = {agent: action_space(start.game) for agent in self.possible_agents}
        self._nothing: Array = np.zeros(start.game.facts.seat_actions, np.int8)
        self._nothing.flags.writeable = False  # it is lent to all agents that do not decide
        self._luck = stream_from(np.random.default_rng())

    @property
    def position(self) -> Position:
        return self._one.position

    def observation_space(self, agent: str) -> Dict:
        return self._observations[self._agent(agent)]

    def action_space(self, agent: str) -> Discrete:
        return self._actions[self._agent(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; without a seed, the random stream continues. `options` is ignored. Raises CannotPlay if
        games from this position end before a seat decides, and ValueError for an invalid seed."""
        if (seed := check_seed(seed)) is not None:
            self._luck = stream_from(np.random.default_rng(seed))
        self.agents, self._begun = [], False
        self._one.reset(self._luck)
        self._begun = True
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._nothing} for agent in self.agents}
        self._skip_agent_selection = None
        self._select(self._one.seat)

    def step(self, action: SupportsIndex | None) -> None:
        """Play an action of `agent_selection`; after the end, None removes that agent. Raises IllegalAction
        (GameOver)."""
        self._check_going(bool(self.agents))
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise GameOver(f"{action} cannot be played: the game is over; step(None) removes {agent}")
            self._was_dead_step(None)
            return
        if action is None:
            raise IllegalAction(f"{agent} has to play; step(None) is allowed only after the end")
        seat = self._one.step(action)
        self.infos[agent] = {"action_mask": self._nothing}
        if seat == OVER:
            self.rewards = dict(zip(self.agents, self._one.utilities(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self._select(seat)
        if self.render_mode == "human":
            self.render()

    def _select(self, seat: int) -> None:
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {"action_mask": self._one.mask()}

    def _check_going(self, going: bool) -> None:
        if not going:
            raise GameOver("no game is in progress; reset() begins one")

    def _agent(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise UnknownOption(f"there is no agent {agent!r}; {one_of(str(agent), self.possible_agents)}")
        return agent

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The agent to act, until all agents have been removed. Raises GameOver before `reset`."""
        self._check_going(self._begun)
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward, ends and info of `agent_selection`. Raises GameOver before `reset` and when no agent is
        left."""
        self._check_going(bool(self.agents))
        return super().last(observe)  # type: ignore[no-any-return]  # PettingZoo has no types

    def observe(self, agent: str) -> dict[str, Array]:
        """The observation of an agent. Raises UnknownOption, GameOver before `reset`."""
        seat = self._seats[self._agent(agent)]
        self._check_going(self._begun)
        info = self.infos.get(agent)
        mask = self._nothing if info is None else info["action_mask"]
        return {"observation": self._one.observation(seat), "action_mask": mask}

    def render(self) -> Picture:
        """The picture that a spectator may see. Raises MissingExtra."""
        return rendered(self.position.view(), self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
