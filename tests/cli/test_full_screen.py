"""The full screen, played by keys and mouse as a person would."""

import os
import threading
from pathlib import Path

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

import rookery
from rookery.cli.local_game import LocalGame
from rookery.cli.screen.board_widget import Board
from rookery.cli.screen.dialogs import HandOver, Help, Moves, Question
from rookery.cli.screen.full_screen import TableApp
from rookery.core.position import Position
from rookery.core.protocol import SPECTATOR
from tests.cli.conftest import SLUGS, hot_seat, play_randomly
from tests.often import EACH_KIND

pytestmark = pytest.mark.anyio
SIZE = (100, 34)
KEYS = 12
SECRETIVE = [slug for slug in SLUGS if rookery.load(slug).facts.hidden]


def new(slug: str = SLUGS[0], first: str = "", others: str | None = None, seed: int = 3) -> LocalGame:
    """A game of the default number of players; `first` and `others` are levels of bots, "" is a person. Others not
    named are people, but for games in which those would have to hand the screen over."""
    game = rookery.load(slug)
    if others is None:
        others = "random" if slug in SECRETIVE else ""
    return LocalGame(game, None, {}, (first, *[others] * (game.facts.players[0] - 1)), seed)


def prompt(app: TableApp) -> str:
    return str(app.query_one("#prompt", Static).render())


async def settled(app: TableApp, pilot: Pilot[None]) -> None:
    """Wait until the bots have answered."""
    while app.local.bot:
        await pilot.pause(0.01)
    await pilot.pause()


async def click(pilot: Pilot[None], spot: str) -> None:
    """A mouse click in the middle of a spot, scrolled to where a high board does not fit."""
    board = pilot.app.query_one(Board)
    box, margin = board._canvas.boxes[spot], board._margin
    x, y = margin[0] + box.x + box.width // 2, margin[1] + box.y + box.height // 2
    board.scroll_to_region(Region(x, y, 1, 1), animate=False, immediate=True)
    await pilot.pause()
    await pilot.click(Board, offset=(x - board.scroll_offset.x, y - board.scroll_offset.y))


@EACH_KIND
async def test_a_game_by_keys_against_a_bot(slug: str) -> None:
    """Its beginning; test_the_end_is_told has the end."""
    app = TableApp(new(slug, others="random"), pause=0)
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(KEYS):
            await settled(app, pilot)
            if app.local.position.is_over:
                break
            board = app.query_one(Board)
            if board.cursor not in board.marks.open:
                await pilot.press("tab")
            await pilot.press("enter")
        await settled(app, pilot)
        assert app.local.record.plies > 4
        assert app.query_one("#moves", OptionList).option_count == app.local.record.plies
        if app.local.position.outcome is not None:
            assert app.local.position.outcome.words in prompt(app)


@EACH_KIND
async def test_the_end_is_told(slug: str) -> None:
    played = hot_seat(slug, seed=4)
    play_randomly(played)
    app = TableApp(LocalGame.of(played.record), watching=True)
    async with app.run_test(size=SIZE):
        assert played.position.outcome is not None
        assert played.position.outcome.words in prompt(app)


@EACH_KIND
async def test_a_move_by_mouse_and_taken_back_by_escape(slug: str) -> None:
    app = TableApp(new(slug))
    async with app.run_test(size=SIZE) as pilot:
        before, choice = app.local.record.plies, app.local.scene().choices[-1]
        for spot in choice.path[:-1]:
            await click(pilot, spot)
        assert app.picking.path == choice.path[:-1]
        await pilot.press("escape")
        assert app.picking.path == choice.path[:-2]
        for spot in choice.path[max(0, len(choice.path) - 2) :]:
            await click(pilot, spot)
        await pilot.pause()
        assert app.local.record.plies > before
        assert app.local.record.actions[before] == choice.action


