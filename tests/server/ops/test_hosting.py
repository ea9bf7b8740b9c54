"""docs/hosting.md, docs/settings.md, the systemd unit and deploy/ agree with the server."""

import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

import rookery.server
from rookery.core.environment import NOTEBOOK_GAMES, PREFIX, VARIABLES
from rookery.server.api import exchange
from rookery.server.config import Config
from rookery.server.http import uvicorn_http, uvicorn_server
from rookery.server.telemetry import metrics
from rookery.server.wire import messages
from tests.house.sources import files

ROOT = Path(__file__).parents[3]
HOSTING, SETTINGS = ((ROOT / "docs" / name).read_text("utf-8") for name in ("hosting.md", "settings.md"))
UNIT = Path(rookery.server.__file__).with_name("rookery.service")
CONTAINER = ROOT / "deploy" / "Containerfile"
IMAGE = CONTAINER.read_text("utf-8")
DEPLOYED = (CONTAINER, CONTAINER.with_name("compose.yaml"))
# settings whose default is described in words
WORDS = (
    "database",
    "bus",
    "page",
    "workshop",
    "engine",
    "offered",
    "bot_workers",
    "trusted_proxies",
    "origins",
    "site",
    "push_key",
    "metrics_token",
)


def test_every_setting_is_told_with_its_usual_value() -> None:
    told = re.findall(r"^\| `ROOKERY_(\w+)` \| ([^|]+) \| [^|]+ \|$", SETTINGS, re.M)
    fields = {field.name: field.default for field in msgspec.structs.fields(Config)}
    assert [name.lower() for name, _ in told] == list(fields), "in the order of config.py"
    wrong = [name for name, usual in told if (low := name.lower()) not in WORDS and usual != f"`{fields[low]}`"]
    assert not wrong


def test_settings_named_anywhere_exist() -> None:
    """A server would refuse to start with any other: in the settings of tests and benchmarks, too."""
    known = {PREFIX + field.name.upper() for field in msgspec.structs.fields(Config)} | {*VARIABLES, NOTEBOOK_GAMES}
    written = files("src", "tests", "benchmarks", "docs", "examples", suffixes=(".py", ".md", ".ipynb"))
    written.remove(ROOT / "tests" / "server" / "http" / "test_serve.py")  # it tests the refusal of a wrong name
    named = {path: set(re.findall(rf"\b{PREFIX}\w+", path.read_text("utf-8"))) for path in [*written, UNIT, *DEPLOYED]}
    assert {str(path.relative_to(ROOT)): names - known for path, names in named.items() if names - known} == {}


def test_figures_named_exist() -> None:
    scraped = metrics.scrape().decode()
    named = set(re.findall(r"`(rookery_\w+)", HOSTING))
    assert named
    assert [name for name in named if f"# TYPE {name} " not in scraped] == []


def test_limits_are_as_told() -> None:
    for size, what in (
        (messages.MAX_MESSAGE_BYTES, "message"),
        (exchange.MAX_BODY_BYTES, "order"),
        (uvicorn_http.MAX_HEADER_BYTES, "head"),
    ):
        assert re.search(rf"{what}[^,.]* {size // 1024} KB", HOSTING.replace("\n", " ")), what


def test_a_stop_takes_as_long_as_told() -> None:
    assert f"in {uvicorn_server.EXIT_DEADLINE} seconds whatever happens" in " ".join(HOSTING.split())
    assert f"{uvicorn_server.EXIT_DEADLINE} seconds at most" in UNIT.read_text("utf-8")
    assert f"{uvicorn_server.EXIT_DEADLINE} seconds at most" in IMAGE
    (patience,) = re.findall(r"^TimeoutStopSec=(\d+)$", UNIT.read_text("utf-8"), re.M)
    assert int(patience) > uvicorn_server.EXIT_DEADLINE > uvicorn_server.SHUTDOWN_TIMEOUT


def test_the_unit_is_where_the_page_says_that_pip_puts_it() -> None:
    """It is part of the package, so that every wheel contains it."""
    (where,) = re.findall(r"^sudo cp (\S+) /etc/systemd/system/$", HOSTING, re.M)
    assert UNIT.is_file()
    assert Path("/", where).parts[-3:] == UNIT.parts[-3:]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this machine has no systemd")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text("utf-8").replace("/opt/rookery/bin/rookery", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, [line for line in done.stderr.splitlines() if unit.name in line]) == (0, [])
