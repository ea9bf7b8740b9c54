"""Lessons: what is to be done is done on the ordinary board; a wrong move is answered with the reason."""

import json
import random
from collections.abc import Callable
from typing import Any, Protocol

import pytest
from playwright.sync_api import Locator, expect

import rookery
from rookery.core.position import Game
from rookery.core.registry import is_example
from rookery.lessons.lesson import Lesson, lessons_of
from rookery.lessons.session import Session
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.site import START, FileServer
from tests.browser.test_accessible import check
from tests.browser.test_puzzles import choose, on_screen
from tests.browser.test_whole_games import no_sideways_scroll
from tests.often import others_in_soak

TAUGHT = [slug for slug in rookery.slugs() if lessons_of(rookery.load(slug)).lessons]
GAME = min(map(rookery.load, TAUGHT), key=lambda game: game.facts.longest)
FIRST, OTHER = lessons_of(GAME).lessons[0], lessons_of(GAME).lessons[-1]
EASIEST = min(
    (rookery.load(slug) for slug in TAUGHT if not is_example(slug)),
    key=lambda game: (game.facts.weight, game.facts.minutes, game.facts.name),
)
DESKTOP = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "no-preference"}
STILL = 0.05  # the greatest sum of layout shifts; web.dev calls 0.1 good
# What moves without being touched, at the speed that the page has for newcomers
WATCH = """
localStorage['rookery.speed'] = JSON.stringify('normal')
window.shifts = []
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ node }) => node?.textContent.trim().slice(0, 60)) })
}).observe({ type: 'layout-shift', buffered: true })
"""


class Hand(Protocol):
    """How somebody uses the page."""

    screen: Screen

    def press(self, spot: str) -> None: ...
    def use(self, control: Locator) -> None: ...


class Mouse:
    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def press(self, spot: str) -> None:
        self.screen.click(spot)

    def use(self, control: Locator) -> None:
        control.click()


class Fingers(Mouse):
    def press(self, spot: str) -> None:
        self.screen.tap(spot)

    def use(self, control: Locator) -> None:
        control.tap()


class Keyboard(Mouse):
    def press(self, spot: str) -> None:
        self.screen.tab_to_board()
        self.screen.walk_to(spot)
        self.screen.page.keyboard.press("Enter")

    def use(self, control: Locator) -> None:
        expect(control).to_be_visible()
        self.screen.tab_to(control)
        self.screen.page.keyboard.press("Enter")


def play(hand: Hand, session: Session, action: int) -> None:
    """Choose an action on the board, and confirm it if the page asks."""
    screen = hand.screen
    scene = session.position.scene(session.seat, session.seat)
    screen.wait_for_turn()
    choice = next(choice for choice in scene.choices if choice.action == action)
    if any(screen.spot(spot).count() == 0 for spot in choice.path):  # a piece that has to be varied
        play_from_list(hand, choice.words)
        return
    for spot in choice.path:
        if spot not in screen.state.held:  # the first pose is in the hand from the start
            hand.press(spot)
    if screen.state.asked:
        hand.use(screen.confirm)


def play_from_list(hand: Hand, words: str) -> None:
    page = hand.screen.page
    listed = page.get_by_role("group", name="Legal moves")
    if not listed.is_visible():
        hand.use(page.get_by_role("button", name="Moves as a list"))
    hand.use(listed.get_by_role("button", name=words, exact=True).first)


def take(hand: Hand, game: Game, lesson: Lesson) -> None:
    """Give all right answers of the lesson on show."""
    page, session = hand.screen.page, Session(game, lesson)
    expect(page.get_by_role("heading", level=1, name=lesson.name)).to_be_visible()
    while not session.done:
        step = session.step
        expect(page.get_by_role("main").get_by_text(step.say, exact=True)).to_be_visible()
        action = session.right_answers()[0]
        play(hand, session, action)
        session.answer(action)
        if step.after:
            expect(page.get_by_role("main").get_by_text(step.after, exact=True)).to_be_visible()
    expect(page.get_by_role("main").get_by_text(", done")).not_to_have_count(0)


