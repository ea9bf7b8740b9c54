"""What games of strangers could do to a page: hostile drawings, rules and frames, in a real browser."""

from pathlib import Path

from rookery.testing import drawing_faults
from tests.browser.conftest import OpenWindow
from tests.browser.site import FOLDER, FileServer
from tests.hostile_games import DRAWINGS, RULES_PAGES

HOSTILE = ("evil", "hit", "javascript", "position", "popover", '"panel', "blur")
MOST_MS = 10_000  # that a page may need for one file, on a slow machine with other things to do
CLEANED = """async ([chunk, kind, text]) => {
  const module = await import(chunk)
  const begun = performance.now()
  const shown = document.createElement('div')
  shown.innerHTML = module[kind](text)
  document.body.append(shown)
  shown.getBoundingClientRect()
  const time = performance.now() - begun
  await new Promise((resolve) => setTimeout(resolve, 100))
  const seen = [getComputedStyle(document.body).display, window.hit ?? 0, shown.innerHTML]
  shown.remove()
  return [time, ...seen]
}"""
HIT = """async ([chunk, text]) => {
  const module = await import(chunk)
  const shown = document.createElement('div')
  shown.style = 'position: fixed; inset: 0 auto auto 0; width: 80px; z-index: 9'
  shown.innerHTML = module.cleanedSvg(text)
  document.body.append(shown)
  const hit = document.elementFromPoint(40, 40).localName
  shown.remove()
  return hit
}"""
USED = "<svg viewBox='0 0 8 8'>%s<defs><g id='p'><path class='hole' d='M0 0h8v8H0z'/></g></defs><use href='#p'/></svg>"
FRAMED = """(address) => new Promise((resolve) => {
  const frame = document.createElement('iframe')
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => resolve('it ran')
  frame.onload = () => {
    frame.contentWindow.postMessage('postMessage(1)', '*', [port2])
    setTimeout(() => resolve('nothing'), 1000)
  }
  frame.src = address
  document.body.append(frame)
})"""


def test_nothing_hostile_is_left_of_drawings_and_rules(
    window: OpenWindow, site: FileServer, foreseen: list[str]
) -> None:
    foreseen.append("The action has been blocked")  # said of text that is parsed, before it is cleaned
    page = window().page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site.link)
    [chunk] = [Path(path) for path in site.paths if "/cleaned_markup" in path and path.endswith(".js")]
    drawings = {name: ("cleanedSvg", f"<svg viewBox='0 0 8 8'>{text}</svg>") for name, text in DRAWINGS.items()}
    rules = {name: ("cleanedHtml", text) for name, text in RULES_PAGES.items()}
    for name, told in (drawings | rules).items():
        time, display, hit, left = page.evaluate(CLEANED, [f"/{FOLDER}/{chunk}", *told])
        assert (display, hit) == ("block", 0), name
        assert [url for url in asked if "evil" in url] == [], name
        found = [it for it in HOSTILE if it in left]
        assert not found, name
        assert time < MOST_MS, name


def test_what_a_drawing_may_have_is_kept(window: OpenWindow, site: FileServer, foreseen: list[str]) -> None:
    """Authors are told of what is left out by the same lists (src/rookery/testing/drawing_faults.py)."""
    foreseen.append("Error: <")  # said of attributes with such a value
    parts = [f"<{name}/>" for name in drawing_faults.ELEMENTS]
    parts += [f'<g {name}="#1"/>' for name in drawing_faults.ATTRIBUTES if not name.startswith("xmlns")]
    looks = [f"{name}: {'none' if name == 'filter' else 'inherit'}" for name in drawing_faults.DRAWN_LOOKS]
    page = window().page
    page.goto(site.link)
    [chunk] = [Path(path) for path in site.paths if "/cleaned_markup" in path and path.endswith(".js")]
    for text, kept in (
        ("".join(parts), [part.rstrip("/>") for part in parts]),
        (f"<style>.a {{ {'; '.join(looks)} }}</style>", looks),
    ):
        left = page.evaluate(CLEANED, [f"/{FOLDER}/{chunk}", "cleanedSvg", f"<svg>{text}</svg>"])[-1]
        assert [part for part in kept if part not in left] == []


def test_the_looks_of_a_drawing_reach_its_parts_that_are_used(window: OpenWindow, site: FileServer) -> None:
    """What is not painted is not hit."""
    page = window().page
    page.goto(site.link)
    [chunk] = [Path(path) for path in site.paths if "/cleaned_markup" in path and path.endswith(".js")]
    hit = [
        page.evaluate(HIT, [f"/{FOLDER}/{chunk}", USED % style])
        for style in ("", "<style>.hole { fill: none }</style>")
    ]
    assert hit[0] == "use"
    assert hit[1] != "use"


def test_a_frame_without_a_sandbox_runs_nothing(window: OpenWindow, site: FileServer) -> None:
    """Else another site that frames it could run programs that reach what the page keeps."""
    page = window().page
    page.goto(site.link)
    assert page.evaluate(FRAMED, f"{site.link}sandbox.html") == "nothing"
