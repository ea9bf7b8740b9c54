"""The machine on which something was measured, in words that stand beside the figures."""

import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import rookery


def machine() -> dict[str, Any]:
    """The machine and the versions, and the time of the measurement."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "rookery": rookery.__version__,
        **{name: version(name) for name in ("numpy", "numba")},
    }


def machine_words(where: Mapping[str, Any] | None = None) -> str:
    """A result of `machine` (by default of this machine now) as a line of text."""
    return ", ".join(f"{name} {value}" for name, value in (where or machine()).items())


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()
