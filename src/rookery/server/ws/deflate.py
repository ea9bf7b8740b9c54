"""Compression of WebSocket messages (RFC 7692), only of those that tell a page what a move changes.

They are a few hundred bytes, and compressed about half of that. Nothing is remembered from one message to the next: it
would take 40 KB for each connection, and no text could be compressed once for all pages that get it. No other message
is compressed: beside what people write, the lengths of compressed messages would tell what is secret in them.
"""

import functools
import zlib
from collections.abc import Sequence

from websockets.exceptions import NegotiationError, PayloadTooBig
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.typing import ExtensionParameter

COMPRESSED_START = b'{"type":"changed"'
MIN_COMPRESSED_BYTES = 200  # a shorter message fits one packet of any network anyway
MAX_INFLATED_BYTES = 4096  # of a page's message, as wire/messages.py allows; more ends the connection
WINDOW_BITS = 12  # 4 KB, about a message
MEMORY_LEVEL = 5
CACHED_MESSAGES = 16  # that are compressed once for all pages that get them soon
FLUSH_TAIL = b"\x00\x00\xff\xff"  # the end of a flushed block, which is not sent


class ChangeDeflate(PerMessageDeflate):
    """The compression of one connection."""

    _room = MAX_INFLATED_BYTES  # how much longer the message that is being received may become

    def encode(self, frame: Frame) -> Frame:
        data = bytes(frame.data)
        plain = len(data) < MIN_COMPRESSED_BYTES or not data.startswith(COMPRESSED_START)
        if frame.opcode is not Opcode.TEXT or not frame.fin or plain:
            return frame
        return Frame(frame.opcode, _deflated(data), rsv1=True)

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """A page's message may be compressed, too, but a few bytes must not become a long message."""
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            self._room = MAX_INFLATED_BYTES  # for all frames of a message together
        compressed = frame.rsv1 or (frame.opcode is Opcode.CONT and self.decode_cont_data)
        if compressed and self._room < 1:
            raise PayloadTooBig(None, MAX_INFLATED_BYTES)
        found = super().decode(frame, max_size=min(max_size or self._room, self._room))
        if compressed:
            self._room -= len(found.data)
        return found


@functools.lru_cache(CACHED_MESSAGES)
def _deflated(data: bytes) -> bytes:
    encoder = zlib.compressobj(wbits=-WINDOW_BITS, memLevel=MEMORY_LEVEL)
    return (encoder.compress(data) + encoder.flush(zlib.Z_SYNC_FLUSH)).removesuffix(FLUSH_TAIL)


class ChangeDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees with a page on that compression, if its browser offers any."""

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True,
            client_no_context_takeover=True,
            server_max_window_bits=WINDOW_BITS,
            client_max_window_bits=WINDOW_BITS,
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        window = agreed.local_max_window_bits
        if window < WINDOW_BITS:
            raise NegotiationError(f"a window of {window} bits is too small")  # then nothing is compressed
        return answer, ChangeDeflate(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
        )


CHANGE_DEFLATE = ChangeDeflateFactory()
