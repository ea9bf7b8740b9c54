"""What the rules page of every game of the house has, beside its rules."""

import re

import pytest
from markdown_it import MarkdownIt

import rookery
from rookery.export.rules_notes import NOTE_CLASS, mark_notes
from rookery.export.rules_page import rules
from rookery.export.rules_pictures import blocks
from rookery.export.rules_sections import IN_SHORT, dressed
from rookery.lessons.lesson import Lesson, Step, lessons_of
from tests.games.rules_pages import NUMBER, visible

HOUSE = [game for game in map(rookery.load, rookery.slugs()) if game.package.startswith("rookery.")]
# not a rule: players need not know it
FOR_DEVELOPERS = r"house reading|how we read|\btests?\b|\btested\b|\bratings?\b|\bdevelopers?\b|\bprogram\b|\bseat \d"

VIEW = ("seat", "show")  # of a picture's words: the viewer, and the visible part


@pytest.mark.parametrize("game", HOUSE, ids=lambda game: game.facts.slug)
def test_a_rules_page_says_how_the_page_is_used(game: rookery.Game) -> None:
    assert "on the page" in game.rules_page.lower()
    assert "click" in game.rules_page


def test_numbers_and_notes_of_a_rules_page_can_be_hidden(slug: str) -> None:
    page = rookery.load(slug).rules_page
    html = marked(page)
    assert html.count('<span class="rule-number">') == len(re.findall(NUMBER, page)), "a number is code: `GG-01`"
    assert html.count(f'class="{NOTE_CLASS}"') == page.count("[!"), "a note is a quotation, first line: > [!NOTE]"
    seen = visible(html)
    assert not re.search(NUMBER, seen)
    assert not re.search(FOR_DEVELOPERS, seen, re.I), "that belongs into a note"
    assert not re.search(r" [.,:;](?!\S)", seen), "what is hidden takes its space along"


def test_what_a_caption_plays_can_be_played(slug: str) -> None:
    """What a caption begins with in bold is a move, in the words in which the page shows it."""
    game = rookery.load(slug)
    for line, asked, text in blocks(game.rules_page):
        position, _, caption = text.partition("\n")
        if move := re.match(r"\*\*(.+)\.\*\*", caption):
            options = {key: choice for key, choice in (word.split("=", 1) for word in asked) if key not in VIEW}
            shown = game.position(position, int(options.pop("players", game.facts.players[0])), **options)
            words = {shown.words(action) for action in shown.legal_actions}
            assert move[1] in words | {told.partition(": ")[0] for told in words}, line


def marked(text: str) -> str:
    return str(MarkdownIt("commonmark").enable("table").use(mark_notes).render(text))


def test_what_is_hidden_takes_its_space_along() -> None:
    html = marked("Jump `AB-01` `AB-02`. *Why* `x`?\n\n> [!NOTE]\n> `AB-02` Because.\n>\n> * So.\n\n> Said `AB-03`\n")
    assert '<p>Jump<span class="rule-number"> AB-01</span><span class="rule-number"> AB-02</span>.' in html
    assert '<div class="rule-note" role="note">\n<p><span class="rule-number">AB-02</span> Because.</p>' in html
    assert visible(html).split() == ["Jump.", "Why", "x?", "Said"]


@pytest.mark.parametrize("text", [">", "> [!NOTE]", "> * [!NOTE]", "> # [!NOTE]", "> `x`"])
def test_other_quotations_stay_what_they_are(text: str) -> None:
    assert "<blockquote>" in marked(text)


# ── Sections ─────────────────────────────────────────────────────────────────
PARTS = r"(Goal|Your turn( in \w+)?|The end):"
MOST_WORDS = 110  # about six lines on a page


def test_a_rules_page_begins_with_the_game_in_short(slug: str) -> None:
    """The goal, a turn and the end, and how that looks."""
    first = re.split(r"^## ", rookery.load(slug).rules_page, flags=re.M)[1]
    heading, _, text = first.partition("\n")
    assert heading == IN_SHORT
    words, *pictures = text.split("```position")
    parts = re.findall(r"^\* \*\*(.*?)\*\*", words, re.M)
    assert all(re.fullmatch(PARTS, part) for part in parts), parts
    assert (parts[0], parts[-1]) == ("Goal:", "The end:")
    assert len(parts) > 2
    assert len(words.split()) <= MOST_WORDS
    assert pictures


def test_every_lesson_can_be_opened_from_the_rules(slug: str) -> None:
    game = rookery.load(slug)
    lessons = lessons_of(game).lessons
    linked = re.findall(r'<a data-lesson="(.*?)">', rules(game))
    assert {*linked} == {lesson.id for lesson in lessons} | ({""} if lessons else set())


def test_a_lesson_is_linked_where_the_last_of_its_rules_is_explained() -> None:
    text = "## In short\n\nGo.\n\n## One\n\nA `AB-01`.\n\n> [!NOTE]\n> `AB-02` Because.\n\n### Two\n\nB `AB-02`.\n"
    lesson = Lesson(id="b<", name="B & C", rules=("AB-01", "AB-02"), steps=(Step(say="Go."),))
    markdown = MarkdownIt("commonmark").use(mark_notes)
    html = markdown.renderer.render(dressed(markdown.parse(text), [lesson]), markdown.options, {})
    _, short, one, two = re.split(r"<h\d", html)
    assert 'id="in-short"' in short
    assert '<a data-lesson="">' in short
    assert "</section>" in short
    assert "try-it" not in one
    assert '<p class="try-it">Try it: <a data-lesson="b&lt;">B &amp; C</a></p>' in two
