"""The engine of a static site, in a browser: it says what the library says, and leaves the tables alone."""

import json
import random
import re
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

import rookery
from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.search import analyse
from tests.browser.conftest import OpenWindow
from tests.browser.site import FileServer
from tests.often import KINDS

START = 60_000  # ms until an answer comes, on a machine with other things to do
SIMULATIONS = 400
OPEN_GAME, WITH_SECRETS = KINDS
THINKS = "Easy"
# Starts `size` workers of the engine, which speak as the page's own crew does (web/src/engine/engine.ts).
CREW = """([files, size]) => {
  window.told = []
  window.crew = Array.from({ length: size }, (_, place) => {
    const worker = new Worker(files.find((path) => path.includes('/engine_worker-')), { type: 'module' })
    worker.ready = new Promise((ready, failed) => {
      worker.onerror = failed
      worker.onmessage = ({ data }) => {
        if (data.kind === 'ready') ready()
        else if (data.kind === 'failed') failed(new Error(data.words))
        else if (data.what === 'part')
          crew[0].postMessage({ kind: 'hear', number: data.number, place, part: data.text })
        else told.push(data)
      }
    })
    const site = JSON.parse(document.getElementById('site').textContent)
    const base = new URL('engine/', document.baseURI).href
    worker.postMessage({ kind: 'start', base, files: site.engine })
    return worker
  })
  return Promise.all(crew.map((worker) => worker.ready)).then(() => {})
}"""
ASK = """([number, question]) => crew.forEach((worker, place) =>
  worker.postMessage({ kind: 'analyse', number, question, place, workers: crew.length }))"""
DONE = """(number) => told.some((each) =>
  each.number === number && (each.what === 'refused' || JSON.parse(each.text).done))"""


def crew(window: OpenWindow, site: FileServer, size: int) -> Page:
    """A page of the site with workers of the engine."""
    page = window().page
    page.goto(site.link)
    scripts = [f"{site.link}{path}" for path in site.paths if path.startswith("assets/")]
    page.evaluate(CREW, [scripts, size])
    return page


def view_in(slug: str, plies: int = 4) -> Position:
    """What the mover sees after some plies."""
    position = rookery.load(slug).start(seed=4)
    for ply in range(plies):
        position = position.after(position.legal_actions[ply % len(position.legal_actions)])
        position = position.settled(Generator(ply))
    assert position.mover is not None
    return position.view(position.mover)


def asked(view: Position, **limits: Any) -> str:
    return json.dumps({"view": view.to_json(), **limits})


def answers(page: Page, number: int) -> list[Any]:
    """All that was told of a question."""
    told = page.evaluate("(number) => told.filter((each) => each.number === number)", number)
    assert {each["what"] for each in told} <= {"answer"}, told
    return [json.loads(each["text"]) for each in told]


def without_time(analysis: Any) -> Any:
    return {name: value for name, value in analysis.items() if name != "seconds"}


@pytest.mark.parametrize("slugs", [KINDS, pytest.param(rookery.slugs(), marks=pytest.mark.soak)], ids=["kinds", "all"])
def test_it_says_what_the_library_says_until_it_is_stopped(
    window: OpenWindow, site: FileServer, slugs: Sequence[str]
) -> None:
    page = crew(window, site, 2)
    for number, slug in enumerate(slugs):
        view = view_in(slug)
        page.evaluate(ASK, [number, asked(view, simulations=SIMULATIONS, seed=6, every=0)])
        page.wait_for_function(DONE, arg=number, timeout=START)
        told = answers(page, number)
        expected = msgspec.to_builtins(analyse(view, simulations=SIMULATIONS, seed=6, workers=2))
        assert without_time(told[-1]["analysis"]) == json.loads(json.dumps(without_time(expected))), slug

    endless, quick, whole = range(100, 103)
    page.evaluate(ASK, [endless, asked(view_in(WITH_SECRETS), every=0.1)])
    page.wait_for_function(
        "(number) => told.filter((each) => each.number === number).length >= 4", arg=endless, timeout=START
    )
    page.evaluate("(number) => crew.forEach((worker) => worker.postMessage({ kind: 'stop', number }))", endless)
    page.evaluate(ASK, [quick, asked(view_in(WITH_SECRETS), simulations=100)])  # answered though `endless` had no end
    page.wait_for_function(DONE, arg=quick, timeout=START)
    told = answers(page, endless)
    searched = [each["analysis"]["positions"] for each in told]
    assert searched == sorted(set(searched))
    assert not any(each["done"] for each in told)
    page.wait_for_timeout(400)
    assert len(answers(page, endless)) == len(told)

    position = rookery.load(WITH_SECRETS).start(seed=4)
    page.evaluate(ASK, [whole, json.dumps({"view": position.to_json(), "simulations": 10})])
    page.wait_for_function(
        "(number) => told.filter((each) => each.number === number).length === crew.length", arg=whole, timeout=START
    )
    refused = page.evaluate("(number) => told.filter((each) => each.number === number)", whole)
    assert {(each["what"], each["text"]) for each in refused} == {
        ("refused", "the engine is given what one seat sees, and this is a whole position")
    }


# Whenever a bot is to think, the worker of the tables is asked something at once.
WATCH = """
window.seen = []
window.Worker = class extends Worker {
  constructor(address, options) {
    super(address, options)
    this.addEventListener('message', ({ data }) => {
      if (data.kind === 'advise') {
        seen.push('asked')
        this.postMessage({ kind: 'request', id: -1, method: 'GET', path: '/api/status', body: '' })
      } else if (data.kind === 'reply' && data.id === -1) seen.push('free')
      else if (data.kind === 'told') seen.push(data.what)
    })
  }
}"""


def test_bots_leave_the_worker_of_the_tables_free(window: OpenWindow, site: FileServer) -> None:
    screen = window()
    page = screen.page
    page.add_init_script(WATCH)
    page.goto(f"{site.link}?game={WITH_SECRETS}")
    page.locator("fieldset", has_text="Strength").get_by_role("radio", name=re.compile(f"^{THINKS} ")).check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(screen.board).to_be_visible(timeout=START)
    screen.play_on(2, screen.click, random.Random(5))
    screen.wait_for_turn()
    seen = page.evaluate("seen")
    in_time = sum(seen[at : at + 3] == ["asked", "free", "advice"] for at in range(0, len(seen), 3))
    assert in_time > len(seen) // 6, "on a busy machine a bot may now and then be done before anything is answered"
