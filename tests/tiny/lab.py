"""Tiny as a game that is found, and ways to break it."""

import importlib
from collections.abc import Callable
from dataclasses import replace
from types import FunctionType, MappingProxyType
from typing import Any

import pytest

from rookery.core import registry
from rookery.core.position import Game, Position
from rookery.core.protocol import States
from rookery.core.scene import Scene
from rookery.search.plan import engine
from rookery.testing import evaluator_laws


class PlainBindings:
    """core/bindings.py without compiling: verbs are looked up at each call, so that mutants are seen."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def __getattr__(self, verb: str) -> Callable[..., Any]:
        def ask(states: States, i: int, *rest: Any) -> Any:
            return getattr(self._rules, verb)(states[i], *rest)

        return ask


class Lab:
    """A whole Tiny, found by its slug; each method changes something of it until the test is over."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        packages = {**registry._packages(), "tiny": "tests.tiny"}
        patch.setattr(registry, "_packages", lambda: MappingProxyType(packages))
        self.game: Game = registry.load("tiny")
        patch.setitem(self.game.__dict__, "bindings", PlainBindings(self.game.rules))

    def rules(self, **verbs: Any) -> None:
        self._change(self.game.rules, verbs)

    def evaluator(self, **verbs: Any) -> None:
        self._change(importlib.import_module(self.game.evaluator), verbs)

    def observer(self, **names: Any) -> None:
        self._change(self.game.observer, names)

    def notation(self, **functions: Any) -> None:
        self._change(self.game.notation, functions)

    def scenery(self, **functions: Any) -> None:
        self._change(self.game.scenery, functions)

    def without(self, name: str) -> None:
        """The scenery has no such function."""
        self._patch.delattr(self.game.scenery, name)

    def facts(self, **facts: Any) -> None:
        self._patch.setattr(self.game, "facts", replace(self.game.facts, **facts))

    def settings(self, **tables: Any) -> None:
        """Tables of engine.toml."""
        settings = replace(engine(self.game), **tables)
        self._patch.setattr(evaluator_laws, "engine", lambda game: settings)

    def files(self, **texts: str) -> None:
        for name, text in texts.items():
            self._patch.setitem(self.game.__dict__, name, text)

    def text(self, file: str, text: str) -> None:
        """Another text of that file: its verbs or functions, or its facts."""
        module = importlib.import_module(f"tests.tiny.{file.removesuffix('.py')}")
        names: dict[str, Any] = {"__name__": module.__name__}
        exec(text, names)
        if "FACTS" in names:
            self._patch.setattr(self.game, "facts", names["FACTS"])
        else:
            self._change(module, {name: value for name, value in names.items() if isinstance(value, FunctionType)})

    def scene(self, change: Callable[[Scene], Scene]) -> None:
        whole = self.game.scenery.scene

        def scene(view: Position, facing: int) -> Scene:
            return change(whole(view, facing))

        self._patch.setattr(self.game.scenery, "scene", scene)

    def _change(self, module: Any, names: dict[str, Any]) -> None:
        for name, value in names.items():
            self._patch.setattr(module, name, value)