@EACH_KIND
async def test_cursor_keys_reach_every_spot_that_can_be_clicked(slug: str) -> None:
    """Tab alone does; cursor keys go to neighbours, and never leave the table."""
    app = TableApp(new(slug))
    async with app.run_test(size=SIZE) as pilot:
        board = app.query_one(Board)
        seen = set()
        for _ in board.marks.open:
            await pilot.press("tab")
            seen.add(board.cursor)
        assert seen == set(board.marks.open)
        spots = {spot.id: spot for spot in board.scene.spots}
        for key, right, down in (("right", 1, 0), ("down", 0, 1), ("left", -1, 0), ("up", 0, -1)):
            here = spots[board.cursor]
            await pilot.press(key)
            there = spots[board.cursor]
            assert there is here or (there.x - here.x) * right + (there.y - here.y) * down > 0


@pytest.mark.parametrize("slug", SECRETIVE)
async def test_what_is_secret_waits_for_the_one_who_may_see_it(slug: str) -> None:
    app = TableApp(new(slug, others=""))

    def secrets() -> set[str]:
        everybody, shown = app.local.position.scene(SPECTATOR), app.query_one(Board).scene
        return {spot.words for spot in shown.spots} - {spot.words for spot in everybody.spots}

    async with app.run_test(size=SIZE) as pilot:
        for _ in range(3):
            assert isinstance(app.screen, HandOver)
            assert (secrets(), app.picking.choices) == (set(), ())
            await pilot.press("enter")
            assert not isinstance(app.screen, HandOver)
            assert secrets()
            mover = app.local.position.mover
            while app.local.position.mover == mover:
                app._play(app.local.position.legal_actions[0])
            await pilot.pause()


async def test_the_prompt_says_what_to_click_and_what_enter_will_do() -> None:
    app = TableApp(new())
    async with app.run_test(size=SIZE) as pilot:
        choice = app.local.scene().choices[0]
        assert app.local.scene().prompts[0] in prompt(app)
        for spot in choice.path[:-1]:
            await click(pilot, spot)
        await pilot.hover(Board)
        board = app.query_one(Board)
        while board.cursor != choice.path[-1]:
            await pilot.press("tab")
        assert f"Enter: {choice.words}  ({choice.text})" in prompt(app)
        assert next(spot.words for spot in board.scene.spots if spot.id == board.cursor) in prompt(app)


async def test_typing_notation_and_a_refusal() -> None:
    app = TableApp(new())
    async with app.run_test(size=SIZE) as pilot:
        before, choice = app.local.record.plies, app.local.scene().choices[-1]
        await pilot.press("m", *"zzz", "enter")
        assert isinstance(app.screen, Moves)
        assert "'zzz' is not an action of" in str(app.screen.query_one(".refusal", Static).render())
        app.screen.query_one(Input).value = choice.text
        await pilot.press("enter")
        await pilot.pause()
        assert not isinstance(app.screen, Moves)
        assert app.local.record.actions[before] == choice.action


async def test_picking_a_move_by_its_words() -> None:
    app = TableApp(new())
    async with app.run_test(size=SIZE) as pilot:
        before, choice = app.local.record.plies, app.local.scene().choices[-1]
        await pilot.press("m")
        options = app.screen.query_one(OptionList)
        assert options.option_count == len(app.local.scene().choices)
        app.screen.query_one(Input).value = choice.words
        await pilot.pause()
        assert options.option_count == 1
        await pilot.press("enter")
        await pilot.pause()
        assert app.local.record.actions[before] == choice.action
        await pilot.press("m", "escape")
        assert not isinstance(app.screen, Moves)


async def test_looking_back_while_the_game_goes_on() -> None:
    local = new()
    play_randomly(local)
    app = TableApp(local)
    async with app.run_test(size=SIZE) as pilot:
        plies = local.record.plies
        await pilot.press("pageup", "pageup")
        assert app.ply == plies - 2
        assert f"After move {plies - 2} of {plies}" in prompt(app)
        assert app.query_one(Board).scene == local.scene(plies - 2)
        await pilot.press("home", "pageup")
        assert app.ply == 0
        await pilot.press("pagedown", "escape")
        assert app.ply == plies
        await pilot.click("#moves", offset=(3, 0))
        assert app.ply < plies
        await pilot.press("end")
        assert app.ply == plies


