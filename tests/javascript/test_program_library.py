"""What only programs have of Python's library (web/src/program) does what Python does, as Hypothesis tries it.

Functions are asked as those of the runtime are (test_runtime.py). What needs classes, types and objects is a small
program: the same functions in Python, and lowered.
"""

import base64
import bisect
import difflib
import hmac
import html
import itertools
import json
import math
import re
import unicodedata
import urllib.parse
import zlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rookery.core import bits
from rookery.javascript.python_library import BUILTINS, EXCEPTIONS, LIBRARY, METHODS
from rookery.javascript.python_library import OF_PROGRAMS as ONLY_PROGRAMS
from tests.javascript.answers import SOURCES, Answers
from tests.javascript.lowered import lowered, module_of
from tests.javascript.test_runtime import (
    CALL,
    CASES,
    INTS,
    MORE,
    OF_PROGRAMS,
    PLAIN,
    SMALL,
    TEXTS,
    WORDS,
    Options,
    best,
    changed,
    compare,
    examined,
    wired,
)

BYTES = st.binary(max_size=70)
LATIN = st.lists(st.sampled_from([*b"ab \t\r\n\x0b\x0c\x1c\x85\xa0"]), max_size=7).map(bytes)
WIDE = st.text(st.characters(codec="utf-8"), max_size=6)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
BROKEN = FINITE.map(lambda x: x / 7).filter(lambda x: not x.is_integer())
AT = st.integers(-5, 8)
NAMES = st.text("abcde", max_size=6)
PERCENT = st.lists(st.sampled_from(["%41", "%c3%a9", "%C3", "%ef%bb%bf", "%", "%4", "a", "+", "=", "&", "é"])).map(
    "".join
)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | INTS | WIDE | FINITE.filter(lambda x: not x.is_integer()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WIDE, inner, max_size=3),
    max_leaves=8,
)
DUMPING = st.builds(
    Options, ensure_ascii=st.booleans(), sort_keys=st.booleans(), separators=st.sampled_from([(",", ":"), (", ", ": ")])
)


def with_named(function: Callable[..., Any]) -> Callable[..., Any]:
    """Of what it gives, a list."""
    return lambda *given: [*best(function)(*given)]


def loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ValueError(str(error)) from None  # the runtime has only the class above


def grouped(values: list[Any], call: Callable[[Any], Any]) -> list[Any]:
    return [[name, [*group]] for name, group in itertools.groupby(values, call)]