def take_course(hand: Hand, game: Game, look: Callable[[str], None] = lambda where: None) -> None:
    """Take the first course, which is on show, from its first lesson into the game in which it ends. `look`: is called
    when a lesson is begun, when it is done, and in the game."""
    page, lessons = hand.screen.page, lessons_of(game)
    for lesson in lessons.course:
        expect(page.get_by_role("main").get_by_text(lesson.steps[0].say, exact=True)).to_be_visible()
        look(f"the lesson {lesson.id} begins")
        take(hand, game, lesson)
        look(f"the lesson {lesson.id} is done")
        if lesson is not lessons.course[-1]:
            hand.use(page.get_by_role("link", name="Next lesson"))
    midgame = lessons.needed_midgame(game)
    expect(page.get_by_text(midgame.say)).to_be_visible()
    expect(page.get_by_role("link", name="More lessons")).to_be_visible()
    hand.use(page.get_by_role("button", name="Play on"))
    hand.screen.wait_for_turn()
    assert hand.screen.state.plies == len(midgame.actions)
    look("the game in which the course ends")


def stands_still(screen: Screen) -> None:
    """Hardly anything has moved by itself in a window since it was opened."""
    moved = screen.page.evaluate("window.shifts")
    assert sum(shift["value"] for shift in moved) <= STILL, moved


@pytest.mark.parametrize("slug", others_in_soak(TAUGHT, [GAME.facts.slug]))
def test_the_first_course_ends_in_the_middle_of_a_game(window: OpenWindow, house: House, slug: str) -> None:
    screen, game = window(drawn=True, **DESKTOP), rookery.load(slug)
    page, lessons = screen.page, lessons_of(game)
    page.add_init_script(WATCH)
    page.goto(house.link)
    page.get_by_role("link", name=f"Learn {game.facts.name}").click()
    take_course(Mouse(screen), game)
    stands_still(screen)
    screen.play_on(2, screen.click, random.Random(4))
    page.goto(f"{house.link}games/{slug}/learn")  # a visitor goes on with what was not done
    first = lessons.lessons[len(lessons.course)]
    expect(page.get_by_role("heading", level=1, name=first.name)).to_be_visible()


@pytest.mark.soak
def test_a_first_visitor_is_led_to_the_easiest_game(window: OpenWindow, house: House) -> None:
    """Until they have done a lesson or sat at a table."""
    screen, lesson = window().open(house.link), lessons_of(EASIEST).lessons[0]
    page = screen.page
    lead = page.get_by_role("region", name="New here?")
    expect(lead).to_contain_text(EASIEST.facts.name)
    check(screen, "the lobby of a first visitor")
    lead.get_by_role("link").click()
    take(Mouse(screen), EASIEST, lesson)
    page.get_by_role("link", name="Rookery").click()
    expect(page.get_by_role("article").first).to_be_visible()
    expect(lead).to_be_hidden()


@pytest.mark.soak
@pytest.mark.parametrize("slug", TAUGHT)
def test_a_first_course_by_keyboard_alone(window: OpenWindow, house: House, slug: str) -> None:
    screen = window().open(house.link)
    hand, game = Keyboard(screen), rookery.load(slug)
    hand.use(screen.page.get_by_role("link", name=f"Learn {game.facts.name}"))
    take_course(hand, game, lambda where: check(screen, where, dark=True))
    screen.play_on(1, hand.press, random.Random(4))


@pytest.mark.soak
@pytest.mark.parametrize("slug", TAUGHT)
def test_a_first_course_on_a_phone(window: OpenWindow, house: House, slug: str, phone: dict[str, Any]) -> None:
    screen = window(**phone).open(house.link)
    hand, game = Fingers(screen), rookery.load(slug)

    def look(where: str) -> None:
        check(screen, where)
        no_sideways_scroll(screen, 360, 390)

    hand.use(screen.page.get_by_role("link", name=f"Learn {game.facts.name}"))
    take_course(hand, game, look)
    screen.play_on(1, hand.press, random.Random(4), screen.confirm.tap)


@pytest.mark.soak
@pytest.mark.parametrize("slug", TAUGHT)
def test_a_first_course_stands_still_on_a_phone(
    window: OpenWindow, house: House, slug: str, phone: dict[str, Any]
) -> None:
    screen, game = window(drawn=True, **phone, reduced_motion="no-preference"), rookery.load(slug)
    screen.page.add_init_script(WATCH)
    screen.page.goto(f"{house.link}games/{slug}/learn")
    take_course(Fingers(screen), game)
    stands_still(screen)


@pytest.mark.soak
@pytest.mark.parametrize("slug", TAUGHT)
def test_a_table_stands_still(window: OpenWindow, house: House, slug: str) -> None:
    screen, players = window(drawn=True, **DESKTOP), rookery.load(slug).facts.players[0]
    screen.page.add_init_script(WATCH)
    screen.sit_down(house.table(slug, bots=players - 1, begin=False).seat(0))
    screen.play_on(14, screen.click, random.Random(1), screen.confirm.click)
    stands_still(screen)


