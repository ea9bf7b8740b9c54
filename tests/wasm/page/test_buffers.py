"""Memory of arrays that moves to a module, and to another one."""

from rookery.wasm.page.buffers import LARGE_BUFFER, Buffer


class Home:
    """The memory of a module: eight bytes for each buffer."""

    def __init__(self) -> None:
        self.memory, self.free = bytearray(), list[int]()

    def take(self, size: int, *, cleared: bool) -> int:
        self.memory += bytes(size) if cleared else bytes([7]) * size
        return len(self.memory) - size

    def give_back(self, address: int, size: int) -> None:
        self.free.append(address)

    def read(self, address: int, size: int) -> bytes:
        return bytes(self.memory[address : address + size])

    def write(self, address: int, data: bytes) -> None:
        self.memory[address : address + len(data)] = data


def test_a_place_is_given_back_once() -> None:
    """Otherwise two other buffers would get it."""
    first, second = Home(), Home()
    buffer = Buffer(8)
    buffer.write(0, b"contents")
    for home in (first, second):
        buffer.move(home)
        assert buffer.lives_in(home)
        assert bytes(buffer.read(0, 8)) == b"contents"
    assert (first.free, second.free) == ([0], [])
    del buffer
    assert (first.free, second.free) == ([0], [0])


def test_only_what_was_written_moves() -> None:
    """The first bytes of a large array are as good as all of it: the rest are zeros, or anything."""
    for cleared in (True, False):
        home, buffer = Home(), Buffer(2 * LARGE_BUFFER, cleared=cleared)
        for start, data in ((0, b"first"), (40, b"second")):
            buffer.write(start, data)
        before = bytes(buffer.read(0, 50))
        assert before == b"first".ljust(40, b"\0") + b"second".ljust(10, b"\0")
        buffer.move(home)
        assert bytes(buffer.read(0, 46)) == before[:46]
        assert len(home.memory) == buffer.size
        assert (bytes(buffer.read(1_000, 9)) == bytes(9)) is cleared
