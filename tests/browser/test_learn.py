"""Lessons: what is to be done is done on the ordinary board; a wrong move is answered with the reason."""

import pytest
from playwright.sync_api import Page, expect

import rookery
from rookery.core.position import Game
from rookery.lessons.lesson import Lesson, lessons_of
from rookery.lessons.session import Session
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.site import FileServer
from tests.browser.test_accessible import check
from tests.often import others_in_soak

TAUGHT = [slug for slug in rookery.slugs() if lessons_of(rookery.load(slug)).lessons]
GAME = min(map(rookery.load, TAUGHT), key=lambda game: game.facts.longest)
FIRST, OTHER = lessons_of(GAME).lessons[0], lessons_of(GAME).lessons[-1]
EASIEST = min(map(rookery.load, TAUGHT), key=lambda game: (game.facts.weight, game.facts.minutes, game.facts.name))
START = 60_000  # ms until Python has started in a static site


def play(screen: Screen, session: Session, action: int) -> None:
    """Choose an action: on the board, or in the list if something has to be turned first."""
    page = screen.page
    scene = session.position.scene(session.seat, session.seat)
    choice = next(choice for choice in scene.choices if choice.action == action)
    if not scene.poses:
        for spot in choice.path:
            screen.click(spot)
        return
    listed = page.get_by_role("group", name="Legal moves")
    if not listed.is_visible():
        page.get_by_role("button", name="Moves as a list").click()
    listed.get_by_role("button", name=choice.words, exact=True).first.click()


def take(screen: Screen, game: Game, lesson: Lesson) -> None:
    """Give all right answers of the lesson on show."""
    page, session = screen.page, Session(game, lesson)
    expect(page.get_by_role("heading", level=1, name=lesson.name)).to_be_visible()
    while not session.done:
        step = session.step
        expect(page.get_by_role("main").get_by_text(step.say, exact=True)).to_be_visible()
        action = session.right_answers()[0]
        play(screen, session, action)
        session.answer(action)
        if step.after:
            expect(page.get_by_role("main").get_by_text(step.after, exact=True)).to_be_visible()
    expect(page.get_by_role("main").get_by_text(", done")).not_to_have_count(0)


def next_lesson(page: Page, lesson: Lesson) -> None:
    page.get_by_role("complementary").get_by_role("link", name=lesson.name).first.click()


@pytest.mark.parametrize("slug", others_in_soak(TAUGHT, [GAME.facts.slug]))
def test_the_first_course_leads_to_a_game(window: OpenWindow, house: House, slug: str) -> None:
    screen, game = window(), rookery.load(slug)
    page, lessons = screen.page, lessons_of(game)
    page.goto(house.link)
    page.get_by_role("link", name=f"Learn {game.facts.name}").click()
    for lesson in lessons.course:
        take(screen, game, lesson)
        if lesson is not lessons.course[-1]:
            page.get_by_role("link", name="Next lesson").click()
    expect(page.get_by_role("link", name="Play a game")).to_be_visible()
    page.goto(f"{house.link}games/{slug}/learn")  # a visitor goes on with what was not done
    first = lessons.lessons[len(lessons.course)]
    expect(page.get_by_role("heading", level=1, name=first.name)).to_be_visible()


def test_a_first_visitor_is_led_to_the_easiest_game(window: OpenWindow, house: House) -> None:
    """Until they have done a lesson or sat at a table."""
    screen, lesson = window().open(house.link), lessons_of(EASIEST).lessons[0]
    page = screen.page
    lead = page.get_by_role("region", name="New here?")
    expect(lead).to_contain_text(EASIEST.facts.name)
    check(screen, "the lobby of a first visitor")
    lead.get_by_role("link").click()
    take(screen, EASIEST, lesson)
    page.get_by_role("link", name="Rookery").click()
    expect(page.get_by_role("article").first).to_be_visible()
    expect(lead).to_be_hidden()


@pytest.mark.soak
@pytest.mark.parametrize("slug", TAUGHT)
def test_every_lesson_is_taken(window: OpenWindow, house: House, slug: str) -> None:
    screen, game = window(), rookery.load(slug)
    page, lessons = screen.page, lessons_of(game).lessons
    page.goto(f"{house.link}games/{slug}/learn#{lessons[0].id}")
    for lesson in lessons:
        next_lesson(page, lesson)
        take(screen, game, lesson)


def test_a_wrong_answer_a_hint_and_the_move(window: OpenWindow, house: House) -> None:
    screen = window()
    page, session = screen.page, Session(GAME, FIRST)
    page.goto(f"{house.link}games/{GAME.facts.slug}/learn#{FIRST.id}")
    expect(page.get_by_role("main").get_by_text(FIRST.steps[0].say)).to_be_visible()
    right = session.right_answers()
    wrong = next(action for action in session.position.legal_actions if action not in right)
    play(screen, session, wrong)
    expect(page.get_by_role("main").get_by_text(session.answer(wrong).words, exact=True)).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("main").get_by_text(FIRST.steps[0].hint, exact=True)).to_be_visible()
    page.get_by_role("button", name="Show the move").click()
    expect(page.get_by_role("complementary").get_by_role("strong")).to_have_text(
        session.position.words(right[0]), ignore_case=True
    )
    play(screen, session, right[0])
    expect(page.get_by_role("main").get_by_text(FIRST.steps[0].after, exact=True)).to_be_visible()


@pytest.mark.parametrize("settings", [{}, {"color_scheme": "dark"}])
def test_axe_finds_nothing(window: OpenWindow, house: House, settings: dict[str, str]) -> None:
    screen = window(**settings)
    screen.page.goto(f"{house.link}games/{GAME.facts.slug}/learn")
    expect(screen.page.get_by_role("main").get_by_text(FIRST.steps[0].say)).to_be_visible()
    check(screen, "a lesson")


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
    take(screen, GAME, FIRST)


def test_nothing_there(window: OpenWindow, house: House, foreseen: list[str]) -> None:
    foreseen += ["404"]
    page = window().page
    page.goto(f"{house.link}games/nonsense/learn")
    expect(page.get_by_role("heading", level=1)).to_contain_text("nonsense")
    page.goto(f"{house.link}games/{GAME.facts.slug}/learn#nonsense")
    expect(page.get_by_role("main").get_by_text("There is no lesson 'nonsense'")).to_be_visible()
