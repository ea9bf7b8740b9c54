"""What all tests share: a made-up game, Chromium for browser tests, the asyncio backend, Hypothesis' settings."""

import gc
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

import rookery
from rookery.core.compiling.machine_code import Use, use, use_machine_code
from tests import needs
from tests.reach import changed, reach
from tests.tiny.lab import Lab

# a first example may compile a kernel, which takes seconds and says nothing about the code under test
settings.register_profile("rookery", deadline=None)
settings.load_profile("rookery")

os.environ.setdefault("ROOKERY_EXAMPLES", "True")  # servers that tests start offer all games
# shells start what runs in the background deaf to Ctrl-C, and all processes that tests start would inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = Path(__file__).parent
CHROMIUM = needs.CHROMIUM.found()
BROWSER_PROCESSES, FEWEST_OTHERS = ("gw0", "gw1", "gw2"), 2


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--since", metavar="COMMIT", help="run only what the change since this commit can reach")


class ByFile(LoadScopeScheduling):  # type: ignore[misc]  # the library has no types
    """Gives each process whole files, so that what a file makes for its tests is made once, and all tests of the house,
    which read the same files; one by one those that are long, in a browser and in the soak.

    Tests in a browser wait more than they calculate: from the beginning some processes take nothing else, beside the
    others, which take what is left of them in the end. Those processes need not know other tests."""

    registered_collections: dict[Any, list[str]]
    assigned_work: dict[Any, Any]
    collection: list[str] | None

    def schedule(self) -> None:
        """Few tests go to processes that know all."""
        if self.collection is None:
            known, assigned = self.registered_collections, self.assigned_work
            by_size = sorted(known, key=lambda node: -len(known[node]))
            self.registered_collections = {node: known[node] for node in by_size}
            self.assigned_work = {node: assigned[node] for node in by_size}
        super().schedule()

    def _check_nodes_have_same_collection(self) -> bool:
        return True

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith("tests/house/"):
            return "tests/house"
        alone = _in_browser(nodeid) or self.config.getoption("markexpr") == "soak"
        return nodeid if alone else nodeid.partition("::")[0]

    def _assign_work_unit(self, node: Any) -> None:
        others = [one for one in self.nodes if one.gateway.id not in BROWSER_PROCESSES and not one.shutting_down]
        knows_all = len(self.registered_collections[node]) == len(self.collection or [])
        for_browser = node not in others and (len(others) >= FEWEST_OTHERS or not knows_all)
        wanted = [scope for scope in self.workqueue if _in_browser(scope) == for_browser]
        if for_browser and not wanted:
            node.shutdown()  # asyncio in a process that has had Playwright would fail
            return
        self.workqueue.move_to_end(next(iter(wanted or self.workqueue)), last=False)
        super()._assign_work_unit(node)


def _in_browser(nodeid: str) -> bool:
    return nodeid.startswith("tests/browser/")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    return ByFile(config, log)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """In a whole run, a process for tests in a browser reads no others: that would take it ten seconds."""
    worker: dict[str, Any] = getattr(config, "workerinput", {})
    others = worker.get("workercount", 0) - len(BROWSER_PROCESSES)
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if worker.get("workerid") not in BROWSER_PROCESSES or others < FEWEST_OTHERS or not whole:
        return None
    return True if collection_path.parent == TESTS and collection_path.name != "browser" else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: to look through it again and again for garbage takes a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what a change cannot reach, if that was asked. Mark tests that open a browser, move them to the end,
    and skip them where there is no Chromium."""
    if since := config.getoption("--since"):
        reached = reach(changed(since))
        spared = [item for item in items if not reached.has(*_file_and_games(item))]
        config.hook.pytest_deselected(items=spared)
        left_out = {*spared}
        items[:] = [item for item in items if item not in left_out]
    in_browser = [item for item in items if "playwright" in getattr(item, "fixturenames", ())]
    for item in in_browser:
        item.add_marker("browser")
        if CHROMIUM is None:
            item.add_marker(pytest.mark.skip(reason=needs.CHROMIUM.reason))
    # Playwright leaves its event loop running in this thread until the session ends: asyncio tests after it would fail
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def _file_and_games(item: pytest.Item) -> tuple[str, list[object]]:
    """The path of a test in the project, and what it is made for, among that its game."""
    params: dict[str, object] = getattr(getattr(item, "callspec", None), "params", {})
    return item.path.relative_to(item.config.rootpath).as_posix(), [
        each for each in params.values() if isinstance(each, str)
    ]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """Say at the very end what was skipped for want of a program. Of several processes only the first one prints."""
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        line = needs.closing_line(str(report.longrepr) for report in reporter.stats.get("skipped", ()))
        if line:
            reporter.write_line(line, yellow=True)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """pytest-playwright's launch settings, with the system's Chromium, quiet and inside a container's limits. All
    windows of a browser share one process that draws them: to start one for each takes a tenth of these tests' time."""
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"]
    container = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": [*quiet, *container, "--renderer-process-limit=1"],
    }


@pytest.fixture
def machine_code() -> Iterator[None]:
    """Kernels that run for the first time get machine code, as in a process that measures."""
    before = use()
    use_machine_code(Use.FIRST)
    yield
    use_machine_code(before)


@pytest.fixture(params=rookery.slugs())
def slug(request: pytest.FixtureRequest) -> str:
    """Every game found."""
    return str(request.param)


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> Lab:
    """The made-up game Tiny, found like any other until the test is over, and ways to break it."""
    return Lab(monkeypatch)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Tests marked `anyio` run on asyncio, as the server does."""
    return "asyncio"
