"""Where a rulebook leaves something open, the rules page says so, and so does the end of each lesson on that rule."""

import re

import rookery
from rookery.lessons.lesson import lessons_of
from rookery.lessons.readings import RULE_NUMBER, readings
from rookery.server.wire.lesson_views import script

PAGE = """\
# A game

One rule. `AB-01` Another one. `AB-02`

> [!NOTE]
> `AB-01` `AB-02` Nobody knows *who*
> begins.
>
> `AB-03` The book is silent.

> `AB-04` This is a quotation.

> [!NOTE]
> `AB-02` The end."""


def test_a_reading_is_the_text_of_a_note_without_its_numbers() -> None:
    assert readings(PAGE, ["AB-01"]) == ("Nobody knows who begins.",)
    assert readings(PAGE, ["AB-02", "AB-03"]) == ("Nobody knows who begins.", "The book is silent.", "The end.")
    assert readings(PAGE, ["AB-04"]) == ()


def test_each_numbered_paragraph_of_a_note_is_a_reading(slug: str) -> None:
    page = rookery.load(slug).rules_page
    paragraphs = re.findall(rf"^> {RULE_NUMBER}", page, re.M)
    assert len(readings(page, re.findall(RULE_NUMBER, page))) == len(paragraphs)


def test_a_lesson_tells_the_readings_of_its_rules() -> None:
    told = 0
    for slug in rookery.slugs():
        game = rookery.load(slug)
        lessons = lessons_of(game)
        for lesson in lessons.lessons:
            notes = readings(game.rules_page, lesson.rules)
            assert script(game, lessons, lesson, "").readings == list(notes)
            told += len(notes)
    assert told