# name in the runtime -> what Python does, and the arguments
OF_LIBRARY: dict[str, tuple[Callable[..., Any], tuple[SearchStrategy[Any], ...]]] = {
    "as_bytes": (bytes, (st.lists(st.integers(0, 255)),)),
    "py_bytes": (bytes, (st.lists(st.integers(-1, 256), max_size=3) | BYTES | st.integers(0, 9),)),
    "bytes_join": (bytes.join, (LATIN, st.lists(LATIN, max_size=3))),
    "dot_hex": (bytes.hex, (BYTES,)),
    "from_hex": (bytes.fromhex, (st.text("0aF 9\n", max_size=6) | st.sampled_from(["g0", "0 a", "ab c d"]),)),
    "dot_encode": (str.encode, (WIDE,)),
    "dot_decode": (bytes.decode, (BYTES | WIDE.map(str.encode),)),
    "int_from_bytes": (int.from_bytes, (BYTES, st.sampled_from(["big", "little"]))),
    "dot_to_bytes": (int.to_bytes, (st.integers(-1, 70_000), st.integers(1, 4), st.sampled_from(["big", "little"]))),
    "b64encode": (base64.b64encode, (BYTES,)),
    "urlsafe_b64encode": (base64.urlsafe_b64encode, (BYTES,)),
    "b64decode": (base64.b64decode, (BYTES.map(base64.b64encode) | st.sampled_from(["aGk=", "aG k=", "aGk=="]),)),
    "hmac_digest": (hmac.digest, (BYTES, BYTES, st.just("sha256"))),
    "adler32": (zlib.adler32, (BYTES,)),
    "math_ceil": (math.ceil, (FINITE | INTS,)),
    "math_floor": (math.floor, (FINITE | INTS | st.just(math.inf),)),
    "bits_of": (bits.bits_of, (FINITE | st.sampled_from([0.0, -0.0, math.inf]),)),
    "float_of": (bits.float_of, (FINITE.map(bits.bits_of),)),
    "isnan": (math.isnan, (st.floats(),)),
    "fsum": (math.fsum, (st.lists(st.floats(-1e300, 1e300) | st.sampled_from([1e16, 1.0, -1e16, 1e-16])),)),
    "math_sqrt": (math.sqrt, (st.floats(-1, 1e300),)),
    "dot_as_integer_ratio": (lambda x: x.as_integer_ratio(), (st.floats() | INTS,)),
    "groupby": (grouped, (st.lists(st.sampled_from([1, 1.0, True, -1, 2]), max_size=6), CALL)),
    "py_filter": (filter, (st.none() | CALL, st.lists(SMALL | st.just(0)))),
    "bisect_right": (bisect.bisect_right, (st.lists(SMALL).map(sorted), SMALL)),
    "py_ord": (ord, (st.characters(codec="utf-8"),)),
    "py_chr": (chr, (st.integers(0, 0xD7FF) | st.integers(0x10000, 0x10FFFF),)),
    "is_bool": (lambda x: isinstance(x, bool), (PLAIN,)),
    "is_bytes": (lambda x: isinstance(x, bytes), (PLAIN | BYTES,)),
    "is_dict": (lambda x: isinstance(x, dict), (PLAIN | st.dictionaries(NAMES, PLAIN),)),
    "is_float": (lambda x: isinstance(x, float), (PLAIN | FINITE.filter(lambda x: not x.is_integer()),)),
    "dot_clear": (
        changed(lambda x: x.clear()),
        (st.lists(PLAIN) | st.dictionaries(NAMES, PLAIN) | st.frozensets(SMALL),),
    ),
    "dot_isprintable": (str.isprintable, (TEXTS | st.text(st.characters(max_codepoint=0x2FF), max_size=3),)),
    "dot_isascii": (str.isascii, (TEXTS,)),
    "html_escape": (html.escape, (st.text("a&<>\"'", max_size=5),)),
    "text_len": (len, (WIDE,)),
    "text_item": (lambda x, i: x[i], (WIDE, AT)),
    "text_slice": (
        lambda x, *at: x[slice(*at)],
        (WIDE, AT | st.none(), AT | st.none(), st.sampled_from([None, 1, -1])),
    ),
    "dot_rfind": (str.rfind, (WORDS, st.text("ab", max_size=2), AT | st.none(), AT | st.none())),
    "bytes_method": (lambda name, *given: getattr(bytes, name)(*given), (st.just("rfind"), LATIN, LATIN, AT, AT)),
    "close_matches": (with_named(difflib.get_close_matches), (NAMES, st.lists(NAMES, max_size=8))),
    "unquote": (urllib.parse.unquote, (PERCENT,)),
    "parse_qsl": (with_named(urllib.parse.parse_qsl), (PERCENT, st.builds(Options, keep_blank_values=st.booleans()))),
    "unicode_normal": (unicodedata.normalize, (st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]), TEXTS)),
    "json_dumps": (best(json.dumps), (JSON_VALUES, DUMPING)),
    "json_loads": (loaded, (JSON_VALUES.map(json.dumps) | st.sampled_from(["", "[1,]", "1e5", "{}"]),)),
    "json_encode": (msgspec.json.encode, (JSON_VALUES | BYTES,)),
    "to_builtins": (msgspec.to_builtins, (JSON_VALUES,)),
}
MORE_OF_LIBRARY: dict[str, tuple[Callable[..., Any], tuple[SearchStrategy[Any], ...]]] = {
    **{
        f"bytes_method {name}": (lambda name, *given: getattr(bytes, name)(*given), (st.just(name), LATIN, LATIN))
        for name in (
            "startswith",
            "endswith",
            "removeprefix",
            "removesuffix",
            "strip",
            "lstrip",
            "rstrip",
            "rfind",
            "count",
        )
    },
    **{
        f"bytes_method {name} alone": (lambda name, given: getattr(bytes, name)(given), (st.just(name), LATIN))
        for name in ("strip", "lstrip", "rstrip")
    },
    "dot_decode with errors": (bytes.decode, (BYTES, st.just("utf-8"), st.just("replace"))),
    "dot_decode utf-16": (bytes.decode, (WIDE.map(lambda x: x.encode("utf-16-be")), st.just("utf-16-be"))),
    "bisect_right pairs": (
        bisect.bisect_right,
        (st.lists(st.tuples(SMALL, WORDS)).map(sorted), st.tuples(SMALL, WORDS)),
    ),
    "close_matches some": (
        with_named(difflib.get_close_matches),
        (
            NAMES,
            st.lists(NAMES, max_size=8),
            st.builds(Options, n=st.integers(1, 4), cutoff=st.sampled_from([0.1, 0.5, 0.9])),
        ),
    ),
    "close_matches long": (
        with_named(difflib.get_close_matches),
        (
            st.text("abcdefghij", min_size=200, max_size=210),
            st.lists(st.text("abcdefghij", min_size=150, max_size=210), max_size=2),
            st.builds(Options, cutoff=st.just(0.01)),
        ),
    ),
    "dot_strip letters": (str.strip, (WORDS, WORDS)),
    "formatted floats": (format, (st.floats(-1e6, 1e6), st.sampled_from([".0f", "+.0f", ".1f", "+.2f", "8.1f"]))),
    "formatted halves": (
        format,
        (st.integers(-40, 40).map(lambda x: x / 8), st.sampled_from([".0f", "+.0f", ".1f", ".2f"])),
    ),
    "formatted widths": (format, (INTS, st.sampled_from(["", "4", "08", "<12", ">12", "04x", "x", "+"]))),
    "formatted texts": (format, (st.text("ab", max_size=4), st.sampled_from(["", "3", "<3", ">3"]))),
    "dot_count nothing": (lambda text, part: text.count(part), (WORDS, st.just(""))),
    "json_dumps plain": (json.dumps, (JSON_VALUES | BROKEN,)),
    "json_encode floats": (msgspec.json.encode, (BROKEN,)),
}
EVERY = {**OF_LIBRARY, **MORE_OF_LIBRARY}

