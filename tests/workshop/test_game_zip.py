"""A game as a file, and every game here as one that an author may change."""

import base64
import json

import pytest

import rookery
from rookery.site.games_to_change import game_to_change, games_to_change
from rookery.workshop.game_zip import NoGameInFile, renamed, unzipped, zipped
from tests.hostile_games import FILES, HONEST, HostileFile
from tests.often import KINDS, in_ci
from tests.workshop.conftest import SLUG, PagePython


def opened(slug: str, python: PagePython) -> dict[str, str]:
    """The texts of a copy."""
    game = rookery.load(slug)
    data = base64.b64encode(game_to_change(game)).decode()
    texts: dict[str, str] = python("texts_in", SLUG, data)["texts"]
    assert not [place for place, text in texts.items() if f"from {game.package}" in text]
    made = python.opened(texts)
    assert made["failure"] is None
    assert (made["card"]["slug"], made["card"]["name"]) == (SLUG, f"My {game.facts.name}")
    return texts


def test_a_copy_of_every_game_opens_under_another_name(slug: str, python: PagePython) -> None:
    assert opened(slug, python)


@in_ci(KINDS[0])
def test_a_copy_of_every_game_keeps_the_laws(slug: str, python: PagePython) -> None:
    opened(slug, python)
    laws = python("laws", SLUG, 1)
    assert laws["result"] == "holds", laws


def test_a_game_goes_into_a_file_under_its_own_name_and_comes_back(python: PagePython) -> None:
    texts = python("start_texts", SLUG, "Last Match", "cards")
    made = python("zip_of", SLUG, json.dumps(texts), "Last Match")
    assert made["slug"] == "last_match"
    package, own = unzipped(base64.b64decode(made["data"]))
    assert package == "last_match"
    assert "from last_match.facts import" in own["rules.py"]
    assert python("texts_in", SLUG, made["data"]) == {"texts": texts}
    assert python("zip_of", SLUG, json.dumps(texts), "class")["slug"] == SLUG, "what can be no package keeps its name"


def test_a_site_has_a_file_for_each_of_its_games() -> None:
    games = [rookery.load(slug) for slug in rookery.slugs()[:2]]
    made = games_to_change(games, "python/")
    assert [one["name"] for one in made.listed] == [game.facts.name for game in games]
    assert [(one["file"], one["bytes"]) for one in made.listed] == [(k, len(data)) for k, data in made.files.items()]


def test_only_texts_below_the_facts_are_taken() -> None:
    """As people pack games: in a folder of a project, with tests beside it and what their machine puts there."""
    beside = {"a/tests/facts.md": b"", "a/one/../../x.py": b"", "a/one/a.jsonl": b"", "a/one/__pycache__/a.pyc": b""}
    package, texts = unzipped(zipped({"a/one/facts.py": HONEST, "a/one/rules/b.py": b"c", **beside}))
    assert (package, {*texts}) == ("one", {"facts.py", "rules/b.py"})


def test_only_imports_and_the_slug_are_renamed() -> None:
    texts = {
        "facts.py": HONEST.decode(),
        "rules.md": "from one.x",
        "a.py": "import ones\nfrom one import b  # one\nx = 'one'",
    }
    made = renamed(texts, "one", "two")
    assert made["facts.py"] == 'from two.rules import LINE\nFACTS = Facts(slug="two", name="One")\n'
    assert made["a.py"] == "import ones\nfrom two import b  # one\nx = 'one'"
    assert made["rules.md"] == texts["rules.md"]
    assert renamed(made, "two", "one") == texts


@pytest.mark.parametrize("file", [pytest.param(file, id=does) for does, file in FILES.items()])
def test_what_holds_no_game_is_refused_in_a_sentence(file: HostileFile) -> None:
    """Of a file that holds one, only the texts of that game are taken."""
    if file.page:
        with pytest.raises(NoGameInFile, match=file.page):
            unzipped(file.data())
    else:
        package, texts = unzipped(file.data())
        assert (package, texts["facts.py"]) == ("one", HONEST.decode())
        assert {*texts} <= {"facts.py", "rules.md"}
