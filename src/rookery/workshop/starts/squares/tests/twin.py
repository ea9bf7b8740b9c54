"""Squares again, written from its rules page and not from its code, and as plainly as can be: the two must agree."""


class Twin:
    def __init__(self, players: int) -> None:
        self.players = players
        self.turn = 0
        self.stones: dict[str, int] = {}  # square -> seat
        self.winners: list[int] | None = None  # once the game is over

    def legal(self) -> set[str]:
        if self.winners is not None:
            return set()
        return {f"{column}{row}" for column in "abcde" for row in range(1, 6)} - self.stones.keys()

    def play(self, text: str) -> None:
        self.stones[text] = self.turn
        mine = {(ord(square[0]), int(square[1])) for square, seat in self.stones.items() if seat == self.turn}
        for column, row in mine:
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if all((column + far * right, row + far * up) in mine for far in range(4)):
                    self.winners = [self.turn]
        if self.winners is None and len(self.stones) == 25:
            self.winners = []
        self.turn = (self.turn + 1) % self.players