PROGRAM = """
import hashlib, json, unicodedata
from typing import Literal
import msgspec
from msgspec import Meta

class Piece(Struct, frozen=True, tag="piece", forbid_unknown_fields=True):
    x: int
    y: Annotated[str, Meta(max_length=2)] = "q"

class Card(Struct, tag="card", omit_defaults=True):
    z: list[int] = []
    name: str = ""
    kind: Literal["a", "b"] | None = None
    more: Piece | None = None

class Row(Struct, array_like=True):
    a: int
    b: str = "x"

class Deep(Struct):
    size: Annotated[int, Meta(ge=0, le=15)]
    share: float = 0.5
    word: Annotated[str, Meta(pattern=r"\\A[a-z]{1,4}\\Z")] = "a"
    few: Annotated[list[bool], Meta(min_length=1, max_length=2)] = []
    pair: tuple[int, str] = (1, "a")
    named: dict[str, Piece | Card] = {}
    counted: dict[int, list[Piece | None]] = {}
    either: int | str | bool | None = None

def shown(x: Any) -> Any:
    return msgspec.to_builtins(x)

def told(read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except msgspec.ValidationError as error:
        return ["invalid", str(error)]
    except msgspec.DecodeError as error:
        return ["malformed", str(error)]

def piece(text: str) -> Any:
    return told(lambda given: shown(msgspec.json.decode(given, type=Piece)), text)

def either(text: str) -> Any:
    return told(lambda given: shown(msgspec.json.decode(given, type=Piece | Card)), text)

def deep(text: str) -> Any:
    return told(lambda given: json.loads(msgspec.json.encode(msgspec.json.decode(given, type=Deep))), text)

def any_json(text: str) -> Any:
    return told(lambda given: msgspec.json.decode(given), text)

def nested(depth: int) -> str:
    try:
        return str(len(msgspec.json.decode("[" * depth + "]" * depth)))
    except RecursionError:
        return "too deep"

def encoded(numbers: list[int], name: str, x: int, y: str) -> list[str]:
    return [
        msgspec.json.encode(one).decode()
        for one in (Card(numbers), Card([], name), Card([1], more=Piece(x, y)), Piece(x), Row(x, y), Row(x), [Row(1)])
    ]

def raws(text: str) -> str:
    return msgspec.json.encode([msgspec.Raw(text.encode())]).decode()

def hashes(first: bytes, second: bytes) -> list[Any]:
    hashed = hashlib.sha256(first)
    begun = hashed.hexdigest()
    hashed.update(second)
    return [begun, hashed.digest(), hashlib.blake2b(second, digest_size=8).hexdigest(), hashlib.blake2b(first).digest()]

def matches(expression: str, text: str, start: int) -> list[Any]:
    pattern = re.compile(expression)
    found: list[Any] = []
    searched = pattern.search(text), pattern.match(text, start), pattern.search(text, start, 4)
    for one in (*searched, pattern.fullmatch(text)):
        found.append(None if one is None else [one.span(), one[0], one[1], one.groupdict()])
    found.append([one.span() for one in pattern.finditer(text)])
    found.append(pattern.split(text))
    found.append(pattern.sub("-", text))
    found.append(pattern.sub(lambda one: "<" + one[0] + ">", text, count=1))
    return found

def matches_of_bytes(expression: bytes, text: bytes) -> list[Any]:
    pattern = re.compile(expression)
    one = pattern.search(text)
    found: list[Any] = [None if one is None else [one.span(), one[0], one[1]]]
    found.append([one.span() for one in pattern.finditer(text)])
    found.append(pattern.split(text))
    found.append(pattern.sub(b"", text, count=1))
    return found

def halves(code: int) -> list[Any]:
    text = "a" + chr(code)
    try:
        return [text.encode(), text.encode("utf-8", "replace")]
    except UnicodeEncodeError:
        return [text.encode("utf-8", "replace")]

def categories(text: str) -> list[str]:
    return [unicodedata.category(letter) for letter in text]
"""
SNIPPETS = st.sampled_from(
    [
        *("", "x", '"', "1", "-", "0", ".5", "e9", "1e400", "true", "nul", "null", "{", "}", "[", "]", ",", ":", "é"),
        *("\\", " ", "\\u00e9", "\\ud83d\\ude00", "\\ud800", "99999999999999999999", '"type":"card",', '"x":1.0,'),
        *('"size":16', '"w":2,', "\x01"),
    ]
)
PIECES = ['{"x":1}', '{"type":"piece","x":-5,"y":"ab"}', '{"y":"abc","x":"s","type":"piece"}', "[1]", '{"x":1,"x":2}']
CARDS = [
    '{"type":"card","z":[1,2],"name":"é","kind":"a"}',
    '{"z":[1,"a"],"type":"card"}',
    '{"type":"card","more":{"type":"piece","x":1},"kind":"c"}',
    '{"x":1,"type":3}',
]
DEEPS = [
    '{"size":3,"share":1,"word":"abc","few":[true,false]}',
    '{"size":15,"pair":[2,"b"],"named":{"é":{"type":"piece","x":1}, "b":{"type":"card"}}}',
    '{"size":0,"counted":{"1":[{"x":2},null],"-2":[]},"either":true}',
    '{"size":1,"other":[{"a":[]}, {"b" : [1.0, 2e3, null ]}]}',
    '{"size":16}',
    '{"size":1,"few":[]}',
    '{"size":1,"share":0.25}',
    '{"size":1,"pair":[1]}',
]


