"""Copies of modules with a fault in one of them, beside the modules themselves."""

import functools
import importlib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple


class Fault(NamedTuple):
    file: str
    text: str  # occurs once
    broken: str


class Copied(NamedTuple):
    """What is copied. The names of all copies begin with one package."""

    folder: Path  # in which the files of faults are named
    files: Mapping[str, Path | None]  # name of a copy -> file; None: a package that has none
    renamed: tuple[tuple[str, str], ...]  # the name of a module or package, and that of its copy


def faults(texts: Mapping[str, Mapping[str, str]]) -> list[Fault]:
    """`texts`: by file; each is a text of it, and what it becomes."""
    return [Fault(file, *text) for file, found in texts.items() for text in found.items()]


def broken(text: str, fault: Fault) -> str:
    assert text.count(fault.text) == 1, fault
    return text.replace(fault.text, fault.broken)


def files_of(folder: Path, name: str) -> dict[str, Path]:
    """The files of a package, by the names of their copies."""
    files = {".".join([name, *path.relative_to(folder).with_suffix("").parts]): path for path in folder.rglob("*.py")}
    return {copy.removesuffix(".__init__"): path for copy, path in files.items()}


def renamed(file: Path, names: tuple[tuple[str, str], ...], fault: Fault | None = None) -> CodeType:
    """The code of a file that imports copies."""
    text = file.read_text("utf-8")
    if fault is not None:
        text = broken(text, fault)
    for name, copy in names:
        text = re.sub(rf"\b{re.escape(name)}\b", copy, text)
    return compile(text, str(file), "exec")


whole = functools.cache(renamed)


class Copies(MetaPathFinder, Loader):
    """Imports the copies."""

    def __init__(self, copied: Copied, fault: Fault | None) -> None:
        self.copied, self.fault = copied, fault

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self.copied.files:
            return None
        file = self.copied.files[fullname]
        return ModuleSpec(fullname, self, is_package=file is None or file.name == "__init__.py")

    def exec_module(self, module: ModuleType) -> None:
        folder, files, names = self.copied
        file = files[module.__name__]
        module.__file__ = str(file)
        if self.fault is not None and file == folder / self.fault.file:
            exec(renamed(file, names, self.fault), vars(module))
        elif file is not None:
            exec(whole(file, names), vars(module))


@contextmanager
def planted(copied: Copied, fault: Fault | None, name: str) -> Iterator[ModuleType]:
    """The copy of this name, while there is this fault in one of them."""
    copies, package = Copies(copied, fault), name.partition(".")[0]
    sys.meta_path.insert(0, copies)
    try:
        yield importlib.import_module(name)
    finally:
        sys.meta_path.remove(copies)
        for one in [one for one in sys.modules if one.partition(".")[0] == package]:
            del sys.modules[one]
