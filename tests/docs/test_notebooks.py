"""Notebooks run from top to bottom, each in a fresh kernel and an empty folder, and are committed without results."""

import json
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from docs.site.build import NOTEBOOKS

FOUND = sorted(NOTEBOOKS.glob("*.ipynb"))
# fewer than a reader plays; each notebook says in its first cell where it reads this
GAMES = {"train_an_agent": 3, "write_a_bot": 2}
USUAL = 300
LONG = ("change_a_card_set", "train_an_agent", "write_a_bot")  # they compile a game of their own, a network, a bot
_LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")


def test_there_are_notebooks() -> None:
    assert len(FOUND) >= 4


@pytest.mark.parametrize(
    "file", [pytest.param(path, id=path.stem, marks=[pytest.mark.soak] * (path.stem in LONG)) for path in FOUND]
)
def test_a_notebook_runs(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROOKERY_GAMES", str(GAMES.get(file.stem, USUAL)))
    monkeypatch.delenv("MPLBACKEND", raising=False)  # else plots are drawn for nobody
    notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]  # nbformat has no types
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in shown for kind in output.get("data", {})}
    assert {"image/svg+xml", "image/png"} <= kinds, "pictures of positions, and plots"
    assert not [output["text"] for output in shown if output.get("name") == "stderr"], "no warnings"


@pytest.mark.parametrize("file", FOUND, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_results(file: Path) -> None:
    text = file.read_text("utf-8")
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert text == json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "as Jupyter writes it"


@pytest.mark.parametrize("file", FOUND, ids=lambda path: path.stem)
def test_links_of_a_notebook_lead_somewhere(file: Path) -> None:
    texts = ["".join(cell["source"]) for cell in json.loads(file.read_text("utf-8"))["cells"]]
    missing = [link for text in texts for link in _LINK.findall(text) if not (file.parent / link).exists()]
    assert not missing
