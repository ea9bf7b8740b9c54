"""Text for an output that cannot show every sign: where an encoding lacks one, other letters stand for it.

On Windows, in a pipe or for a screen reader, output is often not UTF-8. There `♠` becomes "spade", `–` becomes "-" and
`é` becomes "e"; a letter for which there is nothing else becomes "?".
"""

import codecs
import io
import re
import sys
import unicodedata

ERRORS = "rookery.legible"  # the name of our handler of errors of encoding
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("‘’‚′", "'"),
        **dict.fromkeys("“”„″«»", '"'),
        **dict.fromkeys("·•∙", "."),
        **dict.fromkeys("→⇒▶", ">"),
        **dict.fromkeys("←⇐◀", "<"),
        "…": "...",
        "×": "x",
        "±": "+-",
        "≤": "<=",
        "≥": ">=",
        "≈": "~",
        "ß": "ss",
        "µ": "u",
    }
)
# what makes a terminal do something: control characters, line separators, and marks that change the direction of text
_ACTING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def one_line(text: str) -> str:
    """Text that people wrote, to be shown in a line: what could make a terminal do something is a space."""
    return _ACTING.sub(" ", text)


def escaped(json: str) -> str:
    """The same JSON on one line, with such characters written as `\\u001b`."""
    return _ACTING.sub(lambda found: f"\\u{ord(found[0]):04x}", json)


def legible(text: str, encoding: str) -> str:
    """The text in letters that the encoding has."""
    return text.encode(encoding, ERRORS).decode(encoding)


def fit_streams() -> None:
    """Let this process write what its standard output cannot show as `legible` does, and read any bytes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ERRORS)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _other(sign: str) -> str:
    """ASCII letters for a sign."""
    known = sign.translate(_SIGNS)
    if known.isascii():
        return known
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", sign) if letter.isascii())
    if plain:
        return plain
    if unicodedata.category(sign) == "So":  # BLACK SPADE SUIT, LAST QUARTER MOON
        *_, name = unicodedata.name(sign, "?").removesuffix(" SUIT").split()
        return name.lower()
    return "?"


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """Called by Python for what an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_other, error.object[error.start : error.end])), error.end


codecs.register_error(ERRORS, _replaced)
