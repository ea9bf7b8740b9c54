"""Text from people is cleaned before it is shown to others."""

import pytest

from rookery.server.text import plain_text


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (" Ann\u0000\n Bo ", "Ann Bo"),
        ("Nguye\u0302\u0303n", "Nguy\u1ec5n"),
        ("A" + "\u0301" * 20, "\u00c1" + "\u0301" * 3),  # no pile of marks over a name
        ("\u0301\u0301", ""),
        ("\u3164\u2800\u200b\u202e", ""),  # invisible
        ("\u1000\u103b\u103d\u1031\u1038", "\u1000\u103b\u103d\u1031\u1038"),  # Burmese: four marks, one of them piled
        ("\u103b\u1000", "\u1000"),
        ("\u0928\u093f\u0936\u093e", "\u0928\u093f\u0936\u093e"),  # Nisha, whose vowels are marks
    ],
)
def test_names_are_seen_and_stay_in_their_line(typed: str, shown: str) -> None:
    assert plain_text(typed) == shown
