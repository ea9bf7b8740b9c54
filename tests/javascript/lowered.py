"""Small modules of Python, as tests write them: run as they are, and lowered."""

import atexit
import functools
import importlib.util
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from rookery.core.protocol import Fields
from rookery.javascript.page_module import ModuleText, layout_of, page_text

HEAD = """
import asyncio, contextlib, functools, itertools, operator, re, textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as dataclass_replace
from typing import Annotated, Any, NamedTuple, cast
import numpy as np
from msgspec import Struct
from msgspec import field as field_of
from msgspec.structs import replace
from rookery.core.bits import count_bits, lowest_bit, without_lowest
from rookery.core.numbers import copies_of, packed_of
from rookery.core.protocol import Array, Fields, cell, packed
"""


@functools.cache
def _folder() -> Path:
    held = tempfile.TemporaryDirectory()
    atexit.register(held.cleanup)
    return Path(held.name)


def module_of(text: str) -> ModuleType:
    """A module with this text after HEAD."""
    name = f"page_{abs(hash(text))}"
    path = _folder() / f"{name}.py"
    path.write_text(HEAD + text, "utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def lowered(module: ModuleType, *names: str, of_game: bool = False) -> str:
    """Functions of the module (of none, f), and all that they reach. `of_game`: as of a game, even if it has no states.
    Raises NotInLanguage."""
    page = ModuleText(getattr(module, "State", Fields if of_game else None))
    roots = {name: page.reference(getattr(module, name)) for name in names or ("f",)}
    page.lower()
    layout = layout_of(module.State, module.STATE) if hasattr(module, "State") else []
    return page_text(page, roots, layout)