@st.composite
def damaged(draw: st.DrawFn, texts: list[str]) -> str:
    """One of these texts, of which at most two places are others."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(SNIPPETS) + text[at + draw(st.integers(0, 3)) :]
    return text


EXPRESSIONS = [
    *(
        r"(a)?b*",
        r"(?P<one>[ab])(?P<two>\d)?",
        r"([a-z]+)$",
        r"\A(\w+)\Z",
        r"(.)\b",
        r"(\s+)",
        r"([^\w\s])",
        r"(\W)|\Za",
    ),
    *(r"([-\]a])", r"(\.|\-|\")", r"(a|b){2}", r"()\d", r"(a)(?=b)", r"([\[a])", r"([]b])", r"(é|\u2028)"),
]
IN_TEXTS = st.text("ab1 é\n-.]\u2028\x1c_\u0301", max_size=7)
# name of a function of the program -> its arguments
OF_PROGRAM: dict[str, tuple[SearchStrategy[Any], ...]] = {
    "piece": (damaged(PIECES),),
    "either": (damaged(PIECES + CARDS),),
    "deep": (damaged(DEEPS),),
    "any_json": (damaged(PIECES + CARDS + DEEPS) | JSON_VALUES.map(json.dumps),),
    "nested": (st.sampled_from([1, 5, 800, 100_000]),),
    "encoded": (st.lists(INTS, max_size=2), WIDE.filter(bool), INTS, WIDE),
    "raws": (JSON_VALUES.map(json.dumps),),
    "hashes": (BYTES, st.binary(max_size=300)),
    "matches": (st.sampled_from(EXPRESSIONS), IN_TEXTS, st.integers(0, 3)),
    "matches_of_bytes": (
        st.sampled_from([rb"(\r)?\n", rb"(?:>[ \t]?)+()", rb"(\w)", rb"(\s)", rb"([^\n])"]),
        st.lists(st.sampled_from([*b"\r\n> \ta\xe9\x85"]), max_size=7).map(bytes),
    ),
    "halves": (st.integers(0xD7FE, 0xE001),),
    "categories": (st.text(st.characters(max_codepoint=0xFFFF, codec="utf-8", exclude_categories=["Cn"]), max_size=9),),
}
NEWER = "\u0295"  # newer Unicode says something else of it than that of Python 3.11
UNDRAWN = {"token_bytes", "token_urlsafe", "randbits", "random_choice", "time_time", "time_monotonic"}
# what the program above calls, and what the lowered parlour shows (tests/offline)
OF_SOURCES = {
    *("caught_error", "dot_lstrip", "sha256", "blake2b", "json_decode", "json_plain", "json_literal", "json_list"),
    *("json_tuple", "json_dict", "json_struct", "json_union", "json_convert", "raw_json", "floats", "decoder"),
    *("encoder", "names_in_json", "re_compile", "re_fullmatch", "unicode_category", "spelled", "letters"),
    *("bytes_of", "typed", "invalid", "expected", "py_type", "class_mro", "class_name", "bound"),
    *("py_hasattr", "py_getattr", "replaced_by", "set_field", "assert_never", "logger", "dot__asdict", "host"),
    *("method_of", "lent_empty", "lent_words", "lent_zeros", "made_before"),
    # coroutines (test_tasks.py)
    *("get_running_loop", "create_task", "awaited", "promise_of", "async_sleep", "async_wait", "async_shield"),
    *("async_timeout", "new_lock", "new_event"),
}


@pytest.fixture(scope="module")
def program(answers: Answers) -> Any:
    """The module in Python; Node has the lowered one."""
    module = module_of(PROGRAM)
    answers.load(lowered(module, *OF_PROGRAM), program=True)
    return module


@pytest.mark.parametrize("name", EVERY)
def test_it_does_what_python_does(name: str, answers: Answers) -> None:
    compare(EVERY[name], name, answers, 20)


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY)
def test_it_does_what_python_does_for_long(name: str, answers: Answers) -> None:
    compare(EVERY[name], name, answers, 2_000)


@pytest.mark.parametrize("name", OF_PROGRAM)
def test_a_program_does_what_python_does(name: str, program: Any, answers: Answers) -> None:
    compare_program(name, program, answers, 60)


@pytest.mark.soak
@pytest.mark.parametrize("name", OF_PROGRAM)
def test_a_program_does_what_python_does_for_long(name: str, program: Any, answers: Answers) -> None:
    compare_program(name, program, answers, 2_000)


def compare_program(name: str, program: Any, answers: Answers, examples: int) -> None:
    def check(args: tuple[Any, ...]) -> None:
        answer = wired(getattr(program, name)(*args))
        found = answers.ask({"call": name, "args": [wired(x) for x in args], "answer": answer})
        assert found is None, f"{name}{args}: {answer} and {found}"

    examined(OF_PROGRAM[name], examples, check)


@pytest.mark.soak
def test_every_letter_is_of_the_sort_that_python_says(program: Any, answers: Answers) -> None:
    letters = [
        chr(code)
        for code in range(0x10000)
        if chr(code) not in NEWER and unicodedata.category(chr(code)) not in ("Cn", "Cs")
    ]
    text = "".join(letters)
    assert answers.ask({"call": "categories", "args": [text], "answer": program.categories(text)}) is None


def test_chance_is_of_the_asked_size(answers: Answers) -> None:
    def asked(helper: str, *args: Any) -> Any:
        return answers.ask({"helper": helper, "args": args})["value"]

    assert len(base64.b64decode(asked("token_bytes", 16)["$bytes"])) == 16
    assert re.fullmatch(r"[\w-]{22}", asked("token_urlsafe", 16))
    assert {asked("random_choice", [1, 2, 3]) for _ in range(100)} == {1, 2, 3}
    drawn = [asked("randbits", 12) for _ in range(100)]
    assert max(drawn) < 1 << 12
    assert max(drawn) >= 1 << 11
    assert answers.ask({"helper": "random_choice", "args": [[]]}) == {"raised": "IndexError"}


def exported(place: str) -> set[str]:
    """Functions and classes that files of a folder export."""
    texts = [path.read_text("utf-8") for path in (SOURCES / place).glob("*.ts")]
    return {name for text in texts for name in re.findall(r"^export (?:const|function\*?) (\w+)", text, re.M)}


ASKED = {
    *(name for name, _ in LIBRARY.values()),
    *(f"dot_{name}" for name in METHODS),
    *(f"py_{function.__name__}" for function in BUILTINS),
    *(error.__name__ for error in EXCEPTIONS),
}


def test_no_function_of_the_runtime_is_forgotten() -> None:
    """Each is tested, and the lowering asks for no others."""
    every = exported("python") | exported("program")
    tested = {name.partition(" ")[0] for name in (*CASES, *MORE, *EVERY)}
    internal = {"fit", "each", "key", "order", "below"}
    assert {name for name in every if name.islower()} - internal == tested | OF_PROGRAMS | OF_SOURCES | UNDRAWN
    assert every >= ASKED


def test_games_are_refused_what_only_programs_have() -> None:
    only = exported("program")
    assert only >= ONLY_PROGRAMS >= ASKED & only
