"""What pages leave out of the drawings of a game that they do not know, told to its author.

Such a page takes of an art.svg only what draws: nothing that loads, runs, changes the page around it, or takes it long
(web/src/sandbox, whose lists are those of this file).
"""

import re
from collections.abc import Iterator
from xml.parsers import expat

from rookery.core.position import Game
from rookery.export import css
from rookery.testing.reports import LawFails

ART_FILE = "art.svg"
MOST_MARKUP, MOST_TAGS, MOST_RULES = 400_000, 10_000, 600  # of a drawing
_ELEMENT_NAMES = """\
circle clipPath defs desc ellipse g line linearGradient metadata path pattern polygon polyline radialGradient rect stop
svg switch symbol text textPath title tspan use"""
_LOOK_NAMES = """\
color display dominant-baseline fill fill-opacity fill-rule filter font-family font-size font-style font-weight
letter-spacing opacity paint-order r rx ry stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration-line
transform transform-box transform-origin vector-effect visibility"""
_ATTRIBUTE_NAMES = """\
alignment-baseline baseline-shift class clip-path clip-rule clipPathUnits color-interpolation cx cy d direction dx dy
font-stretch font-variant fr fx fy gradientTransform gradientUnits height href id lang lengthAdjust method offset
overflow pathLength patternContentUnits patternTransform patternUnits pointer-events points preserveAspectRatio rotate
shape-rendering spreadMethod startOffset systemLanguage text-decoration text-rendering textLength version viewBox
width word-spacing writing-mode x x1 x2 xlink:href xml:space xmlns xmlns:xlink y y1 y2"""
ELEMENTS, DRAWN_LOOKS = _ELEMENT_NAMES.split(), _LOOK_NAMES.split()  # looks: properties that rules may set
ATTRIBUTES = sorted({*DRAWN_LOOKS, *_ATTRIBUTE_NAMES.split()} - {"filter"})
# patterns of Python and of JavaScript, for any case of letters. A browser reads \61 and %61 as a
ATTRIBUTE_LEAVES = r"url\(\s*['\"]?(?!#)|image(-set)?\(|src\(|\\|^#[\s\S]*%|url\([^)]*%"
# what is used by an address is counted in attributes alone
STYLE_LEAVES = r"url\(|image|src\(|[<@\\]"
SELECTOR = r"^[\w\s.,#>+~-]{1,400}$"  # with :has() and the like, few words could take a browser long
_SHORTHANDS = {"font", "text-decoration"}  # each stands for several, of which the main ones are kept
_STYLE = re.compile(r"<style\b[^>]*>(.*?)</style", re.S)
_KEPT_ATTRIBUTE = re.compile("data-.*|aria-.*|.*:.*")  # those with a colon are the notes of drawing programs
Omission = tuple[int, str]  # the line, and what is left out there


def drawing_faults(game: Game) -> Iterator[LawFails]:
    """Each kind of thing in the game's art.svg that such pages leave out, at its first place."""
    path, told = game.path / ART_FILE, set[str]()
    if not path.exists():
        return
    for line, what in sorted(left_out(path.read_text("utf-8")), key=lambda place: place[0]):
        if what not in told:
            told.add(what)
            error = f"a page that does not know the game leaves out {what}"
            yield LawFails(game=game.facts.slug, error=error, file=ART_FILE, line=line)


def left_out(art: str) -> list[Omission]:
    """All that such a page leaves out of a drawing; nothing of one that is no XML, which breaks a law."""
    if len(art) > MOST_MARKUP or art.count("<") >= MOST_TAGS:
        return [(1, f"the whole drawing, which has more than {MOST_MARKUP:,} letters or {MOST_TAGS // 2:,} elements")]
    try:
        return [*_of_elements(art), *(place for sheet in _STYLE.finditer(art) for place in _of_rules(art, sheet))]
    except expat.ExpatError:
        return []


def _of_elements(art: str) -> list[Omission]:
    found: list[Omission] = []
    parser = expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        line = parser.CurrentLineNumber
        if tag not in (*ELEMENTS, "style") and ":" not in tag:
            found.append((line, f"the element <{tag}>"))
        elif tag != "style":
            found.extend((line, what) for name, value in attributes.items() if (what := _attribute(tag, name, value)))

    parser.StartElementHandler = start
    parser.Parse(art, True)
    return found


def _attribute(tag: str, name: str, value: str) -> str:
    """What is left out of an attribute; "": nothing."""
    if name not in ATTRIBUTES and not _KEPT_ATTRIBUTE.fullmatch(name):
        return f"the attribute {name} of <{tag}>"
    leads = name.endswith("href") and not value.startswith("#")
    return f'{name}="{value}", which leads elsewhere' if leads or re.search(ATTRIBUTE_LEAVES, value, re.I) else ""


def _of_rules(art: str, sheet: re.Match[str]) -> Iterator[Omission]:
    text = css.COMMENT.sub(_blank, sheet[1].replace("<![CDATA[", " " * 9).replace("]]>", " " * 3))

    def line(offset: int) -> int:
        return 1 + art.count("\n", 0, sheet.start(1) + offset)

    for rule in css.AT_RULE.finditer(text):
        yield line(rule.start()), f"the rule {rule[0].split()[0]}"
    rules = [*css.RULE.finditer(css.AT_RULE.sub(_blank, text))]
    for rule in rules:
        selector = " ".join(rule[1].split())
        there = line(rule.start(1) + len(rule[1]) - len(rule[1].lstrip()))
        if not re.search(SELECTOR, selector, re.ASCII):
            yield there, f"the rule of {selector}"
        for name, value in css.declarations(rule[2]).items():
            if not _is_kept(name, value):
                yield there, f"the style {name}: {value}"
    if len(rules) > MOST_RULES:
        yield line(rules[MOST_RULES].start()), f"all rules after the first {MOST_RULES}"


def _is_kept(name: str, value: str) -> bool:
    if "!" in value or re.search(STYLE_LEAVES, value, re.I):
        return False
    known = name.startswith("--") or name.lower() in {*DRAWN_LOOKS, *_SHORTHANDS}
    # 5,000 parts with filters of colours alone took a page 30 s to paint, where opacities took it one
    return known and (name.lower() != "filter" or value == "none")


def _blank(found: re.Match[str]) -> str:
    """As many lines of nothing."""
    return re.sub(r"[^\n]", " ", found[0])
