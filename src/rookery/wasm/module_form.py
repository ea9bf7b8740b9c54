"""What a module of strangers may consist of: functions, globals, one memory, and its contents. It imports nothing,
nothing of it runs before it is called, and it asks for no more memory than it has: that would take longer than any
other instruction, which are counted as if all took the same time.

The format is that of the WebAssembly core specification 2.0, section 5 (https://www.w3.org/TR/wasm-core-2/).
"""

from collections.abc import Iterator

from rookery.core.errors import ForbiddenModule

MODULE_HEAD = b"\x00asm\x01\x00\x00\x00"
CODE_SECTION = 10
# numbers of sections: notes, types, functions, memories, globals, exports, code, data
ALLOWED_SECTIONS = (0, 1, 3, 5, 6, 7, CODE_SECTION, 11)
FORBIDDEN_SECTIONS = {
    2: "imports something",
    4: "has a table",
    8: "starts by itself",
    9: "fills a table",
    12: "has data that it may copy later",
    13: "throws exceptions",
}
MOST_NUMBER_BYTES = 10  # of a number of 64 bits in LEB128
BRANCH_TABLE, GROW_MEMORY, F32, F64, TWO_BYTES, VECTOR = 0x0E, 0x40, 0x43, 0x44, 0xFC, 0xFD
# after instructions of one byte: how many numbers follow. All others from 0x00 to 0xC4 stand alone
NUMBERS_AFTER = {
    **dict.fromkeys((0x02, 0x03, 0x04, 0x0C, 0x0D, 0x10, 0x3F, 0x41, 0x42), 1),  # blocks, branches, calls, constants
    **dict.fromkeys(range(0x20, 0x25), 1),  # variables
    **dict.fromkeys(range(0x28, 0x3F), 2),  # memory: alignment, offset
}
WITHOUT_NUMBERS = {0x00, 0x01, 0x05, 0x0B, 0x0F, 0x1A, 0x1B, *range(0x45, 0xC5)}
WIDE_NUMBERS = {**dict.fromkeys(range(8), 0), 10: 2, 11: 1}  # whole numbers of floats; copies and fills of memory
# of vectors: what the compiler writes (compiler/encoding.py)
VECTOR_NUMBERS = {0: 2, 11: 2, 19: 0, 228: 0, 229: 0, 230: 0}


class _Reader:
    """Reads bytes one after the other. Raises ForbiddenModule at the end."""

    def __init__(self, data: bytes, place: int = 0, end: int | None = None) -> None:
        self._data, self.place, self.end = data, place, len(data) if end is None else end

    @property
    def more(self) -> bool:
        return self.place < self.end

    def byte(self) -> int:
        if not self.more:
            raise ForbiddenModule("the module is cut off")
        self.place += 1
        return self._data[self.place - 1]

    def number(self) -> int:
        """One in LEB128, as if without a sign."""
        number = 0
        for digit in range(MOST_NUMBER_BYTES):
            byte = self.byte()
            number |= (byte & 0x7F) << 7 * digit
            if byte < 0x80:
                return number
        raise ForbiddenModule("the module has a number that is too long")

    def part(self) -> "_Reader":
        """The bytes whose number comes first."""
        size = self.number()
        if size > self.end - self.place:
            raise ForbiddenModule("the module is cut off")
        self.place += size
        return _Reader(self._data, self.place - size, self.place)


def check_form(module: bytes) -> None:
    """Raises ForbiddenModule for parts that no module of strangers may have."""
    if not module.startswith(MODULE_HEAD):
        raise ForbiddenModule("this is no module of WebAssembly")
    for number, _ in _sections(module):
        if number not in ALLOWED_SECTIONS:
            what = FORBIDDEN_SECTIONS.get(number, "has an unknown section")
            raise ForbiddenModule(f"the module {what}, which none of strangers may")


def check_instructions(module: bytes) -> None:
    """Raises ForbiddenModule for instructions that no module of strangers may have. `module`: a valid one."""
    for number, code in _sections(module):
        for _ in range(code.number() if number == CODE_SECTION else 0):
            body = code.part()
            for _ in range(body.number()):  # variables: how many of which type
                body.number()
                body.byte()
            while body.more:
                _instruction(body)


def _sections(module: bytes) -> Iterator[tuple[int, _Reader]]:
    """The numbers and the contents of the sections."""
    reader = _Reader(module, len(MODULE_HEAD))
    while reader.more:
        number = reader.byte()
        yield number, reader.part()


def _instruction(body: _Reader) -> None:
    """Read one instruction. Raises ForbiddenModule."""
    code = body.byte()
    if code in WITHOUT_NUMBERS:
        return
    if code == BRANCH_TABLE:
        numbers: int | None = body.number() + 1
    elif code in (F32, F64):
        body.place += 4 if code == F32 else 8
        return
    elif code in (TWO_BYTES, VECTOR):
        numbers = (WIDE_NUMBERS if code == TWO_BYTES else VECTOR_NUMBERS).get(body.number())
    else:
        numbers = NUMBERS_AFTER.get(code)
    if numbers is None:
        what = "asks for more memory" if code == GROW_MEMORY else f"has the instruction {code:#x}"
        raise ForbiddenModule(f"the module {what}, which none of strangers may")
    for _ in range(numbers):
        body.number()
