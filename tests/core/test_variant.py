"""A game with other components is a folder of the cache, kept as long as it is used."""

import os
import sys
from pathlib import Path

import pytest

import rookery
from rookery.core import kernel
from rookery.core.variant import _made


def test_a_variant_is_forgotten_a_month_after_its_last_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    file = next(path for title in rookery.titles() for path in sorted(rookery.load(title).path.glob("*.toml")))
    asked = file.parent.name, ((file.name, f"# of a test\n{file.read_text('utf-8')}"),)
    folder = _made.__wrapped__(*asked).path.parents[1]
    assert folder.parent == tmp_path
    os.utime(folder, (0, 0))
    path = _made.__wrapped__(*asked).path  # as in another process
    kernel._forget_old()
    assert (path / "rules.py").exists()
    os.utime(folder, (0, 0))
    kernel._forget_old()
    assert not folder.exists()
