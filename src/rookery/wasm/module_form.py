"""What a module of strangers may consist of: functions, numbers that never change, one memory, and its contents. It
imports nothing, and nothing of it runs before it is called."""

from collections.abc import Iterator

from rookery.core.errors import ForbiddenModule

MODULE_HEAD = b"\x00asm\x01\x00\x00\x00"
# numbers of sections, WebAssembly core specification 2.0, section 5.5: notes, types, functions, memories, globals,
# exports, code, data
ALLOWED_SECTIONS = (0, 1, 3, 5, 6, 7, 10, 11)
FORBIDDEN_SECTIONS = {
    2: "imports something",
    4: "has a table",
    8: "starts by itself",
    9: "fills a table",
    12: "has data that it may copy later",
    13: "throws exceptions",
}
MOST_LENGTH_BYTES = 5  # of a length


def check_form(module: bytes) -> None:
    """Raises ForbiddenModule."""
    if not module.startswith(MODULE_HEAD):
        raise ForbiddenModule("this is no module of WebAssembly")
    for section in _sections(module):
        if section not in ALLOWED_SECTIONS:
            raise ForbiddenModule(
                f"the module {FORBIDDEN_SECTIONS.get(section, 'has an unknown section')}, which none may here"
            )


def _sections(module: bytes) -> Iterator[int]:
    """The numbers of the sections. Raises ForbiddenModule if the last one is cut off."""
    place = len(MODULE_HEAD)
    while place < len(module):
        yield module[place]
        size, place = _length(module, place + 1)
        place += size
    if place > len(module):
        raise ForbiddenModule("the module is cut off")


def _length(module: bytes, place: int) -> tuple[int, int]:
    """A number in LEB128, and the place behind it."""
    size = 0
    for digit in range(MOST_LENGTH_BYTES):
        if place >= len(module):
            break
        byte, place = module[place], place + 1
        size |= (byte & 0x7F) << 7 * digit
        if byte < 0x80:
            return size, place
    raise ForbiddenModule("the module is cut off")