async def test_the_record_is_kept_after_every_move_and_for_every_game(tmp_path: Path) -> None:
    local, file = new(), tmp_path / "game.jsonl"
    app = TableApp(local, file)
    async with app.run_test(size=SIZE) as pilot:
        for spot in local.scene().choices[0].path:
            await click(pilot, spot)
        while not local.asks_person:  # the bots still play
            await pilot.pause(0.01)
        await pilot.pause()
        assert rookery.Record.load(file).actions == local.record.actions
        first = file.read_bytes()
        await pilot.press("n")
        assert isinstance(app.screen, Question)
        await pilot.press("y", "s")
        await pilot.pause()
        assert file.read_bytes() == first
        assert rookery.Record.load(tmp_path / "game-2.jsonl").actions == local.record.actions


async def test_saving_without_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    app = TableApp(new())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("s")
        await pilot.pause()
    (name,) = os.listdir(tmp_path)
    file = tmp_path / name
    assert name.startswith(SLUGS[0])
    assert rookery.Record.load(file).plies == app.local.record.plies


async def test_help_and_leaving() -> None:
    app = TableApp(new())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("question_mark")
        assert isinstance(app.screen, Help)
        await pilot.press("escape", "q")
        assert isinstance(app.screen, Question)
        await pilot.press("n")
        assert app.is_running
        await pilot.press("q", "y")
        await pilot.pause()
    assert app.return_code == 0


async def test_the_screen_answers_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new game begun meanwhile is not disturbed by the answer to the old one."""
    go, asked = threading.Event(), threading.Event()

    def slowly(view: Position, level: str, seed: int) -> tuple[int, str]:
        asked.set()
        go.wait(20)
        return view.legal_actions[0], ""

    monkeypatch.setattr(LocalGame, "think", staticmethod(slowly))
    local = new(first="random", others="random")
    app = TableApp(local, pause=0)
    async with app.run_test(size=SIZE) as pilot:
        while not asked.is_set():
            await pilot.pause(0.01)
        assert "The random bot is thinking ..." in prompt(app)
        await pilot.press("pageup")
        assert "After move" in prompt(app) or app.ply == 0
        monkeypatch.setattr(TableApp, "_ask_bot", lambda self, number: None)  # the bot of the new game stays silent
        await pilot.press("end", "n", "y")
        begun = local.record
        go.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert local.record is begun
        assert begun.plies == len([line for line in local.lines() if line.seat is None])


async def test_a_new_game_while_a_bot_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pause of the game that was given up ends in nothing: a bot that is asked twice would play for the person."""
    pauses, asked = [], []
    monkeypatch.setattr(TableApp, "set_timer", lambda self, seconds, then: pauses.append(then))
    monkeypatch.setattr(TableApp, "_think", lambda self, task, number: asked.append(number))
    app = TableApp(new(first="random", others="random"))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("n", "y")
        for then in pauses:
            then()
    assert (len(pauses), asked) == (2, [1])


async def test_watching_a_record() -> None:
    played = new()
    play_randomly(played)
    app = TableApp(LocalGame.of(played.record), watching=True, ply=3)
    async with app.run_test(size=SIZE) as pilot:
        assert app.ply == 3
        await pilot.press("end", "enter", "m", "n")
        assert app.ply == played.record.plies
        assert len(app.screen_stack) == 1
        await pilot.press("q")
        await pilot.pause()
    assert app.return_code == 0


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (200, 60)])
async def test_it_fits_any_terminal(size: tuple[int, int]) -> None:
    app = TableApp(new())
    async with app.run_test(size=size) as pilot:
        await pilot.press("tab", "enter", "tab")
        assert app.query_one(Board).cursor in app.query_one(Board).marks.open