def test_a_wrong_answer_a_hint_and_the_move(window: OpenWindow, house: House) -> None:
    screen = window()
    page, session = screen.page, Session(GAME, FIRST)
    page.goto(f"{house.link}games/{GAME.facts.slug}/learn#{FIRST.id}")
    expect(page.get_by_role("main").get_by_text(FIRST.steps[0].say)).to_be_visible()
    check(screen, "a lesson")
    right = session.right_answers()
    wrong = next(action for action in session.position.legal_actions if action not in right)
    play(Mouse(screen), session, wrong)
    expect(page.get_by_role("main").get_by_text(session.answer(wrong).words, exact=True)).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("main").get_by_text(FIRST.steps[0].hint, exact=True)).to_be_visible()
    page.get_by_role("button", name="Show the move").click()
    expect(page.get_by_role("complementary").get_by_role("strong")).to_have_text(
        session.position.words(right[0]), ignore_case=True
    )
    play(Mouse(screen), session, right[0])
    expect(page.get_by_role("main").get_by_text(FIRST.steps[0].after, exact=True)).to_be_visible()


def test_the_rules_lead_to_lessons(window: OpenWindow, house: House) -> None:
    """The beginning to the first one, and each chapter to those that teach its rules."""
    page = window().open(f"{house.link}games/{GAME.facts.slug}/rules").page
    for link, lesson in (("Learn it on the board", FIRST), (OTHER.name, OTHER)):
        page.get_by_role("link", name=link, exact=True).first.click()
        expect(page.get_by_role("heading", level=1, name=lesson.name)).to_be_visible()
        page.go_back()
        expect(page.get_by_role("heading", level=1, name=GAME.facts.name.partition(":")[0])).to_be_visible()


def test_a_lesson_without_a_server(window: OpenWindow, site: FileServer) -> None:
    screen = window()
    screen.page.goto(f"{site.link}?rules={GAME.facts.slug}")
    screen.page.get_by_role("link", name=FIRST.name, exact=True).first.click()
    expect(screen.page.get_by_role("main").get_by_text(FIRST.steps[0].say)).to_be_visible(timeout=START)
    assert screen.page.url == f"{site.link}?learn={GAME.facts.slug}#{FIRST.id}"
    take(Mouse(screen), GAME, FIRST)


def test_a_lesson_a_puzzle_and_the_next_lesson(window: OpenWindow, house: House) -> None:
    """The path of a game, with one press from each to the next."""
    screen, name, course = window(), EASIEST.facts.name, lessons_of(EASIEST).course
    page, begun = screen.page, json.dumps({EASIEST.facts.slug: [lesson.id for lesson in course[:2]]})
    page.add_init_script(f"localStorage['rookery.learnt'] ??= JSON.stringify({begun})")
    page.goto(f"{house.link}learn")
    today = page.get_by_role("region", name="Ten minutes today")
    expect(today.get_by_role("link").first).to_have_text(f"Lesson 3 {name} · 2 minutes")
    check(screen, "the paths", dark=True)
    today.get_by_role("link").first.click()
    take(Mouse(screen), EASIEST, course[2])
    page.get_by_role("link", name="Next: a small puzzle").click()
    choose(screen, on_screen(page, EASIEST.facts.slug).words)
    expect(page.get_by_label("Puzzle", exact=True)).to_contain_text("Yes.")
    check(screen, "a puzzle on a path")
    page.get_by_role("link", name="Next: lesson 4").press("Enter")
    expect(page.get_by_role("heading", level=1, name=course[3].name)).to_be_focused()
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(today).to_contain_text("3 of 10 minutes")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=name))
    expect(card).to_contain_text(f"3 of {len(lessons_of(EASIEST).lessons)} lessons · 1 puzzle")
    expect(card).to_contain_text(f"4 of {len(course) + 2} steps")


def test_the_paths_fit_on_a_phone(window: OpenWindow, house: House, phone: dict[str, Any]) -> None:
    screen = window(**phone)
    screen.page.goto(f"{house.link}learn")
    expect(screen.page.get_by_role("heading", name=EASIEST.facts.name)).to_be_visible()
    no_sideways_scroll(screen, 360, 390)
    check(screen, "the paths on a phone")
