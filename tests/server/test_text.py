"""Text from people is cleaned before it is shown to others."""

import pytest

from rookery.server.text import plain_name, plain_text


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
        ("A\u034fnn\u17b4", "Ann"),
        ("A" + "\u0301\u034f" * 9, "\u00c1" + "\u0301" * 3),
        ("An\u200dn\u200c", "An n"),  # no hidden sign makes two names out of one
        (" \u200dAnn \u200d", "Ann"),
        ("\u0633\u200d\u200d\u0633", "\u0633 \u0633"),
        ("\u0646\u200c", "\u0646"),
        ("A\u034fB\ufe0fC", "ABC"),
        ("e\u034f\u0301", "\u00e9"),
        ("A\u200dB\u200cC", "A B C"),  # Latin letters do not join
        ("\u0631\u200c\u0632", "\u0631 \u0632"),  # nor do these Arabic ones
        ("\U0001f469\u200dB \U0001f469\u200d", "\U0001f469 B \U0001f469"),
        ("\u0915\u093e\u200d\u0915", "\u0915\u093e \u0915"),
        ("\u200d\u094d\u200c", ""),
        ("A\U000e0067\U000e007f", "A"),
        ("\u2605\u200d\u2605", "\u2605 \u2605"),  # these stars are seen with and without it
        ("\U0001f130\u200d\U0001f131", "\U0001f130 \U0001f131"),  # and so are enclosed letters
        ("\U0001f700\u200d\U0001f700", "\U0001f700 \U0001f700"),  # signs of alchemy
        ("\U0001f469\u200d\U0001f3fd", "\U0001f469 \U0001f3fd"),  # and a skin tone
        ("\u0915\u094d\u200c", "\u0915\u094d"),
    ],
)
def test_names_are_seen_and_stay_in_their_line(typed: str, shown: str) -> None:
    assert plain_text(typed) == shown


@pytest.mark.parametrize(
    "typed",
    [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # a family
        "\U0001f469\U0001f3fd\u200d\U0001f680",  # an astronaut
        "\u2764\ufe0f\u200d\U0001f525",  # a heart on fire
        "\U0001f3f3\ufe0f\u200d\U0001f308",  # a flag
        "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",  # of Wales
        "1\ufe0f\u20e3",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # "I want" in Persian
        "\u0915\u094d\u200d\u0937",  # a half form in Hindi
        "\u0915\u093c\u094d\u200d\u0937",  # with a dot below
        "\u09b0\u200d\u09cd\u09af\u09be",  # Bengali
        "\u0d05\u0d35\u0d28\u0d4d\u200d",  # "he" in Malayalam, as it was written before 2008
        "\U0001f426\u200d\u2b1b",  # a black bird
    ],
)
def test_joiners_stay_where_they_join(typed: str) -> None:
    assert plain_text(typed) == typed
    assert plain_text(f"{typed} {typed}") == f"{typed} {typed}"


def test_a_name_is_no_longer_than_a_name_may_be() -> None:
    """Whatever is composed, and wherever it is cut."""
    assert plain_name("\u0958" * 32) == "\u0915\u093c" * 16
    assert plain_name("N" + "\u0061\u0302\u0301" * 40) == "N" + "\u1ea5" * 31
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert plain_name(29 * "A" + family) == 29 * "A" + "\U0001f468\u200d\U0001f469"
    assert plain_name(28 * "A" + family) == 28 * "A" + "\U0001f468\u200d\U0001f469"
