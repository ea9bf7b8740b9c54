"""Compressed messages: which ones, and how long those of a page may become."""

import pytest
from websockets.exceptions import NegotiationError, PayloadTooBig
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from rookery.server.ws.deflate import CHANGE_DEFLATE, MAX_INFLATED_BYTES

CHANGE = b'{"type":"changed","ply":3,' + b'"words":"small"' * 40 + b"}"


def agreed(*offer: tuple[str, str | None]) -> PerMessageDeflate:
    return CHANGE_DEFLATE.process_request_params([*offer], [])[1]


def test_only_changes_are_compressed() -> None:
    """The lengths of all other messages say nothing about what is in them."""
    line = agreed(("client_max_window_bits", None))
    for text in (b'{"type":"welcome"' + CHANGE, b'{"type":"moved"' + CHANGE, b'{"type":"changed"}', CHANGE[1:]):
        assert line.encode(Frame(Opcode.TEXT, text)) == Frame(Opcode.TEXT, text)
    assert line.encode(Frame(Opcode.PING, CHANGE)) == Frame(Opcode.PING, CHANGE)
    short = line.encode(Frame(Opcode.TEXT, CHANGE))
    assert short.rsv1
    assert len(short.data) < 100
    assert short == line.encode(Frame(Opcode.TEXT, CHANGE)), "nothing is remembered"
    browser = PerMessageDeflate(True, True, 12, 15)
    assert browser.decode(short).data == CHANGE


def test_a_short_message_cannot_become_a_long_one() -> None:
    line, browser = agreed(), PerMessageDeflate(True, True, 15, 15)
    said = browser.encode(Frame(Opcode.TEXT, b" " * MAX_INFLATED_BYTES))
    assert len(line.decode(said, max_size=65_536).data) == MAX_INFLATED_BYTES
    bomb = browser.encode(Frame(Opcode.TEXT, b" " * (MAX_INFLATED_BYTES + 1)))
    assert len(bomb.data) < 50
    with pytest.raises(PayloadTooBig):
        line.decode(bomb, max_size=65_536)


def test_the_limit_is_for_all_frames_of_a_message_together() -> None:
    """Eight frames of forty bytes must not become a message of 32 KB; two short frames are a message as any other."""
    line, browser = agreed(), PerMessageDeflate(True, True, 15, 15)
    half = b" " * (MAX_INFLATED_BYTES // 2)
    for _ in range(2):  # a new message, a new limit
        first = browser.encode(Frame(Opcode.TEXT, half, fin=False))
        last = browser.encode(Frame(Opcode.CONT, half[1:]))
        assert len(line.decode(first).data) + len(line.decode(last).data) == MAX_INFLATED_BYTES - 1
    line.decode(browser.encode(Frame(Opcode.TEXT, half, fin=False)))
    line.decode(browser.encode(Frame(Opcode.CONT, half, fin=False)))
    assert line.decode(Frame(Opcode.PING, b"still there?")), "control frames count for nothing"
    with pytest.raises(PayloadTooBig):
        line.decode(browser.encode(Frame(Opcode.CONT, b" ")))


def test_a_browser_gets_the_window_that_it_asks_for() -> None:
    answer, _ = CHANGE_DEFLATE.process_request_params([("server_max_window_bits", "15")], [])
    assert ("server_max_window_bits", "12") in answer
    with pytest.raises(NegotiationError):
        agreed(("server_max_window_bits", "9"))
